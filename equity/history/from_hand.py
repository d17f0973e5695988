"""A played `equity.rules.Hand` -> `HandRecord`, to be written to a file."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from equity.cards import parse_cards
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

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> hand = Hand(Rules(small_blind=1, big_blind=2), [100, 100], holes=["AsAd", "KsKd"]).play("raise 6, fold")
    >>> [action.text for action in record_of(hand).actions]
    ['d dh p1 KsKd', 'd dh p2 AsAd', 'p2 cbr 6', 'p1 f']
    """
    order = hand.clockwise
    place = {seat: i for i, seat in enumerate(order)}
    antes, blinds = [0] * len(order), [0] * len(order)
    for post in hand.posts:
        antes[place[post.seat]] += post.dead
        blinds[place[post.seat]] += -post.live if post.kind == "post" else post.live
    rules = hand.rules
    fixed = rules.structure == "fixed-limit"
    return HandRecord(
        structure=rules.structure,
        stacks=tuple(hand.starting_stacks[seat] for seat in order),
        antes=tuple(antes),
        blinds=tuple(blinds),
        actions=_actions(hand, place),
        min_bet=0 if fixed else rules.big_blind,
        small_bet=rules.small_bet or 0,
        big_bet=rules.big_bet or 0,
        ante_trimming=all(antes),
        finishing_stacks=tuple(hand.final_stacks[seat] for seat in order) if hand.is_settled else None,
        rake=hand.rake if rules.rake is not None else None,
        unit=unit,
        house=_house(rules),
        fields=dict(fields or {}),
    )


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
