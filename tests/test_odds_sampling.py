"""Sampled equities: unbiased, honest error bars, the same bytes for one seed."""

from __future__ import annotations

import itertools
import math
import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import combo_cards
from equity.odds.exact import enumeration as exact
from equity.odds.question.hole_cards import deal_tuples, seat_weights
from equity.odds.question.method import Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import shares_of
from equity.odds.sampling import sampling, sampling_scheme
from equity.odds.sampling.dealers import _alias, make_dealer
from equity.odds.sampling.exchange import make_exchange
from equity.odds.sampling.sampling import Goal, _cut, _is_look, sample
from equity.odds.sampling.sampling_scheme import control_mean
from equity.odds.sampling.statistics import Moments, bounded_radius, interval
from equity.parallel import between_chunks
from tests.helpers import amount

SPOTS = [
    (["AsKs", "QhQd"], "", ""),
    (["AsKs,QcQd", "AsAd,2c2d"], "", ""),
    (["AK", "AK", "AK"], "2c7dTh", ""),
    (["AsKs", "QQ:0.3,JJ", "T9s:0.7,87s"], "2c7dTh", "3c"),
    (["AsKs", "random"], "2s7sTh", ""),
    (["QQ+,AK", "22+,A2s+", "random"], "2s7sTh9c", ""),
    (["QQ+,AK", "22+,A2s+"], "2s7sTh9c3d", ""),
    (["22+,A2s+", "20%", "15%"], "2s7sTh9c3d", "Ah"),
]


def exact_shares(players, board, dead):
    result = equity.calculate(players, board=board, dead=dead, method="exact")
    return result.equity


@pytest.mark.parametrize(("players", "board", "dead"), SPOTS)
def test_sampled_is_exact_within_five_standard_errors(players, board, dead):
    truth = exact_shares(players, board, dead)
    result = equity.calculate(players, board=board, dead=dead, samples=300_000, seed=11)
    assert result.total == 300_000
    assert sum(result.wins_by_set.values()) == 300_000
    assert (np.abs(result.equity - truth) < 5 * result.std_error).all()
    assert (result.std_error < 0.002).all()


SHAPED = [
    (["AsKs", "QhQd"], "", ""),
    (["AsKs", "QQ"], "", "2c"),
    (["QQ+", "AK,JJ"], "", "2c3d"),
    (["AsKs", "22+,A2s+", "20%"], "2s7sTh", ""),
    (["AK", "AK,KQ", "random"], "2s7sTh", "5c"),
    (["AsKs", "22+,A2s+", "15%"], "2s7sTh9c", ""),
    (["22+,A2s+", "20%", "15%"], "2s7sTh9c", "Ah3d4d"),
    (["AsKs", "20%", "15%"], "2s7sTh9c3d", ""),
]


@pytest.mark.parametrize(("players", "board", "dead"), SHAPED)
def test_every_shape_of_a_block_is_unbiased(monkeypatch, players, board, dead):
    question = Question.parse(players, board=board, dead=dead)
    truth = exact_shares(players, board, dead)
    shapes = sampling_scheme._shapes(make_dealer(question), 10**6)
    assert len(shapes) >= 2
    for shape in shapes:
        monkeypatch.setattr(sampling, "choose_scheme", lambda *_, shape=shape, **__: shape)
        tally = sample(question, Goal(samples=100_000), seed=3)
        error = np.array(tally.std_error)
        assert (np.abs(shares_of(tally, len(players)).equity - truth) < 5 * error).all(), shape
        assert (error > 0).all()


def test_overlapping_ranges_are_dealt_jointly():
    result = equity.calculate(["AsKs,QcQd", "AsAd,2c2d"], target=0.0005, seed=5, method="mc")
    assert abs(result.equity[0] - 0.50348692) < 0.0005


@pytest.mark.parametrize(("players", "board"), [(["AsKs", "QhQd"], ""), (["QQ+,AK", "22+,A2s+"], "2s7sTh9c")])
def test_intervals_cover_as_often_as_they_say(players, board):
    truth = exact_shares(players, board, "")[0]
    runs = amount(400, 1000)
    inside = 0
    for seed in range(runs):
        low, high = equity.calculate(players, board=board, samples=4000, seed=seed, threads=1, method="mc").ci95[0]
        inside += low <= truth <= high
    assert 0.92 < inside / runs < 0.98


