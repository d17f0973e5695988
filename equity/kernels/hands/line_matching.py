"""A line of a site's text against a table of patterns: which one it is, and what stands in its fields.

Rules of the file: a pattern is a row of tokens (`equity.history.sites.lines.patterns` makes them from a notation). The
first that takes the whole line counts, those first that begin with letters, then those that begin with a player's name.
What is doubtful matches nothing, and Python reads the hand.
"""

from __future__ import annotations

import numpy as np

from equity.kernels.compile.decorators import inner
from equity.kernels.hands.phh_text import card_of, read_card

__all__ = ["FIELDS", "TOKENS", "match_line", "read_money", "seated"]

# tokens: kind, where its letters begin, how many. The fields of the notation, but for letters and named seats
TOKENS = (
    *("letters", "named", "who", "new", "money", "more", "sum", "seat", "cards", "words", "note", "rest"),
    *("roles", "me", "late", "amount", "any"),
)
_LETTERS, _NAMED, _WHO, _NEW, _MONEY, _MORE, _SUM, _NUMBER, _CARDS, _WORDS, _NOTE, _REST = range(12)
_ROLES, _ME, _LATE, _AMOUNT, _ANY = range(12, 17)
# columns of a pattern before its tokens
MEANING, DETAIL, LEAD, SIZE, FIRST = range(5)
_NOT_LOOKED = -2
WHO_LEADS, ANYTHING_LEADS = -1, -2  # else the letter that leads
# fields of a line
WHO, FROM, TO, MONEY, MARKED, MORE, CARDS, COUNT, SEAT = range(9)
FIELDS = 9
_SIGNS = (34, 35, 40, 41, 42, 58, 91, 93)  # "#()*:[]


@inner
def _thousands(data, at, end):
    """Return how long a blank is that stands before exactly three digits, 0 for none."""
    size = 0
    if at < end and data[at] == 32:
        size = 1
    elif at + 1 < end and data[at] == 0xC2 and data[at + 1] == 0xA0:
        size = 2
    elif at + 2 < end and data[at] == 0xE2 and data[at + 1] == 0x80 and data[at + 2] == 0xAF:
        size = 3
    if size == 0 or at + size + 3 > end:
        return 0
    for k in range(3):
        if not 48 <= data[at + size + k] <= 57:
            return 0
    return size


@inner
def read_money(data, at, end, loose):
    """Return (hundredths, whether a currency stands beside it, where it ends); -1 at the end for another shape.

    A comma or point before three digits divides thousands, before one or two it is the decimal point: as
    `equity.history.sites.table_text.money` has it. Loosely: blanks divide thousands too, and the currency may stand
    behind a blank or be called USD or EUR.
    """
    marked = 0
    if at < end and data[at] == 36:
        at, marked = at + 1, 1
    elif at + 2 < end and data[at] == 0xE2 and data[at + 1] == 0x82 and data[at + 2] == 0xAC:  # euros
        at, marked = at + 3, 1
    elif at + 1 < end and data[at] == 0xC2 and data[at + 1] == 0xA3:  # pounds
        at, marked = at + 2, 1
    start, value, places, first = at, np.int64(0), -1, True
    while True:
        digits, run = at, np.int64(0)
        while at < end and 48 <= data[at] <= 57:
            run = run * 10 + (data[at] - 48)
            at += 1
            if at - start > 15:
                return value, marked, -1
        size = at - digits
        if first:
            if size == 0 or size > 12:
                return value, marked, -1
            value, first = run, False
        elif size == 3 and places < 0 and value > 0:
            value = value * 1000 + run
        elif 1 <= size <= 2 and places < 0:
            value, places = value * 100 + (run if size == 2 else run * 10), 2
        else:
            return value, marked, -1
        step = 1 if at < end and data[at] in (44, 46) else 0
        if loose and places < 0:
            step = max(step, _thousands(data, at, end))
        if step == 0 or at + step >= end or not 48 <= data[at + step] <= 57:
            break
        at += step
    if places < 0:
        value *= 100
    behind = at + 1 if loose and at < end and data[at] == 32 else at
    if behind < end and data[behind] == 36:
        at, marked = behind + 1, 1
    elif behind + 2 < end and data[behind] == 0xE2 and data[behind + 1] == 0x82 and data[behind + 2] == 0xAC:
        at, marked = behind + 3, 1
    elif loose and at + 3 < end and data[at] == 32:
        a, b, c = data[at + 1], data[at + 2], data[at + 3]
        if (a == 85 and b == 83 and c == 68) or (a == 69 and b == 85 and c == 82):
            at += 4
    return value, marked, at


