"""Quicker twins of some of Numba's own functions, which stand in while one of ours is compiled.

Rules of the file: each does what the function that its docstring names does, for our functions; `_numba` looks first
whether that is as we know it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import types

from equity.kernels.compile._numba import (
    REASON,
    BaseContext,
    BaseFunction,
    CompileError,
    Lower,
    TargetConfig,
    Unlinked,
    arrayobj,
    base,
    binding,
    cgutils,
    codegen,
    do_nothing,
    errors,
    event,
    ffi,
    instructions,
    ir,
    link_later,
    llvm,
    lowering,
    postproc,
    ssa,
    transforms,
    typed_passes,
    typeinfer,
)
from equity.kernels.compile._numba_lowering import WRITERS

__all__ = ["quicken", "watch_compilations"]


def watch_compilations(on_start: Callable[[], None], on_end: Callable[[], None]) -> None:
    """Call these around every true compilation (not of kernels that come from the cache); without events, never.

    Those of our own functions are made quicker: see `quicken`.
    """
    if not hasattr(event, "Listener"):
        return

    class Watch(event.Listener):  # type: ignore[misc]
        def __init__(self) -> None:
            self.endings: list[Callable[[], None]] = []  # one for each compilation that is under way

        def on_start(self, what: Any) -> None:
            self.endings.append(do_nothing)  # an end comes also where the beginning is interrupted or refused
            on_start()
            if str(what.data["dispatcher"].py_func.__module__).startswith("equity."):
                self.endings[-1] = quicken()
            elif _is_quick():
                link_later(what.data["dispatcher"])

        def on_end(self, _: Any) -> None:
            self.endings.pop()()
            on_end()

    event.register("numba:compile", Watch())


def quicken() -> Callable[[], None]:
    """Put quicker twins of some of Numba's functions in their places, stop collecting garbage; return what undoes it.

    Compilers build up little garbage, and the collector walks through all they keep.
    """
    collects = gc.isenabled()
    gc.disable()
    own: list[tuple[Any, str, Any]] = []
    if not REASON and not _is_quick():
        for where, name, twin in _TWINS:
            own.append((where, name, getattr(where, name)))
            setattr(where, name, twin)

    def undo() -> None:
        for where, name, method in own:
            setattr(where, name, method)
        if collects:
            if not gc.get_freeze_count():  # nobody else's
                gc.freeze()  # together: what is there is old, without being walked through, 4 % of `equity warmup`
                gc.unfreeze()
            gc.enable()

    return undo


def _is_quick() -> bool:
    """Say whether the twins stand in now."""
    return not REASON and BaseFunction.get_call_type is _call_type


_WAY_IN = "_ZN7cpython"
_VARIABLE, _INSTRUCTION, _LIST, _MAPPING, _OTHER = range(5)


@cache
def _kind(part: Any) -> int:
    """Return what a class is for `_variables`, which looks at 6,000 objects for each function it compiles."""
    kinds = (ir.Var, _VARIABLE), (ir.Inst, _INSTRUCTION), ((list, tuple), _LIST), (dict, _MAPPING), (object, _OTHER)
    return next(kind for parents, kind in kinds if issubclass(part, parents))


def _variables(_: Any, value: Any) -> list[Any]:
    """Return the variables within a part of an instruction, in order: `Inst._rec_list_vars`."""
    kind = _kind(type(value))  # type: ignore[arg-type]
    if kind == _VARIABLE:
        return [value]
    if kind == _INSTRUCTION:
        return list(value.list_vars())
    found: list[Any] = []
    if kind in (_LIST, _MAPPING):
        for part in value.values() if kind == _MAPPING else value:
            kind_of_part = _kind(type(part))  # type: ignore[arg-type]
            if kind_of_part == _VARIABLE:
                found.append(part)
            elif kind_of_part != _OTHER:
                found += _variables(_, part)
    return found


@cache
def _defaults(config: Any) -> dict[str, Any]:
    return {name: option.default for name, option in config.options.items()}


def _values(self: Any) -> dict[str, Any]:
    """Return the value of every option: `TargetConfig.values`."""
    return {**_defaults(type(self)), **self._values}  # type: ignore[arg-type]


def _call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """Return the signature of a call, as found for the same arguments before: `BaseFunction.get_call_type`.

    Five calls in six are of kinds that were there before, such as the sum of two int64: Numba tries all its templates.
    """
    if kws:
        return _full_call_type(self, context, args, kws)
    known = self.__dict__.setdefault("_equity_signatures", {})
    key = context, args
    if key not in known:
        known[key] = _full_call_type(self, context, args, kws)
    return known[key]


@cache
def _text_of_record(self: Any) -> str:
    """Return a record in words, as five passes of each function have it for their events: `Record.__repr__`."""
    text: str = _full_text_of_record(self)
    return text


def _simplify(self: Any, module: Any) -> None:
    """Tidy up the functions of a module that is linked later: `CPUCodeLibrary._optimize_functions`.

    All the rest is done once for a whole kernel, where they are parts of each other. The kernel's own function needs
    more before that: with this alone, five random players are sampled in 1.26 times the time. Not so its way in from
    Python, a tenth of all instructions, which is kept small.
    """
    module.data_layout = self._codegen._data_layout
    builder = self._codegen._pass_builder()
    for function in module.functions:
        if function.is_declaration:
            continue
        way_in = function.name.startswith(_WAY_IN)
        if way_in and _can_ask_for_size():
            function.add_function_attribute("minsize")
        if way_in or type(self._codegen) is Unlinked:
            passes = llvm.FunctionPassManager()
            passes.add_sroa_pass()
            passes.add_instruction_combine_pass()
            passes.add_simplify_cfg_pass()
            passes.run(function, builder)
        else:
            passes, full = self._codegen._function_pass_manager()
            passes.run(function, full)


@cache
def _can_ask_for_size() -> bool:
    """Say whether llvmlite gives attributes to functions; that of Numba 0.62 gives them to what functions return."""
    module = binding.parse_assembly("define void @f() {\n  ret void\n}")
    module.get_function("f").add_function_attribute("minsize")
    try:
        module.verify()
    except RuntimeError:
        return False
    return True


def _counts(lower: Any, name: str) -> bool:
    """Say whether references to what a variable holds are counted, or anything else is not as usual."""
    return lower._disable_sroa_like_opt or (
        lower.context.enable_nrt and _is_counted(lower.context.data_model_manager, lower.typeof(name))
    )


@cache
def _is_counted(models: Any, kind: Any) -> bool:
    return bool(models[kind].contains_nrt_meminfo())


def _store_variable(self: Any, value: Any, name: str, argidx: Any = None) -> None:
    """Write a variable without reading first what it held: `Lower.storevar`."""
    if argidx is not None or name in self._singly_assigned_vars or _counts(self, name):
        _full_store(self, value, name, argidx)
        return
    self._alloca_var(name, self.typeof(name))
    self.builder.store(value, self.getvar(name))


def _forget_variable(self: Any, name: str) -> None:
    """Leave a variable alone that is not needed any more: `Lower.delvar`."""
    if _counts(self, name):
        _full_forget(self, name)
    elif name not in self._blk_local_varmap:
        self._singly_assigned_vars.discard(name)


def _reserve(self: Any, name: str, lltype: Any, datamodel: Any = None) -> Any:
    """Reserve room for a variable without asking for its size, which debuggers want: `Lower.alloca_lltype`."""
    if self._disable_sroa_like_opt:
        return _full_reserve(self, name, lltype, datamodel)
    return cgutils.alloca_once(self.builder, lltype, name=name, zfill=False)


@cache
def _make_array(kind: Any) -> Any:
    """Return the class for an array's parts, made once; a plain array needs no conversion: `arrayobj.make_array`."""
    made = _full_make_array(kind)
    if type(kind) is types.Array and "_make_refs" in vars(made):
        del made._make_refs
    return made


