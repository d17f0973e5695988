"""Long equity questions: after kills, interrupts and on clusters the bytes are those of an undisturbed run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner

import equity
from equity.cli import cli
from equity.cluster import open_cluster
from equity.errors import CheckpointError, OptionError
from equity.odds.sampling import sampling_scheme as scheme
from tests.helpers import Stop, losing_a_worker

FOUR = ["30%", "20%", "40%", "random"]
QUESTIONS = {
    "enumeration": (["AA,AKs", "QQ,JTs", "TT", "88,76s"], {"method": "exact"}),
    "fractions": (["AA:0.3333333333333,KK", "QQ:0.12345678912", "TT:0.7771234567891", "88"], {"method": "exact"}),
    "sweep": (["22+,AK", "55+,QJ", "A2s+:0.5"], {"method": "exact", "board": "2s7sTh"}),
    "sweep of other boards": (["AA,AK", "KK,QQ"], {"method": "exact", "dead": "2c3c"}),
    "sampling": (["22+", "KK,JT", "QQ:0.5,77"], {"method": "mc", "seed": 3}),
    "control": (FOUR, {"samples": 1_000_000, "seed": 4}),
    "target": (["15%"] * 3 + ["random"], {"target": 0.0008, "method": "mc", "seed": 5}),
    "hard to deal": ([f"{percent}%" for percent in range(10, 20)], {"method": "mc", "seed": 6}),
}


def text(result):
    plain = result if isinstance(result, dict) else result.to_dict()
    return json.dumps({name: plain[name] for name in plain if name not in ("elapsed", "reason")})


def interrupt(players, options, file, calls):
    try:
        return equity.calculate(players, **options, checkpoint=file, progress=Stop(calls))
    except KeyboardInterrupt:  # a sweep has no partial answer
        return None


@pytest.mark.parametrize("name", QUESTIONS)
def test_interrupted_again_and_again(tmp_path, name, monkeypatch):
    monkeypatch.setattr(scheme, "_BUDGET", 5e8)  # of ranges that are hard to deal: 0.5 s
    players, options = QUESTIONS[name]
    file = tmp_path / "run"
    whole = equity.calculate(players, **options)
    for calls, threads in ((1, 1), (1, 2), (2, None)):
        part = interrupt(players, {**options, "threads": threads}, file, calls)
        assert part is None or part.total <= whole.total
    assert json.loads(file.read_text())["state"]["state"]
    result = equity.calculate(players, **options, threads=1, checkpoint=file)
    assert result.wins_by_set == whole.wins_by_set
    assert text(result) == text(whole)
    assert any("leave few ways to deal" in note for note in result.notes) == (name == "hard to deal")
    before = file.read_bytes()
    # finished: the file alone answers
    assert text(equity.calculate(players, **options, checkpoint=file)) == text(whole)
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["run"]


def test_an_interrupted_run_is_less(tmp_path):
    part = interrupt(FOUR, {"samples": 1_000_000, "seed": 4}, tmp_path / "run", 2)
    assert not part.complete
    assert part.total < 1_000_000


def test_any_executor_goes_on(tmp_path):
    players, options = QUESTIONS["enumeration"]
    whole = equity.calculate(players, **options)
    interrupt(players, options, tmp_path / "run", 1)
    with ThreadPoolExecutor(3) as executor:
        result = equity.calculate(players, **options, executor=executor, checkpoint=tmp_path / "run")
    assert text(result) == text(whole)


def test_a_fresh_seed_is_kept(tmp_path):
    options = {"samples": 1_000_000}
    seed = interrupt(FOUR, options, tmp_path / "run", 2).seed
    result = equity.calculate(FOUR, **options, checkpoint=tmp_path / "run")
    assert result.seed == seed
    assert text(result) == text(equity.calculate(FOUR, **options, seed=seed))


def test_without_a_seed_the_file_s_own_is_taken(tmp_path):
    file, options = tmp_path / "run", {"samples": 1_000_000}
    assert interrupt(FOUR, {**options, "seed": 4}, file, 2).seed == 4
    before = file.read_bytes()
    with pytest.raises(CheckpointError, match="another question: seed 4, here 5"):
        equity.calculate(FOUR, **options, seed=5, checkpoint=file)
    assert file.read_bytes() == before
    result = equity.calculate(FOUR, **options, checkpoint=file)
    assert text(result) == text(equity.calculate(FOUR, **options, seed=4))


def test_spelling_and_stacks_do_not_matter(tmp_path):
    file = tmp_path / "run"
    options = {"samples": 1000, "method": "mc", "seed": 1}
    first = equity.calculate(["AK", "QQ+"], board="2s7sTh", **options, checkpoint=file)
    options["method"] = "monte-carlo"
    again = equity.calculate("AKs,AKo vs AA,KK,QQ", board="Th2s7s", **options, stacks=[5, 10], checkpoint=file)
    assert again.wins_by_set == first.wins_by_set
    assert again.stacks == (5, 10)


# killed

CHILD = """
import json, sys
import equity
from equity.odds.question import checkpoints
checkpoints._SAVE_EVERY = 0.02
players, options = json.loads(sys.argv[1])
print(json.dumps(equity.calculate(players, **options).to_dict()))
"""


def start(players, options):
    words = [sys.executable, "-c", CHILD, json.dumps([players, options])]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_chunks(process, file, chunks, seconds=120):
    """Wait until a file holds that many chunks; return what it holds."""
    end = time.monotonic() + seconds
    while process.poll() is None:
        if file.exists():
            saved = json.loads(file.read_bytes())["state"]
            if saved["state"].get("chunks", 0) >= chunks:
                return saved
        assert time.monotonic() < end, f"{file} has no chunks"
        time.sleep(0.01)
    raise AssertionError(f"over before it could be killed: {process.communicate()}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["AA,KK,AKs", "QQ,JJ,AQs", "TT,99,AJs", "88,77"], {"method": "exact"}),
        (FOUR, {"samples": 8_000_000}),
        (FOUR, {"target": 0.0003, "method": "mc", "seed": 7}),
    ],
    ids=["exact", "sampled", "target"],
)
def test_killed_and_started_again(tmp_path, players, options):
    file = tmp_path / "run"
    kept = {**options, "checkpoint": str(file)}
    seed = None
    for chunks in (3, 6):
        process = start(players, kept)
        saved = wait_for_chunks(process, file, chunks)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        assert seed in (None, saved["start"]["seed"])
        seed = saved["start"]["seed"]
    resumed = equity.calculate(players, **kept, threads=1)
    fresh = equity.calculate(players, **(options if seed is None else {**options, "seed": seed}))
    assert resumed.wins_by_set == fresh.wins_by_set
    assert text(resumed) == text(fresh)
    assert resumed.seed == seed


@pytest.mark.slow
def test_ctrl_c_leaves_a_checkpoint(tmp_path):
    file = tmp_path / "run"
    words = ["AA,KK", "vs", "QQ", "vs", "30%", "-n", "1g", "--checkpoint", str(file)]
    chunks = 0
    for _ in range(2):
        process = subprocess.Popen(
            [sys.executable, "-m", "equity", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        chunks = wait_for_chunks(process, file, chunks + 50)["state"]["chunks"]
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=60)
        assert process.returncode == 130, error
        assert "interrupted: part of the deals only" in " ".join(output.split())
        assert "Traceback" not in error
        assert json.loads(file.read_text())["state"]["state"]["chunks"] >= chunks
        chunks = json.loads(file.read_text())["state"]["state"]["chunks"]
    assert os.listdir(tmp_path) == ["run"]


# clusters


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_gives_the_same_bytes(tmp_path):
    pytest.importorskip("distributed")
    names = ("enumeration", "sweep", "sampling", "control")
    expected = {name: text(equity.calculate(QUESTIONS[name][0], **QUESTIONS[name][1], threads=1)) for name in names}
    for name in names:
        interrupt(*QUESTIONS[name], tmp_path / name, 1)
    with open_cluster("local", workers=2) as executor:
        for name in names:
            players, options = QUESTIONS[name]
            assert text(equity.calculate(players, **options, executor=executor)) == expected[name]
            kept = equity.calculate(players, **options, executor=executor, checkpoint=tmp_path / name)
            assert text(kept) == expected[name]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_worker_dies_in_the_middle():
    distributed = pytest.importorskip("distributed")
    expected = text(equity.calculate(FOUR, samples=4_000_000, seed=8))
    with losing_a_worker(distributed) as (executor, kill_one):
        result = equity.calculate(FOUR, samples=4_000_000, seed=8, executor=executor, progress=kill_one)
    assert text(result) == expected


# what cannot be


@pytest.fixture
def made(tmp_path):
    """Return a finished checkpoint and its question."""
    file = tmp_path / "run"
    options = {"samples": 1000, "seed": 1, "board": "2s7sTh"}
    equity.calculate(["AK", "QQ"], **options, checkpoint=file)
    return file, options


@pytest.mark.parametrize(
    ("players", "changed", "message"),
    [
        (["AK", "JJ"], {}, r"another question: players \['AKs,AKo', 'QQ'\], here \['AKs,AKo', 'JJ'\]"),
        (["AK", "QQ"], {"board": "2s7sTd"}, "another question: board '2s7sTh'"),
        (["AK", "QQ"], {"seed": 2}, "another question: seed 1, here 2"),
        (["AK", "QQ"], {"samples": 1001}, "another question: samples 1000, here 1001"),
        (["AK", "QQ"], {"dead": "2c"}, "another question: dead"),
        (["AK", "QQ"], {"method": "exact", "samples": None}, "another question: method"),
        (["AK", "QQ:0.99999999"], {}, "another question"),
        # looked up, refused all the same
        (["AK", "QQ"], {"board": "", "samples": None}, "another question: board"),
    ],
)
def test_checkpoint_of_another_question(made, players, changed, message):
    file, options = made
    before = file.read_bytes()
    with pytest.raises(CheckpointError, match=message):
        equity.calculate(players, **{**options, **changed}, checkpoint=file)
    assert file.read_bytes() == before


def test_checkpoint_of_another_version(made, monkeypatch):
    file, options = made
    monkeypatch.setattr("equity.odds.sampling.sampling.SAMPLING_VERSION", 99)
    with pytest.raises(CheckpointError, match=r"another question: sampling version \d, here 99"):
        equity.calculate(["AK", "QQ"], **options, checkpoint=file)
    monkeypatch.undo()
    file.write_text(json.dumps(json.loads(file.read_text()) | {"version": "0.0.0", "key": "x"}))
    with pytest.raises(CheckpointError, match=r"written by equity 0\.0\.0"):
        equity.calculate(["AK", "QQ"], **options, checkpoint=file)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda raw: raw[: len(raw) // 2], "is not a checkpoint"),
        (lambda raw: b"", "is not a checkpoint"),
        (lambda raw: b"\x00" * len(raw), "is not a checkpoint"),
        (lambda raw: b"AsKs vs QQ\n", "is not a checkpoint"),
        (lambda raw: raw.replace(b'"deals": 1000', b'"deals": 1001'), "is damaged"),
        (lambda raw: raw.replace(b'"chunks": 1', b'"chunks": 0'), "is damaged"),
    ],
    ids=["half", "empty", "zeros", "text", "deals", "chunks"],
)
def test_a_damaged_file(made, damage, message):
    file, options = made
    raw = damage(file.read_bytes())
    file.write_bytes(raw)
    with pytest.raises(CheckpointError, match=message):
        equity.calculate(["AK", "QQ"], **options, checkpoint=file)
    assert file.read_bytes() == raw


def test_where_nothing_can_be_written(tmp_path):
    with pytest.raises(CheckpointError, match="cannot write checkpoint"):
        equity.calculate(FOUR, samples=10**9, checkpoint=tmp_path / "no" / "run")
    with pytest.raises(CheckpointError, match="cannot read checkpoint"):
        equity.calculate(FOUR, samples=10**9, checkpoint=tmp_path)


def test_seconds_have_no_checkpoint(tmp_path):
    with pytest.raises(OptionError, match="needs samples or target"):
        equity.calculate(FOUR, seconds=1, checkpoint=tmp_path / "run")
    assert not os.listdir(tmp_path)


@pytest.mark.small
def test_what_is_looked_up_leaves_no_file(tmp_path):
    result = equity.calculate(["AsKs", "QQ"], checkpoint=tmp_path / "run")
    assert result.algorithm == "preflop table"
    assert not os.listdir(tmp_path)


# the command


def command(*words):
    result = CliRunner().invoke(cli, [*map(str, words)])
    return result.exit_code, result.stdout, result.stderr


def test_command_goes_on(tmp_path):
    words = ("AK", "vs", "QQ", "vs", "76s", "-n", 200_000, "--format", "json", "--checkpoint", tmp_path / "run")
    code, first, _ = command(*words)
    assert code == 0
    code, second, _ = command(*words, "-t", 1)
    assert code == 0
    assert text(json.loads(first)) == text(json.loads(second))
    code, output, error = command(*words[:-4], "--seed", 1, *words[-2:])
    assert (code, output) == (2, "")
    used = json.loads(first)["seed"]
    assert f"belongs to another question: seed {used}, here 1; name another file or delete it" in error


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["AsKs", "vs", "QQ", "--cluster", "nowhere"], "tcp://host:port or local"),
        (["AK", "vs", "QQ", "--time", "1s", "--checkpoint", "x"], "--time and --checkpoint exclude each other"),
        (["--file", "x.txt", "--checkpoint", "x"], "--file and --checkpoint exclude each other"),
        (["--file", "x.txt", "--cluster", "local"], "--file and --cluster exclude each other"),
    ],
)
def test_command_errors(words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, output, error = command(*words)
    assert (code, output) == (2, "")
    assert message in error
    assert not os.listdir(tmp_path)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_command_on_a_cluster():
    pytest.importorskip("distributed")
    words = ("AK", "vs", "QQ", "vs", "76s", "-n", 200_000, "--seed", 1, "--format", "json")
    code, here, _ = command(*words)
    assert code == 0
    code, there, error = command(*words, "--cluster", "local", "-t", 2)
    assert code == 0, error
    assert text(json.loads(here)) == text(json.loads(there))
