"""Sampled equity: prepare tables for the kernel, run chunks in order, stop where asked.

Rules of the file: Numba is loaded only when chunks run. A chunk is a fixed number of deals with its own random
stream, and a run may stop only between chunks at looks that the question fixes, so that one seed gives the same bytes
on any number of threads or machines. SAMPLING_VERSION changes whenever the same seed would deal other cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, repeat
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from equity.numbers import count_threads
from equity.odds.question.method import ALONE, Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import Tally
from equity.odds.sampling.dealers import Dealer, make_dealer
from equity.odds.sampling.exchange import Exchange, make_exchange
from equity.odds.sampling.sampling_scheme import (
    Scheme,
    choose_scheme,
    first_scheme,
    gain_of_exchange,
    most_tuples,
    nanoseconds,
)
from equity.odds.sampling.statistics import Moments, bounded_radius
from equity.parallel import IN_FLIGHT, run_chunks

__all__ = ["DEFAULT_TARGET", "SAMPLING_VERSION", "Goal", "predict_deals", "predict_seconds", "sample"]

SAMPLING_VERSION = 3
_STREAMS = SAMPLING_VERSION << 48  # of the first chunk: versions deal from streams of their own
DEFAULT_TARGET = 0.001  # 95 % half-width of each player's equity
_CHUNK_TUPLES, _CHUNK_DEALS = 1 << 14, 1 << 17  # of one chunk, at most
_MOST_CHUNKS = 8  # that one call counts
_LOOKS = 1.05  # looks at the target come at chunk numbers that grow by this factor
_NO_END = 1 << 62
_A_HAND = 3e-8  # seconds per player of a deal, roughly
_WORTH_A_DEALER = 5.0  # seconds from which a prediction is worth making the tables for it
_STARVED = "these ranges leave few ways to deal, so this stopped early; name a target for more precision"
_SUMS = ("deals", "blocks", "square_deals", "parts", "squares", "products")  # of Moments, to save

_Chunk: TypeAlias = tuple[int, NDArray[np.int64], list[list[float]]]  # deals, counts, and sums as the kernel has them
_Part: TypeAlias = tuple[int, list[int]]  # number of the first chunk, and the deals of each
_Job: TypeAlias = tuple[_Part, Callable[[], float] | None]


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
        seconds = 1e-9 * nanoseconds(dealer, first_scheme(dealer, deals)) * deals
    return seconds if goal.seconds is None else min(seconds, goal.seconds)


def sample(question: Question, goal: Goal, run: Run = ALONE, *, seed: int) -> Tally:
    """Deal at random until the goal is reached and return the counts with standard errors and intervals.

    With a checkpoint the run goes on where that one's state was; then the goal must name no seconds.

    Examples
    --------
    >>> tally = sample(Question.parse(["AsKs", "QhQd"]), Goal(samples=1000), seed=1)
    >>> tally.total, 0.01 < tally.std_error[0] < 0.02
    (1000, True)
    """
    deadline = None if goal.seconds is None else time.monotonic() + goal.seconds
    dealer = make_dealer(question)
    expected = predict_deals(goal)
    exchange = make_exchange(question, deals=expected)
    pilot = partial(_run_pilot, dealer, exchange, seed)
    exchanged = exchange[3].size > 0
    scheme = choose_scheme(
        question, dealer, deals=expected, fixed=goal.samples is not None, pilot=pilot,
        threads=1 if run.executor is not None else run.threads,
    )  # fmt: skip
    unexchanged = partial(_run_pilot, dealer, (*exchange[:3], exchange[3][:0]), seed)
    gain = partial(gain_of_exchange, dealer, scheme, unexchanged, deals=expected) if exchanged else None
    moments = Moments(dealer.players)
    counts = np.zeros(1 << dealer.players, np.int64)
    if goal.samples is None:
        expected = max(1, round(4 * scheme.variance * expected))
    limit = most_tuples(dealer) if goal == Goal() else None
    complete = True
    first, end = (0, "") if run.checkpoint is None else _restore(run.checkpoint.state, counts, moments)
    workers = count_threads(run.threads) if run.executor is None else IN_FLIGHT
    parts = _cut(goal, scheme, first, workers) if not end else iter(())
    count = partial(_count_chunks, dealer, exchange, seed, scheme)
    results = run_chunks(count, _jobs(parts, gain, goal), threads=run.threads, executor=run.executor)
    told: list[float] = []
    try:
        for number, (deals, chunk_counts, sums) in enumerate(_chunks(results, told), first + 1):
            counts += chunk_counts
            moments.add(deals, sums)
            end = _find_end(goal, moments, scheme, number, limit)
            if run.checkpoint is not None:
                run.checkpoint.note(_to_state(number, end, counts, moments))
            run.report(min(moments.deals, expected), expected)
            if end or (deadline is not None and time.monotonic() >= deadline):
                break
    except KeyboardInterrupt:
        complete = False
        if not moments.deals:
            raise
    finally:
        results.close()  # type: ignore[attr-defined]  # a generator: stops its threads
    if gain is not None:
        scheme = replace(scheme, exchange_gain=told[0] if told else gain())
    better = exchanged or any(scheme.betas)
    tally = _to_tally(counts, moments, goal, scheme, better=better, complete=complete)
    return tally._replace(notes=(_STARVED,)) if end == "limit" else tally


def _chunks(results: Iterator[tuple[list[_Chunk], float | None]], told: list[float]) -> Iterator[_Chunk]:
    """Yield chunk by chunk what was counted in parts; what else was told goes into a list."""
    for chunks, gain in results:
        told.extend(() if gain is None else (gain,))
        yield from chunks


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
    """Return what ends the run after this many chunks: "goal", "limit" (of tuples) or nothing."""
    if _reached(goal, moments, scheme, number):
        return "goal"
    return "limit" if limit is not None and moments.blocks * scheme.groups * scheme.tuples >= limit else ""


def _cut(goal: Goal, scheme: Scheme, first: int, workers: int) -> Iterator[_Part]:
    """Yield parts of the run from chunk `first` on: the number of a part's first chunk, and the deals of its chunks.

    Python takes 0.1 ms a chunk where two threads use it and a chunk takes 5 ms, so one call counts some. A part ends
    at a look, so that none is counted in vain; the first ones are small, so that who may not wait has something soon,
    and the last ones, so that all workers end at once.
    """
    size = min(_CHUNK_DEALS, _CHUNK_TUPLES * scheme.boards)
    left = _NO_END if goal.samples is None else goal.samples - first * size
    number = first
    while left > 0:
        most = min(_MOST_CHUNKS, max(1, number), max(1, left // (3 * workers * size)))
        if goal.samples is None:
            most = next((n for n in range(1, most) if _is_look(number + n)), most)
        deals = [min(size, left - start) for start in range(0, min(left, most * size), size)]
        yield number, deals
        number += len(deals)
        left -= sum(deals)


def _jobs(parts: Iterator[_Part], gain: Callable[[], float] | None, goal: Goal) -> Iterator[_Job]:
    """Yield the parts to count, and with one of them what the exchange is worth, for which nothing waits.

    It comes with the first part, so that whoever stops a run has it; where the end is known, after the last one: then
    it fills the time in which one thread waits for another (1 to 2 % of a run of 0.08 s on two threads).
    """
    at_end = goal.samples is not None and goal.samples > _MOST_CHUNKS * _CHUNK_DEALS
    first = None if at_end else gain
    yield from zip(parts, chain([first], repeat(None)), strict=False)
    if at_end and gain is not None:
        yield (0, []), gain


def _run_chunks(
    dealer: Dealer, exchange: Exchange, seed: int, scheme: Scheme, part: _Part
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    from equity.kernels.equities.sampling import sample_chunks

    number, deals = part
    counts = np.zeros((len(deals), 1 << dealer.players), np.int64)
    sums = np.zeros((len(deals), 5, dealer.players + 1))
    shape = np.array([scheme.groups, scheme.tuples, scheme.boards, scheme.cut])
    sample_chunks(
        np.uint64(seed), np.uint64(_STREAMS + number), np.array(deals, np.int64), shape,
        dealer.cards(), dealer.settled, dealer.open_seats, exchange, np.array(scheme.control, np.int64),
        np.array(scheme.betas), scheme.mean, counts, sums,
    )  # fmt: skip
    return counts, sums


def _run_pilot(
    dealer: Dealer, exchange: Exchange, seed: int, scheme: Scheme, chunk: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    counts, sums = _run_chunks(dealer, exchange, seed, scheme, (chunk[0], [chunk[1]]))
    return counts[0], sums[0]


def _count_chunks(
    dealer: Dealer, exchange: Exchange, seed: int, scheme: Scheme, job: _Job
) -> tuple[list[_Chunk], float | None]:
    """Return the chunks of a part, and what else the job asks."""
    part, ask = job
    counts, sums = _run_chunks(dealer, exchange, seed, scheme, part)
    return list(zip(part[1], counts, sums.tolist(), strict=True)), None if ask is None else ask()


def _reached(goal: Goal, moments: Moments, scheme: Scheme, number: int) -> bool:
    target = goal.target
    if target is None:
        if goal.samples is not None or goal.seconds is not None:
            return False
        target = DEFAULT_TARGET
    if not _is_look(number):
        return False
    return all(_half_width(moments, player, goal, scheme) <= target for player in range(moments.players))


def _half_width(moments: Moments, player: int, goal: Goal, scheme: Scheme) -> float:
    low, high = _interval(moments, player, goal, scheme)
    return (high - low) / 2


def _is_look(number: int) -> bool:
    """Say whether the run may stop after this many chunks: each of the first 20, then 5 % further each time."""
    look = 1
    while look < number:
        look = max(look + 1, int(look * _LOOKS))
    return look == number


def _to_tally(
    counts: NDArray[np.int64], moments: Moments, goal: Goal, scheme: Scheme, *, better: bool, complete: bool
) -> Tally:
    players = range(moments.players)
    wins = {
        tuple(p for p in players if winners >> p & 1): int(count)
        for winners, count in enumerate(counts.tolist())
        if count
    }
    return Tally(
        wins,
        moments.deals,
        std_error=tuple(moments.std_error(player) for player in players),
        ci95=tuple(_interval(moments, player, goal, scheme) for player in players),
        complete=complete,
        equity=tuple(moments.mean(player) for player in players) if better else None,
        scheme=str(scheme),
    )


def _interval(moments: Moments, player: int, goal: Goal, scheme: Scheme) -> tuple[float, float]:
    alike = moments.variance(player) == 0  # seats of one range, whose equity is known: nothing is decided by looking
    if alike or (goal.target is None and (goal.samples is not None or goal.seconds is not None)):
        return moments.ci95(player)
    # stopped by looking at the result: only the bound that allows it is honest
    mean, radius = moments.mean(player), bounded_radius(moments, player, goal.target or DEFAULT_TARGET, scheme.variance)
    return max(0.0, mean - radius), min(1.0, mean + radius)
