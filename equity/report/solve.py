"""Push or fold and prize money -> text, CSV and JSON.

Rules of the file: charts are those of `equity.show.grid`; what a number means stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from equity.report.export import csv_text, json_text
from equity.show.columns import percent, shorten, table, wrapped
from equity.show.grid import chart_text

if TYPE_CHECKING:
    from equity.solve.charts import PushFold, StackSpans
    from equity.solve.game import Game
    from equity.solve.responses import BestResponse

__all__ = ["game_line", "prizes_text", "push_fold_text", "response_text", "spans_text", "worth_lines"]

_MOST_MIXED = 12
_GOOD = 0.01  # thousandths of a big blind


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
    step = f"solved at {len(found.stacks):,} stacks from {found.stacks[0]:g} to {found.stacks[-1]:g} bb"
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


def prizes_text(
    stacks: Sequence[float], payouts: Sequence[float], prizes: Sequence[float], chop: Sequence[float], form: str
) -> str:
    """Return what stacks are worth in prize money, by the ICM and by their chips, as a table, CSV or JSON.

    Examples
    --------
    >>> print(prizes_text([600, 400], [70, 30], [54.0, 46.0], [54.0, 46.0], "table"))
    player   stack    chips    ICM  by chips
    1          600  60.00 %  54.00     54.00
    2          400  40.00 %  46.00     46.00
    all      1,000           100.00    100.00
    """
    total = sum(stacks)
    rows = [
        {"player": i, "stack": stack, "share": stack / total, "icm": prize, "chip_chop": by_chips}
        for i, (stack, prize, by_chips) in enumerate(zip(stacks, prizes, chop, strict=True), 1)
    ]
    if form == "json":
        return json_text({"schema": 1, "payouts": list(payouts), "players": rows})
    if form == "csv":
        return csv_text(rows)
    cells = [
        [
            str(row["player"]),
            f"{row['stack']:,.10g}",
            percent(row["share"]),
            f"{row['icm']:,.2f}",
            f"{row['chip_chop']:,.2f}",
        ]
        for row in rows
    ]
    whole = ["all", f"{total:,.10g}", "", f"{sum(prizes):,.2f}", f"{sum(chop):,.2f}"]
    return "\n".join(table([["player", "stack", "chips", "ICM", "by chips"], *cells, whole]))
