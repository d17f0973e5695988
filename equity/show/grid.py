"""A range -> the usual 13 x 13 chart as terminal text.

Rules of the file: it draws 169 numbers; suited hands lie above the diagonal, offsuit hands below, aces first.
"""

from __future__ import annotations

from collections.abc import Sequence

from equity.cards import class_name

__all__ = ["LEGEND", "range_grid"]

LEGEND = "small figures: the mean weight of the hand's combos in percent"
_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"
# background colours of the 256-colour table, full and partial: pairs, suited, offsuit
_FULL = {"": 130, "s": 28, "o": 25}
_PART = {"": 94, "s": 22, "o": 17}


def range_grid(weights: Sequence[float], *, color: bool = False) -> str:
    """Return 13 lines, one hand class per cell; small figures after a name are a mean weight in percent below 100.

    Parameters
    ----------
    weights : sequence of float
        The mean weight of each hand class, as `Range.class_weights` gives it.
    color : bool, optional
        Pairs, suited and offsuit hands on three background colours, missing hands dim.

    Examples
    --------
    >>> from equity.ranges import Range
    >>> print(range_grid(Range("QQ+,AKs:0.5").class_weights()).splitlines()[0].rstrip())
    AA    AKs₅₀ ·     ·     ·     ·     ·     ·     ·     ·     ·     ·     ·
    """
    width = 6 if any(0 < weight < 1 for weight in weights) else 5
    cell = _colored if color else _plain
    rows = [[cell(13 * row + column, weights[13 * row + column], width) for column in range(13)] for row in range(13)]
    return "\n".join("".join(row).rstrip() for row in rows)


def _label(hand_class: int, weight: float) -> str:
    if weight >= 1:
        return class_name(hand_class)
    return class_name(hand_class) + str(max(1, min(99, round(100 * weight)))).translate(_SMALL)


def _plain(hand_class: int, weight: float, width: int) -> str:
    return (_label(hand_class, weight) if weight > 0 else "·").ljust(width)


def _colored(hand_class: int, weight: float, width: int) -> str:
    name = class_name(hand_class)
    if weight <= 0:
        return f"{_DIM} {name.ljust(width - 1)}{_PLAIN}"
    background = (_FULL if weight >= 1 else _PART)[name[2:]]
    return f"\x1b[97;48;5;{background}m {_label(hand_class, weight).ljust(width - 1)}{_PLAIN}"
