"""The built-in player `push-fold` heads-up: the shipped charts are equilibria, and it wins what they are worth."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from equity.cards import CLASSES, class_name, class_of_combo, combo_index
from equity.constants import CALL, FOLD, RAISE
from equity.generate import push_fold as generator
from equity.kernels.play.push_fold_charts import CHARTS, DEPTHS, RATIOS
from equity.rules import Rules, cardroom_limit
from equity.simulate import HandBatch, run, strategies
from equity.solve import Game, push_fold
from equity.solve.equilibrium import deals, evaluate

HOUSES = [
    ({}, 10, {}),
    ({}, 6.3, {}),
    ({"ante": 20}, 8, {"ante": 0.1}),  # blinds of 0.6 and 1.1: between two ratios of the grid
    ({"ante": 200, "ante_by": "big-blind"}, 12, {"big_blind_ante": 1}),
]


def value_and_error(found, hands):
    """Return what an equilibrium is worth to the small blind, and the standard error of that many hands."""
    push, call = (np.array(list(chart.values())) for chart in (found.push, found.call))
    wins, ties, losses = deals()
    worth = {name: ending[0] for name, ending in found.game.worths.items()}
    pairs = wins + ties + losses
    called = push[:, None] * call
    shares = {
        "fold": ((1 - push)[:, None] * pairs).sum(),
        "steal": (push[:, None] * (1 - call) * pairs).sum(),
        "win": (called * wins).sum(),
        "tie": (called * ties).sum(),
        "lose": (called * losses).sum(),
    }
    mean = sum(share * worth[name] for name, share in shares.items())
    square = sum(share * worth[name] ** 2 for name, share in shares.items())
    assert mean == pytest.approx(found.value, abs=1e-9)
    return mean, ((square - mean**2) / hands) ** 0.5


def small_blind_wins(house, stack, hands, seed):
    """Return what the small blind wins per hand, in big blinds; heads-up it is the button."""
    rules = Rules(small_blind=100, big_blind=200, **house)
    result = run(rules, ["push-fold", "push-fold"], hands=hands, stacks=[round(200 * stack)] * 2, seed=seed)
    net = Counter()
    for seat in result.seats:
        for place in seat.positions:
            net[place.position] += place.net
    assert net["BTN"] == -net["BB"]
    return net["BTN"] / hands / 200


@pytest.mark.parametrize(("house", "stack", "game"), HOUSES)
def test_it_wins_what_the_game_is_worth(house, stack, game):
    value, error = value_and_error(push_fold(stack, exact=True, **game), 400_000)
    assert abs(small_blind_wins(house, stack, 400_000, 11) - value) < 5 * error


@pytest.mark.slow
@pytest.mark.parametrize("stack", [5, 10, 15])
def test_ten_million_hands_win_what_the_game_is_worth(stack):
    value, error = value_and_error(push_fold(stack, exact=True), 10_000_000)
    assert error < 0.004
    assert abs(small_blind_wins({}, stack, 10_000_000, stack) - value) < 4 * error


def test_the_grid():
    assert CHARTS.shape == (len(RATIOS), len(DEPTHS), 2, CLASSES)
    assert tuple(RATIOS) == tuple(float(Fraction(ratio)) for ratio in generator.RATIOS)
    assert tuple(DEPTHS) == generator.DEPTHS
    assert (np.diff(RATIOS) > 0).all()
    assert (np.diff(DEPTHS) > 0).all()


POINTS = [(i, j) for i in range(len(RATIOS)) for j in range(len(DEPTHS))]


def exploitability(i, j):
    """Return what best responses gain against a shipped chart, in thousandths of a big blind."""
    push, call = CHARTS[i, j] / 255
    game = Game.read(DEPTHS[j], small_blind=Fraction(generator.RATIOS[i]))
    return 1000 * sum(evaluate(game, push, call).gains)


def test_shipped_charts_are_equilibria():
    """Shares in parts of 255 cost a little; at all 1,603 points."""
    assert max(exploitability(i, j) for i, j in POINTS) < 0.02


@pytest.mark.parametrize(
    ("stacks", "game", "most"),
    [
        ([1 + 0.0237 * k for k in range(0, 800, 7)], {}, 0.2),
        ([20 + 3.05 * k for k in range(59)], {}, 2.5),
        ([2.1, 5, 8.13, 15.3, 31.3, 52.5, 104], {"ante": 0.2}, 2.5),
        ([2.1, 5, 8.13, 15.3, 31.3, 52.5, 104], {"big_blind_ante": 1}, 2.5),
        ([2.1, 5, 8.13, 15.3, 31.3, 52.5, 104], {"small_blind": 0.25}, 7),
        ([2.1, 5, 8.13, 15.3, 31.3, 52.5, 104], {"small_blind": 0.45}, 7),
    ],
)
def test_between_the_points_of_the_grid_little_is_lost(stacks, game, most):
    """What best responses gain, in thousandths of a big blind, where the stack or the blinds are none of the grid's."""
    dead = game.get("ante", 0) + game.get("big_blind_ante", 0) / 2  # an ante of one is half an ante of each
    ratio = (game.get("small_blind", 0.5) + dead) / (1 + dead)
    for stack in stacks:
        depth = (stack - game.get("big_blind_ante", 0) / 2) / (1 + dead)
        push, call = CHARTS[abs(RATIOS - ratio).argmin(), abs(DEPTHS - depth).argmin()] / 255
        assert 1000 * sum(evaluate(Game.read(stack, **game), push, call).gains) < most, stack


