"""Every number that the rules take is read by one rule: any kind of whole number, and nothing else."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from equity.constants import MOST_CHIPS, MOST_SEED
from equity.errors import EquityError
from equity.rules import Hand, Post, Rake, Rules, Table, presets
from equity.rules.money import to_money

pytestmark = pytest.mark.small
NL = Rules(small_blind=5, big_blind=10)


def rules_with(field):
    return lambda value: getattr(Rules(**({"small_blind": 1, "big_blind": 40} | {field: value})), field)


def limit_with(field):
    def make(value):
        blinds = {"structure": "fixed-limit", "small_blind": 1, "big_blind": 1}
        return getattr(Rules(**(blinds | {"small_bet": 1, "big_bet": 40} | {field: value})), field)

    return make


def hand(**changes):
    return Hand(NL, **({"stacks": [1000, 1000], "seed": 1} | changes))


def table(*seats, **options):
    made = Table(NL, seed=1, first_button=0, **options)
    for seat in seats:
        made.sit(seat, f"P{seat}", 500)
    return made


def busted():
    made = Table(NL, 2, seed=1, first_button=0)
    made.sit(0, "Ann", 500)
    made.sit(1, "Bob", 500)
    made.next_hand(holes=["AsAh", "KsKh"], board="2c3d7h8cJs").play("all_in, call")
    return made


def after(made, call):
    """Return what a call on a table leaves in its seats."""
    call(made)
    return made.stacks


def raised(value):
    made = hand()
    made.raise_to(value)
    return made.bets[0]


def acted(value):
    made = hand(button=1)
    made.act("fold", seat=value)
    return made.folded.index(True)


def shown(value):
    made = hand(seed=None, holes=[None, None])
    made.show(value, "AsKs")
    return made.holes.index("AsKs")


def mucked(value):
    made = hand(seed=None, holes=[None, None], board="2c3d7h8cJs").play("all_in, call")
    made.muck(value)
    return made.told[-1][1]


def decided(seat, strength):
    made = hand(seed=None, holes=[None, None]).play("all_in, call")
    made.decide({seat: strength, 0: 1})
    return made.told[-1][1][1]


# name of the entry point -> (call that gives back the number it has understood, a number it takes, the least it takes)
ENTRIES = {
    **{f"Rules {name}": (rules_with(name), 2, 0) for name in ("small_blind", "ante")},
    **{f"Rules {name}": (rules_with(name), 2, 1) for name in ("big_blind", "chip", "cap", "cap_heads_up")},
    **{f"Rules {name}": (rules_with(name), 2, 1) for name in ("min_buy_in", "max_buy_in")},
    "Rules straddles": (lambda value: NL.replace(straddles=[value]).straddles[0], 20, 20),
    **{f"fixed-limit {name}": (limit_with(name), 2, 1) for name in ("small_bet", "big_bet")},
    "Rake cap": (lambda value: Rake(percent=5, cap=value).cap, 2, 0),
    "Rake percent": (lambda value: None if isinstance(value, str) else Rake(percent=value).percent, 2, 0),
    "Post seat": (lambda value: Post(value, live=5).seat, 2, 0),
    "Post live": (lambda value: Post(0, live=value).live, 2, 0),
    "Post dead": (lambda value: Post(0, dead=value).dead, 2, 0),
    "Hand stacks": (lambda value: hand(stacks=[1000, 1000, value]).starting_stacks[2], 2, 0),
    "Hand button": (lambda value: hand(button=value).button, 1, 0),
    "Hand seed": (lambda value: hand(seed=value).seed, 2, 0),
    "Hand holes by seat": (lambda value: hand(holes={value: "AsKs"}).holes.index("AsKs"), 1, 0),
    "Hand cards": (lambda value: hand(holes=[[51, value], None]).given_holes[0][1], 2, 0),
    "Hand raise_to": (raised, 20, 20),
    "Hand act seat": (acted, 1, 1),
    "Hand show": (shown, 1, 0),
    "Hand muck": (mucked, 1, 0),
    "Hand decide seat": (lambda value: decided(value, 1) and 1, 1, 1),
    "Hand decide strength": (lambda value: decided(1, value), 2, 1),
    "Table seats": (lambda value: len(table(seats=value).players), 2, 2),
    "Table seed": (lambda value: Table(NL, seed=value).seed, 2, 0),
    "Table first_button": (lambda value: Table(NL, first_button=value)._first_button, 2, 0),
    "Table next_hand seed": (lambda value: table(0, 1).next_hand(seed=value).seed, 2, 0),
    "Table sit": (lambda value: after(table(), lambda t: t.sit(value, "Ann", 500)).index(500), 2, 0),
    "Table sit stack": (lambda value: after(table(), lambda t: t.sit(0, "Ann", value))[0], 2, 1),
    "Table leave": (lambda value: after(table(0, 1), lambda t: t.leave(value)).index(0), 1, 0),
    "Table status": (lambda value: table(1).status(value) and 1, 1, 0),
    "Table top_up": (lambda value: after(table(0), lambda t: t.top_up(0, value))[0] - 500, 2, 1),
    "Table buy_in": (lambda value: after(busted(), lambda t: t.buy_in(1, value))[1], 2, 1),
    "pokerfs": (lambda value: presets.pokerfs(value, 10).small_blind, 2, 0),
    "poker_fantasy_limit": (lambda value: presets.poker_fantasy_limit(value).small_bet, 2, 2),
    "poker_fantasy_no_limit": (lambda value: presets.poker_fantasy_no_limit(0, value).big_blind, 2, 1),
    "poker_fantasy_pot_limit": (lambda value: presets.poker_fantasy_pot_limit(0, value).big_blind, 2, 1),
    "cardroom_limit": (lambda value: presets.cardroom_limit(value).small_bet, 2, 2),
    "to_money": (lambda value: int(to_money(value)), 2, None),
}
TEXT_IS_MONEY = {"Rake percent"}  # text is exact there


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("kind", [int, float, np.int8, np.uint64, np.float64, Decimal, Fraction])
def test_any_kind_of_whole_number_is_taken_and_kept_as_int(entry, kind):
    call, good, _ = ENTRIES[entry]
    found = call(kind(good))
    assert (found, type(found)) == (good, int)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("bad", [True, False, "5", b"5", 2.5, float("nan"), float("inf"), [2], np.array([2]), object()])
def test_what_is_not_a_whole_number_is_refused(entry, bad):
    call, _, _ = ENTRIES[entry]
    if isinstance(bad, str) and entry in TEXT_IS_MONEY:
        return
    try:
        hash(bad)
    except TypeError:
        if entry in ("Hand holes by seat", "Hand decide seat"):  # keys of a mapping are hashable
            return
    with pytest.raises(EquityError) as caught:
        call(bad)
    assert "\n" not in str(caught.value)
    assert not str(caught.value).endswith(".")


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_is_below_the_least_is_refused(entry):
    call, _, least = ENTRIES[entry]
    if least is None:
        return
    for bad in (least - 1, -1, -(10**30)):
        with pytest.raises(EquityError):
            call(bad)


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry != "to_money"])
def test_what_is_absurdly_large_is_refused(entry):
    with pytest.raises(EquityError):
        ENTRIES[entry][0](10**30)


def test_the_bounds_themselves_are_taken():
    assert hand(seed=MOST_SEED).seed == Table(NL, seed=MOST_SEED).seed == MOST_SEED
    assert hand(stacks=[MOST_CHIPS, MOST_CHIPS]).starting_stacks == (MOST_CHIPS, MOST_CHIPS)
    for make in (lambda: hand(seed=MOST_SEED + 1), lambda: Table(NL, seed=MOST_SEED + 1)):
        with pytest.raises(EquityError, match=f"seed must be at most {MOST_SEED}"):
            make()


def test_seeds_of_all_64_bits_deal_different_cards():
    seeds = [0, 1, 2**32, 2**62, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 1]
    assert len({hand(seed=seed).holes for seed in seeds}) == len(seeds)
    assert hand(seed=2**63).holes == hand(seed=np.uint64(2**63)).holes


@pytest.mark.parametrize("bad", [0, 1, "yes", None, [True]])
@pytest.mark.parametrize(
    "make",
    [
        lambda value: NL.replace(cumulative_reopen=value),
        lambda value: Rake(percent=5, no_flop_no_drop=value),
    ],
)
def test_yes_and_no_are_true_and_false(make, bad):
    with pytest.raises(EquityError, match="must be True or False"):
        make(bad)
    make(np.True_)
