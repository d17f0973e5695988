"""Finishing orders, chips with side pots, and prize money."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.odds import Question
from equity.odds.analyses import icm
from equity.odds.analyses.side_pots import check_stacks, chip_outcomes, tally_chips
from tests.naive import hole_cards
from tests.naive_evaluator import strength


def naive_orders(players, board, dead=""):
    question = Question.parse(players, board=board, dead=dead)
    found = Counter()
    for holes, weight in hole_cards(question.live, {*question.known}):
        gone = {*question.known, *(card for hole in holes for card in hole)}
        for rest in combinations([card for card in range(52) if card not in gone], 5 - len(question.board)):
            values = [strength([*hole, *question.board, *rest]) for hole in holes]
            found[tuple(sum(other > value for other in values) for value in values)] += weight
    return found


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsKs", "QhQd", "7c7d"], "Ts9s2d8h", ""),
        (["AsKs,2c2s:0.5", "QhQd,99", "AcKc"], "Ts9s2d7h", "Qc"),
        (["AsKs", "AdKd", "AcKc", "AhKh"], "Ts9c2d7h3s", ""),
        (["AsKs", "QhQd:0.5,JJ"], "Ts9s2d7h", ""),
    ],
)
def test_orders_are_the_naive_twins(players, board, dead):
    expected = naive_orders(players, board, dead)
    found = equity.finishing_orders(players, board=board, dead=dead)
    scale = Fraction(found.total) / sum(expected.values())
    assert found.by_order == {order: scale * count for order, count in expected.items()}
    assert found.seed is None


@pytest.mark.parametrize("board", [pytest.param("", marks=pytest.mark.slow), "Ts9s2d"])
def test_the_first_in_each_order_are_the_winners(board):
    players = ["AsKs,77", "QQ:0.5,AKs", "JTs,22"]
    whole = equity.calculate(players, board=board, method="exact")
    found = equity.finishing_orders(players, board=board)
    wins = Counter()
    for order, count in found.by_order.items():
        wins[tuple(player for player, rank in enumerate(order) if rank == 0)] += count
    assert dict(wins) == whole.wins_by_set


def test_sampled_orders_agree_and_repeat():
    players = ["AsKs", "QhQd", "random", "22+", "random", "random", "random"]
    runs = [equity.finishing_orders(players, samples=200_000, seed=9, threads=n) for n in (1, 2)]
    assert runs[0].by_order == runs[1].by_order
    assert runs[0].total == sum(runs[0].counts) == 200_000
    first = sum(count for order, count in runs[0].by_order.items() if order[0] == 0) / 200_000
    reference = equity.calculate(players, samples=200_000, seed=1)
    assert first == pytest.approx(reference.win[0] + reference.tie[0], abs=0.006)


def test_huge_weights_do_not_overflow():
    ranges = [f"22+:{w},A2s+:0.{w[-1]}999,K2s+:0.1" for w in ("0.9999", "0.7777", "0.3333")]
    found = equity.finishing_orders(ranges, board="Ts9s2d7h3c")
    assert found.counts.min() > 0
    whole = equity.calculate(ranges, board="Ts9s2d7h3c", method="exact")
    chips = found.expected_chips([1, 1, 1])
    assert chips / 3 == pytest.approx(whole.equity, abs=1e-9)


def naive_chips(order, stacks):
    """Pay pots the way a dealer does: level by level, split among the best of those in it."""
    have = [Fraction(0)] * len(stacks)
    paid = [Fraction(0)] * len(stacks)
    while any(p < s for p, s in zip(paid, stacks, strict=True)):
        inside = [i for i in range(len(stacks)) if paid[i] < stacks[i]]
        level = min(stacks[i] - paid[i] for i in inside)
        for i in inside:
            paid[i] += level
        best = [i for i in inside if order[i] == min(order[j] for j in inside)]
        for i in best:
            have[i] += level * len(inside) / Fraction(len(best))
    return have


@pytest.mark.small
@given(data=st.data())
def test_pots_are_paid_level_by_level(data):
    players = data.draw(st.integers(2, 6))
    stacks = data.draw(st.lists(st.integers(1, 5), min_size=players, max_size=players))
    strengths = data.draw(
        st.lists(st.lists(st.integers(0, 3), min_size=players, max_size=players), min_size=1, max_size=4)
    )
    ranks = np.array([[sum(o > v for o in row) for v in row] for row in strengths], np.uint8)
    exact = check_stacks(stacks, players)
    each = [naive_chips(row, stacks) for row in ranks.tolist()]
    chips, parts = chip_outcomes(ranks, exact)
    assert [[Fraction(c, parts) for c in row] for row in chips.tolist()] == each
    mean = tally_chips(ranks, np.ones(len(ranks), np.int64), exact)
    assert mean == pytest.approx([float(sum(column) / len(each)) for column in zip(*each, strict=True)])
    assert mean.sum() == pytest.approx(sum(stacks))


def test_chips_of_a_known_spot():
    players, stacks = ["AsAh", "KsKh", "QsQh"], [100, 200, 300]
    chips = equity.expected_chips(players, stacks)
    three = equity.calculate(players, method="exact")
    # main pot of 300 for three; side pot of 200 for kings and queens, with the aces' cards out of play; 100 go back
    two = equity.calculate(players[1:], dead="AsAh")
    assert chips[0] == pytest.approx(300 * three.equity[0])
    assert chips[1] == pytest.approx(300 * three.equity[1] + 200 * two.equity[0])
    assert chips[2] == pytest.approx(300 * three.equity[2] + 200 * two.equity[1] + 100)
    assert equity.calculate(players, stacks=stacks).expected_chips == pytest.approx(chips)
    assert equity.expected_chips(players, stacks, pot=30).sum() == pytest.approx(630)


def test_equal_stacks_are_equities():
    result = equity.calculate(["AsKs", "QhQd", "random", "random"], stacks=[25] * 4, samples=50_000, seed=1)
    assert result.expected_chips == pytest.approx(100 * result.equity)
    plain = result.to_dict()
    assert [player["stack"] for player in plain["players"]] == [25.0] * 4
    sampled = equity.calculate(["AsKs", "QhQd", "random", "random"], stacks=[25, 50, 75, 50], samples=50_000, seed=1)
    assert sampled.expected_chips.sum() == pytest.approx(200)


def test_chips_need_stacks():
    with pytest.raises(equity.EquityError, match="stacks"):
        equity.calculate(["AA", "KK"]).expected_chips  # noqa: B018
    for stacks in ([1], [1, 0], [1, "x"], [1, float("nan")]):
        with pytest.raises(equity.EquityError):
            equity.calculate(["AA", "KK"], stacks=stacks)


# prize money


def naive_icm(stacks, payouts):
    """Every finishing order with its probability."""
    found = [0.0] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for player in order:
            chance *= stacks[player] / left
            left -= stacks[player]
        for player, prize in zip(order, payouts, strict=False):
            found[player] += chance * prize
    return found


@pytest.mark.small
def test_icm_of_a_published_example():
    # the example of the encyclopedias: half, 30 and 20 percent of the chips, prizes 70 and 30
    assert equity.icm([50, 30, 20], [70, 30]).round(2).tolist() == [45.18, 32.25, 22.57]


@pytest.mark.small
@given(
    stacks=st.lists(st.integers(1, 10_000), min_size=1, max_size=6),
    payouts=st.lists(st.integers(0, 100), min_size=1, max_size=8),
)
def test_icm_is_the_sum_over_orders(stacks, payouts):
    assert equity.icm(stacks, payouts) == pytest.approx(naive_icm(stacks, payouts))


def test_icm_agrees_with_pokerkit():
    pokerkit = pytest.importorskip("pokerkit.analysis")
    stacks, payouts = [4500, 2300, 1800, 900, 500, 120], [50, 30, 20]
    assert equity.icm(stacks, payouts) == pytest.approx(pokerkit.calculate_icm(payouts, stacks))


def test_icm_of_many_players():
    stacks = np.random.default_rng(1).integers(1, 1000, 15)
    found = equity.icm(stacks, range(15, 0, -1))
    assert found.sum() == pytest.approx(120)
    assert (np.diff(found[np.argsort(stacks)]) >= 0).all()
    assert equity.icm([1] * 20, [100]) == pytest.approx([5.0] * 20)


@pytest.mark.small
def test_icm_at_the_edges():
    assert equity.icm([100, 0, 0], [50, 30, 20]).tolist() == [50.0, 25.0, 25.0]
    assert equity.icm([7], [10, 5]).tolist() == [10.0]
    assert equity.icm([1, 1], []).tolist() == [0.0, 0.0]
    for stacks, payouts in (
        ([], [1]),
        ([-1, 2], [1]),
        ([0, 0], [1]),
        ([1] * 10_001, [1]),
        ([1, 2], [-1]),
        (["a"], [1]),
        ([1e308, 1e308], [1]),
        ([5e-324, 1], [1, 0.5]),
        ([5e-324] + [1e300] * 30, [3, 2, 1]),
        ([10**400, 1], [1]),
        ([2, 1], [1e308, 1e308]),
    ):
        with pytest.raises(equity.EquityError):
            equity.icm(stacks, payouts)


def by_two_sizes(sizes, counts, prizes):
    """Return a player's prize money in each of two groups of equal stacks, by a recursion over who is left of each."""
    reached = {(0, 0): 1.0}
    found = [0.0, 0.0]
    for prize in prizes:
        after = {}
        for (a, b), chance in reached.items():
            left = [sizes[0] * (counts[0] - a), sizes[1] * (counts[1] - b)]
            for group, ends in enumerate([(a + 1, b), (a, b + 1)]):
                takes = chance * left[group] / sum(left)
                if takes:
                    found[group] += prize * takes
                    after[ends] = after.get(ends, 0.0) + takes
        reached = after
    return [total / count for total, count in zip(found, counts, strict=True)]


