"""PokerStars hand histories (text) -> `HandRecord`, and what other rooms and exporters write in its manner.

A file holds hands one after the other; each starts with its ``PokerStars Hand #`` line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from equity.errors import HistoryError
from equity.history.record import HandRecord
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.lines.reader import Found, LineReader, compiled, read_hands_of_text, refuse_other_games
from equity.history.sites.table_text import MONEY, hand_number, money
from equity.history.text_lines import OnError, Source

__all__ = ["ALL_IN", "LIMITS", "START", "Reader", "parse_pokerstars", "read_pokerstars"]

START = re.compile(
    r"(?!Poker (?:Hand|Game)|Bovada|Ignition|Bodog|Full ?Tilt ?Poker)"
    r"(?:\w[\w.']* ){1,5}(?:Hand|Game) #\w+: .*(?:Hold'?em|Omaha|Stud|Razz|Draw|Badugi|Courchevel)"
    r"|PokerStars .*?(?:Hand|Game) #\w+:"
)
_INSIDE = re.compile(r"PokerStars (?:Zoom )?(?:Home )?(?:Hand|Game) #\d{6,}: ")
LIMITS = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Fixed Limit": "fixed-limit", "Limit": "fixed-limit"}
_GAME = re.compile(r"Hold'?em (No Limit|Pot Limit|Fixed Limit|Limit)\b|(No Limit|Pot Limit|Limit) Hold'?em")
_STAKES = re.compile(rf"\(({MONEY})/({MONEY})(?=[ ()-])")
ALL_IN = r"(?: and is all-in| and has reached the .* cap)*"
_SEAT = rf"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>{MONEY}) in chips.*\)"
_AWAY = r"(?: is sitting out| \[hero\])?"
_DATE = rb"\d{4}/\d\d?/\d\d? (?:- )?\d\d?:\d\d:\d\d"
_LINES = SiteLines(
    re.compile(rb"#(?<=Hand #|Game #)"),
    re.compile(
        rb"(?:PokerStars (?:Zoom |Home Game )?|Poker )(?:Hand|Game) #\w{1,18}: ([ -~\xe2\x82\xac\xc2\xa3]+?) - "
        + _DATE
        + rb"(?: [A-Z]{2,5}| \(ET\))?(?: \["
        + _DATE
        + rb" ET\])? *(?=\r?\n|\Z)"
    ),
    (
        ("{who}: folds", "folds"),
        ("{who}: checks", "calls"),
        ("{who}: calls {sum}< and is all-in>", "calls"),
        ("{who}: bets {money}< and is all-in>", "raises"),
        ("{who}: raises {sum} to {money}< and is all-in>", "raises"),
        ("Seat {seat}: {new} ({money} in chips)< is sitting out>", "seat"),
        ("Seat {seat}: {new} ({sum} in chips) out of hand {note}", "skip"),
        ("{who}: posts the ante {money}< and is all-in>", "antes"),
        ("{who}: posts small blind {money}< and is all-in>", "small_blind"),
        ("{who}: posts big blind {money}< and is all-in>", "big_blind"),
        ("{who}: posts small & big blinds {money}< and is all-in>", "both_blinds"),
        ("*** HOLE CARDS ***", "skip"),
        ("*** FLOP *** [{cards}]", "street"),
        ("*** TURN *** [{note}] [{cards}]", "street"),
        ("*** RIVER *** [{note}] [{cards}]", "street"),
        ("*** SHOW DOWN ***", "skip"),
        ("*** SUMMARY ***", "skip"),
        ("Dealt to {who} [{cards}]", "dealt"),
        ("Uncalled bet ({money}) returned to {who}", "uncalled"),
        ("{who} collected {money} from pot", "collects"),
        ("{who} collected {money} from main pot", "collects"),
        ("{who} collected {money} from side pot<-{seat}>", "collects"),
        ("{who}: shows [{cards}]< ({note})>", "shows"),
        ("{who}: mucks hand", "mucks"),
        ("Total pot {money}{note} | Rake {more}", "total"),
        ("Board [{cards}]", "board"),
        ("Seat {seat}: {who}{roles} showed [{cards}]{note}", "dealt"),
        ("Seat {seat}: {who}{roles} mucked [{cards}]", "dealt"),
        ("Seat {seat}: {who}{roles} mucked", "skip"),
        ("Seat {seat}: {who}{roles} folded{note}", "skip"),
        ("Seat {seat}: {who}{roles} collected{note}", "skip"),
        ("Seat {seat}: {who}{roles} won{note}", "skip"),
        ("Seat {seat}: {who}{roles} lost{note}", "skip"),
        ("Seat {seat}: {who}{roles} didn't bet{note}", "skip"),
        ("Table {note}Seat #{seat} is the button", "button"),
    ),
)


def read_pokerstars(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of a PokerStars text file in order, one in memory at a time.

    Parameters
    ----------
    source : path or binary file
        The text as the site writes it.
    strict : bool
        Whether a line that is not understood is an error; else it goes to the field ``_unread_lines``.
    on_error : callable, optional
        Takes the error of a hand that cannot be read; the next hand follows. By default the error is raised.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_pokerstars(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, START, lambda place: Reader(place, strict=strict), on_error, inside=_INSIDE)


def parse_pokerstars(text: str, *, strict: bool = True, file: str = "<text>") -> HandRecord:
    """Return the hand of one PokerStars text.

    Raises
    ------
    HistoryError
        If the text is not exactly one hand.

    Examples
    --------
    >>> parse_pokerstars("")
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <text>: no hand in the file
    """
    stream = io.BytesIO(text.encode("utf-8", "surrogatepass"))
    stream.name = file
    records = list(read_pokerstars(stream, strict=strict))
    if len(records) != 1:
        raise HistoryError(f"{file}: {len(records)} hands, expected one; read_pokerstars reads many")
    return records[0]


class Reader(LineReader):
    """PokerStars' lines."""

    site = "pokerstars"
    venue = "PokerStars"
    lines = _LINES
    rules = compiled(
        (r"(?P<name>.+): folds(?: \[.*\])?", "folds"),
        (rf"(?P<name>.+): (?:checks|calls {MONEY}{ALL_IN})", "calls"),
        (rf"(?P<name>.+): (?:bets|raises {MONEY} to) (?P<to>{MONEY}){ALL_IN}", "raises"),
        (rf"{_SEAT}{_AWAY}", "seat"),
        (rf"Seat \d+: .+ \({MONEY} in chips.*\) out of hand.*", "skip"),
        (rf"(?P<name>.+): posts (?:the )?ante (?P<amount>{MONEY}){ALL_IN}", "antes"),
        (rf"(?P<name>.+): posts (?:the )?small blind (?P<amount>{MONEY}){ALL_IN}", "small_blind"),
        (rf"(?P<name>.+): posts (?:the )?big blind (?P<amount>{MONEY}){ALL_IN}", "big_blind"),
        (rf"(?P<name>.+): posts small & big blinds (?P<amount>{MONEY}){ALL_IN}", "both_blinds"),
        (rf"(?P<name>.+): (?:posts )?straddle (?P<amount>{MONEY}){ALL_IN}", "straddles"),
        (rf"(?P<name>.+): posts (?:the )?(?:dead|missed blind) (?P<amount>{MONEY}){ALL_IN}", "dead"),
        (rf"(?P<name>.+): posts (?P<amount>{MONEY}){ALL_IN}", "posts"),
        (r"\*\*\* (?:HOLE CARDS|SHOW ?DOWN|PRE-?FLOP|(?:FIRST|SECOND|THIRD) SHOW ?DOWN) \*\*\*", "skip"),
        (r"\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[.*?\]) ? ?\[(?P<cards>[^\]]*)\]", "street"),
        (
            r"\*\*\* (?P<run>FIRST|SECOND|THIRD) (?:FLOP|TURN|RIVER) \*\*\* (?:\[.*?\] )?\[(?P<cards>[^\]]*)\]",
            "street_again",
        ),
        (r"Dealt to (?P<name>.+) \[(?P<cards>[^\]]*)\]", "dealt"),
        (rf"Uncalled bet \((?P<amount>{MONEY})\) returned to (?P<name>.+)", "uncalled"),
        (r"(?P<name>.+): shows \[(?P<cards>[^\]]*)\](?: \(.*\))?", "shows"),
        (r"(?P<name>.+?):? shows \[(?P<cards>[^\]]*)\] for .*", "shows"),
        (r"(?P<name>.+): mucks hand", "mucks"),
        (rf"(?P<name>.+) collected (?P<amount>{MONEY}) from (?:the )?(?:main |side )?pot(?:[- ]?\d)?", "collects"),
        (rf"Total pot (?P<pot>{MONEY})(?: .*?)?(?: ?\| Rake (?P<rake>{MONEY})(?P<fees>.*))?", "total"),
        (r"Seat \d+: (?P<name>.+?)(?: \([a-z ]+\))* (?:mucked|showed) \[(?P<cards>[^\]]*)\].*", "dealt"),
        (r"Seat \d+: .* (?:folded|collected|mucked|showed|won|lost|didn't bet|is sitting out).*", "skip"),
        (r"(?:FIRST )?Board \[(?P<cards>[^\]]*)\]", "board"),
        (r"\*\*\* SUMMARY \*\*\*|(?:SECOND|THIRD) Board \[.*\]|Hand was run .*", "skip"),
        (r"Table .*?Seat #(?P<seat>\d+) is the button", "button"),
        (r"(?:STP|Cash Drop|Splash).*added.*|STP added: .*", "house_adds"),
        (r"Hand cancelled.*|.*[Hh]and (?:was|is) cancell?ed.*", "cancelled"),
        (r".*? (?:Hand|Game) #(?P<hand>\w+): (?P<rest>.*)", "header"),
    )
    noise = compiled(
        (r'.+ said, ".*"?', "chat"),
        (r"(?P<name>.+): doesn't show hand|.+: shows \[.*", "cards"),
        (r".+ (?:has timed out.*|has requested TIME|has run out of time.*|is using .* time.*)", "time"),
        (r".+ (?:is (?:dis)?connected.*|has returned|has been (?:dis|re)connected.*)", "connection"),
        (
            r".+?:? (?:is sitting out|sits out.*|joins the table.*|leaves the table|will be allowed to play .*"
            r"|was removed from the table.*|(?:was|has been) moved .*|cannot join .*|stands up|sits down"
            r"|has (?:left|joined) .*|is (?:away|back)|re-?enter(?:s|ed) .*)",
            "seating",
        ),
        (
            r"(?i:.+?:? (?:re-?buys .*|adds .*|Table deposit .*|cashed out the hand .*|pays cashout.*"
            r"|chooses to .*cash.*|receives cashout.*|EV cashout.*))",
            "money",
        ),
        (
            r".+ (?:finished the tournament.*|wins .*|received .*|re-buys.*|has eliminated .*|collected the bounty.*)",
            "tournament",
        ),
        (
            r"(?:The blinds are now|The button is|Betting is capped|Level up|Blinds are|Hand was run once"
            r"|Everyone is all-in|All-in Insurance|Bomb pot|Pot split).*",
            "table",
        ),
        (r"Dealt to .+", "cards"),
    )

    def header(self, found: Found) -> None:
        """Take in hand number, structure, stakes and date."""
        hand, rest = self.hand, found["rest"] or ""
        refuse_other_games(rest)
        limit = re.search(
            r"Hold'?em (No Limit|Pot Limit|Fixed Limit|Limit)\b|(No Limit|Pot Limit|Limit) Hold'?em", rest
        )
        stakes = _STAKES.search(rest, limit.start() if limit else 0)
        if not limit or not stakes:
            raise HistoryError(f"the header names no {'stakes' if limit else 'hold-em game'}: {rest[:60]!r}")
        hand.structure = LIMITS[limit[1] or limit[2]]
        hand.stakes = money(stakes[1]), money(stakes[2])
        hand.cash = stakes[1][0] in "$€£¥₹" or "." in stakes[1] or "." in stakes[2]
        number = found["hand"] or ""
        hand.fields["hand"] = hand_number(number)
        hand.fields["venue"] = self.venue
        hand.date(rest[stakes.end() :])

    def house_adds(self, found: Found) -> None:
        """Refuse a pot to which the house adds: what players win is more than they put in then."""
        raise HistoryError("the house adds money to the pot, which no rule of hold'em says")

    def both_blinds(self, found: Found) -> None:
        """Take in a missed small and big blind posted together: the small one is dead."""
        if self.hand.stakes is None:
            raise HistoryError("a post stands before the header")
        super().both_blinds(found)

    def total(self, found: Found) -> None:
        """Take in the total pot and what the house took: rake, and whatever fee comes after it."""
        super().total(found)
        for fee in re.findall(rf"\| [A-Za-z ]+ ({MONEY})", found["fees"] or ""):
            self.hand.rake = (self.hand.rake or money("0")) + money(fee)
