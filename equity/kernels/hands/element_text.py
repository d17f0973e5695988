"""Hands as iPoker's XML has them: bytes -> the packed form of `equity.kernels.hands.replay`, many in one call.

Rules of the file: it walks the elements of a game that `equity.history.sites.ipoker` knows, with the attributes that
real files have, and adds up what they say; `equity.kernels.hands.line_story` makes a hand of it. Every other hand is
marked for Python: other elements, entities, comments, single quotes, whatever is not well-formed or is doubtful.

Amounts are hundredths; `equity.kernels.hands.phh_text.pack_hands` brings them to the hand's unit, and judges.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands import phh_text as col
from equity.kernels.hands.line_matching import read_money, seated
from equity.kernels.hands.line_story import (
    ALL,
    ANTES,
    BIG_BLIND,
    BY,
    COLLECTED,
    DEALT,
    FOUND,
    HEAD_COLUMNS,
    HOLES,
    ORDER,
    ROOM,
    SEATS,
    SMALL_BLIND,
    STACKS,
    UNSEEN,
    WON,
    learn,
    number_head,
    tell,
)
from equity.kernels.hands.phh_text import card_of
from equity.kernels.hands.replay import BOARD_CODE, CALL_CODE, FOLD_CODE, RAISE_CODE

__all__ = ["read_games"]

_ELEMENTS = ("action", "cards", "player", "round", "game", "general", "players", "startdate")
_ACTION, _CARDS, _PLAYER, _ROUND, _GAME = range(5)
_ATTRIBUTES = (
    *("no", "player", "type", "sum", "cards", "seat", "name", "chips", "dealer", "win"),
    *("bet", "rebuy", "addon", "reg_code", "gamecode"),
)
_NO, _WHO, _TYPE, _SUM, _, _SEAT, _NAME, _CHIPS, _DEALER, _WIN = range(10)
_LONGEST = 10
_AWAY = 100  # the kind of an event: a player is away, or comes back
_MOST_EVENTS = 512
_MOST_ROUNDS = 16
_DEPTH = 8
_LESS, _GREATER, _QUOTE, _AND, _SLASH, _EQUALS = 60, 62, 34, 38, 47, 61


def _make_words(words):
    rows = np.zeros((len(words), 1 + _LONGEST), np.uint8)
    for row, word in zip(rows, words, strict=True):
        row[0] = len(word)
        row[1 : 1 + len(word)] = list(word.encode())
    return rows


_ELEMENT_WORDS = _make_words(_ELEMENTS)
_ATTRIBUTE_WORDS = _make_words(_ATTRIBUTES)


@partial(kernel, straight=True)
def read_games(data, bounds, headers, given, rows, amounts, codes, names, away, heads, hashes):
    """Read hands, and number their heads.

    data : uint8[*]               UTF-8 without control characters
    bounds : int64[N, 2]          where each game begins and ends
    headers : int64[N]            the type of the game of each
    given : int64[M, 6]           what the types say: see `equity.kernels.hands.line_text.HEADERS`
    rows, amounts, codes          filled: see `equity.kernels.hands.phh_text.scan_hands`; amounts: stacks, final stacks
                                  and seats
    names : int64[N, 10, 2]       filled: where the players' names stand, in order
    away : int64[N]               filled: how many actions are of players who are away or come back
    heads : int64[H, HEAD_COLUMNS]  filled: the different heads
    hashes : uint64[H]

    Returns how many heads there are.
    """
    known, used = 0, 0
    told, events = np.empty((5, _MOST_EVENTS), np.int64), np.empty((4, _MOST_EVENTS + _MOST_ROUNDS), np.int64)
    room, found = np.empty((ROOM, 10), np.int64), np.empty(FOUND, np.int64)
    spans, fields = np.empty((10, 2), np.int64), np.empty((len(_ATTRIBUTE_WORDS), 2), np.int64)
    boards, head = np.empty(_MOST_ROUNDS, np.int64), np.empty(HEAD_COLUMNS, np.int64)
    for i in range(len(headers)):
        row = rows[i]
        row[col.START], row[col.END] = bounds[i, 0], bounds[i, 1]
        row[col.PLAIN], row[col.VERDICT], row[col.RAKE] = 0, col.SLOW, -1
        row[col.CODES] = row[col.CODES_END] = used
        header = given[headers[i]]
        if not header[0]:
            continue
        if not _read(data, bounds[i, 0], bounds[i, 1], header[4], told, boards, room, spans, fields, found):
            continue
        absent = _sort(told, boards, events, room[SEATS], found)
        if absent < 0 or len(codes) - used < found[1] + 24:
            continue
        done = tell(header, headers[i], found, events, room, head, row, amounts[i], codes[used:])
        if done < 0:
            continue
        which = number_head(head, heads, hashes, known)
        if which < 0:
            continue
        known, used = max(known, which + 1), used + done
        row[col.CODES_END], row[col.HEAD_ID], row[col.PLAIN] = used, which, 1
        away[i] = absent
        for k in range(row[col.SEATS]):
            s = room[ORDER, k]
            names[i, k, 0], names[i, k, 1] = spans[s, 0], spans[s, 1]
    return known


@inner
def _read(data, at, size, money, told, boards, room, spans, fields, found):
    """Read the elements of a game; returns whether they are ordinary. Fills told, boards, room, spans and found.

    told : round and number, kind, who, amount, how; as they stand
    boards : the cards of each round as a code has them, -1 for none
    """
    players, count, button, street = 0, 0, -1, 0
    open_elements, depth = np.int64(0), 0  # four bits each
    for k in range(_MOST_ROUNDS):
        boards[k] = -1
    while at < size:
        if data[at] != _LESS:  # text between elements
            if depth == 0:
                return False
            at = _skip_blanks(data, at, size)
            while at < size and data[at] != _LESS:
                if not _is_text(data, at, size):
                    return False
                at += 1
            continue
        at += 1
        if at < size and data[at] == _SLASH:
            first = at + 1
            at = _word_end(data, first, size)
            element = _word(data, first, at, _ELEMENT_WORDS)
            at = _skip_blanks(data, at, size)
            if depth == 0 or at >= size or data[at] != _GREATER or element != open_elements & 15:
                return False
            at, depth, open_elements = at + 1, depth - 1, open_elements >> 4
            if depth == 0:
                break
            continue
        first = at
        at = _word_end(data, first, size)
        element = _word(data, first, at, _ELEMENT_WORDS)
        if element < 0 or depth == _DEPTH or (element == _GAME) != (depth == 0):
            return False
        at = _attributes(data, at, size, fields)
        if at < 0 or at >= size:
            return False
        closed = data[at] == _SLASH
        at += 1 if closed else 0
        if at >= size or data[at] != _GREATER or (closed and depth == 0):
            return False
        at += 1
        if not closed:
            open_elements, depth = open_elements << 4 | element, depth + 1
        if element == _ACTION:
            if count == _MOST_EVENTS or not _take_action(data, street, fields, spans, players, told, count):
                return False
            count += 1
        elif element == _CARDS:
            first = at
            while at < size and data[at] != _LESS and _is_text(data, at, size):
                at += 1
            if closed or at >= size or data[at] != _LESS or data[at + 1] != _SLASH:
                return False
            if not _take_cards(data, first, at, street, fields, spans, players, room[HOLES], boards):
                return False
        elif element == _PLAYER:
            number = _number(data, fields[_SEAT])
            if number < 0:
                return False
            first, last = fields[_NAME, 0], fields[_NAME, 1]
            if last <= first:
                continue  # an empty seat
            if players == 10 or count or _player(data, fields[_NAME], spans, players) >= 0:
                return False
            for s in range(players):
                if room[SEATS, s] == number:
                    return False
            for k in range(ROOM):
                room[k, players] = 0
            amount, marked = _money(data, fields[_CHIPS])
            if amount < 0:
                return False
            room[SEATS, players], room[STACKS, players], room[HOLES, players] = number, amount, UNSEEN
            money |= marked
            if fields[_DEALER, 1] - fields[_DEALER, 0] == 1 and data[fields[_DEALER, 0]] == 49:
                button = number
            if fields[_WIN, 1] > fields[_WIN, 0]:
                amount, _marked = _money(data, fields[_WIN])
                if amount < 0:
                    return False
                if amount:
                    room[COLLECTED, players] = amount
                    room[WON, players] = room[DEALT, players] = 1
            spans[players, 0], spans[players, 1] = first, last
            players += 1
        elif element == _ROUND:
            street = _number(data, fields[_NO])
            if street < 0 or street >= _MOST_ROUNDS:
                return False
    found[0], found[1], found[2], found[3] = players, count, button, money
    found[4], found[5], found[6], found[7] = -1, -1, 0, 0
    return players >= 2 and depth == 0 and at == size


@inner
def _take_action(data, street, fields, spans, players, told, count):
    """Note an action; returns whether it is ordinary."""
    number, meaning = _number(data, fields[_NO]), _number(data, fields[_TYPE])
    who = _player(data, fields[_WHO], spans, players)
    if number < 0 or who < 0:
        return False
    amount, how = np.int64(0), 0
    if meaning == 0:
        kind = FOLD_CODE
    elif meaning in (3, 4):
        kind = CALL_CODE
    elif meaning in (5, 23):
        kind, how = RAISE_CODE, BY if meaning == 5 else 0
    elif meaning == 7:
        kind, how = RAISE_CODE, ALL
        first = fields[_SUM, 0]
        if fields[_SUM, 1] - first == 2 and data[first] == 68 and data[first + 1] == 80:  # DP
            return False
    elif meaning == 1:
        kind = SMALL_BLIND
    elif meaning == 2:
        kind = BIG_BLIND
    elif meaning == 15:
        kind = ANTES
    elif meaning in (8, 9):
        kind = _AWAY
    else:
        return False
    if meaning in (1, 2, 5, 15, 23):
        amount, _marked = _money(data, fields[_SUM])
        if amount < 0:
            return False
    told[0, count], told[1, count], told[2, count] = street << 32 | number, kind, who
    told[3, count], told[4, count] = amount, how
    return True


@inner
def _take_cards(data, at, end, street, fields, spans, players, holes, boards):
    """Note a player's cards or a board; returns whether they are ordinary."""
    cards, count = _cards(data, at, end)
    if count < 0 or fields[_TYPE, 0] < 0:
        return False
    if not _says_pocket(data, fields[_TYPE]):
        boards[street] = cards | count << 30
        return count > 0 and street > 1
    if count == 0:
        return True  # of somebody who does not show them
    s = _player(data, fields[_WHO], spans, players)
    return s >= 0 and learn(holes, s, cards, count)


