"""A chunk in which some players are asked in Python.

Rules of the file: all hands of the chunk are played side by side; whenever the compiled part of every hand has come to
a Python player, each of these is asked once for all hands that wait for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import MAX_SEATS
from equity.kernels.hands.records import HAND, ILLEGAL
from equity.kernels.play.tally_columns import COLUMNS
from equity.simulate.decisions import make_situation, read_answer, read_answers
from equity.simulate.players.preparation import Players
from equity.simulate.players.strategy import Strategy
from equity.simulate.runs.chunks import Chunk, Record, make_task, refuse
from equity.simulate.runs.specification import Question
from equity.simulate.runs.statistics import Tally

__all__ = ["step_chunk"]


def step_chunk(question: Question, players: Players, chunk: int, *, keep: bool) -> Chunk:
    """Play one chunk; see `equity.simulate.runs.chunks.play_chunk`."""
    room = 1 << 16 if keep else 0
    while True:
        table = _Hands(question, players, chunk, room)
        table.play()
        decisions = table.decisions
        if not keep or decisions <= room:
            break
        room = 2 * decisions  # the same again with room for all decisions
    return Chunk(table.tally(), table.record() if keep else None)


class _Hands:
    """The hands of a chunk and everything that goes with them."""

    def __init__(self, question: Question, players: Players, chunk: int, room: int) -> None:
        from equity.kernels.play.stepping import deal_all

        self.question = question
        self.players = players
        self.task = make_task(question, chunk)
        self.rules = question.rules.to_array()
        n = int(self.task[1] * self.task[3])
        self.hands = np.zeros(n, HAND)
        self.streams = np.zeros((n, 4), np.uint64)
        self.lucks = np.zeros((n, 4), np.uint64)
        self.notes = np.zeros((n, MAX_SEATS), np.int64)
        self.moves = np.zeros(2 * room, np.int64)
        self.owners = np.zeros(room + 1, np.int64)
        self.trouble = np.zeros(4, np.int64)
        stacks = np.array(question.stacks, np.int64)
        deal_all(self.hands, self.rules, stacks, self.task, self.streams, self.lucks, self.notes)

    @property
    def decisions(self) -> int:
        """Decisions logged, or that would have been with more room."""
        return int(self.owners[-1])

    def play(self) -> None:
        """Play every hand to its end."""
        from equity.kernels.play.stepping import run_on

        active = np.arange(len(self.hands))
        waiting = np.full(len(self.hands), -1)
        while len(active):
            state = run_on(
                *(self.hands, active, self.rules, self.players.functions, self.players.rows, self.players.foreign),
                *(self.task, self.streams, self.notes, waiting, self.moves, self.owners, self.trouble),
            )
            self._check(state)
            active = active[waiting[active] >= 0]
            for player in np.unique(waiting[active]).tolist():
                self._ask(self.question.strategies[player], active[waiting[active] == player])

    def _ask(self, strategy: Strategy, chosen: NDArray[np.int64]) -> None:
        from equity.kernels.play.stepping import answer

        situation = make_situation(
            self.hands, chosen, rules=self.question.rules, seats=self.question.players, lucks=self.lucks
        )
        assert callable(strategy.function)
        if strategy.kind == "batched":
            codes, amounts = read_answers(strategy.name, strategy.function(situation), len(chosen))
        else:
            spots = [situation.spot(row) for row in range(len(chosen))]
            pairs = [read_answer(strategy.name, strategy.function(spot), spot) for spot in spots]
            codes, amounts = np.array(pairs, np.int64).T.copy()
        state = answer(
            *(self.hands, chosen, self.rules, codes, amounts, self.task),
            *(self.notes, self.moves, self.owners, self.trouble),
        )
        self._check(state)

    def _check(self, state: int) -> None:
        if state == ILLEGAL:
            i, seat, code, amount = map(int, self.trouble)
            turns = self.question.turns
            where: tuple[Any, ...] = (int(self.task[0]) + i // turns, i % turns, seat, code, amount)
            refuse(self.question, self.hands[i : i + 1], np.array(where, np.int64))

    def tally(self) -> Tally:
        """Count the finished hands."""
        from equity.kernels.play.stepping import tally_all

        counts = np.zeros((MAX_SEATS, MAX_SEATS, COLUMNS), np.int64)
        products = np.zeros((3, MAX_SEATS, MAX_SEATS), np.int64)
        tally_all(
            *(self.hands, self.rules, self.question.players, self.players.functions, self.task),
            *(self.streams, self.players.matchups, self.notes, counts, products),
        )
        return Tally.of_chunk(self.question.unit, int(self.task[1]), counts, products)

    def record(self) -> Record:
        """Return the hands with each one's decisions in order."""
        owners = self.owners[: self.decisions]
        moves = self.moves[: 2 * self.decisions].reshape(-1, 2)[np.argsort(owners, kind="stable")]
        ends = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(self.hands)))])
        return Record(self.hands, moves, ends)
