"""Batches: the same answers as one question at a time, each row on its own, whatever the form of the rows."""

from __future__ import annotations

import csv
import io
import json
import pickle
import random
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import cards_text
from equity.cli import cli
from equity.odds import Question
from equity.odds.batch import many
from equity.odds.batch.canonical import canonical_codes, distinct_rows
from equity.odds.batch.files import read_rows
from equity.odds.batch.ranges import find_spots
from equity.odds.batch.results import NOT_ANSWERED

SIZES = ((2, 0), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 3), (6, 5), (9, 4))


def random_spot(source: random.Random, players: int, board: int, dead: int = 0) -> tuple[list[str], str, str]:
    cards = source.sample(range(52), 2 * players + board + dead)
    hands = [cards_text(cards[2 * i : 2 * i + 2]) for i in range(players)]
    rest = cards[2 * players :]
    return hands, cards_text(rest[:board]), cards_text(rest[board:])


def moved(source: random.Random, spot: tuple[list[str], str, str]) -> tuple[tuple[list[str], str, str], list[int]]:
    """The same spot with other suits and the players in another order."""
    suits = dict(zip("cdhs", source.sample("cdhs", 4), strict=True))
    rename = lambda text: "".join(suits.get(letter, letter) for letter in text)  # noqa: E731
    order = source.sample(range(len(spot[0])), len(spot[0]))
    return ([rename(spot[0][i]) for i in order], rename(spot[1]), rename(spot[2])), order


def ranks(hand: str) -> str:
    return "".join(sorted(hand[::2]))


def assert_is(answer, result) -> None:
    assert answer.error is None
    for name in ("equity", "win", "tie", "tie_equity"):
        assert getattr(answer, name) == pytest.approx(getattr(result, name).tolist(), abs=1e-15)
    assert answer.total == result.total
    assert answer.method == result.method


def test_known_hands_are_what_calculate_says():
    source = random.Random(1)
    spots = [random_spot(source, *size, dead) for size in SIZES for dead in (0, 2) for _ in range(4)]
    spots += [random_spot(source, 3, 0)]
    found = equity.calculate_many(spots)
    for spot, answer in zip(spots, found, strict=True):
        assert_is(answer, equity.calculate(spot[0], board=spot[1], dead=spot[2], method="exact"))


def test_spots_are_counted_once_up_to_suits_and_order():
    source = random.Random(2)
    for players, board in ((2, 0), (2, 3), (3, 4), (2, 5)):
        spot = random_spot(source, players, board, 1 if board else 0)
        forms = [moved(source, spot) for _ in range(20)]
        found = equity.calculate_many([spot, *(form for form, _ in forms)])
        assert found.distinct == 1
        for (_, order), row in zip(forms, found.equity[1:], strict=True):
            assert row.tolist() == [found.equity[0][i] for i in order]


@pytest.mark.small
@given(seed=st.integers(0, 10**6), players=st.integers(2, 6), board=st.sampled_from([0, 3, 4, 5]))
def test_codes_name_a_spot(seed, players, board):
    source = random.Random(seed)
    spot = random_spot(source, players, board, 2)
    other, order = moved(source, spot)
    different = random_spot(source, players, board, 2)

    def arrays(spots):
        questions = [Question.parse(hands, board=cards, dead=dead) for hands, cards, dead in spots]
        from equity.odds.question.hole_cards import COMBO_CARDS

        holes = np.array([[COMBO_CARDS[next(iter(live))] for live in q.live] for q in questions], np.uint8)
        return holes, np.array([q.board for q in questions], np.uint8), np.array([q.dead for q in questions], np.uint8)

    codes, orders = canonical_codes(*arrays([spot, other, different]))
    if players <= 3:
        assert codes[0].tolist() == codes[1].tolist()
    assert codes[0].tolist() != codes[2].tolist()  # cards drawn twice are never the same spot here
    assert sorted(orders[1].tolist()) == list(range(players))
    firsts, kinds = distinct_rows(codes)
    assert [kinds[i] for i in firsts] == list(range(len(firsts)))
    if players == 2:  # who stands first in the one is who stands first in the other, or both hands are alike
        assert [order[i] for i in orders[1]] == orders[0].tolist() or len({*map(ranks, spot[0])}) == 1


