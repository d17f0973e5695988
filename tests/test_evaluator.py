from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity import evaluator, tables
from equity.cards import cards_from_mask, parse_cards, to_mask
from equity.errors import CardError
from equity.evaluator import best_five, evaluate, evaluate_many
from equity.generate import evaluator as generator
from equity.selfcheck import CATEGORY_COUNTS, HANDS, count_by_category, count_values
from equity.strengths import CATEGORIES, category, describe
from tests.helpers import load_json
from tests.naive_evaluator import strength

CASES = [case for case in load_json("cases_equity.json") if case["kind"] == "evaluator" and "a" in case["input"]]
FIVE_CARD_COUNTS = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)
SIX_CARD_COUNTS = (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188)

hands = st.lists(st.integers(0, 51), min_size=5, max_size=7, unique=True)


def random_rows(n: int, count: int, seed: int) -> np.ndarray:
    return np.argsort(np.random.default_rng(seed).random((n, 52)), axis=1)[:, :count].astype(np.uint8)


def all_rows(count: int, highest: int) -> np.ndarray:
    """Return every hand of `count` cards whose highest is `highest`."""
    rest = np.array(list(combinations(range(highest), count - 1)), np.uint8)
    return np.column_stack([np.full(len(rest), highest, np.uint8), rest])


def count_all(count: int) -> tuple[int, ...]:
    counts = np.zeros(7463, np.int64)
    for highest in range(count - 1, 52):
        counts += np.bincount(equity.evaluate_many(all_rows(count, highest)), minlength=7463)
    assert counts.sum() == comb(52, count)
    return count_by_category(counts)


# every hand ------------------------------------------------------------------------------------------------


def test_all_five_card_hands_by_category():
    assert count_all(5) == FIVE_CARD_COUNTS


@pytest.mark.slow
def test_all_six_card_hands_by_category():
    assert count_all(6) == SIX_CARD_COUNTS


@pytest.mark.slow
def test_all_seven_card_hands_by_category():
    counts = count_values()
    assert counts.sum() == HANDS == comb(52, 7)
    assert count_by_category(counts) == CATEGORY_COUNTS
    assert (counts[1:] > 0).sum() == 4824  # 7,462 classes less those that seven cards always beat


@pytest.mark.small
def test_order_of_all_classes_is_the_naive_twins():
    found: dict[int, tuple[int, ...]] = {}
    for ranks in {tuple(sorted(chosen)) for chosen in combinations([*range(13)] * 4, 5)}:
        hand = [4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)]  # pairs in different suits
        if len(set(ranks)) == 5:  # here all are clubs
            found[equity.evaluate(hand)] = strength(hand)
            hand[0] += 1
        found[equity.evaluate(hand)] = strength(hand)
    assert sorted(found) == list(range(1, 7463))
    in_order = [found[value] for value in range(1, 7463)]
    assert in_order == sorted(in_order)
    assert len(set(in_order)) == 7462


# one hand against the twin ---------------------------------------------------------------------------------


@pytest.mark.small
@given(hands, hands)
def test_two_hands_compare_as_in_the_twin(first, second):
    a, b = equity.evaluate(first), equity.evaluate(second)
    x, y = strength(first), strength(second)
    assert (a > b) - (a < b) == (x > y) - (x < y)
    assert equity.category(a) == x[0]


@pytest.mark.small
@given(hands, st.permutations(range(4)), st.randoms())
def test_suits_and_order_do_not_matter(hand, suits, random):
    moved = [4 * (card // 4) + suits[card % 4] for card in hand]
    random.shuffle(moved)
    assert equity.evaluate(moved) == equity.evaluate(hand)


@pytest.mark.small
@given(st.lists(st.integers(0, 51), min_size=6, max_size=7, unique=True))
def test_a_further_card_never_lowers_a_hand(hand):
    assert equity.evaluate(hand) >= equity.evaluate(hand[:-1])


@pytest.mark.small
@given(hands)
def test_best_five_is_worth_the_hand(hand):
    five = equity.best_five(hand)
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert equity.evaluate(five) == equity.evaluate(hand)


@pytest.mark.small
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases(case):
    a, b = equity.evaluate(case["input"]["a"]), equity.evaluate(case["input"]["b"])
    result = case["expected"]["result"]
    wins = any(words in result for words in ("a wins", "a is a flush", "beats quads"))
    assert (a > b, a == b) == (wins, "tie" in result)


# arrays ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize("fill", [evaluator._fill_with_numpy, lambda *a: evaluator._fill_compiled(*a, 2)])
def test_rows_and_masks_are_valued_alike_by_numpy_and_kernels(count, fill):
    rows = random_rows(5000, count, seed=count)
    values, from_masks = np.zeros((2, 5000), np.uint16)
    masks = np.bitwise_or.reduce(tables.CARD_MASKS[rows], axis=1)
    assert fill(rows, values, True) == fill(masks, from_masks, True) == -1
    assert values.tolist() == from_masks.tolist() == [equity.evaluate(row) for row in rows.tolist()]


@pytest.mark.small
def test_kernels_run_as_plain_python():
    rows = random_rows(20, 7, seed=3)
    values = np.zeros(20, np.uint16)
    evaluator._fill_compiled(rows, values, True, 1)
    assert values.tolist() == [equity.evaluate(row) for row in rows.tolist()]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int64, np.uint32])
