"""Exact counts of small questions with NumPy alone, so that a short command need not load Numba.

The same scheme as `equity.kernels.equities.enumeration`, one tuple of hole cards at a time: see `equity.runouts`. Where
a few players hold single hands this takes milliseconds; the compiled twin starts to pay at some hundred tuples.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from equity.odds.question.hole_cards import Tuples
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
from equity.tables import (
    COLUMN_BITS,
    FLUSH_VALUES,
    HASH_FACTOR,
    HASH_MASK,
    RANK_KEYS,
    RANK_VALUES_7,
    ROW_OFFSETS_7,
)

__all__ = ["count_small"]

_FACTOR, _MASK = np.uint32(HASH_FACTOR), np.uint32(HASH_MASK)
_COLUMNS = np.uint32((1 << int(COLUMN_BITS)) - 1)
_MULTISET_KEYS, _SUBSET_KEYS = MULTISET_KEYS.astype(np.uint32), SUBSET_KEYS.astype(np.uint32)
_SUBSET_MASKS = SUBSET_MASKS.astype(np.int64)


def count_small(tuples: Tuples, board: Sequence[int], dead: Sequence[int]) -> NDArray[np.int64] | NDArray[np.float64]:
    """Return the weighted count of each set of winners (bit p: player p), shape (2 ** P,).

    Examples
    --------
    >>> from equity.odds.question.hole_cards import deal_tuples, seat_weights
    >>> from equity.odds.question.question import Question
    >>> question = Question.parse(["AsKs", "QhQd"], dead="QsQc")
    >>> count_small(next(deal_tuples(seat_weights(question))), (), question.dead).tolist()
    [0, 742209, 622582, 5963]
    """
    totals = np.zeros(1 << tuples.combos.shape[1], tuples.weights.dtype)
    for hole, weight in zip(tuples.cards.astype(np.int64), tuples.weights, strict=True):
        totals += weight * _count_runouts(hole, list(board), list(dead))
    return totals


def _count_runouts(hole: NDArray[np.int64], board: list[int], dead: list[int]) -> NDArray[np.int64]:
    gone = hole.ravel().tolist() + board + dead
    left = 4 - np.bincount([card >> 2 for card in gone], minlength=13)
    runout = 5 - len(board)
    board_key = sum(int(RANK_KEYS[card >> 2]) for card in board)
    keys = (RANK_KEYS[hole >> 2].sum(axis=1) + board_key).astype(np.uint32)
    extra, weights = _level(_ways(left, runout), runout)
    counts = _add_up(_values_by_ranks(keys, extra[None]), weights)
    for suit in range(4):
        counts += _correct_suit(suit, runout, hole, board, gone, left, keys)
    return counts


def _ways(left: NDArray[np.int64], level: int) -> NDArray[np.int64]:
    """Return the number of ways to deal each multiset of up to `level` ranks."""
    ways = np.ones(MULTISET_STARTS[level + 1], np.int64)
    for k in range(1, level + 1):
        part = slice(MULTISET_STARTS[k], MULTISET_STARTS[k + 1])
        ways[part] = ways[MULTISET_RESTS[part]] * CHOOSE[left[MULTISET_TOPS[part]], MULTISET_COPIES[part]]
    return ways


def _level(ways: NDArray[np.int64], k: int) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Return keys and ways of the multisets of `k` ranks that can be dealt; the others have no valid key."""
    part = slice(MULTISET_STARTS[k], MULTISET_STARTS[k + 1])
    possible = ways[part] > 0
    return _MULTISET_KEYS[part][possible], ways[part][possible]


def _values_by_ranks(keys: NDArray[np.uint32], extra: NDArray[np.uint32]) -> NDArray[np.uint16]:
    """Return what each player's ranks are worth, shape (P,) + the shape of `extra`.

    The hash of `equity.tables.values_of`, in 32 bits because it looks at the low 23 only: twice as fast.
    """
    hashed = ((keys.reshape(-1, *[1] * extra.ndim) + extra) * _FACTOR) & _MASK
    places = ROW_OFFSETS_7[hashed >> np.uint32(COLUMN_BITS)] + (hashed & _COLUMNS)
    values: NDArray[np.uint16] = RANK_VALUES_7[places]
    return values


def _add_up(values: NDArray[np.uint16], ways: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many deals each set of winners has: values are (P, S, R), ways are (R,)."""
    players = len(values)
    if players == 2:
        first = int(np.count_nonzero(values[0] > values[1], axis=0) @ ways)
        second = int(np.count_nonzero(values[0] < values[1], axis=0) @ ways)
        return np.array([0, first, second, int(ways.sum()) * values.shape[1] - first - second])
    best = values.max(axis=0)
    winners = np.zeros(best.shape, np.int64)
    for player in range(players):
        winners |= (values[player] == best).astype(np.int64) << player
    cells = np.bincount((winners * len(ways) + np.arange(len(ways))).ravel(), minlength=len(ways) << players)
    return cells.reshape(1 << players, len(ways)) @ ways


def _correct_suit(
    suit: int,
    runout: int,
    hole: NDArray[np.int64],
    board: list[int],
    gone: list[int],
    left: NDArray[np.int64],
    keys: NDArray[np.uint32],
) -> NDArray[np.int64]:
    """Return what the flushes of one suit change: boards leave their winners by ranks for their true winners."""
    change = np.zeros(1 << len(hole), np.int64)
    fixed = _lane(board, suit)
    free = 0x1FFF & ~_lane(gone, suit)
    held = [_lane(cards, suit) for cards in hole.tolist()]
    least = max(0, 3 - fixed.bit_count(), 5 - fixed.bit_count() - max(lane.bit_count() for lane in held))
    if least > runout:
        return change
    ways = _ways(left - (free >> np.arange(13) & 1), runout - least)
    for dealt in range(least, runout + 1):
        part = slice(SUBSET_STARTS[dealt], SUBSET_STARTS[dealt + 1])
        masks = _SUBSET_MASKS[part]
        flushes = FLUSH_VALUES[(masks | fixed) | np.array(held)[:, None]]
        keep = ((masks & ~free) == 0) & (flushes.max(axis=0) > 0)
        if keep.any():
            rest_keys, rest_ways = _level(ways, runout - dealt)
            by_ranks = _values_by_ranks(keys, _SUBSET_KEYS[part][keep][:, None] + rest_keys)
            own = flushes[:, keep, None]
            # with a flush, its value; it is always worth more than the same cards' ranks
            truth = np.maximum(own, by_ranks)
            change += _add_up(truth, rest_ways) - _add_up(by_ranks, rest_ways)
    return change


def _lane(cards: list[int], suit: int) -> int:
    return sum(1 << (card >> 2) for card in cards if card & 3 == suit)
