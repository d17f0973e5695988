"""Exact equity of two or three ranges of any width, by sweeping over the combos of each board in order of value.

`equity.kernels.equities.sweep` and `equity.kernels.equities.sweep_three` say how a board is done;
`equity.odds.exact.boards` lists the boards, which are cut into chunks by the question alone and added up in order. The
cost grows with the number of combos, not with the number of ways to pair them.

Two players before the flop come here only if cards are dead. The boards with a dead card are then usually fewer than
those without, so they are swept instead and taken away from what the table says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import comb, prod
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS
from equity.constants import BOARDS_HEADS_UP
from equity.odds.exact.boards import Boards, average_renamed, list_boards, suit_renamings
from equity.odds.exact.card_removal import cards_of_combos, sum_counts, weight_beside, weight_of_pairs_beside
from equity.odds.exact.preflop_grids import row_counts
from equity.odds.question.hole_cards import seat_weights
from equity.odds.question.method import ALONE, Algorithm, Run
from equity.odds.question.tallies import Tally
from equity.parallel import run_chunks

if TYPE_CHECKING:
    from equity.odds.question.question import Question

__all__ = [
    "SweepJob",
    "about",
    "can_solve",
    "count_combos",
    "has_chunks",
    "is_complement",
    "is_small",
    "name",
    "predict_seconds",
    "prepare",
    "solve",
]

name: Final = Algorithm.SWEEP
about: Final = "two or three players: all hands in order of strength, board by board"
has_chunks: Final = True

# Seconds, measured on one Zen 4 core: a board, a combo on it, and a combo that is counted for.
_TWO = (2e-7, 5e-9, 5e-9)
_THREE = (1e-6, 1.5e-8, 2.4e-7)
_CALL, _LISTED = 1.2e-4, 1e-7  # a question, a combo in its ranges
_BOARD = 6e-8
_WORTH_RENAMING = 2e-3
_EXACT = 2**53  # sums of whole numbers below this are exact in float64
_CHUNK = 128  # boards at least; about a millisecond
_MOST_CHUNKS = 512


def can_solve(question: Question) -> bool:
    """Say whether a sweep answers a question: two or three players, and something the preflop table does not know.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> can_solve(Question.parse(["22+", "random"], board="2s7sTh")), can_solve(Question.parse(["22+"] * 4))
    (True, False)
    """
    return len(question.ranges) == 3 or (len(question.ranges) == 2 and bool(question.board or question.dead))


def is_small(question: Question) -> bool:
    """Say that a sweep is never small: it needs compiled code."""
    return False


def predict_seconds(question: Question) -> float:
    """Return about how many seconds of one core `solve` needs.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> predict_seconds(Question.parse(["random", "random"], board="2s7sTh")) < 1.0
    True
    """
    boards = _count_boards(question)
    seconds = _predict(question, boards)
    if seconds > _WORTH_RENAMING:
        kinds = len(suit_renamings(question))
        # for single hands, listing the boards and finding their kinds is what takes time
        seconds = seconds / kinds + _BOARD * boards * (kinds if kinds > 1 else 0.5)
    return seconds + _CALL + _LISTED * sum(map(len, question.live))


def _count_boards(question: Question) -> int:
    deck, dealt = len(question.deck), 5 - len(question.board)
    if is_complement(question):
        return comb(CARDS, dealt) - comb(deck, dealt)
    return comb(deck, dealt)


def _predict(question: Question, boards: int) -> float:
    union = len(set().union(*question.different)) if len(question.different) > 1 else len(question.live[0])
    sizes = sorted(map(len, question.live))
    start, combo, asked = _TWO if len(sizes) == 2 else _THREE
    seats = sizes[:1] if len(sizes) == 2 else sizes[: 1 if _first_two_alike(question) else 2]
    return boards * sum(start + combo * union + asked * size for size in seats)


def _first_two_alike(question: Question) -> bool:
    first, second = (question.live[seat] for seat in _by_width(question)[:2])
    return first is second or first == second


def _by_width(question: Question) -> list[int]:
    """Return the seats in order of the number of combos, equal ranges side by side."""
    live = question.live
    alike = [seat for seat in range(len(live)) if live.count(live[seat]) > 1]
    rest = sorted((seat for seat in range(len(live)) if seat not in alike), key=lambda seat: len(live[seat]))
    return alike + rest


def solve(question: Question, run: Run = ALONE) -> Tally:
    """Return the exact counts of a question that `can_solve` accepts.

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
        counts = job.count_seat(seat, run, part=done, parts=len(counted))
        columns = job.sum_up(seat, counts)
        for winners, count in zip(_winner_sets(seat, len(order)), columns, strict=True):
            sets[winners] = count
    if len(order) == 3 and len(counted) == 1:
        _mirror(sets, order)
    total = job.sum_up(order[0], job.deals(order[0])[:, None])[0]
    last = (order[-1],)
    sets[last] = total - sum(count for winners, count in sets.items() if winners != last)
    won = dict(sorted(sets.items(), key=lambda item: (len(item[0]), item[0])))
    return Tally(won, total, scale=job.scale, deals=None if question.unweighted else job.count_deals())


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


def is_complement(question: Question) -> bool:
    """Say whether to count the boards with a dead card instead: they are fewer, and the table knows all boards.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> is_complement(Question.parse(["AA", "KK"], dead="2c"))
    True
    """
    if len(question.ranges) != 2 or question.board or not question.dead:
        return False
    return comb(CARDS, 5) < 2 * comb(len(question.deck), 5)


