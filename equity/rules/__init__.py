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

from importlib import import_module
from typing import TYPE_CHECKING

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

# name -> the module that defines it
_HOMES = {
    "Event": "equity.rules.events",
    "Hand": "equity.rules.hand",
    "Legal": "equity.rules.legal",
    "Post": "equity.rules.posts",
    "Rake": "equity.rules.rules",
    "Rules": "equity.rules.rules",
    "Street": "equity.rules.events",
    "Table": "equity.rules.table",
    "cardroom_limit": "equity.rules.presets",
    "online_cents": "equity.rules.presets",
    "poker_fantasy_limit": "equity.rules.presets",
    "poker_fantasy_no_limit": "equity.rules.presets",
    "poker_fantasy_pot_limit": "equity.rules.presets",
    "pokerfs": "equity.rules.presets",
}

__all__ = [
    "Event",
    "Hand",
    "Legal",
    "Post",
    "Rake",
    "Rules",
    "Street",
    "Table",
    "cardroom_limit",
    "online_cents",
    "poker_fantasy_limit",
    "poker_fantasy_no_limit",
    "poker_fantasy_pot_limit",
    "pokerfs",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'equity.rules' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
