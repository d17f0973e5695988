"""In what order the players of an all-in finish, and how many chips that is worth to each.

Rules of the file: orders are counted where that takes seconds, else sampled; `equity.odds.analyses.side_pots` turns
them into chips.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import to_mask
from equity.numbers import check_sampling, read_seed
from equity.odds.analyses.side_pots import Counts, check_stacks, tally_chips
from equity.odds.exact.boards import choose
from equity.odds.exact.enumeration import predict_tuples
from equity.odds.plan import best_method, should_count
from equity.odds.question.hole_cards import Tuples, deal_tuples, merge_suits
from equity.odds.question.method import Run
from equity.odds.question.question import Cards, Player, Question
from equity.odds.question.result import EquityResult
from equity.odds.question.tallies import Tally
from equity.odds.sampling.deals import DEALS, seats_that_fit, tally_deals
from equity.parallel import run_chunks
from equity.show.results import Shown, name_method, name_shares

__all__ = [
    "Finishing",
    "count_finishes",
    "expected_chips",
    "finishing_orders",
    "price_stacks",
]

_A_HAND = 2e-8  # seconds for one player's hand on one board, measured on one core (Zen 4)
_A_TUPLE = 4e-7
_ORDERS = (1, 1, 3, 13, 75, 541, 4683, 47_293, 545_835, 7_087_261, 102_247_563)  # of 0, 1, 2, ... players
_CHUNK_DEALS = 1 << 20
_PENDING = 1 << 21  # orders kept apart before equal ones are put together


@dataclass(frozen=True, repr=False)
class Finishing(Shown):
    """How often the players of a showdown finish in each order.

    Attributes
    ----------
    ranks : uint8 array, shape (K, P)
        One row an order: for each player, how many others hold a better hand. ``[0, 2, 0]`` is a tie of the first and
        the third player, ahead of the second.
    counts : int64 or float64 array, shape (K,)
        Deals that end in this order.
    total : int or float
        All deals, each counted as its weight where ranges have weights.
    seed : int or None
        Seed of the sample; None if every deal was counted.
    """

    ranks: NDArray[np.uint8]
    counts: Counts
    total: float
    seed: int | None

    @property
    def by_order(self) -> dict[tuple[int, ...], float]:
        """The counts as a dictionary from ranks to deals."""
        rows = map(tuple, self.ranks.tolist())
        return dict(zip(rows, self.counts.tolist(), strict=True))

    def expected_chips(self, stacks: Sequence[float], *, pot: float = 0) -> NDArray[np.float64]:
        """Return the chips each player has after the all-in, on average, shape (P,).

        Parameters
        ----------
        stacks : sequence of numbers
            What each player puts in.
        pot : number, optional
            Chips in the middle already, which everybody competes for.

        Examples
        --------
        >>> orders = finishing_orders(["AsAh", "KsKh", "QsQh"])
        >>> orders.expected_chips([100, 200, 300]).sum().item()
        600.0
        """
        return tally_chips(self.ranks, self.counts, check_stacks(stacks, self.ranks.shape[1]), pot)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per order with each player's place, for a data frame, CSV or JSON.

        Examples
        --------
        >>> finishing_orders(["AsKs", "QhQd"], board="Ts9s2d8h3c").rows()
        [{'place_1': 2, 'place_2': 1, 'share': 1.0}]
        """
        return [
            {**{f"place_{i}": rank + 1 for i, rank in enumerate(row, 1)}, "share": count / self.total}
            for row, count in zip(self.ranks.tolist(), self.counts.tolist(), strict=True)
        ]

    def _line(self) -> str:
        seats = range(self.ranks.shape[1])
        first = [self.counts[self.ranks[:, seat] == 0].sum() / self.total for seat in seats]
        found = name_shares([f"player {seat + 1}" for seat in seats], first)
        return f"first or level: {found}; {name_method(self.seed)}"

    def to_dict(self) -> dict[str, object]:
        """Return plain values; an order is written with each player's place, ``"1 3 1"`` for ranks 0, 2, 0."""
        names = (" ".join(str(rank + 1) for rank in row) for row in self.ranks.tolist())
        return {
            "method": "exact" if self.seed is None else "monte-carlo",
            "total": self.total,
            "seed": self.seed,
            "orders": dict(zip(names, self.counts.tolist(), strict=True)),
        }


