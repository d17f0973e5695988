"""What a range makes, and how two ranges fare on every flop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equity.plot.style import COLORS, LINES, as_percent, new_axes
from equity.range_analysis.flop_report import FlopReport
from equity.range_analysis.flop_report import flops as count_flops
from equity.range_analysis.hits import Hits
from equity.range_analysis.hits import hits as count_hits
from equity.show.columns import percent, shorten
from equity.show.palette import scale_color, scale_ends

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from equity.odds.question.question import Cards, Player

__all__ = ["flops", "hits"]

_HATCHES = ("", "///", "...", "xxx")  # so that nothing is told by colour alone


def hits(range: Player | Hits, board: Cards = "", *, ax: Axes | None = None) -> Axes:  # as in `equity.hits`
    r"""Draw how much of a range makes what: one bar per made hand, its parts by what it also draws to.

    Parameters
    ----------
    range : str, Range or Hits
        A range as for `equity.hits`, or its result.
    board : str or sequence of int, optional
        Three, four or five cards; without any, all flops are counted.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = hits("top 20%", "Ts9s2d")
    >>> ax.get_title(), [text.get_text() for text in ax.get_yticklabels()][:3]
    ('what 55+,A3s+,K8s+,QTs+,A7o+,KTo+,QJo makes\non Ts9s2d', ['set', 'overpair', 'top pair'])
    """
    found = range if isinstance(range, Hits) else count_hits(range, board)
    both = {made: kinds for made, kinds in found.by_both.items() if any(kinds.values())}
    kinds = [kind for kind in next(iter(both.values())) if any(row[kind] for row in both.values())]
    ax = new_axes(ax, size=(8, 1.2 + 0.3 * len(both)))
    places = np.arange(len(both))
    left = np.zeros(len(both))
    for i, kind in enumerate(kinds):
        width = np.array([row[kind] for row in both.values()]) / found.total
        ax.barh(
            places,
            width,
            0.75,
            left=left,
            color=COLORS[i],
            label=kind,
            hatch=_HATCHES[i],
            edgecolor="white",
            linewidth=0,
        )
        left += width
    for place, share in zip(places.tolist(), left.tolist(), strict=True):
        ax.annotate(
            percent(share, digits=1), (share, place), (4, 0), textcoords="offset points", va="center", fontsize=8
        )
    ax.set_yticks(places, list(both))
    ax.invert_yaxis()
    ax.set(xlim=(0, 1.15 * left.max()), xlabel="share of the range")
    as_percent(ax.xaxis)
    where = f"on {found.board}" if found.board else "on all flops"
    ax.set_title(f"what {shorten(str(found.range))} makes\n{where}", fontsize="medium")
    ax.grid(axis="x", color="#dddddd", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    if len(kinds) > 1:
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return ax


def flops(a: Player | FlopReport, b: Player | None = None, *, by: str = "suits", ax: Axes | None = None) -> Axes:
    """Draw how a range's equity is spread over the flops, one curve for each kind of flop.

    A point at 20 % and 0.7 says: on the best fifth of these flops the first player has 70 % equity or more. Flops count
    as often as they come with these ranges.

    Parameters
    ----------
    a, b : str or Range
        The two ranges, as for `equity.flops`; or its result alone.
    by : {"suits", "pairing", "straights", "high card"}, optional
        What the flops are told apart by.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    EquityError
        If a range is missing, or as `equity.flops`.

    Examples
    --------
    >>> ax = flops("AK", "QQ")
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['rainbow: 42.9 %', 'two-tone: 44.3 %', 'monotone: 47.5 %']
    """
    report = a if isinstance(a, FlopReport) else count_flops(a, "random" if b is None else b)
    rows = report.by(by)
    words = np.array(report.textures[by])
    ax = new_axes(ax, size=(7.5, 4.6))
    for i, row in enumerate(rows):
        own = words == row[by]
        order = np.argsort(-report.equity[own], kind="stable")
        share = report.total[own][order]
        edges = np.concatenate([[0.0], np.cumsum(share) / share.sum()])
        ax.stairs(
            report.equity[own][order], edges, baseline=None, linewidth=2, linestyle=LINES[i % 4],
            color=COLORS[i] if len(rows) <= len(LINES) else scale_color(i / len(rows)),  # an order of many: a scale
            label=f"{row[by]}: {100 * row['equity']:.1f} %",
        )  # fmt: skip
    ax.axhline(0.5, color="#888888", linewidth=1, zorder=1)
    low, high = scale_ends([0.5, *report.equity.tolist()])
    ax.set(
        xlim=(0, 1),
        ylim=(max(low - 0.01, 0), min(high + 0.01, 1)),
        xlabel="share of the flops, best ones first",
        ylabel="equity on the flop",
    )
    as_percent(ax.xaxis)
    as_percent(ax.yaxis)
    ax.grid(color="#dddddd", linewidth=0.8)
    ax.spines[["top", "right"]].set_visible(False)
    first, second = (shorten(text, 30) for text in report.players)
    ax.set_title(f"equity of {first} against {second} on all flops", fontsize="medium")
    ax.legend(title=f"{by}: mean equity", loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    return ax
