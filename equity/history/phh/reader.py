"""PHH files (`.phh`, `.phhs`) -> `HandRecord`, one hand in memory at a time.

A `.phhs` file is cut at its ``[n]`` headings, line by line, and each hand is read on its own: first the fast way
(`equity.history.phh.plain_lines`), then with `tomllib` if a line has another shape. Of large files some hundred hands
are taken apart in one call (`equity.history.phh.plain_hands`). So a file of any length needs the memory of some hands.
"""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Generator, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, BinaryIO

from equity.errors import HistoryError
from equity.history.phh.fields import AMOUNT_LISTS, build_record
from equity.history.phh.plain_lines import plain_fields
from equity.history.record import HandRecord, Place
from equity.history.text_lines import (
    MAX_HAND,
    Joined,
    OnError,
    Source,
    begun,
    decoded_lines,
    filled,
    line_chunks,
    opened,
    source_name,
)

__all__ = ["parse_phh", "read_phh"]

_HEADING = re.compile(r"""\s*\[\s*(?:[A-Za-z0-9_-]+|"[^"\\]*"|'[^']*')\s*\]\s*(?:#.*)?""", re.ASCII)
_ABOVE = re.compile(rb"(?:(?:#[ -~]*)?\r?\n)*")  # comments above the first hand
_LARGE = 1 << 16  # bytes from which on hands are taken apart together: what fewer take is less than a kernel's start
_TOGETHER = 1 << 18
_MAY_HEAD = {"[", " ", "\t"}
_WHERE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


