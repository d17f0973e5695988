"""From what a caller hands over to a record ready to play: stacks, button, cards.

Rules of the file: it checks and converts at birth of a `Hand`; it knows nothing of betting.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from equity.cards import card_name, cards_text, parse_cards
from equity.constants import BOARD_CARDS, MAX_SEATS, MOST_CHIPS
from equity.errors import CardError, DealError, RulesError
from equity.numbers import as_int, is_list, read_chips

__all__ = ["Cards", "read_board", "read_button", "read_cards", "read_holes", "read_stacks", "refuse_duplicates"]

Cards = tuple[int, ...]


def read_stacks(stacks: Iterable[int]) -> tuple[int, ...]:
    """Return the stacks as a tuple of whole numbers.

    Examples
    --------
    >>> read_stacks([1000, 1e6, 0])
    (1000, 1000000, 0)
    """
    if type(stacks) not in (list, tuple) and not is_list(stacks):
        raise RulesError(f"stacks must be a list of chips, one per seat, such as [1000, 1000], got {stacks!r:.60}")
    given = tuple(stacks)
    if not 2 <= len(given) <= MAX_SEATS:
        raise RulesError(f"a hand has 2 to {MAX_SEATS} seats, got {len(given)}")
    chips = tuple(
        stack
        if type(stack) is int and 0 <= stack <= MOST_CHIPS  # two calls saved for nearly every stack
        else read_chips(f"the stack of seat {seat}", stack)
        for seat, stack in enumerate(given)
    )
    if sum(stack > 0 for stack in chips) < 2:
        raise RulesError(f"a hand needs at least two seats with chips, got stacks {list(chips)}")
    return chips


def read_button(button: object, seats: int) -> int:
    """Return the seat of the button.

    Examples
    --------
    >>> read_button(2.0, 6)
    2
    """
    number = as_int(button)
    if type(number) is not int or not 0 <= number < seats:
        raise RulesError(f"button must be a seat from 0 to {seats - 1}, got {button!r:.60}")
    return number


def read_cards(cards: object, where: str) -> Cards:
    """Return cards given as text or indices, without repeats."""
    if isinstance(cards, str):
        return parse_cards(cards, where=where)
    if not isinstance(cards, Iterable):
        raise CardError(f"{where}: expected cards as text such as 'AsKd', got {cards!r}")
    found = tuple(as_int(card) for card in cards)
    for card in found:
        if type(card) is not int or not 0 <= card < 52:
            raise CardError(f"{where}: {card!r} is not a card; write text such as 'AsKd' or indices 0 to 51")
    if len(set(found)) < len(found):
        raise CardError(f"{where}: the same card twice in {cards_text(found)!r}")
    return found


def read_holes(holes: object, stacks: Sequence[int]) -> list[Cards | None]:
    """Return two cards or None for every seat, from a sequence or a mapping seat -> cards."""
    seats = len(stacks)
    if isinstance(holes, Mapping):
        by_seat = {as_int(seat): cards for seat, cards in holes.items()}
        for seat in by_seat:
            if type(seat) is not int or not 0 <= seat < seats:
                raise DealError(f"hole cards for seat {seat!r}: seats are 0 to {seats - 1}")
        listed = [by_seat.get(seat) for seat in range(seats)]
    elif isinstance(holes, Iterable) and not isinstance(holes, str):
        listed = list(holes)
    else:
        raise DealError(f"holes must be one entry per seat ('AsKd' or None) or a mapping seat -> cards, got {holes!r}")
    if len(listed) != seats:
        raise DealError(f"holes must have one entry for each of the {seats} seats, got {len(listed)}")
    unknown = [cards is None or (isinstance(cards, str) and not cards) for cards in listed]
    return [None if unknown[seat] else _two(cards, seat, stacks) for seat, cards in enumerate(listed)]


def _two(cards: object, seat: int, stacks: Sequence[int]) -> Cards:
    found = read_cards(cards, f"the hole cards of seat {seat}")
    if len(found) != 2:
        raise DealError(f"seat {seat} gets two hole cards, got {len(found)} ({cards_text(found)})")
    if stacks[seat] == 0:
        raise DealError(f"hole cards {cards_text(found)} for seat {seat}, which has no chips and is not dealt in")
    return found


def read_board(board: object) -> Cards:
    """Return the first 0, 3, 4 or 5 board cards."""
    cards = () if board is None else read_cards(board, "the board")
    if len(cards) not in BOARD_CARDS:
        raise DealError(f"a board has 0, 3, 4 or 5 cards, got {len(cards)} ({cards_text(cards)})")
    return cards


def refuse_duplicates(holes: Iterable[Cards | None], board: Cards) -> None:
    """Raise DealError if a card is in two places."""
    place = dict.fromkeys(board, "the board")
    for seat, cards in enumerate(holes):
        for card in cards or ():
            if card in place:
                raise DealError(f"{card_name(card)} is both in {place[card]} and in the hole cards of seat {seat}")
            place[card] = f"the hole cards of seat {seat}"
