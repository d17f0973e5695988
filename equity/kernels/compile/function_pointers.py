"""What Numba has no word for: call a compiled function by its address, an array nobody counts, one on the stack.

Rules of the file: the one place that builds instructions by hand. With NUMBA_DISABLE_JIT all are plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from equity.kernels.compile.decorators import config

__all__ = ["borrow", "call_settler", "call_strategy", "few_bytes"]

_FEW = 48


if config.DISABLE_JIT:

    def call_strategy(function, h, u, me, stream):
        """Ask a strategy, here a Python function."""
        return function(h, u, me, stream)

    def call_settler(function, h, u, unit, stream, matchups, scratch):
        """Settle a hand again, here by a Python function."""
        return function(h, u, unit, stream, matchups, scratch)

    def borrow(array):
        """Return the array."""
        return array

    def few_bytes():
        """Return room for 48 small numbers."""
        return np.empty(_FEW, np.int8)

else:

    def _jump(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        """Make the instructions that call the machine code at the address given first, with the rest."""
        result, kinds = signature.return_type, signature.args[1:]
        convention = context.call_conv
        shape = convention.get_function_type(result, kinds)
        function = builder.inttoptr(given[0], shape.as_pointer())
        status, answer = convention.call_function(builder, function, result, kinds, given[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    @intrinsic
    def call_strategy(typing: Any, address: Any, h: Any, u: Any, me: Any, stream: Any) -> Any:
        """Ask the strategy whose machine code is at `address` (int64); see `equity.kernels.play.strategy_pointers`.

        A tuple of Numba's first-class functions does the same, but costs three times as much a call (it is searched by
        a jump, and holds three pointers for each function) and warns that it is an experiment.
        """
        return types.UniTuple(types.int64, 2)(types.int64, h, u, me, stream), _jump

    @intrinsic
    def call_settler(
        typing: Any, address: Any, h: Any, u: Any, unit: Any, stream: Any, matchups: Any, scratch: Any
    ) -> Any:
        """Settle a hand again by the function at `address`, see `equity.kernels.hands.all_ins`."""
        return types.int64(types.int64, h, u, types.int64, stream, matchups, scratch), _jump

    @intrinsic
    def borrow(typing: Any, array: Any) -> Any:
        """Return the same array without its owner: handing it on counts no references (an atomic operation each).

        Only for what outlives every use: an argument that the caller from Python holds.
        """

        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            lent = context.make_array(array)(context, builder, given[0])
            lent.meminfo = cgutils.get_null_value(lent.meminfo.type)
            lent.parent = cgutils.get_null_value(lent.parent.type)
            return lent._getvalue()

        return array(array), generate

    @intrinsic
    def few_bytes(typing: Any) -> Any:
        """Return an array of 48 int8 of any value, gone when the caller returns: `np.empty` costs 20 ns."""
        kind = types.Array(types.int8, 1, "C")

        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            size, one = (context.get_constant(types.intp, number) for number in (_FEW, 1))
            array = context.make_array(kind)(context, builder)
            array.data = cgutils.alloca_once(builder, cgutils.int8_t, size=size)
            array.nitems, array.itemsize = size, one
            array.shape, array.strides = (cgutils.pack_array(builder, [number]) for number in (size, one))
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            array.parent = cgutils.get_null_value(array.parent.type)
            return array._getvalue()

        return kind(), generate
