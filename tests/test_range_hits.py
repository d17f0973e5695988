"""`equity.hits`: what a range makes, against a slow twin, known numbers, and equities of each combo."""

from __future__ import annotations

import json
import re
from itertools import combinations

import numpy as np
import pytest
from click.testing import CliRunner

import equity
from equity.cards import cards_text, combo_cards, combos_of_class
from equity.cli import cli
from equity.errors import EquityError
from equity.features import Draw, MadeHand, draws, made_hand
from equity.range_analysis.filters import FILTER_WORDS, fits
from equity.range_analysis.hits import GROUPS
from equity.range_analysis.looks import look_at_board, look_at_flops
from equity.ranges import Range
from equity.strengths import CATEGORIES
from tests.helpers import DATA

GOLDEN = json.loads((DATA / "golden_flops.json").read_text(encoding="utf-8"))


# known numbers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", GOLDEN["questions"], ids=lambda known: known["range"][:8])
def test_known_counts_over_all_flops(known):
    found = equity.hits(known["range"])
    assert found.total == sum(known["category"].values())
    assert isinstance(found.total, int)
    assert found.by_category == known["category"]
    assert found.by_suits == known["suits"]
    assert found.by_overcards == known["high card split"]


def test_identities_of_flops():
    pocket = equity.hits("22+")
    better = sum(pocket.by_made_hand[name] for name in ("set", "full house", "quads"))
    # full houses by three of a kind on the board are no sets: 48 for each combo
    assert better - 48 * 78 == 78 * (19600 - 17296)
    suited = equity.hits("AKs,T2s,87s")
    assert suited.by_suits["flush"] / suited.total == 165 / 19600
    assert suited.by_suits["four to a flush"] / suited.total == 2145 / 19600


# against a slow twin ---------------------------------------------------------------------------------------


def twin(text, board):
    """Count by asking for every combo alone, with the definitions of `equity.features`."""
    counts = {"made_hand": {}, "category": {}, "draw": {}, "suits": {}, "overcards": {}}
    total = 0.0

    def add(group, name, weight):
        counts[group][name] = counts[group].get(name, 0) + weight

    for combo, weight in Range(text).combos.items():
        holes = combo_cards(combo)
        if set(holes) & set(board):
            continue
        total += weight
        made, flags = made_hand(holes, board), Draw(int(draws(holes, board).flags))
        add("made_hand", MadeHand(int(made.made)).label, weight)
        add("category", CATEGORIES[int(made.category)], weight)
        for flag in flags:
            add("draw", flag.label, weight)
        if not flags & (Draw.FLUSH_DRAW | Draw.OPEN_ENDED | Draw.GUTSHOT | Draw.DOUBLE_GUTSHOT):
            add("draw", "no draw", weight)
        most = max(sum(card % 4 == suit for card in [*holes, *board]) for suit in range(4))
        add("suits", {3: "three to a flush", 4: "four to a flush"}.get(most, "none" if most < 3 else "flush"), weight)
        if made.category == 0:
            over = sum(card // 4 > max(board) // 4 for card in holes)
            add("overcards", ("none", "one overcard", "two overcards")[over], weight)
    return total, counts


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("top 30%", 3),
        ("22+,A2s+:0.25,KTo+", 3),
        ("random", 3),
        ("AK,QJs,T9s:0.5", 4),
        ("top 40%", 5),
    ],
)
def test_boards_against_the_twin(text, cards):
    rng = np.random.default_rng(7)
    for _ in range(4):
        board = rng.permutation(52)[:cards].tolist()
        found = equity.hits(text, board)
        total, counts = twin(text, board)
        assert found.total == pytest.approx(total)
        for group in GROUPS:
            named = {name: count for name, count in getattr(found, f"by_{group}").items() if count}
            assert named == pytest.approx(counts[group]), (group, board)


