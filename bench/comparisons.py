"""What is compared with what: one entry for each piece of work and peer, each a pair of `Side`s for `bench.rounds`.

Every entry asks both sides the same question, and the answers are compared before anything is timed. No entry keeps an
answer between calls: ours answers anew each time, as theirs does.
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
    guarded: bool

    @property
    def name(self) -> str:
        return f"{self.table}: {self.work} / {self.peer}"


COMPARISONS: list[Comparison] = []


def comparison(table: str, work: str, peer: str, *, guarded: bool = True) -> Callable[[Callable[[], Pair]], object]:
    """Register the function as the cell `work` x `peer` of a table."""

    def register(make: Callable[[], Pair]) -> Callable[[], Pair]:
        COMPARISONS.append(Comparison(table, work, peer, make, guarded))
        return make

    return register


def load() -> list[Comparison]:
    """Return all entries, in the order of the tables."""
    from bench import compare_equity, compare_evaluator, compare_hands  # noqa: F401  # they register themselves

    order = {"evaluator": 0, "equity": 1, "hands": 2}
    return sorted(COMPARISONS, key=lambda entry: order[entry.table])
