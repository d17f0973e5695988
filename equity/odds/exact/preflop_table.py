"""The shipped table of heads-up matchups before the flop, read in plain Python.

Rules of the file: no NumPy, because the shortest command must not load it. `equity.generate.preflop` makes the file,
`equity.matchups` numbers its slots.
"""

from __future__ import annotations

import os
from functools import cache

from equity.cards import combo_cards
from equity.constants import BOARDS_HEADS_UP
from equity.matchups import slot_of

__all__ = ["matchup", "table_bytes"]


@cache
def table_bytes() -> bytes:
    """Return the file: for each slot wins of the first seat and ties, three bytes each, lowest first.

    Examples
    --------
    >>> len(table_bytes())
    314028
    """
    folder = os.path.abspath(os.path.join(__file__, "..", "..", ".."))  # pathlib would load urllib and ipaddress
    with open(os.path.join(folder, "data", "preflop.bin"), "rb") as file:
        return file.read()


def matchup(first: int, second: int) -> tuple[int, int]:
    """Return on how many of the 1,712,304 boards the first of two combos wins, and on how many they tie.

    Parameters
    ----------
    first, second : int
        Combo numbers; (0, 0) comes back if they share a card.

    Examples
    --------
    >>> from equity.cards import combo_index, parse_cards
    >>> matchup(combo_index(*parse_cards("AsKs")), combo_index(*parse_cards("QhQd")))
    (787966, 6732)
    """
    cards, (high, low) = combo_cards(first), combo_cards(second)
    if high in cards or low in cards:
        return 0, 0
    slot, swapped = slot_of(first, second)
    entry = table_bytes()[6 * slot : 6 * slot + 6]
    wins, ties = int.from_bytes(entry[:3], "little"), int.from_bytes(entry[3:], "little")
    return (BOARDS_HEADS_UP - wins - ties if swapped else wins), ties
