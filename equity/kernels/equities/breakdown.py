"""Count by category what each player holds by the river and wins with."""

from __future__ import annotations

import numpy as np

from equity.constants import MAX_SEATS
from equity.kernels.cards.categories import CATEGORY_OF
from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["break_down_boards", "break_down_deals"]

_ZERO = np.uint64(0)


@inner
def _credit(values, players, weight, counts):
    """Add one deal: counts[p, category, 0] made, 1 won alone, 2 shared."""
    best = np.uint16(0)
    winners = 0
    for p in range(players):
        if values[p] > best:
            best = values[p]
            winners = 1
        elif values[p] == best:
            winners += 1
    for p in range(players):
        kind = CATEGORY_OF[values[p]]
        counts[p, kind, 0] += weight
        if values[p] == best:
            counts[p, kind, 1 if winners == 1 else 2] += weight


@kernel
def break_down_boards(holes, weights, board, dead, counts):
    """Count every board of every tuple of hole cards.

    holes : uint8[T, P, 2]           tuples whose cards are all different
    weights : int64[T] or float64[T]
    board : uint8[0, 3, 4 or 5]      known community cards
    dead : uint64                    set of the dead cards
    counts : int64 or float64[P, 10, 3]   made, won, shared by category; added to
    """
    players = holes.shape[1]
    missing = 5 - board.size
    keys = np.zeros(MAX_SEATS, np.uint64)
    masks = np.zeros(MAX_SEATS, np.uint64)
    values = np.zeros(MAX_SEATS, np.uint16)
    deck = np.zeros(52, np.int64)
    at = np.zeros(5, np.int64)
    for t in range(holes.shape[0]):
        used = dead
        for card in board:
            used |= CARD_MASKS[card]
        for p in range(players):
            keys[p] = START_KEY
            masks[p] = _ZERO
            for card in board:
                keys[p] += CARD_KEYS[card]
                masks[p] |= CARD_MASKS[card]
            for i in range(2):
                keys[p] += CARD_KEYS[holes[t, p, i]]
                masks[p] |= CARD_MASKS[holes[t, p, i]]
                used |= CARD_MASKS[holes[t, p, i]]
        size = 0
        for card in range(52):
            if used & CARD_MASKS[card] == _ZERO:
                deck[size] = card
                size += 1
        for i in range(missing):
            at[i] = i
        while True:
            key, mask = _ZERO, _ZERO
            for i in range(missing):
                key += CARD_KEYS[deck[at[i]]]
                mask |= CARD_MASKS[deck[at[i]]]
            for p in range(players):
                values[p] = value_of(keys[p] + key, masks[p] | mask)
            _credit(values, players, weights[t], counts)
            last = missing - 1  # the next choice of `missing` places out of `size`
            while last >= 0 and at[last] == size - missing + last:
                last -= 1
            if last < 0:
                break
            at[last] += 1
            for i in range(last + 1, missing):
                at[i] = at[i - 1] + 1


@kernel
def break_down_deals(holes, boards, counts):
    """Count dealt hands.

    holes : uint8[N, P, 2]
    boards : uint8[N, 5]
    counts : int64[P, 10, 3]   made, won, shared by category; added to
    """
    players = holes.shape[1]
    values = np.zeros(MAX_SEATS, np.uint16)
    for i in range(holes.shape[0]):
        key, mask = START_KEY, _ZERO
        for j in range(5):
            key += CARD_KEYS[boards[i, j]]
            mask |= CARD_MASKS[boards[i, j]]
        for p in range(players):
            first, second = holes[i, p, 0], holes[i, p, 1]
            values[p] = value_of(
                key + CARD_KEYS[first] + CARD_KEYS[second], mask | CARD_MASKS[first] | CARD_MASKS[second]
            )
        _credit(values, players, 1, counts)
