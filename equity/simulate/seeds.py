"""The seed of a run or a batch of hands, from what a caller hands over.

Rules of the file: checks and conversion only, without NumPy.
"""

from __future__ import annotations

import secrets
from numbers import Integral

from equity.errors import OptionError

__all__ = ["read_seed"]

_BITS = 63


def read_seed(seed: object) -> int:
    """Return a seed as it is, NumPy's whole numbers as Python's, and for None a drawn one.

    Raises
    ------
    OptionError
        If it is no whole number from 0 to 2**63 - 1.

    Examples
    --------
    >>> import numpy as np
    >>> read_seed(7), read_seed(np.uint8(7))
    (7, 7)
    """
    if seed is None:
        return secrets.randbits(_BITS)
    if isinstance(seed, Integral) and not isinstance(seed, bool):
        seed = int(seed)
    if type(seed) is not int or not 0 <= seed < 1 << _BITS:
        raise OptionError(f"seed must be a whole number from 0 to 2**{_BITS} - 1, got {seed!r}")
    return seed
