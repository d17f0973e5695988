"""A simulation's result -> the tables of the command.

Rules of the file: it reads the plain dictionary `SimulationResult.to_dict` gives, so that a result from a file prints
the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from equity.rules.money import stacks_text
from equity.show.columns import table, wrapped

__all__ = ["footer", "position_table", "separation_lines", "simulation_table"]


def simulation_table(result: Mapping[str, Any], *, quiet: bool = False) -> str:
    """Return one row per strategy (and per seat, where it has several), the positions, and what tells them apart.

    Parameters
    ----------
    result : mapping
        What `SimulationResult.to_dict` returns.
    quiet : bool, optional
        Only the first table.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> from equity.simulate import run
    >>> plain = run(pokerfs(), ["call", "call"], hands=100, seed=1).to_dict()
    >>> print(simulation_table(plain, quiet=True).splitlines()[1])
    call             200   +0.00   0.00     +0.00   0.00  50.0 %  0.0 %      ·   ·  100.0 %  50.0 %
    """
    rows = [_head(result), *(_row(player, result) for player in result["strategies"])]
    if len(result["strategies"]) < len(result["seats"]):
        rows += [_row(player, result, seat=True) for player in result["seats"]]
    lines = table(rows)
    if quiet:
        return "\n".join(lines)
    parts = ["\n".join(lines), position_table(result)]
    parts += ["\n".join(separation_lines(result))] if result["separations"] else []
    return "\n\n".join([*parts, wrapped(footer(result))])


def _head(result: Mapping[str, Any]) -> list[str]:
    adjusted = ["adjusted", "±"] if result["all_in_ev"] else []
    rake = ["rake"] if _has_rake(result) else []
    return ["strategy", "hands", "bb/100", "±", *adjusted, "VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD", *rake]


def _has_rake(result: Mapping[str, Any]) -> bool:
    return any(player["rake"] for player in result["seats"])


def _row(player: Mapping[str, Any], result: Mapping[str, Any], *, seat: bool = False) -> list[str]:
    name = f"  seat {player['seats'][0] + 1} {player['name']}" if seat else str(player["name"])
    adjusted = _rate(player["adjusted"]) if result["all_in_ev"] else []
    return [
        name,
        f"{player['hands']:,}",
        *_rate(player),
        *adjusted,
        *(_share(player[key]) for key in ("vpip", "pfr", "three_bet")),
        "·" if player["aggression"] is None else f"{player['aggression']:.2f}",
        *(_share(player[key]) for key in ("wtsd", "wsd")),
        *([f"{player['rake']:,}"] if _has_rake(result) else []),
    ]


def _rate(figures: Mapping[str, Any]) -> list[str]:
    """Return a win rate and the half-width of its 95 % interval."""
    interval = figures["ci95"]
    return [_signed(figures["bb100"]), "?" if interval is None else f"{(interval[1] - interval[0]) / 2:.2f}"]


def _signed(rate: float, digits: int = 2) -> str:
    return f"{round(rate, digits) + 0.0:+.{digits}f}"  # no minus before a zero


def _share(share: float | None) -> str:
    return "·" if share is None else f"{100 * share:.1f} %"


def position_table(result: Mapping[str, Any]) -> str:
    """Return the strategies' win rates by position.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> from equity.simulate import run
    >>> print(position_table(run(pokerfs(), ["call", "call"], hands=100, seed=1).to_dict()).splitlines()[0])
    bb/100 by position   BTN     BB
    """
    first = result["strategies"][0]["positions"]
    rows = [["bb/100 by position", *(place["position"] for place in first)]]
    for player in result["strategies"]:
        rows.append([player["name"], *(_signed(place["bb100"], 1) for place in player["positions"])])
    return "\n".join(table(rows))


def separation_lines(result: Mapping[str, Any]) -> list[str]:
    """Return how far every two strategies are apart, and how many hands that takes to be sure of.

    Examples
    --------
    >>> pair = {"first": "tag", "second": "call", "difference": 12.5, "ci95": [10.0, 15.0], "hands": 4000}
    >>> separation_lines({"separations": [pair]})[1]
    'tag - call      +12.50  2.50         4,000'
    """
    rows = [["difference", "bb/100", "±", "hands needed"]]
    for pair in result["separations"]:
        interval = pair["ci95"]
        half = "?" if interval is None else f"{(interval[1] - interval[0]) / 2:.2f}"
        needed = "·" if pair["hands"] is None else f"{pair['hands']:,}"
        rows.append([f"{pair['first']} - {pair['second']}", _signed(pair["difference"]), half, needed])
    return table(rows)


def footer(result: Mapping[str, Any]) -> str:
    """Return house, hands, seed, stacks and speed.

    Examples
    --------
    >>> footer({"rules": "pokerfs", "hands": 1000, "seed": 7, "stacks": [1000, 1000], "big_blind": 10,
    ...         "duplicate": False, "elapsed": 0.5, "complete": True, "hands_per_second": 2000.0})
    'pokerfs, 1,000 hands, seed 7, 100bb each, 0.50 s (2,000 hands/s); ± is half a 95 % interval'
    """
    parts = [result["rules"], f"{result['hands']:,} hands", f"seed {result['seed']}"]
    parts += [stacks_text(result["stacks"], result["big_blind"])]
    parts += ["duplicate"] if result["duplicate"] else []
    parts += [f"{result['elapsed']:.2f} s ({result['hands_per_second']:,.0f} hands/s)"]
    parts += [] if result["complete"] else ["interrupted: part of the hands only"]
    target = result.get("target")
    if target is not None and result["stop"] != "target":
        parts.append(f"the target of {target:g} bb/100 is not reached")
    meaning = "is half a 95 % interval" if target is None else "holds at every look (95 % confidence sequence)"
    return f"{', '.join(parts)}; ± {meaning}"
