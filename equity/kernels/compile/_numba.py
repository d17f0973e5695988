"""What leans on Numba's private parts; without them everything works as before, compiled more slowly.

This file says whether they are as we know them, and what becomes of our functions: kernels, parts of kernels, what
kernels jump to, files of the cache. `_numba_twins` has quicker twins of Numba's own functions, `_numba_lowering` those
that write elements of arrays and ranges, `_numba_addresses` functions called through addresses.

What it leans on, and what that buys a user (cold ``equity simulate --seats tag,call``, seconds of processor time; the
first four lines measured apart from the others, on another day):

- quicker twins of some of Numba's functions while one of ours is compiled (`quicken`): 8.4 s instead of 10.1 s; no
  garbage collection meanwhile: 10.1 s instead of 11.3 s.
- passes left out that look for what our functions do not do (`_Lean`): 7.8 s instead of 8.4 s.
- ``_nrt``: inner functions count no references, for they make no arrays: 8.7 s instead of 9.2 s.
- ``pipeline_class`` with a library that is neither optimised nor linked (`_LinkedLater`): 12.5 s instead of 18.0 s.
- functions without ``cpython`` and ``cfunc`` wrappers, which Python must not call then: 12.5 s instead of 15.6 s.
- a call through an address (`call_strategy`): 6.7 ns instead of 20 ns for Numba's first-class functions, an experiment.
- `borrow` and `few_bytes`: an atomic operation for each array handed on, 20 ns for each hand dealt.
- Numba's own functions linked later too, no `cfunc` wrappers, inner functions only tidied up (`_simplify`),
  with the next two: 15.1 s instead of 18.1 s for the first hand, sample and table on a busy machine.
- what a compilation leaves is called old without being walked through (`quicken`): the collector took 5 of the 90 s of
  `equity warmup` there.
- a record in words made once (`_text_of_record`): 2 % of the first hand.
- one compilation of an inner function for numbers known and not known beforehand (`_shut`): 413 functions instead of
  465 for everything, 33.1 s instead of 34.1 s.
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
- SciPy, where it is installed, not loaded with the first kernel (`_spare_scipy`): 0.25 s of every process.
- files of the cache with a checksum (`_Store`): damage is a miss, never a wrong answer; a full disk costs time only.

`REASON` is empty if all of it is there as we know it, which is looked up at import. Else, or with EQUITY_PLAIN_NUMBA=1,
it says why not, and the decorators and `equity.kernels.compile.function_pointers` use Numba's public words only, to the
same answers (23 s for the command above). ``equity doctor`` shows which it is.

Tried, and of no use: Numba's events without listeners not sent at all (nothing), inner functions without LLVM's passes
for functions (slower: more is left for the kernel's own), kernels tidied up like inner functions (9 % of LLVM's time,
but sampling 1.1 to 1.3 times as slow), kernels without the cheap passes before the full ones or at level 2 (nothing),
fewer calls of `BaseContext.refresh` (under 1 %). An inlining threshold of 50 or 20 for straight kernels takes 0.89 of
their passes' time and nothing of the whole; code generation at level 1 or 2 takes no less than at 3. Inner functions
tidied up by one or two of the three passes of `_simplify`: the same time within its noise. One process for everything
takes 33 s where two take 36, and ten seconds more on the clock.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import pickle
import re
import sys
from contextlib import suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
from numba import types

__all__ = [
    "ALLOCATING",
    "INNER",
    "OURS",
    "REASON",
    "STRAIGHT",
    "BaseContext",
    "BaseFunction",
    "CompileError",
    "Experimental",
    "Lower",
    "TargetConfig",
    "Unlinked",
    "arrayobj",
    "base",
    "binding",
    "cgutils",
    "cloudpickle",
    "codegen",
    "config",
    "do_nothing",
    "errors",
    "event",
    "ffi",
    "instructions",
    "ir",
    "is_apart",
    "is_whole_file",
    "keep_apart",
    "keep_inside",
    "keep_safely",
    "link_later",
    "llvm",
    "lowering",
    "postproc",
    "ssa",
    "transforms",
    "typed_passes",
    "typeinfer",
]

config: Any = numba.config  # its types know none of its values

# What Numba raises for a function that it cannot compile, and what it warns with of first-class functions; then what
# carries functions to other processes by value, else by name only.
CompileError: Any = Exception
Experimental: type[Warning] = Warning
cloudpickle: Any = pickle

# Numba's own modules and classes
base: Any = None
cgutils: Any = None
codegen: Any = None
compiler: Any = None
errors: Any = None
event: Any = None
ir: Any = None
lowering: Any = None
postproc: Any = None
ssa: Any = None
transforms: Any = None
typed_passes: Any = None
typeinfer: Any = None
arrayobj: Any = None
linalg: Any = None
dumps: Any = None
BaseContext: Any = None
BaseFunction: Any = None
Lower: Any = None
TargetConfig: Any = None
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
    from numba.np import arrayobj, linalg

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
        (dispatcher.Dispatcher, "get_call_template", "self args kws"),
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
        (linalg, "ensure_blas", ""),
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


def _spare_scipy() -> None:
    """Let Numba see that SciPy is installed without loading it, 0.25 s before the first kernel of a process.

    Numba asks for it once, for functions with inner products; whoever compiles one asks again.
    """
    if REASON or config.DISABLE_JIT or "numba.np.arraymath" in sys.modules:
        return
    own, linalg.ensure_blas = linalg.ensure_blas, _find_scipy
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = own


def _find_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError("no scipy")


_spare_scipy()


# ---------------------------------------------------------------- the cache

_APART, _DIGITS = b"equity-apart-", 16  # a symbol that kernels jump to: this and so many digits
_apart: dict[bytes, tuple[str, str, Any]] = {}  # by symbol: module, name, signature
_MARK = b"equity 1"  # a file: this, the checksum of the rest, the rest
_SUM = 32


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


# ---------------------------------------------------------------- functions inside kernels


class Unlinked:
    """A code generator that keeps a library from the linker, so that no machine code is made of it."""

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    def __getattr__(self, name: str) -> Any:
        return getattr(self._wrapped, name)

    def _add_module(self, module: Any) -> None:
        """Leave the module out: the linker shall not see it."""

    def set_env(self, env_name: str, env: Any) -> None:
        """Leave out what only machine code has: where it finds Python's objects."""


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
            library._optimize_final_module = library._finalize_specific = do_nothing
            library._codegen = Unlinked(library._codegen)

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


