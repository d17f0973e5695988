"""Large files of a site, some hundred hands at a time: one compiled call takes ordinary hands apart.

Whatever a hand holds beyond that (other lines, names that are not ASCII, two boards) is read line by line, so the two
ways can only differ in speed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.errors import HistoryError
from equity.history.record import ONE, HandRecord, Place
from equity.history.replaying.batches import BatchHead, HandTexts
from equity.history.replaying.packing import packed_head
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.table_text import TextHand

__all__ = ["CONTROL", "MOST_HEADS", "LineHands", "Stakes", "packed_header", "scan"]

CONTROL = bytes([*range(9), 11, 12, *range(14, 32), 127])
MOST_HEADS = 512
_CENT, _ZERO = Decimal("0.01"), Decimal(0)
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

    def fill(
        self,
        lines: SiteLines,
        bounds: list[int],
        headers: list[re.Match[bytes] | None],
        told: Told,
        noise: Callable[[bytes], str | None],
    ) -> None:
        """Take the text apart.

        Parameters
        ----------
        lines : SiteLines
        bounds : list of int
            Where each hand begins, and the end.
        headers : list of match
            The header of each; None: that Python must read.
        told : callable
            What a header says, None if it cannot be read.
        noise : callable
            The kind of a line that is not play, empty for one that repeats others, None for every other line.
        """
        from equity.kernels.hands.line_story import HEAD_COLUMNS
        from equity.kernels.hands.line_text import read_hands
        from equity.kernels.hands.phh_text import COLUMNS, PLAIN

        n = self.hands = len(headers)
        number: dict[tuple[bytes, ...] | None, int] = {}
        given: list[tuple[tuple[int, ...], Stakes]] = []
        kinds: list[int] = []
        for header in headers:
            key = None if header is None else header.groups(b"")
            if key not in number:
                number[key] = len(given)
                given.append(packed_header(None if header is None else told(header[0].decode(errors="replace"))))
            kinds.append(number[key])
        rows, amounts = np.zeros((n, COLUMNS), np.int64), np.zeros((n, 3, 10), np.int64)
        codes = np.empty(len(self._data) // 8 + 64, np.int64)
        self._names = np.zeros((n, 10, 2), np.int64)
        asked = np.empty((len(self._data) // 16 + 64, 3), np.int64)
        heads, hashes = np.zeros((MOST_HEADS, HEAD_COLUMNS), np.int64), np.empty(MOST_HEADS, np.uint64)
        known, questions = read_hands(
            np.frombuffer(self._data, np.uint8),
            np.array(bounds, np.int64),
            np.array([0 if header is None else header.end() for header in headers], np.int64),
            np.array(kinds, np.int64),
            np.array([numbers for numbers, _ in given], np.int64),
            *lines.table(),
            *(rows, amounts, codes, self._names, asked, heads, hashes),
        )
        self._noise: dict[int, dict[str, int]] = {}
        for at, start, end in asked[:questions].tolist():
            kind = noise(self._data[start:end])
            if kind is None:
                rows[at, PLAIN] = 0
            elif kind:
                counts = self._noise.setdefault(at, {})
                counts[kind] = counts.get(kind, 0) + 1
        line = self._where.line
        for at, (start, end) in enumerate(pairwise(bounds)):
            rows[at, 2] = line
            line += self._data.count(b"\n", start, end)
        self.next_line = line
        self._take(rows, amounts, codes, heads[:known], given)

    def _take(
        self,
        rows: NDArray[Any],
        amounts: NDArray[Any],
        codes: NDArray[Any],
        heads: NDArray[Any],
        given: list[tuple[tuple[int, ...], Stakes]],
    ) -> None:
        """Pack what a kernel has read, with the heads it has found."""
        found: list[tuple[bool, BatchHead | None, BatchHead | None]] = []
        for head in heads.tolist():
            posts = tuple(head[3 : 3 + head[1]]), tuple(head[13 : 13 + head[1]])
            one = _head(given[head[0]][1], *head[1:3], *posts, *head[23:])
            found.append((False, None, one) if head[2] else (False, one, None))
        self._pack(rows, amounts, codes, found)

    def record(self, at: int) -> HandRecord:
        """Return a hand, read from its text."""
        start, end, line = self.rows[at, :3].tolist()
        return self._parse(self._data[start:end], Place(self._where.file, self._where.hand + at + 1, line))

    def players(self, at: int) -> tuple[str, ...]:
        """Return the players of a hand, as `HandRecord.players` gives them."""
        data, spans = self._data, self._names[at, : self.rows[at, 5]].tolist()
        return tuple(["Hero" if start < 0 else data[start:end].decode() for start, end in spans])

    def skipped(self, at: int) -> dict[str, int]:
        """Return the lines of a hand that are not play, as `HandRecord.skipped` gives them."""
        return self._noise.get(at, {})


Stakes = tuple[str, str, int, tuple[Any, ...]]


def packed_header(hand: TextHand | None) -> tuple[tuple[int, ...], Stakes]:
    """Return of a header what the kernel takes, and format, structure, whether it is fixed limit, and house rules."""
    from equity.kernels.hands.line_story import WAYS

    nothing = (0, 0, 0, 0, 0, 0), ("", "", 0, ())
    if hand is None:
        return nothing
    is_named = hand.stakes is not None and bool(hand.stakes[1])
    small, big = (amount * 100 for amount in hand.stakes or ()) if is_named else (_ZERO, _ZERO)
    if small != int(small) or big != int(big):
        return nothing
    one, two = int(small), int(big)
    fixed = hand.structure == "fixed-limit"
    if fixed and not hand.stakes_are_bets:
        one, two = two, 2 * two
    ways = sum(1 << bit for bit, name in enumerate(WAYS) if getattr(hand, name))
    house = tuple(sorted(hand.house.items()))
    return (1, 2 if fixed else 0, one, two, int(hand.cash), ways), (hand.format, hand.structure, int(fixed), house)


@lru_cache(maxsize=4096)
def _head(
    stakes: Stakes, players: int, cents: int, antes: tuple[int, ...], blinds: tuple[int, ...], small: int, big: int
) -> BatchHead | None:
    """Return what hands with these forced bets and these two blinds or bets have in common."""
    site, structure, fixed, house = stakes
    unit = 1 if cents else 100
    small, big = small // unit, big // unit
    record = HandRecord(structure, (None,) * players, antes, blinds, [], ante_trimming=all(antes), format=site)
    record.min_bet, record.small_bet, record.big_bet = (0, small, big) if fixed else (big, 0, 0)
    record.house = dict(house)
    try:
        rules, numbers = packed_head(record)
    except HistoryError:
        return None
    stake = structure, record.min_bet or record.small_bet, _CENT if cents else ONE
    return BatchHead(rules, numbers, antes, blinds, (0,) * players, stake, players)


def scan(  # noqa: C901
    text: bytes,
    where: Place,
    lines: SiteLines,
    *,
    whole: bool,
    starts: Callable[[bytes], bool | None],
    told: Told,
    noise: Callable[[bytes], str | None],
    parse: Parse,
) -> tuple[LineHands | None, int]:
    """Return the hands of a text that begins with a hand, and where they end.

    None: the text up to there must be read line by line; 0 for all of it and whatever follows.

    Parameters
    ----------
    text : bytes
    where : Place
        File, the number of the hand before, and the number of the first line.
    lines : SiteLines
    whole : bool
        Whether the text ends where it does; else its last hand is left for the next.
    starts : callable
        Says whether a line is the first of a hand; None: that the text must be read line by line.
    told, noise, parse : callable
        What a header and a line that is not play say, and one hand from its bytes.
    """
    if len(text.translate(None, CONTROL)) != len(text):
        return None, 0
    bounds: list[int] = []
    headers: list[re.Match[bytes] | None] = []
    end, run_together = -1, False
    for mention in lines.mention.finditer(text):
        if mention.start() < end:
            continue
        start, end = text.rfind(b"\n", 0, mention.start()) + 1, text.find(b"\n", mention.end())
        begins = starts(text[start : end if end >= 0 else len(text)])
        if begins is None:  # two hands run together: what comes before first
            run_together = True
            continue
        if begins and run_together:
            if len(bounds) == 1:
                return None, start
            break
        if begins:
            bounds.append(start)
            headers.append(lines.header.match(text, start))
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
    hands.fill(lines, bounds, headers, told, noise)
    return hands, bounds[-1]