def test_standard_error_is_that_of_repeated_runs():
    results = [
        equity.calculate(["AsKs", "QhQd", "random"], samples=5000, seed=seed, threads=1, method="mc")
        for seed in range(300)
    ]
    spread = np.std([result.equity[0] for result in results], ddof=1)
    stated = np.mean([result.std_error[0] for result in results])
    assert 0.87 < spread / stated < 1.13


def test_stopping_at_a_target_covers():
    truth = 0.46214457
    missed = 0
    for seed in range(100):
        result = equity.calculate(["AsKs", "QhQd"], target=0.004, seed=seed, threads=1, method="mc")
        low, high = result.ci95[0]
        assert high - low <= 0.008 + 1e-12
        missed += not low <= truth <= high
    assert missed <= 11  # 5 % at most, and three standard deviations


@pytest.mark.parametrize("players", [["AsKs", "QQ", "random"], ["20%"] * 4])
@pytest.mark.parametrize("goal", [{"samples": 1_200_000}, {"target": 0.003}])
def test_same_bytes_for_any_number_of_threads(players, goal):
    plain = [
        equity.calculate(players, seed=7, threads=threads, method="mc", **goal).to_dict() | {"elapsed": 0}
        for threads in (1, 2, 3)
    ]
    assert plain[0] == plain[1] == plain[2]


CONTROLLED = [
    pytest.param(["AsKs", "QQ", "random"], "2s7sTh", "", marks=pytest.mark.slow),
    pytest.param(["AsKs", "random", "random"], "2s7sTh9c", "", marks=pytest.mark.slow),
    (["AK:0.5,QQ+", "22+,A2s+", "random"], "2s7sTh9c", "Ad"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "board", "dead"), CONTROLLED)
def test_controlled_estimates_are_unbiased_and_cover(players, board, dead):
    truth = exact_shares(players, board, dead)
    runs = 400
    results = [
        equity.calculate(players, board=board, dead=dead, samples=50_000, seed=seed, threads=1, method="mc")
        for seed in range(runs)
    ]
    assert np.median([result.effective_samples for result in results]) > 25_000
    found = np.array([result.equity for result in results])
    error = found.std(axis=0, ddof=1) / np.sqrt(runs)
    assert (np.abs(found.mean(axis=0) - truth) < 4 * error).all()
    assert np.allclose(found.sum(axis=1), 1)
    intervals = np.array([result.ci95 for result in results])
    inside = ((intervals[:, :, 0] <= truth) & (truth <= intervals[:, :, 1])).mean(axis=0)
    assert (inside > 0.92).all()  # 95 %, and three standard deviations of 400 runs to either side
    assert (inside < 0.985).all()
    stated = np.mean([result.std_error for result in results], axis=0)
    assert np.allclose(found.std(axis=0, ddof=1), stated, rtol=0.13)


@pytest.mark.parametrize("players", [["AsKs", "QQ", "random"], ["KK+", "random", "random"], ["22+", "random", "20%"]])
def test_wins_and_ties_add_up_to_better_equities(players):
    result = equity.calculate(players, target=0.002, seed=3, method="mc")
    assert all(isinstance(count, int) for count in result.wins_by_set.values())
    assert sum(result.wins_by_set.values()) == result.total
    assert np.allclose(result.win + result.tie_equity, result.equity)
    assert result.equity.sum() == pytest.approx(1)
    raw = sum(count / len(who) for who, count in result.wins_by_set.items() if 0 in who) / result.total
    assert raw != result.equity[0]
    assert abs(raw - result.equity[0]) < 0.01


