"""What the text formats of poker sites have in common: seats, posts and actions by name -> `HandRecord`.

A site's reader turns each line into a call here; `TextHand.record` then puts the players in order (first left of the
button first), brings money to whole cents and works out the result: what each collected, less what it put in, with the
part of the last bet that nobody called taken back.
"""

from __future__ import annotations

import re
from decimal import Decimal

from equity.cards import parse_cards
from equity.errors import CardError, HistoryError
from equity.history.action import MAX_AMOUNT, Action, Kind, deal_board, deal_hole
from equity.history.record import ONE, HandRecord, Place
from equity.history.street_chips import Tally

__all__ = ["MONEY", "TextHand", "cards_between", "money"]

MONEY = r"[$€£]?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,2})?"
_NUMBER = re.compile(MONEY, re.ASCII)
_CENT = Decimal("0.01")


def money(text: str) -> Decimal:
    """Return an amount as written, without its currency sign and thousands commas.

    Examples
    --------
    >>> money("$2,094.70")
    Decimal('2094.70')
    """
    if not _NUMBER.fullmatch(text):
        raise HistoryError(f"{text!r} is not an amount of money")
    return Decimal(text.lstrip("$€£").replace(",", ""))


def cards_between(text: str) -> tuple[int, ...]:
    """Return the cards of ``8h 5c 3d``."""
    try:
        return parse_cards(text)
    except CardError as error:
        raise HistoryError(str(error)) from None


