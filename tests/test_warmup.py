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


# What a user may type or call that needs a kernel, one of a kind; run in one process where nothing may be compiled.
COMMANDS = """
AKs,AQs vs 22+ vs random -b Ts9s2d -d Qc
QQ+:0.5,AK vs 22+ vs AJs+:0.3 -b Ts9s2d4c
QQ+,AK vs 22+ --mc -n 2000 --seed 1
AK vs AK vs AK vs AK -n 2000 --seed 1
AsKs vs QhQd vs 7c7d --stacks 300,500,900
AsKs vs QhQd vs 7c7d --stacks 300,500,900 -b 2s8dTh --payouts 50,30,20
AKs vs QQ vs random --breakdown --combos -n 2000 --seed 1
AKs,TT vs QQ+ vs A5s -b 2s7sTh --breakdown --combos
AKs:0.5 vs QQ -b 2s7sTh --breakdown --combos
AKs vs QQ vs 88 -b 2s7sTh --next-card --histogram
AsKs vs QhQd -b 2s7sTh --outs --next-card
eval AhKd QsQd -b QhJs2c2d7h
doctor --full
report AKs vs QQ vs 88 -b 2s7sTh
simulate --seats tag,lag,call --hands 200 --seed 1 --show 1
simulate --seats tag,nit,maniac,random --hands 200 --seed 1 --exact-all-in-ev
simulate --seats push-fold,equity(samples=3) --hands 200 --seed 1 --stacks 10bb --duplicate
simulate --seats tag,random --structure limit --hands 200 --seed 1
"""
CALLS = """
equity.deal(20, ["QQ+,AKs:0.5", "22+"], board="2c7dTh", dead="As", seed=2)
[equity.evaluate_many(np.tile(np.arange(n), (30_000, 1))) for n in (5, 6, 7)]
equity.calculate_many(["AsKs vs QhQd | 2c7dTh", "22+ vs QQ | 2c7dThJs", "AsKs vs QhQd vs 7c7d"], samples=500, seed=1)
equity.combo_equities(["AKs,TT", "QQ+", "A5s"], samples=500, seed=1)
equity.finishing_orders(["15%", "random", "22+"], samples=500, seed=3)
equity.hand_potential("AsKs", "2s7sTh")
equity.calculate(["QQ+"] * 6, samples=500, seed=1)
equity.hits("AKs,TT", against="QQ+")
equity.flops("AKs,TT", "QQ+")
rules.Hand(house, [100, 100], seed=1).all_in()
rules.Hand(house, [100, 100], holes=["AsKs", None], seed=1, check=True).all_in()
simulate.run(house, [simulate.batched(lambda s: s.give_up()), "tag"], hands=20, seed=1)
simulate.play_batch(simulate.HandBatch(20, house, "50bb", seats=4, seed=1), ["tag", "random", "call", "lag"])
simulate.HandBatch(20, house, "50bb", seats=3, seed=1, auto_next=True).step(5)
"""
LEFT = """
import sys
import numpy as np
from click.testing import CliRunner
import equity
from equity import rules, simulate
from equity.cli import cli
house = rules.pokerfs()
for line in sys.argv[1].strip().splitlines():
    done = CliRunner().invoke(cli, line.split())
    if done.exit_code:
        print(line, done.exit_code, done.exception, done.output[-300:])
for line in sys.argv[2].strip().splitlines():
    try:
        eval(line)
    except RuntimeError as error:
        print(line, error)
"""
# Every kernel that the cache lacks, but for the one that makes a table of the package.
MISSING = """
import pkgutil
from importlib import import_module
from equity import kernels
from equity.kernels.compile.decorators import is_cached
for found in pkgutil.walk_packages(kernels.__path__, "equity.kernels."):
    for name, part in vars(import_module(found.name)).items():
        is_kept = type(getattr(part, "_cache", None)).__name__ == "FunctionCache" and hasattr(part, "py_func")
        if is_kept and part.py_func.__module__ == found.name and name != "count_matchups" and not is_cached(part):
            print(found.name, name)
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
    assert output("-c", MISSING) == ""
    environment["EQUITY_NO_COMPILE"] = "1"
    assert output("-c", LEFT, COMMANDS, CALLS) == ""
