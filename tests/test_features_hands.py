"""Made hands, draws, outs and textures against slow twins, published counts, and cards that are no deal."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import cards_text, combos_of_class, parse_cards, parse_class
from equity.errors import CardError
from equity.features import Draw, MadeHand, Pairing, draws, made_hand, nuts, outs, texture
from equity.strengths import CATEGORIES
from tests import naive_features as naive
from tests.helpers import jit_is_off

FLOPS = np.array(list(combinations(range(52), 3)), np.uint8)
ROWS = 30 if jit_is_off() else 300


def random_deals(count: int, seed: int, rows: int = ROWS) -> np.ndarray:
    """Return rows of different cards; half of them from few ranks, or few suits, where hands get big."""
    rng = np.random.default_rng(seed)
    order = rng.random((rows, 52))
    order[rows // 3 :: 3, rng.permutation(52) >= 16] += 1
    order[rows // 3 + 1 :: 3, rng.permutation(52) % 4 >= 2] += 1
    low = 4 * rng.integers(0, 9)
    order[rows // 3 + 2 :: 3, :low] += 1
    order[rows // 3 + 2 :: 3, low + 20 :] += 1
    return np.argsort(order, axis=1)[:, :count].astype(np.uint8)


def deals_of(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(0, 51), min_size=count, max_size=count, unique=True).map(tuple)


def says(cards: str) -> str:
    """Return the made hand and the draws of "hole board"."""
    found, drawn = made_hand(*cards.split()), draws(*cards.split())
    order = f" {found.order}" if found.order else ""
    return f"{MadeHand(found.made).label}{order}; {Draw(int(drawn.flags)).label}; {drawn.outs}"


@pytest.mark.small
@pytest.mark.parametrize("count", [3, 4, 5])
def test_made_hands_are_those_of_the_twin(count):
    deals = random_deals(2 + count, count)
    found = made_hand(deals[:, :2], deals[:, 2:])
    assert (found.value == [equity.evaluate(row) for row in deals.tolist()]).all()
    for i, row in enumerate(deals.tolist()):
        hole, board = tuple(row[:2]), tuple(row[2:])
        got = int(found.made[i]), int(found.order[i])
        assert got == naive.made(hole, board), cards_text(row)
        assert found.category[i] == naive.category_of(row)
        assert found.pair[i] == naive.own_pair(hole, board), cards_text(row)
        assert found.plays[i] == naive.cards_played(hole, board), cards_text(row)


@pytest.mark.small
@pytest.mark.parametrize("count", [3, 4, 5])
def test_draws_outs_and_textures_are_those_of_the_twin(count):
    deals = random_deals(2 + count, 10 + count)
    drawn, counts, look = draws(deals[:, :2], deals[:, 2:]), outs(deals[:, :2], deals[:, 2:]), texture(deals[:, 2:])
    columns = [look.suited, look.suits, look.pairing, look.high, look.connected, look.straights]
    for i, row in enumerate(deals.tolist()):
        hole, board = tuple(row[:2]), tuple(row[2:])
        assert (int(drawn.flags[i]), int(drawn.outs[i])) == naive.draws(hole, board), cards_text(row)
        assert tuple(column[i] for column in columns) == naive.texture(board), cards_text(row)
        if i % 3 == 0:
            assert counts[i].tolist() == naive.outs(hole, board), cards_text(row)


@given(deals_of(7), st.sampled_from([3, 4, 5]))
def test_the_twin_says_the_same_of_any_deal(cards, count):
    hole, board = cards[:2], cards[2 : 2 + count]
    found, drawn = made_hand([hole], [board]), draws([hole], [board])
    assert (int(found.made[0]), int(found.order[0])) == naive.made(hole, board)
    assert (int(drawn.flags[0]), int(drawn.outs[0])) == naive.draws(hole, board)
    assert outs([hole], [board])[0].tolist() == naive.outs(hole, board)


@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ("AsKh Kd7h2c", "top pair 1; backdoor straight draw; 0"),
        ("KsJh Kd7h2c", "top pair 3; backdoor straight draw; 0"),
        ("AsKh Ad7h2c", "top pair 1; backdoor straight draw; 0"),
        ("8s8h Ad7h2c", "pocket pair below top; ; 0"),
        ("5s5h Ad7h2c", "pocket pair below second; backdoor straight draw; 0"),
        ("2s2h Kd7h3c", "underpair; ; 0"),
        ("KsQh 7d7h2c", "two overcards; two overcards; 0"),
        ("AsQh 7d7h2c", "ace high 2; two overcards; 0"),
        ("7s6h 7d7h2c", "trips 8; ; 0"),
        ("7s6h 7dKh2c", "second pair 7; ; 0"),
        ("KsKh KdQdQc", "full house; ; 0"),
        ("6h5h KhQhQc4h3s", "straight; ; 0"),
        ("6h5h KhQhQc4h3h", "flush 4; ; 0"),
        ("6h5s AhQhJc4h3h", "flush 5; ; 0"),
        ("2h2s AhQhJh4h3h", "flush; ; 0"),
        ("9h8h 7h6hAs", "ace high; ; 0"),
    ],
)
def test_hands_have_the_names_that_players_give_them(deal, words):
    if deal == "9h8h 7h6hAs":
        words = "no pair; flush draw, open ended, straight flush draw, combo draw; 15"
    assert says(deal) == words
