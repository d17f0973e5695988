"""What happened in a hand, in order: one small record per thing.

Rules of the file: it tells, it decides nothing. The story is found by playing the hand's log again on a fresh record,
so that playing costs nothing for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from equity.cards import cards_text
from equity.constants import ALL_IN, BOARD_CARDS, FOLD, RAISE, STREETS

if TYPE_CHECKING:
    from equity.rules.hand import Hand

__all__ = ["STREET_NAMES", "Event", "Street", "tell"]


class Street(StrEnum):
    """Where a hand is.

    Examples
    --------
    >>> Street.FLOP == "flop"
    True
    """

    PREFLOP = STREETS[0]
    FLOP = STREETS[1]
    TURN = STREETS[2]
    RIVER = STREETS[3]
    SHOWDOWN = "showdown"


STREET_NAMES = tuple(Street)


class Event(NamedTuple):
    """One thing that happened.

    Attributes
    ----------
    kind : str
        "post", "deal", "act", "return", "show", "muck", "win" or "rake".
    seat : int or None
        Whose; None for the board and the house.
    what : str
        The blind posted; "hole" or the street dealt; fold, check, call, bet or raise; the pot won.
    amount : int
        Chips that moved.
    to : int
        The seat's street total after a call, bet or raise.
    all_in : bool
        Whether the seat has no chips left.
    cards : str
        Cards dealt or shown; empty if unknown.

    Examples
    --------
    >>> Event("act", 3, "raise", amount=30, to=30)
    Event(kind='act', seat=3, what='raise', amount=30, to=30, all_in=False, cards='')
    """

    kind: str
    seat: int | None = None
    what: str = ""
    amount: int = 0
    to: int = 0
    all_in: bool = False
    cards: str = ""


def tell(hand: Hand) -> list[Event]:
    """Return the events of a hand so far."""
    return [*_posts(hand), *_deals(hand), *_actions(hand), *_end(hand)]


def _posts(hand: Hand) -> Iterator[Event]:
    left = list(hand.starting_stacks)
    for post in hand.posts:
        for chips, live in ((post.live, True), (post.dead, False)):
            paid = min(chips, left[post.seat])
            left[post.seat] -= paid
            if paid:
                what = post.kind if live or post.kind == "ante" else f"dead {post.kind}"
                yield Event("post", post.seat, what, amount=paid, all_in=left[post.seat] == 0)


def _deals(hand: Hand) -> Iterator[Event]:
    seats = len(hand.starting_stacks)
    for step in range(1, seats + 1):
        seat = (hand.button + step) % seats
        if hand.starting_stacks[seat] > 0:
            yield Event("deal", seat, "hole", cards=hand.holes[seat] or "")


def _open_board(hand: Hand, street: int) -> Event:
    cards = hand.full_board[BOARD_CARDS[street - 1] : BOARD_CARDS[street]]
    return Event("deal", None, STREET_NAMES[street], cards=cards_text(cards))


def _actions(hand: Hand) -> Iterator[Event]:
    array = hand.replay()
    record = array[0]
    street = 0
    for action, amount in hand.log:
        if int(record["street"]) > street:
            street += 1
            yield _open_board(hand, street)
        yield _action(record, action, amount)
        hand.replay_one(array, action, amount)
    if not hand.is_over and int(record["street"]) > street:
        yield _open_board(hand, street + 1)


def _action(record: Any, action: int, amount: int) -> Event:
    seat, before = int(record["actor"]), int(record["current_bet"])
    stack, bet = int(record["stack"][seat]), int(record["bet"][seat])
    owed = before - bet
    if action == FOLD:
        return Event("act", seat, "fold")
    paid = amount - bet if action == RAISE else stack if action == ALL_IN else min(owed, stack)
    if paid == 0:
        return Event("act", seat, "check")
    what = "call" if paid <= owed else "raise" if before else "bet"
    return Event("act", seat, what, amount=paid, to=bet + paid, all_in=paid == stack)


def _end(hand: Hand) -> Iterator[Event]:
    if not hand.is_over:
        return
    for seat, amount in hand.uncalled.items():
        yield Event("return", seat, "uncalled bet", amount=amount)
    street = int(hand.record["street"])
    runout = [_open_board(hand, later) for later in range(street + 1, 4)] if hand.showdown else []
    shows = [_show(hand, seat) for seat in hand.show_order]
    yield from shows if runout else ()  # A10: all-in hands are shown before the rest of the board
    yield from runout
    yield from () if runout else shows
    if hand.is_settled:
        yield from _wins(hand)


def _show(hand: Hand, seat: int) -> Event:
    mucked = int(hand.record["value"][seat]) == 0
    return Event("muck" if mucked else "show", seat, cards="" if mucked else hand.holes[seat] or "")


def _wins(hand: Hand) -> Iterator[Event]:
    for number, (pot, shares) in enumerate(zip(hand.pots, hand.shares, strict=True)):
        what = "main pot" if number == 0 else f"side pot {number}"
        for seat in hand.clockwise:
            if shares[seat]:
                yield Event("win", seat, what, amount=shares[seat])
        if sum(shares) < pot.amount:
            yield Event("rake", None, what, amount=pot.amount - sum(shares))