class TextHand:
    """One hand while its lines are read; `record` makes the `HandRecord`.

    Attributes
    ----------
    structure, stakes : str, tuple
        Betting structure, and the two amounts of the header: blinds, or the two bets of a limit game.
    cash : bool
        Whether amounts are money (counted in cents) or tournament chips.
    """

    def __init__(self, place: Place, *, format: str) -> None:
        self.place = place
        self.format = format
        self.structure = "no-limit"
        self.stakes: tuple[Decimal, Decimal] | None = None
        self.cash = False
        self.button: int | None = None
        self.places_at_table: tuple[str, ...] = ()  # names in the order of play, where seat numbers do not tell it
        self.stacks: dict[str, Decimal] = {}
        self.seats: dict[str, int] = {}
        self.antes: dict[str, Decimal] = {}
        self.blinds: list[tuple[str, str, Decimal]] = []  # (name, "small" | "big" | "post" | "straddle", amount)
        self.events: list[tuple[Kind, str, Decimal | tuple[int, ...] | None]] = []
        self.holes: dict[str, tuple[int, ...]] = {}
        self.collected: dict[str, Decimal] = {}
        self.total_pot: Decimal | None = None
        self.rake: Decimal | None = None
        self.returned: dict[str, Decimal] = {}
        self.fields: dict[str, object] = {}
        self.house: dict[str, object] = {}

    def seat(self, number: int, name: str, stack: Decimal) -> None:
        """Note a player at the table; whether they are dealt in shows later."""
        if name in self.seats or number in self.seats.values():
            raise HistoryError(f"seat {number} ({name}) is listed twice")
        self.seats[name], self.stacks[name] = number, stack

    def ante(self, name: str, amount: Decimal) -> None:
        """Add dead money of a player: an ante or a dead blind."""
        self.antes[self.known(name)] = self.antes.get(name, Decimal(0)) + amount

    def blind(self, name: str, kind: str, amount: Decimal) -> None:
        """Add a live post; only the first small and the first big blind are the table's."""
        if any(kind == known for _, known, _ in self.blinds):
            if kind == "small":
                self.ante(name, amount)  # a missed small blind is dead
                return
            kind = "post" if kind == "big" else kind
        self.blinds.append((self.known(name), kind, amount))

    def act(self, kind: Kind, name: str, amount: Decimal | None = None) -> None:
        """Add a fold, call (or check) or raise to a street total; to None: all-in, a call or a raise."""
        self.events.append((kind, self.known(name), amount))

    def show(self, name: str, cards: tuple[int, ...]) -> None:
        """Add a hand shown at the showdown."""
        self.learn(name, cards)
        self.events.append((Kind.SHOW, name, self.holes.get(name, ())))

    def muck(self, name: str) -> None:
        """Add a hand given up at the showdown."""
        self.events.append((Kind.MUCK, self.known(name), ()))

    def learn(self, name: str, cards: tuple[int, ...]) -> None:
        """Note a player's two cards, wherever the text tells them."""
        if len(cards) == 2 and set(self.holes.setdefault(self.known(name), cards)) != set(cards):
            raise HistoryError(f"{name} holds two different hands")

    def board(self, cards: tuple[int, ...]) -> None:
        """Add the cards of a street."""
        self.events.append((Kind.BOARD, "", cards))

    def win(self, name: str, amount: Decimal) -> None:
        """Add what a player collected from a pot."""
        self.collected[self.known(name)] = self.collected.get(name, Decimal(0)) + amount

    def give_back(self, name: str, amount: Decimal) -> None:
        """Add the part of a bet that nobody called."""
        self.returned[self.known(name)] = amount

    def known(self, name: str) -> str:
        """Return the name if the player sits at the table."""
        if name not in self.seats:
            raise HistoryError(f"{name!r} does not sit at the table")
        return name

    def record(self) -> HandRecord:
        """Return the finished record."""
        order = self._order()
        if not 2 <= len(order) <= 10:
            raise HistoryError(f"{len(order)} players are dealt in, expected 2 to 10")
        self.stakes = self._known_stakes()
        small, big = map(self._chips, self.stakes)
        fixed = self.structure == "fixed-limit"
        antes, blinds = self._posts(order, small if fixed else big)
        record = HandRecord(
            structure=self.structure,
            stacks=tuple(self._chips(self.stacks[name]) for name in order),
            antes=antes,
            blinds=blinds,
            actions=[deal_hole(i, self.holes.get(name, ())) for i, name in enumerate(order)],
            min_bet=0 if fixed else big,
            small_bet=small if fixed else 0,
            big_bet=big if fixed else 0,
            ante_trimming=all(antes),
            rake=None if self.rake is None else self._chips(self.rake),
            unit=_CENT if self.cash else ONE,
            house=self.house,
            fields={**self.fields, "players": tuple(order), "seats": tuple(self.seats[name] for name in order)},
            place=self.place,
            format=self.format,
        )
        tally = Tally(record.stacks, antes=antes, blinds=blinds)
        record.actions += self._actions({name: i for i, name in enumerate(order)}, tally)
        record.finishing_stacks = self._finishing(record, order, tally)
        return record

    def _known_stakes(self) -> tuple[Decimal, Decimal]:
        """Return the header's stakes; without them what was posted; limit bets are one and two big blinds."""
        if self.stakes:
            return self.stakes
        posted = {kind: amount for _, kind, amount in self.blinds if kind in ("small", "big")}
        if "big" not in posted:
            raise HistoryError("the text names neither stakes nor a big blind")
        if self.structure == "fixed-limit":
            return posted["big"], 2 * posted["big"]
        return posted.get("small", posted["big"]), posted["big"]

    def _order(self) -> list[str]:
        """Return the players dealt in, first left of the button first."""
        dealt = {name for kind, name, _ in self.events if kind is not Kind.BOARD}
        dealt |= {name for name, _, _ in self.blinds} | set(self.antes)
        if self.places_at_table:
            order = [name for name in self.places_at_table if name in dealt]
            return order[::-1] if len(order) == 2 and order[0] != "Big Blind" else order
        if self.button is None:
            raise HistoryError("no line says which seat is the button")
        seats = sorted((self.seats[name], name) for name in dealt)
        order = [name for number, name in seats if number > self.button]
        order += [name for number, name in seats if number <= self.button]
        first = next((name for name, kind, _ in self.blinds if kind == "small"), None)
        if first in order and len(order) > 2:  # the button may stand at an empty seat
            at = order.index(first)
            order = order[at:] + order[:at]
        elif first in order and len(order) == 2 and order[1] != first:
            order.reverse()
        return order

    def _posts(self, order: list[str], big: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return antes and blinds in full: a short all-in post is what the stack gives, not what was owed."""
        ante = max(map(self._chips, self.antes.values()), default=0)
        antes = dict.fromkeys(order, 0)
        for name, amount in self.antes.items():
            paid = self._chips(amount)
            antes[name] = ante if paid == self._chips(self.stacks[name]) else paid
        blinds = dict.fromkeys(order, 0)
        for name, kind, amount in self.blinds:
            paid = self._chips(amount)
            if paid + antes[name] >= self._chips(self.stacks[name]):
                paid = max(paid, self._nominal(kind, big))
            blinds[name] = -paid if kind == "post" else paid
        return tuple(antes.values()), tuple(blinds.values())

    def _nominal(self, kind: str, big: int) -> int:
        if kind != "small":
            return big
        assert self.stakes is not None
        return big // 2 if self.structure == "fixed-limit" else self._chips(self.stakes[0])

    def _actions(self, position: dict[str, int], tally: Tally) -> list[Action]:
        """Return the events as actions, adding up the chips on the way."""
        actions = []
        ended = False
        for kind, name, value in self.events:
            if kind is Kind.BOARD:
                assert isinstance(value, tuple)
                actions.append(deal_board(value))
                ended = ended or bool(tally.uncalled()[1])  # an all-in not matched in full: the rest is only dealt
                if not ended:
                    tally.next_street()
            elif kind in (Kind.SHOW, Kind.MUCK):
                actions.append(Action(kind, position[name], cards=value if isinstance(value, tuple) else ()))
            else:
                actions.append(self._decision(kind, position[name], value, tally))
        return actions

    def _decision(self, kind: Kind, player: int, value: object, tally: Tally) -> Action:
        if kind is Kind.FOLD:
            tally.fold(player)
            return Action(kind, player)
        everything = tally.bets[player] + tally.left[player]
        if kind is Kind.RAISE:
            total = self._chips(value) if isinstance(value, Decimal) else everything
            if total > tally.level or isinstance(value, Decimal):
                tally.bet_to(player, total)
                return Action(kind, player, total)
        tally.call(player)
        return Action(Kind.CALL, player)

    def _chips(self, amount: Decimal) -> int:
        chips = amount / _CENT if self.cash else amount
        if chips != int(chips) or not 0 <= chips < MAX_AMOUNT:
            raise HistoryError(f"{amount} is not a whole number of {'cents' if self.cash else 'chips'}")
        return int(chips)

    def _finishing(self, record: HandRecord, order: list[str], tally: Tally) -> tuple[int, ...] | None:
        """Return the stacks at the end, after checking that the pot the site states is what the players put in."""
        if not self.collected and self.total_pot is None and not self.returned:
            return None
        player, extra = tally.uncalled()
        for name, amount in self.returned.items():  # as the site counts it: sometimes a whole big blind
            tally.committed[order.index(name)] -= self._chips(amount)
        won = [self._chips(self.collected.get(name, Decimal(0))) for name in order]
        stated = None if self.total_pot is None else self._chips(self.total_pot)
        pot = sum(tally.committed)
        if player >= 0 and not self.returned and pot != (sum(won) if stated is None else stated):
            tally.committed[player] -= extra
            pot -= extra
        if stated is not None and stated != pot:
            raise HistoryError(
                f"the players put in {pot} chips of {record.unit}, but the total pot is {self.total_pot}"
            )
        rake = pot - sum(won)
        if rake < 0 or (record.rake is not None and rake != record.rake):
            raise HistoryError(f"the pot of {pot} is not what was collected ({sum(won)}) and rake ({record.rake})")
        record.rake = rake
        flows = zip(record.stacks, tally.committed, won, strict=True)
        return tuple((stack or 0) - paid + collected for stack, paid, collected in flows)
