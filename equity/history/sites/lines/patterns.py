"""The lines of ordinary hands in a notation, and the table that `equity.kernels.hands.line_matching` takes.

A site whose large files are taken apart together says here what most of its lines look like, beside the rules through
which every line goes otherwise. What a pattern means is called as the method of `LineReader` that does the same.

- ``{who}`` is a seated player, ``{new}`` the name of a seat, ``{=Dealer}`` the name of a seat that is always called so.
- ``{money}`` is the amount, ``{more}`` another or the rake (several add up), ``{sum}`` one that is not needed.
  ``{amount}`` and ``{any}`` are the first and the last, spelled more freely: ``1 250,50 $``, ``2 USD``.
- ``{me}`` is perhaps a mark of the one who wrote the history, ``{late}`` perhaps a note such as ``(timeout)``.
- ``{seat}`` is a number, ``{cards}`` cards, ``{roles}`` any number of notes such as ``(button)``.
- ``{words}``, ``{note}`` and ``{rest}`` mean nothing, up to the next letters or the end: without signs that lines are
  made of; with them, but for brackets and quotes; of any signs.
- ``<…>`` may be missing.

Lines that are not play need no pattern: what none is goes through the site's rules, once for each different line.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Pattern", "SiteLines", "expanded"]

Pattern = tuple[str, str] | tuple[str, str, int]  # the line, its meaning, a detail of the meaning
_ME = " [ME]"
_OPTION = re.compile(r"<([^<>]*)>")
_FIELD = re.compile(r"\{(=?)([^{}]+)\}")


class SiteLines(NamedTuple):
    """What takes a site's large files apart.

    Attributes
    ----------
    mention : pattern
        Found in the first line of every hand.
    header : pattern
        All lines of an ordinary header, from the beginning of its first line to the end of its last. Its groups are
        what makes headers differ, but for the number of the hand and the date.
    patterns : tuple
        Of the other lines, the frequent ones first.
    """

    mention: re.Pattern[bytes]
    header: re.Pattern[bytes]
    patterns: tuple[Pattern, ...]

    def table(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return patterns and letters as the kernel takes them."""
        return _table(self.patterns)


@lru_cache(maxsize=32)
def _table(patterns: tuple[Pattern, ...]) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np

    from equity.kernels.hands.line_matching import ANYTHING_LEADS, FIRST, TOKENS, WHO_LEADS
    from equity.kernels.hands.line_text import MEANINGS

    letters = bytearray()
    rows: list[list[int]] = []
    for text, meaning, *details in patterns:
        start = [MEANINGS.index(meaning), details[0] if details else 0]
        for one in expanded(text):
            tokens: list[tuple[int, int, int]] = []
            for field, word in _tokens(one):
                tokens.append((TOKENS.index(field), len(letters), len(word.encode())))
                letters += word.encode()
            first = TOKENS[tokens[0][0]]
            lead = WHO_LEADS if first == "who" else ANYTHING_LEADS
            if first == "letters":
                lead = letters[tokens[0][1]]
            rows.append([*start, lead, len(tokens), *[number for token in tokens for number in token]])
    table = np.zeros((len(rows), max(map(len, rows), default=FIRST)), np.int64)
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return table, np.array(letters, np.uint8)


def expanded(text: str) -> list[str]:
    """Return a pattern with and without what may be missing.

    Examples
    --------
    >>> expanded("{who} checks< and waits>")
    ['{who} checks and waits', '{who} checks']
    """
    option = _OPTION.search(text)
    if option is None:
        return [text]
    before, after = text[: option.start()], text[option.end() :]
    return [*expanded(before + option[1] + after), *expanded(before + after)]


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return a pattern's tokens: kind and letters."""
    found, at = [], 0
    for field in _FIELD.finditer(text):
        if field.start() > at:
            found.append(("letters", text[at : field.start()]))
        found.append(("named", field[2]) if field[1] else (field[2], _ME if field[2] == "me" else ""))
        at = field.end()
    if at < len(text):
        found.append(("letters", text[at:]))
    return found
