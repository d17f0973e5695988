"""PokerStars hand histories (text) -> `HandRecord`. Money is parsed exactly, into cents.

A file holds hands one after the other; each starts with its ``PokerStars Hand #`` line. Lines about people (chat,
joining, time) are passed over by name; any line that is not understood is an error, never skipped.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from equity.errors import HistoryError
from equity.history.record import HandRecord
from equity.history.sites.line_reader import LineReader, compiled, read_hands_of_text
from equity.history.sites.table_text import MONEY, money
from equity.history.text_lines import OnError, Source

__all__ = ["parse_pokerstars", "read_pokerstars"]

_START = re.compile(r"PokerStars .*?(?:Hand|Game) #\d+:")
_HEADER = re.compile(
    r"PokerStars (?:Zoom )?(?:Home Game )?(?:Hand|Game) #(?P<hand>\d+): .*?"
    r"Hold'em (?P<limit>No Limit|Pot Limit|Fixed Limit|Limit)\)?(?P<rest>.*)"
)
_LIMITS = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Fixed Limit": "fixed-limit", "Limit": "fixed-limit"}
_STAKES = re.compile(rf"\(({MONEY})/({MONEY})(?: [^)]*)?\)")
_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d)\D+(\d{1,2}):(\d\d):(\d\d)")
_NOISE = re.compile(
    r"""
      .*\ (?:said,\ ".*"|has\ timed\ out(?:\ while.*)?|is\ (?:dis)?connected(?:\ .*)?|has\ returned|is\ sitting\ out
        |sits\ out|joins\ the\ table\ at\ seat\ .*|leaves\ the\ table|was\ removed\ from\ the\ table.*
        |will\ be\ allowed\ to\ play\ after\ the\ button|re-?buys\ .*|adds\ .*|finished\ the\ tournament.*
        |wins\ .*|received\ .*|has\ requested\ TIME|has\ run\ out\ of\ time.*)
    | [^:]*:\ (?:is\ sitting\ out|sits\ out|doesn't\ show\ hand)
    | (?:The\ blinds\ are\ now|The\ button\ is).*
    | Hand\ was\ run\ once.*
    """,
    re.VERBOSE,
)
_RUN_TWICE = r"(?:\*\*\* (?:FIRST|SECOND|THIRD) |Hand was run (?:twice|three)).*"
_ALL_IN = r"(?: and is all-in| and has reached the .* cap)*"


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
    yield from read_hands_of_text(source, _START, lambda place: Reader(place, strict=strict), on_error)


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
    rules = compiled(
        (r"(?P<name>.+): folds(?: \[.*\])?", "folds"),
        (rf"(?P<name>.+): (?:checks|calls {MONEY}{_ALL_IN})", "calls"),
        (rf"(?P<name>.+): (?:bets|raises {MONEY} to) (?P<to>{MONEY}){_ALL_IN}", "raises"),
        (rf"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>{MONEY}) in chips.*\)(?: is sitting out)?", "seat"),
        (rf"Seat \d+: .+ \({MONEY} in chips.*\) out of hand.*", "skip"),
        (rf"(?P<name>.+): posts the ante (?P<amount>{MONEY}){_ALL_IN}", "antes"),
        (rf"(?P<name>.+): posts small blind (?P<amount>{MONEY}){_ALL_IN}", "small_blind"),
        (rf"(?P<name>.+): posts big blind (?P<amount>{MONEY}){_ALL_IN}", "big_blind"),
        (rf"(?P<name>.+): posts small & big blinds (?P<amount>{MONEY}){_ALL_IN}", "both_blinds"),
        (rf"(?P<name>.+): posts straddle (?P<amount>{MONEY}){_ALL_IN}", "straddles"),
        (r"\*\*\* HOLE CARDS \*\*\*|\*\*\* SHOW DOWN \*\*\*", "skip"),
        (r"\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\* \[.*?\]) \[(?P<cards>[^\]]*)\]", "street"),
        (r"Dealt to (?P<name>.+) \[(?P<cards>[^\]]*)\]", "dealt"),
        (rf"Uncalled bet \((?P<amount>{MONEY})\) returned to (?P<name>.+)", "uncalled"),
        (r"(?P<name>.+): shows \[(?P<cards>[^\]]*)\](?: \(.*\))?", "shows"),
        (r"(?P<name>.+): mucks hand", "mucks"),
        (rf"(?P<name>.+) collected (?P<amount>{MONEY}) from (?:main |side )?pot(?:-\d)?", "collects"),
        (rf"Total pot (?P<pot>{MONEY})(?: .*?)? \| Rake (?P<rake>{MONEY}).*", "total"),
        (r"Seat \d+: (?P<name>.+?)(?: \([a-z ]+\))* (?:mucked|showed) \[(?P<cards>[^\]]*)\].*", "dealt"),
        (r"Seat \d+: .* (?:folded|collected|mucked|won|didn't bet).*", "skip"),
        (r"\*\*\* SUMMARY \*\*\*|Board \[.*\]", "skip"),
        (r"Table '.*' .*?Seat #(?P<seat>\d+) is the button", "button"),
        (_HEADER, "header"),
        (_RUN_TWICE, "refuse_run_twice"),
        (_NOISE, "skip"),
    )

    def header(self, match: re.Match[str]) -> None:
        """Take in hand number, structure, stakes and date."""
        hand = self.hand
        hand.structure = _LIMITS[match["limit"]]
        stakes = _STAKES.search(match["rest"])
        if not stakes:
            raise HistoryError("the header names no stakes")
        hand.stakes = money(stakes[1]), money(stakes[2])
        hand.cash = stakes[1][0] in "$€£" or "." in stakes[1] or "." in stakes[2]
        hand.fields["hand"] = int(match["hand"])
        hand.fields["venue"] = "PokerStars"
        date = _DATE.search(match["rest"])
        if date:
            hand.fields |= {"day": int(date[3]), "month": int(date[2]), "year": int(date[1])}

    def both_blinds(self, match: re.Match[str]) -> None:
        """Take in a missed small and big blind posted together: the small one is dead."""
        stakes = self.hand.stakes
        if stakes is None:
            raise HistoryError("a post stands before the header")
        both = money(match["amount"])
        big = stakes[0] if self.hand.structure == "fixed-limit" else stakes[1]
        self.hand.ante(match["name"], max(both - big, money("0")))
        self.hand.blind(match["name"], "post", min(both, big))

    def straddles(self, match: re.Match[str]) -> None:
        """Take in a straddle."""
        self.hand.blind(match["name"], "straddle", money(match["amount"]))
