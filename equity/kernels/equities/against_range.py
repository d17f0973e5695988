"""Equity of one hand against a range on a street: every combo of the range and every card to come counted.

Before the river a combo costs what the runouts of two hands do (1.4 µs on the flop); on the river it is valued.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import kernel
from equity.kernels.equities.enumeration import count_runouts
from equity.runouts import MULTISET_KEYS
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["share_against"]


@kernel
def share_against(cards, dead, high, low, weights, equities):
    """Share the pot of each hand with the combos of a range that its cards and its board leave.

    cards : uint8[N, 2 + 3..5]   a hand and its board
    dead : uint8[D]              cards that do not come; the range holds none of them
    high, low : uint8[K]         the range
    weights : float64[K]         above 0
    equities : float64[N]        filled in place; 0 where no combo is left
    """
    street = cards.shape[1] - 2
    lanes = np.empty((2, 4), np.uint64)
    left = np.empty(13, np.int64)
    keys = np.empty(2, np.uint64)
    counts = np.empty(4, np.int64)
    scratch = (
        np.empty(MULTISET_KEYS.size, np.int64),
        np.empty(13, np.int64),
        np.empty(2, np.uint64),
        np.empty(2, np.int64),
    )
    pair = np.empty((2, 2), np.uint8)
    for i in range(cards.shape[0]):
        held, key = np.uint64(0), START_KEY
        for j in range(2 + street):
            held |= CARD_MASKS[cards[i, j]]
            key += CARD_KEYS[cards[i, j]]
        board_key = key - CARD_KEYS[cards[i, 0]] - CARD_KEYS[cards[i, 1]]
        board = held ^ (CARD_MASKS[cards[i, 0]] | CARD_MASKS[cards[i, 1]])
        own = np.int64(value_of(key, held)) if street == 5 else np.int64(0)
        pair[0, 0], pair[0, 1] = cards[i, 0], cards[i, 1]
        won = total = 0.0
        for c in range(high.size):
            mask = CARD_MASKS[high[c]] | CARD_MASKS[low[c]]
            if mask & held:
                continue
            total += weights[c]
            if street == 5:
                other = np.int64(value_of(board_key + CARD_KEYS[high[c]] + CARD_KEYS[low[c]], mask | board))
                if own >= other:
                    won += weights[c] if own > other else weights[c] / 2
                continue
            pair[1, 0], pair[1, 1] = high[c], low[c]
            count_runouts(pair, cards[i, 2:], dead, lanes, left, keys, scratch, counts)
            won += weights[c] * (counts[1] + counts[3] / 2) / (counts[1] + counts[2] + counts[3])
        equities[i] = won / total if total else 0.0
