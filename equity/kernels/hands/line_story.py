"""What the lines of a hand say, in the order of play: posts, actions as street totals, and the result.

Rules of the file: it makes of events what `equity.history.sites.table_text` and `hand_story` make of them, step by
step, and refuses what those treat specially; whoever changes one changes the other.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import apart, inner
from equity.kernels.hands import phh_text as col
from equity.kernels.hands.replay import (
    BOARD_CODE,
    CALL_CODE,
    FOLD_CODE,
    HOLE_CODE,
    MUCK_CODE,
    RAISE_CODE,
    SHOW_CODE,
)

__all__ = ["FOUND", "HEAD_COLUMNS", "HERO", "ROOM", "UNSEEN", "WAYS", "learn", "number_head", "tell"]

HEAD_COLUMNS = 25  # of a head: header, players, cents, then antes and blinds, then the two bets or blinds
UNSEEN = 63 | 63 << 6
HERO = 16  # added to the rank of a seat: the one who wrote the history
# the site's ways, as bits: see `equity.history.sites.table_text.TextHand`
WAYS = ("pot_after_rake", "late_small_is_live", "folds_in_advance", "places_at_table", "blinds_unwritten")
_POT_AFTER_RAKE, _LATE_SMALL_IS_LIVE, _FOLDS_IN_ADVANCE, _PLACES_AT_TABLE, _BLINDS_UNWRITTEN = 1, 2, 4, 8, 16
# events: kinds are those of codes, and from here on posts
ANTES, SMALL_BLIND, BIG_BLIND, POST, DEAD, BOTH_BLINDS, ANY_BLIND = range(101, 108)
# how an amount is meant: the total of the street, what is put in now, that of an all-in, or everything
BY, CHIPS, ALL = 1, 2, 3
# rows of the room: by seat at the table, the last two by place in the order of play
STACKS, SEATS, RANK, HOLES, HALF, DEALT, WON, COLLECTED, RETURNED = range(9)
_BETS, _PAID, _ANTES, _DEAD, _BLINDS, _BIGS, _PLACE, ORDER, _SWAP = range(9, 18)
ROOM = 18
FOUND = 8
_TOO_MUCH_RAKE = 4


@apart
def tell(header, number, found, events, room, head, row, amounts, codes):
    """Put a hand's events in order; fills row, amounts, codes and head. Returns how many codes, -1 for Python.

    found : players at the table, events, button, whether it is money, total pot, rake, cards of the summary's board,
    who folded by the summary
    """
    kinds, who, value, how = events[0], events[1], events[2], events[3]
    stacks, holes, collected, returned = room[STACKS], room[HOLES], room[COLLECTED], room[RETURNED]
    bets, paid, antes, dead, blinds = room[_BETS], room[_PAID], room[_ANTES], room[_DEAD], room[_BLINDS]
    order, place = room[ORDER], room[_PLACE]
    players, total, rake, ways = found[0], found[4], found[5], header[5]
    small, cents = _posters(found, kinds, who, value, room, header)
    if cents < 0:
        return -1
    unit = 1 if cents else 100
    count = _arrange(room, players, found[2], small, ways)
    if count < 2:
        return -1
    fixed = header[1] == 2
    one, two = header[2], header[3]
    if two == 0:  # the header does not say
        one, two = _posted_stakes(found[1], kinds, who, value, how, fixed)
        if two <= 0:
            return -1
    big_blind = one if fixed else two
    whole_small = (big_blind // unit // 2) * unit if fixed else one
    big = -1
    for p in range(count):
        place[order[p]] = p
        if room[_BIGS, order[p]] and big < 0:
            big = order[p]  # the first clockwise is the table's; others are new to it, and post
    if small < 0 and big < 0 and ways & _BLINDS_UNWRITTEN:
        small, big = order[1 if count == 2 else 0], order[0 if count == 2 else 1]
        blinds[small] = min(whole_small, stacks[small] - antes[small])
        blinds[big] = min(big_blind, stacks[big] - antes[big])
        if blinds[small] <= 0 or blinds[big] <= 0:
            return -1
    if big < 0 or small == big or (small >= 0 and room[_BIGS, small]):
        return -1
    if not _post(found[1], kinds, who, value, room, small, big, big_blind, ways):
        return -1
    highest, several, anted, late, summed = 0, 0, 0, 0, 0
    for p in range(count):
        s = order[p]
        highest = max(highest, antes[s])
        several += 1 if antes[s] else 0
        anted += 1 if antes[s] else 0
        late += 1 if dead[s] else 0
        summed += 1 if antes[s] + dead[s] else 0
    if late and summed == count:
        return -1
    for k in range(HEAD_COLUMNS):
        head[k] = 0
    head[0], head[1], head[2], head[23], head[24] = number, count, cents, one, two
    level, last = 0, -1
    for p in range(count):
        s = order[p]
        ante, blind = antes[s], blinds[s]
        out = stacks[s] <= ante + dead[s] + abs(blind)
        if several > 1 and 0 < ante < highest and out:
            ante = highest
            out = stacks[s] <= ante + dead[s] + abs(blind)
        if s == small and 0 < blind < whole_small and out:
            blind = whole_small
        if s == big and 0 < blind < big_blind and out:
            blind = big_blind
        ante += dead[s]
        head[3 + p], head[13 + p] = ante // unit, blind // unit if blind >= 0 else -(-blind // unit)
        if blind > 0:
            last = p
        blind = abs(blind)
        level = max(level, blind)
        amounts[0, p], amounts[2, p] = stacks[s], room[SEATS, s] * 100
        # as `street_chips.Tally` counts
        paid[s] = min(ante, stacks[s])
        bets[s] = min(blind, stacks[s] - paid[s])
        paid[s] += bets[s]
        codes[p] = HOLE_CODE | (p + 1) << 4 | holes[s] << 9
    used = count
    folded, mucked, ended, open_cards = 0, 0, False, 0
    turn = _next(stacks, paid, order, count, folded, last if count > 2 and last >= 0 else 0)
    for k in range(found[1]):
        kind, s = kinds[k], who[k]
        if kind == BOARD_CODE:
            codes[used] = BOARD_CODE | value[k] << 9
            used += 1
            open_cards += value[k] >> 30
            extra, top = _highest(bets, order, count)
            if extra > 0 and not folded >> top & 1:
                ended = True
            if not ended:
                level = 0
                for p in range(count):
                    bets[order[p]] = 0
                turn = _next(stacks, paid, order, count, folded, count - 1)
            continue
        if kind >= ANTES:
            continue
        p = place[s]
        if kind in (SHOW_CODE, MUCK_CODE):
            if not folded >> s & 1:
                if kind == MUCK_CODE and mucked >> s & 1:
                    continue
                if kind == MUCK_CODE:
                    mucked |= 1 << s
                codes[used] = kind | (p + 1) << 4 | (holes[s] if kind == SHOW_CODE else UNSEEN) << 9
                used += 1
            continue
        left = stacks[s] - paid[s]
        if left == 0:
            return -1  # acts without chips
        if kind == FOLD_CODE:
            if ways & _FOLDS_IN_ADVANCE and p != turn:
                return -1
            folded |= 1 << s
            codes[used] = FOLD_CODE | (p + 1) << 4 | UNSEEN << 9
        else:
            wanted = 0
            if kind == RAISE_CODE:
                wanted = bets[s] + left if how[k] == ALL else value[k] + (bets[s] if how[k] else 0)
                if wanted <= level and how[k] != CHIPS and wanted != bets[s] + left:
                    return -1
            if wanted > level:
                codes[used] = RAISE_CODE | (p + 1) << 4 | wanted << 9
                level = max(level, min(wanted, bets[s] + left))
            else:
                wanted = max(level, bets[s])
                codes[used] = CALL_CODE | (p + 1) << 4 | UNSEEN << 9
            more = min(wanted - bets[s], left)
            bets[s] += more
            paid[s] += more
        turn = _next(stacks, paid, order, count, folded, p)
        used += 1
    if found[6] > open_cards:
        return -1  # the summary tells more of the board than the streets do
    live, unknown = 0, 0
    for p in range(count):
        s = order[p]
        if found[7] >> s & 1 and not folded >> s & 1:
            return -1  # only the summary says who folded
        if not folded >> s & 1 and not mucked >> s & 1:
            live += 1
            unknown += 1 if holes[s] == UNSEEN else 0
    if live > 1 and 0 < unknown < live:
        for p in range(count):
            s = order[p]
            if not folded >> s & 1 and not mucked >> s & 1 and holes[s] == UNSEEN and collected[s] == 0:
                codes[used] = MUCK_CODE | (p + 1) << 4 | UNSEEN << 9
                used += 1
    # the result, as `TextHand._finish` checks it
    extra, top = _highest(bets, order, count)
    if extra > 0 and folded >> top & 1:
        extra = 0
    pot, won, back, told = 0, 0, 0, 0
    for p in range(count):
        s = order[p]
        paid[s] -= returned[s]
        back += returned[s]
        if paid[s] < 0:
            return -1
        pot += paid[s]
        won += collected[s]
        told |= room[WON, s]
    if total < 0 and back == 0 and not told:
        return -1
    stated = total
    if total >= 0 and ways & _POT_AFTER_RAKE:
        stated += max(rake, 0)
    if extra > 0 and back == 0:
        included = pot == stated if total >= 0 else won > pot - extra
        if not included:
            paid[top] -= extra
            pot -= extra
    taken = pot - won
    if (total >= 0 and stated != pot and stated + max(rake, 0) != pot) or taken < 0 or (rake >= 0 and taken != rake):
        return -1
    if rake < 0 and taken // unit * _TOO_MUCH_RAKE > pot // unit > _TOO_MUCH_RAKE:
        return -1
    for p in range(count):
        s = order[p]
        amounts[1, p] = stacks[s] + collected[s] - paid[s]
    row[col.SEATS], row[col.POINT], row[col.RESULT], row[col.RAKE] = count, cents, col.FINISHING, taken
    row[col.PLACES] = count
    return used


@inner
def learn(holes, seat, cards, count):
    """Note a player's two cards; returns whether that goes with what is known."""
    a, b = cards & 63, cards >> 6 & 63
    if count != 2 or a == b:
        return False
    if holes[seat] == UNSEEN:
        holes[seat] = cards
        return True
    c, d = holes[seat] & 63, holes[seat] >> 6 & 63
    return (a == c and b == d) or (a == d and b == c)


