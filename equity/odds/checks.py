"""Numbers that callers give: whole ones and shares within their bounds, or an error that says what would be right.

Rules of the file: it looks at types as well as at values, so that nothing wrong fails deep inside a method; NumPy's
numbers count, True and False do not. Pure Python.
"""

from __future__ import annotations

from equity.errors import OptionError
from equity.parallel import count_threads

__all__ = ["MOST_SAMPLES", "check_sampling", "check_target", "is_within", "read_whole"]

MOST_SAMPLES = 10**15  # months of a large machine
_MOST_SEED = (1 << 64) - 1


def read_whole(name: str, value: object, *, least: int, most: int) -> int:
    """Return a whole number within bounds as int; 1e6 is one too.

    Raises
    ------
    OptionError
        If it is no whole number, or out of its bounds.

    Examples
    --------
    >>> read_whole("samples", 1e6, least=1, most=10**15)
    1000000
    """
    try:
        number: int = int(value)  # type: ignore[call-overload]
        if isinstance(value, (bool, str)) or number != value:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"{name} must be a whole number, got {value!r:.60}") from None
    if not least <= number <= most:
        bound = f"at least {least}" if number < least else f"at most {most}"
        raise OptionError(f"{name} must be {bound}, got {value}")
    return number


def is_within(value: object, low: float, high: float) -> bool:
    """Say whether a value is a number between two others, both excluded.

    Examples
    --------
    >>> is_within(0.1, 0, 0.5), is_within("0.1", 0, 0.5), is_within(None, 0, 0.5)
    (True, False, False)
    """
    try:
        return not isinstance(value, (bool, str)) and low < float(value) < high  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False


def check_sampling(samples: object, seed: object, threads: int | None) -> tuple[int | None, int | None]:
    """Return samples and seed as whole numbers, or None where they are not given; refuse what makes no sense.

    Raises
    ------
    OptionError
        If one is no whole number, or out of its bounds.

    Examples
    --------
    >>> check_sampling(1000, None, 2)
    (1000, None)
    """
    count = None if samples is None else read_whole("samples", samples, least=1, most=MOST_SAMPLES)
    start = None if seed is None else read_whole("seed", seed, least=0, most=_MOST_SEED)
    count_threads(threads)
    return count, start


def check_target(target: object) -> None:
    """Refuse what is no half width of an interval.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> check_target(0.0005)
    """
    if target is not None and not is_within(target, 0, 0.5):
        raise OptionError(f"target must be a fraction between 0 and 0.5 (0.0005 is 0.05 %), got {target!r}")
