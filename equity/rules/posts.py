"""Forced bets: what a seat puts in before the cards.

Rules of the file: it checks posts and says how the first street opens; moving the chips is the kernels' work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from equity.constants import MAX_SEATS
from equity.errors import RulesError
from equity.numbers import is_list, read_chips, read_whole

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["Opening", "Post", "check_posts", "list_posts", "opening_of"]

KINDS = ("small blind", "big blind", "post", "straddle", "ante")
_ORDER = {"small blind": 1, "big blind": 2, "straddle": 3}  # the later of these decides who acts first


@dataclass(frozen=True, slots=True)
class Post:
    """One forced bet, in full: a seat with fewer chips puts in what it has, live chips first.

    Parameters
    ----------
    seat : int
        Who posts.
    live : int, optional
        Chips that count as the seat's bet.
    dead : int, optional
        Chips that do not: a missed small blind, an ante.
    kind : {"small blind", "big blind", "post", "straddle", "ante"}, optional
        What it is for; a "post" is a new or returning player's.

    Examples
    --------
    >>> Post(4, live=10, dead=5)
    Post(seat=4, live=10, dead=5, kind='post')
    """

    seat: int
    live: int = 0
    dead: int = 0
    kind: Literal["small blind", "big blind", "post", "straddle", "ante"] = "post"

    def __post_init__(self) -> None:
        seat = read_whole("the seat of a post", self.seat, least=0, most=MAX_SEATS - 1, error=RulesError)
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "live", read_chips("a live post", self.live))
        object.__setattr__(self, "dead", read_chips("a dead post", self.dead))
        if self.kind not in KINDS:
            raise RulesError(f"kind of a post must be one of {', '.join(KINDS)}; got {self.kind!r}")
        if self.kind == "ante" and self.live:
            raise RulesError(f"an ante is dead, got live={self.live}")


class Opening(NamedTuple):
    """How the first street opens after the posts."""

    last: int  # the seat on its left acts first
    current_bet: int
    raise_size: int
    bets: int
    layered_antes: bool


def list_posts(posts: Iterable[Post]) -> tuple[Post, ...]:
    """Return the posts a caller gives, if they are posts."""
    if not is_list(posts):
        raise RulesError(f"posts must be a list of Post(seat, live=, dead=, kind=) records, got {posts!r:.60}")
    found = tuple(posts)
    for post in found:
        if not isinstance(post, Post):
            raise RulesError(f"posts must be Post(seat, live=, dead=, kind=) records, got {post!r:.60}")
    return found


def check_posts(posts: Sequence[Post], stacks: Sequence[int]) -> None:
    """Raise RulesError unless every post is by a seat that is dealt in."""
    for post in posts:
        if post.seat >= len(stacks):
            raise RulesError(f"post by seat {post.seat}: seats are 0 to {len(stacks) - 1}")
        if stacks[post.seat] == 0:
            raise RulesError(f"post by seat {post.seat}, which has no chips and is not dealt in")


def opening_of(posts: Sequence[Post], rules: Rules, *, button: int, dealt: int) -> Opening:
    """Return how the first street opens: B09 (a short blind is owed in full), F08, F12.

    Antes that every seat pays count as its own chips for side pots (a short one wins what it matched); an ante paid by
    one seat for the table is dead.
    """
    last, rank = button, 0
    live = [post for post in posts if post.live]
    straddles = [post.live for post in live if post.kind == "straddle"]
    for post in posts:
        if _ORDER.get(post.kind, 0) >= max(rank, 1):
            last, rank = post.seat, _ORDER[post.kind]
    bets = dict.fromkeys((post.seat for post in live), 0)
    for post in live:
        bets[post.seat] += post.live
    current_bet = max([*bets.values(), rules.big_blind]) if live else 0
    antes = {post.seat for post in posts if post.kind == "ante" and post.dead}
    return Opening(
        last=last,
        current_bet=current_bet,
        raise_size=max([rules.big_blind, *straddles]),
        bets=(1 if live else 0) + len(straddles),
        layered_antes=len(antes) == dealt,
    )


def owed_in_full(post: Post, rules: Rules) -> int:
    """Return the blind a post stands for, which pot-limit counts even if it was posted short: C03."""
    if post.kind == "big blind":
        return max(post.live, rules.big_blind)
    if post.kind == "small blind" and post.live:
        return max(post.live, rules.small_blind)
    return post.live if post.kind == "straddle" else 0


def dead_chips(posts: Sequence[Post], rules: Rules, stacks: Sequence[int], button: int) -> list[int]:
    """Return what every seat has really posted that counts for nobody's bet nor for side pots: E06."""
    left, dead = list(stacks), [0] * len(stacks)
    layered = opening_of(posts, rules, button=button, dealt=sum(stack > 0 for stack in stacks)).layered_antes
    for post in posts:
        left[post.seat] -= min(post.live, left[post.seat])
        paid = min(post.dead, left[post.seat])
        left[post.seat] -= paid
        dead[post.seat] += 0 if layered and post.kind == "ante" else paid
    return dead


def regular_posts(rules: Rules, stacks: Sequence[int], button: int) -> list[Post]:
    """Return the posts of an ordinary hand: antes, blinds and straddles from the button (A03, A04, F12).

    Examples
    --------
    >>> from equity.rules import Rules
    >>> regular_posts(Rules(small_blind=1, big_blind=2), [100, 100, 100], 0)
    [Post(seat=1, live=1, dead=0, kind='small blind'), Post(seat=2, live=2, dead=0, kind='big blind')]
    """
    seats = len(stacks)
    order = [seat % seats for seat in range(button + 1, button + 1 + seats) if stacks[seat % seats] > 0]
    if len(order) == 2 and stacks[button] > 0:
        order = order[::-1]  # heads-up the button posts the small blind
    small, big = order[0], order[1]
    antes: list[Post] = []
    if rules.ante:
        payers = [big] if rules.ante_by == "big-blind" else sorted(order)
        antes = [Post(seat, dead=rules.ante, kind="ante") for seat in payers]
    blinds = [
        Post(small, live=rules.small_blind, kind="small blind"),
        Post(big, live=rules.big_blind, kind="big blind"),
    ]
    straddlers = order[2:]  # a short table has fewer straddles, a heads-up one none
    straddles = [
        Post(seat, live=amount, kind="straddle") for seat, amount in zip(straddlers, rules.straddles, strict=False)
    ]
    return [*antes, *(blind for blind in blinds if blind.live), *straddles]
