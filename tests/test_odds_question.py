"""Questions: what is read, what is refused and with which words, options, results."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import equity
from equity.cards import COMBOS, combo_cards, combo_index, parse_cards
from equity.errors import CardError, DealError, EquityError, OptionError, RangeError
from equity.odds.plan import choose, duration, explain, list_options
from equity.odds.question.feasibility import find_impossible_seats
from equity.odds.question.question import Question
from equity.ranges import Range, split_players

pytestmark = pytest.mark.small

REFUSED = [
    (["AsKs", "AsQd"], "", "", "As is used twice: player 1 and player 2"),
    (["AsKs,AsQs", "22", "AsJd"], "", "", "As is used twice: player 1 and player 3"),
    (["AcKd", "QQ"], "AcTh2s", "", "Ac is used twice: player 1 and the board"),
    (["AcKd", "QQ"], "", "Kd", "Kd is used twice: player 1 and the dead cards"),
    (["AsKs", "AcAd"], "AhAc2d", "", "player 2 has no possible hand: AcAd needs Ac, which is on the board"),
    (["AsKs", "QQ"], "QsQhQd", "", "player 2 has no possible hand: every combo of QQ needs a card that is known"),
    (["AsKs", "22"], "AcTh2s", "Ac2d", "Ac is used twice: the board and the dead cards"),
    (["AA", "AA", "AA"], "", "", "no deal is possible: the ranges of players 1, 2 and 3 cannot be dealt together"),
    (["AA", "KK", "AA", "22", "AA"], "", "", "the ranges of players 1, 3 and 5 cannot be dealt together"),
    (["QQ", "QQ"], "QsQd2c", "", "no deal is possible: the ranges of players 1 and 2 cannot be dealt together"),
    (["AsKs", "QQ"], "2c", "", "a board has 0, 3, 4 or 5 cards, got 1"),
    (["AsKs", "QQ"], "2c3c", "", "a board has 0, 3, 4 or 5 cards, got 2"),
    (["AsKs", "QQ"], "2c3c4c5c6c7c", "", "a board has 0, 3, 4 or 5 cards, got 6"),
    (["AsKs", "QQ"], "2c2c4c", "", "2c appears twice in the board"),
    (["AsKs", *["random"] * 23], "", "", "24 players need 53 cards; the deck has 52"),
    (["AsKs", *["random"] * 21], "", "2c3c4c5c", "22 players need 49 cards; the deck has 48 without the dead cards"),
    (["AsKs", *["random"] * 10], "", "", "2 to 10 players, got 11"),
    ([], "", "", "2 to 10 players"),
    (["AsKs", ""], "", "", "player 2: the range is empty"),
    (["JcJc", "AsKs"], "", "", "Jc appears twice in player 1's hand"),
    (["AsKs", "ramdom"], "", "", "did you mean random?"),
    (["AsKs", "QQ"], "6сTc9h", "", "looks like 'c' but is U+0441"),
]  # fmt: skip


@pytest.mark.parametrize(("players", "board", "dead", "message"), REFUSED)
def test_refused(players, board, dead, message):
    with pytest.raises(equity.EquityError) as caught:
        equity.calculate(players, board=board, dead=dead)
    text = str(caught.value)
    assert message in text
    assert "\n" not in text
    assert not text.endswith(".")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"samples": 0}, "samples must be at least 1, got 0"),
        ({"target": 0.0}, "target must be a fraction"),
        ({"target": 5}, "target must be a fraction"),
        ({"seconds": -1}, "seconds must be above 0"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"seed": 1 << 64}, "seed must be at most 18446744073709551615"),
        ({"threads": 0}, "threads must be at least 1"),
        ({"method": "exactly"}, "use auto, exact or monte-carlo"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(OptionError, match=message):
        equity.calculate(["AsKs", "QQ"], **options)


def test_kinds_of_errors():
    for error, arguments in ((CardError, "2c2c3c"), (DealError, "2c3c")):
        with pytest.raises(error):
            Question.parse(["AsKs", "QQ"], board=arguments)
    with pytest.raises(RangeError):
        Question.parse(["AsKs", "QQs"])


def test_players_in_many_forms():
    expected = Question.parse(["AsKs", "QQ"])
    weights = np.zeros(1326)
    weights[list(expected.ranges[1].combos)] = 0.5
    forms = [
        "AsKs vs QQ",
        [parse_cards("AsKs"), "QQ"],
        [{combo_index(51, 47): 1.0}, equity.Range("QQ")],
        ["AsKs", ["QsQh", "QsQd", "QsQc", "QhQd", "QhQc", "QdQc"]],
        [np.array([51, 47]), weights],
    ]
    for form in forms:
        assert [list(player.combos) for player in Question.parse(form).ranges] == [
            list(player.combos) for player in expected.ranges
        ]


def test_board_as_indices():
    assert Question.parse("AsKs vs QQ", board=[0, 5, 10]).board == (0, 5, 10)
    with pytest.raises(CardError, match="0 to 51"):
        Question.parse("AsKs vs QQ", board=[0, 5, 52])


def test_one_player_meets_a_random_hand():
    result = equity.calculate(["AsKs"])
    assert result.players == ("AsKs", "random")
    assert round(100 * result.equity[0], 2) == 67.04
    assert any("random" in note for note in result.notes)


def test_live_combos():
    question = Question.parse(["AK", "QQ"], board="As7d2c", dead="Qh")
    assert [len(live) for live in question.live] == [12, 3]
    assert len(question.deck) == 48


LOW_COMBOS = st.sampled_from([combo_index(a, b) for a in range(8) for b in range(a)])


@given(st.lists(st.lists(LOW_COMBOS, min_size=1, max_size=5), min_size=2, max_size=4))
def test_seating_is_decided_like_brute_force(ranges):
    def fits(seats):
        return any(
            len({card for combo in choice for card in combo_cards(combo)}) == 2 * len(seats)
            for choice in product(*(ranges[seat] for seat in seats))
        )

    clash = find_impossible_seats(ranges)
    assert fits(range(len(ranges))) == (not clash)
    if clash:
        assert not fits(clash)
        assert all(fits([other for other in clash if other != seat]) for seat in clash)


def test_results_show_themselves():
    result = equity.calculate(["AsKs", "QhQd"], board="2c7dTh", dead="3s")
    text = str(result)
    assert "AsKs" in text
    assert "board 2c7dTh, dead 3s" in text
    assert "<table>" in result._repr_html_()
    plain = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert plain["schema"] == 1
    assert plain["players"][0]["equity"] == result.equity[0]
    assert plain["std_error"] is None
    assert sum(plain["wins_by_set"].values()) == plain["total"]
    assert result.std_error.tolist() == [0, 0]
    assert result.ci95.shape == (2, 2)
    assert result.seed is None
    assert result.effective_samples is None


def test_html_is_escaped():
    result = equity.calculate(["AsKs", "QhQd"], board="2c7dTh")
    assert "<script" not in result._repr_html_()


def test_plan_explains_itself():
    question = Question.parse(["AK", "QQ+"], board="2c7dTh")
    text = explain(question, choose(question))
    for option in list_options(question):
        assert option.algorithm in text
    assert choose(question, method="mc").method == "monte-carlo"
    assert choose(question, samples=1000).method == "monte-carlo"
    assert choose(question, method="exact", target=0.01).method == "exact"


def test_what_cannot_be_counted_is_sampled_and_says_so():
    plan = choose(Question.parse(["AsKs", *["random"] * 8]), method="exact")
    assert plan.method == "monte-carlo"
    assert "years" in plan.notes[0]
    assert "years" in duration(1e10)


def test_the_table_needs_neither_numpy_nor_numba():
    code = (
        "import sys, equity; r = equity.calculate(['AsKs', 'QhQd']); r.to_dict(); str(r);"
        "print('numpy' in sys.modules, 'numba' in sys.modules, r.total)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "1712304"]


@pytest.mark.parametrize("options", [{"board": "2c7dTh"}, {"dead": "2c"}, {"board": "2c7dTh9s"}])
def test_two_hands_never_need_numba(options):
    code = (
        f"import sys, equity; r = equity.calculate(['AsKs', 'QhQd'], **{options!r});"
        "print('numba' in sys.modules, r.method)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "exact"]


def test_errors_need_neither_numpy_nor_numba():
    code = (
        "import sys, equity\ntry: equity.calculate(['AsKs', 'AsQd'])\nexcept equity.EquityError: pass\n"
        "print('numpy' in sys.modules, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.small
def test_cards_may_be_names_or_numpy_integers():
    board = Question.parse(["AhAd", "QQ"], board=["As", "Ks", "10s"], dead=np.array([0, 1])).board
    assert board == Question.parse(["AhAd", "QQ"], board="AsKsTs").board


@pytest.mark.small
@pytest.mark.parametrize("cards", [None, 5, 2.5, [2.0, 3.0, 4.0], [["As"], ["Ks"], ["Qs"]], [None] * 3, ["As", 47, 43]])
def test_cards_of_another_type_are_refused(cards):
    with pytest.raises(CardError, match="the board: expected text such as"):
        Question.parse(["AhAd", "QQ"], board=cards)


@pytest.mark.small
@pytest.mark.parametrize("players", [None, 5, 2.5, Range("AA"), ["AA", None], ["AA", 3], ["AA", object()]])
def test_players_of_another_type_are_refused(players):
    with pytest.raises(EquityError, match=r"players are a list|player 2: expected text"):
        Question.parse(players)


@pytest.mark.small
@pytest.mark.parametrize(
    "options",
    [{name: value} for name in ("samples", "seed", "threads") for value in ("5", 2.5, -1, float("nan"), [3])]
    + [{name: value} for name in ("target", "seconds") for value in ("5", -1, float("nan"), float("inf"), [3], 0)]
    + [{"samples": 0}, {"samples": 10**20}, {"samples": True}, {"seed": 1 << 64}, {"threads": 0}],
)
def test_options_of_another_type_or_size_are_refused(options):
    (name,) = options
    with pytest.raises(OptionError, match=f"{name} must be"):
        equity.calculate(["AA", "KK"], **options)


@pytest.mark.small
def test_whole_floats_count():
    assert equity.calculate(["AA", "KK"], samples=1e3, seed=np.int64(1)).total == 1000


QUESTION = {
    "calculate": lambda **options: equity.calculate(["AsKs", "QhQd"], **options),
    "calculate_many": lambda **options: equity.calculate_many(["AsKs vs QhQd"], **options),
    "breakdown": lambda **options: equity.breakdown(["AsKs", "QhQd"], **options),
    "combo_equities": lambda **options: equity.combo_equities(["AsKs", "QhQd"], **options),
    "distribution": lambda **options: equity.distribution(["AsKs", "QhQd"], **options),
    "next_card": lambda **options: equity.next_card(["AsKs", "QhQd"], board="2s7sTh", **options),
    "finishing_orders": lambda **options: equity.finishing_orders(["AsKs", "QhQd"], **options),
    "expected_chips": lambda **options: equity.expected_chips(["AsKs", "QhQd"], [5, 6], **options),
    "tournament_equity": lambda **options: equity.tournament_equity(["AsKs", "QhQd"], [5, 6], [1], **options),
    "range_gradient": lambda **options: equity.range_gradient(["AsKs", "QhQd"], **options),
}


@pytest.mark.parametrize("ask", QUESTION.values(), ids=QUESTION)
@pytest.mark.parametrize("name", ["samples", "seed"])
@pytest.mark.parametrize("value", ["x", "10", 1.5, True, [1], {}, float("nan"), float("inf"), -1], ids=repr)
def test_every_question_wants_whole_numbers(ask, name, value):
    with pytest.raises(OptionError, match=f"{name} must be"):
        ask(**{name: value})


@pytest.mark.parametrize("ask", QUESTION.values(), ids=QUESTION)
def test_every_question_takes_numpy_numbers_and_whole_floats(ask):
    ask(samples=np.int32(100), seed=np.uint64(2**64 - 1), threads=np.int64(1))
    ask(samples=1e2, seed=1.0)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: equity.calculate(5),
        lambda: equity.calculate(["AA", "KK"], method=["exact"]),
        lambda: equity.calculate(["AA", "KK"], stacks=5),
        lambda: equity.calculate(["AA", "KK"], stacks="55"),
        lambda: equity.expected_chips(["AA", "KK"], None),
        lambda: equity.tournament_equity(["AA", "KK"], 5, [1]),
        lambda: equity.tournament_equity(["AA", "KK"], [5, 6], [1], others=5),
        lambda: equity.tournament_equity(["AA", "KK"], [5, 6], [1], others=None),
        lambda: equity.combo_equities(["AA", "KK"], player="x"),
        lambda: equity.combo_equities(["AA", "KK"], player=None),
        lambda: equity.combo_equities(["AA", "KK"], player=1.5),
        lambda: equity.distribution(["AA", "KK"], bins="x"),
        lambda: equity.distribution(["AA", "KK"], bins=2.5),
        lambda: equity.outs(["AsAh", "KsKh"], board="2s7sTh", player="x"),
        lambda: equity.range_gradient(["AA", "KK"], player="x"),
        lambda: equity.range_gradient(["AA", "KK"], opponent=[1]),
        lambda: equity.hand_strength("AsKs", "2c7dTh", opponents=None),
        lambda: equity.hand_potential("AsKs", "2c7dTh", cards="2"),
        lambda: equity.effective_hand_strength("AsKs", "2c7dTh", opponents="2"),
        lambda: equity.evaluate(None),
        lambda: equity.Range(3.5),
        lambda: split_players(5),
        lambda: split_players(["AA", None]),
    ],
)
def test_values_of_another_type_are_refused(ask):
    with pytest.raises(EquityError, match=r"got|is unknown") as caught:
        ask()
    assert not str(caught.value).endswith(".")


def test_numpy_numbers_count_for_players_and_bins():
    last = equity.combo_equities(["AA", "KK"], player=np.int64(1))
    assert last.equity.tolist() == equity.combo_equities(["AA", "KK"], player=1).equity.tolist()
    assert len(equity.distribution(["AA", "KK"], bins=np.int32(4)).shares) == 4
    assert equity.hand_strength("AsKs", "2c7dTh", opponents=np.int64(2)) < 1


def test_equal_ranges_share_their_live_combos():
    question = Question.parse(["22+", "random", "AA-22"], board="AsKsQs")
    assert question.live[0] is question.live[2]
    assert [len(player) for player in question.different] == [len(question.live[0]), 49 * 48 // 2]
    assert question.live[1] == {c: 1.0 for c in range(COMBOS) if not {*combo_cards(c)} & {51, 47, 43}}
