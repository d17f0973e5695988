"""Starting hands and the 169 x 169 matrix -> text, CSV and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from equity.report.export import csv_text, json_text
from equity.show.columns import percent, table

if TYPE_CHECKING:
    from equity.odds.analyses.preflop_ranking import HandRank

__all__ = ["matrix_text", "ranking_text"]


def ranking_text(ranks: Sequence[HandRank], form: str) -> str:
    """Return starting hands as a table, CSV or JSON.

    Examples
    --------
    >>> from equity.odds.analyses.preflop_ranking import rank_hands
    >>> print(ranking_text(rank_hands()[:2], "table"))
    hand  rank     top  combos   equity      win     tie
    AA       1  0.45 %       6  85.20 %  84.93 %  0.54 %
    KK       2  0.90 %       6  82.40 %  82.12 %  0.56 %
    """
    rows = [{name: value for name, value in asdict(rank).items() if name != "hand_class"} for rank in ranks]
    if form == "json":
        return json_text({"schema": 1, "hands": rows})
    if form == "csv":
        return csv_text(rows)
    head = ["hand", "rank", "top", "combos", "equity", "win", "tie"]
    shares = ("top", "equity", "win", "tie")
    lines = [[percent(row[name]) if name in shares else str(row[name]) for name in head] for row in rows]
    return "\n".join(table([head, *lines]))


def matrix_text(names: Sequence[str], others: Sequence[str], shares: Sequence[Sequence[float]], form: str) -> str:
    """Return the equities of hands (rows) against hands (columns) as a table, CSV or JSON.

    Parameters
    ----------
    names, others : sequence of str
        Rows and columns.
    shares : sequence of rows of float
        Equities, 0 to 1.
    form : {"table", "csv", "json"}

    Examples
    --------
    >>> print(matrix_text(["AA"], ["KK", "72o"], [[0.8195, 0.8807]], "table"))
    hand     KK    72o
    AA    81.95  88.07
    """
    if form == "json":
        return json_text({"schema": 1, "rows": list(names), "columns": list(others), "equity": [*map(list, shares)]})
    if form == "csv":
        return csv_text(
            [{"hand": name, **dict(zip(others, row, strict=True))} for name, row in zip(names, shares, strict=True)]
        )
    lines = [[name, *(f"{100 * share:.2f}" for share in row)] for name, row in zip(names, shares, strict=True)]
    return "\n".join(table([["hand", *others], *lines]))