def test_seats_of_the_same_range_have_the_same_equity():
    result = equity.calculate(["AA", "random", "QQ:0.5", "random", "QQ:0.5"], samples=60_000, seed=1)
    assert result.equity[1] == result.equity[3]
    assert result.equity[2] == result.equity[4]
    assert result.equity.sum() == pytest.approx(1)


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "board", "dead", "pots"),
    [
        (["AA", "random", "random"], "", "", 2),
        (["random", "AsKs", "random", "random"], "2c7dTh9s3s", "3c", 3),
        (["QQ", "random", "AK"], "", "", 1),
    ],
)
def test_the_control_has_a_known_mean(players, board, dead, pots):
    question = Question.parse(players, board=board, dead=dead)
    pair = [player for player in players if player != "random"]
    truth = equity.calculate([*pair, "random"][:2], board=board, dead=dead).equity[0]
    assert control_mean(question, make_dealer(question)) == pytest.approx(pots * truth, abs=1e-11)


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "dead"),
    [(["AA", "KK", "QQ", "random"], ""), (["random"] * 3, ""), (["AA", "random"], ""), (["AA", "KK", "random"], "2c")],
)
def test_no_control_where_its_mean_is_not_known(players, dead):
    question = Question.parse(players, dead=dead)
    assert control_mean(question, make_dealer(question)) is None


def test_the_scheme_says_what_ran_and_what_it_is_worth():
    def parts(players, **goal):
        scheme = equity.calculate(players, seed=1, method="mc", **goal).scheme
        return dict(part.rsplit(" ", 2)[:2] for part in scheme.split("; ")[1:] if part.endswith(" x"))

    plain = parts(["AA", "KK"], samples=200_000)  # nobody can hold another's hand, and no third seat is known exactly
    assert plain == {}
    both = parts(["AsKs", "QQ", "random"], samples=200_000)
    assert float(both["heads-up control"]) > 2
    wide = parts(["30%", "40%", "30%"], samples=200_000)
    assert set(wide) == {"exchange"}
    assert float(wide["exchange"]) > 2
    assert parts(["AsKs", "QQ", "random"], samples=1000) == {}  # too few deals for a pilot
    assert equity.calculate(["AA", "KK"]).scheme is None


def test_other_seeds_give_other_deals():
    first, second = (equity.calculate(["AsKs", "QQ"], samples=1000, seed=seed).wins_by_set for seed in (1, 2))
    assert first != second


def test_a_seed_is_recorded_and_repeats():
    first = equity.calculate(["AsKs", "QQ"], samples=1000)
    again = equity.calculate(["AsKs", "QQ"], samples=1000, seed=first.seed)
    assert first.wins_by_set == again.wins_by_set


def test_processes_give_the_same():
    question = Question.parse(["AsKs", "QQ", "random"])
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        far = sample(question, Goal(samples=40_000), Run(executor=pool), seed=3)
    assert far == sample(question, Goal(samples=40_000), seed=3)


@pytest.mark.parametrize("samples", [1, 2, 9, 10, 1000, 16_385, 150_001])
def test_exactly_as_many_samples_as_asked(samples):
    result = equity.calculate(["AsKs", "QhQd"], samples=samples, seed=1)
    assert result.total == samples
    assert (result.std_error > 0).all()
    assert np.isfinite(result.ci95).all()
    assert (result.ci95[:, 0] <= result.equity).all()
    assert (result.equity <= result.ci95[:, 1]).all()


def test_never_certain_when_sampled():
    result = equity.calculate(["AsAh", "2c2d"], board="AdAc2h", samples=10_000, seed=1)
    assert result.equity.tolist() == [1, 0]
    assert result.ci95[1, 1] == pytest.approx(3.84 / 10_000, rel=0.01)  # Wilson's, near the rule of three
    assert result.ci95[0, 0] < 1
    assert (result.std_error > 0).all()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for the peak of a process")
def test_memory_stays_small():
    code = (
        "import equity; equity.calculate(['TT+'] * 10, samples=2000);"
        "equity.calculate(['50%'] * 4, samples=20000); equity.calculate(['40%'] * 3, board='2c7dTh', method='exact');"
        "equity.calculate(['QQ+', 'AK', 'JTs', '99+'], board='2c7dTh', method='exact');"
        # not ru_maxrss, which a child inherits from a large parent
        "print(int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) // 1024)"
    )
    for _ in range(2):  # the first may compile, which takes memory of its own
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 300


def test_time_limit():
    result = equity.calculate(["random"] * 3, seconds=0.05, seed=1)
    assert result.total > 0
    assert result.method == "monte-carlo"


