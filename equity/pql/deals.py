"""Many deals as arrays, and what functions of PQL need of them, each worked out once.

Rules of the file: NumPy, and compiled code where many hands are valued. What is asked for twice is kept, also when
deals that do not fit are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import to_mask
from equity.constants import BOARDS_HEADS_UP, MAX_SEATS
from equity.tables import CARD_KEYS, CARD_MASKS, START_KEY, VALUES, values_of

if TYPE_CHECKING:
    from equity.odds.exact.against_range import Against

__all__ = ["Deals", "rank_table"]

Array = NDArray[Any]


class Deals:
    """Hole cards and boards of many deals.

    Parameters
    ----------
    holes : uint8 array, shape (N, P, 2)
    boards : uint8 array, shape (N, 5)
        Cards of streets that nobody asks about may be anything.
    dead : tuple of int
    compiled : bool
        Whether hands are valued by compiled code: 8 times as fast, but it takes half a second to load.
    """

    def __init__(
        self,
        holes: NDArray[np.uint8],
        boards: NDArray[np.uint8],
        dead: tuple[int, ...] = (),
        *,
        compiled: bool = True,
    ) -> None:
        self.holes, self.boards, self.dead, self.compiled = holes, boards, dead, compiled
        self._known: dict[tuple[Any, ...], Array] = {}

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def players(self) -> int:
        """How many players."""
        return int(self.holes.shape[1])

    def narrowed(self, keep: NDArray[np.bool_]) -> Deals:
        """Return the deals of a mask, with what is known of them."""
        rows = np.flatnonzero(keep)
        fewer = Deals(self.holes[rows], self.boards[rows], self.dead, compiled=self.compiled)
        fewer._known = {name: known[..., rows] for name, known in self._known.items()}
        return fewer

    def once(self, name: tuple[Any, ...], work_out: Callable[[], Array]) -> Array:
        """Return what is known under a name, worked out the first time."""
        if name not in self._known:
            self._known[name] = work_out()
        return self._known[name]

    # --- hands

    def values(self, street: int) -> NDArray[np.uint16]:
        """Return every player's value on a street (3 to 5 cards), shape (P, N)."""
        compiled = self._river_values if street == 5 else partial(self._values, street)
        return self.once(("values", street), compiled if self.compiled else partial(self._plain_values, street))

    def _river_values(self) -> NDArray[np.uint16]:
        from equity.kernels.queries.values import river_values

        values = np.empty((self.players, len(self)), np.uint16)
        river_values(self.holes, self.boards, values)
        return values

    def _values(self, street: int) -> NDArray[np.uint16]:
        from equity.kernels.cards.evaluate_arrays import PLAIN_ROWS

        values = np.empty((self.players, len(self)), np.uint16)
        for player, rows in enumerate(self._hands(street)):
            PLAIN_ROWS[street + 2](rows, values[player])
        return values

    def _plain_values(self, street: int) -> NDArray[np.uint16]:
        values = np.empty((self.players, len(self)), np.uint16)
        for player, rows in enumerate(self._hands(street)):
            masks = np.bitwise_or.reduce(CARD_MASKS[rows], axis=1)
            values[player] = values_of(CARD_KEYS[rows].sum(axis=1) + START_KEY, masks, street + 2)
        return values

    def _hands(self, street: int) -> Iterator[NDArray[np.uint8]]:
        """Yield each player's hole cards with the board, in one array that is used again."""
        rows = np.empty((len(self), street + 2), np.uint8)
        rows[:, 2:] = self.boards[:, :street]
        for player in range(self.players):
            rows[:, :2] = self.holes[:, player]
            yield rows

    def value(self, player: int, street: int) -> NDArray[np.uint16]:
        """Return a player's value on a street."""
        own: NDArray[np.uint16] = self.values(street)[player]
        return own

    def best(self, street: int) -> NDArray[np.uint16]:
        """Return the highest value of any player on a street."""
        return self.once(("best", street), lambda: self.values(street).max(axis=0))

    def winners(self, street: int) -> NDArray[np.uint8]:
        """Count the players who have the highest value on a street."""
        return self.once(
            ("winners", street), lambda: (self.values(street) == self.best(street)).sum(axis=0, dtype=np.uint8)
        )

    def hand_type(self, values: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """Return the hand types (0 to 8) of values."""
        return _types()[values]

    def category(self, player: int) -> NDArray[np.uint8]:
        """Return what a player's hole cards make of the flop."""
        return self.once(("category", player), partial(self._category, player))

    def _category(self, player: int) -> NDArray[np.uint8]:
        """Name hands by `FLOP_CATEGORIES`: what stands on the board counts for nobody.

        A pair on the board makes no pair, and two pair beside it is the pair that the hole cards make. It is PQL's own
        scale (`equity.features.made_hand` has the players'), in NumPy: a query of few deals loads no compiled code.
        """
        kinds = self.hand_type(self.value(player, 3)).astype(np.uint8)
        first, second = self.holes[:, player, 0] >> 2, self.holes[:, player, 1] >> 2
        ranks = np.sort(self.boards[:, :3] >> 2, axis=1).astype(np.int8)
        top, low = ranks[:, 2], ranks[:, 0]
        paired = (ranks[:, 1] == top) | (ranks[:, 1] == low)
        middle = np.where(ranks[:, 1] == top, low, ranks[:, 1])  # by ranks, of which a paired board has two
        third = np.where(paired, -1, low)
        pocket = first == second
        hits = [(first == rank) | (second == rank) for rank in (top, middle, third)]
        pairs = np.select(
            [pocket & (first > top), pocket & (first > middle), pocket & (first > third) & ~paired, pocket, *hits],
            [7, 5, 3, 1, 6, 4, 2],
            0,
        )
        both = np.select([hits[0] & hits[1], hits[0]], [10, 9], 8)
        trips = np.where(pocket & (top != low), 12, 11)
        own = [kinds >= 4, kinds == 3, (kinds == 2) & ~paired, kinds > 0]
        return np.select(own, [kinds + 9, trips, both, pairs], 0).astype(np.uint8)

    def cards_played(self, player: int, street: int) -> NDArray[np.uint8]:
        """Count the hole cards that a player's hand needs for its value on a street."""

        def work_out() -> Array:
            from equity.kernels.features.hands import fill_made

            codes, values = np.empty((len(self), 5), np.uint8), np.empty(len(self), np.uint16)
            holes, boards = (np.ascontiguousarray(cards) for cards in (self.holes[:, player], self.boards[:, :street]))
            fill_made(holes, boards, codes, values)
            return codes[:, 4]

        return self.once(("cards played", player, street), work_out)

    # --- what could be

    def unbeaten(self, player: int, street: int, *, same_type: bool) -> NDArray[np.bool_]:
        """Say whether no hand, or none of the same type, beats a player's on a street."""

        def work_out() -> Array:
            from equity.kernels.queries.nuts import find_unbeaten

            found = np.empty(len(self), np.bool_)
            own = self.value(player, street)
            tops = type_bounds()[1][self.hand_type(own)] if same_type else np.full(len(self), VALUES)
            find_unbeaten(self.holes, player, self.boards, street, np.uint64(self._dead_mask), tops, found)
            return found

        return self.once(("unbeaten", player, street, same_type), work_out)

    def nut_outs(self, player: int, street: int) -> NDArray[np.uint8]:
        """Count the next cards that give a player a hand that nothing beats."""

        def work_out() -> Array:
            from equity.kernels.queries.nuts import count_nut_outs

            found = np.empty(len(self), np.uint8)
            count_nut_outs(self.holes, player, self.boards, street, np.uint64(self._dead_mask), found)
            return found

        return self.once(("nut outs", player, street), work_out)

    def type_outs(self, player: int, street: int, hand_type: int) -> NDArray[np.uint8]:
        """Count the next cards that give a player exactly a hand type, where the hand is less now."""

        def work_out() -> Array:
            from equity.kernels.queries.nuts import count_type_outs

            found = np.empty(len(self), np.uint8)
            first, last = (int(bound[hand_type]) for bound in type_bounds())
            dead = np.uint64(self._dead_mask)
            count_type_outs(self.holes, player, self.boards, street, dead, first, last, found)
            return found

        return self.once(("type outs", player, street, hand_type), work_out)

    def all_in(self, street: int) -> NDArray[np.float64]:
        """Return every player's equity if the hands go all in on a street, shape (P, N).

        Before the flop it is looked up, for two players and without dead cards.
        """
        work_out = {0: self._preflop_equities, 5: self._pot_shares}.get(street, partial(self._runout_shares, street))
        return self.once(("all in", street), work_out)

    def _preflop_equities(self) -> NDArray[np.float64]:
        from equity.odds.exact.preflop_grids import grids

        high, low = self.holes.max(axis=2).astype(np.int64), self.holes.min(axis=2)
        combos = high * (high - 1) // 2 + low
        wins, ties = (grid[combos[:, 0], combos[:, 1]] for grid in grids())
        first = (wins + ties / 2) / BOARDS_HEADS_UP
        return np.stack((first, 1 - first))

    def _pot_shares(self) -> NDArray[np.float64]:
        shares = np.array([0.0] + [1 / number for number in range(1, MAX_SEATS + 1)])[self.winners(5)]
        return np.where(self.values(5) == self.best(5), shares, 0.0)

    def _runout_shares(self, street: int) -> NDArray[np.float64]:
        from equity.kernels.queries.all_in import share_runouts

        found = np.empty((self.players, len(self)))
        share_runouts(self.holes, self.boards, street, np.array(self.dead, np.uint8), found)
        return found

    def against(self, player: int, street: int, opponent: Against) -> NDArray[np.float64]:
        """Return a player's equity on a street against a whole range, whatever the opponent holds."""
        return self.once(
            ("against", player, street, opponent),
            lambda: opponent.equities(self.holes[:, player], self.boards[:, :street]),
        )

    @property
    def _dead_mask(self) -> int:
        return to_mask(self.dead)

    # --- ranks and suits, as sets of bits

    def board_ranks(self, street: int) -> NDArray[np.uint16]:
        """Return the ranks on the board."""
        return self.once(("board ranks", street), lambda: self._rank_sets(self.boards[:, :street])[0])

    def repeated_board_ranks(self, street: int) -> NDArray[np.uint16]:
        """Return the ranks that stand on the board twice or more."""
        return self.once(("repeated", street), lambda: self._rank_sets(self.boards[:, :street])[1])

    def hole_ranks(self, player: int) -> NDArray[np.uint16]:
        """Return the ranks of a player's hole cards."""
        return self.once(("hole ranks", player), lambda: self._rank_sets(self.holes[:, player])[0])

    def pair_rank(self, player: int) -> NDArray[np.uint16]:
        """Return the rank of a pocket pair as a set, empty where there is none."""
        return self.once(("pair rank", player), lambda: self._rank_sets(self.holes[:, player])[1])

    def _rank_sets(self, cards: NDArray[np.uint8]) -> tuple[Array, Array]:
        seen, twice = np.zeros(len(cards), np.uint16), np.zeros(len(cards), np.uint16)
        for place in range(cards.shape[1]):
            bits = _RANK_BITS[cards[:, place]]
            twice |= seen & bits
            seen |= bits
        return seen, twice

    def suit_counts(self, street: int) -> NDArray[np.uint16]:
        """Count the cards of each suit on the board, four bits per suit."""

        def work_out() -> Array:
            counts = _SUIT_BITS[self.boards[:, 0]]
            for place in range(1, street):
                counts = counts + _SUIT_BITS[self.boards[:, place]]
            return counts

        return self.once(("suits", street), work_out)

    def own_suit_count(self, player: int, street: int) -> NDArray[np.uint16]:
        """Return the most cards of one suit that a player has with the board, at least one of them in the hole."""
        shared = self.suit_counts(street)
        first, second = self.holes[:, player, 0] & 3, self.holes[:, player, 1] & 3
        suited = first == second
        counts = [(shared >> (4 * suit.astype(np.uint16))) & 15 for suit in (first, second)]
        most: NDArray[np.uint16] = np.maximum(counts[0], counts[1]) + 1 + suited
        return most


_RANK_BITS = (1 << (np.arange(52) >> 2)).astype(np.uint16)
_SUIT_BITS = (1 << (4 * (np.arange(52) & 3))).astype(np.uint16)


@cache
def _types() -> NDArray[np.uint8]:
    """Hand types by value; 0 stands for no hand."""
    from equity.kernels.cards.categories import CATEGORY_OF  # late: it is worked out at import

    return np.minimum(CATEGORY_OF, 8)


@cache
def type_bounds() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lowest and the highest value of each hand type."""
    types = _types()[1:]
    first = np.searchsorted(types, np.arange(9)) + 1
    return first, np.searchsorted(types, np.arange(9), side="right")


@cache
def rank_table(name: str, number: int = 0) -> NDArray[np.int8]:
    """Return a figure for each of the 8,192 sets of ranks.

    Parameters
    ----------
    name : {"count", "straight", "nth", "least"}
        How many ranks; whether three of them fit a straight; the `number`-th from above or the lowest rank, -1 if there
        is none.

    Examples
    --------
    >>> table = rank_table("nth", 2)
    >>> int(table[0b101]), int(table[0b100])
    (0, -1)
    """
    sets = np.arange(1 << 13)
    bits = (sets[:, None] >> np.arange(13)) & 1
    if name == "count":
        counts: NDArray[np.int8] = bits.sum(axis=1).astype(np.int8)
        return counts
    if name == "straight":
        runs = [(31 << low, low) for low in range(9)]
        windows = [mask for mask, _ in runs] + [(1 << 12) | 15]
        return np.array([max((int(s) & window).bit_count() for window in windows) >= 3 for s in sets], np.int8)
    found = np.full(len(sets), -1, np.int8)
    order = range(13) if name == "nth" else range(12, -1, -1)
    above = np.zeros(len(sets), np.int8)
    for rank in reversed(order):
        has = bits[:, rank] == 1
        above += has
        found[has & (above == max(number, 1))] = rank
    return found
