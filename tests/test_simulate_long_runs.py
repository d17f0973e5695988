"""Long runs: checkpoints, kills, interrupts, clusters, files of hands, and the command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from click.testing import CliRunner

from equity.checkpoint import Checkpoint, saved_question
from equity.cli import cli
from equity.cli.commands.simulate import choose_rules, split_seats
from equity.cluster import open_cluster
from equity.errors import CheckpointError, HistoryError, OptionError, RulesError, StrategyError, WorkerError
from equity.history import read_hands, replay_all
from equity.report.simulation import simulation_table
from equity.rules import Rules, cardroom_limit, pokerfs
from equity.simulate import compiled, run, scalar
from equity.simulate.runs.hand_writer import HandWriter
from equity.simulate.runs.runner import run_spec
from equity.simulate.runs.specification import make_spec
from tests.helpers import Stop, losing_a_worker

PLAYERS = ["tag", "random", "lag"]
TIMES = ("elapsed", "threads", "hands_per_second")


def text(plain):
    plain = plain if isinstance(plain, dict) else plain.to_dict()
    return json.dumps({key: plain[key] for key in plain if key not in TIMES})


def command(*words):
    result = CliRunner().invoke(cli, ["simulate", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


# checkpoints


def in_pieces(hands, seed):
    return replace(make_spec(pokerfs(), PLAYERS, hands=hands, seed=seed), chunk=2000)


def test_an_interrupted_run_is_a_shorter_one(tmp_path):
    spec = in_pieces(10_000, 1)
    whole = text(run_spec(spec))
    part = run_spec(spec, progress=Stop(2), checkpoint=tmp_path / "run")
    assert not part.complete
    assert "interrupted" in str(part)
    assert text(part) != whole
    shorter = run_spec(replace(spec, deals=part.deals))
    assert [seat.net for seat in part.seats] == [seat.net for seat in shorter.seats]
    assert text(run_spec(spec, checkpoint=tmp_path / "run", threads=1)) == whole
    # finished: the file alone answers
    assert text(run_spec(spec, checkpoint=tmp_path / "run", progress=Stop(1))) == whole


def test_nothing_played_before_the_interrupt():
    def stop(spot):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(pokerfs(), ["call", scalar(stop)], hands=10, seed=1, threads=1)


def test_checkpoint_with_hands_on_file(tmp_path):
    spec, whole, parts = in_pieces(5000, 2), tmp_path / "whole.phhs", tmp_path / "parts.phhs"
    run_spec(spec, output=whole)
    kept = {"output": parts, "checkpoint": tmp_path / "run"}
    assert not run_spec(spec, progress=Stop(1), **kept).complete
    with parts.open("ab") as file:
        file.write(b"[9999]\nhalf a hand that a kill left behind")
    run_spec(spec, **kept)
    assert parts.read_bytes() == whole.read_bytes()
    parts.unlink()
    with pytest.raises(OptionError, match="does not hold the 5000 hands of the checkpoint"):
        run_spec(spec, **kept)


@pytest.mark.small
@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"schema": 1}'])
def test_not_a_checkpoint(tmp_path, content):
    file = tmp_path / "x"
    file.write_bytes(content)
    with pytest.raises(CheckpointError, match="is not a checkpoint"):
        Checkpoint(file, {}).load()
    assert saved_question(file) == {}
    assert file.read_bytes() == content


@pytest.mark.small
def test_checkpoint_of_another_question_or_version(tmp_path):
    file = tmp_path / "x"
    Checkpoint(file, {"seed": 1, "hands": 5}).save({"chunks": 1})
    with pytest.raises(CheckpointError, match="another question: seed 1, here 2"):
        Checkpoint(file, {"seed": 2, "hands": 5}).load()
    saved = json.loads(file.read_text())
    file.write_text(json.dumps(saved | {"version": "0.0.0", "key": "x"}))
    with pytest.raises(CheckpointError, match=r"written by equity 0\.0\.0"):
        Checkpoint(file, {"seed": 1, "hands": 5}).load()
    with pytest.raises(CheckpointError, match="cannot write"):
        Checkpoint(tmp_path / "no" / "x", {}).save({})
    with pytest.raises(CheckpointError, match="cannot read"):
        Checkpoint(tmp_path, {}).load()
    assert os.listdir(tmp_path) == ["x"]


@pytest.mark.small
def test_checkpoint_knows_a_changed_player():
    first, second = (
        make_spec(pokerfs(), [scalar(function, name="x"), "call"], hands=5, seed=1).describe()
        for function in (lambda spot: "fold", lambda spot: "call")
    )
    assert first != second
    compiled_one = make_spec(pokerfs(), [compiled(len, name="x"), "call"], hands=5, seed=1).describe()
    assert compiled_one not in (first, second)


def start(*words):
    # checkpoints come every two seconds, in which a quiet machine finishes the whole run
    code = "; ".join(
        [
            "import sys; from equity.__main__ import main; from equity.simulate.runs import runner",
            "runner._SAVE_EVERY = 0.05",
            f"sys.argv[1:] = {['simulate', *map(str, words)]}",
            "main()",
        ]
    )
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for(path, seconds=120):
    end = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < end, f"{path} did not appear"
        time.sleep(0.05)


def wait_for_hands(path):
    """Wait until the checkpoint holds some; before that there is nothing to print."""
    wait_for(path)
    while not json.loads(path.read_text())["state"]["totals"]["deals"]:
        time.sleep(0.05)


LONG = ("--seats", "call,random,call", "--hands", "12m", "--seed", 3, "--no-all-in-ev", "--format", "json")


@pytest.mark.slow
def test_killed_and_started_again(tmp_path):
    file = tmp_path / "run"
    process = start(*LONG, "--checkpoint", file)
    wait_for_hands(file)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    saved = json.loads(file.read_text())["state"]["totals"]["deals"]
    resumed = start(*LONG, "--checkpoint", file, "--threads", 1)
    output, error = resumed.communicate(timeout=300)
    assert resumed.returncode == 0, error
    fresh, error = start(*LONG).communicate(timeout=300)
    assert saved < 150_000_000
    assert text(json.loads(output)) == text(json.loads(fresh))


@pytest.mark.slow
def test_killed_while_hands_are_written_and_started_again(tmp_path):
    """With --output and --checkpoint together: not a hand is lost, double or changed."""
    words = ("--seats", "call,random,tag", "--hands", 150_000, "--seed", 3, "-q")
    whole, parts, file = tmp_path / "whole.phhs", tmp_path / "parts.phhs", tmp_path / "run"
    expected, error = start(*words, "--output", whole).communicate(timeout=300)
    kept = ("--output", parts, "--checkpoint", file)
    process = start(*words, *kept)
    wait_for(parts)
    while not parts.stat().st_size:
        time.sleep(0.005)
    time.sleep(0.05)
    process.kill()
    process.communicate()
    killed = process.returncode == -signal.SIGKILL
    saved = json.loads(file.read_text())["state"]["totals"]["deals"]
    resumed = start(*words, *kept)
    output, error = resumed.communicate(timeout=300)
    assert resumed.returncode == 0, error
    assert output == expected
    assert parts.read_bytes() == whole.read_bytes()
    assert killed
    assert saved < 150_000


@pytest.mark.slow
@pytest.mark.parametrize("signal_sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_prints_what_there_is(tmp_path, signal_sent):
    file = tmp_path / "run"
    process = start("--seats", "call,random", "--hands", "1g", "--seed", 3, "--checkpoint", file)
    wait_for_hands(file)
    process.send_signal(signal_sent)
    output, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    assert "interrupted: part of the hands only" in output
    assert "Traceback" not in error


# runs that end by the clock or by their precision


def test_a_run_of_some_seconds():
    began = time.monotonic()
    result = run(pokerfs(), ["call", "call"], seconds=0.3, seed=1)
    assert time.monotonic() - began < 30
    assert (result.stop, result.complete) == ("time", True)
    assert result.elapsed >= 0.3
    same = run(pokerfs(), ["call", "call"], hands=result.hands, seed=1)
    assert [seat.net for seat in same.seats] == [seat.net for seat in result.seats]
    first = run(pokerfs(), ["call", "call"], hands=100, seconds=3600, seed=1)
    assert (first.stop, first.hands) == ("hands", 100)


def test_a_run_up_to_a_precision(tmp_path):
    given = {"seed": 1, "target": "8bb", "stacks": "20bb"}
    result = run(pokerfs(), ["tag", "call", "tag"], **given)
    assert (result.stop, result.complete) == ("target", True)
    widths = [player.bb100.half_width for player in (*result.strategies, *result.seats)]
    assert max(widths) <= 8
    for player in result.seats:  # an interval that holds at all looks is wider than one that was looked at once
        assert player.bb100.half_width > 1.3 * 1.96 * player.bb100.std_error
        assert player.bb100.ci95[1] - player.bb100.mean == pytest.approx(player.bb100.half_width)
    spec = make_spec(pokerfs(), ["tag", "call", "tag"], **given)
    for threads in (1, 3):
        assert text(run_spec(spec, threads=threads)) == text(result)
    short = replace(spec, chunk=500, target=200)
    assert text(run_spec(short, output=tmp_path / "x.phhs")) == text(run_spec(short))
    part = run_spec(spec, progress=Stop(1), checkpoint=tmp_path / "run")
    assert part.hands < result.hands
    assert text(run_spec(spec, checkpoint=tmp_path / "run")) == text(result)
    with pytest.raises(CheckpointError, match="another question: target 8"):
        run(pokerfs(), ["tag", "call", "tag"], **given | {"target": 50}, checkpoint=tmp_path / "run")
    short = run(pokerfs(), ["tag", "call", "tag"], hands=1000, **given | {"target": 1})
    assert (short.stop, short.hands) == ("hands", 1000)


@pytest.mark.slow
def test_intervals_of_a_target_hold_under_peeking():
    """A fair seat's interval holds zero at every look of a run; the usual one fails somewhere far more often."""
    from equity.simulate.runs.chunks import play_chunk
    from equity.simulate.runs.statistics import Totals
    from equity.simulate.runs.summary import summarize

    held = usual = 0
    for seed in range(100):
        spec = make_spec(pokerfs(), ["call", "call"], hands=100_000, seed=seed, target=20)
        totals, missed, narrow = Totals.empty(), False, False
        for span in replace(spec, chunk=1000).spans():
            totals.add(play_chunk(spec, span).totals)
            rate = summarize(spec, totals, elapsed=0, threads=1).seats[0].bb100
            missed |= abs(rate.mean) > rate.half_width
            narrow |= abs(rate.mean) > 1.96 * rate.std_error
        held += not missed
        usual += not narrow
    assert held >= 93
    assert usual < 80


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "a run needs an end: give hands, seconds or target"),
        *(({"seconds": wrong}, "seconds must be above 0") for wrong in (0, -1, "60s", float("nan"), True)),
        *(
            ({"target": wrong}, "target must be half the width")
            for wrong in (0, -1, "x", "5%", float("inf"), True, [5])
        ),
    ],
)
def test_ends_that_make_no_sense(given, message):
    with pytest.raises(OptionError, match=message):
        run(pokerfs(), ["call", "call"], seed=1, **given)


