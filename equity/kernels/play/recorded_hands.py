"""What the players of recorded hands did: the notes of `whole_hands`, more of them, and early all-ins at their equity.

Rules of the file: it counts, and judges nothing: the hands were replayed before (`equity.kernels.hands.replay`, whose
packed form this reads). What is a raise, a chance to 3-bet and so on stands in `whole_hands`, for simulations and
histories alike; the flags below are counted for histories only. Every flag comes with its chance, one bit before it.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import FOLD, PASSIVE, RAISE
from equity.kernels.cards.random_numbers import start_stream
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands.all_ins import settle_at_equity
from equity.kernels.hands.betting import act_record, begin_record
from equity.kernels.hands.records import FOLDED, LIVE, OUT, SETTLED
from equity.kernels.hands.replay import HEAD, _open, _tell_cards
from equity.kernels.play.whole_hands import _note

__all__ = ["count_hands"]

FOLD_CODE, CALL_CODE, RAISE_CODE = 3, 4, 5
# flags, each the bit of the chance; the bit above says that it was taken; see `equity.figures`
FOLD_TO_THREE_BET, STEAL, FOLD_TO_STEAL, C_BET, FOLD_TO_C_BET = 0, 2, 4, 6, 12  # the last two on three streets each
# what is told about a hand: int64[4]
STREET, SHOWDOWN, EARLY, SETTLED_AT_EQUITY = 0, 1, 2, 3


@partial(kernel, straight=True)
def count_hands(packed, starts, rules, skip, scratch, unit, matchups, room, notes, more, told, results, adjusted):
    """Count what was done in hands that were replayed.

    packed, starts, rules, scratch : see `equity.kernels.hands.replay.replay_hands`; scratch : HAND[2]
    skip : int64[N]                hands that are left out
    unit : int64                   parts of a chip for adjusted results
    matchups, room                 see `equity.kernels.hands.all_ins`: int32[S, 2], SCRATCH[1]
    notes, more : int64[N, 10]     filled: by seat, see `whole_hands` and above
    told : int64[N, 4]             filled: street of the end, showdown, whether all-in early, whether settled at equity
    results : int64[N, 10, 3]      filled: chips won, chips put in and not given back, 1 for a seat left at the end
    adjusted : int64[N, 10]        filled: chips won, times unit, with an early all-in at its equity
    """
    h = scratch[0]
    for i in range(len(starts) - 1):
        if skip[i]:
            continue
        hand = packed[starts[i] : starts[i + 1]]
        u = rules[hand[0]]
        seats = hand[1]
        codes = hand[HEAD + 4 * hand[8] + seats :]
        _open(h, u, hand)
        _tell_cards(h, codes)
        begin_record(h, u, hand[2], hand[3], hand[4], hand[5])
        _play(h, u, codes, hand[7], notes[i], more[i])
        told[i, STREET] = h["street"]
        told[i, SHOWDOWN] = h["showdown"]
        for s in range(seats):
            won = h["stack"][s] - h["start"][s]
            results[i, s, 0] = won
            results[i, s, 1] = h["committed"][s]
            results[i, s, 2] = 1 if h["status"][s] == LIVE else 0
            adjusted[i, s] = won * unit
        if h["showdown"] and h["street"] < 3 and h["over"] == SETTLED:
            told[i, EARLY] = 1
            if _settle(scratch, u, unit, codes, matchups, room[0]):
                told[i, SETTLED_AT_EQUITY] = 1
                for s in range(seats):
                    adjusted[i, s] = room[0]["adjusted"][s]


@inner
def _play(h, u, codes, lenient, notes, more):
    """Play the decisions of a hand, noting each."""
    opener, raiser, stealing, calls = np.int64(-1), np.int64(-1), np.int64(0), np.int64(0)
    raises, better, street = np.int64(0), np.int64(-1), np.int64(0)
    c_bets = np.int64(0)  # 1: the first bet of this street is a continuation bet
    for k in range(len(codes)):
        kind, seat, amount = codes[k] & 15, (codes[k] >> 4 & 31) - 1, codes[k] >> 9
        if kind < FOLD_CODE or kind > RAISE_CODE or h["actor"] != seat:
            continue
        code = np.int64(FOLD if kind == FOLD_CODE else PASSIVE)
        if kind == RAISE_CODE and not (lenient and h["able"] < 2 and amount > h["current_bet"]):
            code = np.int64(RAISE)
        owed = h["current_bet"] - h["bet"][seat]
        if h["street"] != street:
            if not c_bets:
                better = -1  # who let the chance pass does not continue on the next street
            if street == 0:
                better = raiser
            street, c_bets, raises, calls = np.int64(h["street"]), np.int64(0), np.int64(0), np.int64(0)
        note = _note(h, u, seat, code, notes)
        if street == 0:
            more[seat] |= _before_flop(h, seat, code, opener, stealing, raises, calls)
            if code == RAISE:
                if raises == 0:
                    opener = seat
                    stealing = np.int64(1 if calls == 0 and _may_steal(h, seat) else 0)
                raises += 1
                raiser = seat
                calls = np.int64(0)
            elif code != FOLD and owed > 0:
                calls += 1
        else:
            shift = 2 * (street - 1)
            if h["current_bet"] == 0 and seat == better:
                more[seat] |= (1 + (2 if code == RAISE else 0)) << (C_BET + shift)
                c_bets = np.int64(1 if code == RAISE else 0)
            elif c_bets and raises == 1:
                more[seat] |= (1 + (2 if code == FOLD else 0)) << (FOLD_TO_C_BET + shift)
            raises += 1 if code == RAISE else 0
        notes[seat] = (notes[seat] | note & 255) + (note & ~255)
        act_record(h, u, code, amount)


@inner
def _may_steal(h, seat):
    """Say whether a seat is the one before the button, the button, or the small blind."""
    last = np.int64(h["seats"]) - 1  # the button
    return seat == last or (seat == last - 1 and last > 2) or (seat == 0 and last > 1)


@inner
def _before_flop(h, seat, code, opener, stealing, raises, calls):
    """Return the flags of a decision before the flop."""
    flags = np.int64(0)
    folds = 2 if code == FOLD else 0
    if raises == 2 and seat == opener:
        flags |= (1 + folds) << FOLD_TO_THREE_BET
    if raises == 0 and calls == 0 and _may_steal(h, seat):
        flags |= (1 + (2 if code == RAISE else 0)) << STEAL
    blind = seat == 0 or (seat == 1 and h["seats"] > 2)
    if raises == 1 and stealing and calls == 0 and blind:
        flags |= (1 + folds) << FOLD_TO_STEAL
    return flags


@partial(inner, allocates=True)
def _settle(scratch, u, unit, codes, matchups, room):
    """Settle an early all-in at its equity; returns whether all cards are known that this needs.

    Folded cards that the record does not tell are not taken from the deck. Two players alone before the flop are looked
    up, as if nobody else had been dealt in.
    """
    h = scratch[0]
    seats, rivals, told, first, second = np.int64(h["seats"]), 0, 0, 0, 0
    for s in range(seats):
        known = h["hole"][s, 0] >= 0
        if h["status"][s] == LIVE:
            if not known or h["value"][s] == 0:
                return False
            rivals += 1
            first, second = (s, second) if rivals == 1 else (first, s)
        elif h["status"][s] == FOLDED and known:
            told += 1
    seed = np.int64(0)
    for k in range(len(codes)):
        seed = seed * 31 + codes[k]  # of the hand alone, so that the sample does not depend on its neighbours
    stream = np.zeros(4, np.uint64)
    start_stream(np.uint64(0), np.uint64(seed & 0x7FFFFFFFFFFFFFFF), stream)
    scratch[1] = scratch[0]
    copy = scratch[1]
    for s in range(seats):
        if h["status"][s] == FOLDED and h["hole"][s, 0] < 0:
            copy["status"][s] = OUT
    alone = h["street"] == 0 and rivals == 2 and told == 0 and h["committed"][first] == h["committed"][second]
    if not alone or seats == 2:
        settle_at_equity(copy, u, unit, stream, matchups, room)
        return True
    for k in range(2):
        s = second if k else first
        copy["stack"][k], copy["start"][k], copy["committed"][k] = h["stack"][s], h["start"][s], h["committed"][s]
        copy["value"][k], copy["status"][k] = h["value"][s], LIVE
        copy["hole"][k, 0], copy["hole"][k, 1] = h["hole"][s, 0], h["hole"][s, 1]
    for s in range(seats):
        copy["dead"] += h["committed"][s] if h["status"][s] == FOLDED else 0
    copy["seats"], copy["button"] = 2, 1
    settle_at_equity(copy, u, unit, stream, matchups, room)
    one, two = room["adjusted"][0], room["adjusted"][1]
    for s in range(seats):
        room["adjusted"][s] = (h["stack"][s] - h["start"][s]) * unit
    room["adjusted"][first], room["adjusted"][second] = one, two
    return True
