"""The houses of the seeds, money, and the command that shows them."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from equity.cli import cli
from equity.errors import RulesError
from equity.rules import Rules, cardroom_limit, online_cents, poker_fantasy_limit, pokerfs
from equity.rules.clauses import CLAUSES, explain, judgement_calls
from equity.rules.money import chip_of, parse_stakes, to_chips, to_money
from equity.rules.presets import PRESETS, find_preset

pytestmark = pytest.mark.small


@pytest.mark.parametrize(
    ("name", "structure", "blinds", "odd"),
    [
        ("poker-fantasy-limit", "fixed-limit", (2, 4, 4, 8), "first"),
        ("poker-fantasy-no-limit", "no-limit", (2, 4, 0, 0), "first"),
        ("poker-fantasy-pot-limit", "pot-limit", (2, 4, 0, 0), "first"),
        ("cardroom-limit", "fixed-limit", (2, 4, 4, 8), "one-each"),
        ("pokerfs", "no-limit", (5, 10, 0, 0), "one-each"),
        ("online-cents", "no-limit", (5, 10, 0, 0), "one-each"),
    ],
)
def test_each_seed_is_a_preset(name, structure, blinds, odd):
    rules = find_preset(name)()
    assert rules.name == name
    assert rules.structure == structure
    assert (rules.small_blind, rules.big_blind, rules.small_bet, rules.big_bet) == blinds
    assert rules.odd_chips == odd


def test_presets_take_the_stakes():
    assert poker_fantasy_limit(10, 20) == poker_fantasy_limit(10)
    assert cardroom_limit(5, 10, small_blind=2).small_blind == 2
    with pytest.raises(RulesError, match="half of 5, which is not whole chips; give small_blind="):
        cardroom_limit(5, 10)
    assert online_cents("0.25", "0.50").big_blind == 50
    with pytest.raises(RulesError, match=r"0.005 is not a whole number of chips of 0.01"):
        online_cents("0.005", "0.01")
    assert pokerfs(min_buy_in=400, max_buy_in=2000).max_buy_in == 2000


def test_any_field_can_be_replaced():
    rules = poker_fantasy_limit(4, 8).replace(cap=None, odd_chips="one-each")
    assert (rules.cap, rules.odd_chips) == (None, "one-each")


def test_money_is_exact():
    assert [to_chips(text, chip="0.01") for text in ("0.05", "0.10", "$1,234.56", "0.29")] == [5, 10, 123456, 29]
    assert [to_money(chips, chip="0.01") for chips in (5, 29, 100, -3)] == ["0.05", "0.29", "1.00", "-0.03"]
    assert parse_stakes("0.05/0.10") == (5, 10, "0.01")
    assert parse_stakes("100/200") == (100, 200, "1")
    assert chip_of("0.10", "0.20") == "0.1"


@pytest.mark.parametrize("text", ["", "x/y", "1", "1/2/3", "-1/2", "nan/1", "inf/1"])
def test_bad_stakes(text):
    with pytest.raises(RulesError):
        parse_stakes(text)


def test_a_chip_is_worth_something():
    with pytest.raises(RulesError, match="a chip must be worth something"):
        to_chips("1", chip="0")


def test_every_field_is_explained_by_known_clauses():
    for make in PRESETS.values():
        rows = explain(make())
        assert {clause for row in rows for clause in row.clauses} <= set(CLAUSES)
        assert {"structure", "cap", "reopen", "odd_chips", "rake"} <= {row.field for row in rows}
    limit_full = Rules(structure="fixed-limit", small_blind=1, big_blind=2, reopen="full")
    assert ("reopen", "full", ("D08",)) in explain(limit_full)


MISSED_BLINDS = ("F03", "F04", "F05", "F06", "F07", "F08")


@pytest.mark.parametrize("name", PRESETS)
def test_missed_blinds_are_the_card_rooms_alone(name):
    makes_up = name == "cardroom-limit"
    assert find_preset(name)().entry == ("post-or-wait" if makes_up else "next-deal")
    text = CliRunner().invoke(cli, ["rules", "show", name]).output
    for clause in MISSED_BLINDS:
        assert (f"  {clause}  " in text) == makes_up
    assert ("F02b" in text) != makes_up
    shown = json.loads(CliRunner().invoke(cli, ["rules", name, "--format", "json"]).output)
    assert set(MISSED_BLINDS) <= set(shown["rules"]["entry"]["clauses"]) or not makes_up


def test_rules_that_say_nothing_of_missed_blinds_charge_nobody():
    assert Rules(small_blind=5, big_blind=10).entry == "next-deal"


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("pokerfs", ["B08", "F10", "A02"]),
        ("cardroom-limit", ["D06"]),
        ("poker-fantasy-limit", ["F10", "A02"]),
        ("online-cents", ["F10", "A02"]),
    ],
)
def test_judgement_calls_are_told_with_the_house(name, clauses):
    assert [call.clause for call in judgement_calls(find_preset(name)())] == clauses
    output = CliRunner().invoke(cli, ["rules", name]).output
    told = output[output.index("judgement calls") :]
    assert [line.split()[0] for line in told.splitlines() if line[2:3].isupper()] == clauses


def test_a_judgement_call_that_is_switched_off_is_not_told():
    assert [call.clause for call in judgement_calls(pokerfs().replace(cumulative_reopen=False))] == ["F10", "A02"]
    assert judgement_calls(cardroom_limit().replace(cumulative_reopen=False)) == []


@pytest.mark.parametrize("words", [[], ["list"]])
def test_command_lists_the_houses(words):
    result = CliRunner().invoke(cli, ["rules", *words])
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.splitlines()] == list(PRESETS)


def test_command_shows_a_house():
    text = CliRunner().invoke(cli, ["rules", "show", "cardroom_limit"]).output
    assert CliRunner().invoke(cli, ["rules", "cardroom-limit"]).output == text
    assert "D03" in text
    assert "half" in text
    shown = json.loads(CliRunner().invoke(cli, ["rules", "show", "pokerfs", "--format", "json"]).output)
    assert shown["name"] == "pokerfs"
    assert shown["rules"]["ante"]["value"] == "none (the house has none)"
    assert shown["rules"]["structure"]["clauses"] == ["B01", "B02", "B05"]
