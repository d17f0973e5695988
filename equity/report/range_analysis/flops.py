"""Two ranges on every flop -> tables of textures and of flops, CSV and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from equity.report.export import csv_text, json_text
from equity.show.columns import DOT, percent, shorten, table, wrapped

if TYPE_CHECKING:
    from equity.range_analysis.flop_report import FlopReport

__all__ = ["flops_text"]

_SHARES = ("weight", "share", "equity", "win", "tie", "ahead")
_NAMES = {"share": "comes"}


def flops_text(
    report: FlopReport, form: str, *, textures: Sequence[str] = (), sort: str = "equity", reverse: bool = False,
    limit: int | None = None,
) -> str:  # fmt: skip
    """Return the answer for two players on every flop.

    Parameters
    ----------
    report : FlopReport
    form : {"table", "csv", "json"}
    textures : sequence of str, optional
        What to group the flops by, in the table.
    sort : {"equity", "share", "win", "tie", "weight", "flop"}, optional
        Order of the flops, the most first; by "flop" aces come first.
    reverse : bool, optional
        The other way round.
    limit : int, optional
        Show so many flops only.

    Examples
    --------
    >>> import equity
    >>> print(flops_text(equity.flops("AK", "QQ"), "table", textures=["suits"], limit=1))
    AK 43.94 % against QQ 56.06 %, ahead on 30.83 % of the flops
    <BLANKLINE>
    suits      flops    comes   equity    ahead
    rainbow    8,784  39.79 %  42.93 %  30.20 %
    two-tone  12,168  55.05 %  44.34 %  31.09 %
    monotone   1,144   5.17 %  47.51 %  32.96 %
    <BLANKLINE>
    flop    flops   comes    equity       win  tie  ahead
    AsAhAd      4  0.01 %  100.00 %  100.00 %    ·      1
    1 of 1,754 flops, the highest equity first
    """
    rows = _ordered(report.rows(), sort, reverse)
    shown = rows[:limit]
    if form == "json":
        return json_text({**report.to_dict(), "flops": shown})
    if form == "csv":
        return csv_text(shown)
    parts = [wrapped(_summary(report))]
    parts += ["\n".join(_lines(report.by(name), name)) for name in textures]
    if shown:
        names = [
            "flop",
            *(name for name in ("weight", "flops", "share", "equity", "win", "tie", "ahead") if name in shown[0]),
        ]
        below = wrapped(_which(len(shown), len(rows), sort, reverse))
        parts.append("\n".join([*_lines([{name: row[name] for name in names} for row in shown], "flop"), below]))
    return "\n\n".join(parts)


def _ordered(rows: list[dict[str, Any]], sort: str, reverse: bool) -> list[dict[str, Any]]:
    if sort == "flop" or sort not in rows[0]:
        return rows[::-1] if reverse else rows
    return sorted(rows, key=lambda row: row[sort] if reverse else -row[sort])  # stable: aces first among equals


def _summary(report: FlopReport) -> str:
    first, second = map(shorten, report.players)
    mean = report.mean_equity
    text = (
        f"{first} {percent(mean)} against {second} {percent(1 - mean)}, ahead on {percent(report.ahead)} of the flops"
    )
    if report.subset is None:
        return text
    errors = report.subset.errors()
    off = percent(abs(errors["equity_error"]), digits=3)
    return (
        f"{text}; {len(report.subset.rows)} flops stand for {len(report):,}: their mean equity is off by {off}, "
        f"textures by up to {percent(errors['texture_error'])}, equity on a flop by {percent(errors['spread'])} (rms)"
    )


def _which(shown: int, total: int, sort: str, reverse: bool) -> str:
    order = f"{'deuces' if reverse else 'aces'} first"
    if sort != "flop":
        named = {"share": "most frequent", "weight": "heaviest"}.get(sort, f"highest {sort}")
        opposite = {"share": "rarest", "weight": "lightest"}.get(sort, f"lowest {sort}")
        order = f"the {opposite if reverse else named} first"
    return f"{shown:,} of {total:,} flops, {order}"


def _lines(rows: Sequence[dict[str, Any]], name: str) -> list[str]:
    head = list(rows[0])
    cells = [[_cell(key, row[key]) for key in head] for row in rows]
    return table([[_NAMES.get(key, key) for key in [name, *head[1:]]], *cells])


def _cell(name: str, value: Any) -> str:
    if name in _SHARES and isinstance(value, float):
        return percent(value, none=DOT)
    if name == "ahead":  # on one flop: a player
        return str(value or DOT)
    return value if isinstance(value, str) else f"{value:,}"
