"""House rules by name, one function per house.

Rules of the file: each function takes the stakes and returns a frozen `Rules`; any field can be changed with
``rules.replace(...)``. Which clauses stand behind a field is in `equity.rules.clauses`.
"""

from __future__ import annotations

from collections.abc import Callable

from equity.errors import RulesError
from equity.numbers import read_chips
from equity.rules.money import to_chips
from equity.rules.rules import Rules

__all__ = [
    "PRESETS",
    "cardroom_limit",
    "find_preset",
    "online_cents",
    "poker_fantasy_limit",
    "poker_fantasy_no_limit",
    "poker_fantasy_pot_limit",
    "pokerfs",
]


def _half(bet: int) -> int:
    half, rest = divmod(read_chips("small_bet", bet, least=1), 2)
    if rest:
        raise RulesError(f"the small blind is half of {bet!r}, which is not whole chips; give small_blind=")
    return half


def poker_fantasy_limit(small_bet: int = 4, big_bet: int | None = None, *, small_blind: int | None = None) -> Rules:
    """Fixed-limit at Poker Fantasy: the big blind is the small bet, four bets per street.

    The whole remainder of a split pot goes to the winner closest to the button's left.

    Examples
    --------
    >>> rules = poker_fantasy_limit(4, 8)
    >>> rules.small_blind, rules.big_blind, rules.cap, rules.odd_chips
    (2, 4, 4, 'first')
    """
    return Rules(
        name="poker-fantasy-limit",
        structure="fixed-limit",
        small_blind=_half(small_bet) if small_blind is None else small_blind,
        big_blind=small_bet,
        small_bet=small_bet,
        big_bet=big_bet,
        odd_chips="first",
    )


def poker_fantasy_no_limit(small_blind: int = 2, big_blind: int = 4) -> Rules:
    """No-limit at Poker Fantasy: a raise is at least the last bet or raise.

    Examples
    --------
    >>> poker_fantasy_no_limit().structure
    'no-limit'
    """
    return Rules(name="poker-fantasy-no-limit", small_blind=small_blind, big_blind=big_blind, odd_chips="first")


def poker_fantasy_pot_limit(small_blind: int = 2, big_blind: int = 4) -> Rules:
    """Pot-limit at Poker Fantasy: the most is the pot after the call.

    Examples
    --------
    >>> poker_fantasy_pot_limit(5, 10).structure
    'pot-limit'
    """
    return Rules(
        name="poker-fantasy-pot-limit",
        structure="pot-limit",
        small_blind=small_blind,
        big_blind=big_blind,
        odd_chips="first",
    )


def cardroom_limit(small_bet: int = 4, big_bet: int | None = None, *, small_blind: int | None = None) -> Rules:
    """Fixed-limit in a card room: one bet and three raises, the half-bet rule, missed and dead blinds.

    Examples
    --------
    >>> rules = cardroom_limit(4, 8)
    >>> rules.cap, rules.reopen, rules.entry
    (4, 'half', 'post-or-wait')
    """
    return Rules(
        name="cardroom-limit",
        structure="fixed-limit",
        small_blind=_half(small_bet) if small_blind is None else small_blind,
        big_blind=small_bet,
        small_bet=small_bet,
        big_bet=big_bet,
        entry="post-or-wait",
    )


def pokerfs(small_blind: int = 5, big_blind: int = 10, *, min_buy_in: int = 200, max_buy_in: int = 1000) -> Rules:
    """No-limit cash game at PokerFS: no antes, no straddles; who joins is dealt in at the next deal.

    Each table sets its own buy-ins; here they are 20 to 100 big blinds.

    Examples
    --------
    >>> pokerfs().big_blind
    10
    >>> pokerfs().replace(ante=1)
    Traceback (most recent call last):
    equity.errors.RulesError: pokerfs has no antes: ante must stay empty, got 1
    """
    return Rules(
        name="pokerfs",
        small_blind=small_blind,
        big_blind=big_blind,
        min_buy_in=min_buy_in,
        max_buy_in=max_buy_in,
        entry="next-deal",
        without=("ante", "straddles"),
    )


def online_cents(small_blind: int | str = "0.05", big_blind: int | str = "0.10") -> Rules:
    """No-limit online: the chip is one cent; amounts as text are money, as whole numbers cents.

    Examples
    --------
    >>> online_cents("0.05", "0.10").big_blind, online_cents(50, 100).big_blind
    (10, 100)
    """
    small, big = (
        to_chips(amount, chip="0.01") if isinstance(amount, str) else amount for amount in (small_blind, big_blind)
    )
    return Rules(name="online-cents", small_blind=small, big_blind=big)


PRESETS: dict[str, Callable[..., Rules]] = {
    "poker-fantasy-limit": poker_fantasy_limit,
    "poker-fantasy-no-limit": poker_fantasy_no_limit,
    "poker-fantasy-pot-limit": poker_fantasy_pot_limit,
    "cardroom-limit": cardroom_limit,
    "pokerfs": pokerfs,
    "online-cents": online_cents,
}


def find_preset(name: str) -> Callable[..., Rules]:
    """Return the function of a house; blanks, underscores and case do not matter.

    Raises
    ------
    RulesError
        If there is no such house; names the closest.

    Examples
    --------
    >>> find_preset("PokerFS")().big_blind
    10
    """
    if not isinstance(name, str):
        raise RulesError(f"the name of a house is text such as 'pokerfs', got {name!r:.60}")
    key = name.strip().lower().replace("_", "-").replace(" ", "-")
    if key in PRESETS:
        return PRESETS[key]
    from difflib import get_close_matches

    close = get_close_matches(key, PRESETS, n=1, cutoff=0.5)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise RulesError(f"no house rules named {name!r} (use {', '.join(PRESETS)}){hint}")