def test_an_interrupt_leaves_a_partial_answer():
    def stop(done, total):
        raise KeyboardInterrupt

    result = equity.calculate(["random"] * 3, samples=10**8, seed=1, progress=stop)
    assert not result.complete
    assert 0 < result.total < 10**8


@pytest.mark.parametrize("threads", [1, 2])
def test_who_is_stopped_at_the_first_chance_has_an_answer(threads):
    def stop():
        raise KeyboardInterrupt

    ask = partial(equity.calculate, ["20%", "20%", "random"], samples=4_000_000, seed=1, threads=threads)
    token = between_chunks.set(stop)
    try:
        part = ask()
    finally:
        between_chunks.reset(token)
    assert not part.complete
    assert 0 < part.total <= 8 << 17
    assert "exchange" in part.scheme
    assert part.scheme == ask().scheme  # told by the last job of a whole run


def test_auto_samples_what_is_wide():
    result = equity.calculate(["random"] * 5, seed=1)
    assert result.method == "monte-carlo"
    assert "sampled" in result.reason
    assert (result.ci95[:, 1] - result.ci95[:, 0] <= 0.002 + 1e-12).all()
    assert result.effective_samples > 1e5


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["TT+"] * 9, "", ""),
        (["TT+"] * 10, "", ""),
        (["AK,AQ,AJ,KQ,KJ,QJ"] * 8, "", ""),
        (["AK"] * 4, "2c7dTh", ""),
        (["22+"] * 10, "", "2c"),
    ],
)
def test_crowded_ranges_do_not_hang(players, board, dead):
    result = equity.calculate(players, board=board, dead=dead, samples=2000, seed=1)
    assert result.total == 2000
    assert (np.abs(result.equity - 1 / len(players)) < 5 * result.std_error).all()


def test_ranges_that_hardly_fit_stop_early_and_say_so(monkeypatch):
    monkeypatch.setattr("equity.odds.sampling.sampling_scheme._BUDGET", 1e7)
    players = [f"{percent}%" for percent in range(10, 20)]
    result, again = (equity.calculate(players, seed=1, threads=threads) for threads in (1, 2))
    assert "stopped early" in result.notes[-1]
    assert result.wins_by_set == again.wins_by_set
    assert result.complete
    assert not any("stopped" in note for note in equity.calculate(players, seed=1, samples=1000).notes)


