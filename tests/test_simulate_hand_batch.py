"""`HandBatch`: many hands at once are the same hands as one at a time."""

from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest

from equity.cards import cards_text
from equity.errors import EquityError, IllegalActionError, OptionError, RulesError, StrategyError
from equity.rules import Hand, Rules, poker_fantasy_limit, pokerfs
from equity.simulate import HandBatch, batched, compiled, play_batch, scalar
from equity.simulate.arrays.actions import Action
from equity.simulate.arrays.seats import seat_players
from tests.hand_worlds import random_action, random_rules, random_stacks

NL = Rules(small_blind=5, big_blind=10)
CODES = {
    "fold": Action.FOLD,
    "check": Action.CHECK,
    "call": Action.CALL,
    "raise": Action.RAISE,
    "all_in": Action.ALL_IN,
}


def step_at_random(batch, dice):
    """Do a random legal action in every hand."""
    legal = batch.legal
    codes, amounts = np.zeros((2, len(batch)), np.int64)
    for i in range(len(batch)):
        if batch.actor[i] >= 0:
            verb, to = random_action(dice, int(legal.call[i]), int(legal.min_raise_to[i]), int(legal.max_raise_to[i]))
            codes[i], amounts[i] = CODES[verb], to
    return batch.step(codes, amounts)


def twin_of(batch, i, stacks):
    """Return the hand of slot i as a `Hand` with the same cards."""
    holes = [cards_text(cards) if cards[0] >= 0 else None for cards in batch.holes[i].tolist()]
    board = cards_text(batch.hands["board"][i].tolist())
    return Hand(batch.rules, stacks, button=int(batch.buttons[i]), holes=holes, board=board, check=True)


def assert_same(batch, i, hand, legal):
    assert int(batch.actor[i]) == (-1 if hand.is_over else hand.actor)
    assert tuple(batch.stacks[i].tolist()) == tuple(hand.final_stacks if hand.is_over else hand.stacks)
    assert cards_text([card for card in batch.boards[i].tolist() if card >= 0]) == hand.board
    mine = tuple(int(column[i]) for column in legal)
    theirs = hand.legal
    assert mine == (*map(int, theirs[:3]), theirs.min_raise_to or 0, theirs.max_raise_to or 0)
    if hand.is_over:
        assert tuple(batch.payoffs[i].tolist()) == hand.payoffs
    else:
        assert tuple(batch.bets[i].tolist()) == tuple(hand.bets)
        assert int(batch.pot[i]) == hand.pot
        assert batch.payoffs[i].tolist() == [0] * batch.seats


@pytest.mark.small
@pytest.mark.parametrize("seed", range(12))
def test_a_batch_is_as_many_single_hands(seed):
    dice = Random(seed)
    rules = random_rules(dice)
    stacks = random_stacks(dice, rules)
    table = np.array([stacks, stacks[::-1], stacks], np.int64)
    buttons = [dice.randrange(len(stacks)) for _ in table]
    batch = HandBatch(3, rules, table, seed=seed, button=buttons)
    hands = [twin_of(batch, i, row) for i, row in enumerate(table.tolist())]
    for _ in range(200):
        legal = batch.legal
        codes, amounts = np.zeros((2, 3), np.int64)
        for i, hand in enumerate(hands):
            assert_same(batch, i, hand, legal)
            if not hand.is_over:
                one = hand.legal
                verb, to = random_action(dice, one.call, one.min_raise_to or 0, one.max_raise_to or 0)
                hand.act(verb, to if verb == "raise" else None)
                codes[i], amounts[i] = CODES[verb], to
        if batch.over.all():
            break
        done, payoffs = batch.step(codes, amounts)
        for i, hand in enumerate(hands):
            if done[i]:
                assert tuple(payoffs[i].tolist()) == hand.payoffs
    assert all(hand.is_over for hand in hands)


