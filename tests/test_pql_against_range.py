"""HvREquity: a hand against a whole range, beside a slow twin and beside other answers to the same question."""

from __future__ import annotations

import pickle
from itertools import combinations

import numpy as np
import pytest

import equity
from equity.cards import combo_cards, parse_cards
from equity.odds.exact.against_range import Against
from equity.pql.deals import Deals
from equity.ranges import Range
from tests.helpers import jit_is_off
from tests.naive_evaluator import strength

NEEDS_COMPILING = pytest.mark.skipif(jit_is_off(), reason="a thousand run-outs")
RIVER, TURN, FLOP = "2c7dTh9sTc", "2c7dTh9s", "2c7dTh"


def twin(hole, board, hands, dead=()):
    """Return the equity of a hand against a range: every combo, every card to come."""
    won = total = 0.0
    known = {*hole, *board, *dead}
    for combo, weight in hands.combos.items():
        other = combo_cards(combo)
        if known & {*other}:
            continue
        deck = [card for card in range(52) if card not in known and card not in other]
        runouts = list(combinations(deck, 5 - len(board)))
        for runout in runouts:
            own, theirs = (strength((*cards, *board, *runout)) for cards in (hole, other))
            won += weight / len(runouts) * ((own > theirs) + (own == theirs) / 2)
        total += weight
    return won / total


@pytest.mark.small
@pytest.mark.parametrize("dead", ["Qs3c", pytest.param("", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("board", "hands"),
    [
        (RIVER, "22+,A2s+:0.5,JTo,T9s"),
        (RIVER, "AsKs,QhJd:0.25,88"),
        (TURN, "88,JTs:0.5,AKo"),
        (TURN, "8s8c,JhTd,AsQs:0.3"),
        pytest.param(FLOP, "QQ,JhTd", marks=[pytest.mark.slow, NEEDS_COMPILING]),
    ],
)
def test_equity_is_what_every_combo_and_card_says(board, hands, dead):
    cards, gone = parse_cards(board), parse_cards(dead) if dead else ()
    holes = [parse_cards(text) for text in (["AhKd"] if len(cards) == 3 else ["AhKd", "AdKh", "8h8d", "JsTs", "6c5c"])]
    found = Against(Range(hands), gone).equities(
        np.array(holes, np.uint8), np.tile(np.array(cards, np.uint8), (len(holes), 1))
    )
    expected = [twin(hole, cards, Range(hands), gone) for hole in holes]
    assert found.tolist() == pytest.approx(expected, abs=1e-12)


@pytest.mark.small
def test_only_cards_of_the_street_count():
    deals = [Deals(np.array([[[51, 50], [47, 46]]], np.uint8), np.array([board], np.uint8)) for board in
             ([0, 4, 8, 30, 25], [0, 4, 8, 45, 44])]  # fmt: skip
    opponent = Against(Range("KK"))
    assert deals[0].against(0, 4, opponent)[0] != deals[1].against(0, 4, opponent)[0]
    assert deals[0].against(0, 3, opponent)[0] == deals[1].against(0, 3, opponent)[0]


@pytest.mark.parametrize("hands", ["QQ-88,AQ:0.5", "QQ-88,AsQs,Ad5d:0.5", "**"])
@pytest.mark.parametrize("street", ["flop", "turn", "river"])
def test_its_mean_is_the_equity(hands, street):
    board = {"flop": FLOP, "turn": TURN, "river": RIVER}[street]
    players = f"from hero='AK,76s', villain='{hands}', board='{board}'"
    found = equity.query(f"select avg(HvREquity(hero, {street})) as x {players}", method="exact").values["x"]
    assert found == pytest.approx(equity.calculate(["AK,76s", hands], board=board).equity[0], abs=1e-12)


def test_its_mean_over_the_cards_to_come_is_the_equity_too():
    players = f"from hero='AK', villain='QQ-88,AQ:0.5,AsJs', board='{TURN}'"
    result = equity.query(f"select avg(HvREquity(hero, river)) as x, avg(riverEquity(hero)) as y {players}")
    assert result.exact
    assert result.values["x"] == pytest.approx(result.values["y"], abs=1e-12)


def test_before_the_flop_it_is_the_table():
    result = equity.query("select avg(HvREquity(hero, preflop)) as x, min(HvREquity(hero, preflop)) as low "
                          "from hero='AsKs,72o', villain='99+,AQ:0.5,5h5d'")  # fmt: skip
    exact = equity.calculate(["AsKs,72o", "99+,AQ:0.5,5h5d"]).equity[0]
    assert result.values["x"] == pytest.approx(exact, abs=1e-12)
    lows = [equity.calculate([hand, "99+,AQ:0.5,5h5d"]).equity[0] for hand in ("7d2h", "7h2d", "7s2c", "7c2d", "7h2c")]
    assert result.values["low"] == pytest.approx(min(lows), abs=1e-12)


@pytest.mark.small
def test_at_least_a_number():
    text = f"from hero='AK,TT,65s', villain='99+,AQ', board='{RIVER}'"
    shares = equity.query(f"select histogram(HvREquity(hero, river)) as h {text}").histograms["h"]
    result = equity.query(
        f"select count(minHvREquity(hero, river, 0.5)) as x, count(hvrequity(hero, river) > 0) as y {text}"
    )
    assert result.values["x"] == pytest.approx(sum(share for value, share in shares.items() if float(value) >= 0.5))
    assert 0 < result.values["x"] < result.values["y"] <= 1


@pytest.mark.small
def test_one_player_has_a_random_opponent():
    result = equity.query(f"select HvREquity(hero, river) as x from hero='AsKs', board='{RIVER}'")
    assert result.values["x"] == pytest.approx(equity.calculate(["AsKs", "**"], board=RIVER).equity[0], abs=1e-12)
    assert any("one random hand" in note for note in result.notes)


def test_sampled_answers_depend_on_the_seed_alone():
    text = "select avg(HvREquity(hero, flop)) as x from hero='77+', villain='TT+,AsKs'"
    first, second = (equity.query(text, deals=3000, seed=4, threads=threads) for threads in (1, 2))
    assert first.values == second.values
    assert abs(first.values["x"] - equity.calculate(["77+", "TT+,AsKs"]).equity[0]) < 5 * first.std_error["x"]


def test_what_is_known_is_found_again_and_stays_here():
    opponent = Against(Range("QQ,AKs"))
    rng = np.random.default_rng(3)
    cards = np.array([rng.permutation(52)[:5] for _ in range(200)], np.uint8)
    first = opponent.equities(cards[:100, :2], cards[:100, 2:])
    both = opponent.equities(cards[:, :2], cards[:, 2:])
    copied = pickle.loads(pickle.dumps(opponent))
    assert (both[:100] == first).all()
    assert not copied._known
    assert (copied.equities(cards[:, :2], cards[:, 2:]) == both).all()
