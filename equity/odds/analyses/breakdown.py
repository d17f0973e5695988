"""How often each player makes each category by the river, and wins with it.

Rules of the file: counting where that takes seconds, else sampled deals; a `Breakdown` says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import to_mask
from equity.numbers import check_sampling, read_seed
from equity.odds.exact.enumeration import predict_tuples
from equity.odds.plan import should_count
from equity.odds.question.hole_cards import Tuples, deal_tuples, merge_suits
from equity.odds.question.question import Cards, Player, Question
from equity.odds.sampling.deals import DEALS, seats_that_fit, tally_deals
from equity.parallel import run_chunks
from equity.show.results import Shown, name_method
from equity.strengths import CATEGORIES

__all__ = ["Breakdown", "break_down", "breakdown"]

_A_BOARD = 2.3e-8  # seconds for two players' hands on one board, measured on one core (Zen 4)
_A_TUPLE = 4e-7
_CHUNK = 64  # tuples a task


@dataclass(frozen=True, repr=False)
class Breakdown(Shown):
    """Counts by category.

    Attributes
    ----------
    counts : int64 or float64 array, shape (P, 10, 3)
        For each player and category (high card to royal flush): made, won alone, shared.
    total : int or float
        All deals, each counted as its weight where ranges have weights.
    seed : int or None
        Seed of the sample; None if every deal was counted.
    """

    counts: NDArray[np.int64] | NDArray[np.float64]
    total: float
    seed: int | None

    @property
    def shares(self) -> NDArray[np.float64]:
        """The counts as fractions of all deals."""
        fractions: NDArray[np.float64] = self.counts / self.total
        return fractions

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per player and category, for a data frame, CSV or JSON.

        Examples
        --------
        >>> break_down(Question.parse(["AsAc", "7d8d"], board="3c4c6c9cJh")).rows()[5]
        {'player': 1, 'category': 'flush', 'made': 1.0, 'win': 1.0, 'tie': 0.0}
        """
        return [
            {"player": player, "category": name, **dict(zip(("made", "win", "tie"), figures, strict=True))}
            for player, rows in enumerate(self.shares.tolist(), 1)
            for name, figures in zip(CATEGORIES, rows, strict=True)
        ]

    def _line(self) -> str:
        likely = [CATEGORIES[int(place)] for place in self.shares[:, :, 0].argmax(axis=1)]
        found = ", ".join(f"player {i}: {name} most often" for i, name in enumerate(likely, 1))
        return f"{found}; {name_method(self.seed)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: the same fractions by player and by name of category.

        Examples
        --------
        >>> plain = break_down(Question.parse(["AsAc", "7d8d"], board="3c4c6c9cJh")).to_dict()
        >>> plain["players"][0]["flush"]
        {'made': 1.0, 'win': 1.0, 'tie': 0.0}
        """
        names = ("made", "win", "tie")
        players = [
            {name: dict(zip(names, row, strict=True)) for name, row in zip(CATEGORIES, rows, strict=True)}
            for rows in self.shares.tolist()
        ]
        total = int(self.total) if self.total == int(self.total) else self.total
        return {
            "method": "exact" if self.seed is None else "monte-carlo",
            "total": total,
            "seed": self.seed,
            "players": players,
        }


def breakdown(
    players: str | Sequence[Player],
    *,
    board: Cards = "",
    dead: Cards = "",
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Breakdown:
    """Return how often each player makes each of the ten categories by the river, and wins with it.

    Parameters
    ----------
    players, board, dead
        As for `equity.calculate`.
    samples : int, optional
        Sample this many deals; by default everything is counted where that takes seconds, and else two
        million deals are sampled.
    seed : int, optional
        Seed of the sample.
    threads : int, optional
        By default one per core.

    Returns
    -------
    Breakdown
        Its `counts` and `shares` have the shape (P, 10, 3): player; high card to royal flush; made, won alone, shared.

    Examples
    --------
    >>> import equity
    >>> found = equity.breakdown(["AsAc", "7d8d"])
    >>> found.shares[0, 1, 0].round(6).item(), found.shares[1, 5, 1].round(6).item()  # a pair; wins with a flush
    (0.354008, 0.060583)
    """
    question = Question.parse(players, board=board, dead=dead)
    return break_down(question, samples=samples, seed=seed, threads=threads)


def break_down(
    question: Question,
    *,
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Breakdown:
    """Count or sample the categories of each player's final hand.

    Parameters
    ----------
    question : Question
    samples : int, optional
        Sample this many deals; by default everything is counted where that takes seconds, and else two
        million deals are sampled.
    seed : int, optional
        Seed of the sample.
    threads : int, optional
        By default one per core.

    Examples
    --------
    >>> found = break_down(Question.parse(["AsKs", "QhQd"], board="Ts9s2d"))
    >>> int(found.total), found.counts[0, 5].tolist()
    (990, [359, 346, 0])
    """
    samples, seed = check_sampling(samples, seed, threads)
    if should_count(_predict_seconds(question), samples=samples):
        return _count(question, threads)
    return _sample(question, samples or DEALS, read_seed(seed), threads)


def _predict_seconds(question: Question) -> float:
    tuples, distinct = predict_tuples(question)
    left = len(question.deck) - 2 * len(question.ranges)
    boards = comb(left, 5 - len(question.board))
    return tuples * _A_TUPLE + distinct * boards * _A_BOARD * len(question.ranges) / 2


def _count(question: Question, threads: int | None) -> Breakdown:
    from equity.kernels.equities.breakdown import break_down_boards

    seats = seats_that_fit(question)
    board, dead = np.array(question.board, np.uint8), np.uint64(to_mask(question.dead))
    shape = (len(question.ranges), len(CATEGORIES), 3)

    def run(part: Tuples) -> NDArray[Any]:
        counts: NDArray[Any] = np.zeros(shape, part.weights.dtype)
        break_down_boards(part.cards, part.weights, board, dead, counts)
        return counts

    def parts() -> Iterator[Tuples]:
        for block in deal_tuples(seats):
            merged = merge_suits(block, question.board, question.dead)
            for start in range(0, len(merged.combos), _CHUNK):
                yield Tuples(merged.combos[start : start + _CHUNK], merged.weights[start : start + _CHUNK])

    counts: NDArray[Any] = np.zeros(shape, seats.weights[0].dtype)
    for found in run_chunks(run, parts(), threads=threads):
        counts += found
    return Breakdown(counts, counts[0, :, 0].sum().item(), None)


def _sample(question: Question, samples: int, seed: int, threads: int | None) -> Breakdown:
    from equity.kernels.equities.breakdown import break_down_deals

    shape = (len(question.ranges), len(CATEGORIES), 3)

    def run(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        counts = np.zeros(shape, np.int64)
        break_down_deals(holes, boards, counts)
        return counts

    counts = np.zeros(shape, np.int64)
    for found in tally_deals(question, samples, run, seed=seed, threads=threads):
        counts += found
    return Breakdown(counts, samples, seed)
