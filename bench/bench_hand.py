"""Whole hands: the engine from a compiled loop and `Hand` stepped from Python, beside peers that pip brings.

Always check or call, six-handed and heads-up no-limit 5/10, 1000 chips, and fixed-limit 4/8; shuffling, dealing and
settling included. Rates: hands in extra_info divided by the median. Every engine makes 24 (six-handed) or 8 decisions.
"""

from __future__ import annotations

import numpy as np
import pytest

from equity.constants import PASSIVE
from equity.kernels.cards.random_numbers import seed_stream
from equity.kernels.compile.decorators import kernel
from equity.kernels.hands.betting import act_record, start_dealt_record
from equity.kernels.hands.records import HAND
from equity.rules import Hand, Rules, poker_fantasy_limit

NL = Rules(small_blind=5, big_blind=10)
GAMES = {"no-limit": (NL, 1000), "limit": (poker_fantasy_limit(4, 8), 400)}
SEATS = [6, 2]


def measure(benchmark, function, *args, hands: int):
    function(*args)  # compile outside the timed part
    benchmark.extra_info["unit"] = "hands/s"
    benchmark.extra_info["hands"] = hands
    benchmark(function, *args)


@kernel
def call_down(hands, rules, stacks, count, stream):
    h, u = hands[0], rules[0]
    decisions = 0
    for _ in range(count):
        start_dealt_record(h, u, stacks, 0, stream)
        while h["actor"] >= 0:
            act_record(h, u, PASSIVE, 0)
            decisions += 1
    return decisions


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("game", GAMES)
def test_engine_always_call(benchmark, game, seats):
    rules, stack = GAMES[game]
    stream = np.zeros(4, np.uint64)
    seed_stream(1, 0, stream)
    hands, stacks = np.zeros(1, HAND), np.full(seats, stack)
    assert call_down(hands, rules.to_array(), stacks, 10, stream) == 40 * seats
    measure(benchmark, call_down, hands, rules.to_array(), stacks, 100_000, stream, hands=100_000)


def step_hands(rules, stacks, count):
    for seed in range(count):
        hand = Hand(rules, stacks, seed=seed)
        while not hand.is_over:
            hand.check_or_call()


@pytest.mark.parametrize("seats", SEATS)
def test_hand_from_python(benchmark, seats):
    measure(benchmark, step_hands, NL, [1000] * seats, 1_000, hands=1_000)


def read_hands(rules, stacks, count):
    """Ask for the legal actions before each decision, as an agent would."""
    for seed in range(count):
        hand = Hand(rules, stacks, seed=seed)
        while not hand.is_over:
            if hand.legal.check:
                hand.check()
            else:
                hand.call()


@pytest.mark.parametrize("seats", SEATS)
def test_hand_from_python_reading_legal_actions(benchmark, seats):
    measure(benchmark, read_hands, NL, [1000] * seats, 1_000, hands=1_000)


def test_hand_events(benchmark):
    hand = Hand(NL, [1000] * 6, seed=1)
    while not hand.is_over:
        hand.check_or_call()
    measure(benchmark, lambda: hand.events, hands=1)


@pytest.mark.parametrize("seats", SEATS)
def test_peer_open_spiel(benchmark, seats):
    pyspiel = pytest.importorskip("pyspiel")
    first = "2" if seats == 2 else "3"
    game = pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fcpa",
            "numPlayers": seats,
            "numRounds": 4,
            "blind": "10 5" if seats == 2 else " ".join(["5", "10"] + ["0"] * (seats - 2)),
            "firstPlayer": f"{first} 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join(["1000"] * seats),
        },
    )
    dice = np.random.default_rng(1)

    def play(count):
        for _ in range(count):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    cards = state.legal_actions()
                    state.apply_action(cards[dice.integers(len(cards))])
                else:
                    state.apply_action(1)

    measure(benchmark, play, 200, hands=200)


@pytest.mark.parametrize("seats", SEATS)
def test_peer_pokerkit(benchmark, seats):
    pokerkit = pytest.importorskip("pokerkit")

    def play(count):
        for _ in range(count):
            state = pokerkit.NoLimitTexasHoldem.create_state(
                tuple(pokerkit.Automation), True, 0, (5, 10), 10, (1000,) * seats, seats
            )
            while state.status:
                state.check_or_call()

    measure(benchmark, play, 5, hands=5)


@pytest.mark.parametrize("seats", SEATS)
def test_peer_pokerfast(benchmark, seats):
    pokerfast = pytest.importorskip("pokerfast")

    def play(count):
        for _ in range(count):
            hand = pokerfast.FastHand(player_count=seats, small_blind=5, big_blind=10, min_stack=1000, max_stack=1000)
            while not hand.done:
                if "call" in hand.get_action_space():
                    hand.call()
                else:
                    hand.check()

    measure(benchmark, play, 100, hands=100)
