"""What surrounds the command: streams that are closed, an interrupt where nothing can be raised, a narrow terminal."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from equity.show import progress
from equity.show.progress import Progress

pytestmark = [pytest.mark.small, pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell and terminal")]


def shell(line: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with what a shell does to its streams."""
    return subprocess.run(
        ["sh", "-c", f'exec "$0" -m equity "$@" {line}', sys.executable, *words],
        check=False,
        capture_output=True,
        text=True,
    )


# streams -----------------------------------------------------------------------------------------------------------

COMMANDS = [
    ["AsKs", "vs", "QQ", "-q"],
    ["AsKs", "vs", "QhQd", "-n", "100", "--seed", "1", "--format", "csv"],  # it would show how far it is
    ["eval", "AsKsQsJsTs"],
    ["range", "AA"],
    ["rules"],
    ["--help"],
    ["--version"],
]


@pytest.mark.parametrize("words", [*COMMANDS, ["--nonsense"], ["AxZz", "vs", "QQ"]], ids=" ".join)
def test_a_closed_output_is_said(words):
    done = shell(">&-", *words)
    assert (done.returncode, done.stderr) == (2, "error: standard output is closed, so nobody would get the answer\n")
    silent = shell(">&- 2>&-", *words)
    assert (silent.returncode, silent.stdout, silent.stderr) == (2, "", "")


@pytest.mark.parametrize(
    "words", [*COMMANDS[:2], *(pytest.param(words, marks=pytest.mark.slow) for words in COMMANDS[2:])], ids=" ".join
)
def test_a_closed_stderr_costs_no_answer(words):
    done = shell("2>&-", *words)
    assert (done.returncode, done.stdout) == (0, shell("", *words).stdout)


def test_errors_without_a_place_to_go_are_errors():
    assert shell("2>&-", "AxZz", "vs", "QQ").returncode == 2


@pytest.mark.parametrize("words", [["--file", "-"], ["-"], ["replay", "-"]], ids=" ".join)
def test_a_closed_input_is_empty(words):
    closed, empty = shell("<&-", *words), shell("</dev/null", *words)
    assert closed.returncode == empty.returncode == 2
    assert "Traceback" not in closed.stderr
    assert closed.stderr.startswith("error: ")


# interrupts --------------------------------------------------------------------------------------------------------

# A function that C calls back cannot raise, and neither can __del__. The work then goes on, or fails for want of it.
LOST = """
import ctypes, signal, sys, time
import equity.odds

def interrupt(*_):
    signal.raise_signal(signal.SIGINT)

class Thing:
    __del__ = interrupt

class Busy:
    def __del__(self):
        sum(range(10_000))

def work(*_, **__):
    {lose}
    {then}
    print("not interrupted")

equity.odds.calculate = work
sys.argv[1:] = ["AsKs", "vs", "QQ"]
from equity.__main__ import main
main()
"""
PLACES = ["ctypes.CFUNCTYPE(None)(interrupt)()", "Thing()", "[Thing() for _ in range(3)].clear()"]
THEN = ["time.sleep(60)", "raise RuntimeError('no compiled object yet')", "while True: Busy(), sum(range(10_000))"]


@pytest.mark.parametrize("lose", PLACES)
@pytest.mark.parametrize("then", THEN)
def test_an_interrupt_is_not_lost_where_nothing_can_be_raised(lose, then):
    code = LOST.format(lose=lose, then=then)
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith("interrupted")
    assert done.stderr.count("\n") == 1


def test_other_errors_that_cannot_be_raised_are_still_printed():
    code = LOST.format(lose="ctypes.CFUNCTYPE(None)(lambda: 1 / 0)()", then="raise KeyboardInterrupt")
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 130
    assert "ZeroDivisionError" in done.stderr


# progress ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def terminal(monkeypatch):
    """Make stderr a terminal; what is given is called with its columns and returns what it shows after `show`."""
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    with open(slave, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(progress, "_PATIENCE", 0)
        monkeypatch.setattr(progress, "_STEP", 0)

        def shown(columns: int, unit: str, done: int, total: int) -> str:
            monkeypatch.setattr(sys, "stderr", stream)  # pytest has put its own there since the fixture was made
            fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            with Progress(unit=unit) as line:
                assert line.callback is not None
                line.callback(done, total)
            text = ""
            while text.count("\x1b[K") < 2:  # the line and what removes it: a terminal hands them over in any pieces
                text += os.read(master, 10_000).decode()
            return text.split("\x1b[K")[0].lstrip("\r")

        yield shown
    os.close(master)


@pytest.mark.parametrize("columns", [1, 2, 8, 20, 40, 41, 60, 79, 80, 100, 200])
@pytest.mark.parametrize(("unit", "done"), [("hands", 10**13), ("hands", 1), ("", 10**13)])
def test_the_line_is_narrower_than_the_terminal(terminal, columns, unit, done):
    assert len(terminal(columns, unit, done, 10**15)) < columns


def test_what_matters_least_goes_first(terminal):
    lines = {columns: terminal(columns, "hands", 5, 10) for columns in range(1, 200)}
    seen = ["".join(sign for sign in "#/C%" if sign in line) for line in lines.values()]
    assert list(dict.fromkeys(seen)) == ["", "%", "#%", "#/%", "#/C%"]


def test_a_terminal_that_does_not_say_is_taken_for_80_columns(terminal):
    assert terminal(0, "", 5, 10) == terminal(80, "", 5, 10)