def test_crowded_ranges_are_dealt_as_often_as_they_fit(monkeypatch):
    players = ["AA:0.25,KK,AK:0.5", "AA,KK:0.75", "KK,AKs:0.1", "random"]
    monkeypatch.setattr("equity.odds.sampling.dealers._ROWS", 0)
    crowded = make_dealer(Question.parse(players))
    assert len(crowded.table[7]) == 1 << 8
    holes, _ = equity.deal(200_000, players, seed=1)
    cards = np.sort(holes[:, :3], axis=2)[:, :, ::-1].astype(int)
    found, numbers = np.unique(cards[..., 0] * (cards[..., 0] - 1) // 2 + cards[..., 1], axis=0, return_counts=True)
    rows = next(deal_tuples(seat_weights(Question.parse(players[:3]))))
    share = dict(zip(map(tuple, rows.combos.tolist()), (rows.weights / rows.weights.sum()).tolist(), strict=True))
    assert set(map(tuple, found.tolist())) <= set(share)
    expected = 200_000 * np.array([share[tuple(row)] for row in found.tolist()])
    statistic = ((numbers - expected) ** 2 / expected).sum()
    assert statistic < len(share) + 5 * np.sqrt(2 * len(share))


@pytest.mark.small
def test_alias_tables_give_the_weights():
    weights = np.random.default_rng(1).random(50)
    accept, alias = _alias(weights)
    got = np.bincount(alias, 1 - accept, minlength=50) + accept
    assert np.allclose(got / 50, weights / weights.sum())


@pytest.mark.small
def test_groups_hold_all_tuples():
    question = Question.parse(["AK", "QQ:0.5,JJ", "random", "AK"])
    dealer = make_dealer(question)
    assert dealer.free.tolist() == [2]
    assert len(dealer.seats) == 1
    tuples = next(deal_tuples(seat_weights(Question.parse(["AK", "QQ:0.5,JJ", "AK"]))))
    assert len(dealer.hands) == len(tuples.combos)


@pytest.mark.small
def test_sample_without_compilation():
    players = [(["AA", "KK", "random"], "2c7dTh"), (["AsKs", "QhQd"], "2c7dTh9s3s"), (["22+"] * 3, "")]
    for ranges, board in players:
        assert sample(Question.parse(ranges, board=board), Goal(samples=20), seed=1).total == 20
    tally = sample(Question.parse(["AsKs", "QhQd"], board="2c7dTh"), Goal(samples=40), seed=1)
    assert tally.total == 40
    truth = shares_of(exact.solve(Question.parse(["AsKs", "QhQd"], board="2c7dTh")), 2).equity
    assert abs(shares_of(tally, 2).equity[0] - truth[0]) < 5 * 0.07


@pytest.mark.small
def test_moments_of_blocks_of_different_sizes():
    """The variance of a ratio of sums: each block's part around what its deals would give it."""
    parts, deals = np.array([2.0, 0.5, 3.0, 1.0]), np.array([3, 2, 4, 1])
    moments = Moments(1)
    for part, number in zip(parts, deals, strict=True):
        moments.add(int(number), [[part], [part**2], [part * number], [0.0], [1.0, float(number) ** 2]])
    mean = parts.sum() / deals.sum()
    assert moments.mean(0) == pytest.approx(mean)
    assert moments.variance(0) == pytest.approx(((parts - mean * deals) ** 2).sum() / deals.sum() ** 2 * 4 / 3)


def exchanged_slowly(vectors, hands):
    """Return each hand's odds of being each seat's, from all ways to hand the hands out."""
    ways = {}
    for seats in itertools.permutations(range(len(hands))):  # hand h goes to seats[h]
        weight = math.prod(vectors[kind][seat] for kind, seat in zip(hands, seats, strict=True))
        for h, seat in enumerate(seats):
            ways[h, seat] = ways.get((h, seat), 0.0) + weight
    total = sum(ways[0, seat] for seat in range(len(hands)))
    return [[ways[h, seat] / total for seat in range(len(hands))] for h in range(len(hands))] if total else None


@pytest.mark.small
@pytest.mark.parametrize(
    "players",
    [
        ["22+", "22+,A2s+"],
        ["AA:0.5,KK", "AA,KK:0.25,QQ", "KK+"],
        ["20%", "30%", "AKs", "random"],
        ["22+"] * 2 + ["QQ+"],
    ],
)
def test_exchange_is_all_ways_to_hand_the_cards_out(players):
    question = Question.parse(players)
    type_of, steps, places, odds = make_exchange(question, deals=10**6)
    weights = {}
    for combo in range(1326):
        high, low = combo_cards(combo)
        weights[int(type_of[0, high, low])] = tuple(live.get(combo, 0.0) for live in question.live)
    seen = 0
    for hands in itertools.combinations_with_replacement(range(len(weights)), len(players)):
        slow = exchanged_slowly(weights, hands)
        row = places[steps[list(hands)].sum()]
        if slow is None:
            assert row == 0
            continue
        seen += 1
        for h, kind in enumerate(hands):
            assert odds[row, kind] == pytest.approx(slow[h])
    assert seen


@pytest.mark.small
def test_too_many_types_exchange_equal_ranges_alone():
    one = {combo: 1 - combo / 4000 for combo in range(1300)}
    question = Question.parse([one, "22+", one])
    type_of, _, _, odds = make_exchange(question, deals=10**9)
    assert type_of[:, 5, 1].tolist() == [0, 1, 0]
    assert odds[0, 0].tolist() == [0.5, 0, 0.5]


# The ten questions on which samplers are compared; wide ranges of about 20, 30 and 40 % of hands.
W20 = "55+,A3s+,K7s+,Q8s+,J8s+,T8s+,A7o+,K9o+,QTo+,JTo"
W30 = "44+,A2s+,K5s+,Q8s+,J9s+,A3o+,K8o+,QTo+"
W40 = "22+,A2s+,K2s+,Q4s+,J7s+,T7s+,97s+,A2o+,K7o+,Q9o+,JTo"
TEN = [
    (["AsKs", "QQ", "random"], ""),
    (["AsKs"] + ["random"] * 5, ""),
    ([W20, W40], ""),
    ([W20, W30, W40], ""),
    (["22+,ATs+,ATo+", W30, W40, "random"], ""),
    (["AsKs", W20, W30, W40], ""),
    (["QQ+,AKs,AKo", "JJ+,AQs+", "TT+,AQs+,AQo+"], ""),
    ([W20] * 5 + [W30], ""),
    ([W20, W30, W40, "random"], "2s7sTh"),
    ([W20, W30, W40, "random"], "2s7sThJd"),
]


FIXED = [(["AsKs", W40, W40], "2s7sTh"), (["AsKs", W40, W20, "random"], "2s7sThJd"), (["AsKs", W40], "")]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "board"), TEN + FIXED)
def test_coverage_of_what_is_sampled(players, board):
    truth = equity.calculate(players, board=board, samples=20_000_000, seed=99, method="mc").equity
    seeds = 1000
    covered = 0.0
    for seed in range(seeds):
        result = equity.calculate(players, board=board, samples=10_000, seed=seed, threads=1, method="mc")
        covered += np.mean([low <= value <= high for (low, high), value in zip(result.ci95, truth, strict=True)])
    assert 0.93 <= covered / seeds <= 0.97


