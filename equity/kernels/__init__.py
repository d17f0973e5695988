"""All Numba code; nothing outside this folder imports numba. Functions here take and fill arrays and check nothing.

Importing this package alone does not load Numba.
"""

from __future__ import annotations

from collections.abc import Callable

# Called once, before the first kernel of the process is compiled (not when it comes from the cache): the command says
# here why it takes longer the first time.
on_compile: Callable[[], None] | None = None
