"""Hands to a file as they are played, and that file again when a run is resumed.

Rules of the file: hands go to the file in order and whole, so that a run cut short, or a full disk, leaves a file that
is valid up to its last hand. Memory does not grow with the number of hands. A file that is not the run's own stays as
it is.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from contextlib import suppress
from hashlib import sha256
from io import FileIO
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from equity.checkpoint import lock
from equity.errors import OptionError
from equity.simulate.runs.specification import RunSpec

if TYPE_CHECKING:
    from equity.history import HandRecord
    from equity.simulate.runs.chunks import Record
    from equity.simulate.runs.hand_text import TextMaker

__all__ = ["HandWriter", "UnwrittenError", "Written", "open_locked"]

_MANY = 5_000  # hands from which on a kernel writes them
_TAIL = 4096  # bytes by which a file is known again: a few hands


class UnwrittenError(OptionError):
    """What was played could not be written; it is told with the result."""


def open_locked(path: Path) -> FileIO:
    """Open a file for writing, as it is, and keep other processes from it until it is closed; a new one if none is.

    Raises
    ------
    OptionError
        If another run writes there.
    OSError
        If it cannot be opened.
    """
    file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
    if not lock(file.fileno()):
        file.close()
        raise OptionError(f"{path} is being written by another run; wait for it, or name another file")
    return file


class Written(NamedTuple):
    """The part of a file that holds a checkpoint's hands.

    Attributes
    ----------
    size : int
        Bytes from the start.
    tail : str
        Digest of the last of them.
    """

    size: int
    tail: str

    @classmethod
    def from_state(cls, state: Any) -> Written:
        """Return what JSON has made a list of."""
        size, tail = state
        if type(size) is not int or size < 0 or not isinstance(tail, str):
            raise ValueError(f"{state!r:.60} is not part of a file")
        return cls(size, tail)


class HandWriter:
    """Hands to one file, in order."""

    def __init__(self, path: Path, spec: RunSpec, *, played: int = 0, written: Written | None = None) -> None:
        from equity.simulate.runs.hand_records import RecordMaker

        self.path = path
        self.hands = played
        self._acpc = path.suffix.lower() == ".acpc"
        self._maker = RecordMaker(spec, first=played)
        self._size, self._tail = 0, b""
        game = self._maker.acpc_game() if self._acpc else ""  # refuses what ACPC cannot say
        self._together = self._text_maker(spec.hands)
        try:
            if path.exists() and not path.is_file():
                raise OptionError(f"cannot write {path}: hands go to a regular file, not to a folder, pipe or device")
            self._file = self._reopen(written) if played else open_locked(path)
            if not played:
                self._file.truncate()
            if self._acpc and not played:
                rules = path.with_suffix(".game")
                rules.write_text(game, encoding="utf-8")
                self._put(f"# name/game/hands/seed equity {rules.name} {spec.hands} {spec.seed}\n".encode())
        except OSError as error:
            raise OptionError(f"cannot write {path}: {error.strerror}") from None

    def _text_maker(self, hands: int) -> TextMaker | None:
        """Return what writes many hands in one call; for few its compilation is not worth it."""
        from equity.history.text_lines import is_worth_it

        if hands < _MANY or not is_worth_it():
            return None
        from equity.simulate.runs.hand_text import TextMaker

        return TextMaker(self._maker, acpc=self._acpc)

    def _reopen(self, written: Written | None) -> FileIO:
        """Open the file of an earlier run and cut it to the checkpoint's hands, if it holds them."""
        if written is None:
            raise OptionError(
                f"the {self.hands} hands of the checkpoint were not written to {self.path}: go on without output, or "
                "start a new checkpoint"
            )
        other = OptionError(
            f"{self.path} does not hold the {self.hands} hands of the checkpoint; start a new checkpoint"
        )
        if not self.path.exists():
            raise other
        file = open_locked(self.path)
        length = min(written.size, _TAIL)
        file.seek(written.size - length)
        self._size, self._tail = written.size, file.read(length)
        if self._written() != written:
            file.close()
            raise other
        file.truncate()
        return file

    def write(self, record: Record) -> Written:
        """Write a chunk's hands; returns what the file holds then.

        Raises
        ------
        OptionError
            If the disk is full, after cutting the file to whole hands.
        """
        start = self._size
        data, ends = self._texts(record)
        try:
            self._put(data)
        except OSError as error:
            self._cut(start, ends)
            raise UnwrittenError(
                f"cannot write {self.path}: {error.strerror}; the file holds the first {self.hands} hands"
            ) from None
        self.hands += len(ends)
        return self._written()

    def _texts(self, record: Record) -> tuple[bytes, list[int]]:
        """Return the text of a chunk's hands, and where each ends."""
        if self._together is not None:
            data, stops = self._together.write(record, self._maker.next)
            self._maker.next += len(stops)
            return data, stops.tolist()
        texts = [self._text(hand) for hand in self._maker.records(record)]
        return b"".join(texts), list(accumulate(map(len, texts)))

    def cut(self, written: Written) -> None:
        """Take everything after some of the hands off the end: what an interrupt left of a chunk."""
        with suppress(OSError):
            os.ftruncate(self._file.fileno(), written.size)

    def _put(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]
        self._size += len(data)
        self._tail = (self._tail + data[-_TAIL:])[-_TAIL:]

    def _written(self) -> Written:
        return Written(self._size, sha256(self._tail).hexdigest())

    def _text(self, hand: HandRecord) -> bytes:
        if self._acpc:
            from equity.history import acpc_text

            return (acpc_text(hand) + "\n").encode()
        from equity.history import phh_text

        number = int(str(hand.fields["hand"])) + 1
        return f"{chr(10) if number > 1 else ''}[{number}]\n{phh_text(hand)}".encode()

    def _cut(self, start: int, ends: list[int]) -> None:
        """Take a hand that is half written off the end."""
        size = os.fstat(self._file.fileno()).st_size
        whole = bisect_right(ends, size - start)
        self.hands += whole
        os.ftruncate(self._file.fileno(), start + (ends[whole - 1] if whole else 0))

    def flush(self) -> None:
        """Bring what is written to the disk.

        Raises
        ------
        OptionError
            If the disk fails.
        """
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise UnwrittenError(f"cannot write {self.path}: {error.strerror}") from None

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):  # the disk is full: said already
            self._file.close()