def prepare(question: Question, *, renamings: tuple[tuple[int, ...], ...] = ((0, 1, 2, 3),)) -> SweepJob:
    """Return a question ready for counting.

    Parameters
    ----------
    question : Question
        Two or three ranges.
    renamings : tuple of suit permutations, optional
        From `equity.odds.exact.boards.suit_renamings`, to sweep one board of each kind.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> job = prepare(Question.parse(["AsKs", "QhQd"], board="2s7sTh"))
    >>> job.count_seat(0).tolist(), job.runouts
    ([[539.0, 0.0]], 990)
    """
    seats = seat_weights(question)
    weights = tuple(seats.dense())
    complement = is_complement(question)
    boards = list_boards(question, with_dead=complement, renamings=renamings)
    sums = [float(dense.sum()) for dense in weights]
    largest = max(prod(sums) / own for own in sums) * max(boards.repeats.sum(), complement * BOARDS_HEADS_UP)
    return SweepJob(
        weights,
        seats.scale,
        seats.weights[0].dtype.kind == "i" and largest < _EXACT,
        boards,
        complement,
        comb(len(question.deck) - 2 * len(weights), 5 - len(question.board)),
    )


@dataclass(frozen=True)
class SweepJob:
    """Dense weights, the boards, and how to read what the kernels count.

    Attributes
    ----------
    weights : tuple of float64 arrays, shape (1326,)
    scale : int
        What the product of the weights was multiplied with.
    whole : bool
        All counts are whole numbers without rounding.
    boards : Boards
    complement : bool
        The boards are those to take away from the preflop table's.
    runouts : int
        Boards left when everybody's hand is known.
    """

    weights: tuple[NDArray[np.float64], ...]
    scale: int
    whole: bool
    boards: Boards
    complement: bool
    runouts: int

    def count_seat(self, seat: int, run: Run = ALONE, *, part: int = 0, parts: int = 1) -> NDArray[np.float64]:
        """Return for each combo of a seat the opposing weight of each set of winners it is in, shape (K, 2 or 4).

        part, parts: how much of the whole work this is, for the report of progress.
        """
        union = np.flatnonzero(np.any(self.weights, axis=0))
        asked = self.weights[seat][union] > 0
        opponents = [weights[union] for weights in self._others(seat)]
        step = max(_CHUNK, -(-len(self.boards.boards) // _MOST_CHUNKS))
        starts = range(0, len(self.boards.boards), step)
        saved = {} if run.checkpoint is None else run.checkpoint.state.get(str(seat), {})
        first = saved.get("chunks", 0)
        chunks = ((self.boards.boards[i : i + step], self.boards.repeats[i : i + step]) for i in starts[first:])
        # take and compress are five times as fast as indices here: 25 us of a river's 300
        count = partial(_count_chunk, cards=cards_of_combos().take(union, axis=1), asked=asked, opponents=opponents)
        total = np.array(saved["total"]) if saved else np.zeros((len(union), 2 ** len(opponents)))
        results = run_chunks(count, chunks, threads=run.threads, executor=run.executor)
        for done, counts in enumerate(results, first + 1):
            total += counts
            if run.checkpoint is not None:
                run.checkpoint.note({**run.checkpoint.state, str(seat): {"chunks": done, "total": total.tolist()}})
            run.report(part * len(starts) + done, parts * len(starts))
        if self.complement:
            total = row_counts(union, self.weights[1 - seat])[:, :2] - total
        return total.compress(asked, axis=0)

    def count_combos(self, seat: int, *, threads: int | None = None) -> NDArray[np.float64]:
        """Return `count_seat` and `deals` side by side, exact for each combo even where boards stand for others."""
        combos = np.flatnonzero(self.weights[seat])
        counts = average_renamed(combos, self.count_seat(seat, Run(threads=threads)), self.boards.renamings)
        return np.column_stack([counts, self.deals(seat)])

    def deals(self, seat: int) -> NDArray[np.float64]:
        """Return for each combo of a seat the weight of all that can be dealt beside it, boards included."""
        combos = np.flatnonzero(self.weights[seat])
        others = self._others(seat)
        beside = weight_beside if len(others) == 1 else weight_of_pairs_beside
        return self.runouts * beside(combos, *others)

    def count_deals(self) -> int:
        """Return the number of deals, whatever their weights."""
        held = [(weights > 0).astype(np.float64) for weights in self.weights]
        beside = weight_beside if len(held) == 2 else weight_of_pairs_beside
        return self.runouts * int(beside(np.flatnonzero(held[0]), *held[1:]).sum())

    def sum_up(self, seat: int, counts: NDArray[np.float64]) -> list[float]:
        """Return the columns of `counts` summed with the seat's own weights, as whole numbers if `whole`."""
        return sum_counts(self.weights[seat][self.weights[seat] > 0], counts, whole=self.whole)

    def _others(self, seat: int) -> list[NDArray[np.float64]]:
        return [weights for i, weights in enumerate(self.weights) if i != seat]


def _count_chunk(
    chunk: tuple[NDArray[np.uint8], NDArray[np.float64]],
    *,
    cards: NDArray[np.uint8],
    asked: NDArray[np.bool_],
    opponents: list[NDArray[np.float64]],
) -> NDArray[np.float64]:
    counts = np.zeros((len(asked), 2 ** len(opponents)))
    if len(opponents) == 1:
        from equity.kernels.equities.sweep import sweep_boards

        sweep_boards(*chunk, *cards, asked, *opponents, counts)
    else:
        from equity.kernels.equities.sweep_three import sweep_boards_3

        sweep_boards_3(*chunk, *cards, asked, *opponents, counts)
    return counts
