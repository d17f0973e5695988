"""Bit tricks shared by kernels."""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import inner

__all__ = ["count_bits", "first_bit", "last_bit"]

_ONE = np.uint64(1)
_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)


@inner
def count_bits(x):
    """Return how many bits of a uint64 are set, as a uint64; LLVM turns the idiom into one instruction."""
    x = x - ((x >> np.uint64(1)) & _PAIRS)
    x = (x & _FOURS) + ((x >> np.uint64(2)) & _FOURS)
    x = (x + (x >> np.uint64(4))) & _BYTES
    return (x * _SUM) >> np.uint64(56)


@inner
def first_bit(x):
    """Return the place of the lowest bit of a uint64 that is set, as an int64; one instruction too."""
    return np.int64(count_bits(~x & (x - _ONE)))


@inner
def last_bit(x):
    """Return the place of the highest bit that is set in the low 32 of a uint64, as an int64; -1 for none."""
    x |= x >> np.uint64(1)
    x |= x >> np.uint64(2)
    x |= x >> np.uint64(4)
    x |= x >> np.uint64(8)
    x |= x >> np.uint64(16)
    return np.int64(count_bits(x)) - 1
