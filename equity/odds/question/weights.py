"""Turn weights into whole numbers, so that weighted counts are exact.

Rules of the file: pure Python. A weight somebody typed, such as 0.25 or 1/3 rounded to 0.3333, is a decimal fraction:
times a power of ten, or less, it is a whole number, and sums of products of whole numbers have no rounding error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import lcm, prod

__all__ = ["LARGEST_SCALE", "sum_products", "whole_ranges", "whole_scale", "whole_weights"]

LARGEST_SCALE = 10_000  # four decimals; beyond that the weights are taken as they are
_MOST = 1 << 40  # of the product of all players' weights: it must fit one int64 with the number of boards to spare


def whole_scale(weights: Iterable[float]) -> int | None:
    """Return the smallest whole number that makes all weights whole, or None if it exceeds `LARGEST_SCALE`.

    Examples
    --------
    >>> whole_scale([1.0, 0.5, 0.25]), whole_scale([1.0]), whole_scale([2 ** 0.5])
    (4, 1, None)
    """
    scale = 1
    broken = {weight for weight in set(weights) if weight != int(weight)}
    if broken:
        from fractions import Fraction  # late: it would slow down the start of the shortest commands
    for weight in broken:
        scale = lcm(scale, Fraction(repr(float(weight))).denominator)
        if scale > LARGEST_SCALE:
            return None
    return scale


def whole_weights(weights: Iterable[float]) -> tuple[list[int] | list[float], int]:
    """Return the weights as whole numbers and the scale they were multiplied with; unchanged and 1 if none is known.

    Examples
    --------
    >>> whole_weights([1.0, 0.5])
    ([2, 1], 2)
    """
    given = list(weights)
    scale = whole_scale(given)
    if scale is None:
        return given, 1
    whole = {weight: round(weight * scale) for weight in set(given)}
    return [whole[weight] for weight in given], scale


def whole_ranges(ranges: Iterable[Mapping[int, float]]) -> tuple[list[list[int]], int] | None:
    """Return the weights of all players as whole numbers and the product of their scales, or None if that is too much.

    Examples
    --------
    >>> whole_ranges([{0: 0.5, 3: 1.0}, {7: 0.1}]), whole_ranges([{0: 1 / 3}])
    (([[1, 2], [1]], 20), None)
    """
    columns, scale = [], 1
    for combos in ranges:
        weights, own = whole_weights(combos.values())
        whole = [weight for weight in weights if isinstance(weight, int)]
        if len(whole) < len(weights):
            return None
        columns.append(whole)
        scale *= own
    return (columns, scale) if prod(map(max, columns)) < _MOST else None


def sum_products(weights: Iterable[float], counts: Iterable[float], *, whole: bool) -> float:
    """Return the sum of products; as a whole number of any size if `whole`, which says that all factors are.

    Examples
    --------
    >>> sum_products([2.0, 1.0], [2.0 ** 52, 1.0], whole=True)
    9007199254740993
    """
    if whole:
        return sum(int(weight) * int(count) for weight, count in zip(weights, counts, strict=True))
    return sum(weight * count for weight, count in zip(weights, counts, strict=True))
