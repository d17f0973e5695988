"""Range text -> weights and notes: the grammar of lists, brackets, blocks and exclusions.

`parse_range` is the door: cleaning, the list, the PokerCruncher tail, and the merge of combos named twice. `Reader`
goes over the text once, left to right, by hand, because the shortest command must not pay for building patterns.

Rules of the file: characters, words and weights; what one item stands for is in `notation`. Weights become floats in
`merge`, each once, from an exact fraction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from equity.cards import COMBOS, class_name, class_of_combo, combo_name, combos_of_class, normalize
from equity.errors import OptionError, RangeError
from equity.ranges.notation import (
    KIND_WORDS,
    NONE,
    SUIT_FILTERS,
    NotAHandError,
    Options,
    filter_suits,
    is_card,
    percentage_note,
    read_hand,
    read_item,
)
from equity.ranges.orderings import ORDERINGS
from equity.ranges.percentages import is_number, quote, read_percent, read_weight

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["OVERLAPS", "parse_range"]

OVERLAPS = ("error", "last", "max", "sum")
BLANKS = " \t\r\n\v\f"
SEPARATORS = BLANKS + ",;|/"
MARKS = ":@="
_BRACKETS = {"(": ")", "{": "}"}  # braces as PokerStove writes them
_OPENER = {closer: opener for opener, closer in _BRACKETS.items()}
_ENDS = SEPARATORS + "()[]{}!"
_ALSO = ("or", "and")
_MAX_WORK = 2_000_000  # combos named in all; every real range stays far below
_MAX_TEXT = 200_000
_MAX_DEPTH = 20

Result = TypeVar("Result")


def parse_range(
    text: str, *, overlap: str = "error", plus: str = "both", strict: bool = False, whose: str = ""
) -> tuple[dict[int, float], list[str]]:
    """Return weights above 0 by combo, and notes on what could be read another way.

    Examples
    --------
    >>> weights, notes = parse_range("T9s+, AA:0.5")
    >>> len(weights), notes[0][:27]
    (26, "'T9s+' is read as T9s,JTs,Q")
    """
    if plus not in ("both", "kicker"):
        raise OptionError(f"plus must be 'both' or 'kicker', got {plus!r}")
    if len(text) > _MAX_TEXT:
        raise RangeError(f"the range has {len(text)} characters, at most {_MAX_TEXT} are read")
    options = Options(plus, strict=strict, whose=whose)
    clean = normalize(text)
    if "#" in clean:
        clean = _strip_comments(clean)
    tail = _find_tail(clean)
    reader = Reader(clean, options, stop=tail)
    entries = reader.read_list()
    weights = merge(_without_label(entries, overlap, options), overlap=overlap)
    if tail is not None:
        _apply_tail(weights, clean, clean.index(":", tail) + 1, options)
    if 0.0 in weights.values():
        weights = {combo: weight for combo, weight in weights.items() if weight}
    if not weights and clean.strip(SEPARATORS).lower() != NONE:
        raise RangeError(_empty(clean[:tail], whose))
    return weights, list(options.notes)


def _empty(text: str, whose: str) -> str:
    what = "the range is empty"
    if text.strip(" \t\r\n,;|"):
        what += ": nothing is left after exclusions and weights of 0"
    return f"{whose}: {what}" if whose else what


def _without_label(entries: list[Entry], overlap: str, options: Options) -> list[Entry]:
    """Return the entries without a percentage that is the label of the others, and note how one is read.

    Some programs write how much a list is in front of it: ``29.7%, 22+ A2s+ ...``.
    """
    named = [entry for entry in entries if entry.weight == 1 and entry.source.endswith("%") and is_number(entry.source)]
    if len(named) != 1 or len(entries) == 1:
        return entries
    rest = [entry for entry in entries if entry is not named[0]]
    number = named[0].source.removesuffix("%")
    share = 100 * sum(merge(rest, overlap=overlap).values()) / COMBOS
    step = 10.0 ** -len(number.partition(".")[2])
    if abs(share - float(number)) > step / 2 + 1e-9:
        options.note(f"'{number}%' adds the best {number} % of hands to the list, which is {share:.2f} % without them")
        return entries
    if options.strict:
        raise RangeError(f"'{number}%' has two readings: write top{number}% for hands, and no label for a list")
    options.notes.pop(percentage_note(named[0].source, len(named[0].combos)), None)
    options.note(f"'{number}%' is read as the label of the list, which is {share:.2f} % by itself")
    return rest


def _strip_comments(text: str) -> str:
    """Blank out ``#tag#`` and ``# comment``, keeping every position."""
    pattern = r"#[^\s#](?:[^#\n]*[^\s#])?#|#[^\n]*"
    return re.sub(pattern, lambda found: " " * len(found.group()), text)


