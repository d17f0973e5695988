"""All-ins before the river, settled again at their equity: by boards, by the table, by a sample, by the exact count."""

from __future__ import annotations

import json
import math
from collections import Counter, OrderedDict
from itertools import combinations, islice

import numpy as np
import pytest
from click.testing import CliRunner

from equity.cards import combo_index, to_mask
from equity.cli import cli
from equity.constants import ALL_IN, BOARDS_HEADS_UP
from equity.errors import CheckpointError, OptionError
from equity.evaluator import evaluate_many
from equity.history import Kind
from equity.kernels.cards.deal import draw_place, draw_places
from equity.kernels.cards.evaluate import HASHED_KEYS
from equity.kernels.compile.decorators import kernel
from equity.kernels.hands import all_ins
from equity.kernels.hands.records import HAND, LIVE
from equity.kernels.play import tally_columns as col
from equity.odds.exact.preflop_table import matchup
from equity.rules import Rules, cardroom_limit, pokerfs
from equity.simulate import batched, compiled, run
from equity.simulate.runs import chunks
from equity.simulate.runs.chunks import play_chunk
from equity.simulate.runs.hand_records import first_records
from equity.simulate.runs.specification import make_spec
from equity.tables import CARD_MASKS, START_KEY
from tests.helpers import amount
from tests.naive_evaluator import strength

SIXES = Rules(small_blind=6, big_blind=12)  # with stacks of 60 and so on every pot splits into two or three equal parts
UNEQUAL = [60, 180, 1200, 120]


def alone(spec, number):
    """Return the totals and the record of one deal of a spec."""
    chunk = play_chunk(spec, (number, 1), keep=True)
    return chunk.totals.counts, chunk.record.hands[0]


def adjusted_by_seat(spec, number):
    """Return what the kernel makes of one deal, in chips by seat."""
    counts, _ = alone(spec, number)
    return counts[: spec.players, :, col.ADJUSTED].sum(axis=1) / spec.unit


def early_all_ins(spec, street, least=2):
    """Yield numbers and final states of the hands that were all-in on a street."""
    for number in range(spec.deals):
        _, hand = alone(spec, number)
        live = int((hand["status"][: spec.players] == LIVE).sum())
        if hand["showdown"] and hand["street"] == street and live >= least:
            yield number, hand


# before the flop


def test_two_players_are_looked_up_in_the_table():
    spec = make_spec(pokerfs(), ["random", "random"], hands=400, stacks=[200, 160], seed=26)
    found = 0
    for number, hand in early_all_ins(spec, 0):
        first, second = (combo_index(*map(int, sorted(hand["hole"][seat], reverse=True))) for seat in range(2))
        wins, ties = matchup(first, second)
        expected = 320 * (wins + ties / 2) / BOARDS_HEADS_UP - 160
        tolerance = 0.51 / spec.unit
        assert adjusted_by_seat(spec, number) == pytest.approx([expected, -expected], abs=tolerance)
        found += 1
    assert found > 50


def slow_settled(hand, seats):
    """Return each seat's expected result over all boards that could still come; every pot splits evenly."""
    holes = hand["hole"][:seats]
    opened = hand["board"][: hand["street"] + 2 if hand["street"] else 0].tolist()
    deck = sorted(set(range(52)) - set(holes.ravel().tolist()) - set(opened))
    boards = np.array([[*opened, *rest] for rest in combinations(deck, 5 - len(opened))], np.uint8)
    live = [seat for seat in range(seats) if hand["status"][seat] == LIVE]
    values = {
        seat: evaluate_many(np.hstack([boards, np.tile(holes[seat].astype(np.uint8), (len(boards), 1))]))
        for seat in live
    }
    won = -hand["committed"][:seats].astype(float)
    below = 0
    for level in sorted({int(hand["committed"][seat]) for seat in live}):
        amount = sum(min(int(chips), level) - min(int(chips), below) for chips in hand["committed"][:seats])
        rivals = [seat for seat in live if hand["committed"][seat] >= level]
        best = np.max([values[seat] for seat in rivals], axis=0)
        winners = np.array([values[seat] == best for seat in rivals])
        for seat, wins in zip(rivals, winners / winners.sum(axis=0), strict=True):
            won[seat] += amount * wins.mean()
        below = level
    return won


