"""Small HTML for notebooks: tables, bars and cards that read on light and on dark paper.

Rules of the file: text in, HTML out. Notebooks drop style sheets and scripts, so styles stand in the cells; what is
drawn takes the notebook's own text colour, and the few colours of suits are dark and light enough for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["bar_html", "cards_html", "table_html"]

_SUITS = {"s": ("♠", "inherit"), "h": ("♥", "#e0453a"), "d": ("♦", "#2f86e0"), "c": ("♣", "#2e9e4f")}


def cards_html(cards: str) -> str:
    """Return cards such as ``AsTh`` with symbols for the suits, in four colours.

    Examples
    --------
    >>> cards_html("Th")
    '<b style="color: #e0453a">T♥</b>'
    """
    pairs = zip(cards[::2], cards[1::2], strict=True)
    return " ".join(f'<b style="color: {_SUITS[suit][1]}">{rank}{_SUITS[suit][0]}</b>' for rank, suit in pairs)


def bar_html(share: float) -> str:
    """Return a bar of a fraction in the text's colour, with a frame for the whole.

    Examples
    --------
    >>> "width: 25.0%" in bar_html(0.25)
    True
    """
    inner = f'<div style="width: {100 * share:.1f}%; height: 100%; background: currentColor; opacity: 0.6"></div>'
    return f'<div style="width: 9em; height: 0.8em; outline: 1px solid rgba(128, 128, 128, 0.6)">{inner}</div>'


def table_html(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1, footer: str = "", safe: Sequence[int] = ()
) -> str:
    """Return a table, its first `left` columns to the left and figures to the right.

    Parameters
    ----------
    head : sequence of str
        Names of the columns.
    rows : sequence of sequences of str
        Cells; text unless the column is in `safe`.
    left : int, optional
        Columns of text.
    footer : str, optional
        A line of text below.
    safe : sequence of int, optional
        Columns that are HTML already.

    Examples
    --------
    >>> table_html(["a"], [["1 < 2"]], footer="end")
    '<table><tr><th style="text-align: left">a</th></tr><tr><td style="text-align: left">1 &lt; 2</td></tr></table><p>end</p>'
    """  # noqa: E501
    sides = ["left" if i < left else "right" for i in range(len(head))]
    top = "".join(f'<th style="text-align: {side}">{escape(name)}</th>' for name, side in zip(head, sides, strict=True))
    lines = []
    for row in rows:
        texts = [cell if i in safe else escape(cell) for i, cell in enumerate(row)]
        cells = (f'<td style="text-align: {side}">{text}</td>' for text, side in zip(texts, sides, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><tr>{top}</tr>{''.join(lines)}</table>" + (f"<p>{escape(footer)}</p>" if footer else "")
