"""Push or fold: equilibria against slow twins, published charts, the rules engine and a linear program."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import CLASSES, COMBOS, class_name, class_of_combo, combo_cards, combos_of_class, parse_class
from equity.constants import BOARDS_HEADS_UP
from equity.errors import EquityError, OptionError, RangeError
from equity.odds.exact.preflop_grids import fits, grids
from equity.odds.exact.preflop_table import matchup
from equity.rules import Hand, Rules
from equity.solve import Game, best_response, push_fold, stack_spans
from equity.solve.equilibrium import evaluate
from tests.helpers import DATA

GAMES = [
    ("10bb", {}),
    (3, {}),
    ("8.3", {}),
    (17, {"ante": 0.125}),
    (12, {"big_blind_ante": 1}),
    (9, {"rake": 0.05, "rake_cap": 0.6}),
    (6, {"small_blind": 0.4}),
    ([10, 8, 25, 40], {"payouts": [50, 30, 20]}),
    ([10, 8, 25, 40], {"payouts": [50, 30, 20], "blinds": (3, 1), "ante": 0.1}),
    ([4, 30, 7], {"payouts": [70, 30], "big_blind_ante": 1}),
]


def by_class(chart):
    return np.array([chart[class_name(i)] for i in range(CLASSES)])


def by_combo(chart):
    return by_class(chart)[[class_of_combo(combo) for combo in range(COMBOS)]]


@cache
def naive_matchups(hand_class):
    """Return each pair of a class's combos with an opponent's, and the shares of boards won, tied and lost."""
    found = []
    for own in combos_of_class(hand_class):
        for other in range(COMBOS):
            if not {*combo_cards(own)} & {*combo_cards(other)}:
                wins, ties = matchup(own, other)
                lost = BOARDS_HEADS_UP - wins - ties
                found.append((other, wins / BOARDS_HEADS_UP, ties / BOARDS_HEADS_UP, lost / BOARDS_HEADS_UP))
    return found


@pytest.mark.parametrize(("stack", "more"), GAMES)
def test_gains_of_a_hand_are_the_naive_twins(stack, more):
    found = push_fold(stack, **more)
    worths, push, call = found.game.worths, by_combo(found.push), by_combo(found.call)
    for name in ("A5s", "72o", "99"):
        pairs = naive_matchups(parse_class(name))
        pushing, calling, pushed = 0.0, 0.0, 0.0
        for other, win, tie, lose in pairs:
            called = win * worths["win"][0] + tie * worths["tie"][0] + lose * worths["lose"][0]
            pushing += (1 - call[other]) * worths["steal"][0] + call[other] * called - worths["fold"][0]
            met = win * worths["lose"][1] + tie * worths["tie"][1] + lose * worths["win"][1]
            calling += push[other] * (met - worths["steal"][1])
            pushed += push[other]
        assert found.push_gain[parse_class(name)] == pytest.approx(pushing / len(pairs), abs=1e-10)
        assert found.call_gain[parse_class(name)] == pytest.approx(calling / pushed, abs=1e-10)


@pytest.mark.parametrize(("stack", "more"), GAMES)
def test_exploitability_is_that_of_all_pairs_of_combos(stack, more):
    """Best responses that may tell suits apart, over the 1,326 x 1,225 deals one by one."""
    found = push_fold(stack, **more)
    wins, ties = (grid / BOARDS_HEADS_UP for grid in grids())
    apart, worths = fits().astype(float), found.game.worths
    push, call = by_combo(found.push), by_combo(found.call)
    pairs = apart.sum()
    pots = [
        wins * worths["win"][k] + ties * worths["tie"][k] + (apart - wins - ties) * worths["lose"][k] for k in (0, 1)
    ]
    steal = apart * (1 - call)
    pushed = (steal * worths["steal"][0] + pots[0] * call).sum(axis=1)
    folded = apart.sum(axis=1) * worths["fold"][0]
    called = (push[:, None] * pots[1]).sum(axis=0)
    gave_up = (push[:, None] * apart).sum(axis=0) * worths["steal"][1]
    walks = ((1 - push)[:, None] * apart).sum() * worths["fold"][1]
    mine = (push * pushed + (1 - push) * folded).sum() / pairs
    theirs = (walks + (call * called + (1 - call) * gave_up).sum()) / pairs
    gains = (
        np.maximum(pushed, folded).sum() / pairs - mine,
        (walks + np.maximum(called, gave_up).sum()) / pairs - theirs,
    )
    assert found.values == pytest.approx((mine, theirs), abs=1e-10)
    assert found.gains == pytest.approx(gains, abs=1e-10)
    assert 0 <= found.exploitability_mbb <= 0.01
    assert found.exploitability == pytest.approx(sum(gains), abs=1e-10)


@pytest.mark.parametrize(
    ("stack", "more"), [GAMES[0], GAMES[-1], *(pytest.param(*game, marks=pytest.mark.slow) for game in GAMES[1:-1])]
)
def test_no_change_of_one_hand_class_earns_more(stack, more):
    """In the exact solution: every one of the 169 pushes and calls, the other way, and halfway."""
    found = push_fold(stack, exact=True, **more)
    push, call = by_class(found.push), by_class(found.call)
    scale = found.game.big_blind_worth
    assert found.exploitability < 1e-9 * scale
    for side, chart in enumerate((push, call)):
        for hand_class in range(CLASSES):
            for often in (0.0, 0.5, 1.0):
                changed = chart.copy()
                changed[hand_class] = often
                pair = (changed, call) if side == 0 else (push, changed)
                assert evaluate(found.game, *pair).values[side] <= found.values[side] + 1e-9 * scale


@pytest.mark.parametrize("stack", [1, 3, 5, 8.3, 10, 15.6, 25, 100])
def test_the_value_is_that_of_the_linear_program(stack):
    """A zero-sum game's value by another road; at 8.3 bb the program mixes Q4o, 84s, K2o and 98s too."""
    optimize = pytest.importorskip("scipy.optimize")
    from equity.solve.equilibrium import _Worths

    worths = _Worths(Game.read(stack))
    # maximise fold + base . p - sum of what each called hand takes at most; u[j] is what class j leaves
    done = optimize.linprog(
        np.concatenate([-worths.push_base, -np.ones(CLASSES)]),
        A_ub=np.hstack([-worths.push.T, np.eye(CLASSES)]),
        b_ub=np.zeros(CLASSES),
        bounds=[(0, 1)] * CLASSES + [(None, 0)] * CLASSES,
    )
    value = worths.fold[0] - done.fun
    assert push_fold(stack, exact=True).value == pytest.approx(value, abs=2e-6)
    assert push_fold(stack).value == pytest.approx(value, abs=1e-5)


