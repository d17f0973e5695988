"""A played `equity.rules.Hand` -> `HandRecord`, to be written to a file."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from equity.cards import parse_cards
from equity.errors import HistoryError
from equity.history.action import Action, Kind, deal_board, deal_hole
from equity.history.phh.fields import HOUSE_FIELDS
from equity.history.record import ONE, HandRecord

if TYPE_CHECKING:
    from equity.rules import Event, Hand, Rules

__all__ = ["record_of"]


def record_of(hand: Hand, *, unit: Decimal = ONE, fields: Mapping[str, object] | None = None) -> HandRecord:
    """Return the record of a hand, finished or not.

    Parameters
    ----------
    hand : Hand
        A hand of the engine; seats without chips are left out.
    unit : Decimal, optional
        What one chip is worth in the file's money: ``Decimal("0.01")`` for cents.
    fields : mapping, optional
        What else the record should say: ``{"hand": 7, "players": ("Ann", "Bob"), "_seed": 1}``.

    Raises
    ------
    HistoryError
        For two players with the button at an empty seat, and for a raked tie whose odd chips the rake moves.

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> hand = Hand(Rules(small_blind=1, big_blind=2), [100, 100], holes=["AsAd", "KsKd"]).play("raise 6, fold")
    >>> [action.text for action in record_of(hand).actions]
    ['d dh p1 KsKd', 'd dh p2 AsAd', 'p2 cbr 6', 'p1 f']
    """
    order = hand.clockwise
    place = {seat: i for i, seat in enumerate(order)}
    rules = hand.rules
    if len(order) == 2 and order[-1] != hand.button:
        raise HistoryError("a hand of two players with the button at an empty seat: no record can say who acts first")
    antes, dead, blinds = _forced(hand, place)
    fixed = rules.structure == "fixed-limit"
    record = HandRecord(
        structure=rules.structure,
        stacks=tuple(hand.starting_stacks[seat] for seat in order),
        antes=tuple(map(sum, zip(antes, dead, strict=True))),
        blinds=tuple(blinds),
        actions=_actions(hand, place),
        min_bet=0 if fixed else rules.big_blind,
        small_bet=rules.small_bet or 0,
        big_bet=rules.big_bet or 0,
        ante_trimming=all(antes),
        dead=tuple(dead) if all(antes) and any(dead) else (),
        finishing_stacks=tuple(hand.final_stacks[seat] for seat in order) if hand.is_settled else None,
        rake=hand.rake if rules.rake is not None else None,
        unit=unit,
        house=_house(rules),
        fields=dict(fields or {}),
    )
    if hand.is_settled and hand.rake:
        _check_rake(record)
    return record


def _check_rake(record: HandRecord) -> None:
    """Refuse a raked tie whose odd chips fall to others when it is played without the rake, as readers play it."""
    from equity.history.replaying.replay import replay

    if replay(record).verdict not in ("agree", "rake"):
        raise HistoryError("a tie whose odd chips fall to others after the rake: no record can say it")


def _forced(hand: Hand, place: Mapping[int, int]) -> tuple[list[int], list[int], list[int]]:
    """Return antes, dead money and blinds by position.

    A record posts antes and dead money before blinds, the engine the live part of a post first: so of a post that the
    stack does not cover the parts are told as they were paid.
    """
    antes, dead, blinds = [0] * len(place), [0] * len(place), [0] * len(place)
    left = {seat: hand.starting_stacks[seat] for seat in place}
    for post in hand.posts:
        player, live, extra = place[post.seat], post.live, post.dead
        if live and extra and live + extra > left[post.seat]:
            live = min(live, left[post.seat])
            extra = left[post.seat] - live
        left[post.seat] = max(0, left[post.seat] - live - extra)
        (antes if post.kind == "ante" else dead)[player] += extra
        blinds[player] += -live if post.kind == "post" else live
    return antes, dead, blinds


def _actions(hand: Hand, place: Mapping[int, int]) -> list[Action]:
    holes = [parse_cards(hand.holes[seat] or "") for seat in place]
    actions = [deal_hole(player, cards) for player, cards in enumerate(holes)]
    for event in hand.events:
        action = _action(event, place)
        if action is not None:
            actions.append(action)
    return actions


def _action(event: Event, place: Mapping[int, int]) -> Action | None:
    if event.seat is None:
        return deal_board(parse_cards(event.cards)) if event.kind == "deal" and event.cards else None
    player = place[event.seat]
    if event.kind == "act":
        if event.what == "fold":
            return Action(Kind.FOLD, player)
        return Action(Kind.RAISE, player, event.to) if event.what in ("bet", "raise") else Action(Kind.CALL, player)
    if event.kind == "muck":
        return Action(Kind.MUCK, player)
    return Action(Kind.SHOW, player, cards=parse_cards(event.cards)) if event.kind == "show" and event.cards else None


def _house(rules: Rules) -> dict[str, object]:
    """Return the rules that differ from the structure's defaults, as far as a file can say them."""
    from equity.rules import Rules

    usual = Rules(structure=rules.structure, small_blind=rules.small_blind, big_blind=rules.big_blind)
    names = HOUSE_FIELDS.values()
    return {name: getattr(rules, name) for name in names if getattr(rules, name) != getattr(usual, name)}
