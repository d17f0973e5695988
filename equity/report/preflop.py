"""Starting hands, the 169 x 169 matrix, and push or fold -> text, CSV and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from equity.report.export import csv_text, json_text
from equity.show.columns import percent, shorten, table, wrapped
from equity.show.grid import chart_text

if TYPE_CHECKING:
    from equity.odds.analyses.preflop_ranking import HandRank
    from equity.solve.charts import PushFold, StackSpans
    from equity.solve.game import Game
    from equity.solve.responses import BestResponse

__all__ = [
    "game_line",
    "matrix_text",
    "push_fold_text",
    "ranking_text",
    "response_text",
    "spans_text",
    "worth_lines",
]

_MOST_MIXED = 12
_GOOD = 0.01  # thousandths of a big blind


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


def push_fold_text(found: PushFold, form: str, *, color: bool = False) -> str:
    """Return an equilibrium as two charts and what they are worth, as CSV or as JSON.

    Examples
    --------
    >>> from equity.solve import push_fold
    >>> print(push_fold_text(push_fold(10), "csv").splitlines()[0])
    hand,push,call,push_gain,call_gain
    """
    if form == "json":
        return json_text(found.to_dict())
    if form == "csv":
        return csv_text(found.rows())
    parts = [
        f"the small blind pushes {_size(found.push_range.weights.mean())}\n{_chart(found.push, color)}",
        f"the big blind calls with {_size(found.call_range.weights.mean())}\n{_chart(found.call, color)}",
        "\n".join(map(wrapped, [game_line(found.game), *worth_lines(found)])),
    ]
    return "\n\n".join(parts)


def _size(share: float) -> str:
    return f"{percent(float(share), digits=1)} of hands"


def _chart(chart: Mapping[str, float], color: bool) -> str:
    return chart_text(list(chart.values()), color=color)


def game_line(game: Game) -> str:
    """Return a game in a line.

    Examples
    --------
    >>> from equity.solve import Game
    >>> game_line(Game.read("10.5bb", ante=0.1))
    'push or fold: 10.5 bb, small blind 0.5, ante 0.1'
    """
    stacks = list(map(float, game.stacks))
    same = stacks[0] == stacks[1] and not game.payouts
    parts = [f"{stacks[0]:.10g} bb" if same else f"small blind {stacks[0]:.10g} bb, big blind {stacks[1]:.10g} bb"]
    if len(stacks) > 2:
        parts.append(f"{len(stacks) - 2} other{'s' * (len(stacks) > 3)}")
    if same or float(game.small_blind) != 0.5:
        parts.append(f"small blind {'posts ' * (not same)}{float(game.small_blind):.10g}")
    parts += [f"ante {float(game.ante):.10g}"] * bool(game.ante)
    parts += [f"big blind ante {float(game.big_blind_ante):.10g}"] * bool(game.big_blind_ante)
    cap = "" if game.rake_cap is None else f" up to {float(game.rake_cap):.10g} bb"
    parts += [f"rake {percent(float(game.rake))}{cap}"] * bool(game.rake)
    if game.payouts:
        shown = ", ".join(f"{float(prize):,.10g}" for prize in game.payouts[:5])
        parts.append(f"prizes {shown}{', …' * (len(game.payouts) > 5)}")
    return f"push or fold: {', '.join(parts)}"


def worth_lines(found: PushFold) -> list[str]:
    """Return lines on what an equilibrium is worth, how good it is, and which hands are mixed.

    Examples
    --------
    >>> from equity.solve import push_fold
    >>> worth_lines(push_fold(2, exact=True))[0]
    'worth +0.00955 bb per hand to the small blind; exploitability 0.000000 mbb (thousandths of a big blind)'
    """
    small, big = found.values
    miss = _small(found.exploitability_mbb)
    if found.game.zero_sum:
        lines = [
            f"worth {small:+.5f} bb per hand to the small blind; exploitability {miss} mbb (thousandths of a big blind)"
        ]
    else:
        if found.game.payouts:
            before = found.game.before
            worth = (
                f"prize money: small blind {small:,.4f} (before the hand {before[0]:,.4f}),"
                f" big blind {big:,.4f} ({before[1]:,.4f})"
            )
            unit = f"{_small(found.exploitability)} of prize money ({miss} mbb)"
        else:
            worth = f"worth {small:+.5f} bb per hand to the small blind, {big:+.5f} bb to the big blind"
            unit = f"{miss} mbb (thousandths of a big blind)"
        kind = "one equilibrium of perhaps several" if found.exploitability_mbb <= _GOOD else "an approximation only"
        lines = [worth, f"not zero-sum: {kind}; exploitability {unit}"]
    for side, hands in found.mixed.items():
        shown = [f"{hand} {percent(often, digits=1)}" for hand, often in hands.items()]
        if shown:
            more = f" and {len(shown) - _MOST_MIXED} more" if len(shown) > _MOST_MIXED else ""
            lines.append(f"mixed: {side} {', '.join(shown[:_MOST_MIXED])}{more}")
    return lines


def _small(number: float) -> str:
    """Return a number near 0 in at most six decimals, one digit at least."""
    if number < 5e-7:
        return "0.000000"
    return f"{number:.6f}" if number < 1e-4 else f"{number:.4f}"


def spans_text(found: StackSpans, form: str) -> str:
    """Return for each hand the stacks at which it is played as a table, CSV or JSON.

    Examples
    --------
    >>> from equity.solve import stack_spans
    >>> print(spans_text(stack_spans(2, 4, step=1), "table").splitlines()[0])
    hand     pushed at     called at
    """
    if form == "json":
        return json_text(found.to_dict())
    rows = found.rows()
    if form == "csv":
        return csv_text(rows)
    names = ("hand", "push", "call")
    lines = table([["hand", "pushed at", "called at"], *([row[name] or "-" for name in names] for row in rows)], left=3)
    first, last, count = found.stacks[0], found.stacks[-1], len(found.stacks)
    step = f"solved at {count:,} stacks from {first:g} to {last:g} bb" if count > 1 else f"solved at {first:g} bb"
    return "\n".join([*lines, wrapped(f"{step}; exploitability at most {_small(found.exploitability_mbb)} mbb")])


def response_text(found: BestResponse, form: str, *, color: bool = False) -> str:
    """Return a best response as a chart and what it is worth, as CSV or as JSON.

    Examples
    --------
    >>> from equity.solve import best_response
    >>> print(response_text(best_response(10, call="top 20%"), "table").splitlines()[-1])
    worth +0.23699 bb per hand to the small blind
    """
    if form == "json":
        return json_text(found.to_dict())
    if form == "csv":
        return csv_text(found.rows())
    who, does, other = (
        ("small blind", "push", "calls with") if found.side == "push" else ("big blind", "call with", "pushes")
    )
    sizes = [_size(hands.weights.mean()) for hands in (found.hands, found.against)]
    head = f"{does} {sizes[0]} against somebody who {other} {sizes[1]}"
    worth = (
        f"worth {found.value:,.4f} of prize money" if found.game.payouts else f"worth {found.value:+.5f} bb per hand"
    )
    chart = chart_text(found.hands.class_weights(), color=color)
    lines = [shorten(str(found.hands), 400), game_line(found.game), f"{worth} to the {who}"]
    return "\n".join([head, chart, "", *map(wrapped, lines)])