@pytest.mark.parametrize(("ratio", "depth"), [("0.5", 10), ("0.5", 2.5), ("2/3", 7), ("0.4", 60)])
def test_the_shipped_file_is_what_its_generator_makes(ratio, depth):
    i, j = generator.RATIOS.index(ratio), generator.DEPTHS.index(depth)
    made = generator.chart(ratio, depth).astype(int)
    assert abs(made - CHARTS[i, j]).max() <= 1  # machines round the last digit of a mixed hand in two ways


@pytest.mark.slow
def test_the_file_is_what_its_generator_makes_all_over():
    for i, ratio in enumerate(generator.RATIOS):
        for j in range(i, len(DEPTHS), 12):
            made = generator.chart(ratio, generator.DEPTHS[j]).astype(int)
            assert abs(made - CHARTS[i, j]).max() <= 1, (ratio, generator.DEPTHS[j])


def first_decisions(rules, stacks, players, hands=20_000, seed=5, prefix=()):
    """Return how often each hand class goes all in at the decision after some actions, and the batch."""
    batch = HandBatch(hands, rules, stacks, seats=len(players), seed=seed, button=0)
    for code, amount in prefix:
        batch.step(np.full(hands, code), np.full(hands, amount))
    codes, _ = batch.ask(players)
    seat = int(batch.actor[0])
    cards = batch.holes[:, seat]
    classes = np.array([class_of_combo(combo_index(max(a, b), min(a, b))) for a, b in cards.tolist()])
    played = np.bincount(classes, codes != FOLD, CLASSES) / np.maximum(np.bincount(classes, minlength=CLASSES), 1)
    return {class_name(i): played[i] for i in range(CLASSES)}, set(np.unique(codes).tolist())


NO_LIMIT = Rules(small_blind=50, big_blind=100)


@pytest.mark.parametrize(
    ("stacks", "effective"), [([1000, 1000], 10), ([1000, 5000], 10), ([640, 470], 4.7), ([26_000, 40_000], 200)]
)
def test_each_hand_is_played_as_solved(stacks, effective):
    found = push_fold(effective, exact=True)
    pushed, codes = first_decisions(NO_LIMIT, stacks, ["push-fold", "push-fold"])
    assert codes == {FOLD, RAISE}
    shove = [(RAISE, min(stacks[0], 10**9))]
    called, _ = first_decisions(NO_LIMIT, stacks, ["push-fold", "push-fold"], prefix=shove)
    for seen, chart in ((pushed, found.push), (called, found.call)):
        for hand, often in chart.items():
            assert abs(seen[hand] - often) < (1e-9 if often in (0, 1) else 0.35), hand


def test_a_dead_button_is_not_the_small_blind():
    found = push_fold(10, exact=True)
    three = ["push-fold"] * 3
    pushed, _ = first_decisions(NO_LIMIT, [0, 1000, 1000], three)
    called, _ = first_decisions(NO_LIMIT, [0, 1000, 1000], three, prefix=[(RAISE, 1000)])
    for seen, chart in ((pushed, found.push), (called, found.call)):
        assert {hand for hand, often in seen.items() if often > 0} == {hand for hand, often in chart.items() if often}


def test_widths_that_are_given_count_heads_up_too():
    wide, _ = first_decisions(NO_LIMIT, [1000, 1000], ["push-fold(push=1.0)", "call"])
    assert min(share for share in wide.values()) == 1.0
    mine = strategies.push_fold(call=0.0)
    assert mine.row[:5] == (0.3, 0.0, 0.8, 1.0, 0.0)
    never, _ = first_decisions(NO_LIMIT, [1000, 1000], [mine, mine], prefix=[(RAISE, 1000)])
    assert max(never.values()) == 0.0


def test_other_games_are_played_by_widths():
    """Fixed-limit has no push, and a limp no chart."""
    plain = "push-fold(push=0.3; call=0.15)"
    for rules, prefix in ((cardroom_limit(), ()), (NO_LIMIT, [(CALL, 0)])):
        seen, given = (first_decisions(rules, "20bb", [name] * 2, prefix=prefix) for name in ("push-fold", plain))
        assert seen == given
    with_three = [
        run(NO_LIMIT, [name, "call", "call"], hands=3000, stacks="10bb", seed=2).totals for name in ("push-fold", plain)
    ]
    assert (with_three[0].counts == with_three[1].counts).all()
