"""Hole cards and boards up to suits: counts, a bijection both ways, and members that are alike."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import class_of_combo, combo_index, parse_cards
from equity.errors import CardError, OptionError
from equity.features import canonical_cards, canonical_index, class_count, class_size
from tests.helpers import jit_is_off
from tests.naive_features import first_form
from tests.test_features_hands import random_deals

COUNTS = {  # (board cards, hole cards?, streets?)
    (0, True, True): 169,
    (3, True, True): 1_286_792,
    (4, True, True): 55_190_538,
    (5, True, True): 2_428_287_420,
    (0, True, False): 169,
    (3, True, False): 1_286_792,
    (4, True, False): 13_960_050,
    (5, True, False): 123_156_254,
    (3, False, True): 1_755,
    (3, False, False): 1_755,
    (4, False, True): 63_193,
    (4, False, False): 16_432,
    (5, False, True): 2_554_656,
    (5, False, False): 134_459,
}
KINDS = list(COUNTS)
needs_compiling = pytest.mark.skipif(jit_is_off(), reason="far too many classes for plain Python")


def index_of(deals: np.ndarray, n_board: int, holes: bool, streets: bool) -> np.ndarray:
    deals = np.asarray(deals)
    cut = 2 if holes else 0
    found = canonical_index(deals[..., :2] if holes else None, deals[..., cut : cut + n_board], streets=streets)
    return np.atleast_1d(found)


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_as_many_classes_as_known(kind):
    n_board, holes, streets = kind
    count = class_count(n_board, holes=holes, streets=streets)
    assert count == COUNTS[kind]
    first_and_last = np.array([0, count - 1], np.uint64)
    cards = canonical_cards(first_and_last, n_board, holes=holes, streets=streets)
    assert (index_of(cards, *kind) == first_and_last).all()
    with pytest.raises(OptionError, match=f"is 0 to {count - 1}, got {count} in row 1"):
        canonical_cards([0, count], n_board, holes=holes, streets=streets)


@needs_compiling
@pytest.mark.parametrize("kind", [kind for kind in KINDS if COUNTS[kind] < 2e6 and (kind[2] or kind[0] > 3)])
def test_every_class_is_found_again_and_all_deals_are_members(kind):
    n_board, holes, streets = kind
    every = np.arange(COUNTS[kind], dtype=np.uint64)
    cards = canonical_cards(every, n_board, holes=holes, streets=streets)
    assert (index_of(cards, *kind) == every).all()
    sizes = class_size(every, n_board, holes=holes, streets=streets)
    left = 50 if holes else 52
    boards = comb(left, 3) * (left - 3) ** (n_board > 3) * (left - 4) ** (n_board > 4) if n_board else 1
    if not streets:
        boards = comb(left, n_board)
    assert sizes.sum(dtype=np.int64) == boards * (comb(52, 2) if holes else 1)


@needs_compiling
@pytest.mark.parametrize("kind", [kind for kind in KINDS if COUNTS[kind] >= 2e6])
def test_random_classes_are_found_again(kind):
    n_board, holes, streets = kind
    some = np.random.default_rng(1).integers(0, COUNTS[kind], 300_000, dtype=np.uint64)
    cards = canonical_cards(some, n_board, holes=holes, streets=streets)
    assert (index_of(cards, *kind) == some).all()


@needs_compiling
@pytest.mark.slow
def test_all_hole_cards_and_all_flops_have_the_classes_of_the_twin():
    holes = np.array(list(combinations(range(52), 2)))
    found = canonical_index(holes)
    classes = [class_of_combo(combo_index(*hole)) for hole in holes.tolist()]
    assert len({*zip(found.tolist(), classes, strict=True)}) == len({*found.tolist()}) == len({*classes}) == 169
    assert (np.bincount(found.astype(int)) == class_size(range(169), 0)).all()
    flops = np.array(list(combinations(range(52), 3)))
    found = canonical_index(None, flops)
    forms = [first_form((), tuple(flop)) for flop in flops.tolist()]
    assert len({*zip(found.tolist(), forms, strict=True)}) == len({*found.tolist()}) == len({*forms}) == 1755
    assert (np.bincount(found.astype(int)) == class_size(range(1755), 3, holes=False)).all()


@needs_compiling
def test_all_flops_of_a_hand_have_the_classes_of_the_twin():
    cards = parse_cards("7c7d")
    flops = [flop for flop in combinations(range(52), 3) if not {*flop} & {*cards}]
    found = canonical_index(cards, flops).tolist()
    forms = [first_form(cards, flop) for flop in flops]
    assert len({*zip(found, forms, strict=True)}) == len({*found}) == len({*forms})


@pytest.mark.small
@pytest.mark.parametrize("kind", KINDS)
def test_suits_and_orders_do_not_matter_and_nothing_else_is_alike(kind):
    n_board, holes, streets = kind
    count = n_board + 2 * holes
    deals = random_deals(count, 40 + n_board, rows=60 if jit_is_off() else 600)
    deals[len(deals) // 2 :] = deals[: len(deals) // 2]  # second halves get other suits and orders
    rng = np.random.default_rng(2)
    half = len(deals) // 2
    for i in range(half, len(deals)):
        deals[i] = deals[i] // 4 * 4 + rng.permutation(4)[deals[i] % 4]
        cut = 2 * holes
        orders = [range(cut), range(cut, cut + 3), [cut + 3], [cut + 4]]
        if not streets or n_board == 0:
            orders = [range(cut), range(cut, count)]
        deals[i] = deals[i][[place for order in orders for place in rng.permutation(list(order)) if place < count]]
    found = index_of(deals, *kind)
    assert (found[:half] == found[half:]).all()
    forms = []
    for row in deals[:half].tolist():
        hole, board = tuple(row[: 2 * holes]), tuple(row[2 * holes :])
        groups = (board[:3], board[3:4], board[4:]) if streets else (board,)
        forms.append(first_form(hole, *groups))
    assert len({*zip(found[:half].tolist(), forms, strict=True)}) == len({*found[:half].tolist()}) == len({*forms})


@pytest.mark.small
@given(st.data())
def test_members_are_written_in_order(data):
    n_board, holes, streets = data.draw(st.sampled_from(KINDS))
    index = data.draw(st.integers(0, COUNTS[n_board, holes, streets] - 1))
    cards = canonical_cards(index, n_board, holes=holes, streets=streets).tolist()
    assert len({*cards}) == n_board + 2 * holes
    flop = cards[2 * holes :][: 3 if streets else 5]
    assert sorted(flop, reverse=True) == flop
    assert sorted(cards[: 2 * holes], reverse=True) == cards[: 2 * holes]
    assert int(index_of(cards, n_board, holes, streets)[0]) == index


@needs_compiling
def test_threads_and_broadcasting():
    deals = random_deals(7, 3, rows=200_000)
    one, two = (canonical_index(deals[:, :2], deals[:, 2:], threads=threads) for threads in (1, 2))
    assert (one == two).all()
    assert (canonical_cards(one, 5, threads=2) == canonical_cards(one, 5)).all()
    grid = canonical_index(deals[:4, None, :2], deals[4:9, 2:], check=False)
    assert grid.shape == (4, 5)
    assert grid.dtype == np.uint64
    assert canonical_cards(grid, 5).shape == (4, 5, 7)
    assert class_size(grid, 5).shape == (4, 5)


@pytest.mark.small
def test_mistakes_are_named():
    with pytest.raises(CardError, match="row 1: '2c3c2c5c6c': 2c appears twice"):
        canonical_index([[50, 51], [0, 4]], [[0, 8, 12], [0, 12, 16]])
    with pytest.raises(CardError, match=r"a board must have shape .* got \(2,\)"):
        canonical_index("AsKs", "2c3c")
    with pytest.raises(CardError, match=r"a board must have shape \(..., 3\)"):
        canonical_index(None)
    for n_board in (1, 2, 6, -1, "3", 3.5, None):
        with pytest.raises(OptionError, match=r"n_board .* must be 0, 3, 4 or 5"):
            class_count(n_board)
    with pytest.raises(OptionError, match=r"n_board .* must be 3, 4 or 5"):
        class_count(0, holes=False)
    with pytest.raises(OptionError, match="0 to 168, got -1 in row 0"):
        canonical_cards(-1, 0)
    with pytest.raises(OptionError, match="an index of a class is a whole number, got float64"):
        canonical_cards([0.5], 0)
    assert canonical_cards([], 3).shape == (0, 5)
    assert equity.features.class_count(np.int64(3)) == 1286792
