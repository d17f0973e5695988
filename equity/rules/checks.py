"""Whole numbers and chips as callers give them: NumPy's are taken too, everything else is named.

Rules of the file: it looks at one value at a time; what fits together is for whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, Final

from equity.errors import RulesError

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["MAX_SEATS", "MOST_CHIPS", "as_int", "check_chips", "check_rules", "is_list", "is_whole"]

MAX_SEATS: Final = 10
MOST_CHIPS: Final = 10**15  # ten stacks of it still fit into int64 many times over


def is_whole(value: object) -> bool:
    """Say whether a value is a whole number; NumPy's count, True and False do not."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return False
    try:
        index(value)  # an array has the method too
    except TypeError:
        return False
    return True


def as_int(value: Any) -> Any:
    """Return a NumPy whole number as int, anything else as it is."""
    return value if type(value) is int or not is_whole(value) else index(value)


def is_list(value: object) -> bool:
    """Say whether a value holds one thing after the other, as texts and mappings do not."""
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)


def check_chips(name: str, value: object, *, least: int = 0) -> None:
    """Raise RulesError unless `value` is a whole number of chips from `least` up."""
    if not is_whole(value):
        hint = "; use a smaller chip, such as the cent" if isinstance(value, float | Fraction) else ""
        raise RulesError(f"{name} must be whole chips, got {value!r:.60}{hint}")
    if not least <= value <= MOST_CHIPS:  # type: ignore[operator]
        raise RulesError(f"{name} must be {least} or more (and at most {MOST_CHIPS}), got {value}")


def check_rules(rules: Rules) -> None:
    """Raise RulesError unless `rules` are the rules of a house."""
    if not hasattr(rules, "to_array"):
        raise RulesError(f"rules must be a Rules, such as presets.pokerfs(), got {type(rules).__name__}")
