"""What one seat can see of each hand, as numbers for a learning agent.

Rules of the file: it reads the seat's own cards, the open part of the board and what happened in public, nothing else;
a test changes all hidden cards and expects the same numbers. The columns are described in
`equity.simulate.arrays.observation`, in this order.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands.betting import raise_bounds
from equity.kernels.hands.records import LIVE, OUT
from equity.kernels.play.strength import combo_percentile, hand_strength

__all__ = ["observe_hands", "open_boards", "rate_hands"]

CARDS, STREETS, SCALARS, PER_SEAT = 104, 4, 7, 10


@inner
def _count_open(h):
    """Return how many board cards lie open."""
    if h["over"] and h["showdown"]:
        return np.int64(5)
    return np.int64(h["street"] + 2 if h["street"] > 0 else 0)


@partial(kernel, straight=True)
def open_boards(hands, boards):
    """Fill boards (int8[N, 5]) with the open cards, -1 for those to come."""
    for i in range(hands.shape[0]):
        count = _count_open(hands[i])
        for j in range(5):
            boards[i, j] = hands[i]["board"][j] if j < count else -1


@partial(kernel, straight=True)
def _rate(h, seat):
    """Return 0 to 1, how good the seat's cards are now."""
    if h["status"][seat] == OUT:
        return 0.0
    if h["street"] == 0:
        return 1.0 - combo_percentile(h, seat)
    return hand_strength(h, seat)


@partial(kernel, straight=True)
def rate_hands(hands, seats, out):
    """Fill out (float64[N]) with the strength of a seat's cards in each hand; 0 for a seat of -1."""
    for i in range(hands.shape[0]):
        out[i] = _rate(hands[i], seats[i]) if seats[i] >= 0 else 0.0


@inner
def _prices(h, u, seat):
    """Return what the seat owes and may raise to, 0 where that is not its business now."""
    owed, least, most = np.int64(0), np.int64(0), np.int64(0)
    if h["over"] == 0 and h["status"][seat] == LIVE:
        owed = max(np.int64(0), min(h["current_bet"] - h["bet"][seat], h["stack"][seat]))
        if h["actor"] == seat:
            least, most = raise_bounds(h, u)
    return owed, least, most


@partial(kernel, straight=True)
def observe_hands(hands, rules, raises, viewers, out):
    """Fill one row per hand with what its viewer sees; all zeros for a viewer of -1.

    raises : int8[N, 4, 10]   bets and raises by street and seat
    viewers : int64[N]        the seat that looks
    out : float32[N, D]       D = 115 + 10 * number of seats

    One long loop: handing rows to helpers costs more than filling them.
    """
    u = rules[0]
    unit = 1.0 / u["big_blind"]
    first = CARDS + STREETS + SCALARS
    for i in range(hands.shape[0]):
        h, seat = hands[i], viewers[i]
        for k in range(out.shape[1]):
            out[i, k] = 0.0
        if seat < 0:
            continue
        if h["status"][seat] != OUT:
            out[i, h["hole"][seat, 0]] = 1.0
            out[i, h["hole"][seat, 1]] = 1.0
        for j in range(_count_open(h)):
            out[i, 52 + h["board"][j]] = 1.0
        out[i, CARDS + h["street"]] = 1.0
        owed, least, most = _prices(h, u, seat)
        k = CARDS + STREETS
        out[i, k] = _rate(h, seat)
        out[i, k + 1] = h["pot"] * unit
        out[i, k + 2] = owed * unit
        out[i, k + 3] = owed / (h["pot"] + owed) if owed > 0 else 0.0
        out[i, k + 4] = least * unit
        out[i, k + 5] = most * unit
        out[i, k + 6] = h["live"]
        s = seat
        for r in range(h["seats"]):
            k = first + r * PER_SEAT
            out[i, k] = h["stack"][s] * unit
            out[i, k + 1] = h["bet"][s] * unit
            out[i, k + 2] = h["committed"][s] * unit
            out[i, k + 3] = 1.0 if h["status"][s] == LIVE else 0.0
            out[i, k + 4] = 1.0 if h["button"] == s else 0.0
            out[i, k + 5] = 1.0 if h["actor"] == s else 0.0
            for street in range(4):
                out[i, k + 6 + street] = raises[i, street, s]
            s = s + 1 if s + 1 < h["seats"] else 0
