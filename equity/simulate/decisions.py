"""What a Python player sees when it is asked: many decisions as arrays (`Situation`), or one (`Spot`).

Rules of the file: only what the seat can know: its own cards, the open part of the board, and what happened in public.
Every field is described here, once; `equity.simulate` hands both classes out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from equity.cards import cards_text
from equity.constants import ACTION_NAMES, CALL, CHECK, FOLD, MOST_CHIPS, PASSIVE, RAISE, STREETS
from equity.errors import StrategyError
from equity.kernels.hands.records import LIVE
from equity.numbers import as_int, is_whole

if TYPE_CHECKING:
    from equity.rules import Rules
    from equity.simulate.players.strategy import Strategy

__all__ = ["Decisions", "Log", "Move", "Situation", "Spot", "decide", "make_situation", "read_answer", "read_answers"]

_WORDS = {name: code for code, name in enumerate(ACTION_NAMES) if code != RAISE} | {"call": PASSIVE}

Decisions = tuple[NDArray[np.int64], NDArray[np.int64]]  # codes and amounts; or what was decided, and in which hand


class Move(NamedTuple):
    """One decision of a hand, as everybody at the table saw it.

    Attributes
    ----------
    street : str
        ``"preflop"``, ``"flop"``, ``"turn"`` or ``"river"``.
    seat : int
    action : str
        ``"fold"``, ``"check"``, ``"call"``, ``"bet"`` or ``"raise"``; going all-in is one of the last three.
    to : int
        What a bet or raise made the seat's chips in front on this street; 0 for other actions.

    Examples
    --------
    >>> Move("preflop", 3, "raise", 30).to
    30
    """

    street: str
    seat: int
    action: str
    to: int = 0


class Log:
    """What happened before some decisions, worked out when first asked for.

    Parameters
    ----------
    read : callable
        Returns the decisions of all hands so far, in order: int64 array of shape (D, 2) with 256 * street + 16 * seat +
        action and the street total of a raise, and int64 array (D,) with the hand of each.
    hands, streets : int64 arrays, shape (N,)
        The hands whose story is told, and where they are now.
    """

    def __init__(self, read: Callable[[], Decisions], hands: NDArray[np.int64], streets: NDArray[np.int64]) -> None:
        self._read, self._hands, self._streets = read, hands, streets

    @cached_property
    def _own(self) -> Decisions:
        """Return the decisions of these hands, and the place of each one's hand among them."""
        moves, owners = self._read()
        places = np.full(max(int(owners.max(initial=0)), int(self._hands.max(initial=0))) + 1, -1)
        places[self._hands] = np.arange(len(self._hands))
        place = places[owners]
        return moves[place >= 0], place[place >= 0]

    @cached_property
    def raises(self) -> NDArray[np.int64]:
        """Bets and raises of each hand's street so far, shape (N,)."""
        moves, place = self._own
        counted = (moves[:, 0] & 15 == RAISE) & (moves[:, 0] >> 8 == self._streets[place])
        return np.bincount(place[counted], minlength=len(self._hands))

    @cached_property
    def actions(self) -> list[tuple[Move, ...]]:
        """The decisions of each hand, in order."""
        moves, place = self._own
        found: list[list[Move]] = [[] for _ in self._hands]
        for (code, to), row in zip(moves.tolist(), place.tolist(), strict=True):
            street, action = STREETS[code >> 8], ACTION_NAMES[code & 15]
            if action == "raise" and street != "preflop":
                opened = any(move.to and move.street == street for move in found[row])
                action = "raise" if opened else "bet"
            found[row].append(Move(street, code >> 4 & 15, action, to))
        return [tuple(row) for row in found]


