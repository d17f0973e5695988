"""The range notation: every reading of the table of dialects, the grammar, and the ready-made cases."""

from __future__ import annotations

import json
import pickle
from itertools import product
from pathlib import Path

import pytest

from equity.cards import CLASSES, class_name, combo_index, combo_name, combos_of_class, parse_cards, parse_class
from equity.errors import EquityError, OptionError, RangeError
from equity.ranges import Range, split_players
from equity.ranges.orderings import ORDERINGS, order_of

pytestmark = pytest.mark.small

HERE = Path(__file__).resolve()
CASE_FILES = [HERE.parent / "data" / "cases_equity.json", HERE.parents[1].parent / "shared" / "cases" / "equity.json"]


def names(text: str, **options) -> set[str]:
    return {combo_name(combo) for combo in Range(text, **options).combos}


def classes(*given: str) -> set[str]:
    return {combo_name(combo) for name in given for combo in combos_of_class(parse_class(name))}


def both(*given: str) -> set[str]:
    return classes(*(name + kind for name in given for kind in "so"))


RANKS = "AKQJT98765432"


# text, the same set written naively
READINGS = [
    ("AsKs", {"AsKs"}),
    ("KsAs", {"AsKs"}),
    ("QQ", classes("QQ")),
    ("AK", both("AK")),
    ("KA", both("AK")),
    ("AKs", classes("AKs")),
    ("aKS", classes("AKs")),
    ("AKo", classes("AKo")),
    ("akO", classes("AKo")),
    ("QQ+", classes("QQ", "KK", "AA")),
    ("AA+", classes("AA")),
    ("QQ-99", classes("QQ", "JJ", "TT", "99")),
    ("99-QQ", classes("QQ", "JJ", "TT", "99")),
    ("66-", classes("66", "55", "44", "33", "22")),
    ("22-", classes("22")),
    ("A5s+", classes(*(f"A{r}s" for r in "56789TJQK"))),
    ("A5s-", classes("A5s", "A4s", "A3s", "A2s")),
    ("A5s-A2s", classes("A5s", "A4s", "A3s", "A2s")),
    ("A2s-A5s", classes("A5s", "A4s", "A3s", "A2s")),
    ("JTs-87s", classes("JTs", "T9s", "98s", "87s")),
    ("87s-JTs", classes("JTs", "T9s", "98s", "87s")),
    ("JT-87s", classes("JTs", "T9s", "98s", "87s")),
    ("JT-87", both("JT", "T9", "98", "87")),
    ("J9s-75s", classes("J9s", "T8s", "97s", "86s", "75s")),
    ("AKs-AKs", classes("AKs")),
    ("22 - 55", classes("55", "44", "33", "22")),
    ("T9s+", classes("T9s", "JTs", "QJs", "KQs", "AKs")),
    ("KQo+", classes("KQo", "AKo")),
    ("AKs+", classes("AKs")),
    ("K9s+", classes("K9s", "KTs", "KJs", "KQs")),
    ("9Ks+", classes("K9s", "KTs", "KJs", "KQs")),
    ("A2+", both(*(f"A{r}" for r in RANKS[1:]))),
    ("AX", both(*(f"A{r}" for r in RANKS[1:]))),
    ("Ax", both(*(f"A{r}" for r in RANKS[1:]))),
    ("xA", both(*(f"A{r}" for r in RANKS[1:]))),
    ("A*", both(*(f"A{r}" for r in RANKS[1:])) | classes("AA")),
    ("AXs", classes(*(f"A{r}s" for r in RANKS[1:]))),
    ("A*s", classes(*(f"A{r}s" for r in RANKS[1:]))),
    ("AXo", classes(*(f"A{r}o" for r in RANKS[1:]))),
    ("KX+", both("AK", *(f"A{r}" for r in RANKS[2:]), *(f"K{r}" for r in RANKS[2:]))),
    ("K*+", both("AK", *(f"A{r}" for r in RANKS[2:]), *(f"K{r}" for r in RANKS[2:])) | classes("AA", "KK")),
    ("4X-", both("43", "42", "32")),
    ("3*-", both("32") | classes("33", "22")),
    ("AcT", {"AcTc", "AcTd", "AcTh", "AcTs"}),
    ("TAc", {"AcTc", "AcTd", "AcTh", "AcTs"}),
    ("AcTx", {"AcTc", "AcTd", "AcTh", "AcTs"}),
    ("KTd", {"KcTd", "KdTd", "KhTd", "KsTd"}),
    ("KsA", {"AcKs", "AdKs", "AhKs", "AsKs"}),
    ("AsA", {"AsAc", "AsAd", "AsAh"}),
    ("AcQ+", {f"Ac{r}{s}" for r in "QK" for s in "cdhs"}),
    ("AhX", {f"Ah{r}{s}" for r in RANKS[1:] for s in "cdhs"}),
    ("xAh", {f"Ah{r}{s}" for r in RANKS[1:] for s in "cdhs"}),
    ("As*", {f"As{r}{s}" for r in RANKS for s in "cdhs"} - {"AsAs"}),
    ("*As", classes(*(f"A{r}s" for r in RANKS[1:]))),
    ("AxKx", classes("AKs")),
    ("AwKw", classes("AKs")),
    ("AxKy", classes("AKo")),
    ("KyAx", classes("AKo")),
    ("AxAy", classes("AA")),
    ("AxQx+", classes("AQs", "AKs")),
    ("10h9h", {"Th9h"}),
    ("1010+", classes("TT", "JJ", "QQ", "KK", "AA")),
    ("A10s", classes("ATs")),
    ("A♠K♥", {"AsKh"}),
    ("A♤ K♡", {"AsKh"}),
    ("A♠️K♥️", {"AsKh"}),
    ("As Ks", {"AsKs"}),
    ("A\u200bsKs", {"AsKs"}),
    ("QQ–99", classes("QQ", "JJ", "TT", "99")),
    ("QQ\u00a0AKs", classes("QQ", "AKs")),
    ("**:xx", classes(*(a + b + "s" for a, b in product(RANKS, RANKS) if RANKS.index(a) < RANKS.index(b)))),
    ("AK:xx", classes("AKs")),
    ("AK:xy", classes("AKo")),
    ("AK:ss", {"AsKs"}),
    ("AK:sh", {"AsKh", "AhKs"}),
    ("22+!AA", classes(*(r * 2 for r in RANKS[1:]))),
    ("22+,!AA", classes(*(r * 2 for r in RANKS[1:]))),
    ("22+ !AA!KK", classes(*(r * 2 for r in RANKS[2:]))),
    ("22+ !(AA,KK)", classes(*(r * 2 for r in RANKS[2:]))),
    ("AK,!AK:xx", classes("AKo")),
    ("AK,22+,!**:xx", classes("AKo", *(r * 2 for r in RANKS))),
    ("22+!(AA,KK!KK)", classes(*(r * 2 for r in RANKS[1:]))),
    ("AA,KK;QQ JJ\nTT|99", classes("AA", "KK", "QQ", "JJ", "TT", "99")),
    (",,AA,, ;", classes("AA")),
    ("(AA,KK)", classes("AA", "KK")),
    ("TT+/AQs+", classes("TT", "JJ", "QQ", "KK", "AA", "AQs", "AKs")),
    ("AA or KK", classes("AA", "KK")),
    ("AA or KK and QQ, AKs OR JJ", classes("AA", "KK", "QQ", "AKs", "JJ")),
    ("{ QQ+, AKs }", classes("QQ", "KK", "AA", "AKs")),
    ("{AA}{KK},{(QQ)}", classes("AA", "KK", "QQ")),
    ("QQ+!{AA,KK}", classes("QQ")),
    ("#3bet#QQ+ # and a comment, AK", classes("QQ", "KK", "AA")),
    ("AA # first\nKK", classes("AA", "KK")),
]


