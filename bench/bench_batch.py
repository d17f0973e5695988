"""Hands per second through `HandBatch`, stepped with NumPy arrays, beside RLCard's `env.run`, in one run.

Every round times both in turn, in CPU seconds, so that a machine that changes speed between minutes does not matter;
`extra_info` holds the median of the rounds' ratios. ``python -m bench.bench_batch`` prints the same as a table.

Policies: always check or call (24 decisions a six-handed hand), and uniform over {fold if facing a bet, check or call,
least raise, pot raise, all-in}. RLCard's random player has its own set of actions: fold, check or call, half the pot,
the pot, all-in. "observed" also makes the table of observations before every step, as RLCard does.
"""

from __future__ import annotations

import statistics
import sys
import time
from functools import partial

import numpy as np
import pytest

from equity.rules import Rules
from equity.simulate.arrays.actions import Action
from equity.simulate.arrays.hand_batch import HandBatch

NO_LIMIT = Rules(small_blind=1, big_blind=2)
HANDS = 2048  # slots; about a megabyte of state
FLOOR, GOAL = 200, 1000
ROWS = {
    "always-call, 6 seats": ("call", 6, False),
    "always-call, 2 seats": ("call", 2, False),
    "random-legal, 6 seats": ("random", 6, False),
    "random-legal, 2 seats": ("random", 2, False),
    "always-call, 6 seats, observed": ("call", 6, True),
    "random-legal, 6 seats, observed": ("random", 6, True),
}


def choose_random(batch: HandBatch, dice: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return uniform choices among the labels that are legal, as actions and amounts."""
    legal = batch.legal
    facing = legal.call > 0
    options = 1 + facing + 3 * (legal.max_raise_to > 0)
    choice = (dice.random(len(batch), np.float32) * options).astype(np.int64) - facing  # -1 fold, 0 call, 1 to 3 raises
    after_call = batch.pot + legal.call
    price = batch.hands["current_bet"]
    amount = np.where(choice == 1, legal.min_raise_to, legal.max_raise_to)
    pot = choice == 2
    amount[pot] = np.clip((price + after_call)[pot], legal.min_raise_to[pot], legal.max_raise_to[pot])
    actions = np.where(choice > 0, int(Action.RAISE), np.where(choice < 0, int(Action.FOLD), int(Action.CHECK_CALL)))
    return actions, amount


def run_batch(batch: HandBatch, policy: str, steps: int, *, observed: bool) -> tuple[int, int]:
    """Step a batch and return the hands that ended and the decisions made."""
    dice = np.random.default_rng(1)
    hands = decisions = 0
    for _ in range(steps):
        if observed:
            batch.observe()
        decisions += len(batch)
        actions, amounts = (Action.CHECK_CALL, None) if policy == "call" else choose_random(batch, dice)
        hands += int(batch.step(actions, amounts).done.sum())
    return hands, decisions


def make_batch(seats: int) -> HandBatch:
    return HandBatch(HANDS, NO_LIMIT, "100bb", seats=seats, seed=1, button="rotate", auto_next=True)


class _Caller:
    """RLCard's idea of a player: checks or calls."""

    use_raw = False

    def step(self, state):
        return 1

    def eval_step(self, state):
        return 1, {}


def make_peer(policy: str, seats: int):
    """Return a function that plays one hand in RLCard."""
    rlcard = pytest.importorskip("rlcard")
    from rlcard.agents import RandomAgent

    env = rlcard.make(
        "no-limit-holdem",
        config={"seed": 1, "game_num_players": seats, "chips_for_each": 200, "allow_step_back": False},
    )
    env.set_agents([_Caller() if policy == "call" else RandomAgent(num_actions=env.num_actions) for _ in range(seats)])
    return partial(env.run, is_training=False)


def seconds(function) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start


def compare(name: str, rounds: int = 5) -> dict[str, float]:
    """Return our hands per second, decisions per hand, and the median ratio to RLCard's, taken in turn."""
    policy, seats, observed = ROWS[name]
    peer = make_peer(policy, seats)
    batch = make_batch(seats)
    run_batch(batch, policy, 40, observed=observed)  # compile, and spread the slots over the streets
    peer()
    mine, ratios, per_hand = [], [], 0.0
    for _ in range(rounds):
        start = time.process_time()
        hands, decisions = run_batch(batch, policy, 120, observed=observed)
        mine.append(hands / (time.process_time() - start))
        per_hand = decisions / hands
        theirs = 100 / seconds(lambda: [peer() for _ in range(100)])
        ratios.append(mine[-1] / theirs)
    return {
        "hands/s": statistics.median(mine),
        "decisions per hand": per_hand,
        "times faster than rlcard": statistics.median(ratios),
    }


@pytest.mark.parametrize("name", ROWS)
def test_batch_beside_rlcard(benchmark, name):
    policy, seats, observed = ROWS[name]
    batch = make_batch(seats)
    run_batch(batch, policy, 40, observed=observed)  # compile outside the timed part
    benchmark.extra_info.update(unit="steps of all hands/s", hands=HANDS, floor=FLOOR, goal=GOAL)
    if benchmark.enabled:
        benchmark.extra_info.update(compare(name, rounds=3))
    benchmark(run_batch, batch, policy, 1, observed=observed)


def main() -> None:
    """Print the table."""
    for name in ROWS:
        figures = compare(name)
        sys.stdout.write(
            f"{name:32} {figures['hands/s']:12,.0f} hands/s  {figures['decisions per hand']:6.2f} decisions per hand  "
            f"{figures['times faster than rlcard']:6.0f} x RLCard  (floor {FLOOR}, goal {GOAL})\n"
        )


if __name__ == "__main__":
    main()
