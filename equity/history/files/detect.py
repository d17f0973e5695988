"""Which format a file is in, by its first line that says something, and the reader for it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO, cast

from equity.errors import HistoryError
from equity.history.acpc.games import AcpcGame
from equity.history.acpc.logs import read_acpc
from equity.history.ohh import reader as ohh
from equity.history.phh.reader import read_phh
from equity.history.record import HandRecord
from equity.history.sites import bovada, fulltilt, ggpoker, ipoker, pacific, partypoker, pokerstars, winamax, winning
from equity.history.text_lines import Joined, OnError, Source, source_name, text_lines

__all__ = ["FORMATS", "format_of", "hand_start", "read_hands"]

# name -> reader and how the first line of a hand looks; a line is the first one's that matches
_SITES = {
    "fulltilt": (fulltilt.read_fulltilt, fulltilt.START),
    "bovada": (bovada.read_bovada, bovada.START),
    "ggpoker": (ggpoker.read_ggpoker, ggpoker.START),
    "winamax": (winamax.read_winamax, winamax.START),
    "888": (pacific.read_888, pacific.START),
    "partypoker": (partypoker.read_partypoker, partypoker.START),
    "winning": (winning.read_winning, winning.START),
    "ipoker": (ipoker.read_ipoker, ipoker.START),
    "pokerstars": (pokerstars.read_pokerstars, pokerstars.START),
}
_READERS = {"phh": read_phh, "ohh": ohh.read_ohh, **{name: reader for name, (reader, _) in _SITES.items()}}
FORMATS = ("phh", "acpc", "ohh", *_SITES)
_HEAD = 1 << 20  # bytes of an open file that are looked at for its format
_LOOK = 200  # lines that are looked at: archives and exporters put rows of their own before the first hand
_SIGNS = (
    ("acpc", re.compile(r"STATE:|SCORE:")),
    *((name, start) for name, (_, start) in _SITES.items()),
    ("ohh", ohh.START),
)
_PLAIN_HEADING = re.compile(r"\[[A-Za-z0-9_-]+\]\r?")
_PHH = re.compile(r"\[|[A-Za-z0-9_\"'-]+\s*=")


def format_of(path: Source) -> str:
    """Return the format of a file: one of `FORMATS`.

    Raises
    ------
    HistoryError
        If the file is not a hand history this package reads.
    """
    first = None
    for count, (number, padded) in enumerate(text_lines(path)):
        line = padded.strip("\ufeff\ufffd \t\xa0")
        if not line or line.startswith("#"):
            continue
        for name, sign in _SIGNS:
            if sign.match(line):
                return name
        if first is None:
            if _PHH.match(line):
                return "phh"
            first = number, line
        if count > _LOOK:
            break
    if first is None:
        raise HistoryError(f"{source_name(path)}: no hand in the file")
    raise HistoryError(
        f"{source_name(path)}, line {first[0]}: {first[1][:60]!r} starts no hand history; this reads PHH, OHH, ACPC "
        f"logs and texts of {', '.join(_SITES)}"
    )


def hand_start(format: str, path: Source) -> Callable[[str], bool] | None:
    """Return what says whether a line is the first of a hand, None for formats that are not told apart by lines.

    A line ``[12]`` is one of a file in PHH; Open Hand History is told apart by its braces.
    """
    with Path(fspath(cast("str", path))).open("rb") as stream:
        if b"\0" in stream.read(_LOOK):  # two bytes a character
            return None
    if format == "phh":
        return lambda line: _PLAIN_HEADING.fullmatch(line) is not None
    if format in _SITES and format != "ipoker":
        start = _SITES[format][1]
        return lambda line: start.match(line) is not None
    return None


def read_hands(
    path: Source,
    *,
    strict: bool = True,
    format: str | None = None,
    game: AcpcGame | None = None,
    on_error: OnError | None = None,
) -> Iterator[HandRecord]:
    """Yield the hands of a file of any format.

    Parameters
    ----------
    path : path or binary file
        The file, or one that is open and may be a pipe, such as ``sys.stdin.buffer``.
    strict : bool
        As the readers take it.
    format : str, optional
        One of `FORMATS`; by default told from the text.
    game : AcpcGame, optional
        For ACPC logs: blinds, stacks and bets.
    on_error : callable, optional
        Takes the error of a hand that cannot be read; the next hand follows. By default the error is raised.

    Raises
    ------
    HistoryError
        If the file cannot be read at all, and at the first hand that cannot be read if `on_error` is not given.

    Examples
    --------
    >>> list(read_hands("no-such-file.phh"))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: no-such-file.phh: cannot read the file: No such file or directory
    """
    if format is None and not isinstance(path, (str, PathLike)):
        called, head = source_name(path), path.read(_HEAD)
        format = format_of(Joined(called, io.BytesIO(head)))
        path = Joined(called, io.BytesIO(head), cast("BinaryIO", path))
    name = format or format_of(path)
    if name == "acpc":
        yield from read_acpc(path, game=game, on_error=on_error)
    elif name in _READERS:
        yield from _READERS[name](path, strict=strict, on_error=on_error)
    else:
        raise HistoryError(f"format must be one of {', '.join(FORMATS)}; got {name!r}")
