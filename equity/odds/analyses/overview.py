"""A result with what people look at next: every combo's equity, and what the next card does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from equity.odds.analyses.next_card import NextCards, after_next_card
from equity.odds.analyses.per_combo import ComboEquities, equities_of_seats
from equity.odds.question.result import EquityResult
from equity.show.results import Shown

__all__ = ["Overview", "look_closer"]


@dataclass(frozen=True, repr=False)
class Overview(Shown):
    """A result and the parts it is made of.

    Attributes
    ----------
    result : EquityResult
    groups : tuple of tuple of int
        Players with the same range, counted from 0: they have the same equities.
    combos : tuple of ComboEquities
        One a group.
    next_cards : NextCards or None
        None unless exactly one card comes next.
    """

    result: EquityResult
    groups: tuple[tuple[int, ...], ...]
    combos: tuple[ComboEquities, ...] = field(repr=False)
    next_cards: NextCards | None = field(repr=False)

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of the result: one dictionary per player."""
        return self.result.rows()

    def _line(self) -> str:
        return repr(self.result)


def look_closer(result: EquityResult, *, threads: int | None = None) -> Overview:
    """Return the parts of a result, exact where that takes seconds; what is sampled uses the result's seed.

    Examples
    --------
    >>> from equity.odds.calculator import calculate
    >>> found = look_closer(calculate(["AKs", "QQ"], board="2s7sTh"))
    >>> found.combos[0].hands[0], len(found.next_cards.names)
    ('AsKs', 49)
    """
    question = result.question
    ranges = question.ranges
    groups = [tuple(i for i, other in enumerate(ranges) if other == own) for own in dict.fromkeys(ranges)]
    combos = equities_of_seats(question, [seats[0] for seats in groups], seed=result.seed, threads=threads)
    one_comes = len(question.board) in (3, 4)
    cards = after_next_card(question, seed=result.seed, threads=threads) if one_comes else None
    return Overview(result, tuple(groups), tuple(combos), cards)
