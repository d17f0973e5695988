"""What a hand of five, six or seven cards is worth: one hand, or millions at once.

Rules of the file: it checks, converts and chooses where to compute. Small arrays are valued by NumPy, large ones by
kernels; Numba is loaded only then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from operator import index
from struct import Struct
from typing import TYPE_CHECKING, Any, TypeAlias

from equity.cards import CARDS, FULL_MASK, card_name, cards_text, parse_cards, to_mask
from equity.errors import CardError
from equity.numbers import count_threads, is_list
from equity.parallel import run_chunks
from equity.strengths import CATEGORIES, category, describe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["CATEGORIES", "best_five", "category", "describe", "evaluate", "evaluate_many"]

# Below these many hands NumPy answers sooner: loading Numba takes as long as valuing some millions of hands.
_COLD_HANDS = 2_000_000
_WARM_HANDS = 200
_BLOCK = 1 << 14  # hands a step in NumPy: its temporaries stay in the processor's cache
_CHUNK = 1 << 18  # hands a task for a thread
_FLUSH, _RANKS = 0x08080808 << 32, 0xFFFFFFFF  # the parts of a key, see `equity.tables`


def evaluate(cards: str | Sequence[str] | Sequence[int]) -> int:
    """Return the value of a hand of 5, 6 or 7 cards: 1 (7-5-4-3-2) to 7462 (royal flush), higher wins.

    Parameters
    ----------
    cards : str, sequence of str, or sequence of int
        Text such as ``"AsKsQsJsTs2d3c"``, card names, or card indices.

    Raises
    ------
    CardError
        If `cards` are not 5, 6 or 7 different cards.

    Examples
    --------
    >>> evaluate("AsKsQsJsTs2d3c"), evaluate([51, 47, 43, 39, 35])
    (7462, 7462)
    >>> evaluate("AsAh8h8c4d4s2c") > evaluate("KdQc8h8c4d4s2c")
    True
    """
    by_name, by_index = _spellings()
    try:
        if type(cards) is str:
            text = cards.encode()
            split, first, second, third, last, size, ranks = by_name[len(text)]
        elif type(cards) is tuple or type(cards) is list:
            text = bytes(cards)  # refuses names
            split, first, second, third, last, size, ranks = by_index[len(text)]
        else:
            return evaluate(_read(cards))
        a, b, c, d = split(text)
        key = first[a] + second[b] + third[c] + last[d]
    except (KeyError, TypeError, ValueError):  # written in another way, or wrong
        return evaluate(_read(cards))
    if (key >> 64).bit_count() != size:
        return evaluate(_read(cards))
    if key & _FLUSH:
        return _flush_value(key)
    return ranks[key & _RANKS]


def best_five(cards: str | Sequence[str] | Sequence[int]) -> tuple[int, ...]:
    """Return the five cards that make a hand's value: pairs and the like first, then from high to low.

    Examples
    --------
    >>> from equity.cards import cards_text
    >>> cards_text(best_five("2c 7h Ts 7d 3s Ac Th"))
    'TsTh7h7dAc'
    """
    hand = sorted(_read(cards), reverse=True)
    best = max(combinations(hand, 5), key=evaluate)
    ranks = [card >> 2 for card in best]
    wheel = sorted(ranks) == [0, 1, 2, 3, 12]
    return tuple(sorted(best, key=lambda c: (-ranks.count(c >> 2), wheel and c >> 2 == 12, -c)))


def evaluate_many(cards: ArrayLike, *, check: bool = True, threads: int | None = 1) -> NDArray[np.uint16]:
    """Return the value of every hand of an array.

    Parameters
    ----------
    cards : array_like
        Card indices of any integer type, shape (..., 5), (..., 6) or (..., 7), one hand along the last axis; or sets of
        5 to 7 cards as uint64 masks of any shape (bit ``16 * suit + rank``); or a list of texts, one per hand.
    check : bool, optional
        Look for repeated cards. Leave it out only for cards that were dealt: it costs a quarter of the speed on a Zen 4
        processor, and nothing that can be measured on an older Xeon.
    threads : int, optional
        Threads for large arrays; None for one per core.

    Returns
    -------
    uint16 array
        One value per hand, 1 to 7462, higher wins.

    Raises
    ------
    CardError
        If the shape, an index or a hand is wrong; the message names the first such hand.

    Examples
    --------
    >>> import numpy as np
    >>> evaluate_many(np.array([[51, 47, 43, 39, 35, 0, 5], [0, 5, 10, 15, 16, 28, 33]]))
    array([7462, 5855], dtype=uint16)
    >>> evaluate_many(np.array([0x1F00], np.uint64))
    array([7462], dtype=uint16)
    >>> evaluate_many(["AsKsQsJsTs2d3c", "7h5d4c3s2s"])
    array([7462,    1], dtype=uint16)
    """
    import numpy as np

    try:
        array = np.asarray(cards)
    except ValueError:  # rows of different lengths
        raise CardError("every hand must have the same number of cards; give hands of 5, 6 and 7 as masks") from None
    workers = count_threads(threads)
    if array.dtype.kind == "U":
        array = _read_texts(array)
    is_masks = array.dtype == np.uint64
    hands = _as_masks(array) if is_masks else _as_rows(array)
    values = np.empty(len(hands), np.uint16)
    if len(hands) < (_WARM_HANDS if "equity.kernels.cards.evaluate_arrays" in sys.modules else _COLD_HANDS):
        bad = _fill_with_numpy(hands, values, check)
    else:
        bad = _fill_compiled(hands, values, check, workers)
    if bad >= 0:
        _as_cards(array.reshape(hands.shape)[bad].tolist(), f"hand {bad}")
    return values.reshape(array.shape if is_masks else array.shape[:-1])


def _read(cards: str | Sequence[str] | Sequence[int]) -> tuple[int, ...]:
    hand = parse_cards(cards, where="the hand") if isinstance(cards, str) else _as_cards(cards)
    if not 5 <= len(hand) <= 7:
        hint = f"; for starting hands use calculate([{cards_text(hand)!r}])" if len(hand) == 2 else ""
        raise CardError(f"evaluate needs 5, 6 or 7 cards, got {len(hand)}{hint}")
    return hand


def _as_cards(cards: Iterable[int] | Iterable[str], where: str = "the hand") -> tuple[int, ...]:
    try:
        hand = tuple(map(index, cards))  # type: ignore[arg-type]  # text is refused by index
    except TypeError:
        names = list(cards) if is_list(cards) else []
        if names and all(isinstance(name, str) for name in names):
            return parse_cards(",".join(map(str, names)), where=where)
        raise CardError(f"cards are text, card names or integers (indices 0 to 51), got {cards!r:.60}") from None
    if not hand or (len({*hand}) == len(hand) and min(hand) >= 0 and max(hand) < CARDS):
        return hand
    for card in hand:
        if not 0 <= card < CARDS:
            raise CardError(f"a card index is 0 (2c) to 51 (As), got {card!r} in {where}")
    twice = next(card for card in hand if hand.count(card) > 1)
    raise CardError(f"{cards_text(hand)!r}: {card_name(twice)} appears twice in {where}")


# How the bytes of a hand of one length are read: what splits them into four numbers, the keys of each, the number of
# cards, and the values by the sum of the rank keys.
_Spelling: TypeAlias = tuple[
    Callable[[bytes], tuple[int, int, int, int]],
    Mapping[int, int], Mapping[int, int], Mapping[int, int], Mapping[int, int],
    int, "_Ranks",
]  # fmt: skip


@cache
def _spellings() -> tuple[Mapping[int, _Spelling], Mapping[int, _Spelling]]:
    """Return how hands are read from names and from indices, by the number of bytes.

    A hand is four numbers, each a pair of cards or one card: a look-up for each card takes half as long again. A key is
    that of `equity.tables`, and from bit 64 on the card's mask: in the sum of different cards as many bits are set as
    there are cards, with a card twice fewer.
    """
    from equity import tables

    start, ranks = int(tables.START_KEY), {count: _Ranks(count) for count in (5, 6, 7)}
    keys = [key + (to_mask([card]) << 64) for card, key in enumerate(tables.CARD_KEYS.tolist())]
    found: list[dict[int, _Spelling]] = []
    for names in ([card_name(card).encode() for card in range(CARDS)], [bytes([card]) for card in range(CARDS)]):
        size = len(names[0])
        cards = list(zip(names, keys, strict=True))
        one = {int.from_bytes(name, "little"): key for name, key in cards}
        two = {int.from_bytes(a + b, "little"): key + other for a, key in cards for b, other in cards if a != b}
        last = {name: key + start for name, key in one.items()}
        single, pair = ("B", "H") if size == 1 else ("H", "I")
        found.append({
            5 * size: (Struct(f"<{pair}3{single}").unpack, two, one, one, last, 5, ranks[5]),
            6 * size: (Struct(f"<2{pair}2{single}").unpack, two, two, one, last, 6, ranks[6]),
            7 * size: (Struct(f"<3{pair}{single}").unpack, two, two, two, last, 7, ranks[7]),
        })  # fmt: skip
    return found[0], found[1]


class _Ranks(dict[int, int]):
    """The values of hands that hold no flush, by the sum of rank keys: each is hashed once (49,205 of 7 cards)."""

    def __init__(self, count: int) -> None:
        from equity import tables

        super().__init__()
        self._hash = int(tables.HASH_FACTOR), int(tables.HASH_MASK), int(tables.COLUMN_BITS)
        self._offsets = memoryview(getattr(tables, f"ROW_OFFSETS_{count}"))
        self._values = memoryview(getattr(tables, f"RANK_VALUES_{count}"))

    def __missing__(self, key: int) -> int:
        factor, mask, bits = self._hash
        hashed = (key * factor) & mask
        self[key] = value = self._values[self._offsets[hashed >> bits] + (hashed & (1 << bits) - 1)]
        return value


def _flush_value(key: int) -> int:
    from equity import tables

    suit = ((key & _FLUSH).bit_length() - 36) // 8  # the counter of suit s reaches bit 35 + 8 s with the fifth card
    return int(tables.FLUSH_VALUES[(key >> 64 + 16 * suit) & 0x1FFF])


def _read_texts(texts: NDArray[np.str_]) -> NDArray[np.uint64]:
    """Return the masks of hands given as texts, or as card names along the last axis."""
    import numpy as np

    if texts.ndim == 0:
        raise CardError(f"evaluate_many needs a list of hands, got {texts.item()!r:.60}; for one hand use evaluate")
    rows = texts.reshape(-1, texts.shape[-1]) if texts.ndim > 1 else texts[:, None]
    masks = np.empty(len(rows), np.uint64)
    for i, row in enumerate(rows.tolist()):
        try:
            masks[i] = to_mask(parse_cards(",".join(row)))
        except CardError as error:
            raise CardError(f"hand {i}: {error}") from None
    return masks.reshape(texts.shape[:-1] if texts.ndim > 1 else texts.shape)


def _as_rows(array: NDArray[Any]) -> NDArray[np.uint8]:
    """Return hands as uint8[N, 5..7]; bytes as they are, for what values them looks at each anyway."""
    import numpy as np

    if not np.issubdtype(array.dtype, np.integer):
        raise CardError(f"cards must be integers (indices 0 to 51) or uint64 masks, got {array.dtype} values")
    if array.ndim < 1 or not 5 <= array.shape[-1] <= 7:
        raise CardError(f"evaluate_many needs shape (..., 5), (..., 6) or (..., 7) of card indices, got {array.shape}")
    rows = array.reshape(-1, array.shape[-1])
    if rows.dtype.itemsize == 1:
        return np.ascontiguousarray(rows).view(np.uint8)
    # without numbers below 0 one look at all cards does: of what takes longer than the kernel, half
    least = 0 if rows.dtype.kind == "u" or not rows.size else rows.min()
    if rows.size and not 0 <= least <= rows.max() < CARDS:
        hand = int(((rows < 0) | (rows >= CARDS)).any(axis=1).argmax())
        _as_cards(rows[hand].tolist(), f"hand {hand}")
    return np.ascontiguousarray(rows, dtype=np.uint8)


def _as_masks(array: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return hands as uint64[N], each a set of 5 to 7 cards."""
    import numpy as np

    masks = np.ascontiguousarray(array).reshape(-1)
    counts = np.bitwise_count(masks)
    no_card = (masks & ~np.uint64(FULL_MASK)) != 0
    wrong = no_card | (counts < 5) | (counts > 7)
    if wrong.any():
        hand = int(wrong.argmax())
        if no_card[hand] or masks[hand] < CARDS:
            raise CardError(f"hand {hand}: {int(masks[hand]):#x} is not a set of cards; give card indices another type")
        raise CardError(f"evaluate_many needs 5, 6 or 7 cards per hand, got {int(counts[hand])} in hand {hand}")
    return masks


