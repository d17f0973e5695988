"""Nut rank, hand strength and strength on rivers, against counting one opponent after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import equity
from equity.errors import CardError, OptionError
from equity.features import draws, hand_strength, made_hand, nut_rank, outs, river_strength
from tests.helpers import jit_is_off
from tests.test_features_hands import random_deals

HOLES = np.array(list(combinations(range(52), 2)), np.uint8)


def count_one_by_one(hole: tuple[int, ...], board: tuple[int, ...]) -> tuple[int, int]:
    """Return how many opposing hands beat and tie a hand."""
    rest = [card for card in range(52) if card not in hole + board]
    mine = equity.evaluate([*hole, *board])
    theirs = np.array([equity.evaluate([*other, *board]) for other in combinations(rest, 2)])
    return int((theirs > mine).sum()), int((theirs == mine).sum())


def river_points(hole: tuple[int, ...], board: tuple[int, ...]) -> list[Fraction]:
    """Return the strength on every river."""
    rest = [card for card in range(52) if card not in hole + board]
    points = []
    for more in combinations(rest, 5 - len(board)):
        better, ties = count_one_by_one(hole, board + more)
        points.append(1 - (better + Fraction(ties, 2)) / 990)
    return points


@pytest.mark.small
@pytest.mark.parametrize("count", [3, 4, 5])
def test_every_opposing_hand_is_counted(count):
    deals = random_deals(2 + count, count, rows=6)
    found = nut_rank(deals[:, :2], deals[:, 2:])
    pairs = [count_one_by_one(tuple(row[:2]), tuple(row[2:])) for row in deals.tolist()]
    assert list(zip(found.better.tolist(), found.ties.tolist(), strict=True)) == pairs
    assert found.total == {3: 1081, 4: 1035, 5: 990}[count]
    wanted = [1 - (better + ties / 2) / found.total for better, ties in pairs]
    assert hand_strength(deals[:, :2], deals[:, 2:]).tolist() == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_many_hands_of_a_board_are_counted_as_single_ones_are(count):
    boards = random_deals(count, 20 + count, rows=24)
    if jit_is_off():
        boards = boards[:1]
    holes = np.concatenate([HOLES[~np.isin(HOLES, board).any(axis=1)] for board in boards])[
        :: 40 if jit_is_off() else 1
    ]
    each = np.repeat(boards, len(holes) // len(boards), axis=0)
    together = nut_rank(holes, each)
    some = np.random.default_rng(1).permutation(len(holes))[: 12 if jit_is_off() else 400]
    single = [nut_rank(holes[i], each[i]) for i in some]
    assert together.better[some].tolist() == [int(found.better) for found in single]
    assert together.ties[some].tolist() == [int(found.ties) for found in single]
    if count == 5 and not jit_is_off():  # every pair of hands is seen from both sides
        wins = 990 - together.better.astype(int) - together.ties
        assert wins.sum() == together.better.sum()


def test_strength_is_what_the_other_function_says_of_one_hand():
    for hole, board in [("AdQc", "3h4cJh"), ("7s7h", "Ks7d2c9h"), ("AsKs", "QsJs2d3d4c")]:
        assert float(hand_strength(hole, board)) == pytest.approx(equity.hand_strength(hole, board), abs=1e-15)


def test_strength_on_every_river_after_the_turn():
    deals = random_deals(6, 5, rows=2)
    found = river_strength(deals[:, :2], deals[:, 2:], bins=7)
    for i, row in enumerate(deals.tolist()):
        points = river_points(tuple(row[:2]), tuple(row[2:]))
        assert found.mean[i] == pytest.approx(float(sum(points) / 46), abs=1e-14)
        assert found.mean_square[i] == pytest.approx(float(sum(point**2 for point in points) / 46), abs=1e-14)
        places = [min(int(point * 7), 6) for point in points]
        assert found.histogram[i].tolist() == [places.count(place) for place in range(7)]


def test_strength_on_rivers_after_the_flop_is_equity_and_averages_over_turns():
    hole, flop = np.array([51, 47]), np.array([34, 29, 0])
    found = river_strength(hole, flop)
    assert found.histogram.sum() == 1081
    against_all = equity.calculate(["AsKs", "random"], board=equity.cards.cards_text(flop.tolist()), method="exact")
    assert float(found.mean) == pytest.approx(against_all.equity[0], abs=1e-12)
    turns = [card for card in range(52) if card not in {*hole.tolist(), *flop.tolist()}]
    boards = np.array([[*flop, turn] for turn in turns])
    later = river_strength(hole, boards)
    assert later.histogram.sum(axis=0).tolist() == (2 * found.histogram).tolist()
    assert float(found.mean_square) == pytest.approx(later.mean_square.mean(), abs=1e-14)


def test_on_the_river_strength_is_what_it_is():
    deals = random_deals(7, 8, rows=10)
    found, now = river_strength(deals[:, :2], deals[:, 2:]), hand_strength(deals[:, :2], deals[:, 2:])
    assert found.mean.tolist() == pytest.approx(now.tolist(), abs=1e-15)
    assert found.mean_square.tolist() == pytest.approx((now**2).tolist(), abs=1e-15)
    assert (found.histogram.sum(axis=1) == 1).all()


def test_a_range_on_rivers_counts_as_its_hands_do():
    board = random_deals(4, 31, rows=1)[0]
    holes = HOLES[~np.isin(HOLES, board).any(axis=1)][::50]
    together = river_strength(holes, board)
    for i, hole in enumerate(holes):
        single = river_strength(hole, board)
        assert single.histogram.tolist() == together.histogram[i].tolist()
        assert (single.mean, single.mean_square) == (together.mean[i], together.mean_square[i])


def test_hands_that_share_a_card_with_the_board_count_for_nothing():
    holes = np.array([[51, 47], [51, 50], [3, 2]])
    for board in ("Ks7h2d", "Ks7h2dAd", "KsKhKdKcAs"):
        cards = equity.cards.parse_cards(board)
        clash = np.isin(holes, cards).any(axis=1)
        found, ranks = made_hand(holes, board, check=False), nut_rank(holes, board, check=False)
        rivers = river_strength(holes, board, check=False)
        assert clash[0]
        for array in (*vars(found).values(), draws(holes, board, check=False).flags, rivers.mean, ranks.strength):
            assert not array[clash].any()
        assert not outs(holes, board, check=False)[clash].any()
        assert not rivers.histogram[clash].any()
        assert (found.value[~clash] == made_hand(holes[~clash], board).value).all()
        assert (rivers.mean[~clash] == river_strength(holes[~clash], board).mean).all()


def test_threads_change_nothing():
    deals = random_deals(7, 3, rows=3000)
    one, two = (nut_rank(deals[:, :2], deals[:, 2:], threads=threads) for threads in (1, 3))
    assert (one.better == two.better).all()
    assert (one.ties == two.ties).all()


@pytest.mark.small
def test_mistakes_are_named():
    with pytest.raises(CardError, match="row 0: 'AsKsAsKd2c': As appears twice"):
        nut_rank("AsKs", "AsKd2c")
    for bins in (0, 1001, 2.5, "5"):
        with pytest.raises(OptionError, match="bins must be"):
            river_strength("AsKs", "QsKd2c", bins=bins)
    assert nut_rank(np.empty((0, 2), int), "QsKd2c").better.shape == (0,)
