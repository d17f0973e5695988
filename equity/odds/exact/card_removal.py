"""How much weight of the opponents' ranges is left beside a given combo: card removal without a board.

Rules of the file: NumPy, no boards, no values. Sums of whole weights are exact as long as they stay below 2 ** 53.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from equity.odds.question.hole_cards import COMBO_CARDS
from equity.odds.question.weights import sum_products

__all__ = ["cards_of_combos", "held_combos", "sum_counts", "weight_beside", "weight_of_pairs_beside"]

_EXACT = 2**53


@cache
def cards_of_combos() -> NDArray[np.uint8]:
    """Return the high and the low card of every combo, shape (2, 1326).

    Examples
    --------
    >>> cards_of_combos()[:, 1325].tolist()
    [51, 50]
    """
    return COMBO_CARDS.T.copy()


def held_combos(weights: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.float64]]:
    """Return the combos that some player may hold, their cards, and their weights; arrays without gaps, for kernels.

    Parameters
    ----------
    weights : float64 array, shape (P, 1326)

    Returns
    -------
    int64 array, shape (K,); uint8 array, shape (2, K); float64 array, shape (P, K)

    Examples
    --------
    >>> combos, cards, weights = held_combos(np.eye(1, 1326, 1325))
    >>> combos.tolist(), cards.tolist(), weights.tolist()
    ([1325], [[51], [50]], [[1.0]])
    """
    held = np.flatnonzero(weights.any(axis=0))
    return held, cards_of_combos()[:, held].copy(), weights[:, held].copy()


def weight_beside(combos: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each combo the weight of a range that shares no card with it.

    All, less what holds the one card, less what holds the other, plus the combo itself, taken out twice.

    Parameters
    ----------
    combos : int array, shape (K,)
    weights : float64 array, shape (1326,)

    Examples
    --------
    >>> weight_beside(np.array([0]), np.ones(1326)).tolist()  # 50 cards are left, 1,225 combos
    [1225.0]
    """
    high, low = cards_of_combos().astype(np.int64)
    by_card = np.bincount(high, weights, 52) + np.bincount(low, weights, 52)
    beside: NDArray[np.float64] = weights.sum() - by_card[high[combos]] - by_card[low[combos]] + weights[combos]
    return beside


def weight_of_pairs_beside(
    combos: NDArray[np.int64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return for each combo the weight of the pairs from two ranges that fit beside it and beside each other.

    The formula is the one of `equity.kernels.equities.sweep_three`.

    Parameters
    ----------
    combos : int array, shape (K,)
    first, second : float64 array, shape (1326,)

    Examples
    --------
    >>> weight_of_pairs_beside(np.array([0]), np.ones(1326), np.ones(1326)).tolist()  # 1,225 x 1,128
    [1381800.0]
    """
    high, low = cards_of_combos()[:, combos].astype(np.int64)
    rows = np.arange(len(combos))
    parts = []
    for weights in (first, second):
        matrix = _by_cards(weights)
        part = matrix.sum(axis=0) - matrix[high] - matrix[low]
        part[rows, high] = 0.0
        part[rows, low] = 0.0
        parts.append(part)
    shared = (parts[0] * parts[1]).sum(axis=1)
    alone = weight_beside(combos, first) * weight_beside(combos, second)
    result: NDArray[np.float64] = alone - shared + weight_beside(combos, first * second)
    return result


def _by_cards(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights as a symmetric matrix over the combos' two cards."""
    matrix = np.zeros((52, 52))
    high, low = cards_of_combos()
    matrix[high, low] = weights
    matrix[low, high] = weights
    return matrix


def sum_counts(weights: NDArray[np.float64], counts: NDArray[np.float64], *, whole: bool) -> list[float]:
    """Return each column of `counts` summed with the combos' own weights, whole numbers of any size if `whole`.

    Parameters
    ----------
    weights : float64 array, shape (K,)
    counts : float64 array, shape (K, M)
    whole : bool
        All weights and counts are whole numbers.

    Examples
    --------
    >>> sum_counts(np.array([2.0, 1.0]), np.array([[3.0], [4.0]]), whole=True)
    [10]
    """
    if not whole:
        return [float(column) for column in weights @ counts]
    if weights.sum() * counts.max(initial=0.0) < _EXACT:
        return [int(column) for column in weights @ counts]
    return [sum_products(weights.tolist(), column, whole=True) for column in counts.T.tolist()]
