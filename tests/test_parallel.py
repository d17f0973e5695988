from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor

import pytest

from equity.errors import OptionError, StrategyError, WorkerError
from equity.numbers import count_threads
from equity.parallel import between_chunks, run_chunks

pytestmark = pytest.mark.small


def slow_first(x: int) -> int:
    time.sleep(0.02 if x == 0 else 0)
    return x * x


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_results_come_in_the_order_of_the_chunks(threads):
    assert list(run_chunks(slow_first, range(50), threads=threads)) == [x * x for x in range(50)]


def test_an_executor_is_used_and_left_open():
    with ThreadPoolExecutor(2) as pool:
        assert list(run_chunks(slow_first, range(200), executor=pool)) == [x * x for x in range(200)]
        assert pool.submit(int).result() == 0


@pytest.mark.parametrize("threads", [1, 2])
def test_endless_chunks_are_drawn_lazily_and_can_be_closed(threads):
    drawn, workers = [], set()

    def chunks():
        x = 0
        while True:
            drawn.append(x)
            yield x
            x += 1

    def square(x: int) -> int:
        workers.add(threading.current_thread())
        return slow_first(x)

    results = run_chunks(square, chunks(), threads=threads)
    assert [next(results) for _ in range(10)] == [x * x for x in range(10)]
    results.close()
    assert len(drawn) <= 10 + 2 * threads
    assert not [worker for worker in workers - {threading.current_thread()} if worker.is_alive()]


def workers_of(threads: int) -> set[threading.Thread]:
    """Return the threads, but for the caller's, that work side by side."""
    together = threading.Barrier(threads, timeout=30)

    def meet(_: int) -> threading.Thread:
        together.wait()
        return threading.current_thread()

    return set(run_chunks(meet, range(threads), threads=threads)) - {threading.current_thread()}


def test_threads_are_used_again():
    """For another number there are others, and those that nobody wants any more end."""
    three = workers_of(3)
    assert workers_of(3) == three
    assert len(three) == 2
    assert len(workers_of(4)) == 3
    for worker in three:
        worker.join(30)
        assert not worker.is_alive()


def test_threads_are_not_kept_where_an_error_ended_the_run():
    three = workers_of(3)
    with pytest.raises(ZeroDivisionError):
        list(run_chunks(lambda x: 1 // x, range(9), threads=3))
    assert not [worker for worker in three if worker.is_alive()]
    assert len(workers_of(3)) == 2


def test_callers_at_once_have_threads_of_their_own():
    workers_of(3)
    together = threading.Barrier(6, timeout=30)  # two callers and two threads of each

    def ask() -> list[int]:
        return list(run_chunks(lambda _: together.wait(), range(3), threads=3))

    with ThreadPoolExecutor(2) as callers:
        found = [callers.submit(ask) for _ in range(2)]
    assert sorted(found[0].result() + found[1].result()) == list(range(6))


FORK = """
import os, sys, warnings
from threading import Barrier
from equity.parallel import run_chunks
def meet():
    together = Barrier(3, timeout=10)
    assert sorted(run_chunks(lambda _: together.wait(), range(3), threads=3)) == [0, 1, 2]
meet()
warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads, from Python 3.12 on
child = os.fork()
meet()
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_child_has_threads_of_its_own():
    done = subprocess.run([sys.executable, "-c", FORK], check=False, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_work_of_one_chunk_starts_no_thread():
    here = threading.get_ident()
    assert list(run_chunks(lambda _: threading.get_ident(), range(1), threads=4)) == [here]
    assert list(run_chunks(slow_first, range(0), threads=4)) == []


def test_the_caller_works_too_and_results_stay_in_order():
    """As many threads as were asked for work at once, the caller's among them."""
    together = threading.Barrier(3, timeout=30)

    def meet(x: int) -> tuple[int, int]:
        together.wait()
        return x, threading.get_ident()

    met = list(run_chunks(meet, range(9), threads=3))
    assert [x for x, _ in met] == list(range(9))
    assert threading.get_ident() in {thread for _, thread in met}
    assert len({thread for _, thread in met}) == 3


def test_an_error_waits_for_its_turn():
    """Also one in a chunk that the caller took while it waited for another."""

    def fail(x: int) -> int:
        if x:
            raise RuntimeError(f"chunk {x}")
        return slow_first(x)

    results = run_chunks(fail, range(6), threads=2)
    assert next(results) == 0
    with pytest.raises(RuntimeError, match="chunk 1"):
        next(results)


def test_an_error_in_a_chunk_arrives():
    def fail(x: int) -> int:
        if x == 3:
            raise RuntimeError("three")
        return x

    with pytest.raises(RuntimeError, match="three"):
        list(run_chunks(fail, range(10), threads=2))


class Losing(ThreadPoolExecutor):
    """An executor that loses what it had done: by turns, every second chunk ends as it does in one of these ways."""

    def __init__(self, ways: list[BaseException | None], again: bool):
        super().__init__(1)
        self.ways, self.again, self.seen = ways, again, Counter()

    def submit(self, function, chunk):
        self.seen[chunk] += 1
        if chunk % 2 == 0 or (self.seen[chunk] > 1 and not self.again):
            return super().submit(function, chunk)
        lost: Future[int] = Future()
        if (way := self.ways[chunk // 2 % len(self.ways)]) is None:
            lost.cancel()
        else:
            lost.set_exception(way)
        return lost


LOSSES = [AttributeError("'numpy.ndarray' object has no attribute 'with_traceback'"), OSError("gone"), None]


def test_what_an_executor_loses_is_done_again():
    with Losing(LOSSES, again=False) as pool:
        assert list(run_chunks(slow_first, range(200), executor=pool)) == [x * x for x in range(200)]
        assert pool.seen == {x: 1 + x % 2 for x in range(200)}


@pytest.mark.parametrize("way", LOSSES)
def test_what_is_lost_each_time_is_an_error(way):
    with Losing([way], again=True) as pool:
        results = run_chunks(slow_first, range(200), executor=pool)
        assert next(results) == 0
        with pytest.raises(CancelledError if way is None else type(way)):
            next(results)
        assert pool.seen[1] == 3


@pytest.mark.parametrize(("error", "tries"), [(StrategyError("no"), 1), (BrokenExecutor("died"), 1), (KeyError(3), 3)])
def test_errors_that_say_something_are_not_tried_again(error, tries):
    def fail(x: int) -> int:
        seen[x] += 1
        if x == 3:
            raise error
        return x

    seen: Counter[int] = Counter()
    expected = WorkerError if isinstance(error, BrokenExecutor) else type(error)
    with ThreadPoolExecutor(2) as pool, pytest.raises(expected):
        list(run_chunks(fail, range(10), executor=pool))
    assert seen[3] == tries


@pytest.mark.parametrize("threads", [0, -1])
def test_there_is_at_least_one_thread(threads):
    with pytest.raises(OptionError, match="at least 1"):
        count_threads(threads)


def test_the_default_is_a_thread_a_core():
    assert count_threads(None) >= 1


@pytest.mark.small
@pytest.mark.parametrize("threads", [1, 2])
def test_whoever_waits_may_stop_the_work_between_two_chunks(threads):
    def stop():
        if len(seen) == 3:
            raise LookupError

    seen: list[int] = []
    token = between_chunks.set(stop)
    try:
        with pytest.raises(LookupError):
            seen.extend(run_chunks(abs, range(1000), threads=threads))
    finally:
        between_chunks.reset(token)
    assert seen == [0, 1, 2]
    assert len(list(run_chunks(abs, range(1000), threads=threads))) == 1000
