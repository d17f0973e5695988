"""Queries as a whole: published examples, identities with `calculate`, honest intervals, mistakes that say where."""

from __future__ import annotations

import pickle
import time
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.errors import EquityError, OptionError
from equity.pql.grammar import QueryError, parse_query
from equity.pql.query import plan_query
from tests.helpers import Stop, amount

BASE = "from game='holdem', hero='AsKs', villain='QhQd'"


def ask(text, **options):
    return equity.query(text, **{"seed": 1, **options})


def test_river_equity_is_the_exact_equity():
    result = ask(f"select avg(riverEquity(hero)) as eq, count(winsHi(hero)) as w, count(tiesHi(hero)) as t {BASE}")
    assert result.exact
    assert result.seed is None
    assert round(result.values["w"] * 1712304) == 787966
    assert round(result.values["t"] * 1712304) == 6732
    assert result.values["eq"] == pytest.approx((787966 + 6732 / 2) / 1712304, abs=1e-12)
    assert result.std_error == {"eq": 0.0, "w": 0.0, "t": 0.0}


@pytest.mark.parametrize(
    ("players", "board", "dead"),
    [
        (["AsKs", "QQ"], "2c7dTh", ""),
        (["AK", "QQ+:0.5,JTs"], "2c7dTh9c", "Jd"),
        (["AK", "QQ+:0.37,JTs", "22"], "2c7dTh9c", ""),
        (["22+", "AKs,AQo", "KQs:0.25,98s"], "2c7dTh9c3s", "As"),
    ],
)
def test_exact_values_are_those_of_calculate(players, board, dead):
    names = "abc"[: len(players)]
    given = ", ".join(f"{name}='{hands}'" for name, hands in zip(names, players, strict=True))
    wanted = ", ".join(f"avg(riverEquity({name})) as {name}, count(winsHi({name})) as w{name}" for name in names)
    result = ask(f"select {wanted} from {given}, board='{board}', dead='{dead}'", method="exact")
    expected = equity.calculate(players, board=board, dead=dead, method="exact")
    assert result.exact
    for i, name in enumerate(names):
        assert result.values[name] == pytest.approx(expected.equity[i], abs=1e-12)
        assert result.values[f"w{name}"] == pytest.approx(expected.win[i], abs=1e-12)


@pytest.mark.parametrize(
    ("condition", "ways", "total"),
    [
        ("boardSuitCount(flop) = 1", 1144, 22100),
        ("board_suit_count(flop) = 3", 8788, 22100),
        ("pairedBoard(flop)", 3796, 22100),
        ("boardInRange('AAA')", 4, 22100),
        ("boardInRange('AwKwQw')", 4, 22100),
        ("boardInRange('RRR')", 52, 22100),
    ],
)
def test_what_nobody_holds_is_not_dealt(condition, ways, total):
    result = ask(f"select count({condition}) as x from game='holdem', hero='**', villain='**'")
    assert result.exact
    assert (round(result.values["x"] * total), result.deals) == (ways, total)


def test_all_in_equity_before_the_flop():
    text = "select avg(hvhEquity(a, preflop)) as x, histogram(equity(b, preflop)) as y from a='AsKs', b='QhQd,2c2d'"
    result = ask(text)
    exact = [equity.calculate(["AsKs", other]).equity for other in ("QhQd", "2c2d")]
    assert (result.exact, result.deals) == (True, 2)
    assert result.values["x"] == pytest.approx((exact[0][0] + exact[1][0]) / 2, abs=1e-12)
    assert [float(bar) for bar in result.histograms["y"]] == pytest.approx([exact[1][1], exact[0][1]], abs=1e-6)


def test_weights_count_as_they_are():
    half = ask("select count(winsHi(a)) as x from a='AsKs:0.5,AdKd:0.25', b='QhQc:0.5', board='2c7dTh9s'")
    assert (half.exact, half.deals) == (True, 44 * 0.375)
    fine = ask(
        "select count(winsHi(a)) as x from a='AsKs:0.123457,AdKd', b='QhQc:0.7654321', c='JJ:0.998877', board='2c7dTh'"
    )
    assert fine.exact
    assert 0 < fine.values["x"] < 1


