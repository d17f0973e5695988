"""How good two cards are on the flop, turn and river: cheap measures for strategies.

Rules of the file: functions read one record of HAND and look at nothing the seat cannot see.
"""

from __future__ import annotations

import numpy as np

from equity.cards import combo_cards
from equity.kernels.cards.evaluate import value_of, value_of_some
from equity.kernels.cards.random_numbers import draw_word
from equity.kernels.compile.decorators import inner
from equity.kernels.hands.records import LIVE
from equity.kernels.play.preflop_order import COMBO_ORDER, PERCENTILE
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["combo_percentile", "draw_outs", "hand_strength", "sampled_equity"]

# Opponents' hands to compare with: 52 of the better half of all combos, evenly spread over its order. Any two cards
# would make top pair look better than it is against somebody who chose to play.
_REFERENCE = COMBO_ORDER[6:663:12].astype(np.int64)
_REFERENCE_KEYS = np.array([sum(int(CARD_KEYS[c]) for c in combo_cards(int(i))) for i in _REFERENCE], np.uint64)
_REFERENCE_MASKS = np.array([sum(int(CARD_MASKS[c]) for c in combo_cards(int(i))) for i in _REFERENCE], np.uint64)
_SIX_BITS = np.uint64(63)
_ONE = np.uint64(1)


@inner
def combo_percentile(h, seat):
    """Return the share of starting hands better than the seat's, 0 for the best."""
    a, b = np.int64(h["hole"][seat, 0]), np.int64(h["hole"][seat, 1])
    high, low = max(a, b), min(a, b)
    return PERCENTILE[high * (high - 1) // 2 + low]


@inner
def hand_strength(h, seat):
    """Return the share of reference hands that the seat's hand beats now (ties count half); after the flop only."""
    key, mask = START_KEY, np.uint64(0)
    open_cards = h["street"] + 2
    for j in range(open_cards):
        key += CARD_KEYS[h["board"][j]]
        mask |= CARD_MASKS[h["board"][j]]
    a, b = h["hole"][seat, 0], h["hole"][seat, 1]
    own = CARD_MASKS[a] | CARD_MASKS[b]
    count = open_cards + 2
    mine = value_of_some(key + CARD_KEYS[a] + CARD_KEYS[b], mask | own, count)
    gone = mask | own
    score, seen = 0, 0
    for k in range(_REFERENCE_KEYS.shape[0]):
        if _REFERENCE_MASKS[k] & gone:
            continue
        theirs = value_of_some(key + _REFERENCE_KEYS[k], mask | _REFERENCE_MASKS[k], count)
        score += 2 if mine > theirs else (1 if mine == theirs else 0)
        seen += 2
    return score / seen


@inner
def draw_outs(h, seat):
    """Return roughly how many cards would make a flush (9) or a straight (4 or 8) that uses the seat's cards."""
    a, b = np.int64(h["hole"][seat, 0]), np.int64(h["hole"][seat, 1])
    held = (1 << 4 * (a & 3)) + (1 << 4 * (b & 3))
    suits, board_ranks = held, np.int64(0)
    for j in range(h["street"] + 2):
        card = np.int64(h["board"][j])
        suits += 1 << 4 * (card & 3)
        board_ranks |= 2 << (card >> 2)
    ranks = board_ranks | 2 << (a >> 2) | 2 << (b >> 2)
    ranks |= ranks >> 13 & 1  # the ace is low too
    board_ranks |= board_ranks >> 13 & 1
    outs = 0
    for s in range(4):
        if suits >> 4 * s & 15 == 4 and held >> 4 * s & 15:
            outs = 9
    missing = np.int64(0)
    for low in range(10):
        window = 31 << low
        hole = window & ~ranks
        if hole and hole & (hole - 1) == 0 and window & ranks & ~board_ranks:
            missing |= hole
    if missing:
        outs += 8 if missing & (missing - 1) else 4
    return outs


@inner
def _draw_card(used, stream):
    """Return a uniform card that is not in `used` (bit c: card c)."""
    while True:
        word = draw_word(stream)
        for _ in range(10):
            card = word & _SIX_BITS
            word >>= np.uint64(6)
            if card < 52 and not used >> card & _ONE:
                return card


@inner
def sampled_equity(h, seat, samples, stream):
    """Return the seat's average share of the pot against random hands of the other live seats, from `samples` deals."""
    used = _ONE << np.uint64(h["hole"][seat, 0]) | _ONE << np.uint64(h["hole"][seat, 1])
    open_cards = h["street"] + 2 if h["street"] > 0 else 0
    key, mask = START_KEY, np.uint64(0)
    for j in range(open_cards):
        used |= _ONE << np.uint64(h["board"][j])
        key += CARD_KEYS[h["board"][j]]
        mask |= CARD_MASKS[h["board"][j]]
    opponents = 0
    for s in range(h["seats"]):
        opponents += 1 if h["status"][s] == LIVE and s != seat else 0
    a, b = h["hole"][seat, 0], h["hole"][seat, 1]
    own_key, own_mask = CARD_KEYS[a] + CARD_KEYS[b], CARD_MASKS[a] | CARD_MASKS[b]
    total = 0.0
    for _ in range(samples):
        gone, board_key, board_mask = used, key, mask
        for _j in range(5 - open_cards):
            card = _draw_card(gone, stream)
            gone |= _ONE << card
            board_key += CARD_KEYS[card]
            board_mask |= CARD_MASKS[card]
        mine = value_of(board_key + own_key, board_mask | own_mask)
        tied, lost = 1, False
        for _o in range(opponents):
            c = _draw_card(gone, stream)
            gone |= _ONE << c
            d = _draw_card(gone, stream)
            gone |= _ONE << d
            theirs = value_of(board_key + CARD_KEYS[c] + CARD_KEYS[d], board_mask | CARD_MASKS[c] | CARD_MASKS[d])
            if theirs > mine:
                lost = True
                break
            tied += 1 if theirs == mine else 0
        if not lost:
            total += 1.0 / tied
    return total / samples
