"""Tables for a closer look at a question: each combo, each next card, outs, the spread of a range, chips and prizes.

Rules of the file: it reads the plain values the results' own `to_dict` gives. Each look has a table for people and rows
for CSV.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equity.cards import RANKS
from equity.report.export import csv_text, json_text
from equity.show.columns import DOT, percent, shorten, table, terminal_width, wrapped
from equity.show.palette import SUITS

__all__ = [
    "chips_rows",
    "chips_table",
    "combos_rows",
    "combos_table",
    "histogram_rows",
    "histogram_table",
    "next_card_rows",
    "next_card_table",
    "outs_rows",
    "outs_table",
    "prizes_text",
]

_BAR = 40


def _sampled(look: Mapping[str, Any]) -> list[str]:
    return [f"sampled, seed {look['seed']}"] if look["seed"] is not None else []


def combos_table(ranges: Sequence[str], looks: Sequence[Mapping[str, Any]]) -> str:
    """Return each player's combos, the best first.

    Parameters
    ----------
    ranges : sequence of str
        All players.
    looks : sequence of mappings
        What `ComboEquities.to_dict` returns, one for each player to show.

    Examples
    --------
    >>> combo = {"hand": "AsKs", "weight": 1.0, "share": 1.0, "equity": 0.5, "win": 0.5, "tie": 0.0}
    >>> print(combos_table(["AsKs"], [{"player": 0, "seed": None, "combos": [combo]}]))
    AsKs  equity   win      tie  of the range
    AsKs  50.00 %  50.00 %    ·      100.00 %
    """
    tables = []
    for look in looks:
        head = [shorten(ranges[look["player"]]), "equity", "win", "tie", "of the range"]
        names = ("equity", "win", "tie", "share")
        rows = [
            [row["hand"], *(percent(row[name], none=DOT if name in ("win", "tie") else "0 %") for name in names)]
            for row in look["combos"]
        ]
        tables.append("\n".join([*table([head, *rows]), *_sampled(look)]))
    return "\n\n".join(tables)


def combos_rows(ranges: Sequence[str], looks: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return one row per player and combo.

    Examples
    --------
    >>> combos_rows(["AsKs"], [{"player": 0, "combos": [{"hand": "AsKs", "equity": 0.5}]}])
    [{'player': 1, 'hand': 'AsKs', 'equity': 0.5}]
    """
    return [{"player": look["player"] + 1, **row} for look in looks for row in look["combos"]]


def next_card_table(ranges: Sequence[str], look: Mapping[str, Any]) -> str:
    """Return a grid of ranks and suits for each player (heads-up the first one only): equity in percent.

    Examples
    --------
    >>> cards = {"As": {"equity": [0.75, 0.25]}, "2c": {"equity": [1.0, 0.0]}}
    >>> lines = next_card_table(["KK", "QQ"], {"cards": cards, "seed": None}).splitlines()
    >>> lines[0], lines[2], lines[-1]
    ('equity of KK after each next card', 'A   75.0', '2                    100.0')
    """
    players = 1 if len(ranges) == 2 else len(ranges)
    tables = []
    for player in range(players):
        rows = [["", *SUITS]]
        for rank in reversed(RANKS):
            cells = [look["cards"].get(rank + suit) for suit in SUITS]
            rows.append([rank, *("" if cell is None else f"{100 * cell['equity'][player]:.1f}" for cell in cells)])
        title = f"equity of {shorten(ranges[player])} after each next card"
        tables.append("\n".join([wrapped(title), *_wide(rows)]))
    return "\n\n".join([*tables, *_sampled(look)])


