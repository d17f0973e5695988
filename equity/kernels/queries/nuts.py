"""The best possible hand: whether any other hand beats a player's, and how many cards help.

A hand that others may hold is any two cards that are not the player's own, not on the board and not dead; what the
other players of the deal hold is not known to the player. The search stops at the first hand that wins, which for most
hands is one of the first few dozen.
"""

from __future__ import annotations

from equity.kernels.cards.evaluate import add_cards, value_of_some
from equity.kernels.compile.decorators import inner, kernel
from equity.tables import CARD_KEYS, CARD_MASKS, VALUES

__all__ = ["count_nut_outs", "count_type_outs", "find_unbeaten"]


@inner
def _is_beaten(key, mask, count, seen, least, most):
    """Say whether two unseen cards and a board make a value from `least` to `most`.

    key, mask, count   of the board
    seen : uint64      cards that nobody else can hold, the board's among them
    """
    for a in range(51, 0, -1):
        if seen & CARD_MASKS[a]:
            continue
        one, first = key + CARD_KEYS[a], mask | CARD_MASKS[a]
        for b in range(a - 1, -1, -1):
            if seen & CARD_MASKS[b]:
                continue
            value = value_of_some(one + CARD_KEYS[b], first | CARD_MASKS[b], count + 2)
            if least <= value <= most:
                return True
    return False


@kernel
def find_unbeaten(holes, seat, boards, street, dead, tops, unbeaten):
    """Say for every deal whether no hand beats a player's on a street.

    street : int           cards on the board, 3 to 5
    dead : uint64          their set
    tops : int64[N]        the highest value that counts: that of the royal flush, or the best of the player's hand type
    unbeaten : bool[N]     filled in place
    """
    for i in range(boards.shape[0]):
        key, mask = add_cards(boards, i, street)
        a, b = holes[i, seat, 0], holes[i, seat, 1]
        own = CARD_MASKS[a] | CARD_MASKS[b]
        value = value_of_some(key + CARD_KEYS[a] + CARD_KEYS[b], mask | own, street + 2)
        unbeaten[i] = not _is_beaten(key, mask, street, mask | own | dead, value + 1, tops[i])


@kernel
def count_nut_outs(holes, seat, boards, street, dead, outs):
    """Count the next cards that give a player a hand which nothing beats.

    street : int         3 or 4
    outs : uint8[N]      filled in place
    """
    for i in range(boards.shape[0]):
        key, mask = add_cards(boards, i, street)
        a, b = holes[i, seat, 0], holes[i, seat, 1]
        own = CARD_MASKS[a] | CARD_MASKS[b]
        mine = CARD_KEYS[a] + CARD_KEYS[b]
        seen = mask | own | dead
        count = 0
        for card in range(52):
            if seen & CARD_MASKS[card]:
                continue
            longer, wider = key + CARD_KEYS[card], mask | CARD_MASKS[card]
            value = value_of_some(longer + mine, wider | own, street + 3)
            count += not _is_beaten(longer, wider, street + 1, seen | CARD_MASKS[card], value + 1, VALUES)
        outs[i] = count


@kernel
def count_type_outs(holes, seat, boards, street, dead, first, last, outs):
    """Count the next cards with which a player's value lies from `first` to `last`, where it is lower now.

    street : int         3 or 4
    outs : uint8[N]      filled in place
    """
    for i in range(boards.shape[0]):
        key, mask = add_cards(boards, i, street)
        for j in range(2):
            key += CARD_KEYS[holes[i, seat, j]]
            mask |= CARD_MASKS[holes[i, seat, j]]
        count = 0
        if value_of_some(key, mask, street + 2) < first:
            for card in range(52):
                if not (mask | dead) & CARD_MASKS[card]:
                    count += first <= value_of_some(key + CARD_KEYS[card], mask | CARD_MASKS[card], street + 3) <= last
        outs[i] = count
