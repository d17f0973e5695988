"""``equity range``: what it prints, and that bad input is one line."""

from __future__ import annotations

import io
import json
import re

import pytest
from click.testing import CliRunner

from equity.cli.commands.range import command
from equity.ranges import Range
from equity.show.grid import chart_text

pytestmark = pytest.mark.small


def run(*args: str, stdin: bytes | None = None):
    return CliRunner().invoke(command, args, input=io.BytesIO(stdin) if stdin is not None else None)


def test_table_shows_chart_text_and_size():
    result = run("QQ+,", "AKs:0.5", "T9s")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0].split()[:3] == ["AA", "AKs₅₀", "·"]
    assert lines[-2] == "QQ+,AKs:0.5,T9s"
    assert lines[-1] == "26 combos, 1.81 % of 1,326; weights add up to 24"
    assert "mean weight" in result.stdout
    assert len(lines) == 17


def test_chart_of_whole_hands_has_no_legend():
    result = run("random")
    assert "small figures" not in result.stdout
    assert result.stdout.splitlines()[0].split() == ["AA", *(f"A{rank}s" for rank in "KQJT98765432")]
    assert "1,326 combos, 100.00 % of 1,326" in result.stdout
    assert "\n1 combo, 0.08 % of 1,326" in run("AsKs").stdout


def test_notes_go_to_stderr():
    result = run("T9s+")
    assert "note: 'T9s+' is read as" in result.stderr
    assert "note" not in result.stdout
    assert run("T9s+", "--plus", "kicker").stdout.splitlines()[-2] == "T9s"


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("equity", "QQ+,AKs:0.5"),
        ("pio", "AA,KK,QQ,AKs:0.5"),
        ("equilab", "100: QQ+, 50: AKs"),
        ("gto+", "QQ+,[50]AKs[/50]"),
        ("PPT", "AA@100,KK@100,QQ@100,AxKx@50"),
        ("eval7", "QQ+, 0.5(AKs)"),
    ],
)
def test_to_dialect(dialect, expected):
    assert run("QQ+,AKs:0.5", "--to", dialect).stdout == expected + "\n"


def test_json():
    answer = json.loads(run("QQ+,A5s:0.5,T9s+", "--format", "json").stdout)
    assert answer["schema"] == 1
    (row,) = answer["ranges"]
    assert (row["combos"], row["total_weight"], row["classes"]["A5s"]) == (42, 40.0, 0.5)
    assert Range(row["range"]) == Range(row["text"])
    assert sum(row["hands"].values()) == row["total_weight"]
    assert row["notes"] == Range("T9s+").notes


def test_overlap_and_strict():
    assert "AA is given weight 1 and 0.5" in str(run("AA,AA:0.5").exception)
    assert run("AA,AA:0.5", "--overlap", "last", "--to", "pio").stdout == "AA:0.5\n"
    assert "two readings" in str(run("T9s+", "--strict").exception)


def test_files_and_standard_input(tmp_path):
    path = tmp_path / "range.txt"
    path.write_bytes("\ufeff# opening\n#tag# QQ+ # the pairs\nAKs:0.5\n".encode())
    for args in (["--file", str(path)], ["-f", str(path)], [f"@{path}"]):
        assert run(*args, "--to", "equity").stdout == "QQ+,AKs:0.5\n"
    assert run("-", "--to", "equity", stdin=b"QQ+,AKs").stdout == "QQ+,AKs\n"
    assert run("-f", "-", "--to", "equity", stdin=b"QQ+,AKs").stdout == "QQ+,AKs\n"
    path.write_bytes(b"\xff\xfe\x00")
    assert "is not UTF-8 text" in str(run(f"@{path}").exception)
    assert "cannot read 'nowhere.txt'" in str(run("@nowhere.txt").exception)


def test_two_players():
    result = run("AA", "vs", "KK,72o", "--to", "equity")
    assert result.stdout == "AA\nKK,72o\n"
    assert "player 2: the range is empty" in str(run("AA", "vs").exception)
    assert "Jc appears twice in player 2's hand" in str(run("AA vs JcJc").exception)


def test_nothing_is_a_range_too():
    result = run("none")
    assert result.stdout.splitlines()[-2:] == ["none", "0 combos, 0.00 % of 1,326"]
    assert json.loads(run("none", "--format", "json").stdout)["ranges"][0]["hands"] == {}


def test_on_a_narrow_terminal_the_chart_is_of_letters(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = run("QQ+,AKs:0.5,72o:0.01").stdout.splitlines()
    assert lines[0].split() == list("AKQJT98765432")
    assert lines[1].split() == ["A", "#", "5", *"·" * 11]
    assert lines[13].split() == ["2", *"·" * 7, "1", *"·" * 5]
    assert max(map(len, lines)) <= 40


def test_without_text():
    assert "write a range" in str(run().exception)


def test_long_text_is_cut_in_the_table_only():
    combos = {combo: 0.5 + combo / 4000 for combo in range(1326)}
    text = str(Range.from_combos(combos))
    result = run("-", stdin=text.encode())
    assert "..., (whole" not in result.stdout
    assert "... (whole with --to equity)" in result.stdout
    assert run("-", "--to", "equity", stdin=text.encode()).stdout == text + "\n"


def test_grid_in_colour_has_the_same_width():
    for text in ("QQ+,AKs:0.5,72o:0.001", "random"):
        weights = Range(text).class_weights()
        colored = chart_text(weights, color=True)
        assert "\x1b[" in colored
        widths = {len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in colored.splitlines()[:13]}
        assert widths in ({78}, {65})
        assert "\x1b[" not in chart_text(weights)
        assert all(len(line) <= 78 for line in chart_text(weights).splitlines())
    assert "72o₁" in chart_text(Range("72o:0.001").class_weights())
    assert "72o₉₉" in chart_text(Range("72o:0.9999").class_weights())
