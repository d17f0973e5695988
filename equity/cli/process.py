"""What the command needs of its process: open streams, a Ctrl-C that is not lost, and one line for every error.

Rules of the file: whatever ends a command ends it here, with a line on stderr and an exit code, and never a traceback
for what somebody typed.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import click

from equity import kernels
from equity.errors import EquityError, OptionError

if TYPE_CHECKING:
    from threading import Timer

__all__ = ["finish", "interrupts_kept", "open_streams"]


def finish(work: Callable[[], object], *, unnamed: str) -> NoReturn:
    """Do a command's work, turn every way to fail into a line on stderr, and end with the exit code.

    `unnamed` is the command whose name nobody has to write.
    """
    kernels.on_compile = _announce
    try:
        open_streams()
        with warnings.catch_warnings(), interrupts_kept():
            warnings.showwarning = lambda message, *_, **__: click.echo(f"note: {message}", err=True)
            code = work()
        sys.stdout.flush()
    except click.exceptions.Exit as stop:
        code = stop.exit_code
    except (click.Abort, KeyboardInterrupt) as stop:
        below = "\n" if sys.stderr.isatty() else ""  # there it says ^C
        click.echo(f"{below}interrupted{f': {stop}' if str(stop) else ''}", err=True)
        code = 130
    except click.ClickException as error:
        context = getattr(error, "ctx", None)
        path = "" if context is None else context.command_path.replace(f" {unnamed}", "")
        code = _fail(_lower(error.format_message()) + (f" (see {path} --help)" if path else ""))
    except EquityError as error:
        code = _fail(str(error))
    except BrokenPipeError:  # somebody closed the pipe, as `head` does
        _drop_output()
        code = 1
    except OSError as error:  # commands name the files they cannot use; what is left is stdout, on a full disk
        _drop_output()
        code = _fail(f"cannot write the answer: {error.strerror or error}")
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> int:
    click.echo(f"error: {message}", err=True)
    return 2


def _lower(message: str) -> str:
    message = message.removesuffix(".")
    return message if message[1:2].isupper() else message[:1].lower() + message[1:]  # CSV keeps its capitals


def _announce() -> None:
    click.echo("note: compiling kernels for the first time, a few seconds (equity warmup compiles all)", err=True)


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that the interpreter does not fail on it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    compiling comes from the interrupt: what was called back has not done its work. Of 32 interrupts of a cold
    ``equity simulate`` none was lost without this, of the 30 or so in a run of tests/test_cli_fuzz.py on an empty cache
    one was, and ended in a traceback ("no compiled object yet").
    """
    before = sys.unraisablehook
    again: list[Timer] = []
    under_way: list[bool] = []

    def interrupt() -> None:
        under_way.clear()
        _interrupt()

    def keep(lost: sys.UnraisableHookArgs) -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            before(lost)
            return
        if under_way:  # one is enough, and a second one could come while this function is at work for the first
            return
        from threading import Timer

        under_way.append(True)
        again.append(Timer(0.05, interrupt))  # a little later: here it would be lost once more
        again[-1].daemon = True
        again[-1].start()

    sys.unraisablehook = keep
    try:
        with _termination_interrupts():
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


@contextmanager
def _termination_interrupts() -> Iterator[None]:
    """Let SIGTERM, by which batch systems and `kill` end a process, do what Ctrl-C does."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt() -> None:
    """Do what Ctrl-C does, also to a main thread that waits."""
    import signal
    import threading

    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:  # on Windows
        import _thread

        _thread.interrupt_main()
