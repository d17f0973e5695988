"""The arithmetic that turns ratios to pip's peers into ratios to native engines, and what the benchmarks promise."""

from __future__ import annotations

import json
import math
import random
import re
from functools import cache
from itertools import product

import pytest

from bench import anchors, floors, tables
from bench.anchors import CELLS, ENGINES, PEERS, PROTOTYPE, Range, convert, floor_and_goal, report, verdict
from bench.comparisons import COMPARISONS
from bench.floors import Floor
from bench.machine import describe, kind
from bench.peers.hands import HANDS, simulated
from bench.peers.loops import choose
from bench.ratios import BASELINE
from bench.rounds import Ratio
from equity.rules import cardroom_limit
from equity.simulate import run


@pytest.mark.small
@pytest.mark.parametrize(("cell", "engine", "peer"), list(product(CELLS, ENGINES, PEERS)))
def test_the_prototype_converts_to_itself(cell, engine, peer):
    """Were ours as fast as the prototype, both peers would give its own ratio; twice as fast, twice that."""
    one, other = PROTOTYPE[engine][cell], PROTOTYPE[peer][cell]
    assert convert(other, one, other).median == pytest.approx(one.median)
    double = Range(2 * other.median, 2 * other.low, 2 * other.high)
    assert convert(double, one, other).median == pytest.approx(2 * one.median)


@pytest.mark.small
def test_the_spread_holds_every_ratio_within_the_three():
    dice = random.Random(1)
    for _ in range(200):
        ours, engine, peer = (Range(*sorted(dice.uniform(1, 100) for _ in range(3))) for _ in range(3))
        ours, engine, peer = (Range(each.low, each.median, each.high) for each in (ours, engine, peer))
        got = convert(ours, engine, peer)
        ends = [a * b / c for a, b, c in product(*((each.low, each.high) for each in (ours, engine, peer)))]
        assert (got.low, got.high) == pytest.approx((min(ends), max(ends)))
        assert got.low <= got.median <= got.high


@pytest.mark.small
def test_constants_are_those_of_the_page(shared_data):
    """Read "3.0 [2.8-3.6]" and its like from the table of paired ratios."""
    text = (shared_data / "research" / "peers-engines.md").read_text(encoding="utf-8")
    rows = {
        line.split("|")[1].strip(): [re.findall(r"[\d.]+", cell) for cell in line.split("|")[2:6]]
        for line in text[text.index("| prototype / peer |") :].splitlines()
        if line.startswith("|")
    }
    python, native = rows["OpenSpiel Python loop"], rows["OpenSpiel C++ loop"]
    page = {
        "ACPC": rows["ACPC engine (C)"],
        "rs-poker": rows["rs-poker 5 arena (Rust)"],
        "pokerfast": rows["pokerfast FastHand"],
        "open_spiel": [python[0], native[1], python[2], native[3]],
    }
    for name, cells in page.items():
        read = [Range(*map(float, cell)) for cell in cells]
        assert read == list(PROTOTYPE[name].values()), name


@pytest.mark.small
@pytest.mark.parametrize(
    ("ratio", "floor", "goal", "said"),
    [
        (1.49, 1.5, 2.5, "BELOW FLOOR"),
        (1.5, 1.5, 2.5, "floor holds, goal not"),
        (2.5, 1.5, 2.5, "goal holds"),
        (4.0, 4.0, None, "floor holds"),
        (3.9, 4.0, None, "BELOW FLOOR"),
    ],
)
def test_verdict(ratio, floor, goal, said):
    assert verdict(ratio, floor, goal) == said


@pytest.mark.small
def test_floors_and_goals():
    assert floor_and_goal("ACPC", 6) == (1.5, 2.5)
    assert floor_and_goal("ACPC", 2) == (0.8, 1.5)
    assert floor_and_goal("rs-poker", 6) == floor_and_goal("rs-poker", 2) == (4.0, None)


def as_fast_as(share, peer, cell="CC6"):
    """Return ours / peer of a program with a share of the prototype's speed."""
    median = share * PROTOTYPE[peer][cell].median
    return Ratio(median, median, median, 5, 1e-6)


@pytest.mark.small
def test_the_slower_of_two_conversions_counts(capsys):
    fast, slow = as_fast_as(1.0, "pokerfast"), as_fast_as(0.4, "open_spiel")
    assert report("CC6", {"pokerfast": fast})
    assert "goal holds" in capsys.readouterr().out
    assert not report("CC6", {"pokerfast": fast, "open_spiel": slow})
    assert capsys.readouterr().out.count("BELOW FLOOR") == 2


@pytest.mark.small
@pytest.mark.parametrize(("share", "code"), [(1.0, 0), (0.4, 1)])
def test_exit_status(monkeypatch, capsys, share, code):
    monkeypatch.setattr("sys.argv", ["anchors"])
    monkeypatch.setattr(anchors, "measure", lambda cell, rounds: {"pokerfast": as_fast_as(share, "pokerfast", cell)})
    assert anchors.main() == code
    assert ("BELOW FLOOR" in capsys.readouterr().out) == bool(code)


@pytest.mark.small
def test_without_peers_there_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["anchors"])
    monkeypatch.setattr(anchors, "measure", lambda cell, rounds: {})
    assert anchors.main() == 1
    assert "install the extra 'bench'" in capsys.readouterr().err


