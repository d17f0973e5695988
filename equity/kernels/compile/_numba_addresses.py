"""Compiled functions called through their addresses, and arrays that nobody counts.

Rules of the file: kernels get at it through `equity.kernels.compile.function_pointers` alone.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from equity.kernels.compile._numba import REASON, cgutils, config

__all__ = ["FEW", "address_of", "borrow", "call_settler", "call_strategy", "few_bytes"]

FEW = 48  # numbers that `few_bytes` has room for


def address_of(function: Any) -> int:
    """Return where the machine code of a function with one signature is."""
    (compiled,) = function.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


call_strategy: Any = None
call_settler: Any = None
borrow: Any = None
few_bytes: Any = None

if not REASON and not config.DISABLE_JIT:

    def _jump(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        """Make the instructions that call the machine code at ``given[0][given[1]]`` with the rest."""
        table = context.make_array(signature.args[0])(context, builder, given[0])
        address = builder.load(builder.gep(table.data, [given[1]]))
        result, kinds = signature.return_type, signature.args[2:]
        convention = context.call_conv
        shape = convention.get_function_type(result, kinds)
        function = builder.inttoptr(address, shape.as_pointer())
        status, answer = convention.call_function(builder, function, result, kinds, given[2:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    @intrinsic
    def call_strategy(typing: Any, table: Any, player: Any, h: Any, u: Any, me: Any, stream: Any) -> Any:
        """Ask the strategy whose machine code is at ``table[player]``."""
        return types.UniTuple(types.int64, 2)(table, types.int64, h, u, me, stream), _jump

    @intrinsic
    def call_settler(
        typing: Any, table: Any, place: Any, h: Any, u: Any, unit: Any, stream: Any, matchups: Any, scratch: Any
    ) -> Any:
        """Settle a hand again by the function at ``table[place]``."""
        return types.int64(table, types.int64, h, u, types.int64, stream, matchups, scratch), _jump

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
            size, one = (context.get_constant(types.intp, number) for number in (FEW, 1))
            array = context.make_array(kind)(context, builder)
            array.data = cgutils.alloca_once(builder, cgutils.int8_t, size=size)
            array.nitems, array.itemsize = size, one
            array.shape, array.strides = (cgutils.pack_array(builder, [number]) for number in (size, one))
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            array.parent = cgutils.get_null_value(array.parent.type)
            return array._getvalue()

        return kind(), generate
