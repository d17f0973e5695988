"""The push-or-fold game: who has how much, what is posted, and what each of its five endings is worth.

The small blind pushes all its chips or folds; the big blind calls or folds. Five endings, seen from the small blind: it
folds; it steals, because the big blind folds; it is called and wins, ties or loses. What an ending is worth to the two
players is all that an equilibrium needs to know, in chips and in prize money alike.

Rules of the file: amounts in big blinds, exact fractions until the ending is worth something. Stacks are those before
anybody posts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.errors import OptionError
from equity.numbers import as_int, is_list
from equity.odds.analyses.icm import icm
from equity.odds.analyses.side_pots import read_amounts

__all__ = ["ENDINGS", "MOST_STACK", "Game", "check_payouts"]

ENDINGS = ("fold", "steal", "win", "tie", "lose")
MOST_STACK = 200  # big blinds that two players can lose to each other
SMALL_BLIND = 0.5


@dataclass(frozen=True)
class Game:
    """A push-or-fold game, in big blinds; `read` makes one from what a caller gives.

    Attributes
    ----------
    stacks : tuple of Fraction
        Before the posts: of the small blind, of the big blind, then of players who have folded.
    small_blind : Fraction
        In big blinds.
    ante : Fraction
        What everybody at the table posts; it is dead money.
    big_blind_ante : Fraction
        What the big blind alone posts, before its blind.
    rake : Fraction
        The part of a called pot that the house takes; a pot that nobody called is free (no flop, no drop).
    rake_cap : Fraction or None
        At most so much.
    payouts : tuple of Fraction
        Prizes from first place down; empty in a game for chips.
    """

    stacks: tuple[Fraction, ...]
    small_blind: Fraction = Fraction(1, 2)
    ante: Fraction = Fraction(0)
    big_blind_ante: Fraction = Fraction(0)
    rake: Fraction = Fraction(0)
    rake_cap: Fraction | None = None
    payouts: tuple[Fraction, ...] = ()

    @classmethod
    def read(
        cls,
        stack: Any,
        *,
        small_blind: Any = SMALL_BLIND,
        ante: Any = 0,
        big_blind_ante: Any = 0,
        rake: Any = 0,
        rake_cap: Any = None,
        payouts: Iterable[float] | None = None,
        blinds: Sequence[int] = (0, 1),
    ) -> Game:
        """Return the game that `equity.solve.push_fold` is asked for.

        Raises
        ------
        OptionError
            For numbers that make no such game.

        Examples
        --------
        >>> Game.read("10bb").stacks
        (Fraction(10, 1), Fraction(10, 1))
        >>> Game.read(0)
        Traceback (most recent call last):
            ...
        equity.errors.OptionError: a stack must be above 0 big blinds, got 0
        """
        stacks = _read_stacks(stack, blinds, prizes=payouts is not None)
        game = cls(
            stacks=stacks,
            small_blind=_read_bound("the small blind", small_blind, most=1),
            ante=_read_bound("the ante", ante),
            big_blind_ante=_read_bound("the big blind's ante", big_blind_ante),
            rake=_read_bound("the rake", rake, most=Fraction(1, 2)),
            rake_cap=None if rake_cap is None else _read_bound("the cap of the rake", rake_cap),
            payouts=() if payouts is None else check_payouts(payouts, len(stacks)),
        )
        game._check()
        return game

    def _check(self) -> None:
        for seat, stack in enumerate(self.stacks):
            posted = self.ante + (self.big_blind_ante if seat == 1 else 0)
            if posted and posted >= stack:
                raise OptionError(f"antes must leave a stack chips: {_text(posted)} of {_text(stack)} big blinds")
        if self.effective > MOST_STACK:
            raise OptionError(f"a stack must be at most {MOST_STACK} big blinds, got {_text(self.effective)}")
        if self.payouts and (self.rake or self.rake_cap is not None):
            raise OptionError("a game for prize money has no rake: give payouts or rake")
        if self.rake_cap is not None and not self.rake:
            raise OptionError("a cap needs a rake, such as rake=0.05")

    @property
    def effective(self) -> Fraction:
        """The chips that the two players can lose to each other: the smaller of their stacks."""
        return min(self.stacks[:2])

    @property
    def zero_sum(self) -> bool:
        """Whether what one player wins the other loses, so that an equilibrium has one value."""
        return not self.rake and not self.payouts

    @property
    def unit(self) -> str:
        """What worths are counted in: ``"bb"`` or ``"prize"``."""
        return "prize" if self.payouts else "bb"

    @property
    def big_blind_worth(self) -> float:
        """What a big blind is worth on average: 1, or its part of the prizes."""
        return float(sum(self.payouts) / sum(self.stacks)) if self.payouts else 1.0

    @cached_property
    def endings(self) -> dict[str, list[Fraction]]:
        """What everybody has after each of the `ENDINGS`."""
        antes = [self.ante + (self.big_blind_ante if seat == 1 else 0) for seat in range(len(self.stacks))]
        left = [stack - ante for stack, ante in zip(self.stacks, antes, strict=True)]
        dead = sum(antes, Fraction(0))
        matched = min(left[:2])
        small, big = min(self.small_blind, matched), min(Fraction(1), matched)
        called = 2 * matched + dead
        rake = self.rake * called if self.rake_cap is None else min(self.rake * called, self.rake_cap)
        pot = called - rake
        changes = {
            "fold": (-small, small + dead),
            "steal": (big + dead, -big),
            "win": (pot - matched, -matched),
            "tie": (pot / 2 - matched, pot / 2 - matched),
            "lose": (-matched, pot - matched),
        }
        return {name: [left[0] + mine, left[1] + theirs, *left[2:]] for name, (mine, theirs) in changes.items()}

    @cached_property
    def before(self) -> tuple[float, float]:
        """What the stacks of the two players are worth before the hand: 0 in a game for chips, else prize money."""
        return self._worth(list(self.stacks))

    @cached_property
    def worths(self) -> dict[str, NDArray[np.float64]]:
        """What each of the `ENDINGS` is worth to the small and the big blind: chips won, or prize money."""
        return {name: np.array(self._worth(stacks)) for name, stacks in self.endings.items()}

    def _worth(self, stacks: Sequence[Fraction]) -> tuple[float, float]:
        if self.payouts:
            first, second, *_ = icm(list(map(float, stacks)), list(map(float, self.payouts))).tolist()
            return first, second
        return float(stacks[0] - self.stacks[0]), float(stacks[1] - self.stacks[1])

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {
            "stacks": list(map(float, self.stacks)),
            "small_blind": float(self.small_blind),
            "ante": float(self.ante),
            "big_blind_ante": float(self.big_blind_ante),
            "rake": float(self.rake),
            "rake_cap": None if self.rake_cap is None else float(self.rake_cap),
            "payouts": list(map(float, self.payouts)),
        }


def check_payouts(payouts: Iterable[float], players: int) -> tuple[Fraction, ...]:
    """Return prizes from first place down, exactly.

    Raises
    ------
    OptionError
        If there are none or more than players, or if they rise or are negative.

    Examples
    --------
    >>> check_payouts([50, 30], 3)
    (Fraction(50, 1), Fraction(30, 1))
    """
    found = tuple(read_amounts("payouts", payouts))
    if not any(found):
        raise OptionError("payouts must hold a prize above 0")
    if len(found) > players:
        raise OptionError(f"payouts must be at most one per player: got {len(found)} for {players} players")
    for better, worse in pairwise(found):
        if worse > better:
            raise OptionError(f"payouts must not rise: {_text(worse)} comes after {_text(better)}")
    if found[-1] < 0:
        raise OptionError(f"a payout must be at least 0, got {_text(found[-1])}")
    return found


def read_stack(value: Any) -> Fraction:
    """Return a number of big blinds exactly: ``10``, ``"10"``, ``"10.5bb"``, ``Fraction(21, 2)``.

    Raises
    ------
    OptionError
        If it is not such a number.

    Examples
    --------
    >>> read_stack("10.5bb")
    Fraction(21, 2)
    """
    if isinstance(value, str):
        return _read_text(value)
    try:
        return _exactly("a stack", as_int(value))
    except OptionError:
        raise _not_a_stack(value) from None


def _read_text(text: str) -> Fraction:
    from decimal import Decimal, InvalidOperation

    number = text.strip().lower().removesuffix("bb").strip()
    try:
        decimal = Decimal(number)
    except InvalidOperation:
        raise _not_a_stack(text) from None
    if not decimal.is_finite() or abs(decimal.adjusted()) > 30:
        raise _not_a_stack(text)
    return Fraction(decimal)


def _not_a_stack(value: object) -> OptionError:
    return OptionError(f"a stack is a number of big blinds such as 10, 12.5 or '10bb', got {value!r:.60}")


def _read_stacks(stack: Any, blinds: Sequence[int], *, prizes: bool) -> tuple[Fraction, ...]:
    """Return all stacks, those of the small and the big blind first."""
    if not is_list(stack):
        if prizes:
            raise OptionError("a game for prize money needs the stacks of all players, such as [10, 8, 25]")
        stacks = [read_stack(stack)] * 2
    else:
        stacks = [read_stack(one) for one in stack]
    if len(stacks) < 2:
        raise OptionError(f"push or fold takes two players, got {len(stacks)} stack{'s' * (len(stacks) != 1)}")
    if len(stacks) > 2 and not prizes:
        raise OptionError(f"{len(stacks)} stacks need payouts; in a game for chips only the two blinds' stacks count")
    for one in stacks:
        if one <= 0:
            raise OptionError(f"a stack must be above 0 big blinds, got {_text(one)}")
    seats = [as_int(seat) for seat in blinds] if is_list(blinds) else []
    known = range(len(stacks))
    if len(seats) != 2 or seats[0] == seats[1] or any(type(seat) is not int or seat not in known for seat in seats):
        raise OptionError(f"blinds are two of the {len(stacks)} players, counted from 0, got {blinds!r:.60}")
    return (*(stacks[seat] for seat in seats), *(one for seat, one in enumerate(stacks) if seat not in seats))


def _exactly(name: str, value: Any) -> Fraction:
    """Return a number as a fraction, a fraction as it is if it is one that a float can hold."""
    found = read_amounts(name, [value])[0]
    return value if isinstance(value, Fraction) else found


def _read_bound(name: str, value: Any, *, most: Fraction | int | None = None) -> Fraction:
    found = _exactly(name, value)
    if found < 0 or (most is not None and found > most):
        bounds = "at least 0" if most is None else f"between 0 and {_text(Fraction(most))}"
        raise OptionError(f"{name} must be {bounds}, got {_text(found)}")
    return found


def _text(number: Fraction) -> str:
    return f"{float(number):.10g}"