def read_phh(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    r"""Yield the hands of a PHH file in order.

    Parameters
    ----------
    source : path or binary file
        A `.phh` file (one hand) or a `.phhs` file (one hand a heading); told apart by the text, not by the name.
    strict : bool
        Whether fields that do not belong to the variant are an error; else they are ignored.
    on_error : callable, optional
        Takes the error of a hand that cannot be read; the next hand follows. By default the error is raised.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> text = b"[1]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
    >>> text += b"starting_stacks = [100, 100]\nactions = []\n"
    >>> [record.place.hand for record in read_phh(io.BytesIO(text))]
    [1]
    """
    with opened(source) as stream:
        yield from _read(stream, source_name(source), strict, on_error)


def _read(stream: BinaryIO | Joined, name: str, strict: bool, on_error: OnError | None) -> Iterator[HandRecord]:
    """Yield the hands of a stream, many at a time as long as that goes."""
    text, together = begun(stream, _LARGE, _kernel)
    place = Place(name, 0, 1)
    above = _ABOVE.match(text)
    if together and above and text[above.end() : above.end() + 1] == b"[":
        text, place = text[above.end() :], Place(name, 0, 1 + above[0].count(b"\n"))
        text, place = yield from _read_together(text, stream, place, strict, on_error)
        if not text:
            return
    for where, lines in hand_blocks(Joined(name, io.BytesIO(text), stream), place):
        try:
            record = parse_block(lines, where, strict=strict)
        except HistoryError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield record


def _kernel() -> Any:
    from equity.kernels.hands.phh_text import scan_hands

    return scan_hands


def _read_together(
    text: bytes, stream: BinaryIO | Joined, place: Place, strict: bool, on_error: OnError | None
) -> Generator[HandRecord, None, tuple[bytes, Place]]:
    """Yield hands that are taken apart together; returns the text from which on that does not go, and its place."""

    def parse(block: bytes, where: Place) -> HandRecord:
        return parse_block(decoded_lines(block, where.line, place.file), where, strict=strict)

    from equity.history.phh.plain_hands import scan

    while text:
        text, ended = filled(text, stream, _TOGETHER)
        cut = len(text) if ended else text.rfind(b"\n[") + 1
        hands = scan(text[:cut], place, strict=strict, parse=parse) if cut else None
        if hands is None:
            break
        yield from hands.records(on_error)
        text, place = text[cut:], Place(place.file, place.hand + hands.hands, hands.next_line)
    return text, place


def parse_phh(text: str, *, strict: bool = True, file: str = "<text>") -> HandRecord:
    """Return the only hand of a PHH text.

    Raises
    ------
    HistoryError
        If the text is not exactly one hand.

    Examples
    --------
    >>> parse_phh("variant = 'FT'")
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <text>, hand 1 (line 1): the field 'antes' is missing
    """
    stream = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    stream.name = file
    records = list(read_phh(stream, strict=strict))
    if len(records) != 1:
        raise HistoryError(f"{file}: {len(records)} hands, expected one; read_phh reads many")
    return records[0]


def hand_blocks(source: Source, before: Place | None = None) -> Iterator[tuple[Place, list[str]]]:
    """Yield the lines of each hand, its heading first if it has one.

    Parameters
    ----------
    source : path or binary file
    before : Place, optional
        Where the source goes on: how many hands stand before, and the number of its first line.
    """
    name = source_name(source)
    block: list[str] = []
    _, hand, start = before or Place(name, 0, 1)
    size = 0
    for first, lines in line_chunks(source, start):
        for number, line in enumerate(lines, first):
            if line[:1] in _MAY_HEAD and _HEADING.fullmatch(line):
                if _has_content(block):
                    hand += 1
                    yield Place(name, hand, start), block
                block, start, size = [line], number, 0
            elif line or block:
                block.append(line)
            else:
                start = number + 1
            size += len(line) + 1
            if size > MAX_HAND:
                raise HistoryError(f"{name}, hand {hand + 1} (line {start}): longer than {MAX_HAND} characters")
    if _has_content(block):
        hand += 1
        yield Place(name, hand, start), block
    if not hand:
        raise HistoryError(f"{name}: no hand in the file")


def _has_content(lines: list[str]) -> bool:
    for line in lines:
        if line and line[0] not in "# \t":
            return True
        if line.strip()[:1] not in ("", "#"):
            return True
    return False


def parse_block(lines: list[str], place: Place, *, strict: bool = True) -> HandRecord:
    """Return the hand that stands in `lines`."""
    has_heading = lines[0].startswith("[") and _HEADING.fullmatch(lines[0])
    fields: dict[str, Any] | None = plain_fields(lines[1:] if has_heading else lines)
    whole = fields is not None and not any("." in line for line in lines)
    if fields is None:
        fields = toml_fields(lines, place)
    return build_record(fields, place, strict=strict, whole=whole)


def toml_fields(lines: list[str], place: Place) -> dict[str, Any]:
    """Return the fields of a hand as `tomllib` reads them, arrays as tuples."""
    try:
        table = tomllib.loads("\n".join(lines), parse_float=_number)
    except tomllib.TOMLDecodeError as error:
        raise HistoryError(_toml_message(str(error), place)) from None
    except (RecursionError, InvalidOperation, ValueError) as error:
        raise HistoryError(f"{place}: not TOML: {error}") from None
    if _HEADING.fullmatch(lines[0]):
        if len(table) != 1:
            raise HistoryError(f"{place}: the tables {', '.join(table)} stand under one heading")
        (table,) = table.values()
    for key, value in table.items():
        if _hides_hand(value):
            raise HistoryError(f"{place}: the table [{key}] inside this hand looks like a hand of its own")
        if key in AMOUNT_LISTS and isinstance(value, list) and bool in map(type, value):
            raise HistoryError(f"{place}: {key!r} holds true or false, expected numbers of chips")
    return {key: _frozen(value) for key, value in table.items()}


def _hides_hand(value: object) -> bool:
    """Say whether a table holds what only hands have: its heading is damaged, or the one before it."""
    if not isinstance(value, dict):
        return False
    return "actions" in value or "variant" in value or any(map(_hides_hand, value.values()))


def _number(text: str) -> Decimal:
    return Decimal(text.replace("_", ""))


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return value


def _toml_message(message: str, place: Place) -> str:
    where = _WHERE.search(message)
    if where and where[1]:
        line = place.line + int(where[1]) - 1
        return (
            f"{place.file}, hand {place.hand} (line {line}): not TOML: {_WHERE.sub('', message)} at column {where[2]}"
        )
    return f"{place}: not TOML: {_WHERE.sub('', message)} at the end of the hand"
