"""Equities of hands against a range: what a hand is worth before the opponent's is known.

Rules of the file: NumPy around one kernel. What is worked out once is kept: hands that differ by suits only are worth
the same where the range treats suits alike and no card is dead, so many deals share few equities.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import CLASSES, combos_of_class
from equity.odds.exact.card_removal import cards_of_combos

if TYPE_CHECKING:
    from equity.ranges import Range

__all__ = ["Against"]

_MOST_KEPT = 2_000_000  # equities of a street; there are 1.3 million flops with a hand up to suits


class Against:
    """An opponent's range, and the equities of hands against it that are known already.

    Parameters
    ----------
    hands : Range
    dead : tuple of int
        Cards that neither the range nor the board holds.

    Attributes
    ----------
    weights : float64 array, shape (1326,)
        Of the combos without a dead card.
    alike : bool
        Whether the range treats all suits alike.
    """

    def __init__(self, hands: Range, dead: tuple[int, ...] = ()) -> None:
        whole = np.array(hands.weights, np.float64)
        self.alike = all(np.ptp(whole[list(combos_of_class(one))]) == 0 for one in range(CLASSES))
        self.dead = np.array(dead, np.uint8)
        self.weights = np.where(np.isin(cards_of_combos(), self.dead).any(axis=0), 0.0, whole)
        self._known: dict[int, tuple[NDArray[Any], NDArray[np.float64]]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_known": {}}  # what is known does not travel to other processes

    @property
    def combos(self) -> int:
        """How many combos there are."""
        return int(np.count_nonzero(self.weights))

    def equities(self, holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the equity of each hand against what it and its board leave of the range.

        Parameters
        ----------
        holes : uint8 array, shape (N, 2)
        boards : uint8 array, shape (N, 0), (N, 3), (N, 4) or (N, 5)
            Before the flop no card may be dead.

        Examples
        --------
        >>> from equity.ranges import Range
        >>> Against(Range("KK")).equities(np.array([[51, 50]], np.uint8), np.zeros((1, 0), np.uint8)).round(4)
        array([0.8195])
        """
        street = boards.shape[1]
        if not street:
            high, low = holes.max(axis=1).astype(np.int64), holes.min(axis=1)
            before: NDArray[np.float64] = self._preflop()[high * (high - 1) // 2 + low]
            return before
        unique, places = np.unique(self._keys(holes, boards), return_inverse=True)
        # another thread may replace what is known meanwhile; equities do not depend on who works them out
        keys, kept = self._known.get(street, (unique[:0], np.empty(0)))
        found = np.minimum(np.searchsorted(keys, unique), max(0, len(keys) - 1))
        new = keys[found] != unique if len(keys) else np.ones(len(unique), np.bool_)
        values = np.empty(len(unique))
        values[~new] = kept[found[~new]]
        values[new] = self._work_out(unique[new], street)
        if new.any() and street < 5 and len(keys) + int(new.sum()) <= _MOST_KEPT:
            keys, kept = np.concatenate((keys, unique[new])), np.concatenate((kept, values[new]))
            order = np.argsort(keys)
            self._known[street] = keys[order], kept[order]
        return values[places]

    def _preflop(self) -> NDArray[np.float64]:
        """Return the equity of every combo before the flop, 0 where the range is blocked."""
        from equity.odds.exact.preflop_grids import row_counts

        if 0 not in self._known:
            wins, ties, boards = row_counts(np.arange(len(self.weights)), self.weights).T
            share = np.divide(wins + ties / 2, boards, out=np.zeros(len(boards)), where=boards > 0)
            self._known[0] = np.arange(len(share)), share
        return self._known[0][1]

    @property
    def _up_to_suits(self) -> bool:
        return self.alike and not len(self.dead)

    def _keys(self, holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[Any]:
        """Return a number for each hand and board, the same for those that are worth the same."""
        if self._up_to_suits:
            from equity.features.classes import canonical_index

            return canonical_index(holes, boards, streets=False, check=False)
        cards = np.hstack((np.sort(holes, axis=1), np.sort(boards, axis=1))).astype(np.int64)
        return cards @ _POWERS[: cards.shape[1]]

    def _work_out(self, keys: NDArray[Any], street: int) -> NDArray[np.float64]:
        """Return the equities of hands and boards by their numbers."""
        from equity.kernels.equities.against_range import share_against

        if self._up_to_suits:
            from equity.features.classes import canonical_cards

            cards = canonical_cards(keys, street, streets=False)
        else:
            cards = (keys[:, None] // _POWERS[: 2 + street] % 52).astype(np.uint8)
        combos = np.flatnonzero(self.weights)
        high, low = np.ascontiguousarray(cards_of_combos()[:, combos])
        equities = np.empty(len(cards))
        share_against(np.ascontiguousarray(cards), self.dead, high, low, self.weights[combos], equities)
        return equities


_POWERS = 52 ** np.arange(7, dtype=np.int64)