@inner
def _cards(data, at, end):
    """Return the cards of ``2c 3d 4h`` or `` 2c, 3d ``, six bits each, how many, and where they end; -1 for none."""
    cards, count = np.int64(0), 0
    while at < end and data[at] == 32:
        at += 1
    while True:
        pair = -1
        if at + 3 <= end and data[at] == 49 and data[at + 1] == 48:  # "10h"
            at += 1
            pair = card_of(84, data[at + 1])
        elif at + 2 <= end:
            pair = read_card(data, at, end)
        if pair < 0 or pair == 63:
            return cards, -1, at
        for k in range(count):
            if cards >> 6 * k & 63 == pair:
                return cards, -1, at
        cards |= pair << 6 * count
        count += 1
        at += 2
        if at < end and data[at] == 44:
            at += 1
        first = at
        while at < end and data[at] == 32:
            at += 1
        if at == end or data[at] == 93:
            return cards, count, at
        if count == 5 or at == first:
            return cards, -1, at


@inner
def _is_name(data, at, end):
    """Say whether a text can only be a name: without signs that lines are made of, and blanks at its ends."""
    if at >= end or data[at] == 32 or data[end - 1] == 32:
        return False
    i = at
    while i < end:
        c = data[i]
        if 0xC3 <= c <= 0xC5 and i + 1 < end and 0x80 <= data[i + 1] <= 0xBF:  # a Latin letter with an accent
            i += 1
        elif c < 32 or c > 126 or c in _SIGNS:
            return False
        i += 1
    return True


@inner
def seated(data, at, end, names, players):
    """Return the player of a name, -1 for nobody."""
    for s in range(players):
        if names[s, 1] - names[s, 0] == end - at:
            i = 0
            while i < end - at and data[names[s, 0] + i] == data[at + i]:
                i += 1
            if i == end - at:
                return s
    return -1


@inner
def _speaker(data, at, end, names, players):
    """Return the player whose name stands here and where the rest starts; the longest name, -1 for nobody."""
    found, rest = -1, at
    for s in range(players):
        start = names[s, 0]
        length = names[s, 1] - start
        if at + length <= end and length > rest - at:
            i = 0
            while i < length and data[start + i] == data[at + i]:
                i += 1
            if i == length:
                found, rest = s, at + length
    return found, rest


@inner
def _stands(data, at, end, letters, start, size):
    """Say whether letters of the table stand here."""
    if end - at < size:
        return False
    for i in range(size):
        if data[at + i] != letters[start + i]:
            return False
    return True


@inner
def _free(data, at, end, kind):
    """Say whether a text that means nothing can mean nothing else."""
    for i in range(at, end):
        c = data[i]
        if c < 32 or c == 127 or (c > 127 and kind == _WORDS):
            return False
        if kind == _WORDS and c in _SIGNS:
            return False
        if kind == _NOTE and c in (34, 91, 93):
            return False
    return True


