"""Settle a finished hand again, at the equity it had when the last chips went in: all-in adjusted results.

Rules of the file: every card dealt is known here, so the missing board cards are a uniform draw from the rest of the
deck whatever the betting was, and the average over them is unbiased. (Counting only the hands shown would not be: who
folded says something about the cards that are gone.) On the turn and flop every runout is counted. Before the flop one
shuffle of the rest of the deck is laid out in five rows, and boards are lines through them: uniform each, and two of
them share few cards, so that 8 rows of cards give 16 boards that are nearly independent.

`scratch` is int64[10, 1024]; its rows have the names below.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.evaluate import value_of
from equity.kernels.jit import apart, joined
from equity.kernels.records import LIVE, OUT
from equity.kernels.rng import draw_below
from equity.kernels.showdown import _rake_of, _split, next_pot
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["ADJUSTED", "SCRATCH", "SLOPES", "settle_at_equity"]

SCRATCH = (10, 1024)
SLOPES = 2  # lines of so many slopes; more cost time and take away little of the variance that is left

ADJUSTED, _WON, _VALUES, _CARDS, _SEATS, _AMOUNTS, _ELIGIBLE, _KEYS, _MASKS, _HANDS = range(10)


@joined
def _list_unseen(h, scratch):
    """List the cards neither dealt to a seat nor open; returns their number."""
    used = np.uint64(0)
    one = np.uint64(1)
    for s in range(h["seats"]):
        if h["status"][s] != OUT:
            used |= one << np.uint64(h["hole"][s, 0]) | one << np.uint64(h["hole"][s, 1])
    for j in range(h["street"] + 2 if h["street"] > 0 else 0):
        used |= one << np.uint64(h["board"][j])
    count = 0
    for card in range(52):
        if not used >> np.uint64(card) & one:
            scratch[_CARDS, count] = card
            count += 1
    return count


@apart
def _list_boards(h, unseen, stream, scratch):
    """List the boards to settle on as keys and masks; returns their number."""
    key, mask, count = START_KEY, np.uint64(0), 0
    if h["street"] == 0:
        columns = unseen // 5
        for top in range(5 * columns):
            other = top + draw_below(stream, unseen - top)
            card = scratch[_CARDS, other]
            scratch[_CARDS, other] = scratch[_CARDS, top]
            scratch[_CARDS, top] = card
        for slope in range(SLOPES):
            for first in range(columns):
                key, mask = START_KEY, np.uint64(0)
                for row in range(5):
                    card = scratch[_CARDS, row * columns + (first + slope * row) % columns]
                    key += CARD_KEYS[card]
                    mask |= CARD_MASKS[card]
                scratch[_KEYS, count], scratch[_MASKS, count] = np.int64(key), np.int64(mask)
                count += 1
        return count
    for j in range(h["street"] + 2):
        key += CARD_KEYS[h["board"][j]]
        mask |= CARD_MASKS[h["board"][j]]
    for x in range(unseen):
        card = scratch[_CARDS, x]
        key_x, mask_x = key + CARD_KEYS[card], mask | CARD_MASKS[card]
        if h["street"] == 2:
            scratch[_KEYS, x], scratch[_MASKS, x] = np.int64(key_x), np.int64(mask_x)
            count += 1
            continue
        for y in range(x):
            card = scratch[_CARDS, y]
            scratch[_KEYS, count] = np.int64(key_x + CARD_KEYS[card])
            scratch[_MASKS, count] = np.int64(mask_x | CARD_MASKS[card])
            count += 1
    return count


@joined
def _list_raked_pots(h, u, scratch):
    """List the pots' chips after rake and the seats that can win them; returns their number."""
    below, last, count, taken = np.int64(-1), False, 0, np.int64(0)
    while not last:
        below, amount, seats, last = next_pot(h, below, np.int64(0))
        if amount == 0:
            continue
        if u["rake_millionths"] and seats & (seats - 1):
            cut = _rake_of(h, u, amount, taken)
            taken += cut
            amount -= cut
        scratch[_AMOUNTS, count] = amount
        scratch[_ELIGIBLE, count] = seats
        count += 1
    return count


