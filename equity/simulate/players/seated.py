"""Players in their seats, ready for the kernels that step a batch.

Rules of the file: it compiles; it plays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import MAX_SEATS
from equity.errors import StrategyError
from equity.simulate.players.preparation import pointer_of
from equity.simulate.players.strategy import Strategy
from equity.simulate.strategies import as_strategy

__all__ = ["Seated", "seat_players"]


@dataclass(frozen=True, slots=True)
class Seated:
    """Players by seat, compiled; made by `seat_players`."""

    names: tuple[str, ...]
    pointers: list[Any]  # kept, because `functions` has no more than their addresses
    functions: Any
    rows: NDArray[Any]
    foreign: int  # set of seats (bits) that are stepped from outside


def seat_players(players: Sequence[object]) -> Seated:
    """Prepare players for `HandBatch.advance`.

    Parameters
    ----------
    players : sequence
        By seat: a built-in's name, a `Strategy` that is built in or compiled, or None for a seat stepped from outside.

    Raises
    ------
    StrategyError
        If a player is unknown, or asked in Python.

    Examples
    --------
    >>> seat_players(["call", None]).names
    ('call', '')
    """
    from equity.kernels.play.strategies import PLAYER
    from equity.kernels.play.strategy_pointers import built_in, function_table

    if isinstance(players, str) or not 2 <= len(players) <= MAX_SEATS:
        raise StrategyError(f"players must be a list with one for each of 2 to {MAX_SEATS} seats, got {players!r}")
    rows = np.zeros(MAX_SEATS, PLAYER)
    foreign, names, pointers = 0, [], []
    for seat, player in enumerate(players):
        if player is None:
            foreign |= 1 << seat
            names.append("")
            pointers.append(built_in("call"))  # a placeholder: the seat is never asked
            continue
        strategy = as_strategy(player)
        rows["row"][seat, : len(strategy.row)] = strategy.row
        names.append(strategy.name)
        pointers.append(_pointer(strategy))
    return Seated(tuple(names), pointers, function_table(pointers), rows, foreign)


def _pointer(strategy: Strategy) -> Any:
    if strategy.kind in ("batched", "scalar"):
        raise StrategyError(f"{strategy.name} is asked in Python: leave its seat None and step it, or use play_batch")
    return pointer_of(strategy)
