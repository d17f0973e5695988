"""The package as a stranger gets it: built, installed into an empty environment, used from there.

Dependencies are lent by the environment that runs the tests, so that no registry is needed; `.ci/run` installs the same
wheel with its dependencies from the registry.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from equity._version import DISTRIBUTION, __version__

ROOT = Path(__file__).resolve().parents[1]
DATA = ("evaluator.npz", "preflop.bin", "equity_order.txt", "push_fold.npz")
SAMPLE = ["AsKs", "vs", "QQ", "vs", "22", "-n", "2000", "--seed", "1", "--format", "json"]
CACHES = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA", "PYTHONPATH", "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")

pytestmark = pytest.mark.slow


def build(source: Path, target: Path, *what: str) -> None:
    pytest.importorskip("build", reason="building needs the package 'build' (extra 'dev')")
    pytest.importorskip("hatchling", reason="building without a registry needs 'hatchling' (extra 'dev')")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), *what, str(source)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("dist")
    build(ROOT, target, "--wheel", "--sdist")
    return target


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return next(dist.glob("*.whl"))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """Return an environment that has the wheel and, through a path file, the dependencies of this one."""
    home = tmp_path_factory.mktemp("place") / "venv"
    try:
        venv.create(home, with_pip=True)
    except (subprocess.CalledProcessError, OSError) as error:
        pytest.skip(f"this Python cannot make an environment with pip: {error}")
    subprocess.run(
        [python_of(home), "-m", "pip", "install", "-q", "--no-index", "--no-deps", str(wheel)],
        check=True,
        capture_output=True,
        timeout=300,
    )
    (site_of(home) / "lent.pth").write_text("\n".join({sysconfig.get_path(key) for key in ("purelib", "platlib")}))
    return home


def python_of(home: Path) -> str:
    return str(home / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def site_of(home: Path) -> Path:
    return next(home.rglob("site-packages"))


def environment(**more: str | Path) -> dict[str, str]:
    """Return the environment variables without anything that moves the cache."""
    kept = {name: value for name, value in os.environ.items() if name not in CACHES}
    return kept | {name: str(value) for name, value in more.items()}


def ask(command: list[str], env: dict[str, str], cwd: Path, *, before: tuple[str, ...] = ()) -> str:
    child = subprocess.run(
        [*before, *command], capture_output=True, text=True, check=False, env=env, cwd=cwd, timeout=300
    )
    assert child.returncode == 0, child.stdout + child.stderr
    return child.stdout


def answer(text: str) -> dict[str, object]:
    """Return what must not change from run to run."""
    got = json.loads(text)
    return {name: got[name] for name in ("total", "seed", "players", "wins_by_set")}


# what is inside --------------------------------------------------------------------------------------------
def test_wheel_holds_every_module_and_all_data_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        for name in DATA:
            assert archive.read(f"equity/data/{name}") == (ROOT / "equity" / "data" / name).read_bytes()
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "equity").rglob("*.py")}
    page = {path.relative_to(ROOT).as_posix() for path in (ROOT / "equity" / "web" / "static").iterdir()}
    assert names == modules | page | {"equity/py.typed", *(f"equity/data/{name}" for name in DATA)}


def test_metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        folder = f"holdem_equity-{__version__}.dist-info"
        meta = Parser().parsestr(archive.read(f"{folder}/METADATA").decode())
        points = configparser.ConfigParser()
        points.read_string(archive.read(f"{folder}/entry_points.txt").decode())
        assert any(name.startswith(f"{folder}/licenses/") for name in archive.namelist())
    assert (meta["Name"], meta["Version"], meta["Requires-Python"]) == (DISTRIBUTION, __version__, ">=3.11")
    assert meta["Author"] == "the equity developers"
    assert meta.get_all("Project-URL")
    assert points["console_scripts"]["equity"] == "equity.__main__:main"
    plain = [need for need in meta.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert sorted(re.split("[<>=]", need)[0] for need in plain) == ["click", "lark", "numba", "numpy"]
    assert {"test", "bench", "notebooks", "plot", "cluster"} <= set(meta.get_all("Provides-Extra", []))


def test_messages_name_extras_that_can_be_installed():
    """An error that says what to install names this distribution and one of its extras."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {
        (path.relative_to(ROOT).as_posix(), *found)
        for path in (ROOT / "equity").rglob("*.py")
        for found in re.findall(r"pip install '([^\[']*)\[(\w+)\]'", path.read_text(encoding="utf-8"))
    }
    assert len(named) >= 5
    for path, distribution, extra in named:
        assert distribution == "{DISTRIBUTION}", path
        assert extra in extras, path


