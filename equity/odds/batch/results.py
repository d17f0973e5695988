"""The answers of a batch: arrays for all rows, and one row's own on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.odds.batch.known_hands import WinnerSets
from equity.show.results import Shown, name_shares

__all__ = ["NOT_ANSWERED", "Answer", "ManyResults", "Winners"]

NOT_ANSWERED = "not answered: interrupted"


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Shown):
    """One row's answer.

    Attributes
    ----------
    equity, win, tie, tie_equity : tuple of float
        One per player; empty if there is an error.
    total : float
        Deals.
    method : str
        ``"exact"`` or ``"monte-carlo"``; empty if there is an error.
    std_error : tuple of float or None
        None if counted.
    seed : int or None
        `equity.calculate` repeats a sampled answer with it.
    error : str or None
        Why there is no answer.
    wins_by_set : dict
        Deals that end with exactly these players (0-based) sharing the pot, as in `EquityResult`.
    """

    equity: tuple[float, ...]
    win: tuple[float, ...]
    tie: tuple[float, ...]
    tie_equity: tuple[float, ...]
    total: float
    method: str
    std_error: tuple[float, ...] | None = None
    seed: int | None = None
    error: str | None = None
    wins_by_set: Mapping[tuple[int, ...], float] = field(default_factory=dict)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per player; one with the error if there is no answer."""
        if self.error is not None:
            return [{"error": self.error}]
        return [{"player": i, **player} for i, player in enumerate(self.to_dict()["players"], 1)]

    def _line(self) -> str:
        if self.error is not None:
            return f"error: {self.error}"
        names = [f"player {i}" for i in range(1, len(self.equity) + 1)]
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"{name_shares(names, self.equity)}; {self.method}, {self.total:,} deals{seed}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        if self.error is not None:
            return {"error": self.error}
        names = ("equity", "win", "tie", "tie_equity")
        figures = zip(*(getattr(self, name) for name in names), strict=True)
        return {
            "players": [dict(zip(names, row, strict=True)) for row in figures],
            "total": self.total,
            "method": self.method,
            "std_error": None if self.std_error is None else list(self.std_error),
            "seed": self.seed,
            "wins_by_set": {"+".join(map(str, winners)): count for winners, count in self.wins_by_set.items()},
        }


@dataclass(frozen=True)
class Winners:
    """Who shares the pot how often in each row of a batch.

    Attributes
    ----------
    known : tuple of WinnerSets
        Rows of known hands, counted together.
    others : dict
        Counts by winners of the rows that were answered one by one.
    rows : int64 array
        Where each row of these results stood in the whole batch.
    """

    known: tuple[WinnerSets, ...]
    others: Mapping[int, Mapping[tuple[int, ...], float]]
    rows: NDArray[np.int64]

    def of(self, row: int) -> Mapping[tuple[int, ...], float]:
        """Return the counts by winners of a row."""
        place = int(self.rows[row])
        if place in self.others:
            return self.others[place]
        return next((found for part in self.known if (found := part.of(place)) is not None), {})


@dataclass(frozen=True, repr=False)
class ManyResults(Shown, Sequence[Answer]):
    """The answers of a batch, in the order of its rows.

    Attributes
    ----------
    equity, win, tie, tie_equity, std_error : float64 arrays, shape (N, P)
        P is the largest number of players; NaN where there is no such player or no answer (standard errors: no sample).
    players : int64 array, shape (N,)
        Number of players, 0 where there is no answer.
    total : float64 array, shape (N,)
    seeds : dict from row to seed
        Sampled rows.
    errors : dict from row to message
        Rows without an answer.
    distinct : int
        Different spots that were answered.
    elapsed : float
        Seconds.
    winners : Winners
        Who shares the pot how often, for the `wins_by_set` of one row.
    """

    equity: NDArray[np.float64] = field(repr=False)
    win: NDArray[np.float64] = field(repr=False)
    tie: NDArray[np.float64] = field(repr=False)
    tie_equity: NDArray[np.float64] = field(repr=False)
    std_error: NDArray[np.float64] = field(repr=False)
    players: NDArray[np.int64] = field(repr=False)
    total: NDArray[np.float64] = field(repr=False)
    seeds: dict[int, int] = field(repr=False)
    errors: dict[int, str]
    distinct: int
    elapsed: float
    winners: Winners = field(repr=False)

    def __len__(self) -> int:
        return len(self.players)

    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return [self[i] for i in range(*row.indices(len(self)))]
        i = range(len(self))[row]
        if i in self.errors:
            return Answer((), (), (), (), 0.0, "", error=self.errors[i])
        count = self.players[i]
        arrays = (self.equity, self.win, self.tie, self.tie_equity)
        equity, win, tie, tie_equity = (tuple(array[i, :count].tolist()) for array in arrays)
        seed = self.seeds.get(i)
        errors = None if seed is None else tuple(self.std_error[i, :count].tolist())
        total = float(self.total[i])
        method = "exact" if seed is None else "monte-carlo"
        deals = int(total) if total.is_integer() else total
        by_set = self.winners.of(i)
        return Answer(equity, win, tie, tie_equity, deals, method, errors, seed, wins_by_set=by_set)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per row of the batch, as in `columns`.

        Examples
        --------
        >>> from equity import calculate_many
        >>> calculate_many(["AsKs vs QhQd"]).rows()[0]["method"]
        'exact'
        """
        columns = self.columns()
        return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]

    def _line(self) -> str:
        failed = f", {len(self.errors)} without an answer" if self.errors else ""
        return f"{len(self)} rows, {self.distinct} different{failed}, {self.elapsed:.2f} s"

    @property
    def complete(self) -> bool:
        """Whether every row was looked at; False after an interrupt."""
        return NOT_ANSWERED not in self.errors.values()

    def pick(self, rows: Sequence[int]) -> ManyResults:
        """Return some of the rows alone, in the order given."""
        kept = np.array(rows, np.int64)
        figures = (self.equity, self.win, self.tie, self.tie_equity, self.std_error)
        equity, win, tie, tie_equity, std_error = (array[kept] for array in figures)
        seeds = {i: self.seeds[row] for i, row in enumerate(rows) if row in self.seeds}
        errors = {i: self.errors[row] for i, row in enumerate(rows) if row in self.errors}
        return ManyResults(
            equity, win, tie, tie_equity, std_error, self.players[kept], self.total[kept], seeds, errors,
            self.distinct, self.elapsed, replace(self.winners, rows=self.winners.rows[kept]),
        )  # fmt: skip

    @property
    def methods(self) -> list[str | None]:
        """Each row's method, None where there is no answer."""
        rows = range(len(self))
        return [None if i in self.errors else "monte-carlo" if i in self.seeds else "exact" for i in rows]

    def columns(self) -> dict[str, list[Any]]:
        """Return the answers as columns of plain values, None where there is none: for a data frame.

        Examples
        --------
        >>> from equity import calculate_many
        >>> calculate_many(["AsKs vs QhQd", "AsKs vs AsQd"]).columns()["error"]
        [None, 'As is used twice: player 1 and player 2']
        """
        columns: dict[str, list[Any]] = {}
        names = ("equity", "win", "tie", *(("std_error",) if self.seeds else ()))
        for name in names:
            for player, column in enumerate(getattr(self, name).T, 1):
                columns[f"{name}_{player}"] = [None if x != x else x for x in column.tolist()]  # noqa: PLR0124  # NaN
        columns["method"] = self.methods
        columns["error"] = [self.errors.get(i) for i in range(len(self))]
        return columns
