"""Runs: the same bytes however they are run, figures that a slow count agrees with, intervals that hold."""

from __future__ import annotations

import json
import math
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import combinations
from multiprocessing import get_context

import numpy as np
import pytest

from equity.cards import cards_from_mask, cards_text, to_mask
from equity.errors import EquityError, OptionError, RulesError, StrategyError
from equity.history import Kind, replay_all
from equity.kernels.play import tally_columns as col
from equity.rules import Hand, Rake, Rules, Table, cardroom_limit, online_cents, pokerfs
from equity.simulate import compiled, play_session, run, scalar
from equity.simulate.runs.chunks import play_chunk
from equity.simulate.runs.hand_records import RecordMaker, first_records
from equity.simulate.runs.runner import run_spec
from equity.simulate.runs.specification import make_spec, parse_stacks
from equity.simulate.runs.statistics import Estimate, Spread, Totals, hands_to_separate
from equity.simulate.runs.summary import position_names
from tests.helpers import amount
from tests.naive_session import count_session

MIXED = ["tag", "random", "lag", "call"]
RAKED = Rules(small_blind=5, big_blind=10, rake=Rake(percent=5, cap=30))
POT_LIMIT = Rules(structure="pot-limit", small_blind=5, big_blind=10, ante=2)
STRADDLED = Rules(small_blind=5, big_blind=10, straddles=(20,), ante=10, ante_by="big-blind")
HOUSES = [pokerfs(), cardroom_limit(4, 8), POT_LIMIT, STRADDLED, RAKED]


def text(result):
    plain = result.to_dict()
    return json.dumps({key: plain[key] for key in plain if key not in ("elapsed", "threads", "hands_per_second")})


# the same bytes


@pytest.mark.parametrize("duplicate", [False, True])
def test_threads_and_chunks_do_not_matter(duplicate):
    spec = make_spec(pokerfs(), MIXED, hands=30_000, seed=11, duplicate=duplicate)
    expected = text(run_spec(spec, threads=1))
    assert text(run_spec(spec, threads=2)) == expected
    assert text(run_spec(spec, threads=5)) == expected
    assert text(run_spec(replace(spec, chunk=1234), threads=2)) == expected


def test_processes_do_not_matter():
    offset = 3
    players = [
        "tag",
        "random",
        compiled(lambda h, u, me, stream: (5, 0), name="lambda"),
        scalar(lambda spot: "check or call" if spot.to_call < offset * 20 else "fold", name="closure"),
    ]
    expected = text(run(pokerfs(), players, hands=5_000, seed=1, threads=1))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert text(run(pokerfs(), players, hands=5_000, seed=1, executor=executor)) == expected


def test_a_longer_run_begins_with_the_shorter_one():
    short = make_spec(pokerfs(), MIXED, hands=50, seed=5)
    assert first_records(replace(short, deals=500), 50) == first_records(short, 50)
    assert first_records(short, 50) != first_records(replace(short, seed=6), 50)


def test_a_fresh_seed_is_told():
    first, second = (run(pokerfs(), ["call", "call"], hands=10) for _ in range(2))
    assert first.seed != second.seed
    assert text(run(pokerfs(), ["call", "call"], hands=10, seed=first.seed)) == text(first)


# every hand is a hand by the rules


@pytest.mark.parametrize("rules", HOUSES, ids=str)
@pytest.mark.parametrize("duplicate", [False, True])
def test_hands_replay_to_the_same_stacks(rules, duplicate):
    """Chips are conserved in every hand, and each hand played again through Hand ends the same."""
    stacks = [55, 400, 1000, 15, 90]
    spec = make_spec(
        rules, ["random", "tag", "maniac", "call", "push-fold"], hands=800, stacks=stacks, seed=3, duplicate=duplicate
    )
    records = first_records(spec, spec.hands)
    assert len(records) == spec.hands
    for record in records:
        assert sum(record.stacks) == sum(record.finishing_stacks) + (record.rake or 0)
    if rules.rake is None:
        verdicts = {played.verdict for played in replay_all(records)}
        assert verdicts == {"agree"}


