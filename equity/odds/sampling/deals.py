"""Sampled deals: `equity.deal` gives them as arrays; whoever counts something in them gets them chunk by chunk.

Rules of the file: chunks and their streams are the same for both, so any sampled table of breakdowns, finishing orders
or figures by group can be checked by hand with `equity.deal` for the same question and seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb, prod
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS
from equity.constants import MOST_SAMPLES
from equity.errors import DealError
from equity.numbers import check_sampling, is_list, read_seed, read_whole
from equity.odds.question.hole_cards import Seats, seat_weights
from equity.odds.question.question import Cards, Player, Question, read_known_cards
from equity.odds.sampling.dealers import Dealer, make_dealer, make_open_dealer
from equity.parallel import run_chunks
from equity.ranges import Range

__all__ = ["DEALS", "deal", "seats_that_fit", "tally_deals"]

DEALS = 2_000_000  # sampled where nobody says how many: a standard error of 0.035 % at most
_CHUNK = 1 << 16  # deals of one random stream

Result = TypeVar("Result")


def deal(
    n: int,
    players: int | str | Sequence[Player] = 2,
    *,
    board: Cards = "",
    dead: Cards = "",
    seed: int | None = None,
    threads: int | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Deal hole cards and full boards at random, without replacement.

    Parameters
    ----------
    n : int
        Number of deals.
    players : int or sequence of str or Range, optional
        How many players with any two cards (up to 23), or each player's hand or range. Ranges are dealt jointly: every
        deal that is possible is as likely as the product of its combos' weights.
    board : str or sequence of int, optional
        Cards known already; they come first on every board.
    dead : str or sequence of int, optional
        Cards that are not dealt.
    seed : int, optional
        The same seed gives the same bytes for any number of threads.
    threads : int, optional
        By default one per core.

    Returns
    -------
    holes : uint8 array, shape (N, P, 2)
        Card indices; a player's two cards stand in no particular order.
    boards : uint8 array, shape (N, 5)

    Raises
    ------
    EquityError
        If the cards cannot be dealt.

    Examples
    --------
    >>> import equity
    >>> holes, boards = equity.deal(1000, 3, board="AsKs2d", seed=1)
    >>> holes.shape, boards.shape, boards[0, :3].tolist()
    ((1000, 3, 2), (1000, 5), [51, 47, 1])
    """
    n = read_whole("the number of deals", n, least=0, most=MOST_SAMPLES)
    _, seed = check_sampling(None, seed, threads)
    dealer = _make(players, board, dead)
    number = np.uint64(read_seed(seed))
    holes = np.empty((n, dealer.players, 2), np.uint8)
    boards = np.empty((n, 5), np.uint8)

    def run(chunk: int) -> None:
        from equity.kernels.cards.deal import deal_chunk

        part = slice(chunk * _CHUNK, (chunk + 1) * _CHUNK)
        deal_chunk(
            number, np.uint64(chunk), dealer.deck.copy(), dealer.board, dealer.table, dealer.hands, dealer.seats,
            dealer.free, holes[part], boards[part],
        )  # fmt: skip

    for _ in run_chunks(run, range(-(-n // _CHUNK)), threads=threads):
        pass
    return holes, boards


def _make(players: int | str | Sequence[Player], board: Cards, dead: Cards) -> Dealer:
    if isinstance(players, str | Range) or is_list(players):
        return make_dealer(Question.parse(cast("str | Sequence[Player]", players), board=board, dead=dead))
    count = read_whole("the number of players", players, least=0, most=MOST_SAMPLES)
    board_cards, dead_cards = read_known_cards(board, dead)
    needed = 2 * count + 5 + len(dead_cards)
    if needed > CARDS:
        raise DealError(f"{count} players need {2 * count + 5} cards; the deck has {CARDS - len(dead_cards)}")
    return make_open_dealer(count, board_cards, dead_cards)


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
