"""Many hands at once, stepped with arrays: the world a learning agent plays in.

Rules of the file: checking arguments, handing arrays to `equity.kernels.play.batch`, naming results. Seats are 0-based
and clockwise, chips whole, card -1 unknown or not yet open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equity.errors import OptionError, StrategyError
from equity.numbers import read_seed
from equity.rules.rules import check_rules
from equity.simulate.arrays.batch_legal import BatchLegal, action_error, label_error, open_actions, open_labels
from equity.simulate.arrays.batch_views import BatchViews
from equity.simulate.arrays.stacks import read_buttons, read_chips, read_seats
from equity.simulate.runs.specification import chip_worth

if TYPE_CHECKING:
    from equity.rules import Rules
    from equity.simulate.players.seated import Seated

__all__ = ["BatchLegal", "HandBatch", "Step"]

_MOST_HANDS = 1 << 31
_MEND = {"error": 0, "fold": 1, "call": 2}


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


class HandBatch(BatchViews):
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
        The dealer's seat; "rotate" starts with seat ``i % seats`` in slot i and moves on with every hand.
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

    def __init__(
        self,
        n: int,
        rules: Rules,
        stacks: object = "100bb",
        *,
        seats: int | None = None,
        seed: int | None = None,
        button: int | str | ArrayLike = 0,
        auto_next: bool = False,
        on_illegal: str = "error",
    ) -> None:
        if type(n) is not int or not 1 <= n < _MOST_HANDS:
            raise OptionError(f"a batch has 1 to {_MOST_HANDS - 1} hands, got {n!r}")
        if on_illegal not in _MEND:
            raise OptionError(f"on_illegal must be one of {', '.join(_MEND)}, got {on_illegal!r}")
        check_rules(rules)
        self._rules = rules
        self._house = rules.to_array()
        self._stacks = read_chips(
            stacks, n=n, seats=read_seats(seats), big_blind=rules.big_blind, chip=chip_worth(rules)
        )
        self._seats: int = self._stacks.shape[1]
        self._buttons, rotate = read_buttons(button, n=n, seats=self._seats)
        self.seed = read_seed(seed)
        setup = (self.seed, int(rotate), int(bool(auto_next)), _MEND[on_illegal])
        self._setup = np.array(setup, np.int64)
        self._allocate(n)
        self._no_amounts = np.zeros(n, np.int64)
        self.next_hands()

    def __repr__(self) -> str:
        playing = int((self.actor >= 0).sum())
        return f"<HandBatch of {len(self)} hands, {self._seats} seats, {playing} being played, seed {self.seed}>"

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
        from equity.kernels.play.batch import find_illegal, step_hands

        codes = self._whole("actions", actions)
        chips = self._no_amounts if amounts is None else self._whole("amounts", amounts)
        if not self._setup[3]:
            wrong = int(find_illegal(self.hands, self._house, codes, chips))
            if wrong >= 0:
                code, amount = int(codes[wrong]), int(chips[wrong])
                raise action_error(self.hands, self._house, slot=wrong, code=code, amount=amount)
        result = self._nothing()
        step_hands(*self._world(), codes, chips, *result)
        return result

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
        from equity.simulate.players.seated import Seated, seat_players

        seated = players if isinstance(players, Seated) else seat_players(players)
        if len(seated.names) != self._seats:
            raise StrategyError(f"{self._seats} seats but {len(seated.names)} players; give one for each seat")
        result, trouble = self._nothing(), np.zeros(2, np.int64)
        inputs = (seated.functions, seated.rows, seated.foreign, *result, trouble)
        wrong = int(advance_hands(*self._world(), *inputs))
        if wrong >= 0:
            code, amount = map(int, trouble)
            why = action_error(self.hands, self._house, slot=wrong, code=code, amount=amount)
            raise StrategyError(f"{seated.names[int(self.actor[wrong])]} answered an illegal action: {why}")
        return result

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
        return open_actions(self.hands, self._house)

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
        return open_labels(self.hands, self._house)

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
            raise label_error(self.hands, self._house, slot=wrong, label=int(wanted[wrong]))
        return codes, amounts
