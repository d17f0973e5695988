"""`Hand` as a user meets it: reading, cards told later, events, `repr`."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity import rules as public
from equity.rules import Hand, Post, Rules, Street
from equity.rules.posts import regular_posts
from tests.hand_worlds import random_action, random_posts, random_rules, random_stacks

pytestmark = pytest.mark.small
NL = Rules(small_blind=5, big_blind=10)
EVAL = {name: getattr(public, name) for name in ("Hand", "Rules", "Rake", "Post")}


def random_hand(seed, *, posts=False):
    from random import Random

    dice = Random(seed)
    rules = random_rules(dice)
    stacks = random_stacks(dice, rules)
    button = dice.randrange(len(stacks))
    given = random_posts(dice, rules, stacks, button) if posts else None
    hand = Hand(rules, stacks, button=button, seed=seed, posts=given, check=True)
    while not hand.is_over:
        legal = hand.legal
        verb, to = random_action(dice, legal.call, legal.min_raise_to or 0, legal.max_raise_to or 0)
        hand.act(verb, to if verb == "raise" else None)
    return hand


def test_readme_hand():
    hand = Hand(NL, [1000, 1000, 1000], holes=["AsAd", "7c2d", "KsKd"], board="2c7d9h3s4h")
    assert (hand.actor, hand.street, hand.stacks, hand.bets) == (0, Street.PREFLOP, (1000, 995, 990), (0, 5, 10))
    hand.raise_to(30)
    hand.fold()
    hand.call()
    assert (hand.street, hand.board, hand.pots) == ("flop", "2c7d9h", [(65, (0, 2))])
    hand.check()
    hand.act("bet", 50)
    assert hand.pot == 115
    hand.all_in()
    hand.call()
    assert (hand.is_over, hand.is_settled, hand.street) == (True, True, "showdown")
    assert hand.payoffs == (1005, -5, -1000)
    assert hand.final_stacks == (2005, 995, 0)
    assert hand.legal == (False, False, 0, None, None)
    assert str(hand.legal) == "nothing"
    assert hand.legal_actions == ()


def test_events_tell_the_hand():
    hand = Hand(NL, [100, 100, 100], holes=["AsAd", None, "KsKd"], board="2c7d9h3s4h", check=True)
    hand.play("raise 30, fold, call, check, bet 20, all_in, call")
    assert [(*tuple(event)[:5], event.cards) for event in hand.events] == [
        ("post", 1, "small blind", 5, 0, ""),
        ("post", 2, "big blind", 10, 0, ""),
        ("deal", 1, "hole", 0, 0, ""),
        ("deal", 2, "hole", 0, 0, "KsKd"),
        ("deal", 0, "hole", 0, 0, "AsAd"),
        ("act", 0, "raise", 30, 30, ""),
        ("act", 1, "fold", 0, 0, ""),
        ("act", 2, "call", 20, 30, ""),
        ("deal", None, "flop", 0, 0, "2c7d9h"),
        ("act", 2, "check", 0, 0, ""),
        ("act", 0, "bet", 20, 20, ""),
        ("act", 2, "raise", 70, 70, ""),
        ("act", 0, "call", 50, 70, ""),
        ("show", 2, "", 0, 0, "KsKd"),
        ("show", 0, "", 0, 0, "AsAd"),
        ("deal", None, "turn", 0, 0, "3s"),
        ("deal", None, "river", 0, 0, "4h"),
        ("win", 0, "main pot", 205, 0, ""),
    ]
    assert [event.all_in for event in hand.events if event.kind == "act"][-2:] == [True, True]


def test_events_of_posts_returns_and_mucks():
    posts = [Post(1, live=5, kind="small blind"), Post(2, live=10, kind="big blind"), Post(0, live=10, dead=5)]
    hand = Hand(NL, [300, 100, 100], holes=[None] * 3, board="2c7d9h3s4h", posts=posts)
    assert [tuple(event)[1:4] for event in hand.events if event.kind == "post"] == [
        (1, "small blind", 5),
        (2, "big blind", 10),
        (0, "post", 10),
        (0, "dead post", 5),
    ]
    hand.play("all_in, call, fold")
    hand.show(1, "AsAd")
    hand.muck(0)
    assert [tuple(event)[:4] for event in hand.events][-5:] == [
        ("muck", 0, "", 0),
        ("deal", None, Street.FLOP, 0),
        ("deal", None, Street.TURN, 0),
        ("deal", None, Street.RIVER, 0),
        ("win", 1, "main pot", 215),
    ]
    assert ("return", 0, "uncalled bet", 195) in [tuple(event)[:4] for event in hand.events]


@given(seed=st.integers(0, 10**6), posts=st.booleans())
def test_events_add_up_to_the_payoffs(seed, posts):
    hand = random_hand(seed, posts=posts)
    net = [0] * len(hand.stacks)
    for event in hand.events:
        if event.seat is not None and event.kind in ("post", "act"):
            net[event.seat] -= event.amount
        elif event.seat is not None:
            net[event.seat] += event.amount
    assert tuple(net) == hand.payoffs
    assert sum(net) == -hand.rake == -sum(event.amount for event in hand.events if event.kind == "rake")


@given(seed=st.integers(0, 10**6), posts=st.booleans())
def test_repr_makes_the_hand_again(seed, posts):
    hand = random_hand(seed, posts=posts)
    again = eval(repr(hand), EVAL)
    assert again.final_stacks == hand.final_stacks
    assert again.events == hand.events
    assert repr(again) == repr(hand)


def test_repr_of_told_cards():
    hand = Hand(NL, [50, 50, 50], holes=["AsAd", None, None], board="2c7d9h")
    hand.play("all_in, all_in, call, show 1 KsKd, muck 2, board 2c7d9h3s4h")
    again = eval(repr(hand), EVAL)
    assert again.payoffs == hand.payoffs == (100, -50, -50)
    hand = Hand(NL, [50, 50], holes=[None, None]).play("all_in, call, decide 0=1 1=2")
    assert eval(repr(hand), EVAL).payoffs == hand.payoffs == (-50, 50)


@given(seed=st.integers(0, 10**6))
def test_regular_posts_are_what_the_engine_posts(seed):
    hand = random_hand(seed)
    posts = regular_posts(hand.rules, hand.starting_stacks, hand.button)
    again = Hand(hand.rules, hand.starting_stacks, button=hand.button, seed=seed, posts=posts)
    for action, amount in hand.log:
        again.replay_one(again._array, action, amount)
    assert again.stacks == hand.stacks
    assert again.pots == hand.pots


def test_the_same_seed_deals_the_same_cards():
    one, two = Hand(NL, [100] * 4, seed=9), Hand(NL, [100] * 4, seed=9)
    assert (one.holes, one.full_board) == (two.holes, two.full_board)
    assert one.holes != Hand(NL, [100] * 4, seed=10).holes


def test_a_drawn_seed_is_kept():
    hand = Hand(NL, [100] * 4)
    assert Hand(NL, [100] * 4, seed=hand.seed).holes == hand.holes


def test_a_seed_deals_what_is_not_given():
    hand = Hand(NL, [100] * 3, holes={1: "AsAd"}, board="2c7d9h", seed=4)
    assert hand.holes[1] == "AsAd"
    assert None not in hand.holes
    assert len(hand.full_board) == 5
    hand.play("all_in, all_in, call")
    assert hand.board.startswith("2c7d9h")
    assert hand.is_settled


def test_holes_as_indices_and_mappings():
    assert Hand(NL, [100] * 2, holes=[(51, 50), None]).holes == ("AsAh", None)
    assert Hand(NL, [100] * 2, holes={1: "As Ah"}).holes == (None, "AsAh")


def test_mucking_leaves_the_pot_to_the_last_hand_even_unseen():
    hand = Hand(NL, [50, 100, 100], holes=[None] * 3).play("all_in, all_in, call")
    assert (hand.is_over, hand.is_settled) == (True, False)
    hand.muck(1)
    assert not hand.is_settled
    hand.muck(0)
    assert hand.payoffs == (-50, -100, 150)


def test_a_board_told_street_by_street():
    hand = Hand(NL, [100, 100], holes=["AsAd", "KsKd"]).play("call, check")
    assert hand.board == ""
    hand.deal_board("2c7d9h")
    assert hand.board == "2c7d9h"
    hand.play("check, check, board 2c7d9h3s, check, check, board 2c7d9h3s4h, check, check")
    assert hand.payoffs == (10, -10)


def test_blinds_that_are_all_in_settle_at_once():
    hand = Hand(NL, [4, 7], seed=3, check=True)
    assert hand.is_settled
    assert sum(hand.final_stacks) == 11
    assert hand.uncalled == {1: 3}
    assert hand.log == []


def test_pickle_of_rules_keeps_working():
    rules = NL.replace(ante=1)
    rules.to_array()
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert Hand(again, [100, 100], seed=1).committed == (6, 11)


def test_decisions_of_an_always_call_hand():
    hand = Hand(NL, [1000] * 6, seed=1)
    count = 0
    while not hand.is_over:
        hand.check_or_call()
        count += 1
    assert count == 24
