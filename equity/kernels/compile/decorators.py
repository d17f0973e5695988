"""The project's decorators for compiled functions, and every Numba flag with its reason.

`kernel` compiles with

- ``cache=True``: the command starts cold every time; a cached kernel loads in milliseconds.
- ``nogil=True``: kernels run side by side in an ordinary thread pool (`equity.parallel`); Numba's own threading layers
  load slowly, abort after a fork and give random streams that depend on the number of threads.
- ``error_model="numpy"``: no checks for division by zero in inner loops.

`inner` is for what only kernels call: the same without a cache and without ``cpython`` and ``cfunc`` wrappers. In the
play of whole hands, where functions are stacked high, it comes in three more forms: `joined` is optimised by its
callers only, `inlined` is copied into each of them, `apart` into none.

No explicit signatures (they compile at import), no fastmath (counts are exact).

Numba's cache does not notice an edit in a function called from another file, so ours lives in a folder named after a
hash of everything in `equity/kernels` and the tables: an edit or an upgrade starts a fresh one. Where no folder can be
written, kernels are compiled in each process; ``equity doctor`` says so.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

import numba
from numba.core import compiler as _compiler
from numba.core import config as _numba_config
from numba.core import event

import equity.kernels as _kernels

__all__ = ["apart", "cache_folder", "inlined", "inner", "is_cached", "joined", "kernel"]

config: Any = _numba_config
_any: Any = numba  # its types know neither wrapper flags nor what a type's instance holds


class _FirstCompilation(event.Listener):
    """Calls `equity.kernels.on_compile` once; Numba reports true compilations only, not kernels from the cache."""

    def on_start(self, event: Any) -> None:
        call, _kernels.on_compile = _kernels.on_compile, None
        if call is not None:
            call()

    def on_end(self, event: Any) -> None:
        """Do nothing; Numba asks for the method."""


event.register("numba:compile", _FirstCompilation())


@cache
def cache_folder() -> Path | None:
    """Return the folder compiled kernels are kept in, or None if none can be written."""
    here = Path(_kernels.__file__).resolve().parent
    stamp = hashlib.sha256()
    for path in sorted(here.rglob("*.py")):
        stamp.update(path.read_bytes())
    for name in ("constants.py", "tables.py", "runouts.py", "matchups.py", "cards.py", "data/evaluator.npz"):
        stamp.update((here.parent / name).read_bytes())
    stamp.update(f"{numba.__version__} {sys.version_info[:2]} {config.BOUNDSCHECK}".encode())
    for base in _candidates():
        folder = base / stamp.hexdigest()[:16]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / f".probe-{os.getpid()}"
            probe.write_bytes(bytes(4096))  # a full disk still takes an empty file
            probe.unlink()
        except OSError:
            continue
        return folder
    return None


def _candidates() -> list[Path]:
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return [Path(given) / "equity"]
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if home:
        return [Path(home) / "equity"]
    try:
        return [Path.home() / ".cache" / "equity"]
    except RuntimeError:  # no HOME and no password entry
        return []


def is_cached(function: Callable[..., Any]) -> bool:
    """Say whether a kernel's file in the cache exists, so that the command can announce a first compilation."""
    folder = cache_folder()
    code = getattr(function, "py_func", function).__code__
    return folder is not None and any(folder.rglob(f"*.{code.co_name}-{code.co_firstlineno}.*.nbi"))


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function with the project's flags; see the module's docstring for the reason of each."""
    folder = cache_folder()
    before = config.CACHE_DIR
    try:
        if folder is not None:
            config.CACHE_DIR = str(folder)
        return _compiled_once(_saved_if_possible(_njit(function, cache=folder is not None)))
    except RuntimeError:  # Numba found no place it may write to
        return _compiled_once(_njit(function))
    finally:
        config.CACHE_DIR = before


def _saved_if_possible(dispatcher: Any) -> Any:
    """Make a kernel that cannot be kept, because the disk is full, one that is used all the same."""
    cache = getattr(dispatcher, "_cache", None)
    if cache is not None:
        save = cache.save_overload

        def save_quietly(*compiled: Any) -> None:
            with suppress(OSError):
                save(*compiled)

        cache.save_overload = save_quietly
    return dispatcher


class _Unlinked:
    """A code generator that keeps a library's instructions from the linker, so that no machine code is made of them."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def _add_module(self, module: Any) -> None:
        """Leave the module out: the linker shall not see it."""

    def set_env(self, name: str, env: Any) -> None:
        """Leave out what only machine code has: where it finds Python's objects."""


