"""Hands in PokerStars' lines: bytes -> the packed form of `equity.kernels.hands.replay`, many in one call.

Rules of the file: it takes the lines of ordinary hands (`equity.history.sites.pokerstars` has all others): one small
and one big blind, antes, one board, ASCII names without brackets and colons. Every other hand is marked for Python.
What it makes of the lines is what `equity.history.sites.table_text` and `hand_story` make of them.

Amounts are hundredths; `equity.kernels.hands.phh_text.pack_hands` brings them to the hand's unit, and judges.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands import phh_text as col
from equity.kernels.hands.phh_text import is_word, read_card
from equity.kernels.hands.replay import (
    BOARD_CODE,
    CALL_CODE,
    FOLD_CODE,
    HOLE_CODE,
    MUCK_CODE,
    RAISE_CODE,
    SHOW_CODE,
)

__all__ = ["HEADERS", "HEAD_COLUMNS", "NOISE", "read_hands"]

# what Python tells of a header: whether it could be read, then structure 2 for fixed limit, stakes, whether it is money
HEADERS = 5
HEAD_COLUMNS = 23  # of a head: header, players, cents, then antes and blinds
NOISE = ("cards", "chat", "time", "connection", "seating", "money", "tournament", "table")
_CARDS, _CHAT, _TIME, _LINE, _SEATING, _MONEY, _TOURNAMENT, _TABLE = range(8)
_UNSEEN = 63 | 63 << 6
_MOST_EVENTS = 512
_UNKNOWN = np.int64(-1)


def _words(*texts):
    return tuple(np.array(list(text.encode()), np.uint8) for text in texts)


_FOLDS, _CHECKS, _CALLS, _BETS, _RAISES, _TO = _words("folds", "checks", "calls ", "bets ", "raises ", " to ")
_SMALL, _BIG, _ANTE, _ALL_IN = _words("posts small blind ", "posts big blind ", "posts the ante ", " and is all-in")
_NO_SHOW, _SHOWS, _MUCKS = _words("doesn't show hand", "shows [", "mucks hand")
_HOLE, _SHOWDOWN, _SUMMARY = _words("*** HOLE CARDS ***", "*** SHOW DOWN ***", "*** SUMMARY ***")
_FLOP, _TURN, _RIVER = _words("*** FLOP *** [", "*** TURN *** [", "*** RIVER *** [")
_SEAT, _DEALT, _TABLE_IS, _IS_BUTTON = _words("Seat ", "Dealt to ", "Table ", " is the button")
_SEAT_NUMBER, _CHIPS, _OUT = _words("Seat #", " in chips)", " is sitting out")
_UNCALLED, _BACK = _words("Uncalled bet (", ") returned to ")
_COLLECTED, _FROM, _POT, _MAIN, _SIDE = _words(" collected ", " from ", "pot", "main pot", "side pot")
_TOTAL, _RAKE, _BOARD = _words("Total pot ", " | Rake ", "Board [")
_SAID, _CAPPED = _words(' said, "', "Betting is capped")
_SHOWED, _MUCKED = _words(" showed [", " mucked [")
_LONGEST = 46


def _table(*rows):
    """Return endings of lines: kind, length and letters."""
    table = np.zeros((len(rows), 2 + _LONGEST), np.uint8)
    for row, (kind, text) in zip(table, rows, strict=True):
        row[0], row[1] = kind, len(text)
        row[2 : 2 + len(text)] = list(text.encode())
    return table


# lines of a name and one of these are not play
_ENDINGS = _table(
    *((_TIME, " has timed out"), (_TIME, " has timed out while disconnected"), (_LINE, " is disconnected")),
    *((_TIME, " has timed out while being disconnected"), (_LINE, " is connected"), (_LINE, " has returned")),
    *((_SEATING, " is sitting out"), (_SEATING, " leaves the table"), (_SEATING, ": sits out")),
    (_SEATING, " will be allowed to play after the button"),
)
_BUYS, _FINISHES, _JOINS = _words(
    " re-buys and receives ", " finished the tournament in ", " joins the table at seat #"
)
_SPOKEN = _words("ancel", "dded")
_FOLDED, _TAKES, _WON, _LOST, _QUIET = _words(" folded", " collected", " won", " lost", " didn't bet")
(_GAVE_UP,) = _words(" mucked")


@inner
def _starts(data, at, end, word):
    if end - at < len(word):
        return False
    for i in range(len(word)):
        if data[at + i] != word[i]:
            return False
    return True


@inner
def _ends(data, at, end, word):
    return end - at >= len(word) and _starts(data, end - len(word), end, word)


@inner
def _find(data, at, end, word):
    """Return where a word begins first, -1 for nowhere."""
    first = word[0]
    for i in range(at, end - len(word) + 1):
        if data[i] == first and _starts(data, i, end, word):
            return i
    return -1


@inner
def _money(data, at, end):
    """Return (hundredths, whether a currency stands before it, where it ends); -1 at the end for another shape."""
    marked = 0
    if at < end and data[at] == 36:
        at, marked = at + 1, 1
    elif at + 2 < end and data[at] == 0xE2 and data[at + 1] == 0x82 and data[at + 2] == 0xAC:  # euros
        at, marked = at + 3, 1
    elif at + 1 < end and data[at] == 0xC2 and data[at + 1] == 0xA3:  # pounds
        at, marked = at + 2, 1
    start, value = at, np.int64(0)
    while at < end and 48 <= data[at] <= 57:
        value = value * 10 + (data[at] - 48)
        at += 1
    if at == start or at - start > 12:
        return value, marked, -1
    value *= 100
    if at == end or data[at] != 46:
        return value, marked, (-1 if at < end and data[at] == 44 else at)
    at += 1
    start = at
    while at < end and 48 <= data[at] <= 57:
        if at - start == 2:
            return value, marked, -1
        value += (data[at] - 48) * (10 if at == start else 1)
        at += 1
    return value, marked, (at if at > start and (at == end or data[at] != 44) else -1)


@inner
def _amount(data, at, end):
    """Return the amount that a line ends with, perhaps all-in; -1 for another shape."""
    if _ends(data, at, end, _ALL_IN):
        end -= len(_ALL_IN)
    value, _, stop = _money(data, at, end)
    return value if stop == end else _UNKNOWN


@inner
def _is_name(data, at, end):
    """Say whether a text can only be a name: without signs that lines are made of, and blanks at its ends."""
    if at >= end or data[at] == 32 or data[end - 1] == 32:
        return False
    for i in range(at, end):
        c = data[i]
        if c < 32 or c > 126 or c in (34, 35, 40, 41, 42, 58, 91, 93):
            return False
    return True


@inner
def _seated(data, at, end, names, players):
    """Return the player of a name, -1 for nobody."""
    for s in range(players):
        if names[s, 1] - names[s, 0] == end - at:
            same = True
            for i in range(end - at):
                if data[names[s, 0] + i] != data[at + i]:
                    same = False
                    break
            if same:
                return s
    return -1


@inner
def _speaker(data, at, end, names, players):
    """Return the player whose name a line begins with and where the rest starts; the longest name, -1 for nobody."""
    found, rest = -1, at
    for s in range(players):
        length = names[s, 1] - names[s, 0]
        if at + length < end and length > rest - at:
            same = True
            for i in range(length):
                if data[names[s, 0] + i] != data[at + i]:
                    same = False
                    break
            if same:
                found, rest = s, at + length
    return found, rest


@inner
def _number(data, at, end):
    """Return a number of at most three digits up to `end`, -1 for none."""
    if at >= end or end - at > 3:
        return _UNKNOWN
    value = np.int64(0)
    for i in range(at, end):
        if not 48 <= data[i] <= 57:
            return _UNKNOWN
        value = value * 10 + data[i] - 48
    return value


@inner
def _spaced(data, at, end):
    """Return the cards of ``2c 3d 4h``, six bits each, and how many; -1 for another shape."""
    cards, count = np.int64(0), 0
    while True:
        if at + 2 > end:
            return cards, -1
        pair = read_card(data, at, end)
        if pair < 0 or pair == 63:
            return cards, -1
        for k in range(count):
            if cards >> 6 * k & 63 == pair:
                return cards, -1
        cards |= pair << 6 * count
        count += 1
        if at + 2 == end:
            return cards, count
        if data[at + 2] != 32 or count == 5:
            return cards, -1
        at += 3


@inner
def _after_name(data, at, end, word):
    """Say whether a line is a name, some words, and after them nothing that lines of play are made of."""
    where = _find(data, at, end, word)
    if where < 0 or not _is_name(data, at, where):
        return False
    for i in range(where + len(word), end):
        c = data[i]
        if c < 32 or c > 126 or c in (34, 35, 40, 41, 42, 58, 91, 93):
            return False
    return True


@inner
def _noise(data, at, end):
    """Return the kind of a line that is not play, -1 if it is none of those known here."""
    for k in range(len(_ENDINGS)):
        size = np.int64(_ENDINGS[k, 1])
        if end - at > size and data[end - 1] == _ENDINGS[k, 1 + size]:
            i = 0
            while i < size and data[end - size + i] == _ENDINGS[k, 2 + i]:
                i += 1
            if i == size and _is_name(data, at, end - size):
                return np.int64(_ENDINGS[k, 0])
    if _after_name(data, at, end, _BUYS):
        return np.int64(_MONEY)
    if _after_name(data, at, end, _FINISHES):
        return np.int64(_TOURNAMENT)
    if _after_name(data, at, end, _JOINS):
        return np.int64(_SEATING)
    return np.int64(_TABLE if is_word(data, at, end, _CAPPED) else -1)


@inner
def _is_chat(data, at, end):
    """Say whether the text of a chat line cannot be taken for another line."""
    if data[end - 1] != 34:
        return False
    for i in range(at, end):
        if data[i] in (91, 35) or data[i] > 126 or data[i] < 32:
            return False
    return _find(data, at, end, _SPOKEN[0]) < 0 and _find(data, at, end, _SPOKEN[1]) < 0


# events: kinds are those of codes
_TOLD_CARDS, _TOLD_ANTE, _TOLD_SMALL, _TOLD_BIG = 101, 102, 103, 104


@inner
def _learn(holes, seat, cards, count):
    """Note a player's two cards; returns whether that goes with what is known."""
    if count != 2:
        return count >= 0
    a, b = cards & 63, cards >> 6 & 63
    if a == b:
        return False
    if holes[seat] == _UNSEEN:
        holes[seat] = cards
        return True
    c, d = holes[seat] & 63, holes[seat] >> 6 & 63
    return (a == c and b == d) or (a == d and b == c)


