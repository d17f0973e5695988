"""The notation of hands: one item of a range -> its combos.

An item is a hand (``AKs``, ``AsKs``, ``AX``), a span (``QQ+``, ``A5s-A2s``), a percentage (``15%``) or any two cards.
Rules of the file: no lists and no weights. How ``T9s+`` is read is decided in `hands_above` and nowhere else; what is
ambiguous is noted, or refused if the options are strict. What is not a hand at all raises `NotAHandError` with the
letters; why it is not is said by `mistakes`.
"""

from __future__ import annotations

from typing import NamedTuple

from equity.cards import RANKS, SUITS, card_name, combo_cards, combo_index, combos_of_class
from equity.errors import RangeError
from equity.ranges.percentages import is_number, quote, read_percent

__all__ = [
    "ANY_TWO",
    "ANY_WORDS",
    "KIND_WORDS",
    "NONE",
    "SUIT_FILTERS",
    "NotAHandError",
    "Options",
    "Shape",
    "expand",
    "filter_suits",
    "hands_above",
    "hands_below",
    "hands_between",
    "is_card",
    "percentage_note",
    "read_hand",
    "read_item",
]

ANY_TWO = tuple(range(1326))
# not read: words that people write after a hand, and the letter that says it
KIND_WORDS = dict(s="s", suited="s", o="o", off="o", offsuit="o", offsuited="o", unsuited="o")
NONE = "none"  # the empty range, said on purpose
ANY_WORDS = frozenset(
    ["random", "rand", "any", "anytwo", "any2", "atc", "xx", "**", "*", "??", "?", "....", "...", "..", "."]
)
_KIND_OF = {**dict.fromkeys(RANKS + RANKS.lower(), "R"), **dict.fromkeys(SUITS + SUITS.upper(), "S")}
_KIND_OF |= {**dict.fromkeys("xX", "X"), **dict.fromkeys("wyzWYZ", "W"), **dict.fromkeys("oO", "O"), "*": "*"}
# letters to kinds: R rank, S suit (or "s" for suited), X x, W w y z, O o
_PATTERNS = frozenset(
    [
        *("RR", "RRS", "RRO", "RX", "RXS", "RXO", "R*", "R*S", "R*O", "XR", "XRS", "XRO", "*R", "*RS", "*RO"),
        *("RSR", "RSRX", "RXRS", "RSX", "RS*", "RSRS", "RXRX", "RXRW", "RWRX", "RWRW"),
    ]
)


class Shape(NamedTuple):
    """Two ranks and what is known about their suits.

    Attributes
    ----------
    high, low : int
        Ranks 0 to 12; `low` is -1 where any rank may stand.
    kind : str
        ``"s"`` suited, ``"o"`` offsuit, ``""`` both (and always for pairs).
    high_suit, low_suit : int
        A suit 0 to 3, or -1 for any.
    pairs : bool
        Whether a free `low` may pair `high`.
    """

    high: int
    low: int
    kind: str = ""
    high_suit: int = -1
    low_suit: int = -1
    pairs: bool = False

    @property
    def exact(self) -> bool:
        """Whether both cards are given."""
        return self.high_suit >= 0 and self.low_suit >= 0

    @property
    def name(self) -> str:
        """The shape in words of the notation, for messages."""
        first = RANKS[self.high] + (SUITS[self.high_suit] if self.high_suit >= 0 else "")
        second = "X" if self.low < 0 else RANKS[self.low]
        return first + second + (SUITS[self.low_suit] if self.low_suit >= 0 else self.kind)


def is_card(text: str) -> bool:
    """Whether `text` is one card such as ``As`` or ``10h``."""
    letters = text.replace("10", "T")
    return len(letters) == 2 and _KIND_OF.get(letters[0]) == "R" and _KIND_OF.get(letters[1]) == "S"


def read_hand(text: str) -> Shape | None:
    """Return the shape of one hand, or None if the letters fit no pattern.

    Examples
    --------
    >>> read_hand("KTo"), read_hand("hello")
    (Shape(high=11, low=8, kind='o', high_suit=-1, low_suit=-1, pairs=False), None)
    """
    letters = text.replace("10", "T")
    if not 2 <= len(letters) <= 4:
        return None
    pattern = "".join([_KIND_OF.get(letter, "?") for letter in letters])
    if pattern not in _PATTERNS:
        return None
    ranks = [RANKS.index(letter.upper()) for letter, kind in zip(letters, pattern, strict=True) if kind == "R"]
    if len(ranks) == 1:
        return _read_wild(letters.lower(), pattern, ranks[0])
    suits, kind = _read_suits(letters.lower(), pattern)
    if kind == "o" and ranks[0] == ranks[1] and len(letters) == 4:  # AxAy: two suits, as any pair has
        kind = ""
    if ranks[0] < ranks[1]:
        ranks.reverse()
        suits.reverse()
    return Shape(ranks[0], ranks[1], kind, suits[0], suits[1])


