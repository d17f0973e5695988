from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from equity import __version__, kernels
from equity.cli import COMMANDS, cli
from equity.cli.options import COUNT, DURATION, SEED, SHARE
from equity.errors import EquityError
from equity.odds.batch.files import FileRow
from equity.show.progress import Progress
from tests.helpers import amount, load_json

CASES = [case for case in load_json("cases_equity.json") if "cli" in case["input"]]
EXACT = [
    case for case in CASES if "equity_pct" in case["expected"] and case["kind"] in ("equity-exact", "tie-accounting")
]
ERRORS = [case for case in CASES if case["kind"] == "error"]


def run(text: str, *, stdin: str | None = None, env: dict[str, str] | None = None):
    args = shlex.split(text.removeprefix("equity "))
    return CliRunner().invoke(cli, args, input=stdin, env=env, catch_exceptions=False)


def as_json(text: str, **more):
    result = run(f"{text} --format json", **more)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


# the shared cases ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", EXACT, ids=lambda case: case["id"])
def test_exact_cases(case):
    found, expected = as_json(case["input"]["cli"]), case["expected"]
    assert [100 * p["equity"] for p in found["players"]] == pytest.approx(expected["equity_pct"], abs=2e-6)
    for key, name in (("win_pct", "win"), ("tie_pct", "tie"), ("tie_equity_pct", "tie_equity")):
        if key in expected:
            assert [100 * p[name] for p in found["players"]] == pytest.approx(expected[key], abs=2e-6)
    if "wins" in expected:
        assert [found["wins_by_set"][str(i)] for i in (0, 1)] == expected["wins"]
        assert found["wins_by_set"].get("0+1", 0) == expected.get("ties", expected["boards"] - sum(expected["wins"]))
        assert found["total"] == expected["boards"]


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: case["id"])
def test_error_cases(case):
    result = run(case["input"]["cli"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert "Traceback" not in result.stderr
    wanted = case["expected"].get("stderr_contains", "")
    assert wanted in result.stderr


def test_ten_is_written_two_ways():
    case = next(case for case in CASES if case["id"] == "ten")
    first, second = as_json(case["input"]["cli"]), as_json(case["expected"]["same_as"])
    assert first["wins_by_set"] == second["wins_by_set"]


def test_one_hand_plays_one_random_hand_and_says_so():
    result = run("equity AsKs")
    assert "one hand given: it plays against one random hand" in result.stderr
    assert "67.04 %" in result.stdout


# what people type ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["AsKs vs QQ", "AsKs QQ", "As Ks vs QQ", "calc AsKs vs QQ", "'AsKs vs QQ'", "--quiet AsKs VS qq", "A♠K♠ QQ"]
)
def test_ways_to_ask_the_same(text):
    result = run(text)
    assert result.exit_code == 0, result.stderr
    assert "46.05 %" in result.stdout
    assert result.stderr == ""


def test_single_cards_are_paired_and_that_is_said():
    result = run("As Ks Qh Qd")
    assert "46.21 %" in result.stdout
    assert "note: " in result.stderr


def test_options_may_come_first():
    assert "board Ts9s2d" in run("--board Ts9s2d AKs vs QQ").stdout


def test_neighbours_with_a_plus_are_noted():
    assert "'T9s+' is read as T9s,JTs,QJs,KQs,AKs" in run("T9s+ vs QQ").stderr
    assert run("T9s+ vs QQ -q").stderr == ""


def test_vs_random_adds_players():
    found = as_json("JTs --vs-random 2 -b 2c3d4h5s9c")
    assert [player["range"] for player in found["players"]] == ["JTs", "random", "random"]


# forms of output -------------------------------------------------------------------------------------------


def test_table_lines():
    lines = run("AsKs vs QhQd -b Ts9s2d -d Qc").stdout.splitlines()
    assert lines[0].split() == ["player", "equity", "win", "tie"]
    assert lines[1].startswith("AsKs")
    assert lines[3] == "board Ts9s2d, dead Qc"
    assert lines[4].startswith("exact")
    assert "·" in lines[1]  # no ties
    assert len(run("AsKs vs QQ -q").stdout.splitlines()) == 3


def test_json_has_the_documented_keys():
    found = as_json("AsKs vs QQ")
    keys = {
        "schema",
        "method",
        "total",
        "seed",
        "std_error",
        "elapsed",
        "board",
        "dead",
        "players",
        "wins_by_set",
        "version",
    }
    assert keys <= set(found)
    assert (found["schema"], found["version"], found["seed"]) == (1, __version__, None)
    assert {"range", "equity", "win", "tie", "tie_equity"} <= set(found["players"][0])
    assert sum(found["wins_by_set"].values()) == found["total"]


def test_csv_has_a_row_a_player():
    rows = list(csv.DictReader(io.StringIO(run("AKs,AQs vs QQ vs random -b 2c3d4h --format csv").stdout)))
    assert [row["player"] for row in rows] == ["1", "2", "3"]
    assert rows[0]["range"] == "AQs+"
    assert sum(float(row["equity"]) for row in rows) == pytest.approx(1)


def test_sampling_shows_error_and_seed_and_repeats():
    first = run("AsKs vs QhQd -n 20k --seed 7 -t 1")
    assert "±" in first.stdout
    assert "Monte Carlo, 20,000 deals, seed 7" in first.stdout
    found = [as_json(f"AsKs vs QhQd -n 200k --seed 7 -t {threads}") for threads in (1, 3)]
    assert found[0]["wins_by_set"] == found[1]["wins_by_set"]
    assert found[0]["std_error"] == found[1]["std_error"]
    assert abs(found[0]["players"][0]["equity"] - 0.46214457) < 5 * found[0]["std_error"][0]


def test_explain_goes_to_stderr():
    result = run("AQs+ vs KK --explain -b Ac7dTh --format json")
    assert "player 1: 'AQs+' is AQs+, 8 combos" in result.stderr
    json.loads(result.stdout)


def test_no_colour_without_a_terminal():
    assert "\x1b" not in run("AsKs vs QQ").stdout


# files -----------------------------------------------------------------------------------------------------

QUESTIONS = "AsKs vs QQ\n\n# a comment\nAsKs vs QhQd | Ts9s2d\nnonsense vs QQ\nQQ vs AKs | Ts9s2d | Qc\n"


def test_questions_from_stdin_are_answered_in_order():
    result = run("--file -", stdin=QUESTIONS)
    assert result.exit_code == 2
    assert result.stdout.count("\n") == 3
    errors = [line for line in result.stderr.splitlines() if not line.startswith("note: compiling")]
    assert errors[0].startswith("error: line 5: player 1: 'nonsense'")
    assert run("-", stdin=QUESTIONS).stdout == result.stdout


def test_questions_as_json_lines_and_csv():
    rows = [json.loads(line) for line in run("--file - --format json", stdin=QUESTIONS).stdout.splitlines()]
    assert [row["line"] for row in rows] == [1, 4, 5, 6]
    assert "error" in rows[2]
    assert rows[3]["dead"] == "Qc"
    table = list(csv.DictReader(io.StringIO(run("--file - --format csv", stdin=QUESTIONS).stdout)))
    assert [row["line"] for row in table] == ["1", "1", "4", "4", "6", "6"]


def test_a_file_that_is_not_there():
    result = run("--file nowhere.txt")
    assert result.exit_code == 2
    assert "nowhere.txt" in result.stderr


# mistakes with options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AsKs vs QQ -n 0", "must be at least 1"),
        ("AsKs vs QQ -n 1e300", "must be at most 1e+15"),
        ("AsKs vs QQ -n many", "'many': write a whole number"),
        ("AsKs vs QQ -n 1.5", "whole number"),
        ("AsKs vs QQ --sampels 3", "no such option"),
        ("AsKs vs QQ --target 0.05", "such as 0.05%"),
        ("AsKs vs QQ --target 90%", "between 0 and 50"),
        ("AsKs vs QQ --time never", "such as 2s"),
        ("AsKs vs QQ --seed -1", "at least 0"),
        ("AsKs vs QQ -t 0", "at least 1"),
        ("AsKs vs QQ --exact --mc", "exclude each other"),
        ("AsKs vs QQ --exact -n 100", "exclude each other"),
        ("AsKs vs QQ --file -", "--file and a hand exclude each other"),
        ("--file - -p", "--file and --breakdown exclude each other"),
        ("AsKs vs QQ --format xml", "'xml' is not one of"),
        ("AsKs vs QQ -b Ts9s", "a board has 0, 3, 4 or 5 cards, got 2"),
        ("-b Ts9s2d", "no hand given"),
        ("AsKs vs", "player 2: the range is empty"),
        ("vs", "empty"),
        ("ramdom vs QQ", "did you mean random?"),
        ("AsKsQs vs QQ", "has 3 cards"),
        ("AsKsQdJc vs QQ", "4 cards"),
        ("QQs vs AK", "a pair has no suited or offsuit form"),
    ],
)
def test_mistakes_are_one_line_and_exit_2(text, message):
    result = run(text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.startswith("error: ")
    assert len(result.stderr.splitlines()) <= 2  # the second names --help
    assert "Traceback" not in result.stderr


WORDS = [
    "AsKs",
    "QQ",
    "vs",
    "22+",
    "A5s-A2s",
    "top15%",
    "random",
    "-b",
    "Ts9s2d",
    "-d",
    "Qc",
    "--",
    "(",
    ":0.5",
    "-0.1(AA)",
]


@settings(max_examples=amount(60, 150))
@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=6))
def test_whatever_is_typed_is_answered_or_refused(words):
    result = CliRunner().invoke(cli, ["calc", "-n", "1", "--seed", "1", *words], catch_exceptions=False)
    assert result.exit_code in (0, 2)
    if result.exit_code == 2:
        assert "error: " in result.stderr
        assert result.stdout == ""


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (COUNT, "10m", 10_000_000),
        (COUNT, "1e6", 1_000_000),
        (COUNT, "2.5k", 2500),
        (COUNT, "1_000,000", 1_000_000),
        (SEED, "18446744073709551615", 2**64 - 1),
        (SHARE, "0.05%", 0.0005),
        (SHARE, "1 %", 0.01),
        (DURATION, "2s", 2),
        (DURATION, "500ms", 0.5),
        (DURATION, "1m", 60),
        (DURATION, "3", 3),
    ],
)
def test_numbers_as_people_write_them(kind, text, value):
    assert kind.convert(text, None, None) == pytest.approx(value, rel=1e-12)


