"""Error bars: standard errors from blocks, intervals, and a stopping bound that may be looked at again and again.

Rules of the file: pure Python on sums over blocks, added up in order, so that results are the same bytes everywhere.

Deals of one block depend on each other, blocks do not, and how many deals of a block fit is chance. So an equity is a
ratio of two sums over blocks, parts of the pots and deals, and its variance that of the blocks' parts around what their
deals would give them (the ratio estimator; W. G. Cochran, "Sampling Techniques", 1977, section 2.11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt

__all__ = ["LEVEL", "Z95", "Moments", "bounded_radius", "interval", "sequence_radius"]

LEVEL = 0.95
Z95 = 1.959963984540054
_NEAR_EDGE = 5.0  # standard errors from 0 or 1 within which the normal interval is not trusted
_ROUNDING = 1e-10  # of the sum of squares: a spread below this is what was rounded


@dataclass
class Moments:
    """Running sums over blocks, one entry per player in each list.

    Attributes
    ----------
    deals, blocks : int
    square_deals : float
        Sum over blocks of the square of their deals.
    parts, squares, products : list of float
        Sums over blocks of a player's part of the pots, of its square, and of it times the block's deals.
    """

    players: int
    deals: int = 0
    blocks: int = 0
    square_deals: float = 0.0
    parts: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)
    products: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        for sums in (self.parts, self.squares, self.products):
            sums.extend([0.0] * (self.players - len(sums)))

    def add(self, deals: int, sums: Sequence[Sequence[float]]) -> None:
        """Add a chunk of `deals` deals with its sums; see `equity.kernels.equities.sampling.sample_chunks`."""
        self.deals += deals
        self.blocks += round(sums[4][0])
        self.square_deals += sums[4][1]
        for row, more in zip((self.parts, self.squares, self.products), sums, strict=False):
            for player in range(self.players):
                row[player] += more[player]

    def mean(self, player: int) -> float:
        """Return a player's mean share; a control may correct one near 0 or 1 beyond it, which is cut off."""
        return min(1.0, max(0.0, self.parts[player] / self.deals))

    def variance(self, player: int) -> float:
        """Return the variance of the mean share, 0 where every block gave the same per deal.

        Examples
        --------
        >>> moments = Moments(1)
        >>> moments.add(4, [[2.0], [4.0], [4.0], [0.0], [2, 8.0]])  # two blocks of two deals: shares 1, 1 and 0, 0
        >>> moments.variance(0)
        0.25
        """
        if self.blocks < 2:
            return 0.25
        mean = self.parts[player] / self.deals
        spread = self.squares[player] - 2 * mean * self.products[player] + mean * mean * self.square_deals
        if spread <= _ROUNDING * self.squares[player]:
            return 0.0
        return spread / self.deals**2 * self.blocks / (self.blocks - 1)

    def std_error(self, player: int) -> float:
        """Return the standard error of a player's mean share; never 0, because the deals were sampled."""
        variance = self.variance(player)
        if variance > 0:
            return sqrt(variance)
        low, high = interval(self.mean(player), 0.0, self.deals)
        return (high - low) / (2 * Z95)

    def ci95(self, player: int) -> tuple[float, float]:
        """Return the 95 % interval of a player's equity for a number of deals fixed in advance."""
        return interval(self.mean(player), sqrt(self.variance(player)), self.deals)


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
    asymptotic confidence sequences", 2024, theorem 2.2): with t blocks of standard deviation s,
    ``s * sqrt(2 (t r^2 + 1) / (t r)^2 * log(sqrt(t r^2 + 1) / 0.05))``. Its tuning constant r is set so that the bound
    is tightest at the number of blocks that a share of the given variance per deal would need; any guess is valid
    that does not come from the deals of the run. Where all blocks gave the same, two made-up deals are mixed in, so
    that the run does not look certain.

    Examples
    --------
    >>> moments = Moments(1)
    >>> moments.add(10_000, [[5_000.0], [5_000.0], [5_000.0], [0.0], [10_000, 10_000.0]])
    >>> round(bounded_radius(moments, 0, 0.015), 4)
    0.0152
    """
    blocks = moments.blocks
    smoothed = (moments.mean(player) * moments.deals + 1) / (moments.deals + 2)
    floor = smoothed * (1 - smoothed) / moments.deals if moments.variance(player) == 0 else 0.0
    spread = max(moments.variance(player), floor) * blocks
    return sequence_radius(sqrt(spread), blocks, expected=variance / (target**2 * moments.deals / blocks))


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
