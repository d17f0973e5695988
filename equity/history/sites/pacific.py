"""888 and the other rooms of Pacific Poker (Cassava), text -> `HandRecord`.

The clients write amounts and cards in the language of the player: ``0,02$``, ``1 430``, ``[ 9s, Áh, Dc ]``, ``8Pik``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from equity.errors import HistoryError
from equity.history.record import HandRecord
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.lines.reader import Found, LineReader, compiled, read_hands_of_text, refuse_other_games
from equity.history.sites.table_text import cards_between, money
from equity.history.text_lines import OnError, Source

__all__ = ["START", "read_888"]

START = re.compile(r"\*{3,} \S.{0,40} Hand History for Game \w+ \*{3,}(?!.*\()")
_AMOUNT = r"[^\[\]()+]*\d[^\[\]()+]*"
_LIMITS = {"No": "no-limit", "Pot": "pot-limit", "Fix": "fixed-limit", "Fixed": "fixed-limit"}
_CARDS = re.compile(r"\[ ?([^\[\]]*?) ?\]")
_CARD = re.compile(r"(10|\w)(\w+)")
_RANKS = {"10": "T", "Á": "A", "À": "A", "R": "K", "D": "Q", "V": "J", "B": "J"}
_RANKS |= {"Т": "A", "К": "K", "Д": "Q", "В": "J"}  # Cyrillic
_RANKS |= {"Ò": "A", "Ê": "K", "Ä": "Q", "Â": "J"}  # the same letters of Windows-1251, which no byte tells from 1252
_ROMANCE = {"p": "s", "t": "c", "f": "c", "q": "d", "c": "h"}  # picas, tréboles or fiori, quadri, corazones
_WORDS = {
    "п": "s",
    "ч": "h",
    "б": "d",
    "т": "c",
    "pik": "s",
    "herz": "h",
    "karo": "d",
    "kreuz": "c",
    "pique": "s",
    "coeur": "h",
    "carreau": "d",
    "trefle": "c",
}
_LINES = SiteLines(
    re.compile(rb"Hand History for Game"),
    re.compile(
        rb"\*{3,} [ -~]{1,40} Hand History for Game \w+ \*{3,}\r?\n"
        rb"([ -~\xe2\x82\xac\xc2\xa3]+? Blinds [ -~]+?)(?: - \*\*\*[ \d:]*)?(?=\r?\n|\Z)"
    ),
    (
        ("{who} folds", "folds", 1),
        ("{who} checks", "calls"),
        ("{who} calls [{any}]", "calls"),
        ("{who} bets [{amount}]", "raises_by"),
        ("{who} raises [{amount}]", "raises_by"),
        ("Seat {seat}: {new} ( {amount} )", "seat"),
        ("{who} posts ante [{amount}]", "antes"),
        ("{who} posts small blind [{amount}]", "small_blind"),
        ("{who} posts big blind [{amount}]", "big_blind"),
        ("{who} posts dead blind [{amount}]", "dead"),
        ("{who} posts dead blind [{amount} + {more}< $>< €>]", "dead_and_live"),
        ("Seat {seat} is the button", "button"),
        ("Total number of players : {seat}", "skip"),
        ("** Dealing down cards **", "deals"),
        ("** Dealing flop **< :> [{cards}]", "street"),
        ("** Dealing turn **< :> [{cards}]", "street"),
        ("** Dealing river **< :> [{cards}]", "street"),
        ("** Summary **", "skip"),
        ("Dealt to {who} [{cards}]", "dealt"),
        ("{who} shows [{cards}]", "shows"),
        ("{who} mucks< [{cards}]>", "mucks"),
        ("{who} collected [ {amount} ]", "collects"),
    ),
)


def read_888(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of an 888 text file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_888(io.BytesIO(b"not a hand")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, line 1: 'not a hand' stands before the first hand
    """
    yield from read_hands_of_text(source, START, lambda place: PacificReader(place, strict=strict), on_error)


