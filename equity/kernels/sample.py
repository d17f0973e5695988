"""Sampled deals: hole cards from ranges, boards from a shuffled deck, counted per set of winners.

One *shuffle* deals the hole cards and then several boards that share no card. Such boards are negatively correlated, so
they are worth more than independent ones (nearly twice as much for two known hands), and they need fewer random
numbers each. Hole cards from ranges are *stratified*: every combination is dealt in its proportion, two shuffles from
each equal part of the list. The standard error comes from the differences of such pairs, never from single boards.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.deal import deal_cards, draw_rows, place_rows
from equity.kernels.evaluate import rank_value, value_of
from equity.kernels.jit import kernel
from equity.kernels.rng import draw_float, seed_stream
from equity.tables import CARD_KEYS, CARD_MASKS, FLUSH_BITS, START_KEY

__all__ = ["UNITS", "sample_chunk"]

UNITS = 2520  # a pot in whole units: 2520 is divisible by 1 to 10
_PARTS = np.array([0] + [UNITS // n for n in range(1, 11)], np.int64)


@kernel
def _key_of(cards, i, count):
    if count == 5:  # written out: the loop takes twice as long
        four = CARD_KEYS[cards[i]] + CARD_KEYS[cards[i + 1]] + CARD_KEYS[cards[i + 2]] + CARD_KEYS[cards[i + 3]]
        return four + CARD_KEYS[cards[i + 4]]
    key = np.uint64(0)
    for j in range(i, i + count):
        key += CARD_KEYS[cards[j]]
    return key


@kernel
def _mask_of(cards, start, count):
    mask = np.uint64(0)
    for i in range(start, start + count):
        mask |= CARD_MASKS[cards[i]]
    return mask


@kernel
def _play_two(keys, masks, fixed_key, fixed_mask, cards, start, runout, number, counts, units):
    """Play `number` boards for two players; arguments as in `_play_many`.

    Apart from it because sums in registers and no branch on who wins make it 2.5 times faster.
    """
    first = np.int64(0)
    second = np.int64(0)
    for b in range(number):
        i = start + b * runout
        key = fixed_key + _key_of(cards, i, runout)
        key_1, key_2 = keys[0] + key, keys[1] + key
        if (key_1 | key_2) & FLUSH_BITS:  # only then is the set of cards needed
            mask = fixed_mask | _mask_of(cards, i, runout)
            value_1, value_2 = value_of(key_1, masks[0] | mask), value_of(key_2, masks[1] | mask)
        else:
            value_1, value_2 = rank_value(key_1), rank_value(key_2)
        first += value_1 > value_2
        second += value_1 < value_2
    ties = number - first - second
    counts[1] += first
    counts[2] += second
    counts[3] += ties
    units[0] = UNITS * first + UNITS // 2 * ties
    units[1] = UNITS * second + UNITS // 2 * ties


@kernel
def _play_many(keys, masks, fixed_key, fixed_mask, cards, start, runout, number, counts, units):
    """Play `number` boards of one shuffle.

    keys, masks : uint64[P]              of hole cards
    fixed_key, fixed_mask : uint64       of the known board cards
    cards : uint8[]                      the boards' other cards from `start` on, `runout` each
    counts : int64[2 ** P]               added to
    units : int64[P]                     each player's part of the pots, set
    """
    units[:] = 0
    for b in range(number):
        i = start + b * runout
        key = fixed_key + _key_of(cards, i, runout)
        best = np.int64(0)
        winners = 0
        leader = 0
        flushes = np.uint64(0)
        for p in range(keys.size):
            own = keys[p] + key
            flushes |= own
            value = np.int64(rank_value(own))
            also = np.int64(value == best) << p
            winners = 1 << p if value > best else winners | also
            leader = p if value > best else leader
            best = max(best, value)
        if flushes & FLUSH_BITS:
            winners, leader = _best_with_flush(keys, masks, key, fixed_mask | _mask_of(cards, i, runout))
        counts[winners] += 1
        if winners == 1 << leader:
            units[leader] += UNITS
        else:
            _share(winners, units)


@kernel
def _best_with_flush(keys, masks, key, mask):
    """Return the set of players with the best hand (a bit each), and the first of them."""
    best = np.int64(0)
    winners = 0
    leader = 0
    for p in range(keys.size):
        value = np.int64(value_of(keys[p] + key, masks[p] | mask))
        if value > best:
            best = value
            winners = 1 << p
            leader = p
        elif value == best:
            winners |= 1 << p
    return winners, leader


@kernel
def _share(winners, units):
    """Give each of several winners his part of the pot."""
    number = 0
    for p in range(units.size):
        number += (winners >> p) & 1
    for p in range(units.size):
        units[p] += _PARTS[number] * ((winners >> p) & 1)


@kernel
def _set_hands(hole, keys, masks):
    for p in range(keys.size):
        keys[p] = CARD_KEYS[hole[p, 0]] + CARD_KEYS[hole[p, 1]]
        masks[p] = CARD_MASKS[hole[p, 0]] | CARD_MASKS[hole[p, 1]]


@kernel
def _find(sums, u):
    """Return the first index whose running sum (float64[R], ascending to 1) exceeds `u`."""
    low, high = 0, sums.size - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > u:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def _draw_stratified(stream, shuffle, paired, sums):
    """Return a row of a single group.

    Shuffles 2s and 2s + 1 of the first `paired` ones both draw from the s-th of equal parts of the running weights, so
    that every part is dealt equally often and the two tell how much one part varies.
    """
    u = draw_float(stream)
    if shuffle < paired:
        u = (shuffle // 2 + u) / (paired // 2)
    return _find(sums, u)


@kernel
def _add_moments(shuffle, paired, number, units, partner, moments):
    """Add a shuffle's parts of the pots to the sums; see `sample_chunk`."""
    for p in range(units.size):
        moments[0, p] += units[p]
        if shuffle >= paired:
            moments[2, p] += units[p] * units[p]
            moments[3, p] += units[p] * number
        elif shuffle & 1:
            moments[1, p] += (units[p] - partner[p]) ** 2
        partner[p] = units[p]


