"""Money as people write it <-> whole chips, exactly; no float on the way.

Rules of the file: text in, whole numbers out, and back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from equity.constants import MOST_CHIPS
from equity.errors import RulesError
from equity.numbers import as_int

__all__ = ["HOUSE_CHIPS", "chip_of", "parse_stakes", "stacks_text", "to_chips", "to_money"]

HOUSE_CHIPS = {"online-cents": "0.01"}  # what a chip is worth in houses where amounts as text are money; else 1


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_AMOUNT = re.compile(r"[$€£]?([0-9][0-9_,]*(?:\.[0-9]*)?|\.[0-9]+)(e\+?[0-9]{1,2})? *(bb|[kmg]?)", re.ASCII)


def _read(text: str, example: str) -> tuple[Decimal, str]:
    """Return the number of an amount and its unit."""
    if not isinstance(text, str):
        raise RulesError(f"an amount is text such as '10' or '0.05', which is exact; got {text!r:.60}")
    match = _AMOUNT.fullmatch(text.strip().lower())
    if match is None:
        raise RulesError(f"{text!r:.60} is not an amount; write one such as {example}")
    return Decimal(match[1].replace("_", "").replace(",", "") + (match[2] or "")), match[3]


def _decimal(text: str) -> Decimal:
    value, unit = _read(text, "10 or 0.05")
    if unit == "bb":
        raise RulesError(f"{text!r:.60} is not an amount of money; write one such as 10 or 0.05")
    return value * _UNITS[unit]


def to_chips(text: str, *, chip: str = "1", big_blind: int | None = None) -> int:
    """Return an amount of money, or of big blinds, as whole chips of a value.

    Parameters
    ----------
    text : str
        The amount: ``"0.05"``, ``"$1,500"``, ``"10k"``; with `big_blind` also ``"40bb"``.
    chip : str, optional
        What one chip is worth.
    big_blind : int, optional
        Chips of a big blind.

    Raises
    ------
    RulesError
        If `text` is not an amount, not a whole number of chips, or more than a stack can be.

    Examples
    --------
    >>> to_chips("0.05", chip="0.01"), to_chips("1,500"), to_chips("40bb", chip="0.01", big_blind=10)
    (5, 1500, 400)
    """
    worth = _decimal(chip)
    if worth == 0:
        raise RulesError("a chip must be worth something, got 0")
    number, unit = _read(text, "10 or 0.05" if big_blind is None else "1000 or 100bb")
    if unit == "bb" and big_blind is None:
        raise RulesError(f"{text!r:.60} is not an amount of money; write one such as 10 or 0.05")
    count = Fraction(number) * (Fraction(big_blind or 0) if unit == "bb" else _UNITS[unit] / Fraction(worth))
    if count > MOST_CHIPS:
        raise RulesError(f"an amount is at most {MOST_CHIPS} chips, got {text!r:.60}")
    if count.denominator != 1:
        raise RulesError(
            f"{text:.60} is not a whole number of chips of {chip}, it is {float(count):.15g}; use a smaller chip"
        )
    return int(count)


def to_money(chips: int, *, chip: str = "1") -> str:
    """Return chips as money, with the places of the chip.

    Examples
    --------
    >>> to_money(5, chip="0.01"), to_money(-1234, chip="0.01"), to_money(7)
    ('0.05', '-12.34', '7')
    """
    number = as_int(chips)
    if type(number) is not int:
        raise RulesError(f"chips are a whole number, got {chips!r:.60}")
    return f"{number * _decimal(chip):f}"


def stacks_text(stacks: Sequence[int], big_blind: int) -> str:
    """Return a table's stacks in big blinds, said once where all have the same.

    Examples
    --------
    >>> stacks_text([1000, 1000], 10), stacks_text([1000, 455], 10)
    ('100bb each', 'stacks 100bb/45.5bb')
    """
    depths = [f"{stack / big_blind:,.2f}".rstrip("0").rstrip(".") + "bb" for stack in stacks]
    return f"{depths[0]} each" if len(set(stacks)) == 1 else f"stacks {'/'.join(depths)}"


def chip_of(*amounts: str) -> str:
    """Return the largest chip of 1, 0.1, 0.01 ... of which all amounts are whole numbers.

    Examples
    --------
    >>> chip_of("0.5", "1"), chip_of("0.05", "0.10"), chip_of("4", "8")
    ('0.1', '0.01', '1')
    """
    places = 0
    for text in amounts:
        exponent = _decimal(text).normalize().as_tuple().exponent
        places = max(places, -int(exponent))
    return f"{Decimal(1).scaleb(-places):f}"


def parse_stakes(text: str, *, chip: str | None = None) -> tuple[int, int, str]:
    """Return (small, big, chip) from stakes such as ``0.05/0.10`` or ``4/8``, in whole chips.

    Parameters
    ----------
    text : str
        Two amounts with a slash between them.
    chip : str, optional
        What one chip is worth; by default the largest of 1, 0.1, 0.01 ... that fits.

    Examples
    --------
    >>> parse_stakes("0.05/0.10"), parse_stakes("4/8"), parse_stakes("0.50/1", chip="0.01")
    ((5, 10, '0.01'), (4, 8, '1'), (50, 100, '0.01'))
    """
    if not isinstance(text, str):
        raise RulesError(f"stakes are text such as '0.05/0.10' or '4/8', got {text!r:.60}")
    parts = text.split("/")
    if len(parts) != 2:
        raise RulesError(f"stakes {text!r} must be two amounts such as 0.05/0.10 or 4/8")
    unit = chip_of(*parts) if chip is None else chip
    return to_chips(parts[0], chip=unit), to_chips(parts[1], chip=unit), unit
