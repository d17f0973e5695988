"""The Gymnasium environments: Gymnasium's own checks, and that they play the same poker as everything else."""

from __future__ import annotations

import numpy as np
import pytest

from equity.errors import EquityError
from equity.rules import Rules, poker_fantasy_limit, pokerfs
from equity.simulate import HandBatch
from equity.simulate.arrays.actions import Label

gymnasium = pytest.importorskip("gymnasium")
from equity.simulate.gym import HoldemEnv, HoldemVectorEnv  # noqa: E402  # needs the extra

NL = Rules(small_blind=5, big_blind=10)
MODES = ("NextStep", "SameStep", "Disabled")


def random_labels(env, dice, info):
    """Choose among the open labels."""
    return np.array([dice.choice(np.flatnonzero(row)) for row in info["action_mask"]])


OPTIONS = {
    "heads-up": {},
    "four seats": {"opponents": ["tag", "random", "call"]},
    "fixed-limit": {"rules": poker_fantasy_limit(4, 8)},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_gymnasium_checks_the_single_environment(options):
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("equity.simulate.gym:equity/Holdem-v0", disable_env_checker=True, **options)
    check_env(env.unwrapped)
    env.close()


@pytest.mark.parametrize("mode", MODES)
def test_gymnasium_accepts_every_step(mode):
    """Wrapped by Gymnasium's passive checks: what comes back lies in the spaces it promised."""
    env = HoldemVectorEnv(30, opponents=["random", "tag"], autoreset_mode=mode)
    assert env.metadata["autoreset_mode"].value == mode
    env.action_space.seed(1)
    seen, info = env.reset(seed=5)
    for _ in range(60):
        assert seen in env.observation_space
        seen, rewards, ended, cut, info = env.step(env.action_space.sample())
        assert (rewards.shape, rewards.dtype, ended.dtype, cut.any()) == ((30,), np.float64, np.bool_, np.False_)
        assert not rewards[~ended].any()
        assert set(info) >= {"action_mask", "skipped_hands", "skipped_reward", "_action_mask"}
        if mode == "Disabled" and ended.any():
            seen, info = env.reset(options={"reset_mask": ended})
        assert (env._table.batch.actor[~ended] == 0).all()


def test_gymnasium_makes_and_wraps_them():
    name = "equity.simulate.gym:equity/Holdem-v0"
    env = gymnasium.make_vec(name, num_envs=8, vectorization_mode="vector_entry_point", opponents="random")
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    env.action_space.seed(1)
    env.reset(seed=1)
    episodes = 0
    for _ in range(50):
        *_, info = env.step(env.action_space.sample())
        episodes += int(info.get("_episode", np.zeros(8, bool)).sum())
    assert episodes > 50
    sync = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync")
    sync.reset(seed=1)
    sync.step(np.array([1, 1]))
    sync.close()
    with pytest.raises(EquityError, match="render_mode must be 'ansi'"):
        HoldemEnv(render_mode="human")


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_plays_the_same_hands(mode):
    """Table by table the sequence of results is that of a plain batch: seat 0 calls, the others are random."""
    env = HoldemVectorEnv(20, rules=NL, opponents="random", autoreset_mode=mode)
    _, info = env.reset(seed=3)
    mine = env._table.batch
    given = {"seed": mine.seed, "button": "rotate", "first_button": mine._buttons}
    batch = HandBatch(20, NL, "100bb", seats=2, auto_next=True, **given)
    wanted, got = {}, {}
    for _ in range(120):
        for move in (lambda: batch.advance([None, "random"]), lambda: batch.step(5)):
            numbers = batch.numbers.copy()
            part = move()
            wanted |= {(i, numbers[i]): part.payoffs[i, 0] / 10 for i in np.flatnonzero(part.done)}
    skipped = info["skipped_hands"].sum()
    for _ in range(60):
        numbers = env._table.batch.numbers.copy()
        _, rewards, ended, _, info = env.step(np.full(20, Label.CHECK_CALL))
        got |= {(i, numbers[i]): rewards[i] for i in np.flatnonzero(ended)}
        if mode == "Disabled" and ended.any():
            _, info = env.reset(options={"reset_mask": ended})
        skipped += info["skipped_hands"][env._table.batch.numbers != numbers].sum()
    assert len(got) > 200
    assert got == {hand: wanted[hand] for hand in got}
    assert len(got) + skipped + (~env._table.batch.over).sum() == (env._table.batch.numbers + 1).sum()


def test_a_reward_is_the_result_in_big_blinds():
    env = HoldemVectorEnv(200, rules=NL, opponents="call", autoreset_mode="SameStep", seed=1)
    _, info = env.reset()
    total, hands = info["skipped_reward"].sum(), info["skipped_hands"].sum()
    for _ in range(100):
        *_, rewards, ended, _, info = env.step(np.zeros(200, int))  # folds whenever it owes
        total += rewards.sum() + info["skipped_reward"][ended].sum()
        hands += ended.sum() + info["skipped_hands"][ended].sum()
        if ended.any():
            assert (info["_final_obs"] == ended).all()
            last = np.stack(info["final_obs"][ended])
            assert last.shape[1] == env.single_observation_space.shape[0]
            assert not last[:, env.columns.index("to_act_0")].any()
            assert all(seen is None for seen in info["final_obs"][~ended])
    assert hands > 1000
    assert total < 0


def test_the_next_step_mode_ignores_one_action():
    env = HoldemVectorEnv(50, rules=NL, opponents="call")
    _, info = env.reset(seed=1)
    before = np.zeros(50, bool)
    for _ in range(20):
        mask = info["action_mask"].copy()
        _, rewards, ended, _, info = env.step(np.zeros(50, int))
        assert not rewards[before].any()
        assert not ended[before].any()
        assert not mask[before, Label.FOLD].any()
        assert mask[before, Label.CHECK_CALL].all()
        before = ended
    assert before.any() or ended.any()


def test_one_hand_and_many_are_the_same():
    one, many = HoldemEnv(opponents="random"), HoldemVectorEnv(1, opponents="random", autoreset_mode="Disabled")
    for seed in range(10):
        first, first_info = one.reset(seed=seed)
        second, second_info = many.reset(seed=seed)
        assert (first == second[0]).all()
        ended = False
        while not ended:
            assert (first_info["action_mask"] == second_info["action_mask"][0]).all()
            label = int(np.flatnonzero(first_info["action_mask"])[-1])
            first, reward, ended, _, first_info = one.step(label)
            second, rewards, ends, _, second_info = many.step(np.array([label]))
            assert (first == second[0]).all()
            assert (reward, ended) == (rewards[0], ends[0])


def test_walks_are_skipped_and_counted():
    from equity.simulate import compiled

    def fold(h, u, me, stream):
        return 0, 0

    env = HoldemVectorEnv(10, rules=NL, opponents=compiled(fold), seats=3, seed=1)
    _, info = env.reset()
    assert set(info["skipped_hands"].tolist()) == {0, 1}  # in the big blind everybody folds to the learner
    assert (info["skipped_reward"] == 0.5 * info["skipped_hands"]).all()


def button_of(env, seen):
    """Return how many seats left of the learner the button is, from what the learner sees."""
    columns = [env.columns.index(f"button_{seat}") for seat in range(seen.shape[-1]) if f"button_{seat}" in env.columns]
    return np.argmax(seen[..., columns], axis=-1)


@pytest.mark.parametrize("opponents", [["call"], ["call"] * 2, ["call"] * 5], ids=len)
def test_the_learner_plays_every_position_equally_often(opponents):
    """Over resets of one environment, of many in one process (gym.make_vec), and of the vector environment."""
    seats = len(opponents) + 1
    one = HoldemEnv(opponents=opponents)
    first = [int(button_of(one, one.reset(seed=seed)[0])) for seed in range(40 * seats)]
    assert min(np.bincount(first, minlength=seats)) > 20
    on = [int(button_of(one, one.reset()[0])) for _ in range(10 * seats)]
    assert np.bincount(on).tolist() == [10] * seats  # it moves on at every reset
    name, given = "equity.simulate.gym:equity/Holdem-v0", {"opponents": opponents}
    sync = gymnasium.make_vec(name, num_envs=40, vectorization_mode="sync", **given)
    many = HoldemVectorEnv(40, **given)
    for env in (sync, many):
        counts = np.zeros(seats, int)
        for k in range(3 * seats):
            seen, _ = env.reset(seed=1) if k == 0 else env.reset()
            counts += np.bincount(button_of(one, seen), minlength=seats)
        assert counts.tolist() == [40 * 3] * seats
        start = button_of(one, env.reset(seed=2)[0])
        assert len(set(start.tolist())) == seats  # not all environments at the same position
    sync.close()


@pytest.mark.parametrize("seats", [2, 3])
def test_a_caller_wins_nothing_from_callers(seats):
    """Every position counts alike, so the mean reward of an always-call learner against its like is zero."""
    env = HoldemVectorEnv(1000, opponents=["call"] * (seats - 1), autoreset_mode="SameStep")
    env.reset(seed=5)
    results = []
    for _ in range(60):
        _, rewards, ended, *_ = env.step(np.full(1000, Label.CHECK_CALL))
        results += rewards[ended].tolist()
    assert len(results) > 10_000
    assert abs(np.mean(results)) < 1.96 * np.std(results) / len(results) ** 0.5
    single, results = HoldemEnv(opponents=["call"] * (seats - 1)), []
    for k in range(600):
        single.reset(seed=6) if k == 0 else single.reset()
        ended = False
        while not ended:
            _, reward, ended, *_ = single.step(Label.CHECK_CALL)
        results.append(reward)
    assert abs(np.mean(results)) < 1.96 * np.std(results) / 600**0.5


def test_mistakes():
    env = HoldemVectorEnv(3, autoreset_mode="Disabled", seed=1)
    env.reset()
    env.step(np.zeros(3, int))
    env.reset(options={"reset_mask": np.array([True, True, True])})
    with pytest.raises(EquityError, match="reset_mask must be a bool array"):
        env.reset(options={"reset_mask": [1, 0, 0]})
    ended = np.zeros(3, bool)
    while not ended.any():
        ended = env.step(np.full(3, 5))[2]
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset_mask"):
        env.step(np.zeros(3, int))
    single = HoldemEnv()
    with pytest.raises(gymnasium.error.ResetNeeded):
        single.step(1)
    with pytest.raises(EquityError, match="4 seats need 3 opponents, got 2"):
        HoldemVectorEnv(3, opponents=["call", "call"], seats=4)
    with pytest.raises(EquityError, match="did you mean 'tag'"):
        HoldemVectorEnv(3, opponents="tga")
    with pytest.raises(EquityError, match="the learner is never asked"):
        HoldemVectorEnv(3, stacks=[4, 100]).reset()
    env = HoldemVectorEnv(2, seed=1)
    env.reset()
    with pytest.raises(EquityError, match="hand 0: label 9 is not open"):
        env.step(np.array([9, 0]))


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_stepped_before_it_is_dealt(mode):
    env = HoldemVectorEnv(2, autoreset_mode=mode)
    for _ in range(2):
        with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
            env.step(np.ones(2, int))
        env.reset(options={"reset_mask": np.array([True, False])})  # deals one of two
    env.reset(seed=1)
    env.step(np.ones(2, int))


def test_one_action_is_a_whole_number():
    env = HoldemEnv()
    env.reset(seed=1)
    before = env._table.observe().copy()
    for wrong in (1.7, "x", None, [1], 6, -1):
        with pytest.raises(EquityError, match="action must be"):
            env.step(wrong)
    assert (env._table.observe() == before).all()
    for right in (np.int64(1), np.array(1), 1.0):
        env.reset(seed=1)
        env.step(right)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"autoreset_mode": "x"}, "autoreset_mode must be one of NextStep, SameStep, Disabled, got 'x'"),
        ({"autoreset_mode": 5}, "autoreset_mode must be one of"),
        ({"seats": "2"}, "seats must be a whole number, got '2'"),
        ({"seats": 10**12}, "seats must be at most 10"),
        ({"rules": "pokerfs"}, "rules must be a Rules"),
    ],
)
def test_wrong_types(arguments, message):
    with pytest.raises(EquityError) as caught:
        HoldemVectorEnv(2, **arguments)
    assert message in str(caught.value)


def test_text():
    env = HoldemEnv(rules=pokerfs(), render_mode="ansi")
    env.reset(seed=2)
    assert env.render().startswith("preflop: ")
    assert "no board, pot " in env.render()
    assert HoldemEnv().render() is None
