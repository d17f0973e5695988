"""The files compiled kernels are kept in: whatever happens to them, an answer is right and nobody sees a traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

from equity.kernels.compile.decorators import why_plain
from tests.helpers import jit_is_off

pytestmark = pytest.mark.skipif(jit_is_off() or bool(why_plain()), reason="needs the tuned cache")

COMMAND = ["AsKs", "vs", "QQ", "vs", "22", "-n", "1000", "--seed", "1", "-q"]


def ask(folder, *words, forbidden=False):
    """Run the command with a cache in a folder; `forbidden` makes any compilation an error."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "EQUITY_NO_COMPILE": "1" if forbidden else ""}
    done = subprocess.run(
        [sys.executable, "-m", "equity", *words], env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, re.sub(r"[\d.]+ s$", "", done.stdout, flags=re.MULTILINE), done.stderr


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Return a folder with the kernels of `COMMAND`, what their files hold, and the answer."""
    folder = tmp_path_factory.mktemp("cache")
    answer = ask(folder, *COMMAND)
    assert answer[0] == 0
    files = {path: path.read_bytes() for path in folder.rglob("*.nbc")}
    assert files
    return folder, files, answer


def flip(data):
    """Change one bit, far into the machine code."""
    place = len(data) // 2
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


DAMAGE = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "garbled": lambda data: bytes(len(data)),
    "another format": lambda data: b"not a kernel",
    "one bit": flip,
}


@pytest.mark.slow
def test_what_is_kept_is_not_compiled_again(kept):
    folder, _, answer = kept
    assert ask(folder, *COMMAND, forbidden=True) == answer


@pytest.mark.slow
@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_a_miss_and_made_anew(kind, kept):
    folder, files, answer = kept
    for path, data in files.items():
        path.write_bytes(DAMAGE[kind](data))
    assert f"{len(files)} damaged: " in ask(folder, "doctor")[1]
    assert ask(folder, *COMMAND) == answer
    assert ask(folder, *COMMAND, forbidden=True) == answer
    assert "damaged" not in ask(folder, "doctor")[1]


PLAY = ["simulate", "--seats", "call,random", "--hands", "200", "--seed", "1", "--format", "csv", "-q"]


@pytest.mark.slow
def test_what_a_kernel_jumps_to_is_found_or_made_anew_before_it_runs(tmp_path):
    """Functions that stand apart from the kernels that call them have files of their own."""
    answer = ask(tmp_path, *PLAY)
    assert answer[0] == 0
    assert ask(tmp_path, *PLAY, forbidden=True) == answer
    apart = [path for path in tmp_path.rglob("*.nbc") if re.search(r"[.](finish|start_record|deal_record)-", path.name)]
    assert len(apart) > 1
    for change in (lambda path: path.unlink(), lambda path: path.write_bytes(flip(path.read_bytes()))):
        for path in apart:
            change(path)
        assert ask(tmp_path, *PLAY) == answer
        assert ask(tmp_path, *PLAY, forbidden=True) == answer


def test_every_damage_is_noticed(tmp_path):
    from equity.kernels.compile import _numba

    locator = SimpleNamespace(get_source_stamp=lambda: "stamp")
    cache = SimpleNamespace(
        cache_path=tmp_path, _impl=SimpleNamespace(filename_base="module.function-1.py", locator=locator)
    )
    store = _numba._Store(cache)
    store.save(("signature", 1), {"machine": b"code" * 100})
    assert store.load(("signature", 1)) == {"machine": b"code" * 100}
    assert store.load(("signature", 2)) is None
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    broken = [change(whole) for change in DAMAGE.values()]
    broken += [whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :] for place in range(0, len(whole), 7)]
    for data in broken:
        path.write_bytes(data)
        assert store.load(("signature", 1)) is None
        assert not _numba.is_whole_file(path)
    store.save(("signature", 1), 5)
    assert store.load(("signature", 1)) == 5
