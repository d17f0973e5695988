"""Many hands replayed: how many agree, differ or are refused."""

from __future__ import annotations

import gc
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple

from equity.history.files.pieces import Part, Piece, Reading
from equity.history.files.sources import Origin
from equity.history.record import Place
from equity.history.replaying.replay import replay_all

__all__ = ["Difference", "Summary", "summarize"]


class Difference(NamedTuple):
    """A hand whose result is not the recorded one."""

    place: Place
    verdict: str
    unit: Decimal
    players: tuple[str, ...]
    differences: tuple[int | Decimal, ...]


@dataclass
class Summary:
    """What came out of the hands of some files.

    Attributes
    ----------
    files, hands, repaired : int
    counts : Counter
        Hands by verdict.
    skipped : Counter
        Lines that are not play, by kind.
    different : list of Difference
    interrupted : bool
        Whether Ctrl-C ended the reading.

    Examples
    --------
    >>> one, two = Summary(counts=Counter(agree=2)), Summary(counts=Counter(agree=1, differ=1))
    >>> one.add(two)
    >>> one.hands
    4
    """

    files: int = 0
    repaired: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    different: list[Difference] = field(default_factory=list)
    interrupted: bool = False

    @property
    def hands(self) -> int:
        """Hands that could be read."""
        return self.counts.total()

    def add(self, other: Summary) -> None:
        """Add the hands of other files."""
        self.files += other.files
        self.repaired += other.repaired
        self.counts.update(other.counts)
        self.skipped.update(other.skipped)
        self.different += other.different
        self.interrupted |= other.interrupted

    def move(self, hands: int, lines: int) -> None:
        """Give hands and lines the numbers they have in the whole file, if these are those of a piece."""
        for k, row in enumerate(self.different):
            place = Place(row.place.file, row.place.hand + hands, row.place.line + lines)
            self.different[k] = row._replace(place=place)


def summarize(origin: Origin | Piece, options: dict[str, Any]) -> Part[Summary]:
    """Return what comes out of one file, or of a piece.

    Parameters
    ----------
    origin : Origin or Piece
        The file.
    options : dict
        ``strict``, ``format`` and ``game``, as `equity.history.read` takes them.

    Examples
    --------
    >>> summarize(Origin("no-such-file.phh"), {}).errors
    ['no-such-file.phh: cannot read the file: No such file or directory']
    """
    found = Summary(files=1)
    reading = Reading(origin, **options)
    try:
        for result in replay_all(reading.records(), strict=options.get("strict", True)):
            _freeze()
            if result.error is not None:
                reading.note(result.error)
            record = result.record
            found.counts[result.verdict] += 1
            found.repaired += result.repairs > 0
            skipped = record.skipped if record.batch is None else record.batch.skipped(record.at)
            if skipped:
                found.skipped.update(skipped)
            if result.verdict == "differ" or (result.verdict == "unfinished" and record.result is not None):
                row = Difference(record.place, result.verdict, record.unit, record.players, result.differences)
                found.different.append(row)
    except KeyboardInterrupt:
        found.interrupted = True
    return Part.of(found, reading)


@lru_cache(maxsize=1)
def _freeze() -> None:
    """Let full collections not look through Numba's half a million objects, 0.1 s each time."""
    gc.freeze()