# the other commands ----------------------------------------------------------------------------------------


def test_eval_names_and_compares():
    assert "royal flush" in run("eval AsKsQsJsTs2d3c").stdout
    assert "royal flush" in run("eval As Ks Qs Js Ts").stdout
    lines = run("eval AhKd QsQd -b QhJs2c2d7h").stdout.splitlines()
    assert "full house, queens over twos" in lines[1]
    assert lines[1].endswith("wins")
    found = json.loads(run("eval AhKd AcKs -b QhJs2c2d7h --format json").stdout)
    assert found["best"] == [0, 1]
    assert run("eval AhKd AcKs -b QhJs2c2d7h --format csv").stdout.count("\n") == 3


@pytest.mark.parametrize("text", ["eval", "eval AsKs", "eval AsAs2c3d4h", "eval AsKsQsJsTs2d3c4h"])
def test_eval_mistakes(text):
    result = run(text)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


def test_doctor_checks_and_shows_the_cache():
    result = run("doctor")
    assert result.exit_code == 0, result.stdout
    assert result.stdout.count("ok  ") >= 3
    for word in ("numba", "cache", __version__):
        assert word in result.stdout


@pytest.mark.slow
def test_doctor_counts_all_hands():
    assert "all 133,784,560 seven-card hands" in run("doctor --full").stdout