@pytest.mark.parametrize(("text", "expected"), [case for case in READINGS if case[1]])
def test_reading(text, expected):
    read = Range(text)
    assert {combo_name(combo) for combo in read.combos} == {combo_name(combo_index(*parse_cards(n))) for n in expected}
    assert set(read.combos.values()) == {1.0}


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "RANDOM",
        "any",
        "any two",
        "any2",
        "anytwo",
        "ATC",
        "XX",
        "xx",
        "**",
        "*",
        "??",
        "?",
        "....",
        "..",
        ".",
        "100%",
        "top 100%",
        "? ?",
        "..  ..",
    ],
)
def test_any_two(text):
    assert len(Range(text)) == 1326
    assert str(Range(text)) == "random"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AKs:0.5", {"AKs": 0.5}),
        ("AKs:.5", {"AKs": 0.5}),
        ("AKs:50%", {"AKs": 0.5}),
        ("AKs@50", {"AKs": 0.5}),
        ("AKs@50%", {"AKs": 0.5}),
        ("AKs=0.5", {"AKs": 0.5}),
        ("AKs : 0.5", {"AKs": 0.5}),
        ("AKs: 0.5", {"AKs": 0.5}),
        ("75:0.5", {"75s": 0.5, "75o": 0.5}),
        ("75:50%", {"75s": 0.5, "75o": 0.5}),
        ("75:xx", {"75s": 1}),
        ("75:xx:0.5", {"75s": 0.5}),
        ("0.4(AKs)", {"AKs": 0.4}),
        (".4(AKs)", {"AKs": 0.4}),
        ("40%(AKs,QQ)", {"AKs": 0.4, "QQ": 0.4}),
        ("0.5 (AKs),QQ", {"AKs": 0.5, "QQ": 1}),
        ("(AKs,QQ):0.5", {"AKs": 0.5, "QQ": 0.5}),
        ("50%AA", {"AA": 0.5}),
        ("50%AKs, 25%QQ-JJ, TT", {"AKs": 0.5, "QQ": 0.25, "JJ": 0.25, "TT": 1}),
        ("50%QQ+!KK", {"AA": 0.5, "QQ": 0.5}),
        ("50%AA:0.5", {"AA": 0.25}),
        ("0.4{AKs,QQ}", {"AKs": 0.4, "QQ": 0.4}),
        ("{AKs,QQ}:0.4", {"AKs": 0.4, "QQ": 0.4}),
        ("0.5(AKs:0.5,QQ)", {"AKs": 0.25, "QQ": 0.5}),
        ("[50]AKs,QQ[/50],JJ", {"AKs": 0.5, "QQ": 0.5, "JJ": 1}),
        ("[50%]AKs[/50%]", {"AKs": 0.5}),
        ("[12.5]AKs[/]", {"AKs": 0.125}),
        ("100: AA, AKs, 75: AQs", {"AA": 1, "AKs": 1, "AQs": 0.75}),
        ("100:AA,75:AQs,KQs", {"AA": 1, "AQs": 0.75, "KQs": 0.75}),
        ("75:65", {"65s": 0.75, "65o": 0.75}),
        ("50:22:0.5", {"22": 0.25}),
        ("22+!33+:0.5", {"22": 0.5}),
        ("22+!44+:0.5!33", {"22": 0.5}),
        ("22+:0.5!44+!33", {"22": 0.5}),
        ("AA, ATs+; Weights: AQs:75%, AKs:50%", {"AA": 1, "AKs": 0.5, "AQs": 0.75, "AJs": 1, "ATs": 1}),
        ("AA, AKs; weights: AKs:0%", {"AA": 1}),
        ("AKs:1,AKs", {"AKs": 1}),
        ("AKs:0,AA", {"AA": 1}),
        ("AKs:1e-1", {"AKs": 0.1}),
        ("AKs:0.3333333333333333", {"AKs": 0.3333333333333333}),
        ("33.33333333333333%(AKs)", {"AKs": 0.3333333333333333}),
    ],
)
def test_weights(text, expected):
    weights = {combo: weight for name, weight in expected.items() for combo in combos_of_class(parse_class(name))}
    assert dict(Range(text).combos) == dict(sorted(weights.items()))


