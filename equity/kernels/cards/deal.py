"""Deal cards without replacement, and hole cards from ranges jointly.

A deal takes the front of a partial Fisher-Yates shuffle. The deck may start in any order, so one array serves a whole
chunk. Each draw spends 16 of 64 random bits, with Lemire's rejection, so that every card is equally likely; draws that
share one long product (Brackett-Rozinsky and Lemire, 2024) were tried and took 1.3 times as long, as each waits for
the one before.

Ranges come as *groups* of seats. The rows of a group are the choices of hole cards for its seats that share no card.
Rows are drawn by weight (Walker's alias method, uniform groups need no second number), and a draw in which two groups
share a card is thrown away as a whole: dealing again only the seat that clashed would favour some hands. Where many
seats crowd on few cards, hardly any draw would fit; there a table over all sets of those cards says in how many ways
the later groups can still be dealt, and each row is drawn in proportion to that.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.random_numbers import draw_below, draw_float, draw_word, next_word, seed_stream
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_MASKS

__all__ = [
    "deal_cards",
    "deal_chunk",
    "draw_crowded",
    "draw_fitting",
    "draw_place",
    "draw_places",
    "fill_completions",
    "place_rows",
]

_LOW = np.uint64(0xFFFF)
_BITS = np.uint64(16)
_SIX_BITS = np.uint64(63)
_MOST = np.uint64(52)  # no bound throws away a product whose low bits are this or more
_REJECT = np.array([0] + [65536 % n for n in range(1, 53)], np.uint64)


@inner
def draw_place(stream, word, left, bound):
    """Return a uniform number below `bound` (1 to 52), and what is left of the word of random bits.

    word, left : uint64, int   bits not used yet, and how many draws are in them; 0, 0 at first
    """
    while True:
        if left == 0:
            word = draw_word(stream)
            left = 4
        product = (word & _LOW) * np.uint64(bound)
        word >>= _BITS
        left -= 1
        if (product & _LOW) >= _REJECT[bound]:
            return np.int64(product >> _BITS), word, left


@inner
def draw_places(stream, size, count, words, places):
    """Draw `count` places below `size`, `size` - 1, ..., as `draw_place` would one by one, in half the time.

    words : uint64[count / 4, rounded up]       overwritten
    places : uint64[4, count / 4, rounded up]   filled in place, number k at [k % 4, k // 4]

    LLVM makes vectors of the words of random bits. Nothing is looked up and nothing branches: if a product looks as if
    its bound might throw it away, which happens in 3 of 100 shuffles, all is drawn anew.
    """
    s0, s1, s2, s3 = stream[0], stream[1], stream[2], stream[3]
    whole, rest = count >> 2, count & 3
    for w in range(whole):
        words[w], s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
    least = _LOW
    for w in range(whole):
        bound = np.uint64(size - 4 * w)
        for r in range(4):  # LLVM is told that a bound is small
            product = (words[w] >> np.uint64(16 * r) & _LOW) * (bound - np.uint64(r) & _SIX_BITS)
            places[r, w] = product >> _BITS
            least = min(least, product & _LOW)
    if rest:  # and no more: a bound of 0 would always look like one that throws its number away
        word, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
        for r in range(rest):
            product = (word >> np.uint64(16 * r) & _LOW) * np.uint64(size - 4 * whole - r)
            places[r, whole] = product >> _BITS
            least = min(least, product & _LOW)
    if least >= _MOST:
        stream[0], stream[1], stream[2], stream[3] = s0, s1, s2, s3
        return
    word, left = np.uint64(0), 0
    for k in range(count):
        place, word, left = draw_place(stream, word, left, size - k)
        places[k & 3, k >> 2] = place


@inner
def deal_cards(stream, deck, skip, cards, count):
    """Deal the first `count` entries of `cards`, skipping a set of cards.

    stream : uint64[4]   random state, advanced
    deck : uint8[D]      cards to deal from, reordered
    skip : uint64        set of cards that are taken already; D less these must be at least `count`
    cards : uint8[>= count]
    """
    word = np.uint64(0)
    left = 0
    dealt = 0
    top = deck.size
    while dealt < count:
        i, word, left = draw_place(stream, word, left, top)
        top -= 1
        card = deck[i]
        deck[i] = deck[top]
        deck[top] = card
        if skip & CARD_MASKS[card]:
            continue
        cards[dealt] = card
        dealt += 1


@kernel
def fill_completions(starts, subsets, weights, completions):
    """Count the ways to deal the rest of the groups for every set of cards used by the first ones.

    starts : int64[G + 1]         rows of each group
    subsets : int64[R]            the two cards of each row as a set of the cards that matter, numbered from 0
    weights : float64[R]
    completions : float64[2 ** U] by set of used cards, filled in place; where 2 g cards are used, groups g.. are left
    """
    groups = starts.size - 1
    for level in range(groups, -1, -1):
        for used in range(completions.size):
            number = 0
            rest = used
            while rest:
                rest &= rest - 1
                number += 1
            if number == 2 * level:
                total = 1.0 if level == groups else 0.0
                if level < groups:
                    for row in range(starts[level], starts[level + 1]):
                        if subsets[row] & used == 0:
                            total += weights[row] * completions[used | subsets[row]]
                completions[used] = total


@inner
def draw_crowded(stream, starts, masks, subsets, weights, completions, rows):
    """Draw a row of each group in turn, each in proportion to the ways to deal the groups after it; see `draw_fitting`.

    subsets, weights, completions : int64[R], float64[R], float64[2 ** U]   see `fill_completions`
    """
    used = np.int64(0)
    taken = np.uint64(0)
    for g in range(rows.size):
        left = draw_float(stream) * completions[used]
        for row in range(starts[g], starts[g + 1]):
            if subsets[row] & used == 0:
                ways = weights[row] * completions[used | subsets[row]]
                if ways > 0:
                    rows[g] = row
                    left -= ways
                    if left < 0:
                        break
        used |= subsets[rows[g]]
        taken |= masks[rows[g]]
    return taken


@inner
def draw_fitting(stream, starts, masks, accept, alias, weighted, rows):
    """Draw a row of each group until no card is used twice; return the set of cards used.

    starts : int64[G + 1]        first row of each group, and the end
    masks : uint64[R]            cards of each row
    accept, alias, weighted      float64[R], int64[R], bool[G]: the alias method's tables
    rows : int64[G]              the rows drawn, filled in place

    Callers choose between this and `draw_crowded` themselves: a function that chose, with the arrays of both, took 50
    ns longer than the 25 of the draw.
    """
    while True:
        used = np.uint64(0)
        fits = True
        for g in range(rows.size):
            size = starts[g + 1] - starts[g]
            row = starts[g] + draw_below(stream, size)
            if weighted[g] and draw_float(stream) >= accept[row]:
                row = alias[row]
            if used & masks[row]:
                fits = False
                break
            used |= masks[row]
            rows[g] = row
        if fits:
            return used


@inner
def place_rows(rows, hands, seats, holes, i):
    """Copy the cards of the drawn rows to their seats in deal `i`.

    hands : uint8[R, W, 2]   the hole cards of a row, one pair for each seat of its group
    seats : int64[G, W]      the seats of each group, -1 where there is none
    holes : uint8[N, P, 2]   filled for these seats; a view of one deal, made each time, took longer than the deal
    """
    for g in range(rows.size):
        for j in range(seats.shape[1]):
            seat = seats[g, j]
            if seat >= 0:
                holes[i, seat, 0] = hands[rows[g], j, 0]
                holes[i, seat, 1] = hands[rows[g], j, 1]


@kernel
def deal_chunk(seed, chunk, dealing, holes, boards):
    """Deal hole cards and boards for a chunk of hands.

    seed, chunk : uint64         the random stream
    dealing : tuple of
        deck : uint8[D]          cards that are neither on the board nor dead; reordered
        board : uint8[0..5]      known board cards, copied to the front of each board
        table : tuple            the arrays of `draw_fitting` and `draw_crowded`; the last is empty unless ranges crowd
        hands, seats             see `place_rows`
        free : int64[F]          seats that may hold any two cards
    holes : uint8[N, P, 2]       filled in place
    boards : uint8[N, 5]         filled in place
    """
    stream = np.empty(4, np.uint64)
    seed_stream(seed, chunk, stream)
    cards = np.empty(52, np.uint8)
    deck, board, table, hands, seats, free = dealing
    rows = np.empty(seats.shape[0], np.int64)
    starts, masks, accept, alias, weighted, subsets, weights, completions = table
    runout = 5 - board.size
    count = 2 * free.size + runout
    for i in range(holes.shape[0]):
        used = np.uint64(0)
        if rows.size:
            if completions.size:
                used = draw_crowded(stream, starts, masks, subsets, weights, completions, rows)
            else:
                used = draw_fitting(stream, starts, masks, accept, alias, weighted, rows)
            place_rows(rows, hands, seats, holes, i)
        deal_cards(stream, deck, used, cards, count)
        for j in range(free.size):
            holes[i, free[j], 0] = cards[2 * j]
            holes[i, free[j], 1] = cards[2 * j + 1]
        for j in range(board.size):
            boards[i, j] = board[j]
        for j in range(runout):
            boards[i, board.size + j] = cards[2 * free.size + j]