@inner
def number_head(head, heads, hashes, known):
    """Return the number of a head among those known so far, or of a new one that is added; -1 if it cannot be."""
    mixed = np.uint64(14695981039346656037)
    for k in range(HEAD_COLUMNS):
        mixed = (mixed ^ np.uint64(head[k])) * np.uint64(1099511628211)
    which = 0
    while which < known and hashes[which] != mixed:
        which += 1
    if which == len(heads):
        return -1
    is_new, same = which == known, True
    for k in range(HEAD_COLUMNS):
        if is_new:
            heads[which, k] = head[k]
        same = same and heads[which, k] == head[k]
    hashes[which] = mixed
    return which if same else -1


@inner
def _posters(found, kinds, who, value, room, header):
    """Return who posts the small blind, and whether amounts are in cents: -1 for posts that are not ordinary.

    Marks who is dealt in.
    """
    small, cents = -1, found[3]
    for k in range(found[1]):
        kind, s = kinds[k], who[k]
        if kind == BOARD_CODE:
            continue
        room[DEALT, s] = 1
        if value[k] % 100:
            cents = 1
        if kind < ANTES:
            continue
        if value[k] == 0:
            return small, -1
        if kind == SMALL_BLIND and small < 0:
            small = s
        elif kind == SMALL_BLIND and s == small:
            return small, -1
        elif kind == BIG_BLIND:
            if room[_BIGS, s]:
                return small, -1
            room[_BIGS, s] = 1
        elif kind == ANTES:
            if room[_ANTES, s]:
                return small, -1
            room[_ANTES, s] = value[k]
    for s in range(found[0]):
        if room[STACKS, s] <= 0 and room[DEALT, s]:
            return small, -1
        if room[STACKS, s] % 100 or room[COLLECTED, s] % 100 or room[RETURNED, s] % 100:
            cents = 1
    for amount in (found[4], found[5], header[2], header[3]):
        if amount > 0 and amount % 100:
            cents = 1
    return small, cents


