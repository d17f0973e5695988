"""One hand of hold'em, stepped from Python.

Rules of the file: a thin shell round one record; who may do what is decided in `equity.kernels`. An action is one
kernel call; everything else is read from the record when asked for. In the order of the class: opening, actions, what
is told from outside, what can be read, and the whole story again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from equity.cards import card_name, cards_text
from equity.constants import ALL_IN, BOARD_CARDS, CALL, CHECK, FOLD, MOST_SEED, PASSIVE, RAISE
from equity.errors import DealError, IllegalActionError, RulesError
from equity.numbers import as_int, draw_seed, read_whole
from equity.rules.dealing import Cards, read_board, read_button, read_cards, read_holes, read_stacks, refuse_duplicates
from equity.rules.events import STREET_NAMES, Event, Street, tell
from equity.rules.legal import ACTIONS, NOTHING, Legal, refusal
from equity.rules.posts import Post, check_posts, dead_chips, list_posts, opening_of, owed_in_full, regular_posts
from equity.rules.rules import check_rules
from equity.rules.script import play_step, write_hand

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["Hand", "Pot"]

_DEBUG = bool(os.environ.get("EQUITY_DEBUG"))
_MOST_STRENGTH = 7462  # classes of five-card hands


@cache
def _first_calls() -> Any:
    """Load the kernels, when the first hand is made."""
    from equity.kernels.compile.first_calls import FirstCalls
    from equity.kernels.hands import hand

    return FirstCalls(hand, "act")


def _kernels() -> Any:
    """Return the kernels, compiled or, for the first hands, in plain Python."""
    return _first_calls().now


@cache
def _records() -> Any:
    """Return the module of records and their codes."""
    from equity.kernels.hands import records

    return records


class Pot(NamedTuple):
    """Chips and the seats that can win them.

    Examples
    --------
    >>> Pot(150, (0, 1, 2)).amount
    150
    """

    amount: int
    eligible: tuple[int, ...]


class Hand:
    """One hand under house rules; seats are 0-based and clockwise.

    Parameters
    ----------
    rules : Rules
        The house's rules.
    stacks : sequence of int
        Chips of every seat; a seat with 0 is not dealt in.
    button : int, optional
        The dealer's seat; a seat that is not dealt in is a dead button.
    holes : sequence or mapping, optional
        Each seat's hole cards (``"AsKd"``, or None where unknown). Left out, they are dealt at random.
    board : str or sequence of int, optional
        The board's first 3, 4 or 5 cards.
    seed : int, optional
        From 0 to 2**64 - 1; deals everything that is not given. Without a seed, cards that are not given stay unknown
        if `holes` is given (`show`, `muck` and `deal_board` tell them later), else a seed is drawn and kept in `seed`.
    posts : sequence of Post, optional
        Forced bets instead of the regular antes, blinds and straddles: dead buttons, missed blinds, real histories.
    check : bool, optional
        Count the chips after every action (by default only with EQUITY_DEBUG set in the environment).

    Raises
    ------
    RulesError, DealError, CardError
        If stacks, posts or cards do not fit.

    Examples
    --------
    >>> from equity.rules import Hand, Rules
    >>> hand = Hand(Rules(small_blind=5, big_blind=10), [1000, 1000, 1000], holes=["AsAd", None, "KsKd"])
    >>> hand.raise_to(30)
    >>> hand.fold()
    >>> print(hand.actor, hand.legal)
    2 fold, call 20, raise to 50 to 1000
    >>> hand.fold()
    >>> hand.payoffs
    (15, -5, -10)
    """

    __slots__ = (
        *("_act", "_actor", "_array", "_board", "_check", "_given_posts", "_holes", "_log", "_rules", "_stacks"),
        *("_table", "_told", "button", "seed"),
    )

    button: int
    seed: int | None

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        *,
        button: int = 0,
        holes: Sequence[Any] | Mapping[int, Any] | None = None,
        board: Any = None,
        seed: int | None = None,
        posts: Iterable[Post] | None = None,
        check: bool | None = None,
    ) -> None:
        check_rules(rules)
        self._act = _first_calls().spend().act
        self._rules = rules
        self._table = rules.to_array()
        self._stacks = read_stacks(stacks)
        self.button = read_button(button, len(self._stacks))
        if seed is not None:
            self.seed = read_whole("seed", seed, least=0, most=MOST_SEED, error=RulesError)
        else:
            self.seed = draw_seed(63) if holes is None else None
        self._holes: list[Cards | None] | None = None if holes is None else read_holes(holes, self._stacks)
        self._board = read_board(board)
        if self._holes is not None or self._board:
            refuse_duplicates(self._holes or (), self._board)
        self._given_posts = None if posts is None else list_posts(posts)
        self._log: list[int] = []
        self._told: list[tuple[Any, ...]] = []  # cards shown, mucked and dealt from outside, in order
        self._array, self._actor = self._open()
        self._check = _DEBUG if check is None else check
        if self._check:
            self._count()

    # ---------------------------------------------------------------- opening

    def _open(self) -> tuple[Any, int]:
        """Return a record after the posts, and who is to act."""
        engine = _kernels()
        array = engine.np.empty(1, engine.HAND)
        stacks = engine.np.array(self._stacks, engine.np.int64)
        if self._given_posts is None and self._holes is None and not self._board:
            return array, engine.start_seeded(array, 0, self._table, stacks, self.button, engine.np.uint64(self.seed))
        if self._given_posts is None:
            engine.start(array, 0, self._table, stacks, self.button)
        else:
            engine.open_hand(array, 0, stacks, self.button)
            self._post(array)
        record = array[0]
        for seat, cards in enumerate(self._holes or ()):
            if cards is not None:
                record["hole"][seat] = cards
        record["board"][: len(self._board)] = self._board
        if self.seed is not None:
            engine.fill(array, 0, engine.np.uint64(self.seed))
        engine.settle(array, 0, self._table)
        return array, int(record["actor"])

    def _post(self, array: Any) -> None:
        engine = _kernels()
        posts = self._given_posts or ()
        check_posts(posts, self._stacks)
        dealt = sum(stack > 0 for stack in self._stacks)
        opening = opening_of(posts, self._rules, button=self.button, dealt=dealt)
        for one in posts:
            layered = 1 if opening.layered_antes and one.kind == "ante" else 0
            engine.post(array, 0, one.seat, one.live, one.dead, layered, owed_in_full(one, self._rules))
        engine.begin(array, 0, self._table, opening.last, opening.current_bet, opening.raise_size, opening.bets)

    # ---------------------------------------------------------------- actions

    def fold(self) -> None:
        """Fold; legal also when a check would be free."""
        self._do(FOLD, 0, -1 - FOLD)

    def check(self) -> None:
        """Check; only if nothing is owed."""
        self._do(CHECK, 0, -1 - CHECK)

    def call(self) -> None:
        """Call what is owed, all-in if the stack is smaller; a blind that matches the bet already may say so too."""
        self._do(CALL, 0, -1 - CALL)

    def check_or_call(self) -> None:
        """Check if nothing is owed, else call."""
        self._do(PASSIVE, 0, -1 - PASSIVE)

    def raise_to(self, amount: int) -> None:
        """Bet or raise to a street total (never the increment)."""
        if type(amount) is not int or not 0 < amount < 2**62:
            amount = self._whole(amount)
        self._do(RAISE, amount, amount)

    def all_in(self) -> None:
        """Put in every chip, as a call or a raise; refused where a limit forbids that raise."""
        self._do(ALL_IN, 0, -1 - ALL_IN)

    def act(self, action: str, amount: int | None = None, *, seat: int | None = None) -> None:
        """Do an action by name: "fold", "check", "call", "bet" or "raise" with a street total, "all_in".

        Parameters
        ----------
        action : str
            The action.
        amount : int, optional
            The street total of a bet or raise.
        seat : int, optional
            Who acts, refused if it is not that seat's turn.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> hand.act("raise", 60)
        >>> hand.bets
        (60, 10)
        """
        code = ACTIONS.get(action) if getattr(action, "__hash__", None) else None  # a list cannot be looked up
        if code is None:
            raise IllegalActionError(f"unknown action {action!r}; use {', '.join(ACTIONS)}", legal=self.legal)
        if (code == RAISE) != (amount is not None):
            need = "needs a street total" if code == RAISE else f"takes no amount, got {amount!r}"
            raise IllegalActionError(f"{action} {need}; legal: {self.legal}", legal=self.legal)
        if seat is not None and (type(who := as_int(seat)) is not int or who != self._actor):
            turn = f"it is seat {self._actor}'s turn" if self._actor >= 0 else "the betting is over"
            raise IllegalActionError(f"seat {seat!r} acts out of turn: {turn}", legal=self.legal)
        if amount is not None:
            self.raise_to(amount)
        else:
            self._do(code, 0, -1 - code)

    def _do(self, action: int, amount: int, entry: int) -> None:
        actor = self._act(self._array, 0, self._table, action, amount)
        if actor < -1:  # ILLEGAL; the hand's end is -1
            self._refuse(action, amount)
        self._actor = actor
        self._log.append(entry)
        if self._check:
            self._count()

    def _refuse(self, action: int, amount: int) -> NoReturn:
        legal = self.legal
        raise IllegalActionError(refusal(action, amount, self._actor, legal), legal=legal)

    def _whole(self, amount: object) -> int:
        number = as_int(amount)
        if type(number) is int:
            return max(-(2**62), min(number, 2**62))  # out of any bounds, but safe to hand to a kernel
        raise IllegalActionError(f"raise to {amount!r} is not whole chips; legal: {self.legal}", legal=self.legal)

    def _count(self) -> None:
        found = int(_kernels().count_chips(self._array, 0))
        if found != sum(self._stacks):
            raise AssertionError(f"chips are not conserved: {found} of {sum(self._stacks)} in {self!r}")

    # ---------------------------------------------------------------- told from outside

    def show(self, seat: int, cards: Any) -> None:
        """Tell a seat's hole cards, at any time; at the showdown it decides the pots if it was the last unknown.

        Raises
        ------
        DealError
            If other cards are known for the seat, or a card is somewhere else.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [50, 50], holes=["AsAd", None], board="2c7d9h3s4h")
        >>> hand.all_in()
        >>> hand.call()
        >>> hand.is_settled
        False
        >>> hand.show(1, "KsKd")
        >>> hand.final_stacks
        (100, 0)
        """
        seat = self._dealt_seat(seat, "shows")
        found = read_cards(cards, f"the hole cards of seat {seat}")
        if len(found) != 2:
            raise DealError(f"seat {seat} shows two hole cards, got {len(found)} ({cards_text(found)})")
        known = tuple(self.record["hole"][seat].tolist())
        if set(known) == set(found):
            return
        if known[0] >= 0:
            raise DealError(f"seat {seat} holds {cards_text(known)}, not {cards_text(found)}")
        self._refuse_used(found)
        self._array["hole"][0, seat] = found
        self._told.append(("show", seat, cards_text(found)))
        self._settle()

    def muck(self, seat: int) -> None:
        """Give up a seat's hand at a showdown that waits for cards.

        Raises
        ------
        IllegalActionError
            If the hand waits for no cards, or this is the last seat that has not given up.
        """
        seat = self._dealt_seat(seat, "mucks")
        live = [other for other in self.show_order if self.record["value"][other] != 0]
        if self.is_settled or seat not in live or len(live) < 2:
            raise IllegalActionError(
                f"seat {seat} cannot muck: only at a showdown with unknown cards, and not as the last of them"
            )
        self._array["value"][0, seat] = 0
        self._told.append(("muck", seat))
        self._settle()

    def deal_board(self, cards: Any) -> None:
        """Tell the board, or more of it: all cards known so far first.

        Raises
        ------
        DealError
            If the cards contradict the known ones or are somewhere else.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [50, 50], holes=["AsAd", "KsKd"])
        >>> hand.deal_board("2c7d9h")
        """
        found, known = read_board(cards), self.full_board
        if found[: len(known)] != known:
            raise DealError(f"the board starts with {cards_text(known)}, got {cards_text(found)}")
        self._refuse_used(found[len(known) :])
        self._array["board"][0, : len(found)] = found
        self._told.append(("board", cards_text(found)))
        self._settle()

    def decide(self, strengths: Mapping[int, int]) -> None:
        """Settle a showdown nobody saw: a strength from 1 to 7462 for every seat that did not muck, higher wins.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [50, 50], holes=[None, None])
        >>> hand.all_in()
        >>> hand.call()
        >>> hand.decide({0: 1, 1: 1})
        >>> hand.final_stacks
        (50, 50)
        """
        open_seats = [seat for seat in self.show_order if self.record["value"][seat] != 0]
        if not isinstance(strengths, Mapping):
            raise IllegalActionError(f"strengths are a mapping such as {{0: 1, 1: 2}}, got {strengths!r:.60}")
        given = {as_int(seat): as_int(strength) for seat, strength in strengths.items()}
        wrong = set(given) != set(open_seats) or any(type(seat) is not int for seat in given)
        if self.is_settled or not open_seats or wrong:
            raise IllegalActionError(f"strengths are needed for exactly the seats {open_seats}, got {given}")
        for seat, strength in given.items():
            if type(strength) is not int or not 1 <= strength <= _MOST_STRENGTH:
                raise IllegalActionError(f"the strength of seat {seat} must be 1 to {_MOST_STRENGTH}, got {strength!r}")
        for seat, strength in given.items():
            self._array["value"][0, seat] = strength
        self._told.append(("decide", given))
        self._settle()

    def _dealt_seat(self, seat: object, verb: str) -> int:
        number = as_int(seat)
        if type(number) is not int or not 0 <= number < len(self._stacks) or self._stacks[number] == 0:
            raise IllegalActionError(f"no seat {seat!r} is dealt in that {verb}")
        return number

    def _refuse_used(self, cards: tuple[int, ...]) -> None:
        used = {card for pair in self.record["hole"][: len(self._stacks)].tolist() for card in pair}
        used.update(self.full_board)
        for card in cards:
            if card in used:
                raise DealError(f"{card_name(card)} is dealt already")

    def _settle(self) -> None:
        _kernels().settle(self._array, 0, self._table)

    # ---------------------------------------------------------------- whose turn

    @property
    def record(self) -> Any:
        """The kernels' record of the hand; for reading."""
        return self._array[0]

    @property
    def rules(self) -> Rules:
        """The house's rules."""
        return self._rules

    @property
    def actor(self) -> int | None:
        """The seat to act, None when the betting is over."""
        return self._actor if self._actor >= 0 else None

    @property
    def is_over(self) -> bool:
        """Whether the betting is over: nobody has anything left to decide."""
        return self._actor < 0

    @property
    def is_settled(self) -> bool:
        """Whether the pots are paid; False after the end only while cards are unknown."""
        return bool(self._array["over"][0] == _records().SETTLED)

    @property
    def street(self) -> Street:
        """The street being played, "showdown" after a hand that got there, else the street it ended on."""
        if self.showdown:
            return Street.SHOWDOWN
        return STREET_NAMES[int(self._array["street"][0])]

    @property
    def legal(self) -> Legal:
        """What the seat to act may do."""
        if self._actor < 0:
            return NOTHING
        owed, least, most = _kernels().legal(self._array, 0, self._table)
        return Legal(True, owed == 0, owed, least or None, most or None)

    @property
    def legal_actions(self) -> tuple[str, ...]:
        """The names of the legal actions, as `act` takes them."""
        legal = self.legal
        names = (("fold", legal.fold), ("check", legal.check), ("call", legal.call), ("raise", legal.max_raise_to))
        return tuple(name for name, is_open in names if is_open)

    # ---------------------------------------------------------------- chips

    def _column(self, name: str) -> tuple[int, ...]:
        return tuple(self._array[name][0, : len(self._stacks)].tolist())

    @property
    def starting_stacks(self) -> tuple[int, ...]:
        """Chips of every seat before the hand."""
        return self._stacks

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips behind, winnings included once the pots are paid."""
        return self._column("stack")

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips in front of every seat on this street; swept into the pots when the betting is over."""
        return self._column("bet") if self._actor >= 0 else (0,) * len(self._stacks)

    @property
    def committed(self) -> tuple[int, ...]:
        """Chips every seat has put in on this hand, blinds and antes included, uncalled chips not."""
        dead = dead_chips(self.posts, self._rules, self._stacks, self.button)
        return tuple(map(sum, zip(self._column("committed"), dead, strict=True)))

    @property
    def pots(self) -> list[Pot]:
        """The pots, main pot first, without the bets in front; after the end what was played for."""
        engine = _kernels()
        amounts, seats = engine.np.zeros(11, engine.np.int64), engine.np.zeros(11, engine.np.int64)
        count = engine.list_pots(self._array, 0, amounts, seats)
        return [
            Pot(int(amounts[k]), tuple(seat for seat in range(len(self._stacks)) if int(seats[k]) >> seat & 1))
            for k in range(count)
        ]

    @property
    def pot(self) -> int:
        """All chips played for so far, the bets in front included."""
        return sum(pot.amount for pot in self.pots) + sum(self.bets)

    @property
    def shares(self) -> list[tuple[int, ...]]:
        """What every seat won from each of the `pots`."""
        self._need_settled("shares")
        engine = _kernels()
        won = engine.np.zeros((11, 10), engine.np.int64)
        count = engine.list_shares(self._array, 0, self._table, won)
        return [tuple(row[: len(self._stacks)]) for row in won[:count].tolist()]

    @property
    def uncalled(self) -> dict[int, int]:
        """Chips given back because nobody matched them: seat -> chips; empty before the betting is over."""
        back = int(self._array["returned"][0])
        return {int(self._array["returned_to"][0]): back} if back else {}

    @property
    def rake(self) -> int:
        """Chips the house took."""
        return int(self._array["rake"][0])

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What every seat won or lost."""
        return tuple(now - before for now, before in zip(self.final_stacks, self._stacks, strict=True))

    @property
    def final_stacks(self) -> tuple[int, ...]:
        """The stacks after the hand."""
        self._need_settled("final stacks")
        return self._column("stack")

    def _need_settled(self, what: str) -> None:
        if not self.is_settled:
            why = "the betting is not over" if self._actor >= 0 else f"{self._missing()}: use show, muck or deal_board"
            raise RulesError(f"no {what} yet, {why}")

    def _missing(self) -> str:
        seats = [seat for seat in self.show_order if self._array["value"][0, seat] < 0 and self.holes[seat] is None]
        if seats:
            return f"the cards of seat {', '.join(map(str, seats))} are unknown"
        return f"the board has only {len(self.full_board)} known cards"

    # ---------------------------------------------------------------- cards and story

    @property
    def holes(self) -> tuple[str | None, ...]:
        """Every seat's cards as text; None where unknown or not dealt in."""
        cards = self._array["hole"][0, : len(self._stacks)].tolist()
        return tuple(cards_text(pair) if pair[0] >= 0 else None for pair in cards)

    @property
    def full_board(self) -> Cards:
        """The known cards of the whole board, open or not yet."""
        return tuple(card for card in self._array["board"][0].tolist() if card >= 0)

    @property
    def board(self) -> str:
        """The open board cards."""
        count = 5 if self.showdown else BOARD_CARDS[int(self._array["street"][0])]
        return cards_text(self.full_board[:count])

    @property
    def showdown(self) -> bool:
        """Whether the betting ended with two seats or more."""
        return bool(self._array["showdown"][0])

    @property
    def folded(self) -> tuple[bool, ...]:
        """Which seats have folded."""
        return tuple(status == _records().FOLDED for status in self._column("status"))

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats dealt in, from the left of the button."""
        seats = len(self._stacks)
        order = [(self.button + step) % seats for step in range(1, seats + 1)]
        return tuple(seat for seat in order if self._stacks[seat] > 0)

    @property
    def show_order(self) -> tuple[int, ...]:
        """Seats in the order they show: the river's last bettor first, else left of the button; () without showdown."""
        if not self.showdown:
            return ()
        live = [seat for seat in self.clockwise if self._array["status"][0, seat] == _records().LIVE]
        first = int(self._array["aggressor"][0]) if int(self._array["street"][0]) == 3 else -1
        turn = live.index(first) if first in live else 0
        return tuple(live[turn:] + live[:turn])

    @property
    def posts(self) -> tuple[Post, ...]:
        """The forced bets of the hand, as asked for."""
        if self._given_posts is not None:
            return self._given_posts
        return tuple(regular_posts(self._rules, self._stacks, self.button))

    @property
    def given_holes(self) -> list[Cards | None] | None:
        """The hole cards the hand was made with."""
        return self._holes

    @property
    def given_board(self) -> Cards:
        """The board cards the hand was made with."""
        return self._board

    @property
    def given_posts(self) -> tuple[Post, ...] | None:
        """The posts the hand was made with; None for the regular ones."""
        return self._given_posts

    @property
    def told(self) -> list[tuple[Any, ...]]:
        """What was told from outside: cards shown, hands mucked, board cards, results."""
        return self._told

    @property
    def log(self) -> list[tuple[int, int]]:
        """The actions so far as codes of `equity.kernels.hands.records`, with the amount of a raise."""
        return [(RAISE, entry) if entry > 0 else (-1 - entry, 0) for entry in self._log]

    @property
    def events(self) -> list[Event]:
        """Everything that happened, in order."""
        return tell(self)

    # ---------------------------------------------------------------- the whole story again

    def replay(self) -> Any:
        """Return a fresh array of one record: this hand as it was after the posts."""
        return self._open()[0]

    def replay_one(self, array: Any, action: int, amount: int) -> None:
        """Do one action on an array from `replay`."""
        self._act(array, 0, self._table, action, amount)

    def play(self, script: str) -> Hand:
        """Do a comma-separated list of actions, as `repr` writes them, and return the hand.

        Besides the actions of `act` it knows ``show SEAT CARDS``, ``muck SEAT``, ``board CARDS`` and
        ``decide SEAT=STRENGTH ...``.

        Examples
        --------
        >>> from equity.rules import Hand, Rules
        >>> hand = Hand(Rules(small_blind=5, big_blind=10), [500, 500], seed=3)
        >>> hand.play("raise 30, call, check, bet 40, fold").payoffs
        (30, -30)
        """
        if not isinstance(script, str):
            raise RulesError(f"a script is text such as 'raise 30, call', got {type(script).__name__}")
        for step in filter(None, map(str.strip, script.split(","))):
            play_step(self, step)
        return self

    def __repr__(self) -> str:
        return write_hand(self)

    def _repr_html_(self) -> str:
        from equity.rules.story import hand_html

        return hand_html(self)