def test_any_integer_type_and_any_leading_shape(dtype):
    rows = random_rows(24, 6, seed=5)
    values = equity.evaluate_many(rows.astype(dtype).reshape(2, 3, 4, 6))
    assert values.shape == (2, 3, 4)
    assert values.ravel().tolist() == [equity.evaluate(row) for row in rows.tolist()]


def test_no_state_is_shared_and_threads_do_not_matter():
    rows = np.tile(random_rows(6_000, 5, seed=6), (100, 1))
    first = equity.evaluate_many(rows)
    assert first.min() >= 1
    assert first.max() <= 7462
    assert (first == equity.evaluate_many(rows)).all()
    values = np.zeros_like(first)
    evaluator._fill_compiled(rows, values, False, 3)
    assert (values == first).all()


def test_columns_and_empty_arrays():
    rows = np.asfortranarray(random_rows(300, 7, seed=7))
    assert equity.evaluate_many(rows[::-1]).tolist() == equity.evaluate_many(rows).tolist()[::-1]
    assert equity.evaluate_many(np.zeros((0, 7), np.int64)).shape == (0,)
    assert equity.evaluate_many(np.zeros(0, np.uint64)).shape == (0,)


# words -----------------------------------------------------------------------------------------------------


@pytest.mark.small
def test_every_value_has_its_own_name():
    assert len({describe(value) for value in range(1, 7463)}) == 7462


@pytest.mark.small
@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("AsKsQsJsTs2d3c", "royal flush"),
        ("Ah2h3h4h5h", "straight flush, five high"),
        ("KsKhKdKc2s", "four of a kind, kings, two kicker"),
        ("KsKhKd2c2s", "full house, kings over twos"),
        ("Ks5s4h8sAsQs6d", "flush, ace king queen eight five"),
        ("As2c3d5s4c", "straight, five high"),
        ("6s6h6dAsKc", "three of a kind, sixes, ace king kickers"),
        ("Qc5h9cKhKd9sAh", "two pair, kings and nines, ace kicker"),
        ("8hKs9c7s5h5s3c", "pair of fives, king nine eight kickers"),
        ("7s5d4c3h2s", "high card seven, five four three two kickers"),
    ],
)
def test_names(cards, name):
    assert describe(equity.evaluate(cards)) == name


@pytest.mark.small
def test_categories_are_the_naive_twins_and_cover_the_counts():
    assert CATEGORIES[0] == "high card"
    assert CATEGORIES[9] == "royal flush"
    assert [category(value) for value in (1, 1277, 1278, 7452, 7453, 7461, 7462)] == [0, 0, 1, 7, 8, 8, 9]


# mistakes --------------------------------------------------------------------------------------------------


@pytest.mark.small
@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("AsKs", r"evaluate needs 5, 6 or 7 cards, got 2; for starting hands use calculate\(\['AsKs'\]\)"),
        ("", "got 0"),
        ("As2s3s4s5s6s7s8s", "got 8"),
        ("AsAs2c3d4h", "As appears twice"),
        ([0, 1, 2, 3, 52], "0 .2c. to 51 .As., got 52"),
        ([0, 1, 2, 3, -1], "got -1"),
        ([0, 1, 2, 3, 3], "2s appears twice"),
        ([0, 1, 2, 3, 4.5], "integers"),
        ("AsKsQsJsTx", "'x' is not a suit"),
    ],
)
def test_wrong_hands(cards, message):
    with pytest.raises(equity.EquityError, match=message):
        equity.evaluate(cards)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (np.zeros((3, 4), np.int64), r"shape \(\.\.\., 5\).*got \(3, 4\)"),
        (np.int64(3), "shape"),
        (np.zeros((3, 5)), "float64"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 3, 52]]), "got 52 in hand 1"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, -3, 4]]), "got -3 in hand 1"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, -3, 4]], np.int8), "got -3 in hand 1"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 52, 4]], np.uint8), "got 52 in hand 1"),
        (np.array([[0, 1, 2, 3, 4], [0, 1, 2, 4, 4]]), "3c appears twice in hand 1"),
        (np.array([0b11111, 7], np.uint64), "hand 1"),
        (np.array([1 << 15 | 0b1111], np.uint64), "not a set of cards"),
        (np.array([0xFFF], np.uint64), "got 12 in hand 0"),
    ],
)
def test_wrong_arrays(cards, message):
    with pytest.raises(equity.EquityError, match=message):
        equity.evaluate_many(cards)


