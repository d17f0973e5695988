"""The television corpus (JSON lines) as records; a test's reader, no format of the package.

Hole cards of everybody are known. The button pays a dead ante for the table; streets after the last fold are rabbit
hunting and left out.
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

from equity.cards import parse_cards
from equity.history.action import Kind
from equity.history.record import HandRecord, Place
from equity.history.sites.table_text import TextHand

VERBS = {"Folds": Kind.FOLD, "Calls": Kind.CALL, "Checks": Kind.CALL, "Bets": Kind.RAISE, "Raises To": Kind.RAISE}


def cards(names: list[str]) -> tuple[int, ...]:
    return parse_cards("".join(name[1].upper() + name[0] for name in names))


def read_biggame(path: Path) -> list[HandRecord]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [record_of(json.loads(line), Place(path.name, i, i)) for i, line in enumerate(lines, 1)]


def record_of(told: dict, place: Place) -> HandRecord:
    head = told["Hand"]
    hand = TextHand(place, format="biggame")
    hand.stakes = Decimal(head["SmallBlind"]), Decimal(head["BigBlind"])
    hand.button = head["Dealer"]
    names = {player["Seat"]: player["Name"] for player in head["Players"]}
    for player in head["Players"]:
        hand.seat(player["Seat"], player["Name"], Decimal(player["Stack"]))
        hand.learn(player["Name"], cards(player["Cards"]))
    order = sorted(names, key=lambda seat: (seat <= head["Dealer"], seat))
    hand.post(names[order[-1]], "ante", Decimal(head["Ante"]))
    hand.post(names[order[0]], "small", hand.stakes[0])
    hand.post(names[order[1]], "big", hand.stakes[1])
    left = len(names)
    for play in told["Plays"]:
        action = play["Action"]
        left -= action == "Folds"
        if action == "Straddles":
            hand.post(names[play["Seat"]], "straddle", Decimal(play["value"]))
        elif action == "Deal":
            if left > 1:
                hand.board(cards(play["value"]))
        elif action == "Wins":
            hand.win(names[play["Seat"]], Decimal(play["value"]))
        elif action == "Takes Back":
            hand.give_back(names[play["Seat"]], Decimal(play["value"]))
        elif action == "All-In":
            hand.act(Kind.RAISE, names[play["Seat"]])
        elif action in VERBS:
            hand.act(VERBS[action], names[play["Seat"]], Decimal(play["value"]) if "value" in play else None)
    return hand.record()
