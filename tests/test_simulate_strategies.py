"""Players: the built-in ones play legal, honest poker at the frequencies they claim; three ways to bring your own."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numba
import numpy as np
import pytest
from click.testing import CliRunner

from equity.cards import combo_index, parse_cards
from equity.cli import cli
from equity.errors import StrategyError
from equity.kernels.compile.decorators import kernel
from equity.rules import Rules, cardroom_limit, pokerfs
from equity.simulate import batched, compiled, run, scalar, strategies
from equity.simulate.players.styles import frequencies, solve_ranges
from equity.simulate.strategies import BUILT_IN, as_strategy, parse_strategy
from tests.naive_evaluator import strength

NAMES = sorted(BUILT_IN)
POT_LIMIT = Rules(structure="pot-limit", small_blind=5, big_blind=10, ante=1)


@numba.njit
def compiled_station(h, u, me, stream):
    return 5, 0


def plain_rock(h, u, me, stream):
    return (0, 0) if h["current_bet"] > h["bet"][h["actor"]] else (1, 0)


def batched_raiser(situation):
    codes = np.where(situation.max_raise_to > 0, 3, situation.passive())
    return codes, situation.min_raise_to


def scalar_mixer(spot):
    if spot.max_raise_to and spot.luck < 0.3:
        return "raise", spot.max_raise_to
    return "check or call" if spot.luck < 0.8 else "fold"


OWN = [compiled(compiled_station), compiled(plain_rock), batched(batched_raiser), scalar(scalar_mixer)]


def figures(result):
    plain = result.to_dict()
    return [{key: value for key, value in seat.items() if key != "name"} for seat in plain["seats"]]


@pytest.mark.parametrize("rules", [pokerfs(), cardroom_limit(), POT_LIMIT], ids=lambda rules: rules.structure)
@pytest.mark.parametrize("player", [*NAMES, *OWN], ids=lambda player: getattr(player, "name", player))
def test_contract(player, rules):
    """Every player: only legal actions, no chip lost, the same for every number of threads."""
    table = [player, "random", player, "tag"]
    one, two = (
        run(rules, table, hands=1200, stacks=[150, 400, 1000, 35], seed=8, threads=threads) for threads in (1, 2)
    )
    assert figures(one) == figures(two)
    assert sum(seat.net for seat in one.seats) == 0
    assert all(seat.decisions > 0 for seat in one.seats)
    assert as_strategy(player).describe()["name"] == as_strategy(player).name


@pytest.mark.small
@pytest.mark.parametrize("name", NAMES)
def test_built_in_plays_a_few_hands(name):
    result = run(pokerfs(), [name, "call", name], hands=30, seed=1, threads=1)
    assert sum(seat.net for seat in result.seats) == 0


@pytest.mark.parametrize(
    ("name", "rules", "stacks", "seats", "decisions"),
    [
        ("call", pokerfs(), "100bb", 6, 24.0),
        ("call", pokerfs(), "100bb", 2, 8.0),
        ("random", pokerfs(), "100bb", 6, 8.5),
        ("random", pokerfs(), "100bb", 2, 3.2),
        ("random", cardroom_limit(4, 8), 400, 6, 16.2),
        ("random", cardroom_limit(4, 8), 400, 2, 4.26),
    ],
)
def test_decisions_a_hand(name, rules, stacks, seats, decisions):
    result = run(rules, [name] * seats, hands=60_000, stacks=stacks, seed=2)
    assert sum(seat.decisions for seat in result.seats) / 60_000 == pytest.approx(decisions, abs=0.05)


@pytest.mark.parametrize("name", ["nit", "tag", "lag", "maniac"])
def test_claimed_vpip_and_pfr(name):
    claim = BUILT_IN[name]().parameters
    result = run(pokerfs(), [name] * 6, hands=60_000, seed=3)[name]
    assert result.vpip == pytest.approx(claim["vpip"], abs=0.01)
    assert result.pfr == pytest.approx(claim["pfr"], abs=0.01)
    assert result.three_bet == pytest.approx(claim["three_bet"], abs=0.012)


@pytest.mark.parametrize(("vpip", "pfr", "three_bet"), [(0.3, 0.2, 0.1), (0.5, 0.06, 0.02), (0.15, 0.15, 0.05)])
def test_changed_vpip_and_pfr(vpip, pfr, three_bet):
    player = strategies.tag(vpip=vpip, pfr=pfr, three_bet=three_bet)
    result = run(pokerfs(), [player] * 6, hands=40_000, seed=4)["tag"]
    assert result.vpip == pytest.approx(vpip, abs=0.015)
    assert result.pfr == pytest.approx(pfr, abs=0.015)


@pytest.mark.small
def test_ranges_are_solved():
    width, extra = solve_ranges(0.22, 0.18, 0.07)
    assert frequencies(width, extra, 0.07) == pytest.approx((0.22, 0.18), abs=1e-6)
    with pytest.raises(StrategyError, match="larger three_bet"):
        solve_ranges(0.9, 0.8, 0.05)


@pytest.mark.parametrize("name", NAMES)
def test_only_looks_at_what_its_seat_can_see(name):
    """Changing other players' cards and the covered board changes no decision."""
    from equity.kernels.cards.random_numbers import seed_stream
    from equity.kernels.hands.hand import act, start_seeded
    from equity.kernels.hands.records import HAND
    from equity.kernels.play import strategies as kernels

    player = as_strategy(name)
    me = np.zeros(1, kernels.PLAYER)
    me["row"][0, : len(player.row)] = player.row
    function = getattr(kernels, player.function)
    rules, stacks = pokerfs().to_array(), np.full(4, 1000)
    hands, draws = np.zeros(2, HAND), np.zeros((2, 4), np.uint64)
    rng = np.random.default_rng(1)
    for deal in range(150):
        start_seeded(hands, 0, rules, stacks, deal % 4, np.uint64(deal))
        while hands[0]["actor"] >= 0:
            hands[1] = hands[0]
            scramble(hands[1], rng)
            for i in range(2):
                seed_stream(9, deal, draws[i])
            seen, other = (function(hands[i], rules[0], me[0], draws[i]) for i in range(2))
            assert seen == other
            assert act(hands, 0, rules, *seen) != -9