@inner
def _arrange(room, players, button, small, ways):
    """Put those dealt in in the order of play; returns how many, 0 for Python."""
    order, count = room[ORDER], 0
    if ways & _PLACES_AT_TABLE:
        rank = -1
        while True:
            best = -1
            for s in range(players):
                here = room[RANK, s] % HERO
                if room[DEALT, s] and here > rank and (best < 0 or here < room[RANK, best] % HERO):
                    best = s
            if best < 0:
                break
            order[count], rank = best, room[RANK, best] % HERO
            count += 1
        if count == 2 and room[RANK, order[0]] % HERO != 1:  # the big blind acts first after the flop
            order[0], order[1] = order[1], order[0]
        return count
    if button < 0:
        return 0
    for turn in range(2):
        last = -1
        while True:
            best = -1
            for s in range(players):
                side = 0 if room[SEATS, s] > button else 1
                if room[DEALT, s] and side == turn and room[SEATS, s] > last:
                    if best < 0 or room[SEATS, s] < room[SEATS, best]:
                        best = s
            if best < 0:
                break
            order[count] = best
            last = room[SEATS, best]
            count += 1
    if small >= 0 and count == 2 and order[1] != small:
        order[0], order[1] = order[1], order[0]
    elif small >= 0 and count > 2:
        first = 0
        while order[first] != small:
            first += 1
        for s in range(count):
            room[_SWAP, s] = order[(first + s) % count]
        for s in range(count):
            order[s] = room[_SWAP, s]
    return count


