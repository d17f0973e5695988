"""Players: the built-in ones with their parameters, and the three ways to bring your own.

Rules of the file: a `Strategy` is a name, the function it runs and a row of numbers. No NumPy and no Numba until a
strategy is prepared for play.

A strategy of your own is

- `compiled`: a Numba function ``(h, u, me, stream) -> (action, amount)``, see `equity.kernels.strategies`;
- `batched`: a Python function that decides for many hands at once, see `Situation`;
- `scalar`: a Python function that decides for one, for teaching.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from equity.errors import StrategyError
from equity.simulate.styles import CALL_RERAISE, RERAISE, solve_ranges

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
        The built-in's name in `equity.kernels.strategies`, or the user's function.
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
        from equity.kernels.calls import dump_function

        return _restore, (self.name, self.kind, dump_function(self.function), self.row, dict(self.parameters))

    def renamed(self, name: str) -> Strategy:
        """Return the same player under another name.

        Examples
        --------
        >>> call().renamed("station").name
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
            "parameters": dict(self.parameters),
            "row": list(self.row),
        }


def _restore(
    name: str, kind: str, function: bytes, row: tuple[float, ...], parameters: Mapping[str, float]
) -> Strategy:
    """Return a pickled strategy of a user."""
    from equity.kernels.calls import load_function

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


def call() -> Strategy:
    """Check or call, always.

    Examples
    --------
    >>> call().name
    'call'
    """
    return Strategy("call", "built-in", "call")


def random() -> Strategy:
    """Choose uniformly among the labels fold (facing a bet), check or call, least raise, pot raise and all-in.

    Fixed-limit has one raise. Six-handed at 100 big blinds it makes 8.5 decisions a hand, heads-up 3.2; fixed-limit
    16.2 and 4.26.

    Examples
    --------
    >>> random().kind
    'built-in'
    """
    return Strategy("random", "built-in", "random")


def _share(strategy: str, name: str, value: float, *, least: float = 0.0, most: float = 1.0) -> float:
    if not least <= value <= most:
        raise StrategyError(f"{strategy}: {name} must be between {least:g} and {most:g}, got {value!r}")
    return float(value)


_STYLE = ("vpip", "pfr", "three_bet", "open_size", "bet_size", "bet_at", "raise_at", "patience", "bluff")
_STYLES = {
    "nit": (0.12, 0.09, 0.03, 3.0, 0.6, 0.8, 0.94, 0.3, 0.03),
    "tag": (0.22, 0.18, 0.07, 2.5, 0.66, 0.62, 0.9, 0.2, 0.12),
    "lag": (0.3, 0.22, 0.12, 2.5, 0.75, 0.52, 0.85, 0.12, 0.25),
    "maniac": (0.6, 0.33, 0.28, 3.5, 1.0, 0.35, 0.65, 0.0, 0.5),
}
_BOUNDS = {"open_size": (2.0, 20.0), "bet_size": (0.1, 4.0), "patience": (-1.0, 1.0)}


def _style(name: str, changes: Mapping[str, float]) -> Strategy:
    _check_names(name, changes, _STYLE)
    given = dict(zip(_STYLE, _STYLES[name], strict=True)) | dict(changes)
    for key, value in given.items():
        least, most = _BOUNDS.get(key, (0.0, 1.0))
        _share(name, key, value, least=least, most=most)
    vpip, pfr, three_bet = float(given["vpip"]), float(given["pfr"]), float(given["three_bet"])
    if not three_bet <= pfr <= vpip:
        raise StrategyError(f"{name}: three_bet <= pfr <= vpip must hold, got {three_bet:g}, {pfr:g} and {vpip:g}")
    width, extra = solve_ranges(vpip, pfr, three_bet)
    row = (
        *(width, extra, three_bet, RERAISE * three_bet, CALL_RERAISE * three_bet, 0.0),
        *(float(given[key]) for key in _STYLE[3:]),
    )
    return Strategy(name, "built-in", "style", row, given)


def _check_names(strategy: str, given: Iterable[str], allowed: Sequence[str]) -> None:
    for name in given:
        if name not in allowed:
            near = difflib.get_close_matches(name, allowed, 1)
            hint = f", did you mean {near[0]!r}?" if near else ";"
            raise StrategyError(f"{strategy} has no parameter {name!r}{hint} it has {', '.join(allowed) or 'none'}")


def nit(**parameters: float) -> Strategy:
    """Play few hands and only bet good ones; the parameters are those of `tag`.

    Examples
    --------
    >>> nit(bluff=0.0).parameters["vpip"]
    0.12
    """
    return _style("nit", parameters)


