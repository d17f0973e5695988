"""A hand is told by one story: notebooks and terminals lay out the same sentences."""

from __future__ import annotations

import re
from random import Random

import pytest

from equity.history import play
from equity.history.from_hand import record_of
from equity.report.histories.hand import hand_text
from equity.rules import Hand, Post, Rules
from equity.rules.story import seat_roles, tell_story
from equity.show.html import cards_html
from tests.hand_worlds import random_action, random_rules, random_stacks

pytestmark = pytest.mark.small
NL = Rules(small_blind=5, big_blind=10)


def random_hand(seed):
    dice = Random(seed)
    rules = random_rules(dice)
    stacks = random_stacks(dice, rules)
    hand = Hand(rules, stacks, button=dice.randrange(len(stacks)), seed=seed)
    while not hand.is_over:
        legal = hand.legal
        verb, to = random_action(dice, legal.call, legal.min_raise_to or 0, legal.max_raise_to or 0)
        hand.act(verb, to if verb == "raise" else None)
    return hand


def test_a_story_street_by_street():
    hand = Hand(NL, [400, 1000, 1000], holes=["KsKd", None, "AsAd"], board="2c3d7h8cJs")
    hand.play("raise 30, fold, call, check, bet 50, raise 400, call")
    told = [(chapter.street, chapter.cards, chapter.pot, chapter.lines) for chapter in tell_story(hand)]
    assert told == [
        ("preflop", "", 0, ["seat 1 posts small blind 5", "seat 2 posts big blind 10", "seat 0 raises to 30",
                            "seat 1 folds", "seat 2 calls 20"]),
        ("flop", "2c3d7h", 65, ["seat 2 checks", "seat 0 bets 50", "seat 2 raises to 400",
                                "seat 0 calls 320 and is all-in", "30 nobody called goes back to seat 2",
                                "seat 2 shows As Ad", "seat 0 shows Ks Kd"]),
        ("turn", "8c", 805, []),
        ("river", "Js", 805, ["seat 2 wins 805 from the main pot with pair of aces, jack eight seven kickers"]),
    ]  # fmt: skip


def test_posts_of_players_who_come_in_have_no_name_of_their_own():
    posts = [Post(0, live=5, kind="small blind"), Post(1, live=10, kind="big blind"), Post(2, live=10, dead=5)]
    hand = Hand(NL, [100, 100, 100], button=2, seed=1, posts=posts)
    assert tell_story(hand)[0].lines[2:] == ["seat 2 posts 10", "seat 2 posts 5 dead"]
    assert seat_roles(hand) == {0: "small blind", 1: "big blind", 2: "button, post"}


@pytest.mark.parametrize("seed", range(40))
def test_notebook_and_terminal_tell_the_same_story(seed):
    hand = random_hand(seed)
    html = re.sub(r"<[^>]+>", "", hand._repr_html_())
    for chapter in tell_story(hand, cards=cards_html):
        for line in chapter.lines:
            assert re.sub(r"<[^>]+>", "", line) in html
    names = tuple(f"P{seat}" for seat in hand.clockwise)
    record = record_of(hand, fields={"players": names})
    text = hand_text(record, again := play(record))
    for chapter in tell_story(again, names=names):
        for line in chapter.lines:
            assert f"\n  {line}\n" in text


def test_the_name_of_a_house_is_text_in_a_notebook():
    assert "&lt;b&gt;" in Hand(NL.replace(name="<b>"), [100, 100], seed=1)._repr_html_()