def test_an_exact_solution_leaves_mixed_hands_indifferent():
    found = push_fold("8.3", exact=True)
    assert set(found.mixed["push"]) == {"Q4o", "84s"}
    assert set(found.mixed["call"]) == {"K2o", "98s"}
    for side, gains in (("push", found.push_gain), ("call", found.call_gain)):
        for hand in found.mixed[side]:
            assert gains[parse_class(hand)] == pytest.approx(0, abs=1e-9)
    assert found.push["Q4o"] == pytest.approx(0.619334, abs=1e-5)


@pytest.mark.slow
def test_charts_are_the_published_ones():
    """All 166 cells of the pusher within 0.1 bb, 167 of 169 of the caller within 0.2; QJo and QTo are coarse there."""
    published = json.loads((DATA / "golden_push_fold.json").read_text(encoding="utf-8"))
    deepest = {"push": {}, "call": {}}
    for tenth in range(13, 201):
        found = push_fold(Fraction(tenth, 10))
        assert found.exploitability_mbb <= 0.01
        for side, chart in (("push", found.push), ("call", found.call)):
            deepest[side] |= {hand: tenth / 10 for hand, often in chart.items() if often > 0.5}
    off = {
        side: {
            hand: deepest[side].get(hand, 0)
            for hand, stack in published[side]["cells"].items()
            if abs(deepest[side].get(hand, 0) - stack) > tolerance
        }
        for side, tolerance in (("push", 0.1001), ("call", 0.2001))
    }
    assert off == {"push": {}, "call": {"QTo": 15.3, "QJo": 19.5}}


