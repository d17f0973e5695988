"""Settle a finished hand again, at the equity it had when the last chips went in: all-in adjusted results.

Rules of the file: every card dealt is known here, so the missing board cards are a uniform draw from the rest of the
deck whatever the betting was, and the average over them is unbiased. (Counting only the hands shown would not be: who
folded says something about the cards that are gone.) On the turn and flop every runout is counted. Before the flop two
players who were dealt in alone are looked up in the table of matchups. For more, `settle_at_equity` takes a sample: one
shuffle of the rest of the deck is laid out in five rows, and boards are lines through them: uniform each, and two of
them share few cards, so that 8 columns of cards give 16 boards that are nearly independent. What that adds to the
variance is a sixteenth of what settling takes away, or less; `equity.kernels.hands.all_ins_exact` counts all boards
instead, at a thousand times the cost.

Where the time goes, six random seats, of 320 ns: 75 to draws and shuffle, 75 to the values (1.4 ns each), 25 to
flushes, 75 to who wins and gets what, 25 to the one hand in forty that is all-in on the flop. The values of all rivals
come first, then the winners of all boards at once, as vectors: a loop over rivals board by board is guessed wrong.
Measured on an AVX-512 Xeon and left out:

- boards that cost less to draw. Each is worth 1.5 to 1.8 independent ones, as every card of the deck lies on as many
  lines. Five cards drawn and moved on through fixed rows of the deck give boards worth 1.2 to 1.3, fewer columns with
  more slopes 0.7 to 1, so that what is saved on draws goes into more values. Five cards drawn and moved by tables, in
  which each goes to every eighth of the deck twice, the rows apart: 1.2 to 1.47 times the variance for 0.9 of the time.
- fewer boards: with six random seats the standard error is 1.18 times that of the exact settlement, it would be 1.34
  times with 8.
- values eight at a time from tables of int32 (LLVM makes gathers of them): 0.8 ns each instead of 1.6 in a loop over
  few hands, 7 ns instead of 2.5 here, where they come from all over the tables. Left alone, LLVM makes vectors of the
  loop over values, at twice the cost: counting the flushes on the way keeps it from that.
- a loop of its own for three rivals: 27 of 350 ns for these, a fiftieth for six random seats.
- the best value kept board by board while the values are looked up: 1.06 times the time of a second pass.
- the best value and the seats that have it in two arrays: LLVM then loads under a mask what was stored just before, and
  waits for it, 1.5 times the time.
- the cards not seen listed bit by bit, flushes told in a branch of their own, the places as 16-bit numbers: no gain.
- the keys of all lines as vectors, over rows whose first cards are repeated at their ends; numbers drawn in one row of
  16 bits each; a shift instead of the divisions where there are 16 boards: each 0.98 to 1.02.
- LLVM without its loop vectoriser: 1.1 times the time.

`play_deals` calls either by address, so that a cold start compiles the one it needs, and beside the rest. They take

h : HAND, u : RULES       a settled hand that was all-in before the river and went to a showdown; its rules
unit : int64              parts of a chip to count in
stream : uint64[4]        randomness
matchups : int32[S, 2]    `equity.odds.exact.preflop_grids.slot_counts`; read where two players are dealt in
scratch : SCRATCH         "adjusted" is filled: chips won or lost by each seat times `unit`, rounded to the nearest

and return on how many boards the hand was settled.
"""

from __future__ import annotations

import numpy as np

from equity.constants import BOARDS_HEADS_UP, MAX_SEATS
from equity.kernels.cards.bits import first_bit
from equity.kernels.cards.deal import draw_places
from equity.kernels.cards.evaluate import HASHED_KEYS, flush_value, value_of_hash
from equity.kernels.compile.decorators import apart, inner
from equity.kernels.hands.records import LIVE, OUT
from equity.kernels.hands.showdown import _rake_of, keep_best, next_pot, split_pot
from equity.matchups import shape_of, slot_of_shapes
from equity.tables import (
    CARD_MASKS,
    FLUSH_BITS,
    FLUSH_VALUES,
    START_KEY,
)

