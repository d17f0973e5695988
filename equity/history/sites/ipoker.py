"""iPoker hand histories (XML) -> `HandRecord`.

A session is a document of many games, but a client that was stopped leaves half a document, and exporters write several
one after the other. So the text is cut at ``<game …>`` and ``</game>``, and each game is parsed on its own, by a parser
that knows no entities.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any, BinaryIO
from xml.parsers import expat

from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import HandRecord, Place
from equity.history.sites.lines.reader import refuse_other_games
from equity.history.sites.table_text import TextHand, cards_between, money
from equity.history.text_lines import (
    MAX_HAND,
    Joined,
    Narrow,
    OnError,
    Source,
    begun,
    decoded_lines,
    filled,
    line_chunks,
    opened,
    source_name,
)

__all__ = ["START", "read_ipoker"]

START = re.compile(r"<\?xml .*|<session\b.*|<game gamecode=.*")
_GAME = re.compile(r"<game\s+gamecode")
_ENTITIES = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_TYPE = re.compile(r"<gametype>([^<]*)</gametype>")
_STAKES = re.compile(r"([^\s/]*\d[^\s/]*)/([^\s/]*\d[^\s/]*)")
_LIMITS = {"NL": "no-limit", "PL": "pot-limit", "L": "fixed-limit", "FL": "fixed-limit", "SL": "no-limit"}
_LARGE = 1 << 16  # bytes from which on hands are taken apart together, as in the reader of lines
_TOGETHER = 1 << 18
_FOLD, _CALL, _CHECK, _BET, _ALL_IN, _RAISE_TO = 0, 3, 4, 5, 7, 23
_POSTS = {1: "small", 2: "big", 15: "ante", 32: "straddle"}
_AWAY = {8: "seating", 9: "seating"}  # a player who is away when the blind comes, or comes back


def read_ipoker(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of an iPoker XML file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_ipoker(io.BytesIO(b"<session></session>")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>: no hand in the file
    """
    with opened(source) as stream:
        yield from _read(stream, source_name(source), on_error)


def _read(stream: BinaryIO | Joined, name: str, on_error: OnError | None) -> Iterator[HandRecord]:
    """Yield the hands of a stream, many at a time as long as that goes."""
    text, apart = begun(stream, _LARGE, _kernel)
    place, kind = Place(name, 0, 1), ""
    if apart:
        from equity.history.sites.element_hands import cut_games

        text, _ = filled(text, stream, _TOGETHER)
        stream = Narrow(text, stream)
        text = stream.text
        while True:
            text, ended = filled(text, stream, _TOGETHER)
            size = len(text) if ended and len(text) <= _TOGETHER else text.rfind(b"\n", 0, _TOGETHER) + 1
            games, text = cut_games(text, size, place, kind, _told, _parsed)
            if games is None:
                break
            yield from games.records(on_error)
            place, kind = Place(name, place.hand + games.hands, games.next_line), games.kind
        if place.hand:  # go on in the middle of a line, never as at the start of a file
            text, place = b"\n" + text, Place(name, place.hand, place.line - 1)
    for where, kind, game in _games(Joined(name, io.BytesIO(text), stream), place, kind):  # noqa: B020
        try:
            record = _Game(where, kind).read(game)
        except HistoryError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield record


def _kernel() -> Any:
    from equity.kernels.hands.element_text import read_games

    return read_games


def _told(kind: str) -> TextHand | None:
    """Return what a type of game says, None if it is not read."""
    game = _Game(Place("", 0, 0), kind)
    try:
        game.take_type()
    except HistoryError:
        return None
    return game.hand


def _parsed(block: bytes, where: Place, kind: str) -> HandRecord:
    lines = decoded_lines(block, 1 + where.line, where.file)  # not as the first line of a file
    return _Game(where, kind).read("\n".join(lines) + "\n")


def _games(source: Joined, place: Place, kind: str) -> Iterator[tuple[Place, str, str]]:
    """Yield place, type of the game and XML of every game, given the hands before, the first line and the last type."""
    name, hands, first_line = place
    inside, start = "", 0
    lines = (line for number, some in line_chunks(source, first_line) for line in enumerate(some, number))
    for number, line in lines:
        rest = line
        while rest or inside:
            if not inside:
                match = _GAME.search(rest)
                before = rest[: match.start()] if match else rest
                if _ENTITIES.search(before):
                    raise HistoryError(f"{name}, line {number}: XML with a document type or entities is not read")
                found = _TYPE.search(before)
                kind = found[1] if found else kind
                if not match:
                    break
                start, hands, rest = number, hands + 1, rest[match.start() :]
            end = rest.find("</game>")
            inside += (rest if end < 0 else rest[: end + 7]) + "\n"
            if len(inside) > MAX_HAND:
                raise HistoryError(f"{name}, hand {hands} (line {start}): longer than {MAX_HAND} characters")
            if end < 0:
                break
            yield Place(name, hands, start), kind, inside
            inside, rest = "", rest[end + 7 :]
    if inside:
        whole = inside.rstrip().endswith("</round>")  # an exporter that ends the rounds and not the game
        yield Place(name, hands, start), kind, inside + ("</game>" if whole else "")
    if not hands:
        raise HistoryError(f"{name}: no hand in the file")


