"""The 22,100 flops, told apart only as far as two ranges can tell them, and what each looks like.

Rules of the file: flops and boards alone, no hands. Flops that differ by a renaming of suits which changes neither
range are of one *kind*: 1,755 kinds for ranges without suits in them, up to 22,100 for others. A kind is shown by the
member that comes first when cards are written from the highest down, spades before hearts, diamonds and clubs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from equity.cards import CARDS, RANKS
from equity.features import texture
from equity.odds.exact.boards import choose
from equity.parallel import run_chunks

__all__ = [
    "ALL_RENAMINGS",
    "TEXTURES",
    "FlopKinds",
    "flop_kinds",
    "full_boards",
    "renamed_flops",
    "sweep_full_boards",
    "textures_of",
]

_FLOPS, _BOARDS = comb(CARDS, 3), comb(CARDS, 5)
ALL_RENAMINGS = tuple(permutations(range(4)))
# what a flop can be called, by what one looks at; straights are those that two hole cards can make
TEXTURES: dict[str, tuple[str, ...]] = {
    "suits": ("rainbow", "two-tone", "monotone"),
    "pairing": ("unpaired", "paired", "trips"),
    "straights": ("none", "one", "two", "three"),
    "high card": tuple(reversed(RANKS)),
}


@dataclass(frozen=True)
class FlopKinds:
    """Kinds of flops, in the order in which they are shown: aces first.

    Attributes
    ----------
    boards : uint8 array, shape (F, 3)
        The flop that stands for the kind, cards from the highest down.
    count : int64 array, shape (F,)
        How many of the 22,100 flops are of the kind.
    kinds : int32 array, shape (22100,)
        The kind of the flop a < b < c, numbered ``C(c, 3) + C(b, 2) + a``.
    """

    boards: NDArray[np.uint8]
    count: NDArray[np.int64]
    kinds: NDArray[np.int32]


@lru_cache(maxsize=4)
def flop_kinds(renamings: tuple[tuple[int, ...], ...] = ALL_RENAMINGS) -> FlopKinds:
    """Return the kinds of flops under a group of renamings of the suits.

    Examples
    --------
    >>> found = flop_kinds()
    >>> len(found.boards), int(found.count.sum()), found.boards[:2].tolist()  # AsAhAd, AsAhKs
    (1755, 22100, [[51, 50, 49], [51, 50, 47]])
    """
    flops = choose(CARDS, 3).astype(np.int64)
    places = np.zeros(_FLOPS, np.int64)  # the place of the kind's first member, as a number that grows with its cards
    for names in renamings:
        places = np.maximum(places, renamed_flops(flops, names) @ np.array([1, CARDS, CARDS * CARDS]))
    shown, kinds, count = np.unique(-places, return_inverse=True, return_counts=True)
    cards = np.column_stack([-shown // CARDS**2, -shown // CARDS % CARDS, -shown % CARDS])
    return FlopKinds(cards.astype(np.uint8), count.astype(np.int64), kinds.astype(np.int32))


def renamed_flops(flops: NDArray[np.int64], names: tuple[int, ...]) -> NDArray[np.int64]:
    """Return flops with their suits renamed, cards ascending; shape (F, 3).

    Examples
    --------
    >>> renamed_flops(np.array([[3, 4, 8]]), (3, 1, 2, 0)).tolist()  # 2s3c4c becomes 2c3s4s
    [[0, 7, 11]]
    """
    return np.sort(flops & ~3 | np.array(names)[flops & 3], axis=1)


def full_boards(renamings: tuple[tuple[int, ...], ...]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return one full board of each kind under a group of renamings of the suits, and how many are of the kind.

    Returns
    -------
    uint8 array, shape (N, 5), ascending cards; float64 array, shape (N,)

    Examples
    --------
    >>> boards, repeats = full_boards(ALL_RENAMINGS)
    >>> len(boards), int(repeats.sum())
    (134459, 2598960)
    """
    from equity.kernels.equities.flops import list_boards_of_kinds  # late: Numba is loaded with the first kernel

    boards, repeats = np.empty((_BOARDS, 5), np.uint8), np.empty(_BOARDS)
    found = list_boards_of_kinds(np.array(renamings), boards, repeats)
    return boards[:found], repeats[:found]


def sweep_full_boards(
    add: Callable[[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]], object],
    renamings: tuple[tuple[int, ...], ...],
    shape: tuple[int, int],
    *,
    chunks: int,
    threads: int | None,
    on_progress: Callable[[int, int], object] | None,
) -> NDArray[np.float64]:
    """Return what ``add(boards, repeats, counts)`` adds to counts of a shape over all full boards, on threads.

    Counts are added up chunk by chunk in order, so that they are the same for any number of threads; more chunks hear
    an interrupt sooner.
    """
    boards, repeats = full_boards(renamings)
    step = -(-len(boards) // chunks)

    def sweep(start: int) -> NDArray[np.float64]:
        counts = np.zeros(shape)
        add(boards[start : start + step], repeats[start : start + step], counts)
        return counts

    starts = range(0, len(boards), step)
    total = np.zeros(shape)
    for done, counts in enumerate(run_chunks(sweep, starts, threads=threads), 1):
        total += counts
        if on_progress is not None:
            on_progress(done, len(starts))
    return total


def textures_of(boards: NDArray[np.uint8]) -> dict[str, NDArray[np.int64]]:
    """Return the texture of flops as indices into the words of `TEXTURES`; see `equity.features.texture`.

    Parameters
    ----------
    boards : uint8 array, shape (F, 3)

    Examples
    --------
    >>> found = textures_of(np.array([[51, 47, 43]], np.uint8))  # AsKsQs
    >>> {name: TEXTURES[name][index[0]] for name, index in found.items()}
    {'suits': 'monotone', 'pairing': 'unpaired', 'straights': 'one', 'high card': 'A'}
    """
    found = texture(boards, check=False)
    words = {
        "suits": found.suited - 1,
        "pairing": np.minimum(found.pairing, 2),  # of three cards: trips are the third kind
        "straights": found.straights,
        "high card": 12 - found.high,
    }
    return {name: index.astype(np.int64) for name, index in words.items()}
