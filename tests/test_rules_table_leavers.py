"""Tables at which many leave and come back: nobody in good standing is left out of a deal (F09b), nobody owes what the
table itself kept from them, and in a house that deals in everybody nobody owes anything."""

from __future__ import annotations

from random import Random

import pytest

from equity.rules import Rules, Table
from equity.rules.blinds import after

HOUSES = {entry: Rules(small_blind=5, big_blind=10, entry=entry) for entry in ("post-or-wait", "next-deal")}


def play(table):
    """Play a hand in which everybody folds to the last player; return the seats dealt in."""
    hand = table.next_hand()
    if hand is None:
        return None
    while not hand.is_over:
        hand.fold()
    table.finish()
    return set(table.layout.dealt)


def seats_with(table, status):
    return {seat for seat in range(len(table.players)) if table.status(seat) == status}


def seat_table(seats, taken, *, rule, first_button, entry="post-or-wait"):
    table = Table(HOUSES[entry], seats, button=rule, first_button=first_button, seed=1)
    for seat in taken:
        table.sit(seat, f"P{seat}", 500)
    return table


# The two sessions that were reported


@pytest.mark.small
@pytest.mark.parametrize("entry", HOUSES)
def test_F09b_back_after_a_heads_up_stretch_under_the_dead_button_rule(entry):
    table = seat_table(6, [1, 2, 3, 4, 5], rule="dead", first_button=2, entry=entry)
    play(table)
    play(table)
    table.sit_out(4)
    play(table)
    table.sit_out(1)
    table.sit_out(5)
    assert play(table) == {2, 3}
    table.come_back(4)
    table.come_back(5)
    assert seats_with(table, "playing") == {2, 3, 4, 5}
    assert play(table) == {2, 3, 4, 5}
    assert [table.players[seat].owes for seat in (2, 3, 4, 5)] == [""] * 4
    assert table.layout.big_blind == 3  # it led the heads-up hand too: to the next player, from seat 2


@pytest.mark.small
@pytest.mark.parametrize("entry", HOUSES)
@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_F09b_back_after_one_heads_up_hand(rule, entry):
    table = seat_table(4, range(4), rule=rule, first_button=0, entry=entry)
    play(table)
    play(table)
    table.sit_out(2)
    table.sit_out(3)
    assert play(table) == {0, 1}
    table.come_back(2)
    assert play(table) == {0, 1, 2}
    assert table.players[2].owes == ""


@pytest.mark.small
@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_F09b_a_heads_up_stretch_charges_no_small_blind_before_the_big_one(rule):
    """Two players change places: the small blind goes past the others each hand, but the big blind has not come yet."""
    table = seat_table(4, range(4), rule=rule, first_button=0)
    play(table)  # blinds 1 and 2
    play(table)  # blinds 2 and 3
    table.sit_out(2)
    table.sit_out(3)
    owed = []
    for _ in range(4):  # big blinds 0, 1, 0, 1
        play(table)
        owed.append((table.players[2].owes, table.players[3].owes))
    small, big = "a dead small blind", "a live big blind"
    assert owed == [("", small), ("", small), (big, f"{big} and {small}"), (f"{big} and {small}",) * 2]


@pytest.mark.small
def test_F09b_a_button_that_leaps_over_a_waiting_player_charges_nothing():
    table = seat_table(7, range(7), rule="moving", first_button=2)
    play(table)  # blinds 3 and 4
    table.sit_out(4)
    for _ in range(4):  # blinds 5 and 6, 6 and 0, 0 and 1, 1 and 2
        play(table)
    table.come_back(4, post="wait")
    table.sit_out(1)
    table.sit_out(2)
    assert play(table) == {0, 3, 5, 6}
    assert (table.button, table.layout.big_blind) == (3, 6)  # from 0 and 2
    assert table.players[4].owes == "a dead small blind"


@pytest.mark.small
def test_F09b_a_new_game_passes_nobody_by():
    table = seat_table(6, range(3), rule="moving", first_button=0)
    play(table)  # blinds 1 and 2
    for seat in range(3):
        table.sit_out(seat)
    table.sit(3, "Dee", 500)
    table.sit(5, "Eve", 500)
    assert play(table) == {3, 5}  # nobody is left of the old game
    assert [player.owes for player in table.players if player] == [""] * 5


