"""Bovada, Ignition and Bodog hand histories (text) -> `HandRecord`. They know every player's cards.

Players are called by their position. A limit table's next bet after a short all-in is the next whole level
(`raise_after_short = "next-level"`), as a hand of the 8/16 game shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import HandRecord
from equity.history.sites.line_reader import LineReader, compiled, read_hands_of_text
from equity.history.sites.table_text import MONEY, cards_between, money
from equity.history.text_lines import OnError, Source

__all__ = ["read_bovada"]

_START = re.compile(r"(?:Bovada|Ignition|Bodog[\w.]*(?: \w+)?) Hand #\d+")
_LIMITS = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Fixed Limit": "fixed-limit"}
_WHO = r"(?P<name>Dealer|Small Blind|Big Blind|UTG(?:\+\d+)?)\s*(?:\[ME\])?"
_LABELS = ("Small Blind", "Big Blind", "UTG", *(f"UTG+{i}" for i in range(1, 9)), "Dealer")
_TIMEOUT = r"(?: ?\([a-zA-Z -]*\))?"


def read_bovada(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of a Bovada text file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_bovada(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, _START, lambda place: BovadaReader(place, strict=strict), on_error)


class BovadaReader(LineReader):
    """Bovada's lines."""

    site = "bovada"
    rules = compiled(
        (rf"{_WHO} : Card dealt to a spot \[(?P<cards>[^\]]*)\]", "dealt"),
        (rf"{_WHO} : Folds?{_TIMEOUT}", "folds"),
        (rf"{_WHO} : Ante chip (?P<amount>{MONEY})", "antes"),
        (rf"{_WHO} : (?:Checks|Calls?){_TIMEOUT}(?: {MONEY})?", "calls"),
        (rf"{_WHO} : (?:Bets(?: chip info)?|Raises){_TIMEOUT} (?:{MONEY} to )?(?P<to>{MONEY})", "raises"),
        (rf"{_WHO} : All-in(?:\(raise\)|\(raise-timeout\)|\(timeout\))? (?:{MONEY} to )?{MONEY}", "all_in"),
        (rf"Seat (?P<seat>\d+): {_WHO} \((?P<stack>{MONEY}) in chips\)", "seat"),
        (rf"{_WHO} : (?:Ante/)?Small [Bb]lind (?P<amount>{MONEY})", "small_blind"),
        (rf"{_WHO} : Big [Bb]lind(?:/Bring in)? (?P<amount>{MONEY})", "big_blind"),
        (rf"{_WHO} : Posts chip (?P<amount>{MONEY})", "big_blind"),
        (rf"{_WHO} : Posts dead chip (?P<amount>{MONEY})", "antes"),
        (rf"{_WHO} : Set dealer(?:/Bring in spot)? \[(?P<seat>\d+)\]", "button"),
        (r"\*\*\* (?:HOLE CARDS|SUMMARY) \*\*\*", "skip"),
        (
            r"(?:\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[.*?\])|Card dealt to table) \[(?P<cards>[^\]]*)\]",
            "street",
        ),
        (rf"{_WHO} : Return uncalled portion of bet (?P<amount>{MONEY})", "uncalled"),
        (rf"{_WHO} : Showdown ?(?:\[.*\])?(?: ?\(.*\))?", "skip"),
        (rf"{_WHO} : (?:Does not show|Mucks) \[.*", "skip"),
        (rf"{_WHO} : Folds & [Ss]hows \[(?P<cards>[^\]]*)\].*", "folds_and_shows"),
        (rf"{_WHO} : Hand [Rr]esult(?:-Side [Pp]ot)? (?P<amount>{MONEY})", "collects"),
        (rf"Total Pot\((?P<pot>{MONEY})\)(?: \| Rake \((?P<rake>{MONEY})\))?", "total"),
        (r"Board \[.*\]|Seat ?\+?\d+:.*", "skip"),
        (r"\w.*? Hand #(?P<hand>\d+):?\s+(?P<rest>.*)", "header"),
    )

    def header(self, match: re.Match[str]) -> None:
        """Take in hand number and structure; cash games name their stakes only in the posts."""
        hand, rest = self.hand, match["rest"]
        limit = re.search(r"No Limit|Pot Limit|Fixed Limit", rest)
        if "HOLDEM" not in rest or (not limit and "Tournament" not in rest):
            raise HistoryError(f"{rest[:60]!r} is not a hold'em game")
        hand.structure = _LIMITS[limit[0]] if limit else "no-limit"
        if hand.structure == "fixed-limit":
            hand.house = {"raise_after_short": "next-level"}
        stakes = re.search(rf"Level \d+ \(({MONEY})/({MONEY})\)", rest)
        if stakes:
            hand.stakes = money(stakes[1]), money(stakes[2])
        hand.fields |= {"hand": int(match["hand"]), "venue": "Bovada"}
        hand.places_at_table = _LABELS  # seat numbers of the larger tournaments are not in the order of the table

    def all_in(self, match: re.Match[str]) -> None:
        """Take in an all-in, which may be a bet, a raise or a call."""
        self.hand.act(Kind.RAISE, match["name"])

    def folds_and_shows(self, match: re.Match[str]) -> None:
        """Take in a fold with the cards shown."""
        self.hand.learn(match["name"], cards_between(match["cards"]))
        self.folds(match)
