"""The one file that leans on Numba's private parts; without them everything works as before, compiled more slowly.

What it leans on, and what that buys a user (cold ``equity simulate --seats tag,call``, seconds of processor time; the
first four lines measured apart from the others, on another day):

- quicker twins of some of Numba's functions while one of ours is compiled (`_quicken`): 8.4 s instead of 10.1 s; no
  garbage collection meanwhile: 10.1 s instead of 11.3 s.
- passes left out that look for what our functions do not do (`_Lean`): 7.8 s instead of 8.4 s.
- ``_nrt``: inner functions count no references, for they make no arrays: 8.7 s instead of 9.2 s.
- ``pipeline_class`` with a library that is neither optimised nor linked (`_LinkedLater`): 12.5 s instead of 18.0 s.
- functions without ``cpython`` and ``cfunc`` wrappers, which Python must not call then: 12.5 s instead of 15.6 s.
- a call through an address (`call_strategy`): 6.7 ns instead of 20 ns for Numba's first-class functions, an experiment.
- `borrow` and `few_bytes`: an atomic operation for each array handed on, 20 ns for each hand dealt.
- Numba's own functions linked later too, no `cfunc` wrappers, inner functions only tidied up (`_simplify`),
  with the next two: 15.1 s instead of 18.1 s for the first hand, sample and table on a busy machine.
- what a compilation leaves is called old without being walked through (`_quicken`): the collector took 5 of the 90 s of
  `equity warmup` there.
- a record in words made once (`_text_of_record`): 2 % of the first hand.
- what many kernels call compiled apart from them (`keep_apart`): see `equity.kernels.compile.decorators.apart`.
- ways in from Python optimised for size, and little before (`_simplify`): 2 % of `equity warmup`, like the next four.
- variables written without reading what they held, and not cleared in the end (`_store_variable`,
  `_forget_variable`), where no references are counted.
- variables' lives not looked at where nobody asks (`_post_process`): they were 5 % of `equity warmup`.
- classes of arrays made once, and no question whether they are to be converted (`_make_array`).
- no sizes of variables for debuggers, no `inspect` for an argument's name (`_reserve`, `_has_loc`).
- elements of arrays and ranges in few instructions (`_get_item`, `_set_item`, `_expression`), tables as one constant
  (`_constant_array`): 269,000 instead of 392,000 instructions for everything, before LLVM; hot loops as fast as before.
- no ends of variables written down where no references are counted (`_legalize`): 5 % of compiling a function.
- types of attributes remembered, one look-out for warnings while types are inferred (`_attribute`, `_propagate`),
  places of errors told without generators (`_ErrorContext`), no events for each call of LLVM, text of blocks
  (`_describe`): 2 to 3 % each.
- variables renamed only in the blocks that name them (`_rewrite_blocks`): 1 %.
- files of the cache with a checksum (`_Store`): damage is a miss, never a wrong answer; a full disk costs time only.

`REASON` is empty if all of it is there as we know it, which is looked up at import. Else, or with EQUITY_PLAIN_NUMBA=1,
it says why not, and the decorators and `equity.kernels.compile.function_pointers` use Numba's public words only, to the
same answers (23 s for the command above). ``equity doctor`` shows which it is.

Tried, and of no use: Numba's events without listeners not sent at all (nothing), inner functions without LLVM's passes
for functions (slower: more is left for the kernel's own), kernels tidied up like inner functions (9 % of LLVM's time,
but sampling 1.1 to 1.3 times as slow), kernels without the cheap passes before the full ones or at level 2 (nothing),
fewer calls of `BaseContext.refresh` (under 1 %). An inlining threshold of 50 for straight kernels takes 0.89 of their
passes' time, code generation at level 1 or 2 no less than at 3.
"""

from __future__ import annotations

import gc
import hashlib
import inspect
import os
import pickle
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

__all__ = [
    "ALLOCATING",
    "FEW",
    "INNER",
    "OURS",
    "REASON",
    "CompileError",
    "Experimental",
    "address_of",
    "borrow",
    "call_settler",
    "call_strategy",
    "cloudpickle",
    "config",
    "few_bytes",
    "is_apart",
    "is_whole_file",
    "keep_apart",
    "keep_inside",
    "keep_safely",
    "watch_compilations",
]

