"""Clauses C: pot-limit."""

from __future__ import annotations

import pytest

from equity.errors import IllegalActionError
from equity.rules import Hand, Rules, poker_fantasy_pot_limit

pytestmark = pytest.mark.small
PL = Rules(structure="pot-limit", small_blind=5, big_blind=10)


def hand_of(stacks, script="", rules=PL, **options):
    return Hand(rules, stacks, seed=1, check=True, **options).play(script)


def test_C01_the_most_is_the_bet_plus_the_pot_after_the_call():
    hand = hand_of([1000] * 3, "call, call, check, bet 30, call")
    # pot 30 + 30 + 30, to call 30: raise to 30 + (90 + 30)
    assert hand.legal == (True, False, 30, 60, 150)
    with pytest.raises(IllegalActionError, match="outside 60 to 150"):
        hand.raise_to(151)
    hand.raise_to(150)


def test_C02_seed_example_pot_200_bet_150_raise_to_650():
    hand = hand_of([2000] * 2, "raise 25, call, bet 50, call, bet 25, call", rules=poker_fantasy_pot_limit(5, 10))
    assert hand.pot == 200
    hand.raise_to(150)
    assert hand.legal.call == 150
    assert hand.legal.max_raise_to == 650
    hand.raise_to(650)


def test_C03_first_to_act_at_5_10_may_raise_to_35():
    hand = hand_of([1000] * 6)
    assert hand.legal == (True, False, 10, 20, 35)


def test_C03_short_blinds_count_in_full_before_the_flop():
    assert hand_of([1000, 3, 6, 1000]).legal == (True, False, 10, 20, 35)
    hand = hand_of([1000, 1000, 6, 1000], "call, call, call")
    assert hand.street == "flop"
    assert hand.legal.max_raise_to == 36  # only what is there: 10 + 10 + 10 + 6


def test_C03_antes_count_in_the_pot():
    assert hand_of([1000] * 3, rules=PL.replace(ante=2)).legal.max_raise_to == 35 + 6


def test_C04_a_short_stack_may_go_all_in_up_to_the_maximum():
    hand = hand_of([25, 1000, 1000])
    assert hand.legal == (True, False, 10, 20, 25)
    hand.all_in()
    assert hand.bets[0] == 25


def test_C04_all_in_above_the_maximum_is_refused():
    with pytest.raises(IllegalActionError, match="all-in would be a raise above 35"):
        hand_of([1000, 1000, 1000]).all_in()


def test_C01_the_smallest_bet_is_allowed_even_above_a_tiny_pot():
    hand = hand_of([3, 1000, 1000], "call, call, check", rules=PL.replace(small_blind=0, big_blind=10))
    assert hand.pot == 23
    hand = Hand(PL.replace(big_blind=100), [1000, 1000, 1000], posts=[], seed=1, check=True)
    assert hand.legal == (True, True, 0, 100, 100)  # nothing in the pot at all
