"""One rule for the numbers that callers give, at every door of the calculator."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

import equity
from equity.errors import EquityError

PLAYERS = ["AsKs", "QhQd"]
FLOP = "2c7dTh"

# what each call takes as a whole number -> a call with it, and a value it accepts
DOORS = {
    "calculate samples": (lambda x: equity.calculate(PLAYERS, samples=x, seed=1).to_dict(), 20),
    "calculate seed": (lambda x: equity.calculate(PLAYERS, samples=20, seed=x).to_dict(), 2),
    "calculate threads": (lambda x: equity.calculate(PLAYERS, threads=x).to_dict(), 2),
    "calculate_many samples": (lambda x: equity.calculate_many([PLAYERS], samples=x, seed=1)[0].to_dict(), 20),
    "calculate_many seed": (lambda x: equity.calculate_many([PLAYERS], samples=20, seed=x)[0].to_dict(), 2),
    "calculate_many threads": (lambda x: equity.calculate_many([PLAYERS], threads=x)[0].to_dict(), 2),
    "deal": (lambda x: equity.deal(x, 2, seed=1), 20),
    "deal players": (lambda x: equity.deal(5, x, seed=1), 2),
    "deal seed": (lambda x: equity.deal(5, 2, seed=x), 2),
    "deal threads": (lambda x: equity.deal(5, 2, seed=1, threads=x), 2),
    "breakdown samples": (lambda x: equity.breakdown(PLAYERS, samples=x, seed=1).to_dict(), 20),
    "breakdown seed": (lambda x: equity.breakdown(PLAYERS, samples=20, seed=x).to_dict(), 2),
    "combo_equities samples": (lambda x: equity.combo_equities(PLAYERS, samples=x, seed=1).to_dict(), 20),
    "combo_equities seed": (lambda x: equity.combo_equities(PLAYERS, samples=20, seed=x).to_dict(), 2),
    "combo_equities player": (lambda x: equity.combo_equities(PLAYERS, player=x).to_dict(), 1),
    "next_card samples": (lambda x: equity.next_card(PLAYERS, board=FLOP, samples=x, seed=1).to_dict(), 20),
    "next_card seed": (lambda x: equity.next_card(PLAYERS, board=FLOP, samples=20, seed=x).to_dict(), 2),
    "outs player": (lambda x: equity.outs(PLAYERS, board=FLOP, player=x), 1),
    "distribution samples": (lambda x: equity.distribution(PLAYERS, samples=x, seed=1).to_dict(), 20),
    "distribution seed": (lambda x: equity.distribution(PLAYERS, samples=20, seed=x).to_dict(), 2),
    "distribution player": (lambda x: equity.distribution(PLAYERS, player=x).to_dict(), 1),
    "distribution bins": (lambda x: equity.distribution(PLAYERS, bins=x).to_dict(), 2),
    "range_gradient samples": (lambda x: equity.range_gradient(PLAYERS, samples=x, seed=1).to_dict(), 20),
    "range_gradient seed": (lambda x: equity.range_gradient(PLAYERS, samples=20, seed=x).to_dict(), 2),
    "range_gradient player": (lambda x: equity.range_gradient(PLAYERS, player=x).to_dict(), 1),
    "range_gradient opponent": (lambda x: equity.range_gradient(PLAYERS, opponent=x).to_dict(), 1),
    "finishing_orders samples": (lambda x: equity.finishing_orders(PLAYERS, samples=x, seed=1).to_dict(), 20),
    "finishing_orders seed": (lambda x: equity.finishing_orders(PLAYERS, samples=20, seed=x).to_dict(), 2),
    "expected_chips samples": (lambda x: equity.expected_chips(PLAYERS, [5, 9], samples=x, seed=1), 20),
    "expected_chips seed": (lambda x: equity.expected_chips(PLAYERS, [5, 9], samples=20, seed=x), 2),
    "tournament_equity seed": (
        lambda x: equity.tournament_equity(PLAYERS, [5, 9], [7, 3], samples=20, seed=x).to_dict(),
        2,
    ),
    "hand_strength opponents": (lambda x: equity.hand_strength("AdQc", FLOP, opponents=x), 2),
    "effective_hand_strength opponents": (lambda x: equity.effective_hand_strength("AdQc", FLOP, opponents=x), 2),
    "hand_potential cards": (lambda x: equity.hand_potential("AdQc", FLOP, cards=x).to_dict(), 1),
    "evaluate_many threads": (lambda x: equity.evaluate_many([[0, 5, 10, 15, 16]], threads=x), 2),
}
SEEDS = [name for name in DOORS if name.endswith("seed")]


def plain(answer):
    if isinstance(answer, dict):
        return {name: plain(value) for name, value in answer.items() if name not in ("elapsed", "seed")}
    return repr(answer)


@pytest.mark.parametrize("name", DOORS)
def test_a_whole_number_of_any_kind_is_that_number(name):
    call, value = DOORS[name]
    expected = plain(call(value))
    for same in (float(value), np.int8(value), np.uint64(value), np.float32(value), Decimal(value)):
        assert plain(call(same)) == expected


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize(
    "wrong",
    [True, np.True_, "5", "x", b"5", -1, 2.5, float("nan"), float("inf"), 1j, np.array(2), np.array([2]), [2], {}],
    ids=repr,
)
def test_what_is_not_a_whole_number_is_refused_by_name(name, wrong):
    call, _ = DOORS[name]
    with pytest.raises(EquityError) as caught:
        call(wrong)
    message = str(caught.value)
    if name != "deal players" or not isinstance(wrong, str | list | np.ndarray | dict):  # these are read as players
        assert any(word in message for word in (name.split()[-1], "number of deals")), message


@pytest.mark.parametrize("name", SEEDS)
def test_seeds_are_0_to_two_to_the_64_less_1(name):
    call, _ = DOORS[name]
    for seed in (0, 2**64 - 1, np.uint64(2**64 - 1), 1e6):
        assert plain(call(seed)) == plain(call(int(seed)))
    for seed in (-1, 2**64, float(2**64)):
        with pytest.raises(EquityError, match=r"seed must be at (least 0|most 18446744073709551615)"):
            call(seed)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("target", lambda x: equity.calculate(["AA", "KK", "QQ"], method="mc", target=x)),
        ("seconds", lambda x: equity.calculate(["AA", "KK", "QQ"], method="mc", seconds=x)),
        ("target", lambda x: equity.calculate_many(["AA vs KK vs QQ"], method="mc", target=x)),
        ("stacks", lambda x: equity.calculate(PLAYERS, stacks=[x, 5])),
        ("stacks", lambda x: equity.expected_chips(PLAYERS, [x, 5])),
        ("the pot", lambda x: equity.expected_chips(PLAYERS, [5, 5], pot=x)),
        ("stacks", lambda x: equity.icm([x, 5], [1])),
        ("payouts", lambda x: equity.icm([5, 5], [x])),
        ("payouts", lambda x: equity.tournament_equity(PLAYERS, [5, 5], [x])),
    ],
)
@pytest.mark.parametrize("wrong", [True, np.True_, "y", np.array([0.1]), np.array(0.1), [0.1], 1j], ids=repr)
def test_fractions_and_amounts_are_numbers(name, call, wrong):
    with pytest.raises(EquityError, match=name):
        call(wrong)


def test_amounts_of_any_kind():
    expected = equity.expected_chips(PLAYERS, [5, 9.5], pot=1).tolist()
    assert equity.expected_chips(PLAYERS, [np.int64(5), Decimal("9.5")], pot=np.float64(1)).tolist() == expected
    assert equity.calculate(PLAYERS, method="mc", target=Decimal("0.05"), seed=1).total > 0
    assert equity.icm(np.array([5, 5]), (1, np.float32(3))).tolist() == [2.0, 2.0]


@pytest.mark.parametrize(
    ("text", "number"), [("10k", 10_000), ("2.5K", 2500), (" 1_0k", 10_000), ("0.02m", 20_000), ("1e1k", 10_000)]
)
def test_samples_as_the_command_writes_them(text, number):
    for ask in (
        lambda x: equity.calculate(PLAYERS, samples=x, seed=1).to_dict(),
        lambda x: equity.calculate_many([PLAYERS], samples=x, seed=1)[0].to_dict(),
        lambda x: equity.breakdown(PLAYERS, samples=x, seed=1).to_dict(),
        lambda x: equity.finishing_orders(PLAYERS, samples=x, seed=1).to_dict(),
        lambda x: equity.combo_equities(PLAYERS, samples=x, seed=1).to_dict(),
    ):
        assert plain(ask(text)) == plain(ask(number))


@pytest.mark.parametrize("text", ["10", "k", "10q", "1.5", "0k", "-1k", "nank", "infk", "0.0001k", "", "10 000"])
def test_samples_that_are_not_such_a_text(text):
    with pytest.raises(EquityError, match="samples must be"):
        equity.calculate(PLAYERS, samples=text)


def test_a_target_in_percent():
    ask = {"method": "mc", "seed": 1}
    one, other = (equity.calculate(PLAYERS, target=target, **ask) for target in ("2%", 0.02))
    assert one.total == other.total
    for wrong in ("2", "%", "0%", "60%", "x%"):
        with pytest.raises(EquityError, match="target must be"):
            equity.calculate(PLAYERS, target=wrong, **ask)


@pytest.mark.parametrize("ask", [equity.calculate, lambda x, **names: equity.calculate_many([x] * 3, **names)])
def test_progress_true_draws_the_bar(monkeypatch, capsys, ask):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr("equity.show.progress._PATIENCE", -1.0)
    ask(["AsKs", "QQ", "22+"], samples="200k", seed=1, progress=True)
    shown = capsys.readouterr().err
    assert "%" in shown
    assert shown.endswith("\r\x1b[K")
    ask(["AsKs", "QQ", "22+"], samples="20k", seed=1, progress=False)
    assert not capsys.readouterr().err
    with pytest.raises(EquityError, match="progress must be"):
        ask(["AsKs", "QQ"], progress=5)
