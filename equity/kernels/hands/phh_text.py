"""Hands as writers of PHH spell them: bytes -> the packed form of `equity.kernels.hands.replay`, many in one call.

Rules of the file: it takes what has exactly the shape that `equity.history.phh.plain_lines` knows, in ASCII and with at
most two decimals, and marks every other hand for the readers in Python; so it reports no error and decides nothing. The
lines that repeat from hand to hand (the *head*: variant, antes, blinds, bets, house rules) are only copied, each
different head once, for Python to read.

    scan_hands -> pack_hands -> replay_hands -> judge_hands

Amounts are held in hundredths until `pack_hands`, where the head is known and with it the unit of the hand.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands.replay import (
    BOARD_CODE,
    CALL_CODE,
    DONE,
    FOLD_CODE,
    HEAD,
    HOLE_CODE,
    MUCK_CODE,
    RAISE_CODE,
    SHOW_CODE,
    UNKNOWN,
)

__all__ = [
    "COLUMNS",
    "HEAD_ROOM",
    "KEYS",
    "card_of",
    "is_word",
    "judge_hands",
    "mark_unseen",
    "pack_hands",
    "read_card",
    "scan_hands",
    "share_rake",
]

# columns of a hand
START, END, LINE, PLAIN, HEAD_ID, SEATS, POINT, NAMES, NAMES_END, CODES, CODES_END, RESULT, RAKE, PLACES, VERDICT = (
    range(15)
)
COLUMNS = 15
NO_RESULT, FINISHING, WINNINGS = 0, 1, 2
AGREE, RAKED, DIFFER, UNSAID, SLOW = 0, 1, 2, 3, 4  # verdicts
# kinds of keys
FREE, OF_HEAD, ODD, STACKS, ACTIONS, PLAYERS, CHAIRS, ENDS, COLLECTED, HOUSE_TAKES = range(10)
_NAMES = {
    OF_HEAD: (
        *("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet"),
        *("_betting", "_cap", "_cap_heads_up", "_reopen", "_raise_after_short", "_cumulative_reopen", "_odd_chips"),
        "_chip",
    ),
    ODD: ("bring_in", "_payoffs", "_dead_posts", "_second_board"),
    STACKS: ("starting_stacks",),
    ACTIONS: ("actions",),
    PLAYERS: ("players",),
    CHAIRS: ("seats",),
    ENDS: ("finishing_stacks",),
    COLLECTED: ("winnings",),
    HOUSE_TAKES: ("_rake",),
}
_LONGEST = 24
HEAD_ROOM = 96  # numbers of a head: what `equity.kernels.hands.replay` wants before the stacks


def _make_keys():
    rows = [(kind, name) for kind, names in _NAMES.items() for name in names]
    keys = np.zeros((len(rows), 2 + _LONGEST), np.uint8)
    for row, (kind, name) in zip(keys, rows, strict=True):
        row[0], row[1] = kind, len(name)
        row[2 : 2 + len(name)] = list(name.encode())
    return keys


KEYS = _make_keys()
_NEWLINE, _RETURN, _BLANK, _QUOTE, _COMMA, _MINUS, _POINT, _ZERO, _NINE = 10, 13, 32, 39, 44, 45, 46, 48, 57
_OPEN, _CLOSE, _MOST_DIGITS = 91, 93, 12
_UNSEEN = 63 | 63 << 6


@inner
def _number(data, at, end):
    """Return (hundredths, whether it has a point, where it ends); the last is -1 for another shape."""
    start, value = at, np.int64(0)
    while at < end and _ZERO <= data[at] <= _NINE:
        value = value * 10 + (data[at] - _ZERO)
        at += 1
        if at - start > _MOST_DIGITS:
            return value, 0, -1
    if at == start or (data[start] == _ZERO and at - start > 1):
        return value, 0, -1
    value *= 100
    if at == end or data[at] != _POINT:
        return value, 0, at
    at += 1
    start = at
    while at < end and _ZERO <= data[at] <= _NINE:
        if at - start == 2:
            return value, 1, -1
        value += (data[at] - _ZERO) * (10 if at == start else 1)
        at += 1
    return value, 1, (at if at > start else -1)


@inner
def _numbers(data, at, end, row):
    """Read ``[1, 2.50]`` up to the end of a line; returns (how many, whether any has a point), -1 for another shape."""
    count, point = 0, 0
    if at >= end or data[at] != _OPEN:
        return -1, 0
    at += 1
    while count < 10:
        value, dotted, at = _number(data, at, end)
        if at < 0 or at >= end:
            return -1, 0
        row[count] = value
        count += 1
        point |= dotted
        if data[at] == _CLOSE:
            return (count if at + 1 == end else -1), point
        if at + 1 >= end or data[at] != _COMMA or data[at + 1] != _BLANK:
            return -1, 0
        at += 2
    return -1, 0


@inner
def _any_number(data, at, end):
    """Return where a number of TOML ends that Python's fast reader takes too, -1 for none."""
    negative = at < end and data[at] == _MINUS
    at += 1 if negative else 0
    start = at
    while at < end and _ZERO <= data[at] <= _NINE:
        at += 1
    digits = at - start
    if digits == 0 or digits > 18 or (data[start] == _ZERO and digits > 1):
        return -1
    if at < end and data[at] == _POINT:
        start, at = at + 1, at + 1
        while at < end and _ZERO <= data[at] <= _NINE:
            at += 1
        return at if 1 <= at - start <= 12 and digits <= 15 else -1
    return -1 if negative and data[start] == _ZERO else at


