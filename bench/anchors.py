"""Ours in terms of two native programs that no registry brings: ACPC's engine in C and rs-poker's arena in Rust.

    python -m bench.anchors [--rounds 5]

This is a conversion, not a measurement of those programs. `PROTOTYPE` holds how many times faster one scratch simulator
was than each engine, all timed in turn on one core and in one run. We time ours against a peer that pip brings, in turn
too, and convert: ours / ACPC = (ours / peer) x (prototype / ACPC) / (prototype / peer). Games: `bench.peers.loops`.

The spread printed is the widest that the lows and highs of all three ratios allow, so it is wide: the pure-Python peer
alone moved twofold between those rounds. The constants were measured on an AMD Zen 4 under CPython and mean less
elsewhere: another Python or processor need not speed up the peer and the engines alike. Two peers, converted apart,
show how far to trust a figure; the verdict goes by the lower median. Exits with 1 if that misses a floor.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from dataclasses import dataclass

from bench.peers.hands import simulated
from bench.peers.loops import fastest
from bench.rounds import Ratio, compare


@dataclass(frozen=True)
class Range:
    """A ratio, and the least and most it was seen at."""

    median: float
    low: float
    high: float


# always call and random, six-handed and heads-up
CELLS = {"CC6": ("call", 6), "RND6": ("random", 6), "CC2": ("call", 2), "RND2": ("random", 2)}

# Prototype / engine: median, low and high of five interleaved rounds' ratios, measured 2026-11-29. Source: the
# project's page peers-engines.md, "Whole-hand hold'em simulators and rules engines: measured peers", section 2; its
# OpenSpiel rows are the Python loop for always call and the C++ loop for random, as in `fastest`.
PROTOTYPE = {
    "ACPC": {"CC6": Range(3.0, 2.8, 3.6), "RND6": Range(2.6, 2.5, 3.0), "CC2": Range(1.4, 1.0, 1.7),
             "RND2": Range(2.0, 1.8, 2.5)},
    "rs-poker": {"CC6": Range(6.9, 6.7, 7.5), "RND6": Range(6.7, 6.0, 6.7), "CC2": Range(7.4, 6.7, 8.2),
                 "RND2": Range(10, 8, 11)},
    "pokerfast": {"CC6": Range(308, 162, 343), "RND6": Range(318, 185, 388), "CC2": Range(227, 168, 357),
                  "RND2": Range(360, 276, 569)},
    "open_spiel": {"CC6": Range(101, 66, 134), "RND6": Range(51, 36, 66), "CC2": Range(87, 75, 148),
                   "RND2": Range(92, 76, 115)},
}  # fmt: skip
ENGINES, PEERS = ("ACPC", "rs-poker"), ("pokerfast", "open_spiel")


def floor_and_goal(engine: str, seats: int) -> tuple[float, float | None]:
    """Return the least ratio to an engine and the one aimed at, from the project's page of goals."""
    if engine == "rs-poker":
        return 4.0, None
    return (1.5, 2.5) if seats == 6 else (0.8, 1.5)


def convert(ours: Ratio | Range, engine: Range, peer: Range) -> Range:
    """Return ours / engine from ours / peer, prototype / engine and prototype / peer.

    >>> convert(Range(300, 280, 330), engine=Range(3, 2.5, 3.5), peer=Range(150, 140, 165))
    Range(median=6.0, low=4.242424242424242, high=8.25)
    """
    return Range(
        ours.median * engine.median / peer.median, ours.low * engine.low / peer.high, ours.high * engine.high / peer.low
    )


def verdict(ratio: float, floor: float, goal: float | None) -> str:
    if ratio < floor:
        return "BELOW FLOOR"
    return "floor holds" if goal is None else "goal holds" if ratio >= goal else "floor holds, goal not"


def measure(cell: str, rounds: int) -> dict[str, Ratio]:
    """Return ours / peer for every peer that is installed."""
    found = {}
    for peer in PEERS:
        try:
            theirs = fastest(peer, *CELLS[cell])
        except ImportError:
            continue
        found[peer] = compare(simulated(*CELLS[cell]), theirs, rounds=rounds, least=0.3)
    return found


def show(ratio: Ratio | Range) -> str:
    return f"{ratio.median:.3g} ({ratio.low:.3g} to {ratio.high:.3g})"


def report(cell: str, found: dict[str, Ratio]) -> bool:
    """Print a line for each engine, and return whether every floor holds."""
    holds = True
    for engine in ENGINES:
        floor, goal = floor_and_goal(engine, CELLS[cell][1])
        converted = {
            peer: convert(ratio, PROTOTYPE[engine][cell], PROTOTYPE[peer][cell]) for peer, ratio in found.items()
        }
        least = min(each.median for each in converted.values())
        shown = "".join(show(converted[peer]).ljust(24) if peer in found else "-".ljust(24) for peer in PEERS)
        print(f"{cell:6}{engine:10}{floor:>6}{goal or '-':>6}  {shown}{verdict(least, floor, goal)}", flush=True)
        holds &= least >= floor
    return holds


def main() -> int:
    warnings.simplefilter("ignore")  # of the peers
    parser = argparse.ArgumentParser(description="Convert ratios to pip's peers into ratios to ACPC and rs-poker.")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    measured = {}
    for cell in CELLS:
        measured[cell] = measure(cell, given.rounds)
        if not measured[cell]:
            print("error: nothing was measured: install the extra 'bench'", file=sys.stderr)
            return 1
        print(f"{cell}: ours / " + ", ours / ".join(f"{peer} {show(got)}" for peer, got in measured[cell].items()))
    print(f"\ncell  engine     floor  goal  {'by way of pokerfast':24}{'by way of open_spiel':24}verdict")
    return 0 if all([report(cell, found) for cell, found in measured.items()]) else 1


if __name__ == "__main__":
    sys.exit(main())