@inner
def _act(data, at, end):
    """Return (kind, amount) of what stands after a name and ": "; kind -1 where it is nothing known here."""
    first = data[at] if at < end else 0
    if first == 102:
        return (FOLD_CODE if is_word(data, at, end, _FOLDS) else -1), np.int64(0)
    if first == 99:
        if is_word(data, at, end, _CHECKS):
            return CALL_CODE, np.int64(0)
        if _starts(data, at, end, _CALLS):
            value = _amount(data, at + len(_CALLS), end)
            return (CALL_CODE if value >= 0 else -1), value
    elif first == 98:
        if _starts(data, at, end, _BETS):
            value = _amount(data, at + len(_BETS), end)
            return (RAISE_CODE if value > 0 else -1), value
    elif first == 114:
        if _starts(data, at, end, _RAISES):
            _, _, at = _money(data, at + len(_RAISES), end)
            if at >= 0 and _starts(data, at, end, _TO):
                value = _amount(data, at + len(_TO), end)
                return (RAISE_CODE if value > 0 else -1), value
    elif first == 112:
        if _starts(data, at, end, _SMALL):
            return _TOLD_SMALL, _amount(data, at + len(_SMALL), end)
        if _starts(data, at, end, _BIG):
            return _TOLD_BIG, _amount(data, at + len(_BIG), end)
        if _starts(data, at, end, _ANTE):
            return _TOLD_ANTE, _amount(data, at + len(_ANTE), end)
    elif first == 109 and is_word(data, at, end, _MUCKS):
        return MUCK_CODE, np.int64(0)
    return -1, np.int64(0)