@inner
def _strings(data, at, end):
    """Say whether ``['a', 'b']`` stands up to the end of a line."""
    if at + 1 >= end or data[at] != _OPEN or data[at + 1] != _QUOTE:
        return False
    at += 2
    while True:
        while at < end and data[at] != _QUOTE:
            at += 1
        if at + 1 >= end:
            return False
        if data[at + 1] == _CLOSE:
            return at + 2 == end
        if at + 3 >= end or data[at + 1] != _COMMA or data[at + 2] != _BLANK or data[at + 3] != _QUOTE:
            return False
        at += 4


@inner
def is_word(data, at, end, word):
    """Say whether a stretch of bytes is a word."""
    if end - at != len(word):
        return False
    for i in range(len(word)):
        if data[at + i] != word[i]:
            return False
    return True


_TRUE, _FALSE = np.array(list(b"true"), np.uint8), np.array(list(b"false"), np.uint8)


@inner
def _is_time(data, at, end):
    if end - at != 8 or data[at + 2] != 58 or data[at + 5] != 58:
        return False
    for i in range(8):
        if i not in (2, 5) and not _ZERO <= data[at + i] <= _NINE:
            return False
    hour = (data[at] - _ZERO) * 10 + data[at + 1] - _ZERO
    return hour < 24 and data[at + 3] < 54 and data[at + 6] < 54


@inner
def _is_value(data, at, end):
    """Say whether a line ends in a value of the plain shape."""
    if at >= end:
        return False
    first = data[at]
    if first == _QUOTE:
        for i in range(at + 1, end - 1):
            if data[i] == _QUOTE:
                return False
        return end - at >= 2 and data[end - 1] == _QUOTE
    if first == _OPEN:
        if at + 1 < end and data[at + 1] == _QUOTE:
            return _strings(data, at, end)
        at += 1
        while True:
            at = _any_number(data, at, end)
            if at < 0 or at >= end:
                return False
            if data[at] == _CLOSE:
                return at + 1 == end
            if at + 1 >= end or data[at] != _COMMA or data[at + 1] != _BLANK:
                return False
            at += 2
    if _is_time(data, at, end):
        return True
    if _ZERO <= first <= _NINE or first == _MINUS:
        return _any_number(data, at, end) == end
    return is_word(data, at, end, _TRUE) or is_word(data, at, end, _FALSE)


@inner
def card_of(rank, suit):
    """Return the card of two letters, -1 for neither."""
    r = -1
    if 50 <= rank <= _NINE:
        r = np.int64(rank) - 50
    elif rank == 84:
        r = 8
    elif rank == 74:
        r = 9
    elif rank == 81:
        r = 10
    elif rank == 75:
        r = 11
    elif rank == 65:
        r = 12
    s = 0 if suit == 99 else 1 if suit == 100 else 2 if suit == 104 else 3 if suit == 115 else -1
    return -1 if r < 0 or s < 0 else 4 * r + s


