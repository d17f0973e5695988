"""One piece of work and one peer: how to make the pair of `Side`s that `bench.rounds` times in turn.

Both sides answer the same question, and the answers are compared before anything is timed. No side keeps an answer
between calls: ours answers anew each time, as theirs does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench.rounds import Side

Pair = tuple[Side, Side]


@dataclass(frozen=True)
class Comparison:
    """One cell of a table; `make` imports the peer and raises ImportError where it is not installed.

    `guarded` entries are quick and steady enough for the check of ratios in CI.
    """

    table: str
    work: str
    peer: str
    make: Callable[[], Pair]
    guarded: bool = True

    @property
    def name(self) -> str:
        return f"{self.table}: {self.work} / {self.peer}"
