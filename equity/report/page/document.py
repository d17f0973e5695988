"""A question and its answer as one HTML file that needs nothing else: no network, no scripts.

Rules of the file: it arranges what an `Overview` holds. Tables, cards and charts are those of `equity.show`, drawings
are in `svg`, and `style` says how it all looks.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING

from equity.report.page import svg
from equity.report.page.style import STYLE
from equity.report.range_analysis.hits import hits_html
from equity.show.columns import percent, shorten
from equity.show.grid import cards_grid_html, chart_html, scale_html
from equity.show.html import cards_html, table_html
from equity.show.palette import scale_ends

if TYPE_CHECKING:
    from equity.odds.analyses.overview import Overview
    from equity.odds.question.result import EquityResult
    from equity.range_analysis.hits import Hits

__all__ = ["HEAD", "page_html", "range_html"]

_MOST_ROWS = 15

HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="generator" content="equity {version}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
"""


def page_html(overview: Overview, *, command: str = "", when: datetime | None = None, hits: Sequence[Hits] = ()) -> str:
    """Return the page of a result: inputs, equities with error bars, charts, next cards, method and run.

    Parameters
    ----------
    overview : Overview
        What `equity.odds.analyses.overview.look_closer` returns.
    command : str, optional
        How to ask again.
    when : datetime, optional
        The date shown; by default now.
    hits : sequence of Hits, optional
        What the players' ranges make on the board.

    Examples
    --------
    >>> import equity
    >>> from equity.odds.analyses.overview import look_closer
    >>> page = page_html(look_closer(equity.calculate(["AKs", "QQ"], board="2s7sTh")))
    >>> page.count("<h2>"), "http://" in page
    (5, False)
    """
    result = overview.result
    title = " vs ".join(_names(overview))
    head = HEAD.format(version=escape(result.version), title=escape(f"{title} - equity"), style=STYLE)
    parts = [
        f"<h1>{range_html(title)}</h1>",
        *_cards(result),
        "<h2>Equities</h2>",
        *_equities(result),
        "<h2>Players</h2>",
        _players(result),
        *_hits(hits),
        *_next_cards(overview),
        *_distribution(overview),
        *_charts(overview),
        "<h2>How it was found</h2>",
        _method(overview, command, when or datetime.now(UTC)),
    ]
    return head + "\n".join(parts) + "\n</body>\n</html>\n"


def _names(overview: Overview) -> list[str]:
    """Return a name for each group of players with the same range."""
    texts = [(len(seats), shorten(overview.result.players[seats[0]])) for seats in overview.groups]
    return [text if count == 1 else f"{count} × {text}" for count, text in texts]


def range_html(text: str) -> str:
    """Return a range that may be broken after its commas only.

    Examples
    --------
    >>> range_html("AKs,QQ")
    'AKs,<wbr>QQ'
    """
    return escape(text).replace(",", ",<wbr>")


def _chart(values: Sequence[float | None], *, caption: str, what: str) -> str:
    table = chart_html(values, what=what, sheet="chart")
    return f"<figure>{table}<figcaption>{escape(caption)}</figcaption></figure>"


def _definitions(pairs: Iterable[tuple[str, str]]) -> str:
    """Return names and HTML texts as a list of definitions."""
    return f"<dl>{''.join(f'<dt>{escape(name)}</dt><dd>{text}</dd>' for name, text in pairs)}</dl>"


def _color(player: int) -> str:
    return f"var(--p{player})"


def _percent(share: float, digits: int = 2) -> str:
    return escape(percent(share, digits=digits))


def _cards(result: EquityResult) -> Iterator[str]:
    board, dead = (cards_html(cards, sheet="card") for cards in (result.board, result.dead))
    yield f'<p class="board">{board}</p>' if board else "<p>before the flop</p>"
    if dead:
        yield f"<p>without {dead}</p>"


def _equities(result: EquityResult) -> Iterator[str]:
    intervals = result.tally.ci95
    for i, name in enumerate(result.players):
        share = result.shares.equity[i]
        low, high = intervals[i] if intervals else (None, None)
        error = "" if low is None or high is None else f" ± {_percent((high - low) / 2)}"
        rest = f"wins {_percent(result.shares.win[i])}, shares {_percent(result.shares.tie[i])}"
        yield (
            f'<div class="player"><div class="name">{range_html(shorten(name))}</div>'
            f'<div class="plot">{svg.bar(share, low=low, high=high, color=_color(i))}</div>'
            f'<div class="figures"><b>{_percent(share)}</b>{error}<small>{rest}</small></div></div>'
        )
    exact = "Counted over all deals: no error." if result.exact else "± and the error bars are 95 % intervals."
    yield f"<p>{exact} The dashed line is half of the pot.</p>"


def _players(result: EquityResult) -> str:
    rows = []
    for i, (player, live) in enumerate(zip(result.question.ranges, result.question.live, strict=True)):
        text = range_html(shorten(player.text))
        read = range_html(str(player) if len(str(player)) <= 300 else f"{str(player)[:299]}…")
        swatch = f'<span class="swatch" style="background:{_color(i)}"></span>'
        left = f"{len(live):,} of {len(player):,}" if len(live) != len(player) else f"{len(player):,}"
        words = [f"<span>{swatch}{i + 1}</span>", f"<code>{text}</code>", f'<span class="range">{read}</span>']
        rows.append([*words, left, _percent(player.percent / 100)])
    head = ["player", "as given", "read as", "combos", "of all hands"]
    table = table_html(head, rows, left=3, safe=range(len(head)), sheet="list")
    notes = "".join(f"<p>note: {escape(note)}</p>" for note in result.notes)
    return table + notes