@inner
def read_card(data, at, end):
    """Return the card at a place, 63 for ``??``, -1 for neither."""
    if at + 1 >= end:
        return -1
    if data[at] == 63 and data[at + 1] == 63:
        return 63
    return card_of(data[at], data[at + 1])


@inner
def _two(data, at, end):
    """Return two cards as a code holds them, up to `end`; -1 for another shape, one known card included."""
    if end - at != 4:
        return -1
    a, b = read_card(data, at, end), read_card(data, at + 2, end)
    if a < 0 or b < 0 or (a == 63) != (b == 63) or (a == b and a != 63):
        return -1
    return a | b << 6


@inner
def _player(data, at, end):
    """Return (player from 0, where the word ends), -1 for none."""
    if at + 1 >= end or data[at] != 112 or not _ZERO < data[at + 1] <= _NINE:
        return -1, at
    if at + 2 < end and data[at + 2] == _ZERO and data[at + 1] == _ZERO + 1:
        return 9, at + 3
    return np.int64(data[at + 1]) - _ZERO - 1, at + 2


@inner
def _deal(data, at, end):
    """Return the code of ``dh p1 AsKs`` or ``db 2c3d4h``, -1 for another shape."""
    if at + 2 >= end or data[at] != 100 or data[at + 2] != _BLANK:
        return -1
    what, at = data[at + 1], at + 3
    if what == 104:  # dh
        seat, at = _player(data, at, end)
        if seat < 0 or at >= end or data[at] != _BLANK:
            return -1
        cards = _two(data, at + 1, end)
        return -1 if cards < 0 else HOLE_CODE | (seat + 1) << 4 | cards << 9
    if what != 98 or end - at not in (2, 6):
        return -1
    cards, count = np.int64(0), (end - at) // 2
    for k in range(count):
        card = read_card(data, at + 2 * k, end)
        if card < 0 or card == 63:
            return -1
        for j in range(k):
            if cards >> 6 * j & 63 == card:
                return -1
        cards |= card << 6 * k
    return BOARD_CODE | (cards | count << 30) << 9


@inner
def _action(data, at, end):
    """Return (code of an action, whether its amount has a fraction); -1 for another shape."""
    if end - at > 3 and data[at] == 100 and data[at + 1] == _BLANK:
        return _deal(data, at + 2, end), 0
    seat, at = _player(data, at, end)
    if seat < 0 or at + 1 >= end or data[at] != _BLANK:
        return np.int64(-1), 0
    who, at, first = (seat + 1) << 4, at + 1, data[at + 1]
    left = end - at
    if first == 102 and left == 1:
        return FOLD_CODE | who | _UNSEEN << 9, 0
    if left >= 2 and first == 99 and data[at + 1] == 99 and left == 2:
        return CALL_CODE | who | _UNSEEN << 9, 0
    if left > 4 and first == 99 and data[at + 1] == 98 and data[at + 2] == 114 and data[at + 3] == _BLANK:
        value, _, stop = _number(data, at + 4, end)
        if stop != end or value == 0:
            return np.int64(-1), 0
        return RAISE_CODE | who | value << 9, (1 if value % 100 else 0)
    if left < 2 or first != 115 or data[at + 1] != 109:
        return np.int64(-1), 0
    if left == 2:
        return MUCK_CODE | who | _UNSEEN << 9, 0
    if data[at + 2] != _BLANK:
        return np.int64(-1), 0
    if left == 4 and data[at + 3] == _MINUS:
        return SHOW_CODE | who | _UNSEEN << 9, 0
    cards = _two(data, at + 3, end)
    return (-1 if cards < 0 else SHOW_CODE | who | cards << 9), 0


@inner
def _actions(data, at, end, codes, used):
    """Read the list of actions; returns (codes used, highest player, whether an amount has a fraction), -1 in front."""
    top, fraction = np.int64(-1), 0
    if at + 1 >= end or data[at] != _OPEN or data[at + 1] != _QUOTE:
        return -1, top, 0
    at += 2
    while True:
        start = at
        while at < end and data[at] != _QUOTE:
            at += 1
        if at + 1 >= end or used >= len(codes):
            return -1, top, 0
        code, part = _action(data, start, at)
        if code < 0:
            return -1, top, 0
        codes[used] = code
        used += 1
        fraction |= part
        top = max(top, (code >> 4 & 31) - 1)
        if data[at + 1] == _CLOSE:
            return (used if at + 2 == end else -1), top, fraction
        if at + 3 >= end or data[at + 1] != _COMMA or data[at + 2] != _BLANK or data[at + 3] != _QUOTE:
            return -1, top, 0
        at += 4


