"""Hole cards and boards up to suits, numbered without gaps: the canonical index and its inverse.

Two deals are of one class if a change of suits, and of the order within the hole cards and within the flop, turns one
into the other. The turn and the river card are told from the flop, as whoever plays sees them come: there are 169
classes of hole cards, 1,286,792 with a flop, 55,190,538 with a turn and 2,428,287,420 with a river. With
``streets=False`` the board is one set of cards, whichever came when: 13,960,050 classes with four cards, 123,156,254
with five. Boards alone have classes too: 1,755 flops. The idea is that of K. Waugh, "A fast and optimal hand
isomorphism algorithm" (AAAI workshop on computer poker, 2013).

The scheme. A suit's *share* is its ranks among the hole cards, the flop, the turn and the river. How many it has of
each, suit by suit in ascending order, is the deal's *layout*; each layout has a block of indices. Within a layout a
share is one number: its hole ranks as a set among 13, its flop ranks among those left, and so on. Shares of equal sizes
can change places, so they count as a multiset, sum of C(share + i - 1, i) over the ascending shares; different sizes
are digits of a number of mixed radix. Every term depends on one share alone: the index is the block's start and a sum
of four.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.errors import OptionError
from equity.features.arrays import fill_rows, read_boards, read_rows
from equity.numbers import as_int, count_threads
from equity.parallel import run_chunks

__all__ = ["canonical_cards", "canonical_index", "class_count", "class_size"]

_CHUNK = 1 << 16  # classes a task for a thread
_BOARDS = (0, 3, 4, 5)


def canonical_index(
    holes: ArrayLike | None,
    boards: ArrayLike = "",
    *,
    streets: bool = True,
    check: bool = True,
    threads: int | None = 1,
) -> NDArray[np.uint64]:
    """Return the number of the class, up to suits, of hole cards and board.

    Parameters
    ----------
    holes : array_like or None
        Card indices, shape (..., 2), or text; None for boards alone.
    boards : array_like, optional
        Card indices, shape (..., 0), (..., 3), (..., 4) or (..., 5), or text; broadcast against `holes`. Three cards
        are the flop, then turn and river.
    streets : bool, optional
        Tell the turn and the river card from the flop; if False the board is one set of cards.
    check : bool, optional
        Look for repeated cards.
    threads : int, optional
        Threads for large arrays; None for one per core.

    Returns
    -------
    uint64 array
        From 0 to `class_count` less one.

    Raises
    ------
    CardError
        If shapes, indices or cards are wrong; the message names the first such row.

    Examples
    --------
    >>> canonical_index(["AsKs", "KhAh", "AsKh"], "Ts9s2d") == canonical_index("AhKh", "9hTh2c")
    array([ True, False, False])
    >>> int(canonical_index("AsKs")), int(canonical_index(None, "Ts9s2d"))
    (77, 741)
    """
    from equity.kernels.features.classes import DEALS, fill_indices  # late: Numba is loaded with the first kernel

    counts = _BOARDS if holes is not None else _BOARDS[1:]
    if holes is None:
        rows = read_boards(boards, check=check, counts=counts)
    else:
        rows = read_rows(holes, boards, check=check, counts=counts)
    deal = _parts(rows.boards.shape[1], holes is not None, streets)
    indices = rows.empty(np.uint64)

    def fill(*arrays: NDArray[Any]) -> None:
        fill_indices(arrays[0], arrays[1], DEALS[deal][0], deal[1], arrays[2])

    fill_rows(rows, fill, indices, threads=threads)
    found: NDArray[np.uint64] = rows.shaped(indices)
    return found


def canonical_cards(
    index: ArrayLike, n_board: int, *, holes: bool = True, streets: bool = True, threads: int | None = 1
) -> NDArray[np.uint8]:
    """Return the cards of the first member of classes: the inverse of `canonical_index`.

    Parameters
    ----------
    index : array_like of int
        Numbers of classes, from 0 to `class_count` less one.
    n_board : int
        Cards on the board: 0, 3, 4 or 5.
    holes : bool, optional
        False for classes of boards alone.
    streets : bool, optional
        As for `canonical_index`.
    threads : int, optional
        Threads for large arrays; None for one per core.

    Returns
    -------
    uint8 array, shape (..., 2 + n_board), or (..., n_board) without `holes`
        Hole cards, then the board; hole cards and flop in descending order.

    Raises
    ------
    OptionError
        If an index is out of range, or `n_board` is not 0, 3, 4 or 5; the message names the first such index.

    Examples
    --------
    >>> from equity.cards import cards_text
    >>> cards_text(canonical_cards(77, 0).tolist()), cards_text(canonical_cards(0, 3, holes=False).tolist())
    ('AsKs', '4s3s2s')
    """
    return _members(index, n_board, holes, streets, threads)[0]


def class_size(
    index: ArrayLike, n_board: int, *, holes: bool = True, streets: bool = True, threads: int | None = 1
) -> NDArray[np.uint8]:
    """Return how many deals are of each class: 4 to 24 where all cards differ in role, fewer where suits are alike.

    Parameters
    ----------
    index, n_board, holes, streets, threads
        As for `canonical_cards`.

    Raises
    ------
    OptionError
        As `canonical_cards`.

    Examples
    --------
    >>> class_size(range(1755), 3, holes=False).sum()  # all flops
    np.uint64(22100)
    """
    return _members(index, n_board, holes, streets, threads)[1]


def class_count(n_board: int, *, holes: bool = True, streets: bool = True) -> int:
    """Return how many classes there are.

    Parameters
    ----------
    n_board, holes, streets
        As for `canonical_cards`.

    Raises
    ------
    OptionError
        If `n_board` is not 0, 3, 4 or 5, or 0 without `holes`.

    Examples
    --------
    >>> [class_count(n) for n in (0, 3, 4, 5)]
    [169, 1286792, 55190538, 2428287420]
    >>> class_count(3, holes=False), class_count(5, streets=False)
    (1755, 123156254)
    """
    from equity.kernels.features.classes import DEALS  # late: Numba is loaded with the first kernel

    return DEALS[_parts(n_board, holes, streets)][1]


def _parts(n_board: int, holes: bool, streets: bool) -> tuple[int, int, int, int]:
    """Return the numbers of hole, flop, turn and river cards."""
    board = as_int(n_board)
    if board not in (_BOARDS if holes else _BOARDS[1:]):
        wanted = "0, 3, 4 or 5" if holes else "3, 4 or 5"
        raise OptionError(f"n_board (cards on the board) must be {wanted}, got {n_board!r:.60}")
    flop = min(board, 3) if streets else board
    return 2 if holes else 0, flop, int(board > flop), int(board > flop + 1)


def _members(
    index: ArrayLike, n_board: int, holes: bool, streets: bool, threads: int | None
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return first members and numbers of members of classes."""
    from equity.kernels.features.classes import DEALS, fill_members  # late: Numba is loaded with the first kernel

    deal = _parts(n_board, holes, streets)
    number, classes = DEALS[deal]
    given = np.asarray(index)
    if not np.issubdtype(given.dtype, np.integer) and given.size:
        raise OptionError(f"an index of a class is a whole number, got {given.dtype} values")
    wrong = (given < 0) | (given >= classes)
    if wrong.any():
        row = int(wrong.argmax())
        raise OptionError(f"an index of these classes is 0 to {classes - 1}, got {given.reshape(-1)[row]} in row {row}")
    indices = np.ascontiguousarray(given, np.uint64).reshape(-1)
    cards, sizes = np.empty((len(indices), sum(deal)), np.uint8), np.empty(len(indices), np.uint8)

    def run(first: int) -> None:
        part = slice(first, first + _CHUNK)
        fill_members(indices[part], number, np.array(deal, np.int64), cards[part], sizes[part])

    for _ in run_chunks(run, range(0, len(indices), _CHUNK), threads=count_threads(threads)):
        pass
    return cards.reshape(*given.shape, sum(deal)), sizes.reshape(given.shape)[()]
