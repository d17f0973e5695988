"""Can these ranges be dealt together at all, and in how many ways two of them? Answered exactly, and without hanging.

Rules of the file: pure Python; a range is a list of combo indices.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from equity.cards import combo_cards

__all__ = ["count_pairs", "find_impossible_seats", "is_easy"]


def find_impossible_seats(ranges: Sequence[Collection[int]]) -> list[int]:
    """Return a smallest-first set of seats that cannot all get a hand, or an empty list if everybody can.

    Examples
    --------
    >>> from equity.cards import combos_of_class, parse_class
    >>> aces, kings = (list(combos_of_class(parse_class(name))) for name in ("AA", "KK"))
    >>> find_impossible_seats([aces, kings, aces, aces]), find_impossible_seats([aces, kings, aces])
    ([0, 2, 3], [])
    """
    if is_easy(ranges):
        return []
    taken = 2 * (len(ranges) - 1)
    masks = {
        seat: [1 << high | 1 << low for high, low in map(combo_cards, combos)]
        for seat, combos in enumerate(ranges)
        if len(combos) <= 51 * taken  # a card takes away 51 combos at most; the others always find a hand
    }
    seats = _tight_seats(masks, taken)
    if _can_deal([masks[seat] for seat in seats]):
        return []
    for seat in list(seats):  # drop whoever is not needed for the clash
        rest = [other for other in seats if other != seat]
        if not _can_deal([masks[other] for other in rest]):
            seats = rest
    return seats


def is_easy(ranges: Sequence[Collection[int]]) -> bool:
    """Say whether everybody gets a hand by taking the first that is left, the shortest range first, as most do.

    Examples
    --------
    >>> is_easy([[0], [0, 1, 5]]), is_easy([[0], [0, 1]])
    (True, False)
    """
    used: set[int] = set()
    for combos in sorted(ranges, key=len):
        for combo in combos:
            cards = combo_cards(combo)
            if used.isdisjoint(cards):
                used.update(cards)
                break
        else:
            return False
    return True


def count_pairs(first: Collection[int], second: Collection[int]) -> int:
    """Return how many ways there are to deal a combo of each of two ranges.

    All pairs, less those that share a card, plus those that are the same combo and so were taken away twice.

    Examples
    --------
    >>> from equity.cards import combos_of_class, parse_class
    >>> aces, suited = (combos_of_class(parse_class(name)) for name in ("AA", "AKs"))
    >>> count_pairs(aces, aces), count_pairs(aces, suited)
    (6, 12)
    """
    held: list[list[int]] = [[0] * 52, [0] * 52]
    for cards, combos in zip(held, (first, second), strict=True):
        for combo in combos:
            for card in combo_cards(combo):
                cards[card] += 1
    shared = sum(a * b for a, b in zip(held[0], held[1], strict=True))
    return len(first) * len(second) - shared + len({*first} & {*second})


def _tight_seats(masks: Mapping[int, Sequence[int]], taken: int) -> list[int]:
    """Return the seats that the cards of the others could leave without a hand; the rest can be dealt last."""
    tight = []
    for seat, combos in masks.items():
        by_card = [0] * 52
        for mask in combos:
            by_card[mask.bit_length() - 1] += 1
            by_card[(mask & -mask).bit_length() - 1] += 1
        if sum(sorted(by_card)[-taken:]) >= len(combos):
            tight.append(seat)
    return tight


def _can_deal(masks: Sequence[Sequence[int]]) -> bool:
    """Search for one fitting choice, shortest range first, remembering the sets of used cards that led nowhere."""
    order = sorted(masks, key=len)
    # cards the ranges from this seat on can use: only those decide whether the rest can be dealt
    relevant = [0] * (len(order) + 1)
    for seat in range(len(order) - 1, -1, -1):
        relevant[seat] = relevant[seat + 1]
        for mask in order[seat]:
            relevant[seat] |= mask
    failed: set[tuple[int, int]] = set()

    def deal(seat: int, used: int) -> bool:
        if seat == len(order):
            return True
        free = relevant[seat] & ~used
        if free.bit_count() < 2 * (len(order) - seat) or (seat, free) in failed:
            return False
        if any(not mask & used and deal(seat + 1, used | mask) for mask in order[seat]):
            return True
        failed.add((seat, free))
        return False

    return deal(0, 0)
