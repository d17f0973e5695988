"""Sweeps over ranges against brute force, to the last count."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations, product

import numpy as np
import pytest

from equity.cards import CARDS, combo_cards, combo_index, to_mask
from equity.odds.exact import comparison, preflop, sweep
from equity.odds.exact import enumeration as exact
from equity.odds.exact import numpy_comparison as plain
from equity.odds.exact.boards import choose, list_boards, suit_renamings
from equity.odds.exact.card_removal import weight_beside, weight_of_pairs_beside
from equity.odds.question.method import Run
from equity.odds.question.question import Question
from equity.ranges import Range
from equity.tables import CARD_KEYS, START_KEY, values_of
from tests.helpers import amount, load_json

SIZES = {"river": 5, "turn": 4, "flop": 3}


def value(combo, board):
    cards = [*combo_cards(combo), *board]
    key = np.array([int(START_KEY) + sum(int(CARD_KEYS[card]) for card in cards)], np.uint64)
    return int(values_of(key, np.array([to_mask(cards)], np.uint64), 7)[0])


def count_slowly(question):
    """Deal every compatible choice of combos and every board, one at a time."""
    found = Counter()
    deck = set(range(CARDS)) - set(question.board) - set(question.dead)
    for rest in combinations(sorted(deck), 5 - len(question.board)):
        board = [*question.board, *rest]
        known = set(board) | set(question.dead)
        live = [
            [(set(combo_cards(c)), value(c, board), w) for c, w in r.combos.items() if known.isdisjoint(combo_cards(c))]
            for r in question.ranges
        ]
        for hands in product(*live):
            if len(set().union(*(cards for cards, _, _ in hands))) == 2 * len(hands):
                best = max(strength for _, strength, _ in hands)
                winners = tuple(i for i, hand in enumerate(hands) if hand[1] == best)
                weight = 1
                for _, _, own in hands:
                    weight *= own
                found[winners] += weight
    return found


def random_question(rng, *, players, street, cards, most, dead=0, weights=(0.25, 0.5, 0.75)):
    """Ranges over few cards, so that nearly all combos block each other."""
    while True:
        deck = rng.sample(range(CARDS), CARDS)
        board, gone, pool = deck[: SIZES[street]], deck[5 : 5 + dead], deck[10 : 10 + cards]
        pairs = [combo_index(a, b) for a, b in combinations(pool, 2)]
        ranges = [
            Range.from_combos({c: rng.choice(weights) for c in sorted(rng.sample(pairs, rng.randint(1, most)))})
            for _ in range(players)
        ]
        try:
            return Question.parse(ranges, board=board, dead=gone)
        except ValueError:  # no deal is possible
            continue


def nonzero(tally):
    return {winners: count for winners, count in tally.wins_by_set.items() if count}


def check(question, solve, *, exact=True):
    tally = solve(question)
    expected = {winners: count for winners, count in count_slowly(question).items() if count}
    if exact:
        # weights are multiples of a power of two: the slow sums have no rounding error either
        assert all(isinstance(count, int) for count in tally.wins_by_set.values())
        assert nonzero(tally) == {winners: count * tally.scale for winners, count in expected.items()}
        assert tally.total == sum(tally.wins_by_set.values())
    else:
        scaled = {winners: count / tally.scale for winners, count in nonzero(tally).items()}
        assert {w: n for w, n in scaled.items() if n > 1e-9} == pytest.approx(expected, rel=1e-12)


@pytest.mark.small
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("method", [sweep.solve, plain.compare])
def test_two_ranges_on_a_river_equal_brute_force(seed, method):
    rng = random.Random(seed)
    for _ in range(5):
        check(random_question(rng, players=2, street="river", cards=8, most=20), method)


@pytest.mark.parametrize("seed", range(amount(8, 20)))
@pytest.mark.parametrize("method", [sweep.solve, plain.compare])
def test_two_ranges_on_a_turn_equal_brute_force(seed, method):
    rng = random.Random(100 + seed)
    for _ in range(2):
        check(random_question(rng, players=2, street="turn", cards=7, most=15, dead=rng.randint(0, 3)), method)


@pytest.mark.parametrize("seed", range(amount(2, 4)))
@pytest.mark.parametrize("method", [sweep.solve, plain.compare])
def test_two_ranges_on_a_flop_equal_brute_force(seed, method):
    check(random_question(random.Random(200 + seed), players=2, street="flop", cards=5, most=7, dead=seed % 2), method)


@pytest.mark.small
@pytest.mark.parametrize("seed", range(20))
def test_three_ranges_on_a_river_equal_brute_force(seed):
    rng = random.Random(300 + seed)
    for _ in range(5):
        check(random_question(rng, players=3, street="river", cards=9, most=14), sweep.solve)


@pytest.mark.parametrize("seed", range(10))
def test_three_ranges_on_a_turn_equal_brute_force(seed):
    check(random_question(random.Random(400 + seed), players=3, street="turn", cards=7, most=8, dead=1), sweep.solve)


def test_three_ranges_on_a_flop_equal_brute_force():
    check(random_question(random.Random(500), players=3, street="flop", cards=7, most=4), sweep.solve)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("weights", [(0.25, 0.5, 1.0), (0.1, 0.7, 0.35), (1 / 3, 0.9999999, 2**-0.5)])
def test_fractional_weights_equal_brute_force(players, weights):
    rng = random.Random(600)
    for _ in range(5):
        question = random_question(rng, players=players, street="river", cards=8, most=12, weights=weights)
        exact = weights[0] == 0.25
        check(question, sweep.solve, exact=exact)
        if players == 2:
            check(question, plain.compare, exact=exact)


def test_decimal_weights_stay_whole():
    tally = sweep.solve(Question.parse(["AA:0.5,KK:0.25", "QQ:0.1,JJ"], board="2s7sTh"))
    assert tally.scale == 40
    assert all(isinstance(count, int) for count in tally.wins_by_set.values())


def test_board_that_everybody_plays_ties():
    tally = sweep.solve(Question.parse(["random"] * 3, board="AhKhQhJhTh"))
    assert nonzero(tally) == {(0, 1, 2): tally.total}


def rename(question, suits):
    def card(index):
        return index & ~3 | suits[index & 3]

    ranges = [
        Range.from_combos({combo_index(*map(card, combo_cards(c))): w for c, w in r.combos.items()})
        for r in question.ranges
    ]
    return Question.parse(ranges, board=list(map(card, question.board)), dead=list(map(card, question.dead)))


@pytest.mark.parametrize("players", [2, 3])
def test_suits_and_seats_do_not_matter(players):
    rng = random.Random(7)
    question = random_question(rng, players=players, street="turn", cards=12, most=40)
    tally = sweep.solve(question)
    for suits in permutations(range(4)):
        assert sweep.solve(rename(question, suits)).wins_by_set == tally.wins_by_set
    for order in permutations(range(players)):
        turned = Question.parse([question.ranges[i] for i in order], board=question.board, dead=question.dead)
        names = {tuple(sorted(order[i] for i in s)): n for s, n in sweep.solve(turned).wins_by_set.items()}
        assert names == tally.wins_by_set


@pytest.mark.parametrize("players", [["22+", "AKs,QJo"], ["20%", "20%", "15%"], ["AA,KK", "random", "AA,KK"]])
@pytest.mark.parametrize("board", ["2s7sTs", "2s7sTh", "7s7h2d", "7s7h2d2c"])
def test_renaming_suits_saves_boards_and_changes_nothing(monkeypatch, players, board):
    question = Question.parse(players, board=board)
    plainly = sweep.count_combos(question)
    monkeypatch.setattr(sweep, "_WORTH_RENAMING", 0.0)
    kinds = len(list_boards(question, renamings=suit_renamings(question)).boards)
    assert kinds < len(list_boards(question).boards)
    for one, other in zip(plainly, sweep.count_combos(question), strict=True):
        assert np.array_equal(one, other)
    assert sweep.solve(question).total == sum(sweep.solve(question).wins_by_set.values())


def test_lopsided_suits_forbid_renaming():
    assert suit_renamings(Question.parse(["AsKs", "QQ"], board="2s7sTs")) == (
        (0, 1, 2, 3),
        *[p for p in permutations(range(4)) if p[3] == 3 and p != (0, 1, 2, 3)],
    )
    assert suit_renamings(Question.parse(["AsKs", "QcQd"], board="2s7hTd")) == ((0, 1, 2, 3),)
    assert len(suit_renamings(Question.parse(["AsKs,AcKc:0.5", "22+"], board="2h7hTh"))) == 1


@pytest.mark.parametrize("players", [["AA,KK,76s:0.5", "22+,A2s+"], ["TT+", "22+,A2s+", "76s,98s,TT:0.25"]])
def test_counts_of_combos_add_up(players):
    question = Question.parse(players, board="2s7sTh")
    tally = sweep.solve(question)
    for seat, counts in enumerate(sweep.count_combos(question)):
        weights = np.array(list(question.live[seat].values()))
        assert len(counts) == len(weights)
        wins, *_, total = weights @ counts
        assert wins / total == pytest.approx(tally.wins_by_set[seat,] / tally.total, rel=1e-12)


@pytest.mark.parametrize("players", [2, 3])
def test_threads_and_progress_change_nothing(players):
    question = Question.parse(["30%", "20%", "10%:0.333"][:players], board="2s7sTh")
    seen = []

    def hear(done, total):
        seen.append(done / total)

    assert sweep.solve(question, Run(threads=1)) == sweep.solve(question, Run(threads=3, progress=hear))
    with ThreadPoolExecutor(2) as pool:
        assert sweep.solve(question, Run(executor=pool)) == sweep.solve(question)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_dead_cards_before_the_flop_by_complement_and_directly(monkeypatch):
    question = Question.parse(["AsKs,QQ:0.5,7d6d", "JJ,AhKh,QcQd"], dead="2c3d")
    by_complement = sweep.solve(question)
    monkeypatch.setattr(sweep, "is_complement", lambda _: False)
    assert sweep.solve(question) == by_complement


def test_sweep_without_dead_cards_equals_the_table():
    question = Question.parse(["AKs", "QQ,76s"])
    assert sweep.solve(question) == preflop.solve(question)


@pytest.mark.slow
def test_three_ranges_before_the_flop_equal_golden_hands():
    tally = sweep.solve(Question.parse(["AsKs", "QhQd", "7c7d"]))
    assert tally.total == 1_370_754
    assert tally.wins_by_set[0,] == 533_482
    assert tally.wins_by_set[1,] == 583_049
    assert tally.wins_by_set[2,] == 251_560
    assert tally.wins_by_set[0, 1, 2] == 2_663


@pytest.mark.small
def test_choose_lists_every_subset_once():
    rows = choose(9, 4)
    assert sorted(map(tuple, rows.tolist())) == sorted(combinations(range(9), 4))


@pytest.mark.small
def test_weight_beside_equals_counting():
    rng = random.Random(3)
    pool = [combo_index(a, b) for a, b in combinations(rng.sample(range(CARDS), 8), 2)]
    first, second = np.zeros(1326), np.zeros(1326)
    for combo in pool:
        first[combo], second[combo] = rng.randint(0, 3), rng.randint(0, 3)
    cards = {combo: set(combo_cards(combo)) for combo in pool}
    for hero in pool:
        ones = sum(first[c] for c in pool if not cards[c] & cards[hero])
        pairs = sum(
            first[c] * second[d] for c, d in product(pool, repeat=2) if len(cards[c] | cards[d] | cards[hero]) == 6
        )
        assert weight_beside(np.array([hero]), first)[0] == ones
        assert weight_of_pairs_beside(np.array([hero]), first, second)[0] == pairs


GOLDEN = [
    case
    for case in load_json("golden_equities.json")
    if case["total"] and len(case["players"]) in ((2, 3) if case["board"] or case["dead"] else (3,))
]


@pytest.mark.parametrize(
    "case", GOLDEN, ids=lambda case: f"{' v '.join(case['players'])} on {case['board'] or '-'} {case['dead']}"[:60]
)
def test_golden_cases(case):
    question = Question.parse(case["players"], board=case["board"], dead=case["dead"])
    if sweep.predict_seconds(question) > 5:
        pytest.skip("more than some seconds of sweeping")
    expected = {(seat,): count for seat, count in enumerate(case["wins"]) if count}
    expected |= {tuple(map(int, name.split("+"))): count for name, count in case["ties"].items() if count}
    for method in (sweep.solve, plain.compare):
        if method is sweep.solve or (comparison.can_solve(question) and plain.predict_seconds(question) < 5):
            tally = method(question)
            assert nonzero(tally) == expected
            assert tally.total == case["total"]


def test_chunks_can_be_sent_to_other_processes():
    job = sweep.prepare(Question.parse(["AKs", "QQ"], board="2s7sTh"))
    sent = []

    class Recorder(ThreadPoolExecutor):
        def submit(self, function, /, *args, **kwargs):
            sent.append(pickle.loads(pickle.dumps((function, args))))
            return super().submit(function, *args, **kwargs)

    with Recorder(1) as pool:
        whole = job.count_seat(0, Run(executor=pool))
    again = sum(function(*args) for function, args in sent)
    assert again.sum(axis=0).tolist() == whole.sum(axis=0).tolist()


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["QQ+,AKs,AKo", "22+,A2s+,KTs+"], "2s7sTh", ""),
        (["20%", "30%"], "QsJs2s", "AsAh"),
        (["AKs,QQ:0.25", "TT+:0.5,AK", "22+"], "2s7sTh", ""),
        (["10%", "12%", "10%"], "Ks7s2s9s", "Ad"),
        (["AA,KK:0.5", "QQ,AKs"], "", "Qc"),
    ],
)
def test_sweep_equals_enumeration(players, board, dead):
    question = Question.parse(players, board=board, dead=dead)
    one, other = sweep.solve(question), exact.solve(question)
    assert nonzero(one) == nonzero(other)
    assert (one.total, one.scale) == (other.total, other.scale)