def _read_wild(letters: str, pattern: str, rank: int) -> Shape | None:
    pairs = "*" in pattern
    last = letters[-1] if len(letters) == 3 else ""
    if pattern in ("RSX", "RS*"):
        return Shape(rank, -1, "", SUITS.index(letters[1]), -1, pairs)
    if last in SUITS and last not in ("", "s"):  # XAh is a card and any other; AXh means nothing
        return Shape(rank, -1, "", SUITS.index(last), -1, pairs) if pattern[1] == "R" else None
    return Shape(rank, -1, last, pairs=pairs)


def _read_suits(letters: str, pattern: str) -> tuple[list[int], str]:
    """Return the suits of the first and second rank, and the kind."""
    if pattern in ("RXRX", "RXRW", "RWRX", "RWRW"):
        return [-1, -1], "s" if letters[1] == letters[3] else "o"
    if pattern in ("RR", "RRO") or letters[2:] == "s":
        return [-1, -1], letters[2:]
    if pattern == "RRS":
        return [-1, SUITS.index(letters[2])], ""
    first = SUITS.index(letters[1]) if pattern[1] == "S" else -1
    second = SUITS.index(letters[3]) if pattern[3:] == "S" else -1
    return [first, second], ""


def expand(shape: Shape) -> tuple[int, ...]:
    """Return the combos of a shape.

    Examples
    --------
    >>> len(expand(Shape(12, 11))), len(expand(Shape(12, -1))), len(expand(Shape(12, -1, pairs=True)))
    (16, 192, 198)
    """
    if shape.low >= 0:
        return _combos_of_ranks(shape)
    lows = (low for low in range(13) if low != shape.high or (shape.pairs and not shape.kind))
    return tuple(combo for low in lows for combo in _combos_of_ranks(shape._replace(low=low)))


def _combos_of_ranks(shape: Shape) -> tuple[int, ...]:
    a, b = 4 * shape.high, 4 * shape.low
    first = range(4) if shape.high_suit < 0 else (shape.high_suit,)
    second = range(4) if shape.low_suit < 0 else (shape.low_suit,)
    if a == b:
        return tuple(sorted({combo_index(a + s, b + t) for s in first for t in second if s != t}))
    kind = shape.kind
    return tuple(combo_index(a + s, b + t) for s in first for t in second if not kind or (s == t) == (kind == "s"))


SUIT_FILTERS = frozenset(["xx", "xy", *(a + b for a in SUITS for b in SUITS)])


def filter_suits(combos: tuple[int, ...], shape: str) -> tuple[int, ...]:
    """Return the combos whose suits fit a filter: ``xx`` one suit, ``xy`` two suits, ``ss`` or ``sh`` these suits.

    Examples
    --------
    >>> len(filter_suits(ANY_TWO, "xx")), len(filter_suits(ANY_TWO, "sh"))
    (312, 169)
    """
    kept = []
    for combo in combos:
        high, low = combo_cards(combo)
        suits = card_name(high)[1] + card_name(low)[1]
        fits = (suits[0] == suits[1]) == (shape == "xx") if shape in ("xx", "xy") else shape in (suits, suits[::-1])
        if fits:
            kept.append(combo)
    return tuple(kept)


# --- spans: hands with ``+`` and ``-``


_TWO_KINDS = "a span needs two pairs or two unpaired hands, such as QQ-99, A5s-A2s or JTs-87s"


def is_neighbours(shape: Shape) -> bool:
    """Whether ``+`` has two readings: adjacent ranks with room above (not AK)."""
    return shape.low >= 0 and shape.high - shape.low == 1 and shape.high < 12


def hands_above(shape: Shape, *, climb: bool = True) -> list[Shape]:
    """Return what ``shape+`` stands for.

    Pairs go up to AA, QX up to AX. Ranks with a gap keep the high card and raise the kicker to one below it.
    Neighbours raise both cards, or stand alone if `climb` is False.

    Examples
    --------
    >>> [s.name for s in hands_above(Shape(8, 7, "s"))]
    ['T9s', 'JTs', 'QJs', 'KQs', 'AKs']
    >>> [s.name for s in hands_above(Shape(12, 9))]
    ['AJ', 'AQ', 'AK']
    """
    high, low = shape.high, shape.low
    if low < 0:
        return [shape._replace(high=rank) for rank in range(high, 13)]
    if high == low:
        return [shape._replace(high=rank, low=rank) for rank in range(high, 13)]
    if high - low == 1 and climb:
        return [shape._replace(high=rank, low=rank - 1) for rank in range(high, 13)]
    return [shape._replace(low=rank) for rank in range(low, high)]


