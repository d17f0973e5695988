"""The ways a board can fall, told apart only as far as they can matter.

Rules of the file: NumPy only, tables only. The compiled and the NumPy enumeration share them.

A hand without a flush is worth what its ranks are worth, so boards that deal the same ranks count as one, with a
weight: there are 6,175 multisets of five ranks against 1,712,304 boards heads-up. A board with a flush is described
by the cards it holds of the flush's suit (a *subset* of the 13 ranks) and the ranks of its other cards (a
*multiset*), because a hand with a flush cannot also hold a full house or quads: those leave at most four different
ranks among seven cards. Only one suit can make a flush, as it needs three of the five board cards.

Multisets of 0 to 5 ranks stand in one list, level by level; so do subsets of 0 to 5 ranks.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from equity.tables import RANK_KEYS

__all__ = [
    "CHOOSE",
    "MULTISETS",
    "MULTISET_COPIES",
    "MULTISET_KEYS",
    "MULTISET_RESTS",
    "MULTISET_STARTS",
    "MULTISET_TOPS",
    "SUBSET_KEYS",
    "SUBSET_MASKS",
    "SUBSET_STARTS",
]

_KEYS = RANK_KEYS.astype(np.uint64)


def _list_multisets() -> tuple[NDArray[np.int64], ...]:
    """Return start of each level, keys, top ranks, copies of the top rank, and the index without those copies."""
    starts, first = [0, 1], 0
    keys, tops, copies, rests = (np.array([n], np.int64) for n in (0, -1, 0, 0))
    for _ in range(5):
        last = len(keys)
        parents = np.arange(first, last)
        rows = []
        for rank in range(13):
            fit = parents[(tops[first:] <= rank) & ~((tops[first:] == rank) & (copies[first:] == 4))]
            again = tops[fit] == rank
            rows.append((keys[fit] + int(_KEYS[rank]), np.full(len(fit), rank), np.where(again, copies[fit] + 1, 1),
                         np.where(again, rests[fit], fit)))  # fmt: skip
        new = [np.concatenate(parts) for parts in zip(*rows, strict=True)]
        keys, tops, copies, rests = (
            np.concatenate((a, b)) for a, b in zip((keys, tops, copies, rests), new, strict=True)
        )
        first = last
        starts.append(len(keys))
    return np.array(starts), keys, tops, copies, rests


_starts, _keys, _tops, _copies, _rests = _list_multisets()
MULTISETS = len(_keys)
# level k is MULTISET_STARTS[k] to MULTISET_STARTS[k + 1]
MULTISET_STARTS: NDArray[np.int64] = _starts
MULTISET_KEYS: NDArray[np.uint64] = _keys.astype(np.uint64)
MULTISET_TOPS: NDArray[np.int8] = np.maximum(_tops, 0).astype(np.int8)
MULTISET_COPIES: NDArray[np.int8] = _copies.astype(np.int8)
# the multiset that is left when every copy of the highest rank is taken out
MULTISET_RESTS: NDArray[np.int16] = _rests.astype(np.int16)
CHOOSE: NDArray[np.int64] = np.array([[comb(n, m) for m in range(5)] for n in range(5)])

_masks = np.arange(1 << 13)
_sizes = np.bitwise_count(_masks)
_order = np.lexsort((_masks, _sizes))[: int((_sizes <= 5).sum())]
SUBSET_MASKS: NDArray[np.uint64] = _masks[_order].astype(np.uint64)
SUBSET_STARTS: NDArray[np.int64] = np.searchsorted(_sizes[_order], np.arange(7))
SUBSET_KEYS: NDArray[np.uint64] = ((_masks[_order][:, None] >> np.arange(13) & 1).astype(np.uint64) * _KEYS).sum(axis=1)
