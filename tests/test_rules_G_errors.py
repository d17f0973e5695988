"""Clauses G: everything a user can get wrong says what is wrong, the value, and what would be right."""

from __future__ import annotations

import numpy as np
import pytest

from equity.errors import CardError, DealError, EquityError, IllegalActionError, RulesError
from equity.rules import Hand, Post, Rake, Rules, Table, cardroom_limit, pokerfs
from equity.rules.money import parse_stakes, to_chips, to_money
from equity.rules.presets import find_preset

pytestmark = pytest.mark.small
NL = Rules(small_blind=5, big_blind=10)

BAD_RULES = [
    ({"structure": "spread-limit"}, "structure must be one of no-limit, pot-limit, fixed-limit"),
    ({"small_blind": 2.5}, "small_blind must be whole chips, got 2.5"),
    ({"big_blind": True}, "big_blind must be whole chips"),
    ({"big_blind": 0}, "big_blind must be 1 or more"),
    ({"small_blind": -1}, "small_blind must be 0 or more"),
    ({"small_blind": 11}, "must not be larger than the big blind, got 11/10"),
    ({"small_bet": 10}, "no-limit has no bet sizes"),
    ({"reopen": "half"}, "fixed-limit rule"),
    ({"reopen": "never"}, "reopen must be one of half, full"),
    ({"structure": "fixed-limit", "small_bet": 5}, "big blind <= small bet <= big bet, got 10, 5 and 10"),
    ({"structure": "fixed-limit", "small_bet": "x"}, "small_bet must be whole chips, got 'x'"),
    ({"structure": "fixed-limit", "cap": 0}, "cap must be at least 1, got 0"),
    (
        {"cap_heads_up": "none"},
        "cap_heads_up must be a whole number, got 'none'; use a number of bets, 'same', or None",
    ),
    ({"raise_after_short": "up"}, "raise_after_short must be one of from-all-in, next-level"),
    ({"odd_chips": "dealer"}, "odd_chips must be one of one-each, first"),
    ({"chip": 0}, "chip must be 1 or more"),
    ({"ante": -2}, "ante must be 0 or more"),
    ({"ante_by": "button"}, "ante_by must be one of each, big-blind"),
    ({"straddles": (15,)}, "at least twice the bet before it .20., got 15"),
    ({"straddles": tuple(20 * 2**k for k in range(9))}, "at most 7 straddles, got 9"),
    ({"min_buy_in": 500, "max_buy_in": 100}, "min_buy_in must not be larger than max_buy_in, got 500 and 100"),
    ({"min_buy_in": 0}, "min_buy_in must be 1 or more"),
]


@pytest.mark.parametrize(("values", "message"), BAD_RULES, ids=lambda value: str(value)[:40])
def test_G_rules_are_checked_at_birth(values, message):
    with pytest.raises(RulesError, match=message):
        Rules(**({"small_blind": 5, "big_blind": 10} | values))


@pytest.mark.parametrize("percent", [-1, 101, "x", 2.5, None, "0.00001"])
def test_G_rake_is_an_exact_percentage(percent):
    with pytest.raises(RulesError, match=r"rake must be"):
        Rake(percent=percent)


def test_G_rules_are_frozen():
    with pytest.raises(AttributeError):
        NL.ante = 3


@pytest.mark.parametrize("field", [{"ante": 5}, {"straddles": (20,)}])
def test_G_pokerfs_has_no_antes_and_no_straddles(field):
    with pytest.raises(RulesError, match=r"pokerfs has no (antes|straddles)"):
        pokerfs().replace(**field)


def test_G_an_unknown_house_names_the_closest():
    with pytest.raises(RulesError, match="did you mean pokerfs"):
        find_preset("pokerf")
    with pytest.raises(RulesError, match="use poker-fantasy-limit"):
        find_preset("???")


