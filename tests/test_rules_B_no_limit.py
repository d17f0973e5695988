"""Clauses B: no-limit betting, with the numbers of the seeds."""

from __future__ import annotations

import pytest

from equity.errors import IllegalActionError
from equity.rules import Hand, Post, Rules, poker_fantasy_no_limit, pokerfs

pytestmark = pytest.mark.small
NL = Rules(small_blind=5, big_blind=10)
LIMPED = "call, call, check"  # three-handed to the flop
MANY = "call, call, call, call, check"


def hand_of(stacks, script="", rules=NL, **options):
    return Hand(rules, stacks, seed=1, check=True, **options).play(script)


def refused(hand, name, *amount):
    before = hand._array.tobytes(), list(hand.log)
    with pytest.raises(IllegalActionError):
        hand.act(name, *amount)
    assert (hand._array.tobytes(), hand.log) == before


def test_B01_an_opening_bet_is_from_the_big_blind_to_the_stack():
    hand = hand_of([1000] * 3, LIMPED)
    assert hand.legal == (True, True, 0, 10, 990)
    refused(hand, "bet", 9)
    refused(hand, "bet", 991)
    hand.act("bet", 990)


def test_B01_less_than_the_big_blind_only_all_in():
    hand = hand_of([1000, 13, 1000], LIMPED)
    assert hand.actor == 1
    assert hand.legal == (True, True, 0, 3, 3)
    refused(hand, "bet", 2)


def test_B02_seed_example_bet_50_raise_to_at_least_100():
    hand = hand_of([1000] * 3, LIMPED, rules=poker_fantasy_no_limit(5, 10))
    hand.raise_to(50)
    assert hand.legal.min_raise_to == 100
    refused(hand, "raise", 99)
    hand.raise_to(100)


def test_B02_before_the_flop_the_big_blind_is_the_bet():
    assert hand_of([1000] * 3).legal.min_raise_to == 20
    assert hand_of([1000] * 3, "raise 35").legal.min_raise_to == 60


def test_B02_seed_the_smallest_bet_and_raise_is_one_big_blind_and_the_next_at_least_as_large():
    hand = hand_of([1000] * 3, LIMPED, rules=pokerfs())
    assert hand.legal.min_raise_to == 10
    hand.play("bet 10")
    assert hand.legal.min_raise_to == 20
    hand.play("raise 45")
    assert hand.legal.min_raise_to == 80


def test_B03_check_only_when_nothing_is_owed_and_call_only_as_owed():
    hand = hand_of([1000] * 3)
    refused(hand, "check")
    hand.play(LIMPED)
    refused(hand, "call")
    hand.check()


def test_B03_folding_when_nothing_is_owed_is_legal():
    hand = hand_of([1000] * 3, f"{LIMPED}, fold")
    assert hand.folded == (False, True, False)
    assert hand.actor == 2


def test_B03_a_blind_that_matches_the_bet_may_call_it_and_checks():
    hand = hand_of([1000] * 3, "call, call")
    assert hand.legal.call == 0
    hand.call()
    assert hand.stacks == (990, 990, 990)
    assert hand.street == "flop"


def test_B04_a_call_for_more_than_the_stack_is_all_in():
    hand = hand_of([1000, 60, 1000], "raise 100")
    assert hand.legal == (True, False, 55, None, None)
    hand.call()
    assert hand.stacks[1] == 0
    assert hand.bets == (100, 60, 10)


def test_B05_bet_100_all_in_140_next_raise_to_at_least_240():
    hand = hand_of([1000, 1000, 150], f"{LIMPED}, bet 100, all_in")
    assert hand.bets == (0, 100, 140)
    assert hand.actor == 0
    assert hand.legal == (True, False, 140, 240, 990)


def test_B05_a_short_all_in_is_always_allowed():
    hand = hand_of([1000, 1000, 110], "raise 100, fold")
    assert hand.legal == (True, False, 90, 110, 110)


