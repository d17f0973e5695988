"""A sweep question in the form its kernels take, and the counting of one seat's combos over all boards.

Rules of the file: it cuts the boards into chunks by the question alone and adds the chunks up in order.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS, COMBOS
from equity.constants import BOARDS_HEADS_UP
from equity.odds.exact.boards import Boards, average_renamed, list_boards
from equity.odds.exact.card_removal import cards_of_combos, sum_counts, weight_beside, weight_of_pairs_beside
from equity.odds.exact.preflop_grids import row_counts
from equity.odds.question.hole_cards import seat_weights
from equity.odds.question.question import Question
from equity.parallel import run_chunks

if TYPE_CHECKING:
    from equity.odds.question.checkpoints import Keeper

__all__ = ["SweepJob", "is_complement", "prepare"]

_EXACT = 2**53  # sums of whole numbers below this are exact in float64
_CHUNK = 128  # boards at least; about a millisecond
_MOST_CHUNKS = 512


def is_complement(question: Question) -> bool:
    """Say whether to count the boards with a dead card instead: they are fewer, and the table knows all boards.

    Examples
    --------
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
    >>> job = prepare(Question.parse(["AsKs", "QhQd"], board="2s7sTh"))
    >>> job.count_seat(0).tolist(), job.runouts
    ([[539.0, 0.0]], 990)
    """
    seats = seat_weights(question)
    weights = []
    for combos, given in zip(seats.combos, seats.weights, strict=True):
        dense = np.zeros(COMBOS)
        dense[combos] = given
        weights.append(dense)
    complement = is_complement(question)
    boards = list_boards(question, with_dead=complement, renamings=renamings)
    sums = [float(dense.sum()) for dense in weights]
    largest = max(float(np.prod(sums)) / own for own in sums) * max(boards.repeats.sum(), complement * BOARDS_HEADS_UP)
    return SweepJob(
        tuple(weights),
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

    def count_seat(
        self,
        seat: int,
        *,
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Callable[[float], object] | None = None,
        keeper: Keeper | None = None,
    ) -> NDArray[np.float64]:
        """Return for each combo of a seat the opposing weight of each set of winners it is in, shape (K, 2 or 4)."""
        union = np.flatnonzero(np.any(self.weights, axis=0))
        asked = self.weights[seat][union] > 0
        opponents = [weights[union] for weights in self._others(seat)]
        step = max(_CHUNK, -(-len(self.boards.boards) // _MOST_CHUNKS))
        starts = range(0, len(self.boards.boards), step)
        saved = {} if keeper is None else keeper.state.get(str(seat), {})
        first = saved.get("chunks", 0)
        chunks = ((self.boards.boards[i : i + step], self.boards.repeats[i : i + step]) for i in starts[first:])
        count = partial(_count_chunk, cards=cards_of_combos()[:, union].copy(), asked=asked, opponents=opponents)
        total = np.array(saved["total"]) if saved else np.zeros((len(union), 2 ** len(opponents)))
        for done, counts in enumerate(run_chunks(count, chunks, threads=threads, executor=executor), first + 1):
            total += counts
            if keeper is not None:
                keeper.note({**keeper.state, str(seat): {"chunks": done, "total": total.tolist()}})
            if progress is not None:
                progress(done / len(starts))
        if self.complement:
            total = row_counts(union, self.weights[1 - seat])[:, :2] - total
        return total[asked]

    def count_combos(self, seat: int, *, threads: int | None = None) -> NDArray[np.float64]:
        """Return `count_seat` and `deals` side by side, exact for each combo even where boards stand for others."""
        combos = np.flatnonzero(self.weights[seat])
        counts = average_renamed(combos, self.count_seat(seat, threads=threads), self.boards.renamings)
        return np.column_stack([counts, self.deals(seat)])

    def deals(self, seat: int) -> NDArray[np.float64]:
        """Return for each combo of a seat the weight of all that can be dealt beside it, boards included."""
        combos = np.flatnonzero(self.weights[seat])
        others = self._others(seat)
        beside = weight_beside if len(others) == 1 else weight_of_pairs_beside
        return self.runouts * beside(combos, *others)

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
