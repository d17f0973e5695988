"""Exact counts: every way the board can fall, for one set of hole cards after the other.

Boards are counted by ranks and by flushes, as `equity.runouts` explains: about 40,000 weighted showdowns stand for the
1,712,304 boards of two hands before the flop. A first pass over rank multisets ignores flushes; a second over the cards
of each suit that can make one takes every such board out of the set of winners the first pass gave it and puts it where
it belongs.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.evaluate import rank_value
from equity.kernels.compile.decorators import apart, inner, kernel
from equity.runouts import (
    CHOOSE,
    MULTISET_COPIES,
    MULTISET_KEYS,
    MULTISET_RESTS,
    MULTISET_STARTS,
    MULTISET_TOPS,
    SUBSET_KEYS,
    SUBSET_MASKS,
    SUBSET_STARTS,
)
from equity.tables import FLUSH_VALUES, RANK_KEYS

__all__ = ["count_runouts", "count_tuples"]

_RANK_KEYS = RANK_KEYS.astype(np.uint64)
_ONE = np.uint64(1)


@inner
def _fill_ways(left, level, ways):
    """Count the ways to deal each multiset of up to `level` ranks.

    left : int64[13]      cards left of each rank
    ways : int64[8555]    filled up to the end of the level
    """
    ways[0] = 1
    for i in range(1, MULTISET_STARTS[level + 1]):
        ways[i] = ways[MULTISET_RESTS[i]] * CHOOSE[left[MULTISET_TOPS[i]], MULTISET_COPIES[i]]


@inner
def _best_by_ranks(keys, extra):
    """Return the set of players (a bit each) whose ranks are worth most: keys uint64[P], extra the board's part."""
    best = np.int64(0)
    winners = 0
    for p in range(keys.size):
        value = np.int64(rank_value(keys[p] + extra))
        if value > best:
            best = value
            winners = 1 << p
        elif value == best:
            winners |= 1 << p
    return winners


@inner
def _count_two(keys, extra, start, end, ways, counts):
    """Count the boards of multisets `start` to `end` for two players, whose flushes do not matter.

    Sums in registers instead of branches and counters in memory: twice as fast as the general way.
    """
    first = np.int64(0)
    second = np.int64(0)
    total = np.int64(0)
    key_1, key_2 = keys[0] + extra, keys[1] + extra
    for i in range(start, end):
        if ways[i]:
            value_1, value_2 = rank_value(key_1 + MULTISET_KEYS[i]), rank_value(key_2 + MULTISET_KEYS[i])
            first += ways[i] * (value_1 > value_2)
            second += ways[i] * (value_1 < value_2)
            total += ways[i]
    counts[1] += first
    counts[2] += second
    counts[3] += total - first - second


@inner
def _move_two(keys, extra, start, end, ways, flushes, counts):
    """Move the boards of multisets `start` to `end` to their true winners: two players, one or both with a flush.

    A flush is worth more than whatever the same hand's ranks are worth, so the larger of both is the hand's value.
    """
    first = np.int64(0)
    second = np.int64(0)
    key_1, key_2 = keys[0] + extra, keys[1] + extra
    for i in range(start, end):
        if ways[i]:
            value_1 = np.int64(rank_value(key_1 + MULTISET_KEYS[i]))
            value_2 = np.int64(rank_value(key_2 + MULTISET_KEYS[i]))
            true_1, true_2 = max(value_1, flushes[0]), max(value_2, flushes[1])
            first += ways[i] * (np.int64(true_1 > true_2) - np.int64(value_1 > value_2))
            second += ways[i] * (np.int64(true_1 < true_2) - np.int64(value_1 < value_2))
    counts[1] += first
    counts[2] += second
    counts[3] -= first + second


@inner
def _best_with_flush(keys, extra, flushes, top, holders):
    """Return the set of winners where the best flush is worth `top` and the players in `holders` hold it.

    flushes : int64[P]   each player's flush value, 0 without a flush
    """
    best = np.int64(top)
    winners = holders
    for p in range(keys.size):
        if flushes[p] == 0:
            value = np.int64(rank_value(keys[p] + extra))
            if value > best:
                best = value
                winners = 1 << p
            elif value == best:
                winners |= 1 << p
    return winners