config: Any = numba.config  # its types know none of its values
FEW = 48
_MARK = b"equity 1"  # a file of the cache: this, the checksum of the rest, the rest
_SUM = 32

# What Numba raises for a function that it cannot compile, and what it warns with of first-class functions; then what
# carries functions to other processes by value, else by name only.
CompileError: Any = Exception
Experimental: type[Warning] = Warning
cloudpickle: Any = pickle
compiler: Any = None
event: Any = None
errors: Any = None
llvm: Any = None  # LLVM's passes
instructions: Any = None  # LLVM's, as text
binding: Any = None
ffi: Any = None  # how llvmlite calls LLVM
_absent = ""
with suppress(ImportError):
    from numba.core.errors import NumbaError, NumbaExperimentalFeatureWarning

    CompileError, Experimental = NumbaError, NumbaExperimentalFeatureWarning
with suppress(ImportError):
    from numba.cloudpickle import cloudpickle
try:
    from numba.core import (
        base,
        cgutils,
        codegen,
        compiler,
        dispatcher,
        event,
        ir,
        lowering,
        postproc,
        ssa,
        transforms,
        typed_passes,
        typeinfer,
    )
    from numba.core.caching import Cache, FunctionCache
    from numba.core.callconv import CPUCallConv
    from numba.core.compiler_machinery import PassManager
    from numba.core.lowering import Lower
    from numba.core.serialize import dumps
    from numba.core.targetconfig import TargetConfig
    from numba.core.types.functions import BaseFunction
    from numba.core.typing.context import BaseContext
    from numba.np import arrayobj

    errors = import_module("numba.core.errors")
    llvm = import_module("llvmlite.binding.newpassmanagers")
    instructions = import_module("llvmlite.ir")
    ffi = import_module("llvmlite.binding.ffi")
    binding = import_module("llvmlite.binding")
except ImportError as missing:
    _absent = str(missing)


