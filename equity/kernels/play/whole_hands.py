"""Whole hands with compiled strategies: deal, ask whoever is to act, act, count.

Rules of the file: it knows neither rules nor strategies, only how they take turns. Nothing allocates or raises.

A run is numbered *deals*: deal ``g`` has the stream (seed, g), which gives its cards and then the strategies' luck, so
a hand does not depend on which chunk or thread it was played in. A deal is played once, or with duplicate once for
every *turn* ``t`` of the players over the seats: player ``p`` then sits in seat ``p + t``.

A hand's ``notes[seat]`` is one int64: the bits below, and counts of its postflop raises, postflop calls and decisions.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import ALL_IN, CALL, CHECK, FOLD, PASSIVE, RAISE
from equity.kernels.cards.random_numbers import start_stream
from equity.kernels.compile.decorators import inline, inner, kernel
from equity.kernels.compile.function_pointers import borrow, call_settler, call_strategy, has_settler
from equity.kernels.hands.betting import act_record, pass_record, raise_bounds, start_record
from equity.kernels.hands.opening import deal_cards
from equity.kernels.hands.records import ILLEGAL, LIVE, UNSETTLED
from equity.kernels.hands.showdown import finish
from equity.kernels.play import tally_columns as col

__all__ = ["FINISHED", "add_deal", "deal_hand", "play_deals", "play_on", "start_hands", "tally_hand"]

FINISHED = -1
_DECIDED, _VPIP, _PFR, _CHANCE, _THREE_BET, _FOLDED_FIRST, _AGAIN = 1, 2, 4, 8, 16, 32, 64
_RAISE, _CALL, _DECISION = 1 << 8, 1 << 24, 1 << 40
_MASK = (1 << 16) - 1
_BITS = (1 << 8) - 1


@inner
def _facing_raise(h, u, notes):
    """Return whether the actor meets exactly one raise before the flop and may raise it: a chance to 3-bet.

    Every raise by choice counts, a short all-in too. Who raised last has noted whether that was the first. (Looking
    through all seats for another who raised was a tenth of the time of random players: its end is guessed wrong.)
    """
    _, most = raise_bounds(h, u)
    return most > 0 and notes[h["aggressor"]] & _AGAIN == 0


@inline
def _note(h, u, seat, code, notes):
    """Return what one decision adds to the actor's notes, bits and counts in one; call it before the action is done."""
    owed = h["current_bet"] - h["bet"][seat]
    raised = code == RAISE or (code == ALL_IN and h["stack"][seat] > owed)
    called = not raised and code != FOLD and owed > 0
    if h["street"] > 0:
        return np.int64(_DECIDED + _DECISION + (_RAISE if raised else 0) + (_CALL if called else 0))
    note = np.int64(_DECIDED + _DECISION)
    if raised:
        note |= _VPIP | _PFR | (_AGAIN if h["aggressor"] >= 0 else 0)
    elif called:
        note |= _VPIP
    elif code == FOLD:
        note |= _FOLDED_FIRST
    if h["aggressor"] >= 0 and _facing_raise(h, u, notes):
        note |= _CHANCE | (_THREE_BET if raised else 0)
    return note


@inline
def _mend(h):
    """Return what an illegal action becomes where the user wants that: fold, or check if that is free."""
    return np.int64(FOLD if h["current_bet"] > h["bet"][h["actor"]] else CHECK)


@inline
def _log(h, seat, code, amount, moves, used):
    """Keep decision number `used` as two numbers: street, seat and action, then the street total raised to."""
    if 2 * used + 1 < moves.shape[0]:
        if code == ALL_IN:
            amount = h["stack"][seat] + h["bet"][seat]
            code = np.int64(RAISE if amount > h["current_bet"] else CALL)
        elif code == PASSIVE:
            code = np.int64(CALL if h["current_bet"] > h["bet"][seat] else CHECK)
        moves[2 * used] = 256 * np.int64(h["street"]) + 16 * seat + code
        moves[2 * used + 1] = amount if code == RAISE else 0


