"""Simulated hands -> `HandRecord`, the description that every history format is written from.

Rules of the file: a record lists players from the left of the button, as PHH and ACPC do; the engine's seats are turned
accordingly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from equity.constants import CALL, CHECK, FOLD, PASSIVE
from equity.history import Action, HandRecord, Kind, game_of_record, game_text
from equity.history.action import deal_board, deal_hole
from equity.history.record import Place
from equity.kernels.hands.records import LIVE
from equity.simulate.runs.specification import RunSpec

if TYPE_CHECKING:
    from equity.simulate.runs.chunks import Record

__all__ = ["RecordMaker", "first_records"]

_HOUSE = {
    "cap_heads_up": "same",
    "raise_after_short": "from-all-in",
    "odd_chips": "one-each",
}
_OPEN = (0, 3, 4, 5)  # board cards by street


class RecordMaker:
    """Makes the records of one run's hands."""

    def __init__(self, spec: RunSpec, *, first: int = 0) -> None:
        rules = spec.rules
        n = spec.players
        self.spec = spec
        self.next = first  # number of the next hand
        names = [strategy.name for strategy in spec.strategies]
        self.names = [name if names.count(name) == 1 else f"{name} {p + 1}" for p, name in enumerate(names)]
        self.house = self._house()
        small, big = (0, 1) if n > 2 else (1, 0)
        blinds = [0] * n
        blinds[small], blinds[big] = rules.small_blind, rules.big_blind
        for place, straddle in enumerate(rules.straddles[: n - 2], start=2):  # only seats without a blind straddle
            blinds[place] = straddle
        self.blinds = tuple(blinds)
        each = rules.ante_by == "each"
        self.antes = tuple(rules.ante if each or place == big else 0 for place in range(n))
        self.limit = rules.structure == "fixed-limit"
        self._seated: dict[tuple[int, int], tuple[list[int], tuple[int, ...], tuple[str, ...]]] = {}

    def _house(self) -> dict[str, object]:
        """Return the rules that differ from what the structure alone says."""
        rules = self.spec.rules
        limit = rules.structure == "fixed-limit"
        usual = _HOUSE | {"cap": 4 if limit else None, "reopen": "half" if limit else "full"}
        return {name: getattr(rules, name) for name, value in usual.items() if getattr(rules, name) != value}

    def records(self, record: Record) -> Iterator[HandRecord]:
        """Yield the hands of a chunk in order."""
        start = 0
        moves = record.moves.tolist()
        for hand, end in zip(record.hands, record.ends.tolist()[1:], strict=True):
            yield self.make(hand, moves[start:end], self.next)
            self.next += 1
            start = end

    def make(self, hand: Any, moves: list[list[int]], number: int) -> HandRecord:
        """Return one hand.

        Parameters
        ----------
        hand : HAND record
            As it is when the hand is over.
        moves : list of [256 * street + 16 * seat + action, amount]
        number : int
        """
        rules = self.spec.rules
        order, seats, players = self._places(int(hand["button"]), number % self.spec.turns)
        start, stack = hand["start"].tolist(), hand["stack"].tolist()
        return HandRecord(
            structure=rules.structure,
            stacks=tuple(start[seat] for seat in order),
            antes=self.antes,
            blinds=self.blinds,
            actions=self._actions(hand, moves, order),
            min_bet=0 if self.limit else rules.big_blind,
            small_bet=(rules.small_bet or 0) if self.limit else 0,
            big_bet=(rules.big_bet or 0) if self.limit else 0,
            finishing_stacks=tuple(stack[seat] for seat in order),
            rake=int(hand["rake"]) if rules.rake is not None else None,
            house=dict(self.house),
            fields={"hand": number, "seats": seats, "players": players},
            place=Place("simulation", number + 1),
        )

    def places(self, button: int, turn: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return the numbers of the seats for readers, from the left of the button, and who sits there."""
        return self._places(button, turn)[1:]

    def _places(self, button: int, turn: int) -> tuple[list[int], tuple[int, ...], tuple[str, ...]]:
        """Return the engine's seats from the left of the button, their numbers for readers, and who sits there."""
        found = self._seated.get((button, turn))
        if found is None:
            n = self.spec.players
            order = [(button + 1 + place) % n for place in range(n)]
            players = tuple(self.names[(seat - turn) % n] for seat in order)
            found = self._seated[button, turn] = order, tuple(seat + 1 for seat in order), players
        return found

    def _actions(self, hand: Any, moves: list[list[int]], order: list[int]) -> list[Action]:
        places = {seat: place for place, seat in enumerate(order)}
        holes, board = hand["hole"].tolist(), hand["board"].tolist()
        actions = [_hole(place, *holes[seat]) for place, seat in enumerate(order)]
        street = 0
        for move, amount in moves:
            while street < move >> 8:
                actions.append(deal_board(board[_OPEN[street] : _OPEN[street + 1]]))
                street += 1
            actions.append(_decision(move & 15, places[move >> 4 & 15], amount))
        last = 3 if hand["showdown"] else int(hand["street"])
        while street < last:
            actions.append(deal_board(board[_OPEN[street] : _OPEN[street + 1]]))
            street += 1
        if hand["showdown"]:
            actions += self._shows(hand, order, holes)
        return actions

    def _shows(self, hand: Any, order: list[int], holes: list[list[int]]) -> list[Action]:
        """Return the showdown: who bet or raised last on the river first, then clockwise."""
        first = order.index(int(hand["aggressor"])) if hand["street"] == 3 and hand["aggressor"] >= 0 else 0
        places = [(first + k) % len(order) for k in range(len(order))]
        shown = [place for place in places if hand["status"][order[place]] == LIVE]
        return [_show(place, *holes[order[place]]) for place in shown]

    def sample(self) -> HandRecord:
        """Return a record with no action, to ask a format whether it can say the game."""
        n = self.spec.players
        return HandRecord(
            structure=self.spec.rules.structure,
            stacks=self.spec.stacks,
            antes=self.antes,
            blinds=self.blinds,
            actions=[deal_hole(place) for place in range(n)],
            min_bet=0 if self.limit else self.spec.rules.big_blind,
            small_bet=self.spec.rules.small_bet or 0,
            big_bet=self.spec.rules.big_bet or 0,
            house=dict(self.house),
            place=Place("simulation"),
        )

    def acpc_game(self) -> str:
        """Return the game as an ACPC definition; HistoryError if ACPC does not know it."""
        return game_text(game_of_record(self.sample()))


# Actions are immutable, and the same few thousand come back in every chunk: making one costs as much as writing three.
@lru_cache(maxsize=1 << 15)
def _hole(place: int, first: int, second: int) -> Action:
    return deal_hole(place, (first, second))


@lru_cache(maxsize=1 << 15)
def _show(place: int, first: int, second: int) -> Action:
    return Action(Kind.SHOW, place, cards=(first, second))


@lru_cache(maxsize=1 << 14)
def _decision(code: int, place: int, amount: int) -> Action:
    if code == FOLD:
        return Action(Kind.FOLD, place)
    if code in (CHECK, CALL, PASSIVE):
        return Action(Kind.CALL, place)
    return Action(Kind.RAISE, place, amount)


def first_records(spec: RunSpec, count: int) -> list[HandRecord]:
    """Return the first hands of a run, which are the same however many follow.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> from equity.simulate.runs.specification import make_spec
    >>> spec = make_spec(pokerfs(), ["call", "call"], hands=1000, seed=1)
    >>> [action.text for action in first_records(spec, 1)[0].decisions][:2]
    ['p2 cc', 'p1 cc']
    """
    from equity.simulate.runs.chunks import play_chunk

    part = replace(spec, deals=min(spec.deals, -(-count // spec.turns)))
    records: list[HandRecord] = []
    maker = RecordMaker(spec)
    for span in part.spans():
        played = play_chunk(part, span, keep=True)
        assert played.record is not None
        records += maker.records(played.record)
    return records[:count]