class Situation:
    """N decisions of one player, one row each, as a `batched` strategy sees them; S is the number of seats.

    Fields are worked out when first asked for, from a copy of the hands that nobody changes: a player pays for what it
    looks at.

    Attributes
    ----------
    rules : Rules
        The house.
    seat : int64, shape (N,)
        The seat to act, from 0, clockwise.
    position : int64, shape (N,)
        Seats from the button: 0 the button, 1 the seat left of it ...
    street : int64, shape (N,)
        0 preflop, 1 flop, 2 turn, 3 river.
    hole : int8, shape (N, 2)
        Own cards, 0 to 51: see `equity.cards`.
    board : int8, shape (N, 5)
        Open cards of the board, -1 for those to come.
    to_call : int64, shape (N,)
        Chips a call adds, 0 where checking is free; at most the stack.
    min_raise_to, max_raise_to : int64, shape (N,)
        The legal bets and raises as totals of the street, 0 where raising is not open.
    pot : int64, shape (N,)
        Every chip put in so far, this street's bets included.
    current_bet : int64, shape (N,)
        The highest bet of the street.
    stacks : int64, shape (N, S)
        Chips behind, by seat.
    bets : int64, shape (N, S)
        Chips in front on this street, by seat.
    live : bool, shape (N, S)
        Seats that have not folded.
    luck : float64, shape (N,)
        A uniform random number from 0 to 1, of the hand's own stream, so that chance does not depend on threads.
    big_blind : int
        Chips of the big blind.
    raises : int64, shape (N,)
        Bets and raises of the street so far, short all-ins over the highest bet included; blinds do not count.
    actions : list of N tuples of Move
        Every decision of the hand so far; a tuple of (street, seat, action, to) each.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> from equity.simulate import Situation, batched, run
    >>> def steal(situation: Situation):
    ...     first_in = (situation.street == 0) & (situation.raises == 0) & (situation.position == 0)
    ...     codes = np.where(first_in & (situation.max_raise_to > 0), 3, situation.give_up())  # 3: raise
    ...     return codes, np.minimum(3 * situation.big_blind, situation.max_raise_to)
    >>> result = run(pokerfs(), [batched(steal), "nit", "nit"], hands=300, seed=1)
    >>> result["steal"].positions[0].pfr
    1.0
    """

    rules: Rules
    luck: NDArray[np.float64]

    def __init__(
        self,
        hands: NDArray[Any],
        chosen: NDArray[np.int64],
        *,
        rules: Rules,
        seats: int,
        luck: NDArray[np.float64],
        read: Callable[[], Decisions],
    ) -> None:
        self.rules, self.luck = rules, luck
        self._hands, self._chosen, self._seats, self._read = hands, chosen, seats, read

    def __len__(self) -> int:
        return len(self.luck)

    def __repr__(self) -> str:
        return f"<Situation of {len(self)} decisions>"

    @cached_property
    def seat(self) -> NDArray[np.int64]:
        """The seat to act."""
        return self._hands["actor"].astype(np.int64)

    @cached_property
    def position(self) -> NDArray[np.int64]:
        """Seats from the button."""
        return np.asarray((self.seat - self._hands["button"]) % self._seats)

    @cached_property
    def street(self) -> NDArray[np.int64]:
        """0 preflop, 1 flop, 2 turn, 3 river."""
        return self._hands["street"].astype(np.int64)

    @cached_property
    def hole(self) -> NDArray[np.int8]:
        """Own cards."""
        return np.array(self._hands["hole"][np.arange(len(self)), self.seat])

    @cached_property
    def board(self) -> NDArray[np.int8]:
        """Open cards of the board, -1 for those to come."""
        closed = np.arange(5) >= np.where(self.street > 0, self.street + 2, 0)[:, None]
        return np.where(closed, np.int8(-1), self._hands["board"])

    @cached_property
    def _bounds(self) -> NDArray[np.int64]:
        from equity.kernels.play.stepping import list_bounds

        bounds = np.empty((len(self), 3), np.int64)
        list_bounds(self._hands, self.rules.to_array(), bounds)
        return bounds

    @property
    def to_call(self) -> NDArray[np.int64]:
        """Chips a call adds."""
        return self._bounds[:, 0]

    @property
    def min_raise_to(self) -> NDArray[np.int64]:
        """The least legal bet or raise."""
        return self._bounds[:, 1]

    @property
    def max_raise_to(self) -> NDArray[np.int64]:
        """The largest legal bet or raise."""
        return self._bounds[:, 2]

    @cached_property
    def pot(self) -> NDArray[np.int64]:
        """Every chip put in so far."""
        return np.array(self._hands["pot"])

    @cached_property
    def current_bet(self) -> NDArray[np.int64]:
        """The highest bet of the street."""
        return np.array(self._hands["current_bet"])

    @cached_property
    def stacks(self) -> NDArray[np.int64]:
        """Chips behind, by seat."""
        return np.array(self._hands["stack"][:, : self._seats])

    @cached_property
    def bets(self) -> NDArray[np.int64]:
        """Chips in front on this street, by seat."""
        return np.array(self._hands["bet"][:, : self._seats])

    @cached_property
    def live(self) -> NDArray[np.bool_]:
        """Seats that have not folded."""
        return np.array(self._hands["status"][:, : self._seats] == LIVE)

    @cached_property
    def log(self) -> Log:
        """What happened before."""
        return Log(self._read, self._chosen, self.street)

    @property
    def big_blind(self) -> int:
        """Chips of the big blind."""
        return self.rules.big_blind

    @property
    def raises(self) -> NDArray[np.int64]:
        """Bets and raises of the street so far."""
        return self.log.raises

    @property
    def actions(self) -> list[tuple[Move, ...]]:
        """Every decision of the hand so far."""
        return self.log.actions

    def passive(self) -> NDArray[np.int64]:
        """Return the code for check or call, for every row."""
        return np.full(len(self), PASSIVE, np.int64)

    def give_up(self) -> NDArray[np.int64]:
        """Return the code for fold, or check where that is free."""
        return np.where(self.to_call > 0, FOLD, CHECK).astype(np.int64)

    def spot(self, row: int) -> Spot:
        """Return one decision by itself."""
        return Spot(self, row)


