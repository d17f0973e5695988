"""Line-oriented texts of poker sites: every line goes through a table of patterns, and none is skipped by accident.

A site is a `LineReader` with two tables: `rules`, the lines that are play, each with the method that takes it in, and
`noise`, the lines that are not, each with its kind. A line that is in neither is an error that names it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO, ClassVar, TypeAlias

from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import HandRecord, Place
from equity.history.sites.lines.patterns import SiteLines
from equity.history.sites.table_text import TextHand, cards_between, money, short_number
from equity.history.text_lines import (
    MAX_HAND,
    Joined,
    Narrow,
    OnError,
    Source,
    begun,
    decoded_lines,
    filled,
    line_chunks,
    opened,
    source_name,
)

__all__ = ["SEPARATORS", "Found", "LineReader", "compiled", "read_hands_of_text", "refuse_other_games"]

Found: TypeAlias = Mapping[str, Any]  # the named groups of a pattern
Table: TypeAlias = tuple[tuple[re.Pattern[str], str], ...]
# rows that archives, exporters and clients put between hands
SEPARATORS = (
    r"(?:Hand|Game) #\w+(?::| starts\.?)?|\*+ ?# ?\d+ ?\*+|#Game No ?: ?\w+|BEGIN|END|[-=*_#]{3,}|"
    r"Game (?:started|ended) at:.*|Transcript for .*|Hand History .*requested.*"
)
_SEPARATOR = re.compile(SEPARATORS)
_OTHER_GAME = re.compile(
    r"\b(?:(?:5|Five|6|Six|4|Four)?[- ]?Card)? ?(?:Omaha|Stud|Razz|Badugi|Courchevel|Irish|Draw|PLO\d?)\b"
    r"|Six ?Plus|\b6\+|Short[- ]?Deck|ShortDeck|Pineapple|Split Hold'?em|Royal Hold'?em",
    re.IGNORECASE,
)
# one of these is in every match: looking for them first costs a fiftieth
_OTHER_WORDS = (
    *("omaha", "stud", "razz", "badugi", "courchevel", "irish", "draw"),
    *("plo", "plus", "6+", "deck", "pineapple", "split", "royal"),
)
_ODD_LETTERS = re.compile("[\u0130\u0131\u017f\u212a]")  # i, s and k to a pattern that ignores case
_PADDING = "\ufeff\ufffd \t\xa0\x00"
_BLANK = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*")  # above the first hand
_LARGE = 1 << 16  # bytes from which on hands are taken apart together: what fewer take is less than a kernel's start
_TOGETHER = 1 << 18
_CACHE = 1 << 15  # lines that are told apart only once: the same few thousand fill a file


def compiled(*rules: tuple[str | re.Pattern[str], str]) -> Table:
    """Return a table of patterns and method names, or of patterns and kinds; the frequent lines should come first."""
    return tuple((re.compile(pattern), method) for pattern, method in rules)


def refuse_other_games(text: str) -> None:
    """Raise HistoryError if a header names another game than Texas hold'em.

    Examples
    --------
    >>> refuse_other_games("Hold'em No Limit ($1/$2)")
    >>> refuse_other_games("6+ Hold'em No Limit ($1/$2)")
    Traceback (most recent call last):
        ...
    equity.errors.HistoryError: the hand is 6+, not Texas hold'em: "6+ Hold'em No Limit ($1/$2)"
    """
    words = text.lower()
    if not any([word in words for word in _OTHER_WORDS]) and (text.isascii() or not _ODD_LETTERS.search(text)):
        return
    other = _OTHER_GAME.search(text)
    if other:
        raise HistoryError(f"the hand is {other[0].strip()}, not Texas hold'em: {text[:60]!r}")


def read_hands_of_text(
    source: Source,
    start: re.Pattern[str],
    make: Callable[[Place], LineReader],
    on_error: OnError | None = None,
    *,
    inside: re.Pattern[str] | None = None,
) -> Iterator[HandRecord]:
    """Yield the records of a text file in which every hand starts with a line that matches `start`.

    Parameters
    ----------
    source : path or binary file
    start : pattern
        Of the first line of a hand.
    make : callable
        Returns the reader for one hand.
    on_error : callable, optional
        Takes the error of a hand that cannot be read; the next hand follows. By default the error is raised.
    inside : pattern, optional
        Of a header that stands in the middle of a line, where two hands have run together.
    """
    name = source_name(source)

    def report(error: HistoryError) -> None:
        if on_error is None:
            raise error
        on_error(error)

    place = Place(name, 0, 1)
    if make(place).lines is None:
        yield from _read_one_by_one(source, place, start, make, report, inside)
    else:
        with opened(source) as stream:
            yield from _read(stream, place, start, make, report, inside)


def _read_one_by_one(
    source: Source,
    place: Place,
    start: re.Pattern[str],
    make: Callable[[Place], LineReader],
    report: OnError,
    inside: re.Pattern[str] | None,
) -> Iterator[HandRecord]:
    for where, lines in _blocks(source, place, start, inside, report):
        yield from _made(make, where, lines, report)


def _made(
    make: Callable[[Place], LineReader], where: Place, lines: list[tuple[int, str]], report: OnError
) -> Iterator[HandRecord]:
    """Yield the record of a hand's lines, or report why there is none."""
    try:
        record = make(where).read(lines)
    except HistoryError as error:
        report(error)
    else:
        yield record


