"""Hand -> value, from the additive key and the mask that `equity.tables` describes.

The lookup arrays are module constants on purpose: frozen into the compiled code they are seven times faster than
passed as arguments.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import inner, kernel
from equity.tables import (
    CARD_KEYS,
    CARD_MASKS,
    COLUMN_BITS,
    FLUSH_BITS,
    FLUSH_VALUES,
    HASH_FACTOR,
    HASH_MASK,
    RANK_VALUES_5,
    RANK_VALUES_6,
    RANK_VALUES_7,
    ROW_OFFSETS_5,
    ROW_OFFSETS_6,
    ROW_OFFSETS_7,
    START_KEY,
)

__all__ = [
    "HASHED_KEYS",
    "add_cards",
    "count_categories",
    "evaluate_masks",
    "evaluate_rows",
    "flush_value",
    "rank_value",
    "value_of",
    "value_of_hash",
    "value_of_some",
]

# Keys of cards whose ranks the factor has multiplied: a sum of seven is hashed already, and stays below the suits'
# counters. Worth a fiftieth of the time of an all-in before the flop, a tenth of one on the flop.
_RANKS = np.uint64((1 << 32) - 1)
HASHED_KEYS = CARD_KEYS & ~_RANKS | (CARD_KEYS & _RANKS) * HASH_FACTOR & HASH_MASK

_COLUMN_MASK = np.uint64((1 << 10) - 1)
_LOWER_SUITS = np.uint64(0x0808 << 32)
_CLUBS = np.uint64(0x08 << 32)
_HEARTS = np.uint64(0x080000 << 32)
_LANE = np.uint64(0x1FFF)
_ONE_OF_EACH = np.uint64(0x01010101 << 32)  # a card of every suit


@inner
def rank_value(key):
    """Return the value of a seven-card hand that holds no flush (key: uint64)."""
    return value_of_hash(key * HASH_FACTOR)


@inner
def value_of_hash(key):
    """Do the same for a sum of `HASHED_KEYS`."""
    hashed = key & HASH_MASK
    return RANK_VALUES_7[ROW_OFFSETS_7[hashed >> COLUMN_BITS] + (hashed & _COLUMN_MASK)]


@inner
def flush_value(key, mask):
    """Return the value of a hand with five or more cards of one suit (key, mask: uint64)."""
    full = key & FLUSH_BITS
    if full & _LOWER_SUITS:
        shift = np.uint64(0) if full & _CLUBS else np.uint64(16)
    else:
        shift = np.uint64(32) if full & _HEARTS else np.uint64(48)
    return FLUSH_VALUES[(mask >> shift) & _LANE]


@inner
def value_of(key, mask):
    """Return the value, 1..7462, of a seven-card hand.

    key : uint64    START_KEY plus the CARD_KEYS of the seven cards
    mask : uint64   their set
    """
    if key & FLUSH_BITS:
        return flush_value(key, mask)
    return rank_value(key)


@inner
def add_cards(cards, i, count):
    """Return the key and the set (uint64, uint64) of the first `count` cards of a row of cards."""
    key, mask = START_KEY, np.uint64(0)
    for j in range(count):
        key += CARD_KEYS[cards[i, j]]
        mask |= CARD_MASKS[cards[i, j]]
    return key, mask


@inner
def _short_value(key, count):
    hashed = (key * HASH_FACTOR) & HASH_MASK
    if count == 5:
        return RANK_VALUES_5[ROW_OFFSETS_5[hashed >> COLUMN_BITS] + (hashed & _COLUMN_MASK)]
    return RANK_VALUES_6[ROW_OFFSETS_6[hashed >> COLUMN_BITS] + (hashed & _COLUMN_MASK)]


@inner
def value_of_some(key, mask, count):
    """Return the value of a hand of `count` cards, 5 to 7 (key, mask: as for `value_of`)."""
    if key & FLUSH_BITS:
        return flush_value(key, mask)
    if count == 7:
        return rank_value(key)
    return _short_value(key, count)


@inner
def evaluate_rows(cards, values):
    """Evaluate hands given as rows of card indices.

    cards : integer[N, 5..7]   different cards in each row
    values : uint16[N]         filled in place
    """
    count = cards.shape[1]
    for i in range(cards.shape[0]):
        key = START_KEY
        for j in range(count):
            key += CARD_KEYS[cards[i, j]]
        if key & FLUSH_BITS:  # the mask is needed by three hands in a hundred: made only here, 1.2 times faster
            mask = np.uint64(0)
            for j in range(count):
                mask |= CARD_MASKS[cards[i, j]]
            values[i] = flush_value(key, mask)
        elif count == 7:
            values[i] = rank_value(key)
        else:
            values[i] = _short_value(key, count)


@inner
def evaluate_masks(masks, values):
    """Evaluate hands given as sets of cards; 0 where a set does not have 5, 6 or 7 cards.

    masks : uint64[N]
    values : uint16[N]   filled in place
    """
    for i in range(masks.shape[0]):
        key = START_KEY
        count = 0
        for card in range(52):
            if masks[i] & CARD_MASKS[card]:
                key += CARD_KEYS[card]
                count += 1
        if count < 5 or count > 7:
            values[i] = 0
        elif key & FLUSH_BITS:
            values[i] = flush_value(key, masks[i])
        elif count == 7:
            values[i] = rank_value(key)
        else:
            values[i] = _short_value(key, count)


@kernel
def count_categories(first, counts):
    """Count the values of all seven-card hands whose highest card is `first`.

    Where the last card cannot make a flush, the four of a rank are one look-up: 2.4 times faster.

    counts : int64[7463]   one counter per value, added to in place
    """
    k1 = START_KEY + CARD_KEYS[first]
    m1 = CARD_MASKS[first]
    for b in range(first):
        k2, m2 = k1 + CARD_KEYS[b], m1 | CARD_MASKS[b]
        for c in range(b):
            k3, m3 = k2 + CARD_KEYS[c], m2 | CARD_MASKS[c]
            for d in range(c):
                k4, m4 = k3 + CARD_KEYS[d], m3 | CARD_MASKS[d]
                for e in range(d):
                    k5, m5 = k4 + CARD_KEYS[e], m4 | CARD_MASKS[e]
                    for f in range(e):
                        k6, m6 = k5 + CARD_KEYS[f], m5 | CARD_MASKS[f]
                        if (k6 + _ONE_OF_EACH) & FLUSH_BITS:  # four of a suit or more
                            for g in range(f):
                                counts[value_of(k6 + CARD_KEYS[g], m6 | CARD_MASKS[g])] += 1
                            continue
                        for rank in range(f >> 2):
                            counts[rank_value(k6 + CARD_KEYS[4 * rank])] += 4
                        if f & 3:
                            counts[rank_value(k6 + CARD_KEYS[f])] += f & 3
