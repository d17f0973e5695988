"""Two ranges on a full board: every combo against all opposing combos at once, without looking at a pair.

The combos are valued once and visited from the lowest value up. A running sum of the opponent's weights, one over all
combos and one for each card, tells what lies below a combo and shares no card with it: all, less what holds the one
card, less what holds the other. Combos of one value are visited twice, before and after they are added, which gives
what lies below and what ties.

They are put in order by linked lists, one per value, and a set of the values present: a third faster than sorting.

Weights are float64: sums of whole numbers below 2 ** 53 are exact, and one compiled version serves both kinds.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.bits import count_bits
from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["WORDS", "list_by_value", "sweep_boards"]


WORDS = 117  # 64-bit words for a set of values 0..7462
_ONE = np.uint64(1)


@inner
def list_by_value(cards, high, low, head, following, present):
    """Value the combos on one board and chain those of equal value.

    cards : uint8[5]            the board
    high, low : uint8[K]        the combos' cards
    head : int16[7463]          filled in place: the first combo of each value present
    following : int16[K]        filled in place: the next combo of the same value, or -1
    present : uint64[117]       filled in place: the set of values; zero when called
    """
    key = START_KEY
    board = np.uint64(0)
    for i in range(5):
        key += CARD_KEYS[cards[i]]
        board |= CARD_MASKS[cards[i]]
    for c in range(high.shape[0]):
        mask = CARD_MASKS[high[c]] | CARD_MASKS[low[c]]
        if mask & board:
            continue
        value = np.int64(value_of(key + CARD_KEYS[high[c]] + CARD_KEYS[low[c]], mask | board))
        word = value >> 6
        bit = _ONE << np.uint64(value & 63)
        following[c] = head[value] if present[word] & bit else -1
        present[word] |= bit
        head[value] = c


@kernel
def sweep_boards(boards, repeats, high, low, asked, weights, counts):
    """Add up, for each combo, the opponent's weight it beats and ties.

    boards : uint8[N, 5]
    repeats : float64[N]       how many boards each one stands for
    high, low : uint8[K]       the cards of every combo either player holds
    asked : bool[K]            the combos to count for
    weights : float64[K]       the opponent's weight of each
    counts : float64[K, 2]     beaten and tied weight, added to in place
    """
    head = np.zeros(7463, np.int16)
    following = np.zeros(high.shape[0], np.int16)
    present = np.zeros(WORDS, np.uint64)
    by_card = np.zeros(52)
    for n in range(boards.shape[0]):
        list_by_value(boards[n], high, low, head, following, present)
        by_card[:] = 0.0
        total = 0.0
        repeat = repeats[n]
        for word in range(WORDS):
            bits = present[word]
            present[word] = 0
            while bits:
                value = 64 * word + np.int64(count_bits(~bits & (bits - _ONE)))
                bits &= bits - _ONE
                c = head[value]
                while c >= 0:
                    if asked[c]:
                        below = total - by_card[high[c]] - by_card[low[c]]
                        counts[c, 0] += repeat * below
                        counts[c, 1] -= repeat * below
                    c = following[c]
                c = head[value]
                while c >= 0:
                    total += weights[c]
                    by_card[high[c]] += weights[c]
                    by_card[low[c]] += weights[c]
                    c = following[c]
                c = head[value]
                while c >= 0:
                    if asked[c]:
                        counts[c, 1] += repeat * (total - by_card[high[c]] - by_card[low[c]] + weights[c])
                    c = following[c]
