"""Random numbers: one xoshiro256** stream per chunk of work, seeded from (seed, chunk) through SplitMix64.

The stream depends on the question's seed and the chunk's number alone, so a run gives the same bytes for any number of
threads. Generators: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021); Steele, Lea and
Flood, "Fast splittable pseudorandom number generators" (2014). Bounded draws use Lemire's multiplication with
rejection, so no card is favoured.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import inner, kernel

__all__ = ["draw_below", "draw_float", "draw_word", "next_word", "seed_stream", "start_stream"]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@inner
def _mix(x):
    x = (x ^ (x >> np.uint64(30))) * _MIX_1
    x = (x ^ (x >> np.uint64(27))) * _MIX_2
    return x ^ (x >> np.uint64(31))


@inner
def start_stream(seed, chunk, stream):
    """Start the stream of a chunk, from a kernel: one that Python calls would be compiled twice, alone and as a part.

    seed, chunk : uint64   any values
    stream : uint64[4]     the state, filled in place
    """
    x = _mix(np.uint64(seed) + _GOLDEN) ^ _mix(_mix(np.uint64(chunk) + _MIX_1) + _MIX_2)
    for i in range(4):
        x += _GOLDEN
        stream[i] = _mix(x)


@kernel
def seed_stream(seed, chunk, stream):
    """Start the stream of a chunk, from Python; see `start_stream`."""
    start_stream(seed, chunk, stream)


@inner
def next_word(s0, s1, s2, s3):
    """Return 64 random bits, and the state that follows (all uint64): who draws many keeps the state in registers."""
    x = s1 * np.uint64(5)
    word = ((x << np.uint64(7)) | (x >> np.uint64(57))) * np.uint64(9)
    t = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    return word, s0, s1, s2, (s3 << np.uint64(45)) | (s3 >> np.uint64(19))


@inner
def draw_word(stream):
    """Return 64 random bits and advance the stream (uint64[4])."""
    word, stream[0], stream[1], stream[2], stream[3] = next_word(stream[0], stream[1], stream[2], stream[3])
    return word


@inner
def draw_below(stream, bound):
    """Return a uniform int64 in 0..bound-1; 1 <= bound < 2 ** 32."""
    n = np.uint64(bound)
    low32 = np.uint64(0xFFFFFFFF)
    product = (draw_word(stream) >> np.uint64(32)) * n
    if (product & low32) < n:
        least = ((low32 - n) + np.uint64(1)) % n
        while (product & low32) < least:
            product = (draw_word(stream) >> np.uint64(32)) * n
    return np.int64(product >> np.uint64(32))


@inner
def draw_float(stream):
    """Return a uniform float64 in [0, 1) with 53 random bits."""
    return np.float64(draw_word(stream) >> np.uint64(11)) * (1.0 / 9007199254740992.0)
