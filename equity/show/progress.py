"""How far a long calculation has come, on a terminal's stderr."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from equity.errors import OptionError

__all__ = ["Listener", "Progress", "listening"]

Listener = Callable[[int, int], object]  # called with (done, total)

_PATIENCE = 1.0  # seconds before the first line appears
_STEP = 0.2  # seconds between two
_USUAL = 80  # columns of a terminal that does not say how wide it is


class Progress:
    """A line that is rewritten while work goes on and removed at the end; silent where nobody watches."""

    def __init__(self, *, quiet: bool = False, unit: str = "") -> None:
        self._unit = unit
        self._start = time.monotonic()
        self._next = self._start + _PATIENCE
        self._shown = False
        self.callback: Callable[[int, int], object] | None = None if quiet or not sys.stderr.isatty() else self._show

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _show(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next, self._shown = now + _STEP, True
            sys.stderr.write(f"\r{self._line(done, total, now - self._start, _width() - 1)}\x1b[K")
            sys.stderr.flush()

    def _line(self, done: int, total: int, seconds: float, width: int) -> str:
        """Return the line, without what no longer fits: the hint goes first, then the rate, then the bar."""
        share = done / total if total else 0.0
        percent = f"{100 * share:3.0f} %"
        bar = f"[{'#' * round(24 * share):<24}] {percent}"
        rate = bar + (self._rate(done, total, seconds) if self._unit else "")
        lines = (f"{rate}  Ctrl-C stops", rate, bar, percent)
        return next((line for line in lines if len(line) <= width), "")

    def _rate(self, done: int, total: int, seconds: float) -> str:
        """Return how much a second, and how long the rest takes at that."""
        speed = done / seconds
        left = round((total - done) / speed) if speed else 0
        return f"  {speed:,.0f} {self._unit}/s, {left // 60}:{left % 60:02d} left"


@contextmanager
def listening(progress: Listener | bool | None) -> Iterator[Listener | None]:
    """Give whoever is to hear of the progress: a bar on the terminal for True, nobody for None and False.

    Raises
    ------
    OptionError
        If it is neither one of these nor a function.

    Examples
    --------
    >>> with listening(None) as hear:
    ...     print(hear)
    None
    """
    if progress is not None and not isinstance(progress, bool) and not callable(progress):
        raise OptionError(f"progress must be True or a function of (done, total), got {progress!r:.60}")
    if progress is not True:
        yield progress or None
        return
    with Progress() as bar:
        yield bar.callback


def _width() -> int:
    """Return the columns of the terminal at stderr; shutil asks for the one at stdout, which may be a file."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
    except (OSError, ValueError):  # no terminal, or one that does not say
        return _USUAL
