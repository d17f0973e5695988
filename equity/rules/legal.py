"""What the seat to act may do, and the words for what it may not.

Rules of the file: it explains; the decision was made in `equity.kernels.hands.betting`.
"""

from __future__ import annotations

from typing import NamedTuple

from equity.constants import ACTION_NAMES, ALL_IN, CALL, CHECK, RAISE

__all__ = ["ACTIONS", "ACT_WORDS", "Legal", "refusal"]

# the word of `Hand.act` for each code, and everything it accepts; "bet" is a raise that opens
ACT_WORDS = tuple(name.replace("-", "_").replace(" ", "_") for name in ACTION_NAMES)
ACTIONS = {word: code for code, word in enumerate(ACT_WORDS)} | {"raise_to": RAISE, "bet": RAISE, "all-in": ALL_IN}


class Legal(NamedTuple):
    """The actions open to the seat to act.

    Attributes
    ----------
    fold, check : bool
        Folding is open to every seat that is to act, checking if nothing is owed.
    call : int
        Chips a call adds; 0 if nothing is owed.
    min_raise_to, max_raise_to : int or None
        Least and most street total of a bet or raise; None if that is not open. The least is below a full raise only if
        it is all-in.

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> Hand(Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1).legal
    Legal(fold=True, check=False, call=5, min_raise_to=20, max_raise_to=1000)
    """

    fold: bool
    check: bool
    call: int
    min_raise_to: int | None
    max_raise_to: int | None

    def __str__(self) -> str:
        """Return the actions in words."""
        words = ["fold"] if self.fold else []
        if self.check:
            words.append("check")
        if self.call:
            words.append(f"call {self.call}")
        if self.max_raise_to is not None:
            span = f"{self.min_raise_to} to {self.max_raise_to}"
            words.append(f"raise to {self.max_raise_to if self.min_raise_to == self.max_raise_to else span}")
        return ", ".join(words) or "nothing"


NOTHING = Legal(fold=False, check=False, call=0, min_raise_to=None, max_raise_to=None)


def refusal(action: int, amount: int, seat: int, legal: Legal) -> str:
    """Return why an action was refused, with what is legal.

    Examples
    --------
    >>> refusal(CHECK, 0, 3, Legal(True, False, 10, 20, 1000))
    'seat 3 cannot check, it owes 10; legal: fold, call 10, raise to 20 to 1000'
    """
    if seat < 0:
        return "nobody is to act: the betting is over"
    if action == CHECK:
        why = f"seat {seat} cannot check, it owes {legal.call}"
    elif action == CALL:
        why = f"seat {seat} has nothing to call; check instead"
    elif legal.max_raise_to is None:
        why = f"raising is not open to seat {seat}"
    elif action == ALL_IN:
        why = f"all-in would be a raise above {legal.max_raise_to}"
    else:
        why = f"raise to {amount} is outside {legal.min_raise_to} to {legal.max_raise_to} for seat {seat}"
    return f"{why}; legal: {legal}"
