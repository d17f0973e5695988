"""What people wait for, against the least that was promised: first answers, single calls, players in Python, threads.

    python -m bench.floors [--only TEXT] [--quick] [--json FILE]

A ratio is theirs / ours in CPU time, in turn and on one thread, but for the threads, which are timed on the clock. (On
a machine where two processes did 1.89 to 2 times the work of one, within an hour, sampling swung from 1.83 to 1.92 and
a simulation from 1.87 to 1.93.)

Seconds are processor time, scaled by a loop in Python that takes `_UNIT` on the machine the floors were set on. What is
below its floor is printed as a warning, and the exit status is then 1: ``.ci/run`` stops by it in the workflow only.

Ratios to ACPC's engine are converted as in `bench.anchors`. Of OMPEval's program in C++ no registry brings more than
what pokerfast wraps: its own loops over all hands and over rows are not measured here.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import equity
from bench.anchors import CELLS, PROTOTYPE, convert
from bench.bench_costs import BATCH
from bench.bench_simulate import play, two_threads
from bench.machine import describe
from bench.peers.loops import fastest
from bench.rounds import Side, clock_ratio, compare, cpu_time, fill_cache

_UNIT = 0.15  # seconds of `_loop` where the floors were set
_CALLS = 300
_CLOCK_ROUNDS = 15  # runs of a tenth of a second swing by a tenth


@dataclass(frozen=True)
class Floor:
    """One row: how it is measured, the least or the most it may be, and what is aimed at."""

    name: str
    measure: Callable[[], float]
    floor: float
    goal: float
    is_ratio: bool = True
    is_quick: bool = True

    def holds(self, found: float) -> bool:
        """Say whether the floor holds: ratios are to be large, seconds small."""
        return found >= self.floor if self.is_ratio else found <= self.floor


def _repeat(call: Callable[[], object], calls: int = _CALLS) -> Side:
    def run() -> None:
        for _ in range(calls):
            call()

    return Side(run, calls)


def one_hand() -> float:
    import eval7 as peer

    cards = [peer.Card(name) for name in ["Ks", "Kh", "Kd", "2c", "2s", "7h", "9d"]]
    return compare(_repeat(lambda: equity.evaluate("KsKhKd2c2s7h9d")), _repeat(lambda: peer.evaluate(cards))).median


def one_question(players: tuple[str, str], board: str, calls: int) -> float:
    from pokerfast.equity import equity as peer

    ours = _repeat(lambda: equity.calculate(list(players), board=board, threads=1), calls)
    return compare(ours, _repeat(lambda: peer(list(players), board), calls)).median


def adjusted(cell: str) -> float:
    """Return the lower of two conversions to ACPC's engine, of random players with all-in adjusted results."""
    game, seats = CELLS[cell]
    found = []
    for peer in ("pokerfast", "open_spiel"):
        ratio = compare(play([game] * seats, 200_000, all_in_ev=True), fastest(peer, game, seats), least=0.3)
        found.append(convert(ratio, PROTOTYPE["ACPC"][cell], PROTOTYPE[peer][cell]).median)
    return min(found)


def python_player() -> float:
    return compare(play([BATCH] * 6, 20_000), play(["call"] * 6, 200_000)).median


def two_threads_sampling() -> float:
    players = ["55+,A3s+,K7s+,Q8s+", "44+,A2s+,K5s+,Q8s+,J9s+", "random"]
    sampled = partial(equity.calculate, players, samples=4_000_000, seed=1)
    return clock_ratio(partial(sampled, threads=1), partial(sampled, threads=2), rounds=_CLOCK_ROUNDS)


def _loop() -> int:
    return sum(i * i for i in range(3_000_000))


def unit() -> float:
    """Return how slow this machine is now: 1 where the floors were set."""
    return statistics.median(cpu_time(_loop) for _ in range(3)) / _UNIT


def preflop_call() -> float:
    """Return microseconds."""
    call = lambda: equity.calculate(["AsKs", "QhQd"])  # noqa: E731
    call()
    return 1e6 * min(cpu_time(call, 2000) for _ in range(5)) / 2000 / unit()


