"""Equity counted one deal at a time, straight from the rules: the twin every fast method is tested against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from equity.cards import combo_cards
from tests.naive_evaluator import strength


def hole_cards(
    ranges: Sequence[Mapping[int, float]], known: set[int]
) -> Iterator[tuple[list[tuple[int, int]], Fraction]]:
    """Yield every choice of hole cards in which no card is used twice, with its weight."""
    for choice in product(*(weights.items() for weights in ranges)):
        cards = [card for combo, _ in choice for card in combo_cards(combo)]
        if len(set(cards)) == len(cards) and not known & set(cards):
            weight = Fraction(1)
            for _, own in choice:
                weight *= Fraction(str(own))
            yield [combo_cards(combo) for combo, _ in choice], weight


def count_equity(
    ranges: Sequence[Mapping[int, float]], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> Counter[tuple[int, ...]]:
    """Return the weight of all deals that end with exactly these players sharing the pot."""
    found: Counter[tuple[int, ...]] = Counter()
    for holes, weight in hole_cards(ranges, {*board, *dead}):
        gone = {*board, *dead, *(card for hole in holes for card in hole)}
        deck = [card for card in range(52) if card not in gone]
        for rest in combinations(deck, 5 - len(board)):
            found[winners([strength([*hole, *board, *rest]) for hole in holes])] += weight
    return found


def winners(strengths: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    best = max(strengths)
    return tuple(player for player, own in enumerate(strengths) if own == best)
