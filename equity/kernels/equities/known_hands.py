"""Many small questions at once: known hands, each with its own board and dead cards."""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import kernel
from equity.kernels.equities.enumeration import count_runouts
from equity.runouts import MULTISET_KEYS

__all__ = ["count_spots"]


@kernel
def count_spots(holes, boards, dead, counts):
    """Count the sets of winners of every spot over all its boards.

    holes : uint8[N, P, 2]
    boards : uint8[N, 0, 3, 4 or 5]
    dead : uint8[N, D]
    counts : int64[N, 2 ** P]   filled in place; indexed by the set of winners (bit p: player p)
    """
    players = holes.shape[1]
    lanes = np.empty((2, 4), np.uint64)
    left = np.empty(13, np.int64)
    keys = np.empty(players, np.uint64)
    scratch = (
        np.empty(MULTISET_KEYS.size, np.int64),
        np.empty(13, np.int64),
        np.empty(players, np.uint64),
        np.empty(players, np.int64),
    )
    for n in range(holes.shape[0]):
        count_runouts(holes[n], boards[n], dead[n], lanes, left, keys, scratch, counts[n])
