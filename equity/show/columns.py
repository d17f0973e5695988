"""Plain text: columns, the layout every table of the command has, percentages, and long texts cut short."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["columns", "percent", "shorten", "whole_percent"]

_DOT = "·"
_WIDEST = 44


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
