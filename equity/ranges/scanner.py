"""Characters and words of a range text: where the reader is, what comes next, and errors that say where.

Rules of the file: it knows separators and brackets, not hands.
"""

from __future__ import annotations

from equity.errors import RangeError

__all__ = ["BLANKS", "MARKS", "SEPARATORS", "Scanner", "segments", "split_suffix"]

BLANKS = " \t\r\n\v\f"
SEPARATORS = BLANKS + ",;|"
MARKS = ":@="
_ENDS = SEPARATORS + "()[]!"
_MAX_WORK = 2_000_000  # combos named in all; every real range stays far below


class Scanner:
    """A position in a text, from `start` to `stop`."""

    def __init__(self, text: str, *, start: int = 0, stop: int | None = None) -> None:
        self.text = text
        self.pos = start
        self.stop = len(text) if stop is None else stop
        self.work = 0

    def peek(self) -> str:
        """Return the next character, or an empty text at the end."""
        return self.text[self.pos] if self.pos < self.stop else ""

    def starts(self, what: str) -> bool:
        """Whether the rest starts with `what`."""
        return self.text.startswith(what, self.pos, self.stop)

    def skip(self, letters: str) -> None:
        """Go past any of `letters`."""
        while self.pos < self.stop and self.text[self.pos] in letters:
            self.pos += 1

    def word(self) -> str:
        """Read up to a separator, a bracket or an exclusion."""
        start = self.pos
        while self.pos < self.stop and self.text[self.pos] not in _ENDS:
            self.pos += 1
        return self.text[start : self.pos]

    def next_word(self) -> str:
        """Read the word after any blanks."""
        self.skip(BLANKS)
        return self.word()

    def look_ahead(self) -> str:
        """Return the next word if only blanks stand before it."""
        start = self.pos
        word = self.next_word() if self.peek() in tuple(BLANKS) else ""
        self.pos = start
        return word

    def charge(self, combos: int) -> None:
        """Count combos named, so that no text of bounded length can take long."""
        self.work += combos + 1
        if self.work > _MAX_WORK:
            raise RangeError("the range is too long: it names more than two million combos")

    def error(self, message: str, start: int = -1, length: int = 0) -> RangeError:
        """Return an error that says where, unless the piece is all there is."""
        start = self.pos if start < 0 else start
        if start == 0 and length >= len(self.text.strip()):
            return RangeError(message)
        return RangeError(f"{message} (at character {start + 1})")


def split_suffix(word: str) -> tuple[str, str]:
    """Cut ``AKs:0.5`` into ``AKs`` and ``:0.5``."""
    at = min((i for i in map(word.find, MARKS) if i >= 0), default=len(word))
    return word[:at], word[at:]


def segments(suffix: str) -> list[tuple[str, str]]:
    """Cut ``:xx:0.5`` into (":", "xx") and (":", "0.5")."""
    pieces: list[tuple[str, str]] = []
    for letter in suffix:
        if letter in MARKS:
            pieces.append((letter, ""))
        else:
            pieces[-1] = (pieces[-1][0], pieces[-1][1] + letter)
    return pieces
