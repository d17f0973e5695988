"""What the command needs of its process: three open streams, and a Ctrl-C that is not lost."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from equity.errors import EquityError, OptionError

if TYPE_CHECKING:
    from threading import Timer

__all__ = ["interrupts_kept", "open_streams"]


def open_streams() -> None:
    """Give closed streams a file that is always empty; but an answer that nobody can get is an error.

    Python has None for a stream that was closed by the shell, as by ``>&-``.
    """
    lost = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if lost:
        raise OptionError("standard output is closed, so nobody would get the answer")


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Raise a KeyboardInterrupt again that fell into a place which cannot raise, and would be printed and forgotten.

    Such places are functions that compiled code calls back, as LLVM does, and `__del__`. An error that follows in
    compiling comes from the interrupt: what was called back has not done its work.
    """
    before = sys.unraisablehook
    again: list[Timer] = []

    def keep(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            before(lost)
            return
        from threading import Timer

        again.append(Timer(0.05, _interrupt))  # a little later: here it would be lost once more
        again[-1].daemon = True
        again[-1].start()

    sys.unraisablehook = keep
    try:
        yield
    except (EquityError, OSError, click.ClickException, click.Abort):
        raise
    except Exception:
        if again:
            raise KeyboardInterrupt from None
        raise
    finally:
        for timer in again:
            timer.cancel()
        sys.unraisablehook = before


def _interrupt() -> None:
    """Do what Ctrl-C does, also to a main thread that waits."""
    import signal
    import threading

    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:  # on Windows
        import _thread

        _thread.interrupt_main()
