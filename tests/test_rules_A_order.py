"""Clauses A: the deal and the order of play."""

from __future__ import annotations

import pytest

from equity.cards import parse_cards
from equity.rules import Hand, Post, Rules

pytestmark = pytest.mark.small
NL = Rules(small_blind=5, big_blind=10)


def hand_of(stacks, script="", **options):
    return Hand(NL, stacks, check=True, **({"seed": 1} | options)).play(script)


def actors(hand):
    """Everybody checks or calls: who acts on each street."""
    order: dict[str, list[int]] = {}
    while not hand.is_over:
        order.setdefault(hand.street, []).append(hand.actor)
        hand.check_or_call()
    return order


def test_A01_two_cards_each_and_five_on_the_board_all_different():
    hand = hand_of([100] * 10)
    actors(hand)
    cards = [card for pair in hand.holes for card in parse_cards(pair)] + list(parse_cards(hand.board))
    assert len(cards) == 25
    assert len(set(cards)) == 25


def test_A01_nobody_without_chips_gets_cards():
    hand = hand_of([100, 0, 100, 100])
    assert hand.holes[1] is None
    assert 1 not in hand.clockwise
    assert len(hand.holes) == 4


def test_A02_the_button_skips_a_seat_that_is_not_dealt_in():
    # Moving it is the table's task (F); a hand takes any button and posts from the next seats dealt in.
    hand = hand_of([100, 0, 100, 100, 100], button=0)
    assert hand.bets == (0, 0, 5, 10, 0)


def test_A03_blinds_left_of_the_button_and_first_to_act_left_of_them():
    hand = hand_of([100] * 6, button=4)
    assert hand.bets == (10, 0, 0, 0, 0, 5)
    order = actors(hand)
    assert order["preflop"] == [1, 2, 3, 4, 5, 0]
    assert order["flop"] == order["turn"] == order["river"] == [5, 0, 1, 2, 3, 4]


def test_A04_heads_up_the_button_posts_the_small_blind_and_acts_first_only_before_the_flop():
    hand = hand_of([100, 100], button=1)
    assert hand.bets == (10, 5)
    assert actors(hand) == {"preflop": [1, 0], "flop": [0, 1], "turn": [0, 1], "river": [0, 1]}


def test_A04_heads_up_among_empty_seats():
    hand = hand_of([100, 0, 0, 100], button=3)
    assert hand.bets == (10, 0, 0, 5)
    assert hand.actor == 3


def test_A05_the_big_blind_has_the_option():
    hand = hand_of([100] * 3, "call, call")
    assert hand.actor == 2
    assert hand.legal.check
    assert hand.legal.min_raise_to == 20
    hand.raise_to(30)
    assert hand.actor == 0


def test_A05_the_small_blind_may_complete_raise_or_fold():
    hand = hand_of([100] * 3, "fold")
    assert hand.actor == 1
    assert hand.legal == (True, False, 5, 20, 100)


def test_A06_a_street_ends_when_all_have_acted_and_matched():
    hand = hand_of([100] * 3, "call, call, check")
    assert hand.street == "flop"
    assert hand.board == hand_of([100] * 3, "call, call, check").board
    hand.play("check, bet 20, call")
    assert hand.actor == 1  # checked before the bet
    hand.call()
    assert hand.street == "turn"
    assert hand.actor == 1  # the button, seat 0, acts last


def test_A07_the_last_seat_wins_at_once_and_nothing_is_shown_or_dealt():
    hand = hand_of([100] * 3, "raise 30, fold, fold")
    assert hand.is_over
    assert hand.payoffs == (15, -5, -10)
    assert hand.board == ""
    assert hand.show_order == ()
    assert not [event for event in hand.events if event.kind in ("show", "muck") or event.what == "flop"]


def test_A08_the_board_is_dealt_when_nobody_can_be_bet_into():
    hand = hand_of([50, 100, 200], "all_in, all_in, call")
    assert hand.is_over
    assert hand.street == "showdown"
    assert len(parse_cards(hand.board)) == 5


def test_A08_a_seat_that_owes_is_still_asked():
    hand = hand_of([50, 100, 200], "all_in, all_in")
    assert hand.actor == 2
    assert hand.legal == (True, False, 90, None, None)