@pytest.mark.parametrize(
    ("sizes", "counts", "places"),
    [
        ((1, 3), (15, 15), 30),
        ((7, 1000), (500, 500), 150),
        ((1, 2), (900, 100), 150),
        ((1, 10**6), (50, 10), 60),
        ((5, 5000), (999, 1), 1),
        ((1, 10**9), (30, 30), 45),
    ],
)
def test_fields_agree_with_a_recursion_over_two_sizes_of_stacks(sizes, counts, places):
    prizes = [1000 / place for place in range(1, places + 1)]
    found = equity.icm([sizes[0]] * counts[0] + [sizes[1]] * counts[1], prizes)
    expected = by_two_sizes(sizes, counts, prizes)
    assert abs(found[0] - expected[0]) < 1e-9
    assert abs(found[-1] - expected[1]) < 1e-9
    assert len(set(found.tolist())) <= 2  # players of one stack get one share


def by_three_places(stacks, prizes):
    """Return everybody's prize money for three prizes, as fractions."""
    total = sum(stacks)
    found = [Fraction(0)] * len(stacks)
    for i, first in enumerate(stacks):
        chance = Fraction(first, total)
        found[i] += prizes[0] * chance
        for j, second in enumerate(stacks):
            if j != i:
                both = chance * Fraction(second, total - first)
                found[j] += prizes[1] * both
                for k, third in enumerate(stacks):
                    if k not in (i, j):
                        found[k] += prizes[2] * both * Fraction(third, total - first - second)
    return found


