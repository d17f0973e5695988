"""Deals drawn at random, in chunks of one stream each, until enough of them fit.

The same seed gives the same deals for any number of threads: chunks are cut by the question alone, and added up in
order until the goal is reached.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import ceil, sqrt
from typing import NamedTuple

from equity.parallel import run_chunks
from equity.pql.evaluation import Sums, add_up
from equity.pql.grammar import QueryError
from equity.pql.program import Program
from equity.pql.result import bars
from equity.pql.situation import Situation
from equity.pql.sources import Source, make_source

__all__ = ["CHUNK", "Goal", "Sampled", "sample"]

CHUNK = 1 << 16  # deals of one random stream
_SMALL_CHUNK = 1 << 12  # where few deals are wanted
_A_CHUNK = 5e8  # nanoseconds that a chunk of equities against ranges may take
_LEAST_CHUNK = 256
_FEWEST = 100  # deals that fit, for an interval that can be trusted
_MOST_DEALT = 10  # deals dealt for each that is to fit
_A_DEAL = 50  # nanoseconds
_PATIENCE = 2e9  # nanoseconds spent on deals of which hardly any fits, at least
_MOST_WANTED = 10**11  # deals that anybody waits for without a time limit
_HOPELESS = 5e8  # nanoseconds spent on deals of which none fits


@dataclass(frozen=True)
class Goal:
    """When to stop: after deals that fit, when intervals are narrow enough, or after a time."""

    deals: int | None
    target: float | None
    seconds: float | None


class Sampled(NamedTuple):
    """What sampled deals add up to.

    Attributes
    ----------
    sums : Sums
    complete : bool
        Whether the goal was reached, not an interrupt.
    share : float
        The share of all deals from which these were drawn: 1 unless conditions on the flop were drawn directly.
    """

    sums: Sums
    complete: bool
    share: float


def sample(
    program: Program,
    situation: Situation,
    goal: Goal,
    *,
    seed: int,
    threads: int | None,
    executor: Executor | None,
    report: Callable[[int, int], object] | None,
) -> Sampled:
    """Return what sampled deals add up to.

    Raises
    ------
    QueryError
        If no deal fits, or too few to say anything.
    """
    source, program = make_source(program, situation, seed)
    whole = bool(program.conditions) or source.check is not None  # deals are thrown away: draw until enough fit
    wanted = goal.deals
    work = partial(_run_chunk, program, source, seed)
    size = _chunk_size(program, wanted if whole else None)
    results: Iterator[Sums] = run_chunks(
        work, _cut(None if whole else wanted, size), threads=threads, executor=executor
    )
    deadline = None if goal.seconds is None else time.monotonic() + goal.seconds
    total: Sums | None = None
    complete = True
    try:
        for number, sums in enumerate(results, 1):
            if total is None:
                total = sums
                if goal.target is not None:
                    wanted = _needed(program, sums, goal.target)
                    if wanted > _MOST_WANTED and goal.seconds is None:
                        raise QueryError(f"the target needs about {wanted:.0e} deals; allow more, or set a time")
            else:
                total.add(sums, program.outputs)
            if not total.rows and number * size * (program.condition_cost + _A_DEAL) > _HOPELESS:
                raise _none(program, number * size)
            if report is not None and wanted is not None:
                report(min(total.rows, wanted), wanted)
            if _is_enough(program, total, wanted, deadline):
                break
    except KeyboardInterrupt:
        complete = False
        if total is None or not total.rows:
            raise
    finally:
        results.close()  # type: ignore[attr-defined]  # a generator: ends its threads
    assert total is not None  # there is a first chunk
    _check_enough(program, total, wanted)
    return Sampled(total, complete, source.share)


def _chunk_size(program: Program, wanted: int | None) -> int:
    """Return how many deals make a chunk; `wanted` are those that fit, where some do not."""
    size = CHUNK if wanted is None else min(CHUNK, max(_SMALL_CHUNK, 2 * wanted))
    return max(_LEAST_CHUNK, min(size, int(_A_CHUNK / program.cost))) if program.against else size


def _cut(deals: int | None, size: int) -> Iterator[tuple[int, int]]:
    """Yield (number, deals) of each chunk: just so many deals, or chunks without end."""
    if deals is None:
        yield from ((number, size) for number in count())
        return
    for number in range(ceil(deals / size)):
        yield number, min(size, deals - number * size)


def _is_enough(program: Program, total: Sums, wanted: int | None, deadline: float | None) -> bool:
    if deadline is not None and time.monotonic() >= deadline:
        return True
    if wanted is None:
        return False
    most = max(_MOST_DEALT * wanted, _PATIENCE / (program.condition_cost + _A_DEAL))
    return bool(total.rows >= wanted or total.dealt >= most)


def _run_chunk(program: Program, source: Source, seed: int, chunk: tuple[int, int]) -> Sums:
    number, size = chunk
    return add_up(program, source.deal(seed, number, size))


def _check_enough(program: Program, total: Sums, wanted: int | None) -> None:
    if total.rows == 0:
        raise _none(program, total.dealt)
    if total.rows < min(_FEWEST, wanted or _FEWEST):
        raise QueryError(
            f"only {total.rows} of {total.dealt:,} deals meet the condition, too few for an answer; "
            "sample more deals, or name cards and ranges in from instead of where",
            text=program.text,
            place=program.where,
        )


def _none(program: Program, dealt: int) -> QueryError:
    return QueryError(
        f"none of {dealt:,} deals meets the condition; it is impossible or nearly so: "
        "name cards and ranges in from instead of where",
        text=program.text,
        place=program.where,
    )


def _share_variance(share: float, deals: int) -> float:
    """Return the variance of a truth value, a little more than observed, so that a share of 0 is not taken for sure."""
    share = (share * deals + 1) / (deals + 2)
    return share * (1 - share)


def _needed(program: Program, sums: Sums, target: float) -> int:
    """Return how many deals that fit make every interval narrower than the target, judged by the first chunk."""
    if sums.rows < 2:
        return CHUNK
    most = 0.0
    for output, part in zip(program.outputs, sums.parts, strict=True):
        if output.aggregate == "count":
            variance = _share_variance(part / sums.rows, sums.rows)
        elif output.aggregate == "histogram":
            shares = bars(output, part, sums.rows).values()
            variance = max(_share_variance(share, sums.rows) for share in shares)
        elif output.aggregate == "avg":
            variance = part[2] / sums.rows
        else:
            continue
        most = max(most, variance)
    return max(sums.rows, ceil((1.96 * 1.02 * sqrt(most) / target) ** 2))
