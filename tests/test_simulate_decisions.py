"""What a Python player is told: every field of `Spot` and `Situation` agrees with the others, wherever it is asked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from equity.rules import Rules, Table, cardroom_limit, pokerfs
from equity.simulate import HandBatch, Move, Situation, Spot, batched, compiled, play_batch, play_session, run, scalar

DEEP = Rules(small_blind=5, big_blind=10)
SHORT = [85, 1000, 40, 300]


def told(spot, stacks):
    """Play the actions a spot tells from the blinds on; return bets, stacks, live seats and raises as they must be."""
    seats, rules = len(stacks), spot.rules
    button = (spot.seat - spot.position) % seats
    stacks, bets, live = list(stacks), [0] * seats, set(range(seats))
    street, raises, level = "preflop", 0, rules.big_blind

    def pay(seat, to):
        stacks[seat] -= to - bets[seat]
        bets[seat] = to

    for place, blind in ((1, rules.small_blind), (2, rules.big_blind)):
        seat = (button + place - (seats == 2)) % seats
        pay(seat, min(blind, stacks[seat]))
    for move in (*spot.actions, Move(spot.street, spot.seat, "asked")):
        if move.street != street:
            street, raises, level, bets = move.street, 0, 0, [0] * seats
        assert move.seat in live
        assert (move.to > 0) == (move.action in ("bet", "raise"))
        if move.action == "fold":
            live.discard(move.seat)
        elif move.action == "check":
            assert bets[move.seat] >= level or move.street == "preflop"
        elif move.action == "call":
            pay(move.seat, min(level, stacks[move.seat] + bets[move.seat]))
        elif move.action in ("bet", "raise"):
            assert (move.action == "bet") == (level == 0)
            assert move.to > level
            pay(move.seat, move.to)
            raises, level = raises + 1, move.to
    return tuple(bets), tuple(stacks), tuple(sorted(live)), raises


class Careful:
    """A player that checks what it is told and then does something of every kind, the same in the same spot."""

    def __init__(self, stacks):
        self.stacks, self.asked = stacks, 0

    def one(self, spot):
        assert isinstance(spot, Spot)
        stacks = self.stacks or [1000] * len(spot.stacks)
        assert (spot.bets, spot.stacks, spot.live, spot.raises) == told(spot, stacks)
        assert spot.big_blind == spot.rules.big_blind
        assert spot.stack == spot.stacks[spot.seat]
        assert spot.bet == spot.bets[spot.seat]
        assert re.fullmatch(r"([2-9TJQKA][shdc]){2}", spot.hole)
        assert len(spot.board) == 2 * {"preflop": 0, "flop": 3, "turn": 4, "river": 5}[spot.street]
        assert 0 <= spot.luck < 1
        self.asked += 1
        choice = (len(spot.actions) + spot.position) % 5
        if choice == 1 and spot.max_raise_to:
            return "raise", spot.min_raise_to
        if choice == 2:
            return "all-in" if spot.raises < 2 and spot.rules.structure == "no-limit" else "call"
        return "fold" if choice == 3 and spot.to_call else "call"

    def many(self, situation):
        assert isinstance(situation, Situation)
        assert situation.raises.shape == situation.seat.shape == (len(situation.actions),)
        words = [self.one(situation.spot(row)) for row in range(len(situation))]
        codes = {"fold": 0, "check": 1, "call": 2, "all-in": 4}
        pairs = [(3, word[1]) if isinstance(word, tuple) else (codes[word], 0) for word in words]
        return tuple(np.array(pairs, np.int64).T)


def players(stacks):
    careful = Careful(stacks)
    return careful, [scalar(careful.one, name="one"), "random", batched(careful.many, name="many"), "maniac"]


@pytest.mark.parametrize("stacks", [None, SHORT], ids=["deep", "short"])
@pytest.mark.parametrize("rules", [DEEP, cardroom_limit()], ids=str)
def test_a_run_tells_what_happened(rules, stacks):
    careful, seated = players(stacks)
    run(rules, seated, hands=300, stacks=stacks or 1000, seed=5, threads=1)
    assert careful.asked > 300


@pytest.mark.parametrize("stacks", [None, SHORT], ids=["deep", "short"])
def test_a_batch_tells_what_happened(stacks):
    careful, seated = players(stacks)
    batch = HandBatch(150, DEEP, stacks or [1000] * 4, seed=5, button="rotate")
    payoffs = play_batch(batch, seated)
    assert not payoffs.sum(axis=1).any()
    batch.next_hands()
    play_batch(batch, seated)
    assert careful.asked > 300


def test_a_session_tells_what_happened():
    table = Table(DEEP, seats=4, seed=1, first_button=0)
    for seat in range(4):
        table.sit(seat, f"p{seat}", 1000)
    careful, seated = players(None)
    for _ in range(30):
        careful.stacks = [stack or 1000 for stack in table.stacks]
        play_session(table, dict(enumerate(seated)), hands=1, rebuy=1000)
    assert careful.asked > 50


def test_long_hands_are_told_whole():
    """Two players who always raise the least: more decisions than the log has room for at first."""
    longest = 0

    def least(spot):
        nonlocal longest
        longest = max(longest, len(spot.actions))
        assert spot.raises == sum(move.street == spot.street and move.to > 0 for move in spot.actions)
        return ("raise", spot.min_raise_to) if spot.max_raise_to else "call"

    run(DEEP, [scalar(least, name="a"), scalar(least, name="b")], hands=2, stacks="500bb", seed=7, threads=1)
    assert longest > 200


CALLERS = [
    compiled(lambda h, u, me, stream: (2, 0), name="c"),
    batched(lambda situation: np.full(len(situation), 2), name="b"),
    scalar(lambda spot: "call", name="s"),
]


@pytest.mark.parametrize("player", CALLERS, ids=lambda player: player.kind)
def test_a_call_of_nothing_is_a_check(player):
    def net(seated):
        table = Table(pokerfs(), seats=3, seed=1, first_button=0)
        for seat in range(3):
            table.sit(seat, f"p{seat}", 1000)
        return play_session(table, dict(enumerate(seated)), hands=20).stacks.tolist()

    mine, plain = [player, "call", "push-fold"], ["call", "call", "push-fold"]
    first, second = (run(pokerfs(), seated, hands=200, seed=1, threads=1) for seated in (mine, plain))
    assert [seat.net for seat in first.seats] == [seat.net for seat in second.seats]
    batches = [play_batch(HandBatch(50, DEEP, "50bb", seats=3, seed=1), seated) for seated in (mine, plain)]
    assert (batches[0] == batches[1]).all()
    assert net(mine) == net(plain)
