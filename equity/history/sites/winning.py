"""Winning Poker Network (Americas Cardroom and others), both manners of the client -> `HandRecord`.

The older one starts ``Game started at:`` and calls players ``Player NAME``; the newer one is close to PokerStars'.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import HandRecord
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.lines.reader import Found, LineReader, compiled, read_hands_of_text, refuse_other_games
from equity.history.sites.table_text import MONEY, TextHand, hand_number, money
from equity.history.text_lines import OnError, Source

__all__ = ["START", "read_winning"]

START = re.compile(r"Game ID: \d+|Hand #\d+ - ")
_ALL_IN = r"(?: and is all[- ]in)?"
_LIMITS = {"No Limit": "no-limit", "Pot Limit": "pot-limit", "Fixed Limit": "fixed-limit", "Limit": "fixed-limit"}
_ENDS = rf"\. ?Bets: (?P<bets>{MONEY})\.? Collects: (?P<amount>{MONEY})\.? (?:Wins|Loses): {MONEY}\.?"
_BETS = "Bets: {sum}<.> Collects: {money}<.>"
_LINES = SiteLines(
    re.compile(rb"[#:](?:(?<=Hand #)|(?<=Game ID:))"),
    re.compile(
        rb"(?:Game ID: \d{1,18} ([ -~]+)|Hand #\d{1,18} - ([ -~]+?) - "
        rb"\d{4}/\d\d?/\d\d? \d\d?:\d\d:\d\d UTC)(?=\r?\n|\Z)"
    ),
    (
        ("<Player >{who} folds", "folds"),
        ("<Player >{who} checks", "calls"),
        ("Player {who} calls ({sum})", "calls"),
        ("Player {who} bets ({money})", "raises_by"),
        ("Player {who} raises ({money})", "raises_by"),
        ("Player {who} allin ({money})", "all_in"),
        ("{who} calls {sum}< and is all-in>", "calls"),
        ("{who} bets {money}< and is all-in>", "raises"),
        ("{who} raises {sum} to {money}< and is all-in>", "raises"),
        ("Seat {seat}: {who}{roles} folded{words}", "skip"),
        ("Seat {seat}: {who}{roles} did not show and won {money}", "collected_at_last"),
        ("Seat {seat}: {who}{roles} showed {rest}", "skip"),
        ("Seat {seat}: {new} ({money})<.>< is sitting out>", "seat"),
        ("Player {who} has small blind ({money})", "small_blind"),
        ("Player {who} has big blind ({money})", "big_blind"),
        ("Player {who} ante ({money})", "antes"),
        ("Player {who} posts ({money})", "both_blinds"),
        ("Player {who} posts ({money}) as a dead bet", "posts_any"),
        ("{who} posts the small blind {money}< and is all-in>", "small_blind"),
        ("{who} posts the big blind {money}< and is all-in>", "big_blind"),
        ("{who} posts ante {money}< and is all-in>", "antes"),
        ("{who} posts dead {money}", "posts_any"),
        ("{who} posts {money}", "posts"),
        ("Seat {seat} is the button", "button"),
        ("*** HOLE CARDS ***", "skip"),
        ("*** SHOW DOWN ***", "skip"),
        ("*** SUMMARY ***", "skip"),
        ("------ Summary ------", "skip"),
        ("*** FLOP ***<:> [{cards}]", "street"),
        ("*** TURN ***<:> [{note}] [{cards}]", "street"),
        ("*** RIVER ***<:> [{note}] [{cards}]", "street"),
        ("Player {who} received card: [{cards}]", "one_card"),
        ("Player {who} received a card.", "skip"),
        ("Dealt to {who} [{cards}]", "dealt"),
        ("Uncalled bet ({money}) returned to {who}", "uncalled"),
        (f"<*>Player {{who}} shows: {{note}} [{{cards}}]. {_BETS} Wins: {{sum}}<.>", "shows_and_collects", 1),
        (f"<*>Player {{who}} shows: {{note}} [{{cards}}]. {_BETS} Loses: {{sum}}<.>", "shows_and_collects", 1),
        (f"<*>Player {{who}} does not show cards.< >{_BETS} Wins: {{sum}}<.>", "collects", 1),
        (f"<*>Player {{who}} does not show cards.< >{_BETS} Loses: {{sum}}<.>", "collects", 1),
        (f"<*>Player {{who}} mucks (does not show cards).< >{_BETS} Wins: {{sum}}<.>", "collects", 1),
        (f"<*>Player {{who}} mucks (does not show cards).< >{_BETS} Loses: {{sum}}<.>", "collects", 1),
        ("{who} shows [{cards}] {rest}", "shows"),
        ("{who} collected {money} from {words}", "collects"),
        ("Pot: {money}<.> Rake {more}<.>", "total"),
        ("Total pot {money} | Rake {more}< | JP Fee {more}>", "total"),
        ("Total pot {sum}", "skip"),
        ("Board<:> [{cards}]", "board"),
        ("{note}Seat #{seat} is the button", "button"),
    ),
)


def read_winning(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of a Winning Poker Network text file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_winning(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, START, lambda place: WinningReader(place, strict=strict), on_error)


class _Hand(TextHand):
    pot_after_rake = True


class WinningReader(LineReader):
    """The network's lines, older and newer."""

    site = "winning"
    lines = _LINES
    hand_type = _Hand
    rules = compiled(
        (r"(?:Player )?(?P<name>.+) folds", "folds"),
        (rf"(?:Player )?(?P<name>.+) (?:checks|calls \(?{MONEY}\)?{_ALL_IN})", "calls"),
        (rf"Player (?P<name>.+) (?:bets|raises) \((?P<by>{MONEY})\)", "raises_by"),
        (rf"Player (?P<name>.+) (?:caps) \((?P<by>{MONEY})\)", "caps_by"),
        (rf"Player (?P<name>.+) allin \((?P<by>{MONEY})\)", "all_in"),
        (rf"(?P<name>.+) (?:bets|raises {MONEY} to) (?P<to>{MONEY}){_ALL_IN}", "raises"),
        (rf"(?P<name>.+) caps (?:{MONEY} to )?(?P<to>{MONEY}){_ALL_IN}", "caps"),
        (rf"Player (?P<name>.+) has small blind \((?P<amount>{MONEY})\)", "small_blind"),
        (rf"Player (?P<name>.+) has big blind \((?P<amount>{MONEY})\)", "big_blind"),
        (rf"(?P<name>.+) posts the small blind (?P<amount>{MONEY}){_ALL_IN}", "small_blind"),
        (rf"(?P<name>.+) posts the big blind (?P<amount>{MONEY}){_ALL_IN}", "big_blind"),
        (rf"Player (?P<name>.+) (?:ante|posts ante|has ante) \((?P<amount>{MONEY})\)", "antes"),
        (rf"(?P<name>.+) posts (?:the )?ante (?P<amount>{MONEY}){_ALL_IN}", "antes"),
        (rf"Player (?P<name>.+) straddle \((?P<amount>{MONEY})\)", "straddles"),
        (rf"(?P<name>.+) (?:posts a|posts the|posts) straddle (?P<amount>{MONEY}){_ALL_IN}", "straddles"),
        (rf"Player (?P<name>.+) posts \((?P<amount>{MONEY})\)", "both_blinds"),
        (rf"Player (?P<name>.+) posts \((?P<amount>{MONEY})\) as a dead bet", "posts_any"),
        (rf"(?P<name>.+) posts dead (?P<amount>{MONEY})", "posts_any"),
        (rf"(?P<name>.+) posts (?P<amount>{MONEY})", "posts"),
        (rf"Seat (?P<seat>\d+): (?P<name>.+) \((?P<stack>{MONEY})\)\.?(?: is sitting out)?", "seat"),
        (r"(?:.* )?Seat #?(?P<seat>\d+) is the button", "button"),
        (r"\*\*\* (?:HOLE CARDS|SHOW DOWN|SUMMARY) \*\*\*|------ Summary ------", "skip"),
        (r"\*\*\* (?:FLOP \*\*\*|(?:TURN|RIVER) \*\*\*:? \[.*?\]):? \[(?P<cards>[^\]]*)\]", "street"),
        (r"Player (?P<name>.+) received card: \[(?P<cards>[^\]]*)\]", "one_card"),
        (r"Player .+ received a card\.", "skip"),
        (r"Dealt to (?P<name>.+) \[(?P<cards>[^\]]*)\]", "dealt"),
        (rf"Uncalled bet \((?P<amount>{MONEY})\) returned to (?P<name>.+)", "uncalled"),
        (rf"\*?Player (?P<name>.+) shows: (?:.*?) ?\[(?P<cards>[^\[\]]*)\]{_ENDS}", "shows_and_collects"),
        (rf"\*?Player (?P<name>.+) (?:does not show cards|mucks \(does not show cards\)|mucks .*?){_ENDS}", "collects"),
        (r"(?P<name>.+) shows \[(?P<cards>[^\]]*)\].*", "shows"),
        (rf"(?P<name>.+) collected (?P<amount>{MONEY}) from .*", "collects"),
        (rf"Pot: (?P<pot>{MONEY})\.? Rake (?P<rake>{MONEY}).*", "total"),
        (rf"Total pot (?P<pot>{MONEY})(?: \| Rake (?P<rake>{MONEY})(?: \| JP Fee (?P<fee>{MONEY}))?)?.*", "total"),
        (r"Board:? \[(?P<cards>[^\]]*)\]", "board"),
        (rf"Seat \d+: (?P<name>.+?)(?: \([a-z ]+\))? did not show and won (?P<amount>{MONEY}).*", "won_at_last"),
        (r"Seat \d+: .*(?:folded|won|lost|mucked|showed).*", "skip"),
        (r"Game ID: (?P<hand>\d+) (?P<rest>.*)", "old_header"),
        (r"Hand #(?P<hand>\d+) - (?P<rest>.*)", "header"),
    )
    noise = compiled(
        (r"(?:Player )?.+ (?:mucks cards|mucks|does not show|shows cards)\.?", "cards"),
        (r"(?:Player )?.+ (?:is timed out|has requested .*time.*|timed out)\.?", "time"),
        (
            r"(?:Player )?.+ (?:is sitting out|sitting out|sits out|wait BB|leaves? .*|left .*|joins? .*"
            r"|stands .*|sits .*|has returned|is back)\.?",
            "seating",
        ),
        (r"(?:Player )?.+ (?:(?:is |has been |has )?(?:dis|re)connected.*|connection .*)", "connection"),
        (r"Main pot .*|Side pot.*|Pot \d.*", "table"),
        (r"(?:Player )?.+ (?:adds .*|rebuys? .*|re-buys .*|added .*|buys .*)\.?", "money"),
        (r"(?:Player )?.+ (?:says|said)[:,].*", "chat"),
        (r"(?:Player )?.+ (?:finished|eliminated|wins the tournament).*", "tournament"),
    )

    def begin(self, lines: list[tuple[int, str]]) -> None:
        """Note that the header gives the blinds, also of a limit game."""
        self.hand.stakes_are_bets = False
        self.half: dict[str, str] = {}

    def old_header(self, found: Found) -> None:
        """Take in the older manner's stakes; only no-limit says nothing about its limit."""
        rest = found["rest"] or ""
        refuse_other_games(rest)
        stakes = re.match(rf"({MONEY})/({MONEY})", rest)
        if "hold" not in rest.lower() or not stakes:
            raise HistoryError(f"{rest[:60]!r} names no hold'em game and stakes")
        limit = re.search(r"\((?:Fixed )?Limit\)|\b(?:FL|Limit)\b", rest)
        self.hand.structure = "fixed-limit" if limit else "pot-limit" if re.search(r"\bPL\b", rest) else "no-limit"
        self._stakes(found, stakes[1], stakes[2])

    def header(self, found: Found) -> None:
        """Take in structure and stakes."""
        rest = found["rest"] or ""
        refuse_other_games(rest)
        match = re.search(rf"Holdem ?\((No Limit|Pot Limit|Fixed Limit|Limit)\) - .*?({MONEY})/({MONEY})", rest)
        if not match:
            raise HistoryError(f"{rest[:60]!r} names no hold'em game and stakes")
        self.hand.structure = _LIMITS[match[1]]
        self._stakes(found, match[2], match[3])
        self.hand.date(rest[match.end() :])

    def _stakes(self, found: Found, small: str, big: str) -> None:
        self.hand.stakes = money(small), money(big)
        self.hand.fields |= {"hand": hand_number(found["hand"]), "venue": "Winning Poker Network"}

    def one_card(self, found: Found) -> None:
        """Take in one of the reader's own two cards; they come line by line."""
        name, card = found["name"] or "", found["cards"] or ""
        if name in self.half:
            self.hand.learn(name, self.cards(f"{self.half.pop(name)} {card}"))
        else:
            self.half[name] = card

    def posts_any(self, found: Found) -> None:
        """Take in a post of missed blinds; what is more than the small one is live."""
        self._post(found, "any")

    def caps(self, found: Found) -> None:
        """Take in a bet of all that the table's cap allows."""
        self.hand.act(Kind.RAISE, found["name"] or "", money(found["to"] or ""), "to the cap")

    def caps_by(self, found: Found) -> None:
        """Take in a bet of all that the table's cap allows, of which the line says what is put in."""
        self.hand.act(Kind.RAISE, found["name"] or "", money(found["by"] or ""), "by the cap")

    def shows_and_collects(self, found: Found) -> None:
        """Take in the summary of a player who showed."""
        self.hand.learn(found["name"] or "", self.cards(found["cards"]))
        self.collects(found)

    def collects(self, found: Found) -> None:
        """Take in a pot won; the summary of the older manner names everybody, also who won nothing."""
        if found["name"] in self.hand.seats and money(found["amount"] or ""):
            super().collects(found)

    def won_at_last(self, found: Found) -> None:
        """Take in from the summary who won, where no line before says it."""
        if found["name"] not in self.hand.collected:
            super().collects(found)

    def total(self, found: Found) -> None:
        """Take in the total pot, which is what the players got, and all that the house took."""
        super().total(found)
        fee = found.get("fee")
        if fee:
            self.hand.rake = (self.hand.rake or money("0")) + money(fee)
        if self.hand.rake is None:
            self.hand.total_pot = None  # without a rake it says nothing that the pots collected do not