class _LinkedLater(_compiler.Compiler):
    """Makes what `joined` functions are kept as: instructions for callers, which optimise them and make the code.

    Left to itself Numba optimises a function alone, then again within each caller, and so on up to the kernel. And it
    hands every one to the linker, which would take the plain code it makes of that for what the kernel calls: a
    process that compiled `play_deals` itself played hands a quarter slower than one that found it in the cache.
    """

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library, *rest)
        if library is None:
            library = target.codegen().create_library("inner")
            library.enable_object_caching()
            library._optimize_final_module = library._finalize_specific = _do_nothing
            library._codegen = _Unlinked(library._codegen)
            self._prepare(library)
            self.state.library = library

    def _prepare(self, library: Any) -> None:
        """Change the library before instructions go in."""


class _StaysApart(_LinkedLater):
    """The same, and never copied into its callers."""

    def _prepare(self, library: Any) -> None:
        add = library.add_ir_module

        def add_apart(module: Any) -> None:
            for function in module.functions:
                if not function.is_declaration and "alwaysinline" not in function.attributes:  # Numba's own are
                    function.attributes.add("noinline")
            add(module)

        library.add_ir_module = add_apart


def _do_nothing() -> None:
    pass


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a `joined` function into every place that calls it: for what is called in one or two hot places."""
    return inner(function, pipeline_class=_LinkedLater, forceinline=True)


def apart(function: Callable[..., Any]) -> Any:
    """Compile a `joined` function that stays a function: for what is big, called in several places, and not hot."""
    return inner(function, pipeline_class=_StaysApart)


def joined(function: Callable[..., Any]) -> Any:
    """Compile an `inner` function no further than to instructions, which its callers optimise as a part of themselves.

    That is half the time to compile where functions are stacked high, as in the play of whole hands.
    """
    return inner(function, pipeline_class=_LinkedLater)


def inner(function: Callable[..., Any], **flags: Any) -> Any:
    """Compile a function that only kernels call.

    It becomes a part of its callers and of what they keep in the cache, so it needs no cache of its own and no way in
    from Python: that is an eighth of the time a cold command compiles.
    """
    dispatcher = _compiled_once(_njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True, **flags))
    if hasattr(dispatcher, "overloads"):  # called from Python it would jump to address 0
        dispatcher.add_overload = partial(_keep, dispatcher.overloads)
        dispatcher._compile_for_args = partial(_refuse, function.__name__)
    return dispatcher


def _keep(overloads: Any, compiled: Any) -> None:
    overloads[tuple(compiled.signature.args)] = compiled


def _refuse(name: str, *_: object, **__: object) -> None:
    raise TypeError(f"{name} is an inner kernel, which only kernels can call")


def _njit(function: Callable[..., Any], **flags: Any) -> Any:
    # forceinline is said every time: else a function takes it from the one that made it compile
    return _any.njit(nogil=True, error_model="numpy", **{"forceinline": False, **flags})(function)


def _compiled_once(dispatcher: Any) -> Any:
    """Make kernels that call this one share one compilation, whatever signed integers they hand it.

    Numba compiles `f(x, 0)`, `f(x, n)` and `f(x, record["seat"])` apart: a constant, int64, int8. All are int64 here.
    """
    if hasattr(dispatcher, "get_call_template"):  # a plain function with NUMBA_DISABLE_JIT
        dispatcher.get_call_template = partial(_call_template, dispatcher)
    return dispatcher


def _call_template(dispatcher: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    wide = tuple(_widened(given) for given in args)
    return type(dispatcher).get_call_template(dispatcher, wide, {name: _widened(kws[name]) for name in kws})


def _widened(given: Any) -> Any:
    given = _any.types.unliteral(given)
    return _any.types.int64 if isinstance(given, _any.types.Integer) and given.signed else given
