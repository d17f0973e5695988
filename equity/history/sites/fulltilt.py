"""Full Tilt Poker hand histories (text) -> `HandRecord`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from equity.errors import HistoryError
from equity.history.record import HandRecord
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.lines.reader import Found, LineReader, compiled, read_hands_of_text, refuse_other_games
from equity.history.sites.table_text import MONEY, hand_number, money
from equity.history.text_lines import OnError, Source

__all__ = ["START", "read_fulltilt"]

START = re.compile(r"Full ?Tilt ?Poker(?:\.\w+)? Game #\d+(?: \(partial\))?:")
_LIMITS = {"NL": "no-limit", "No Limit": "no-limit", "PL": "pot-limit", "Pot Limit": "pot-limit"}
_LIMITS |= {"FL": "fixed-limit", "Limit": "fixed-limit", "Fixed Limit": "fixed-limit"}
_ALL_IN = r"(?:,? and is all in|, and is capped|,? and has reached the .* cap)*"
_BIG = rf"{MONEY}[KMB]?"
_STAKES = re.compile(rf" - ({_BIG})/({_BIG})(?: Ante {_BIG})?(?: - |$)")
_OUT = "<, and is all in>"
_DATE = rb"\d\d?:\d\d:\d\d \w+ - \d{4}/\d\d?/\d\d?"
_WON = tuple(
    (f"{{who}} {verb} {pot} ({{money}})< with {{words}}>", "collects")
    for verb in ("wins", "ties for")
    for pot in ("the pot", "the main pot", "the side pot", "side pot #{seat}", "the side pot #{seat}", "side pot")
)
_LINES = SiteLines(
    re.compile(rb"#(?<=Game #)"),
    re.compile(
        rb"Full ?Tilt ?Poker(?:\.\w+)? Game #\d{1,18}: ([ -~\xe2\x82\xac\xc2\xa3]+?) - "
        + (_DATE + rb"(?: \[" + _DATE + rb"\])? *(?=\r?\n|\Z)")
    ),
    (
        ("{who} folds", "folds"),
        ("{who} checks", "calls"),
        (f"{{who}} calls {{sum}}{_OUT}", "calls"),
        (f"{{who}} bets {{money}}{_OUT}", "raises"),
        (f"{{who}} raises to {{money}}{_OUT}", "raises"),
        ("Seat {seat}: {who}{roles} folded {words}", "folded_at_last"),
        ("Seat {seat}: {who}{roles} didn't bet (folded)", "folded_at_last"),
        ("Seat {seat}: {who}{roles} collected ({money})<, mucked>", "collected_at_last"),
        ("Seat {seat}: {who}{roles} showed [{cards}] and won ({money}){words}", "collected_at_last"),
        ("Seat {seat}: {who}{roles} showed [{cards}] and lost{words}", "dealt"),
        ("Seat {seat}: {who}{roles} mucked [{cards}] - {words}", "dealt"),
        ("Seat {seat}: {who}{roles} mucked", "skip"),
        ("Seat {seat}: {who}{roles} is sitting out", "skip"),
        ("Seat {seat}: {new} ({money})<, is sitting out>", "seat"),
        (f"{{who}} antes {{money}}{_OUT}", "antes"),
        (f"{{who}} posts the small blind of {{money}}{_OUT}", "small_blind"),
        (f"{{who}} posts the big blind of {{money}}{_OUT}", "big_blind"),
        (f"{{who}} posts a dead small blind of {{money}}{_OUT}", "dead"),
        (f"{{who}} posts {{money}}{_OUT}", "posts"),
        ("The button is in seat #{seat}", "button"),
        ("*** HOLE CARDS ***", "skip"),
        ("*** FLOP *** [{cards}]< (Total Pot: {note})>", "street"),
        ("*** TURN *** [{note}] [{cards}]< (Total Pot: {note})>", "street"),
        ("*** RIVER *** [{note}] [{cards}]< (Total Pot: {note})>", "street"),
        ("*** SHOW DOWN ***", "skip"),
        ("*** SUMMARY ***", "skip"),
        ("Dealt to {who} [{cards}]", "dealt"),
        ("Uncalled bet of {money} returned to {who}", "uncalled"),
        ("{who} shows [{cards}]< {words}>", "shows"),
        ("{who} mucks", "mucks"),
        *_WON,
        ("Total pot {money}< {note}> | Rake {more}", "total"),
        ("Board: [{cards}]", "board"),
    ),
)


def read_fulltilt(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of a Full Tilt text file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_fulltilt(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, START, lambda place: FullTiltReader(place, strict=strict), on_error)


class FullTiltReader(LineReader):
    """Full Tilt's lines."""

    site = "fulltilt"
    lines = _LINES
    rules = compiled(
        (r"(?P<name>.+) folds", "folds"),
        (rf"(?P<name>.+) (?:checks|calls {MONEY}{_ALL_IN})", "calls"),
        (rf"(?P<name>.+) (?:bets|raises to) (?P<to>{MONEY}){_ALL_IN}", "raises"),
        (rf"(?P<name>.+) posts the small blind of (?P<amount>{MONEY}){_ALL_IN}", "small_blind"),
        (rf"(?P<name>.+) posts the big blind of (?P<amount>{MONEY}){_ALL_IN}", "big_blind"),
        (rf"(?P<name>.+) posts a dead small blind of (?P<amount>{MONEY}){_ALL_IN}", "dead"),
        (rf"(?P<name>.+) (?:posts a straddle of|straddles) (?P<amount>{MONEY}){_ALL_IN}", "straddles"),
        (rf"(?P<name>.+) posts (?P<amount>{MONEY}){_ALL_IN}", "posts"),
        (rf"(?P<name>.+) antes (?P<amount>{MONEY}){_ALL_IN}", "antes"),
        (r"The button is in seat #(?P<seat>\d+)", "button"),
        (r"\*\*\* (?:HOLE CARDS|SHOW DOWN|SHOW DOWN \d|SUMMARY|SUMMARY \d) \*\*\*", "skip"),
        (r"\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[.*?\]) \[(?P<cards>[^\]]*)\](?: \(.*\))?", "street"),
        (
            r"\*\*\* (?:FLOP|TURN|RIVER) (?P<run>\d) \*\*\* (?:\[.*?\] )?\[(?P<cards>[^\]]*)\](?: \(.*\))?",
            "street_again",
        ),
        (rf"Seat (?P<seat>\d+): (?P<name>.+)(?<! collected) \((?P<stack>{MONEY})\)(?:, is sitting out)?", "seat"),
        (r"Dealt to (?P<name>.+) \[(?P<cards>[^\]]*)\]", "dealt"),
        (rf"Uncalled bet of (?P<amount>{MONEY}) returned to (?P<name>.+)", "uncalled"),
        (r"(?P<name>.+) shows \[(?P<cards>[^\]]*)\].*", "shows"),
        (r"(?P<name>.+) mucks", "mucks"),
        (
            rf"(?P<name>.+) (?:wins|ties for) (?:the |side |main )*pot(?: #?\d)? \((?P<amount>{MONEY})\).*",
            "collects",
        ),
        (rf"Total pot (?P<pot>{MONEY})(?: .*?)? \| Rake (?P<rake>{MONEY}).*", "total"),
        (
            r"Seat \d+: (?P<name>.+?)(?: \([a-z ]+\))? (?:mucked|showed) \[(?P<cards>[^\]]*)\](?P<rest>.*)",
            "told_at_last",
        ),
        (rf"Seat \d+: (?P<name>.+?)(?: \([a-z ]+\))? collected \((?P<amount>{MONEY})\).*", "collected_at_last"),
        (r"Seat \d+: (?P<name>.+?)(?: \([a-z ]+\))? (?:folded .*|didn't bet \(folded\))", "folded_at_last"),
        (r"Seat \d+: .*(?:folded|collected|mucked|didn't bet|is sitting out).*", "skip"),
        (r"Board: \[(?P<cards>[^\]]*)\]", "board"),
        (r"Full ?Tilt ?Poker.*? Game #(?P<hand>\d+)(?: \(partial\))?: (?P<rest>.*)", "header"),
    )
    noise = compiled(
        (r".+ shows (?:an? |two |three |four |[A-Z]\w+ ).*", "rankings"),
        (r".+ (?:is sitting out|has returned|stands up|sits down|has left the table|sat down.*)", "seating"),
        (r".+ adds .*|.+ (?:has )?re-?b(?:uys|ought).*|.+ add(?:s|ed) on.*", "money"),
        (
            r".+ has (?:\d+ seconds left to act|requested TIME|timed out.*)|Time has expired|.+ is feeling .*",
            "time",
        ),
        (r".+ has (?:been disconnected|reconnected|been reconnected).*", "connection"),
        (r"Seats: \d+|Duration .*|Pot \d .*|Players agree to .*|The (?:blinds|button|level|cap|game).*", "table"),
        (r".+ (?:finishes|finished|wins the tournament|is eliminated|gets? a bounty|stole).*", "tournament"),
        (r".+: .*", "chat"),
    )

    def header(self, found: Found) -> None:
        """Take in hand number, structure and stakes."""
        hand, rest = self.hand, found["rest"] or ""
        refuse_other_games(rest)
        limit = re.search(r"\b(NL|PL|FL|No Limit|Pot Limit|Fixed Limit|Limit) Hold'em\b", rest)
        stakes = _STAKES.search(rest)
        if not limit or not stakes:
            raise HistoryError(f"{rest[:60]!r} names no hold'em game and stakes")
        hand.structure = _LIMITS[limit[1]]
        hand.stakes = money(stakes[1]), money(stakes[2])
        hand.cash = stakes[1][0] in "$€£"
        hand.fields |= {"hand": hand_number(found["hand"]), "venue": "Full Tilt Poker"}
        hand.date(rest[stakes.end() - 2 :])

    def told_at_last(self, found: Found) -> None:
        """Take in from the summary a hand, and what it won, where no line before says it."""
        self.dealt(found)
        won = re.match(rf" and won \(({MONEY})\)", found["rest"] or "")
        if won and found["name"] not in self.hand.collected:
            self.hand.win(found["name"] or "", money(won[1]))

    def collected_at_last(self, found: Found) -> None:
        """Take in from the summary who collected, where no line before says it."""
        if found["name"] not in self.hand.collected:
            self.collects(found)
