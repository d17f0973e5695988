"""Compile in a second process what this one will need: `equity warmup` then uses two cores.

Rules of the file: Numba compiles one function at a time in a process. The other process leaves what it made in the
cache; where it cannot run or fails, nothing is lost but time, because whatever is missing is compiled here.

Tried and taken out: the same for a cold ``equity simulate --seats tag,call``. Of the 6.5 s that it takes, the other
process could take over 1.2 s, and needed 1.5 s more of processor time to start and to compile what both use.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from equity.kernels.compile._numba import config
from equity.kernels.compile.decorators import cache_folder
from equity.numbers import count_threads

__all__ = ["running_beside"]

_PATIENCE = 5.0  # seconds


@contextmanager
def running_beside(module: str, *words: str) -> Iterator[Callable[[], str]]:
    """Run a module that compiles in a second process during the block; gives what waits for it and returns its output.

    It is waited for not much longer than this process has worked meanwhile: it may be no Python at all.
    """
    process, began = _start(module, words), time.monotonic()

    def wait() -> str:
        if process is not None:
            with suppress(subprocess.TimeoutExpired):
                return process.communicate(timeout=_PATIENCE + time.monotonic() - began)[0]
        return ""

    try:
        yield wait
    finally:
        if process is not None:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _start(module: str, words: tuple[str, ...]) -> subprocess.Popen[str] | None:
    """Start the other process, or return None where it would be of no use."""
    frozen = getattr(sys, "frozen", False)  # then the executable is the application
    if config.DISABLE_JIT or cache_folder() is None or count_threads(None) < 2 or frozen or not sys.executable:
        return None
    try:
        return subprocess.Popen(  # -P: the files of the folder it runs in are not modules
            [sys.executable, "-P", "-m", module, *words],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},  # what this process imports from
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:  # no memory or no process is left, or the executable is not there
        return None
