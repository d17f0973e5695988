"""Options and first words, for all commands: given twice, out of bounds, misspelt, in capitals, without effect."""

from __future__ import annotations

import csv
import io
import json
import shlex

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from equity.cli import COMMANDS, cli
from equity.cli.options import Command, Count, use_color


def run(text: str, *, stdin: str | bytes | None = None, env: dict[str, str] | None = None):
    return CliRunner().invoke(cli, shlex.split(text), input=stdin, env=env, catch_exceptions=False)


def refused(text: str, message: str, **more) -> None:
    result = run(text, **more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def all_options() -> list[tuple[str, click.Option]]:
    group = click.Context(cli)
    commands = {name: cli.get_command(group, name) for name in COMMANDS}
    return [(name, param) for name, one in commands.items() for param in one.params if isinstance(param, click.Option)]


# given twice -------------------------------------------------------------------------------------------------------


def test_every_command_looks_at_its_options_together():
    assert all(isinstance(cli.get_command(click.Context(cli), name), Command) for name in COMMANDS)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        pytest.param(name, max(param.opts, key=len), id=f"{name} {max(param.opts, key=len)}")
        for name, param in all_options()
        if not param.is_flag and not param.multiple
    ],
)
def test_an_option_with_one_value_is_refused_twice(name, option):
    refused(f"{name} {option} 1 {option} 1", f"{option} is given twice")


def test_opposite_flags_are_refused():
    refused("simulate --seats tag,tag --all-in-ev --no-all-in-ev", "--all-in-ev is given twice")
    refused("replay x --strict --repair", "--strict is given twice")


def test_dead_cards_add_up():
    shares = [json.loads(run(f"AsKs vs QQ {dead} --json").stdout)["players"] for dead in ("-d 2c -d 4c", "-d '2c 4c'")]
    assert shares[0] == shares[1]
    refused("AsKs vs QQ -d 2c -d 2c", "2c appears twice")


def test_seats_add_up():
    shown = [
        run(f"simulate {seats} --hands 200 --seed 1 -q").stdout
        for seats in ("--seats tag,call --seats nit", "--seats tag,call,nit")
    ]
    assert shown[0] == shown[1]
    assert "nit" in shown[0]


def test_flags_may_be_repeated():
    assert run("AsKs vs QQ -q -q -e -e").exit_code == 0


# bounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["9" * 20, "9" * 5000, "1e400", "-1", "nan", "1.5"], ids=lambda text: text[:12])
@pytest.mark.parametrize(
    ("name", "option"),
    [
        pytest.param(name, max(param.opts, key=len), id=f"{name} {max(param.opts, key=len)}")
        for name, param in all_options()
        if isinstance(param.type, Count)
    ],
)
def test_every_whole_number_is_bounded_by_name(name, option, number):
    refused(f"{name} {option} {number}", option)


def test_no_command_takes_a_number_without_bounds():
    plain = {click.INT, click.FLOAT}
    assert not [name for name, param in all_options() if param.type in plain or isinstance(param.type, click.IntRange)]


def test_the_largest_seed_is_named_in_full():
    refused(f"AA vs KK --seed {2**64}", f"must be at most {2**64 - 1}")


# first words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("simulat", "equity simulate"),
        ("evla", "equity eval"),
        ("ranges", "equity range"),
        ("Reprot", "equity report"),
        ("help", "equity --help"),
        ("version", "equity --version"),
        ("pushfold", "equity nash"),
        ("clac", "equity calc"),
    ],
)
@pytest.mark.parametrize("more", ["", " --seats tag,call", " AsKs vs QQ"])
def test_a_misspelt_command_is_suggested_before_anything_else(word, meant, more):
    refused(word + more, f"{word!r} is not a command or a hand; did you mean ")
    assert meant in run(word + more).stderr


@pytest.mark.parametrize("text", ["random", "AsKs", "top15%", "any two", "QQ", "'AsKs vs QQ'"])
def test_hands_are_not_taken_for_commands(text):
    assert run(f"{text} -q").exit_code == 0


@pytest.mark.parametrize("text", ["ramdom vs QQ", "KKK", "suited vs QQ"])
def test_misspelt_hands_are_not_taken_for_commands(text):
    assert "did you mean equity" not in run(text).stderr


def test_a_command_comes_first():
    refused("-q simulate", "'simulate' is a command and comes first")


@pytest.mark.parametrize("text", ["--version", "-V"])
def test_the_version_has_a_short_option(text):
    assert run(text).stdout.startswith("equity ")


@pytest.mark.parametrize("text", ["AA vs KK -v", "-v", "eval AsKsQsJsTs --version", "simulate -V"])
def test_where_the_version_is_asked_for_is_said(text):
    refused(text, "equity --version")


# other spellings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["AsKs vs QQ", "eval AsKsQsJsTs", "preflop AA", "rules pokerfs", "rules", "range AA"])
def test_json_has_three_spellings(text):
    shown = [run(f"{text} {form}").stdout for form in ("--json", "--format json", "--format JSON")]
    found = [json.loads(one) for one in shown]
    for one in found:
        one.pop("elapsed", None)
    assert found[0] == found[1] == found[2]