__all__ = [
    "SCRATCH",
    "SLOPES",
    "add_average",
    "award_pot",
    "clear_sets",
    "list_rivals",
    "settle_at_equity",
    "take_back",
]

_PAIRS = 91  # of ranks: r and q <= r have the number r (r + 1) / 2 + q
_LISTED = 48  # boards that can be listed: at most 44 after the turn

# Room for one hand: "adjusted" is the answer, the rest is nobody's business afterwards.
SCRATCH = np.dtype(
    [
        ("adjusted", np.int64, MAX_SEATS),  # by seat
        ("won", np.int64, MAX_SEATS),
        ("seats", np.int64, MAX_SEATS + 1),  # of a pot's rivals
        ("own_keys", np.uint64, MAX_SEATS + 1),  # of each rival's two cards
        ("own_masks", np.uint64, MAX_SEATS + 1),
        ("amounts", np.int64, MAX_SEATS + 1),  # by pot
        ("eligible", np.int64, MAX_SEATS + 1),  # by pot, a set of seats
        ("cards", np.uint64, 53),  # not seen yet
        ("words", np.uint64, 12),
        ("places", np.uint64, (4, 12)),
        ("shuffled", np.uint64, 48),  # keys
        ("keys", np.uint64, _PAIRS),  # by board, or by pair of ranks that comes on turn and river
        ("values", np.uint16, MAX_SEATS * _LISTED),  # by seat and board
        ("flushes", np.uint16, MAX_SEATS * _LISTED),  # number of a rival among them << 8, board
        ("top", np.int64, _LISTED),  # by board: the best value << 10, the seats that have it
        ("winners", np.int64, _PAIRS),  # by ranks alone
        ("best", np.int64, _PAIRS),
        ("ways", np.int64, _PAIRS),
        ("left", np.int64, 13),  # cards by rank
        ("suited", np.int64, 14),
        ("others", np.int64, 13),
        ("sets", np.int64, 1 << MAX_SEATS),  # boards won by each set of rivals
    ]
)
SLOPES = 2  # lines of so many slopes; more cost time and take away little of the variance that is left

_ONE = np.uint64(1)
_SIX_BITS = np.uint64(63)
_COUNTER = np.uint64(0xFF)  # of a suit in a key
_LANE = np.uint64(0x1FFF)  # of a suit in a set
_PAIR_KEYS = np.array([HASHED_KEYS[4 * r] + HASHED_KEYS[4 * q] for r in range(13) for q in range(r + 1)], np.uint64)

_shape_of, _slot_of_shapes = inner(shape_of), inner(slot_of_shapes)


# ---------------------------------------------------------------- cards and boards


@inner
def _list_unseen(h, scratch):
    """List the cards neither dealt to a seat nor open; returns their number."""
    used = np.uint64(0)
    for s in range(h["seats"]):
        if h["status"][s] != OUT:
            used |= _ONE << np.uint64(h["hole"][s, 0]) | _ONE << np.uint64(h["hole"][s, 1])
    for j in range(h["street"] + 2 if h["street"] > 0 else 0):
        used |= _ONE << np.uint64(h["board"][j])
    count = np.int64(0)
    for card in range(52):  # no branch, which would be guessed wrong
        scratch["cards"][count] = np.uint64(card)
        count += np.int64(~used >> np.uint64(card) & _ONE)
    return count


@inner
def _list_sample(unseen, stream, scratch):
    """Shuffle the cards listed into five rows and list the lines through them; returns their number."""
    columns = unseen // 5
    draw_places(stream, unseen, 5 * columns, scratch["words"], scratch["places"])
    for k in range(5 * columns):
        top = np.uint64(k)  # unsigned: no test for a negative index
        place = top + scratch["places"][k & 3, k >> 2]
        card = scratch["cards"][place]
        scratch["cards"][place] = scratch["cards"][top]
        scratch["cards"][top] = card
        scratch["shuffled"][top] = HASHED_KEYS[card]
    for first in range(columns):
        key = START_KEY
        for row in range(5):
            key += scratch["shuffled"][np.uint64(first + columns * row)]
        scratch["keys"][first] = key
    for first in range(columns - 4):
        key = START_KEY
        for row in range(5):
            key += scratch["shuffled"][np.uint64(first + columns * row + row)]
        scratch["keys"][columns + first] = key
    for short in range(1, 5):  # the last ones run over the end
        key = START_KEY
        for row in range(5):
            column = row - short if row >= short else columns + row - short
            key += scratch["shuffled"][np.uint64(columns * row + column)]
        scratch["keys"][2 * columns - short] = key
    return SLOPES * columns


