"""Sampled deals: `equity.deal` gives them as arrays; whoever counts something in them gets them chunk by chunk.

Rules of the file: chunks and their streams are the same for both, so any sampled table of breakdowns, finishing orders
or figures by group can be checked by hand with `equity.deal` for the same question and seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import comb, prod
from typing import TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS
from equity.constants import MOST_SAMPLES
from equity.errors import DealError, OptionError
from equity.numbers import check_sampling, is_list, read_seed, read_whole
from equity.odds.question.hole_cards import Seats, seat_weights
from equity.odds.question.question import Cards, Player, Question, read_known_cards
from equity.odds.sampling.dealers import Dealer, make_dealer, make_open_dealer
from equity.parallel import run_chunks
from equity.ranges import Range

__all__ = ["DEALS", "Condition", "deal", "seats_that_fit", "tally_deals"]

DEALS = 2_000_000  # sampled where nobody says how many: a standard error of 0.035 % at most
_CHUNK = 1 << 16  # deals of one random stream

_LEAST_TRIED = 1 << 24  # deals of which none was kept
_MOST_TRIED = 1000  # deals drawn for each that is kept

Result = TypeVar("Result")
# holes and boards -> whether each deal is kept
Condition: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.bool_]]


def deal(
    n: int,
    players: int | str | Sequence[Player] = 2,
    *,
    board: Cards = "",
    dead: Cards = "",
    where: Condition | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Deal hole cards and full boards at random: `equity.deal` without names and conditions in PQL.

    Parameters
    ----------
    n, players, board, dead, seed, threads
        As for `equity.deal`.
    where : callable, optional
        Called with the holes and boards of some deals; says for each whether it is kept, as a boolean array. Deals are
        drawn until `n` are kept.

    Returns
    -------
    holes : uint8 array, shape (N, P, 2)
    boards : uint8 array, shape (N, 5)

    Raises
    ------
    EquityError
        If the cards cannot be dealt, or hardly any deal is kept.

    Examples
    --------
    >>> holes, boards = deal(1000, 3, board="AsKs2d", seed=1)
    >>> holes.shape, boards.shape, boards[0, :3].tolist()
    ((1000, 3, 2), (1000, 5), [51, 47, 1])
    >>> holes, boards = deal(1000, ["AK", "22+"], where=lambda holes, boards: boards[:, 4] >= 48, seed=1)
    >>> sorted(set((boards[:, 4] // 4).tolist()))
    [12]
    """
    n = read_whole("the number of deals", n, least=0, most=MOST_SAMPLES)
    _, seed = check_sampling(None, seed, threads)
    dealer = _make(players, board, dead)
    number = np.uint64(read_seed(seed))
    if where is not None:
        return _deal_fitting(n, dealer, where, number, threads)
    holes = np.empty((n, dealer.players, 2), np.uint8)
    boards = np.empty((n, 5), np.uint8)

    def run(chunk: int) -> None:
        from equity.kernels.cards.deal import deal_chunk

        part = slice(chunk * _CHUNK, (chunk + 1) * _CHUNK)
        deal_chunk(number, np.uint64(chunk), dealer.cards(), holes[part], boards[part])

    for _ in run_chunks(run, range(-(-n // _CHUNK)), threads=threads):
        pass
    return holes, boards


def _deal_fitting(
    n: int, dealer: Dealer, where: Condition, seed: np.uint64, threads: int | None
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Deal whole chunks until `n` deals are kept."""

    def run(chunk: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        from equity.kernels.cards.deal import deal_chunk

        holes, boards = np.empty((_CHUNK, dealer.players, 2), np.uint8), np.empty((_CHUNK, 5), np.uint8)
        deal_chunk(seed, np.uint64(chunk), dealer.cards(), holes, boards)
        kept = np.asarray(where(holes, boards))
        if kept.shape != (_CHUNK,) or kept.dtype != np.bool_:
            raise OptionError(
                f"where must return a boolean array with one value per deal, got {kept.dtype} of shape {kept.shape}"
            )
        return holes[kept], boards[kept]

    parts = [(np.empty((0, dealer.players, 2), np.uint8), np.empty((0, 5), np.uint8))]
    found, most = 0, max(_LEAST_TRIED, _MOST_TRIED * n)
    chunks = run_chunks(run, count(), threads=threads)
    try:
        for number, part in enumerate(chunks if n else (), 1):
            parts.append(part)
            found += len(part[0])
            if found >= n:
                break
            if number * _CHUNK >= (most if found else _LEAST_TRIED):
                raise DealError(f"only {found:,} of {number * _CHUNK:,} deals fit where; {n:,} were asked for")
    finally:
        chunks.close()  # type: ignore[attr-defined]  # a generator: ends its threads
    holes, boards = (np.concatenate(arrays)[:n] for arrays in zip(*parts, strict=True))
    return holes, boards


def _make(players: int | str | Sequence[Player], board: Cards, dead: Cards) -> Dealer:
    if isinstance(players, str | Range) or is_list(players):
        return make_dealer(Question.parse(cast("str | Sequence[Player]", players), board=board, dead=dead))
    number = read_whole("the number of players", players, least=0, most=MOST_SAMPLES)
    board_cards, dead_cards = read_known_cards(board, dead)
    needed = 2 * number + 5 + len(dead_cards)
    if needed > CARDS:
        raise DealError(f"{number} players need {2 * number + 5} cards; the deck has {CARDS - len(dead_cards)}")
    return make_open_dealer(number, board_cards, dead_cards)


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
        deal_chunk(np.uint64(seed), np.uint64(chunk), dealer.cards(), holes, boards)
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