def test_engine_counts_every_chip():
    """The step-by-step engine with its own chip count on plays the same hands."""
    spec = make_spec(pokerfs(), ["random", "maniac", "call"], hands=150, stacks=[55, 400, 1000], seed=4)
    for number, record in enumerate(first_records(spec, 150)):
        order = [(number + 1 + place) % 3 for place in range(3)]
        holes = [""] * 3
        for place, seat in enumerate(order):
            holes[seat] = cards_text(record.holes[place])
        hand = Hand(
            pokerfs(), [55, 400, 1000], button=number % 3, holes=holes, board=cards_text(record.board), check=True
        )
        for action in record.decisions:
            assert hand.actor == order[action.player]
            if action.kind is Kind.RAISE:
                hand.raise_to(action.amount)
            elif action.kind is Kind.FOLD:
                hand.fold()
            else:
                hand.check_or_call()
        assert [hand.final_stacks[seat] for seat in order] == list(record.finishing_stacks)


def test_duplicate_deals_every_deck_once_a_rotation():
    spec = make_spec(pokerfs(), ["tag", "lag", "call"], hands=300, seed=9, duplicate=True)
    records = first_records(spec, 300)
    for deck in range(100):
        turns = records[3 * deck : 3 * deck + 3]
        assert len({tuple(hand.holes) for hand in turns}) == 1
        assert [hand.players[0] for hand in turns] == [hand.players[0] for hand in turns[:1]] or len(
            {hand.players[0] for hand in turns}
        ) == 3
        for board in combinations([hand.board for hand in turns], 2):
            shared = min(map(len, board))
            assert board[0][:shared] == board[1][:shared]


def test_equal_players_are_equal_with_duplicate():
    result = run(pokerfs(), ["tag"] * 4, hands=8000, seed=2, duplicate=True)
    for seat in result.seats:
        assert abs(seat.bb100.mean) <= 4 * seat.bb100.std_error + 1e-12


@pytest.mark.parametrize("name", ["tag", "random"])
def test_a_strategy_against_itself_wins_nothing(name):
    result = run(pokerfs(), [name] * 6, hands=60_000, seed=12)
    for seat in result.seats:
        assert abs(seat.bb100.mean) < 4 * seat.bb100.std_error
    assert result[name].net == 0


# figures against a slow count


REGULARS = ["tag", "lag", "maniac", "call", "nit"]


@pytest.mark.parametrize(
    ("rules", "players", "stacks"),
    [
        # Deep stacks or equal ones that go in at once: the slow count takes a short all-in for a full raise.
        (pokerfs(), REGULARS, "2000bb"),
        (cardroom_limit(4, 8), REGULARS, "2000bb"),
        (pokerfs(), ["push-fold", "tag", "push-fold(push=0.5)", "call"], "12bb"),
    ],
    ids=["no-limit", "limit", "all-in at once"],
)
def test_counts_against_a_slow_count(rules, players, stacks):
    spec = make_spec(rules, players, hands=amount(1000, 3000), stacks=stacks, seed=21)
    result = run_spec(spec)
    slow = count_session(first_records(spec, spec.hands))
    compared = (
        *(col.HANDS, col.NET, col.WALKS, col.VPIP, col.PFR, col.THREE_BET_CHANCES, col.THREE_BETS),
        *(col.FLOPS, col.RAISES, col.CALLS, col.SHOWDOWNS, col.DECISIONS),
    )
    for player, seat in enumerate(result.seats):
        for column in compared:
            assert result.totals.count(player, column) == slow[seat.name][column], (seat.name, column)


@pytest.mark.parametrize(
    "rules",
    [*HOUSES[:4], Rules(small_blind=5, big_blind=10, cumulative_reopen=False)],
    ids=["no-limit", "limit", "pot-limit", "straddled", "not cumulative"],
)
def test_three_bets_against_the_rules(rules):
    """A chance is exactly one raise before, of any size, and raising open to the seat: as `Hand` says, hand by hand."""
    stacks = [55, 400, 1000, 13, 90, 33]
    players = ["random", "maniac", "tag", "random", "lag", "random"]
    spec = make_spec(rules, players, hands=amount(800, 2000), stacks=stacks, seed=21)
    chances, made = np.zeros((2, 6), int)
    for number, record in enumerate(first_records(spec, spec.hands)):
        button = number % 6
        order = [(button + 1 + place) % 6 for place in range(6)]
        holes = {seat: cards_text(record.holes[place]) for place, seat in enumerate(order)}
        hand = Hand(rules, stacks, button=button, holes=holes, board=cards_text(record.board))
        chance, three, raises = set(), set(), 0
        for action in record.decisions:
            if hand.street != "preflop":
                break
            if raises == 1 and hand.legal.max_raise_to:
                chance.add(hand.actor)
                three |= {hand.actor} if action.kind is Kind.RAISE else set()
            if action.kind is Kind.RAISE:
                raises += 1
                hand.raise_to(action.amount)
            elif action.kind is Kind.FOLD:
                hand.fold()
            else:
                hand.check_or_call()
        chances[list(chance)] += 1
        made[list(three)] += 1
    totals = run_spec(spec).totals
    assert [totals.count(player, col.THREE_BET_CHANCES) for player in range(6)] == chances.tolist()
    assert [totals.count(player, col.THREE_BETS) for player in range(6)] == made.tolist()
    assert made.sum() > 100


