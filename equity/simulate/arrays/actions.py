"""The numbers a batch takes for actions: the engine's own codes, and a handful of labels for learning agents.

Rules of the file: names only; what a label means in a hand is decided in `equity.kernels.play.action_labels`.
"""

from __future__ import annotations

from enum import IntEnum

__all__ = ["Action", "Label"]


class Action(IntEnum):
    """What a seat does, as `HandBatch.step` takes it.

    ``CHECK_CALL`` checks if that is free, else calls; ``RAISE`` is the only one with an amount, the street total.

    Examples
    --------
    >>> Action.RAISE, int(Action.CHECK_CALL)
    (<Action.RAISE: 3>, 5)
    """

    FOLD = 0
    CHECK = 1
    CALL = 2
    RAISE = 3
    ALL_IN = 4
    CHECK_CALL = 5


class Label(IntEnum):
    """One of six choices, as `HandBatch.choose` and the Gymnasium environments take them.

    Labels that are open in a spot name different actions: ``FOLD`` where chips are owed; ``MIN_RAISE`` where the least
    raise is not all-in (in fixed-limit this is the one raise there is); ``HALF_POT`` and ``POT``, raises of that part
    of the pot after calling, where they lie between the least raise and all-in; ``ALL_IN`` where the rules allow it as
    a raise.

    Examples
    --------
    >>> [label.name for label in Label]
    ['FOLD', 'CHECK_CALL', 'MIN_RAISE', 'HALF_POT', 'POT', 'ALL_IN']
    """

    FOLD = 0
    CHECK_CALL = 1
    MIN_RAISE = 2
    HALF_POT = 3
    POT = 4
    ALL_IN = 5
