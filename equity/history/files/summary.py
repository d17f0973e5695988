"""Many files replayed: how many hands agree, differ or are refused; and work on files spread over all cores."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from os import cpu_count
from typing import Any, NamedTuple, TypeVar

from equity.errors import HistoryError
from equity.history.files.detect import read_hands
from equity.history.files.sources import Origin
from equity.history.record import Place
from equity.history.replaying.replay import replay_all

__all__ = ["Difference", "Summary", "bytes_of", "parts", "summarize"]

_LARGE = 1 << 24  # bytes from which on other processes are worth their start
Part = TypeVar("Part")


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
    errors : list of str
        Hands and files that could not be read, and hands that were refused.

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
    errors: list[str] = field(default_factory=list)
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
        self.errors += other.errors
        self.interrupted |= other.interrupted


def summarize(origin: Origin, options: dict[str, Any]) -> Summary:
    """Return what comes out of one file.

    Parameters
    ----------
    origin : Origin
        The file.
    options : dict
        ``strict``, ``format`` and ``game``, as `equity.history.read` takes them.

    Examples
    --------
    >>> summarize(Origin("no-such-file.phh"), {}).errors
    ['no-such-file.phh: cannot read the file: No such file or directory']
    """
    found = Summary(files=1)

    def note(error: HistoryError) -> None:
        found.errors.append(str(error))

    try:
        with origin.open() as source:
            records = read_hands(source, **options, on_error=note)
            for result in replay_all(records, strict=options.get("strict", True)):
                _freeze()
                if result.error is not None:
                    note(result.error)
                record = result.record
                found.counts[result.verdict] += 1
                found.repaired += result.repairs > 0
                skipped = record.skipped if record.batch is None else record.batch.skipped(record.at)
                if skipped:
                    found.skipped.update(skipped)
                if result.verdict == "differ" or (result.verdict == "unfinished" and record.result is not None):
                    row = Difference(record.place, result.verdict, record.unit, record.players, result.differences)
                    found.different.append(row)
    except HistoryError as error:
        note(error)
    except KeyboardInterrupt:
        found.interrupted = True
    return found


@lru_cache(maxsize=1)
def _freeze() -> None:
    """Let full collections not look through Numba's half a million objects, 0.1 s each time."""
    gc.freeze()


def parts(
    work: Callable[[Origin, dict[str, Any]], Part], origins: Sequence[Origin], options: dict[str, Any]
) -> Iterator[Part]:
    """Yield what `work` makes of each file, in the order of the files: on all cores if there is much to read.

    Parameters
    ----------
    work : callable
        A function of a module, so that other processes find it.
    origins : sequence of Origin
    options : dict
        Passed on to `work`.

    Examples
    --------
    >>> [part.hands for part in parts(summarize, [Origin("no-such-file.phh")], {})]
    [0]
    """
    cores = min(cpu_count() or 1, len(origins))
    if cores < 2 or bytes_of(origins) < _LARGE:
        for origin in origins:
            yield work(origin, options)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        tasks = [pool.submit(work, origin, options) for origin in origins]
        for task in tasks:
            yield task.result()


def bytes_of(origins: Sequence[Origin]) -> int:
    """Return how large files are together, as they lie on the disk.

    Examples
    --------
    >>> bytes_of([Origin("-")])
    0
    """
    paths = {origin.path for origin in origins if origin.path != "-"}
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))