def _read(  # noqa: C901
    stream: BinaryIO | Joined,
    place: Place,
    start: re.Pattern[str],
    make: Callable[[Place], LineReader],
    report: OnError,
    inside: re.Pattern[str] | None,
) -> Iterator[HandRecord]:
    """Yield the hands of a stream, many at a time as long as that goes."""
    text, apart = begun(stream, _LARGE, _kernel)
    patterns = make(place).lines
    if apart and patterns is not None:
        from equity.history.sites.lines.hands import scan

        text, _ = filled(text, stream, _TOGETHER)
        stream = Narrow(text, stream)
        text = stream.text
        before = _before_hands(text)

        def starts(line: bytes) -> bool | None:
            (one,) = decoded_lines(line, 2, place.file)
            one = one.strip(_PADDING)
            if inside is not None and (found := inside.search(one)) and found.start():
                return None
            return start.match(one) is not None

        def told(header: str) -> TextHand | None:
            reader = make(place)
            try:
                reader.take_header([(0, line.strip()) for line in header.splitlines()])
            except HistoryError:
                return None
            return reader.hand

        sort = type(make(place))._sort

        @lru_cache(maxsize=_CACHE)
        def noise(line: bytes) -> str | None:
            try:
                text = line.decode().strip(_PADDING)
            except UnicodeDecodeError:
                return None
            if not text:
                return ""
            found = sort(text)
            return None if found is None or found[0] is not None else found[1]

        def parse(block: bytes, where: Place) -> HandRecord:
            lines = enumerate(decoded_lines(block, 1 + where.line, where.file), where.line)
            return make(where).read([(number, line) for number, line in _stripped(lines) if line])

        rest, where = text[before:], Place(place.file, 0, 1 + text.count(b"\n", 0, before))
        while True:
            rest, ended = filled(rest, stream, _TOGETHER)
            hands, end = scan(rest, where, patterns, whole=ended, starts=starts, told=told, noise=noise, parse=parse)
            if hands is not None:
                yield from hands.records(report)
                where = Place(where.file, where.hand + hands.hands, hands.next_line)
            elif end:
                part = io.BytesIO(rest[:end])
                known = where.hand
                for block_place, lines in _blocks(Joined(place.file, part), where, start, inside, report):
                    known = block_place.hand
                    yield from _made(make, block_place, lines, report)
                where = Place(where.file, known, where.line + rest.count(b"\n", 0, end))
            else:
                if where.hand:
                    text, place = rest, where
                else:
                    text = text[:before] + rest
                break
            rest = rest[end:]
            if not rest:
                return
    yield from _read_one_by_one(Joined(place.file, io.BytesIO(text), stream), place, start, make, report, inside)