def test_all_flops_against_each_flop():
    """A range on all flops is the sum of it on each of the 22,100; the flops of a sample of ranks here."""
    text = "AhKh,7c7d:0.5,9s8c"
    found = equity.hits(text)
    shares = dict.fromkeys(found.by_made_hand, 0.0)
    for combo, weight in Range(text).combos.items():
        deck = [card for card in range(52) if card not in combo_cards(combo)]
        boards = np.array(list(combinations(deck, 3)), np.uint8)
        made = made_hand(np.array(combo_cards(combo), np.uint8), boards).made
        for code, count in enumerate(np.bincount(made, minlength=len(MadeHand)).tolist()):
            shares[MadeHand(code).label] += weight * count
    assert found.by_made_hand == pytest.approx(shares)
    assert found.total == 2.5 * 19600


def test_each_combo_of_a_class_hits_the_same():
    found = look_at_flops()
    assert set(found.counts.sum(axis=0).tolist()) == {19600}
    on = found.of_combos(np.array(combos_of_class(1)))  # AKs, all flops
    assert (on >= 0).sum(axis=0).tolist() == [19600] * 4
    for column in on.T:
        assert np.bincount(column[column >= 0], minlength=len(found.looks)).tolist() == found.counts[:, 1].tolist()


def test_looks_of_a_flop_are_those_of_the_board():
    found = look_at_flops()
    combos = np.arange(1326)
    table = found.of_combos(combos)
    flops = np.array(sorted(combinations(range(52), 3), key=lambda cards: cards[::-1]))
    for number in np.random.default_rng(2).choice(22100, 40, replace=False).tolist():
        live = combos[table[number] >= 0]
        assert len(live) == 1176
        looks, own = look_at_board(live, flops[number].tolist())
        for name in ("made", "category", "order", "flags", "suited", "overcards"):
            assert (getattr(looks, name)[own] == getattr(found.looks, name)[table[number][live]]).all()


def test_counts_agree_among_themselves():
    for board in ("", "Ts9s2d", "Ts9s2d2c", "Ts9s2d2c4h"):
        found = equity.hits("22+,A2s+,KTo+:0.5", board)
        for group in ("made_hand", "category", "suits"):
            assert sum(getattr(found, f"by_{group}").values()) == pytest.approx(found.total)
            assert sum(row["share"] for row in found.table(group)) == pytest.approx(1)
        assert sum(found.by_overcards.values()) == pytest.approx(found.by_category["high card"])
        assert {name: sum(row.values()) for name, row in found.by_both.items()} == pytest.approx(found.by_made_hand)
        assert found.table("made_hand")[-1]["cumulative"] == pytest.approx(1)
    assert isinstance(equity.hits("22+").total, int)
    assert isinstance(equity.hits("22+:0.5").total, float)


# equities --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["Ts9s2d", "Ts9s2d5h", "Ts9s2d5h5c"])
def test_equities_on_a_board_are_those_of_the_combos(board):
    found = equity.hits("22+,A9s+:0.5,KQ", board, "top 25%")
    combos = equity.combo_equities(["22+,A9s+:0.5,KQ", "top 25%"], board=board)
    assert found.equity == pytest.approx(equity.calculate(["22+,A9s+:0.5,KQ", "top 25%"], board=board).equity[0])
    for row in found.table("made_hand"):
        part = found.filter(f"{row['name']}").combos
        if row["name"] in {"two overcards", "one overcard"}:  # as draws they are more
            continue
        own = np.isin(combos.combos, list(part))
        mean = (combos.share[own] * combos.equity[own]).sum() / combos.share[own].sum()
        assert row["equity"] == pytest.approx(mean, abs=1e-12), row


@pytest.mark.parametrize(
    "ranges", [("AK:0.5,QJs", "TT+,AQ"), ("AsKs,7d6d", "QQ,AhKh"), ("AKs", "QQ+")], ids=" vs ".join
)
def test_equities_on_all_flops_add_up(ranges):
    found = equity.hits(ranges[0], against=ranges[1])
    assert found.equity == pytest.approx(equity.calculate(list(ranges)).equity[0], abs=1e-12)


