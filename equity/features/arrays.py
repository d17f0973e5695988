"""Arrays of cards as callers give them: read, broadcast, checked, and worked on in chunks.

Rules of the file: everything public in this room reads its cards here, so one rule holds for all: what may be given,
how it broadcasts, which row an error names. NumPy; a kernel only looks for repeated cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.cards import CARDS, card_name, cards_text, parse_cards
from equity.errors import CardError
from equity.numbers import count_threads
from equity.parallel import run_chunks

__all__ = ["Rows", "fill_rows", "read_boards", "read_rows", "run_by_board"]

_CHUNK = 1 << 16  # rows a task for a thread
_BOARD_CHUNK = 1 << 9  # and where rows cost up to some milliseconds each


@dataclass(frozen=True)
class Rows:
    """Rows of cards, one after the other.

    Attributes
    ----------
    holes : uint8 array, shape (N, 2), or (N, 0) for boards alone
    boards : uint8 array, shape (N, n)
    shape : tuple of int
        The leading dimensions that the answers get; N is their product.
    """

    holes: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    shape: tuple[int, ...]

    def empty(self, dtype: Any, *more: int) -> NDArray[Any]:
        """Return an array with a row for each of ours, to be filled."""
        return np.empty((len(self.boards), *more), dtype)

    def zeros(self, dtype: Any, *more: int) -> NDArray[Any]:
        """Return an array with a row for each of ours, to be added to."""
        return np.zeros((len(self.boards), *more), dtype)

    def shaped(self, answers: NDArray[Any]) -> Any:
        """Return answers in the leading dimensions that the caller's cards have; a scalar where there are none."""
        return answers.reshape(self.shape + answers.shape[1:])[()]


def read_rows(holes: ArrayLike, boards: ArrayLike, *, check: bool = True, counts: tuple[int, ...] = (3, 4, 5)) -> Rows:
    """Return hole cards and boards as rows, broadcast against each other.

    Raises
    ------
    CardError
        If shapes do not fit, a card is out of range, or (with `check`) a row has a card twice; names the first row.
    """
    first, second = _as_cards(holes, "hole cards", (2,)), _as_cards(boards, "a board", counts)
    try:
        shape = np.broadcast_shapes(first.shape[:-1], second.shape[:-1])
    except ValueError:
        raise CardError(
            f"hole cards of shape {first.shape} and boards of shape {second.shape} do not broadcast: their leading "
            f"dimensions {first.shape[:-1]} and {second.shape[:-1]} must be equal, or 1"
        ) from None
    return _checked(Rows(_spread(first, shape), _spread(second, shape), shape), check)


def read_boards(boards: ArrayLike, *, check: bool = True, counts: tuple[int, ...] = (3, 4, 5)) -> Rows:
    """Return boards alone as rows."""
    array = _as_cards(boards, "a board", counts)
    shape = array.shape[:-1]
    flat = _spread(array, shape)
    return _checked(Rows(flat[:, :0], flat, shape), check)


def fill_rows(rows: Rows, fill: Callable[..., None], *arrays: NDArray[Any], threads: int | None = 1) -> None:
    """Call ``fill(holes, boards, *arrays)`` on chunks of all of them, on threads."""

    def run(first: int) -> None:
        chunk = slice(first, first + _CHUNK)
        fill(rows.holes[chunk], rows.boards[chunk], *(array[chunk] for array in arrays))

    for _ in run_chunks(run, range(0, len(rows.boards), _CHUNK), threads=count_threads(threads)):
        pass


def run_by_board(rows: Rows, fill: Callable[..., None], *arrays: NDArray[Any], threads: int | None = 1) -> None:
    """Call ``fill(order, holes, boards, *arrays)``, where the order puts rows of one board together; on threads.

    Each call has some of the boards, all rows of each.
    """
    boards = np.sort(rows.boards, axis=1)
    keys = np.zeros(len(boards), np.int64)
    for column in boards.T:
        keys = 64 * keys + column
    order = np.argsort(keys, kind="stable")
    begins = np.flatnonzero(np.diff(keys[order], prepend=-1))
    ends = begins[np.flatnonzero(np.diff(begins // _BOARD_CHUNK, prepend=-1))]
    bounds = [*ends.tolist(), len(order)]

    def run(at: int) -> None:
        fill(order[bounds[at] : bounds[at + 1]], rows.holes, boards, *arrays)

    for _ in run_chunks(run, range(len(bounds) - 1), threads=count_threads(threads)):
        pass


def _spread(array: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return rows that a kernel may take as it takes all others: Numba compiles for read-only arrays once more."""
    whole = array if array.shape[:-1] == shape else np.broadcast_to(array, (*shape, array.shape[-1]))
    rows = np.require(whole, requirements=["C", "W"])
    return rows.reshape(-1 if array.shape[-1] else int(np.prod(shape)), array.shape[-1])


def _as_cards(cards: ArrayLike, what: str, counts: tuple[int, ...]) -> NDArray[np.uint8]:
    """Return card indices as uint8, every one below 52."""
    if isinstance(cards, str) and not cards:
        cards = np.empty(0, np.uint8)
    try:
        array = np.asarray(cards)
    except ValueError:  # rows of different lengths
        raise CardError(f"every row must have the same number of cards; {what} had not") from None
    if array.dtype.kind == "U":
        array = _read_texts(array, what)
    if not array.size and array.dtype.kind == "f":  # an empty list
        array = array.astype(np.uint8)
    if not np.issubdtype(array.dtype, np.integer):
        raise CardError(f"cards must be integers (indices 0 to 51) or text, got {array.dtype} values for {what}")
    if array.ndim < 1 or array.shape[-1] not in counts:
        wanted = " or ".join(f"(..., {count})" for count in counts)
        raise CardError(f"{what} must have shape {wanted}, got {array.shape}")
    if array.size and not 0 <= array.min() <= array.max() < CARDS:
        rows = array.reshape(-1, array.shape[-1])
        row = int(((rows < 0) | (rows >= CARDS)).any(axis=1).argmax())
        card = next(int(card) for card in rows[row] if not 0 <= card < CARDS)
        raise CardError(f"a card index is 0 (2c) to 51 (As), got {card} in row {row} of {what}")
    return array.astype(np.uint8, copy=False)


def _read_texts(texts: NDArray[np.str_], what: str) -> NDArray[np.uint8]:
    """Return the cards of texts, one row each."""
    rows: list[tuple[int, ...]] = []
    for i, text in enumerate(texts.reshape(-1).tolist()):
        try:
            rows.append(parse_cards(text))
        except CardError as error:
            raise CardError(f"row {i} of {what}: {error}") from None
        if len(rows[i]) != len(rows[0]):
            raise CardError(f"row {i} of {what}: {text!r} is {len(rows[i])} cards, row 0 has {len(rows[0])}")
    return np.array(rows, np.uint8).reshape(*texts.shape, len(rows[0]) if rows else 0)


def _checked(rows: Rows, check: bool) -> Rows:
    if check:
        from equity.kernels.features.rows import find_repeated  # late: Numba is loaded with the first kernel

        row = int(find_repeated(rows.holes, rows.boards))
        if row >= 0:
            cards = [*rows.holes[row].tolist(), *rows.boards[row].tolist()]
            twice = next(card for card in cards if cards.count(card) > 1)
            place = f" (index {tuple(map(int, np.unravel_index(row, rows.shape)))})" if len(rows.shape) > 1 else ""
            raise CardError(f"row {row}{place}: {cards_text(cards)!r}: {card_name(twice)} appears twice")
    return rows
