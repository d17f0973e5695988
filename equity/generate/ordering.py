"""Make `equity/data/equity_order.txt`, the 169 hand classes by equity against one random hand before the flop.

Run ``python -m equity.generate.ordering`` to write it again, in a second or two: the numbers are whole, summed from the
exact table of heads-up matchups (`equity.odds.exact.preflop_grids`), so the order does not hang on rounding.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from equity.cards import CLASSES, class_name

__all__ = ["build", "text"]

DATA = Path(__file__).resolve().parent.parent / "data" / "equity_order.txt"


def build() -> list[tuple[str, Fraction]]:
    """Return hand classes and their exact equities, the best first.

    Examples
    --------
    >>> [(name, round(float(share), 4)) for name, share in build()[:3]]
    [('AA', 0.852), ('KK', 0.824), ('QQ', 0.7993)]
    """
    from equity.odds.exact.preflop_grids import class_counts

    counts = class_counts().sum(axis=1)
    shares = [Fraction(2 * int(wins) + int(ties), 2 * int(total)) for wins, ties, total in counts]
    return [(class_name(cell), shares[cell]) for cell in sorted(range(CLASSES), key=lambda cell: -shares[cell])]


def text() -> str:
    """Return the file's content: 13 names a line."""
    names = [name for name, _ in build()]
    return "".join(" ".join(names[i : i + 13]) + "\n" for i in range(0, CLASSES, 13))


def main() -> None:
    """Write the file."""
    DATA.write_text(text(), encoding="ascii")


if __name__ == "__main__":
    main()
