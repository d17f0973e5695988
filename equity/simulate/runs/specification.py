"""Everything a run's answer depends on, checked once and sent to the workers as it is.

Rules of the file: plain values, no arrays. Two equal runs have equal answers to the last bit, whatever runs them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from equity.constants import MAX_SEATS, MOST_HANDS
from equity.errors import OptionError, RulesError, StrategyError
from equity.numbers import is_list, read_chips, read_seed, read_whole
from equity.rules.money import HOUSE_CHIPS, to_chips
from equity.rules.rules import check_rules
from equity.simulate.players.strategy import Strategy
from equity.simulate.strategies import as_strategy

if TYPE_CHECKING:
    from equity.rules import Rules

__all__ = ["RunSpec", "chip_worth", "make_spec", "parse_stacks", "read_target"]

# Hands in a piece of work: some tens of milliseconds. A piece costs half a millisecond to hand over.
_CHUNK = 32_768
_SLOW_CHUNK = 2048  # where a player is asked in Python or samples, so that progress shows
_FINEST = 1024  # parts of a chip
_SETTLERS: dict[bool | str, str] = {False: "", True: "settle_at_equity", "exact": "settle_exactly"}
_LIMIT = 1 << 62  # of a chunk's sum of squares in int64


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSpec:
    """A run: who plays what, how often, from which seed.

    Attributes
    ----------
    deals, turns : int
        Decks, and how often each is played: once, or with duplicate once for each rotation of the players.
    unit : int
        All-in adjusted results are counted in parts of 1/unit chips; 0 leaves them out.
    settler : str
        What settles early all-ins again, a function of `equity.kernels.play.strategy_pointers.built_in`; empty leaves
        that out.
    chunk : int
        Most deals in a piece of work.
    target : float or None
        Half-width at which the run stops, in big blinds per hundred hands.
    token : str
        Names this run within a process, so that its strategies are compiled once.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> spec = make_spec(pokerfs(), ["call", "random"], hands=1000, seed=1)
    >>> spec.stacks, spec.deals, spec.unit
    ((1000, 1000), 1000, 1024)
    """

    rules: Rules
    strategies: tuple[Strategy, ...]
    stacks: tuple[int, ...]
    deals: int
    turns: int
    seed: int
    unit: int
    chunk: int
    settler: str
    mend: bool
    target: float | None = None
    token: str = field(default_factory=lambda: secrets.token_hex(8), compare=False)

    @property
    def players(self) -> int:
        """Number of players, which is the number of seats."""
        return len(self.strategies)

    @property
    def hands(self) -> int:
        """Number of hands played."""
        return self.deals * self.turns

    @property
    def chunks(self) -> int:
        """Number of pieces of work."""
        return -(-self.deals // self.chunk)

    @property
    def all_in_exact(self) -> bool:
        """Whether all early all-ins are settled at their exact equity: always heads-up, else where asked for."""
        return self.settler == "settle_exactly" or (self.settler != "" and self.players == 2)

    @property
    def duplicate(self) -> bool:
        """Whether every deck is played by each player in each seat."""
        return self.turns > 1

    def spans(self, start: int = 0, *, most: int | None = None) -> Iterator[tuple[int, int]]:
        """Yield the pieces of work from a deal on: the first deal of each, and how many; how it is cut does not matter.

        Parameters
        ----------
        start : int, optional
        most : int, optional
            Deals in a piece, if less than `chunk`; a piece ends with every `chunk` deals all the same.
        """
        size = self.chunk if most is None else min(self.chunk, most)
        while start < self.deals:
            deals = min(size, self.chunk - start % self.chunk, self.deals - start)
            yield start, deals
            start += deals

    def describe(self) -> dict[str, Any]:
        """Return everything the answer depends on as JSON values, what a user says first, for checkpoints."""
        return {
            "rules": _describe_rules(self.rules),
            "strategies": [strategy.describe() for strategy in self.strategies],
            "stacks": list(self.stacks),
            "duplicate": self.duplicate,
            "hands": self.hands,
            "seed": self.seed,
            "all_in_ev": next(name for name, settler in _SETTLERS.items() if settler == self.settler),
            "on_illegal": "fold" if self.mend else "error",
            "turns": self.turns,
            "unit": self.unit,
            **({} if self.target is None else {"target": self.target}),
        }


def _describe_rules(rules: Rules) -> dict[str, Any]:
    values = {part.name: getattr(rules, part.name) for part in fields(rules) if part.repr}
    return {name: repr(value) if is_dataclass(value) else value for name, value in values.items()}


def make_spec(  # noqa: PLR0913  # as `run`
    rules: Rules,
    strategies: Iterable[object],
    *,
    hands: int | None = None,
    stacks: object = "100bb",
    seed: int | None = None,
    duplicate: bool = False,
    all_in_ev: bool | str = True,
    on_illegal: str = "error",
    target: object = None,
    chip: str | None = None,
) -> RunSpec:
    """Check the arguments of a run; see `equity.simulate.run`, and `parse_stacks` for `chip`. No `hands`: no end."""
    check_rules(rules)
    players = tuple(map(as_strategy, _listed(strategies)))
    if not 2 <= len(players) <= MAX_SEATS:
        raise StrategyError(f"a table has 2 to {MAX_SEATS} seats, got {len(players)} strategies")
    if on_illegal not in ("error", "fold"):
        raise OptionError(f"on_illegal must be 'error' or 'fold', got {on_illegal!r}")
    settler = _settler(all_in_ev)
    chip = chip or chip_worth(rules)
    chips = parse_stacks(stacks, seats=len(players), big_blind=rules.big_blind, chip=chip)
    turns = len(players) if duplicate else 1
    deals = -(-read_whole("hands", MOST_HANDS if hands is None else hands, least=1, most=MOST_HANDS) // turns)
    most = sum(chips) * turns
    slow = any(player.asked_in_python or player.function == "equity" for player in players)
    unit, chunk = _scale(most, fine=bool(settler), hands=(_SLOW_CHUNK if slow else _CHUNK) // turns)
    return RunSpec(
        rules=rules,
        strategies=players,
        stacks=chips,
        deals=deals,
        turns=turns,
        seed=read_seed(seed),
        unit=unit,
        chunk=chunk,
        settler=settler,
        mend=on_illegal == "fold",
        target=None if target is None else read_target(target),
    )


def read_target(target: object) -> float:
    """Return half the width of an interval in big blinds per hundred hands, from a number or a text.

    Raises
    ------
    OptionError
        If it is neither, or not above 0.

    Examples
    --------
    >>> read_target("5bb"), read_target(2)
    (5.0, 2.0)
    """
    text = target.strip().lower().removesuffix("bb") if isinstance(target, str) else target
    try:
        width = float(text) if not isinstance(text, bool) else 0.0  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        width = 0.0
    if not 0 < width < 1e9:
        raise OptionError(
            f"target must be half the width of an interval in big blinds per hundred hands, above 0, such as 5 or "
            f"'5bb'; got {target!r:.60}"
        )
    return width


def _listed(strategies: object) -> list[object]:
    if isinstance(strategies, str) or not isinstance(strategies, Iterable):
        raise StrategyError(f"strategies must be a list with one for each seat, got {strategies!r}")
    return list(strategies)


def _settler(all_in_ev: object) -> str:
    if not isinstance(all_in_ev, bool | str) or all_in_ev not in _SETTLERS:
        raise OptionError(f"all_in_ev must be True, False or 'exact', got {all_in_ev!r}")
    return _SETTLERS[all_in_ev]


def _scale(most: int, *, fine: bool, hands: int) -> tuple[int, int]:
    """Return the unit of adjusted results and the chunk, so that a chunk's sums of squares fit into 64 bits."""
    unit = _FINEST
    while unit > 1 and hands * (most * unit) ** 2 >= _LIMIT:
        unit //= 2
    chunk = min(hands, _LIMIT // max(most, 1) ** 2)
    if chunk < 1:
        raise RulesError(f"{most} chips in play are too many to count; use a larger chip")
    return unit if fine else 0, chunk


def chip_worth(rules: Rules) -> str:
    """Return what one chip of a house is worth in amounts given as text."""
    return HOUSE_CHIPS.get(rules.name, "1")


def parse_stacks(stacks: object, *, seats: int, big_blind: int, chip: str = "1") -> tuple[int, ...]:
    """Return a stack for every seat from ``"100bb"``, a number of chips, or one of these for each seat.

    Parameters
    ----------
    stacks : str, int or sequence
    seats, big_blind : int
    chip : str, optional
        What a chip is worth: amounts as text are money, ``"10.00"`` are 1000 chips of ``"0.01"``; whole numbers are
        chips.

    Examples
    --------
    >>> parse_stacks("40bb", seats=2, big_blind=10), parse_stacks([500, "20bb"], seats=2, big_blind=10)
    ((400, 400), (500, 200))
    >>> parse_stacks("10.00,2k", seats=2, big_blind=10, chip="0.01")
    (1000, 200000)
    """
    if isinstance(stacks, str):
        stacks = [part for part in stacks.split(",") if part.strip()]
    given: list[object] = list(stacks) if is_list(stacks) else [stacks]  # type: ignore[call-overload]
    chips = [_chips(value, big_blind, chip) for value in given]
    if len(chips) == 1:
        chips *= seats
    if len(chips) != seats:
        raise RulesError(f"{seats} seats but {len(chips)} stacks; give one for all, or one for each seat")
    return tuple(chips)


def _chips(value: object, big_blind: int, chip: str) -> int:
    stack = to_chips(value, chip=chip, big_blind=big_blind) if isinstance(value, str) else value
    return read_chips("a stack", stack, least=1)
