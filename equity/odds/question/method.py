"""What a method of answering is, and how it is told to run.

Rules of the file: pure Python, because the shortest command does not load NumPy. On its way classes of values are named
tuples: a frozen dataclass costs each start 0.4 to 0.6 ms, a named tuple 0.1 ms. Every method is an object of the form
`Method`; a module with these names is one.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from equity.odds.question.checkpoints import RunCheckpoint
    from equity.odds.question.question import Question
    from equity.odds.question.tallies import Tally

__all__ = ["ALONE", "Algorithm", "Method", "Progress", "Run"]

Progress = Callable[[int, int], object]  # called with (done, total)


class Algorithm(StrEnum):
    """How a question is answered: the names that results carry."""

    PREFLOP_TABLE = "preflop table"  # two players without board or dead cards: looked up
    COMPARISON = "comparison"  # two players on a board: their hands compared on every board
    SWEEP = "sweep"  # two or three players: all hands in order of value, board by board
    ENUMERATION = "enumeration"  # one set of hole cards after the other, each on every board
    SAMPLING = "sampling"  # random deals

    def __repr__(self) -> str:
        return repr(self.value)  # to whoever prints a result it is a text


class Run(NamedTuple):
    """Where a method does its work, who hears of it, and where it is saved; no answer depends on it.

    Attributes
    ----------
    threads : int or None
        None for one per core.
    executor : concurrent.futures.Executor or None
        Where to run instead of threads; methods of milliseconds take no notice.
    progress : callable or None
        Called with (done, total) from time to time.
    checkpoint : RunCheckpoint or None
        Saves what is counted, and knows what was counted before.
    """

    threads: int | None = None
    executor: Executor | None = None
    progress: Progress | None = None
    checkpoint: RunCheckpoint | None = None

    def report(self, done: int, total: int) -> None:
        """Say how far the work has come, if anybody listens."""
        if self.progress is not None:
            self.progress(done, total)


ALONE = Run()  # one thread per core, nobody listening


class Method(Protocol):
    """One way to answer questions."""

    @property
    def name(self) -> Algorithm:
        """What results call it."""
        ...

    @property
    def about(self) -> str:
        """What it does for whom, in a line."""
        ...

    @property
    def has_chunks(self) -> bool:
        """Whether it works in chunks that an executor can take and a checkpoint can save."""
        ...

    def can_solve(self, question: Question, /) -> bool:
        """Say whether the method can answer, given time."""
        ...

    def is_small(self, question: Question, /) -> bool:
        """Say whether a process that has loaded nothing yet answers at once; asked only if `can_solve`."""
        ...

    def predict_seconds(self, question: Question, /) -> float:
        """Return about how many seconds of one core it takes, with everything loaded that it needs."""
        ...

    def solve(self, question: Question, run: Run = ..., /) -> Tally:
        """Return the counts."""
        ...
