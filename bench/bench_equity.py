"""Equities beside OMPEval (in pokerfast) and eval7, in the same run.

Ratios are the median over rounds of theirs / ours, CPU time, measured alternately. For sampling the figure is the time
to the same true standard error: CPU time of a run times the variance of its answer over many runs.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import pytest

import equity
from equity.odds.exact import enumeration as exact
from equity.odds.exact.numpy_enumeration import count_small
from equity.odds.question.hole_cards import deal_tuples, seat_weights
from equity.odds.question.question import Question

ROUNDS = 5
# six random hands would not do: that their equities are equal is known, so ours are always right
SAMPLED = [
    ["AsKs", "QhQd"],
    ["AsKs", "QQ", "random"],
    ["AsKs", *["random"] * 5],
    ["QQ+,AKs,AKo", "22+,A2s+,KTs+"],
]


def cpu(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def ratio(theirs: Callable[[], object], ours: Callable[[], object], repeat: int = 1) -> float:
    """Return how many times faster ours is: median of per-round ratios; ours is repeated to be measurable."""

    def many() -> None:
        for _ in range(repeat):
            ours()

    many(), theirs()
    return statistics.median(cpu(theirs) / (cpu(many) / repeat) for _ in range(ROUNDS))


def report(benchmark, run, **info):
    benchmark.extra_info.update(info)
    benchmark(run)
    print({name: f"{value:.3g}" if isinstance(value, float) else value for name, value in info.items()})


@pytest.mark.parametrize(
    ("players", "dead"),
    [(["AsKs", "QhQd"], "2c"), (["AsKs", "QQ"], ""), (["AK", "QQ"], "2c"), (["AsKs", "QhQd", "7c7d"], ""),
     (["AsKs", "QQ", "JTs"], "")],
    ids=lambda value: " v ".join(value) if isinstance(value, list) else value,
)  # fmt: skip
def test_enumeration(benchmark, players, dead):
    peer = pytest.importorskip("pokerfast.equity")
    question = Question.parse(players, dead=dead)

    def compiled():
        seats = seat_weights(question)
        for _, tuples in exact._cut(question, seats):
            exact._count_compiled(tuples, question.board, question.dead)

    times = ratio(lambda: peer.equity(players, "", dead), compiled, repeat=5)
    report(benchmark, compiled, times_ompeval=times, unit="question")


def test_enumeration_without_numba(benchmark):
    peer = pytest.importorskip("pokerfast.equity")
    question = Question.parse(["AsKs", "QhQd"], dead="2c")

    def plain():
        count_small(next(deal_tuples(seat_weights(question))), question.board, question.dead)

    times = ratio(lambda: peer.equity(["AsKs", "QhQd"], "", "2c"), plain, repeat=5)
    report(benchmark, plain, times_ompeval=times, unit="question")


@pytest.mark.parametrize("board", ["", "2s7sTh"])
def test_calculate(benchmark, board):
    peer = pytest.importorskip("pokerfast.equity")

    def ours():
        return equity.calculate(["AsKs", "QQ"], board=board, threads=1)

    times = ratio(lambda: peer.equity(["AsKs", "QQ"], board), ours, repeat=10)
    report(benchmark, ours, times_ompeval=times, unit="calculate() call")


def cost(run: Callable[[int], float], truth: float, runs: int) -> float:
    """Return CPU seconds times mean squared error: what a standard error of 1 would cost."""
    start = time.process_time()
    errors = [run(seed) - truth for seed in range(runs)]
    return (time.process_time() - start) / runs * float(np.mean(np.square(errors)))


@pytest.mark.parametrize("players", SAMPLED, ids=" v ".join)
def test_sampling(benchmark, players):
    peer = pytest.importorskip("pokerfast.equity")

    def ours(seed):
        return equity.calculate(players, target=0.0015, seed=seed, threads=1, method="mc").equity[0]

    def theirs(seed):
        return peer.equity(players, exact=False, stdev=0.0005)[0]

    ours(0)
    if len(players) == 6:
        truth = equity.calculate(players, target=0.0001, seed=99).equity[0]
    else:
        truth = equity.calculate(players, method="exact").equity[0]
    result = equity.calculate(players, samples=2_000_000, seed=1, threads=1, method="mc")
    rounds = [cost(theirs, truth, 25) / cost(ours, truth, 25) for _ in range(3)]
    report(
        benchmark,
        lambda: ours(1),
        times_ompeval=statistics.median(rounds),
        spread=f"{min(rounds):.2f}-{max(rounds):.2f}",
        million_deals_a_second=result.total / result.elapsed / 1e6,
        unit="run to 0.15 %",
    )


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the parser that eval7 uses
def test_sampling_beside_eval7(benchmark):
    eval7 = pytest.importorskip("eval7")
    hand, villain = [eval7.Card("As"), eval7.Card("Ks")], eval7.HandRange("QQ")
    truth = float(equity.calculate(["AsKs", "QQ"]).equity[0])

    def ours(seed):
        return equity.calculate(["AsKs", "QQ"], samples=100_000, seed=seed, threads=1, method="mc").equity[0]

    def theirs(seed):
        return eval7.py_hand_vs_range_monte_carlo(hand, villain, [], 100_000)

    ours(0)
    rounds = [cost(theirs, truth, 25) / cost(ours, truth, 25) for _ in range(3)]
    report(benchmark, lambda: ours(1), times_eval7=statistics.median(rounds), unit="100,000 deals")


@pytest.mark.parametrize("players", [2, 6, ["QQ+,AK", "22+", "random"]], ids=str)
def test_deal(benchmark, players):
    equity.deal(10, players, seed=1)
    seconds = min(cpu(lambda: equity.deal(1_000_000, players, seed=1, threads=1)) for _ in range(3))
    report(
        benchmark, lambda: equity.deal(100_000, players, seed=1, threads=1), million_deals_a_second=1 / seconds,
        unit="100,000 deals",
    )  # fmt: skip
