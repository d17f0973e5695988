"""Replays: verdicts, random hands there and back, and the command."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.cli import cli
from equity.history import (
    VERDICTS,
    parse_phh,
    phh_text,
    play,
    record_of,
    replay,
    replay_all,
)
from equity.history.replaying.verdict import ENDINGS
from equity.report.histories.hand import hand_text
from equity.rules import Hand, Post, Rules
from tests.test_history_phh import LIMIT, PLAIN, SIDE_POT, changed
from tests.test_history_sites import CASH_TEXT

HAND = PLAIN + "finishing_stacks = [102, 98, 100]\n"


def run(*args: object) -> int:
    with pytest.raises(SystemExit) as stop:
        cli.main(["replay", *map(str, args)])
    return int(stop.value.code or 0)


@pytest.fixture
def write(tmp_path):
    def write(name: str, *hands: str):
        path = tmp_path / name
        tables = "".join(f"[{i + 1}]\n{hand}\n" for i, hand in enumerate(hands))
        path.write_text(hands[0] if len(hands) == 1 else tables)
        return path

    return write


@pytest.mark.parametrize(
    ("finishing", "rake", "verdict"),
    [
        ("[102, 98, 100]", "", "agree"),
        ("[101, 98, 100]", "", "rake"),
        ("[101, 98, 100]", "_rake = 1", "rake"),
        ("[101, 98, 100]", "_rake = 2", "differ"),
        ("[101.5, 98, 100]", "", "rake"),
        ("[101.5, 98.5, 100]", "", "half-chip"),
        ("[103, 98, 100]", "", "differ"),
        ("[103, 97, 100]", "", "differ"),
        ("[inf, 98, 100]", "", "agree"),
        ("[inf, inf, inf]", "", "no result"),
    ],
)
def test_verdicts(finishing: str, rake: str, verdict: str) -> None:
    result = replay(parse_phh(f"{PLAIN}finishing_stacks = {finishing}\n{rake}\n"))
    assert result.verdict == verdict
    assert result.final_stacks == (102, 98, 100)
    assert verdict in VERDICTS


def test_rake_is_not_blamed_on_a_player_who_lost_everything() -> None:
    assert replay(parse_phh(changed(SIDE_POT, "[400, 700, 300]", "[400, 690, 300]"))).verdict == "rake"
    lost = changed(SIDE_POT, "[300, 1000, 100]", "[300, 300, 100]").replace("[400, 700, 300]", "[400, -5, 300]")
    assert replay(parse_phh(lost)).verdict == "differ"


def test_endings_are_named_as_in_the_kernel() -> None:
    from equity.kernels.hands import replay as kernel

    names = ("DONE", "UNFINISHED", "NOT_DEALT", "NOT_TURN", "REFUSED", "OVER", "NO_BOARD", "BOARD_SIZE")
    names += ("BOARD_MISSING", "CARD_TWICE", "OTHER_CARDS", "UNKNOWN", "NOT_SHOWING", "ALL_MUCKED", "NO_SEAT")
    assert [getattr(kernel, name) for name in names] == list(range(len(ENDINGS)))


# -------------------------------------------------------------------------------------------- random hands, both ways


def random_hand(seed: int) -> Hand:
    """Return a hand of random rules, stacks, posts and legal actions, played out or cut short."""
    rng = random.Random(seed)
    seats = rng.randint(2, 10)
    structure = rng.choice(["no-limit", "pot-limit", "fixed-limit"])
    house = {}
    if structure == "fixed-limit":
        house = {"cap": rng.choice([None, 3, 4]), "raise_after_short": rng.choice(["from-all-in", "next-level"])}
    house["odd_chips"] = rng.choice(["one-each", "first"])
    rules = Rules(structure=structure, small_blind=5, big_blind=10, **house)
    stacks = [rng.choice([1, 7, 12, 40, 150, 1000]) for _ in range(seats)]
    posts = random_posts(rng, seats)
    button = rng.randrange(seats) if posts is None else seats - 1
    hand = Hand(rules, stacks, button=button, seed=seed, posts=posts)
    for _ in range(rng.choice([3, 1000])):
        if hand.is_over:
            break
        legal = hand.legal
        if legal.max_raise_to is not None and rng.random() < 0.35:
            hand.raise_to(rng.choice([legal.min_raise_to, legal.max_raise_to]))
        elif rng.random() < 0.2:
            hand.fold()
        else:
            hand.check_or_call()
    return hand


def random_posts(rng: random.Random, seats: int) -> list[Post] | None:
    """Return None for the regular posts, or antes, blinds and the live post of a new player."""
    if rng.random() < 0.5 or seats < 4:
        return None
    antes = [Post(seat, dead=3, kind="ante") for seat in range(seats)] if rng.random() < 0.5 else []
    return [*antes, Post(0, live=5, kind="small blind"), Post(1, live=10, kind="big blind"), Post(3, live=10)]


@settings(deadline=None, max_examples=250)
@given(seed=st.integers(0, 2**40))
def test_random_hands_survive_file_and_replay(seed: int) -> None:
    hand = random_hand(seed)
    record = record_of(hand, fields={"_seed": seed})
    text = phh_text(record)
    again = parse_phh(text)
    assert again == record
    assert phh_text(again) == text
    result = replay(again)
    if hand.is_over:
        assert result.verdict == "agree"
        assert result.payoffs == tuple(hand.payoffs[seat] for seat in hand.clockwise)
    else:
        assert result.verdict == "unfinished"
    assert play(again).is_over == hand.is_over


def test_record_of_cents_and_rake() -> None:
    from equity.rules import Rake

    rules = Rules(small_blind=5, big_blind=10, rake=Rake(percent=5, no_flop_no_drop=False))
    hand = Hand(rules, [1000, 1000, 1000], seed=4).play("raise 100, call, call, check, check, bet 200, fold, fold")
    record = record_of(hand, unit=Decimal("0.01"), fields={"players": ("Ann", "Bob", "Cy")})
    text = phh_text(record)
    assert "starting_stacks = [10.00, 10.00, 10.00]" in text
    assert "_rake = 0.15" in text
    assert replay(parse_phh(text)).verdict == "rake"


def test_many_hands_at_once_are_the_same_as_one_by_one() -> None:
    records = [record_of(random_hand(seed)) for seed in range(700)]
    records = [record for record in records if record.stacks]
    together = [(result.verdict, result.payoffs) for result in replay_all(iter(records))]
    alone = [next(iter(replay_all([record]))) for record in records]
    assert together == [(result.verdict, result.payoffs) for result in alone]


# -------------------------------------------------------------------------------------------------------- the command


def test_command_agrees(write, capsys) -> None:
    assert run(write("a.phhs", HAND, HAND), write("b.phh", LIMIT)) == 0
    out, err = capsys.readouterr()
    assert out.startswith("3 hands in 2 files\n  agree  3  every player")
    assert "error" not in err


def test_command_finds_differences(write, capsys) -> None:
    path = write("a.phhs", HAND, HAND.replace("[102, 98, 100]", "[103, 97, 100]"), HAND.replace("[102, 98", "[101, 98"))
    assert run(path) == 1
    out = capsys.readouterr().out
    assert "agree   1" in out
    assert "rake    1" in out
    assert "differ  1" in out
    assert f"{path}, hand 2 (line 10): by the engine p1 -1, p2 +1" in out


def test_half_chips_are_said_but_are_no_difference(write, capsys) -> None:
    assert run(write("a.phh", HAND.replace("[102, 98, 100]", "[101.5, 98.5, 100]"))) == 0
    assert "half-chip  1" in capsys.readouterr().out


def test_command_goes_on_after_errors_and_exits_with_2(write, capsys) -> None:
    path = write("a.phhs", HAND, HAND.replace("cbr 6", "cbr 3"), "variant = 'NT'\n", HAND)
    assert run(path, path.parent / "missing.phh") == 2
    out, err = capsys.readouterr()
    assert "agree       2" in out
    assert "refused     1" in out
    assert "unreadable  2" in out
    assert f"error: {path}, hand 2 (line 10): action 5 (p1 cbr 3): raise to 3 is outside 4 to 100 for p1" in err
    assert f"error: {path}, hand 3 (line 19): the field 'antes' is missing" in err
    assert "missing.phh: cannot read the file" in err


def test_command_repairs(write, capsys) -> None:
    path = write("a.phh", HAND.replace("'p3 f', ", ""))
    assert run(path) == 2
    assert "it is p3's turn" in capsys.readouterr().err
    assert run(path, "--repair") == 0
    assert "repaired  1" in capsys.readouterr().out


def test_command_json(write, capsys) -> None:
    assert run(write("a.phh", HAND.replace("[102, 98, 100]", "[103, 97, 100]")), "--format", "json") == 1
    summary = json.loads(capsys.readouterr().out)
    assert summary["schema"] == 1
    assert summary["verdicts"] == {"differ": 1}
    assert summary["differences"][0]["differences"] == [-1, 1, 0]
    assert summary["errors"] == []


def test_command_shows_a_hand(write, capsys) -> None:
    path = write("a.phhs", HAND, SIDE_POT)
    assert run(path, "--show", 2) == 0
    out = capsys.readouterr().out
    assert "no-limit hold'em 5/10, 3 players" in out
    assert "p3 raises to 100 and is all-in" in out
    assert "p2 shows Qh Qs\n  p3 shows Ac Ad\n\nflop 2c 7d 9h  (pot 700)" in out
    assert "p1 wins 400 from side pot 1 with pair of kings, nine seven four kickers" in out
    assert "result: p1 +100, p2 -300, p3 +200\nagainst the record: agree" in out
    assert run(path, "--show", 1, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["payoffs"] == [2, -2, 0]
    assert run(path, "--show", 3) == 2
    assert "there is no hand 3" in capsys.readouterr().err


def test_command_reads_texts(write, capsys) -> None:
    path = write("a.txt", CASH_TEXT)
    assert run(path, "--show", 1) == 0
    out = capsys.readouterr().out
    assert "no-limit hold'em 0.05/0.10, 4 players" in out
    assert "p: q posts 0.10" in out
    assert "Eve raises to 0.40" in out
    assert run(path, "--input", "phh") == 2


def test_unfinished_hand_is_told_as_far_as_it_goes() -> None:
    record = parse_phh(changed(PLAIN, ", 'p2 f']", "]"))
    assert hand_text(record, play(record)).endswith("the record stops here: the hand is not finished")


def test_a_mucked_winner_gets_nothing_in_both_engines() -> None:
    text = changed(SIDE_POT, '"p1 sm -", "p2 sm -", "p3 sm -"', '"p1 sm", "p2 sm -", "p3 sm -"')
    record = parse_phh(text)
    result = replay(record)
    assert result.payoffs == play(record).payoffs == (-300, 100, 200)
    assert "p1        300  Ks Kd" in hand_text(record, play(record))
    assert "p1 mucks" in hand_text(record, play(record))


def test_errors_of_input_load_neither_numpy_nor_numba(tmp_path) -> None:
    import subprocess
    import sys

    bad = tmp_path / "bad.phh"
    bad.write_text("variant = 'NT'\n")
    code = (
        "import sys\nfrom equity.cli import cli\n"
        f"try: cli.main(['replay', {str(bad)!r}, 'missing.phh'])\n"
        "except SystemExit as stop: print(stop.code, 'numpy' in sys.modules, 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "2 False False"


@pytest.fixture
def type_in(monkeypatch):
    def type_in(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return type_in


@pytest.mark.parametrize("options", [[], ["--input", "phh"], ["--format", "json"], ["--repair"], ["--show", 1]])
def test_command_reads_standard_input(type_in, write, capsys, options) -> None:
    def answer(place: object) -> str:
        assert run(place, *options) == 0
        return capsys.readouterr().out

    from_file = answer(write("hand.phh", HAND))
    type_in(HAND.encode())
    lines = [text.splitlines() for text in (answer("-"), from_file)]
    lines = [own[1:] if options == ["--show", 1] else own for own in lines]  # the first line names the file
    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    "text", [CASH_TEXT, "\ufeff" + CASH_TEXT, HAND, "\ufeff" + HAND, "# a comment\n\n" * 9000 + HAND]
)
def test_command_tells_the_format_of_standard_input(type_in, capsys, text) -> None:
    type_in(text.encode())
    assert run("-", "--repair") in (0, 1)
    assert "1 hand in 1 file" in capsys.readouterr().out


def test_a_pipe_is_read_once_and_to_its_end() -> None:
    text = "".join(f"[{i}]\n{HAND}\n" for i in range(1, 40_001))  # longer than what is looked at for the format
    child = [sys.executable, "-m", "equity", "replay", "-", "--format", "json", "-q"]
    done = subprocess.run(child, input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["verdicts"] == {"agree": 40_000}


def test_standard_input_and_files_together(type_in, write, capsys) -> None:
    type_in(b"nonsense\n")
    assert run("-", write("hand.phh", HAND)) == 2
    out, err = capsys.readouterr()
    assert "1 hand in 2 files" in out
    assert "line 1: 'nonsense' starts no hand history" in err


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# nothing\n", b"SCORE:1|2:a|b\n"])
@pytest.mark.parametrize("options", [[], ["--input", "acpc"], ["--format", "json"], ["--show", 1]])
def test_a_file_without_hands_says_so(type_in, tmp_path, capsys, content, options) -> None:
    path = tmp_path / "empty.log"
    path.write_bytes(content)
    type_in(content)
    for place in (path, "-"):
        assert run(place, *options) == 2
        assert "no hand in the file" in capsys.readouterr().err
