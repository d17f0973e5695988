"""Equities gathered by the 169 hand classes: what a 13 x 13 grid or a matrix of range against range shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import fsum, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import CLASSES, class_name, class_of_combo
from equity.errors import OptionError
from equity.odds.analyses.per_combo import ComboEquities, equities_of_seats
from equity.odds.analyses.split_equity import can_be_dealt
from equity.odds.question.question import Question
from equity.ranges import Range
from equity.show.results import Shown

__all__ = ["ClassMatrix", "class_matrix", "equities_by_class", "rows_by_class"]


def equities_by_class(found: ComboEquities) -> NDArray[np.float64]:
    """Return the mean equity of each hand class, NaN where no combo of it can be dealt, shape (169,).

    Examples
    --------
    >>> from equity.odds.analyses.per_combo import combo_equities
    >>> grid = equities_by_class(combo_equities(["AA,AKs", "QQ"]))
    >>> grid[:2].round(4).tolist(), int(np.isnan(grid).sum())
    ([0.8155, 0.4605], 167)
    """
    classes = np.array([class_of_combo(combo) for combo in found.combos.tolist()], np.int64)
    share = np.bincount(classes, found.share, CLASSES)
    won = np.bincount(classes, found.share * found.equity, CLASSES)
    with np.errstate(invalid="ignore"):
        equity: NDArray[np.float64] = won / share
    return equity


def rows_by_class(found: ComboEquities) -> list[dict[str, Any]]:
    """Return one dictionary per hand class, best first: means over its combos, a single combo under its own name.

    Examples
    --------
    >>> from equity.odds.analyses.per_combo import combo_equities
    >>> for row in rows_by_class(combo_equities(["AA,AsKs", "QQ"])):
    ...     print(row["hand"], row["combos"], round(row["equity"], 4), round(row["share"], 4))
    AA 6 0.8155 0.8571
    AsKs 1 0.4605 0.1429
    """
    groups: dict[int, list[dict[str, Any]]] = {}
    for combo, row in zip(found.combos.tolist(), found.rows(), strict=True):
        groups.setdefault(class_of_combo(combo), []).append(row)
    rows = []
    for hand_class, own in groups.items():
        share = fsum(row["share"] for row in own)
        means = {
            name: fsum(row["share"] * row[name] for row in own) / share if share else nan
            for name in ("equity", "win", "tie")
        }
        hand = own[0]["hand"] if len(own) == 1 else class_name(hand_class)
        rows.append({"hand": hand, "combos": len(own), "share": share, **means})
    return sorted(rows, key=lambda row: -row["equity"])


@dataclass(frozen=True, repr=False)
class ClassMatrix(Shown):
    """The first player's equity by their hand class (row) and the second player's (column), best hands first.

    Attributes
    ----------
    row_names, column_names : tuple of str
        Names of the hand classes, by how they do against the whole other range.
    equity : float64 array, shape (R, C)
        NaN where the two cannot be dealt together.
    """

    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    equity: NDArray[np.float64] = field(repr=False)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per row's hand: its name and its equity against each of the others.

        Examples
        --------
        >>> class_matrix(Question.parse(["AKs,77", "QQ"])).rows()[0]["hand"]
        'AKs'
        """
        table = zip(self.row_names, self.equity.tolist(), strict=True)
        return [{"hand": name, **dict(zip(self.column_names, line, strict=True))} for name, line in table]

    def _line(self) -> str:
        return f"{len(self.row_names)} hands against {len(self.column_names)}, the best {self.row_names[0]}"


def class_matrix(
    question: Question, *, samples: int | None = None, seed: int | None = None, threads: int | None = None
) -> ClassMatrix:
    """Return the equity of every hand class of one range against every one of the other.

    Examples
    --------
    >>> found = class_matrix(Question.parse(["AKs,77", "QQ,A2s"]))
    >>> found.row_names, found.column_names, found.equity.round(3).tolist()
    (('AKs', '77'), ('QQ', 'A2s'), [[0.46, 0.711], [0.191, 0.667]])
    """
    if len(question.ranges) != 2:
        raise OptionError(f"a matrix is of one range against one other, got {len(question.ranges)} players")
    order = [_by_strength(found) for found in equities_of_seats(question, [0, 1], samples=samples, seed=seed,
                                                                threads=threads)]  # fmt: skip
    live = question.live[1]
    columns = []
    for hand_class in order[1]:
        own = {combo: weight for combo, weight in live.items() if class_of_combo(combo) == hand_class}
        part = replace(question, ranges=(question.ranges[0], Range.from_combos(own)))
        if can_be_dealt(part):
            [found] = equities_of_seats(part, [0], samples=samples, seed=seed, threads=threads)
            columns.append(equities_by_class(found)[order[0]])
        else:
            columns.append(np.full(len(order[0]), np.nan))
    names = [tuple(map(class_name, classes)) for classes in order]
    return ClassMatrix(names[0], names[1], np.stack(columns, axis=1))


def _by_strength(found: ComboEquities) -> list[int]:
    equity = equities_by_class(found)
    best_first = np.argsort(-equity, kind="stable")  # NaN goes last
    return [int(hand_class) for hand_class in best_first if not np.isnan(equity[hand_class])]
