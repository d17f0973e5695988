"""The evaluator against the fastest peers that pip brings. Rates: hands in extra_info divided by the median.

Peers take one hand per call; none has an array form.
"""

from __future__ import annotations

import numpy as np
import pytest

import equity
from equity import evaluator
from equity.cards import card_name
from equity.kernels.cards.evaluate import count_categories

ROWS = 1_000_000
PEER_ROWS = 20_000


def random_rows(n: int, count: int = 7) -> np.ndarray:
    return np.argsort(np.random.default_rng(1).random((n, 52)), axis=1)[:, :count].astype(np.uint8)


def measure(benchmark, function, *args, hands: int):
    function(*args)  # compile outside the timed part
    benchmark.extra_info["unit"] = "hands/s"
    benchmark.extra_info["hands"] = hands
    benchmark(function, *args)


@pytest.mark.parametrize("count", [5, 6, 7])
def test_evaluate_many_rows(benchmark, count):
    equity.evaluate_many(random_rows(2_100_000, count))  # loads the kernels
    measure(benchmark, equity.evaluate_many, random_rows(ROWS, count), hands=ROWS)


def test_evaluate_many_rows_unchecked(benchmark):
    rows, values = random_rows(ROWS), np.zeros(ROWS, np.uint16)
    measure(benchmark, evaluator._fill_compiled, rows, values, False, 1, hands=ROWS)


def test_evaluate_many_rows_numpy_only(benchmark):
    rows, values = random_rows(100_000), np.zeros(100_000, np.uint16)
    measure(benchmark, evaluator._fill_with_numpy, rows, values, True, hands=100_000)


def test_evaluate_one_hand(benchmark):
    hands = [tuple(row) for row in random_rows(1000).tolist()]
    measure(benchmark, lambda: [equity.evaluate(hand) for hand in hands], hands=1000)


def test_nested_loops(benchmark):
    """All hands whose highest card is the queen of hearts, in order."""
    counts = np.zeros(7463, np.int64)
    measure(benchmark, count_categories, 42, counts, hands=5_245_786)


def test_peer_phevaluator(benchmark):
    peer = pytest.importorskip("phevaluator._pheval")  # its C function, without the conversion of card objects
    hands = [tuple(row) for row in random_rows(PEER_ROWS).tolist()]
    measure(benchmark, lambda: [peer.evaluate_7cards(*hand) for hand in hands], hands=PEER_ROWS)


def test_peer_eval7(benchmark):
    peer = pytest.importorskip("eval7")
    deck = [peer.Card(card_name(card)) for card in range(52)]
    hands = [[deck[card] for card in row] for row in random_rows(PEER_ROWS).tolist()]
    measure(benchmark, lambda: [peer.evaluate(hand) for hand in hands], hands=PEER_ROWS)


def test_peer_treys(benchmark):
    treys = pytest.importorskip("treys")
    deck = [treys.Card.new(card_name(card)) for card in range(52)]
    hands = [[deck[card] for card in row] for row in random_rows(2000).tolist()]
    judge = treys.Evaluator()
    measure(benchmark, lambda: [judge.evaluate(hand[:2], hand[2:]) for hand in hands], hands=2000)
