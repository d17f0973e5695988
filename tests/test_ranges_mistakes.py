"""What the range notation refuses, and that it says what, where, why and what would be right."""

from __future__ import annotations

import pytest

from equity.errors import CardError, EquityError, RangeError
from equity.ranges import Range

pytestmark = pytest.mark.small

ERRORS = [
    ("AxZz", "'AxZz' is not a hand: 'Z' is not a rank (use A K Q J T 9 8 7 6 5 4 3 2)"),
    ("Zz", "'Zz' is not a hand: 'Z' is not a rank"),
    ("AsKv", "'AsKv' is not a hand: 'v' is not a suit"),
    ("AKv", "'v' is not a suit (use c d h s), s (suited) or o (offsuit)"),
    ("QQs", "'QQs': a pair has no suited or offsuit form; write QQ"),
    ("77o", "'77o': a pair has no suited or offsuit form; write 77"),
    ("QQs+", "'QQs': a pair has no suited or offsuit form; write QQ"),
    ("1010s", "a pair has no suited or offsuit form; write TT"),
    ("AxAx", "'AxAx': a pair has no suited or offsuit form; write AA"),
    ("JcJc", "'JcJc': Jc appears twice in one hand"),
    ("AsKsQs", "'AsKsQs' has 3 cards; a hold'em hand has 2. For a board use --board"),
    ("As Ks Qs", "'AsKsQs' has 3 cards"),
    ("AsKsQdJc", "4 cards: separate two hands with a comma, or 'vs' for two players (Omaha is not supported yet)"),
    ("As Ks Qd Jc", "4 cards: separate two hands with a comma, or 'vs' for two players"),
    ("AsKsQdJc2h", "has 5 cards; a hold'em hand has 2"),
    ("AKQ", "'AKQ' has 3 ranks; a hand has 2"),
    ("As", "'As' is one card; for any hand with it write AsX"),
    ("As,Ks", "'As' is one card; for any hand with it write AsX"),
    ("10h", "'10h' is one card; for any hand with it write 10hX"),
    ("AKs:50", "weight 50 is above 1; write AKs:0.5, AKs:50% or AKs@50"),
    ("AKs=2", "weight 2 is above 1; write AKs:0.02, AKs:2% or AKs@2"),
    ("50(AA)", "weight 50 is above 1; write 0.5(...) or 50%(...)"),
    ("-0.1(AA)", "weight must be between 0 and 1, got '-0.1'"),
    ("nan(AA)", "weight must be between 0 and 1, got 'nan'"),
    ("AA:nan", "weight must be between 0 and 1, got 'nan'"),
    ("AA:-1", "weight must be between 0 and 1, got '-1'"),
    ("AA:inf", "weight must be between 0 and 1"),
    ("AA@101", "AA: a weight in percent must be between 0 and 100, got '101'"),
    ("AA:150%", "must be between 0 and 100, got '150%'"),
    ("AA:", "weight must be between 0 and 1, got ''"),
    ("AA:0.5:0.5", "'AA:0.5:0.5' has two weights"),
    (":0.5", "a weight stands here without a hand before it"),
    ("AKs:xy", "'AKs:xy' leaves no hand"),
    ("nan", "a weight must be between 0 and 1"),
    ("A5s-K2s", "'A5s-K2s': both ends need the same high card (A5s-A2s) or the same gap (A5s has 9, K2s has 11)"),
    ("A5s-A2o", "'A5s-A2o' mixes suited and offsuit; write A5s-A2s,A5o-A2o"),
    ("QQ-A5s", "a span needs two pairs or two unpaired hands"),
    ("AsKs-AsQs", "a span needs two pairs or two unpaired hands"),
    ("AX-KX", "a span needs two pairs or two unpaired hands"),
    ("JTs-87", "'JTs-87' marks only the first end; write JTs-87s"),
    ("QQ-99-77", "is not a span; a span has two ends"),
    ("QQ-99+", "is not a span; a span has two ends"),
    ("-99", "'-99' is not a hand: nothing stands before '-'"),
    ("AsKs+", "'+' needs a hand without both suits"),
    ("Q+", "'Q+' names one card; did you mean QQ+, QX+ or Q2s+?"),
    ("10+", "'10+' names one card; did you mean TT+, TX+ or T2s+?"),
    ("Q", "'Q' names one rank; did you mean QQ or QX?"),
    ("1", "'1' is not a rank (use A K Q J T 9 8 7 6 5 4 3 2); write T or 10"),
    ("+", "'+' is not a hand"),
    ("[50]AA[/25]", "block opened with 50 is closed with 25"),
    ("[50]AA", "a block is never closed; end it with [/] or [/N]"),
    ("[150]AA[/150]", "a block's percentage must be between 0 and 100, got '150'"),
    ("[AA]", "'[AA]' is not a block; write [50]AKs,QQ[/50]"),
    ("[]AA[/]", "'[]' is not a block"),
    ("[50AA", "a '[' is never closed"),
    ("AA[/50]", "this end of a block closes no block"),
    ("AA]", "']' closes nothing"),
    ("(AA", "a '(' is never closed"),
    ("AA)", "')' closes nothing"),
    ("0.5()", "brackets with nothing in them"),
    ("AA(KK)", "'AA' before '(' is not a weight; write 0.5(...) or 50%(...)"),
    ("(" * 30 + "AA" + ")" * 30, "brackets are nested more than 20 deep"),
    ("AA,AA:0.5", "AA is given weight 1 and 0.5; keep one, or choose the overlap: last, max or sum"),
    ("AQs+,0.4(AsKs)", "AsKs is given weight 1 (AQs+) and 0.4; keep one"),
    ("QQ+,KK:0.5", "KK is given weight 1 (QQ+) and 0.5"),
    ("AKs:1,AKs:0", "AKs is given weight 1 and 0"),
    ("6сTc9h", "'с' in '6сTc9h' looks like 'c' but is U+0441"),
    ("АKs", "looks like 'A' but is U+0410"),
    ("", "the range is empty"),
    (" , ;", "the range is empty"),
    ("# only a comment", "the range is empty"),
    ("AA:0", "the range is empty: nothing is left after exclusions and weights of 0"),
    ("AA!AA", "the range is empty: nothing is left after exclusions and weights of 0"),
    ("!AA:0.5,KK", "what is taken out has no weight"),
    ("KK,!(AA:0.5)", "'!(AA:0.5)': what is taken out has no weight (at character 4)"),
    ("AA!KK:0.5!QQ:0.5", "has two weights"),
    ("AA!", "'!' stands without a hand behind it (at character 3)"),
    ("5%-5%", "'5%-5%' holds no whole hand class"),
    ("ramdom", "'ramdom' is not a hand; did you mean random?"),
    ("rnadom", "'rnadom' is not a hand; did you mean random?"),
    ("top, AA", "'top' needs a percentage: top15%"),
    ("any pair", "'pair' is not a hand; for any pair write 22+ (at character 5)"),
    ("AK suited", "'AK suited' is written AKs"),
    ("22+, T9 offsuit", "'T9 offsuit' is written T9o (at character 6)"),
    ("QQ suited", "'QQ suited': a pair has no suited or offsuit form; write QQ"),
    ("AKs offsuit", "'offsuit' is not a hand; AKs says all there is"),
    ("any two suited", "'suited' is not a hand; for any suited hand write **:xx"),
    ("suited connectors", "'suited' is not a hand"),
    ("broadway", "'broadway' is not a hand; for two cards from ten up write TT+,ATs+"),
    ("Aces", "'Aces' is not a hand; for a pair of aces write AA"),
    ("sixes", "for a pair of sixes write 66"),
    ("king", "'king' is not a hand; for any king write KX"),
    ("{AA)", "a '{' is never closed"),
    ("(AA}", "a '(' is never closed"),
    ("AA}", "'}' closes nothing"),
    ("{}", "brackets with nothing in them"),
    ("or", "the range is empty"),
    ("150%AA", "must be between 0 and 100"),
    ("AK0", "'AK0' is not a hand; did you mean AKo?"),
    ("AKss", "'AKss' is not a hand; did you mean AKs?"),
    ("AA vs KK", "'vs' stands between two players, not inside one range"),
    ("150%", "a percentage of hands must be between 0 and 100, got '150'"),
    ("0.1%", "'0.1%' holds no whole hand class"),
    ("top15", "'top15' has no percent sign; write top15%"),
    ("15%6h", "'6h' is not an ordering of hands; choose equity or chen"),
    ("x%", "is not a percentage; write 15%, top15% or 5%-10%"),
    ("AA;Weights: KK:50%", "has a weight after 'Weights:' but is not in the range before it"),
    ("AA\x00", "is not a hand"),
    ("é", "'é' is not a hand"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS, ids=[repr(text)[:30] for text, _ in ERRORS])
def test_error(text, message):
    with pytest.raises((RangeError, CardError)) as caught:
        Range(text)
    assert message in str(caught.value)
    assert not str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("AA, KK, ramdom", 9),
        ("AA\nQQs", 4),
        ("AA #tag# QQs", 10),
        ("0.5(AA,Q+)", 8),
        ("AA,KK:7", 4),
        ("AA (KK", 7),
        ("AA 7(KK)", 4),
        ("AA, 200: KK", 5),
    ],
)
def test_error_says_where(text, at):
    with pytest.raises(RangeError, match=rf"\(at character {at}\)$"):
        Range(text)


