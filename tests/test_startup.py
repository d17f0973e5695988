"""What a process loads: the short ways through the command must stay without Numba, the shortest without NumPy."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROBE = """
import sys
try:
    {code}
finally:
    print([name for name in ("numpy", "numba") if name in sys.modules], file=sys.stderr)
"""
COMMAND = "sys.argv[1:] = {args!r}; from equity.__main__ import main; main()"


def loaded(code: str, env: dict[str, str] | None = None) -> str:
    child = subprocess.run(
        [sys.executable, "-c", PROBE.format(code=code)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(env or {})},
    )
    return child.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["--version"],
        ["calc", "--help"],
        ["eval", "--help"],
        ["AsKs", "vs", "QQ"],
        ["AsKs"],
        ["QQ+,AK", "vs", "22+", "--format", "json"],
        ["AxZz", "vs", "QQ"],
        ["AsKs", "vs", "QQ", "-n", "0"],
        ["AsKs", "vs", "AsQd"],
        ["AsKs", "vs", "QQ", "-b", "Ts9s"],
        ["eval", "AsKs"],
        ["query", "--help"],
        ["query"],
        ["--nonsense"],
    ],
    ids=" ".join,
)
def test_neither_numpy_nor_numba(args):
    assert loaded(COMMAND.format(args=args)) == "[]"


@pytest.mark.parametrize(
    "args",
    [
        ["AsKs", "vs", "QhQd", "-b", "Ts9s2d"],
        ["AsKs", "vs", "QhQd", "-b", "Ts9s2d4h"],
        ["22+,A2s+,K9s+,QTs+", "vs", "random"],
        ["eval", "AsKsQsJsTs2d3c"],
        ["query", "--functions"],
        ["query", "select avg(riverEquity(hro)) from hero='AA'"],
        ["query", "select avg(1) from hero='AA', board='A"],
        ["query", "select histogram(flopHandCategory(hero)) from hero='99', villain='**'"],
        ["nash", "10bb"],
        ["icm", "5000,3000", "--payouts", "70,30"],
    ],
    ids=" ".join,
)
def test_no_numba(args):
    assert loaded(COMMAND.format(args=args)) in ("[]", "['numpy']")


def test_importing_the_package_loads_nothing():
    assert loaded("import equity") == "[]"
    assert loaded("import equity; dir(equity); equity.EquityError") == "[]"
    assert "numba" not in loaded("import equity; equity.evaluate('AsKsQsJsTs')")
    assert "numba" not in loaded("import numpy, equity; equity.evaluate_many(numpy.arange(70).reshape(10, 7) % 52)")


def test_names_are_what_dir_says():
    import equity

    for name in equity.__all__:
        assert getattr(equity, name) is not None
    assert set(equity.__all__) <= set(dir(equity))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        equity.nothing  # noqa: B018


SAMPLE = COMMAND.format(args=["AsKs", "vs", "QQ", "vs", "22", "-n", "1000", "--seed", "1", "-q"])


def run(code: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    keep = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    return subprocess.run(
        [sys.executable, "-c", "import sys; " + code], capture_output=True, text=True, check=False, env={**keep, **env}
    )


@pytest.mark.slow
def test_compiling_is_announced_once_and_then_cached(tmp_path):
    loud = SAMPLE.replace(", '-q'", "")
    first = run(loud, {"NUMBA_CACHE_DIR": str(tmp_path)})
    second = run(loud, {"NUMBA_CACHE_DIR": str(tmp_path)})
    assert first.returncode == second.returncode == 0
    assert "compiling kernels for the first time" in first.stderr
    assert second.stderr == ""
    rows = [text.stdout.splitlines()[:-1] for text in (first, second)]
    assert rows[0] == rows[1]


@pytest.mark.slow
def test_a_home_that_cannot_be_written_is_no_obstacle(tmp_path):
    blocked = tmp_path / "file"
    blocked.touch()  # no folder can be made below a file, not even by root
    result = run(SAMPLE, {"HOME": str(blocked), "XDG_CACHE_HOME": str(blocked / "cache")})
    assert result.returncode == 0, result.stderr
    assert "22" in result.stdout


@pytest.mark.slow
def test_a_quiet_command_compiles_quietly(tmp_path):
    result = run(SAMPLE, {"NUMBA_CACHE_DIR": str(tmp_path)})
    assert (result.returncode, result.stderr) == (0, "")


LIBRARY = "import equity; print(equity.calculate(['AsKs', 'QQ', '22'], samples=1000, seed=1).equity)"


@pytest.mark.slow
def test_the_library_announces_too_where_somebody_sees_it(tmp_path):
    loud = run(LIBRARY, {"NUMBA_CACHE_DIR": str(tmp_path / "one"), "EQUITY_VERBOSE": "1"})
    assert loud.stderr.count("compiling kernels for the first time") == 1
    still = run(LIBRARY, {"NUMBA_CACHE_DIR": str(tmp_path / "two"), "EQUITY_VERBOSE": ""})  # stderr is no terminal
    assert (still.returncode, still.stderr) == (0, "")
    assert loud.stdout == still.stdout


def test_an_answers_clock_stands_still_while_something_is_compiled(monkeypatch):
    from equity import kernels

    now = [100.0]
    monkeypatch.setattr(kernels.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(kernels, "on_compile", None)
    monkeypatch.setattr(kernels, "_spent", 0.0)
    before = kernels.own_time()
    now[0] += 1
    kernels.compilation_begins()
    now[0] += 5
    kernels.compilation_begins()  # a function that it calls
    now[0] += 5
    kernels.compilation_ends()
    assert kernels.own_time() - before == 1
    kernels.compilation_ends()
    now[0] += 2
    assert kernels.own_time() - before == pytest.approx(3)
