"""An equity result -> the table of the command.

Rules of the file: it reads the plain dictionary `EquityResult.to_dict` gives, so that a result from a file prints the
same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from equity.show.columns import columns, percent, shorten

__all__ = ["footer", "margins", "question_line", "result_line", "result_table"]

_GREEN, _RED, _PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"


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
            percent(player["win"]),
            percent(player["tie"]),
        ]
        for i, player in enumerate(players)
    ]
    lines = columns([head, *rows])
    if color:
        lines[1:] = [_paint(line, p["equity"], len(players)) for line, p in zip(lines[1:], players, strict=True)]
    cards = question_line(result)
    return "\n".join([*lines, *([cards] if cards else []), *([] if quiet else [footer(result)])])


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


def _paint(line: str, share: float, players: int) -> str:
    edge = share * players - 1
    return line if abs(edge) < 1e-9 else f"{_GREEN if edge > 0 else _RED}{line}{_PLAIN}"


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


def result_line(result: Mapping[str, Any]) -> str:
    """Return a result as one line, for answers to a whole file of questions.

    Examples
    --------
    >>> result_line({"players": [{"range": "AsKs", "equity": 0.46}, {"range": "QQ", "equity": 0.54}],
    ...              "board": "", "dead": ""})
    'AsKs 46.00 %  QQ 54.00 %'
    """
    players = "  ".join(f"{shorten(p['range'])} {percent(p['equity'])}" for p in result["players"])
    cards = question_line(result)
    return f"{players}  {cards}" if cards else players
