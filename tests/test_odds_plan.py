"""The planner: the same question is answered by the same method, and to the same digit, whatever came before."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

import pytest

import equity
from equity.odds.exact import comparison, enumeration, loading, preflop
from equity.odds.plan import PATIENCE, best_method, choose, get_method, list_costs, list_options, should_count
from equity.odds.question.method import Algorithm, Run
from equity.odds.question.question import Question

FLOP, TURN, RIVER = "2s7sTh", "2s7sThJd", "2s7sThJdJc"
FRACTIONS = ["AA:0.3333333333333,KK", "QQ:0.12345678912,A2s+"]
QUESTIONS = [
    (["AsKs", "QhQd"], ""),
    (["AKs", "QQ+"], ""),
    (["22+,A2s+", "15%:0.35"], ""),
    (FRACTIONS, ""),
    (["AsKs", "QhQd"], FLOP),
    (["AsKs", "random"], FLOP),
    (["AKs:0.25,QQ", "22+:0.1"], FLOP),
    (["22+,A2s+", "15%"], TURN),
    (["random", "random"], RIVER),
    (FRACTIONS, TURN),
    (["AsKs", "QhQd", "7c7d"], ""),
    (["AKs,TT", "QQ+", "A5s,98s:0.5"], TURN),
    ([*FRACTIONS, "TT:0.7771234567891"], TURN),
    (["22+", "15%", "A2s+"], TURN),
    (["AsKs", "QQ", "7c7d", "5c4c"], FLOP),
]
CALLED = [" v ".join(players) + f" on {board or '-'}" for players, board in QUESTIONS]


def plain_values(result):
    return {name: value for name, value in result.to_dict().items() if name != "elapsed"}


@pytest.mark.parametrize(("players", "board"), QUESTIONS, ids=CALLED)
def test_what_is_loaded_changes_nothing_but_time(monkeypatch, players, board):
    def always(quick):
        def answer(module, saved, *, whole=True):
            return quick if whole else loading.is_worth_loading(module, saved, whole=False)

        for module in (preflop, comparison, enumeration):
            monkeypatch.setattr(module, "is_worth_loading", answer)
        return equity.calculate(players, board=board)

    plain, quick = always(quick=False), always(quick=True)
    assert plain_values(plain) == plain_values(quick)
    assert plain.tally == quick.tally


FIVE_TIMES = """
import equity
for players, board in {questions!r}:
    found = [equity.calculate(players, board=board).to_dict() for _ in range(5)]
    for one in found:
        del one["elapsed"]
    assert found == found[:1] * 5, (players, found)
    print(found[0]["algorithm"])
"""


def ask_in_a_fresh_process(questions):
    words = [sys.executable, "-c", FIVE_TIMES.format(questions=questions)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_question_asked_again_and_again_is_answered_alike():
    names = ask_in_a_fresh_process(QUESTIONS)
    assert set(names) == set(Algorithm) - {Algorithm.SAMPLING}
    assert ask_in_a_fresh_process(QUESTIONS[::-1]) == names[::-1]


@pytest.mark.small
def test_time_spent_on_plain_answers_counts_against_loading(monkeypatch):
    module = "equity.kernels.equities.sweep"
    monkeypatch.setattr(loading, "_spent", lambda spent={}: spent)  # one for the test
    for name in (module, "numba"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    asked = [loading.is_worth_loading(module, 0.1) for _ in range(9)]
    assert asked == [False] * 6 + [True] * 3  # 0.6 s to load
    assert not loading.is_worth_loading(module, -0.1)
    monkeypatch.setitem(sys.modules, module, sys)
    assert loading.is_worth_loading(module, 0.001)


@pytest.mark.small
def test_fractions_are_counted_alike_whatever_is_loaded(monkeypatch):
    module = "equity.kernels.equities.sweep"
    for here in (True, False):
        monkeypatch.setitem(sys.modules, module, sys) if here else monkeypatch.delitem(sys.modules, module)
        assert [loading.is_worth_loading(module, saved, whole=False) for saved in (0.001, 1.0)] == [False, True]


@pytest.mark.parametrize(
    ("players", "board", "dead", "name"),
    [
        (["AA", "KK"], "", "", Algorithm.PREFLOP_TABLE),
        (["AA", "KK"], FLOP, "2c", Algorithm.COMPARISON),
        (["random", "random"], RIVER, "", Algorithm.COMPARISON),
        (["random", "random"], "", "2c", Algorithm.SWEEP),
        (["22+", "A2s+", "random"], FLOP, "", Algorithm.SWEEP),
        (["AsKs", "QhQd", "7c7d"], FLOP, "", Algorithm.ENUMERATION),
        (["AA", "KK", "QQ", "22+"], FLOP, "", Algorithm.ENUMERATION),
    ],
)
def test_which_method_answers(players, board, dead, name):
    question = Question.parse(players, board=board, dead=dead)
    method = best_method(question)
    assert method.name is name
    assert choose(question, method="exact").algorithm is name
    assert get_method(name) is method
    assert method.solve(question, Run(threads=1)).total == equity.calculate(players, board=board, dead=dead).total


@pytest.mark.small
def test_every_name_of_a_method_is_documented():
    for algorithm in Algorithm:
        assert f'``"{algorithm}"``' in (equity.EquityResult.__doc__ or "")
    question = Question.parse(["AA", "KK"])
    assert [option.algorithm for option in list_options(question)] == list(Algorithm)[:-1]
    assert [line.split("  ")[1] for line in list_costs(question, choose(question))] == list(Algorithm)


@pytest.mark.small
def test_counting_is_preferred_up_to_the_patience():
    assert should_count(PATIENCE)
    assert not should_count(PATIENCE * 1.01)
    assert not should_count(0.0, samples=1)
    assert should_count(10.0, patience=10.0)


@pytest.mark.parametrize("threads", [1, 2, 64])
def test_the_number_of_threads_does_not_decide_what_is_counted(threads):
    question = Question.parse(["AK", "QQ+", "JTs,T9s", "22+"], board=FLOP)
    result = equity.calculate(question.ranges, board=FLOP, threads=threads, target=0.02, seed=1)
    assert result.algorithm is choose(question).algorithm


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({"samples": 10**10}, "sampling 10,000,000,000 deals takes about .* on one core"),
        ({"target": 0.000002, "method": "mc"}, "sampling to this target, at most, takes about .* on one core"),
        ({"seconds": 1e6}, "sampling for about 12 days takes about 12 days"),
        ({"method": "exact"}, "the exact count takes about .* on one core"),
    ],
)
def test_a_long_run_says_so_before_it_starts(goal, words):
    said = []

    def stop(done, total):
        said.append(True)
        raise KeyboardInterrupt

    players = ["AA,KK,AKs,QQ,JJ,AKo", "QQ,JJ,AQs,AKo", "TT,99,AJs,AQo", "22+,A2s+,KQo"]
    with pytest.warns(UserWarning, match=words), suppress(KeyboardInterrupt):  # one call
        equity.calculate(players, progress=stop, **goal)
    assert said


def test_the_predicted_time_of_samples_is_about_right():
    question = Question.parse(["AsKs", "QhQd"])
    one, hundred = (choose(question, samples=n).seconds for n in (10**10, 10**12))
    assert 60 < one < 3000
    assert hundred == pytest.approx(100 * one)
    assert not choose(question, samples=10**6).is_long
    assert choose(question, seconds=3.0).seconds == 3.0
