"""Categories of the final hands -> table and CSV rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equity.show.columns import DOT, percent, shorten, table

__all__ = ["breakdown_rows", "breakdown_table"]


def breakdown_table(ranges: Sequence[str], breakdown: Mapping[str, Any]) -> str:
    """Return one row per category, two columns per player: how often it is made, and how often it wins alone.

    Parameters
    ----------
    ranges : sequence of str
        The players.
    breakdown : mapping
        What `Breakdown.to_dict` returns.

    Examples
    --------
    >>> flush = {"flush": {"made": 0.5, "win": 0.25, "tie": 0.0}}
    >>> print(breakdown_table(["AsKs"], {"players": [flush], "method": "exact", "total": 4, "seed": None}))
    hand by the river  AsKs makes  and wins
    flush                 50.00 %   25.00 %
    """
    head = ["hand by the river"]
    for text in ranges:
        head += [f"{shorten(text)} makes", "and wins"]
    players = breakdown["players"]
    rows = []
    for name in reversed(list(players[0])):
        cells = [percent(player[name][key], none=DOT) for player in players for key in ("made", "win")]
        rows.append([name, *cells])
    note = (
        [] if breakdown["method"] == "exact" else [f"sampled, {breakdown['total']:,} deals, seed {breakdown['seed']}"]
    )
    return "\n".join([*table([head, *rows]), *note])


def breakdown_rows(ranges: Sequence[str], breakdown: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return one row per player and category.

    Examples
    --------
    >>> flush = {"flush": {"made": 0.5, "win": 0.25, "tie": 0.0}}
    >>> breakdown_rows(["AsKs"], {"players": [flush]})
    [{'player': 1, 'range': 'AsKs', 'category': 'flush', 'made': 0.5, 'win': 0.25, 'tie': 0.0}]
    """
    return [
        {"player": number, "range": text, "category": name, **figures}
        for number, (text, player) in enumerate(zip(ranges, breakdown["players"], strict=True), 1)
        for name, figures in player.items()
    ]
