"""Hole cards and boards up to suits: deal -> index, and index -> deal. The scheme is told in `equity.features.classes`.

What kernels know of it: a suit's *code* is its numbers of hole, flop, turn and river cards in one number, its *share*
is which ranks these are, numbered from 0 within the code. A *layout* is the ascending list of four suits' codes; it is
found by a sum of weights, which no two layouts of a deal have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from math import comb, prod

import numpy as np

from equity.kernels.cards.bits import count_bits
from equity.kernels.compile.decorators import inline, inner, kernel
from equity.kernels.features.ranks import RANK_SET, lane_of
from equity.tables import CARD_MASKS

__all__ = ["DEALS", "fill_indices", "fill_members"]

_ZERO, _ONE = np.uint64(0), np.uint64(1)
# Numbers of hole, flop, turn and river cards; a board that is one set of cards is all flop.
_BOARDS = ((3, 0, 0), (3, 1, 0), (3, 1, 1), (4, 0, 0), (5, 0, 0))
_DEALS = [*((0, *board) for board in _BOARDS), (2, 0, 0, 0), *((2, *board) for board in _BOARDS)]
_CODES = [(holes, flop, turn, river) for holes in range(3) for flop in range(6) for turn in (0, 1) for river in (0, 1)]
_SHARE_BITS = np.uint64(20)
_SHARE = np.uint64((1 << 20) - 1)
_SIZES_UNIT = np.uint64(22)  # hole and flop cards of a code stand above turn and river, one bit each
_TURN_UNIT, _RIVER_UNIT = np.uint64(1 << 21), np.uint64(1 << 20)
_SUMS = 2048  # of weights, modulo this
_BLOCK = 64  # deals that go through each step together
_SUM_MASK = np.uint64(_SUMS - 1)
_FACTOR = 80  # the search for weights begins, and ends, here


def _count_shares(holes: int, flop: int, turn: int, river: int) -> int:
    """Return how many shares have these numbers of cards."""
    left = 13 - holes - flop
    return comb(13, holes) * comb(13 - holes, flop) * (left if turn else 1) * (left - turn if river else 1)


def _list_layouts(left: tuple[int, ...], least: int = 0, suits: int = 4) -> Iterator[tuple[int, ...]]:
    """Yield the ascending codes of so many suits that use up what is left of a deal."""
    if suits == 0:
        if not any(left):
            yield ()
        return
    for code in range(least, len(_CODES)):
        rest = tuple(has - takes for has, takes in zip(left, _CODES[code], strict=True))
        if min(rest) >= 0:
            yield from ((code, *more) for more in _list_layouts(rest, code, suits - 1))


def _find_weights(layouts: list[list[tuple[int, ...]]]) -> list[int]:
    """Return a weight of each code: powers of a factor found by search, from one that is known to do."""
    for factor in count(_FACTOR):
        weights = [pow(factor, code + 1, 2**31 - 1) % _SUMS for code in range(len(_CODES))]
        if all(len({sum(weights[c] for c in codes) % _SUMS for codes in deal}) == len(deal) for deal in layouts):
            return weights
    raise AssertionError


_LAYOUTS = [list(_list_layouts(deal)) for deal in _DEALS]
_SHARES = [_count_shares(*code) for code in _CODES]


def _sizes(codes: tuple[int, ...]) -> list[int]:
    """Return in how many ways each group of equal codes can have its shares, in ascending order of codes."""
    return [comb(_SHARES[code] + codes.count(code) - 1, codes.count(code)) for code in sorted({*codes})]


# By layout, the deals' lists one after the other: the first index, and for each suit a factor and its place among
# suits of the same code, from 1.
_FLAT = [codes for deal in _LAYOUTS for codes in deal]
_CODES_OF = np.array(_FLAT, np.uint8)
_FACTORS = np.array(
    [[prod(_sizes(codes)[: sorted({*codes}).index(code)]) for code in codes] for codes in _FLAT], np.uint64
)
_PLACES = np.array([[codes[: i + 1].count(codes[i]) for i in range(4)] for codes in _FLAT], np.uint8)
_STARTS = np.array(
    [sum(prod(_sizes(codes)) for codes in deal[:i]) for deal in _LAYOUTS for i in range(len(deal))], np.uint64
)
_FIRST = np.cumsum([0, *map(len, _LAYOUTS)])
_WEIGHTS = np.array(_find_weights(_LAYOUTS), np.uint64)
_LAYOUT_OF = np.zeros((len(_DEALS), _SUMS), np.uint16)
for _number, _deal in enumerate(_LAYOUTS):
    for _i, _codes in enumerate(_deal):
        _LAYOUT_OF[_number, sum(int(_WEIGHTS[code]) for code in _codes) % _SUMS] = _FIRST[_number] + _i

# (number of the deal, number of classes) by numbers of hole, flop, turn and river cards
DEALS = {deal: (number, sum(prod(_sizes(codes)) for codes in _LAYOUTS[number])) for number, deal in enumerate(_DEALS)}
_SHARES_OF = np.array(_SHARES, np.uint64)

# By set of ranks: its number among the sets of its size, in ascending order (colexicographic), and the size << 11.
_SIZE_OF = np.bitwise_count(np.arange(1 << 13)).astype(np.int64)
_NUMBER_OF = np.array([0] * (1 << 13), np.int64)
for _size in range(6):
    _NUMBER_OF[_SIZE_OF == _size] = np.arange(comb(13, _size))
_SETS = np.where(_SIZE_OF < 6, _NUMBER_OF | _SIZE_OF << 11, 0).astype(np.uint16)
# And back: the sets of a size, in order, from a size's start.
_SET_STARTS = np.cumsum([0, *(comb(13, size) for size in range(5))]).astype(np.uint64)
_SET_OF = np.concatenate([np.flatnonzero(_SIZE_OF == size) for size in range(6)]).astype(np.uint16)
_FLOPS = np.array([comb(13 - holes, flop) for holes in range(3) for flop in range(6)], np.uint64)  # by both sizes
_SET_BITS, _SET_NUMBER = np.uint64(11), np.uint64((1 << 11) - 1)
_HOLE_CARDS, _FLOP_CARDS, _TURN_CARDS, _RIVER_CARDS = np.array(_CODES, np.uint8).T.copy()
# Cards of the same suit that are higher.
_HIGHER = np.array([(0x1FFF & ~((2 << (card >> 2)) - 1)) << 16 * (card & 3) for card in range(52)], np.uint64)


@inline
def _without_gap(cards, card):
    """Return a set of cards with the ranks above a card, which it lacks, moved down by one in its suit."""
    higher = cards & _HIGHER[card]
    return (cards ^ higher) | higher >> _ONE


@inline
def _multiset_term(share, place):
    """Return C(share + place - 1, place), what the share in a place (from 1) of an ascending multiset adds (uint64)."""
    more = min(place - _ONE, _ONE)
    term = share * (share * more + _ONE) >> more  # places 1 and 2, without a branch, which would be guessed wrong
    if place > np.uint64(2):
        term = term * (share + np.uint64(2)) // np.uint64(3)
        if place > np.uint64(3):
            term = term * (share + np.uint64(3)) >> np.uint64(2)
    return term


@inline
def _key_of(hole, flop, suit):
    """Return a suit's code and share of hole cards and flop (without gaps) as one number that sorts by both."""
    holes, flops = np.uint64(_SETS[lane_of(hole, suit)]), np.uint64(_SETS[lane_of(flop, suit)])
    sizes = (holes >> _SET_BITS) * np.uint64(6) + (flops >> _SET_BITS)
    return sizes << _SIZES_UNIT | (holes & _SET_NUMBER) * _FLOPS[sizes] + (flops & _SET_NUMBER)


