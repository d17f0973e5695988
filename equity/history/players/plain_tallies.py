"""Counts of hands that were read many at a time: the sums of `tallies`, a batch in one go.

The hands come from `equity.history.replaying.batches`; what a hand adds to a player's cells is the same as in
`equity.history.players.tallies`, which counts all others.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.history.players.cells import Cell, Place, Tallies, add_early, counted_hands, place_of
from equity.history.replaying.batches import HandTexts

__all__ = ["PlainTally", "Seats"]

_SEATS, _HEAD, _RAKE, _VERDICT = 5, 4, 12, 14  # columns of `equity.kernels.hands.phh_text`
_RAKED, _DIFFER = 1, 2
_LARGE = 1 << 25  # chips from which on squares are added up in Python


class Seats:
    """Numbers for the cells of a tally, so that many hands can be added in one go."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.known: dict[tuple[str, int], int] = {}  # name and place -> cell
        self._places: dict[Place, int] = {}

    def number(self, place: Place) -> int:
        """Return the number of a place."""
        return self._places.setdefault(place, len(self._places))


class PlainTally:
    """What the hands of one batch add to the cells of their players."""

    def __init__(self, hands: HandTexts) -> None:
        from equity.kernels.hands.phh_text import share_rake

        self.hands = hands
        played, rows, chosen = hands.played, hands.rows, hands.chosen
        self._at = np.full(len(rows), -1)
        self._at[chosen] = np.arange(len(chosen))
        self._columns = rows[chosen]
        verdicts = self._columns[:, _VERDICT]
        told = counted_hands(hands.packed, hands.starts, played.rules, verdicts >= 4)
        self._patterns, self._early, self._settled, self._adjusted, self._paid, self._showdown = told
        recorded = (verdicts == _RAKED) | (verdicts == _DIFFER)
        self._net = np.where(recorded[:, None], played.expected[chosen], played.results[:, 2:])
        self._rakes = np.where(self._columns[:, _RAKE] > 0, self._columns[:, _RAKE], -self._net.sum(axis=1)).clip(0)
        antes = hands.antes.copy()
        for k, head in enumerate(hands.heads):
            if head is not None and all(head.antes):
                antes[k] = 0
        self._parts = np.zeros((len(chosen), 10), np.int64)
        share_rake(rows, hands.amounts, antes, chosen, self._net, self._paid, self._rakes, self._parts)

    def count(self, total: Tallies, seats: Seats, chosen: list[int], follow: Any = None) -> list[int]:
        """Add hands to a tally; returns those that are not added: their numbers are too large.

        Parameters
        ----------
        total : Tallies
        seats : Seats
            The cells of this tally.
        chosen : list of int
            Which hands of the batch.
        follow : callable, optional
            Called for every hand with names, results, adjusted results, rake parts and rake, big blind and showdown.
        """
        which = self._at[chosen]
        large = [at for at, rake in zip(chosen, self._rakes[which].tolist(), strict=True) if rake < 0]
        which = which[self._rakes[which] >= 0]
        chosen = self.hands.chosen[which].tolist()
        total.hands += len(which)
        columns = self._columns[which]
        seated = np.arange(10) < columns[:, _SEATS, None]
        cells = seats.cells
        ids, names = self._seat(total, seats, chosen, columns[:, _HEAD].tolist())
        flat = np.array(ids, np.int64)
        patterns, net = self._patterns[which][seated], self._net[which][seated]
        for (cell, pattern), times in Counter(zip(ids, patterns.tolist(), strict=True)).items():
            cells[cell].patterns[pattern] += times
        quiet = np.where((self._showdown[which] > 0)[:, None], 0, self._net[which])[seated]
        _add(cells, flat, net, quiet, self._parts[which][seated])
        starts = np.concatenate([[0], np.cumsum(columns[:, _SEATS])]).tolist()
        for k in np.flatnonzero(self._early[which]).tolist():
            m, n = which[k], starts[k + 1] - starts[k]
            add_early(
                [cells[cell] for cell in ids[starts[k] : starts[k + 1]]],
                *(self._net[m, :n].tolist(), self._parts[m, :n].tolist(), max(0, int(columns[k, _RAKE]))),
                *(int(self._settled[m]), self._adjusted[m, :n].tolist(), self._patterns[m, :n].tolist()),
            )
        if follow is not None:
            self._follow(which, names, follow)
        return large

    def _seat(self, total: Tallies, seats: Seats, chosen: list[int], heads: list[int]) -> tuple[list[int], list[Any]]:
        """Return the number of a cell for every seat of some hands, and names and big blind of every hand."""
        hands, known, players = self.hands, seats.known, self.hands.players
        places: dict[int, tuple[list[int], list[Place], int]] = {}
        ids: list[int] = []
        told: list[Any] = []
        for hand, number in zip(chosen, heads, strict=True):
            where = places.get(number)
            if where is None:
                head = hands.heads[number]
                assert head is not None
                n = head.players
                found = [place_of(n, (seat + 1) % n, head.stakes) for seat in range(n)]
                where = places[number] = [seats.number(place) for place in found], found, head.stakes[1]
            names = players(hand)
            for name, place, whole in zip(names, where[0], where[1], strict=True):
                key = name, place
                at = known.get(key)
                if at is None:
                    at = known[key] = len(seats.cells)
                    seats.cells.append(total.player(name).cell(whole))
                ids.append(at)
            told.append((names, where[2]))
        return ids, told

    def _follow(self, which: NDArray[Any], told: list[Any], follow: Any) -> None:
        for m, (names, big) in zip(which.tolist(), told, strict=True):
            n = len(names)
            settled = self._early[m] and self._settled[m]
            follow(
                names,
                self._net[m, :n].tolist(),
                self._adjusted[m, :n].tolist() if settled else None,
                self._parts[m, :n].tolist() if self._rakes[m] else None,
                *(max(0, int(self._columns[m, _RAKE])), big, int(self._showdown[m])),
            )


def _add(cells: list[Cell], ids: NDArray[Any], net: NDArray[Any], quiet: NDArray[Any], rake: NDArray[Any]) -> None:
    """Add chips won, their squares, those without a showdown, and rake."""
    if not len(ids):
        return
    if np.abs(net).max() >= _LARGE:
        for cell, won, still, taken in zip(ids.tolist(), net.tolist(), quiet.tolist(), rake.tolist(), strict=True):
            _put(cells[cell], won, won * won, still, taken)
        return
    order = np.argsort(ids, kind="stable")
    ids = ids[order]
    starts = np.flatnonzero(np.diff(ids, prepend=-1))
    sums = [np.add.reduceat(values[order], starts).tolist() for values in (net, net * net, quiet, rake)]
    for cell, *added in zip(ids[starts].tolist(), *sums, strict=True):
        _put(cells[cell], *added)


def _put(cell: Cell, net: int, squares: int, quiet: int, rake: int) -> None:
    cell.net += net
    cell.squares += squares
    cell.quiet += quiet
    cell.rake += rake