def test_fields_agree_with_fractions():
    stacks = np.random.default_rng(3).integers(1, 10_000, 40).tolist()
    expected = by_three_places(stacks, [500, 300, 200])
    assert equity.icm(stacks, [500, 300, 200]) == pytest.approx(list(map(float, expected)), abs=1e-10)


@given(st.lists(st.floats(0.001, 1e6), min_size=1, max_size=14), st.lists(st.floats(0, 1e4), max_size=16))
def test_the_method_for_fields_agrees_with_the_exact_one(stacks, payouts):
    chips, prizes = np.array(stacks), np.array(payouts[: len(stacks)])
    scale = max(1.0, *payouts) if payouts else 1.0
    assert icm._share_of_field(chips, prizes) == pytest.approx(icm._share(chips, prizes), abs=1e-11 * scale)


def test_the_method_for_fields_agrees_with_the_exact_one_at_its_largest():
    stacks = np.random.default_rng(2).lognormal(0, 2, icm.EXACT_PLAYERS)
    for places in (1, 7, 20):
        prizes = np.linspace(100, 1, places)
        assert icm._share_of_field(stacks, prizes) == pytest.approx(icm._share(stacks, prizes), abs=1e-10)


def test_fields_agree_with_races():
    """The order of exponential times has the model's chances; 100,000 orders of 60 players."""
    generator = np.random.default_rng(5)
    stacks = generator.integers(100, 5000, 60)
    prizes = np.array([500, 300, 200, 100, 50, 25.0])
    places = np.argsort(generator.exponential(1 / stacks, (100_000, 60)), axis=1)[:, : len(prizes)]
    won = np.stack([np.bincount(places[:, k], minlength=60) for k in range(len(prizes))], axis=1)
    means = won @ prizes / 100_000
    errors = np.sqrt((won @ prizes**2 / 100_000 - means**2) / 100_000)
    assert (abs(equity.icm(stacks, prizes) - means) < 5 * errors).all()


