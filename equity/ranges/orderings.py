"""Named orders of the 169 hand classes, for ``top 15%``.

Rules of the file: an order has a name and a stated rule; programs differ in theirs, so a percentage only means
something together with the name.

``equity``
    Exact all-in equity before the flop against one random hand. The default; `equity.generate.ordering` makes it.
``chen``
    Bill Chen's formula (points for the high card, pairs, suits and gaps, half points rounded up); equal points are
    ordered by ``equity``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.cards import COMBOS, RANKS, class_name, combos_of_class, parse_class
from equity.errors import RangeError
from equity.ranges.percentages import quote

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["DEFAULT", "ORDERINGS", "chen_points", "order_of", "top_classes"]

DEFAULT = "equity"
ORDERINGS = ("equity", "chen")

_CHEN_HIGH = dict(zip(RANKS, (1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 10), strict=True))
_CHEN_GAP = (0, 0, 1, 2, 4, 5)


def chen_points(hand_class: int) -> float:
    """Return the Chen formula's points of a hand class.

    Examples
    --------
    >>> [chen_points(parse_class(name)) for name in ("AA", "AKs", "TT", "75s", "72o")]
    [20.0, 12.0, 10.0, 6.0, -1.0]
    """
    name = class_name(hand_class)
    high, low = name[0], name[1]
    points: float = _CHEN_HIGH[high]
    if high == low:
        return max(5.0, 2.0 * points)
    distance = RANKS.index(high) - RANKS.index(low)
    points += (2 if name[2] == "s" else 0) - _CHEN_GAP[min(distance, 5)]
    if distance <= 2 and high in "23456789TJ":
        points += 1
    return -(-float(points) // 1)  # half points round up


def order_of(name: str = DEFAULT) -> tuple[int, ...]:
    """Return the 169 hand classes of a named ordering, best first.

    Examples
    --------
    >>> [class_name(c) for c in order_of("equity")[:4]]
    ['AA', 'KK', 'QQ', 'JJ']
    """
    from pathlib import Path

    if name not in ORDERINGS:
        raise RangeError(f"{quote(name)} is not an ordering of hands; choose {' or '.join(ORDERINGS)}")
    data = Path(__file__).resolve().parent.parent / "data" / "equity_order.txt"
    classes = tuple(map(parse_class, data.read_text(encoding="ascii").split()))
    return classes if name == "equity" else tuple(sorted(classes, key=chen_points, reverse=True))


def top_classes(part: Fraction, name: str = DEFAULT) -> list[int]:
    """Return the best hand classes that together are at most `part` of all 1,326 combos.

    Whole classes in order, stopping before the one that would exceed `part`.

    Examples
    --------
    >>> from fractions import Fraction
    >>> [class_name(c) for c in top_classes(Fraction(2, 100))]
    ['AA', 'KK', 'QQ', 'JJ']
    """
    chosen: list[int] = []
    combos = 0
    for hand_class in order_of(name):
        combos += len(combos_of_class(hand_class))
        if combos > part * COMBOS:
            break
        chosen.append(hand_class)
    return chosen