def results_by_hand(spec):
    """Return each player's result of each hand."""
    names = RecordMaker(spec).names
    rows = []
    for record in first_records(spec, spec.hands):
        nets = dict(zip(record.players, record.result, strict=True))
        rows.append([nets[name] for name in names])
    return np.array(rows)


def test_errors_against_numpy():
    spec = make_spec(pokerfs(), ["tag", "random", "lag"], hands=3000, seed=22, all_in_ev=False)
    result, nets = run_spec(spec), results_by_hand(spec)
    buttons = np.arange(3000) % 3
    centred = nets - np.array([nets[buttons == b].mean(axis=0) for b in range(3)])[buttons]
    errors = 10 * np.sqrt((centred**2).sum(axis=0) / (3000 - 3) / 3000)
    for player, seat in enumerate(result.seats):
        assert seat.adjusted is None
        assert seat.bb100.mean == pytest.approx(10 * nets[:, player].mean(), rel=1e-12)
        assert seat.bb100.std_error == pytest.approx(errors[player], rel=1e-12)
    difference = result.separations[0].difference
    gap = centred[:, 0] - centred[:, 1]
    assert difference.std_error == pytest.approx(10 * math.sqrt((gap**2).sum() / 2997 / 3000), rel=1e-12)


def test_duplicate_errors_come_from_rotations():
    spec = make_spec(pokerfs(), ["tag", "random", "lag"], hands=1500, seed=23, duplicate=True)
    result = run_spec(spec)
    groups = results_by_hand(spec).reshape(500, 3, 3).sum(axis=1)
    for player, seat in enumerate(result.seats):
        assert seat.bb100.mean == pytest.approx(10 * groups[:, player].mean() / 3, rel=1e-12)
        assert seat.bb100.std_error == pytest.approx(10 * groups[:, player].std(ddof=1) / 3 / math.sqrt(500), rel=1e-12)


def test_seats_of_one_name_are_added_up():
    result = run(pokerfs(), ["tag", "call", "tag"], hands=3000, seed=24)
    both = [seat for seat in result.seats if seat.name == "tag"]
    assert result["tag"].hands == 6000
    assert result["tag"].net == sum(seat.net for seat in both)
    assert result["tag"].bb100.mean == pytest.approx(sum(seat.bb100.mean for seat in both) / 2)
    assert [place.position for place in result["tag"].positions] == ["BTN", "SB", "BB"]
    assert sum(place.hands for place in result["tag"].positions) == 6000
    with pytest.raises(KeyError):
        result["lag"]


def test_rake_is_counted():
    result = run(RAKED, ["random", "call", "tag"], hands=2000, seed=25)
    assert sum(seat.net for seat in result.seats) == -sum(seat.rake for seat in result.seats) < 0
    assert all(seat.rake >= 0 for seat in result.seats)


# intervals


def test_intervals_cover_the_truth():
    """Over 500 short runs the 95 % interval of a fair seat holds zero in 93 to 97 % of them."""
    inside = fine = 0
    for seed in range(500):
        seat = run(cardroom_limit(4, 8), ["random"] * 3, hands=600, stacks=400, seed=seed, threads=1).seats[0]
        inside += seat.bb100.ci95[0] <= 0 <= seat.bb100.ci95[1]
        fine += seat.adjusted.ci95[0] <= 0 <= seat.adjusted.ci95[1]
    assert 465 <= inside <= 485
    assert 465 <= fine <= 485