@inner
def _sort(told, boards, events, seats, found):
    """Put the actions in the order of their numbers, and the boards between; returns how many are of players away.

    -1: a player who is away has posted, or the hand is otherwise one for Python.
    """
    for k in range(1, found[1]):
        j = k
        while j > 0 and told[0, j - 1] > told[0, j]:
            for c in range(5):
                told[c, j - 1], told[c, j] = told[c, j], told[c, j - 1]
            j -= 1
    count, away, posted, street = 0, 0, 0, 1
    for k in range(found[1]):
        while street < told[0, k] >> 32:
            street += 1
            if boards[street] >= 0:
                events[0, count], events[1, count], events[2, count], events[3, count] = (
                    BOARD_CODE,
                    -1,
                    boards[street],
                    0,
                )
                count += 1
        kind = told[1, k]
        if kind == _AWAY:
            away += 1
            if posted >> told[2, k] & 1:
                return -1
            continue
        if kind >= ANTES:
            if told[3, k] == 0:
                continue
            posted |= 1 << told[2, k]
            if kind == SMALL_BLIND and found[2] < 0:
                found[2] = seats[told[2, k]] - 1  # the button stands at a seat that is empty
        for c in range(4):
            events[c, count] = told[1 + c, k]
        count += 1
    for at in range(street + 1, _MOST_ROUNDS):
        if boards[at] >= 0:
            events[0, count], events[1, count], events[2, count], events[3, count] = BOARD_CODE, -1, boards[at], 0
            count += 1
    found[1] = count
    return away


