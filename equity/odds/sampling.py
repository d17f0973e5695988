"""Sampled equity: prepare tables for the kernel, run chunks in order, stop where asked.

Rules of the file: Numba is loaded only when chunks run. A chunk is a fixed number of shuffles with its own random
stream, and a run may stop only between chunks at looks that the question fixes, so that one seed gives the same bytes
on any number of threads or machines. SAMPLING_VERSION changes whenever the same seed would deal other cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from equity.odds.dealers import Dealer, make_dealer
from equity.odds.question import Question
from equity.odds.statistics import Moments, bounded_radius
from equity.odds.tally import Tally
from equity.parallel import run_chunks

__all__ = ["DEFAULT_TARGET", "SAMPLING_VERSION", "Goal", "predict_deals", "sample"]

SAMPLING_VERSION = 1
DEFAULT_TARGET = 0.001  # 95 % half-width of each player's equity
_SHUFFLES = 1 << 14  # of one chunk
_LOOKS = 1.05  # looks at the target come at chunk numbers that grow by this factor
_NO_END = 1 << 62
_PILOT = 1 << 63  # number of a chunk that no run reaches
_PILOT_SHUFFLES = 1 << 13
_SHUFFLE_COST = 2.5  # of a shuffle with its hole cards, in boards
_UNRELATED = 0.004  # correlation below which it does not matter; the pilot is good to 0.02
_MOST_INFLATION = 0.1  # of the variance of a given number of deals


@dataclass(frozen=True)
class Goal:
    """When to stop: after `samples` deals, at a 95 % half-width of `target`, or after `seconds`; the first of them."""

    samples: int | None = None
    target: float | None = None
    seconds: float | None = None


Progress = Callable[[int, int], object]


def predict_deals(goal: Goal) -> int:
    """Return about how many deals a run needs, at most: for a share of variance 1/4 without any gain."""
    if goal.samples is not None:
        return goal.samples
    target = DEFAULT_TARGET if goal.target is None else goal.target
    return int(0.25 * 7.9 / target**2) + 1


def sample(
    question: Question,
    goal: Goal,
    *,
    seed: int,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Deal at random until the goal is reached and return the counts with standard errors and intervals.

    Examples
    --------
    >>> tally = sample(Question.parse(["AsKs", "QhQd"]), Goal(samples=1000), seed=1)
    >>> tally.total, abs(tally.std_error[0] - 0.0157) < 0.001
    (1000, True)
    """
    dealer = make_dealer(question)
    repeats = _choose_repeats(dealer, goal, seed)
    players = len(question.ranges)
    moments = Moments(players)
    counts = np.zeros(1 << players, np.int64)
    expected = predict_deals(goal)
    deadline = None if goal.seconds is None else time.monotonic() + goal.seconds
    complete = True
    results = run_chunks(
        partial(_run_chunk, dealer, seed, repeats), _cut(goal, repeats), threads=threads, executor=executor
    )
    try:
        for number, (deals, chunk_counts, sums) in enumerate(results, 1):
            counts += chunk_counts
            moments.add(deals, repeats, sums.tolist())
            if progress is not None:
                progress(min(moments.boards, expected), expected)
            if _reached(goal, moments, number) or (deadline is not None and time.monotonic() >= deadline):
                break
    except KeyboardInterrupt:
        complete = False
        if not moments.boards:
            raise
    finally:
        results.close()  # type: ignore[attr-defined]  # a generator: ends its threads
    return _to_tally(counts, moments, goal, complete=complete)


def _choose_repeats(dealer: Dealer, goal: Goal, seed: int) -> int:
    """Return how many boards to deal from one shuffle.

    Where only strata decide the hole cards, as many as the deck holds: such boards exclude each other, which helps.
    Elsewhere the boards of one shuffle share hole cards that other shuffles do not have, and so say partly the same: of
    shares with correlation r between such boards, m of them are worth m / (1 + (m - 1) r) independent ones, and cost a
    shuffle (about 2.5 boards' time) plus m boards. The correlation is estimated by a pilot with streams of its own,
    whose deals are not used again. Where the number of deals is given, few repeats are taken if they would make the
    error noticeably larger.
    """
    most = dealer.repeats
    if goal.samples is not None and goal.samples < 200 * most:
        return 1
    if most == 1 or (len(dealer.seats) <= 1 and not len(dealer.free)):
        return most
    pilots = [_run_chunk(dealer, seed, m, (_PILOT + m, m * _PILOT_SHUFFLES))[2][1].sum() for m in (1, 2)]
    correlation = float(pilots[1]) / (2 * float(pilots[0])) - 1 if pilots[0] else 0.0
    if correlation <= _UNRELATED:
        return most
    best = round(sqrt(_SHUFFLE_COST * (1 - correlation) / correlation)) if correlation < 1 else 1
    if goal.samples is not None:
        best = min(best, 1 + int(_MOST_INFLATION / correlation))
    return max(1, min(most, best))


def _cut(goal: Goal, repeats: int) -> Iterator[tuple[int, int]]:
    """Yield (number, deals) of each chunk."""
    size = _SHUFFLES * repeats
    left = _NO_END if goal.samples is None else goal.samples
    number = 0
    while left > 0:
        yield number, min(size, left)
        left -= size
        number += 1


def _run_chunk(
    dealer: Dealer, seed: int, repeats: int, chunk: tuple[int, int]
) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    from equity.kernels.sample import sample_chunk

    number, deals = chunk
    counts = np.zeros(1 << dealer.players, np.int64)
    moments = np.zeros((4, dealer.players), np.int64)
    sample_chunk(
        np.uint64(seed), np.uint64(number), deals, repeats, dealer.deck.copy(), dealer.board, dealer.sums,
        dealer.table, dealer.hands, dealer.seats, dealer.free, counts, moments,
    )  # fmt: skip
    return deals, counts, moments


def _reached(goal: Goal, moments: Moments, number: int) -> bool:
    target = goal.target
    if target is None:
        if goal.samples is not None or goal.seconds is not None:
            return False
        target = DEFAULT_TARGET
    if not _is_look(number):
        return False
    return all(bounded_radius(moments, player, target) <= target for player in range(moments.players))


def _is_look(number: int) -> bool:
    """Say whether the run may stop after this many chunks: each of the first 20, then 5 % further each time."""
    look = 1
    while look < number:
        look = max(look + 1, int(look * _LOOKS))
    return look == number


def _to_tally(counts: NDArray[np.int64], moments: Moments, goal: Goal, *, complete: bool) -> Tally:
    players = range(moments.players)
    wins = {
        tuple(p for p in players if winners >> p & 1): int(count)
        for winners, count in enumerate(counts.tolist())
        if count
    }
    target = goal.target if goal.samples is not None or goal.seconds is not None else goal.target or DEFAULT_TARGET
    intervals = []
    for player in players:
        if target is None:
            intervals.append(moments.ci95(player))
        else:  # stopped by looking at the result: only the bound that allows it is honest
            mean, radius = moments.mean(player), bounded_radius(moments, player, target)
            intervals.append((max(0.0, mean - radius), min(1.0, mean + radius)))
    return Tally(
        wins, moments.boards, std_error=tuple(map(moments.std_error, players)), ci95=tuple(intervals), complete=complete
    )
