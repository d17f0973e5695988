"""What can be read from a hand.

Rules of the file: properties only, nothing here changes a hand. Everything is read from the record when asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from equity.cards import cards_text
from equity.constants import RAISE
from equity.errors import RulesError
from equity.rules.dealing import Cards
from equity.rules.events import STREETS, Event, Street, tell
from equity.rules.legal import NOTHING, Legal
from equity.rules.posts import Post, dead_chips, regular_posts

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["HandView", "Pot", "kernels"]

_OPEN_CARDS = (0, 3, 4, 5)


@cache
def kernels() -> Any:
    """Return the module of kernels, loaded when the first hand is made."""
    from equity.kernels.hands import hand

    return hand


class Pot(NamedTuple):
    """Chips and the seats that can win them.

    Examples
    --------
    >>> Pot(150, (0, 1, 2)).amount
    150
    """

    amount: int
    eligible: tuple[int, ...]


class HandView(ABC):
    """The readable side of a `Hand`."""

    __slots__ = (
        *("_act", "_actor", "_array", "_board", "_check", "_given_posts", "_holes", "_log", "_rules", "_stacks"),
        *("_table", "_told", "button", "seed"),
    )

    _act: Any
    _actor: int
    _array: Any
    _board: Cards
    _check: bool
    _given_posts: tuple[Post, ...] | None
    _holes: list[Cards | None] | None
    _log: list[int]
    _rules: Rules
    _stacks: tuple[int, ...]
    _table: Any
    _told: list[tuple[Any, ...]]
    button: int
    seed: int | None

    @abstractmethod
    def replay(self) -> Any:
        """Return a fresh array of one record: this hand as it was after the posts."""

    def replay_one(self, array: Any, action: int, amount: int) -> None:
        """Do one action on an array from `replay`."""
        self._act(array, 0, self._table, action, amount)

    @property
    def record(self) -> Any:
        """The kernels' record of the hand; for reading."""
        return self._array[0]

    # ---------------------------------------------------------------- whose turn

    @property
    def rules(self) -> Rules:
        """The house's rules."""
        return self._rules

    @property
    def actor(self) -> int | None:
        """The seat to act, None when the betting is over."""
        return self._actor if self._actor >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the betting is over: nobody has anything left to decide."""
        return self._actor < 0

    @property
    def is_settled(self) -> bool:
        """Whether the pots are paid; False after the end only while cards are unknown."""
        return bool(self._array["over"][0] == 2)

    @property
    def street(self) -> Street:
        """The street being played, "showdown" after a hand that got there, else the street it ended on."""
        if self.showdown:
            return Street.SHOWDOWN
        return STREETS[int(self._array["street"][0])]

    @property
    def legal(self) -> Legal:
        """What the seat to act may do."""
        if self._actor < 0:
            return NOTHING
        owed, least, most = kernels().legal(self._array, 0, self._table)
        return Legal(True, owed == 0, owed, least or None, most or None)

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """The names of the legal actions, as `act` takes them."""
        legal = self.legal
        names = (("fold", legal.fold), ("check", legal.check), ("call", legal.call), ("raise", legal.max_raise_to))
        return tuple(name for name, is_open in names if is_open)

    # ---------------------------------------------------------------- chips

    def _column(self, name: str) -> tuple[int, ...]:
        return tuple(self._array[name][0, : len(self._stacks)].tolist())

    @property
    def starting_stacks(self) -> tuple[int, ...]:
        """Chips of every seat before the hand."""
        return self._stacks

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, winnings included once the pots are paid."""
        return self._column("stack")

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front of every seat on this street; swept into the pots when the betting is over."""
        return self._column("bet") if self._actor >= 0 else (0,) * len(self._stacks)

    @property
    def committed(self) -> tuple[int, ...]:
        """Chips every seat has put in on this hand, blinds and antes included, uncalled chips not."""
        dead = dead_chips(self.posts, self._rules, self._stacks, self.button)
        return tuple(map(sum, zip(self._column("committed"), dead, strict=True)))

    @property
    def pots(self) -> list[Pot]:
        """The pots, main pot first, without the bets in front; after the end what was played for."""
        engine = kernels()
        amounts, seats = engine.np.zeros(11, engine.np.int64), engine.np.zeros(11, engine.np.int64)
        count = engine.list_pots(self._array, 0, amounts, seats)
        return [
            Pot(int(amounts[k]), tuple(seat for seat in range(len(self._stacks)) if int(seats[k]) >> seat & 1))
            for k in range(count)
        ]

    @property
    def pot(self) -> int:
        """All chips played for so far, the bets in front included."""
        return sum(pot.amount for pot in self.pots) + sum(self.bets)

    @property
    def shares(self) -> list[tuple[int, ...]]:
        """What every seat won from each of the `pots`."""
        self._need_settled("shares")
        engine = kernels()
        won = engine.np.zeros((11, 10), engine.np.int64)
        count = engine.list_shares(self._array, 0, self._table, won)
        return [tuple(row[: len(self._stacks)]) for row in won[:count].tolist()]

    @property
    def uncalled(self) -> dict[int, int]:
        """Chips given back because nobody matched them: seat -> chips; empty before the betting is over."""
        back = int(self._array["returned"][0])
        return {int(self._array["returned_to"][0]): back} if back else {}

    @property
    def rake(self) -> int:
        """Chips the house took."""
        return int(self._array["rake"][0])

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What every seat won or lost."""
        return tuple(now - before for now, before in zip(self.final_stacks, self._stacks, strict=True))

    @property
    def final_stacks(self) -> tuple[int, ...]:
        """The stacks after the hand."""
        self._need_settled("final stacks")
        return self._column("stack")

    def _need_settled(self, what: str) -> None:
        if not self.is_settled:
            why = "the betting is not over" if self._actor >= 0 else f"{self._missing()}: use show, muck or deal_board"
            raise RulesError(f"no {what} yet, {why}")

    def _missing(self) -> str:
        seats = [seat for seat in self.show_order if self._array["value"][0, seat] < 0 and self.holes[seat] is None]
        if seats:
            return f"the cards of seat {', '.join(map(str, seats))} are unknown"
        return f"the board has only {len(self.full_board)} known cards"

    # ---------------------------------------------------------------- cards and story

    @property
    def holes(self) -> tuple[str | None, ...]:
        """Every seat's cards as text; None where unknown or not dealt in."""
        cards = self._array["hole"][0, : len(self._stacks)].tolist()
        return tuple(cards_text(pair) if pair[0] >= 0 else None for pair in cards)

    @property
    def full_board(self) -> Cards:
        """The known cards of the whole board, open or not yet."""
        return tuple(card for card in self._array["board"][0].tolist() if card >= 0)

    @property
    def board(self) -> str:
        """The open board cards."""
        count = 5 if self.showdown else _OPEN_CARDS[int(self._array["street"][0])]
        return cards_text(self.full_board[:count])

    @property
    def showdown(self) -> bool:
        """Whether the betting ended with two seats or more."""
        return bool(self._array["showdown"][0])

    @property
    def folded(self) -> tuple[bool, ...]:
        """Which seats have folded."""
        return tuple(status == 2 for status in self._column("status"))

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats dealt in, from the left of the button."""
        seats = len(self._stacks)
        order = [(self.button + step) % seats for step in range(1, seats + 1)]
        return tuple(seat for seat in order if self._stacks[seat] > 0)

    @property
    def show_order(self) -> tuple[int, ...]:
        """Seats in the order they show: the river's last bettor first, else left of the button; () without showdown."""
        if not self.showdown:
            return ()
        live = [seat for seat in self.clockwise if self._array["status"][0, seat] == 1]
        first = int(self._array["aggressor"][0]) if int(self._array["street"][0]) == 3 else -1
        turn = live.index(first) if first in live else 0
        return tuple(live[turn:] + live[:turn])

    @property
    def posts(self) -> tuple[Post, ...]:
        """The forced bets of the hand, as asked for."""
        if self._given_posts is not None:
            return self._given_posts
        return tuple(regular_posts(self._rules, self._stacks, self.button))

    @property
    def given_holes(self) -> list[Cards | None] | None:
        """The hole cards the hand was made with."""
        return self._holes

    @property
    def given_board(self) -> Cards:
        """The board cards the hand was made with."""
        return self._board

    @property
    def given_posts(self) -> tuple[Post, ...] | None:
        """The posts the hand was made with; None for the regular ones."""
        return self._given_posts

    @property
    def told(self) -> list[tuple[Any, ...]]:
        """What was told from outside: cards shown, hands mucked, board cards, results."""
        return self._told

    @property
    def log(self) -> list[tuple[int, int]]:
        """The actions so far as codes of `equity.kernels.hands.records`, with the amount of a raise."""
        return [(RAISE, entry) if entry > 0 else (-1 - entry, 0) for entry in self._log]

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return tell(self)

    def _repr_html_(self) -> str:
        from equity.rules.show import hand_html

        return hand_html(self)
