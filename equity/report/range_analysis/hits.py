"""What a range makes -> tables with bars for the terminal, CSV and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from equity.report.bars import bar
from equity.report.export import csv_text, json_text
from equity.show.columns import DOT, percent, shorten, table, terminal_width, wrapped
from equity.show.palette import PLAYERS

if TYPE_CHECKING:
    from equity.range_analysis.hits import Hits
    from equity.ranges import Range

__all__ = ["filtered_text", "hits_html", "hits_text"]

_TITLES = {"made_hand": "made hand", "category": "category", "draw": "draw", "suits": "suits", "overcards": "high card"}
_BAR, _LEAST_BAR = 30, 8


def hits_text(found: Hits, form: str, *, groups: Sequence[str], color: bool = False) -> str:
    """Return what a range makes as a table, CSV or JSON.

    Parameters
    ----------
    found : Hits
    form : {"table", "csv", "json"}
    groups : sequence of str
        Groups of rows, as `Hits.table` names them; in the table also "both", made hands by draws.
    color : bool, optional
        Bars in colour.

    Examples
    --------
    >>> import equity
    >>> print(hits_text(equity.hits("22+,AK", "Ts9s2d"), "table", groups=["category"]))
    22+,AKs,AKo on Ts9s2d: 85 combos
    <BLANKLINE>
    category         combos    share  or better
    three of a kind       9  10.59 %    10.59 %  ███▏
    pair                 60  70.59 %    81.18 %  █████████████████████▏
    high card            16  18.82 %   100.00 %  █████▋
    """
    if form == "json":
        return json_text(found.to_dict())
    if form == "csv":
        return csv_text([row for row in found.rows() if row["group"] in groups])
    parts = [wrapped(_summary(found))]
    for group in groups:
        parts.append("\n".join(_both(found) if group == "both" else _lines(found, group, color)))
    return "\n\n".join(parts)


def filtered_text(part: Range, text: str, form: str) -> str:
    """Return the part of a range that makes what a filter says: the range to paste, or its combos and weights.

    Examples
    --------
    >>> from equity.ranges import Range
    >>> print(filtered_text(Range("AsKs"), "flush draw", "csv"))
    hand,weight
    AsKs,1.0
    """
    if form == "table":
        return str(part)
    from equity.cards import combo_name

    hands = {combo_name(combo): weight for combo, weight in part.combos.items()}
    if form == "json":
        plain = {"schema": 1, "filter": text, "range": str(part), "combos": len(part)}
        return json_text({**plain, "total_weight": part.total_weight, "hands": hands})
    rows = [{"hand": hand, "weight": weight} for hand, weight in hands.items()]
    return csv_text(rows) if rows else "hand,weight"


def hits_html(found: Hits) -> str:
    """Return the made hands and draws of a range as tables for the page of `equity report`.

    Examples
    --------
    >>> import equity
    >>> '<td data-name="made hand">set</td>' in hits_html(equity.hits("22+", "Ts9s2d"))
    True
    """
    from equity.show.html import table_html

    parts = []
    for group in ("made_hand", "draw"):
        rows = _cells(found, group)
        if len(rows) > 1:
            parts.append(table_html(rows[0], rows[1:], sheet="list"))
    return "".join(parts)


def _summary(found: Hits) -> str:
    pairs = int(found.combos.sum())
    what = "combo" if found.board else "pair of combo and flop"
    plural = what.replace("pair", "pairs") if " " in what else f"{what}s"
    text = f"{shorten(str(found.range))} on {found.board or 'all flops'}: {pairs:,} {what if pairs == 1 else plural}"
    if found.total != pairs:
        text += f", weights add up to {found.total:,.10g}"
    if found.against is not None and found.equity is not None:
        text += f"; {percent(found.equity)} against {shorten(str(found.against))}"
    return text


def _cells(found: Hits, group: str) -> list[list[str]]:
    rows = found.table(group)
    if not rows:
        return []
    weighted = found.total != int(found.combos.sum())
    cumulative = rows[0]["cumulative"] is not None
    head = [_TITLES[group], "combos", *["weight"] * weighted, "share", *["or better"] * cumulative]
    head += ["equity"] * (found.against is not None)
    cells = [head]
    for row in rows:
        line = [row["name"], f"{row['combos']:,}", *([f"{row['weight']:,.10g}"] if weighted else [])]
        line += [percent(row["share"]), *([percent(row["cumulative"])] if cumulative else [])]
        if found.against is not None:
            line.append(DOT if row["equity"] is None else percent(row["equity"]))
        cells.append(line)
    return cells


def _lines(found: Hits, group: str, color: bool) -> list[str]:
    """Return a table with bars beside it, where there is room for them."""
    cells = _cells(found, group)
    if not cells:
        return [f"{_TITLES[group]}: nothing"]
    lines = table(cells)
    widest = max(map(len, lines))
    room = terminal_width()
    long = _BAR if room is None else min(_BAR, room - widest - 2)
    if len(lines) != len(cells) or long < _LEAST_BAR:
        return lines
    paint = PLAYERS[0].terminal if color else None
    drawn = [bar(row["share"], paint, long).rstrip() for row in found.table(group)]
    return [lines[0], *(f"{line.ljust(widest)}  {one}".rstrip() for line, one in zip(lines[1:], drawn, strict=True))]


def _both(found: Hits) -> list[str]:
    """Return made hands by kinds of draws, in shares of the range."""
    rows: dict[str, dict[str, Any]] = {name: row for name, row in found.by_both.items() if any(row.values())}
    kinds = list(next(iter(rows.values())))
    cells = [[name, *(percent(row[kind] / found.total, none=DOT) for kind in kinds)] for name, row in rows.items()]
    return table([["made hand", *kinds], *cells])
