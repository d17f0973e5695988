"""Small HTML: cards, bars and tables, for notebooks and for pages.

Rules of the file: text in, HTML out. Notebooks drop style sheets and scripts, so by default styles stand in the cells;
what is drawn takes the notebook's own text colour, and the few colours of suits are dark and light enough for both. A
page has a style sheet, so there a `sheet` names the class and the sheet says how it looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from equity.show.palette import SUITS

__all__ = ["bar_html", "cards_html", "table_html"]


def cards_html(cards: str, *, sheet: str | None = None) -> str:
    """Return cards such as ``AsTh`` with symbols for the suits, in four colours.

    Parameters
    ----------
    cards : str
        Cards without blanks between them.
    sheet : str, optional
        Class of each card on a page with a style sheet, which gets the suit's letter as a class too.

    Examples
    --------
    >>> cards_html("Th")
    '<b style="color: #e0453a">T♥</b>'
    >>> cards_html("Th", sheet="card")
    '<span class="card h">T♥</span>'
    """
    pairs = zip(cards[::2], cards[1::2], strict=True)
    if sheet is not None:
        return "".join(f'<span class="{sheet} {suit}">{rank}{SUITS[suit].symbol}</span>' for rank, suit in pairs)
    return " ".join(f'<b style="color: {SUITS[suit].either}">{rank}{SUITS[suit].symbol}</b>' for rank, suit in pairs)


def bar_html(share: float) -> str:
    """Return a bar of a fraction in the text's colour, with a frame for the whole.

    Notebooks that are not trusted drop drawings, so it is made of blocks; the page's bars, which also carry an error
    bar, are drawn in `equity.report.page.svg`.

    Examples
    --------
    >>> "width: 25.0%" in bar_html(0.25)
    True
    """
    inner = f'<div style="width: {100 * share:.1f}%; height: 100%; background: currentColor; opacity: 0.6"></div>'
    return f'<div style="width: 9em; height: 0.8em; outline: 1px solid rgba(128, 128, 128, 0.6)">{inner}</div>'


def table_html(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: int = 1,
    footer: str = "",
    safe: Sequence[int] = (),
    sheet: str | None = None,
) -> str:
    """Return a table, its first `left` columns to the left and figures to the right.

    Parameters
    ----------
    head : sequence of str
        Names of the columns.
    rows : iterable of sequences of str
        Cells; text unless the column is in `safe`.
    left : int, optional
        Columns of text.
    footer : str, optional
        A line of text below.
    safe : sequence of int, optional
        Columns that are HTML already.
    sheet : str, optional
        Class of the table on a page with a style sheet; then figures have the class ``n``, and every cell carries the
        name of its column, which narrow screens show beside it.

    Examples
    --------
    >>> table_html(["a"], [["1 < 2"]], footer="end")
    '<table><tr><th style="text-align: left">a</th></tr><tr><td style="text-align: left">1 &lt; 2</td></tr></table><p>end</p>'
    >>> table_html(["a", "b"], [["1", "2"]], sheet="list").split("</tr>")[1]
    '<tr><td data-name="a">1</td><td data-name="b" class="n">2</td>'
    """  # noqa: E501
    if sheet is None:
        heads = cells = [f' style="text-align: {"left" if i < left else "right"}"' for i in range(len(head))]
    else:
        kinds = ["" if i < left else ' class="n"' for i in range(len(head))]
        heads = [f' scope="col"{kind}' for kind in kinds]
        cells = [f' data-name="{escape(name)}"{kind}' for name, kind in zip(head, kinds, strict=True)]
    top = "".join(f"<th{look}>{escape(name)}</th>" for name, look in zip(head, heads, strict=True))
    lines = []
    for row in rows:
        texts = [cell if i in safe else escape(cell) for i, cell in enumerate(row)]
        line = "".join(f"<td{look}>{text}</td>" for text, look in zip(texts, cells, strict=True))
        lines.append(f"<tr>{line}</tr>")
    named = "" if sheet is None else f' class="{sheet}"'
    table = f"<table{named}><tr>{top}</tr>{''.join(lines)}</table>"
    return table + (f"<p>{escape(footer)}</p>" if footer else "")