@pytest.mark.parametrize("hole", ["AsAd", "7c2d", "JhTh"])
def test_six_callers_win_their_equity(hole):
    """Always-call is the six-way all-in equity of the cards."""
    from equity.odds import calculate

    spec = make_spec(pokerfs(), ["call"] * 6, hands=120_000, seed=31)
    wanted = [card >> 2 for card in cards_from_mask(to_mask(_cards(hole)))]
    suited = _cards(hole)[0] & 3 == _cards(hole)[1] & 3
    shares = []
    for span in spec.spans():
        hands = play_chunk(spec, span, keep=True).record.hands
        holes = np.sort(hands["hole"][:, :6], axis=2)
        match = (holes[:, :, 0] >> 2 == min(wanted)) & (holes[:, :, 1] >> 2 == max(wanted))
        match &= ((holes[:, :, 0] & 3) == (holes[:, :, 1] & 3)) == suited
        shares += ((hands["stack"][:, :6] - 990)[match] / 60).tolist()
    expected = calculate([hole, *["random"] * 5], samples=400_000, seed=1)
    error = math.hypot(np.std(shares) / math.sqrt(len(shares)), float(expected.std_error[0]))
    assert abs(np.mean(shares) - float(expected.equity[0])) < 5 * error + 1 / 120  # odd chips


def _cards(text):
    from equity.cards import parse_cards

    return parse_cards(text)


# small parts


@pytest.mark.small
def test_hands_to_separate():
    assert hands_to_separate(Estimate(2.8, 1.0), 1000) == pytest.approx(1001, abs=1)
    assert hands_to_separate(Estimate(0.0, 1.0), 1000) is None
    assert hands_to_separate(Estimate(1.0, float("inf")), 1) is None


@pytest.mark.small
def test_a_tally_survives_json():
    spec = make_spec(pokerfs(), ["random", "call"], hands=20, seed=1)
    totals = play_chunk(spec, (0, 20)).totals
    again = Totals.from_state(json.loads(json.dumps(totals.to_state())))
    assert again.deals == totals.deals
    assert (again.counts == totals.counts).all()
    assert (again.products == totals.products).all()


@pytest.mark.small
def test_nothing_played_has_no_error():
    from fractions import Fraction

    assert Spread(Totals.empty(), 2).of([Fraction(1), Fraction(0)], scale=Fraction(1)).std_error == float("inf")
    one = run(pokerfs(), ["call", "random"], hands=1, seed=1, threads=1)
    assert one.seats[0].bb100.std_error == float("inf")
    assert one.to_dict()["seats"][0]["ci95"] is None
    assert "call" in str(one)
    assert one._repr_html_().startswith("<table>")


def test_every_result_shows_its_answer():
    """In a session one line, in a notebook a table, and rows that become a data frame."""
    table = Table(pokerfs(), seats=3, seed=1, first_button=0)
    for seat in (0, 2):
        table.sit(seat, f"p{seat}", 400)
    session = play_session(table, {0: "tag", 2: "call"}, hands=20)
    result = run(pokerfs(), ["tag", "call", "tag"], hands=2000, seed=24)
    rate = f"{result['tag'].bb100.mean:+.2f} ± {result['tag'].bb100.half_width:.2f}"
    answers = [
        (result, rate),
        (result["tag"], rate),
        (result.separations[0], f"{result.separations[0].difference.mean:+.2f}"),
        (session, f"p0 {session.net[0]:+,}"),
    ]
    for shown, answer in answers:
        assert answer in repr(shown)
        assert repr(shown).startswith(f"{type(shown).__name__}(")
        assert "\n" not in repr(shown)
        assert len(repr(shown)) < 200
        assert shown._repr_html_().startswith("<table>")
        assert shown.rows()
    pytest.importorskip("polars")
    for shown, _ in answers:
        assert len(shown.to_frame()) == len(shown.rows())
    frame = result.to_frame()
    assert len(frame) == 2 + 3 * (1 + 3)
    assert {"kind", "name", "position", "bb100", "std_error", "vpip"} <= set(frame.columns)
    assert [row["net"] for row in session.rows()] == session.net[[0, 2]].tolist()
    assert session.to_frame()["name"].to_list() == ["p0", "p2"]


@pytest.mark.small
@pytest.mark.parametrize("seats", range(2, 11))
def test_position_names(seats):
    names = position_names(seats)
    assert len(names) == len(set(names)) == seats
    assert names[0] == "BTN"


@pytest.mark.small
@pytest.mark.parametrize(
    ("stacks", "chips"),
    [
        ("100bb", (1000, 1000)),
        (500, (500, 500)),
        ("20.5bb", (205, 205)),
        ([1, "2bb"], (1, 20)),
        ("50,60", (50, 60)),
        ("1e6", (1_000_000, 1_000_000)),
        ("10m, 1.5K", (10_000_000, 1500)),
        ("1_000,$2", (1000, 2)),
    ],
)
def test_stacks(stacks, chips):
    assert parse_stacks(stacks, seats=2, big_blind=10) == chips
    assert parse_stacks(np.array([7, 8]), seats=2, big_blind=10) == (7, 8)


