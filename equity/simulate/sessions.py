"""A session at one table: stacks carry over, players bust and buy back in, the button moves by the table's rules.

Rules of the file: it plays `equity.rules.Table` hand by hand in Python, some thousand hands per second; for millions of
hands with stacks that are reset use `equity.simulate.run`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import ACTION_NAMES, CALL, MOST_HANDS, PASSIVE, RAISE, STREETS
from equity.errors import IllegalActionError, OptionError, StrategyError
from equity.numbers import read_chips, read_whole
from equity.show.results import Shown
from equity.simulate.decisions import Decisions, decide, make_situation
from equity.simulate.players.strategy import Strategy
from equity.simulate.strategies import as_strategy

if TYPE_CHECKING:
    from equity.rules import Hand, Table

__all__ = ["SessionResult", "play_session"]


@dataclass(frozen=True, slots=True, repr=False)
class SessionResult(Shown):
    """How a session went.

    Attributes
    ----------
    names : tuple of str
        By seat; empty where nobody sat.
    stacks : int64 array, shape (hands + 1, S)
        Chips by seat before the first hand and after every hand, purchases included.
    bought : int64 array, shape (S,)
        Chips bought during the session.
    rake : int
        Chips the house took.
    ended : str
        Why the session stopped early: what the table waits for. Empty if all hands were played.
    """

    names: tuple[str, ...]
    stacks: NDArray[np.int64]
    bought: NDArray[np.int64]
    rake: int
    ended: str

    @property
    def hands(self) -> int:
        """Number of hands played."""
        return len(self.stacks) - 1

    @property
    def net(self) -> NDArray[np.int64]:
        """Chips won or lost by seat."""
        won: NDArray[np.int64] = self.stacks[-1] - self.stacks[0] - self.bought
        return won

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per taken seat."""
        figures = zip(self.stacks[0].tolist(), self.bought.tolist(), self.stacks[-1].tolist(), strict=True)
        return [
            {"seat": seat, "name": name, "start": start, "bought": bought, "end": end, "net": end - start - bought}
            for seat, (name, (start, bought, end)) in enumerate(zip(self.names, figures, strict=True))
            if name
        ]

    def _line(self) -> str:
        return str(self)

    def __str__(self) -> str:
        parts = [f"{name} {net:+,}" for name, net in zip(self.names, self.net.tolist(), strict=True) if name]
        end = f"; ended early: {self.ended}" if self.ended else ""
        return f"{self.hands:,} hands: {', '.join(parts)}{end}"


def play_session(
    table: Table,
    players: Mapping[int, object],
    *,
    hands: int,
    rebuy: int | None = None,
) -> SessionResult:
    """Play hands at a table, stacks carrying over.

    Parameters
    ----------
    table : Table
        With everybody seated; the session continues with its button and stacks, and its seed gives the cards.
    players : mapping
        Seat to strategy, for every seat that is taken.
    hands : int
        Hands to play at most.
    rebuy : int, optional
        Chips a busted player buys before the next hand; None leaves it out, as do the house's rules.

    Returns
    -------
    SessionResult

    Raises
    ------
    StrategyError
        If a seat has no strategy, an empty one has, or one answers an illegal action.

    Examples
    --------
    >>> from equity.rules import Table, pokerfs
    >>> table = Table(pokerfs(), seats=3, seed=1, first_button=0)
    >>> for seat in range(3):
    ...     table.sit(seat, f"player {seat}", 1000)
    >>> session = play_session(table, {0: "tag", 1: "call", 2: "random"}, hands=50, rebuy=1000)
    >>> session.hands, int(session.net.sum())
    (50, 0)
    """
    if not hasattr(table, "next_hand"):
        raise OptionError(f"table must be a Table, got {table!r:.60}")
    hands = read_whole("hands", hands, least=1, most=MOST_HANDS)
    if rebuy is not None:
        rebuy = read_chips("rebuy", rebuy, least=1)
    seated = {seat: player.name for seat, player in enumerate(table.players) if player}
    _check_seats(players, seated)
    askers = {seat: _Asker(as_strategy(players[seat])) for seat in seated}
    rows, bought, ended = [table.stacks], np.zeros(len(table.stacks), np.int64), ""
    before = table.rake_taken
    for _ in range(hands):
        if rebuy is not None:
            _buy_back(table, seated, rebuy, bought)
        hand = table.next_hand()
        if hand is None:
            ended = table.waiting
            break
        _play(hand, askers)
        table.finish(hand)
        rows.append(table.stacks)
    return SessionResult(
        names=tuple(seated.get(seat, "") for seat in range(len(table.stacks))),
        stacks=np.array(rows, np.int64),
        bought=bought,
        rake=table.rake_taken - before,
        ended=ended,
    )