@pytest.mark.slow
def test_equities_on_all_flops_are_sums_over_flops():
    """What each made hand has over all flops, from the equities of each combo on each flop."""
    ranges = ["AKs,66:0.5", "QQ,65s"]
    found = equity.hits(ranges[0], against=ranges[1])
    sums = {name: np.zeros(2) for name in found.by_made_hand}
    flops = equity.flops(*ranges)
    for name, total in zip(flops.names, flops.total.tolist(), strict=True):
        combos = equity.combo_equities(ranges, board=name)
        made = made_hand([cards_text(combo_cards(combo)) for combo in combos.combos.tolist()], name).made
        for code, share, mean in zip(made.tolist(), combos.share.tolist(), combos.equity.tolist(), strict=True):
            sums[MadeHand(code).label] += total * share * np.array([mean, 1.0])
    for row in found.table("made_hand"):
        won, dealt = sums[row["name"]]
        assert row["equity"] == (None if not dealt else pytest.approx(won / dealt, abs=1e-12)), row


def test_threads_change_nothing():
    one, three = (equity.hits("22+,A2s+:0.3", against="KQ,99:0.77", threads=threads) for threads in (1, 3))
    assert one.to_dict() == three.to_dict()


# filters ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("set", "TT,99,22"),
        ("set, flush draw", "TT,99,22,AsKs,AsQs"),
        ("sets; FLUSH-DRAWS", "TT,99,22,AsKs,AsQs"),
        ("overpair+", "JJ,TT,99,22"),
        ("second pair-", "88,AKs,AKo,AQs,A9s"),
        ("nut flush draw and overcards", "AsKs,AsQs"),
        ("two overcards and not flush draw", "AhKh,AdKd,AcKc,AKo,AhQh,AdQd,AcQc"),
        ("!pair and !set", "AK,AQs"),
        ("second pair", "Ah9h,Ad9d,Ac9c"),
        ("three of a kind or pair", "TT,99,22,JJ,88,A9s"),
        ("quads", "none"),
    ],
)
def test_filter_gives_a_range(text, kept):
    found = equity.hits("JJ-88,22,AK,AQs,A9s", "Ts9s2d")
    live = Range("JJ-88,22,AK,AQs,A9s").without("Ts9s2d")
    assert found.filter(text) == Range(kept) & live
    assert Range(str(found.filter(text))) == found.filter(text)


def test_filter_keeps_weights():
    assert equity.hits("TT:0.25,AKs:0.5", "Ts9s2d").filter("set, flush draw") == Range("TT:0.25,AsKs:0.5").without("Ts")


def test_filter_on_all_flops_says_how_often():
    part = equity.hits("22+:0.5,AKs").filter("set")
    assert part["22"] == pytest.approx(0.5 * equity.hits("22").by_made_hand["set"] / (6 * 19600))
    assert "AKs" not in part


def test_every_word_of_a_result_is_a_word_of_a_filter():
    found = equity.hits("random", "Ts9s2d")
    for group in ("made_hand", "category", "draw"):
        for name, count in getattr(found, f"by_{group}").items():
            if name not in {"two overcards", "one overcard", "two pair"}:  # words with a second meaning
                assert found.filter(name).total_weight == count, name
    assert found.filter("two overcards").total_weight == found.by_draw["two overcards"]
    looks, _ = look_at_board(np.arange(300), [0, 5, 10])
    assert all(fits(word, looks).shape == (len(looks),) for word in FILTER_WORDS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tpo pair", "did you mean top pair"),
        ("flsh draw", "did you mean flush draw"),
        ("sett", "did you mean set"),
        ("gutshott", "did you mean gutshot"),
        ("zzzzzzzzz", "write one of"),
        ("", "empty"),
        (" , ", "empty"),
        ("set and", "missing"),
        ("not", "not a made hand"),
        ("flush draw+", "only made hands"),
        ("+", "missing"),
        (7, "text"),
    ],
)
def test_filters_that_say_nothing_are_errors(text, words):
    with pytest.raises(EquityError, match=words):
        equity.hits("AK", "Ts9s2d").filter(text)


# bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("AK", "As"), "3, 4 or 5 cards, got 1"),
        (("AK", "AsKs"), "3, 4 or 5 cards, got 2"),
        (("AK", "AsKsQsJsTs9s"), "3, 4 or 5 cards, got 6"),
        (("AK", "AsAsQs"), "twice"),
        (("AsKs", "AsQd2d"), "As"),
        (("none", ""), "empty"),
        (("AxZ", ""), "not a hand"),
        (("AK vs QQ", ""), "vs"),
        (("AK", "Ts9s2d", "Ts9s"), "on the board"),
        (("AsKs", "", "AsAd"), "As"),
    ],
)
def test_what_cannot_be_answered_is_an_error(args, words):
    with pytest.raises(EquityError, match=words):
        equity.hits(*args)


