"""Tables from which a kernel deals the hole cards of a question: jointly, and each possible deal as likely as it is.

Rules of the file: no random numbers; NumPy, and Numba only for crowded ranges. Kinds of seats:

- *free* seats may hold any two cards with equal weights; they are dealt from the shuffled deck like the board;
- seats with ranges are put together in groups as long as the list of fitting choices stays short; a group's row is
  drawn by weight, so nothing is rejected inside a group;
- rows of different groups that share a card are rejected together; if the ranges of more than one group crowd on at
  most 22 cards, seats are drawn in turn instead, each hand in proportion to the ways to deal the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS, cards_from_mask
from equity.errors import DealError
from equity.odds.question.hole_cards import COMBO_CARDS, Seats, Tuples, add_seat, seat_weights
from equity.odds.question.question import Question

__all__ = ["Dealer", "Table", "make_dealer", "make_open_dealer"]

_ROWS = 1 << 16  # of one group of several seats
_CROWDED = 22  # cards; a table over their sets takes 32 MB

Table: TypeAlias = tuple[
    NDArray[np.int64],
    NDArray[np.uint64],
    NDArray[np.float64],
    NDArray[np.int64],
    NDArray[np.bool_],
    NDArray[np.int64],
    NDArray[np.float64],
    NDArray[np.float64],
]


@dataclass(frozen=True)
class Dealer:
    """What `equity.kernels.cards.deal` needs to deal a question; arrays as described there.

    Attributes
    ----------
    deck : uint8 array
        Cards that are neither on the board nor dead, nor always held.
    free : int64 array
        Seats that may hold any two cards.
    settled, open_seats : int64 arrays
        Seats that hold one hand throughout, and all others.
    held : int64 array
        Seats that are not free.
    """

    players: int
    deck: NDArray[np.uint8]
    board: NDArray[np.uint8]
    table: Table
    hands: NDArray[np.uint8]
    seats: NDArray[np.int64]
    free: NDArray[np.int64]
    settled: NDArray[np.int64]
    open_seats: NDArray[np.int64]
    held: NDArray[np.int64]

    def cards(self) -> tuple[Any, ...]:
        """Return what the kernels deal from, with a deck of its own; see `deal_chunk`."""
        return self.deck.copy(), self.board, self.table, self.hands, self.seats, self.free


def make_dealer(question: Question) -> Dealer:
    """Return the tables of a question.

    Examples
    --------
    >>> dealer = make_dealer(Question.parse(["AsKs", "QQ", "random"]))
    >>> dealer.seats.tolist(), dealer.free.tolist(), len(dealer.hands)
    ([[0, 1]], [2], 6)
    """
    seats = seat_weights(question)
    deck = question.deck
    every = len(deck) * (len(deck) - 1) // 2
    free = [
        seat
        for seat, (combos, weights) in enumerate(zip(seats.combos, seats.weights, strict=True))
        if len(combos) == every and weights.min() == weights.max()
    ]
    ranged = [seat for seat in range(len(seats.combos)) if seat not in free]
    groups = _group(seats, ranged, _ROWS)
    shared = {card for seat in ranged for card in np.unique(COMBO_CARDS[seats.combos[seat]]).tolist()}
    if len(groups) > 1 and len(shared) <= _CROWDED:
        groups = _group(seats, ranged, 0)
        table, hands, places = _lay_out(groups, sorted(shared))
    else:
        table, hands, places = _lay_out(groups)
    starts, masks = table[0], table[1]
    always = [int(np.bitwise_and.reduce(masks[a:b])) for a, b in pairwise(starts.tolist())]
    settled = {card for held in always for card in cards_from_mask(held)}
    return Dealer(
        players=len(question.ranges),
        # cards that are always held are left out at once, which saves the kernel from skipping them
        deck=np.array([card for card in deck if card not in settled], np.uint8),
        board=np.array(question.board, np.uint8),
        table=table,
        hands=hands,
        seats=places,
        free=np.array(free, np.int64),
        settled=np.array([seat for seat in ranged if len(seats.combos[seat]) == 1], np.int64),
        open_seats=np.array([seat for seat, own in enumerate(seats.combos) if len(own) > 1], np.int64),
        held=np.array(ranged, np.int64),
    )


def make_open_dealer(players: int, board: Sequence[int], dead: Sequence[int]) -> Dealer:
    """Return the tables for players who may hold any two cards.

    Examples
    --------
    >>> make_open_dealer(3, (), (0,)).deck[:3].tolist()
    [1, 2, 3]
    """
    table, hands, places = _lay_out([])
    deck = [card for card in range(CARDS) if card not in board and card not in dead]
    return Dealer(
        players=players,
        deck=np.array(deck, np.uint8),
        board=np.array(board, np.uint8),
        table=table,
        hands=hands,
        seats=places,
        free=np.arange(players),
        settled=np.zeros(0, np.int64),
        open_seats=np.arange(players),
        held=np.zeros(0, np.int64),
    )


def _group(seats: Seats, ranged: Sequence[int], limit: int) -> list[tuple[list[int], Tuples]]:
    """Put seats together, the shortest range first, until a group would have more rows than `limit`."""
    groups: list[tuple[list[int], Tuples]] = []
    for seat in sorted(ranged, key=lambda seat: len(seats.combos[seat])):
        combos, weights = seats.combos[seat], seats.weights[seat]
        if groups and len(groups[-1][1].combos) * len(combos) <= limit:
            members, rows = groups[-1]
            groups[-1] = ([*members, seat], add_seat(rows, combos, weights))
        else:
            groups.append(([seat], Tuples(combos[:, None], weights)))
    return groups


def _lay_out(
    groups: Sequence[tuple[list[int], Tuples]], crowd: Sequence[int] = ()
) -> tuple[Table, NDArray[np.uint8], NDArray[np.int64]]:
    """Lay the groups end to end; see `equity.kernels.cards.deal.draw_fitting` and `place_rows`.

    crowd: the cards that single seats share, if their hands are to be drawn in turn.
    """
    width = max((len(members) for members, _ in groups), default=1)
    places = np.full((len(groups), width), -1, np.int64)
    starts = np.zeros(len(groups) + 1, np.int64)
    hands = np.zeros((sum(len(rows.combos) for _, rows in groups), width, 2), np.uint8)
    masks = np.zeros(len(hands), np.uint64)
    accept, alias = np.ones(len(hands)), np.zeros(len(hands), np.int64)
    for g, (members, rows) in enumerate(groups):
        if not len(rows.combos):
            raise DealError("no deal is possible: the ranges cannot be dealt together")
        starts[g + 1] = starts[g] + len(rows.combos)
        part = slice(starts[g], starts[g + 1])
        places[g, : len(members)] = members
        hands[part, : len(members)] = rows.cards
        accept[part], alias[part] = _alias(rows.weights.astype(np.float64))
        alias[part] += starts[g]
        masks[part] = rows.masks
    weighted = np.array([bool((accept[starts[g] : starts[g + 1]] < 1).any()) for g in range(len(groups))], np.bool_)
    return (starts, masks, accept, alias, weighted, *_complete(groups, starts, crowd)), hands, places


def _complete(
    groups: Sequence[tuple[list[int], Tuples]], starts: NDArray[np.int64], crowd: Sequence[int]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return rows as sets of the crowded cards, their weights, and the ways to go on from each set of used cards."""
    if not crowd:
        return np.zeros(0, np.int64), np.zeros(0), np.zeros(0)
    from equity.kernels.cards.deal import fill_completions

    numbers = np.zeros(CARDS, np.int64)
    numbers[list(crowd)] = np.arange(len(crowd))
    subsets = np.concatenate([(1 << numbers[rows.cards[:, 0]]).sum(axis=1) for _, rows in groups])
    weights = np.concatenate([rows.weights / rows.weights.max() for _, rows in groups])
    completions = np.zeros(1 << len(crowd))
    fill_completions(starts, subsets, weights, completions)
    return subsets, weights, completions


def _alias(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return Walker's tables: a uniform row is kept with probability `accept`, else replaced by its `alias`.

    Built with Vose's two lists ("A linear algorithm for generating random numbers with a given distribution", 1991).
    """
    size = len(weights)
    accept, alias = np.ones(size), np.arange(size)
    if weights.min() == weights.max():
        return accept, alias
    scaled = (weights / weights.sum() * size).tolist()
    small = [i for i in range(size) if scaled[i] < 1]
    large = [i for i in range(size) if scaled[i] >= 1]
    while small and large:
        low, high = small.pop(), large[-1]
        accept[low], alias[low] = scaled[low], high
        scaled[high] -= 1 - scaled[low]
        if scaled[high] < 1:
            small.append(large.pop())
    return accept, alias
