"""Polars and pandas data frames of spots: rows in, columns of answers out.

Rules of the file: neither package is imported unless the user has handed over one of its frames.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from equity.errors import OptionError
from equity.odds.batch.reader import player_columns

__all__ = ["add_columns", "read_frame"]


def _package(value: object) -> str:
    name = type(value).__module__.partition(".")[0]
    return name if name in ("polars", "pandas") and type(value).__name__ in ("DataFrame", "LazyFrame") else ""


def read_frame(value: Any) -> list[dict[str, Any]] | None:
    """Return a frame's rows, or None if the value is not a frame.

    Raises
    ------
    OptionError
        If it has no column for players.

    Examples
    --------
    >>> read_frame(["AsKs vs QQ"]) is None
    True
    """
    package = _package(value)
    if not package:
        return None
    names = value.collect_schema().names() if package == "polars" else [str(name) for name in value.columns]
    wanted = ["players"] if "players" in names else player_columns(names)
    if not wanted:
        raise OptionError(
            f"the frame needs a column players, or player_1, player_2 and so on; it has {', '.join(names) or 'none'}"
        )
    wanted += [name for name in ("board", "dead") if name in names]
    if package == "polars":
        frame = value.select(wanted)
        columns = (frame.collect() if hasattr(frame, "collect") else frame).to_dict(as_series=False)
    else:
        columns = {name: value[name].tolist() for name in wanted}
    return [dict(zip(wanted, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def add_columns(frame: Any, columns: dict[str, list[Any]]) -> Any:
    """Return the frame with more columns."""
    package = import_module(_package(frame))
    if package.__name__ == "pandas":
        return frame.assign(**{name: package.Series(column, frame.index) for name, column in columns.items()})
    numbers = {name: None if name in ("method", "error") else package.Float64 for name in columns}
    series = [package.Series(name, column, numbers[name] or package.String) for name, column in columns.items()]
    whole = frame.collect() if hasattr(frame, "collect") else frame
    return whole.with_columns(series)
