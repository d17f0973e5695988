"""Text files line by line, with the limits that keep a wrong file from filling memory.

Every reader of the package goes through `text_lines`: it counts lines, tells encodings apart by the bytes, refuses
bytes that are not text, and never holds more than one line.

Encodings: a byte order mark says UTF-8 or UTF-16; without one, zeros in every second byte say UTF-16. Everything else
is UTF-8, and a line that is not is Windows-1252, so that one odd byte in a name never loses a hand.
"""

from __future__ import annotations

import codecs
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

from equity.errors import HistoryError

__all__ = [
    "MAX_HAND",
    "Joined",
    "OnError",
    "Source",
    "begun",
    "decoded_lines",
    "filled",
    "is_worth_it",
    "line_chunks",
    "opened",
    "source_name",
    "text_lines",
]

Source: TypeAlias = "str | PathLike[str] | BinaryIO | Joined"
OnError: TypeAlias = Callable[[HistoryError], None]
MAX_LINE = 1 << 20
MAX_HAND = 1 << 22  # characters of one hand
_CONTROL = re.compile(r"[\x01-\x08\x0b\x0e-\x1f\x7f]")
_CHUNK = 1 << 16
_COLD = 64
_ready: set[Any] = set()  # kernels that are compiled
_SAMPLE = 200  # bytes that tell an encoding without a mark
_BINARY = re.compile(rb"PK\x03\x04|\x1f\x8b|\x7fELF|\x89PNG|%PDF|\xff\xd8\xff|GIF8|BZh|7z\xbc\xaf|\xfd7zXZ")


@contextmanager
def opened(source: Source) -> Iterator[BinaryIO | Joined]:
    """Open a path, or take an open binary file as it is and leave it open.

    Raises
    ------
    HistoryError
        If the file cannot be opened or read.
    """
    if not isinstance(source, (str, PathLike)):
        yield source
        return
    try:
        with Path(source).open("rb") as stream:
            yield stream
    except OSError as error:
        raise HistoryError(f"{source}: cannot read the file: {error.strerror or error}") from None


def source_name(source: Source) -> str:
    """Return how messages call a source.

    Examples
    --------
    >>> source_name("hands/1.phh")
    'hands/1.phh'
    """
    if isinstance(source, (str, PathLike)):
        return str(source)
    return str(getattr(source, "name", "<stream>"))


def text_lines(source: Source) -> Iterator[tuple[int, str]]:
    r"""Yield (number, line without its end) of a path or an open binary file.

    Raises
    ------
    HistoryError
        If the file cannot be opened, is not text, or has a line of more than a million characters.

    Examples
    --------
    >>> list(text_lines(io.BytesIO(b"a\r\nb")))
    [(1, 'a'), (2, 'b')]
    """
    for first, lines in line_chunks(source):
        yield from enumerate(lines, first)


