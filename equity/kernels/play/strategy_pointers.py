"""Functions as pointers: turn strategies into what the play kernels take, and carry them to other processes.

Rules of the file: the one place that knows where a function's machine code is. The play kernels take the addresses of
ten strategies of one signature, and of what settles early all-ins, so they are compiled once, whoever plays, and found
in the cache. A call costs some nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba import types
from numba.cloudpickle import cloudpickle
from numba.core.errors import NumbaError

from equity.constants import MAX_SEATS
from equity.kernels.compile.decorators import config, is_cached, kernel
from equity.kernels.hands.records import HAND, RULES
from equity.kernels.play import strategies
from equity.kernels.play.strategies import PLAYER

__all__ = ["built_in", "compile_strategy", "dump_function", "function_table", "is_built", "load_function"]

_SETTLERS = {"settle_at_equity": "equity.kernels.hands.all_ins", "settle_exactly": "equity.kernels.hands.all_ins_exact"}


@cache
def _strategy_signature() -> Any:
    return types.UniTuple(types.int64, 2)(*_records(HAND, RULES, PLAYER), types.Array(types.uint64, 1, "C"))


@cache
def _settler_signature() -> Any:
    arrays = types.Array(types.uint64, 1, "C"), types.Array(types.int32, 2, "C"), types.Array(types.int64, 2, "C")
    return types.int64(*_records(HAND, RULES), types.int64, *arrays)


def _records(*dtypes: Any) -> list[Any]:
    return [numba.from_dtype(dtype) for dtype in dtypes]


def _as_pointer(dispatcher: Any, signature: Any) -> Any:
    if hasattr(dispatcher, "compile"):  # a plain function with NUMBA_DISABLE_JIT=1
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def _original(name: str) -> Any:
    return getattr(import_module(_SETTLERS[name]) if name in _SETTLERS else strategies, name)


@cache
def built_in(name: str) -> Any:
    """Return a built-in strategy or a settler as a pointer; a copy, because the original stays an ordinary kernel."""
    function = _original(name)
    signature = _settler_signature() if name in _SETTLERS else _strategy_signature()
    return _as_pointer(kernel(getattr(function, "py_func", function)), signature)


def is_built(name: str) -> bool:
    """Say whether `built_in` finds the function in the cache."""
    return is_cached(_original(name))


@lru_cache(maxsize=64)
def compile_strategy(function: Callable[..., Any]) -> Any:
    """Return a user's function, under njit or plain, as a pointer; compiled once for each function object.

    Raises
    ------
    TypeError
        If Numba cannot compile it to the strategies' signature; the message is Numba's.
    """
    plain = getattr(function, "py_func", function)
    try:
        return _as_pointer(numba.njit(nogil=True, error_model="numpy")(plain), _strategy_signature())
    except NumbaError as error:
        raise TypeError(str(error)) from None


def function_table(pointers: list[Any], settler: Any = None) -> Any:
    """Return where the players' functions are, padded to ten, and the settler's or 0.

    That is int64[11], valid as long as somebody holds `pointers` and `settler`.
    """
    padded = pointers + pointers[:1] * (MAX_SEATS - len(pointers))
    if config.DISABLE_JIT:
        return (*padded, settler)
    return np.array([*map(_address, padded), _address(settler) if settler else 0], np.int64)


def _address(dispatcher: Any) -> int:
    (compiled,) = dispatcher.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def dump_function(function: Callable[..., Any]) -> bytes:
    """Return a function as bytes, by value where it cannot be imported (a notebook's, a lambda)."""
    data: bytes = cloudpickle.dumps(function)
    return data


def load_function(data: bytes) -> Callable[..., Any]:
    """Return the function of `dump_function`."""
    function: Callable[..., Any] = cloudpickle.loads(data)
    return function
