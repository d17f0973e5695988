"""The `Range`: weights on the 1,326 starting hands, read from text and written back, and the algebra of ranges.

Rules of the file: the public class only. Combos stay sparse, and NumPy is imported when somebody asks for the array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

from equity.cards import CLASSES, COMBOS, Combo, class_of_combo, combo_cards, combos_of_class, read_cards
from equity.errors import RangeError
from equity.ranges.percentages import difference, product, read_percent
from equity.ranges.reader import parse_range

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Hands", "Range"]

# What a Range can be made of.
Hands: TypeAlias = "str | Range | Iterable[str] | Iterable[Combo] | Mapping[int, float] | ArrayLike"


class Range:
    """Starting hands with weights between 0 and 1.

    A range is a value: it never changes, compares and hashes by its weights, and its operators give new ranges. A
    weight is how often a hand is played, and the operators are those of shares:

    ========== ============================================== ==========================
    expression weight of each combo                           in whole weights
    ========== ============================================== ==========================
    ``a | b``  the larger of both                             in either
    ``a & b``  the smaller of both                            in both
    ``a - b``  what is left of a's after b's, at least 0      in a, not in b
    ``~a``     what is left of 1                              not in a
    ``a * b``  the product; b may be a number                 in both
    ========== ============================================== ==========================

    So ``opened - raised`` is what calls, and ``~(a | b) == ~a & ~b`` for all weights. Differences and products are
    those of the decimals as they are written: 1 - 0.9 is 0.1. On the right of an operator a text such as ``"KK+"`` will
    do.

    Parameters
    ----------
    hands : str, Range, list of str, list of Combo, mapping, or weights
        A hand or a list: ``"AsKs"``, ``"QQ+, AKs:0.5"``, ``"top 15%"``, ``"random"``, in the notation of PokerStove,
        Equilab, Flopzilla, PioSOLVER, GTO+, ProPokerTools, eval7 and PokerCruncher; ``"none"`` is the empty range. Or
        several such texts, a range, combos (`equity.cards.Combo`), a mapping as for `from_combos`, or 169 or 1,326
        weights as for `from_weights`.
    overlap : {"error", "last", "max", "sum"}
        What a combo with two different weights means. ``sum`` scales all weights down if one would exceed 1.
    plus : {"both", "kicker"}
        ``T9s+`` is T9s, JTs, QJs, KQs, AKs (both) or T9s alone (kicker).
    strict : bool
        Refuse what programs read in different ways.
    whose : str
        Whose range it is, for error messages: ``"player 1"``.

    Attributes
    ----------
    text : str
        The text as given.
    notes : list of str
        What could be read another way, and the true size of percentages.

    Raises
    ------
    RangeError
        If the hands cannot be read, or a weight is outside 0 to 1.

    Examples
    --------
    >>> hands = Range("QQ+, AKs:0.5")
    >>> len(hands), hands.total_weight, str(hands)
    (22, 20.0, 'QQ+,AKs:0.5')
    >>> "KK" in hands, hands["AKs"], hands - "QQ" | "JJ"
    (True, 0.5, Range('KK+,JJ,AKs:0.5'))
    >>> list(Range("AA").without("As"))
    [AdAc, AhAc, AhAd]
    """

    __slots__ = ("_combos", "_notes", "_text", "_weights")

    def __init__(
        self, hands: Hands, *, overlap: str = "error", plus: str = "both", strict: bool = False, whose: str = ""
    ) -> None:
        notes: Iterable[str] = ()
        self._text: str | None = None
        if isinstance(hands, Iterable) and not isinstance(hands, str | Range | Mapping):
            hands = _from_items(hands)
        if isinstance(hands, str):
            self._combos, notes = parse_range(hands, overlap=overlap, plus=plus, strict=strict, whose=whose)
            self._text = hands
        elif isinstance(hands, Range):
            self._combos, self._text, notes = hands._combos, hands._text, hands.notes
        elif isinstance(hands, Mapping):
            self._combos = _checked(hands)
        else:
            raise RangeError(f"a range is text such as 'QQ+, AKs', got {type(hands).__name__}")
        self._notes = list(notes)
        self._weights: NDArray[np.float64] | None = None

    @classmethod
    def from_combos(cls, combos: Mapping[int, float]) -> Range:
        """Return a range of combo numbers and weights.

        Examples
        --------
        >>> str(Range.from_combos({1325: 1.0, 1324: 0.25}))
        'AsAh,AsAd:0.25'
        """
        if not isinstance(combos, Mapping):
            raise RangeError(f"expected a mapping from combo number to weight, got {type(combos).__name__}")
        return cls._build(_checked(combos))

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """Return a range of 1,326 weights by combo, the inverse of `weights`, or of 169, that of `class_weights`.

        Examples
        --------
        >>> Range.from_weights(Range("AA").weights) == Range.from_weights(Range("AA").class_weights()) == Range("AA")
        True
        """
        import numpy as np

        try:
            array = np.asarray(weights, np.float64)
        except (TypeError, ValueError):
            raise RangeError(f"weights must be {COMBOS:,} or {CLASSES} numbers, got {weights!r:.60}") from None
        if array.shape == (CLASSES,):
            return cls.from_combos({c: w for i, w in enumerate(array.tolist()) for c in combos_of_class(i)})
        if array.shape != (COMBOS,):
            raise RangeError(f"weights must have shape ({COMBOS},) or ({CLASSES},), got {array.shape}")
        return cls.from_combos(dict(enumerate(array.tolist())))

    @classmethod
    def _build(cls, combos: dict[int, float], text: str | None = None, notes: Iterable[str] = ()) -> Range:
        new = object.__new__(cls)
        new._combos, new._notes, new._weights, new._text = combos, list(notes), None, text
        return new

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Range._build, (self._combos, self._text, tuple(self._notes))

    # --- what it holds

    @property
    def combos(self) -> dict[int, float]:
        """Weights above 0 by combo number, in order; a new dictionary every time."""
        return dict(self._combos)

    @property
    def weights(self) -> NDArray[np.float64]:
        """All 1,326 weights as a read-only array, indexed by combo number."""
        if self._weights is None:
            import numpy as np

            array = np.zeros(COMBOS)
            array[list(self._combos)] = list(self._combos.values())
            array.setflags(write=False)
            self._weights = array
        return self._weights

    @property
    def text(self) -> str:
        """The text as given, or the canonical text of a range that was made from something else."""
        return str(self) if self._text is None else self._text

    @property
    def notes(self) -> list[str]:
        """Notes on how the text was read."""
        return list(self._notes)

    @property
    def total_weight(self) -> float:
        """The sum of all weights: the number of combos if none is below 1."""
        from math import fsum

        return fsum(self._combos.values())

    @property
    def percent(self) -> float:
        """The part of all 1,326 combos that is played, in percent: a combo of weight 0.5 counts half."""
        return 100 * self.total_weight / COMBOS

    def class_weights(self) -> list[float]:
        """Return the mean weight of each of the 169 hand classes, in the order of the grid.

        Examples
        --------
        >>> Range("AcAd,AKs:0.5").class_weights()[:3]
        [0.16666666666666666, 0.5, 0.0]
        """
        return [
            sum(self._combos.get(combo, 0.0) for combo in combos) / len(combos)
            for combos in map(combos_of_class, range(CLASSES))
        ]

    def __len__(self) -> int:
        return len(self._combos)

    def __iter__(self) -> Iterator[Combo]:
        """Iterate over the combos with a weight, in order of their numbers; they print as cards."""
        return map(Combo, self._combos)

    def __contains__(self, hands: object) -> bool:
        """Whether every combo of a hand such as ``"AKs"``, ``"AsKs"``, ``"QQ+"`` or of a range has a weight.

        A number is a combo's.
        """
        if isinstance(hands, str | Range):
            return self._combos.keys() >= _operand(hands)._combos.keys()
        return hands in self._combos

    def __getitem__(self, hand: str | int) -> float:
        """Return the mean weight of a hand's combos, 0 for a hand that is not there; a number is a combo's.

        Examples
        --------
        >>> Range("AKs:0.5,AhKd")["AKs"], Range("AKs:0.5,AhKd")["AhKd"], Range("AKs:0.5")["AK"]
        (0.5, 1.0, 0.125)
        """
        if isinstance(hand, str | Range):
            named = list(_operand(hand)._combos)
        elif _is_number(hand) and 0 <= hand < COMBOS and hand == int(hand):
            named = [int(hand)]
        else:
            raise RangeError(f"a hand is text such as 'AKs', or a combo's number 0 to {COMBOS - 1}, got {hand!r:.60}")
        return sum(self._combos.get(combo, 0.0) for combo in named) / max(len(named), 1)

    def __eq__(self, other: object) -> bool:
        return self._combos == other._combos if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._combos.items()))

    # --- algebra

    def __or__(self, other: Range | str) -> Range:
        return self._joined(other, max)

    def __and__(self, other: Range | str) -> Range:
        return self._joined(other, min)

    def __sub__(self, other: Range | str) -> Range:
        return self._joined(other, difference)

    def __invert__(self) -> Range:
        weights = ((combo, difference(1.0, self._combos.get(combo, 0.0))) for combo in range(COMBOS))
        return Range._build({combo: weight for combo, weight in weights if weight})

    def __mul__(self, other: Range | str | float) -> Range:
        if isinstance(other, Range | str):
            return self._joined(other, product)
        if isinstance(other, bool) or not _is_number(other):
            return NotImplemented
        factor = float(other)
        if not factor >= 0 or factor * max(self._combos.values(), default=0.0) > 1:
            raise RangeError(f"a weight must be between 0 and 1: cannot multiply {_shown(self)} by {other!r:.30}")
        scaled = ((combo, product(weight, factor)) for combo, weight in self._combos.items())
        return Range._build({combo: weight for combo, weight in scaled if weight})

    __rmul__ = __mul__

    def _joined(self, other: object, join: Callable[[float, float], float]) -> Range:
        """Return the range whose weights are joined from two, combo by combo."""
        if not isinstance(other, Range | str):
            return NotImplemented  # type: ignore[no-any-return]  # Python then says which types it cannot join
        mine, theirs = self._combos, _operand(other)._combos
        weights = ((combo, join(mine.get(combo, 0.0), theirs.get(combo, 0.0))) for combo in sorted({*mine, *theirs}))
        return Range._build({combo: weight for combo, weight in weights if weight})

    def without(self, cards: str | Iterable[str] | Iterable[int]) -> Range:
        """Return the range without the hands that hold one of these cards: what can still be dealt.

        Parameters
        ----------
        cards : str, iterable of str, or iterable of int
            ``"As Kd"``, card names, or card indices.

        Raises
        ------
        CardError
            If they are not cards.

        Examples
        --------
        >>> len(Range("AK").without("As Kd")), Range("AsKs").without("As")
        (9, Range('none'))
        """
        gone = set(read_cards(cards))
        return Range._build({c: weight for c, weight in self._combos.items() if gone.isdisjoint(combo_cards(c))})

    def top(self, percent: float | str, *, order: str = "equity") -> Range:
        """Return the strongest part of the range: whole hand classes, at most `percent` of its weight.

        Parameters
        ----------
        percent : number or str
            0 to 100, of this range's own weight: ``15``, ``12.5`` or ``"15%"``.
        order : {"equity", "chen"}
            The order of hands, see `equity.ranges.orderings`.

        Raises
        ------
        RangeError
            If the percentage or the order cannot be read.

        Examples
        --------
        >>> Range("22+").top(25), Range("random").top(15) == Range("top 15%")
        (Range('QQ+'), True)
        """
        from equity.ranges.orderings import order_of

        place = {hand_class: i for i, hand_class in enumerate(order_of(order))}
        classes: dict[int, dict[int, float]] = {}
        for combo, weight in self._combos.items():
            classes.setdefault(place[class_of_combo(combo)], {})[combo] = weight
        room = float(read_percent(str(percent), "a percentage of the range")) * self.total_weight + 1e-9
        chosen: dict[int, float] = {}
        for i in sorted(classes):
            room -= sum(classes[i].values())
            if room < 0:
                break
            chosen |= classes[i]
        return Range._build(dict(sorted(chosen.items())))

    # --- written

    def to(self, dialect: str) -> str:
        """Return the range in another program's words: ``pio``, ``equilab``, ``gto+``, ``ppt``, ``eval7``.

        Examples
        --------
        >>> Range("22+:0.5").to("gto+")
        '[50]22+[/50]'
        """
        from equity.ranges.writer import write

        return write(self._combos, dialect)

    def __str__(self) -> str:
        from equity.ranges.writer import canonical_text

        return canonical_text(self._combos)

    def __repr__(self) -> str:
        return f"Range({_shown(self)})"

    def _repr_html_(self) -> str:
        from equity.show.grid import chart_html

        size = f"{len(self):,} combo{'s' * (len(self) != 1)}, {self.percent:.2f} %"
        return chart_html(self.class_weights(), caption=size)


def _shown(hands: Range) -> str:
    text = str(hands)
    return repr(text if len(text) <= 200 else text[:197] + "...")


def _operand(hands: Range | str) -> Range:
    return hands if isinstance(hands, Range) else Range(hands)


def _from_items(hands: Iterable[object]) -> Range | str | Mapping[int, float]:
    """Return what a list stands for: texts, combos, or weights."""
    items = list(hands)
    if items and all(isinstance(item, str) for item in items):
        return ",".join(cast("list[str]", items))
    if all(isinstance(item, Combo) for item in items):
        return dict.fromkeys(sorted(cast("list[Combo]", items)), 1.0)
    if len(items) in (CLASSES, COMBOS):
        return Range.from_weights(cast("ArrayLike", items))
    raise RangeError(
        f"a list is of texts such as 'QQ+', of combos, or {CLASSES} or {COMBOS:,} weights; got {len(items)} values"
    )


def _checked(combos: Mapping[int, float]) -> dict[int, float]:
    """Return weights above 0 in order of combos, all checked."""
    kept: dict[int, float] = {}
    for combo, weight in combos.items():
        if not _is_number(combo) or not 0 <= combo < COMBOS or combo != int(combo):
            raise RangeError(f"combos are numbered 0 to {COMBOS - 1}, got {combo!r}")
        if not _is_number(weight) or not 0 <= weight <= 1:
            raise RangeError(f"weight must be between 0 and 1, got {weight!r} for combo {combo}")
        if weight > 0:
            kept[int(combo)] = float(weight)
    return dict(sorted(kept.items()))


def _is_number(value: object) -> bool:
    """Say whether a value is a plain or NumPy number, without loading NumPy."""
    return hasattr(value, "__float__") and hasattr(value, "__lt__")