@inner
def _told_at_last(data, at, end, names, players, holes):
    """Take in a line of the summary on a seat; returns whether it is one that is known here."""
    colon = at + len(_SEAT)
    while colon < end and data[colon] != 58:
        colon += 1
    if colon + 2 >= end or data[colon + 1] != 32 or _number(data, at + len(_SEAT), colon) < 0:
        return False
    seat, rest = _speaker(data, colon + 2, end, names, players)
    if seat < 0:
        return False
    while rest + 2 < end and data[rest] == 32 and data[rest + 1] == 40:  # "(button)"
        i = rest + 2
        while i < end and (97 <= data[i] <= 122 or data[i] == 32):
            i += 1
        if i >= end or data[i] != 41 or i == rest + 2:
            return False
        rest = i + 1
    for k in range(2):
        word = _SHOWED if k == 0 else _MUCKED
        if _starts(data, rest, end, word):
            stop = rest + len(word)
            while stop < end and data[stop] != 93:
                stop += 1
            if stop >= end:
                return False
            cards, count = _spaced(data, rest + len(word), stop)
            return _learn(holes, seat, cards, count) and count == 2
    for i in range(rest, end):
        if data[i] == 91:
            return False
    if is_word(data, rest, end, _GAVE_UP):
        return True
    return (
        _starts(data, rest, end, _FOLDED)
        or _starts(data, rest, end, _TAKES)
        or _starts(data, rest, end, _WON)
        or _starts(data, rest, end, _LOST)
        or _starts(data, rest, end, _QUIET)
    )