@inner
def _list_rivers(h, unseen, scratch):
    """List the boards that can come after the turn; returns their number."""
    key = START_KEY
    for j in range(4):
        key += HASHED_KEYS[h["board"][j]]
    for x in range(unseen):
        scratch["keys"][x] = key + HASHED_KEYS[scratch["cards"][x]]
    return unseen


@inner
def _list_pairs(h, unseen, scratch):
    """List the pairs of ranks that can come after the flop, and in how many ways: 91 stand for 990 boards."""
    key, left = np.uint64(0), scratch["left"]  # without START_KEY no sum looks like a flush
    for j in range(3):
        key += HASHED_KEYS[h["board"][j]]
    for r in range(13):
        left[r] = 0
    for x in range(unseen):
        left[scratch["cards"][x] >> np.uint64(2)] += 1
    pair = 0
    for r in range(13):
        for q in range(r):
            scratch["ways"][pair + q] = left[r] * left[q]
        scratch["ways"][pair + r] = left[r] * (left[r] - 1) >> 1
        pair += r + 1
    for i in range(_PAIRS):
        scratch["keys"][i] = key + _PAIR_KEYS[i]


@inner
def _mask_of(h, i, boards, scratch):
    """Return the set of a board's cards: made of the three in a hundred where somebody has a flush."""
    mask = np.uint64(0)
    if h["street"] > 0:
        for j in range(4):
            mask |= CARD_MASKS[h["board"][j]]
        return mask | CARD_MASKS[scratch["cards"][i]]
    columns = boards >> 1
    first, column, slope = np.int64(0), i, np.int64(0)
    if i >= columns:
        column, slope = i - columns, np.int64(1)
    for _ in range(5):  # without the divisions
        mask |= CARD_MASKS[scratch["cards"][first + column]]
        first += columns
        column += slope
        column = column if column < columns else np.int64(0)
    return mask


# ---------------------------------------------------------------- pots


@inner
def _list_raked_pots(h, u, scratch):
    """List the pots' chips after rake and the seats that can win them; returns their number."""
    below, last, count, taken = np.int64(-1), False, 0, np.int64(0)
    while not last:
        below, amount, seats, last = next_pot(h, below, np.int64(0))
        if amount == 0:
            continue
        if u["rake_millionths"] and seats & (seats - 1):
            cut = _rake_of(h, u, amount, taken)
            taken += cut
            amount -= cut
        scratch["amounts"][count] = amount
        scratch["eligible"][count] = seats
        count += 1
    return count


@inner
def take_back(h, u, unit, scratch):
    """List the pots, and fill `adjusted` with the results without what was won from them; returns their number."""
    amount, seats, least, most = np.int64(h["dead"]), np.int64(0), np.int64(1) << 62, np.int64(-1)
    for s in range(h["seats"]):
        chips, live = np.int64(h["committed"][s]), h["status"][s] == LIVE
        scratch["won"][s] = 0
        scratch["adjusted"][s] = -chips * unit
        amount += chips
        seats |= np.int64(live) << s
        least, most = min(least, chips if live else least), max(most, chips if live else most)
    pots = 1
    if least == most and amount > 0:  # one pot: in a third of the time, and by far the most frequent
        cut = _rake_of(h, u, amount, np.int64(0)) if u["rake_millionths"] and seats & (seats - 1) else np.int64(0)
        scratch["amounts"][0], scratch["eligible"][0] = amount - cut, seats
    else:
        pots = _list_raked_pots(h, u, scratch)
    if h["dead"] == 0:  # else a part of what the seats put in is not told by seat, but by who won what
        return pots
    for k in range(pots):
        rivals = list_rivals(h, k, scratch)
        clear_sets(rivals, scratch)
        best, winners = np.int64(-1), np.int64(0)
        for j in range(rivals):
            best, winners = keep_best(np.int64(h["value"][scratch["seats"][j]]), np.int64(1) << j, best, winners)
        scratch["sets"][winners] = 1
        award_pot(h, u, k, rivals, np.int64(1), scratch)
    for s in range(h["seats"]):
        scratch["adjusted"][s] = (h["stack"][s] - h["start"][s] - scratch["won"][s]) * unit
        scratch["won"][s] = 0
    return pots


