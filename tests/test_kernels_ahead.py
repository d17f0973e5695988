"""The first run on a machine: a second process compiles beside this one, and is missed by nobody if it cannot."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.helpers import jit_is_off

pytestmark = pytest.mark.skipif(jit_is_off(), reason="nothing is compiled with NUMBA_DISABLE_JIT=1")

PROGRAM = """
import json, sys
from equity.kernels.cards.evaluate_arrays import value_masks
from equity.kernels.compile.decorators import is_cached
from equity.kernels.play import ahead

how = sys.argv[1]
ahead._PATIENCE = 120 if how == "well" else 0.1
ahead.count_threads = lambda _: 2
if how != "well":
    ahead.sys = type("sys", (), {"executable": how, "path": []})
before = is_cached(value_masks)
with ahead.running_beside("equity.warmup", "evaluator") as wait:
    wait()
print(json.dumps([before, is_cached(value_masks)]))
"""


def output_of(program, folder, *given):
    """Run a program in a process of its own, from a folder for compiled kernels; `-P` as the command has it."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, *given],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def beside(folder, how):
    return json.loads(output_of(PROGRAM, folder, how))


@pytest.mark.slow
def test_what_is_missing_is_compiled_in_another_process(tmp_path):
    (tmp_path / "random.py").write_text("raise SystemExit('imported from the current folder')")
    assert beside(tmp_path, "well") == [False, True]
    assert beside(tmp_path, "well") == [True, True]


@pytest.mark.skipif(sys.platform == "win32", reason="the programs are Unix's")
@pytest.mark.parametrize("program", ["/bin/false", "/nowhere/python", "/tmp", "", "sleeper"])
def test_a_process_that_fails_costs_nothing_but_time(tmp_path, program):
    """It ends with an error, cannot be started, or is no Python and does not end."""
    if program == "sleeper":
        sleeper = tmp_path / "sleeper"
        sleeper.write_text("#!/bin/sh\nexec sleep 600\n")
        sleeper.chmod(0o755)
        program = str(sleeper)
    assert beside(tmp_path, program) == [False, False]


@pytest.mark.slow
def test_kernels_that_cannot_be_kept_are_used_all_the_same(tmp_path):
    """A disk that is full when the first kernel is to be saved."""
    program = (
        "import errno, os, pathlib\n"
        "import equity, equity.kernels.compile.decorators as decorators\n"
        "decorators.cache_folder()\n"
        "def full(*_):\n    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n"
        "pathlib.Path.write_bytes = full\n"
        "print(equity.calculate(['AsKs', 'QQ+', 'random'], samples=1000, method='sample', seed=1).total)\n"
    )
    assert output_of(program, tmp_path) == "1000\n"


@pytest.mark.slow
def test_a_cold_run_prints_what_a_warm_one_prints(tmp_path):
    """Strategies, one of them the user's, with a settler, from a folder without a cache."""
    program = (
        "from equity.rules import pokerfs\n"
        "from equity.simulate import compiled, run\n"
        "mine = compiled(lambda h, u, me, stream: (4, 0), name='shove')\n"
        "print(run(pokerfs(), ['call', mine, 'random'], hands=300, seed=5).to_dict()['seats'])\n"
    )
    cold, warm = (output_of(program, tmp_path) for _ in range(2))
    assert cold == warm
    assert "shove" in cold