def hands_below(shape: Shape) -> list[Shape]:
    """Return what ``shape-`` stands for: pairs down to 22, else the kicker down to 2; ``5X-`` has no card above 5.

    Examples
    --------
    >>> [s.name for s in hands_below(Shape(12, 3, "s"))]
    ['A5s', 'A4s', 'A3s', 'A2s']
    """
    high, low = shape.high, shape.low
    if low < 0:
        shapes = [shape._replace(high=a, low=b) for a in range(high, -1, -1) for b in range(a - 1, -1, -1)]
        pairs = [shape._replace(high=a, low=a) for a in range(high, -1, -1) if shape.pairs and not shape.kind]
        return shapes + pairs
    if high == low:
        return [shape._replace(high=rank, low=rank) for rank in range(high, -1, -1)]
    return [shape._replace(low=rank) for rank in range(low, -1, -1)]


def hands_between(first: Shape, second: Shape) -> list[Shape]:
    """Return the span between two ends in either order.

    Examples
    --------
    >>> [s.name for s in hands_between(Shape(9, 8), Shape(7, 6, "s"))]
    ['JTs', 'T9s', '98s']
    """
    text = f"{first.name}-{second.name}"
    _check_ends(first, second, text)
    kind = second.kind
    top, bottom = (first, second) if (first.high, first.low) >= (second.high, second.low) else (second, first)
    top, bottom = top._replace(kind=kind), bottom._replace(kind=kind)
    if top.high == bottom.high and top.low != top.high:
        return [top._replace(low=low) for low in range(top.low, bottom.low - 1, -1)]
    gap = top.high - top.low
    if gap != bottom.high - bottom.low:
        raise RangeError(
            f"{text!r}: both ends need the same high card ({_same_high(top)}) or the same gap "
            f"({first.name} has {first.high - first.low}, {second.name} has {second.high - second.low})"
        )
    return [top._replace(high=high, low=high - gap) for high in range(top.high, bottom.high - 1, -1)]


def _same_high(shape: Shape) -> str:
    high = RANKS[shape.high]
    return f"{shape.name}-{high}{RANKS[0]}{shape.kind}" if shape.low else f"A5{shape.kind}-A2{shape.kind}"


def _check_ends(first: Shape, second: Shape, text: str) -> None:
    for end in (first, second):
        if end.low < 0 or end.high_suit >= 0 or end.low_suit >= 0:
            raise RangeError(f"{text!r}: {_TWO_KINDS}; {end.name} cannot end one")
    if (first.high == first.low) != (second.high == second.low):
        raise RangeError(f"{text!r}: {_TWO_KINDS}")
    if first.kind and second.kind and first.kind != second.kind:
        pieces = ",".join(f"{first.name[:2]}{k}-{second.name[:2]}{k}" for k in "so")
        raise RangeError(f"{text!r} mixes suited and offsuit; write {pieces}")
    if first.kind and not second.kind:
        raise RangeError(f"{text!r} marks only the first end; write {first.name}-{second.name}{first.kind}")


# --- items


class NotAHandError(RangeError):
    """Letters that are not a hand; the message is those letters, and `equity.ranges.mistakes` says what is wrong."""


class Options:
    """How to read what can be read two ways, and the notes taken on the way."""

    __slots__ = ("notes", "plus", "strict", "whose")

    def __init__(self, plus: str = "both", *, strict: bool = False, whose: str = "") -> None:
        self.plus = plus
        self.strict = strict
        self.whose = whose
        self.notes: dict[str, None] = {}  # an ordered set

    def note(self, message: str) -> None:
        """Keep a note, once."""
        self.notes[message] = None


def read_item(text: str, options: Options) -> tuple[int, ...]:
    """Return the combos of one item.

    Examples
    --------
    >>> len(read_item("QQ-99", Options())), len(read_item("random", Options()))
    (24, 1326)
    """
    lower = text.lower()
    if lower in ANY_WORDS:
        if text == "xx":
            _note_suited(options)
        return ANY_TWO
    if lower == NONE:
        return ()
    if "%" in text or (lower.startswith("top") and lower[3:4].isdigit()):
        return _read_percentage(lower, options)
    if text[-1] in "+-" or "-" in text:
        return _read_span(text, options)
    return expand(_hand(text, options))


