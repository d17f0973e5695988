"""Main pot and side pots of an all-in: who gets how many chips after each finishing order.

Rules of the file: whole numbers and fractions only. With unequal stacks a player competes for what everybody put in up
to their own stack, pot by pot; what nobody else can match goes back to its owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import inf, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import MOST_CHIPS
from equity.errors import OptionError
from equity.numbers import as_int, is_list, is_within

__all__ = ["Counts", "check_stacks", "chip_outcomes", "read_amounts", "tally_chips"]

Counts = NDArray[np.int64] | NDArray[np.float64]


def check_stacks(stacks: Iterable[float], players: int | None = None, *, name: str = "stacks") -> list[Fraction]:
    """Return stacks as exact fractions, one for each of a number of players if that is known.

    Messages call them by `name`.

    Raises
    ------
    OptionError
        If they are not numbers, not one per player, or one is not above 0.

    Examples
    --------
    >>> check_stacks([100, 12.5], 2)
    [Fraction(100, 1), Fraction(25, 2)]
    """
    found = read_amounts(name, stacks)
    if players is not None and len(found) != players:
        raise OptionError(f"stacks must be one per player: got {len(found)} for {players} players")
    for stack in found:
        if stack <= 0:
            raise OptionError(f"a stack must be above 0, got {float(stack):g}")
    return found


def read_amounts(name: str, values: Iterable[float]) -> list[Fraction]:
    """Return a list of amounts as exact fractions.

    Raises
    ------
    OptionError
        If it is not a list of numbers, or one is beyond `MOST_CHIPS`.

    Examples
    --------
    >>> read_amounts("payouts", [50, 0.1])
    [Fraction(50, 1), Fraction(1, 10)]
    """
    if not is_list(values):
        raise OptionError(f"{name} are a list of numbers, such as [500, 1000], got {values!r:.60}")
    return [_read_amount(name, value) for value in values]


def _read_amount(name: str, value: Any) -> Fraction:
    whole = as_int(value)
    if not is_within(whole, -inf, inf):
        raise OptionError(f"{name}: expected a number, got {value!r:.60}")
    if abs(value) > MOST_CHIPS:
        raise OptionError(f"{name}: a number is at most {MOST_CHIPS:,}, got {value!r:.60}")
    return Fraction(whole) if type(whole) is int else Fraction(repr(float(value)))


def tally_chips(
    ranks: NDArray[np.uint8], counts: Counts, stacks: Sequence[Fraction], pot: float = 0
) -> NDArray[np.float64]:
    """Return each player's average chips after the pots are paid, shape (P,), from finishing orders.

    Examples
    --------
    >>> ranks = np.array([[0, 1, 1]], np.uint8)  # the first player always wins, but for 10 chips only
    >>> tally_chips(ranks, np.array([7]), check_stacks([10, 20, 30], 3)).tolist()
    [30.0, 10.0, 20.0]
    """
    extra = _read_pot(pot)
    total = Fraction(counts.sum().item())
    chips = [Fraction(0)] * len(stacks)
    for size, entitled in _pots(stacks, extra):
        won = _winners(ranks, entitled)
        shared_by = won.sum(axis=1)
        for winners in range(1, int(entitled.sum()) + 1):
            rows = np.flatnonzero(shared_by == winners)
            deals = (counts[rows] @ won[rows]).tolist()
            for player, count in enumerate(deals):
                chips[player] += size * Fraction(count) / winners
    return np.array([float(share / total) for share in chips])


def _read_pot(pot: float) -> Fraction:
    extra = _read_amount("the pot", pot)
    if extra < 0:
        raise OptionError(f"the pot must be at least 0, got {pot}")
    return extra


def _winners(ranks: NDArray[np.uint8], entitled: NDArray[np.bool_]) -> NDArray[np.bool_]:
    best = np.where(entitled, ranks, np.uint8(255)).min(axis=1)
    won: NDArray[np.bool_] = entitled & (ranks == best[:, None])
    return won


def _pots(stacks: Sequence[Fraction], extra: Fraction) -> Iterator[tuple[Fraction, NDArray[np.bool_]]]:
    """Yield main pot and side pots, each with the players who can win it."""
    below = Fraction(0)
    for level in sorted(set(stacks)):
        entitled = np.array([stack >= level for stack in stacks])
        yield (level - below) * int(entitled.sum()) + extra, entitled
        below, extra = level, Fraction(0)


def chip_outcomes(
    ranks: NDArray[np.uint8], stacks: Sequence[Fraction], pot: float = 0
) -> tuple[NDArray[np.int64], int]:
    """Return what each player has after each order, as whole multiples of a part of a chip, and the parts to a chip.

    Examples
    --------
    >>> chips, parts = chip_outcomes(np.array([[0, 0, 2], [2, 1, 0]], np.uint8), check_stacks([10, 20, 20], 3))
    >>> (chips / parts).tolist()
    [[15.0, 35.0, 0.0], [0.0, 0.0, 50.0]]
    """
    pots = list(_pots(stacks, _read_pot(pot)))
    parts = lcm(*(size.denominator for size, _ in pots)) * lcm(*range(1, len(stacks) + 1))
    chips = np.zeros(ranks.shape, np.int64)
    for size, entitled in pots:
        won = _winners(ranks, entitled)
        chips += won * (int(size * parts) // won.sum(axis=1))[:, None]
    return chips, parts