@inner
def _move_flushes(dealt, others, fixed, suits, free, keys, ways, flushes, counts):
    """Move the boards that take `dealt` more cards of one suit from their winners by rank to their true winners.

    dealt, others : int      new board cards of the suit, and of other suits
    fixed : uint64           ranks of the suit on the board already
    suits : uint64[P]        ranks of the suit each player holds
    free : uint64            ranks of the suit still in the deck
    keys : uint64[P]         rank keys of hole cards and board
    ways : int64[8555]       ways to deal the other cards, see `_fill_ways`
    flushes : int64[P]       scratch
    counts : int64[2 ** P]   changed in place
    """
    for i in range(SUBSET_STARTS[dealt], SUBSET_STARTS[dealt + 1]):
        subset = SUBSET_MASKS[i]
        if subset & ~free:
            continue
        top = np.int64(0)
        holders = 0
        for p in range(keys.size):
            flushes[p] = FLUSH_VALUES[subset | fixed | suits[p]]
            if flushes[p] > top:
                top = flushes[p]
                holders = 1 << p
            elif flushes[p] == top:
                holders |= 1 << p
        if top == 0:
            continue
        start, end = MULTISET_STARTS[others], MULTISET_STARTS[others + 1]
        if keys.size == 2:
            _move_two(keys, SUBSET_KEYS[i], start, end, ways, flushes, counts)
            continue
        for j in range(start, end):
            if ways[j]:
                extra = SUBSET_KEYS[i] + MULTISET_KEYS[j]
                counts[_best_by_ranks(keys, extra)] -= ways[j]
                counts[_best_with_flush(keys, extra, flushes, top, holders)] += ways[j]


@inner
def _count_suit(suit, runout, hole, lanes, left, keys, scratch, counts):
    """Correct `counts` for every board on which somebody makes a flush in `suit`.

    runout : int            board cards to come
    lanes : uint64[2, 4]    ranks by suit: on the board, still in the deck
    left : int64[13]        cards left of each rank
    scratch : tuple         see `count_tuples`
    """
    ways, others, suits, flushes = scratch
    fixed, free = lanes[0, suit], lanes[1, suit]
    held = np.int64(0)
    for r in range(13):
        held += np.int64((fixed >> np.uint64(r)) & _ONE)
        others[r] = left[r] - np.int64((free >> np.uint64(r)) & _ONE)
    most = 0
    for p in range(keys.size):
        suits[p] = np.uint64(0)
        own = 0
        for i in range(2):
            if (hole[p, i] & 3) == suit:
                suits[p] |= _ONE << np.uint64(hole[p, i] >> 2)
                own += 1
        most = max(most, own)
    filled = False
    for dealt in range(runout + 1):
        if held + dealt >= 3 and held + dealt + most >= 5:
            if not filled:
                _fill_ways(others, runout - dealt, ways)
                filled = True
            _move_flushes(dealt, runout - dealt, fixed, suits, free, keys, ways, flushes, counts)


@apart
def count_runouts(hole, board, dead, lanes, left, keys, scratch, counts):
    """Count the sets of winners of one tuple of hole cards into `counts` (int64[2 ** P], set to zero first)."""
    lanes[0, :] = np.uint64(0)
    lanes[1, :] = np.uint64(0x1FFF)
    left[:] = 4
    fixed_key = np.uint64(0)
    for i in range(board.size):
        bit = _ONE << np.uint64(board[i] >> 2)
        lanes[0, board[i] & 3] |= bit
        lanes[1, board[i] & 3] ^= bit
        left[board[i] >> 2] -= 1
        fixed_key += _RANK_KEYS[board[i] >> 2]
    for i in range(dead.size):
        lanes[1, dead[i] & 3] ^= _ONE << np.uint64(dead[i] >> 2)
        left[dead[i] >> 2] -= 1
    for p in range(keys.size):
        keys[p] = fixed_key
        for i in range(2):
            rank = hole[p, i] >> 2
            lanes[1, hole[p, i] & 3] ^= _ONE << np.uint64(rank)
            left[rank] -= 1
            keys[p] += _RANK_KEYS[rank]
    runout = 5 - board.size
    ways = scratch[0]
    _fill_ways(left, runout, ways)
    counts[:] = 0
    start, end = MULTISET_STARTS[runout], MULTISET_STARTS[runout + 1]
    if keys.size == 2:
        _count_two(keys, np.uint64(0), start, end, ways, counts)
    else:
        for i in range(start, end):
            if ways[i]:
                counts[_best_by_ranks(keys, MULTISET_KEYS[i])] += ways[i]
    for suit in range(4):
        _count_suit(suit, runout, hole, lanes, left, keys, scratch, counts)


@kernel
def count_tuples(holes, weights, board, dead, totals):
    """Count the sets of winners over all boards, for many tuples of hole cards.

    holes : uint8[T, P, 2]             different cards in each row, none on the board or dead
    weights : int64[T] or float64[T]   how much each tuple counts
    board, dead : uint8[0..5], uint8[D]
    totals : as weights, [2 ** P]      indexed by the set of winners (bit p: player p); added to in place
    """
    players = holes.shape[1]
    lanes = np.empty((2, 4), np.uint64)
    left = np.empty(13, np.int64)
    keys = np.empty(players, np.uint64)
    counts = np.empty(totals.size, np.int64)
    scratch = (
        np.empty(MULTISET_KEYS.size, np.int64),  # ways
        np.empty(13, np.int64),  # cards of other suits left of each rank
        np.empty(players, np.uint64),  # ranks of the suit in each hand
        np.empty(players, np.int64),  # flush values
    )
    for t in range(holes.shape[0]):
        count_runouts(holes[t], board, dead, lanes, left, keys, scratch, counts)
        for i in range(totals.size):
            totals[i] += weights[t] * counts[i]