@pytest.mark.slow
def test_warmup_reports_each_group():
    result = run("warmup")
    assert result.exit_code == 0
    assert "ready in" in result.stdout


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_shows_an_example_or_a_purpose(name):
    for flag in ("-h", "--help"):
        result = run(f"{name} {flag}")
        assert result.exit_code == 0
        assert "Usage: equity" in result.stdout


def test_help_names_all_commands_and_options():
    text = run("--help").stdout
    assert all(name in text for name in COMMANDS)
    assert all(
        flag in text for flag in ("--board", "--dead", "--samples", "--exact", "--mc", "--target", "--seed", "--file")
    )
    assert run("").stdout.startswith("Usage: equity")


def test_version():
    assert run("--version").stdout == f"equity {__version__}\n"


def test_a_closed_pipe_is_no_error():
    code = "import sys; sys.argv[1:] = ['--help']; from equity.__main__ import main; main()"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdout.close()
    _, errors = child.communicate(timeout=60)
    assert errors == b""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for children")
def test_an_interrupted_count_prints_what_it_has():
    question = ["QQ+", "22+", "A2s+", "random", "-e", "-t", "1"]
    code = f"import sys; sys.argv[1:] = {question}; from equity.__main__ import main; main()"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    while "the exact count takes about" not in child.stderr.readline():
        assert child.poll() is None
    time.sleep(8)  # compile, then count for a while
    child.send_signal(signal.SIGINT)
    out, errors = child.communicate(timeout=60)
    assert child.returncode == 130
    assert "interrupted" in out + errors
    assert "Traceback" not in errors


