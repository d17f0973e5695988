"""Exact answers to any question by enumeration: all compatible hole cards, and for each every way the board can fall.

Rules of the file: it cuts the work and adds up; the counting is done by `equity.odds.exact.numpy_enumeration` (NumPy, a
few tuples) or `equity.kernels.equities.enumeration` (compiled): see `equity.odds.exact.loading`. Tuples that differ by
suits only are counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from equity.cards import combo_cards
from equity.odds.exact.loading import is_worth_loading
from equity.odds.exact.numpy_enumeration import count_small
from equity.odds.question.hole_cards import (
    Seats,
    Tuples,
    count_symmetries,
    deal_tuples,
    merge_suits,
    seat_weights,
)
from equity.odds.question.method import ALONE, Algorithm, Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import Tally
from equity.parallel import run_chunks

__all__ = [
    "about",
    "can_solve",
    "enumerate_deals",
    "has_chunks",
    "is_small",
    "name",
    "predict_seconds",
    "predict_tuples",
    "solve",
]

name: Final = Algorithm.ENUMERATION
about: Final = "anybody's hands one deal after the other, each on every board"
has_chunks: Final = True

# Seconds for one tuple of two players by cards to come, measured on one core of an AMD EPYC (Zen 4).
_COMPILED = {5: 4e-4, 2: 2.2e-6, 1: 3.5e-7, 0: 1.8e-7}
_NUMPY = {5: 1.4e-3, 2: 2e-4, 1: 1.2e-4, 0: 5e-5}
_A_TUPLE = 4e-7  # dealing one tuple and merging it with its likes
_FEW_FLOPS = 64  # tuples on a flop counted before their likes are found
_START = 6e-5  # whatever is to be done once
_SMALL = 0.3  # predicted seconds that NumPy may take where loading compiled code would take 0.6
_CHUNK_SECONDS = 0.02
_ONCE = np.ones(1, np.int64)  # the weight of a tuple that stands alone
_WEIGHT_BITS = 40  # a chunk's weights add up to less, times 2,598,960 boards fits int64


def can_solve(question: Question) -> bool:
    """Say whether the method can answer: it always can, given time."""
    return bool(question.ranges)


def predict_tuples(question: Question) -> tuple[float, float]:
    """Return about how many tuples of hole cards there are, and how many that differ by more than suits.

    Examples
    --------
    >>> predict_tuples(Question.parse(["AsKs", "QhQd"]))
    (1.0, 1.0)
    """
    if question.single:
        return 1.0, 1.0
    sizes = [*map(len, question.live)]
    cards = len(question.deck)
    fit = prod((cards - 2 * i) * (cards - 2 * i - 1) / (cards * (cards - 1)) for i in range(len(sizes)))
    tuples = max(1.0, prod(sizes) * (fit if min(sizes) > 1 else fit ** (1 / 2)))
    single = [combo for player in question.live if len(player) == 1 for combo in player]
    symmetries = count_symmetries(question.board, question.dead, single)
    return tuples, max(1.0, tuples / (0.8 * symmetries if symmetries > 1 else 1.0))


def is_small(question: Question) -> bool:
    """Say whether NumPy enumerates everything at once."""
    return _costs(question)[0] <= _SMALL


def predict_seconds(question: Question) -> float:
    """Return about how many seconds of one core `solve` needs, compiled.

    Examples
    --------
    >>> predict_seconds(Question.parse(["AsKs", "QhQd", "7c7d"])) < 0.01
    True
    """
    tuples, distinct = predict_tuples(question)
    cost = _compiled_cost(5 - len(question.board), len(question.ranges))
    return _START + distinct * cost + tuples * _A_TUPLE


def _costs(question: Question) -> tuple[float, float]:
    """Return the predicted seconds of counting with NumPy and compiled."""
    runout, players = 5 - len(question.board), len(question.ranges)
    distinct = predict_tuples(question)[1]
    return distinct * _NUMPY[runout] * (0.5 + 0.25 * players), distinct * _compiled_cost(runout, players)


def _compiled_cost(runout: int, players: int) -> float:
    wider = 1.0 if players == 2 else 1.5 + 0.3 * players
    return _COMPILED[runout] * wider + (1 << players) * 1e-9


def solve(question: Question, run: Run = ALONE) -> Tally:
    """Return the exact counts of a question.

    An interrupt (Ctrl-C) ends the work early; the tally then holds what was counted and says that it is not complete.
    With a checkpoint the work goes on where that one's state was.

    Examples
    --------
    >>> solve(Question.parse(["AsKs", "QhQd", "7c7d"], board="2s8dTh")).wins_by_set
    {(0,): 261, (1,): 554, (2,): 88}
    """
    plain, compiled = _costs(question)
    whole = question.unweighted or seat_weights(question).weights[0].dtype == np.int64
    quick = is_worth_loading("equity.kernels.equities.enumeration", plain - compiled, whole=whole)
    return enumerate_deals(question, run, compiled=quick)


def enumerate_deals(question: Question, run: Run, *, compiled: bool) -> Tally:
    """Do what `solve` does, compiled or with NumPy.

    Examples
    --------
    >>> question = Question.parse(["AsKs", "QhQd"], board="2c7dTh")
    >>> enumerate_deals(question, ALONE, compiled=False).wins_by_set
    {(0,): 245, (1,): 745}
    """
    if compiled and question.single and run.checkpoint is None:
        return _count_single(question, run)
    seats = seat_weights(question)
    expected = max(1, round(predict_tuples(question)[0]))
    saved = {} if run.checkpoint is None else run.checkpoint.state
    first, done, complete = saved.get("chunks", 0), saved.get("tuples", 0), True
    totals: list[float] = saved.get("totals", [0] * (1 << len(question.ranges)))
    count = partial(_count, _count_compiled if compiled else count_small, question.board, question.dead)
    chunks = islice(_cut(question, seats), first, None) if not saved.get("complete") else iter(())
    results = run_chunks(count, chunks, threads=run.threads, executor=run.executor)
    try:
        for number, (tuples, part) in enumerate(results, first + 1):
            totals = [a + b for a, b in zip(totals, part.tolist(), strict=True)]
            done += tuples
            if run.checkpoint is not None:
                run.checkpoint.note({"chunks": number, "tuples": done, "totals": totals})
            run.report(min(done, expected), expected)
    except KeyboardInterrupt:
        complete = False
        if not any(totals):
            raise
    finally:
        results.close()  # type: ignore[attr-defined]  # a generator: ends its threads
    if complete and run.checkpoint is not None:
        run.checkpoint.note({**run.checkpoint.state, "complete": True})
    if complete:
        run.report(expected, expected)
    deals = (
        None
        if question.unweighted
        else done * comb(len(question.deck) - 2 * len(seats.combos), 5 - len(question.board))
    )
    return Tally(_name_winners(totals), sum(totals), scale=seats.scale, complete=complete, deals=deals)


@cache
def _count_tuples() -> Callable[..., None]:
    """Return the kernel; an import statement in its place took a twentieth of a call."""
    from equity.kernels.equities.enumeration import count_tuples

    kernel: Callable[..., None] = count_tuples
    return kernel


def _count_single(question: Question, run: Run) -> Tally:
    """Count one tuple of hole cards: a third of the time of doing so in pieces."""
    holes = np.array([[combo_cards(combo) for player in question.live for combo in player]], np.uint8)
    counts = np.zeros(1 << len(question.ranges), np.int64)
    _count_tuples()(holes, _ONCE, np.array(question.board, np.uint8), np.array(question.dead, np.uint8), counts)
    run.report(1, 1)
    totals = counts.tolist()
    return Tally(_name_winners(totals), sum(totals))


def _name_winners(totals: Sequence[float]) -> dict[tuple[int, ...], float]:
    return {winners: count for winners, count in zip(_winner_sets(len(totals)), totals, strict=True) if count}


@cache
def _winner_sets(number: int) -> list[tuple[int, ...]]:
    players = range(number.bit_length() - 1)
    return [tuple(player for player in players if winners >> player & 1) for winners in range(number)]


def _cut(question: Question, seats: Seats) -> Iterator[tuple[int, Tuples]]:
    """Yield the tuples to count in pieces of about 20 ms, each with the number of tuples it stands for."""
    runout, players = 5 - len(question.board), len(question.ranges)
    rows = max(1, int(_CHUNK_SECONDS / _compiled_cost(runout, players)))
    for block in deal_tuples(seats):
        worth = runout == 5 or (runout == 2 and len(block.combos) > _FEW_FLOPS)
        merged = merge_suits(block, question.board, question.dead) if worth else block
        most = int(merged.weights.max()) if merged.weights.dtype == np.int64 else 1
        step = max(1, min(rows, (1 << _WEIGHT_BITS) // most))
        pieces = range(0, len(merged.combos), step)
        left = len(block.combos)
        for start in pieces:
            part = slice(start, start + step)
            share = left if start + step >= len(merged.combos) else len(block.combos) // len(pieces)
            left -= share
            yield share, Tuples(merged.combos[part], merged.weights[part])


def _count(
    count: Callable[[Tuples, Sequence[int], Sequence[int]], NDArray[np.int64] | NDArray[np.float64]],
    board: Sequence[int],
    dead: Sequence[int],
    chunk: tuple[int, Tuples],
) -> tuple[int, NDArray[np.int64] | NDArray[np.float64]]:
    number, tuples = chunk
    return number, count(tuples, board, dead)


def _count_compiled(
    tuples: Tuples, board: Sequence[int], dead: Sequence[int]
) -> NDArray[np.int64] | NDArray[np.float64]:
    totals = np.zeros(1 << tuples.combos.shape[1], tuples.weights.dtype)
    _count_tuples()(tuples.cards, tuples.weights, np.array(board, np.uint8), np.array(dead, np.uint8), totals)
    return totals