def test_A08_a_blind_that_covers_a_shorter_all_in_blind_is_not_asked():
    assert not hand_of([100, 8], button=0).is_over  # owes: 8 against 5
    assert hand_of([100, 4], button=0).is_over


def test_A08_after_a_free_fold_the_other_seat_of_the_street_is_still_asked():
    hand = hand_of([40, 500, 500], "call, call, raise 40, call, call, fold")
    assert hand.street == "flop"
    assert hand.actor == 2
    assert hand.legal == (True, True, 0, None, None)


@pytest.mark.parametrize(
    ("holes", "board", "payoffs"),
    [
        (["AsAd", "KsKd"], "2c7d9h3s4h", (10, -10)),  # both hole cards
        (["As2d", "KsQd"], "KcQhTh5s5h", (-10, 10)),
        (["2c3d", "4c5d"], "AsKsQsJsTs", (0, 0)),  # the board plays
        (["Ah2h", "KcKd"], "3h4h5h9sTs", (10, -10)),  # A-2-3-4-5 in hearts
        (["AcKd", "AdQd"], "As7h7c2c3d", (10, -10)),  # the kicker
        (["AcKd", "AdKh"], "As7h7c2c3d", (0, 0)),  # suits never decide
        (["Ac2d", "KcQd"], "2h3c4s5s9h", (10, -10)),  # the ace is low in A-2-3-4-5
    ],
)
def test_A09_best_five_of_seven(holes, board, payoffs):
    hand = hand_of([100, 100], holes=holes, board=board, seed=None)
    actors(hand)
    assert hand.payoffs == payoffs


def test_A10_the_last_to_bet_on_the_river_shows_first():
    checks = "call, call, check, check, check, check, check, check, check"
    hand = hand_of([100] * 3, f"{checks}, check, bet 20, call, call")
    assert hand.show_order == (2, 0, 1)


def test_A10_without_a_bet_on_the_river_the_first_seat_left_of_the_button_shows_first():
    hand = hand_of([100] * 3)
    actors(hand)
    assert hand.show_order == (1, 2, 0)
    hand = hand_of([100] * 3, "call, call, check, check, check, bet 10, fold, call, check, check, check, check")
    assert hand.show_order == (2, 0)


def test_A10_all_in_hands_are_shown_before_the_rest_of_the_board():
    hand = hand_of([100, 100], "call, check, all_in, call")
    kinds = [(event.kind, str(event.what)) for event in hand.events]
    assert kinds.index(("show", "")) < kinds.index(("deal", "turn")) < kinds.index(("deal", "river"))
    assert kinds.index(("deal", "flop")) < kinds.index(("show", ""))


def test_A10_without_an_all_in_the_hands_are_shown_after_the_board():
    hand = hand_of([100, 100])
    actors(hand)
    kinds = [(event.kind, str(event.what)) for event in hand.events]
    assert kinds.index(("deal", "river")) < kinds.index(("show", ""))


def test_F08_a_live_post_has_the_option():
    posts = [Post(1, live=5, kind="small blind"), Post(2, live=10, kind="big blind"), Post(4, live=10, dead=5)]
    hand = Hand(NL, [100] * 5, posts=posts, seed=1, check=True)
    assert hand.actor == 3
    hand.fold()
    assert hand.actor == 4
    assert hand.legal == (True, True, 0, 20, 95 - 10 + 10)
    assert hand.pots == [(5, (0, 1, 2, 4))]


def test_F12_a_straddle_is_one_more_blind():
    hand = Hand(NL.replace(straddles=(20,)), [200] * 4, seed=1, check=True)
    assert hand.bets == (0, 5, 10, 20)
    assert hand.actor == 0
    assert hand.legal == (True, False, 20, 40, 200)
    hand.play("call, call, call")
    assert hand.actor == 3
    assert hand.legal.check
    assert hand.legal.min_raise_to == 40


def test_F12_antes_and_one_ante_for_the_table():
    each = Hand(NL.replace(ante=2), [100] * 3, seed=1, check=True)
    assert each.committed == (2, 7, 12)
    assert each.pots == [(6, (0, 1, 2))]
    one = Hand(NL.replace(ante=10, ante_by="big-blind"), [100] * 3, seed=1, check=True)
    assert one.committed == (0, 5, 20)
    assert one.legal.call == 10
