"""Many hands at once, for players who are asked in Python: play each hand on until such a player is to act.

Rules of the file: loops over the functions of `equity.kernels.play.whole_hands`; hand ``i`` of a chunk is turn ``i %
turns`` of deal ``first + i // turns`` and has its own stream, so the hands are those of `play_deals`.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import PASSIVE
from equity.kernels.cards.random_numbers import draw_float, start_stream
from equity.kernels.compile.decorators import kernel
from equity.kernels.hands.all_ins import SCRATCH
from equity.kernels.hands.betting import act_record, legal_record
from equity.kernels.hands.records import HAND, ILLEGAL, UNSETTLED
from equity.kernels.play.whole_hands import (
    _BITS,
    _log,
    _mend,
    _note,
    add_deal,
    deal_hand,
    play_on,
    start_hands,
    tally_hand,
)

__all__ = ["answer", "ask", "deal_all", "list_bounds", "run_on", "tally_all"]

_OTHER = np.uint64(0xA5A5A5A5A5A5A5A5)


@partial(kernel, straight=True)
def deal_all(hands, rules, stacks, tasks, streams, lucks, notes):
    """Start every hand of a chunk; hands HAND[N], streams and lucks uint64[N, 4], notes int64[N, 10].

    The Python players have streams of their own, so that asking one does not change what the compiled ones draw.
    """
    task, starts = tasks[0], np.zeros(stacks.shape[0], HAND)
    start_hands(starts, rules, stacks)
    for i in range(hands.shape[0]):
        start_stream(np.uint64(task["seed"]) ^ _OTHER, np.uint64(task["first"] * task["turns"] + i), lucks[i])
        deal_hand(hands, i, rules, starts, task["first"] + i // task["turns"], task["seed"], streams[i], notes[i])


@partial(kernel, straight=True)
def run_on(hands, active, rules, functions, rows, foreign, tasks, streams, notes, waiting, moves, owners, trouble):
    """Play the active hands on; waiting[i] is then the player asked next, or -1.

    active : int64[M]         which hands
    moves : int64[2 * room]   the log; moves[-1] counts the decisions in it, owners[j] is the hand of decision j
    trouble : int64[5]        hand, seat, action and amount of an illegal action
    Returns ILLEGAL or 0.
    """
    task, used = tasks[0], owners[-1]
    for k in range(active.shape[0]):
        i = active[k]
        before = used
        player, used, code, amount = play_on(
            hands,
            i,
            rules,
            functions,
            rows,
            foreign,
            i % task["turns"],
            streams[i],
            notes[i],
            moves,
            used,
            task["fold_illegal"],
        )
        for j in range(before, min(used, owners.shape[0] - 1)):
            owners[j] = i
        if player == ILLEGAL:
            trouble[0], trouble[1], trouble[2], trouble[3] = i, hands[i]["actor"], code, amount
            return np.int64(ILLEGAL)
        waiting[i] = player
    owners[-1] = used
    return np.int64(0)


@partial(kernel, straight=True)
def ask(hands, chosen, lucks, copies, luck):
    """Copy the hands of chosen int64[M] into HAND[M], and give each its luck: float64[M], uniform in [0, 1)."""
    for k in range(chosen.shape[0]):
        i = chosen[k]
        copies[k] = hands[i]
        luck[k] = draw_float(lucks[i])


@partial(kernel, straight=True)
def list_bounds(hands, rules, bounds):
    """Fill int64[M, 3] with what a call adds, and the least and most that may be raised to; hands: HAND[M]."""
    for k in range(hands.shape[0]):
        bounds[k, 0], bounds[k, 1], bounds[k, 2] = legal_record(hands[k], rules[0])


@partial(kernel, straight=True)
def answer(hands, chosen, rules, codes, amounts, tasks, notes, moves, owners, trouble):
    """Do the answers of a player; codes and amounts int64[M]. Returns ILLEGAL or 0."""
    u, task = rules[0], tasks[0]
    used = owners[-1]
    for k in range(chosen.shape[0]):
        i = chosen[k]
        h = hands[i]
        seat = np.int64(h["actor"])
        code, amount = codes[k], amounts[k]
        note = _note(h, u, seat, code, notes[i])
        _log(h, seat, code, amount, moves, used)
        following = act_record(h, u, code, amount) if 0 <= code <= PASSIVE else np.int64(ILLEGAL)
        if following == ILLEGAL:
            if not task["fold_illegal"]:
                trouble[0], trouble[1], trouble[2], trouble[3] = i, seat, code, amount
                return np.int64(ILLEGAL)
            code = _mend(h)
            note = _note(h, u, seat, code, notes[i])
            _log(h, seat, code, np.int64(0), moves, used)
            act_record(h, u, code, np.int64(0))
        if used < owners.shape[0] - 1:
            owners[used] = i
        used += 1
        notes[i, seat] = (notes[i, seat] | note & _BITS) + (note & ~_BITS)
    owners[-1] = used
    return np.int64(0)


@partial(kernel, straight=True)
def tally_all(hands, rules, players, functions, tasks, streams, matchups, notes, counts, products):
    """Count the finished hands of a chunk, deal by deal; return 0, or UNSETTLED: count again with a settler."""
    net, adjusted = np.zeros(10, np.int64), np.zeros(10, np.int64)
    scratch = np.empty(1, SCRATCH)
    u, task = rules[0], tasks[0]
    for deal in range(task["deals"]):
        early = False
        for turn in range(task["turns"]):
            i = deal * task["turns"] + turn
            kind = tally_hand(
                hands[i],
                u,
                turn,
                task["unit"],
                streams[i],
                functions,
                matchups,
                notes[i],
                counts,
                net,
                adjusted,
                scratch[0],
            )
            if kind == UNSETTLED:
                return np.int64(UNSETTLED)
            early |= kind > 0
        add_deal(players, early, net, adjusted, products)
    return np.int64(0)
