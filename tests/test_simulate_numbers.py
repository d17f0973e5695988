"""One rule for numbers, whichever entry of the simulation they come in by."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from equity.errors import EquityError, OptionError
from equity.kernels.hands.hand import start_seeded
from equity.kernels.hands.records import HAND
from equity.rules import Table, pokerfs
from equity.simulate import HandBatch, play_session, run
from equity.simulate.runs.chunks import play_chunk
from equity.simulate.runs.specification import make_spec, parse_stacks

CALLERS = ["call", "call"]


def session(**given):
    table = Table(pokerfs(), seats=2, seed=1, first_button=0)
    for seat in range(2):
        table.sit(seat, f"p{seat}", 400)
    return play_session(table, {0: "call", 1: "call"}, **{"hands": 3} | given).stacks.tolist()


def figures(**given):
    return run(pokerfs(), CALLERS, **{"hands": 20, "seed": 1, "threads": 1} | given).totals.to_state()


def cards(n=3, *, seats=2, stacks="100bb", seed=1, button=0):
    return HandBatch(n, pokerfs(), stacks, seats=seats, seed=seed, button=button).hands.tobytes()


def stepped(action, amount=0):
    batch = HandBatch(3, pokerfs(), 1000, seats=2, seed=1)
    batch.step(action, amount)
    return batch.hands.tobytes()


def single(action):
    pytest.importorskip("gymnasium")
    from equity.simulate import gym

    env = gym.HoldemEnv()
    env.reset(seed=1)
    return env.step(action)[0].tobytes()


def environments(num_envs=2, *, seats=2, seed=1):
    pytest.importorskip("gymnasium")
    from equity.simulate import gym

    return gym.HoldemVectorEnv(num_envs, seats=seats).reset(seed=seed)[0].tobytes()


# name -> what takes the number, and a number it takes
ENTRIES = {
    "run: hands": (lambda value: figures(hands=value), 20),
    "run: seed": (lambda value: figures(seed=value), 2),
    "run: threads": (lambda value: figures(threads=value), 2),
    "run: stacks": (lambda value: figures(stacks=value), 500),
    "parse_stacks": (lambda value: parse_stacks(value, seats=2, big_blind=10), 500),
    "HandBatch: n": (cards, 4),
    "HandBatch: seats": (lambda value: cards(seats=value), 3),
    "HandBatch: stacks": (lambda value: cards(stacks=value), 500),
    "HandBatch: seed": (lambda value: cards(seed=value), 7),
    "HandBatch: button": (lambda value: cards(button=value), 1),
    "HandBatch: actions": (stepped, 5),
    "HandBatch: amounts": (lambda value: stepped(3, value), 40),
    "play_session: hands": (lambda value: session(hands=value), 4),
    "play_session: rebuy": (lambda value: session(rebuy=value), 400),
    "HoldemEnv: action": (single, 1),
    "HoldemVectorEnv: num_envs": (environments, 3),
    "HoldemVectorEnv: seats": (lambda value: environments(seats=value), 3),
    "HoldemVectorEnv: seed": (lambda value: environments(seed=value), 3),
}
AMOUNTS = ("run: stacks", "parse_stacks", "HandBatch: stacks")  # text is an amount there, a list one per seat
BY_HAND = ("HandBatch: actions", "HandBatch: amounts", "HandBatch: button")  # an array has one number per hand


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_kind_of_whole_number_is_one(entry):
    take, number = ENTRIES[entry]
    expected = take(number)
    for kind in (np.int64, np.uint16, float, np.float64, Decimal, Fraction):
        assert take(kind(number)) == expected, kind


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_is_not_a_whole_number_is_refused(entry):
    take, number = ENTRIES[entry]
    wrong = [True, number + 0.5, Decimal(number) + Decimal("0.5"), float("nan"), float("inf"), 1j, {number: 1}]
    wrong += [] if entry in AMOUNTS else [str(number), f"{number}k", b"5"]
    wrong += [] if entry in (*AMOUNTS, *BY_HAND) else [[number], np.array([number]), np.array([number, number])]
    for value in wrong:
        with pytest.raises(EquityError) as caught:
            take(value)
        assert "must be" in str(caught.value), value


@pytest.mark.small
@pytest.mark.parametrize("take", [lambda seed: figures(seed=seed), lambda seed: cards(seed=seed)], ids=["run", "batch"])
def test_seeds_have_64_bits(take):
    seeds = [0, 1, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1]
    assert len({str(take(seed)) for seed in seeds}) == len(seeds)
    for seed in (-1, 2**64):
        with pytest.raises(OptionError, match="seed must be at"):
            take(seed)


@pytest.mark.small
@pytest.mark.parametrize("seed", [1, 2**63 - 1, 2**63, 2**64 - 3])
def test_a_seed_is_one_seed_for_a_hand_a_batch_and_a_run(seed):
    """The first hand of each has the stream (seed, 0): the kernels' int64 keeps all bits of the seed."""
    hands = np.zeros(1, HAND)
    start_seeded(hands, 0, pokerfs().to_array(), np.array([1000, 1000]), 0, np.uint64(seed))
    batch = HandBatch(1, pokerfs(), "100bb", seats=2, seed=seed)
    played = play_chunk(make_spec(pokerfs(), CALLERS, hands=1, seed=seed), (0, 1), keep=True).record.hands[0]
    holes = hands["hole"][0, :2].tolist()
    assert holes == batch.holes[0].tolist() == played["hole"][:2].tolist()
