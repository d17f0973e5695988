"""Tallies added up, and the figures they give: means with honest errors.

Rules of the file: tallies are whole numbers, so that it does not matter in which order chunks are added. The first
figure that is a float is made from exact sums.

A *deal* is the unit that is independent of the others: one hand, or with duplicate the hand once for every rotation of
the players. Where the button is decides part of a result without being luck, so the error of a run without duplicate is
taken within deals of one button.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import MAX_SEATS
from equity.figures import Z95, Estimate
from equity.kernels.play.tally_columns import ADJUSTED, COLUMNS, HANDS, NET
from equity.odds.sampling.statistics import sequence_radius

__all__ = ["Z95", "Estimate", "Spread", "Totals", "hands_to_separate"]

_GUESS = 1500.0  # deviation of one hand in bb/100; any guess is valid, a good one makes the sequence narrow
_POWER = 0.8416212335729143  # a difference is found in four runs of five


@dataclass(slots=True)
class Totals:
    """Sums over finished chunks.

    Attributes
    ----------
    deals : int
        Deals counted.
    counts : int64 array, shape (10, 10, COLUMNS)
        By player, position and column, see `equity.kernels.play.tally_columns`.
    products : object array of int, shape (2, 10, 10)
        Sums over deals of the product of two players' results, in chips and in all-in adjusted units; lower triangles.
        Python's integers, because a long run of deep stacks outgrows 64 bits.

    Examples
    --------
    >>> one, two = Totals.empty(), Totals.empty()
    >>> two.deals = 4
    >>> one.add(two)
    >>> one.deals
    4
    """

    deals: int
    counts: NDArray[np.int64]
    products: NDArray[np.object_]

    @classmethod
    def empty(cls) -> Totals:
        """Return the totals of nothing."""
        return cls(
            0, np.zeros((MAX_SEATS, MAX_SEATS, COLUMNS), np.int64), np.zeros((2, MAX_SEATS, MAX_SEATS), np.object_)
        )

    @staticmethod
    def rooms() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return room for what the kernels count in a chunk: counts, and products as `of_chunk` takes them."""
        return np.zeros((MAX_SEATS, MAX_SEATS, COLUMNS), np.int64), np.zeros((3, MAX_SEATS, MAX_SEATS), np.int64)

    @classmethod
    def of_chunk(cls, unit: int, deals: int, counts: NDArray[np.int64], products: NDArray[np.int64]) -> Totals:
        """Return the totals of a chunk from what the kernels fill; see `equity.kernels.play.whole_hands.add_deal`."""
        others, early, adjusted = products.astype(np.object_)
        return cls(deals, counts, np.array([others + early, adjusted + others * unit**2]))

    def add(self, other: Totals) -> None:
        """Add other totals to these."""
        self.deals += other.deals
        self.counts += other.counts
        self.products += other.products

    def __add__(self, other: Totals) -> Totals:
        return Totals(self.deals + other.deals, self.counts + other.counts, self.products + other.products)

    def count(self, player: int, column: int) -> int:
        """Return a player's count over all positions."""
        return int(self.counts[player, :, column].sum())

    def players_dealt(self) -> int:
        """Return how often a player was dealt in."""
        return int(self.counts[:, :, HANDS].sum())

    def to_state(self) -> dict[str, Any]:
        """Return the totals as JSON values; whole numbers, so nothing is lost."""
        return {"deals": self.deals, "counts": self.counts.tolist(), "products": self.products.tolist()}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Totals:
        """Return the totals of `to_state`; ValueError, TypeError or LookupError if the state is of something else."""
        deals, counts, products = state["deals"], np.array(state["counts"]), np.array(state["products"], np.object_)
        empty = cls.empty()
        if counts.dtype.kind != "i" or counts.shape != empty.counts.shape or products.shape != empty.products.shape:
            raise ValueError("counts or products of another shape")
        if not all(type(number) is int for number in (deals, *products.flat)):
            raise ValueError("deals or products that are not whole numbers")
        return cls(deals, counts.astype(np.int64), products)


@dataclass(frozen=True, slots=True)
class Spread:
    """Means and errors of weighted sums of the players' results.

    Parameters
    ----------
    totals : Totals
    players : int
    turns : int
        Hands per deal: the number of rotations.
    unit : int
        Parts of a chip in the adjusted results; 0 uses the chips won.
    target : float or None
        Half-width at which the run stops; intervals are then those of a confidence sequence.
    """

    totals: Totals
    players: int
    turns: int = 1
    unit: int = 0
    target: float | None = None

    def of(self, weights: Sequence[Fraction], *, scale: Fraction) -> Estimate:
        """Return the estimate of ``sum(weights * results)`` a hand, times `scale`."""
        column, products = (ADJUSTED, self.totals.products[1]) if self.unit else (NET, self.totals.products[0])
        hands = self.totals.deals * self.turns
        if hands == 0:
            return Estimate(0.0, float("inf"))
        scale = scale / (self.unit or 1)
        total = sum(w * self.totals.count(p, column) for p, w in enumerate(weights))
        mean = float(scale * total / hands)
        squares = self._square_sum(weights, column, products)
        degrees = self.totals.deals - self._strata()
        if degrees < 1:
            return Estimate(mean, float("inf"))
        variance = squares / degrees / self.totals.deals / self.turns**2 * scale**2
        error = max(0.0, float(variance)) ** 0.5
        return Estimate(mean, error, self._radius(error))

    def _radius(self, error: float) -> float | None:
        """Return the half-width that may be looked at again and again, for a run that does."""
        if self.target is None:
            return None
        deals = self.totals.deals
        return sequence_radius(error * deals**0.5, deals, expected=_GUESS**2 / self.turns / self.target**2)

    def _strata(self) -> int:
        """Return into how many groups of deals the error is divided: one per button, where there are enough deals."""
        return self.players if self.turns == 1 and self.totals.deals > 2 * self.players else 1

    def _square_sum(self, weights: Sequence[Fraction], column: int, products: NDArray[np.object_]) -> Fraction:
        """Return the sum of squares around the mean, or around the means of each button."""
        whole = lcm(*(w.denominator for w in weights))  # in whole numbers: six seats' fractions take milliseconds
        parts = {p: int(w * whole) for p, w in enumerate(weights) if w}
        squares = Fraction(
            sum(parts[p] * parts[q] * products[p, q] * (1 if p == q else 2) for p in parts for q in parts if q <= p)
        )
        if self._strata() == 1:
            total = sum(part * self.totals.count(p, column) for p, part in parts.items())
            return (squares - Fraction(total**2, self.totals.deals)) / whole**2
        for button in range(self.players):
            places = [(p - button) % self.players for p in range(self.players)]
            deals = int(self.totals.counts[0, places[0], HANDS])
            total = sum(part * int(self.totals.counts[p, places[p], column]) for p, part in parts.items())
            squares -= Fraction(total**2, deals)
        return squares / whole**2


def hands_to_separate(difference: Estimate, hands: int) -> int | None:
    """Return how many hands a 95 % interval needs to exclude zero in four runs of five, if the difference is as seen.

    Parameters
    ----------
    difference : Estimate
        From a run of `hands` hands.

    Returns
    -------
    int or None
        None where no difference was seen.

    Examples
    --------
    >>> hands_to_separate(Estimate(2.0, 1.0), 1000)
    1962
    """
    if difference.mean == 0 or difference.std_error in (0.0, float("inf")):
        return None
    return max(1, round(hands * ((Z95 + _POWER) * difference.std_error / difference.mean) ** 2))
