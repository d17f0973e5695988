"""Number the heads-up matchups that differ up to suits, so that a table of them can be read by position.

Rules of the file: pure arithmetic on combos, no table; NumPy only inside `slot_grid`. `shape_of` and `slot_of_shapes`
are written so that Numba compiles them too (`equity.kernels.hands.all_ins`).

Of two hands the table needs to know their kinds (pair, suited, offsuit), their ranks, and which suits they share. Each
of the six pairs of kinds is a rectangle or triangle of rank pairs times a fixed number of suit patterns (the number of
suits two pairs share; whether suited hands agree; where an offsuit hand's two suits appear in the other). Laid end to
end these are 52,338 *slots*. 5,252 of them stand empty, where equal ranks make a pattern impossible; a few matchups of
one hand class against itself own two slots that mirror each other. That costs 30 kB and saves a search.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from equity.cards import COMBOS, combo_cards

__all__ = ["SLOTS", "combo_shape", "shape_of", "slot_grid", "slot_of", "slot_of_shapes"]

# First slot of each pair of kinds; kinds are ordered pair, suited, offsuit.
_PAIR_PAIR = 0
_PAIR_SUITED = 91 * 3
_PAIR_OFF = _PAIR_SUITED + 13 * 78 * 2
_SUITED_SUITED = _PAIR_OFF + 13 * 78 * 4
_SUITED_OFF = _SUITED_SUITED + 3081 * 2
_OFF_OFF = _SUITED_OFF + 78 * 78 * 3
SLOTS = _OFF_OFF + 3081 * 7


def shape_of(high: int, low: int) -> tuple[int, int, int, int]:
    """Return the shape of a hand of two cards, the higher card first; see `combo_shape`."""
    a, b = high >> 2, low >> 2
    if a == b:
        return 0, a, high & 3, low & 3
    return (1 if high & 3 == low & 3 else 2), a * (a - 1) // 2 + b, high & 3, low & 3


@cache
def combo_shape(combo: int) -> tuple[int, int, int, int]:
    """Return a combo's kind (0 pair, 1 suited, 2 offsuit), rank index in that kind, and the suits of its two cards.

    Examples
    --------
    >>> from equity.cards import combo_index, parse_cards
    >>> combo_shape(combo_index(*parse_cards("AsKh")))
    (2, 77, 3, 2)
    """
    return shape_of(*combo_cards(combo))


def slot_of(first: int, second: int) -> tuple[int, bool]:
    """Return the slot of two combos that share no card, and whether the table's seats are the other way round.

    Examples
    --------
    >>> from equity.cards import combo_index, parse_cards
    >>> aces, kings = combo_index(*parse_cards("AsAh")), combo_index(*parse_cards("KsKd"))
    >>> slot_of(aces, kings), slot_of(kings, aces)
    ((268, True), (268, False))
    """
    one, two = combo_shape(first), combo_shape(second)
    swapped = one[:2] > two[:2]
    return (slot_of_shapes(*two, *one) if swapped else slot_of_shapes(*one, *two)), swapped


def slot_of_shapes(kind: int, i: int, a: int, b: int, other: int, j: int, c: int, d: int) -> int:
    """Return the slot of two shapes, the one of the lower kind (or of the same kind and lower rank index) first."""
    triangle = j * (j + 1) // 2 + i
    if other == 0:
        return _PAIR_PAIR + 3 * triangle + (a in (c, d)) + (b in (c, d))
    if kind == 0:
        if other == 1:
            return _PAIR_SUITED + 2 * (78 * i + j) + (c in (a, b))
        return _PAIR_OFF + 4 * (78 * i + j) + 2 * (c in (a, b)) + (d in (a, b))
    if kind == 1:
        if other == 1:
            return _SUITED_SUITED + 2 * triangle + (a == c)
        return _SUITED_OFF + 3 * (78 * i + j) + (a == c) + 2 * (a == d)
    pattern = 3 * ((c == a) + 2 * (c == b)) + (d == a) + 2 * (d == b)  # never 4 or 8: c and d differ
    return _OFF_OFF + 7 * triangle + pattern - (pattern > 4)


@cache
def _shapes() -> Any:
    import numpy as np

    return np.array([combo_shape(combo) for combo in range(COMBOS)], np.int32)


def slot_grid(first: Any, second: Any) -> tuple[Any, Any]:
    """Return `slot_of` for every combo of `first` against every combo of `second`.

    Parameters
    ----------
    first, second : sequence of int
        Combo numbers.

    Returns
    -------
    slots : uint16 array, shape (len(first), len(second))
        Meaningless where two combos share a card.
    swapped : bool array, same shape

    Examples
    --------
    >>> slots, swapped = slot_grid([1325], [1126, 0])
    >>> slots.tolist(), swapped.tolist()
    ([[268, 234]], [[True, True]])
    """
    import numpy as np

    rows = _shapes()[np.asarray(first, np.int64)]
    columns = _shapes()[np.asarray(second, np.int64)]
    slots = np.zeros((len(rows), len(columns)), np.uint16)
    swapped = np.zeros(slots.shape, bool)
    for kind in range(3):
        for other in range(3):
            inside = np.ix_(np.flatnonzero(rows[:, 0] == kind), np.flatnonzero(columns[:, 0] == other))
            if kind > other:
                found = _slots_of_kinds(columns[inside[1][0]], rows[inside[0][:, 0]])
                slots[inside], swapped[inside] = found.T, True
            else:
                one, two = rows[inside[0][:, 0]], columns[inside[1][0]]
                slots[inside] = _slots_of_kinds(one, two)
                if kind == other:
                    turned = one[:, None, 1] > two[None, :, 1]
                    slots[inside] = np.where(turned, _slots_of_kinds(two, one).T, slots[inside])
                    swapped[inside] = turned
    return slots, swapped


def _slots_of_kinds(one: Any, two: Any) -> Any:  # noqa: PLR0911 - one return a pair of kinds reads best
    """Return the slots of hands of one kind (rows of shapes) against hands of one kind, lower kind first."""
    import numpy as np

    if not len(one) or not len(two):
        return np.zeros((len(one), len(two)), np.int32)
    i, a, b = one[:, None, 1], one[:, None, 2], one[:, None, 3]
    j, c, d = two[None, :, 1], two[None, :, 2], two[None, :, 3]
    kinds = int(one[0, 0]), int(two[0, 0])
    triangle = j * (j + 1) // 2 + i
    if kinds == (0, 0):
        return _PAIR_PAIR + 3 * triangle + ((a == c) | (a == d)) + ((b == c) | (b == d))
    if kinds == (0, 1):
        return _PAIR_SUITED + 2 * (78 * i + j) + ((c == a) | (c == b))
    if kinds == (0, 2):
        return _PAIR_OFF + 4 * (78 * i + j) + 2 * ((c == a) | (c == b)) + ((d == a) | (d == b))
    if kinds == (1, 1):
        return _SUITED_SUITED + 2 * triangle + (a == c)
    if kinds == (1, 2):
        return _SUITED_OFF + 3 * (78 * i + j) + (a == c) + 2 * (a == d)
    pattern = 3 * ((c == a) + 2 * (c == b)) + (d == a) + 2 * (d == b)
    return _OFF_OFF + 7 * triangle + pattern - (pattern > 4)
