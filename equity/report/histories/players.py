"""Players' statistics -> tables for the terminal, and one page with the running result.

Rules of the file: it reads `equity.history.Statistics`, and computes nothing.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from equity.show.columns import columns
from equity.show.html import table_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from equity.figures import Estimate
    from equity.history.players.cells import Curve
    from equity.history.players.statistics import GroupStatistics, PlayerStatistics, Statistics

__all__ = ["player_page", "players_html", "players_table"]

_HEAD = (
    *("player", "hands", "net", "bb/100", "±", "adjusted", "±", "VPIP", "PFR", "3-bet", "fold 3-bet", "steal"),
    *("c-bet", "fold c-bet", "AF", "WTSD", "W$SD", "rake"),
)
_LINES = (("won", "#2a6f97"), ("all-in adjusted", "#c1121f"), ("without showdown", "#6a994e"))
_WIDTH, _HEIGHT = 760.0, 280.0
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; border-bottom: 1px solid #ddd; text-align: left; }
.n { text-align: right; }
svg { width: 100%; height: auto; background: #fafafa; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #ddd; } th, td { border-color: #333; }
svg { background: #1c1f24; } }
"""


def players_table(found: Statistics) -> str:
    """Return one row per player.

    Examples
    --------
    >>> from equity.history import statistics
    >>> players_table(statistics([]))
    'no hands'
    """
    if not found.players:
        return "no hands"
    lines = columns([_HEAD, *(_row(player) for player in found.players)])
    return "\n".join([*lines, "", _footer(found)])


def player_page(player: PlayerStatistics) -> str:
    """Return one player's figures, and their results by position, stakes and number of players."""
    rates, extra = player.rates, player.extra
    low, high = player.bb100.ci95
    before = (("VPIP", rates.vpip), ("PFR", rates.pfr), ("3-bet", rates.three_bet))
    after = (("saw flop", rates.saw_flop), ("WTSD", rates.wtsd), ("W$SD", rates.wsd))
    figures = [
        ["hands", f"{player.hands:,}"],
        ["net", f"{player.net:,}"],
        ["big blinds", f"{player.big_blinds:+,.1f}"],
        ["bb/100", f"{player.bb100.mean:+.2f}  ({low:+.2f} to {high:+.2f})"],
        ["all-in adjusted", f"{player.adjusted.mean:+.2f} ± {_half(player.adjusted)}"],
        ["all-ins", f"{player.all_ins:,}, {player.unadjusted:,} of them not adjusted"],
        ["without showdown", f"{player.net_without_showdown:,}"],
        ["rake", f"{player.rake:,}"],
        *([name, _share(value)] for name, value in before),
        *([name.replace("_", " "), _share(value)] for name, value in extra.items()),
        ["AF", _number(rates.aggression)],
        *([name, _share(value)] for name, value in after),
        ["won without showdown", _share(player.won_without_showdown)],
    ]
    parts = [f"{player.name}", *columns(figures, left=2)]
    for title, groups in _tables(player):
        parts += ["", *columns([[title, "hands", "net", "bb/100", "VPIP", "PFR"], *map(_group, groups)])]
    return "\n".join(parts)


def players_html(found: Statistics) -> str:
    """Return one self-contained page: the running result of each player kept, and the tables."""
    parts = [f"<h1>Players</h1><p>{escape(_footer(found))}</p>"]
    parts.append(table_html(_HEAD, [_row(player) for player in found.players], sheet="list"))
    for player in found.players:
        if player.curve is None:
            continue
        parts.append(f"<h2>{escape(player.name)}</h2>{_drawing(player.curve)}")
        for title, groups in _tables(player):
            head = [title, "hands", "net", "bb/100", "VPIP", "PFR"]
            parts.append(table_html(head, map(_group, groups), sheet="list"))
    body = "\n".join(parts)
    top = f'<meta charset="utf-8"><title>Players</title><style>{_STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{top}</head><body>{body}</body></html>\n'


def _footer(found: Statistics) -> str:
    left = ", ".join(f"{hands:,} {verdict}" for verdict, hands in sorted(found.left_out.items()))
    return f"{found.hands:,} hands" + (f"; left out: {left}" if left else "")


def _row(player: PlayerStatistics) -> list[str]:
    rates, extra = player.rates, player.extra
    return [
        player.name,
        f"{player.hands:,}",
        f"{player.net:,}",
        f"{player.bb100.mean:+.2f}",
        _half(player.bb100),
        f"{player.adjusted.mean:+.2f}",
        _half(player.adjusted),
        *map(_share, (rates.vpip, rates.pfr, rates.three_bet, extra["fold_to_three_bet"], extra["steal"])),
        *map(_share, (extra["c_bet_flop"], extra["fold_to_c_bet_flop"])),
        _number(rates.aggression),
        *map(_share, (rates.wtsd, rates.wsd)),
        f"{player.rake:,}",
    ]


def _tables(player: PlayerStatistics) -> Iterable[tuple[str, Sequence[GroupStatistics]]]:
    return ("position", player.positions), ("stakes", player.stakes), ("players", player.table_sizes)


def _group(group: GroupStatistics) -> list[str]:
    rates = map(_share, (group.vpip, group.pfr))
    return [group.name, f"{group.hands:,}", f"{group.net:,}", f"{group.bb100:+.2f}", *rates]


def _half(estimate: Estimate) -> str:
    low, high = estimate.ci95
    return f"{(high - low) / 2:.2f}" if high != float("inf") else "?"


def _share(value: float | None) -> str:
    return "·" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None) -> str:
    return "·" if value is None else f"{value:.2f}"


def _drawing(curve: Curve) -> str:
    """Return the running result in big blinds as lines."""
    points = curve.points
    if points[-1][0] != curve.hands:
        points = [*points, (curve.hands, *curve.total)]  # type: ignore[list-item]
    hands = max(1, points[-1][0])
    values = [value for point in points for value in point[1:]]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    parts = []
    if low <= 0 <= high:
        at = f"{_HEIGHT * high / span:.1f}"
        parts.append(f'<line x1="0" x2="{_WIDTH:g}" y1="{at}" y2="{at}" stroke="#888" stroke-dasharray="4"/>')
    legend = []
    for k, (name, color) in enumerate(_LINES, 1):
        path = " ".join(f"{_WIDTH * p[0] / hands:.1f},{_HEIGHT * (high - p[k]) / span:.1f}" for p in points)
        look = f'fill="none" stroke="{color}" stroke-width="1.5"'
        parts.append(f'<polyline points="{path}" {look}><title>{name}</title></polyline>')
        legend.append(f'<span style="color: {color}">■ {name} {points[-1][k]:+,.1f} bb</span>')
    drawing = f'<svg viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" role="img" aria-label="running result">{"".join(parts)}</svg>'
    return f"<p>{curve.hands:,} hands: {' '.join(legend)}</p>{drawing}"