@inner
def _is_text(data, at, size):
    """Say whether a byte can stand in a text or in quotes; control characters are none of this file's."""
    c = data[at]
    if c == 0xEF:  # U+FFFE and U+FFFF are not XML
        return not (at + 2 < size and data[at + 1] == 0xBF and data[at + 2] >= 0xBE)
    return c not in (_LESS, _GREATER, _AND)


@inner
def _skip_blanks(data, at, size):
    while at < size and data[at] in (32, 9, 10, 13):
        at += 1
    return at


@inner
def _word_end(data, at, size):
    while at < size and (97 <= data[at] <= 122 or data[at] == 95):
        at += 1
    return at


@inner
def _word(data, at, end, words):
    """Return the number of a word, -1 for none of them."""
    for w in range(len(words)):
        if words[w, 0] == end - at:
            i = 0
            while i < end - at and data[at + i] == words[w, 1 + i]:
                i += 1
            if i == end - at:
                return w
    return -1


@inner
def _attributes(data, at, size, fields):
    """Read ``name="value"`` and so on; returns where the element's sign of the end stands, -1 for another shape."""
    for k in range(len(fields)):
        fields[k, 0] = fields[k, 1] = -1
    while True:
        first = _skip_blanks(data, at, size)
        if first < size and data[first] in (_SLASH, _GREATER):
            return first
        if first == at:
            return -1
        at = _word_end(data, first, size)
        k = _word(data, first, at, _ATTRIBUTE_WORDS)
        if k < 0 or fields[k, 0] >= 0 or at + 1 >= size or data[at] != _EQUALS or data[at + 1] != _QUOTE:
            return -1
        at += 2
        fields[k, 0] = at
        while at < size and data[at] != _QUOTE:
            if data[at] < 32 or not _is_text(data, at, size):
                return -1
            at += 1
        if at >= size:
            return -1
        fields[k, 1] = at
        at += 1


