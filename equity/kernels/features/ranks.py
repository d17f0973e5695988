"""Sets of ranks: how often each stands in a hand, the straights in them, and what completes one.

Everything about straights is a table by set of 13 ranks, as there are but 8,192 of them.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import inner

__all__ = [
    "COMPLETING",
    "CONNECTED",
    "RANK_SET",
    "STRAIGHTS",
    "STRAIGHT_TOPS",
    "WINDOWS",
    "lane_of",
    "ranks_held",
]

RANK_SET = np.uint64(0x1FFF)
_ALL = np.arange(1 << 13)
# The ten straights as sets, five-high to ace-high; the wheel holds the ace.
_WINDOWS = np.array([0x100F, *(0x1F << low for low in range(9))])
WINDOWS = _WINDOWS.astype(np.uint64)
_HELD = np.bitwise_count(_ALL[:, None] & _WINDOWS).astype(np.uint8)

# By set: the highest rank of its best straight (3 to 12), 0 for none.
STRAIGHT_TOPS = ((_HELD == 5) * np.arange(3, 13)).max(axis=1).astype(np.uint8)
# Most ranks in one straight, and in how many straights it has three or more.
CONNECTED = _HELD.max(axis=1)
STRAIGHTS = (_HELD >= 3).sum(axis=1).astype(np.uint8)
# Ranks outside of it that make a straight, or a higher one.
_WITH = _ALL[:, None] | 1 << np.arange(13)
_HIGHER = STRAIGHT_TOPS[_WITH] > STRAIGHT_TOPS[:, None]
COMPLETING = (_HIGHER << np.arange(13)).sum(axis=1).astype(np.uint16)


@inner
def lane_of(mask, suit):
    """Return the ranks of one suit in a set of cards, as a uint64."""
    return (mask >> np.uint64(16 * suit)) & RANK_SET


@inner
def ranks_held(mask):
    """Return the sets of ranks that a set of cards has at least once, twice, three times and four times."""
    c, d, h, s = lane_of(mask, 0), lane_of(mask, 1), lane_of(mask, 2), lane_of(mask, 3)
    return (
        c | d | h | s,
        (c & d) | (h & s) | ((c | d) & (h | s)),
        (c & d & (h | s)) | (h & s & (c | d)),
        c & d & h & s,
    )
