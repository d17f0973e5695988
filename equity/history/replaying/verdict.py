"""What came out of a replayed hand, and how it compares with the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from equity.errors import HistoryError
from equity.history.record import HandRecord

__all__ = ["DIFFERENCES", "ENDINGS", "VERDICTS", "Replayed", "compare"]

# verdict -> what it means, in the order reports list them
VERDICTS: Final = {
    "agree": "every player ends with exactly the recorded chips",
    "rake": "the same but for the rake, which the winners paid",
    "half-chip": "the record splits an odd chip into parts, the engine gives it to one player",
    "no result": "the record does not say how the hand ended",
    "cancelled": "the site cancelled the hand and gave every chip back",
    "unfinished": "the record stops before the end of the hand",
    "differ": "somebody ends with other chips than recorded",
    "refused": "an action does not fit the rules",
}
_ROUNDING = Decimal("0.01")  # of a chip, where a record writes a third of it
DIFFERENCES: Final = ("differ", "unfinished", "refused")

# the codes of `equity.kernels.hands.replay`, from 0; the first two are not errors
ENDINGS: Final = (
    "done",
    "unfinished",
    "each player must be dealt one hand before the first action",
    "it is not that player's turn",
    "the rules do not allow it",
    "the betting is over",
    "no board card can be dealt now",
    "a street deals 3, 1 and 1 cards",
    "the board of this street has not been dealt",
    "a card is dealt twice",
    "other cards were dealt to that player",
    "a player with unknown cards is left at the showdown and did not muck",
    "only players left after the betting can show or muck",
    "nobody shows a hand, so nobody can win the pot",
    "no such player",
)


@dataclass(slots=True)
class Replayed:
    """One hand after its replay.

    Attributes
    ----------
    record : HandRecord
        What was played; after a repair, with the actions that were missing.
    verdict : str
        One of `VERDICTS`.
    payoffs : tuple of int
        Each player's result by the engine; empty if refused, chips in so far if unfinished.
    error : HistoryError or None
        Why it was refused.
    repairs : int
        How many actions were added or dropped.
    mucked : HandRecord or None
        What was played where players who show unknown cards lost unseen: there they muck.
    packed : bool
        Whether the record was played as it is, in one call with others.

    Examples
    --------
    >>> from equity.history import game_named, parse_acpc, replay
    >>> result = replay(parse_acpc("STATE:7:rf:AsAd|7c2d:-10|10:a|b", game_named("limit.2p")))
    >>> result.verdict, result.payoffs
    ('agree', (-10, 10))
    """

    record: HandRecord
    verdict: str
    payoffs: tuple[int, ...] = ()
    error: HistoryError | None = None
    repairs: int = 0
    mucked: HandRecord | None = field(default=None, repr=False, compare=False)
    packed: bool = field(default=False, repr=False, compare=False)

    @property
    def is_over(self) -> bool:
        """Whether the hand was played to its end."""
        return self.verdict not in ("cancelled", "unfinished", "refused")

    @property
    def final_stacks(self) -> tuple[int | None, ...]:
        """Chips at the end by the engine; None where the start is unknown."""
        pairs = zip(self.record.stacks, self.payoffs, strict=True)
        return tuple(None if start is None else start + net for start, net in pairs)

    @property
    def differences(self) -> tuple[int | Decimal, ...]:
        """Chips each player has more by the engine than by the record; empty if that has no result."""
        expected = self.record.result
        if expected is None or not self.payoffs:
            return ()
        pairs = zip(self.payoffs, expected, strict=True)
        return tuple(0 if wanted is None else played - wanted for played, wanted in pairs)


def compare(record: HandRecord, payoffs: tuple[int, ...]) -> str:
    """Return the verdict on a hand that was played to its end."""
    expected = record.result
    if expected is None or all(value is None for value in expected):
        return "no result"
    if expected == payoffs:
        return "agree"
    pairs = zip(payoffs, expected, strict=True)
    off: list[int | Decimal] = [0 if wanted is None else played - wanted for played, wanted in pairs]
    if not any(off):
        return "agree"
    if all(amount >= 0 for amount in off) and _is_rake(record, off, payoffs):
        return "rake"
    parts = [amount for amount in off if amount != int(amount)]
    total = sum(map(Decimal, off), Decimal(0))
    if parts and all(-1 < amount < 1 for amount in off) and -_ROUNDING < total < _ROUNDING:
        return "half-chip"
    return "differ"


def _is_rake(record: HandRecord, off: Sequence[int | Decimal], payoffs: Sequence[int]) -> bool:
    """Say whether what is missing is rake: only from players who won chips, and as much as stated."""
    if record.rake is not None and sum(off) != record.rake:
        return False
    lost = [start is not None and net == -start for start, net in zip(record.stacks, payoffs, strict=True)]
    return not any(amount and everything for amount, everything in zip(off, lost, strict=True))