def _wide(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return columns of one width, so that grids of several players look alike."""
    return [("".join([row[0].ljust(2), *(cell.rjust(6) for cell in row[1:])])).rstrip() for row in rows]


def next_card_rows(ranges: Sequence[str], look: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return one row per card and player.

    Examples
    --------
    >>> card = {"share": 1.0, "equity": [0.75, 0.25], "win": [0.75, 0.25], "tie": [0.0, 0.0]}
    >>> next_card_rows(["KK", "QQ"], {"cards": {"As": card}})[1]
    {'card': 'As', 'share': 1.0, 'player': 2, 'range': 'QQ', 'equity': 0.25, 'win': 0.25, 'tie': 0.0}
    """
    return [
        {"card": card, "share": row["share"], "player": i + 1, "range": text}
        | {name: row[name][i] for name in ("equity", "win", "tie")}
        for card, row in look["cards"].items()
        for i, text in enumerate(ranges)
    ]


def outs_table(ranges: Sequence[str], look: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """Return each player's outs by the hand they make.

    Examples
    --------
    >>> print(outs_table(["AsKs", "QQ"], [[{"card": "Ah", "wins": True, "makes": "pair"}], []]))
    AsKs  1 out
          to win   pair   Ah
    QQ    in front, or no outs
    """
    room = terminal_width()
    most = 44 if room is None else min(44, room // 3)
    width = max(len(shorten(text, most)) for text in ranges)
    lines = []
    for text, own in zip(ranges, look, strict=True):
        count = f"{len(own)} out{'s' * (len(own) != 1)}" if own else "in front, or no outs"
        lines.append(f"{shorten(text, most):{width}}  {count}")
        groups: dict[tuple[bool, str], list[str]] = {}
        for out in own:
            groups.setdefault((out["wins"], out["makes"]), []).append(out["card"])
        rows = [["to win" if wins else "to share", makes, " ".join(cards)] for (wins, makes), cards in groups.items()]
        for end, makes, cards in rows:
            lines.append(wrapped(f"{' ' * width}  {end:8} {makes}   {cards}", indent=" " * (width + 11)))
    return "\n".join(lines)


def outs_rows(ranges: Sequence[str], look: Sequence[Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    """Return one row per player and out.

    Examples
    --------
    >>> outs_rows(["AsKs", "QQ"], [[{"card": "Ah", "wins": True, "makes": "pair"}], []])
    [{'player': 1, 'range': 'AsKs', 'card': 'Ah', 'wins': True, 'makes': 'pair'}]
    """
    return [
        {"player": number, "range": text, **out}
        for number, (text, own) in enumerate(zip(ranges, look, strict=True), 1)
        for out in own
    ]


def histogram_table(ranges: Sequence[str], looks: Sequence[Mapping[str, Any]]) -> str:
    """Return a bar for each bin of each player's equities.

    Examples
    --------
    >>> look = {"player": 0, "edges": [0.0, 0.5, 1.0], "shares": [0.25, 0.75], "combos": [2, 6], "mean": 0.6,
    ...         "deviation": 0.1, "seed": None}
    >>> print(histogram_table(["AKs,72o"], [look]).splitlines()[1])
     50-100 %   75.00 %  ########################################
    """
    tables, width = [], terminal_width()
    for look in looks:
        edges, most = look["edges"], max(look["shares"])
        room = _BAR if width is None else min(_BAR, width - len("100-100 %  100.00 %  "))
        mean, deviation = (percent(look[name]) for name in ("mean", "deviation"))
        title = f"equities of {shorten(ranges[look['player']])}: mean {mean}, standard deviation {deviation}"
        lines = [wrapped(title)]
        for i in reversed(range(len(look["shares"]))):
            share = look["shares"][i]
            bar, figure = "#" * max(round(room * share / most), share > 0), percent(share, none=DOT)
            lines.append(f"{100 * edges[i]:3.0f}-{100 * edges[i + 1]:3.0f} %  {figure:>8}  {bar}".rstrip())
        tables.append("\n".join([*lines, *_sampled(look)]))
    return "\n\n".join(tables)


def histogram_rows(ranges: Sequence[str], looks: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return one row per player and bin.

    Examples
    --------
    >>> histogram_rows(["AA"], [{"player": 0, "edges": [0.0, 1.0], "shares": [1.0], "combos": [6]}])
    [{'player': 1, 'range': 'AA', 'from': 0.0, 'to': 1.0, 'share': 1.0, 'combos': 6}]
    """
    return [
        {"player": look["player"] + 1, "range": ranges[look["player"]], "from": low, "to": high}
        | {"share": share, "combos": count}
        for look in looks
        for low, high, share, count in zip(
            look["edges"], look["edges"][1:], look["shares"], look["combos"], strict=False
        )
    ]


def chips_table(players: Sequence[Mapping[str, Any]], prizes: Mapping[str, Any] | None = None) -> str:
    """Return what each player puts in and has on average after it, and what that is worth in prize money.

    Parameters
    ----------
    players : sequence of mappings
        The players of `EquityResult.to_dict`, with stack and expected chips.
    prizes : mapping, optional
        What `TournamentEquity.to_dict` returns.

    Examples
    --------
    >>> print(chips_table([{"range": "AA", "stack": 100.0, "expected_chips": 165.27}]))
    player  stack  expected  change
    AA        100    165.27  +65.27
    """
    head = ["player", "stack", "expected", "change"] + ["prize before", "prize after"] * bool(prizes)
    rows = []
    for player in players:
        stack, expected = player["stack"], player["expected_chips"]
        rows.append([shorten(player["range"]), f"{stack:,g}", f"{expected:,.2f}", f"{expected - stack:+,.2f}"])
    if prizes:
        for chips in prizes["chips"][len(rows) :]:
            rows.append(["not in the hand", f"{chips:,g}", "", ""])
        for row, before, after in zip(rows, prizes["before"], prizes["prizes"], strict=True):
            row += [f"{before:,.2f}", f"{after:,.2f}"]
    return "\n".join(table([head, *rows]))


def chips_rows(players: Sequence[Mapping[str, Any]], prizes: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return one row per player, and one for each stack that is not in the hand if prizes are known.

    Examples
    --------
    >>> chips_rows([{"range": "AA", "stack": 100.0, "expected_chips": 165.25}])
    [{'player': 1, 'range': 'AA', 'stack': 100.0, 'expected_chips': 165.25}]
    """
    names = ("range", "stack", "expected_chips")
    rows: list[dict[str, Any]] = [
        {"player": i, **{name: player[name] for name in names}} for i, player in enumerate(players, 1)
    ]
    if prizes:
        rows += [
            {"player": None, "range": None, "stack": chips, "expected_chips": chips}
            for chips in prizes["chips"][len(rows) :]
        ]
        for row, before, after in zip(rows, prizes["before"], prizes["prizes"], strict=True):
            row |= {"prize_before": before, "prize_after": after}
    return rows


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
