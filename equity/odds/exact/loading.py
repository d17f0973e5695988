"""Plain code that starts at once, or quick code that must be loaded first: speed alone decides here.

Rules of the file: the two are twins. They count the same whole numbers, so neither an answer nor the name of its method
depends on what has been loaded or asked before; only the time does. Where weights are not whole numbers, the last
digits of a sum depend on its order: there the question alone decides.

What a user gains: `equity AsKs vs QhQd -b Ts9s2d` takes 0.2 s instead of 0.7 s; who asks for a hand against any hand on
flop after flop waits 2 ms for each instead of 33 ms, from the twentieth on.
"""

from __future__ import annotations

import sys
from functools import cache

__all__ = ["is_loaded", "is_worth_loading"]

# Seconds of a first use, measured on one Zen 4 core: (the library below it, loading that, the module itself).
_LOADING = {
    "equity.odds.exact.preflop_grids": ("numpy", 0.10, 0.08),
    "equity.kernels.equities.enumeration": ("numba", 0.57, 0.03),
    "equity.kernels.equities.sweep": ("numba", 0.57, 0.03),
}
_MANY = 200  # small questions after which a process is taken for one that asks on
_FRACTIONS = 0.03  # seconds that fractional weights must save


def is_loaded(module: str) -> bool:
    """Say whether a module is there, so that a quick twin that always saves time costs no thought."""
    return module in sys.modules


def is_worth_loading(module: str, saved: float, *, whole: bool = True) -> bool:
    """Say whether the quick twin, which needs a module, is to answer this question.

    Who asks many questions is better off with the quick one: what plain answers of this process have cost so far
    counts against the time to load, so that at worst twice the shorter of both is lost. And who asks hundreds of the
    smallest ones (a hand against a hand on a flop: a tenth of the time) is a program, and asks on.

    Parameters
    ----------
    module : str
        What the quick twin loads.
    saved : float
        Seconds that it saves once it is loaded.
    whole : bool, optional
        The counts are whole numbers, the same from both.

    Examples
    --------
    >>> is_worth_loading("equity.kernels.equities.sweep", 10.0), is_worth_loading("equity.kernels.equities.sweep", -1.0)
    (True, False)
    """
    if not whole:
        return saved > _FRACTIONS
    if saved <= 0 or module in sys.modules:
        return saved > 0
    below, first, own = _LOADING[module]
    loading = own + (0.0 if below in sys.modules else first)
    spent, asked = _spent().get(below, (0.0, 0))
    if spent + saved > loading or asked >= _MANY:
        return True
    if below == "numpy" and asked:
        return True  # that is a tenth of a second: a second question is reason enough
    _spent()[below] = spent + saved, asked + 1
    return False


@cache
def _spent() -> dict[str, tuple[float, int]]:
    """Return for each library the seconds that answers without it have cost this process, and how many there were."""
    return {}
