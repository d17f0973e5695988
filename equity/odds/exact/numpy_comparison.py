"""Two ranges on a board compared with NumPy alone, for questions not worth the time to load Numba.

Every live combo is valued on every full board. Then, whichever is cheaper: each pair of combos is compared on all of
them (a hand against a range on the flop), or each board is swept as in `equity.kernels.equities.sweep`, with sorted
values and cumulative sums instead of running ones (a range against a range; all hands against all hands on a flop in
0.4 s).
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from equity.odds.exact.boards import list_boards
from equity.odds.exact.card_removal import cards_of_combos, sum_counts, weight_beside
from equity.odds.question.hole_cards import seat_weights
from equity.odds.question.method import ALONE, Run
from equity.odds.question.tallies import Tally
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY, values_of

if TYPE_CHECKING:
    from equity.odds.question.question import Question

__all__ = ["compare", "predict_seconds"]

_BLOCK = 1 << 20  # comparisons, or values, at once: some 10 MB
# Seconds, measured on one Zen 4 core: a call; a value, a comparison and a pair; a board swept and a combo on it, of the
# player counted for and of the other.
_CALL = 1.8e-4
_VALUE, _COMPARISON, _PAIR = 2e-8, 1.1e-9, 1e-8
_BOARD, _FIRST, _SECOND = 7e-5, 8e-8, 2.2e-7
_LISTED = 2e-7  # a combo in the ranges
_ANY_SEVEN = START_KEY + CARD_KEYS[:7].sum(dtype=np.uint64)  # the key of a hand that exists


def predict_seconds(question: Question) -> float:
    """Return about how many seconds `compare` needs.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> predict_seconds(Question.parse(["AsKs", "QQ"], board="2s7sTh")) < 0.01
    True
    """
    return _CALL + _LISTED * sum(map(len, question.live)) + min(_pair_seconds(question), _sweep_seconds(question))


def _pair_seconds(question: Question) -> float:
    first, second = map(len, question.live)
    boards = comb(len(question.deck), 5 - len(question.board))
    pairs = first * second
    return boards * (_VALUE * (first + second) + _COMPARISON * pairs) + _PAIR * pairs


def _sweep_seconds(question: Question) -> float:
    first, second = map(len, question.live)
    boards = comb(len(question.deck), 5 - len(question.board))
    return boards * (_BOARD + _FIRST * first + _SECOND * second)


def compare(question: Question, run: Run = ALONE) -> Tally:
    """Return the exact counts of two ranges on a board.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> compare(Question.parse(["AsKs", "QQ"], board="2s7sTh")).wins_by_set
    {(0,): 3162, (1,): 2778, (0, 1): 0}
    """
    seats = seat_weights(question)
    combos, weights = seats.combos, [given.astype(np.float64) for given in seats.weights]
    boards = list_boards(question).boards
    by_pairs = _pair_seconds(question) < _sweep_seconds(question)
    count = _count_pairs if by_pairs else _count_sweep
    step = max(1, _BLOCK // (len(combos[0]) * len(combos[1]) if by_pairs else len(combos[0]) + len(combos[1])))
    counts = np.zeros((2, len(combos[0])))
    for start in range(0, len(boards), step):
        counts += count(boards[start : start + step], combos[0], combos[1], weights[1])
        run.report(min(start + step, len(boards)), len(boards))
    dense = np.zeros(1326)
    dense[combos[1]] = weights[1]
    deals = weight_beside(combos[0], dense) * comb(len(question.deck) - 4, 5 - len(question.board))
    whole = seats.weights[0].dtype.kind == "i" and dense.sum() * len(boards) < 2**53
    won, tied, total = sum_counts(weights[0], np.column_stack([*counts, deals]), whole=whole)
    return Tally({(0,): won, (1,): total - won - tied, (0, 1): tied}, total, scale=seats.scale)


def _values(boards: NDArray[np.uint8], combos: NDArray[np.int64]) -> NDArray[np.uint16]:
    """Return the value of each combo (column) on each board (row), 0 where it is blocked."""
    cards = cards_of_combos()[:, combos]
    keys = CARD_KEYS[boards].sum(axis=1, dtype=np.uint64)[:, None] + CARD_KEYS[cards].sum(axis=0, dtype=np.uint64)
    known = np.bitwise_or.reduce(CARD_MASKS[boards], axis=1)[:, None]
    held = np.bitwise_or.reduce(CARD_MASKS[cards], axis=0)
    blocked = (known & held) != 0
    keys[blocked] = _ANY_SEVEN  # a card held twice, such as a fifth ace, may have no place in the tables
    values = values_of(keys + START_KEY, known | held, 7)
    values[blocked] = 0
    return values


def _count_pairs(
    boards: NDArray[np.uint8], first: NDArray[np.int64], second: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the weight each combo of `first` beats and ties on the boards, shape (2, K), from all comparisons."""
    mine, theirs = _values(boards, first)[:, :, None], _values(boards, second)[:, None, :]
    theirs = np.where(theirs, theirs, np.uint16(65535))  # a blocked combo (0, or this) neither beats nor is beaten
    masks = np.bitwise_or.reduce(CARD_MASKS[cards_of_combos()], axis=0)
    fits = (masks[first][:, None] & masks[second]) == 0
    return np.array([(fits * (part.sum(axis=0))) @ weights for part in (mine > theirs, mine == theirs)])


def _count_sweep(
    boards: NDArray[np.uint8], first: NDArray[np.int64], second: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the same as `_count_pairs`, one board after another."""
    mine, theirs = _values(boards, first), _values(boards, second)
    own = np.zeros(1326)
    own[second] = weights
    counts = np.zeros((2, len(first)))
    for values, others in zip(mine, theirs, strict=True):
        live = np.flatnonzero(values)
        order = np.argsort(others, kind="stable")
        order = order[np.searchsorted(others[order], 1) :]  # without the blocked ones
        sums = _cumulate(second[order], weights[order])
        high, low = cards_of_combos()[:, first[live]]
        below, upto = (
            sums[ends, 52] - sums[ends, high] - sums[ends, low]
            for ends in (np.searchsorted(others[order], values[live], side) for side in ("left", "right"))
        )
        counts[0, live] += below
        counts[1, live] += upto + own[first[live]] - below
    return counts


def _cumulate(combos: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weight of the first n combos that hold each card (columns 0..51), and of all (52), for n = 0..K."""
    high, low = cards_of_combos()[:, combos]
    sums = np.zeros((len(combos) + 1, 53))
    rows = np.arange(1, len(combos) + 1)
    sums[rows, high] = weights
    sums[rows, low] = weights
    sums[rows, 52] = weights
    return np.cumsum(sums, axis=0, out=sums)