@pytest.mark.parametrize("rules", [NL, pokerfs(), poker_fantasy_limit(4, 8), NL.replace(ante=2)], ids=str)
def test_chips_are_conserved_and_every_hand_ends(rules):
    from equity.kernels.hands.hand import count_chips

    batch = HandBatch(300, rules, "30bb", seats=6, seed=5, button="rotate")
    chips = 6 * 30 * rules.big_blind
    dice = Random(1)
    ended = np.zeros(300, int)
    while not batch.over.all():
        ended += step_at_random(batch, dice).done
        assert all(count_chips(batch.hands, i) == chips for i in range(300))
    assert (ended == 1).all()
    assert (batch.payoffs.sum(axis=1) == -batch.hands["rake"]).all()


def test_decisions_of_an_always_calling_table():
    batch = HandBatch(100, NL, "100bb", seats=6, seed=1)
    steps = 0
    while not batch.over.all():
        batch.step(Action.CHECK_CALL)
        steps += 1
    assert steps == 24
    assert (batch.street == 3).all()
    assert (batch.boards >= 0).all()


@pytest.mark.parametrize(("seats", "least", "most"), [(6, 8.4, 8.7), (2, 3.1, 3.3)])
def test_decisions_of_a_random_table(seats, least, most):
    from bench.bench_batch import choose_random

    batch = HandBatch(10_000, NL, "100bb", seats=seats, seed=1)
    dice, decisions = np.random.default_rng(1), 0
    while not batch.over.all():
        decisions += int((batch.actor >= 0).sum())
        batch.step(*choose_random(batch, dice))
    assert least < decisions / 10_000 < most


@pytest.mark.small
def test_cards_depend_on_seed_slot_and_hand_alone():
    small, large = (HandBatch(n, NL, "50bb", seats=3, seed=9, auto_next=True) for n in (4, 20))
    other = HandBatch(4, NL, "50bb", seats=3, seed=10)
    dice = Random(2)
    seen = [{}, {}]
    for _ in range(60):
        for batch, cards in zip((small, large), seen, strict=True):
            for i in range(4):
                cards[i, int(batch.numbers[i])] = batch.holes[i].tobytes() + batch.hands["board"][i].tobytes()
            step_at_random(batch, dice)  # other actions in either
    both = seen[0].keys() & seen[1].keys()
    assert len(both) > 20
    assert all(seen[0][key] == seen[1][key] for key in both)
    assert len(set(seen[0].values())) == len(seen[0])
    assert not (other.holes == HandBatch(4, NL, "50bb", seats=3, seed=9).holes).all()


@pytest.mark.small
def test_a_finished_hand_absorbs():
    batch = HandBatch(2, NL, [1000, 1000], seed=3)
    done, payoffs = batch.step([Action.FOLD, Action.CALL])
    assert done.tolist() == [True, False]
    assert payoffs.tolist() == [[-5, 5], [0, 0]]
    before = batch.hands[0].tobytes()
    done, payoffs = batch.step([77, Action.CHECK])  # whatever a finished hand is told
    assert done.tolist() == [False, False]
    assert not payoffs.any()
    assert batch.hands[0].tobytes() == before
    assert batch.actor[0] == -1
    assert tuple(column[0] for column in batch.legal) == (False, False, 0, 0, 0)
    assert not batch.label_mask[0].any()
    assert not batch.observe()[0].any()
    assert batch.own_cards()[0].tolist() == [-1, -1]
    batch.next_hands()
    assert batch.numbers.tolist() == [1, 0]
    assert (batch.actor >= 0).all()


