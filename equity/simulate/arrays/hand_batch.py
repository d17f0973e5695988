"""Many hands at once, stepped with arrays: the world a learning agent plays in.

Rules of the file: checking arguments, handing arrays to `equity.kernels.play.batch`, naming results; what is legal is
decided there. Seats are 0-based and clockwise, chips whole, card -1 unknown or not yet open. What a player could not
know is either not shown or named as the dealer's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.constants import MAX_SEATS
from equity.errors import IllegalActionError, OptionError, StrategyError
from equity.kernels.hands.records import HAND
from equity.kernels.play.records import SETUP, TO_CALL, TO_FOLD
from equity.numbers import as_int, read_seed, read_whole
from equity.rules.legal import Legal, refusal
from equity.rules.rules import check_rules
from equity.simulate.arrays.actions import Action, Label
from equity.simulate.arrays.observation import observation_columns
from equity.simulate.arrays.seats import read_buttons, read_chips, read_seats, seat_players
from equity.simulate.players.seated import Seated
from equity.simulate.runs.specification import chip_worth

if TYPE_CHECKING:
    from equity.rules import Rules

__all__ = ["MOST_SLOTS", "BatchLegal", "HandBatch", "Step"]

MOST_SLOTS = (1 << 31) - 1  # a hand's stream is keyed by slot and number in 64 bits
_FAR = 1 << 62  # out of any bounds, but safe to convert
_MEND = {"error": 0, "fold": TO_FOLD, "call": TO_CALL}


class Step(NamedTuple):
    """What a step brought.

    Attributes
    ----------
    done : bool array, shape (N,)
        Hands that ended in this step.
    payoffs : int64 array, shape (N, seats)
        Chips each seat won or lost in those hands; 0 in all others.
    """

    done: NDArray[np.bool_]
    payoffs: NDArray[np.int64]


class BatchLegal(NamedTuple):
    """What the seats to act may do; all False and 0 where a hand is over.

    Attributes
    ----------
    fold, check : bool arrays, shape (N,)
        Folding is always open to the actor, checking where nothing is owed.
    call : int64 array, shape (N,)
        Chips a call adds; 0 where nothing is owed.
    min_raise_to, max_raise_to : int64 arrays, shape (N,)
        Least and most street total of a bet or raise; 0 where raising is closed.
    """

    fold: NDArray[np.bool_]
    check: NDArray[np.bool_]
    call: NDArray[np.int64]
    min_raise_to: NDArray[np.int64]
    max_raise_to: NDArray[np.int64]


class HandBatch:
    """N hands side by side; a step does one action in each.

    Parameters
    ----------
    n : int
        Number of hands.
    rules : Rules
        The house's rules.
    stacks : str, int, sequence or array, optional
        Chips each hand starts with: one for all seats (``"100bb"`` or chips, with `seats`), one per seat, or an array
        of shape (n, seats). A seat with 0 is not dealt in.
    seats : int, optional
        Number of seats, where `stacks` does not say it.
    seed : int, optional
        Decides all cards: hand k of slot i is the same for any `n` and any actions. Drawn and kept in `seed` if left
        out.
    button : int, "rotate" or array of int, optional
        The dealer's seat; with "rotate" it moves on with every hand.
    first_button : int or array of int, optional
        Where a button that moves is in a slot's first hand; by default at seat ``i % seats`` in slot i.
    auto_next : bool, optional
        Start a slot's next hand in the step that ends one; else a finished hand stays as it is, steps pass it by, and
        `next_hands` starts the next. A hand that the blinds decide is reported by the step after it was dealt.
    on_illegal : {"error", "fold", "call"}, optional
        What an illegal action becomes. With "error" the whole batch stays as it was; "fold" checks where that is free.

    Raises
    ------
    RulesError, OptionError
        If the arguments do not fit.

    Examples
    --------
    >>> from equity.rules import Rules
    >>> from equity.simulate import HandBatch
    >>> batch = HandBatch(1000, Rules(small_blind=5, big_blind=10), "100bb", seats=2, seed=1)
    >>> while not batch.over.all():
    ...     done, payoffs = batch.step(5)  # Action.CHECK_CALL for all
    >>> batch.payoffs.shape, int(batch.payoffs.sum()), int(abs(batch.payoffs).max())
    ((1000, 2), 0, 10)
    """

    def __init__(  # noqa: PLR0913  # everything a batch is, by name
        self,
        n: int,
        rules: Rules,
        stacks: object = "100bb",
        *,
        seats: int | None = None,
        seed: int | None = None,
        button: int | str | ArrayLike = 0,
        first_button: int | ArrayLike | None = None,
        auto_next: bool = False,
        on_illegal: str = "error",
    ) -> None:
        n = read_whole("n", n, least=1, most=MOST_SLOTS)
        if on_illegal not in _MEND:
            raise OptionError(f"on_illegal must be one of {', '.join(_MEND)}, got {on_illegal!r}")
        check_rules(rules)
        self._rules = rules
        self._house = rules.to_array()
        self._stacks = read_chips(
            stacks, n=n, seats=read_seats(seats), big_blind=rules.big_blind, chip=chip_worth(rules)
        )
        self._seats: int = self._stacks.shape[1]
        self._buttons, rotate = read_buttons(button, n=n, seats=self._seats, first=first_button)
        self.seed = read_seed(seed)
        setup = (self.seed, int(rotate), int(bool(auto_next)), _MEND[on_illegal])
        self._setup = np.array([setup], SETUP)
        self.hands: NDArray[Any] = np.zeros(n, HAND)
        self._numbers = np.full(n, -1, np.int64)
        self._streams = np.zeros((n, 4), np.uint64)
        self._raises = np.zeros((n, 4, MAX_SEATS), np.int8)
        self._columns = observation_columns(self._seats)
        self._no_amounts = np.zeros(n, np.int64)
        self.next_hands()

    def __len__(self) -> int:
        return len(self.hands)

    def __repr__(self) -> str:
        playing = int((self.actor >= 0).sum())
        return f"<HandBatch of {len(self)} hands, {self._seats} seats, {playing} being played, seed {self.seed}>"

    def _whole(self, name: str, values: ArrayLike) -> NDArray[np.int64]:
        """Return whole numbers, one per hand, from an array or one number for all."""
        one = as_int(values)
        if type(one) is int:
            return np.full(len(self), max(-_FAR, min(one, _FAR)), np.int64)
        array = np.asarray(values)
        if array.dtype.kind not in "iu":
            raise OptionError(f"{name} must be whole numbers, got an array of {array.dtype}")
        if array.shape not in ((), (len(self),)):
            raise OptionError(f"{name} must be one number or {len(self)}, one per hand; got shape {array.shape}")
        if array.dtype == np.uint64:
            array = np.minimum(array, np.uint64(_FAR))
        whole = array if array.shape else np.broadcast_to(array, (len(self),))
        return np.require(whole, np.int64, ["C", "W"])  # kernels are compiled apart for arrays that cannot be written

    # ---------------------------------------------------------------- stepping

    def _world(self) -> tuple[Any, ...]:
        """Return what every kernel of `equity.kernels.play.batch` that deals takes first."""
        arrays = (self.hands, self._house, self._stacks, self._buttons, self._setup)
        return (*arrays, self._numbers, self._streams, self._raises)

    def step(self, actions: ArrayLike, amounts: ArrayLike | None = None) -> Step:
        """Do one action in every hand that is being played.

        Parameters
        ----------
        actions : array of int, shape (N,), or one int for all
            Codes of `Action`; those of finished hands are not looked at.
        amounts : array of int, shape (N,), or one int for all, optional
            Street totals for `Action.RAISE`; not looked at for other actions.

        Raises
        ------
        IllegalActionError
            For the first hand whose action is illegal, with what was legal; nothing has changed then.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import Action, HandBatch
        >>> batch = HandBatch(2, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> done, payoffs = batch.step([Action.FOLD, Action.RAISE], [0, 30])
        >>> done.tolist(), payoffs.tolist(), batch.pot.tolist()
        ([True, False], [[-5, 5], [0, 0]], [0, 40])
        """
        from equity.kernels.play.batch import step_hands

        codes = self._whole("actions", actions)
        chips = self._no_amounts if amounts is None else self._whole("amounts", amounts)
        if not self._setup["mend"][0]:
            wrong = self.find_illegal(codes, chips)
            if wrong >= 0:
                code, amount = int(codes[wrong]), int(chips[wrong])
                raise self._action_error(wrong, code, amount)
        result = self._nothing()
        step_hands(*self._world(), codes, chips, *result)
        return result

    def find_illegal(self, actions: ArrayLike, amounts: ArrayLike = 0) -> int:
        """Return the first hand in which an action would be illegal, -1 for none; arguments as for `step`.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import Action, HandBatch
        >>> HandBatch(2, Rules(small_blind=5, big_blind=10), [1000, 1000]).find_illegal([Action.CALL, Action.CHECK])
        1
        """
        from equity.kernels.play.batch import find_illegal

        codes, chips = self._whole("actions", actions), self._whole("amounts", amounts)
        return int(find_illegal(self.hands, self._house, codes, chips))

    def advance(self, players: Seated | Sequence[object]) -> Step:
        """Let compiled players act until their hand ends or a seat without one is to act.

        Parameters
        ----------
        players : sequence
            By seat: the name of a built-in strategy, a `Strategy` (built-in or compiled), or None for a seat that is
            stepped from outside. `seat_players` prepares it for many calls.

        Raises
        ------
        StrategyError
            If a player's action is illegal and `on_illegal` is "error"; that hand is as before the action.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> batch = HandBatch(100, Rules(small_blind=5, big_blind=10), "100bb", seats=6, seed=1, button="rotate")
        >>> done, payoffs = batch.advance(["call", "random", "tag", "lag", "nit", None])
        >>> set(batch.actor.tolist()) <= {5, -1}
        True
        """
        from equity.kernels.play.batch import advance_hands

        seated = self._seat(players)
        result, trouble = self._nothing(), np.zeros(2, np.int64)
        inputs = (seated.functions, seated.rows, seated.foreign, *result, trouble)
        wrong = int(advance_hands(*self._world(), *inputs))
        if wrong >= 0:
            code, amount = map(int, trouble)
            why = self._action_error(wrong, code, amount)
            raise StrategyError(f"{seated.names[int(self.actor[wrong])]} answered an illegal action: {why}")
        return result

    def ask(self, players: Seated | Sequence[object]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the actions and amounts of compiled players who are to act, ready for `step`; nothing is done yet.

        Parameters
        ----------
        players : sequence
            As for `advance`; a seat without a player checks or calls.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> batch = HandBatch(2, Rules(small_blind=5, big_blind=10), "100bb", seats=2, seed=1)
        >>> actions, amounts = batch.ask(["push-fold(push=0.3)", None])
        >>> actions.tolist(), amounts.tolist()
        ([3, 0], [1000, 0])
        """
        from equity.kernels.play.batch import ask_hands

        seated = self._seat(players)
        codes, amounts = np.full(len(self), Action.CHECK_CALL, np.int64), np.zeros(len(self), np.int64)
        ask_hands(
            *(self.hands, self._house, self._streams),
            *(seated.functions, seated.rows, seated.foreign, codes, amounts),
        )
        return codes, amounts

    def _seat(self, players: Seated | Sequence[object]) -> Seated:
        seated = players if isinstance(players, Seated) else seat_players(players)
        if len(seated.names) != self._seats:
            raise StrategyError(f"{self._seats} seats but {len(seated.names)} players; give one for each seat")
        return seated

    def next_hands(self, where: ArrayLike | None = None) -> None:
        """Start the next hand in some slots, over or not.

        Parameters
        ----------
        where : bool array, shape (N,), optional
            Which; by default those whose hand is over.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import Action, HandBatch
        >>> batch = HandBatch(2, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> done, _ = batch.step([Action.FOLD, Action.CALL])
        >>> batch.next_hands()
        >>> batch.numbers.tolist()
        [1, 0]
        """
        from equity.kernels.play.batch import deal_hands

        chosen = (self._numbers < 0) | self.over if where is None else np.asarray(where)
        if chosen.dtype != np.bool_ or chosen.shape != (len(self),):
            raise OptionError(f"where must be a bool array of shape ({len(self)},), got {chosen.dtype} {chosen.shape}")
        deal_hands(*self._world(), np.ascontiguousarray(chosen))

    def _nothing(self) -> Step:
        return Step(np.zeros(len(self), np.bool_), np.zeros((len(self), self._seats), np.int64))

    # ---------------------------------------------------------------- choices

    @property
    def legal(self) -> BatchLegal:
        """What the seats to act may do, as arrays.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> batch = HandBatch(2, Rules(small_blind=5, big_blind=10), [1000, 300], seed=1)
        >>> batch.legal.call.tolist(), batch.legal.max_raise_to.tolist()
        ([5, 5], [1000, 1000])
        """
        from equity.kernels.play.batch import list_legal

        call, least, most = np.zeros((3, len(self)), np.int64)
        list_legal(self.hands, self._house, call, least, most)
        playing: NDArray[np.bool_] = self.hands["actor"] >= 0
        return BatchLegal(playing, playing & (call == 0), call, least, most)

    @property
    def label_mask(self) -> NDArray[np.bool_]:
        """Which labels are open to the seats to act, shape (N, 6); see `Label`.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch, Label
        >>> batch = HandBatch(1, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> [Label(k).name for k in batch.label_mask[0].nonzero()[0]]
        ['FOLD', 'CHECK_CALL', 'MIN_RAISE', 'POT', 'ALL_IN']
        """
        return self._open_labels(self.hands)

    def _open_labels(self, hands: NDArray[Any]) -> NDArray[np.bool_]:
        from equity.kernels.play.action_labels import list_labels

        mask = np.zeros((len(hands), len(Label)), np.bool_)
        list_labels(hands, self._house, mask)
        return mask

    def choose(self, labels: ArrayLike, *, closed: str = "error") -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the actions and amounts that labels stand for, ready for `step`.

        Parameters
        ----------
        labels : array of int, shape (N,), or one int for all
            Numbers of `Label`; those of finished hands are not looked at.
        closed : {"error", "nearest"}, optional
            What a label becomes that is not open: the nearest legal action is a check for a free fold, a check or call
            for a raise where raising is closed, else the raise kept within the legal amounts.

        Raises
        ------
        IllegalActionError
            For the first hand whose label is not open, with the labels that are.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch, Label
        >>> batch = HandBatch(2, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> actions, amounts = batch.choose([Label.POT, Label.CHECK_CALL])
        >>> actions.tolist(), amounts.tolist()
        ([3, 5], [30, 0])
        """
        from equity.kernels.play.action_labels import choose_actions

        if closed not in ("error", "nearest"):
            raise OptionError(f"closed must be 'error' or 'nearest', got {closed!r}")
        wanted = self._whole("labels", labels)
        codes, amounts = np.zeros((2, len(self)), np.int64)
        strict = int(closed == "error")
        wrong = int(choose_actions(self.hands, self._house, wanted, codes, amounts, strict))
        if wrong >= 0:
            raise self._label_error(wrong, int(wanted[wrong]))
        return codes, amounts

    # ---------------------------------------------------------------- errors

    def _action_error(self, slot: int, code: int, amount: int) -> IllegalActionError:
        """Return the error for an illegal action in one slot, with what is legal there."""
        legal, seat = self._legal_in(slot), int(self.hands["actor"][slot])
        if 0 <= code < len(Action):
            why = refusal(code, amount, seat, legal)
        else:
            why = f"seat {seat}: {code} is not an action, they are 0 to {len(Action) - 1}; legal: {legal}"
        return IllegalActionError(f"hand {slot}: {why}", legal=legal)

    def _label_error(self, slot: int, label: int) -> IllegalActionError:
        """Return the error for a label that is not open in one slot, with those that are."""
        name = Label(label).name if 0 <= label < len(Label) else f"label {label}"
        mask = self._open_labels(self.hands[slot : slot + 1])[0]
        names = ", ".join(other.name for other in Label if mask[other])
        seat = int(self.hands["actor"][slot])
        return IllegalActionError(
            f"hand {slot}: {name} is not open to seat {seat}; open: {names}", legal=self._legal_in(slot)
        )

    def _legal_in(self, slot: int) -> Legal:
        from equity.kernels.hands.hand import legal

        owed, least, most = map(int, legal(self.hands, slot, self._house))
        return Legal(fold=True, check=owed == 0, call=owed, min_raise_to=least or None, max_raise_to=most or None)

    # ---------------------------------------------------------------- what a seat sees

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of `observe`; `equity.simulate.arrays.observation.OBSERVATION` says what they mean."""
        return self._columns

    def observe(self, seat: int | ArrayLike | None = None) -> NDArray[np.float32]:
        """Return what a seat sees of each hand, shape (N, D), never anything hidden from it.

        Parameters
        ----------
        seat : int or array of int, optional
            The seat that looks; by default the one to act, and a row of zeros where a hand is over.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> batch = HandBatch(3, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> table = batch.observe()
        >>> table.shape, float(table[0, batch.columns.index("to_call")])
        ((3, 135), 0.5)
        """
        from equity.kernels.play.observation import observe_hands

        out = np.empty((len(self), len(self._columns)), np.float32)
        observe_hands(self.hands, self._house, self._raises, self._viewers(seat), out)
        return out

    def strength(self, seat: int | ArrayLike | None = None) -> NDArray[np.float64]:
        """Return how good a seat's cards are in each hand, 0 to 1: the column "strength" of `observe` alone.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> batch = HandBatch(50, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1)
        >>> rated = batch.strength(seat=0)
        >>> bool((0 <= rated).all() and (rated <= 1).all())
        True
        """
        from equity.kernels.play.observation import rate_hands

        out = np.zeros(len(self))
        rate_hands(self.hands, self._viewers(seat), out)
        return out

    def _viewers(self, seat: int | ArrayLike | None) -> NDArray[np.int64]:
        viewers = self._whole("seat", self.actor if seat is None else seat)
        if seat is not None and not ((viewers >= 0) & (viewers < self._seats)).all():
            raise OptionError(f"seat must be from 0 to {self._seats - 1}, got {seat!r}")
        return viewers

    def own_cards(self, seat: int | ArrayLike | None = None) -> NDArray[np.int8]:
        """Return the two cards of a seat in each hand, shape (N, 2); of the seat to act by default, -1 if none is.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> HandBatch(50, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1).own_cards().shape
        (50, 2)
        """
        viewers = self._viewers(seat)
        cards: NDArray[np.int8] = self.hands["hole"][np.arange(len(self)), viewers]
        cards[viewers < 0] = -1
        return cards

    @property
    def boards(self) -> NDArray[np.int8]:
        """The open board cards, shape (N, 5); -1 for those to come.

        Examples
        --------
        >>> from equity.rules import Rules
        >>> from equity.simulate import HandBatch
        >>> HandBatch(1, Rules(small_blind=5, big_blind=10), [1000, 1000], seed=1).boards.tolist()
        [[-1, -1, -1, -1, -1]]
        """
        from equity.kernels.play.observation import open_boards

        boards = np.empty((len(self), 5), np.int8)
        open_boards(self.hands, boards)
        return boards

    # ---------------------------------------------------------------- views

    def _view(self, name: str, *, by_seat: bool = False) -> NDArray[Any]:
        """Return a field of all hands without a copy, not writable: `hands` is where a state can be changed."""
        field: NDArray[Any] = self.hands[name]
        if by_seat:
            field = field[:, : self._seats]
        field.flags.writeable = False
        return field

    @property
    def rules(self) -> Rules:
        """The house's rules."""
        return self._rules

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self._seats

    @property
    def auto_next(self) -> bool:
        """Whether a slot's next hand starts in the step that ends one."""
        return bool(self._setup["next"][0])

    @property
    def streams(self) -> NDArray[np.uint64]:
        """Each hand's random stream after its cards were dealt: its players' luck; shape (N, 4)."""
        return self._streams

    @property
    def actor(self) -> NDArray[np.int8]:
        """The seat to act, -1 where a hand is over; a view of shape (N,)."""
        return self._view("actor")

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each hand is over, shape (N,)."""
        return self.actor < 0

    @property
    def street(self) -> NDArray[np.int8]:
        """0 preflop to 3 river: where the betting is, or ended; a view of shape (N,)."""
        return self._view("street")

    @property
    def pot(self) -> NDArray[np.int64]:
        """Chips in the pot, this street's bets included; a view of shape (N,)."""
        return self._view("pot")

    @property
    def buttons(self) -> NDArray[np.int8]:
        """The dealer's seat; a view of shape (N,)."""
        return self._view("button")

    @property
    def stacks(self) -> NDArray[np.int64]:
        """Chips behind; a view of shape (N, seats)."""
        return self._view("stack", by_seat=True)

    @property
    def bets(self) -> NDArray[np.int64]:
        """Chips in front on this street; a view of shape (N, seats)."""
        return self._view("bet", by_seat=True)

    @property
    def committed(self) -> NDArray[np.int64]:
        """Chips put in over the hand; a view of shape (N, seats)."""
        return self._view("committed", by_seat=True)

    @property
    def status(self) -> NDArray[np.int8]:
        """0 not dealt in, 1 in the hand, 2 folded; a view of shape (N, seats)."""
        return self._view("status", by_seat=True)

    @property
    def holes(self) -> NDArray[np.int8]:
        """Everybody's hole cards, for the dealer's eyes; a view of shape (N, seats, 2). A player sees `own_cards`."""
        return self._view("hole", by_seat=True)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """How many hands each slot has finished before the one it holds; shape (N,)."""
        numbers = self._numbers.view()
        numbers.flags.writeable = False
        return numbers

    @property
    def payoffs(self) -> NDArray[np.int64]:
        """Chips won or lost by each seat in hands that are over, 0 in the others; shape (N, seats)."""
        net: NDArray[np.int64] = self.stacks - self._view("start", by_seat=True)
        net[~self.over] = 0
        return net
