"""One item of a range -> its combos: a hand, a span, a percentage or any two cards.

Rules of the file: no lists and no weights; what is ambiguous is noted here or refused if the options are strict.
"""

from __future__ import annotations

from equity.cards import card_name, combos_of_class
from equity.errors import RangeError
from equity.ranges.hands import ANY_TWO, ANY_WORDS, Shape, expand, read_hand
from equity.ranges.numbers import is_number, quote, read_percent
from equity.ranges.spans import hands_above, hands_below, hands_between, is_neighbours

__all__ = ["Options", "read_item"]


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


def _explain(text: str) -> str:
    from equity.ranges.mistakes import explain

    return explain(text)


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
        raise RangeError(_explain(text))
    if shape.high == shape.low:
        if shape.kind:
            raise RangeError(_explain(shape.name[:2] + shape.kind).replace(repr(shape.name), repr(text)))
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
            raise RangeError(_explain(text))
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
        raise RangeError(
            _explain(text) if not low else f"{quote(text)} is not a percentage; write 15%, top15% or 5%-10%"
        )
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
    options.note(f"{text} -> {100 * len(combos) / len(ANY_TWO):.2f} % ({len(combos)} combos{order})")
    return combos