class _Game:
    """One game: its elements as they come, then the hand."""

    def __init__(self, place: Place, kind: str) -> None:
        self.place = place
        self.kind = kind
        self.hand = TextHand(place, format="ipoker")
        self.skipped: dict[str, int] = {}
        self.rows: list[tuple[int, int, dict[str, str]]] = []  # (round, number, attributes) of the actions
        self.round = 0
        self.cards: list[tuple[int, dict[str, str], str]] = []
        self.text = ""
        self.attributes: dict[str, str] = {}

    def read(self, text: str) -> HandRecord:
        """Return the record of a game's XML."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = self._refuse
        parser.EntityDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        try:
            parser.Parse(text.encode("utf-8", "replace"), True)
            self.take_type()
            self._deals()
            record = self.hand.record()
        except expat.ExpatError as error:
            line = self.place.line + error.lineno - 1
            reason = expat.errors.messages[error.code]
            raise HistoryError(f"{self.place.file}, hand {self.place.hand} (line {line}): not XML: {reason}") from None
        except HistoryError as error:
            raise HistoryError(f"{self.place}: {error}") from None
        record.skipped = self.skipped
        return record

    def _refuse(self, *_: object) -> None:
        raise HistoryError("XML with a document type or entities is not read")

    def _characters(self, text: str) -> None:
        self.text += text

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.text, self.attributes = "", attributes
        if tag == "game":
            code = attributes.get("gamecode", "")
            self.hand.fields |= {"hand": int(code) if code.isdecimal() and len(code) < 19 else code, "venue": "iPoker"}
        elif tag == "round":
            self.round = _number(attributes, "no")
        elif tag == "action":
            self.rows.append((self.round, _number(attributes, "no"), attributes))
        elif tag == "player":
            self._player(attributes)

    def _player(self, row: dict[str, str]) -> None:
        name, seat = row.get("name", ""), _number(row, "seat")
        if not name:
            return
        chips = row.get("chips", "")
        self.hand.cash = self.hand.cash or chips[:1] in "$€£"
        self.hand.seat(seat, name, money(chips))
        if row.get("dealer") == "1":
            self.hand.button = seat
        won = money(row.get("win") or "0")
        if won:
            self.hand.win(name, won)

    def _end(self, tag: str) -> None:
        if tag == "cards":
            self.cards.append((self.round, self.attributes, self.text))
        elif tag == "startdate":
            self.hand.date(self.text)
        elif tag == "gametype":
            self.kind = self.text

    def take_type(self) -> None:
        """Take in the type of the game.

        Raises
        ------
        HistoryError
            If it is another game than hold'em.
        """
        refuse_other_games(self.kind)
        match = re.match(r"Holdem (NL|PL|FL|SL|L)\b(.*)", self.kind.strip())
        if not match:
            raise HistoryError(f"{self.kind[:60]!r} is not a hold'em game")
        hand = self.hand
        hand.structure = _LIMITS[match[1]]
        if hand.structure == "fixed-limit":
            hand.house = {"raise_after_short": "next-level"}
        stakes = _STAKES.search(match[2])
        if stakes:
            hand.stakes = money(stakes[1]), money(stakes[2])
            hand.stakes_are_bets = hand.structure == "fixed-limit"
            hand.cash = True

    def _deals(self) -> None:
        """Take in cards and actions in the order of their numbers; the boards come between."""
        hand = self.hand
        boards = {at: _cards(text) for at, row, text in self.cards if row.get("type") != "Pocket"}
        for _, row, text in self.cards:
            if row.get("type") == "Pocket":
                hand.learn(row.get("player", ""), _cards(text))
        street = 1
        for at, _, row in sorted(self.rows, key=lambda row: row[:2]):
            while street < at:
                street += 1
                if street in boards:
                    hand.board(boards[street])
            self._action(row)
        for at in sorted(boards):
            if at > street:
                hand.board(boards[at])

    def _action(self, row: dict[str, str]) -> None:
        hand, name, kind = self.hand, row.get("player", ""), _number(row, "type")
        amount = row.get("sum", "")
        if kind == _FOLD:
            hand.act(Kind.FOLD, name)
        elif kind in (_CALL, _CHECK):
            hand.act(Kind.CALL, name)
        elif kind in (_BET, _RAISE_TO):
            hand.act(Kind.RAISE, name, money(amount), "by" if kind == _BET else "to")
        elif kind == _ALL_IN and amount == "DP":
            raise HistoryError(f"{name} is protected from a lost connection, which no rule of hold'em says")
        elif kind == _ALL_IN:
            hand.act(Kind.RAISE, name)
        elif kind in _POSTS:
            hand.post(name, _POSTS[kind], money(amount))
        elif kind in _AWAY:
            self.skipped["seating"] = self.skipped.get("seating", 0) + 1
            if any(who == name for who, _, _ in hand.posts):
                hand.act(Kind.FOLD, name, None, "away")
        else:
            raise HistoryError(f"an action of type {kind} is not understood")


def _number(row: dict[str, str], name: str) -> int:
    text = row.get(name, "")
    if not text.isdecimal() or len(text) > 9:
        raise HistoryError(f"{name}={text!r:.20} is not a number")
    return int(text)


def _cards(text: str) -> tuple[int, ...]:
    """Return the cards of ``H6 D10``: suit first."""
    return cards_between(" ".join(word[1:] + word[0].lower() for word in text.split() if word != "X"))
