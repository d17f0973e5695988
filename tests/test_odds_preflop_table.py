"""The heads-up preflop table: its bytes, its numbering, and what is read from it."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from equity.cards import CARDS, COMBOS, combo_cards, combo_index, parse_class
from equity.constants import BOARDS_HEADS_UP
from equity.errors import CheckpointError
from equity.generate import preflop as builder
from equity.matchups import SLOTS, slot_grid, slot_of
from equity.odds.exact import preflop, preflop_grids
from equity.odds.exact.preflop_table import matchup
from equity.odds.question.question import Question
from equity.ranges import Range
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY, values_of
from tests.helpers import amount, load_json

TABLE_CASES = [
    case
    for case in load_json("golden_equities.json")
    if len(case["players"]) == 2 and not case["board"] and not case["dead"] and case["total"]
]


def fits(first, second):
    return set(combo_cards(first)).isdisjoint(combo_cards(second))


def enumerate_matchup(first, second):
    """Wins of the first combo and ties over all boards, with NumPy."""
    held = [list(combo_cards(combo)) for combo in (first, second)]
    deck = np.array([card for card in range(CARDS) if card not in held[0] + held[1]])
    boards = deck[np.array(list(combinations(range(48), 5)), np.uint8)]
    keys = CARD_KEYS[boards].sum(axis=1, dtype=np.uint64) + START_KEY
    masks = np.bitwise_or.reduce(CARD_MASKS[boards], axis=1)
    values = [
        values_of(keys + CARD_KEYS[cards].sum(dtype=np.uint64), masks | np.bitwise_or.reduce(CARD_MASKS[cards]), 7)
        for cards in held
    ]
    return int((values[0] > values[1]).sum()), int((values[0] == values[1]).sum())


def random_matchup(rng):
    a, b, c, d = rng.sample(range(CARDS), 4)
    return combo_index(a, b), combo_index(c, d)


@pytest.mark.parametrize("case", TABLE_CASES, ids=lambda case: " v ".join(case["players"])[:40])
@pytest.mark.parametrize("way", [preflop._look_up, preflop._solve_grid])
def test_golden_cases(case, way):
    question = Question.parse(case["players"])
    if way is preflop._look_up and len(question.live[0]) * len(question.live[1]) > 100_000:
        pytest.skip("too wide to look up pair by pair")
    tally = way(question)
    assert [tally.wins_by_set[0,], tally.wins_by_set[1,]] == case["wins"]
    assert tally.wins_by_set[0, 1] == case["ties"].get("0+1", 0)
    assert tally.total == case["total"]


def test_whole_table_checksum():
    tally = preflop.solve(Question.parse(["random", "random"]))
    assert tally.total == 2_781_381_002_400
    assert tally.wins_by_set == {(0,): 1_334_125_369_292, (1,): 1_334_125_369_292, (0, 1): 113_130_263_816}


@pytest.mark.small
def test_file_has_one_entry_a_slot():
    raw = builder.DATA.read_bytes()
    assert len(raw) == 6 * SLOTS == 314_028
    entries = np.frombuffer(raw, np.uint8).reshape(SLOTS, 2, 3).astype(np.int64) @ [1, 1 << 8, 1 << 16]
    used = np.flatnonzero(entries.any(axis=1))
    assert np.array_equal(used, np.sort(builder.matchups()[:, 0]))
    assert entries.sum(axis=1).max() <= BOARDS_HEADS_UP


def test_every_matchup_up_to_suits_and_seats_is_counted():
    """47,008 by Burnside's way of looking: canonical under 24 suit permutations and two seats."""
    names = [np.array([4 * (card >> 2) + suits[card & 3] for card in range(52)]) for suits in permutations(range(4))]
    first, second = np.nonzero(preflop_grids.fits())
    cards = np.array([combo_cards(combo) for combo in range(COMBOS)])
    least = np.full(len(first), COMBOS * COMBOS)
    for name in names:
        renamed = np.sort(name[cards], axis=1)
        number = renamed[:, 1] * (renamed[:, 1] - 1) // 2 + renamed[:, 0]
        a, b = number[first], number[second]
        least = np.minimum(least, np.minimum(a * COMBOS + b, b * COMBOS + a))
    assert len(np.unique(least)) == 47_008
    slots, swapped = slot_grid(range(COMBOS), range(COMBOS))
    kinds = slots[first, second].astype(np.int64) * 2 + swapped[first, second]
    order = np.lexsort((least, kinds))
    same_slot = kinds[order][1:] == kinds[order][:-1]
    assert np.array_equal(least[order][1:][same_slot], least[order][:-1][same_slot])  # a slot holds one kind only


@pytest.mark.small
def test_both_ways_to_number_a_matchup_agree():
    rng = random.Random(1)
    first = rng.sample(range(COMBOS), 60)
    second = rng.sample(range(COMBOS), 60)
    slots, swapped = slot_grid(first, second)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            if fits(a, b):
                assert (slots[i, j], swapped[i, j]) == slot_of(a, b)


