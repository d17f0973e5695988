"""Sampled deals in chunks, tallied where they are dealt: for figures that a sampled equity does not keep.

Rules of the file: what breakdowns, finishing orders and figures by group have in common. A chunk's cards are those
`equity.deal` gives for the same question and seed, so any sampled table can be checked by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb, prod
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from equity.odds.question.hole_cards import Seats, seat_weights
from equity.odds.question.question import Question
from equity.odds.sampling.dealers import make_dealer
from equity.parallel import run_chunks

__all__ = ["DEALS", "seats_that_fit", "tally_deals"]

DEALS = 2_000_000  # sampled where nobody says how many: a standard error of 0.035 % at most
_CHUNK = 1 << 16  # as in `equity.odds.sampling.deals`

Result = TypeVar("Result")


def tally_deals(
    question: Question,
    samples: int,
    tally: Callable[[NDArray[np.uint8], NDArray[np.uint8]], Result],
    *,
    seed: int,
    threads: int | None = None,
) -> Iterator[Result]:
    """Deal hole cards and boards in chunks and yield what `tally` makes of each, in order.

    Examples
    --------
    >>> list(tally_deals(Question.parse(["AA", "KK"]), 70_000, lambda holes, boards: len(holes), seed=1))
    [65536, 4464]
    """
    dealer = make_dealer(question)

    def run(chunk: int) -> Result:
        from equity.kernels.cards.deal import deal_chunk

        size = min(_CHUNK, samples - chunk * _CHUNK)
        holes = np.empty((size, dealer.players, 2), np.uint8)
        boards = np.empty((size, 5), np.uint8)
        deal_chunk(
            np.uint64(seed), np.uint64(chunk), dealer.deck.copy(), dealer.board, dealer.table, dealer.hands,
            dealer.seats, dealer.free, holes, boards,
        )  # fmt: skip
        return tally(holes, boards)

    yield from run_chunks(run, range(-(-samples // _CHUNK)), threads=threads)


def seats_that_fit(question: Question) -> Seats:
    """Return each player's combos, with whole weights only if the weight of all deals together fits an int64.

    Examples
    --------
    >>> seats_that_fit(Question.parse(["AA:0.5,KK", "QQ"])).weights[0].dtype.kind
    'i'
    """
    seats = seat_weights(question)
    boards = comb(len(question.deck) - 2 * len(question.ranges), 5 - len(question.board))
    if seats.weights[0].dtype == np.float64 or boards * prod(int(own.sum()) for own in seats.weights) < 1 << 63:
        return seats
    live = question.live
    return Seats(seats.combos, tuple(np.fromiter(own.values(), np.float64, len(own)) for own in live), 1)