@kernel
def sample_chunk(seed, chunk, deals, repeats, deck, board, sums, table, hands, seats, free, counts, moments):
    """Sample `deals` boards, `repeats` of them from each shuffle.

    seed, chunk : uint64       the random stream
    sums : float64[R] or [0]   running weights of the rows if there is one group, to stratify it
    deck, board, table, hands, seats, free    see `deal_chunk`
    counts : int64[2 ** P]     boards won by each set of players; added to in place
    moments : int64[4, P]      added to: sum over shuffles of units; over pairs of shuffles, of the square of their
                               difference; over the shuffles left over, of squares of units, and of units times boards
    """
    players = moments.shape[1]
    stream = np.empty(4, np.uint64)
    seed_stream(seed, chunk, stream)
    rows = np.empty(seats.shape[0], np.int64)
    cards = np.empty(52, np.uint8)
    hole = np.zeros((players, 2), np.uint8)
    keys, masks = np.empty(players, np.uint64), np.empty(players, np.uint64)
    units, partner = np.empty(players, np.int64), np.empty(players, np.int64)
    fixed_key, fixed_mask = START_KEY, _mask_of(board, 0, board.size)
    for i in range(board.size):
        fixed_key += CARD_KEYS[board[i]]
    runout, place = 5 - board.size, 2 * free.size
    starts, sets, accept, alias, weighted, subsets, weights, completions = table
    settled = starts[-1] == rows.size  # one row a group: no draw
    if settled:
        rows[:] = starts[:-1]
        place_rows(rows, hands, seats, hole)
    used = np.uint64(0)
    paired = deals // repeats // 2 * 2
    for shuffle in range((deals + repeats - 1) // repeats):
        number = min(repeats, deals - shuffle * repeats)
        if not settled:
            if sums.size:
                rows[0] = _draw_stratified(stream, shuffle, paired, sums)
                used = sets[rows[0]]
            else:
                used = draw_rows(stream, starts, sets, accept, alias, weighted, subsets, weights, completions, rows)
            place_rows(rows, hands, seats, hole)
        deal_cards(stream, deck, used, cards, place + number * runout)
        for j in range(free.size):
            hole[free[j], 0] = cards[2 * j]
            hole[free[j], 1] = cards[2 * j + 1]
        _set_hands(hole, keys, masks)
        if players == 2:
            _play_two(keys, masks, fixed_key, fixed_mask, cards, place, runout, number, counts, units)
        else:
            _play_many(keys, masks, fixed_key, fixed_mask, cards, place, runout, number, counts, units)
        _add_moments(shuffle, paired, number, units, partner, moments)