def test_all_in_equity_is_the_mean_of_the_river():
    streets = ", ".join(f"avg(hvhEquity(a, {street})) as {street}" for street in ("flop", "turn", "river"))
    values = ask(f"select {streets} from a='AK:0.3,JTs', b='QQ', board='2c7dTh'", method="exact").values
    assert values["flop"] == pytest.approx(values["river"], abs=1e-12)
    assert values["turn"] == pytest.approx(values["river"], abs=1e-12)


def test_one_player_alone_plays_a_random_hand():
    result = ask("select avg(riverEquity(hero)) as x from hero='AsKs', board='2c7dTh9s'")
    assert result.exact
    expected = equity.calculate(["AsKs", "random"], board="2c7dTh9s").equity[0]
    assert result.values["x"] == pytest.approx(expected, abs=1e-12)
    assert "one random hand" in result.notes[-1]
    sampled = ask("select avg(riverEquity(hero)) as x from hero='AsKs', board='2c7dTh9s'", deals=100_000)
    assert abs(sampled.values["x"] - expected) < 5 * sampled.std_error["x"]
    assert ask("select count(pairedBoard(flop)) as x from game='holdem'").values["x"] == pytest.approx(3796 / 22100)


def test_numbers_that_are_too_large_are_refused():
    for text in (
        "1e400",
        "1 - 9e999",
        "1e308 * 10",
        "1e308 * boardSuitCount(flop) * 10",
        "1e200 * boardSuitCount(flop) / 1e-200",
    ):
        with pytest.raises(QueryError, match="too large"):
            ask(f"select avg({text}) from a='AA'")
    for text in ("1e400 > 1", "minHvHEquity(a, flop, 1e400)", "rankCount(boardRanks(flop)) < 1e400"):
        with pytest.raises(QueryError, match="too large"):
            ask(f"select count({text}) from a='AA'")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # of the tests of Open PQL
        ("select avg(rankcount(boardranks(flop))) as x from board='AKQJT'", 3),
        ("select avg(rankcount(boardranks(turn))) as x from board='AKQJT'", 4),
        ("select avg(rankcount(boardranks(river))) as x from board='AKQJT'", 5),
        ("select avg(rankcount(duplicatedboardranks(flop))) as x from board='AAK'", 1),
        ("select avg(rankcount(handranks(hero, flop))) as x from board='*', hero='AA'", 1),
        # of the documentation of ProPokerTools (which overlooks that JT has a straight on this flop)
        ("select count(bestHiRating(p2, river)) as x from p1='AK', p2='JT', board='AsKsQhJdTc'", 1),
        ("select count(nutHi(p1, flop)) as x from p1='Qs5s', board='JsKsAs'", 1),
        ("select count(nutHiForHandType(p1, flop)) as x from p1='AsKh', board='AdTd2d'", 1),
        ("select avg(outsToHandType(p1, turn, straight)) as x from p1='Th9h', board='8h7h2c3c'", 6),
        ("select avg(outsToHandType(p1, flop, straight)) as x from p1='Td9d', board='8d7d2d'", 0),
    ],
)
def test_published_examples(text, value):
    result = ask(text)
    assert result.exact
    assert result.values["x"] == value


@pytest.mark.parametrize(
    ("first", "second", "wins"), [("TT", "AK", 335263), ("99", "QQ", 111272), ("22", "A2", 384166)]
)
def test_published_samples(first, second, wins):
    """What Odds Oracle's documentation shows of 600,000 deals each."""
    text = f"select count(winsHi(player1)) as p1Wins from game='holdem', player1='{first}', player2='{second}'"
    result = ask(text)
    share = wins / 600_000
    error = (share * (1 - share) / 600_000) ** 0.5
    assert abs(result.values["p1Wins"] - share) < 5 * (error + result.std_error["p1Wins"])