@inner
def _street(data, at, end, word):
    """Return the new cards of a street, and how many; -1 for another shape."""
    start = at + len(word)
    if data[end - 1] != 93:
        return np.int64(0), -1
    if len(word) > 14 or data[at + 4] != 70:  # the turn and the river repeat the board first
        while start < end and data[start] != 93:
            start += 1
        if start + 3 >= end or data[start + 1] != 32 or data[start + 2] != 91:
            return np.int64(0), -1
        start += 3
    return _spaced(data, start, end - 1)


@kernel
def read_hands(data, bounds, headers, given, rows, amounts, codes, names, skipped, heads, hashes):
    """Read hands, and number their heads.

    data : uint8[*]
    bounds : int64[N + 1]         where each hand's header begins, and the end
    headers : int64[N]            the header of each
    given : int64[M, HEADERS]     what the headers say; stakes in hundredths
    rows, amounts, codes          filled: see `equity.kernels.hands.phh_text.scan_hands`; amounts: stacks, final stacks
                                  and seats
    names : int64[N, 10, 2]       filled: where the players' names stand, in order
    skipped : int64[N, 8]         filled: lines that are not play, by kind
    heads : int64[H, HEAD_COLUMNS]  filled: the different heads
    hashes : uint64[H]

    Returns how many heads there are.
    """
    known, used = 0, 0
    kinds, who, value = (
        np.empty(_MOST_EVENTS, np.int64),
        np.empty(_MOST_EVENTS, np.int64),
        np.empty(_MOST_EVENTS, np.int64),
    )
    room = np.empty((9, 10), np.int64)
    seats, spans = np.empty(10, np.int64), np.empty((10, 2), np.int64)
    order, place = np.empty(10, np.int64), np.empty(10, np.int64)
    head = np.empty(HEAD_COLUMNS, np.int64)
    for i in range(len(headers)):
        row = rows[i]
        row[col.START], row[col.END] = bounds[i], bounds[i + 1]
        row[col.PLAIN], row[col.VERDICT], row[col.RAKE] = 0, col.SLOW, -1
        row[col.CODES] = row[col.CODES_END] = used
        header = given[headers[i]]
        if not header[0]:
            continue
        found = _read(data, bounds[i], bounds[i + 1], header, kinds, who, value, room, seats, spans, skipped[i])
        if found[0] < 2:
            continue
        left = len(codes) - used
        if left < found[1] + 24:
            continue
        done = _tell(
            header,
            headers[i],
            found,
            kinds,
            who,
            value,
            room,
            seats,
            order,
            place,
            head,
            row,
            amounts[i],
            codes[used:],
        )
        if done < 0:
            continue
        mixed = np.uint64(14695981039346656037)
        for k in range(HEAD_COLUMNS):
            mixed = (mixed ^ np.uint64(head[k])) * np.uint64(1099511628211)
        which = 0
        while which < known and hashes[which] != mixed:
            which += 1
        if which == known:
            if known == len(heads):
                continue
            for k in range(HEAD_COLUMNS):
                heads[known, k] = head[k]
            hashes[known] = mixed
            known += 1
        same = True
        for k in range(HEAD_COLUMNS):
            same = same and heads[which, k] == head[k]
        if not same:
            continue
        used += done
        row[col.CODES_END], row[col.HEAD_ID], row[col.PLAIN] = used, which, 1
        for k in range(row[col.SEATS]):
            names[i, k, 0], names[i, k, 1] = spans[order[k], 0], spans[order[k], 1]
    return known