@given(
    st.lists(st.integers(1, 10**9) | st.sampled_from([1.0, 1 + 1e-15]), min_size=21, max_size=60), st.integers(1, 60)
)
def test_more_chips_are_never_worth_less_and_no_prize_is_lost(stacks, places):
    prizes = [1000 / place for place in range(1, places + 1)]
    found = equity.icm(stacks, prizes)
    assert (np.diff(found[np.argsort(stacks)]) >= 0).all()
    assert found.sum() == pytest.approx(sum(prizes[: len(stacks)]), rel=1e-11)


def test_a_field_of_a_thousand():
    stacks = np.arange(1000, 8000, 7)
    found = equity.icm(stacks, [1000 / (i + 1) for i in range(150)])
    assert found.sum() == pytest.approx(sum(1000 / (i + 1) for i in range(150)), abs=1e-9)
    assert (np.diff(found) > 0).all()
    shuffled = np.random.default_rng(4).permutation(1000)
    assert (equity.icm(stacks[shuffled], [1000 / (i + 1) for i in range(150)]) == found[shuffled]).all()
    with pytest.raises(equity.EquityError, match="5,000 players allow at most 4,000 payouts, got 4,500"):
        equity.icm([1] * 5000, [1] * 4500)
    assert equity.icm([*range(1, 30), 0, 0], [0] * 29 + [2, 1]).tolist() == [0.0] * 29 + [1.5, 1.5]


def test_tournament_equity_step_by_step():
    players, stacks, payouts = ["AsAh", "KsKh"], [30, 50], [70, 30]
    found = equity.tournament_equity(players, stacks, payouts, others=[20])
    wins = equity.calculate(players).wins_by_set
    ends = {(0,): [60, 20, 20], (1,): [0, 80, 20], (0, 1): [30, 50, 20]}
    total = sum(wins.values())
    expected = sum(np.array(equity.icm(ends[who], payouts)) * count / total for who, count in wins.items())
    assert found.prizes == pytest.approx(expected)
    assert found.before.tolist() == equity.icm([30, 50, 20], payouts).tolist()
    assert found.chips.sum() == pytest.approx(100)


def test_whoever_started_with_more_takes_the_better_place():
    # the third player beats both for sure and has them covered
    found = equity.tournament_equity(["2c2d", "3c3d", "AsKs"], [10, 20, 50], [50, 30, 20], board="QsJsTs4h5h")
    assert found.prizes.tolist() == [20.0, 30.0, 50.0]
    level = equity.tournament_equity(["2c2d", "3c3d", "AsKs"], [20, 20, 50], [50, 30, 20], board="QsJsTs4h5h")
    assert level.prizes.tolist() == [25.0, 25.0, 50.0]


def test_prizes_add_up():
    found = equity.tournament_equity(
        ["AsKs", "QQ", "JTs"], [500, 1000, 2000], [50, 30, 20], others=[1500, 900], board="Ts9s2d"
    )
    assert found.prizes.sum() == pytest.approx(100)
    assert found.before.sum() == pytest.approx(100)
    assert found.to_dict()["method"] == "exact"
