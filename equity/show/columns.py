"""Plain text columns, the layout every table of the command has."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["columns", "percent"]

_DOT = "·"


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


def percent(share: float, *, digits: int = 2) -> str:
    """Return a share as a percentage: a dot for none, and never a zero for something.

    Examples
    --------
    >>> percent(0.5), percent(0), percent(1e-7), percent(0.99999999)
    ('50.00 %', '·', '<0.01 %', '>99.99 %')
    """
    if share == 0:
        return _DOT
    step = 10.0**-digits
    text = f"{100 * share:.{digits}f}"
    if 0 < share < 1:
        if 100 * share < step / 2:
            return f"<{step:.{digits}f} %"
        if text == f"{100:.{digits}f}":
            return f">{100 - step:.{digits}f} %"
    return f"{text} %"
