"""Whole hands at scale: players, runs of any length, and figures with honest errors.

Names are loaded when first used; making a `Strategy` needs neither NumPy nor Numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from equity.simulate.actions import Action as Action
    from equity.simulate.actions import Label as Label
    from equity.simulate.batch import HandBatch as HandBatch
    from equity.simulate.batch_play import play_batch as play_batch
    from equity.simulate.result import PlayerResult as PlayerResult
    from equity.simulate.result import SimulationResult as SimulationResult
    from equity.simulate.runner import run as run
    from equity.simulate.sessions import SessionResult as SessionResult
    from equity.simulate.sessions import play_session as play_session
    from equity.simulate.strategies import batched as batched
    from equity.simulate.strategies import compiled as compiled
    from equity.simulate.strategies import scalar as scalar
    from equity.simulate.strategy import Strategy as Strategy

# name -> the module that defines it; None: the name is a module itself
_HOMES: dict[str, str | None] = {
    "Action": "equity.simulate.actions",
    "HandBatch": "equity.simulate.batch",
    "Label": "equity.simulate.actions",
    "PlayerResult": "equity.simulate.result",
    "SimulationResult": "equity.simulate.result",
    "SessionResult": "equity.simulate.sessions",
    "Strategy": "equity.simulate.strategy",
    "batched": "equity.simulate.strategies",
    "compiled": "equity.simulate.strategies",
    "open_cluster": "equity.cluster",
    "play_batch": "equity.simulate.batch_play",
    "play_session": "equity.simulate.sessions",
    "run": "equity.simulate.runner",
    "scalar": "equity.simulate.strategies",
    "strategies": None,
}

__all__ = [
    "Action",
    "HandBatch",
    "Label",
    "PlayerResult",
    "SessionResult",
    "SimulationResult",
    "Strategy",
    "batched",
    "compiled",
    "play_batch",
    "play_session",
    "run",
    "scalar",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'equity.simulate' has no attribute {name!r}")
    home = _HOMES[name]
    value = import_module(f"equity.simulate.{name}") if home is None else getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
