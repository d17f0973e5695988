"""How a question was read and why its method was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.odds.plan import duration, list_options
from equity.report.text import shorten

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
    lines.append(f"{result.algorithm}: {result.reason}")
    for option in list_options(result.question):
        cost = "cannot answer this" if option.seconds is None else duration(option.seconds)
        lines.append(f"  {option.algorithm}: {cost}")
    return "\n".join(lines)


def _dealable(result: EquityResult) -> list[int]:
    return [len(live) for live in result.question.live]
