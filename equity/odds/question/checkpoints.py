"""The checkpoint of one calculation: how it began, and what its method has counted so far.

Rules of the file: it is loaded only for a run with a checkpoint, and knows neither methods nor plans. Methods hand over
whole states, made anew after each chunk, so that an interrupt never leaves half of one.
"""

from __future__ import annotations

import hashlib
import os
import time
from typing import Any

from equity.cards import cards_text
from equity.checkpoint import Checkpoint
from equity.errors import CheckpointError
from equity.odds.question.question import Question

__all__ = ["RunCheckpoint", "describe_question"]

_SAVE_EVERY = 2.0  # seconds between two writes


def describe_question(question: Question) -> dict[str, Any]:
    """Return everything of a question an answer depends on, as JSON values; order on the board does not matter.

    Examples
    --------
    >>> described = describe_question(Question.parse(["ATs+", "QQ"], board="2c7dTh"))
    >>> described["players"], described["board"]
    (['ATs+', 'QQ'], '2c7dTh')
    """
    weights = [sorted((int(combo), float(weight)) for combo, weight in player.items()) for player in question.live]
    return {
        "players": [str(player) for player in question.ranges],
        "board": cards_text(sorted(question.board)),
        "dead": cards_text(sorted(question.dead)),
        "weights": hashlib.sha256(repr(weights).encode()).hexdigest(),
    }


class RunCheckpoint:
    """Saves a run's states every few seconds, and knows where an earlier run of the same question was.

    Parameters
    ----------
    path : str or path
    run : dict
        Everything the answer depends on, as JSON values; a file of another run is refused.

    Attributes
    ----------
    state : dict
        What the method handed over last, here or in an earlier process; empty at the start.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for fresh_seed in (1, 2):
    ...         checkpoint = RunCheckpoint(folder + "/run", {"players": ["AA", "KK"]})
    ...         start = checkpoint.begin({"seed": fresh_seed})
    ...         print(start, checkpoint.state)
    ...         checkpoint.note({"chunks": 3})
    ...         checkpoint.flush()
    {'seed': 1} {}
    {'seed': 1} {'chunks': 3}
    """

    def __init__(self, path: str | os.PathLike[str], run: dict[str, Any]) -> None:
        self.state: dict[str, Any] = {}
        self._file = Checkpoint(path, run)
        self._start: dict[str, Any] | None = None  # how the run began, once it has and is to be saved
        self._written: dict[str, Any] | None = None
        self._next = 0.0

    def begin(self, start: dict[str, Any], *, keep: bool = True) -> dict[str, Any]:
        """Return how the earlier run began (its plan, its seed), or keep `start`; without `keep` no file is made."""
        saved = self._file.load()
        if saved is not None:
            start, self.state = saved["start"], saved["state"]
        elif not keep:
            return start
        self._start = start
        if saved is None:
            self._write()  # now, not after hours, it turns out whether the file can be written
        self._written, self._next = self.state, time.monotonic() + _SAVE_EVERY
        return start

    def of_another(self, difference: str) -> CheckpointError:
        """Return the error of a file that belongs to another run."""
        place = self._file.path
        return CheckpointError(
            f"checkpoint {place} belongs to another question: {difference}; name another file or delete it"
        )

    def note(self, state: dict[str, Any]) -> None:
        """Take over a state that nobody changes any more, and write it if the last one is some seconds old."""
        self.state = state
        if time.monotonic() >= self._next:
            self.flush()

    def flush(self) -> None:
        """Write the state handed over last, unless the file has it."""
        if self._start is not None and self.state is not self._written:
            self._write()

    def _write(self) -> None:
        state = self.state
        self._file.save({"start": self._start, "state": state})
        self._written, self._next = state, time.monotonic() + _SAVE_EVERY
