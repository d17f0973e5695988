"""The 169 starting hands in order, with their exact equity against one random hand.

The order is the one behind ``top 15%`` (`equity.ranges.orderings`); the figures come from the preflop table.
"""

from __future__ import annotations

from dataclasses import dataclass

from equity.cards import COMBOS, class_name, combos_of_class
from equity.odds.exact.preflop_grids import class_counts
from equity.ranges.orderings import DEFAULT, order_of

__all__ = ["HandRank", "rank_hands"]


@dataclass(frozen=True, slots=True)
class HandRank:
    """A hand class and where it stands.

    Attributes
    ----------
    hand : str
        Such as ``"AKs"``.
    hand_class : int
        Its number, see `equity.cards`.
    rank : int
        1 for the best of 169.
    top : float
        The part of all 1,326 combos that are this hand or rank better, 0 to 1.
    combos : int
        6, 4 or 12.
    equity, win, tie : float
        Before the flop against one random hand.
    """

    hand: str
    hand_class: int
    rank: int
    top: float
    combos: int
    equity: float
    win: float
    tie: float


def rank_hands(ordering: str = DEFAULT) -> list[HandRank]:
    """Return all 169 hand classes, the best first.

    Parameters
    ----------
    ordering : str, optional
        One of `equity.ranges.orderings.ORDERINGS`.

    Examples
    --------
    >>> best = rank_hands()[0]
    >>> best.hand, best.rank, round(best.equity, 4), round(best.top, 4)
    ('AA', 1, 0.852, 0.0045)
    """
    ranks, combos = [], 0
    counts = class_counts().sum(axis=1).tolist()
    for rank, hand_class in enumerate(order_of(ordering), 1):
        wins, ties, total = counts[hand_class]
        size = len(combos_of_class(hand_class))
        combos += size
        name = class_name(hand_class)
        share = (wins + ties / 2) / total
        ranks.append(HandRank(name, hand_class, rank, combos / COMBOS, size, share, wins / total, ties / total))
    return ranks