@inline
def _put_card(keys, i, held, card, unit):
    """Add a turn or river card to the key of its suit; `held` are the cards before it."""
    suit, rank = card & np.uint64(3), card >> np.uint64(2)
    left = ~(held >> (suit << np.uint64(4))) & RANK_SET
    key = keys[i, suit]
    place = count_bits(left & ((_ONE << rank) - _ONE))
    keys[i, suit] = (key & ~_SHARE) + unit + (key & _SHARE) * count_bits(left) + place


@inline
def _index_of(keys, i, layouts):
    """Return the index of a deal by its suits' keys."""
    a, b, c, d = keys[i, 0], keys[i, 1], keys[i, 2], keys[i, 3]
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    weight = _WEIGHTS[a >> _SHARE_BITS] + _WEIGHTS[b >> _SHARE_BITS]
    weight += _WEIGHTS[c >> _SHARE_BITS] + _WEIGHTS[d >> _SHARE_BITS]
    layout = np.uint64(layouts[weight & _SUM_MASK])
    index = _STARTS[layout] + _FACTORS[layout, 0] * (a & _SHARE)
    index += _FACTORS[layout, 1] * _multiset_term(b & _SHARE, np.uint64(_PLACES[layout, 1]))
    index += _FACTORS[layout, 2] * _multiset_term(c & _SHARE, np.uint64(_PLACES[layout, 2]))
    return index + _FACTORS[layout, 3] * _multiset_term(d & _SHARE, np.uint64(_PLACES[layout, 3]))


