"""Spots that are the same up to a renaming of suits and the order of the players.

A card has one role in a spot: free, on the board, dead, or in a player's hand. The 13 roles of a suit, read as the
digits of a number, are the suit's *code*; renaming suits reorders the four codes, so the sorted codes name the spot. Of
the orders of the players the one with the smallest codes counts.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from equity.odds.question.hole_cards import sort_columns

__all__ = ["canonical_codes", "distinct_rows"]

_ALL_ORDERS = 3  # players up to which every order is tried; beyond that they are sorted by ranks and suitedness


def canonical_codes(
    holes: NDArray[np.uint8], boards: NDArray[np.uint8], dead: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return four numbers that name each spot, and the order of the players they are for.

    Parameters
    ----------
    holes : uint8 array, shape (N, P, 2)
    boards : uint8 array, shape (N, B)
    dead : uint8 array, shape (N, D)

    Returns
    -------
    codes : int64 array, shape (N, 4)
    orders : int64 array, shape (N, P)
        ``orders[i, k]`` is the player who stands at place k.

    Examples
    --------
    >>> none = np.zeros((2, 0), np.uint8)
    >>> holes = np.array([[[51, 47], [42, 41]], [[40, 43], [50, 46]]], np.uint8)  # AsKs v QhQd, QcQs v AhKh
    >>> codes, orders = canonical_codes(holes, none, none)
    >>> bool((codes[0] == codes[1]).all()), orders.tolist()
    (True, [[1, 0], [0, 1]])
    """
    count, players = holes.shape[:2]
    lanes = [_lane(holes[:, player], players + 3) for player in range(players)]
    fixed = _lane(boards, players + 3) + 2 * _lane(dead, players + 3)
    best, orders = None, np.tile(np.arange(players), (count, 1))
    if players > _ALL_ORDERS:
        orders = np.argsort(_hand_classes(holes), axis=1, kind="stable")
        stacked = np.stack(lanes, axis=1)
        ordered = np.take_along_axis(stacked, orders[:, :, None], axis=1)
        return np.sort(fixed + np.tensordot(ordered, np.arange(3, players + 3), axes=([1], [0])), axis=1), orders
    for order in permutations(range(players)):
        codes = fixed + sum((place + 3) * lanes[player] for place, player in enumerate(order))
        codes.sort(axis=1)
        if best is None:
            best = codes
            continue
        smaller = _is_smaller(codes, best)
        best[smaller] = codes[smaller]
        orders[smaller] = order
    assert best is not None
    return best, orders


def _lane(cards: NDArray[np.uint8], base: int) -> NDArray[np.int64]:
    """Return for each row and suit the sum of base ** rank over the cards, shape (N, 4)."""
    powers = base ** np.arange(13, dtype=np.int64)
    sums = np.zeros((len(cards), 4), np.int64)
    rows = np.arange(len(cards))
    for column in cards.T:
        sums[rows, column & 3] += powers[column >> 2]
    return sums


def _hand_classes(holes: NDArray[np.uint8]) -> NDArray[np.int64]:
    cards = holes.astype(np.int64)
    high, low = cards.max(axis=2), cards.min(axis=2)
    classes: NDArray[np.int64] = 26 * (high >> 2) + 2 * (low >> 2) + ((high & 3) == (low & 3))
    return classes


def _is_smaller(codes: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    smaller = codes[:, 3] < others[:, 3]
    for column in (2, 1, 0):
        smaller = (codes[:, column] < others[:, column]) | ((codes[:, column] == others[:, column]) & smaller)
    return smaller


def distinct_rows(codes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first row of each kind, in order of appearance, and the kind of each row.

    Examples
    --------
    >>> firsts, kinds = distinct_rows(np.array([[7, 1], [2, 2], [7, 1]]))
    >>> firsts.tolist(), kinds.tolist()
    ([0, 1], [0, 1, 0])
    """
    order, new = sort_columns(codes.T)
    firsts = order[new]  # of equal rows the first stands first
    kinds = np.empty(len(order), np.int64)
    kinds[order] = np.cumsum(new) - 1
    by_place = np.argsort(firsts)
    names = np.empty(len(firsts), np.int64)
    names[by_place] = np.arange(len(firsts))
    return firsts[by_place], names[kinds]
