"""Many hands side by side: deal them, step each by one action, let compiled players act, look at them.

Rules of the file: loops over hands round the rules engine; what is legal is decided in `equity.kernels.hands.betting`
alone. Nothing allocates or raises. Arguments that every function shares:

    hands : HAND[N]             one hand a slot
    rules : RULES[1]
    stacks : int64[N or 1, S]   chips each hand starts with; one row for all, or one per slot
    buttons : int64[N]          the dealer's seat in a slot's first hand
    setups : SETUP[1]
    numbers : int64[N]          number of the slot's hand, from 0
    streams : uint64[N, 4]      (seed, slot, number): the hand's cards, then its compiled players' luck
    raises : int8[N, 4, 10]     bets and raises by street and seat, counted up to 15
    done, payoffs : bool[N], int64[N, S]    hands that ended in this call and their results, else 0
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import ALL_IN, CALL, CHECK, FOLD, PASSIVE, RAISE
from equity.kernels.cards.random_numbers import start_stream
from equity.kernels.compile.decorators import apart, inner, kernel
from equity.kernels.compile.function_pointers import call_strategy
from equity.kernels.hands.betting import act_record, legal_record, raise_bounds, start_dealt_record
from equity.kernels.hands.records import ILLEGAL
from equity.kernels.play.records import TO_FOLD

__all__ = ["advance_hands", "ask_hands", "deal_hands", "find_illegal", "list_legal", "step_hands"]

_MOST_RAISES = 15
_SLOT_BITS = np.uint64(32)


@apart
def _deal(hands, i, rules, stacks, buttons, setup, numbers, streams, raises):
    """Start the hand that `numbers` says in slot `i`."""
    seats = np.int64(stacks.shape[1])
    button = (buttons[i] + setup["rotate"] * numbers[i]) % seats
    for street in range(4):
        for s in range(seats):
            raises[i, street, s] = 0
    start_stream(np.uint64(setup["seed"]), np.uint64(i) | np.uint64(numbers[i]) << _SLOT_BITS, streams[i])
    row = i if stacks.shape[0] > 1 else 0
    start_dealt_record(hands[i], rules[0], stacks[row], button, streams[i])


@partial(kernel, straight=True)
def deal_hands(hands, rules, stacks, buttons, setups, numbers, streams, raises, where):
    """Start the next hand in the slots of `where` (bool[N])."""
    for i in range(hands.shape[0]):
        if where[i]:
            numbers[i] += 1
            _deal(hands, i, rules, stacks, buttons, setups[0], numbers, streams, raises)


@inner
def _is_legal(h, u, code, amount):
    """Say whether `act_record` would do this; the tests hold the two together."""
    seat = h["actor"]
    owed = h["current_bet"] - h["bet"][seat]
    if code in (FOLD, PASSIVE):
        return True
    if code == CHECK:
        return owed <= 0
    if code == CALL:
        return h["current_bet"] != 0
    if code == ALL_IN:
        if h["stack"][seat] <= owed:
            return True
        amount = h["stack"][seat] + h["bet"][seat]
    elif code != RAISE:
        return False
    least, most = raise_bounds(h, u)
    return most > 0 and least <= amount <= most


@partial(kernel, straight=True)
def find_illegal(hands, rules, codes, amounts):
    """Return the first slot whose action is illegal, -1 for none; slots that are over take anything."""
    for i in range(hands.shape[0]):
        code = codes[i]
        if code in (FOLD, PASSIVE):  # always legal: the hand need not be looked at
            continue
        if hands[i]["actor"] >= 0 and not _is_legal(hands[i], rules[0], code, amounts[i]):
            return i
    return -1


@apart
def _act(h, u, code, amount, mend):
    """Do one action; returns what `act_record` does, and whether it was a bet or raise.

    Records only: an array among the arguments would cost as much as the action, for counting references.
    """
    seat = h["actor"]
    owed = h["current_bet"] - h["bet"][seat]
    raised = code == RAISE or (code == ALL_IN and h["stack"][seat] > owed)
    following = act_record(h, u, code, amount) if FOLD <= code <= PASSIVE else np.int64(ILLEGAL)
    if following == ILLEGAL and mend != 0:
        raised = False
        following = act_record(h, u, np.int64(FOLD if mend == TO_FOLD and owed > 0 else PASSIVE), np.int64(0))
    return following, raised


@inner
def _report(h, i, done, payoffs):
    done[i] = True
    for s in range(payoffs.shape[1]):
        payoffs[i, s] = h["stack"][s] - h["start"][s]


@partial(kernel, straight=True)
def step_hands(hands, rules, stacks, buttons, setups, numbers, streams, raises, codes, amounts, done, payoffs):
    """Do one action in every hand that waits for one; the actions were checked before unless they are to be mended.

    codes, amounts : int64[N]   amounts count for RAISE only

    With NEXT a slot whose hand is over, also one that the blinds decided, goes on with its next hand.
    """
    u, setup = rules[0], setups[0]
    mend = setup["mend"]
    for i in range(hands.shape[0]):
        h = hands[i]
        seat, street = h["actor"], h["street"]
        if seat >= 0:
            following, raised = _act(h, u, codes[i], amounts[i], mend)
            if raised and raises[i, street, seat] < _MOST_RAISES:
                raises[i, street, seat] += 1
            if following >= 0:
                continue
        elif not setup["next"]:
            continue
        _report(h, i, done, payoffs)
        if setup["next"]:
            numbers[i] += 1
            _deal(hands, i, rules, stacks, buttons, setup, numbers, streams, raises)


@partial(kernel, straight=True)
def advance_hands(
    hands, rules, stacks, buttons, setups, numbers, streams, raises, functions, rows, foreign, done, payoffs, trouble
):
    """Let compiled players act until a hand ends or somebody else is to act.

    functions                            by seat, see `equity.kernels.compile.function_pointers`
    rows : PLAYER[10]                    their parameters
    foreign : int64                      set of seats (bits) that are asked elsewhere
    trouble : int64[2]                   code and amount of an illegal action

    Returns the slot where a player's action was illegal, its hand unchanged, or -1.
    """
    u, setup = rules[0], setups[0]
    mend = setup["mend"]
    for i in range(hands.shape[0]):
        h, stream = hands[i], streams[i]
        seat = np.int64(h["actor"])
        if seat < 0 and not setup["next"]:
            continue
        while seat >= 0 and not foreign >> seat & 1:
            street = h["street"]
            code, amount = call_strategy(functions, seat, h, u, rows[seat], stream)
            if code == CALL:
                code = np.int64(PASSIVE)  # a call of nothing is a check
            following, raised = _act(h, u, code, amount, mend)
            if following == ILLEGAL:
                trouble[0], trouble[1] = code, amount
                return i
            if raised and raises[i, street, seat] < _MOST_RAISES:
                raises[i, street, seat] += 1
            seat = following
        if seat >= 0:
            continue
        _report(h, i, done, payoffs)
        if setup["next"]:
            numbers[i] += 1
            _deal(hands, i, rules, stacks, buttons, setup, numbers, streams, raises)
    return -1


@partial(kernel, straight=True)
def ask_hands(hands, rules, streams, functions, rows, foreign, codes, amounts):
    """Fill the actions of the compiled players who are to act, one in each hand, and do none; arguments as above."""
    u = rules[0]
    for i in range(hands.shape[0]):
        seat = np.int64(hands[i]["actor"])
        if seat >= 0 and not foreign >> seat & 1:
            code, amount = call_strategy(functions, seat, hands[i], u, rows[seat], streams[i])
            codes[i], amounts[i] = PASSIVE if code == CALL else code, amount


@partial(kernel, straight=True)
def list_legal(hands, rules, call, least, most):
    """Fill int64[N] each with what the actors owe and may raise to, zeros where nothing is owed or open."""
    for i in range(hands.shape[0]):
        call[i], least[i], most[i] = legal_record(hands[i], rules[0])
