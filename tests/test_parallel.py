from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from equity.errors import OptionError
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
    drawn = []

    def chunks():
        x = 0
        while True:
            drawn.append(x)
            yield x
            x += 1

    results = run_chunks(slow_first, chunks(), threads=threads)
    assert [next(results) for _ in range(10)] == [x * x for x in range(10)]
    results.close()
    assert len(drawn) <= 10 + 2 * threads
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]


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