def _hits(hits: Sequence[Hits]) -> Iterator[str]:
    if hits:
        yield "<h2>What the ranges make</h2>"
    for found in hits:
        beside = "" if found.against is None else f", with equities against {range_html(shorten(str(found.against)))}"
        yield f"<h3>{range_html(shorten(str(found.range)))}{beside}</h3>"
        yield hits_html(found)


def _next_cards(overview: Overview) -> Iterator[str]:
    found = overview.next_cards
    if found is None:
        return
    players = len(overview.result.players)
    street = "turn" if len(overview.result.question.board) == 3 else "river"
    yield f"<h2>After the {street}</h2>"
    shown = [seats[0] for seats in overview.groups if players > 2 or seats[0] == 0]
    ends = scale_ends(found.equity[:, shown].ravel().tolist())
    for seats, name in zip(overview.groups, _names(overview), strict=True):
        if seats[0] in shown:
            yield f"<h3>Equity of {range_html(name)} in percent, by the {street} card</h3>"
            yield cards_grid_html(
                dict(zip(found.names, found.equity[:, seats[0]].tolist(), strict=True)), sheet="next", ends=ends
            )
    other = " Heads-up the other player has the rest." if players == 2 else ""
    sampled = "" if found.std_error is None else f" Sampled, seed {found.seed}."
    yield f"<p>Empty: the card cannot come.{other}{sampled}</p>{scale_html('equity', ends=ends)}"


def _distribution(overview: Overview) -> Iterator[str]:
    names, first = _names(overview), [seats[0] for seats in overview.groups]
    lines = [
        svg.Curve(name, seat, own.share.tolist(), own.equity.tolist())
        for name, seat, own in zip(names, first, overview.combos, strict=True)
    ]
    if all(len(line.shares) == 1 for line in lines):
        return
    yield "<h2>How the equity is spread over the hands</h2>"
    yield svg.curves(lines)
    swatches = (f'<span class="swatch" style="background:{_color(seat)}"></span>' for seat in first)
    keys = (
        f'<span class="key">{swatch}{range_html(name)}</span>' for swatch, name in zip(swatches, names, strict=True)
    )
    yield f"<p>{' '.join(keys)}</p>"
    yield "<p>At 20 % a curve shows the worst hand of the best fifth; the area below it is the range's equity.</p>"


def _charts(overview: Overview) -> Iterator[str]:
    from equity.odds.analyses.by_class import equities_by_class

    pairs = []
    for seats, name, own in zip(overview.groups, _names(overview), overview.combos, strict=True):
        player = overview.result.question.ranges[seats[0]]
        weights = player.class_weights()
        if sum(weight > 0 for weight in weights) < 2:
            continue
        equities = [None if share != share else share for share in equities_by_class(own).tolist()]  # noqa: PLR0124
        pair = _chart(weights, caption="weight of each hand", what="weight")
        pair += _chart(equities, caption="equity of each hand in percent", what="equity")
        pairs.append(f'<h3>{range_html(name)}</h3><div class="pair">{pair}</div>')
    if pairs:
        yield "<h2>Charts</h2>"
        yield from pairs


def _method(overview: Overview, command: str, when: datetime) -> str:
    result = overview.result
    total = f"{result.total:,}" if result.total == int(result.total) else f"{result.total:,.3f}"
    pairs = [("method", f"{escape(result.method)} ({escape(result.algorithm)}): {escape(result.reason)}")]
    pairs.append(("deals", total if result.complete else f"{total} (interrupted: part of the deals only)"))
    if result.effective_samples is not None:
        pairs.append(("worth", f"{result.effective_samples:,.0f} independent deals"))
    if result.seed is not None:
        pairs.append(("seed", str(result.seed)))
    pairs += [("time", f"{result.elapsed:.3f} s")]
    pairs += [("again", f"<code>{escape(command)}</code>")] if command else []
    pairs.append(("run", f"equity {escape(result.version)}, {_machine()}, {when:%Y-%m-%d %H:%M} UTC"))
    return _definitions(pairs) + _shared(result)


def _machine() -> str:
    from importlib.metadata import version

    names = ((name, version(name)) for name in ("numpy", "numba"))
    stamp = [f"Python {platform.python_version()}", *(f"{name} {number}" for name, number in names)]
    return escape(", ".join([*stamp, f"{platform.system()} {platform.machine()}"]))


def _shared(result: EquityResult) -> str:
    """Return how many deals each player wins, alone and shared; rare ways to share a pot are added up."""
    counts = sorted(result.wins_by_set.items(), key=lambda item: (len(item[0]) > 1, -item[1]))
    shown, rest = counts[:_MOST_ROWS], [count for _, count in counts[_MOST_ROWS:]]
    named = [(" and ".join(str(winner + 1) for winner in winners), count) for winners, count in shown]
    named += [(f"{len(rest)} other ways to share", sum(rest))] if rest else []
    rows = [[name, f"{count:,.10g}", _percent(count / result.total, 4)] for name, count in named]
    return "<h3>Deals by who wins them</h3>" + table_html(["players", "deals", "of all"], rows, sheet="list")