def test_a_command_without_json_says_so():
    refused("doctor --json", "this command prints text only")
    refused("range AA --csv", "this command prints no CSV")


@pytest.mark.parametrize(
    ("structure", "house"),
    [
        ("nl", "no-limit"),
        ("NLHE", "no-limit"),
        ("pl", "pot-limit"),
        ("limit", "fixed-limit"),
        ("Fixed_Limit", "fixed-limit"),
    ],
)
def test_structures_have_short_names(structure, house):
    text = "simulate --seats call,call --hands 100 --seed 1 -q --structure"
    assert run(f"{text} {structure}").stdout == run(f"{text} {house}").stdout


def test_seats_and_shares_as_people_write_them():
    text = "simulate --hands 100 --seed 1 -q --json --seats"
    found = [json.loads(run(f"{text} '{seats}'").stdout) for seats in ("tag*2,nit", "2*tag,nit", "tag,tag,nit")]
    assert found[0]["seats"] == found[1]["seats"] == found[2]["seats"]
    shares = [json.loads(run(f"{text} 'tag(vpip={share}),call'").stdout) for share in ("30%", "0.3", "30 %")]
    assert len({one["seats"][0]["vpip"] for one in shares}) == 1


@pytest.mark.parametrize("text", ["AhKd QsQd", "AhKd vs QsQd", "'AhKd vs QsQd'", "Ah Kd vs Qs Qd"])
def test_eval_reads_vs(text):
    assert run(f"eval {text} -b QhJs2c2d7h").stdout == run("eval AhKd QsQd -b QhJs2c2d7h").stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("eval AhKd AhQd -b QhJs2c2d7h", "Ah is used twice: hand 1 and hand 2"),
        ("eval AhKd QhQd -b QhJs2c2d7h", "Qh is used twice: the board and hand 2"),
        ("eval AhKd AhQd vs AhJd -b 2h3h4h", "appear"),
    ],
)
def test_one_card_is_in_one_place_on_a_board(text, message):
    if "vs" not in text:
        refused(text, message)
    else:
        assert run(text).exit_code == 2


def test_hands_without_a_board_may_share_cards():
    assert run("eval AhKdQhJs2c2d7h QsQdQhJs2c2d7h").exit_code == 0


def test_eval_of_two_cards_names_the_command_that_takes_them():
    refused("eval AsKs", "write equity AsKs")


@pytest.mark.parametrize(
    "text",
    [
        "'AsKs vs QQ | Ts9s2d'",
        "AsKs vs QQ '|' Ts9s2d",
        "AsKs 'QQ|Ts9s2d'",
        "'AsKs vs QQ' -b Ts9s2d",
        "'AsKs QQ' '| Ts 9s 2d |'",
    ],
)
def test_a_question_may_carry_its_board(text):
    one, other = (json.loads(run(f"{words} --json").stdout) for words in (text, "AsKs vs QQ -b Ts9s2d"))
    assert (one["board"], one["wins_by_set"]) == (other["board"], other["wins_by_set"])


def test_dead_cards_of_the_question_and_of_the_option_add_up():
    found = json.loads(run("'AsKs vs QQ | Ts9s2d | 3c' -d 4c --json").stdout)
    assert sorted([found["dead"][:2], found["dead"][2:]]) == ["3c", "4c"]


def test_two_boards_are_refused():
    refused("'AsKs vs QQ | Ts9s2d' -b Ts9s2d", "there are two boards")
    refused("'AsKs vs QQ | Ts9s2d | 3c | 4c'", "expected players | board | dead cards, got 4 parts")


# rules and completion ----------------------------------------------------------------------------------------------


def test_rules_are_shown_with_and_without_the_word():
    assert run("rules pokerfs").stdout == run("rules show pokerfs").stdout == run("rules PokerFS").stdout
    assert run("rules list").stdout == run("rules").stdout
    assert list(json.loads(run("rules --json").stdout)) == [
        line.split()[0] for line in run("rules").stdout.splitlines()
    ]
    refused("rules show", "show which house?")
    refused("rules pokerf", "did you mean pokerfs?")


def complete(words: list[str], incomplete: str) -> list[str]:
    shell = ShellComplete(cli, {}, "equity", "_EQUITY_COMPLETE")
    return [item.value for item in shell.get_completions(words, incomplete)]


@pytest.mark.parametrize(
    ("words", "incomplete", "found"),
    [
        ([], "sim", ["simulate"]),
        ([], "--bo", ["--board"]),
        ([], "--vers", ["--version"]),
        ([], "--he", ["--help"]),
        (["AsKs", "vs", "QQ"], "--next", ["--next-card"]),
        (["AsKs", "--format"], "c", ["csv"]),
        (["report"], "--out", ["--output"]),
        (["rules"], "poker", ["poker-fantasy-limit", "poker-fantasy-no-limit", "poker-fantasy-pot-limit", "pokerfs"]),
        (["simulate", "--rules"], "card", ["cardroom-limit"]),
        (["simulate", "--seats"], "t", ["tag"]),
        (["simulate", "--seats"], "tag,2*pu", ["tag,2*push-fold"]),
        (["simulate", "--structure"], "fi", ["fixed-limit"]),
    ],
)
def test_the_shell_completes(words, incomplete, found):
    assert complete(words, incomplete) == found


