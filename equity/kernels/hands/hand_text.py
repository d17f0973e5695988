"""Played hands as the text of PHH and ACPC files, many in one call: the bytes that the writers in Python write.

Rules of the file: it spells numbers, cards and actions; whatever is the same for all hands of a table comes as bytes
from `equity.simulate.runs.hand_text`. A hand is HAND as it is when it is over, its decisions two numbers each:
256 * street + 16 * seat + action, and the street total of a raise.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from equity.constants import CALL, CHECK, FOLD, PASSIVE
from equity.kernels.compile.decorators import inner, kernel
from equity.kernels.hands.records import LIVE

__all__ = ["write_acpc", "write_phh"]

_RANKS = np.array(list(b"23456789TJQKA"), np.uint8)
_SUITS = np.array(list(b"cdhs"), np.uint8)
_ROOM = 64  # bytes that an action, a number or a card take at most
_QUOTE, _COMMA, _BLANK, _SLASH, _BAR, _COLON, _NEWLINE = 39, 44, 32, 47, 124, 58, 10


def _text(text):
    return np.array(list(text.encode()), np.uint8)


_STACKS, _ACTIONS, _HAND = _text("starting_stacks = ["), _text("]\nactions = ["), _text("']\nhand = ")
_ENDS, _RAKE, _DEAL, _BOARD = _text("finishing_stacks = ["), _text("_rake = "), _text("'d dh p"), _text("'d db ")
_RAISES, _CALLS, _FOLDS, _SHOWS = _text(" cbr "), _text(" cc"), _text(" f"), _text(" sm ")
_STATE = _text("STATE:")


@inner
def _put(out, at, text):
    for i in range(len(text)):
        out[at + i] = text[i]
    return at + len(text)


@inner
def _number(out, at, value):
    if value < 0:
        out[at] = 45
        at, value = at + 1, -value
    digits, rest = 1, value
    while rest >= 10:
        rest //= 10
        digits += 1
    for k in range(digits):
        out[at + digits - 1 - k] = 48 + value % 10
        value //= 10
    return at + digits


@inner
def _card(out, at, card):
    out[at], out[at + 1] = _RANKS[card >> 2], _SUITS[card & 3]
    return at + 2


@inner
def _next(out, at):
    """Go on in a list of texts: the end of one, a comma."""
    out[at], out[at + 1], out[at + 2] = _QUOTE, _COMMA, _BLANK
    return at + 3


@inner
def _board(out, at, h, street):
    first, last = (0, 3) if street == 0 else (street + 2, street + 3)
    for k in range(first, last):
        at = _card(out, at, h["board"][k])
    return at


@inner
def _list(out, at, values, button, seats):
    for p in range(seats):
        if p:
            out[at], out[at + 1] = _COMMA, _BLANK
            at += 2
        at = _number(out, at, values[(button + 1 + p) % seats])
    return at


@inner
def _who(out, at, place):
    out[at] = 112
    return _number(out, at + 1, place + 1)


@inner
def _streets(h):
    return np.int64(3) if h["showdown"] else np.int64(h["street"])


@partial(kernel, straight=True)
def write_phh(hands, moves, ends, first, turns, head, tables, bounds, raked, tail, out, stops):
    """Write hands as the tables of a `.phhs` file.

    hands : HAND[N]
    moves : int64[M, 2]
    ends : int64[N + 1]           where each hand's decisions end
    first, turns : int64          number of the first hand; how often each deal is played
    head, tail : uint8[*]         what comes before the stacks and at the end of every hand
    tables : uint8[*]             seats and players by button and turn
    bounds : int64[n * turns + 1] where each of these begins
    raked : int64                 whether the rake is told
    out : uint8[*]                filled
    stops : int64[N]              filled: where each hand ends

    Returns how many bytes, -1 if `out` is too short.
    """
    at = 0
    for i in range(len(hands)):
        h, number = hands[i], first + i
        seats, button = np.int64(h["seats"]), np.int64(h["button"])
        which = button * turns + number % turns
        need = len(head) + len(tail) + bounds[which + 1] - bounds[which]
        if at + need + _ROOM * (ends[i + 1] - ends[i] + 5 * seats + 12) > len(out):
            return -1
        if number:
            out[at] = _NEWLINE
            at += 1
        out[at] = 91
        at = _number(out, at + 1, number + 1)
        out[at], out[at + 1] = 93, _NEWLINE
        at = _put(out, at + 2, head)
        at = _put(out, at, _STACKS)
        at = _list(out, at, h["start"], button, seats)
        at = _put(out, at, _ACTIONS)
        for p in range(seats):
            if p:
                at = _next(out, at)
            at = _put(out, at, _DEAL)
            at = _number(out, at, p + 1)
            out[at] = _BLANK
            s = (button + 1 + p) % seats
            at = _card(out, _card(out, at + 1, h["hole"][s, 0]), h["hole"][s, 1])
        street = np.int64(0)
        for k in range(ends[i], ends[i + 1]):
            move = moves[k, 0]
            while street < move >> 8:
                at = _board(out, _put(out, _next(out, at), _BOARD), h, street)
                street += 1
            at = _next(out, at)
            out[at] = _QUOTE
            at = _who(out, at + 1, ((move >> 4 & 15) - button - 1 + seats) % seats)
            code = move & 15
            if code == FOLD:
                at = _put(out, at, _FOLDS)
            elif code in (CHECK, CALL, PASSIVE):
                at = _put(out, at, _CALLS)
            else:
                at = _number(out, _put(out, at, _RAISES), moves[k, 1])
        while street < _streets(h):
            at = _board(out, _put(out, _next(out, at), _BOARD), h, street)
            street += 1
        if h["showdown"]:
            shows = np.int64(0)
            if h["street"] == 3 and h["aggressor"] >= 0:
                shows = (np.int64(h["aggressor"]) - button - 1 + seats) % seats
            for k in range(seats):
                p = (shows + k) % seats
                s = (button + 1 + p) % seats
                if h["status"][s] == LIVE:
                    at = _next(out, at)
                    out[at] = _QUOTE
                    at = _put(out, _who(out, at + 1, p), _SHOWS)
                    at = _card(out, _card(out, at, h["hole"][s, 0]), h["hole"][s, 1])
        at = _number(out, _put(out, at, _HAND), number)
        out[at] = _NEWLINE
        at = _put(out, at + 1, tables[bounds[which] : bounds[which + 1]])
        at = _list(out, _put(out, at, _ENDS), h["stack"], button, seats)
        out[at], out[at + 1] = 93, _NEWLINE
        at += 2
        if raked:
            at = _number(out, _put(out, at, _RAKE), h["rake"])
            out[at] = _NEWLINE
            at += 1
        at = _put(out, at, tail)
        stops[i] = at
    return at


@partial(kernel, straight=True)
def write_acpc(hands, moves, ends, first, turns, fixed, level, tables, bounds, out, stops):
    """Write hands as the lines of an ACPC log.

    fixed : int64                 whether raises carry no amount
    level : int64                 the highest blind
    tables, bounds                the players' names by button and turn, the end of the line included
    hands, moves, ends, first, turns, out, stops  see `write_phh`

    Returns how many bytes, -1 if `out` is too short.
    """
    at = 0
    for i in range(len(hands)):
        h, number = hands[i], first + i
        seats, button = np.int64(h["seats"]), np.int64(h["button"])
        which = button * turns + number % turns
        if at + bounds[which + 1] - bounds[which] + _ROOM * (ends[i + 1] - ends[i] + 5 * seats + 12) > len(out):
            return -1
        at = _number(out, _put(out, at, _STATE), number)
        out[at] = _COLON
        at += 1
        street, before, highest = np.int64(0), np.int64(0), np.int64(level)
        for k in range(ends[i], ends[i + 1]):
            move = moves[k, 0]
            while street < move >> 8:
                out[at] = _SLASH
                at, street = at + 1, street + 1
                before, highest = before + highest, np.int64(0)
            code = move & 15
            if code == FOLD:
                out[at] = 102
                at += 1
            elif code in (CHECK, CALL, PASSIVE):
                out[at] = 99
                at += 1
            else:
                out[at] = 114
                at += 1
                if not fixed:
                    at = _number(out, at, moves[k, 1] + before)
                highest = max(highest, moves[k, 1])
        while street < _streets(h):
            out[at] = _SLASH
            at, street = at + 1, street + 1
        out[at] = _COLON
        at += 1
        for p in range(seats):
            if p:
                out[at] = _BAR
                at += 1
            s = (button + 1 + p) % seats
            at = _card(out, _card(out, at, h["hole"][s, 0]), h["hole"][s, 1])
        for k in range(_streets(h)):
            out[at] = _SLASH
            at = _board(out, at + 1, h, np.int64(k))
        out[at] = _COLON
        at += 1
        for p in range(seats):
            if p:
                out[at] = _BAR
                at += 1
            s = (button + 1 + p) % seats
            at = _number(out, at, h["stack"][s] - h["start"][s])
        out[at] = _COLON
        at = _put(out, at + 1, tables[bounds[which] : bounds[which + 1]])
        stops[i] = at
    return at
