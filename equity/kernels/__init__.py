"""All Numba code; nothing outside this folder imports Numba. Functions here take and fill arrays and check nothing.

From the bottom up:

- `compile`: the decorators, function pointers, and everything that knows how Numba works inside.
- `cards`: hand -> value, whole arrays of hands, bits, random numbers, deals.
- `features`: what hole cards and a board make, row by row.
- `equities`: enumeration, sweeps, sampling, and what is counted beside the winners.
- `queries`: what queries ask of many deals: values, the nuts, outs, all-in equities.
- `hands`: THE rules engine: records, opening, betting, showdown, all-ins, replay.
- `play`: whole hands by the million: strategies, batches, observations, tallies.

Importing this package alone does not load Numba.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable


def _say_so() -> None:
    """Tell who waits for a library's first answer why, where somebody sees it or wants to know."""
    if os.environ.get("EQUITY_VERBOSE", "0") not in ("", "0") or (sys.stderr is not None and sys.stderr.isatty()):
        print("note: compiling kernels for the first time, a few seconds (equity warmup compiles all)", file=sys.stderr)  # noqa: T201


# Called once, before the first kernel of the process is compiled (not when it comes from the cache).
on_compile: Callable[[], None] | None = _say_so

# Whether a process may play its first hands in plain Python (`equity.kernels.compile.first_calls`), and read a file's
# first megabytes so (`equity.history.text_lines.begun`).
patient = os.environ.get("EQUITY_NO_COMPILE", "0") in ("", "0")

_depth = 0
_began = 0.0
_spent = 0.0


def compilation_begins() -> None:
    """Note that something is compiled from here on; Numba compiles one function at a time, and others within it."""
    global _depth, _began, on_compile  # noqa: PLW0603
    if os.environ.get("EQUITY_NO_COMPILE", "0") not in ("", "0"):
        raise RuntimeError("a kernel is compiled though EQUITY_NO_COMPILE is set")
    call, on_compile = on_compile, None
    if call is not None:
        call()
    if _depth == 0:
        _began = time.perf_counter()
    _depth += 1


def compilation_ends() -> None:
    """Note that it is done."""
    global _depth, _spent  # noqa: PLW0603
    _depth -= 1
    if _depth == 0:
        _spent += time.perf_counter() - _began


def own_time() -> float:
    """Return seconds on a clock that stands still while something is compiled: an answer's own time is told by it."""
    now = time.perf_counter()
    return (_began if _depth else now) - _spent
