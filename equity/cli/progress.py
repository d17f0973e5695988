"""How far a long calculation has come, on a terminal's stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType

__all__ = ["Progress"]

_PATIENCE = 1.0  # seconds before the first line appears
_STEP = 0.2  # seconds between two


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
            share = done / total if total else 0.0
            bar = "#" * round(30 * share)
            rate = self._rate(done, total, now - self._start) if self._unit else ""
            sys.stderr.write(f"\r[{bar:<30}] {100 * share:3.0f} %{rate}  Ctrl-C stops\x1b[K")
            sys.stderr.flush()

    def _rate(self, done: int, total: int, seconds: float) -> str:
        """Return how much a second, and how long the rest takes at that."""
        speed = done / seconds
        left = round((total - done) / speed) if speed else 0
        return f"  {speed:,.0f} {self._unit}/s, {left // 60}:{left % 60:02d} left"
