"""The two records of the rules engine: one hand (`HAND`) and the house's rules (`RULES`), and the codes they hold.

Rules of the file: data only. A batch of hands is one array of `HAND`; ``hands["stack"]`` is then an (N, 10) array
without a copy. Chips are int64; everything small is int8. Seats are 0-based and clockwise.

HAND
    stack[10]      chips behind
    bet[10]        chips in front of the seat on this street
    committed[10]  chips put in that count for layers: bets, live blinds, antes that everybody pays
    start[10]      stack before the hand, so that ``stack - start`` is the result once `over` is SETTLED
    pot            all chips put in so far, this street included; 0 once paid out
    dead           the part of `pot` that belongs to nobody's bet: dead blinds, one ante for the whole table
    current_bet    highest bet of the street (at least the big blind before the flop, also when that was posted short)
    last_raise     size the next raise needs (no-limit and pot-limit)
    level          last full level of the street (fixed-limit): the next bet is to ``level`` + one bet
    shortfall      blinds posted short: pot-limit counts them as full before the flop
    returned       uncalled chips given back to seat `returned_to`
    rake           chips taken by the house
    value[10]      strength at the showdown, higher wins; 0 gives up, -1 not known
    hole[10][2]    cards; -1 unknown
    board[5]       all five cards from the start (the street says how many are open); -1 unknown
    status[10]     OUT (not dealt in), LIVE, FOLDED; a live seat without chips is all-in
    acted          set of seats (bit s) that acted since the betting was last opened on this street
    ready          set of seats that are in the hand and have chips
    seats, button  as given
    actor          seat to act, -1 once `over`
    street         0 preflop .. 3 river: where the betting is, or ended
    pending        seats with chips that still have to act on this street
    live, able     how many seats are not folded; how many of them have chips
    bets           bets and raises of the street that count for the cap
    capped         1 once the street's cap was reached; a fold does not undo it
    aggressor      last seat to bet or raise on this street, -1
    over           PLAYING, UNDECIDED (betting over, cards unknown), SETTLED
    showdown       1 if two or more seats were left
"""

from __future__ import annotations

import numpy as np

from equity.constants import MAX_SEATS

__all__ = [
    "FIXED_LIMIT",
    "FOLDED",
    "HAND",
    "ILLEGAL",
    "LIVE",
    "NO_LIMIT",
    "OUT",
    "PLAYING",
    "POT_LIMIT",
    "RULES",
    "SETTLED",
    "UNDECIDED",
    "UNSETTLED",
]

OUT, LIVE, FOLDED = 0, 1, 2
PLAYING, UNDECIDED, SETTLED = 0, 1, 2
NO_LIMIT, POT_LIMIT, FIXED_LIMIT = 0, 1, 2
UNSETTLED = -8  # what a chunk returns that met an early all-in and has nobody to settle it
ILLEGAL = -9  # what `act` returns when it refused, the record unchanged; otherwise the next actor, or -1

_CHIPS = ("stack", "bet", "committed", "start")
_AMOUNTS = ("pot", "dead", "current_bet", "last_raise", "level", "shortfall", "returned", "rake", "bets")
_SMALL = (
    *("seats", "button", "actor", "street", "pending", "live", "able", "capped"),
    *("aggressor", "returned_to", "over", "showdown"),
)

HAND = np.dtype(
    [
        *((name, np.int64, MAX_SEATS) for name in _CHIPS),
        *((name, np.int64) for name in _AMOUNTS),
        ("value", np.int16, MAX_SEATS),
        ("acted", np.int16),
        ("ready", np.int16),
        ("hole", np.int8, (MAX_SEATS, 2)),
        ("status", np.int8, MAX_SEATS),
        ("board", np.int8, 5),
        *((name, np.int8) for name in _SMALL),
        ("unused", np.int8),  # to a multiple of 8 bytes, so that every chip count in an array is aligned
    ]
)

RULES = np.dtype(
    [
        *((name, np.int64) for name in ("small_blind", "big_blind", "ante", "small_bet", "big_bet", "chip")),
        ("straddle", np.int64, MAX_SEATS),
        ("cap", np.int64),  # -1: none
        ("cap_heads_up", np.int64),
        ("rake_millionths", np.int64),
        ("rake_cap", np.int64),  # -1: none
        ("structure", np.int8),
        ("one_ante", np.int8),  # the big blind pays for the table
        ("straddles", np.int8),
        ("half_bet", np.int8),  # reopen = "half"
        ("next_level", np.int8),  # raise_after_short
        ("cumulative", np.int8),
        ("odd_to_first", np.int8),
        ("no_flop_no_drop", np.int8),
    ]
)
