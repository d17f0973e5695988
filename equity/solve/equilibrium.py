"""An equilibrium of a push-or-fold game, found by CFR+ on hand classes, and how good it is.

Whoever holds a class plays all its combos alike: suits are symmetrical, so some equilibrium does. Pairs of combos that
share a card are left out exactly: ``pairs[i, j]`` counts the deals of a class against a class. With p the share of each
class that is pushed and c the share that calls, what pushing class i is worth above folding it is ``push_base + push
@ c``, and what calling with class j is worth above folding is ``p @ call``: two products of a matrix and a vector.

CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014): regrets below 0 are forgotten, players
update in turn, and iteration t counts t * t times in the average. A few hundred iterations come within 0.01 thousandths
of a big blind, in 10 to 20 ms. If that is not enough, the last step is exact: hands that are always played alike stay
so, and the frequencies of the mixed ones solve the linear equations that leave the opponent's mixed hands indifferent.

Rules of the file: NumPy on arrays of the 169 classes; amounts in the unit of the game, per deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from equity.odds.exact.preflop_grids import class_grids
from equity.solve.game import Game

__all__ = ["Values", "evaluate", "solve"]

Shares = NDArray[np.float64]  # one entry per hand class
Pair = tuple[Shares, Shares]  # what is pushed, what calls

_ROUND = 500  # iterations between two looks at the exploitability
_MOST_ROUNDS = 20
_GOOD = 1e-5  # big blinds that best responses of both may still gain
_EXACT = 1e-12
_DIGITS = 4  # of a share, unless it is exact
_NEAR = (1e-4, 1e-3, 1e-2, 0.05)  # shares this near 0 or 1 are rounded before the exact step
_DUST = (0.1, 0.05, 0.02, 0.01, 0.001)  # and so at the end, where it costs nothing that counts
_MOST_MIXED = 6


@cache
def deals() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the shares of all deals in which a class (row) beats a class, ties with it, and loses, shape (169, 169).

    Examples
    --------
    >>> wins, ties, losses = deals()
    >>> bool(abs((wins + ties + losses).sum() - 1) < 1e-12)
    True
    """
    wins, ties, total = class_grids().transpose(2, 1, 0)
    whole = total.sum()
    return wins / whole, ties / whole, (total - wins - ties) / whole


@dataclass(frozen=True)
class Values:
    """What a pair of strategies is worth.

    Attributes
    ----------
    values : tuple of float
        Expected worth to the small and to the big blind.
    gains : tuple of float
        What each would gain by the best response to the other.
    push_gain, call_gain : float64 arrays, shape (169,)
        What pushing a class is worth above folding it, and calling above folding, per hand of that class; NaN where a
        decision never comes.
    """

    values: tuple[float, float]
    gains: tuple[float, float]
    push_gain: Shares
    call_gain: Shares


class _Worths:
    """A game as matrices."""

    def __init__(self, game: Game) -> None:
        wins, ties, losses = deals()
        worth = game.worths
        self.pairs = wins + ties + losses
        self.fold, self.steal = worth["fold"], worth["steal"]
        called = [wins * worth["win"][k] + ties * worth["tie"][k] + losses * worth["lose"][k] for k in (0, 1)]
        self.push = np.ascontiguousarray(called[0] - self.pairs * self.steal[0])
        self.call = np.ascontiguousarray((called[1] - self.pairs * self.steal[1]).T)
        self.own = self.pairs.sum(axis=1)
        self.push_base = self.own * (self.steal[0] - self.fold[0])

    def push_gain(self, call: Shares) -> Shares:
        gain: Shares = self.push_base + self.push @ call
        return gain

    def call_gain(self, push: Shares) -> Shares:
        gain: Shares = self.call @ push
        return gain

    def values(self, push: Shares, call: Shares) -> Values:
        pushing, calling = self.push_gain(call), self.call_gain(push)
        gains = [
            float((np.maximum(gain, 0) - share * gain).sum()) for gain, share in ((pushing, push), (calling, call))
        ]
        steals = float(self.own @ push)
        first = float(self.fold[0] + push @ pushing)
        second = float(self.fold[1] + steals * (self.steal[1] - self.fold[1]) + call @ calling)
        reached = self.pairs @ push  # the pairs are symmetrical
        with np.errstate(invalid="ignore", divide="ignore"):
            return Values((first, second), (gains[0], gains[1]), pushing / self.own, calling / reached)


def evaluate(game: Game, push: Shares, call: Shares) -> Values:
    """Return what strategies are worth against each other, and what a best response would add.

    Examples
    --------
    >>> found = evaluate(Game.read(10), np.ones(169), np.ones(169))
    >>> [round(value, 6) + 0.0 for value in found.values]  # all in with any two cards
    [0.0, 0.0]
    """
    return _Worths(game).values(push, call)


