"""Counts per set of winners, from which every figure of a result follows.

Rules of the file: pure Python. An exact method returns a `Tally` of whole numbers wherever the weights allow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

__all__ = ["Shares", "Tally", "shares_of"]


class Tally(NamedTuple):
    """What a method counted.

    Attributes
    ----------
    wins_by_set : mapping from tuple of player indices to int or float
        How many deals end with exactly these players sharing the pot; sets that never win may be missing. Where ranges
        have weights, a deal counts as the product of its hands' weights, times `scale`.
    total : int or float
        The sum of `wins_by_set`.
    scale : int
        What each deal was multiplied with to make weighted counts whole.
    deals : int or None
        Number of deals where ranges have weights; None where they have none, so that `total` is the number.
    std_error : tuple of float or None
        Standard error of each player's equity if the deals were sampled, else None: the counts are exact.
    ci95 : tuple of (float, float) or None
        95 % interval of each player's equity, likewise.
    complete : bool
        False if the method was interrupted and these are the deals counted until then.
    notes : tuple of str
        What the user should know about the run.
    equity : tuple of float or None
        Each player's equity where sampling knows it better than by the counts, else None. The counts stay as dealt.
    scheme : str
        How the deals were sampled, in words; "" if they were not.
    """

    wins_by_set: Mapping[tuple[int, ...], float]
    total: float
    scale: int = 1
    std_error: tuple[float, ...] | None = None
    ci95: tuple[tuple[float, float], ...] | None = None
    complete: bool = True
    equity: tuple[float, ...] | None = None
    notes: tuple[str, ...] = ()
    deals: int | None = None
    scheme: str = ""


class Shares(NamedTuple):
    """The fractions that follow from a tally, one per player in each tuple."""

    equity: tuple[float, ...]
    win: tuple[float, ...]
    tie: tuple[float, ...]
    tie_equity: tuple[float, ...]


def shares_of(tally: Tally, players: int) -> Shares:
    """Return each player's equity, wins, ties and the equity that comes from ties, as fractions of all deals.

    Where a tally has better equities than its counts, wins are what the equities leave beside the ties: both parts
    still add up, and wins gain nearly all the precision, since ties vary little.

    Examples
    --------
    >>> shares_of(Tally({(0,): 6, (0, 1): 4}, 10), 2).equity
    (0.8, 0.2)
    """
    wins, ties, tie_shares = ([0.0] * players for _ in range(3))
    for winners, count in tally.wins_by_set.items():
        for player in winners:
            if len(winners) == 1:
                wins[player] += count
            else:
                ties[player] += count
                tie_shares[player] += count / len(winners)
    win, tie, tie_equity = (tuple(x / tally.total for x in row) for row in (wins, ties, tie_shares))
    equity = tuple((a + b) / tally.total for a, b in zip(wins, tie_shares, strict=True))
    if tally.equity is not None:
        equity = tally.equity
        win = tuple(max(0.0, a - b) for a, b in zip(equity, tie_equity, strict=True))
    return Shares(equity, win, tie, tie_equity)