@inner
def _key(data, at, end, keys):
    """Return (kind of the key, its hash, where its value starts); the last is -1 where none stands there."""
    start, mixed = at, np.uint64(14695981039346656037)
    while at < end:
        c = data[at]
        if not (97 <= c <= 122 or c == 95 or _ZERO <= c <= _NINE or 65 <= c <= 90 or c == _MINUS):
            break
        mixed = (mixed ^ np.uint64(c)) * np.uint64(1099511628211)
        at += 1
    length = at - start
    if length == 0 or at + 3 >= end or data[at] != _BLANK or data[at + 1] != 61 or data[at + 2] != _BLANK:
        return FREE, mixed, -1
    for k in range(len(keys)):
        if keys[k, 1] == length and keys[k, 2] == data[start]:
            i = 1
            while i < length and keys[k, 2 + i] == data[start + i]:
                i += 1
            if i == length:
                return np.int64(keys[k, 0]), mixed, at + 3
    return FREE, mixed, at + 3


@inner
def _is_heading(data, at, end):
    """Say whether a line is a heading as writers spell it: ``[12]``."""
    if end - at < 3 or data[at] != _OPEN or data[end - 1] != _CLOSE:
        return False
    for i in range(at + 1, end - 1):
        c = data[i]
        if not (_ZERO <= c <= _NINE or 65 <= c <= 90 or 97 <= c <= 122 or c in (95, _MINUS)):
            return False
    return True


@inner
def _same_head(heads, ends, count, start, used, mixed, hashes):
    """Return the number of the head that stands behind all others, or `count` if it is a new one."""
    length = used - start
    for k in range(count):
        if hashes[k] == mixed and ends[k + 1] - ends[k] == length:
            same = True
            for i in range(length):
                if heads[ends[k] + i] != heads[start + i]:
                    same = False
                    break
            if same:
                return k
    return count


