"""The slow obvious twin of the rules engine, written from the clauses and from nothing else.

It keeps the list of what happened on the street and looks everything up in it again at each question: who has acted,
what the last full raise was, who may raise. Strengths of hands are given as numbers. No part of `equity` is used
except the values of a `Rules`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


@dataclass
class Seat:
    stack: int
    live: bool
    bet: int = 0  # this street
    paid: int = 0  # towards layers
    folded: bool = False


@dataclass
class NaiveHand:
    """posts: (seat, live, dead, kind) in order, each in full."""

    rules: Any
    stacks: list[int]
    button: int
    posts: list[tuple[int, int, int, str]]
    strengths: list[int]
    history: list[tuple[int, str, int]] = field(default_factory=list)  # this street: seat, verb, street total
    dead: int = 0
    street: int = 0
    actor: int | None = None
    returned: tuple[int, int] | None = None
    pots: list[tuple[int, list[int]]] = field(default_factory=list)
    rake: int = 0
    over: bool = False
    capped: bool = False

    def __post_init__(self) -> None:
        self.seats = [Seat(chips, chips > 0) for chips in self.stacks]
        antes = {seat for seat, _, dead, kind in self.posts if kind == "ante" and dead}
        everybody = len(antes) == len(self.live())
        self.blind_total = 0  # what the blinds would be in full, less what they are
        for seat, live, dead, kind in self.posts:
            self.put_in(seat, live)
            short = max(0, self.full_blind(live, kind) - min(live, self.just_paid))
            self.blind_total += short
            extra = min(dead, self.seats[seat].stack)
            self.seats[seat].stack -= extra
            if kind == "ante" and everybody:
                self.seats[seat].paid += extra
            else:
                self.dead += extra
        bets = [post for post in self.posts if post[1]]
        straddles = [post[1] for post in self.posts if post[3] == "straddle"]
        totals = [sum(post[1] for post in bets if post[0] == seat) for seat in range(len(self.seats))]
        self.price = max(self.rules.big_blind, *totals) if bets else 0
        self.first_raise = max([self.rules.big_blind, *straddles])
        self.first_bets = len(straddles) + (1 if bets else 0)
        marks = {"small blind": 1, "big blind": 2, "straddle": 3}
        last, best = self.button, 0
        for seat, _, _, kind in self.posts:
            if kind in marks and marks[kind] >= best:
                last, best = seat, marks[kind]
        self.next_to_act(last)

    def full_blind(self, live: int, kind: str) -> int:
        if kind == "big blind":
            return max(live, self.rules.big_blind)
        if kind == "small blind" and live:
            return max(live, self.rules.small_blind)
        return live if kind == "straddle" else 0

    def put_in(self, seat: int, chips: int) -> None:
        s = self.seats[seat]
        self.just_paid = min(chips, s.stack)
        s.stack -= self.just_paid
        s.bet += self.just_paid
        s.paid += self.just_paid

    # ------------------------------------------------------------ who is there
    def live(self) -> list[int]:
        return [i for i, s in enumerate(self.seats) if s.live and not s.folded]

    def able(self) -> list[int]:
        return [i for i in self.live() if self.seats[i].stack > 0]

    def clockwise_from(self, seat: int) -> list[int]:
        n = len(self.seats)
        return [(seat + k) % n for k in range(1, n + 1)]

    # ------------------------------------------------------------ the street so far
    def one_bet(self) -> int:
        return self.rules.small_bet if self.street < 2 else self.rules.big_bet

    def ladder(self) -> list[dict[str, int]]:
        """Each bet and raise of the street, with the levels after it."""
        preflop = self.street == 0
        price = self.price if preflop else 0
        step = self.first_raise if preflop else self.rules.big_blind
        limit = self.rules.structure == "fixed-limit"
        if limit:
            step = self.one_bet()
        now = {"price": price, "step": step, "level": price, "bets": self.first_bets if preflop else 0, "at": -1}
        rungs = [now]
        for at, (_, verb, to) in enumerate(self.history):
            if verb != "raise":
                continue
            was = rungs[-1]
            now = dict(was, price=to, at=at, counts=0)
            if limit:
                self.limit_rung(was, now, to)
            elif to - was["price"] >= was["step"]:
                now.update(step=to - was["price"], bets=was["bets"] + 1, counts=1)
            rungs.append(now)
        return rungs

    def limit_rung(self, was: dict[str, int], now: dict[str, int], to: int) -> None:
        full = was["level"] + was["step"]
        since = was["level"] if self.rules.cumulative_reopen else max(was["level"], was["price"])
        enough = (2 if self.rules.reopen == "half" else 1) * (to - since) >= was["step"]
        if to >= full or enough:
            next_level = full if self.rules.raise_after_short == "next-level" and to < full else to
            now.update(level=next_level, bets=was["bets"] + 1, counts=1)

    def cap(self) -> int | None:
        if len(self.live()) > 2 or self.rules.cap_heads_up == "same":
            return self.rules.cap
        return self.rules.cap_heads_up

    def may_raise(self, seat: int) -> bool:
        rungs = self.ladder()
        now = rungs[-1]
        s = self.seats[seat]
        if s.stack <= now["price"] - s.bet or len(self.able()) < 2:
            return False
        cap = self.cap()
        if self.capped or (cap is not None and now["bets"] >= cap):
            return False
        mine = [at for at, (who, _, _) in enumerate(self.history) if who == seat]
        if not mine:
            return True
        if any(rung["at"] > mine[-1] and rung["counts"] for rung in rungs[1:]):
            return True
        if self.rules.structure == "fixed-limit" or not self.rules.cumulative_reopen:
            return False
        return now["price"] - s.bet >= now["step"]

    def bounds(self) -> tuple[int, int, int]:
        """Chips to call, least and most to raise to (0, 0: not open)."""
        assert self.actor is not None
        s = self.seats[self.actor]
        now = self.ladder()[-1]
        owed = now["price"] - s.bet
        call = min(owed, s.stack)
        if not self.may_raise(self.actor):
            return call, 0, 0
        everything = s.bet + s.stack
        if self.rules.structure == "fixed-limit":
            to = min(now["level"] + now["step"], everything)
            return call, to, to
        full = now["price"] + now["step"]
        most = everything
        if self.rules.structure == "pot-limit":
            pot = sum(x.paid for x in self.seats) + self.dead + (self.blind_total if self.street == 0 else 0)
            most = min(everything, max(full, now["price"] + pot + owed))
        return call, min(full, everything), most

    # ------------------------------------------------------------ playing
    def act(self, verb: str, to: int = 0) -> None:
        assert self.actor is not None
        seat, s = self.actor, self.seats[self.actor]
        if verb == "fold":
            s.folded = True
        elif verb == "call":
            self.put_in(seat, self.ladder()[-1]["price"] - s.bet)
        elif verb == "raise":
            self.put_in(seat, to - s.bet)
        self.history.append((seat, verb, s.bet))
        if verb == "raise":
            rung, cap = self.ladder()[-1], self.cap()
            self.capped = self.capped or (cap is not None and rung["counts"] == 1 and rung["bets"] >= cap)
        self.next_to_act(seat)

    def next_to_act(self, after: int) -> None:
        self.actor = None
        live, able = self.live(), self.able()
        if len(live) == 1:
            return self.end()
        price = self.ladder()[-1]["price"]
        acted = {who for who, _, _ in self.history}
        waiting = [i for i in able if i not in acted or self.seats[i].bet < price]
        if len(able) == 1 and self.street == 0:
            highest = max(self.seats[i].bet for i in live)
            waiting = [i for i in waiting if self.seats[i].bet < highest]
        if waiting:
            self.actor = next(i for i in self.clockwise_from(after) if i in waiting)
        elif self.street == 3 or len(able) < 2:
            self.end()
        else:
            self.street += 1
            self.history, self.capped = [], False
            for s in self.seats:
                s.bet = 0
            self.actor = next(i for i in self.clockwise_from(self.button) if i in able)
        return None

    # ------------------------------------------------------------ the end
    def end(self) -> None:
        self.over = True
        paid = [s.paid for s in self.seats]
        order = sorted(range(len(paid)), key=lambda i: -paid[i])
        top, second = order[0], order[1]
        if top in self.live() and paid[top] > paid[second]:
            back = paid[top] - paid[second]
            self.seats[top].stack += back
            self.seats[top].paid -= back
            self.returned = (top, back)
        self.pots = self.build_pots()
        for amount, who in self.pots:
            self.pay(amount, who)

    def build_pots(self) -> list[tuple[int, list[int]]]:
        """Peel layers off the chips paid until no live seat has any left."""
        left = [s.paid for s in self.seats]
        layers: list[list[Any]] = [[self.dead, self.live()]]
        while any(left[i] for i in self.live()):
            who = [i for i in self.live() if left[i]]
            height = min(left[i] for i in who)
            amount = sum(min(height, chips) for chips in left)
            left = [chips - min(height, chips) for chips in left]
            if layers[-1][1] == who:
                layers[-1][0] += amount
            else:
                layers.append([amount, who])
        layers[-1][0] += sum(left)  # of folded seats, above every live one
        return [(amount, who) for amount, who in layers if amount]

    def pay(self, amount: int, who: list[int]) -> None:
        alone = len(self.live()) == 1
        if self.rules.rake is not None and (alone or len(who) > 1):
            amount -= self.take_rake(amount, alone)
        best = max(self.strengths[i] for i in who)
        winners = [i for i in self.clockwise_from(self.button) if i in who and self.strengths[i] == best]
        chip = self.rules.chip
        each = amount // (chip * len(winners)) * chip
        odd = amount - each * len(winners)
        for i in winners:
            self.seats[i].stack += each
        self.seats[winners[0]].stack += odd % chip
        odd -= odd % chip
        for k in range(odd // chip):
            winner = winners[0] if self.rules.odd_chips == "first" else winners[k]
            self.seats[winner].stack += chip

    def take_rake(self, amount: int, alone: bool) -> int:
        rake = self.rules.rake
        if rake.no_flop_no_drop and self.street == 0 and alone:
            return 0
        cut = int(amount * Fraction(rake.percent) / 100)
        if rake.cap is not None:
            cut = min(cut, rake.cap - self.rake)
        cut = cut // self.rules.chip * self.rules.chip
        self.rake += cut
        return cut
