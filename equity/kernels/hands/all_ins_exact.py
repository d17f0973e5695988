"""Settle a finished hand again on every board that could have come; see `equity.kernels.hands.all_ins`.

Rules of the file: a pot is a question for the exact count of `equity.kernels.equities.enumeration`, with everybody who
cannot win it dead. That is half a millisecond for two players, against half a microsecond for a sample.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.compile.decorators import apart, inner
from equity.kernels.equities.enumeration import count_tuples
from equity.kernels.hands.all_ins import add_average, award_pot, clear_sets, list_rivals, settle_at_equity, take_back
from equity.kernels.hands.records import OUT

__all__ = ["settle_exactly"]


@partial(inner, allocates=True)
def _count_all(h, rivals, boards, scratch):
    """Count into `sets` on how many boards each set of rivals wins."""
    clear_sets(rivals, scratch)
    if rivals == 1:
        scratch["sets"][1] = boards
        return
    hole, dead = np.empty((1, rivals, 2), np.uint8), np.empty(20, np.uint8)
    listed, others = 0, 0
    for s in range(h["seats"]):
        if listed < rivals and scratch["seats"][listed] == s:
            for k in range(2):  # card by card: what Numba compiles to assign arrays, with its error, takes a second
                hole[0, listed, k] = h["hole"][s, k]
            listed += 1
        elif h["status"][s] != OUT:
            for k in range(2):
                dead[others + k] = h["hole"][s, k]
            others += 2
    count_tuples(hole, np.ones(1, np.int64), dead[:0], dead[:others], scratch["sets"][: 1 << rivals])


@partial(apart, allocates=True)
def settle_exactly(h, u, unit, stream, matchups, scratch):
    """Settle on every board that can still come."""
    if h["street"] > 0 or h["seats"] == 2:
        return settle_at_equity(h, u, unit, stream, matchups, scratch)
    unseen = np.int64(52)
    for s in range(h["seats"]):
        unseen -= 2 if h["status"][s] != OUT else 0
    boards = unseen * (unseen - 1) * (unseen - 2) * (unseen - 3) * (unseen - 4) // 120
    pots = take_back(h, u, unit, scratch)
    for k in range(pots):
        rivals = list_rivals(h, k, scratch)
        _count_all(h, rivals, boards, scratch)
        award_pot(h, u, k, rivals, boards, scratch)
    add_average(h, unit, boards, scratch)
    return boards
