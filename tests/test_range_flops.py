"""`equity.flops`: every flop at once, against each flop by itself and against all of them before the flop."""

from __future__ import annotations

import json
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from click.testing import CliRunner

import equity
from equity.cards import cards_text, combo_cards, combo_index, parse_cards
from equity.cli import cli
from equity.errors import EquityError
from equity.kernels.equities.flops import (
    CELL,
    PAIRS,
    fill_pair_sums,
    list_boards_of_kinds,
    sweep_flops,
    sweep_looks,
)
from equity.odds.question.question import Question
from equity.range_analysis.flop_kinds import TEXTURES, flop_kinds, textures_of
from equity.range_analysis.subsets import choose_subset
from equity.ranges import Range

PAIRS_OF_RANGES = [
    ("AK", "QQ"),
    ("22+,A2s+:0.5,KTs+", "top 15%:0.25,72o"),
    ("AsKs", "QQ"),
    ("AsKs,2c2d:0.5,7h6h", "AhKh,AsQd,9s8s,33"),
    ("QQ+,AK", "22+,A2s+,K9s+,QTs+,JTs,ATo+"),
]


@pytest.fixture(scope="module", params=PAIRS_OF_RANGES, ids=" vs ".join)
def report(request):
    return equity.flops(*request.param)


def test_all_flops_add_up_to_the_equity_before_the_flop(report):
    known = equity.calculate(list(report.players))
    assert abs(report.mean_equity - known.equity[0]) < 1e-12
    assert report.won.sum() / report.total.sum() == pytest.approx(known.win[0], abs=1e-12)
    assert report.tied.sum() / report.total.sum() == pytest.approx(known.tie[0], abs=1e-12)
    if ":" not in "".join(report.players):  # whole weights: to the last deal; a full board holds ten flops
        assert report.won.sum() == 10 * known.wins_by_set[0,]
        assert report.tied.sum() == 10 * known.wins_by_set.get((0, 1), 0)
        assert report.total.sum() == 10 * known.total
    assert report.count.sum() <= 22100  # fewer where a flop leaves one player no hand
    assert abs(report.share.sum() - 1) < 1e-12


def test_each_flop_is_what_calculate_says(report):
    some = np.random.default_rng(1).choice(len(report), 25, replace=False).tolist()
    for row in some:
        known = equity.calculate(list(report.players), board=report.names[row], method="exact")
        assert report.equity[row] == pytest.approx(known.equity[0], abs=1e-12)
        assert report.win[row] == pytest.approx(known.win[0], abs=1e-12)
        assert report.tie[row] == pytest.approx(known.tie[0], abs=1e-12)