# files among the words, and outputs that fail -----------------------------------------------------------------


@pytest.mark.parametrize("command", ["AsKs vs @{}", "calc @{} vs AsKs", "report @{} vs AsKs -b 2c7d9h", "range @{}"])
def test_a_range_may_stand_in_a_file(command, tmp_path):
    path = tmp_path / "range.txt"
    path.write_bytes(b"\xef\xbb\xbfQQ+,\r\nAKs\r\n")
    result = run(command.format(path))
    assert result.exit_code == 0
    assert "QQ+,AKs" in result.stdout


@pytest.mark.parametrize("content", [None, b"\x00\xff\xfe", b""], ids=["missing", "binary", "empty"])
@pytest.mark.parametrize("command", ["AsKs vs @{}", "report AsKs vs @{}", "range @{}"])
def test_a_file_that_holds_no_range_is_one_line(command, content, tmp_path):
    path = tmp_path / "range.txt"
    if content is not None:
        path.write_bytes(content)
    result = run(command.format(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


def test_a_weight_after_a_blank_is_no_file():
    assert as_json("equity AsKs vs AKs @50")["players"][1]["range"] == "AKs:0.5"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [["AsKs", "vs", "QQ"], ["range", "AA"], ["preflop"], ["--help"]])
def test_a_full_disk_is_one_line(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "equity", *words], check=False, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert done.stderr == "error: cannot write the answer: No space left on device\n"


def test_typed_bytes_that_are_no_text_are_one_line():
    done = subprocess.run(
        [sys.executable, "-m", "equity", "--file", "-"], check=False, input=b"AsKs \xff vs QQ\n", capture_output=True
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: standard input is not text in UTF-8\n"


@pytest.mark.parametrize(
    "option", ["-n 0", "-n nan", "-n inf", "-n 1e400", "-t 0", "--seed -1", "--vs-random 1e9", "--no"]
)
def test_a_wrong_option_is_one_line(option):
    result = run(f"equity AsKs vs QQ {option}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert result.stderr.endswith("(see equity --help)\n")
    assert result.stderr.count("\n") == 1


# files without a question, and clusters that are not needed -------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", ""),
        ("a.txt", "# nothing\n\n  \n"),
        ("a.csv", "players,board\n"),
        ("a.csv", "player_1,player_2\n\n,\n"),
        ("a.jsonl", ""),
        ("a.jsonl", "\n\n"),
    ],
)
@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_file_without_questions_says_so(name, content, form, tmp_path):
    path = tmp_path / name
    path.write_text(content)
    result = run(f"--file {path} --format {form}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {path} holds no question; ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["-", "--file -", "--file - -q"])
def test_nothing_typed_says_so(text):
    result = run(text, stdin="# nothing\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: standard input holds no question; write one per line")


def test_rows_of_another_type_do_not_stop_the_others(tmp_path):
    path = tmp_path / "rows.jsonl"
    rows = [
        5,
        None,
        {"players": 5},
        {"players": ["AA", None]},
        {"board": "2c7dTh"},
        {"players": "AA vs KK", "board": 5},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in [*rows, "AsKs vs QhQd"]))
    for options in ("", "-d 2c", "-b 3c7dTh", "--vs-random 1"):
        result = run(f"--file {path} {options}")
        assert result.exit_code == 2
        errors = [line for line in result.stderr.splitlines() if not line.startswith("note: compiling")]
        assert [line.split(":")[1] for line in errors if line.startswith("error")] == [
            f" line {i}" for i in range(1, 7)
        ]
        assert result.stdout.startswith("AsKs ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AxZz vs QQ", "'Z' is not a rank"),
        ("AsKs vs AsQd", "As is used twice"),
        ("AsKs vs QQ -b 2c", "a board has"),
        ("AsKs vs QQ -d AsAs", "As appears twice"),
        ("AsKs vs QQ --stacks 5", "stacks must be one per player"),
        ("AsKs vs QQ --payouts 5", "--payouts needs --stacks"),
        ("AsKs vs QQ -p --combos --format csv", "CSV holds one table"),
        ("AsKs vs QQ -e --mc", "exclude each other"),
    ],
)
def test_what_cannot_be_answered_asks_no_cluster(text, message, monkeypatch):
    monkeypatch.setattr("equity.cluster.open_cluster", lambda *_, **__: pytest.fail("it connects first"))
    result = run(f"{text} --cluster tcp://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


# the note on compiling ---------------------------------------------------------------------------------------------


def compiling(*_, **__):
    """Stand for a command's work that has to compile first."""
    if kernels.on_compile is not None:
        kernels.on_compile()
    raise EquityError("enough")


@pytest.mark.parametrize(
    ("text", "work"),
    [
        ("AsKs vs QQ", "equity.odds.calculate"),
        ("--file -", "equity.odds.batch.many.calculate_many"),
        ("report AsKs vs QQ", "equity.odds.calculate"),
        ("simulate --seats call,call", "equity.simulate.runs.runner.run_spec"),
    ],
)
def test_quiet_says_nothing_of_compiling(text, work, monkeypatch):
    monkeypatch.setattr(work, compiling)
    assert run(text, stdin="AsKs vs QQ\n").stderr.startswith("note: compiling kernels")
    assert run(f"{text} -q", stdin="AsKs vs QQ\n").stderr == "error: enough\n"
    assert run(text, stdin="AsKs vs QQ\n").stderr.startswith("note: compiling kernels")


# Ctrl-C ------------------------------------------------------------------------------------------------------------

BATCH = [f"AsKs vs QhQd vs {pair} | Ts9s2d{card}" for pair in ("7c7d", "7c7h") for card in ("3c", "4c", "5c")]


class Interrupting(Progress):
    """Interrupt like Ctrl-C when this many questions are answered."""

    after = 3

    def __init__(self, **_):
        super().__init__()
        self.callback = self.watch

    def watch(self, done, total):
        if done >= self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("form", ["table", "json", "csv"])
@pytest.mark.parametrize("kind", ["txt", "csv"])
@pytest.mark.parametrize("strict", ["", "--strict"])
def test_an_interrupted_batch_prints_what_is_answered(form, kind, strict, tmp_path, monkeypatch):
    path = tmp_path / f"batch.{kind}"
    rows = BATCH if kind == "txt" else ["players,board", *(row.replace(" | ", ",") for row in BATCH)]
    path.write_text("\n".join(rows))
    whole = run(f"--file {path} --format {form} -t 1").stdout.splitlines()
    monkeypatch.setattr("equity.cli.question_files.Progress", Interrupting)
    monkeypatch.setattr("equity.odds.batch.known_hands._CHUNK_SECONDS", 0)  # a question a chunk
    result = run(f"--file {path} --format {form} -t 1 {strict}")
    assert result.exit_code == 130
    assert result.stderr == "interrupted: 3 of 6 questions are answered\n"
    lines = result.stdout.splitlines()
    assert set(lines) <= set(whole)
    wide = form == "csv" and kind == "csv"
    assert len(lines) == {"table": 3, "json": 3, "csv": 4 if wide else 1 + 3 * 3}[form]


def test_rows_with_errors_are_not_counted_as_answered(monkeypatch):
    monkeypatch.setattr("equity.cli.question_files.Progress", Interrupting)
    monkeypatch.setattr("equity.odds.batch.known_hands._CHUNK_SECONDS", 0)
    result = run("--file - -t 1", stdin="\n".join(["nonsense", *BATCH]))
    assert result.exit_code == 130
    assert result.stderr.splitlines()[0].startswith("error: line 1: player 1: 'nonsense'")
    assert result.stderr.endswith("\ninterrupted: 2 of 7 questions are answered\n")
    assert result.stdout.count("\n") == 2


def test_an_interrupt_at_the_prompt_counts_what_was_typed(monkeypatch):
    def typed(_):
        yield [FileRow(1, "AsKs vs QhQd")]
        yield [FileRow(2, "nonsense")]
        raise KeyboardInterrupt

    monkeypatch.setattr("equity.cli.question_files._read", typed)
    result = run("-")
    assert result.exit_code == 130
    assert result.stdout.count("\n") == 1
    assert result.stderr.splitlines()[-1] == "interrupted: 1 of 2 questions are answered"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            "22+ vs random -d 2c -e -t 1",
            "equity.odds.exact.sweep._count_chunk",
            ": this count has no partial answer; --mc has one",
        ),
        (
            "22+ vs 33+ vs A2+ -b 2s7sTh -e",
            "equity.odds.exact.sweep._count_chunk",
            ": this count has no partial answer",
        ),
        ("AA vs KK vs QQ -n 1000", "equity.odds.sampling.sampling._count_chunks", ": no answer yet\n"),
        ("--file -", "equity.cli.question_files._piped_lines", "\n"),
        ("preflop", "equity.odds.analyses.preflop_ranking.rank_hands", "\n"),
        ("report AA vs KK", "equity.odds.calculate", "\n"),
        ("eval AsKsQsJsTs", "equity.cli.commands.evaluate.evaluate", "\n"),
    ],
)
def test_an_interrupt_without_an_answer_is_one_line(text, place, message, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(place, interrupt)
    result = run(text)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.startswith(f"interrupted{message}")
    assert result.stderr.count("\n") == 1


def test_an_interrupted_sweep_says_where_it_goes_on(tmp_path, monkeypatch):
    from equity.odds.exact import sweep

    left = iter(range(2))
    count = sweep._count_chunk

    def some(*given, **named):
        if next(left, None) is None:
            raise KeyboardInterrupt
        return count(*given, **named)

    monkeypatch.setattr(sweep, "_count_chunk", some)
    path = tmp_path / "state"
    text = f"22+ vs random -d 2c -e -t 1 --checkpoint {path}"
    result = run(text)
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1] == f"interrupted: no answer yet; the same command goes on from {path}"


