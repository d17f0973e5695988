"""Dask clusters as executors: a scheduler's address, or workers started on this machine.

Rules of the file: `distributed` is imported here only, and only when asked for. A `distributed.Client` is made only for
a scheduler that has answered: one that finds none waits for minutes, and complains once more when it is thrown away.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from typing import Any

from equity._version import DISTRIBUTION
from equity.errors import OptionError
from equity.numbers import count_threads

__all__ = ["open_cluster"]

_PATIENCE = 5.0  # seconds until a scheduler that does not answer is given up
_PLACE = r"(?:[^\s:/@\[\]]+|\[[^\s/@\[\]]+\]):([0-9]{1,5})"  # a name or number, or IPv6 in brackets; and a port
_ADDRESS = re.compile(rf"(?:(?:tcp|tls|ucxx?)://)?{_PLACE}|wss?://{_PLACE}(?:/\S*)?")


@contextmanager
def open_cluster(address: str, *, workers: int | None = None) -> Iterator[Executor]:
    """Give an executor that runs on a cluster; it is closed afterwards.

    Parameters
    ----------
    address : str
        ``"tcp://host:port"`` of a Dask scheduler, or ``"local"`` to start workers here.
    workers : int, optional
        Worker processes of a local cluster; by default one per core.

    Raises
    ------
    OptionError
        If `distributed` is not installed or no Dask scheduler answers there within seconds.

    Examples
    --------
    >>> with open_cluster("nowhere"):
    ...     pass
    Traceback (most recent call last):
    equity.errors.OptionError: a cluster is tcp://host:port or local, got 'nowhere'
    """
    if address != "local" and not _is_address(address):
        raise OptionError(f"a cluster is tcp://host:port or local, got {address!r}")
    distributed = _import_distributed()
    with ExitStack() as stack:
        if address == "local":
            place = _start_workers(distributed, workers, stack)
        else:
            _find_scheduler(distributed, address)
            place = address
        client = stack.enter_context(distributed.Client(place, timeout=_PATIENCE, set_as_default=False))
        # A worker that dies takes its chunks along; they are played again elsewhere, to the same bytes.
        yield client.get_executor(pure=False, retries=3)


def _is_address(text: str) -> bool:
    found = _ADDRESS.fullmatch(text)
    return found is not None and 0 < int(found[1] or found[2]) < 2**16


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise OptionError(f"clusters need Dask: pip install '{DISTRIBUTION}[cluster]'") from None
    return distributed


def _find_scheduler(distributed: Any, address: str) -> None:
    """Refuse an address at which no scheduler answers."""
    try:
        with distributed.utils.silence_logging_cmgr(logging.CRITICAL + 1):
            distributed.utils.LoopRunner().run_sync(_ask, distributed, address)
    except Exception as error:  # something else may send any bytes or none; read as a message they end in any error
        reason = "it says nothing" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
        reason = reason.splitlines()[0].removesuffix(".")
        raise OptionError(f"no cluster answers at {address}: no Dask scheduler listens there ({reason})") from None


async def _ask(distributed: Any, address: str) -> None:
    """Ask a server of Dask what it is."""
    secrets = distributed.security.Security().get_connection_args("client")
    async with distributed.rpc(address, timeout=_PATIENCE, connection_args=secrets) as server:
        found = await asyncio.wait_for(server.identity(), _PATIENCE + 1)  # by then connecting has failed, with a reason
    if "workers" not in found:
        raise OSError(f"but a {found['type']}")


def _start_workers(distributed: Any, workers: int | None, stack: ExitStack) -> Any:
    """Start workers on this machine that leave Ctrl-C to this process, which ends them."""
    with _interrupts_held():
        return stack.enter_context(
            distributed.LocalCluster(
                n_workers=count_threads(workers), threads_per_worker=1, dashboard_address=None, silence_logs=50
            )
        )


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back from this thread during the block, and forever from threads and processes that start in it.

    A terminal sends it to the workers too, which would print where it met them. They and the threads that start them,
    and start them again, inherit what is held back here.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it starts with the first worker else, and then lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
