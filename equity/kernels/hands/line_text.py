"""Hands in a site's lines: bytes -> the packed form of `equity.kernels.hands.replay`, many in one call.

Rules of the file: it takes the lines that a site's table knows (`equity.history.sites` has it beside the rules in
Python) and adds up what they say; `equity.kernels.hands.line_story` makes a hand of it. Ordinary hands only: one board,
ASCII names without brackets and colons. Every other hand is marked for Python, and so is whatever is doubtful.

Amounts are hundredths; `equity.kernels.hands.phh_text.pack_hands` brings them to the hand's unit, and judges.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands import line_matching as line
from equity.kernels.hands import phh_text as col
from equity.kernels.hands.line_matching import match_line, seated
from equity.kernels.hands.line_story import (
    ALL,
    ANTES,
    BY,
    CHIPS,
    COLLECTED,
    DEAD,
    DEALT,
    FOUND,
    HALF,
    HEAD_COLUMNS,
    HERO,
    HOLES,
    ORDER,
    POST,
    RANK,
    RETURNED,
    ROOM,
    SEATS,
    STACKS,
    UNSEEN,
    WON,
    learn,
    number_head,
    tell,
)
from equity.kernels.hands.replay import BOARD_CODE, CALL_CODE, FOLD_CODE, MUCK_CODE, RAISE_CODE, SHOW_CODE

__all__ = ["HEADERS", "MEANINGS", "read_hands"]

# what Python tells of a header: whether it could be read, 2 for fixed limit, stakes, whether it is money, the site's
# ways
HEADERS = 6
MEANINGS = (
    *("skip", "seat", "button", "folds", "calls", "raises", "raises_by", "all_in", "is_all_in"),
    *("antes", "small_blind", "big_blind", "posts", "dead", "both_blinds", "posts_any", "dead_and_live"),
    *("deals", "dealt", "one_card", "street", "shows", "mucks", "uncalled", "total", "board"),
    *("collects", "collected_at_last", "shows_and_collects", "folded_at_last"),
)
_SKIP, _SEAT, _BUTTON, _FOLDS, _CALLS, _RAISES, _RAISES_BY, _ALL_IN, _IS_ALL_IN = range(9)
_ANTES, _SMALL, _BIG, _POSTS, _DEAD, _BOTH, _ANY, _DEAD_AND_LIVE = range(9, 17)
_DEALS, _DEALT, _ONE_CARD, _STREET, _SHOWS, _MUCKS, _UNCALLED, _TOTAL, _BOARD = range(17, 26)
_COLLECTS, _COLLECTED_AT_LAST, _SHOWS_AND_COLLECTS, _FOLDED_AT_LAST = range(26, 30)
_MOST_EVENTS = 512


@partial(kernel, straight=True)
def read_hands(
    data, bounds, bodies, headers, given, patterns, letters, rows, amounts, codes, names, asked, heads, hashes
):
    """Read hands, and number their heads.

    data : uint8[*]
    bounds : int64[N + 1]         where each hand begins, and the end
    bodies : int64[N]             where each hand's header ends
    headers : int64[N]            the header of each
    given : int64[M, HEADERS]     what the headers say; stakes in hundredths
    patterns, letters             the site's table: see `equity.kernels.hands.line_matching`
    rows, amounts, codes          filled: see `equity.kernels.hands.phh_text.scan_hands`; amounts: stacks, final stacks
                                  and seats
    names : int64[N, 10, 2]       filled: where the players' names stand, in order; -1: the one who wrote the history
    asked : int64[L, 3]           filled: lines that no pattern is, for Python to look at: hand, beginning, end
    heads : int64[H, HEAD_COLUMNS]  filled: the different heads
    hashes : uint64[H]

    Returns how many heads there are, and how many lines to look at.
    """
    known, used, questions = 0, 0, 0
    events = np.empty((4, _MOST_EVENTS), np.int64)
    room = np.empty((ROOM, 10), np.int64)
    spans, fields = np.empty((10, 2), np.int64), np.empty(line.FIELDS, np.int64)
    found, head = np.empty(FOUND, np.int64), np.empty(HEAD_COLUMNS, np.int64)
    for i in range(len(headers)):
        row = rows[i]
        row[col.START], row[col.END] = bounds[i], bounds[i + 1]
        row[col.PLAIN], row[col.VERDICT], row[col.RAKE] = 0, col.SLOW, -1
        row[col.CODES] = row[col.CODES_END] = used
        header = given[headers[i]]
        if not header[0]:
            continue
        lines = _read(
            data,
            bodies[i],
            bounds[i + 1],
            header,
            patterns,
            letters,
            events,
            room,
            spans,
            fields,
            found,
            asked[questions:],
        )
        if lines < 0:
            continue
        if len(codes) - used < found[1] + 24:
            continue
        done = tell(header, headers[i], found, events, room, head, row, amounts[i], codes[used:])
        if done < 0:
            continue
        which = number_head(head, heads, hashes, known)
        if which < 0:
            continue
        known = max(known, which + 1)
        for k in range(lines):
            asked[questions + k, 0] = i
        questions += lines
        used += done
        row[col.CODES_END], row[col.HEAD_ID], row[col.PLAIN] = used, which, 1
        for k in range(row[col.SEATS]):
            s = room[ORDER, k]
            names[i, k, 0], names[i, k, 1] = spans[s, 0], spans[s, 1]
            if room[RANK, s] >= HERO:
                names[i, k, 0] = names[i, k, 1] = -1
    return known, questions


@inner
def _read(data, at, size, header, patterns, letters, events, room, spans, fields, found, asked):
    """Read the lines of a hand; returns how many no pattern is, -1 for Python. Fills events, room, spans and found."""
    kinds, who, value, how = events[0], events[1], events[2], events[3]
    players, count, dealt, over = 0, 0, False, False
    button, total, rake, board, folded = -1, -1, -1, 0, 0
    money = header[4]
    lines = 0
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
        if start == stop:
            continue
        p = match_line(data, start, stop, patterns, letters, spans, players, fields)
        if p < 0:
            if lines == len(asked):
                return -1
            asked[lines, 1], asked[lines, 2] = start, stop
            lines += 1
            continue
        if count + 2 >= _MOST_EVENTS:
            return -1
        meaning, detail = patterns[p, line.MEANING], patterns[p, line.DETAIL]
        seat, amount = fields[line.WHO], fields[line.MONEY]
        kind, way = -1, 0
        if meaning == _SKIP:
            continue
        if meaning == _SEAT:
            number, first, last = fields[line.SEAT], fields[line.FROM], fields[line.TO]
            if players == 10 or count:
                return -1
            if seated(data, first, last, spans, players) >= 0:
                return -1
            for s in range(players):
                if room[SEATS, s] == number:
                    return -1
            spans[players, 0], spans[players, 1] = first, last
            for k in range(ROOM):
                room[k, players] = 0
            room[SEATS, players], room[RANK, players] = number, detail
            room[STACKS, players], room[HOLES, players] = amount, UNSEEN
            money |= fields[line.MARKED]
            players += 1
        elif meaning == _BUTTON:
            button = fields[line.SEAT]
        elif meaning == _FOLDS:
            if detail and not over:
                return -1
            kind, amount = FOLD_CODE, 0
        elif meaning == _CALLS:
            kind, way, amount = CALL_CODE, BY if amount >= 0 else 0, max(amount, 0)
        elif meaning == _RAISES:
            kind = RAISE_CODE
        elif meaning == _RAISES_BY:
            kind, way = RAISE_CODE, BY
        elif meaning == _ALL_IN:
            if detail and not dealt:
                return -1
            kind, way = RAISE_CODE, CHIPS
            if amount < 0:
                way, amount = ALL, 0
        elif meaning == _IS_ALL_IN:
            k = count - 1
            while k >= 0 and kinds[k] >= ANTES:
                k -= 1
            if k >= 0 and who[k] == seat and kinds[k] == RAISE_CODE and how[k] != ALL:
                value[k], how[k] = 0, ALL
        elif _ANTES <= meaning <= _ANY:
            kind = ANTES + meaning - _ANTES  # posts, in the same order
        elif meaning == _DEAD_AND_LIVE:
            kinds[count], who[count], value[count], how[count] = POST, seat, fields[line.MORE], 0
            count += 1
            kind = DEAD
        elif meaning == _DEALS:
            over = True
        elif meaning == _DEALT:
            dealt = True
            if not learn(room[HOLES], seat, fields[line.CARDS], fields[line.COUNT]):
                return -1
        elif meaning == _ONE_CARD:
            if fields[line.COUNT] != 1:
                return -1
            if room[HALF, seat]:
                both = room[HALF, seat] - 1 | fields[line.CARDS] << 6
                if not learn(room[HOLES], seat, both, 2):
                    return -1
                room[HALF, seat] = 0
            else:
                room[HALF, seat] = fields[line.CARDS] + 1
        elif meaning == _STREET:
            if fields[line.COUNT] < 1:
                return -1
            kind, seat, amount = BOARD_CODE, -1, fields[line.CARDS] | fields[line.COUNT] << 30
        elif meaning == _SHOWS:
            if not learn(room[HOLES], seat, fields[line.CARDS], fields[line.COUNT]):
                return -1
            kind, amount = SHOW_CODE, 0
        elif meaning == _MUCKS:
            if fields[line.COUNT] >= 0 and not learn(room[HOLES], seat, fields[line.CARDS], fields[line.COUNT]):
                return -1
            kind, amount = MUCK_CODE, 0
        elif meaning == _UNCALLED:
            room[RETURNED, seat] += amount
            room[DEALT, seat] = 1  # told in a line: dealt in
        elif meaning == _TOTAL:
            total, rake = amount, 0 if detail else fields[line.MORE]
        elif meaning == _BOARD:
            if board == 0:
                board = fields[line.COUNT]
        elif meaning == _FOLDED_AT_LAST:
            folded |= 1 << seat
        else:
            if meaning != _COLLECTS and fields[line.COUNT] >= 0:
                if not learn(room[HOLES], seat, fields[line.CARDS], fields[line.COUNT]):
                    return -1
            if meaning == _COLLECTED_AT_LAST and room[WON, seat]:
                continue
            if detail and amount == 0:
                continue  # the summary names everybody
            room[COLLECTED, seat] += amount
            room[WON, seat] = room[DEALT, seat] = 1
        if kind >= 0:
            if amount < 0:
                return -1
            kinds[count], who[count], value[count], how[count] = kind, seat, amount, way
            count += 1
    found[0], found[1], found[2], found[3] = players, count, button, money
    found[4], found[5], found[6], found[7] = total, rake, board, folded
    return lines if players >= 2 else -1
