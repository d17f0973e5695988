"""A hand as a notebook shows it: the seats as a table, and the story street by street."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.show.html import cards_html, table_html

if TYPE_CHECKING:
    from equity.rules.events import Event
    from equity.rules.view import HandView

__all__ = ["hand_html"]


def hand_html(hand: HandView) -> str:
    """Return seats, board, story, and who is to act or has won what.

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> hand = Hand(Rules(small_blind=5, big_blind=10), [1000, 1000], seed=3).play("raise 30, fold")
    >>> "seat 0 raises to 30, seat 1 folds" in hand_html(hand)
    True
    """
    head = ["seat", "", "cards", "stack", "in the pot", "result" if hand.is_settled else "status"]
    rows = [_seat(hand, seat) for seat, stack in enumerate(hand.starting_stacks) if stack]
    name = hand.rules.name or hand.rules.structure
    title = f"{name}, blinds {hand.rules.small_blind}/{hand.rules.big_blind}"
    lines = [*_story(hand.events), _now(hand)]
    return f"<p>{title}</p>" + table_html(head, rows, left=3, safe=[2]) + "".join(f"<p>{line}</p>" for line in lines)


def _seat(hand: HandView, seat: int) -> list[str]:
    posts = ", ".join(post.kind for post in hand.posts if post.seat == seat and post.kind != "ante")
    places = ["button"] * (seat == hand.button) + [posts] * bool(posts)
    cards = cards_html(hand.holes[seat] or "") or "?"
    if hand.is_settled:
        state = f"{hand.payoffs[seat]:+,}"
    elif seat == hand.actor:
        state = "to act"
    else:
        state = "folded" if hand.folded[seat] else "all-in" if not hand.stacks[seat] else ""
    return [str(seat), ", ".join(places), cards, f"{hand.stacks[seat]:,}", f"{hand.committed[seat]:,}", state]


def _story(events: list[Event]) -> list[str]:
    streets = [("<b>preflop</b>", list[str]())]
    for event in events:
        if event.kind == "deal" and event.seat is None:
            streets.append((f"<b>{event.what}</b> {cards_html(event.cards)}", []))
        elif event.kind != "deal":
            streets[-1][1].append(_words(event))
    return [f"{title}: {', '.join(told)}" if told else title for title, told in streets]


def _words(event: Event) -> str:
    who = f"seat {event.seat}"
    all_in = " (all-in)" if event.all_in else ""
    if event.kind == "post":
        return f"{who} posts {event.what} {event.amount:,}{all_in}"
    if event.kind == "act":
        amount = {"call": f" {event.amount:,}", "bet": f" {event.to:,}", "raise": f" to {event.to:,}"}
        return f"{who} {event.what}s{amount.get(event.what, '')}{all_in}"
    if event.kind == "return":
        return f"{event.amount:,} go back to {who}"
    if event.kind == "win":
        return f"{who} wins {event.amount:,} from the {event.what}"
    if event.kind == "rake":
        return f"the house takes {event.amount:,} from the {event.what}"
    return f"{who} shows {cards_html(event.cards)}" if event.kind == "show" else f"{who} mucks"


def _now(hand: HandView) -> str:
    if hand.actor is not None:
        return f"pot {hand.pot:,}; seat {hand.actor} may {hand.legal}"
    return "" if hand.is_settled else "the betting is over; cards are still unknown"
