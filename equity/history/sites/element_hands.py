"""Large files of iPoker's XML, some hundred games at a time: one compiled call takes ordinary ones apart.

Whatever a game holds beyond that is parsed as XML, so the two ways can only differ in speed: five to eight times, in
statistics of whole files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from equity.history.record import HandRecord, Place
from equity.history.sites.lines.hands import CONTROL, MOST_HEADS, LineHands, Stakes, packed_header
from equity.history.sites.table_text import TextHand
from equity.history.text_lines import decoded_lines

__all__ = ["ElementHands", "cut_games"]

_GAME = re.compile(rb"<game[ \t\r]+gamecode")
_ODD_BLANK = re.compile(rb"<game[ \t\r]*[\x80-\xff]")  # perhaps a blank too, of those that are not ASCII
_TYPE = re.compile(rb"<gametype>([^<]*)</gametype>")
_FIRST = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*<")
Parse = Callable[[bytes, Place, str], HandRecord]
Told = Callable[[str], "TextHand | None"]


class ElementHands(LineHands):
    """Games of a text of a site that writes XML.

    Attributes
    ----------
    kind : str
        The type of the last game, and of those that follow.
    """

    def __init__(self, data: bytes, where: Place, games: list[tuple[int, int, str]], told: Told, parse: Parse) -> None:
        from equity.kernels.hands.element_text import read_games
        from equity.kernels.hands.line_story import HEAD_COLUMNS
        from equity.kernels.hands.phh_text import COLUMNS

        self._data, self._where, self._parse_game = data, where, parse
        self._kinds = [kind for _, _, kind in games]
        n, self.hands, self.kind = len(games), len(games), self._kinds[-1]
        number = {kind: k for k, kind in enumerate(dict.fromkeys(self._kinds))}
        given: list[tuple[tuple[int, ...], Stakes]] = [packed_header(told(kind)) for kind in number]
        rows, amounts = np.zeros((n, COLUMNS), np.int64), np.zeros((n, 3, 10), np.int64)
        codes = np.empty(len(data) // 8 + 64, np.int64)
        self._names, away = np.zeros((n, 10, 2), np.int64), np.zeros(n, np.int64)
        heads, hashes = np.zeros((MOST_HEADS, HEAD_COLUMNS), np.int64), np.empty(MOST_HEADS, np.uint64)
        known = read_games(
            np.frombuffer(data, np.uint8),
            np.array([(start, end) for start, end, _ in games], np.int64),
            np.array([number[kind] for kind in self._kinds], np.int64),
            np.array([numbers for numbers, _ in given], np.int64),
            *(rows, amounts, codes, self._names, away, heads, hashes),
        )
        self._noise = {at: {"seating": int(away[at])} for at in np.flatnonzero(away).tolist()}
        line, before = where.line, 0
        for at, (start, _, _) in enumerate(games):
            line += data.count(b"\n", before, start)
            rows[at, 2], before = line, start
        self.next_line = line + data.count(b"\n", before)
        self._take(rows, amounts, codes, heads[:known], given)

    def record(self, at: int) -> HandRecord:
        """Return a hand, read from its text."""
        start, end, line = self.rows[at, :3].tolist()
        place = Place(self._where.file, self._where.hand + at + 1, line)
        return self._parse_game(self._data[start:end], place, self._kinds[at])


def cut_games(text: bytes, size: int, where: Place, kind: str, told: Told, parse: Parse) -> tuple[Any, bytes]:
    """Return the games that end in the first `size` bytes of a text, and what is behind them.

    Parameters
    ----------
    text : bytes
    size : int
        Where a line ends.
    where : Place
        File, the number of the hand before, and the number of the first line.
    kind : str
        The type of the game before.
    told, parse : callable
        What a type of game says, None if it is not read; and one hand from its bytes.

    Returns
    -------
    games : ElementHands, optional
        None: the text and whatever follows must be read line by line.
    rest : bytes
    """
    part = text[:size]
    if len(part.translate(None, CONTROL)) != len(part) or not (where.hand or _FIRST.match(part)):
        return None, text
    try:
        part.decode()
    except UnicodeDecodeError:
        # now, while lines are whole: an odd byte says how all of its line is read. Looking for odd bytes by a pattern
        # takes three to five times as long as looking at every line
        lines = part.split(b"\n")
        part = b"\n".join([line if line.isascii() else decoded_lines(line, 2, "")[0].encode() for line in lines])
    if not part.isascii() and _ODD_BLANK.search(part):
        return None, text
    games: list[tuple[int, int, str]] = []
    end = 0
    while game := _GAME.search(part, end):
        start, last = game.start(), part.find(b"</game>", game.end())
        between = part[end:start]
        if last < 0 or b"<!" in between:
            break
        if b"<gametype>" in between:
            for line in between.split(b"\n"):
                found = _TYPE.search(line)
                kind = found[1].decode() if found else kind
        end = last + 7
        games.append((start, end, kind))
    if not games:
        return None, text
    return ElementHands(part[:end], where, games, told, parse), part[end:] + text[size:]
