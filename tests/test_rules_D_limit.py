"""Clauses D: fixed-limit, the cap and the half-bet rule, with the numbers of the seeds."""

from __future__ import annotations

import pytest

from equity.errors import IllegalActionError
from equity.rules import Hand, Rules, cardroom_limit, poker_fantasy_limit

pytestmark = pytest.mark.small
FL = Rules(structure="fixed-limit", small_blind=5, big_blind=10)
LIMPED = "call, call, check"  # three-handed to the flop


def hand_of(stacks, script="", rules=FL, **options):
    return Hand(rules, stacks, seed=1, check=True, **options).play(script)


def raise_to(hand):
    """What the one raise of fixed-limit goes to, None if closed."""
    assert hand.legal.min_raise_to == hand.legal.max_raise_to
    return hand.legal.max_raise_to


def test_D01_small_bet_before_and_on_the_flop_big_bet_after():
    rules = poker_fantasy_limit(4, 8)
    hand = hand_of([400] * 2, rules=rules)
    assert hand.bets == (2, 4)
    assert raise_to(hand) == 8
    sizes = []
    hand.play("call, check")
    while not hand.is_over:
        sizes.append(raise_to(hand))
        hand.play("check, check")
    assert sizes == [4, 8, 8]


def test_D01_the_big_bet_can_be_set():
    hand = hand_of([400] * 2, "call, check, check, check", rules=FL.replace(big_bet=30))
    assert raise_to(hand) == 30


def test_D02_every_raise_is_exactly_one_bet():
    hand = hand_of([400] * 3)
    for amount in (11, 19, 21, 400):
        with pytest.raises(IllegalActionError, match="outside 20 to 20"):
            hand.raise_to(amount)
    hand.raise_to(20)
    assert raise_to(hand) == 30


def test_D02_or_an_all_in_for_less():
    hand = hand_of([400, 400, 17], "raise 20, call")
    assert hand.legal == (True, False, 7, None, None)
    hand = hand_of([400, 400, 27], "raise 20, call")
    assert hand.legal == (True, False, 10, 27, 27)


@pytest.mark.parametrize("preset", [poker_fantasy_limit, cardroom_limit])
def test_D03_seed_one_bet_and_three_raises(preset):
    hand = hand_of([400] * 4, "raise 8, raise 12, raise 16", rules=preset(4, 8))
    assert hand.actor == 2
    assert hand.legal == (True, False, 12, None, None)
    hand.play("call, call, call")
    hand.play("bet 4, raise 8, raise 12, raise 16")
    assert raise_to(hand) is None


def test_D03_the_cap_is_a_number_or_none():
    script = "raise 20, raise 30, raise 40"
    assert raise_to(hand_of([400] * 3, script, rules=FL.replace(cap=5))) == 50
    assert raise_to(hand_of([400] * 3, f"{script}, raise 50, raise 60", rules=FL.replace(cap=None))) == 70
    assert raise_to(hand_of([400] * 3, "raise 20, raise 30", rules=FL.replace(cap=3))) is None


def test_D03_a_cap_in_no_limit():
    hand = hand_of([1000] * 3, "raise 20, raise 50, raise 100", rules=Rules(small_blind=5, big_blind=10, cap=4))
    assert hand.legal == (True, False, 80, None, None)


def test_D04_heads_up_the_same_cap_by_default():
    assert raise_to(hand_of([400] * 2, "raise 20, raise 30, raise 40")) is None


def test_D04_no_cap_heads_up():
    rules = FL.replace(cap_heads_up=None)
    assert raise_to(hand_of([400] * 2, "raise 20, raise 30, raise 40, raise 50", rules=rules)) == 60
    # two seats are left before the cap
    hand = hand_of([400] * 3, f"{LIMPED}, bet 10, raise 20, fold, raise 30, raise 40", rules=rules)
    assert raise_to(hand) == 50


def test_D04_a_fold_does_not_uncap_a_street():
    rules = FL.replace(cap_heads_up=None)
    hand = hand_of([400] * 3, f"{LIMPED}, bet 10, raise 20, raise 30, raise 40, fold", rules=rules)
    assert hand.actor == 0
    assert raise_to(hand) is None


def test_D04_the_next_street_is_uncapped():
    rules = FL.replace(cap_heads_up=None)
    script = f"{LIMPED}, bet 10, raise 20, raise 30, raise 40, fold, call, bet 20, raise 40, raise 60, raise 80"
    assert raise_to(hand_of([400] * 3, script, rules=rules)) == 100


