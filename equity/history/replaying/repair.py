"""Put in what a history leaves out, and nothing else: unknown deals, checks, folds and mucks.

What is done, each counted as one repair:

- a player without a deal gets unknown cards, before the first action;
- players whose turn it is before the named one check if that is free, else fold;
- a raise that nobody has chips to answer is a call;
- a card that stands in two places is taken from a player who need not show it: that player's cards become unknown;
- shows and mucks of players who have folded are dropped;
- at a showdown, players with unknown cards muck if somebody else's are known.

Board cards are never made up: a hand without them stays unfinished or is refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace as changed
from typing import TYPE_CHECKING

from equity.cards import card_name
from equity.errors import EquityError, HistoryError
from equity.history.action import Action, Kind, deal_hole
from equity.history.record import HandRecord
from equity.history.replaying.playing import do, is_unanswerable, start

if TYPE_CHECKING:
    from equity.rules import Hand

__all__ = ["repaired"]


def repaired(record: HandRecord) -> tuple[HandRecord, int]:
    """Return a record that fits the rules, and the number of repairs.

    Raises
    ------
    HistoryError
        If the hand cannot be repaired; names file, hand and action.

    Examples
    --------
    >>> from equity.history import parse_phh
    >>> record = parse_phh('''
    ... variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [100, 100, 100]
    ... actions = ["p1 cbr 6", "p2 f"]
    ... ''')
    >>> whole, repairs = repaired(record)
    >>> [action.text for action in whole.decisions], repairs
    (['p3 f', 'p1 cbr 6', 'p2 f'], 4)
    """
    actions, drops = _without_doubles(record)
    deals, rest, added = _deals_first(record, actions)
    whole = changed(record, actions=deals + rest)
    story = _Story(start(whole), whole)
    for i, action in enumerate(rest):
        try:
            story.take(action)
        except EquityError as error:
            raise HistoryError(
                f"{record.place}: {action.text or 'action'} ({i + 1} after the deals): {error}"
            ) from None
    story.muck_unknown()
    whole.actions = deals + story.actions
    return whole, drops + added + story.repairs


def _without_doubles(record: HandRecord) -> tuple[list[Action], int]:
    """Take a card that stands in two places from players who need not show it."""
    holes = record.holes
    seen = Counter(card for cards in (*holes, record.board) for card in cards or ())
    twice = {card for card, times in seen.items() if times > 1}
    if not twice:
        return record.actions, 0
    folded = {action.player for action in record.actions if action.kind is Kind.FOLD}
    harmless = range(record.n_players) if len(folded) == record.n_players - 1 else folded  # nobody need show then
    hidden = {player for player in harmless if twice & set(holes[player] or ())}
    left = Counter(card for i, cards in enumerate(holes) if i not in hidden for card in cards or ())
    left.update(record.board)
    wrong = [card_name(card) for card, times in left.items() if times > 1]
    if wrong:
        raise HistoryError(f"{record.place}: {', '.join(wrong)} is dealt twice among cards that matter")
    actions = [
        deal_hole(action.player) if action.kind is Kind.HOLE and action.player in hidden else action
        for action in record.actions
        if not (action.kind is Kind.SHOW and action.player in hidden)
    ]
    return actions, len(hidden)


def _deals_first(record: HandRecord, actions: list[Action]) -> tuple[list[Action], list[Action], int]:
    """Return a deal for every player, the other actions, and how many deals were missing, late or repeated."""
    deals: dict[int, Action] = {}
    rest: list[Action] = []
    moved = 0
    for action in actions:
        if action.kind is not Kind.HOLE:
            rest.append(action)
        elif action.player >= record.n_players:
            raise HistoryError(f"{record.place}: {action.text}: there are {record.n_players} players")
        else:
            known = deals.get(action.player)
            if known and known.cards and action.cards and set(known.cards) != set(action.cards):
                raise HistoryError(f"{record.place}: {action.text}: other cards were dealt to that player")
            moved += bool(rest) or known is not None
            deals[action.player] = action if action.cards or known is None else known
    missing = [player for player in range(record.n_players) if player not in deals]
    deals |= {player: deal_hole(player) for player in missing}
    return [deals[player] for player in range(record.n_players)], rest, moved + len(missing)


class _Story:
    """The actions after the deals, as they are told again with what was missing."""

    def __init__(self, hand: Hand, record: HandRecord) -> None:
        self.hand = hand
        self.record = record
        self.actions: list[Action] = []
        self.shown = 0
        self.repairs = 0

    def take(self, action: Action) -> None:
        """Take in one action, after what it needs to fit."""
        if action.player >= self.record.n_players:
            raise HistoryError(f"there are {self.record.n_players} players")
        if action.kind is Kind.BOARD:
            self._deal(action)
        elif action.kind in (Kind.SHOW, Kind.MUCK):
            self._show(action)
        elif action.kind is not Kind.NOTE:
            self._decide(action)
        else:
            self.actions.append(action)

    def _open_cards(self) -> int:
        if self.hand.is_over:
            return 5 if self.hand.showdown else 0
        return (0, 3, 4, 5)[int(self.hand.record["street"])]

    def _pass(self) -> None:
        """Check for the player to act if that is free, else fold."""
        if self.shown != self._open_cards():
            raise HistoryError("the board of this street is missing and cannot be made up")
        player = self.hand.actor
        assert player is not None
        kind = Kind.CALL if self.hand.legal.check else Kind.FOLD
        self._do(Action(kind, player))
        self.repairs += 1

    def _do(self, action: Action) -> None:
        do(self.hand, action)
        self.actions.append(action)

    def _deal(self, action: Action) -> None:
        while self.shown >= self._open_cards() and not self.hand.is_over:
            self._pass()
        if len(action.cards) != (1 if self.shown else 3) or self.shown >= self._open_cards():
            raise HistoryError("these board cards do not fit here")
        self.shown += len(action.cards)
        self.actions.append(action)

    def _decide(self, action: Action) -> None:
        street = int(self.hand.record["street"])
        while self.hand.actor != action.player:
            if self.hand.is_over or int(self.hand.record["street"]) != street:
                raise HistoryError("it cannot be that player's turn any more")
            self._pass()
        if self.shown != self._open_cards():
            raise HistoryError("the board of this street is missing and cannot be made up")
        amount = int(action.amount)
        if action.kind is Kind.RAISE and self.hand.legal.call and is_unanswerable(self.hand, amount):
            action = Action(Kind.CALL, action.player, note=action.note)
            self.repairs += 1
        self._do(action)

    def _show(self, action: Action) -> None:
        while not self.hand.is_over:
            self._pass()
        if self.hand.folded[action.player]:
            self.repairs += 1
        else:
            self.actions.append(action)

    def muck_unknown(self) -> None:
        """Let players with unknown cards muck, if the hand waits only for them and somebody else's cards are known."""
        if not self.hand.showdown or self.hand.is_settled or self.shown != 5:
            return
        holes = self.record.holes
        mucked = {action.player for action in self.actions if action.kind is Kind.MUCK}
        live = [player for player, out in enumerate(self.hand.folded) if not out and player not in mucked]
        unknown = [player for player in live if holes[player] is None]
        if len(unknown) < len(live):
            self.actions += [Action(Kind.MUCK, player) for player in unknown]
            self.repairs += len(unknown)