def test_error_names_the_player():
    with pytest.raises(RangeError, match=r"^'JcJc': Jc appears twice in player 1's hand$"):
        Range("JcJc", whose="player 1")
    with pytest.raises(RangeError, match=r"^player 2: the range is empty$"):
        Range(" ", whose="player 2")


LONG = [
    *("random," * 20_000, "AA!KK" * 30_000, "(" * 100_000, "[50]" * 40_000, "A" * 150_000, "As " * 60_000),
    *("[" + "A" * 100_000 + "]", "AA:" + "x" * 100_000, "A" * 100_000 + "(AA)", "top" + "9" * 100_000 + "%"),
    *("15%" + "x" * 100_000, "AKs-" * 40_000, "AA" + ":0.5" * 40_000, "AK," + "!AK" * 60_000, "9" * 100_000 + ":AA"),
]


@pytest.mark.parametrize("text", LONG, ids=[text[:8] for text in LONG])
def test_long_nonsense_ends_soon(text):
    with pytest.raises(EquityError) as caught:
        Range(text)
    assert len(str(caught.value)) < 400


def test_longest_text():
    with pytest.raises(RangeError, match="at most 200000 are read"):
        Range("AA," * 100_000)
    assert len(Range(",".join(["AA"] * 30_000))) == 6


def test_nonsense_numbers():
    for text in ("AA:0." + "3" * 2000, "AA:1e99", "AA:1e9999999", "9" * 5000 + "%", "[1e999]AA[/]", "AA@1e-999"):
        with pytest.raises(RangeError):
            Range(text)
    assert Range("AA:0." + "3" * 1000) == Range(f"AA:{1 / 3!r}")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Range.from_combos(None),
        lambda: Range.from_combos([(1, 1.0)]),
        lambda: Range.from_combos({"AsKs": 1.0}),
        lambda: Range.from_combos({1.5: 1.0}),
        lambda: Range.from_combos({1: None}),
        lambda: Range.from_combos({1: "x"}),
        lambda: Range.from_weights("x"),
        lambda: Range.from_weights(["a"] * 1326),
        lambda: Range.from_weights(None),
        lambda: Range("AA").to(None),
        lambda: Range("AA").to(5),
    ],
)
def test_wrong_types_are_named(make):
    with pytest.raises(EquityError):
        make()