def _first_difference() -> str:
    """Return which private part is not as this file knows it, "" if all are."""
    parts: list[tuple[Any, str, str]] = [  # where, what, and the arguments that must lead
        (compiler.Compiler, "__init__", "self typingctx targetctx library"),
        (compiler.Compiler, "define_pipelines", "self"),
        (PassManager, "finalize", "self"),
        (ir.Inst, "_rec_list_vars", "self val"),
        (TargetConfig, "values", "self"),
        (BaseFunction, "get_call_type", "self context args kws"),
        (codegen.Codegen, "create_library", "self name"),
        (codegen.JITCPUCodegen, "_add_module", "self module"),
        (codegen.JITCPUCodegen, "set_env", "self env_name env"),
        (codegen.CPUCodegen, "_pass_builder", "self"),
        (codegen.CPUCodegen, "_function_pass_manager", "self"),
        (postproc.PostProcessor, "run", "self emit_dels extend_lifetimes"),
        (postproc.PostProcessor, "_insert_var_dels", "self extend_lifetimes"),
        (postproc, "VariableLifetime", "blocks"),
        (transforms, "canonicalize_cfg", "blocks"),
        (base, "_has_loc", "fn"),
        (Lower, "storevar", "self value name argidx"),
        (Lower, "delvar", "self name"),
        (Lower, "getvar", "self name"),
        (Lower, "alloca_lltype", "self name lltype datamodel"),
        (arrayobj, "make_array", "array_type"),
        (Lower, "_alloca_var", "self name fetype"),
        (codegen.CPUCodeLibrary, "_optimize_functions", "self ll_module"),
        (codegen.CPUCodeLibrary, "_optimize_final_module", "self"),
        (codegen.CPUCodeLibrary, "enable_object_caching", "self"),
        (codegen.JITCodeLibrary, "_finalize_specific", "self"),
        (codegen.JITCodeLibrary, "get_pointer_to_function", "self name"),
        (dispatcher.Dispatcher, "add_overload", "self cres"),
        (dispatcher.Dispatcher, "_compile_for_args", "self"),
        (dispatcher.Dispatcher, "compile", "self sig"),
        (dispatcher.Dispatcher, "disable_compile", "self"),
        (Cache, "save_overload", "self sig data"),
        (Cache, "load_overload", "self sig target_context"),
        (FunctionCache, "_impl_class", ""),
        (Lower, "create_cfunc_wrapper", "self"),
        (llvm.NewPassManager, "add_sroa_pass", "self"),
        (llvm.NewPassManager, "add_instruction_combine_pass", "self"),
        (llvm.NewPassManager, "add_simplify_cfg_pass", "self"),
        (llvm.NewPassManager, "run", "self IR pb"),
        (CPUCallConv, "get_function_type", "self restype argtypes"),
        (CPUCallConv, "call_function", "self builder callee resty argtys args"),
        (CPUCallConv, "return_status_propagate", "self builder status"),
        (cgutils, "if_unlikely", "builder pred"),
        (cgutils, "alloca_once", "builder ty size"),
        (cgutils, "get_null_value", "ltype"),
        (cgutils, "pack_array", "builder values"),
        (binding, "add_symbol", "name address"),
        (binding, "parse_assembly", "llvmir"),
        (ffi.lib._lock, "_cblist", ""),
        (errors, "new_error_context", "fmt_"),
        (lowering, "new_error_context", "fmt_"),
        (typeinfer, "new_error_context", "fmt_"),
        (errors, "_format_msg", "fmt args kwargs"),
        (errors, "loc_info", ""),
        (errors, "_numba_path", ""),
        (errors.WarningsFixer, "catch_warnings", "self"),
        (typeinfer.ConstraintNetwork, "propagate", "self typeinfer"),
        (typeinfer, "ForceLiteralArg", ""),
        (ssa, "_run_ssa", "blocks"),
        (ssa, "_find_defs_violators", "blocks cfg"),
        (ssa, "_run_block_rewrite", "blocks states handler"),
        (typed_passes.IRLegalization, "run_pass", "self state"),
        (BaseContext, "resolve_getattr", "self typ attr"),
        (Lower, "lower_expr", "self resty expr"),
        (Lower, "lower_getitem", "self resty expr value index signature"),
        (Lower, "lower_setitem", "self target_var index_var value_var signature"),
        (Lower, "_cast_var", "self var ty"),
        (base.BaseContext, "unpack_value", "self builder ty ptr align"),
        (base.BaseContext, "pack_value", "self builder ty value ptr align"),
        (base.BaseContext, "make_constant_array", "self builder typ ary"),
        (instructions.Block, "descr", "self buf"),
        (event, "register", "kind listener"),
        (event, "Listener", ""),
    ]
    for where, name, arguments in parts:
        label = f"{getattr(where, '__name__', type(where).__name__)}.{name}"
        found = getattr(where, name, None)
        if found is None:
            return f"numba has no {label}"
        if arguments and list(inspect.signature(found).parameters)[: len(arguments.split())] != arguments.split():
            return f"numba's {label} takes other arguments"
    stored = (
        (codegen.CodeLibrary.__init__, "_codegen"),
        (dispatcher.Dispatcher.__init__, "_cache"),
        (codegen.CPUCodeLibrary._get_module_for_linking, "_shared_module"),
        (Cache.__init__, "_cache_file"),
        (PassManager.__init__, "passes"),
        (PassManager.__init__, "_finalized"),
        (TargetConfig.__init__, "_values"),
        (Lower.storevar, "_singly_assigned_vars"),
        (Lower.storevar, "_disable_sroa_like_opt"),
        (Lower.delvar, "_blk_local_varmap"),
        (Lower.decref, "enable_nrt"),
        (postproc.PostProcessor.run, "variable_lifetime"),
    )
    for function, name in stored:
        if name not in function.__code__.co_names:
            return f"numba's {function.__qualname__} keeps no {name}"
    return ""


def _why_plain() -> str:
    if os.environ.get("EQUITY_PLAIN_NUMBA", "0") not in ("", "0"):
        return "EQUITY_PLAIN_NUMBA is set"
    if _absent:
        return _absent
    try:
        return _first_difference()
    except (AttributeError, TypeError, ValueError) as error:  # a whole class is gone, or has become something else
        return str(error)


REASON = _why_plain()


# ---------------------------------------------------------------- what is compiled now