def first(words: list[str]) -> float:
    """Return the processor time of a process that finds nothing compiled."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder, "XDG_CACHE_HOME": folder}
        before = os.times()
        subprocess.run([sys.executable, *words], capture_output=True, check=True, env=environment)
        after = os.times()
    took = after.children_user + after.children_system - before.children_user - before.children_system
    return took / unit()


_EQUITY = ["-m", "equity"]
_SAMPLE = [*_EQUITY, "AK", "vs", "QQ", "vs", "30%", "-n", "50k", "--seed", "1", "-q"]
_RUN = [*_EQUITY, "simulate", "--seats", "tag,call", "--hands", "1000", "--seed", "1", "-q"]
_REPLAY = """
from equity.history import game_named, parse_acpc, replay
replay(parse_acpc("STATE:0:rf:AsAd|7c2d:-10|10:a|b", game_named("limit.2p")))
"""
_HAND = """
from equity.rules import Hand, Rules
hand = Hand(Rules(small_blind=1, big_blind=2), [100, 50], button=0, seed=1)
while not hand.is_over:
    hand.check_or_call()
"""
_MANY = "import equity, numpy; equity.evaluate_many(numpy.tile(numpy.arange(7, dtype=numpy.uint8), (2_000_000, 1)))"

FLOORS = [
    Floor("evaluate a text, one hand per call / eval7 with its cards made", one_hand, 0.5, 1.0),
    Floor("AsKs v QhQd on a flop, a call / pokerfast",
          partial(one_question, ("AsKs", "QhQd"), "2s7sTh", 200), 1.0, 2.0),
    Floor("random v random on a river, a call / pokerfast",
          partial(one_question, ("random", "random"), "2s7sTh9d3c", 2), 35, 60),
    Floor("AsKs v QhQd preflop, a call, µs", preflop_call, 30, 15, is_ratio=False),
    Floor("random players with all-in EV, 6 seats / ACPC's engine", partial(adjusted, "RND6"), 1.3, 2.0),
    Floor("random players with all-in EV, 2 seats / ACPC's engine", partial(adjusted, "RND2"), 0.8, 1.2),
    Floor("a Python player over arrays, share of a compiled one", python_player, 0.08, 0.15),
    Floor("two threads against one, simulate", partial(two_threads, _CLOCK_ROUNDS), 1.85, 1.95),
    Floor("two threads against one, sampling", two_threads_sampling, 1.85, 1.95),
    Floor("first simulate on a machine, s", partial(first, _RUN), 8, 5, is_ratio=False, is_quick=False),
    Floor("first sampled question, s", partial(first, _SAMPLE), 4, 2, is_ratio=False, is_quick=False),
    Floor("first replay in the library, s", partial(first, ["-c", _REPLAY]), 3.5, 1.8, is_ratio=False, is_quick=False),
    Floor("first Hand in the library, s", partial(first, ["-c", _HAND]), 3, 1.5, is_ratio=False, is_quick=False),
    Floor("first evaluate_many, s", partial(first, ["-c", _MANY]), 1.5, 0.8, is_ratio=False, is_quick=False),
    Floor("warmup, everything, s", partial(first, [*_EQUITY, "warmup"]), 40, 25, is_ratio=False, is_quick=False),
]  # fmt: skip


def main() -> int:
    warnings.simplefilter("ignore")  # of the peers
    parser = argparse.ArgumentParser(description="Compare what people wait for with its floors.")
    parser.add_argument("--only", default="", help="rows whose name has this in it")
    parser.add_argument("--quick", action="store_true", help="without first answers, which compile for a minute or two")
    parser.add_argument("--json", type=Path, help="also write what was measured")
    given = parser.parse_args()
    fill_cache()
    found: dict[str, float] = {}
    short = 0
    for row in FLOORS:
        if given.only not in row.name or (given.quick and not row.is_quick):
            continue
        try:
            found[row.name] = float(f"{row.measure():.3g}")
        except ImportError as error:
            print(f"{row.name}: left out, {error}")
            continue
        low = not row.holds(found[row.name])
        short += low
        warning = "  WARNING: the floor does not hold" if low else ""
        print(f"{row.name}: {found[row.name]:g} (floor {row.floor:g}, goal {row.goal:g}){warning}", flush=True)
    print(describe())
    if given.json:
        given.json.write_text(json.dumps({"machine": describe(), "rows": found}, indent=1) + "\n", encoding="utf-8")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
