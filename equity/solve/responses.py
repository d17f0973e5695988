"""What to do against somebody whose range is known: push against what they call with, or call against what they push.

Rules of the file: combos, not classes, so that a range may hold some suits of a hand; the sums come from the table of
all 1,326 x 1,326 matchups, exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from equity.cards import CLASSES, COMBOS, class_name, combos_of_class, parse_class
from equity.constants import BOARDS_HEADS_UP
from equity.errors import OptionError, RangeError
from equity.odds.exact.preflop_grids import row_counts
from equity.ranges import Range
from equity.ranges.range import Hands
from equity.show.results import Shown
from equity.solve.game import SMALL_BLIND, Game

__all__ = ["BestResponse", "best_response"]

_PAIRS = 1225.0  # the opponent's combos beside one's own


@dataclass(frozen=True, repr=False)
class BestResponse(Shown):
    """The best answer to a range in a push-or-fold game.

    Attributes
    ----------
    game : Game
        Stacks, posts, rake and prizes.
    side : {"push", "call"}
        Who answers: ``"push"`` is the small blind, against what the big blind calls with.
    against : Range
        The opponent's range.
    hands : Range
        What to push, or to call with: all that gains.
    gain : float64 array, shape (1326,)
        What playing each combo is worth above folding it; NaN where it is never asked.
    value : float
        What a hand is worth to the player who answers so: big blinds won, or prize money to be expected.

    Examples
    --------
    >>> from equity.solve import best_response
    >>> found = best_response(10, call="top 20%")
    >>> found
    BestResponse(push 100.0 % at 10 bb against 19.9 %, worth +0.2370 bb per hand)
    """

    game: Game
    side: Literal["push", "call"]
    against: Range
    hands: Range
    gain: NDArray[np.float64] = field(repr=False)
    value: float

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per hand: how many of its combos are played, and their mean gain."""
        weights = self.hands.weights
        found = []
        for hand_class in range(CLASSES):
            combos = list(combos_of_class(hand_class))
            gains = self.gain[combos]
            gain = None if np.isnan(gains).all() else float(np.nanmean(gains))
            found.append({"hand": class_name(hand_class), self.side: float(weights[combos].mean()), "gain": gain})
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        rows = self.rows()
        return {
            "schema": 1,
            "unit": self.game.unit,
            **self.game.to_dict(),
            "side": self.side,
            "against": str(self.against),
            self.side: {row["hand"]: row[self.side] for row in rows},
            "gain": {row["hand"]: row["gain"] for row in rows},
            "value": self.value,
        }

    def _line(self) -> str:
        played, against = (100 * float(hands.weights.mean()) for hands in (self.hands, self.against))
        worth = f"{self.value:+.4f} bb per hand" if self.game.unit == "bb" else f"{self.value:.4f} of the prizes"
        stack = f"{float(self.game.effective):.10g} bb"
        return f"{self.side} {played:.1f} % at {stack} against {against:.1f} %, worth {worth}"


def best_response(  # noqa: PLR0913  # the game's own numbers, by name
    stack: float | str | Sequence[float | str],
    *,
    push: Hands | Mapping[str, float] | None = None,
    call: Hands | Mapping[str, float] | None = None,
    small_blind: float = SMALL_BLIND,
    ante: float = 0,
    big_blind_ante: float = 0,
    rake: float = 0,
    rake_cap: float | None = None,
    payouts: Iterable[float] | None = None,
    blinds: Sequence[int] = (0, 1),
) -> BestResponse:
    """Return what to push against a range that calls, or what to call with against a range that is pushed.

    Parameters
    ----------
    stack, small_blind, ante, big_blind_ante, rake, rake_cap, payouts, blinds
        The game, as for `push_fold`.
    push, call : range, or mapping from hand class to frequency
        The opponent's strategy, one of the two: what the small blind pushes, or what the big blind calls with, such as
        ``"top 20%"`` or a solution's own ``call``.

    Raises
    ------
    OptionError
        If both are given or neither, or the numbers make no such game.
    RangeError
        If a range cannot be read.

    Examples
    --------
    >>> from equity.solve import best_response, push_fold
    >>> round(best_response(10, push="random").hands.percent, 1)  # call this much against any two cards
    66.2
    >>> solved = push_fold(10)
    >>> bool(abs(best_response(10, call=solved.call).value - solved.value) < 1e-5)
    True
    """
    if (push is None) == (call is None):
        raise OptionError("best_response takes the opponent's range: either push= or call=")
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
    against = as_range(call if push is None else push)
    return _push(game, against) if push is None else _call(game, against)


def as_range(hands: Hands | Mapping[str, float] | None) -> Range:
    """Return a range of whatever makes one, hand classes with frequencies included.

    Examples
    --------
    >>> as_range({"AA": 1.0, "AKs": 0.5, "72o": 0.0})
    Range('AA,AKs:0.5')
    """
    if isinstance(hands, Mapping) and any(isinstance(hand, str) for hand in hands):
        weights = np.zeros(CLASSES)
        for hand, often in hands.items():
            weights[parse_class(str(hand))] = _share(hand, often)
        return Range.from_weights(weights)
    return Range(hands)  # type: ignore[arg-type]  # None is refused there


def _share(hand: Any, often: Any) -> float:
    try:
        share = float(often)
    except (TypeError, ValueError, OverflowError):
        share = np.nan
    if not 0 <= share <= 1:
        raise RangeError(f"how often {hand} is played must be between 0 and 1, got {often!r:.60}")
    return share


def _called(game: Game, against: Range, seat: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each combo the weight it meets, and what the called pots are worth to a seat, summed over it."""
    wins, ties, boards = row_counts(np.arange(COMBOS), against.weights).T / BOARDS_HEADS_UP
    mine, theirs = ("win", "lose") if seat == 0 else ("lose", "win")
    worth = {name: found[seat] for name, found in game.worths.items()}
    return boards, wins * worth[mine] + ties * worth["tie"] + (boards - wins - ties) * worth[theirs]


def _push(game: Game, against: Range) -> BestResponse:
    met, called = _called(game, against, 0)
    fold, steal = game.worths["fold"][0], game.worths["steal"][0]
    gain = ((_PAIRS - met) * steal + called) / _PAIRS - fold
    value = float(fold + np.maximum(gain, 0).mean())
    return BestResponse(game, "push", against, _gaining(gain), gain, value)


def _call(game: Game, against: Range) -> BestResponse:
    met, called = _called(game, against, 1)
    fold, walk = game.worths["steal"][1], game.worths["fold"][1]
    gain = np.divide(called, met, out=np.full(COMBOS, np.nan), where=met > 1e-9) - fold
    value = float(walk + (met / _PAIRS * (fold - walk + np.nan_to_num(np.maximum(gain, 0)))).mean())
    return BestResponse(game, "call", against, _gaining(gain), gain, value)


def _gaining(gain: NDArray[np.float64]) -> Range:
    """Return the combos that gain; what looks like a gain of 0, rounding aside, stays out, whatever its suits."""
    whole = np.zeros(COMBOS)
    whole[np.nan_to_num(gain) > 1e-9] = 1.0
    return Range.from_weights(whole)
