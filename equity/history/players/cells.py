"""What is counted of the players of recorded hands: whole numbers, so that parts can be added in any order.

What a player did in one hand is one number, a *pattern*, and patterns are counted; only at the end they are taken
apart. So memory grows with the number of players, and not with the number of hands.
"""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

__all__ = [
    "FLAGS",
    "LIVE",
    "UNIT",
    "WON",
    "Cell",
    "Curve",
    "Place",
    "PlayerTally",
    "Tallies",
    "add_early",
    "calm",
    "counted_hands",
    "place_of",
    "with_rake",
]

UNIT = 2520  # parts of a chip for all-in adjusted results: every split of a pot is whole
# the pattern's parts: bits and what they count; see `equity.kernels.play.whole_hands` and `recorded_hands`
_FLOP, _SHOWDOWN, LIVE, WON = 1, 2, 4, 8
FLAGS = (
    *("fold_to_three_bet", "steal", "fold_to_steal"),
    *("c_bet_flop", "c_bet_turn", "c_bet_river"),
    *("fold_to_c_bet_flop", "fold_to_c_bet_turn", "fold_to_c_bet_river"),
)
_POINTS = 512  # of a curve


@contextmanager
def calm() -> Iterator[None]:
    """Let full collections not look through Numba's half a million objects meanwhile, 0.1 s each time."""
    if gc.get_freeze_count():  # somebody else's stay frozen
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


class Place(NamedTuple):
    """Where a player sat: players dealt in, seats from the button, and the stakes."""

    players: int
    position: int
    stakes: tuple[str, int, Decimal]  # structure, big blind in chips, worth of a chip