RANGES = [
    (["AKs", "QQ"], "", ""),
    (["QQ", "AKs"], "", ""),
    (["AKs:0.5,22", "QQ+"], "2c7dTh", ""),
    (["QQ+", "AKs:0.5,22"], "2d7cTh", ""),
    (["AKs:0.5,22", "QQ+"], "2c7dTc", ""),
    (["AsKs,22", "QQ+", "JTs"], "2c7dTh3s", "Qc"),
    (["AhKh,22", "JTs", "QQ+"], "2c7dTs3h", "Qc"),
    (["AsKs"], "2c7dTh", ""),
]


def test_ranges_are_what_calculate_says_and_answered_once():
    found = equity.calculate_many(RANGES)
    assert found.distinct == 5
    for (players, board, dead), answer in zip(RANGES, found, strict=True):
        assert_is(answer, equity.calculate(players, board=board, dead=dead))


def test_equal_questions_keep_their_players_apart():
    questions = [Question.parse(players, board=board, dead=dead) for players, board, dead in RANGES]
    spots = find_spots(list(enumerate(questions)))
    assert spots.kinds == [0, 0, 1, 1, 2, 3, 3, 4]
    assert spots.from_first(6).tolist() == [0, 2, 1]


def test_every_form_of_a_row_means_the_same():
    rows = [
        "AsKs vs QQ | Ts9s2d | Qc",
        {"players": "AsKs vs QQ", "board": "Ts9s2d", "dead": "Qc"},
        {"players": ["AsKs", "QQ"], "board": "Ts 9s 2d", "dead": "Qc"},
        {"player_1": "AsKs", "player_2": "QQ", "player_3": None, "board": "10s9s2d", "dead": "Qc", "note": 3},
        {"hero": "AsKs", "villain": "QQ", "board": "Ts9s2d", "dead": "Qc"},
        ("AsKs vs QQ", "Ts9s2d", "Qc"),
        (["AsKs", equity.Range("QQ")], "Ts9s2d", "Qc"),
        ([[51, 47], "QQ"], [35, 31, 1], [40]),
        Question.parse("AsKs vs QQ", board="Ts9s2d", dead="Qc"),
    ]
    found = equity.calculate_many(rows)
    assert found.errors == {}
    assert found.distinct == 1
    assert_is(found[0], equity.calculate("AsKs vs QQ", board="Ts9s2d", dead="Qc"))
    assert found[0] == found[-1]
    assert [answer.total for answer in found[2:4]] == [found[0].total] * 2
    assert equity.calculate_many(["AsKs", ["AsKs", "random"]]).distinct == 1


BROKEN = {
    1: ("AsKs vs AsQd", "As is used twice: player 1 and player 2"),
    2: ("AsKs vs QhQd | AsTs9s", "As"),
    3: ("AsKs vs QhQd | Ts9s", "a board has 0, 3, 4 or 5 cards, got 2"),
    4: ("nonsense vs QQ", "player 1: 'nonsense'"),
    5: ("", "names no players"),
    6: ("AsKs vs QhQd | Ts9s2d | 2d", "2d is used twice"),
    7: ("AsKs vs QhQd | Ts9s2d | Qc | 3", "parts"),
    8: (" vs ".join(["random"] * 11), "players"),
    9: ({"board": "Ts9s2d"}, "no players"),
    10: (17, "a row is text"),
    11: ("AA vs AA vs AA", "no deal is possible"),
    12: ("AsKs vs QhQd | Ts9s2x", "'x'"),
    13: ({"players": ["AsAs", "QQ"]}, "As"),
}


