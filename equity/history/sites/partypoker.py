"""PartyPoker hand histories (text), both manners of the client -> `HandRecord`.

The newer one writes ``raises [$0.16 USD]``, the older one ``raises 0.06 to 0.08`` and a summary of everybody's balance.
Players who sit down during the hand are not among the seats: their stacks are unknown until they are all-in.
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
from equity.history.sites.table_text import TextHand, hand_number, money
from equity.history.text_lines import OnError, Source

__all__ = ["START", "read_partypoker"]

START = re.compile(r"\*{3,} Hand History [Ff]or Game \w+ \*{3,}")
_AMOUNT = r"(?:[A-Z]{3} ?)?[$€£]?\d(?:[\d.,]*\d)?(?: ?[$€£])?(?: ?(?:USD|EUR|GBP|chips))?"
_PAID = rf"[\[(] ?(?P<amount>{_AMOUNT}) ?[\])]\.?"
_LIMITS = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
_CUT = re.compile(r"(?<=\.)(?=\S+ wins [$€£\d])")
_TWO = re.compile(r"(\d[\d.,]*)/[$€£]?(\d[\d.,]*)")
_PAYS = ("[{amount}]", "[{amount}].", "[ {amount} ]", "({amount})")
_SPENDS = (
    ("calls", "calls"),
    ("bets", "raises_by"),
    ("raises", "raises_by"),
    ("is all-In ", "all_in"),
    ("posts ante", "antes"),
    ("posts small blind", "small_blind"),
    ("posts big blind", "big_blind"),
    ("posts big blind + dead", "both_blinds"),
    ("posts dead", "dead"),
)
_LINES = SiteLines(
    re.compile(rb"Hand History [Ff]or Game"),
    re.compile(
        rb"\*{3,} Hand History [Ff]or Game \w+ \*{3,}[ -~]*\r?\n"
        rb"([ -~\xe2\x82\xac\xc2\xa3]*Hold'?em[ -~\xe2\x82\xac\xc2\xa3]*?) +- +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[ -~]*"
        rb"(?:\r?\n(Trny[ -~]*))?(?:\r?\n((?:Blinds|Stakes)[ -~]*))?(?=\r?\n|\Z)"
    ),
    (
        ("{who} folds<.>", "folds"),
        ("{who} checks<.>", "calls"),
        *((f"{{who}} {verb} {paid}", meaning) for verb, meaning in _SPENDS for paid in _PAYS),
        ("{who} raises {any} to {amount}", "raises"),
        ("{who} is all-In<.>", "is_all_in"),
        ("Seat {seat}: {new} ( {amount} )", "seat"),
        ("Seat {seat}: {new} ({amount})", "seat"),
        ("Seat {seat}: {new} ( {amount} ) - {rest}", "seat"),
        ("seat {seat}: {new} ( {amount} )", "seat"),
        ("<Table {note} -- >Seat {seat} is the button", "button"),
        ("** Dealing down cards **", "skip"),
        ("** Summary **", "skip"),
        ("Blinds({note})", "skip"),
        ("Blinds-Antes({note})", "skip"),
        ("Stakes({note})", "skip"),
        ("Main Pot: {any}{note}", "skip"),
        ("Board: [{cards}]", "board"),
        *((f"** Dealing {street} **< :>< > [{{cards}}]", "street") for street in ("Flop", "Turn", "River")),
        ("Dealt to {who} [{cards}]", "dealt"),
        ("{who} shows [{cards}]{words}", "shows"),
        ("{who} doesn't show [{cards}]{words}", "mucks"),
        ("{who} wins {amount}< chips>< from {note}>", "collects"),
        ("{who} balance {any}, lost {any} (folded)", "skip"),
        ("{who} balance {any}, lost {any}[{cards}] [{note}]", "dealt"),
        ("{who} balance {any}, bet {any}, collected {amount}, net <+><->{any}", "collects"),
        ("{who} balance {any}, bet {any}, collected {amount}, net <+><->{any}[{cards}] [{note}]", "shows_and_collects"),
        ("{who} balance {any}, didn't bet (folded)", "skip"),
        ("{who} balance {any}, sits out", "skip"),
    ),
)


def read_partypoker(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of a PartyPoker text file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_partypoker(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, START, lambda place: PartyReader(place, strict=strict), on_error)


class _Hand(TextHand):
    late_small_is_live = True
    folds_in_advance = True


class PartyReader(LineReader):
    """PartyPoker's lines."""

    site = "partypoker"
    lines = _LINES
    hand_type = _Hand
    rules = compiled(
        (r"(?P<name>.+) folds\.?", "folds"),
        (rf"(?P<name>.+) (?:checks|calls (?:[\[(] ?(?P<by>{_AMOUNT}) ?[\])]))\.?", "calls"),
        (rf"(?P<name>.+) (?:bets|raises) [\[(] ?(?P<by>{_AMOUNT}) ?[\])]\.?", "raises_by"),
        (rf"(?P<name>.+) raises {_AMOUNT} to (?P<to>{_AMOUNT})\.?", "raises"),
        (rf"(?P<name>.+) is all-In +[\[(] ?(?P<by>{_AMOUNT}) ?[\])]\.?", "all_in"),
        (r"(?P<name>.+) is all-In\.?", "is_all_in"),
        (rf"(?P<name>.+) posts small blind {_PAID}", "small_blind"),
        (rf"(?P<name>.+) posts big blind \+ dead {_PAID}", "both_blinds"),
        (rf"(?P<name>.+) posts big blind {_PAID}", "big_blind"),
        (rf"(?P<name>.+) posts ante {_PAID}", "antes"),
        (rf"(?P<name>.+) posts (?:dead|dead blind) {_PAID}", "dead"),
        (rf"(?P<name>.+) posts straddle {_PAID}", "straddles"),
        (rf"[Ss]eat (?P<seat>\d+): (?P<name>.+?) \( ?(?P<stack>{_AMOUNT}) ?\).*", "seat"),
        (r"(?:Table .* -- )?Seat (?P<seat>\d+) is the button", "button"),
        (r"\*\* (?:Dealing down cards|Summary) \*\*|Total number of players ?: .*", "skip"),
        (r"\*\* Dealing (?:[Ff]lop|[Tt]urn|[Rr]iver) \*\* ?:? *\[(?P<cards>[^\]]*)\]", "street"),
        (r"Dealt to (?P<name>.+) \[(?P<cards>[^\]]*)\]", "dealt"),
        (r"(?P<name>.+) shows \[(?P<cards>[^\]]*)\].*", "shows"),
        (r"(?P<name>.+) (?:doesn't|does not) show \[(?P<cards>[^\]]*)\].*", "mucks"),
        (rf"(?P<name>.+?) wins (?P<amount>{_AMOUNT})(?: from .*)?\.?", "collects"),
        (rf"Main Pot: (?P<pots>{_AMOUNT}.*)", "skip"),
        (r"Board: ?\[(?P<cards>[^\]]*)\]", "board"),
        (
            rf"(?P<name>.+) balance {_AMOUNT}, (?P<what>lost|bet|didn't bet|sits out)(?P<rest>.*)",
            "balance",
        ),
        (r"\*+ Hand History [Ff]or Game (?P<hand>\w+) \*+.*", "number"),
        (
            r"(?P<rest>.*(?:Texas ?Hold'?em|Hold'?em|Omaha|Stud|Short Deck).*)",
            "header",
        ),
        (r"(?:Trny: ?\d+ Level: ?\d+ ?)?(?:Blinds|Stakes)(?:-Antes)? ?\((?P<rest>.*)\)", "level"),
        (r"Trny: ?\d+ Level: ?\d+", "skip"),
        (r"Table .*", "skip"),
    )
    noise = compiled(
        (r".+ (?:does not show|doesn't show|mucks)(?: cards)?\.?", "cards"),
        (r".+ (?:has (?:left|joined) the table|is sitting out|sits out|has returned.*|has been moved.*)\.?", "seating"),
        (
            r".+ (?:did not respond in time|could not respond in time.*|will be using \w+ time bank.*"
            r"|is using .*time.*|has \d+ seconds.*)\.?",
            "time",
        ),
        (r".+ (?:is disconnected|has been (?:dis|re)connected|has reconnected|is reconnected).*", "connection"),
        (r"Player .+ finished in .*|.+ (?:finished|wins the tournament|is eliminated).*", "tournament"),
        (r"Creating (?:Main|Side) Pot.*|>You have options.*|Your time bank.*", "table"),
        (
            r"(?:Congratulations|The (?:tournament|table|break|next)|Tournament|Break|You |Your |Connection).*"
            r"|.+ (?:has requested TIME|has run out of time).*",
            "table",
        ),
        (r".+: .*", "chat"),
    )

    def begin(self, lines: list[tuple[int, str]]) -> None:
        """Seat the players who sat down during the hand."""
        self.hand.stakes_are_bets = False

    def read(self, lines: list[tuple[int, str]]) -> HandRecord:
        """Return the record of a hand's lines; the client runs the last ones together."""
        cut = [(number, part) for number, line in lines for part in (_CUT.split(line) if " wins " in line else (line,))]
        return super().read(cut)

    def _post(self, found: Found, kind: str) -> None:
        name = found["name"] or ""
        if name not in self.hand.seats:
            self.hand.seat(self._free_seat(), name, None)
        elif not self.hand.stacks[name]:
            self.hand.stacks[name] = None  # somebody who has just sat down
        super()._post(found, kind)

    def _free_seat(self) -> int:
        """Return the seat of a player who came late: the next one after the last player who posted."""
        last = self.hand.posts[-1][0] if self.hand.posts else None
        at = self.hand.seats[last] if last is not None else self.hand.button or 0
        taken = set(self.hand.seats.values())
        while True:
            at = at + 1 if at < 10 else 1
            if at not in taken:
                return at
            if len(taken) >= 10:
                raise HistoryError("more than ten players sit at the table")

    def number(self, found: Found) -> None:
        """Take in the number of the hand."""
        text = found["hand"] or ""
        self.hand.fields |= {"hand": hand_number(text), "venue": "PartyPoker"}

    def header(self, found: Found) -> None:
        """Take in structure and stakes, as far as this line has them."""
        hand, rest = self.hand, found["rest"] or ""
        refuse_other_games(rest)
        limit = re.search(r"\b(NL|PL|FL)\b", rest)
        hand.structure = _LIMITS[limit[1]] if limit else "fixed-limit"
        level = re.search(r"(?:Blinds|Stakes)(?:-Antes)? ?\(([^)]*)\)", rest)
        before = rest[: rest.index("old")]
        two = _TWO.search(level[1]) if level else _TWO.search(before)
        if two:
            hand.stakes = money(two[1]), money(two[2])
            hand.stakes_are_bets = hand.structure == "fixed-limit"
        if level or "Trny" in rest or "Tourn" in rest:
            hand.fields["event"] = rest[:60]
            self._blinds_of_tournament(level is not None)
        hand.cash = "USD" in rest or "EUR" in rest or bool(re.match(r"[$€£]", rest))
        hand.date(rest.rpartition(" - ")[2])

    def _blinds_of_tournament(self, named: bool) -> None:
        """Tournaments of the newer manner name the blinds, but not who posts them."""
        self.hand.blinds_unwritten = named

    def level(self, found: Found) -> None:
        """Take in the stakes of a tournament."""
        two = _TWO.search(found["rest"] or "")
        if two and self.hand.stakes is None:
            self.hand.stakes = money(two[1]), money(two[2])

    def is_all_in(self, found: Found) -> None:
        """Take in that the last action took all chips: its amount may be rounded."""
        kind, name, amount, how = self.hand.events[-1] if self.hand.events else (None, "", None, "")
        if name == found["name"] and kind is Kind.RAISE and amount is not None:
            self.hand.events[-1] = (kind, name, None, how)

    def balance(self, found: Found) -> None:
        """Take in a line of the older manner's summary: what a player collected, and cards shown."""
        name, rest = found["name"] or "", found["rest"] or ""
        collected = re.search(rf"collected ({_AMOUNT})", rest)
        if collected and name in self.hand.seats:
            self.hand.win(name, money(collected[1]))
        cards = re.match(r".*?\[ ?([^\[\]]*?) ?\] \[", rest)
        if cards:
            self.hand.learn(name, self.cards(cards[1]))

    def finish(self) -> HandRecord:
        """Return the record, with the blinds that nobody wrote down."""
        if (
            self.hand.blinds_unwritten
            and self.hand.stakes
            and not any(k in ("small", "big") for _, k, _ in self.hand.posts)
        ):
            try:
                self._post_unwritten(*self.hand.stakes)
            except HistoryError as error:
                raise HistoryError(f"{self.place}: {error}") from None
        return super().finish()

    def _post_unwritten(self, small: Decimal, big: Decimal) -> None:
        hand = self.hand
        if hand.structure == "fixed-limit":
            small, big = small / 2, small
        button = hand.button
        if button is None:
            raise HistoryError("no line says which seat is the button")
        playing = {name for _, name, _, _ in hand.events} | set(hand.collected) | {name for name, _, _ in hand.posts}
        seats = sorted((number, name) for name, number in hand.seats.items() if name in playing)
        order = [name for number, name in seats if number > button] + [
            name for number, name in seats if number <= button
        ]
        if len(order) == 2:
            order.reverse()
        for name, kind, blind in zip(order, ("small", "big"), (small, big), strict=False):
            stack = hand.stacks[name]
            anted = sum((paid for who, what, paid in hand.posts if who == name), Decimal(0))
            hand.post(name, kind, blind if stack is None else min(blind, stack - anted))
