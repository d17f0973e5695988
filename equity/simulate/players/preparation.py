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

from equity.constants import MAX_SEATS
from equity.errors import StrategyError
from equity.simulate.players.strategy import Strategy
from equity.simulate.runs.specification import Question

__all__ = ["NO_MATCHUPS", "Players", "pointer_of", "prepare"]

NO_MATCHUPS = np.zeros((0, 2), np.int32)
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
    from equity.kernels.play.strategies import PLAYER
    from equity.kernels.play.strategy_pointers import built_in, function_table

    rows = np.zeros(MAX_SEATS, PLAYER)
    foreign = 0
    pointers = []
    for i, strategy in enumerate(question.strategies):
        rows["row"][i, : len(strategy.row)] = strategy.row
        foreign |= (strategy.kind in ("batched", "scalar")) << i
        pointers.append(pointer_of(strategy))
    settler = built_in(question.settler) if question.settler else None
    functions = function_table(pointers, settler)
    return Players([*pointers, settler], functions, rows, foreign, _matchup_table(question))


def _matchup_table(question: Question) -> NDArray[np.int32]:
    """Return the table of heads-up matchups, or none where nobody looks into it."""
    if not question.settler or question.players > 2:
        return NO_MATCHUPS
    from equity.odds.exact.preflop_grids import slot_counts

    return slot_counts()


def pointer_of(strategy: Strategy) -> Any:
    """Return what kernels call a strategy by; a placeholder for one that is asked in Python.

    Raises
    ------
    StrategyError
        If its function cannot be compiled.
    """
    from equity.kernels.play.strategy_pointers import built_in, compile_strategy

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
