"""One piece of a run: what a worker does, in a thread, another process or another machine.

Rules of the file: `play_chunk` is importable and takes values that can be pickled; what it returns does not depend on
where it ran. Where all players are compiled, hands are played one after the other; where some are asked in Python, all
hands of the chunk are played side by side, and whenever the compiled part of every hand has come to a Python player,
each of these is asked once for all hands that wait for it, those of one strategy together. The players of a run are
made once in each process.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import ACTION_NAMES, MAX_SEATS, RAISE
from equity.errors import StrategyError
from equity.kernels.hands.records import HAND, ILLEGAL, UNSETTLED
from equity.kernels.play.records import TASK
from equity.simulate.decisions import Decisions, decide, make_situation
from equity.simulate.players.seated import Seated, seat_strategies
from equity.simulate.players.strategy import Strategy
from equity.simulate.runs.specification import RunSpec
from equity.simulate.runs.statistics import Totals

__all__ = ["Chunk", "Record", "play_chunk", "prepare"]

_PAGE_PART = 512  # divides a page, and holds a hand
_KEPT = 8  # runs whose strategies stay compiled
_prepared: OrderedDict[str, Seated] = OrderedDict()
_lock = Lock()


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
    """What some deals gave."""

    totals: Totals
    record: Record | None = None


def prepare(spec: RunSpec, *, settle: bool = False) -> Seated:
    """Return the players of a run, compiled once in each process.

    Parameters
    ----------
    spec : RunSpec
    settle : bool, optional
        With who settles early all-ins, though that is not in the cache yet and takes a second to compile: a chunk has
        met one.
    """
    from equity.kernels.play.strategy_pointers import is_at_hand

    with _lock:
        players = _prepared.get(spec.token)
        if players is None or (settle and not players.settles):
            settler = spec.settler if settle or is_at_hand(spec.settler) else ""
            players = _prepared[spec.token] = seat_strategies(spec.strategies, settler=settler)
            while len(_prepared) > _KEPT:
                _prepared.popitem(last=False)
        return players


def play_chunk(spec: RunSpec, span: tuple[int, int], *, keep: bool = False) -> Chunk:
    """Play some deals of a run.

    Parameters
    ----------
    spec : RunSpec
    span : tuple of int
        The first deal, and how many; see `RunSpec.spans`.
    keep : bool, optional
        Also return the hands.
    """
    players = prepare(spec)
    return (_play_asking if players.foreign else _play_compiled)(spec, players, span, keep=keep)


def _matchups(spec: RunSpec) -> NDArray[np.int32]:
    """Return how two hands fare before the flop, for who settles all-ins; nothing where nobody looks into it."""
    if not spec.settler or spec.players > 2:
        return np.zeros((0, 2), np.int32)
    from equity.odds.exact.preflop_grids import slot_counts

    return slot_counts()


# ---------------------------------------------------------------- all players compiled


def _play_compiled(spec: RunSpec, players: Seated, span: tuple[int, int], *, keep: bool) -> Chunk:
    from equity.kernels.hands.all_ins import SCRATCH
    from equity.kernels.play.whole_hands import play_deals

    task = _make_task(spec, span)
    hands = _hands_in_one_page()
    deals = int(task["deals"][0])
    kept = deals * spec.turns if keep else 0
    rules, stacks, matchups = spec.rules.to_array(), np.array(spec.stacks, np.int64), _matchups(spec)
    room = 64 * kept
    while True:
        counts, products = Totals.rooms()
        record = Record(np.zeros(kept, HAND), np.zeros(room, np.int64), np.zeros(kept + 1, np.int64))
        trouble, stream = np.zeros(5, np.int64), np.zeros(4, np.uint64)
        used = play_deals(
            hands,
            rules,
            stacks,
            players.functions,
            players.rows,
            task,
            stream,
            matchups,
            np.empty(1, SCRATCH),
            np.zeros((3, MAX_SEATS), np.int64),  # notes, results and adjusted results of a deal so far
            counts,
            products,
            record.hands,
            record.moves,
            record.ends,
            trouble,
        )
        if used == ILLEGAL:
            _refuse(spec, hands, trouble)
        if used == UNSETTLED:
            players = prepare(spec, settle=True)
            continue
        if not keep or 2 * used <= room:
            break
        room = 2 * used  # some hand was longer than usual: the same again with room for it
    record.moves = record.moves[: 2 * used].reshape(-1, 2) if keep else record.moves
    return Chunk(Totals.of_chunk(spec.unit, deals, counts, products), record if keep else None)


def _hands_in_one_page() -> NDArray[Any]:
    """Return room for the hand played, which lies within one page of memory, and for those before the cards.

    A hand that lies across two pages is played a quarter slower: it begins as a copy in a few wide stores.
    """
    size = (1 + MAX_SEATS) * HAND.itemsize
    room = np.zeros(size + _PAGE_PART, np.uint8)
    first = -room.ctypes.data % _PAGE_PART
    return room[first : first + size].view(HAND)


def _make_task(spec: RunSpec, span: tuple[int, int]) -> NDArray[Any]:
    """Return a chunk's numbers as the kernels take them: TASK[1]."""
    first, deals = span
    return np.array([(first, deals, spec.seed, spec.turns, spec.unit, int(spec.mend))], TASK)


