"""The preflop table as matrices, of all combos and of the 169 hand classes.

Rules of the file: NumPy. The matrices are made once in a process, in about 80 ms; exact whole numbers in float64.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from equity.cards import CLASSES, COMBOS, class_name, class_of_combo, combo_cards
from equity.constants import BOARDS_HEADS_UP
from equity.matchups import slot_grid
from equity.odds.exact.card_removal import weight_beside
from equity.odds.exact.preflop_table import table_bytes
from equity.show.results import to_frame

__all__ = [
    "class_counts",
    "class_equities",
    "class_grids",
    "class_weights",
    "fits",
    "grids",
    "preflop_matrix",
    "row_counts",
    "slot_counts",
]


@cache
def slot_counts() -> NDArray[np.int32]:
    """Return the wins of the first seat and the ties by slot (`equity.matchups`), shape (52338, 2).

    Examples
    --------
    >>> slot_counts()[268].tolist()  # kings against aces of other suits
    [305177, 7923]
    """
    entries = np.frombuffer(table_bytes(), np.uint8).reshape(-1, 2, 3).astype(np.int32)
    counts: NDArray[np.int32] = entries @ np.array([1, 1 << 8, 1 << 16], np.int32)
    return counts


@cache
def grids() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the wins of row over column and the ties, for all pairs of combos; 0 where they share a card.

    Examples
    --------
    >>> grids()[0].shape
    (1326, 1326)
    """
    wins, ties = slot_counts().T
    slots, swapped = slot_grid(range(COMBOS), range(COMBOS))
    tie_grid = ties[slots]
    win_grid = wins[slots]
    win_grid = np.where(swapped, BOARDS_HEADS_UP - win_grid - tie_grid, win_grid)
    apart = fits()
    return (win_grid * apart).astype(np.float64), (tie_grid * apart).astype(np.float64)


def fits() -> NDArray[np.bool_]:
    """Return for all pairs of combos whether they share no card.

    Examples
    --------
    >>> int(fits()[0].sum())  # 50 cards are left
    1225
    """
    masks = np.array([1 << high | 1 << low for high, low in map(combo_cards, range(COMBOS))], np.int64)
    apart: NDArray[np.bool_] = (masks[:, None] & masks) == 0
    return apart


def row_counts(rows: NDArray[np.int64], columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weighted wins, ties and boards of combos against a whole range, shape (K, 3).

    Parameters
    ----------
    rows : int64 array, shape (K,)
        Combo numbers.
    columns : float64 array, shape (1326,)
        The opponent's weights. Whole weights that add up to less than 2 ** 53 / 1,712,304 give exact counts.

    Examples
    --------
    >>> row_counts(np.array([1325]), np.ones(1326)).tolist()  # aces against a random hand
    [[1781508418.0, 11402312.0, 2097572400.0]]
    """
    whole = len(rows) > COMBOS // 2  # then copying rows out of the matrix costs more than it saves
    wins, ties = ((grid @ columns)[rows] if whole else grid[rows] @ columns for grid in grids())
    return np.stack([wins, ties, BOARDS_HEADS_UP * weight_beside(rows, columns)], axis=1)


@cache
def _classes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all combos in order of their class, and where each class starts in that order."""
    of_combo = np.array([class_of_combo(combo) for combo in range(COMBOS)])
    order = np.argsort(of_combo, kind="stable")
    return order, np.searchsorted(of_combo[order], np.arange(CLASSES))


def class_weights(weights: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return a weight for each class, or None if combos of one class differ.

    Examples
    --------
    >>> class_weights(np.ones(1326)).sum(), class_weights(np.arange(1326.0))
    (np.float64(169.0), None)
    """
    order, starts = _classes()
    by_class: NDArray[np.float64] = weights[order[starts]]
    sizes = np.diff(starts, append=COMBOS)
    return by_class if np.array_equal(np.repeat(by_class, sizes), weights[order]) else None


@cache
def class_grids() -> NDArray[np.float64]:
    """Return `class_counts` with the axes (other class, class, figure), ready to be multiplied with weights.

    Examples
    --------
    >>> class_grids().shape
    (169, 169, 3)
    """
    order, starts = _classes()
    parts = (*grids(), fits() * float(BOARDS_HEADS_UP))
    summed = [np.add.reduceat(np.add.reduceat(part[order], starts)[:, order], starts, axis=1) for part in parts]
    return np.stack([part.T for part in summed], axis=-1).copy()


def class_counts() -> NDArray[np.int64]:
    """Return wins, ties and deals of every hand class against every other, all suits together.

    Returns
    -------
    int64 array, shape (169, 169, 3)
        Classes are numbered as in `equity.cards`: ``13 * row + column``, aces first.

    Examples
    --------
    >>> class_counts()[0, 0].tolist()  # aces against aces
    [223260, 9827304, 10273824]
    """
    return class_grids().transpose(1, 0, 2).astype(np.int64)


@overload
def preflop_matrix(*, labels: Literal[False] = False) -> NDArray[np.float64]: ...


@overload
def preflop_matrix(*, labels: Literal[True]) -> Any: ...


def preflop_matrix(*, labels: bool = False) -> Any:
    """Return the exact equity of every hand class (row) against every other (column).

    Parameters
    ----------
    labels : bool, optional
        Return a data frame that names the hands: a column ``hand``, and one per hand. Needs pandas or Polars.

    Returns
    -------
    float64 array, shape (169, 169), or a data frame
        Classes are numbered as in `equity.cards`: ``13 * row + column``, aces first.

    Examples
    --------
    >>> from equity.cards import parse_class
    >>> round(float(preflop_matrix()[parse_class("AKs"), parse_class("QQ")]), 6)
    0.460485
    """
    counts = class_counts()
    equities: NDArray[np.float64] = (counts[..., 0] + counts[..., 1] / 2) / counts[..., 2]
    if not labels:
        return equities
    names = list(map(class_name, range(CLASSES)))
    rows = zip(names, equities.tolist(), strict=True)
    return to_frame([{"hand": name, **dict(zip(names, row, strict=True))} for name, row in rows])


def class_equities() -> NDArray[np.float64]:
    """Return the exact equity of each of the 169 hand classes against one random hand, shape (169,).

    Examples
    --------
    >>> round(float(class_equities()[0]), 6)  # aces
    0.852037
    """
    counts = class_counts().sum(axis=1)
    equities: NDArray[np.float64] = (counts[:, 0] + counts[:, 1] / 2) / counts[:, 2]
    return equities
