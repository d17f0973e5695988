"""The texture of boards, and the best hand one can hold on them.

Rules of the file: as in `equity.features.hands`; `texture` looks at the board alone and is cheap, `nuts` tries every
hand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.features.arrays import fill_rows, read_boards

__all__ = ["Nuts", "Texture", "nuts", "texture"]


@dataclass(frozen=True)
class Texture:
    """What boards look like; every array has the leading dimensions of the boards.

    Attributes
    ----------
    suited : uint8 array
        Most cards of one suit: on a flop 1 (rainbow), 2 (two-tone), 3 (monotone); up to 5.
    suits : uint8 array
        Different suits, 1 to 4.
    pairing : uint8 array
        `Pairing` codes: unpaired, paired, two pair, trips, full house, quads.
    high : uint8 array
        Highest rank, 0 (two) to 12 (ace).
    connected : uint8 array
        Most different ranks of the board within one straight, 1 to 5. The ace counts high and low.
    straights : uint8 array
        Straights, of the ten, of which the board has three ranks or more: 0 to 10. On 9s8s7d these are three: J-high,
        T-high and 9-high.
    straight_possible : bool array
        Some hole cards make a straight: ``connected >= 3``.
    flush_possible : bool array
        Some hole cards make a flush: ``suited >= 3``.
    """

    suited: NDArray[np.uint8]
    suits: NDArray[np.uint8]
    pairing: NDArray[np.uint8]
    high: NDArray[np.uint8]
    connected: NDArray[np.uint8]
    straights: NDArray[np.uint8]

    @property
    def straight_possible(self) -> NDArray[np.bool_]:
        """Say where some hole cards make a straight."""
        return self.connected >= 3

    @property
    def flush_possible(self) -> NDArray[np.bool_]:
        """Say where some hole cards make a flush."""
        return self.suited >= 3


@dataclass(frozen=True)
class Nuts:
    """The best hand on boards; both arrays have the leading dimensions of the boards.

    Attributes
    ----------
    value : uint16 array
        What it is worth, 1 to 7462.
    holes : uint8 array, shape (..., 2)
        Hole cards that make it, the higher index first; of several the ones with the highest indices.
    """

    value: NDArray[np.uint16]
    holes: NDArray[np.uint8]


def texture(boards: ArrayLike, *, check: bool = True, threads: int | None = 1) -> Texture:
    """Return what boards look like: suits, pairing, high card, connectedness.

    Parameters
    ----------
    boards : array_like
        Card indices, shape (..., 3), (..., 4) or (..., 5), or text.
    check : bool, optional
        Look for repeated cards.
    threads : int, optional
        Threads for large arrays; None for one per core.

    Raises
    ------
    CardError
        If the shape, an index or a card is wrong; the message names the first such row.

    Examples
    --------
    >>> from equity.features import Pairing
    >>> found = texture(["9s8s7d", "KsKh2c", "AhJh4h"])
    >>> found.suited, [Pairing(code).label for code in found.pairing], found.high
    (array([2, 1, 3], dtype=uint8), ['unpaired', 'paired', 'unpaired'], array([ 7, 11, 12], dtype=uint8))
    >>> found.straights, found.straight_possible, found.flush_possible
    (array([3, 0, 0], dtype=uint8), array([ True, False, False]), array([False, False,  True]))
    """
    from equity.kernels.features.boards import fill_texture  # late: Numba is loaded with the first kernel

    rows = read_boards(boards, check=check)
    codes = rows.empty(np.uint8, 6)
    fill_rows(rows, fill_texture, codes, threads=threads)
    return Texture(*(rows.shaped(np.ascontiguousarray(column)) for column in codes.T))


def nuts(boards: ArrayLike, *, check: bool = True, threads: int | None = 1) -> Nuts:
    """Return the best hand that anybody can hold on boards, and hole cards that make it.

    Parameters
    ----------
    boards, check, threads
        As for `texture`.

    Raises
    ------
    CardError
        If the shape, an index or a card is wrong; the message names the first such row.

    Examples
    --------
    >>> import equity
    >>> from equity.cards import cards_text
    >>> best = nuts(["9s8s7d", "KsKh2c", "AhJh4h"])
    >>> [cards_text(cards) for cards in best.holes.tolist()], equity.describe(best.value[2])
    (['JsTs', 'KdKc', 'KhQh'], 'flush, ace king queen jack four')
    """
    from equity.kernels.features.strength import fill_nuts  # late: Numba is loaded with the first kernel

    rows = read_boards(boards, check=check)
    values, holes = rows.empty(np.uint16), rows.empty(np.uint8, 2)
    fill_rows(rows, fill_nuts, values, holes, threads=threads)
    return Nuts(rows.shaped(values), rows.shaped(holes))
