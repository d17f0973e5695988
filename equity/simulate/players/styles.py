"""What the parameters of the built-in players mean in play: from the frequencies they claim to the ranges they need.

Rules of the file: pure Python arithmetic. A player who opens the best 22 % of hands everywhere does not have a VPIP of
22 %: facing a raise it plays fewer. `solve_ranges` plays one six-handed round of betting before the flop with
probabilities instead of cards, and widens the ranges until the wanted frequencies come out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from equity.errors import StrategyError

__all__ = ["CALL_RERAISE", "RERAISE", "frequencies", "solve_ranges"]

# By distance to the big blind, as in equity.kernels.play.strategies.
POSITION_FACTORS = (0.8, 1.0, 1.6, 1.2, 0.9, 0.7, 0.6, 0.55, 0.5, 0.45)
_STEPS = 40
RERAISE, CALL_RERAISE = 0.35, 0.8  # hands that raise and call a second raise, as parts of those that raise a first


def frequencies(width: float, extra: float, three_bet: float) -> tuple[float, float]:
    """Return the VPIP and PFR of six equal players with these ranges; walks do not count.

    Parameters
    ----------
    width : float
        Share of hands that opens with a raise, before the factor of the position.
    extra : float
        Share of further hands that calls, in an unopened pot as against a raise.
    three_bet : float
        Share of hands that raises a raise.

    Examples
    --------
    >>> [round(share, 3) for share in frequencies(0.2, 0.0, 0.0)]
    [0.124, 0.124]
    """
    again, stay = RERAISE * three_bet, CALL_RERAISE * three_bet
    state = [1.0, 0.0, 0.0, 0.0]  # nobody in, limped, raised, raised again
    vpip = pfr = asked = 0.0
    for distance in range(5, -1, -1):
        opens = min(1.0, width * POSITION_FACTORS[distance])
        limps = min(1.0 - opens, extra) if distance else 0.0
        calls = min(1.0 - three_bet, extra)
        unopened = state[1] + (state[0] if distance else 0.0)  # in the big blind nobody in is a walk
        asked += unopened + state[2] + state[3]
        raised = unopened * opens + state[2] * three_bet + state[3] * again
        pfr += raised
        vpip += raised + unopened * limps + state[2] * calls + state[3] * (stay - again)
        state = [
            state[0] * (1.0 - opens - limps) if distance else 0.0,
            state[1] * (1.0 - opens) + (state[0] * limps if distance else 0.0),
            state[2] * (1.0 - three_bet) + unopened * opens,
            state[3] + state[2] * three_bet,
        ]
    return vpip / asked, pfr / asked


@cache
def solve_ranges(vpip: float, pfr: float, three_bet: float) -> tuple[float, float]:
    """Return the (width, extra) that give these frequencies at a six-handed table of equal players.

    Examples
    --------
    >>> width, extra = solve_ranges(0.22, 0.18, 0.07)
    >>> [round(share, 3) for share in frequencies(width, extra, 0.07)]
    [0.22, 0.18]
    """
    width = extra = 0.0
    for _ in range(8):
        width = _bisect(partial(_pfr_at, extra, three_bet), pfr, 4.0)
        extra = _bisect(partial(_vpip_at, width, three_bet), vpip, 1.0)
    got = frequencies(width, extra, three_bet)
    if abs(got[0] - vpip) > 0.002 or abs(got[1] - pfr) > 0.002:
        raise StrategyError(
            f"six equal players with three_bet {three_bet:g} reach a VPIP of {got[0]:.2f} and a PFR of {got[1]:.2f} at "
            f"most, not {vpip:g} and {pfr:g}; who opens more is raised more often: give a larger three_bet"
        )
    return width, extra


def _pfr_at(extra: float, three_bet: float, width: float) -> float:
    return frequencies(width, extra, three_bet)[1]


def _vpip_at(width: float, three_bet: float, extra: float) -> float:
    return frequencies(width, extra, three_bet)[0]


def _bisect(function: Callable[[float], float], target: float, high: float) -> float:
    low = 0.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if function(middle) < target:
            low = middle
        else:
            high = middle
    return high
