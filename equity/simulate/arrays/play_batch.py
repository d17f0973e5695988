"""Play the hands of a batch to their end with a player in every seat, compiled or asked in Python.

Rules of the file: whose turn it is and what is legal is the batch's business; a Python player sees a `Situation`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from equity.constants import CALL, CHECK, FOLD, RAISE
from equity.errors import IllegalActionError, OptionError, StrategyError
from equity.kernels.hands.records import FOLDED
from equity.simulate.arrays.hand_batch import HandBatch
from equity.simulate.arrays.seats import seat_players
from equity.simulate.decisions import Decisions, Situation, decide, make_situation
from equity.simulate.strategies import as_strategy

__all__ = ["play_batch"]


def play_batch(batch: HandBatch, players: Sequence[object]) -> NDArray[np.int64]:
    """Play every hand of a batch from where it stands to its end.

    Parameters
    ----------
    batch : HandBatch
        Without `auto_next`; call its `next_hands` and this again for more hands. A Python player's `Situation` tells
        the actions since this call.
    players : sequence
        By seat: the name of a built-in strategy or a `Strategy`; functions of your own are wrapped by `batched`,
        `scalar` or `compiled` of `equity.simulate`.

    Returns
    -------
    int64 array, shape (N, seats)
        Chips won or lost by each seat in each hand.

    Raises
    ------
    StrategyError
        If a player is unknown or its action is illegal and the batch's `on_illegal` is "error".

    Examples
    --------
    >>> from equity.rules import Rules
    >>> from equity.simulate import batched
    >>> batch = HandBatch(200, Rules(small_blind=5, big_blind=10), "100bb", seats=2, seed=1)
    >>> payoffs = play_batch(batch, [batched(lambda spot: spot.give_up(), name="rock"), "call"])
    >>> payoffs.shape, payoffs[:, 0].max()
    ((200, 2), np.int64(-5))
    """
    if batch.auto_next:
        raise OptionError("play_batch plays hands to their end: make the batch without auto_next")
    strategies = [as_strategy(player) for player in players]
    asked = {seat: player for seat, player in enumerate(strategies) if player.asked_in_python}
    seated = seat_players([None if seat in asked else player for seat, player in enumerate(strategies)])
    if not asked:
        batch.advance(seated)
        return batch.payoffs
    story = _Story(batch)
    while not batch.over.all():
        codes, amounts = batch.ask(seated)
        for seat, player in asked.items():
            chosen = np.flatnonzero(batch.actor == seat)
            if len(chosen):
                codes[chosen], amounts[chosen] = decide(player, story.situation(chosen))
        try:
            story.step(codes, amounts)
        except IllegalActionError as error:
            slot = batch.find_illegal(codes, amounts)
            name = strategies[int(batch.actor[slot])].name
            raise StrategyError(f"{name} answered an illegal action: {error}") from None
    return batch.payoffs


class _Story:
    """Steps a batch and keeps what was done, for players who want to know."""

    def __init__(self, batch: HandBatch) -> None:
        self._batch = batch
        self._parts: list[Decisions] = [(np.zeros((0, 2), np.int64), np.zeros(0, np.int64))]

    def step(self, codes: NDArray[np.int64], amounts: NDArray[np.int64]) -> None:
        """Do one action in every hand, and note what became of it: a call for all-in, a fold for what was illegal."""
        hands = self._batch.hands
        chosen = np.flatnonzero(self._batch.actor >= 0)
        before = hands[chosen]
        self._batch.step(codes, amounts)
        rows, seat = np.arange(len(chosen)), before["actor"].astype(np.int64)
        after = hands[chosen]
        folded = after["status"][rows, seat] == FOLDED
        added = before["stack"][rows, seat] - after["stack"][rows, seat]
        total = before["bet"][rows, seat] + added
        done = np.where(folded, FOLD, np.where(total > before["current_bet"], RAISE, np.where(added > 0, CALL, CHECK)))
        moves = [256 * before["street"].astype(np.int64) + 16 * seat + done, np.where(done == RAISE, total, 0)]
        self._parts.append((np.stack(moves, axis=1), chosen))

    def situation(self, chosen: NDArray[np.int64]) -> Situation:
        """Return what the seats to act see in some hands."""
        batch, parts = self._batch, tuple(self._parts)

        def read() -> Decisions:
            return np.concatenate([moves for moves, _ in parts]), np.concatenate([owners for _, owners in parts])

        return make_situation(batch.hands, chosen, rules=batch.rules, seats=batch.seats, lucks=batch.streams, read=read)
