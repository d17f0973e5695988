"""The command line against whatever somebody may type: an answer or one line, and never a traceback."""

from __future__ import annotations

import random
import signal
import threading

import click
import pytest
from click.testing import CliRunner

from equity.cli import COMMANDS, cli
from equity.cli.group import cli as group

QUESTIONS = "AsKs vs QQ\nAsKs vs QhQd | Ts9s2d\nnonsense vs\n| | | |\n"
HANDS = [
    *("AsKs", "QQ", "QhQd", "22+", "A5s-A2s", "top15%", "random", "AKs:0.5", "T9s+", "As", "Ks", "7c7d", "QQ,AK", "AX"),
    *("[50]AA[/50]", "AsAs", "AsKsQs", "AxZz", "72o", "AKs@50", "!QQ", "AA:0", "AA:nan", "any two", "10%", "AA vs KK"),
    *("AsKs vs QQ | Ts9s2d", "AA vs KK | 2c3c4c5c6c7c", "a|b|c|d|e", "|", " vs ".join(["22"] * 11)),
]
CARDS = ["Ts9s2d", "Ts9s2d7h", "Ts9s2d7h3c", "Ts", "TsTs2d", "2c", "Qc Qd", "", "10h9h8h", "t♠9♠2♦", "random"]
NUMBERS = [
    *(
        "1",
        "2",
        "3",
        "20",
        "500",
        "2k",
        "1e3",
        "0",
        "-1",
        "1.5",
        "nan",
        "inf",
        "-inf",
        "9" * 20,
        "9" * 5000,
        "1_0",
        "x",
    ),
    *("\u0663", "²"),
]
UNITS = ["5%", "0.5%", "90%", "%", "20ms", "0.05s", "1e-400", "1e400s", "0s", "s", "2", "-2s", "nan%"]
LISTS = ["500,900", "500;900", "1,2,3", "1e300,1", "0.001,1e15", "0,0", "", ",", "a,b", "1e-300,5", "5", "-5,6"]
FILES = [
    *(
        "x.txt",
        "x.csv",
        "x.json",
        "x.html",
        "x.phhs",
        "x.acpc",
        "x.pdf",
        "x.parquet",
        "none/x.json",
        "-",
        ".",
        "",
        "q.txt",
    ),
    *("q.csv", "bad.bin", "q.txt/x.json"),
]
PLAYERS = [
    *("tag", "tag,call", "2*tag", "tag*3,nit", "tag(vpip=30%)", "tag(vpip=", "equity(samples=2),call", "call,,call"),
    *("push-fold,random", "99*call", "0*call", "tag(vpip=1e400)", "lag,maniac", "*"),
]
NAMES = [
    *(
        "pokerfs",
        "cardroom-limit",
        "5/10",
        "0.05/0.10",
        "4/8",
        "10/5",
        "1/",
        "0/0",
        "1e400/2",
        "40bb",
        "10k",
        "0bb",
        "-1bb",
    ),
    *(
        "1e9bb",
        "100bb,50bb",
        "chen",
        "pio",
        "gto+",
        "JSON",
        "xml",
        "nl",
        "limit",
        "show",
        "list",
        "help",
        "version",
        "evla",
    ),
    *("vs", "VS", "v", "--", "-"),
]
JUNK = [
    *(
        "",
        " ",
        "\t",
        "@",
        "@q.txt",
        "@none",
        "@-",
        "@.",
        "\ufeffAA",
        "é",
        "💥",
        "\udcff",
        "a" * 3000,
        "(" * 300,
        "{AA",
        "'",
    ),
    *(
        '"',
        "--json",
        "-V",
        "-v",
        "--version",
        "-h",
        "--helpp",
        "-x",
        "---",
        "--=",
        "--board=",
        "-b",
        "--no",
        "%s",
        "{}",
    ),
    *("\\", "\x00", "\x1b[31m"),
]
WORDS = [HANDS, CARDS, NUMBERS, UNITS, LISTS, FILES, PLAYERS, NAMES, JUNK]
# what fits an option, by the name of its parameter
FIT = {
    **dict.fromkeys(("board", "dead"), CARDS),
    **dict.fromkeys(("samples", "threads", "seed", "show", "vs_random"), NUMBERS),
    **dict.fromkeys(("target", "seconds"), UNITS),
    **dict.fromkeys(("payouts", "others"), LISTS),
    **dict.fromkeys(("output", "checkpoint", "source", "path", "game"), FILES),
    **dict.fromkeys(("stakes", "house", "ordering"), NAMES),
    "stacks": LISTS + NAMES,
    "seats": PLAYERS,
    "against": HANDS,
}
START = {
    "simulate": [["--seats", "tag,call"], ["--seats", "random*2,nit"], []],
    "replay": [["q.txt"], ["-"], ["bad.bin", "q.csv"]],
    "rules": [["pokerfs"], ["show", "cardroom-limit"], ["list"], []],
    "eval": [["AsKsQsJsTs"], ["AhKd", "QsQd", "-b", "QhJs2c2d7h"], ["AhKd"]],
    "range": [["QQ+,AKs:0.5"], ["AA", "vs", "KK"], ["-f", "q.txt"]],
    "preflop": [[], ["AA"], ["--matrix"]],
    "hits": [["22+,AK", "-b", "Ts9s2d"], ["AK", "vs", "QQ"], ["AK", "--filter", "set, flush draw"], ["-"]],
    "flops": [["AK", "vs", "QQ"], ["AsKs", "vs", "22+", "--subset", "5"], ["AK"]],
}
QUESTION = [
    ["AsKs", "vs", "QQ"],
    ["AsKs"],
    ["QQ+", "22"],
    ["AhKd", "vs", "7c7d", "vs", "QhQs"],
    ["--file", "q.txt"],
    ["-"],
]
SLOW = {"warmup", "doctor", "serve"}  # they compile and count, and serve until somebody stops it
TOO_MUCH = {"full", "cluster", "hands"}