def test_flopping_a_set():
    """Odds of a set or better with a pocket pair: 1 - C(48, 3) / C(50, 3) less what is not a set."""
    result = ask("select count(flopHandCategory(hero) = flopset) as x from game='holdem', hero='TT', villain='*'")
    # a ten, and two cards of two other ranks
    ways = 2 * (48 * 44 // 2)
    assert result.exact
    assert result.values["x"] == pytest.approx(ways / 19600, abs=1e-12)


def test_hand_types_of_seven_cards_are_those_of_all_hands():
    result = ask("select histogram(handType(hero, river)) as x from hero='AsKs'")
    assert result.exact
    assert sum(result.histograms["x"].values()) == pytest.approx(1)
    assert list(result.histograms["x"]) == [
        "highcard", "pair", "twopair", "trips", "straight", "flush", "fullhouse", "quads", "straightflush",
    ]  # fmt: skip


@pytest.mark.parametrize("where", ["", "where boardSuitCount(flop) = 1", "where winsHi(hero) and pairedBoard(river)"])
def test_samples_agree_with_counts(where):
    text = (
        "select avg(riverEquity(hero)) as eq, count(handType(hero, river) >= twopair) as two, "
        "avg(outsToHandType(villain, turn, flush)) as outs "
        f"from hero='AKs', villain='QQ,JTs:0.5', board='2c7dTh' {where}"
    )
    if "flop" in where:
        text = text.replace("board='2c7dTh'", "board='2c7d*'").replace("= 1", "= 2")
    exact, sampled = ask(text, method="exact"), ask(text, deals=200_000)
    assert exact.exact
    assert not sampled.exact
    for name, value in sampled.values.items():
        assert abs(value - exact.values[name]) < 5 * sampled.std_error[name] + 1e-12, name
        low, high = sampled.ci95[name]
        assert low <= value <= high
    assert sampled.accepted_share == pytest.approx(exact.accepted_share, abs=0.01)


def test_intervals_hold_as_often_as_they_say():
    text = "select count(winsHi(hero)) as x from hero='AsKs', villain='QhQd', board='2c7dTh' where pairedBoard(river)"
    exact = ask(text, method="exact").values["x"]
    inside = 0
    for seed in range(100):
        low, high = equity.query(text, deals=400, seed=seed).ci95["x"]
        inside += low <= exact <= high
    assert 88 <= inside <= 100


def test_few_deals_look_uncertain():
    result = ask("select avg(riverEquity(a)) as eq, count(winsHi(a)) as wins from a='AA', b='72o'", deals=3)
    for name in ("eq", "wins"):
        low, high = result.ci95[name]
        assert high - low > 0.3


def test_the_same_seed_gives_the_same_bytes_for_any_threads():
    text = (
        "select avg(riverEquity(a)) as x, histogram(handType(a, river)) "
        "from a='22+', b='AK', c='**' where pairedBoard(turn)"
    )
    first, second = (ask(text, deals=100_000, threads=threads) for threads in (1, 3))
    assert first.to_dict() | {"elapsed": 0} == second.to_dict() | {"elapsed": 0}
    assert ask(text, deals=100_000, seed=2).values != first.values


def test_board_patterns_are_dealt_directly():
    text = "select count(boardInRange('Aw9x2y')) as x, avg(riverEquity(a)) as eq from a='KK', b='A9', board='Aw9x2y'"
    result = ask(text, deals=100_000)
    assert (result.values["x"], result.deals) == (1.0, 100_000)
    same = ask(text.replace(", board='Aw9x2y'", " where boardInRange('Aw9x2y')"), deals=3_000)
    assert abs(result.values["eq"] - same.values["eq"]) < 5 * same.std_error["eq"]


def test_conditions_on_the_flop_are_dealt_directly():
    text = "select count(handType(a, turn) = flush) as x from a='AsKs', b='**' where monotoneBoard(flop)"
    exact, sampled = ask(text), ask(text + " and riverCard() <> '2c'", deals=200_000)
    assert exact.exact
    assert sampled.drawn_share == pytest.approx(exact.accepted_share, rel=0.02)
    assert 200_000 <= sampled.accepted < sampled.deals < 300_000
    # the 2c on the river says nothing of the turn but that it is not that card; most deals have another one
    assert abs(sampled.values["x"] - exact.values["x"]) < 5 * sampled.std_error["x"] + 0.005
    direct = ask("select count(winsHi(a)) as x from a='AK', b='QQ,JTs:0.5' where boardInRange('Aw*w*w')", deals=100_000)
    assert (direct.deals, direct.accepted) == (100_000, 100_000)
    rejected = ask(
        "select count(winsHi(a)) as x from a='AK', b='QQ,JTs:0.5' "
        "where case when winsHi(a) then boardInRange('Aw*w*w') else boardInRange('Aw*w*w') end",
        deals=10_000,
    )
    assert rejected.drawn_share == 1
    assert abs(direct.values["x"] - rejected.values["x"]) < 5 * (direct.std_error["x"] + rejected.std_error["x"])
    assert direct.accepted_share == pytest.approx(rejected.accepted_share, rel=0.1)
    with pytest.raises(QueryError, match="no flop meets"):
        ask(
            "select avg(riverEquity(a)) from a='AK', b='QQ' where monotoneBoard(flop) and pairedBoard(flop)", deals=1000
        )


def test_a_long_pattern_is_checked_deal_by_deal():
    result = ask(
        "select count(boardInRange('****A')) as x, count(handType(a, river) = pair) from a='KK', board='****A'",
        deals=10_000,
    )
    assert result.values["x"] == 1.0
    assert result.accepted == result.deals


def test_target_and_time():
    text = "select count(winsHi(a)) as x from a='AA', b='KK,QQ', c='**'"
    result = ask(text, target="0.2%")
    low, high = result.ci95["x"]
    assert (high - low) / 2 < 0.0021
    assert not ask(text, seconds=0.05).exact


@pytest.mark.parametrize("value", ["handType(a, river)", "riverEquity(a)", "winsHi(a)", "hvhEquity(a, preflop) / 7"])
def test_target_holds_for_every_interval(value):
    result = ask(f"select histogram({value}), avg(riverEquity(a) / 1000) as x from a='AK', b='15%'", target="0.2%")
    assert {row["kind"] for row in result.rows()} == {"histogram", "avg"}
    assert all((row["ci95_high"] - row["ci95_low"]) / 2 < 0.0021 for row in result.rows())


def test_targets_that_take_for_ever_are_refused():
    text = "select avg(1e9 * riverEquity(a)) as x from a='AK', b='15%'"
    with pytest.raises(QueryError, match=r"target needs about \de\+\d+ deals"):
        ask(text, target="0.1%")
    assert ask(text, target="0.1%", seconds=0.05).values["x"] > 1e8
    with pytest.raises(QueryError, match="too large"):
        ask(text.replace("1e9", "1e200"), target="0.1%")


@pytest.mark.parametrize("more", ["1000000 +", "-100000000 +", "1e12 +"])
def test_a_spread_that_is_small_beside_the_mean_is_seen(more):
    text = f"select avg({more} riverEquity(a)) as x, avg(riverEquity(a)) as y from a='AK', b='15%'"
    result = ask(text, deals=200_000)
    assert result.std_error["x"] == pytest.approx(result.std_error["y"], rel=1e-3)


def test_values_by_type():
    result = ask(
        "select min(handType(a, river)), max(riverEquity(a)) as most, max(maxRank(boardRanks(flop))) as top, "
        "histogram(turnCard()) as turn, winsHi(a), riverEquity(a) from a='AsKs', b='QhQd', board='2c7dTh'"
    )
    assert result.values["min(handType(a, river))"] == "highcard"
    assert result.values["most"] == 1.0
    assert result.values["top"] == "T"
    assert result.kinds["winsHi(a)"] == "count"
    assert result.kinds["riverEquity(a)"] == "avg"
    assert len(result.histograms["turn"]) == 45
    assert sum(result.histograms["turn"].values()) == pytest.approx(1)


def test_many_numbers_are_put_in_bins():
    bars = ask("select histogram(hvhEquity(a, turn)) as x from a='AK', b='QQ', board='2c7d*'", deals=20_000).histograms[
        "x"
    ]
    assert "0.10 to 0.15" in bars
    assert sum(bars.values()) == pytest.approx(1)


def test_result_shows_itself():
    result = ask(f"select count(winsHi(hero)) as wins {BASE}, board='2c7dTh'")
    assert repr(result) == "QueryResult(wins 24.75 %; exact)"
    assert "wins" in result._repr_html_()
    assert pickle.loads(pickle.dumps(result)) == result


def test_result_as_a_data_frame():
    pytest.importorskip("polars")
    frame = ask(f"select count(winsHi(hero)) as wins {BASE}, board='2c7dTh'").to_frame()
    assert list(frame["name"]) == ["wins"]


def test_guarded_division():
    text = (
        "select avg(case when pairedBoard(flop) then 0 else 1 / (rankCount(boardRanks(flop)) - 2) end) as x from a='**'"
    )
    assert ask(text).values["x"] == pytest.approx(1 - 3744 / 22100 - 52 / 22100)
    with pytest.raises(QueryError, match=r"division by zero in 16\.9 %"):
        ask("select avg(1 / (rankCount(boardRanks(flop)) - 2)) from a='**'")


def test_arithmetic_is_that_of_numbers():
    result = ask("select avg(1 + 2 * 3 - 4 / 2) as a, avg(-(2 - 3)) as b, avg(2 - 1 - 1) as c from x='AA'")
    assert result.values == {"a": 5.0, "b": 1.0, "c": 0.0}


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("select avg(riverEquity(hro)) from hero='AA', villain='KK'", "did you mean hero", "hro"),
        ("select avg(riverEquity(hero) from hero='AA'", "expected ')' or ','", "from"),
        ("select avg(riverEqity(hero)) from hero='AA'", "did you mean riverEquity", "riverEqity"),
        ("select avg(riverEquity(hero)) frm hero='AA'", "did you mean from", "frm"),
        ("select avg(riverEquity(hero)) from game='omahahi', hero='AAKK'", "not supported", "omahahi"),
        ("select count(winsLo(hero)) from hero='AA'", "low hands", "winsLo"),
        ("select count(upCard(hero, flop)) from hero='AA'", "is about stud", "upCard"),
        ("select HvREquity(a, flop) from a='AA', b='KK', c='QQ'", "for two players", "HvREquity"),
        ("select HvREquity(a, preflop) from a='AA', b='KK', dead='2c'", "without dead cards", "preflop"),
        ("select HvREquity() from a='AA'", "takes 2 arguments", "HvREquity"),
        ("select minHvPerceivedRangeEquity(hero, flop, 'QQ+', 0.5) from hero='AA'", "write minHvREquity", "minHv"),
        ("select handRanking(hero) from hero='AA'", "not supported", "handRanking"),
        ("select handsHaving(hero) from hero='AA'", "not supported: write count", "handsHaving"),
        ("select toString() from hero='AA'", "there is no function toString", "toString"),
        ("select avg(winsHi(hero)) from hero='AA'", "avg needs a number", "winsHi"),
        ("select count(1 + 1) from hero='AA'", "count needs a condition", "1 + 1"),
        ("select count(handType(hero, river) = 3) from hero='AA'", "a hand type and a number", "3)"),
        ("select count(handType(hero, river) = flsh) from hero='AA'", "did you mean flush", "flsh"),
        ("select count(handType(hero, rver) = flush) from hero='AA'", "did you mean river", "rver"),
        ("select count(exactHandType(hero, river, floptoppair)) from hero='AA'", "not a hand type", "floptoppair"),
        ("select count(boardRanks(flop) > boardRanks(turn)) from hero='AA'", "no order", "boardRanks"),
        ("select avg(1 / 0) from hero='AA'", "division by zero", "0)"),
        ("select avg(1 / (2 - 2)) from hero='AA'", "division by zero", "2 - 2"),
        ("select avg(1) from hero='AXZ'", "is not a hand", "AXZ"),
        ("select avg(1) from hero='AA', board='AsAdAhAc'", "no possible hand", "AA"),
        ("select avg(1) from hero='AsKs', villain='AsQs'", "used twice", "AsKs"),
        ("select avg(1) from hero='AA', hero='KK'", "given twice", "hero='KK'"),
        ("select avg(1) from hero='AA', board='AsAs2c'", "board", "AsAs2c"),
        ("select avg(1) from hero='AA', board='AsKsQs2s3s4s'", "at most 5 cards", "AsKsQs"),
        ("select avg(1) from flop='AA'", "word of the language", "flop"),
        ("select nutHiOuts(hero, river) from hero='AA'", "no answer on the river", "river"),
        ("select handType(hero) from hero='AA'", "takes 2 arguments, got 1", "handType"),
        ("select avg(pocketPair) from hero='AA'", "is a function", "pocketPair"),
        ("select case when winsHi(hero) then 1 end from hero='AA'", "needs an else", "case"),
        ("select avg(1) as x, avg(2) as x from hero='AA'", "two values have the name", "avg(2)"),
        ("select avg(1 from hero='AA'", "expected", "from"),
        ("select avg(1) from hero='AA", "has no end", "'AA"),
        ("select avg(1) from hero=AA", "a text in quotes", "AA"),
        ("select avg(1 || 2) from hero='AA'", "write or", "|"),
        ("select avg(min(1)) from hero='AA'", "stands around a whole expression", "min"),
        ("select avg(1) from hero='AA' where boardInRange('Q?!')", "not a card", "boardInRange"),
        ("select hvhEquity(a, preflop) from a='AA', b='KK', c='QQ'", "for two players", "preflop"),
        ("select hvhEquity(a, preflop) from a='AA', b='KK', dead='2c'", "without dead cards", "preflop"),
        ("select winningHandType() from board='AsKsQs'", "needs players", "winningHandType"),
        ("select flop from hero='AA'", "needs a value, got a street", "flop"),
        ("select avg(1) from hero='AA' where 1", "where needs a condition", "1"),
    ],
)
@pytest.mark.small
def test_mistakes_say_where_and_what_would_be_right(text, message, at):
    start = time.perf_counter()
    with pytest.raises(QueryError, match="(?s)" + __import__("re").escape(message)) as caught:
        ask(text)
    assert time.perf_counter() - start < 5
    found = (
        text.rindex(at) if at in ("1", "3)", "0)", "hero='KK'", "avg(2)", "from", "boardInRange") else text.index(at)
    )
    assert caught.value.place is not None
    assert abs(caught.value.place - found) <= max(len(at), 25 if "boardInRange" in at else 0)
    line, mark = str(caught.value).splitlines()[-2:]
    assert mark.strip() == "^"
    assert line.strip()


