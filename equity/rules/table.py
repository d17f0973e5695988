"""A table between hands: who sits where, with how many chips, owing which blind.

The table never plays: `Table.next_hand` hands out a `Hand` with the right seats, button and posts, and takes the chips
back when it is over. Where button and blinds stand is decided in `equity.rules.blinds`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from equity.errors import RulesError
from equity.numbers import is_whole
from equity.rules.blinds import Layout, after, first_layout, missed_blinds, next_layout
from equity.rules.player import SeatStatus
from equity.rules.posting import hand_posts
from equity.rules.seating import Seating

if TYPE_CHECKING:
    from equity.rules.hand import Hand
    from equity.rules.rules import Rules

__all__ = ["Table"]


class Table(Seating):
    """Players, chips, button and blinds of a cash game, from hand to hand.

    Chips come onto the table by `sit`, `top_up` and `buy_in` and leave it by `leave` only. Everything may be called
    while a hand is being played and then counts from the next deal, except for what would touch the chips of a player
    in the hand: that is an error. After an error the table is as it was.

    Parameters
    ----------
    rules : Rules
        The house's rules; `min_buy_in` and `max_buy_in` limit what a player may bring.
    seats : int
        2 to 10, numbered clockwise from 0.
    button : {"moving", "dead"}
        The button moves to the next player, or the dead-button rule: the big blind moves to the next player, and the
        small blind or the button may stand at an empty seat.
    seed : int, optional
        Draws the first button and the cards of every hand.
    first_button : int, optional
        Seat of the first button, instead of drawing it.

    Attributes
    ----------
    hand : Hand or None
        The hand that was dealt last. Its seats are the table's; those not dealt in have no chips in it.
    layout : Layout or None
        Where its button and blinds stand, as table seats.
    waiting : str
        What the table waits for, if `next_hand` has returned None.
    hands_dealt, rake_taken : int
        Hands so far, and chips the house has taken from them.
    rules, button_rule, seed
        What the table was made with; a seed that was not given is drawn.

    Examples
    --------
    >>> from equity.rules import Table, pokerfs
    >>> table = Table(pokerfs(), seats=6, first_button=0, seed=1)
    >>> for seat, name in enumerate(["Ann", "Bob", "Cid"]):
    ...     table.sit(seat, name, 1000)
    >>> hand = table.next_hand()
    >>> hand.fold()
    >>> hand.fold()
    >>> table.finish()
    >>> table.stacks
    (1000, 995, 1005, 0, 0, 0)
    """

    def __init__(
        self,
        rules: Rules,
        seats: int = 6,
        *,
        button: Literal["moving", "dead"] = "moving",
        seed: int | None = None,
        first_button: int | None = None,
    ) -> None:
        super().__init__(rules, seats)
        if button not in ("moving", "dead"):
            raise RulesError(f"unknown button rule {button!r}; there is 'moving' and 'dead'")
        if seed is not None and not is_whole(seed):
            raise RulesError(f"seed must be a whole number, got {seed!r}")
        self.button_rule = button
        self.seed: int = secrets.randbits(63) if seed is None else seed
        self.hand: Hand | None = None
        self.layout: Layout | None = None
        self.hands_dealt = 0
        self.rake_taken = 0
        self.waiting = ""
        self._settled = True
        self._first_button = None if first_button is None else self._seat(first_button)

    @property
    def button(self) -> int | None:
        """Seat of the button; None before the first hand."""
        return self.layout.button if self.layout else None

    def is_in_hand(self, seat: int) -> bool:
        """Whether a seat was dealt into a hand that is not over."""
        self._settle()
        return not self._settled and self.layout is not None and seat in self.layout.dealt

    def __repr__(self) -> str:
        texts = [
            f"{seat} {player.name} {player.stack} {player.status}" + (f", owes {player.owes}" if player.owes else "")
            for seat, player in enumerate(self.players)
            if player
        ]
        head = f"Table: {len(self._players)} seats, {self.hands_dealt} hands, {self.button_rule} button {self.button}"
        return "; ".join([head, *texts, f"seed {self.seed}"])

    def next_hand(
        self,
        *,
        holes: Sequence[Any] | Mapping[int, Any] | None = None,
        board: Any = None,
        seed: int | None = None,
    ) -> Hand | None:
        """Settle the last hand and return the next one, or None with the reason in `waiting`.

        Parameters
        ----------
        holes, board, seed
            As for `Hand`; a seed that is not given comes from the table's.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.next_hand()
        >>> table.waiting
        'needs two players with chips; 1 is sitting in'
        """
        from equity.rules.hand import Hand

        self.finish()
        layout = self._next_layout()
        if layout is None:
            return None
        players = {seat: player for seat, player in enumerate(self.players) if player and seat in layout.dealt}
        stacks = [players[seat].stack if seat in players else 0 for seat in range(len(self._players))]
        comers = {seat: player for seat, player in players.items() if player.owes}
        if len(comers) == len(layout.dealt):  # a new game: everybody starts even
            comers = {}
        hand = Hand(
            self.rules,
            stacks,
            button=layout.button,
            holes=holes,
            board=board,
            seed=self._hand_seed() if seed is None else seed,
            posts=hand_posts(self.rules, stacks, layout, comers=comers),
        )
        self._deal(hand, layout)
        return hand

    def finish(self, hand: Hand | None = None) -> None:
        """Take the chips of the finished hand back to the seats; `next_hand` does it by itself.

        Parameters
        ----------
        hand : Hand, optional
            If given, it must be the hand the table has dealt.
        """
        if hand is not None and hand is not self.hand:
            raise RulesError("this hand is not the one the table has dealt last")
        self._settle()
        if self.hand is not None and not self._settled:
            who = f"seat {self.hand.actor} is to act" if not self.hand.is_over else "its cards are not all known"
            raise RulesError(f"the hand is not over: {who}")

    def _settle(self) -> None:
        if self._settled or self.hand is None or self.layout is None or not self.hand.is_settled:
            return
        stacks = self.hand.final_stacks
        for seat, player in enumerate(self._players):
            if player and seat in self.layout.dealt:
                self._players[seat] = replace(player, stack=int(stacks[seat]))
        self.rake_taken += self.hand.rake
        self._settled = True

    def _next_layout(self) -> Layout | None:
        """Decide who is dealt in; None, with the reason in `waiting`, if it is fewer than two."""
        players = {seat: player for seat, player in enumerate(self.players) if player}
        ready = {seat for seat, player in players.items() if player.status is SeatStatus.PLAYING}
        comers = {seat for seat, player in players.items() if player.status is SeatStatus.WAITING}
        if len(ready) + len(comers) < 2:
            self.waiting = f"needs two players with chips; {len(ready) + len(comers) or 'nobody'} is sitting in"
            return None
        if self.layout is None:
            return first_layout(self._draw_button(comers), comers)
        if not ready:  # nobody is left of the old game: a new one starts at the next button
            return first_layout(after(self.layout.button, comers), comers)
        posting = {seat for seat in comers if players[seat].posts}
        return next_layout(self.layout, ready, waiting=comers, posting=posting, dead=self.button_rule == "dead")

    def _deal(self, hand: Hand, layout: Layout) -> None:
        """Note what the deal changes: dealt seats owe nothing more, blinds have passed the others."""
        for seat, player in enumerate(self._players):
            if player and seat in layout.dealt:
                if player.owes:
                    self._players[seat] = replace(player, is_new=False, missed_small=False, missed_big=False)
            elif player and self.layout and not player.is_new:
                small, big = missed_blinds(self.layout, layout, seat)
                self._players[seat] = replace(
                    player, missed_small=player.missed_small or small, missed_big=player.missed_big or big
                )
        self.hand, self.layout = hand, layout
        self.hands_dealt += 1
        self.waiting = ""
        self._settled = False

    def _draw_button(self, comers: set[int]) -> int:
        if self._first_button is None:
            return Random(f"button {self.seed}").choice(sorted(comers))
        return self._first_button if self._first_button in comers else after(self._first_button, comers)

    def _hand_seed(self) -> int:
        return Random(f"hand {self.seed} {self.hands_dealt}").getrandbits(63)
