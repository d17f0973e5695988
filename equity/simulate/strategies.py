"""Players for a run: the built-in ones by name, and the three ways to bring your own.

Rules of the file: whatever a caller may hand over becomes a `Strategy` here. No NumPy and no Numba until a strategy is
prepared for play.

A strategy of your own is

- `compiled`: a Numba function ``(h, u, me, stream) -> (action, amount)``, see `equity.kernels.play.strategies`;
- `batched`: a Python function that decides for many hands at once, see `Situation`;
- `scalar`: a Python function that decides for one, for teaching.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from numbers import Real
from typing import Any

from equity.errors import StrategyError
from equity.numbers import is_list
from equity.simulate.players.built_in import (
    call,
    check_parameters,
    equity,
    lag,
    maniac,
    nearest,
    nit,
    parameter_names,
    push_fold,
    random,
    tag,
)
from equity.simulate.players.from_file import is_from_file, load_player
from equity.simulate.players.strategy import Strategy

__all__ = [
    "BUILT_IN",
    "Strategy",
    "as_strategy",
    "batched",
    "call",
    "compiled",
    "equity",
    "lag",
    "maniac",
    "nit",
    "parse_strategy",
    "push_fold",
    "random",
    "scalar",
    "tag",
]

BUILT_IN: dict[str, Callable[..., Strategy]] = {
    "call": call,
    "random": random,
    "nit": nit,
    "tag": tag,
    "lag": lag,
    "maniac": maniac,
    "push-fold": push_fold,
    "equity": equity,
}


def compiled(function: Callable[..., Any], *, name: str = "", row: Sequence[float] = ()) -> Strategy:
    """Make a player of a Numba function; it plays at the speed of the built-in ones.

    Parameters
    ----------
    function : callable
        ``(h, u, me, stream) -> (action, amount)`` under ``numba.njit``, or plain, to be compiled.
    name : str, optional
        By default the function's name.
    row : sequence of float, optional
        Up to 16 numbers it reads as ``me["row"]``.

    Examples
    --------
    >>> def fold(h, u, me, stream):
    ...     return 0, 0
    >>> compiled(fold).kind
    'compiled'
    """
    if not is_list(row) or not all(isinstance(number, Real) for number in row):
        raise StrategyError(f"row must be a list of numbers, got {row!r:.60}")
    return _own("compiled", function, name, tuple(map(float, row)))


def batched(function: Callable[..., Any], *, name: str = "") -> Strategy:
    """Make a player of a Python function that decides for many hands at once.

    Parameters
    ----------
    function : callable
        Takes a `Situation` of N hands, returns action codes (N) or a pair (codes, amounts).

    Examples
    --------
    >>> batched(lambda spot: spot.passive(), name="station").kind
    'batched'
    """
    return _own("batched", function, name)


def scalar(function: Callable[..., Any], *, name: str = "") -> Strategy:
    """Make a player of a Python function that decides for one hand; slow, and easy to write.

    Parameters
    ----------
    function : callable
        Takes a `Spot`, returns ``"fold"``, ``"check"``, ``"call"``, ``"all-in"`` or ``("raise", amount)``.

    Examples
    --------
    >>> scalar(lambda spot: "check" if spot.to_call == 0 else "fold", name="rock").name
    'rock'
    """
    return _own("scalar", function, name)


def _own(kind: str, function: Callable[..., Any], name: str, row: tuple[float, ...] = ()) -> Strategy:
    if not callable(function):
        raise StrategyError(f"{kind} makes a player of a function, got {function!r:.60}")
    if not isinstance(name, str):
        raise StrategyError(f"the name of a player is text, got {name!r:.60}")
    own = str(getattr(function, "__name__", type(function).__name__))
    return Strategy(name or ("player" if own == "<lambda>" else own), kind, function, row)


def as_strategy(value: object) -> Strategy:
    """Return a strategy: one as it is, a text parsed, a Numba function compiled, another callable asked per decision.

    Raises
    ------
    StrategyError
        If it is none of these.

    Examples
    --------
    >>> as_strategy("tag").name
    'tag'
    """
    if isinstance(value, Strategy):
        return value
    if isinstance(value, str):
        return parse_strategy(value)
    if callable(value):
        if value in BUILT_IN.values():
            made: Strategy = value()
            return made
        return compiled(value) if hasattr(value, "py_func") else scalar(value)
    raise StrategyError(f"a strategy is a name, a Strategy or a function, got {value!r}")


def parse_strategy(text: str) -> Strategy:
    """Return the built-in strategy of a text such as ``tag`` or ``tag(vpip=0.25; pfr=0.2)``, or that of a file.

    ``mybot.py:player`` runs the file and takes what it calls ``player``: a `Strategy` (made by `compiled`, `batched` or
    `scalar`), a Numba function, or a plain function, which is asked for one decision at a time. It is called by that
    text in results.

    Raises
    ------
    StrategyError
        For a name or parameter that does not exist; the message has the nearest and the whole list. For a file that
        cannot be run.

    Examples
    --------
    >>> parse_strategy("push-fold(push=0.5)").parameters["push"]
    0.5
    """
    if is_from_file(text):
        found = load_player(text)
        if isinstance(found, str) or not (isinstance(found, Strategy) or callable(found)):
            raise StrategyError(f"{text.strip()!r:.60} is not a Strategy or a function, it is {found!r:.60}")
        return as_strategy(found).renamed(text.strip())
    name, bracket, rest = text.strip().partition("(")
    key = name.strip().lower().replace("_", "-")
    if key not in BUILT_IN:
        raise StrategyError(
            f"no strategy {name.strip()!r}{nearest(key, BUILT_IN)} there are {', '.join(BUILT_IN)}, and FILE.py:NAME"
        )
    if bracket and not rest.rstrip().endswith(")"):
        raise StrategyError(f"{text!r}: the bracket is not closed; write {key}(name=value; name=value)")
    given = _parse_parameters(text, rest.rstrip()[:-1]) if bracket else {}
    check_parameters(key, given, allowed=parameter_names(BUILT_IN[key]))
    made = BUILT_IN[key](**given)
    return made.renamed(text.strip()) if given else made


def _parse_parameters(text: str, inside: str) -> dict[str, float]:
    given: dict[str, float] = {}
    for part in inside.replace(";", ",").split(","):
        if not part.strip():
            continue
        name, equals, number = part.partition("=")
        try:
            value = float(number.strip().removesuffix("%")) / (100 if number.strip().endswith("%") else 1)
        except ValueError:
            equals = ""
        if not equals or not isfinite(value):
            raise StrategyError(f"{text!r:.60}: {part.strip()!r} is not name=number, such as vpip=0.3 or vpip=30%")
        if name.strip() in given:
            raise StrategyError(f"{text!r:.60}: {name.strip()} is given twice")
        given[name.strip()] = int(value) if value == int(value) and not {*".%"} & {*number} else value
    return given
