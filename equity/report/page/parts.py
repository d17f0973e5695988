"""The pieces of the page: cards, charts, tables. Plain values in, HTML out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from equity.cards import class_name
from equity.show.colors import scale_color, text_color

__all__ = [
    "card_html",
    "cards_html",
    "chart",
    "definition_list",
    "legend",
    "list_table",
    "next_card_grid",
    "range_html",
]

_RANKS = "AKQJT98765432"
_SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def card_html(card: str) -> str:
    """Return a card with its suit's symbol and colour.

    Examples
    --------
    >>> card_html("Th")
    '<span class="card h">T♥</span>'
    """
    return f'<span class="card {card[1]}">{card[0]}{_SYMBOLS[card[1]]}</span>'


def cards_html(cards: str) -> str:
    """Return the cards of a text such as ``Ts9s2d``."""
    return "".join(card_html(cards[i : i + 2]) for i in range(0, len(cards), 2))


def range_html(text: str) -> str:
    """Return a range that may be broken after its commas only.

    Examples
    --------
    >>> range_html("AKs,QQ")
    'AKs,<wbr>QQ'
    """
    return escape(text).replace(",", ",<wbr>")


def list_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Sequence[int] = ()) -> str:
    """Return rows of HTML as a table.

    Parameters
    ----------
    head : sequence of str
        Column names.
    rows : iterable of sequences of str
        Cells, as HTML.
    numbers : sequence of int, optional
        Columns of numbers, which stand to the right.

    Examples
    --------
    >>> list_table(["a", "b"], [["1", "2"]], numbers=[1]).split("</tr>")[1]
    '<tr><td data-name="a">1</td><td data-name="b" class="n">2</td>'
    """
    kind = [' class="n"' if i in numbers else "" for i in range(len(head))]
    top = "".join(f'<th scope="col"{k}>{escape(name)}</th>' for name, k in zip(head, kind, strict=True))
    names = [f' data-name="{escape(name)}"{k}' for name, k in zip(head, kind, strict=True)]  # shown on narrow screens
    lines = ("".join(f"<td{name}>{cell}</td>" for cell, name in zip(row, names, strict=True)) for row in rows)
    return f'<table class="list"><tr>{top}</tr>{"".join(f"<tr>{line}</tr>" for line in lines)}</table>'


def definition_list(pairs: Iterable[tuple[str, str]]) -> str:
    """Return names and HTML texts as a list of definitions."""
    return f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{text}</dd>' for name, text in pairs)}</dl>"


def chart(values: Sequence[float | None], *, caption: str, what: str) -> str:
    """Return a 13 x 13 chart of fractions: a colour and a number in percent for each hand that has one.

    Examples
    --------
    >>> html = chart([0.5] + [None] * 168, caption="AA", what="weight")
    >>> html.count("<td"), "AA<small>50</small>" in html, 'title="AA: weight 50.0 %"' in html
    (169, True, True)
    """
    cells = [_cell(class_name(i), value, what, named=True) for i, value in enumerate(values)]
    rows = "".join(f"<tr>{''.join(cells[i : i + 13])}</tr>" for i in range(0, 169, 13))
    table = f'<table class="chart" aria-label="{escape(caption)}">{rows}</table>'
    return f"<figure>{table}<figcaption>{escape(caption)}</figcaption></figure>"


def next_card_grid(shares: Mapping[str, float]) -> str:
    """Return equities by the next card as a table, a row a suit.

    Examples
    --------
    >>> next_card_grid({"As": 0.75}).count('class="none"')
    51
    """
    head = "".join(f'<th scope="col">{rank}</th>' for rank in _RANKS)
    rows = [f"<tr><td></td>{head}</tr>"]
    for suit, symbol in _SYMBOLS.items():
        cells = "".join(_cell(rank + suit, shares.get(rank + suit), "equity") for rank in _RANKS)
        rows.append(f'<tr><th scope="row" class="{suit}">{symbol}</th>{cells}</tr>')
    return f'<table class="next">{"".join(rows)}</table>'


def _cell(name: str, value: float | None, what: str, *, named: bool = False) -> str:
    if value is None:
        return f'<td class="none">{name if named else ""}</td>'
    color = scale_color(value)
    number = f"{100 * value:.0f}"
    text = (f"{name}<small>{number}</small>" if value < 1 or what != "weight" else name) if named else number
    style = f"background:rgb({','.join(f'{255 * part:.0f}' for part in color)});color:{text_color(color)}"
    return f'<td style="{style}" title="{name}: {what} {100 * value:.1f} %">{text}</td>'


def legend(what: str) -> str:
    """Return the colour scale with its ends named."""
    stops = ",".join(f"rgb({','.join(f'{255 * part:.0f}' for part in scale_color(i / 8))})" for i in range(9))
    return f'<div class="legend">{what} 0 %<i style="background:linear-gradient(90deg,{stops})"></i>100 %</div>'