def test_flops_of_one_row_are_alike_and_come_as_often_as_they_say():
    ranges = ["AsKs,2c2d:0.5,7h6h", "AhKh,AsQd,9s8s,33"]
    report = equity.flops(*ranges)
    a, b = (Question.parse(ranges).live[i] for i in (0, 1))
    for row in (0, 17, len(report) // 2, len(report) - 1):
        board = set(report.boards[row].tolist())
        pairs = sum(
            x * y
            for first, x in a.items()
            for second, y in b.items()
            if len({*combo_cards(first), *combo_cards(second), *board}) == 7
        )
        assert report.total[row] == report.count[row] * pairs * 990


def test_ranges_that_name_suits_keep_flops_apart():
    assert len(equity.flops("AKs", "QQ+")) == 1755
    spades = equity.flops("AsKs", "QQ")
    assert len(spades) > 4000
    by_name = dict(zip(spades.names, spades.equity.tolist(), strict=True))
    assert by_name["JsTs2s"] > by_name["JhTh2h"]
    assert len(equity.flops("AsKd,7h6c", "QsJh,9c9d")) > 15000


def test_kinds_of_flops_are_a_partition():
    kinds = flop_kinds()
    assert len(kinds.boards) == 1755
    assert np.array_equal(np.bincount(kinds.kinds), kinds.count)
    seen = {}
    for number, flop in enumerate(sorted(combinations(range(52), 3), key=lambda cards: cards[::-1])):
        least = min(tuple(sorted(card & ~3 | names[card & 3] for card in flop)) for names in permutations(range(4)))
        assert seen.setdefault(least, kinds.kinds[number]) == kinds.kinds[number]
    assert len(seen) == 1755


def test_textures_are_as_many_as_the_rules_say():
    kinds = flop_kinds()
    counts = {
        name: np.bincount(index, kinds.count, len(TEXTURES[name])).astype(int).tolist()
        for name, index in textures_of(kinds.boards).items()
    }
    assert counts["suits"] == [8788, 12168, 1144]
    assert counts["pairing"] == [22100 - 3744 - 52, 3744, 52]
    rows = [{rank % 13 for rank in range(low, low + 5)} for low in range(-1, 9)]
    made = [sum(row >= set(ranks) for row in rows) for ranks in combinations(range(13), 3)]
    assert counts["straights"] == [22100 - 64 * sum(map(bool, made)), *(64 * made.count(n) for n in (1, 2, 3))]
    assert sum(counts["high card"]) == 22100


def test_boards_of_kinds_are_those_of_all_boards():
    boards, repeats = np.empty((2598960, 5), np.uint8), np.empty(2598960)
    found = list_boards_of_kinds(np.array(list(permutations(range(4)))), boards, repeats)
    assert found == 134459
    assert repeats[:found].sum() == 2598960


def test_sums_of_rank_pairs_are_those_of_their_combos():
    rng = np.random.default_rng(3)
    mine, theirs = rng.integers(0, 5, (2, 1326)).astype(float)
    sums = np.zeros((256 * PAIRS, CELL))
    fill_pair_sums(mine, theirs, sums)
    for high, low, left_high, left_low in [(12, 12, 15, 15), (12, 3, 7, 15), (5, 0, 1, 8), (4, 4, 5, 5), (9, 2, 0, 3)]:
        expected = np.zeros(CELL)
        for combo in range(1326):
            first, second = combo_cards(combo)
            if (first >> 2, second >> 2) != (high, low):
                continue
            if not (left_high >> (first & 3) & 1 and left_low >> (second & 3) & 1):
                continue
            expected[:3] += mine[combo], theirs[combo], mine[combo] * theirs[combo]
            for player, weight in enumerate((mine[combo], theirs[combo])):
                expected[4 + 4 * player + (first & 3)] += weight
                expected[(4 if high == low else 12) + 4 * player + (second & 3)] += weight
        cell = 256 * (high * (high + 1) // 2 + low) + 16 * left_high + left_low
        assert sums[cell].tolist() == expected.tolist()


def brute(board, first, second, mine, theirs):
    """Return won, lost and all weight of the pairs on one board, by asking for every pair."""
    value = {
        combo: equity.evaluate([*combo_cards(combo), *board])
        for combo in {*first, *second}
        if not set(combo_cards(combo)) & set(board)
    }
    won = lost = both = 0.0
    for a in set(first) & value.keys():
        for b in set(second) & value.keys():
            if not set(combo_cards(a)) & set(combo_cards(b)):
                weight = mine[a] * theirs[b]
                won += weight * (value[a] > value[b])
                lost += weight * (value[a] < value[b])
                both += weight
    return won, lost, both


@pytest.mark.small
def test_boards_are_counted_as_pair_by_pair():
    """Both kernels on boards with no flush, with three to five cards of a suit, with trips and quads; any weights."""
    boards = np.array(
        [
            sorted(parse_cards(text))
            for text in ("Ts9h2d5c7s", "Ts9s2s5c7h", "Ts9s2s5s7h", "Ts9s2s5sAs", "AsAhAd5c7s", "AsAhAdAc7s")
        ],
        np.uint8,
    )
    rng = np.random.default_rng(6)
    first = [
        combo_index(*parse_cards(text)) for text in ("AcAd", "AsKs", "8s6s", "KhKd", "7h7d", "6h8h", "Qs2c", "5d5h")
    ]
    second = [
        combo_index(*parse_cards(text)) for text in ("AcAd", "AsQs", "8s6s", "KsKd", "7c7d", "AhKs", "3s4s", "9c9d")
    ]
    mine, theirs = np.zeros((2, 1326))
    mine[first], theirs[second] = rng.integers(1, 5, (2, 8))
    held = np.unique([*first, *second])
    cards = np.array([combo_cards(combo) for combo in held.tolist()], np.uint8).T.copy()
    repeats = np.arange(1.0, 7.0)
    kinds = np.arange(22100, dtype=np.int32) % 7
    sums, counts = np.zeros((256 * PAIRS, CELL)), np.zeros((7, 3))
    fill_pair_sums(mine, theirs, sums)
    sweep_flops(boards, repeats, kinds, *cards, mine[held], theirs[held], sums, counts)
    looks = rng.integers(0, 3, (22100, len(held))).astype(np.int16)
    deals = np.zeros((3, 2))
    sweep_looks(boards, repeats, looks, *cards, mine[held], theirs[held], deals)

    expected, expected_deals = np.zeros_like(counts), np.zeros_like(deals)
    for board, repeat in zip(boards.tolist(), repeats.tolist(), strict=True):
        found = np.array(brute(board, first, second, mine, theirs))
        alone = {combo: brute(board, [combo], second, mine, theirs) for combo in first}
        for a, b, c in combinations(board, 3):
            flop = comb(c, 3) + comb(b, 2) + a
            expected[flop % 7] += repeat * found
            for combo, (won, lost, both) in alone.items():
                look = looks[flop, np.searchsorted(held, combo)]
                expected_deals[look] += repeat * np.array([won + both - lost, 2 * both])
    assert counts.tolist() == expected.tolist()
    assert deals.tolist() == expected_deals.tolist()


def test_threads_change_nothing():
    one, three = (equity.flops("A2s+:0.3,KQ", "22+:0.77", threads=threads) for threads in (1, 3))
    assert one.won.tobytes() == three.won.tobytes()
    assert one.total.tobytes() == three.total.tobytes()


def test_textures_add_up():
    report = equity.flops("QQ+,AK", "22+")
    for name in TEXTURES:
        rows = report.by(name)
        assert sum(row["flops"] for row in rows) == 22100
        assert sum(row["share"] * row["equity"] for row in rows) == pytest.approx(report.mean_equity, abs=1e-12)
        assert sum(row["share"] * row["ahead"] for row in rows) == pytest.approx(report.ahead, abs=1e-12)


# subsets ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 25, 400])
def test_a_subset_states_its_errors(size):
    report = equity.flops("top 20%", "top 40%", size)
    subset = report.subset
    assert len(set(subset.rows.tolist())) == len(subset.weights) == size
    assert subset.weights.min() > 0
    assert subset.weights.sum() == pytest.approx(1)
    mean = sum(w * report.equity[row] for row, w in zip(subset.rows, subset.weights, strict=True))
    assert mean - report.mean_equity == pytest.approx(subset.equity_error, abs=1e-12)
    suits = {row["suits"]: row["share"] for row in report.by("suits")}
    rows = report.rows()
    for word, share in suits.items():
        assert abs(sum(row["weight"] for row in rows if row["suits"] == word) - share) <= subset.texture_error + 1e-12


def test_more_flops_stand_better_for_all():
    report = equity.flops("QQ+,AK", "22+")
    found = [choose_subset(report.boards, report.equity, report.share, size) for size in (5, 25, 100, 500)]
    assert [one.spread for one in found] == sorted((one.spread for one in found), reverse=True)
    assert abs(found[1].equity_error) < 0.001
    assert found[1].texture_error < 0.01
    assert abs(found[-1].equity_error) < 1e-5


def test_the_same_ranges_give_the_same_subset():
    first, second = (equity.flops("AK", "22+", 10).subset for _ in range(2))
    assert first.rows.tolist() == second.rows.tolist()
    assert first.weights.tobytes() == second.weights.tobytes()


@pytest.mark.parametrize(
    ("args", "options", "words"),
    [
        (("AK", "AxZ"), {}, "not a"),
        (("AsKs", "AsKs"), {}, "As is used twice"),
        (("AK", "none"), {}, "empty"),
        (("AK", "QQ", 0), {}, "subset must be at least 1"),
        (("AK", "QQ", 501), {}, "subset must be at most 500"),
        (("AK", "QQ", "many"), {}, "subset"),
        (("AK", "QQ"), {"threads": 0}, "threads"),
    ],
)
def test_what_cannot_be_answered_is_an_error(args, options, words):
    with pytest.raises(EquityError, match=words):
        equity.flops(*args, **options)


def test_an_unknown_texture_is_an_error():
    with pytest.raises(EquityError, match="suits, pairing, straights, high card"):
        equity.flops("AK", "QQ").by("colour")


# the command -----------------------------------------------------------------------------------------------


def run(*words, code=0, text=None):
    done = CliRunner().invoke(cli, ["flops", *words], input=text)
    assert done.exit_code == code, done.output
    return done


def test_command_table():
    out = run("AK", "vs", "QQ", "--by", "suits", "--limit", "2").stdout
    assert out.startswith("AK 43.94 % against QQ 56.06 %, ahead on 30.83 % of the flops\n")
    assert "rainbow    8,784  39.79 %" in out
    assert out.endswith("2 of 1,754 flops, the highest equity first\n")
    assert "pairing" not in out


def test_command_orders():
    def flops(*options):
        return [line.split(",") for line in run("AK", "vs", "QQ", "--csv", *options).stdout.splitlines()[1:]]

    assert len(flops()) == 1754
    equities = [float(row[3]) for row in flops("--reverse")]
    assert equities == sorted(equities)
    shares = [float(row[2]) for row in flops("--sort", "share", "--limit", "7")]
    assert len(shares) == 7
    assert shares == sorted(shares, reverse=True)
    assert flops("--sort", "flop")[0][0] == "AsAhAd"
    assert flops("--sort", "flop", "--reverse")[0][0] == "2s2h2d"


def test_command_json_and_files(tmp_path):
    plain = json.loads(run("AK", "vs", "QQ", "--subset", "25", "--json").stdout)
    assert len(plain["flops"]) == plain["subset"]["flops"] == 25
    assert sum(row["weight"] for row in plain["flops"]) == pytest.approx(1)
    assert plain["equity"][0] == pytest.approx(equity.calculate(["AK", "QQ"]).equity[0], abs=1e-12)
    path = tmp_path / "flops.csv"
    run("AK", "vs", "QQ", "--csv", "-o", str(path))
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1755
    (tmp_path / "range.txt").write_text("QQ", encoding="utf-8")
    first = run("AK", "vs", f"@{tmp_path / 'range.txt'}").stdout
    assert first == run("AK", "vs", "-", text="QQ").stdout == run("AK", "vs", "QQ").stdout


@pytest.mark.parametrize(
    "words",
    [
        ["AK"],
        ["AK", "vs", "QQ", "vs", "JJ"],
        ["AK", "vs", "AxZ"],
        ["AsKs", "vs", "AsKs"],
        ["AK", "vs", "QQ", "--subset", "0"],
        ["AK", "vs", "QQ", "--subset", "9999"],
        ["AK", "vs", "QQ", "--sort", "weight"],
        ["AK", "vs", "QQ", "--by", "colour"],
        ["AK", "vs", "QQ", "-o", "no/such/folder/x.csv"],
    ],
    ids=" ".join,
)
def test_command_refuses(words):
    done = run(*words, code=2)
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.output


def test_command_is_interrupted(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("equity.range_analysis.flop_kinds.run_chunks", interrupt)
    assert run("AK", "vs", "QQ", code=130).stderr.endswith("interrupted\n")


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_random_ranges_add_up(seed):
    """Ranges of any width and weights, with and without suits: all flops are the equity before the flop."""
    rng = np.random.default_rng(seed)
    ranges = []
    for _ in range(2):
        size = int(rng.integers(1, 10 if seed % 2 else 40))
        if seed % 2:
            combos = rng.choice(1326, size, replace=False).tolist()
            ranges.append(Range.from_combos(dict(zip(combos, rng.integers(1, 101, size) / 100, strict=True))))
        else:
            weights = np.zeros(169)
            weights[rng.choice(169, size, replace=False)] = rng.integers(1, 101, size) / 100
            ranges.append(Range.from_weights(weights))
    report = equity.flops(*ranges)
    known = equity.calculate(ranges, method="exact")
    assert report.mean_equity == pytest.approx(known.equity[0], abs=1e-12)
    assert report.tied.sum() / report.total.sum() == pytest.approx(known.tie[0], abs=1e-12)
    some = int(rng.integers(len(report)))
    flop = equity.calculate(ranges, board=report.names[some], method="exact")
    assert report.equity[some] == pytest.approx(flop.equity[0], abs=1e-12)


@pytest.mark.slow
def test_wide_ranges_on_every_flop():
    ranges = ["22+,A2s+,K2s+,QTs+,ATo+", "random"]
    report = equity.flops(*ranges)
    many = equity.calculate_many([(ranges, name) for name in report.names], method="exact")
    assert np.abs(report.equity - np.array(many.equity)[:, 0]).max() < 1e-12


def test_rows_say_who_is_ahead():
    rows = equity.flops("AK", "QQ").rows()
    assert all(row["ahead"] == (1 if row["equity"] > 0.5 else 2 if row["equity"] < 0.5 else 0) for row in rows)
    assert {row["ahead"] for row in rows} == {1, 2}
    assert {row["ahead"] for row in equity.flops("AK", "AK").rows()} == {0}


def test_names_are_text():
    report = equity.flops("AK", "QQ")
    assert report.names[0] == cards_text(report.boards[0].tolist()) == "AsAhAd"
