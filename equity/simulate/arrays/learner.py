"""One seat that learns against players in all others: what both Gymnasium environments are made of.

Rules of the file: it knows nothing of Gymnasium. Every hand it shows waits for the learner or is over; hands that end
before the learner is asked (everybody folds to its big blind) are counted and followed by the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity.errors import OptionError, RulesError
from equity.simulate.arrays.actions import Label
from equity.simulate.arrays.hand_batch import HandBatch, Step
from equity.simulate.arrays.observation import observation_bounds
from equity.simulate.arrays.seats import read_seats, seat_players

if TYPE_CHECKING:
    from equity.rules import Rules

__all__ = ["LearnerTable"]

LEARNER = 0  # its seat; the button starts anywhere and moves on with every hand, so it plays every position
_MOST_TRIES = 1000


class LearnerTable:
    """N tables at which seat 0 learns.

    Parameters
    ----------
    n : int
        Number of tables.
    rules : Rules
        The house's rules.
    opponents : str, Strategy or sequence
        One player for all other seats, or one for each of them; built-in or compiled.
    seats : int, optional
        By default 2, or one more than there are opponents.
    stacks : str, int or sequence, optional
        Chips each hand starts with, as for `HandBatch`.

    Examples
    --------
    >>> from equity.rules import Rules
    >>> table = LearnerTable(4, Rules(small_blind=5, big_blind=10), "call")
    >>> table.deal(np.random.default_rng(1))
    >>> table.mask.shape, table.observe().shape
    ((4, 6), (4, 135))
    """

    def __init__(
        self, n: int, rules: Rules, opponents: object, *, seats: int | None = None, stacks: object = "100bb"
    ) -> None:
        seats = read_seats(seats)
        others = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
        if len(others) == 1:
            others *= (seats or 2) - 1
        if seats is not None and len(others) != seats - 1:
            raise OptionError(f"{seats} seats need {seats - 1} opponents, got {len(others)}")
        self.n, self.rules, self.stacks = n, rules, stacks
        self._seated = seat_players([None, *others])
        self._make(0, None)
        chips = float(self.batch._stacks.sum(axis=1).max()) / rules.big_blind
        self.bounds = np.array(observation_bounds(self.batch.seats, chips), np.float32)
        self.columns = self.batch.columns

    def _make(self, seed: int, first_button: NDArray[np.int64] | None) -> None:
        seats = len(self._seated.names)
        self.batch = HandBatch(
            self.n, self.rules, self.stacks, seats=seats, seed=seed, button="rotate", first_button=first_button
        )
        self.skipped = np.zeros(self.n, np.int64)
        self.skipped_chips = np.zeros(self.n, np.int64)

    def deal(self, generator: np.random.Generator) -> None:
        """Start afresh: at every table the first hand of a seed, with the button anywhere, both from a generator."""
        seed = int(generator.integers(1 << 63, dtype=np.uint64))
        self._make(seed, generator.integers(len(self._seated.names), size=self.n))
        self._bring_to_learner(np.ones(self.n, np.bool_))

    def deal_next(self, where: NDArray[np.bool_]) -> None:
        """Start the next hand at some tables."""
        self.batch.next_hands(where)
        self.skipped[where] = 0
        self.skipped_chips[where] = 0
        self._bring_to_learner(where)

    def _bring_to_learner(self, where: NDArray[np.bool_]) -> None:
        """Let the others act; hands of `where` that end before the learner was asked are counted and dealt again."""
        for _ in range(_MOST_TRIES):
            self.batch.advance(self._seated)
            early = where & self.batch.over
            if not early.any():
                return
            self.skipped[early] += 1
            self.skipped_chips[early] += self.batch.payoffs[early, LEARNER]
            self.batch.next_hands(early)
        raise RulesError(
            f"the learner is never asked: {_MOST_TRIES} hands in a row ended before; are stacks too short?"
        )

    def act(self, labels: Any) -> Step:
        """Do the learner's actions and let the others answer; a label that is not open becomes the nearest action."""
        first = self.batch.step(*self.batch.choose(labels, closed="nearest"))
        second = self.batch.advance(self._seated)
        return Step(first.done | second.done, first.payoffs + second.payoffs)

    def rewards(self, step: Step) -> NDArray[np.float64]:
        """Return the learner's results of a step in big blinds."""
        return step.payoffs[:, LEARNER] / self.rules.big_blind

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which labels are open, shape (N, 6); only CHECK_CALL where a hand is over and the action is not looked at."""
        mask = self.batch.label_mask
        mask[self.batch.over, Label.CHECK_CALL] = True
        return mask

    def observe(self) -> NDArray[np.float32]:
        """Return what the learner sees, shape (N, D), also of hands that are over."""
        return self.batch.observe(LEARNER)
