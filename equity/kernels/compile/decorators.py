"""The project's four decorators for compiled functions, and every Numba flag with its reason.

- `kernel`: what Python calls. ``cache=True``: the command starts cold every time, and a cached kernel loads in
  milliseconds. ``nogil=True``: kernels run side by side in an ordinary thread pool (`equity.parallel`); Numba's own
  threading layers load slowly, abort after a fork and give random streams that depend on the number of threads.
  ``error_model="numpy"``: no checks for division by zero in inner loops.
- `inner`: what only kernels call: no cache of its own and no way in from Python; its callers optimise it as a part of
  themselves. See `equity.kernels.compile._numba` for what that saves.
- `apart`: what many kernels call, and seldom enough that a jump of a nanosecond does not count: compiled once, kept in
  the cache like a kernel, without a way in from Python. `finish` alone was a part of 17 kernels. With it,
  `count_runouts`, `settle_at_equity` and `tell` apart, LLVM takes 0.7 of its time and `equity warmup` 0.88. Not for
  what gains by being a part of its caller.
- `inline`: an `inner` copied into every place that calls it (Numba's ``forceinline``): for what is called in one or two
  hot places. Without it `play_deals` takes 1.6 times as long a hand for six callers, 1.4 times for six of style tag.

No explicit signatures (they compile at import), no fastmath (counts are exact). Tried and taken out: ``noinline`` for
what is big and called in several places (no difference). Without LLVM's loop vectoriser (NUMBA_LOOP_VECTORIZE=0)
nothing changes by more than 3 % on Zen 4: rows of hands, all seven-card hands, boards of three hands, the sweep of
three ranges, whole hands. On an AVX-512 Xeon, with the unroller off too, it is `straight` there: sampling takes 0.96 of
the time, whole hands of six of style tag 0.9, style equity 0.84, random 1.02, and LLVM takes a fifth less. Flops take
1.2 to 1.4 of their time then, the nuts 1.1, outs 1.07: these stay as they are. Readers of text, replay, statistics,
hands in arrays, classes and strengths of hands take 0.98 to 1.01 and are `straight`.

Numba's cache does not notice an edit in a function called from another file, so ours lives in a folder named after a
hash of everything in `equity/kernels` and the tables: an edit or an upgrade starts a fresh one. Where no folder can be
written, kernels are compiled in each process; ``equity doctor`` says so.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba

import equity.kernels as _kernels
from equity.kernels.compile import _numba, _numba_twins
from equity.kernels.compile._numba import config

__all__ = ["apart", "cache_folder", "damaged_files", "inline", "inner", "is_cached", "kernel", "why_plain"]

_any: Any = numba  # its types do not know all flags

_numba_twins.watch_compilations(_kernels.compilation_begins, _kernels.compilation_ends)


def why_plain() -> str:
    """Return why Numba is used without its private parts, "" if it is tuned."""
    return _numba.REASON


@cache
def cache_folder() -> Path | None:
    """Return the folder compiled kernels are kept in, or None if none can be written."""
    here = Path(_kernels.__file__).resolve().parent
    stamp = hashlib.sha256()
    for path in sorted(here.rglob("*.py")):
        stamp.update(path.read_bytes())
    names = "constants tables runouts matchups cards strengths made_hands".split()
    for name in (*(f"{name}.py" for name in names), "data/evaluator.npz", "data/push_fold.npz"):
        stamp.update((here.parent / name).read_bytes())
    how = "plain" if _numba.REASON else "tuned"
    stamp.update(f"{numba.__version__} {sys.version_info[:2]} {config.BOUNDSCHECK} {how}".encode())
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
    """Say whether the cache has a file of a kernel, so that the command can announce a first compilation."""
    folder = cache_folder()
    code = getattr(function, "py_func", function).__code__
    return folder is not None and any(folder.rglob(f"*.{code.co_name}-{code.co_firstlineno}.*.nbc"))


def damaged_files() -> list[Path]:
    """Return the files of the cache that are not as they were written; their kernels are compiled anew when needed."""
    folder = cache_folder()
    return sorted(path for path in folder.rglob("*.nbc") if not _numba.is_whole_file(path)) if folder else []


def kernel(function: Callable[..., Any], *, signature: Any = None, keep: bool = True, straight: bool = False) -> Any:
    """Compile a function that Python calls; with a signature at once, without `keep` not into the cache.

    `straight` leaves its loops as they are: nothing is unrolled or vectorised.
    """
    flags = _numba.STRAIGHT if straight else {}
    return _numba.keep_safely(_cached(function, signature, keep=keep, **flags))


def _cached(function: Callable[..., Any], signature: Any, *, keep: bool = True, **flags: Any) -> Any:
    folder = cache_folder() if keep else None
    before = config.CACHE_DIR
    try:
        if folder is not None:
            config.CACHE_DIR = str(folder)
        return _njit(function, signature, cache=folder is not None, **flags)
    except RuntimeError:  # Numba found no place it may write to
        return _njit(function, signature, **flags)
    finally:
        config.CACHE_DIR = before


def inner(function: Callable[..., Any], *, allocates: bool = False) -> Any:
    """Compile a function that only kernels call, as a part of each of them.

    One that makes arrays, or gets them from one that does, has to say that it `allocates`: others count no references.
    """
    flags = _numba.ALLOCATING if allocates else _numba.INNER
    return _numba.keep_inside(_njit(function, None, **flags), allocates=allocates)


def apart(function: Callable[..., Any], *, allocates: bool = False, straight: bool = False) -> Any:
    """Compile a function that only kernels call once for all of them: they jump to it, in a nanosecond."""
    flags = {**(_numba.ALLOCATING if allocates else _numba.INNER), **(_numba.STRAIGHT if straight else _numba.OURS)}
    return _numba.keep_apart(_cached(function, None, **flags))


def inline(function: Callable[..., Any]) -> Any:
    """Compile a function that only kernels call into every place that calls it."""
    return _numba.keep_inside(_njit(function, None, forceinline=True, **_numba.INNER), allocates=False)


def _njit(function: Callable[..., Any], signature: Any, **flags: Any) -> Any:
    # forceinline is said every time: else a function takes it from the one that made it compile
    given = () if signature is None else (signature,)
    return _any.njit(*given, nogil=True, error_model="numpy", **{"forceinline": False, **_numba.OURS, **flags})(
        function
    )
