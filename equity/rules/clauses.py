"""The clauses of the rules in one sentence each, which of them stand behind each field of `Rules`, and judgement calls.

Rules of the file: text for ``equity rules`` and the documentation; nothing is decided here. A field whose meaning
depends on its value has one entry per value. A judgement call is a place where a house's page leaves something open, or
says less than a game needs; it is told with the house.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["CLAUSES", "Judgement", "Row", "explain", "judgement_calls"]

CLAUSES = {
    "A02": "the button moves one seat clockwise each hand, to the next seat that is dealt in",
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
    "F01": "only seats with chips that sit in are dealt in; a seat without chips is out until it buys back in",
    "F02": "what a player may sit down with",
    "F02b": "a player who joins or comes back waits for the next deal, and owes nothing",
    "F03": "a new player posts a live big blind to be dealt in at once, or waits for the big blind",
    "F04": "nobody comes in between the button and the big blind: the button has to pass first",
    "F05": "a new player who let the button pass may come in with a big blind at any time after, without a small one",
    "F06": "a missed small blind is posted dead: it does not count as a bet",
    "F07": "both blinds missed: a live big and a dead small one, or wait for the big blind, which clears both",
    "F08": "a live post counts as a bet: the poster may raise when nobody has",
    "F10": "when play becomes heads-up, nobody posts the big blind twice in a row",
    "F12": "a straddle is one more blind: it acts last, and the least raise is to twice the straddle",
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
    ("entry", "next-deal"): "F01 F02b",
    ("entry", "post-or-wait"): "F01 F03 F04 F05 F06 F07 F08",
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


class Judgement(NamedTuple):
    """A place where a house's page leaves something open, and what is played here.

    Examples
    --------
    >>> Judgement("F10", "the page says one thing; here it is another").clause
    'F10'
    """

    clause: str
    text: str


def judgement_calls(rules: Rules) -> list[Judgement]:
    """Return the judgement calls behind a house's rules.

    Examples
    --------
    >>> from equity.rules import cardroom_limit
    >>> [call.clause for call in judgement_calls(cardroom_limit())]
    ['D06']
    """
    calls = []
    if rules.name == "pokerfs" and rules.cumulative_reopen:
        calls.append(Judgement("B08", _ADDED_UP))
    if rules.name == "cardroom-limit" and rules.reopen == "half" and rules.cumulative_reopen:
        calls.append(Judgement("D06", _HALF_TOGETHER))
    if rules.name in _BUTTON_BY_SEAT:
        calls += [Judgement("F10", _HEADS_UP), Judgement("A02", _JOINED_BETWEEN)]
    return calls


_BUTTON_BY_SEAT = (
    *("poker-fantasy-limit", "poker-fantasy-no-limit", "poker-fantasy-pot-limit", "pokerfs", "online-cents"),
)
_ADDED_UP = (
    "the house says that a short all-in does not reopen the betting for a player who has acted; here several of them "
    "that together put a full raise in front of that player do (TDA rule 47); cumulative_reopen=False switches it off"
)
_HALF_TOGETHER = (
    "the house speaks of one all-in; two of less than half a bet each are measured together here, from the last full "
    "bet: over a bet of 10, all-ins to 13 and then to 15 make half a bet, which is a full one: it counts and reopens; "
    "cumulative_reopen=False switches it off"
)
_HEADS_UP = (
    "the house moves the button one seat after each hand; when play becomes heads-up it moves here so that nobody "
    "posts the big blind twice in a row, even where that is not the next seat"
)
_JOINED_BETWEEN = (
    "the house moves the button one seat after each hand and makes nobody wait; who joins between the button and the "
    "big blind is therefore the next button here, and the blinds stay for a hand"
)


def explain(rules: Rules) -> list[Row]:
    """Return every field with its value as text and the clauses behind it.

    Examples
    --------
    >>> from equity.rules import Rules
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
    limit = rules.structure == "fixed-limit"
    if name == "reopen" and value == "full" and limit:
        return ("D08",)
    if name == "raise_after_short" and rules.reopen == "full":
        return ()
    if name == "cumulative_reopen" and limit:
        return ("D05", "D06")
    key = bool(value) if name in ("small_bet", "big_bet") else value
    if name in ("structure", "reopen", "small_bet", "big_bet", "entry"):
        return tuple(_BY_VALUE.get((name, key), "").split())
    return tuple(_ALWAYS[name].split())


def _text(name: str, value: object, rules: Rules) -> str:
    if name in rules.without:
        return "none (the house has none)"
    if name in ("cap", "cap_heads_up") and value is None:
        return "no cap"
    if (name in ("small_bet", "big_bet") and not value) or (name == "raise_after_short" and rules.reopen == "full"):
        return "-"
    if name == "rake" and rules.rake is not None:
        cap = "" if rules.rake.cap is None else f", at most {rules.rake.cap}"
        return f"{rules.rake.percent} %{cap}{', no flop no drop' if rules.rake.no_flop_no_drop else ''}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return {"True": "yes", "False": "no", "None": "none"}.get(str(value), str(value))
