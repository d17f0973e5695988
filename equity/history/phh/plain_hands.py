"""Large PHH files, some hundred hands at a time: one compiled call takes apart what every writer writes.

The records that come out know their place in the text and nothing else; whoever looks at one has it read from there the
usual way (`equity.history.phh.reader`). Replays and statistics do not look: they take the packed hands of the whole
batch. Whatever is not of the plain shape is read hand by hand, so the two ways can only differ in speed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from equity.errors import HistoryError
from equity.history.phh.fields import build_record
from equity.history.phh.plain_lines import plain_fields
from equity.history.record import ONE, HandRecord, Place
from equity.history.replaying.packing import packed_head
from equity.rules import Rules

__all__ = ["PlainHands", "PlainRecord", "is_worth_it", "scan"]

_DONE_VERDICTS = ("agree", "rake", "differ", "no result")
_CENT = Decimal("0.01")
_MOST_HEADS = 256
_PLENTY = 10**9  # a stack that no head refuses
_FIELDS = tuple(HandRecord.__slots__)
_write = {name: getattr(HandRecord, name).__set__ for name in _FIELDS}
_new = object.__new__
Parse = Callable[[bytes, Place], HandRecord]


def is_worth_it() -> bool:
    """Say whether kernels are compiled; without that, bytes are read faster by Python's own functions."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


