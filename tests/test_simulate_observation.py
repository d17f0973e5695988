"""What a learning agent sees: the right numbers in the right columns, and nothing it must not know."""

from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity.cards import parse_cards
from equity.errors import IllegalActionError
from equity.rules import Rules, poker_fantasy_limit, poker_fantasy_pot_limit
from equity.simulate import HandBatch
from equity.simulate.arrays import observation
from equity.simulate.arrays.actions import Action, Label
from equity.simulate.arrays.observation import (
    OBSERVATION,
    describe_observation,
    observation_bounds,
    observation_columns,
)
from tests.hand_worlds import random_rules, random_stacks
from tests.test_simulate_hand_batch import step_at_random

NL = Rules(small_blind=5, big_blind=10)


def deal(batch, holes, board):
    for seat, cards in enumerate(holes):
        batch.hands["hole"][:, seat] = parse_cards(cards)
    batch.hands["board"] = parse_cards(board)


def seen(batch, i=0, seat=None):
    """Return the columns that are not zero."""
    row = batch.observe(seat)[i]
    return {name: round(float(value), 4) for name, value in zip(batch.columns, row, strict=True) if value}


@pytest.mark.small
def test_columns_before_and_on_the_flop():
    batch = HandBatch(1, NL, [1000, 500, 800], seed=1)
    deal(batch, ["AsAd", "7c2d", "KsKd"], "2c7d9h3s4h")
    first = seen(batch)
    strength = first.pop("strength")
    assert strength > 0.99
    assert first == {
        **{"own_As": 1, "own_Ad": 1, "street_preflop": 1, "pot": 1.5, "to_call": 1, "pot_odds": 0.4},
        **{"min_raise_to": 2, "max_raise_to": 100, "players": 3},
        **{"stack_0": 100, "in_hand_0": 1, "button_0": 1, "to_act_0": 1},
        **{"stack_1": 49.5, "bet_1": 0.5, "committed_1": 0.5, "in_hand_1": 1},
        **{"stack_2": 79, "bet_2": 1, "committed_2": 1, "in_hand_2": 1},
    }
    batch.step(Action.RAISE, 30)
    batch.step(Action.FOLD)
    batch.step(Action.CALL)
    batch.step(Action.RAISE, 40)
    flop = seen(batch)
    assert {name for name in flop if name.startswith("board")} == {"board_2c", "board_7d", "board_9h"}
    assert (flop["raises_preflop_0"], flop["raises_flop_2"], flop["pot"], flop["to_call"]) == (1, 1, 10.5, 4)
    assert "in_hand_1" not in flop
    other = seen(batch, seat=2)
    assert {name for name in other if name.startswith("own")} == {"own_Ks", "own_Kd"}
    assert other["to_act_1"] == other["raises_flop_0"] == 1
    assert "to_call" not in other
    assert "min_raise_to" not in other


@pytest.mark.small
@given(st.integers(0, 10**6))
def test_hidden_cards_do_not_show(seed):
    dice = Random(seed)
    rules = random_rules(dice)
    batch = HandBatch(1, rules, random_stacks(dice, rules), seed=seed)
    for _ in range(dice.randrange(12)):
        step_at_random(batch, dice)
    for seat in range(batch.seats):
        before = [batch.observe(seat), batch.boards, batch.strength(seat), batch.own_cards(seat), *batch.legal]
        public, state = batch.boards[0], batch.hands.copy()
        own = set(batch.holes[0, seat].tolist())
        others = [card for card in range(52) if card not in own and card not in public]
        dice.shuffle(others)
        for j in range(5):
            if public[j] < 0:
                batch.hands["board"][0, j] = others.pop()
        for other in range(batch.seats):
            if other != seat and batch.status[0, other]:
                batch.hands["hole"][0, other] = [others.pop(), others.pop()]
        batch.hands["value"] = dice.randrange(7000)
        after = [batch.observe(seat), batch.boards, batch.strength(seat), batch.own_cards(seat), *batch.legal]
        assert all((a == b).all() for a, b in zip(before, after, strict=True))
        batch.hands[:] = state


