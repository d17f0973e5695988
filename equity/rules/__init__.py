"""House rules, whole hands and tables.

What a house plays by:

- `rules`: the rules of a house as one value, and as the record the kernels read.
- `presets`: houses by name, one function per house.
- `clauses`: the clauses of the rules, and which of them stand behind each field.
- `money`: money as people write it <-> whole chips.

One hand:

- `hand`: `Hand`, one hand stepped from Python. Who may do what is decided in `equity.kernels.hands.betting`.
- `dealing`: stacks, button and cards as callers give them, checked.
- `posts`: forced bets, and how the first street opens after them.
- `legal`: what the seat to act may do, and why it may not do the rest.
- `events`: what happened in a hand, one record per thing.
- `story`: the same in words, street by street, for notebooks and terminals.
- `script`: a hand as text that makes it again.

From hand to hand:

- `table`: `Table`, who sits where, with how many chips, owing which blind.
- `player`: one player at a table.
- `blinds`: where button and blinds stand in the next hand.

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
