"""Features of hole cards and boards, rows per second on one thread. Rates: rows in extra_info divided by the median."""

from __future__ import annotations

import numpy as np
import pytest

from bench.bench_evaluate import random_rows
from equity import features
from equity.cards import combo_cards

ROWS = 1_000_000
HOLES = np.array([combo_cards(combo) for combo in range(1326)], np.uint8)


def measure(benchmark, function, *args, rows: int, **named):
    function(*args, **named)  # compile outside the timed part
    benchmark.extra_info["unit"] = "rows/s"
    benchmark.extra_info["rows"] = rows
    benchmark(function, *args, **named)


def deals(rows: int, n_board: int) -> tuple[np.ndarray, np.ndarray]:
    cards = random_rows(rows)
    return np.ascontiguousarray(cards[:, :2]), np.ascontiguousarray(cards[:, 2 : 2 + n_board])


def range_on_boards(boards: int, n_board: int) -> tuple[np.ndarray, np.ndarray]:
    """Return all hole cards on each of some boards, where they fit."""
    pairs = [(HOLES[~np.isin(HOLES, board).any(axis=1)], board) for board in random_rows(boards, n_board)]
    return (
        np.concatenate([holes for holes, _ in pairs]),
        np.concatenate([np.broadcast_to(board, (len(holes), n_board)) for holes, board in pairs]),
    )


@pytest.mark.parametrize("n_board", [3, 4, 5])
@pytest.mark.parametrize("name", ["made_hand", "draws", "outs"])
def test_hands(benchmark, name, n_board):
    measure(benchmark, getattr(features, name), *deals(ROWS, n_board), rows=ROWS)


def test_texture(benchmark):
    measure(benchmark, features.texture, deals(ROWS, 5)[1], rows=ROWS)


@pytest.mark.parametrize("check", [True, False])
@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_canonical_index(benchmark, n_board, check):
    measure(benchmark, features.canonical_index, *deals(ROWS, n_board), rows=ROWS, check=check)


@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_canonical_cards(benchmark, n_board):
    indices = features.canonical_index(*deals(100_000, n_board))
    measure(benchmark, features.canonical_cards, indices, n_board, rows=100_000)


@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_hand_strength_of_single_deals(benchmark, n_board):
    measure(benchmark, features.hand_strength, *deals(20_000, n_board), rows=20_000)


@pytest.mark.parametrize("n_board", [3, 4, 5])
def test_hand_strength_of_all_hands_on_boards(benchmark, n_board):
    holes, boards = range_on_boards(50, n_board)
    measure(benchmark, features.hand_strength, holes, boards, rows=len(holes))


@pytest.mark.parametrize(("n_board", "rows"), [(3, 20), (4, 500)])
def test_river_strength_of_single_deals(benchmark, n_board, rows):
    measure(benchmark, features.river_strength, *deals(rows, n_board), rows=rows)


@pytest.mark.parametrize(("n_board", "boards"), [(3, 1), (4, 10)])
def test_river_strength_of_all_hands_on_boards(benchmark, n_board, boards):
    holes, rows = range_on_boards(boards, n_board)
    measure(benchmark, features.river_strength, holes, rows, rows=len(holes))
