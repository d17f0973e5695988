"""`equity.deal` with conditions: as text, as a function, and what is refused."""

from __future__ import annotations

import time

import numpy as np
import pytest

import equity
from equity.errors import DealError, EquityError, OptionError
from equity.pql.grammar import QueryError


def test_a_condition_in_words_is_one_in_numpy():
    options = {"players": ["AK", "22+"], "seed": 3}
    holes, boards = equity.deal(5000, where="pairedBoard(flop) and not pocketPair(p1)", **options)
    same = equity.deal(
        5000, where=lambda holes, boards: _paired(boards) & (np.ptp(holes[:, 0] // 4, axis=1) > 0), **options
    )
    assert (holes == same[0]).all()
    assert (boards == same[1]).all()
    assert _paired(boards).all()


def _paired(boards):
    ranks = np.sort(boards[:, :3] // 4, axis=1)
    return (ranks[:, 0] == ranks[:, 1]) | (ranks[:, 1] == ranks[:, 2])


def test_the_frequencies_are_those_of_a_query():
    holes, boards = equity.deal(
        100_000, {"hero": "QQ:0.5,AK", "villain": "99+"}, where="overpair(villain, flop)", seed=1
    )
    text = "select count(pocketPair(hero)) as x from hero='QQ:0.5,AK', villain='99+' where overpair(villain, flop)"
    result = equity.query(text, seed=2)
    share = (holes[:, 0, 0] // 4 == holes[:, 0, 1] // 4).mean()
    assert abs(share - result.values["x"]) < 5 * (result.std_error["x"] + 0.5 / 100_000**0.5)
    assert boards.shape == (100_000, 5)


def test_the_same_seed_gives_the_same_bytes_for_any_threads():
    first, second = (equity.deal(90_000, 3, where="monotoneBoard(flop)", seed=1, threads=t) for t in (1, 3))
    assert (first[0] == second[0]).all()
    assert (first[1] == second[1]).all()


def test_nothing_and_everything():
    assert equity.deal(0, 2, where="1 = 1")[0].shape == (0, 2, 2)
    assert (
        equity.deal(10, 2, where="true", seed=1)[1].tolist()
        == equity.deal(10, 2, where=lambda h, b: b[:, 0] < 52, seed=1)[1].tolist()
    )


@pytest.mark.parametrize(
    ("where", "error", "message"),
    [
        ("pairedBord(flop)", QueryError, "did you mean pairedBoard"),
        ("pocketPair(p3)", QueryError, "no player p3"),
        ("boardSuitCount(flop)", QueryError, "needs a condition"),
        ("pocketPair(p1) and not pocketPair(p1)", DealError, "only 0 of"),
        (lambda holes, boards: boards, OptionError, "one value per deal"),
        (lambda holes, boards: 1, OptionError, "one value per deal"),
    ],
)
def test_conditions_that_make_no_sense_are_refused(where, error, message):
    start = time.perf_counter()
    with pytest.raises(error, match=message):
        equity.deal(1000, 2, where=where, seed=1)
    assert time.perf_counter() - start < 20


def test_ranges_that_cannot_be_dealt_are_refused():
    with pytest.raises(EquityError):
        equity.deal(10, ["AA", "AA", "AA"], where="true")