@pytest.mark.parametrize(
    "text",
    [
        "select " + "(" * 5000 + "1" + ")" * 5000 + " from hero='AA'",
        "select " + "not " * 3000 + "winsHi(hero) from hero='AA'",
        "select " + "-" * 3000 + "1 from hero='AA'",
        "select " + "case when true then " * 500 + "1" + " else 1 end" * 500 + " from hero='AA'",
        "select avg(1" + "+1" * 20_000 + ") from hero='AA'",
        "", "   ", "select", "'", "(" * 10_000, ")" * 10_000, "select avg(1) from hero='" + "A" * 15_000 + "'",
    ],
)  # fmt: skip
def test_depth_and_length_are_refused_at_once(text):
    start = time.perf_counter()
    with pytest.raises(EquityError):
        ask(text)
    assert time.perf_counter() - start < 5


def test_long_flat_queries_are_answered():
    text = "select count(" + " or ".join(f"maxRank(boardRanks(flop)) = '{rank}'" for rank in "AKQJT98765432") + ") as x"
    assert ask(text + " from a='**' where " + " and ".join(["pairedBoard(flop)"] * 300)).values["x"] == 1.0


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("winsHi(hero) and handType(hero, river) = highcard and handType(villain, river) >= pair", "none of"),
        pytest.param(
            "handType(hero, flop) = straightflush and handType(villain, flop) = straightflush",
            "none of",
            marks=pytest.mark.slow,
        ),
        ("handType(hero, flop) = straightflush and turnCard() = '2c'", "only"),
    ],
)
def test_conditions_that_hardly_any_deal_meets_are_refused(where, message):
    start = time.perf_counter()
    with pytest.raises(QueryError, match=message):
        ask(f"select avg(riverEquity(hero)) from hero='AK', villain='**', other='**' where {where}")
    assert time.perf_counter() - start < 30  # a few seconds of them compile


