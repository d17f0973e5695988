"""Named hands of ``equity eval`` -> table, JSON, CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from equity._version import __version__
from equity.show.columns import table

__all__ = ["hands_text"]


def hands_text(rows: Sequence[dict[str, Any]], form: str) -> str:
    """Return valued hands as text.

    Parameters
    ----------
    rows : sequence of dict
        With the keys cards, value, category, name and best.
    form : {"table", "json", "csv"}

    Examples
    --------
    >>> row = {"cards": "As2c3d4h5s", "value": 5854, "category": "straight", "name": "straight, five high"}
    >>> print(hands_text([row | {"best": "5s4h3d2cAs"}], "table"))
    As2c3d4h5s  5s4h3d2cAs  straight, five high  5854
    """
    top = max(row["value"] for row in rows)
    winners = [i for i, row in enumerate(rows) if row["value"] == top]
    if form == "json":
        import json

        return json.dumps({"schema": 1, "hands": list(rows), "best": winners, "version": __version__})
    if form == "csv":
        from equity.report.export import csv_text

        return csv_text(rows)
    verdict = "wins" if len(winners) == 1 else "ties"
    lines = [
        [row["cards"], row["best"], row["name"], str(row["value"]), verdict * (i in winners and len(rows) > 1)]
        for i, row in enumerate(rows)
    ]
    return "\n".join(table(lines, left=3))
