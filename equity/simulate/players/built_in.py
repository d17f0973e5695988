"""The built-in players and their parameters: who plays how, with which numbers unless told otherwise.

Rules of the file: parameters are checked and turned into the row of numbers that the player's function in
`equity.kernels.play.strategies` reads; how it plays is written there. `equity.simulate.strategies` is where users find
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from numbers import Real
from typing import Literal

from equity.errors import StrategyError
from equity.numbers import read_whole
from equity.simulate.players.strategy import Strategy
from equity.simulate.players.styles import CALL_RERAISE, RERAISE, solve_ranges

__all__ = [
    "call",
    "check_parameters",
    "equity",
    "lag",
    "maniac",
    "nearest",
    "nit",
    "parameter_names",
    "push_fold",
    "random",
    "tag",
]

_STYLE = ("vpip", "pfr", "three_bet", "open_size", "bet_size", "bet_at", "raise_at", "patience", "bluff")
_STYLES = {
    "nit": (0.12, 0.09, 0.03, 3.0, 0.6, 0.8, 0.94, 0.3, 0.03),
    "tag": (0.22, 0.18, 0.07, 2.5, 0.66, 0.62, 0.9, 0.2, 0.12),
    "lag": (0.3, 0.22, 0.12, 2.5, 0.75, 0.52, 0.85, 0.12, 0.25),
    "maniac": (0.6, 0.33, 0.28, 3.5, 1.0, 0.35, 0.65, 0.0, 0.5),
}
_BOUNDS = {"open_size": (2.0, 20.0), "bet_size": (0.1, 4.0), "patience": (-1.0, 1.0)}


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

    Fixed-limit has one raise. Six-handed at 100 big blinds it makes 8.5 decisions per hand, heads-up 3.2; fixed-limit
    16.2 and 4.26.

    Examples
    --------
    >>> random().kind
    'built-in'
    """
    return Strategy("random", "built-in", "random")


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


def push_fold(
    *, push: float | Literal["solved"] = "solved", call: float | Literal["solved"] = "solved", after: float = 0.8
) -> Strategy:
    """Go all in or fold before the flop, as short stacks do; heads-up by the equilibrium of the stack.

    Parameters
    ----------
    push : float or "solved"
        Share of hands that goes all in first, wider near the button. Solved is 0.3 at tables of three and more, and
        heads-up in no-limit the equilibrium of `equity.solve.push_fold` for the shorter stack, blinds and antes
        (nearest of a grid; stacks to the tenth of a big blind up to 20, the small blind half of the big). Best
        responses gain at most 0.2 thousandths of a big blind by that up to 20, 2.5 deeper or with antes up to a big
        blind in all, and 7 with a small blind of a quarter to three quarters of the big. Rake is not taken into
        account.
    call : float or "solved"
        Share of hands that goes all in over a raise. Solved is 0.15, or the equilibrium likewise.
    after : float
        Hand strength that goes all in after the flop, where a free look at it came.

    Examples
    --------
    >>> push_fold(push=0.4).row[0]
    0.4
    """
    widths = {
        name: default if value == "solved" else value
        for name, value, default in (("push", push, 0.3), ("call", call, 0.15))
    }
    given = {**widths, "after": after}
    row = tuple(_share("push-fold", name, value) for name, value in given.items())
    solved = tuple(float(value == "solved") for value in (push, call))
    return Strategy("push-fold", "built-in", "push_fold", (*row, *solved), given)


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
    samples = read_whole("equity: samples", samples, least=1, most=100_000, error=StrategyError)
    _share("equity", "edge", edge)
    _share("equity", "margin", margin, least=-1.0)
    _share("equity", "bet_size", bet_size, least=0.1, most=4.0)
    given = {"samples": samples, "edge": edge, "margin": margin, "bet_size": bet_size}
    return Strategy("equity", "built-in", "equity", (float(samples), edge, margin, bet_size), given)


def _style(name: str, changes: Mapping[str, float]) -> Strategy:
    check_parameters(name, changes, allowed=_STYLE)
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


def _share(strategy: str, name: str, value: float, *, least: float = 0.0, most: float = 1.0) -> float:
    if not isinstance(value, Real) or isinstance(value, bool) or not least <= value <= most:
        raise StrategyError(f"{strategy}: {name} must be a number between {least:g} and {most:g}, got {value!r:.60}")
    return float(value)


def parameter_names(player: Callable[..., Strategy]) -> tuple[str, ...]:
    """Return the names of the parameters of a built-in player.

    Examples
    --------
    >>> parameter_names(push_fold)
    ('push', 'call', 'after')
    """
    return _STYLE if player.__name__ in _STYLES else tuple(player.__kwdefaults__ or ())


def check_parameters(name: str, given: Iterable[str], *, allowed: Collection[str]) -> None:
    """Refuse what is not a parameter of a player.

    Raises
    ------
    StrategyError
        With the nearest parameter, if one is near, and all there are.

    Examples
    --------
    >>> check_parameters("push-fold", ["pusch"], allowed=parameter_names(push_fold))
    Traceback (most recent call last):
    equity.errors.StrategyError: push-fold has no parameter 'pusch', did you mean 'push'? it has push, call, after
    """
    for parameter in given:
        if parameter not in allowed:
            hint = nearest(parameter, allowed)
            raise StrategyError(f"{name} has no parameter {parameter!r}{hint} it has {', '.join(allowed) or 'none'}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the middle of a message about an unknown word: the known one it may mean, or a semicolon.

    Examples
    --------
    >>> nearest("tagg", ["call", "tag"]), nearest("zzz", ["call", "tag"])
    (", did you mean 'tag'?", ';')
    """
    from difflib import get_close_matches

    near = get_close_matches(word, known, 1)
    return f", did you mean {near[0]!r}?" if near else ";"
