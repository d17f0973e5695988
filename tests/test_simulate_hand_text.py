"""Simulated hands written many at a time: the bytes that the writers of histories write one by one."""

from __future__ import annotations

import pytest

from equity.history.text_lines import is_worth_it
from equity.rules import Rake, Rules
from equity.simulate import run as simulate
from equity.simulate.runs import hand_writer
from tests.helpers import amount

GAMES = {
    "no-limit": {"rules": Rules(small_blind=5, big_blind=10), "seats": ["tag", "tag", "lag", "call", "maniac"]},
    "heads-up": {"rules": Rules(small_blind=5, big_blind=10), "seats": ["maniac", "random"], "stacks": 55},
    "unlike stacks": {
        "rules": Rules(small_blind=1, big_blind=2),
        "seats": ["maniac", "random", "call"],
        "stacks": [7, 400, 23],
    },
    "fixed-limit": {
        "rules": Rules(structure="fixed-limit", small_blind=5, big_blind=10),
        "seats": ["lag", "tag", "random", "call"],
    },
    "pot-limit": {"rules": Rules(structure="pot-limit", small_blind=5, big_blind=10), "seats": ["lag", "maniac"]},
    "duplicate": {"rules": Rules(small_blind=5, big_blind=10), "seats": ["lag", "tag", "random"], "duplicate": True},
    "antes": {"rules": Rules(small_blind=5, big_blind=10, ante=1), "seats": ["lag", "maniac", "call"]},
    "straddle": {
        "rules": Rules(small_blind=5, big_blind=10, straddles=(20,)),
        "seats": ["lag", "maniac", "call", "tag"],
    },
    "rake": {
        "rules": Rules(small_blind=5, big_blind=10, rake=Rake(percent=5, cap=3)),
        "seats": ["lag", "maniac", "call"],
    },
    "house": {
        "rules": Rules(
            small_blind=5,
            big_blind=10,
            structure="fixed-limit",
            reopen="full",
            raise_after_short="next-level",
            cap=None,
        ),
        "seats": ["lag", "maniac", "call"],
    },
}
NO_ACPC = {"antes", "straddle", "house", "pot-limit"}


@pytest.mark.skipif(not is_worth_it(), reason="hands are only written together by compiled code")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("ending", ["phhs", "acpc"])
def test_the_same_bytes_as_one_by_one(tmp_path, monkeypatch, game, ending):
    if ending == "acpc" and game in NO_ACPC:
        pytest.skip("ACPC cannot say this game")
    found = []
    for many in (1, 10**9):
        monkeypatch.setattr(hand_writer, "_MANY", many)
        path = tmp_path / f"hands.{ending}"
        game_of = {**GAMES[game], "hands": amount(200, 600), "seed": 7}
        simulate(game_of.pop("rules"), game_of.pop("seats"), **game_of, output=str(path))
        found.append(path.read_bytes())
    assert found[0] == found[1]
    assert found[0].count(b"\n") > 200
