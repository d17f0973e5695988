"""The ways to deal hole cards: tuples of combos that share no card, with their weights.

Rules of the file: NumPy only. Tuples come in blocks of bounded size, cut by the question alone, so that a question of
any size runs in little memory and gives the same bytes for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import COMBOS, combo_cards
from equity.odds.question.question import Question
from equity.odds.question.weights import whole_ranges
from equity.tables import CARD_MASKS

__all__ = [
    "COMBO_CARDS",
    "Seats",
    "Tuples",
    "add_seat",
    "count_symmetries",
    "deal_tuples",
    "merge_suits",
    "seat_weights",
    "sort_columns",
]

COMBO_CARDS: NDArray[np.uint8] = np.array([combo_cards(combo) for combo in range(COMBOS)], np.uint8)
_COMBO_PAIRS = COMBO_CARDS.view(np.uint16)[:, 0]  # both cards as one number, five times as quick to look up
_COMBO_MASKS: NDArray[np.uint64] = CARD_MASKS[COMBO_CARDS[:, 0]] | CARD_MASKS[COMBO_CARDS[:, 1]]
_BLOCK = 1 << 19  # rows of one block before conflicts are taken out
_PLAYER_BITS = 11  # 1326 < 2 ** 11
_PLAYERS_A_WORD = 5


@dataclass(frozen=True)
class Seats:
    """Each player's live combos and weights as arrays, whole numbers where all weights are.

    Attributes
    ----------
    combos : tuple of int64 arrays
    weights : tuple of int64 or float64 arrays, all of one kind
    scale : int
        Product of the factors that made the weights whole.
    """

    combos: tuple[NDArray[np.int64], ...]
    weights: tuple[NDArray[np.int64] | NDArray[np.float64], ...]
    scale: int

    def dense(self) -> NDArray[np.float64]:
        """Return each player's weights of all 1,326 combos, shape (P, 1326)."""
        weights = np.zeros((len(self.combos), COMBOS))
        for own, combos, given in zip(weights, self.combos, self.weights, strict=True):
            own[combos] = given
        return weights


@dataclass(frozen=True)
class Tuples:
    """Rows of compatible combos, one column per player, and how much each row counts."""

    combos: NDArray[np.int64]
    weights: NDArray[np.int64] | NDArray[np.float64]

    @property
    def cards(self) -> NDArray[np.uint8]:
        """The rows as card indices, shape (T, P, 2)."""
        return _COMBO_PAIRS[self.combos].view(np.uint8).reshape(*self.combos.shape, 2)

    @property
    def masks(self) -> NDArray[np.uint64]:
        """The cards of each row as a bit mask, shape (T,)."""
        none = np.zeros(len(self.combos), np.uint64)
        return reduce(np.bitwise_or, _COMBO_MASKS[self.combos.T], none)  # column by column: quicker


def seat_weights(question: Question) -> Seats:
    """Return the live combos of a question as arrays.

    Examples
    --------
    >>> seats = seat_weights(Question.parse(["AA:0.5,KK", "QQ"]))
    >>> seats.weights[0].tolist(), seats.scale
    ([2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1], 2)
    """
    arrays = {id(player): np.fromiter(player, np.int64, len(player)) for player in question.different}
    combos = tuple(arrays[id(player)] for player in question.live)
    if question.unweighted:
        return Seats(combos, tuple(np.ones(len(player), np.int64) for player in question.live), 1)
    whole = whole_ranges(question.live)
    if whole is None:
        return Seats(combos, tuple(np.array(list(player.values()), np.float64) for player in question.live), 1)
    columns, scale = whole
    return Seats(combos, tuple(np.array(weights, np.int64) for weights in columns), scale)


def deal_tuples(seats: Seats, *, block: int = _BLOCK) -> Iterator[Tuples]:
    """Yield every compatible tuple once, in blocks.

    Examples
    --------
    >>> seats = seat_weights(Question.parse(["AsKs,QcQd", "AsAd,2c2d"]))
    >>> [len(part.combos) for part in deal_tuples(seats)]
    [3]
    """
    yield from _deal_rest(seats, Tuples(np.zeros((1, 0), np.int64), np.ones_like(seats.weights[0][:1])), block)