class PacificReader(LineReader):
    """888's lines."""

    site = "888"
    lines = _LINES
    rules = compiled(
        (r"(?P<name>.*?) ?folds", "folds"),
        (r"\*\* Dealing down cards \*\*", "deals"),
        (rf"(?P<name>.*?) ?(?:checks|calls \[{_AMOUNT}\])", "calls"),
        (rf"(?P<name>.*?) ?(?:bets|raises) \[(?P<by>{_AMOUNT})\]", "raises_by"),
        (rf"(?P<name>.*?) ?posts small blind \[(?P<amount>{_AMOUNT})\]", "small_blind"),
        (rf"(?P<name>.*?) ?posts big blind \[(?P<amount>{_AMOUNT})\]", "big_blind"),
        (rf"(?P<name>.*?) ?posts dead blind \[(?P<amount>{_AMOUNT}) \+ (?P<live>{_AMOUNT})\]", "dead_and_live"),
        (rf"(?P<name>.*?) ?posts dead blind \[(?P<amount>{_AMOUNT})\]", "dead"),
        (rf"(?P<name>.*?) ?posts ante \[(?P<amount>{_AMOUNT})\]", "antes"),
        (rf"(?P<name>.*?) ?posts straddle \[(?P<amount>{_AMOUNT})\]", "straddles"),
        (rf"Seat (?P<seat>\d+): (?P<name>.*?) ?\( ?(?P<stack>{_AMOUNT}?) ?\)", "seat"),
        (r"Seat (?P<seat>\d+) is the button", "button"),
        (r"\*\* Summary \*\*|Total number of players : \d+.*", "skip"),
        (r"\*\* Dealing (?:flop|turn|river) \*\* ?:? ?\[(?P<cards>[^\]]*)\]", "street"),
        (r"Dealt to (?P<name>.*?) ?\[(?P<cards>[^\]]*)\]", "dealt"),
        (r"(?P<name>.*?) ?shows \[(?P<cards>[^\]]*)\]", "shows"),
        (r"(?P<name>.*?) ?mucks \[(?P<cards>[^\]]*)\]", "mucks"),
        (r"(?P<name>.*?) ?mucks", "mucks"),
        (rf"(?P<name>.*?) ?collected \[ ?(?P<amount>{_AMOUNT}?) ?\]", "collects"),
        (r"\*+ .*Hand History for Game (?P<hand>\w+) \*+", "skip"),
        (r"(?P<stakes>.*) Blinds (?P<limit>No|Pot|Fixe?d?) Limit (?P<game>.*?)(?: - \*\*\*(?P<date>.*))?", "header"),
        (r"Table (?P<table>.*)|Tournament #.*", "skip"),
    )
    noise = compiled(
        (r".* ?did not show \w+ hand", "cards"),
        (r".+ (?:has left the table|has joined the table|is sitting out|sits? (?:out|down)).*", "seating"),
        (r".+ (?:timed out|is disconnected|reconnected|has been disconnected).*", "connection"),
        (r".+ (?:wins? |finished |was eliminated ).*", "tournament"),
    )

    def begin(self, lines: list[tuple[int, str]]) -> None:
        """See in which language the suits of this hand are written."""
        self.hand.stakes_are_bets = False
        self.is_romance = any(["[" in line and _has_romance_suits(line) for _, line in lines])

    def cards(self, text: str | None) -> tuple[int, ...]:
        """Return cards whose ranks and suits may be written in another language."""
        return _cards(text or "", self.is_romance)

    def header(self, found: Found) -> None:
        """Take in structure and stakes."""
        hand, game = self.hand, found["game"] or ""
        refuse_other_games(game)
        if "Holdem" not in game.replace("'", ""):
            raise HistoryError(f"{game[:60]!r} is not a hold'em game")
        small, slash, big = (found["stakes"] or "").partition("/")
        if not slash:
            raise HistoryError("the header names no stakes")
        hand.structure = _LIMITS[found["limit"] or ""]
        hand.stakes = money(small), money(big)
        hand.fields["venue"] = "888"
        hand.date(found["date"] or "")

    def deals(self, found: Found) -> None:
        """Note that the posts are over."""
        self.posting = False

    def folds(self, found: Found) -> None:
        """Take in a fold; before the cards it is somebody who does not post and is not dealt in."""
        name = found["name"] or ""
        if not self.posting or any(who == name for who, _, _ in self.hand.posts):
            super().folds(found)

    posting = True

    def dead_and_live(self, found: Found) -> None:
        """Take in the two parts of a missed small and big blind."""
        self._post(found, "dead")
        self.hand.post(found["name"] or "", "post", money(found["live"] or ""))


@lru_cache(maxsize=1 << 14)
def _has_romance_suits(line: str) -> bool:
    found = {card[2].lower() for word in _CARDS.findall(line) for card in _CARD.finditer(word)}
    return not found.isdisjoint({"p", "t", "f", "q"})


@lru_cache(maxsize=1 << 14)
def _cards(text: str, is_romance: bool) -> tuple[int, ...]:
    suits = _ROMANCE if is_romance else {}
    return cards_between(" ".join([_card(word, suits) for word in text.replace(",", " ").split()]))


def _card(word: str, suits: dict[str, str]) -> str:
    match = _CARD.fullmatch(word)
    if not match:
        return word
    suit = match[2].lower()
    return _RANKS.get(match[1].upper(), match[1]) + suits.get(suit, _WORDS.get(suit, suit))
