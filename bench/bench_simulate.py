"""Whole hands per second through `equity.simulate.run`, and two threads against one.

Policies as in the measured peers: always check or call (24 decisions a six-handed hand), and uniform over {fold if
facing a bet, check or call, least raise, pot raise, all-in}; no-limit 5/10 with 1000 chips, limit 4/8 with 400.
``python -m bench.bench_simulate`` prints a table: every row is timed in turn with the first, round by round, and the
median of the rounds' ratios counts. Peers: `bench.peers.hands`; what each generality costs: `bench.bench_costs`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from bench.rounds import Side, clock_ratio, compare
from equity.rules import Rules, cardroom_limit, pokerfs
from equity.simulate import run

NO_LIMIT, LIMIT = pokerfs(), cardroom_limit(4, 8)
Arguments = dict[str, object]


def play(players: list[object], hands: int, rules: Rules = NO_LIMIT, **more: object) -> Side:
    """Return a run on one thread, without all-in adjustment unless asked for, after a short one that compiles."""
    stacks = 400 if rules is LIMIT else 1000
    settings: Arguments = {"stacks": stacks, "seed": 1, "threads": 1, "all_in_ev": False} | more
    run(rules, players, hands=20, **{**settings, "output": None})  # type: ignore[arg-type]
    return Side(partial(run, rules, players, hands=hands, **settings), hands)


SPEEDS: dict[str, Callable[[], Side]] = {
    f"{name}, {seats} seats, {rules.structure}": partial(play, [name] * seats, 200_000, rules)
    for name in ("call", "random")
    for seats in (6, 2)
    for rules in (NO_LIMIT, LIMIT)
} | {
    f"{name}, 6 seats, no-limit": partial(play, [name] * 6, 50_000)
    for name in ("nit", "tag", "lag", "maniac", "push-fold")
}
SPEEDS["equity, 6 seats, no-limit"] = partial(play, ["equity"] * 6, 2000)


def two_threads(rounds: int = 5) -> float:
    """Return the median over rounds of the time of one thread by the time of two, on the clock."""
    one, two = (play(["tag"] * 6, 400_000, threads=threads).run for threads in (1, 2))
    return clock_ratio(one, two, rounds=rounds)


@pytest.mark.parametrize("row", SPEEDS)
def test_hands_a_second(benchmark, row):
    side = SPEEDS[row]()
    benchmark.extra_info["hands per round"] = side.units
    benchmark.pedantic(side.run, rounds=3, warmup_rounds=1)


def test_two_threads(benchmark):
    benchmark.extra_info["one thread by two, on the clock"] = benchmark.pedantic(two_threads, (3,), rounds=1)


def main() -> None:
    """Print the table."""
    base = SPEEDS["call, 6 seats, no-limit"]()
    for row, make in SPEEDS.items():
        found = compare(make(), base, rounds=5, least=0.05)
        print(f"{row:36}  {found.median:6.2f} x call, 6 seats, no-limit; {1e-6 / found.ours:6.3f} M hands/s")
    print(f"{'two threads':36}  {two_threads():7.4f} x one, on the clock")


if __name__ == "__main__":
    main()