@apart
def _award_pots(h, u, pots, live, times, scratch):
    """Give every pot to the best values among its seats, adding `times` what they win to the row of winnings."""
    for k in range(pots):
        best, winners, ties, owner = np.int64(-1), np.int64(0), 0, np.int64(0)
        for j in range(live):
            s = scratch[_SEATS, j]
            if scratch[_ELIGIBLE, k] >> s & 1:
                value = scratch[_VALUES, s]
                if value > best:
                    best, winners, ties, owner = value, np.int64(1) << s, 1, s
                elif value == best:
                    winners |= np.int64(1) << s
                    ties += 1
        if ties == 1:
            scratch[_WON, owner] += times * scratch[_AMOUNTS, k]
        else:
            for _ in range(times):
                _split(h, u, scratch[_AMOUNTS, k], winners, ties, scratch[_WON])


@joined
def _settle_boards(h, u, boards, pots, live, scratch):
    """Settle every pot on every board listed."""
    for j in range(live):
        s = scratch[_SEATS, j]
        a, b = h["hole"][s, 0], h["hole"][s, 1]
        scratch[_HANDS, 2 * j] = np.int64(CARD_KEYS[a] + CARD_KEYS[b])
        scratch[_HANDS, 2 * j + 1] = np.int64(CARD_MASKS[a] | CARD_MASKS[b])
    if live == 2 and pots == 1:  # by far the most frequent: counted instead of paid board by board
        key_a, mask_a = np.uint64(scratch[_HANDS, 0]), np.uint64(scratch[_HANDS, 1])
        key_b, mask_b = np.uint64(scratch[_HANDS, 2]), np.uint64(scratch[_HANDS, 3])
        wins, losses = 0, 0
        for i in range(boards):
            key, mask = np.uint64(scratch[_KEYS, i]), np.uint64(scratch[_MASKS, i])
            mine, theirs = value_of(key + key_a, mask | mask_a), value_of(key + key_b, mask | mask_b)
            wins += 1 if mine > theirs else 0
            losses += 1 if mine < theirs else 0
        for outcome in range(3):
            scratch[_VALUES, scratch[_SEATS, 0]] = 1 if outcome != 1 else 0
            scratch[_VALUES, scratch[_SEATS, 1]] = 1 if outcome != 0 else 0
            times = wins if outcome == 0 else (losses if outcome == 1 else boards - wins - losses)
            _award_pots(h, u, pots, live, times, scratch)
        return
    for i in range(boards):
        key, mask = np.uint64(scratch[_KEYS, i]), np.uint64(scratch[_MASKS, i])
        for j in range(live):
            own_key, own_mask = np.uint64(scratch[_HANDS, 2 * j]), np.uint64(scratch[_HANDS, 2 * j + 1])
            scratch[_VALUES, scratch[_SEATS, j]] = value_of(key + own_key, mask | own_mask)
        _award_pots(h, u, pots, live, 1, scratch)


@apart
def settle_at_equity(h, u, unit, stream, scratch):
    """Give each seat's result of a SETTLED showdown whose betting ended before the river, at its equity then.

    unit : int64      parts of a chip to count in
    scratch           row ADJUSTED is filled: chips won or lost by each seat times `unit`, rounded to the nearest
    """
    live = 0
    for s in range(h["seats"]):
        scratch[_WON, s] = 0
        scratch[_VALUES, s] = h["value"][s]
        if h["status"][s] == LIVE:
            scratch[_SEATS, live] = s
            live += 1
    pots = _list_raked_pots(h, u, scratch)
    _award_pots(h, u, pots, live, 1, scratch)  # what was won in fact, to take it out again
    for s in range(h["seats"]):
        scratch[ADJUSTED, s] = (h["stack"][s] - h["start"][s] - scratch[_WON, s]) * unit
        scratch[_WON, s] = 0
    boards = _list_boards(h, _list_unseen(h, scratch), stream, scratch)
    _settle_boards(h, u, boards, pots, live, scratch)
    for s in range(h["seats"]):
        scratch[ADJUSTED, s] += (2 * scratch[_WON, s] * unit + boards) // (2 * boards)