@inner
def _number(data, field):
    """Return the number of an attribute, -1 for another shape."""
    value = np.int64(0)
    if not 0 < field[1] - field[0] < 10:
        return np.int64(-1)
    for i in range(field[0], field[1]):
        if not 48 <= data[i] <= 57:
            return np.int64(-1)
        value = value * 10 + (data[i] - 48)
    return value


@inner
def _money(data, field):
    """Return the hundredths of an attribute, -1 for another shape, and whether a currency's sign leads it."""
    at, end = field[0], field[1]
    if end <= at:
        return np.int64(-1), 0
    marked = 1 if data[at] in (36, 0xE2, 0xC2) else 0  # of those that `read_money` takes
    letters = at
    while letters < end and 65 <= data[letters] <= 90:
        letters += 1
    if letters > at:
        if not 2 <= letters - at <= 3 or letters == end or not 48 <= data[letters] <= 57:
            return np.int64(-1), 0
        at = letters  # RSD8
    value, _marked, last = read_money(data, at, end, False)
    return (value if last == end else np.int64(-1)), marked


@inner
def _player(data, field, spans, players):
    """Return the player of this name, -1 for nobody."""
    return seated(data, field[0], field[1], spans, players)


@inner
def _says_pocket(data, field):
    at = field[0]
    return (
        field[1] - at == 6
        and (data[at] == 80 and data[at + 1] == 111 and data[at + 2] == 99)
        and (data[at + 3] == 107 and data[at + 4] == 101 and data[at + 5] == 116)
    )


@inner
def _cards(data, at, end):
    """Return the cards of ``H6 D10``, six bits each, and how many; -1 for another shape. ``X`` is none."""
    cards, count = np.int64(0), 0
    while True:
        at = _skip_blanks(data, at, end)
        if at == end:
            return cards, count
        first = at
        while at < end and data[at] not in (32, 9, 10, 13):
            at += 1
        if at - first == 1 and data[first] == 88:
            continue
        suit, rank = data[first] + 32, data[first + 1] if at - first > 1 else 0  # suits are capitals
        if at - first == 3 and rank == 49 and data[first + 2] == 48:  # ten
            rank = 84
        elif at - first != 2:
            return cards, -1
        card = card_of(rank, suit)
        if card < 0 or count == 5:
            return cards, -1
        for k in range(count):
            if cards >> 6 * k & 63 == card:
                return cards, -1
        cards |= card << 6 * count
        count += 1
