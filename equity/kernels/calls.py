"""Strategies as pointers: turn functions into what the play kernels take, and carry them to other processes.

Rules of the file: the one place that knows where a strategy's machine code is. The play kernels take the addresses of
ten functions of one signature, so they are compiled once, whoever plays, and found in the cache. A call costs some
nanoseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numba
import numpy as np
from numba import types
from numba.cloudpickle import cloudpickle
from numba.core.errors import NumbaError

from equity.kernels import strategies
from equity.kernels.jit import config, kernel
from equity.kernels.records import HAND, MAX_SEATS, RULES
from equity.kernels.strategies import PLAYER

__all__ = ["built_in", "compile_strategy", "dump_function", "function_table", "load_function"]


@cache
def _signature() -> Any:
    records = [numba.from_dtype(dtype) for dtype in (HAND, RULES, PLAYER)]
    return types.UniTuple(types.int64, 2)(*records, types.Array(types.uint64, 1, "C"))


def _as_pointer(dispatcher: Any) -> Any:
    if hasattr(dispatcher, "compile"):  # a plain function with NUMBA_DISABLE_JIT=1
        dispatcher.compile(_signature())
        dispatcher.disable_compile()
    return dispatcher


@cache
def built_in(name: str) -> Any:
    """Return a built-in strategy as a pointer; a copy, because the original stays an ordinary kernel."""
    function = getattr(strategies, name)
    return _as_pointer(kernel(getattr(function, "py_func", function)))


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
        return _as_pointer(numba.njit(nogil=True, error_model="numpy")(plain))
    except NumbaError as error:
        raise TypeError(str(error)) from None


def function_table(pointers: list[Any]) -> Any:
    """Return where the players' functions are, padded to ten: int64[10], valid as long as somebody holds `pointers`."""
    padded = pointers + pointers[:1] * (MAX_SEATS - len(pointers))
    if config.DISABLE_JIT:
        return tuple(padded)
    return np.array([_address(pointer) for pointer in padded], np.int64)


def _address(dispatcher: Any) -> int:
    compiled = dispatcher.get_compile_result(_signature())
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def dump_function(function: Callable[..., Any]) -> bytes:
    """Return a function as bytes, by value where it cannot be imported (a notebook's, a lambda)."""
    data: bytes = cloudpickle.dumps(function)
    return data


def load_function(data: bytes) -> Callable[..., Any]:
    """Return the function of `dump_function`."""
    function: Callable[..., Any] = cloudpickle.loads(data)
    return function