BAD_TABLES = [
    (([1000],), {}, RulesError, "2 to 10 seats, got 1"),
    (([1000] * 23,), {}, RulesError, "2 to 10 seats, got 23"),
    (([1000, 99.5],), {}, RulesError, "stack of seat 1 must be whole chips, got 99.5"),
    (([1000, -5],), {}, RulesError, "stack of seat 1 must be 0 or more"),
    (([1000, True],), {}, RulesError, "stack of seat 1 must be whole chips"),
    (([1000, 10**16],), {}, RulesError, "stack of seat 1"),
    (([1000, 0, 0],), {}, RulesError, "at least two seats with chips"),
    (([1000, 1000],), {"button": 2}, RulesError, "button must be a seat from 0 to 1, got 2"),
    (([1000, 1000],), {"button": None}, RulesError, "button must be a seat"),
    (([1000, 1000],), {"seed": -1}, RulesError, "seed must be at least 0, got -1"),
    (([1000, 1000],), {"seed": "x"}, RulesError, "seed must be a whole number"),
    (([1000, 1000],), {"holes": ["AsKd"]}, DealError, "one entry for each of the 2 seats, got 1"),
    (([1000, 1000],), {"holes": "AsKd"}, DealError, "one entry per seat"),
    (([1000, 1000],), {"holes": ["AsKdQh", None]}, DealError, "seat 0 gets two hole cards, got 3"),
    (([1000, 1000],), {"holes": {5: "AsKd"}}, DealError, "seats are 0 to 1"),
    (([1000, 1000],), {"holes": ["AsKx", None]}, CardError, "'x' is not a suit"),
    (([1000, 1000],), {"holes": ["1sKd", None]}, CardError, "'1' is not a rank"),
    (([1000, 1000],), {"holes": ["AsAs", None]}, CardError, "As appears twice in the hole cards of seat 0"),
    (([1000, 1000],), {"holes": [(51, 52), None]}, CardError, "52 is not a card"),
    (([1000, 1000],), {"holes": ["AsKd", "KdQd"]}, DealError, "Kd is both in the hole cards of seat 0 and"),
    (([1000, 1000],), {"holes": ["AsKd", None], "board": "As2c3c"}, DealError, "As is both in the board and"),
    (([1000, 1000, 0],), {"holes": [None, None, "AsKd"]}, DealError, "not dealt in"),
    (([1000, 1000],), {"board": "2c"}, DealError, "a board has 0, 3, 4 or 5 cards, got 1"),
    (([1000, 1000],), {"board": "2c3c"}, DealError, "got 2"),
    (([1000, 1000],), {"board": "2c3c4c5c6c7c"}, DealError, "got 6"),
    (([1000, 1000],), {"board": 7}, CardError, "expected cards as text"),
    (([1000, 1000],), {"posts": [Post(2, live=10)]}, RulesError, "post by seat 2: seats are 0 to 1"),
    (([1000, 1000, 0],), {"posts": [Post(2, live=10)]}, RulesError, "post by seat 2, which has no chips"),
    (([1000, 1000],), {"posts": [(0, 10)]}, RulesError, "must be Post"),
]


@pytest.mark.parametrize(("stacks", "options", "error", "message"), BAD_TABLES, ids=lambda value: str(value)[:50])
def test_G_a_table_that_does_not_fit(stacks, options, error, message):
    with pytest.raises(error, match=message) as caught:
        Hand(NL, *stacks, **options)
    assert isinstance(caught.value, EquityError)
    text = str(caught.value)
    assert not text.endswith(".")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"live": -1}, "a live post must be 0 or more"),
        ({"dead": 1.5}, "a dead post must be whole chips"),
        ({"live": 1, "kind": "gift"}, "kind of a post must be one of"),
        ({"live": 1, "kind": "ante"}, "an ante is dead"),
    ],
)
def test_G_posts_are_checked(values, message):
    with pytest.raises(RulesError, match=message):
        Post(0, **values)


def unchanged(hand, call, message):
    before = hand._array.tobytes(), repr(hand)
    with pytest.raises(IllegalActionError, match=message) as caught:
        call()
    assert (hand._array.tobytes(), repr(hand)) == before
    return caught.value


def test_G_a_raise_outside_the_bounds_names_them_and_changes_nothing():
    hand = Hand(NL, [1000, 1000], seed=1)
    for amount in (19, 1001, 0, -5, 10**30):
        error = unchanged(hand, lambda amount=amount: hand.raise_to(amount), "is outside 20 to 1000 for seat 0")
        assert (error.legal.min_raise_to, error.legal.max_raise_to) == (20, 1000)
    unchanged(hand, lambda: hand.raise_to(20.5), "20.5 is not whole chips")
    unchanged(hand, lambda: hand.raise_to("20"), "'20' is not whole chips")
    unchanged(hand, lambda: hand.raise_to(True), "True is not whole chips")
    hand.raise_to(np.int64(20))


