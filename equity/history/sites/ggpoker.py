"""GGPoker hand histories (text) -> `HandRecord`: PokerStars' manner, with lines of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from equity.history.record import HandRecord
from equity.history.sites.lines.reader import compiled, read_hands_of_text
from equity.history.sites.pokerstars import Reader
from equity.history.sites.table_text import MONEY
from equity.history.text_lines import OnError, Source

__all__ = ["read_ggpoker"]

START = re.compile(r"Poker (?:Hand|Game) #\w+:")


def read_ggpoker(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of a GGPoker text file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_ggpoker(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, START, lambda place: GGReader(place, strict=strict), on_error)


class GGReader(Reader):
    """GGPoker's lines."""

    site = "ggpoker"
    venue = "GGPoker"
    lines = Reader.lines._replace(
        patterns=(
            *Reader.lines.patterns,
            ("*** SHOWDOWN ***", "skip"),
            ("Total pot {money}", "total"),
            (
                "Total pot {money}< {note}> | Rake {more}< | Jackpot {more}>< | Bingo {more}>< | Fortune {more}>",
                "total",
            ),
        )
    )
    rules = (
        *compiled(
            (rf"Cash Drop to Pot : total (?P<amount>{MONEY})", "house_adds"),
            (r"(?P<name>.+): [Ss]traddle (?P<amount>" + MONEY + r").*", "straddles"),
            (rf"(?P<name>.+): posts missed blind (?P<amount>{MONEY}).*", "dead"),
        ),
        *Reader.rules,
    )
