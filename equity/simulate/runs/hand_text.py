"""The hands of a chunk as bytes of a PHH or an ACPC file: what is the same for a whole run is spelt once.

The bytes are those of `equity.history.phh_text` and `acpc_text`; the parts that are not numbers, cards or actions are
cut out of what these write of one hand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity.history import acpc_text, phh_text
from equity.simulate.runs.hand_records import RecordMaker

if TYPE_CHECKING:
    from equity.simulate.runs.chunks import Record

__all__ = ["TextMaker"]

_STACKS = "starting_stacks = "


class TextMaker:
    """Writes the hands of one run.

    Parameters
    ----------
    maker : RecordMaker
    acpc : bool
        Whether an ACPC log is written, and not PHH.
    """

    def __init__(self, maker: RecordMaker, *, acpc: bool) -> None:
        self._acpc = acpc
        self._turns = maker.spec.turns
        self._raked = maker.spec.rules.rake is not None
        self._limit = maker.limit
        self._level = max(maker.blinds)
        record = replace(maker.sample(), finishing_stacks=maker.spec.stacks, rake=None)
        tables: list[str] = []
        for button in range(maker.spec.players):
            for turn in range(self._turns):
                seats, players = maker.places(button, turn)
                told = replace(record, fields={"seats": seats, "players": players})
                if acpc:
                    tables.append(acpc_text(told).rpartition(":")[2] + "\n")
                else:
                    tables.append(_between(phh_text(told), "seats = ", "finishing_stacks = "))
        self._head = self._tail = ""
        if not acpc:
            text = phh_text(record)
            self._head = text[: text.index(_STACKS)]
            self._tail = text[text.index("finishing_stacks = ") :].partition("\n")[2]
        parts = [table.encode() for table in tables]
        self._tables = np.frombuffer(b"".join(parts), np.uint8)
        self._bounds = np.cumsum([0, *map(len, parts)]).astype(np.int64)

    def write(self, record: Record, first: int) -> tuple[bytes, NDArray[np.int64]]:
        """Return the text of a chunk's hands, and where each ends.

        Parameters
        ----------
        record : Record
        first : int
            Number of the first hand.
        """
        from equity.kernels.hands.hand_text import write_acpc, write_phh

        stops = np.zeros(len(record.hands), np.int64)
        places: tuple[Any, ...] = (record.hands, record.moves, record.ends, first, self._turns)
        size = 1024 * len(record.hands) + (1 << 16)
        while True:
            out = np.empty(size, np.uint8)
            if self._acpc:
                used = write_acpc(*places, int(self._limit), self._level, self._tables, self._bounds, out, stops)
            else:
                head, tail = (np.frombuffer(text.encode(), np.uint8) for text in (self._head, self._tail))
                used = write_phh(*places, head, self._tables, self._bounds, int(self._raked), tail, out, stops)
            if used >= 0:
                return out[:used].tobytes(), stops
            size *= 2


def _between(text: str, first: str, last: str) -> str:
    """Return what stands from the start of one line to that of another."""
    return text[text.index("\n" + first) + 1 : text.index("\n" + last) + 1]