def test_every_dialect_of_one_half_is_the_same_range():
    texts = ["AKs:0.5", "AKs:50%", "AKs@50", "AKs=0.5", "0.5(AKs)", "50%(AKs)", "[50]AKs[/50]", "50: AKs"]
    assert len({Range(text) for text in [*texts, "AKs; Weights: AKs:50%"]}) == 1


def test_neighbours_have_two_readings():
    assert Range("T9s+").notes == ["'T9s+' is read as T9s,JTs,QJs,KQs,AKs; other programs mean T9s alone"]
    assert names("T9s+", plus="kicker") == classes("T9s")
    assert Range("T9s+", plus="kicker").notes
    for safe in ("AK+", "K9s+", "QQ+", "A5s-"):
        assert Range(safe, strict=True).notes == []
    for unsafe in ("T9s+", "KQ+", "T9o-"):
        with pytest.raises(RangeError, match="two readings"):
            Range(unsafe, strict=True)


@pytest.mark.parametrize(("overlap", "expected"), [("last", [0.5, 0.25]), ("max", [1.0, 0.5]), ("sum", [1.0, 0.5])])
def test_overlap(overlap, expected):
    read = Range("AA,KK:0.5,AA:0.5,KK:0.25", overlap=overlap)
    got = [read.combos[combos_of_class(parse_class(name))[0]] for name in ("AA", "KK")]
    assert got == expected


