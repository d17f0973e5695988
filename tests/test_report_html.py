"""What notebooks show of results, hands and runs: whole, escaped, and readable on light and dark paper."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import equity
from equity.rules import Hand, Rules, Table, cardroom_limit, pokerfs
from equity.rules.clauses import explain
from equity.show.html import bar_html, cards_html, table_html

_WITH_DOCS = (ast.Module, ast.ClassDef, ast.FunctionDef)
BLINDS = Rules(small_blind=5, big_blind=10)


class Tags(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def text_of(html):
    checker = Tags()
    checker.feed(html)
    assert checker.open == []
    return re.sub(r"<[^>]+>", " ", html)


def luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.small
def test_suits_stand_out_on_white_and_on_black():
    colors = re.findall(r"#[0-9a-f]{6}", cards_html("AsAhAdAc"))
    assert len(colors) == 3  # spades have the text's own colour
    for color in colors:
        light = luminance(color) + 0.05
        assert 1.05 / light >= 3
        assert light / (luminance("#111111") + 0.05) >= 3


@pytest.mark.small
@pytest.mark.parametrize("html", [bar_html(0.5), table_html(["a"], [["b"]]), cards_html("As")])
def test_nothing_sets_paper_or_text_colours(html):
    assert not re.search(r"background: ?(white|black|#)|color: ?(white|black)", html)


@pytest.mark.small
def test_table_escapes_text_and_keeps_html_apart():
    html = table_html(["<a>"], [["<b>"], ["<i>x</i>"]], footer="<c>")
    assert "<b>" not in html
    assert "&lt;a&gt;" in html
    assert "&lt;c&gt;" in html
    assert "<b>" in table_html(["a"], [["<b></b>"]], safe=[0])


def test_equity_result():
    result = equity.calculate(["AsKs", "QhQd"], samples=1000, seed=2)
    html = result._repr_html_()
    text = text_of(html)
    for i, share in enumerate(result.equity):
        assert f"{100 * share:.4f} %" in text
        assert f"width: {100 * share:.1f}%" in html
        assert f"{50 * (result.ci95[i, 1] - result.ci95[i, 0]):.4f} %" in text
    assert "seed 2" in text


def test_hand_that_waits():
    hand = Hand(BLINDS, [1000, 1000, 300], holes=["AsAd", None, "KsKd"]).play("raise 30")
    text = text_of(hand._repr_html_())
    assert "A♠" in text
    assert "K♦" in text
    assert "seat 0 raises to 30" in text
    assert "pot 45; seat 1 may fold, call 25, raise to 50 to 1000" in text
    assert "to act" in text
    assert "?" in text  # seat 1's cards


def test_hand_that_is_over():
    hand = Hand(BLINDS, [1000, 400], holes=["AsAd", "KsKd"], board="2c3d7h8cJs").play("all_in, call")
    text = text_of(hand._repr_html_())
    assert "+400" in text
    assert "-400" in text
    assert "600 nobody called goes back to seat 0" in text
    assert "seat 0 wins 800 from the main pot with pair of aces" in text
    assert text.index("flop") < text.index("turn") < text.index("river")


def test_hand_with_unknown_cards_at_the_end():
    hand = Hand(BLINDS, [100, 100], holes=["AsAd", None]).play("all_in, call")
    assert "cards are still unknown" in text_of(hand._repr_html_())


def test_table_between_hands():
    table = Table(cardroom_limit(), seats=3, seed=1, first_button=0)
    for seat, name in enumerate(["Ann", "<Bob>"]):
        table.sit(seat, name, 1500)
    assert "button" not in text_of(table._repr_html_())
    table.next_hand().fold()
    table.sit(2, "Cid", 1500)
    text = text_of(table._repr_html_())
    assert "<" not in text
    for part in ("button, small blind", "big blind", "&lt;Bob&gt;", "1,498", "a live big blind", "1 hand;", "seed 1"):
        assert part in text


@pytest.mark.parametrize("rules", [pokerfs(), cardroom_limit()])
def test_rules_of_a_house(rules):
    text = text_of(rules._repr_html_())
    for row in explain(rules):
        assert row.field in text
        assert row.value in text
    assert rules.name in text


def test_simulation_result():
    from equity.simulate import run

    result = run(pokerfs(), ["call", "random"], hands=200, seed=1)
    text = text_of(result._repr_html_())
    assert f"{result['call'].bb100.mean:+.2f}" in text
    assert "seed 1" in text


def test_range():
    assert text_of(equity.Range("QQ+")._repr_html_()).count("AA") == 1


@pytest.mark.small
def test_suits_and_ranks_are_drawn_from_one_place():
    """Symbols and colours of suits stand in the palette, the order of ranks in `equity.cards`; docstrings show them."""
    root = Path(equity.__file__).parent
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        source = path.read_text(encoding="utf-8")
        if not re.search("[♠♥♦♣]|TJQKA|AKQJT", source):
            continue
        tree = ast.parse(source)
        docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, _WITH_DOCS)}
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        for text in texts - docs:
            assert not re.search("[♠♥♦♣]", text) or name in ("cards.py", "show/palette.py"), f"{name}: {text[:40]!r}"
            assert "TJQKA" not in text or name == "cards.py", f"{name}: {text[:40]!r}"
            assert "AKQJT" not in text, f"{name}: {text[:40]!r}"
