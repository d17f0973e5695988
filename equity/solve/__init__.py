"""Games solved: push or fold heads-up, or blind against blind in a tournament.

- `game`: what is at stake: stacks, blinds, antes, rake, prizes, and what each ending is worth.
- `equilibrium`: CFR+ on the 169 x 169 hand classes, and how far from an equilibrium a pair of strategies is.
- `charts`: the charts of a game, and the stacks at which each hand is played.
- `responses`: what to push, or to call with, against a given range.

Names are loaded when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity._lazy import attach

if TYPE_CHECKING:
    from equity.solve.charts import PushFold as PushFold
    from equity.solve.charts import StackSpans as StackSpans
    from equity.solve.charts import push_fold as push_fold
    from equity.solve.charts import stack_spans as stack_spans
    from equity.solve.game import Game as Game
    from equity.solve.responses import BestResponse as BestResponse
    from equity.solve.responses import best_response as best_response

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "charts": "PushFold StackSpans push_fold stack_spans",
        "game": "Game",
        "responses": "BestResponse best_response",
    },
)
