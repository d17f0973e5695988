"""Made hands, draws and outs, row by row; the definitions are those of `equity.made_hands`."""

from __future__ import annotations

import numpy as np

from equity.kernels.cards.bits import count_bits, last_bit
from equity.kernels.cards.categories import CATEGORY_OF
from equity.kernels.cards.evaluate import add_cards, value_of_some
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.features.ranks import COMPLETING, RANK_SET, STRAIGHT_TOPS, WINDOWS, lane_of, ranks_held
from equity.made_hands import Draw, MadeHand
from equity.tables import CARD_KEYS, CARD_MASKS

__all__ = ["fill_draws", "fill_made", "fill_outs"]

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _QUADS, _STRAIGHT_FLUSH = 1, 2, 3, 4, 5, 7, 8  # categories
_OF_FIVE = np.array(  # made hands that are categories
    [0, 0, 0, 0, *[int(getattr(MadeHand, name)) for name in "STRAIGHT FLUSH FULL_HOUSE QUADS".split()], 22, 22],
    np.uint8,
)
# By ranks of the board above it: the pair with a rank of the board, and a pocket pair between them.
_BOARD_PAIR = np.array(
    [MadeHand.TOP_PAIR, MadeHand.SECOND_PAIR, MadeHand.THIRD_PAIR, *[MadeHand.LOW_PAIR] * 2], np.uint8
)
_POCKET_PAIR = np.array(
    [MadeHand.OVERPAIR, MadeHand.POCKET_PAIR_BELOW_TOP, MadeHand.POCKET_PAIR_BELOW_SECOND, *[MadeHand.LOW_PAIR] * 2],
    np.uint8,
)
_UNDERPAIR, _ACE_HIGH, _TWO_OVERCARDS = int(MadeHand.UNDERPAIR), int(MadeHand.ACE_HIGH), int(MadeHand.TWO_OVERCARDS)
_ONE_OVERCARD = int(MadeHand.ONE_OVERCARD)
_BY_PAIRS_ON_BOARD = np.array([MadeHand.TWO_PAIR, MadeHand.TWO_PAIR_WITH_BOARD, MadeHand.TWO_PAIR_ON_BOARD], np.uint8)
_SET, _THREE, _THREE_ON_BOARD = int(MadeHand.SET), int(MadeHand.TRIPS), int(MadeHand.TRIPS_ON_BOARD)
_NO_ACE = np.uint64(0x0FFF)

_FLUSH_DRAW, _NUT_FLUSH_DRAW = int(Draw.FLUSH_DRAW), int(Draw.NUT_FLUSH_DRAW)
_BACKDOOR_FLUSH, _BACKDOOR_NUT_FLUSH = int(Draw.BACKDOOR_FLUSH_DRAW), int(Draw.BACKDOOR_NUT_FLUSH_DRAW)
_OPEN_ENDED, _DOUBLE_GUTSHOT, _GUTSHOT = int(Draw.OPEN_ENDED), int(Draw.DOUBLE_GUTSHOT), int(Draw.GUTSHOT)
_BACKDOOR_STRAIGHT, _STRAIGHT_FLUSH_DRAW = int(Draw.BACKDOOR_STRAIGHT_DRAW), int(Draw.STRAIGHT_FLUSH_DRAW)
_COMBO_DRAW, _TWO_CARDS_OVER, _ONE_CARD_OVER = int(Draw.COMBO_DRAW), int(Draw.TWO_OVERCARDS), int(Draw.ONE_OVERCARD)


@inner
def _bit(rank):
    return _ONE << np.uint64(rank)


@inner
def _above(ranks, rank):
    """Return how many of a set of ranks are higher than one (-1: all), as an int64."""
    return np.int64(count_bits(ranks >> np.uint64(rank + 1)))


@inner
def _pair_place(rank, board):
    """Return the code of a pair by its rank and the board's ranks."""
    above = _above(board, rank)
    if board & _bit(rank):
        return np.int64(_BOARD_PAIR[above])
    if above == np.int64(count_bits(board)):
        return np.int64(_UNDERPAIR if above else _POCKET_PAIR[0])
    return np.int64(_POCKET_PAIR[above])


@inner
def _kicker_order(first, second, rank, board):
    """Return the place of the hole card that is not of a rank among the kickers that are none on the board."""
    kicker = second if first == rank else first
    return 1 + _above(RANK_SET & ~board & ~_bit(rank), kicker)


@inner
def _high_cards(first, second, board):
    """Return the code of two hole cards that make nothing, and the kicker's order for an ace."""
    if first == 12 or second == 12:
        return np.int64(_ACE_HIGH), _kicker_order(first, second, 12, board)
    top = last_bit(board)
    over = np.int64(first > top) + np.int64(second > top)
    return np.int64(0 if over == 0 else _ONE_OVERCARD if over == 1 else _TWO_OVERCARDS), np.int64(0)