def test_some_cells_of_the_published_charts():
    """63s is pushed at 2.2 bb, not at 2.4 and 5.0, at 5.2 and 7.0, not at 7.2: the chart's own example of gaps."""
    often = {stack: push_fold(stack).push["63s"] for stack in (2.2, 2.4, 5.0, 5.2, 7.0, 7.2)}
    assert {stack for stack, share in often.items() if share > 0.5} == {2.2, 5.2, 7.0}
    assert push_fold(13.2).push["Q8o"] < 0.5 < push_fold(13).push["Q8o"]


def test_spans_have_their_gaps():
    found = stack_spans(2, "7.2bb", step=0.2)
    assert len(found.stacks) == 27
    assert found.push["AA"] == ((2.0, 7.2),)
    assert found.push["63s"][0][0] == 2.0
    assert len(found.push["63s"]) > 1
    assert found.push["63s"][-1][1] == 7.0
    assert found.to_dict()["call"]["AA"] == [[2.0, 7.2]]
    assert found.rows()[0] == {"hand": "AA", "push": "2-7.2", "call": "2-7.2"}


def test_exact_spans_have_the_gaps_of_the_game_only():
    """Solved to 0.01 thousandths of a big blind, 74s and 53s have one at 12.2 big blinds."""
    found = stack_spans(12, "12.4", step=0.2, exact=True)
    for hand, often in push_fold("12.2", exact=True).push.items():
        assert any(low <= 12.2 <= high for low, high in found.push[hand]) == (often > 0.5), hand
    assert found.push["74s"] == found.push["53s"] == ((12.0, 12.4),)
    assert found.exploitability_mbb < 1e-9


def test_an_interrupted_span_keeps_what_was_solved():
    def stop(done, total):
        if done == 3:
            raise KeyboardInterrupt

    found = stack_spans(5, 10, step=1, progress=stop)
    assert not found.complete
    assert found.stacks == (5.0, 6.0, 7.0)


AMOUNTS = st.fractions(0, 3, max_denominator=20)


@given(
    st.lists(st.fractions(Fraction(7), 50, max_denominator=20), min_size=2, max_size=4),
    AMOUNTS,
    AMOUNTS,
    st.fractions(0, 1, max_denominator=20),
)
def test_no_chip_is_lost(stacks, ante, big_blind_ante, small_blind):
    game = Game(tuple(stacks), small_blind, ante, big_blind_ante)
    for ending in game.endings.values():
        assert sum(ending) == sum(stacks)
        assert min(ending) >= 0
    raked = Game(tuple(stacks), small_blind, ante, big_blind_ante, rake=Fraction(1, 20))
    for name, ending in raked.endings.items():
        assert (sum(ending) == sum(stacks)) == (name in ("fold", "steal"))


@pytest.mark.parametrize("stacks", [(1000, 1000), (1000, 700), (650, 1400), (1000, 1000, 500, 800)])
@pytest.mark.parametrize("antes", [{}, {"ante": 15}, {"ante": 100, "ante_by": "big-blind"}])
def test_endings_are_those_of_the_rules_engine(stacks, antes):
    """100 chips are a big blind; the seats are small blind, big blind, then those who fold before them."""
    house = Rules(small_blind=50, big_blind=100, **antes)
    ante = Fraction(antes.get("ante", 0), 100)
    alone = antes.get("ante_by") == "big-blind"
    game = Game(
        tuple(Fraction(stack, 100) for stack in stacks),
        ante=Fraction(0) if alone else ante,
        big_blind_ante=ante if alone else Fraction(0),
    )
    holes = {"win": ("AsAh", "KsKh"), "tie": ("AsKh", "AhKs"), "lose": ("KsKh", "AsAh")}
    rest = ["2c3d", "2d3c"][: len(stacks) - 2]
    for name, ending in game.endings.items():
        dealt = [*holes.get(name, holes["win"]), *rest]
        button = 0 if len(stacks) == 2 else len(stacks) - 1
        hand = Hand(house, list(stacks), button=button, holes=dealt, board="4c5d8h9sJc")
        while not hand.is_over:
            if hand.actor > 1 or (hand.actor, name) in ((0, "fold"), (1, "steal")):
                hand.fold()
            else:
                hand.all_in() if hand.legal.max_raise_to is not None else hand.call()
        assert [stack + won for stack, won in zip(stacks, hand.payoffs, strict=True)] == [100 * one for one in ending]


