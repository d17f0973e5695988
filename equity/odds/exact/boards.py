"""All boards a question can end with, each kind once.

Boards that differ only by a renaming of suits count the same, provided the renaming leaves the known cards and every
player's weights as they are. Ranges without suits in them (``22+``, ``15%``) allow many renamings: the 2,598,960 boards
of a full deck are then 134,459 kinds. Which renamings hold is checked, never assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from equity.cards import COMBOS, combo_cards, combo_index
from equity.tables import CARD_MASKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from equity.odds.question.question import Question

__all__ = ["Boards", "average_renamed", "choose", "count_boards", "list_boards", "suit_renamings"]

_LANE = np.uint64(0x1FFF)
_IDENTITY = (0, 1, 2, 3)


@dataclass(frozen=True)
class Boards:
    """Full boards and how many each one stands for.

    Attributes
    ----------
    boards : uint8 array, shape (N, 5)
    repeats : float64 array, shape (N,)
    renamings : tuple of suit permutations
        Those that make the boards of one kind equal; only the identity if every board stands for itself.
    """

    boards: NDArray[np.uint8]
    repeats: NDArray[np.float64]
    renamings: tuple[tuple[int, ...], ...] = (_IDENTITY,)


def suit_renamings(question: Question) -> tuple[tuple[int, ...], ...]:
    """Return the permutations of suits that change neither the known cards nor anybody's weights.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> suit_renamings(Question.parse(["AKs", "22+"], board="2s7sTh"))  # clubs and diamonds change places
    ((0, 1, 2, 3), (1, 0, 2, 3))
    """
    ranges = [dense_weights(live) for live in question.live]
    board, dead = set(question.board), set(question.dead)
    return tuple(
        names
        for names in permutations(range(4))
        if board == {_rename(card, names) for card in board}
        and dead == {_rename(card, names) for card in dead}
        and all(np.array_equal(weights, weights[renamed_combos(names)]) for weights in ranges)
    )


def dense_weights(combos: Mapping[int, float]) -> NDArray[np.float64]:
    """Return 1,326 weights from a mapping of combos.

    Examples
    --------
    >>> dense_weights({0: 1.0, 3: 0.5})[:5].tolist()
    [1.0, 0.0, 0.0, 0.5, 0.0]
    """
    weights = np.zeros(COMBOS)
    weights[list(combos)] = list(combos.values())
    return weights


def _rename(card: int, names: Sequence[int]) -> int:
    return card & ~3 | names[card & 3]


@cache
def renamed_combos(names: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the number of every combo after its suits are renamed, shape (1326,).

    Examples
    --------
    >>> renamed_combos((1, 0, 2, 3))[:3].tolist()
    [0, 2, 1]
    """
    pairs = (combo_cards(combo) for combo in range(COMBOS))
    return np.array([combo_index(_rename(high, names), _rename(low, names)) for high, low in pairs])


def average_renamed(
    combos: NDArray[np.int64], counts: NDArray[np.float64], renamings: tuple[tuple[int, ...], ...]
) -> NDArray[np.float64]:
    """Return each combo's own counts from counts over one board of each kind: the mean over the renamings.

    Parameters
    ----------
    combos : int64 array, shape (K,)
    counts : float64 array, shape (K, ...)
        What each combo collected over boards that stand for others.
    renamings : tuple of suit permutations

    Examples
    --------
    >>> average_renamed(np.array([1, 2]), np.array([4.0, 0.0]), ((0, 1, 2, 3), (1, 0, 2, 3))).tolist()
    [2.0, 2.0]
    """
    if len(renamings) == 1:
        return counts
    full = np.zeros((COMBOS, *counts.shape[1:]))
    full[combos] = counts
    total = np.zeros_like(counts)
    for names in renamings:
        total += full[renamed_combos(names)[combos]]
    return total / len(renamings)


def count_boards(question: Question) -> int:
    """Return the number of ways to complete the board when nobody's hand is known.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> count_boards(Question.parse(["AA", "KK"], board="2s7sTh"))
    1176
    """
    return comb(len(question.deck), 5 - len(question.board))


def list_boards(
    question: Question, *, with_dead: bool = False, renamings: tuple[tuple[int, ...], ...] = (_IDENTITY,)
) -> Boards:
    """Return every board that completes the question's board.

    Parameters
    ----------
    question : Question
    with_dead : bool, optional
        List the boards the dead cards rule out instead: those with at least one of them.
    renamings : tuple of suit permutations, optional
        From `suit_renamings`, to list one board of each kind.

    Examples
    --------
    >>> from equity.odds.question.question import Question
    >>> list_boards(Question.parse(["AA", "KK"], board="2s7sTh")).boards.shape
    (1176, 5)
    """
    deck = np.array(question.deck, np.uint8)
    dealt = 5 - len(question.board)
    drawn = _with_dead(deck, question.dead, dealt) if with_dead else deck[choose(len(deck), dealt)]
    repeats = np.ones(len(drawn))
    if len(renamings) > 1:
        kinds, sizes = _kinds(drawn, renamings)
        drawn, repeats = drawn[kinds], sizes.astype(np.float64)
    boards = np.empty((len(drawn), 5), np.uint8)
    boards[:, : len(question.board)] = question.board
    boards[:, len(question.board) :] = drawn
    return Boards(boards, repeats, renamings)


def _with_dead(deck: NDArray[np.uint8], dead: Sequence[int], dealt: int) -> NDArray[np.uint8]:
    """Return all choices of `dealt` cards with at least one dead card: the dead ones first, then the rest."""
    blocks = []
    for count in range(1, min(dealt, len(dead)) + 1):
        rest = deck[choose(len(deck), dealt - count)]
        for cards in combinations(dead, count):
            block = np.empty((len(rest), dealt), np.uint8)
            block[:, :count] = cards
            block[:, count:] = rest
            blocks.append(block)
    return np.concatenate(blocks)


@lru_cache(maxsize=8)
def _choose_few(n: int, k: int) -> NDArray[np.uint8]:
    rows = _choose(n, k)
    rows.flags.writeable = False
    return rows


def choose(n: int, k: int) -> NDArray[np.uint8]:
    """Return all k-subsets of 0..n-1 as rows in ascending order of their highest number.

    Examples
    --------
    >>> choose(4, 2).tolist()
    [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]
    """
    return _choose_few(n, k) if k <= 2 else _choose(n, k)


def _choose(n: int, k: int) -> NDArray[np.uint8]:
    rows = np.empty((1, 0), np.uint8)
    for size in range(1, k + 1):
        below = [comb(top, size - 1) for top in range(size - 1, n)]  # subsets one smaller, all below `top`
        tops = np.repeat(np.arange(size - 1, n, dtype=np.uint8), below)
        rows = np.column_stack([np.concatenate([rows[:count] for count in below]), tops])
    return rows


def _kinds(drawn: NDArray[np.uint8], renamings: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the position of one row of each kind and the number of rows of the kind."""
    masks = np.zeros(len(drawn), np.uint64)
    for column in drawn.T:
        masks |= CARD_MASKS[column]
    least = masks
    for names in renamings:
        renamed = np.zeros_like(masks)
        for suit, name in enumerate(names):
            lane = (masks >> np.uint64(16 * suit)) & _LANE
            renamed |= lane << np.uint64(16 * name)
        least = np.minimum(least, renamed)
    _, first, sizes = np.unique(least, return_index=True, return_counts=True)
    return first, sizes
