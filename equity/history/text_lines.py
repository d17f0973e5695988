"""Text files line by line, with the limits that keep a wrong file from filling memory.

Every reader of the package goes through `text_lines`: it counts lines, refuses bytes that are not text, and never
holds more than one line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from typing import BinaryIO, TypeAlias

from equity.errors import HistoryError

__all__ = ["MAX_HAND", "OnError", "Source", "line_chunks", "source_name", "text_lines"]

Source: TypeAlias = str | PathLike[str] | BinaryIO
OnError: TypeAlias = Callable[[HistoryError], None]
MAX_LINE = 1 << 20
MAX_HAND = 1 << 22  # characters of one hand
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_CHUNK = 1 << 16


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
        If the file cannot be opened, is not UTF-8 text, or has a line of more than a million characters.

    Examples
    --------
    >>> list(text_lines(io.BytesIO(b"a\r\nb")))
    [(1, 'a'), (2, 'b')]
    """
    for first, lines in line_chunks(source):
        yield from enumerate(lines, first)


def line_chunks(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the first, lines) some kilobytes at a time: for readers that need the speed."""
    if not isinstance(source, (str, PathLike)):
        yield from _chunks(source, source_name(source))
        return
    try:
        with Path(source).open("rb") as stream:
            yield from _chunks(stream, str(source))
    except OSError as error:
        raise HistoryError(f"{source}: cannot read the file: {error.strerror or error}") from None


def _chunks(stream: BinaryIO | io.BytesIO, name: str) -> Iterator[tuple[int, list[str]]]:
    number, rest = 1, b""
    while chunk := stream.read(_CHUNK):
        cut = chunk.rfind(b"\n") + 1
        if cut:
            lines = _decoded(rest + chunk[: cut - 1], number, name)
            yield number, lines
            number, rest = number + len(lines), chunk[cut:]
        else:
            rest += chunk
        if len(rest) > MAX_LINE:
            raise HistoryError(f"{name}, line {number}: longer than {MAX_LINE} bytes; this is not a hand history")
    if rest:
        yield number, _decoded(rest, number, name)


def _decoded(block: bytes, number: int, name: str) -> list[str]:
    if number == 1:
        block = block.removeprefix(b"\xef\xbb\xbf")  # byte order mark
    try:
        text = block.decode()
    except UnicodeDecodeError as error:
        line = number + block.count(b"\n", 0, error.start)
        raise HistoryError(f"{name}, line {line}: not UTF-8 text ({error.reason})") from None
    control = _CONTROL.search(text)
    if control:
        line = number + text.count("\n", 0, control.start())
        raise HistoryError(f"{name}, line {line}: holds control characters; this is not a text file")
    if "\r" in text:
        return [line.rstrip("\r") for line in text.split("\n")]
    return text.split("\n")
