"""What people point at: files, folders, patterns, archives and standard input -> files to read, one after the other.

Nothing is unpacked to disk: members of an archive are read as streams. An archive that unpacks to far more than any
text does, or has names that lead out of it, is refused.
"""

from __future__ import annotations

import glob
import gzip
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple, cast

from equity.errors import HistoryError
from equity.history.acpc.games import AcpcGame
from equity.history.files.detect import read_hands
from equity.history.record import HandRecord
from equity.history.text_lines import OnError, Source

__all__ = ["Origin", "find_files", "read"]

SUFFIXES = {".txt", ".xml", ".phh", ".phhs", ".log", ".acpc", ".ohh", ".json", ".jsonl", ".gz", ".zip"}
_MOST_RATIO = 150  # hands as text pack to a tenth; simulated ones, which repeat themselves, to a thirtieth
_FREE = 1 << 24  # so many bytes may come out whatever went in
_MOST_MEMBERS = 100_000
# zipfile says RuntimeError for a member with a password, NotImplementedError for a compression it lacks.
_UNREADABLE = (OSError, EOFError, zlib.error, zipfile.BadZipFile, RuntimeError, NotImplementedError)


class Origin(NamedTuple):
    """One file to read: on disk, or a member of an archive.

    Examples
    --------
    >>> Origin("hands.zip", "2026/january.txt").name
    'hands.zip:2026/january.txt'
    """

    path: str
    member: str = ""

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"{self.path}:{self.member}" if self.member else self.path

    @contextmanager
    def open(self) -> Iterator[Source]:
        """Give what the readers take: the path of a plain file, or a stream out of the archive."""
        try:
            if self.path == "-":
                import sys

                yield sys.stdin.buffer
            elif self.member:
                with zipfile.ZipFile(self.path) as archive, archive.open(self.member) as packed:
                    size = archive.getinfo(self.member).compress_size
                    yield cast("BinaryIO", _Unpacked(cast("BinaryIO", packed), self.name, size))
            elif self.path.endswith(".gz"):
                with gzip.open(self.path) as unpacked:
                    size = Path(self.path).stat().st_size
                    yield cast("BinaryIO", _Unpacked(cast("BinaryIO", unpacked), self.name, size))
            else:
                yield self.path
        except _UNREADABLE as error:
            raise HistoryError(
                f"{self.name}: cannot read the file: {getattr(error, 'strerror', None) or error}"
            ) from None


class _Unpacked:
    """A stream out of an archive, refused when more comes out than a text could have packed."""

    def __init__(self, stream: BinaryIO, name: str, packed: int) -> None:
        self.name = name
        self._stream = stream
        self._left = _FREE + _MOST_RATIO * packed

    def read(self, size: int) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise HistoryError(f"{self.name}: unpacks to more than {_MOST_RATIO} times its size; this is not a text")
        return data


def find_files(paths: Iterable[str | PathLike[str]], *, on_error: OnError | None = None) -> Iterator[Origin]:
    """Yield the files that paths stand for, in order: folders and archives with all that is in them.

    Parameters
    ----------
    paths : iterable of path
        Files, folders, patterns such as ``hands/**/*.txt``, ``.zip`` and ``.gz`` archives, or ``-``.
    on_error : callable, optional
        Takes the error of an archive that cannot be read. By default the error is raised.

    Raises
    ------
    HistoryError
        If nothing is there.

    Examples
    --------
    >>> list(find_files(["-"]))
    [Origin(path='-', member='')]
    """
    for given in paths:
        path = fspath(given)
        try:
            found = [path] if path == "-" or os.path.isfile(path) else _expanded(path)
            for file in found:
                yield from _members(file) if file.lower().endswith(".zip") else [Origin(file)]
        except HistoryError as error:
            if on_error is None:
                raise
            on_error(error)


def _expanded(path: str) -> list[str]:
    if os.path.isdir(path):  # unlike a Path it takes any text, one longer than a name may be too
        place = Path(path)
        found = sorted(p for p in place.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
        visible = [str(p) for p in found if not any(part.startswith(".") for part in p.relative_to(place).parts)]
        if not visible:
            raise HistoryError(f"{path}: no hand history in the folder (looked for {' '.join(sorted(SUFFIXES))})")
        return visible
    if any(sign in path for sign in "*?["):
        matched = sorted(p for p in glob.glob(path, recursive=True) if os.path.isfile(p))
        if not matched:
            raise HistoryError(f"{path}: no file matches")
        return matched
    return [path]  # missing: the reader says so


def _members(path: str) -> Iterator[Origin]:
    try:
        with zipfile.ZipFile(path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    except _UNREADABLE as error:
        raise HistoryError(f"{path}: cannot read the archive: {getattr(error, 'strerror', None) or error}") from None
    if len(entries) > _MOST_MEMBERS:
        raise HistoryError(f"{path}: holds {len(entries)} files, at most {_MOST_MEMBERS} are read")
    for entry in entries:
        inside = PurePosixPath(entry.filename.replace("\\", "/"))
        if inside.is_absolute() or ".." in inside.parts or ":" in inside.parts[0]:
            raise HistoryError(f"{path}: the name {entry.filename[:60]!r} leads out of the archive")
        if inside.suffix.lower() in SUFFIXES - {".zip", ".gz"} and not inside.name.startswith("."):
            yield Origin(path, entry.filename)


def read(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    strict: bool = True,
    format: str | None = None,
    game: AcpcGame | None = None,
    on_error: OnError | None = None,
) -> Iterator[HandRecord]:
    """Yield the hands of files, folders, patterns and archives of any format, one in memory at a time.

    Parameters
    ----------
    paths : path or iterable of path
        What to read: files, folders, patterns (``hands/*.txt``), ``.zip`` and ``.gz`` archives.
    strict : bool
        Whether a line that is not understood is an error.
    format : str, optional
        One of `FORMATS`; by default told from each text.
    game : AcpcGame, optional
        For ACPC logs: blinds, stacks and bets.
    on_error : callable, optional
        Takes the error of a hand, or of a file, that cannot be read; the next one follows. By default the error is
        raised.

    Raises
    ------
    HistoryError
        At the first hand or file that cannot be read, if `on_error` is not given; names file, hand and line.

    Examples
    --------
    >>> len(list(read([])))
    0
    """
    given = [paths] if isinstance(paths, (str, PathLike)) else paths
    for origin in find_files(given, on_error=on_error):
        try:
            with origin.open() as source:
                yield from read_hands(source, strict=strict, format=format, game=game, on_error=on_error)
        except HistoryError as error:
            if on_error is None:
                raise
            on_error(error)
