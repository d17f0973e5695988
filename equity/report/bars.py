"""Equities as bars of a terminal, with the 95 % interval marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equity.cards import CARDS
from equity.show.columns import shorten, terminal_width
from equity.show.palette import PLAYERS, SUITS

__all__ = ["bar", "equity_bars", "next_card_bars"]

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_PLAIN = "\x1b[0m"
_WIDTH = 40
_LEAST_BAR = 5


def equity_bars(result: Mapping[str, Any], *, color: bool = False) -> str:
    """Return one bar per player.

    Parameters
    ----------
    result : mapping
        What `EquityResult.to_dict` returns.
    color : bool, optional
        One colour per player.

    Examples
    --------
    >>> player = {"range": "AsKs", "equity": 0.25, "ci95": None}
    >>> print(equity_bars({"players": [player, player | {"range": "QQ", "equity": 0.75}]}))
    AsKs  ██████████                                25.0 %
    QQ    ██████████████████████████████            75.0 %
    """
    room = terminal_width()
    players = result["players"]
    names = [shorten(player["range"], 44 if room is None else room // 3) for player in players]
    width = max(map(len, names))
    figures = [_figures(player) for player in players]
    long = _WIDTH if room is None else min(_WIDTH, room - width - 4 - max(map(len, figures)))
    lines = []
    for i, (name, player, figure) in enumerate(zip(names, players, figures, strict=True)):
        paint = PLAYERS[i % len(PLAYERS)].terminal if color else None
        drawn = f"{bar(player['equity'], paint, long)}  " if long >= _LEAST_BAR else ""
        lines.append(f"{name.ljust(width)}  {drawn}{figure}")
    return "\n".join(lines)


def _figures(player: Mapping[str, Any]) -> str:
    interval = player["ci95"]
    error = f" ± {50 * (interval[1] - interval[0]):.2f} %" if interval else ""
    return f"{100 * player['equity']:.1f} %{error}"


def next_card_bars(cards: Sequence[str], shares: Sequence[float], *, color: bool = False) -> str:
    """Return one bar a group of cards with the same equity, best first.

    Examples
    --------
    >>> print(next_card_bars(["As", "Ah", "2c"], [0.5, 0.5, 0.1]))
     50.0 %  ████████████████████                      As Ah
     10.0 %  ████                                      2c
    """
    groups: dict[float, list[str]] = {}
    for card, share in sorted(zip(cards, shares, strict=True), key=lambda pair: -pair[1]):
        groups.setdefault(round(share, 3), []).append(card)
    paint = PLAYERS[0].terminal if color else None
    room = terminal_width()
    long = _WIDTH if room is None else min(_WIDTH, (room - 11) // 2)
    per_line = CARDS if room is None else (room - long - 10) // 3
    lines = []
    for share, own in groups.items():
        shown = [_card(card, color) for card in own]
        parts = [" ".join(shown[i : i + per_line]) for i in range(0, len(shown), per_line)]
        lines.append(f"{100 * share:5.1f} %  {bar(share, paint, long)}  {parts[0]}")
        lines += [" " * (long + 11) + part for part in parts[1:]]
    return "\n".join(lines)


def _card(card: str, color: bool) -> str:
    return f"\x1b[38;5;{SUITS[card[1]].ink.terminal}m{card}{_PLAIN}" if color else card


def bar(share: float, paint: int | None, width: int) -> str:
    """Return a bar of a fraction with blanks up to its whole width, in a colour of the 256 if one is given.

    Examples
    --------
    >>> bar(0.3, None, 8)
    '██▍     '
    """
    eighths = round(8 * width * share)
    text = _EIGHTHS[8] * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
    blank = " " * (width - len(text))
    return (f"\x1b[38;5;{paint}m{text}{_PLAIN}" if paint is not None else text) + blank