def test_the_first_word_is_any_command():
    assert complete([], "") == list(COMMANDS)


# files -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16", "utf-16-be-marked", "utf-8"])
@pytest.mark.parametrize("kind", ["txt", "csv", "jsonl"])
def test_a_byte_order_mark_is_no_part_of_a_question(mark, kind, tmp_path):
    text = {"txt": "AsKs vs QQ\n", "csv": "players\nAsKs vs QQ\n", "jsonl": '{"players": "AsKs vs QQ"}\n'}[kind]
    data = b"\xfe\xff" + text.encode("utf-16-be") if mark == "utf-16-be-marked" else text.encode(mark)
    path = tmp_path / f"q.{kind}"
    path.write_bytes(data)
    found = json.loads(run(f"--file {path} --json").stdout)
    assert [player["range"] for player in found["players"]] == ["AsKs", "QQ"]
    if kind == "txt":
        assert json.loads(run("--file - --json", stdin=data).stdout) == found


def test_sampled_answers_of_a_file_keep_their_error_bars(tmp_path):
    (tmp_path / "q.txt").write_text("AsKs vs QQ\n")
    line = run(f"--file {tmp_path / 'q.txt'} -n 2000 --seed 1").stdout
    assert line.count("±") == 2
    assert "sampled, 2,000 deals, seed " in line
    exact = run(f"--file {tmp_path / 'q.txt'}").stdout
    assert "±" not in exact
    assert "sampled" not in exact


@pytest.mark.parametrize("name", ["x.pdf", "x", "x.html.txt", "none/x.html", "."])
def test_a_report_is_written_to_what_can_hold_it(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("equity.odds.calculate", lambda *_, **__: pytest.fail("it computes first"))
    refused(f"report AA vs KK -o {name}", name)
    assert not list(tmp_path.iterdir())


def test_a_dash_is_standard_output(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("report AsKs vs QQ -b 2c7d9h -o - -q").stdout.startswith("<!doctype html>")
    assert run("preflop AA -o -").stdout == run("preflop AA").stdout
    assert run("report AsKs vs QQ -b 2c7d9h -o X.HTM").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["X.HTM"]


# refused before any work -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AA vs KK --next-card", "three cards come at once"),
        ("AA vs KK -b 2c3c4c5c7d --next-card", "no card comes after the river"),
        ("AsAh vs KsKh --outs", "outs need a board"),
        ("AA vs KK -b 2c3c4c --outs", "outs need one hand per player"),
        ("AA vs KK --stacks 5,6 --payouts 7 --others 0", "a stack must be above 0"),
        ("AA vs KK --stacks 5 --payouts 7", "stacks must be one per player"),
        ("AA vs KK -b 2c3c4c --outs --histogram --csv", "CSV holds one table"),
        ("AA vs KK --strict", "--strict needs --file"),
    ],
)
def test_what_cannot_apply_is_refused_before_anything_is_counted(text, message, monkeypatch):
    monkeypatch.setattr("equity.odds.calculate", lambda *_, **__: pytest.fail("it counts first"))
    refused(text, message)


def test_combos_are_gathered_by_class_before_the_flop():
    lines = run("AA,AKs,QcJc vs KK --combos").stdout.split("\n\n")[1].splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["AA", "AKs", "QcJc"]
    rows = list(csv.DictReader(io.StringIO(run("AA,AKs,QcJc vs KK --combos --csv").stdout)))
    assert len([row for row in rows if row["player"] == "1"]) == 6 + 4 + 1
    for name in ("AA", "AKs"):
        own = [row for row in rows if row["player"] == "1" and row["hand"][::2] == name[:2]]
        mean = sum(float(row["share"]) * float(row["equity"]) for row in own) / sum(float(row["share"]) for row in own)
        assert f"{100 * mean:.2f} %" in next(line for line in lines[1:] if line.startswith(name))


def test_combos_are_shown_one_by_one_on_a_board():
    assert "AsAh" in run("AA vs KK -b 2c7d9h --combos").stdout


# colours -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("env", "option", "colored"),
    [
        ({}, "", False),
        ({"FORCE_COLOR": "1"}, "", True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, "", True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "", False),
        ({"FORCE_COLOR": "1"}, "--no-color", False),
        ({"FORCE_COLOR": ""}, "", False),
    ],
)
@pytest.mark.parametrize("text", ["AsKs vs QQ", "range QQ+", "report AsKs vs QQ -b 2c7d9h"])
def test_colours_can_be_forced_and_forbidden(env, option, colored, text):
    names = {"FORCE_COLOR": None, "NO_COLOR": None}
    assert ("\x1b[" in run(f"{text} {option}", env=names | env).stdout) == colored


def test_a_file_gets_no_colours(monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert not use_color(False)
