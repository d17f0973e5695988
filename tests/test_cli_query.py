"""``equity query``: text, CSV and JSON, options, mistakes."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from click.testing import CliRunner

from equity.cli import cli

WINS = (
    "select count(winsHi(hero)) as wins, avg(riverEquity(hero)) as eq from hero='AsKs', villain='QhQd', board='2c7dTh'"
)


def run(*words, code=0, **more):
    result = CliRunner().invoke(cli, ["query", *words], **more)
    assert result.exit_code == code, result.output
    return result


def test_the_answer_as_text_csv_and_json():
    text = run(WINS).stdout.splitlines()
    assert text[:3] == ["wins   24.75 %", "eq    0.247475", ""]
    assert text[3].startswith("exact, 990 deals, ")
    plain = json.loads(run(WINS, "--json").stdout)
    assert plain["values"] == {"wins": 245 / 990, "eq": pytest.approx(245 / 990)}
    assert (plain["method"], plain["deals"], plain["accepted"], plain["seed"]) == ("exact", 990, 990, None)
    rows = list(csv.DictReader(StringIO(run(WINS, "--format", "csv").stdout)))
    assert [row["name"] for row in rows] == ["wins", "eq"]
    assert float(rows[0]["value"]) == 245 / 990


def test_a_histogram_in_all_forms():
    text = "select histogram(handType(hero, river)) as made, count(pocketPair(hero)) from hero='AK,QQ', board='2c7dTh'"
    bars = json.loads(run(text, "--json").stdout)["histograms"]["made"]
    assert sum(bars.values()) == pytest.approx(1)
    assert "█" in run(text).stdout
    rows = list(csv.DictReader(StringIO(run(text, "--csv").stdout)))
    assert {row["of"]: float(row["value"]) for row in rows if row["name"] == "made"} == bars


def test_samples_name_their_seed_and_repeat():
    words = [WINS + " where pairedBoard(river)", "--mc", "-n", "20k", "--seed", "5", "--json"]
    first, second = (json.loads(run(*words, "-t", threads).stdout) for threads in ("1", "2"))
    assert first | {"elapsed": 0} == second | {"elapsed": 0}
    assert first["seed"] == 5
    assert 0 < first["accepted"] < first["deals"]
    shown = run(*words[:-1]).stdout
    assert "meet the condition" in shown
    assert "±" in shown


def test_target_time_and_exact():
    assert run(WINS, "--target", "0.5%", "--quiet").stdout.count("±") == 2
    assert "Monte Carlo" in run(WINS, "--time", "50ms").stdout
    assert "exact" in run(WINS, "--exact").stdout


def test_explain_says_how_it_was_read():
    told = run(WINS, "--explain").stderr
    assert "hero: 'AsKs' is AsKs, 1 combo" in told
    assert "counted, because there are 990 deals only" in told


def test_functions_are_listed():
    assert "riverEquity(player)" in run("--functions").stdout


def test_from_a_file_and_from_standard_input(tmp_path):
    path = tmp_path / "query.pql"
    path.write_text(WINS + "\n-- a comment\n", encoding="utf-8")
    assert run("-f", str(path), "--json").stdout.startswith("{")
    assert run("-f", "-", "--json", input=WINS).stdout.startswith("{")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no query given"),
        (["select avg(riverEquity(hro)) from hero='AA'"], "did you mean hero?\n  select"),
        (["select avg(riverEquity(hero)) from game='omahahi', hero='AAKK'"], "is not supported"),
        ([WINS, "-n", "0"], "at least 1"),
        ([WINS, "--exact", "-n", "5"], "exact"),
        ([WINS, "--exact", "--mc"], "--exact"),
        ([WINS, "-n", "5", "--target", "1%"], "target"),
        (["select avg(1) from hero='AA' where not pocketPair(hero)"], "no deal meets the condition"),
        (["-f", "nowhere.pql"], "nowhere.pql"),
    ],
)
def test_mistakes_end_with_2_and_a_line(words, message):
    told = run(*words, code=2)
    assert message in told.stderr
    assert not told.stdout


@pytest.mark.slow
def test_a_cluster_gives_the_same_numbers():
    pytest.importorskip("distributed")
    text = WINS.replace(", board='2c7dTh'", "") + " where pairedBoard(flop)"
    words = [text, "-n", "100k", "--seed", "3", "--json"]
    here, there = (json.loads(run(*words, *more).stdout) for more in ([], ["--cluster", "local", "-t", "2"]))
    assert here | {"elapsed": 0} == there | {"elapsed": 0}