# Random sessions


class Leavers:
    """A random session at which about a third of the seats change between two hands."""

    def __init__(self, seed, *, rule, entry):
        self.dice = Random(seed)
        seats = self.dice.randint(2, 10)
        self.table = Table(HOUSES[entry], seats, button=rule, first_button=self.dice.randrange(seats), seed=seed)
        self.open = entry == "next-deal"
        self.moving = rule == "moving"
        self.names = 0
        for seat in range(seats):
            if self.dice.random() < 0.8:
                self.sit(seat)

    def sit(self, seat):
        self.names += 1
        self.table.sit(seat, f"P{self.names}", 500, post=self.dice.choice(["post", "wait"]))

    def stir(self):
        table = self.table
        share = self.dice.choice([0.0, 0.2, 0.4, 0.7])
        for seat in range(len(table.players)):
            if self.dice.random() >= share:
                continue
            status = table.status(seat)
            if status == "empty":
                self.sit(seat)
            elif status == "sitting out":
                table.leave(seat) if self.dice.random() < 0.1 else table.come_back(seat, post=self.dice.random() < 0.6)
            else:
                table.leave(seat) if self.dice.random() < 0.2 else table.sit_out(seat)

    def hand(self):
        table = self.table
        before, last, hands = table.players, table.layout, table.hands_dealt
        status = [table.status(seat) for seat in range(len(before))]
        playing = {seat for seat, what in enumerate(status) if what == "playing"}
        dealt = play(table)
        if dealt is None:
            assert sum(what in ("playing", "waiting") for what in status) < 2
            return
        assert playing <= dealt, f"seats {playing - dealt} are in good standing and left out: {table!r}"
        assert table.hands_dealt == hands + 1
        for seat, player in enumerate(table.players):
            if player and (self.open or seat in playing):
                assert player.owes == ""
            elif player and seat not in dealt and not player.is_new:
                self.check_debts(status[seat], before[seat], player)
        self.check_blinds(last, before, dealt)

    def check_debts(self, status, before, now):
        """Debts grow while a player sits out; while they want cards only by the small blind behind a missed big one."""
        if status == "waiting":
            assert now.missed_big == before.missed_big
            assert now.missed_small == before.missed_small or before.missed_big
        assert now.missed_small >= before.missed_small
        assert now.missed_big >= before.missed_big

    def check_blinds(self, last, before, dealt):
        now, posts = self.table.layout, self.table.hand.posts
        names = [player and player.name for player in self.table.players]
        assert [post.seat for post in posts if post.kind == "big blind"] == [now.big_blind]
        assert [post.seat for post in posts if post.kind == "small blind"] == (
            [now.small_blind] if now.small_blind in dealt else []
        )
        ring = [seat for step in range(1, len(names) + 1) if (seat := (now.button + step) % len(names)) in dealt]
        if len(dealt) == 2:
            assert now.button == now.small_blind in dealt
        elif now.small_blind in dealt:  # A03
            assert ring[:2] == [now.small_blind, now.big_blind]
        else:
            assert ring[0] == now.big_blind
        if self.open:
            assert all(post.kind != "post" for post in posts)
            assert dealt == {seat for seat, player in enumerate(before) if player and not player.sits_out}
        if last:
            same = names[now.big_blind] == self.big_name
            if len(dealt) == 2 or not self.open:  # F10
                assert not same
            if self.open and self.moving and len(dealt) > 2:  # A02
                assert now.button == after(last.button, dealt)
        self.big_name = names[now.big_blind]


def run_sessions(seeds, *, rule, entry, hands=10):
    for seed in seeds:
        session = Leavers(seed, rule=rule, entry=entry)
        for _ in range(hands):
            session.hand()
            session.stir()


@pytest.mark.small
@pytest.mark.parametrize("entry", HOUSES)
@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_F09b_nobody_in_good_standing_is_left_out_or_charged(rule, entry):
    run_sessions(range(100), rule=rule, entry=entry)


@pytest.mark.slow
@pytest.mark.parametrize("entry", HOUSES)
@pytest.mark.parametrize("rule", ["moving", "dead"])
def test_F09b_nobody_in_good_standing_is_left_out_or_charged_in_50_000_sessions(rule, entry):
    run_sessions(range(1_000_000, 1_012_500), rule=rule, entry=entry)
