"""Sampled deals: hole cards from ranges, boards from a shuffled deck, counted per set of winners.

One *shuffle* deals the hole cards that come from ranges, then several boards, and several hands for each seat that may
hold any two cards, all without a shared card; every board meets every *group* of such hands. Boards of one shuffle are
negatively correlated, and a card that is dealt serves several showdowns, so a shuffle says much for what it costs. Hole
cards from ranges are *stratified*: every combination is dealt in its proportion, two shuffles from each equal part of
the list. The standard error comes from the differences of such pairs, never from single boards.

Beside the pots a shuffle counts a *control*: what one player would win heads-up against others on the same deals. Its
mean is known exactly, so whatever it is off by is taken out of the players' parts
(`equity.odds.sampling.sampling_scheme`).
"""

from __future__ import annotations

import numpy as np

from equity.constants import POT_UNITS
from equity.kernels.cards.deal import deal_cards, draw_rows, place_rows
from equity.kernels.cards.random_numbers import draw_float, seed_stream
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.equities.sampled_showdowns import deal_two, key_of, mask_of, play_groups
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["FINE", "sample_chunk"]

FINE = 64  # the control counts in such parts


@inner
def _set_hands(hole, held, fixed_key, fixed_mask, keys, masks):
    for h in range(held.size):
        p = held[h]
        keys[p] = fixed_key + CARD_KEYS[hole[p, 0]] + CARD_KEYS[hole[p, 1]]
        masks[p] = fixed_mask | CARD_MASKS[hole[p, 0]] | CARD_MASKS[hole[p, 1]]


@inner
def _set_groups(cards, fixed_key, fixed_mask, groups, others, sets):
    i = 0
    for g in range(groups):
        for f in range(others.shape[1]):
            others[g, f] = fixed_key + CARD_KEYS[cards[i]] + CARD_KEYS[cards[i + 1]]
            sets[g, f] = fixed_mask | CARD_MASKS[cards[i]] | CARD_MASKS[cards[i + 1]]
            i += 2


@inner
def _find(sums, u):
    """Return the first index whose running sum (float64[R], ascending to 1) exceeds `u`."""
    low, high = 0, sums.size - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > u:
            high = middle
        else:
            low = middle + 1
    return low


