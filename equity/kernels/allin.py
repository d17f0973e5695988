"""Settle a finished hand again, at the equity it had when the last chips went in: all-in adjusted results.

Rules of the file: every card dealt is known here, so the missing board cards are a uniform draw from the rest of the
deck whatever the betting was, and the average over them is unbiased. (Counting only the hands shown would not be: who
folded says something about the cards that are gone.) On the turn and flop every runout is counted. Before the flop two
players who were dealt in alone are looked up in the table of matchups. For more, `settle_at_equity` takes a sample:
one shuffle of the rest of the deck is laid out in five rows, and boards are lines through them: uniform each, and two
of them share few cards, so that 8 rows of cards give 16 boards that are nearly independent. What that adds to the
variance is a sixteenth of what settling takes away; `equity.kernels.allin_exact` counts all boards instead, at a
thousand times the cost.

`play_deals` calls either by address, so that a cold start compiles the one it needs, and beside the rest. They take

h : HAND, u : RULES       a settled hand that went to a showdown without a bet on the river, and its rules
unit : int64              parts of a chip to count in
stream : uint64[4]        randomness
matchups : int32[S, 2]    `equity.odds.preflop_grids.slot_counts`; read where two players are dealt in
scratch : int64[SCRATCH]  its rows have the names below; ADJUSTED is filled: chips won or lost by each seat times
                          `unit`, rounded to the nearest

and return on how many boards the hand was settled.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.evaluate import value_of
from equity.kernels.jit import apart, joined, kernel
from equity.kernels.records import LIVE, OUT
from equity.kernels.rng import draw_below
from equity.kernels.showdown import _rake_of, _split, next_pot
from equity.matchups import shape_of, slot_of_shapes
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = [
    "ADJUSTED",
    "AMOUNTS",
    "ELIGIBLE",
    "SCRATCH",
    "SEATS",
    "SLOPES",
    "add_average",
    "give",
    "settle_at_equity",
    "take_back",
]

SCRATCH = (11, 1024)
SLOPES = 2  # lines of so many slopes; more cost time and take away little of the variance that is left

ADJUSTED, _WON, _VALUES, _CARDS, SEATS, AMOUNTS, ELIGIBLE, _KEYS, _MASKS, _HANDS, _SHARE = range(11)
_BOARDS = 1_712_304  # of the 48 cards that two hands leave

_shape_of, _slot_of_shapes = joined(shape_of), joined(slot_of_shapes)


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
        scratch[AMOUNTS, count] = amount
        scratch[ELIGIBLE, count] = seats
        count += 1
    return count


@apart
def give(h, u, amount, winners, count, times, scratch):
    """Split a pot among a set of seats, adding `times` each one's share to the row of winnings."""
    for s in range(h["seats"]):
        scratch[_SHARE, s] = 0
    _split(h, u, amount, winners, count, scratch[_SHARE])
    for s in range(h["seats"]):
        scratch[_WON, s] += times * scratch[_SHARE, s]


@apart
def _award_pots(h, u, pots, live, times, scratch):
    """Give every pot to the best values among its seats, adding `times` what they win to the row of winnings."""
    for k in range(pots):
        best, winners, ties, owner = np.int64(-1), np.int64(0), 0, np.int64(0)
        for j in range(live):
            s = scratch[SEATS, j]
            if scratch[ELIGIBLE, k] >> s & 1:
                value = scratch[_VALUES, s]
                if value > best:
                    best, winners, ties, owner = value, np.int64(1) << s, 1, s
                elif value == best:
                    winners |= np.int64(1) << s
                    ties += 1
        if ties == 1:
            scratch[_WON, owner] += times * scratch[AMOUNTS, k]
        else:
            give(h, u, scratch[AMOUNTS, k], winners, ties, times, scratch)


@apart
def _award_two(h, u, pots, wins, losses, ties, scratch):
    """Give the pots of two players: on how many boards the first of them wins, loses and ties."""
    for outcome in range(3):
        scratch[_VALUES, scratch[SEATS, 0]] = 1 if outcome != 1 else 0
        scratch[_VALUES, scratch[SEATS, 1]] = 1 if outcome != 0 else 0
        _award_pots(h, u, pots, 2, wins if outcome == 0 else (losses if outcome == 1 else ties), scratch)


@joined
def _settle_boards(h, u, boards, pots, live, scratch):
    """Settle every pot on every board listed."""
    for j in range(live):
        s = scratch[SEATS, j]
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
        _award_two(h, u, pots, wins, losses, boards - wins - losses, scratch)
        return
    for i in range(boards):
        key, mask = np.uint64(scratch[_KEYS, i]), np.uint64(scratch[_MASKS, i])
        for j in range(live):
            own_key, own_mask = np.uint64(scratch[_HANDS, 2 * j]), np.uint64(scratch[_HANDS, 2 * j + 1])
            scratch[_VALUES, scratch[SEATS, j]] = value_of(key + own_key, mask | own_mask)
        _award_pots(h, u, pots, live, 1, scratch)


@joined
def _shape_of_seat(h, seat):
    a, b = np.int64(h["hole"][seat, 0]), np.int64(h["hole"][seat, 1])
    return _shape_of(max(a, b), min(a, b))


@joined
def _settle_by_table(h, u, pots, matchups, scratch):
    """Settle the pots of the two players of a hand by the table; returns the number of boards."""
    one, two = _shape_of_seat(h, scratch[SEATS, 0]), _shape_of_seat(h, scratch[SEATS, 1])
    swapped = one[0] > two[0] or (one[0] == two[0] and one[1] > two[1])
    if swapped:
        one, two = two, one
    slot = _slot_of_shapes(one[0], one[1], one[2], one[3], two[0], two[1], two[2], two[3])
    wins, ties = np.int64(matchups[slot, 0]), np.int64(matchups[slot, 1])
    losses = _BOARDS - wins - ties
    _award_two(h, u, pots, losses if swapped else wins, wins if swapped else losses, ties, scratch)
    return _BOARDS


@apart
def take_back(h, u, unit, scratch):
    """List the live seats and the pots, and fill ADJUSTED with the result without them; returns both numbers."""
    live = 0
    for s in range(h["seats"]):
        scratch[_WON, s] = 0
        scratch[_VALUES, s] = h["value"][s]
        if h["status"][s] == LIVE:
            scratch[SEATS, live] = s
            live += 1
    pots = _list_raked_pots(h, u, scratch)
    _award_pots(h, u, pots, live, 1, scratch)  # what was won in fact
    for s in range(h["seats"]):
        scratch[ADJUSTED, s] = (h["stack"][s] - h["start"][s] - scratch[_WON, s]) * unit
        scratch[_WON, s] = 0
    return live, pots


@joined
def add_average(h, unit, boards, scratch):
    """Add what each seat wins on average over the boards."""
    for s in range(h["seats"]):
        scratch[ADJUSTED, s] += (2 * scratch[_WON, s] * unit + boards) // (2 * boards)


@kernel
def settle_at_equity(h, u, unit, stream, matchups, scratch):
    """Settle on every board that can still come; before the flop, with more than two dealt in, on a sample."""
    live, pots = take_back(h, u, unit, scratch)
    if h["street"] == 0 and h["seats"] == 2:
        boards = _settle_by_table(h, u, pots, matchups, scratch)
    else:
        boards = _list_boards(h, _list_unseen(h, scratch), stream, scratch)
        _settle_boards(h, u, boards, pots, live, scratch)
    add_average(h, unit, boards, scratch)
    return np.int64(boards)
