"""What each generality of `equity.simulate.run` costs: the speed of a run that asks for it against one that does not.

    python -m bench.bench_costs [--rounds 5] [--no-readme]

prints the table and writes it into README.md. Both runs are timed in turn, round by round, and the median of the
rounds' ratios counts. A run without statistics does not exist: its row times a loop that deals and plays and counts
nothing.
"""

from __future__ import annotations

import argparse
import atexit
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from bench.bench_simulate import NO_LIMIT, play
from bench.machine import describe
from bench.rounds import Side, compare
from bench.tables import ROOT, write_readme
from equity.kernels.compile.decorators import kernel
from equity.kernels.hands.records import HAND
from equity.kernels.play.whole_hands import deal_hand, play_on, start_hands
from equity.simulate import Strategy, batched, compiled, scalar
from equity.simulate.runs.chunks import prepare
from equity.simulate.runs.specification import make_spec


def mine(h: np.void, u: np.void, me: np.void, stream: np.ndarray) -> tuple[int, int]:
    """Check or call, as a user's own compiled strategy."""
    return 5, 0


def passive(situation: object) -> object:
    """Check or call, as a user's function over arrays."""
    return situation.passive()  # type: ignore[attr-defined]


def words(spot: object) -> str:
    """Check or call, as a user's function for one decision."""
    return "check or call"


BATCH: Strategy = batched(passive)
WORDS: Strategy = scalar(words)
COMPILED: Strategy = compiled(mine)


def with_output(players: list[object], hands: int, ending: str) -> Side:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    written = play(players, hands, output=Path(folder) / f"hands.{ending}")
    return Side(written.run, hands)


@kernel
def _play_uncounted(  # noqa: PLR0913, PLR0917  # as the kernels take them
    hands, rules, stacks, functions, rows, deals, stream, notes, moves
):
    used, starts = 0, hands[1 : 1 + stacks.shape[0]]
    start_hands(starts, rules, stacks)
    for deal in range(deals):
        deal_hand(hands, 0, rules, starts, deal, 1, stream, notes)
        _, used, _, _ = play_on(hands, 0, rules, functions, rows, 0, False, 0, 0, 0, stream, notes, moves, used, 0)
    return used


def uncounted(players: list[object], hands: int) -> Side:
    """Return the run of `play` without any statistics."""
    spec = make_spec(NO_LIMIT, players, hands=hands, stacks=1000, seed=1, all_in_ev=False)
    ready = prepare(spec)
    arrays = (
        *(np.zeros(11, HAND), NO_LIMIT.to_array(), np.array(spec.stacks, np.int64)),
        *(ready.functions, ready.rows, hands, np.zeros(4, np.uint64), np.zeros(10, np.int64), np.zeros(0, np.int64)),
    )
    return Side(partial(_play_uncounted, *arrays), hands)


Make = Callable[[], Side]
HANDS = 60_000
MIXED: list[object] = [
    "tag",
    "lag",
    "nit",
    "call",
    "maniac",
    "random",
]  # alike, they would play one hand six times
# what is asked for -> the run that does, and the plain run it is compared with
COSTS: dict[str, tuple[Make, Make]] = {
    f"statistics ({name})": (partial(play, [name] * 6, HANDS), partial(uncounted, [name] * 6, HANDS))
    for name in ("call", "tag")
}
COSTS |= {
    f"all-in adjusted results ({name})": (
        partial(play, [name] * 6, HANDS, all_in_ev=True),
        partial(play, [name] * 6, HANDS),
    )
    for name in ("call", "tag", "random")
}
COSTS |= {
    "the same, every board counted (tag)": (
        partial(play, ["tag"] * 6, HANDS, all_in_ev="exact"),
        partial(play, ["tag"] * 6, HANDS),
    ),
    "duplicate (six different players)": (
        partial(play, MIXED, HANDS, duplicate=True),
        partial(play, MIXED, HANDS),
    ),
    "a compiled player of yours (call)": (partial(play, [COMPILED] * 6, HANDS), partial(play, ["call"] * 6, HANDS)),
    "a Python player over arrays (call)": (partial(play, [BATCH] * 6, 20_000), partial(play, ["call"] * 6, HANDS)),
    "a Python player, spot by spot (call)": (partial(play, [WORDS] * 6, 300), partial(play, ["call"] * 6, HANDS)),
    "hands written as PHH (tag)": (
        partial(with_output, ["tag"] * 6, 30_000, "phhs"),
        partial(play, ["tag"] * 6, HANDS),
    ),
    "hands written as ACPC (tag)": (
        partial(with_output, ["tag"] * 6, 30_000, "acpc"),
        partial(play, ["tag"] * 6, HANDS),
    ),
}


@pytest.mark.parametrize("row", COSTS)
def test_cost(benchmark, row):
    side, plain = (make() for make in COSTS[row])
    benchmark.extra_info["speed against the plain run"] = compare(side, plain, rounds=3, least=0.02).median
    benchmark.pedantic(side.run, rounds=1)


def as_markdown(rounds: int) -> str:
    """Measure all rows and lay them out."""
    lines = ["| what is asked for | speed against a run without it |", "| --- | ---: |"]
    for row, (asked, plain) in COSTS.items():
        found = compare(asked(), plain(), rounds=rounds, least=0.05)
        lines.append(f"| {row} | {found.median:.2g} |")
        print(lines[-1], flush=True)
    caption = (
        f"*Six seats, no-limit, one thread, CPU time in turn, median of {rounds} rounds. {describe()}. "
        f"Made by `python -m bench.bench_costs`.*"
    )
    return "\n".join([*lines, "", caption])


def main() -> None:
    parser = argparse.ArgumentParser(description="Make README's table of what the generalities of a simulation cost.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-readme", action="store_true", help="leave README.md as it is")
    given = parser.parse_args()
    table = as_markdown(given.rounds)
    if not given.no_readme:
        readme = ROOT / "README.md"
        readme.write_text(write_readme(readme.read_text(encoding="utf-8"), {"costs": table}), encoding="utf-8")


if __name__ == "__main__":
    main()
