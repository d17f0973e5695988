"""Exact equity of ranges, ours and pokerfast's (OMPEval) in one run.

Every round times both in turn, in CPU seconds, so that a machine that changes speed between minutes does not matter;
`extra_info` holds the median of the rounds' ratios. pokerfast starts each call with an empty cache; ours keeps the
preflop table's matrices, but no answer.

``python -m bench.bench_depth`` prints the same as a table, and how well costs are predicted.
"""

from __future__ import annotations

import statistics
import sys
import time

import pytest

import equity
from equity.odds import plan
from equity.odds.question import Question

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
SPREAD = [
    (["AsKs", "QQ"], "", ""),
    (["22+,A2s+", "random"], "", ""),
    (["AsKs", "QhQd"], FLOP, ""),
    (["AKs", "22+"], FLOP, ""),
    (["30%", "40%"], FLOP, ""),
    (["random", "random"], FLOP, ""),
    (["random", "random"], TURN, ""),
    (["random", "random"], RIVER, ""),
    (["20%"] * 3, FLOP, ""),
    (["random"] * 3, FLOP, ""),
    (["AsKs", "QQ", "random"], FLOP, ""),
    (["20%"] * 3, RIVER, ""),
    (["AsKs", "QQ"], "", "2c"),
    (["20%", "30%"], "", "2c"),
    (["AA", "KK", "QQ"], "", ""),
    (["AsKs", "QhQd", "7c7d"], "", ""),
    (["AKs", "QQ", "random", "JTs"], FLOP, ""),
]


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


def predictions() -> list[tuple[str, str, float, float]]:
    """Return question, method, predicted and real seconds of one core, everything compiled."""
    found = []
    for players, board, dead in SPREAD:
        question = Question.parse(players, board=board, dead=dead)
        for _ in range(2):
            plan.solve_exactly(question, plan.choose(question, method="exact").algorithm, threads=1)
        for option in plan.list_options(question):
            if option.seconds is not None and option.seconds < 5:
                runs = [
                    seconds(lambda o=option, q=question: plan.solve_exactly(q, o.algorithm, threads=1))
                    for _ in range(3)
                ]
                predicted = next(o.seconds for o in plan.list_options(question) if o.algorithm == option.algorithm)
                text = f"{' v '.join(players)} {board or '-'} {dead}".strip()
                found.append((text, option.algorithm, predicted or 0.0, statistics.median(runs)))
    return found


def test_predictions(benchmark):
    """Record by which factor each prediction misses; not judged, since the machine's own speed varies by more."""
    rows = benchmark.pedantic(predictions, rounds=1, iterations=1)
    for text, algorithm, predicted, real in rows:
        benchmark.extra_info[f"{algorithm}: {text}"] = round(predicted / max(real, 1e-6), 2)


def main() -> None:
    """Print both tables."""
    for name, (_, _, _, (floor, goal)) in ROWS.items():
        figures = compare(name)
        ratio = figures["times faster than pokerfast"]
        sys.stdout.write(f"{name:26} {figures['ms']:9.3f} ms  {ratio:9.0f} x pokerfast  (floor {floor}, goal {goal})\n")
    for text, algorithm, predicted, real in predictions():
        sys.stdout.write(
            f"{text:48.48} {algorithm:13} {1e3 * predicted:10.3f} ms predicted {1e3 * real:10.3f} ms real "
            f"{predicted / max(real, 1e-6):6.2f}\n"
        )


if __name__ == "__main__":
    main()