def _kernel() -> Any:
    from equity.kernels.hands.line_text import read_hands

    return read_hands


def _before_hands(text: bytes) -> int:
    """Return how much of a text is blank lines and rows such as stand between hands."""
    at = len(_BLANK.match(text)[0])  # type: ignore[index]
    while True:
        end = text.find(b"\n", at)
        line = text[at:end].decode(errors="replace").strip(_PADDING) if end >= 0 else ""
        if end < 0 or (line and not _SEPARATOR.fullmatch(line)):
            return at
        at = end + 1


def _stripped(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        yield number, line.strip(_PADDING)


def _blocks(  # noqa: C901, PLR0912
    source: Source, place: Place, start: re.Pattern[str], inside: re.Pattern[str] | None, report: OnError
) -> Iterator[tuple[Place, list[tuple[int, str]]]]:
    """Yield the lines of each hand, without blanks around them and without empty ones."""
    block: list[tuple[int, str]] = []
    before: list[tuple[int, str]] = []
    name, hands, line_number = place
    size = 0
    is_start = start.match
    for first, lines in line_chunks(source, line_number):
        for number, padded in enumerate(lines, first):
            line = padded.strip(_PADDING)
            if not line:
                continue
            if hands and "#" not in line and "Game" not in line:  # what most lines are: inside a hand
                block.append((number, line))
                size += len(line)
                if size > MAX_HAND:
                    raise HistoryError(f"{name}, hand {hands}: longer than {MAX_HAND} characters")
                continue
            for part in _parts(line, inside) if inside is not None and " #" in line else (line,):
                if ("#" in part or "Game" in part) and is_start(part):
                    if block:
                        yield Place(name, hands, block[0][0]), block
                    elif before:
                        report(_stray(name, before))
                    block, before, size, hands = [], [], 0, hands + 1
                elif not hands:
                    if not before and not _SEPARATOR.fullmatch(part):
                        before.append((number, part))
                    continue
                block.append((number, part))
                size += len(part)
                if size > MAX_HAND:
                    raise HistoryError(f"{name}, hand {hands}: longer than {MAX_HAND} characters")
    if not block:
        raise _stray(name, before) if before else HistoryError(f"{name}: no hand in the file")
    yield Place(name, hands, block[0][0]), block


def _stray(name: str, before: list[tuple[int, str]]) -> HistoryError:
    number, line = before[0]
    return HistoryError(f"{name}, line {number}: {line[:60]!r} stands before the first hand")


def _parts(line: str, inside: re.Pattern[str]) -> tuple[str, ...]:
    """Return a line cut where another hand begins in the middle of it."""
    match = inside.search(line)
    return (line[: match.start()], line[match.start() :]) if match and match.start() else (line,)


def _literal(pattern: str) -> str:
    """Return the longest text that every match of a pattern holds, outside its groups; it is looked for first.

    Examples
    --------
    >>> _literal(r"(?P<name>.+): folds(?: .*)?"), _literal(r"Board:? x"), _literal("a|b")
    (': folds', 'Board', '')
    """
    runs, depth, at, run = [""], 0, 0, ""
    while at < len(pattern):
        letter = pattern[at]
        step = 2 if letter == "\\" else 1
        if letter == "[":
            step = pattern.index("]", at + 2) - at + 1
        depth += (letter == "(") - (letter == ")")
        if letter == "|" and not depth:
            return ""
        plain = pattern[at + 1] if letter == "\\" and not pattern[at + 1].isalnum() else letter
        is_text = depth == 0 and ((step == 1 and letter not in "()[]{}.^$*+?|") or plain != letter)
        after = pattern[at + step : at + step + 1]
        if is_text and after not in ("?", "*", "{"):
            run += plain
        if not is_text or after in ("?", "*", "{", "+"):
            runs.append(run)
            run = ""
        at += step
        if letter == "{" and depth == 0:
            at = pattern.index("}", at) + 1
    return max([*runs, run], key=len)


class LineReader:
    """A table of (pattern, method) through which every line of a hand goes; a site fills the tables.

    Attributes
    ----------
    rules : table
        Lines that are play.
    noise : table
        Lines that are not, with their kind.
    lines : SiteLines, optional
        What takes large files apart, many hands in one call.
    """

    site: ClassVar[str] = ""
    rules: ClassVar[Table] = ()
    noise: ClassVar[Table] = ()
    lines: ClassVar[SiteLines | None] = None
    hand_type: ClassVar[type[TextHand]] = TextHand
    _sort: ClassVar[Any]  # line -> method, kind, what the pattern found; kept for lines seen before

    def __init_subclass__(cls) -> None:
        table = (*cls.rules, *((pattern, f"# {kind}") for pattern, kind in cls.noise))
        table = (*table, (_SEPARATOR, "# between hands"))

        rows: list[tuple[str, Any, Any, str]] = []
        for pattern, method in table:
            kind = method.removeprefix("# ")
            is_play = kind == method and method != "skip"
            take = getattr(cls, method) if is_play else None
            rows.append((_literal(pattern.pattern), pattern.fullmatch, take, "" if kind == method else kind))

        def sort(line: str) -> tuple[Any, str, Found] | None:
            for text, fullmatch, take, kind in rows:
                if text in line:
                    match = fullmatch(line)
                    if match:
                        return take, kind, match.groupdict()
            return None

        cls._sort = staticmethod(lru_cache(maxsize=_CACHE)(sort))

    def __init__(self, place: Place, *, strict: bool = True) -> None:
        self.hand = self.hand_type(place, format=self.site)
        self.place = place
        self.strict = strict
        self.skipped: dict[str, int] = {}
        self.unread: list[str] = []  # lines not understood, where that is not an error; the record keeps them

    def begin(self, lines: list[tuple[int, str]]) -> None:
        """Look at the whole hand before its lines are taken in one by one."""

    def take_header(self, lines: list[tuple[int, str]]) -> None:
        """Take in the lines of a header, in sites whose hands are taken apart together.

        Raises
        ------
        HistoryError
            If it is of another game, or says what only the whole hand explains.
        """
        self.begin(lines)
        for _, line in lines:
            take, _, groups = self._sort(line) or (None, "", {})
            if take is not None:
                take(self, groups)

    def read(self, lines: list[tuple[int, str]]) -> HandRecord:
        """Return the record of a hand's lines.

        Raises
        ------
        HistoryError
            At the first line that is wrong; names file, hand and line.
        """
        sort, number = self._sort, 0
        try:
            self.begin(lines)
            for number, line in lines:  # noqa: B007
                found = sort(line)
                if found is None:
                    self._unknown(line)
                    continue
                take, kind, groups = found
                if take is not None:
                    take(self, groups)
                elif kind:
                    self.skipped[kind] = self.skipped.get(kind, 0) + 1
        except HistoryError as error:
            raise HistoryError(f"{self.place.file}, hand {self.place.hand} (line {number}): {error}") from None
        return self.finish()

    def _unknown(self, line: str) -> None:
        if self.strict:
            raise HistoryError(f"{line[:80]!r} is not understood (--repair passes it over)")
        self.unread.append(line)

    def finish(self) -> HandRecord:
        """Return the record of the lines taken in."""
        if self.unread:
            self.hand.fields["_unread_lines"] = tuple(self.unread)
        try:
            record = self.hand.record()
        except HistoryError as error:
            raise HistoryError(f"{self.place}: {error}") from None
        record.skipped = self.skipped
        return record

    def cards(self, text: str | None) -> tuple[int, ...]:
        """Return the cards of a text; a site with letters of its own overrides this."""
        return cards_between(text or "")

    def skip(self, found: Found) -> None:
        """Pass over a line that repeats what others say."""

    def folds(self, found: Found) -> None:
        """Take in a fold."""
        self.hand.act(Kind.FOLD, found["name"])

    def calls(self, found: Found) -> None:
        """Take in a check or a call."""
        chips = found.get("by")
        self.hand.act(Kind.CALL, found["name"], money(chips) if chips else None, "by")

    def raises(self, found: Found) -> None:
        """Take in a bet, or a raise to a street total."""
        self.hand.act(Kind.RAISE, found["name"], money(found["to"]))

    def raises_by(self, found: Found) -> None:
        """Take in a bet, or a raise of which the line says what is put in."""
        self.hand.act(Kind.RAISE, found["name"], money(found["by"]), "by")

    def all_in(self, found: Found) -> None:
        """Take in an all-in, which may be a bet, a raise or a call; the line may say what is put in."""
        chips = found.get("by")
        self.hand.act(Kind.RAISE, found["name"], money(chips) if chips else None, "chips")

    def antes(self, found: Found) -> None:
        """Take in an ante."""
        self._post(found, "ante")

    def dead(self, found: Found) -> None:
        """Take in dead money."""
        self._post(found, "dead")

    def small_blind(self, found: Found) -> None:
        """Take in a small blind."""
        self._post(found, "small")

    def big_blind(self, found: Found) -> None:
        """Take in a big blind."""
        self._post(found, "big")

    def both_blinds(self, found: Found) -> None:
        """Take in a missed small and big blind posted together: the small one is dead."""
        self._post(found, "both")

    def posts(self, found: Found) -> None:
        """Take in the live post of a new player."""
        self._post(found, "post")

    def straddles(self, found: Found) -> None:
        """Take in a straddle."""
        self._post(found, "straddle")

    def _post(self, found: Found, kind: str) -> None:
        self.hand.post(found["name"], kind, money(found["amount"]))

    def street(self, found: Found) -> None:
        """Take in the new cards of a street."""
        self.hand.board(self.cards(found["cards"]))

    def street_again(self, found: Found) -> None:
        """Take in the new cards of a street that is dealt twice: the first or a later run."""
        run = {"FIRST": 1, "SECOND": 2, "THIRD": 3}.get(found["run"].upper()) or short_number(found["run"])
        self.hand.runs = max(self.hand.runs, run, 2)
        if run == 1:
            self.hand.board(self.cards(found["cards"]))
        else:
            self.hand.second_run.append(self.cards(found["cards"]))

    def folded_at_last(self, found: Found) -> None:
        """Take in from the summary who folded, where no line before says it."""
        if found["name"] in self.hand.seats:
            self.hand.summary_folds.append(found["name"] or "")

    def board(self, found: Found) -> None:
        """Take in the board of the summary."""
        if not self.hand.summary_board:
            self.hand.summary_board = self.cards(found["cards"])

    def dealt(self, found: Found) -> None:
        """Take in cards that the text tells, dealt or shown in the summary."""
        self.hand.learn(found["name"], self.cards(found["cards"]))

    def shows(self, found: Found) -> None:
        """Take in a hand shown."""
        self.hand.show(found["name"], self.cards(found["cards"]))

    def mucks(self, found: Found) -> None:
        """Take in a hand mucked; the line may tell the cards."""
        cards = found.get("cards")
        if cards:
            self.hand.learn(found["name"], self.cards(cards))
        self.hand.muck(found["name"])

    def collects(self, found: Found) -> None:
        """Take in a pot won."""
        self.hand.win(found["name"], money(found["amount"]))

    def uncalled(self, found: Found) -> None:
        """Take in the part of a bet that nobody called."""
        self.hand.give_back(found["name"], money(found["amount"]))

    def total(self, found: Found) -> None:
        """Take in the total pot and the rake."""
        self.hand.total_pot = money(found["pot"])
        self.hand.rake = money(found["rake"]) if found["rake"] else None

    def seat(self, found: Found) -> None:
        """Take in a player at the table."""
        stack = found["stack"]
        if stack[0] in "$€£¥₹" or stack[-1] in "$€£":
            self.hand.cash = True
        self.hand.seat(short_number(found["seat"]), found["name"], money(stack))

    def button(self, found: Found) -> None:
        """Take in the button's seat."""
        self.hand.button = short_number(found["seat"])

    def cancelled(self, found: Found) -> None:
        """Note that the site cancelled the hand."""
        self.hand.cancelled = True
