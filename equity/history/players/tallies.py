"""Counts of what each player did in recorded hands: whole numbers, so that parts can be added in any order.

A hand goes through the rules engine; the kernel that counts it is `equity.kernels.play.recorded_hands`. What a player
did in one hand is one number, a *pattern*, and patterns are counted; only at the end they are taken apart. So memory
grows with the number of players, and not with the number of hands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from equity.errors import HistoryError
from equity.history.files.detect import read_hands
from equity.history.files.sources import Origin
from equity.history.record import HandRecord
from equity.history.replaying.packing import Packer
from equity.history.replaying.replay import replay_packed
from equity.history.replaying.verdict import Replayed

__all__ = ["FLAGS", "UNIT", "Cell", "Curve", "Place", "PlayerTally", "Tallies", "tally", "tally_file"]

Told = tuple[list[int], int, int, list[int], list[int], int]
UNIT = 2520  # parts of a chip for all-in adjusted results: every split of a pot is whole
_TOGETHER = 256
# the pattern's parts: bits and what they count; see `equity.kernels.play.whole_hands` and `recorded_hands`
_FLOP, _SHOWDOWN, _LIVE, _WON = 1, 2, 4, 8
FLAGS = (
    *("fold_to_three_bet", "steal", "fold_to_steal"),
    *("c_bet_flop", "c_bet_turn", "c_bet_river"),
    *("fold_to_c_bet_flop", "fold_to_c_bet_turn", "fold_to_c_bet_river"),
)
_POINTS = 512  # of a curve
_MOST_CURVES = 20


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


def tally(
    records: Iterable[HandRecord],
    *,
    strict: bool = True,
    wanted: Callable[[HandRecord], bool] | None = None,
    curves: Callable[[str], bool] | None = None,
    on_refused: Callable[[Replayed], object] | None = None,
) -> Tallies:
    """Replay hands and count what their players did.

    Parameters
    ----------
    records : iterable of HandRecord
        Taken a few hundred at a time.
    strict : bool
        As `equity.history.replaying.replay` takes it.
    wanted : callable, optional
        Says whether a hand is counted.
    curves : callable, optional
        Says of which players the running result is kept.
    on_refused : callable, optional
        Takes hands that break the rules.

    Examples
    --------
    >>> tally([]).hands
    0
    """
    total = Tallies()
    chosen = records if wanted is None else filter(wanted, records)
    source = iter(chosen)
    while True:
        try:
            chunk = list(islice(source, _TOGETHER))
            results, packer, packed = replay_packed(chunk, strict=strict)
        except KeyboardInterrupt:  # between two chunks: what was counted is whole
            total.interrupted = True
            break
        if not chunk:
            break
        wanted_rows = []
        for i, result in enumerate(results):
            if result.error is not None and on_refused is not None:
                on_refused(result)
            if result.is_over and result.payoffs and not result.record.second_board:
                wanted_rows.append(i)
            else:
                total.left_out[result.verdict] += 1
        as_packed = {i for i in packed if results[i].record is chunk[i]}.intersection(wanted_rows)
        if as_packed:
            skip = [i not in as_packed for i in packed]
            _count(total, [results[i] for i in packed if i in as_packed], _told(packer, skip), curves)
        others = [results[i] for i in wanted_rows if i not in as_packed]
        if others:
            again = Packer()
            for result in others:
                again.add(result.record)
            _count(total, others, _told(again, [False] * len(others)), curves)
    return total


def _count(total: Tallies, results: list[Replayed], rows: Iterator[Told], curves: Callable[[str], bool] | None) -> None:
    """Add the hands of a chunk."""
    total.hands += len(results)
    seats: dict[Any, list[Cell]] = {}
    for result, told in zip(results, rows, strict=True):
        record = result.record
        names, n = record.players, record.n_players
        stakes = record.structure, record.min_bet or record.small_bet, record.unit
        key = (names, stakes)
        cells = seats.get(key)
        if cells is None:
            cells = [total.player(name).cell(_place(n, (seat + 1) % n, stakes)) for seat, name in enumerate(names)]
            seats[key] = cells
        net = _net(result)
        patterns, early, settled, adjusted, paid, showdown = told
        if result.verdict == "no result" and showdown:  # nobody's cards are known, but the record says who won
            patterns = [
                p | _WON if p & _LIVE and won > -chips else p
                for p, won, chips in zip(patterns, net, paid, strict=False)
            ]
        for cell, pattern, won in zip(cells, patterns, net, strict=False):
            cell.patterns[pattern] += 1
            cell.net += won
            cell.squares += won * won
            if not showdown:
                cell.quiet += won
        rake = record.rake or max(0, -sum(net))
        parts = _rake_parts(record, net, paid, rake) if rake > 0 else None
        if parts is not None:
            for cell, part in zip(cells, parts, strict=True):
                cell.rake += part
        if early:
            _early(cells, result, net, parts, settled, adjusted, patterns)
        if curves is not None:
            _curves(total, record, net, adjusted if early and settled else None, parts, showdown, curves)


@lru_cache(maxsize=4096)
def _place(players: int, position: int, stakes: tuple[str, int, Decimal]) -> Place:
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


def _told(packer: Packer, skip: list[bool]) -> Iterator[Told]:
    """Yield of the hands not skipped: patterns, early, settled, adjusted, chips put in, showdown."""
    import numpy as np

    from equity.kernels.play.recorded_hands import count_hands

    hands = len(packer)
    scratch, matchups, room = _rooms()
    notes, more = np.zeros((hands, 10), np.int64), np.zeros((hands, 10), np.int64)
    told, found = np.zeros((hands, 4), np.int64), np.zeros((hands, 10, 3), np.int64)
    adjusted = np.zeros((hands, 10), np.int64)
    left_out = np.array(skip, np.int64)
    count_hands(
        *(*packer.arrays(), left_out, scratch, UNIT, matchups, room),
        *(notes, more, told, found, adjusted),
    )
    if any(skip):
        kept = left_out == 0
        notes, more, told, found, adjusted = notes[kept], more[kept], told[kept], found[kept], adjusted[kept]
    flop = ((told[:, 0] > 0) | (told[:, 1] > 0))[:, None]
    saw = flop & (notes >> 5 & 1 == 0)
    shown = told[:, 1:2] > 0
    live = found[:, :, 2] > 0
    won = shown & live & (found[:, :, 0] + found[:, :, 1] > 0)
    flags = saw * _FLOP + (shown & live) * _SHOWDOWN + live * _LIVE + won * _WON
    pattern = (
        flags
        | (notes & 63) << 4
        | (notes >> 8 & 63) << 10
        | (notes >> 24 & 63) << 16
        | (notes >> 40 & 255) << 22
        | more << 30
    )
    yield from zip(
        pattern.tolist(),
        told[:, 2].tolist(),
        told[:, 3].tolist(),
        adjusted.tolist(),
        found[:, :, 1].tolist(),
        told[:, 1].tolist(),
        strict=True,
    )


def _net(result: Replayed) -> tuple[int, ...]:
    """Return what every player won: as recorded, where the record says it in whole chips, else by the engine."""
    recorded = result.record.result if result.verdict in ("rake", "differ") else None
    if recorded is None:
        return result.payoffs
    return tuple(
        int(value) if value is not None and value == int(value) else played
        for value, played in zip(recorded, result.payoffs, strict=True)
    )


def _rake_parts(record: HandRecord, net: tuple[int, ...], paid: list[int], rake: int) -> list[int]:
    """Return the rake each winner paid: in proportion to what they got, the last of them with what rounding leaves."""
    dead = (0,) * len(net) if all(record.antes) else record.antes
    got = [max(0, won + chips + extra) for won, chips, extra in zip(net, paid, dead, strict=False)]
    total = sum(got)
    parts = [0] * len(net)
    if not total:
        return parts
    seats: Any = record.fields.get("seats")
    order = range(len(net))
    winners = [p for p in (sorted(order, key=seats.__getitem__) if _is_seats(seats, len(net)) else order) if got[p]]
    left = rake
    for p in winners:
        parts[p] = left if p == winners[-1] else rake * got[p] // total
        left -= parts[p]
    return parts


def _is_seats(seats: Any, players: int) -> bool:
    return isinstance(seats, tuple) and len(seats) == players and all(isinstance(seat, int) for seat in seats)


def _early(
    cells: list[Cell],
    result: Replayed,
    net: tuple[int, ...],
    parts: list[int] | None,
    settled: int,
    adjusted: list[int],
    patterns: list[int],
) -> None:
    """Count an early all-in: what changes when it is settled at its equity, the rake in proportion."""
    equity = _with_rake(result.record, adjusted, net, parts) if settled else None
    for p, (cell, won) in enumerate(zip(cells, net, strict=True)):
        if patterns[p] & _LIVE:
            cell.all_ins += 1
            cell.unsettled += not settled
        if equity is not None:
            chips = won * UNIT
            cell.shift += equity[p] - chips
            cell.square_shift += equity[p] ** 2 - chips**2


def _with_rake(record: HandRecord, adjusted: list[int], net: tuple[int, ...], parts: list[int] | None) -> list[int]:
    """Return adjusted results after the rake, which is charged in proportion to what is won on average."""
    rake = record.rake or 0
    if not rake or parts is None:
        return adjusted[: len(net)]
    gains = [max(0, value) for value in adjusted[: len(net)]]
    pot = sum(gains)
    if not pot:
        return adjusted[: len(net)]
    return [value - rake * UNIT * gain // pot for value, gain in zip(adjusted, gains, strict=False)]


def _curves(
    total: Tallies,
    record: HandRecord,
    net: tuple[int, ...],
    adjusted: list[int] | None,
    parts: list[int] | None,
    showdown: int,
    curves: Callable[[str], bool],
) -> None:
    big = record.min_bet or record.small_bet
    fair = None if adjusted is None else _with_rake(record, adjusted, net, parts)
    for p, name in enumerate(record.players):
        player = total.player(name)
        if player.curve is None:
            if not curves(name):
                continue
            player.curve = Curve()
        won = net[p] / big
        player.curve.add(won, won if fair is None else fair[p] / UNIT / big, 0.0 if showdown else won)


def tally_file(origin: Origin, options: dict[str, Any]) -> tuple[Tallies, list[str]]:
    """Return what was counted in one file, and its errors.

    Parameters
    ----------
    origin : Origin
    options : dict
        ``strict``; ``days``, the first and the last day counted, each (year, month, day) or None; ``curves``, a name or
        whether the running results of the first players are kept.

    Examples
    --------
    >>> tally_file(Origin("no-such-file.phh"), {"strict": True, "days": (None, None), "curves": False})[1]
    ['no-such-file.phh: cannot read the file: No such file or directory']
    """
    errors: list[str] = []
    since, until = options["days"]
    curves = options["curves"]
    kept: set[str] = set()

    def note(error: HistoryError) -> None:
        errors.append(str(error))

    def is_wanted(record: HandRecord) -> bool:
        day = tuple(record.fields.get(name) for name in ("year", "month", "day"))
        if None in day:
            return False
        return (since is None or day >= since) and (until is None or day <= until)

    def has_curve(name: str) -> bool:
        if isinstance(curves, str):
            return name == curves
        if len(kept) < _MOST_CURVES:
            kept.add(name)
        return name in kept

    try:
        with origin.open() as source:
            found = tally(
                read_hands(source, strict=options["strict"], on_error=note),
                strict=options["strict"],
                wanted=is_wanted if since or until else None,
                curves=has_curve if curves else None,
                on_refused=lambda result: note(result.error),  # type: ignore[arg-type]
            )
    except HistoryError as error:
        note(error)
        found = Tallies()
    return found, errors
