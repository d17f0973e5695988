"""Long random sessions at whole tables: chips, seats, blinds and debts against plain book-keeping, hand after hand."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from equity.errors import EquityError
from equity.rules import Rake, Rules, Table
from tests.helpers import amount
from tests.test_rules_blinds import check_places, twin, walk

STAKES = [
    Rules(small_blind=5, big_blind=10, min_buy_in=30, max_buy_in=400),
    Rules(structure="pot-limit", small_blind=5, big_blind=10, min_buy_in=1, max_buy_in=60),
    Rules(structure="fixed-limit", small_blind=2, big_blind=4, min_buy_in=3, max_buy_in=200),
    Rules(small_blind=1, big_blind=2, min_buy_in=10, max_buy_in=100, ante=1),
    Rules(small_blind=1, big_blind=3, max_buy_in=300, rake=Rake(percent=5, cap=4)),
    Rules(small_blind=0, big_blind=2, min_buy_in=1, max_buy_in=50),
]
RULES = [rules.replace(entry=entry) for entry in ("post-or-wait", "next-deal") for rules in STAKES]
ACTIONS = ["sit", "buy in", "top up", "sit out", "come back", "leave"]


def open_twin(last, ready, *, dead):
    """Say who pays what in a house that deals in everybody, by walking the seats."""
    if dead or len(ready) == 2:
        return twin(last, ready, set(), set(), dead=dead)[0]
    order = [seat for step in range(1, 31) if (seat := (last.button + step) % 10) in ready]
    return {order[1]: "small", order[2]: "big"}


def passed(old, new):
    """Seats a blind passes; none if it stays (a new player in the same seat)."""
    return walk(old, new) if old != new else []


class Session:
    """Random players and events at one table, with a second set of books."""

    def __init__(self, seed, rules, *, rule):
        self.random = random.Random(seed)
        self.table = Table(rules, seats=10, button=rule, seed=seed)
        self.rules = rules
        self.dead = rule == "dead"
        self.bought = self.cashed = self.players = 0
        self.missed = {}  # name -> set of "small", "big"; players that have been dealt in once
        self.history = []  # names dealt in, name with the big blind

    # Events between (and during) hands; illegal ones must change nothing

    def stir(self, events):
        for _ in range(events):
            action = self.random.choices(ACTIONS, weights=[35, 15, 10, 10, 22, 8])[0]
            amount = self.random.randint(1, self.rules.max_buy_in)
            self.event(action, self.random.randrange(10), amount, self.random.choice(["post", "wait"]))

    def event(self, action, seat, amount, post):
        before = (repr(self.table), self.table.players, repr(self.table.hand))
        try:
            self.do(action, seat, amount, post)
        except EquityError:
            assert (repr(self.table), self.table.players, repr(self.table.hand)) == before

    def do(self, action, seat, amount, post):
        table = self.table
        if action == "sit":
            table.sit(seat, f"P{self.players}", amount, post=post)
            self.players += 1
            self.bought += amount
        elif action == "buy in":
            table.buy_in(seat, amount, post=post)
            self.bought += amount
        elif action == "top up":
            table.top_up(seat, amount)
            self.bought += amount
        elif action == "sit out":
            table.sit_out(seat)
        elif action == "come back":
            table.come_back(seat, post=post)
        else:
            self.cashed += table.leave(seat)

    # One hand, checked before it is played

    def hand(self):
        table, last, players = self.table, self.table.layout, self.table.players
        status = [table.status(seat).value for seat in range(10)]
        hand = table.next_hand()
        if hand is None:
            assert status.count("playing") + status.count("waiting") < 2
            assert table.layout is last
            return
        self.check_deal(hand, players, status)
        self.check_blinds(hand, players, status, last)
        self.play(hand)
        assert hand.is_settled
        assert sum(table.stacks) + table.rake_taken + self.cashed == self.bought

    def check_deal(self, hand, players, status):
        for seat, stack in enumerate(hand.starting_stacks):
            if seat in self.table.layout.dealt:
                assert stack == players[seat].stack > 0
                assert status[seat] in ("playing", "waiting")
                assert not self.table.players[seat].owes
            else:
                assert stack == 0
        assert hand.button == self.table.button

    def check_blinds(self, hand, players, status, last):
        now = self.table.layout
        names = {player.name: seat for seat, player in enumerate(players) if player}
        ready = {seat for seat in range(10) if status[seat] == "playing"}
        waiting = {seat for seat in range(10) if status[seat] == "waiting"}
        small, big, chips = self.rules.small_blind, self.rules.big_blind, {}
        if self.rules.entry == "next-deal":
            assert ready == set(now.dealt)
            first = {now.small_blind: "small", now.big_blind: "big"}
            pays = open_twin(last, ready, dead=self.dead) if last else first
            chips = {seat: ({"small": small, "big": big}.get(pays.get(seat, ""), 0), 0) for seat in now.dealt}
        elif last and ready:
            posting = {seat for seat in waiting if players[seat].posts}
            new = {seat for seat in waiting if players[seat].is_new}
            check_places(last, now, ready, new=new, dead=self.dead)
            for seat, what in twin(last, ready, waiting, posting, dead=self.dead)[0].items():
                owed = self.missed.get(players[seat].name, {"big"})
                posted = (big * ("big" in owed), small * ("small" in owed))
                chips[seat] = {"small": (small, 0), "big": (big, 0), "post": posted, "": (0, 0)}[what]
            assert set(chips) == set(now.dealt)
        else:
            chips = {seat: (0, 0) for seat in now.dealt} | {now.small_blind: (small, 0), now.big_blind: (big, 0)}
        found = {seat: (0, 0) for seat in now.dealt}
        for post in hand.posts:
            if post.kind != "ante":
                found[post.seat] = (found[post.seat][0] + post.live, found[post.seat][1] + post.dead)
        assert found == chips
        self.note(names, last, now, players, status)

    def note(self, names, last, now, players, status):
        """Keep the books: who has missed what, and that the big blind goes round."""
        if self.rules.entry == "next-deal":
            assert not any(player and player.owes for player in self.table.players)
            return
        new_game = not any(status[seat] == "playing" for seat in now.dealt)
        for name in [name for name in self.missed if name not in names]:
            del self.missed[name]
        for name, seat in names.items():
            if seat in now.dealt:
                self.missed[name] = set()
            elif last and name in self.missed and not new_game:
                assert status[seat] != "playing"  # F09b: nobody in good standing is left out
                if seat in passed(last.big_blind, now.big_blind) and status[seat] != "waiting":
                    self.missed[name].add("big")
                if seat == last.big_blind or (
                    seat in passed(last.small_blind, now.small_blind) and "big" in self.missed[name]
                ):
                    self.missed[name].add("small")
            player = self.table.players[seat]
            assert (player.missed_small, player.missed_big) == tuple(
                kind in self.missed.get(name, ()) for kind in ("small", "big")
            )
        self.history.append(({players[seat].name for seat in now.dealt}, players[now.big_blind].name))
        if self.dead:
            self.check_round()

    def check_round(self):
        """Between two big blinds of a player everybody else who was there all the time has paid one."""
        name = self.history[-1][1]
        always = set(self.history[-1][0])
        paid = []
        for dealt, big in reversed(self.history[:-1]):
            always &= dealt
            if name not in always:
                return
            if big == name:
                assert sorted(big for big in paid if big in always) == sorted(always - {name})
                return
            paid.append(big)

    def play(self, hand):
        while not hand.is_over:
            legal, roll = hand.legal, self.random.random()
            if roll < 0.1:
                self.stir(1)
            if roll < 0.3:
                hand.fold()
            elif roll < 0.75 or legal.min_raise_to is None:
                hand.check_or_call()
            elif roll < 0.9:
                hand.raise_to(self.random.choice([legal.min_raise_to, legal.max_raise_to]))
            else:
                hand.raise_to(legal.min_raise_to)


def run_session(seed, rules, *, rule, hands):
    session = Session(seed, rules, rule=rule)
    for _ in range(hands):
        session.stir(session.random.choice([0, 0, 1, 2, 5, 12]))
        session.hand()
    return session


@pytest.mark.parametrize("rule", ["moving", "dead"])
@given(seed=st.integers(0, 2**32), rules=st.sampled_from(RULES))
@settings(max_examples=amount(25, 60))
def test_random_sessions(rule, seed, rules):
    run_session(seed, rules, rule=rule, hands=40)


class TableMachine(RuleBasedStateMachine):
    """The same events in an order that hypothesis chooses, and shortens when something breaks."""

    @initialize(rules=st.sampled_from(RULES), rule=st.sampled_from(["moving", "dead"]))
    def start(self, rules, rule):
        self.session = Session(1, rules, rule=rule)
        for seat in (1, 2, 5):
            self.session.event("sit", seat, 40, "wait")

    @rule(
        action=st.sampled_from(ACTIONS),
        seat=st.integers(0, 9),
        amount=st.integers(1, 60),
        post=st.sampled_from(["post", "wait"]),
    )
    def stir(self, action, seat, amount, post):
        self.session.event(action, seat, amount, post)

    @rule(hands=st.integers(1, 3))
    def play(self, hands):
        for _ in range(hands):
            self.session.hand()


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(max_examples=amount(25, 60), stateful_step_count=40)


@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_a_long_session(rule):
    session = run_session(11, RULES[0], rule=rule, hands=1500)
    assert session.table.hands_dealt > 1000
    assert session.players > 100


@pytest.mark.small
@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_a_short_session(rule):
    run_session(5, RULES[2], rule=rule, hands=30)
    run_session(5, RULES[-4], rule=rule, hands=30)