# rows of the room
_STACKS, _HOLES, _COLLECTS, _RETURNS, _BETS_NOW, _IN, _OUT_OF, _ANTES, _BIGS = range(9)


@inner
def _read(data, at, size, header, kinds, who, value, room, seats, spans, skipped):
    """Read the lines of a hand; returns (players at the table, events, button, money, total, rake, board), -1 first."""
    bad = (-1, 0, _UNKNOWN, 0, _UNKNOWN, _UNKNOWN, 0)
    players, events, button, money, total, rake, board = 0, 0, _UNKNOWN, header[4], _UNKNOWN, _UNKNOWN, 0
    summary, first = False, True
    for k in range(len(skipped)):
        skipped[k] = 0
    while at < size:
        end = at
        while end < size and data[end] != 10:
            end += 1
        start, stop = at, end
        at = end + 1
        if stop > start and data[stop - 1] == 13:
            stop -= 1
        while stop > start and data[stop - 1] == 32:
            stop -= 1
        while start < stop and data[start] == 32:
            start += 1
        if first or start == stop:
            first = False
            continue
        for k in range(start, stop):
            if data[k] < 32 or (data[k] > 126 and data[k] not in (0xE2, 0x82, 0xAC, 0xC2, 0xA3)):
                return bad
        c = data[start]
        if c == 42:
            if is_word(data, start, stop, _HOLE) or is_word(data, start, stop, _SHOWDOWN):
                continue
            if is_word(data, start, stop, _SUMMARY):
                summary = True
                continue
            cards, count = np.int64(0), -1
            if _starts(data, start, stop, _FLOP):
                cards, count = _street(data, start, stop, _FLOP)
            elif _starts(data, start, stop, _TURN):
                cards, count = _street(data, start, stop, _TURN)
            elif _starts(data, start, stop, _RIVER):
                cards, count = _street(data, start, stop, _RIVER)
            if count < 1 or events + 2 >= _MOST_EVENTS:
                return bad
            kinds[events], who[events], value[events] = BOARD_CODE, -1, cards | count << 30
            events += 1
            continue
        if c == 83 and _starts(data, start, stop, _SEAT):
            if summary:
                if not _told_at_last(data, start, stop, spans, players, room[_HOLES]):
                    return bad
                continue
            out = _ends(data, start, stop, _OUT)
            last = stop - len(_OUT) if out else stop
            if not _ends(data, start, last, _CHIPS) or players == 10 or events:
                return bad
            last -= len(_CHIPS)
            opened = last
            while opened > start and data[opened - 1] != 40:
                opened -= 1
            stack, marked, where = _money(data, opened, last)
            colon = start + len(_SEAT)
            while colon < opened and data[colon] != 58:
                colon += 1
            number = _number(data, start + len(_SEAT), colon)
            if where != last or number < 0 or colon + 2 >= opened - 2 or data[colon + 1] != 32:
                return bad
            if data[opened - 2] != 32 or not _is_name(data, colon + 2, opened - 2):
                return bad
            if _seated(data, colon + 2, opened - 2, spans, players) >= 0:
                return bad
            for s in range(players):
                if seats[s] == number:
                    return bad
            seats[players], spans[players, 0], spans[players, 1] = number, colon + 2, opened - 2
            for k in range(len(room)):
                room[k, players] = 0
            room[_STACKS, players], room[_HOLES, players] = stack, _UNSEEN
            money |= marked
            players += 1
            continue
        if c == 84:
            if _starts(data, start, stop, _TABLE_IS):
                where = _find(data, start, stop, _SEAT_NUMBER)
                if where < 0 or not _ends(data, start, stop, _IS_BUTTON):
                    return bad
                button = _number(data, where + len(_SEAT_NUMBER), stop - len(_IS_BUTTON))
                if button < 0:
                    return bad
                continue
            if _starts(data, start, stop, _TOTAL):
                total, _, where = _money(data, start + len(_TOTAL), stop)
                bar = _find(data, start, stop, _RAKE)
                if where < 0 or bar < 0 or total < 0 or (where != bar and data[where] != 32):
                    return bad
                rake, _, where = _money(data, bar + len(_RAKE), stop)
                if where != stop:
                    return bad
                continue
        if c == 68 and _starts(data, start, stop, _DEALT):
            if data[stop - 1] != 93 and _seated(data, start + len(_DEALT), stop, spans, players) >= 0:
                skipped[_CARDS] += 1
                continue
            opened = stop
            while opened > start and data[opened - 1] != 91:
                opened -= 1
            if data[stop - 1] != 93 or opened <= start + len(_DEALT) + 1:
                return bad
            seat = _seated(data, start + len(_DEALT), opened - 2, spans, players)
            cards, count = _spaced(data, opened, stop - 1)
            if seat < 0 or count != 2 or not _learn(room[_HOLES], seat, cards, count):
                return bad
            continue
        if c == 66 and _starts(data, start, stop, _BOARD):
            if data[stop - 1] != 93:
                return bad
            _, board = _spaced(data, start + len(_BOARD), stop - 1)
            if board < 0:
                return bad
            continue
        if c == 85 and _starts(data, start, stop, _UNCALLED):
            back, _, where = _money(data, start + len(_UNCALLED), stop)
            if where < 0 or not _starts(data, where, stop, _BACK):
                return bad
            seat = _seated(data, where + len(_BACK), stop, spans, players)
            if seat < 0:
                return bad
            room[_RETURNS, seat] += back
            room[_OUT_OF, seat] = 1  # told in a line: dealt in
            continue
        seat, rest = _speaker(data, start, stop, spans, players)
        if seat >= 0 and rest + 2 < stop and data[rest] == 58 and data[rest + 1] == 32:
            rest += 2
            if is_word(data, rest, stop, _NO_SHOW):
                skipped[_CARDS] += 1
                continue
            if events + 2 >= _MOST_EVENTS:
                return bad
            if _starts(data, rest, stop, _SHOWS):
                closed = rest
                while closed < stop and data[closed] != 93:
                    closed += 1
                cards, count = _spaced(data, rest + len(_SHOWS), closed)
                if count != 2 or closed >= stop or not _learn(room[_HOLES], seat, cards, count):
                    return bad
                if closed + 1 < stop:
                    if closed + 3 >= stop or data[closed + 1] != 32 or data[closed + 2] != 40 or data[stop - 1] != 41:
                        return bad
                    for k in range(closed + 1, stop):
                        if data[k] in (58, 91, 93):
                            return bad
                kinds[events], who[events], value[events] = SHOW_CODE, seat, 0
                events += 1
                continue
            kind, amount = _act(data, rest, stop)
            if kind >= 0 and amount >= 0:
                kinds[events], who[events], value[events] = kind, seat, amount
                events += 1
                continue
        elif seat >= 0 and _starts(data, rest, stop, _COLLECTED):
            won, _, where = _money(data, rest + len(_COLLECTED), stop)
            if where < 0 or not _starts(data, where, stop, _FROM):
                return bad
            where += len(_FROM)
            if data[stop - 2] == 45 and 48 <= data[stop - 1] <= 57:
                stop -= 2
            if not (
                is_word(data, where, stop, _POT)
                or is_word(data, where, stop, _MAIN)
                or is_word(data, where, stop, _SIDE)
            ):
                return bad
            room[_COLLECTS, seat] += won
            room[_OUT_OF, seat] = 1
            continue
        elif seat >= 0 and _starts(data, rest, stop, _SAID) and _is_chat(data, rest + len(_SAID), stop):
            skipped[_CHAT] += 1
            continue
        kind = _noise(data, start, stop)
        if kind < 0:
            return bad
        skipped[kind] += 1
    return players, events, button, money, total, rake, board


