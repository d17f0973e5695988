"""Batches: 100,000 different heads-up flop spots in one call, ours and one question at a time."""

from __future__ import annotations

import random

import pytest

import equity
from bench.rounds import Side, compare
from equity.cards import cards_text

SPOTS = 100_000
GOAL = 30.0  # seconds on two cores


def flop_spots(count: int) -> list[str]:
    source = random.Random(1)
    spots = []
    for _ in range(count):
        cards = source.sample(range(52), 7)
        spots.append(f"{cards_text(cards[:2])} vs {cards_text(cards[2:4])} | {cards_text(cards[4:])}")
    return spots


@pytest.mark.parametrize("threads", [1, 2])
def test_hand_v_hand_flops(benchmark, threads):
    spots = flop_spots(SPOTS)
    equity.calculate_many(spots[:10])
    found = benchmark.pedantic(equity.calculate_many, (spots,), {"threads": threads}, rounds=3)
    benchmark.extra_info.update(unit="s/100,000 spots", goal=GOAL, distinct=found.distinct)


def test_frame_of_flops(benchmark):
    polars = pytest.importorskip("polars")
    rows = [spot.split(" | ") for spot in flop_spots(SPOTS)]
    frame = polars.DataFrame(rows, ["players", "board"], orient="row")
    equity.calculate_many(frame[:10])
    found = benchmark.pedantic(equity.calculate_many, (frame,), rounds=3)
    benchmark.extra_info.update(unit="s/100,000 spots", goal=GOAL, rows=len(found))


@pytest.mark.parametrize("peer", ["calculate", "pokerfast"])
def test_a_batch_beside_one_at_a_time(benchmark, peer):
    """The same spots one after the other, by `equity.calculate` and by pokerfast (OMPEval); one thread everywhere."""
    spots = flop_spots(10_000)
    some = [(spot.split(" | ")[0].split(" vs "), spot.split(" | ")[1]) for spot in spots[:300]]
    if peer == "calculate":
        ask = equity.calculate
    else:
        module = pytest.importorskip("pokerfast.equity")

        def ask(players: list[str], *, board: str) -> object:
            return module.equity(players, board, "")

    theirs = Side(lambda: [ask(players, board=board) for players, board in some], units=len(some))
    ours = Side(lambda: equity.calculate_many(spots, threads=1), units=len(spots))
    ratio = compare(ours, theirs)
    benchmark.pedantic(ours.run, rounds=1)
    benchmark.extra_info.update(unit="s/10,000 spots", times_faster=ratio.median, low=ratio.low, high=ratio.high)