@inner
def _flush_order(whole, hole):
    """Return the place of the hole cards' best in the suit of a flush; 0 if they hold none of it."""
    for suit in range(4):
        lane = lane_of(whole, suit)
        if count_bits(lane) >= np.uint64(5):
            best = last_bit(lane_of(hole, suit))
            return 1 + _above(RANK_SET & ~lane, best) if best >= 0 else np.int64(0)
    return np.int64(0)


@inner
def _cards_played(value, key, mask, first, second, count):
    """Return how many hole cards a value needs, beside a board of `count` cards with this key and set."""
    if count == 5 and value_of_some(key, mask, 5) == value:
        return 0
    if count >= 4:
        for card in (first, second):
            if value_of_some(key + CARD_KEYS[card], mask | CARD_MASKS[card], count + 1) == value:
                return 1
    return 2


@kernel
def fill_made(holes, boards, codes, values):
    """Name what hole cards make.

    holes, boards : uint8[N, 2], uint8[N, 3..5]
    codes : uint8[N, 5]   made hand, category, order, pair, plays; filled in place
    values : uint16[N]    filled in place
    """
    count = boards.shape[1]
    for i in range(boards.shape[0]):
        a, b = np.int64(holes[i, 0]), np.int64(holes[i, 1])
        first, second = a >> 2, b >> 2
        key, mask = add_cards(boards, i, boards.shape[1])
        hole = CARD_MASKS[a] | CARD_MASKS[b]
        if mask & hole:  # tables of values know nothing of such rows
            values[i] = 0
            codes[i] = 0
            continue
        whole = mask | hole
        value = value_of_some(key + CARD_KEYS[a] + CARD_KEYS[b], whole, count + 2)
        category = np.int64(CATEGORY_OF[value])
        plays = _cards_played(value, key, mask, a, b, count)
        board, board_twice, board_thrice, _ = ranks_held(mask)
        _, twice, thrice, _ = ranks_held(whole)
        mine = _bit(first) | _bit(second)
        order = np.int64(0)
        pairs = twice & ~thrice & mine
        pair = _pair_place(last_bit(pairs), board) if pairs else np.int64(0)
        if category >= _STRAIGHT:
            made = np.int64(_OF_FIVE[category])
            if category == _FLUSH and plays:
                order = _flush_order(whole, hole)
        elif category == _TRIPS:
            if board_thrice & thrice:
                made = np.int64(_THREE_ON_BOARD)
            elif board_twice & thrice:
                made = np.int64(_THREE)
                order = _kicker_order(first, second, last_bit(thrice), board)
            else:
                made = np.int64(_SET)
        elif category == _TWO_PAIR:
            top = _bit(last_bit(twice))
            best = top | _bit(last_bit(twice ^ top))
            made = np.int64(_BY_PAIRS_ON_BOARD[count_bits(best & board_twice)])
        elif category == _PAIR and not twice & board_twice:
            made = pair
            if twice & board:
                order = _kicker_order(first, second, last_bit(twice), board)
        else:
            made, order = _high_cards(first, second, board)
        values[i] = value
        codes[i, 0] = made
        codes[i, 1] = category
        codes[i, 2] = order
        codes[i, 3] = pair
        codes[i, 4] = plays


@inner
def _completing(whole, board):
    """Return the ranks that make a higher straight of `whole` than of `board` with them (sets of ranks)."""
    found = np.uint64(COMPLETING[whole])
    shared = found & np.uint64(COMPLETING[board])
    while shared:
        rank = shared & (~shared + _ONE)
        shared ^= rank
        if STRAIGHT_TOPS[whole | rank] <= STRAIGHT_TOPS[board | rank]:
            found ^= rank
    return found


@inner
def _straight_draw(whole, completing):
    """Return the flag of a straight draw by the ranks held and those that complete."""
    low = whole << _ONE | whole >> np.uint64(12)  # the ace below the two
    ends = completing << _ONE | completing >> np.uint64(12)
    runs = low & low >> _ONE & low >> np.uint64(2) & low >> np.uint64(3)  # by their lowest rank
    if runs & ends << _ONE & ends >> np.uint64(4):
        return _OPEN_ENDED
    return _DOUBLE_GUTSHOT if completing & (completing - _ONE) else _GUTSHOT


@inner
def _has_backdoor_straight(whole, board):
    """Say whether two ranks make a higher straight of `whole` than of `board` with them; no single rank does."""
    own = whole & ~board
    for j in range(10):
        window = WINDOWS[j]
        if window & own and count_bits(window & whole) >= np.uint64(3):
            both = window & ~whole
            if STRAIGHT_TOPS[whole | both] > STRAIGHT_TOPS[board | both]:
                return True
    return False


