"""The shipped orderings: their data is what the generator makes, and known places in them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import equity
from equity.cards import CLASSES, class_name, parse_class
from equity.errors import RangeError
from equity.generate.ordering import build, text
from equity.ranges.orderings import ORDERINGS, chen_points, order_of, top_classes

DATA = Path(equity.__file__).resolve().parent / "data" / "equity_order.txt"


def test_shipped_order_is_what_the_generator_makes():
    assert DATA.read_bytes() == text().encode("ascii")


def test_equities_are_exact_and_balanced():
    shares = dict(build())
    # aces against a random hand, as published: 85.203713 %; twos: 50.334019 %
    assert round(float(shares["AA"]), 8) == 0.85203713
    assert round(float(shares["22"]), 8) == 0.50334019
    sizes = {name: 6 if len(name) == 2 else 4 if name.endswith("s") else 12 for name in shares}
    assert sum(shares[name] * sizes[name] for name in shares) == Fraction(1326, 2)  # all hands together: one half


@pytest.mark.small
@pytest.mark.parametrize("name", ORDERINGS)
def test_ordering_holds_every_class_once(name):
    assert sorted(order_of(name)) == list(range(CLASSES))


@pytest.mark.small
def test_known_places():
    best, worst = order_of("equity")[:8], order_of("equity")[-1]
    assert [class_name(c) for c in best] == ["AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs"]
    assert class_name(worst) == "32o"
    with pytest.raises(RangeError, match="'luck' is not an ordering of hands; choose equity or chen"):
        order_of("luck")


@pytest.mark.small
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("AA", 20),
        ("KK", 16),
        ("QQ", 14),
        ("JJ", 12),
        ("TT", 10),
        ("22", 5),
        ("AKs", 12),
        ("AKo", 10),
        ("JTs", 9),
        ("T9s", 8),
        ("A9s", 7),
        ("KQo", 8),
        ("54s", 6),
        ("72o", -1),
    ],
)
def test_chen_points(name, points):
    assert chen_points(parse_class(name)) == points


@pytest.mark.small
def test_top_classes_never_exceed_the_part():
    sizes = {"": 6, "s": 4, "o": 12}
    for tenth in range(0, 1001, 7):
        part = Fraction(tenth, 1000)
        chosen = top_classes(part)
        total = sum(sizes[class_name(c)[2:]] for c in chosen)
        assert total <= part * 1326
        if len(chosen) < CLASSES:
            following = order_of()[len(chosen)]
            assert total + sizes[class_name(following)[2:]] > part * 1326