def test_patterns_that_cannot_be_dealt_are_refused():
    for board in ("****A", "A**", "AwKw*")[: amount(1, 3)]:
        start = time.perf_counter()
        with pytest.raises(EquityError, match=r"no board fits|none of|nearly all|no deal"):
            ask(f"select avg(riverEquity(a)) from a='AA', b='AA', c='KK', d='KK', board='{board}'", deals=1000)
        assert time.perf_counter() - start < 20


def test_an_interrupt_leaves_what_was_sampled():
    text = "select count(winsHi(a)) as x from a='AA', b='KK,QQ', c='**'"
    part = ask(text, deals=10**9, progress=Stop(2))
    assert not part.complete
    assert part.deals == 2 * 65_536
    with pytest.raises(KeyboardInterrupt):
        ask(f"select avg(riverEquity(hero)) {BASE}", progress=Stop(1))


def test_conditions_that_no_deal_meets_are_refused_when_counted():
    with pytest.raises(QueryError, match="no deal meets the condition") as caught:
        ask("select avg(1) from hero='AA' where not pocketPair(hero)")
    assert caught.value.place == len("select avg(1) from hero='AA' where ")
    with pytest.raises(EquityError, match="no board fits"):
        ask("select avg(1) from hero='AsAh', villain='AdAc' , board='A**'")


