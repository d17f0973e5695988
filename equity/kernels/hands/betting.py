"""Who may do what and whose turn it is: betting on one record of `HAND` under one record of `RULES`.

Rules of the file: the only place that knows the betting rules. Functions take records ``h`` (HAND) and ``u`` (RULES);
nothing allocates, nothing raises: `act_record` refuses with `ILLEGAL` and leaves the record as it was. The numbers in
comments are the clauses that ``equity rules show`` prints.

The theory of the hand. A street is open while seats are `pending`: seats with chips that have not answered the last
bet. An action changes these fields; then `_advance` asks the next seat that is `ready` (in the hand, with chips), or
closes the street when nobody is pending or one seat is live.

               current_bet   pending         acted             last_raise, level          bets   live, able
    post       as posted     all able        nobody            the blind or bet           1 + s  able - 1 if all-in
    fold       same          - 1             same              same                       same   both - 1
    check      same          - 1             + the seat        same                       same   same
    call       same          - 1             + the seat        same                       same   able - 1 if all-in
    full raise the amount    all other able  the seat alone    no-limit: the increment    + 1    able - 1 if all-in
                                                               limit: level = the amount
    short one  the amount    all other able  + the seat        same (B02, B05)            same   able - 1
    street     0             all able        nobody            one blind or bet; level 0  0      same

A raise is full if its increment is at least `last_raise` (in fixed-limit: if it reaches ``level`` + one bet; D06 to
D08 say which short ones count). A seat that has `acted` may raise only once a full raise has cleared that set (B07,
D05); where short all-ins add up, also once it owes a whole `last_raise` (B08). It may raise to ``current_bet +
last_raise`` at least (limit: ``level`` + one bet), or all-in for less. Nobody may raise where fewer than two seats are
able, or once the street is `capped` (D03, D04). The hand ends (`finish`) on the river, with one live seat, or with
fewer than two able.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import ALL_IN, CALL, CHECK, FOLD, PASSIVE, RAISE
from equity.kernels.cards.bits import first_bit
from equity.kernels.compile.decorators import apart, inline, inner
from equity.kernels.hands.opening import count_straddles, deal_cards, post_regular, reset_record
from equity.kernels.hands.records import FIXED_LIMIT, FOLDED, ILLEGAL, LIVE, POT_LIMIT
from equity.kernels.hands.showdown import finish

__all__ = [
    "act_record",
    "begin_record",
    "legal_record",
    "pass_record",
    "raise_bounds",
    "start_dealt_record",
    "start_record",
]


@inline
def _next_able(h, seat):
    """Return the first seat left of `seat` that is in the hand and has chips; there is one."""
    ready = np.uint64(h["ready"])
    left = ready >> np.uint64(seat + 1) << np.uint64(seat + 1)
    return first_bit(left if left else ready)


@inline
def _owes_nobody(h, seat):
    """Say whether no live seat has more in front than `seat`: A08, also when a blind was posted short."""
    for s in range(h["seats"]):
        if h["status"][s] == LIVE and h["bet"][s] > h["bet"][seat]:
            return False
    return True


@inline
def _cap_of(h, u):
    """Return the street's cap for the seats still in, -1 for none: D03, D04."""
    return u["cap"] if h["live"] > 2 else u["cap_heads_up"]


@inline
def raise_bounds(h, u):
    """Return the least and most the actor may raise to, (0, 0) if raising is not open to it."""
    zero = np.int64(0)
    seat = np.int64(h["actor"])  # wide: 1 << seat must not be int8 without compilation
    stack, bet, current = h["stack"][seat], h["bet"][seat], h["current_bet"]
    owed = current - bet
    if stack <= owed or h["able"] < 2:
        return zero, zero
    cap = _cap_of(h, u)
    if h["capped"] or (cap >= 0 and h["bets"] >= cap):
        return zero, zero
    limit = u["structure"] == FIXED_LIMIT
    if h["acted"] >> seat & 1 and (limit or not u["cumulative"] or owed < h["last_raise"]):
        return zero, zero  # B07, D05; B08 lets several short all-ins add up
    full = h["level"] + h["last_raise"] if limit else current + h["last_raise"]
    all_in = stack + bet
    least = min(full, all_in)
    if limit:
        return least, least
    if u["structure"] == POT_LIMIT:
        pot_bet = current + h["pot"] + h["shortfall"] + owed
        return least, min(max(pot_bet, full), all_in)
    return least, all_in