def finishing_orders(
    players: str | Sequence[Player],
    *,
    board: Cards = "",
    dead: Cards = "",
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Finishing:
    """Count in what order the players of a showdown finish, ties included.

    Parameters
    ----------
    players, board, dead
        As for `equity.calculate`.
    samples : int, optional
        Sample this many deals; by default everything is counted where that takes seconds, and else two million deals
        are sampled.
    seed : int, optional
        Seed of the sample.
    threads : int, optional
        By default one per core.

    Examples
    --------
    >>> import equity
    >>> equity.finishing_orders(["AsKs", "QhQd", "7c7d"], board="Ts9s2d8h").by_order
    {(0, 1, 2): 13, (0, 2, 1): 2, (2, 0, 1): 23, (2, 1, 0): 4}
    """
    question = Question.parse(players, board=board, dead=dead)
    return count_finishes(question, samples=samples, seed=seed, threads=threads)


def expected_chips(  # the question's own options, by name
    players: str | Sequence[Player],
    stacks: Sequence[float],
    *,
    board: Cards = "",
    dead: Cards = "",
    pot: float = 0,
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """Return the chips each player of an all-in has after it, on average, side pots and all.

    Parameters
    ----------
    players, board, dead
        As for `equity.calculate`.
    stacks : sequence of numbers
        What each player puts in.
    pot : number, optional
        Chips in the middle already: blinds and bets of players who have folded.
    samples, seed, threads
        As for `finishing_orders`.

    Examples
    --------
    >>> import equity
    >>> chips = equity.expected_chips(["AsKs", "QhQd", "7c7d"], [500, 1000, 2000])
    >>> chips.round(1).tolist()
    [584.8, 1438.7, 1476.6]
    """
    question = Question.parse(players, board=board, dead=dead)
    check_stacks(stacks, len(question.ranges))
    found = count_finishes(question, samples=samples, seed=seed, threads=threads)
    return found.expected_chips(stacks, pot=pot)


def count_finishes(
    question: Question, *, samples: int | str | None = None, seed: int | None = None, threads: int | None = None
) -> Finishing:
    """Count or sample the finishing orders of a question; see `finishing_orders`."""
    samples, seed = check_sampling(samples, seed, threads)
    if samples is None and len(question.ranges) == 2:
        method = best_method(question)
        if should_count(method.predict_seconds(question)):
            return _from_tally(method.solve(question, Run(threads=threads)))
    if should_count(_predict_seconds(question), samples=samples):
        return _count(question, threads)
    return _sample(question, samples or DEALS, read_seed(seed), threads)


def price_stacks(result: EquityResult, stacks: Sequence[float], *, threads: int | None = None) -> EquityResult:
    """Return a result with the players' expected chips; sampled results are priced by deals of the same seed.

    Examples
    --------
    >>> from equity.odds import calculate
    >>> calculate(["AsAh", "KsKh"], stacks=[100, 300]).expected_chips.round(2).tolist()
    [165.27, 234.73]
    """
    question = result.question
    given = check_stacks(stacks, len(question.ranges))
    if len(set(given)) == 1:  # one pot: the equities say it all
        chips = [float(sum(given)) * share for share in result.shares.equity]
    elif len(given) == 2:
        chips = _from_tally(result.tally).expected_chips(stacks).tolist()
    else:
        samples = None if result.seed is None else int(result.total)
        found = count_finishes(question, samples=samples, seed=result.seed, threads=threads)
        chips = found.expected_chips(stacks).tolist()
    return replace(result, stacks=tuple(map(float, given)), chips=tuple(chips))


def _from_tally(tally: Tally) -> Finishing:
    """Return the orders of two players: who wins says it all."""
    ranks = {(0,): (0, 1), (1,): (1, 0), (0, 1): (0, 0)}
    found = sorted((ranks[winners], count) for winners, count in tally.wins_by_set.items() if count)
    return Finishing(np.array([row for row, _ in found], np.uint8), np.array([n for _, n in found]), tally.total, None)


def _predict_seconds(question: Question) -> float:
    tuples, distinct = predict_tuples(question)
    players = len(question.ranges)
    boards = comb(len(question.deck) - 2 * players, 5 - len(question.board))
    return tuples * _A_TUPLE + distinct * boards * _A_HAND * players


@lru_cache(maxsize=4)
def _places(deck: int, missing: int) -> NDArray[np.uint8]:
    return np.array(choose(deck, missing), order="C")  # a copy: kernels are compiled apart for arrays of other kinds


def _count(question: Question, threads: int | None) -> Finishing:
    from equity.kernels.equities.finishing_orders import count_orders_of_boards

    seats = seats_that_fit(question)
    players = len(question.ranges)
    board, dead = np.array(question.board, np.uint8), np.uint64(to_mask(question.dead))
    places = _places(len(question.deck) - 2 * players, 5 - len(question.board))
    rows = max(1, _CHUNK_DEALS // len(places))

    def run(part: Tuples) -> tuple[NDArray[np.uint64], Counts]:
        orders, counts = _table(players, len(part.combos) * len(places), part.weights)
        count_orders_of_boards(part.cards, part.weights, board, dead, places, orders, counts)
        return _used(orders, counts)

    def parts() -> Iterator[Tuples]:
        for block in deal_tuples(seats):
            merged = merge_suits(block, question.board, question.dead)
            for start in range(0, len(merged.combos), rows):
                yield Tuples(merged.combos[start : start + rows], merged.weights[start : start + rows])

    return _gather(run_chunks(run, parts(), threads=threads), players, None)


def _sample(question: Question, samples: int, seed: int, threads: int | None) -> Finishing:
    from equity.kernels.equities.finishing_orders import count_orders_of_deals

    players = len(question.ranges)

    def run(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], Counts]:
        orders, counts = _table(players, len(holes), np.zeros(0, np.int64))
        count_orders_of_deals(holes, boards, orders, counts)
        return _used(orders, counts)

    return _gather(tally_deals(question, samples, run, seed=seed, threads=threads), players, seed)


def _table(players: int, deals: int, weights: Counts) -> tuple[NDArray[np.uint64], Counts]:
    """Return an empty table with room for twice the orders, for counts of the same kind as `weights`."""
    size = 1 << (2 * min(_ORDERS[players], deals)).bit_length()
    counts: Counts = np.zeros(size, np.int64) if weights.dtype == np.int64 else np.zeros(size, np.float64)
    return np.zeros(size, np.uint64), counts


def _used(orders: NDArray[np.uint64], counts: Counts) -> tuple[NDArray[np.uint64], Counts]:
    used = np.flatnonzero(orders)
    return orders[used], counts[used]


def _gather(parts: Iterator[tuple[NDArray[np.uint64], Counts]], players: int, seed: int | None) -> Finishing:
    tables: list[tuple[NDArray[np.uint64], Counts]] = []
    for part in parts:
        tables.append(part)
        if sum(len(orders) for orders, _ in tables) > _PENDING:
            tables = [_merge(tables)]
    orders, counts = _merge(tables)
    ranks = (orders[:, None] >> (4 * np.arange(players, dtype=np.uint64))) & np.uint64(15)
    order = np.lexsort(ranks.T[::-1])
    return Finishing(ranks[order].astype(np.uint8), counts[order], counts.sum().item(), seed)


def _merge(tables: Sequence[tuple[NDArray[np.uint64], Counts]]) -> tuple[NDArray[np.uint64], Counts]:
    orders, places = np.unique(np.concatenate([orders for orders, _ in tables]), return_inverse=True)
    found = np.concatenate([counts for _, counts in tables])
    counts = np.zeros(len(orders), found.dtype)
    np.add.at(counts, places, found)
    return orders, counts
