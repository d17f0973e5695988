"""All Numba code; nothing outside this folder imports Numba. Functions here take and fill arrays and check nothing.

From the bottom up:

- `compile`: the decorators, function pointers, and everything that knows how Numba works inside.
- `cards`: hand -> value, whole arrays of hands, bits, random numbers, deals.
- `equities`: enumeration, sweeps, sampling, and what is counted beside the winners.
- `hands`: THE rules engine: records, opening, betting, showdown, all-ins, replay.
- `play`: whole hands by the million: strategies, batches, observations, tallies.

Importing this package alone does not load Numba.
"""

from __future__ import annotations

from collections.abc import Callable

# Called once, before the first kernel of the process is compiled (not when it comes from the cache): the command says
# here why it takes longer the first time.
on_compile: Callable[[], None] | None = None
