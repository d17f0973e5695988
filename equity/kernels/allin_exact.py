"""Settle a finished hand again on every board that could have come, before the flop too; see `equity.kernels.allin`.

Rules of the file: a pot is a question for the exact count of `equity.kernels.exact`, with everybody who cannot win it
dead. That is half a millisecond for two players, against half a microsecond for a sample.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.allin import AMOUNTS, ELIGIBLE, SEATS, add_average, give, settle_at_equity, take_back
from equity.kernels.exact import count_tuples
from equity.kernels.jit import inner, kernel
from equity.kernels.records import LIVE, OUT

__all__ = ["settle_exactly"]


@inner
def _settle_pot(h, u, k, live, scratch):
    """Settle one pot on every board before the flop; returns the number of boards."""
    hole, dead = np.empty((1, live, 2), np.uint8), np.empty(20, np.uint8)
    count, others = 0, 0
    for s in range(h["seats"]):
        if h["status"][s] == LIVE and scratch[ELIGIBLE, k] >> s & 1:
            scratch[SEATS, count] = s
            hole[0, count] = h["hole"][s]
            count += 1
        elif h["status"][s] != OUT:
            dead[others : others + 2] = h["hole"][s]
            others += 2
    totals = np.zeros(1 << count, np.int64)
    count_tuples(hole[:, :count].copy(), np.ones(1, np.int64), dead[:0], dead[:others], totals)
    for winners in range(1, 1 << count):
        if totals[winners]:
            seats, ties = np.int64(0), np.int64(0)
            for j in range(count):
                if winners >> j & 1:
                    seats |= np.int64(1) << scratch[SEATS, j]
                    ties += 1
            give(h, u, scratch[AMOUNTS, k], seats, ties, totals[winners], scratch)
    return totals.sum()


@kernel
def settle_exactly(h, u, unit, stream, matchups, scratch):
    """Settle on every board that can still come."""
    if h["street"] > 0 or h["seats"] == 2:
        return settle_at_equity(h, u, unit, stream, matchups, scratch)
    live, pots = take_back(h, u, unit, scratch)
    boards = np.int64(1)
    for k in range(pots):
        boards = _settle_pot(h, u, k, live, scratch)
    add_average(h, unit, boards, scratch)
    return boards