@inline
def legal_record(h, u):
    """Return (chips to call, least raise-to, most raise-to) for the actor; zeros where nothing is owed or open."""
    seat = np.int64(h["actor"])
    if seat < 0:
        return np.int64(0), np.int64(0), np.int64(0)
    least, most = raise_bounds(h, u)
    return min(h["current_bet"] - h["bet"][seat], h["stack"][seat]), least, most


@inline
def _pay_in(h, seat, chips):
    h["stack"][seat] -= chips
    h["bet"][seat] += chips
    h["committed"][seat] += chips
    h["pot"] += chips
    if h["stack"][seat] == 0:
        h["able"] -= 1
        h["ready"] &= ~(1 << seat)


@inline
def _counts_as_bet(h, u, amount, before):
    """Judge a bet or raise to `amount`: move the street's levels; return whether it opens the betting again.

    No-limit and pot-limit: B02, B05. Fixed-limit: D05 to D08.
    """
    if u["structure"] != FIXED_LIMIT:
        if amount - before < h["last_raise"]:
            return False
        h["last_raise"] = amount - before
        return True
    one_bet, level = h["last_raise"], h["level"]
    if amount >= level + one_bet:
        h["level"] = amount
        return True
    above = amount - (level if u["cumulative"] else max(level, before))
    if not u["half_bet"] or 2 * above < one_bet:
        return False
    h["level"] = level + one_bet if u["next_level"] else amount
    return True


@inline
def _raise(h, u, seat, amount):
    before = h["current_bet"]
    _pay_in(h, seat, amount - h["bet"][seat])
    if _counts_as_bet(h, u, amount, before):
        h["bets"] += 1
        h["acted"] = 0
        cap = _cap_of(h, u)
        if cap >= 0 and h["bets"] >= cap:
            h["capped"] = 1
    h["current_bet"] = amount
    h["aggressor"] = seat
    h["acted"] |= 1 << seat
    h["pending"] = h["able"] - (1 if h["stack"][seat] > 0 else 0)


@inline
def _next_street(h, u):
    """Open the next street: the first live seat with chips left of the button acts; returns it."""
    for s in range(h["seats"]):
        h["bet"][s] = 0
    h["street"] += 1
    h["current_bet"] = 0
    h["level"] = 0
    h["bets"] = 0
    h["capped"] = 0
    h["shortfall"] = 0
    h["aggressor"] = -1
    h["acted"] = 0
    if u["structure"] == FIXED_LIMIT:
        h["last_raise"] = u["small_bet"] if h["street"] < 2 else u["big_bet"]
    else:
        h["last_raise"] = u["big_blind"]
    h["pending"] = h["able"]
    actor = _next_able(h, np.int64(h["button"]))
    h["actor"] = actor
    return actor


@inner
def _close(h, u):
    """Nobody is left to act on this street, or one seat is left: open the next street, or end the hand."""
    if h["live"] == 1 or h["street"] == 3 or h["able"] < 2:
        finish(h, u)
        return np.int64(-1)
    return _next_street(h, u)


@inline
def _advance(h, u, seat):
    """After an action of `seat`: next actor, next street or the end; returns the seat to act, -1 at the end."""
    if h["pending"] == 0 or h["live"] == 1:
        return _close(h, u)
    actor = _next_able(h, seat)
    # A08 against A06: before the flop a seat that owes nothing and can bet at nobody is not asked (a blind against
    # short all-ins). A later street was opened by two seats with chips: it ends when both have acted, so the one
    # left after a fold that was free is still asked, and may fold too.
    if h["able"] == 1 and h["street"] == 0 and _owes_nobody(h, actor):
        finish(h, u)
        return np.int64(-1)
    h["actor"] = actor
    return actor


