"""Batches of ranges: equal questions are found, whatever suits they are in and in whatever order the players stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.odds.calculator import calculate
from equity.odds.exact.boards import renamed_combos
from equity.odds.question.question import Question
from equity.odds.question.result import EquityResult
from equity.ranges import Range

__all__ = ["Spots", "find_spots", "solve_spot"]

_RENAMINGS = tuple(permutations(range(4)))


@dataclass(frozen=True)
class Spots:
    """Which questions are the same.

    Attributes
    ----------
    firsts : list of int
        The first question of each kind.
    members : list of list of int
        All questions of each kind.
    orders : list of tuple of int
        For each question the player who stands at each place of the common form.
    kinds : list of int
        The kind of each question.
    """

    firsts: list[int]
    members: list[list[int]]
    orders: list[tuple[int, ...]]
    kinds: list[int]

    def rows_of(self, kind: int) -> list[int]:
        """Return the questions of a kind."""
        return self.members[kind]

    def from_first(self, question: int) -> NDArray[np.int64]:
        """Return for each player of a question the player of the kind's first question who has the same figures."""
        order = self.orders[question]
        first = self.orders[self.firsts[self.kinds[question]]]
        found = np.empty(len(order), np.int64)
        for place, player in enumerate(order):
            found[player] = first[place]
        return found


class _Names:
    """Numbers for ranges under each renaming of the suits, the same number for the same weights."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._known: dict[int, tuple[Range, list[int]]] = {}  # the range is kept, so that its id stays its own

    def of(self, player: Range) -> list[int]:
        found = self._known.get(id(player))
        if found is None:
            weights = player.weights
            found = player, [self._number(weights[renamed_combos(names)]) for names in _RENAMINGS]
            self._known[id(player)] = found
        return found[1]

    def _number(self, weights: NDArray[np.float64]) -> int:
        digest = blake2b(weights.tobytes(), digest_size=16).digest()
        return self._numbers.setdefault(digest, len(self._numbers))


def find_spots(questions: Sequence[tuple[int, Question]]) -> Spots:
    """Return which of some questions are the same.

    Examples
    --------
    >>> texts = [["AKs", "QQ"], ["QQ", "AKs"], ["AKs", "QQ"]]
    >>> boards = ["2c7dTh", "2s7hTd", "2c7dTc"]
    >>> found = find_spots([(i, Question.parse(t, board=b)) for i, (t, b) in enumerate(zip(texts, boards))])
    >>> found.kinds, found.from_first(1).tolist()
    ([0, 0, 1], [1, 0])
    """
    names = _Names()
    kinds_by_key: dict[Any, int] = {}
    spots = Spots([], [], [], [])
    for i, (_, question) in enumerate(questions):
        key, order = _key(question, names)
        kind = kinds_by_key.setdefault(key, len(kinds_by_key))
        if kind == len(spots.firsts):
            spots.firsts.append(i)
            spots.members.append([])
        spots.members[kind].append(i)
        spots.orders.append(order)
        spots.kinds.append(kind)
    return spots


def _key(question: Question, names: _Names) -> tuple[Any, tuple[int, ...]]:
    """Return what all forms of a question have in common, and the order of its players there."""
    numbers = [names.of(player) for player in question.ranges]
    best: Any = None
    players: tuple[int, ...] = ()
    for i, renaming in enumerate(_RENAMINGS):
        back = [renaming.index(suit) for suit in range(4)]  # what held the renamed combo now holds the combo
        own = [row[i] for row in numbers]
        order = tuple(sorted(range(len(own)), key=own.__getitem__))
        known = (
            tuple(sorted(card & ~3 | back[card & 3] for card in cards)) for cards in (question.board, question.dead)
        )
        key = (*known, tuple(own[player] for player in order))
        if best is None or key < best:
            best, players = key, order
    return best, players


def solve_spot(question: Question, options: dict[str, Any], seed: int, threads: int | None) -> EquityResult:
    """Answer one question as `equity.calculate` does.

    Examples
    --------
    >>> solve_spot(Question.parse(["AKs", "QQ"]), {}, 1, None).total
    41095296
    """
    return calculate(question.ranges, board=question.board, dead=question.dead, seed=seed, threads=threads, **options)
