"""Hands with ``+`` and ``-``: lists of shapes from one or two ends.

Rules of the file: shapes in, shapes out. How ``T9s+`` is read is decided here and nowhere else.
"""

from __future__ import annotations

from equity.cards import RANKS
from equity.errors import RangeError
from equity.ranges.hands import Shape

__all__ = ["hands_above", "hands_below", "hands_between", "is_neighbours"]

_TWO_KINDS = "a span needs two pairs or two unpaired hands, such as QQ-99, A5s-A2s or JTs-87s"


def is_neighbours(shape: Shape) -> bool:
    """Whether ``+`` has two readings: adjacent ranks with room above (not AK)."""
    return shape.low >= 0 and shape.high - shape.low == 1 and shape.high < 12


def hands_above(shape: Shape, *, climb: bool = True) -> list[Shape]:
    """Return what ``shape+`` stands for.

    Pairs go up to AA, QX up to AX. Ranks with a gap keep the high card and raise the kicker to one below it.
    Neighbours raise both cards, or stand alone if `climb` is False.

    Examples
    --------
    >>> [s.name for s in hands_above(Shape(8, 7, "s"))]
    ['T9s', 'JTs', 'QJs', 'KQs', 'AKs']
    >>> [s.name for s in hands_above(Shape(12, 9))]
    ['AJ', 'AQ', 'AK']
    """
    high, low = shape.high, shape.low
    if low < 0:
        return [shape._replace(high=rank) for rank in range(high, 13)]
    if high == low:
        return [shape._replace(high=rank, low=rank) for rank in range(high, 13)]
    if high - low == 1 and climb:
        return [shape._replace(high=rank, low=rank - 1) for rank in range(high, 13)]
    return [shape._replace(low=rank) for rank in range(low, high)]


def hands_below(shape: Shape) -> list[Shape]:
    """Return what ``shape-`` stands for: pairs down to 22, else the kicker down to 2; ``5X-`` has no card above 5.

    Examples
    --------
    >>> [s.name for s in hands_below(Shape(12, 3, "s"))]
    ['A5s', 'A4s', 'A3s', 'A2s']
    """
    high, low = shape.high, shape.low
    if low < 0:
        shapes = [shape._replace(high=a, low=b) for a in range(high, -1, -1) for b in range(a - 1, -1, -1)]
        pairs = [shape._replace(high=a, low=a) for a in range(high, -1, -1) if shape.pairs and not shape.kind]
        return shapes + pairs
    if high == low:
        return [shape._replace(high=rank, low=rank) for rank in range(high, -1, -1)]
    return [shape._replace(low=rank) for rank in range(low, -1, -1)]


def hands_between(first: Shape, second: Shape) -> list[Shape]:
    """Return the span between two ends in either order.

    Examples
    --------
    >>> [s.name for s in hands_between(Shape(9, 8), Shape(7, 6, "s"))]
    ['JTs', 'T9s', '98s']
    """
    text = f"{first.name}-{second.name}"
    _check_ends(first, second, text)
    kind = second.kind
    top, bottom = (first, second) if (first.high, first.low) >= (second.high, second.low) else (second, first)
    top, bottom = top._replace(kind=kind), bottom._replace(kind=kind)
    if top.high == bottom.high and top.low != top.high:
        return [top._replace(low=low) for low in range(top.low, bottom.low - 1, -1)]
    gap = top.high - top.low
    if gap != bottom.high - bottom.low:
        raise RangeError(
            f"{text!r}: both ends need the same high card ({_same_high(top)}) or the same gap "
            f"({first.name} has {first.high - first.low}, {second.name} has {second.high - second.low})"
        )
    return [top._replace(high=high, low=high - gap) for high in range(top.high, bottom.high - 1, -1)]


def _same_high(shape: Shape) -> str:
    high = RANKS[shape.high]
    return f"{shape.name}-{high}{RANKS[0]}{shape.kind}" if shape.low else f"A5{shape.kind}-A2{shape.kind}"


def _check_ends(first: Shape, second: Shape, text: str) -> None:
    for end in (first, second):
        if end.low < 0 or end.high_suit >= 0 or end.low_suit >= 0:
            raise RangeError(f"{text!r}: {_TWO_KINDS}; {end.name} cannot end one")
    if (first.high == first.low) != (second.high == second.low):
        raise RangeError(f"{text!r}: {_TWO_KINDS}")
    if first.kind and second.kind and first.kind != second.kind:
        pieces = ",".join(f"{first.name[:2]}{k}-{second.name[:2]}{k}" for k in "so")
        raise RangeError(f"{text!r} mixes suited and offsuit; write {pieces}")
    if first.kind and not second.kind:
        raise RangeError(f"{text!r} marks only the first end; write {first.name}-{second.name}{first.kind}")
