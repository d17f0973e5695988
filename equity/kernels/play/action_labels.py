"""A handful of labels instead of every amount: what each means in a hand, and which are open.

    FOLD_LABEL, CHECK_CALL, MIN_RAISE, HALF_POT, FULL_POT, PUSH = 0 .. 5

Rules of the file: labels that are open name different actions. Folding is open where chips are owed; a raise of half
the pot or the pot where it is more than the least raise and less than all-in; the least raise where it is not all-in
(so that fixed-limit has this one raise); all-in as a raise where the rules let the seat put in everything.
"""

from __future__ import annotations

from functools import partial

from equity.constants import FOLD, PASSIVE, RAISE
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands.betting import legal_record
from equity.kernels.hands.records import FIXED_LIMIT, POT_LIMIT

__all__ = ["LABELS", "choose_actions", "list_labels"]

LABELS = 6
FOLD_LABEL, CHECK_CALL, MIN_RAISE, HALF_POT, FULL_POT, PUSH = 0, 1, 2, 3, 4, 5


@inner
def _targets(h, u, least, most):
    """Return the street totals of half the pot, the pot and all-in, before they are kept within what is legal."""
    seat = h["actor"]
    top = h["stack"][seat] + h["bet"][seat]
    after_call = h["pot"] + h["current_bet"] - h["bet"][seat]
    pot = h["current_bet"] + after_call
    if u["structure"] == POT_LIMIT and most < top:
        pot = most  # blinds posted short count as full there
    return h["current_bet"] + after_call // 2, pot, top


@inner
def _is_open(h, u, label, owed, least, most):
    if label == FOLD_LABEL:
        return owed > 0
    if label == CHECK_CALL:
        return True
    if most == 0:
        return False
    half, pot, top = _targets(h, u, least, most)
    if label == MIN_RAISE:
        return least < top
    if label == PUSH:
        return most == top
    target = half if label == HALF_POT else pot
    return u["structure"] != FIXED_LIMIT and least < target <= most and target < top


@partial(kernel, straight=True)
def list_labels(hands, rules, mask):
    """Fill mask (bool[N, 6]) with the labels open to the actors; none where a hand is over."""
    u = rules[0]
    for i in range(hands.shape[0]):
        h = hands[i]
        owed, least, most = legal_record(h, u)
        for label in range(LABELS):
            mask[i, label] = h["actor"] >= 0 and _is_open(h, u, label, owed, least, most)


@partial(kernel, straight=True)
def choose_actions(hands, rules, labels, codes, amounts, strict):
    """Turn labels into actions.

    labels, codes, amounts : int64[N]   the last two are filled
    strict : int64                      1 refuses a label that is not open; 0 takes the nearest legal action

    Returns the first slot whose label is refused, -1 for none. Numbers that are not labels are always refused.
    """
    u = rules[0]
    for i in range(hands.shape[0]):
        h, label = hands[i], labels[i]
        codes[i], amounts[i] = PASSIVE, 0
        if h["actor"] < 0:
            continue
        owed, least, most = legal_record(h, u)
        if label < 0 or label >= LABELS or (strict and not _is_open(h, u, label, owed, least, most)):
            return i
        if label == FOLD_LABEL:
            codes[i] = FOLD if owed > 0 else PASSIVE
        elif label > CHECK_CALL and most > 0:
            half, pot, top = _targets(h, u, least, most)
            target = (
                least if label == MIN_RAISE else (half if label == HALF_POT else (pot if label == FULL_POT else top))
            )
            codes[i], amounts[i] = RAISE, min(max(target, least), most)
    return -1