@pytest.mark.small
def test_the_next_hand_follows_at_once():
    batch = HandBatch(5, NL, [300, 300, 300], seed=3, button="rotate", auto_next=True)
    results = np.zeros(3, np.int64)
    for k in range(1, 40):
        done, payoffs = batch.step(Action.FOLD)
        results += payoffs.sum(axis=0)
        assert done.all() == (k % 2 == 0)
        assert (batch.numbers == k // 2).all()
        assert (batch.buttons == (np.arange(5) + k // 2) % 3).all()
        assert (batch.actor >= 0).all()
    assert results.sum() == 0


@pytest.mark.small
def test_hands_that_the_blinds_decide():
    stacks = np.array([[5, 10], [500, 500]], np.int64)
    batch = HandBatch(2, NL, stacks, seed=1, auto_next=True)
    assert batch.actor.tolist() == [-1, 0]
    shown = batch.payoffs[0].tolist()
    done, payoffs = batch.step(Action.CALL)
    assert done.tolist() == [True, False]
    assert payoffs[0].tolist() == shown
    assert sum(shown) == 0
    assert batch.numbers.tolist() == [1, 0]


ILLEGAL = [
    ([5, 1], [0, 0], "hand 1: seat 0 cannot check, it owes 5; legal: fold, call 5, raise to 20 to 1000"),
    (
        [3, 3],
        [20, 19],
        "hand 1: raise to 19 is outside 20 to 1000 for seat 0; legal: fold, call 5, raise to 20 to 1000",
    ),
    ([3, 3], [1001, 19], "hand 0: raise to 1001 is outside 20 to 1000 for seat 0"),
    ([2, 6], [0, 0], "hand 1: seat 0: 6 is not an action, they are 0 to 5; legal: fold, call 5, raise to 20 to 1000"),
    ([-1, 2], [0, 0], "hand 0: seat 0: -1 is not an action"),
]


@pytest.mark.small
@pytest.mark.parametrize(("codes", "amounts", "message"), ILLEGAL, ids=[case[2][:24] for case in ILLEGAL])
def test_an_illegal_action_changes_nothing(codes, amounts, message):
    batch = HandBatch(2, NL, [1000, 1000], seed=3)
    before = pickle.dumps((batch.hands, batch._raises, batch._streams))
    with pytest.raises(IllegalActionError) as caught:
        batch.step(codes, amounts)
    assert message in str(caught.value)
    assert caught.value.legal.call == 5
    assert pickle.dumps((batch.hands, batch._raises, batch._streams)) == before


@pytest.mark.small
def test_illegal_actions_can_be_mended():
    for mend, bet in (("fold", 5), ("call", 10)):
        batch = HandBatch(2, NL, [1000, 1000], seed=3, on_illegal=mend)
        batch.step([Action.CHECK, 99])
        assert (batch.committed[:, 0] == bet).all()
        assert (batch.status[:, 0] == (2 if mend == "fold" else 1)).all()
    batch = HandBatch(1, NL, [1000, 1000], seed=3, on_illegal="fold")
    batch.step(Action.CALL)
    batch.step(Action.RAISE, 11)  # seat 1 could check: it is not folded
    assert batch.street[0] == 1
    assert not batch._raises.any()


@pytest.mark.small
@pytest.mark.parametrize("seed", range(8))
def test_the_check_before_a_step_agrees_with_the_engine(seed):
    from equity.kernels.hands.hand import ILLEGAL as REFUSED
    from equity.kernels.hands.hand import act
    from equity.kernels.play.batch import find_illegal

    dice = Random(100 + seed)
    rules = random_rules(dice)
    stacks = random_stacks(dice, rules)
    batch = HandBatch(1, rules, stacks, seed=seed)
    tried = 0
    while not batch.over[0]:
        legal = batch.legal
        least, most = int(legal.min_raise_to[0]), int(legal.max_raise_to[0])
        amounts = {0, 1, least - 1, least, most, most + 1, dice.randrange(2 * max(stacks))}
        for code, amount in [*((code, 0) for code in range(6) if code != 3), *((3, amount) for amount in amounts)]:
            copy = batch.hands.copy()
            refused = act(copy, 0, rules.to_array(), code, amount) == REFUSED
            wrong = find_illegal(batch.hands, rules.to_array(), np.array([code]), np.array([amount]))
            assert (wrong == 0) == refused, (code, amount)
            tried += refused
        step_at_random(batch, dice)
    assert tried or batch.numbers[0] == 0


def test_compiled_players_act_up_to_a_seat_that_is_asked_elsewhere():
    players = seat_players(["call", "random", None, "tag"])
    batch = HandBatch(500, NL, "100bb", seats=4, seed=1, button="rotate")
    assert set(batch.actor.tolist()) == {0, 1, 2, 3}
    ended = np.zeros(500, int)
    for _ in range(60):
        done, payoffs = batch.advance(players)
        ended += done
        assert (payoffs[done] == batch.payoffs[done]).all()
        assert set(batch.actor.tolist()) <= {2, -1}
        assert not batch.advance(players).done.any()
        ended += batch.step(Action.CHECK_CALL).done
    assert (ended == 1).all()
    assert not batch.payoffs.sum()


@pytest.mark.small
def test_compiled_players_go_on_with_the_next_hand():
    batch = HandBatch(20, NL, "20bb", seats=2, seed=1, auto_next=True)
    ended = 0
    for _ in range(30):
        ended += batch.advance(["random", "random"]).done.sum()
    assert ended == 600
    assert (batch.numbers == 30).all()


def test_a_compiled_player_that_cheats_is_named():
    def greedy(h, u, me, stream):
        return 3, 1

    batch = HandBatch(3, NL, "20bb", seats=2, seed=1)
    with pytest.raises(
        StrategyError, match=r"^greedy answered an illegal action: hand 0: raise to 1 is outside 20 to 200"
    ):
        batch.advance([compiled(greedy), "call"])
    mended = HandBatch(3, NL, "20bb", seats=2, seed=1, on_illegal="fold")
    assert mended.advance([compiled(greedy), "call"]).payoffs.tolist() == [[-5, 5]] * 3


@pytest.mark.small
def test_views_are_views():
    batch = HandBatch(4, NL, [1000, 0, 500, 700], seed=1)
    assert batch.stacks.base is not None
    assert batch.stacks.shape == (4, 4)
    with pytest.raises(ValueError, match="read-only"):
        batch.stacks[0, 0] = 1
    batch.hands["stack"][0, 0] = 990  # the door for those who know what they do
    assert batch.stacks[0, 0] == 990
    assert batch.status[0].tolist() == [1, 0, 1, 1]
    assert batch.holes.shape == (4, 4, 2)
    assert (batch.holes[:, 1] == -1).all()
    assert (batch.own_cards(0) == batch.holes[:, 0]).all()
    assert len(batch) == 4
    assert repr(batch) == "<HandBatch of 4 hands, 4 seats, 4 being played, seed 1>"
    assert len(pickle.loads(pickle.dumps(batch))) == 4


BAD = [
    ({"n": 0}, OptionError, "n must be at least 1, got 0"),
    ({"n": 2**31}, OptionError, "n must be at most 2147483647"),
    ({"stacks": "100bb"}, RulesError, "give seats="),
    ({"stacks": [100]}, RulesError, "2 to 10 seats"),
    ({"stacks": [100, 0]}, RulesError, "at least two seats with chips"),
    ({"stacks": [100, 100], "seats": 3}, RulesError, "3 seats but 2 stacks"),
    ({"stacks": np.ones((3, 2))}, RulesError, "whole chips"),
    ({"stacks": np.ones((2, 2), int)}, RulesError, r"shape \(3, 2 to 10\)"),
    ({"stacks": np.array([[5, 5], [5, -5], [1, 1]])}, RulesError, r"got \[5, -5\] in hand 1"),
    ({"stacks": np.array([[5, 5], [5, 6], [0, 1]])}, RulesError, r"got \[0, 1\] in hand 2"),
    ({"stacks": "50bb", "seats": 1}, RulesError, "seats must be at least 2, got 1"),
    ({"stacks": "50bb", "seats": 10**12}, RulesError, "seats must be at most 10"),
    ({"button": 2}, RulesError, "button must be a seat from 0 to 1, got 2"),
    ({"button": "left"}, RulesError, "'rotate', got 'left'"),
    ({"button": [0, 1]}, RulesError, "an array of 3 seats"),
    ({"first_button": 1}, RulesError, "give button='rotate' with it"),
    ({"button": "rotate", "first_button": [0, 1, 2]}, RulesError, "first_button must be a seat from 0 to 1"),
    ({"seed": -1}, OptionError, "seed must be at least 0, got -1"),
    ({"seed": 2**64}, OptionError, "seed must be at most 18446744073709551615"),
    ({"on_illegal": "ignore"}, OptionError, "one of error, fold, call"),
]


@pytest.mark.small
@pytest.mark.parametrize(("change", "kind", "message"), BAD, ids=[case[2] for case in BAD])
def test_bad_arguments(change, kind, message):
    with pytest.raises(kind, match=message):
        HandBatch(**{"n": 3, "rules": NL, "stacks": [100, 100], **change})


@pytest.mark.small
def test_bad_calls():
    batch = HandBatch(3, NL, [100, 100], seed=1)
    calls = [
        (lambda: batch.step([5, 5]), "one number or 3"),
        (lambda: batch.step([5.0, 5, 5]), "whole numbers, got an array of float64"),
        (lambda: batch.step(3, [20.0] * 3), "amounts must be whole numbers"),
        (lambda: batch.observe(2), "seat must be from 0 to 1, got 2"),
        (lambda: batch.next_hands([1, 0, 0]), "where must be a bool array"),
        (lambda: batch.choose(7), "hand 0: label 7 is not open to seat 0; open: FOLD, CHECK_CALL"),
        (lambda: batch.choose(0, closed="x"), "'error' or 'nearest'"),
        (lambda: batch.advance(["call"]), "2 to 10 seats"),
        (lambda: batch.advance(["call"] * 3), "2 seats but 3 players"),
        (lambda: batch.advance(["call", "tga"]), "did you mean 'tag'"),
    ]
    for call, message in calls:
        with pytest.raises(EquityError, match=message):
            call()
    with pytest.raises(IllegalActionError, match="raise to 4611686018427387904 is outside"):
        batch.step(3, np.full(3, 2**64 - 1, np.uint64))


def rock(spot):
    return "check" if spot.to_call == 0 else "fold"


@pytest.mark.parametrize(
    "players", [["call", "random"], ["python", "scalar"], ["tag", "python", "scalar", "lag"]], ids=str
)
def test_players_of_all_kinds_play_a_batch(players):
    own = {"python": batched(lambda spot: spot.passive(), name="python"), "scalar": scalar(rock)}
    results = []
    for n in (50, 200):
        batch = HandBatch(n, NL, "100bb", seats=len(players), seed=4, button="rotate")
        results.append(play_batch(batch, [own.get(player, player) for player in players]))
        assert batch.over.all()
        assert (results[-1] == batch.payoffs).all()
        assert not results[-1].sum(axis=1).any()
    assert (results[0] == results[1][:50]).all()  # a slot's hand does not depend on the others


def test_a_python_caller_is_the_compiled_one():
    results = []
    for player in ("call", batched(lambda spot: spot.passive()), scalar(lambda spot: "check or call")):
        batch = HandBatch(100, NL, "100bb", seats=3, seed=4)
        results.append(play_batch(batch, [player] * 3))
    assert (results[0] == results[1]).all()
    assert (results[0] == results[2]).all()


def test_mistakes_of_python_players_are_named():
    batch = HandBatch(5, NL, "100bb", seats=2, seed=4)
    cheat = batched(lambda spot: (np.full(len(spot), 3), np.full(len(spot), 11)), name="cheat")
    with pytest.raises(StrategyError, match=r"^cheat answered an illegal action: hand 0: raise to 11 is outside"):
        play_batch(batch, [cheat, "call"])
    with pytest.raises(StrategyError, match="short must answer actions as a whole number for each of 5 rows"):
        play_batch(batch, [batched(lambda spot: [1], name="short"), "call"])
    with pytest.raises(
        StrategyError, match="shy is asked in Python: leave its seat None and step it, or use play_batch"
    ):
        batch.advance([batched(lambda spot: [1], name="shy"), "call"])
    with pytest.raises(OptionError, match="without auto_next"):
        play_batch(HandBatch(5, NL, "100bb", seats=2, auto_next=True), ["call", "call"])