@pytest.mark.parametrize(("players", "board"), TEN)
def test_deals_of_blocks_are_not_worth_much_less_than_single_ones(players, board):
    """Blocks share hands and boards, because that is quicker; a deal may be worth half as much for that, not less."""
    result = equity.calculate(players, board=board, samples=100_000, seed=1, method="mc")
    alone = result.equity * (1 - result.equity) / result.total
    assert (result.std_error**2).sum() < 2.5 * alone.sum()


@pytest.mark.small
@pytest.mark.parametrize("deals", [10, 1000, 10**6])
def test_interval_near_the_edges(deals):
    low, high = interval(0.0, 0.0, deals)
    assert low == 0
    assert 2.7 / deals < high < 4 / deals
    assert interval(1.0, 0.0, deals)[0] == pytest.approx(1 - high)


@pytest.mark.parametrize("workers", [1, 2, 7, 64])
@pytest.mark.parametrize("goal", [Goal(samples=10_000_000), Goal(samples=131_073), Goal(target=0.001), Goal(seconds=1)])
def test_parts_of_a_run_are_its_chunks_in_order(workers, goal):
    """Whoever counts them, and wherever the run went on; none reaches over a look."""
    scheme, most = sampling_scheme.Scheme(1, 8, 10, 10, (0.0, 0.0)), 400
    size, samples = 1 << 17, goal.samples or most << 17
    whole = [min(size, samples - start) for start in range(0, samples, size)]
    for first in (0, 1, 30):
        chunks, longest = [], 0
        for number, deals in _cut(goal, scheme, first, workers):
            assert number == first + len(chunks)
            chunks += deals
            longest = max(longest, len(deals))
            looks = [look for look in range(number + 1, number + len(deals)) if _is_look(look)]
            assert goal.samples or not looks
            if len(chunks) >= len(whole) - first:
                break
        assert chunks[: len(whole) - first] == whole[first:]
        assert longest <= 8
        assert longest > 1 or len(whole) < 6 * workers


@pytest.mark.small
def test_looks_are_fixed_and_get_rarer():
    looks = [number for number in range(1, 500) if _is_look(number)]
    assert looks[:20] == list(range(1, 21))
    assert looks[-1] - looks[-2] > 10


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["6hJs,2s6d:0.2", "AsJd,7c6h:0.2", "7cAs,2dJs:0.9"], "5hAcKs9s", ""),
        (["Jd2s,Qh6d:0.9", "9sJc,Qh2s:0.2"], "Qd5h5c8h", ""),
        (["5cKh,Kd9d:0.9", "7sKd,9cAc:0.5"], "AhJh3hKs", "7h8c"),
        (["AsKs", "QhQd"], "2c7hTd9s", ""),
    ],
)
def test_errors_hold_where_a_shuffle_could_deal_every_river(players, board, dead):
    exact = equity.calculate(players, board=board, dead=dead, method="exact").equity
    runs = [equity.calculate(players, board=board, dead=dead, samples=20_000, seed=seed) for seed in range(80)]
    off = np.array([(run.equity - exact) / run.std_error for run in runs])
    assert (abs(off.mean(axis=0)) < 5 / np.sqrt(len(runs))).all()
    assert (off.std(axis=0) > 0.7).all()
    assert (off.std(axis=0) < 1.4).all()


