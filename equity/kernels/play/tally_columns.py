"""Names for the columns of the tallies that the play kernels fill and `equity.simulate` reads.

Rules of the file: numbers only, so that reading a result does not load Numba. A tally is ``counts[player, position,
column]``, int64: position 0 is the button, 1 the seat left of it, and so on; a player is a strategy in its first seat.
"""

from __future__ import annotations

__all__ = [
    "ADJUSTED",
    "CALLS",
    "COLUMNS",
    "DECISIONS",
    "FLOPS",
    "HANDS",
    "NET",
    "PFR",
    "RAISES",
    "RAKE",
    "SHOWDOWNS",
    "SHOWDOWNS_WON",
    "THREE_BETS",
    "THREE_BET_CHANCES",
    "VPIP",
    "WALKS",
]

HANDS = 0
NET = 1  # chips won
ADJUSTED = 2  # chips won with early all-ins settled at their equity, in the question's finer unit
WALKS = 3  # hands won in the big blind without a decision
VPIP = 4  # hands with chips put in by choice before the flop
PFR = 5  # hands with a raise before the flop, short all-ins over the highest bet included
THREE_BET_CHANCES = 6  # hands that met exactly one raise before the flop, of any size, while raising was open to them
THREE_BETS = 7  # and raised it
RAISES = 8  # bets and raises after the flop
CALLS = 9  # calls after the flop
FLOPS = 10  # hands that saw the flop
SHOWDOWNS = 11
SHOWDOWNS_WON = 12  # hands that won chips at a showdown
RAKE = 13  # chips the house took from what this player won
DECISIONS = 14
COLUMNS = 15
