"""Two programs timed in turn: the only honest ratio on a machine whose speed changes from minute to minute.

One round is ours, then theirs (A, B, A, B ...), in CPU time of this process; the ratio of a round is theirs / ours for
one unit of work, and the result is the median over the rounds. Calls too short to time are repeated.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

LEAST = 0.1  # CPU seconds each side runs in a round, at least
SLOW = 3.0  # CPU seconds of one call above which three rounds must do

Run = Callable[[], object]


@dataclass(frozen=True)
class Side:
    """What one program does in a round, and how many units of work that is.

    `spread` is the variance of the answer of one call, for sampling: work is then the cost of a given standard error.
    """

    run: Run
    units: float = 1
    spread: float = 1


@dataclass
class Ratio:
    """How many times faster ours is; `ours` is CPU seconds per unit, for orientation only."""

    median: float
    low: float
    high: float
    rounds: int
    ours: float = field(compare=False)


def fill_cache() -> None:
    """Compile the kernels that are not in the cache, in another process.

    Until a kernel is worth compiling, NumPy and Python do its work: PHH was measured at a seventh of its speed so.
    """
    subprocess.run([sys.executable, "-m", "equity", "warmup"], check=True, capture_output=True)


def cpu_time(run: Run, repeats: int = 1) -> float:
    start = time.process_time()
    for _ in range(repeats):
        run()
    return time.process_time() - start


def clock_ratio(one: Run, two: Run, *, rounds: int) -> float:
    """Return the median over rounds of the time of one by that of two, on the clock: what more threads are worth."""
    one(), two()  # loads what they need
    ratios = []
    for _ in range(rounds):
        took = []
        for run in (one, two):
            start = time.perf_counter()
            run()
            took.append(time.perf_counter() - start)
        ratios.append(took[0] / took[1])
    return statistics.median(ratios)


def compare(ours: Side, theirs: Side, *, rounds: int = 5, least: float = LEAST) -> Ratio:
    """Time both sides in turn and return the median ratio."""
    ours.run()  # compiles, and fills what both keep between calls
    ours_repeats, _ = _calibrate(ours.run, least)
    theirs_repeats, once = _calibrate(theirs.run, least)
    if once > SLOW:
        rounds = min(rounds, 3)
    ratios, costs = [], []
    for _ in range(rounds):
        mine = cpu_time(ours.run, ours_repeats) / ours_repeats / ours.units
        peer = cpu_time(theirs.run, theirs_repeats) / theirs_repeats / theirs.units
        ratios.append(peer * theirs.spread / (mine * ours.spread))
        costs.append(mine)
    return Ratio(statistics.median(ratios), min(ratios), max(ratios), rounds, statistics.median(costs))


def _calibrate(run: Run, least: float) -> tuple[int, float]:
    """Return how many calls fill `least` seconds, and what one call takes."""
    once = max(cpu_time(run), 1e-7)
    while once < least / 50:  # the first calls do not measure the next thousand
        repeats = min(int(least / 10 / once) + 1, 100_000)
        again = max(cpu_time(run, repeats) / repeats, 1e-8)
        if again > once / 2:
            once = again
            break
        once = again
    return max(1, round(least / once)), once
