"""How many opposing hands beat a hand, on this board and on the rivers to come; the best hand of a board.

Rules of the file: rows come in an order in which those of one board follow each other. A single hand is compared with
the others by ranks (0.5 µs). For many on a board every pair of cards is valued once; the hands that beat a value are
read from sums over all values, less those that hold a card of the hand's own (7 µs a board, then 60 ns each).
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.cards.bits import count_bits
from equity.kernels.cards.evaluate import add_cards, value_of_some
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.features.ranks import RANK_SET, lane_of
from equity.tables import CARD_KEYS, CARD_MASKS, FLUSH_VALUES, RANK_KEYS, VALUES

__all__ = ["count_opponents", "fill_nuts", "fill_rivers"]

_FEW = 14  # hands of a board up to which it is sooner to compare each
_ZERO = np.uint64(0)
_ONE_RANK = np.uint64(0x0001000100010001)  # its cards in all suits, before a shift
_KEYS_OF_RANKS = RANK_KEYS.astype(np.uint64)  # keys of cards of no suit


@inner
def _list_live(mask, live):
    """List the cards outside a set; return their number."""
    count = 0
    for card in range(52):
        if not mask & CARD_MASKS[card]:
            live[count] = card
            count += 1
    return count


@inner
def _compare_each(value, key, mask, own, count, live):
    """Return how many opposing hands beat and tie a value, each valued by itself.

    key, mask, count : the board's; own : uint64, the cards that are not live
    """
    better, ties = 0, 0
    cards = _list_live(own, live)
    for j in range(cards):
        key_one, mask_one = key + CARD_KEYS[live[j]], mask | CARD_MASKS[live[j]]
        for k in range(j):
            other = value_of_some(key_one + CARD_KEYS[live[k]], mask_one | CARD_MASKS[live[k]], count + 2)
            better += other > value
            ties += other == value
    return better, ties


@inner
def _compare_ranks(value, key, own, count, left, flushes):
    """Return how many opposing hands without a flush beat and tie a value, valued by their ranks.

    left : int64[13]     filled with the live cards of each rank
    flushes : uint64     ranks of which two make a flush
    """
    better, ties = np.int64(0), np.int64(0)
    for rank in range(13):
        left[rank] = 4 - np.int64(count_bits((own >> np.uint64(rank)) & _ONE_RANK))
        key_one = key + _KEYS_OF_RANKS[rank]
        for low in range(rank + 1):
            hands = left[rank] * left[low]
            if low == rank:
                hands = left[rank] * (left[rank] - 1) >> 1
            else:
                hands -= np.int64((flushes >> np.uint64(rank)) & (flushes >> np.uint64(low)) & np.uint64(1))
            other = value_of_some(key_one + _KEYS_OF_RANKS[low], _ZERO, count + 2)
            better += hands if other > value else 0
            ties += hands if other == value else 0
    return better, ties


@inner
def _compare_alone(first, second, key, mask, count, live):
    """Return how many opposing hands beat and tie a hand, beside a board of `count` cards.

    Hands of the same ranks are worth the same, flushes aside: 91 values instead of up to 1,081. With three cards of a
    suit on the board, two more make a flush; with four or five, hands are valued one by one.
    """
    own = mask | CARD_MASKS[first] | CARD_MASKS[second]
    value = value_of_some(key + CARD_KEYS[first] + CARD_KEYS[second], own, count + 2)
    lane, flushes = _ZERO, _ZERO
    for suit in range(4):
        held = count_bits(lane_of(mask, suit))
        if held >= np.uint64(4):
            return _compare_each(value, key, mask, own, count, live)
        if held == np.uint64(3):
            lane, flushes = lane_of(mask, suit), RANK_SET & ~lane_of(own, suit)
    better, ties = _compare_ranks(value, key, own, count, live, flushes)
    rest = flushes
    while rest:
        high = rest & (~rest + np.uint64(1))
        rest ^= high
        more = rest
        while more:
            other = FLUSH_VALUES[lane | high | (more & (~more + np.uint64(1)))]
            more &= more - np.uint64(1)
            better += np.int64(other > value)
            ties += np.int64(other == value)
    return better, ties


@inner
def _value_pairs(key, mask, count, live, values, above):
    """Value all pairs of cards beside a board.

    values : uint16[52, 52]    by the two cards, 0 where the board holds one; filled in place
    above : int32[VALUES + 2]  pairs worth at least so much; filled in place
    """
    values[:] = 0
    above[:] = 0
    cards = _list_live(mask, live)
    for j in range(cards):
        first = live[j]
        key_one, mask_one = key + CARD_KEYS[first], mask | CARD_MASKS[first]
        for k in range(j):
            second = live[k]
            value = value_of_some(key_one + CARD_KEYS[second], mask_one | CARD_MASKS[second], count + 2)
            values[first, second] = value
            values[second, first] = value
            above[value] += 1
    for value in range(VALUES - 1, 0, -1):
        above[value] += above[value + 1]


@inner
def _compare_listed(first, second, values, above):
    """Return how many opposing hands beat and tie a hand, from what `_value_pairs` filled."""
    value = values[first, second]
    better, ties = above[value + 1], above[value] - above[value + 1] + 1  # itself stands in both rows below
    for card in range(52):
        better -= np.int32(values[first, card] > value) + np.int32(values[second, card] > value)
        ties -= np.int32(values[first, card] == value) + np.int32(values[second, card] == value)
    return better, ties


@inner
def _same_board(boards, i, j):
    for k in range(boards.shape[1]):
        if boards[i, k] != boards[j, k]:
            return False
    return True


@inner
def _run_end(boards, order, begin):
    """Return where the rows of one board end that begin at a place in the order."""
    end = begin + 1
    while end < order.size and _same_board(boards, order[begin], order[end]):
        end += 1
    return end


@partial(kernel, straight=True)
def count_opponents(order, holes, boards, counts):
    """Count the opposing hands that beat and tie each hand.

    order : int64[M]                rows to work on, those of one board together
    holes, boards : uint8[N, 2], uint8[N, 3..5]
    counts : uint16[N, 2]           better, ties; filled in place
    """
    live = np.empty(52, np.int64)
    values, above = np.empty((52, 52), np.uint16), np.empty(VALUES + 2, np.int32)
    count = boards.shape[1]
    begin = 0
    while begin < order.size:
        end = _run_end(boards, order, begin)
        key, mask = add_cards(boards, order[begin], boards.shape[1])
        alone = end - begin <= _FEW
        if not alone:
            _value_pairs(key, mask, count, live, values, above)
        for at in range(begin, end):
            i = order[at]
            first, second = holes[i, 0], holes[i, 1]
            if mask & (CARD_MASKS[first] | CARD_MASKS[second]):
                better, ties = (50 - count) * (49 - count) // 2, 0
            elif alone:
                better, ties = _compare_alone(first, second, key, mask, count, live)
            else:
                better, ties = _compare_listed(first, second, values, above)
            counts[i, 0] = better
            counts[i, 1] = ties
        begin = end


@inner
def _add_river(key, mask, rows, holes, live, values, above, points, histogram):
    """Add the strength on a river of all rows that do not hold a card of it.

    points : int64[N, 2]    sums of strength in parts of 1980, and of its square
    """
    alone = rows.size <= _FEW
    if not alone:
        _value_pairs(key, mask, 5, live, values, above)
    bins = histogram.shape[1]
    for at in range(rows.size):
        i = rows[at]
        first, second = holes[i, 0], holes[i, 1]
        if mask & (CARD_MASKS[first] | CARD_MASKS[second]):
            continue
        if alone:
            better, ties = _compare_alone(first, second, key, mask, 5, live)
        else:
            better, ties = _compare_listed(first, second, values, above)
        point = np.int64(1980 - 2 * better - ties)
        points[i, 0] += point
        points[i, 1] += point * point
        histogram[i, min(point * bins // 1980, bins - 1)] += 1


@partial(kernel, straight=True)
def fill_rivers(order, holes, boards, points, histogram):
    """Add up the strength of hands on all rivers to come.

    order : int64[M]                rows to work on, those of one board together
    holes, boards : uint8[N, 2], uint8[N, 3..5]
    points : int64[N, 2]            sums over rivers of strength in parts of 1980, and of its square; added to in place
    histogram : uint16[N, bins]     rivers by strength; added to in place
    """
    live, rest = np.empty(52, np.int64), np.empty(52, np.int64)
    values, above = np.empty((52, 52), np.uint16), np.empty(VALUES + 2, np.int32)
    count = boards.shape[1]
    begin = 0
    while begin < order.size:
        end = _run_end(boards, order, begin)
        key, mask = add_cards(boards, order[begin], boards.shape[1])
        used = mask
        if end == begin + 1:  # cards of the only hand cannot come
            i = order[begin]
            used |= CARD_MASKS[holes[i, 0]] | CARD_MASKS[holes[i, 1]]
        cards = _list_live(used, rest) if count < 5 else 1
        for j in range(cards):
            key_one, mask_one = key, mask
            if count < 5:
                key_one, mask_one = key + CARD_KEYS[rest[j]], mask | CARD_MASKS[rest[j]]
            for k in range(j if count == 3 else 1):
                key_two, mask_two = key_one, mask_one
                if count == 3:
                    key_two, mask_two = key_one + CARD_KEYS[rest[k]], mask_one | CARD_MASKS[rest[k]]
                _add_river(key_two, mask_two, order[begin:end], holes, live, values, above, points, histogram)
        begin = end


@partial(kernel, straight=True)
def fill_nuts(holes, boards, values, best):
    """Find the best hand of boards.

    holes : uint8[N, 0]     not looked at
    boards : uint8[N, 3..5]
    values : uint16[N]      filled in place
    best : uint8[N, 2]      hole cards that make it, the highest of several; filled in place
    """
    live = np.empty(52, np.int64)
    count = boards.shape[1]
    for i in range(boards.shape[0]):
        key, mask = add_cards(boards, i, boards.shape[1])
        cards = _list_live(mask, live)
        top = np.int64(0)
        for j in range(cards - 1, -1, -1):
            first = live[j]
            key_one, mask_one = key + CARD_KEYS[first], mask | CARD_MASKS[first]
            for k in range(j - 1, -1, -1):
                second = live[k]
                value = np.int64(value_of_some(key_one + CARD_KEYS[second], mask_one | CARD_MASKS[second], count + 2))
                if value > top:
                    top = value
                    best[i, 0] = first
                    best[i, 1] = second
        values[i] = top
