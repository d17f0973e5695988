"""An equity result -> the table of the command.

Rules of the file: it reads the plain dictionary `EquityResult.to_dict` gives, so that a result from a file prints the
same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equity.show.columns import DOT, percent, shorten, table, wrapped

__all__ = ["footer", "margins", "question_line", "result_table"]

_GREEN, _RED = "\x1b[32m", "\x1b[31m"


def result_table(result: Mapping[str, Any], *, color: bool = False, quiet: bool = False) -> str:
    """Return one row per player and a line that says how the numbers were found.

    Parameters
    ----------
    result : mapping
        What `EquityResult.to_dict` returns.
    color : bool, optional
        Green above the fair share, red below.
    quiet : bool, optional
        Leave the last line out.

    Examples
    --------
    >>> player = {"range": "AsKs", "equity": 0.25, "win": 0.25, "tie": 0.0, "tie_equity": 0.0}
    >>> result = {"players": [player, player | {"range": "QQ", "equity": 0.75, "win": 0.75}], "board": "", "dead": "",
    ...           "method": "exact", "total": 990, "seed": None, "std_error": None, "elapsed": 0.0123}
    >>> print(result_table(result))
    player  equity   win      tie
    AsKs    25.00 %  25.00 %    ·
    QQ      75.00 %  75.00 %    ·
    exact, 990 deals, 0.01 s
    """
    players = result["players"]
    halves = margins(result)
    head = ["player", "equity", *(["±"] if halves else []), "win", "tie"]
    rows = [
        [
            shorten(player["range"]),
            percent(player["equity"]),
            *([halves[i]] if halves else []),
            percent(player["win"], none=DOT),
            percent(player["tie"], none=DOT),
        ]
        for i, player in enumerate(players)
    ]
    lines = table([head, *rows], colors=["", *(_color(p["equity"], len(players)) for p in players)] if color else ())
    below = [question_line(result), "" if quiet else footer(result)]
    return "\n".join([*lines, *map(wrapped, filter(None, below))])


def margins(result: Mapping[str, Any]) -> list[str]:
    """Return every player's 95 % half-width, or nothing for an exact result.

    Examples
    --------
    >>> margins({"std_error": [0.01, 0.01]}), margins({"std_error": None})
    (['1.96 %', '1.96 %'], [])
    """
    errors = result.get("std_error")
    if not errors or not any(errors):
        return []
    bounds: Sequence[Sequence[float]] | None = result.get("ci95")
    halves = [(high - low) / 2 for low, high in bounds] if bounds else [1.96 * error for error in errors]
    return [percent(half, digits=2 if half >= 0.001 else 3) for half in halves]


def _color(share: float, players: int) -> str:
    edge = share * players - 1
    return "" if abs(edge) < 1e-9 else _GREEN if edge > 0 else _RED


def question_line(result: Mapping[str, Any]) -> str:
    """Return the board and the dead cards, if there are any.

    Examples
    --------
    >>> question_line({"board": "Ts9s2d", "dead": "Qc"})
    'board Ts9s2d, dead Qc'
    """
    return ", ".join(f"{name} {result[name]}" for name in ("board", "dead") if result[name])


def footer(result: Mapping[str, Any]) -> str:
    """Return method, size, seed and time.

    Examples
    --------
    >>> footer({"method": "monte-carlo", "total": 1000000, "seed": 7, "elapsed": 0.3})
    'Monte Carlo, 1,000,000 deals, seed 7, 0.30 s'
    """
    total = result["total"]
    size = f"{total:,}" if total == int(total) else f"{total:,.1f}"
    method = {"monte-carlo": "Monte Carlo"}.get(result["method"], result["method"])
    if result["method"] == "exact" and result.get("algorithm"):
        method += f" ({result['algorithm']})"
    parts = [method, "1 deal" if size == "1" else f"{size} deals"]
    if result.get("seed") is not None:
        parts.append(f"seed {result['seed']}")
    seconds = result["elapsed"]
    parts.append(f"{seconds:.2f} s" if seconds >= 0.01 else f"{seconds:.3f} s")
    if not result.get("complete", True):
        parts.append("interrupted: part of the deals only")
    return ", ".join(parts)
