"""The start of a hand: seats, antes, blinds, posts and cards, on one record of `HAND`.

Rules of the file: it ends where the first seat is to act (`begin`, in `equity.kernels.hands.hand`). Functions take
records ``h`` (HAND) and ``u`` (RULES); nothing allocates.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.random_numbers import draw_word
from equity.kernels.compile.decorators import apart, inline
from equity.kernels.compile.function_pointers import few_bytes
from equity.kernels.hands.records import LIVE, OUT

__all__ = [
    "count_straddles",
    "deal_cards",
    "deal_full_record",
    "deal_record",
    "next_live",
    "post_record",
    "post_regular",
    "reset_record",
]

_SIX_BITS = np.uint64(63)
_ONE = np.uint64(1)
_NO_CARDS = np.uint64(0xFFF << 52)  # six bits can say more than 52 cards


@inline
def reset_record(h, stacks, button, seats):
    """Clear a record and seat the players; stacks: int64[>= seats], a seat without chips is not dealt in (F01)."""
    live, ready = 0, 0
    for s in range(seats):
        chips = stacks[s]
        h["stack"][s] = chips
        h["start"][s] = chips
        h["bet"][s] = 0
        h["committed"][s] = 0
        h["value"][s] = -1
        h["hole"][s, 0] = -1
        h["hole"][s, 1] = -1
        h["status"][s] = LIVE if chips > 0 else OUT
        live += 1 if chips > 0 else 0
        ready |= (1 if chips > 0 else 0) << s
    for s in range(seats, 10):
        h["stack"][s] = 0
        h["start"][s] = 0
        h["bet"][s] = 0
        h["committed"][s] = 0
        h["status"][s] = OUT
    for j in range(5):
        h["board"][j] = -1
    h["pot"] = 0
    h["dead"] = 0
    h["shortfall"] = 0
    h["returned"] = 0
    h["returned_to"] = -1
    h["rake"] = 0
    h["seats"] = seats
    h["button"] = button
    h["live"] = live
    h["able"] = live
    h["ready"] = ready
    h["over"] = 0
    h["showdown"] = 0
    h["street"] = 0


@inline
def next_live(h, seat):
    """Return the first seat left of `seat` that is still in the hand."""
    s = seat
    for _ in range(h["seats"]):
        s = s + 1 if s + 1 < h["seats"] else 0
        if h["status"][s] == LIVE:
            return s
    return -1


@inline
def post_record(h, seat, live, dead, layered):
    """Put in a forced bet, as far as the stack goes; returns the live chips really posted.

    live : int64      counts as the seat's bet
    dead : int64      does not; with `layered` 1 it still counts as the seat's own chips for side pots (an ante that
                      everybody pays), with 0 it is in the main pot only
    """
    paid = min(live, h["stack"][seat])
    h["stack"][seat] -= paid
    h["bet"][seat] += paid
    h["committed"][seat] += paid
    extra = min(dead, h["stack"][seat])
    h["stack"][seat] -= extra
    if layered:
        h["committed"][seat] += extra
    else:
        h["dead"] += extra
    h["pot"] += paid + extra
    if h["stack"][seat] == 0 and paid + extra > 0:
        h["able"] -= 1
        h["ready"] &= ~(1 << np.int64(seat))  # wide: not int8 without compilation
    return paid


@inline
def count_straddles(h, u):
    """Return how many straddles the table has seats for."""
    return min(np.int64(u["straddles"]), np.int64(h["live"] - 2))


@inline
def post_regular(h, u):
    """Post antes, blinds and straddles from the button: A03, A04, F12; returns the seat of the last blind.

    Only seats without a blind straddle, so a short table has fewer straddles and a heads-up one none.
    """
    zero = np.int64(0)
    small = h["button"] if h["live"] == 2 and h["status"][h["button"]] == LIVE else next_live(h, h["button"])
    big = next_live(h, small)
    if u["ante"] > 0:
        if u["one_ante"]:
            post_record(h, big, zero, u["ante"], 0)
        else:
            for s in range(h["seats"]):
                if h["status"][s] == LIVE:
                    post_record(h, s, zero, u["ante"], 1)
    h["shortfall"] += u["small_blind"] - post_record(h, small, u["small_blind"], zero, 0)
    h["shortfall"] += u["big_blind"] - post_record(h, big, u["big_blind"], zero, 0)
    last = big
    for k in range(count_straddles(h, u)):
        last = next_live(h, last)
        h["shortfall"] += u["straddle"][k] - post_record(h, last, u["straddle"][k], zero, 0)
    return last


@apart
def deal_record(h, stream):
    """Deal every card that is not known yet: holes clockwise from the left of the button, then the board.

    stream : uint64[4]   see `equity.kernels.cards.random_numbers`

    Six bits at a time, thrown away if no card or one that is gone: every order of cards is equally likely.
    """
    used = np.uint64(0)
    one = np.uint64(1)
    for s in range(h["seats"]):
        for j in range(2):
            if h["hole"][s, j] >= 0:
                used |= one << np.uint64(h["hole"][s, j])
    for j in range(5):
        if h["board"][j] >= 0:
            used |= one << np.uint64(h["board"][j])
    word, left = np.uint64(0), 0
    seat = h["button"]
    for k in range(2 * h["seats"] + 5):
        if k < 2 * h["seats"]:
            if k & 1 == 0:
                seat = seat + 1 if seat + 1 < h["seats"] else 0
            if h["status"][seat] == OUT or h["hole"][seat, k & 1] >= 0:
                continue
        elif h["board"][k - 2 * h["seats"]] >= 0:
            continue
        card = np.uint64(63)
        while card >= 52 or used >> card & one:
            if left == 0:
                word, left = draw_word(stream), 10
            card = word & _SIX_BITS
            word >>= np.uint64(6)
            left -= 1
        used |= one << card
        if k < 2 * h["seats"]:
            h["hole"][seat, k & 1] = card
        else:
            h["board"][k - 2 * h["seats"]] = card


@inline
def deal_full_record(h, stream):
    """Deal all cards where every seat is dealt in and none is known: the same cards as `deal_record`, sooner.

    A card that is gone is written and then written over, and every word is used to the end, because the processor would
    guess wrong whether a card is gone, and which is the last.
    """
    order, used, dealt = few_bytes(), _NO_CARDS, np.int64(0)
    holes = 2 * np.int64(h["seats"])
    while dealt < holes + 5:
        word = draw_word(stream)
        for _ in range(10):
            card = word & _SIX_BITS
            word >>= np.uint64(6)
            order[dealt] = card
            dealt += np.int64(~used >> card & _ONE)
            used |= _ONE << card
    place = 2 * (np.int64(h["button"]) + 1)
    for k in range(0, holes, 2):
        place = place if place < holes else 0
        h["hole"][place >> 1, 0] = order[k]
        h["hole"][place >> 1, 1] = order[k + 1]
        place += 2
    for j in range(5):
        h["board"][j] = order[holes + j]


@inline
def deal_cards(h, stream):
    """Deal all cards of a hand that has none yet."""
    if h["live"] == h["seats"]:
        deal_full_record(h, stream)
    else:
        deal_record(h, stream)
