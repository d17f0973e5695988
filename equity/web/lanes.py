"""How many questions are answered at once, and how one is stopped.

Rules of the file: it knows nothing of poker or HTTP. There are two lanes, each with threads and a queue of its own, so
that a flood of slow questions leaves the quick ones answered. Kernels run without Python's lock, so threads do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from equity.numbers import count_threads
from equity.parallel import between_chunks

__all__ = ["BusyError", "Job", "Lane", "StoppedError"]

Answer = TypeVar("Answer")


class BusyError(Exception):
    """There are as many questions as may wait."""


class StoppedError(Exception):
    """Nobody waits for the answer any more."""


class Job:
    """A question on its way: whether anybody still wants the answer, and until when.

    Parameters
    ----------
    limit : float
        Seconds the work may take, from `begin` on.

    Examples
    --------
    >>> job = Job(limit=60)
    >>> job.cancel()
    >>> job.pause()
    Traceback (most recent call last):
        ...
    equity.web.lanes.StoppedError
    """

    def __init__(self, *, limit: float) -> None:
        self.limit = limit
        self._cancelled = threading.Event()
        self._end: float | None = None

    def begin(self) -> None:
        """Start the clock: time in a queue does not count."""
        self._end = time.monotonic() + self.limit

    def cancel(self) -> None:
        """Say that nobody waits any more; the work ends at its next chunk."""
        self._cancelled.set()

    @property
    def is_late(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.monotonic() >= self._end

    def check(self) -> None:
        """Raise `StoppedError` if nobody waits any more."""
        if self._cancelled.is_set():
            raise StoppedError

    def pause(self) -> None:
        """Stop the work, if it is to stop here.

        Raises
        ------
        StoppedError
            If nobody waits any more.
        KeyboardInterrupt
            If the time is up: then what has been counted is the answer, as after Ctrl-C on a terminal.
        """
        self.check()
        if self.is_late:
            raise KeyboardInterrupt


class Lane:
    """Threads that answer one kind of question, and a queue that holds so many and no more.

    Parameters
    ----------
    name : str
    workers : int
        Questions at once.
    waiting : int
        Questions in the queue; one more is refused.
    """

    def __init__(self, name: str, *, workers: int, waiting: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._most = workers + waiting
        self._lock = threading.Lock()
        self._here = 0
        self._running = 0

    @property
    def threads(self) -> int:
        """Threads that a question which starts now may use for itself: its part of the cores."""
        with self._lock:
            return max(1, count_threads(None) // max(1, self._running))

    def submit(self, job: Job, work: Callable[[], Answer]) -> Future[Answer]:
        """Put work into the queue and return its future.

        Raises
        ------
        BusyError
            If the queue is full.
        """
        with self._lock:
            if self._here >= self._most:
                raise BusyError
            self._here += 1
        future = self._pool.submit(self._do, job, work)
        future.add_done_callback(self._leave)
        return future

    def _do(self, job: Job, work: Callable[[], Answer]) -> Answer:
        with self._lock:
            self._running += 1
        try:
            job.check()
            job.begin()
            between_chunks.set(job.pause)
            return work()
        finally:
            between_chunks.set(None)
            with self._lock:
                self._running -= 1

    def _leave(self, _: Future[Any]) -> None:
        with self._lock:
            self._here -= 1

    def close(self) -> None:
        """Take no more work, and wait for none."""
        self._pool.shutdown(wait=False, cancel_futures=True)
