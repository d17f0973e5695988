"""The end of a hand: uncalled bets, pots, who wins them, odd chips and rake, on one record of `HAND`.

Rules of the file: the only place that divides chips. `next_pot` cuts the layers; paying (`settle`) and listing the pots
(`list_pots`) both use it. Every function takes records ``h`` (HAND) and ``u`` (RULES); nothing allocates.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.cards.bits import count_bits, first_bit
from equity.kernels.cards.evaluate import value_of
from equity.kernels.compile.decorators import apart, inline, inner, kernel
from equity.kernels.hands.records import LIVE, SETTLED, UNDECIDED
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = [
    "evaluate_seats",
    "finish",
    "keep_best",
    "list_pots",
    "list_shares",
    "next_pot",
    "return_uncalled",
    "settle_record",
    "split_pot",
]


@inline
def return_uncalled(h):
    """Give back what nobody matched: E01. Folded seats count as having called."""
    most, second, owner = np.int64(-1), np.int64(-1), -1
    for s in range(h["seats"]):
        chips = h["committed"][s]
        if chips > most:
            most, second, owner = chips, most, s
        elif chips > second:
            second = chips
    if owner >= 0 and second >= 0 and most > second and h["status"][owner] == LIVE:
        back = most - second
        h["committed"][owner] -= back
        h["bet"][owner] -= min(back, h["bet"][owner])
        h["stack"][owner] += back
        h["pot"] -= back
        h["returned"] = back
        h["returned_to"] = owner


@inline
def next_pot(h, below, in_front):
    """Cut the next layer of chips: E02, E05, E06.

    below : int64      level of the layer before, -1 for the first
    in_front : int64   1 leaves out the bets of a street that is still being played

    Returns (level, amount, seats that can win it as a set of bits, whether it is the last). Dead chips are in the first
    layer. Chips of folded seats above every live seat fall into the last one.
    """
    level, top = np.int64(-1), np.int64(-1)
    for s in range(h["seats"]):
        if h["status"][s] == LIVE:
            chips = h["committed"][s] - in_front * h["bet"][s]
            if chips > top:
                top = chips
            if chips > below and (level < 0 or chips < level):
                level = chips
    last = level == top
    floor = max(below, np.int64(0))
    amount = h["dead"] if below < 0 else np.int64(0)
    seats = 0
    for s in range(h["seats"]):
        chips = h["committed"][s] - in_front * h["bet"][s]
        if chips > floor:
            amount += (chips if last else min(chips, level)) - floor
        if h["status"][s] == LIVE and chips >= level:
            seats |= 1 << s
    return level, amount, seats, last


@partial(kernel, straight=True)
def list_pots(hands, i, amounts, winners):
    """List the pots of hand `i`, main pot first: amounts int64[11], winners int64[11] (bits); returns their number.

    While the hand is played the bets in front of the seats are left out; afterwards it lists what was played for.
    """
    h = hands[i]
    in_front = np.int64(1) if h["over"] == 0 else np.int64(0)
    count, below, last = 0, np.int64(-1), False
    while not last:
        below, amount, seats, last = next_pot(h, below, in_front)
        if amount > 0:
            amounts[count] = amount
            winners[count] = seats
            count += 1
    return count


@inner
def split_pot(h, u, amount, winners, times, won):
    """Split a pot among a set of seats, adding `times` what each gets to won[seat]: E04, clockwise from the button.

    Nothing branches on who wins, which the processor would guess wrong.
    """
    chip, count = u["chip"], count_bits(np.uint64(winners))
    units = np.uint64(amount) // np.uint64(chip)
    share, odd = np.int64(units // count) * chip, np.int64(units % count)
    if share * np.int64(count) == amount:  # by far the most frequent of two players
        for s in range(h["seats"]):
            won[s] += (winners >> s & 1) * share * times
        return
    first = amount - np.int64(units) * chip  # less than a chip: only in games whose bets are not multiples of it
    if u["odd_to_first"]:
        first += odd * chip
        odd = np.int64(0)
    s = np.int64(h["button"])
    for _ in range(h["seats"]):
        s = s + 1 if s + 1 < h["seats"] else np.int64(0)
        wins = np.int64(winners >> s & 1)
        more = wins & np.int64(odd > 0)
        won[s] += (wins * (share + first) + more * chip) * times
        first -= wins * first
        odd -= more


@inner
def _rake_of(h, u, amount, taken):
    """Return the house's share of a pot, `taken` chips of the hand being gone already: E08."""
    if u["no_flop_no_drop"] and h["street"] == 0 and not h["showdown"]:
        return np.int64(0)
    share, million = u["rake_millionths"], np.int64(1000000)
    cut = amount // million * share + amount % million * share // million  # in two parts: the product may not fit
    if u["rake_cap"] >= 0:
        cut = min(cut, u["rake_cap"] - taken)
    return cut - cut % u["chip"]


