"""How well the planner predicts: predicted and measured seconds of every exact method over a spread of questions.

Measured on one core, everything compiled, the fastest of three runs in CPU seconds. Not judged by the tests, since the
machine's own speed varies by more; ``python -m bench.bench_plan`` prints the table and the share within a factor of 3.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from math import exp, log
from statistics import median

from equity.odds import plan
from equity.odds.question.method import Method, Run
from equity.odds.question.question import Question

FLOP, TURN, RIVER = "2s7sTh", "2s7sTh3d", "2s7sTh3d4h"
LONGEST = 6.0  # predicted seconds of a method worth running here
WITHIN = 3.0
# players, board, dead
SPREAD = [
    (["AsKs", "QhQd"], "", ""),
    (["AsKs", "QQ"], "", ""),
    (["AKs", "QQ+"], "", ""),
    (["QQ+,AKs,AKo", "22+,A2s+,KTs+"], "", ""),
    (["22+,A2s+", "random"], "", ""),
    (["AA:0.5,AsKs", "20%"], "", ""),
    (["AsKs", "QhQd"], "", "2c"),
    (["AsKs", "QQ"], "", "2c"),
    (["AK", "22+"], "", "2c3d"),
    (["20%", "30%"], "", "2c"),
    (["AsKs", "QhQd"], FLOP, ""),
    (["AsKs", "QQ"], FLOP, ""),
    (["AKs", "22+"], FLOP, ""),
    (["AsKs", "random"], FLOP, ""),
    (["15%", "15%"], FLOP, "9c"),
    (["30%", "40%"], FLOP, ""),
    (["random", "random"], FLOP, ""),
    (["AsKs", "QQ"], TURN, ""),
    (["30%", "40%"], TURN, ""),
    (["random", "random"], TURN, ""),
    (["AsKs", "QQ"], RIVER, ""),
    (["20%", "random"], RIVER, ""),
    (["random", "random"], RIVER, ""),
    (["AA", "KK", "QQ"], "", ""),
    (["AsKs", "QhQd", "7c7d"], "", ""),
    (["AsKs", "QQ", "JTs"], "", ""),
    (["AsKs", "QhQd", "7c7d", "Js9s"], "", ""),
    (["AsKs", "QQ", "JJ"], FLOP, ""),
    (["AsKs", "QQ", "random"], FLOP, ""),
    (["20%"] * 3, FLOP, ""),
    (["random"] * 3, FLOP, ""),
    (["20%", "15%", "22+"], TURN, ""),
    (["20%"] * 3, RIVER, ""),
    (["random"] * 3, RIVER, ""),
    (["AKs", "QQ", "random", "JTs"], FLOP, ""),
    (["AK", "QQ+", "JTs,T9s", "22+"], FLOP, ""),
    (["AKs", "QQ", "JTs", "98s"], TURN, ""),
    (["10%", "QQ", "AK", "JTs"], RIVER, ""),
    (["AKs", "QQ", "JJ", "TT", "98s"], FLOP, ""),
]


def measure(question: Question, method: Method, repeat: int) -> float:
    start = time.process_time()
    for _ in range(repeat):
        method.solve(question, Run(threads=1))
    return (time.process_time() - start) / repeat


def predictions() -> Iterator[tuple[str, str, bool, float, float]]:
    """Yield question, method, whether it is the one chosen, predicted and real seconds."""
    for players, board, dead in SPREAD:
        question = Question.parse(players, board=board, dead=dead)
        for option in plan.list_options(question):
            if option.seconds is None or option.seconds > LONGEST:
                continue
            method = plan.get_method(option.algorithm)
            real = [measure(question, method, 1) for _ in range(2)]  # the first may compile or load
            if min(real) < 0.2:
                repeat = max(1, int(0.004 / max(min(real), 1e-5)))
                real = [measure(question, method, repeat) for _ in range(3)]
            chosen = plan.best_method(question) is method
            text = f"{' v '.join(players)} {board or '-'} {dead}".strip()
            yield text, option.algorithm, chosen, option.seconds, min(real)


def test_predictions(benchmark):
    """Record by which factor each prediction misses."""
    rows = benchmark.pedantic(lambda: list(predictions()), rounds=1, iterations=1)
    for text, algorithm, _, predicted, real in rows:
        benchmark.extra_info[f"{algorithm}: {text}"] = round(predicted / max(real, 1e-6), 2)


def main() -> None:
    """Print the table."""
    import equity.kernels.equities.enumeration
    import equity.kernels.equities.sweep  # noqa: F401  # prices are of compiled code

    misses, chosen_misses = [], []
    for text, algorithm, chosen, predicted, real in predictions():
        factor = predicted / max(real, 1e-6)
        misses.append(factor)
        chosen_misses += [factor] if chosen else []
        mark = "" if 1 / WITHIN <= factor <= WITHIN else "  <- off"
        sys.stdout.write(
            f"{text:44.44} {algorithm:14}{'*' if chosen else ' '} predicted {1e3 * predicted:10.3f} ms  "
            f"measured {1e3 * real:10.3f} ms  ratio {factor:6.2f}{mark}\n"
        )
    for name, found in (("all methods", misses), ("the method chosen (*)", chosen_misses)):
        within = sum(1 / WITHIN <= factor <= WITHIN for factor in found)
        middle = exp(median(log(factor) for factor in found))
        sys.stdout.write(f"{name}: {within} of {len(found)} within {WITHIN:g} x, median ratio {middle:.2f}\n")


if __name__ == "__main__":
    main()
