"""Error bars: standard errors from shuffles, intervals, and a stopping bound that may be looked at again and again.

Rules of the file: pure Python on whole-number sums, so that results are the same bytes everywhere.

The share of a deal is 0, 1/k or 1. Boards from one shuffle are dependent and shuffles are stratified, so the variance
comes from pairs of whole shuffles of one stratum.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt

from equity.constants import POT_UNITS

__all__ = ["FINE", "LEVEL", "Z95", "Moments", "bounded_radius", "interval", "sequence_radius"]

LEVEL = 0.95
Z95 = 1.959963984540054
FINE = 64  # as in `equity.kernels.equities.sampling`, which this file must not load
_NEAR_EDGE = 5.0  # standard errors from 0 or 1 within which the normal interval is not trusted


@dataclass
class Moments:
    """Running sums over shuffles, one entry per player in each list.

    Shuffles come in pairs from the same stratum; the variance of a sum over pairs is the sum of their squared
    differences, whatever the strata are. One or two shuffles at the end of a run have no partner. Players of the same
    range may stand for one *kind*, an entry with all their parts together.

    Attributes
    ----------
    scales : list of int
        What makes a pot of each player: 2520 by default, more for finer units and several players of a kind.
    shifts : list of float
        Added to each mean: the known mean of what a control took out.
    boards, shuffles, square_boards : int
        Deals, shuffles, and the sum of squares of deals over shuffles without a partner.
    units, differences, squares, products : list of int
        Sums of a player's part of the pots (in units); of squared differences within pairs; and over shuffles without
        a partner, of squares and of parts times deals.
    """

    players: int
    scales: list[int] = field(default_factory=list)
    shifts: list[float] = field(default_factory=list)
    boards: int = 0
    shuffles: int = 0
    square_boards: int = 0
    units: list[int] = field(default_factory=list)
    differences: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    products: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for sums in (self.units, self.differences, self.squares, self.products):
            sums.extend([0] * (self.players - len(sums)))
        self.scales.extend([POT_UNITS] * (self.players - len(self.scales)))
        self.shifts.extend([0.0] * (self.players - len(self.shifts)))

    def add(self, deals: int, repeats: int, sums: Sequence[Sequence[int]]) -> None:
        """Add a chunk of `deals` boards, `repeats` to a shuffle, with its four rows of sums."""
        whole, rest = divmod(deals, repeats)
        self.boards += deals
        self.shuffles += whole + (rest > 0)
        self.square_boards += whole % 2 * repeats**2 + rest**2
        rows = (self.units, self.differences, self.squares, self.products)
        for row, more in zip(rows, sums, strict=True):
            for player in range(self.players):
                row[player] += more[player]

    def mean(self, player: int) -> float:
        """Return a player's mean share; a control may correct one near 0 or 1 beyond it, which is cut off."""
        return min(1.0, max(0.0, self.units[player] / (self.scales[player] * self.boards) + self.shifts[player]))

    def variance(self, player: int) -> float:
        """Return the variance of the mean share, 0 where every pair gave the same.

        Examples
        --------
        >>> moments = Moments(1)
        >>> moments.add(4, 1, [[2 * 2520], [2520 ** 2], [0], [0]])  # shares 1, 0 and then 1, 1 or 0, 0
        >>> moments.variance(0)
        0.0625
        """
        if self.shuffles < 2:
            return 0.25
        mean = self.units[player] / self.boards
        spread = self.squares[player] - 2 * mean * self.products[player] + mean * mean * self.square_boards
        return (self.differences[player] + max(0.0, spread)) / (self.scales[player] * self.boards) ** 2

    def std_error(self, player: int) -> float:
        """Return the standard error of a player's mean share; never 0, because the deals were sampled."""
        variance = self.variance(player)
        if variance > 0:
            return sqrt(variance)
        low, high = interval(self.mean(player), 0.0, self.boards)
        return (high - low) / (2 * Z95)

    def ci95(self, player: int) -> tuple[float, float]:
        """Return the 95 % interval of a player's equity for a number of deals fixed in advance."""
        return interval(self.mean(player), sqrt(self.variance(player)), self.boards)


