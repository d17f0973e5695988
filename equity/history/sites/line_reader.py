"""Line-oriented texts of poker sites: every line goes through a table of patterns, and none is skipped by accident."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import HandRecord, Place
from equity.history.sites.table_text import TextHand, cards_between, money
from equity.history.text_lines import MAX_HAND, OnError, Source, source_name, text_lines

__all__ = ["LineReader", "compiled", "read_hands_of_text"]


def compiled(*rules: tuple[str | re.Pattern[str], str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return a table of patterns and method names; the frequent lines should come first."""
    return tuple((re.compile(pattern), method) for pattern, method in rules)


def read_hands_of_text(
    source: Source, start: re.Pattern[str], make: Callable[[Place], LineReader], on_error: OnError | None = None
) -> Iterator[HandRecord]:
    """Yield the records of a text file in which every hand starts with a line that matches `start`."""
    name = source_name(source)
    for place, lines in _blocks(source, name, start):
        reader = make(place)
        try:
            for number, line in lines:
                reader.feed(number, line)
            record = reader.finish()
        except HistoryError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield record


def _blocks(source: Source, name: str, start: re.Pattern[str]) -> Iterator[tuple[Place, list[tuple[int, str]]]]:
    block: list[tuple[int, str]] = []
    hands = size = 0
    for number, padded in text_lines(source):
        line = padded.strip("\ufeff \t")
        if start.match(line):
            if block:
                yield Place(name, hands, block[0][0]), block
            block, size, hands = [], 0, hands + 1
        elif not line:
            continue
        elif not hands:
            raise HistoryError(f"{name}, line {number}: {line[:60]!r} stands before the first hand")
        block.append((number, line))
        size += len(line)
        if size > MAX_HAND:
            raise HistoryError(f"{name}, hand {hands}: longer than {MAX_HAND} characters")
    if not block:
        raise HistoryError(f"{name}: no hand in the file")
    yield Place(name, hands, block[0][0]), block


class LineReader:
    """A table of (pattern, method) through which every line of a hand goes; a site fills the table."""

    site = ""
    rules: tuple[tuple[re.Pattern[str], str], ...] = ()

    def __init__(self, place: Place, *, strict: bool = True) -> None:
        self.hand = TextHand(place, format=self.site)
        self.place = place
        self.strict = strict
        self.unread: list[str] = []  # lines not understood, where that is not an error; the record keeps them

    def feed(self, number: int, line: str) -> None:
        """Take in one line."""
        try:
            for pattern, method in self.rules:
                match = pattern.fullmatch(line)
                if match:
                    getattr(self, method)(match)
                    return
            if self.strict:
                raise HistoryError(f"{line[:80]!r} is not understood")
            self.unread.append(line)
        except HistoryError as error:
            raise HistoryError(f"{self.place.file}, hand {self.place.hand} (line {number}): {error}") from None

    def finish(self) -> HandRecord:
        """Return the record of the lines taken in."""
        if self.unread:
            self.hand.fields["_unread_lines"] = tuple(self.unread)
        try:
            return self.hand.record()
        except HistoryError as error:
            raise HistoryError(f"{self.place}: {error}") from None

    def skip(self, match: re.Match[str]) -> None:
        """Pass over a line that says nothing about the play."""

    def refuse_run_twice(self, match: re.Match[str]) -> None:
        """Refuse a board that was dealt more than once."""
        raise HistoryError("the board was run more than once; this plays one board")

    def folds(self, match: re.Match[str]) -> None:
        """Take in a fold."""
        self.hand.act(Kind.FOLD, match["name"])

    def calls(self, match: re.Match[str]) -> None:
        """Take in a check or a call."""
        self.hand.act(Kind.CALL, match["name"])

    def raises(self, match: re.Match[str]) -> None:
        """Take in a bet, or a raise to a street total."""
        self.hand.act(Kind.RAISE, match["name"], money(match["to"]))

    def antes(self, match: re.Match[str]) -> None:
        """Take in an ante."""
        self.hand.ante(match["name"], money(match["amount"]))

    def small_blind(self, match: re.Match[str]) -> None:
        """Take in a small blind."""
        self.hand.blind(match["name"], "small", money(match["amount"]))

    def big_blind(self, match: re.Match[str]) -> None:
        """Take in a big blind."""
        self.hand.blind(match["name"], "big", money(match["amount"]))

    def street(self, match: re.Match[str]) -> None:
        """Take in the new cards of a street."""
        self.hand.board(cards_between(match["cards"]))

    def dealt(self, match: re.Match[str]) -> None:
        """Take in cards that the text tells, dealt or shown in the summary."""
        self.hand.learn(match["name"], cards_between(match["cards"]))

    def shows(self, match: re.Match[str]) -> None:
        """Take in a hand shown."""
        self.hand.show(match["name"], cards_between(match["cards"]))

    def mucks(self, match: re.Match[str]) -> None:
        """Take in a hand mucked."""
        self.hand.muck(match["name"])

    def collects(self, match: re.Match[str]) -> None:
        """Take in a pot won."""
        self.hand.win(match["name"], money(match["amount"]))

    def uncalled(self, match: re.Match[str]) -> None:
        """Take in the part of a bet that nobody called."""
        self.hand.give_back(match["name"], money(match["amount"]))

    def total(self, match: re.Match[str]) -> None:
        """Take in the total pot and the rake."""
        self.hand.total_pot = money(match["pot"])
        self.hand.rake = money(match["rake"]) if match["rake"] else None

    def seat(self, match: re.Match[str]) -> None:
        """Take in a player at the table."""
        if match["stack"][0] in "$€£":
            self.hand.cash = True
        self.hand.seat(int(match["seat"]), match["name"], money(match["stack"]))

    def button(self, match: re.Match[str]) -> None:
        """Take in the button's seat."""
        self.hand.button = int(match["seat"])
