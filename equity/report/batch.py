"""Answers of a batch -> lines of text, JSON or CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from equity.report.export import csv_text, json_text, player_rows
from equity.report.text import margins, question_line
from equity.show.columns import percent, shorten

__all__ = ["answer_line", "answers_csv", "wide_csv"]


def answer_line(answer: Mapping[str, Any], form: str) -> str:
    """Return one answer as a line of text or JSON.

    Parameters
    ----------
    answer : mapping
        A row of the batch: line, board, dead, and players or an error.
    form : {"table", "json"}

    Examples
    --------
    >>> players = [{"range": "AsKs", "equity": 0.46}, {"range": "QQ", "equity": 0.54}]
    >>> answer_line({"line": 1, "players": players, "board": "2c7dTh", "dead": ""}, "table")
    'AsKs 46.00 %  QQ 54.00 %  board 2c7dTh'
    >>> sampled = {"line": 1, "players": players, "board": "", "dead": "", "std_error": [0.01, 0.01], "total": 2000,
    ...            "seed": 7}
    >>> answer_line(sampled, "table")
    'AsKs 46.00 % ± 1.96 %  QQ 54.00 % ± 1.96 %  sampled, 2,000 deals, seed 7'
    """
    if form == "json":
        return json_text(answer)
    bars = [f" ± {half}" for half in margins(answer)] or [""] * len(answer["players"])
    players = [
        f"{shorten(player['range'])} {percent(player['equity'])}{bar}"
        for player, bar in zip(answer["players"], bars, strict=True)
    ]
    seed = answer.get("seed")
    sampled = "" if seed is None else f"sampled, {answer['total']:,} deals, seed {seed}"
    return "  ".join(filter(None, [*players, question_line(answer), sampled]))


def answers_csv(answers: Iterable[Mapping[str, Any]], *, header: bool = True) -> str:
    """Return answers as CSV, one row per player.

    Examples
    --------
    >>> player = {"range": "AA", "equity": 1.0, "win": 1.0, "tie": 0.0, "tie_equity": 0.0}
    >>> print(answers_csv([{"line": 3, "players": [player], "std_error": None, "board": "", "dead": "",
    ...                     "method": "exact", "total": 1, "seed": None}], header=False))
    3,1,AA,1.0,1.0,0.0,0.0,,,,exact,1,
    """
    rows = [{"line": answer["line"], **row} for answer in answers for row in player_rows(answer)]
    return csv_text(rows, header=header)


def wide_csv(cells: Sequence[Mapping[str, Any]], columns: Mapping[str, Sequence[Any]]) -> str:
    """Return the file's own columns with the answers beside them, one row per spot.

    Examples
    --------
    >>> print(wide_csv([{"players": "AA vs KK", "note": "x"}], {"equity_1": [0.82], "error": [None]}))
    players,note,equity_1,error
    AA vs KK,x,0.82,
    """
    names = list(columns)
    rows = zip(*columns.values(), strict=True)
    return csv_text([{**own, **dict(zip(names, row, strict=True))} for own, row in zip(cells, rows, strict=True)])
