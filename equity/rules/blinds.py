"""Where button and blinds stand in the next hand, and which blinds a seat has missed: pure functions of seat numbers.

Players in good standing are `ready`: they owe nothing, and every one of them is dealt in (F09b). Where the house deals
in whoever sits in (`open_layout`), that is everybody. Where it wants blinds made up (`next_layout`), all others who
want cards are `waiting`, for the big blind to reach the seat or, if also `posting`, for a seat behind the big blind and
before the button. Nobody who owes something comes in on the button, or between it and the big blind (F04, F05).

The moving button goes to the next ready seat (A02), the blinds follow (A03). If a player who has just paid a blind
leaves, the button takes that place and the big blind may pass over a player, as in any game with a moving button. The
big blind leads instead, always to the next seat, where the button's step would make somebody pay it twice in a row:
with two players (F10), and in `next_layout` also after a heads-up hand and when a player in good standing is back in a
seat between the last button and the last big blind. Under the dead-button rule it leads always (F11), and the small
blind and the button stand where the big and the small blind stood in the hand before, player or not; where they cannot,
since somebody sits between those two places or the big blind is back at the last small blind, they form anew behind it.

A seat misses the big blind if that passes it while it sits out; a player who wants cards, and over whose seat a moving
button leaps, misses nothing by it. The small blind comes one step behind: a seat misses it if it had the big blind in
the last hand, or if the small blind passes it after the big one or with it.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

__all__ = [
    "Layout",
    "after",
    "before",
    "first_layout",
    "is_between",
    "missed_blinds",
    "next_layout",
    "open_layout",
]

_CIRCLE = 1 << 20  # more seats than any table: differences of seat numbers are compared modulo this


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One hand's places, as table seats.

    Attributes
    ----------
    button, small_blind : int
        Under the dead-button rule there may be no player in the hand at these seats.
    big_blind : int
        The player who posts it.
    dealt : tuple of int
        Seats dealt in, in ascending order.
    """

    button: int
    small_blind: int
    big_blind: int
    dealt: tuple[int, ...]

    @property
    def is_heads_up(self) -> bool:
        """Whether two seats are dealt in."""
        return len(self.dealt) == 2


def after(seat: int, among: AbstractSet[int]) -> int:
    """Return the first of `among` clockwise of a seat; the seat itself comes last.

    Examples
    --------
    >>> after(4, {1, 3, 4})
    1
    """
    return min(among, key=lambda other: (other - seat - 1) % _CIRCLE)


def before(seat: int, among: AbstractSet[int]) -> int:
    """Return the first of `among` counter-clockwise of a seat; the seat itself comes last.

    Examples
    --------
    >>> before(1, {1, 3, 4})
    4
    """
    return min(among, key=lambda other: (seat - other - 1) % _CIRCLE)


def is_between(seat: int, start: int, stop: int) -> bool:
    """Tell whether a seat lies clockwise of `start` and before `stop`, both excluded.

    Examples
    --------
    >>> is_between(5, 4, 1), is_between(2, 4, 1), is_between(5, 4, 4)
    (True, False, False)
    """
    return 0 < (seat - start) % _CIRCLE < (stop - start) % _CIRCLE


def first_layout(button: int, ready: AbstractSet[int]) -> Layout:
    """Return the places of a game's first hand, with the button at a ready seat.

    Examples
    --------
    >>> first_layout(4, {0, 2, 4})
    Layout(button=4, small_blind=0, big_blind=2, dealt=(0, 2, 4))
    >>> first_layout(4, {2, 4})
    Layout(button=4, small_blind=4, big_blind=2, dealt=(2, 4))
    """
    small = button if len(ready) == 2 else after(button, ready)
    return Layout(button=button, small_blind=small, big_blind=after(small, ready), dealt=tuple(sorted(ready)))


def open_layout(last: Layout, ready: AbstractSet[int], *, dead: bool = False) -> Layout:
    """Return the places of the hand after `last` in a house that deals in everybody who sits in.

    Parameters
    ----------
    last : Layout
        The hand before.
    ready : set of int
        The seats to deal in, two at least.
    dead : bool
        Follow the dead-button rule.

    Examples
    --------
    >>> hand = first_layout(0, {0, 1, 2, 4})
    >>> open_layout(hand, {0, 1, 2, 3, 4})
    Layout(button=1, small_blind=2, big_blind=3, dealt=(0, 1, 2, 3, 4))
    >>> open_layout(hand, {0, 2})
    Layout(button=2, small_blind=2, big_blind=0, dealt=(0, 2))
    """
    if dead or len(ready) == 2:
        button, small, big = _led_by_big_blind(last, ready, frozenset(), dead=dead)
        return Layout(button=button, small_blind=small, big_blind=big, dealt=tuple(sorted(ready)))
    return first_layout(after(last.button, ready), ready)


