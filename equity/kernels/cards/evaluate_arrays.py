"""Whole arrays of hands -> values: rows of card indices, or sets of cards; with or without a check of each hand.

Kernels here are made for one number of cards each, so that the loop over a hand's cards is unrolled (1.8 times faster
than one kernel for 5, 6 and 7). The check for repeated cards costs a quarter of the speed (220 against 290 M hands/s);
that every index is a card's is seen in the sum of keys, for nothing.

Rows are read as one line of cards, and every hand gets the value of its ranks, which a flush, in three hands of a
hundred, then replaces: 1.15 times faster than an index of two numbers and either value, on a Xeon with AVX-512. Tried
there and of no use: flushes listed and valued later, without a branch (0.9), keys of a block of rows first (0.95), four
or eight rows a step (0.8 to 1.05). Two rows a step are faster by another twentieth, not worth their odd last row.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.bits import count_bits
from equity.kernels.cards.evaluate import flush_value, rank_value
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import (
    CARD_KEYS,
    CARD_MASKS,
    COLUMN_BITS,
    FLUSH_BITS,
    HASH_FACTOR,
    HASH_MASK,
    RANK_KEYS,
    RANK_VALUES_5,
    RANK_VALUES_6,
    ROW_OFFSETS_5,
    ROW_OFFSETS_6,
    START_KEY,
)

__all__ = ["CHECKED_ROWS", "PLAIN_ROWS", "value_masks"]

_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)
_COLUMN_MASK = np.uint64((1 << 10) - 1)
# The keys of all bytes: one that is not a card sets bits that no counter of a suit reaches, seven of them too.
_NO_CARD = np.uint64(7 << 60)
_RARE = FLUSH_BITS | _NO_CARD
_BYTE_KEYS = np.full(256, 1 << 60, np.uint64)
_BYTE_KEYS[: len(CARD_KEYS)] = CARD_KEYS
# Sum of the rank keys of a suit's 13-bit set: four look-ups instead of a loop over 52 cards.
_LANE_SUMS = ((np.arange(1 << 13)[:, None] >> np.arange(13)) & 1) @ RANK_KEYS.astype(np.int64)
_LANE_SUMS = _LANE_SUMS.astype(np.uint32)


@inner
def _plain_value(key, count):
    """Return the value of `count` cards that hold no flush (key: uint64; count: int, known when compiling)."""
    if count == 7:
        return rank_value(key)
    hashed = (key * HASH_FACTOR) & HASH_MASK
    row, column = hashed >> COLUMN_BITS, hashed & _COLUMN_MASK
    if count == 6:
        return RANK_VALUES_6[ROW_OFFSETS_6[row] + column]
    return RANK_VALUES_5[ROW_OFFSETS_5[row] + column]


def _make(count, check):
    @kernel
    def value_rows(cards, values):
        """Evaluate rows of cards; return the first that is not a hand, where it stopped, or -1.

        An index above 51 is never a hand's; a card twice only where it is not looked for, and is then worth anything.

        cards : uint8[N, count]
        values : uint16[N]   filled in place
        """
        flat, at = cards.reshape(-1), np.uint64(0)
        for i in range(values.shape[0]):
            key, seen = START_KEY, np.uint64(0)
            for j in range(count):
                card = flat[at + np.uint64(j)]
                key += _BYTE_KEYS[card]
                seen |= _ONE << np.uint64(card & 63)
            values[i] = _plain_value(key, count)
            if key & _RARE:
                if key & _NO_CARD:
                    return i
                mask = np.uint64(0)
                for j in range(count):
                    mask |= CARD_MASKS[flat[at + np.uint64(j)]]
                values[i] = flush_value(key, mask)
            if check and count_bits(seen) != np.uint64(count):
                return i
            at += np.uint64(count)
        return -1

    return value_rows


PLAIN_ROWS = {count: _make(count, False) for count in (5, 6, 7)}
CHECKED_ROWS = {count: _make(count, True) for count in (5, 6, 7)}


@kernel
def value_masks(masks, values):
    """Evaluate sets of 5, 6 or 7 cards; masks: uint64[N], values: uint16[N], filled in place."""
    for i in range(masks.shape[0]):
        mask = masks[i]
        key = START_KEY
        for suit in range(4):
            lane = (mask >> np.uint64(16 * suit)) & _LANE
            key += np.uint64(_LANE_SUMS[lane]) + (count_bits(lane) << np.uint64(32 + 8 * suit))
        if key & FLUSH_BITS:
            values[i] = flush_value(key, mask)
        else:
            values[i] = _plain_value(key, count_bits(mask))
    return -1