def test_broken_rows_do_not_stop_the_others():
    rows = ["AsKs vs QhQd", *(row for row, _ in BROKEN.values()), "AsKs vs QQ | Ts9s2d"]
    found = equity.calculate_many(rows)
    assert list(found.errors) == list(BROKEN)
    for row, (_, message) in BROKEN.items():
        assert message in found[row].error
        assert found[row].equity == ()
        assert found[row].to_dict() == {"error": found.errors[row]}
        assert np.isnan(found.equity[row]).all()
    assert found[0].total == 1712304
    assert_is(found[-1], equity.calculate("AsKs vs QQ", board="Ts9s2d"))
    with pytest.raises(equity.EquityError, match="row 2: As is used twice"):
        equity.calculate_many(rows, strict=True)


def test_sampled_rows_repeat_for_any_threads():
    rows = ["AsKs vs QQ vs random vs random", "AsKs vs random vs QQ vs random", "22+ vs random vs random vs AKs"]
    runs = [equity.calculate_many(rows, samples=20_000, seed=4, threads=threads) for threads in (1, 3)]
    assert runs[0].columns() == runs[1].columns()
    assert runs[0].distinct == 2
    assert runs[0].methods == ["monte-carlo"] * 3
    answer = runs[0][0]
    again = equity.calculate(rows[0], samples=20_000, seed=answer.seed)
    assert answer.equity == tuple(again.equity.tolist())
    assert answer.std_error == tuple(again.std_error.tolist())
    assert runs[0].equity[1].tolist() == runs[0].equity[0][[0, 2, 1, 3]].tolist()
    hands = equity.calculate_many(["AsKs vs QhQd"], method="monte-carlo", samples=1000, seed=1)
    assert hands[0].method == "monte-carlo"


def test_progress_ends_with_all_rows():
    calls = []
    rows = ["AsKs vs QhQd | Ts9s2d", "AsKs vs QhQd", "QQ vs AK", "x", "AcKc vs QhQd"]
    equity.calculate_many(rows, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (5, 5)
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)


@pytest.mark.parametrize("options", [{"method": "x"}, {"samples": 0}, {"target": 2}, {"threads": 0}, {"seed": -1}])
def test_options_that_make_no_sense(options):
    with pytest.raises(equity.EquityError):
        equity.calculate_many(["AsKs vs QQ"], **options)


def test_an_empty_batch():
    found = equity.calculate_many([])
    assert len(found) == 0
    assert found.equity.shape == (0, 0)


def test_slices_and_ends():
    found = equity.calculate_many(["AsKs vs QhQd", "AsKs vs QhQd vs 7c7d | Ts9s2d"])
    assert found[-1] == found[1]
    assert [len(answer.equity) for answer in found[:]] == [2, 3]
    assert np.isnan(found.equity[0, 2])
    with pytest.raises(IndexError):
        found[2]


# data frames


COLUMNS = {"players": ["AsKs vs QhQd", "x vs QQ", "QQ vs AK"], "board": ["Ts9s2d", "", None], "note": [1, 2, 3]}


def test_polars_in_polars_out():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(COLUMNS)
    found = equity.calculate_many(frame)
    assert found.columns == ["players", "board", "note", "equity_1", "equity_2", "win_1", "win_2", "tie_1", "tie_2",
                             "method", "error"]  # fmt: skip
    assert found["equity_1"].to_list()[0] == equity.calculate("AsKs vs QhQd", board="Ts9s2d").equity[0]
    assert found["equity_1"].to_list()[1] is None
    assert "'x'" in found["error"][1]
    assert equity.calculate_many(frame.lazy()).equals(found)
    wide = polars.DataFrame({"player_2": ["QhQd"], "player_1": ["AsKs"]})
    assert equity.calculate_many(wide)["equity_1"][0] == pytest.approx(0.462145, abs=1e-6)
    lists = polars.DataFrame({"players": [["AsKs", "QhQd"]]})
    assert equity.calculate_many(lists)["equity_1"][0] == pytest.approx(0.462145, abs=1e-6)
    with pytest.raises(equity.EquityError, match="needs a column players"):
        equity.calculate_many(polars.DataFrame({"a": [1]}))


