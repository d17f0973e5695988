"""Plain text: tables that fit the terminal, percentages, and long texts cut short.

Rules of the file: text in, lines out. `columns` aligns and nothing else; `table` also fits what it aligns into the
width of the terminal, from 40 columns up. Where standard output is not a terminal there is no limit, so that files and
pipes get whole lines; the variable COLUMNS sets one anyway.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["DOT", "columns", "percent", "shorten", "table", "terminal_width", "whole_percent", "wrapped"]

DOT = "·"
_WIDEST = 44
_NARROWEST = 40
_LEAST_NAME = 8
_GOOD_NAME = 12  # a table is cut before its names are shorter than that
_PLAIN = "\x1b[0m"


def columns(rows: Sequence[Sequence[str]], *, left: int = 1, indent: str = "") -> list[str]:
    """Return rows as lines of equal columns: the first `left` columns to the left, the others to the right.

    Examples
    --------
    >>> columns([["player", "equity"], ["AsKs", "46.2 %"]])
    ['player  equity', 'AsKs    46.2 %']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            text.ljust(width) if i < left else text.rjust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def table(
    rows: Sequence[Sequence[str]], *, left: int = 1, width: int | None = None, colors: Sequence[str] = ()
) -> list[str]:
    r"""Return rows as aligned lines that fit a width: the first column is shortened, then the others go below.

    Parameters
    ----------
    rows : sequence of sequences of str
        Cells; the first column names the rows and stands in every part of a table that is cut.
    left : int, optional
        Columns of text, as for `columns`.
    width : int, optional
        Letters per line; by default the terminal's.
    colors : sequence of str, optional
        What switches on the colour of each row, empty for none.

    Examples
    --------
    >>> rows = [["player", "equity", "win", "tie"], ["AsKs", "46.2 %", "46.0 %", "0.4 %"]]
    >>> print("\n".join(table(rows, width=20)))
    player  equity
    AsKs    46.2 %
    <BLANKLINE>
    player     win
    AsKs    46.0 %
    <BLANKLINE>
    player    tie
    AsKs    0.4 %
    """
    width = terminal_width() if width is None else width
    parts = [list(range(len(rows[0])))] if width is None else _parts(rows, width)
    lines: list[str] = []
    for part in parts:
        own = [[row[i] for i in part] for row in rows]
        if width is not None:
            own = _fitted(own, width)
        shown = columns(own, left=sum(i < left for i in part))
        painted = [f"{color}{line}{_PLAIN}" if color else line for color, line in zip(colors, shown, strict=False)]
        lines += [""] * bool(lines) + (painted or shown)
    return lines


def _parts(rows: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    """Return the columns of each part of a table, the first column in all of them."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    name = min(widths[0], max(_LEAST_NAME, width // 3))
    if min(widths[0], _GOOD_NAME) + sum(2 + w for w in widths[1:]) <= width:
        return [list(range(len(widths)))]
    parts, room = [[0]], width - name
    for i, w in enumerate(widths[1:], 1):
        if room < 2 + w and len(parts[-1]) > 1:
            parts.append([0])
            room = width - name
        parts[-1].append(i)
        room -= 2 + w
    return parts


def _fitted(rows: list[list[str]], width: int) -> list[list[str]]:
    """Return rows with the first column, and then the last, cut to what there is room for."""
    for i, least in ((0, _LEAST_NAME), (-1, 1)):
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        room = width - sum(widths) - 2 * (len(widths) - 1) + widths[i]
        if room < widths[i]:
            for row in rows:
                row[i] = shorten(row[i], max(room, min(least, widths[i])))
    return rows


def terminal_width() -> int | None:
    """Return how many letters a line may have, at least 40; None where standard output is not a terminal.

    Examples
    --------
    >>> terminal_width() is None or terminal_width() >= 40
    True
    """
    import os
    import sys

    width = os.environ.get("COLUMNS", "")
    if width.isascii() and width.isdigit() and len(width) < 6 and int(width):
        return max(int(width), _NARROWEST)
    try:
        return max(os.get_terminal_size(sys.stdout.fileno()).columns, _NARROWEST) if sys.stdout.isatty() else None
    except (OSError, ValueError, AttributeError):  # no terminal, or a standard output of the caller's own making
        return None


def wrapped(text: str, *, indent: str = "", width: int | None = None) -> str:
    """Return a text in lines that fit a width, by default the terminal's; lines after the first are indented.

    Examples
    --------
    >>> print(wrapped("to win  pair  Ah Ad Ac", indent="  ", width=18))
    to win  pair  Ah
      Ad Ac
    """
    width = terminal_width() if width is None else width
    if width is None or len(text) <= width:
        return text
    from textwrap import fill

    return fill(text, width, subsequent_indent=indent, break_on_hyphens=False)


def percent(share: float, *, digits: int = 2, none: str = "0 %") -> str:
    """Return a share as a percentage: ``0 %`` and ``100.00 %`` are for none and all alone.

    Parameters
    ----------
    share : float
        0 to 1.
    digits : int, optional
        Decimals.
    none : str, optional
        What stands for 0: in columns where most figures are 0 a `DOT` leaves the others to be seen.

    Examples
    --------
    >>> percent(0.5), percent(0), percent(0, none=DOT), percent(1e-7), percent(0.99999999)
    ('50.00 %', '0 %', '·', '<0.01 %', '>99.99 %')
    """
    if share == 0:
        return none
    step = 10.0**-digits
    text = f"{100 * share:.{digits}f}"
    if 0 < share < 1:
        if 100 * share < step / 2:
            return f"<{step:.{digits}f} %"
        if text == f"{100:.{digits}f}":
            return f">{100 - step:.{digits}f} %"
    return f"{text} %"


def whole_percent(share: float | None) -> str:
    """Return a share in whole percent without a sign, for small places: 0 and 100 are for none and all alone.

    Examples
    --------
    >>> whole_percent(0.5), whole_percent(0.001), whole_percent(0.999), whole_percent(1), whole_percent(None)
    ('50', '1', '99', '100', '')
    """
    if share is None:
        return ""
    return str(max(1, min(99, round(100 * share))) if 0 < share < 1 else round(100 * share))


def shorten(text: str, width: int = _WIDEST) -> str:
    """Return a text, usually a range, in at most `width` letters.

    Examples
    --------
    >>> shorten("AsKs"), len(shorten("AsKs," * 50)), shorten("AsKs,QQ", 6)
    ('AsKs', 44, 'AsKs,…')
    """
    return text if len(text) <= width else text[: width - 1] + "…"
