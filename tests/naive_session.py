"""Session statistics counted again, slowly, from recorded hands: the twin of the tallies of `equity.kernels.play`."""

from __future__ import annotations

from collections import Counter

from equity.history import Kind
from equity.kernels.play import tally_columns as col

DECISIONS = (Kind.FOLD, Kind.CALL, Kind.RAISE)


class HandCount:
    """What the players of one hand did, by place."""

    def __init__(self, record):
        self.record = record
        self.street = self.raises = 0
        self.bets = list(record.blinds)
        self.did = Counter()  # (place, what) -> how often
        for action in record.actions:
            if action.kind is Kind.BOARD:
                self.street += 1
                self.bets = [0] * len(self.bets)
            elif action.kind is Kind.SHOW:
                self.did[action.player, "show"] += 1
            elif action.kind in DECISIONS:
                self.decide(action)

    def decide(self, action):
        place, first = action.player, self.street == 0
        self.did[place, "decision"] += 1
        self.did[place, "chance"] |= first and self.raises == 1 and self.can_raise(place)
        if action.kind is Kind.FOLD:
            self.did[place, "fold before the flop" if first else "fold"] += 1
        elif action.kind is Kind.RAISE:
            self.did[place, "three-bet"] |= first and self.raises == 1
            self.did[place, "raise before the flop" if first else "raise"] += 1
            self.raises += first
            self.bets[place] = action.amount
        elif max(self.bets) > self.bets[place]:
            self.did[place, "call before the flop" if first else "call"] += 1
            self.bets[place] = max(self.bets)

    def can_raise(self, place):
        """Before the flop: chips beyond the call, and somebody left who could call more."""
        left = [
            stack - ante - bet
            for stack, ante, bet in zip(self.record.stacks, self.record.antes, self.bets, strict=True)
        ]
        rivals = [p for p in range(len(left)) if p != place and not self.did[p, "fold before the flop"]]
        return left[place] > max(self.bets) - self.bets[place] and any(left[p] > 0 for p in rivals)

    def row(self, place):
        """Return the player's counts of this hand by column."""
        did = {what: self.did[place, what] for _, what in self.did}
        folded = did.get("fold", 0) + did.get("fold before the flop", 0)
        raised = did.get("raise before the flop", 0)
        everybody = sum(self.did[p, w] for p, w in list(self.did) if w.startswith("fold"))
        return {
            col.HANDS: 1,
            col.NET: self.record.finishing_stacks[place] - self.record.stacks[place],
            col.WALKS: int(not did.get("decision") and not folded and everybody == len(self.bets) - 1),
            col.VPIP: int(raised + did.get("call before the flop", 0) > 0),
            col.PFR: int(raised > 0),
            col.THREE_BET_CHANCES: int(did.get("chance", 0)),
            col.THREE_BETS: int(did.get("three-bet", 0)),
            col.FLOPS: int(bool(self.record.board) and not did.get("fold before the flop")),
            col.RAISES: did.get("raise", 0),
            col.CALLS: did.get("call", 0),
            col.SHOWDOWNS: did.get("show", 0),
            col.DECISIONS: did.get("decision", 0),
        }


def count_session(records):
    """Return name -> column -> count over many hands."""
    session = {}
    for record in records:
        hand = HandCount(record)
        for place, name in enumerate(record.players):
            session.setdefault(name, Counter()).update(hand.row(place))
    return session
