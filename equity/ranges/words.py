"""One item as it is written: words that belong together, weights before and after, suit filters.

Rules of the file: it joins and cuts words; lists, brackets and exclusions are in `reader`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from equity.errors import RangeError
from equity.ranges.hands import SUIT_FILTERS, filter_suits, is_card, read_hand
from equity.ranges.items import Options, read_item
from equity.ranges.numbers import is_number, quote, read_percent, read_weight
from equity.ranges.orderings import ORDERINGS
from equity.ranges.scanner import BLANKS, MARKS, Scanner, segments, split_suffix

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["Entry", "Words"]


Result = TypeVar("Result")


class Entry:
    """One item of the list: its combos, their weight, and the words it came from."""

    __slots__ = ("combos", "source", "weight")

    def __init__(self, combos: tuple[int, ...], source: str) -> None:
        self.combos = combos
        self.source = source
        self.weight: Fraction | int = 1


class Words(Scanner):
    """Reads the parts of one item; notes go to `options`."""

    def __init__(self, text: str, options: Options, *, start: int = 0, stop: int | None = None) -> None:
        super().__init__(text, start=start, stop=stop)
        self.options = options

    def located(self, start: int, read: Callable[..., Result], text: str, *args: object) -> Result:
        """Call ``read(text, *args)`` and give its error the place `start`."""
        try:
            return read(text, *args)
        except RangeError as error:
            raise self.error(str(error), start, len(text)) from None

    def opens_bracket(self, word: str) -> bool:
        """Whether `word`, just read, is a weight and a bracket follows."""
        number = is_number(word)
        start = self.pos
        if number:
            self.skip(BLANKS)
        opens = self.peek() == "("
        self.pos = start
        if opens and not number and word.lower() not in ("nan", "inf", "-inf"):
            raise self.error(f"{quote(word)} before '(' is not a weight; write 0.5(...) or 50%(...)")
        return opens

    def prefix(self, word: str) -> Fraction | None:
        """Return the weight of a prefix ``75: AQs`` at the start of `word`, or None if it is none.

        ``75:0.5`` is the hand seven-five at half weight and ``15%:0.5`` the top 15 % at half weight.
        """
        head, colon, rest = word.partition(":")
        if not colon or not is_number(head):
            return None
        if not rest:
            rest = self.look_ahead()
        rest = rest.partition(":")[0]
        if head.endswith("%") or read_hand(head) is not None:
            value = rest.lower()
            if value in SUIT_FILTERS or (is_number(value) and (value.endswith("%") or read_hand(value) is None)):
                return None
        weight = self.located(self.pos - len(word), read_percent, head, "a weight in front of ':'")
        if 0 < weight <= read_percent("1") and not head.endswith("%"):
            self.options.note(f"'{head}:' is read as {head} percent; for weight {head} write {head}(...)")
        return weight

    def join(self, word: str, start: int) -> tuple[str, str]:
        """Return an item's body and suffix, with the words that belong to it across blanks."""
        if word[-1] in MARKS or (self.look_ahead()[:1] in tuple(MARKS)):
            word += self.next_word()
        if word[:1] not in MARKS and word[-1] in MARKS:
            word += self.next_word()
        body, suffix = split_suffix(word)
        if suffix:
            return body, suffix
        lower, after = body.lower(), self.look_ahead()
        if lower == "any" and after.lower().rstrip(":@=.0123456789%") == "two":
            return split_suffix(lower + self.next_word())
        if (lower == "top" and "%" in after) or (body.endswith("%") and after.lower() in ORDERINGS):
            return self.join(body + self.next_word(), start)
        if after == "-":
            self.next_word()
            return split_suffix(body + "-" + self.next_word())
        if is_card(body):
            return self._join_cards(body, start)
        return body, suffix

    def _join_cards(self, card: str, start: int) -> tuple[str, str]:
        """Join single cards with blanks between them: ``As Ks``."""
        cards, suffix = [card], ""
        while not suffix:
            body, suffix = split_suffix(self.look_ahead())
            if not is_card(body):
                suffix = ""
                break
            self.next_word()
            cards.append(body)
        if len(cards) != 2:
            from equity.ranges.mistakes import single_cards

            raise self.error(single_cards(cards), start, self.pos - start)
        return "".join(cards), suffix

    def apply_suffix(self, entries: list[Entry], begin: int, suffix: str, hand: str, start: int = -1) -> Fraction | int:
        """Apply suit filters to the entries and return the weight."""
        weight: Fraction | int | None = None
        for mark, value in segments(suffix):
            if mark == ":" and value.lower() in SUIT_FILTERS:
                for entry in entries[begin:]:
                    entry.combos = filter_suits(entry.combos, value.lower())
                if not any(entry.combos for entry in entries[begin:]):
                    raise self.error(f"'{hand}:{value}' leaves no hand", start, len(hand))
                continue
            if weight is not None:
                raise self.error(f"{quote(hand + suffix)} has two weights", start, len(hand))
            try:
                weight = read_weight(value, mark, hand)
            except RangeError as error:
                raise self.error(str(error), start, len(hand + suffix)) from None
            if mark == "@" and 0 < weight < read_percent("1") and not value.endswith("%"):
                self.options.note(f"'{hand}@{value}' is {value} percent; for weight {value} write {hand}:{value}")
        return 1 if weight is None else weight

    def filtered(self, combos: tuple[int, ...], suffix: str, start: int) -> tuple[int, ...]:
        """Apply the suffix of an exclusion: suit filters only."""
        for mark, value in segments(suffix):
            if mark != ":" or value.lower() not in SUIT_FILTERS:
                raise self.error(f"{quote(self.text[start : self.pos])}: what is taken out has no weight", start)
            combos = filter_suits(combos, value.lower())
        return combos

    def item(self, body: str, start: int) -> tuple[int, ...]:
        """Return the combos of one item and count them."""
        if not body:
            raise self.error("a weight stands here without a hand before it", start)
        combos = self.located(start, read_item, body, self.options)
        self.charge(len(combos))
        return combos
