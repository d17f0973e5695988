"""Three ranges on a full board: every combo against all pairs of opposing combos, without looking at a pair.

For a combo c and two sets of opposing combos with weights a and b, the weight of the pairs that share no card with c
nor with each other is

    A' B' - sum over cards z of A'_z B'_z + D'

where A' is the weight of the set without the combos that hold a card of c, A'_z the part of it that holds z, and D' the
sum of a b over combos in both: a pair that shares one card is taken out once, a pair of the same combo twice, so it
comes back. A'_z needs the weight of single combos, kept in a matrix by their two cards.

Visiting the values in ascending order (see `equity.kernels.equities.sweep`) with two states, the combos *below* and
those *below or equal*, gives four such numbers per combo, and from them wins and every kind of tie. That is some 800
operations per combo and board, whatever the width of the ranges.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.bits import count_bits
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.equities.sweep import WORDS, list_by_value

__all__ = ["sweep_boards_3"]

_ONE = np.uint64(1)


@inner
def _add_combo(x, y, a, b, totals, by_card, pairs):
    """Add a combo of cards x, y to a state.

    totals : float64[3]          sums of a, b and a b
    by_card : float64[3, 52]     the same of the combos that hold a card
    pairs : float64[2, 52, 52]   a and b by the two cards
    """
    totals[0] += a
    totals[1] += b
    totals[2] += a * b
    by_card[0, x] += a
    by_card[1, x] += b
    by_card[2, x] += a * b
    by_card[0, y] += a
    by_card[1, y] += b
    by_card[2, y] += a * b
    pairs[0, x, y] = a
    pairs[0, y, x] = a
    pairs[1, x, y] = b
    pairs[1, y, x] = b


@inner
def _weight_without(x, y, seat, state, totals, by_card, pairs):
    """Return A' (seat 0) or B' (seat 1) of a state, 0 below or 1 below or equal."""
    return totals[state, seat] - by_card[state, seat, x] - by_card[state, seat, y] + pairs[state, seat, x, y]


@inner
def _same_without(x, y, state, totals, by_card, pairs):
    """Return D' of a state. If only one seat is in the state "or equal", D' is the one of "below": the common part."""
    own = pairs[state, 0, x, y] * pairs[state, 1, x, y]
    return totals[state, 2] - by_card[state, 2, x] - by_card[state, 2, y] + own


@kernel
def _count_pairs(x, y, totals, by_card, pairs, found):
    """Count the pairs of opposing combos that a combo of cards x, y can meet.

    found : float64[4]   filled in place: both below; first or equal, second below; the other way; both or equal
    """
    ll = le = el = ee = 0.0
    for z in range(52):
        a0 = by_card[0, 0, z] - pairs[0, 0, x, z] - pairs[0, 0, y, z]
        b0 = by_card[0, 1, z] - pairs[0, 1, x, z] - pairs[0, 1, y, z]
        a1 = by_card[1, 0, z] - pairs[1, 0, x, z] - pairs[1, 0, y, z]
        b1 = by_card[1, 1, z] - pairs[1, 1, x, z] - pairs[1, 1, y, z]
        if z != x and z != y:  # noqa: PLR1714 - a tuple in a kernel is slower
            ll += a0 * b0
            el += a1 * b0
            le += a0 * b1
            ee += a1 * b1
    a0 = _weight_without(x, y, 0, 0, totals, by_card, pairs)
    b0 = _weight_without(x, y, 1, 0, totals, by_card, pairs)
    a1 = _weight_without(x, y, 0, 1, totals, by_card, pairs)
    b1 = _weight_without(x, y, 1, 1, totals, by_card, pairs)
    same = _same_without(x, y, 0, totals, by_card, pairs)
    found[0] = a0 * b0 - ll + same
    found[1] = a1 * b0 - el + same
    found[2] = a0 * b1 - le + same
    found[3] = a1 * b1 - ee + _same_without(x, y, 1, totals, by_card, pairs)


@kernel
def sweep_boards_3(boards, repeats, high, low, asked, first, second, counts):
    """Add up, for each combo, the weight of the pairs of opposing combos it beats or ties.

    boards : uint8[N, 5]
    repeats : float64[N]       how many boards each one stands for
    high, low : uint8[K]       the cards of every combo any player holds
    asked : bool[K]            the combos to count for
    first, second : float64[K] the opponents' weights of each
    counts : float64[K, 4]     added to in place: beats both, ties the first only, ties the second only, ties both
    """
    head = np.zeros(7463, np.int16)
    following = np.zeros(high.shape[0], np.int16)
    present = np.zeros(WORDS, np.uint64)
    totals = np.zeros((2, 3))
    by_card = np.zeros((2, 3, 52))
    pairs = np.zeros((2, 2, 52, 52))
    found = np.zeros(4)
    for n in range(boards.shape[0]):
        list_by_value(boards[n], high, low, head, following, present)
        totals[:] = 0.0
        by_card[:] = 0.0
        pairs[:] = 0.0
        for word in range(WORDS):
            bits = present[word]
            present[word] = 0
            while bits:
                start = head[64 * word + np.int64(count_bits(~bits & (bits - _ONE)))]
                bits &= bits - _ONE
                c = start
                while c >= 0:
                    _add_combo(high[c], low[c], first[c], second[c], totals[1], by_card[1], pairs[1])
                    c = following[c]
                c = start
                while c >= 0:
                    if asked[c]:
                        _count_pairs(high[c], low[c], totals, by_card, pairs, found)
                        counts[c, 0] += repeats[n] * found[0]
                        counts[c, 1] += repeats[n] * (found[1] - found[0])
                        counts[c, 2] += repeats[n] * (found[2] - found[0])
                        counts[c, 3] += repeats[n] * (found[3] - found[1] - found[2] + found[0])
                    c = following[c]
                c = start
                while c >= 0:
                    _add_combo(high[c], low[c], first[c], second[c], totals[0], by_card[0], pairs[0])
                    c = following[c]
