"""Where button and blinds go: worked layouts, a seat-by-seat twin, and long random games on the pure functions."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.rules.blinds import (
    Layout,
    after,
    before,
    first_layout,
    is_between,
    missed_blinds,
    next_layout,
    open_layout,
)

pytestmark = pytest.mark.small


def walk(start, stop, seats=10):
    """Seats met on the way clockwise from `start` to `stop`, both left out."""
    met, seat = [], (start + 1) % seats
    while seat not in (stop, start):
        met.append(seat)
        seat = (seat + 1) % seats
    return met


@given(st.integers(0, 9), st.integers(0, 9), st.sets(st.integers(0, 9), min_size=1))
def test_clockwise_helpers_match_a_walk(seat, stop, among):
    round_trip = [*walk(seat, seat), seat]
    assert after(seat, among) == next(other for other in round_trip if other in among)
    assert before(seat, among) == next(other for other in [*reversed(round_trip[:-1]), seat] if other in among)
    between = walk(seat, stop) if seat != stop else []
    assert [other for other in round_trip if is_between(other, seat, stop)] == between


def place(button, small, big, *dealt):
    return Layout(button=button, small_blind=small, big_blind=big, dealt=dealt)


FOUR = first_layout(0, {0, 1, 2, 3})  # button 0, blinds 1 and 2


@pytest.mark.parametrize(
    ("last", "ready", "moving", "dead"),
    [
        # nobody leaves: both rules move everything by one player
        (FOUR, {0, 1, 2, 3}, place(1, 2, 3, 0, 1, 2, 3), place(1, 2, 3, 0, 1, 2, 3)),
        # the button or the player behind the blinds leaves
        (FOUR, {1, 2, 3}, place(1, 2, 3, 1, 2, 3), place(1, 2, 3, 1, 2, 3)),
        (FOUR, {0, 1, 2}, place(1, 2, 0, 0, 1, 2), place(1, 2, 0, 0, 1, 2)),
        # the small blind leaves: the moving button skips, the dead button stands at its seat
        (FOUR, {0, 2, 3}, place(2, 3, 0, 0, 2, 3), place(1, 2, 3, 0, 2, 3)),
        # the big blind leaves: no small blind under the dead-button rule
        (FOUR, {0, 1, 3}, place(1, 3, 0, 0, 1, 3), place(1, 2, 3, 0, 1, 3)),
        # down to two players: the big blind moves on, the other has button and small blind
        (FOUR, {1, 2}, place(2, 2, 1, 1, 2), place(2, 2, 1, 1, 2)),
        (FOUR, {0, 1}, place(1, 1, 0, 0, 1), place(1, 1, 0, 0, 1)),
        (FOUR, {0, 2}, place(2, 2, 0, 0, 2), place(2, 2, 0, 0, 2)),
        (FOUR, {2, 3}, place(2, 2, 3, 2, 3), place(2, 2, 3, 2, 3)),
    ],
)
def test_worked_layouts(last, ready, moving, dead):
    assert next_layout(last, ready) == moving
    assert next_layout(last, ready, dead=True) == dead


@pytest.mark.parametrize(
    ("last", "ready", "moving", "dead"),
    [
        # somebody joins behind the blinds, and is dealt in there
        (FOUR, {0, 1, 2, 3, 5}, place(1, 2, 3, 0, 1, 2, 3, 5), place(1, 2, 3, 0, 1, 2, 3, 5)),
        # between button and small blind: the moving button takes the seat, the dead one that of the small blind
        (place(0, 2, 3, 0, 2, 3), {0, 1, 2, 3}, place(1, 2, 3, 0, 1, 2, 3), place(2, 3, 0, 0, 1, 2, 3)),
        # between the blinds: the dead button cannot stand behind that seat
        (place(0, 1, 3, 0, 1, 3), {0, 1, 2, 3}, place(1, 2, 3, 0, 1, 2, 3), place(2, 3, 0, 0, 1, 2, 3)),
        # from two players to more
        (place(0, 0, 4, 0, 4), {0, 2, 4}, place(2, 4, 0, 0, 2, 4), place(2, 4, 0, 0, 2, 4)),
        (place(0, 0, 4, 0, 4), {0, 4, 5}, place(4, 5, 0, 0, 4, 5), place(0, 4, 5, 0, 4, 5)),
        # down to two players, and two new ones
        (FOUR, {0, 2}, place(2, 2, 0, 0, 2), place(2, 2, 0, 0, 2)),
        (FOUR, {5, 7}, place(7, 7, 5, 5, 7), place(7, 7, 5, 5, 7)),
    ],
)
def test_worked_layouts_of_a_house_that_deals_in_everybody(last, ready, moving, dead):
    assert open_layout(last, ready) == moving
    assert open_layout(last, ready, dead=True) == dead


def test_dead_button_follows_empty_seats_for_two_hands():
    first = next_layout(FOUR, {0, 1, 3}, dead=True)
    assert first == place(1, 2, 3, 0, 1, 3)  # seat 2 had the big blind and left: nobody pays the small one
    second = next_layout(first, {0, 1, 3}, dead=True)
    assert second == place(2, 3, 0, 0, 1, 3)  # now the button stands at the empty seat
    # seat 1 acts last a second time
    assert next_layout(second, {0, 1, 3}, dead=True) == place(3, 0, 1, 0, 1, 3)


@pytest.mark.parametrize("dead", [False, True])
def test_a_third_player_comes_into_a_heads_up_game_on_the_big_blind(dead):
    for newcomer, hands in [(2, 1), (3, 1), (1, 2), (5, 1)]:
        layout, needed = first_layout(0, {0, 4}), 0  # button and small blind 0, big blind 4
        while newcomer not in layout.dealt:
            expected = after(layout.big_blind, {0, 4, newcomer})
            layout = next_layout(layout, {0, 4}, waiting={newcomer}, posting={newcomer}, dead=dead)
            assert layout.big_blind == expected
            needed += 1
        assert layout.big_blind == newcomer
        assert needed == (1 if is_between(newcomer, 4, 0) else 2), hands


def twin(last, ready, waiting, posting, *, dead):
    """Say who pays what by walking the seats one at a time: an independent, slow spelling of the rules."""
    chairs = list(range(10))

    def walk_from(seat):
        return [chairs[(seat + step) % 10] for step in range(1, 11)]

    stretch = walk(last.button, last.big_blind)
    back = [s for s in ready if s in stretch and s not in last.dealt]
    if len(ready) == 1:
        (small,) = ready
        big = next(s for s in walk_from(small) if s in waiting)
        return {small: "small", big: "big"}, small
    if dead or back or len(ready) == 2 or (len(last.dealt) == 2 and any(s in ready for s in last.dealt)):
        big = next(s for s in walk_from(last.big_blind) if s in ready or s in waiting)
        rest = [s for s in walk_from(big) if s in ready and s != big]
        if len(rest) == 1:
            return {rest[0]: "small", big: "big"}, rest[0]
        follow = dead and big in walk(last.big_blind, last.small_blind)
        follow = follow and not any(s in rest for s in walk(last.small_blind, last.big_blind))
        button, small = (last.small_blind, last.big_blind) if follow else (rest[-2], rest[-1])
    else:
        button, small = [s for s in walk_from(last.button) if s in ready][:2]
        big = next(s for s in walk_from(small) if s in ready or s in waiting)
    pays = {s: "" for s in ready}
    pays[big] = "big"
    if small in pays:
        pays[small] = "small"
    for s in walk_from(big):
        if s == button:
            break
        if s in posting and s != big:
            pays[s] = "post"
    return pays, button


class Game:
    """A random game on the pure functions: who is ready, new, owes; every hand checked against twin and rules."""

    def __init__(self, seed, *, dead):
        self.random = random.Random(seed)
        self.dead = dead
        self.ready = set(self.random.sample(range(10), self.random.randint(2, 9)))
        self.new, self.out, self.debts = set(), set(), {}
        self.layout = first_layout(self.random.choice(sorted(self.ready)), self.ready)

    def change(self):
        for seat in range(10):
            if self.random.random() < 0.8:
                continue
            if seat in self.ready or seat in self.new or seat in self.out:
                where = self.random.choice(["leave", "out", "back"])
                if where == "leave":
                    for group in (self.ready, self.new, self.out):
                        group.discard(seat)
                    self.debts.pop(seat, None)
                elif where == "out" and seat in self.ready:
                    self.ready.discard(seat)
                    self.out.add(seat)
                elif where == "back" and seat in self.out and not any(self.debts.get(seat, ())):
                    self.out.discard(seat)
                    self.ready.add(seat)
            else:
                self.new.add(seat)

    def step(self):
        self.change()
        owing = {seat for seat in self.out if any(self.debts.get(seat, ())) and self.random.random() < 0.7}
        waiting = self.new | owing
        if not self.ready or len(self.ready) + len(waiting) < 2:
            return
        posting = {seat for seat in sorted(waiting) if self.random.random() < 0.5}
        last = self.layout
        now = next_layout(last, self.ready, waiting=waiting, posting=posting, dead=self.dead)
        self.check(last, now, waiting, posting)
        for seat in sorted(self.out - set(now.dealt)):
            before_ = self.debts.get(seat, (False, False))
            missed = missed_blinds(last, now, seat, missed_big=before_[1], wants_cards=seat in owing)
            self.debts[seat] = (before_[0] or missed[0], before_[1] or missed[1])
        for seat in now.dealt:
            self.new.discard(seat)
            self.out.discard(seat)
            self.debts.pop(seat, None)
            self.ready.add(seat)
        self.layout = now

    def check(self, last, now, waiting, posting):
        pays, button = twin(last, self.ready, waiting, posting, dead=self.dead)
        assert set(now.dealt) == set(pays)
        assert now.button == button
        assert pays[now.big_blind] == "big"
        assert (now.small_blind in now.dealt) == ("small" in pays.values())
        assert now.small_blind not in now.dealt or pays[now.small_blind] == "small"
        check_places(last, now, self.ready, new=self.new, dead=self.dead)


def check_places(last, now, ready, *, new, dead):
    """What must hold of any two hands in a row."""
    dealt = set(now.dealt)
    back = {s for s in ready - set(last.dealt) if is_between(s, last.button, last.big_blind)}
    assert ready <= dealt  # F09b: nobody in good standing is left out
    assert now.big_blind in dealt
    assert now.big_blind != last.big_blind or now.big_blind in new  # nobody pays the big blind twice in a row
    if len(dealt) == 2:
        assert now.button == now.small_blind != now.big_blind
    else:
        assert is_between(now.small_blind, now.button, now.big_blind)
        assert now.button in dealt or dead
        assert now.small_blind in dealt or dead
        comers = dealt - ready
        assert not {seat for seat in comers if is_between(seat, now.button, now.big_blind)}
        assert now.button not in comers
        assert now.small_blind not in comers
    if len(ready) > 1:  # the big blind passes nobody, or (A02) one player for each blind that has left the game
        passed = [seat for seat in ready if is_between(seat, last.big_blind, now.big_blind)]
        leads = dead or back or len(ready) == 2
        assert len(passed) <= (0 if leads else len({last.small_blind, last.big_blind} - ready))
    if not dead and not back and len(ready) > 2 and not last.is_heads_up:  # A02
        assert now.button == after(last.button, ready)


@pytest.mark.parametrize("dead", [False, True])
@settings(max_examples=150)
@given(seed=st.integers(0, 2**32))
def test_random_games_match_the_twin_and_the_rules(dead, seed):
    game = Game(seed, dead=dead)
    for _ in range(60):
        game.step()