def test_antes_count_as_dead_money():
    """With antes the game is one of other blinds: 0.5 / 1 with antes of 0.2 is 0.7 / 1.2."""
    with_antes = push_fold(12, ante=0.2, exact=True)
    plain = push_fold(10, small_blind=Fraction(7, 12), exact=True)
    assert by_class(with_antes.push) == pytest.approx(by_class(plain.push), abs=1e-6)
    assert with_antes.value == pytest.approx(1.2 * plain.value, abs=1e-9)


def test_prize_money_of_winner_takes_all_is_chips():
    chips = push_fold([10, 8], exact=True)
    prize = push_fold([10, 8], payouts=[18], exact=True)
    assert by_class(prize.push) == pytest.approx(by_class(chips.push), abs=1e-6)
    assert prize.value - prize.game.before[0] == pytest.approx(chips.value, abs=1e-9)
    assert prize.game.before == (10.0, 8.0)


def test_prizes_make_calls_tighter():
    """On the bubble a call risks more than it wins, so fewer hands call and more are pushed."""
    chips, prize = push_fold([10, 10]), push_fold([10, 10, 10, 1], payouts=[50, 30, 20])
    assert prize.call_range.percent < 0.6 * chips.call_range.percent
    assert prize.push_range.percent > chips.push_range.percent
    assert sum(prize.values) < sum(prize.game.before)  # the others win when two fight


def test_who_is_in_the_blinds():
    first = push_fold([10, 8, 25, 40], payouts=[50, 30, 20])
    moved = push_fold([25, 8, 40, 10], payouts=[50, 30, 20], blinds=(3, 1))
    assert first.push == moved.push
    assert first.values == pytest.approx(moved.values)


def test_a_short_stack_has_nothing_to_fold():
    """At 1 bb the big blind is all in with its blind, so it calls with everything."""
    for stack in (0.3, 0.5, 1):
        found = push_fold(stack)
        assert min(found.push.values()) == 1.0
        assert found.exploitability <= 1e-12
        assert found.value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(("stack", "more"), GAMES)
def test_best_responses_earn_what_the_gains_say(stack, more):
    found = push_fold(stack, **more)
    push = best_response(stack, call=found.call, **more)
    call = best_response(stack, push=found.push, **more)
    assert push.value == pytest.approx(found.values[0] + found.gains[0], abs=1e-9)
    assert call.value == pytest.approx(found.values[1] + found.gains[1], abs=1e-9)


def test_a_best_response_to_single_suits():
    """Against somebody who calls with one combo only, who holds a card of it gains a little."""
    found = best_response(10, call="AsAh")
    assert len(found.hands) == COMBOS
    by_hand = {name: found.gain[equity.Range(name).weights > 0][0] for name in ("Ac5c", "As5s")}
    assert by_hand["As5s"] == pytest.approx(1.5)  # nobody can call
    assert by_hand["Ac5c"] < 1.5


def test_a_best_response_to_a_calling_station():
    """Whoever is called by any two cards pushes what has more than its share: 2 x 10 x equity - 10 > -0.5."""
    from equity.odds.exact.preflop_grids import class_equities

    found = best_response(10, call="random")
    expected = {class_name(i) for i in np.flatnonzero(20 * class_equities() - 10 > -0.5)}
    assert {row["hand"] for row in found.rows() if row["push"] == 1} == expected
    assert {row["push"] for row in found.rows()} == {0.0, 1.0}
    json.dumps(found.to_dict(), allow_nan=False)


def test_a_best_response_where_nothing_comes():
    found = best_response(10, push="none")
    assert np.isnan(found.gain).all()
    assert len(found.hands) == 0
    assert found.value == pytest.approx(0.5)  # every hand is a walk
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["gain"]["AA"] is None


