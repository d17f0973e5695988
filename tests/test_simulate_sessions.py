"""Sessions: stacks carry over from hand to hand through the table's own rules."""

from __future__ import annotations

import numpy as np
import pytest

from equity.errors import OptionError, RulesError, StrategyError
from equity.rules import Rake, Rules, Table, cardroom_limit, pokerfs
from equity.simulate import batched, compiled, play_session, scalar


def seated(rules, players, *, seats=6, stack=1000, seed=1):
    table = Table(rules, seats=seats, seed=seed, first_button=0)
    for seat in range(players):
        table.sit(seat, f"p{seat}", stack)
    return table


def test_chips_stay_at_the_table():
    table = seated(pokerfs(), 4)
    players = {0: "tag", 1: "random", 2: "maniac", 3: "call"}
    session = play_session(table, players, hands=200, rebuy=1000)
    assert session.hands == 200
    assert session.net.sum() == 0
    assert (session.stacks[-1] == np.array(table.stacks)).all()
    assert session.stacks.min() >= 0
    assert session.bought.sum() > 0
    assert session.stacks[-1].sum() == 4000 + session.bought.sum()
    assert "200 hands: p0" in str(session)


def test_the_same_seed_gives_the_same_session():
    first, second = (play_session(seated(pokerfs(), 3), dict.fromkeys(range(3), "lag"), hands=60) for _ in range(2))
    assert (first.stacks == second.stacks).all()


def test_busted_players_stay_out_until_one_is_left():
    session = play_session(seated(pokerfs(), 3, stack=200), dict.fromkeys(range(3), "random"), hands=5000)
    assert session.hands < 5000
    assert "needs two players with chips" in session.ended
    assert sorted(session.stacks[-1].tolist()) == [0, 0, 0, 0, 0, 600]
    assert "ended early" in str(session)


def test_every_kind_of_player_can_sit_down():
    players = {
        0: compiled(lambda h, u, me, stream: (5, 0), name="mine"),
        1: batched(lambda situation: situation.passive(), name="batch"),
        2: scalar(lambda spot: "check or call", name="words"),
        3: "call",
    }
    session = play_session(seated(cardroom_limit(), 4), players, hands=40)
    assert session.net.sum() == 0
    assert session.hands == 40


def test_rake_leaves_the_table():
    rules = Rules(small_blind=5, big_blind=10, rake=Rake(percent=5))
    session = play_session(seated(rules, 2), {0: "call", 1: "call"}, hands=50)
    assert session.net.sum() == -session.rake < 0


def test_bad_sessions():
    table = seated(pokerfs(), 2)
    with pytest.raises(StrategyError, match=r"seat 1 \(p1\) has no strategy"):
        play_session(table, {0: "call"}, hands=5)
    with pytest.raises(OptionError, match="at least 1"):
        play_session(table, {0: "call", 1: "call"}, hands=0)
    for hands in ("10", 1.5, True, None):
        with pytest.raises(OptionError, match="hands must be a whole number, got"):
            play_session(table, {0: "call", 1: "call"}, hands=hands)
    for players in (["call", "call"], "call", None, {"call"}):
        with pytest.raises(StrategyError, match="players must be a mapping"):
            play_session(table, players, hands=5)
    for seat in (2, "0", None):
        with pytest.raises(StrategyError, match="has a strategy, but nobody sits there"):
            play_session(table, {0: "call", 1: "call", seat: "tag"}, hands=5)
    for rebuy in (0, -5, 1.5, "100bb"):
        with pytest.raises(RulesError, match="rebuy must be"):
            play_session(table, {0: "call", 1: "call"}, hands=5, rebuy=rebuy)
    with pytest.raises(OptionError, match="table must be a Table"):
        play_session(None, {0: "call"}, hands=5)
    assert table.hands_dealt == 0
    with pytest.raises(StrategyError, match=r"x in seat \d: raise to 1 is"):
        play_session(table, {0: "call", 1: scalar(lambda spot: ("raise", 1), name="x")}, hands=5)