@inner
def list_rivals(h, k, scratch):
    """List the seats that can win a pot, with their hands; returns their number."""
    rivals, eligible = np.int64(0), scratch["eligible"][k]
    for s in range(h["seats"]):  # no branch: the others are written over
        a, b = max(np.int64(h["hole"][s, 0]), 0), max(np.int64(h["hole"][s, 1]), 0)
        scratch["seats"][rivals] = s
        scratch["own_keys"][rivals] = HASHED_KEYS[a] + HASHED_KEYS[b]
        scratch["own_masks"][rivals] = CARD_MASKS[a] | CARD_MASKS[b]
        rivals += eligible >> s & 1
    return rivals


@inner
def clear_sets(rivals, scratch):
    """Set `sets` to 0 for every set of rivals."""
    for winners in range(1 << rivals):
        scratch["sets"][winners] = 0


@inner
def award_pot(h, u, k, rivals, boards, scratch):
    """Give a pot on all boards as often as `sets` says to each set of its rivals (a bit each), adding to `won`."""
    amount = scratch["amounts"][k]
    for j in range(rivals):
        times = scratch["sets"][1 << j]
        scratch["won"][scratch["seats"][j]] += times * amount
        boards -= times
    for winners in range(3, 1 << rivals):
        if boards == 0:
            break
        times = scratch["sets"][winners]
        if times == 0 or winners & (winners - 1) == 0:
            continue
        boards -= times
        seats = np.int64(0)
        for j in range(rivals):
            seats |= np.int64(winners >> j & 1) << scratch["seats"][j]
        split_pot(h, u, amount, seats, times, scratch["won"])


