"""House rules, whole hands and tables.

- `rules`, `encode`: the rules of a house as one value, and as the record the kernels read.
- `presets`, `clauses`: houses by name, and the clauses behind each field.
- `money`: money as people write it <-> whole chips.
- `dealing`: what a caller hands over -> a record ready to play.
- `posts`: forced bets.
- `legal`: what the seat to act may do.
- `events`: what happened in a hand, in order.
- `hand`, `view`, `reveal`: one hand, stepped from Python.
- `show`, `script`: a hand in a notebook, and as text that makes it again.
- `player`, `seating`, `posting`, `blinds`, `table`: a table between hands.
- `checks`: whole numbers and chips as callers give them.

Names are loaded when first used; making `Rules` needs neither NumPy nor Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from equity._lazy import attach

if TYPE_CHECKING:
    from equity.rules.events import Event as Event
    from equity.rules.events import Street as Street
    from equity.rules.hand import Hand as Hand
    from equity.rules.legal import Legal as Legal
    from equity.rules.posts import Post as Post
    from equity.rules.presets import cardroom_limit as cardroom_limit
    from equity.rules.presets import online_cents as online_cents
    from equity.rules.presets import poker_fantasy_limit as poker_fantasy_limit
    from equity.rules.presets import poker_fantasy_no_limit as poker_fantasy_no_limit
    from equity.rules.presets import poker_fantasy_pot_limit as poker_fantasy_pot_limit
    from equity.rules.presets import pokerfs as pokerfs
    from equity.rules.rules import Rake as Rake
    from equity.rules.rules import Rules as Rules
    from equity.rules.table import Table as Table

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "events": "Event Street",
        "hand": "Hand",
        "legal": "Legal",
        "posts": "Post",
        "presets": "cardroom_limit online_cents pokerfs "
        "poker_fantasy_limit poker_fantasy_no_limit poker_fantasy_pot_limit",
        "rules": "Rake Rules",
        "table": "Table",
    },
    modules="presets",
)
