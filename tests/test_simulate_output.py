"""What a run reads and writes: a file of hands has every hand of its checkpoint, and no other file is touched."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from click.testing import CliRunner

from equity.checkpoint import Checkpoint
from equity.cli import cli
from equity.errors import CheckpointError, OptionError, StrategyError
from equity.history import read_hands
from equity.rules import Rules, cardroom_limit, pokerfs
from equity.simulate import run, scalar
from equity.simulate.runs.hand_writer import HandWriter
from equity.simulate.runs.runner import run_spec
from equity.simulate.runs.specification import make_spec
from equity.simulate.runs.statistics import Totals
from tests.helpers import Stop

PLAYERS = ["tag", "random", "call"]


@pytest.fixture
def spec():
    return replace(make_spec(pokerfs(), PLAYERS, hands=800, seed=2), chunk=200)


def command(*words):
    result = CliRunner().invoke(cli, ["simulate", *map(str, words)])
    assert "Traceback" not in result.stderr
    return result.exit_code, result.stdout, result.stderr


# a checkpoint and a file of hands


@pytest.mark.parametrize("ending", ["phhs", "acpc", "PHHS"])
def test_with_and_without_the_file(tmp_path, spec, ending):
    """However a run is cut into parts with and without a file, the file is whole or the run is refused."""
    whole = tmp_path / f"whole.{ending}"
    run_spec(spec, output=whole)
    for number, parts in enumerate([(1, 1, 1), (1, 1, 0), (0, 1, 1), (1, 0, 1), (0, 0, 1), (1, 0, 0)]):
        kept = {"checkpoint": tmp_path / f"run {number}"}
        file = tmp_path / str(number) / f"whole.{ending}"
        file.parent.mkdir()
        for part, with_file in enumerate(parts):
            chosen = kept | {"output": file} if with_file else kept
            before = file.read_bytes() if file.exists() else None
            if with_file and not all(parts[:part]):
                with pytest.raises(OptionError, match=r"hands of the checkpoint were not written to .*: go on without"):
                    run_spec(spec, **chosen)
                assert (file.read_bytes() if file.exists() else None) == before
            else:
                run_spec(spec, progress=Stop(1 if part < 2 else 99), **chosen)
        if all(parts):
            assert file.read_bytes() == whole.read_bytes()


def test_a_finished_run_without_the_file_leaves_it_alone(tmp_path, spec):
    kept, file = {"checkpoint": tmp_path / "run"}, tmp_path / "x.phhs"
    run_spec(spec, output=file, **kept)
    run_spec(spec, **kept)  # plays nothing, so the file has still all hands
    before = file.read_bytes()
    run_spec(spec, output=file, **kept)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", ["other seed", "longer text", "shorter text", "nothing", "changed at the end"])
def test_another_file_is_refused_and_stays(tmp_path, spec, content):
    kept, file, other = {"checkpoint": tmp_path / "run"}, tmp_path / "x.phhs", tmp_path / "other.phhs"
    run_spec(spec, progress=Stop(2), output=file, **kept)
    mine = file.read_bytes()
    if content == "other seed":
        run_spec(replace(spec, seed=3), output=other)
    else:
        changed = {"longer text": b"notes\n" * len(mine), "shorter text": b"notes\n", "nothing": b""}
        other.write_bytes(changed.get(content, mine[:-9] + b"#" + mine[-8:]))
    before = other.read_bytes()
    with pytest.raises(OptionError, match="does not hold the 400 hands of the checkpoint"):
        run_spec(spec, output=other, **kept)
    assert other.read_bytes() == before
    os.replace(file, other)  # the same file under another name is the run's own
    run_spec(spec, output=other, **kept)
    assert len(list(read_hands(other))) == 800


@pytest.mark.parametrize("ending", ["phhs", "acpc", "csv", "json", "parquet"])
@pytest.mark.parametrize("way", ["same", "relative", "link", "hard link"])
def test_one_path_for_both_is_refused(tmp_path, monkeypatch, ending, way):
    monkeypatch.chdir(tmp_path)
    output = tmp_path / f"x.{ending}"
    checkpoint = {"same": output, "relative": f"./x.{ending}"}.get(way, tmp_path / "y")
    if way == "link":
        checkpoint.symlink_to(output)
    elif way == "hard link":
        output.touch()
        os.link(output, checkpoint)

    def never(spot):
        raise AssertionError("asked")

    with pytest.raises(OptionError, match="output and checkpoint are one file"):
        run(pokerfs(), [scalar(never), "call"], hands=5, output=str(output), checkpoint=checkpoint)
    words = ("--seats", "tag,call", "--show", 1, "--output", output, "--checkpoint", checkpoint)
    code, printed, error = command(*words)
    assert (code, printed) == (2, "")
    assert "output and checkpoint are one file" in error
    assert not output.exists() or output.read_bytes() == b""


def test_the_game_beside_a_log_is_no_checkpoint(tmp_path):
    with pytest.raises(OptionError, match="one file"):
        run(pokerfs(), ["call", "call"], hands=5, output=tmp_path / "x.acpc", checkpoint=tmp_path / "x.game")


@pytest.mark.parametrize("chunk", [2, 3])
@pytest.mark.parametrize("where", ["half written", "written", "added", "told"])
def test_an_interrupt_within_a_chunk(tmp_path, spec, monkeypatch, where, chunk):
    """Wherever Ctrl-C comes, figures, file and checkpoint are of the same hands."""
    calls = []

    def interrupted(original):
        def call(*args):
            calls.append(args)
            result = original(*args)
            if len(calls) == chunk:
                raise KeyboardInterrupt
            return result

        return call

    def put(writer, data, original=HandWriter._put):
        original(writer, data[: len(data) // 2] if len(calls) == chunk else data)

    owner, name, original = {
        "half written": (HandWriter, "_put", put),
        "written": (HandWriter, "write", HandWriter.write),
        "added": (Totals, "__add__", Totals.__add__),
        "told": (Stop, "__call__", lambda *args: None),
    }[where]
    file, whole = tmp_path / "x.phhs", tmp_path / "whole.phhs"
    kept = {"checkpoint": tmp_path / "run", "output": file}
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, interrupted(original))
        part = run_spec(spec, threads=1, progress=Stop(0), **kept)
    shorter = run_spec(replace(spec, deals=200 * (chunk if where == "told" else chunk - 1)))
    assert part.hands == shorter.hands == len(list(read_hands(file)))
    assert [seat.net for seat in part.seats] == [seat.net for seat in shorter.seats]
    result, expected = run_spec(spec, **kept), run_spec(spec, output=whole)
    assert file.read_bytes() == whole.read_bytes()
    assert [seat.bb100 for seat in result.seats] == [seat.bb100 for seat in expected.seats]


# files that cannot be written


@pytest.mark.parametrize(
    ("ending", "target"),
    [
        *((ending, target) for ending in ("phhs", "acpc") for target in ("fifo", "folder", "/dev/full", "/dev/null")),
        *((ending, "folder") for ending in ("csv", "json", "parquet")),
    ],
)
def test_what_is_no_file_is_named(tmp_path, ending, target):
    if ending == "parquet":
        pytest.importorskip("polars")
    file = tmp_path / f"x.{ending}"
    if target == "fifo":
        os.mkfifo(file)
    elif target == "folder":
        file.mkdir()
    elif os.path.exists(target):
        file.symlink_to(target)
    else:
        pytest.skip(f"no {target} here")
    with pytest.raises(OptionError, match=f"cannot write {file}: "):
        run(pokerfs(), ["call", "call"], hands=20, seed=1, output=file)


@pytest.mark.parametrize("name", ["x.phhs", "x.acpc", "x.csv", "x.json", "x.parquet", "checkpoint"])
def test_files_are_opened_before_anything_is_played(tmp_path, name):
    if name.endswith("parquet"):
        pytest.importorskip("polars")

    def never(spot):
        raise AssertionError("asked")

    option, path = "checkpoint" if name == "checkpoint" else "output", tmp_path / "none" / name
    with pytest.raises((OptionError, CheckpointError), match=r"cannot write .*No such file or directory"):
        run(pokerfs(), [scalar(never), "call"], hands=10**9, seed=1, **{option: path})
    words = ("--seats", "call,call", "--hands", "1g", f"--{option}", path)
    code, printed, error = command(*words, "--show", 1)
    assert (code, printed) == (2, "")
    assert "No such file or directory" in error


def test_a_run_that_fails_leaves_no_result(tmp_path):
    old = tmp_path / "old.json"
    old.write_text("mine")
    for file in (tmp_path / "x.json", old):
        with pytest.raises(StrategyError):
            run(pokerfs(), [scalar(lambda spot: "?"), "call"], hands=5, seed=1, output=file)
    with pytest.raises(StrategyError):
        run(pokerfs(), [scalar(lambda spot: "?"), "call"], hands=5, seed=1, checkpoint=tmp_path / "run")
    assert os.listdir(tmp_path) == ["old.json"]
    assert old.read_text() == "mine"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("ending", ["csv", "json", "parquet"])
def test_a_result_that_cannot_be_written_is_told_all_the_same(tmp_path, ending):
    if ending == "parquet":
        pytest.importorskip("polars")
    file = tmp_path / f"x.{ending}"
    file.symlink_to("/dev/full")
    with pytest.warns(UserWarning, match=f"cannot write {file}: No space left on device"):
        result = run(pokerfs(), PLAYERS, hands=50, seed=1, output=file)
    assert result.complete
    assert result.hands == 50
    code, printed, error = command("--seats", "call,tag", "--hands", 50, "--seed", 1, "-q", "--output", file)
    assert code == 2
    assert printed == command("--seats", "call,tag", "--hands", 50, "--seed", 1, "-q")[1]
    assert f"cannot write {file}: No space left on device" in error


def test_a_disk_that_gets_full_ends_the_run(tmp_path, spec, monkeypatch):
    """The figures are of the hands that the file holds, and the run can be resumed when there is room again."""
    calls = []

    def put(writer, data, original=HandWriter._put):
        calls.append(data)
        if len(calls) == 3:
            writer._file.write(data[:5000])
            raise OSError(28, "No space left on device")
        original(writer, data)

    file, whole, kept = tmp_path / "x.phhs", tmp_path / "whole.phhs", {"checkpoint": tmp_path / "run"}
    with monkeypatch.context() as patch:
        patch.setattr(HandWriter, "_put", put)
        with pytest.warns(UserWarning, match="No space left on device"):
            part = run_spec(spec, threads=1, output=file, **kept)
    assert not part.complete
    assert part.hands == 400 == len(list(read_hands(file)))
    result, expected = run_spec(spec, output=file, **kept), run_spec(spec, output=whole)
    assert file.read_bytes() == whole.read_bytes()
    assert figures(result) == figures(expected)


# one run, one file


def figures(result):
    return [(seat.net, seat.bb100) for seat in result.seats]


@pytest.mark.parametrize("name", ["x.phhs", "x.acpc", "x.csv", "x.json"])
def test_two_runs_on_one_output(tmp_path, spec, name):
    """Whoever comes second is refused before it plays, and the file is whole."""
    file, refused = tmp_path / name, []

    def second(done, total):
        if not refused:
            with pytest.raises(OptionError, match=f"{name} is being written by another run") as error:
                run_spec(replace(spec, seed=3), output=file)
            refused.append(error)

    run_spec(spec, output=file, progress=second)
    assert refused
    alone = tmp_path / "alone" / name
    alone.parent.mkdir()
    result = run_spec(spec, output=alone)
    if file.suffix in (".phhs", ".acpc"):
        assert file.read_bytes() == alone.read_bytes()
    run_spec(spec, output=file)  # it is free again
    assert result.hands == 800


def test_who_begins_a_checkpoint_second_leaves_it_alone(tmp_path, spec, monkeypatch):
    """Also where the other one makes the file just before."""
    file, first = tmp_path / "run", Checkpoint(tmp_path / "run", spec.describe())
    monkeypatch.setattr(Checkpoint, "hold", lambda self: setattr(self, "_holding", True))  # it looks too early
    monkeypatch.setattr(Checkpoint, "load", lambda self: None)
    first.hold()
    first.save({"totals": Totals.empty().to_state(), "written": None})
    before = file.read_bytes()
    with pytest.raises(CheckpointError, match="is in use by another run"):
        run_spec(spec, checkpoint=file)
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["run"]
    first.release()


def test_two_runs_on_one_checkpoint(tmp_path, spec):
    refused = []

    def second(done, total):
        if len(refused) < 2:  # while the first version of the file is there, and when it was replaced
            with pytest.raises(CheckpointError, match="is in use by another run"):
                run_spec(spec, checkpoint=tmp_path / "run")
            refused.append(done)

    result = run_spec(spec, checkpoint=tmp_path / "run", progress=second)
    assert len(refused) == 2
    assert figures(run_spec(spec, checkpoint=tmp_path / "run")) == figures(result)
    assert os.listdir(tmp_path) == ["run"]


@pytest.mark.parametrize("kept", [7, 100, 10**6])
def test_how_hands_are_cut_into_pieces_does_not_matter(tmp_path, spec, monkeypatch, kept):
    from equity.simulate.runs import runner

    file, whole = tmp_path / "x.phhs", tmp_path / "whole.phhs"
    expected = run_spec(spec, output=whole)
    monkeypatch.setattr(runner, "_KEPT", kept)
    run_spec(spec, output=file, progress=Stop(2), checkpoint=tmp_path / "run")
    monkeypatch.setattr(runner, "_KEPT", 33)
    assert figures(run_spec(spec, output=file, checkpoint=tmp_path / "run")) == figures(expected)
    assert file.read_bytes() == whole.read_bytes()


def test_hands_are_written_a_few_at_a_time(tmp_path):
    """From the first tenth of a second on there is something to interrupt, to kill and to resume."""
    file, kept = tmp_path / "x.phhs", {"checkpoint": tmp_path / "run"}
    part = run(pokerfs(), PLAYERS, hands=100_000, seed=1, output=file, progress=Stop(1), **kept)
    assert 0 < part.hands <= 1100
    assert len(list(read_hands(file))) == part.hands
    state = Checkpoint(kept["checkpoint"], part.spec.describe()).load()
    assert state["totals"]["deals"] == part.hands


def test_without_a_seed_a_checkpoint_has_it(tmp_path):
    kept = {"checkpoint": tmp_path / "run"}
    first = run(pokerfs(), PLAYERS, hands=500, **kept)
    again = run(pokerfs(), PLAYERS, hands=500, **kept)
    assert again.seed == first.seed
    assert figures(again) == figures(first)
    words = ("--seats", "tag,call", "--hands", 300, "-q", "--checkpoint", tmp_path / "other")
    assert command(*words) == command(*words)
    with pytest.raises(CheckpointError, match="another question: seed"):
        run(pokerfs(), PLAYERS, hands=500, seed=first.seed + 1, **kept)


def test_upper_case_endings(tmp_path):
    plain, loud = (tmp_path / name for name in ("x.csv", "y.CSV"))
    for file in (plain, loud):
        run(pokerfs(), PLAYERS, hands=50, seed=1, output=file)
    assert loud.read_text() == plain.read_text()


# checkpoints that nobody saved


def without(name):
    return lambda state: {key: value for key, value in state.items() if key != name}


def changed(**values):
    return lambda state: {**state, **values}


def in_tally(**values):
    return lambda state: {**state, "totals": {**state["totals"], **values}}


@pytest.mark.parametrize(
    "damage",
    [
        lambda state: {},
        lambda state: [],
        lambda state: None,
        lambda state: "text",
        *map(without, ("written", "totals")),
        *(changed(written=part) for part in (5, [5], [-5, "x"], [5, 5], [1.5, "x"], "text", {})),
        *(changed(totals=totals) for totals in (None, [], {}, 5)),
        *(in_tally(deals=deals) for deals in (0, 399, 10**30, "400", 400.0, None)),
        *(in_tally(counts=counts) for counts in (None, [], [[[1]]], "x", [[1], [1, 2]])),
        *(in_tally(products=products) for products in (None, [], [[[1]]], "x", [[["x"] * 10] * 10] * 2)),
    ],
)
def test_a_malformed_state(tmp_path, spec, damage):
    file = tmp_path / "run"
    run_spec(spec, progress=Stop(2), checkpoint=file)
    checkpoint = Checkpoint(file, spec.describe())
    checkpoint.save(damage(checkpoint.load()))
    before = file.read_bytes()
    with pytest.raises(CheckpointError, match=r"checkpoint .* is damaged"):
        run_spec(spec, checkpoint=file, output=tmp_path / "x.phhs")
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["run"]


# what differs is told in a few words


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"strategies": ["tag", "random"]}, "strategies: tag, call, here tag, random"),
        ({"strategies": ["tag(vpip=0.3)", "call"]}, "strategies: tag, call, here tag(vpip=0.3), call"),
        ({"duplicate": True}, "duplicate False, here True"),
        ({"all_in_ev": False}, "all_in_ev True, here False"),
        ({"all_in_ev": "exact"}, "all_in_ev True, here 'exact'"),
        ({"on_illegal": "fold"}, "on_illegal 'error', here 'fold'"),
        ({"hands": 60}, "hands 50, here 60"),
        ({"seed": 2}, "seed 1, here 2"),
        ({"stacks": "50bb"}, "stacks [1000, 1000], here [500, 500]"),
        ({"rules": pokerfs(10, 20)}, "rules: small_blind 5, here 10"),
        ({"rules": cardroom_limit(), "stacks": 1000}, "rules: pokerfs, here cardroom-limit"),
        ({"rules": Rules(small_blind=5, big_blind=10)}, "rules: min_buy_in 200, here None"),
    ],
)
def test_what_differs_from_a_checkpoint(tmp_path, changed, message):
    given = {"rules": pokerfs(), "strategies": ["tag", "call"], "hands": 50, "seed": 1, "checkpoint": tmp_path / "run"}
    run(**given)
    with pytest.raises(CheckpointError) as caught:
        run(**given | changed)
    place = f"checkpoint {tmp_path / 'run'} belongs to another question: "
    assert str(caught.value) == f"{place}{message}; name another file or delete it"


def test_players_of_one_name_are_told_apart(tmp_path):
    from equity.simulate import strategies

    given = {"hands": 50, "seed": 1, "checkpoint": tmp_path / "run"}
    run(pokerfs(), ["call", strategies.tag()], **given)
    with pytest.raises(CheckpointError, match=r"question: strategies 1: parameters: bluff 0\.12, here 0\.5"):
        run(pokerfs(), ["call", strategies.tag(bluff=0.5)], **given)
