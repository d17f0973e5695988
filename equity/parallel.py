"""Run chunks of work on threads or on anybody's `concurrent.futures.Executor`, results in order.

Rules of the file: it knows nothing of poker. Work is cut into chunks by the question alone; this only decides where
they run, so the results are the same for any number of workers.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from equity.errors import EquityError, WorkerError
from equity.numbers import count_threads

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["IN_FLIGHT", "between_chunks", "run_chunks"]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
_InFlight: TypeAlias = "deque[tuple[Future[Result], Chunk]]"

# Called after every chunk by whatever runs chunks in this context; it raises to stop the work, as a server does for
# somebody who has gone. Work without a report of progress is stopped by it too.
between_chunks: ContextVar[Callable[[], object] | None] = ContextVar("between_chunks", default=None)

# How many chunks wait in a foreign executor, whose size we cannot ask for, and how often one that fails there is tried.
IN_FLIGHT = 64
_TRIES = 3

# Threads that have ended their work, by their number, for whoever next wants as many: to start and end others takes 1 %
# of a sampling of 0.08 s. A forked child has none of them.
_idle: dict[int, Executor] = {}
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)


def run_chunks(
    function: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    stoppable: bool = True,
) -> Iterator[Result]:
    """Yield ``function(chunk)`` for every chunk, in the order of `chunks`.

    Parameters
    ----------
    function : callable
        For an executor of processes or machines it must be importable there: a module's function, or a partial of one.
    chunks : iterable
        Drawn from lazily, so it may be endless; close the iterator to stop early.
    threads : int, optional
        Number of threads; by default one per core. Ignored if `executor` is given.
    executor : concurrent.futures.Executor, optional
        Where to run instead; it is left open. What fails there, but for an `EquityError`, is tried twice more.
    stoppable : bool, optional
        Whether `between_chunks` is asked.

    Raises
    ------
    WorkerError
        If a process of the executor died.

    Examples
    --------
    >>> list(run_chunks(abs, [-1, 2, -3], threads=2))
    [1, 2, 3]
    """
    workers, pause = count_threads(threads), (between_chunks.get() if stoppable else None) or _go_on
    if executor is None:
        begun = list(islice(chunks := iter(chunks), 2 if workers > 1 else 0))
        chunks = chain(begun, chunks)
        if len(begun) < 2:  # one thread, or work of one chunk: to start another takes as long as a small question
            for chunk in chunks:
                yield function(chunk)
                pause()
            return
    from concurrent.futures import BrokenExecutor  # loads much that small questions never need

    pool = _take_threads(workers - 1) if executor is None else executor
    result = partial(_helped if executor is None else partial(_tried, pool.submit), function)
    in_flight: _InFlight[Result, Chunk] = deque()
    ahead = 2 * workers if executor is None else IN_FLIGHT
    try:
        for chunk in chunks:
            in_flight.append((pool.submit(function, chunk), chunk))
            if len(in_flight) >= ahead:
                yield result(in_flight)
                pause()
        while in_flight:
            yield result(in_flight)
            pause()
    except BrokenExecutor:
        raise WorkerError("a worker process died: it was killed, crashed or had no memory left") from None
    finally:
        for future, _ in in_flight:
            future.cancel()
        if executor is None:
            _give_back_threads(workers - 1, pool, idle=not in_flight)


def _take_threads(number: int) -> Executor:
    from concurrent.futures import ThreadPoolExecutor

    idle = _idle.pop(number, None)
    return ThreadPoolExecutor(number) if idle is None else idle


def _give_back_threads(number: int, pool: Executor, *, idle: bool) -> None:
    """Keep these threads, and end those of another number; wait for the end of those that may be at work."""
    if not idle:
        pool.shutdown(wait=True, cancel_futures=True)
        return
    for other in list(_idle):
        unwanted = _idle.pop(other, None)
        if unwanted is not None:
            unwanted.shutdown(wait=False)
    _idle[number] = pool


def _tried(
    submit: Callable[..., Future[Result]], function: Callable[[Chunk], Result], in_flight: _InFlight[Result, Chunk]
) -> Result:
    """Return the first result from a foreign executor, which may lose what it had done.

    If a worker of Dask dies just after its result was fetched, its `Future` has an `AttributeError` instead of the
    result (distributed 2026.8), or was cancelled. A chunk gives the same bytes each time, or the same error.
    """
    from concurrent.futures import BrokenExecutor

    for tries_left in reversed(range(_TRIES)):
        future, chunk = in_flight[0]
        try:
            found = future.result()
            break
        except (BrokenExecutor, EquityError):
            raise
        except Exception:
            if not tries_left:
                raise
            in_flight[0] = submit(function, chunk), chunk
    in_flight.popleft()
    return found


def _helped(function: Callable[[Chunk], Result], in_flight: _InFlight[Result, Chunk]) -> Result:
    """Return the first result; until it is there, work on what nobody has begun.

    A caller that only waits is woken at every chunk, and for some milliseconds of a run two threads of two share a
    core. Two threads were 1.84 times one in a simulation of 0.2 s and 1.70 sampling for 0.14 s, now 1.90 and 1.80.
    Python itself is slower where two threads use it: 0.1 ms more for each chunk, so chunks are to take long (a sampling
    counts up to eight in one). Tried and of no use there: copies of a sampling's tables for each thread, its sums in
    memory that the thread made (1 %).
    """
    from concurrent.futures import Future

    for place, (future, chunk) in enumerate(in_flight):
        if in_flight[0][0].done():
            break
        if future.cancel():
            own: Future[Result] = Future()
            in_flight[place] = own, chunk
            try:
                own.set_result(function(chunk))
            except Exception as error:  # is raised when its turn comes
                own.set_exception(error)
    return in_flight.popleft()[0].result()


def _go_on() -> None:
    """Do nothing between two chunks."""