@inner
def _start_of_part(shuffle, paired, sums, row):
    """Move `row` on to the first row of a shuffle's part."""
    parts = paired // 2
    if shuffle >= paired or shuffle & 1 or sums.size > 32 * parts:
        return row
    start = (shuffle // 2) / parts
    while row < sums.size - 1 and sums[row] <= start:
        row += 1
    return row


@inner
def _draw_stratified(stream, shuffle, paired, sums, row):
    """Return a row of a single group.

    Shuffles 2s and 2s + 1 of the first `paired` ones both draw from the s-th of equal parts of the running weights, so
    that every part is dealt equally often and the two tell how much one part varies.

    row : int   the first row of the part, see `_start_of_part`
    """
    u = draw_float(stream)
    if shuffle >= paired:
        return _find(sums, u)
    parts = paired // 2
    u = (shuffle // 2 + u) / parts
    if sums.size > 32 * parts:
        return _find(sums, u)
    while row < sums.size - 1 and sums[row] <= u:  # parts come in order: a few steps, where a search would guess wrong
        row += 1
    return row


@inner
def _add_moments(shuffle, paired, number, parts, kinds, halves, betas, units, partner, moments):
    """Add a shuffle's parts of the pots to the sums; see `sample_chunk`. units, partner : int64[V]   scratch."""
    last = units.size - 1
    for v in range(units.size):  # loops throughout: assigning to slices takes Numba seconds to compile
        units[v] = 0
    for p in range(parts.size):
        units[kinds[p]] += FINE * parts[p]
    units[last] = POT_UNITS // 2 * halves
    for v in range(last):
        units[v] -= betas[v] * units[last]
    for v in range(units.size):
        moments[0, v] += units[v]
        if shuffle >= paired:
            moments[2, v] += units[v] * units[v]
            moments[3, v] += units[v] * number
        elif shuffle & 1:
            moments[1, v] += (units[v] - partner[v]) * (units[v] - partner[v])
            moments[4, v] += (units[v] - partner[v]) * (units[last] - partner[last])
    for v in range(units.size):
        partner[v] = units[v]


@kernel
def sample_chunk(
    seed, chunk, deals, boards, groups, deck, board, sums, table, hands, seats, held, free, kinds, betas, counts,
    moments,
):  # fmt: skip
    """Sample `deals` deals; each shuffle gives `boards` boards times `groups` sets of hands of the free seats.

    seed, chunk : uint64       the random stream
    sums : float64[R] or [0]   running weights of the rows if there is one group, to stratify it
    deck, board, table, hands, seats, free    see `deal_chunk`
    held : int64[]             the seats that are not free
    kinds : int64[P]           number of each seat's kind; seats of one range are one kind
    betas : int64[V - 1]       how much of the control to take out of each kind's part, in 1/64
    counts : int64[2 ** P]     deals won by each set of players; added to in place
    moments : int64[5, V]      a column for each kind, in 1/64 units, and one for the control. Added to: sum over
                               shuffles of units; over pairs of shuffles, of the square of their difference; over the
                               shuffles left over, of squares of units, and of units times deals; and over pairs, of
                               their difference times the control's
    """
    players = kinds.size
    stream = np.empty(4, np.uint64)
    seed_stream(seed, chunk, stream)
    rows = np.empty(seats.shape[0], np.int64)
    cards = np.empty(52, np.uint8)
    hole = np.empty((players, 2), np.uint8)
    keys, masks = np.empty(players, np.uint64), np.empty(players, np.uint64)
    others, sets = np.empty((groups, free.size), np.uint64), np.empty((groups, free.size), np.uint64)
    parts = np.empty(players, np.int64)
    units, partner = np.empty(betas.size + 1, np.int64), np.empty(betas.size + 1, np.int64)
    fixed_key, fixed_mask = START_KEY + key_of(board, 0, board.size), mask_of(board, 0, board.size)
    runout, place, most = 5 - board.size, 2 * free.size * groups, boards * groups
    starts, masks_of, accept, alias, weighted, subsets, weights, completions = table
    settled = starts[rows.size] == rows.size  # one row a group: no draw
    if settled:
        for g in range(rows.size):
            rows[g] = starts[g]
        place_rows(rows, hands, seats, hole)
        _set_hands(hole, held, fixed_key, fixed_mask, keys, masks)
    used = np.uint64(0)
    paired = deals // most // 2 * 2
    halves = np.int64(0)
    low = 0
    for shuffle in range((deals + most - 1) // most):
        number = min(most, deals - shuffle * most)
        if not settled:
            if sums.size:
                low = _start_of_part(shuffle, paired, sums, low)
                rows[0] = _draw_stratified(stream, shuffle, paired, sums, low)
                used = masks_of[rows[0]]
            else:
                used = draw_rows(stream, starts, masks_of, accept, alias, weighted, subsets, weights, completions, rows)
            place_rows(rows, hands, seats, hole)
            _set_hands(hole, held, fixed_key, fixed_mask, keys, masks)
        for p in range(players):
            parts[p] = 0
        if held.size == 2 and free.size == 0:
            deal_two(stream, deck, used, keys, masks, runout, number, counts, parts)
        else:
            deal_cards(stream, deck, used, cards, place + (number + groups - 1) // groups * runout)
            _set_groups(cards, fixed_key, fixed_mask, groups, others, sets)
            halves = play_groups(
                keys, masks, held, free, others, sets, cards, place, runout, groups, number, counts, parts
            )
        _add_moments(shuffle, paired, number, parts, kinds, halves, betas, units, partner, moments)
