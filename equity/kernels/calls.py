"""Strategies as pointers: turn functions into what the play kernels take, and carry them to other processes.

Rules of the file: the one place that knows Numba's first-class functions. A dispatcher with one signature that may not
compile again is typed as a pointer, so a tuple of ten different strategies always has the same type, and the kernel
that takes it is compiled once and found in the cache. A call costs some nanoseconds.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numba
from numba import types
from numba.cloudpickle import cloudpickle
from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

from equity.kernels import strategies
from equity.kernels.jit import kernel
from equity.kernels.records import HAND, MAX_SEATS, RULES
from equity.kernels.strategies import PLAYER

__all__ = ["built_in", "call_quietly", "compile_strategy", "dump_function", "function_tuple", "load_function"]


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


def function_tuple(pointers: list[Any]) -> tuple[Any, ...]:
    """Return the strategies of the players, padded to ten."""
    return tuple(pointers + pointers[:1] * (MAX_SEATS - len(pointers)))


def call_quietly(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a kernel that takes strategies, without Numba's warning that such pointers are an experimental feature."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        return function(*arguments)


def dump_function(function: Callable[..., Any]) -> bytes:
    """Return a function as bytes, by value where it cannot be imported (a notebook's, a lambda)."""
    data: bytes = cloudpickle.dumps(function)
    return data


def load_function(data: bytes) -> Callable[..., Any]:
    """Return the function of `dump_function`."""
    function: Callable[..., Any] = cloudpickle.loads(data)
    return function
