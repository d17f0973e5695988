"""What the seats to act in a batch of hands may do, and the errors for what they may not.

Rules of the file: it reads `hands` and explains; nothing is raised and nothing changed here. Seats are 0-based, what is
decided is decided in `equity.kernels`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from equity.errors import IllegalActionError
from equity.rules.legal import Legal, refusal
from equity.simulate.arrays.actions import Action, Label

__all__ = ["BatchLegal", "action_error", "label_error", "open_actions", "open_labels"]


class BatchLegal(NamedTuple):
    """What the seats to act may do; all False and 0 where a hand is over.

    Attributes
    ----------
    fold, check : bool arrays, shape (N,)
        Folding is always open to the actor, checking where nothing is owed.
    call : int64 array, shape (N,)
        Chips a call adds; 0 where nothing is owed.
    min_raise_to, max_raise_to : int64 arrays, shape (N,)
        Least and most street total of a bet or raise; 0 where raising is closed.
    """

    fold: NDArray[np.bool_]
    check: NDArray[np.bool_]
    call: NDArray[np.int64]
    min_raise_to: NDArray[np.int64]
    max_raise_to: NDArray[np.int64]


def open_actions(hands: NDArray[Any], house: NDArray[Any]) -> BatchLegal:
    """Return what the seats to act may do.

    Examples
    --------
    >>> from equity.rules import Rules
    >>> from equity.simulate import HandBatch
    >>> rules = Rules(small_blind=5, big_blind=10)
    >>> open_actions(HandBatch(2, rules, [1000, 300], seed=1).hands, rules.to_array()).min_raise_to.tolist()
    [20, 20]
    """
    from equity.kernels.play.batch import list_legal

    call, least, most = np.zeros((3, len(hands)), np.int64)
    list_legal(hands, house, call, least, most)
    playing: NDArray[np.bool_] = hands["actor"] >= 0
    return BatchLegal(playing, playing & (call == 0), call, least, most)


def open_labels(hands: NDArray[Any], house: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which labels are open to the seats to act, shape (N, 6).

    Examples
    --------
    >>> from equity.rules import Rules
    >>> from equity.simulate import HandBatch
    >>> rules = Rules(small_blind=5, big_blind=10)
    >>> open_labels(HandBatch(1, rules, [1000, 1000], seed=1).hands, rules.to_array()).astype(int).tolist()
    [[1, 1, 1, 0, 1, 1]]
    """
    from equity.kernels.play.action_labels import list_labels

    mask = np.zeros((len(hands), len(Label)), np.bool_)
    list_labels(hands, house, mask)
    return mask


def action_error(hands: NDArray[Any], house: NDArray[Any], *, slot: int, code: int, amount: int) -> IllegalActionError:
    """Return the error for an illegal action in one slot, with what is legal there.

    Examples
    --------
    >>> from equity.rules import Rules
    >>> from equity.simulate import HandBatch
    >>> rules = Rules(small_blind=5, big_blind=10)
    >>> hands = HandBatch(1, rules, [1000, 1000], seed=1).hands
    >>> print(action_error(hands, rules.to_array(), slot=0, code=9, amount=0))
    hand 0: seat 0: 9 is not an action, they are 0 to 5; legal: fold, call 5, raise to 20 to 1000
    """
    legal, seat = _legal_in(hands, house, slot), int(hands["actor"][slot])
    if 0 <= code < len(Action):
        why = refusal(code, amount, seat, legal)
    else:
        why = f"seat {seat}: {code} is not an action, they are 0 to {len(Action) - 1}; legal: {legal}"
    return IllegalActionError(f"hand {slot}: {why}", legal=legal)


def label_error(hands: NDArray[Any], house: NDArray[Any], *, slot: int, label: int) -> IllegalActionError:
    """Return the error for a label that is not open in one slot, with those that are.

    Examples
    --------
    >>> from equity.rules import Rules
    >>> from equity.simulate import HandBatch
    >>> rules = Rules(small_blind=5, big_blind=10)
    >>> hands = HandBatch(1, rules, [1000, 1000], seed=1).hands
    >>> print(label_error(hands, rules.to_array(), slot=0, label=Label.HALF_POT))
    hand 0: HALF_POT is not open to seat 0; open: FOLD, CHECK_CALL, MIN_RAISE, POT, ALL_IN
    """
    name = Label(label).name if 0 <= label < len(Label) else f"label {label}"
    mask = open_labels(hands[slot : slot + 1], house)[0]
    names = ", ".join(other.name for other in Label if mask[other])
    return IllegalActionError(
        f"hand {slot}: {name} is not open to seat {int(hands['actor'][slot])}; open: {names}",
        legal=_legal_in(hands, house, slot),
    )


def _legal_in(hands: NDArray[Any], house: NDArray[Any], slot: int) -> Legal:
    from equity.kernels.hands.hand import legal

    owed, least, most = map(int, legal(hands, slot, house))
    return Legal(fold=True, check=owed == 0, call=owed, min_raise_to=least or None, max_raise_to=most or None)
