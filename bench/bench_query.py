"""Queries: million deals per second on one core, warm, and the 600,000 deals that Odds Oracle deals by default."""

from __future__ import annotations

import pytest

import equity

QUERIES = {
    "equity, wins, suits": "select avg(riverEquity(a)), count(winsHi(b)), avg(boardSuitCount(turn)) "
    "from a='AK', b='15%'",
    "hand types": "select count(handType(a, river) >= twopair), count(flopHandCategory(a) >= floptoppair), "
    "avg(riverEquity(b)) from a='**', b='15%'",
    "condition": "select avg(riverEquity(a)), histogram(handType(b, river)) from a='AK', b='15%' "
    "where pairedBoard(flop)",
    "all-in on the flop": "select avg(hvhEquity(a, flop)) from a='AK', b='15%'",
    "nuts": "select count(nutHi(a, flop)), avg(nutHiOuts(a, flop)) from a='AK', b='15%'",
}


@pytest.mark.parametrize("name", QUERIES)
def test_sampled(benchmark, name):
    deals = 600_000 if "," in name or name == "hand types" else 60_000
    equity.query(QUERIES[name], deals=1000, seed=1, threads=1)
    benchmark.extra_info.update(unit="deals", number=deals)
    result = benchmark(equity.query, QUERIES[name], deals=deals, seed=1, threads=1, method="monte-carlo")
    assert result.accepted >= deals


def test_counted(benchmark):
    text = "select avg(riverEquity(a)), count(winsHi(a)) from a='AsKs', b='QhQd'"
    benchmark.extra_info.update(unit="deals", number=1_712_304)
    assert benchmark(equity.query, text, threads=1).exact
