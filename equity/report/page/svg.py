"""Small drawings as SVG text: equities as bars with error bars, and equity distributions as curves.

Rules of the file: numbers in, SVG out; colours are CSS variables of the page (`equity.report.page.style`), so that a
drawing follows light and dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Curve", "bar", "curves"]


def bar(share: float, *, low: float | None = None, high: float | None = None, color: str = "var(--p0)") -> str:
    """Return a bar from 0 to 1 with an error bar, as wide as the place it stands in.

    Examples
    --------
    >>> bar(0.25).count("<rect"), bar(0.25, low=0.2, high=0.3).count("<path")
    (2, 1)
    """
    width = 400.0
    parts = [
        f'<rect class="track" width="{width:g}" height="20"/>',
        f'<rect width="{width * share:.2f}" height="20" fill="{color}"/>',
        f'<line class="half" x1="{width / 2:g}" x2="{width / 2:g}" y1="0" y2="20"/>',
    ]
    if low is not None and high is not None:
        a, b = width * max(low, 0.0), width * min(high, 1.0)
        parts.append(f'<path class="whisker" d="M{a:.2f} 4V16M{a:.2f} 10H{b:.2f}M{b:.2f} 4V16"/>')
    label = f"equity {100 * share:.2f} %"
    if low is not None and high is not None:
        label += f", 95 % interval {100 * low:.2f} to {100 * high:.2f} %"
    return (
        f'<svg class="bar" viewBox="0 0 {width:g} 20" preserveAspectRatio="none" role="img" aria-label="{label}">'
        f"{''.join(parts)}</svg>"
    )


class Curve(NamedTuple):
    """A range's equities, best hands first, with the share of each hand; shares add up to 1.

    Examples
    --------
    >>> Curve("AKs", 0, [0.5, 0.5], [0.75, 0.25]).player
    0
    """

    name: str
    player: int
    shares: Sequence[float]
    equities: Sequence[float]


def curves(lines: Sequence[Curve]) -> str:
    """Return the equities of ranges, best hands first, as steps.

    Examples
    --------
    >>> curves([Curve("AKs", 0, [0.5, 0.5], [0.75, 0.25])]).count("<path")
    1
    """
    left, top, width, height = 74.0, 12.0, 520.0, 240.0
    parts = []
    for tick in (0, 25, 50, 75, 100):
        y, x = top + height * (1 - tick / 100), left + width * tick / 100
        parts.append(f'<line class="grid" x1="{left}" x2="{left + width}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 5}" text-anchor="end">{tick} %</text>')
        anchor = {0: "start", 100: "end"}.get(tick, "middle")  # inside the drawing, however wide the letters are
        parts.append(f'<text x="{x}" y="{top + height + 22}" text-anchor="{anchor}">{tick} %</text>')
    for line in lines:
        path = _steps(line.shares, line.equities, left=left, top=top, width=width, height=height)
        look = f'class="curve c{line.player % 4}" style="stroke: var(--p{line.player})"'
        parts.append(f'<path {look} d="{path}"><title>{escape(line.name)}</title></path>')
    middle = f'x="{left + width / 2}" y="{top + height + 46}" text-anchor="middle"'
    parts.append(f"<text {middle}>share of the range, best hands first</text>")
    return (
        f'<svg class="curves" viewBox="0 0 610 306" role="img" aria-label="equity distribution">{"".join(parts)}</svg>'
    )


def _steps(
    shares: Sequence[float], equities: Sequence[float], *, left: float, top: float, width: float, height: float
) -> str:
    """Return the path of a step function; hands of one equity make one step."""
    commands, x = [], left
    before = None
    for share, equity in zip(shares, equities, strict=True):
        y = f"{top + height * (1 - equity):.1f}"
        if y != before:
            commands.append(f"M{x:.1f} {y}" if before is None else f"H{x:.1f}V{y}")
            before = y
        x += width * share
    return "".join([*commands, f"H{x:.1f}"])
