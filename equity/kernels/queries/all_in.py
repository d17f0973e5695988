"""Each player's share of the pot if all known hands go all in on a street: every card to come counted.

Runouts are counted by ranks and flushes, as exact equities are: on the flop 1.4 µs for two hands, against 13 for a
showdown on each of 990 boards.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import kernel
from equity.kernels.equities.enumeration import count_runouts
from equity.runouts import MULTISET_KEYS

__all__ = ["share_runouts"]


@kernel
def share_runouts(holes, boards, street, dead, equities):
    """Share the pot of every way the board can go on among the players.

    holes, boards : uint8[N, P, 2], uint8[N, 5]
    street : int                3 or 4 cards on the board
    dead : uint8[D]             cards that do not come
    equities : float64[P, N]    filled in place
    """
    players = holes.shape[1]
    lanes = np.empty((2, 4), np.uint64)
    left = np.empty(13, np.int64)
    keys = np.empty(players, np.uint64)
    counts = np.empty(1 << players, np.int64)
    scratch = (
        np.empty(MULTISET_KEYS.size, np.int64),
        np.empty(13, np.int64),
        np.empty(players, np.uint64),
        np.empty(players, np.int64),
    )
    for i in range(boards.shape[0]):
        count_runouts(holes[i], boards[i, :street], dead, lanes, left, keys, scratch, counts)
        total = np.int64(0)
        for p in range(players):
            equities[p, i] = 0.0
        for winners in range(1, counts.size):
            if counts[winners]:
                total += counts[winners]
                number = 0
                for p in range(players):
                    number += (winners >> p) & 1
                for p in range(players):
                    if (winners >> p) & 1:
                        equities[p, i] += counts[winners] / number
        for p in range(players):
            equities[p, i] /= total
