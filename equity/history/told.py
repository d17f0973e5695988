"""A record told from its beginning to its end, for writers of other formats: who sits where, posts, collects what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from equity.errors import HistoryError
from equity.history.record import HandRecord
from equity.history.replaying.playing import play
from equity.history.replaying.replay import replay

if TYPE_CHECKING:
    from equity.rules import Event, Hand, Rules

__all__ = ["Posted", "Told", "tell", "unchanged"]


@dataclass(frozen=True, slots=True)
class Posted:
    """A forced bet as it was really put in: ``kind`` as in `equity.rules.Post`, or "dead"."""

    player: int
    kind: str
    live: int
    dead: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A hand played to its end.

    Attributes
    ----------
    record : HandRecord
    hand : Hand
        The hand on the engine.
    names : tuple of str
        One per player, all different and not empty.
    seats : tuple of int
        Seat numbers, clockwise.
    posts : tuple of Posted
    events : tuple of Event
        Decisions, deals and shows, from the first decision on.
    won : tuple of int
        What each player collected, after rake.
    rake : int
    """

    record: HandRecord
    hand: Hand
    names: tuple[str, ...]
    seats: tuple[int, ...]
    posts: tuple[Posted, ...]
    events: tuple[Event, ...]
    won: tuple[int, ...]
    rake: int

    @property
    def rules(self) -> Rules:
        """The house rules the record was played under."""
        rules: Rules = self.hand.rules
        return rules


def tell(record: HandRecord) -> Told:
    """Play a record to its end.

    Raises
    ------
    HistoryError
        If it cannot be played, is not finished, has unknown stacks or other things that most formats cannot say.

    Examples
    --------
    >>> from equity.history import parse_phh
    >>> record = parse_phh('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 AsKs", "d dh p2 QhQd", "p2 cbr 6", "p1 f"]
    ... ''')
    >>> tell(record).won, tell(record).names
    ((0, 4), ('p1', 'p2'))
    """
    if record.cancelled or record.second_board:
        raise HistoryError(f"{record.place}: the hand {'was cancelled' if record.cancelled else 'has two boards'}")
    if None in record.stacks:
        raise HistoryError(f"{record.place}: a stack is unknown, and this format needs it")
    played = replay(record)
    if not played.is_over or not played.payoffs:
        raise HistoryError(f"{record.place}: the hand is not finished")
    hand = play(played.record)
    if not hand.is_settled:
        raise HistoryError(f"{record.place}: the cards that decide the hand are unknown")
    net = played.payoffs
    recorded = record.result
    if played.verdict == "rake" and recorded is not None:
        net = tuple(int(value) for value in recorded if value is not None)
    won = tuple(gain + paid for gain, paid in zip(net, hand.committed, strict=True))
    return Told(
        record=record,
        hand=hand,
        names=_names(record),
        seats=_seats(record),
        posts=_posted(record),
        events=tuple(event for event in hand.events if event.kind not in ("post", "win", "rake")),
        won=won,
        rake=max(0, -sum(net)),
    )


def _names(record: HandRecord) -> tuple[str, ...]:
    names: list[str] = []
    for given in record.players:
        name = " ".join(given.split()) or "player"
        number = 2
        while name in names:
            name, number = f"{' '.join(given.split())} {number}", number + 1
        names.append(name)
    return tuple(names)


def _seats(record: HandRecord) -> tuple[int, ...]:
    """Return the record's seat numbers if they go round the table as its players do, else 1, 2, 3 ..."""
    n, seats = record.n_players, record.fields.get("seats")
    if isinstance(seats, tuple) and len(set(seats)) == n == len(seats) and all(isinstance(s, int) for s in seats):
        turns = sum(seats[i] > seats[(i + 1) % n] for i in range(n))
        if turns == 1 and min(seats) > 0 and max(seats) <= 10:
            return seats
    return tuple(range(1, n + 1))


def _posted(record: HandRecord) -> tuple[Posted, ...]:
    """Return the posts as far as the stacks went, live chips first, as the engine takes them."""
    left = [stack or 0 for stack in record.stacks]
    posted = []
    for post in record.posts:
        live = min(post.live, left[post.seat])
        dead = min(post.dead, left[post.seat] - live)
        left[post.seat] -= live + dead
        kind = "dead" if post.kind == "post" and not post.live and record.has_layered_antes else post.kind
        if live + dead:
            posted.append(Posted(post.seat, kind, live, dead, left[post.seat] == 0))
    return tuple(posted)


def unchanged(record: HandRecord, again: HandRecord) -> None:
    """Check that what was written says what the record says: everybody by name ends with the same chips.

    Raises
    ------
    HistoryError
        If it does not: the format cannot say something of this hand.
    """
    before, after = tell(record), replay(again)
    if not after.is_over or after.verdict == "differ":
        reason = after.error or f"the result is {after.verdict}"
        raise HistoryError(f"{record.place}: this format cannot say the hand: {reason}")
    expected = {
        name: won - paid for name, won, paid in zip(before.names, before.won, before.hand.committed, strict=True)
    }
    scale = again.unit / record.unit
    found = again.result or after.payoffs
    for name, net in zip(again.players, found, strict=True):
        if net is None or net * scale != expected.get(name):
            raise HistoryError(f"{record.place}: this format cannot say the hand: {name} would end with other chips")