@partial(kernel, straight=True)
def scan_hands(data, line, keys, rows, amounts, codes, heads, ends, hashes, seen):
    """Take hands apart; every one starts with its heading, the first at the start of `data`.

    data : uint8[*]
    line : int64                  number of the first line
    keys                          `KEYS`
    rows : int64[N, COLUMNS]      filled: see the columns
    amounts : int64[N, 3, 10]     filled: stacks, finishing stacks or winnings, seats, in hundredths
    codes : int64[*]              filled: the actions of all hands, one after the other, amounts in hundredths
    heads : uint8[*]              filled: the different heads, each followed by the number of players
    ends : int64[H + 1]           where each begins
    hashes : uint64[H]
    seen : uint64[*]              room for the keys of a hand

    Returns (hands, heads, the line after the last); hands is -1 where the text holds what only Python reads, -2 where
    `rows` or `codes` are too short.
    """
    size, at, hand, used, known = len(data), 0, -1, 0, 0
    lines, found, mask, point, top, length, mixed = 0, 0, 0, 0, np.int64(-1), 0, np.uint64(0)
    ends[0] = 0
    while at < size:
        end, plain = at, True
        while end < size and data[end] != _NEWLINE:
            c = data[end]
            if c < 32 or c > 126:
                if c not in (9, 12, _RETURN) and c < 128:
                    return -1, 0, 0
                plain = plain and c == _RETURN and end + 1 < size and data[end + 1] == _NEWLINE
            end += 1
        stop = end - 1 if end > at and data[end - 1] == _RETURN else end
        if stop > at and data[at] in (_OPEN, 32, 9):
            if not plain or not _is_heading(data, at, stop):
                return -1, 0, 0
            if hand >= 0:
                rows[hand, END] = max(at - 1, rows[hand, START])
                known = _close(rows[hand], mask, point, top, length, mixed, heads, ends, hashes, known, used)
            hand += 1
            if hand >= len(rows):
                return -2, 0, 0
            for k in range(COLUMNS):
                rows[hand, k] = 0
            rows[hand, START], rows[hand, LINE], rows[hand, PLAIN] = at, line, 1
            rows[hand, CODES] = rows[hand, CODES_END] = used
            rows[hand, RAKE] = -1
            lines, mask, point, top, mixed = 0, 0, 0, np.int64(-1), np.uint64(14695981039346656037)
            length = ends[known]
        elif hand < 0:
            return -1, 0, 0
        elif stop > at and rows[hand, PLAIN]:
            kind, hashed, value = _key(data, at, stop, keys)
            if not plain or value < 0 or lines >= len(seen) or kind == ODD:
                rows[hand, PLAIN] = 0
            else:
                for k in range(lines):
                    if seen[k] == hashed:
                        rows[hand, PLAIN] = 0
                seen[lines] = hashed
                lines += 1
                mask |= 1 << kind
                if kind == FREE:
                    if not _is_value(data, value, stop):
                        rows[hand, PLAIN] = 0
                elif kind == OF_HEAD:
                    if not _is_value(data, value, stop) or length + (stop - at) + 2 >= len(heads):
                        rows[hand, PLAIN] = 0
                    else:
                        for i in range(at, stop):
                            heads[length] = data[i]
                            mixed = (mixed ^ np.uint64(data[i])) * np.uint64(1099511628211)
                            length += 1
                        heads[length] = _NEWLINE
                        length += 1
                elif kind == ACTIONS:
                    if len(codes) - used < (stop - at) // 7 + 1:
                        return -2, 0, 0
                    found, top, fraction = _actions(data, value, stop, codes, used)
                    if found < 0:
                        rows[hand, PLAIN] = 0
                    else:
                        point |= fraction
                        rows[hand, CODES_END] = used = found
                elif kind == PLAYERS:
                    if not _strings(data, value, stop):
                        rows[hand, PLAIN] = 0
                    rows[hand, NAMES], rows[hand, NAMES_END] = value + 2, stop - 2
                elif kind == HOUSE_TAKES:
                    taken, dotted, where = _number(data, value, stop)
                    point |= dotted
                    rows[hand, RAKE] = taken
                    if where != stop:
                        rows[hand, PLAIN] = 0
                else:
                    which = 0 if kind == STACKS else 2 if kind == CHAIRS else 1
                    count, dotted = _numbers(data, value, stop, amounts[hand, which])
                    if count < 0:
                        rows[hand, PLAIN] = 0
                    if kind == STACKS:
                        rows[hand, SEATS] = count
                        point |= dotted
                        for k in range(count):
                            if amounts[hand, 0, k] == 0:
                                rows[hand, PLAIN] = 0
                    elif kind == CHAIRS:
                        rows[hand, PLACES] = 0 if dotted else count
                        if dotted:
                            rows[hand, PLAIN] = 0
                    else:
                        rows[hand, RESULT] = FINISHING if kind == ENDS else WINNINGS
                        rows[hand, VERDICT] = count  # until all lines are read
                        if kind == COLLECTED:
                            point |= dotted
                        elif dotted:
                            point |= 2
        at = end + 1
        line += 1
    if hand >= 0:
        rows[hand, END] = size - 1 if size and data[size - 1] == _NEWLINE else size
        known = _close(rows[hand], mask, point, top, length, mixed, heads, ends, hashes, known, used)
    return hand + 1, known, line


@inner
def _close(row, mask, point, top, length, mixed, heads, ends, hashes, known, used):
    """Finish a hand: number its head, and see that the parts fit together; returns how many heads there are."""
    players, result = row[SEATS], row[RESULT]
    needed = 1 << STACKS | 1 << ACTIONS | 1 << OF_HEAD
    if mask & needed != needed or players < 2 or top >= players or (mask >> ENDS & mask >> COLLECTED & 1):
        row[PLAIN] = 0
    if result != NO_RESULT and row[VERDICT] != players:
        row[PLAIN] = 0
    row[VERDICT] = SLOW
    row[POINT] = point
    if not row[PLAIN]:
        return known
    heads[length] = players
    mixed = (mixed ^ np.uint64(players)) * np.uint64(1099511628211)
    head = _same_head(heads, ends, known, ends[known], length + 1, mixed, hashes)
    if head == known:
        if known + 1 >= len(ends):
            row[PLAIN] = 0
            return known
        hashes[known], ends[known + 1] = mixed, length + 1
        known += 1
    row[HEAD_ID] = head
    return known


