from __future__ import annotations

import pytest

from equity.cli.options import use_color
from equity.odds import calculate
from equity.report.text import footer, result_table
from equity.show.columns import percent


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "·"),
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