@partial(kernel, straight=True)
def fill_indices(holes, boards, deal, flop, indices):
    """Number deals up to suits.

    holes, boards : uint8[N, 0 or 2], uint8[N, 0 to 5]
    deal : int64                the deal's number in `DEALS`
    flop : int64                how many of the board's cards are one set; the next is the turn, then the river
    indices : uint64[N]         filled in place
    """
    layouts = _LAYOUT_OF[deal]
    keys, helds = np.empty((_BLOCK, 4), np.uint64), np.empty(_BLOCK, np.uint64)
    later = boards.shape[1] - flop
    for first in range(0, boards.shape[0], _BLOCK):
        size = min(_BLOCK, boards.shape[0] - first)
        for i in range(size):
            hole, board = _ZERO, _ZERO
            for j in range(flop):
                board |= CARD_MASKS[boards[first + i, j]]
            held = board
            if holes.shape[1] == 2:
                a, b = holes[first + i, 0], holes[first + i, 1]
                hole = CARD_MASKS[a] | CARD_MASKS[b]
                held |= hole
                board = _without_gap(_without_gap(board, max(a, b)), min(a, b))
            helds[i] = held
            for suit in range(4):
                keys[i, suit] = _key_of(hole, board, suit)
        if later:
            for i in range(size):
                card = boards[first + i, flop]
                _put_card(keys, i, helds[i], np.uint64(card), _TURN_UNIT)
                helds[i] |= CARD_MASKS[card]
            if later == 2:
                for i in range(size):
                    _put_card(keys, i, helds[i], np.uint64(boards[first + i, flop + 1]), _RIVER_UNIT)
        for i in range(size):
            indices[first + i] = _index_of(keys, i, layouts)


@inner
def _largest_share(number, place, top):
    """Return the largest share up to `top` whose term in a place is not above a number."""
    low = _ZERO
    while low < top:
        middle = (low + top + _ONE) >> _ONE
        if _multiset_term(middle, place) <= number:
            low = middle
        else:
            top = middle - _ONE
    return low


@inner
def _with_gaps(ranks, taken):
    """Return a set of ranks, numbered among those that are not taken, as a set among all 13."""
    for rank in range(13):
        bit = _ONE << np.uint64(rank)
        if taken & bit:
            low = ranks & (bit - _ONE)
            ranks = low | (ranks ^ low) << _ONE
    return ranks


@inner
def _put_share(code, share, suit, cards, places):
    """Write the cards of a share; places: int64[4], where the next hole, flop, turn and river card go."""
    holes, flop = np.uint64(_HOLE_CARDS[code]), np.uint64(_FLOP_CARDS[code])
    river_ranks, turn_ranks = _ZERO, _ZERO
    left = np.uint64(13) - holes - flop
    if _RIVER_CARDS[code]:
        ways = left - np.uint64(_TURN_CARDS[code])
        river_ranks = _ONE << share % ways
        share //= ways
    if _TURN_CARDS[code]:
        turn_ranks = _ONE << share % left
        share //= left
    flops = _FLOPS[holes * np.uint64(6) + flop]
    hole_ranks = np.uint64(_SET_OF[_SET_STARTS[holes] + share // flops])
    flop_ranks = _with_gaps(np.uint64(_SET_OF[_SET_STARTS[flop] + share % flops]), hole_ranks)
    turn_ranks = _with_gaps(turn_ranks, hole_ranks | flop_ranks)
    river_ranks = _with_gaps(river_ranks, hole_ranks | flop_ranks | turn_ranks)
    parts = (hole_ranks, flop_ranks, turn_ranks, river_ranks)
    for part in range(4):
        for rank in range(12, -1, -1):
            if parts[part] >> np.uint64(rank) & _ONE:
                cards[places[part]] = 4 * rank + suit
                places[part] += 1


@inner
def _sort_down(cards, begin, end):
    for j in range(begin + 1, end):
        card = cards[j]
        k = j
        while k > begin and cards[k - 1] < card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@partial(kernel, straight=True)
def fill_members(indices, deal, counts, cards, sizes):
    """Find the first member of classes.

    indices : uint64[N]          each below the number of classes
    deal : int64                 the deal's number in `DEALS`
    counts : int64[4]            its hole, flop, turn and river cards
    cards : uint8[N, cards]      hole cards, then the board; filled in place
    sizes : uint8[N]             members that differ, orders aside; filled in place
    """
    shares, places = np.zeros(4, np.uint64), np.zeros(4, np.int64)
    for i in range(indices.size):
        index = indices[i]
        layout, end = _FIRST[deal], _FIRST[deal + 1]
        while end - layout > 1:
            middle = (layout + end) >> 1
            if _STARTS[middle] <= index:
                layout = middle
            else:
                end = middle
        index -= _STARTS[layout]
        members, suit = 24, 3
        while suit >= 0:
            code, place = _CODES_OF[layout, suit], np.int64(_PLACES[layout, suit])
            number = index // _FACTORS[layout, suit]  # of the group's multiset: this suit is its last
            index -= number * _FACTORS[layout, suit]
            top, same = _SHARES_OF[code] - _ONE, 0
            for p in range(place, 0, -1):
                share = _largest_share(number, np.uint64(p), top)
                number -= _multiset_term(share, np.uint64(p))
                same = same + 1 if p < place and share == top else 1
                members //= same
                shares[suit] = share
                top = share
                suit -= 1
        places[0] = 0
        for part in range(3):
            places[part + 1] = places[part] + counts[part]
        for s in range(3, -1, -1):
            _put_share(_CODES_OF[layout, s], shares[s], s, cards[i], places)
        _sort_down(cards[i], 0, counts[0])
        _sort_down(cards[i], counts[0], counts[0] + counts[1])
        sizes[i] = members