@inner
def _tell(header, number, found, kinds, who, value, room, seats, order, place, head, row, amounts, codes):
    """Put a hand's events in order; fills row, amounts, codes and head. Returns how many codes, -1 for Python."""
    players, events, button, money, total, rake, board = found
    stacks, holes, collected, returned = room[_STACKS], room[_HOLES], room[_COLLECTS], room[_RETURNS]
    bets, paid, dealt, antes, bigs = room[_BETS_NOW], room[_IN], room[_OUT_OF], room[_ANTES], room[_BIGS]
    if button < 0 or total < 0 or rake < 0:
        return -1
    small, big, cents = _UNKNOWN, _UNKNOWN, money
    small_paid = np.int64(0)
    for k in range(events):
        kind, s = kinds[k], who[k]
        if kind == BOARD_CODE:
            continue
        if kind == _TOLD_SMALL:
            if small >= 0 or value[k] == 0:
                return -1
            small, small_paid = s, value[k]
        elif kind == _TOLD_BIG:
            if bigs[s] or value[k] == 0:
                return -1
            bigs[s] = value[k]
        elif kind == _TOLD_ANTE:
            if antes[s] or value[k] == 0:
                return -1
            antes[s] = value[k]
        dealt[s] = 1
        if value[k] % 100:
            cents = 1
    for s in range(players):
        if stacks[s] == 0 and dealt[s]:
            return -1
        if stacks[s] % 100 or collected[s] % 100 or returned[s] % 100:
            cents = 1
    if total % 100 or rake % 100 or header[2] % 100 or header[3] % 100:
        cents = 1
    unit = 1 if cents else 100
    # order: by seat from the left of the button, then from the small blind
    count = 0
    for turn in range(2):
        last = np.int64(-1)
        while True:
            best = -1
            for s in range(players):
                side = 0 if seats[s] > button else 1
                if dealt[s] and side == turn and seats[s] > last and (best < 0 or seats[s] < seats[best]):
                    best = s
            if best < 0:
                break
            order[count] = best
            last = seats[best]
            count += 1
    if count < 2:
        return -1
    if small >= 0:
        first = 0
        while order[first] != small:
            first += 1
        if count == 2 and order[1] != small:
            order[0], order[1] = order[1], order[0]
        elif count > 2:
            for s in range(count):
                place[s] = order[(first + s) % count]
            for s in range(count):
                order[s] = place[s]
    for p in range(count):
        place[order[p]] = p
    # forced bets
    fixed = header[1] == 2
    whole_small = (header[2] // unit // 2) * unit if fixed else header[2]
    whole_big = header[2] if fixed else header[3]
    highest, posted = np.int64(0), 0
    for p in range(count):
        if bigs[order[p]] and big < 0:
            big = order[p]  # the first clockwise is the table's; others are new to it, and post
        elif bigs[order[p]] > whole_big:
            return -1
        highest = max(highest, antes[order[p]])
        posted += 1 if antes[order[p]] else 0
    if big < 0 or (small >= 0 and bigs[small]):
        return -1
    for k in range(HEAD_COLUMNS):
        head[k] = 0
    head[0], head[1], head[2] = number, count, cents
    level = np.int64(0)
    for p in range(count):
        s = order[p]
        ante, blind = antes[s], np.int64(0)
        if s == small:
            blind = small_paid
        elif bigs[s]:
            blind = bigs[s]
        if posted > 1 and 0 < ante < highest and stacks[s] <= ante + blind:
            ante = highest
        if s == small and blind < whole_small and stacks[s] <= ante + blind:
            blind = whole_small
        if s == big and blind < whole_big and stacks[s] <= ante + blind:
            blind = whole_big
        head[3 + p], head[13 + p] = ante // unit, blind // unit if s in (small, big) else -(blind // unit)
        level = max(level, blind)
        amounts[0, p], amounts[2, p] = stacks[s], seats[s]
        # as `street_chips.Tally` counts
        paid[s] = min(ante, stacks[s])
        bets[s] = min(blind, stacks[s] - paid[s])
        paid[s] += bets[s]
        codes[p] = HOLE_CODE | (p + 1) << 4 | holes[s] << 9
    used = count
    folded, mucked, ended, open_cards = np.int64(0), np.int64(0), False, 0
    for k in range(events):
        kind, s = kinds[k], who[k]
        if kind == BOARD_CODE:
            codes[used] = BOARD_CODE | value[k] << 9
            used += 1
            open_cards += value[k] >> 30
            extra, top = _highest(bets, order, count)
            if extra > 0 and not folded >> top & 1:
                ended = True
            if not ended:
                level = np.int64(0)
                for p in range(count):
                    bets[order[p]] = 0
            continue
        if kind > 100:
            continue
        p = place[s]
        if kind in (SHOW_CODE, MUCK_CODE):
            if not folded >> s & 1:
                if kind == MUCK_CODE and mucked >> s & 1:
                    continue
                if kind == MUCK_CODE:
                    mucked |= 1 << s
                codes[used] = kind | (p + 1) << 4 | (holes[s] if kind == SHOW_CODE else _UNSEEN) << 9
                used += 1
            continue
        left = stacks[s] - paid[s]
        if left == 0:
            return -1  # acts without chips
        if kind == FOLD_CODE:
            folded |= 1 << s
            codes[used] = FOLD_CODE | (p + 1) << 4 | _UNSEEN << 9
        elif kind == CALL_CODE:
            more = max(level, bets[s]) - bets[s]
            more = min(more, left)
            bets[s] += more
            paid[s] += more
            codes[used] = CALL_CODE | (p + 1) << 4 | _UNSEEN << 9
        else:
            if value[k] <= level:
                return -1
            more = min(value[k] - bets[s], left)
            bets[s] += more
            paid[s] += more
            level = max(level, bets[s])
            codes[used] = RAISE_CODE | (p + 1) << 4 | value[k] << 9
        used += 1
    if board > open_cards:
        return -1  # the summary tells more of the board than the streets do
    live, unknown = 0, 0
    for p in range(count):
        s = order[p]
        if not folded >> s & 1 and not mucked >> s & 1:
            live += 1
            unknown += 1 if holes[s] == _UNSEEN else 0
    if live > 1 and 0 < unknown < live:
        for p in range(count):
            s = order[p]
            if not folded >> s & 1 and not mucked >> s & 1 and holes[s] == _UNSEEN and collected[s] == 0:
                codes[used] = MUCK_CODE | (p + 1) << 4 | _UNSEEN << 9
                used += 1
    # the result, as `TextHand._finish` checks it
    extra, top = _highest(bets, order, count)
    if extra > 0 and folded >> top & 1:
        extra = np.int64(0)
    pot, won, back = np.int64(0), np.int64(0), np.int64(0)
    for p in range(count):
        s = order[p]
        paid[s] -= returned[s]
        back += returned[s]
        if paid[s] < 0:
            return -1
        pot += paid[s]
        won += collected[s]
    if extra > 0 and back == 0 and pot != total:
        paid[top] -= extra
        pot -= extra
    if (total != pot and total + rake != pot) or pot - won != rake:
        return -1
    for p in range(count):
        s = order[p]
        amounts[1, p] = stacks[s] + collected[s] - paid[s]
        amounts[2, p] *= 100
    row[col.SEATS], row[col.POINT], row[col.RESULT], row[col.RAKE] = count, cents, col.FINISHING, rake
    row[col.PLACES] = count
    return used


@inner
def _highest(bets, order, count):
    """Return by how much the highest bet is above the next, and whose it is: the last of equals, as sorting has it."""
    top, second, who = np.int64(-1), np.int64(-1), np.int64(0)
    for p in range(count):
        bet = bets[order[p]]
        if bet >= top:
            top, second, who = bet, top, order[p]
        elif bet > second:
            second = bet
    return top - second, who
