"""Hold'em as Gymnasium environments: `HoldemVectorEnv` for many hands at once, `HoldemEnv` for one (extra ``gym``).

One seat learns, built-in or compiled players sit in all others. An episode is a hand from the learner's first decision
to the end; the reward is its result in big blinds, all of it in the last step. Actions are the six of
`equity.simulate.Label`; ``info["action_mask"]`` says which are open, and one that is not becomes the nearest legal
action (a check for a free fold, a check or call for a raise that is closed). Observations are the columns of
`equity.simulate.arrays.observation`. The button starts at a seat drawn from the environment's generator and moves on
with every hand, so that the learner plays every position equally often.

A hand that ends before the learner is asked (everybody folds to its big blind) has no decision to learn from and is
dealt over: ``info["skipped_hands"]`` and ``info["skipped_reward"]`` say how many there were before this one and what
they brought, so that (rewards + skipped rewards) / (episodes + skipped hands) is the learner's result per hand.

Importing this module registers ``equity/Holdem-v0``: ``gymnasium.make("equity.simulate.gym:equity/Holdem-v0")`` and
``gymnasium.make_vec(..., vectorization_mode="vector_entry_point")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity._version import DISTRIBUTION
from equity.errors import OptionError
from equity.numbers import read_seed, read_whole
from equity.simulate.arrays.actions import Label
from equity.simulate.arrays.hand_batch import MOST_SLOTS
from equity.simulate.arrays.learner import LEARNER, LearnerTable

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:  # pragma: no cover - the extra is installed where this is tested
    raise ImportError(f"equity.simulate.gym needs Gymnasium: pip install '{DISTRIBUTION}[gym]'") from error

if TYPE_CHECKING:
    from equity.rules import Rules

__all__ = ["HoldemEnv", "HoldemVectorEnv"]

_STREETS = ("preflop", "flop", "turn", "river")
_ENV_ID = "equity/Holdem-v0"


def _house(rules: Rules | None) -> Rules:
    from equity.rules import Rules as Made

    return Made(small_blind=5, big_blind=10) if rules is None else rules


def _observations(table: LearnerTable) -> spaces.Box:
    return spaces.Box(np.zeros_like(table.bounds), table.bounds, dtype=np.float32)


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(known.value for known in AutoresetMode)
        raise OptionError(f"autoreset_mode must be one of {names}, got {mode!r:.60}") from None


class HoldemVectorEnv(VectorEnv):
    """N hands at once, one seat learning in each.

    Parameters
    ----------
    num_envs : int
        Number of hands.
    rules : Rules, optional
        The house's rules; no-limit with blinds 5/10 by default.
    opponents : str, Strategy or sequence, optional
        One player for all other seats, or one for each; built-in or compiled.
    seats : int, optional
        By default 2, or one more than there are opponents.
    stacks : str, int or sequence, optional
        Chips each hand starts with.
    seed : int, optional
        Used by the first `reset` that is given none.
    autoreset_mode : AutoresetMode or str, optional
        ``NEXT_STEP`` (Gymnasium's default): the step after a hand's end deals the next one, its action is not looked at
        and its reward is 0. ``SAME_STEP``: the next hand is dealt in the step that ends one; the last observation is in
        ``info["final_obs"]``. ``DISABLED``: call ``reset(options={"reset_mask": done})``.

    Examples
    --------
    >>> from equity.simulate.gym import HoldemVectorEnv
    >>> env = HoldemVectorEnv(16, opponents="call", seed=1)
    >>> observations, info = env.reset()
    >>> observations.shape, info["action_mask"].shape
    ((16, 135), (16, 6))
    >>> observations, rewards, ended, cut, info = env.step(env.action_space.sample())
    >>> rewards.shape
    (16,)
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        rules: Rules | None = None,
        opponents: object = "call",
        seats: int | None = None,
        stacks: object = "100bb",
        seed: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        num_envs = read_whole("num_envs", num_envs, least=1, most=MOST_SLOTS)
        self.num_envs = num_envs
        self.autoreset_mode = _read_mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self._table = LearnerTable(num_envs, _house(rules), opponents, seats=seats, stacks=stacks)
        self.single_observation_space = _observations(self._table)
        self.single_action_space = spaces.Discrete(len(Label))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._dealt = False
        self._first_seed = None if seed is None else read_seed(seed)

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the observation's columns."""
        return self._table.columns

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal new hands; with ``options={"reset_mask": bool array}`` only where it is True.

        The seed decides all cards, all opponents' luck and where the buttons start; without one the next hands of the
        last seed follow, and every button moves on.
        """
        mask = (options or {}).get("reset_mask")
        if seed is None and self._first_seed is not None:
            seed, self._first_seed = self._first_seed, None
        chosen = np.ones(self.num_envs, np.bool_) if mask is None else np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise OptionError(f"reset_mask must be a bool array of shape ({self.num_envs},), got {mask!r:.60}")
        super().reset(seed=None if seed is None else read_seed(seed))
        if mask is None and (seed is not None or not self._dealt):
            self._table.deal(self.np_random)
            self._dealt = True
        else:
            self._table.deal_next(chosen)
        self._ended[chosen] = False
        return self._table.observe(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do the learner's action in every hand; see `autoreset_mode` for hands that ended."""
        if not self._dealt:
            raise gymnasium.error.ResetNeeded("nothing is dealt yet: call reset() first")
        table, before = self._table, self._ended
        if self.autoreset_mode is AutoresetMode.DISABLED and before.any():
            raise gymnasium.error.ResetNeeded("hands are over: reset(options={'reset_mask': done}) deals the next ones")
        result = table.act(actions)
        rewards, final = table.rewards(result), {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if result.done.any():
                final = self._final(result.done)
                table.deal_next(result.done)
        else:
            if before.any():
                table.deal_next(before)
            self._ended = result.done
        return table.observe(), rewards, result.done.copy(), np.zeros(self.num_envs, np.bool_), self._info() | final

    def _info(self) -> dict[str, Any]:
        table = self._table
        info: dict[str, Any] = {
            "action_mask": table.mask,
            "skipped_hands": table.skipped.copy(),
            "skipped_reward": table.skipped_chips / table.rules.big_blind,
        }
        return info | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in info}

    def _final(self, done: NDArray[np.bool_]) -> dict[str, Any]:
        last = np.full(self.num_envs, None, dtype=object)
        seen = self._table.observe()
        for i in np.flatnonzero(done):
            last[i] = seen[i].copy()
        info = {name: value if name[0] != "_" else done.copy() for name, value in self._info().items()}
        return {"final_obs": last, "_final_obs": done.copy(), "final_info": info, "_final_info": done.copy()}


class HoldemEnv(gymnasium.Env):
    """One hand at a time, one seat learning; the parameters are those of `HoldemVectorEnv`.

    Examples
    --------
    >>> from equity.simulate.gym import HoldemEnv
    >>> env = HoldemEnv(opponents=["call", "random"])
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, ended, cut, info = env.step(1)
    >>> observation.shape, info["action_mask"].shape
    ((145,), (6,))
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self,
        *,
        rules: Rules | None = None,
        opponents: object = "call",
        seats: int | None = None,
        stacks: object = "100bb",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise OptionError(f"render_mode must be 'ansi' or None, got {render_mode!r}")
        self.render_mode = render_mode
        self._table = LearnerTable(1, _house(rules), opponents, seats=seats, stacks=stacks)
        self.observation_space = _observations(self._table)
        self.action_space = spaces.Discrete(len(Label))
        self._dealt = self._playing = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the observation's columns."""
        return self._table.columns

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new hand.

        The seed decides the cards, the opponents' luck and where the button starts; without one the next hand of the
        last seed follows, and the button moves on.
        """
        super().reset(seed=None if seed is None else read_seed(seed))
        if seed is not None or not self._dealt:
            self._table.deal(self.np_random)
            self._dealt = True
        else:
            self._table.deal_next(np.ones(1, np.bool_))
        self._playing = True
        return self._table.observe()[0], self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Do the learner's action."""
        if not self._playing:
            raise gymnasium.error.ResetNeeded("the hand is over: reset() deals the next one")
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action.item()  # what learning libraries predict for one observation
        result = self._table.act(read_whole("action", action, least=0, most=len(Label) - 1))
        ended = bool(result.done[0])
        self._playing = not ended
        return self._table.observe()[0], float(self._table.rewards(result)[0]), ended, False, self._info()

    def _info(self) -> dict[str, Any]:
        table = self._table
        return {
            "action_mask": table.mask[0],
            "skipped_hands": int(table.skipped[0]),
            "skipped_reward": float(table.skipped_chips[0] / table.rules.big_blind),
        }

    def render(self) -> str | None:
        """Return the learner's spot as a line of text, with ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        from equity.cards import cards_text

        batch = self._table.batch
        board = cards_text([card for card in batch.boards[0].tolist() if card >= 0])
        own = cards_text(batch.own_cards(LEARNER)[0].tolist())
        stacks = ", ".join(map(str, batch.stacks[0].tolist()))
        street = _STREETS[int(batch.street[0])]
        return f"{street}: {own} on {board or 'no board'}, pot {int(batch.pot[0])}, stacks {stacks}"


gymnasium.register(
    _ENV_ID, entry_point="equity.simulate.gym:HoldemEnv", vector_entry_point="equity.simulate.gym:HoldemVectorEnv"
)