def watch_compilations(on_start: Callable[[], None], on_end: Callable[[], None]) -> None:
    """Call these around every true compilation (not of kernels that come from the cache); without events, never.

    Those of our own functions are made quicker: see `_quicken`.
    """
    if not hasattr(event, "Listener"):
        return

    class Watch(event.Listener):  # type: ignore[misc]
        def __init__(self) -> None:
            self.endings: list[Callable[[], None]] = []  # one for each compilation that is under way

        def on_start(self, what: Any) -> None:
            self.endings.append(_do_nothing)  # an end comes also where the beginning is interrupted or refused
            on_start()
            if str(what.data["dispatcher"].py_func.__module__).startswith("equity."):
                self.endings[-1] = _quicken()
            elif not REASON and BaseFunction.get_call_type is _call_type:
                _link_later(what.data["dispatcher"])

        def on_end(self, _: Any) -> None:
            self.endings.pop()()
            on_end()

    event.register("numba:compile", Watch())


# ---------------------------------------------------------------- quicker twins of Numba's own functions


def _quicken() -> Callable[[], None]:
    """Put quicker twins of some of Numba's functions in their places, stop collecting garbage; return what undoes it.

    Compilers build up little garbage, and the collector walks through all they keep.
    """
    collects = gc.isenabled()
    gc.disable()
    own: list[tuple[Any, str, Any]] = []
    if not REASON and BaseFunction.get_call_type is not _call_type:
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
        if way_in or type(self._codegen) is _Unlinked:
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


def _optimize_straight(library: Any) -> None:
    """Optimise a kernel and leave its loops as they are: `CPUCodeLibrary._optimize_final_module`."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(library._codegen._tm, tuning)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(library._final_module, builder)


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


def _describe(self: Any, lines: list[str]) -> None:
    """Write a block of LLVM's instructions as text, no line of which is kept: `Block.descr`."""
    lines.append(f"{self._format_name()}:\n")
    for each in self.instructions:
        parts: list[str] = []
        each.descr(parts)
        line = "".join(parts).rstrip()
        is_void = isinstance(each.type, instructions.VoidType)
        lines.append(f"  {line}\n" if is_void else f"  {each.get_reference()} = {line}\n")


def _do_nothing(*_: object) -> None:
    pass


if not _absent and not REASON:
    _full_call_type = BaseFunction.get_call_type
    _full_store, _full_forget = Lower.storevar, Lower.delvar
    _full_reserve, _full_make_array = Lower.alloca_lltype, arrayobj.make_array
    _full_post_process = postproc.PostProcessor.run
    _full_has_loc = base._has_loc
    _full_text_of_record = types.Record.__repr__
    _full_find_violators, _full_rewrite_blocks = ssa._find_defs_violators, ssa._run_block_rewrite
    _full_legalize, _full_attribute = typed_passes.IRLegalization.run_pass, BaseContext.resolve_getattr
    _full_constant_array = base.BaseContext.make_constant_array
    _full_get_item, _full_set_item, _full_expression = Lower.lower_getitem, Lower.lower_setitem, Lower.lower_expr
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
        (Lower, "create_cfunc_wrapper", _do_nothing),  # what C would call
        (ffi.lib._lock, "_cblist", []),  # events of each call of LLVM
        *((where, "new_error_context", _ErrorContext) for where in (errors, lowering, typeinfer)),
        (typeinfer.ConstraintNetwork, "propagate", _propagate),
        (ssa, "_find_defs_violators", _find_violators),
        (ssa, "_run_block_rewrite", _rewrite_blocks),
        (typed_passes.IRLegalization, "run_pass", _legalize),
        (BaseContext, "resolve_getattr", _attribute),
        (Lower, "lower_getitem", _get_item),
        (Lower, "lower_setitem", _set_item),
        (Lower, "lower_expr", _expression),
        (base.BaseContext, "make_constant_array", _constant_array),
        (instructions.Block, "descr", _describe),
    ]


# ---------------------------------------------------------------- functions inside kernels

# Numba's words for what only kernels call, for what of that makes arrays, and for all our functions
INNER: dict[str, Any] = {}
ALLOCATING: dict[str, Any] = {}
OURS: dict[str, Any] = {}
STRAIGHT: dict[str, Any] = {}

