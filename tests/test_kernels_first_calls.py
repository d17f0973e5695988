"""The first hands of a process in plain Python: what compiled kernels would have done, to the chip and to the type."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from equity import kernels
from equity.history import record_of, replay
from equity.kernels.compile import first_calls
from equity.kernels.compile.first_calls import FirstCalls, plain_module
from equity.kernels.hands import hand as engine
from equity.kernels.hands import replay as replaying
from equity.rules import Hand, Post, Rake, Rules
from tests.helpers import jit_is_off

pytestmark = pytest.mark.skipif(jit_is_off(), reason="everything is plain Python with NUMBA_DISABLE_JIT=1")

HOUSES = [
    Rules(small_blind=1, big_blind=2),
    Rules(small_blind=1, big_blind=2, ante=1, rake=Rake(percent=5, cap=3), structure="pot-limit"),
    Rules(small_blind=1, big_blind=2, straddles=(4,)),
]


@pytest.fixture
def as_plain(monkeypatch):
    """Let all hands be played in plain Python."""

    def switch(on):
        for module in ("equity.rules.hand", "equity.history.replaying.packing"):
            monkeypatch.setattr(f"{module}._first_calls", partial(_calls, module, on))

    return switch


class _Always:
    def __init__(self, now):
        self.now = now

    def spend(self, hands=1):
        return self.now


def _calls(module, on):
    found = engine if module == "equity.rules.hand" else replaying
    return _Always(plain_module(found) if on else found)


def _played(number):
    """Play a hand by chance; return all there is to tell about it."""
    chance = random.Random(number)
    seats = chance.randint(2, 10)
    given = {}
    if number % 3 == 1:
        given = {"posts": [Post(0, live=1), Post(1, live=2)]}
    if number % 5 == 2:
        given["board"] = "2s7sTh"
    hand = Hand(
        HOUSES[number % 3] if not given else HOUSES[0],
        [chance.randint(3, 200) for _ in range(seats)],
        button=chance.randrange(seats),
        seed=number,
        **given,
    )
    seen = []
    while not hand.is_over:
        legal = hand.legal
        seen.append((hand.actor, legal, hand.stacks, hand.bets, hand.pots))
        action = chance.choice(["fold", "pass", "pass", "raise", "all-in"])
        if action == "raise" and legal.max_raise_to:
            hand.raise_to(chance.randint(legal.min_raise_to, min(legal.max_raise_to, 3 * legal.min_raise_to)))
        elif action == "all-in" and legal.max_raise_to:
            hand.all_in()
        elif action == "fold":
            hand.fold()
        else:
            hand.check_or_call()
    return hand, repr((seen, hand.pots, hand.shares, hand.payoffs, hand.events, hand.uncalled, hand.rake))


def test_hands_are_played_alike(as_plain):
    as_plain(False)
    compiled = [_played(number)[1] for number in range(60)]
    as_plain(True)
    assert [_played(number)[1] for number in range(60)] == compiled


def test_hands_are_replayed_alike(as_plain):
    records = [record_of(_played(number)[0]) for number in range(0, 60, 3)]
    as_plain(False)
    compiled = [repr(replay(record)) for record in records]
    as_plain(True)
    assert [repr(replay(record)) for record in records] == compiled


def test_patience_ends_after_so_many_hands(monkeypatch):
    monkeypatch.setattr(kernels, "patient", True)
    monkeypatch.setattr(first_calls, "is_cached", lambda _: False)
    plain = plain_module(engine)  # kept by the module's name: not to be made of the one below
    calls = FirstCalls(_fresh(), "act")
    assert calls.spend(first_calls.PATIENCE - 1) is plain
    assert calls.spend() is calls.now is not plain
    assert FirstCalls(_fresh(), "act").spend(first_calls.PATIENCE) is not plain


@pytest.mark.parametrize("why", ["asked for", "in the cache", "compiled before"])
def test_there_is_no_patience_where_nothing_is_won_by_it(monkeypatch, why):
    monkeypatch.setattr(kernels, "patient", why != "asked for")
    monkeypatch.setattr(first_calls, "is_cached", lambda _: why == "in the cache")
    module = _fresh()
    if why == "compiled before":
        module.act.signatures.append("a signature")
    assert FirstCalls(module, "act").spend() is module


class _Kernel:
    def __init__(self):
        self.signatures = []
        self.py_func = len


def _fresh():
    """Return the engine as a process finds it that has compiled nothing."""
    return SimpleNamespace(__name__=engine.__name__, act=_Kernel())


def test_a_process_that_plays_a_hand_compiles_nothing(tmp_path):
    code = """
from equity import kernels
from equity.rules import Hand, Rules
kernels.on_compile = lambda: print("compiles")
hand = Hand(Rules(small_blind=1, big_blind=2), [100, 50], seed=1)
hand.all_in()
hand.call()
print(hand.is_over)
"""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "EQUITY_NO_COMPILE": ""}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_plain_kernels_return_pythons_numbers():
    plain = plain_module(engine)
    hands, rules = np.empty(1, engine.HAND), HOUSES[0].to_array()
    actor = plain.start_seeded(hands, 0, rules, np.array([100, 100]), 0, np.uint64(1))
    assert type(actor) is int
    assert {type(number) for number in plain.legal(hands, 0, rules)} == {int}


def test_a_hand_played_in_plain_python_can_be_stored(as_plain):
    as_plain(True)
    hand = pickle.loads(pickle.dumps(Hand(HOUSES[0], [100, 100], seed=1)))
    hand.all_in()
    hand.call()
    assert hand.is_over
    assert sum(hand.payoffs) == 0