@pytest.mark.parametrize("seed", range(6))
def test_numbers_stay_within_the_bounds(seed):
    dice = Random(seed)
    rules = random_rules(dice)
    stacks = random_stacks(dice, rules)
    batch = HandBatch(50, rules, stacks, seed=seed, auto_next=True)
    most = np.array(observation_bounds(batch.seats, sum(stacks) / rules.big_blind), np.float32)
    for _ in range(30):
        for seat in (None, *range(batch.seats)):
            table = batch.observe(seat)
            assert table.dtype == np.float32
            assert (table >= 0).all()
            assert (table <= most).all(), [batch.columns[k] for k in np.flatnonzero((table > most).any(axis=0))]
        step_at_random(batch, dice)


@pytest.mark.small
def test_raises_are_counted_up_to_fifteen():
    batch = HandBatch(1, NL, [100000, 100000], seed=1)
    for _ in range(40):
        batch.step(*batch.choose(Label.MIN_RAISE))
    assert seen(batch)["raises_preflop_0"] == seen(batch)["raises_preflop_1"] == 15


@pytest.mark.small
def test_the_table_describes_every_column_once():
    for seats in range(2, 11):
        names = observation_columns(seats)
        assert len(set(names)) == len(names) == len(observation_bounds(seats, 1.0)) == 115 + 10 * seats
    text = describe_observation()
    assert text.count("\n") == len(OBSERVATION) + 1
    assert all(f"`{column.name}`" in text and column.meaning in text for column in OBSERVATION)
    assert text in observation.__doc__


@pytest.mark.small
@pytest.mark.parametrize("seed", range(10))
def test_open_labels_are_legal_and_different(seed):
    dice = Random(seed)
    rules = random_rules(dice)
    batch = HandBatch(6, rules, random_stacks(dice, rules), seed=seed)
    for _ in range(30):
        mask, legal = batch.label_mask, batch.legal
        playing = batch.actor >= 0
        assert (mask[:, Label.FOLD] == (legal.call > 0)).all()
        assert (mask[:, Label.CHECK_CALL] == playing).all()
        assert (mask[:, 2:].any(axis=1) == (legal.max_raise_to > 0)).all()
        raises = [set() for _ in range(6)]
        for label in Label:
            codes, amounts = batch.choose(np.where(mask[:, label], label, Label.CHECK_CALL))
            copy = pickle_copy(batch)
            copy.step(codes, amounts)  # legal in every hand
            for i in np.flatnonzero(mask[:, label] & (codes == Action.RAISE)):
                assert amounts[i] not in raises[i]
                raises[i].add(int(amounts[i]))
            near, _ = batch.choose(label, closed="nearest")
            assert (near[mask[:, label]] == codes[mask[:, label]]).all()
            pickle_copy(batch).step(*batch.choose(label, closed="nearest"))
        step_at_random(batch, dice)


def pickle_copy(batch):
    return pickle.loads(pickle.dumps(batch))


@pytest.mark.small
def test_what_labels_mean():
    batch = HandBatch(1, NL, [1000, 1000, 1000], seed=1)
    amounts = {label.name: int(batch.choose(label)[1][0]) for label in Label}
    # the pot after calling is 25: a pot raise is to 10 + 25
    assert amounts == {"FOLD": 0, "CHECK_CALL": 0, "MIN_RAISE": 20, "HALF_POT": 22, "POT": 35, "ALL_IN": 1000}
    short = HandBatch(1, NL, [15, 1000, 1000], seed=1)
    assert [label.name for label in Label if short.label_mask[0, label]] == ["FOLD", "CHECK_CALL", "ALL_IN"]
    limit = HandBatch(1, poker_fantasy_limit(4, 8), [400, 400, 400], seed=1)
    assert [label.name for label in Label if limit.label_mask[0, label]] == ["FOLD", "CHECK_CALL", "MIN_RAISE"]
    pot = HandBatch(1, poker_fantasy_pot_limit(5, 10), [1000, 1000, 1000], seed=1)
    open_ones = [label for label in Label if pot.label_mask[0, label]]
    assert Label.ALL_IN not in open_ones
    assert int(pot.choose(Label.POT)[1][0]) == int(pot.legal.max_raise_to[0])
    with pytest.raises(
        IllegalActionError, match="hand 0: ALL_IN is not open to seat 0; open: FOLD, CHECK_CALL, MIN_RAISE"
    ):
        pot.choose(Label.ALL_IN)
    assert pot.choose(Label.ALL_IN, closed="nearest")[1][0] == pot.legal.max_raise_to[0]
