"""A player as a value: what it is called, the function it runs and the numbers that function reads.

Rules of the file: no NumPy and no Numba until a strategy is pickled or prepared for play. A built-in player's function
is a name; a user's travels with the strategy, as its code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from equity.errors import StrategyError

__all__ = ["Strategy"]

ROW = 16  # numbers a compiled strategy can read
_PLAIN = (bool, int, float, str, bytes, type(None))


@dataclass(frozen=True, slots=True)
class Strategy:
    """A player.

    Parameters
    ----------
    name : str
        What results call it; seats with one name are added up.
    kind : {"built-in", "compiled", "batched", "scalar"}
        How it is asked.
    function : str or callable
        The built-in's name in `equity.kernels.play.strategies`, or the user's function.
    row : tuple of float
        Up to 16 numbers that a compiled function reads.
    parameters : mapping
        What the numbers mean, for reports.

    Examples
    --------
    >>> from equity.simulate import strategies
    >>> player = strategies.tag(vpip=0.25, pfr=0.2)
    >>> player.name, player.parameters["vpip"]
    ('tag', 0.25)
    """

    name: str
    kind: str
    function: str | Callable[..., Any]
    row: tuple[float, ...] = ()
    parameters: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.row) > ROW:
            raise StrategyError(f"{self.name}: a strategy has at most {ROW} parameters, got {len(self.row)}")

    def __reduce__(self) -> tuple[Any, ...]:
        if isinstance(self.function, str):
            return Strategy, (self.name, self.kind, self.function, self.row, dict(self.parameters))
        from equity.kernels.play.strategy_pointers import dump_function

        return _restore, (self.name, self.kind, dump_function(self.function), self.row, dict(self.parameters))

    @property
    def asked_in_python(self) -> bool:
        """Whether a Python function is called for its decisions."""
        return self.kind in ("batched", "scalar")

    def renamed(self, name: str) -> Strategy:
        """Return the same player under another name.

        Examples
        --------
        >>> from equity.simulate import strategies
        >>> strategies.call().renamed("station").name
        'station'
        """
        return Strategy(name, self.kind, self.function, self.row, self.parameters)

    def describe(self) -> dict[str, Any]:
        """Return name, kind and parameters as JSON values; part of what a checkpoint belongs to."""
        function = self.function if isinstance(self.function, str) else _identity(self.function)
        return {
            "name": self.name,
            "kind": self.kind,
            "function": function,
            "parameters": {name: float(value) for name, value in self.parameters.items()},
            "row": list(self.row),
        }


def _restore(
    name: str, kind: str, function: bytes, row: tuple[float, ...], parameters: Mapping[str, float]
) -> Strategy:
    """Return a pickled strategy of a user."""
    from equity.kernels.play.strategy_pointers import load_function

    return Strategy(name, kind, load_function(function), row, parameters)


def _identity(function: Callable[..., Any]) -> str:
    """Return a text that changes when the function's code does, as far as Python can tell."""
    import hashlib

    plain = getattr(function, "py_func", function)
    name = f"{getattr(plain, '__module__', '?')}.{getattr(plain, '__qualname__', type(plain).__name__)}"
    code = getattr(plain, "__code__", None)
    if code is None:
        return name
    cells = [cell.cell_contents for cell in plain.__closure__ or ()]
    values = [v for v in (*code.co_consts, *cells, *(plain.__defaults__ or ())) if isinstance(v, _PLAIN)]
    stamp = hashlib.sha256(code.co_code + repr((code.co_names, code.co_varnames, values)).encode())
    return f"{name} {stamp.hexdigest()[:16]}"