def make_situation(
    hands: NDArray[Any],
    chosen: NDArray[np.int64],
    *,
    rules: Rules,
    seats: int,
    lucks: NDArray[np.uint64],
    read: Callable[[], Decisions],
) -> Situation:
    """Return what the seats to act see in some hands of an array; `read` gives the decisions so far, see `Log`."""
    from equity.kernels.play.stepping import ask

    copies, luck = np.empty(len(chosen), hands.dtype), np.empty(len(chosen))
    ask(hands, chosen, lucks, copies, luck)
    return Situation(copies, chosen, rules=rules, seats=seats, luck=luck, read=read)


class Spot:
    """One decision, as a `scalar` strategy sees it; seats count from 0, clockwise.

    Attributes
    ----------
    rules : Rules
        The house.
    seat : int
        The seat to act.
    position : int
        Seats from the button: 0 the button, 1 the seat left of it ...
    street : str
        ``"preflop"``, ``"flop"``, ``"turn"`` or ``"river"``.
    hole : str
        Own cards: ``"AsKd"``.
    board : str
        Open cards: ``"7c8c2d"``, empty before the flop.
    to_call : int
        Chips a call adds, 0 where checking is free; at most the stack.
    min_raise_to, max_raise_to : int or None
        The legal bets and raises as totals of the street; None where raising is not open.
    pot : int
        Every chip put in so far, this street's bets included.
    current_bet : int
        The highest bet of the street.
    stack, bet : int
        Own chips behind, and in front on this street.
    stacks, bets : tuple of int
        The same by seat.
    live : tuple of int
        Seats that have not folded.
    luck : float
        A uniform random number from 0 to 1, of the hand's own stream, so that chance does not depend on threads.
    big_blind : int
        Chips of the big blind.
    raises : int
        Bets and raises of the street so far, short all-ins over the highest bet included; blinds do not count.
    actions : tuple of Move
        Every decision of the hand so far; a tuple of (street, seat, action, to) each.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> from equity.simulate import Spot, run
    >>> def cautious(spot: Spot):
    ...     if spot.street == "preflop" and spot.raises == 0 and spot.hole[0] == spot.hole[2]:
    ...         return "raise", min(3 * spot.big_blind, spot.max_raise_to or spot.stack)
    ...     return "check" if spot.to_call == 0 else "fold"
    >>> result = run(pokerfs(), [cautious, "call", "call"], hands=300, seed=1)
    >>> round(result["cautious"].pfr, 2)
    0.05
    """

    def __init__(self, situation: Situation, row: int) -> None:
        at = row
        self._situation, self._row = situation, row
        self.rules = situation.rules
        self.seat = int(situation.seat[at])
        self.position = int(situation.position[at])
        self.street = STREETS[int(situation.street[at])]
        self.hole = cards_text(situation.hole[at].tolist())
        self.board = cards_text(card for card in situation.board[at].tolist() if card >= 0)
        self.to_call = int(situation.to_call[at])
        self.min_raise_to = int(situation.min_raise_to[at]) or None
        self.max_raise_to = int(situation.max_raise_to[at]) or None
        self.pot = int(situation.pot[at])
        self.current_bet = int(situation.current_bet[at])
        self.stacks = tuple(situation.stacks[at].tolist())
        self.bets = tuple(situation.bets[at].tolist())
        self.stack, self.bet = self.stacks[self.seat], self.bets[self.seat]
        self.live = tuple(np.flatnonzero(situation.live[at]).tolist())
        self.luck = float(situation.luck[at])
        self.big_blind = situation.big_blind

    @property
    def raises(self) -> int:
        """Bets and raises of the street so far."""
        return int(self._situation.raises[self._row])

    @property
    def actions(self) -> tuple[Move, ...]:
        """Every decision of the hand so far."""
        return self._situation.actions[self._row]

    def __repr__(self) -> str:
        return f"<Spot {self.street} seat {self.seat} {self.hole} board {self.board or '-'} to call {self.to_call}>"


