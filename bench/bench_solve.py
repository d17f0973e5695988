"""Push or fold, best responses and prize money: seconds per game and per field."""

from __future__ import annotations

import pytest

import equity
from equity.solve import best_response, push_fold

STACKS = [5, 8.3, 10, 20, 100]


@pytest.mark.parametrize("stack", STACKS)
@pytest.mark.parametrize("exact", [False, True])
def test_push_fold(benchmark, stack, exact):
    benchmark.extra_info["unit"] = "games"
    assert benchmark(push_fold, stack, exact=exact).exploitability_mbb < 0.01


def test_prize_money(benchmark):
    benchmark.extra_info["unit"] = "games"
    found = benchmark(push_fold, [10, 8, 25, 40, 12, 30], payouts=[50, 30, 20])
    assert found.exploitability_mbb < 0.01


def test_best_response(benchmark):
    benchmark.extra_info["unit"] = "games"
    assert len(benchmark(best_response, 10, call="top 20%").hands) == 1326


@pytest.mark.parametrize(("players", "places"), [(9, 3), (20, 5), (100, 15), (1000, 150)])
def test_icm(benchmark, players, places):
    benchmark.extra_info["unit"] = "fields"
    prizes = [1000 / place for place in range(1, places + 1)]
    assert len(benchmark(equity.icm, range(1000, 1000 + 7 * players, 7), prizes)) == players
