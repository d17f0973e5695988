"""Large PHH files, some hundred hands at a time: one compiled call takes apart what every writer writes.

Whatever is not of the plain shape is read hand by hand, so the two ways can only differ in speed.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache

import numpy as np

from equity.errors import HistoryError
from equity.history.phh.fields import build_record
from equity.history.phh.plain_lines import plain_fields
from equity.history.record import ONE, HandRecord, Place
from equity.history.replaying.batches import BatchHead, HandTexts
from equity.history.replaying.packing import packed_head

__all__ = ["PlainHands", "scan"]

_CENT = Decimal("0.01")
_MOST_HEADS = 256
_PLENTY = 10**9  # a stack that no head refuses
_SEATS, _NAMES, _NAMES_END = 5, 7, 8  # columns of `equity.kernels.hands.phh_text`
Parse = Callable[[bytes, Place], HandRecord]


@lru_cache(maxsize=4096)
def _head(text: bytes, strict: bool) -> tuple[bool, BatchHead | None, BatchHead | None]:
    """Return whether a head has decimals, and what it says as it stands and in cents; None: Python must read it."""
    players = text[-1]
    fields = plain_fields(text[:-2].decode().split("\n"))
    if fields is None:
        return False, None, None
    found: list[BatchHead | None] = []
    point = False
    for stack in (_PLENTY, Decimal(_PLENTY) + _CENT):
        try:
            record = build_record(
                {**fields, "starting_stacks": (stack,) * players, "actions": ()}, Place(), strict=strict
            )
            rules, numbers = packed_head(record)
        except HistoryError:
            return False, None, None
        if not found:
            point = record.unit != ONE
        if record.unit != (ONE if not found and not point else _CENT):
            return point, None, None
        fixed = not record.ante_trimming and all(record.antes)
        stakes = record.structure, record.min_bet or record.small_bet, record.unit
        limits = record.antes if fixed else (0,) * players
        found.append(BatchHead(rules, numbers, record.antes, record.blinds, limits, stakes, players))
    return point, found[0], found[1]


class PlainHands(HandTexts):
    """Hands of a PHH text."""

    def __init__(self, data: bytes, name: str, hand: int, strict: bool, parse: Parse) -> None:
        self._data = data
        self._name = name
        self._hand = hand
        self._strict = strict
        self._parse = parse
        self.hands = self.next_line = 0

    def fill(self, line: int) -> bool:
        """Take the text apart; False if it holds what only Python reads."""
        from equity.kernels.hands.phh_text import COLUMNS, KEYS, scan_hands

        data = np.frombuffer(self._data, np.uint8)
        most = self._data.count(b"\n[") + 1
        rows, amounts = np.empty((most, COLUMNS), np.int64), np.zeros((most, 3, 10), np.int64)
        codes = np.empty(len(data) // 6 + 64, np.int64)
        heads, ends = np.empty(1 << 16, np.uint8), np.empty(_MOST_HEADS + 1, np.int64)
        hashes, seen = np.empty(_MOST_HEADS, np.uint64), np.empty(64, np.uint64)
        self.hands, known, self.next_line = scan_hands(
            data, line, KEYS, rows, amounts, codes, heads, ends, hashes, seen
        )
        if self.hands < 0:
            return False
        texts = [heads[ends[k] : ends[k + 1]].tobytes() for k in range(known)]
        self._pack(rows[: self.hands], amounts, codes, [_head(text, self._strict) for text in texts])
        return True

    def record(self, at: int) -> HandRecord:
        """Return a hand, read from its text."""
        start, end, line = self.rows[at, :3].tolist()
        return self._parse(self._data[start:end], Place(self._name, self._hand + at + 1, line))

    def players(self, at: int) -> tuple[str, ...]:
        """Return the players of a hand, as `HandRecord.players` gives them."""
        players, _, start, end = self.rows[at, _SEATS : _NAMES_END + 1].tolist()
        found = tuple(self._data[start:end].decode().split("', '")) if end else ()
        if len(found) == players and all(found):
            return found
        given = found if len(found) == players else ("",) * players
        return tuple(name or f"p{i + 1}" for i, name in enumerate(given))


def scan(data: bytes, where: Place, *, strict: bool, parse: Parse) -> PlainHands | None:
    """Return the hands of a text that begins with a heading and ends with a whole hand.

    Parameters
    ----------
    data : bytes
    where : Place
        File, the number of the hand before, and the number of the first line.
    strict : bool
    parse : callable
        Reads one hand from its bytes.
    """
    hands = PlainHands(data, where.file, where.hand, strict, parse)
    return hands if hands.fill(where.line) else None
