"""Kernels run as plain Python for a process's first calls, where they are not in the cache yet.

Rules of the file: the answers are the same, kind of number included; only time differs. Compiling the rules engine
takes 2.8 s of processor time; a hand of six, 24 decisions, takes 0.6 ms in plain Python, played or replayed. So the
first `PATIENCE` hands of a process are played without compilation, and scripts that want no more never wait. Kernels
that are in the cache already are taken from there, from the first call on. ``equity.kernels.patient = False`` asks
for compiled kernels at once, as `equity warmup` and the tests do.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

import equity.kernels as _kernels
from equity.kernels.compile import _numba_addresses
from equity.kernels.compile.decorators import is_cached
from equity.kernels.compile.function_pointers import borrow, few_bytes

__all__ = ["PATIENCE", "FirstCalls", "plain_module"]

PATIENCE = 300  # hands: a fifth of a second where six play, a tenth of what compilation takes


class FirstCalls:
    """A module of kernels, for a while as plain Python.

    Parameters
    ----------
    module : module
    name : str
        The kernel that tells by its presence in the cache whether the module's are there.
    """

    def __init__(self, module: ModuleType, name: str) -> None:
        self.now: Any = module
        self._module = module
        self._name = name
        self._left = PATIENCE
        self._asked = False

    def spend(self, hands: int = 1) -> Any:
        """Return what is to play so many hands: the module, or a namespace with its kernels in plain Python."""
        if self._left:
            self._left = max(0, self._left - hands) if self._is_waiting() else 0
            self.now = plain_module(self._module) if self._left else self._module
        return self.now

    def _is_waiting(self) -> bool:
        kernel = getattr(self._module, self._name)
        if not _kernels.patient or not hasattr(kernel, "py_func") or kernel.signatures:
            return False
        if not self._asked:  # the folder is looked through once
            self._asked = True
            return not is_cached(kernel)
        return True


_spaces: dict[str, dict[str, Any]] = {}  # by module: its names, every compiled function in plain Python
_modules: dict[str, SimpleNamespace] = {}


def plain_module(module: ModuleType) -> Any:
    """Return a module's names with its kernels in plain Python, ready to be called from there."""
    if module.__name__ not in _modules:
        called = {name: Plain(part) if hasattr(part, "py_func") else part for name, part in vars(module).items()}
        _modules[module.__name__] = SimpleNamespace(**called)
    return _modules[module.__name__]


class Plain:
    """A kernel as plain Python, together with all that it calls; it returns Python's numbers, as compiled ones do."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._bare = _bare(kernel)

    def __call__(self, *given: Any) -> Any:
        """Do what the kernel does."""
        with np.errstate(over="ignore"):  # random numbers count modulo 2 ** 64
            return _as_compiled(self._bare(*given))

    def __reduce__(self) -> Any:
        """Travel as the kernel does: a hand that is stored or sent holds one."""
        return Plain, (self._kernel,)


def _bare(kernel: Any) -> Callable[..., Any]:
    function = kernel.py_func
    return FunctionType(
        function.__code__, _space(function.__module__), function.__name__, function.__defaults__, function.__closure__
    )


def _space(name: str) -> dict[str, Any]:
    if name not in _spaces:
        space = _spaces[name] = dict(vars(sys.modules[name]))  # known before it is filled: modules may be in a circle
        for key, part in space.items():
            if hasattr(part, "py_func"):
                space[key] = _bare(part)
            elif part is few_bytes:
                space[key] = _few_bytes
            elif part is borrow:
                space[key] = _borrow
    return _spaces[name]


def _few_bytes() -> Any:
    return np.empty(_numba_addresses.FEW, np.int8)


def _borrow(array: Any) -> Any:
    return array


def _as_compiled(found: Any) -> Any:
    if isinstance(found, tuple):
        return tuple(map(_as_compiled, found))
    return found.item() if isinstance(found, np.generic) else found