def test_pandas_in_pandas_out():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(COLUMNS, index=[5, 3, 9])
    found = equity.calculate_many(frame)
    assert list(found.index) == [5, 3, 9]
    assert found["equity_1"].iloc[0] == equity.calculate("AsKs vs QhQd", board="Ts9s2d").equity[0]
    assert pandas.isna(found["equity_1"].iloc[1])
    assert "'x'" in found["error"].iloc[1]
    assert "equity_1" not in frame.columns


# the command


CSV = 'players,board,note\nAsKs vs QhQd,Ts9s2d,one\n"AKs,AQs vs 22+",,two\nx vs QQ,,three\nAsKs vs QQ\n'


def run(*args: str, stdin: str | None = None):
    return CliRunner().invoke(cli, args, input=stdin, catch_exceptions=False)


def test_a_csv_file_keeps_its_columns(tmp_path):
    path = tmp_path / "spots.csv"
    path.write_text(CSV, encoding="utf-8")
    result = run("--file", str(path), "--format", "csv")
    assert result.exit_code == 2
    assert "line 4: player 1: 'x'" in result.stderr
    assert "line 5: the line has 1 cells" in result.stderr
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["note"] for row in rows] == ["one", "two", "three", ""]
    assert float(rows[0]["equity_1"]) == equity.calculate("AsKs vs QhQd", board="Ts9s2d").equity[0]
    assert rows[2]["equity_1"] == ""
    assert "'x'" in rows[2]["error"]
    assert run("--file", str(path)).stdout.count("\n") == 2


def test_strict_stops_at_the_first_broken_row(tmp_path):
    path = tmp_path / "spots.csv"
    path.write_text(CSV, encoding="utf-8")
    result = run("--file", str(path), "--strict")
    assert result.exit_code == 2
    assert result.stdout.count("\n") == 2
    assert result.stderr.splitlines() == [line for line in result.stderr.splitlines() if "line 4" in line]


def test_json_lines(tmp_path):
    path = tmp_path / "spots.jsonl"
    rows = [{"players": ["AsKs", "QQ"], "board": "Ts9s2d"}, ["AA", "KK"], "AA vs QQ | 2c7dTh", 5]
    path.write_text("\n".join([*map(json.dumps, rows), "{broken"]), encoding="utf-8")
    result = run("--file", str(path), "--format", "json")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert ["error" in row for row in found] == [False, False, False, True, True]
    assert found[0]["players"][1]["range"] == "QQ"
    assert found[2]["board"] == "2c7dTh"


def test_parquet(tmp_path):
    polars = pytest.importorskip("polars")
    path = tmp_path / "spots.parquet"
    polars.DataFrame({"player_1": ["AsKs"], "player_2": ["QhQd"], "board": ["Ts9s2d"]}).write_parquet(path)
    rows = list(csv.DictReader(io.StringIO(run("--file", str(path), "--format", "csv").stdout)))
    assert float(rows[0]["equity_1"]) == pytest.approx(53 / 99)
    (tmp_path / "no.parquet").write_text("no", encoding="utf-8")
    assert "cannot be read as Parquet" in run("--file", str(tmp_path / "no.parquet")).stderr


