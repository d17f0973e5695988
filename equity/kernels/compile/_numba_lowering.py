"""Elements of arrays, ranges and constant tables written in few instructions: twins of Numba's, see `_numba_twins`.

Rules of the file: whatever is not as simple as nearly all of ours goes to Numba's own function.
"""

from __future__ import annotations

from typing import Any

from numba import types

from equity.kernels.compile._numba import REASON, Lower, base, cgutils, instructions

__all__ = ["WRITERS"]

# What Numba makes of an array's element is 44 instructions, of a loop over a range 130: LLVM reduces them to these few.


def _place(lower: Any, array: Any, index: Any, kinds: Any) -> Any:
    """Return a pointer to an element of an array whose rows lie one after the other, None if it is anything else."""
    kind, at = kinds[:2]
    several = isinstance(at, types.BaseTuple)
    axes = tuple(at) if several else (at,)
    context, builder = lower.context, lower.builder
    if (
        type(kind) not in (types.Array, types.NestedArray)
        or kind.layout != "C"
        or len(axes) != kind.ndim
        or not all(isinstance(axis, types.Integer) for axis in axes)
        or not isinstance(kind.dtype, (types.Number, types.Boolean, types.Record))
        or context.enable_boundscheck
    ):
        return None
    model = context.data_model_manager[kind]
    held, place = lower._cast_var(array, kind), lower._cast_var(index, at)
    shape = builder.extract_value(held, model.get_field_position("shape"))
    offset = None
    for axis, each in enumerate(axes):
        part = builder.extract_value(place, axis) if several else place
        part = context.cast(builder, part, each, types.intp if each.signed else types.uintp)
        size = builder.extract_value(shape, axis) if axis or each.signed else None
        if each.signed and not (isinstance(part, instructions.Constant) and part.constant >= 0):
            from_end = builder.add(part, size)
            part = builder.select(builder.icmp_signed("<", part, part.type(0)), from_end, part)
        offset = builder.add(builder.mul(offset, size), part) if offset is not None else part
    return builder.gep(builder.extract_value(held, model.get_field_position("data")), [offset])


def _get_item(self: Any, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
    """Read an element of an array in few instructions: `Lower.lower_getitem`."""
    kind = signature.args[0]
    place = None if isinstance(signature.return_type, types.Array) else _place(self, value, index, signature.args)
    if place is None:
        return _full_get_item(self, resty, expr, value, index, signature)
    found = self.context.unpack_value(self.builder, kind.dtype, place, align=None if kind.aligned else 1)
    return self.context.cast(self.builder, found, signature.return_type, resty)


def _set_item(self: Any, target: Any, index: Any, value: Any, signature: Any) -> Any:
    """Write an element of an array in few instructions: `Lower.lower_setitem`."""
    kind, _, given = signature.args
    numbers = types.Number, types.Boolean
    is_number = isinstance(given, numbers) and isinstance(getattr(kind, "dtype", None), numbers)
    place = _place(self, target, index, signature.args) if is_number else None
    if place is None:
        return _full_set_item(self, target, index, value, signature)
    number = self.context.cast(self.builder, self._cast_var(value, given), given, kind.dtype)
    self.context.pack_value(self.builder, kind.dtype, number, place, align=None if kind.aligned else 1)
    return None


def _expression(self: Any, resty: Any, expr: Any) -> Any:
    """Count through a range of int64 in few instructions: `Lower.lower_expr`."""
    builder = self.builder
    if (
        expr.op == "call"
        and resty == types.range_state64_type
        and getattr(self.typeof(expr.func.name), "typing_key", None) is range
        and len(expr.args) < 3
        and not (expr.kws or expr.vararg)
    ):
        zero, one = (self.context.get_constant(types.int64, number) for number in (0, 1))
        start, stop = [zero, zero, *(self._cast_var(each, types.int64) for each in expr.args)][-2:]
        made = cgutils.pack_struct(builder, [start, stop, one])
        made.steps_by_one = True
        return made
    if expr.op not in ("getiter", "iternext", "pair_first", "pair_second"):
        return _full_expression(self, resty, expr)
    kind = self.typeof(expr.value.name)
    if expr.op == "getiter" and kind == types.range_state64_type and resty == types.range_iter64_type:
        held = self.loadvar(expr.value.name)
        if getattr(held, "steps_by_one", False):
            start, stop, step = (builder.extract_value(held, part) for part in range(3))
            left = builder.sub(stop, start)
            left = builder.select(builder.icmp_signed(">", left, left.type(0)), left, left.type(0))
            now, count = (cgutils.alloca_once(builder, number.type) for number in (start, left))
            builder.store(start, now)
            builder.store(left, count)
            return cgutils.pack_struct(builder, [now, stop, step, count])
    elif expr.op == "iternext" and kind == types.range_iter64_type and resty == _NEXT:
        held = self.loadvar(expr.value.name)
        now, step, count = (builder.extract_value(held, part) for part in (0, 2, 3))
        left, number = builder.load(count), builder.load(now)
        is_one = builder.icmp_signed(">", left, left.type(0))
        with builder.if_then(is_one):
            builder.store(builder.sub(left, left.type(1), flags=["nsw"]), count)
            builder.store(builder.add(number, step), now)
        return cgutils.pack_struct(builder, [number, is_one])
    elif expr.op.startswith("pair") and kind == _NEXT:
        return builder.extract_value(self.loadvar(expr.value.name), int(expr.op == "pair_second"))
    return _full_expression(self, resty, expr)


_NEXT = types.Pair(types.int64, types.boolean)


def _constant_array(self: Any, builder: Any, kind: Any, array: Any) -> Any:
    """Return a table as one constant, not put together by instructions: `BaseContext.make_constant_array`."""
    fields = getattr(self.data_model_manager[kind], "_fields", None)
    if type(kind) is not types.Array or kind.layout != "C" or array.nbytes > _LARGE or fields != _FIELDS:
        return _full_constant_array(self, builder, kind, array)
    held = cgutils.create_constant_array(cgutils.int8_t, bytearray(array.flatten().data))
    data = cgutils.global_constant(builder, ".const.array.data", held)
    data.align = self.get_abi_alignment(self.get_data_type(kind.dtype))
    numbers = [[self.get_constant(types.intp, each) for each in axes] for axes in (array.shape, array.strides)]
    whole = self.get_value_type(kind)
    size = (self.get_constant(types.intp, each) for each in (array.size, array.itemsize))
    parts = [None, None, *size, data.bitcast(whole.elements[4]), *numbers]
    made = (
        part if hasattr(part, "type") else instructions.Constant(of, part)
        for of, part in zip(whole.elements, parts, strict=True)
    )
    return instructions.Constant(whole, list(made))


_LARGE = 10**6  # bytes; Numba leaves these where they are
_FIELDS = ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")


WRITERS: list[tuple[Any, str, Any]] = []
if not REASON:
    _full_get_item, _full_set_item, _full_expression = Lower.lower_getitem, Lower.lower_setitem, Lower.lower_expr
    _full_constant_array = base.BaseContext.make_constant_array
    WRITERS = [
        (Lower, "lower_getitem", _get_item),
        (Lower, "lower_setitem", _set_item),
        (Lower, "lower_expr", _expression),
        (base.BaseContext, "make_constant_array", _constant_array),
    ]
