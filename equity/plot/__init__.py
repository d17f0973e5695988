"""Pictures of ranges, equities and results with matplotlib (extra ``plot``).

Every function takes what the library gives, draws on ``ax`` or on a new figure, and returns the Axes. Colours come from
scales that colour-blind people and grey printers can tell apart. Names are loaded when first used, matplotlib when
something is drawn.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from equity.plot.bars import next_cards as next_cards
    from equity.plot.curves import hot_and_cold as hot_and_cold
    from equity.plot.grids import equity_grid as equity_grid
    from equity.plot.grids import heat_map as heat_map
    from equity.plot.grids import range_grid as range_grid
    from equity.plot.running import convergence as convergence
    from equity.plot.running import win_rate as win_rate

_HOMES = {
    "convergence": "equity.plot.running",
    "equity_grid": "equity.plot.grids",
    "heat_map": "equity.plot.grids",
    "hot_and_cold": "equity.plot.curves",
    "next_cards": "equity.plot.bars",
    "range_grid": "equity.plot.grids",
    "win_rate": "equity.plot.running",
}

__all__ = ["convergence", "equity_grid", "heat_map", "hot_and_cold", "next_cards", "range_grid", "win_rate"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'equity.plot' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
