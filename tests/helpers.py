"""What several test modules share."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"


def load_json(name: str) -> Any:
    """Return a file of tests/data."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def jit_is_off() -> bool:
    """Say whether kernels run as plain Python in this run."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def amount(here: int, in_ci: int) -> int:
    """Return how much of a costly thing to try: more of it where nobody waits."""
    return in_ci if os.environ.get("CI") else here


class Stop:
    """A progress callback that interrupts like Ctrl-C after some calls."""

    def __init__(self, calls: int) -> None:
        self.calls = calls

    def __call__(self, done: int, total: int) -> None:
        assert 0 < done <= total
        self.calls -= 1
        if self.calls == 0:
            raise KeyboardInterrupt


@contextmanager
def losing_a_worker(distributed: Any) -> Iterator[tuple[Any, Callable[[int, int], None]]]:
    """Give an executor of two worker processes, and a progress callback that kills one of them when it is first called.

    Fails at the end if it was not called.
    """
    killed = []

    def kill_one(done: int, total: int) -> None:
        if not killed:
            pids = sorted(worker.pid for worker in cluster.workers.values() if worker.pid)
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client.get_executor(pure=False, retries=3), kill_one
    assert killed
