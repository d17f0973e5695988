"""Boards in a range: whether boards of many deals fit patterns, and the boards that do.

A pattern of up to three cards is about the flop, whose order does not matter; a fourth card is the turn, a fifth the
river.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from equity.pql.patterns import Pattern, read_patterns

if TYPE_CHECKING:
    from equity.pql.deals import Deals

__all__ = ["BoardRange", "read_boards"]

_MOST_BOARDS = 1_500_000  # written out; a fifth card would make 40 times as many


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
