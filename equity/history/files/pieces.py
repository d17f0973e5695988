"""Work on files spread over all cores; a large file is cut into pieces between two of its hands.

What comes out does not depend on the number of cores: files are cut at the same places for any number, and the parts
are given back in the order of the text, with hands and lines numbered as in the whole file.
"""

from __future__ import annotations

import os
import re
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import cpu_count
from pathlib import Path
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar, cast

from equity.errors import HistoryError
from equity.history.files.detect import format_of, hand_start, read_hands
from equity.history.files.sources import Origin
from equity.history.record import HandRecord
from equity.history.text_lines import Source

__all__ = ["Part", "Piece", "Reading", "bytes_of", "cut", "parts"]

_LARGE = 1 << 24  # bytes from which on other processes are worth their start
_PIECE = 1 << 23  # bytes of a piece
_LOOK = 1 << 22  # bytes in which another hand begins
_PLACE = re.compile(r", hand (\d+)(?: \(line (\d+)\))?|, line (\d+)")
Found = TypeVar("Found")


class Piece(NamedTuple):
    """A part of a file on disk, from the start of a hand to the start of another.

    Examples
    --------
    >>> Piece("hands.phhs", 0, 100).name
    'hands.phhs'
    """

    path: str
    start: int
    end: int

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.path

    @contextmanager
    def open(self) -> Iterator[Source]:
        """Give what the readers take."""
        try:
            with Path(self.path).open("rb") as stream:
                stream.seek(self.start)
                yield cast("BinaryIO", _Slice(stream, self.path, self.end - self.start))
        except OSError as error:
            raise HistoryError(f"{self.path}: cannot read the file: {error.strerror or error}") from None

    def lines(self) -> int:
        """Return how many lines end in it."""
        with Path(self.path).open("rb") as stream:
            stream.seek(self.start)
            return stream.read(self.end - self.start).count(b"\n")


class _Slice:
    """The next bytes of a stream, as a stream."""

    def __init__(self, stream: BinaryIO, name: str, size: int) -> None:
        self.name = name
        self._stream = stream
        self._left = size

    def read(self, size: int) -> bytes:
        data = self._stream.read(min(size, self._left))
        self._left -= len(data)
        return data


class Reading:
    """The hands of a file or a piece, and what could not be read.

    Attributes
    ----------
    errors : list of str
    hands : int
        Hands that the text has, those that cannot be read included.
    lines : int
        Lines of a piece.
    ended : bool
        Whether an error ended the reading before the end of the text.
    """

    def __init__(self, origin: Origin | Piece, **options: Any) -> None:
        self._origin = origin
        self._options = options
        self.errors: list[str] = []
        self.hands = self.lines = 0
        self.ended = False

    def note(self, error: object) -> None:
        """Keep an error."""
        self.errors.append(str(error))

    def records(self) -> Iterator[HandRecord]:
        """Yield the hands; a file that cannot be read is an error like the others."""

        def note(error: HistoryError) -> None:
            self.note(error)
            place = _PLACE.match(str(error), len(self._origin.name))
            self.hands += place is not None and place[1] is not None

        try:
            with self._origin.open() as source:
                for record in read_hands(source, **self._options, on_error=note):
                    self.hands += 1
                    yield record
            if isinstance(self._origin, Piece):
                self.lines = self._origin.lines()
        except HistoryError as error:
            self.note(error)
            self.ended = True


@dataclass
class Part(Generic[Found]):
    """What came out of a file or a piece.

    Attributes
    ----------
    found : Any
        What was made of its hands.
    errors : list of str
    hands, lines, ended
        As `Reading` counts them.
    bytes_done : int
        Bytes of all files up to the end of this part.
    """

    found: Found
    errors: list[str] = field(default_factory=list)
    hands: int = 0
    lines: int = 0
    ended: bool = False
    bytes_done: int = 0

    @classmethod
    def of(cls, found: Found, reading: Reading) -> Part[Found]:
        """Return what was made of a text."""
        return cls(found, reading.errors, reading.hands, reading.lines, reading.ended)

    def move(self, name: str, hands: int, lines: int) -> None:
        """Give hands and lines the numbers they have in the whole file."""

        def moved(error: str) -> str:
            match = _PLACE.match(error, len(name))
            if match is None:
                return error
            if match[3]:
                where = f", line {int(match[3]) + lines}"
            else:
                line = f" (line {int(match[2]) + lines})" if match[2] else ""
                where = f", hand {int(match[1]) + hands}{line}"
            return error[: len(name)] + where + error[match.end() :]

        if hands or lines:
            self.errors = list(map(moved, self.errors))
            move = getattr(self.found, "move", None)
            if move is not None:
                move(hands, lines)


