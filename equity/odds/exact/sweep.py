"""Exact equity of two or three ranges of any width, by sweeping over the combos of each board in order of value.

`equity.kernels.equities.sweep` and `equity.kernels.equities.sweep_three` say how a board is done;
`equity.odds.exact.boards` lists the boards. The cost grows with the number of combos, not with the number of ways to
pair them.

Two players before the flop come here only if cards are dead. The boards with a dead card are then usually fewer than
those without, so they are swept instead and taken away from what the table says.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from equity.cards import CARDS
from equity.odds.exact.boards import suit_renamings
from equity.odds.exact.numpy_comparison import loading_seconds
from equity.odds.exact.sweep_job import SweepJob, is_complement, prepare
from equity.odds.question.tallies import Tally

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    import numpy as np
    from numpy.typing import NDArray

    from equity.odds.question.checkpoints import Keeper
    from equity.odds.question.question import Question

__all__ = ["can_solve", "count_combos", "predict_seconds", "solve"]

# Seconds, measured on one Zen 4 core: a board, a combo on it, and a combo that is counted for.
_TWO = (2e-7, 5e-9, 5e-9)
_THREE = (1e-6, 1.5e-8, 2.4e-7)
_CALL, _LISTED = 1.2e-4, 1e-7  # a question, a combo in its ranges
_BOARD = 6e-8
_WORTH_RENAMING = 2e-3


def can_solve(question: Question) -> bool:
    """Say whether a sweep answers a question: two or three players, and something the preflop table does not know.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> can_solve(Question.parse(["22+", "random"], board="2s7sTh")), can_solve(Question.parse(["22+"] * 4))
    (True, False)
    """
    return len(question.ranges) == 3 or (len(question.ranges) == 2 and bool(question.board or question.dead))


def predict_seconds(question: Question) -> float:
    """Return about how many seconds of one core `solve` needs.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> predict_seconds(Question.parse(["random", "random"], board="2s7sTh")) < 1.0
    True
    """
    start = loading_seconds(
        "equity.kernels.equities.sweep" if len(question.ranges) == 2 else "equity.kernels.equities.sweep_three"
    )
    boards = _count_boards(question)
    seconds = _predict(question, boards)
    if seconds > _WORTH_RENAMING:
        kinds = len(suit_renamings(question))
        # for single hands, listing the boards and finding their kinds is what takes time
        seconds = seconds / kinds + _BOARD * boards * (kinds if kinds > 1 else 0.5)
    return start + seconds + _CALL + _LISTED * sum(map(len, question.live))


def _count_boards(question: Question) -> int:
    deck, dealt = len(question.deck), 5 - len(question.board)
    if is_complement(question):
        return comb(CARDS, dealt) - comb(deck, dealt)
    return comb(deck, dealt)


def _predict(question: Question, boards: int) -> float:
    union = len(set().union(*question.live))
    sizes = sorted(map(len, question.live))
    start, combo, asked = _TWO if len(sizes) == 2 else _THREE
    seats = sizes[:1] if len(sizes) == 2 else sizes[: 1 if _first_two_alike(question) else 2]
    return boards * sum(start + combo * union + asked * size for size in seats)


def _first_two_alike(question: Question) -> bool:
    first, second = _by_width(question)[:2]
    return question.live[first] == question.live[second]


def _by_width(question: Question) -> list[int]:
    """Return the seats in order of the number of combos, equal ranges side by side."""
    live = question.live
    alike = [seat for seat in range(len(live)) if sum(live[seat] == other for other in live) > 1]
    rest = sorted((seat for seat in range(len(live)) if seat not in alike), key=lambda seat: len(live[seat]))
    return alike + rest


def solve(
    question: Question,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[float], object] | None = None,
    keeper: Keeper | None = None,
) -> Tally:
    """Return the exact counts of a question that `can_solve` accepts.

    Parameters
    ----------
    question : Question
        Two or three ranges.
    threads : int, optional
        One per core by default; the counts do not depend on it.
    executor : concurrent.futures.Executor, optional
        Where to run instead of threads.
    progress : callable, optional
        Called with the fraction done, from 0 to 1.
    keeper : Keeper, optional
        Saves what is counted, and knows what was counted before.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> tally = solve(Question.parse(["random", "random"], board="2s7sTh"))
    >>> tally.total, tally.wins_by_set[(0, 1)]
    (1258543440, 25671942)
    """
    job = _prepare(question)
    sets: dict[tuple[int, ...], float] = {}
    order = _by_width(question)
    counted = order[:1] if len(order) == 2 or _first_two_alike(question) else order[:2]
    for done, seat in enumerate(counted):
        part = _part(progress, done, len(counted))
        counts = job.count_seat(seat, threads=threads, executor=executor, progress=part, keeper=keeper)
        columns = job.sum_up(seat, counts)
        for winners, count in zip(_winner_sets(seat, len(order)), columns, strict=True):
            sets[winners] = count
    if len(order) == 3 and len(counted) == 1:
        _mirror(sets, order)
    total = job.sum_up(order[0], job.deals(order[0])[:, None])[0]
    last = (order[-1],)
    sets[last] = total - sum(count for winners, count in sets.items() if winners != last)
    return Tally(dict(sorted(sets.items(), key=lambda item: (len(item[0]), item[0]))), total, scale=job.scale)


def _part(progress: Callable[[float], object] | None, done: int, parts: int) -> Callable[[float], object] | None:
    return None if progress is None else lambda fraction: progress((done + fraction) / parts)


def _winner_sets(seat: int, players: int) -> list[tuple[int, ...]]:
    """Return the sets of winners a kernel's columns stand for: the seat alone, with each other, with both."""
    others = [other for other in range(players) if other != seat]
    found = [(seat,), *(tuple(sorted((seat, other))) for other in others)]
    return found if players == 2 else [*found, tuple(range(players))]


def _mirror(sets: dict[tuple[int, ...], float], order: list[int]) -> None:
    """Fill in the second seat's counts, whose range is the same as the first one's."""
    first, second, third = order
    sets[second,] = sets[first,]
    sets[tuple(sorted((second, third)))] = sets[tuple(sorted((first, third)))]


def _prepare(question: Question) -> SweepJob:
    if _predict(question, _count_boards(question)) > _WORTH_RENAMING:
        return prepare(question, renamings=suit_renamings(question))
    return prepare(question)


def count_combos(question: Question, *, threads: int | None = None) -> list[NDArray[np.float64]]:
    """Return for each player the counts of each of their combos, in the order of the range.

    Returns
    -------
    list of float64 arrays, one per player
        For two players shape (K, 3): opposing weight beaten, tied, and in all. For three players shape (K, 5): beats
        both, ties only the lower-numbered opponent, ties only the other, ties both, and in all. Divide by the last
        column for fractions.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> count_combos(Question.parse(["AsKs", "QhQd"], board="2s7sTh"))[0].tolist()
    [[539.0, 0.0, 990.0]]
    """
    job = _prepare(question)
    return [job.count_combos(seat, threads=threads) for seat in range(len(question.ranges))]
