"""Players as the kernels take them: addresses of compiled functions, and rows of numbers.

Rules of the file: it compiles; it plays nothing. Who is asked in Python, or stepped from outside, gets a placeholder.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import MAX_SEATS
from equity.errors import StrategyError
from equity.simulate.players.strategy import Strategy

__all__ = ["Seated", "seat_strategies"]


@dataclass(frozen=True, slots=True)
class Seated:
    """Players in their seats, compiled.

    Attributes
    ----------
    names : tuple of str
        Empty for a seat that is stepped from outside.
    pointers : list
        Kept, because `functions` has no more than their addresses.
    functions
        See `equity.kernels.play.strategy_pointers.function_table`.
    rows : PLAYER array, shape (10,)
        The parameters.
    foreign : int
        Set of seats (bits) that the kernels do not ask.
    """

    names: tuple[str, ...]
    pointers: list[Any]
    functions: Any
    rows: NDArray[Any]
    foreign: int

    @property
    def settles(self) -> bool:
        """Whether early all-ins can be settled again."""
        return self.pointers[-1] is not None


def seat_strategies(strategies: Sequence[Strategy | None], *, settler: str = "") -> Seated:
    """Compile strategies, one for each seat.

    Parameters
    ----------
    strategies : sequence of Strategy or None
        None for a seat that is stepped from outside.
    settler : str, optional
        What settles early all-ins again, see `equity.kernels.play.strategy_pointers.built_in`.

    Raises
    ------
    StrategyError
        If a player's function cannot be compiled.

    Examples
    --------
    >>> from equity.simulate import strategies
    >>> seated = seat_strategies([strategies.call(), None])
    >>> seated.names, seated.foreign
    (('call', ''), 2)
    """
    from equity.kernels.play.strategies import PLAYER
    from equity.kernels.play.strategy_pointers import built_in, function_table

    rows = np.zeros(MAX_SEATS, PLAYER)
    foreign, pointers = 0, []
    for seat, strategy in enumerate(strategies):
        if strategy is None or strategy.asked_in_python:
            foreign |= 1 << seat
            pointers.append(built_in("call"))  # a placeholder that is never asked
        else:
            rows["row"][seat, : len(strategy.row)] = strategy.row
            pointers.append(_pointer(strategy))
    settle = built_in(settler) if settler else None
    names = tuple("" if strategy is None else strategy.name for strategy in strategies)
    return Seated(names, [*pointers, settle], function_table(pointers, settle), rows, foreign)


def _pointer(strategy: Strategy) -> Any:
    from equity.kernels.play.strategy_pointers import built_in, compile_strategy

    if isinstance(strategy.function, str):
        return built_in(strategy.function)
    try:
        return compile_strategy(strategy.function)
    except TypeError as error:
        raise StrategyError(
            f"{strategy.name} cannot be compiled as (h, u, me, stream) -> (action, amount): {error}"
        ) from None
