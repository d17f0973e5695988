"""What ranges do on boards: every flop at once beside one question per flop, and what a range makes on all of them."""

from __future__ import annotations

import pytest

import equity
from bench.rounds import Side, compare
from equity.range_analysis.looks import look_at_flops

WIDE = ("22+,A2s+,K2s+,Q5s+,J7s+,T7s+,A2o+,K8o+,Q9o+,JTo", "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,98s,A5o+,KTo+,QTo+")
GOAL_FLOPS = 2.0  # seconds, one core, two wide ranges
GOAL_HITS = 2.0


@pytest.mark.parametrize("ranges", [WIDE, ("random", "random")], ids=["wide", "random"])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_flop(benchmark, threads, ranges):
    equity.flops("AK", "QQ")
    benchmark.pedantic(equity.flops, ranges, {"threads": threads}, rounds=3)
    benchmark.extra_info.update(unit="s", goal=GOAL_FLOPS)


def test_every_flop_beside_one_question_per_flop(benchmark):
    names = equity.flops(*WIDE).names
    some = names[::40]  # a flop in 40, and the price of all
    ours = Side(lambda: equity.flops(*WIDE, threads=1), units=len(names))
    theirs = Side(
        lambda: equity.calculate_many([(list(WIDE), flop) for flop in some], method="exact", threads=1), units=len(some)
    )
    ratio = compare(ours, theirs)
    benchmark.pedantic(ours.run, rounds=1)
    benchmark.extra_info.update(unit="s", times_faster=ratio.median, low=ratio.low, high=ratio.high)


def test_what_all_hands_make_on_all_flops(benchmark):
    """26 million pairs of combo and flop; the second range that is asked takes milliseconds."""
    look_at_flops()
    benchmark.pedantic(look_at_flops.__wrapped__, rounds=3)
    benchmark.extra_info.update(unit="s", goal=GOAL_HITS)


def test_equities_of_what_is_made_on_all_flops(benchmark):
    equity.hits("AK", against="QQ")
    benchmark.pedantic(equity.hits, (WIDE[0],), {"against": WIDE[1], "threads": 1}, rounds=1)
    benchmark.extra_info.update(unit="s")