def _note_suited(options: Options) -> None:
    if options.strict:
        raise RangeError("'xx' has two readings; write random for any two cards or **:xx for suited hands")
    options.note("'xx' is read as any two cards; for suited hands write **:xx")


def _hand(text: str, options: Options) -> Shape:
    shape = read_hand(text)
    if shape is None:
        raise NotAHandError(text)
    if shape.high == shape.low:
        if shape.kind:
            raise RangeError(f"{quote(text)}: a pair has no suited or offsuit form; write {shape.name[:2]}")
        if shape.exact and shape.high_suit == shape.low_suit:
            card = card_name(4 * shape.high + shape.high_suit)
            owner = f"{options.whose}'s hand" if options.whose else "one hand"
            raise RangeError(f"{quote(text)}: {card} appears twice in {owner}")
    return shape


def _read_span(text: str, options: Options) -> tuple[int, ...]:
    first, dash, second = text.partition("-")
    if dash and second:
        if "-" in second or second[-1] == "+":
            raise RangeError(f"{quote(text)} is not a span; a span has two ends, such as QQ-99 or A5s-A2s")
        shapes = hands_between(_hand(first, options), _hand(second, options)) if first else []
        if not first:
            raise RangeError(f"{quote(text)} is not a hand: nothing stands before '-'")
    else:
        if read_hand(text[:-1]) is None:
            raise NotAHandError(text)
        shape = _hand(text[:-1], options)
        if shape.exact or (shape.high == shape.low and shape.high_suit + shape.low_suit > -2):
            raise RangeError(f"{quote(text)}: {text[-1]!r} needs a hand without both suits, such as 99+, ATs+ or QX+")
        shapes = _open_span(text, shape, options)
    return tuple(dict.fromkeys(combo for shape in shapes for combo in expand(shape)))


def _open_span(text: str, shape: Shape, options: Options) -> list[Shape]:
    if text[-1] == "-":
        shapes = hands_below(shape)
        readings = f"{shape.name}-{shapes[-1].name}"
        other = "programs differ on neighbours"
        ambiguous = shape.low > 0 and shape.high - shape.low == 1
    else:
        climbed = hands_above(shape)
        shapes = climbed if options.plus == "both" else hands_above(shape, climb=False)
        readings = ",".join(s.name for s in shapes)
        other = (
            f"other programs mean {shape.name} alone" if options.plus == "both" else "other programs raise both cards"
        )
        ambiguous = is_neighbours(shape)
    if ambiguous and options.strict:
        climb = ",".join(s.name for s in hands_above(shape))
        choice = f"{shape.name} or {climb}" if text[-1] == "+" else readings
        raise RangeError(f"{quote(text)} has two readings; write {choice}")
    if ambiguous:
        options.note(f"{quote(text)} is read as {readings}; {other}")
    return shapes


def _read_percentage(text: str, options: Options) -> tuple[int, ...]:
    """Read ``15%``, ``top15%chen`` or ``5%-10%``."""
    from equity.ranges.orderings import DEFAULT, top_classes

    body = text.removeprefix("top")
    first, sign, rest = body.partition("%")
    if not sign:
        raise RangeError(f"{quote(text)} has no percent sign; write top15%")
    low, dash, number = first.partition("-")
    if not dash and rest.startswith("-"):
        dash = "-"
        number, _, rest = rest[1:].partition("%")
    if not is_number(low) or (dash and not is_number(number)):
        if not low:
            raise NotAHandError(text)
        raise RangeError(f"{quote(text)} is not a percentage; write 15%, top15% or 5%-10%")
    name = rest.strip("@ ") or DEFAULT
    ends = sorted(read_percent(end, "a percentage of hands") for end in ([low, number] if dash else [low]))
    if ends[-1] == 1 and not dash:
        return ANY_TWO
    chosen = top_classes(ends[-1], name)
    better = set(top_classes(ends[0], name)) if dash else set()
    combos = tuple(combo for c in chosen if c not in better for combo in combos_of_class(c))
    if not combos:
        raise RangeError(f"{quote(text)} holds no whole hand class; a pair is 0.45 %, a suited hand 0.30 %")
    order = "" if name == DEFAULT else f" in the order {quote(name)}"
    options.note(percentage_note(text, len(combos), order))
    return combos


def percentage_note(text: str, combos: int, order: str = "") -> str:
    """Return the note on the true size of a percentage.

    Examples
    --------
    >>> percentage_note("15%", 198)
    '15% -> 14.93 % (198 combos)'
    """
    return f"{text} -> {100 * combos / len(ANY_TWO):.2f} % ({combos} combos{order})"
