"""The decorators of the kernels: inner kernels stay inside, and what leans on Numba's private parts is looked for."""

from __future__ import annotations

import gc
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import numba
import numpy as np
import pytest

from equity.kernels.compile import _numba, _numba_twins
from equity.kernels.compile.decorators import apart, inline, inner, kernel, why_plain
from tests.helpers import jit_is_off

ROOT = Path(__file__).resolve().parents[1]


@inner
def item(values, index):
    return values[index]


@kernel
def three_items(values):
    narrow = np.int8(1)
    return item(values, 0) + item(values, narrow) + item(values, values.size - 1)


needs_tuned = pytest.mark.skipif(jit_is_off() or bool(why_plain()), reason="needs Numba's private parts")


@pytest.mark.small
def test_constants_and_widths_give_one_answer():
    assert three_items(np.arange(5)) == 5


@needs_tuned
@pytest.mark.parametrize("decorate", [inline, inner, apart])
def test_a_constant_and_a_variable_are_one_compilation(decorate):
    """Numba makes one for the literal 0, one for the literal 1 and one for any int64; named arguments alike."""
    chosen = decorate(_chosen)

    @partial(kernel, keep=False)
    def caller(values, index):
        return chosen(values, 0, True) + chosen(values, index=1, is_doubled=False) + chosen(values, index, False)

    assert caller(np.arange(5), 4) == 5
    assert [types[1:] for types in chosen.overloads] == [(numba.int64, numba.boolean)]


def _chosen(values, index, is_doubled):
    return 2 * values[index] if is_doubled else values[index]


@needs_tuned
def test_an_inner_kernel_refuses_python_instead_of_crashing():
    three_items(np.arange(5))
    with pytest.raises(TypeError, match="item is an inner kernel"):
        item(np.arange(5), 1)


def _first(values):
    return values[0]


def _second(values):
    return values[1]


@needs_tuned
@pytest.mark.parametrize("decorate", [inline, inner])
def test_no_machine_code_is_made_of_what_callers_optimise(decorate):
    """The linker would take it, which is not optimised, for the function of the same name in the kernel."""
    first, second = decorate(_first), decorate(_second)

    @kernel
    def caller(values):
        return second(values) - first(values)

    assert caller(np.arange(5)) == 1
    handed_over = {f: [o.library._final_module._owned for o in f.overloads.values()] for f in (second, first, caller)}
    assert list(handed_over.values()) == [[False], [False], [True]]


@needs_tuned
@pytest.mark.parametrize("change", ["gone", "other arguments"])
def test_a_private_part_of_numba_that_has_changed_is_named(change, monkeypatch):
    assert _numba.REASON == _numba._first_difference() == ""
    if change == "gone":
        monkeypatch.delattr(_numba.cgutils, "alloca_once")
    else:
        monkeypatch.setattr(_numba.cgutils, "alloca_once", lambda builder, kind: None)
    assert "alloca_once" in _numba._first_difference()


@pytest.mark.small
def test_the_files_of_one_name_lean_on_private_parts():
    kernels = ROOT / "equity"
    private = re.compile(r"numba\.(?:core|cloudpickle)|cgutils|overloads|_optimize_final_module|_compile_for_args")
    found = {path.name for path in kernels.rglob("*.py") if private.search(path.read_text("utf-8"))}
    assert found == {f"_numba{part}.py" for part in ("", "_addresses", "_lowering", "_twins")}


@pytest.mark.small
def test_inner_kernels_are_named_by_kernels_only():
    kernels = ROOT / "equity" / "kernels"
    found = {
        name
        for path in kernels.rglob("*.py")
        for name in re.findall(r"@(?:inline|inner)\ndef (\w+)", path.read_text("utf-8"))
    }
    assert found
    imported = re.compile(r"from equity\.kernels[\w.]* import ([^(\n]+|\([^)]*\))")
    for folder in ("equity", "tests", "bench", "notebooks"):
        for path in (ROOT / folder).rglob("*.py"):
            if kernels in path.parents:
                continue
            text = path.read_text("utf-8")
            if "from equity.kernels.compile.decorators import" in text:
                continue  # has kernels of its own
            names = {name for line in imported.findall(text) for name in re.findall(r"\w+", line)}
            assert not names & found, path


@needs_tuned
def test_quicker_twins_answer_as_numba_does_and_stand_in_only_for_our_own():
    """Every call of a twin is compared with Numba's own, while a function is compiled."""
    from numba.core import ir
    from numba.core.targetconfig import TargetConfig
    from numba.core.types.functions import BaseFunction

    places = [(ir.Inst, "_rec_list_vars"), (TargetConfig, "values"), (BaseFunction, "get_call_type")]
    before = [getattr(place, name) for place, name in places]
    seen = dict.fromkeys(("variables", "values", "signatures"), 0)

    def loop(values, pairs):
        total = np.int64(0)
        for i in range(values.size):
            first, second = pairs[i], (i, total)
            total += values[i] if first > second[0] else -values[i]
        return total, values[:2].sum()

    undo = _numba_twins.quicken()
    twins = [getattr(place, name) for place, name in places]
    assert twins != before
    assert not gc.isenabled()

    def variables(self, value):
        seen["variables"] += 1
        found = twins[0](self, value)
        assert found == before[0](self, value)
        return found

    def values(self):
        seen["values"] += 1
        found = twins[1](self)
        assert found == before[1](self)
        return found

    def signatures(self, context, args, kws):
        seen["signatures"] += 1
        found = twins[2](self, context, args, kws)
        assert found == before[2](self, context, args, kws)
        return found

    for (place, name), checked in zip(places, (variables, values, signatures), strict=True):
        setattr(place, name, checked)
    try:
        assert numba.njit(loop)(np.arange(4), np.ones(4, np.int64)) == (-6, 1)
    finally:
        undo()
    assert min(seen.values()) > 20
    assert [getattr(place, name) for place, name in places] == before
    assert gc.isenabled()


@needs_tuned
def test_a_kernel_does_without_scipy_and_a_users_function_has_it():
    """Numba loads SciPy's linear algebra to see that it is there: a quarter of a second of every process."""
    pytest.importorskip("scipy.linalg.cython_blas")
    asked = """if True:
        import sys
        import numba
        import numpy as np
        from equity.kernels.cards.evaluate import count_categories

        count_categories(5, np.zeros(7463, np.int64))
        print("scipy.linalg" in sys.modules)
        values = np.array([[2.0, 1.0], [1.0, 3.0]])
        solved = numba.njit(lambda a: (np.dot(a, a), np.linalg.inv(a), np.convolve(a[0], a[1])))(values)
        print(np.allclose(solved[0], values @ values), np.allclose(solved[1] @ values, np.eye(2)), solved[2].tolist())
    """
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["False", "True True [2.0, 7.0, 3.0]"]


@needs_tuned
def test_an_inner_kernel_that_returns_an_array_is_refused():
    """It counts no references, so its caller would let go of what it never held."""

    @inner
    def same(values):
        return values

    @kernel
    def caller(values):
        return same(values).size

    with pytest.raises(Exception, match="returns no array"):
        caller(np.arange(3))
