"""One player at a table: name, chips and what is owed before the next cards. Immutable; `Table` replaces it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Player", "SeatStatus"]


class SeatStatus(StrEnum):
    """What a seat is doing between hands."""

    EMPTY = "empty"
    BUSTED = "busted"  # no chips: out until it buys back in
    SITTING_OUT = "sitting out"
    WAITING = "waiting"  # wants cards, but owes blinds: posts them, or waits for the big blind
    PLAYING = "playing"  # in good standing: dealt into the next hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player in a seat.

    Attributes
    ----------
    name : str
    stack : int
        Chips, as of the end of the last settled hand.
    sits_out : bool
        Asked not to be dealt in.
    posts : bool
        Posts what is owed to be dealt in early; otherwise waits for the big blind.
    is_new : bool
        Has not been dealt in yet where blinds are made up: owes one live big blind and misses nothing (F03, F05).
    missed_small, missed_big : bool
        Blinds that passed while the seat was not dealt in (F06, F07).

    Examples
    --------
    >>> Player(name="Ann", stack=400, missed_small=True).owes
    'a dead small blind'
    """

    name: str
    stack: int
    sits_out: bool = False
    posts: bool = False
    is_new: bool = False
    missed_small: bool = False
    missed_big: bool = False

    @property
    def status(self) -> SeatStatus:
        """What the seat is doing between hands."""
        if self.stack == 0:
            return SeatStatus.BUSTED
        if self.sits_out:
            return SeatStatus.SITTING_OUT
        return SeatStatus.WAITING if self.owes_live or self.owes_dead else SeatStatus.PLAYING

    @property
    def owes_live(self) -> bool:
        """Whether a live big blind is owed before the next cards."""
        return self.is_new or self.missed_big

    @property
    def owes_dead(self) -> bool:
        """Whether a dead small blind is owed before the next cards."""
        return self.missed_small and not self.is_new

    @property
    def owes(self) -> str:
        """What is owed, in words; empty if nothing is."""
        debts = ["a live big blind"] * self.owes_live + ["a dead small blind"] * self.owes_dead
        return " and ".join(debts)
