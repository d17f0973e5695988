"""The clauses of the rules in one sentence each, and which of them stand behind each field of `Rules`.

Rules of the file: text for ``equity rules`` and the documentation; nothing is decided here. A field whose meaning
depends on its value has one entry per value.
"""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from equity.numbers import is_whole
from equity.rules.rules import Rules

__all__ = ["CLAUSES", "Row", "explain"]

CLAUSES = {
    "A03": "small blind left of the button, big blind next, the seat left of it acts first",
    "A04": "heads-up the button posts the small blind and acts first before the flop only",
    "A05": "the big blind may raise when nobody has",
    "B01": "a bet is at least the big blind and at most the stack",
    "B02": "a raise is by at least the last bet or raise",
    "B05": "an all-in for less is allowed and leaves the raise size as it was",
    "B07": "a short all-in does not reopen the betting for a seat that has acted",
    "B08": "short all-ins that add up to a full raise reopen it",
    "B09": "a blind posted short is owed in full",
    "C01": "the most is the bet plus the pot after the call",
    "C03": "blinds count in full before the flop",
    "D01": "small bet before and on the flop, big bet on turn and river",
    "D02": "every bet and raise is one bet, or all-in for less",
    "D03": "most bets per street, the big blind being the first",
    "D04": "the cap once two seats are left; a fold does not uncap a street",
    "D05": "an all-in of less than half a bet does not count and does not reopen; others may complete it",
    "D06": "an all-in of half a bet or more is a full bet",
    "D07": "completing counts and reopens",
    "D08": "only a full bet counts or reopens",
    "E03": "every pot is decided and split by itself",
    "E04": "what a split leaves over goes clockwise from the left of the button",
    "E06": "dead blinds and antes are in the main pot",
    "E08": "the house's share of each pot",
    "F02": "what a player may sit down with",
    "F12": "a straddle is one more blind: it acts last and the raise is to twice of it",
}

_ALWAYS = {
    "small_blind": "A03 A04",
    "big_blind": "A03 A05 B01 B09",
    "cap": "D03",
    "cap_heads_up": "D04",
    "raise_after_short": "D06",
    "cumulative_reopen": "B08",
    "odd_chips": "E04",
    "chip": "E04",
    "ante": "E06 F12",
    "ante_by": "E06 F12",
    "straddles": "F12",
    "rake": "E08",
    "min_buy_in": "F02",
    "max_buy_in": "F02",
}
_BY_VALUE = {
    ("structure", "no-limit"): "B01 B02 B05",
    ("structure", "pot-limit"): "B02 B05 C01 C03",
    ("structure", "fixed-limit"): "D01 D02",
    ("small_bet", True): "D01",
    ("big_bet", True): "D01",
    ("reopen", "half"): "D05 D06 D07",
    ("reopen", "full"): "B07",
}
_HIDDEN = ("name", "without", "_record")


class Row(NamedTuple):
    """One field of a house's rules.

    Examples
    --------
    >>> Row("cap", "4", ("D03",)).field
    'cap'
    """

    field: str
    value: str
    clauses: tuple[str, ...]


def explain(rules: Rules) -> list[Row]:
    """Return every field with its value as text and the clauses behind it.

    Examples
    --------
    >>> [row for row in explain(Rules(small_blind=2, big_blind=4)) if row.field == "reopen"]
    [Row(field='reopen', value='full', clauses=('B07',))]
    """
    rows = []
    for field in dataclasses.fields(rules):
        if field.name not in _HIDDEN:
            value = getattr(rules, field.name)
            rows.append(Row(field.name, _text(field.name, value, rules), _clauses(field.name, value, rules)))
    return rows


def _clauses(name: str, value: object, rules: Rules) -> tuple[str, ...]:
    if name == "reopen" and value == "full" and rules.structure == "fixed-limit":
        return ("D08",)
    key = bool(value) if name in ("small_bet", "big_bet") else value
    if name in ("structure", "reopen", "small_bet", "big_bet"):
        return tuple(_BY_VALUE.get((name, key), "").split())
    return tuple(_ALWAYS[name].split())


def _text(name: str, value: object, rules: Rules) -> str:
    if name in rules.without:
        return "none (the house has none)"
    if name in ("cap", "cap_heads_up") and value is None:
        return "no cap"
    if name in ("small_bet", "big_bet"):
        return str(value or "-")
    if name == "rake" and rules.rake is not None:
        cap = "" if rules.rake.cap is None else f", at most {rules.rake.cap}"
        return f"{rules.rake.percent} %{cap}{', no flop no drop' if rules.rake.no_flop_no_drop else ''}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return {None: "none", True: "yes", False: "no"}.get(value, str(value)) if not is_whole(value) else str(value)  # type: ignore[call-overload]