def test_the_commands_own_board_and_opponents_fill_in():
    result = run("--file", "-", "-b", "Ts9s2d", "--vs-random", "1", "--format", "json", stdin="AsKs\nQQ | 2c7dTh\n")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["board"] for row in found] == ["Ts9s2d", "2c7dTh"]
    assert [row["players"][1]["range"] for row in found] == ["random", "random"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "a,b\n1,2\n", "the first line must name the columns"),
        ("a.csv", "", "the first line must name the columns"),
        ("a.txt", b"\xff\xfe\x00", "not text in UTF-8"),
    ],
)
def test_files_that_are_none(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    result = run("--file", str(path))
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout


def test_semicolons_and_byte_order_marks():
    [row] = read_rows(["\ufeffplayers;board\n", "AsKs vs QQ;Ts9s2d\n"], "csv")
    assert row.spot == {"players": "AsKs vs QQ", "board": "Ts9s2d"}
    assert row.line == 2


@pytest.mark.parametrize("look", ["--combos", "--outs", "--stacks=1,2", "--explain"])
def test_looks_are_for_one_question(look):
    assert "exclude each other" in run("--file", "-", look, stdin="AsKs vs QQ\n").stderr


@pytest.mark.slow
def test_a_large_file_with_broken_rows(tmp_path):
    source = random.Random(3)
    lines = []
    for i in range(300_000):
        hands, board, _ = random_spot(source, 2, 3)
        lines.append("garbage" if i % 1000 == 7 else f"{' vs '.join(hands)} | {board}")
    found = equity.calculate_many(lines)
    assert len(found.errors) == 300
    assert found.equity[~np.isnan(found.equity[:, 0])].sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("questions", [None, 5, 2.5, True, "AsKs vs QQ", b"AsKs vs QQ", {"players": "AsKs vs QQ"}])
def test_questions_are_a_list(questions):
    with pytest.raises(equity.EquityError, match="questions are a list of rows"):
        equity.calculate_many(questions)


@pytest.mark.parametrize(
    "row",
    [
        None,
        5,
        b"AA vs KK",
        {"players": 5},
        {"players": True},
        {"players": float("nan")},
        {"players": {"AA": 1}},
        {"players": ["AA", None]},
        {"players": ["AA", 3.5]},
        {"players": ["AA", "KK"], "board": 5},
        {"players": ["AA", "KK"], "dead": [None]},
        {"player_1": 5, "player_2": "AA"},
        {5: "AA", None: "KK"},
        (5,),
        (["AA", "KK"], None, 7),
        [5, 6],
    ],
    ids=repr,
)
def test_a_row_of_another_type_has_its_own_error(row):
    found = equity.calculate_many(["AsKs vs QhQd", row, "AsKs vs QhQd"])
    assert list(found.errors) == [1]
    assert found.equity[0].tolist() == found.equity[2].tolist()


def test_arrays_are_players_and_boards():
    found = equity.calculate_many([{"players": np.array(["AsKs", "QhQd"]), "board": np.array([0, 5, 10])}])
    assert found.equity.tolist() == equity.calculate_many(["AsKs vs QhQd | 2c3d4h"]).equity.tolist()


def _interrupt_after(calls):
    """Return a progress callback that interrupts like Ctrl-C."""
    seen = []

    def progress(done, total):
        seen.append(done)
        if len(seen) == calls:
            raise KeyboardInterrupt

    return progress


THREE_HANDS = [f"AsKs vs QhQd vs {pair} | Ts9s2d{card}" for pair in ("7c7d", "7c7h") for card in ("3c", "4c", "5c")]
THREE_RANGES = ["AKs vs QQ | 2c7dTh", "AKs vs JJ | 2c7dTh", "22+ vs AA | 2c7dTh"]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("calls", "answered"), [(2, 6), (3, 7), (4, 8)])
def test_an_interrupt_keeps_what_is_answered(threads, calls, answered):
    rows = [*THREE_HANDS, *THREE_RANGES, "nonsense"]  # reading is the first call, the hands are the second
    found = equity.calculate_many(rows, threads=threads, progress=_interrupt_after(calls))
    whole = equity.calculate_many(rows)
    left = [row for row, error in found.errors.items() if error == NOT_ANSWERED]
    assert (found.complete, whole.complete) == (False, True)
    assert left == list(range(answered, 9))
    assert whole.errors[9] == found.errors[9]
    assert found.equity[:answered].tobytes() == whole.equity[:answered].tobytes()
    assert np.isnan(found.equity[left]).all()
    assert found[8].error == NOT_ANSWERED


