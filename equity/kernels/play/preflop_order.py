"""The order of starting hands that the built-in strategies use: Chen's point count, ties broken by the cards.

Rules of the file: NumPy only, computed on import. Bill Chen's formula (published in "Hold'em Excellence", L. Krieger,
1995) scores a hand from its high card, pair, suit and gap; it needs no table, and a strategy that opens the best 22 %
by it plays hands a person would.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from equity.cards import COMBOS, combo_cards

__all__ = ["COMBO_ORDER", "PERCENTILE"]

_HIGH = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 10.0)  # 2 .. A
_GAP = (0.0, 1.0, 2.0, 4.0)


def _points(high: int, low: int, suited: bool) -> float:
    """Return Chen's points of two ranks (0 = deuce), unrounded."""
    if high == low:
        return max(5.0, 2 * _HIGH[high])
    gap = high - low - 1
    points = _HIGH[high] + (2.0 if suited else 0.0) - (_GAP[gap] if gap < 4 else 5.0)
    return points + (1.0 if gap < 2 and high < 10 else 0.0)


def _sort_key(combo: int) -> tuple[float, int, int, int]:
    first, second = combo_cards(combo)
    high, low = first >> 2, second >> 2
    return -_points(high, low, first & 3 == second & 3), -high, -low, -combo


COMBO_ORDER: NDArray[np.int16] = np.array(sorted(range(COMBOS), key=_sort_key), np.int16)  # best first
PERCENTILE: NDArray[np.float64] = np.empty(COMBOS)  # share of combos that are better, so that PERCENTILE < 0.22 is 22 %
PERCENTILE[COMBO_ORDER] = (np.arange(COMBOS) + 0.5) / COMBOS
