"""Ranges of starting hands: notation -> weights -> notation.

- `range`: the `Range`.
- `players`: command arguments -> one text for each player.
- `parse`, `reader`, `scanner`, `words`, `merge`: the grammar of a list.
- `items`, `spans`, `hands`: one item of a list; ``T9s+`` is read in `spans`.
- `numbers`: weights and percentages.
- `orderings`: the orders behind ``top 15%``.
- `mistakes`: why a text is not a hand.
- `canonical`, `dialects`: ranges written.
"""

from __future__ import annotations

from equity.ranges.players import split_players
from equity.ranges.range import Range

__all__ = ["Range", "split_players"]
