"""Call a compiled function that is given as data, an array nobody counts, an array on the stack.

Two ways to the same answers: through addresses, as `_numba_addresses` beside it makes them; or, with plain Numba, with
Numba's first-class functions, which are Python functions under NUMBA_DISABLE_JIT. A table is int64[11] the one
way, ten strategies and a settler the other; kernels hand it on and look into it by the two functions here only.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from equity.constants import MAX_SEATS
from equity.kernels.compile import _numba
from equity.kernels.compile import _numba_addresses as addresses
from equity.kernels.compile._numba import config
from equity.kernels.compile.decorators import inline, kernel

__all__ = [
    "BY_ADDRESS",
    "borrow",
    "call_settler",
    "call_strategy",
    "few_bytes",
    "function_table",
    "has_settler",
    "pointed",
]

BY_ADDRESS = not (_numba.REASON or config.DISABLE_JIT)  # a table may then have no settler
_SETTLER = MAX_SEATS  # the settler's place, after the players

if not BY_ADDRESS:

    @inline
    def call_strategy(table, player, h, u, me, stream):
        """Ask a strategy."""
        return table[0][player](h, u, me, stream)

    @inline
    def call_settler(table, h, u, unit, stream, matchups, scratch):
        """Settle a hand again."""
        return table[1](h, u, unit, stream, matchups, scratch)

    @inline
    def has_settler(table):
        """Say that it is always there."""
        return True

    @inline
    def borrow(array):
        """Return the array."""
        return array

    @inline
    def few_bytes():
        """Return room for 48 small numbers."""
        return np.empty(addresses.FEW, np.int8)

else:
    call_strategy, borrow, few_bytes = addresses.call_strategy, addresses.borrow, addresses.few_bytes

    @inline
    def call_settler(table, h, u, unit, stream, matchups, scratch):
        """Settle a hand again by the table's settler, see `equity.kernels.hands.all_ins`."""
        return addresses.call_settler(table, _SETTLER, h, u, unit, stream, matchups, scratch)

    @inline
    def has_settler(table):
        """Say whether there is a settler in a table."""
        return table[_SETTLER] != 0


def pointed(function: Any, signature: Any, *, keep: bool = True, straight: bool = False) -> Any:
    """Compile a function for one signature, so that `function_table` can take it; the rest as for `kernel`."""
    if BY_ADDRESS and _numba.is_apart(function):
        function.compile(signature.args)  # as kernels that call it do: the cache has one file of it, not two
        return function
    plain = getattr(function, "py_func", function)
    if _numba.REASON and not config.DISABLE_JIT:
        return kernel(plain, signature=signature, keep=keep)
    made = kernel(plain, keep=keep, straight=straight)
    if hasattr(made, "compile"):
        made.compile(signature)
        made.disable_compile()
    return made


def function_table(players: list[Any], settler: Any) -> Any:
    """Return what kernels call ten players and a settler by, valid as long as somebody holds them."""
    if not BY_ADDRESS:
        # A tuple of functions is typed as first-class functions at each call, with a warning that these may change.
        warnings.filterwarnings("ignore", category=_numba.Experimental)
        return tuple(players), settler
    return np.array([*map(addresses.address_of, players), addresses.address_of(settler) if settler else 0], np.int64)
