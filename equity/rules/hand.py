"""One hand of hold'em, stepped from Python.

Rules of the file: a thin shell round one record; who may do what is decided in `equity.kernels`. Playing a hand is one
kernel call an action; everything else is read from the record when asked for.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from equity.constants import ALL_IN, CALL, CHECK, FOLD, PASSIVE, RAISE
from equity.errors import IllegalActionError, RulesError
from equity.numbers import as_int, is_whole
from equity.rules.dealing import Cards, read_board, read_holes, read_stacks, refuse_duplicates
from equity.rules.legal import ACTIONS, refusal
from equity.rules.posts import Post, check_posts, list_posts, opening_of, owed_in_full
from equity.rules.reveal import Reveals
from equity.rules.rules import check_rules
from equity.rules.script import play_step, write_hand
from equity.rules.view import kernels

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["Hand"]

_DEBUG = bool(os.environ.get("EQUITY_DEBUG"))
_ILLEGAL = -9  # equity.kernels.hands.records.ILLEGAL, without loading Numba
_MOST_SEED = 2**63 - 1


class Hand(Reveals):
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
        Hole cards per seat (``"AsKd"``, or None where unknown). Left out, they are dealt at random.
    board : str or sequence of int, optional
        The board's first 3, 4 or 5 cards.
    seed : int, optional
        Deals everything that is not given. Without a seed, cards that are not given stay unknown if `holes` is given
        (`show`, `muck` and `deal_board` tell them later), else a seed is drawn and kept in `seed`.
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

    __slots__ = ()

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
        self._act = kernels().act
        self._rules = rules
        self._table = rules.to_array()
        self.button: int = as_int(button)
        self._stacks = read_stacks(stacks, self.button)
        if seed is None:
            seed = secrets.randbits(63) if holes is None else None
        elif type(seed := as_int(seed)) is not int or not 0 <= seed <= _MOST_SEED:
            raise RulesError(f"seed must be a whole number from 0 to {_MOST_SEED}, got {seed!r}")
        self.seed = seed
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
        engine = kernels()
        array = engine.np.empty(1, engine.HAND)
        stacks = engine.np.array(self._stacks, engine.np.int64)
        if self._given_posts is None and self._holes is None and not self._board:
            return array, engine.start_seeded(array, 0, self._table, stacks, self.button, self.seed)
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
            engine.fill(array, 0, self.seed)
        engine.settle(array, 0, self._table)
        return array, int(record["actor"])

    def _post(self, array: Any) -> None:
        engine = kernels()
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
        if seat is not None and seat != self._actor:
            turn = f"it is seat {self._actor}'s turn" if self._actor >= 0 else "the betting is over"
            raise IllegalActionError(f"seat {seat} acts out of turn: {turn}", legal=self.legal)
        if amount is not None:
            self.raise_to(amount)
        else:
            self._do(code, 0, -1 - code)

    def _do(self, action: int, amount: int, entry: int) -> None:
        actor = self._act(self._array, 0, self._table, action, amount)
        if actor == _ILLEGAL:
            self._refuse(action, amount)
        self._actor = actor
        self._log.append(entry)
        if self._check:
            self._count()

    def _refuse(self, action: int, amount: int) -> NoReturn:
        legal = self.legal
        raise IllegalActionError(refusal(action, amount, self._actor, legal), legal=legal)

    def _whole(self, amount: object) -> int:
        if is_whole(amount):
            number: int = as_int(amount)
            return max(-(2**62), min(number, 2**62))  # out of any bounds, but safe to hand to a kernel
        raise IllegalActionError(f"raise to {amount!r} is not whole chips; legal: {self.legal}", legal=self.legal)

    def _count(self) -> None:
        found = int(kernels().count_chips(self._array, 0))
        if found != sum(self._stacks):
            raise AssertionError(f"chips are not conserved: {found} of {sum(self._stacks)} in {self!r}")

    # ---------------------------------------------------------------- the whole story again

    def replay(self) -> Any:
        """Return a fresh array of one record: this hand as it was after the posts."""
        return self._open()[0]

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