@inner
def _posted_stakes(events, kinds, who, value, how, fixed):
    """Return the two blinds or bets of a table whose header does not name them: the first that are posted or called."""
    small, big, ante, posters = 0, 0, 0, 0
    for k in range(events):
        if kinds[k] == SMALL_BLIND and small == 0:
            small = value[k]
        elif kinds[k] == BIG_BLIND and big == 0:
            big = value[k]
        elif kinds[k] == ANTES and ante == 0:
            ante = value[k]
        if kinds[k] >= ANTES:
            posters |= 1 << who[k]
    if big == 0:
        big = ante
    for k in range(events):
        if kinds[k] in (RAISE_CODE, BOARD_CODE):
            break
        if kinds[k] == CALL_CODE and how[k] == BY and not posters >> who[k] & 1:
            big = max(big, value[k])
            break
    if fixed:
        return big, 2 * big
    return small if small else big, big


@inner
def _post(events, kinds, who, value, room, small, big, big_blind, ways):
    """Share out the posts as dead money and blinds; returns whether they are ordinary."""
    dead, blinds = room[_DEAD], room[_BLINDS]
    for k in range(events):
        kind, s, amount = kinds[k], who[k], value[k]
        if kind <= ANTES:
            continue
        if kind == SMALL_BLIND and s != small:
            kind = POST if ways & _LATE_SMALL_IS_LIVE else DEAD
        elif kind == BIG_BLIND and s != big:
            if amount >= 2 * big_blind:
                return False  # a straddle
            kind = BOTH_BLINDS if amount > big_blind else POST
        elif kind == ANY_BLIND:
            kind = DEAD if amount < big_blind else BOTH_BLINDS
        if kind in (SMALL_BLIND, BIG_BLIND):
            blinds[s] += amount
            continue
        if s in (small, big):
            return False
        live = 0 if kind == DEAD else min(amount, big_blind) if kind == BOTH_BLINDS else amount
        blinds[s] -= live
        dead[s] += amount - live
    return True


@inner
def _next(stacks, paid, order, count, folded, place):
    """Return the place of the next player who can act, -1 for none."""
    for step in range(1, count + 1):
        p = (place + step) % count
        s = order[p]
        if stacks[s] > paid[s] and not folded >> s & 1:
            return p
    return -1


@inner
def _highest(bets, order, count):
    """Return by how much the highest bet is above the next, and whose it is: the last of equals, as sorting has it."""
    top, second, who = -1, -1, 0
    for p in range(count):
        bet = bets[order[p]]
        if bet >= top:
            top, second, who = bet, top, order[p]
        elif bet > second:
            second = bet
    return top - second, who
