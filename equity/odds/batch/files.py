"""Files of spots: text lines, CSV, JSON lines, Parquet -> rows for `equity.calculate_many`.

Rules of the file: a row that cannot be read becomes the error that says why, and the rows after it are still read.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from equity._version import DISTRIBUTION
from equity.errors import EquityError, OptionError
from equity.odds.batch.reader import Row, player_columns
from equity.ranges import split_players

__all__ = ["FileRow", "file_kind", "read_parquet", "read_rows"]

_KINDS = {".csv": "csv", ".tsv": "csv", ".jsonl": "json", ".ndjson": "json", ".json": "json", ".parquet": "parquet"}


@dataclass(frozen=True, slots=True)
class FileRow:
    """One row of a file.

    Attributes
    ----------
    line : int
        Where it stands, counted from 1.
    spot : a row for `equity.calculate_many`
    cells : dict or None
        The row's own columns, None for plain text.
    """

    line: int
    spot: Row
    cells: dict[str, Any] | None = None


def file_kind(name: str) -> str:
    """Return how a file is written, by its name: csv, json, parquet or text.

    Examples
    --------
    >>> file_kind("spots.CSV"), file_kind("-")
    ('csv', 'text')
    """
    return next((kind for end, kind in _KINDS.items() if name.lower().endswith(end)), "text")


def read_rows(lines: Iterable[str], kind: str) -> Iterator[FileRow]:
    """Yield the rows of a text, CSV or JSON lines file.

    Parameters
    ----------
    lines : iterable of str
    kind : {"text", "csv", "json"}

    Raises
    ------
    EquityError
        If a CSV file has no column for players.

    Examples
    --------
    >>> list(read_rows(["AsKs QQ | 2c7dTh  # a comment"], "text"))
    [FileRow(line=1, spot=(['AsKs', 'QQ'], '2c7dTh', ''), cells=None)]
    """
    return {"text": _read_text, "csv": _read_csv, "json": _read_json}[kind](lines)


def _read_text(lines: Iterable[str]) -> Iterator[FileRow]:
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        parts = [part.strip() for part in text.split("|")]
        try:
            if len(parts) > 3:
                raise OptionError("expected players | board | dead cards")
            players = parts[0] if " vs " in parts[0] else split_players(parts[0].split())
            yield FileRow(number, (players, *parts[1:], "", "")[:3])
        except EquityError as error:
            yield FileRow(number, error)


def _read_csv(lines: Iterable[str]) -> Iterator[FileRow]:
    source = iter(lines)
    head = next(source, "")
    delimiter = max(",;\t", key=head.count)
    names = [name.strip() for name in next(csv.reader([head.lstrip("\ufeff")], delimiter=delimiter), [])]
    if "players" not in names and not player_columns(names):
        listed = ", ".join(names) or "none"
        raise OptionError(f"the first line must name the columns: players, or player_1, player_2, ...; it has {listed}")
    reader = csv.reader(source, delimiter=delimiter)
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield FileRow(reader.line_num + 1, OptionError(f"the line is not CSV: {error}"))
            continue
        if cells is None:
            return
        if not any(cell.strip() for cell in cells):
            continue
        line = reader.line_num + 1
        row = dict(zip(names, cells, strict=False))
        if len(cells) != len(names):
            message = f"the line has {len(cells)} cells where the first line names {len(names)} columns"
            yield FileRow(line, OptionError(message), dict.fromkeys(names, "") | row)
        else:
            yield FileRow(line, row, row)


def _read_json(lines: Iterable[str]) -> Iterator[FileRow]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            yield FileRow(number, OptionError(f"the line is not JSON: {error}"))
            continue
        if isinstance(value, dict):
            yield FileRow(number, value, value)
        elif isinstance(value, str | list):
            yield FileRow(number, value)
        else:
            yield FileRow(number, OptionError(f"a row is an object, a list or a text, got {line.strip():.60}"))


def read_parquet(name: str) -> list[FileRow]:
    """Return the rows of a Parquet file; needs Polars.

    Raises
    ------
    EquityError
        If Polars is missing, or the file is none.
    """
    try:
        import polars as pl
    except ImportError:
        raise OptionError(f"reading Parquet needs Polars: pip install '{DISTRIBUTION}[data]'") from None
    try:
        rows = pl.read_parquet(name).to_dicts()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise OptionError(f"{name} cannot be read as Parquet: {error}") from None
    if rows and "players" not in rows[0] and not player_columns(rows[0]):
        raise OptionError(f"the file needs a column players, or player_1, player_2, ...; it has {', '.join(rows[0])}")
    return [FileRow(number, row, row) for number, row in enumerate(rows, 1)]
