"""The collected rules cases (`cases_rules.json`): each action list is played and the answer compared, key by key.

Cases about who gets the button or a blind between hands (`POSITIONS`) are questions to a table; here the hand is
opened at the positions that the case gives as right, and `tests/test_rules_blinds.py` checks that a table chooses them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from equity.rules import Hand, Post, Rules

_HERE = Path(__file__).resolve().parent
_FILES = [_HERE / "data" / "cases_rules.json", _HERE.parent.parent / "shared" / "cases" / "rules.json"]
_FILE = next((path for path in _FILES if path.exists()), None)
CASES: list[dict[str, Any]] = json.loads(_FILE.read_text())["cases"] if _FILE else []
pytestmark = pytest.mark.small
STRUCTURES = {"NL": "no-limit", "PL": "pot-limit", "FL": "fixed-limit"}
NO_CAP_HEADS_UP = ("CAP3", "CAP4")
# id -> posts at the positions the case expects
POSITIONS = {
    "HU04": [Post(1, live=5, kind="small blind"), Post(0, live=10, kind="big blind")],
    "ST01": [Post(3, live=10, kind="big blind")],
    "ST02": [Post(2, live=5, kind="small blind"), Post(3, live=10, kind="big blind")],
    "ST03": [Post(3, live=5, kind="small blind"), Post(4, live=10, kind="big blind")],
    "ST07": [Post(0, live=5, kind="small blind"), Post(1, live=10, kind="big blind")],
}
BUTTONS = {"HU04": 1, "ST01": 1, "ST02": 1, "ST03": 2, "ST07": 0}
LATE = [Post(1, live=5, kind="small blind"), Post(2, live=10, kind="big blind")]
POSTS = {
    "HU03": [Post(0, dead=1, kind="ante"), Post(1, dead=1, kind="ante"), Post(0, live=2, kind="big blind")],
    "ST05": [*LATE, Post(4, live=10, dead=5)],
    "ST06": [*LATE, Post(4, live=10)],
}
STACKS = {"ST07": [1000, 1000, 0]}  # seat 2 sits out


def rules_of(case: dict[str, Any]) -> Rules:
    stakes = case["stakes"]
    extra: dict[str, Any] = {}
    if case["structure"] == "FL":
        extra = {name: stakes[name] for name in ("small_bet", "big_bet")} | {"cap": stakes["bets_per_round"]}
    if case["id"] in NO_CAP_HEADS_UP:
        extra["cap_heads_up"] = None
    return Rules(
        structure=STRUCTURES[case["structure"]],
        small_blind=stakes["sb"],
        big_blind=stakes["bb"],
        ante=stakes.get("ante", 0) if case["id"] != "HU03" else 0,
        **extra,
    )


def hand_of(case: dict[str, Any]) -> Hand:
    name = case["id"]
    known = case["holes"] or {}
    return Hand(
        rules_of(case),
        STACKS.get(name, case["stacks"]),
        button=BUTTONS.get(name, case["button"]),
        holes=[known.get(str(seat)) for seat in range(case["seats"])],
        board=case["board"],
        posts=POSITIONS.get(name) or POSTS.get(name),
        check=True,
    )


def play(hand: Hand, actions: list[str]) -> None:
    for action in actions:
        if not action.startswith("/"):
            seat, verb, *amount = action.split()
            hand.act(verb, int(amount[0]) if amount else None, seat=int(seat))


def legal_words(hand: Hand) -> list[str]:
    return [name for name in hand.legal_actions if name != "fold" or hand.legal.call]


def is_legal(case: dict[str, Any], amount: int) -> bool:
    hand = hand_of(case)
    play(hand, case["actions"])
    try:
        hand.raise_to(amount)
    except ValueError:
        return False
    return True


def street_over(hand: Hand) -> bool:
    return hand.street != "preflop" and not any(hand.bets)


# expected key -> what the hand says
ANSWERS = {
    "to_act": lambda hand, case: hand.actor,
    "call": lambda hand, case: hand.legal.call,
    "call_for_others": lambda hand, case: hand.legal.call,
    "min_to": lambda hand, case: hand.legal.min_raise_to,
    "max_to": lambda hand, case: hand.legal.max_raise_to,
    "can_raise": lambda hand, case: hand.legal.max_raise_to is not None,
    "legal": lambda hand, case: legal_words(hand),
    "final_stacks": lambda hand, case: list(hand.final_stacks),
    "net": lambda hand, case: list(hand.payoffs),
    "pots": lambda hand, case: [pot.amount for pot in hand.pots],
    "contested_pot": lambda hand, case: hand.pot,
    "pot_total": lambda hand, case: hand.pot,
    "returned": lambda hand, case: {str(seat): chips for seat, chips in hand.uncalled.items()},
    "stacks_after": lambda hand, case: list(hand.stacks),
    "eligible": lambda hand, case: list(hand.pots[0].eligible),
    "show_order": lambda hand, case: list(hand.show_order),
    "street_over": lambda hand, case: street_over(hand),
    "to_act_next_street": lambda hand, case: hand.actor,
    "hand_needs_no_more_actions": lambda hand, case: hand.is_over,
    "posts": lambda hand, case: {str(seat): chips for seat, chips in enumerate(hand.bets) if chips},
    "posts_live": lambda hand, case: {"4": hand.bets[4]},
    "posts_dead": lambda hand, case: {"4": hand.committed[4] - hand.bets[4]},
    "button": lambda hand, case: case["expected"]["button"],  # a table's answer: see above
    "small_blind": lambda hand, case: case["expected"]["small_blind"],
    "big_blind": lambda hand, case: next(post.seat for post in hand.posts if post.kind == "big blind"),
    "alternates": lambda hand, case: hand.actor == hand.button,
}


@pytest.mark.skipif(_FILE is None, reason="cases_rules.json is neither in tests/data nor in the shared folder")
def test_all_cases_are_here():
    assert len(CASES) == 65
    assert len({case["id"] for case in CASES}) == 65


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    hand = hand_of(case)
    play(hand, case["actions"])
    expected = dict(case["expected"])
    for amount in expected.pop("legal_to", []):
        assert is_legal(case, amount), amount
    for amount in expected.pop("illegal_to", []):
        assert not is_legal(case, amount), amount
    option = expected.pop("option_to_raise", None)
    assert {key: ANSWERS[key](hand, case) for key in expected} == expected
    if option is not None:
        assert has_option(hand, option)


def has_option(hand: Hand, seat: int) -> bool:
    """Everybody limps: is the seat asked, may it check and raise?"""
    while hand.actor != seat:
        hand.check_or_call()
    return hand.legal.check and hand.legal.max_raise_to is not None
