"""``equity warmup``: all groups are done, by two processes where they can be, and nothing is left to compile."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from equity import warmup
from tests.helpers import jit_is_off

pytestmark = pytest.mark.skipif(jit_is_off(), reason="nothing is compiled with NUMBA_DISABLE_JIT=1")


@pytest.fixture
def cold(monkeypatch):
    """Make it look like a first run on two cores, with tasks that take no time; return the processes it starts."""
    started = []

    def start(*given, **named):
        started.append(process(*given, **named))
        return started[-1]

    process = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr("equity.kernels.compile.decorators.is_cached", lambda _: False)
    monkeypatch.setattr("equity.kernels.play.ahead.count_threads", lambda _: 2)
    monkeypatch.setattr(warmup, "TASKS", dict.fromkeys(warmup.TASKS, lambda: None))
    return started


def script(folder, line):
    """Return a program that stands for the interpreter."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")
@pytest.mark.parametrize("line", [None, "", "/nowhere/python", "exit 0", "exit 1", "kill -9 $$"])
def test_a_second_process_that_fails_is_not_missed(line, cold, tmp_path, monkeypatch):
    is_script = bool(line) and not line.startswith("/")
    monkeypatch.setattr(sys, "executable", script(tmp_path, line) if is_script else line)
    assert [name for name, _ in warmup.warm_up()] == list(warmup.TASKS)
    assert len(cold) == is_script


@pytest.mark.skipif(sys.platform == "win32", reason="needs a Unix shell")
@pytest.mark.parametrize("stop", ["close", "interrupt"])
def test_a_stop_ends_the_second_process(stop, cold, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", script(tmp_path, "exec sleep 600"))
    tasks = warmup.warm_up()
    next(tasks)
    assert cold[0].poll() is None
    if stop == "close":
        tasks.close()
    else:
        with pytest.raises(KeyboardInterrupt):
            tasks.throw(KeyboardInterrupt)
    assert cold[0].poll() is not None


def test_one_core_has_one_process(cold, monkeypatch):
    monkeypatch.setattr("equity.kernels.play.ahead.count_threads", lambda _: 1)
    assert [name for name, _ in warmup.warm_up()] == list(warmup.TASKS)
    assert cold == []


LEFT = """
from equity import kernels, warmup
compiled = []
for name, task in warmup.TASKS.items():
    kernels.on_compile = lambda: compiled.append(name)
    task()
print(compiled)
"""


@pytest.mark.slow
def test_nothing_is_left_to_compile(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}

    def output(*words):
        return subprocess.run(
            [sys.executable, *words], check=True, env=environment, stdout=subprocess.PIPE, text=True
        ).stdout

    *lines, last = output("-m", "equity", "warmup").splitlines()
    assert [line.partition(":")[0] for line in lines] == list(warmup.TASKS)
    assert last.startswith("ready in ")
    assert output("-c", LEFT) == "[]\n"
