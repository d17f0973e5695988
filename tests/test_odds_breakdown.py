from __future__ import annotations

import json
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner

from equity.cards import combo_cards
from equity.cli import cli
from equity.odds import Question, calculate
from equity.odds.analyses.breakdown import break_down
from equity.strengths import CATEGORIES
from tests.helpers import load_json
from tests.naive_evaluator import strength

CASE = next(case for case in load_json("cases_equity.json") if case["id"] == "cats")


def test_the_published_case():
    found = break_down(Question.parse(CASE["input"]["players"]))
    assert found.seed is None
    assert found.total == 1712304
    words = {"trips": "three of a kind", "quads": "four of a kind"}
    for player, expected in CASE["expected"]["categories_pct"].items():
        made = dict(zip(CATEGORIES, 100 * found.shares[int(player) - 1, :, 0], strict=True))
        made["straight flush"] += made["royal flush"]
        for name, share in expected.items():
            assert made[words.get(name, name)] == pytest.approx(share, abs=6e-5)


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsKs:0.5,7c7d", "QQ,AKs"], "Ts9s2d7h", "Qc"),
        (["AsKs,2c2d", "QhQd", "99,AcKc"], "Ts9s2d7h", ""),
        (["AsKs", "QQ,KsQs", "AA"], "Ts9s2d7h3c", ""),
    ],
)
def test_counts_are_the_naive_twins(players, board, dead):
    question = Question.parse(players, board=board, dead=dead)
    found = break_down(question)
    expected = naive(question)
    scale = found.total / expected[0, :, 0].sum()
    assert found.counts.tolist() == (scale * expected).round().tolist()


def naive(question: Question) -> np.ndarray:
    counts = np.zeros((len(question.ranges), 10, 3))

    def deal(hands: tuple[tuple[int, ...], ...], weight: float) -> None:
        used = {*question.known, *(card for hand in hands for card in hand)}
        if len(used) < len(question.known) + 2 * len(hands):
            return
        if len(hands) < len(question.ranges):
            for combo, more in question.live[len(hands)].items():
                deal((*hands, combo_cards(combo)), weight * more)
            return
        for rest in combinations([card for card in range(52) if card not in used], 5 - len(question.board)):
            strengths = [strength((*hand, *question.board, *rest)) for hand in hands]
            winners = [p for p, found in enumerate(strengths) if found == max(strengths)]
            for p, found in enumerate(strengths):
                counts[p, found[0], 0] += weight
                if p in winners:
                    counts[p, found[0], 1 if len(winners) == 1 else 2] += weight

    deal((), 1.0)
    return counts


def test_wins_and_ties_add_up_to_the_calculators():
    players, board = ["QQ+,AKs:0.25", "22+,A2s+"], "Ts9s2d"
    result = calculate(players, board=board, method="exact")
    found = break_down(Question.parse(players, board=board))
    assert found.shares[:, :, 1].sum(axis=1) == pytest.approx(result.win)
    assert found.shares[:, :, 2].sum(axis=1) == pytest.approx(result.tie)
    assert found.shares[:, :, 0].sum(axis=1) == pytest.approx(1)


def test_samples_agree_with_the_count_and_repeat():
    question = Question.parse(["AsAc", "7d8d"])
    exact = break_down(question)
    sampled = [break_down(question, samples=400_000, seed=5, threads=threads) for threads in (1, 2)]
    assert sampled[0].counts.tolist() == sampled[1].counts.tolist()
    p = exact.shares
    assert (abs(sampled[0].shares - p) <= 5 * np.sqrt(p * (1 - p) / 400_000) + 1e-5).all()


def test_the_command_shows_it():
    run = lambda *args: CliRunner().invoke(cli, args, catch_exceptions=False)  # noqa: E731
    text = run("AsAc", "vs", "7d8d", "-p").stdout
    assert "hand by the river" in text
    assert "39.14 %" in text
    found = json.loads(run("AsAc", "7d8d", "-p", "--format", "json").stdout)["breakdown"]
    assert found["players"][0]["pair"]["made"] == pytest.approx(0.354008, abs=1e-6)
    assert run("AsAc", "7d8d", "-p", "--format", "csv").stdout.count("\n") == 21
