from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity import cards
from equity.errors import CardError

pytestmark = pytest.mark.small
deck = st.lists(st.integers(0, 51), unique=True, max_size=52)


@given(deck)
def test_text_reads_back(hand):
    assert list(cards.parse_cards(cards.cards_text(hand))) == hand


@given(deck)
def test_masks_read_back(hand):
    mask = cards.to_mask(hand)
    assert list(cards.cards_from_mask(mask)) == sorted(hand)
    assert mask.bit_count() == len(hand)
    assert mask & ~cards.FULL_MASK == 0


@given(deck, st.sampled_from(["", " ", ",", ", ", "; "]), st.sampled_from([str, str.upper, str.lower, str.swapcase]))
def test_blanks_commas_and_case_do_not_matter(hand, between, case):
    assert list(cards.parse_cards(case(between.join(map(cards.card_name, hand))))) == hand


@pytest.mark.parametrize("text", ["As", "aS", "A♠", "a♤", " As ", "A\ufe0es", "A s", "Ａs"])
def test_spellings_of_one_card(text):
    assert cards.parse_card(text) == 51


def test_ten_is_written_two_ways():
    assert cards.parse_cards("10h9h") == cards.parse_cards("Th9h")
    assert cards.card_name(cards.parse_card("10c")) == "Tc"


def test_combos_and_classes_are_numbered_without_gaps():
    combos = [cards.combo_index(high, low) for high in range(52) for low in range(high)]
    assert combos == list(range(1326))
    assert [cards.combo_index(*reversed(cards.combo_cards(c))) for c in range(1326)] == combos
    sizes = [len(cards.combos_of_class(c)) for c in range(169)]
    assert sum(sizes) == 1326
    assert sorted(set(sizes)) == [4, 6, 12]
    assert [cards.parse_class(cards.class_name(c)) for c in range(169)] == list(range(169))
    assert all(cards.class_of_combo(k) == c for c in range(169) for k in cards.combos_of_class(c))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Zs", "'Z' is not a rank"),
        ("1s", "write T or 10"),
        ("Ax", "'x' is not a suit"),
        ("AsK", "'K' has no suit"),
        ("AsKsAs", "As appears twice .*cards 1 and 3"),
        ("6сTc9h", r"looks like 'c' but is U\+0441"),
        ("Аs", r"looks like 'A' but is U\+0410"),
    ],
)
def test_mistakes_are_named(text, message):
    with pytest.raises(CardError, match=message):
        cards.parse_cards(text, where="the board")


@pytest.mark.parametrize("text", ["", "AsKs", "A"])
def test_one_card_means_one(text):
    with pytest.raises(CardError):
        cards.parse_card(text)


@pytest.mark.parametrize("text", ["AK", "AAs", "AKx", "A", "", "ZKs"])
def test_classes_that_are_none(text):
    with pytest.raises(CardError, match="is not a hand class"):
        cards.parse_class(text)


WRONG = [None, 5, 2.5, b"As", ["As"], {}]
NO_NUMBER = [None, 2.5, "As", b"As", [1], {}]


@pytest.mark.parametrize("read", [cards.parse_card, cards.parse_cards, cards.parse_class, cards.normalize])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_what_is_no_text_is_named(read, value):
    with pytest.raises(CardError, match="text such as"):
        read(value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (cards.card_name, [*NO_NUMBER, -1, 52]),
        (cards.combo_cards, [*NO_NUMBER, -1, 1326]),
        (cards.combo_name, [*NO_NUMBER, -1, 1326]),
        (cards.class_of_combo, [*NO_NUMBER, -1, 1326]),
        (cards.class_name, [*NO_NUMBER, -1, 169]),
        (cards.combos_of_class, [*NO_NUMBER, -1, 169]),
        (cards.cards_from_mask, NO_NUMBER),
        (cards.cards_text, [None, 5, "As", [52], [None], ["As"]]),
        (cards.to_mask, [None, 5, "As", [None], ["As"]]),
        (lambda card: cards.combo_index(card, 3), [None, "As", [1], {}]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_numbers_that_name_nothing_are_refused(name, values):
    for value in values:
        with pytest.raises(CardError) as caught:
            name(value)
        assert not str(caught.value).endswith(".")


def test_numpy_numbers_are_numbers():
    assert cards.card_name(np.uint8(51)) == "As"
    assert cards.cards_text(np.array([51, 0])) == "As2c"
    assert cards.combo_cards(np.int64(1325)) == (51, 50)
    assert cards.class_name(np.int16(1)) == "AKs"
    assert cards.to_mask(np.array([0, 51])) == cards.to_mask([0, 51])
