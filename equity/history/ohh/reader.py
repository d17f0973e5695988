"""Open Hand History (JSON) -> `HandRecord`.

A file holds objects ``{"ohh": {...}}`` one after the other, usually with an empty line between; a list of them is read
too. The amount of an action is what the player puts in by it, also for a raise.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import HandRecord, Place
from equity.history.sites.lines.reader import refuse_other_games
from equity.history.sites.table_text import TextHand, cards_between
from equity.history.text_lines import MAX_HAND, OnError, Source, source_name, text_lines

__all__ = ["START", "read_ohh"]

START = re.compile(r"[\[\s]*\{")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_LIMITS = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
_POSTS = {"Post SB": "small", "Post BB": "big", "Post Ante": "ante", "Post Dead": "dead", "Straddle": "straddle"}
_POSTS |= {"Post Extra Blind": "post"}
_CALLS = ("Call", "Check")
_RAISES = ("Bet", "Raise")
_NOISE = {"Added Chips": "money", "Sits Down": "seating", "Stands Up": "seating"}
_STREET_CARDS = {"Flop": (0, 3), "Turn": (3, 4), "River": (4, 5)}


def read_ohh(source: Source, *, strict: bool = True, on_error: OnError | None = None) -> Iterator[HandRecord]:
    """Yield the hands of an Open Hand History file in order, one in memory at a time.

    Raises
    ------
    HistoryError
        At the first hand that cannot be read; names file, hand and line.

    Examples
    --------
    >>> import io
    >>> next(read_ohh(io.BytesIO(b"{}")))
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: <stream>, hand 1 (line 1): the object 'ohh' is missing
    """
    for place, text in _objects(source):
        try:
            record = _record(text, place, strict=strict)
        except HistoryError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield record


def _objects(source: Source) -> Iterator[tuple[Place, str]]:
    """Yield place and text of every object, cut where its last brace closes."""
    name = source_name(source)
    lines: list[str] = []
    depth = start = hands = size = 0
    for number, padded in text_lines(source):
        line = padded
        if not depth:
            line = padded.strip("\ufeff \t[],")
            if not line:
                continue
            start, hands, size = number, hands + 1, 0
        bare = _STRING.sub("", line)
        depth += bare.count("{") - bare.count("}")
        lines.append(line)
        size += len(line)
        if size > MAX_HAND:
            raise HistoryError(f"{name}, hand {hands} (line {start}): longer than {MAX_HAND} characters")
        if depth <= 0:
            yield Place(name, hands, start), "\n".join(lines).rstrip(" \t],")
            lines, depth = [], 0
    if lines:
        yield Place(name, hands, start), "\n".join(lines)
    if not hands:
        raise HistoryError(f"{name}: no hand in the file")


def _record(text: str, place: Place, *, strict: bool) -> HandRecord:
    try:
        whole = json.loads(text, parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        line = place.line + getattr(error, "lineno", 1) - 1
        raise HistoryError(f"{place.file}, hand {place.hand} (line {line}): not JSON: {error}") from None
    try:
        return _Hand(_value(whole, "ohh", dict), place, strict=strict).record()
    except HistoryError as error:
        raise HistoryError(f"{place}: {error}") from None


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number")


def _value(table: Any, name: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
    """Return a value of an object, of the kind it must have."""
    value = table.get(name, default) if isinstance(table, dict) else None
    if value is None:
        raise HistoryError(f"the {'object' if kind is dict else 'field'} {name!r} is missing")
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise HistoryError(f"{name!r} holds {value!r:.40}, which does not belong there")
    return value


def _amount(table: Any, name: str, default: Any = None) -> Decimal:
    value = Decimal(_value(table, name, (int, Decimal), default))
    if not 0 <= value < 1 << 48:
        raise HistoryError(f"{name!r} holds {value}, expected an amount from 0")
    return value


class _Hand:
    """One hand while its rounds are read."""

    def __init__(self, ohh: dict[str, Any], place: Place, *, strict: bool) -> None:
        self.ohh = ohh
        self.strict = strict
        self.hand = TextHand(place, format="ohh")
        self.hand.stakes_are_bets = False
        self.names: dict[Any, str] = {}
        self.dealt = 0
        self.skipped: dict[str, int] = {}

    def record(self) -> HandRecord:
        """Return the record."""
        self._head()
        for row in _value(self.ohh, "rounds", list):
            self._round(row)
        for pot in self.ohh.get("pots") or []:
            for win in _value(pot, "player_wins", list, []):
                self.hand.win(self._name(win), _amount(win, "win_amount"))
            taken = _amount(pot, "rake", 0) + _amount(pot, "jackpot", 0)
            self.hand.rake = (self.hand.rake or Decimal(0)) + taken
        record = self.hand.record()
        record.skipped = self.skipped
        return record

    def _head(self) -> None:
        ohh, hand = self.ohh, self.hand
        game = _value(ohh, "game_type", str)
        refuse_other_games(game)
        if game.lower().replace(" ", "").replace("'", "") not in ("holdem", "texasholdem"):
            raise HistoryError(f"game_type {game!r:.40} is not Texas hold'em")
        limit = _value(_value(ohh, "bet_limit", dict), "bet_type", str)
        if limit not in _LIMITS:
            raise HistoryError(f"bet_type {limit!r:.40} is not one of {', '.join(_LIMITS)}")
        hand.structure = _LIMITS[limit]
        hand.stakes = _amount(ohh, "small_blind_amount", 0), _amount(ohh, "big_blind_amount")
        hand.button = _value(ohh, "dealer_seat", int)
        for player in _value(ohh, "players", list):
            name = _value(player, "name", str)
            self.names[player.get("id")] = name
            hand.seat(_value(player, "seat", int), name, _amount(player, "starting_stack"))
        number = ohh.get("game_number")
        if isinstance(number, str):
            hand.fields["hand"] = int(number) if number.isdecimal() and len(number) < 19 else number
        for ours, theirs in (("venue", "site_name"), ("table", "table_name"), ("currency", "currency")):
            if isinstance(ohh.get(theirs), str) and ohh[theirs]:
                hand.fields[ours] = ohh[theirs]
        if isinstance(ohh.get("start_date_utc"), str):
            hand.date(ohh["start_date_utc"].replace("T", " "))

    def _name(self, row: Any) -> str:
        who = _value(row, "player_id", (int, str))
        if who not in self.names:
            raise HistoryError(f"player_id {who!r:.20} does not sit at the table")
        return self.names[who]

    def _round(self, row: Any) -> None:
        street = _value(row, "street", str)
        cards = self._cards(row)
        if cards and street in _STREET_CARDS:
            first, last = _STREET_CARDS[street]
            new = cards[-(last - first) :]
            if self.dealt != first or len(new) != last - first:
                raise HistoryError(f"the {street.lower()} deals {len(cards)} cards after {self.dealt}")
            self.dealt = last
            self.hand.board(new)
        for action in _value(row, "actions", list):
            self._action(action)

    def _cards(self, row: Any) -> tuple[int, ...]:
        cards = row.get("cards") or []
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise HistoryError(f"'cards' holds {cards!r:.40}, expected a list of cards")
        return cards_between(" ".join(cards))

    def _action(self, row: Any) -> None:
        what = _value(row, "action", str)
        if what in _NOISE:
            self.skipped[_NOISE[what]] = self.skipped.get(_NOISE[what], 0) + 1
            return
        hand, name = self.hand, self._name(row)
        told: dict[str, Callable[[], None]] = {
            "Fold": lambda: hand.act(Kind.FOLD, name),
            "Dealt Cards": lambda: hand.learn(name, self._cards(row)),
            "Shows Cards": lambda: hand.show(name, self._cards(row)),
            "Mucks Cards": lambda: hand.muck(name),
        }
        if what in _POSTS:
            hand.post(name, _POSTS[what], _amount(row, "amount"))
        elif what in _CALLS:
            hand.act(Kind.CALL, name)
        elif what in _RAISES:
            hand.act(Kind.RAISE, name, _amount(row, "amount"), "by")
        elif what in told:
            told[what]()
        elif self.strict:
            raise HistoryError(f"the action {what!r:.40} is not understood (--repair passes it over)")