def test_D04_a_number_for_heads_up():
    hand = hand_of([400] * 2, "raise 20, raise 30, raise 40, raise 50", rules=FL.replace(cap_heads_up=6))
    assert raise_to(hand) == 60
    hand.raise_to(60)
    assert raise_to(hand) is None


def test_D05_less_than_half_a_bet_is_called_and_does_not_reopen():
    # bet 10, all-in 13: the caller before may not raise, a seat that has not acted may complete to 20
    hand = hand_of([400, 400, 23, 400], "call, call, call, check, bet 10, all_in", button=0)
    assert hand.bets[1:3] == (10, 13)
    assert hand.actor == 3
    assert hand.legal == (True, False, 13, 20, 20)
    hand.play("call, call")
    assert hand.actor == 1
    assert hand.legal == (True, False, 3, None, None)


def test_D05_seed_fold_call_or_complete_an_opening_all_in():
    hand = hand_of([400, 14, 400], f"{LIMPED}, all_in", rules=cardroom_limit(10, 20))
    assert hand.bets == (0, 4, 0)
    assert hand.legal == (True, False, 4, 10, 10)


def test_D05_it_does_not_count_towards_the_cap():
    hand = hand_of([400, 400, 400, 33], "call, call, call, check, bet 10, raise 20, all_in", button=0)
    assert hand.bets == (0, 10, 20, 23)
    assert hand.actor == 0
    assert raise_to(hand) == 30
    hand.play("raise 30, raise 40")
    assert raise_to(hand) is None  # 10, 20, 30, 40: four bets, the 23 is none


def test_D06_half_a_bet_or_more_is_a_full_bet():
    # 20-bet street, all-in 15: the next raise is to 35 and seats that acted may raise
    turn = f"{LIMPED}, check, check, check"
    hand = hand_of([400, 400, 25], f"{turn}, check, all_in", rules=FL)
    assert hand.bets == (0, 0, 15)
    assert raise_to(hand) == 35
    hand.call()
    assert hand.actor == 1
    assert raise_to(hand) == 35


def test_D06_next_level():
    # a real hand: 16-bet street, all-in 8.50, raises to 32 and 48; in cents
    rules = Rules(
        structure="fixed-limit", small_blind=400, big_blind=800, raise_after_short="next-level", odd_chips="first"
    )
    turn = f"{LIMPED}, check, check, check"
    hand = hand_of([40_000, 1_650, 40_000], f"{turn}, all_in", rules=rules)
    assert hand.bets == (0, 850, 0)
    assert hand.legal == (True, False, 850, 3200, 3200)
    hand.raise_to(3200)
    assert raise_to(hand) == 4800


def test_D06_counts_towards_the_cap():
    hand = hand_of([400, 400, 400, 36], "call, call, call, check, bet 10, raise 20, all_in", button=0)
    assert hand.bets == (0, 10, 20, 26)
    assert raise_to(hand) == 36
    hand.raise_to(36)
    assert raise_to(hand) is None


@pytest.mark.parametrize(("together", "most"), [(True, 25), (False, 20)])
def test_D06_two_short_all_ins_that_make_half_a_bet_together_are_a_full_bet(together, most):
    # bet 10, all-in 13, all-in 15: measured from the bet of 10 it is half a bet, one by one it is none
    rules = cardroom_limit(10, 20).replace(cumulative_reopen=together)
    hand = hand_of(
        [400, 400, 23, 25, 400], "call, call, call, call, check, bet 10, call, all_in, all_in", rules=rules, button=4
    )
    assert hand.bets[:4] == (10, 10, 13, 15)
    assert hand.legal == (True, False, 15, most, most)  # the last seat raises over a full bet, or completes to 20
    hand.call()
    assert raise_to(hand) == (25 if together else None)  # seat 0 has acted


def test_D07_completing_counts_and_reopens():
    hand = hand_of([400, 400, 23, 400], "call, call, call, check, bet 10, all_in, raise 20, fold", button=0)
    assert hand.actor == 1
    assert raise_to(hand) == 30
    hand.play("raise 30, raise 40")
    assert raise_to(hand) is None


def test_D08_only_a_full_bet_reopens_or_counts():
    rules = FL.replace(reopen="full")
    hand = hand_of([400, 400, 26, 400], "call, call, call, check, bet 10, all_in", button=0, rules=rules)
    assert hand.bets[2] == 16
    assert hand.legal == (True, False, 16, 20, 20)
    hand.play("call, fold")
    assert hand.actor == 1
    assert raise_to(hand) is None


def test_D08_is_the_default_of_no_limit():
    assert Rules(small_blind=5, big_blind=10).reopen == "full"
    assert FL.reopen == "half"
