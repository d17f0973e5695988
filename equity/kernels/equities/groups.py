"""Results of dealt hands by group: by a player's combo, by the next card, or whatever the caller numbers."""

from __future__ import annotations

import numpy as np

from equity.constants import MAX_SEATS, POT_UNITS
from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["tally_groups", "value_deal"]

_ZERO = np.uint64(0)


@inner
def value_deal(hole, board, values):
    """Value every player's hand.

    hole : uint8[P, 2]
    board : uint8[5]
    values : uint16[>= P]   filled in place
    """
    key, mask = START_KEY, _ZERO
    for j in range(5):
        key += CARD_KEYS[board[j]]
        mask |= CARD_MASKS[board[j]]
    for p in range(hole.shape[0]):
        first, second = hole[p, 0], hole[p, 1]
        values[p] = value_of(key + CARD_KEYS[first] + CARD_KEYS[second], mask | CARD_MASKS[first] | CARD_MASKS[second])


@kernel
def tally_groups(holes, boards, groups, counts):
    """Add up results by group.

    holes : uint8[N, P, 2]
    boards : uint8[N, 5]
    groups : int64[N]           a number for each deal
    counts : int64[G, P, 4]     deals, wins alone, shared pots, and parts of pots in 1/2520; added to in place
    """
    players = holes.shape[1]
    values = np.zeros(MAX_SEATS, np.uint16)
    for i in range(holes.shape[0]):
        value_deal(holes[i], boards[i], values)
        best = np.uint16(0)
        winners = 0
        for p in range(players):
            if values[p] > best:
                best = values[p]
                winners = 1
            elif values[p] == best:
                winners += 1
        row = counts[groups[i]]
        for p in range(players):
            row[p, 0] += 1
            if values[p] == best:
                row[p, 1 if winners == 1 else 2] += 1
                row[p, 3] += POT_UNITS // winners
