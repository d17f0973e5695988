"""Exact heads-up equity before the flop, from the shipped table.

A few matchups are read in plain Python (`equity.odds.exact.preflop_table`), because the shortest command must not even
load NumPy; wide ranges use matrices (`equity.odds.exact.preflop_grids`), made once in a process and then good for a
fraction of a millisecond an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from equity.cards import COMBOS, combo_cards
from equity.constants import BOARDS_HEADS_UP
from equity.odds.exact.loading import is_worth_loading
from equity.odds.exact.preflop_table import matchup
from equity.odds.question.feasibility import count_pairs
from equity.odds.question.method import ALONE, Algorithm, Run
from equity.odds.question.tallies import Tally
from equity.odds.question.weights import whole_ranges, whole_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from equity.odds.question.question import Question

__all__ = ["about", "can_solve", "count_combos", "has_chunks", "is_small", "name", "predict_seconds", "solve"]

name: Final = Algorithm.PREFLOP_TABLE
about: Final = "two players without board or dead cards: looked up"
has_chunks: Final = False

_FEW = 50  # pairs of combos faster to look up one by one than through NumPy
_A_PAIR = 2e-6  # seconds of looking up a pair; the matrices need these for a call and for a combo
_CALL, _LISTED = 9e-5, 1.5e-7
_EXACT = 2**53  # sums of whole numbers below this are exact in float64


def can_solve(question: Question) -> bool:
    """Say whether the table answers a question: two players, no board, no dead cards.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> can_solve(Question.parse(["AA", "KK"])), can_solve(Question.parse(["AA", "KK"], dead="2c"))
    (True, False)
    """
    return len(question.ranges) == 2 and not question.board and not question.dead


def is_small(question: Question) -> bool:
    """Say that looking up is always quick."""
    return True


def predict_seconds(question: Question) -> float:
    """Return about how long `solve` will take, in seconds.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> predict_seconds(Question.parse(["AsKs", "QQ"])) < 1e-4
    True
    """
    first, second = map(len, question.live)
    in_turn = 1e-5 + _A_PAIR * first * second
    return in_turn if first * second <= _FEW else min(in_turn, _matrix_seconds(question))


def _matrix_seconds(question: Question) -> float:
    return _CALL + _LISTED * sum(map(len, question.live))  # and some milliseconds if weights depend on suits


def solve(question: Question, run: Run = ALONE) -> Tally:
    """Return the exact counts of a question that `can_solve` accepts; it is over before `run` matters.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> solve(Question.parse(["AsKs", "QhQd"])).wins_by_set
    {(0,): 787966, (1,): 917606, (0, 1): 6732}
    """
    pairs = len(question.live[0]) * len(question.live[1])
    tally = _solve_grid(question) if pairs > _FEW and _is_worth_matrices(question, pairs) else _look_up(question)
    return tally if question.unweighted else tally._replace(deals=count_pairs(*question.live) * BOARDS_HEADS_UP)


def _is_worth_matrices(question: Question, pairs: int) -> bool:
    saved = _A_PAIR * pairs - _matrix_seconds(question)
    return is_worth_loading("equity.odds.exact.preflop_grids", saved, whole=_is_whole(question))


def _look_up(question: Question) -> Tally:
    """Answer with one matchup after the other."""
    if question.single:
        (first_combo,), (second_combo,) = question.live
        return _tally(*matchup(first_combo, second_combo), BOARDS_HEADS_UP, scale=1)
    (first, scale), (second, other_scale) = (whole_weights(player.values()) for player in question.live)
    one, two = (dict(zip(live, w, strict=True)) for live, w in zip(question.live, (first, second), strict=True))
    return _tally(*_sum_pairs(one, two), scale=scale * other_scale)


def _is_whole(question: Question) -> bool:
    """Say whether one matchup after the other and the matrices count the same whole numbers."""
    if question.unweighted:
        return True
    found = whole_ranges(question.live)
    return found is not None and max(map(sum, found[0])) * BOARDS_HEADS_UP < _EXACT


def _tally(wins: float, ties: float, total: float, *, scale: int) -> Tally:
    return Tally({(0,): wins, (1,): total - wins - ties, (0, 1): ties}, total, scale=scale)


def _sum_pairs(first: Mapping[int, float], second: Mapping[int, float]) -> tuple[float, float, float]:
    """Return the weighted wins, ties and boards of two ranges, one matchup after another."""
    wins = ties = total = 0.0 if _has_fractions(first) or _has_fractions(second) else 0
    for a, weight in first.items():
        cards = combo_cards(a)
        for b, other in second.items():
            high, low = combo_cards(b)
            if high not in cards and low not in cards:
                won, tied = matchup(a, b)
                both = weight * other
                wins, ties, total = wins + both * won, ties + both * tied, total + both * BOARDS_HEADS_UP
    return wins, ties, total


def _has_fractions(weights: Mapping[int, float]) -> bool:
    return any(not isinstance(weight, int) for weight in weights.values())


def _solve_grid(question: Question) -> Tally:
    """Answer with matrices: of hand classes if no weight depends on suits, else of all combos."""
    import numpy as np

    from equity.odds.exact.card_removal import sum_counts
    from equity.odds.exact.preflop_grids import class_grids, class_weights, row_counts
    from equity.odds.question.hole_cards import seat_weights

    seats = seat_weights(question)
    dense = seats.dense()
    by_class = [class_weights(weights) for weights in dense]
    if by_class[0] is not None and by_class[1] is not None:
        own, counts = by_class[0], np.tensordot(by_class[1], class_grids(), axes=1)
    else:
        own, counts = seats.weights[0].astype(np.float64), row_counts(seats.combos[0], dense[1])
    whole = seats.weights[0].dtype.kind == "i" and dense[1].sum() * BOARDS_HEADS_UP < _EXACT
    wins, ties, total = sum_counts(own, counts, whole=whole)
    return _tally(wins, ties, total, scale=seats.scale)


def _row_counts(first: Mapping[int, float], second: Mapping[int, float]) -> NDArray[np.float64]:
    import numpy as np

    from equity.odds.exact.preflop_grids import row_counts

    columns = np.zeros(COMBOS)
    columns[np.fromiter(second, np.int64, len(second))] = list(second.values())
    return row_counts(np.fromiter(first, np.int64, len(first)), columns)


def count_combos(question: Question, *, threads: int | None = None) -> list[NDArray[np.float64]]:
    """Return for each player the weighted wins, ties and boards of each of their combos, in the order of the range.

    Returns
    -------
    list of float64 arrays, shape (K, 3)
        The other player's weights count, the combo's own does not.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> count_combos(Question.parse(["AsKs", "QhQd"]))[0].tolist()
    [[787966.0, 6732.0, 1712304.0]]
    """
    one, two = (player for player in question.live)
    return [_row_counts(one, two), _row_counts(two, one)]
