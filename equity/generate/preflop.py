"""Make `equity/data/preflop.bin`, the wins and ties of every heads-up matchup before the flop.

Run ``python -m equity.generate.preflop`` to write it again; it needs about 20 seconds of one core, reports on stderr,
and can be stopped: run it again and it goes on where it was. The same bytes come out everywhere.

One pair of combos stands for each slot of `equity.matchups`, and all 2,598,960 boards are dealt to all of them at once
(`equity.kernels.equities.matchups`); a board that holds one of the four cards counts for nothing. Each slot then owns
six bytes: wins of the first seat and ties, three bytes each, lowest byte first, out of 1,712,304 boards.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS, COMBOS
from equity.constants import BOARDS_HEADS_UP
from equity.errors import CheckpointError
from equity.matchups import SLOTS, slot_grid
from equity.odds.question.hole_cards import COMBO_CARDS
from equity.parallel import run_chunks

TOPS = range(4, CARDS)  # the highest card of a board
DATA = Path(__file__).resolve().parent.parent / "data" / "preflop.bin"


def matchups() -> NDArray[np.int64]:
    """Return one pair of combos for each slot that can occur, as rows (slot, first, second) in order of `first`.

    Examples
    --------
    >>> matchups().shape
    (47086, 3)
    """
    apart = (COMBO_CARDS[:, None, :, None] != COMBO_CARDS[:, None]).all(axis=(2, 3))
    slots, swapped = slot_grid(range(COMBOS), range(COMBOS))
    first, second = np.nonzero(apart & ~swapped)
    slot, places = np.unique(slots[first, second], return_index=True)
    rows = np.column_stack([slot, first[places], second[places]])
    return rows[np.lexsort(rows.T[::-1][:2])]


def count_boards(
    rows: NDArray[np.int64], *, tops: Iterator[int] | range = TOPS, threads: int | None = 1
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield, for each highest board card, the wins and losses (shape (2, M)) of the matchups' first combos."""
    from equity.kernels.equities.matchups import count_matchups

    high, low = COMBO_CARDS.T.copy()

    def count(top: int) -> tuple[int, NDArray[np.int64]]:
        counts = np.zeros((2, len(rows)), np.int64)
        count_matchups(top, high, low, rows[:, 1].copy(), rows[:, 2].copy(), counts[0], counts[1])
        return top, counts

    yield from run_chunks(count, tops, threads=threads)


def encode(rows: NDArray[np.int64], counts: NDArray[np.int64]) -> bytes:
    """Return the file's bytes from the wins and losses of all boards."""
    table = np.zeros((SLOTS, 2), "<u4")
    table[rows[:, 0], 0] = counts[0]
    table[rows[:, 0], 1] = BOARDS_HEADS_UP - counts.sum(axis=0)
    return table.view(np.uint8).reshape(SLOTS, 2, 4)[:, :, :3].tobytes()


def build(checkpoint: Path, *, threads: int | None = 1) -> bytes:
    """Return the table's bytes, keeping finished work in `checkpoint` (an .npz file)."""
    rows = matchups()
    counts, done = np.zeros((2, len(rows)), np.int64), 0
    if checkpoint.exists():
        with np.load(checkpoint) as saved:
            if not np.array_equal(saved["rows"], rows):
                raise CheckpointError(f"{checkpoint} belongs to another version of the table; delete it to start anew")
            counts, done = saved["counts"], int(saved["done"])
    for top, part in count_boards(rows, tops=TOPS[done:], threads=threads):
        counts += part
        done += 1
        fresh = checkpoint.with_suffix(".tmp.npz")
        np.savez(fresh, rows=rows, counts=counts, done=done)
        fresh.replace(checkpoint)
        sys.stderr.write(f"boards with highest card {top} counted, {done} of {len(TOPS)}\n")
    return encode(rows, counts)


def main() -> None:
    """Write the table; an optional argument is the number of threads."""
    checkpoint = DATA.with_suffix(".part.npz")
    DATA.write_bytes(build(checkpoint, threads=int(sys.argv[1]) if len(sys.argv) > 1 else 1))
    checkpoint.unlink()


if __name__ == "__main__":
    main()
