"""Count wins of many two-hand matchups over the same boards: what builds the preflop table.

A block of boards is valued once for every combo that still can be dealt; after that a matchup costs one comparison of
two rows of 16-bit numbers, which the compiler does 16 or 32 boards at a time. So 47,086 matchups x 2,598,960 boards
take 20 seconds of one core, without any argument about suits.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["count_matchups"]

_BLOCK = 512  # boards; two rows of every combo are then 2.7 MB
_DEAD = np.uint16(65535)


@inner
def _value_combos(keys, masks, size, high, low, front, back):
    """Value every combo on `size` boards; where it is blocked, it neither beats nor is beaten.

    high, low : uint8[K]             the combos' cards
    front, back : uint16[K, block]   filled in place: the values, and 0 and 65535 where blocked
    """
    for c in range(high.shape[0]):
        key = CARD_KEYS[high[c]] + CARD_KEYS[low[c]]
        mask = CARD_MASKS[high[c]] | CARD_MASKS[low[c]]
        for i in range(size):
            if masks[i] & mask:
                front[c, i] = np.uint16(0)
                back[c, i] = _DEAD
            else:
                value = value_of(keys[i] + key, masks[i] | mask)
                front[c, i] = value
                back[c, i] = value
        for i in range(size, front.shape[1]):
            front[c, i] = np.uint16(0)
            back[c, i] = _DEAD


@inner
def _count_above(front, back):
    """Return on how many boards `front` is above `back` (uint16 arrays of one length below 65536)."""
    count = np.uint16(0)  # as narrow as the values, so that a vector register holds 32 counters
    for i in range(front.shape[0]):
        count = np.uint16(count + np.uint16(front[i] > back[i]))
    return np.int64(count)


@inner
def _count_block(front, back, first, second, wins, losses):
    for m in range(first.shape[0]):
        a = first[m]
        b = second[m]
        wins[m] += _count_above(front[a], back[b])
        losses[m] += _count_above(front[b], back[a])


@kernel
def count_matchups(top, high, low, first, second, wins, losses):
    """Count the results of matchups over all boards whose highest card is `top`.

    top : int
    high, low : uint8[K]          the combos' cards
    first, second : int64[M]      the two combos of each matchup
    wins, losses : int64[M]       of the first combo, added to in place
    """
    keys = np.zeros(_BLOCK, np.uint64)
    masks = np.zeros(_BLOCK, np.uint64)
    front = np.zeros((high.shape[0], _BLOCK), np.uint16)
    back = np.zeros((high.shape[0], _BLOCK), np.uint16)
    size = 0
    for b in range(top):
        for c in range(b):
            for d in range(c):
                key = START_KEY + CARD_KEYS[top] + CARD_KEYS[b] + CARD_KEYS[c] + CARD_KEYS[d]
                mask = CARD_MASKS[top] | CARD_MASKS[b] | CARD_MASKS[c] | CARD_MASKS[d]
                for e in range(d):
                    keys[size] = key + CARD_KEYS[e]
                    masks[size] = mask | CARD_MASKS[e]
                    size += 1
                    if size == _BLOCK:
                        _value_combos(keys, masks, size, high, low, front, back)
                        _count_block(front, back, first, second, wins, losses)
                        size = 0
    if size:
        _value_combos(keys, masks, size, high, low, front, back)
        _count_block(front, back, first, second, wins, losses)
