"""Two ranges on every flop at once: one sweep over the full boards, each of which belongs to ten flops.

A flop's run-outs are the full boards that hold it, so what a board says counts for each of the ten flops among its
cards; nothing else is done per flop.

On a board the hands are visited from the lowest value up, as in `equity.kernels.equities.sweep`, but not combo by
combo: only the sums over a range are wanted, and all combos of the same two ranks are worth the same unless they make
a flush. So the 91 pairs of ranks are visited, each with its sums over the suits that are left, from a table. A combo
that makes a flush is visited by itself, once at its rank pair's value with its weight taken away, and once at the
flush's value. That is four times as fast as all 1,081 combos.

Weights are float64: sums of whole numbers below 2 ** 53 are exact.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.bits import count_bits
from equity.kernels.cards.evaluate import flush_value, rank_value
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.equities.sweep import WORDS, list_by_value
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = ["CELL", "PAIRS", "fill_pair_sums", "list_boards_of_kinds", "sweep_flops", "sweep_looks"]

PAIRS = 91  # pairs of ranks, numbered high * (high + 1) / 2 + low
CELL = 20  # both players' weight, the sum of products, unused; by suit of the high and of the low rank, mine and theirs
_ONE = np.uint64(1)
_LANE = np.uint64(0x1FFF)


@kernel
def list_boards_of_kinds(renamings, boards, repeats):
    """List the boards that no renaming of suits makes smaller, one of each kind, and return their number.

    renamings : int64[G, 4]   a group of permutations of suits
    boards : uint8[N, 5]      filled in place from the first row, ascending cards
    repeats : float64[N]      how many boards are of the kind
    """
    count = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    four = CARD_MASKS[e] | CARD_MASKS[d] | CARD_MASKS[c] | CARD_MASKS[b]
                    for a in range(b):
                        alike = _count_alike(four | CARD_MASKS[a], renamings)
                        if alike:
                            boards[count, 0] = a
                            boards[count, 1] = b
                            boards[count, 2] = c
                            boards[count, 3] = d
                            boards[count, 4] = e
                            repeats[count] = renamings.shape[0] // alike
                            count += 1
    return count


@inner
def _count_alike(mask, renamings):
    """Return how many renamings leave a set of cards as it is; 0 if one makes it smaller."""
    alike = 0
    for g in range(renamings.shape[0]):
        renamed = np.uint64(0)
        for suit in range(4):
            renamed |= ((mask >> np.uint64(16 * suit)) & _LANE) << np.uint64(16 * renamings[g, suit])
        if renamed < mask:
            return 0
        alike += renamed == mask
    return alike


@kernel
def fill_pair_sums(mine, theirs, sums):
    """Add up two ranges by their pairs of ranks, for every set of suits that may be left of the two ranks.

    mine, theirs : float64[1326]
    sums : float64[91 * 256, CELL]   filled in place; row 256 * pair + 16 * suits of the high rank + of the low
    """
    sums[:] = 0.0
    for combo in range(1326):
        if mine[combo] == 0.0 and theirs[combo] == 0.0:
            continue
        first, second = _cards_of(combo)
        high, low = first >> 2, second >> 2
        pair = high * (high + 1) // 2 + low
        s, t = first & 3, second & 3
        for suits in range(256):
            if not (suits >> 4 >> s & 1 and suits >> t & 1):
                continue
            if high == low and suits >> 4 != suits & 15:
                continue
            cell = 256 * pair + suits
            for player in range(2):
                weight = theirs[combo] if player else mine[combo]
                sums[cell, player] += weight
                sums[cell, 4 + 4 * player + s] += weight
                # of a pair both cards stand with the high rank, and nothing with the low
                sums[cell, (4 if high == low else 12) + 4 * player + t] += weight
            sums[cell, 2] += mine[combo] * theirs[combo]


@inner
def _cards_of(combo):
    high = 1
    while high * (high + 1) // 2 <= combo:
        high += 1
    return high, combo - high * (high - 1) // 2


@kernel
def sweep_flops(boards, repeats, kinds, high, low, mine, theirs, sums, counts):
    """Add up, for each kind of flop, the weight of the pairs that the first player wins, loses, and of all pairs.

    boards : uint8[N, 5]       ascending cards in each row
    repeats : float64[N]       how many boards each one stands for
    kinds : int32[22100]       the row of `counts` for each flop a < b < c, numbered C(c, 3) + C(b, 2) + a
    high, low : uint8[K]       the cards of every combo either player holds
    mine, theirs : float64[K]  the players' weights
    sums : float64[23296, 20]  of `fill_pair_sums`
    counts : float64[F, 3]     won, lost and all, added to in place
    """
    pairs = np.zeros((PAIRS, 3), np.int64)
    flush_combos, flush_counts = np.zeros((4, high.shape[0]), np.int64), np.zeros((4, 3), np.int64)
    pairs = pairs[: _list_held(high, low, pairs, flush_combos, flush_counts)]
    head = np.zeros(7463, np.int16)
    following = np.zeros(PAIRS + 2 * high.shape[0], np.int16)
    present = np.zeros(WORDS, np.uint64)
    cells = np.zeros(PAIRS, np.int32)
    below = np.zeros((13, 8))  # by card: mine in four suits, theirs in four suits
    live = np.zeros(13, np.int64)
    for n in range(boards.shape[0]):
        board = np.uint64(0)
        key = START_KEY
        live[:] = 15
        suit_counts = 0
        for i in range(5):
            card = np.int64(boards[n, i])
            board |= CARD_MASKS[card]
            key += CARD_KEYS[card]
            live[card >> 2] &= ~(1 << (card & 3))
            suit_counts += 1 << 4 * (card & 3)
        everyone_mine = everyone_theirs = equal = 0.0
        for i in range(pairs.shape[0]):
            pair, first, second = pairs[i, 0], pairs[i, 1], pairs[i, 2]
            a, b = live[first], live[second]
            if a == 0 or b == 0 or (first == second and a & (a - 1) == 0):
                continue  # nothing is left, and five cards of a rank are not in the tables
            cell = 256 * pair + 16 * a + b
            cells[pair] = cell
            everyone_mine += sums[cell, 0]
            everyone_theirs += sums[cell, 1]
            equal += sums[cell, 2]
            _chain(
                np.int64(rank_value(key + CARD_KEYS[4 * first] + CARD_KEYS[4 * second])), pair, head, following, present
            )
        for suit in range(4):
            on_board = suit_counts >> 4 * suit & 15
            if on_board >= 3:
                for i in range(flush_counts[suit, on_board - 3]):
                    c = flush_combos[suit, i]
                    mask = CARD_MASKS[high[c]] | CARD_MASKS[low[c]]
                    if mask & board == 0:
                        plain = key + CARD_KEYS[high[c]] + CARD_KEYS[low[c]]
                        item = PAIRS + 2 * c
                        _chain(np.int64(rank_value(plain)), item, head, following, present)
                        _chain(np.int64(flush_value(plain, mask | board)), item + 1, head, following, present)
        below[:] = 0.0
        mine_below = theirs_below = won = lost = 0.0
        for word in range(WORDS):
            bits = present[word]
            present[word] = 0
            while bits:
                value = 64 * word + np.int64(count_bits(~bits & (bits - _ONE)))
                bits &= bits - _ONE
                item = np.int64(head[value])
                while item >= 0:
                    if item < PAIRS:
                        cell, first, second = cells[item], _HIGH[item], _LOW[item]
                        won += sums[cell, 0] * theirs_below - (
                            _product(sums, cell, 4, below, first, 4) + _product(sums, cell, 12, below, second, 4)
                        )
                        lost += sums[cell, 1] * mine_below - (
                            _product(sums, cell, 8, below, first, 0) + _product(sums, cell, 16, below, second, 0)
                        )
                    else:
                        c = (item - PAIRS) >> 1
                        sign = 1.0 if (item - PAIRS) & 1 else -1.0
                        a, b = np.int64(high[c]), np.int64(low[c])
                        s, t = a & 3, b & 3
                        a >>= 2
                        b >>= 2
                        won += sign * mine[c] * (theirs_below - below[a, 4 + s] - below[b, 4 + t])
                        lost += sign * theirs[c] * (mine_below - below[a, s] - below[b, t])
                    item = np.int64(following[item])
                item = np.int64(head[value])
                while item >= 0:
                    if item < PAIRS:
                        cell, first, second = cells[item], _HIGH[item], _LOW[item]
                        mine_below += sums[cell, 0]
                        theirs_below += sums[cell, 1]
                        for s in range(8):
                            below[first, s] += sums[cell, 4 + s]
                            below[second, s] += sums[cell, 12 + s]
                    else:
                        c = (item - PAIRS) >> 1
                        sign = 1.0 if (item - PAIRS) & 1 else -1.0
                        a, b = np.int64(high[c]), np.int64(low[c])
                        s, t = a & 3, b & 3
                        a >>= 2
                        b >>= 2
                        mine_below += sign * mine[c]
                        theirs_below += sign * theirs[c]
                        below[a, s] += sign * mine[c]
                        below[b, t] += sign * mine[c]
                        below[a, 4 + s] += sign * theirs[c]
                        below[b, 4 + t] += sign * theirs[c]
                    item = np.int64(following[item])
        # all pairs, less those that share a card, plus equal combos, which were taken out for both their cards
        all_pairs = everyone_mine * everyone_theirs + equal
        for rank in range(13):
            all_pairs -= (below[rank, 0] * below[rank, 4] + below[rank, 1] * below[rank, 5]) + (
                below[rank, 2] * below[rank, 6] + below[rank, 3] * below[rank, 7]
            )
        _add_to_flops(boards[n], repeats[n], kinds, won, lost, all_pairs, counts)


_HIGH = np.array([high for high in range(13) for _ in range(high + 1)])
_LOW = np.array([low for high in range(13) for low in range(high + 1)])


@inner
def _list_held(high, low, pairs, combos, counts):
    """List the pairs of ranks that are held, and each suit's combos: with two cards of it, with one, with none.

    pairs : int64[PAIRS, 3]   zeros; filled in place with each pair held and its ranks; returns how many there are
    combos : int64[4, K]      filled in place
    counts : int64[4, 3]      filled in place: how many make a flush on a board with three, four and five of the suit
    """
    for c in range(high.shape[0]):
        a, b = np.int64(high[c]) >> 2, np.int64(low[c]) >> 2
        pairs[a * (a + 1) // 2 + b, 1] = 1
    held = 0
    for pair in range(PAIRS):
        if pairs[pair, 1]:
            pairs[held, 0] = pair
            pairs[held, 1] = _HIGH[pair]
            pairs[held, 2] = _LOW[pair]
            held += 1
    for suit in range(4):
        count = 0
        for missing in range(3):
            for c in range(high.shape[0]):
                if int(high[c] & 3 == suit) + int(low[c] & 3 == suit) == 2 - missing:
                    combos[suit, count] = c
                    count += 1
            counts[suit, missing] = count
    return held


@inner
def _chain(value, item, head, following, present):
    """Put an item in front of the list of its value."""
    word = value >> 6
    bit = _ONE << np.uint64(value & 63)
    following[item] = head[value] if present[word] & bit else -1
    present[word] |= bit
    head[value] = item


@inner
def _product(sums, cell, start, below, rank, player):
    """Return the sum over four suits of weights times what lies below; in two halves: no chain of additions."""
    return (sums[cell, start] * below[rank, player] + sums[cell, start + 1] * below[rank, player + 1]) + (
        sums[cell, start + 2] * below[rank, player + 2] + sums[cell, start + 3] * below[rank, player + 3]
    )


@inner
def _add_to_flops(board, repeat, kinds, won, lost, pairs, counts):
    for k in range(2, 5):
        third = np.int64(board[k])
        third = third * (third - 1) * (third - 2) // 6
        for j in range(1, k):
            second = np.int64(board[j])
            second = third + second * (second - 1) // 2
            for i in range(j):
                kind = kinds[second + np.int64(board[i])]
                counts[kind, 0] += repeat * won
                counts[kind, 1] += repeat * lost
                counts[kind, 2] += repeat * pairs


@kernel
def sweep_looks(boards, repeats, looks, high, low, mine, theirs, deals):
    """Add up, for each look that a combo can have on a flop, half pots that the first player wins, and all of them.

    The same boards as for `sweep_flops`, but combo by combo, because a look belongs to a combo and a flop.

    boards : uint8[N, 5]        ascending cards in each row
    repeats : float64[N]        how many boards each one stands for
    looks : int16[22100, K]     the look of each combo on each flop, numbered as `sweep_flops` does; not read where they
                                share a card
    high, low : uint8[K]        the cards of every combo either player holds
    mine, theirs : float64[K]   the players' weights
    deals : float64[L, 2]       half pots won, all half pots; added to in place
    """
    size = high.shape[0]
    head = np.zeros(7463, np.int16)
    following = np.zeros(size, np.int16)
    present = np.zeros(WORDS, np.uint64)
    by_card = np.zeros(52)
    won = np.zeros(size)
    asked = np.zeros(size, np.int64)
    halves = np.zeros((size, 2))
    for n in range(boards.shape[0]):
        list_by_value(boards[n], high, low, head, following, present)
        by_card[:] = 0.0
        total = 0.0
        count = 0
        for word in range(WORDS):
            bits = present[word]
            present[word] = 0
            while bits:
                value = 64 * word + np.int64(count_bits(~bits & (bits - _ONE)))
                bits &= bits - _ONE
                c = np.int64(head[value])
                while c >= 0:
                    won[c] = total - by_card[high[c]] - by_card[low[c]]
                    c = np.int64(following[c])
                c = np.int64(head[value])
                while c >= 0:
                    total += theirs[c]
                    by_card[high[c]] += theirs[c]
                    by_card[low[c]] += theirs[c]
                    c = np.int64(following[c])
                c = np.int64(head[value])
                while c >= 0:
                    if mine[c] > 0.0:
                        # once what lies below, once what lies below or ties: a tie is half of a pot
                        won[c] += total - by_card[high[c]] - by_card[low[c]] + theirs[c]
                        asked[count] = c
                        count += 1
                    c = np.int64(following[c])
        for i in range(count):
            c = asked[i]
            weight = repeats[n] * mine[c]
            halves[i, 0] = weight * won[c]
            halves[i, 1] = weight * 2.0 * (total - by_card[high[c]] - by_card[low[c]] + theirs[c])
        for k in range(2, 5):
            third = np.int64(boards[n, k])
            third = third * (third - 1) * (third - 2) // 6
            for j in range(1, k):
                second = np.int64(boards[n, j])
                second = third + second * (second - 1) // 2
                for i in range(j):
                    flop = second + np.int64(boards[n, i])
                    for m in range(count):
                        look = looks[flop, asked[m]]
                        deals[look, 0] += halves[m, 0]
                        deals[look, 1] += halves[m, 1]
