"""Whole recorded hands through the rules engine: many hands of packed actions, one call.

Rules of the file: it judges nothing about betting, `equity.kernels.hands.hand` does; it checks that a record is told in
order (deals, turns, cards) and stops a hand at its first action that does not fit.

A hand is packed as int64 (see `equity.history.replaying.packing`):

    0 rules row   1 seats   2 last blind   3 current bet   4 raise size   5 bets   6 layered   7 lenient   8 posts
    then 4 numbers a post (seat, live, dead, nominal), the stacks, and the action codes up to the next hand

A code holds the kind in its low 4 bits, the seat + 1 in the next 5, then an amount, or six bits per card (63: unknown)
with the number of board cards above bit 30. The button is the last seat.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import FOLD, PASSIVE, RAISE
from equity.kernels.compile.decorators import apart, inner, kernel
from equity.kernels.hands.betting import act_record, begin_record
from equity.kernels.hands.opening import post_record, reset_record
from equity.kernels.hands.records import ILLEGAL, LIVE, PLAYING, SETTLED

__all__ = ["replay_hands"]

NOTE_CODE, HOLE_CODE, BOARD_CODE, FOLD_CODE, CALL_CODE, RAISE_CODE, SHOW_CODE, MUCK_CODE = range(8)
HEAD = 9

# how a hand ended; the same names in `equity.history.replaying.verdict`
DONE, UNFINISHED, NOT_DEALT, NOT_TURN, REFUSED, OVER = 0, 1, 2, 3, 4, 5
NO_BOARD, BOARD_SIZE, BOARD_MISSING, CARD_TWICE, OTHER_CARDS, UNKNOWN, NOT_SHOWING, ALL_MUCKED, NO_SEAT = (
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
)


@partial(kernel, straight=True)
def replay_hands(packed, starts, rules, scratch, results):
    """Play hands from their packed form.

    packed : int64[*]        hands one after the other
    starts : int64[N + 1]    where each begins, and the end
    rules : RULES[*]
    scratch : HAND[1]
    results : int64[N, 12]   how it ended, the code it stopped at, then the result of each seat
    """
    h = scratch[0]
    for i in range(len(starts) - 1):
        hand = packed[starts[i] : starts[i + 1]]
        u = rules[hand[0]]
        seats = hand[1]
        codes = hand[HEAD + 4 * hand[8] + seats :]
        _open(h, u, hand)
        status, at = _tell_cards(h, codes)
        if status == DONE:
            begin_record(h, u, hand[2], hand[3], hand[4], hand[5])
            status, at = _play(h, u, codes, hand[7])
        results[i, 0] = status
        results[i, 1] = at
        for s in range(seats):
            results[i, 2 + s] = h["stack"][s] - h["start"][s]


@apart
def _open(h, u, hand):
    """Seat the players and post, without opening the betting."""
    seats, posts = hand[1], hand[8]
    reset_record(h, hand[HEAD + 4 * posts :], seats - 1, seats)
    for k in range(posts):
        at = HEAD + 4 * k
        paid = post_record(h, hand[at], hand[at + 1], hand[at + 2], hand[6] if hand[at + 1] == 0 else 0)
        if hand[at + 3] > paid:
            h["shortfall"] += hand[at + 3] - paid


@inner
def _tell_cards(h, codes):
    """Enter all cards of a hand and who gives up, before the play: the engine then pays by itself at the end.

    Returns (DONE or what is wrong, index).
    """
    used = np.uint64(0)
    board = 0
    for k in range(len(codes)):
        kind, seat, payload = codes[k] & 15, (codes[k] >> 4 & 31) - 1, codes[k] >> 9
        if seat >= h["seats"]:
            return NO_SEAT, k
        if kind == MUCK_CODE:
            h["value"][seat] = 0
        if kind not in (HOLE_CODE, SHOW_CODE, BOARD_CODE):
            continue
        count = payload >> 30 if kind == BOARD_CODE else 2
        if kind != BOARD_CODE:
            a, b = payload & 63, payload >> 6 & 63
            if a == 63 or b == 63:
                continue
            if h["hole"][seat, 0] >= 0:
                c, d = h["hole"][seat, 0], h["hole"][seat, 1]
                if (a == c and b == d) or (a == d and b == c):
                    continue
                return OTHER_CARDS, k
            h["hole"][seat, 0], h["hole"][seat, 1] = a, b
        for j in range(count):
            card = payload >> 6 * j & 63
            bit = np.uint64(1) << np.uint64(card)
            if used & bit:
                return CARD_TWICE, k
            used |= bit
            if kind == BOARD_CODE:
                if board == 5:
                    return NO_BOARD, k
                h["board"][board] = card
                board += 1
    return DONE, 0


@inner
def _open_cards(h):
    """Return how many board cards must lie open now; after the end of the betting with a showdown all five may."""
    if h["over"] != PLAYING:
        return 5 if h["showdown"] else 0
    return 0 if h["street"] == 0 else h["street"] + 2


@inner
def _play(h, u, codes, lenient):
    """Play the codes in order; returns (how it ended, index of the code it stopped at)."""
    dealt, shown = np.int64(0), np.int64(0)  # not literals: those would compile `_decide` and `_ending` twice
    everybody = (1 << np.int64(h["seats"])) - 1  # an int8 as it stands, without compilation
    for k in range(len(codes)):
        kind, seat, payload = codes[k] & 15, (codes[k] >> 4 & 31) - 1, codes[k] >> 9
        if kind == NOTE_CODE:
            continue
        if kind == HOLE_CODE:
            if dealt >> seat & 1:
                return NOT_DEALT, k
            dealt |= 1 << seat
        elif dealt != everybody:
            return NOT_DEALT, k
        elif kind == BOARD_CODE:
            if shown >= _open_cards(h):
                return NO_BOARD, k
            if payload >> 30 != (3 if shown == 0 else 1):
                return BOARD_SIZE, k
            shown += payload >> 30
        elif kind in (SHOW_CODE, MUCK_CODE):
            if h["over"] == PLAYING or h["status"][seat] != LIVE:
                return NOT_SHOWING, k
        else:
            status = _decide(h, u, kind, seat, payload, shown, lenient)
            if status != DONE:
                return status, k
    return _ending(h, shown), len(codes)


@inner
def _decide(h, u, kind, seat, amount, shown, lenient):
    """Do a fold, call or raise; returns DONE or what is wrong."""
    if h["over"] != PLAYING:
        return OVER
    if h["actor"] != seat:
        return NOT_TURN
    if shown != _open_cards(h):
        return BOARD_MISSING
    action = FOLD if kind == FOLD_CODE else PASSIVE
    if kind == RAISE_CODE:
        action = RAISE
        if lenient and h["able"] < 2 and amount > h["current_bet"]:
            action = PASSIVE  # nobody could answer this raise: what is above the call comes back
    if act_record(h, u, action, amount) == ILLEGAL:
        return REFUSED
    return DONE


@inner
def _ending(h, shown):
    """Return how the hand stands after its last action."""
    if h["over"] == PLAYING:
        return UNFINISHED
    if h["over"] != SETTLED:
        return UNKNOWN if shown == 5 else UNFINISHED
    if h["showdown"]:
        for s in range(h["seats"]):
            if h["status"][s] == LIVE and h["value"][s] != 0:
                return DONE
        return ALL_MUCKED
    return DONE
