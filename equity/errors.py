"""Every error the package raises on purpose.

Rules of the file: one flat tree under `EquityError`, which is a `ValueError`; messages are lower case without a full
stop and say what is wrong, the value, and what would be right. Nothing else lives here.
"""

from __future__ import annotations

__all__ = [
    "CardError",
    "CheckpointError",
    "DealError",
    "EquityError",
    "HistoryError",
    "IllegalActionError",
    "OptionError",
    "RangeError",
    "RulesError",
    "StrategyError",
    "WorkerError",
]


class EquityError(ValueError):
    """Anything a user can get wrong; the command prints it on stderr and exits with 2.

    Examples
    --------
    >>> import equity
    >>> try:
    ...     equity.evaluate("AsKs")
    ... except equity.EquityError as error:
    ...     print(error)
    evaluate needs 5, 6 or 7 cards, got 2; for starting hands use calculate(['AsKs'])
    """


class CardError(EquityError):
    """Text that is not a card, or the same card twice."""


class RangeError(EquityError):
    """Text that is not a hand or a range, or weights that contradict each other."""


class DealError(EquityError):
    """Cards that cannot be dealt together: an impossible board, an empty range after card removal."""


class OptionError(EquityError):
    """A number or choice outside what the call accepts."""


class RulesError(EquityError):
    """House rules, stacks or seats that do not fit together."""


class IllegalActionError(RulesError):
    """An action the rules do not allow now.

    Attributes
    ----------
    legal : object or None
        What would have been legal: the hand's `legal` object, if it is still being played.
    """

    def __init__(self, message: str, *, legal: object = None) -> None:
        super().__init__(message)
        self.legal = legal


class HistoryError(EquityError):
    """A hand history that cannot be read or does not fit the rules; names file, hand and action."""


class StrategyError(EquityError):
    """An unknown strategy, or one that returned an illegal action."""


class CheckpointError(EquityError):
    """A checkpoint that belongs to another question or another version."""


class WorkerError(EquityError):
    """A worker process of an executor died; what was finished before is in the checkpoint, if there is one."""