def scramble(hand, rng):
    seat = int(hand["actor"])
    known = hand["hole"][seat].tolist() + hand["board"][: hand["street"] + 2 if hand["street"] else 0].tolist()
    cards = rng.permutation([card for card in range(52) if card not in known]).tolist()
    for s in range(4):
        if s != seat:
            hand["hole"][s] = cards.pop(), cards.pop()
    for j in range(hand["street"] + 2 if hand["street"] else 0, 5):
        hand["board"][j] = cards.pop()


def test_better_players_win():
    result = run(pokerfs(), ["tag", "call", "random"], hands=30_000, seed=5, duplicate=True)
    for name in ("call", "random"):
        assert result["tag"].bb100.ci95[0] > result[name].bb100.ci95[1]


@pytest.mark.parametrize(
    "station",
    [
        compiled(compiled_station),
        compiled(lambda h, u, me, stream: (5, 0), name="lambda"),
        batched(lambda situation: situation.passive(), name="batch"),
        scalar(lambda spot: "call" if spot.to_call else "check", name="words"),
    ],
    ids=lambda player: player.name,
)
def test_own_players_equal_the_built_in_one(station):
    expected = run(pokerfs(), ["call", "random", "tag"], hands=2000, seed=6)
    assert figures(run(pokerfs(), [station, "random", "tag"], hands=2000, seed=6)) == figures(expected)


