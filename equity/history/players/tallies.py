"""Recorded hands -> counts of what each player did (`equity.history.players.cells`).

A hand goes through the rules engine; the kernel that counts it is `equity.kernels.play.recorded_hands`. Hands that were
read many at a time (`equity.history.replaying.batches`) are counted many at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from equity.history.files.pieces import Part, Piece, Reading
from equity.history.files.sources import Origin
from equity.history.players.cells import (
    LIVE,
    UNIT,
    WON,
    Cell,
    Curve,
    Tallies,
    add_early,
    calm,
    counted_hands,
    place_of,
    with_rake,
)
from equity.history.record import HandRecord
from equity.history.replaying.packing import Packer
from equity.history.replaying.replay import replay_packed
from equity.history.replaying.verdict import Replayed

if TYPE_CHECKING:
    from equity.history.players.plain_tallies import PlainTally, Seats
    from equity.history.replaying.batches import HandTexts

__all__ = ["tally", "tally_file"]

Refused = Callable[[Replayed], object] | None
Told = tuple[list[int], int, int, list[int], list[int], int]
_TOGETHER = 256
_MOST_CURVES = 20


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
    counting = _Counting(total, strict, curves, on_refused)
    with ExitStack() as stack:
        try:
            while chunk := list(islice(source, _TOGETHER)):
                counting.add(counting.replayed(chunk))
                if not counting.is_calm:  # kernels are loaded by now
                    counting.is_calm = True
                    stack.enter_context(calm())
        except KeyboardInterrupt:  # between two chunks: what was counted is whole
            total.interrupted = True
    return total


class _Counting:
    """Hands that are added to a tally."""

    def __init__(self, total: Tallies, strict: bool, curves: Callable[[str], bool] | None, on_refused: Refused) -> None:
        self._total = total
        self._strict = strict
        self._curves = curves
        self._on_refused = on_refused
        self._seats: Seats | None = None
        self._plain: PlainTally | None = None
        self.is_calm = False

    def replayed(self, chunk: list[HandRecord]) -> list[tuple[HandTexts | None, list[HandRecord], Any]]:
        """Return some hands in parts: those of each batch that was read together, and the others, replayed."""
        return [
            (batch, part, replay_packed([] if batch else part, strict=self._strict))
            for batch, part in _divided(chunk, strict=self._strict, in_order=self._curves is not None)
        ]

    def add(self, parts: list[tuple[HandTexts | None, list[HandRecord], Any]]) -> None:
        """Count hands."""
        follow = None if self._curves is None else _follower(self._total, self._curves)
        for batch, part, played in parts:
            if batch is None:
                _count_replayed(self._total, played, self._curves, self._on_refused)
                continue
            from equity.history.players.plain_tallies import PlainTally, Seats

            self._seats = self._seats or Seats()
            if self._plain is None or self._plain.hands is not batch:
                self._plain = PlainTally(batch)
            large = self._plain.count(self._total, self._seats, [record.at for record in part], follow)
            again = replay_packed([batch.record(at) for at in large], strict=self._strict)
            _count_replayed(self._total, again, self._curves, self._on_refused)


def _divided(
    chunk: list[HandRecord], *, strict: bool, in_order: bool
) -> list[tuple[HandTexts | None, list[HandRecord]]]:
    """Return the hands of each batch that was read together, and the others."""
    parts: list[tuple[HandTexts | None, list[HandRecord]]] = []
    for record in chunk:
        batch = record.batch if record.batch is not None and record.batch.outcome(record.at, strict) else None
        for known, part in parts[-1:] if in_order else parts:
            if known is batch:
                part.append(record)
                break
        else:
            parts.append((cast("HandTexts | None", batch), [record]))
    return parts


def _count_replayed(
    total: Tallies,
    played: tuple[list[Replayed], Packer, list[int]],
    curves: Callable[[str], bool] | None,
    on_refused: Callable[[Replayed], object] | None,
) -> None:
    """Add hands that were replayed one by one."""
    results, packer, packed = played
    if not results:
        return
    wanted = []
    for i, result in enumerate(results):
        if result.error is not None and on_refused is not None:
            on_refused(result)
        if result.is_over and result.payoffs and not result.record.second_board:
            wanted.append(i)
        else:
            total.left_out[result.verdict] += 1
    as_packed = {i for i in packed if results[i].packed}.intersection(wanted) if curves is None else set[int]()
    if as_packed:
        skip = [i not in as_packed for i in packed]
        _count(total, [results[i] for i in packed if i in as_packed], _told(packer, skip), curves)
    others = [results[i] for i in wanted if i not in as_packed]
    if others:
        again = Packer()
        for result in others:
            again.add(result.mucked or result.record)
        _count(total, others, _told(again, [False] * len(others)), curves)


def _told(packer: Packer, skip: list[bool]) -> Iterator[Told]:
    """Yield what was counted of the hands that are not skipped."""
    kept = [i for i, left_out in enumerate(skip) if not left_out]
    yield from zip(*[values[kept].tolist() for values in counted_hands(*packer.arrays(), skip)], strict=True)


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
            cells = [total.player(name).cell(place_of(n, (seat + 1) % n, stakes)) for seat, name in enumerate(names)]
            seats[key] = cells
        net = _net(result)
        patterns, early, settled, adjusted, paid, showdown = told
        if result.verdict == "no result" and showdown:  # nobody's cards are known, but the record says who won
            patterns = [
                p | WON if p & LIVE and won > -chips else p for p, won, chips in zip(patterns, net, paid, strict=False)
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
            add_early(cells, net, parts, record.rake or 0, settled, adjusted, patterns)
        if curves is not None:
            fair = adjusted if early and settled else None
            _follower(total, curves)(names, net, fair, parts, record.rake or 0, stakes[1], showdown)


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


def _follower(total: Tallies, curves: Callable[[str], bool]) -> Callable[..., None]:
    """Return what adds a hand to the running results of its players."""

    def follow(
        names: Sequence[str],
        net: Sequence[int],
        adjusted: list[int] | None,
        parts: list[int] | None,
        rake: int,
        big: int,
        showdown: int,
    ) -> None:
        fair = None if adjusted is None else with_rake(rake, adjusted, net, parts)
        for p, name in enumerate(names):
            player = total.player(name)
            if player.curve is None:
                if not curves(name):
                    continue
                player.curve = Curve()
            won = net[p] / big
            player.curve.add(won, won if fair is None else fair[p] / UNIT / big, 0.0 if showdown else won)

    return follow


def tally_file(origin: Origin | Piece, options: dict[str, Any]) -> Part[Tallies]:
    """Return what was counted in one file, or in a piece.

    Parameters
    ----------
    origin : Origin or Piece
    options : dict
        ``strict``; ``days``, the first and the last day counted, each (year, month, day) or None; ``curves``, a name or
        whether the running results of the first players are kept.

    Examples
    --------
    >>> tally_file(Origin("no-such-file.phh"), {"strict": True, "days": (None, None), "curves": False}).errors
    ['no-such-file.phh: cannot read the file: No such file or directory']
    """
    since, until = options["days"]
    curves = options["curves"]
    kept: set[str] = set()

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

    reading = Reading(origin, strict=options["strict"])
    found = tally(
        reading.records(),
        strict=options["strict"],
        wanted=is_wanted if since or until else None,
        curves=has_curve if curves else None,
        on_refused=lambda result: reading.note(result.error),
    )
    return Part.of(found, reading)