def test_G_what_cannot_be_done_now():
    hand = Hand(NL, [1000, 1000], seed=1)
    unchanged(hand, hand.check, "seat 0 cannot check, it owes 5; legal: fold, call 5, raise to 20 to 1000")
    unchanged(hand, lambda: hand.act("limp"), "unknown action 'limp'; use fold, check")
    unchanged(hand, lambda: hand.act("raise"), "raise needs a street total")
    unchanged(hand, lambda: hand.act("call", 5), "call takes no amount, got 5")
    unchanged(hand, lambda: hand.act("call", seat=1), "seat 1 acts out of turn: it is seat 0's turn")
    unchanged(hand, lambda: hand.play("raise x"), "cannot read the step 'raise x'")
    hand.play("call, check")
    unchanged(hand, hand.call, "seat 1 has nothing to call; check instead")


def test_G_after_the_end():
    hand = Hand(NL, [1000, 1000], seed=1).play("fold")
    for call in (hand.fold, hand.check, hand.call, hand.all_in, lambda: hand.raise_to(50)):
        unchanged(hand, call, "nobody is to act: the betting is over")
    unchanged(hand, lambda: hand.act("call", seat=0), "out of turn: the betting is over")


def test_G_no_result_before_the_end():
    hand = Hand(NL, [1000, 1000], seed=1)
    for name in ("payoffs", "final_stacks", "shares"):
        with pytest.raises(RulesError, match="yet, the betting is not over"):
            getattr(hand, name)


def test_G_unknown_cards_are_named():
    hand = Hand(NL, [100, 100], holes=["AsAd", None], board="2c7d9h3s4h").play("all_in, call")
    with pytest.raises(RulesError, match="the cards of seat 1 are unknown: use show, muck or deal_board"):
        _ = hand.payoffs
    with pytest.raises(DealError, match="As is dealt already"):
        hand.show(1, "AsKs")
    with pytest.raises(DealError, match="two hole cards, got 3"):
        hand.show(1, "KdKsKc")
    with pytest.raises(DealError, match="seat 0 holds AsAd, not KdKs"):
        hand.show(0, "KdKs")
    unchanged(hand, lambda: hand.show(7, "KdKs"), "no seat 7 is dealt in")
    unchanged(hand, lambda: hand.decide({0: 1}), "exactly the seats")
    unchanged(hand, lambda: hand.decide({0: 1, 1: 9000}), "must be 1 to 7462")
    hand = Hand(NL, [100, 100], holes=["AsAd", "KsKd"], board="2c7d9h").play("all_in, call")
    with pytest.raises(RulesError, match="the board has only 3 known cards"):
        _ = hand.payoffs
    with pytest.raises(DealError, match="the board starts with 2c7d9h, got 3c7d9h"):
        hand.deal_board("3c7d9h")
    hand.deal_board("2c7d9h3s4h")
    assert hand.is_settled
    unchanged(hand, lambda: hand.muck(0), "seat 0 cannot muck")


@pytest.mark.parametrize("rules", [None, {}, "pokerfs"])
def test_G_rules_of_another_type_are_named(rules):
    with pytest.raises(RulesError, match="rules must be a Rules"):
        Hand(rules, [100, 100])


@pytest.mark.parametrize("do", [lambda hand: hand.act([]), lambda hand: hand.act({}), lambda hand: hand.play(None)])
def test_G_words_of_another_type_leave_the_hand_alone(do):
    hand = Hand(Rules(small_blind=5, big_blind=10), [100, 100], seed=1)
    before = repr(hand)
    with pytest.raises(EquityError):
        do(hand)
    assert repr(hand) == before


NO_LISTS = [None, 5, 2.5, "100", b"20", {0: 100, 1: 100}, object()]


