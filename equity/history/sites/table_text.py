"""What the texts of poker sites have in common: seats, posts and actions by name -> `HandRecord`.

A site's reader turns each line into a call here; `TextHand.record` then puts the players in order (first left of the
button first), brings money to whole cents and works out the result: what each collected, less what it put in, with the
part of the last bet that nobody called taken back.
"""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from functools import lru_cache

from equity.cards import parse_cards
from equity.errors import CardError, HistoryError
from equity.history.action import MAX_AMOUNT, Kind, cards_action
from equity.history.record import ONE, HandRecord, Place
from equity.history.sites.hand_story import Story
from equity.history.street_chips import Tally

__all__ = ["MONEY", "TextHand", "cards_between", "hand_number", "money", "short_number"]

MONEY = r"(?:[A-Z]{2,3})?[$€£¥₹]?\d(?:[\d.,]*\d)?[$€£]?"
_MARKS = "$€£¥₹ \u00a0\u202f"
_WORDS = re.compile(r"^[A-Z]{2,3}(?=[\d$€£])|(?: ?(?:USD|EUR|GBP|CAD|AUD|SEK|INR|RSD|chips?))$")
_SPACES = re.compile(r"(?<=\d)[ \u00a0\u202f'](?=\d{3})")
_DIGITS = re.compile(r"\d{1,15}(?:\.\d{1,8})?", re.ASCII)
_MULTIPLES = {"K": 1000, "k": 1000, "M": 10**6, "B": 10**9}
_DATES = (
    re.compile(r"(?P<year>\d{4})[/-](?P<month>\d\d?)[/-](?P<day>\d\d?)"),
    re.compile(r"\b(?P<day>\d\d?) (?P<month>\d\d) (?P<year>\d{4})\b"),
    re.compile(r"\b(?P<day>\d\d?)[-/](?P<month>[A-Z][a-z][a-z])[-/](?P<year>\d{4})"),
    re.compile(r"(?P<month>[A-Z][a-z][a-z])[a-z]* ?(?P<day>\d\d?),? .*\b(?P<year>(?:19|20)\d\d)\b"),
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_TIME = re.compile(r"\b(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?\b")
_ZERO = Decimal(0)
_TOO_MUCH_RAKE = 4  # a house that keeps more than a quarter of a pot does not exist: a line is missing then


@lru_cache(maxsize=1 << 15)
def money(text: str) -> Decimal:
    """Return an amount as sites write it: with a currency sign, and commas, points or blanks for thousands.

    A comma or point before three digits divides thousands, before one or two it is the decimal point.

    Examples
    --------
    >>> [str(money(text)) for text in ("$2,094.70", "1.183.764 $", "0,02€", "1 430", "RSD8", "50K")]
    ['2094.70', '1183764', '0.02', '1430', '8', '50000']
    """
    digits = _SPACES.sub("", _WORDS.sub("", text.strip(_MARKS)).strip(_MARKS))
    factor = _MULTIPLES.get(digits[-1:], 1)
    if factor > 1:
        digits = digits[:-1]
    if "," in digits or digits.count(".") > 1 or (len(digits) - digits.rfind(".") == 4 and "." in digits):
        at = max(digits.rfind(","), digits.rfind("."))
        whole, part = digits[:at].replace(",", "").replace(".", ""), digits[at + 1 :]
        digits = whole + part if len(part) == 3 and whole != "0" else f"{whole}.{part}"
    if not _DIGITS.fullmatch(digits):
        raise HistoryError(f"{text!r:.40} is not an amount of money")
    return Decimal(digits) * factor


@lru_cache(maxsize=1 << 14)
def cards_between(text: str) -> tuple[int, ...]:
    """Return the cards of ``8h 5c 3d``; those that nobody shows, written XX or ?, are left out."""
    known = " ".join(word for word in text.replace(",", " ").split() if word.strip("Xx?*-_"))
    try:
        return parse_cards(known)
    except CardError as error:
        raise HistoryError(str(error)) from None


@lru_cache(maxsize=1 << 15)
def _places(amount: Decimal) -> int:
    """Return the decimals that an amount needs: none, or at least two."""
    return 0 if amount == amount.to_integral_value() else max(2, -int(amount.normalize().as_tuple().exponent))


@lru_cache(maxsize=1 << 15)
def _chips(amount: Decimal, places: int) -> int:
    chips = int(amount.scaleb(places))
    if not 0 <= chips < MAX_AMOUNT:
        raise HistoryError(f"an amount of {amount} is too large")
    return chips


def short_number(text: str) -> int:
    """Return a whole number of a few digits, such as that of a seat.

    Examples
    --------
    >>> short_number("7")
    7
    """
    if len(text) > 9 or not text.isdecimal():
        raise HistoryError(f"{text!r:.40} is not the number of a seat")
    return int(text)


def hand_number(text: str) -> int | str:
    """Return the number of a hand, or its name if it is not one.

    Examples
    --------
    >>> hand_number("77"), hand_number("TM77")
    (77, 'TM77')
    """
    return int(text) if text.isdecimal() and len(text) < 19 else text[:80]


class TextHand:
    """One hand while its lines are read; `record` makes the `HandRecord`.

    Attributes
    ----------
    structure, stakes : str, tuple
        Betting structure, and the two amounts of the header: blinds, or the two bets of a limit game.
    cash : bool
        Whether amounts are money (counted in cents) or tournament chips.
    pot_after_rake : bool
        Whether the site's total pot is what is left after the rake.
    late_small_is_live : bool
        Whether a second small blind counts as the poster's bet; else it is dead.
    folds_in_advance : bool
        Whether the site writes folds before it is the player's turn.
    blinds_unwritten : bool
        Whether the text may leave out who posts the blinds that the header names.
    """

    pot_after_rake = False
    late_small_is_live = False
    folds_in_advance = False
    blinds_unwritten = False

    def __init__(self, place: Place, *, format: str) -> None:
        self.place = place
        self.format = format
        self.structure = "no-limit"
        self.stakes: tuple[Decimal, Decimal] | None = None
        self.stakes_are_bets = True  # of a limit game; else the header gives its blinds
        self.cash = False
        self.button: int | None = None
        self.places_at_table: tuple[str, ...] = ()  # names in the order of play, where seat numbers do not tell it
        self.stacks: dict[str, Decimal | None] = {}
        self.seats: dict[str, int] = {}
        self.posts: list[tuple[str, str, Decimal]] = []  # (name, kind, amount); see `post`
        self.events: list[tuple[Kind, str, Decimal | tuple[int, ...] | None, str]] = []
        self.holes: dict[str, tuple[int, ...]] = {}
        self.collected: dict[str, Decimal] = {}
        self.summary_board: tuple[int, ...] = ()
        self.summary_folds: list[str] = []
        self.second_run: list[tuple[int, ...]] = []
        self.runs = 1
        self.total_pot: Decimal | None = None
        self.rake: Decimal | None = None
        self.returned: dict[str, Decimal] = {}
        self.cancelled = False
        self.fields: dict[str, object] = {}
        self.house: dict[str, object] = {}
        self._places = 0

    def seat(self, number: int, name: str, stack: Decimal | None) -> None:
        """Note a player at the table, None: with an unknown stack; whether they are dealt in shows later."""
        if name in self.seats or number in self.seats.values():
            raise HistoryError(f"seat {number} ({name}) is listed twice")
        self.seats[name], self.stacks[name] = number, stack

    def date(self, text: str) -> None:
        """Note the date and the time that a header names."""
        for pattern in _DATES:
            match = pattern.search(text)
            if match:
                month = match["month"]
                number = int(month) if month.isdigit() else 1 + _MONTHS.index(month) if month in _MONTHS else 0
                if 1 <= number <= 12 and 1 <= int(match["day"]) <= 31:
                    self.fields |= {"day": int(match["day"]), "month": number, "year": int(match["year"])}
                    clock = _TIME.search(text)
                    if clock and int(clock[1]) < 24 and int(clock[2]) < 60 and int(clock[3] or 0) < 60:
                        self.fields["time"] = dt.time(int(clock[1]), int(clock[2]), int(clock[3] or 0))
                    return

    def post(self, name: str, kind: str, amount: Decimal) -> None:
        """Add a forced bet.

        Parameters
        ----------
        name : str
        kind : {"small", "big", "straddle", "post", "ante", "dead", "both", "any"}
            "post" is live, "dead" counts for nobody, "both" is a missed small and big blind in one amount, the small
            one dead, and "any" is one of the two, by the amount.
        amount : Decimal
            What was put in.
        """
        if amount:
            self.posts.append((self.known(name), kind, amount))

    def act(self, kind: Kind, name: str, amount: Decimal | None = None, how: str = "to") -> None:
        """Add a fold, call (or check) or raise.

        Parameters
        ----------
        kind : Kind
        name : str
        amount : Decimal, optional
            For a raise; None: all-in, a call or a raise.
        how : {"to", "by", "chips", "to the cap", "by the cap"}
            Whether the amount is the player's total on the street, what is put in now, or that with the kind unknown:
            an all-in, which may be a call. At the cap of the table nobody can put in more than this player. "away": a
            player who left after posting folds when it is their turn.
        """
        self.events.append((kind, self.known(name), amount, how))

    def show(self, name: str, cards: tuple[int, ...]) -> None:
        """Add a hand shown at the showdown."""
        self.learn(self.known(name), cards)
        self.events.append((Kind.SHOW, name, cards, ""))

    def muck(self, name: str) -> None:
        """Add a hand given up at the showdown."""
        self.events.append((Kind.MUCK, self.known(name), (), ""))

    def learn(self, name: str, cards: tuple[int, ...]) -> None:
        """Note a player's two cards, wherever the text tells them; a single card shown tells no hand."""
        if len(cards) == 2 and set(self.holes.setdefault(self.known(name), cards)) != set(cards):
            raise HistoryError(f"{name} holds two different hands")

    def board(self, cards: tuple[int, ...]) -> None:
        """Add the cards of a street."""
        self.events.append((Kind.BOARD, "", cards, ""))

    def win(self, name: str, amount: Decimal) -> None:
        """Add what a player collected from a pot."""
        self.collected[self.known(name)] = self.collected.get(name, _ZERO) + amount

    def give_back(self, name: str, amount: Decimal) -> None:
        """Add the part of a bet that nobody called."""
        self.returned[self.known(name)] = self.returned.get(name, _ZERO) + amount

    def known(self, name: str) -> str:
        """Return the name if the player sits at the table."""
        if name not in self.seats:
            raise HistoryError(f"{name!r:.60} does not sit at the table")
        return name

    def record(self) -> HandRecord:
        """Return the finished record."""
        self._choose_unit()
        order = self._order()
        if not 2 <= len(order) <= 10:
            raise HistoryError(f"{len(order)} players are dealt in, expected 2 to 10")
        small, big = self._chips_of_stakes()
        fixed = self.structure == "fixed-limit"
        bets = (small, big) if not fixed or self.stakes_are_bets else (big, 2 * big)
        antes, dead, blinds = Posts(self, order, bets[0] if fixed else big, small).shares()
        stacks = tuple(self.stack_of(name) for name in order)
        record = HandRecord(
            structure=self.structure,
            stacks=stacks,
            antes=tuple(map(sum, zip(antes, dead, strict=True))),
            blinds=blinds,
            actions=[cards_action(Kind.HOLE, i, self.holes.get(name, ())) for i, name in enumerate(order)],
            min_bet=0 if fixed else big,
            small_bet=bets[0] if fixed else 0,
            big_bet=bets[1] if fixed else 0,
            ante_trimming=all(antes),
            rake=None if self.rake is None else self.chips(self.rake),
            unit=ONE.scaleb(-self._places),
            house=self.house,
            fields={**self.fields, "players": tuple(order), "seats": tuple(self.seats[name] for name in order)},
            dead=dead if all(antes) and any(dead) else (),
            cancelled=self.cancelled,
            place=self.place,
            format=self.format,
        )
        tally = Tally(record.stacks, antes=record.antes, blinds=blinds)
        Story(self, record, tally, {name: i for i, name in enumerate(order)}).tell()
        if not self.cancelled:
            self._finish(record, order, tally)
        return record

    def _choose_unit(self) -> None:
        """Count in cents if this is money, or if an amount has a fraction; in finer parts where that is needed."""
        places = 2 if self.cash else 0
        amounts = [*self.stacks.values(), *self.collected.values(), *(amount for _, _, amount in self.posts)]
        amounts += [value for _, _, value, _ in self.events if isinstance(value, Decimal)]
        amounts += [*(self.stakes or ()), self.total_pot, self.rake, *self.returned.values()]
        places = max([places, *[_places(amount) for amount in amounts if amount is not None]])
        self._places = places

    def chips(self, amount: Decimal) -> int:
        """Return an amount in the record's chips."""
        return _chips(amount, self._places)

    def stack_of(self, name: str) -> int | None:
        """Return a player's chips at the start, None where unknown."""
        stack = self.stacks[name]
        return None if stack is None else self.chips(stack)

    def _chips_of_stakes(self) -> tuple[int, int]:
        """Return the header's stakes; without them what was posted; limit bets are one and two big blinds."""
        if self.stakes and self.stakes[1]:
            return self.chips(self.stakes[0]), self.chips(self.stakes[1])
        posted = {kind: self.chips(amount) for _, kind, amount in reversed(self.posts)}
        big = posted.get("big") or posted.get("ante") or 0
        big = max(big, self._first_call())
        if not big and self.stakes is None:
            raise HistoryError("the text names neither stakes nor a big blind")
        self.stakes_are_bets = False
        return posted.get("small", big), big

    def _first_call(self) -> int:
        """Return the first call of somebody who has not posted: the big blind, if that was posted short."""
        posters = {name for name, _, _ in self.posts}
        for kind, name, value, _ in self.events:
            if kind in (Kind.RAISE, Kind.BOARD):
                break
            if kind is Kind.CALL and isinstance(value, Decimal) and name not in posters:
                return self.chips(value)
        return 0

    def _order(self) -> list[str]:
        """Return the players dealt in, first left of the button first."""
        board = Kind.BOARD
        dealt = {name for kind, name, _, _ in self.events if kind is not board}
        dealt.update([name for name, _, _ in self.posts], self.returned, self.collected)
        if self.places_at_table:
            order = [name for name in self.places_at_table if name in dealt]
            return order[::-1] if len(order) == 2 and order[0] != "Big Blind" else order
        smalls = [name for name, kind, _ in self.posts if kind == "small"]
        if self.button is None and not smalls:
            raise HistoryError("no line says which seat is the button")
        seats = sorted((self.seats[name], name) for name in dealt)
        button = self.button if self.button is not None else self.seats[smalls[0]] - 1
        order = [name for number, name in seats if number > button]
        order += [name for number, name in seats if number <= button]
        first = smalls[0] if smalls else None
        if first in order and len(order) > 2:  # the button may stand at an empty seat
            at = order.index(first)
            order = order[at:] + order[:at]
        elif first in order and len(order) == 2 and order[1] != first:
            order.reverse()
        return order

    def _finish(self, record: HandRecord, order: list[str], tally: Tally) -> None:
        """Note the result, after checking that the pot the site states is what the players put in."""
        if not self.collected and self.total_pot is None and not self.returned:
            return
        player, extra = tally.uncalled()
        for name, amount in self.returned.items():  # as the site counts it: sometimes a whole big blind
            tally.committed[order.index(name)] -= self.chips(amount)
        if min(tally.committed) < 0:
            raise HistoryError("a bet comes back that nobody made: the text lacks a line")
        won = [self.chips(self.collected.get(name, _ZERO)) for name in order]
        stated = self._stated_pot()
        pot = sum(tally.committed)
        if player >= 0 and not self.returned:
            included = pot == stated if stated is not None else sum(won) > pot - extra
            if not included:
                tally.committed[player] -= extra
                pot -= extra
        if stated is not None and stated != pot and stated + (record.rake or 0) != pot:
            raise HistoryError(
                f"the players put in {pot} chips of {record.unit}, but the total pot is {self.total_pot}"
            )
        rake = pot - sum(won)
        if rake < 0 or (record.rake is not None and rake != record.rake):
            raise HistoryError(f"the pot of {pot} is not what was collected ({sum(won)}) and rake ({record.rake})")
        if record.rake is None and rake * _TOO_MUCH_RAKE > pot > _TOO_MUCH_RAKE:
            raise HistoryError(f"the players put in {pot} chips of {record.unit}, but only {sum(won)} are collected")
        record.rake = rake
        net = [collected - paid for collected, paid in zip(won, tally.committed, strict=True)]
        if None in record.stacks:
            record.payoffs = tuple(net)
        else:
            record.finishing_stacks = tuple((stack or 0) + gain for stack, gain in zip(record.stacks, net, strict=True))

    def _stated_pot(self) -> int | None:
        if self.total_pot is None:
            return None
        return self.chips(self.total_pot) + (self.chips(self.rake or _ZERO) if self.pot_after_rake else 0)


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
