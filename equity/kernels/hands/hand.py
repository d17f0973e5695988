"""THE rules engine: one hand of hold'em on one record of `HAND`, under one record of `RULES`.

A single `Hand` in Python, batches, the simulator and the replay of histories all call these functions. Nothing
allocates but `start_seeded`, nothing raises: `act` refuses with `ILLEGAL` and leaves the record as it was.

From Python hand over an array and an index (0.3 us a call; a record costs 0.8 us):

    start(hands, i, rules, stacks, button)                  seat players, post antes and blinds; no cards
    start_seeded(hands, i, rules, stacks, button, seed)     the same with all cards dealt
    open_hand(hands, i, stacks, button)                     seat the players only; then
    post(hands, i, seat, live, dead, layered, nominal)      any number of forced bets; then
    begin(hands, i, rules, last, current_bet, raise_size, bets)
    fill(hands, i, seed)                                    deal every card not known yet
    legal(hands, i, rules)                  -> (call, least, most); least = most = 0: raising is not open
    act(hands, i, rules, action, amount)    -> next actor, -1 when the betting is over, ILLEGAL
    settle(hands, i, rules)                 pay an UNDECIDED hand if cards or `value` decide it -> over
    list_pots(hands, i, amounts, winners)   -> number of pots (see `equity.kernels.hands.showdown`)
    list_shares(hands, i, rules, shares)    -> number of pots; who won how much of each
    count_chips(hands, i)                   -> chips in stacks, pot and rake: constant (E07)

`rules` is an array of RULES of which element 0 counts, `stacks` int64[seats] with 0 for a seat that is not dealt in.
In kernels use the versions on records, which these wrap: ``start_record(h, u, stacks, button)``,
``start_dealt_record(h, u, stacks, button, stream)``, ``legal_record(h, u)``, ``act_record(h, u, action, amount)``.
Actions are FOLD, CHECK, CALL, RAISE (amount = street total), ALL_IN and PASSIVE (check, or call if chips are owed).
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.cards.random_numbers import start_stream
from equity.kernels.compile.decorators import kernel
from equity.kernels.hands.betting import act_record, begin_record, legal_record, start_dealt_record, start_record
from equity.kernels.hands.opening import deal_record, post_record, reset_record
from equity.kernels.hands.records import HAND, ILLEGAL, RULES, UNDECIDED
from equity.kernels.hands.showdown import evaluate_seats, list_pots, list_shares, settle_record

__all__ = [
    "HAND",
    "ILLEGAL",
    "RULES",
    "act",
    "act_record",
    "begin",
    "count_chips",
    "deal_record",
    "fill",
    "legal",
    "legal_record",
    "list_pots",
    "list_shares",
    "open_hand",
    "post",
    "settle",
    "start",
    "start_dealt_record",
    "start_record",
    "start_seeded",
]


@partial(kernel, straight=True)
def start(hands, i, rules, stacks, button):
    """Start hand `i` with the regular posts and no cards."""
    start_record(hands[i], rules[0], stacks, button)
    return np.int64(hands[i]["actor"])


@partial(kernel, straight=True)
def start_seeded(hands, i, rules, stacks, button, seed):
    """Start hand `i` with the regular posts and all cards dealt from a seed."""
    stream = np.empty(4, np.uint64)
    start_stream(seed, 0, stream)
    start_dealt_record(hands[i], rules[0], stacks, button, stream)
    return np.int64(hands[i]["actor"])


@partial(kernel, straight=True)
def open_hand(hands, i, stacks, button):
    """Seat the players of hand `i`; `post` and `begin` follow."""
    reset_record(hands[i], stacks, button, len(stacks))


@partial(kernel, straight=True)
def post(hands, i, seat, live, dead, layered, nominal):
    """Put in a forced bet; nominal: int64, the live blind owed, which pot-limit counts in full (C03)."""
    h = hands[i]
    paid = post_record(h, seat, live, dead, layered)
    if nominal > paid:
        h["shortfall"] += nominal - paid


@partial(kernel, straight=True)
def begin(hands, i, rules, last, current_bet, raise_size, bets):
    """Open the betting of hand `i` after its posts; see `begin_record`."""
    begin_record(hands[i], rules[0], last, current_bet, raise_size, bets)
    return np.int64(hands[i]["actor"])


@partial(kernel, straight=True)
def fill(hands, i, seed):
    """Deal every card of hand `i` that is not known yet."""
    stream = np.empty(4, np.uint64)
    start_stream(seed, 0, stream)
    deal_record(hands[i], stream)


@partial(kernel, straight=True)
def legal(hands, i, rules):
    """Return what the actor of hand `i` may do: (call, least, most)."""
    return legal_record(hands[i], rules[0])


@partial(kernel, straight=True)
def act(hands, i, rules, action, amount):
    """Do one action in hand `i`; see `act_record`."""
    return act_record(hands[i], rules[0], action, amount)


@partial(kernel, straight=True)
def settle(hands, i, rules):
    """Pay hand `i` if it waits for cards and they are known now; returns `over`."""
    h = hands[i]
    if h["over"] == UNDECIDED and evaluate_seats(h):
        settle_record(h, rules[0])
    return np.int64(h["over"])


@partial(kernel, straight=True)
def count_chips(hands, i):
    """Return the chips of hand `i` wherever they are, -1 if an amount is negative."""
    h = hands[i]
    total = h["pot"] + h["rake"]
    inside = h["dead"]
    for s in range(h["seats"]):
        total += h["stack"][s]
        inside += h["committed"][s]
        if h["stack"][s] < 0 or h["bet"][s] < 0 or h["committed"][s] < h["bet"][s]:
            return np.int64(-1)
    if h["pot"] < 0 or (h["over"] < 2 and inside != h["pot"]):
        return np.int64(-1)
    return total
