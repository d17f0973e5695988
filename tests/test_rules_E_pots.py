"""Clauses E: pots, splits and rake."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity.rules import Hand, Post, Rake, Rules, cardroom_limit, online_cents, poker_fantasy_limit

pytestmark = pytest.mark.small
NL = Rules(small_blind=5, big_blind=10)
BOARD = "2c7d9h3s4h"
TIE = "QcJh9h4s4d"  # AK against AK
ACES, KINGS, QUEENS, JACKS = "AsAd", "KsKd", "QsQd", "JsJd"


def hand_of(stacks, holes, script="", *, rules=NL, board=BOARD, **options):
    return Hand(rules, stacks, holes=holes, board=board, check=True, **options).play(script)


def pots(hand):
    return [pot.amount for pot in hand.pots]


def test_E01_the_uncalled_part_goes_back_before_pots_are_built():
    hand = hand_of([500, 80], [KINGS, ACES], "all_in, call")
    assert hand.uncalled == {0: 420}
    assert hand.pots == [(160, (0, 1))]
    assert hand.final_stacks == (420, 160)


def test_E01_a_bet_nobody_called():
    hand = hand_of([500] * 3, [None] * 3, "raise 40, fold, fold")
    assert hand.uncalled == {0: 30}
    assert hand.pots == [(25, (0,))]


def test_E02_a_seat_wins_from_each_at_most_what_it_put_in():
    hand = hand_of([100, 300, 300], [ACES, KINGS, QUEENS], "all_in, all_in, call")
    assert hand.pots == [(300, (0, 1, 2)), (400, (1, 2))]
    assert hand.final_stacks == (300, 400, 0)


def test_E02_folded_chips_stay_in_their_layers():
    hand = hand_of([50, 500, 500], [ACES, KINGS, None], "all_in, call, call, bet 100, fold")
    assert hand.pots == [(150, (0, 1))]
    assert hand.uncalled == {1: 100}
    assert hand.final_stacks == (150, 450, 450)


def test_E02_folded_chips_above_every_live_seat_fall_into_the_last_pot():
    script = "raise 100, call, call, call, fold, fold"
    hand = hand_of([40, 60, 500, 500], [ACES, KINGS, QUEENS, JACKS], script, button=3)
    assert pots(hand) == [160, 140]
    assert hand.final_stacks == (160, 140, 400, 400)


@given(data=st.data(), paid=st.lists(st.integers(1, 60), min_size=3, max_size=6))
def test_E02_no_chip_is_lost_when_deep_seats_fold(data, paid):
    stacks = [chips + 200 * data.draw(st.booleans()) for chips in paid]
    hand = Hand(NL, stacks, seed=data.draw(st.integers(0, 99)), check=True)
    while not hand.is_over:
        legal = hand.legal
        move = data.draw(st.sampled_from(["fold", "passive", "least", "most"]))
        if move == "fold":
            hand.fold()
        elif move == "passive" or legal.max_raise_to is None:
            hand.check_or_call()
        else:
            hand.raise_to(legal.min_raise_to if move == "least" else legal.max_raise_to)
    assert sum(hand.final_stacks) == sum(stacks)
    assert sum(map(sum, hand.shares)) == sum(pots(hand)) == sum(hand.committed)


def test_E03_every_pot_is_decided_among_its_own_seats():
    script = "raise 300, call, call, call"
    hand = hand_of([100, 300, 300, 300], [ACES, KINGS, "KcKh", QUEENS], script)
    assert pots(hand) == [400, 600]
    assert hand.shares == [(400, 0, 0, 0), (0, 300, 300, 0)]
    assert hand.final_stacks == (400, 300, 300, 0)


def test_E03_seed_side_pots_and_main_pot_are_split_separately():
    # three pots with an odd chip each, all tied: split one by one, not as one pot
    stacks = [55, 108, 161, 200]
    hand = hand_of(stacks, ["AsKd", "AdKs", "AhKc", "2s3d"], "fold, all_in, all_in, call", board=TIE)
    assert hand.pots == [(165, (0, 1, 2)), (106, (1, 2))]
    assert hand.shares == [(55, 55, 55, 0), (0, 53, 53, 0)]


def split(rules, seats=3, button=0):
    """Everybody ties for 31 chips: three seats of ten, one chip dead."""
    posts = [*(Post(seat, live=10, kind="big blind") for seat in range(seats)), Post(seats, dead=1)]
    holes = [*["AsKd", "AdKs", "AhKc", "AcKh"][:seats], "2s3d"]
    hand = hand_of([10] * seats + [100], holes, board=TIE, rules=rules, posts=posts, button=button)
    return hand.play("fold") if not hand.is_over else hand


@pytest.mark.parametrize(
    ("button", "stacks"), [(0, (10, 11, 10)), (1, (10, 10, 11)), (2, (11, 10, 10)), (3, (11, 10, 10))]
)
def test_E04_the_odd_chip_goes_to_the_first_winner_left_of_the_button(button, stacks):
    hand = split(NL, button=button)
    assert pots(hand) == [31]
    assert hand.final_stacks[:3] == stacks


def odd(rules, stacks=(10, 10, 10, 100), dead=2):
    """Three ties for 30 chips and `dead` more."""
    posts = [Post(seat, live=10, kind="big blind") for seat in range(3)] + [Post(3, dead=dead)]
    hand = hand_of(list(stacks), ["AsKd", "AdKs", "AhKc", "2s3d"], board=TIE, rules=rules, posts=posts, button=0)
    return (hand if hand.is_over else hand.play("fold")).final_stacks[:3]


def test_E04_one_each_clockwise():
    assert odd(NL) == (10, 11, 11)


def test_E04_seed_poker_fantasy_the_remainder_goes_to_the_seat_closest_to_the_left():
    rules = poker_fantasy_limit(10, 20)
    assert rules.odd_chips == "first"
    assert odd(rules) == (10, 12, 10)


def test_E04_seed_cardroom_first_seat_clockwise_from_the_button():
    assert cardroom_limit(10, 20).odd_chips == "one-each"
    assert odd(cardroom_limit(10, 20), dead=1) == (10, 11, 10)


def test_E04_seed_the_odd_cent_goes_to_the_nearest_winner_left_of_the_button():
    # 0.05/0.10 in cents: pot 0.25 for two
    hand = hand_of([100, 100, 100], ["AsKd", "2s3d", "AdKs"], "call, fold, check", rules=online_cents(), board=TIE)
    while not hand.is_over:
        hand.check()
    assert pots(hand) == [25]
    assert hand.final_stacks == (102, 95, 103)


def test_E04_units_of_a_chip():
    assert odd(NL.replace(chip=5), dead=5) == (10, 15, 10)
    assert odd(NL.replace(chip=5, odd_chips="first"), dead=10) == (10, 20, 10)
    assert odd(NL.replace(chip=5), dead=10) == (10, 15, 15)
    assert odd(NL.replace(chip=5), dead=12) == (10, 17, 15)  # less than a chip goes with the first odd one


def test_E05_layers_with_the_same_seats_are_one_pot():
    hand = hand_of([500] * 3, [None] * 3, "raise 40, call, call, bet 50, call, fold")
    assert hand.pots == [(220, (1, 2))]


def test_E05_a_pot_for_one_seat_is_returned_to_it():
    # seat 3 called 100 and folds: nobody is left for the layer above 60 but seat 2
    script = "raise 100, call, call, call, check, fold"
    hand = hand_of([40, 60, 500, 500], [ACES, KINGS, QUEENS, JACKS], script, button=3)
    assert pots(hand) == [160, 60, 80]
    assert hand.pots[2].eligible == (2,)
    assert hand.final_stacks == (160, 60, 480, 400)


def test_E06_dead_blinds_and_antes_are_in_the_main_pot():
    posts = [Post(1, live=5, kind="small blind"), Post(2, live=10, kind="big blind"), Post(3, live=10, dead=5)]
    hand = hand_of(
        [20, 500, 500, 500], [ACES, KINGS, QUEENS, None], "fold, all_in, call, call, check, check", posts=posts
    )
    assert hand.street == "turn"
    assert hand.pots == [(20 * 3 + 10 + 5, (0, 1, 2))]
    hand.play("bet 50, call, check, check")
    assert hand.final_stacks == (75, 580 - 50 - 20 + 20, 430, 485)


def test_E06_one_ante_for_the_table_is_dead():
    rules = NL.replace(ante=10, ante_by="big-blind")
    hand = hand_of([20, 500, 500], [ACES, KINGS, QUEENS], "all_in, fold, call", rules=rules)
    assert pots(hand) == [20 + 20 + 5 + 10]
    assert hand.final_stacks == (55, 495, 470)


def test_E06_a_seat_all_in_for_a_dead_ante_plays_for_the_dead_chips():
    rules = NL.replace(ante=10, ante_by="big-blind")
    hand = hand_of([500, 500, 10], [KINGS, QUEENS, ACES], "call, call", rules=rules)
    while not hand.is_over:
        hand.check()
    assert hand.pots == [(10, (0, 1, 2)), (20, (0, 1))]
    assert hand.final_stacks == (510, 490, 10)


def test_E06_a_short_ante_of_a_game_where_all_pay_wins_what_it_matched():
    hand = hand_of([19, 100, 100], [ACES, KINGS, "KcKh"], "call, check", rules=NL.replace(ante=20))
    while not hand.is_over:
        hand.check()
    assert pots(hand) == [57, 22]
    assert hand.final_stacks == (57, 81, 81)


def test_E07_chips_are_conserved_after_every_action():
    hand = Hand(NL.replace(ante=1), [30, 70, 200, 0, 500], seed=8, check=True)
    total = sum(hand.stacks) + sum(hand.bets) + sum(pots(hand))
    assert total == 800
    for step in ("raise 40", "all_in", "call", "call", "check"):
        if not hand.is_over:
            hand.play(step)
            held = sum(hand.stacks) + (0 if hand.is_over else sum(hand.bets) + sum(pots(hand)))
            assert held == 800


def test_E07_the_check_notices_a_lost_chip():
    hand = Hand(NL, [100, 100], seed=1, check=True)
    hand._array["stack"][0, 0] -= 1
    with pytest.raises(AssertionError, match="not conserved: 199 of 200 in Hand"):
        hand.call()


RAKED = NL.replace(rake=Rake(percent=5, cap=6))


def test_E08_no_rake_by_default():
    assert hand_of([500] * 2, [ACES, KINGS], "all_in, call").rake == 0


def test_E08_percent_cap_and_chips():
    hand = hand_of([500] * 2, [ACES, KINGS], "call, check, bet 15, call, check, check, check, check", rules=RAKED)
    assert hand.rake == 2  # 5 % of 50, in whole chips
    assert hand.final_stacks == (500 + 25 - 2, 475)
    hand = hand_of([500] * 2, [ACES, KINGS], "all_in, call", rules=RAKED)
    assert hand.rake == 6
    assert sum(hand.final_stacks) == 994
    assert hand.events[-1] == ("rake", None, "main pot", 6, 0, False, "")


def test_E08_no_flop_no_drop():
    assert hand_of([500] * 2, [None] * 2, "raise 400, fold", rules=RAKED).rake == 0
    dropped = NL.replace(rake=Rake(percent=5, no_flop_no_drop=False))
    assert hand_of([500] * 2, [None] * 2, "raise 400, fold", rules=dropped).rake == 1  # of 20: 380 were not called
    assert hand_of([500] * 2, [None] * 2, "raise 40, call, check, bet 50, fold", rules=RAKED).rake == 4


def test_E08_from_each_pot_main_pot_first_and_not_from_a_pot_for_one():
    rules = NL.replace(rake=Rake(percent=10, cap=31))
    hand = hand_of([100, 300, 300], [ACES, KINGS, QUEENS], "all_in, all_in, call", rules=rules)
    assert hand.rake == 31  # 30 from the main pot, 1 of 40 from the side pot
    assert hand.final_stacks == (270, 399, 0)
    script = "raise 100, call, call, call, check, fold"
    alone = hand_of([40, 60, 500, 500], [ACES, KINGS, QUEENS, JACKS], script, button=3, rules=rules.replace(chip=1))
    assert alone.rake == 16 + 6  # nothing from the 80 that only seat 2 can win
