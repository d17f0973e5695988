"""Grids of hands and cards: the 13 x 13 chart and the table of next cards, as cells that every form draws.

`chart_cells` and `card_cells` decide what stands where; `chart_text` draws a chart for a terminal, `chart_html` and
`cards_grid_html` draw tables for notebooks and pages, and `equity.plot.grids` draws the same cells with matplotlib.

Rules of the file: fractions in, drawings out. Suited hands lie above the diagonal, offsuit hands below, aces first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from equity.cards import RANKS, class_name
from equity.show.columns import terminal_width, whole_percent, wrapped
from equity.show.palette import HAND_KINDS, SUITS, css, scale_color, text_color

__all__ = ["Cell", "card_cells", "cards_grid_html", "chart_cells", "chart_html", "chart_text", "scale_html"]

_LEGEND = "small figures: the mean weight of the hand's combos in percent"
_NARROW_LEGEND = "figures: the mean weight of the hand's combos in tenths"
_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"
_HIGH_TO_LOW = RANKS[::-1]
# for notebooks, which drop style sheets
_TABLE_STYLE = "border-collapse: collapse"
_CELL_STYLE = "width: 2.6em; height: 2.3em; text-align: center; padding: 1px; font: 11px monospace; line-height: 1.1"


class Cell(NamedTuple):
    """One cell of a grid.

    Attributes
    ----------
    name : str
        A hand class such as ``AKs``, or a card.
    value : float or None
        A fraction; None if the hand is not in the range, or the card cannot come.
    figure : str
        The fraction in whole percent, empty where nothing is written.
    """

    name: str
    value: float | None
    figure: str


def chart_cells(values: Sequence[float | None], *, what: str = "weight") -> list[list[Cell]]:
    """Return the 13 rows of a chart of the 169 hand classes, as `Range.class_weights` numbers them.

    Parameters
    ----------
    values : sequence of float or None
        A fraction for each class; None, and a weight of 0, is a hand that is not there.
    what : {"weight", "equity"}
        A weight of 1 needs no figure, an equity always has one.

    Examples
    --------
    >>> chart_cells([1.0, 0.5] + [0.0] * 167)[0][:3]
    [Cell(name='AA', value=1.0, figure=''), Cell(name='AKs', value=0.5, figure='50'), Cell(name='AQs', value=None, figure='')]
    """  # noqa: E501
    cells = []
    for hand_class, value in enumerate(values):
        there = value is not None and not (value == 0 and what == "weight")
        written = there and not (value == 1 and what == "weight")
        figure = whole_percent(value) if written and value is not None else ""
        cells.append(Cell(class_name(hand_class), value if there else None, figure))
    return [cells[i : i + 13] for i in range(0, 169, 13)]


def card_cells(shares: Mapping[str, float]) -> list[list[Cell]]:
    """Return a row of 13 cards for each suit, spades first, aces first.

    Examples
    --------
    >>> card_cells({"As": 0.75})[0][:2]
    [Cell(name='As', value=0.75, figure='75'), Cell(name='Ks', value=None, figure='')]
    """
    rows = [[rank + suit for rank in _HIGH_TO_LOW] for suit in SUITS]
    return [[Cell(card, shares.get(card), whole_percent(shares.get(card))) for card in row] for row in rows]


# --- text


def chart_text(weights: Sequence[float], *, color: bool = False) -> str:
    """Return 13 lines, one hand class per cell; small figures after a name are a mean weight in percent below 100.

    A line below says so where there are any. On a terminal that is too narrow for names the ranks stand at the edges.

    Parameters
    ----------
    weights : sequence of float
        The mean weight of each hand class, as `Range.class_weights` gives it.
    color : bool, optional
        Pairs, suited and offsuit hands on three background colours, missing hands dim.

    Examples
    --------
    >>> from equity.ranges import Range
    >>> print(chart_text(Range("QQ+,AKs:0.5").class_weights()).splitlines()[0].rstrip())
    AA    AKs₅₀ ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·
    """
    rows = chart_cells(weights)
    parts = any(cell.figure for row in rows for cell in row)
    width = 6 if parts else 5
    room = terminal_width()
    if room is not None and room < 13 * width:
        return "\n".join([*_narrow(rows), *([wrapped(_NARROW_LEGEND)] if parts else [])])
    draw = _colored if color else _plain
    lines = ["".join(draw(cell, width) for cell in row).rstrip() for row in rows]
    return "\n".join([*lines, *([_LEGEND] if parts else [])])


def _narrow(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """Return a chart of single letters: # for a whole hand, its tenths, a dot for none; offsuit hands below."""
    lines = [" ".join([" ", *_HIGH_TO_LOW])]
    for rank, row in zip(_HIGH_TO_LOW, rows, strict=True):
        lines.append(" ".join([rank, *(_mark(cell) for cell in row)]))
    return lines