@inner
def _fits(data, at, end, pattern, letters, names, players, rest, fields):
    """Say whether a line is what a pattern says; fills the fields."""
    count = pattern[SIZE]
    fields[MONEY] = fields[MORE] = fields[COUNT] = -1
    for t in range(count):
        column = FIRST + 3 * t
        kind, start, size = pattern[column], pattern[column + 1], pattern[column + 2]
        if kind in (_LETTERS, _NAMED):
            if not _stands(data, at, end, letters, start, size):
                return False
            if kind == _NAMED:
                fields[FROM], fields[TO] = at, at + size
            at += size
        elif kind == _WHO:
            if t == 0:
                at = rest  # looked up once for all patterns
            else:
                fields[WHO], at = _speaker(data, at, end, names, players)
                if fields[WHO] < 0:
                    return False
        elif kind in (_MONEY, _MORE, _SUM, _AMOUNT, _ANY):
            value, marked, at = read_money(data, at, end, kind in (_AMOUNT, _ANY))
            if at < 0:
                return False
            if kind in (_MONEY, _AMOUNT):
                fields[MONEY], fields[MARKED] = value, marked
            elif kind == _MORE:
                fields[MORE] = max(fields[MORE], 0) + value
        elif kind == _NUMBER:
            first, value = at, np.int64(0)
            while at < end and 48 <= data[at] <= 57 and at - first < 7:
                value = value * 10 + (data[at] - 48)
                at += 1
            if at == first or at - first > 6:
                return False
            fields[SEAT] = value
        elif kind == _CARDS:
            fields[CARDS], fields[COUNT], at = _cards(data, at, end)
            if fields[COUNT] < 0:
                return False
        elif kind == _ME:  # "[ME]", after one blank or two
            if _stands(data, at, end, letters, start, size):
                at += size
            elif at < end and _stands(data, at + 1, end, letters, start, size):
                at += 1 + size
            elif at + 1 < end and data[at] == 32 and data[at + 1] == 32:
                at += 1
        elif kind == _LATE:  # "(timeout)", perhaps after a blank
            i = at + 1 if at < end and data[at] == 32 else at
            if i < end and data[i] == 40:
                i += 1
                while i < end and (97 <= data[i] <= 122 or 65 <= data[i] <= 90 or data[i] in (32, 45)):
                    i += 1
                if i < end and data[i] == 41:
                    at = i + 1
        elif kind == _ROLES:  # "(button) (small blind)"
            while at + 2 < end and data[at] == 32 and data[at + 1] == 40 and 97 <= data[at + 2] <= 122:
                i = at + 2
                while i < end and (97 <= data[i] <= 122 or data[i] == 32):
                    i += 1
                if i >= end or data[i] != 41:
                    break
                at = i + 1
        else:  # up to the next letters, or to the end
            stop = end
            if t + 1 < count:
                after, size = pattern[column + 4], pattern[column + 5]
                stop = at
                while stop <= end and not _stands(data, stop, end, letters, after, size):
                    stop += 1
                if stop > end:
                    return False
            if kind == _NEW:
                if not _is_name(data, at, stop):
                    return False
                fields[FROM], fields[TO] = at, stop
            elif not _free(data, at, stop, kind):
                return False
            at = stop
    return at == end


@inner
def match_line(data, at, end, patterns, letters, names, players, fields):
    """Return the number of the first pattern that a line is, -1 for none; fills the fields."""
    seat, rest, first, second = _NOT_LOOKED, at, data[at], np.int64(0)
    for p in range(len(patterns)):
        lead = patterns[p, LEAD]
        if lead >= 0 and lead != first:
            continue
        if lead == WHO_LEADS:
            if seat == _NOT_LOOKED:
                seat, rest = _speaker(data, at, end, names, players)
                second = np.int64(data[rest]) if rest < end else 0
            if seat < 0 or (patterns[p, FIRST + 3] == _LETTERS and letters[patterns[p, FIRST + 4]] != second):
                continue
            fields[WHO] = seat
        if _fits(data, at, end, patterns[p], letters, names, players, rest, fields):
            return p
    return -1
