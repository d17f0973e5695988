"""The figures of a player, each defined once, for simulations and hand histories alike.

Rules of the file: whole counts in, rates out; where nothing could happen a rate is None. The counts are those of
`equity.kernels.play.tally_columns`, made by `equity.kernels.play.whole_hands` for hands simulated and recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from equity.kernels.play import tally_columns as col

__all__ = ["Z95", "Estimate", "Rates", "position_names", "rates_of", "share"]

Z95 = 1.959963984540054
_EARLY = ("UTG", "UTG+1", "UTG+2", "UTG+3")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error.

    Attributes
    ----------
    mean, std_error : float
    radius : float or None
        Half the width of the interval where it must hold at every look of a run that stops when it is narrow enough;
        None for a number of hands fixed in advance.

    Examples
    --------
    >>> estimate = Estimate(5.0, 1.0)
    >>> [round(bound, 2) for bound in estimate.ci95]
    [3.04, 6.96]
    """

    mean: float
    std_error: float
    radius: float | None = None

    @property
    def half_width(self) -> float:
        """Half the width of the 95 % interval."""
        return Z95 * self.std_error if self.radius is None else self.radius

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.mean - self.half_width, self.mean + self.half_width


@dataclass(frozen=True, slots=True)
class Rates:
    """What a player does how often; None where they never could.

    Attributes
    ----------
    vpip, pfr : float or None
        Hands with chips put in by choice before the flop, and with a raise there, of all hands but walks.
    three_bet : float or None
        Raises of exactly one raise before the flop, of the hands that met one while raising was open.
    aggression : float or None
        Bets and raises after the flop for each call there.
    saw_flop, wtsd, wsd : float or None
        Hands that saw a flop, of all; that went to the showdown, of these; that won chips there, of those.
    """

    vpip: float | None
    pfr: float | None
    three_bet: float | None
    aggression: float | None
    saw_flop: float | None
    wtsd: float | None
    wsd: float | None


def share(part: int, whole: int) -> float | None:
    """Return ``part / whole``, None for nothing.

    Examples
    --------
    >>> share(1, 4), share(0, 0)
    (0.25, None)
    """
    return part / whole if whole else None


def rates_of(counts: Sequence[int]) -> Rates:
    """Return the rates of counts by column.

    Examples
    --------
    >>> counts = [0] * col.COLUMNS
    >>> counts[col.HANDS], counts[col.WALKS], counts[col.VPIP] = 11, 1, 5
    >>> rates_of(counts).vpip
    0.5
    """
    played = counts[col.HANDS] - counts[col.WALKS]
    return Rates(
        vpip=share(counts[col.VPIP], played),
        pfr=share(counts[col.PFR], played),
        three_bet=share(counts[col.THREE_BETS], counts[col.THREE_BET_CHANCES]),
        aggression=share(counts[col.RAISES], counts[col.CALLS]),
        saw_flop=share(counts[col.FLOPS], counts[col.HANDS]),
        wtsd=share(counts[col.SHOWDOWNS], counts[col.FLOPS]),
        wsd=share(counts[col.SHOWDOWNS_WON], counts[col.SHOWDOWNS]),
    )


def position_names(seats: int) -> tuple[str, ...]:
    """Return the names of the seats from the button on.

    Examples
    --------
    >>> position_names(6), position_names(2)
    (('BTN', 'SB', 'BB', 'UTG', 'HJ', 'CO'), ('BTN', 'BB'))
    """
    if seats == 2:
        return "BTN", "BB"
    others = seats - 3
    late = ("LJ", "HJ", "CO")[4 - min(4, others) :] if others > 1 else ()
    return ("BTN", "SB", "BB", *_EARLY[: others - len(late)], *late)