@partial(kernel, straight=True)
def pack_hands(rows, amounts, codes, numbers, sizes, points, limits, packed, starts, chosen):
    """Pack the hands that can be, in the unit of each.

    rows, amounts, codes          as `scan_hands` left them; amounts and codes are brought to the hand's unit
    numbers : int64[2 * H, HEAD_ROOM]  of each head, as it stands and in hundredths, the row of the rules in front
    sizes : int64[2 * H]          how many numbers; 0: hands of this head are Python's
    points : int64[H]             whether the head itself has decimals
    limits : int64[2 * H, 10]     stacks that a hand must have at least for its head to hold
    packed : int64[*]             filled
    starts : int64[N + 1]         filled
    chosen : int64[N]             filled: which hands these are

    Returns how many hands.
    """
    count, at = 0, 0
    starts[0] = 0
    for i in range(len(rows)):
        if not rows[i, PLAIN]:
            continue
        head, players, point = rows[i, HEAD_ID], rows[i, SEATS], rows[i, POINT]
        cents = (point & 1) or points[head]
        rows[i, PLAIN] = 0
        if not cents and point:
            continue
        head = 2 * head + (1 if cents else 0)
        rows[i, HEAD_ID] = head
        unit = 1 if cents else 100
        fits = sizes[head] > 0
        for s in range(players):
            amounts[i, 0, s] //= unit
            amounts[i, 1, s] //= unit
            amounts[i, 2, s] //= 100
            fits = fits and amounts[i, 0, s] >= limits[head, s]
        if rows[i, RAKE] >= 0:
            rows[i, RAKE] //= unit
        for k in range(rows[i, CODES], rows[i, CODES_END]):
            if unit == 100 and codes[k] & 15 == RAISE_CODE:
                codes[k] = codes[k] & 511 | (codes[k] >> 9) // 100 << 9
        if not fits:
            continue
        for k in range(sizes[head]):
            packed[at + k] = numbers[head, k]
        at += sizes[head]
        for s in range(players):
            packed[at + s] = amounts[i, 0, s]
        at += players
        for k in range(rows[i, CODES], rows[i, CODES_END]):
            packed[at] = codes[k]
            at += 1
        chosen[count] = i
        count += 1
        starts[count] = at
        rows[i, PLAIN] = 1
    return count


@partial(kernel, straight=True)
def mark_unseen(packed, starts, results):
    """Let players who show unknown cards lose unseen, in hands that stopped for that and where somebody else showed.

    packed, starts, results       see `equity.kernels.hands.replay.replay_hands`; results[:, 0] becomes -1 for those
                                  hands, which are to be played again

    Returns how many there are.
    """
    changed = 0
    for i in range(len(starts) - 1):
        if results[i, 0] != UNKNOWN:
            continue
        hand = packed[starts[i] : starts[i + 1]]
        codes = hand[HEAD + 4 * hand[8] + hand[1] :]
        known, folded, shown = np.int64(0), np.int64(0), False
        for k in range(len(codes)):
            kind, seat = codes[k] & 15, (codes[k] >> 4 & 31) - 1
            if kind in (HOLE_CODE, SHOW_CODE) and codes[k] >> 9 != _UNSEEN:
                known |= 1 << seat
            elif kind == FOLD_CODE:
                folded |= 1 << seat
        if known & ~folded == 0:
            continue
        for k in range(len(codes)):
            kind, seat = codes[k] & 15, (codes[k] >> 4 & 31) - 1
            if kind == SHOW_CODE and not known >> seat & 1:
                codes[k] = codes[k] & ~np.int64(15) | MUCK_CODE
                shown = True
        if shown:
            results[i, 0] = -1
            changed += 1
    return changed


@inner
def _alone(bets, players):
    """Return by how much the highest bet is above the next, and whose it is."""
    top, second, who = np.int64(-1), np.int64(-1), 0
    for s in range(players):
        if bets[s] > top:
            top, second, who = bets[s], top, s
        elif bets[s] > second:
            second = bets[s]
    return top - second, who


