"""The charts of a push-or-fold game, and the stacks at which each hand is played.

Rules of the file: what users ask for and get; `equity.solve.game` reads the numbers, `equity.solve.equilibrium` solves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import CLASSES, class_name
from equity.errors import OptionError
from equity.ranges import Range
from equity.show.results import Shown
from equity.solve.equilibrium import solve
from equity.solve.game import SMALL_BLIND, Game, read_stack

__all__ = ["PushFold", "StackSpans", "push_fold", "stack_spans"]

_NAMES = tuple(map(class_name, range(CLASSES)))
_MOST_STACKS = 2000  # of one list, half a minute
_OFTEN = 0.5  # a span holds the stacks at which a hand is played more often than not


@dataclass(frozen=True, repr=False)
class PushFold(Shown):
    """An equilibrium of a push-or-fold game.

    Attributes
    ----------
    game : Game
        Stacks, posts, rake and prizes.
    push, call : dict of str to float
        How often the small blind pushes each of the 169 hands, and how often the big blind calls with it, 0 to 1.
    values : tuple of float
        What a hand is worth to the small and to the big blind: big blinds won, or prize money to be expected.
    gains : tuple of float
        What each could still gain by the best response to the other, in the same unit.
    push_gain, call_gain : float64 arrays, shape (169,)
        What pushing each hand is worth above folding it, and calling above folding; NaN where it is never asked.

    Examples
    --------
    >>> from equity.solve import push_fold
    >>> found = push_fold(10)
    >>> found.push["A2o"], found.call["A2o"], found.push["72o"]
    (1.0, 1.0, 0.0)
    >>> found
    PushFold(10 bb: pushes 58.3 %, calls 37.4 %, worth -0.0454 bb to the small blind; exploitability 0.0015 mbb)
    """

    game: Game
    push: Mapping[str, float]
    call: Mapping[str, float]
    values: tuple[float, float]
    gains: tuple[float, float]
    push_gain: NDArray[np.float64] = field(repr=False)
    call_gain: NDArray[np.float64] = field(repr=False)

    @property
    def value(self) -> float:
        """What a hand is worth to the small blind: big blinds won, or prize money to be expected."""
        return self.values[0]

    @property
    def exploitability(self) -> float:
        """What best responses of both would gain together, in big blinds or prize money; 0 in an equilibrium."""
        return sum(self.gains)

    @property
    def exploitability_mbb(self) -> float:
        """The same in thousandths of a big blind; prize money at what a big blind is worth on average."""
        return 1000 * self.exploitability / self.game.big_blind_worth

    @property
    def push_range(self) -> Range:
        """What the small blind pushes, as a range."""
        return Range.from_weights(list(self.push.values()))

    @property
    def call_range(self) -> Range:
        """What the big blind calls with, as a range."""
        return Range.from_weights(list(self.call.values()))

    @property
    def mixed(self) -> dict[str, dict[str, float]]:
        """The hands that are played both ways, with their frequency: under ``"push"`` and ``"call"``."""
        return {
            side: {hand: often for hand, often in chart.items() if 0 < often < 1}
            for side, chart in (("push", self.push), ("call", self.call))
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per hand, for a data frame, CSV or JSON."""
        gains = [[None if np.isnan(gain) else gain for gain in side.tolist()] for side in self._gains()]
        return [
            {"hand": hand, "push": self.push[hand], "call": self.call[hand], "push_gain": push, "call_gain": call}
            for hand, push, call in zip(_NAMES, *gains, strict=True)
        ]

    def _gains(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self.push_gain, self.call_gain

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        unit = self.game.unit
        values = {"value_bb": self.value} if unit == "bb" else {"before": list(self.game.before)}
        return {
            "schema": 1,
            "unit": unit,
            **self.game.to_dict(),
            "push": dict(self.push),
            "call": dict(self.call),
            **values,
            "values": list(self.values),
            "gains": list(self.gains),
            "exploitability": self.exploitability,
            "exploitability_mbb": self.exploitability_mbb,
        }

    def _line(self) -> str:
        unit = self.game.unit
        shares = f"pushes {100 * _share(self.push_range):.1f} %, calls {100 * _share(self.call_range):.1f} %"
        worth = f"{self.value:.4f} {'bb' if unit == 'bb' else 'of the prizes'} to the small blind"
        return (
            f"{float(self.game.effective):.10g} bb: {shares}, worth {worth};"
            f" exploitability {self.exploitability_mbb:.2g} mbb"
        )

    def _repr_html_(self) -> str:
        from equity.show.grid import chart_html

        charts = (
            chart_html(list(chart.values()), caption=f"the {who} blind {does}")
            for chart, who, does in ((self.push, "small", "pushes"), (self.call, "big", "calls"))
        )
        cells = "".join(f'<td style="vertical-align: top; padding-right: 1em">{chart}</td>' for chart in charts)
        return f"<table><tr>{cells}</tr></table><p>{self._line()}</p>"


def _share(hands: Range) -> float:
    return float(hands.weights.mean())


def push_fold(  # noqa: PLR0913  # the game's own numbers, by name
    stack: float | str | Sequence[float | str],
    *,
    small_blind: float = SMALL_BLIND,
    ante: float = 0,
    big_blind_ante: float = 0,
    rake: float = 0,
    rake_cap: float | None = None,
    payouts: Iterable[float] | None = None,
    blinds: Sequence[int] = (0, 1),
    exact: bool = False,
) -> PushFold:
    """Return an equilibrium of push or fold: the small blind goes all in or folds, the big blind calls or folds.

    Parameters
    ----------
    stack : number, str, or sequence of them
        In big blinds before anybody posts, at most 200: ``10``, ``"10bb"``. A list holds the small blind's stack, the
        big blind's, and, with `payouts`, those of the players who have folded.
    small_blind : number, optional
        In big blinds.
    ante : number, optional
        What every player posts, in big blinds.
    big_blind_ante : number, optional
        What the big blind alone posts before its blind.
    rake : number, optional
        The part of a called pot that the house takes, 0.05 for 5 %. Pots that nobody called are free.
    rake_cap : number, optional
        The most it takes, in big blinds.
    payouts : sequence of numbers, optional
        Prizes from first place down: the players then maximise prize money by `equity.icm`, not chips.
    blinds : pair of int, optional
        Who of the list is the small and who the big blind, counted from 0.
    exact : bool, optional
        Solve to the last digit where that is possible, instead of to 0.01 thousandths of a big blind. Within that, as
        few hands are mixed as possible; the frequency of those that are can be off by tenths.

    Returns
    -------
    PushFold
        With rake or prizes the game is not zero-sum, so there may be more than one equilibrium, of different worth, and
        none is certain to be found. How good the answer is says `exploitability` in any game.

    Raises
    ------
    OptionError
        For stacks of 0 or above 200 big blinds, antes that leave no chips, prizes that rise or are more than players.

    Examples
    --------
    >>> from equity.solve import push_fold
    >>> round(push_fold(10).value, 4)  # to the small blind, per hand
    -0.0454
    >>> bubble = push_fold([10, 8, 25, 40], payouts=[50, 30, 20])
    >>> [round(value, 2) for value in bubble.game.before], [round(value, 2) for value in bubble.values]
    ([17.85, 14.66], [17.64, 14.34])
    """
    game = Game.read(
        stack,
        small_blind=small_blind,
        ante=ante,
        big_blind_ante=big_blind_ante,
        rake=rake,
        rake_cap=rake_cap,
        payouts=payouts,
        blinds=blinds,
    )
    return solve_game(game, exact=exact)


def solve_game(game: Game, *, exact: bool = False) -> PushFold:
    """Return an equilibrium of a game.

    Examples
    --------
    >>> solve_game(Game.read("1bb")).push["72o"]
    1.0
    """
    push, call, found = solve(game, exact=exact)
    charts = [dict(zip(_NAMES, (share + 0.0).tolist(), strict=True)) for share in (push, call)]
    return PushFold(game, charts[0], charts[1], found.values, found.gains, found.push_gain, found.call_gain)


@dataclass(frozen=True, repr=False)
class StackSpans(Shown):
    """The stacks at which each hand is pushed, and at which it calls.

    Attributes
    ----------
    stacks : tuple of float
        Those solved, in big blinds.
    push, call : dict of str to tuple of (float, float)
        For each of the 169 hands from which stack to which it is played more often than not, shortest first; several
        where there is a gap, none where it is never played.
    exploitability_mbb : float
        The worst of all stacks.
    complete : bool
        False if it was interrupted: then the deepest stacks are missing.
    """

    stacks: tuple[float, ...]
    push: Mapping[str, tuple[tuple[float, float], ...]]
    call: Mapping[str, tuple[tuple[float, float], ...]]
    exploitability_mbb: float
    complete: bool = True

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per hand, its spans as text: for a data frame, CSV or a table."""
        return [
            {"hand": hand, "push": self._spans_text(self.push[hand]), "call": self._spans_text(self.call[hand])}
            for hand in _NAMES
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        spans = {
            side: {hand: [list(span) for span in own] for hand, own in chart.items()}
            for side, chart in (("push", self.push), ("call", self.call))
        }
        return {
            "schema": 1,
            "stacks": list(self.stacks),
            **spans,
            "exploitability_mbb": self.exploitability_mbb,
            "complete": self.complete,
        }

    def _spans_text(self, spans: Iterable[tuple[float, float]]) -> str:
        return ", ".join(f"{low:g}" if low == high else f"{low:g}-{high:g}" for low, high in spans)

    def _line(self) -> str:
        return f"{len(self.stacks)} stacks from {self.stacks[0]:g} to {self.stacks[-1]:g} bb"


def stack_spans(
    low: float | str,
    high: float | str,
    *,
    step: float | str = "0.1",
    exact: bool = False,
    progress: Callable[[int, int], object] | None = None,
    **game: Any,
) -> StackSpans:
    """Solve a game at many stacks, and return for each hand the stacks at which it is pushed, and calls.

    Parameters
    ----------
    low, high : number or str
        The shortest and the deepest stack, in big blinds.
    step : number or str, optional
        From one stack to the next.
    exact : bool, optional
        Solve to the last digit where that is possible, as `push_fold` does. Otherwise a hand that 0.01 thousandths of a
        big blind do not settle may show a gap that the game does not have, or an end too early.
    progress : callable, optional
        Called with the number of stacks done and of all.
    **game
        Blinds, antes and rake, as for `push_fold`.

    Examples
    --------
    >>> found = stack_spans(2, 8, step=1)
    >>> found.push["63s"], found.call["AA"], found.call["32o"]
    (((2.0, 2.0), (6.0, 7.0)), ((2.0, 8.0),), ((2.0, 2.0),))
    """
    first, last, by = read_stack(low), read_stack(high), read_stack(step)
    if by <= 0:
        raise OptionError(f"a step must be above 0, got {step}")
    if first > last:
        raise OptionError(f"stacks must go up, got {low} to {high}")
    count = int((last - first) / by) + 1
    if count > _MOST_STACKS:
        raise OptionError(f"{count:,} stacks are too many; at most {_MOST_STACKS:,}, so take a larger step")
    games = [Game.read(first + i * by, **game) for i in range(count)]
    solved: list[PushFold] = []
    try:
        for one in games:
            solved.append(solve_game(one, exact=exact))
            if progress is not None:
                progress(len(solved), count)
    except KeyboardInterrupt:
        if not solved:
            raise
    stacks = tuple(float(one.effective) for one in games[: len(solved)])
    spans = {
        side: {hand: _runs(stacks, [getattr(one, side)[hand] > _OFTEN for one in solved]) for hand in _NAMES}
        for side in ("push", "call")
    }
    worst = max(one.exploitability_mbb for one in solved)
    return StackSpans(stacks, spans["push"], spans["call"], worst, len(solved) == count)


def _runs(stacks: Sequence[float], played: Sequence[bool]) -> tuple[tuple[float, float], ...]:
    """Return where runs of stacks at which a hand is played begin and end."""
    found: list[tuple[float, float]] = []
    for i, stack in enumerate(stacks):
        if played[i]:
            found = [*found[:-1], (found[-1][0], stack)] if i and played[i - 1] else [*found, (stack, stack)]
    return tuple(found)
