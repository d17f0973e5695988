"""A table between hands: who sits where, with how many chips, owing which blind.

The table never plays: `Table.next_hand` hands out a `Hand` with the right seats, button and posts, and takes the chips
back when it is over. Where button and blinds stand is decided in `equity.rules.blinds`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from equity.constants import MAX_SEATS, MOST_CHIPS, MOST_SEED
from equity.errors import RulesError
from equity.numbers import as_int, draw_seed, read_chips, read_whole
from equity.rules.blinds import Layout, after, before, first_layout, missed_blinds, next_layout, open_layout
from equity.rules.player import Player, SeatStatus
from equity.rules.posts import Post, regular_posts
from equity.rules.rules import check_rules
from equity.show.html import table_html

if TYPE_CHECKING:
    from equity.rules.hand import Hand
    from equity.rules.rules import Rules

__all__ = ["Table"]

Entry = Literal["post", "wait"]


class Table:
    """Players, chips, button and blinds of a cash game, from hand to hand.

    Chips come onto the table by `sit`, `top_up` and `buy_in` and leave it by `leave` only. Everything may be called
    while a hand is being played and then counts from the next deal, except for what would touch the chips of a player
    in the hand: that is an error. After an error the table is as it was.

    Parameters
    ----------
    rules : Rules
        The house's rules; `min_buy_in` and `max_buy_in` limit what a player may bring, and `entry` says whether players
        who join or come back are dealt in at the next deal, or have blinds to post or to wait for.
    seats : int
        2 to 10, numbered clockwise from 0.
    button : {"moving", "dead"}
        The button moves to the next player, or the dead-button rule: the big blind moves to the next player, and the
        small blind or the button may stand at an empty seat.
    seed : int, optional
        Draws the first button and the cards of every hand.
    first_button : int, optional
        Seat of the first button, instead of drawing it.

    Attributes
    ----------
    hand : Hand or None
        The hand that was dealt last. Its seats are the table's; those not dealt in have no chips in it.
    layout : Layout or None
        Where its button and blinds stand, as table seats.
    waiting : str
        What the table waits for, if `next_hand` has returned None.
    hands_dealt, rake_taken : int
        Hands so far, and chips the house has taken from them.
    rules, button_rule, seed
        What the table was made with; a seed that was not given is drawn.

    Examples
    --------
    >>> from equity.rules import Table, pokerfs
    >>> table = Table(pokerfs(), seats=6, first_button=0, seed=1)
    >>> for seat, name in enumerate(["Ann", "Bob", "Cid"]):
    ...     table.sit(seat, name, 1000)
    >>> hand = table.next_hand()
    >>> hand.fold()
    >>> hand.fold()
    >>> table.finish()
    >>> table.stacks
    (1000, 995, 1005, 0, 0, 0)
    """

    def __init__(
        self,
        rules: Rules,
        seats: int = 6,
        *,
        button: Literal["moving", "dead"] = "moving",
        seed: int | None = None,
        first_button: int | None = None,
    ) -> None:
        check_rules(rules)
        self.rules = rules
        count = read_whole("the number of seats", seats, least=2, most=MAX_SEATS, error=RulesError)
        self._players: list[Player | None] = [None] * count
        if button not in ("moving", "dead"):
            raise RulesError(f"unknown button rule {button!r:.60}; there is 'moving' and 'dead'")
        self.button_rule = button
        if seed is None:
            self.seed = draw_seed(63)
        else:
            self.seed = read_whole("seed", seed, least=0, most=MOST_SEED, error=RulesError)
        self.hand: Hand | None = None
        self.layout: Layout | None = None
        self.hands_dealt = 0
        self.rake_taken = 0
        self.waiting = ""
        self._settled = True
        self._first_button = None if first_button is None else self._seat(first_button)

    # ---------------------------------------------------------------- who sits here

    @property
    def players(self) -> tuple[Player | None, ...]:
        """The player in each seat; None where it is empty."""
        self._settle()
        return tuple(self._players)

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat when the last finished hand was over; 0 where it is empty."""
        return tuple(player.stack if player else 0 for player in self.players)

    def status(self, seat: int) -> SeatStatus:
        """Return what a seat is doing between hands."""
        player = self.players[self._seat(seat)]
        return player.status if player else SeatStatus.EMPTY

    @property
    def button(self) -> int | None:
        """Seat of the button; None before the first hand."""
        return self.layout.button if self.layout else None

    def is_in_hand(self, seat: int) -> bool:
        """Whether a seat was dealt into a hand that is not over."""
        number = self._seat(seat)
        self._settle()
        return not self._settled and self.layout is not None and number in self.layout.dealt

    def __repr__(self) -> str:
        texts = [
            f"{seat} {player.name} {player.stack} {player.status}" + (f", owes {player.owes}" if player.owes else "")
            for seat, player in enumerate(self.players)
            if player
        ]
        head = f"Table: {len(self._players)} seats, {self.hands_dealt} hands, {self.button_rule} button {self.button}"
        return "; ".join([head, *texts, f"seed {self.seed}"])

    def _repr_html_(self) -> str:
        places: dict[int, list[str]] = {seat: [] for seat in range(len(self._players))}
        if self.layout:
            for name in ("button", "small_blind", "big_blind"):
                places[getattr(self.layout, name)].append(name.replace("_", " "))
        rows = []
        for seat, player in enumerate(self.players):
            cells = [player.name, str(player.status), player.owes] if player else ["", str(SeatStatus.EMPTY), ""]
            rows.append([str(seat), ", ".join(places[seat]), *cells, f"{player.stack:,}" if player else ""])
        house = self.rules.name or self.rules.structure
        played = f"{self.hands_dealt:,} hand{'' if self.hands_dealt == 1 else 's'}"
        footer = f"{house}, {self.rules.small_blind}/{self.rules.big_blind}; {played}; seed {self.seed}"
        return table_html(["seat", "last hand", "player", "status", "owes", "chips"], rows, left=5, footer=footer)

    # ---------------------------------------------------------------- seats and chips

    def sit(self, seat: int, name: str, stack: int, *, post: bool | Entry = "wait") -> None:
        """Take an empty seat with a stack; the player is dealt in at the next deal, or as the blinds allow.

        Parameters
        ----------
        seat : int
        name : str
            One player has one seat.
        stack : int
            Chips, within the house's buy-in limits.
        post : {"wait", "post"}
            Where blinds are made up (``entry="post-or-wait"``), a new player waits for the big blind or posts the same
            amount (F03) once the game runs; False and True mean the same. Players who sit before the first hand owe
            nothing, and in other houses nobody ever does.

        Examples
        --------
        >>> from equity.rules import Table, cardroom_limit, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.status(3), table.stacks
        (<SeatStatus.PLAYING: 'playing'>, (0, 0, 0, 1000, 0, 0))
        >>> table = Table(cardroom_limit())
        >>> table.sit(3, "Ann", 1000)
        >>> table.status(3)
        <SeatStatus.WAITING: 'waiting'>
        """
        posts = _posts(post)
        seat = self._seat(seat)
        here = self.players[seat]
        if here:
            raise RulesError(f"seat {seat} is taken by {here.name}")
        if not _is_name(name):
            raise RulesError(f"a player needs a name, got {name!r}")
        for other, player in enumerate(self._players):
            if player and player.name == name:
                raise RulesError(f"{name} already sits in seat {other}")
        self._players[seat] = Player(name=name, stack=self._read_buy_in(stack), posts=posts, is_new=self._owes_blinds)

    def leave(self, seat: int) -> int:
        """Give up a seat and return the chips taken away; not while the player is in a hand.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.leave(3)
        1000
        """
        seat, player = self._between_hands(seat)
        self._players[seat] = None
        return player.stack

    def sit_out(self, seat: int) -> None:
        """Ask not to be dealt in from the next hand on; where blinds are made up, those that pass are owed later.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.sit_out(3)
        >>> print(table.status(3))
        sitting out
        """
        seat, player = self._seated(seat)
        if player.sits_out:
            raise RulesError(f"seat {seat} is sitting out already")
        self._players[seat] = replace(player, sits_out=True)

    def come_back(self, seat: int, *, post: bool | Entry = "post") -> None:
        """Ask to be dealt in again; a player who waits may change between posting and waiting with it.

        Parameters
        ----------
        seat : int
        post : {"post", "wait"}
            Post missed blinds as soon as the button allows it, or wait for the big blind, which clears them (F07). It
            means nothing where nobody owes blinds.

        Examples
        --------
        >>> from equity.rules import Table, cardroom_limit
        >>> table = Table(cardroom_limit())
        >>> table.sit(3, "Ann", 1000)
        >>> table.sit_out(3)
        >>> table.come_back(3, post="wait")
        >>> print(table.status(3))
        waiting
        """
        posts = _posts(post)
        seat, player = self._seated(seat)
        if player.status is SeatStatus.BUSTED:
            raise RulesError(f"seat {seat} has no chips; buy_in brings it back")
        if player.status is SeatStatus.PLAYING:
            raise RulesError(f"seat {seat} is sitting in already")
        self._players[seat] = replace(player, sits_out=False, posts=posts)

    def top_up(self, seat: int, amount: int) -> None:
        """Add chips between hands, up to the house's maximum.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 500)
        >>> table.top_up(3, 300)
        >>> table.stacks[3]
        800
        """
        seat, player = self._between_hands(seat)
        if player.stack == 0:
            raise RulesError(f"seat {seat} has no chips; buy_in brings it back")
        amount = read_chips("a top-up", amount, least=1)
        most = self.rules.max_buy_in or MOST_CHIPS
        if player.stack + amount > most:
            raise RulesError(
                f"a top-up of {amount} makes {player.stack + amount}; the most here is {most}, "
                f"so at most {max(0, most - player.stack)}"
            )
        self._players[seat] = replace(player, stack=player.stack + amount)

    def buy_in(self, seat: int, amount: int, *, post: bool | Entry = "post") -> None:
        """Bring new chips to a seat that has lost all; it is sitting in again, and may owe blinds it has missed.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 500)
        >>> table.buy_in(3, 500)
        Traceback (most recent call last):
        equity.errors.RulesError: seat 3 still has 500 chips; top_up adds to them
        """
        posts = _posts(post)
        seat, player = self._between_hands(seat)
        if player.stack:
            raise RulesError(f"seat {seat} still has {player.stack} chips; top_up adds to them")
        self._players[seat] = replace(player, stack=self._read_buy_in(amount), sits_out=False, posts=posts)

    # ---------------------------------------------------------------- hands

    def next_hand(
        self,
        *,
        holes: Sequence[Any] | Mapping[int, Any] | None = None,
        board: Any = None,
        seed: int | None = None,
    ) -> Hand | None:
        """Settle the last hand and return the next one, or None with the reason in `waiting`.

        Parameters
        ----------
        holes, board, seed
            As for `Hand`; a seed that is not given comes from the table's.

        Examples
        --------
        >>> from equity.rules import Table, pokerfs
        >>> table = Table(pokerfs())
        >>> table.sit(3, "Ann", 1000)
        >>> table.next_hand()
        >>> table.waiting
        'needs two players with chips; 1 is sitting in'
        """
        from equity.rules.hand import Hand

        self.finish()
        layout = self._next_layout()
        if layout is None:
            return None
        players = {seat: player for seat, player in enumerate(self.players) if player and seat in layout.dealt}
        stacks = [players[seat].stack if seat in players else 0 for seat in range(len(self._players))]
        comers = {} if self._is_new_game(layout) else {seat: who for seat, who in players.items() if who.owes}
        hand = Hand(
            self.rules,
            stacks,
            button=layout.button,
            holes=holes,
            board=board,
            seed=self._hand_seed() if seed is None else seed,
            posts=_hand_posts(self.rules, stacks, layout, comers=comers),
        )
        self._deal(hand, layout)
        return hand

    def finish(self, hand: Hand | None = None) -> None:
        """Take the chips of the finished hand back to the seats; `next_hand` does it by itself.

        Parameters
        ----------
        hand : Hand, optional
            If given, it must be the hand the table has dealt.
        """
        if hand is not None and hand is not self.hand:
            raise RulesError("this hand is not the one the table has dealt last")
        self._settle()
        if self.hand is not None and not self._settled:
            who = f"seat {self.hand.actor} is to act" if not self.hand.is_over else "its cards are not all known"
            raise RulesError(f"the hand is not over: {who}")

    def _settle(self) -> None:
        if self._settled or self.hand is None or self.layout is None or not self.hand.is_settled:
            return
        stacks = self.hand.final_stacks
        for seat, player in enumerate(self._players):
            if player and seat in self.layout.dealt:
                self._players[seat] = replace(player, stack=int(stacks[seat]))
        self.rake_taken += self.hand.rake
        self._settled = True

    def _next_layout(self) -> Layout | None:
        """Decide who is dealt in; None, with the reason in `waiting`, if it is fewer than two."""
        players = {seat: player for seat, player in enumerate(self.players) if player}
        ready = {seat for seat, player in players.items() if player.status is SeatStatus.PLAYING}
        comers = {seat for seat, player in players.items() if player.status is SeatStatus.WAITING}
        if len(ready) + len(comers) < 2:
            self.waiting = f"needs two players with chips; {len(ready) + len(comers) or 'nobody'} is sitting in"
            return None
        dead = self.button_rule == "dead"
        if self.layout is None:
            return first_layout(self._draw_button(ready | comers), ready | comers)
        if not self._owes_blinds:
            return open_layout(self.layout, ready, dead=dead)
        if not ready:  # nobody is left of the old game: a new one starts at the next button
            return first_layout(after(self.layout.button, comers), comers)
        posting = {seat for seat in comers if players[seat].posts}
        return next_layout(self.layout, ready, waiting=comers, posting=posting, dead=dead)

    @property
    def _owes_blinds(self) -> bool:
        """Whether who comes in, or back, owes blinds in this house (F03 to F08)."""
        return self.rules.entry == "post-or-wait"

    def _is_new_game(self, layout: Layout) -> bool:
        """Whether nobody dealt in is in good standing: all start even, and no blind has passed those who sit out."""
        return all(player.owes for seat, player in enumerate(self._players) if player and seat in layout.dealt)

    def _deal(self, hand: Hand, layout: Layout) -> None:
        """Note what the deal changes: dealt seats owe nothing more, blinds have passed the others."""
        last = self.layout if self._owes_blinds and not self._is_new_game(layout) else None
        for seat, player in enumerate(self._players):
            if player and seat in layout.dealt:
                if player.owes:
                    self._players[seat] = replace(player, is_new=False, missed_small=False, missed_big=False)
            elif player and last and not player.is_new:
                wants_cards = player.status is SeatStatus.WAITING
                small, big = missed_blinds(last, layout, seat, missed_big=player.missed_big, wants_cards=wants_cards)
                self._players[seat] = replace(
                    player, missed_small=player.missed_small or small, missed_big=player.missed_big or big
                )
        self.hand, self.layout = hand, layout
        self.hands_dealt += 1
        self.waiting = ""
        self._settled = False

    def _draw_button(self, comers: set[int]) -> int:
        if self._first_button is None:
            return Random(f"button {self.seed}").choice(sorted(comers))
        return self._first_button if self._first_button in comers else after(self._first_button, comers)

    def _hand_seed(self) -> int:
        return Random(f"hand {self.seed} {self.hands_dealt}").getrandbits(63)

    # ---------------------------------------------------------------- checks

    def _seat(self, seat: object) -> int:
        number = as_int(seat)
        if type(number) is not int or not 0 <= number < len(self._players):
            raise RulesError(f"seats are numbered 0 to {len(self._players) - 1}, got {seat!r:.60}")
        return number

    def _seated(self, seat: object) -> tuple[int, Player]:
        """Return the number of a seat that is taken, and who sits there."""
        number = self._seat(seat)
        player = self.players[number]
        if player is None:
            raise RulesError(f"seat {number} is empty")
        return number, player

    def _between_hands(self, seat: object) -> tuple[int, Player]:
        """Return a seat that is not in a hand, and who sits there."""
        number, player = self._seated(seat)
        if self.is_in_hand(number):
            raise RulesError(f"seat {number} is in the hand; its chips stay until the hand is over")
        return number, player

    def _read_buy_in(self, amount: object) -> int:
        least, most = self.rules.min_buy_in or 1, self.rules.max_buy_in or MOST_CHIPS
        return read_chips("a buy-in here", amount, least=least, most=most)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and bool(name.strip())


def _posts(post: object) -> bool:
    if not isinstance(post, bool | str) or post not in (True, False, "post", "wait"):
        raise RulesError(f"post must be 'post' or 'wait', got {post!r:.60}")
    return post in (True, "post")


def _hand_posts(
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
    >>> for post in _hand_posts(rules, [500] * 4, layout, comers={3: back}):
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
