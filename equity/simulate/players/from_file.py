"""A player from somebody's own Python file: ``mybot.py:player``.

Rules of the file: the file is run as a module that cannot be imported, so that a player travels to other processes with
its code. What may stand under the name is decided in `equity.simulate.strategies`.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from equity.errors import StrategyError
from equity.simulate.players.built_in import nearest

__all__ = ["is_from_file", "load_player"]


def is_from_file(text: str) -> bool:
    """Say whether a text names a Python file, with or without a player in it.

    Examples
    --------
    >>> is_from_file("bots/mybot.py:player"), is_from_file("tag")
    (True, False)
    """
    path, colon, name = text.strip().rpartition(":")
    return text.strip().endswith(".py") or (path.endswith(".py") and bool(colon) and "/" not in name)


def load_player(text: str) -> object:
    """Return what a file has under a name, from ``FILE.py:NAME``.

    Raises
    ------
    StrategyError
        If the file cannot be read or fails, or has nothing of this name.
    """
    path, _, name = text.strip().rpartition(":")
    if not path.endswith(".py"):
        known = _names(_run(Path(text.strip())))
        raise StrategyError(f"{text.strip()!r:.60} does not say which player: write {text.strip()}:NAME; {known}")
    module = _run(Path(path))
    if not hasattr(module, name):
        hint = nearest(name, [known for known in vars(module) if known[:1] != "_"])
        raise StrategyError(f"{path} has no {name!r}{hint} {_names(module)}")
    return getattr(module, name)


def _names(module: ModuleType) -> str:
    own = [name for name, value in vars(module).items() if callable(value) and name[:1] != "_"]
    return f"it has {', '.join(own)}" if own else "it has no function"


def _run(path: Path) -> ModuleType:
    try:
        return _run_once(path.resolve(), path.stat().st_mtime_ns)
    except OSError as error:
        raise StrategyError(f"cannot read {path}: {error.strerror}") from None


@lru_cache(maxsize=16)
def _run_once(path: Path, _: int) -> ModuleType:
    """Run a file, once for each version of it, so that two seats of one player are one player."""
    name = f"{path.stem} (a file of players)"
    found = spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = module_from_spec(found)
    sys.modules[name] = module  # dataclasses look themselves up there while they are made
    try:
        found.loader.exec_module(module)
    except OSError:
        raise
    except (Exception, SystemExit) as error:
        line = _line_of(error, path)
        raise StrategyError(f"{path.name}{line}: {type(error).__name__}: {error}") from None
    finally:
        del sys.modules[name]  # a function of a module that can be found travels as its name alone
    return module


def _line_of(error: BaseException, path: Path) -> str:
    """Return where in the file an error arose, as ``:12``."""
    if isinstance(error, SyntaxError):
        return f":{error.lineno}"
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f":{line}" if line else ""