def test_a_repeated_card_is_found_by_kernels_in_any_chunk():
    rows = np.tile(random_rows(7_000, 7, seed=8), (100, 1))
    rows[600_001, 3] = rows[600_001, 6]
    values = np.zeros(len(rows), np.uint16)
    assert evaluator._fill_compiled(rows, values, True, 2) == 600_001


FILLS = [evaluator._fill_with_numpy, lambda *given: evaluator._fill_compiled(*given, 1)]


@pytest.mark.small
@pytest.mark.parametrize("fill", FILLS, ids=["numpy", "kernels"])
@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("count", [5, 6, 7])
def test_bytes_that_are_not_cards_are_found_whatever_is_checked(count, check, fill):
    rows, values = random_rows(6, count, seed=9), np.zeros(6, np.uint16)
    for card in (52, 63, 64, 127, 128, 255):
        for wrong in (rows.copy(), np.where(np.arange(6)[:, None] == 4, np.uint8(card), rows)):  # one, or the whole row
            wrong[4, -1] = card
            assert fill(wrong, values, check) == 4


@pytest.mark.small
@pytest.mark.parametrize("fill", FILLS, ids=["numpy", "kernels"])
@pytest.mark.parametrize("count", [5, 6, 7])
def test_repeated_cards_that_are_not_looked_for_read_nothing_beyond_the_tables(count, fill):
    rows = np.random.default_rng(10).integers(0, 52, (200, count), np.uint8) % np.arange(1, 53).repeat(4)[:200, None]
    assert fill(rows.astype(np.uint8), np.zeros(200, np.uint16), False) == -1
    same = np.arange(52, dtype=np.uint8)[:, None].repeat(count, axis=1)
    assert fill(same, np.zeros(52, np.uint16), False) == -1
    assert fill(same, np.zeros(52, np.uint16), True) == 0


@pytest.mark.small
@pytest.mark.parametrize("value", [0, -1, 7463])
def test_wrong_values(value):
    with pytest.raises(equity.EquityError, match="1 to 7462"):
        describe(value)


# the tables ------------------------------------------------------------------------------------------------


@pytest.mark.small
def test_rank_keys_keep_all_multisets_apart():
    keys = np.array(tables.RANK_KEYS)
    for count in (5, 6, 7):
        sums = np.array(list(generator.rank_multisets(count))) @ keys
        assert len(np.unique(sums)) == len(sums)
        assert sums.max() < 1 << generator.HASH_BITS


@pytest.mark.slow
def test_the_generator_makes_the_shipped_tables():
    with np.load(generator.DATA) as shipped:
        built = generator.build()
        assert set(built) == set(shipped.files)
        for name, table in built.items():
            assert table.dtype == shipped[name].dtype
            assert np.array_equal(table, shipped[name]), name


@pytest.mark.small
def test_masks_and_cards_agree():
    hand = parse_cards("As Kd 2c 7h Ts")
    assert cards_from_mask(to_mask(hand)) == tuple(sorted(hand))


def test_hands_of_different_lengths_and_values_of_other_types_are_named():
    with pytest.raises(equity.EquityError, match="same number of cards"):
        equity.evaluate_many([[1, 2, 3, 4, 5], [1, 2]])
    for value in (None, 1.5, "x"):
        with pytest.raises(equity.EquityError):
            equity.describe(value)


@pytest.mark.small
def test_cards_as_lists_of_texts():
    text = "KsKhKd2c2s7h9d"
    names = [text[i : i + 2] for i in range(0, 14, 2)]
    value = evaluate(text)
    assert evaluate(names) == evaluate(tuple(names)) == evaluate(np.array(names)) == value
    assert best_five(names) == best_five(text)
    assert evaluate_many([text, "AsKsQsJsTs", "2c3d4h5s9c8c"]).tolist() == [value, 7462, evaluate("2c3d4h5s9c8c")]
    assert evaluate_many([names, names[::-1]]).tolist() == [value, value]
    assert evaluate_many(np.array([[names] * 2] * 3)).shape == (3, 2)
    for wrong, message in (
        ([text, "As"], "hand 1"),
        ([text, "AsKsQsJsXs"], "hand 1"),
        ([text, "AsAsQsJsTs"], "hand 1: .*appears twice"),
        (text, "list of hands"),
    ):
        with pytest.raises(CardError, match=message):
            evaluate_many(wrong)
    for wrong in (["Ks", 5], [None] * 5, ["Ks", "Zz", "2c", "3c", "4c"], 5):
        with pytest.raises(CardError):
            evaluate(wrong)
