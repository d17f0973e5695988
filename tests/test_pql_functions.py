"""Every function of PQL against a slow twin, on random deals and on deals made to hit rare cases."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import equity
from equity.cards import parse_cards
from equity.pql.deals import Deals
from equity.pql.evaluation import _Results
from equity.pql.functions import FUNCTIONS
from equity.pql.grammar import parse_query
from equity.pql.program import compile_query
from equity.pql.situation import read_situation
from equity.pql.types import Type, label
from tests import naive_pql
from tests.helpers import amount, jit_is_off

PLAYERS = "a='**', b='**', c='**'"
# cards that meet often: pairs, straights and flushes are common among them
CROWDED = parse_cards("AsKsQsJsTs9s8s7sAhKhAdKdAcKc5d4d3d2d6d7d7c7h")
RARE = CROWDED[:20]


def deals_of(number, seed, dead=()):
    """Return random deals of three players, half from the whole deck and half from cards that meet often."""
    rng = np.random.default_rng(seed)
    rows = []
    for i in range(number):
        pool = [card for card in (range(52) if i % 2 else RARE) if card not in dead]
        rows.append(rng.permutation(pool)[:11])
    cards = np.array(rows, np.uint8)
    return cards[:, :6].reshape(-1, 3, 2), cards[:, 6:]


def answers(expression, holes, boards, dead=()):
    text = (
        f"select histogram({expression}) from {PLAYERS}"
        if not dead
        else f"select histogram({expression}) from {PLAYERS}, dead='{dead}'"
    )
    query = parse_query(text)
    program = compile_query(query, read_situation(query.bindings, text))
    results = _Results(program, Deals(holes, boards, parse_cards(dead) if dead else ()))
    output = program.outputs[0]
    return [label(output.kind, value) for value in results.spread(output.step).tolist()]


def named(value):
    if isinstance(value, frozenset):
        return label(Type.RANKS, sum(1 << rank for rank in value))
    if isinstance(value, bool):
        return label(Type.BOOLEAN, value)
    return value if isinstance(value, str) else label(Type.NUMBER, value)


CASES = [
    "riverEquity(a)", "winsHi(b)", "tiesHi(a)", "bestHiRating(a, flop)", "bestHiRating(c, turn)", "winningHandType()",
    *(f"handType(a, {street})" for street in ("flop", "turn", "river")),
    "flopHandCategory(a)", "flopHandCategory(b)", "flopHandCategory(c)",
    *(f"fiveCardHiHandNumber(b, {street})" for street in ("flop", "turn", "river")),
    *(f"cardsPlay(b, {street})" for street in ("flop", "turn", "river")),
    "outsToHandType(a, flop, flush)", "outsToHandType(a, turn, straight)", "outsToHandType(b, flop, fullhouse)",
    "outsToHandType(b, turn, pair)", "outsToHandType(c, flop, straightflush)", "outsToHandType(c, turn, twopair)",
    "handRanks(a)", "handRanks(a, flop)", "duplicatedHandRanks(b)", "pocketPair(a)",
    *(f"{name}({street})" for street in ("flop", "turn", "river") for name in (
        "boardRanks", "duplicatedBoardRanks", "boardSuitCount", "monotoneBoard", "twotoneBoard", "rainbowBoard",
        "flushingBoard", "pairedBoard", "straightBoard")),
    *(f"{name}(a, {street})" for street in ("flop", "turn", "river") for name in (
        "intersectingHandRanks", "nonIntersectingHandRanks", "handBoardIntersections", "overpair", "hasTopBoardRank",
        "hasSecondBoardRank", "threeFlush", "fourFlush")),
]  # fmt: skip
TWINS = {"winshi": "wins", "tieshi": "ties", "hvhequity": "hvh_equity"}


def twin(expression, deal):
    name, inside = re.fullmatch(r"(\w+)\((.*)\)", expression).groups()
    plain = name.lower()
    names = {one.replace("_", ""): one for one in dir(naive_pql)}
    function = getattr(naive_pql, TWINS.get(plain) or names[plain])
    args = [word.strip() for word in inside.split(",") if word.strip()]
    return function(deal, *("abc".index(word) if word in ("a", "b", "c") else word for word in args))


@pytest.mark.small
@pytest.mark.parametrize("expression", CASES)
def test_function_is_what_its_twin_says(expression):
    number = 60 if "Equity" in expression or "Number" in expression else amount(120, 300)
    if jit_is_off():
        number //= 10
    holes, boards = deals_of(number, 1)
    expected = [
        named(twin(expression, naive_pql.Deal(h, b))) for h, b in zip(holes.tolist(), boards.tolist(), strict=True)
    ]
    assert answers(expression, holes, boards) == expected


@pytest.mark.parametrize(
    ("expression", "number"),
    [("nutHi(a, flop)", 8), ("nutHi(a, turn)", 8), ("nutHi(b, river)", 8), ("nutHiForHandType(a, flop)", 12),
     ("nutHiForHandType(b, river)", 8), ("nutHiOuts(a, turn)", 1), ("hvhEquity(a, turn)", 4)],
)  # fmt: skip
@pytest.mark.parametrize("dead", ["", "Ac2c"])
@pytest.mark.small
def test_what_could_be_is_what_its_twin_says(expression, number, dead):
    if jit_is_off():
        number = 1
    holes, boards = deals_of(number, 2, parse_cards(dead) if dead else ())
    dealt = zip(holes.tolist(), boards.tolist(), strict=True)
    expected = [named(twin(expression, naive_pql.Deal(h, b, parse_cards(dead) if dead else ()))) for h, b in dealt]
    assert answers(expression, holes, boards, dead) == expected


def test_hands_are_worth_the_same_without_compiled_code():
    holes, boards = deals_of(500, 6)
    plain, compiled = (Deals(holes, boards, compiled=how) for how in (False, True))
    for street in (3, 4, 5):
        assert (plain.values(street) == compiled.values(street)).all()


def test_all_in_equity_on_the_flop_is_the_exact_equity():
    holes, boards = deals_of(3, 3)
    for i in range(len(holes)):
        hands = [[int(card) for card in hole] for hole in holes[i]]
        exact = equity.calculate(hands, board=[int(card) for card in boards[i, :3]], method="exact").equity
        deals = Deals(holes[i : i + 1], boards[i : i + 1])
        assert deals.all_in(3)[:, 0].tolist() == pytest.approx(exact.tolist(), abs=1e-12)


@pytest.mark.parametrize(
    ("pair", "street"), [("minHandType", "turn"), ("exactHandType", "turn"), ("minHiRating", "flop")]
)
def test_functions_that_compare_are_comparisons(pair, street):
    holes, boards = deals_of(200, 4)
    if pair == "minHiRating":
        left = f"minHiRating(a, {street}, hiRating(b, {street}))"
        right = f"hiRating(a, {street}) >= hiRating(b, {street})"
    else:
        sign = ">=" if pair.startswith("min") else "="
        left, right = f"{pair}(a, {street}, twopair)", f"handType(a, {street}) {sign} twopair"
    assert answers(left, holes, boards) == answers(right, holes, boards)
    assert len(set(answers(left, holes, boards))) == 2


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("minFlopHandCategory(a, floptoppair)", "flopHandCategory(a) >= floptoppair"),
        ("exactFlopHandCategory(a, flopset)", "flop_hand_category(a) = FLOPSET"),
        ("minOutsToHandType(a, flop, flush, 9)", "outsToHandType(a, flop, flush) >= 9"),
        ("minHvHEquity(a, turn, 0.5)", "hvhEquity(a, turn) >= 0.5"),
        ("min_equity(a, turn, 0.5)", "minEquity(a, turn, 0.5)"),
        ("minEquity(a, river, 0.5)", "riverEquity(a) >= 0.5"),
        ("toString(handType(a, river)) = 'flush'", "handType(a, river) = flush"),
        ("toString(maxRank(boardRanks(flop)))", "maxRank(boardRanks(flop))"),
        ("maxHiRating(turn) = hiRating(a, turn)", "bestHiRating(a, turn)"),
        ("scoops(a)", "wins_hi(a)"),
        ("fractionalRiverEquity(a)", "RIVEREQUITY(A)"),
        ("equity(a)", "equity(a, river)"),
        ("rankCount(boardRanks(flop)) < 3", "pairedBoard(flop)"),
        ("maxRank(boardRanks(turn)) = toRank('A')", "nthRank(1, boardRanks(turn)) = 'A'"),
        ("minRank(handRanks(a)) <> nthRank(2, handRanks(a))", "1 = 2"),
        ("turnCard() = toCard('As')", "turn_card() = 'as'"),
        ("riverCard() = turnCard()", "false"),
        ("inRange(a, 'AA, AKs, 72o')", "in_range(a, 'AwKw, 7x2y, AwAx')"),
        ("rateHiHand('AsKsQsJsTs') >= hiRating(a, river)", "true"),
        ("case when pocketPair(a) then 1 else 0 end", "case pocketPair(a) when true then 1 else 0 end"),
        ("not (winsHi(a) or tiesHi(a))", "riverEquity(a) = 0"),
    ],
)
def test_expressions_that_say_the_same(left, right):
    holes, boards = deals_of(200, 5)
    dealt = answers(left, holes, boards)
    if "minRank" in left:  # a rank that there is not compares with nothing
        pairs = [deal[0][0] // 4 == deal[0][1] // 4 for deal in holes.tolist()]
        assert all(value == "false" for value in dealt)
        assert any(pairs)
        return
    assert dealt == answers(right, holes, boards)


def test_every_function_has_a_test():
    files = (Path(__file__), Path(__file__).with_name("test_pql_against_range.py"))
    tested = "".join(file.read_text(encoding="utf-8") for file in files).lower().replace("_", "")
    assert not [name for name in FUNCTIONS if name not in tested]


@pytest.mark.small
@pytest.mark.parametrize(
    ("board", "pattern", "fits"),
    [
        ("AsKdJhKc3s", "AKK", False),
        ("AsKdJhKc3s", "AKJ3K", False),
        ("AsKdJhKc3s", "KJAK3", True),
        ("AsKdJhKc3s", "AwKxJy", True),
        ("AsKdJhKc3s", "AwKwJw", False),
        ("AsKdJhKc3s", "Ad**", False),
        ("AsKdJhKc3s", "A", True),
        ("AsKdJhKc3s", "22, AKJ", True),
        ("AsKsQs2s3d", "*w*w*w*w", True),
        ("AsKsQs2d3d", "*w*w*w*w", False),
        ("7s7d2h2c9s", "RRO", True),
        ("7s7d7h2c9s", "RRO", False),
        ("7s7d7h2c9s", "RRR", True),
        ("9s6d2h2c9h", "[A-9][8-5]*", True),
        ("9s8d2h2c9h", "[A-9][7-5]*", False),
        ("AsKdJhKc3s", "AKJKK", False),
        ("AsKdJhKc3s", "AKJ*[2,3]", True),
    ],
)
def test_board_in_range(board, pattern, fits):
    boards = np.array([parse_cards(board)], np.uint8)
    holes = np.zeros((1, 3, 2), np.uint8)
    assert answers(f"boardInRange('{pattern}')", holes, boards) == [str(fits).lower()]


@pytest.mark.small
def test_nut_examples_of_the_documentation():
    """The nuts count dead cards: As2s is not the nuts on KsQsJs, but is once the Ts is dead."""
    holes = np.array([[parse_cards("As2s"), parse_cards("2c3c"), parse_cards("4c5c")]], np.uint8)
    boards = np.array([parse_cards("KsQsJs7d8d")], np.uint8)
    assert answers("nutHi(a, flop)", holes, boards) == ["false"]
    assert answers("nutHi(a, flop)", holes, boards, "Ts") == ["true"]
    holes[0, 0] = parse_cards("JsTh")
    boards[0] = parse_cards("9h8s2cKdKc")
    assert answers("outsToHandType(a, flop, straight)", holes, boards) == ["8"]
    assert answers("outsToHandType(a, flop, straight)", holes, boards, "7s") == ["7"]


def test_flop_categories_and_nuts_are_those_of_the_features():
    features = pytest.importorskip("equity.features")
    holes, boards = deals_of(2000, 7)
    found = features.made_hand(holes[:, 0], boards[:, :3])
    made, pairs = ([features.MadeHand(code) for code in codes.tolist()] for codes in (found.made, found.pair))
    names = {
        "NO_PAIR ONE_OVERCARD TWO_OVERCARDS ACE_HIGH": "flopnothing", "UNDERPAIR": "flopunderpair",
        "THIRD_PAIR": "flopthirdpair", "POCKET_PAIR_BELOW_SECOND": "floppocket23", "SECOND_PAIR": "flopsecondpair",
        "POCKET_PAIR_BELOW_TOP": "floppocket12", "TOP_PAIR": "floptoppair", "OVERPAIR": "flopoverpair",
        "TRIPS TRIPS_ON_BOARD": "floptrips", "SET": "flopset", "STRAIGHT": "flopstraight", "FLUSH": "flopflush",
        "FULL_HOUSE": "flopfullhouse", "QUADS": "flopquads", "STRAIGHT_FLUSH": "flopstraightflush",
    }  # fmt: skip
    by_name = {word: name for words, name in names.items() for word in words.split()}
    for code, pair, name in zip(made, pairs, answers("flopHandCategory(a)", holes, boards), strict=True):
        if code.name != "TWO_PAIR":  # which pairs make it is said by PQL alone
            assert name == by_name[(pair if code.name == "TWO_PAIR_WITH_BOARD" else code).name]
    for street, cards in (("flop", 3), ("turn", 4), ("river", 5)):
        better = features.nut_rank(holes[:, 0], boards[:, :cards]).better
        assert answers(f"nutHi(a, {street})", holes, boards) == [str(b == 0).lower() for b in better.tolist()]