# the statistics against what the papers say ----------------------------------------------------------------


@pytest.mark.small
@pytest.mark.parametrize(
    ("won", "deals", "low", "high"),
    [  # Wilson's interval, from R's prop.test(..., correct = FALSE)
        (1, 1000, 0.0001765, 0.0056420),
        (5, 100, 0.0215437, 0.1117505),
        (999, 1000, 0.9943580, 0.9998235),
    ],
)
def test_near_the_edges_the_interval_is_wilson_s(won, deals, low, high):
    mean = won / deals
    found = interval(mean, math.sqrt(mean * (1 - mean) / deals), deals)
    assert found == pytest.approx((low, high), abs=1e-6)


@pytest.mark.small
@given(won=st.integers(0, 300), deals=st.integers(300, 10**7))
def test_an_interval_holds_its_mean_and_stays_a_fraction(won, deals):
    mean = won / deals
    low, high = interval(mean, math.sqrt(mean * (1 - mean) / deals), deals)
    assert 0 <= low <= mean <= high <= 1
    assert high > low


@pytest.mark.small
def test_far_from_the_edges_the_interval_is_the_normal_one():
    for mean in (0.06, 0.5, 0.94):  # more than five standard errors from 0 and 1
        assert interval(mean, 0.01, 10**4) == pytest.approx((mean - 0.01959964, mean + 0.01959964), abs=1e-8)


def bound(blocks, deviation, r2):
    """Theorem 2.2 of Waudby-Smith and others, written down a second time."""
    inner = blocks * r2 + 1
    return deviation * math.sqrt(2 * inner / (blocks**2 * r2) * math.log(math.sqrt(inner) / 0.05))


def fair_coin(blocks):
    moments = Moments(1)
    half = blocks / 2
    moments.add(blocks, [[half], [half], [half], [0.0], [float(blocks), float(blocks)]])
    return moments


@pytest.mark.small
@pytest.mark.parametrize("blocks", [100, 10_000, 10**6])
@pytest.mark.parametrize("target", [0.001, 0.01, 0.05])
def test_the_stopping_bound_is_the_paper_s(blocks, target):
    moments = fair_coin(blocks)
    deviation = moments.std_error(0) * math.sqrt(blocks)
    assert bounded_radius(moments, 0, target) == pytest.approx(bound(blocks, deviation, target**2 / 0.25))
    # a share that hardly varies is tuned to the first block, where r^2 is -2 log a + log(-2 log a + 1)
    for variance in (0.0, 1e-9):
        assert bounded_radius(moments, 0, target, variance) == pytest.approx(
            bound(blocks, deviation, 7.93665), rel=1e-5
        )


def test_the_stopping_bound_holds_at_all_looks_together():
    generator = np.random.default_rng(1)
    looks = np.unique(np.geomspace(200, 20_000, 60).astype(int))
    missed = 0
    for _ in range(400):
        shares = generator.integers(0, 2, looks[-1])
        sums = shares.cumsum()
        moments = [Moments(1) for _ in looks]
        for look, own in zip(looks, moments, strict=True):
            own.add(int(look), [[float(sums[look - 1])]] * 3 + [[0.0], [float(look), float(look)]])
        missed += any(abs(own.mean(0) - 0.5) > bounded_radius(own, 0, 0.01) for own in moments)
    assert missed <= 400 * 0.05


@pytest.mark.small
def test_one_block_says_nothing_of_its_spread():
    moments = Moments(1)
    moments.add(1, [[1.0], [1.0], [1.0], [0.0], [1.0, 1.0]])
    assert moments.variance(0) == 0.25
    assert moments.std_error(0) == 0.5
