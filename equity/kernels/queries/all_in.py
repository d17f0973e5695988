"""Each player's share of the pot if all known hands go all in on a street: every card to come counted."""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["share_runouts"]


@inner
def _add_shares(keys, masks, key, mask, values, shares):
    """Add one board's pot to its winners (keys, masks : uint64[P]; key, mask : the board's; shares : float64[P])."""
    best = np.int64(0)
    winners = 0
    for p in range(keys.size):
        values[p] = value_of(keys[p] + key, masks[p] | mask)
        if values[p] > best:
            best, winners = values[p], 1
        elif values[p] == best:
            winners += 1
    for p in range(keys.size):
        if values[p] == best:
            shares[p] += 1.0 / winners


@kernel
def share_runouts(holes, boards, street, dead, equities):
    """Share the pot of every way the board can go on among the players.

    holes, boards : uint8[N, P, 2], uint8[N, 5]
    street : int                3 or 4 cards on the board
    dead : uint64               cards that do not come
    equities : float64[P, N]    filled in place
    """
    players = holes.shape[1]
    keys, masks = np.empty(players, np.uint64), np.empty(players, np.uint64)
    values, shares = np.empty(players, np.int64), np.empty(players)
    deck = np.empty(52, np.int64)
    for i in range(boards.shape[0]):
        key, mask = START_KEY, np.uint64(0)
        for j in range(street):
            key += CARD_KEYS[boards[i, j]]
            mask |= CARD_MASKS[boards[i, j]]
        seen = mask | dead
        for p in range(players):
            a, b = holes[i, p, 0], holes[i, p, 1]
            keys[p], masks[p] = CARD_KEYS[a] + CARD_KEYS[b], CARD_MASKS[a] | CARD_MASKS[b]
            seen |= masks[p]
            shares[p] = 0.0
        size = 0
        for card in range(52):
            if not seen & CARD_MASKS[card]:
                deck[size] = card
                size += 1
        total = size
        for c in range(size):
            one, first = key + CARD_KEYS[deck[c]], mask | CARD_MASKS[deck[c]]
            if street == 4:
                _add_shares(keys, masks, one, first, values, shares)
            else:
                for d in range(c):
                    _add_shares(keys, masks, one + CARD_KEYS[deck[d]], first | CARD_MASKS[deck[d]], values, shares)
        if street == 3:
            total = size * (size - 1) // 2
        for p in range(players):
            equities[p, i] = shares[p] / total
