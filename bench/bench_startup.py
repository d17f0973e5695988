"""Whole processes: wall time of commands and imports next to the least any such command must cost.

The ratios that count: ``equity AsKs vs QQ`` to ``import click``; ``import equity`` to an empty Python.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EQUITY = str(Path(sys.executable).with_name("equity"))
PYTHON = sys.executable
PROCESSES = {
    "python -c pass": [PYTHON, "-c", "pass"],
    "import equity": [PYTHON, "-c", "import equity"],
    "import click": [PYTHON, "-c", "import click"],
    "import numpy": [PYTHON, "-c", "import numpy"],
    "equity AsKs vs QQ": [EQUITY, "AsKs", "vs", "QQ"],
    "equity AsKs vs QhQd -b Ts9s2d": [EQUITY, "AsKs", "vs", "QhQd", "-b", "Ts9s2d"],
    "equity QQ+ vs 22+ (preflop ranges)": [EQUITY, "QQ+,AK", "vs", "22+,A2s+"],
    "equity AsKs vs QQ vs 76s -n 100k (Numba, warm)": [EQUITY, "AsKs", "vs", "QQ", "vs", "76s", "-n", "100k"],
    "equity --help": [EQUITY, "--help"],
    "equity AxZz (an error)": [EQUITY, "AxZz"],
}


@pytest.mark.parametrize("name", PROCESSES)
def test_process(benchmark, name):
    benchmark.extra_info["unit"] = "s per process"
    run = lambda: subprocess.run(PROCESSES[name], capture_output=True, check=False)  # noqa: E731
    run()  # warm the caches of disk and kernels
    benchmark.pedantic(run, rounds=7, iterations=1)