def test_overlap_sum_below_one_is_not_scaled():
    assert str(Range("AA:0.5,AA:0.25", overlap="sum")) == "AA:0.75"
    assert str(Range("AA:0.5,AA:0.5", overlap="sum")) == "AA"


def test_exclusion_of_nothing_is_noted():
    assert Range("AA,!KK").notes == ["'!KK' removes nothing: no such combo stands to its left"]


def test_exclusion_in_brackets_stays_there():
    assert str(Range("AA,0.5(QQ+!AA)")) == "AA,KK-QQ:0.5"


def test_exclusion_works_on_everything_to_its_left():
    read = Range("AKs,AK!AKs,AQs")
    assert str(read) == "AQs,AKo"
    assert "everything to its left" in read.notes[0]


def test_percentage_says_its_true_size():
    read = Range("15%")
    assert len(read) <= 0.15 * 1326
    assert read.notes == [f"15% -> {read.percent:.2f} % ({len(read)} combos)"]
    assert Range("top15%") == Range("top 15%") == Range("TOP 15%") == read
    assert Range("15%equity") == Range("15% equity") == read
    assert "chen" in Range("15% chen").notes[0]


def test_slices_of_percentages_add_up():
    low, middle, high = Range("5%"), Range("5%-10%"), Range("10%")
    assert set(low) | set(middle) == set(high)
    assert not set(low) & set(middle)
    assert Range("10%-5%") == Range("5-10%") == middle


@pytest.mark.parametrize("name", ORDERINGS)
def test_ordering_holds_every_class_once(name):
    assert sorted(order_of(name)) == list(range(CLASSES))


def test_weighted_percentage():
    assert set(Range("15%:0.5").combos.values()) == {0.5}
    assert set(Range("50%(15%)").combos.values()) == {0.5}


LISTS = [
    "22+ A2s+ A3o+ K6s+ KTo+ Q8s+ QTo+ J9s+ JTo T8s+ 98s",
    "22+,A2s+",
    "AA",
    "AKs:0.5,QQ:0.5",
    "random",
    "22+!55,K9s:0.25",
]


@pytest.mark.parametrize("text", LISTS)
@pytest.mark.parametrize("digits", [0, 1, 2, 4])
@pytest.mark.parametrize("form", ["{0}%, {1}", "{0}% {{{1}}}", "{0}%\n{1}", "{1}, {0}%"])
def test_a_percentage_the_list_makes_up_by_itself_is_its_label(text, digits, form):
    alone = Range(text)
    number = f"{alone.percent:.{digits}f}"
    if not digits and number == "0":
        return
    if len(Range("random").top(float(number))) == 0:
        return  # not a percentage of hands at all
    read = Range(form.format(number, text))
    assert read == alone
    label = f"'{number}%' is read as the label of the list, which is {alone.percent:.2f} % by itself"
    assert read.notes == [*alone.notes, label]
    with pytest.raises(RangeError, match="two readings"):
        Range(form.format(number, text), strict=True)


@pytest.mark.parametrize("text", ["5%, 72o", "29.8%, 22+,A2s+", "10% AA", "AA 50%"])
def test_any_other_percentage_in_a_list_adds_its_hands_and_says_so(text):
    head, _, rest = text.replace(",", " ", 1).partition(" ")
    head, rest = (head, rest) if "%" in head else (rest, head)
    read = Range(text)
    assert read == Range(head) | rest.strip()
    assert f"'{head}' adds the best {head[:-1]} % of hands" in read.notes[-1]
    assert read.notes[0] == Range(head).notes[0]


