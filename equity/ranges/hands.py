"""One hand of the notation: its letters -> a `Shape` -> the combos it stands for.

Rules of the file: it knows patterns of letters, not lists, spans or weights.
"""

from __future__ import annotations

from typing import NamedTuple

from equity.cards import RANKS, SUITS, card_name, combo_cards, combo_index

__all__ = ["ANY_TWO", "ANY_WORDS", "SUIT_FILTERS", "Shape", "expand", "filter_suits", "is_card", "read_hand"]

ANY_TWO = tuple(range(1326))
ANY_WORDS = frozenset(
    ["random", "rand", "any", "anytwo", "any2", "atc", "xx", "**", "*", "??", "?", "....", "...", "..", "."]
)
_KIND_OF = {**dict.fromkeys(RANKS + RANKS.lower(), "R"), **dict.fromkeys(SUITS + SUITS.upper(), "S")}
_KIND_OF |= {**dict.fromkeys("xX", "X"), **dict.fromkeys("wyzWYZ", "W"), **dict.fromkeys("oO", "O"), "*": "*"}
# letters to kinds: R rank, S suit (or "s" for suited), X x, W w y z, O o
_PATTERNS = frozenset(
    [
        *("RR", "RRS", "RRO", "RX", "RXS", "RXO", "R*", "R*S", "R*O", "XR", "XRS", "XRO", "*R", "*RS", "*RO"),
        *("RSR", "RSRX", "RXRS", "RSX", "RS*", "RSRS", "RXRX", "RXRW", "RWRX", "RWRW"),
    ]
)


class Shape(NamedTuple):
    """Two ranks and what is known about their suits.

    Attributes
    ----------
    high, low : int
        Ranks 0 to 12; `low` is -1 where any rank may stand.
    kind : str
        ``"s"`` suited, ``"o"`` offsuit, ``""`` both (and always for pairs).
    high_suit, low_suit : int
        A suit 0 to 3, or -1 for any.
    pairs : bool
        Whether a free `low` may pair `high`.
    """

    high: int
    low: int
    kind: str = ""
    high_suit: int = -1
    low_suit: int = -1
    pairs: bool = False

    @property
    def exact(self) -> bool:
        """Whether both cards are given."""
        return self.high_suit >= 0 and self.low_suit >= 0

    @property
    def name(self) -> str:
        """The shape in words of the notation, for messages."""
        first = RANKS[self.high] + (SUITS[self.high_suit] if self.high_suit >= 0 else "")
        second = "X" if self.low < 0 else RANKS[self.low]
        return first + second + (SUITS[self.low_suit] if self.low_suit >= 0 else self.kind)


def is_card(text: str) -> bool:
    """Whether `text` is one card such as ``As`` or ``10h``."""
    letters = text.replace("10", "T")
    return len(letters) == 2 and _KIND_OF.get(letters[0]) == "R" and _KIND_OF.get(letters[1]) == "S"


def read_hand(text: str) -> Shape | None:
    """Return the shape of one hand, or None if the letters fit no pattern.

    Examples
    --------
    >>> read_hand("KTo"), read_hand("hello")
    (Shape(high=11, low=8, kind='o', high_suit=-1, low_suit=-1, pairs=False), None)
    """
    letters = text.replace("10", "T")
    if not 2 <= len(letters) <= 4:
        return None
    pattern = "".join([_KIND_OF.get(letter, "?") for letter in letters])
    if pattern not in _PATTERNS:
        return None
    ranks = [RANKS.index(letter.upper()) for letter, kind in zip(letters, pattern, strict=True) if kind == "R"]
    if len(ranks) == 1:
        return _read_wild(letters.lower(), pattern, ranks[0])
    suits, kind = _read_suits(letters.lower(), pattern)
    if kind == "o" and ranks[0] == ranks[1] and len(letters) == 4:  # AxAy: two suits, as any pair has
        kind = ""
    if ranks[0] < ranks[1]:
        ranks.reverse()
        suits.reverse()
    return Shape(ranks[0], ranks[1], kind, suits[0], suits[1])


def _read_wild(letters: str, pattern: str, rank: int) -> Shape | None:
    pairs = "*" in pattern
    last = letters[-1] if len(letters) == 3 else ""
    if pattern in ("RSX", "RS*"):
        return Shape(rank, -1, "", SUITS.index(letters[1]), -1, pairs)
    if last in SUITS and last not in ("", "s"):  # XAh is a card and any other; AXh means nothing
        return Shape(rank, -1, "", SUITS.index(last), -1, pairs) if pattern[1] == "R" else None
    return Shape(rank, -1, last, pairs=pairs)


def _read_suits(letters: str, pattern: str) -> tuple[list[int], str]:
    """Return the suits of the first and second rank, and the kind."""
    if pattern in ("RXRX", "RXRW", "RWRX", "RWRW"):
        return [-1, -1], "s" if letters[1] == letters[3] else "o"
    if pattern in ("RR", "RRO") or letters[2:] == "s":
        return [-1, -1], letters[2:]
    if pattern == "RRS":
        return [-1, SUITS.index(letters[2])], ""
    first = SUITS.index(letters[1]) if pattern[1] == "S" else -1
    second = SUITS.index(letters[3]) if pattern[3:] == "S" else -1
    return [first, second], ""


def expand(shape: Shape) -> tuple[int, ...]:
    """Return the combos of a shape.

    Examples
    --------
    >>> len(expand(Shape(12, 11))), len(expand(Shape(12, -1))), len(expand(Shape(12, -1, pairs=True)))
    (16, 192, 198)
    """
    if shape.low >= 0:
        return _combos_of_ranks(shape)
    lows = (low for low in range(13) if low != shape.high or (shape.pairs and not shape.kind))
    return tuple(combo for low in lows for combo in _combos_of_ranks(shape._replace(low=low)))


def _combos_of_ranks(shape: Shape) -> tuple[int, ...]:
    a, b = 4 * shape.high, 4 * shape.low
    first = range(4) if shape.high_suit < 0 else (shape.high_suit,)
    second = range(4) if shape.low_suit < 0 else (shape.low_suit,)
    if a == b:
        return tuple(sorted({combo_index(a + s, b + t) for s in first for t in second if s != t}))
    kind = shape.kind
    return tuple(combo_index(a + s, b + t) for s in first for t in second if not kind or (s == t) == (kind == "s"))


SUIT_FILTERS = frozenset(["xx", "xy", *(a + b for a in SUITS for b in SUITS)])


def filter_suits(combos: tuple[int, ...], shape: str) -> tuple[int, ...]:
    """Return the combos whose suits fit a filter: ``xx`` one suit, ``xy`` two suits, ``ss`` or ``sh`` these suits.

    Examples
    --------
    >>> len(filter_suits(ANY_TWO, "xx")), len(filter_suits(ANY_TWO, "sh"))
    (312, 169)
    """
    kept = []
    for combo in combos:
        high, low = combo_cards(combo)
        suits = card_name(high)[1] + card_name(low)[1]
        fits = (suits[0] == suits[1]) == (shape == "xx") if shape in ("xx", "xy") else shape in (suits, suits[::-1])
        if fits:
            kept.append(combo)
    return tuple(kept)
