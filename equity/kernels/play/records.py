"""What the play kernels are told: the numbers of a piece of a run (`TASK`), and how a batch goes on (`SETUP`).

Rules of the file: data only, so that naming a record does not load Numba.
"""

from __future__ import annotations

import numpy as np

__all__ = ["SETUP", "TASK", "TO_CALL", "TO_FOLD"]

TASK = np.dtype(
    [
        ("first", np.int64),  # number of the first deal
        ("deals", np.int64),
        ("seed", np.uint64),
        ("turns", np.int64),  # how often each deal is played, with the players moved on by a seat
        ("unit", np.int64),  # parts of a chip for all-in adjusted results; 0 leaves them out
        ("fold_illegal", np.int64),  # 1: an illegal action becomes a fold, or a check where that is free
    ]
)

SETUP = np.dtype(
    [
        ("seed", np.uint64),
        ("rotate", np.int64),  # 1: the button moves on with every hand
        ("next", np.int64),  # 1: the next hand follows at once where one ends
        ("mend", np.int64),  # what an illegal action becomes: 0 an error, TO_FOLD, TO_CALL
    ]
)
TO_FOLD, TO_CALL = 1, 2