@pytest.mark.small
@pytest.mark.parametrize(("facing", "raises"), [(False, 0), (True, 0), (False, 1), (True, 3)])
def test_labels_are_drawn_alike(facing, raises):
    labels = [choose(facing=facing, raises=raises) for _ in range(10_000)]
    share = 1 / (facing + 1 + raises)
    assert set(labels) == set(range(-facing, raises + 1))
    error = math.sqrt(share * (1 - share) / 10_000)
    assert all(abs(labels.count(label) / 10_000 - share) <= 5 * error for label in set(labels))


@pytest.mark.parametrize(("seats", "decisions"), [pytest.param(6, 24, marks=pytest.mark.slow), (2, 8)])
def test_an_always_calling_table_takes_exactly_so_many_decisions(seats, decisions):
    assert simulated("call", seats).run() == decisions * HANDS


@cache
def expected_decisions(street, live, pending, bets):
    """Return how many more decisions a limit hand at random takes, of four bets per street: cards play no part.

    `pending` are those still to act on the street, in order: whether each is facing a bet.
    """
    if live == 1 or (not pending and street == 3):
        return 0.0
    if not pending:
        return expected_decisions(street + 1, live, (False,) * live, 0)
    after = [expected_decisions(street, live, pending[1:], bets)]
    if pending[0]:
        after.append(expected_decisions(street, live - 1, pending[1:], bets))
    if bets < 4:
        after.append(expected_decisions(street, live, (True,) * (live - 1), bets + 1))
    return 1 + sum(after) / len(after)


@pytest.mark.parametrize(("seats", "known", "deviation"), [(6, 16.2, 4.51), (2, 4.26, 3.80)])
def test_a_limit_table_at_random_takes_the_decisions_of_the_whole_tree(seats, known, deviation):
    """The tree's mean, which other engines' figure is a sample of, within five standard errors."""
    exact = expected_decisions(0, seats, (True,) * (seats - 1) + (False,), 1)
    assert exact == pytest.approx(known, abs=0.03)
    hands = 400_000
    result = run(cardroom_limit(4, 8), ["random"] * seats, hands=hands, stacks=400, seed=5, all_in_ev=False)
    mean = sum(seat.decisions for seat in result.seats) / hands
    assert mean == pytest.approx(exact, abs=5 * deviation / math.sqrt(hands))


@pytest.mark.small
def test_the_baseline_is_of_the_comparisons_there_are():
    names = [entry.name for entry in COMPARISONS]
    assert len(names) == len(set(names))
    assert set(json.loads(BASELINE.read_text(encoding="utf-8"))) == {
        entry.name for entry in COMPARISONS if entry.guarded
    }


@pytest.mark.small
@pytest.mark.parametrize(
    ("found", "is_ratio", "holds"), [(2, True, True), (0.9, True, False), (0.9, False, True), (2, False, False)]
)
def test_what_is_below_its_floor_is_a_warning_and_an_error(found, is_ratio, holds, monkeypatch, capsys, tmp_path):
    row = Floor("a row", lambda: found, 1.0, 1.0, is_ratio=is_ratio)
    path = tmp_path / "floors.json"
    monkeypatch.setattr(floors, "FLOORS", [row])
    monkeypatch.setattr(floors, "fill_cache", lambda: None)
    monkeypatch.setattr("sys.argv", ["floors", "--json", str(path)])
    assert floors.main() == (0 if holds else 1)
    said = capsys.readouterr().out
    assert ("WARNING" in said) is not holds
    assert describe() in said
    assert json.loads(path.read_text(encoding="utf-8"))["rows"] == {"a row": found}


@pytest.mark.small
def test_a_peer_that_is_not_there_is_left_out(monkeypatch, capsys):
    def missing():
        raise ImportError("no such peer")

    monkeypatch.setattr(floors, "FLOORS", [Floor("a row", missing, 1.0, 1.0)])
    monkeypatch.setattr(floors, "fill_cache", lambda: None)
    monkeypatch.setattr("sys.argv", ["floors"])
    assert floors.main() == 0
    assert "left out, no such peer" in capsys.readouterr().out


@pytest.mark.small
def test_figures_of_other_machines_and_of_other_tables_stay(tmp_path, monkeypatch):
    path = tmp_path / "tables.json"
    for name, rows in (("Xeon", ["hands"]), ("Zen", ["hands", "equity"]), ("Zen", ["equity"])):
        monkeypatch.setattr(tables, "kind", lambda name=name: name)
        tables.keep(path, {"rounds": 3}, [{"table": table, "ratio": len(rows)} for table in rows])
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept == {
        "Xeon": {"rounds": 3, "rows": [{"table": "hands", "ratio": 1}]},
        "Zen": {"rounds": 3, "rows": [{"table": "hands", "ratio": 2}, {"table": "equity", "ratio": 1}]},
    }


@pytest.mark.small
def test_the_machine_is_told_by_processor_cache_and_governor():
    parts = describe().split(", ")
    assert parts[0] == kind()
    assert any("cache" in part for part in parts)
    assert any(part.startswith("governor ") for part in parts)
