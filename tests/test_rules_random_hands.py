"""The engine against its slow twin: random rules, tables, posts and actions; every bound at every decision."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from equity.constants import CALL, CHECK, FOLD, RAISE
from equity.kernels.hands import hand as engine
from equity.kernels.hands.records import HAND, ILLEGAL, LIVE
from equity.rules import Rules
from equity.rules.posts import opening_of, owed_in_full, regular_posts
from tests.hand_worlds import random_action, random_posts, random_rules, random_stacks
from tests.helpers import amount, jit_is_off
from tests.naive_hand import NaiveHand

CODES = {"fold": FOLD, "check": CHECK, "call": CALL, "raise": RAISE}


class Driver:
    """One record stepped beside one NaiveHand."""

    def __init__(self, dice: Random, rules: Rules):
        self.dice, self.rules = dice, rules
        self.table = rules.to_array()
        self.stacks = random_stacks(dice, rules)
        self.button = dice.randrange(len(self.stacks))
        self.regular = dice.random() < 0.6
        self.posts = (
            regular_posts(rules, self.stacks, self.button)
            if self.regular
            else random_posts(dice, rules, self.stacks, self.button)
        )
        self.strengths = [dice.randint(1, 4) for _ in self.stacks]
        self.slow = NaiveHand(
            rules,
            self.stacks,
            self.button,
            [(post.seat, post.live, post.dead, post.kind) for post in self.posts],
            self.strengths,
        )
        self.array = np.zeros(1, HAND)
        self.open()
        self.array["value"][0, : len(self.stacks)] = self.strengths
        engine.settle(self.array, 0, self.table)
        self.log: list[str] = []

    def open(self) -> None:
        stacks = np.array(self.stacks, np.int64)
        if self.regular:
            engine.start(self.array, 0, self.table, stacks, self.button)
            return
        dealt = sum(chips > 0 for chips in self.stacks)
        opening = opening_of(self.posts, self.rules, button=self.button, dealt=dealt)
        engine.open_hand(self.array, 0, stacks, self.button)
        for post in self.posts:
            layered = int(opening.layered_antes and post.kind == "ante")
            full = owed_in_full(post, self.rules)
            engine.post(self.array, 0, post.seat, post.live, post.dead, layered, full)
        engine.begin(
            self.array, 0, self.table, opening.last, opening.current_bet, opening.raise_size, opening.bets
        )  # fmt: skip

    def step(self) -> None:
        actor = int(self.array["actor"][0])
        assert actor == self.slow.actor
        able = [s for s in range(10) if self.array["status"][0, s] == LIVE and self.array["stack"][0, s] > 0]
        assert self.array["ready"][0] == sum(1 << s for s in able)
        assert self.array["able"][0] == len(able)
        call, least, most = engine.legal(self.array, 0, self.table)
        assert (call, least, most) == self.slow.bounds()
        verb, to = random_action(self.dice, call, least, most)
        if self.dice.random() < 0.05:
            self.refuse(call, least, most)
        self.log.append(f"{actor} {verb} {to}")
        self.slow.act(verb, to)
        engine.act(self.array, 0, self.table, CODES[verb], to)
        assert engine.count_chips(self.array, 0) == sum(self.stacks)

    def refuse(self, call: int, least: int, most: int) -> None:
        before = self.array.tobytes()
        wrong = [(RAISE, most + 1), (RAISE, least - 1 if least else self.dice.randint(0, 100))]
        wrong += [(CHECK, 0)] if call else []
        for code, chips in wrong:
            assert engine.act(self.array, 0, self.table, code, chips) == ILLEGAL
        assert self.array.tobytes() == before

    def compare(self) -> None:
        h, slow, n = self.array[0], self.slow, len(self.stacks)
        assert slow.over
        assert h["over"] == 2
        assert h["stack"][:n].tolist() == [seat.stack for seat in slow.seats]
        assert int(h["rake"]) == slow.rake
        assert slow.returned == ((int(h["returned_to"]), int(h["returned"])) if h["returned"] else None)
        amounts, seats = np.zeros(11, np.int64), np.zeros(11, np.int64)
        count = engine.list_pots(self.array, 0, amounts, seats)
        pots = [(int(amounts[k]), [i for i in range(n) if int(seats[k]) >> i & 1]) for k in range(count)]
        assert pots == slow.pots
        shares = np.zeros((11, 10), np.int64)
        engine.list_shares(self.array, 0, self.table, shares)
        assert int(shares[:count].sum()) + slow.rake == sum(amount for amount, _ in pots)


def run(hands: int, seed: int) -> None:
    dice = Random(seed)
    rules = random_rules(dice)
    for k in range(hands):
        if k % 4 == 0:
            rules = random_rules(dice)
        driver = Driver(dice, rules)
        try:
            while driver.slow.actor is not None:
                driver.step()
            driver.compare()
        except AssertionError as error:
            world = f"{rules}\n{driver.stacks} button {driver.button} {driver.strengths}\n{driver.posts}\n{driver.log}"
            raise AssertionError(f"hand {k} of seed {seed}: {error}\n{world}") from error


@pytest.mark.small
@pytest.mark.parametrize("seed", range(amount(2, 4)))
def test_engine_is_its_slow_twin(seed):
    run(30 if jit_is_off() else 1_000, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 104))
def test_engine_is_its_slow_twin_on_two_hundred_thousand_hands(seed):
    run(50_000, seed)