@dataclass(slots=True)
class Cell:
    """A player's hands in one place.

    Attributes
    ----------
    patterns : dict
        Pattern -> hands.
    net, squares : int
        Chips won, and the sum of their squares over hands.
    quiet : int
        Chips won in hands without a showdown.
    rake : int
        Chips the house took of what the player won.
    shift, square_shift : int
        What early all-ins at their equity change in these two, in parts of a chip and their squares.
    all_ins, unsettled : int
        Early all-ins, and those that could not be settled at their equity.
    """

    patterns: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    net: int = 0
    squares: int = 0
    quiet: int = 0
    rake: int = 0
    shift: int = 0
    square_shift: int = 0
    all_ins: int = 0
    unsettled: int = 0

    def add(self, other: Cell) -> None:
        """Add other hands."""
        for pattern, hands in other.patterns.items():
            self.patterns[pattern] = self.patterns.get(pattern, 0) + hands
        for name in ("net", "squares", "quiet", "rake", "shift", "square_shift", "all_ins", "unsettled"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Curve:
    """A running result, kept at a few hundred points however many hands there are.

    Examples
    --------
    >>> curve = Curve()
    >>> for _ in range(2000):
    ...     curve.add(1.0, 0.5, 0.0)
    >>> len(curve.points) <= 512, curve.points[-1][0] <= 2000, curve.total[0]
    (True, True, 2000.0)
    """

    __slots__ = ("every", "hands", "points", "total")

    def __init__(self) -> None:
        self.points: list[tuple[int, float, float, float]] = [(0, 0.0, 0.0, 0.0)]
        self.total = [0.0, 0.0, 0.0]
        self.hands = 0
        self.every = 1

    def followed_by(self, other: Curve) -> Curve:
        """Return this running result and then another's."""
        hands, *total = self.hands, *self.total
        for at, *values in other.points[1:]:
            self.points.append((hands + at, *(total[i] + value for i, value in enumerate(values))))  # type: ignore[arg-type]
        self.hands += other.hands
        self.total = [mine + theirs for mine, theirs in zip(self.total, other.total, strict=True)]
        while len(self.points) > _POINTS:
            self.points = self.points[::2]
            self.every *= 2
        return self

    def add(self, *values: float) -> None:
        """Add a hand: big blinds won, all-in adjusted, and without a showdown."""
        self.hands += 1
        for i, value in enumerate(values):
            self.total[i] += value
        if self.hands % self.every == 0:
            self.points.append((self.hands, self.total[0], self.total[1], self.total[2]))
            if len(self.points) >= _POINTS:
                self.points = self.points[::2]
                self.every *= 2


class PlayerTally(dict[Place, Cell]):
    """A player's cells."""

    __slots__ = ("curve",)

    def __init__(self) -> None:
        super().__init__()
        self.curve: Curve | None = None

    def cell(self, place: Place) -> Cell:
        """Return the cell of a place."""
        found = self.get(place)
        if found is None:
            found = self[place] = Cell()
        return found


@dataclass
class Tallies:
    """The players of some hands.

    Attributes
    ----------
    players : dict of str to PlayerTally
    hands : int
        Hands counted.
    left_out : Counter
        Hands that were not, by verdict.
    interrupted : bool
        Whether Ctrl-C ended the reading.
    """

    players: dict[str, PlayerTally] = field(default_factory=dict)
    hands: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    interrupted: bool = False

    def player(self, name: str) -> PlayerTally:
        """Return the tally of a player."""
        found = self.players.get(name)
        if found is None:
            found = self.players[name] = PlayerTally()
        return found

    def add(self, other: Tallies) -> None:
        """Add the hands of another tally."""
        self.hands += other.hands
        self.left_out.update(other.left_out)
        self.interrupted |= other.interrupted
        for name, cells in other.players.items():
            mine = self.player(name)
            for place, cell in cells.items():
                mine.cell(place).add(cell)
            if cells.curve is not None:
                mine.curve = cells.curve if mine.curve is None else mine.curve.followed_by(cells.curve)


@lru_cache(maxsize=4096)
def place_of(players: int, position: int, stakes: tuple[str, int, Decimal]) -> Place:
    """Return a place, the same object each time: a million players share a few."""
    return Place(players, position, stakes)


@lru_cache(maxsize=1)
def _rooms() -> Any:
    """Return what the kernel needs besides the hands."""
    import numpy as np

    from equity.kernels.hands.all_ins import SCRATCH
    from equity.kernels.hands.records import HAND
    from equity.odds.exact.preflop_grids import slot_counts

    return np.empty(2, HAND), slot_counts(), np.empty(1, SCRATCH)


def counted_hands(packed: Any, starts: Any, rules: Any, skip: Any) -> tuple[Any, ...]:
    """Return of packed hands: patterns, early, settled, adjusted, chips put in, showdown; arrays by hand and seat.

    Parameters
    ----------
    packed, starts, rules : arrays
        See `equity.kernels.hands.replay.replay_hands`.
    skip : array
        Hands that are left out; theirs are zeros.
    """
    import numpy as np

    from equity.kernels.play.recorded_hands import count_hands

    hands = len(starts) - 1
    scratch, matchups, room = _rooms()
    notes, more = np.zeros((hands, 10), np.int64), np.zeros((hands, 10), np.int64)
    told, found = np.zeros((hands, 4), np.int64), np.zeros((hands, 10, 3), np.int64)
    adjusted = np.zeros((hands, 10), np.int64)
    if hands:
        count_hands(
            *(packed, starts, rules, np.asarray(skip, np.int64), scratch, UNIT, matchups, room),
            *(notes, more, told, found, adjusted),
        )
    flop = ((told[:, 0] > 0) | (told[:, 1] > 0))[:, None]
    saw = flop & (notes >> 5 & 1 == 0)
    shown = told[:, 1:2] > 0
    live = found[:, :, 2] > 0
    won = shown & live & (found[:, :, 0] + found[:, :, 1] > 0)
    flags = saw * _FLOP + (shown & live) * _SHOWDOWN + live * LIVE + won * WON
    pattern = (
        flags
        | (notes & 63) << 4
        | (notes >> 8 & 63) << 10
        | (notes >> 24 & 63) << 16
        | (notes >> 40 & 255) << 22
        | more << 30
    )
    return pattern, told[:, 2], told[:, 3], adjusted, found[:, :, 1], told[:, 1]


def add_early(
    cells: list[Cell],
    net: Sequence[int],
    parts: list[int] | None,
    rake: int,
    settled: int,
    adjusted: list[int],
    patterns: list[int],
) -> None:
    """Count an early all-in: what changes when it is settled at its equity, the rake in proportion."""
    equity = with_rake(rake, adjusted, net, parts) if settled else None
    for p, (cell, won) in enumerate(zip(cells, net, strict=True)):
        if patterns[p] & LIVE:
            cell.all_ins += 1
            cell.unsettled += not settled
        if equity is not None:
            chips = won * UNIT
            cell.shift += equity[p] - chips
            cell.square_shift += equity[p] ** 2 - chips**2


def with_rake(rake: int, adjusted: list[int], net: Sequence[int], parts: list[int] | None) -> list[int]:
    """Return adjusted results after the rake, which is charged in proportion to what is won on average."""
    if not rake or parts is None:
        return adjusted[: len(net)]
    gains = [max(0, value) for value in adjusted[: len(net)]]
    pot = sum(gains)
    if not pot:
        return adjusted[: len(net)]
    return [value - rake * UNIT * gain // pot for value, gain in zip(adjusted, gains, strict=False)]