def tag(**parameters: float) -> Strategy:
    """Tight and aggressive: few hands, raised more often than called.

    Parameters
    ----------
    vpip : float
        Share of hands played by choice before the flop, at a six-handed table of its own kind: 0.22.
    pfr : float
        Share of hands raised before the flop, likewise: 0.18.
    three_bet : float
        Share of hands that raises a raise: 0.07.
    open_size : float
        First raise, in big blinds: 2.5.
    bet_size : float
        Bets and raises after the flop, as a part of the pot: 0.66.
    bet_at, raise_at : float
        Hand strength (share of good hands beaten) from which it bets, and raises a bet: 0.62 and 0.9.
    patience : float
        How far above the pot odds its hand strength must be to call: 0.2.
    bluff : float
        How often it bets a weak hand nobody bet at: 0.12.

    Examples
    --------
    >>> tag(vpip=0.24, pfr=0.2).name
    'tag'
    """
    return _style("tag", parameters)


def lag(**parameters: float) -> Strategy:
    """Loose and aggressive; the parameters are those of `tag`.

    Examples
    --------
    >>> lag().parameters["pfr"]
    0.22
    """
    return _style("lag", parameters)


def maniac(**parameters: float) -> Strategy:
    """Play most hands and bet whenever there is a chance; the parameters are those of `tag`.

    Examples
    --------
    >>> maniac().name
    'maniac'
    """
    return _style("maniac", parameters)


def push_fold(*, push: float = 0.3, call: float = 0.15, after: float = 0.8) -> Strategy:
    """Go all-in or fold before the flop, as short stacks do.

    Parameters
    ----------
    push : float
        Share of hands that goes all-in first, wider near the button.
    call : float
        Share of hands that goes all-in over a raise.
    after : float
        Hand strength that goes all-in after the flop, where a free look at it came.

    Examples
    --------
    >>> push_fold(push=0.4).row[0]
    0.4
    """
    given = {"push": push, "call": call, "after": after}
    row = tuple(_share("push-fold", name, value) for name, value in given.items())
    return Strategy("push-fold", "built-in", "push_fold", row, given)


def equity(*, samples: int = 48, edge: float = 0.2, margin: float = 0.02, bet_size: float = 0.66) -> Strategy:
    """Act on the share of the pot it expects against random hands, from deals it samples at each decision.

    Parameters
    ----------
    samples : int
        Deals for each decision; time grows with it.
    edge : float
        How far the share must be on the way from even (one over the players left) to certain for a bet or raise.
    margin : float
        How far it must be above the pot odds for a call.
    bet_size : float
        Bets and raises as a part of the pot.

    Examples
    --------
    >>> equity(samples=100).parameters["samples"]
    100
    """
    _share("equity", "samples", samples, least=1, most=100_000)
    _share("equity", "edge", edge)
    _share("equity", "margin", margin, least=-1.0)
    _share("equity", "bet_size", bet_size, least=0.1, most=4.0)
    given = {"samples": samples, "edge": edge, "margin": margin, "bet_size": bet_size}
    return Strategy("equity", "built-in", "equity", (float(samples), edge, margin, bet_size), given)


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
    return Strategy(name or _name_of(function), "compiled", function, tuple(map(float, row)))


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
    return Strategy(name or _name_of(function), "batched", function)


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
    return Strategy(name or _name_of(function), "scalar", function)


def _name_of(function: Callable[..., Any]) -> str:
    name = str(getattr(function, "__name__", type(function).__name__))
    return "player" if name == "<lambda>" else name


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
    """Return the built-in strategy of a text such as ``tag`` or ``tag(vpip=0.25; pfr=0.2)``.

    Raises
    ------
    StrategyError
        For a name or parameter that does not exist; the message has the nearest and the whole list.

    Examples
    --------
    >>> parse_strategy("push-fold(push=0.5)").parameters["push"]
    0.5
    """
    name, bracket, rest = text.strip().partition("(")
    key = name.strip().lower().replace("_", "-")
    if key not in BUILT_IN:
        near = difflib.get_close_matches(key, BUILT_IN, 1)
        hint = f", did you mean {near[0]!r}?" if near else ";"
        raise StrategyError(f"no strategy {name.strip()!r}{hint} there are {', '.join(BUILT_IN)}")
    if bracket and not rest.rstrip().endswith(")"):
        raise StrategyError(f"{text!r}: the bracket is not closed; write {key}(name=value; name=value)")
    given = dict(_parse_parameters(text, rest.rstrip()[:-1])) if bracket else {}
    _check_names(key, given, _STYLE if key in _STYLES else list(BUILT_IN[key].__kwdefaults__ or ()))
    made = BUILT_IN[key](**given)
    return made.renamed(text.strip()) if given else made


def _parse_parameters(text: str, inside: str) -> list[tuple[str, float]]:
    pairs = []
    for part in inside.replace(";", ",").split(","):
        if not part.strip():
            continue
        name, equals, number = part.partition("=")
        try:
            value = float(number)
        except ValueError:
            equals = ""
        if not equals:
            raise StrategyError(f"{text!r}: {part.strip()!r} is not name=number")
        pairs.append((name.strip(), int(value) if value == int(value) and "." not in number else value))
    return pairs
