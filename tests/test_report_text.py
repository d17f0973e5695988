from __future__ import annotations

import pytest
from click.testing import CliRunner

from equity.cli import cli
from equity.cli.options import use_color
from equity.odds import calculate
from equity.report.text import footer, result_table
from equity.show.columns import columns, percent, table, terminal_width


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1, "100.00 %"),
        (0.12345, "12.35 %"),
        (0.00004, "<0.01 %"),
        (0.00005, "0.01 %"),
        (0.999951, ">99.99 %"),
        (0.99994, "99.99 %"),
    ],
)
@pytest.mark.small
def test_percentages_never_round_something_to_nothing(share, text):
    assert percent(share) == text


def test_colour_marks_both_sides_of_the_fair_share():
    plain = calculate(["AsKs", "QhQd"]).to_dict()
    lines = result_table(plain, color=True).splitlines()
    assert lines[1].startswith("\x1b[31m")
    assert lines[2].startswith("\x1b[32m")
    assert all(line.endswith("\x1b[0m") for line in lines[1:3])
    even = calculate(["AsKs", "AdKd"]).to_dict()
    assert "\x1b" not in result_table(even, color=True)


def test_columns_stay_aligned_and_long_ranges_are_cut():
    wide = ",".join(["AsKs", "AdKd", "7c6c", "5h4h", "9s2d", "Jc3d", "8h7d", "Qc4s", "6d2c", "Ts3h"])
    lines = result_table(calculate([wide, "QQ"]).to_dict()).splitlines()
    assert len({len(line) for line in lines[:3]}) == 1
    assert "…" in lines[1]


def test_an_interrupted_result_says_so():
    plain = calculate(["AsKs", "QhQd"]).to_dict() | {"complete": False}
    assert footer(plain).endswith("interrupted: part of the deals only")


@pytest.mark.small
def test_colour_needs_a_terminal_and_no_objection(monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert use_color(False)
    assert not use_color(True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not use_color(False)


COMMANDS = [
    "AKs,AQs,KQs,QJs,T9s,55,44 vs 22+ vs random -b Ts9s2d -d Qc -n 2000 --seed 1",
    "AKs:0.5 vs QQ -b 2s7sTh --breakdown --combos --next-card --histogram",
    "AsKs vs QhQd -b 2s7sTh --outs",
    "AsKs vs 7c7d vs QhQd -b 2s7sTh --stacks 300,500,900",
    "report AKs:0.5,77,AA vs QQ -b 2s7sTh",
    "report 22+ vs A2s+ vs random -n 2000 --seed 1",
    "range AKs:0.5,QQ+",
    "eval AhKd QsQd -b QhJs2c2d7h",
    "preflop --format table",
    "simulate --seats tag,call,nit --hands 500 --seed 1 -q",
]


@pytest.mark.parametrize("width", [40, *(pytest.param(width, marks=pytest.mark.slow) for width in (57, 80))])
@pytest.mark.parametrize("line", COMMANDS)
def test_tables_fit_the_terminal(line, width):
    done = CliRunner(env={"COLUMNS": str(width)}).invoke(cli, line.split())
    assert done.exit_code == 0, done.output
    assert [text for text in done.stdout.splitlines() if len(text) > width] == []


@pytest.mark.small
def test_a_cut_table_keeps_every_figure_beside_its_name():
    rows = [["name", *"abcdef"], *([f"{i} is the player", *(f"{i}{x}" for x in "uvwxyz")] for i in range(5))]
    assert table(rows) == columns(rows)
    for width in range(15, 60):
        lines = table(rows, width=width)
        assert max(map(len, lines)) <= width
        for i, name in enumerate("abcdef"):
            assert sum(name in line.split() for line in lines) == 1
            for number in range(5):
                [line] = [line for line in lines if f"{number}{'uvwxyz'[i]}" in line.split()]
                assert line.startswith(f"{number} is")


@pytest.mark.small
def test_only_a_terminal_limits_the_width(monkeypatch):
    assert terminal_width() is None
    for given, width in (
        ("72", 72),
        ("10", 40),
        ("", None),
        ("0", None),
        ("x", None),
        ("-5", None),
        ("9" * 5000, None),
    ):
        monkeypatch.setenv("COLUMNS", given)
        assert terminal_width() == width


@pytest.mark.small
def test_an_equity_of_nothing_is_a_figure_and_a_tie_of_nothing_a_dot():
    lines = result_table(calculate(["AsKs", "2c2d"], board="AhKhAcKd2s").to_dict()).splitlines()
    assert lines[1].split()[1:] == ["100.00", "%", "100.00", "%", "·"]
    assert lines[2].split()[1:] == ["0", "%", "·", "·"]