def _check_seats(players: Mapping[int, object], seated: Mapping[int, str]) -> None:
    if not isinstance(players, Mapping):
        raise StrategyError(f"players must be a mapping such as {{0: 'tag', 1: 'call'}}, got {players!r:.60}")
    for seat, name in seated.items():
        if seat not in players:
            raise StrategyError(f"seat {seat} ({name}) has no strategy")
    for seat in players:
        if seat not in seated:
            raise StrategyError(f"seat {seat!r:.60} has a strategy, but nobody sits there")


def _buy_back(table: Table, seated: Mapping[int, str], amount: int, bought: NDArray[np.int64]) -> None:
    for seat in seated:
        if table.stacks[seat] == 0:
            table.buy_in(seat, amount)
            bought[seat] += amount


def _play(hand: Hand, askers: Mapping[int, _Asker]) -> None:
    from equity.kernels.cards.random_numbers import seed_stream

    stream = np.zeros(4, np.uint64)
    seed_stream(np.uint64(hand.seed or 0), np.uint64(1), stream)
    while hand.actor is not None:
        asker = askers[hand.actor]
        code, amount = asker.ask(hand, stream)
        try:
            if code == PASSIVE:
                hand.check_or_call()
            elif code == RAISE:
                hand.raise_to(amount)
            else:
                hand.act(dict(enumerate(ACTION_NAMES)).get(code, f"action {code}"))
        except IllegalActionError as error:
            raise StrategyError(f"{asker.strategy.name} in seat {hand.actor}: {error}; {hand!r}") from None


class _Asker:
    """A player, asked one decision at a time."""

    def __init__(self, strategy: Strategy) -> None:
        from equity.kernels.play import strategies
        from equity.kernels.play.strategy_pointers import built_in, compile_strategy

        self.strategy = strategy
        self._me = np.zeros(1, strategies.PLAYER)
        self._me["row"][0, : len(strategy.row)] = strategy.row
        self._function: Any = strategy.function
        if isinstance(strategy.function, str):
            self._function = built_in(strategy.function)
        elif strategy.kind == "compiled":
            self._function = compile_strategy(strategy.function)

    def ask(self, hand: Hand, stream: NDArray[np.uint64]) -> tuple[int, int]:
        """Return action and amount."""
        rules = hand.rules
        if not self.strategy.asked_in_python:
            code, amount = self._function(hand.record, rules.to_array()[0], self._me[0], stream)
            return PASSIVE if code == CALL else int(code), int(amount)
        situation = make_situation(
            *(np.array([hand.record]), np.zeros(1, np.int64)),
            rules=rules,
            seats=len(hand.stacks),
            lucks=stream.reshape(1, 4),
            read=lambda: _decisions(hand),
        )
        codes, amounts = decide(self.strategy, situation)
        return int(codes[0]), int(amounts[0])


def _decisions(hand: Hand) -> Decisions:
    """Return what was decided in a hand so far, as `equity.simulate.decisions.Log` reads it."""
    moves, street = [], 0
    for event in hand.events:
        if event.kind == "deal" and event.seat is None:
            street = STREETS.index(event.what)
        elif event.kind == "act" and event.seat is not None:
            code = RAISE if event.what == "bet" else ACTION_NAMES.index(event.what)
            moves.append((256 * street + 16 * event.seat + code, event.to if code == RAISE else 0))
    return np.array(moves, np.int64).reshape(-1, 2), np.zeros(len(moves), np.int64)