@pytest.mark.parametrize(
    "options", [{"deals": 0}, {"deals": "x"}, {"target": 2}, {"seconds": -1}, {"seed": -1}, {"method": "quick"},
                {"threads": 0}, {"method": "exact", "deals": 5}, {"deals": 5, "target": 0.1}],
)  # fmt: skip
def test_options_are_checked(options):
    with pytest.raises(OptionError):
        ask(f"select avg(riverEquity(hero)) {BASE}", **options)


@pytest.mark.small
def test_equal_parts_are_worked_out_once():
    text = "select avg(riverEquity(a)), count(riverEquity(a) > 0.5), count(river_equity(A) > 0.50) from a='AA', b='KK'"
    steps = [step for step in plan_query(text).program.steps if step.kind != "constant"]
    assert len(steps) == 2


NAMES = st.sampled_from(["winsHi(a)", "riverEquity(a)", "handType(a, flop)", "1", "0.5", "flush", "a", "'AK'", "river"])


def longer(inner):
    """Return expressions around expressions."""
    signs = st.sampled_from(["+", "-", "*", "/", "=", "<", ">=", "and", "or"])
    return st.one_of(
        st.tuples(inner, signs, inner).map(" ".join),
        inner.map(lambda one: f"({one})"),
        inner.map(lambda one: f"not {one}"),
        inner.map(lambda one: f"-{one}"),
        st.tuples(inner, inner, inner).map(lambda parts: "case when {} then {} else {} end".format(*parts)),
    )


