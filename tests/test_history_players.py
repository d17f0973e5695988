"""What hand histories say about their players: the simulation's own numbers, and small hands counted by hand."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from fractions import Fraction

import pytest
from click.testing import CliRunner

from equity.cli import cli
from equity.errors import HistoryError
from equity.figures import position_names
from equity.history import parse_phh, read, statistics
from equity.history.players.cells import Tallies, place_of
from equity.history.players.statistics import from_tallies
from equity.rules import Rules
from equity.simulate import run as simulate
from tests.helpers import amount

KEYS = (
    "hands",
    "net",
    "bb100",
    "std_error",
    "ci95",
    "vpip",
    "pfr",
    "three_bet",
    "aggression",
    "saw_flop",
    "wtsd",
    "wsd",
)
GAMES = {
    "no-limit": Rules(small_blind=5, big_blind=10),
    "pot-limit": Rules(structure="pot-limit", small_blind=5, big_blind=10),
    "fixed-limit": Rules(structure="fixed-limit", small_blind=5, big_blind=10),
    "antes": Rules(small_blind=5, big_blind=10, ante=2),
    "straddle": Rules(small_blind=5, big_blind=10, straddles=(20,)),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [["tag", "lag", "call", "nit", "random", "maniac"], ["tag", "maniac"]])
def test_hands_that_a_simulation_wrote_give_its_own_numbers(tmp_path, game, seats):
    path = tmp_path / "hands.phhs"
    result = simulate(GAMES[game], seats, hands=amount(500, 1200), seed=3, output=str(path))
    wanted = {player["name"]: player for player in result.to_dict()["strategies"]}
    found = {player["name"]: player for player in statistics(read(path)).to_dict()["players"]}
    assert found.keys() == wanted.keys()
    for name, player in wanted.items():
        for key in KEYS:
            assert found[name][key] == player[key], (name, key)
        assert found[name]["rake"] == player["rake"]
        assert found[name]["decisions"] == player["decisions"]
        mine = {row["position"]: row for row in found[name]["positions"]}
        assert {row["position"]: row for row in player["positions"]} == mine


@pytest.mark.parametrize("seats", [["tag", "maniac"]])
def test_all_ins_of_two_are_adjusted_as_the_simulation_does(tmp_path, seats):
    path = tmp_path / "hands.phhs"
    result = simulate(GAMES["no-limit"], seats, hands=2000, seed=4, output=str(path), stacks=400)
    for name, player in {player.name: player for player in result.strategies}.items():
        adjusted = statistics(read(path)).player(name).adjusted
        assert adjusted.mean == pytest.approx(player.adjusted.mean, abs=1e-3)
        assert adjusted.std_error == pytest.approx(player.adjusted.std_error, rel=1e-4)


HAND = """
variant = "NT"
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [200, 200, 200, 200]
players = ["Sam", "Bea", "Cut", "But"]
actions = ["d dh p1 AsKs", "d dh p2 QhQd", "d dh p3 7c2d", "d dh p4 JcJd", %s]
"""


def one(actions: str):
    return statistics([parse_phh(HAND % actions)])


def test_steals_and_folds_to_them():
    found = one('"p3 f", "p4 cbr 6", "p1 f", "p2 f"')
    but, sam, bea, cut = (found.player(name).extra for name in ("But", "Sam", "Bea", "Cut"))
    assert (but["steal"], cut["steal"], sam["steal"], bea["steal"]) == (1.0, 0.0, None, None)
    assert (sam["fold_to_steal"], bea["fold_to_steal"], but["fold_to_steal"]) == (1.0, 1.0, None)


def test_three_bets_and_folds_to_them():
    found = one('"p3 cbr 6", "p4 cbr 18", "p1 f", "p2 f", "p3 f"')
    assert found.player("But").rates.three_bet == 1.0
    assert found.player("Sam").rates.three_bet is None
    assert found.player("Cut").extra["fold_to_three_bet"] == 1.0
    assert found.player("But").net == 9


def test_continuation_bets_by_street():
    found = one(
        '"p3 f", "p4 cbr 6", "p1 f", "p2 cc", "d db 2c3c4h", "p2 cc", "p4 cbr 8", "p2 cc", "d db 9d", "p2 cc", '
        '"p4 cbr 20", "p2 f"'
    )
    but, bea = found.player("But").extra, found.player("Bea").extra
    assert (but["c_bet_flop"], but["c_bet_turn"], but["c_bet_river"]) == (1.0, 1.0, None)
    assert (bea["fold_to_c_bet_flop"], bea["fold_to_c_bet_turn"], bea["fold_to_c_bet_river"]) == (0.0, 1.0, None)
    assert found.player("But").rates.aggression is None
    assert found.player("Bea").rates.aggression == 0.0
    assert found.player("But").won_without_showdown == 1.0
    assert found.player("But").net_without_showdown == found.player("But").net == 15


def test_a_check_gives_up_the_later_continuation_bets():
    found = one(
        '"p3 f", "p4 cbr 6", "p1 f", "p2 cc", "d db 2c3c4h", "p2 cc", "p4 cc", "d db 9d", "p2 cc", "p4 cbr 9", "p2 f"'
    )
    but, bea = found.player("But").extra, found.player("Bea").extra
    assert (but["c_bet_flop"], but["c_bet_turn"]) == (0.0, None)
    assert bea["fold_to_c_bet_turn"] is None


def test_all_ins_with_unknown_hands_are_counted_and_left_as_they_ended():
    text = HAND % '"p3 cbr 200", "p4 cc", "p1 f", "p2 f", "d db 2c3c4h", "d db 9d", "d db Td", "p4 sm JcJd", "p3 sm"'
    found = statistics([parse_phh(text.replace("p3 7c2d", "p3 ????"))])
    but = found.player("But")
    assert (but.all_ins, but.unadjusted, but.net) == (1, 1, 203)
    assert but.adjusted.mean == but.bb100.mean


def test_known_all_ins_are_settled_at_their_equity():
    from equity import calculate

    text = (
        HAND % '"p3 cbr 200", "p4 cc", "p1 f", "p2 f", "d db 2c3c4h", "d db 9d", "d db Td", "p4 sm JcJd", "p3 sm 7c2d"'
    )
    hidden = text.replace("p1 AsKs", "p1 ????").replace("p2 QhQd", "p2 ????")
    but = statistics([parse_phh(hidden)]).player("But")
    expected = (403 * calculate(["JcJd", "7c2d"]).equity[0] - 200) / 2 * 100
    assert but.adjusted.mean == pytest.approx(expected, abs=0.5)  # the odd chip of a tie
    assert but.unadjusted == 0


def test_money_and_rake_are_exact():
    text = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [0.05, 0.10]
min_bet = 0.10
starting_stacks = [10.00, 10.00]
players = ["Ann", "Bob"]
actions = ["d dh p1 AsKs", "d dh p2 QhQd", "p2 cbr 1.00", "p1 cc", "d db 2c3c4h", "p1 cc", "p2 cbr 1.00", "p1 f"]
finishing_stacks = [9.00, 10.90]
"""
    found = statistics([parse_phh(text)])
    bob = found.player("Bob")
    assert (str(bob.net), str(bob.rake), bob.bb100.mean) == ("0.90", "0.10", 900.0)
    assert found.to_dict()["players"][1]["stakes"][0]["stakes"] == "no-limit 0.1"