@inner
def _flush_draws(whole, hole, flop):
    """Return the flags of flush draws."""
    for suit in range(4):
        lane, own = lane_of(whole, suit), lane_of(hole, suit)
        held = count_bits(lane)
        if own and (held == np.uint64(4) or (flop and held == np.uint64(3))):
            is_nut = _above(RANK_SET & ~lane, last_bit(own)) == 0
            if held == np.uint64(4):
                return _FLUSH_DRAW | (_NUT_FLUSH_DRAW if is_nut else 0)
            return _BACKDOOR_FLUSH | (_BACKDOOR_NUT_FLUSH if is_nut else 0)
    return 0


@inner
def _has_straight_flush_draw(whole, mask):
    for suit in range(4):
        lane = lane_of(whole, suit)
        if count_bits(lane) >= np.uint64(4) and _completing(lane, lane_of(mask, suit)):
            return True
    return False


@kernel
def fill_draws(holes, boards, flags, outs):
    """Name what hole cards may become.

    holes, boards : uint8[N, 2], uint8[N, 3..5]
    flags : uint16[N]   filled in place
    outs : uint8[N]     cards that complete a flush or straight draw, filled in place
    """
    count = boards.shape[1]
    for i in range(boards.shape[0]):
        flags[i] = 0
        outs[i] = 0
        if count == 5:
            continue
        a, b = holes[i, 0], holes[i, 1]
        key, mask = add_cards(boards, i, boards.shape[1])
        hole = CARD_MASKS[a] | CARD_MASKS[b]
        if mask & hole:
            continue
        whole = mask | hole
        category = CATEGORY_OF[value_of_some(key + CARD_KEYS[a] + CARD_KEYS[b], whole, count + 2)]
        found, cards = 0, 0
        if category < _FLUSH:
            found |= _flush_draws(whole, hole, count == 3)
            if found & _FLUSH_DRAW:
                cards = 9
        if category < _STRAIGHT_FLUSH and _has_straight_flush_draw(whole, mask):
            found |= _STRAIGHT_FLUSH_DRAW
        if category < _STRAIGHT:
            ranks, board = ranks_held(whole)[0], ranks_held(mask)[0]
            completing = _completing(ranks, board)
            if completing:
                if found & _FLUSH_DRAW:
                    found |= _COMBO_DRAW
                    cards += 3 * np.int64(count_bits(completing))
                else:
                    cards += 4 * np.int64(count_bits(completing))
                found |= _straight_draw(ranks, completing)
            elif count == 3 and _has_backdoor_straight(ranks, board):
                found |= _BACKDOOR_STRAIGHT
            mine = ranks_held(hole)[0]
            if mine & (mine - _ONE) and not mine & board:
                over = _above(mine, last_bit(board))
                if over:
                    found |= _TWO_CARDS_OVER if over == 2 else _ONE_CARD_OVER
        flags[i] = found
        outs[i] = cards


@inner
def _board_category(key, mask, count):
    """Return the category of four or five cards."""
    if count == 5:
        return np.int64(CATEGORY_OF[value_of_some(key, mask, 5)])
    _, twice, thrice, four = ranks_held(mask)
    if thrice:
        return np.int64(_QUADS if four else _TRIPS)
    return np.int64(count_bits(twice))  # none, a pair, two


@kernel
def fill_outs(holes, boards, outs):
    """Count the next cards that improve a hand beyond what they do for the board, by its category with them.

    holes, boards : uint8[N, 2], uint8[N, 3..5]
    outs : uint8[N, 10]   filled in place
    """
    count = boards.shape[1]
    for i in range(boards.shape[0]):
        for j in range(10):
            outs[i, j] = 0
        if count == 5:
            continue
        a, b = holes[i, 0], holes[i, 1]
        key, mask = add_cards(boards, i, boards.shape[1])
        if mask & (CARD_MASKS[a] | CARD_MASKS[b]):
            continue
        own_key = key + CARD_KEYS[a] + CARD_KEYS[b]
        whole = mask | CARD_MASKS[a] | CARD_MASKS[b]
        now = np.int64(CATEGORY_OF[value_of_some(own_key, whole, count + 2)])
        for card in range(52):
            bit = CARD_MASKS[card]
            if whole & bit:
                continue
            then = np.int64(CATEGORY_OF[value_of_some(own_key + CARD_KEYS[card], whole | bit, count + 3)])
            if then > now and then > _board_category(key + CARD_KEYS[card], mask | bit, count + 1):
                outs[i, then] += 1
