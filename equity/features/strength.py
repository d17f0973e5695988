"""How many hands beat a hand: its nut rank, its strength now, and its strength on the rivers to come.

Rules of the file: hand strength is what `equity.hand_strength` says against a random hand (ties half), for arrays.
Opposing hands are all pairs of the cards that the hand and the board leave: 1,081 on a flop, 1,035 on a turn, 990 on a
river. Rows are worked on board by board, whatever their order, as all hands of one board cost hardly more than one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.features.arrays import read_rows, run_by_board
from equity.numbers import read_whole

__all__ = ["NutRank", "RiverStrength", "hand_strength", "nut_rank", "river_strength"]

_PARTS = 1980  # of a strength of 1 on the river, where there are 990 opposing hands and ties count half


@dataclass(frozen=True)
class NutRank:
    """How many opposing hands beat or tie a hand; both arrays have the leading dimensions of the cards.

    Attributes
    ----------
    better : uint16 array
        Opposing hands that beat it; 0 for the nuts.
    ties : uint16 array
        Opposing hands worth the same.
    total : int
        Opposing hands in all: 1,081, 1,035 or 990.
    """

    better: NDArray[np.uint16]
    ties: NDArray[np.uint16]
    total: int

    @property
    def strength(self) -> NDArray[np.float64]:
        """Hand strength: the share of opposing hands that it beats, ties half."""
        strength: NDArray[np.float64] = 1 - (self.better + self.ties / 2) / self.total
        return strength


@dataclass(frozen=True)
class RiverStrength:
    """How hand strength ends on the rivers to come, all of them counted alike.

    Attributes
    ----------
    mean : float64 array
        E[HS]: the average strength on the river, which is the equity against a random hand.
    mean_square : float64 array
        E[HS²]: the average of its square, which is higher where the strength is spread (draws).
    histogram : uint16 array, shape (..., bins)
        Rivers by strength: bin ``i`` counts strengths from ``i / bins`` up to ``(i + 1) / bins``, the last one 1.0 too.
        1,081 rivers after a flop, 46 after a turn, 1 on the river.
    """

    mean: NDArray[np.float64]
    mean_square: NDArray[np.float64]
    histogram: NDArray[np.uint16]


def nut_rank(holes: ArrayLike, boards: ArrayLike, *, check: bool = True, threads: int | None = 1) -> NutRank:
    """Return how many of the hands an opponent may hold beat a hand on this board, and how many tie.

    Parameters
    ----------
    holes : array_like
        Card indices, shape (..., 2), or text.
    boards : array_like
        Card indices, shape (..., 3), (..., 4) or (..., 5), or text; broadcast against `holes`.
    check : bool, optional
        Look for repeated cards. Without it, rows whose hole cards are on their board get the strength 0.
    threads : int, optional
        Threads for large arrays; None for one per core.

    Raises
    ------
    CardError
        If shapes, indices or cards are wrong; the message names the first such row.

    Examples
    --------
    >>> found = nut_rank(["JsTs", "7c7d", "AdQc"], "9s8s7h")
    >>> found.better, found.ties, found.total
    (array([  0,  54, 492], dtype=uint16), array([9, 0, 9], dtype=uint16), 1081)
    """
    from equity.kernels.features.strength import count_opponents  # late: Numba is loaded with the first kernel

    rows = read_rows(holes, boards, check=check)
    counts = rows.empty(np.uint16, 2)
    run_by_board(rows, count_opponents, counts, threads=threads)
    better, ties = (rows.shaped(np.ascontiguousarray(column)) for column in counts.T)
    left = 50 - rows.boards.shape[1]
    return NutRank(better, ties, left * (left - 1) // 2)


def hand_strength(
    holes: ArrayLike, boards: ArrayLike, *, check: bool = True, threads: int | None = 1
) -> NDArray[np.float64]:
    """Return the share of opposing hands that a hand beats on this board, ties half: `equity.hand_strength` on arrays.

    Parameters
    ----------
    holes, boards, check, threads
        As for `nut_rank`.

    Raises
    ------
    CardError
        If shapes, indices or cards are wrong; the message names the first such row.

    Examples
    --------
    >>> hand_strength(["AdQc", "JsJd"], "3h4cJh").round(4)
    array([0.5851, 1.    ])
    """
    return nut_rank(holes, boards, check=check, threads=threads).strength


def river_strength(
    holes: ArrayLike, boards: ArrayLike, *, bins: int = 10, check: bool = True, threads: int | None = 1
) -> RiverStrength:
    """Return how hand strength ends on the rivers to come: mean, mean square and histogram, for card abstraction.

    Parameters
    ----------
    holes, boards, check, threads
        As for `nut_rank`.
    bins : int, optional
        Bins of the histogram, 1 to 1,000.

    Raises
    ------
    CardError
        If shapes, indices or cards are wrong; the message names the first such row.
    OptionError
        If `bins` is not a whole number from 1 to 1,000.

    Examples
    --------
    >>> found = river_strength(["8s7s", "AhQd"], "6s5s2dKc", bins=5)
    >>> found.histogram.tolist(), found.mean.round(3), found.mean_square.round(3)
    ([[25, 0, 0, 6, 15], [0, 28, 12, 3, 3]], array([0.437, 0.438]), array([0.38, 0.22]))
    """
    from equity.kernels.features.strength import fill_rivers  # late: Numba is loaded with the first kernel

    bins = read_whole("bins", bins, least=1, most=1000)
    rows = read_rows(holes, boards, check=check)
    points, histogram = rows.zeros(np.int64, 2), rows.zeros(np.uint16, bins)
    run_by_board(rows, fill_rivers, points, histogram, threads=threads)
    rivers = (1081, 46, 1)[rows.boards.shape[1] - 3]
    mean, square = points[:, 0] / (_PARTS * rivers), points[:, 1] / (_PARTS**2 * rivers)
    return RiverStrength(rows.shaped(mean), rows.shaped(square), rows.shaped(histogram))
