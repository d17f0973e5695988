"""A record on the readable engine: one `equity.rules.Hand`, action by action, for messages, reports and repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.errors import EquityError, HistoryError
from equity.history.action import Action, Kind
from equity.history.record import HandRecord
from equity.history.replaying.packing import has_empty_raises, rules_of, stacks_of

if TYPE_CHECKING:
    from equity.rules import Hand

__all__ = ["do", "explain", "play", "start"]


def start(record: HandRecord) -> Hand:
    """Return a hand after the posts, with the cards the record knows; cards that are mucked later stay unknown."""
    from equity.rules import Hand

    mucked = {action.player for action in record.actions if action.kind is Kind.MUCK}
    holes = [None if player in mucked else cards for player, cards in enumerate(record.holes)]

    try:
        board = record.board
        return Hand(
            rules_of(record),
            stacks_of(record),
            button=record.n_players - 1,
            holes=holes,
            board=board if len(board) in (3, 4, 5) else None,
            posts=record.posts,
        )
    except HistoryError:
        raise
    except EquityError as error:
        raise HistoryError(f"{record.place}: {error}") from None


def do(hand: Hand, action: Action, *, empty_raises: bool = False) -> None:
    """Do one decision; deals, shows and mucks have no part in the betting.

    Parameters
    ----------
    hand : Hand
        The hand; it changes.
    action : Action
        What is done.
    empty_raises : bool
        Whether a raise that nobody has chips to answer is taken as a call, as texts of sites mean it.
    """
    if action.kind is Kind.FOLD:
        hand.act("fold", seat=action.player)
    elif action.kind is Kind.CALL:
        hand.act("check_or_call", seat=action.player)
    elif action.kind is Kind.RAISE:
        amount = int(action.amount)
        if empty_raises and hand.actor == action.player and is_unanswerable(hand, amount):
            hand.act("check_or_call", seat=action.player)
        else:
            hand.act("raise", amount, seat=action.player)


def is_unanswerable(hand: Hand, amount: int) -> bool:
    """Say whether nobody else has chips to answer a raise to `amount`."""
    able = sum(stack > 0 and not out for stack, out in zip(hand.stacks, hand.folded, strict=True))
    return able < 2 and amount > int(hand.record["current_bet"])


def play(record: HandRecord) -> Hand:
    """Return the hand after all decisions of a record.

    Raises
    ------
    HistoryError
        At the first decision that does not fit; names file, hand and action.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc
    >>> play(parse_acpc("STATE:7:rf:AsAd|7c2d:-10|10:a|b", game_named("limit.2p"))).payoffs
    (-10, 10)
    """
    hand = start(record)
    for i, action in enumerate(record.actions):
        try:
            do(hand, action, empty_raises=has_empty_raises(record))
        except EquityError as error:
            raise HistoryError(f"{record.place}: action {i + 1} ({action.text}): {error}") from None
    for action in record.actions:
        if action.kind is Kind.MUCK and hand.showdown and not hand.is_settled:
            _muck(hand, record, action)
    return hand


def _muck(hand: Hand, record: HandRecord, action: Action) -> None:
    try:
        hand.muck(action.player)
    except EquityError as error:
        raise HistoryError(f"{record.place}: {action.text}: {error}") from None


def explain(record: HandRecord, at: int, reason: str) -> HistoryError:
    """Return the error for the action a replay stopped at, with what would have been legal."""
    if at >= len(record.actions):
        return HistoryError(f"{record.place}: after the last action: {reason}")
    action = record.actions[at]
    where = f"{record.place}: action {at + 1} ({action.text or 'empty'})"
    if not Kind.FOLD <= action.kind <= Kind.RAISE:
        return HistoryError(f"{where}: {reason}")
    try:
        hand = start(record)
        for earlier in record.actions[:at]:
            do(hand, earlier, empty_raises=has_empty_raises(record))
        do(hand, action, empty_raises=has_empty_raises(record))
    except EquityError as error:
        return HistoryError(f"{where}: {_by_name(str(error))}")
    return HistoryError(f"{where}: {reason}")


def _by_name(message: str) -> str:
    """Turn the engine's seat numbers (from 0) into the record's players (from p1)."""
    import re

    return re.sub(r"\bseat (\d+)", lambda match: f"p{int(match[1]) + 1}", message)
