"""Seven cards to a value: one call per hand, and an array of hands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import numpy as np

import equity
from bench.peers.comparison import Comparison, Pair
from bench.rounds import Side
from equity.cards import card_name

ONE = "one hand per call"
MANY = "many hands"
ROWS = 1_000_000
HANDS = 2_000


@cache
def rows() -> np.ndarray:
    random = np.random.default_rng(1).random((ROWS // 10, 52))
    return np.tile(np.argsort(random, axis=1)[:, :7].astype(np.uint8), (10, 1))


def few() -> list[tuple[int, ...]]:
    return [tuple(row) for row in rows()[:HANDS].tolist()]


def one_at_a_time() -> Side:
    hands = few()
    return Side(lambda: [equity.evaluate(hand) for hand in hands], HANDS)


def as_array() -> Side:
    equity.evaluate_many(np.tile(rows(), (3, 1)))  # from two millions on kernels are loaded, and used from then on
    return Side(lambda: equity.evaluate_many(rows(), threads=1), ROWS)


def check_order(theirs: list[int], *, low_wins: bool) -> None:
    """Insist that both order the same hands alike."""
    ours = equity.evaluate_many(rows()[: len(theirs)]).astype(np.int64)
    other = np.array(theirs, np.int64) * (-1 if low_wins else 1)
    order = np.lexsort((other, ours))
    assert (np.sign(np.diff(ours[order])) == np.sign(np.diff(other[order]))).all()


def phevaluator_public() -> Side:
    from phevaluator import evaluate_cards

    hands = few()
    return Side(lambda: [evaluate_cards(*hand) for hand in hands], HANDS)


def phevaluator() -> Side:
    from phevaluator._pheval import evaluate_7cards  # its C function, which its public call wraps

    hands = few()
    check_order([evaluate_7cards(*hand) for hand in hands], low_wins=True)
    return Side(lambda: [evaluate_7cards(*hand) for hand in hands], HANDS)


def eval7() -> Side:
    import eval7 as peer

    deck = [peer.Card(card_name(card)) for card in range(52)]
    hands = [[deck[card] for card in hand] for hand in few()]
    return Side(lambda: [peer.evaluate(hand) for hand in hands], HANDS)


def treys() -> Side:
    import treys as peer

    deck = [peer.Card.new(card_name(card)) for card in range(52)]
    hands = [[deck[card] for card in hand] for hand in few()]
    judge = peer.Evaluator()
    check_order([judge.evaluate(hand[:2], hand[2:]) for hand in hands], low_wins=True)
    return Side(lambda: [judge.evaluate(hand[:2], hand[2:]) for hand in hands], HANDS)


def pokerfast() -> Side:
    from pokerfast.equity import evaluate

    hands = [tuple(card_name(card) for card in hand) for hand in few()]
    return Side(lambda: evaluate(hands), HANDS)


def poker_equity() -> Side:
    from poker_equity import score_batch

    hands = ["".join(card_name(card) for card in hand) for hand in few()]
    return Side(lambda: score_batch("high", hands), HANDS)


PEERS = {
    "pokerfast": pokerfast, "eval7": eval7, "poker-equity": poker_equity, "phevaluator": phevaluator, "treys": treys,
}  # fmt: skip

ONE_BY_ONE = {"eval7": eval7, "treys": treys, "phevaluator": phevaluator_public}


def pair(ours: Callable[[], Side], theirs: Callable[[], Side]) -> Pair:
    return ours(), theirs()


COMPARISONS = [
    *(Comparison("evaluator", MANY, name, partial(pair, as_array, peer)) for name, peer in PEERS.items()),
    *(Comparison("evaluator", ONE, name, partial(pair, one_at_a_time, peer)) for name, peer in ONE_BY_ONE.items()),
]