if not REASON:
    _SPARE = {
        "WithLifting",
        "InlineClosureLikes",
        "RewriteDynamicRaises",
        "MakeFunctionToJitFunction",
        "InlineInlinables",
        "FindLiterallyCalls",
        "LiteralUnroll",
        "LiteralPropagationSubPipelinePass",
        "InlineOverloads",
        "NopythonRewrites",
    }

    class _Unlinked:
        """A code generator that keeps a library from the linker, so that no machine code is made of it."""

        def __init__(self, wrapped: Any) -> None:
            self._wrapped = wrapped

        def __getattr__(self, name: str) -> Any:
            return getattr(self._wrapped, name)

        def _add_module(self, module: Any) -> None:
            """Leave the module out: the linker shall not see it."""

        def set_env(self, env_name: str, env: Any) -> None:
            """Leave out what only machine code has: where it finds Python's objects."""

    class _Lean(compiler.Compiler):  # type: ignore[misc]
        """Leaves out the passes for what our functions do not do.

        Closures, ``with`` and ``raise`` with computed texts, functions to inline as Numba's own representation,
        expressions of whole arrays, literals that choose another function.
        """

        def define_pipelines(self) -> Any:
            pipelines = super().define_pipelines()
            for pipeline in pipelines:
                pipeline.passes = [each for each in pipeline.passes if each[0].__name__ not in _SPARE]
                pipeline._finalized = False
                pipeline.finalize()
            return pipelines

    class _WithLibrary(compiler.Compiler):  # type: ignore[misc]
        """Compiles a function into a library that `_prepare` has changed."""

        def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
            super().__init__(typing, target, library, *rest)
            if library is None:
                library = target.codegen().create_library("ours")
                library.enable_object_caching()
                self._prepare(library)
                self.state.library = library

    class _Unlinking(_WithLibrary):
        """Keeps a function as instructions for its callers, which optimise them as a part of themselves.

        Left to itself Numba optimises a function alone, then again within each caller, and so on up to the kernel. And
        it hands every one to the linker, which would take the plain code it makes of that for what the kernel calls: a
        process that compiled `play_deals` itself played hands a quarter slower than one that found it in the cache.
        """

        def _prepare(self, library: Any) -> None:
            library._optimize_final_module = library._finalize_specific = _do_nothing
            library._codegen = _Unlinked(library._codegen)

    class _LinkedLater(_Unlinking, _Lean):
        pass

    class _Straight(_WithLibrary, _Lean):
        """Compiles a kernel whose loops stay as they are written."""

        def _prepare(self, library: Any) -> None:
            library._optimize_final_module = partial(_optimize_straight, library)

    ALLOCATING = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _LinkedLater}
    INNER = {**ALLOCATING, "_nrt": False}
    OURS = {"pipeline_class": _Lean}
    STRAIGHT = {"pipeline_class": _Straight}


def _link_later(function: Any) -> None:
    """Keep one of Numba's own functions, which a kernel of ours calls, as instructions too."""
    if function.targetoptions.get("no_cpython_wrapper"):
        function._compiler.pipeline_class = _Unlinking


def keep_inside(function: Any, *, allocates: bool = True) -> Any:
    """Make a function that has no way in from Python refuse, because a call from there would jump to address 0."""
    if not REASON and hasattr(function, "overloads"):  # a plain function with NUMBA_DISABLE_JIT
        function.add_overload = partial(_keep, function.overloads, allocates)
        function._compile_for_args = partial(_refuse, function.py_func.__name__)
    return function


def _keep(overloads: Any, allocates: bool, compiled: Any) -> None:
    result = compiled.signature.return_type
    if not allocates and any(isinstance(part, types.Array) for part in (result, *getattr(result, "types", ()))):
        raise TypeError(f"{compiled.fndesc.qualname}: an inner kernel counts no references, so it returns no array")
    overloads[tuple(compiled.signature.args)] = compiled


def _refuse(name: str, *_: object, **__: object) -> None:
    raise TypeError(f"{name} is an inner kernel, which only kernels can call")


# ---------------------------------------------------------------- functions apart from kernels

_APART, _DIGITS = b"equity-apart-", 16
_apart: dict[bytes, tuple[str, str, Any]] = {}  # by symbol: module, name, signature


