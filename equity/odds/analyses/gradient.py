"""How much each opposing combo moves a player's equity.

A player's equity is N / D, and both N (what the player wins) and D (all deals) are sums over the opponent's combos, in
proportion to their weights: N = sum of w n, D = sum of w d. So the derivative by a combo's weight is exactly
(n - (N / D) d) / D, and leaving the combo out gives (N - w n) / (D - w d).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import combo_name
from equity.errors import OptionError
from equity.numbers import check_sampling
from equity.odds.analyses.per_combo import combo_groups, read_player, with_hand
from equity.odds.analyses.split_equity import can_be_dealt, sample_parts, solve_parts
from equity.odds.exact import preflop, sweep
from equity.odds.plan import should_count
from equity.odds.question.question import Cards, Player, Question
from equity.ranges import Range
from equity.show.columns import percent
from equity.show.results import Shown, name_method

__all__ = ["Gradient", "range_gradient"]


@dataclass(frozen=True, repr=False)
class Gradient(Shown):
    """What each combo of an opponent does to a player's equity; what helps the player most comes first.

    Attributes
    ----------
    player, opponent : int
        Counted from 0.
    equity : float
        The player's equity as it is.
    combos : int64 array, shape (K,)
        The opponent's combos.
    weight : float64 array, shape (K,)
        Their weights; 0 for hands that are not in the range.
    against : float64 array, shape (K,)
        The player's equity when the opponent holds this combo.
    slope : float64 array, shape (K,)
        Derivative of the player's equity by the combo's weight.
    removed : float64 array, shape (K,)
        How much the player's equity changes when the combo leaves the range; NaN if nothing else is left.
    seed : int or None
        Seed of the sample; None if every deal was counted.
    """

    player: int
    opponent: int
    equity: float
    combos: NDArray[np.int64] = field(repr=False)
    weight: NDArray[np.float64] = field(repr=False)
    against: NDArray[np.float64] = field(repr=False)
    slope: NDArray[np.float64] = field(repr=False)
    removed: NDArray[np.float64] = field(repr=False)
    seed: int | None = None

    def _line(self) -> str:
        found = f"player {self.player + 1} {percent(self.equity)} against {len(self.combos)} combos"
        ends = f", {self.hands[0]} helps most and {self.hands[-1]} least" if len(self.combos) > 1 else ""
        return f"{found}{ends}; {name_method(self.seed)}"

    @property
    def hands(self) -> list[str]:
        """The combos as text."""
        return [combo_name(combo) for combo in self.combos.tolist()]

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per combo, for a data frame, CSV or JSON."""
        names = ("weight", "against", "slope", "removed")
        columns = (getattr(self, name).tolist() for name in names)
        return [
            dict(zip(("hand", *names), (hand, *(None if x != x else x for x in row)), strict=True))  # noqa: PLR0124
            for hand, *row in zip(self.hands, *columns, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        method = "exact" if self.seed is None else "monte-carlo"
        head = {"player": self.player, "opponent": self.opponent, "equity": self.equity}
        return {**head, "method": method, "seed": self.seed, "combos": self.rows()}


def range_gradient(  # noqa: PLR0913  # the question's own options, by name
    players: str | Sequence[Player],
    *,
    player: int = 0,
    opponent: int | None = None,
    every: bool = False,
    board: Cards = "",
    dead: Cards = "",
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Gradient:
    """Return how much the weight of each of an opponent's combos moves a player's equity.

    Parameters
    ----------
    players, board, dead
        As for `equity.calculate`.
    player : int, optional
        Whose equity, counted from 0.
    opponent : int, optional
        Whose combos; by default the next player.
    every : bool, optional
        Also hands that are not in the opponent's range: what would adding them do?
    samples, seed, threads
        As for `equity.combo_equities`; sampled figures cannot tell about hands outside the range.

    Returns
    -------
    Gradient

    Examples
    --------
    >>> import equity
    >>> found = equity.range_gradient(["QQ", "AKs,KK"])
    >>> round(found.equity, 4), found.hands[0], found.slope[0].round(4).item(), found.removed[0].round(4).item()
    (0.3242, 'AsKs', 0.0215, -0.0239)
    """
    samples, seed = check_sampling(samples, seed, threads)
    question = Question.parse(players, board=board, dead=dead)
    player = read_player(player, question)
    other = (player + 1) % len(question.ranges) if opponent is None else opponent
    other = read_player(other, question, name="opponent")
    if other == player:
        raise OptionError(f"a player is not their own opponent, got {player} for both")
    found = None
    if samples is None:
        found = _count_two(question, other, threads) or _solve_each(question, player, other, every, threads)
    if found is None:
        found = _sample(question, player, other, samples, seed, threads)
    return _name(question, player, other, found, every)


@dataclass(frozen=True)
class _Parts:
    """For combos of the opponent: what the player wins, and all deals, at weight 1."""

    combos: NDArray[np.int64]
    won: NDArray[np.float64]
    deals: NDArray[np.float64]
    seed: int | None = None


def _count_two(question: Question, other: int, threads: int | None) -> _Parts | None:
    """Count all hands the opponent could hold against the player's range; None if that takes too long."""
    ranges = list(question.ranges)
    ranges[other] = Range("random")
    wide = replace(question, ranges=tuple(ranges))
    method = preflop if preflop.can_solve(wide) else sweep
    if len(ranges) != 2 or not should_count(method.predict_seconds(wide)):
        return None
    beaten, tied, deals = method.count_combos(wide, threads=threads)[other].T
    kept = deals > 0
    combos = np.fromiter(wide.live[other], np.int64)
    return _Parts(combos[kept], (deals - beaten - tied / 2)[kept], deals[kept])


def _solve_each(question: Question, player: int, other: int, every: bool, threads: int | None) -> _Parts | None:
    wide = range(1326) if every else list(question.live[other])
    parts = [(combo, with_hand(question, other, combo)) for combo in wide]
    fitting = [(combo, part) for combo, part in parts if can_be_dealt(part)]
    found = solve_parts([part for _, part in fitting], factors=[1.0] * len(fitting), threads=threads)
    if found is None:
        return None
    return _Parts(np.array([combo for combo, _ in fitting]), found.share * found.equity[:, player], found.share)


def _sample(
    question: Question, player: int, other: int, samples: int | None, seed: int | None, threads: int | None
) -> _Parts:
    found = sample_parts(question, 1326, combo_groups(other), samples=samples, seed=seed, threads=threads)
    combos = np.flatnonzero(found.share)
    weights = question.ranges[other].weights[combos]
    share = found.share[combos] / weights
    return _Parts(combos, share * found.equity[combos, player], share, found.seed)


def _name(question: Question, player: int, other: int, parts: _Parts, every: bool) -> Gradient:
    weight = question.ranges[other].weights[parts.combos]
    won, deals = weight @ parts.won, weight @ parts.deals
    share = won / deals
    slope = (parts.won - share * parts.deals) / deals
    rest = deals - weight * parts.deals
    with np.errstate(invalid="ignore", divide="ignore"):
        removed = np.where(rest > 1e-12 * deals, (won - weight * parts.won) / rest - share, np.nan)
    kept = np.arange(len(weight)) if every else np.flatnonzero(weight)
    order = kept[np.lexsort((-parts.combos[kept], -slope[kept]))]
    against = parts.won / parts.deals
    return Gradient(
        player, other, float(share), parts.combos[order], weight[order], against[order], slope[order], removed[order],
        parts.seed,
    )  # fmt: skip
