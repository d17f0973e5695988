"""Ranges as values: operators, membership, what they are made of, and the empty range."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import CLASSES, COMBOS, Combo, class_name, combo_cards, combos_of_class, parse_cards, read_cards
from equity.errors import CardError, EquityError, RangeError
from equity.ranges import Range

pytestmark = pytest.mark.small

ALL = Range("random")
decimals = st.sampled_from([0.1, 0.25, 0.3, 0.5, 0.7, 0.9, 1.0])


def ranges_with(weights):
    """Whole classes, some combos apart, and sometimes nothing at all."""
    classes = st.dictionaries(st.integers(0, CLASSES - 1), weights, max_size=30)
    combos = st.dictionaries(st.integers(0, COMBOS - 1), weights, max_size=20)

    def build(classes, combos):
        return Range({c: weight for cell, weight in classes.items() for c in combos_of_class(cell)} | combos)

    return st.builds(build, classes, combos)


whole = ranges_with(st.just(1.0))
weighted = ranges_with(decimals)


@given(weighted, weighted)
def test_de_morgan_holds_for_all_weights(a, b):
    assert ~(a | b) == ~a & ~b
    assert ~(a & b) == ~a | ~b
    assert ~~a == a


@given(whole, whole)
def test_whole_ranges_are_sets(a, b):
    mine, theirs = set(a), set(b)
    assert set(a | b) == mine | theirs
    assert set(a & b) == mine & theirs == set(a * b)
    assert set(a - b) == mine - theirs
    assert a | ~a == ALL
    assert not (a - b) & b
    assert (a - b) | (a & b) == a


@given(weighted, weighted)
def test_each_operator_weighs_combo_by_combo(a, b):
    x, y = a.weights, b.weights
    assert (a | b).weights.tolist() == np.maximum(x, y).tolist()
    assert (a & b).weights.tolist() == np.minimum(x, y).tolist()
    assert (a - b).weights == pytest.approx(np.maximum(x - y, 0), abs=1e-15)
    assert (a * b).weights == pytest.approx(x * y)
    assert (~a).weights == pytest.approx(1 - x)
    assert a - b == a - (a & b)
    assert a & a == a | a == a


@given(weighted, st.sampled_from([0, 0.1, 0.5, 1]))
def test_a_number_scales_weights(a, factor):
    assert (a * factor).weights == pytest.approx(a.weights * factor)
    assert factor * a == a * factor


@given(weighted)
def test_every_range_reads_back(a):
    assert Range(str(a)) == a
    assert eval(repr(a), {"Range": Range}) == a if len(str(a)) < 190 else True
    assert Range(a) == Range(a.combos) == Range(a.weights) == Range.from_weights(a.weights.tolist()) == a
    assert pickle.loads(pickle.dumps(a)) == a


def test_differences_are_those_of_written_decimals():
    assert str(Range("AA") - Range("AA:0.9")) == "AA:0.1"
    assert str(Range("AA:0.3") - "AA:0.1") == "AA:0.2"
    assert str(Range("AA:0.1") * 0.7) == "AA:0.07"
    assert str(~Range("22+:0.35") & "AA") == "AA:0.65"


def test_operands_are_ranges_texts_and_numbers():
    a = Range("QQ+")
    assert str(a - "KK") == "AA,QQ"
    assert str(a | "AKs") == "QQ+,AKs"
    for wrong in (5, None, ["AA"]):
        with pytest.raises(TypeError):
            a | wrong
    for wrong in (None, True, ["AA"]):
        with pytest.raises(TypeError):
            a * wrong
    for wrong in (2, -1, float("nan")):
        with pytest.raises(RangeError, match="a weight must be between 0 and 1"):
            a * wrong
    assert Range("AA:0.25") * 2 == Range("AA:0.5")


def test_without_cards_takes_out_the_hands_that_hold_one():
    for cards in ("As Kd", ["As", "Kd"], parse_cards("AsKd"), np.array(parse_cards("AsKd"))):
        left = ALL.without(cards)
        assert len(left) == 50 * 49 / 2
        assert all(not {*parse_cards("AsKd")} & {*combo_cards(combo)} for combo in left)
    assert Range("AA:0.5").without("2c") == Range("AA:0.5")
    for wrong in ("Zz", ["As", "As"], [52], [None], 5, [1.5]):
        with pytest.raises(CardError):
            ALL.without(wrong)


@pytest.mark.parametrize("percent", [0.5, 5, 15, 33, 100])
def test_top_of_everything_is_the_percentage(percent):
    assert ALL.top(percent) == Range(f"{percent}%")
    assert ALL.top(percent, order="chen") == Range(f"{percent}%chen")
    assert ALL.top(f"{percent}%") == ALL.top(percent)


def test_top_is_of_the_range_itself():
    assert str(Range("22+").top(25)) == "QQ+"
    assert str(Range("AA:0.5,KK,72o").top(50)) == "KK,AA:0.5".replace("KK,AA:0.5", "AA:0.5,KK")
    assert not Range("AA,KK").top(10)
    assert Range("AA,KK").top(100) == Range("AA,KK")
    for wrong in (-1, 101, "x", None, True):
        with pytest.raises(RangeError, match="a percentage of the range"):
            ALL.top(wrong)
    with pytest.raises(RangeError, match="not an ordering"):
        ALL.top(5, order="best")


def test_membership_asks_for_every_combo():
    a = Range("QQ+,AKs:0.5,AhKd")
    assert "AKs" in a
    assert "KK+" in a
    assert "AhKd" in a
    assert "AKo" not in a
    assert "JJ+" not in a
    assert Range("AA,KK") in a
    assert Combo("AsAh") in a
    assert 1325 in a
    assert np.int64(1325) in a
    assert 0 not in a
    with pytest.raises(RangeError):
        assert "Zz" in a


def test_items_are_mean_weights():
    a = Range("QQ+,AKs:0.5,AhKd")
    assert (a["AKs"], a["AhKd"], a["AKo"], a["72o"], a[1325], a[Combo("AsKs")]) == (0.5, 1.0, 1 / 12, 0.0, 1.0, 0.5)
    for name, weight in zip(map(class_name, range(CLASSES)), a.class_weights(), strict=True):
        assert a[name] == weight
    for wrong in (1326, -1, 1.5, None):
        with pytest.raises(RangeError, match="a hand is text"):
            a[wrong]


def test_combos_print_as_cards_and_are_numbers():
    combos = list(Range("AA"))
    assert repr(combos) == "[AdAc, AhAc, AhAd, AsAc, AsAd, AsAh]"
    assert f"{combos[-1]} {combos[-1]:d}" == "AsAh 1325"
    assert json.dumps(combos[-1]) == "1325"
    assert combos[-1] == 1325
    assert pickle.loads(pickle.dumps(combos)) == combos
    assert np.array(combos).dtype.kind == "i"
    assert Range(combo for combo in Range("AK") if combo.cards[0] % 4 == 3) == Range("AsK")
    assert combos[0].hand_class == 0
    for wrong in ("As", "AsKsQs", "Zz", 1326, -1, None):
        with pytest.raises(CardError):
            Combo(wrong)


def test_a_range_is_made_of_many_things():
    assert Range(["AA", "KK:0.5"]) == Range(("AA", "KK:0.5")) == Range("AA,KK:0.5")
    assert Range(Range("15%")).notes == Range("15%").notes
    assert Range(Range("AA,KK")).text == "AA,KK"
    assert Range(Range("AA:0.5").class_weights()) == Range("AA:0.5")
    assert Range(np.eye(1, 169)[0]) == Range("AA")
    assert Range({1325: 0.5}) == Range("AsAh:0.5")
    for wrong in (5, None, [1, 2], [1.0] * 170, ["AA", 5], np.ones((2, 169)), {"AA": 1}, [[1.0]] * 169):
        with pytest.raises(RangeError):
            Range(wrong)


def test_a_player_is_made_of_as_many_things():
    expected = equity.calculate(["QQ+", "AKs"]).wins_by_set
    for player in (Range("QQ+"), list(Range("QQ+")), Range("QQ+").weights, Range("QQ+").class_weights(), ["QQ", "KK+"]):
        assert equity.calculate([player, "AKs"]).wins_by_set == expected
    two = [combo for combo in Range("AA") if combo in Range("AsA")]
    assert equity.calculate([two[:2], "KK"]).players[0] == str(Range(two[:2]))


def test_the_empty_range_is_a_value():
    nothing = Range("AA") - "AA"
    assert not nothing
    assert nothing == Range([]) == Range("none") == Range({}) == ~ALL == Range(np.zeros(169))
    assert (len(nothing), nothing.percent, nothing.total_weight, str(nothing)) == (0, 0.0, 0.0, "none")
    assert repr(nothing) == "Range('none')"
    assert nothing | "AA" == Range("AA")
    assert nothing.top(50) == nothing.without("As") == nothing * 0.5 == nothing
    assert nothing.to("pio") == ""
    assert "AKs" not in nothing
    assert nothing["AKs"] == 0
    assert hash(nothing) == hash(Range([]))


@pytest.mark.parametrize("place", [1, 2])
def test_the_equity_of_nothing_is_refused_by_name(place):
    players = ["KK", Range([])] if place == 2 else [Range([]), "KK"]
    for ask in (
        equity.calculate,
        equity.combo_equities,
        equity.breakdown,
        equity.distribution,
        lambda players: equity.next_card(players, board="2c7dTh"),
        lambda players: equity.deal(5, players),
    ):
        with pytest.raises(EquityError, match=f"player {place}: the range is empty"):
            ask(players)


def test_a_typed_range_without_hands_is_still_refused():
    for text in ("", "AA!AA", "AA:0"):
        with pytest.raises(RangeError, match="the range is empty"):
            Range(text)


def test_percent_counts_weights():
    assert Range("AKs:0.5,QQ:0.5").percent == pytest.approx(100 * 5 / 1326)
    assert Range("random").percent == 100


def test_cards_are_read_from_text_names_and_numbers():
    assert read_cards("AsKd") == read_cards(["As", "Kd"]) == read_cards(iter([51, 45])) == (51, 45)
    assert read_cards([]) == read_cards("") == ()
    with pytest.raises(CardError, match="Kd appears twice in the board"):
        read_cards([45, 45], where="the board")
