"""The players of a question as the kernels take them: addresses of compiled functions, and rows of numbers.

Rules of the file: what is made is kept by question, so that it is made once in each process.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.errors import StrategyError
from equity.kernels.records import MAX_SEATS
from equity.simulate.question import Question
from equity.simulate.strategy import Strategy

__all__ = ["Players", "matchup_table", "pointer_of", "prepare"]

_KEPT = 8  # questions whose strategies stay compiled
_prepared: OrderedDict[str, Players] = OrderedDict()
_lock = Lock()


@dataclass(slots=True)
class Players:
    """The players as the kernels take them."""

    pointers: list[Any]  # kept, because `functions` has no more than their addresses
    functions: Any
    rows: NDArray[Any]
    foreign: int  # set of players who are asked in Python
    matchups: NDArray[np.int32]  # how two hands fare before the flop, for who settles all-ins


def prepare(question: Question) -> Players:
    """Return the players of a question, compiled."""
    with _lock:
        players = _prepared.get(question.token)
        if players is None:
            players = _prepared[question.token] = _compile(question)
            while len(_prepared) > _KEPT:
                _prepared.popitem(last=False)
        return players


def _compile(question: Question) -> Players:
    from equity.kernels.calls import built_in, function_table
    from equity.kernels.strategies import PLAYER

    rows = np.zeros(MAX_SEATS, PLAYER)
    foreign = 0
    pointers = []
    for i, strategy in enumerate(question.strategies):
        rows["row"][i, : len(strategy.row)] = strategy.row
        foreign |= (strategy.kind in ("batched", "scalar")) << i
        pointers.append(pointer_of(strategy))
    settler = built_in(question.settler) if question.settler else None
    functions = function_table(pointers, settler)
    return Players([*pointers, settler], functions, rows, foreign, matchup_table(question.players))


def matchup_table(players: int) -> NDArray[np.int32]:
    """Return the table of heads-up matchups, or an empty one where nobody looks into it."""
    if players > 2:
        return np.zeros((1, 2), np.int32)
    from equity.odds.preflop_grids import slot_counts

    return slot_counts()


def pointer_of(strategy: Strategy) -> Any:
    """Return what kernels call a strategy by; a placeholder for one that is asked in Python.

    Raises
    ------
    StrategyError
        If its function cannot be compiled.
    """
    from equity.kernels.calls import built_in, compile_strategy

    if isinstance(strategy.function, str):
        return built_in(strategy.function)
    if strategy.kind != "compiled":
        return built_in("call")  # a placeholder: the player is asked elsewhere
    try:
        return compile_strategy(strategy.function)
    except TypeError as error:
        raise StrategyError(
            f"{strategy.name} cannot be compiled as (h, u, me, stream) -> (action, amount): {error}"
        ) from None
