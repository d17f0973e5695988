"""Make `equity/data/push_fold.npz`, the equilibria that the built-in player `push-fold` plays heads-up.

Run ``python -m equity.generate.push_fold`` to write it again, in a minute. A game for chips has two numbers once dead
money is counted: what the small blind loses by folding as a part of what it wins by stealing, and the stack in units of
the latter. Antes of everybody add to both: blinds of 0.5 and 1 with antes of 0.1 are blinds of 0.6 and 1.1. The file
holds the exact equilibria of a grid of both; a player takes the nearest.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from equity.solve.equilibrium import solve
from equity.solve.game import Game

__all__ = ["DEPTHS", "RATIOS", "build", "chart"]

DATA = Path(__file__).resolve().parent.parent / "data" / "push_fold.npz"
RATIOS = ("1/3", "0.4", "0.5", "0.55", "0.6", "2/3", "0.75")  # 0.5 without antes
DEPTHS = (
    *(k / 10 for k in range(10, 200)),
    *range(20, 30),
    *(k / 10 for k in range(300, 500, 25)),
    *range(50, 100, 5),
    *range(100, 201, 10),
)


def chart(ratio: str, depth: float) -> NDArray[np.uint8]:
    """Return how often each hand class is pushed and called with, in parts of 255, shape (2, 169).

    Examples
    --------
    >>> chart("0.5", 10)[:, 0].tolist()  # aces
    [255, 255]
    """
    push, call, _ = solve(Game.read(depth, small_blind=Fraction(ratio)), exact=True)
    shares: NDArray[np.uint8] = np.rint(255 * np.stack([push, call])).astype(np.uint8)
    return shares


def build() -> Mapping[str, NDArray[np.generic]]:
    """Return the file's arrays: RATIOS and DEPTHS, float64, and CHARTS, uint8 of shape (ratios, depths, 2, 169)."""
    charts = np.array([[chart(ratio, depth) for depth in DEPTHS] for ratio in RATIOS])
    ratios = [float(Fraction(ratio)) for ratio in RATIOS]
    return {"RATIOS": np.array(ratios), "DEPTHS": np.array(DEPTHS, np.float64), "CHARTS": charts}


def main() -> None:
    """Write the file."""
    np.savez_compressed(DATA, allow_pickle=False, **build())


if __name__ == "__main__":
    main()