@inline
def pass_record(h, u):
    """Check, or call where chips are owed; returns what `act_record` does. The most frequent action, never refused."""
    seat = np.int64(h["actor"])
    owed = h["current_bet"] - h["bet"][seat]
    if owed > 0:
        _pay_in(h, seat, min(owed, h["stack"][seat]))
    h["acted"] |= 1 << seat
    h["pending"] -= 1
    return _advance(h, u, seat)


@inline
def act_record(h, u, action, amount):
    """Do one action of the actor.

    action : int     FOLD, CHECK, CALL, RAISE, ALL_IN or PASSIVE
    amount : int64   RAISE only: the street total

    Returns the next actor, -1 when the betting is over, ILLEGAL if refused (the record is unchanged then).
    """
    seat = np.int64(h["actor"])
    if seat < 0:
        return ILLEGAL
    if action == PASSIVE:
        return pass_record(h, u)
    owed = h["current_bet"] - h["bet"][seat]
    if action == ALL_IN:
        amount = h["stack"][seat] + h["bet"][seat]
        action = CALL if h["stack"][seat] <= owed else RAISE
    if action == FOLD:
        h["status"][seat] = FOLDED
        h["live"] -= 1
        h["able"] -= 1
        h["ready"] &= ~(1 << seat)
        h["pending"] -= 1
    elif action == CHECK or action == CALL:  # noqa: PLR1714 (compiled: two comparisons)
        if (action == CHECK and owed > 0) or (action == CALL and h["current_bet"] == 0):
            return ILLEGAL  # B03; calling a bet that the seat's own blind matches already is a check
        if owed > 0:
            _pay_in(h, seat, min(owed, h["stack"][seat]))
        h["acted"] |= 1 << seat
        h["pending"] -= 1
    else:
        least, most = raise_bounds(h, u)
        if amount < least or amount > most or most == 0:
            return ILLEGAL
        _raise(h, u, seat, amount)
    return _advance(h, u, seat)


@inline
def begin_record(h, u, last, current_bet, raise_size, bets):
    """Open the first street after the posts.

    last : int           seat of the last blind or straddle: the seat on its left acts first
    current_bet : int64  what a seat must match (the big blind in full, B09; a straddle)
    raise_size : int64   size of the smallest raise (not used in fixed-limit)
    bets : int64         bets that count for the cap already: the big blind is the first
    """
    h["current_bet"] = current_bet
    h["level"] = current_bet
    h["last_raise"] = u["small_bet"] if u["structure"] == FIXED_LIMIT else raise_size
    h["bets"] = bets
    h["capped"] = 0
    h["aggressor"] = -1
    h["acted"] = 0
    h["pending"] = h["able"]
    if h["able"] == 0:
        finish(h, u)
        return
    actor = _next_able(h, last)
    if h["able"] == 1 and _owes_nobody(h, actor):
        finish(h, u)
    else:
        h["actor"] = actor


@inline
def _open_betting(h, u, last):
    extra = count_straddles(h, u)
    top = u["straddle"][extra - 1] if extra > 0 else u["big_blind"]
    begin_record(h, u, last, top, top, 1 + extra)


@partial(apart, straight=True)
def start_record(h, u, stacks, button):
    """Seat the players, post the regular antes and blinds, open the betting; no cards are dealt.

    stacks : int64[seats]   0: not dealt in
    """
    reset_record(h, stacks, button, len(stacks))
    _open_betting(h, u, post_regular(h, u))


@inline
def start_dealt_record(h, u, stacks, button, stream):
    """Start a hand and deal all its cards from a stream (uint64[4])."""
    reset_record(h, stacks, button, len(stacks))
    last = post_regular(h, u)
    deal_cards(h, stream)
    _open_betting(h, u, last)