def next_layout(
    last: Layout,
    ready: AbstractSet[int],
    *,
    waiting: AbstractSet[int] = frozenset(),
    posting: AbstractSet[int] = frozenset(),
    dead: bool = False,
) -> Layout:
    """Return the places of the hand after `last` in a house where blinds are made up.

    Parameters
    ----------
    last : Layout
        The hand before.
    ready, waiting : set of int
        Players in good standing (one at least) and others who want cards; two in all.
    posting : set of int
        Those of `waiting` who would rather post than wait for the big blind.
    dead : bool
        Follow the dead-button rule.

    Examples
    --------
    >>> hand = first_layout(0, {0, 1, 2, 4})
    >>> next_layout(hand, {0, 1, 2, 4}, waiting={3})
    Layout(button=1, small_blind=2, big_blind=3, dealt=(0, 1, 2, 3, 4))
    >>> next_layout(hand, {0, 2, 4}, dead=True)
    Layout(button=1, small_blind=2, big_blind=4, dealt=(0, 2, 4))
    """
    back = any(is_between(seat, last.button, last.big_blind) for seat in ready - set(last.dealt))
    came_from_two = last.is_heads_up and not ready.isdisjoint(last.dealt)
    if dead or back or came_from_two or len(ready) <= 2:
        button, small, big = _led_by_big_blind(last, ready, waiting, dead=dead)
    else:
        button = after(last.button, ready)
        small = after(button, ready)
        big = after(small, ready | waiting)
    dealt = ready | {big}
    if len(dealt) > 2:  # a third player would take the button of a heads-up game: that one waits a hand for the blind
        dealt |= {seat for seat in posting if is_between(seat, big, button)}
    return Layout(button=button, small_blind=small, big_blind=big, dealt=tuple(sorted(dealt)))


def _led_by_big_blind(
    last: Layout, ready: AbstractSet[int], waiting: AbstractSet[int], *, dead: bool
) -> tuple[int, int, int]:
    """Move the big blind to the next player; return button, small blind and big blind."""
    # the only player left of the old game pays the small blind, whoever is next the big one
    big = after(min(ready), waiting) if len(ready) == 1 else after(last.big_blind, ready | waiting)
    others = ready - {big}
    if len(others) == 1:
        small = min(others)
        return small, small, big
    if dead and _can_follow(last, others, big):
        return last.small_blind, last.big_blind, big
    small = before(big, others)
    return before(small, others), small, big


def _can_follow(last: Layout, others: AbstractSet[int], big: int) -> bool:
    """Tell whether button and small blind can take the places of the last two blinds, behind the big blind."""
    between = any(is_between(seat, last.small_blind, last.big_blind) for seat in others)
    return not between and is_between(big, last.big_blind, last.small_blind)


def missed_blinds(
    last: Layout, now: Layout, seat: int, *, missed_big: bool = False, wants_cards: bool = False
) -> tuple[bool, bool]:
    """Tell whether a seat that is not dealt in misses the small and the big blind in this hand.

    Parameters
    ----------
    last, now : Layout
        The hand before, and this one.
    seat : int
    missed_big : bool
        Whether the seat has missed the big blind before: only then can it miss the small blind that comes behind.
    wants_cards : bool
        Whether the player sits in, and would have taken the big blind.

    Examples
    --------
    >>> missed_blinds(first_layout(0, {0, 1, 2, 4}), first_layout(1, {0, 1, 4}), 2)
    (True, False)
    >>> heads_up = first_layout(1, {0, 1})  # button and small blind change places; the big blind has not come to seat 2
    >>> missed_blinds(heads_up, first_layout(0, {0, 1}), 2)
    (False, False)
    """
    if seat in now.dealt:
        return False, False
    big = not wants_cards and is_between(seat, last.big_blind, now.big_blind)
    passed = is_between(seat, last.small_blind, now.small_blind) and (big or missed_big)
    return seat == last.big_blind or passed, big
