"""The decorators of the kernels: one compilation for all integers, and inner kernels stay inside."""

from __future__ import annotations

import re
from pathlib import Path

import numba
import numpy as np
import pytest

from equity.kernels.compile.decorators import apart, inlined, inner, joined, kernel
from tests.helpers import jit_is_off

ROOT = Path(__file__).resolve().parents[1]


@inner
def item(values, index):
    return values[index]


@kernel
def three_items(values):
    narrow = np.int8(1)
    return item(values, 0) + item(values, narrow) + item(values, values.size - 1)


@pytest.mark.small
def test_constants_and_widths_share_one_compilation():
    fresh = three_items if jit_is_off() else numba.njit(three_items.py_func)  # the cache would leave `item` uncompiled
    assert fresh(np.arange(5)) == 5
    if not jit_is_off():
        assert len(item.signatures) == 1


@pytest.mark.skipif(jit_is_off(), reason="without compilation every kernel is a plain function")
def test_an_inner_kernel_refuses_python_instead_of_crashing():
    three_items(np.arange(5))
    with pytest.raises(TypeError, match="item is an inner kernel"):
        item(np.arange(5), 1)


def _first(values):
    return values[0]


def _second(values):
    return values[1]


@pytest.mark.skipif(jit_is_off(), reason="without compilation there is no machine code")
@pytest.mark.parametrize("decorate", [apart, inlined, joined])
def test_no_machine_code_is_made_of_what_callers_optimise(decorate):
    """The linker would take it, which is not optimised, for the function of the same name in the kernel."""
    second = decorate(_second)
    first = inner(_first)

    @kernel
    def caller(values):
        return second(values) - first(values)

    assert caller(np.arange(5)) == 1
    handed_over = {f: [o.library._final_module._owned for o in f.overloads.values()] for f in (second, first, caller)}
    assert list(handed_over.values()) == [[False], [True], [True]]


@pytest.mark.small
def test_inner_kernels_are_named_by_kernels_only():
    kernels = ROOT / "equity" / "kernels"
    found = {
        name
        for path in kernels.rglob("*.py")
        for name in re.findall(r"@(?:apart|inlined|inner|joined)\ndef (\w+)", path.read_text("utf-8"))
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