def test_a_batched_player_sees_what_a_scalar_one_sees():
    seen = {"batch": [], "words": []}

    def batch(situation):
        for row in range(len(situation)):
            spot = situation.spot(row)
            seen["batch"].append((spot.hole, spot.board, spot.pot, spot.position, spot.to_call, spot.live))
        return situation.give_up()

    def words(spot):
        seen["words"].append((spot.hole, spot.board, spot.pot, spot.position, spot.to_call, spot.live))
        assert spot.stack == 1000 - spot.bet or spot.street != "preflop"
        return "fold" if spot.to_call else "check"

    for player in (batched(batch), scalar(words)):
        run(pokerfs(), [player, "call", "random"], hands=300, seed=7, threads=1)
    assert seen["batch"] == seen["words"]
    assert all(len(board) in (0, 6, 8, 10) for _, board, *_ in seen["words"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tagg", "no strategy 'tagg', did you mean 'tag'"),
        ("zzz", "there are call, random, nit"),
        ("tag(vpp=0.2)", "did you mean 'vpip'"),
        ("tag(vpip=2)", "between 0 and 1"),
        ("tag(vpip)", "not name=number"),
        ("tag(vpip=0.2", "not closed"),
        ("tag(vpip=0.1)", "three_bet <= pfr <= vpip"),
        ("call(x=1)", "it has none"),
        ("equity(samples=0)", "samples must be at least 1"),
        ("tag(vpip=nan)", "not name=number"),
        ("tag(vpip=inf)", "not name=number"),
        ("tag(vpip=1e999)", "not name=number"),
        ("tag(pfr=0.1; vpip=0.3, pfr=0.2)", "pfr is given twice"),
    ],
)
@pytest.mark.small
def test_bad_names(text, message):
    with pytest.raises(StrategyError) as error:
        parse_strategy(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (scalar(lambda spot: ("raise", 15)), "hand 0: player in seat 1 answered raise to 15; legal are fold, call 5"),
        (
            compiled(lambda h, u, me, stream: (3, 15)),
            "answered raise to 15; legal are fold, call 5, raise to 20 to 1000",
        ),
        (compiled(lambda h, u, me, stream: (9, 0)), "answered action 9"),
        (scalar(lambda spot: 7), "must answer 'fold'"),
        (batched(lambda situation: [0.5] * len(situation)), "a whole number for each of 1 rows, got float64"),
        (batched(lambda situation: [5, 5]), "of shape (2,)"),
        (batched(lambda situation: (5, 5, 5)), "a pair (actions, amounts); got 3 items"),
        (batched(lambda situation: ()), "a pair (actions, amounts); got 0 items"),
        (batched(lambda situation: [[5], [5, 5]]), "a whole number for each of 1 rows"),
        (batched(lambda situation: ([3], [10**30])), "answer amounts as a whole number"),
        (scalar(lambda spot: ("raise", 10**30)), "must answer 'fold'"),
        (scalar(lambda spot: ("raise", -(10**30))), "must answer 'fold'"),
        (scalar(lambda spot: ("raise", True)), "must answer 'fold'"),
        (compiled(lambda h: 1), "cannot be compiled as (h, u, me, stream)"),
    ],
)
def test_bad_answers(player, message):
    with pytest.raises(StrategyError) as error:
        run(pokerfs(), ["call", player, "tag"], hands=50, seed=3)
    assert message in str(error.value)


@pytest.mark.small
@pytest.mark.parametrize("make", [scalar, batched, compiled])
def test_only_functions_become_players(make):
    for wrong in (5, None, "fold", ["fold"]):
        with pytest.raises(StrategyError, match=f"{make.__name__} makes a player of a function, got"):
            make(wrong)
    with pytest.raises(StrategyError, match="the name of a player is text, got 5"):
        make(len, name=5)


@pytest.mark.small
@pytest.mark.parametrize("row", [["a"], ["1"], [None], [[1.0]], "12", 5, None])
def test_a_row_is_numbers(row):
    with pytest.raises(StrategyError, match="row must be a list of numbers"):
        compiled(len, row=row)
    assert compiled(len, row=np.array([1, 2])).row == (1.0, 2.0)


@pytest.mark.small
@pytest.mark.parametrize("value", ["a", "0.3", None, True, float("nan"), float("inf"), -5, 1j, [0.3]])
def test_parameters_are_numbers(value):
    for player, name in {strategies.tag: "vpip", strategies.push_fold: "call", strategies.equity: "edge"}.items():
        with pytest.raises(StrategyError, match=f"{name} must be a number between"):
            player(**{name: value})
    assert strategies.tag(vpip=np.float32(0.25)).describe()["parameters"]["vpip"] == 0.25


@pytest.mark.parametrize("player", [scalar(lambda spot: ("raise", 1)), compiled(lambda h, u, me, stream: (3, 1))])
def test_illegal_actions_can_become_folds(player):
    result = run(pokerfs(), ["call", player, "call"], hands=200, seed=3, on_illegal="fold")
    assert result["player"].vpip == 0.0
    assert result["player"].net < 0


