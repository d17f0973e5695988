"""`equity.deal`: hole cards and boards for many deals as arrays, for whatever somebody wants to study in NumPy."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS
from equity.constants import MOST_SAMPLES
from equity.errors import DealError
from equity.numbers import check_sampling, read_whole
from equity.odds.question.question import Cards, Player, Question, read_known_cards
from equity.odds.sampling.dealers import Dealer, make_dealer, make_open_dealer
from equity.parallel import run_chunks

__all__ = ["deal"]

_CHUNK = 1 << 16  # deals of one random stream


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
    number = np.uint64(secrets.randbits(64) if seed is None else seed)
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
    if not isinstance(players, int | np.integer):
        return make_dealer(Question.parse(players, board=board, dead=dead))
    board_cards, dead_cards = read_known_cards(board, dead)
    count = int(players)
    needed = 2 * count + 5 + len(dead_cards)
    if count < 0 or needed > CARDS:
        raise DealError(f"{count} players need {2 * count + 5} cards; the deck has {CARDS - len(dead_cards)}")
    return make_open_dealer(count, board_cards, dead_cards)
