"""Every result shows its answer in a line, as a table in a notebook, and as a data frame."""

from __future__ import annotations

import builtins
import sys
from importlib.util import find_spec

import pytest

import equity
from equity.errors import OptionError
from equity.odds.analyses.by_class import class_matrix
from equity.odds.analyses.overview import look_closer
from equity.odds.question.question import Question
from equity.show.results import Shown

PLAYERS, FLOP = ["AKs", "QQ"], "2s7sTh"
RESULTS = {
    "calculate": (lambda: equity.calculate(PLAYERS), "AKs 46.05 %, QQ 53.95 %", 2),
    "calculate, sampled": (lambda: equity.calculate(PLAYERS, samples=1000, seed=3), "seed 3", 2),
    "combo_equities": (lambda: equity.combo_equities(PLAYERS, board=FLOP), "AsKs 53.23 %", 4),
    "next_card": (lambda: equity.next_card(["AsKs", "QhQd"], board=FLOP), "Js 100.00 %", 90),
    "distribution": (lambda: equity.distribution(PLAYERS, board=FLOP), "mean 32.21 %", 10),
    "range_gradient": (lambda: equity.range_gradient(["QQ", "AKs,KK"]), "player 1 32.42 %", 10),
    "breakdown": (lambda: equity.breakdown(["AsAc", "7d8d"]), "player 1: two pair most often", 20),
    "finishing_orders": (lambda: equity.finishing_orders(["AsKs", "QhQd"], board=FLOP), "player 2 45.56 %", 2),
    "tournament_equity": (
        lambda: equity.tournament_equity(["AsAh", "KsKh"], [30, 50], [70, 30], others=[20]),
        "42.18 (before 32.25)",
        3,
    ),
    "hand_potential": (lambda: equity.hand_potential("AdQc", "3h4cJh"), "hs 0.5851", 1),
    "class_matrix": (lambda: class_matrix(Question.parse(["AKs,77", "QQ,A2s"])), "the best AKs", 2),
    "overview": (lambda: look_closer(equity.calculate(PLAYERS, board=FLOP)), "QQ", 2),
    "calculate_many": (lambda: equity.calculate_many(["AsKs vs QhQd", "AsKs vs AsQd"]), "1 without an answer", 2),
    "an answer": (lambda: equity.calculate_many(["AsKs vs QhQd"])[0], "player 1 46.21 %", 2),
    "an error": (lambda: equity.calculate_many(["AsKs vs AsQd"])[0], "As is used twice", 1),
}


FRAMES = any(map(find_spec, ("pandas", "polars")))  # else the test below, for each of them, says that it skips


@pytest.mark.parametrize("name", RESULTS)
def test_the_answer_shows(name):
    ask, words, rows = RESULTS[name]
    found = ask()
    assert isinstance(found, Shown)
    assert words in repr(found)
    assert "\n" not in repr(found)
    assert len(repr(found)) < 300
    assert repr(found).startswith(type(found).__name__)
    assert len(found.rows()) == rows
    html = found._repr_html_()
    assert html.count("<tr") >= min(rows, 200)
    if FRAMES:
        frame = found.to_frame()
        assert len(frame) == rows
        assert list(frame.columns) == list(found.rows()[0])


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_frame_of_whichever_package_is_there(monkeypatch, package):
    pytest.importorskip(package)
    other = {"pandas": "polars", "polars": "pandas"}[package]
    monkeypatch.setitem(sys.modules, other, None)
    frame = equity.calculate(PLAYERS).to_frame()
    assert type(frame).__module__.startswith(package)
    matrix = equity.preflop_matrix(labels=True)
    assert type(matrix).__module__.startswith(package)
    assert matrix["hand"][1] == "AKs"
    assert matrix["QQ"][1] == pytest.approx(0.460485, abs=1e-6)


def test_no_package_for_frames(monkeypatch):
    real = builtins.__import__

    def refuse(name, *rest):
        if name in ("pandas", "polars"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(OptionError, match="needs pandas or Polars"):
        equity.calculate(PLAYERS).to_frame()
