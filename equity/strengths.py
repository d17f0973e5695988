"""What a value means in words: the ten categories and all 7,462 strengths.

Rules of the file: plain Python, no tables. The list of strengths is counted out from the rules of the game, on first
use and in a few milliseconds; the evaluator's tables are made elsewhere, and a test holds both to each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from equity.errors import OptionError

__all__ = ["CATEGORIES", "category", "describe"]

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
_ONE = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_MANY = tuple("sixes" if name == "six" else f"{name}s" for name in _ONE)
_ORDER = range(12, -1, -1)


def category(value: int) -> int:
    """Return the category of a value: 0 (high card) to 8 (straight flush), and 9 for the royal flush.

    Examples
    --------
    >>> category(1), category(7462), CATEGORIES[category(7461)]
    (0, 9, 'straight flush')
    """
    return _strength(value)[0]


def describe(value: int) -> str:
    """Return the name of a value; different values have different names.

    Parameters
    ----------
    value : int
        1 to 7462, as `evaluate` gives it.

    Raises
    ------
    OptionError
        For any other number.

    Examples
    --------
    >>> from equity import evaluate
    >>> describe(evaluate("KsKh2s2dKc"))
    'full house, kings over twos'
    >>> describe(evaluate("AsAd9h7c3d2s2h"))
    'two pair, aces and twos, nine kicker'
    """
    kind, *ranks = _strength(value)
    names, many = [_ONE[r] for r in ranks], [_MANY[r] for r in ranks]
    text = {
        0: f"high card {names[0]}{_kickers(names[1:])}",
        1: f"pair of {many[0]}{_kickers(names[1:])}",
        2: f"two pair, {' and '.join(many[:2])}{_kickers(names[2:])}",
        3: f"three of a kind, {many[0]}{_kickers(names[1:])}",
        4: f"straight, {names[0]} high",
        5: f"flush, {' '.join(names)}",
        6: f"full house, {' over '.join(many[:2])}",
        7: f"four of a kind, {many[0]}{_kickers(names[1:])}",
        8: f"straight flush, {names[0]} high",
        9: "royal flush",
    }
    return text[kind]


def _kickers(names: list[str]) -> str:
    return f", {' '.join(names)} kicker{'s' * (len(names) > 1)}" if names else ""


def _strength(value: int) -> tuple[int, ...]:
    strengths = _strengths()
    if not hasattr(value, "__index__") or not 1 <= value <= len(strengths):
        raise OptionError(f"a value is 1 to {len(strengths)}, got {value!r}")
    return strengths[value - 1]


@cache
def _strengths() -> tuple[tuple[int, ...], ...]:
    """Return (category, rank, ...) of every value, weakest first."""
    return tuple(sorted(_all_strengths()))


def _all_strengths() -> Iterator[tuple[int, ...]]:
    straights = {tuple(range(top, top - 5, -1)) for top in range(4, 13)} | {(12, 3, 2, 1, 0)}
    for ranks in combinations(_ORDER, 5):
        if ranks not in straights:
            yield (0, *ranks)
            yield (5, *ranks)
    for top in range(3, 13):
        yield (4, top)
        yield (9,) * (top == 12) + (8,) * (top < 12) + (top,)
    for group in _ORDER:
        others = [rank for rank in _ORDER if rank != group]
        yield from ((1, group, *kickers) for kickers in combinations(others, 3))
        yield from ((3, group, *kickers) for kickers in combinations(others, 2))
        yield from ((kind, group, other) for other in others for kind in (6, 7))
        for low in range(group):
            yield from ((2, group, low, kicker) for kicker in others if kicker != low)