# help and conflicts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", *COMMANDS, "rules show"])
def test_help_fits_a_terminal_and_says_what_every_option_does(name):
    lines = run(f"{name} --help").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    options = lines[lines.index("Options:") + 1 :]
    for i, line in enumerate(options):
        if line.startswith("  -"):  # a long option has its words on the line below
            assert "  " in line.strip() or options[i + 1].startswith("          "), line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AsKs vs QQ -e --mc", "--exact and --mc exclude each other"),
        ("report AsKs vs QQ --time 2s -e", "--exact and --time exclude each other"),
        ("AsKs vs QQ --others 5", "--others needs --payouts"),
        ("AsKs vs QQ --time 2s --checkpoint x", "--time and --checkpoint exclude each other"),
        ("range AA --to pio --json", "--to and --format exclude each other"),
        ("replay x --game y --input phh", "--game and --input phh exclude each other"),
        (
            "simulate --seats call,call --exact-all-in-ev --no-all-in-ev",
            "--exact-all-in-ev and --no-all-in-ev exclude each other",
        ),
        ("--file x.txt --stacks 3,4", "--file and --stacks exclude each other"),
        ("- --explain", "--file and --explain exclude each other"),
        ("preflop --against QQ", "--against needs --matrix"),
        ("AsKs vs QQ --outs --histogram --format csv", "CSV holds one table, got --outs and --histogram"),
    ],
)
def test_conflicts_are_refused_before_anything_is_read(text, message, monkeypatch):
    monkeypatch.setattr("equity.odds.calculate", lambda *_, **__: pytest.fail("it computes"))
    monkeypatch.setattr("equity.cli.question_files.answer_file", lambda *_, **__: pytest.fail("it reads the file"))
    result = run(text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {message}")
    assert result.stderr.count("\n") == 1


def test_explain_says_how_deals_were_sampled():
    result = run("AsKs vs QQ vs random -n 100k --seed 1 --explain --format json")
    assert "sampled: blocks of" in result.stderr
    assert "heads-up control" in result.stderr
    assert "sampled: blocks" not in run("AsKs vs QQ --explain").stderr


@pytest.mark.filterwarnings("always")
def test_explain_says_the_plan_and_its_time_before_anything_is_dealt(monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("equity.odds.sampling.sampling._count_chunks", stop)
    result = run("AsKs vs QQ -n 10g --explain")
    assert result.exit_code == 130
    lines = result.stderr.splitlines()
    assert lines[0].startswith("player 1: 'AsKs'")
    assert any(re.match(r"  sampling +about \d", line) for line in lines)
    assert any(line.startswith("note: sampling 10,000,000,000 deals takes about") for line in lines)
