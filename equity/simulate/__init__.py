"""Whole hands at scale: players, runs of any length, and figures with honest errors.

- `players`: what a player is, the built-in ones, and players ready for the kernels.
- `strategies`: whatever a caller hands over -> a player.
- `decisions`: what a Python player sees when it is asked.
- `runs`: millions of hands: specification, chunks, statistics, results, files.
- `sessions`: one table whose stacks carry over.
- `arrays`: many hands stepped as arrays, for learning agents.
- `gym`: the same as Gymnasium environments (extra ``gym``).
- `seeds`: the seed of a run.

Names are loaded when first used; making a `Strategy` needs neither NumPy nor Numba.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from equity.simulate.arrays.actions import Action as Action
    from equity.simulate.arrays.actions import Label as Label
    from equity.simulate.arrays.hand_batch import HandBatch as HandBatch
    from equity.simulate.arrays.play_batch import play_batch as play_batch
    from equity.simulate.players.strategy import Strategy as Strategy
    from equity.simulate.runs.result import PlayerResult as PlayerResult
    from equity.simulate.runs.result import SimulationResult as SimulationResult
    from equity.simulate.runs.runner import run as run
    from equity.simulate.sessions import SessionResult as SessionResult
    from equity.simulate.sessions import play_session as play_session
    from equity.simulate.strategies import batched as batched
    from equity.simulate.strategies import compiled as compiled
    from equity.simulate.strategies import scalar as scalar

# name -> the module that defines it; None: the name is a module itself
_HOMES: dict[str, str | None] = {
    "Action": "equity.simulate.arrays.actions",
    "HandBatch": "equity.simulate.arrays.hand_batch",
    "Label": "equity.simulate.arrays.actions",
    "PlayerResult": "equity.simulate.runs.result",
    "SimulationResult": "equity.simulate.runs.result",
    "SessionResult": "equity.simulate.sessions",
    "Strategy": "equity.simulate.players.strategy",
    "batched": "equity.simulate.strategies",
    "compiled": "equity.simulate.strategies",
    "open_cluster": "equity.cluster",
    "play_batch": "equity.simulate.arrays.play_batch",
    "play_session": "equity.simulate.sessions",
    "run": "equity.simulate.runs.runner",
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
