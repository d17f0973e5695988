"""Push-or-fold charts as one HTML file that needs nothing else, in the style of the page of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from equity._version import __version__
from equity.report.page.document import HEAD
from equity.report.page.style import STYLE
from equity.report.preflop import game_line, worth_lines
from equity.show.columns import percent
from equity.show.grid import chart_html

if TYPE_CHECKING:
    from equity.solve.charts import PushFold

__all__ = ["charts_html"]


def charts_html(found: PushFold) -> str:
    """Return the page of an equilibrium: both charts, and what they are worth.

    Examples
    --------
    >>> from equity.solve import push_fold
    >>> page = charts_html(push_fold(10))
    >>> page.count("<table"), "http://" in page
    (2, False)
    """
    line = game_line(found.game)
    sides = (
        (found.push, f"the small blind pushes {percent(float(found.push_range.weights.mean()), digits=1)}"),
        (found.call, f"the big blind calls with {percent(float(found.call_range.weights.mean()), digits=1)}"),
    )
    parts = [
        f"<h1>{escape(line[:1].upper() + line[1:])}</h1>",
        f'<div class="pair">{"".join(_figure(chart, caption) for chart, caption in sides)}</div>',
        *(f"<p>{escape(text)}</p>" for text in worth_lines(found)),
    ]
    head = HEAD.format(version=escape(__version__), title=escape(f"{line} - equity"), style=STYLE)
    return head + "\n".join(parts) + "\n</body>\n</html>\n"


def _figure(chart: Mapping[str, float], caption: str) -> str:
    table = chart_html(list(chart.values()), sheet="chart")
    return f"<figure>{table}<figcaption>{escape(caption)}</figcaption></figure>"
