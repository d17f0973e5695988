"""How the equity of a range is spread over its hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equity.plot.style import COLORS, LINES, Subject, as_percent, names_of, new_axes, read_subject, situation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from equity.odds.question.question import Cards

__all__ = ["hot_and_cold"]


def hot_and_cold(
    players: Subject,
    *,
    board: Cards = "",
    dead: Cards = "",
    samples: int | None = None,
    seed: int | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw each player's equities from the best hand of the range to the worst, the "hot and cold" graph.

    A point at 20 % and 0.7 says: the best fifth of the range has 70 % equity or more. The area under a curve is the
    range's equity, so the curves of two players show whose range is ahead where.

    Parameters
    ----------
    players : sequence of str or Range, or EquityResult
        The question, as for `equity.calculate`, or its result.
    board, dead, samples, seed
        As for `equity.combo_equities`.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = hot_and_cold(["AKs,QQ,72o", "99"])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['QQ,AKs,72o: 37.0 %', '99: 63.0 %']
    """
    from equity.odds.analyses.per_combo import equities_of_seats

    question = read_subject(players, board=board, dead=dead)
    seats = range(len(question.ranges))
    curves = equities_of_seats(question, seats, samples=samples, seed=seed)
    ax = new_axes(ax, size=(7.5, 4.6))
    for seat, name, found in zip(seats, names_of(question), curves, strict=True):
        edges = np.concatenate([[0.0], np.cumsum(found.share)])
        mean = float(found.share @ found.equity)
        ax.stairs(
            found.equity, edges, baseline=None, color=COLORS[seat], linestyle=LINES[seat % 4], linewidth=2,
            label=f"{name}: {100 * mean:.1f} %",
        )  # fmt: skip
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel="share of the range, best hands first", ylabel="equity of the hand")
    as_percent(ax.xaxis)
    as_percent(ax.yaxis)
    ax.grid(color="#dddddd", linewidth=0.8)
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_title(f"equity distribution {situation(question)}", fontsize="medium")
    ax.legend(title="range and its equity", frameon=True, framealpha=0.9, edgecolor="none", loc="best")
    return ax
