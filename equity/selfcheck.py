"""Known answers, recomputed on this machine: what ``equity doctor`` runs.

A check is a name and a function that returns what is wrong, or an empty text. The expected numbers are those every
book prints and those that several independent programs agree on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from equity.evaluator import CATEGORIES, category
from equity.parallel import run_chunks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["CATEGORY_COUNTS", "HANDS", "count_by_category", "count_values", "full_check", "quick_checks"]

Check = Callable[[], str]
HANDS = 133_784_560
# All seven-card hands by category, high card to royal flush.
CATEGORY_COUNTS = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324)
_SAMPLE = 20_000


def quick_checks() -> list[tuple[str, Check]]:
    """Return checks of well under a second each once kernels are compiled."""
    return [
        ("kernels and NumPy value 20,000 hands alike", _compare_evaluators),
        ("AsKs v QhQd before the flop, from the table", _check_preflop),
        ("AsKs v QhQd without two queens, board by board", _check_counting),
    ]


def full_check() -> tuple[str, Check]:
    """Return the count of all seven-card hands as a check."""
    return f"all {HANDS:,} seven-card hands by category", _check_all_hands


def count_values(*, threads: int | None = None) -> NDArray[np.int64]:
    """Return how many seven-card hands have each value: int64[7463], about half a second a core.

    Examples
    --------
    >>> int(count_values().sum())  # doctest: +SKIP
    133784560
    """
    import numpy as np

    from equity.kernels.cards.evaluate import count_categories

    def count(first: int) -> NDArray[np.int64]:
        counts = np.zeros(7463, np.int64)
        count_categories(first, counts)
        return counts

    # the highest card decides the size of a chunk: large ones first
    total = np.zeros(7463, np.int64)
    for counts in run_chunks(count, range(51, 5, -1), threads=threads):
        total += counts
    return total


def count_by_category(counts: NDArray[np.int64]) -> tuple[int, ...]:
    """Return counts by value added up by category.

    Examples
    --------
    >>> import numpy as np
    >>> count_by_category(np.ones(7463, np.int64))
    (1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1)
    """
    sums = [0] * len(CATEGORIES)
    for value in range(1, 7463):
        sums[category(value)] += int(counts[value])
    return tuple(sums)


def _check_all_hands() -> str:
    found = count_by_category(count_values())
    wrong = [
        f"{name}: {count:,} instead of {right:,}"
        for name, count, right in zip(CATEGORIES, found, CATEGORY_COUNTS, strict=True)
        if count != right
    ]
    return ", ".join(wrong)


def _compare_evaluators() -> str:
    import numpy as np

    from equity import tables
    from equity.kernels.cards.evaluate_arrays import CHECKED_ROWS

    generator = np.random.default_rng(1)
    cards = np.argsort(generator.random((_SAMPLE, 52)), axis=1)[:, :7].astype(np.uint8)
    compiled = np.empty(_SAMPLE, np.uint16)
    CHECKED_ROWS[7](cards, compiled)
    keys = tables.CARD_KEYS[cards].sum(axis=1) + tables.START_KEY
    plain = tables.values_of(keys, np.bitwise_or.reduce(tables.CARD_MASKS[cards], axis=1), 7)
    different = int((plain != compiled).sum())
    return f"{different} of {_SAMPLE} values differ" if different else ""


def _check_preflop() -> str:
    return _compare("", {(0,): 787966, (1,): 917606, (0, 1): 6732})


def _check_counting() -> str:
    return _compare("QsQc", {(0,): 742209, (1,): 622582, (0, 1): 5963})


def _compare(dead: str, right: dict[tuple[int, ...], int]) -> str:
    from equity.odds import calculate

    found = dict(calculate(["AsKs", "QhQd"], dead=dead, method="exact").wins_by_set)
    return "" if found == right else f"got {found} instead of {right}"