def test_sdist_makes_the_same_wheel(dist, wheel, tmp_path):
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    source = next(path for path in tmp_path.iterdir() if path.is_dir())
    for name in (
        "tests/test_package.py",
        "tests/data/golden_equities.json",
        "bench/tables.py",
        "LICENSE",
        "CHANGELOG.md",
    ):
        assert (source / name).is_file(), name
    build(source, tmp_path / "dist", "--wheel")
    again = next((tmp_path / "dist").glob("*.whl"))
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as two:
        assert sorted(one.namelist()) == sorted(two.namelist())


# used ------------------------------------------------------------------------------------------------------
def test_installed_copy_answers(place, tmp_path):
    env = environment(HOME=tmp_path)
    where = ask([python_of(place), "-c", "import equity; print(equity.__file__)"], env, tmp_path)
    assert Path(where.strip()).is_relative_to(place)
    script = Path(python_of(place)).with_name("equity")
    for command in ([str(script)], [python_of(place), "-m", "equity"]):
        assert "46.05 %" in ask([*command, "AsKs", "vs", "QQ"], env, tmp_path)
        assert __version__ in ask([*command, "--version"], env, tmp_path)
    assert "combos" in ask([str(script), "range", "top15%"], env, tmp_path)  # reads the ordering it ships with


@pytest.mark.skipif(sys.platform != "linux", reason="file modes of a read-only folder are tested on Linux")
def test_read_only_installation_and_home(place, tmp_path):
    """Nothing can be written: not beside the package, not at home."""
    before = unprivileged()
    home = tmp_path / "home"
    home.mkdir()
    folders = [home, *(path for path in [site_of(place), *site_of(place).rglob("*")] if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        env = environment(HOME=home)
        blocked = ["-c", "open(__import__('sys').argv[1] + '/probe', 'w')", str(site_of(place))]
        probe = subprocess.run([*before, python_of(place), *blocked], capture_output=True, text=True, check=False)
        assert "PermissionError" in probe.stderr
        free = ask([python_of(place), "-m", "equity", *SAMPLE], env, tmp_path, before=before)
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert not list(home.iterdir())
    assert answer(free)["total"] == 2000


def unprivileged() -> tuple[str, ...]:
    """Return what to put before a command so that file modes bind it, as they do not bind root."""
    if os.geteuid() != 0:
        return ()
    drop = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
    if not shutil.which("setpriv") or subprocess.run([*drop, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root may write anywhere, and setpriv cannot take that away here")
    return drop


def test_no_home_at_all(place, tmp_path):
    env = {name: value for name, value in environment().items() if name != "HOME"}
    assert "46.05 %" in ask([python_of(place), "-m", "equity", "AsKs", "vs", "QQ"], env, tmp_path)


THREADS = """
import threading, equity
answers, start = [None] * 2, threading.Barrier(2)
def work(i):
    start.wait()
    answers[i] = equity.calculate(["AsKs", "QQ", "22"], samples=2000, seed=1).wins_by_set
threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
assert answers[0] is not None and answers[0] == answers[1], answers
"""
FORK = """
import os, equity
def work():
    return equity.calculate(["AsKs", "QQ", "22"], samples=200_000, seed=1, threads=2).wins_by_set
before, (ours, theirs) = work(), os.pipe()
child = os.fork()
if child == 0:
    os.write(theirs, repr(work()).encode())
    os._exit(0)
os.close(theirs)
with os.fdopen(ours) as answer:
    assert eval(answer.read()) == before
assert os.waitpid(child, 0)[1] == 0
"""


@pytest.fixture(scope="module")
def cold_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a home folder without compiled kernels; the next test finds those of the first."""
    return tmp_path_factory.mktemp("home")


def test_two_threads_may_ask_first_at_once(place, cold_home, tmp_path):
    ask([python_of(place), "-c", THREADS], environment(HOME=cold_home), tmp_path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_child_goes_on_answering(place, cold_home, tmp_path):
    ask([python_of(place), "-c", FORK], environment(HOME=cold_home), tmp_path)


# completion ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script_and_its_answers(place, tmp_path, shell):
    script = str(Path(python_of(place)).with_name("equity"))
    env = environment(HOME=tmp_path)
    if shell == "bash" and not shutil.which("bash"):
        pytest.skip("click asks bash for its version, and there is no bash")
    source = ask([script], env | {"_EQUITY_COMPLETE": f"{shell}_source"}, tmp_path)
    assert f"_EQUITY_COMPLETE={shell}_complete" in source
    for typed, expected in (
        ("si", "simulate"),
        ("simulate --se", "--seats"),
        ("calc --bo", "--board"),
        ("AsKs --bo", "--board"),
    ):
        words, last = f"equity {typed}", typed.split()[-1]
        asked = {
            "_EQUITY_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        }
        if shell == "fish":
            asked["COMP_CWORD"] = last
        assert expected in ask([script], env | asked, tmp_path), typed
