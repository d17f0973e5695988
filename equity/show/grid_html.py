"""The 13 x 13 chart of a range for notebooks.

Rules of the file: 169 numbers in, one HTML table out; styles are written in the cells, since notebooks strip sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from equity.cards import class_name

__all__ = ["chart_html"]

_HUES = {"": "200, 120, 20", "s": "40, 140, 60", "o": "40, 90, 180"}
_CELL = "width: 2.4em; text-align: center; padding: 1px; font: 11px monospace"


def chart_html(weights: Sequence[float], *, caption: str = "") -> str:
    """Return a chart of the mean weights of the 169 hand classes; a weight is the colour's strength and the tooltip.

    Examples
    --------
    >>> from equity.ranges import Range
    >>> chart_html(Range("AA").class_weights()).count("<td")
    169
    """
    rows = ("".join(_cell(13 * row + column, weights[13 * row + column]) for column in range(13)) for row in range(13))
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<table style="border-collapse: collapse">{head}{body}</table>'


def _cell(hand_class: int, weight: float) -> str:
    name = class_name(hand_class)
    strength = 0.0 if weight <= 0 else 0.15 + 0.7 * weight
    color = f"background: rgba({_HUES[name[2:]]}, {strength:.2f})"
    return f'<td style="{_CELL}; {color}" title="{name} {100 * weight:g} %">{name}</td>'