def _post_process(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Look at variables' lives only where their ends are written down, one time of five: `PostProcessor.run`."""
    code = self.func_ir
    if code.is_generator:
        _full_post_process(self, emit_dels, extend_lifetimes)
        return
    code.blocks = transforms.canonicalize_cfg(code.blocks)
    code.variable_lifetime = postproc.VariableLifetime(code.blocks)  # which looks when it is asked
    code.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


def _has_loc(function: Any) -> bool:
    """Say whether a function has an argument `loc`, without the work of `inspect`: `numba.core.base._has_loc`."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__") or hasattr(function, "__signature__"):
        return bool(_full_has_loc(function))
    return "loc" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


class _ErrorContext:
    """Says where something failed that is done in its block, without a generator: `errors.new_error_context`."""

    __slots__ = ("_given", "_named", "_text")

    def __init__(self, text: str, *given: Any, **named: Any) -> None:
        self._text, self._given, self._named = text, given, named

    def __enter__(self) -> None:
        where = self._named.get("loc")
        if where is not None and not where.filename.startswith(errors._numba_path):
            errors.loc_info.update(self._named)

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, CompileError):
            error.add_context(errors._format_msg(self._text, self._given, self._named))


def _propagate(self: Any, inference: Any) -> list[Any]:
    """Go through what is known of types, with one look-out for warnings in all: `ConstraintNetwork.propagate`."""
    failed: list[Any] = []
    with inference.warnings.catch_warnings():
        for constraint in self.constraints:
            try:
                constraint(inference)
            except errors.ForceLiteralArg as error:
                failed.append(error)
            except errors.TypingError as error:
                told = errors.TypingError(str(error), loc=constraint.loc, highlighting=False)
                told.__cause__ = error
                failed.append(told)
    return failed


_touched: dict[str, set[int]] = {}  # of the function whose variables are renamed: by variable, blocks that name it


def _find_violators(blocks: Any, graph: Any) -> Any:
    """Return variables with several definitions, and keep which blocks name them: `ssa._find_defs_violators`."""
    violators = _full_find_violators(blocks, graph)
    _touched.clear()
    _touched.update({name: set() for name in violators})
    for label, block in blocks.items():
        for part in block.body:
            for variable in part.list_vars():
                if variable.name in _touched:
                    _touched[variable.name].add(label)
    return violators


def _rewrite_blocks(blocks: Any, states: Any, handler: Any) -> dict[int, Any]:
    """Rename a variable in the blocks that name it, one in ten: `ssa._run_block_rewrite`."""
    labels = _touched[states["varname"]]
    rewritten = {}
    for label, block in blocks.items():
        if label in labels:
            rewritten.update(_full_rewrite_blocks({label: block}, states, handler))
        else:
            rewritten[label] = ir.Block(scope=block.scope, loc=block.loc)
            rewritten[label].body = list(block.body)
    return rewritten


def _legalize(self: Any, state: Any) -> bool:
    """Write down no ends of variables where no references are counted: `IRLegalization.run_pass`."""
    models = state.targetctx.data_model_manager
    if (
        state.func_ir.is_generator
        or (state.flags.nrt and any(_is_counted(models, kind) for kind in set(state.typemap.values())))
        or state.flags.debuginfo
    ):
        return bool(_full_legalize(self, state))
    postproc.PostProcessor(state.func_ir).run()
    return True


def _attribute(self: Any, kind: Any, name: str) -> Any:
    """Return the type of an attribute, as found before: `BaseContext.resolve_getattr`."""
    known = self.__dict__.setdefault("_equity_attributes", {})
    found = known.get((kind, name))
    if found is None:
        found = known[kind, name] = _full_attribute(self, kind, name)
    return found


def _describe(self: Any, lines: list[str]) -> None:
    """Write a block of LLVM's instructions as text, no line of which is kept: `Block.descr`."""
    lines.append(f"{self._format_name()}:\n")
    for each in self.instructions:
        parts: list[str] = []
        each.descr(parts)
        line = "".join(parts).rstrip()
        is_void = isinstance(each.type, instructions.VoidType)
        lines.append(f"  {line}\n" if is_void else f"  {each.get_reference()} = {line}\n")


if not REASON:
    _full_call_type = BaseFunction.get_call_type
    _full_store, _full_forget = Lower.storevar, Lower.delvar
    _full_reserve, _full_make_array = Lower.alloca_lltype, arrayobj.make_array
    _full_post_process = postproc.PostProcessor.run
    _full_has_loc = base._has_loc
    _full_text_of_record = types.Record.__repr__
    _full_find_violators, _full_rewrite_blocks = ssa._find_defs_violators, ssa._run_block_rewrite
    _full_legalize, _full_attribute = typed_passes.IRLegalization.run_pass, BaseContext.resolve_getattr
    _TWINS: list[tuple[Any, str, Any]] = [
        (ir.Inst, "_rec_list_vars", _variables),
        (TargetConfig, "values", _values),
        (BaseFunction, "get_call_type", _call_type),
        (types.Record, "__repr__", _text_of_record),
        (codegen.CPUCodeLibrary, "_optimize_functions", _simplify),
        (Lower, "storevar", _store_variable),
        (Lower, "delvar", _forget_variable),
        (Lower, "alloca_lltype", _reserve),
        (arrayobj, "make_array", _make_array),
        (postproc.PostProcessor, "run", _post_process),
        (base, "_has_loc", _has_loc),
        (Lower, "create_cfunc_wrapper", do_nothing),  # what C would call
        (ffi.lib._lock, "_cblist", []),  # events of each call of LLVM
        *((where, "new_error_context", _ErrorContext) for where in (errors, lowering, typeinfer)),
        (typeinfer.ConstraintNetwork, "propagate", _propagate),
        (ssa, "_find_defs_violators", _find_violators),
        (ssa, "_run_block_rewrite", _rewrite_blocks),
        (typed_passes.IRLegalization, "run_pass", _legalize),
        (BaseContext, "resolve_getattr", _attribute),
        (instructions.Block, "descr", _describe),
        *WRITERS,
    ]
