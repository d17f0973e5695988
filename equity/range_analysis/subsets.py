"""Few flops with weights that stand for all: the frequencies of textures and the equity stay as they are.

The flops are clustered by what they look like and by the equity on them, the flop nearest to the middle of each
cluster stands for it, and the clusters' shares are then moved as little as it takes for the averages over the subset
to be those over all flops. There is no chance in it: the same ranges give the same subset.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.range_analysis.flop_kinds import TEXTURES, textures_of

__all__ = ["MOST_FLOPS", "FlopSubset", "choose_subset"]

MOST_FLOPS = 500  # of a subset
_ROUNDS = 30
_BLOCK = 2048  # rows of distances at a time
_EQUITY = 8.0  # how much a difference in equity counts beside one in texture: 0.125 of the pot as much as a suit
_RARE = 0.4  # 0: looks count by their share; 0.5: rare ones as much as common ones
_WORDS = 6  # of a texture: high cards from nine down are one
_STRAY = 0.01  # how much it costs to take a flop that lies far from the middle of its cluster
_STIFF = 0.1  # how much it costs to move weights away from the shares of the clusters


@dataclass(frozen=True)
class FlopSubset:
    """Flops that stand for all, and how well they do.

    Attributes
    ----------
    rows : int64 array, shape (K,)
        Their rows in the report.
    weights : float64 array, shape (K,)
        How much each counts; they add up to 1.
    equity_error : float
        The average equity over the subset less that over all flops.
    spread : float
        Root mean square difference between the equity on a flop and on the one that stands for it.
    texture_error : float
        The largest difference between how often a texture comes in the subset and among all flops.
    """

    rows: NDArray[np.int64]
    weights: NDArray[np.float64]
    equity_error: float
    spread: float
    texture_error: float

    def errors(self) -> dict[str, Any]:
        """Return the three errors by name."""
        return {name: getattr(self, name) for name in ("equity_error", "spread", "texture_error")}


def choose_subset(
    boards: NDArray[np.uint8], equity: NDArray[np.float64], share: NDArray[np.float64], size: int
) -> FlopSubset:
    """Return `size` flops that stand for all of them.

    Parameters
    ----------
    boards : uint8 array, shape (F, 3)
    equity, share : float64 arrays, shape (F,)
        The equity on each flop and how often it comes.
    size : int
        1 to `MOST_FLOPS`, and at most F.

    Examples
    --------
    >>> from equity.range_analysis.flop_kinds import flop_kinds
    >>> kinds = flop_kinds()
    >>> found = choose_subset(kinds.boards, np.linspace(0.3, 0.7, 1755), kinds.count / 22100, 25)
    >>> len(found.rows), round(float(found.weights.sum()), 9), abs(found.equity_error) < 0.001
    (25, 1.0, True)
    """
    looks = _looks(boards)
    often = share @ looks
    # rare looks count for more than their share, or no flop of one suit would be among 25
    scaled = looks / np.maximum(often, 1e-12) ** _RARE
    points = np.column_stack([scaled, (boards >> 2) / 12.0, _EQUITY * (equity - share @ equity)])
    rows, cluster = _cluster(points, share, size)
    start = _masses(cluster, share, size)
    rows = _swap(points, share @ points, start, rows, cluster)
    weights = _fit(points, share, rows, start)
    return FlopSubset(
        rows=rows,
        weights=weights,
        equity_error=float(weights @ equity[rows] - share @ equity),
        spread=float(np.sqrt(share @ (equity - equity[rows][cluster]) ** 2)),
        texture_error=float(np.abs(weights @ looks[rows] - often).max()),
    )


def _looks(boards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return a column for each word of each texture, 1 where it fits; high cards from nine down are one."""
    parts = []
    for name, index in textures_of(boards).items():
        words = min(len(TEXTURES[name]), _WORDS)
        parts.append(np.eye(words)[np.minimum(index, words - 1)])
    return np.column_stack(parts)