@inner
def _paid_in(row, stacks, codes, antes, blinds, paid, bets, won):
    """Fill `paid` as `equity.history.street_chips.paid_in` counts it, less what nobody called and did not come back."""
    players, level = row[SEATS], np.int64(0)
    for s in range(players):
        paid[s] = min(antes[s], stacks[s])
        bets[s] = min(abs(blinds[s]), stacks[s] - paid[s])
        level = max(level, abs(blinds[s]))
    for k in range(row[CODES], row[CODES_END]):
        kind, s = codes[k] & 15, (codes[k] >> 4 & 31) - 1
        if kind == CALL_CODE:
            bets[s] = max(bets[s], min(level, stacks[s] - paid[s]))
        elif kind == RAISE_CODE:
            level = codes[k] >> 9
            bets[s] = min(level, stacks[s] - paid[s])
        elif kind == BOARD_CODE:
            highest = np.int64(0)
            for t in range(players):
                highest = max(highest, bets[t])
            extra, _ = _alone(bets, players)
            if highest > 0 and extra == 0:
                for t in range(players):
                    paid[t] += bets[t]
                    bets[t] = 0
                level = np.int64(0)
    extra, who = _alone(bets, players)
    total, collected = np.int64(0), np.int64(0)
    for s in range(players):
        paid[s] += bets[s]
        total += paid[s]
        collected += won[s]
    if extra > 0 and collected <= total - extra:
        paid[who] -= extra


@partial(kernel, straight=True)
def share_rake(rows, amounts, antes, chosen, net, paid, rakes, parts):
    """Divide the rake among the winners: in proportion to what they got, the last of them with what rounding leaves.

    antes : int64[2 * H, 10]      of each head, zeros where everybody antes
    chosen : int64[M]             the hands
    net, paid : int64[M, 10]      what each player won, and put in
    rakes : int64[M]              -1: a hand that Python must count, its numbers are too large
    parts : int64[M, 10]          filled
    """
    got = np.zeros(10, np.int64)
    for m in range(len(chosen)):
        i, rake = chosen[m], rakes[m]
        players, total, last = rows[i, SEATS], np.int64(0), -1
        if rake <= 0:
            continue
        told = rows[i, PLACES] == players
        for s in range(players):
            got[s] = max(0, net[m, s] + paid[m, s] + antes[rows[i, HEAD_ID], s])
            total += got[s]
            if got[s] > 0 and (last < 0 or not told or amounts[i, 2, s] >= amounts[i, 2, last]):
                last = s
        if float(rake) * float(total) > 9e18:
            rakes[m] = -1
            continue
        left = rake
        for s in range(players):
            if got[s] > 0 and s != last:
                parts[m, s] = rake * got[s] // total
                left -= parts[m, s]
        if last >= 0:
            parts[m, last] = left


@partial(kernel, straight=True)
def judge_hands(rows, amounts, codes, antes, blinds, chosen, results, expected):
    """Compare what the engine says with the records.

    rows : int64[N, COLUMNS]      VERDICT is filled: SLOW where Python must look
    antes, blinds : int64[2 * H, 10]  of each head
    chosen : int64[M]             the hands that were played
    results : int64[M, 12]        as `replay_hands` left them
    expected : int64[N, 10]       filled: the recorded result of every player, where there is one
    """
    paid, bets = np.zeros(10, np.int64), np.zeros(10, np.int64)
    for m in range(len(chosen)):
        i = chosen[m]
        row, players = rows[i], rows[i, SEATS]
        if results[m, 0] != DONE:
            row[VERDICT] = SLOW
            continue
        if row[RESULT] == NO_RESULT:
            row[VERDICT] = UNSAID
            continue
        if row[RESULT] == WINNINGS:
            head = row[HEAD_ID]
            _paid_in(row, amounts[i, 0], codes, antes[head], blinds[head], paid, bets, amounts[i, 1])
        least, most, missing, ruined = np.int64(0), np.int64(0), np.int64(0), False
        for s in range(players):
            stack = amounts[i, 0, s]
            expected[i, s] = amounts[i, 1, s] - (stack if row[RESULT] == FINISHING else paid[s])
            off = results[m, 2 + s] - expected[i, s]
            least, most, missing = min(least, off), max(most, off), missing + off
            ruined = ruined or (off != 0 and results[m, 2 + s] == -stack)
        if least == 0 and most == 0:
            row[VERDICT] = AGREE
        elif least == 0 and not ruined and (row[RAKE] < 0 or row[RAKE] == missing):
            row[VERDICT] = RAKED
        else:
            row[VERDICT] = DIFFER