@inline
def keep_best(value, bit, best, winners):
    """Return the best value so far and who has it, a set of bits: no branch, which would be guessed wrong."""
    winners = (winners if value <= best else np.int64(0)) | (bit if value >= best else np.int64(0))
    return max(value, best), winners


@inline
def _award(h, u, amount, seats, taken, won):
    """Give a pot to the best values among a set of seats, adding to won[seat]; returns the rake taken from it: E03."""
    best, winners, bit = np.int64(-2), np.int64(0), np.int64(1)  # a seat left alone has the value -1
    for s in range(h["seats"]):
        value = np.int64(h["value"][s])  # read before the choice, so that LLVM needs no branch either
        best, winners = keep_best(value if seats & bit else np.int64(-2), bit, best, winners)
        bit <<= 1
    cut = np.int64(0)
    if u["rake_millionths"] and (seats & (seats - 1) or h["live"] == 1):  # a pot for one seat is only given back
        cut = _rake_of(h, u, amount, taken)
    if winners & (winners - 1) == 0:  # without the divisions
        won[first_bit(np.uint64(winners))] += amount - cut
    else:
        split_pot(h, u, amount - cut, winners, np.int64(1), won)
    return cut


@inline
def _award_all(h, u):
    """Give everything to the seat that is left, also what folded seats put in above it."""
    owner = 0
    for s in range(h["seats"]):
        owner = s if h["status"][s] == LIVE else owner
    if u["rake_millionths"]:
        h["rake"] = _rake_of(h, u, h["pot"], np.int64(0))
    h["stack"][owner] += h["pot"] - h["rake"]


@inline
def settle_record(h, u):
    """Pay every pot."""
    below, last = np.int64(-1), h["live"] == 1
    if last:  # every second hand: without the layers
        _award_all(h, u)
    while not last:
        below, amount, seats, last = next_pot(h, below, np.int64(0))
        if amount > 0:
            h["rake"] += _award(h, u, amount, seats, h["rake"], h["stack"])
    h["pot"] = 0
    h["over"] = SETTLED


@partial(kernel, straight=True)
def list_shares(hands, i, rules, shares):
    """List what each seat won from each pot of a settled hand; shares: int64[11, 10], filled in place."""
    h, u = hands[i], rules[0]
    count, below, last, taken = 0, np.int64(-1), False, np.int64(0)
    while not last:
        below, amount, seats, last = next_pot(h, below, np.int64(0))
        if amount > 0:
            shares[count] = 0
            taken += _award(h, u, amount, seats, taken, shares[count])
            count += 1
    return count


@inline
def evaluate_seats(h):
    """Fill `value` of every live seat that has none; returns whether all values needed are known.

    A value given beforehand stands. A seat that is alone because all others gave up (value 0) needs no cards.
    """
    key, mask, board = START_KEY, np.uint64(0), True
    for j in range(5):
        card = h["board"][j]
        if card < 0:
            board = False
        else:
            key += CARD_KEYS[card]
            mask |= CARD_MASKS[card]
    unknown, contenders, last = 0, 0, 0
    for s in range(h["seats"]):
        if h["status"][s] != LIVE or h["value"][s] == 0:
            continue
        contenders += 1
        if h["value"][s] < 0:
            a, b = h["hole"][s, 0], h["hole"][s, 1]
            if board and a >= 0:
                h["value"][s] = value_of(key + CARD_KEYS[a] + CARD_KEYS[b], mask | CARD_MASKS[a] | CARD_MASKS[b])
            else:
                unknown += 1
                last = s
    if unknown == 1 and contenders == 1:
        h["value"][last] = 1  # more than the 0 of the others
        return True
    return unknown == 0


@partial(apart, straight=True)
def finish(h, u):
    """End the betting: give back what is uncalled and, if the cards decide it, pay the pots."""
    h["actor"] = -1
    return_uncalled(h)
    if h["live"] > 1:
        h["showdown"] = 1
        if not evaluate_seats(h):
            h["over"] = UNDECIDED
            return
    settle_record(h, u)
