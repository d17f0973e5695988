"""A list of entries -> one weight per combo: what happens to a combo that is named twice.

Rules of the file: weights become floats here, each once, from an exact fraction.
"""

from __future__ import annotations

from collections.abc import Sequence

from equity.cards import class_name, class_of_combo, combo_name, combos_of_class
from equity.errors import OptionError, RangeError
from equity.ranges.words import Entry

__all__ = ["OVERLAPS", "merge"]

OVERLAPS = ("error", "last", "max", "sum")


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
    return f"{name} is given weight {given[0]} and {given[1]}; keep one, or choose overlap=last, max or sum"