def line_chunks(source: Source, number: int = 1) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the first, lines) some kilobytes at a time: for readers that need the speed.

    Parameters
    ----------
    source : path or binary file
    number : int
        Of the first line, for a source that goes on where another ended.
    """
    with opened(source) as stream:
        yield from _chunks(stream, source_name(source), number)


class Joined:
    """Binary files as one, the next where one ends."""

    def __init__(self, name: str, *parts: BinaryIO | io.BytesIO | Joined) -> None:
        self.name = name
        self._parts = parts

    def read(self, size: int) -> bytes:
        """Return some bytes; none at the end."""
        return next(filter(None, (part.read(size) for part in self._parts)), b"")


class Narrow(Joined):
    """A binary file in UTF-8 and without NUL bytes, which is how `line_chunks` reads texts whatever they are in.

    Parameters
    ----------
    text : bytes
        What has been read of the stream.
    stream : binary file
    """

    def __init__(self, text: bytes, stream: BinaryIO | Joined) -> None:
        super().__init__(source_name(stream))
        self._recode = _wide(text)
        self._stream = stream
        self.text = self._narrowed(text)

    def _narrowed(self, part: bytes) -> bytes:
        if self._recode is not None:
            part = self._recode.decode(part).encode("utf-8", "replace")
        return part.replace(b"\0", b"")

    def read(self, size: int) -> bytes:
        """Return some bytes; none at the end."""
        while part := self._stream.read(size):
            if narrowed := self._narrowed(part):
                return narrowed
        return b""


def decoded_lines(block: bytes, number: int, name: str) -> list[str]:
    """Return the lines of a part of a text that begins with line `number`, by the rules of this file."""
    return _decoded(block, number, name)


def is_worth_it() -> bool:
    """Say whether kernels are compiled; without that, bytes are read faster by Python's own functions."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def begun(stream: BinaryIO | Joined, size: int, load: Callable[[], Any]) -> tuple[bytes, bool]:
    """Return the start of a stream, and whether a kernel is to take its hands apart.

    Parameters
    ----------
    stream : binary file
    size : int
        Bytes from which on that is worth a kernel's start; more where it must be compiled first.
    load : callable
        Returns the kernel.
    """
    text, ended = filled(b"", stream, size)
    if ended or not is_worth_it():
        return text, False
    from equity import kernels
    from equity.kernels.compile.decorators import is_cached

    kernel = load()
    if kernels.patient and kernel not in _ready and not is_cached(kernel):
        text, ended = filled(text, stream, _COLD * size)
        if ended:
            return text, False
    _ready.add(kernel)
    return text, True


def filled(text: bytes, stream: BinaryIO | Joined, size: int) -> tuple[bytes, bool]:
    """Return a text with more of a stream behind it, up to a size, and whether that is all of it."""
    parts, left = [text], size - len(text)
    while left > 0:
        part = stream.read(left)
        if not part:
            return b"".join(parts), True
        parts.append(part)
        left -= len(part)
    return b"".join(parts), False


def _chunks(stream: BinaryIO | Joined, name: str, number: int) -> Iterator[tuple[int, list[str]]]:
    rest = b""
    chunk = stream.read(_CHUNK)
    recode = _wide(chunk)
    while chunk:
        if recode is not None:
            chunk = recode.decode(chunk).encode("utf-8", "replace")
        cut = chunk.rfind(b"\n") + 1
        if cut:
            lines = _decoded(rest + chunk[: cut - 1], number, name)
            yield number, lines
            number, rest = number + len(lines), chunk[cut:]
        else:
            rest += chunk
        if len(rest) > MAX_LINE:
            raise HistoryError(f"{name}, line {number}: longer than {MAX_LINE} bytes; this is not a hand history")
        chunk = stream.read(_CHUNK)
    if rest:
        yield number, _decoded(rest, number, name)


def _wide(head: bytes) -> codecs.IncrementalDecoder | None:
    """Return the decoder of a text whose characters are two bytes each, else None."""
    sample = head[:_SAMPLE]
    if head.startswith(codecs.BOM_UTF16_LE) or (4 * sample[1::2].count(0) > len(sample) > 2 * sample[::2].count(0) * 4):
        return codecs.getincrementaldecoder("utf-16-le")("replace")
    if head.startswith(codecs.BOM_UTF16_BE) or (4 * sample[::2].count(0) > len(sample) > 2 * sample[1::2].count(0) * 4):
        return codecs.getincrementaldecoder("utf-16-be")("replace")
    return None


def _decoded(block: bytes, number: int, name: str) -> list[str]:
    if number == 1:
        if _BINARY.match(block):
            raise HistoryError(f"{name}: this is not a text file")
        block = block.removeprefix(codecs.BOM_UTF8)
    if b"\0" in block:
        block = block.replace(b"\0", b"")  # some clients write one between hands
    try:
        text = block.decode()
    except UnicodeDecodeError:
        text = "\n".join(map(_line_of, block.split(b"\n")))
    control = _CONTROL.search(text)
    if control:
        line = number + text.count("\n", 0, control.start())
        raise HistoryError(f"{name}, line {line}: holds control characters; this is not a text file")
    if "\r" in text:
        return [line.rstrip("\r") for line in text.split("\n")]
    return text.split("\n")


def _line_of(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")
