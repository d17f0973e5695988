"""Showdowns of one shuffle of a sampled run: who wins which board, counted per set of winners.

Two known hands are dealt and played in one loop (`deal_two`); everybody else through `play_groups`, in which every
board meets every group of hands of the seats that may hold any two cards.
"""

from __future__ import annotations

import numpy as np

from equity.constants import POT_UNITS
from equity.kernels.cards.deal import draw_place
from equity.kernels.cards.evaluate import flush_value, rank_value, value_of
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, FLUSH_BITS

__all__ = ["deal_two", "key_of", "mask_of", "play_groups"]

_PARTS = np.array([0] + [POT_UNITS // n for n in range(1, 11)], np.int64)


@inner
def key_of(cards, i, count):
    """Return the sum of CARD_KEYS of `count` cards (uint8[]) from `i` on."""
    if count == 5:  # written out: the loop takes twice as long
        four = CARD_KEYS[cards[i]] + CARD_KEYS[cards[i + 1]] + CARD_KEYS[cards[i + 2]] + CARD_KEYS[cards[i + 3]]
        return four + CARD_KEYS[cards[i + 4]]
    key = np.uint64(0)
    for j in range(i, i + count):
        key += CARD_KEYS[cards[j]]
    return key


@inner
def mask_of(cards, start, count):
    """Return the set of `count` cards (uint8[]) from `start` on."""
    mask = np.uint64(0)
    for i in range(start, start + count):
        mask |= CARD_MASKS[cards[i]]
    return mask


@kernel
def _value(key, mask, cards, i, count):
    """Return a hand's value; the board's cards (cards[i : i + count]) are in its key, but not yet in its mask."""
    if key & FLUSH_BITS:  # only then is the set of cards needed
        return np.int64(flush_value(key, mask | mask_of(cards, i, count)))
    return np.int64(rank_value(key))


@inner
def deal_two(stream, deck, used, keys, masks, runout, number, counts, parts):
    """Deal and play `number` boards for two players with one hand each; arguments as in `play_groups`.

    Dealing as in `equity.kernels.cards.deal.deal_cards`, but a card goes straight into the board's key; with sums in
    registers and no branch on who wins this is three times faster than the general way.
    """
    first = np.int64(0)
    second = np.int64(0)
    word = np.uint64(0)
    left = 0
    top = deck.size
    for _ in range(number):
        key = np.uint64(0)
        dealt = 0
        before = top
        while dealt < runout:
            i, word, left = draw_place(stream, word, left, top)
            top -= 1
            card = deck[i]
            deck[i] = deck[top]
            deck[top] = card
            if used & CARD_MASKS[card]:
                continue
            key += CARD_KEYS[card]
            dealt += 1
        key_1, key_2 = keys[0] + key, keys[1] + key
        if (key_1 | key_2) & FLUSH_BITS:  # only then is the set of cards needed
            mask = mask_of(deck, top, before - top) & ~used
            value_1, value_2 = value_of(key_1, masks[0] | mask), value_of(key_2, masks[1] | mask)
        else:
            value_1, value_2 = rank_value(key_1), rank_value(key_2)
        first += value_1 > value_2
        second += value_1 < value_2
    ties = number - first - second
    counts[1] += first
    counts[2] += second
    counts[3] += ties
    parts[0] += POT_UNITS * first + POT_UNITS // 2 * ties
    parts[1] += POT_UNITS * second + POT_UNITS // 2 * ties


@inner
def play_groups(keys, masks, held, free, others, sets, cards, start, runout, groups, number, counts, parts):
    """Play `number` deals of one shuffle: each board against each of `groups` sets of hands of the free seats.

    keys, masks : uint64[P]          of hole cards and known board cards, for the seats in `held`
    held, free : int64[]             seats with ranges; seats that hold any two cards
    others, sets : uint64[G, F]      keys and masks of the free seats' hands
    cards : uint8[]                  the boards' other cards from `start` on, `runout` each
    counts : int64[2 ** P]           added to
    parts : int64[P]                 each player's part of the pots, added to

    Returns half pots of the control: the first held seat against each free one, or against the second held seat.
    """
    halves = np.int64(0)
    pair = held.size == 2
    for b in range((number + groups - 1) // groups):
        i = start + b * runout
        key = key_of(cards, i, runout)
        best_held = np.int64(0)
        winners_held = 0
        leader_held = 0
        hero = np.int64(0)
        value = np.int64(0)
        for h in range(held.size):
            p = held[h]
            value = _value(keys[p] + key, masks[p], cards, i, runout)
            also = np.int64(value == best_held) << p
            winners_held = 1 << p if value > best_held else winners_held | also
            leader_held = p if value > best_held else leader_held
            best_held = max(best_held, value)
            hero = value if h == 0 else hero
        meets = min(groups, number - b * groups)
        if pair:
            halves += meets * (np.int64(hero > value) + np.int64(hero >= value))
        for g in range(meets):
            best, winners, leader = best_held, winners_held, leader_held
            beaten = np.int64(0)
            flushes = np.uint64(0)
            for f in range(free.size):
                p = free[f]
                own = others[g, f] + key
                flushes |= own
                value = np.int64(rank_value(own))
                beaten += np.int64(hero > value) + np.int64(hero >= value)
                also = np.int64(value == best) << p
                winners = 1 << p if value > best else winners | also
                leader = p if value > best else leader
                best = max(best, value)
            if flushes & FLUSH_BITS:
                mask = mask_of(cards, i, runout)
                winners, leader, beaten = _meet_flush(
                    others[g], sets[g], key, mask, free, hero, best_held, winners_held, leader_held
                )
            halves += 0 if pair else beaten
            counts[winners] += 1
            if winners == 1 << leader:
                parts[leader] += POT_UNITS
            else:
                _share(winners, parts)
    return halves


@inner
def _meet_flush(others, sets, key, mask, free, hero, best, winners, leader):
    """Return winners, leader and half pots of the control for one deal in which a free seat has a flush."""
    beaten = np.int64(0)
    for f in range(free.size):
        p = free[f]
        value = np.int64(value_of(others[f] + key, sets[f] | mask))
        beaten += np.int64(hero > value) + np.int64(hero >= value)
        if value > best:
            best = value
            winners = 1 << p
            leader = p
        elif value == best:
            winners |= 1 << p
    return winners, leader, beaten


@kernel
def _share(winners, parts):
    """Give each of several winners their part of the pot."""
    number = 0
    for p in range(parts.size):
        number += (winners >> p) & 1
    for p in range(parts.size):
        parts[p] += _PARTS[number] * ((winners >> p) & 1)
