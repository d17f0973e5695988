"""The story of a hand in words: who sits where, and street by street what everybody does.

Rules of the file: the one place where events become sentences. Notebooks, ``equity replay --show`` and
``equity simulate --show`` lay out the same chapters; they choose the names, and how chips and cards look.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from equity.cards import cards_text, parse_cards
from equity.constants import BOARD_CARDS, STREETS
from equity.show.html import cards_html, table_html

if TYPE_CHECKING:
    from equity.rules.events import Event
    from equity.rules.hand import Hand

__all__ = ["Chapter", "cards_apart", "chips_apart", "hand_html", "seat_roles", "tell_story"]

_SAID_WITH_A_TOTAL = ("bet", "raise")


class Chapter(NamedTuple):
    """One street of a hand as it is told.

    Attributes
    ----------
    street : str
        "preflop", "flop", "turn" or "river".
    cards : str
        The board cards it opens with; empty where they are unknown, and before the flop.
    pot : int
        Chips played for when it begins.
    lines : list of str
        What happened, one sentence per event.

    Examples
    --------
    >>> Chapter("turn", "3s", 60, ["seat 1 checks"]).street
    'turn'
    """

    street: str
    cards: str
    pot: int
    lines: list[str]


def cards_apart(cards: str) -> str:
    """Return cards with blanks between them.

    Examples
    --------
    >>> cards_apart("AsKd")
    'As Kd'
    """
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))


def chips_apart(chips: int) -> str:
    """Return chips with commas between the thousands.

    Examples
    --------
    >>> chips_apart(12500)
    '12,500'
    """
    return f"{chips:,}"


def seat_roles(hand: Hand) -> dict[int, str]:
    """Return what every seat dealt in is in this hand, from the left of the button: "button, small blind".

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> seat_roles(Hand(Rules(small_blind=5, big_blind=10), [1000, 1000, 1000], seed=1))
    {1: 'small blind', 2: 'big blind', 0: 'button'}
    """
    roles: dict[int, list[str]] = {seat: ["button"] * (seat == hand.button) for seat in hand.clockwise}
    for post in hand.posts:
        if post.kind != "ante" and post.kind not in roles[post.seat]:
            roles[post.seat].append(post.kind)
    return {seat: ", ".join(words) for seat, words in roles.items()}


def tell_story(
    hand: Hand,
    *,
    names: Sequence[str] | None = None,
    chips: Callable[[int], str] = chips_apart,
    cards: Callable[[str], str] = cards_apart,
) -> list[Chapter]:
    """Return a hand as chapters, one per street, in the order in which things happened.

    Parameters
    ----------
    hand : Hand
        The hand, finished or not.
    names : sequence of str, optional
        What to call the seats; "seat 0" and so on by default.
    chips, cards : callable, optional
        How an amount, and cards such as ``"AsKd"``, are written.

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> hand = Hand(Rules(small_blind=5, big_blind=10), [1000, 1000], seed=3).play("raise 30, fold")
    >>> for line in tell_story(hand)[0].lines:
    ...     print(line)
    seat 0 posts small blind 5
    seat 1 posts big blind 10
    seat 0 raises to 30
    seat 1 folds
    20 nobody called goes back to seat 0
    seat 0 wins 20 from the main pot
    """
    teller = _Teller(hand, names or [f"seat {seat}" for seat in range(len(hand.starting_stacks))], chips, cards)
    chapters, pot = [Chapter(STREETS[0], "", 0, [])], 0
    for event in hand.events:
        if event.kind == "deal":
            if event.seat is None:
                teller.open_board(event.cards)
                chapters.append(Chapter(event.what, event.cards, pot, []))
            continue
        chapters[-1].lines.append(teller.say(event))
        pot += {"post": event.amount, "act": event.amount, "return": -event.amount}.get(event.kind, 0)
    return chapters


class _Teller:
    """Turns events into sentences; it has to know the board to name the hands that are shown."""

    def __init__(
        self, hand: Hand, names: Sequence[str], chips: Callable[[int], str], cards: Callable[[str], str]
    ) -> None:
        self.hand = hand
        self.names = names
        self.chips = chips
        self.cards = cards
        self.board: tuple[int, ...] = ()

    def open_board(self, cards: str) -> None:
        self.board += parse_cards(cards)

    def say(self, event: Event) -> str:
        if event.kind == "rake":
            return f"the house takes {self.chips(event.amount)} from the {event.what}"
        who = "" if event.seat is None else self.names[event.seat]
        all_in = " and is all-in" if event.all_in else ""
        if event.kind == "post":
            return f"{who} posts {self._post(event)}{all_in}"
        if event.kind == "act":
            return f"{who} {self._action(event)}{all_in}"
        if event.kind == "return":
            return f"{self.chips(event.amount)} nobody called goes back to {who}"
        if event.kind == "win":
            pot = event.what if event.what[-1].isdigit() else f"the {event.what}"
            return f"{who} wins {self.chips(event.amount)} from {pot}{self._with_what(event)}"
        return f"{who} {self._shown(event)}"

    def _post(self, event: Event) -> str:
        chips = self.chips(event.amount)
        if event.what.endswith("post"):  # a new or returning player's, which has no name of its own
            return f"{chips} dead" if event.what.startswith("dead") else chips
        return f"{event.what} {chips}"

    def _action(self, event: Event) -> str:
        if event.what == "call":
            return f"calls {self.chips(event.amount)}"
        if event.what in _SAID_WITH_A_TOTAL:
            return f"{event.what}s {'to ' if event.what == 'raise' else ''}{self.chips(event.to)}"
        return f"{event.what}s"

    def _shown(self, event: Event) -> str:
        if not event.cards:
            return "mucks" if event.kind == "muck" else "shows nothing that is known"
        name = self._name(event.cards)
        return f"shows {self.cards(event.cards)}{f': {name}' if name else ''}"

    def _with_what(self, event: Event) -> str:
        cards = self.hand.holes[event.seat] if event.seat is not None and self.hand.showdown else None
        name = self._name(cards) if cards else ""
        return f" with {name}" if name else ""

    def _name(self, cards: str) -> str:
        """Name a hand once the whole board lies open."""
        if len(self.board) < BOARD_CARDS[-1]:
            return ""
        from equity.evaluator import describe, evaluate

        return describe(evaluate(cards + cards_text(self.board)))


def hand_html(hand: Hand) -> str:
    """Return a hand for a notebook: seats, board, story, and who is to act or has won what.

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> hand = Hand(Rules(small_blind=5, big_blind=10), [1000, 1000], seed=3).play("raise 30, fold")
    >>> "seat 0 raises to 30, seat 1 folds" in hand_html(hand)
    True
    """
    head = ["seat", "", "cards", "stack", "in the pot", "result" if hand.is_settled else "status"]
    roles = seat_roles(hand)
    rows = [_seat_cells(hand, seat, roles[seat]) for seat in sorted(roles)]
    title = f"{hand.rules.name or hand.rules.structure}, blinds {hand.rules.small_blind}/{hand.rules.big_blind}"
    lines = [_chapter_html(chapter) for chapter in tell_story(hand, cards=cards_html)]
    if hand.actor is not None:
        lines.append(f"pot {chips_apart(hand.pot)}; seat {hand.actor} may {hand.legal}")
    elif not hand.is_settled:
        lines.append("the betting is over; cards are still unknown")
    table = table_html(head, rows, left=3, safe=[2])
    return f"<p>{escape(title)}</p>{table}" + "".join(f"<p>{line}</p>" for line in lines)


def _seat_cells(hand: Hand, seat: int, roles: str) -> list[str]:
    cards = cards_html(hand.holes[seat] or "") or "?"
    if hand.is_settled:
        state = f"{hand.payoffs[seat]:+,}"
    elif seat == hand.actor:
        state = "to act"
    else:
        state = "folded" if hand.folded[seat] else "all-in" if not hand.stacks[seat] else ""
    return [str(seat), roles, cards, chips_apart(hand.stacks[seat]), chips_apart(hand.committed[seat]), state]


def _chapter_html(chapter: Chapter) -> str:
    opens = f"<b>{chapter.street}</b> {cards_html(chapter.cards)}".rstrip()
    opens += f" (pot {chips_apart(chapter.pot)})" if chapter.pot else ""
    return f"{opens}: {', '.join(chapter.lines)}" if chapter.lines else opens