def cut(origin: Origin) -> list[Origin | Piece]:
    """Return a file as it is, or in pieces if it is large and its hands can be told apart without reading them.

    Examples
    --------
    >>> cut(Origin("no-such-file.phh"))
    [Origin(path='no-such-file.phh', member='')]
    """
    size = bytes_of([origin])
    if size <= _PIECE or origin.path == "-" or origin.member or origin.path.endswith(".gz"):
        return [origin]
    try:
        starts = hand_start(format_of(origin.path), origin.path)
        bounds = [0]
        if starts is not None:
            with Path(origin.path).open("rb") as stream:
                while (at := bounds[-1] + _PIECE) < size and (bound := _next_hand(stream, at, starts)):
                    bounds.append(bound)
    except (HistoryError, OSError):  # the reader says so
        return [origin]
    return [Piece(origin.path, start, end) for start, end in zip(bounds, [*bounds[1:], size], strict=True)]


def _next_hand(stream: BinaryIO, at: int, starts: Callable[[str], bool]) -> int:
    """Return where the next hand begins; 0 for nowhere near."""
    stream.seek(at)
    text = stream.read(_LOOK)
    line = text.find(b"\n") + 1
    while 0 < line < len(text):
        end = text.find(b"\n", line)
        if end < 0:
            return 0
        if starts(text[line:end].decode("utf-8", "replace")):
            return at + line
        line = end + 1
    return 0


def parts(
    work: Callable[[Origin | Piece, dict[str, Any]], Part[Found]],
    origins: Sequence[Origin],
    options: dict[str, Any],
    *,
    whole: bool = False,
) -> Iterator[Part[Found] | None]:
    """Yield what `work` makes of each file or piece, in their order: on all cores if there is much to read.

    None comes last if Ctrl-C ends the work: what came before is whole.

    Parameters
    ----------
    work : callable
        A function of a module, so that other processes find it.
    origins : sequence of Origin
    options : dict
        Passed on to `work`.
    whole : bool
        Whether files must not be cut.

    Examples
    --------
    >>> list(parts(lambda origin, options: Part(0), [], {}))
    []
    """
    pieces = [(origin, piece) for origin in origins for piece in ([origin] if whole else cut(origin))]
    done = hands = lines = 0
    before: Origin | None = None
    ended = False
    for (origin, piece), part in zip(pieces, _worked(work, [piece for _, piece in pieces], options), strict=False):
        if part is None:
            yield None
            return
        if origin is not before:
            before, hands, lines, ended = origin, 0, 0, False
        done += piece.end - piece.start if isinstance(piece, Piece) else bytes_of([piece])
        if ended:
            continue
        part.move(piece.name, hands, lines)
        hands, lines, ended, part.bytes_done = hands + part.hands, lines + part.lines, part.ended, done
        yield part


def _worked(
    work: Callable[[Origin | Piece, dict[str, Any]], Part[Found]],
    pieces: list[Origin | Piece],
    options: dict[str, Any],
) -> Iterator[Part[Found] | None]:
    cores = min(cpu_count() or 1, len(pieces))
    size = sum(piece.end - piece.start if isinstance(piece, Piece) else bytes_of([piece]) for piece in pieces)
    if cores < 2 or size < _LARGE:
        for piece in pieces:
            yield work(piece, options)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(cores, get_context("spawn"), initializer=_let_parent_decide)
    try:
        tasks = deque(pool.submit(work, piece, options) for piece in pieces)
        while tasks:
            yield tasks.popleft().result()
    except KeyboardInterrupt:
        yield None
    finally:
        pool.shutdown(cancel_futures=True)


def _let_parent_decide() -> None:
    """Leave Ctrl-C to the process that gives out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def bytes_of(origins: Sequence[Origin]) -> int:
    """Return how large files are together, as they lie on the disk.

    Examples
    --------
    >>> bytes_of([Origin("-")])
    0
    """
    paths = {origin.path for origin in origins if origin.path != "-"}
    return sum(os.path.getsize(path) for path in paths if os.path.isfile(path))
