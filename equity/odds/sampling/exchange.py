"""Who may hold which hand: how the winning hand's part of the pot is spread over the seats.

Given the hands of a deal, but not who holds which, every way to hand them to the seats is as likely as the product of
the hands' weights there. So the winning hand is each seat's with a known probability, and giving each seat that much of
the pot, instead of all of it to the one that was dealt the hand, leaves every mean as it is and takes out what only the
handing out decided (a conditional expectation, "Rao-Blackwell"). Two ranges that overlap by half lose more than half of
their variance so, three wide ranges three quarters; equal ranges get equal parts.

Rules of the file: hands that weigh the same in every seat are of one *type*; the probabilities depend on the types
alone. They are permanents of small matrices, added up over sets of seats.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS, COMBOS
from equity.odds.question.hole_cards import COMBO_CARDS, sort_columns
from equity.odds.question.question import Question

__all__ = ["Exchange", "make_exchange"]

# type_of, steps, places, odds: see `equity.kernels.equities.sampling.sample_chunks`
Exchange: TypeAlias = tuple[NDArray[np.int16], NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]

_MOST_SETS = 4000  # sets of types, 20 microseconds each to prepare
_MOST_PLACES = 1 << 20
_Vectors: TypeAlias = tuple[tuple[float, ...], ...]


def make_exchange(question: Question, *, deals: int) -> Exchange:
    """Return the exchange of a question that is to be dealt about `deals` times; empty odds where there is none.

    Examples
    --------
    >>> *_, odds = make_exchange(Question.parse(["AA,KK", "AA,KK,QQ"]), deals=10**6)
    >>> odds.shape  # sets of types; types: none, both ranges, the second only; seats
    (3, 3, 2)
    >>> make_exchange(Question.parse(["AA", "KK"]), deals=10**6)[3].size
    0
    """
    weights = np.zeros((len(question.live), COMBOS))
    for seat, live in enumerate(question.live):
        weights[seat, np.fromiter(live, np.int64, len(live))] = np.fromiter(live.values(), float, len(live))
    order, new = sort_columns(weights)
    vectors, types = weights[:, order[new]], np.empty(COMBOS, np.int16)
    types[order] = np.cumsum(new) - 1
    players, count = vectors.shape
    type_of = np.zeros((players, CARDS, CARDS), np.int16)
    high, low = COMBO_CARDS.T
    sets = comb(count - 1 + players - 1, players)  # one type: hands that nobody may hold
    if sets > min(_MOST_SETS, deals // 50) or (players + 1) ** count > _MOST_PLACES:
        # too many types: seats of one range exchange among themselves alone, as if a hand's type were its seat's range
        ranges = [next(i for i, other in enumerate(question.live) if other == live) for live in question.live]
        type_of += np.array(ranges, np.int16)[:, None, None]
        steps, places, odds = _exchange_equal(tuple(ranges))
    else:
        type_of[:, high, low] = type_of[:, low, high] = types
        steps, places, odds = _exchange_types(tuple(map(tuple, vectors.T.tolist())))
    return type_of, steps, places, odds


@lru_cache(maxsize=64)
def _exchange_equal(ranges: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
    players = len(ranges)
    odds = np.zeros((1, players, players))
    for kind in set(ranges):
        alike = np.array(ranges) == kind
        odds[0, kind, alike] = 1 / alike.sum()
    none = np.zeros((0, players, players))
    return np.zeros(players, np.int64), np.zeros(1, np.int32), odds if len(set(ranges)) < players else none


@lru_cache(maxsize=64)
def _exchange_types(vectors: _Vectors) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
    """Return steps, places and odds of types given by their weights in every seat."""
    count, players = len(vectors), len(vectors[0])
    steps = np.array([(players + 1) ** kind for kind in range(count)], np.int64)
    places = np.zeros((players + 1) ** count, np.int32)
    ways = _count_ways(vectors)
    full = (1 << players) - 1
    odds = [np.zeros((count, players))]
    used = [kind for kind in range(count) if any(vectors[kind])]
    for hands in combinations_with_replacement(used, players):
        total = ways[hands][full]
        if total > 0:
            row = np.zeros((count, players))
            for kind in set(hands):
                rest = list(hands)
                rest.remove(kind)
                without = ways[tuple(rest)]
                row[kind] = [vectors[kind][p] * without[full ^ (1 << p)] / total for p in range(players)]
            places[steps[list(hands)].sum()] = len(odds)
            odds.append(row)
    table = np.array(odds)
    if all(((row > 0).sum(axis=1) <= 1).all() for row in table):
        table = np.zeros((0, count, players))  # every hand has its one seat
    return steps, places, table


def _count_ways(vectors: _Vectors) -> dict[tuple[int, ...], NDArray[np.float64]]:
    """Return for every set of types the weight of all ways to hand such hands to each set of seats (by bits)."""
    players = len(vectors[0])
    used = [kind for kind in range(len(vectors)) if any(vectors[kind])]
    seats = [np.flatnonzero(np.arange(1 << players) >> p & 1) for p in range(players)]
    nothing = np.zeros(1 << players)
    nothing[0] = 1.0
    ways: dict[tuple[int, ...], NDArray[np.float64]] = {(): nothing}
    for size in range(1, players + 1):
        for hands in combinations_with_replacement(used, size):
            before, own = ways[hands[:-1]], vectors[hands[-1]]
            found = np.zeros(1 << players)
            for p in range(players):
                if own[p]:
                    found[seats[p]] += own[p] * before[seats[p] ^ (1 << p)]
            ways[hands] = found
    return ways
