"""Functions as pointers: turn strategies into what the play kernels take, and carry them to other processes.

Rules of the file: it knows the signatures. The play kernels take a table of ten strategies of one signature and what
settles early all-ins, so they are compiled once, whoever plays, and found in the cache. A call costs some nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import numba
from numba import types

from equity.constants import MAX_SEATS
from equity.kernels.compile import function_pointers
from equity.kernels.compile._numba import CompileError, cloudpickle
from equity.kernels.compile.decorators import is_cached, why_plain
from equity.kernels.hands.all_ins import SCRATCH
from equity.kernels.hands.records import HAND, RULES
from equity.kernels.play import strategies
from equity.kernels.play.strategies import PLAYER

__all__ = [
    "built_in",
    "compile_strategy",
    "dump_function",
    "function_table",
    "is_at_hand",
    "is_built",
    "load_function",
]

_SETTLERS = {"settle_at_equity": "equity.kernels.hands.all_ins", "settle_exactly": "equity.kernels.hands.all_ins_exact"}


@cache
def _strategy_signature() -> Any:
    return types.UniTuple(types.int64, 2)(*_records(HAND, RULES, PLAYER), types.Array(types.uint64, 1, "C"))


@cache
def _settler_signature() -> Any:
    arrays = types.Array(types.uint64, 1, "C"), types.Array(types.int32, 2, "C")
    return types.int64(*_records(HAND, RULES), types.int64, *arrays, *_records(SCRATCH))


def _records(*dtypes: Any) -> list[Any]:
    return [numba.from_dtype(dtype) for dtype in dtypes]


def _original(name: str) -> Any:
    return getattr(import_module(_SETTLERS[name]) if name in _SETTLERS else strategies, name)


@cache
def built_in(name: str) -> Any:
    """Return a built-in strategy or a settler as a pointer; of a strategy a copy: the original stays a kernel."""
    signature = _settler_signature() if name in _SETTLERS else _strategy_signature()
    return function_pointers.pointed(_original(name), signature, straight=name not in _SETTLERS)


def is_built(name: str) -> bool:
    """Say whether `built_in` finds the function in the cache."""
    return is_cached(_original(name))


def is_at_hand(settler: str) -> bool:
    """Say whether a settler costs no compilation now, or has to be in the table from the start."""
    return not function_pointers.BY_ADDRESS or (bool(settler) and is_built(settler))


@lru_cache(maxsize=64)
def compile_strategy(function: Callable[..., Any]) -> Any:
    """Return a user's function, under njit or plain, as a pointer; compiled once for each function object.

    Raises
    ------
    TypeError
        If Numba cannot compile it to the strategies' signature; the message is Numba's.
    """
    try:
        return function_pointers.pointed(function, _strategy_signature(), keep=False)
    except CompileError as error:
        raise TypeError(str(error)) from None


def function_table(pointers: list[Any], settler: Any = None) -> Any:
    """Return players, padded to ten, and what settles early all-ins as the play kernels take them.

    It is valid as long as somebody holds `pointers` and `settler`.
    """
    if settler is None and why_plain():
        settler = built_in("settle_at_equity")  # never called, but plain Numba needs a function there
    return function_pointers.function_table(pointers + pointers[:1] * (MAX_SEATS - len(pointers)), settler)


def dump_function(function: Callable[..., Any]) -> bytes:
    """Return a function as bytes, by value where it cannot be imported (a notebook's, a lambda)."""
    data: bytes = cloudpickle.dumps(function)
    return data


def load_function(data: bytes) -> Callable[..., Any]:
    """Return the function of `dump_function`."""
    function: Callable[..., Any] = cloudpickle.loads(data)
    return function
