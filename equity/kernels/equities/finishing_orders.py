"""In what order the players of a showdown finish, counted.

An order is a whole number: for each player, four bits with the number of players who hold a better hand, and one bit
above them all, so that no order is 0. Counts are kept in an open hash table, because of the 102 million orders that ten
players can finish in (ties included) only a few ever come up.
"""

from __future__ import annotations

import numpy as np

from equity.constants import MAX_SEATS
from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.equities.groups import value_deal
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["count_orders_of_boards", "count_orders_of_deals"]

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(32)
_MARK = np.uint64(1 << 60)
_BITS = np.uint64(4)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@inner
def _order_of(values, players):
    """Return the order as a number (values: uint16[>= players])."""
    order = _MARK
    for p in range(players):
        better = _ZERO
        for q in range(players):
            if values[q] > values[p]:
                better += _ONE
        order |= better << (_BITS * np.uint64(p))
    return order


@kernel
def _add(order, weight, orders, counts):
    """Add to an order's count.

    orders : uint64[2 ** k]    0 where free; never more than half full
    counts : int64[2 ** k] or float64[2 ** k]
    """
    last = np.int64(orders.size - 1)
    at = np.int64((order * _MIX) >> _SHIFT) & last
    while orders[at] != order:
        if orders[at] == _ZERO:
            orders[at] = order
            break
        at = (at + 1) & last
    counts[at] += weight


@kernel
def count_orders_of_boards(holes, weights, board, dead, places, orders, counts):
    """Count the orders over all boards of tuples of hole cards.

    holes : uint8[T, P, 2]              tuples whose cards are all different
    weights : int64[T] or float64[T]
    board : uint8[0, 3, 4 or 5]         known community cards
    dead : uint64                       set of the dead cards
    places : uint8[N, 5 - B]            the choices of cards to come, as places in the rest of the deck
    orders, counts                      see `_add`
    """
    players = holes.shape[1]
    missing = places.shape[1]
    keys = np.zeros(MAX_SEATS, np.uint64)
    masks = np.zeros(MAX_SEATS, np.uint64)
    values = np.zeros(MAX_SEATS, np.uint16)
    deck = np.zeros(52, np.int64)
    for t in range(holes.shape[0]):
        used = dead
        key, mask = START_KEY, _ZERO
        for card in board:
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
        used |= mask
        for p in range(players):
            first, second = holes[t, p, 0], holes[t, p, 1]
            keys[p] = key + CARD_KEYS[first] + CARD_KEYS[second]
            masks[p] = mask | CARD_MASKS[first] | CARD_MASKS[second]
            used |= masks[p]
        size = 0
        for card in range(52):
            if used & CARD_MASKS[card] == _ZERO:
                deck[size] = card
                size += 1
        for n in range(places.shape[0]):
            key, mask = _ZERO, _ZERO
            for i in range(missing):
                key += CARD_KEYS[deck[places[n, i]]]
                mask |= CARD_MASKS[deck[places[n, i]]]
            for p in range(players):
                values[p] = value_of(keys[p] + key, masks[p] | mask)
            _add(_order_of(values, players), weights[t], orders, counts)


@kernel
def count_orders_of_deals(holes, boards, orders, counts):
    """Count the orders of dealt hands.

    holes : uint8[N, P, 2]
    boards : uint8[N, 5]
    orders, counts   see `_add`
    """
    values = np.zeros(MAX_SEATS, np.uint16)
    for i in range(holes.shape[0]):
        value_deal(holes[i], boards[i], values)
        _add(_order_of(values, holes.shape[1]), 1, orders, counts)
