"""Made hands, draws, outs and textures against slow twins, published counts, and cards that are no deal."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import cards_text, combos_of_class, parse_class
from equity.errors import CardError
from equity.features import (
    Draw,
    MadeHand,
    Pairing,
    canonical_cards,
    class_count,
    class_size,
    draws,
    made_hand,
    nuts,
    outs,
    texture,
)
from equity.strengths import CATEGORIES
from tests import naive_features as naive
from tests.helpers import jit_is_off

FLOPS = np.array(list(combinations(range(52), 3)), np.uint8)
FLOP_COUNTS = [13025400, 10982400, 1235520, 549120, 102000, 51080, 37440, 6240, 360, 40]  # of all hole cards
needs_compiling = pytest.mark.skipif(jit_is_off(), reason="far too many deals for plain Python")
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


@pytest.mark.small
@pytest.mark.parametrize(
    ("deal", "words"),
    [
        ("AsKh Kd7h2c", "top pair 1; ; 0"),
        ("KsJh Kd7h2c", "top pair 3; ; 0"),
        ("AsKh Ad7h2c", "top pair 1; ; 0"),
        ("8s8h Ad7h2c", "pocket pair below top; ; 0"),
        ("5s5h Ad7h2c", "pocket pair below second; backdoor straight draw; 0"),
        ("2s2h Kd7h3c", "underpair; ; 0"),
        ("KsQh 7d7h2c", "two overcards; two overcards; 0"),
        ("AsQh 7d7h2c", "ace high 2; two overcards; 0"),
        ("7s6h 7d7c2c", "trips 8; ; 0"),
        ("7s6h 7dKh2c", "second pair 7; ; 0"),
        ("KsKh KdQdQc", "full house; ; 0"),
        ("6s5h 4h3s2cKdKc", "straight; ; 0"),
        ("6h5h KhQh4h3c3s", "flush 7; ; 0"),
        ("6h5s AhQhJc4h3h", "flush 7; ; 0"),
        ("2h5s AhQhJh4h3h", "flush; ; 0"),
        ("9h8h 7h6hAs", "no pair; flush draw, open ended, straight flush draw, combo draw; 15"),
        ("JhTs 9d8c2s", "two overcards; open ended, two overcards; 8"),
        ("JhTs 9d8c2sQh", "straight; ; 0"),
        (
            "AhKh QhJh2s",
            "ace high 1; flush draw, nut flush draw, gutshot, straight flush draw, combo draw, two overcards; 12",
        ),
        ("Qs9h JdTc8s2d", "straight; ; 0"),
        ("7h5h 9d6c3s", "no pair; double gutshot; 8"),
        ("Ah4s 2d3cKs", "ace high 9; gutshot, one overcard; 4"),
        ("KhQd 9s8s7s", "two overcards; backdoor straight draw, two overcards; 0"),
        ("8s7d 6c5h4sTd", "straight; ; 0"),
        ("6h5h Jh9hJs2c", "no pair; flush draw; 9"),
        ("7c7d 9h8h2s5d3c", "pocket pair below second; ; 0"),
        ("6c6d 9h8h7s5d2c", "straight; ; 0"),
        ("2s2d 9h8h7s5d3c", "underpair; ; 0"),
        ("AdKd 9s9h5c5d2h", "two pair on board; ; 0"),
        ("AdAc 9s9h5c5d2h", "two pair with board; ; 0"),
        ("QsJs TsTd9s", "two overcards; flush draw, open ended, straight flush draw, combo draw, two overcards; 15"),
    ],
)
def test_hands_have_the_names_that_players_give_them(deal, words):
    assert says(deal) == words


@needs_compiling
def test_categories_on_all_flops_are_the_published_counts():
    count = class_count(3)
    deals, sizes = canonical_cards(np.arange(count), 3), class_size(np.arange(count), 3)
    found, drawn = made_hand(deals[:, :2], deals[:, 2:]), draws(deals[:, :2], deals[:, 2:])
    assert np.bincount(found.category, sizes).tolist() == FLOP_COUNTS
    nothing = found.category == 0
    over = [drawn.flags & flag != 0 for flag in (Draw.TWO_OVERCARDS, Draw.ONE_OVERCARD)]
    assert [sizes[nothing & flag].sum() for flag in over] == [1302540, 3907620]
    # one code or two for each category, but for what the board has alone
    assert (found.made[found.category >= 8] == MadeHand.STRAIGHT_FLUSH).all()
    pairs = found.category == 1
    on_board = texture(deals[:, 2:]).pairing == Pairing.PAIRED
    assert ((found.made >= MadeHand.UNDERPAIR) & (found.made <= MadeHand.OVERPAIR) == pairs & ~on_board).all()
    assert ((found.made <= MadeHand.ACE_HIGH) == (nothing | (pairs & on_board))).all()
    assert (found.plays == 2).all()


@needs_compiling
@pytest.mark.parametrize(
    ("name", "flags", "codes"),
    [
        ("AKs", {"FLUSH_DRAW": 2145, "NUT_FLUSH_DRAW": 2145}, {"FLUSH": 164, "STRAIGHT_FLUSH": 1, "STRAIGHT": 63}),
        ("22", {"TWO_OVERCARDS": 0, "FLUSH_DRAW": 2 * 220}, {"SET": 2112, "FULL_HOUSE": 192, "QUADS": 48}),
        ("72o", {"NUT_FLUSH_DRAW": 0, "FLUSH_DRAW": 2 * 220}, {"TWO_PAIR": 396, "QUADS": 2, "FLUSH": 0}),
    ],
)
def test_a_hand_on_all_its_flops(name, flags, codes):
    hole = np.array(equity.cards.combo_cards(combos_of_class(parse_class(name))[0]), np.uint8)
    flops = FLOPS[~np.isin(FLOPS, hole).any(axis=1)]
    found, drawn = made_hand(hole, flops), draws(hole, flops)
    assert len(flops) == 19600
    assert {flag: int((drawn.flags & Draw[flag] != 0).sum()) for flag in flags} == flags
    assert {code: int((found.made == MadeHand[code]).sum()) for code in codes} == codes


def test_all_flops_have_the_textures_that_combinatorics_gives():
    look = texture(FLOPS)
    assert np.bincount(look.suited).tolist() == [0, 8788, 12168, 1144]
    assert np.bincount(look.pairing).tolist() == [18304, 3744, 0, 52]
    assert np.bincount(look.high)[[0, 12]].tolist() == [4, 4804]
    assert look.straight_possible.sum() == 64 * sum(
        any({*ranks} <= straight for straight in naive.STRAIGHTS) for ranks in combinations(range(13), 3)
    )


@pytest.mark.small
def test_the_nuts_are_the_best_of_all_hands():
    boards = np.concatenate([random_deals(5, seed, rows=4) for seed in (1, 2)])
    for count in (3, 4, 5):
        best = nuts(boards[:, :count])
        for i, board in enumerate(boards[:, :count].tolist()):
            rest = [card for card in range(51, -1, -1) if card not in board]
            values = [equity.evaluate([*hole, *board]) for hole in combinations(rest, 2)]
            assert best.value[i] == max(values)
            assert tuple(best.holes[i].tolist()) == list(combinations(rest, 2))[int(np.argmax(values))]


def test_leading_dimensions_broadcast():
    holes, boards = random_deals(2, 1, rows=3), random_deals(4, 2, rows=5)
    ok = ~np.isin(boards, holes).any(axis=1)
    boards = boards[ok]
    found = made_hand(holes[:, None], boards, check=False)
    assert found.made.shape == (3, len(boards))
    each = [[made_hand(hole, board, check=False).made for board in boards] for hole in holes]
    assert found.made.tolist() == each
    assert outs(holes[0], boards).shape == (len(boards), 10)
    assert made_hand(holes[:0], boards[0]).made.shape == (0,)
    assert draws(holes[0], boards[0]).flags.shape == ()


def test_threads_and_integer_types_change_nothing():
    deals = random_deals(7, 3, rows=200_000)
    one = made_hand(deals[:, :2], deals[:, 2:])
    two = made_hand(deals[:, :2].astype(np.int64), deals[:, 2:].astype(np.int16), threads=2)
    assert all((getattr(one, name) == getattr(two, name)).all() for name in vars(one))


@pytest.mark.small
@pytest.mark.parametrize(
    ("holes", "boards", "message"),
    [
        ("AsKs", "AsKd2c", "row 0: 'AsKsAsKd2c': As appears twice"),
        (["AsKs", "AhKh"], ["2c3c4c", "2c3cAh"], "row 1: 'AhKh2c3cAh': Ah appears twice"),
        ([[[0, 1]], [[0, 5]]], [[2, 3, 4], [5, 6, 7]], r"row 3 \(index \(1, 1\)\): '2c3d3d3h3s': 3d appears twice"),
        ("AsKsQs", "2c3c4c", r"hole cards must have shape \(..., 2\), got \(3,\)"),
        ("AsKs", "2c3c", r"a board must have shape \(..., 3\) or \(..., 4\) or \(..., 5\), got \(2,\)"),
        ([[0, 52]], "2c3c4c", r"a card index is 0 \(2c\) to 51 \(As\), got 52 in row 0 of hole cards"),
        ([[0, 1], [-1, 3]], "2c3c4c", "got -1 in row 1 of hole cards"),
        ([[0.0, 1.0]], "2c3c4c", "cards must be integers .* or text, got float64 values for hole cards"),
        (["AsKs", "AxKx"], "2c3c4c", "row 1 of hole cards: 'AxKx': 'x' is not a suit"),
        (["AsKs", "AsKsQs"], "2c3c4c", "row 1 of hole cards: 'AsKsQs' is 3 cards, row 0 has 2"),
        ([[0, 1], [2]], "2c3c4c", "every row must have the same number of cards; hole cards had not"),
        (np.zeros((2, 2), int), np.zeros((3, 3), int), "do not broadcast: their leading dimensions"),
    ],
)
def test_what_is_no_deal_is_refused_by_its_row(holes, boards, message):
    for ask in (made_hand, draws, outs):
        with pytest.raises(CardError, match=message):
            ask(holes, boards)


@pytest.mark.small
def test_codes_have_labels():
    assert len({code.label for code in MadeHand}) == 23
    assert Pairing.FULL_HOUSE.label == MadeHand.FULL_HOUSE.label == "full house"
    assert Draw(0).label == ""
    assert CATEGORIES[int(made_hand("AsAh", "AdAc2s").category)] == "four of a kind"
