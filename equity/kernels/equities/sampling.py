"""Sampled deals in crossed blocks, counted per set of winners.

A *group* deals some *tuples*, one hand for every seat that share no card, and some boards, and lets every board meet
every tuple; a pair that shares a card is thrown away. Each pair that is left is a deal as likely as any other, and what
a deal costs is little more than looking up its hands' values: the cards were drawn once for many deals. A *block* is
some groups. (With one tuple in all, boards are dealt from what it leaves, so that all fit.) Deals of one block depend
on each other, blocks do not, so the standard error comes from the blocks (`equity.odds.sampling.statistics`).

Two things make a block say more. Its boards are cut from shuffled decks, so that every card comes as often as any
other: the groups of a block share a deck, and on a turn every river comes once. And where seats could as well hold each
other's hands, the winning hand's part of the pot is *exchanged*: each seat gets it by how likely that seat is the one
who holds it, given the hands on the table. That is the part's mean over all ways to hand the same cards out, so nothing
is biased, and equal ranges get equal parts (`equity.odds.sampling.exchange`).
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import POT_UNITS
from equity.kernels.cards.deal import deal_cards, draw_crowded, draw_fitting, draw_place, place_rows
from equity.kernels.cards.evaluate import flush_value, rank_value, value_of
from equity.kernels.cards.random_numbers import seed_stream
from equity.kernels.compile.decorators import apart, inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, FLUSH_BITS, START_KEY

__all__ = ["sample_chunks"]

_PARTS = np.array([0] + [POT_UNITS // n for n in range(1, 11)], np.int64)
_TWO_OF_EACH = np.uint64(0x02020202 << 32)  # two hole cards of every suit, in the counters of a key


@inner
def _deal_tuples(stream, deck, table, hands, seats, free, rows, hole, cards, keys, masks, used):
    """Deal the hands of a block.

    rows : int64[G], cards : uint8[52]   room to work in
    hole : uint8[T, P, 2], keys, masks : uint64[T, P], used : uint64[T]   filled in place
    """
    starts, masks_of, accept, alias, weighted, subsets, weights, completions = table
    for t in range(hole.shape[0]):
        taken = np.uint64(0)
        if rows.size:
            if completions.size:
                taken = draw_crowded(stream, starts, masks_of, subsets, weights, completions, rows)
            else:
                taken = draw_fitting(stream, starts, masks_of, accept, alias, weighted, rows)
            place_rows(rows, hands, seats, hole, t)
        if free.size:
            deal_cards(stream, deck, taken, cards, 2 * free.size)
            for f in range(free.size):
                hole[t, free[f], 0] = cards[2 * f]
                hole[t, free[f], 1] = cards[2 * f + 1]
                taken |= CARD_MASKS[cards[2 * f]] | CARD_MASKS[cards[2 * f + 1]]
        used[t] = taken
        for p in range(hole.shape[1]):
            keys[t, p] = CARD_KEYS[hole[t, p, 0]] + CARD_KEYS[hole[t, p, 1]]
            masks[t, p] = CARD_MASKS[hole[t, p, 0]] | CARD_MASKS[hole[t, p, 1]]


@inner
def _exchange(hole, parts, type_of, steps, places, odds, block):
    """Add the parts of each hand of a block to the seats that may hold it; see `sample_chunks`."""
    players = hole.shape[1]
    for t in range(hole.shape[0]):
        place = 0
        for p in range(players):
            place += steps[type_of[p, hole[t, p, 0], hole[t, p, 1]]]
        row = places[place]
        for h in range(players):
            part = np.float64(parts[t, h]) * (1.0 / POT_UNITS)
            kind = type_of[h, hole[t, h, 0], hole[t, h, 1]]
            for p in range(players):
                block[p] += odds[row, kind, p] * part


@inner
def _add_block(block, dealt, beaten, betas, mean, sums):
    """Add a block to the sums; see `sample_chunks`."""
    players = betas.size
    block[players] = 0.5 * beaten
    for p in range(players):
        block[p] -= betas[p] * (block[players] - mean * dealt)
    for v in range(players + 1):
        sums[0, v] += block[v]
        sums[1, v] += block[v] * block[v]
        sums[2, v] += block[v] * dealt
        sums[3, v] += block[v] * block[players]
    sums[4, 0] += 1
    sums[4, 1] += np.float64(dealt) * dealt


@partial(kernel, straight=True)
def sample_chunks(
    seed, start, deals, shape, dealing, settled, open_seats, exchange, control, betas, mean, counts, sums
):
    """Sample chunks of deals in crossed blocks, one after the other.

    seed, start : uint64       the random stream of the first chunk; the next ones have the next streams
    deals : int64[C]           of each chunk
    shape : int64[4]           groups of a block, tuples and boards of each, and boards cut from one shuffled deck
    dealing : tuple            deck, board, table, hands, seats, free: see `equity.kernels.cards.deal.deal_chunk`
    settled, open_seats : int64[]   seats that hold one hand throughout, and all others
    exchange : tuple           how the winning hand's part is spread over the seats:
                               type_of : int16[P, 52, 52]   number of the type of a seat's hand: hands that weigh
                                         the same in every seat are of one type
                               steps : int64[K], places : int32[]   `places` at the sum of the hands' steps is the
                                         number of their set of types
                               odds : float64[sets, K, P]   how likely a hand of a type is each seat's
    control : int64[]          one player and some others: their heads-up results are the control
    betas : float64[P]         how much of the control to take out of each player's part
    mean : float64             what the control is exactly, in pots per deal
    counts : int64[C, 2 ** P]  deals won by each set of players; added to
    sums : float64[C, 5, P + 1]   a column for each player, in pots, and one for the control. Added to: sums over blocks
                               of its part, of the part's square, of part times deals, and of part times the control's;
                               last row: number of blocks, and sum of squares of their deals
    """
    full_deck, board, table, hands, seats, free = dealing
    deck = np.empty_like(full_deck)
    for c in range(deals.size):
        for i in range(deck.size):
            deck[i] = full_deck[i]
        _sample_chunk(
            seed, start + np.uint64(c), deals[c], shape, (deck, board, table, hands, seats, free), settled, open_seats,
            exchange, control, betas, mean, counts[c], sums[c],
        )  # fmt: skip


@partial(apart, allocates=True, straight=True)
def _sample_chunk(
    seed, chunk, deals, shape, dealing, settled, open_seats, exchange, control, betas, mean, counts, sums
):
    """Sample one of `sample_chunks`; compiled apart: inside the loop over chunks known hands take 1.02 of the time."""
    deck, board, table, hands, seats, free = dealing
    type_of, steps, places, odds = exchange
    groups, tuples, boards, cut = shape
    players = betas.size
    stream = np.empty(4, np.uint64)
    seed_stream(seed, chunk, stream)
    cards = np.empty(52, np.uint8)
    rows = np.empty(seats.shape[0], np.int64)
    hole = np.empty((tuples, players, 2), np.uint8)
    keys, masks = np.empty((tuples, players), np.uint64), np.empty((tuples, players), np.uint64)
    used = np.empty(tuples, np.uint64)
    parts = np.empty((tuples, players), np.int64)
    block = np.empty(players + 1)
    values = np.empty(players, np.int64)
    known_key, known_mask = START_KEY, np.uint64(0)
    for i in range(board.size):
        known_key += CARD_KEYS[board[i]]
        known_mask |= CARD_MASKS[board[i]]
    runout = 5 - board.size
    word = np.uint64(0)
    left = 0
    done = 0
    while done < deals:
        for v in range(players + 1):
            block[v] = 0.0
        before = done
        beaten = np.int64(0)
        top = 0
        for g in range(groups):
            if done == deals:
                break
            _deal_tuples(stream, deck, table, hands, seats, free, rows, hole, cards, keys, masks, used)
            for t in range(tuples):
                for p in range(players):
                    parts[t, p] = 0
            skip = used[0] if tuples * groups == 1 else np.uint64(0)
            for b in range(boards):
                if (g * boards + b) % cut == 0:
                    top = deck.size
                key, drawn = known_key, np.uint64(0)
                count = 0
                while count < runout:
                    i, word, left = draw_place(stream, word, left, top)
                    top -= 1
                    card = deck[i]
                    deck[i] = deck[top]
                    deck[top] = card
                    if skip & CARD_MASKS[card]:
                        continue
                    count += 1
                    key += CARD_KEYS[card]
                    drawn |= CARD_MASKS[card]
                mask = known_mask | drawn
                suited = (key + _TWO_OF_EACH) & FLUSH_BITS  # else nobody has a flush
                best_settled = np.int64(0)
                winners_settled = 0
                leader_settled = 0
                for s in range(settled.size):
                    p = settled[s]
                    value = np.int64(value_of(keys[0, p] + key, masks[0, p] | mask))
                    values[p] = value
                    also = np.int64(value == best_settled) << p
                    winners_settled = 1 << p if value > best_settled else winners_settled | also
                    leader_settled = p if value > best_settled else leader_settled
                    best_settled = max(best_settled, value)
                for t in range(tuples):
                    if used[t] & drawn:
                        continue
                    best, winners, leader = best_settled, winners_settled, leader_settled
                    for s in range(open_seats.size):
                        p = open_seats[s]
                        own = keys[t, p] + key
                        if suited and own & FLUSH_BITS:
                            value = np.int64(flush_value(own, masks[t, p] | mask))
                        else:
                            value = np.int64(rank_value(own))
                        values[p] = value
                        also = np.int64(value == best) << p
                        winners = 1 << p if value > best else winners | also
                        leader = p if value > best else leader
                        best = max(best, value)
                    counts[winners] += 1
                    if winners == 1 << leader:
                        parts[t, leader] += POT_UNITS
                    else:
                        _share(winners, parts, t)
                    for r in range(1, control.size):
                        first, other = values[control[0]], values[control[r]]
                        beaten += np.int64(first > other) + np.int64(first >= other)
                    done += 1
                    if done == deals:
                        break
                if done == deals:
                    break
            if odds.size:
                _exchange(hole, parts, type_of, steps, places, odds, block)
            else:
                for t in range(tuples):
                    for p in range(players):
                        block[p] += np.float64(parts[t, p]) * (1.0 / POT_UNITS)
        _add_block(block, done - before, beaten, betas, mean, sums)


@inner
def _share(winners, parts, t):
    """Give each of several winners their part of the pot, in the row of tuple `t`."""
    number = 0
    for p in range(parts.shape[1]):
        number += (winners >> p) & 1
    for p in range(parts.shape[1]):
        parts[t, p] += _PARTS[number] * ((winners >> p) & 1)
