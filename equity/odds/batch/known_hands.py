"""Batches of known hands: spots of one shape are counted together by one kernel.

Rules of the file: whole arrays at a time, nothing per spot in Python; a spot that stands in the batch a hundred times,
under other suits or with the players in another order, is counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from equity.constants import BOARDS_HEADS_UP, POT_UNITS
from equity.odds.batch.canonical import canonical_codes, distinct_rows
from equity.odds.batch.reader import Hands
from equity.odds.exact.preflop_table import matchup
from equity.odds.question.hole_cards import COMBO_CARDS
from equity.parallel import run_chunks

__all__ = ["SpotCounts", "SpotShape", "WinnerSets", "find_clashes", "solve_hands", "to_shapes"]

_Found: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]  # spots, sets, counts

_CHUNK_SECONDS = 0.05
_A_SPOT = {5: 4e-4, 2: 4e-6, 1: 1e-6, 0: 6e-7}  # seconds, by cards to come; roughly, for two players


@dataclass(frozen=True)
class SpotShape:
    """Spots with the same number of players, board cards and dead cards.

    Attributes
    ----------
    rows : int64 array, shape (N,)
        Where they stand in the batch.
    combos : int64 array, shape (N, P)
    boards, dead : uint8 arrays, shape (N, B) and (N, D)
    """

    rows: NDArray[np.int64]
    combos: NDArray[np.int64]
    boards: NDArray[np.uint8]
    dead: NDArray[np.uint8]

    def pick(self, kept: NDArray[np.int64] | NDArray[np.bool_]) -> SpotShape:
        """Return some of the spots."""
        return SpotShape(self.rows[kept], self.combos[kept], self.boards[kept], self.dead[kept])


@dataclass(frozen=True)
class WinnerSets:
    """Which players share the pot how often, for spots of one shape; kept small, for most sets never win.

    Attributes
    ----------
    rows : int64 array, shape (N,)
        Where the spots stand in the batch, ascending.
    kinds : int64 array, shape (N,)
        Which of the different spots each one is.
    places : int64 array, shape (N, P)
        Where each player stands in that one.
    starts : int64 array, shape (K + 1,)
        Where the sets of each different spot begin.
    sets, counts : int64 arrays
        Set of winners (bit p: whoever stands at place p) and deals.
    """

    rows: NDArray[np.int64]
    kinds: NDArray[np.int64]
    places: NDArray[np.int64]
    starts: NDArray[np.int64]
    sets: NDArray[np.int64]
    counts: NDArray[np.int64]

    def of(self, row: int) -> dict[tuple[int, ...], int] | None:
        """Return the counts by winners of a row of the batch, None if it is not among these."""
        spot = int(np.searchsorted(self.rows, row))
        if spot == len(self.rows) or self.rows[spot] != row:
            return None
        part = slice(self.starts[self.kinds[spot]], self.starts[self.kinds[spot] + 1])
        places = self.places[spot].tolist()
        found = {
            tuple(player for player, place in enumerate(places) if winners >> place & 1): count
            for winners, count in zip(self.sets[part].tolist(), self.counts[part].tolist(), strict=True)
        }
        return dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0])))


@dataclass(frozen=True)
class SpotCounts:
    """Whole numbers for each spot: wins and ties (N, P), parts of tied pots in 1/2520 (N, P), and all boards (N,).

    `complete` is False after an interrupt; spots that were not counted have no boards then.
    """

    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    tied_units: NDArray[np.int64]
    total: NDArray[np.int64]
    complete: bool = True

    @property
    def figures(self) -> tuple[NDArray[np.float64], ...]:
        """Equity, win, tie and tie equity as fractions, shape (N, P) each; NaN without boards."""
        total = self.total[:, None]
        with np.errstate(invalid="ignore"):
            equity = (POT_UNITS * self.wins + self.tied_units) / (POT_UNITS * total)
            return equity, self.wins / total, self.ties / total, self.tied_units / (POT_UNITS * total)

    def put(self, part: slice, own: SpotCounts) -> None:
        """Fill in the shares of some spots."""
        for name in ("wins", "ties", "tied_units", "total"):
            getattr(self, name)[part] = getattr(own, name)


def to_shapes(spots: Sequence[tuple[int, Hands]]) -> list[SpotShape]:
    """Return spots, each with its row, as arrays by shape.

    Examples
    --------
    >>> [shape] = to_shapes([(0, Hands((1325, 0), (), ())), (5, Hands((1, 7), (), ()))])
    >>> shape.rows.tolist(), shape.combos.tolist(), shape.boards.shape
    ([0, 5], [[1325, 0], [1, 7]], (2, 0))
    """
    groups: dict[tuple[int, int, int], list[tuple[int, Hands]]] = {}
    for row, spot in spots:
        groups.setdefault((len(spot.combos), len(spot.board), len(spot.dead)), []).append((row, spot))
    return [
        SpotShape(
            np.array([row for row, _ in group], np.int64),
            np.array([spot.combos for _, spot in group], np.int64),
            np.array([spot.board for _, spot in group], np.uint8).reshape(len(group), boards),
            np.array([spot.dead for _, spot in group], np.uint8).reshape(len(group), dead),
        )
        for (_, boards, dead), group in groups.items()
    ]


def find_clashes(shape: SpotShape) -> NDArray[np.bool_]:
    """Return which spots cannot be: a card used twice, a board of a wrong size, too many cards.

    Examples
    --------
    >>> find_clashes(to_shapes([(0, Hands((1325, 1324), (), ())), (1, Hands((1325, 0), (), ()))])[0]).tolist()
    [True, False]
    """
    count, players = shape.combos.shape
    if shape.boards.shape[1] not in (0, 3, 4, 5) or 2 * players + shape.dead.shape[1] + 5 > 52:
        return np.ones(count, np.bool_)
    held = COMBO_CARDS[shape.combos].reshape(count, 2 * players)
    cards = np.sort(np.concatenate([held, shape.boards, shape.dead], axis=1), axis=1)
    clashes: NDArray[np.bool_] = (cards[:, 1:] == cards[:, :-1]).any(axis=1)
    return clashes


def solve_hands(
    shape: SpotShape, *, threads: int | None = None, progress: Callable[[int], object] | None = None
) -> tuple[SpotCounts, WinnerSets]:
    """Return the exact counts of spots that can be, and who shares the pot how often in each.

    An interrupt (Ctrl-C) ends the work early; the spots that were not reached then have a total of 0.

    Parameters
    ----------
    shape : SpotShape
    threads : int, optional
        By default one per core; the counts do not depend on it.
    progress : callable, optional
        Called with the number of rows that are done.

    Examples
    --------
    >>> spots = [(0, Hands((1322, 902), (), ())), (1, Hands((943, 1271), (), ()))]  # AsKs v QhQd, QcQs v AhKh
    >>> counts, winners = solve_hands(to_shapes(spots)[0])
    >>> counts.wins.tolist(), winners.of(1)
    ([[787966, 917606], [917606, 787966]], {(0,): 917606, (1,): 787966, (0, 1): 6732})
    """
    holes = COMBO_CARDS[shape.combos]
    codes, orders = canonical_codes(holes, shape.boards, shape.dead)
    firsts, kinds = distinct_rows(codes)
    places = np.argsort(orders, axis=1)  # where each player stands
    in_order = np.take_along_axis(shape.combos[firsts], orders[firsts], axis=1)
    repeats = np.bincount(kinds)
    solved, found = _count(in_order, shape.boards[firsts], shape.dead[firsts], threads, repeats, progress)
    wins, ties, tied = (
        np.take_along_axis(own[kinds], places, axis=1) for own in (solved.wins, solved.ties, solved.tied_units)
    )
    which, sets = (np.concatenate([part[i] for part in found]) for i in (0, 1))
    number = np.concatenate([part[2] for part in found])
    starts = np.searchsorted(which, np.arange(len(firsts) + 1))
    winners = WinnerSets(shape.rows, kinds, places, starts, sets, number)
    return SpotCounts(wins, ties, tied, solved.total[kinds], solved.complete), winners


def _count(
    combos: NDArray[np.int64],
    boards: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    threads: int | None,
    repeats: NDArray[np.int64],
    progress: Callable[[int], object] | None,
) -> tuple[SpotCounts, list[_Found]]:
    if combos.shape[1] == 2 and not boards.shape[1] and not dead.shape[1]:
        if progress is not None:
            progress(int(repeats.sum()))
        read = _read_table(combos)
        by_set = np.stack([0 * read.total, *read.wins.T, read.ties[:, 0]], axis=1)
        return read, [_used(by_set, 0)]
    players = combos.shape[1]
    step = max(1, int(_CHUNK_SECONDS / (_A_SPOT[5 - boards.shape[1]] * (1 << max(0, players - 2)) ** 0.5)))
    parts = [slice(start, start + step) for start in range(0, len(combos), step)]

    def run(part: slice) -> tuple[SpotCounts, _Found]:
        from equity.kernels.equities.known_hands import count_spots

        counts = np.zeros((len(combos[part]), 1 << players), np.int64)
        count_spots(COMBO_CARDS[combos[part]], boards[part], dead[part], counts)
        return _to_shares(counts, players), _used(counts, part.start)

    wins, ties, tied = np.zeros((3, *combos.shape), np.int64)
    shares = SpotCounts(wins, ties, tied, np.zeros(len(combos), np.int64))
    by_sets = [_used(np.zeros((0, 1 << players), np.int64), 0)]
    found = run_chunks(run, parts, threads=threads)
    try:
        for part, (own, used) in zip(parts, found, strict=True):
            shares.put(part, own)
            by_sets.append(used)
            if progress is not None:
                progress(int(repeats[part].sum()))
    except KeyboardInterrupt:
        return replace(shares, complete=False), by_sets
    finally:
        found.close()  # type: ignore[attr-defined]  # a generator: ends its threads
    return shares, by_sets


def _used(counts: NDArray[np.int64], first: int) -> _Found:
    """Return spot, set and count of every set of winners that wins at all."""
    spots, sets = np.nonzero(counts)
    return spots + first, sets, counts[spots, sets]


def _read_table(combos: NDArray[np.int64]) -> SpotCounts:
    pairs = np.array([matchup(first, second) for first, second in combos.tolist()], np.int64)
    wins, ties = pairs.T
    total = np.full(len(combos), BOARDS_HEADS_UP, np.int64)
    both = np.stack([ties, ties], axis=1)
    return SpotCounts(np.stack([wins, total - wins - ties], axis=1), both, both * (POT_UNITS // 2), total)


def _to_shares(counts: NDArray[np.int64], players: int) -> SpotCounts:
    """Return shares from counts by set of winners."""
    sets = np.arange(1 << players)
    inside = (sets[:, None] >> np.arange(players) & 1).astype(np.int64)
    sizes = np.maximum(inside.sum(axis=1), 1)
    shared = inside * (sizes > 1)[:, None]
    wins = counts[:, 1 << np.arange(players)]
    return SpotCounts(wins, counts @ shared, counts @ (shared * (POT_UNITS // sizes)[:, None]), counts.sum(axis=1))