def test_B06_nobody_completes_in_no_limit():
    hand = hand_of([1000, 13, 1000], f"{LIMPED}, all_in")
    assert hand.bets == (0, 3, 0)
    refused(hand, "raise", 10)  # completing 3 to 10 exists in fixed-limit only (D05)


def test_B07_a_short_all_in_does_not_reopen_for_a_seat_that_has_acted():
    hand = hand_of([1000, 1000, 150], f"{LIMPED}, bet 100, all_in, fold")
    assert hand.actor == 1
    assert hand.legal == (True, False, 40, None, None)
    refused(hand, "raise", 240)
    refused(hand, "all_in")


def test_B07_a_seat_that_has_not_acted_may_raise_and_then_all_may():
    hand = hand_of([1000, 1000, 150], f"{LIMPED}, bet 100, all_in, raise 240")
    assert hand.actor == 1
    assert hand.legal == (True, False, 140, 340, 990)


def test_B07_a_seat_that_checked_may_not_raise_a_short_opening_all_in():
    hand = hand_of([1000, 1000, 13], f"{LIMPED}, check, all_in, call")
    assert hand.actor == 1
    assert hand.legal == (True, False, 3, None, None)


def test_B07_seed_pokerfs_short_all_in():
    hand = hand_of([1000, 1000, 80, 1000], "raise 60, fold, fold, all_in", rules=pokerfs())
    assert hand.actor == 3
    assert hand.legal == (True, False, 20, None, None)


def test_B08_short_all_ins_that_add_up_reopen():
    stacks = [1000, 1000, 160, 220, 1000]  # limp, then bet 100, all-in 150, all-in 210
    hand = hand_of(stacks, f"{MANY}, bet 100, all_in, all_in, call, call")
    assert hand.actor == 1
    assert hand.bets[1:4] == (100, 150, 210)
    assert hand.legal == (True, False, 110, 310, 990)


@pytest.mark.parametrize(("stack", "legal"), [(210, (100, 300, 990)), (209, (99, None, None))])
def test_B08_exactly_a_full_raise_reopens_and_a_chip_less_does_not(stack, legal):
    hand = hand_of([1000, 1000, 160, stack, 1000], f"{MANY}, bet 100, all_in, all_in, call, call")
    assert hand.actor == 1
    assert hand.legal == (True, False, *legal)


def test_B08_switched_off():
    stacks = [1000, 1000, 160, 220, 1000]
    hand = hand_of(stacks, f"{MANY}, bet 100, all_in, all_in, call, call", rules=NL.replace(cumulative_reopen=False))
    assert hand.actor == 1
    assert hand.legal == (True, False, 110, None, None)


def test_B08_only_for_the_seat_that_faces_a_full_raise():
    stacks = [1000, 1000, 160, 1000, 220]  # bet 100, all-in 150, call 150, all-in 210, fold
    hand = hand_of(stacks, f"{MANY}, bet 100, all_in, call, all_in, fold, fold")
    assert hand.actor == 3  # called 150, faces 60 more
    assert hand.legal == (True, False, 60, None, None)


def test_B09_a_short_big_blind_is_owed_in_full():
    hand = hand_of([1000, 1000, 6, 1000])
    assert hand.bets == (0, 5, 6, 0)
    assert hand.legal == (True, False, 10, 20, 1000)


def test_B09_a_short_big_blind_in_posts():
    posts = [Post(1, live=5, kind="small blind"), Post(2, live=6, kind="big blind")]
    hand = hand_of([1000, 1000, 6, 1000], posts=posts)
    assert hand.legal == (True, False, 10, 20, 1000)


def test_B10_short_all_in_opening_bet():
    hand = hand_of([1000, 13, 1000], f"{LIMPED}, all_in")
    assert hand.bets == (0, 3, 0)
    assert hand.legal == (True, False, 3, 13, 990)
    hand.raise_to(13)
    assert hand.legal.min_raise_to == 23