def _deal_rest(seats: Seats, rows: Tuples, block: int) -> Iterator[Tuples]:
    """Deal the seats that `rows` lack: all at once where that fits a block, else in slices of the rows."""
    size, player = rows.combos.shape
    if not size:
        return
    if player == len(seats.combos):
        yield rows
        return
    step = max(1, block // len(seats.combos[player]))
    for start in range(0, size, step):
        part = Tuples(rows.combos[start : start + step], rows.weights[start : start + step])
        yield from _deal_rest(seats, add_seat(part, seats.combos[player], seats.weights[player]), block)


def add_seat(rows: Tuples, combos: NDArray[np.int64], weights: NDArray[np.int64] | NDArray[np.float64]) -> Tuples:
    """Deal one more seat: every row with each of the seat's combos that fits it.

    Examples
    --------
    >>> seats = seat_weights(Question.parse(["AsAd,KsKd", "AsKs,QcQd"]))
    >>> [part] = deal_tuples(Seats(seats.combos[:1], seats.weights[:1], 1))
    >>> len(add_seat(part, seats.combos[1], seats.weights[1]).combos)
    2
    """
    i, j = np.nonzero((rows.masks[:, None] & _COMBO_MASKS[combos]) == 0)
    return Tuples(np.column_stack((rows.combos[i], combos[j])), rows.weights[i] * weights[j])


@cache
def _suit_maps() -> dict[tuple[int, ...], NDArray[np.int64]]:
    """Return for each permutation of the suits where it takes each combo."""
    cards = COMBO_CARDS.astype(np.int64)
    maps = {}
    for suits in permutations(range(4)):
        moved = 4 * (cards >> 2) + np.array(suits)[cards & 3]
        high, low = moved.max(axis=1), moved.min(axis=1)
        maps[suits] = high * (high - 1) // 2 + low
    return maps


@lru_cache(maxsize=64)
def _symmetries(board: tuple[int, ...], dead: tuple[int, ...]) -> tuple[NDArray[np.int64], ...]:
    """Return the maps of combos for suit permutations that leave board and dead cards as they are."""
    found = []
    for suits, combos in _suit_maps().items():
        moved = [{4 * (card >> 2) + suits[card & 3] for card in cards} for cards in (board, dead)]
        if moved == [set(board), set(dead)]:
            found.append(combos)
    return tuple(found)


def count_symmetries(board: Sequence[int], dead: Sequence[int], combos: Sequence[int]) -> int:
    """Return how many permutations of the suits leave board, dead cards and each of these combos as they are.

    Examples
    --------
    >>> count_symmetries((), (), ()), count_symmetries((0, 5, 10), (), ())
    (24, 1)
    """
    return sum(all(moved[combo] == combo for combo in combos) for moved in _symmetries(tuple(board), tuple(dead)))


def merge_suits(tuples: Tuples, board: Sequence[int], dead: Sequence[int]) -> Tuples:
    """Return one tuple for all that differ only by a renaming of suits, with the sum of their weights.

    Examples
    --------
    >>> seats = seat_weights(Question.parse(["AKs", "QQ"]))
    >>> [part] = [merge_suits(part, (), ()) for part in deal_tuples(seats)]
    >>> sorted(part.weights.tolist())
    [12, 12]
    """
    maps = _symmetries(tuple(board), tuple(dead))
    if len(maps) == 1 or len(tuples.combos) == 1:
        return tuples
    best = _pack(tuples.combos)
    for combos in maps:
        packed = _pack(combos[tuples.combos])
        smaller = packed[0] < best[0]
        for word in range(1, len(best)):
            same = packed[:word] == best[:word]
            smaller |= same.all(axis=0) & (packed[word] < best[word])
        best = np.where(smaller, packed, best)
    order, new = sort_columns(best)
    starts = np.flatnonzero(new)
    return Tuples(tuples.combos[order[starts]], np.add.reduceat(tuples.weights[order], starts))


def sort_columns(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the order of columns, by their first rows first, and which of them then differ from the one before.

    Equal columns stay in their order. It takes a tenth of the time of `numpy.unique` of an axis, which sorts records.

    Examples
    --------
    >>> order, new = sort_columns(np.array([[2, 1, 2], [0, 5, 0]]))
    >>> order.tolist(), new.tolist()
    ([1, 0, 2], [True, True, False])
    """
    order = np.lexsort(rows[::-1])
    ordered = rows[:, order]
    new = np.ones(len(order), np.bool_)
    new[1:] = (ordered[:, 1:] != ordered[:, :-1]).any(axis=0)
    return order, new


def _pack(combos: NDArray[np.int64]) -> NDArray[np.int64]:
    """Write rows of combos as one or two whole numbers, which compare like the rows."""
    words = []
    for start in range(0, combos.shape[1], _PLAYERS_A_WORD):
        word = np.zeros(len(combos), np.int64)
        for player in range(start, min(start + _PLAYERS_A_WORD, combos.shape[1])):
            word = (word << _PLAYER_BITS) | combos[:, player]
        words.append(word)
    return np.array(words)
