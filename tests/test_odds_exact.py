"""Exact equities: golden counts, every case of the case file, properties, and brute force."""

from __future__ import annotations

import math
import random
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import CARDS, combo_cards, combo_index, parse_cards
from equity.odds.exact import enumeration as exact
from equity.odds.exact.numpy_enumeration import count_small
from equity.odds.question.hole_cards import deal_tuples, merge_suits, seat_weights
from equity.odds.question.method import Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import shares_of
from equity.odds.question.weights import whole_scale
from equity.ranges import Range
from tests.helpers import load_json
from tests.naive import count_equity

GOLDEN = load_json("golden_equities.json")
POSSIBLE = [case for case in GOLDEN if not case.get("impossible")]
CASES = [
    case
    for case in load_json("cases_equity.json")
    if isinstance(case["expected"], dict)
    and isinstance(case["expected"].get("equity_pct"), list)
    and case["input"].get("players")
]


def name(case):
    return f"{'-'.join(case['players'])}/{case['board']}/{case['dead']}"


def golden_counts(case):
    wins = {(player,): count for player, count in enumerate(case["wins"]) if count}
    return wins | {tuple(map(int, key.split("+"))): count for key, count in case["ties"].items() if count}


def counts_of(tally):
    return {winners: count for winners, count in tally.wins_by_set.items() if count}


def random_question(rng, *, players, board, dead=0, combos=3, weights=(1.0,)):
    """Ranges over a few cards, so that they block each other."""
    while True:
        deck = rng.sample(range(CARDS), CARDS)
        pool = [combo_index(a, b) for a, b in combinations(deck[10 : 10 + 4 + 2 * players], 2)]
        ranges = [
            Range.from_combos({combo: rng.choice(weights) for combo in rng.sample(pool, rng.randint(1, combos))})
            for _ in range(players)
        ]
        try:
            return Question.parse(ranges, board=deck[:board], dead=deck[5 : 5 + dead])
        except equity.EquityError:
            continue


@pytest.mark.parametrize("case", POSSIBLE, ids=name)
def test_calculate_gives_the_golden_counts(case):
    result = equity.calculate(case["players"], board=case["board"], dead=case["dead"], method="exact", threads=1)
    assert result.wins_by_set == golden_counts(case)
    assert result.total == case["total"]
    assert result.equity.tolist() == pytest.approx(case["equity"], abs=1e-12)
    assert result.exact


@pytest.mark.parametrize("case", POSSIBLE, ids=name)
def test_enumeration_gives_the_golden_counts(case):
    question = Question.parse(case["players"], board=case["board"], dead=case["dead"])
    assert counts_of(exact.solve(question)) == golden_counts(case)


@pytest.mark.small
@pytest.mark.parametrize("case", [case for case in POSSIBLE if max(case["combos"]) == 1], ids=name)
def test_numpy_enumeration_gives_the_golden_counts(case):
    question = Question.parse(case["players"], board=case["board"], dead=case["dead"])
    totals = count_small(next(deal_tuples(seat_weights(question))), question.board, question.dead)
    assert exact._name_winners(totals.tolist()) == golden_counts(case)