def solve(game: Game, *, exact: bool = False) -> tuple[Shares, Shares, Values]:
    """Return an equilibrium: the shares of each class that push and that call, and their worth.

    Best responses gain at most 0.01 thousandths of a big blind (in prize money: of what one is worth on average) where
    CFR+ gets so far. It must in zero-sum games, and did in all but one of 166 random games with rake or prizes (0.07,
    at 150 big blinds with 20 % rake and no cap). The worth says what they gain.

    Examples
    --------
    >>> push, call, found = solve(Game.read(10), exact=True)
    >>> round(found.values[0], 5), sum(found.gains) < 1e-12
    (-0.04537, True)
    """
    worths = _Worths(game)
    good = (_EXACT if exact else _GOOD) * game.big_blind_worth
    best: tuple[float, Pair] | None = None
    steps = _Steps(worths)
    for _ in range(_MOST_ROUNDS):
        push, call = steps.go(_ROUND)
        pairs = [(push.round(_DIGITS), call.round(_DIGITS))]
        if exact:
            pairs += [(push, call), *_exact(worths, push, call)]
        for pair in pairs:
            gain = sum(worths.values(*pair).gains)
            if best is None or gain < best[0]:
                best = gain, pair
        if best is not None and best[0] <= good:
            break
    assert best is not None
    push, call = best[1] if exact else _tidied(worths, *best[1], max(good, best[0]))
    return push, call, worths.values(push, call)


def _tidied(worths: _Worths, push: Shares, call: Shares, good: float) -> Pair:
    """Return a pair with as many shares rounded to 0 or 1 as best responses may gain by."""
    for near in _DUST:
        pair = _rounded(push, near), _rounded(call, near)
        if sum(worths.values(*pair).gains) <= good:
            return pair
    return push, call


def _rounded(share: Shares, near: float) -> Shares:
    return np.where(share < near, 0.0, np.where(share > 1 - near, 1.0, share))


class _Steps:
    """CFR+ as it goes on."""

    def __init__(self, worths: _Worths) -> None:
        classes = len(worths.own)
        self.worths, self.done, self.weight = worths, 0, 0.0
        self.regrets = np.zeros((2, 2, classes))  # of pushing and folding, of calling and folding
        self.sums = np.zeros((2, classes))
        self.call = np.full(classes, 0.5)

    def go(self, steps: int) -> Pair:
        """Return the average strategies after some more iterations."""
        worths, regrets, sums = self.worths, self.regrets, self.sums
        call = self.call
        push = _matched(regrets[0])
        for step in range(self.done + 1, self.done + steps + 1):
            _regret(regrets[0], worths.push_gain(call), push)
            push = _matched(regrets[0])
            _regret(regrets[1], worths.call_gain(push), call)
            call = _matched(regrets[1])
            weight = float(step) * step
            sums[0] += weight * push
            sums[1] += weight * call
            self.weight += weight
        self.done += steps
        self.call = call
        return sums[0] / self.weight, sums[1] / self.weight


def _regret(regrets: NDArray[np.float64], gain: Shares, share: Shares) -> None:
    """Add what playing and folding would have brought above the strategy's own mixture; less than 0 is forgotten."""
    mean = share * gain
    regrets[0] += gain - mean
    regrets[1] -= mean
    np.maximum(regrets, 0, out=regrets)


def _matched(regrets: NDArray[np.float64]) -> Shares:
    total = regrets[0] + regrets[1]
    found: Shares = np.divide(regrets[0], total, out=np.full(len(total), 0.5), where=total > 0)
    return found


def _exact(worths: _Worths, push: Shares, call: Shares) -> Iterator[Pair]:
    """Yield pairs in which few hands are mixed, and those so that the opponent's mixed hands are indifferent.

    A hand that looks mixed may be on its way to 0 or 1: with a handful of them every choice is tried.
    """
    for near in _NEAR:
        mixed = [np.flatnonzero((share > near) & (share < 1 - near)) for share in (push, call)]
        if len(mixed[0]) + len(mixed[1]) > _MOST_MIXED:
            continue
        for states in product((None, 0.0, 1.0), repeat=len(mixed[0]) + len(mixed[1])):
            pushes, calls = states[: len(mixed[0])], states[len(mixed[0]) :]
            if pushes.count(None) != calls.count(None):
                continue
            fixed = [np.where(share > 0.5, 1.0, 0.0) for share in (push, call)]
            free = []
            for share, hands, chosen in zip(fixed, mixed, (pushes, calls), strict=True):
                share[hands] = [0.0 if state is None else state for state in chosen]
                free.append(hands[[state is None for state in chosen]])
            pair = _indifferent(worths, fixed[0], fixed[1], free[0], free[1])
            if pair is not None:
                yield pair


def _indifferent(
    worths: _Worths, push: Shares, call: Shares, pushes: NDArray[np.int64], calls: NDArray[np.int64]
) -> Pair | None:
    """Fill in the shares of mixed hands by which those of the opponent gain nothing either way; None if none do.

    `push` and `call` hold 0 for the mixed hands.
    """
    if len(pushes):
        try:
            push[pushes] = np.linalg.solve(worths.call[np.ix_(calls, pushes)], -worths.call_gain(push)[calls])
            call[calls] = np.linalg.solve(worths.push[np.ix_(pushes, calls)], -worths.push_gain(call)[pushes])
        except np.linalg.LinAlgError:
            return None
    inside = all(share.min() >= 0 and share.max() <= 1 for share in (push, call))
    return (push, call) if inside else None
