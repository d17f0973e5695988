"""Chips in front of each player, counted along a record without judging whether it is legal.

Text formats and ACPC logs leave out what this counts: whose turn it is, amounts of calls, totals over the whole hand.
The rules engine stays the only judge; this only adds up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from equity.history.action import Action, Kind

__all__ = ["UNLIMITED", "Tally", "paid_in"]

UNLIMITED = 1 << 40


class Tally:
    """Running totals of one hand.

    Parameters
    ----------
    stacks : sequence of int or None
        Chips at the start; None counts as unlimited.
    antes, blinds : sequence of int
        What each player should post; a short stack posts what it has.

    Attributes
    ----------
    bets, committed : list of int
        Chips put in on this street as a bet, and in the whole hand.
    level : int
        What a player must have in front on this street to stay in.
    turn : int
        Position of the next player, -1 if nobody can act.

    Examples
    --------
    >>> tally = Tally([100, 100, 100], antes=[0, 0, 0], blinds=[1, 2, 0])
    >>> tally.turn
    2
    >>> tally.bet_to(2, 6); tally.fold(0); tally.call(1)
    >>> tally.committed
    [1, 6, 6]
    """

    def __init__(self, stacks: Sequence[int | None], *, antes: Sequence[int], blinds: Sequence[int]) -> None:
        self.left = [UNLIMITED if stack is None else stack for stack in stacks]
        self.n = len(self.left)
        self.bets = [0] * self.n
        self.committed = [0] * self.n
        self.folded = [False] * self.n
        self._seats_after = _rounds(self.n)
        for player, ante in enumerate(antes):
            if ante:
                self._pay(player, ante)
        for player, blind in enumerate(blinds):
            if blind:
                self.bets[player] += self._pay(player, abs(blind))
        self.level = max(map(abs, blinds))
        self.last_level = 0  # of the streets before, summed up
        straddles = [player for player, blind in enumerate(blinds) if blind > 0]
        last = straddles[-1] if self.n > 2 and straddles else 0  # heads-up the button (last) acts first
        self.turn = -1
        self._advance(last)

    def _pay(self, player: int, amount: int) -> int:
        paid = min(amount, self.left[player])
        self.left[player] -= paid
        self.committed[player] += paid
        return paid

    def _advance(self, player: int) -> None:
        folded, left = self.folded, self.left
        for seat in self._seats_after[player]:
            if left[seat] and not folded[seat]:
                self.turn = seat
                return
        self.turn = -1

    def fold(self, player: int) -> None:
        """Take a player out of the hand."""
        self.folded[player] = True
        self._advance(player)

    def call(self, player: int) -> None:
        """Match the level, or go all-in for less, or check."""
        level, bet = self.level, self.bets[player]
        self.bet_to(player, level if level > bet else bet)

    def bet_to(self, player: int, total: int) -> None:
        """Put in chips up to a street total, or all there is."""
        bets, left = self.bets, self.left
        bet = bets[player]
        paid = total - bet
        paid = min(paid, left[player])
        left[player] -= paid
        self.committed[player] += paid
        bets[player] = bet = bet + paid
        self.level = max(self.level, bet)
        self._advance(player)

    def next_street(self) -> None:
        """Collect the bets and give the turn to the first player left of the button."""
        self.last_level += self.level
        self.bets = [0] * self.n
        self.level = 0
        self._advance(self.n - 1)

    def uncalled(self) -> tuple[int, int]:
        """Return (player, chips) that nobody has matched on this street; (-1, 0) if none."""
        extra = _alone(self.bets)
        if not extra:
            return -1, 0
        top = self.bets.index(max(self.bets))
        return (-1, 0) if self.folded[top] else (top, extra)


@lru_cache(maxsize=32)
def _rounds(players: int) -> tuple[tuple[int, ...], ...]:
    """Return for every player all of them in turn, those behind first."""
    return tuple(tuple((player + step) % players for step in range(1, players + 1)) for player in range(players))


def paid_in(
    stacks: Sequence[int | None], antes: Sequence[int], blinds: Sequence[int], actions: Iterable[Action]
) -> tuple[list[int], int, int]:
    """Return the chips each player put into a hand, and of them (player, chips) that nobody called; -1, 0 if none.

    The same sums as a `Tally`, for readers that need the speed.

    Examples
    --------
    >>> paid_in([100, 100], [0, 0], [2, 1], [Action(Kind.RAISE, 1, 6), Action(Kind.FOLD, 0)])
    ([2, 6], 1, 4)
    """
    n = len(stacks)
    most = [UNLIMITED if stack is None else stack for stack in stacks]
    before = [min(ante, stack) for ante, stack in zip(antes, most, strict=True)]  # of earlier streets, antes included
    bets = [min(abs(blind), stack - paid) for blind, stack, paid in zip(blinds, most, before, strict=True)]
    level = max(map(abs, blinds))
    for action in actions:
        kind, player = action[0], action[1]
        if kind is Kind.CALL:
            bets[player] = max(bets[player], min(level, most[player] - before[player]))
        elif kind is Kind.RAISE:
            level = int(action[2])
            bets[player] = min(level, most[player] - before[player])
        elif kind is Kind.BOARD and any(bets):
            if _alone(bets) > 0:
                continue  # an all-in that is not matched in full: the rest is only dealt
            before = [paid + bet for paid, bet in zip(before, bets, strict=True)]
            bets, level = [0] * n, 0
    extra = _alone(bets)
    return [paid + bet for paid, bet in zip(before, bets, strict=True)], bets.index(max(bets)) if extra else -1, extra


def _alone(bets: list[int]) -> int:
    """Return by how much the highest bet is above the next."""
    order = sorted(bets)
    return order[-1] - order[-2]
