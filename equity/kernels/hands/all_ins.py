"""Settle a finished hand again, at the equity it had when the last chips went in: all-in adjusted results.

Rules of the file: every card dealt is known here, so the missing board cards are a uniform draw from the rest of the
deck whatever the betting was, and the average over them is unbiased. (Counting only the hands shown would not be: who
folded says something about the cards that are gone.) On the turn and flop every runout is counted. Before the flop two
players who were dealt in alone are looked up in the table of matchups. For more, `settle_at_equity` takes a sample: one
shuffle of the rest of the deck is laid out in five rows, and boards are lines through them: uniform each, and two of
them share few cards, so that 8 columns of cards give 16 boards that are nearly independent. What that adds to the
variance is a sixteenth of what settling takes away; `equity.kernels.hands.all_ins_exact` counts all boards instead, at
a thousand times the cost.

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
from equity.kernels.cards.deal import draw_place
from equity.kernels.cards.evaluate import rank_value, value_of
from equity.kernels.compile.decorators import inner
from equity.kernels.compile.function_pointers import few_bytes
from equity.kernels.hands.records import OUT
from equity.kernels.hands.showdown import _rake_of, _split, next_pot
from equity.matchups import shape_of, slot_of_shapes
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY

__all__ = [
    "SCRATCH",
    "SLOPES",
    "add_average",
    "award_pot",
    "list_rivals",
    "settle_at_equity",
    "take_back",
]

# Room for one hand: "adjusted" is the answer, the rest is nobody's business afterwards.
SCRATCH = np.dtype(
    [
        ("adjusted", np.int64, MAX_SEATS),  # by seat
        ("won", np.int64, MAX_SEATS),
        ("values", np.int64, MAX_SEATS),
        ("seats", np.int64, MAX_SEATS),  # of a pot's rivals
        ("hands", np.int64, 2 * MAX_SEATS),  # key and mask of each rival's cards
        ("amounts", np.int64, MAX_SEATS + 1),  # by pot
        ("eligible", np.int64, MAX_SEATS + 1),  # by pot, a set of seats
        ("cards", np.int64, 53),  # not seen yet
        ("keys", np.int64, 1024),  # by board
        ("masks", np.int64, 1024),
        ("sets", np.int64, 1 << MAX_SEATS),  # boards won by each set of rivals
    ]
)
_COUNTER = np.uint64(0xFF)  # of a suit in a key
SLOPES = 2  # lines of so many slopes; more cost time and take away little of the variance that is left

_shape_of, _slot_of_shapes = inner(shape_of), inner(slot_of_shapes)


@inner
def _list_unseen(h, scratch):
    """List the cards neither dealt to a seat nor open; returns their number."""
    used = np.uint64(0)
    one = np.uint64(1)
    for s in range(h["seats"]):
        if h["status"][s] != OUT:
            used |= one << np.uint64(h["hole"][s, 0]) | one << np.uint64(h["hole"][s, 1])
    for j in range(h["street"] + 2 if h["street"] > 0 else 0):
        used |= one << np.uint64(h["board"][j])
    count = np.int64(0)
    for card in range(52):  # no branch, which would be guessed wrong
        scratch["cards"][count] = card
        count += np.int64(~used >> np.uint64(card) & one)
    return count


@inner
def _shuffle(stream, size, count, scratch):
    """Bring `count` of the `size` cards listed to the front, in random order."""
    word, left = np.uint64(0), 0
    for top in range(count):
        place, word, left = draw_place(stream, word, left, size - top)
        card = scratch["cards"][top + place]
        scratch["cards"][top + place] = scratch["cards"][top]
        scratch["cards"][top] = card


@inner
def _list_boards(h, unseen, stream, scratch):
    """List the boards to settle on as keys and masks; returns their number."""
    key, mask, count = START_KEY, np.uint64(0), 0
    if h["street"] == 0:
        columns = unseen // 5
        _shuffle(stream, unseen, 5 * columns, scratch)
        for slope in range(SLOPES):  # a card at a time, added to all its boards, takes a fifth longer
            for first in range(columns):
                key, mask, at = START_KEY, np.uint64(0), first
                for row in range(5):
                    card = scratch["cards"][row * columns + at]
                    key += CARD_KEYS[card]
                    mask |= CARD_MASKS[card]
                    at += slope if at + slope < columns else slope - columns
                scratch["keys"][count], scratch["masks"][count] = np.int64(key), np.int64(mask)
                count += 1
        return count
    for j in range(h["street"] + 2):
        key += CARD_KEYS[h["board"][j]]
        mask |= CARD_MASKS[h["board"][j]]
    for x in range(unseen):
        card = scratch["cards"][x]
        key_x, mask_x = key + CARD_KEYS[card], mask | CARD_MASKS[card]
        if h["street"] == 2:
            scratch["keys"][x], scratch["masks"][x] = np.int64(key_x), np.int64(mask_x)
            count += 1
            continue
        for y in range(x):
            card = scratch["cards"][y]
            scratch["keys"][count] = np.int64(key_x + CARD_KEYS[card])
            scratch["masks"][count] = np.int64(mask_x | CARD_MASKS[card])
            count += 1
    return count


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
    pots = _list_raked_pots(h, u, scratch)
    for s in range(h["seats"]):
        scratch["won"][s] = 0
        scratch["adjusted"][s] = -h["committed"][s] * unit
    if h["dead"] == 0:  # else a part of what the seats put in is not told by seat, but by who won what
        return pots
    for k in range(pots):
        rivals = list_rivals(h, k, scratch)
        best, winners = np.int64(-1), 0
        for j in range(rivals):
            value = np.int64(h["value"][scratch["seats"][j]])
            if value > best:
                best, winners = value, 0
            winners |= (1 << j) if value == best else 0
        scratch["sets"][winners] = 1
        award_pot(h, u, k, rivals, scratch)
    for s in range(h["seats"]):
        scratch["adjusted"][s] = (h["stack"][s] - h["start"][s] - scratch["won"][s]) * unit
        scratch["won"][s] = 0
    return pots


@inner
def list_rivals(h, k, scratch):
    """List the seats that can win a pot, with their hands, and clear `sets`; returns their number."""
    rivals = 0
    for s in range(h["seats"]):
        if scratch["eligible"][k] >> s & 1:
            a, b = h["hole"][s, 0], h["hole"][s, 1]
            scratch["seats"][rivals] = s
            scratch["hands"][2 * rivals] = np.int64(CARD_KEYS[a] + CARD_KEYS[b])
            scratch["hands"][2 * rivals + 1] = np.int64(CARD_MASKS[a] | CARD_MASKS[b])
            rivals += 1
    for winners in range(1 << rivals):
        scratch["sets"][winners] = 0
    return rivals


@inner
def award_pot(h, u, k, rivals, scratch):
    """Give a pot as often as `sets` says to each set of its rivals (a bit each), adding to the row of winnings."""
    amount = scratch["amounts"][k]
    for winners in range(1, 1 << rivals):
        times = scratch["sets"][winners]
        if times == 0:
            continue
        seats, count, owner = np.int64(0), 0, np.int64(0)
        for j in range(rivals):
            if winners >> j & 1:
                owner = scratch["seats"][j]
                seats |= np.int64(1) << owner
                count += 1
                scratch["values"][owner] = 0
        if count == 1:  # without the divisions
            scratch["won"][owner] += times * amount
            continue
        _split(h, u, amount, seats, count, scratch["values"])
        for s in range(h["seats"]):
            if seats >> s & 1:
                scratch["won"][s] += times * scratch["values"][s]


@inner
def _count_boards(boards, rivals, scratch):
    """Count into `sets` on how many of the boards listed each set of rivals wins; branches would be guessed wrong."""
    key_a, mask_a = np.uint64(scratch["hands"][0]), np.uint64(scratch["hands"][1])
    key_b, mask_b = np.uint64(scratch["hands"][2]), np.uint64(scratch["hands"][3])
    if rivals == 2:  # by far the most frequent
        wins, losses = 0, 0
        for i in range(boards):
            key, mask = np.uint64(scratch["keys"][i]), np.uint64(scratch["masks"][i])
            mine, theirs = value_of(key + key_a, mask | mask_a), value_of(key + key_b, mask | mask_b)
            wins += 1 if mine > theirs else 0
            losses += 1 if mine < theirs else 0
        scratch["sets"][1], scratch["sets"][2], scratch["sets"][3] = wins, losses, boards - wins - losses
        return
    for i in range(boards):
        key, mask = np.uint64(scratch["keys"][i]), np.uint64(scratch["masks"][i])
        best = np.int64(0)
        for j in range(rivals):
            own_key, own_mask = np.uint64(scratch["hands"][2 * j]), np.uint64(scratch["hands"][2 * j + 1])
            value = np.int64(value_of(key + own_key, mask | own_mask))
            scratch["values"][j] = value
            best = max(best, value)
        winners = np.int64(0)
        for j in range(rivals):
            winners |= np.int64(scratch["values"][j] == best) << j
        scratch["sets"][winners] += 1


@inner
def _count_flop(h, unseen, scratch):
    """Do the same for two rivals on the flop by ranks, in a fifth of the time: 91 pairs of ranks stand for 990 boards.

    Then each board with a flush is taken from where its ranks alone put it to where it belongs. On no board are there
    flushes of two suits.
    """
    cards, left = scratch["cards"], few_bytes()
    for r in range(13):
        left[r] = 0
    for x in range(unseen):
        left[cards[x] >> 2] += 1
    key, mask = START_KEY, np.uint64(0)
    for j in range(3):
        key += CARD_KEYS[h["board"][j]]
        mask |= CARD_MASKS[h["board"][j]]
    key_a, mask_a = key + np.uint64(scratch["hands"][0]), mask | np.uint64(scratch["hands"][1])
    key_b, mask_b = key + np.uint64(scratch["hands"][2]), mask | np.uint64(scratch["hands"][3])
    wins, losses = np.int64(0), np.int64(0)
    for r in range(13):
        for q in range(r + 1):
            ways = np.int64(left[r]) * (np.int64(left[q]) if q < r else np.int64(left[r]) - 1)
            ways = ways if q < r else ways >> 1
            dealt = CARD_KEYS[4 * r] + CARD_KEYS[4 * q]  # `rank_value` does not look at suits
            mine, theirs = rank_value(key_a + dealt), rank_value(key_b + dealt)
            wins += ways if mine > theirs else 0
            losses += ways if mine < theirs else 0
    for suit in range(4):
        counter = np.uint64(32 + 8 * suit)
        have = max(np.int64(key_a >> counter & _COUNTER), np.int64(key_b >> counter & _COUNTER))
        if have < 6:  # 3 and the cards of the suit: 8 are a flush
            continue
        for x in range(unseen):
            suited = have + (1 if cards[x] & 3 == suit else 0)
            if suited < 7:
                continue
            for y in range(x):
                if suited + (1 if cards[y] & 3 == suit else 0) < 8:
                    continue
                dealt = CARD_KEYS[cards[x]] + CARD_KEYS[cards[y]]
                both = CARD_MASKS[cards[x]] | CARD_MASKS[cards[y]]
                mine, theirs = rank_value(key_a + dealt), rank_value(key_b + dealt)
                wins -= 1 if mine > theirs else 0
                losses -= 1 if mine < theirs else 0
                mine, theirs = value_of(key_a + dealt, mask_a | both), value_of(key_b + dealt, mask_b | both)
                wins += 1 if mine > theirs else 0
                losses += 1 if mine < theirs else 0
    scratch["sets"][1], scratch["sets"][2] = wins, losses
    scratch["sets"][3] = unseen * (unseen - 1) // 2 - wins - losses


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


@inner
def add_average(h, unit, boards, scratch):
    """Add what each seat wins on average over the boards."""
    for s in range(h["seats"]):
        scratch["adjusted"][s] += (2 * scratch["won"][s] * unit + boards) // (2 * boards)


@inner
def settle_at_equity(h, u, unit, stream, matchups, scratch):
    """Settle on every board that can still come; before the flop, with more than two dealt in, on a sample."""
    pots = take_back(h, u, unit, scratch)
    known = h["street"] == 0 and h["seats"] == 2
    boards, unseen, listed = np.int64(BOARDS_HEADS_UP), np.int64(0), False
    if not known:
        unseen = _list_unseen(h, scratch)
        if h["street"] == 1:
            boards = unseen * (unseen - 1) // 2
        else:
            boards, listed = _list_boards(h, unseen, stream, scratch), True
    for k in range(pots):
        rivals = list_rivals(h, k, scratch)
        if rivals == 1:
            scratch["sets"][1] = boards
        elif known:
            _look_up(h, matchups, scratch)
        elif rivals == 2 and h["street"] == 1:
            _count_flop(h, unseen, scratch)
        else:
            if not listed:
                _list_boards(h, unseen, stream, scratch)
                listed = True
            _count_boards(boards, rivals, scratch)
        award_pot(h, u, k, rivals, scratch)
    add_average(h, unit, boards, scratch)
    return np.int64(boards)
