"""How results show themselves: one line in a session, a table in a notebook, a data frame on request.

Rules of the file: it knows nothing of poker, and loads pandas or Polars only when somebody asks for a frame.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from equity.errors import OptionError
from equity.show.columns import percent

__all__ = ["Shown", "name_method", "name_shares", "to_frame"]

_FRAMES = ("pandas", "polars")
_NAME = 24  # letters of a name in a line
_LONGEST = 200  # rows of a table in a notebook


class Shown(ABC):
    """A result that says its answer in a line, and has rows.

    A class that inherits from it writes `rows`, and `_line` for what its ``repr`` says; a dataclass among them is made
    with ``repr=False``.
    """

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per row, for a data frame, CSV or JSON."""

    @abstractmethod
    def _line(self) -> str:
        """Return the answer in a line."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._line()})"

    def to_frame(self) -> Any:
        """Return the rows as a data frame: pandas' or Polars', whichever is there (the one in use if both are).

        Raises
        ------
        OptionError
            If neither is installed.
        """
        return to_frame(self.rows())

    def _repr_html_(self) -> str:
        from equity.show.html import table_html

        rows = self.rows()
        head = list(rows[0]) if rows else []
        cells = [[_cell(row.get(name)) for name in head] for row in rows[:_LONGEST]]
        more = f" … {len(rows):,} rows" if len(rows) > _LONGEST else ""
        return table_html(head, cells, footer=f"{self._line()}{more}")


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def to_frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return rows as a data frame.

    Raises
    ------
    OptionError
        If neither pandas nor Polars is installed.
    """
    loaded = [name for name in _FRAMES if name in sys.modules]
    for name in [*loaded, *(name for name in _FRAMES if name not in loaded)]:
        try:
            package = __import__(name)
        except ImportError:
            continue
        # a column may begin with many a None: Polars is to look at all rows
        return package.DataFrame(list(map(dict, rows)), **({"infer_schema_length": None} if name == "polars" else {}))
    raise OptionError("a data frame needs pandas or Polars: pip install polars; rows() has the same as a list")


def name_shares(names: Sequence[str], shares: Sequence[float]) -> str:
    """Return names with their shares, in a few words.

    Examples
    --------
    >>> name_shares(["AsKs", "QhQd"], [0.462, 0.538])
    'AsKs 46.20 %, QhQd 53.80 %'
    """
    short = [name if len(name) <= _NAME else name[: _NAME - 1] + "…" for name in names]
    return ", ".join(f"{name} {percent(share)}" for name, share in zip(short, shares, strict=True))


def name_method(seed: int | None) -> str:
    """Return how figures were found.

    Examples
    --------
    >>> name_method(None), name_method(7)
    ('exact', 'sampled, seed 7')
    """
    return "exact" if seed is None else f"sampled, seed {seed}"
