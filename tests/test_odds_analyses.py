"""Combos, next cards, outs, spreads, gradients and hand potential, against counting everything one by one."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner

import equity
from equity.cards import card_name, combo_cards, combo_index, combo_name, parse_cards
from equity.cli import cli
from equity.odds import Question
from equity.odds.analyses.per_combo import equities_of_seats, with_hand
from equity.odds.analyses.split_equity import solve_parts
from tests.naive import count_equity
from tests.naive_evaluator import strength

TURN = "Ts9s2d7h"


def shares(counts, players) -> list[Fraction]:
    """Each player's equity from the naive twin's counts."""
    total = sum(counts.values())
    found = [Fraction(0)] * players
    for winners, count in counts.items():
        for player in winners:
            found[player] += Fraction(count) / len(winners) / total
    return found


def naive(players, board="", dead=""):
    question = Question.parse(players, board=board, dead=dead)
    return count_equity(question.live, question.board, question.dead)


def close(found, expected) -> bool:
    return np.allclose(np.array(found, np.float64), np.array([float(x) for x in expected]), rtol=0, atol=1e-12)


# combos


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsKs:0.5,7c7d,QhJh", "QQ,AKs:0.25"], TURN, "Qc"),
        (["AsKs,2c2s", "QhQd,99:0.5", "AcKc,9c9d"], TURN, ""),
        (["AsKs,QQ", "QhQd,AKs", "AA", "8c7c,KsQs"], TURN + "3c", ""),
    ],
)
def test_each_combo_is_its_own_question(players, board, dead):
    question = Question.parse(players, board=board, dead=dead)
    for seat, found in enumerate(equities_of_seats(question, range(len(players)))):
        assert found.method == "exact"
        weights = []
        for combo, weight, share in zip(found.combos.tolist(), found.weight, found.equity, strict=True):
            alone = with_hand(question, seat, combo)
            counts = count_equity(alone.live, alone.board, alone.dead)
            assert share == pytest.approx(float(shares(counts, len(players))[seat]), abs=1e-12)
            weights.append(weight * float(sum(counts.values())))
        assert found.share == pytest.approx(np.array(weights) / sum(weights))
        assert (np.diff(found.equity) <= 0).all()


@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["QQ+,AKs:0.3", "22+,A2s+"], ""),
        (["QQ+,AKs:0.3", "22+,A2s+"], "Ts9s2d"),
        (["20%", "30%", "AsKs,22"], TURN),
        (["AA,KK", "QQ", "JJ"], ""),
        (["AKs,QQ", "22,33", "JTs", "AQs"], "Ts9s2d"),
    ],
)
def test_combos_add_up_to_the_range(players, board):
    question = Question.parse(players, board=board)
    whole = equity.calculate(players, board=board, method="exact")
    for seat, found in enumerate(equities_of_seats(question, range(len(players)))):
        assert found.share.sum() == pytest.approx(1)
        for name in ("equity", "win", "tie"):
            assert found.share @ getattr(found, name) == pytest.approx(getattr(whole, name)[seat], abs=1e-12)


def test_combos_that_cannot_be_dealt_are_left_out():
    found = equity.combo_equities(["AsKs,QhQd,7c7d", "QhJh"], board=TURN)
    assert sorted(found.hands) == ["7d7c", "AsKs"]
    found = equity.combo_equities(["AsKs,QhQd,7c7d", "QhJh", "JJ", "TT"], board=TURN)
    assert sorted(found.hands) == ["7d7c", "AsKs"]


def test_sampled_combos_agree_and_repeat():
    players = ["AKs,QQ,72o", "22+", "random"]
    runs = [equity.combo_equities(players, board=TURN, samples=200_000, seed=3, threads=n) for n in (1, 2)]
    assert runs[0].rows() == runs[1].rows()
    exact = {row["hand"]: row for row in equity.combo_equities(players, board=TURN).rows()}
    assert runs[0].method == "monte-carlo"
    for row in runs[0].rows():
        assert abs(row["equity"] - exact[row["hand"]]["equity"]) < 5 * row["std_error"] + 1e-9


# next card and outs


@pytest.mark.small
def test_next_cards_are_their_own_questions():
    players = ["AsKs:0.5,7c7d", "QQ,AKs"]
    found = equity.next_card(players, board=TURN, dead="Qc")
    totals = []
    for card, shares_then in zip(found.names, found.equity, strict=True):
        counts = naive(players, TURN + card, "Qc")
        assert close(shares_then, shares(counts, 2))
        totals.append(float(sum(counts.values())))
    assert found.share == pytest.approx(np.array(totals) / sum(totals))
    assert found.share @ found.equity == pytest.approx(equity.calculate(players, board=TURN, dead="Qc").equity)


@pytest.mark.parametrize("players", [["AsKs", "QhQd"], ["30%", "random"], ["AsKs", "QhQd,JJ:0.5", "22+"]])
def test_next_cards_average_to_now(players):
    found = equity.next_card(players, board="Ts9s2d")
    assert found.share.sum() == pytest.approx(1)
    assert found.share @ found.equity == pytest.approx(equity.calculate(players, board="Ts9s2d").equity, abs=1e-12)


def test_a_card_everybody_needs_cannot_come():
    found = equity.next_card(["AsKs", "QQ,AcKc"], board="Ts9s2d", dead="QhQdQs")
    assert "Ac" not in found.names  # without it nobody is left to hold the second range


def test_sampled_next_cards_agree_and_repeat():
    players = ["AKs,QQ", "22+", "random", "random"]
    runs = [equity.next_card(players, board=TURN, samples=300_000, seed=3, threads=n) for n in (1, 2)]
    assert runs[0].rows() == runs[1].rows()
    exact = equity.next_card(players[:3], board=TURN)
    sampled = equity.next_card(players[:3], board=TURN, samples=300_000, seed=4)
    assert sampled.names == exact.names
    assert (abs(sampled.equity - exact.equity) < 5 * sampled.std_error).all()


@pytest.mark.parametrize(("board", "message"), [("", "before the flop"), (TURN + "2c", "after the river")])
def test_no_next_card(board, message):
    with pytest.raises(equity.EquityError, match=message):
        equity.next_card(["AsKs", "QhQd"], board=board)


@pytest.mark.small
@pytest.mark.parametrize(
    ("players", "board"),
    [
        (["AsKs", "QhQd"], "Ts9s2d"),
        (["AsKs", "AdKd"], "Ts9s2d"),
        (["8c8d", "AhKh", "QsJs"], TURN),
        (["2c3d", "4c5d"], "AsKsQsJs"),
    ],
)
def test_outs_are_those_a_person_would_count(players, board):
    found = equity.outs(players, board=board)
    hands = [parse_cards(player) for player in players]
    cards = parse_cards(board)
    used = {*cards, *(card for hand in hands for card in hand)}

    def lead(board):
        values = [strength([*hand, *board]) for hand in hands]
        return [player for player, value in enumerate(values) if value == max(values)]

    now = lead(cards)
    for player, own in enumerate(found):
        expected = {
            card_name(card): then == [player]
            for card in range(52)
            if card not in used
            for then in [lead((*cards, card))]
            if player in then and (player not in now or (len(now) > 1 and then == [player]))
        }
        assert {out.card: out.wins for out in own} == expected


def test_outs_of_ranges_are_refused():
    with pytest.raises(equity.EquityError, match="player 2 has 6"):
        equity.outs(["AsKs", "QQ"], board=TURN)
    with pytest.raises(equity.EquityError, match="3 or 4 cards"):
        equity.outs(["AsKs", "QhQd"], board="")


# spread and gradient


def test_a_spread_holds_every_combo():
    players = ["22+,AKs:0.5", "random"]
    found = equity.distribution(players, bins=20, board="Ts9s2d")
    combos = equity.combo_equities(players, board="Ts9s2d")
    assert found.combos.sum() == len(combos)
    assert found.mean == pytest.approx(equity.calculate(players, board="Ts9s2d").equity[0])
    for i in range(20):
        inside = (combos.equity >= found.edges[i]) & (combos.equity < found.edges[i + 1] + (i == 19))
        assert found.shares[i] == pytest.approx(combos.share[inside].sum())
    with pytest.raises(equity.EquityError, match="bins"):
        equity.distribution(players, bins=0)


@pytest.mark.parametrize(
    ("players", "board", "player", "opponent"),
    [
        (["QQ,JTs", "AKs:0.5,KK"], "", 0, 1),
        (["QQ,JTs", "AKs:0.5,KK"], "Ts9s2d", 1, 0),
        (["QQ,JTs", "AKs:0.5,KK", "77,AhKh"], TURN, 0, 2),
    ],
)
def test_slopes_are_those_of_slightly_moved_weights(players, board, player, opponent):
    found = equity.range_gradient(players, board=board, player=player, opponent=opponent)
    base = [equity.Range(text) for text in players]
    assert found.equity == pytest.approx(equity.calculate(base, board=board, method="exact").equity[player])
    step = 1e-3
    for i in range(len(found.combos)):
        moved = []
        for sign in (-1, 1, None):
            weights = base[opponent].combos
            combo = int(found.combos[i])
            weights[combo] = 0.0 if sign is None else weights[combo] * 0.9 + sign * step
            ranges = [*base]
            ranges[opponent] = equity.Range.from_combos(weights)
            moved.append(equity.calculate(ranges, board=board, method="exact").equity[player])
        assert found.removed[i] == pytest.approx(moved[2] - found.equity, abs=1e-12)
    one = found.combos[0]
    weights = dict(base[opponent].combos)
    weights[int(one)] -= step
    ranges = [*base]
    ranges[opponent] = equity.Range.from_combos(weights)
    lower = equity.calculate(ranges, board=board, method="exact").equity[player]
    assert (found.equity - lower) / step == pytest.approx(found.slope[0], rel=2e-2)
    assert found.weight @ found.slope == pytest.approx(0, abs=1e-12)  # scaling all weights changes nothing


def test_a_gradient_tells_about_hands_outside_the_range():
    found = equity.range_gradient(["QhQd", "AKs"], every=True, board="Ts9s2d")
    assert len(found.combos) == 1326 - (1326 - 47 * 46 // 2)
    best = found.combos[0]
    ranges = ["QhQd", equity.Range.from_combos({**equity.Range("AKs").combos, int(best): 1e-6})]
    assert (equity.calculate(ranges, board="Ts9s2d").equity[0] - found.equity) / 1e-6 == pytest.approx(
        found.slope[0], rel=1e-4
    )


def test_sampled_gradients_agree():
    players = ["QQ,JTs", "AKs:0.5,KK", "77,AhKh"]
    exact = {row["hand"]: row for row in equity.range_gradient(players, board=TURN).rows()}
    for row in equity.range_gradient(players, board=TURN, samples=400_000, seed=1).rows():
        assert row["against"] == pytest.approx(exact[row["hand"]]["against"], abs=0.02)
        assert row["slope"] == pytest.approx(exact[row["hand"]]["slope"], abs=0.02)


@pytest.mark.parametrize("options", [{"player": 2}, {"opponent": 0}, {"player": -1}])
def test_a_gradient_needs_two_players(options):
    with pytest.raises(equity.EquityError):
        equity.range_gradient(["QQ", "AKs"], **options)


# hand strength and potential


def test_the_papers_example():
    found = equity.hand_potential("AdQc", "3h4cJh")
    assert found.table.tolist() == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]
    assert (round(found.hs, 3), round(found.ppot, 3), round(found.npot, 3)) == (0.585, 0.208, 0.274)
    assert equity.hand_strength("AdQc", "3h4cJh", opponents=5) == pytest.approx((632.5 / 1081) ** 5)


@pytest.mark.small
def test_potential_by_its_definition():
    hand, board = parse_cards("AdQc"), parse_cards("3h4cJh8s")
    opponent = equity.Range("22+:0.5,AQ,KQs,JTs")
    table = np.zeros((3, 3))
    weights = np.zeros(3)
    for combo, weight in opponent.combos.items():
        other = combo_cards(combo)
        if {*other} & {*hand, *board}:
            continue

        def place(cards, other=other):
            mine, theirs = strength([*hand, *cards]), strength([*other, *cards])
            return 0 if mine > theirs else 1 if mine == theirs else 2

        now = place(board)
        weights[now] += weight
        for card in range(52):
            if card not in {*other, *hand, *board}:
                table[now, place((*board, card))] += weight
    found = equity.hand_potential("AdQc", "3h4cJh8s", opponent=opponent)
    assert found.table == pytest.approx(table)
    sums = table.sum(axis=1)
    assert found.hs == pytest.approx((weights[0] + weights[1] / 2) / weights.sum())
    assert found.ppot == pytest.approx((table[2, 0] + table[2, 1] / 2 + table[1, 0] / 2) / (sums[2] + sums[1] / 2))
    assert found.npot == pytest.approx((table[0, 2] + table[1, 2] / 2 + table[0, 1] / 2) / (sums[0] + sums[1] / 2))
    assert found.ehs == pytest.approx(found.hs * (1 - found.npot) + (1 - found.hs) * found.ppot)
    ehs = equity.effective_hand_strength("AdQc", "3h4cJh8s", opponent=opponent, opponents=2, optimistic=True)
    assert ehs == pytest.approx(found.hs**2 + (1 - found.hs**2) * found.ppot)


@pytest.mark.small
def test_potential_of_one_card_by_its_definition():
    hand, board = parse_cards("AdQc"), parse_cards("3h4cJh")
    opponent = equity.Range("AQ,KQs,J4:0.5,7h6h")
    table = np.zeros((3, 3))
    for combo, weight in opponent.combos.items():
        other = combo_cards(combo)
        for card in set(range(52)) - {*other, *hand, *board}:
            if not {*other} & {*hand, *board}:
                places = []
                for cards in (board, (*board, card)):
                    mine, theirs = strength([*hand, *cards]), strength([*other, *cards])
                    places.append(0 if mine > theirs else 1 if mine == theirs else 2)
                table[tuple(places)] += weight
    assert equity.hand_potential("AdQc", "3h4cJh", opponent=opponent, cards=1).table == pytest.approx(table)
    still = equity.hand_potential("AdQc", "3h4cJh", opponent=opponent, cards=0)
    assert still.ppot == still.npot == 0
    with pytest.raises(equity.EquityError, match="at most 2"):
        equity.hand_potential("AdQc", "3h4cJh", cards=3)


def test_on_the_river_strength_is_equity_and_nothing_can_change():
    found = equity.hand_potential("AdQc", "3h4cJh8s2s", opponent="22+,AQ")
    assert found.hs == pytest.approx(equity.calculate(["AdQc", "22+,AQ"], board="3h4cJh8s2s").equity[0])
    assert found.ppot == found.npot == 0


@pytest.mark.parametrize(
    ("hand", "board", "options", "message"),
    [
        ("AdQc", "", {}, "3, 4 or 5 cards"),
        ("AQ", "3h4cJh", {}, "one hand"),
        ("AdQc", "3h4cJh", {"opponents": 0}, "at least 1"),
        ("AdQc", "3hAdJh", {}, "used twice"),
    ],
)
def test_strength_of_nonsense(hand, board, options, message):
    with pytest.raises(equity.EquityError, match=message):
        equity.hand_strength(hand, board, **options)


# the command


def run(*args: str):
    return CliRunner().invoke(cli, args, catch_exceptions=False)


def test_the_command_shows_everything():
    args = ("AsKs", "vs", "QhQd", "-b", "Ts9s2d", "-p", "--combos", "--next-card", "--outs", "--histogram")
    text = run(*args, "--stacks", "500,1000").stdout
    for line in ("hand by the river", "of the range", "after each next card", "15 outs", "standard deviation", "+35"):
        assert line in text
    found = json.loads(run(*args, "--stacks", "500,1000", "--format", "json").stdout)
    assert {"breakdown", "combos", "next_card", "outs", "histogram"} < set(found)
    assert found["players"][0]["expected_chips"] == pytest.approx(1000 * 53 / 99)
    assert found["next_card"]["cards"]["2s"]["equity"][0] == pytest.approx(40 / 44)


@pytest.mark.parametrize("look", ["-p", "--combos", "--next-card", "--outs", "--histogram"])
def test_each_look_is_a_csv(look):
    lines = run("AsKs", "vs", "QhQd", "-b", "Ts9s2d", look, "--format", "csv").stdout.splitlines()
    assert len(lines) > 2
    assert len({line.count(",") for line in lines}) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--stacks", "1,2,3"), "one per player"),
        (("--stacks", "0,2"), "above 0"),
        (("--stacks", "x"), "such as 500,1000"),
        (("--payouts", "3"), "--payouts needs --stacks"),
        (("--outs",), "3 or 4 cards"),
        (("--next-card",), "before the flop"),
        (("--combos", "-p", "--format", "csv"), "one table"),
    ],
)
def test_looks_that_make_no_sense(args, message):
    result = run("AsKs", "vs", "QhQd", *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout


def test_parts_that_take_too_long_are_left_to_sampling():
    questions = [Question.parse(["AA", "random", "random", "random"])]
    assert solve_parts(questions, factors=[1.0]) is None


def test_all_pairs_of_a_flop_are_numbered():
    assert [combo_name(combo_index(*pair)) for pair in combinations((51, 47, 0), 2)] == ["AsKs", "As2c", "Ks2c"]


@pytest.mark.parametrize("players", [["AsKs", "AhKh"], ["AsKs", "QhQd"]])
def test_the_errors_of_sampled_parts_are_those_of_their_shares(players):
    whole = equity.calculate(players)
    win, tie, share = whole.win[0], whole.tie[0], whole.equity[0]
    found = equity.combo_equities(players, samples=50_000, seed=1)
    assert found.std_error[0] == pytest.approx(((win + tie / 4 - share**2) / 50_000) ** 0.5, rel=0.03)
