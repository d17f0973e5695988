"""Parts of the page as widgets of notebooks (extra ``notebooks``).

- `range_grid`: the 13 x 13 grid, whose ``range`` is a `Range`.

Names are loaded when first used, so that ``from equity import *`` works without the extra.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity._lazy import attach

if TYPE_CHECKING:
    from equity.widgets.range_grid import RangeGrid as RangeGrid

__getattr__, __dir__, __all__ = attach(__name__, {"range_grid": "RangeGrid"})