def test_the_command_stops_by_time_and_target():
    code, output, _ = command("--seats", "call,call", "--time", "300ms", "--seed", 1, "--format", "json")
    assert code == 0
    assert json.loads(output)["stop"] == "time"
    code, output, _ = command("--seats", "call,call", "--target", "100bb", "--seed", 1)
    assert code == 0
    assert "± holds at every look" in output
    assert "not reached" not in output
    code, output, _ = command("--seats", "call,call", "--hands", 500, "--target", "1bb", "--seed", 1)
    assert code == 0
    assert "the target of 1 bb/100 is not reached; ± holds at every look" in output
    for words in (("--target", "0"), ("--target", "5%"), ("--time", "0s"), ("--show", "9" * 20)):
        code, output, error = command("--seats", "call,call", *words)
        assert (code, output) == (2, "")
        assert words[0] in error


@pytest.mark.slow
def test_a_killed_worker_names_the_checkpoint(tmp_path):
    """The process dies in the middle, as one that was killed for its memory."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    fine = str(tmp_path / "fine")

    def dies(spot):
        if os.path.exists(fine):
            os._exit(9)
        return "call"

    def play(**more):
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
            return run(pokerfs(), [scalar(dies), "call"], hands=4000, seed=1, executor=executor, **more)

    kept = {"checkpoint": tmp_path / "run"}

    with pytest.raises(WorkerError, match=r"a worker process died: .*; 2,048 hands are kept in .*run: run the same"):
        play(progress=lambda done, total: (tmp_path / "fine").touch(), **kept)
    with pytest.raises(WorkerError, match="give a checkpoint to keep what is finished"):
        play()
    (tmp_path / "fine").unlink()
    assert play(**kept).hands == 4000
    (tmp_path / "fine").touch()
    with pytest.raises(WorkerError, match=r"no hand was finished, so .*other keeps none"):
        play(checkpoint=tmp_path / "other")
    assert sorted(os.listdir(tmp_path)) == ["fine", "run"]


# clusters


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_gives_the_same_bytes():
    pytest.importorskip("distributed")
    players = ["tag", compiled(lambda h, u, me, stream: (5, 0), name="mine"), "random"]
    expected = text(run(pokerfs(), players, hands=100_000, seed=4, threads=1))
    with open_cluster("local", workers=2) as executor:
        assert text(run(pokerfs(), players, hands=100_000, seed=4, executor=executor)) == expected


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_worker_dies_in_the_middle():
    distributed = pytest.importorskip("distributed")
    expected = text(run(pokerfs(), PLAYERS, hands=1_500_000, seed=5))
    with losing_a_worker(distributed) as (executor, kill_one):
        result = run(pokerfs(), PLAYERS, hands=1_500_000, seed=5, executor=executor, progress=kill_one)
    assert text(result) == expected


def test_no_cluster_answers(unused_port):
    pytest.importorskip("distributed")
    started = time.monotonic()
    code, output, error = command("--seats", "call,call", "--hands", 10, "--cluster", f"tcp://127.0.0.1:{unused_port}")
    assert code == 2
    assert output == ""
    assert "no cluster answers at tcp://127.0.0.1" in error
    assert time.monotonic() - started < 30


@pytest.fixture
def unused_port():
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.mark.small
def test_cluster_addresses(monkeypatch):
    with pytest.raises(OptionError, match="tcp://host:port or local"), open_cluster("nowhere"):
        pass
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match="pip install"), open_cluster("local"):
        pass


# files


@pytest.mark.parametrize("ending", ["phhs", "acpc"])
@pytest.mark.parametrize("rules", [pokerfs(), cardroom_limit()], ids=lambda rules: rules.structure)
def test_hand_files_can_be_read_and_replayed(tmp_path, rules, ending):
    file = tmp_path / f"hands.{ending}"
    result = run(rules, ["random", "tag", "maniac"], hands=500, seed=6, output=file)
    records = list(read_hands(file))
    assert len(records) == 500
    assert {played.verdict for played in replay_all(iter(records))} == {"agree"}
    nets = dict.fromkeys(("random", "tag", "maniac"), 0)
    for record in records:
        for name, net in zip(record.players, record.result, strict=True):
            nets[name] += net
    assert nets == {seat.name: seat.net for seat in result.seats}


@pytest.mark.parametrize("asked", [[], [scalar(lambda spot: "fold", name="first out")]], ids=["compiled", "mixed"])
def test_long_hands_have_room_in_the_log(asked):
    """Two players who always raise the least make hundreds of decisions a hand, also when nobody is left to ask."""
    raiser = compiled(lambda h, u, me, stream: (3, h["current_bet"] + h["last_raise"]), name="raiser")
    seated = [raiser, raiser, *asked]
    spec = make_spec(pokerfs(), seated, hands=20, stacks="500bb", seed=7, on_illegal="fold", all_in_ev=False)
    from equity.simulate.runs.hand_records import first_records

    records = first_records(spec, 20)
    assert max(len(record.decisions) for record in records) > 300
    assert {played.verdict for played in replay_all(iter(records))} == {"agree"}


def test_what_acpc_cannot_say(tmp_path):
    with pytest.raises(HistoryError, match="ACPC logs know"):
        run(Rules(small_blind=1, big_blind=2, ante=1), ["call", "call"], hands=5, output=tmp_path / "x.acpc")
    assert not (tmp_path / "x.acpc").exists()


def test_a_full_disk_leaves_whole_hands(tmp_path):
    class Full:
        """A file on a disk with room for a few hands only."""

        def __init__(self, file, room):
            self.file, self.room = file, room

        def write(self, data):
            self.file.write(data[: self.room])
            self.file.flush()
            raise OSError(28, "No space left on device")

        def __getattr__(self, name):
            return getattr(self.file, name)

    spec = make_spec(pokerfs(), ["call", "tag"], hands=50, seed=8)
    from equity.simulate.runs.chunks import play_chunk

    writer = HandWriter(tmp_path / "x.phhs", spec)
    writer._file = Full(writer._file, 5000)
    with pytest.raises(OptionError) as error:
        writer.write(play_chunk(spec, (0, 50), keep=True).record)
    writer.close()
    records = list(read_hands(tmp_path / "x.phhs"))
    assert 0 < len(records) < 50
    assert f"No space left on device; the file holds the first {len(records)} hands" in str(error.value)


@pytest.mark.parametrize("ending", ["json", "csv", "parquet"])
def test_result_files(tmp_path, ending):
    file = tmp_path / f"x.{ending}"
    if ending == "parquet":
        polars = pytest.importorskip("polars")
    result = run(pokerfs(), PLAYERS, hands=500, seed=9, output=file)
    if ending == "json":
        assert text(json.loads(file.read_text())) == text(result)
        return
    rows = polars.read_parquet(file).rows(named=True) if ending == "parquet" else file.read_text().splitlines()
    assert len(rows) - (ending == "csv") == 3 + 3 * (1 + 3)
    with pytest.raises(OptionError, match="cannot write"):
        run(pokerfs(), PLAYERS, hands=5, seed=9, output=tmp_path / "no" / f"x.{ending}")


# the command


def test_command_table_says_what_is_asked():
    code, output, error = command("--rules", "pokerfs", "--seats", "2*tag,call", "--hands", "3k", "--seed", 1)
    assert code == 0, error
    for word in ("strategy", "bb/100", "adjusted", "VPIP", "W$SD", "seat 2 tag", "BTN", "hands needed", "tag - call"):
        assert word in output
    assert "pokerfs, 3,000 hands, seed 1" in output


def test_command_json_is_the_result():
    code, output, _ = command("--seats", "tag,random,lag", "--hands", "2e3", "--seed", 2, "--format", "json")
    plain = json.loads(output)
    assert code == 0
    assert text(plain) == text(run(pokerfs(), PLAYERS, hands=2000, seed=2))
    assert {"schema", "hands", "seed", "elapsed", "threads", "hands_per_second", "strategies", "version"} <= {*plain}
    assert simulation_table(plain, quiet=True).count("\n") == 3


def test_command_csv_show_and_limit():
    code, output, _ = command(
        *("--structure", "limit", "--stakes", "4/8", "--seats", "call,random", "--hands", 100, "--seed", 1),
        *("--show", 2, "--format", "csv", "--duplicate", "--stacks", "40bb", "--threads", 1),
    )
    assert code == 0
    assert output.splitlines()[0].startswith("kind,name,seat,position,hands,net,bb100")
    code, output, _ = command("--seats", "call,random", "--hands", 100, "--seed", 1, "--show", 2, "-q")
    assert output.count("preflop") == 2
    assert "river" in output


def test_command_cents():
    code, output, _ = command("--rules", "online-cents", "--stakes", "0.05/0.10", "--seats", "call,tag", "--hands", 10)
    assert code == 0
    assert "online-cents, 10 hands" in output


@pytest.mark.parametrize(
    ("house", "stakes", "stacks", "depth"),
    [
        ("online-cents", "0.05/0.10", "10.00", "100bb each"),
        ("online-cents", "0.05/0.10", "10", "100bb each"),
        ("online-cents", "1/2", "100", "50bb each"),
        ("online-cents", "0.05/0.10", "40bb", "40bb each"),
        ("pokerfs", "0.05/0.10", "10.00", "100bb each"),
        ("pokerfs", "0.5/1", "100,50.5", "stacks 100bb/50.5bb"),
        ("pokerfs", "50/100", "1e6", "10,000bb each"),
        ("pokerfs", "5/10", "1k", "100bb each"),
        ("cardroom-limit", "4/8", "400", "100bb each"),
    ],
)
def test_stacks_are_in_the_money_of_the_stakes(house, stakes, stacks, depth):
    words = ("--seats", "call,call", "--hands", 5, "--seed", 1)
    code, output, error = command("--rules", house, "--stakes", stakes, "--stacks", stacks, *words)
    assert code == 0, error
    assert f"{house}, 5 hands, seed 1, {depth}, " in output


@pytest.mark.parametrize("form", [("-q",), ("--format", "csv"), ("--format", "csv", "-q"), ("--format", "json"), ()])
def test_an_interrupted_command_says_how_far_it_came(monkeypatch, form):
    from equity.simulate.runs import runner

    def interrupted(spec, **options):
        return run_spec(replace(spec, chunk=100), progress=Stop(2))

    monkeypatch.setattr(runner, "run_spec", interrupted)
    code, output, error = command("--seats", "call,tag", "--hands", 1000, "--seed", 1, *form)
    assert code == 130
    assert "call" in output
    assert error == "interrupted: 200 of 1,000 hands\n"


@pytest.mark.small
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seats", "tagg,call"], "did you mean 'tag'"),
        (["--seats", "tag"], "2 to 10 seats"),
        (["--seats", "tag,call", "--hands", "many"], "whole number such as"),
        (["--seats", "tag,call", "--stacks", "1,2,3"], "2 seats but 3 stacks"),
        (["--seats", "tag,call", "--rules", "pokerff"], "pokerfs"),
        (["--seats", "tag,call", "--rules", "pokerfs", "--structure", "limit"], "pokerfs is no-limit, not fixed-limit"),
        (["--seats", "tag,call", "--stakes", "five"], "stakes"),
        (["--seats", "tag,call", "--cluster", "nowhere"], "tcp://host:port or local"),
        (["--seats", "tag,call", "--output", "x.doc"], "ending"),
        (["--seats", "tag,call", "--output", "x.doc", "--show", "1"], "ending"),
        (["--seats", "tag(vpip=nan),call"], "'vpip=nan' is not name=number"),
        (["--seats", "tag(vpip=-inf),call"], "'vpip=-inf' is not name=number"),
        (["--seats", "tag(vpip=0.3;vpip=0.4),call"], "vpip is given twice"),
        (["--seats", "²*tag,call"], "no strategy '²*tag'"),
        (["--seats", "-1*tag,call"], "no strategy '-1*tag'"),
        (["--seats", "11*tag"], "2 to 10 seats, got '11*tag'"),
        (["--seats", "1000000000*tag"], "2 to 10 seats, got '1000000000*tag'"),
        (["--seats", "9" * 5000 + "*tag"], "2 to 10 seats"),
        (["--seats", "tag,call", "--rules", ""], "no house rules named ''"),
        (["--seats", "tag,call", "--seed", str(2**64)], "must be at most"),
        (["--seats", "tag,call", "--stacks", "10.5"], "it is 10.5; use a smaller chip"),
        ([], "--seats"),
    ],
)
def test_command_errors(words, message):
    code, output, error = command(*words)
    assert code == 2
    assert output == ""
    assert message in error
    assert "Traceback" not in error


@pytest.mark.small
def test_errors_do_not_load_numba():
    words = [sys.executable, "-X", "importtime", "-m", "equity", "simulate", "--seats", "tagg,call"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "numba" not in done.stderr
    assert "numpy" not in done.stderr


@pytest.mark.small
def test_seats_and_rules_of_the_command():
    assert split_seats("tag, lag(vpip=0.4,pfr=0.3) ,2 * call") == ["tag", "lag(vpip=0.4,pfr=0.3)", "call", "call"]
    assert choose_rules("cardroom-limit", None, "10/20").big_bet == 20
    assert choose_rules(None, "pot-limit", None).structure == "pot-limit"
    with pytest.raises(RulesError):
        choose_rules("nowhere", None, None)
    with pytest.raises(StrategyError):
        run(pokerfs(), split_seats("tag,"), hands=5)


def test_run_question_reports_progress():
    calls = []
    spec = make_spec(pokerfs(), PLAYERS, hands=20_000, seed=1)
    run_spec(spec, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (20_000, 20_000)
    assert len(calls) == spec.chunks