def _cluster(
    points: NDArray[np.float64], share: NDArray[np.float64], size: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of `size` medoids in order, and for each point the place of its own among them."""
    # the seeds: first the point nearest to the mean, then always the one that would gain most
    centre = ((points - share @ points) ** 2).sum(axis=1).argmin()
    chosen = [int(centre)]
    nearest = ((points - points[centre]) ** 2).sum(axis=1)
    while len(chosen) < size:
        gain = share * nearest
        gain[chosen] = -1.0
        chosen.append(int(gain.argmax()))
        nearest = np.minimum(nearest, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    rows = np.sort(np.array(chosen, np.int64))
    for _ in range(_ROUNDS):
        cluster = _nearest(points, rows)
        middle = np.stack([_masses(cluster, share * column, size) for column in points.T], axis=1)
        middle /= np.maximum(_masses(cluster, share, size), 1e-300)[:, None]
        away = ((points - middle[cluster]) ** 2).sum(axis=1)
        order = np.lexsort((np.arange(len(points)), away, cluster))
        first = np.unique(cluster[order], return_index=True)[1]
        moved = np.sort(order[first])
        if len(moved) < size or np.array_equal(moved, rows):
            break
        rows = moved
    return rows, _nearest(points, rows)


def _masses(cluster: NDArray[np.int64], share: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    return np.asarray(np.bincount(cluster, share, size), np.float64)


def _nearest(points: NDArray[np.float64], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each point the place of the nearest of some of them; a chosen point is its own."""
    squares = (points[rows] ** 2).sum(axis=1) / 2
    nearest = np.empty(len(points), np.int64)
    for start in range(0, len(points), _BLOCK):
        part = slice(start, start + _BLOCK)
        nearest[part] = (squares - points[part] @ points[rows].T).argmin(axis=1)
    nearest[rows] = np.arange(len(rows))
    return nearest


def _swap(
    points: NDArray[np.float64],
    target: NDArray[np.float64],
    weights: NDArray[np.float64],
    rows: NDArray[np.int64],
    cluster: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return for each cluster the member that brings the weighted mean nearest to `target`, the others being fixed.

    What a member costs besides is its distance from the cluster's first choice.
    """
    rows = rows.copy()
    first = points[rows]
    members = np.split(np.argsort(cluster, kind="stable"), np.cumsum(np.bincount(cluster, minlength=len(rows)))[:-1])
    missing = target - weights @ points[rows]
    for _ in range(_ROUNDS):
        before = rows.copy()
        for place, own in enumerate(members):
            wanted = missing + weights[place] * points[rows[place]]
            steps = wanted - weights[place] * points[own]
            away = weights[place] * ((points[own] - first[place]) ** 2).sum(axis=1)
            best = int(((steps**2).sum(axis=1) + _STRAY * away).argmin())
            rows[place], missing = own[best], steps[best]
        if np.array_equal(rows, before):
            break
    return rows


def _fit(
    points: NDArray[np.float64], share: NDArray[np.float64], rows: NDArray[np.int64], start: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return weights near `start` by least squares, none below a tenth of it, whose means are those of all points."""
    target = share @ points
    columns = np.column_stack([points[rows], np.full(len(rows), 100.0)])  # the last one: they add up to 1
    wanted = np.append(target, 100.0)
    stiff = _STIFF / np.sqrt(start)
    free = np.ones(len(rows), np.bool_)
    weights = start.copy()
    while free.any():
        system = np.vstack([columns[free].T, np.diag(stiff[free])])
        right = np.append(wanted - weights[~free] @ columns[~free], stiff[free] * start[free])
        weights[free] = np.linalg.lstsq(system, right, rcond=None)[0]
        short = free & (weights < 0.1 * start)
        if not short.any():
            break
        weights[short] = 0.1 * start[short]
        free &= ~short
    fitted: NDArray[np.float64] = weights / weights.sum()
    return fitted
