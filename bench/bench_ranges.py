"""Reading ranges: microseconds per text, with eval7's parser in the same run."""

from __future__ import annotations

import pytest

from equity.ranges import Range

TEXTS = {
    "hand": "AsKs",
    "any two": "random",
    "list": "22+,A2s+,K9s+,QTs+,JTs,AJo+,KQo",
    "weights": "22+:0.5,A2s+:0.25,KQo:0.75",
}


@pytest.mark.parametrize("name", TEXTS)
def test_read(benchmark, name):
    benchmark.extra_info["unit"] = "texts"
    assert len(benchmark(Range, TEXTS[name])) > 0


def test_read_1325_single_combos(benchmark):
    text = Range.from_combos({combo: 0.5 + combo / 4000 for combo in range(1325)}).to("pio")
    benchmark.extra_info["unit"] = "texts"
    assert len(benchmark(Range, text)) == 1325


def test_write(benchmark):
    read = Range(TEXTS["list"])
    benchmark.extra_info["unit"] = "texts"
    assert benchmark(str, read)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["hand", "list"])
def test_read_eval7(benchmark, name):
    eval7 = pytest.importorskip("eval7")
    benchmark.extra_info["unit"] = "texts"
    assert len(benchmark(eval7.HandRange, TEXTS[name]).hands) > 0
