"""Texas hold'em equities, evaluation, rules and simulation.

Names are loaded when first used, so that ``import equity`` stays cheap: nothing here imports NumPy or Numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from equity._version import __version__

if TYPE_CHECKING:
    from equity.errors import EquityError as EquityError

# name -> the module that defines it; None: the name is a module itself
_HOMES: dict[str, str | None] = {
    "EquityError": "equity.errors",
    "rules": None,
}

__all__ = ["EquityError", "__version__"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'equity' has no attribute {name!r}")
    home = _HOMES[name]
    value = import_module(f"equity.{name}") if home is None else getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
