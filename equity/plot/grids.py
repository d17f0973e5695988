"""Coloured squares: a range's weights, a range's equities, and one range against another."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from equity.errors import OptionError
from equity.plot.style import Subject, as_percent, names_of, new_axes, pyplot, read_subject, situation
from equity.ranges import Range
from equity.show.columns import shorten, whole_percent
from equity.show.grid import chart_cells
from equity.show.palette import scale_color, text_color

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from equity.odds.question.question import Cards
    from equity.show.grid import Cell
    from equity.solve.charts import PushFold

__all__ = ["equity_grid", "heat_map", "push_fold_charts", "range_grid"]

_NOTHING = "#ececec"
_FAINT = "#6b6b6b"  # still 4.5 : 1 on the grey above
_MOST_LABELS = 45
_MOST_NUMBERS = 16


def range_grid(hands: Range | str, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    r"""Draw a range as the usual 13 x 13 grid; colour and the small number are the weight of a hand in percent.

    Parameters
    ----------
    hands : Range or str
        What to draw. Suited hands are above the diagonal, offsuit hands below.
    ax : Axes, optional
        Where to draw; by default on a new figure.
    title : str, optional
        By default the range and its size.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = range_grid("QQ+,AKs:0.5")
    >>> [text.get_text() for text in ax.texts[:3]]
    ['AA', 'AKs\n50', 'AQs']
    """
    hands = Range(hands) if isinstance(hands, str) else hands
    cells = chart_cells(hands.class_weights())
    partial = any(cell.figure for row in cells for cell in row)
    ax = new_axes(ax, size=(6.8 if partial else 6.0, 6.2))
    image = _draw_grid(ax, cells)
    if partial:
        _add_scale(image, ax, "weight")
    size = f"{len(hands):,} combo{'s' * (len(hands) != 1)}, {hands.percent:.1f} %"
    ax.set_title(f"{shorten(str(hands))}\n{size}" if title is None else title, fontsize="medium")
    return ax


def equity_grid(  # the question's own options, by name
    players: Subject,
    *,
    player: int = 0,
    board: Cards = "",
    dead: Cards = "",
    samples: int | None = None,
    seed: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    r"""Draw the equity of each hand of a player's range as a 13 x 13 grid; numbers are percent.

    Parameters
    ----------
    players : sequence of str or Range, or EquityResult
        The question, as for `equity.calculate`, or its result.
    player : int, optional
        Whose hands, counted from 0.
    board, dead, samples, seed
        As for `equity.combo_equities`.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = equity_grid(["AA,AKs", "QQ"])
    >>> [text.get_text() for text in ax.texts[:3]]
    ['AA\n82', 'AKs\n46', 'AQs']
    """
    from equity.odds.analyses.by_class import equities_by_class
    from equity.odds.analyses.per_combo import equities_of_seats, read_player

    question = read_subject(players, board=board, dead=dead)
    player = read_player(player, question)
    [found] = equities_of_seats(question, [player], samples=samples, seed=seed)
    equity = equities_by_class(found)
    ax = new_axes(ax, size=(6.8, 6.2))
    image = _draw_grid(ax, chart_cells([None if np.isnan(share) else share for share in equity], what="equity"))
    _add_scale(image, ax, "equity")
    names = names_of(question)
    others = " and ".join(name for i, name in enumerate(names) if i != player)
    ax.set_title(f"equity of {names[player]}\nagainst {others} {situation(question)}", fontsize="medium")
    return ax


def push_fold_charts(found: PushFold, *, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
    """Draw what an equilibrium of push or fold pushes, and what it calls with, as two 13 x 13 grids.

    Parameters
    ----------
    found : PushFold
        What `equity.solve.push_fold` returns.
    axes : two Axes, optional
        Where to draw; by default side by side on a new figure.

    Returns
    -------
    two matplotlib.axes.Axes

    Examples
    --------
    >>> from equity.solve import push_fold
    >>> left, right = push_fold_charts(push_fold(10))
    >>> left.get_title(), right.get_title()
    ('10 bb: the small blind pushes 58.3 %', '10 bb: the big blind calls with 37.4 %')
    """
    if axes is None:
        axes = pyplot().subplots(1, 2, figsize=(12.4, 6.2), layout="constrained")[1]
    if len(axes) != 2:
        raise OptionError(f"push_fold_charts draws on two axes, got {len(axes)}")
    stack = f"{float(found.game.effective):.10g} bb"
    sides = ((found.push_range, "small blind pushes"), (found.call_range, "big blind calls with"))
    for ax, (hands, does) in zip(axes, sides, strict=True):
        share = 100 * float(hands.weights.mean())
        range_grid(hands, ax=ax, title=f"{stack}: the {does} {share:.1f} %")
    return axes


def _draw_grid(ax: Axes, cells: Sequence[Sequence[Cell]]) -> Any:
    """Colour the cells of a chart, grey where a hand is not there, and write each name with its figure under it."""
    image = _show(ax, np.array([[np.nan if cell.value is None else cell.value for cell in row] for row in cells]))
    for (row, column), value in np.ndenumerate(image.get_array().filled(np.nan)):
        cell = cells[row][column]
        color = _FAINT if cell.value is None else text_color(scale_color(value))
        label = cell.name + (f"\n{cell.figure}" if cell.figure else "")
        ax.text(column, row, label, ha="center", va="center", fontsize=8, linespacing=1.1, color=color)
    ax.set(xticks=[], yticks=[])
    _separate(ax, 13, 13)
    return image


def _show(ax: Axes, values: NDArray[np.float64], *, aspect: Literal["equal", "auto"] = "equal") -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    colors = [scale_color(i / 16) for i in range(17)]
    scale = LinearSegmentedColormap.from_list("equity", colors).with_extremes(bad=_NOTHING)
    return ax.imshow(np.ma.masked_invalid(values), cmap=scale, vmin=0, vmax=1, aspect=aspect)


def _separate(ax: Axes, rows: int, columns: int) -> None:
    """Draw white lines between the cells."""
    ax.set_xticks(np.arange(1, columns) - 0.5, minor=True)
    ax.set_yticks(np.arange(1, rows) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=1)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)


def _add_scale(image: Any, ax: Axes, name: str) -> None:
    bar = ax.figure.colorbar(image, ax=ax, label=name, fraction=0.046, pad=0.03)
    as_percent(bar.ax.yaxis)


def heat_map(
    players: Subject,
    *,
    board: Cards = "",
    dead: Cards = "",
    samples: int | None = None,
    seed: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a range against a range: the first player's equity for every pair of hands, the best hands first.

    Parameters
    ----------
    players : sequence of str or Range, or EquityResult
        Two players, as for `equity.calculate`, or the result of their question.
    board, dead, samples, seed
        As for `equity.combo_equities`.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = heat_map(["AKs,77", "QQ,A2s"])
    >>> [label.get_text() for label in ax.get_yticklabels()], [text.get_text() for text in ax.texts]
    (['AKs', '77'], ['46', '71', '19', '67'])
    """
    from equity.odds.analyses.by_class import class_matrix

    question = read_subject(players, board=board, dead=dead)
    found = class_matrix(question, samples=samples, seed=seed)
    rows, columns = found.equity.shape
    ax = new_axes(ax, size=(_inches(columns) + 2.4, _inches(rows) + 1.6))
    image = _show(ax, found.equity, aspect="equal" if max(rows, columns) <= _MOST_LABELS else "auto")
    if max(rows, columns) <= _MOST_NUMBERS:
        for (i, j), share in np.ndenumerate(found.equity):
            shown = ("–", _FAINT) if np.isnan(share) else (whole_percent(share), text_color(scale_color(share)))
            ax.text(j, i, shown[0], ha="center", va="center", fontsize=8, color=shown[1])
    if max(rows, columns) <= _MOST_LABELS:
        _separate(ax, rows, columns)
    _label(ax.set_xticks, found.column_names, rotation=90)
    _label(ax.set_yticks, found.row_names)
    _add_scale(image, ax, "equity of the rows")
    names = names_of(question)
    title = f"equity of {names[0]} (rows)\nagainst {names[1]} (columns)\n{situation(question)}"
    ax.set_title(title, fontsize="medium")
    return ax


def _inches(cells: int) -> float:
    return max(2.5, min(0.3 * cells, 9.0))


def _label(set_ticks: Any, names: Sequence[str], *, rotation: float = 0) -> None:
    """Name the cells of one side, leaving names out where they would overlap."""
    step = ceil(len(names) / _MOST_LABELS)
    set_ticks(range(0, len(names), step), names[::step], rotation=rotation, fontsize=8)
