"""Range text -> a list of `Entry`: the grammar of lists, brackets, blocks and exclusions.

Rules of the file: one pass over the text, left to right, by hand, because the shortest command must not pay for
building patterns. One item is read in `words`; what happens to a combo named twice is in `merge`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity.ranges.items import Options
from equity.ranges.numbers import is_number, quote, read_percent, read_weight
from equity.ranges.scanner import BLANKS, MARKS, SEPARATORS
from equity.ranges.words import Entry, Words

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["Reader"]

_MAX_DEPTH = 20


class Reader(Words):
    """Reads one text once: `read_list` returns the entries, notes go to `options`."""

    def __init__(self, text: str, options: Options, *, start: int = 0, stop: int | None = None) -> None:
        super().__init__(text, options, start=start, stop=stop)
        self.depth = 0

    # --- lists and brackets

    def read_list(self, closer: str = "") -> list[Entry]:
        """Read items up to `closer` (``)``, ``[/``, or the end) and leave the position there."""
        entries: list[Entry] = []
        prefix: Fraction | int = 1
        while True:
            self.skip(SEPARATORS)
            here = self.peek()
            if not here or here == ")" or self.starts("[/"):
                self._check_end(closer)
                return entries
            begin = len(entries)
            if here == "[":
                entries += self._read_block()
            elif here == "(":
                entries += self._read_bracket(1)
            elif here == "!":
                self._read_exclusions(entries, begin)
            elif here == "]":
                raise self.error("']' closes nothing")
            else:
                prefix = self._read_words(entries, prefix)
                continue
            self._weigh(entries, begin, prefix)

    def _check_end(self, closer: str) -> None:
        here = self.peek()
        if closer == ")" and here != ")":
            raise self.error("a '(' is never closed")
        if closer == "[/" and not self.starts("[/"):
            raise self.error("a block is never closed; end it with [/] or [/N]")
        if here and not closer:
            raise self.error("')' closes nothing" if here == ")" else "this end of a block closes no block")

    def _read_nested(self, closer: str) -> list[Entry]:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error(f"brackets are nested more than {_MAX_DEPTH} deep")
        entries = self.read_list(closer)
        self.depth -= 1
        return entries

    def _read_bracket(self, weight: Fraction | int) -> list[Entry]:
        """Read ``( range )`` and a weight after it; the position is on the opening bracket."""
        start = self.pos
        self.pos += 1
        entries = self._read_nested(")")
        self.pos += 1
        if not entries:
            raise self.error("brackets with nothing in them", start)
        if self.peek() in tuple(MARKS):
            suffix = self.word()
            weight = weight * self.apply_suffix(entries, 0, suffix, "(...)")
        self._weigh(entries, 0, weight)
        return entries

    def _read_block(self) -> list[Entry]:
        """Read ``[50] range [/50]``; the position is on the first bracket."""
        start = self.pos
        number = self._tag(1)
        weight = self.located(start, read_percent, number, "a block's percentage")
        entries = self._read_nested("[/")
        closing = self._tag(2)
        if closing and self.located(start, read_percent, closing, "a block's percentage") != weight:
            raise self.error(f"block opened with {number} is closed with {closing}", start)
        self._weigh(entries, 0, weight)
        return entries

    def _tag(self, skip: int) -> str:
        end = self.text.find("]", self.pos, self.stop)
        if end < 0:
            raise self.error("a '[' is never closed; write blocks as [50]AKs,QQ[/50]")
        tag = self.text[self.pos + skip : end].strip()
        if not (is_number(tag) or (tag == "" and skip == 2)):
            raise self.error(f"{quote(self.text[self.pos : end + 1])} is not a block; write [50]AKs,QQ[/50]")
        self.pos = end + 1
        return tag

    @staticmethod
    def _weigh(entries: list[Entry], begin: int, weight: Fraction | int) -> None:
        if weight != 1:
            for entry in entries[begin:]:
                entry.weight = weight if entry.weight == 1 else entry.weight * weight

    # --- one item of a list

    def _read_words(self, entries: list[Entry], prefix: Fraction | int) -> Fraction | int:
        """Read one item, or a weight before a bracket, or a prefix ``75:``; return the prefix that now holds."""
        start = self.pos
        word = self.word()
        found = self.prefix(word)
        if found is not None:
            self.pos = start + word.index(":") + 1
            return found
        begin = len(entries)
        if self.opens_bracket(word):
            weight = self.located(start, read_weight, word, "(")
            self.skip(BLANKS)
            entries += self._read_bracket(weight)
        else:
            body, suffix = self.join(word, start)
            self._add_item(entries, body, suffix, start)
        self._weigh(entries, begin, prefix)
        return prefix

    def _add_item(self, entries: list[Entry], body: str, suffix: str, start: int) -> None:
        begin = len(entries)
        combos = self.item(body, start)
        entries.append(Entry(combos, body))
        if self.peek() == "!":
            suffix += self._read_exclusions(entries, begin)
        weight = self.apply_suffix(entries, begin, suffix, body, start)
        self._weigh(entries, begin, weight)

    # --- exclusions

    def _read_exclusions(self, entries: list[Entry], begin: int) -> str:
        """Read ``!x!y``, take them out of everything to the left, and return the suffixes behind them.

        Entries from `begin` on are the item the exclusions are attached to, and the suffixes are that item's.
        """
        attached = begin < len(entries)
        suffixes = ""
        while self.peek() == "!":
            start = self.pos
            self.pos += 1
            removed, suffix = self._read_excluded(start)
            if attached:
                suffixes += suffix
            else:
                removed = self.filtered(removed, suffix, start)
            self._remove(entries, begin, set(removed), self.text[start : self.pos])
        return suffixes

    def _read_excluded(self, start: int) -> tuple[tuple[int, ...], str]:
        if self.peek() == "(":
            inner = self._read_bracket(1)
            if any(entry.weight != 1 for entry in inner):
                raise self.error(f"{quote(self.text[start : self.pos])}: what is taken out has no weight", start)
            return tuple(combo for entry in inner for combo in entry.combos), ""
        word = self.word()
        if not word:
            raise self.error("'!' stands without a hand behind it", start)
        body, suffix = self.join(word, start + 1)
        return self.item(body, start + 1), suffix

    def _remove(self, entries: list[Entry], begin: int, removed: set[int], name: str) -> None:
        counts = []
        for part in (entries[:begin], entries[begin:]):
            before = sum(len(entry.combos) for entry in part)
            self.charge(before)
            for entry in part:
                entry.combos = tuple(combo for combo in entry.combos if combo not in removed)
            counts.append(before - sum(len(entry.combos) for entry in part))
        if not any(counts):
            self.options.note(f"{quote(name)} removes nothing: no such combo stands to its left")
        elif counts[0] and begin < len(entries):
            self.options.note(
                f"{quote(name)} also removes combos of the items before: it works on everything to its left"
            )