@pytest.mark.parametrize("value", NO_LISTS, ids=lambda value: type(value).__name__)
def test_G_what_is_no_list_is_named(value):
    with pytest.raises(RulesError, match="stacks must be a list of chips"):
        Hand(NL, value)
    with pytest.raises(RulesError, match="straddles must be a list of chips"):
        NL.replace(straddles=value)
    with pytest.raises(RulesError, match="without must be a list of fields"):
        NL.replace(without=value)
    if value is not None:
        with pytest.raises(RulesError, match="posts must be a list of Post"):
            Hand(NL, [100, 100], posts=value)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"rake": 5}, "rake must be a Rake, such as"),
        ({"rake": "5"}, "rake must be a Rake, such as"),
        ({"name": 5}, "the name of a house must be text, got 5"),
        ({"name": None}, "the name of a house must be text"),
        ({"cumulative_reopen": "no"}, "cumulative_reopen must be True or False, got 'no'"),
        ({"cumulative_reopen": None}, "cumulative_reopen must be True or False"),
        ({"without": ("straddle",)}, "without must be a list of fields .* got 'straddle'"),
        ({"without": (None,)}, "without must be a list of fields"),
        ({"structure": ["no-limit"]}, "structure must be one of"),
        ({"odd_chips": None}, "odd_chips must be one of"),
        ({"reopen": {}}, "reopen must be one of"),
        ({"cap": "3"}, "cap must be a whole number, got '3'; use a number of bets, or None for no cap"),
        ({"ante": None}, "ante must be whole chips, got None"),
        ({"max_buy_in": [100]}, "max_buy_in must be whole chips"),
    ],
)
def test_G_fields_of_another_type_are_named(values, message):
    with pytest.raises(RulesError, match=message):
        NL.replace(**values)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hand(NL, [100, None]), "the stack of seat 1 must be whole chips, got None$"),
        (lambda: Hand(NL, [100, "100"]), "the stack of seat 1 must be whole chips, got '100'$"),
        (lambda: Hand(NL, [100, 99.5]), "got 99.5; use a smaller chip"),
        (lambda: Hand(NL, [100, 100], posts=[None]), "must be Post"),
        (lambda: Post("x", live=5), "the seat of a post must be a whole number, got 'x'"),
        (lambda: Post(None), "the seat of a post"),
        (lambda: Rake(percent=5, no_flop_no_drop="no"), "no_flop_no_drop must be True or False"),
        (lambda: Rake(percent=float("inf")), "rake must be"),
        (lambda: Rake(percent=5, cap="3"), "the rake's cap must be whole chips"),
        (lambda: Table(None), "rules must be a Rules"),
        (lambda: Table("pokerfs"), "rules must be a Rules"),
        (lambda: Table(NL, seats="six"), "the number of seats must be a whole number, got 'six'"),
        (lambda: find_preset(None), "the name of a house is text such as 'pokerfs', got None"),
        (lambda: find_preset(["pokerfs"]), "the name of a house is text"),
        (lambda: to_chips(0.05), "an amount is text such as '10' or '0.05', which is exact; got 0.05"),
        (lambda: to_chips("1", chip=1), "an amount is text"),
        (lambda: to_money(1.5), "chips are a whole number, got 1.5"),
        (lambda: parse_stakes(5), "stakes are text such as '0.05/0.10'"),
    ],
)
def test_G_values_of_another_type_are_named(make, message):
    with pytest.raises(RulesError, match=message) as caught:
        make()
    assert not str(caught.value).endswith(".")


@pytest.mark.parametrize("strengths", [None, 5, [1, 2], "12", {0: 1, 1: None}, {0: 1, 1: "2"}])
def test_G_strengths_of_another_type_leave_the_hand_alone(strengths):
    hand = Hand(NL, [100, 100], holes=[None, None]).play("all_in, call")
    unchanged(hand, lambda: hand.decide(strengths), "strength")


def test_G_numpy_numbers_are_whole_numbers():
    n = np.int64
    rules = Rules(
        small_blind=n(5), big_blind=n(10), ante=n(1), straddles=np.array([20, 40]), rake=Rake(percent=n(5), cap=n(3))
    )
    same = Rules(small_blind=5, big_blind=10, ante=1, straddles=(20, 40), rake=Rake(percent=5, cap=3))
    assert (rules, repr(rules)) == (same, repr(same))
    assert cardroom_limit(n(4), n(8)) == cardroom_limit(4, 8)
    posts = [Post(n(0), live=n(5), kind="small blind"), Post(n(1), live=n(10), kind="big blind")]
    hand = Hand(NL, np.array([100, 100]), button=n(0), seed=n(3), posts=posts)
    assert repr(hand) == repr(Hand(NL, [100, 100], button=0, seed=3, posts=list(posts)))
    hand = Hand(NL, [100, 100], holes=np.array([[51, 50], [47, 46]], np.uint8), board=np.array([0, 5, 10], np.uint8))
    assert hand.holes == ("AsAh", "KsKh")
    hand = Hand(NL, [100, 100], holes={n(0): "AsAh"}).play("all_in, call")
    hand.decide({n(0): n(2), n(1): n(1)})
    assert hand.final_stacks == (200, 0)
    assert "np." not in repr(hand)
