"""The rules of a house as one frozen value, checked when it is made, and as the record the kernels read.

Rules of the file: plain data, its checks, and the only place that knows both spellings. What the values mean in play is
decided in `equity.kernels.hands.betting` and `equity.kernels.hands.showdown`; which clause stands behind each is in
`equity.rules.clauses`.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal

from equity.errors import RulesError
from equity.numbers import as_int, is_list, read_chips, read_whole

__all__ = ["Rake", "Rules", "check_rules"]

Structure = Literal["no-limit", "pot-limit", "fixed-limit"]

_STRUCTURES: Final = ("no-limit", "pot-limit", "fixed-limit")  # in the order of the kernels' codes
_HOUSE: Any = "house"  # "take the default of the structure"
_MOST_STRADDLES: Final = 7
_MOST_BETS: Final = 10**6


def _read_yes_no(name: str, value: object) -> bool:
    if type(value).__name__ != "bool":  # NumPy's is named so too
        raise RulesError(f"{name} must be True or False, got {value!r:.60}")
    return bool(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rake:
    """What the house takes from each pot.

    Parameters
    ----------
    percent : int, str or Fraction
        Share of a pot in percent, exact: ``5``, ``"4.5"``. At most four places after the point.
    cap : int, optional
        Most chips taken from a hand.
    no_flop_no_drop : bool, optional
        Take nothing from a hand that ended before the flop.

    Examples
    --------
    >>> Rake(percent="4.5", cap=3).millionths
    45000
    """

    percent: int | str | Fraction
    cap: int | None = None
    no_flop_no_drop: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "percent", as_int(self.percent))
        try:
            share = Fraction(self.percent) * 10_000
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            raise RulesError(f"rake must be a percentage such as 5 or '4.5', got {self.percent!r}") from None
        if isinstance(self.percent, (bool, float)) or share.denominator != 1 or not 0 <= share <= 1_000_000:
            raise RulesError(
                f"rake must be 0 to 100 percent with at most four places, whole or as text; got {self.percent!r}"
            )
        if self.cap is not None:
            object.__setattr__(self, "cap", read_chips("the rake's cap", self.cap))
        object.__setattr__(self, "no_flop_no_drop", _read_yes_no("no_flop_no_drop", self.no_flop_no_drop))

    @property
    def millionths(self) -> int:
        """The share as a whole number of millionths."""
        return int(Fraction(self.percent) * 10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """House rules of a hold'em game; all amounts are whole chips.

    Parameters
    ----------
    structure : {"no-limit", "pot-limit", "fixed-limit"}
        How much may be bet.
    small_blind, big_blind : int
        The blinds; a small blind of 0 is posted by nobody.
    small_bet, big_bet : int, optional
        Fixed-limit: the bet before and on the flop (by default the big blind), on turn and river (twice the small bet).
    cap : int or None, optional
        Most bets per street, the big blind being the first; None for no cap. Fixed-limit: 4, elsewhere None.
    cap_heads_up : int, None or "same", optional
        The cap once two seats are left.
    reopen : {"half", "full"}, optional
        How much of a bet an all-in must be to count as one and to reopen the betting. Fixed-limit: "half".
    raise_after_short : {"from-all-in", "next-level"}, optional
        Where the raise goes after an all-in that counted as a bet though it was less.
    cumulative_reopen : bool, optional
        Whether several short all-ins add up to a raise that reopens.
    odd_chips : {"one-each", "first"}, optional
        Chips left over from a split: one each clockwise from the button's left, or all to the first winner there.
    chip : int, optional
        The smallest unit that a pot is split into.
    ante : int, optional
        Put in before the cards.
    ante_by : {"each", "big-blind"}, optional
        Who puts it in: every seat its own, or the big blind one for the table.
    straddles : sequence of int, optional
        Live straddles left of the big blind, each at least twice the bet before it.
    rake : Rake, optional
        What the house takes.
    min_buy_in, max_buy_in : int, optional
        What a player may sit down with.
    entry : {"next-deal", "post-or-wait"}, optional
        Who is dealt in at a `Table`. "next-deal": everybody who sits in with chips, owing nothing. "post-or-wait": a
        new player, or one who has missed a blind, posts what is owed or waits for the big blind (F03 to F08). The
        default is "next-deal": rules that say nothing of missed blinds charge nobody for them.
    name : str, optional
        The house's name, for messages.
    without : sequence of str, optional
        Fields this house does not have: setting one is an error that says so.

    Raises
    ------
    RulesError
        If the values do not fit together.

    Examples
    --------
    >>> rules = Rules(structure="fixed-limit", small_blind=2, big_blind=4)
    >>> rules.small_bet, rules.big_bet, rules.cap, rules.reopen
    (4, 8, 4, 'half')
    """

    structure: Structure = "no-limit"
    small_blind: int
    big_blind: int
    small_bet: int | None = None
    big_bet: int | None = None
    cap: int | None = _HOUSE  # replaced in __post_init__: None already means "no cap"
    cap_heads_up: int | Literal["same"] | None = "same"
    reopen: Literal["half", "full"] = _HOUSE
    raise_after_short: Literal["from-all-in", "next-level"] = "from-all-in"
    cumulative_reopen: bool = True
    odd_chips: Literal["one-each", "first"] = "one-each"
    chip: int = 1
    ante: int = 0
    ante_by: Literal["each", "big-blind"] = "each"
    straddles: tuple[int, ...] = ()
    rake: Rake | None = None
    min_buy_in: int | None = None
    max_buy_in: int | None = None
    entry: Literal["next-deal", "post-or-wait"] = "next-deal"
    name: str = ""
    without: tuple[str, ...] = ()
    _record: Any = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._choose("structure", _STRUCTURES)
        self._read_blinds()
        self._read_bets()
        self._read_caps()
        self._read_straddles()
        self._read_house()
        self._choose("raise_after_short", ("from-all-in", "next-level"))
        self._choose("odd_chips", ("one-each", "first"))
        self._choose("ante_by", ("each", "big-blind"))
        self._choose("entry", ("next-deal", "post-or-wait"))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _choose(self, name: str, choices: tuple[str, ...]) -> None:
        value = getattr(self, name)
        if not isinstance(value, str) or value not in choices:
            raise RulesError(f"{name} must be one of {', '.join(choices)}, got {value!r:.60}")

    def _read(self, name: str, *, least: int = 0) -> int:
        """Read chips in a field, and set it to them as int."""
        chips = read_chips(name, getattr(self, name), least=least)
        self._set(name, chips)
        return chips

    def _read_blinds(self) -> None:
        small, big = self._read("small_blind"), self._read("big_blind", least=1)
        if small > big:
            raise RulesError(f"the small blind must not be larger than the big blind, got {small}/{big}")
        self._read("ante")
        self._read("chip", least=1)

    def _read_bets(self) -> None:
        limit = self.structure == "fixed-limit"
        if self.reopen is _HOUSE:
            self._set("reopen", "half" if limit else "full")
        self._choose("reopen", ("half", "full"))
        if self.small_bet is None:
            self._set("small_bet", self.big_blind if limit else 0)
        small = self._read("small_bet", least=int(limit))
        if self.big_bet is None:
            self._set("big_bet", 2 * small)
        big = self._read("big_bet", least=int(limit))
        if not limit:
            if small or big:
                raise RulesError(f"{self.structure} has no bet sizes: leave out small_bet and big_bet")
            if self.reopen == "half":
                raise RulesError("reopen='half' is a fixed-limit rule, no-limit and pot-limit reopen on a full raise")
        elif not self.big_blind <= small <= big:
            raise RulesError(
                f"fixed-limit needs big blind <= small bet <= big bet, got {self.big_blind}, {small} and {big}"
            )

    def _read_caps(self) -> None:
        if self.cap is _HOUSE:
            self._set("cap", 4 if self.structure == "fixed-limit" else None)
        for name, other in (("cap", ""), ("cap_heads_up", ", 'same'")):
            value = getattr(self, name)
            if value is not None and not (name == "cap_heads_up" and isinstance(value, str) and value == "same"):
                hint = f"; use a number of bets{other}, or None for no cap"
                self._set(name, read_whole(name, value, least=1, most=_MOST_BETS, error=RulesError, hint=hint))

    def _read_straddles(self) -> None:
        if not is_list(self.straddles):
            raise RulesError(f"straddles must be a list of chips such as (20, 40), got {self.straddles!r:.60}")
        given = tuple(self.straddles)
        if len(given) > _MOST_STRADDLES:
            raise RulesError(f"at most {_MOST_STRADDLES} straddles, got {len(given)}")
        self._set("straddles", tuple(read_chips("a straddle", amount) for amount in given))
        before = self.big_blind
        for amount in self.straddles:
            if amount < 2 * before:
                raise RulesError(f"a straddle must be at least twice the bet before it ({2 * before}), got {amount}")
            before = amount

    def _read_house(self) -> None:
        if not isinstance(self.name, str):
            raise RulesError(f"the name of a house must be text, got {self.name!r:.60}")
        if self.rake is not None and not isinstance(self.rake, Rake):
            raise RulesError(f"rake must be a Rake, such as Rake(percent=5, cap=3), got {self.rake!r:.60}")
        self._set("cumulative_reopen", _read_yes_no("cumulative_reopen", self.cumulative_reopen))
        if not is_list(self.without):
            raise RulesError(f"without must be a list of fields such as ('ante',), got {self.without!r:.60}")
        self._set("without", tuple(map(str, self.without)))
        for name in self.without:
            if name not in self.__slots__:
                raise RulesError(f"without must be a list of fields such as ('ante',), got {name!r:.60} in it")
            if getattr(self, name):
                house = self.name or "this house"
                raise RulesError(
                    f"{house} has no {name.rstrip('s')}s: {name} must stay empty, got {getattr(self, name)!r}"
                )
        least, most = (
            None if getattr(self, name) is None else self._read(name, least=1) for name in ("min_buy_in", "max_buy_in")
        )
        if least is not None and most is not None and least > most:
            raise RulesError(f"min_buy_in must not be larger than max_buy_in, got {least} and {most}")

    def replace(self, **changes: Any) -> Rules:
        """Return a copy with some fields changed, checked again.

        Examples
        --------
        >>> Rules(small_blind=1, big_blind=2).replace(ante=1).ante
        1
        """
        return dataclasses.replace(self, **changes)

    def _repr_html_(self) -> str:
        from equity.rules.clauses import explain
        from equity.show.html import table_html

        rows = [[row.field, row.value, " ".join(row.clauses)] for row in explain(self)]
        return table_html(["field", "value", "clauses"], rows, left=3, footer=self.name)

    def to_array(self) -> Any:
        """Return the rules as the kernels read them: an array of one `RULES` record, made once.

        Examples
        --------
        >>> int(Rules(small_blind=1, big_blind=2).to_array()["big_blind"][0])
        2
        """
        if self._record is None:
            self._set("_record", _encode(self))
        return self._record


def _encode(rules: Rules) -> Any:
    """Return the rules as an array of one record of the kernels."""
    import numpy as np

    from equity.kernels.hands import records

    array = np.zeros(1, records.RULES)
    record = array[0]
    for name in ("small_blind", "big_blind", "ante", "small_bet", "big_bet", "chip"):
        record[name] = getattr(rules, name)
    record["straddle"][: len(rules.straddles)] = rules.straddles
    record["straddles"] = len(rules.straddles)
    codes = (records.NO_LIMIT, records.POT_LIMIT, records.FIXED_LIMIT)
    record["structure"] = codes[_STRUCTURES.index(rules.structure)]
    record["one_ante"] = rules.ante_by == "big-blind"
    record["cap"] = _or_none(rules.cap)
    record["cap_heads_up"] = _or_none(rules.cap if rules.cap_heads_up == "same" else rules.cap_heads_up)
    record["half_bet"] = rules.reopen == "half"
    record["next_level"] = rules.raise_after_short == "next-level"
    record["cumulative"] = rules.cumulative_reopen
    record["odd_to_first"] = rules.odd_chips == "first"
    record["rake_cap"] = -1
    if rules.rake is not None:
        record["rake_millionths"] = rules.rake.millionths
        record["rake_cap"] = _or_none(rules.rake.cap)
        record["no_flop_no_drop"] = rules.rake.no_flop_no_drop
    return array


def _or_none(value: int | None) -> int:
    return -1 if value is None else value


def check_rules(rules: object) -> None:
    """Raise RulesError unless `rules` are the rules of a house."""
    if not isinstance(rules, Rules):
        raise RulesError(f"rules must be a Rules, such as presets.pokerfs(), got {type(rules).__name__}")
