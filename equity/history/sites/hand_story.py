"""The events of a text as the actions of its `HandRecord`: amounts as street totals, and what a text leaves out."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from equity.errors import HistoryError
from equity.history.action import Action, Kind, cards_action, deal_board, decision
from equity.history.record import HandRecord
from equity.history.street_chips import Tally

if TYPE_CHECKING:
    from equity.history.sites.table_text import TextHand

__all__ = ["Story"]


class Story:
    """The events of a hand as actions of its record, adding up the chips on the way."""

    def __init__(self, hand: TextHand, record: HandRecord, tally: Tally, position: dict[str, int]) -> None:
        self.hand = hand
        self.record = record
        self.tally = tally
        self.position = position
        self.actions: list[Action] = []
        self.ended = False
        self.dealt = 0
        self.told = any(kind is Kind.BOARD for kind, _, _, _ in hand.events)  # the streets, not in the summary alone
        self.to_act = self._able()
        self.absent: set[int] = set()  # all-in among the posts and folded by the site all the same
        self.wrapped: set[int] = set()
        self.away: set[int] = set()

    def tell(self) -> None:
        """Add the actions to the record."""
        for kind, name, value, how in self.hand.events:
            if kind is Kind.BOARD:
                assert isinstance(value, tuple)
                self._deal(value)
            elif kind is Kind.SHOW:
                self._at_showdown(cards_action(kind, self.position[name], self.hand.holes.get(name, ())))
            elif kind is Kind.MUCK:
                self._at_showdown(cards_action(kind, self.position[name]))
            else:
                self._decide(kind, self.position[name], value, how)
        while self.away and self.tally.turn in self.away & self.to_act:
            self._fold(self.tally.turn)
        self._folds_of_summary()
        self._board_of_summary()
        self._second_run()
        self._silent_mucks()
        self.record.actions += self.actions

    def _deal(self, cards: tuple[int, ...]) -> None:
        self.actions.append(deal_board(cards))
        self.dealt += len(cards)
        if self.tally.uncalled()[1]:
            self.ended = True  # an all-in that is not matched in full: the rest is only dealt
        if not self.ended:
            self.tally.next_street()
            self.to_act = self._able()

    def _at_showdown(self, action: Action) -> None:
        if not self.tally.folded[action.player] and action.player not in self.absent:
            if action.kind is Kind.MUCK:
                if action.player in self.wrapped:
                    return
                self.wrapped.add(action.player)
            self.actions.append(action)

    def _decide(self, kind: Kind, player: int, value: object, how: str) -> None:
        early = kind is Kind.FOLD and self.hand.folds_in_advance and self.tally.turn != player and player in self.to_act
        if how == "away" or early:
            self.away.add(player)
            return
        if self.away or not self.told:
            self._catch_up(player)
        if kind is Kind.FOLD:
            self._fold(player)
        elif not self.tally.left[player]:
            pass  # a check of somebody who is all-in already
        elif kind is not Kind.RAISE or not self._raise(player, value, how):
            self.tally.call(player)
            self.to_act.discard(player)
            self.actions.append(decision(Kind.CALL, player))

    def _catch_up(self, player: int) -> None:
        """Do what comes before a player's action and is not told: folds of those who left, and streets."""
        tally = self.tally
        while self.away and tally.turn in self.away - {player} and tally.turn in self.to_act:
            self.away.discard(tally.turn)
            self._fold(tally.turn)
        if not self.to_act and not self.told and self.dealt < len(self.hand.summary_board):
            self._deal(self.hand.summary_board[self.dealt : self.dealt + (1 if self.dealt else 3)])

    def _fold(self, player: int) -> None:
        self.to_act.discard(player)
        if self.tally.left[player] == 0 and self.tally.committed[player]:
            self.absent.add(player)
        else:
            self.tally.fold(player)
            self.actions.append(decision(Kind.FOLD, player))

    def _raise(self, player: int, value: object, how: str) -> bool:
        """Take in a bet or a raise; returns whether it is one, and not an all-in for less than a call."""
        tally = self.tally
        chips = self.hand.chips(value) if isinstance(value, Decimal) else None
        if how == "chips" and self.record.stacks[player] is None and chips is not None:
            self._tell_stack(player, chips)
        everything = tally.bets[player] + tally.left[player]
        total = everything if chips is None else chips + (0 if how[:2] == "to" else tally.bets[player])
        if total > tally.level:
            tally.bet_to(player, total)
            self.actions.append(decision(Kind.RAISE, player, total))
            self.to_act = self._able() - {player}
            if how.endswith("cap"):
                self._cap_at(tally.committed[player])
            return True
        if total != everything and how != "chips":
            name = self.record.players[player]
            raise HistoryError(f"{name} raises to {total} chips where the bet is {tally.level}")
        return False

    def _able(self) -> set[int]:
        return {p for p, left in enumerate(self.tally.left) if left and not self.tally.folded[p]}

    def _cap_at(self, most: int) -> None:
        """Let nobody put in more than the cap: the record says stacks of that size."""
        tally = self.tally
        self.record.fields["_stacks_at_table"] = self.record.stacks
        self.record.stacks = tuple(most if stack is None else min(stack, most) for stack in self.record.stacks)
        for p in range(tally.n):
            tally.left[p] = max(0, min(tally.left[p], most - tally.committed[p]))

    def _tell_stack(self, player: int, left: int) -> None:
        """Note the stack of a player whom only an all-in tells it of."""
        stacks = list(self.record.stacks)
        stacks[player] = self.tally.committed[player] + left
        self.record.stacks = tuple(stacks)
        self.tally.left[player] = left

    def _folds_of_summary(self) -> None:
        """Let those fold of whom only the summary says it: a walk of which nothing else is told."""
        if not self.hand.summary_folds:
            return
        folds = {self.position[name] for name in self.hand.summary_folds if name in self.position}
        missing = [p for p in sorted(folds & self.to_act) if not self.tally.folded[p]]
        left = self.tally.n - sum(self.tally.folded)
        if len(missing) == left - 1:
            while self.tally.turn in missing and left > 1:
                self._fold(self.tally.turn)
                left -= 1

    def _board_of_summary(self) -> None:
        """Deal what only the summary tells: after an all-in some sites leave out the streets."""
        board = self.hand.summary_board
        if len(board) <= self.dealt:
            return
        known = [card for action in self.actions if action.kind is Kind.BOARD for card in action.cards]
        if list(board[: len(known)]) == known:
            for first, last in ((0, 3), (3, 4), (4, 5)):
                if len(known) <= first < len(board):
                    self._deal(board[first:last])

    def _second_run(self) -> None:
        """Note the other board of a hand whose last cards were dealt twice."""
        if self.hand.runs == 1:
            return
        first = [card for action in self.actions if action.kind is Kind.BOARD for card in action.cards]
        second = [card for cards in self.hand.second_run for card in cards]
        if self.hand.runs > 2 or len(first) != 5 or not 1 <= len(second) <= 5:
            raise HistoryError("the board was run more than once, and the text does not give two whole boards")
        self.record.second_board = (*first[: 5 - len(second)], *second)

    def _silent_mucks(self) -> None:
        """Let players of whom the text shows no cards give up, if somebody else shows."""
        for player in sorted(self.absent):
            self.actions.append(Action(Kind.MUCK, player))
        gone = self.absent | self.wrapped
        left = [p for p, out in enumerate(self.tally.folded) if not out and p not in gone]
        if len(left) < 2:
            return
        names = list(self.position)
        unknown = [p for p in left if names[p] not in self.hand.holes]
        if unknown and len(unknown) < len(left):
            for p in unknown:
                if not self.hand.collected.get(names[p]):
                    self.actions.append(Action(Kind.MUCK, p))
