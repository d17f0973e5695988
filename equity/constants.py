"""Numbers and names that rooms far apart must agree on, each defined here and nowhere else.

Rules of the file: plain values; it imports nothing. Cards, combos and classes are in `equity.cards`.
"""

from __future__ import annotations

from typing import Final

MAX_SEATS: Final = 10  # players of a question, seats of a table
POT_UNITS: Final = 2520  # lcm(1..10): every share of a pot is a whole number of these
BOARDS_HEADS_UP: Final = 1_712_304  # boards of five cards from the 48 that two hands leave

STREETS: Final = ("preflop", "flop", "turn", "river")
BOARD_CARDS: Final = (0, 3, 4, 5)  # open by street

# What a seat does, as the rules engine takes it; PASSIVE is a check where that is free, else a call.
FOLD, CHECK, CALL, RAISE, ALL_IN, PASSIVE = 0, 1, 2, 3, 4, 5
ACTION_NAMES: Final = ("fold", "check", "call", "raise", "all-in", "check or call")

MOST_CHIPS: Final = 10**15  # ten stacks of it still fit into int64 many times over
MOST_SEED: Final = 2**64 - 1
MOST_SAMPLES: Final = 10**15  # months of a large machine
MOST_HANDS: Final = 10**15
MOST_THREADS: Final = 4096