def decide(strategy: Strategy, situation: Situation) -> Decisions:
    """Ask a Python player; returns codes and amounts, one of each for every row.

    Raises
    ------
    StrategyError
        If it answers anything else.
    """
    function, name = strategy.function, strategy.name
    assert callable(function)
    if strategy.kind == "batched":
        return read_answers(name, function(situation), len(situation))
    spots = [situation.spot(row) for row in range(len(situation))]
    codes, amounts = np.array([read_answer(name, function(spot), spot) for spot in spots], np.int64).T.copy()
    return codes, amounts


def read_answers(name: str, given: Any, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return codes and amounts of a batched player's answer; a call of nothing is a check.

    Raises
    ------
    StrategyError
        If it is not one whole number (or two) for each row.
    """
    pair = given if isinstance(given, tuple) else (given, np.zeros(count, np.int64))
    if len(pair) != 2:
        raise StrategyError(f"{name} must answer actions, or a pair (actions, amounts); got {len(pair)} items")
    arrays = []
    for what, values in zip(("actions", "amounts"), pair, strict=True):
        try:
            array = np.asarray(values)
        except ValueError:  # rows of different lengths
            array = np.asarray(None)
        if array.shape != (count,) or array.dtype.kind not in "iub":
            raise StrategyError(
                f"{name} must answer {what} as a whole number for each of {count} rows, got {array.dtype} of shape "
                f"{array.shape}"
            )
        arrays.append(np.ascontiguousarray(array, np.int64))
    codes, amounts = arrays
    return np.where(codes == CALL, PASSIVE, codes), amounts


def read_answer(name: str, given: object, spot: Spot) -> tuple[int, int]:
    """Return code and amount of a scalar player's answer; a call of nothing is a check.

    Raises
    ------
    StrategyError
        If it is not one of the five words or ``("raise", amount)``.
    """
    if isinstance(given, str) and given in _WORDS:
        return _WORDS[given], 0
    if isinstance(given, tuple) and len(given) == 2 and given[0] == "raise" and is_whole(given[1]):
        amount: int = as_int(given[1])
        if abs(amount) <= MOST_CHIPS:
            return RAISE, amount
    raise StrategyError(
        f"{name} must answer {', '.join(map(repr, _WORDS))} or ('raise', amount); got {given!r:.60} in {spot!r}"
    )