def test_a_player_nobody_knows_is_an_error_with_close_names():
    with pytest.raises(HistoryError, match="no hand has a player 'Baa'; did you mean Bea"):
        one('"p3 f", "p4 f", "p1 f"').player("Baa")


def run(*words):
    return CliRunner().invoke(cli, [str(word) for word in words])


@pytest.fixture
def hands(tmp_path):
    path = tmp_path / "hands.phhs"
    dated = "day = 5\nmonth = 6\nyear = 2025\n"
    first, second = (HAND % actions for actions in ('"p3 f", "p4 f", "p1 f"', '"p3 cbr 6", "p4 f", "p1 f", "p2 f"'))
    path.write_text(f"[1]\n{first.strip()}\n{dated}\n[2]\n{second.strip()}\n{dated.replace('5', '6', 1)}")
    return path


def test_the_command_filters_sorts_and_writes(hands, tmp_path):
    found = json.loads(run("stats", hands, "--format", "json").stdout)
    assert (found["hands"], found["players"][0]["hands"]) == (2, 2)
    found = json.loads(run("stats", hands, "--since", "2025-06-06", "--format", "json").stdout)
    assert found["hands"] == 1
    done = run("stats", hands, "--sort", "net", "--output", tmp_path / "x.csv", "--report", tmp_path / "x.html")
    assert done.exit_code == 0, done.stderr
    rows = done.stdout.splitlines()
    assert rows[1].startswith("Cut")
    assert (tmp_path / "x.csv").read_text().splitlines()[0].startswith("name,hands,net")
    page = (tmp_path / "x.html").read_text()
    assert "<polyline" in page
    assert "http" not in page
    assert "position" in run("stats", hands, "--hero", "Cut").stdout
    assert run("stats", hands, "--min-hands", "3").stdout.strip() == "no hands"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--since", "June"], "--since must be a day such as 2026-01-31"),
        (["--hero", "Nobody"], "no hand has a player 'Nobody'"),
        (["--output", "x.doc"], "--output writes .csv, .json or .parquet"),
    ],
)
def test_wrong_options_are_said(hands, words, message):
    done = run("stats", hands, *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_frames(hands):
    pytest.importorskip("polars")
    frame = statistics(read(hands)).to_frame()
    assert frame.height == 4
    assert {"name", "bb100", "adjusted_bb100", "c_bet_flop"} <= set(frame.columns)


def test_figures_of_a_player_at_many_stakes_are_exact():
    rng = random.Random(1)
    tallies, hands = Tallies(), []
    for big in rng.sample(range(2, 4000), 40):
        for unit in (Decimal(1), Decimal("0.01")):
            for position in range(6):
                cell = tallies.player("Ann").cell(place_of(6, position, ("no-limit", big, unit)))
                for _ in range(rng.randrange(1, 4)):
                    net, pattern = rng.randrange(-100 * big, 100 * big), rng.getrandbits(6) << 4
                    cell.patterns[pattern] += 1
                    cell.net += net
                    cell.squares += net * net
                    hands.append((Fraction(net, big), net * unit, position, f"no-limit {(big * unit).normalize():f}"))
    (ann,) = from_tallies(tallies).players
    won = [part for part, *_ in hands]
    total, squares = sum(won), sum(part**2 for part in won)
    within = squares - sum(
        sum(part for part, _, seat, _ in hands if seat == at) ** 2 / sum(seat == at for *_, seat, _ in hands)
        for at in range(6)
    )
    assert (ann.hands, ann.net) == (len(hands), sum(money for _, money, *_ in hands))
    assert ann.bb100.mean == float(100 * total / len(hands))
    assert ann.bb100.std_error == pytest.approx(
        float(10_000 * within / (len(hands) - 6) / len(hands)) ** 0.5, rel=1e-14
    )
    for group in ann.stakes:
        own = [(part, money) for part, money, _, name in hands if name == group.name]
        assert (group.hands, group.net) == (len(own), sum(money for _, money in own))
        assert group.bb100 == float(100 * sum(part for part, _ in own) / len(own))
    for at, name in enumerate(position_names(6)):
        (group,) = [group for group in ann.positions if group.name == name]
        assert group.net == sum(money for _, money, seat, _ in hands if seat == at)
    assert [group.net for group in ann.table_sizes] == [ann.net]
