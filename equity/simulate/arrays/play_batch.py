"""Play the hands of a batch to their end with a player in every seat, compiled or asked in Python.

Rules of the file: whose turn it is and what is legal is the batch's business; a Python player sees a `Situation`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from equity.constants import PASSIVE
from equity.errors import IllegalActionError, OptionError, StrategyError
from equity.simulate.arrays.hand_batch import HandBatch
from equity.simulate.arrays.seats import seat_players
from equity.simulate.decisions import make_situation, read_answer, read_answers
from equity.simulate.players.strategy import Strategy
from equity.simulate.strategies import as_strategy

__all__ = ["play_batch"]

Answers = tuple[NDArray[np.int64], NDArray[np.int64]]


def play_batch(batch: HandBatch, players: Sequence[object]) -> NDArray[np.int64]:
    """Play every hand of a batch from where it stands to its end.

    Parameters
    ----------
    batch : HandBatch
        Without `auto_next`; call its `next_hands` and this again for more hands.
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
    asked = [player.asked_in_python for player in strategies]
    seated = seat_players([None if python else player for python, player in zip(asked, strategies, strict=True)])
    while True:
        batch.advance(seated)
        if batch.over.all():
            return batch.payoffs
        codes, amounts = np.full(len(batch), PASSIVE, np.int64), np.zeros(len(batch), np.int64)
        for seat in np.flatnonzero(asked).tolist():
            chosen = np.flatnonzero(batch.actor == seat)
            if len(chosen):
                codes[chosen], amounts[chosen] = _ask(batch, strategies[seat], chosen)
        try:
            batch.step(codes, amounts)
        except IllegalActionError as error:
            names = ", ".join(player.name for player, python in zip(strategies, asked, strict=True) if python)
            raise StrategyError(f"an illegal action of a player asked in Python ({names}): {error}") from None


def _ask(batch: HandBatch, player: Strategy, chosen: NDArray[np.int64]) -> Answers:
    situation = make_situation(batch.hands, chosen, rules=batch.rules, seats=batch.seats, lucks=batch.streams)
    assert callable(player.function)
    if player.kind == "batched":
        return read_answers(player.name, player.function(situation), len(chosen))
    spots = [situation.spot(row) for row in range(len(chosen))]
    pairs = [read_answer(player.name, player.function(spot), spot) for spot in spots]
    return np.array([code for code, _ in pairs], np.int64), np.array([amount for _, amount in pairs], np.int64)