@inner
def add_average(h, unit, boards, scratch):
    """Add what each seat wins on average over the boards."""
    twice = np.uint64(2 * boards)
    for s in range(h["seats"]):
        scratch["adjusted"][s] += np.int64(np.uint64(2 * scratch["won"][s] * unit + boards) // twice)


# ---------------------------------------------------------------- who wins


@inner
def _rank(i, rivals, scratch):
    """Return the best value on a board by ranks alone, the rivals who have it, and the suits of flushes."""
    key, bit = scratch["keys"][i], np.int64(1)
    best, winners, full = np.int64(0), np.int64(0), np.uint64(0)
    for j in range(rivals):
        whole = key + scratch["own_keys"][j]
        best, winners = keep_best(np.int64(value_of_hash(whole)), bit, best, winners)
        full |= whole
        bit <<= 1
    return best, winners, full & FLUSH_BITS


@inner
def _rank_two(key, key_a, key_b):
    """Do the same for two rivals, whose keys stay in registers."""
    mine, theirs = np.int64(value_of_hash(key + key_a)), np.int64(value_of_hash(key + key_b))
    winners = np.int64(mine >= theirs) | np.int64(mine <= theirs) << 1
    return max(mine, theirs), winners, (key + key_a | key + key_b) & FLUSH_BITS


@inner
def _best_flush(mask, suit, rivals, scratch):
    """Return what the best flush of a suit is worth on a board (mask: its cards), and the rivals who have it.

    A flush is worth more than the ranks of the same hand: the winners are those of the best flush if it beats the best
    value by ranks, else those by ranks.
    """
    shift, best, winners, bit = np.uint64(16 * suit), np.int64(0), np.int64(0), np.int64(1)
    for j in range(rivals):
        value = np.int64(FLUSH_VALUES[(mask | scratch["own_masks"][j]) >> shift & _LANE])
        best, winners = keep_best(value, bit, best, winners)
        bit <<= 1
    return best, winners


@inner
def _value_boards(h, boards, rivals, scratch):
    """Fill `values`: what the hand of each rival is worth on each of the boards listed."""
    flushes = np.uint64(0)
    for j in range(rivals):
        own, first = scratch["own_keys"][j], np.uint64(_LISTED * scratch["seats"][j])
        for board in range(boards):
            i = np.uint64(board)
            key = scratch["keys"][i] + own
            scratch["values"][first + i] = value_of_hash(key)
            scratch["flushes"][flushes] = j << 8 | board  # no branch, which would be guessed wrong
            flushes += np.uint64(key & FLUSH_BITS != 0)
    for x in range(np.int64(flushes)):
        j, i = np.int64(scratch["flushes"][x]) >> 8, np.int64(scratch["flushes"][x]) & 0xFF
        mask = _mask_of(h, i, boards, scratch) | scratch["own_masks"][j]
        value = flush_value(scratch["keys"][i] + scratch["own_keys"][j], mask)
        scratch["values"][_LISTED * scratch["seats"][j] + i] = value


@inner
def _award_boards(h, u, k, boards, rivals, scratch):
    """Give a pot on each of the boards listed to its rivals with the best of `values`, adding to `won`."""
    for i in range(boards):
        scratch["top"][i] = 0
    for j in range(rivals):
        seat = scratch["seats"][j]
        first, bit = np.uint64(_LISTED * seat), np.int64(1) << seat
        for board in range(boards):  # LLVM makes vectors of it
            i = np.uint64(board)
            held, top = np.int64(scratch["values"][first + i]) << 10 | bit, scratch["top"][i]
            scratch["top"][i] = held | top if (held ^ top) < 1024 else max(held, top)
    times, shared = np.uint64(0), np.uint64(0)  # boards won by each seat, in six bits each; boards won by several
    for i in range(boards):
        seats = np.uint64(scratch["top"][i] & 1023)
        times += _ONE << np.uint64(6 * first_bit(seats))
        shared += shared + np.uint64(seats & (seats - _ONE) != 0)  # the last board lowest: LLVM makes no vectors of it
    amount = scratch["amounts"][k]
    while shared:
        seats = np.uint64(scratch["top"][boards - 1 - first_bit(shared)] & 1023)
        shared &= shared - _ONE
        times -= _ONE << np.uint64(6 * first_bit(seats))
        split_pot(h, u, amount, np.int64(seats), np.int64(1), scratch["won"])
    for s in range(h["seats"]):
        scratch["won"][s] += amount * np.int64(times >> np.uint64(6 * s) & _SIX_BITS)


@inner
def _count_pairs(rivals, scratch):
    """Count into `sets` on how many boards each set of rivals would win on a flop if there were no flushes."""
    if rivals > 2:
        for i in range(_PAIRS):
            scratch["best"][i], scratch["winners"][i], _ = _rank(i, rivals, scratch)
            scratch["sets"][scratch["winners"][i]] += scratch["ways"][i]
        return
    wins, losses, boards = np.int64(0), np.int64(0), np.int64(0)
    key_a, key_b = scratch["own_keys"][0], scratch["own_keys"][1]
    for i in range(_PAIRS):
        best, winners, _ = _rank_two(scratch["keys"][i], key_a, key_b)
        ways = scratch["ways"][i]
        wins += ways if winners == 1 else 0
        losses += ways if winners == 2 else 0
        boards += ways
        scratch["best"][i], scratch["winners"][i] = best, winners
    scratch["sets"][1], scratch["sets"][2], scratch["sets"][3] = wins, losses, boards - wins - losses


@inner
def _move(pair, ways, flush, scratch):
    """Take boards from where their ranks alone put them to where they belong with the best flush and its holders."""
    moved = ways if flush[0] > scratch["best"][pair] else 0
    scratch["sets"][scratch["winners"][pair]] -= moved
    scratch["sets"][flush[1]] += moved


@inner
def _count_flop(h, unseen, rivals, scratch):
    """Count into `sets` on how many of all boards after a flop each set of rivals wins.

    First by ranks alone. Then boards with a flush are moved suit by suit, those with a card of another suit by that
    card's rank. On no board are there flushes of two suits.
    """
    clear_sets(rivals, scratch)
    _count_pairs(rivals, scratch)
    suited, others = scratch["suited"], scratch["others"]
    flop, key = np.uint64(0), np.uint64(0)
    for j in range(3):
        flop |= CARD_MASKS[h["board"][j]]
        key += HASHED_KEYS[h["board"][j]]
    for suit in range(4):
        most, first = np.int64(0), np.uint64(16 * suit)
        for j in range(rivals):
            most = max(most, np.int64(key + scratch["own_keys"][j] >> np.uint64(32 + 8 * suit) & _COUNTER))
        if most < 3:
            continue
        held = 0
        for r in range(13):
            others[r] = 0
        for x in range(unseen):
            card = np.int64(scratch["cards"][x])
            own = np.int64(card & 3 == suit)
            suited[held] = card >> 2
            others[card >> 2] += 1 - own
            held += own
        for x in range(held):
            r = suited[x]
            mask, pair = flop | _ONE << first + np.uint64(r), r * (r + 1) // 2
            for y in range(x):
                q = suited[y]
                flush = _best_flush(mask | _ONE << first + np.uint64(q), suit, rivals, scratch)
                _move(pair + q, np.int64(1), flush, scratch)
            if most > 3:
                flush = _best_flush(mask, suit, rivals, scratch)
                for q in range(13):
                    _move(pair + q if q < r else q * (q + 1) // 2 + r, others[q], flush, scratch)
        if most > 4:
            flush = _best_flush(flop, suit, rivals, scratch)
            for r in range(13):
                for q in range(r):
                    _move(r * (r + 1) // 2 + q, others[r] * others[q], flush, scratch)
                _move(r * (r + 3) // 2, others[r] * (others[r] - 1) >> 1, flush, scratch)


@inner
def _shape_of_seat(h, seat):
    a, b = np.int64(h["hole"][seat, 0]), np.int64(h["hole"][seat, 1])
    return _shape_of(max(a, b), min(a, b))


@inner
def _look_up(h, matchups, scratch):
    """Read from the table into `sets` on how many boards each of two rivals wins."""
    one, two = _shape_of_seat(h, scratch["seats"][0]), _shape_of_seat(h, scratch["seats"][1])
    swapped = one[0] > two[0] or (one[0] == two[0] and one[1] > two[1])
    if swapped:
        one, two = two, one
    slot = _slot_of_shapes(one[0], one[1], one[2], one[3], two[0], two[1], two[2], two[3])
    wins, ties = np.int64(matchups[slot, 0]), np.int64(matchups[slot, 1])
    losses = BOARDS_HEADS_UP - wins - ties
    scratch["sets"][1], scratch["sets"][2] = (losses, wins) if swapped else (wins, losses)
    scratch["sets"][3] = ties


# ---------------------------------------------------------------- the whole


@apart
def settle_at_equity(h, u, unit, stream, matchups, scratch):
    """Settle on every board that can still come; before the flop, with more than two dealt in, on a sample."""
    pots = take_back(h, u, unit, scratch)
    known = h["street"] == 0 and h["seats"] == 2
    listed = not known and h["street"] != 1
    boards, unseen = np.int64(BOARDS_HEADS_UP), np.int64(0)
    if not known:
        unseen = _list_unseen(h, scratch)
        if h["street"] == 0:
            boards = _list_sample(unseen, stream, scratch)
        elif h["street"] == 1:
            boards = unseen * (unseen - 1) // 2
            _list_pairs(h, unseen, scratch)
        else:
            boards = _list_rivers(h, unseen, scratch)
    for k in range(pots):
        rivals = list_rivals(h, k, scratch)
        if listed and rivals > 1:
            if k == 0:  # everybody who can win a pot can win the first
                _value_boards(h, boards, rivals, scratch)
            _award_boards(h, u, k, boards, rivals, scratch)
            continue
        if rivals == 1:
            scratch["sets"][1] = boards
        elif known:
            _look_up(h, matchups, scratch)
        else:
            _count_flop(h, unseen, rivals, scratch)
        award_pot(h, u, k, rivals, boards, scratch)
    add_average(h, unit, boards, scratch)
    return np.int64(boards)
