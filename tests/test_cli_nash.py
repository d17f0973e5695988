"""``equity nash`` and ``equity icm``."""

from __future__ import annotations

import csv
import json
import shlex

import pytest
from click.testing import CliRunner

import equity
from equity.cards import CLASSES
from equity.cli import cli
from equity.solve import push_fold


def call(line):
    return CliRunner().invoke(cli, shlex.split(line))


def answer(line):
    result = call(line)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_json_has_every_hand_twice_and_says_how_good_it_is():
    found = answer("nash 10bb --format json")
    assert len(found["push"]) == len(found["call"]) == CLASSES
    assert found["push"]["AA"] == 1.0
    assert found["call"]["72o"] == 0.0
    assert found["value_bb"] == push_fold(10).value
    assert found["exploitability_mbb"] <= 0.01
    assert answer("nash 10 --exact --json")["exploitability_mbb"] < 1e-6


def test_options_are_the_games():
    found = answer("nash 12 --small-blind 0.4 --ante 0.1bb --rake 5% --rake-cap 0.5 --json")
    assert found["values"] == list(push_fold(12, small_blind=0.4, ante=0.1, rake=0.05, rake_cap=0.5).values)
    assert answer("nash 12 --big-blind-ante 1 --json")["big_blind_ante"] == 1.0


def test_text_has_two_charts():
    shown = call("nash 10bb").stdout
    assert shown.startswith("the small blind pushes 58.3 % of hands\nAA ")
    assert "the big blind calls with 37.4 % of hands\nAA " in shown
    assert "exploitability 0.00" in shown
    assert "mixed: call Q6s" in shown


def test_prize_money():
    line = "nash --stacks 10,8,25,40 --payouts 50,30,20"
    found = answer(f"{line} --json")
    assert found["unit"] == "prize"
    assert found["before"] == pytest.approx(equity.icm([10, 8, 25, 40], [50, 30, 20])[:2].tolist())
    assert found["exploitability_mbb"] <= 0.01
    shown = call(line).stdout
    assert "prize money: small blind 17.64" in shown
    assert "not zero-sum: one equilibrium of perhaps several; exploitability" in shown
    moved = answer("nash --stacks 25,8,40,10 --payouts 50,30,20 --blinds 4,2 --json")
    assert moved["push"] == found["push"]


def test_spans_in_all_forms():
    line = "nash --stacks 2-3bb --step 0.2 -q"
    found = answer(f"{line} --json")
    assert found["push"]["63s"] == [[2.0, 2.2]]
    assert found["complete"] is True
    rows = list(csv.DictReader(call(f"{line} --format csv").stdout.splitlines()))
    assert len(rows) == CLASSES
    assert next(row for row in rows if row["hand"] == "63s")["push"] == "2-2.2"
    assert "solved at 6 stacks from 2 to 3 bb" in call(line).stdout
    assert "solved at 2 bb; exploitability" in call("nash --stacks 2-2").stdout
    assert answer("nash --stacks 5-6 --step 0.5 --exact -q --json")["exploitability_mbb"] < 1e-9


def test_a_span_that_is_interrupted_prints_what_it_has(monkeypatch):
    from equity.solve import charts

    solved, solve = [], charts.solve_game

    def stop(game, **more):
        if len(solved) == 2:
            raise KeyboardInterrupt
        solved.append(game)
        return solve(game, **more)

    monkeypatch.setattr(charts, "solve_game", stop)
    result = call("nash --stacks 5-9 --step 1 --json")
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert found["stacks"] == [5.0, 6.0]
    assert found["complete"] is False


def test_best_responses():
    found = answer("nash 10 --against-call 'top 20%' --json")
    assert found["side"] == "push"
    assert found["value"] == pytest.approx(0.23698, abs=1e-4)
    shown = call("nash 10 --against-push random").stdout
    assert shown.startswith("call with 66.2 % of hands against somebody who pushes 100.0 % of hands\nAA ")
    assert len(call("nash 10 --against-call AA --format csv").stdout.splitlines()) == CLASSES + 1


