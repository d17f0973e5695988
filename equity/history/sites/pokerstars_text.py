"""`HandRecord` -> PokerStars text, which every tracker and trainer imports."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from equity.cards import cards_text
from equity.errors import HistoryError
from equity.history.action import Kind
from equity.history.record import ONE, HandRecord
from equity.history.sites.pokerstars import parse_pokerstars
from equity.history.told import Posted, Told, tell, unchanged

if TYPE_CHECKING:
    from equity.rules import Event

__all__ = ["pokerstars_text"]

_LIMITS = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "fixed-limit": "Limit"}
_POSTS = {"ante": "the ante", "small blind": "small blind", "big blind": "big blind", "straddle": "straddle"}
_POSTS |= {"dead": "dead", "post": ""}
_CENTS = 2


def pokerstars_text(record: HandRecord, *, number: int | None = None) -> str:
    """Return a hand as PokerStars writes it, the end of the last line included.

    Parameters
    ----------
    record : HandRecord
        A finished hand.
    number : int, optional
        The hand's number; by default the record's ``hand`` field, or 1.

    Raises
    ------
    HistoryError
        If the text would not say the same: stacks or deciding cards are unknown, or a house rule is not PokerStars'.

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
    >>> print(pokerstars_text(record))
    PokerStars Hand #1:  Hold'em No Limit (1/2) - 2000/01/01 0:00:00 ET
    Table 'equity' 2-max Seat #2 is the button
    Seat 1: p1 (100 in chips)
    Seat 2: p2 (100 in chips)
    p2: posts small blind 1
    p1: posts big blind 2
    *** HOLE CARDS ***
    Dealt to p1 [As Ks]
    Dealt to p2 [Qh Qd]
    p2: raises 4 to 6
    p1: folds
    Uncalled bet (4) returned to p2
    p2 collected 4 from pot
    p2: doesn't show hand
    *** SUMMARY ***
    Total pot 4 | Rake 0
    Seat 1: p1 (big blind) folded before Flop
    Seat 2: p2 (button) (small blind) collected (4)
    <BLANKLINE>
    """
    text = _Text(tell(record), number).lines()
    try:
        unchanged(record, parse_pokerstars(text))
    except HistoryError as error:
        message = str(error)
        raise HistoryError(message if message.startswith(str(record.place)) else f"{record.place}: {error}") from None
    return text


class _Text:
    """The lines of one hand."""

    def __init__(self, told: Told, number: int | None) -> None:
        self.told = told
        self.record = told.record
        places = -int(self.record.unit.as_tuple().exponent)
        if self.record.unit > ONE or places > _CENTS:
            raise HistoryError(
                f"{self.record.place}: PokerStars text counts in cents, these chips are {self.record.unit}"
            )
        self.cash = self.record.unit < ONE
        sign = self.record.fields.get("currency_symbol")
        self.sign = (sign if sign in ("$", "€", "£") else "$") if self.cash else ""
        hand = self.record.fields.get("hand")
        self.number = number if number is not None else hand if isinstance(hand, int) and hand > 0 else 1
        self.level = 0
        self.folds: dict[int, str] = {}

    def amount(self, chips: int) -> str:
        """Return chips as money, or as they are."""
        money = chips * self.record.unit
        text = f"{money:.2f}" if money != money.to_integral_value() else f"{money:.0f}"
        return self.sign + text

    def lines(self) -> str:
        """Return all lines."""
        told, record = self.told, self.record
        lines = [self._header(), self._table()]
        for player in sorted(range(record.n_players), key=told.seats.__getitem__):
            stack = self.amount(record.stacks[player] or 0)
            lines.append(f"Seat {told.seats[player]}: {told.names[player]} ({stack} in chips)")
        lines += self._posts()
        lines.append("*** HOLE CARDS ***")
        for player, cards in enumerate(record.holes):
            if cards:
                lines.append(f"Dealt to {told.names[player]} [{_spaced(cards)}]")
        self.level = max([post.live for post in told.posts] + [self._nominal()])
        board: tuple[str, ...] = ()
        shown = False
        for event in told.events:
            if event.kind == "deal" and event.seat is None and event.cards:
                new = tuple(event.cards[i : i + 2] for i in range(0, len(event.cards), 2))
                lines.append(_street(board, new))
                board += new
                self.level = 0
            elif event.kind == "act":
                lines.append(self._act(event, len(board)))
            elif event.kind == "return":
                lines.append(f"Uncalled bet ({self.amount(event.amount)}) returned to {self._name(event)}")
            elif event.kind in ("show", "muck") and told.hand.showdown:
                if not shown:
                    lines.append("*** SHOW DOWN ***")
                shown = True
                lines.append(self._show(event))
        lines += self._end(board)
        return "\n".join(lines) + "\n"

    def _nominal(self) -> int:
        return self.told.rules.big_blind if any(post.live for post in self.told.posts) else 0

    def _name(self, event: Event) -> str:
        assert event.seat is not None
        return self.told.names[event.seat]

    def _header(self) -> str:
        record, rules = self.record, self.told.rules
        if record.structure == "fixed-limit":
            small, big = record.small_bet, record.big_bet
        else:
            small, big = rules.small_blind, rules.big_blind
        currency = {"$": " USD", "€": " EUR", "£": " GBP"}.get(self.sign, "")
        stakes = f"({self.amount(small)}/{self.amount(big)}{currency})"
        fields = record.fields
        day = "/".join(
            f"{fields.get(name, default):02d}" for name, default in (("year", 2000), ("month", 1), ("day", 1))
        )
        time = fields.get("time")
        clock = f"{time.hour}:{time.minute:02d}:{time.second:02d}" if isinstance(time, dt.time) else "0:00:00"
        return f"PokerStars Hand #{self.number}:  Hold'em {_LIMITS[record.structure]} {stakes} - {day} {clock} ET"

    def _table(self) -> str:
        size = max(2, *self.told.seats)
        table = self.record.fields.get("table")
        name = (
            "".join(letter for letter in table if letter.isalnum() or letter in " -_.")
            if isinstance(table, str)
            else ""
        )
        return f"Table '{name or 'equity'}' {size}-max Seat #{self.told.seats[-1]} is the button"

    def _posts(self) -> list[str]:
        """Return the posts: antes first, then blinds; a missed small and big blind of one player in one line."""
        posts = list(self.told.posts)
        lines = []
        dead = {post.player: post for post in posts if post.kind == "post" and not post.live}
        for post in sorted(posts, key=lambda post: (post.kind not in ("ante", "dead"), post.kind != "small blind")):
            if post.kind == "post" and post.live and post.player in dead:
                chips = post.live + dead[post.player].dead
                lines.append(self._post(post, "small & big blinds", chips))
            elif post.kind == "post" and not post.live:
                if not any(other.player == post.player and other.kind == "post" and other.live for other in posts):
                    lines.append(self._post(post, "the ante", post.dead))
            else:
                lines.append(self._post(post, _POSTS[post.kind], post.live + post.dead))
        return lines

    def _post(self, post: Posted, what: str, chips: int) -> str:
        all_in = " and is all-in" if post.all_in else ""
        words = f"posts {what} {self.amount(chips)}" if what else f"posts {self.amount(chips)}"
        return f"{self.told.names[post.player]}: {words}{all_in}"

    def _act(self, event: Event, board: int) -> str:
        who, all_in = self._name(event), " and is all-in" if event.all_in else ""
        if event.what == "fold":
            assert event.seat is not None
            self.folds[event.seat] = {0: "before Flop", 3: "on the Flop", 4: "on the Turn"}.get(board, "on the River")
            return f"{who}: folds"
        if event.what == "check":
            return f"{who}: checks"
        if event.what == "call":
            return f"{who}: calls {self.amount(event.amount)}{all_in}"
        level, self.level = self.level, event.to
        if event.what == "bet" or not level:
            return f"{who}: bets {self.amount(event.to)}{all_in}"
        return f"{who}: raises {self.amount(event.to - level)} to {self.amount(event.to)}{all_in}"

    def _show(self, event: Event) -> str:
        if event.kind == "muck" or not event.cards:
            return f"{self._name(event)}: mucks hand"
        cards = " ".join(event.cards[i : i + 2] for i in range(0, len(event.cards), 2))
        return f"{self._name(event)}: shows [{cards}]"

    def _end(self, board: tuple[str, ...]) -> list[str]:
        told, record = self.told, self.record
        winners = [player for player, chips in enumerate(told.won) if chips]
        lines = [f"{told.names[p]} collected {self.amount(told.won[p])} from pot" for p in winners]
        if not told.hand.showdown:
            lines += [f"{told.names[p]}: doesn't show hand" for p in winners]
        pot = self.amount(sum(told.won) + told.rake)
        lines += ["*** SUMMARY ***", f"Total pot {pot} | Rake {self.amount(told.rake)}"]
        if board:
            lines.append(f"Board [{' '.join(board)}]")
        mucked = {action.player for action in record.actions if action.kind is Kind.MUCK}
        for player in sorted(range(record.n_players), key=told.seats.__getitem__):
            lines.append(
                f"Seat {told.seats[player]}: {told.names[player]}{self._place(player)} {self._fate(player, mucked)}"
            )
        return lines

    def _place(self, player: int) -> str:
        n = self.record.n_players
        small, big = (1, 0) if n == 2 else (0, 1)
        names = [name for at, name in ((n - 1, "button"), (small, "small blind"), (big, "big blind")) if at == player]
        return "".join(f" ({name})" for name in names)

    def _fate(self, player: int, mucked: set[int]) -> str:
        chips = self.told.won[player]
        if player in self.folds:
            return f"folded {self.folds[player]}"
        cards = self.record.holes[player]
        if not self.told.hand.showdown or not cards or player in mucked:
            return f"collected ({self.amount(chips)})" if chips else "mucked"
        return f"showed [{_spaced(cards)}] and {f'won ({self.amount(chips)})' if chips else 'lost'}"


def _spaced(cards: tuple[int, ...]) -> str:
    text = cards_text(cards)
    return " ".join(text[i : i + 2] for i in range(0, len(text), 2))


def _street(board: tuple[str, ...], cards: tuple[str, ...]) -> str:
    new = " ".join(cards)
    if not board:
        return f"*** FLOP *** [{new}]"
    return f"*** {'TURN' if len(board) == 3 else 'RIVER'} *** [{' '.join(board)}] [{new}]"
