"""Pictures of ranges, equities and results with matplotlib (extra ``plot``).

- `grids`: coloured squares: ranges, equities, one range against another, push or fold.
- `bars`: what each next card does.
- `curves`: how the equity of a range is spread over its hands.
- `boards`: what a range makes; two ranges on every flop.
- `running`: how a figure settles, with its error band.
- `style`: what all pictures share.

Every function takes what the library gives, draws on ``ax`` or on a new figure, and returns the Axes. Colours come from
scales that colour-blind people and grey printers can tell apart. Names are loaded when first used, matplotlib when
something is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity._lazy import attach

if TYPE_CHECKING:
    from equity.plot.bars import next_cards as next_cards
    from equity.plot.boards import flops as flops
    from equity.plot.boards import hits as hits
    from equity.plot.curves import hot_and_cold as hot_and_cold
    from equity.plot.grids import equity_grid as equity_grid
    from equity.plot.grids import heat_map as heat_map
    from equity.plot.grids import push_fold_charts as push_fold_charts
    from equity.plot.grids import range_grid as range_grid
    from equity.plot.running import convergence as convergence
    from equity.plot.running import win_rate as win_rate

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "bars": "next_cards",
        "boards": "flops hits",
        "curves": "hot_and_cold",
        "grids": "equity_grid heat_map push_fold_charts range_grid",
        "running": "convergence win_rate",
    },
)