def _refuse(spec: RunSpec, hands: NDArray[Any], trouble: NDArray[np.int64]) -> None:
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
    owed, least, most = legal(hands, 0, spec.rules.to_array())
    choices = ["fold", f"call {owed}" if owed else "check"]
    if most:
        choices.append(f"raise to {least}" if least == most else f"raise to {least} to {most}")
    player = (seat - turn) % spec.players
    raise StrategyError(
        f"hand {deal * spec.turns + turn}: {spec.strategies[player].name} in seat {seat} answered "
        f"{names.get(code, f'action {code}')}; legal are {', '.join(choices)}"
    )


# ---------------------------------------------------------------- some players asked in Python


def _play_asking(spec: RunSpec, players: Seated, span: tuple[int, int], *, keep: bool) -> Chunk:
    room = 64 * span[1] * spec.turns
    while not (table := _Hands(spec, players, span, room)).play():
        room *= 2  # some hands were longer than usual: the same again with room for all decisions
    return Chunk(table.totals(), table.record() if keep else None)


class _Hands:
    """The hands of a chunk and everything that goes with them."""

    def __init__(self, spec: RunSpec, players: Seated, span: tuple[int, int], room: int) -> None:
        from equity.kernels.play.stepping import deal_all

        self.spec = spec
        self.players = players
        self.task = _make_task(spec, span)
        self.rules = spec.rules.to_array()
        n = int(self.task["deals"][0]) * spec.turns
        self.hands = np.zeros(n, HAND)
        self.streams = np.zeros((n, 4), np.uint64)
        self.lucks = np.zeros((n, 4), np.uint64)
        self.notes = np.zeros((n, MAX_SEATS), np.int64)
        self.moves = np.zeros(2 * room, np.int64)
        self.owners = np.zeros(room + 1, np.int64)
        self.trouble = np.zeros(4, np.int64)
        self.waiting = np.full(n, -1)
        # players of one strategy are asked together, the first of them for all: a sixth of the calls, six-handed
        self._askers = np.array([spec.strategies.index(strategy) for strategy in spec.strategies], np.int64)
        stacks = np.array(spec.stacks, np.int64)
        deal_all(self.hands, self.rules, stacks, self.task, self.streams, self.lucks, self.notes)

    def play(self) -> bool:
        """Play every hand to its end; False as soon as the log has no room for what happens next."""
        nothing = np.zeros(len(self.hands), np.int64)
        self._run_on(np.arange(len(self.hands)), nothing, nothing, answered=False)
        askers = np.unique(self._askers).tolist()
        while True:
            asked = [(player, np.flatnonzero(self.waiting == player)) for player in askers]
            for player, chosen in asked:
                if int(self.owners[-1]) + len(chosen) >= len(self.owners):
                    return False
                if len(chosen):
                    self._ask(self.spec.strategies[player], chosen)
            if not any(len(chosen) for _, chosen in asked):
                return True

    def _run_on(
        self, chosen: NDArray[np.int64], codes: NDArray[np.int64], amounts: NDArray[np.int64], *, answered: bool
    ) -> None:
        from equity.kernels.play.stepping import run_on

        state = run_on(
            self.hands,
            chosen,
            answered,
            codes,
            amounts,
            self.rules,
            self.players.functions,
            self.players.rows,
            self.players.foreign,
            self.task,
            self.streams,
            self.notes,
            self._askers,
            self.waiting,
            self.moves,
            self.owners,
            self.trouble,
        )
        if state == ILLEGAL:
            i, seat, code, amount = map(int, self.trouble)
            turns = self.spec.turns
            where: tuple[Any, ...] = (int(self.task["first"][0]) + i // turns, i % turns, seat, code, amount)
            _refuse(self.spec, self.hands[i : i + 1], np.array(where, np.int64))

    def _logged(self) -> Decisions:
        """Return the decisions so far and the hand of each; what is added later lies behind."""
        used = int(self.owners[-1])
        return self.moves[: 2 * used].reshape(-1, 2), self.owners[:used]

    def _ask(self, strategy: Strategy, chosen: NDArray[np.int64]) -> None:
        logged = self._logged()
        situation = make_situation(
            self.hands,
            chosen,
            rules=self.spec.rules,
            seats=self.spec.players,
            lucks=self.lucks,
            read=lambda: logged,
        )
        self._run_on(chosen, *decide(strategy, situation), answered=True)

    def totals(self) -> Totals:
        """Count the finished hands."""
        from equity.kernels.play.stepping import tally_all

        while True:
            counts, products = Totals.rooms()
            state = tally_all(
                self.hands,
                self.rules,
                self.spec.players,
                self.players.functions,
                self.task,
                self.streams,
                _matchups(self.spec),
                self.notes,
                counts,
                products,
            )
            if state != UNSETTLED:
                break
            self.players = prepare(self.spec, settle=True)
        return Totals.of_chunk(self.spec.unit, int(self.task["deals"][0]), counts, products)

    def record(self) -> Record:
        """Return the hands with each one's decisions in order."""
        moves, owners = self._logged()
        moves = moves[np.argsort(owners, kind="stable")]
        ends = np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=len(self.hands)))])
        return Record(self.hands, moves, ends)
