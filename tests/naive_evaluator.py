"""A slow, obvious hand evaluator, written from the rules of the game alone: the twin the fast one is tested against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)


def strength(cards: Iterable[int]) -> tuple[int, ...]:
    """Return (category, ranks that decide) of the best five of the cards; a stronger hand has a larger tuple."""
    return max(strength_of_five(five) for five in combinations(tuple(cards), 5))


def strength_of_five(cards: Iterable[int]) -> tuple[int, ...]:
    hand = list(cards)
    counts = Counter(card // 4 for card in hand)
    by_size = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card % 4 for card in hand}) == 1
    top = straight_top(set(counts))
    if flush and top == 12:
        return (ROYAL_FLUSH, 12)
    if flush and top is not None:
        return (STRAIGHT_FLUSH, top)
    if top is not None:
        return (STRAIGHT, top)
    if flush:
        return (FLUSH, *by_size)
    kinds = {(4, 1): QUADS, (3, 2): FULL_HOUSE, (3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}
    return (kinds.get(tuple(shape), HIGH_CARD), *by_size)


def straight_top(ranks: set[int]) -> int | None:
    if ranks == {12, 0, 1, 2, 3}:
        return 3
    if len(ranks) == 5 and max(ranks) - min(ranks) == 4:
        return max(ranks)
    return None