def _find_tail(text: str) -> int | None:
    """Return where ``Weights:`` of a PokerCruncher export starts, or None."""
    if "eights" not in text and "EIGHTS" not in text:
        return None
    found = re.search(r"(?:^|(?<=[\s,;|]))weights\s*:", text, re.IGNORECASE)
    return found.start() if found else None


def _apply_tail(weights: dict[int, float], text: str, start: int, options: Options) -> None:
    for combo, weight in merge(Reader(text, options, start=start).read_list()).items():
        if combo not in weights:
            raise RangeError(f"{combo_name(combo)} has a weight after 'Weights:' but is not in the range before it")
        weights[combo] = weight


class Entry:
    """One item of the list: its combos, their weight, and the words it came from."""

    __slots__ = ("combos", "source", "weight")

    def __init__(self, combos: tuple[int, ...], source: str) -> None:
        self.combos = combos
        self.source = source
        self.weight: Fraction | int = 1


class Reader:
    """Reads one text once, from `start` to `stop`: `read_list` returns the entries, notes go to `options`."""

    def __init__(self, text: str, options: Options, *, start: int = 0, stop: int | None = None) -> None:
        self.text = text
        self.options = options
        self.pos = start
        self.stop = len(text) if stop is None else stop
        self.depth = 0
        self.work = 0

    # --- lists and brackets

    def read_list(self, closer: str = "") -> list[Entry]:
        """Read items up to `closer` (``)``, ``[/``, or the end) and leave the position there."""
        entries: list[Entry] = []
        prefix: Fraction | int = 1
        while True:
            self.skip(SEPARATORS)
            here = self.peek()
            if not here or here in _OPENER or self.starts("[/"):
                self._check_end(closer)
                return entries
            begin = len(entries)
            if here == "[":
                entries += self._read_block()
            elif here in _BRACKETS:
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
        if closer in _OPENER and here != closer:
            raise self.error(f"a {_OPENER[closer]!r} is never closed")
        if closer == "[/" and not self.starts("[/"):
            raise self.error("a block is never closed; end it with [/] or [/N]")
        if here and not closer:
            raise self.error(f"{here!r} closes nothing" if here in _OPENER else "this end of a block closes no block")

    def _read_nested(self, closer: str) -> list[Entry]:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise self.error(f"brackets are nested more than {_MAX_DEPTH} deep")
        entries = self.read_list(closer)
        self.depth -= 1
        return entries

    def _read_bracket(self, weight: Fraction | int) -> list[Entry]:
        """Read ``( range )`` or ``{ range }`` and a weight after it; the position is on the opening bracket."""
        start = self.pos
        closer = _BRACKETS[self.peek()]
        self.pos += 1
        entries = self._read_nested(closer)
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
        if word.lower() in _ALSO:
            return prefix
        begin = len(entries)
        head = self._share_before(word)
        if head:
            self._weigh_hand(entries, head, start)
            self._weigh(entries, begin, prefix)
            return prefix
        if self.opens_bracket(word):
            weight = self.located(start, read_weight, word, "(")
            self.skip(BLANKS)
            entries += self._read_bracket(weight)
        else:
            body, suffix = self.join(word, start)
            self._add_item(entries, body, suffix, start)
        self._weigh(entries, begin, prefix)
        return prefix

    @staticmethod
    def _share_before(word: str) -> str:
        """Return the ``50%`` of ``50%AA``, or nothing if no hand follows it."""
        head, sign, rest = word.partition("%")
        hand = split_suffix(rest)[0].partition("-")[0].removesuffix("+")
        return head + sign if sign and is_number(head) and read_hand(hand) is not None else ""

    def _weigh_hand(self, entries: list[Entry], head: str, start: int) -> None:
        weight = self.located(start, read_weight, head, "(")
        begin = len(entries)
        self.pos = start + len(head)
        body, suffix = self.join(self.word(), start + len(head))
        self._add_item(entries, body, suffix, start + len(head))
        self._weigh(entries, begin, weight)

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
        if self.peek() in _BRACKETS:
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

    # --- one item as it is written: words that belong together, weights before and after, suit filters

    def located(self, start: int, read: Callable[..., Result], text: str, *args: object) -> Result:
        """Call ``read(text, *args)`` and give its error the place `start`."""
        try:
            return read(text, *args)
        except NotAHandError as error:
            from equity.ranges.mistakes import explain

            message = explain(str(error))
        except RangeError as error:
            message = str(error)
        raise self.error(message, start, len(text))

    def opens_bracket(self, word: str) -> bool:
        """Whether `word`, just read, is a weight and a bracket follows."""
        number = is_number(word)
        start = self.pos
        if number:
            self.skip(BLANKS)
        opens = self.peek() == "(" or (self.peek() == "{" and number and not word.endswith("%"))
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
        if after.lower() in KIND_WORDS and read_hand(body) is not None:
            self.next_word()
            from equity.ranges.mistakes import kind_in_words

            raise self.error(kind_in_words(body, after), start, self.pos - start)
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

    # --- characters and words

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


