"""What all pictures share: the figure, the colours, and whose question it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from equity._version import DISTRIBUTION
from equity.errors import OptionError
from equity.odds.question.question import Cards, Player, Question
from equity.odds.question.result import EquityResult
from equity.show.columns import shorten
from equity.show.palette import PLAYERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "COLORS",
    "LINES",
    "Subject",
    "as_percent",
    "names_of",
    "new_axes",
    "pyplot",
    "read_subject",
    "situation",
]

Subject: TypeAlias = "str | Sequence[Player] | Question | EquityResult"

COLORS = tuple(ink.light for ink in PLAYERS)
LINES = ("-", "--", "-.", ":")  # so that nothing is told by colour alone


def pyplot() -> Any:
    """Return matplotlib.pyplot.

    Raises
    ------
    OptionError
        If matplotlib is not installed.
    """
    try:
        from matplotlib import pyplot as plt
    except ImportError:
        raise OptionError(f"pictures need matplotlib: pip install '{DISTRIBUTION}[plot]'") from None
    return plt


def new_axes(ax: Axes | None, *, size: tuple[float, float]) -> Axes:
    """Return the axes to draw on: those given, or those of a new figure of this size in inches."""
    plt = pyplot()
    if ax is not None:
        return ax
    axes: Axes = plt.subplots(figsize=size, layout="constrained")[1]
    return axes


def as_percent(axis: Any, *, digits: int | None = 0) -> None:
    """Write an axis of fractions in percent; without `digits` with as many as its ticks need."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=digits, symbol=" %"))


def read_subject(subject: Subject, *, board: Cards = "", dead: Cards = "") -> Question:
    """Return the question a picture is about: players as for `equity.calculate`, or a result, which knows its own.

    Examples
    --------
    >>> read_subject(["AsKs", "QQ"], board="2c7dTh").board
    (0, 21, 34)
    """
    if isinstance(subject, EquityResult | Question):
        if board or dead:
            raise OptionError("board and dead cards belong to the question of the result; give players to change them")
        return subject.question if isinstance(subject, EquityResult) else subject
    return Question.parse(subject, board=board, dead=dead)


def names_of(question: Question) -> list[str]:
    """Return a short name for each player, with a number where two would be the same.

    Examples
    --------
    >>> names_of(Question.parse(["AKs", "AKs", "QQ"]))
    ['AKs (1)', 'AKs (2)', 'QQ']
    """
    names = [shorten(str(player)) for player in question.ranges]
    return [f"{name} ({i})" if names.count(name) > 1 else name for i, name in enumerate(names, 1)]


def situation(question: Question) -> str:
    """Return the board and dead cards as they stand in a title, or that there are none.

    Examples
    --------
    >>> situation(Question.parse(["AsKs", "QQ"], board="2c7dTh"))
    'on 2c 7d Th'
    """
    from equity.cards import card_name

    parts = [f"on {' '.join(map(card_name, question.board))}"] if question.board else ["before the flop"]
    parts += [f"without {' '.join(map(card_name, question.dead))}"] if question.dead else []
    return ", ".join(parts)