def _mark(cell: Cell) -> str:
    if cell.value is None:
        return "·"
    return str(max(1, min(9, round(10 * cell.value)))) if cell.figure else "#"


def _label(cell: Cell) -> str:
    return cell.name + cell.figure.translate(_SMALL)


def _plain(cell: Cell, width: int) -> str:
    return ("·" if cell.value is None else _label(cell)).ljust(width)


def _colored(cell: Cell, width: int) -> str:
    if cell.value is None:
        return f"{_DIM} {cell.name.ljust(width - 1)}{_PLAIN}"
    background = HAND_KINDS[cell.name[2:]][bool(cell.figure)]
    return f"\x1b[97;48;5;{background}m {_label(cell).ljust(width - 1)}{_PLAIN}"


# --- HTML


def chart_html(
    values: Sequence[float | None], *, what: str = "weight", caption: str = "", sheet: str | None = None
) -> str:
    """Return a chart of the 169 hand classes as a table: a colour and a figure for each hand that is there.

    Parameters
    ----------
    values, what
        As for `chart_cells`.
    caption : str, optional
        Text above the table.
    sheet : str, optional
        Class of the table on a page with a style sheet; without one, styles stand in the cells.

    Examples
    --------
    >>> from equity.ranges import Range
    >>> html = chart_html(Range("AA:0.5").class_weights())
    >>> html.count("<td"), "AA<small>50</small>" in html.replace("<br>", ""), 'title="AA: weight 50.0 %"' in html
    (169, True, True)
    """
    rows = chart_cells(values, what=what)
    body = "".join(f"<tr>{''.join(_cell_html(cell, what, sheet, named=True) for cell in row)}</tr>" for row in rows)
    style = f' style="{_TABLE_STYLE}"' if sheet is None else f' class="{sheet}"'
    head = ""
    if caption:
        from html import escape  # late: terminals need no tables of HTML's names, which take 1.3 ms

        head = f"<caption>{escape(caption)}</caption>"
    return f"<table{style}>{head}{body}</table>"


def cards_grid_html(shares: Mapping[str, float], *, sheet: str, ends: tuple[float, float] = (0.0, 1.0)) -> str:
    """Return equities by the next card as a table, one row per suit, for a page with a style sheet.

    The colours go from one of the `ends` to the other, see `equity.show.palette.scale_ends`.

    Examples
    --------
    >>> cards_grid_html({"As": 0.75}, sheet="next").count('class="none"')
    51
    """
    head = "".join(f'<th scope="col">{rank}</th>' for rank in _HIGH_TO_LOW)
    rows = [f"<tr><td></td>{head}</tr>"]
    for (letter, suit), row in zip(SUITS.items(), card_cells(shares), strict=True):
        cells = "".join(_cell_html(cell, "equity", sheet, ends=ends) for cell in row)
        rows.append(f'<tr><th scope="row" class="{letter}">{suit.symbol}</th>{cells}</tr>')
    return f'<table class="{sheet}">{"".join(rows)}</table>'


def _cell_html(
    cell: Cell, what: str, sheet: str | None, *, named: bool = False, ends: tuple[float, float] = (0.0, 1.0)
) -> str:
    style = "" if sheet is not None else _CELL_STYLE
    if cell.value is None:
        faint = ' class="none"' if sheet is not None else f' style="{style}; opacity: 0.45"'
        return f"<td{faint}>{cell.name if named else ''}</td>"
    color = scale_color((cell.value - ends[0]) / (ends[1] - ends[0]))
    style = f"{style}{'; ' * bool(style)}background:{css(color)};color:{text_color(color)}"
    title = f"{cell.name}: {what} {100 * cell.value:.1f} %"
    small = f"<small>{cell.figure}</small>" if cell.figure else ""
    text = cell.name + ("<br>" * (sheet is None and bool(small))) + small if named else cell.figure
    return f'<td style="{style}" title="{title}">{text}</td>'


def scale_html(what: str, *, ends: tuple[float, float] = (0.0, 1.0)) -> str:
    """Return the colour scale with its ends named, for a page with a style sheet.

    Examples
    --------
    >>> scale_html("equity").startswith('<div class="legend">equity 0 %')
    True
    """
    stops = ",".join(css(scale_color(i / 8)) for i in range(9))
    low, high = (f"{100 * end:.0f} %" for end in ends)
    return f'<div class="legend">{what} {low}<i style="background:linear-gradient(90deg,{stops})"></i>{high}</div>'
