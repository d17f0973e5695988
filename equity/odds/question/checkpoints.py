"""The checkpoint of one calculation: the plan, the seed, and what its method has counted so far.

Rules of the file: it is loaded only for a run with a checkpoint. Methods hand over whole states, made anew after each
chunk, so that an interrupt never leaves half of one. The plan and the seed are kept with them: what is loaded and what
a fresh seed is differ from one process to the next, the answer must not.
"""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import asdict
from typing import Any

from equity.cards import cards_text
from equity.checkpoint import Checkpoint
from equity.odds.plan import METHODS, Plan
from equity.odds.question.question import Question
from equity.odds.sampling.sampling import SAMPLING_VERSION

__all__ = ["Keeper", "describe_run"]

_SAVE_EVERY = 2.0  # seconds between two writes
_AT_ONCE = ("preflop table", "comparison")  # answered without chunks


def describe_run(
    question: Question, *, method: str, samples: int | None, target: float | None, seed: int | None
) -> dict[str, Any]:
    """Return everything the answer depends on, as JSON values; order on the board does not matter, nor do spellings.

    Examples
    --------
    >>> run = describe_run(Question.parse(["ATs+", "QQ"]), method="mc", samples=None, target=None, seed=None)
    >>> run["players"], run["method"]
    (['ATs+', 'QQ'], 'monte-carlo')
    """
    weights = [sorted((int(combo), float(weight)) for combo, weight in player.items()) for player in question.live]
    return {
        "players": [str(player) for player in question.ranges],
        "board": cards_text(sorted(question.board)),
        "dead": cards_text(sorted(question.dead)),
        "method": METHODS[method],
        "samples": None if samples is None else int(samples),
        "target": None if target is None else float(target),
        "seed": None if seed is None else int(seed),
        "sampling version": SAMPLING_VERSION,
        "weights": hashlib.sha256(repr(weights).encode()).hexdigest(),
    }


class Keeper:
    """Saves a run's states every few seconds, and knows where an earlier run of the same question was.

    Parameters
    ----------
    path : str or path
    run : dict
        From `describe_run`; a file of another run is refused.

    Attributes
    ----------
    state : dict
        What the method handed over last, here or in an earlier process; empty at the start.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for fresh_seed in (1, 2):
    ...         keeper = Keeper(folder + "/run", {"players": ["AA", "KK"]})
    ...         plan, seed = keeper.begin(Plan("monte-carlo", "sampling", None, "sampled, as you asked"), fresh_seed)
    ...         print(seed, keeper.state)
    ...         keeper.note({"chunks": 3})
    ...         keeper.flush()
    1 {}
    1 {'chunks': 3}
    """

    def __init__(self, path: str | os.PathLike[str], run: dict[str, Any]) -> None:
        self.state: dict[str, Any] = {}
        self._file = Checkpoint(path, run)
        self._start: dict[str, Any] | None = None  # plan and seed, once the run has begun and is to be saved
        self._written: dict[str, Any] | None = None
        self._next = 0.0

    def begin(self, plan: Plan, seed: int | None) -> tuple[Plan, int | None]:
        """Return the plan and seed of the earlier run, or keep these; what is answered at once leaves no file."""
        saved = self._file.load()
        if saved is not None:
            plan = Plan(**{**saved["plan"], "notes": tuple(saved["plan"]["notes"])})
            seed, self.state = saved["seed"], saved["state"]
        elif plan.algorithm in _AT_ONCE:
            return plan, seed
        self._start = {"plan": asdict(plan), "seed": seed}
        if saved is None:
            self._write()  # now, not after hours, it turns out whether the file can be written
        self._written, self._next = self.state, time.monotonic() + _SAVE_EVERY
        return plan, seed

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
        self._file.save({**(self._start or {}), "state": state})
        self._written, self._next = state, time.monotonic() + _SAVE_EVERY