def interval(mean: float, std_error: float, deals: int) -> tuple[float, float]:
    """Return a 95 % interval: normal, or Wilson's on the effective number of deals near 0 and 1.

    Where no deal was won (or all were), Wilson's interval is close to the rule of three, never +- 0.

    Examples
    --------
    >>> [round(x, 4) for x in interval(0.5, 0.005, 10_000)], [round(x, 5) for x in interval(0.0, 0.0, 10_000)]
    ([0.4902, 0.5098], [0.0, 0.00038])
    """
    edge = min(mean, 1 - mean)
    if std_error > 0 and edge > _NEAR_EDGE * std_error:
        return mean - Z95 * std_error, mean + Z95 * std_error
    effective = mean * (1 - mean) / std_error**2 if std_error > 0 and edge > 0 else deals
    z2 = Z95 * Z95
    centre = (mean + z2 / (2 * effective)) / (1 + z2 / effective)
    reach = Z95 / (1 + z2 / effective) * sqrt(max(0.0, mean * (1 - mean)) / effective + z2 / (4 * effective**2))
    return max(0.0, min(mean, centre - reach)), min(1.0, max(mean, centre + reach))


def bounded_radius(moments: Moments, player: int, target: float, variance: float = 0.25) -> float:
    """Return the half-width of a 95 % confidence sequence for a player's equity.

    The interval mean +- radius holds at all looks at once with 95 % probability (for many deals), so a run may stop at
    the first look at which it is narrow enough; the usual interval would be too narrow then. It is the asymptotic
    confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform central limit theory and
    asymptotic confidence sequences", 2024, theorem 2.2): with t shuffles of standard deviation s,
    ``s * sqrt(2 (t r^2 + 1) / (t r)^2 * log(sqrt(t r^2 + 1) / 0.05))``. Its tuning constant r is set so that the bound
    is tightest at the number of shuffles that a share of the given variance per deal would need; any guess is valid
    that does not come from the deals of the run. Where all shuffles gave the same, two made-up deals are mixed in, so
    that the run does not look certain.

    Examples
    --------
    >>> moments = Moments(1)
    >>> moments.add(10_000, 1, [[5_000 * 2520], [2_500 * 2520 ** 2], [0], [0]])
    >>> round(bounded_radius(moments, 0, 0.015), 4)
    0.0152
    """
    shuffles = moments.shuffles
    boards_a_shuffle = moments.boards / shuffles
    smoothed = (moments.mean(player) * moments.boards + 1) / (moments.boards + 2)
    floor = smoothed * (1 - smoothed) / moments.boards if moments.variance(player) == 0 else 0.0
    spread = max(moments.variance(player), floor) * shuffles
    return sequence_radius(sqrt(spread), shuffles, expected=variance / (target**2 * boards_a_shuffle))


def sequence_radius(deviation: float, count: int, *, expected: float) -> float:
    """Return the half-width of the 95 % confidence sequence of `bounded_radius` for any mean.

    Parameters
    ----------
    deviation : float
        Standard deviation of one of `count` independent terms.
    count : int
    expected : float
        Variance over squared target: the sequence is made tightest for the terms that this needs.

    Examples
    --------
    >>> round(sequence_radius(0.5, 10_000, expected=0.25 / 0.015**2), 4)
    0.0152
    """
    alpha = 1 - LEVEL
    most = -2 * log(alpha) + log(-2 * log(alpha) + 1)  # r^2 of the sequence that is tightest at the first term
    r2 = most if expected == 0 else min(most, 1 / expected)
    inner = count * r2 + 1
    return deviation * sqrt(2 * inner / (count**2 * r2) * log(sqrt(inner) / alpha))