@pytest.mark.small
@pytest.mark.parametrize("case", [case for case in GOLDEN if case.get("impossible")], ids=name)
def test_impossible_golden_questions_are_refused(case):
    with pytest.raises(equity.EquityError):
        equity.calculate(case["players"], board=case["board"], dead=case["dead"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case_file(case):
    given_, expected = case["input"], case["expected"]
    result = equity.calculate(given_["players"], board=given_["board"], dead=given_["dead"], method="exact")
    tolerance = max(expected.get("tolerance_pct", 0), 1e-4)
    assert (100 * result.equity).tolist() == pytest.approx(expected["equity_pct"], abs=tolerance)
    for key, values in (("win_pct", result.win), ("tie_pct", result.tie), ("tie_equity_pct", result.tie_equity)):
        if key in expected:
            assert (100 * values).tolist() == pytest.approx(expected[key], abs=tolerance)
    if "wins" in expected:
        assert [result.wins_by_set.get((player,), 0) for player in range(2)] == expected["wins"]
    if "ties" in expected:
        assert result.wins_by_set.get((0, 1), 0) == expected["ties"]


@pytest.mark.small
@pytest.mark.parametrize("seed", range(12))
def test_numpy_enumeration_equals_brute_force(seed):
    rng = random.Random(seed)
    question = random_question(rng, players=rng.choice([2, 3, 4]), board=rng.choice([4, 5]), dead=rng.choice([0, 2]))
    totals = count_small(next(deal_tuples(seat_weights(question))), question.board, question.dead)
    brute = count_equity(question.live, question.board, question.dead)
    assert exact._name_winners(totals.tolist()) == dict(brute)


@pytest.mark.parametrize("seed", range(40))
def test_enumeration_equals_brute_force(seed):
    rng = random.Random(seed)
    question = random_question(
        rng,
        players=rng.randint(2, 6),
        board=rng.choice([4, 5]),
        dead=rng.choice([0, 0, 3]),
        weights=(1.0, 0.5, 0.25, 0.1),
    )
    tally = exact.solve(question)
    brute = count_equity(question.live, question.board, question.dead)
    assert counts_of(tally) == {winners: tally.scale * weight for winners, weight in brute.items()}
    assert tally.total == sum(tally.wins_by_set.values())


def test_a_flop_equals_brute_force():
    question = Question.parse(["AhTh", "9c9h"], board="2h7hTc", dead="Ts")
    assert counts_of(exact.solve(question)) == dict(count_equity(question.live, question.board, question.dead))


@pytest.mark.parametrize("seed", range(10))
def test_compiled_equals_numpy(seed):
    rng = random.Random(seed)
    question = random_question(
        rng, players=rng.randint(2, 5), board=rng.choice([0, 3]), dead=rng.choice([0, 4]), combos=2
    )
    tuples = next(deal_tuples(seat_weights(question)))
    compiled = exact._count_compiled(tuples, question.board, question.dead)
    assert compiled.tolist() == count_small(tuples, question.board, question.dead).tolist()


@pytest.mark.small
@pytest.mark.parametrize("players", [["AhTh", "9c9h"], ["AhTh", "9c9h", "7s6s"]])
@pytest.mark.parametrize("board", ["2h7hTc", "2h7hTcJh", "2h7hTcJh3h"])
def test_kernel_equals_numpy_without_compilation_too(players, board):
    question = Question.parse(players, board=board)
    tuples = next(deal_tuples(seat_weights(question)))
    compiled = exact._count_compiled(tuples, question.board, question.dead)
    assert compiled.tolist() == count_small(tuples, question.board, question.dead).tolist()


@pytest.mark.parametrize("players", [["AsKs", "QQ", "JTs"], ["AKs:0.5,QQ:0.25", "22:0.4,AhKh", "AdAc,7h2c"]])
def test_players_and_suits_may_be_permuted(players):
    base = exact.solve(Question.parse(players, board="2s7sTh"))
    for order in permutations(range(3)):
        other = exact.solve(Question.parse([players[i] for i in order], board="2s7sTh"))
        renamed = {tuple(sorted(order[p] for p in winners)): n for winners, n in counts_of(other).items()}
        assert renamed == counts_of(base)


@given(st.permutations(range(4)))
def test_suits_may_be_renamed(suits):
    question = Question.parse(["AsKs,QhQd", "7c7d,AhQs", "Jh9h"], board="2s7sTh", dead="3c")

    def move(cards):
        return [4 * (card >> 2) + suits[card & 3] for card in cards]

    ranges = [
        Range.from_combos({combo_index(*move(combo_cards(combo))): w for combo, w in player.combos.items()})
        for player in question.ranges
    ]
    moved = Question.parse(ranges, board=move(question.board), dead=move(question.dead))
    assert counts_of(exact.solve(moved)) == counts_of(exact.solve(question))


@pytest.mark.small
@given(st.integers(0, 10_000))
def test_shares_sum_to_one(seed):
    question = random_question(random.Random(seed), players=3, board=5, weights=(1.0, 0.3))
    tally = exact.solve(question)
    shares = shares_of(tally, 3)
    assert math.isclose(sum(shares.equity), 1)
    for player in range(3):
        assert math.isclose(shares.win[player] + shares.tie_equity[player], shares.equity[player], abs_tol=1e-12)
        assert shares.tie_equity[player] <= shares.tie[player] / 2 + 1e-12


def test_weights_count_by_ratio_alone():
    full = equity.calculate(["AA", "QQ,22:0.5"], board="2c7dTh")
    half = equity.calculate(["AA:0.5", "QQ:0.5,22:0.25"], board="2c7dTh")
    assert full.equity.tolist() == pytest.approx(half.equity.tolist(), abs=1e-15)


@pytest.mark.small
def test_a_weight_is_a_multiplicity():
    # QQ at 0.99 and 22 at 1 is 99 copies of QQ and 100 of 22
    board = parse_cards("2c7dTh9s3s")
    question = Question.parse(["AA", "QQ:0.99,22"], board=board)
    tally = exact.solve(question)
    parts = [exact.solve(Question.parse(["AA", hand], board=board)) for hand in ("QQ", "22")]
    assert tally.wins_by_set[(0,)] == 99 * parts[0].wins_by_set[(0,)]
    assert tally.wins_by_set[(1,)] == 100 * parts[1].wins_by_set[(1,)]
    assert tally.scale == 100


def test_weights_that_are_no_decimal_fractions():
    weight = 1 / math.pi
    tally = exact.solve(
        Question.parse([{combo_index(51, 47): weight, combo_index(50, 46): 1.0}, "QQ", "22"], board="2c7dTh")
    )
    parts = [exact.solve(Question.parse([hand, "QQ", "22"], board="2c7dTh")) for hand in ("AsKs", "AhKh")]
    for winners, count in tally.wins_by_set.items():
        assert count == pytest.approx(
            weight * parts[0].wins_by_set.get(winners, 0) + parts[1].wins_by_set.get(winners, 0)
        )


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_do_not_matter(threads):
    question = Question.parse(["AK", "QQ+", "JTs"], board="2c7dTh")
    assert exact.solve(question, Run(threads=threads)) == exact.solve(question, Run(threads=1))


def test_a_foreign_executor():
    question = Question.parse(["AK", "QQ+", "JTs"], board="2c7dTh")
    with ThreadPoolExecutor(2) as pool:
        assert exact.solve(question, Run(executor=pool)) == exact.solve(question)


def test_merging_suits_changes_nothing():
    question = Question.parse(["AK", "QJs", "TT"], board="2s7s3h")
    [tuples] = deal_tuples(seat_weights(question))
    merged = merge_suits(tuples, question.board, question.dead)
    assert len(merged.combos) < len(tuples.combos)
    assert merged.weights.sum() == len(tuples.combos)
    plain, short = (exact._count_compiled(part, question.board, question.dead) for part in (tuples, merged))
    assert plain.tolist() == short.tolist()


@pytest.mark.small
def test_blocks_hold_the_same_tuples():
    seats = seat_weights(Question.parse(["AK", "AQ", "AJ", "KQ"], board="Ah7d2c"))
    whole = np.concatenate([part.combos for part in deal_tuples(seats)])
    cut = [part.combos for part in deal_tuples(seats, block=100)]
    assert max(map(len, cut)) <= 100
    assert np.concatenate(cut).tolist() == whole.tolist()
    cards = np.sort(np.array([combo_cards(c) for c in whole.ravel()]).reshape(len(whole), 8))
    assert (np.diff(cards) > 0).all()


def test_an_interrupt_leaves_a_partial_answer():
    calls = []

    def stop(done, total):
        calls.append((done, total))
        if len(calls) == 3:
            raise KeyboardInterrupt

    result = equity.calculate(["AK", "QQ+", "JTs", "22+"], board="2c7dTh", method="exact", progress=stop, threads=1)
    assert not result.complete
    assert not result.exact
    assert "interrupted" in str(result)
    assert result.equity.sum() == pytest.approx(1)
    assert all(0 < done <= total for done, total in calls)


def test_progress_ends_at_the_total():
    calls = []
    equity.calculate(
        ["AK", "QQ+", "JTs", "22+"], board="2c7dTh", method="exact", progress=lambda *now: calls.append(now)
    )
    assert calls[-1][0] == calls[-1][1]
    assert calls == sorted(calls)


@pytest.mark.small
def test_ten_players_on_the_river():
    hands = ["AsKs", "QhQd", "7c7d", "2h2c", "JhTh", "9d8d", "5c5d", "4h4d", "6s6h", "AhKd"]
    question = Question.parse(hands, board="Ts3c9hKh3d")
    [(winners, count)] = counts_of(exact.solve(question)).items()
    assert count == 1
    assert winners == next(iter(count_equity(question.live, question.board)))


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AA:0.3333,KK", "QQ"], "", ""),
        (["AA:0.1234567,KK:0.9876543", "QQ+"], "", ""),
        (["AA:0.3,KK", "QQ:0.123456789,KK"], "2s7sTh", ""),
        (["AA:0.3,KK", "QQ+"], "", "2c"),
        (["AA:0.3,KK", "KK,QQ", "TT:0.5"], "2s7sTh", ""),
        (["AA,KK:0.4", "15%", "random"], "2s7sThJd", "3c"),
        (["AA:0.3,KK", "QQ,AA", "TT:0.5", "99"], "2s7sTh", ""),
    ],
)
def test_deals_are_counted_whatever_they_weigh(players, board, dead):
    names = {"board": board, "dead": dead, "method": "exact"}
    found = equity.calculate(players, **names)
    bare = equity.calculate([re.sub(r":[\d.]+", "", player) for player in players], **names)
    assert type(found.total) is int
    assert found.total == bare.total == bare.weight
    assert found.weight == pytest.approx(sum(found.wins_by_set.values()))
    assert found.to_dict()["weight"] == found.weight != found.total
    assert f" {bare.total:,} deals" in str(found)