def test_an_interrupt_inside_one_shape_keeps_its_first_spots(monkeypatch):
    monkeypatch.setattr("equity.odds.batch.known_hands._CHUNK_SECONDS", 0)  # a spot a chunk
    found = equity.calculate_many(THREE_HANDS, threads=1, progress=_interrupt_after(4))
    assert [answer.error for answer in found].count(None) == 3
    whole = equity.calculate_many(THREE_HANDS)
    good = [i for i, answer in enumerate(found) if answer.error is None]
    assert found.pick(good).equity.tobytes() == whole.pick(good).equity.tobytes()


def test_an_interrupt_inside_a_question_leaves_it_out(monkeypatch):
    parts = iter(range(1, 100))

    def half(question, options, seed, threads):
        result = solve_spot(question, options, seed, threads)
        return result if next(parts) < 2 else replace(result, tally=result.tally._replace(complete=False))

    solve_spot = many.solve_spot
    monkeypatch.setattr(many, "solve_spot", half)
    found = equity.calculate_many(THREE_RANGES, threads=1)
    assert found.errors == {1: NOT_ANSWERED, 2: NOT_ANSWERED}


def test_every_answer_has_its_counts_by_winners():
    spots = [
        "AsKs vs QhQd",
        "QcQs vs AhKh",  # the same, the other way round
        "AsKs vs QhQd | Ts9s2d",
        "AsKs vs QhQd vs 7c7d | Ts9s2d",
        "7h7s vs AcKc vs QsQd | Tc9c2s",
        "AsKs vs AdKd vs AhKh vs 2c2d | Ts9s2h | Ad",
        "AsKs vs AdKd vs AhKh vs 2c2d | Ts9s2h",
        "AK vs 22+ | 2c7dTh",
        "22+ vs AK | 2s7hTd",
        "AA:0.3,KK vs QQ",
    ]
    found = equity.calculate_many(spots)
    for spot, answer in zip(spots, found, strict=True):
        if answer.error is not None:
            assert not answer.wins_by_set
            continue
        players, board, dead = (*map(str.strip, spot.split("|")), "", "")[:3]
        alone = equity.calculate(players, board=board, dead=dead)
        assert answer.wins_by_set == alone.wins_by_set
        assert list(answer.wins_by_set) == list(alone.wins_by_set)
        assert answer.to_dict()["wins_by_set"] == alone.to_dict()["wins_by_set"]
    assert found.pick([8, 3])[1].wins_by_set == found[3].wins_by_set
    assert pickle.loads(pickle.dumps(found))[3] == found[3]
    sampled = equity.calculate_many(["AsKs vs QQ vs 22+"], samples=5000, seed=1)[0]
    assert sum(sampled.wins_by_set.values()) == 5000


def test_sampled_rows_have_seeds_of_their_own():
    found = equity.calculate_many([f"AsKs vs QhQd vs {rank}c{rank}d" for rank in "23456789"], samples=100, seed=5)
    assert len(set(found.seeds.values())) == 8
    for row, seed in found.seeds.items():
        alone = equity.calculate(f"AsKs vs QhQd vs {'23456789'[row]}c{'23456789'[row]}d", samples=100, seed=seed)
        assert found[row].equity == tuple(alone.equity.tolist())


@pytest.mark.small
def test_spots_that_differ_by_the_lowest_suit_alone_are_recognised():
    spots = ["3s2s vs 5s4s | AhAdAc", "5s4s vs 3s2s | AhAdAc", "3h2h vs 5h4h | AsAdAc"]
    found = equity.calculate_many(spots)
    assert found.distinct == 1
    assert found[0].equity == found[1].equity[::-1] == found[2].equity
