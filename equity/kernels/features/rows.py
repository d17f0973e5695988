"""Which row has a card twice, or is otherwise no deal."""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.cards.bits import count_bits
from equity.kernels.compile.decorators import kernel

__all__ = ["find_repeated"]

_ONE = np.uint64(1)


@partial(kernel, straight=True)
def find_repeated(holes, boards):
    """Return the first row with a card twice, -1 for none; holes: uint8[N, 0..2], boards: uint8[N, 0..5]."""
    count = np.uint64(holes.shape[1] + boards.shape[1])
    for i in range(boards.shape[0]):
        seen = np.uint64(0)
        for j in range(holes.shape[1]):
            seen |= _ONE << np.uint64(holes[i, j])
        for j in range(boards.shape[1]):
            seen |= _ONE << np.uint64(boards[i, j])
        if count_bits(seen) != count:
            return i
    return -1