@inline
def play_on(hands, i, rules, functions, rows, foreign, answered, code, amount, turn, stream, notes, moves, used, mend):
    """Play hand `i` until it is over, a player who is not compiled is to act, or an action is illegal.

    functions           the players' and the settler's, see `equity.kernels.compile.function_pointers`
    rows : PLAYER[10]   their parameters
    foreign : int64     set of players who are asked elsewhere
    answered : bool     the first of them has answered with this code and amount
    notes : int64[10]   by seat, added to
    moves, used         the log and how many decisions it holds; int64[0] for none
    mend : int64        1 turns an illegal action into a fold

    Returns (FINISHED, a player waited for, or ILLEGAL; used; the last action's code and amount).
    """
    h, u = hands[i], rules[0]
    seat, seats = np.int64(h["actor"]), np.int64(h["seats"])
    logged = moves.shape[0] > 0
    while seat >= 0:
        player = seat - turn if seat >= turn else seat - turn + seats
        if answered:
            answered = False
        elif foreign and foreign >> player & 1:
            return player, used, code, amount
        else:
            code, amount = call_strategy(functions, player, h, u, rows[player], stream)
        if logged:
            _log(h, seat, code, amount, moves, used)
        if code == PASSIVE or code == CALL:  # noqa: PLR1714  # the most frequent; a call of nothing is a check
            note = _note(h, u, seat, PASSIVE, notes)  # with the action known, little of it is left
            following = pass_record(h, u)
        else:
            note = _note(h, u, seat, code, notes)
            following = act_record(h, u, code, amount) if 0 <= code < PASSIVE else np.int64(ILLEGAL)
        if following == ILLEGAL:
            if not mend:
                return np.int64(ILLEGAL), used, code, amount
            code = _mend(h)
            note = _note(h, u, seat, code, notes)
            _log(h, seat, code, np.int64(0), moves, used)
            following = act_record(h, u, code, np.int64(0))
        used += 1
        notes[seat] = (notes[seat] | note & _BITS) + (note & ~_BITS)
        seat = following
    return np.int64(FINISHED), used, code, amount


@inline
def start_hands(starts, rules, stacks):
    """Make the hands before the cards, one for each seat the button can be in: HAND[seats].

    A deal begins as a copy of one, in a tenth of the time that seating and posting take.
    """
    for button in range(stacks.shape[0]):
        start_record(starts[button], rules[0], stacks, button)


@inline
def deal_hand(hands, i, rules, starts, deal, seed, stream, notes):
    """Start hand `i` with the cards of a deal; the button moves on with every deal."""
    seats = starts.shape[0]
    start_stream(np.uint64(seed), np.uint64(deal), stream)
    for s in range(seats):
        notes[s] = 0
    hands[i] = starts[deal % seats]
    h = hands[i]
    deal_cards(h, stream)
    if h["over"]:  # the blinds put everybody all-in: UNDECIDED for want of cards
        finish(h, rules[0])


@inline
def _winnings(h, u, s):
    """Return the chips that a seat got from the pots, before the house's share was taken off."""
    got = h["stack"][s] - h["start"][s] + h["committed"][s]
    if u["one_ante"] and h["dead"] > 0 and s == (h["button"] + (2 if h["seats"] > 2 else 1)) % h["seats"]:
        got += h["dead"]
    return got


@inner
def _share_rake(h, u, turn, counts):
    """Charge the rake to the winners in proportion, the last of them with what rounding leaves."""
    seats = np.int64(h["seats"])
    paid, last = np.int64(0), np.int64(0)
    for s in range(seats):
        got = _winnings(h, u, s)
        paid += got
        if got > 0:
            last = s
    left = h["rake"]
    for s in range(last + 1):
        part = left if s == last else h["rake"] * _winnings(h, u, s) // paid
        left -= part
        counts[(s - turn + seats) % seats, (s - h["button"] + seats) % seats, col.RAKE] += part


@inline
def tally_hand(h, u, turn, unit, stream, functions, matchups, notes, counts, net, adjusted, scratch):
    """Count a finished hand.

    unit : int64                   parts of a chip for all-in adjusted results; 0 leaves them out
    counts : int64[10, 10, COLUMNS]
    net, adjusted : int64[10]      by player, added to: results of this deal so far
    matchups, scratch              see `equity.kernels.hands.all_ins`
    Returns whether the hand was all-in early, so that its adjusted results are not the chips won; UNSETTLED, with
    nothing counted, if it was and `functions` has nobody to settle it.

    Every count is added in place: a view of a row would cost two atomic operations per seat. And most are added also
    where they are 0: the processor would guess wrong which are.
    """
    seats, button = np.int64(h["seats"]), np.int64(h["button"])
    early = unit > 0 and h["showdown"] and h["street"] < 3
    if early:
        if not has_settler(functions):
            return np.int64(UNSETTLED)
        call_settler(functions, h, u, unit, stream, matchups, scratch)
    if h["rake"] > 0:
        _share_rake(h, u, turn, counts)
    flop = h["street"] > 0 or h["showdown"]
    for s in range(seats):
        player = s - turn if s >= turn else s - turn + seats
        place = s - button if s >= button else s - button + seats
        result = h["stack"][s] - h["start"][s]
        exact = scratch["adjusted"][s] if early else result * unit
        net[player] += result
        adjusted[player] += exact
        note = notes[s]
        counts[player, place, col.HANDS] += 1
        counts[player, place, col.NET] += result
        counts[player, place, col.ADJUSTED] += exact
        counts[player, place, col.DECISIONS] += note >> 40
        counts[player, place, col.VPIP] += note >> 1 & 1
        counts[player, place, col.PFR] += note >> 2 & 1
        counts[player, place, col.THREE_BET_CHANCES] += note >> 3 & 1
        counts[player, place, col.THREE_BETS] += note >> 4 & 1
        if flop:
            counts[player, place, col.FLOPS] += 1 - (note >> 5 & 1)
            counts[player, place, col.RAISES] += note >> 8 & _MASK
            counts[player, place, col.CALLS] += note >> 24 & _MASK
        live = 1 if h["status"][s] == LIVE else 0
        if h["showdown"]:
            counts[player, place, col.SHOWDOWNS] += live
            counts[player, place, col.SHOWDOWNS_WON] += live if _winnings(h, u, s) > 0 else 0
        else:
            counts[player, place, col.WALKS] += live if note == 0 else 0
    return np.int64(1 if early else 0)


