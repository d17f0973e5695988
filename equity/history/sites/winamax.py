"""Winamax hand histories (text) -> `HandRecord`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from equity.errors import HistoryError
from equity.history.record import HandRecord
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.lines.reader import Found, LineReader, compiled, read_hands_of_text, refuse_other_games
from equity.history.sites.table_text import MONEY, TextHand, money
from equity.history.text_lines import OnError, Source

__all__ = ["START", "read_winamax"]

START = re.compile(r"Winamax Poker - .*HandId: #")
_LIMITS = {"no limit": "no-limit", "pot limit": "pot-limit", "fixed limit": "fixed-limit", "limit": "fixed-limit"}
_ALL_IN = r"(?: and is all-in)?"
_LINES = SiteLines(
    re.compile(rb"Winamax Poker - "),
    re.compile(
        rb"(Winamax Poker - [ -~\x80-\xff]*?)HandId: #[\d-]+ - ([ -~\x80-\xff]+?) - "
        rb"\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d UTC *(?=\r?\n|\Z)"
    ),
    (
        ("{who} folds", "folds"),
        ("{who} checks", "calls"),
        ("{who} calls {sum}< and is all-in>", "calls"),
        ("{who} bets {money}< and is all-in>", "raises"),
        ("{who} raises {sum} to {money}< and is all-in>", "raises"),
        ("Seat {seat}: {who}{roles} folded{words}", "skip"),
        ("Seat {seat}: {who}{roles} won {note}", "skip"),
        ("Seat {seat}: {who}{roles} showed [{cards}] and {note}", "dealt"),
        ("Seat {seat}: {new} ({money}<, {words}>)", "seat"),
        ("{who} posts ante {money}< and is all-in>", "antes"),
        ("{who} posts small blind {money}< and is all-in>", "small_blind"),
        ("{who} posts big blind {money}< and is all-in>", "big_blind"),
        ("{who} posts small blind {money} out of position< and is all-in>", "dead"),
        ("{who} posts big blind {money} out of position< and is all-in>", "posts"),
        ("*** ANTE/BLINDS ***", "skip"),
        ("*** PRE-FLOP ***", "skip"),
        ("*** SHOW DOWN ***", "skip"),
        ("*** SUMMARY ***", "skip"),
        ("*** FLOP *** [{cards}]", "street"),
        ("*** TURN *** [{note}][{cards}]", "street"),
        ("*** RIVER *** [{note}][{cards}]", "street"),
        ("Dealt to {who} [{cards}]", "dealt"),
        ("{who} shows [{cards}]< ({note})>", "shows"),
        ("{who} mucks< hand>", "mucks"),
        ("{who} collected {money} from pot", "collects"),
        ("{who} collected {money} from main pot", "collects"),
        ("{who} collected {money} from side pot< {seat}>", "collects"),
        ("Total pot {money} | No rake", "total", 1),
        ("Total pot {money} | Rake {more}", "total"),
        ("Total pot {sum}k | {words}", "skip"),
        ("Board: [{cards}]", "board"),
        ("Table: {rest}Seat #{seat} is the button", "button"),
    ),
)


def read_winamax(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of a Winamax text file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_winamax(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, START, lambda place: WinamaxReader(place, strict=strict), on_error)


class _Hand(TextHand):
    pot_after_rake = True


class WinamaxReader(LineReader):
    """Winamax's lines."""

    site = "winamax"
    lines = _LINES
    hand_type = _Hand
    rules = compiled(
        (r"(?P<name>.+) folds", "folds"),
        (rf"(?P<name>.+) (?:checks|calls {MONEY}{_ALL_IN})", "calls"),
        (rf"(?P<name>.+) (?:bets|raises {MONEY} to) (?P<to>{MONEY}){_ALL_IN}", "raises"),
        (rf"(?P<name>.+) posts small blind (?P<amount>{MONEY}) out of position{_ALL_IN}", "dead"),
        (rf"(?P<name>.+) posts big blind (?P<amount>{MONEY}) out of position{_ALL_IN}", "posts"),
        (rf"(?P<name>.+) posts small blind (?P<amount>{MONEY}){_ALL_IN}", "small_blind"),
        (rf"(?P<name>.+) posts big blind (?P<amount>{MONEY}){_ALL_IN}", "big_blind"),
        (rf"(?P<name>.+) posts ante (?P<amount>{MONEY}){_ALL_IN}", "antes"),
        (rf"(?P<name>.+) posts straddle (?P<amount>{MONEY}){_ALL_IN}", "straddles"),
        (rf"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>{MONEY})(?:, .*)?\)", "seat"),
        (r"\*\*\* (?:ANTE/BLINDS|PRE-FLOP|SHOW DOWN|SUMMARY) \*\*\*", "skip"),
        (r"\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[.*?\]) ?\[(?P<cards>[^\]]*)\]", "street"),
        (r"Dealt to (?P<name>.+) \[(?P<cards>[^\]]*)\]", "dealt"),
        (r"(?P<name>.+) shows \[(?P<cards>[^\]]*)\](?: \(.*\))?", "shows"),
        (r"(?P<name>.+) mucks(?: hand)?", "mucks"),
        (rf"(?P<name>.+) collected (?P<amount>{MONEY}) from (?:main |side )?pot(?: \d)?", "collects"),
        (rf"Total pot (?P<pot>{MONEY}) \| (?:No rake|Rake (?P<rake>{MONEY}))", "total"),
        (r"Board: \[(?P<cards>[^\]]*)\]", "board"),
        (r"Seat \d+: (?P<name>.+?)(?: \([a-z ]+\))? showed \[(?P<cards>[^\]]*)\].*", "dealt"),
        (r"Seat \d+: .*(?:folded|won|lost|mucked).*|Total pot .*", "skip"),
        (r"Table: .*?Seat #(?P<seat>\d+) is the button", "button"),
        (r"Winamax Poker - (?P<what>.*?)HandId: #(?P<hand>\S+) - (?P<rest>.*)", "header"),
    )
    noise = compiled(
        (r".+ (?:is sitting out|sits out|is back|leaves .*|joins .*|is (?:dis|re)?connected)", "seating"),
        (r".+ (?:times out|timed out|has timed out|uses .* time.*)", "time"),
        (r".+ (?:finished|wins the tournament|is eliminated).*", "tournament"),
        (r".+ said[,:] .*", "chat"),
    )

    def header(self, found: Found) -> None:
        """Take in structure, stakes and date; a tournament's stakes may have the ante first."""
        hand, rest = self.hand, found["rest"] or ""
        refuse_other_games(rest)
        limit = re.search(r"Holdem (no limit|pot limit|fixed limit|limit)", rest, re.IGNORECASE)
        stakes = re.search(rf"\((?:{MONEY}/)?({MONEY})/({MONEY})\)", rest)
        if not limit or not stakes:
            raise HistoryError(f"{rest[:60]!r} names no hold'em game and stakes")
        hand.structure = _LIMITS[limit[1].lower()]
        hand.stakes = money(stakes[1]), money(stakes[2])
        hand.stakes_are_bets = False
        hand.cash = "CashGame" in (found["what"] or "")
        hand.fields |= {"hand": found["hand"], "venue": "Winamax"}
        hand.date(rest[stakes.end() :])

    def total(self, found: Found) -> None:
        """Take in the total pot; without a rake it is the whole pot."""
        super().total(found)
        if self.hand.rake is None:
            self.hand.rake = money("0")
