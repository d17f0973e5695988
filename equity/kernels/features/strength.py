"""How many opposing hands beat a hand, on this board and on the rivers to come; the best hand of a board.

Rules of the file: rows come in an order in which those of one board follow each other. One hand is compared with all
others one by one (2 µs on a river). For several on a board every pair of cards is valued once; the hands that beat a
value are read from sums over all values, less those that hold a card of the hand's own (7 µs a board, then 30 ns each).
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.evaluate import value_of_some
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY, VALUES

__all__ = ["count_opponents", "fill_nuts", "fill_rivers"]

_FEW = 5  # hands of a board that are sooner compared one by one
_ZERO = np.uint64(0)


@inner
def _add_cards(boards, i):
    """Return the key and the set of a row's board."""
    key, mask = START_KEY, _ZERO
    for j in range(boards.shape[1]):
        key += CARD_KEYS[boards[i, j]]
        mask |= CARD_MASKS[boards[i, j]]
    return key, mask


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
def _compare_alone(first, second, key, mask, count, live):
    """Return how many opposing hands beat and tie a hand, beside a board of `count` cards."""
    own = mask | CARD_MASKS[first] | CARD_MASKS[second]
    value = value_of_some(key + CARD_KEYS[first] + CARD_KEYS[second], own, count + 2)
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


@kernel
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
        key, mask = _add_cards(boards, order[begin])
        alone = end - begin < _FEW
        if not alone:
            _value_pairs(key, mask, count, live, values, above)
        for at in range(begin, end):
            i = order[at]
            if alone:
                better, ties = _compare_alone(holes[i, 0], holes[i, 1], key, mask, count, live)
            else:
                better, ties = _compare_listed(holes[i, 0], holes[i, 1], values, above)
            counts[i, 0] = better
            counts[i, 1] = ties
        begin = end


@inner
def _add_river(key, mask, rows, holes, live, values, above, points, histogram):
    """Add the strength on a river of all rows that do not hold a card of it.

    points : int64[N, 2]    sums of strength in parts of 1980, and of its square
    """
    alone = rows.size < _FEW
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


@kernel
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
        key, mask = _add_cards(boards, order[begin])
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


@kernel
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
        key, mask = _add_cards(boards, i)
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