@pytest.mark.small
def test_stacks_as_text_are_money_where_the_chip_is_a_cent():
    """As `equity rules` says: amounts as text are money, whole numbers are chips."""
    from equity.simulate import HandBatch

    house = online_cents("0.05", "0.10")
    for given, chips in {"10.00": 1000, "10": 1000, "$10": 1000, "100bb": 1000, "1k": 100_000, 10: 10}.items():
        assert make_spec(house, ["call", "call"], hands=1, stacks=given).stacks == (chips, chips)
        batch = HandBatch(1, house, given, seats=2)
        assert batch.stacks.sum() + batch.pot[0] == 2 * chips
    assert make_spec(pokerfs(), ["call", "call"], hands=1, stacks="10").stacks == (10, 10)
    assert "100bb each" in str(run(house, ["call", "call"], hands=5, stacks="10.00", seed=1))
    assert "stacks 100bb/12.5bb" in str(run(house, ["call", "call"], hands=5, stacks=["10.00", 125], seed=1))
    with pytest.raises(RulesError, match=r"10\.005 is not a whole number of chips of 0\.01, it is 1000\.5"):
        make_spec(house, ["call", "call"], hands=1, stacks="10.005")


@pytest.mark.small
@pytest.mark.parametrize("rules", [None, "pokerfs", pokerfs, 5])
def test_rules_that_are_none(rules):
    from equity.simulate import HandBatch

    for play in (lambda: run(rules, ["call", "call"], hands=5), lambda: HandBatch(2, rules, seats=2)):
        with pytest.raises(RulesError, match=r"rules must be a Rules, such as presets\.pokerfs\(\), got"):
            play()


@pytest.mark.small
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"strategies": ["tag"]}, StrategyError, "2 to 10 seats, got 1"),
        ({"strategies": "tag"}, StrategyError, "a list"),
        ({"strategies": ["tag"] * 11}, StrategyError, "got 11"),
        ({"hands": 0}, OptionError, "at least 1"),
        ({"seed": -1}, OptionError, "seed"),
        ({"on_illegal": "shrug"}, OptionError, "'error' or 'fold'"),
        ({"stacks": [1, 2, 3]}, RulesError, "2 seats but 3 stacks"),
        ({"stacks": "lots"}, RulesError, "such as 1000 or 100bb"),
        ({"stacks": "0.05bb"}, RulesError, "whole number of chips"),
        ({"stacks": 1.5}, RulesError, "whole chips"),
        ({"stacks": 0}, RulesError, "must be 1 or more"),
        ({"stacks": 10**13}, RulesError, "too many to count"),
        ({"threads": 0}, OptionError, "threads"),
        ({"executor": 5}, OptionError, "executor must be a concurrent.futures.Executor or like one, got 5"),
        ({"progress": 5}, OptionError, "progress must be a function"),
        ({"output": 5}, OptionError, "output must be a path, got 5"),
        ({"checkpoint": 5}, OptionError, "checkpoint must be a path, got 5"),
        ({"stacks": "1e99"}, RulesError, "at most"),
        ({"stacks": "1e999999999"}, RulesError, "such as 1000 or 100bb"),
        ({"stacks": "100b"}, RulesError, "such as 1000 or 100bb"),
        ({"stacks": "10.5"}, RulesError, "it is 10.5; use a smaller chip"),
        ({"stacks": b"5"}, RulesError, "whole chips"),
        ({"output": "x.docx"}, OptionError, "ending"),
        ({"output": "/nowhere/x.phhs"}, OptionError, "cannot write"),
    ],
)
def test_bad_input(arguments, error, message):
    given = {"strategies": ["call", "call"], "hands": 10} | arguments
    players = given.pop("strategies")
    with pytest.raises(error) as caught:
        run(pokerfs(), players, **given)
    assert message in str(caught.value)
    assert isinstance(caught.value, EquityError)


@pytest.mark.small
def test_large_stacks_keep_their_sums_exact():
    result = run(Rules(small_blind=1, big_blind=2), ["random", "random"], hands=40, stacks=10**9, seed=2, threads=1)
    assert sum(seat.net for seat in result.seats) == 0
    assert result.spec.chunk < 40
    assert result.totals.products[0][0, 0] == result.totals.products[0][1, 1] > 0
