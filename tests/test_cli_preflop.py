"""``equity preflop``: what it prints and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from itertools import pairwise

import pytest
from click.testing import CliRunner

from equity.cli import cli
from equity.odds.analyses.preflop_ranking import rank_hands
from equity.ranges import Range
from equity.ranges.orderings import ORDERINGS

pytestmark = pytest.mark.small


def run(*words):
    return CliRunner().invoke(cli, ["preflop", *words])


def test_names_rank_and_equity():
    lines = run("AKs", "72o").stdout.splitlines()
    assert lines[0].split() == ["hand", "rank", "top", "combos", "equity", "win", "tie"]
    assert lines[1].split()[:4] == ["AKs", "8", "3.47", "%"]
    assert "67.04 %" in lines[1]
    assert lines[2].startswith("72o")


def test_without_a_hand_all_169_come_in_order():
    hands = json.loads(run("--format", "json").stdout)["hands"]
    assert [hand["rank"] for hand in hands] == list(range(1, 170))
    assert hands[0]["hand"] == "AA"
    assert hands[-1]["top"] == 1.0
    assert all(first["equity"] >= second["equity"] for first, second in pairwise(hands))


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_top_is_what_a_percentage_takes(ordering):
    ranks = rank_hands(ordering)
    assert sum(rank.combos for rank in ranks) == 1326
    if ordering == "equity":
        best = ranks[29]
        assert Range(f"{100 * best.top + 1e-9:.9f}%") == Range(",".join(rank.hand for rank in ranks[:30]))


def test_matrix_as_csv_to_a_file(tmp_path):
    path = tmp_path / "matrix.csv"
    result = run("--matrix", "--format", "csv", "-o", str(path))
    assert result.exit_code == 0
    assert result.stdout == ""
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert len(rows) == 169
    assert len(rows[0]) == 170
    by_name = {row["hand"]: row for row in rows}
    assert float(by_name["AA"]["AA"]) == 0.5
    assert float(by_name["AKs"]["QQ"]) == pytest.approx((18_834_720 + 178_116 / 2) / 41_095_296, abs=1e-15)
    assert float(by_name["AKs"]["QQ"]) + float(by_name["QQ"]["AKs"]) == pytest.approx(1)


def test_part_of_the_matrix():
    lines = run("AKs", "QQ", "--matrix", "--against", "QQ, JJ 98s").stdout.splitlines()
    assert [line.split() for line in lines] == [
        ["hand", "QQ", "JJ", "98s"],
        ["AKs", "46.05", "45.96", "62.88"],
        ["QQ", "50.00", "81.97", "78.99"],
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["A"], "error: "),
        (["AA", "--against", "KK"], "error: --against needs --matrix"),
        (["--ordering", "foo"], "error: 'foo' is not an ordering of hands; choose equity or chen"),
        (["AA", "-o", "no/such/folder/file"], "error: cannot write"),
    ],
)
def test_mistakes_are_one_line(words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr
