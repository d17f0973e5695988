"""Values of whole deals: every player on the river, and what the hole cards make of a flop.

The board is read once for all players: with two of them a deal takes 13 ns, against 2 x 9 for rows of seven cards that
had to be copied together first.
"""

# ruff: noqa: PLR1714  # a tuple made for each comparison would cost more than the comparison

from __future__ import annotations

from equity.kernels.cards.evaluate import flush_value, rank_value
from equity.kernels.compile.decorators import kernel
from equity.tables import CARD_KEYS, CARD_MASKS, FLUSH_BITS, START_KEY

__all__ = ["flop_categories", "river_values"]


@kernel
def river_values(holes, boards, values):
    """Evaluate every player's seven cards.

    holes : uint8[N, P, 2]
    boards : uint8[N, 5]
    values : uint16[P, N]   filled in place
    """
    for i in range(boards.shape[0]):
        shared = START_KEY
        for j in range(5):
            shared += CARD_KEYS[boards[i, j]]
        for p in range(holes.shape[1]):
            key = shared + CARD_KEYS[holes[i, p, 0]] + CARD_KEYS[holes[i, p, 1]]
            if key & FLUSH_BITS:
                mask = CARD_MASKS[holes[i, p, 0]] | CARD_MASKS[holes[i, p, 1]]
                for j in range(5):
                    mask |= CARD_MASKS[boards[i, j]]
                values[p, i] = flush_value(key, mask)
            else:
                values[p, i] = rank_value(key)


@kernel
def flop_categories(holes, seat, boards, types, categories):
    """Say what a player's hole cards make of the flop; `equity.pql.types.FLOP_CATEGORIES` names the numbers.

    What stands on the board counts for nobody: a pair there makes no pair, and beside it two pair is the pair that the
    hole cards make.

    holes, boards : uint8[N, P, 2], uint8[N, 5]
    types : uint8[N]         the player's hand type on the flop, 0 (high card) to 8 (straight flush)
    categories : uint8[N]    filled in place, 0 to 17
    """
    for i in range(boards.shape[0]):
        kind = types[i]
        a, b = holes[i, seat, 0] >> 2, holes[i, seat, 1] >> 2
        high, middle, low = boards[i, 0] >> 2, boards[i, 1] >> 2, boards[i, 2] >> 2
        if high < middle:
            high, middle = middle, high
        if middle < low:
            middle, low = low, middle
            if high < middle:
                high, middle = middle, high
        if kind >= 4:
            category = kind + 9
        elif kind == 3:
            category = 12 if a == b and high != low else 11
        elif kind == 2 and high != middle and middle != low:  # both hole cards pair the board
            if a == high or b == high:
                category = 10 if a == middle or b == middle else 9
            else:
                category = 8
        elif kind == 0:
            category = 0
        else:
            second = middle if high != middle else low  # by ranks: a paired board has two
            third = low if high != middle and middle != low else -1
            if a == b:
                category = 7 if a > high else (5 if a > second else (3 if a > third >= 0 else 1))
            elif a == high or b == high:
                category = 6
            elif a == second or b == second:
                category = 4
            elif a == third or b == third:
                category = 2
            else:
                category = 0
        categories[i] = category
