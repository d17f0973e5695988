"""Whole hands at scale: players, runs of any length, and figures with honest errors.

Each room may use those above it, none below:

- `players`: what a player is, the built-in ones, and players ready for the kernels.
- `strategies`: whatever a caller hands over -> a player.
- `decisions`: what a Python player sees when it is asked.
- `sessions`: one table whose stacks carry over.
- `runs`: millions of hands: specification, chunks, statistics, results, files.
- `arrays`: many hands stepped as arrays, for learning agents.
- `gym`: the same as Gymnasium environments (extra ``gym``).

Names are loaded when first used; making a `Strategy` needs neither NumPy nor Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity._lazy import attach

if TYPE_CHECKING:
    from equity.cluster import open_cluster as open_cluster
    from equity.simulate.arrays.actions import Action as Action
    from equity.simulate.arrays.actions import Label as Label
    from equity.simulate.arrays.hand_batch import HandBatch as HandBatch
    from equity.simulate.arrays.play_batch import play_batch as play_batch
    from equity.simulate.decisions import Move as Move
    from equity.simulate.decisions import Situation as Situation
    from equity.simulate.decisions import Spot as Spot
    from equity.simulate.players.strategy import Strategy as Strategy
    from equity.simulate.runs.result import PlayerResult as PlayerResult
    from equity.simulate.runs.result import SimulationResult as SimulationResult
    from equity.simulate.runs.runner import run as run
    from equity.simulate.sessions import SessionResult as SessionResult
    from equity.simulate.sessions import play_session as play_session
    from equity.simulate.strategies import batched as batched
    from equity.simulate.strategies import compiled as compiled
    from equity.simulate.strategies import scalar as scalar

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "arrays.actions": "Action Label",
        "arrays.hand_batch": "HandBatch",
        "arrays.play_batch": "play_batch",
        "equity.cluster": "open_cluster",
        "decisions": "Move Situation Spot",
        "players.strategy": "Strategy",
        "runs.result": "PlayerResult SimulationResult",
        "runs.runner": "run",
        "sessions": "SessionResult play_session",
        "strategies": "batched compiled scalar",
    },
    modules="strategies",
)
