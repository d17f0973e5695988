"""Settings shared by all tests.

The kernel cache is keyed by the kernels' own source (see `equity.kernels.compile.decorators`), so an edit never meets a
stale cache and tests may use the user's.
"""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from equity import kernels
from equity.numbers import count_threads
from tests.helpers import jit_is_off

kernels.patient = False  # what is tested is what is compiled; tests/test_kernels_first_calls.py compares the two
os.environ.setdefault("MPLBACKEND", "Agg")  # pictures in tests open no windows
os.environ.pop("COLUMNS", None)  # tables are as wide as they like, whatever terminal runs the tests

SHARED = Path(__file__).resolve().parents[1].parent / "shared"

# No deadlines: the first example of a test may compile kernels.
_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("dev", max_examples=40, **_COMMON)
settings.register_profile("ci", max_examples=100, derandomize=True, **_COMMON)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of data that is not part of a clone, such as the corpus of hand histories."""
    if not SHARED.is_dir():
        pytest.skip("the shared data next to the repository is not there (it is not part of a clone)")
    return SHARED


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected, nor later among what that made: it took a fifth of the 14 s."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what this run has no time or no package for."""
    _leave_out_slow(config, items)
    if jit_is_off():  # only the tests marked `small` are worth running
        skip = pytest.mark.skip(reason="not marked small: too slow without compilation")
        for item in items:
            if "small" not in item.keywords:
                item.add_marker(skip)
    if find_spec("matplotlib") is None:
        no_pictures = pytest.mark.skip(reason="matplotlib is not installed (extra plot)")
        for item in items:
            if item.nodeid.startswith("equity/plot/"):
                item.add_marker(no_pictures)


def _leave_out_slow(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests marked `slow` unless they are asked for: with -m, or by name."""
    if config.option.markexpr or any("::" in str(word) for word in config.args):
        return
    slow = [item for item in items if "slow" in item.keywords]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if "slow" not in item.keywords]


def pytest_configure(config: pytest.Config) -> None:
    """Let children be interrupted, and plain Python kernels count modulo 2**64 without NumPy's warning."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts background jobs so, and children inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if jit_is_off():
        config.addinivalue_line("filterwarnings", "ignore:overflow encountered:RuntimeWarning")
    elif config.args_source is config.ArgsSource.TESTPATHS and not (config.option.keyword or config.option.collectonly):
        if getattr(config.option, "numprocesses", None):
            _compile_first()
        else:
            _compile_beside(config)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Give each process a stretch of the tests, so that a file's share what is made for them: a sixth less time."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return what ``-n auto`` means: each process loads all kernels, so that more than four gain little."""
    return min(count_threads(None), 4)


def _compile_first() -> None:
    """Compile all kernels before processes share the tests, each of which would compile most of them for itself."""
    from equity.kernels.compile.decorators import is_cached
    from equity.kernels.play.whole_hands import play_deals
    from equity.warmup import warm_up

    if not is_cached(play_deals):
        print("compiling all kernels first", flush=True)  # noqa: T201
        for _ in warm_up():
            pass


def _compile_beside(config: pytest.Config) -> None:
    """Compile all kernels in a second process, where all tests are run: a minute of the first run on a machine."""
    from equity.kernels.play.ahead import running_beside
    from equity.warmup import TASKS

    stack = ExitStack()
    stack.enter_context(running_beside("equity.warmup", *dict.fromkeys(["simulation", *TASKS])))  # in the tests' order
    config.add_cleanup(stack.close)
