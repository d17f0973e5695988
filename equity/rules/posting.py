"""The posts of one hand at a table: the regular ones, less a dead small blind, plus what players who come in owe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from equity.rules.blinds import Layout, before
from equity.rules.posts import Post, regular_posts

if TYPE_CHECKING:
    from equity.rules.player import Player
    from equity.rules.rules import Rules

__all__ = ["hand_posts"]


def hand_posts(
    rules: Rules, stacks: Sequence[int], layout: Layout, *, comers: Mapping[int, Player]
) -> list[Post] | None:
    """Return the posts of a hand; None if they are the regular ones, which the engine makes itself.

    Parameters
    ----------
    rules : Rules
    stacks : sequence of int
        Chips by table seat, 0 for a seat that is not dealt in.
    layout : Layout
    comers : mapping of int to Player
        Players dealt in who owe something; whoever has the big blind pays with it (F07).

    Examples
    --------
    >>> from equity.rules import Rules
    >>> from equity.rules.blinds import first_layout
    >>> from equity.rules.player import Player
    >>> rules, layout = Rules(small_blind=5, big_blind=10), first_layout(0, {0, 1, 2, 3})
    >>> back = Player(name="Dee", stack=500, missed_small=True, missed_big=True)
    >>> for post in hand_posts(rules, [500] * 4, layout, comers={3: back}):
    ...     print(post)
    Post(seat=1, live=5, dead=0, kind='small blind')
    Post(seat=2, live=10, dead=0, kind='big blind')
    Post(seat=3, live=10, dead=5, kind='post')
    """
    owing = {seat: player for seat, player in comers.items() if seat != layout.big_blind}
    has_small = layout.small_blind in layout.dealt
    if has_small and not owing:
        return None
    posts = regular_posts(rules, stacks, _button_for(layout))
    if not has_small:
        posts = [post for post in posts if post.kind != "small blind"]
    straddlers = {post.seat for post in posts if post.kind == "straddle"}  # a straddle is live and more than is owed
    for seat, player in owing.items():
        live = rules.big_blind if player.owes_live and seat not in straddlers else 0
        dead = rules.small_blind if player.owes_dead else 0
        if live or dead:
            posts.append(Post(seat, live=live, dead=dead, kind="post"))
    return posts


def _button_for(layout: Layout) -> int:
    """Return the button from which the regular big blind is the layout's, also where the small blind is dead."""
    dealt = frozenset(layout.dealt)
    small = before(layout.big_blind, dealt)
    return small if layout.is_heads_up else before(small, dealt)
