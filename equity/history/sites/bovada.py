"""Bovada, Ignition and Bodog hand histories (text) -> `HandRecord`. They know every player's cards.

Players are called by their position. A limit table's next bet after a short all-in is the next whole level
(`raise_after_short = "next-level"`), as a hand of the 8/16 game shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import HandRecord
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.lines.reader import Found, LineReader, compiled, read_hands_of_text, refuse_other_games
from equity.history.sites.table_text import MONEY, hand_number, money
from equity.history.text_lines import OnError, Source

__all__ = ["START", "read_bovada"]

START = re.compile(r"(?:Bovada|Ignition|Bodog[\w.]*(?: \w+)?) Hand #\d+")
_LIMITS = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Fixed Limit": "fixed-limit"}
_WHO = r"(?P<name>Dealer|Small Blind|Big Blind|UTG(?:\+\d+)?)\s*(?:\[ME\])?"
_SEATED = r"(?P<name>Dealer|Small Blind|Big Blind|UTG(?:\+\d+)?)\s*(?P<me>\[ME\])?"
_ANYBODY = r"(?:(?:Dealer|Small Blind|Big Blind|UTG(?:\+\d+)?)\s*(?:\[ME\])? : )?"
_LABELS = ("Small Blind", "Big Blind", "UTG", *(f"UTG+{i}" for i in range(1, 9)), "Dealer")
_TIMEOUT = r"(?: ?\([a-zA-Z -]*\))?"
_HERO = 16  # marks the seat of the one who wrote the history: `equity.kernels.hands.line_story`
_LINES = SiteLines(
    re.compile(rb"#(?<=Hand #)"),
    re.compile(
        rb"(?:Bovada|Ignition|Bodog[\w.]*(?: \w+)?) Hand #\d{1,18}:?\s+(?:(Zone Poker ID#|HOLDEM Tournament #)\d+ ?)?"
        rb"(?:TBL#\d+ ?)?([ -~]+?) - \d{4}-\d\d?-\d\d? \d\d?:\d\d:\d\d *(?=\r?\n|\Z)"
    ),
    (
        ("{who}{me} : Card dealt to a spot [{cards}]", "dealt"),
        ("{who}{me} : Folds{late}", "folds"),
        ("{who}{me} : Ante chip {money}", "antes"),
        ("{who}{me} : Check<s>{late}", "calls"),
        ("{who}{me} : Call<s>{late} {sum}", "calls"),
        ("{who}{me} : Bets< chip info>{late} {money}", "raises"),
        ("{who}{me} : Raises{late} <{sum} to >{money}", "raises"),
        ("{who}{me} : All-in{late} <{sum} to >{sum}", "all_in", 1),
        ("{who}{me} : Small blind {money}", "small_blind"),
        ("{who}{me} : Small Blind {money}", "small_blind"),
        ("{who}{me} : Ante/Small Blind {money}", "small_blind"),
        ("{who}{me} : Ante/Small blind {money}", "small_blind"),
        ("{who}{me} : Big blind</Bring in> {money}", "big_blind"),
        ("{who}{me} : Posts chip {money}", "big_blind"),
        ("{who}{me} : Posts dead chip {money}", "posts_any"),
        ("{who}{me} : Set dealer</Bring in spot> [{seat}]", "button"),
        ("{who}{me} : Return uncalled portion of bet {money}", "uncalled"),
        ("{who}{me} : Showdown [{note}]< ({words})>", "skip"),
        ("{who}{me} : Showdown ({words})", "skip"),
        ("{who}{me} : Does not show [{rest}", "skip"),
        ("{who}{me} : Mucks [{rest}", "skip"),
        ("{who}{me} : Hand result<-Side pot> {money}", "collects"),
        ("{who}{me} : Hand Result<-Side Pot> {money}", "collects"),
        ("Seat+{rest}", "skip"),
        *((f"Seat {{seat}}: {{={label}}} ({{money}} in chips)", "seat", rank) for rank, label in enumerate(_LABELS)),
        *(
            (f"Seat {{seat}}: {{={label}}} < >[ME] ({{money}} in chips)", "seat", _HERO + rank)
            for rank, label in enumerate(_LABELS)
        ),
        ("Seat {seat}: {rest}", "skip"),
        ("*** HOLE CARDS ***", "skip"),
        ("*** SUMMARY ***", "skip"),
        ("Card dealt to table [{cards}]", "street"),
        ("*** FLOP *** [{cards}]", "street"),
        ("*** TURN *** [{note}] [{cards}]", "street"),
        ("*** RIVER *** [{note}] [{cards}]", "street"),
        ("Total Pot({money})< | Rake ({more})>", "total"),
        ("Board [{cards}]", "board"),
    ),
)


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
    yield from read_hands_of_text(source, START, lambda place: BovadaReader(place, strict=strict), on_error)


class BovadaReader(LineReader):
    """Bovada's lines."""

    site = "bovada"
    lines = _LINES
    rules = compiled(
        (rf"{_WHO} : Card dealt to a spot \[(?P<cards>[^\]]*)\]", "dealt"),
        (rf"{_WHO} : Folds?{_TIMEOUT}", "folds"),
        (rf"{_WHO} : Ante chip (?P<amount>{MONEY})", "antes"),
        (rf"{_WHO} : (?:Checks?|Calls?){_TIMEOUT}(?: {MONEY})?", "calls"),
        (rf"{_WHO} : (?:Bets(?: chip info)?|Raises){_TIMEOUT} (?:{MONEY} to )?(?P<to>{MONEY})", "raises"),
        (rf"{_WHO} : All-in{_TIMEOUT} (?:{MONEY} to )?(?P<amount>{MONEY})", "all_in"),
        (rf"Seat (?P<seat>\d+): {_SEATED} \((?P<stack>{MONEY}) in chips\)", "seat"),
        (rf"{_WHO} : (?:Ante/)?Small [Bb]lind (?P<amount>{MONEY})", "small_blind"),
        (rf"{_WHO} : Big [Bb]lind(?:/Bring in)? (?P<amount>{MONEY})", "big_blind"),
        (rf"{_WHO} : Posts chip (?P<amount>{MONEY})", "big_blind"),
        (rf"{_WHO} : Posts dead chip (?P<amount>{MONEY})", "dead_or_both"),
        (rf"{_WHO} : Straddle(?: chip)? (?P<amount>{MONEY})", "straddles"),
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
        (rf"Total Pot\((?P<pot>{MONEY})\)(?: \| Rake \((?P<rake>{MONEY})\))?.*", "total"),
        (r"Board \[(?P<cards>[^\]]*)\]", "board"),
        (r"Seat ?\+?\d+:.*", "skip"),
        (r"\w.*? Hand #(?P<hand>\d+):?\s+(?P<rest>.*)", "header"),
    )
    noise = compiled(
        (
            rf"{_ANYBODY}(?:Leave\(Auto\)|Enter\(Auto\)|Table (?:enter|leave) user|Seat (?:re-join|stand|sit down)"
            r"|Seat sit out|Sit out|Sitout \(.*\)|Re-join|Stand|Sit down|Leave|Enter|Seat|Big blind wait.*)",
            "seating",
        ),
        (rf"{_ANYBODY}(?:Table deposit|Table withdraw.*?|Rebuy|Add-?on|Cash ?out).*", "money"),
        (rf"{_ANYBODY}(?i:ranking|prize|bounty|knock).*", "tournament"),
        (rf"{_ANYBODY}(?:Time ?out.*|Time ?bank.*|.*extra time.*)", "time"),
        (rf"{_ANYBODY}(?:(?:Dis|Re)connect.*)", "connection"),
        (rf"{_ANYBODY}(?:Set dealer.*|Table Info.*|Player Info.*|Jackpot.*|Unknown.*action.*)", "table"),
    )
    posting = True  # until the first card is dealt
    hero = ""

    def begin(self, lines: list[tuple[int, str]]) -> None:
        """Start without posts."""
        self.all_in_posts: list[tuple[str, Decimal]] = []

    def header(self, found: Found) -> None:
        """Take in hand number and structure; cash games name their stakes only in the posts."""
        hand, rest = self.hand, found["rest"] or ""
        refuse_other_games(rest)
        limit = re.search(r"No Limit|Pot Limit|Fixed Limit", rest)
        if "HOLDEM" not in rest or (not limit and "Tournament" not in rest):
            raise HistoryError(f"{rest[:60]!r} is not a hold'em game")
        hand.structure = _LIMITS[limit[0]] if limit else "no-limit"
        if hand.structure == "fixed-limit":
            hand.house = {"raise_after_short": "next-level"}
        stakes = re.search(rf"Level \d+ \(({MONEY})/({MONEY})\)", rest)
        if stakes:
            hand.stakes = money(stakes[1]), money(stakes[2])
        hand.fields |= {"hand": hand_number(found["hand"]), "venue": "Bovada"}
        hand.places_at_table = _LABELS  # seat numbers of the larger tournaments are not in the order of the table
        hand.date(rest)

    def dealt(self, found: Found) -> None:
        """Take in a player's cards: the posts are over."""
        self.posting = False
        super().dealt(found)

    def all_in(self, found: Found) -> None:
        """Take in an all-in: a bet, a raise or a call, and before the cards what is left for the ante or the blind."""
        name = found["name"] or ""
        if self.posting:
            self.all_in_posts.append((name, money(found["amount"] or "")))
        else:
            self.hand.act(Kind.RAISE, name)

    def finish(self) -> HandRecord:
        """Return the record, after the all-ins among the posts, which are ante or blind by what others post."""
        for name, chips in self.all_in_posts:
            self._all_in_post(name, chips)
        record = super().finish()
        record.fields["players"] = tuple("Hero" if name == self.hero else name for name in record.players)
        return record

    def seat(self, found: Found) -> None:
        """Take in a player at the table; the one who wrote the history is called Hero."""
        super().seat(found)
        if found["me"]:
            self.hero = found["name"] or ""

    def _all_in_post(self, name: str, chips: Decimal) -> None:
        antes = [paid for _, kind, paid in self.hand.posts if kind == "ante"]
        paid_ante = any(who == name and kind == "ante" for who, kind, _ in self.hand.posts)
        kind = {"Small Blind": "small", "Big Blind": "big"}.get(name, "post")
        if antes and not paid_ante:
            ante = min(chips, max(antes))
            self.hand.post(name, "ante", ante)
            chips -= ante
        if chips:
            self.hand.post(name, kind, chips)

    def dead_or_both(self, found: Found) -> None:
        """Take in a post of missed blinds; what is more than the small one is live."""
        self._post(found, "any")

    def folds_and_shows(self, found: Found) -> None:
        """Take in a fold with the cards shown."""
        self.hand.learn(found["name"] or "", self.cards(found["cards"]))
        self.folds(found)