def test_an_unknown_group_is_an_error():
    with pytest.raises(EquityError, match="made_hand, draw"):
        equity.hits("AK", "Ts9s2d").table("colour")


# the command -----------------------------------------------------------------------------------------------


def run(*words, code=0, text=None):
    done = CliRunner().invoke(cli, ["hits", *words], input=text)
    assert done.exit_code == code, done.output
    return done


def test_command_table():
    out = run("22+,AK", "-b", "Ts9s2d").stdout
    assert out.splitlines()[0] == "22+,AKs,AKo on Ts9s2d: 85 combos"
    assert re.search(r"\nset +9  10.59 % +10.59 %  ███", out)
    assert out.count("\n\n") == 3
    assert "equity" not in out
    versus = run("22+,AK", "vs", "QQ+", "-b", "Ts9s2d", "--by", "category").stdout
    assert "against QQ+" in versus.splitlines()[0]
    assert "equity" in versus
    assert "pairs of combo and flop" in run("AK").stdout


def test_command_fits_narrow_terminals(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("22+,AK:0.5", "vs", "QQ+", "-b", "Ts9s2d").stdout.splitlines())) <= 40


def test_command_json_and_csv(tmp_path):
    plain = json.loads(run("22+,AK", "-b", "Ts9s2d", "--json").stdout)
    assert plain["by_made_hand"]["set"] == 9
    assert plain["total"] == 85
    assert {row["group"] for row in plain["rows"]} == {"made_hand", "draw", "category", "suits", "overcards"}
    path = tmp_path / "hits.csv"
    run("22+,AK", "-b", "Ts9s2d", "--csv", "--by", "draw", "-o", str(path))
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "group,name,combos,weight,share,cumulative"
    assert {line.split(",")[0] for line in lines[1:]} == {"draw"}


def test_command_filter_pipes_into_range():
    part = run("top 20%", "-b", "Ts9s2d", "--filter", "top pair+, flush draw")
    assert part.stdout.count("\n") == 1
    again = CliRunner().invoke(cli, ["range", "-", "--json"], input=part.stdout)
    kept = json.loads(again.stdout)["ranges"][0]
    assert Range(kept["range"]) == equity.hits("top 20%", "Ts9s2d").filter("top pair+, flush draw")
    plain = json.loads(run("AK", "-b", "Ts9s2d", "--filter", "flush draw", "--json").stdout)
    assert (plain["range"], plain["hands"]) == ("AsKs", {"AsKs": 1.0})
    assert run("AK", "-b", "Ts9s2d", "--filter", "flush draw", "--csv").stdout == "hand,weight\nAsKs,1.0\n"
    assert run("AK", "-b", "Ts9s2d", "--filter", "quads").stdout == "none\n"
    assert run("AK", "-b", "Ts9s2d", "--filter", "quads", "--csv").stdout == "hand,weight\n"
    assert run("-", "-b", "Ts9s2d", text="22+,AK").stdout == run("22+,AK", "-b", "Ts9s2d").stdout


@pytest.mark.parametrize(
    "words",
    [
        ["AK", "-b", "As"],
        ["AK", "-b", "AsKs"],
        ["AK", "-b", "AsKsQsJsTs9s"],
        ["AsKs", "-b", "AsQd2d"],
        ["none"],
        ["AK", "vs", "QQ", "vs", "JJ"],
        ["AK", "-b", "Ts9s2d", "--filter", "tpo pair"],
        ["AK", "-b", "Ts9s2d", "--by", "colour"],
        ["AK", "--by", "both", "--csv"],
        ["AK", "-o", "no/such/folder/x.csv"],
    ],
    ids=" ".join,
)
def test_command_refuses(words):
    done = run(*words, code=2)
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.output


def test_command_is_interrupted(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("equity.range_analysis.flop_kinds.run_chunks", interrupt)
    assert run("AK", "vs", "QQ", code=130).stderr.endswith("interrupted\n")