@pytest.mark.small
def test_what_a_strategy_can_be():
    assert as_strategy(strategies.tag).name == "tag"
    assert as_strategy(" Push_Fold ").name == "push-fold"
    assert parse_strategy("tag(vpip=0.3; pfr=0.2)").name == "tag(vpip=0.3; pfr=0.2)"
    assert as_strategy(compiled_station).kind == ("compiled" if hasattr(compiled_station, "py_func") else "scalar")
    with pytest.raises(StrategyError, match="a name, a Strategy or a function"):
        as_strategy(3)
    with pytest.raises(StrategyError, match="at most 16"):
        compiled(plain_rock, row=range(17))


@pytest.mark.small
def test_row_reaches_a_compiled_player():
    def by_row(h, u, me, stream):
        return (0, 0) if me["row"][2] > 5.0 and h["current_bet"] > h["bet"][h["actor"]] else (5, 0)

    loose, tight = (
        run(pokerfs(), [compiled(by_row, name="x", row=[0, 0, value]), "call"], hands=60, seed=1, threads=1)
        for value in (1, 9)
    )
    assert loose["x"].vpip > 0
    assert tight["x"].vpip == 0


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 9])
def test_who_opens_how_wide_by_position(seats):
    """Against players who fold, a push-fold player pushes its share of hands times the factor of its position.

    Heads-up the button is the small blind, one seat before the big blind; elsewhere it is two before it.
    """
    from equity.kernels.play.strategies import POSITION_FACTORS

    def fold(h, u, me, stream):
        return 0, 0

    players = ["push-fold(push=0.3)", *[compiled(fold)] * (seats - 1)]
    result = run(pokerfs(), players, hands=seats * 20_000, seed=3, all_in_ev=False)
    found = {place.position: place for place in result.strategies[0].positions}
    order = [place.position for place in result.strategies[0].positions]  # from the button, clockwise
    big = order.index("BB")
    for place, position in enumerate(order):
        if position != "BB":
            wanted = 0.3 * POSITION_FACTORS[(big - place) % seats]
            assert abs(found[position].pfr - wanted) < 5 * (wanted * (1 - wanted) / 20_000) ** 0.5 + 1 / 1326


BOT = """
from dataclasses import dataclass
from equity.simulate import batched, compiled

@dataclass
class Plan:
    most: int = 40

PLAN = Plan()

def helper(spot):
    return spot.to_call <= PLAN.most

def player(spot):
    return "call" if helper(spot) else "fold"

many = batched(lambda situation: situation.passive())

def fast(h, u, me, stream):
    return 5, 0

quick = compiled(fast)
number = 5
"""