def _fill_with_numpy(hands: NDArray[Any], values: NDArray[np.uint16], check: bool) -> int:
    """Value rows or masks; return the first row that is not a hand (a card twice: with `check`), or -1."""
    import numpy as np

    from equity import tables

    for first in range(0, len(hands), _BLOCK):
        block = hands[first : first + _BLOCK]
        if block.ndim == 1:
            values[first : first + _BLOCK] = _mask_values(block)
            continue
        if block.max() >= CARDS:
            return first + int((block >= CARDS).any(axis=1).argmax())
        masks = np.bitwise_or.reduce(tables.CARD_MASKS[block], axis=1)
        if check and (repeated := np.bitwise_count(masks) != block.shape[1]).any():
            return first + int(repeated.argmax())
        keys = tables.CARD_KEYS[block].sum(axis=1) + tables.START_KEY
        values[first : first + _BLOCK] = tables.values_of(keys, masks, block.shape[1])
    return -1


def _mask_values(masks: NDArray[np.uint64]) -> NDArray[np.uint16]:
    import numpy as np

    from equity import tables

    keys = np.full(len(masks), tables.START_KEY)
    for mask, key in zip(tables.CARD_MASKS, tables.CARD_KEYS, strict=True):
        keys += key * ((masks & mask) != 0)
    values = np.empty(len(masks), np.uint16)
    counts = np.bitwise_count(masks)
    for count in (5, 6, 7):
        chosen = counts == count
        values[chosen] = tables.values_of(keys[chosen], masks[chosen], count)
    return values


def _fill_compiled(hands: NDArray[Any], values: NDArray[np.uint16], check: bool, threads: int) -> int:
    """Do what `_fill_with_numpy` does, with kernels on threads."""
    from equity.kernels.cards import evaluate_arrays

    by_count = evaluate_arrays.CHECKED_ROWS if check else evaluate_arrays.PLAIN_ROWS
    fill = evaluate_arrays.value_masks if hands.ndim == 1 else by_count[hands.shape[1]]

    def run(first: int) -> int:
        bad = fill(hands[first : first + _CHUNK], values[first : first + _CHUNK])
        return -1 if bad < 0 else first + int(bad)

    found = run_chunks(run, range(0, len(hands), _CHUNK), threads=threads)
    return next((bad for bad in found if bad >= 0), -1)