@pytest.mark.parametrize(
    "rivals", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
def test_the_exact_count_before_the_flop_is_a_count_of_all_boards(rivals):
    spec = make_spec(SIXES, ["random"] * 4, hands=600, stacks=UNEQUAL, seed=31, all_in_ev="exact")
    many = amount(1, 2)
    chosen = list(islice(early_all_ins(spec, 0, least=rivals), many))
    assert len(chosen) == many
    for number, hand in chosen:
        assert adjusted_by_seat(spec, number) == pytest.approx(slow_settled(hand, 4), abs=0.51 / spec.unit)


def test_the_sample_before_the_flop_has_the_exact_mean():
    """Hand by hand the two differ by chance alone: by all boards 0 on average, and smaller than what they adjust."""
    players = ["random", "maniac", "random"]
    counted, drawn = (
        make_spec(SIXES, players, hands=4000, stacks=600, seed=32, all_in_ev=how) for how in ("exact", True)
    )
    differences, luck = [], []
    for number, hand in early_all_ins(counted, 0):
        exact, sampled = adjusted_by_seat(counted, number), adjusted_by_seat(drawn, number)
        differences.append(exact[0] - sampled[0])
        luck.append(exact[0] - int(hand["stack"][0] - hand["start"][0]))
        assert sampled.sum() == pytest.approx(0, abs=3 / drawn.unit)
    assert len(differences) > 300
    assert abs(np.mean(differences)) < 4 * np.std(differences) / math.sqrt(len(differences))
    assert np.var(differences) < np.var(luck) / 12  # 16 nearly independent boards


# on the flop and turn


def slow_adjusted(record):
    """Return the exact expected results of a two-player hand that was all-in on the flop or turn."""
    shown = {action.player for action in record.actions if action.kind is Kind.SHOW}
    before = 0
    for action in record.actions:
        if action.kind is Kind.BOARD:
            before += len(action.cards)
        elif Kind.FOLD <= action.kind <= Kind.RAISE:
            known = before
    if len(shown) < 2 or known in (0, 5):
        return None
    open_board = record.board[:known]
    used = to_mask([*open_board, *record.holes[0], *record.holes[1]])
    rest = [card for card in range(52) if not used & to_mask([card])]
    pot = 2 * min(record.stacks)
    total, boards = 0.0, 0
    for extra in combinations(rest, 5 - known):
        board = [*open_board, *extra]
        first, second = (strength([*board, *record.holes[player]]) for player in range(2))
        total += pot if first > second else pot / 2 if first == second else 0
        boards += 1
    return total / boards - min(record.stacks)


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_adjusted_results_are_exact(street):
    """One hand at a time: what the kernel gives is the average over all runouts, by a naive count."""
    spec = make_spec(pokerfs(), ["random", "random"], hands=3000, stacks=[200, 200], seed=26)
    found = 0
    for number, record in enumerate(first_records(spec, 3000)):
        actions = [action for action in record.actions if action.kind is not Kind.SHOW]
        last = max(i for i, action in enumerate(actions) if Kind.FOLD <= action.kind <= Kind.RAISE)
        known = sum(len(action.cards) for action in actions[:last] if action.kind is Kind.BOARD)
        if known != {"flop": 3, "turn": 4}[street] or actions[-1].kind is not Kind.BOARD:
            continue
        expected = slow_adjusted(record)
        counts, _ = alone(spec, number)
        player = spec.players - 1 if number % 2 == 0 else 0  # who sits left of the button
        adjusted = counts[player, :, col.ADJUSTED].sum() / spec.unit
        assert adjusted == pytest.approx(expected, abs=0.51 / spec.unit)
        found += 1
        if found == (2 if street == "flop" else 5):
            return
    raise AssertionError("too few such hands")


@pytest.mark.parametrize("street", [1, 2])
@pytest.mark.parametrize("rivals", [2, 3, 4])
def test_side_pots_on_the_flop_and_turn_are_a_count_of_all_boards(street, rivals):
    """Hands of several rivals and pots, among them many with flushes."""
    spec = make_spec(SIXES, ["maniac", "call", "random", "call"], hands=4000, stacks=UNEQUAL, seed=34)
    found = 0
    for number, hand in islice(early_all_ins(spec, street, least=rivals), 25):
        assert adjusted_by_seat(spec, number) == pytest.approx(slow_settled(hand, 4), abs=0.51 / spec.unit)
        found += 1
    assert found >= 10


@pytest.mark.parametrize("players", [["random", "random"], ["random", "maniac", "lag", "tag"]], ids=len)
def test_adjusted_and_raw_results_agree(players):
    result = run(pokerfs(), players, hands=100_000, seed=27)
    for seat in result.seats:
        spread = 5 * math.hypot(seat.bb100.std_error, seat.adjusted.std_error)
        assert abs(seat.bb100.mean - seat.adjusted.mean) < spread
        assert seat.adjusted.std_error < 0.9 * seat.bb100.std_error
    total = sum(seat.adjusted.mean for seat in result.seats)
    assert total == pytest.approx(0, abs=0.2)


@pytest.mark.slow
def test_adjusted_and_raw_results_agree_over_ten_million_hands():
    result = run(pokerfs(), ["random", "random"], hands=10_000_000, seed=28)
    first = result.seats[0]
    assert abs(first.bb100.mean - first.adjusted.mean) < 4 * math.hypot(first.bb100.std_error, first.adjusted.std_error)


def test_no_early_all_in_no_adjustment():
    result = run(cardroom_limit(4, 8), ["random", "call", "tag"], hands=3000, stacks=4000, seed=29)
    for seat in result.seats:
        assert seat.adjusted == seat.bb100


# how it is asked for


@pytest.mark.parametrize(
    "players", [["random", "random", "call"], [batched(lambda s: s.passive()), "random", "random"]]
)
@pytest.mark.parametrize("settle", [True, "exact"])
def test_who_settles_is_compiled_when_the_first_early_all_in_is_met(players, settle, monkeypatch):
    def found():
        return run(pokerfs(), players, hands=300, seed=8, stacks=100, threads=1, all_in_ev=settle).to_dict()["seats"]

    settled = found()
    asked = []
    monkeypatch.setattr(chunks, "_prepared", OrderedDict())
    monkeypatch.setattr("equity.kernels.play.strategy_pointers.is_at_hand", asked.append)
    assert found() == settled
    assert asked  # nobody was at hand
    assert any(seat["adjusted"] != seat["bb100"] for seat in settled)


def test_python_players_are_settled_alike():
    """The same hands whether players are compiled or asked over arrays."""

    def shove(h, u, me, stream):
        return ALL_IN, 0

    def shove_all(situation):
        return np.full(len(situation), ALL_IN), np.zeros(len(situation), np.int64)

    for how in (True, "exact"):
        for seats in (2, 3):
            results = [
                run(pokerfs(), [player] * seats, hands=60, seed=33, all_in_ev=how)
                for player in (compiled(shove, name="shove"), batched(shove_all, name="shove"))
            ]
            first, second = (result.totals.counts[:, :, [col.NET, col.ADJUSTED]] for result in results)
            assert (first == second).all()
            assert (first[..., 0] * 1024 != first[..., 1]).any()


@pytest.mark.parametrize("wrong", ["yes", None, 2, "Exact", ["exact"]])
def test_other_ways_to_settle_are_refused(wrong):
    with pytest.raises(OptionError, match="all_in_ev must be True, False or 'exact'"):
        make_spec(pokerfs(), ["call", "call"], hands=1, all_in_ev=wrong)


def test_the_result_says_how_all_ins_were_settled():
    told = Counter()
    for seats in (2, 3):
        for how in (False, True, "exact"):
            plain = run(pokerfs(), ["random"] * seats, hands=10, seed=1, all_in_ev=how).to_dict()
            told[seats, how, plain["all_in_ev"], plain["all_in_exact"]] += 1
    assert set(told) == {
        (2, False, False, False),
        (2, True, True, True),
        (2, "exact", True, True),
        (3, False, False, False),
        (3, True, True, False),
        (3, "exact", True, True),
    }


def test_a_checkpoint_of_the_other_way_is_refused(tmp_path):
    file = tmp_path / "run.checkpoint"
    players = ["random", "random", "call"]
    run(pokerfs(), players, hands=200, seed=1, checkpoint=file)
    with pytest.raises(CheckpointError, match="another question"):
        run(pokerfs(), players, hands=200, seed=1, all_in_ev="exact", checkpoint=file)


def test_the_command_counts_exactly_where_asked():
    given = ["simulate", "--seats", "random,random,call", "-n", "200", "--seed", "1", "--format", "json"]
    usual, exact = (
        json.loads(CliRunner().invoke(cli, [*given, *more], catch_exceptions=False).stdout)
        for more in ([], ["--exact-all-in-ev"])
    )
    assert (usual["all_in_exact"], exact["all_in_exact"]) == (False, True)
    for one, two in zip(usual["seats"], exact["seats"], strict=True):
        assert one["bb100"] == two["bb100"]
        assert one["adjusted"] != two["adjusted"]


def test_the_command_refuses_to_settle_exactly_and_not_at_all():
    given = ["simulate", "--seats", "call,call", "-n", "1", "--no-all-in-ev", "--exact-all-in-ev"]
    result = CliRunner().invoke(cli, given)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: --exact-all-in-ev and --no-all-in-ev exclude each other (see ")


@kernel
def list_sample(hands, unseen, stream, scratch, masks):
    boards = all_ins._list_sample(unseen, stream, scratch[0])
    for i in range(boards):
        masks[i] = all_ins._mask_of(hands[0], i, boards, scratch[0])
    return boards


@pytest.mark.small
@pytest.mark.parametrize("unseen", [48, 46, 44, 36, 32])
def test_every_card_is_on_as_many_of_the_sampled_boards(unseen):
    """Boards are lines through five rows: each card of the layout lies on one of every slope."""
    hands, scratch, masks = np.zeros(1, HAND), np.zeros(1, all_ins.SCRATCH), np.zeros(64, np.uint64)
    scratch["cards"][0, :unseen] = np.arange(unseen)
    boards = list_sample(hands, unseen, np.arange(1, 5, dtype=np.uint64), scratch, masks)
    columns = unseen // 5
    assert boards == all_ins.SLOPES * columns
    on = (masks[:boards, None] & CARD_MASKS[:unseen]) != 0
    assert (on.sum(axis=1) == 5).all()
    laid_out = np.zeros(unseen, np.int64)
    laid_out[scratch["cards"][0, : 5 * columns].astype(np.int64)] = all_ins.SLOPES
    assert on.sum(axis=0).tolist() == laid_out.tolist()
    keys = [HASHED_KEYS[:unseen][row].sum() + START_KEY for row in on]
    assert scratch["keys"][0, :boards].tolist() == keys


@kernel
def places_both_ways(streams, size, count, scratch, places):
    """Draw places together, then one by one."""
    draw_places(streams[0], size, count, scratch[0]["words"], scratch[0]["places"])
    word, left = np.uint64(0), 0
    for top in range(count):
        place, word, left = draw_place(streams[1], word, left, size - top)
        places[top] = place


@pytest.mark.small
@pytest.mark.parametrize("size", [46, 40, 33])
def test_places_drawn_together_are_those_drawn_one_by_one(size):
    """Also where a draw is thrown away, which a hundred shuffles make likely."""
    count = size // 5 * 5
    for seed in range(1, 200):
        streams = np.tile(np.arange(seed, seed + 4, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15 >> 3), (2, 1))
        scratch, places = np.zeros(1, all_ins.SCRATCH), np.zeros(48, np.uint64)
        places_both_ways(streams, size, count, scratch, places)
        assert scratch["places"][0].T.ravel()[:count].tolist() == places[:count].tolist()
        assert streams[0].tolist() == streams[1].tolist()
