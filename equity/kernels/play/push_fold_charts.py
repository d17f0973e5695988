"""The equilibria of push or fold heads-up, as the built-in player `push-fold` reads them.

Rules of the file: arrays and the look-up. `equity.generate.push_fold` makes the file and says what its two axes are.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from equity.kernels.cards.random_numbers import draw_below
from equity.kernels.compile.decorators import inner
from equity.kernels.hands.records import OUT

__all__ = ["CHARTS", "DEPTHS", "RATIOS", "is_played", "small_blind_seat"]

with np.load(Path(__file__).resolve().parents[2] / "data" / "push_fold.npz") as _file:
    RATIOS: NDArray[np.float64] = _file["RATIOS"]  # the small blind's loss by folding in units of its win by stealing
    DEPTHS: NDArray[np.float64] = _file["DEPTHS"]  # stacks in the same unit
    CHARTS: NDArray[np.uint8] = _file["CHARTS"]  # parts of 255, by ratio, depth, push or call, hand class
_WHOLE = 255


@inner
def _nearest(grid, value):
    """Return the index of the entry of a rising grid that is nearest to a value."""
    low, high = 0, grid.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if value - grid[middle] > grid[middle + 1] - value:
            low = middle + 1
        else:
            high = middle
    return low


@inner
def _hand_class(a, b):
    """Return the hand class of two cards, as `equity.cards` numbers them."""
    high, low = max(a >> 2, b >> 2), min(a >> 2, b >> 2)
    row, column = 12 - high, 12 - low
    return 13 * row + column if (a & 3) == (b & 3) else 13 * column + row


@inner
def small_blind_seat(h):
    """Return the seat of the small blind heads-up: the button, or the next seat after a dead button."""
    s = np.int64(h["button"])
    while h["status"][s] == OUT:
        s = s + 1 if s + 1 < h["seats"] else np.int64(0)
    return s


@inner
def is_played(h, u, calls, stream):
    """Say whether the equilibrium of this stack, heads-up, pushes the actor's hand (calls 0) or calls with it (1).

    A mixed hand draws from the stream. Antes count as dead money, the big blind's alone as half of each player's.
    """
    me = np.int64(h["actor"])
    small = small_blind_seat(h)
    big = 0
    for s in range(h["seats"]):
        if s != small and h["status"][s] != OUT:
            big = s
    alone = u["one_ante"] == 1
    ante = np.float64(u["ante"])
    dead = 0.5 * ante if alone else ante
    own, other = np.float64(h["start"][small]), np.float64(h["start"][big])
    depth = min(own, other - ante) + dead if alone else min(own, other)
    unit = np.float64(u["big_blind"]) + dead
    ratio = (np.float64(u["small_blind"]) + dead) / unit
    a, b = np.int64(h["hole"][me, 0]), np.int64(h["hole"][me, 1])
    share = np.int64(CHARTS[_nearest(RATIOS, ratio), _nearest(DEPTHS, depth / unit), calls, _hand_class(a, b)])
    if 0 < share < _WHOLE:
        return draw_below(stream, _WHOLE) < share
    return share > 0
