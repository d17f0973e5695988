"""Large files in PokerStars' lines, some hundred hands at a time: one compiled call takes ordinary hands apart.

Whatever a hand holds beyond that (other lines, names that are not ASCII, posts of new players) is read line by line, so
the two ways can only differ in speed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from equity.errors import HistoryError
from equity.history.record import ONE, HandRecord, Place
from equity.history.replaying.batches import BatchHead, HandTexts
from equity.history.replaying.packing import packed_head
from equity.history.sites.table_text import TextHand

__all__ = ["LineHands", "scan"]

_ZONE = rb"(?:ET|CET|GMT|UTC|EET|WET|MSK|BRT|AEST)"
_DATE = rb"\d{4}/\d\d?/\d\d? (?:- )?\d\d?:\d\d:\d\d"
_HEADER = re.compile(
    rb"(?:PokerStars (?:Zoom |Home Game )?|Poker )(?:Hand|Game) #\w{1,18}: ([ -Z\\^-~\xe2\x82\xac\xc2\xa3]+) - "
    rb"(" + _DATE + rb"(?: " + _ZONE + rb"| \(ET\))?(?: \[" + _DATE + rb" ET\])?)\r?"
)
_MENTION = re.compile(rb"(?:Hand|Game) #")
_CONTROL = bytes([*range(9), 11, 12, *range(14, 32), 127])
_MOST_HEADS = 512
_CENT = Decimal("0.01")
_KINDS = ("cards", "chat", "time", "connection", "seating", "money", "tournament", "table")
Header = tuple[bytes, ...]
Parse = Callable[[bytes, Place], HandRecord]
Told = Callable[[str], "TextHand | None"]


class LineHands(HandTexts):
    """Hands of a text of a site."""

    def __init__(self, data: bytes, where: Place, parse: Parse) -> None:
        self._data = data
        self._where = where
        self._parse = parse
        self.hands = 0
        self.next_line = where.line

    def fill(self, bounds: list[int], headers: list[bytes], told: Told) -> None:
        """Take the text apart.

        Parameters
        ----------
        bounds : list of int
            Where each hand begins, and the end.
        headers : list of bytes
            What every header says between number and date; empty: that Python must read.
        told : callable
            What a header says, None if it cannot be read.
        """
        from equity.kernels.hands.phh_text import COLUMNS
        from equity.kernels.hands.pokerstars_text import HEAD_COLUMNS, NOISE, read_hands

        n = self.hands = len(headers)
        texts = list(dict.fromkeys(headers))
        number = {text: k for k, text in enumerate(texts)}
        given = [_header(told, text.decode(errors="replace")) for text in texts]
        rows, amounts = np.zeros((n, COLUMNS), np.int64), np.zeros((n, 3, 10), np.int64)
        codes = np.empty(len(self._data) // 8 + 64, np.int64)
        self._names = np.zeros((n, 10, 2), np.int64)
        self._noise = np.zeros((n, len(NOISE)), np.int64)
        heads, hashes = np.zeros((_MOST_HEADS, HEAD_COLUMNS), np.int64), np.empty(_MOST_HEADS, np.uint64)
        known = read_hands(
            np.frombuffer(self._data, np.uint8),
            np.array(bounds, np.int64),
            np.array([number[header] for header in headers], np.int64),
            np.array([numbers for numbers, _ in given], np.int64),
            *(rows, amounts, codes, self._names, self._noise, heads, hashes),
        )
        found: list[tuple[bool, BatchHead | None, BatchHead | None]] = []
        for head in heads[:known].tolist():
            one = _head(given[head[0]][1], *head[1:3], tuple(head[3 : 3 + head[1]]), tuple(head[13 : 13 + head[1]]))
            found.append((False, None, one) if head[2] else (False, one, None))
        line = self._where.line
        for at, (start, end) in enumerate(pairwise(bounds)):
            rows[at, 2] = line
            line += self._data.count(b"\n", start, end)
        self.next_line = line
        self._pack(rows, amounts, codes, found)

    def record(self, at: int) -> HandRecord:
        """Return a hand, read from its text."""
        start, end, line = self.rows[at, :3].tolist()
        return self._parse(self._data[start:end], Place(self._where.file, self._where.hand + at + 1, line))

    def players(self, at: int) -> tuple[str, ...]:
        """Return the players of a hand, as `HandRecord.players` gives them."""
        data, spans = self._data, self._names[at, : self.rows[at, 5]].tolist()
        return tuple([data[start:end].decode() for start, end in spans])

    def skipped(self, at: int) -> dict[str, int]:
        """Return the lines of a hand that are not play, as `HandRecord.skipped` gives them."""
        return {kind: lines for kind, lines in zip(_KINDS, self._noise[at].tolist(), strict=True) if lines}


Stakes = tuple[str, int, int, int, tuple[Any, ...]]


def _header(told: Told, text: str) -> tuple[tuple[int, ...], Stakes]:
    """Return of a header what the kernel takes, and structure, the two bets in hundredths and house rules."""
    hand = told(text) if text else None
    nothing = (0, 0, 0, 0, 0), ("", 0, 0, 0, ())
    if hand is None or hand.stakes is None or not hand.stakes[1]:
        return nothing
    small, big = (amount * 100 for amount in hand.stakes)
    if small != int(small) or big != int(big):
        return nothing
    one, two = int(small), int(big)
    fixed = hand.structure == "fixed-limit"
    if fixed and not hand.stakes_are_bets:
        one, two = two, 2 * two
    house = tuple(sorted(hand.house.items()))
    return (1, 2 if fixed else 0, one, two, int(hand.cash)), (hand.structure, one, two, int(fixed), house)


@lru_cache(maxsize=4096)
def _head(
    stakes: Stakes, players: int, cents: int, antes: tuple[int, ...], blinds: tuple[int, ...]
) -> BatchHead | None:
    """Return what hands with these forced bets have in common."""
    structure, small, big, fixed, house = stakes
    unit = 1 if cents else 100
    small, big = small // unit, big // unit
    record = HandRecord(structure, (None,) * players, antes, blinds, [], ante_trimming=all(antes), format="pokerstars")
    record.min_bet, record.small_bet, record.big_bet = (0, small, big) if fixed else (big, 0, 0)
    record.house = dict(house)
    try:
        rules, numbers = packed_head(record)
    except HistoryError:
        return None
    stake = structure, record.min_bet or record.small_bet, _CENT if cents else ONE
    return BatchHead(rules, numbers, antes, blinds, (0,) * players, stake, players)


def scan(  # noqa: C901
    text: bytes, where: Place, *, whole: bool, starts: Callable[[bytes], bool | None], told: Told, parse: Parse
) -> tuple[LineHands | None, int]:
    """Return the hands of a text that begins with a hand, and where they end.

    None: the text up to there must be read line by line; 0 for all of it and whatever follows.

    Parameters
    ----------
    text : bytes
    where : Place
        File, the number of the hand before, and the number of the first line.
    whole : bool
        Whether the text ends where it does; else its last hand is left for the next.
    starts : callable
        Says whether a line is the first of a hand; None: that the text must be read line by line.
    told, parse : callable
        What a header says, and one hand from its bytes.
    """
    if len(text.translate(None, _CONTROL)) != len(text):
        return None, 0
    bounds: list[int] = []
    headers: list[bytes] = []
    end, run_together = -1, False
    for mention in _MENTION.finditer(text):
        if mention.start() < end:
            continue
        start, end = text.rfind(b"\n", 0, mention.start()) + 1, text.find(b"\n", mention.end())
        line = text[start : end if end >= 0 else len(text)]
        header = _HEADER.fullmatch(line)
        begins = starts(line)
        if begins is None:  # two hands run together: what comes before first
            run_together = True
            continue
        if begins and run_together:
            if len(bounds) == 1:
                return None, start
            break
        if begins:
            bounds.append(start)
            headers.append(header[1] if header else b"")
        if end < 0:
            break
    if not bounds or bounds[0]:
        return None, 0
    if whole and not run_together:
        bounds.append(len(text))
    else:
        headers.pop()
    if not headers:
        return None, 0
    hands = LineHands(text[: bounds[-1]], where, parse)
    hands.fill(bounds, headers, told)
    return hands, bounds[-1]
