"""Patterns of cards in the generic notation of ProPokerTools: boards such as ``Aw9x2y``, hands such as ``[A,K]*``.

A pattern is a row of cards, each a rank and perhaps a suit. A rank is a letter, ``*`` for any, a list such as ``[A,K]``
or ``[T-7]``, or a variable (any other letter): equal variables are equal ranks, different ones different ranks. A suit
is c, d, h or s, or a variable w, x, y or z: equal ones are one suit, different ones different suits. Commas part
patterns, of which one is to fit; ``+`` and ``-`` are not read here.

Rules of the file: text -> sets of cards by place. Nothing is dealt.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from equity.cards import RANKS, SUITS, normalize
from equity.errors import RangeError

__all__ = ["Pattern", "combos_of", "read_patterns", "split_list"]

_ALL_RANKS = tuple(range(13))
_CARD = re.compile(r"(\[[^\]]*\]|10|[A-Za-z2-9*?])([cdhswxyz♣♦♥♠CDHSWXYZ]?)")
_NOT_VARIABLES = set("AKQJT" + SUITS.upper() + "WXYZ")


@dataclass(frozen=True)
class Pattern:
    """One way for cards to fit, written out: for each choice of the variables the cards allowed at each place.

    Attributes
    ----------
    size : int
        Cards.
    choices : tuple of tuples of int
        A row for each choice of ranks and suits of the variables: for each place the set of cards, as 52 bits.
    suits : bool
        Whether it names one of the four suits.
    """

    size: int
    choices: tuple[tuple[int, ...], ...]
    suits: bool


@lru_cache(maxsize=256)
def read_patterns(text: str, *, least: int, most: int, what: str) -> tuple[Pattern, ...]:
    """Return the patterns of a list.

    Raises
    ------
    RangeError
        For what is not a pattern of `least` to `most` cards.

    Examples
    --------
    >>> [pattern] = read_patterns("AsK*", least=1, most=5, what="a board range")
    >>> pattern.size, len(pattern.choices), pattern.suits
    (3, 1, True)
    """
    items = [item for item in split_list(normalize(text)) if item]
    if not items:
        raise RangeError(f"{what} is empty")
    return tuple(_read(item, least, most, what) for item in items)


def split_list(text: str) -> list[str]:
    """Return what stands between the commas of a text that are not within brackets.

    Examples
    --------
    >>> split_list("[A,K]Q, 22")
    ['[A,K]Q', '22']
    """
    items, depth = [""], 0
    for letter in text:
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth <= 0:
            items.append("")
        else:
            items[-1] += letter
    return [item.strip() for item in items]


def _read(item: str, least: int, most: int, what: str) -> Pattern:
    squeezed = re.sub(r"\s+", "", item)
    cards: list[tuple[str, str]] = []
    place = 0
    while place < len(squeezed):
        found = _CARD.match(squeezed, place)
        if not found:
            raise RangeError(f"{item!r:.40} is not {what}: {squeezed[place:]!r:.20} is not a card or a rank")
        rank, suit = found[1], found[2].lower()
        if rank.lower() in SUITS and not rank.isdigit() and not suit:
            raise RangeError(f"{item!r:.40} is not {what}: the suit {rank!r} has no rank before it; * is any rank")
        cards.append((rank, suit))
        place = found.end()
    if not least <= len(cards) <= most:
        raise RangeError(f"{what} has {least} to {most} cards, got {len(cards)} in {item!r:.40}")
    return Pattern(
        len(cards), tuple(dict.fromkeys(_choices(cards, item, what))), any(s in SUITS for _, s in cards if s)
    )


def _choices(cards: list[tuple[str, str]], item: str, what: str) -> list[tuple[int, ...]]:
    ranks = [_ranks_of(rank, item, what) for rank, _ in cards]
    rank_names = list(dict.fromkeys(rank for rank in ranks if isinstance(rank, str)))
    suit_names = list(dict.fromkeys(suit for _, suit in cards if suit and suit not in SUITS))
    if len(rank_names) > 3:
        raise RangeError(f"{item!r:.40} is not {what}: more than three rank variables ({', '.join(rank_names)})")
    rows = []
    for chosen, suited in product(permutations(_ALL_RANKS, len(rank_names)), permutations(range(4), len(suit_names))):
        row = []
        for rank, (_, suit) in zip(ranks, cards, strict=True):
            allowed = (chosen[rank_names.index(rank)],) if isinstance(rank, str) else rank
            own = range(4) if not suit else [SUITS.index(suit)] if suit in SUITS else [suited[suit_names.index(suit)]]
            row.append(sum(1 << 4 * one + s for one in allowed for s in own))
        rows.append(tuple(row))
    return rows


def _ranks_of(text: str, item: str, what: str) -> tuple[int, ...] | str:
    """Return the ranks that may stand at a place, or the name of a variable."""
    if text in "*?":
        return _ALL_RANKS
    if text == "10":
        return (8,)
    if not text.startswith("["):
        letter = text.upper()
        if letter in RANKS:
            return (RANKS.index(letter),)
        if letter in _NOT_VARIABLES:
            raise RangeError(f"{item!r:.40} is not {what}: {text!r} is not a rank (use {' '.join(RANKS[::-1])} or *)")
        return letter
    allowed: set[int] = set()
    for part in text[1:-1].upper().replace("10", "T").split(","):
        ends = part.strip().split("-")
        if len(ends) > 2 or not all(len(end) == 1 and end in RANKS for end in ends):
            raise RangeError(f"{item!r:.40} is not {what}: {text!r} is not a list of ranks such as [A,K] or [A-T]")
        low, high = sorted(RANKS.index(end) for end in (ends[0], ends[-1]))
        allowed |= set(range(low, high + 1))
    return tuple(sorted(allowed))


def combos_of(pattern: Pattern) -> set[tuple[int, int]]:
    """Return the hands, higher card first, that fit a pattern of two cards in either order.

    Examples
    --------
    >>> [pattern] = read_patterns("AsK", least=2, most=2, what="a hand")
    >>> len(combos_of(pattern))
    4
    """
    found = set()
    for first, second in pattern.choices:
        for a in range(52):
            if first >> a & 1:
                found |= {(max(a, b), min(a, b)) for b in range(52) if second >> b & 1 and a != b}
    return found