@inline
def add_deal(players, early, net, adjusted, products):
    """Add the products of every two players' results over a deal, and clear the results.

    products : int64[3, 10, 10]    chips of deals that were not all-in early, chips of deals that were, these adjusted
    """
    kind = 1 if early else 0
    for p in range(players):
        for q in range(p + 1):
            products[kind, p, q] += net[p] * net[q]
    if early:
        for p in range(players):
            for q in range(p + 1):
                products[2, p, q] += adjusted[p] * adjusted[q]
    for p in range(players):
        net[p] = 0
        adjusted[p] = 0


@partial(kernel, straight=True)
def play_deals(
    hands,
    rules,
    stacks,
    functions,
    rows,
    tasks,
    stream,
    matchups,
    scratch,
    sums,
    counts,
    products,
    kept,
    moves,
    offsets,
    trouble,
):
    """Play a chunk of deals, every player compiled.

    hands : HAND[11]                       overwritten: the hand played, then those before the cards
    tasks : TASK[1]
    stream : uint64[4]                     overwritten
    matchups                               see `equity.kernels.hands.all_ins`
    scratch : SCRATCH[1]                   overwritten
    sums : int64[3, 10]                    zeros
    counts : int64[10, 10, COLUMNS]        added to
    products : int64[3, 10, 10]            added to, see `add_deal`
    kept : HAND[deals * turns] or HAND[0]  every hand when it is over
    moves : int64                          decisions in order, two numbers each; those that do not fit are left out
    offsets : int64[deals * turns + 1]     where each hand's decisions end
    trouble : int64[5]                     deal, turn, seat, action and amount where an illegal action stopped the chunk

    Returns the number of decisions, ILLEGAL, or UNSETTLED: the chunk is to be played again with a settler.
    """
    players = stacks.shape[0]
    hands, rules, stacks = borrow(hands), borrow(rules), borrow(stacks)
    rows, stream, counts, products = borrow(rows), borrow(stream), borrow(counts), borrow(products)
    moves, matchups, sums, task = borrow(moves), borrow(matchups), borrow(sums), tasks[0]
    notes, net, adjusted = sums[0], sums[1], sums[2]
    used, played, none = np.int64(0), 0, np.int64(0)
    h, u, starts = hands[0], rules[0], hands[1 : 1 + players]
    start_hands(starts, rules, stacks)
    for deal in range(task["first"], task["first"] + task["deals"]):
        early = False
        for turn in range(task["turns"]):
            deal_hand(hands, 0, rules, starts, deal, task["seed"], stream, notes)
            state, used, code, amount = play_on(
                hands, 0, rules, functions, rows, 0, False, none, none, turn, stream, notes, moves, used,
                task["fold_illegal"],
            )  # fmt: skip
            if state == ILLEGAL:
                trouble[0], trouble[1], trouble[2] = deal, turn, h["actor"]
                trouble[3], trouble[4] = code, amount
                return np.int64(ILLEGAL)
            kind = tally_hand(
                h, u, turn, task["unit"], stream, functions, matchups, notes, counts, net, adjusted, scratch[0]
            )
            if kind == UNSETTLED:
                return np.int64(UNSETTLED)
            early |= kind > 0
            if kept.shape[0]:
                kept[played] = h
                played += 1
                offsets[played] = used
        add_deal(players, early, net, adjusted, products)
    return used