def test_what_says_that_it_is_no_label_is_none():
    for text in ("top 9.5%, 22+,A2s+", "9.5%:0.5, 22+:0.5", "0%-9.5%, 22+,A2s+", "5%-10%, AA", "5%, 10%", "15%"):
        assert not any("label" in note or "adds" in note for note in Range(text).notes), text


def test_combos_of_a_card_are_written_as_people_write_them():
    for text in ("AhX", "Ah*", "AhK", "KsA", "AsA", "2cX:0.5", "AsKh,QdJc", "AhX,KsQ", "22+,AKs,AhX", "AdT,AcT:0.5"):
        assert str(Range(text)) == text
    assert str(Range("AhX") - "AhKh") == "AhQ,AhJ,AhT,Ah9,Ah8,Ah7,Ah6,Ah5,Ah4,Ah3,Ah2,AhKs,AhKd,AhKc"
    assert Range("AhX").to("pio").count(",") == 47


def test_text_is_canonical_and_ordered():
    text = "KQo,AsKh:0.25,T9s,A5s-A2s,AKs,AQs,22,QQ+,33:0.5"
    assert str(Range(text)) == "QQ+,33:0.5,22,AQs+,A5s-A2s,T9s,KQo,AsKh:0.25"


def test_dialects():
    read = Range("QQ+,AKs:0.5,AsQh:0.125")
    assert read.to("pio") == "AA,KK,QQ,AKs:0.5,AsQh:0.125"
    assert read.to("equilab") == "100: QQ+, 50: AKs, 12.5: AsQh"
    assert read.to("gto+") == "QQ+,[50]AKs[/50],[12.5]AsQh[/12.5]"
    assert read.to("ppt") == "AA@100,KK@100,QQ@100,AxKx@50,AsQh@12.5"
    assert read.to("eval7") == "QQ+, 0.5(AKs), 0.125(AsQh)"
    assert Range("QQ+,AKo").to("PPT") == "AA,KK,QQ,AxKy"
    with pytest.raises(OptionError, match="'poker' is not a dialect; choose one of"):
        read.to("poker")


@pytest.mark.parametrize("text", ["22+,A2s+,K9s+:0.25,QJo", "random", "A5s-A2s:0.5,22-55,AsKh:0.1", "AQo+,33-55"])
@pytest.mark.filterwarnings("ignore")  # that package's parser uses deprecated names
def test_eval7_reads_our_text_as_we_do(text):
    eval7 = pytest.importorskip("eval7")
    read = Range(text)
    theirs = {
        combo_index(*(parse_cards(str(card))[0] for card in hand)): weight
        for hand, weight in eval7.HandRange(read.to("eval7")).hands
    }
    assert theirs == pytest.approx(read.combos, abs=1e-15)


def test_range_behaves_like_a_value():
    read = Range("QQ+,AKs:0.5")
    assert read == Range("AKs:50%,QQ+")
    assert hash(read) == hash(Range("AKs:50%,QQ+"))
    assert read != Range("QQ+")
    assert read != "QQ+,AKs:0.5"
    assert len({read, Range(str(read))}) == 1
    assert "AsKs" in read
    assert "AsKh" not in read
    assert repr(read) == "Range('QQ+,AKs:0.5')"
    assert (len(read), read.total_weight, read.text) == (22, 20.0, "QQ+,AKs:0.5")
    assert pickle.loads(pickle.dumps(read)) == read
    read.combos.clear()
    read.notes.append("x")
    assert (len(read), read.notes) == (22, [])


def test_weights_array():
    read = Range("QQ+,AKs:0.5")
    assert read.weights.shape == (1326,)
    assert read.weights.sum() == 20.0
    assert not read.weights.flags.writeable
    assert Range.from_weights(read.weights) == read
    assert Range.from_combos(read.combos) == read
    assert not pickle.loads(pickle.dumps(read)).weights.flags.writeable


def test_bad_weights_and_options():
    for bad in ([1.0] * 5, [2.0] * 1326, [-1.0] * 1326, [float("nan")] * 1326):
        with pytest.raises(RangeError):
            Range.from_weights(bad)
    for combos in ({1326: 1.0}, {-1: 1.0}, {0: float("nan")}):
        with pytest.raises(RangeError):
            Range.from_combos(combos)
    with pytest.raises(OptionError):
        Range("AA", overlap="min")
    with pytest.raises(OptionError):
        Range("AA", plus="up")
    with pytest.raises(RangeError, match="a range is text"):
        Range(5)


