"""Properties of the range notation: printed text reads back, spans equal naive expansion, no text breaks it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from equity.cards import CLASSES, COMBOS, RANKS, card_name, combo_cards, combos_of_class
from equity.errors import CardError, RangeError
from equity.ranges import Range, split_players
from equity.ranges.writer import DIALECTS
from tests.helpers import amount

weights = st.one_of(
    st.just(1.0),
    st.sampled_from([0.5, 0.25, 1 / 3, 0.1, 0.99]),
    st.floats(0, 1, exclude_min=True, allow_subnormal=True),
)
by_combo = st.dictionaries(st.integers(0, COMBOS - 1), weights, min_size=1, max_size=60)
by_class = st.dictionaries(st.integers(0, CLASSES - 1), weights, min_size=1, max_size=169)


@st.composite
def ranges(draw):
    """Whole classes, some combos changed: what real ranges look like."""
    combos = {c: weight for cell, weight in draw(by_class).items() for c in combos_of_class(cell)}
    if draw(st.booleans()):
        combos |= draw(by_combo)
    return Range.from_combos(combos)


@given(ranges())
@settings(deadline=None)
def test_text_reads_back(read):
    again = Range(str(read))
    assert again.combos == read.combos
    assert str(again) == str(read)
    assert again.notes == []


@given(by_combo)
@settings(deadline=None)
def test_single_combos_read_back(combos):
    read = Range.from_combos(combos)
    assert Range(str(read)).combos == read.combos


@pytest.mark.parametrize("dialect", DIALECTS)
@given(read=ranges())
@settings(deadline=None, max_examples=40)
def test_every_dialect_reads_back(dialect, read):
    assert Range(read.to(dialect)).combos == read.combos


@given(st.floats(0, 1, exclude_min=True))
@example(5e-324)
@example(0.1 + 0.2)
def test_no_digit_of_a_weight_is_lost(weight):
    read = Range.from_combos({1325: weight})
    for dialect in DIALECTS:
        assert Range(read.to(dialect)).combos == {1325: weight}, dialect


# --- naive expansion: walk all 1,326 hands and ask of each whether it fits


def fits(combo: int, kind: str) -> bool:
    high, low = combo_cards(combo)
    suited = card_name(high)[1] == card_name(low)[1]
    return kind == "" or suited == (kind == "s")


def hands_with_ranks(pairs: set[tuple[int, int]], kind: str) -> set[int]:
    found = set()
    for combo in range(COMBOS):
        high, low = combo_cards(combo)
        if (high >> 2, low >> 2) in pairs and (high >> 2 == low >> 2 or fits(combo, kind)):
            found.add(combo)
    return found


@pytest.mark.small
@pytest.mark.parametrize("kind", ["", "s", "o"])
def test_plus_and_minus_against_naive(kind):
    for low, high in combinations(range(13), 2):
        name = RANKS[high] + RANKS[low] + kind
        if high - low == 1:
            above = {(rank, rank - 1) for rank in range(1, 13) if rank >= high}
        else:
            above = {(high, rank) for rank in range(13) if low <= rank < high}
        below = {(high, rank) for rank in range(13) if rank <= low}
        assert set(Range(f"{name}+")) == hands_with_ranks(above, kind), name
        assert set(Range(f"{name}-")) == hands_with_ranks(below, kind), name
        kicker = {(high, rank) for rank in range(13) if low <= rank < high}
        assert set(Range(f"{name}+", plus="kicker")) == hands_with_ranks(kicker, kind), name


@pytest.mark.small
def test_pairs_against_naive():
    for rank in range(13):
        pair = RANKS[rank] * 2
        assert set(Range(f"{pair}+")) == hands_with_ranks({(r, r) for r in range(rank, 13)}, "")
        assert set(Range(f"{pair}-")) == hands_with_ranks({(r, r) for r in range(rank + 1)}, "")
        for other in range(13):
            low, high = sorted((rank, other))
            expected = hands_with_ranks({(r, r) for r in range(low, high + 1)}, "")
            assert set(Range(f"{pair}-{RANKS[other] * 2}")) == expected


@given(
    st.sampled_from(["", "s", "o"]),
    *[st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda pair: pair[0] > pair[1])] * 2,
)
@settings(deadline=None, max_examples=300)
def test_span_against_naive(kind, first, second):
    text = "-".join(RANKS[high] + RANKS[low] + kind for high, low in (first, second))
    bottom, top = sorted([first, second])
    if first[0] == second[0]:
        expected = {(top[0], low) for low in range(bottom[1], top[1] + 1)}
    elif first[0] - first[1] == second[0] - second[1]:
        expected = {(high, high - (top[0] - top[1])) for high in range(bottom[0], top[0] + 1)}
    else:
        with pytest.raises(RangeError, match="same high card"):
            Range(text)
        return
    assert set(Range(text)) == hands_with_ranks(expected, kind)


# --- fuzz: any text either parses or raises an error made for it

ALPHABET = "AKQJT98765432akqjtcdhsoxXyzw*.?+-:@=%!()[]/,;| \n#0123456789topvsn♠♥–é\u200b\x00с"
PIECES = st.sampled_from(
    [
        "AK",
        "AKs",
        "QQ+",
        "22-55",
        "A5s-A2s",
        "AsKs",
        "As",
        "random",
        "top",
        "15%",
        "15%chen",
        "0.5",
        ":0.5",
        "@50",
        "(",
        ")",
        "[50]",
        "[/50]",
        "[/]",
        "!",
        "!AA",
        ":xx",
        ":ss",
        "AX",
        "A*",
        "**",
        "75:",
        "100: ",
        ",",
        " ",
        ";",
        "-",
        "+",
        "vs",
        "10",
        "Weights:",
        "AA:75%",
        "#t#",
        "# ",
        "\n",
        "any",
        "two",
        "=",
        ":",
        "%",
        "nan",
        "1e5",
        "x",
    ]
)
texts = st.one_of(st.text(ALPHABET, max_size=30), st.text(max_size=12), st.lists(PIECES, max_size=9).map("".join))


@given(texts, st.sampled_from(["error", "last", "max", "sum"]), st.booleans())
@settings(deadline=None, max_examples=amount(500, 1500))
def test_any_text_parses_or_is_refused(text, overlap, strict):
    try:
        read = Range(text, overlap=overlap, strict=strict)
    except (RangeError, CardError) as error:
        message = str(error)
    else:
        message = ""
        assert len(read) >= 1 or text.strip(" ,;|\n").lower() == "none"
        assert all(0 < weight <= 1 for weight in read.combos.values())
        assert Range(str(read)).combos == read.combos
    assert "\n" not in message


@given(st.lists(texts, max_size=5))
@settings(deadline=None, max_examples=200)
def test_any_arguments_split_or_are_refused(args):
    try:
        players = split_players(args)
    except RangeError:
        return
    assert all(isinstance(player, str) for player in players)