def _optimize_straight(library: Any) -> None:
    """Optimise a kernel and leave its loops as they are: `CPUCodeLibrary._optimize_final_module`."""
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(library._codegen._tm, tuning)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(library._final_module, builder)


def do_nothing(*_: object) -> None:
    pass


def link_later(function: Any) -> None:
    """Keep one of Numba's own functions, which a kernel of ours calls, as instructions too."""
    if function.targetoptions.get("no_cpython_wrapper"):
        function._compiler.pipeline_class = _Unlinking


def keep_inside(function: Any, *, allocates: bool = True) -> Any:
    """Make a function that has no way in from Python refuse, because a call from there would jump to address 0."""
    if not REASON and hasattr(function, "overloads"):  # a plain function with NUMBA_DISABLE_JIT
        _shut(function, partial(_keep, function.overloads, allocates))
    return function


def _shut(function: Any, keep: Any) -> None:
    """Let only kernels call a function, and have one compilation for `f(x, 0)` and `f(x, n)`, which Numba keeps apart.

    As a part of its caller it is made for the number all the same.
    """
    function.add_overload = keep
    function._compile_for_args = partial(_refuse, function.py_func.__name__)
    function.get_call_template = partial(_template, function.get_call_template)


def _template(own: Any, arguments: Any, named: Any) -> Any:
    return own([types.unliteral(each) for each in arguments], {name: types.unliteral(named[name]) for name in named})


def _keep(overloads: Any, allocates: bool, compiled: Any) -> None:
    result = compiled.signature.return_type
    if not allocates and any(isinstance(part, types.Array) for part in (result, *getattr(result, "types", ()))):
        raise TypeError(f"{compiled.fndesc.qualname}: an inner kernel counts no references, so it returns no array")
    overloads[tuple(compiled.signature.args)] = compiled


def _refuse(name: str, *_: object, **__: object) -> None:
    raise TypeError(f"{name} is an inner kernel, which only kernels can call")


# ---------------------------------------------------------------- functions apart from kernels


def keep_apart(function: Any) -> Any:
    """Let kernels call a function's machine code by a name that the linker knows, instead of having it as a part.

    The name is the same in every process, unlike Numba's. Files of the cache list those they need, see `_Store`.
    """
    if not REASON and hasattr(function, "overloads"):
        _shut(function, partial(_name, function))
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