@pytest.mark.small
def test_seats_and_suits_do_not_matter():
    rng = random.Random(2)
    for _ in range(100):
        first, second = random_matchup(rng)
        wins, ties = matchup(first, second)
        assert matchup(second, first) == (BOARDS_HEADS_UP - wins - ties, ties)
        for suits in permutations(range(4)):
            one, two = (
                combo_index(*(card & ~3 | suits[card & 3] for card in combo_cards(combo))) for combo in (first, second)
            )
            assert matchup(one, two) == (wins, ties)


@pytest.mark.small
def test_combos_that_share_a_card_never_meet():
    assert matchup(0, 0) == (0, 0)
    assert matchup(combo_index(0, 1), combo_index(1, 2)) == (0, 0)


def test_table_equals_enumeration():
    rng = random.Random(3)
    for _ in range(amount(1, 2)):
        first, second = random_matchup(rng)
        assert matchup(first, second) == enumerate_matchup(first, second)


@pytest.mark.slow
def test_table_equals_compiled_enumeration_on_500_matchups():
    """Rebuild 500 entries from scratch, from other pairs of combos than the ones the table was made of."""
    rng = random.Random(4)
    pairs = [random_matchup(rng) for _ in range(500)]
    rows = np.array([(0, first, second) for first, second in pairs])
    counts = sum(part for _, part in builder.count_boards(rows))
    for (first, second), wins, losses in zip(pairs, *counts.tolist(), strict=True):
        assert matchup(first, second) == (wins, BOARDS_HEADS_UP - wins - losses)


@pytest.mark.slow
def test_builder_makes_the_shipped_bytes(tmp_path):
    assert builder.build(tmp_path / "part.npz") == builder.DATA.read_bytes()


@pytest.mark.slow
def test_builder_goes_on_where_it_was(tmp_path, monkeypatch):
    rows = builder.matchups()[::500]
    monkeypatch.setattr(builder, "matchups", lambda: rows)
    monkeypatch.setattr(builder, "TOPS", range(4, 24))
    whole = builder.build(tmp_path / "whole.npz")
    monkeypatch.setattr(builder, "TOPS", range(4, 14))
    builder.build(tmp_path / "part.npz")
    monkeypatch.setattr(builder, "TOPS", range(4, 24))
    assert builder.build(tmp_path / "part.npz", threads=2) == whole
    monkeypatch.setattr(builder, "matchups", lambda: rows[1:])
    with pytest.raises(CheckpointError, match="another version"):
        builder.build(tmp_path / "part.npz")


@pytest.mark.parametrize("weights", [(1.0,), (0.25, 0.5), (0.1, 0.35)])
def test_weighted_ranges_are_exact_both_ways(weights):
    rng = random.Random(5)
    ranges = [
        Range.from_combos({combo: rng.choice(weights) for combo in sorted(rng.sample(range(COMBOS), 80))})
        for _ in range(2)
    ]
    question = Question.parse(ranges)
    tallies = [preflop._look_up(question), preflop._solve_grid(question)]
    assert tallies[0] == tallies[1]
    assert isinstance(tallies[0].total, int)
    assert tallies[0].total == sum(tallies[0].wins_by_set.values())


def test_weights_that_are_no_decimals_are_close_both_ways():
    question = Question.parse([Range.from_combos({5: 2**-0.5, 900: 1 / 3, 1325: 1.0}), Range("22+:0.123456789")])
    tallies = [preflop._look_up(question), preflop._solve_grid(question)]
    assert tallies[0].total == pytest.approx(tallies[1].total, rel=1e-12)
    assert tallies[0].wins_by_set == pytest.approx(tallies[1].wins_by_set, rel=1e-12)


def test_counts_of_combos_add_up_to_the_answer():
    question = Question.parse(["QQ+,AKs:0.5", "22+,A2s+"])
    tally = preflop.solve(question)
    for seat, counts in enumerate(preflop.count_combos(question)):
        sums = np.array(list(question.live[seat].values())) @ counts
        expected = np.array([tally.wins_by_set[seat,], tally.wins_by_set[0, 1], tally.total])
        assert sums / sums[2] == pytest.approx(expected / tally.total)


def test_classes():
    counts = preflop_grids.class_counts()
    assert counts.shape == (169, 169, 3)
    assert counts.sum(axis=(0, 1)).tolist() == [1_334_125_369_292, 113_130_263_816, 2_781_381_002_400]
    matrix = preflop_grids.preflop_matrix()
    assert matrix + matrix.T == pytest.approx(np.ones((169, 169)))
    aks, queens = parse_class("AKs"), parse_class("QQ")
    assert counts[aks, queens].tolist() == [18_834_720, 178_116, 41_095_296]
    equities = preflop_grids.class_equities()
    assert equities.argmax() == 0
    assert equities.argmin() == parse_class("32o")
    hands = counts[..., 2].sum(axis=1) / (1225 * comb(48, 5))
    assert hands @ equities == pytest.approx(1326 / 2)


@pytest.mark.small
def test_a_single_matchup_loads_neither_numpy_nor_numba():
    code = (
        "import sys; from equity.cards import *; from equity.odds.exact.preflop_table import matchup; "
        "assert matchup(1325, 1126)[0] > 0; assert not {'numpy', 'numba'} & set(sys.modules), sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