def options(name: str) -> list[tuple[str, list[str]]]:
    """Return the options of a command, each with values that fit it; none for flags."""
    found = []
    for param in group.get_command(click.Context(group), name).params:
        if isinstance(param, click.Option) and param.name not in TOO_MUCH:
            fit = list(param.type.choices) if isinstance(param.type, click.Choice) else FIT.get(param.name, [""])
            found += [(word, [] if param.is_flag else fit) for word in (*param.opts, *param.secondary_opts)]
    return found


OPTIONS = {name: options(name) for name in COMMANDS}
ALL = [option for own in OPTIONS.values() for option in own]


def line(draw: random.Random) -> list[str]:
    """Return the words of a command line: some that fit, and some that do not."""
    name = draw.choice([*(name for name in COMMANDS if name not in SLOW), "calc", "calc", "simulate"])
    words = [name] if name != "calc" or draw.random() < 0.2 else []
    if draw.random() < 0.9:
        words += draw.choice(START.get(name, QUESTION))
    for _ in range(draw.randrange(5)):
        if draw.random() < 0.8:
            option, fit = draw.choice(OPTIONS[name] if draw.random() < 0.9 else ALL)
            words += [option, draw.choice(fit if draw.random() < 0.8 else draw.choice(WORDS))] if fit else [option]
        else:
            words.insert(draw.randrange(len(words) + 1), draw.choice(draw.choice(WORDS)))
    return [*words, "--hands", "200"] if name == "simulate" else words


def interrupt(*_):
    raise KeyboardInterrupt


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.txt").write_text(QUESTIONS)
    (tmp_path / "q.csv").write_text("players,board\nAsKs vs QQ,\n,\n")
    (tmp_path / "bad.bin").write_bytes(b"\xff\x00\xfe\x01")
    return tmp_path


def check(words: list[str], seconds: float) -> None:
    """Run a command line, stop it like Ctrl-C after some seconds, and look at how it ends."""
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGALRM, interrupt) if timed else None
    try:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        result = CliRunner().invoke(cli, words, input=QUESTIONS)
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    assert result.exception is None or isinstance(result.exception, SystemExit), words
    assert result.exit_code in (0, 1, 2, 130), words
    assert "Traceback" not in result.stderr, words
    if result.exit_code == 2:
        assert "error: " in result.stderr, words


@pytest.mark.parametrize("seed", range(3))
def test_random_command_lines_end_with_an_answer_or_one_line(seed, folder):
    draw = random.Random(seed)
    for _ in range(15):
        check(line(draw), 5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_random_command_lines_end_with_an_answer_or_one_line(seed, folder):
    draw = random.Random(seed)
    for _ in range(100):
        check(line(draw), 5)