def test_suited_filter_alone_is_any_two_with_a_note():
    assert Range("xx").notes == ["'xx' is read as any two cards; for suited hands write **:xx"]
    assert Range("XX").notes == []
    with pytest.raises(RangeError, match="'xx' has two readings"):
        Range("xx", strict=True)


def test_notebook_chart():
    html = Range("QQ+,AKs:0.5")._repr_html_()
    assert html.count("<td") == 169
    assert 'title="AKs: weight 50.0 %"' in html
    assert "22 combos, 1.51 %" in html


def test_class_weights():
    by_name = dict(zip(map(class_name, range(CLASSES)), Range("AcAd,AKs:0.5").class_weights(), strict=True))
    assert {name: weight for name, weight in by_name.items() if weight} == {"AA": 1 / 6, "AKs": 0.5}


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["AsKs", "vs", "QQ"], ["AsKs", "QQ"]),
        (["AsKs", "QQ"], ["AsKs", "QQ"]),
        (["AsKs"], ["AsKs"]),
        (["AsKs vs QQ"], ["AsKs", "QQ"]),
        (["AsKs VS QQ versus 22+"], ["AsKs", "QQ", "22+"]),
        (["AsKs", "V", "QQ", "--", "22"], ["AsKs", "QQ", "22"]),
        (["As", "Ks", "vs", "Qh", "Qd"], ["As Ks", "Qh Qd"]),
        (["As", "Ks", "Qh", "Qd"], ["AsKs", "QhQd"]),
        (["As Ks Qh Qd"], ["AsKs", "QhQd"]),
        (["As", "Ks"], ["AsKs"]),
        (["QQ+,", "AKs", "vs", "random"], ["QQ+, AKs", "random"]),
        (["QQ+,", "AKs", "random"], ["QQ+, AKs", "random"]),
        (["top", "15%", "any", "two"], ["top 15%", "any two"]),
        (["AA", "or", "KK", "QQ"], ["AA or KK", "QQ"]),
        (["AA", "OR", "KK", "and", "AKs", "vs", "QQ"], ["AA OR KK and AKs", "QQ"]),
        (["top", "15%", "vs", "any", "two"], ["top 15%", "any two"]),
        (["AA", "vs"], ["AA", ""]),
        (["AA", ""], ["AA", ""]),
        ([], []),
    ],
)
def test_split_players(args, expected):
    assert split_players(args) == expected


def test_split_players_says_that_it_pairs():
    notes: list[str] = []
    split_players(["As", "Ks", "Qh", "Qd"], notes=notes)
    assert notes == ["single cards are paired in the order given: AsKs vs QhQd"]
    with pytest.raises(RangeError, match="3 single cards"):
        split_players(["As", "Ks", "Qh"])


def cases(*kinds: str):
    for path in CASE_FILES:
        if path.exists():
            return [case for case in json.loads(path.read_text()) if case["kind"] in kinds]
    return []


@pytest.mark.parametrize("case", cases("range"), ids=lambda case: case["id"])
def test_shared_range_case(case):
    expected = case["expected"]
    head, _, gone = case["input"]["range"].partition(" minus ")
    text = head + "".join(f"!{hand}" for hand in gone.split(",") if hand)
    if "error" in expected:
        with pytest.raises(EquityError) as caught:
            Range(text)
        assert expected["error"] in str(caught.value)
        return
    read = Range(text)
    assert len(read) == expected["combos"]
    assert read.total_weight == expected.get("weight_sum", expected["combos"])
    assert all(hand in read for hand in expected.get("contains", []))
    assert Range(str(read)) == read


def test_shared_cases_are_there():
    if not any(path.exists() for path in CASE_FILES):
        pytest.skip("neither tests/data/cases_equity.json nor the shared folder is here")
    assert len(cases("range")) >= 13


def test_ten_is_one_letter():
    assert Range("10h9h") == Range("Th9h")
    assert parse_cards("2d6s10c") == parse_cards("2d6sTc")
