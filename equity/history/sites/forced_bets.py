"""The forced bets of a text, divided into antes, dead money and blinds, as a `HandRecord` lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from equity.history.sites.table_text import TextHand

__all__ = ["Posts"]


class Posts:
    """The forced bets of a hand, divided into antes, dead money and blinds; those of short stacks in full."""

    def __init__(self, hand: TextHand, order: list[str], big: int, small: int) -> None:
        self.hand = hand
        self.order = order
        self.big = big
        self.small = small if hand.structure != "fixed-limit" else big // 2
        self.antes = dict.fromkeys(order, 0)
        self.dead = dict.fromkeys(order, 0)
        self.blinds = dict.fromkeys(order, 0)

    def shares(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Return antes, dead money and blinds of each player in order; live posts of new players are negative."""
        posts = [(name, kind, self.hand.chips(amount)) for name, kind, amount in self.hand.posts]
        smalls = [name for name, kind, _ in posts if kind == "small"]
        bigs = sorted((self.order.index(name), name) for name, kind, _ in posts if kind == "big")
        small = smalls[0] if smalls else None
        behind = [name for _, name in bigs if name != small]  # the first one clockwise is the table's
        if len(self.order) == 2 and bigs:
            behind = [bigs[0][1]]
        big = behind[0] if behind else None
        for name, kind, amount in posts:
            self._take(name, self._meant(name, kind, amount, small, big), amount)
        self._antes_in_full()
        if big is None and small is not None:
            self._big_taken_by_ante(small)
        for name, kind, _ in posts:
            if kind in ("small", "big") and name in (small, big):
                self._in_full(name, self.small if name == small else self.big)
        return tuple(self.antes.values()), tuple(self.dead.values()), tuple(self.blinds.values())

    def _meant(self, name: str, kind: str, amount: int, small: str | None, big: str | None) -> str:
        if kind == "small" and name != small:
            return "post" if self.hand.late_small_is_live else "dead"
        if kind == "big" and name != big:
            return "straddle" if amount >= 2 * self.big else "both" if amount > self.big else "post"
        if kind == "any":
            return "dead" if amount < self.big else "both"
        return kind

    def _take(self, name: str, kind: str, amount: int) -> None:
        if kind == "ante":
            self.antes[name] += amount
        elif kind == "dead":
            self.dead[name] += amount
        elif kind == "both":
            live = min(amount, self.big)
            self.dead[name] += amount - live
            self.blinds[name] -= live
        elif kind == "post":
            self.blinds[name] -= amount
        else:
            self.blinds[name] += amount

    def _has_nothing_left(self, name: str) -> bool:
        stack = self.hand.stack_of(name)
        return stack is not None and stack <= self.antes[name] + self.dead[name] + abs(self.blinds[name])

    def _antes_in_full(self) -> None:
        """Take an ante that is the whole stack as owed in full, unless one player antes for all."""
        ante = max(self.antes.values())
        several = sum(amount > 0 for amount in self.antes.values()) > 1
        for name, amount in self.antes.items():
            if several and amount < ante and amount and self._has_nothing_left(name):
                self.antes[name] = ante

    def _in_full(self, name: str, nominal: int) -> None:
        paid = self.blinds[name]
        if 0 < paid < nominal and self._has_nothing_left(name):
            self.blinds[name] = nominal

    def _big_taken_by_ante(self, small: str) -> None:
        """Let a big blind whose ante took all its chips owe the blind all the same."""
        if len(self.order) == 2:
            name = next(name for name in self.order if name != small)
        else:
            name = self.order[(self.order.index(small) + 1) % len(self.order)]
        if self.antes[name] and not self.blinds[name] and self._has_nothing_left(name):
            self.blinds[name] = self.big
