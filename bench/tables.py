"""Make README's tables: ours beside every peer that is installed, in one run.

    python -m bench.tables [--only equity] [--rounds 5] [--json bench/tables.json] [--machine TEXT] [--no-readme]

Each table is written between its markers in README.md, as <!-- bench:equity --> and <!-- /bench:equity -->. A cell says
how many times faster ours is.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Sequence
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from bench.comparisons import COMPARISONS
from bench.machine import describe, kind
from bench.peers.comparison import Comparison
from bench.peers.equity import CALLS
from bench.rounds import compare, fill_cache
from equity import __version__

ROOT = Path(__file__).resolve().parents[1]
TITLES = {
    "evaluator": "seven cards to a value",
    "equity": "equity of hands and ranges",
    "sampled": "sampled, to equal error",
    "hands": "whole hands",
}
REMARKS = {"sampled": f" Squared errors are those of {CALLS} calls, so ratios swing by a third from run to run."}
PEERS = [
    "pokerfast", "eval7", "poker-equity", "holdem-calc", "phevaluator", "treys", "pokerkit", "rlcard", "open_spiel",
]  # fmt: skip

Row = dict[str, Any]


def measure(entries: Sequence[Comparison], rounds: int) -> list[Row]:
    """Time every entry whose peer is installed."""
    rows = []
    for entry in entries:
        try:
            ours, theirs = entry.make()
        except ImportError as error:
            print(f"{entry.name}: left out, {error}", file=sys.stderr)
            continue
        got = compare(ours, theirs, rounds=rounds)
        rows.append(
            {"table": entry.table, "work": entry.work, "peer": entry.peer, "ratio": got.median, "low": got.low,
             "high": got.high, "rounds": got.rounds, "ours_seconds": got.ours, "guarded": entry.guarded}
        )  # fmt: skip
        print(f"{entry.name}: {factor(got.median)} ({factor(got.low)} to {factor(got.high)})", file=sys.stderr)
    return rows


def factor(ratio: float) -> str:
    """Write a ratio with two figures, as 0.85x, 3.4x, 23x, 12,000x."""
    digits = 2 if ratio < 1 else 1 if ratio < 9.95 else 0
    if ratio >= 100:
        scale = 10 ** (len(str(int(ratio))) - 2)
        ratio = round(ratio / scale) * scale
    return f"{ratio:,.{digits}f}×"


def seconds(value: float) -> str:
    """Write CPU time with three figures and a unit that fits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value / 1e-9:.3g} ns"


def versions() -> dict[str, str]:
    found = {"equity": __version__}
    for package in ("numpy", "numba", *PEERS):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def as_markdown(table: str, rows: Sequence[Row], stamp: dict[str, Any]) -> str:
    """Lay one table out: a line for each piece of work, a column for each peer."""
    here = [row for row in rows if row["table"] == table]
    peers = [peer for peer in PEERS if any(row["peer"] == peer for row in here)]
    lines = [f"| {TITLES[table]} | ours | " + " | ".join(peers) + " |", "| --- " + "| ---: " * (len(peers) + 1) + "|"]
    for work in dict.fromkeys(row["work"] for row in here):
        cells = {row["peer"]: row for row in here if row["work"] == work}
        own = sorted(cell["ours_seconds"] for cell in cells.values())
        ratios = [factor(cells[peer]["ratio"]) if peer in cells else "–" for peer in peers]
        lines.append(f"| {work} | {seconds(own[len(own) // 2])} | " + " | ".join(ratios) + " |")
    names = ", ".join(f"{name} {stamp['versions'][name]}" for name in ["equity", *peers] if name in stamp["versions"])
    caption = (
        f"*How many times faster ours is: CPU time of one unit of work on one thread, measured in turn, median of "
        f"{stamp['rounds']} rounds.{REMARKS.get(table, '')} "
        f"{stamp['machine']}; {names}; {stamp['date']}. Made by `python -m bench.tables`.*"
    )
    return "\n".join([*lines, "", caption])


def keep(path: Path, stamp: dict[str, Any], rows: Sequence[Row]) -> None:
    """Put the rows into a file that has the last figures of every kind of machine; tables not measured now stay."""
    kinds: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    measured = {row["table"] for row in rows}
    before = kinds.get(kind(), {}).get("rows", [])
    kinds[kind()] = {**stamp, "rows": [row for row in before if row["table"] not in measured] + list(rows)}
    path.write_text(json.dumps(kinds, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def write_readme(text: str, tables: dict[str, str]) -> str:
    """Return the text with every table put between its markers."""
    for name, table in tables.items():
        pattern = re.compile(rf"(<!-- bench:{name} -->\n).*?(<!-- /bench:{name} -->)", re.DOTALL)
        text = pattern.sub(lambda found, table=table: f"{found[1]}{table}\n{found[2]}", text)  # type: ignore[misc]
    return text


def main() -> None:
    warnings.simplefilter("ignore")  # of the peers
    parser = argparse.ArgumentParser(description="Make README's tables of speed against other packages.")
    parser.add_argument("--only", choices=list(TITLES), help="one table instead of all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, default=ROOT / "bench" / "tables.json")
    parser.add_argument("--machine", metavar="TEXT", help="the line that says what was measured on, instead of ours")
    parser.add_argument("--no-readme", action="store_true", help="leave README.md as it is")
    given = parser.parse_args()
    fill_cache()
    entries = [entry for entry in COMPARISONS if given.only in (None, entry.table)]
    stamp = {
        "date": date.today().isoformat(),
        "machine": given.machine or describe(),
        "versions": versions(),
        "rounds": given.rounds,
    }
    rows = measure(entries, given.rounds)
    tables = {name: as_markdown(name, rows, stamp) for name in TITLES if any(row["table"] == name for row in rows)}
    keep(given.json, stamp, rows)
    print("\n\n".join(tables.values()))
    if not given.no_readme:
        readme = ROOT / "README.md"
        readme.write_text(write_readme(readme.read_text(encoding="utf-8"), tables), encoding="utf-8")


if __name__ == "__main__":
    main()
