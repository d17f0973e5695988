"""The hand evaluator's lookup arrays, and the evaluation of whole arrays with NumPy alone.

Rules of the file: NumPy only. Kernels freeze these arrays as constants (passed as arguments they made the inner loop
seven times slower); small questions are answered here without loading Numba. The arrays are made by
`equity.generate.evaluator`, which also explains the scheme.

A *key* is a 64-bit sum over cards: the low 32 bits add up rank keys, the upper 32 hold one 8-bit counter a suit that
starts at 3, so that the fifth card of a suit sets bit 3. Keys of parts of a hand add up. A *value* is 1 (7-5-4-3-2)
to 7462 (royal flush), higher wins.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS, to_mask

__all__ = [
    "CARD_KEYS",
    "CARD_MASKS",
    "COLUMN_BITS",
    "FLUSH_BITS",
    "FLUSH_VALUES",
    "HASH_FACTOR",
    "HASH_MASK",
    "RANK_VALUES_5",
    "RANK_VALUES_6",
    "RANK_VALUES_7",
    "ROW_OFFSETS_5",
    "ROW_OFFSETS_6",
    "ROW_OFFSETS_7",
    "START_KEY",
    "VALUES",
    "values_of",
]

VALUES = 7462

with np.load(Path(__file__).resolve().parent / "data" / "evaluator.npz") as _file:
    RANK_KEYS: NDArray[np.int32] = _file["RANK_KEYS"]
    FLUSH_VALUES: NDArray[np.uint16] = _file["FLUSH_VALUES"]
    ROW_OFFSETS_5: NDArray[np.uint16] = _file["ROW_OFFSETS_5"]
    ROW_OFFSETS_6: NDArray[np.uint16] = _file["ROW_OFFSETS_6"]
    ROW_OFFSETS_7: NDArray[np.uint16] = _file["ROW_OFFSETS_7"]
    # with room behind for a whole row, so that the sum of any cards, repeated ones too, finds a place
    RANK_VALUES_5, RANK_VALUES_6, RANK_VALUES_7 = (
        np.append(_file[f"RANK_VALUES_{count}"], np.zeros(1 << 10, np.uint16)) for count in (5, 6, 7)
    )

CARD_MASKS: NDArray[np.uint64] = np.array([to_mask([card]) for card in range(CARDS)], np.uint64)
CARD_KEYS: NDArray[np.uint64] = np.array(
    [int(RANK_KEYS[card >> 2]) + (1 << (32 + 8 * (card & 3))) for card in range(CARDS)], np.uint64
)
START_KEY = np.uint64(0x03030303 << 32)
FLUSH_BITS = np.uint64(0x08080808 << 32)
HASH_FACTOR = np.uint64(0x9E3779B1)
HASH_MASK = np.uint64((1 << 23) - 1)
COLUMN_BITS = np.uint64(10)
_COLUMN_MASK = np.uint64((1 << 10) - 1)
_BY_COUNT = {
    5: (ROW_OFFSETS_5, RANK_VALUES_5),
    6: (ROW_OFFSETS_6, RANK_VALUES_6),
    7: (ROW_OFFSETS_7, RANK_VALUES_7),
}


def values_of(keys: NDArray[np.uint64], masks: NDArray[np.uint64], count: int) -> NDArray[np.uint16]:
    """Return the values of hands given by key and mask.

    Parameters
    ----------
    keys : uint64 array, any shape
        `START_KEY` plus the `CARD_KEYS` of the hand's cards.
    masks : uint64 array, same shape
        The hand's set of cards.
    count : int
        Number of cards in each hand: 5, 6 or 7.

    Returns
    -------
    uint16 array of the same shape

    Examples
    --------
    >>> cards = np.array([51, 47, 43, 39, 35])
    >>> values_of(CARD_KEYS[cards].sum(keepdims=True) + START_KEY, np.bitwise_or.reduce(CARD_MASKS[cards])[None], 5)
    array([7462], dtype=uint16)
    """
    offsets, values = _BY_COUNT[count]
    hashed = (keys * HASH_FACTOR) & HASH_MASK
    result: NDArray[np.uint16] = values[offsets[hashed >> COLUMN_BITS] + (hashed & _COLUMN_MASK)]
    flush = np.flatnonzero(keys.ravel() & FLUSH_BITS)
    if len(flush):
        counters = (keys.ravel()[flush] & FLUSH_BITS) >> np.uint64(35)
        suit = (counters >= 1 << 8).astype(np.uint64) + (counters >= 1 << 16) + (counters >= 1 << 24)
        lane = (masks.ravel()[flush] >> (suit.astype(np.uint64) * np.uint64(16))) & np.uint64(0x1FFF)
        result.reshape(-1)[flush] = FLUSH_VALUES[lane]
    return result