def test_a_page_and_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    page, picture, text = (tmp_path / name for name in ("x.html", "x.png", "x.json"))
    result = call(f"nash 10bb --page {page} --plot {picture} -o {text} --json")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert page.read_text(encoding="utf-8").count("<td") == 2 * CLASSES
    assert picture.read_bytes()[:4] == b"\x89PNG"
    assert json.loads(text.read_text(encoding="utf-8"))["push"]["AA"] == 1.0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nash", "no stack given"),
        ("nash 0", "a stack must be above 0 big blinds, got 0"),
        ("nash 201bb", "at most 200 big blinds, got 201"),
        ("nash ten", "a stack is a number of big blinds"),
        ("nash 10 --ante 10", "antes must leave a stack chips"),
        ("nash 10 --stacks 2-20", "a stack and --stacks exclude each other"),
        ("nash --stacks 10", "--stacks is a span such as 2-20, or with --payouts a list"),
        ("nash --stacks 10,8,5", "--stacks is a span such as 2-20, or with --payouts a list"),
        ("nash --stacks 2-20 --payouts 50,30", "with --payouts, --stacks is a list"),
        ("nash --stacks 20-2", "stacks must go up, got 20 to 2"),
        ("nash --stacks 2-5 --step 0", "a step must be above 0"),
        ("nash --stacks 2-5 --plot x.png", "--plot and a span of --stacks exclude each other"),
        ("nash --stacks 10,8 --payouts 50,30 --step 1", "--step and --payouts exclude each other"),
        ("nash 10 --payouts 50,30", "--payouts needs --stacks"),
        ("nash 10 --step 1", "--step needs --stacks"),
        ("nash 10 --blinds 1,2", "--blinds needs --payouts"),
        ("nash --stacks 10,8,5 --payouts 30,50", "payouts must not rise"),
        ("nash --stacks 10,8 --payouts 50,30,20", "payouts must be at most one per player"),
        ("nash --stacks 10,8,5 --payouts 50,30 --blinds 1,4", "two of the 3 players, counted from 1, got 1,4"),
        ("nash --stacks 10,8,5 --payouts 50,30 --rake 5%", "a game for prize money has no rake"),
        ("nash 10 --against-call AA --against-push AA", "exclude each other"),
        ("nash 10 --against-call AA --plot x.png", "exclude each other"),
        ("nash 10 --against-call AZ", "AZ"),
        ("nash 10 --plot x.txt", "ends in neither .png nor .svg nor .pdf"),
        ("nash 10 --page /nowhere/x.html", "there is no such folder"),
        ("nash 10 --page -", "'-' ends in neither .html nor .htm"),
        ("nash 10 --plot -", "'-' ends in neither .png nor .svg nor .pdf"),
        ("nash 10 --rake-cap 2", "--rake-cap needs --rake"),
        ("icm 5,3", "missing option '--payouts'"),
        ("icm 5,3 --payouts 20,30", "payouts must not rise"),
        ("icm 5,3 --payouts 50,30,20", "payouts must be at most one per player"),
        ("icm 0,0 --payouts 50", "somebody must have chips"),
        ("icm x --payouts 50", "write numbers with commas between them"),
    ],
)  # fmt: skip
def test_bad_lines_say_what_would_be_right(line, message):
    result = call(line)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_icm_in_all_forms(tmp_path):
    line = "icm 5000,3000,2000 --payouts 50,30,20"
    found = answer(f"{line} --json")
    assert [player["icm"] for player in found["players"]] == equity.icm([5000, 3000, 2000], [50, 30, 20]).tolist()
    assert [player["chip_chop"] for player in found["players"]] == pytest.approx([40, 32, 28])
    assert call(line).stdout.splitlines()[1].split() == ["1", "5,000", "50.00", "%", "38.39", "40.00"]
    assert call(f"{line} --format csv").stdout.splitlines()[0] == "player,stack,share,icm,chip_chop"
    file = tmp_path / "x.csv"
    assert call(f"{line} --format csv -o {file}").stdout == ""
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4


def test_icm_of_a_field():
    stacks = ",".join(str(1000 + 7 * i) for i in range(300))
    found = answer(f"icm {stacks} --payouts {','.join(str(1000 // (i + 1)) for i in range(45))} --json")
    prizes = [player["icm"] for player in found["players"]]
    assert prizes == sorted(prizes)
    assert sum(prizes) == pytest.approx(sum(1000 // (i + 1) for i in range(45)))