def keep_apart(function: Any) -> Any:
    """Let kernels call a function's machine code by a name that the linker knows, instead of having it as a part.

    The name is the same in every process, unlike Numba's. Files of the cache list those they need, see `_Store`.
    """
    if not REASON and hasattr(function, "overloads"):
        function.add_overload = partial(_name, function)
        function._compile_for_args = partial(_refuse, function.py_func.__name__)
    return keep_safely(function)


def is_apart(function: Any) -> bool:
    """Say whether a function is compiled apart from kernels, with no way in from Python."""
    return getattr(getattr(function, "add_overload", None), "func", None) is _name


def _name(function: Any, compiled: Any) -> None:
    described, library, own = compiled.fndesc, compiled.library, function.py_func
    arguments = tuple(compiled.signature.args)
    told = hashlib.sha256(f"{own.__module__} {own.__qualname__} {arguments}".encode()).hexdigest()
    symbol = f"{_APART.decode()}{told[:_DIGITS]}"
    binding.add_symbol(symbol, library.get_pointer_to_function(described.llvm_func_name))
    _apart[symbol.encode()] = own.__module__, own.__qualname__, arguments
    shape = compiled.target_context.call_conv.get_function_type(described.restype, described.argtypes)
    module = instructions.Module()
    caller = instructions.Function(module, shape, described.llvm_func_name)
    caller.linkage = "linkonce_odr"
    caller.attributes.add("alwaysinline")
    builder = instructions.IRBuilder(caller.append_basic_block())
    builder.ret(builder.call(instructions.Function(module, shape, symbol), caller.args))
    library._shared_module = binding.parse_assembly(str(module))  # what its callers link
    _keep(function.overloads, False, compiled)


# ---------------------------------------------------------------- the cache


class _Store:
    """The files of one kernel: one for each signature, named by its hash, with a checksum. Any doubt is a miss.

    With the machine code goes what functions it calls by name: they are there, or compiled, before the linker looks.
    """

    def __init__(self, cache: Any, own: Any = None) -> None:
        self._own = (own.__module__, own.__qualname__) if own else None
        self._base = Path(cache.cache_path) / cache._impl.filename_base
        self._stamp = cache._impl.locator.get_source_stamp()

    def _path(self, key: Any) -> Path:
        name = hashlib.sha256(repr((key, self._stamp)).encode()).hexdigest()[:16]
        found: Path = self._base.with_name(f"{self._base.name}.{name}.nbc")
        return found

    def load(self, key: Any) -> Any:
        try:
            held = _content(self._path(key).read_bytes())
        except OSError:
            return None
        if held is None:
            return None
        found, data, needed = pickle.loads(held)
        if found != key:
            return None
        for module, name, arguments in needed:  # what the linker does not find ends the process
            getattr(import_module(module), name).compile(arguments)
        return data

    def save(self, key: Any, data: Any) -> None:
        path = self._path(key)
        names = set(re.findall(_APART + rb"\w{%d}" % _DIGITS, dumps(data)))
        needed = [_apart[name] for name in sorted(names) if _apart[name][:2] != self._own]
        held = dumps((key, data, needed))
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        with suppress(OSError):  # a full disk: the kernel is used all the same
            try:
                beside.write_bytes(_MARK + hashlib.sha256(held).digest() + held)
                beside.replace(path)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise


def _content(file: bytes) -> bytes | None:
    """Return what a file of the cache holds, None if it is damaged."""
    start = len(_MARK) + _SUM
    held = file[start:]
    whole = file[:start] == _MARK + hashlib.sha256(held).digest()
    return held if whole else None


def is_whole_file(path: Path) -> bool:
    """Say whether a file of the cache is as it was written; those of plain Numba have no checksum."""
    try:
        return bool(REASON) or _content(path.read_bytes()) is not None
    except OSError:
        return False


def keep_safely(function: Any) -> Any:
    """Let a kernel's cache notice damage, and do without where the disk is full."""
    cache: Any = getattr(function, "_cache", None)
    if not REASON and hasattr(cache, "_impl"):  # none with NUMBA_DISABLE_JIT or without a folder
        cache._cache_file = _Store(cache, function.py_func)
    return function


# ---------------------------------------------------------------- addresses, and arrays that nobody counts


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