class PlainRecord(HandRecord):
    """A record that is read from its text once somebody looks at it."""

    __slots__ = ("at", "batch")
    at: int  # type: ignore[misc]
    batch: PlainHands | None  # type: ignore[misc]

    def __new__(cls, *_: object, **__: object) -> PlainRecord:  # `dataclasses.replace` makes one without a batch
        record = _new(cls)
        _set_batch(record, None)
        return record

    def __getattr__(self, name: str) -> Any:
        if name in _write and self.batch is not None:
            self._tell()
            return getattr(self, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        if self.batch is not None:
            self._tell()
        object.__setattr__(self, name, value)

    def _tell(self) -> None:
        assert self.batch is not None
        record = self.batch.record(self.at)
        for name, write in _write.items():
            write(self, getattr(record, name))
        _set_batch(self, None)

    def __reduce__(self) -> tuple[Any, ...]:  # another process gets a plain record, not the batch
        return HandRecord, tuple(getattr(self, name) for name in _FIELDS)

    __repr__ = HandRecord.__repr__


PlainRecord.__name__ = PlainRecord.__qualname__ = "HandRecord"
_set_batch: Any = vars(PlainRecord)["batch"].__set__
_set_at: Any = vars(PlainRecord)["at"].__set__


class _Head(NamedTuple):
    """What the hands of one head have in common, in one unit."""

    rules: Rules
    numbers: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    limits: tuple[int, ...]
    stakes: tuple[str, int, Decimal]
    players: int


@lru_cache(maxsize=4096)
def _head(text: bytes, strict: bool) -> tuple[bool, _Head | None, _Head | None]:
    """Return whether a head has decimals, and what it says as it stands and in cents; None: Python must read it."""
    players = text[-1]
    fields = plain_fields(text[:-2].decode().split("\n"))
    if fields is None:
        return False, None, None
    found: list[_Head | None] = []
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
        found.append(_Head(rules, numbers, record.antes, record.blinds, limits, stakes, players))
    return point, found[0], found[1]


class PlainHands:
    """Some hundred hands of one text.

    Attributes
    ----------
    heads : list of _Head or None
        By number, first as they stand, then in cents.
    rows, amounts : int64 arrays
        See `equity.kernels.hands.phh_text`.
    chosen : int64 array
        The hands that are packed.
    place_of : dict of int to int
        Where a hand stands among these.
    """

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
        self._pack(rows[: self.hands], amounts, codes, texts)
        return True

    def _pack(self, rows: NDArray[Any], amounts: NDArray[Any], codes: NDArray[Any], texts: list[bytes]) -> None:
        from equity.kernels.hands.phh_text import HEAD_ROOM, pack_hands

        found = [_head(text, self._strict) for text in texts]
        self.heads: list[_Head | None] = [head for _, *both in found for head in both]
        size = max(1, len(self.heads))
        numbers, sizes = np.zeros((size, HEAD_ROOM), np.int64), np.zeros(size, np.int64)
        limits = np.zeros((size, 10), np.int64)
        self.antes, self.blinds = np.zeros((size, 10), np.int64), np.zeros((size, 10), np.int64)
        self.rules: dict[Rules, int] = {}
        for k, head in enumerate(self.heads):
            if head is None or len(head.numbers) >= HEAD_ROOM:
                continue
            row = self.rules.setdefault(head.rules, len(self.rules))
            sizes[k] = 1 + len(head.numbers)
            numbers[k, : sizes[k]] = row, *head.numbers
            self.antes[k, : head.players], self.blinds[k, : head.players] = head.antes, head.blinds
            limits[k, : head.players] = head.limits
        points = np.array([point for point, _, _ in found] or [False], np.int64)
        room = len(rows) * (int(sizes.max(initial=0)) + 10) + len(codes)
        packed, starts = np.empty(room, np.int64), np.zeros(len(rows) + 1, np.int64)
        chosen = np.zeros(len(rows), np.int64)
        count = pack_hands(rows, amounts, codes, numbers, sizes, points, limits, packed, starts, chosen)
        self.rows, self.amounts, self._codes = rows, amounts, codes
        self.packed, self.starts = packed[: starts[count]].copy(), starts[: count + 1]
        self.chosen = chosen[:count]

    def records(self, on_error: Callable[[HistoryError], None] | None) -> Iterator[HandRecord]:
        """Yield the hands in order."""
        new, set_batch, set_at = _new, _set_batch, _set_at
        for at, plain in enumerate((self.rows[:, _PLAIN] != 0).tolist()):
            if plain:
                record: HandRecord = new(PlainRecord)
                set_batch(record, self)
                set_at(record, at)
            else:
                try:
                    record = self.record(at)
                except HistoryError as error:
                    if on_error is None:
                        raise
                    on_error(error)
                    continue
            yield record

    def record(self, at: int) -> HandRecord:
        """Return a hand, read from its text.

        Raises
        ------
        HistoryError
            If it cannot be read.
        """
        start, end, line = self.rows[at, :3].tolist()
        return self._parse(self._data[start:end], Place(self._name, self._hand + at + 1, line))

    def names(self, start: int, end: int, players: int) -> tuple[str, ...]:
        """Return the players of a hand, as `HandRecord.players` gives them."""
        found = tuple(self._data[start:end].decode().split("', '")) if end else ()
        if len(found) == players and all(found):
            return found
        given = found if len(found) == players else ("",) * players
        return tuple(name or f"p{i + 1}" for i, name in enumerate(given))

    def text(self, start: int, end: int) -> bytes:
        """Return a part of the text."""
        return self._data[start:end]

    @cached_property
    def played(self) -> Played:
        """The hands after their replay."""
        from equity.kernels.hands.phh_text import judge_hands, mark_unseen
        from equity.kernels.hands.records import HAND
        from equity.kernels.hands.replay import replay_hands

        results = np.zeros((len(self.chosen), 12), np.int64)
        expected = np.zeros((len(self.rows), 10), np.int64)
        scratch = np.empty(1, HAND)
        rules = np.concatenate([rules.to_array() for rules in self.rules]) if self.rules else None
        marked = np.zeros(len(self.chosen), np.bool_)
        if rules is not None:
            replay_hands(self.packed, self.starts, rules, scratch, results)
            if mark_unseen(self.packed, self.starts, results):
                marked = results[:, 0] == -1
                self._play_again(np.flatnonzero(marked), rules, scratch, results)
            judge_hands(
                *(self.rows, self.amounts, self._codes, self.antes, self.blinds, self.chosen, results, expected)
            )
        return Played(self, rules, results, expected, marked)

    def _play_again(self, which: NDArray[Any], rules: Any, scratch: Any, results: NDArray[Any]) -> None:
        from equity.kernels.hands.replay import replay_hands

        parts = [self.packed[self.starts[m] : self.starts[m + 1]] for m in which.tolist()]
        starts = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
        again = np.zeros((len(parts), 12), np.int64)
        replay_hands(np.concatenate(parts), starts, rules, scratch, again)
        results[which] = again

    def outcome(self, at: int, strict: bool) -> tuple[str, tuple[int, ...]] | None:
        """Return verdict and payoffs of a hand; None if it must be looked at."""
        found: tuple[str, tuple[int, ...]] | None = self.played.outcomes[strict][at]
        return found


_PLAIN, _SEATS, _VERDICT = 3, 5, 14  # columns of `equity.kernels.hands.phh_text`


class Played:
    """The hands of a batch after their replay.

    Attributes
    ----------
    results : int64 array, shape (packed hands, 12)
    expected : int64 array, shape (hands, 10)
        What the records say that everybody won.
    marked : bool array
        Packed hands in which somebody lost unseen.
    """

    def __init__(
        self, hands: PlainHands, rules: Any, results: NDArray[Any], expected: NDArray[Any], marked: NDArray[Any]
    ) -> None:
        self._hands = hands
        self.rules = rules
        self.results = results
        self.expected = expected
        self.marked = marked

    @cached_property
    def outcomes(self) -> tuple[list[Any], list[Any]]:
        """Verdict and payoffs of every hand, read leniently and strictly; None where Python must look."""
        hands = self._hands
        strict: list[Any] = [None] * len(hands.rows)
        lenient: list[Any] = list(strict)
        chosen = hands.chosen.tolist()
        verdicts, players = hands.rows[hands.chosen, _VERDICT].tolist(), hands.rows[hands.chosen, _SEATS].tolist()
        rows = zip(chosen, verdicts, players, self.results.tolist(), self.marked.tolist(), strict=True)
        for at, verdict, seats, row, marked in rows:
            if verdict < len(_DONE_VERDICTS):
                strict[at] = _DONE_VERDICTS[verdict], tuple(row[2 : 2 + seats])
                lenient[at] = None if marked else strict[at]
        return lenient, strict


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
