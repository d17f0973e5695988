"""Two ranges on a board: every hand of the one compared with every hand of the other on every board that can come.

Three pieces of code count the same, and the choice is one of time alone: NumPy (`equity.odds.exact.numpy_comparison`),
which starts at once; a pair of hands after the other (`equity.odds.exact.enumeration`), for few pairs; all hands of a
board in order of value (`equity.odds.exact.sweep`), for many.
"""

from __future__ import annotations

from math import comb
from typing import Final

from equity.odds.exact import enumeration, numpy_comparison, sweep
from equity.odds.exact.loading import is_loaded, is_worth_loading
from equity.odds.question.feasibility import count_pairs
from equity.odds.question.hole_cards import seat_weights
from equity.odds.question.method import ALONE, Algorithm, Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import Tally

__all__ = ["about", "can_solve", "has_chunks", "is_small", "name", "predict_seconds", "solve"]

name: Final = Algorithm.COMPARISON
about: Final = "two players on a board: their hands compared on every board"
has_chunks: Final = False

_FEW = 1e-3  # seconds of one pair after the other below which nothing else is looked at
_EXACT = 2**53  # sums of whole numbers below this are exact in float64


def can_solve(question: Question) -> bool:
    """Say whether this method answers a question: two players and a board.

    Examples
    --------
    >>> can_solve(Question.parse(["AA", "22+"], board="2s7sTh")), can_solve(Question.parse(["AA", "22+"]))
    (True, False)
    """
    return len(question.ranges) == 2 and len(question.board) >= 3


def is_small(question: Question) -> bool:
    """Say that NumPy answers at once: it always takes less time than loading anything else."""
    return True


def predict_seconds(question: Question) -> float:
    """Return about how many seconds `solve` needs.

    Examples
    --------
    >>> predict_seconds(Question.parse(["random", "random"], board="2s7sTh")) < 0.1
    True
    """
    return _quicker(question)[1]


def _quicker(question: Question) -> tuple[Algorithm, float]:
    """Return which compiled code counts sooner, and its predicted seconds."""
    pairs = enumeration.predict_seconds(question)
    swept = sweep.predict_seconds(question) if pairs >= _FEW else pairs
    return (enumeration.name, pairs) if pairs <= swept else (sweep.name, swept)


def solve(question: Question, run: Run = ALONE) -> Tally:
    """Return the exact counts of a question that `can_solve` accepts.

    Examples
    --------
    >>> solve(Question.parse(["AsKs", "QQ"], board="2s7sTh")).wins_by_set
    {(0,): 3162, (1,): 2778}
    """
    if question.single and is_loaded("equity.kernels.equities.enumeration"):
        return enumeration.enumerate_deals(question, run, compiled=True)
    twin, seconds = _quicker(question)
    saved = numpy_comparison.predict_seconds(question) - seconds
    if not is_worth_loading(f"equity.kernels.equities.{twin}", saved, whole=_is_whole(question)):
        tally = numpy_comparison.compare(question, run)
    elif twin is enumeration.name:
        tally = enumeration.enumerate_deals(question, run, compiled=True)
    else:
        tally = sweep.solve(question, run)
    won = {winners: count for winners, count in tally.wins_by_set.items() if count}
    deals = None
    if not question.unweighted:
        deals = count_pairs(*question.live) * comb(len(question.deck) - 4, 5 - len(question.board))
    return tally._replace(wins_by_set=won, deals=deals)


def _is_whole(question: Question) -> bool:
    """Say whether all counts are whole numbers without rounding, so that all ways to count agree to the last digit."""
    if question.unweighted:
        return True
    weights = seat_weights(question).weights
    most = max(int(own.sum()) for own in weights) * comb(len(question.deck), 5 - len(question.board))
    return weights[0].dtype.kind == "i" and most < _EXACT