@pytest.fixture
def bot(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text(BOT)
    return tmp_path / "mybot.py"


@pytest.mark.parametrize("name", ["player", "many", "quick"])
def test_a_player_of_a_file_plays_by_its_name(bot, name):
    text = f"mybot.py:{name}"
    result = run(pokerfs(), [text, "tag", text], hands=200, seed=1, threads=1)
    assert result[text].hands == 400  # two seats of one player
    assert run(pokerfs(), [f"{bot}:{name}", "call"], hands=50, seed=1).hands == 50
    code = CliRunner().invoke(cli, ["simulate", "--seats", f"2*{text},call", "--hands", "50", "--seed", "1", "-q"])
    assert code.exit_code == 0, code.stderr
    assert text in code.stdout


def test_a_player_of_a_file_travels_to_other_processes(bot):
    players = ["mybot.py:player", "call"]
    expected = run(pokerfs(), players, hands=5000, seed=1, threads=1)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        result = run(pokerfs(), players, hands=5000, seed=1, executor=executor)
    assert [seat.net for seat in result.seats] == [seat.net for seat in expected.seats]


@pytest.mark.parametrize(
    ("text", "content", "message"),
    [
        ("none.py:player", "", "cannot read none.py: No such file"),
        ("mybot.py:playr", BOT, "mybot.py has no 'playr', did you mean 'player'?"),
        ("mybot.py", BOT, "does not say which player: write mybot.py:NAME; it has .*player"),
        ("mybot.py:number", BOT, "is not a Strategy or a function, it is 5"),
        ("mybot.py:player", "def player(:", r"mybot.py:1: SyntaxError"),
        ("mybot.py:player", "x = 1\nraise ZeroDivisionError('no')", r"mybot.py:2: ZeroDivisionError: no"),
        ("mybot.py:player", "import nothing_here", r"mybot.py:1: ModuleNotFoundError"),
    ],
)
def test_files_that_have_no_player(bot, text, content, message):
    bot.write_text(content)
    with pytest.raises(StrategyError, match=message):
        parse_strategy(text)
    failed = CliRunner().invoke(cli, ["simulate", "--seats", f"{text},call", "--hands", "50"])
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert "Traceback" not in failed.stderr


@pytest.mark.small
def test_starting_hands_are_ordered():
    from equity.kernels.play.preflop_order import PERCENTILE

    order = ["AsAh", "KsKh", "QsQh", "AsKs", "AsKd", "9s9h", "7s6s", "7s2d"]
    values = [PERCENTILE[combo_index(*parse_cards(text))] for text in order]
    assert values[0] < 0.005
    assert values[-1] > 0.9
    assert values == sorted(values)
    assert sorted(np.round(PERCENTILE * 1326 - 0.5).astype(int).tolist()) == list(range(1326))


@pytest.mark.small
@pytest.mark.parametrize(
    ("hole", "board", "outs"),
    [
        ("AsKs", "7s2s9d", 9),  # flush draw
        ("8h7d", "9c6s2d", 8),  # open-ended
        ("8h7d", "Tc6s2d", 4),  # gutshot
        ("8h7h", "9h6h2d", 17),  # both
        ("AsKd", "7s2s9s4c", 9),
        ("2c3d", "7s8s9sTs", 0),  # a draw of the board alone
        ("As5d", "2c3h9d", 4),  # the wheel
    ],
)
def test_draw_outs(hole, board, outs):
    from equity.kernels.play.strength import draw_outs

    assert asked(draw_outs)(spot_of(hole, board)[0], 0) == outs


def asked(inner):
    """Return a kernel that Python can call in place of an inner one."""

    def ask(*given):
        return inner(*given)

    return kernel(ask, keep=False)


def spot_of(hole, board):
    from equity.kernels.hands.records import HAND, LIVE

    hands = np.zeros(1, HAND)
    hands["hole"][0, 0] = parse_cards(hole)
    cards = parse_cards(board)
    hands["board"][0, : len(cards)] = cards
    hands["street"] = len(cards) - 2
    hands["seats"] = 3
    hands["status"][0, :3] = LIVE
    return hands


@pytest.mark.small
@pytest.mark.parametrize(("hole", "board"), [("AsAd", "7s2s9d"), ("8h7d", "9c6s2dKs"), ("Td9d", "2d5dKdAc7h")])
def test_hand_strength_against_the_naive_evaluator(hole, board):
    from equity.cards import combo_cards
    from equity.kernels.play.strength import _REFERENCE, hand_strength

    own, shared = parse_cards(hole), parse_cards(board)
    mine = strength([*own, *shared])
    results = []
    for combo in _REFERENCE.tolist():
        other = combo_cards(combo)
        if not {*other} & {*own, *shared}:
            theirs = strength([*other, *shared])
            results.append(1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
    assert asked(hand_strength)(spot_of(hole, board)[0], 0) == pytest.approx(sum(results) / len(results), abs=1e-12)


def test_sampled_equity_against_exact():
    from equity.kernels.cards.random_numbers import seed_stream
    from equity.kernels.play.strength import sampled_equity
    from equity.odds import calculate

    stream = np.zeros(4, np.uint64)
    seed_stream(1, 2, stream)
    hands = spot_of("AsKs", "7s2s9d")
    share = asked(sampled_equity)(hands[0], 0, 40_000, stream)
    expected = calculate(["AsKs", "random", "random"], board="7s2s9d", samples=400_000, seed=1)
    assert share == pytest.approx(float(expected.equity[0]), abs=5 * 0.5 / 200)