# --- one weight per combo


def merge(entries: Sequence[Entry], *, overlap: str = "error") -> dict[int, float]:
    """Return weights by combo, 0 included, in order of combos; ``sum`` is scaled down if a weight would exceed 1."""
    if overlap not in OVERLAPS:
        raise OptionError(f"overlap must be one of {', '.join(OVERLAPS)}, got {overlap!r}")
    if len(entries) == 1 and entries[0].weight == 1:  # one hand, or random: nothing can overlap
        return dict.fromkeys(sorted(entries[0].combos), 1.0)
    weights: dict[int, float] = {}
    sources: dict[int, Entry] = {}
    for entry in entries:
        weight = float(entry.weight)
        for combo in entry.combos:
            old = weights.get(combo)
            if old is None or overlap == "last":
                new = weight
            elif overlap == "sum":
                new = old + weight
            elif old == weight or overlap == "max":
                new = max(old, weight)
            else:
                raise RangeError(_conflict(combo, sources[combo], entry, weights))
            weights[combo] = new
            sources[combo] = entry
    top = max(weights.values(), default=1.0)
    scale = top if top > 1 else 1.0
    return {combo: weights[combo] / scale for combo in sorted(weights)}


def _conflict(combo: int, first: Entry, second: Entry, weights: dict[int, float]) -> str:
    old, new = weights[combo], float(second.weight)
    hand_class = class_of_combo(combo)
    both = set(first.combos) & set(second.combos)
    whole = both.issuperset(combos_of_class(hand_class))
    name = class_name(hand_class) if whole else combo_name(combo)
    given = [
        f"{weight:g}" + ("" if entry.source.lower() in (name.lower(), name[:2].lower()) else f" ({entry.source})")
        for weight, entry in ((old, first), (new, second))
    ]
    return f"{name} is given weight {given[0]} and {given[1]}; keep one, or choose the overlap: last, max or sum"
