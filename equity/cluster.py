"""Dask clusters as executors: a scheduler's address, or workers started on this machine.

Rules of the file: `distributed` is imported here only, and only when asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from equity.errors import OptionError
from equity.parallel import count_threads

__all__ = ["open_cluster"]

_PATIENCE = 5.0  # seconds until a scheduler that does not answer is given up


@contextmanager
def open_cluster(address: str, *, workers: int | None = None) -> Iterator[Executor]:
    """Give an executor that runs on a cluster; it is closed afterwards.

    Parameters
    ----------
    address : str
        ``"tcp://host:port"`` of a Dask scheduler, or ``"local"`` to start workers here.
    workers : int, optional
        Worker processes of a local cluster; by default one a core.

    Raises
    ------
    OptionError
        If `distributed` is not installed or the scheduler does not answer within seconds.

    Examples
    --------
    >>> with open_cluster("nowhere"):
    ...     pass
    Traceback (most recent call last):
    equity.errors.OptionError: a cluster is tcp://host:port or local, got 'nowhere'
    """
    if address != "local" and "://" not in address:
        raise OptionError(f"a cluster is tcp://host:port or local, got {address!r}")
    with _client(address, workers) as client:
        # A worker that dies takes its chunks along; they are played again elsewhere, to the same bytes.
        yield client.get_executor(pure=False, retries=3)


@contextmanager
def _client(address: str, workers: int | None) -> Iterator[Any]:
    distributed = _import_distributed()
    if address != "local":
        try:
            client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            reason = str(error).splitlines()[0].removesuffix(".") if str(error) else type(error).__name__
            raise OptionError(f"no cluster answers at {address}: {reason}") from None
        with client:
            yield client
        return
    with (
        distributed.LocalCluster(
            n_workers=count_threads(workers),
            threads_per_worker=1,
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def _import_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise OptionError("clusters need Dask: pip install 'equity[cluster]'") from None
    return distributed
