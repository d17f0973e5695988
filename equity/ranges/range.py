"""The `Range`: weights on the 1,326 starting hands, read from text and written back.

Rules of the file: the public class only. Combos stay sparse, and NumPy is imported when somebody asks for the array.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from equity.cards import CLASSES, COMBOS, combo_index, combos_of_class, parse_cards
from equity.errors import RangeError
from equity.ranges.reader import parse_range

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Range"]


class Range:
    """Starting hands with weights between 0 and 1.

    Parameters
    ----------
    text : str
        A hand or a list: ``"AsKs"``, ``"QQ+, AKs:0.5"``, ``"top 15%"``, ``"random"``, in the notation of PokerStove,
        Equilab, Flopzilla, PioSOLVER, GTO+, ProPokerTools, eval7 and PokerCruncher.
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

    Examples
    --------
    >>> hands = Range("QQ+, AKs:0.5")
    >>> len(hands), hands.total_weight, str(hands)
    (22, 20.0, 'QQ+,AKs:0.5')
    """

    __slots__ = ("_combos", "_notes", "_text", "_weights")

    def __init__(
        self, text: str, *, overlap: str = "error", plus: str = "both", strict: bool = False, whose: str = ""
    ) -> None:
        if not isinstance(text, str):
            raise RangeError(
                f"a range is text, got {type(text).__name__}; see Range.from_weights and Range.from_combos"
            )
        self._combos, self._notes = parse_range(text, overlap=overlap, plus=plus, strict=strict, whose=whose)
        self._text = text
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
        kept: dict[int, float] = {}
        for combo, weight in combos.items():
            if not _is_number(combo) or not 0 <= combo < COMBOS or combo != int(combo):
                raise RangeError(f"combos are numbered 0 to {COMBOS - 1}, got {combo!r}")
            if not _is_number(weight) or not 0 <= weight <= 1:
                raise RangeError(f"weight must be between 0 and 1, got {weight!r} for combo {combo}")
            if weight > 0:
                kept[int(combo)] = float(weight)
        kept = dict(sorted(kept.items()))
        if not kept:
            raise RangeError("the range is empty: no combo has a weight above 0")
        return cls._build(kept)

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """Return a range of 1,326 weights, the inverse of `weights`.

        Examples
        --------
        >>> Range.from_weights(Range("AA").weights) == Range("AA")
        True
        """
        import numpy as np

        try:
            array = np.asarray(weights, np.float64)
        except (TypeError, ValueError):
            raise RangeError(f"weights must be {COMBOS} numbers, got {weights!r:.60}") from None
        if array.shape != (COMBOS,):
            raise RangeError(f"weights must have shape ({COMBOS},), got {array.shape}")
        return cls.from_combos(dict(enumerate(array.tolist())))

    @classmethod
    def _build(cls, combos: dict[int, float], text: str | None = None, notes: Iterable[str] = ()) -> Range:
        new = object.__new__(cls)
        new._combos, new._notes, new._weights = combos, list(notes), None
        new._text = str(new) if text is None else text
        return new

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Range._build, (self._combos, self._text, tuple(self._notes))

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
        """The text as given."""
        return self._text

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
        """How many of the 1,326 combos have a weight, in percent."""
        return 100 * len(self._combos) / COMBOS

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
        text = str(self)
        return f"Range({text if len(text) <= 200 else text[:197] + '...'!r})"

    def _repr_html_(self) -> str:
        from equity.show.grid import chart_html

        return chart_html(self.class_weights(), caption=f"{len(self):,} combos, {self.percent:.2f} %")

    def __len__(self) -> int:
        return len(self._combos)

    def __iter__(self) -> Iterator[int]:
        return iter(self._combos)

    def __contains__(self, hand: object) -> bool:
        """Whether a combo number or a hand such as ``"AsKs"`` has a weight."""
        if isinstance(hand, str):
            cards = parse_cards(hand)
            return len(cards) == 2 and combo_index(*cards) in self._combos
        return hand in self._combos

    def __eq__(self, other: object) -> bool:
        return self._combos == other._combos if isinstance(other, Range) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._combos.items()))


def _is_number(value: object) -> bool:
    """Say whether a value is a plain or NumPy number, without loading NumPy."""
    return hasattr(value, "__float__") and hasattr(value, "__lt__")