@pytest.mark.small
@pytest.mark.parametrize(
    ("stack", "more", "message"),
    [
        (0, {}, "a stack must be above 0 big blinds, got 0"),
        (-3, {}, "a stack must be above 0"),
        (10**400, {}, "a stack is a number of big blinds"),
        (Fraction(10**400), {}, "a stack is a number of big blinds"),
        (10, {"ante": 10**400}, "the ante: expected a number"),
        (10, {"rake": 0.1, "rake_cap": Fraction(10**400)}, "the cap of the rake: expected a number"),
        ([10, 8], {"payouts": [10**400]}, "payouts: expected a number"),
        ([10, 8], {"payouts": [1e200]}, "a number is at most 1,000,000,000,000,000"),
        (200.5, {}, "at most 200 big blinds, got 200.5"),
        ("ten", {}, "a stack is a number of big blinds"),
        (float("nan"), {}, "a stack is a number of big blinds"),
        (float("inf"), {}, "a stack is a number of big blinds"),
        ("1e999", {}, "a stack is a number of big blinds"),
        (None, {}, "a stack is a number of big blinds"),
        (True, {}, "a stack is a number of big blinds"),
        ([10], {}, "push or fold takes two players, got 1 stack"),
        ([10, 8, 7], {}, "3 stacks need payouts"),
        (10, {"payouts": [50, 30]}, "needs the stacks of all players"),
        ([10, 0, 7], {"payouts": [50, 30]}, "a stack must be above 0"),
        ([300, 250, 7], {"payouts": [50, 30]}, "at most 200 big blinds, got 250"),
        ([10, 8, 7], {"payouts": [30, 50]}, "payouts must not rise: 50 comes after 30"),
        ([10, 8], {"payouts": [50, 30, 20]}, "at most one per player: got 3 for 2 players"),
        ([10, 8], {"payouts": []}, "a prize above 0"),
        ([10, 8], {"payouts": [5, -3]}, "a payout must be at least 0, got -3"),
        ([10, 8], {"payouts": "50"}, "payouts are a list of numbers"),
        ([10, 8], {"payouts": [50], "rake": 0.1}, "a game for prize money has no rake"),
        ([10, 8, 7], {"payouts": [50], "blinds": (0, 3)}, "blinds are two of the 3 players"),
        ([10, 8, 7], {"payouts": [50], "blinds": (1, 1)}, "blinds are two of the 3 players"),
        (10, {"ante": 10}, "antes must leave a stack chips: 10 of 10 big blinds"),
        (10, {"big_blind_ante": 11}, "antes must leave a stack chips"),
        ([10, 8, 0.1], {"payouts": [50], "ante": 0.1}, "antes must leave a stack chips"),
        (10, {"ante": -1}, "the ante must be at least 0"),
        (10, {"small_blind": 1.5}, "the small blind must be between 0 and 1"),
        (10, {"rake": 0.6}, "the rake must be between 0 and 0.5"),
        (10, {"rake_cap": 3}, "a cap needs a rake"),
        (10, {"ante": "much"}, "the ante: expected a number"),
    ],
)
def test_games_that_are_none(stack, more, message):
    with pytest.raises(OptionError, match=message):
        push_fold(stack, **more)


@pytest.mark.small
def test_spans_and_responses_that_are_none():
    for low, high, step in ((5, 2, 1), (2, 5, 0), (2, 5, -1), (0, 5, 1), (2, 300, 10), (2, 200, 0.001)):
        with pytest.raises(OptionError):
            stack_spans(low, high, step=step)
    for ranges in ({}, {"push": "AA", "call": "AA"}, {"push": "AZ"}, {"call": {"XX": 1.0}}):
        with pytest.raises(EquityError):
            best_response(10, **ranges)
    for often in (2.0, -1, "x", None, [1, 2], float("nan"), 10**400):
        with pytest.raises(RangeError, match="how often AA is played must be between 0 and 1"):
            best_response(10, call={"AA": often})


def test_what_a_solution_shows():
    found = push_fold(10)
    assert len(found.push) == len(found.call) == len(found.rows()) == CLASSES
    assert list(found.push)[:3] == ["AA", "AKs", "AQs"]
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert plain["value_bb"] == found.value
    assert plain["push"] == found.push
    assert found._repr_html_().count("<table") == 3
    assert "Q6s" in found.mixed["call"]
    prize = push_fold([10, 8, 25], payouts=[50, 30]).to_dict()
    assert "value_bb" not in prize
    assert len(prize["before"]) == 2
