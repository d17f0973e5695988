"""Many hands at once, for players who are asked in Python: play each hand on until such a player is to act.

Rules of the file: loops over the functions of `equity.kernels.play.whole_hands`; hand ``i`` of a chunk is turn ``i %
turns`` of deal ``first + i // turns`` and has its own stream, so the hands are those of `play_deals`.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.cards.random_numbers import draw_float, start_stream
from equity.kernels.compile.decorators import kernel
from equity.kernels.compile.function_pointers import borrow
from equity.kernels.hands.all_ins import SCRATCH
from equity.kernels.hands.betting import legal_record
from equity.kernels.hands.records import HAND, ILLEGAL, UNSETTLED
from equity.kernels.play.whole_hands import add_deal, deal_hand, play_on, start_hands, tally_hand

__all__ = ["ask", "deal_all", "list_bounds", "run_on", "tally_all"]

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
def run_on(
    hands, chosen, answered, codes, amounts, rules, functions, rows, foreign, tasks, streams, notes, askers, waiting,
    moves, owners, trouble,
):  # fmt: skip
    """Do what the players of chosen hands answered, if they were asked, and play on.

    chosen, codes, amounts : int64[M]   which hands, and the answers
    askers : int64[10]        by player: who is asked for it
    waiting : int64[N]        by hand: who is asked next, or -1; filled in place
    moves : int64[2 * room]   the log; owners[-1] counts the decisions in it, owners[j] is the hand of decision j
    trouble : int64[4]        hand, seat, action and amount of an illegal action
    Returns ILLEGAL or 0.

    A hand is played on at once after its answer, while it is near the processor: 0.8 of the time of two loops over all.
    """
    hands, rows, streams, notes, moves = borrow(hands), borrow(rows), borrow(streams), borrow(notes), borrow(moves)
    task, used = tasks[0], owners[-1]
    for k in range(chosen.shape[0]):
        i = chosen[k]
        before = used
        player, used, code, amount = play_on(
            hands, i, rules, functions, rows, foreign, answered, codes[k], amounts[k], i % task["turns"], streams[i],
            notes[i], moves, used, task["fold_illegal"],
        )  # fmt: skip
        for j in range(before, min(used, owners.shape[0] - 1)):
            owners[j] = i
        if player == ILLEGAL:
            trouble[0], trouble[1], trouble[2], trouble[3] = i, hands[i]["actor"], code, amount
            return np.int64(ILLEGAL)
        waiting[i] = askers[player] if player >= 0 else player
    owners[-1] = used
    return np.int64(0)


@partial(kernel, straight=True)
def ask(hands, chosen, lucks, copies, luck):
    """Copy the hands of chosen int64[M] into HAND[M], and give each its luck: float64[M], uniform in [0, 1)."""
    hands, lucks, copies = borrow(hands), borrow(lucks), borrow(copies)
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
