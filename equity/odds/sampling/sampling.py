"""Sampled equity: prepare tables for the kernel, run chunks in order, stop where asked.

Rules of the file: Numba is loaded only when chunks run. A chunk is a fixed number of shuffles with its own random
stream, and a run may stop only between chunks at looks that the question fixes, so that one seed gives the same bytes
on any number of threads or machines. SAMPLING_VERSION changes whenever the same seed would deal other cards.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import POT_UNITS
from equity.odds.question.method import ALONE, Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import Tally
from equity.odds.sampling.dealers import Dealer, make_dealer
from equity.odds.sampling.sampling_scheme import Scheme, choose_scheme, most_shuffles, nanoseconds
from equity.odds.sampling.statistics import FINE, Moments, bounded_radius
from equity.parallel import run_chunks

__all__ = ["DEFAULT_TARGET", "SAMPLING_VERSION", "Goal", "predict_deals", "predict_seconds", "sample"]

SAMPLING_VERSION = 2
DEFAULT_TARGET = 0.001  # 95 % half-width of each player's equity
_SHUFFLES, _LEAST_SHUFFLES = 1 << 14, 1 << 11  # of one chunk
_CHUNK_DEALS = 1 << 17
_LOOKS = 1.05  # looks at the target come at chunk numbers that grow by this factor
_NO_END = 1 << 62
_A_HAND = 3e-8  # seconds per player of a deal, roughly
_WORTH_A_DEALER = 5.0  # seconds from which a prediction is worth making the tables for it
# what deals of long runs take, which share shuffles, of the time of a shuffle each; fewer kinds of hands, more boards
_SHARED, _STRATIFIED = 0.8, 0.4
_STARVED = "these ranges leave few ways to deal, so this stopped early; name a target for more precision"
_SUMS = ("boards", "shuffles", "square_boards", "units", "differences", "squares", "products")  # of Moments, to save


@dataclass(frozen=True)
class Goal:
    """When to stop: after `samples` deals, at a 95 % half-width of `target`, or after `seconds`; the first of them."""

    samples: int | None = None
    target: float | None = None
    seconds: float | None = None


def predict_deals(goal: Goal) -> int:
    """Return about how many deals a run needs, at most: for a share of variance 1/4 without any gain."""
    if goal.samples is not None:
        return goal.samples
    target = DEFAULT_TARGET if goal.target is None else goal.target
    return int(0.25 * 7.9 / target**2) + 1


def predict_seconds(question: Question, goal: Goal) -> float:
    """Return about how many seconds of one core a run takes, at most: within a factor of 3 for a number of deals.

    Examples
    --------
    >>> 200 < predict_seconds(Question.parse(["AsKs", "QhQd"]), Goal(samples=10**10)) < 800
    True
    """
    if goal.seconds is not None and goal.samples is None and goal.target is None:
        return goal.seconds
    deals = predict_deals(goal)
    seconds = _A_HAND * len(question.ranges) * deals
    if seconds > _WORTH_A_DEALER:
        dealer = make_dealer(question)
        shared = _STRATIFIED if len(dealer.seats) <= 1 and not len(dealer.free) else _SHARED
        seconds = shared * 1e-9 * nanoseconds(dealer, 1, 1) * deals
    return seconds if goal.seconds is None else min(seconds, goal.seconds)


def sample(question: Question, goal: Goal, run: Run = ALONE, *, seed: int) -> Tally:
    """Deal at random until the goal is reached and return the counts with standard errors and intervals.

    With a checkpoint the run goes on where that one's state was; then the goal must name no seconds.

    Examples
    --------
    >>> tally = sample(Question.parse(["AsKs", "QhQd"]), Goal(samples=1000), seed=1)
    >>> tally.total, abs(tally.std_error[0] - 0.0157) < 0.001
    (1000, True)
    """
    deadline = None if goal.seconds is None else time.monotonic() + goal.seconds
    dealer = make_dealer(question)
    expected = predict_deals(goal)
    scheme = choose_scheme(
        question, dealer, deals=expected, fixed=goal.samples is not None, pilot=partial(_run_chunk, dealer, seed)
    )
    moments = _make_moments(dealer, scheme)
    counts = np.zeros(1 << dealer.players, np.int64)
    if goal.samples is None:
        expected = max(1, round(4 * scheme.variance * expected))
    limit = most_shuffles(dealer) if goal == Goal() else None
    complete = True
    first, end = (0, "") if run.checkpoint is None else _restore(run.checkpoint.state, counts, moments)
    chunks = islice(_cut(goal, scheme.deals), first, None) if not end else iter(())
    count = partial(_count_chunk, dealer, seed, scheme)
    results = run_chunks(count, chunks, threads=run.threads, executor=run.executor)
    try:
        for number, (deals, chunk_counts, sums) in enumerate(results, first + 1):
            counts += chunk_counts
            moments.add(deals, scheme.deals, sums[:4].tolist())
            end = _find_end(goal, moments, scheme, number, limit)
            if run.checkpoint is not None:
                run.checkpoint.note(_to_state(number, end, counts, moments))
            run.report(min(moments.boards, expected), expected)
            if end or (deadline is not None and time.monotonic() >= deadline):
                break
    except KeyboardInterrupt:
        complete = False
        if not moments.boards:
            raise
    finally:
        results.close()  # type: ignore[attr-defined]  # a generator: ends its threads
    tally = _to_tally(counts, moments, goal, dealer, scheme, complete=complete)
    return replace(tally, notes=(_STARVED,)) if end == "limit" else tally


def _restore(state: dict[str, Any], counts: NDArray[np.int64], moments: Moments) -> tuple[int, str]:
    """Add what an earlier run had to empty counts and sums; return its number of chunks and why it ended, if it did."""
    if not state:
        return 0, ""
    counts += np.array(state["counts"], np.int64)
    for name in _SUMS:
        setattr(moments, name, state["sums"][name])
    return state["chunks"], state["end"]


def _to_state(number: int, end: str, counts: NDArray[np.int64], moments: Moments) -> dict[str, Any]:
    sums = {name: getattr(moments, name) for name in _SUMS}
    sums = {name: list(value) if isinstance(value, list) else value for name, value in sums.items()}  # they go on
    return {"chunks": number, "end": end, "counts": counts.tolist(), "sums": sums}


def _find_end(goal: Goal, moments: Moments, scheme: Scheme, number: int, limit: int | None) -> str:
    """Return what ends the run after this many chunks: "goal", "limit" (of shuffles) or nothing."""
    if _reached(goal, moments, scheme, number):
        return "goal"
    return "limit" if limit is not None and moments.shuffles >= limit else ""


def _cut(goal: Goal, per_shuffle: int) -> Iterator[tuple[int, int]]:
    """Yield (number, deals) of each chunk."""
    shuffles = max(_LEAST_SHUFFLES, min(_SHUFFLES, _CHUNK_DEALS // per_shuffle)) // 2 * 2
    size = shuffles * per_shuffle
    left = _NO_END if goal.samples is None else goal.samples
    number = 0
    while left > 0:
        yield number, min(size, left)
        left -= size
        number += 1


def _run_chunk(
    dealer: Dealer, seed: int, scheme: Scheme, chunk: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    from equity.kernels.equities.sampling import sample_chunk

    number, deals = chunk
    counts = np.zeros(1 << dealer.players, np.int64)
    betas = np.array(scheme.betas, np.int64)
    moments = np.zeros((5, len(betas) + 1), np.int64)
    sample_chunk(
        np.uint64(seed), np.uint64(number), deals, scheme.boards, scheme.groups, dealer.deck.copy(), dealer.board,
        dealer.sums, dealer.table, dealer.hands, dealer.seats, dealer.held, dealer.free, dealer.kinds, betas, counts,
        moments,
    )  # fmt: skip
    return counts, moments


def _count_chunk(
    dealer: Dealer, seed: int, scheme: Scheme, chunk: tuple[int, int]
) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    return chunk[1], *_run_chunk(dealer, seed, scheme, chunk)


def _make_moments(dealer: Dealer, scheme: Scheme) -> Moments:
    """Return empty sums, one entry for each kind of seat."""
    sizes = np.bincount(dealer.kinds).tolist()
    shifts = [beta * scheme.mean / (FINE * size) for beta, size in zip(scheme.betas, sizes, strict=True)]
    return Moments(len(sizes), [FINE * POT_UNITS * size for size in sizes], shifts)


def _reached(goal: Goal, moments: Moments, scheme: Scheme, number: int) -> bool:
    target = goal.target
    if target is None:
        if goal.samples is not None or goal.seconds is not None:
            return False
        target = DEFAULT_TARGET
    if not _is_look(number):
        return False
    if moments.players == 1:  # all seats alike, their equity is known: nothing is decided by looking at the deals
        low, high = moments.ci95(0)
        return high - low <= 2 * target
    return all(bounded_radius(moments, kind, target, scheme.variance) <= target for kind in range(moments.players))


def _is_look(number: int) -> bool:
    """Say whether the run may stop after this many chunks: each of the first 20, then 5 % further each time."""
    look = 1
    while look < number:
        look = max(look + 1, int(look * _LOOKS))
    return look == number


def _to_tally(
    counts: NDArray[np.int64], moments: Moments, goal: Goal, dealer: Dealer, scheme: Scheme, *, complete: bool
) -> Tally:
    players = range(dealer.players)
    wins = {
        tuple(p for p in players if winners >> p & 1): int(count)
        for winners, count in enumerate(counts.tolist())
        if count
    }
    kinds = dealer.kinds.tolist()
    intervals = [_interval(moments, kind, goal, scheme) for kind in range(moments.players)]
    better = moments.players < dealer.players or any(scheme.betas)
    return Tally(
        wins,
        moments.boards,
        std_error=tuple(moments.std_error(kind) for kind in kinds),
        ci95=tuple(intervals[kind] for kind in kinds),
        complete=complete,
        equity=tuple(moments.mean(kind) for kind in kinds) if better else None,
    )


def _interval(moments: Moments, kind: int, goal: Goal, scheme: Scheme) -> tuple[float, float]:
    if moments.players == 1 or (goal.target is None and (goal.samples is not None or goal.seconds is not None)):
        return moments.ci95(kind)
    # stopped by looking at the result: only the bound that allows it is honest
    mean, radius = moments.mean(kind), bounded_radius(moments, kind, goal.target or DEFAULT_TARGET, scheme.variance)
    return max(0.0, mean - radius), min(1.0, mean + radius)
