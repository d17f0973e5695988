"""Hands that were read many at a time: what they have in common, whatever format they came from.

A reader takes a text apart in one compiled call (`equity.kernels.hands.phh_text`, `line_text`). The records know
their place in it and nothing else; whoever looks at one has it read from there the usual way. Replays and statistics do
not look: they take the packed hands of the whole batch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from equity.errors import HistoryError
from equity.history.record import HandRecord
from equity.rules import Rules

__all__ = ["BatchHead", "BatchRecord", "HandTexts", "Played"]

_DONE_VERDICTS = ("agree", "rake", "differ", "no result")
_FIELDS = tuple(HandRecord.__slots__)
_write = {name: getattr(HandRecord, name).__set__ for name in _FIELDS}
_new = object.__new__
_PLAIN, _SEATS, _VERDICT = 3, 5, 14  # columns of `equity.kernels.hands.phh_text`


class BatchRecord(HandRecord):
    """A record that is read from its text once somebody looks at it."""

    __slots__ = ("at", "batch")
    at: int  # type: ignore[misc]
    batch: HandTexts | None  # type: ignore[misc]

    def __new__(cls, *_: object, **__: object) -> BatchRecord:
        """Return one without a batch, as `dataclasses.replace` wants it."""
        record = _new(cls)
        _set_batch(record, None)
        _set_at(record, 0)
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


BatchRecord.__name__ = BatchRecord.__qualname__ = "HandRecord"
_set_batch: Any = vars(BatchRecord)["batch"].__set__
_set_at: Any = vars(BatchRecord)["at"].__set__


class BatchHead(NamedTuple):
    """What some hands of a batch have in common, in one unit."""

    rules: Rules
    numbers: tuple[int, ...]
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    limits: tuple[int, ...]
    stakes: tuple[str, int, Decimal]
    players: int


class HandTexts(ABC):
    """Some hundred hands of one text.

    Attributes
    ----------
    heads : list of BatchHead or None
        By number, first as they stand, then in cents.
    rows, amounts : int64 arrays
        See `equity.kernels.hands.phh_text`.
    chosen : int64 array
        The hands that are packed.
    packed, starts : int64 arrays
        See `equity.kernels.hands.replay.replay_hands`.
    """

    @abstractmethod
    def players(self, at: int) -> tuple[str, ...]:
        """Return the players of a hand, as `HandRecord.players` gives them."""

    def skipped(self, at: int) -> dict[str, int]:
        """Return the lines of a hand that are not play, as `HandRecord.skipped` gives them."""
        return {}

    def _pack(
        self,
        rows: NDArray[Any],
        amounts: NDArray[Any],
        codes: NDArray[Any],
        found: list[tuple[bool, BatchHead | None, BatchHead | None]],
    ) -> None:
        from equity.kernels.hands.phh_text import HEAD_ROOM, pack_hands

        self.heads: list[BatchHead | None] = [head for _, *both in found for head in both]
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
                record: HandRecord = new(BatchRecord)
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

    @abstractmethod
    def record(self, at: int) -> HandRecord:
        """Return a hand, read from its text.

        Raises
        ------
        HistoryError
            If it cannot be read.
        """

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
        return Played(self.rows, self.chosen, rules, results, expected, marked)

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
        self,
        rows: NDArray[Any],
        chosen: NDArray[Any],
        rules: Any,
        results: NDArray[Any],
        expected: NDArray[Any],
        marked: NDArray[Any],
    ) -> None:
        self._rows, self._chosen = rows, chosen  # not the batch: a circle would keep it until a full collection
        self.rules = rules
        self.results = results
        self.expected = expected
        self.marked = marked

    @cached_property
    def outcomes(self) -> tuple[list[Any], list[Any]]:
        """Verdict and payoffs of every hand, read leniently and strictly; None where Python must look."""
        strict: list[Any] = [None] * len(self._rows)
        lenient: list[Any] = list(strict)
        chosen, columns = self._chosen.tolist(), self._rows[self._chosen]
        verdicts, players = columns[:, _VERDICT].tolist(), columns[:, _SEATS].tolist()
        rows = zip(chosen, verdicts, players, self.results.tolist(), self.marked.tolist(), strict=True)
        for at, verdict, seats, row, marked in rows:
            if verdict < len(_DONE_VERDICTS):
                strict[at] = _DONE_VERDICTS[verdict], tuple(row[2 : 2 + seats])
                lenient[at] = None if marked else strict[at]
        return lenient, strict