@pytest.mark.small
def test_weights_of_four_decimals_are_whole_and_finer_ones_are_not():
    assert whole_scale([0.3333, 0.5, 1.0]) == 10_000
    assert whole_scale([0.33333]) is None
    tally = exact.solve(Question.parse(["AA:0.3333,KK", "QQ", "TT"], board="2s7s3h"))
    assert tally.scale == 10_000
    assert all(type(count) is int for count in tally.wins_by_set.values())


def test_tuples_handed_out_in_pieces_add_up():
    question = Question.parse(["22+,A2s+,KTs+", "15%", "random"], board="2s7sThJd")
    seats = seat_weights(question)
    dealt = sum(len(block.combos) for block in deal_tuples(seats))
    assert sum(share for share, _ in exact._cut(question, seats)) == dealt


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AA", "KsKh"], "AcAd9h"),
        (["AsAh", "22+"], "AcAd9h"),
        (["QQ+,AK", "55-22"], "AcAd9h"),
        (["QQ+,AK", "55-22"], "AcAd9hAh"),
        (["22+", "33-22"], "2c2d3h"),
    ],
)
def test_hands_whose_own_cards_may_still_fall_are_counted(players, board):
    result = equity.calculate(players, board=board)
    apart = exact.solve(Question.parse(players, board=board))
    assert result.wins_by_set == {winners: count for winners, count in apart.wins_by_set.items() if count}
