"""Ranges of starting hands: notation -> weights -> notation.

- `range`: the `Range`.
- `players`: command arguments -> one text per player.
- `reader`: a text -> weights: lists, brackets, weights, exclusions, and combos named twice.
- `notation`: one item of the list -> its combos; ``T9s+`` is read in `notation.hands_above`.
- `percentages`: the numbers of the notation, weights and percentages, read exactly.
- `orderings`: the orders of hands behind ``top 15%``.
- `mistakes`: why a text is not a hand.
- `writer`: weights -> text, in our own words and in those of other programs.
"""

from __future__ import annotations

from equity.ranges.players import split_players
from equity.ranges.range import Range

__all__ = ["Range", "split_players"]
