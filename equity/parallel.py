"""Run chunks of work on threads or on anybody's `concurrent.futures.Executor`, results in order.

Rules of the file: it knows nothing of poker. Work is cut into chunks by the question alone; this only decides where
they run, so the results are the same for any number of workers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from equity.errors import WorkerError
from equity.numbers import count_threads

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["between_chunks", "run_chunks"]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

# Called after every chunk by whatever runs chunks in this context; it raises to stop the work, as a server does for
# somebody who has gone. Work without a report of progress is stopped by it too.
between_chunks: ContextVar[Callable[[], object] | None] = ContextVar("between_chunks", default=None)

# How many chunks wait in a foreign executor, whose size we cannot ask for.
_IN_FLIGHT = 64


def run_chunks(
    function: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
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
        Where to run instead; it is left open.

    Raises
    ------
    WorkerError
        If a process of the executor died.

    Examples
    --------
    >>> list(run_chunks(abs, [-1, 2, -3], threads=2))
    [1, 2, 3]
    """
    workers, pause = count_threads(threads), between_chunks.get() or _go_on
    if executor is None and workers == 1:
        for chunk in chunks:
            yield function(chunk)
            pause()
        return
    from concurrent.futures import BrokenExecutor, ThreadPoolExecutor  # load much that small questions never need

    pool = ThreadPoolExecutor(workers) if executor is None else executor
    in_flight: deque[Future[Result]] = deque()
    ahead = 2 * workers if executor is None else _IN_FLIGHT
    try:
        for chunk in chunks:
            in_flight.append(pool.submit(function, chunk))
            if len(in_flight) >= ahead:
                yield in_flight.popleft().result()
                pause()
        while in_flight:
            yield in_flight.popleft().result()
            pause()
    except BrokenExecutor:
        raise WorkerError("a worker process died: it was killed, crashed or had no memory left") from None
    finally:
        for future in in_flight:
            future.cancel()
        if executor is None:
            pool.shutdown(wait=True, cancel_futures=True)


def _go_on() -> None:
    """Do nothing between two chunks."""
