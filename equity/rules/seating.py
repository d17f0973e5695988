"""The seats of a table: who takes, gives up or rests a seat, and which chips come and go.

Nothing here knows about button, blinds or cards; `equity.rules.table` adds them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from equity.constants import MAX_SEATS, MOST_CHIPS
from equity.errors import RulesError
from equity.numbers import is_whole
from equity.rules.player import Player, SeatStatus
from equity.rules.rules import check_rules

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["Seating"]

Entry = Literal["post", "wait"]


class Seating(ABC):
    """Players and their chips; the part of `Table` that needs no hand."""

    def __init__(self, rules: Rules, seats: int) -> None:
        check_rules(rules)
        if not is_whole(seats) or not 2 <= seats <= MAX_SEATS:
            raise RulesError(f"a table has 2 to {MAX_SEATS} seats, got {seats!r}")
        self.rules = rules
        self._players: list[Player | None] = [None] * int(seats)

    @abstractmethod
    def _settle(self) -> None:
        """Take back the chips of a hand that is over."""

    @abstractmethod
    def is_in_hand(self, seat: int) -> bool:
        """Whether a seat was dealt into a hand that is not over."""

    @property
    def players(self) -> tuple[Player | None, ...]:
        """The player in each seat; None where it is empty."""
        self._settle()
        return tuple(self._players)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat when the last finished hand was over; 0 where it is empty."""
        return tuple(player.stack if player else 0 for player in self.players)

    def status(self, seat: int) -> SeatStatus:
        """Return what a seat is doing between hands."""
        player = self.players[self._seat(seat)]
        return player.status if player else SeatStatus.EMPTY

    def sit(self, seat: int, name: str, stack: int, *, post: bool | Entry = "wait") -> None:
        """Take an empty seat with a stack; the player is dealt in from the next hand on, as the blinds allow.

        Parameters
        ----------
        seat : int
        name : str
            One player has one seat.
        stack : int
            Chips, within the house's buy-in limits.
        post : {"wait", "post"}
            Once the game runs a new player waits for the big blind or posts the same amount (F03); False and True
            mean the same. Players who sit before the first hand owe nothing.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.status(3), table.stacks
        (<SeatStatus.WAITING: 'waiting'>, (0, 0, 0, 1000, 0, 0))
        """
        posts = _posts(post)
        here = self.players[self._seat(seat)]
        if here:
            raise RulesError(f"seat {seat} is taken by {here.name}")
        if not _is_name(name):
            raise RulesError(f"a player needs a name, got {name!r}")
        for other, player in enumerate(self._players):
            if player and player.name == name:
                raise RulesError(f"{name} already sits in seat {other}")
        self._check_buy_in(stack)
        self._players[seat] = Player(name=name, stack=int(stack), posts=posts, is_new=True)

    def leave(self, seat: int) -> int:
        """Give up a seat and return the chips taken away; not while the player is in a hand.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.leave(3)
        1000
        """
        player = self._between_hands(seat)
        self._players[seat] = None
        return player.stack

    def sit_out(self, seat: int) -> None:
        """Ask not to be dealt in from the next hand on; blinds that pass are owed later.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.sit_out(3)
        >>> print(table.status(3))
        sitting out
        """
        player = self._player(seat)
        if player.sits_out:
            raise RulesError(f"seat {seat} is sitting out already")
        self._players[seat] = replace(player, sits_out=True)

    def come_back(self, seat: int, *, post: bool | Entry = "post") -> None:
        """Ask to be dealt in again; a player who waits may change between posting and waiting with it.

        Parameters
        ----------
        seat : int
        post : {"post", "wait"}
            Post missed blinds as soon as the button allows it, or wait for the big blind, which clears them (F07).

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.sit_out(3)
        >>> table.come_back(3, post="wait")
        >>> print(table.status(3))
        waiting
        """
        posts = _posts(post)
        player = self._player(seat)
        if player.status is SeatStatus.BUSTED:
            raise RulesError(f"seat {seat} has no chips; buy_in brings it back")
        if player.status is SeatStatus.PLAYING:
            raise RulesError(f"seat {seat} is sitting in already")
        self._players[seat] = replace(player, sits_out=False, posts=posts)

    def top_up(self, seat: int, amount: int) -> None:
        """Add chips between hands, up to the house's maximum.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 500)
        >>> table.top_up(3, 300)
        >>> table.stacks[3]
        800
        """
        player = self._between_hands(seat)
        if player.stack == 0:
            raise RulesError(f"seat {seat} has no chips; buy_in brings it back")
        if not is_whole(amount) or amount <= 0:
            raise RulesError(f"a top-up is a whole number of chips above 0, got {amount!r}")
        most = self.rules.max_buy_in or MOST_CHIPS
        if player.stack + amount > most:
            raise RulesError(
                f"a top-up of {amount} makes {player.stack + amount}; the most here is {most}, "
                f"so at most {max(0, most - player.stack)}"
            )
        self._players[seat] = replace(player, stack=player.stack + int(amount))

    def buy_in(self, seat: int, amount: int, *, post: bool | Entry = "post") -> None:
        """Bring new chips to a seat that has lost all; it is sitting in again and owes the blinds it has missed.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 500)
        >>> table.buy_in(3, 500)
        Traceback (most recent call last):
        equity.errors.RulesError: seat 3 still has 500 chips; top_up adds to them
        """
        posts = _posts(post)
        player = self._between_hands(seat)
        if player.stack:
            raise RulesError(f"seat {seat} still has {player.stack} chips; top_up adds to them")
        self._check_buy_in(amount)
        self._players[seat] = replace(player, stack=int(amount), sits_out=False, posts=posts)

    # Checks

    def _seat(self, seat: int) -> int:
        if not is_whole(seat) or not 0 <= seat < len(self._players):
            raise RulesError(f"seats are numbered 0 to {len(self._players) - 1}, got {seat!r}")
        return int(seat)

    def _player(self, seat: int) -> Player:
        player = self.players[self._seat(seat)]
        if player is None:
            raise RulesError(f"seat {seat} is empty")
        return player

    def _between_hands(self, seat: int) -> Player:
        """Return the player in a seat who is not in a hand."""
        player = self._player(seat)
        if self.is_in_hand(seat):
            raise RulesError(f"seat {seat} is in the hand; its chips stay until the hand is over")
        return player

    def _check_buy_in(self, amount: int) -> None:
        least, most = self.rules.min_buy_in or 1, self.rules.max_buy_in or MOST_CHIPS
        if not is_whole(amount) or not least <= amount <= most:
            limits = f"{least} to {most}" if self.rules.max_buy_in else f"{least} or more"
            raise RulesError(f"a buy-in here is {limits} whole chips, got {amount!r}")


def _is_name(name: object) -> bool:
    return isinstance(name, str) and bool(name.strip())


def _posts(post: bool | Entry) -> bool:
    if post not in (True, False, "post", "wait"):
        raise RulesError(f"post must be 'post' or 'wait', got {post!r}")
    return post in (True, "post")
