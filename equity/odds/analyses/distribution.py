"""How a range's equity is spread over its combos: a few strong hands and many weak ones, or all alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.numbers import check_sampling, read_whole
from equity.odds.analyses.per_combo import ComboEquities, equities_of_seats, read_player
from equity.odds.question.question import Cards, Player, Question
from equity.show.columns import percent
from equity.show.results import Shown, name_method

__all__ = ["Distribution", "distribution", "spread"]

_ROUNDING = 1e-12  # an equity of 0.3 found as 0.29999999999999999 belongs to the bin that starts at 0.3


@dataclass(frozen=True, repr=False)
class Distribution(Shown):
    """A histogram of a range's equities.

    Attributes
    ----------
    player : int
        Whose range, counted from 0.
    edges : float64 array, shape (B + 1,)
        Bins from 0 to 1; each holds its lower edge, the last one both.
    shares : float64 array, shape (B,)
        How likely the player holds a combo of each bin; adds up to 1.
    combos : int64 array, shape (B,)
        Number of combos in each bin.
    mean, deviation : float
        The range's equity, and the standard deviation of its combos' equities.
    seed : int or None
        Seed of the sample; None if every deal was counted.
    """

    player: int
    edges: NDArray[np.float64] = field(repr=False)
    shares: NDArray[np.float64] = field(repr=False)
    combos: NDArray[np.int64] = field(repr=False)
    mean: float
    deviation: float
    seed: int | None = None

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per bin, for a data frame, CSV or JSON."""
        edges = self.edges.tolist()
        columns = zip(edges, edges[1:], self.shares.tolist(), self.combos.tolist(), strict=False)
        return [{"from": low, "to": high, "share": share, "combos": count} for low, high, share, count in columns]

    def _line(self) -> str:
        parts = f"mean {percent(self.mean)}, standard deviation {percent(self.deviation)}"
        return f"player {self.player + 1}: {parts}, {len(self.shares)} bins; {name_method(self.seed)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        arrays = {name: getattr(self, name).tolist() for name in ("edges", "shares", "combos")}
        method = "exact" if self.seed is None else "monte-carlo"
        figures = {"mean": self.mean, "deviation": self.deviation, "method": method, "seed": self.seed}
        return {"player": self.player, **arrays, **figures}


def distribution(
    players: str | Sequence[Player],
    *,
    player: int = 0,
    bins: int = 10,
    board: Cards = "",
    dead: Cards = "",
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Distribution:
    """Return a histogram of the equities of a player's combos.

    Parameters
    ----------
    players, board, dead
        As for `equity.calculate`.
    player : int, optional
        Whose combos, counted from 0.
    bins : int, optional
        Number of bins of equal width, from 0 to 1.
    samples, seed, threads
        As for `equity.combo_equities`.

    Returns
    -------
    Distribution

    Examples
    --------
    >>> import equity
    >>> found = equity.distribution(["AKs,QQ,72o", "random"], bins=4)
    >>> found.shares.round(3).tolist(), found.combos.tolist()
    ([0.0, 0.545, 0.182, 0.273], [0, 12, 4, 6])
    """
    samples, seed = check_sampling(samples, seed, threads)
    question = Question.parse(players, board=board, dead=dead)
    player = read_player(player, question)
    [found] = equities_of_seats(question, [player], samples=samples, seed=seed, threads=threads)
    return spread(found, bins)


def spread(found: ComboEquities, bins: int = 10) -> Distribution:
    """Return the histogram of equities that are known already.

    Examples
    --------
    >>> from equity.odds.analyses.per_combo import combo_equities
    >>> spread(combo_equities(["AKs", "QQ"]), 2).shares.tolist()
    [1.0, 0.0]
    """
    bins = read_whole("bins", bins, least=1, most=1000)
    places = np.minimum((found.equity * bins + _ROUNDING).astype(np.int64), bins - 1)
    mean = float(found.share @ found.equity)
    deviation = sqrt(max(0.0, float(found.share @ (found.equity - mean) ** 2)))
    return Distribution(
        found.player,
        np.arange(bins + 1, dtype=np.float64) / bins,
        np.asarray(np.bincount(places, found.share, bins), np.float64),
        np.bincount(places, minlength=bins).astype(np.int64),
        mean,
        deviation,
        found.seed,
    )
