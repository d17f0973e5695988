"""What a Python player sees when it is asked: many decisions as arrays (`Situation`), or one (`Spot`).

Rules of the file: only what the seat can know: its own cards and the open part of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import cards_text
from equity.constants import ACTION_NAMES, CHECK, FOLD, MOST_CHIPS, PASSIVE, RAISE
from equity.errors import StrategyError
from equity.kernels.hands.records import LIVE
from equity.numbers import as_int, is_whole

if TYPE_CHECKING:
    from equity.rules import Rules

__all__ = ["Situation", "Spot", "read_answer", "read_answers"]

_STREETS = ("preflop", "flop", "turn", "river")
_WORDS = {name: code for code, name in enumerate(ACTION_NAMES) if code != RAISE}


@dataclass(frozen=True, slots=True)
class Situation:
    """N decisions of one player, one row each.

    Attributes
    ----------
    rules : Rules
    seat : int64, shape (N,)
        The seat to act.
    position : int64, shape (N,)
        0 the button, 1 the seat left of it ...
    street : int64, shape (N,)
        0 preflop to 3 river.
    hole : int8, shape (N, 2)
        Own cards, see `equity.cards`.
    board : int8, shape (N, 5)
        -1 for cards not open yet.
    to_call, min_raise_to, max_raise_to : int64, shape (N,)
        Chips to call; the legal raises as totals of the street, 0 where raising is not open.
    pot : int64, shape (N,)
        Everything put in so far, bets of the street included.
    current_bet : int64, shape (N,)
        The highest bet of the street.
    stacks, bets : int64, shape (N, S)
        By seat: chips behind, and in front on this street.
    live : bool, shape (N, S)
        Seats still in the hand.
    luck : float64, shape (N,)
        A uniform random number of the hand's own stream, so that chance does not depend on threads.
    """

    rules: Rules
    seat: NDArray[np.int64]
    position: NDArray[np.int64]
    street: NDArray[np.int64]
    hole: NDArray[np.int8]
    board: NDArray[np.int8]
    to_call: NDArray[np.int64]
    min_raise_to: NDArray[np.int64]
    max_raise_to: NDArray[np.int64]
    pot: NDArray[np.int64]
    current_bet: NDArray[np.int64]
    stacks: NDArray[np.int64]
    bets: NDArray[np.int64]
    live: NDArray[np.bool_]
    luck: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.seat)

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
    hands: NDArray[Any], chosen: NDArray[np.int64], *, rules: Rules, seats: int, lucks: NDArray[np.uint64]
) -> Situation:
    """Return what the seats to act see in some hands of an array."""
    from equity.kernels.play.stepping import ask

    bounds, luck = np.empty((len(chosen), 3), np.int64), np.empty(len(chosen))
    ask(hands, chosen, rules.to_array(), lucks, bounds, luck)
    part = hands[chosen]
    seat, street = part["actor"].astype(np.int64), part["street"].astype(np.int64)
    closed = np.arange(5) >= np.where(street > 0, street + 2, 0)[:, None]
    return Situation(
        rules=rules,
        seat=seat,
        position=(seat - part["button"]) % seats,
        street=street,
        hole=part["hole"][np.arange(len(part)), seat],
        board=np.where(closed, np.int8(-1), part["board"]),
        to_call=bounds[:, 0],
        min_raise_to=bounds[:, 1],
        max_raise_to=bounds[:, 2],
        pot=part["pot"],
        current_bet=part["current_bet"],
        stacks=part["stack"][:, :seats],
        bets=part["bet"][:, :seats],
        live=part["status"][:, :seats] == LIVE,
        luck=luck,
    )


class Spot:
    """One decision, as a person would say it.

    Attributes
    ----------
    seat, position, street, to_call, min_raise_to, max_raise_to, pot, current_bet, stack, bet, luck
        As in `Situation`; `street` is a word, and the raises are None where raising is not open.
    hole, board : str
        ``"AsKd"``, ``"7c8c2d"``.
    stacks, bets : tuple of int
    live : tuple of int
        Seats still in the hand.
    """

    def __init__(self, situation: Situation, row: int) -> None:
        at = row
        self.rules = situation.rules
        self.seat = int(situation.seat[at])
        self.position = int(situation.position[at])
        self.street = _STREETS[int(situation.street[at])]
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

    def __repr__(self) -> str:
        return f"<Spot {self.street} seat {self.seat} {self.hole} board {self.board or '-'} to call {self.to_call}>"


def read_answers(name: str, given: Any, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return codes and amounts of a batched player's answer.

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
    return arrays[0], arrays[1]


def read_answer(name: str, given: object, spot: Spot) -> tuple[int, int]:
    """Return code and amount of a scalar player's answer.

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
