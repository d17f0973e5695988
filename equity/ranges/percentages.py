"""Numbers of the notation, read exactly: weights and percentages as fractions, so that no dialect loses a digit.

Rules of the file: `fractions` is imported when a number is met, since most ranges have none.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from equity.errors import RangeError

if TYPE_CHECKING:
    from fractions import Fraction

__all__ = ["difference", "is_number", "product", "quote", "read_number", "read_percent", "read_weight"]

_MAX_LENGTH = 1200  # the longest exact decimal of a float64 has 1,076 characters


@cache
def _pattern() -> re.Pattern[str]:  # built when the first number is met
    return re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?", re.IGNORECASE | re.ASCII)


def quote(text: str) -> str:
    """Return `text` in quotes for a message, cut to 40 letters.

    Examples
    --------
    >>> quote("AKs"), len(quote("A" * 1000))
    ("'AKs'", 42)
    """
    return repr(text if len(text) <= 40 else text[:37] + "...")


def is_number(text: str) -> bool:
    """Whether `text` is a plain decimal number, with or without a percent sign.

    Examples
    --------
    >>> is_number("33.3%"), is_number("75"), is_number("AA")
    (True, True, False)
    """
    if text.isalpha():
        return False
    return _pattern().fullmatch(text.removesuffix("%")) is not None


def read_number(text: str) -> Fraction | None:
    """Return the exact value of a decimal number, or None if `text` is not one."""
    from decimal import Decimal
    from fractions import Fraction

    if len(text) > _MAX_LENGTH or not is_number(text) or text.endswith("%"):
        return None
    return Fraction(Decimal(text))


def read_percent(text: str, what: str = "a percentage") -> Fraction:
    """Return N / 100 for ``N`` or ``N%``, or raise `RangeError` outside 0 to 100.

    Examples
    --------
    >>> read_percent("12.5%")
    Fraction(1, 8)
    """
    value = read_number(text.removesuffix("%"))
    if value is None or not 0 <= value <= 100:
        raise RangeError(f"{what} must be between 0 and 100, got {quote(text)}")
    return value / 100


def read_weight(text: str, mark: str = ":", hand: str = "AKs") -> Fraction:
    """Return a weight 0 to 1.

    Parameters
    ----------
    text : str
        ``0.5``, or ``50%``; after the mark ``@`` also ``50``.
    mark : str
        The sign before the weight (``:``, ``@``, ``=``), or ``(`` for a weight before a bracket.
    hand : str
        The hand it belongs to, for the message.

    Examples
    --------
    >>> read_weight("0.5") == read_weight("50%") == read_weight("50", "@")
    True
    """
    if mark == "@" or text.endswith("%"):
        return read_percent(text, f"{hand}: a weight in percent")
    value = read_number(text)
    if value is None or value < 0:
        place = "" if mark == "(" else f"{hand}: "
        raise RangeError(f"{place}weight must be between 0 and 1, got {quote(text)}")
    if value > 1:
        raise RangeError(f"weight {text} is above 1; write {_smaller(text, value, mark=mark, hand=hand)}")
    return value


def _smaller(text: str, value: Fraction, *, mark: str, hand: str) -> str:
    if value > 100:
        return "a number between 0 and 1, or a percentage"
    part = float(value / 100)
    if mark == "(":
        return f"{part:g}(...) or {text}%(...)"
    return f"{hand}:{part:g}, {hand}:{text}% or {hand}@{text}"


def difference(weight: float, other: float) -> float:
    """Return what is left of a weight after another, at least 0, as their decimals say.

    Examples
    --------
    >>> difference(1.0, 0.9), difference(0.25, 0.5)
    (0.1, 0.0)
    """
    if other == 0 or other >= weight:
        return 0.0 if other else weight
    from decimal import Decimal

    return float(Decimal(repr(weight)) - Decimal(repr(other)))


def product(weight: float, other: float) -> float:
    """Return the product of two weights, as their decimals say.

    Examples
    --------
    >>> product(0.1, 0.7), product(1.0, 0.3)
    (0.07, 0.3)
    """
    if 1 in (weight, other) or 0 in (weight, other):
        return weight * other
    from decimal import Decimal

    return float(Decimal(repr(weight)) * Decimal(repr(other)))
