"""One piece of a run: what a worker does, in a thread, another process or another machine.

Rules of the file: `play_chunk` is importable and takes values that can be pickled; what it returns does not depend on
where it ran.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import ACTION_NAMES, MAX_SEATS, RAISE
from equity.errors import StrategyError
from equity.kernels.hands.records import HAND
from equity.kernels.play.tally_columns import COLUMNS
from equity.simulate.players.preparation import NO_MATCHUPS, Players, prepare
from equity.simulate.runs.specification import Question
from equity.simulate.runs.statistics import Tally

__all__ = ["Chunk", "Record", "compile_kernels", "make_task", "play_chunk", "refuse"]

_PAGE_PART = 512  # divides a page, and holds a hand


@dataclass(slots=True)
class Record:
    """The hands of a chunk: their last state, and each one's decisions.

    Attributes
    ----------
    hands : HAND array
    moves : int64 array, shape (decisions, 2)
        256 * street + 16 * seat + action, and the street total of a raise.
    ends : int64 array
        Where each hand's decisions end.
    """

    hands: NDArray[Any]
    moves: NDArray[np.int64]
    ends: NDArray[np.int64]


@dataclass(slots=True)
class Chunk:
    """What a piece of work gave."""

    tally: Tally
    record: Record | None = None


def compile_kernels(question: Question) -> None:
    """Compile what a question needs, on two cores where nothing is in the cache yet."""
    from equity.kernels.compile.decorators import is_cached
    from equity.kernels.play.ahead import compiled_beside
    from equity.kernels.play.strategies import PLAYER
    from equity.kernels.play.whole_hands import play_deals

    if is_cached(play_deals) or any(strategy.kind in ("batched", "scalar") for strategy in question.strategies):
        return
    names = {strategy.function for strategy in question.strategies if isinstance(strategy.function, str)}
    with compiled_beside(sorted({*names, question.settler} - {""})):
        nobody = Players([], np.zeros(MAX_SEATS + 1, np.int64), np.zeros(MAX_SEATS, PLAYER), 0, NO_MATCHUPS)
        _play_compiled(replace(question, deals=0), nobody, 0, keep=False)


def play_chunk(question: Question, chunk: int, *, keep: bool = False) -> Chunk:
    """Play one chunk of a question.

    Parameters
    ----------
    question : Question
    chunk : int
        Its number, from 0.
    keep : bool, optional
        Also return the hands.
    """
    players = prepare(question)
    if players.foreign:
        from equity.simulate.runs.stepping import step_chunk

        return step_chunk(question, players, chunk, keep=keep)
    return _play_compiled(question, players, chunk, keep=keep)


def _play_compiled(question: Question, players: Players, chunk: int, *, keep: bool) -> Chunk:
    from equity.kernels.hands.all_ins import SCRATCH
    from equity.kernels.hands.records import ILLEGAL
    from equity.kernels.play.whole_hands import play_deals

    task = make_task(question, chunk)
    hands = _hands_in_one_page()
    kept = int(task[1] * task[3]) if keep else 0
    rules, stacks = question.rules.to_array(), np.array(question.stacks, np.int64)
    room = 64 * kept
    while True:
        counts = np.zeros((MAX_SEATS, MAX_SEATS, COLUMNS), np.int64)
        products = np.zeros((3, MAX_SEATS, MAX_SEATS), np.int64)
        record = Record(np.zeros(kept, HAND), np.zeros(room, np.int64), np.zeros(kept + 1, np.int64))
        trouble, stream = np.zeros(5, np.int64), np.zeros(4, np.uint64)
        used = play_deals(
            *(hands, rules, stacks, players.functions, players.rows, task, stream, players.matchups),
            *(
                np.empty(SCRATCH, np.int64),
                np.zeros((3, MAX_SEATS), np.int64),
                counts,
                products,
                record.hands,
                record.moves,
                record.ends,
                trouble,
            ),
        )
        if used == ILLEGAL:
            refuse(question, hands, trouble)
        if not keep or 2 * used <= room:
            break
        room = 2 * used  # some hand was longer than usual: the same again with room for it
    record.moves = record.moves[: 2 * used].reshape(-1, 2) if keep else record.moves
    return Chunk(Tally.of_chunk(question.unit, int(task[1]), counts, products), record if keep else None)


def _hands_in_one_page() -> NDArray[Any]:
    """Return room for the hand played, which lies within one page of memory, and for those before the cards.

    A hand that lies across two pages is played a quarter slower: it begins as a copy in a few wide stores.
    """
    size = (1 + MAX_SEATS) * HAND.itemsize
    room = np.zeros(size + _PAGE_PART, np.uint8)
    first = -room.ctypes.data % _PAGE_PART
    return room[first : first + size].view(HAND)


def make_task(question: Question, chunk: int) -> NDArray[np.int64]:
    """Return a chunk's numbers as the kernels take them."""
    first, deals = question.span(chunk)
    numbers = (first, deals, question.seed, question.turns, question.unit, int(question.mend), 0, 0)
    return np.array(numbers, np.int64)


def refuse(question: Question, hands: NDArray[Any], trouble: NDArray[np.int64]) -> None:
    """Raise the error of an illegal action: which hand, who, what, and what was legal.

    Parameters
    ----------
    hands : HAND[1]
        The hand before the action.
    trouble : int64[5]
        Deal, turn, seat, action code and amount.
    """
    from equity.kernels.hands.hand import legal

    deal, turn, seat, code, amount = map(int, trouble)
    names = dict(enumerate(ACTION_NAMES)) | {RAISE: f"raise to {amount}"}
    owed, least, most = legal(hands, 0, question.rules.to_array())
    choices = ["fold", f"call {owed}" if owed else "check"]
    if most:
        choices.append(f"raise to {least}" if least == most else f"raise to {least} to {most}")
    player = (seat - turn) % question.players
    raise StrategyError(
        f"hand {deal * question.turns + turn}: {question.strategies[player].name} in seat {seat} answered "
        f"{names.get(code, f'action {code}')}; legal are {', '.join(choices)}"
    )
