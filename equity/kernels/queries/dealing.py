"""Deals whose first board cards come from a list: for boards that are given as a pattern.

A board of the list, hole cards and the rest are drawn independently and thrown away together where they share a card,
so that every deal that is possible is as likely as its weights say.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.deal import deal_cards, draw_crowded, draw_fitting, place_rows
from equity.kernels.cards.random_numbers import draw_below, seed_stream
from equity.kernels.compile.decorators import kernel
from equity.tables import CARD_MASKS

__all__ = ["deal_on_boards"]


@kernel
def deal_on_boards(seed, chunk, dealing, starts, most, holes, boards):
    """Deal hole cards and boards for a chunk of hands; return how many, fewer than asked for if most clash.

    seed, chunk, dealing   as for `equity.kernels.cards.deal.deal_chunk`; the board of `dealing` is empty
    starts : uint8[B, 3..5]   the boards' first cards, each row as likely as any other
    most : int                draws that may be thrown away
    holes : uint8[N, P, 2]    filled in place
    boards : uint8[N, 5]      filled in place
    """
    stream = np.empty(4, np.uint64)
    seed_stream(seed, chunk, stream)
    cards = np.empty(52, np.uint8)
    deck, _, table, hands, seats, free = dealing
    rows = np.empty(seats.shape[0], np.int64)
    ends, masks, accept, alias, weighted, subsets, weights, completions = table
    known = starts.shape[1]
    count = 2 * free.size + 5 - known
    done, thrown = 0, 0
    while done < holes.shape[0]:
        row = draw_below(stream, starts.shape[0])
        shared = np.uint64(0)
        for j in range(known):
            shared |= CARD_MASKS[starts[row, j]]
        used = np.uint64(0)
        if rows.size:
            if completions.size:
                used = draw_crowded(stream, ends, masks, subsets, weights, completions, rows)
            else:
                used = draw_fitting(stream, ends, masks, accept, alias, weighted, rows)
            if used & shared:
                thrown += 1
                if thrown > most:
                    break
                continue
            place_rows(rows, hands, seats, holes, done)
        deal_cards(stream, deck, used | shared, cards, count)
        for j in range(free.size):
            holes[done, free[j], 0] = cards[2 * j]
            holes[done, free[j], 1] = cards[2 * j + 1]
        for j in range(known):
            boards[done, j] = starts[row, j]
        for j in range(known, 5):
            boards[done, j] = cards[2 * free.size + j - known]
        done += 1
    return done
