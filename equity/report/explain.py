"""How a question was read and why its method was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.odds.plan import list_costs
from equity.show.columns import shorten

if TYPE_CHECKING:
    from equity.odds import EquityResult

__all__ = ["explanation"]


def explanation(result: EquityResult) -> str:
    """Return a line for each player's range and one for each method that could answer.

    Examples
    --------
    >>> from equity.odds import calculate
    >>> print(explanation(calculate(["AsKs", "AQs+"], board="Ac7dTh")))
    player 1: 'AsKs' is AsKs, 1 combo, 0.08 % of hands
    player 2: 'AQs+' is AQs+, 8 combos, 0.60 % of hands; 6 can be dealt
    ...
    """
    lines = []
    for number, (player, live) in enumerate(zip(result.question.ranges, _dealable(result), strict=True), 1):
        count = len(player)
        size = f"{count} combo{'s' * (count != 1)}, {player.percent:.2f} % of hands"
        left = f"; {live} can be dealt" if live != count else ""
        lines.append(f"player {number}: {shorten(player.text)!r} is {shorten(str(player))}, {size}{left}")
    return "\n".join([*lines, f"{result.algorithm}: {result.reason}", *list_costs(result.question)])


def _dealable(result: EquityResult) -> list[int]:
    return [len(live) for live in result.question.live]
