"""What a batch of hands shows: views of its arrays without a copy, and what one seat may see of each hand.

Rules of the file: it reads. Fields of `hands` are the engine's (`equity.kernels.hands.records`); whatever a player
could not know is either left out or named as the dealer's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.constants import MAX_SEATS
from equity.errors import OptionError
from equity.kernels.hands.records import HAND
from equity.simulate.arrays.observation import observation_columns

if TYPE_CHECKING:
    from equity.rules import Rules

__all__ = ["BatchViews"]


class BatchViews:
    """The part of `equity.simulate.HandBatch` that reads."""

    _rules: Rules
    _house: NDArray[Any]  # the rules as the kernels take them
    _seats: int
    _setup: NDArray[np.int64]

    def _allocate(self, n: int) -> None:
        self.hands: NDArray[Any] = np.zeros(n, HAND)
        self._numbers = np.full(n, -1, np.int64)
        self._streams = np.zeros((n, 4), np.uint64)
        self._raises = np.zeros((n, 4, MAX_SEATS), np.int8)
        self._columns = observation_columns(self._seats)

    def __len__(self) -> int:
        return len(self.hands)

    def _whole(self, name: str, values: ArrayLike) -> NDArray[np.int64]:
        """Return whole numbers, one per hand, from an array or one number for all."""
        if type(values) is int and -(2**62) < values < 2**62:
            return np.full(len(self), values, np.int64)
        array = np.asarray(values)
        if array.dtype.kind not in "iu":
            raise OptionError(f"{name} must be whole numbers, got an array of {array.dtype}")
        if array.shape not in ((), (len(self),)):
            raise OptionError(f"{name} must be one number or {len(self)}, one per hand; got shape {array.shape}")
        if array.dtype == np.uint64:
            array = np.minimum(array, np.uint64(2**62))  # out of any bounds, but safe to convert
        return np.ascontiguousarray(np.broadcast_to(array, (len(self),)), dtype=np.int64)

    # ---------------------------------------------------------------- what a seat sees

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of `observe`; `equity.simulate.arrays.observation.OBSERVATION` says what they mean."""
        return self._columns

    def observe(self, seat: int | ArrayLike | None = None) -> NDArray[np.float32]:
        """Return what a seat sees of each hand, shape (N, D), never anything hidden from it.

        Parameters
        ----------
        seat : int or array of int, optional
            The seat that looks; by default the one to act, and a row of zeros where a hand is over.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> batch = HandBatch(3, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> table = batch.observe()
        >>> table.shape, float(table[0, batch.columns.index("to_call")])
        ((3, 135), 0.5)
        """
        from equity.kernels.play.observation import observe_hands

        out = np.empty((len(self), len(self._columns)), np.float32)
        observe_hands(self.hands, self._house, self._raises, self._viewers(seat), out)
        return out

    def strength(self, seat: int | ArrayLike | None = None) -> NDArray[np.float64]:
        """Return how good a seat's cards are in each hand, 0 to 1: the column "strength" of `observe` alone.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> batch = HandBatch(50, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> rated = batch.strength(seat=0)
        >>> bool((0 <= rated).all() and (rated <= 1).all())
        True
        """
        from equity.kernels.play.observation import rate_hands

        out = np.zeros(len(self))
        rate_hands(self.hands, self._viewers(seat), out)
        return out

    def _viewers(self, seat: int | ArrayLike | None) -> NDArray[np.int64]:
        viewers = self._whole("seat", self.actor if seat is None else seat)
        if seat is not None and not ((viewers >= 0) & (viewers < self._seats)).all():
            raise OptionError(f"seat must be from 0 to {self._seats - 1}, got {seat!r}")
        return viewers

    def own_cards(self, seat: int | ArrayLike | None = None) -> NDArray[np.int8]:
        """Return the two cards of a seat in each hand, shape (N, 2); of the seat to act by default, -1 if none is.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> HandBatch(50, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1).own_cards().shape
        (50, 2)
        """
        viewers = self._viewers(seat)
        cards: NDArray[np.int8] = self.hands["hole"][np.arange(len(self)), viewers]
        cards[viewers < 0] = -1
        return cards

    @property
    def boards(self) -> NDArray[np.int8]:
        """The open board cards, shape (N, 5); -1 for those to come.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> HandBatch(1, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1).boards.tolist()
        [[-1, -1, -1, -1, -1]]
        """
        from equity.kernels.play.observation import open_boards

        boards = np.empty((len(self), 5), np.int8)
        open_boards(self.hands, boards)
        return boards

    # ---------------------------------------------------------------- views

    def _view(self, name: str, *, by_seat: bool = False) -> NDArray[Any]:
        """Return a field of all hands without a copy, not writable: `hands` is where a state can be changed."""
        field: NDArray[Any] = self.hands[name]
        if by_seat:
            field = field[:, : self._seats]
        field.flags.writeable = False
        return field

    @property
    def rules(self) -> Rules:
        """The house's rules."""
        return self._rules

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self._seats

    @property
    def auto_next(self) -> bool:
        """Whether a slot's next hand starts in the step that ends one."""
        return bool(self._setup[2])

    @property
    def streams(self) -> NDArray[np.uint64]:
        """Each hand's random stream after its cards were dealt: its players' luck; shape (N, 4)."""
        return self._streams

    @property
    def actor(self) -> NDArray[np.int8]:
        """The seat to act, -1 where a hand is over; a view of shape (N,)."""
        return self._view("actor")

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each hand is over, shape (N,)."""
        return self.actor < 0

    @property
    def street(self) -> NDArray[np.int8]:
        """0 preflop to 3 river: where the betting is, or ended; a view of shape (N,)."""
        return self._view("street")

    @property
    def pot(self) -> NDArray[np.int64]:
        """Chips in the pot, this street's bets included; a view of shape (N,)."""
        return self._view("pot")

    @property
    def buttons(self) -> NDArray[np.int8]:
        """The dealer's seat; a view of shape (N,)."""
        return self._view("button")

    @property
    def stacks(self) -> NDArray[np.int64]:
        """Chips behind; a view of shape (N, seats)."""
        return self._view("stack", by_seat=True)

    @property
    def bets(self) -> NDArray[np.int64]:
        """Chips in front on this street; a view of shape (N, seats)."""
        return self._view("bet", by_seat=True)

    @property
    def committed(self) -> NDArray[np.int64]:
        """Chips put in over the hand; a view of shape (N, seats)."""
        return self._view("committed", by_seat=True)

    @property
    def status(self) -> NDArray[np.int8]:
        """0 not dealt in, 1 in the hand, 2 folded; a view of shape (N, seats)."""
        return self._view("status", by_seat=True)

    @property
    def holes(self) -> NDArray[np.int8]:
        """Everybody's hole cards, for the dealer's eyes; a view of shape (N, seats, 2). A player sees `own_cards`."""
        return self._view("hole", by_seat=True)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """How many hands each slot has finished before the one it holds; shape (N,)."""
        numbers = self._numbers.view()
        numbers.flags.writeable = False
        return numbers

    @property
    def payoffs(self) -> NDArray[np.int64]:
        """Chips won or lost by each seat in hands that are over, 0 in the others; shape (N, seats)."""
        net: NDArray[np.int64] = self.stacks - self._view("start", by_seat=True)
        net[~self.over] = 0
        return net
