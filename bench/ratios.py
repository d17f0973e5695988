"""Hold the ratios against peers: fails when one drops by more than 30 % below the stored one. Never looks at a time.

    python -m bench.ratios              measure, compare with bench/baseline.json
    python -m bench.ratios --store      measure and store: after a change that is meant to move a ratio

A ratio that looks low is measured again, up to three times in all, and its best counts: a slower program stays low.
Ratios of a thousand and more are held to a tenth of the stored one: there ours is microseconds of bookkeeping, and what
moves is the peer.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from pathlib import Path

from bench.comparisons import COMPARISONS
from bench.peers.comparison import Comparison
from bench.rounds import compare, fill_cache

BASELINE = Path(__file__).with_name("baseline.json")
DROP = 0.3
ATTEMPTS = 3


def least(stored: float) -> float:
    """Return the lowest ratio that passes."""
    return stored * (0.1 if stored >= 1000 else 1 - DROP)


def measure(entry: Comparison, stored: float | None, rounds: int) -> float | None:
    """Return the best ratio of a few attempts; None where the peer is not installed."""
    try:
        ours, theirs = entry.make()
    except ImportError:
        return None
    best = 0.0
    for _ in range(ATTEMPTS if stored is not None else 1):
        best = max(best, compare(ours, theirs, rounds=rounds, least=0.05).median)
        if stored is None or best >= least(stored):
            break
    return best


def main() -> int:
    warnings.simplefilter("ignore")  # of the peers
    parser = argparse.ArgumentParser(description="Compare ratios against peers with the stored ones.")
    parser.add_argument("--store", action="store_true", help="write bench/baseline.json anew")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="also write what was measured, for the record of a commit")
    given = parser.parse_args()
    fill_cache()
    stored: dict[str, float] = {} if given.store else json.loads(BASELINE.read_text(encoding="utf-8"))
    found: dict[str, float] = {}
    dropped = []
    for entry in COMPARISONS:
        if not entry.guarded or not (given.store or entry.name in stored):
            continue
        ratio = measure(entry, stored.get(entry.name), given.rounds)
        if ratio is None:
            print(f"{entry.name}: peer not installed, not compared")
            continue
        found[entry.name] = float(f"{ratio:.3g}")
        low = not given.store and ratio < least(stored[entry.name])
        dropped += [entry.name] * low
        was = "" if given.store else f", stored {stored[entry.name]:g}"
        print(f"{entry.name}: {ratio:.3g}{was}{'  DROPPED' if low else ''}", flush=True)
    for path in [BASELINE] * given.store + [given.json] * bool(given.json):
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if dropped:
        print(f"error: {len(dropped)} ratios are more than {DROP:.0%} below the stored ones", file=sys.stderr)
    elif not found:
        print("error: nothing was compared: install the extra 'bench'", file=sys.stderr)
    return 1 if dropped or not found else 0


if __name__ == "__main__":
    sys.exit(main())
