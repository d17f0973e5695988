"""Equities split by something the deals differ in: a player's combo, or the next card.

Rules of the file: exact where that takes seconds, by the cheapest method for each part; else all parts come from one
sample. Whoever splits says what the parts are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from equity.constants import POT_UNITS
from equity.numbers import read_seed
from equity.odds.plan import PATIENCE, best_method, should_count
from equity.odds.question.feasibility import find_impossible_seats
from equity.odds.question.method import Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import Tally, shares_of
from equity.odds.sampling.deals import DEALS, tally_deals
from equity.parallel import run_chunks

__all__ = ["Parts", "can_be_dealt", "sample_parts", "solve_parts"]

_LOOKS = 3  # parts whose cost is asked for; the others are much like them

Groups = Callable[[NDArray[np.uint8], NDArray[np.uint8]], NDArray[np.int64]]


@dataclass(frozen=True)
class Parts:
    """Figures of each part, NaN where a part was never dealt.

    Attributes
    ----------
    share : float64 array, shape (K,)
        How much of all deals each part is; adds up to 1.
    equity, win, tie : float64 arrays, shape (K, P)
    std_error : float64 array, shape (K, P), or None
        None if counted.
    seed : int or None
    """

    share: NDArray[np.float64]
    equity: NDArray[np.float64]
    win: NDArray[np.float64]
    tie: NDArray[np.float64]
    std_error: NDArray[np.float64] | None = None
    seed: int | None = None

    def pick(self, rows: NDArray[np.int64]) -> Parts:
        """Return some of the parts, in the order given."""
        errors = None if self.std_error is None else self.std_error[rows]
        return Parts(self.share[rows], self.equity[rows], self.win[rows], self.tie[rows], errors, self.seed)


def can_be_dealt(question: Question) -> bool:
    """Say whether a question made of another one's parts has any deal.

    Examples
    --------
    >>> can_be_dealt(Question.parse(["AsKs", "QQ"]))
    True
    """
    return all(question.live) and not find_impossible_seats(question.live)


def solve_parts(
    questions: Sequence[Question], *, factors: Sequence[float], threads: int | None = None, patience: float = PATIENCE
) -> Parts | None:
    """Answer each part exactly, or return None if that takes longer than `patience` seconds.

    Parameters
    ----------
    questions : sequence of Question
        Parts that can be dealt.
    factors : sequence of float
        What the deals of each part count, relative to each other.

    Examples
    --------
    >>> parts = solve_parts([Question.parse(["AsKs", "QhQd"]), Question.parse(["AsKs", "2c2d"])], factors=[1, 3])
    >>> parts.share.tolist(), parts.equity[:, 0].round(3).tolist()
    ([0.25, 0.75], [0.462, 0.501])
    """
    if not should_count(_predict_seconds(questions), patience=patience):
        return None

    def solve(question: Question) -> Tally:
        return best_method(question).solve(question, Run(threads=1))

    tallies = list(run_chunks(solve, questions, threads=threads))
    deals = np.array([f * tally.total / tally.scale for f, tally in zip(factors, tallies, strict=True)])
    shares = [shares_of(tally, len(question.ranges)) for tally, question in zip(tallies, questions, strict=True)]
    equity, win, tie = (np.array([getattr(own, name) for own in shares]) for name in ("equity", "win", "tie"))
    return Parts(deals / deals.sum(), equity, win, tie)


def _predict_seconds(questions: Sequence[Question]) -> float:
    looked = questions[:: max(1, len(questions) // _LOOKS)]
    seconds = sum(best_method(part).predict_seconds(part) for part in looked)
    return seconds * len(questions) / max(1, len(looked))


def sample_parts(
    question: Question,
    parts: int,
    groups: Groups,
    *,
    samples: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Parts:
    """Sample a question and split it.

    Parameters
    ----------
    question : Question
    parts : int
        Number of parts.
    groups : callable
        Gives the part of each deal (int64 array) from hole cards (N, P, 2) and boards (N, 5).

    Examples
    --------
    >>> flops = Question.parse(["AsKs", "QhQd"], board="2s7sTh")
    >>> turns = sample_parts(flops, 52, lambda holes, boards: boards[:, 3].astype(np.int64), samples=1000, seed=1)
    >>> turns.equity.shape, round(turns.share.sum())
    ((52, 2), 1)
    """
    from equity.kernels.equities.groups import tally_groups

    seed = read_seed(seed)

    def run(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        counts = np.zeros((parts, holes.shape[1], 4), np.int64)
        tally_groups(holes, boards, groups(holes, boards), counts)
        return counts

    counts: NDArray[np.int64] = np.zeros((parts, len(question.ranges), 4), np.int64)
    for found in tally_deals(question, samples or DEALS, run, seed=seed, threads=threads):
        counts += found
    deals = counts[:, 0, 0]
    with np.errstate(invalid="ignore", divide="ignore"):
        win, tie, units = (counts[:, :, i] / deals[:, None] for i in (1, 2, 3))
        equity = units / POT_UNITS
        # the share of a deal is 0, 1 or, in ties, about a half: good enough for the error of a part
        spread = np.maximum(win + tie / 4 - equity**2, 0.25 / np.maximum(deals, 1)[:, None])
        errors = np.sqrt(spread / deals[:, None])
    return Parts(deals / deals.sum(), equity, win, tie, errors, seed)
