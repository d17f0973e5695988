"""Exact equity of ranges, ours and pokerfast's (OMPEval) in one run.

Every round times both in turn, in CPU seconds, so that a machine that changes speed between minutes does not matter;
`extra_info` holds the median of the rounds' ratios. pokerfast starts each call with an empty cache; ours keeps the
preflop table's matrices, but no answer.

``python -m bench.bench_depth`` prints the same as a table; `bench.bench_plan` tells how well costs are predicted.
"""

from __future__ import annotations

import statistics
import sys
import time

import pytest

import equity

FLOP, TURN, RIVER = "2s7sTh", "2s7sTh3d", "2s7sTh3d4h"
# name -> players, board, rounds with the peer (0: it takes minutes), the factors asked for: floor and goal
ROWS = {
    "AsKs v QQ": (["AsKs", "QQ"], "", 9, (4, 20)),
    "wide v wide preflop": (["QQ+,AKs,AKo", "22+,A2s+,KTs+"], "", 5, (100, 1000)),
    "random v random preflop": (["random", "random"], "", 0, (1000, 10_000)),
    "random v random flop": (["random", "random"], FLOP, 5, (15, 40)),
    "random v random turn": (["random", "random"], TURN, 5, (15, 40)),
    "random v random river": (["random", "random"], RIVER, 9, (15, 40)),
    "3 x 20% flop": (["20%"] * 3, FLOP, 1, (15, 60)),
    "3 x 20% turn": (["20%"] * 3, TURN, 1, (15, 60)),
}
ANCHOR_SECONDS = {"random v random preflop": 107.0}  # OMPEval, measured once: see the goals


def seconds(function) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start


def ours(players, board, dead=""):
    return equity.calculate(players, board=board, dead=dead, method="exact", threads=1)


def peer_text(player: str) -> str:
    """Return a range as text any program reads, ours for a percentage included."""
    return player if player == "random" or "%" not in player else equity.Range(player).to("equilab")


def compare(name: str) -> dict[str, float]:
    """Return our time and the median ratio of theirs to ours, taken in turn."""
    peer = pytest.importorskip("pokerfast.equity")
    players, board, rounds, _ = ROWS[name]
    texts = [peer_text(player) for player in players]
    for _ in range(2):
        ours(players, board)
    mine, ratios = [], []
    for _ in range(max(rounds, 1)):
        mine.append(min(seconds(lambda: ours(players, board)) for _ in range(3)))
        theirs = seconds(lambda: peer.equity(texts, board)) if rounds else ANCHOR_SECONDS.get(name, float("nan"))
        ratios.append(theirs / mine[-1])
    return {"ms": 1e3 * statistics.median(mine), "times faster than pokerfast": statistics.median(ratios)}


@pytest.mark.parametrize("name", ROWS)
def test_exact_equity_beside_pokerfast(benchmark, name):
    players, board, _, (floor, goal) = ROWS[name]
    ours(players, board)  # compile outside the timed part
    ours(players, board)
    benchmark.extra_info.update(unit="questions/s", floor=floor, goal=goal)
    if benchmark.enabled:
        benchmark.extra_info.update(compare(name))
    benchmark(ours, players, board)


def main() -> None:
    """Print the table."""
    for name, (_, _, _, (floor, goal)) in ROWS.items():
        figures = compare(name)
        ratio = figures["times faster than pokerfast"]
        sys.stdout.write(f"{name:26} {figures['ms']:9.3f} ms  {ratio:9.0f} x pokerfast  (floor {floor}, goal {goal})\n")


if __name__ == "__main__":
    main()
