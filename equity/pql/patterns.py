"""Patterns of cards in the generic notation of ProPokerTools: boards such as ``Aw9x2y``, hands such as ``[A,K]*``.

A pattern is a row of cards, each a rank and perhaps a suit. A rank is a letter, ``*`` for any, a list such as ``[A,K]``
or ``[T-7]``, or a variable (any other letter): equal variables are equal ranks, different ones different ranks. A suit
is c, d, h or s, or a variable w, x, y or z: equal ones are one suit, different ones different suits. Commas part
patterns, of which one is to fit; ``+`` and ``-`` are not read here.

As a board, a pattern of up to three cards is about the flop, whose order does not matter; a fourth card is the turn, a
fifth the river.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from equity.cards import RANKS, SUITS, normalize
from equity.errors import RangeError

if TYPE_CHECKING:
    from equity.pql.deals import Deals

__all__ = ["BoardRange", "Pattern", "combos_of", "read_boards", "read_patterns", "split_list"]

_ALL_RANKS = tuple(range(13))
_MOST_BOARDS = 1_500_000  # written out; a fifth card would make 40 times as many
_CARD = re.compile(r"(\[[^\]]*\]|10|[A-Za-z2-9*?])([cdhswxyzCDHSWXYZ]?)")
_NOT_VARIABLES = set(RANKS[8:] + SUITS.upper() + "WXYZ")


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


@dataclass(frozen=True)
class BoardRange:
    """Patterns of which a board is to fit one.

    Attributes
    ----------
    text : str
    patterns : tuple of Pattern
    """

    text: str
    patterns: tuple[Pattern, ...]

    @property
    def suits(self) -> bool:
        """Whether it names one of the four suits."""
        return any(pattern.suits for pattern in self.patterns)

    @property
    def streets(self) -> tuple[int, ...]:
        """The streets that it is about."""
        return tuple(range(3, max(3, *(pattern.size for pattern in self.patterns)) + 1))

    def fits(self, deals: Deals) -> NDArray[np.bool_]:
        """Say for every deal whether its board fits."""
        return deals.once(("fits", self.text), lambda: self._fits(deals.boards))

    def _fits(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        fits = _flop_table(tuple(map(_flop_of, self.patterns)))[_flop_index(boards)]
        if self.streets[-1] > 3:
            rows = np.flatnonzero(fits)
            fits[rows] = self._fit_whole(boards[rows])
        return fits

    def _fit_whole(self, boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
        found = np.zeros(len(boards), np.bool_)
        for pattern in self.patterns:
            for row in _orders(pattern):
                fits = np.ones(len(boards), np.bool_)
                for place, table in enumerate(row):
                    if table is not None:
                        fits &= table[boards[:, place]]
                found |= fits
        return found

    def starts(self, deck: tuple[int, ...]) -> NDArray[np.uint8] | None:
        """Return the first cards of all boards that fit, from a deck; None where they are too many to write out.

        Examples
        --------
        >>> read_boards("AKQ").starts(tuple(range(52))).shape
        (64, 3)
        """
        size = self.streets[-1]
        flops = np.array(list(combinations(sorted(deck, reverse=True), 3)), np.uint8).reshape(-1, 3)
        if size == 3:
            return flops[self._fits(flops)]
        possible = flops[_flop_table(tuple(map(_flop_of, self.patterns)))[_flop_index(flops)]]
        if len(possible) * (len(deck) - 3) ** (size - 3) > _MOST_BOARDS:
            return None
        for _ in range(size - 3):
            cards = np.tile(np.array(deck, np.uint8), len(possible))[:, None]
            possible = np.hstack((np.repeat(possible, len(deck), axis=0), cards))
            possible = possible[(possible[:, :-1] != possible[:, -1:]).all(axis=1)]
        return possible[self._fits(possible)]


def _flop_of(pattern: Pattern) -> Pattern:
    return Pattern(min(pattern.size, 3), tuple(dict.fromkeys(row[:3] for row in pattern.choices)), pattern.suits)


def _flop_index(boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the number of each flop, whatever the order of its cards, 0 to 22,099."""
    cards = np.sort(boards[:, :3], axis=1).astype(np.int64)
    low, middle, high = cards[:, 0], cards[:, 1], cards[:, 2]
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@lru_cache(maxsize=64)
def _flop_table(patterns: tuple[Pattern, ...]) -> NDArray[np.bool_]:
    """Say for every flop whether it fits one of some patterns of three cards; to look up takes 20 ns."""
    flops = np.array(list(combinations(range(52), 3)), np.uint8)
    table = np.zeros(len(flops), np.bool_)
    table[_flop_index(flops)] = BoardRange("", patterns)._fit_whole(flops)
    return table


@lru_cache(maxsize=64)
def _orders(pattern: Pattern) -> tuple[tuple[NDArray[np.bool_] | None, ...], ...]:
    """Return for each way to lay a pattern over a board the cards allowed at each place, None for all."""
    every = (1 << 52) - 1
    rows = set()
    for choice in pattern.choices:
        flop = (*choice[:3], *[every] * (3 - len(choice)))
        rows |= {(*order, *choice[3:]) for order in permutations(flop)}
    return tuple(tuple(None if mask == every else _table(mask) for mask in row) for row in sorted(rows))


@lru_cache(maxsize=4096)
def _table(mask: int) -> NDArray[np.bool_]:
    return np.array([mask >> card & 1 for card in range(52)], np.bool_)


def read_boards(text: str) -> BoardRange:
    """Return the patterns of a board range.

    Raises
    ------
    RangeError
        If it is not one.

    Examples
    --------
    >>> read_boards("AwKwQw, 22*").streets
    (3,)
    """
    return BoardRange(text, read_patterns(text, least=1, most=5, what="a board range"))
