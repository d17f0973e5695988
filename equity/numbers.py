"""The numbers that callers give: whole ones, seeds, threads and fractions, or an error that names them.

Rules of the file: one rule for all of the library. A whole number may come as any kind of number that is whole (5,
``np.int8(5)``, 1e6, ``Decimal(2)``); True and False, text, arrays and 2.5 are refused. Chips raise `RulesError`,
options `OptionError`. Pure Python. (What a poker hand is worth is called its value everywhere.)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from operator import index
from typing import Any

from equity.constants import MOST_CHIPS, MOST_SAMPLES, MOST_SEED, MOST_THREADS
from equity.errors import EquityError, OptionError, RulesError

__all__ = [
    "as_int",
    "check_chips",
    "check_sampling",
    "count_threads",
    "draw_seed",
    "is_list",
    "is_whole",
    "is_within",
    "read_chips",
    "read_seed",
    "read_target",
    "read_whole",
]


_UNITS = {"k": 10**3, "m": 10**6, "g": 10**9, "b": 10**9}


def as_int(value: Any) -> Any:
    """Return a number that is whole as int, anything else as it is.

    Examples
    --------
    >>> as_int(1e6), as_int("5"), as_int(2.5), as_int(True)
    (1000000, '5', 2.5, True)
    """
    if type(value) is int or _is_truth(value) or hasattr(value, "__len__"):  # an array of one number is an array
        return value
    try:
        return index(value)  # NumPy's whole numbers
    except TypeError:
        pass
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        return value
    return number if number == value else value


def _is_truth(value: object) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")  # NumPy's, which is not loaded here


def is_whole(value: object) -> bool:
    """Say whether a value is a whole number, of whatever kind.

    Examples
    --------
    >>> is_whole(2.0), is_whole(2.5), is_whole("2"), is_whole(True)
    (True, False, False, False)
    """
    return type(as_int(value)) is int


def is_list(value: object) -> bool:
    """Say whether a value holds one thing after the other, as texts and mappings do not."""
    if type(value) in (list, tuple):  # as most are
        return True
    if isinstance(value, str | bytes | Mapping):
        return False
    try:
        iter(value)  # type: ignore[call-overload]  # an array of no dimension has the method, and refuses
    except TypeError:
        return False
    return True


def read_whole(
    name: str, value: object, *, least: int, most: int, error: type[EquityError] = OptionError, hint: str = ""
) -> int:
    """Return a whole number within bounds as int.

    Parameters
    ----------
    name : str
        What the number is, as the message says it.
    value : object
        What the caller gave.
    least, most : int
        Bounds, included.
    error : type of EquityError, optional
        What is raised.
    hint : str, optional
        What would be right, at the end of the message for what is not a whole number.

    Raises
    ------
    EquityError
        If it is not a whole number, or out of its bounds.

    Examples
    --------
    >>> read_whole("samples", 1e6, least=1, most=10**15)
    1000000
    >>> read_whole("samples", "5", least=1, most=10**15)
    Traceback (most recent call last):
        ...
    equity.errors.OptionError: samples must be a whole number, got '5'
    """
    number = as_int(value)
    if type(number) is not int:
        raise error(f"{name} must be a whole number, got {value!r:.60}{hint}")
    if not least <= number <= most:
        bound = f"at least {least}" if number < least else f"at most {most}"
        raise error(f"{name} must be {bound}, got {value}")
    return number


def read_chips(name: str, value: object, *, least: int = 0, most: int = MOST_CHIPS) -> int:
    """Return a whole number of chips within bounds as int.

    Raises
    ------
    RulesError
        If it is not a whole number, or out of its bounds.

    Examples
    --------
    >>> read_chips("the ante", 2.0)
    2
    """
    number = as_int(value)
    if type(number) is not int:
        small = isinstance(value, float) or hasattr(value, "denominator")
        hint = "; use a smaller chip, such as the cent" if small and not isinstance(value, bool) else ""
        raise RulesError(f"{name} must be whole chips, got {value!r:.60}{hint}")
    if not least <= number <= most:
        raise RulesError(f"{name} must be {least} or more (and at most {most}), got {value}")
    return number


def check_chips(name: str, value: object, *, least: int = 0) -> None:
    """Raise RulesError unless `value` is a whole number of chips from `least` up."""
    read_chips(name, value, least=least)


def draw_seed(bits: int = 32) -> int:
    """Return a fresh seed, short enough to type again unless more bits are wanted."""
    import secrets

    return secrets.randbits(bits)


def read_seed(seed: object) -> int:
    """Return a seed, a fresh one for None.

    Raises
    ------
    OptionError
        If it is not a whole number from 0 to 2**64 - 1.

    Examples
    --------
    >>> read_seed(7), read_seed(2**64 - 1)
    (7, 18446744073709551615)
    """
    return draw_seed() if seed is None else read_whole("seed", seed, least=0, most=MOST_SEED)


def count_threads(threads: object) -> int:
    """Return the number of threads to use: `threads`, or one for each core this process may run on.

    Raises
    ------
    OptionError
        If `threads` is not a whole number, less than 1, or absurd.

    Examples
    --------
    >>> count_threads(3)
    3
    """
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return read_whole("threads", threads, least=1, most=MOST_THREADS)


def is_within(value: object, low: float, high: float) -> bool:
    """Say whether a value is a number between two others, both excluded.

    Examples
    --------
    >>> is_within(0.1, 0, 0.5), is_within("0.1", 0, 0.5), is_within(None, 0, 0.5)
    (True, False, False)
    """
    try:
        if isinstance(value, str) or _is_truth(value) or hasattr(value, "__len__"):  # arrays of one number are arrays
            return False
        return low < float(value) < high  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False


def check_sampling(samples: object, seed: object, threads: object) -> tuple[int | None, int | None]:
    """Return samples and seed as whole numbers, or None where they are not given; refuse what makes no sense.

    Samples may be a text with a unit, as on the command line: ``"10k"``, ``"2.5m"``, ``"1g"``.

    Raises
    ------
    OptionError
        If one is not a whole number, or out of its bounds.

    Examples
    --------
    >>> check_sampling(1000, None, 2), check_sampling("10k", None, 2)
    ((1000, None), (10000, None))
    """
    count = None if samples is None else _read_samples(samples)
    start = None if seed is None else read_seed(seed)
    if threads is not None:
        count_threads(threads)
    return count, start


def _read_samples(samples: object) -> int:
    if isinstance(samples, str):
        text = samples.strip().lower().replace("_", "").replace(",", "")
        amount = _read_decimal(text[:-1]) if text[-1:] in _UNITS else None
        samples = samples if amount is None else amount * _UNITS[text[-1:]]
    hint = " (a text needs a unit: '10k', '2m')" if isinstance(samples, str) else ""
    return read_whole("samples", samples, least=1, most=MOST_SAMPLES, hint=hint)


def _read_decimal(text: str) -> Any:
    """Return the number a text says, exactly, or None."""
    from decimal import Decimal, InvalidOperation  # late: most calls have no text

    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def read_target(target: object) -> float | None:
    """Return half the width of an interval as float, or None if none is given; ``"0.1%"`` is 0.001.

    Raises
    ------
    OptionError
        If it is not a number between 0 and 0.5.

    Examples
    --------
    >>> read_target(0.0005), read_target("0.05%")
    (0.0005, 0.0005)
    """
    if target is None:
        return None
    share = _read_decimal(target.strip().removesuffix("%")) if isinstance(target, str) and "%" in target else None
    if share is not None:
        target = share / 100
    if not is_within(target, 0, 0.5):
        raise OptionError(f"target must be a fraction between 0 and 0.5 (0.0005, or '0.05%'), got {target!r:.60}")
    return float(target)  # type: ignore[arg-type]  # a number
