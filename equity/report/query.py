"""Answers to queries -> text, CSV and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from equity.report.export import csv_text, json_text
from equity.show.columns import percent, shorten, table, wrapped

if TYPE_CHECKING:
    from equity.pql.query import Plan
    from equity.pql.result import QueryResult

__all__ = ["plan_text", "query_text"]

_BAR = 24


def query_text(result: QueryResult, form: str, *, quiet: bool = False) -> str:
    """Return what a query found as a table, CSV or JSON.

    Examples
    --------
    >>> from equity.pql.query import query
    >>> result = query("select count(pairedBoard(flop)) as paired, avg(boardSuitCount(flop)) as suits from hero='**'")
    >>> print(query_text(result, "table", quiet=True))
    paired  17.18 %
    suits   2.34588
    """
    if form == "json":
        return json_text(result.to_dict())
    if form == "csv":
        return csv_text(result.rows())
    parts = []
    scalars = [_cells(result, name) for name in result.values]
    if scalars:
        if not any(row[2] for row in scalars):
            scalars = [row[:2] for row in scalars]
        parts.append("\n".join(table(scalars)))
    parts += [_histogram(name, bars) for name, bars in result.histograms.items()]
    if not quiet:
        parts.append("\n".join(map(wrapped, _footer(result))))
    return "\n\n".join(parts)


def _cells(result: QueryResult, name: str) -> list[str]:
    value, kind = result.values[name], result.kinds[name]
    if kind not in ("avg", "count"):
        return [name, value if isinstance(value, str) else f"{value:.6g}", ""]
    low, high = result.ci95[name]
    share = kind == "count"
    shown = percent(value) if share else f"{value:.6g}"
    if low == high:
        return [name, shown, ""]
    half = (high - low) / 2
    return [name, shown, f"± {100 * half:.2g} %" if share else f"± {half:.2g}"]


def _histogram(name: str, bars: dict[str, float]) -> str:
    most = max(bars.values(), default=1.0)
    rows = [[of, percent(share), "█" * max(1, round(_BAR * share / most))] for of, share in bars.items()]
    widths = [max(len(row[i]) for row in rows) for i in range(2)]
    lines = [f"{of:<{widths[0]}}  {share:>{widths[1]}}  {bar}" for of, share, bar in rows]
    return "\n".join([wrapped(name), *lines])


def _footer(result: QueryResult) -> list[str]:
    size = f"{result.deals:,} deals" if isinstance(result.deals, int) else f"deals of weight {result.deals:,.6g}"
    if result.deals == 1:
        size = "1 deal"
    parts = ["exact" if result.exact else "Monte Carlo", size]
    if result.accepted_share != 1:
        number = f"{result.accepted:,}" if isinstance(result.accepted, int) else f"{result.accepted:,.6g}"
        of_all = " of all" if result.drawn_share < 1 else ""
        parts.append(f"{number} ({percent(result.accepted_share)}{of_all}) meet the condition")
    if result.seed is not None:
        parts.append(f"seed {result.seed}")
    parts.append(f"{result.elapsed:.2f} s")
    lines = [", ".join(parts)]
    if not result.exact and result.ci95:
        lines.append("± is half of a 95 % interval")
    return lines


def plan_text(plan: Plan) -> str:
    """Return how a query was understood and how it is answered.

    Examples
    --------
    >>> from equity.pql.query import plan_query
    >>> print(plan_text(plan_query("select count(winsHi(a)) from a='AsKs', b='QQ+', board='2c7dTh'")))
    a: 'AsKs' is AsKs, 1 combo, 0.08 % of hands
    b: 'QQ+' is QQ+, 18 combos, 1.36 % of hands
    steps: 1, about 20 ns per deal; cards needed: river; hole cards of a, b
    counted, because there are 11,880 deals only
    """
    from equity.pql.types import STREETS

    situation, program = plan.situation, plan.program
    question = situation.question
    lines = []
    for name, hands, live in zip(situation.names, question.ranges, question.live, strict=False):
        size = f"{len(hands)} combo{'s' * (len(hands) != 1)}, {hands.percent:.2f} % of hands"
        left = f"; {len(live)} can be dealt" if len(live) != len(hands) else ""
        lines.append(f"{name}: {shorten(hands.text)!r} is {shorten(str(hands))}, {size}{left}")
    steps = sum(step.kind != "constant" for step in program.steps)
    streets = [word for word, cards in STREETS.items() if cards in program.streets]
    held = [situation.names[seat] for seat in sorted(program.players)]
    needs: list[Any] = [f"steps: {steps}, about {program.cost:.0f} ns per deal"]
    needs.append(f"cards needed: {', '.join(streets) or 'none of the board'}")
    needs.append(f"hole cards of {', '.join(held)}" if held else "nobody's hole cards")
    lines.append("; ".join(needs))
    if situation.boards is not None:
        lines.append(f"boards: those that fit {situation.boards.text!r:.60}")
    if plan.count is not None and not program.suits:
        lines.append(_symmetry(plan))
    return "\n".join([*filter(None, lines), plan.reason])


def _symmetry(plan: Plan) -> str:
    count = plan.count
    if count is None or not count.seats or int(count.tuples.weights.sum()) == len(count.tuples.combos):
        return ""
    return f"hands up to suits: {len(count.tuples.combos):,}"
