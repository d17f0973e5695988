"""Made hands, draws and outs of hole cards on boards.

Rules of the file: it reads, calls a kernel, and names what the kernel filled. The definitions are those of
`equity.made_hands`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.features.arrays import fill_rows, read_rows

__all__ = ["Draws", "MadeHands", "draws", "made_hand", "outs"]


@dataclass(frozen=True)
class MadeHands:
    """What hole cards and boards make; every array has the leading dimensions of the cards.

    Attributes
    ----------
    made : uint8 array
        `MadeHand` codes, weakest first: ``made >= MadeHand.TOP_PAIR`` is "top pair or better".
    category : uint8 array
        0 (high card) to 8 (straight flush) and 9 (royal flush), as `equity.category` numbers them and
        `equity.strengths.CATEGORIES` names them; the board's own cards count.
    value : uint16 array
        What the hand is worth, 1 to 7462, as `equity.evaluate` says.
    order : uint8 array
        How good the own card is among those of its kind, 1 the best; 0 where it says nothing. With a flush that a
        hole card plays in: 1 (nut flush) plus the cards of the suit that are still out and higher than the hole cards'
        best. Where one hole card makes the pair or trips (`TOP_PAIR`, `SECOND_PAIR`, `THIRD_PAIR`, `LOW_PAIR`, `TRIPS`)
        and in `ACE_HIGH`, the other is the kicker: 1 (top kicker) plus the ranks above it that are not on the board nor
        the paired one (the ace, for ace high).
    pair : uint8 array
        The `MadeHand` code, `UNDERPAIR` to `OVERPAIR`, of the highest pair that the hole cards make, whatever the board
        adds to it (77 on KsKd2c: `POCKET_PAIR_BELOW_TOP`, and two pair in all); 0 for none, as with three of a kind.
    plays : uint8 array
        How many hole cards the hand needs for its value: 0 (the board plays), 1 or 2.
    """

    made: NDArray[np.uint8]
    category: NDArray[np.uint8]
    value: NDArray[np.uint16]
    order: NDArray[np.uint8]
    pair: NDArray[np.uint8]
    plays: NDArray[np.uint8]


@dataclass(frozen=True)
class Draws:
    """What hole cards and boards may become; both arrays have the leading dimensions of the cards.

    Attributes
    ----------
    flags : uint16 array
        `Draw` bits: ``flags & Draw.FLUSH_DRAW != 0``.
    outs : uint8 array
        Cards still out that complete the `FLUSH_DRAW`, or the straight draw that is not backdoor, if there are any: 9
        for a flush draw, 8 open-ended, 15 for both. `outs` counts improvements of every kind.
    """

    flags: NDArray[np.uint16]
    outs: NDArray[np.uint8]


def made_hand(holes: ArrayLike, boards: ArrayLike, *, check: bool = True, threads: int | None = 1) -> MadeHands:
    """Return what hole cards make with boards: category, the players' finer scale, kicker, and what plays.

    Parameters
    ----------
    holes : array_like
        Card indices, shape (..., 2), or text.
    boards : array_like
        Card indices, shape (..., 3), (..., 4) or (..., 5), or text; broadcast against `holes`.
    check : bool, optional
        Look for repeated cards. Without it, rows whose hole cards are on their board get zeros.
    threads : int, optional
        Threads for large arrays; None for one per core.

    Raises
    ------
    CardError
        If shapes, indices or cards are wrong; the message names the first such row.

    Examples
    --------
    >>> from equity.features import MadeHand
    >>> hands = made_hand(["AsKh", "QhQd", "7c7d", "JsTs"], "Ks7h2d")
    >>> [MadeHand(code).label for code in hands.made]
    ['top pair', 'pocket pair below top', 'set', 'no pair']
    >>> hands.order, hands.made >= MadeHand.TOP_PAIR
    (array([1, 0, 0, 0], dtype=uint8), array([ True, False,  True, False]))
    """
    from equity.kernels.features.hands import fill_made  # late: Numba is loaded with the first kernel

    rows = read_rows(holes, boards, check=check)
    codes, values = rows.empty(np.uint8, 5), rows.empty(np.uint16)
    fill_rows(rows, fill_made, codes, values, threads=threads)
    made, category, order, pair, plays = (rows.shaped(np.ascontiguousarray(column)) for column in codes.T)
    return MadeHands(made, category, rows.shaped(values), order, pair, plays)


def draws(holes: ArrayLike, boards: ArrayLike, *, check: bool = True, threads: int | None = 1) -> Draws:
    """Return the draws of hole cards on boards as bits, and how many cards complete them.

    Parameters
    ----------
    holes, boards, check, threads
        As for `made_hand`. On boards of five cards there is nothing to draw to: all zeros.

    Raises
    ------
    CardError
        If shapes, indices or cards are wrong; the message names the first such row.

    Examples
    --------
    >>> from equity.features import Draw
    >>> found = draws(["AsQs", "QhJd", "6c5c", "AdKd"], "Ts9s2d")
    >>> [Draw(int(flags)).label for flags in found.flags]  # doctest: +NORMALIZE_WHITESPACE
    ['flush draw, nut flush draw, backdoor straight draw, two overcards', 'open ended, two overcards',
     'backdoor straight draw', 'backdoor flush draw, backdoor nut flush draw, backdoor straight draw, two overcards']
    >>> found.outs
    array([9, 8, 0, 0], dtype=uint8)
    """
    from equity.kernels.features.hands import fill_draws  # late: Numba is loaded with the first kernel

    rows = read_rows(holes, boards, check=check)
    flags, counts = rows.empty(np.uint16), rows.empty(np.uint8)
    fill_rows(rows, fill_draws, flags, counts, threads=threads)
    return Draws(rows.shaped(flags), rows.shaped(counts))


def outs(holes: ArrayLike, boards: ArrayLike, *, check: bool = True, threads: int | None = 1) -> NDArray[np.uint8]:
    """Return how many next cards improve a hand to each category.

    A card counts if the hand's category with it is higher than now, and higher than that of the board with it: what the
    board makes for everybody does not count.

    Parameters
    ----------
    holes, boards, check, threads
        As for `made_hand`; boards of three or four cards. On five there is no next card: all zeros.

    Returns
    -------
    uint8 array, shape (..., 10)
        Cards that make category 0 (high card, always 0) to 9 (royal flush), as `equity.strengths.CATEGORIES` names
        them; the sum over the last axis is the number of outs.

    Raises
    ------
    CardError
        If shapes, indices or cards are wrong; the message names the first such row.

    Examples
    --------
    >>> outs("AsKs", "Ts9s2d").tolist()  # pairs of aces and kings, nine spades
    [0, 6, 0, 0, 0, 9, 0, 0, 0, 0]
    """
    from equity.kernels.features.hands import fill_outs  # late: Numba is loaded with the first kernel

    rows = read_rows(holes, boards, check=check)
    counts = rows.empty(np.uint8, 10)
    fill_rows(rows, fill_outs, counts, threads=threads)
    found: NDArray[np.uint8] = rows.shaped(counts)
    return found