@given(st.recursive(NAMES, longer, max_leaves=12))
def test_any_expression_is_read_or_refused(expression):
    """Never a traceback: what has the form of an expression is a plan or a `QueryError` with a place."""
    try:
        plan_query(f"select {expression} from a='AA', b='KK'")
    except QueryError as error:
        place = error.place
    else:
        place = 0
    assert place is not None


@given(st.text(alphabet="select from where avg(),='AKa*1+-<>\n", max_size=60))
def test_any_text_is_read_or_refused(text):
    with suppress(EquityError):
        plan_query(text)


def longer_sum(inner):
    """Return what Python and PQL both read, and read alike."""
    signs = st.sampled_from(["+", "-", "*"])
    return st.one_of(
        st.tuples(inner, signs, inner).map(" ".join),
        st.tuples(inner, signs, inner).map(lambda parts: "({} {} {})".format(*parts)),
        inner.map(lambda one: f"(-{one})"),
    )


@given(st.recursive(st.sampled_from(["1", "2", "3", "4.5"]), longer_sum, max_leaves=10))
def test_numbers_are_worked_out_as_python_does(expression):
    value = equity.query(f"select avg({expression}) as x from a='AA'").values["x"]
    assert value == pytest.approx(eval(expression), rel=1e-12)


def test_case_of_letters_does_not_matter():
    counted = "SELECT COUNT(WINSHI(HERO)) AS X FROM GAME='HOLDEM', HERO='AsKs', VILLAIN='QhQd', BOARD='2c7dTh'"
    upper = parse_query("SELECT AVG(RIVEREQUITY(HERO)) AS X FROM HERO='AA' WHERE TRUE OR FALSE")
    assert upper.selectors[0].name == "X"
    assert np.isclose(ask(counted).values["X"], 245 / 990)
