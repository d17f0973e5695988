"""`HandRecord` -> Open Hand History (JSON)."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from equity._version import __version__
from equity.history.ohh.reader import read_ohh
from equity.history.record import HandRecord
from equity.history.told import Told, tell, unchanged

if TYPE_CHECKING:
    from equity.rules import Event

__all__ = ["ohh_text"]

SPEC = "1.4.7"
_TYPES = {"no-limit": "NL", "pot-limit": "PL", "fixed-limit": "FL"}
_POSTS = {"ante": "Post Ante", "small blind": "Post SB", "big blind": "Post BB", "straddle": "Straddle"}
_STREETS = {0: "Preflop", 3: "Flop", 4: "Turn", 5: "River"}


def ohh_text(record: HandRecord) -> str:
    """Return a hand as one Open Hand History object, on one line without its end.

    Raises
    ------
    HistoryError
        If the object would not say the same: stacks or deciding cards are unknown.

    Examples
    --------
    >>> from equity.history import parse_phh
    >>> record = parse_phh('''
    ... variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 AsKs", "d dh p2 QhQd", "p2 cbr 6", "p1 f"]
    ... ''')
    >>> [action["action"] for action in json.loads(ohh_text(record))["ohh"]["rounds"][0]["actions"]][-2:]
    ['Raise', 'Fold']
    """
    import io

    text = json.dumps({"ohh": _Object(tell(record)).fields()}, ensure_ascii=False)
    (again,) = read_ohh(io.BytesIO(text.encode()))
    unchanged(record, again)
    return text


class _Object:
    """The object of one hand."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.record = told.record
        self.count = 0
        self.rounds: list[dict[str, Any]] = []

    def amount(self, chips: int) -> int | float:
        """Return chips as money."""
        money = chips * self.record.unit
        return int(money) if money == money.to_integral_value() else float(money)

    def fields(self) -> dict[str, Any]:
        """Return the fields of the hand."""
        told, record, rules = self.told, self.record, self.told.rules
        fields = record.fields
        self._round("Preflop", [])
        self._posts()
        for player, cards in enumerate(record.holes):
            if cards:
                self._add("Dealt Cards", player, cards=_cards(self._text(cards)))
        self._play()
        ante = max((post.dead for post in told.posts if post.kind == "ante"), default=0)
        return {
            "spec_version": SPEC,
            "internal_version": __version__,
            "network_name": "",
            "site_name": str(fields.get("venue", "equity")),
            "game_type": "Holdem",
            "table_name": str(fields.get("table", "equity")),
            "table_size": max(2, *told.seats),
            "game_number": str(fields.get("hand", 1)),
            "start_date_utc": _date(fields),
            "currency": str(fields.get("currency", "USD" if record.unit < 1 else "Chips")),
            "ante_amount": self.amount(ante),
            "small_blind_amount": self.amount(rules.small_blind),
            "big_blind_amount": self.amount(rules.big_blind),
            "bet_limit": {"bet_type": _TYPES[record.structure], "bet_cap": 0},
            "dealer_seat": told.seats[-1],
            "players": [
                {"id": p, "seat": told.seats[p], "name": told.names[p], "starting_stack": self.amount(stack or 0)}
                for p, stack in enumerate(record.stacks)
            ],
            "rounds": self.rounds,
            "pots": [self._pot()],
        }

    def _text(self, cards: Iterable[int]) -> str:
        from equity.cards import cards_text

        return cards_text(tuple(cards))

    def _round(self, street: str, cards: list[str]) -> None:
        row: dict[str, Any] = {"id": len(self.rounds), "street": street, "actions": []}
        self.rounds.append({**row, "cards": cards} if cards else row)

    def _add(self, what: str, player: int, **more: Any) -> None:
        self.count += 1
        row = {"action_number": self.count, "player_id": player, "action": what, **more}
        self.rounds[-1]["actions"].append(row)

    def _posts(self) -> None:
        for post in self.told.posts:
            if post.live:
                what = _POSTS.get(post.kind, "Post Extra Blind")
                self._add(what, post.player, amount=self.amount(post.live), is_allin=post.all_in)
            if post.dead:
                what = (
                    "Post Dead"
                    if post.kind == "dead"
                    else "Post Ante"
                    if post.kind == "ante"
                    else self._dead(post.player)
                )
                self._add(what, post.player, amount=self.amount(post.dead), is_allin=post.all_in)

    def _dead(self, player: int) -> str:
        """Return what dead money is called: an ante, or with a live post the missed small blind."""
        return (
            "Post Dead"
            if any(post.player == player and post.live and post.kind == "post" for post in self.told.posts)
            else "Post Ante"
        )

    def _play(self) -> None:
        board = 0
        for event in self.told.events:
            if event.kind == "deal" and event.seat is None and event.cards:
                board += len(event.cards) // 2
                self._round(_STREETS[board], _cards(event.cards))
            elif event.kind == "act":
                self._act(event)
            elif event.kind in ("show", "muck") and self.told.hand.showdown:
                if self.rounds[-1]["street"] != "Showdown":
                    self._round("Showdown", [])
                assert event.seat is not None
                if event.kind == "show" and event.cards:
                    self._add("Shows Cards", event.seat, cards=_cards(event.cards))
                else:
                    self._add("Mucks Cards", event.seat)

    def _act(self, event: Event) -> None:
        assert event.seat is not None
        what = event.what.capitalize()
        if what in ("Fold", "Check"):
            self._add(what, event.seat)
        else:
            self._add(what, event.seat, amount=self.amount(event.amount), is_allin=event.all_in)

    def _pot(self) -> dict[str, Any]:
        told = self.told
        wins = [
            {"player_id": p, "win_amount": self.amount(chips), "contributed_rake": 0}
            for p, chips in enumerate(told.won)
            if chips
        ]
        total = self.amount(sum(told.won) + told.rake)
        return {"number": 0, "amount": total, "rake": self.amount(told.rake), "jackpot": 0, "player_wins": wins}


def _cards(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def _date(fields: dict[str, object]) -> str:
    day = "-".join(f"{fields.get(name, default):02d}" for name, default in (("year", 2000), ("month", 1), ("day", 1)))
    time = fields.get("time")
    clock = time if isinstance(time, dt.time) else dt.time()
    return f"{day}T{clock:%H:%M:%S}Z"
