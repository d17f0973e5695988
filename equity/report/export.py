"""Rows of plain values -> CSV and JSON; ranges as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from equity.ranges import Range

__all__ = ["csv_text", "json_text", "player_rows", "ranges_dict"]


def csv_text(rows: Iterable[Mapping[str, Any]], *, header: bool = True) -> str:
    """Return rows of the same keys as CSV without a last line break.

    Examples
    --------
    >>> print(csv_text([{"range": "AKs,AQs", "equity": 0.5}]))
    range,equity
    "AKs,AQs",0.5
    """
    import csv
    import io

    table = list(rows)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(table[0]), lineterminator="\n")
    if header:
        writer.writeheader()
    writer.writerows(table)
    return out.getvalue().removesuffix("\n")


def json_text(value: Mapping[str, Any]) -> str:
    """Return plain values as one line of JSON.

    Examples
    --------
    >>> json_text({"equity": 0.5, "board": ""})
    '{"equity": 0.5, "board": ""}'
    """
    import json

    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def player_rows(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return one row per player of what `EquityResult.to_dict` gives, each with the question's own columns.

    Examples
    --------
    >>> player = {"range": "AA", "equity": 0.8, "win": 0.8, "tie": 0.0, "tie_equity": 0.0}
    >>> rows = player_rows({"players": [player], "std_error": None, "board": "", "dead": "", "method": "exact",
    ...                     "total": 990, "seed": None})
    >>> rows[0]["player"], rows[0]["equity"], rows[0]["method"]
    (1, 0.8, 'exact')
    """
    names = ("range", "equity", "win", "tie", "tie_equity")
    errors = result["std_error"]
    question = {name: result[name] for name in ("board", "dead", "method", "total", "seed")}
    return [
        {
            "player": i,
            **{name: player[name] for name in names},
            "std_error": errors[i - 1] if errors else None,
            **question,
        }
        for i, player in enumerate(result["players"], 1)
    ]


def ranges_dict(ranges: Iterable[Range]) -> dict[str, Any]:
    """Return ranges as plain values: what ``equity range --format json`` prints.

    Examples
    --------
    >>> from equity.ranges import Range
    >>> row = ranges_dict([Range("AKs:0.5")])["ranges"][0]
    >>> row["range"], row["combos"], row["classes"], row["hands"]["AsKs"]
    ('AKs:0.5', 4, {'AKs': 0.5}, 0.5)
    """
    from equity.cards import class_name, combo_name

    rows = [
        {
            "text": hands.text,
            "range": str(hands),
            "combos": len(hands),
            "percent": hands.percent,
            "total_weight": hands.total_weight,
            "classes": {class_name(i): weight for i, weight in enumerate(hands.class_weights()) if weight},
            "hands": {combo_name(combo): weight for combo, weight in hands.combos.items()},
            "notes": hands.notes,
        }
        for hands in ranges
    ]
    return {"schema": 1, "ranges": rows}
