"""What each combo makes on each board, gathered: few different looks, and which combo has which.

Rules of the file: a *look* is one combination of made hand, kicker, draws and so on. On all flops 1,326 combos have 26
million pairs with boards, but some thousands of looks; whatever is asked of a pair is answered for its look.

On all flops a combo makes what its hand class makes: the flops that a renaming of suits takes into each other are
counted together, so the counts of a class are whole, and the same for each of its combos.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS, CLASSES, COMBOS, class_of_combo
from equity.features import draws, made_hand
from equity.odds.exact.boards import choose, renamed_combos
from equity.odds.exact.card_removal import cards_of_combos
from equity.range_analysis.flop_kinds import ALL_RENAMINGS, flop_kinds, renamed_flops

__all__ = ["FlopLooks", "Looks", "look_at_board", "look_at_flops"]

# the parts of a look, and how many bits each needs
_PARTS = {"made": 5, "category": 4, "order": 4, "flags": 12, "suited": 3, "overcards": 2}


@dataclass(frozen=True)
class Looks:
    """Different looks, one per row.

    Attributes
    ----------
    made, category, order, flags : int64 arrays, shape (L,)
        As `equity.features.made_hand` and `equity.features.draws` give them.
    suited : int64 array, shape (L,)
        Most cards of one suit among hole cards and board.
    overcards : int64 array, shape (L,)
        Hole cards above the highest rank of the board.
    """

    made: NDArray[np.int64]
    category: NDArray[np.int64]
    order: NDArray[np.int64]
    flags: NDArray[np.int64]
    suited: NDArray[np.int64]
    overcards: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.made)


@dataclass(frozen=True)
class FlopLooks:
    """What every hand makes on all flops.

    Attributes
    ----------
    looks : Looks
    counts : int64 array, shape (L, 169)
        For one combo of each hand class, how many of the 19,600 flops beside it give it each look.
    of_kind : int16 array, shape (1755, 1326)
        The look of each combo on the flop that stands for each kind, -1 where they share a card.
    """

    looks: Looks
    counts: NDArray[np.int64]
    of_kind: NDArray[np.int16]

    def of_combos(self, combos: NDArray[np.int64]) -> NDArray[np.int16]:
        """Return the look of each of these combos on each of the 22,100 flops, shape (22100, K).

        Flops a < b < c are numbered ``C(c, 3) + C(b, 2) + a``.

        Examples
        --------
        >>> found = look_at_flops()
        >>> own = found.of_combos(np.array([1325]))[:, 0]  # AsAh
        >>> found.looks.made[own[:2]].tolist(), int(own[-1])  # a full house on 2h2d2c and 2s2d2c; AsAhAd holds them
        ([20, 20], -1)
        """
        kinds = flop_kinds()
        flops = choose(CARDS, 3).astype(np.int64)
        found = np.empty((len(flops), len(combos)), np.int16)
        wanted = np.sort(kinds.boards, axis=1)[kinds.kinds]
        for names in ALL_RENAMINGS:
            there = (renamed_flops(flops, names) == wanted).all(axis=1)
            found[there] = self.of_kind[kinds.kinds[there]][:, renamed_combos(names)[combos]]
        return found


def look_at_board(combos: NDArray[np.int64], board: Sequence[int]) -> tuple[Looks, NDArray[np.int64]]:
    """Return the looks of combos on a board of three to five cards, and which one each combo has.

    Examples
    --------
    >>> looks, own = look_at_board(np.array([1325, 1324]), [0, 5, 10])  # two pairs of aces
    >>> len(looks), own.tolist(), looks.made.tolist()
    (1, [0, 0], [11])
    """
    holes = cards_of_combos()[:, combos].T
    boards = np.broadcast_to(np.array(board, np.uint8), (len(combos), len(board)))
    return _gathered(holes, boards)


@cache
def look_at_flops() -> FlopLooks:
    """Return what every hand makes on all flops; worked out once per process.

    Examples
    --------
    >>> found = look_at_flops()
    >>> set(found.counts.sum(axis=0).tolist())
    {19600}
    """
    kinds = flop_kinds()
    high, low = cards_of_combos()
    on_board = np.zeros((len(kinds.boards), 52), np.bool_)
    np.put_along_axis(on_board, kinds.boards.astype(np.int64), True, axis=1)
    kind, combo = np.nonzero(~(on_board[:, high] | on_board[:, low]))
    looks, own = _gathered(np.column_stack((high[combo], low[combo])), kinds.boards[kind])
    of_kind = np.full((len(kinds.boards), COMBOS), -1, np.int16)
    of_kind[kind, combo] = own
    classes = np.array([class_of_combo(number) for number in range(COMBOS)])
    place = own * CLASSES + classes[combo]
    counts = np.bincount(place, kinds.count[kind], len(looks) * CLASSES).reshape(-1, CLASSES)
    per_combo = np.rint(counts).astype(np.int64) // np.bincount(classes)
    return FlopLooks(looks, per_combo, of_kind)


def _gathered(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> tuple[Looks, NDArray[np.int64]]:
    """Return the different looks of rows of hole cards and boards, and the look of each row."""
    made = made_hand(holes, boards, check=False, threads=None)
    flags = draws(holes, boards, check=False, threads=None).flags
    suits = np.zeros(len(holes), np.int32)  # four bits for each suit's number of cards
    for cards in (*holes.T, *boards.T):
        suits += np.int32(1) << 4 * (cards & 3).astype(np.int32)
    suited = np.zeros(len(holes), np.int32)
    for suit in range(4):
        np.maximum(suited, suits >> 4 * suit & 15, out=suited)
    top = np.zeros(len(holes), np.uint8)
    for cards in boards.T:
        np.maximum(top, cards >> 2, out=top)
    over = [(cards >> 2 > top).astype(np.uint8) for cards in holes.T]
    columns = (made.made, made.category, made.order, flags, suited, over[0] + over[1])
    found = np.zeros((1, 0), np.int64)
    own = np.zeros(len(holes), np.int32)
    # one part after the other, so that numbers stay small enough to be looked up: six times as fast as sorting them
    for bits, column in zip(_PARTS.values(), columns, strict=True):
        joint = own << bits | column
        present = np.zeros(len(found) << bits, np.bool_)
        present[joint] = True
        different = np.flatnonzero(present)
        own = (np.cumsum(present, dtype=np.int32) - 1)[joint]
        found = np.column_stack((found[different >> bits], different & ((1 << bits) - 1)))
    return Looks(*found.T.copy()), own.astype(np.int64)
