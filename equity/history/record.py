"""One recorded hand, whatever the format it came from: plain data, checked by the readers and played by the replay.

Order of the lists: position 0 is the first player left of the button (the small blind, heads-up the big blind), the
last one is the button, as in PHH and ACPC files. Amounts are whole chips; `HandRecord.unit` says what one chip is
worth in the file's money, so that 0.05/0.10 becomes 5 and 10 chips of 0.01 without a rounding error.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from equity.history.action import Action, Kind
from equity.history.street_chips import paid_in

if TYPE_CHECKING:
    from equity.rules import Post

__all__ = ["ONE", "Batch", "HandRecord", "Place"]

ONE = Decimal(1)


class Place(NamedTuple):
    """Where a hand stands: the file, its number in the file from 1, and its first line.

    Examples
    --------
    >>> str(Place("hands.phhs", 3, 27))
    'hands.phhs, hand 3 (line 27)'
    """

    file: str = "<text>"
    hand: int = 1
    line: int = 1

    def __str__(self) -> str:
        return f"{self.file}, hand {self.hand} (line {self.line})"


class Batch(Protocol):
    """Hands that were read together, and are replayed together."""

    def outcome(self, at: int, strict: bool) -> tuple[str, tuple[int, ...]] | None:
        """Return verdict and payoffs of a hand; None if it must be looked at."""

    def skipped(self, at: int) -> dict[str, int]:
        """Return the lines of a hand that are not play, as `HandRecord.skipped` gives them."""


@dataclass(slots=True, eq=False)
class HandRecord:
    """One hand as it was recorded.

    Attributes
    ----------
    structure : str
        ``"no-limit"``, ``"pot-limit"`` or ``"fixed-limit"``.
    stacks : tuple of int or None
        Chips at the start; None where unknown (PHH ``inf``, ACPC limit games).
    antes, blinds : tuple of int
        What each player posts, whatever order the format lists them in. A negative blind is a live post of a player
        new to the table.
    min_bet, small_bet, big_bet : int
        The smallest bet of a no-limit or pot-limit game, or the two bets of a fixed-limit game; else 0.
    actions : list of Action
        Deals and decisions in order.
    ante_trimming : bool
        Whether a player who could not pay the whole ante wins only what it matched.
    finishing_stacks : tuple or None
        Recorded chips at the end; a `Decimal` where the record splits a chip.
    payoffs : tuple or None
        Recorded net result, where the format gives that (ACPC) instead of stacks.
    winnings : tuple or None
        What each player collected from the pots, after rake, where the format gives that (PHH of HandHQ).
    rake : int or None
        Chips the house took; None if the record does not say.
    unit : Decimal
        Worth of one chip in the money of the file.
    house : dict
        Fields of `equity.rules.Rules` that differ from the structure's defaults.
    fields : dict
        Everything else the file said, unknown fields too, in the order read.
    dead : tuple of int
        How much of `antes` is dead money that counts for nobody, such as a missed small blind; empty for none. Only
        needed where everybody antes: an ante that only some pay is dead anyway.
    second_board : tuple of int
        The five cards of the second run, where the rest of the board was dealt twice; `board` is the first.
    cancelled : bool
        Whether the site cancelled the hand and gave every chip back.
    skipped : dict of str to int
        Lines of the text that are not play, counted by kind.
    place : Place
        Where the hand was read.
    format : str
        ``"phh"``, ``"acpc"``, ``"pokerstars"`` ...

    Examples
    --------
    >>> from equity.history import parse_phh
    >>> record = parse_phh('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 AsKs", "d dh p2 QhQd", "p2 f"]
    ... ''')
    >>> record.structure, record.n_players, [action.text for action in record.decisions]
    ('no-limit', 2, ['p2 f'])
    """

    structure: str
    stacks: tuple[int | None, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    actions: list[Action]
    min_bet: int = 0
    small_bet: int = 0
    big_bet: int = 0
    ante_trimming: bool = False
    finishing_stacks: tuple[int | Decimal | None, ...] | None = None
    payoffs: tuple[int | Decimal, ...] | None = None
    winnings: tuple[int | Decimal, ...] | None = None
    rake: int | None = None
    unit: Decimal = ONE
    house: dict[str, object] = field(default_factory=dict)
    fields: dict[str, object] = field(default_factory=dict)
    dead: tuple[int, ...] = ()
    second_board: tuple[int, ...] = ()
    cancelled: bool = False
    skipped: dict[str, int] = field(default_factory=dict, compare=False)
    place: Place = field(default_factory=Place, compare=False)
    format: str = field(default="phh", compare=False)
    batch: ClassVar[Batch | None] = None  # a reader that replays whole batches has records of its own with these two
    at: ClassVar[int] = 0
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:  # whichever reader made the two
        if not isinstance(other, HandRecord):
            return NotImplemented
        return all(getattr(self, field.name) == getattr(other, field.name) for field in fields(self) if field.compare)

    @property
    def n_players(self) -> int:
        """Number of players dealt in."""
        return len(self.stacks)

    @property
    def players(self) -> tuple[str, ...]:
        """Names, or p1, p2 ... where the record has none."""
        names = self.fields.get("players")
        if isinstance(names, tuple) and len(names) == len(self.stacks) and all(isinstance(n, str) for n in names):
            return tuple(name or f"p{i + 1}" for i, name in enumerate(names))
        return tuple(f"p{i + 1}" for i in range(len(self.stacks)))

    @property
    def holes(self) -> list[tuple[int, ...] | None]:
        """Each player's two cards as dealt or shown later; None where unknown."""
        known: list[tuple[int, ...] | None] = [None] * len(self.stacks)
        for action in self.actions:
            if action.kind in (Kind.HOLE, Kind.SHOW) and action.cards:
                known[action.player] = action.cards
        return known

    @property
    def board(self) -> tuple[int, ...]:
        """Board cards in the order dealt."""
        return tuple(card for action in self.actions if action.kind is Kind.BOARD for card in action.cards)

    @property
    def decisions(self) -> list[Action]:
        """The folds, calls and raises."""
        return [action for action in self.actions if Kind.FOLD <= action.kind <= Kind.RAISE]

    @property
    def result(self) -> tuple[int | Decimal | None, ...] | None:
        """Recorded net result of each player, or None if the record has none."""
        if self.payoffs is not None:
            return self.payoffs
        if self.finishing_stacks is None:
            return None if self.winnings is None else self._net_of_winnings()
        pairs = zip(self.finishing_stacks, self.stacks, strict=True)
        return tuple([None if end is None or start is None else end - start for end, start in pairs])

    def _net_of_winnings(self) -> tuple[int | Decimal, ...]:
        """Return what was collected less what was put in; what nobody called is among the former or came back."""
        assert self.winnings is not None
        paid, player, extra = paid_in(self.stacks, self.antes, self.blinds, self.actions)
        if player >= 0 and sum(self.winnings) <= sum(paid) - extra:
            paid[player] -= extra
        return tuple(won - chips for won, chips in zip(self.winnings, paid, strict=True))

    @property
    def posts(self) -> tuple[Post, ...]:
        """What is posted before the deal, as `equity.rules.Hand` takes it."""
        from equity.rules import Post

        kind: Any = "ante" if self.has_layered_antes else "post"
        dead = self.dead or (0,) * len(self.antes)
        antes = [amount - extra for amount, extra in zip(self.antes, dead, strict=True)]
        posts = [Post(seat, dead=amount, kind=kind) for seat, amount in enumerate(antes) if amount]
        posts += [Post(seat, dead=amount) for seat, amount in enumerate(dead) if amount]
        for seat, post, amount in self.blind_posts():
            posts.append(Post(seat, live=amount, kind=post))
        return tuple(posts)

    @property
    def has_layered_antes(self) -> bool:
        """Whether a player short of the ante wins only what it matched: if everybody antes and nothing denies it."""
        if self.ante_trimming or not all(self.antes):
            return True  # the engine takes an ante that only some pay as dead anyway
        return not any(stack is not None and stack < ante for stack, ante in zip(self.stacks, self.antes, strict=True))

    def blind_posts(self) -> list[tuple[int, Any, int]]:
        """Return (seat, kind, amount) of every live post."""
        heads_up = len(self.blinds) == 2
        small, big = (1, 0) if heads_up else (0, 1)
        posts: list[tuple[int, Any, int]] = []
        for seat, amount in enumerate(self.blinds):
            if amount < 0:
                posts.append((seat, "post", -amount))
            elif amount and seat == small:
                posts.append((seat, "small blind" if self.blinds[big] > 0 else "big blind", amount))
            elif amount:
                posts.append((seat, "big blind" if seat == big else "straddle", amount))
        return posts
