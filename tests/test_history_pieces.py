"""Large files cut into pieces and spread over processes: the same numbers, and the same messages, as in one go."""

from __future__ import annotations

import json
import os
import signal
import threading
import time

import pytest
from click.testing import CliRunner

from equity.cli import cli
from equity.errors import HistoryError
from equity.history import pokerstars_text, read_phh
from equity.history.files import pieces
from equity.history.files.pieces import Part, Piece, cut, parts
from equity.history.files.sources import Origin
from equity.history.files.summary import Summary, summarize
from equity.history.players.statistics import from_tallies
from equity.history.players.tallies import tally_file
from equity.rules import Rules
from equity.simulate import run as simulate


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Two files of forty hands, some of them broken, one in PHH and one in PokerStars' lines."""
    folder = tmp_path_factory.mktemp("hands")
    path = folder / "simulated.phhs"
    simulate(Rules(small_blind=5, big_blind=10), ["tag", "lag", "call"], hands=40, seed=2, output=str(path))
    texts = []
    for record in read_phh(path):
        texts.append(pokerstars_text(record))
    hands = path.read_text().split("\n\n")
    hands[7] = hands[7].replace("min_bet = 10\n", "")
    hands[23] = hands[23].replace(" f'", " cc'", 1)
    hands[31] = hands[31].replace("finishing_stacks = [", "finishing_stacks = [1")
    texts[11] = texts[11].replace("posts big blind", "posts bigger blind")
    texts[29] = texts[29].replace(": folds", ": checks", 1)
    broken = folder / "hands.phhs"
    broken.write_text("\n\n".join(hands))
    lines = folder / "hands.txt"
    lines.write_text("\n\n\n".join(texts))
    return broken, lines


@pytest.fixture(params=[1, 2])
def cores(request, monkeypatch):
    """Small pieces, in this process and in two others."""
    monkeypatch.setattr(pieces, "_PIECE", 4000)
    monkeypatch.setattr(pieces, "_LARGE", 1)
    monkeypatch.setattr(pieces, "cpu_count", lambda: request.param)
    return request.param


OPTIONS = {"strict": True}
COUNTING = {"strict": True, "days": (None, None), "curves": "tag"}


def collected(origins, **how):
    total, errors = Summary(), []
    for part in parts(summarize, origins, OPTIONS, **how):
        total.add(part.found)
        errors += part.errors
    return total.counts, total.skipped, total.different, errors


def counted(origins, **how):
    total, errors = None, []
    for part in parts(tally_file, origins, COUNTING, **how):
        errors += part.errors
        if total is None:
            total = part.found
        else:
            total.add(part.found)
    return from_tallies(total).to_dict(), errors


def test_pieces_over_processes_give_what_whole_files_give(files, cores, monkeypatch):
    origins = [Origin(str(path)) for path in files]
    assert all(len(cut(origin)) > 2 for origin in origins)
    found, tallied = collected(origins), counted(origins)
    monkeypatch.setattr(pieces, "cpu_count", lambda: 1)
    assert found == collected(origins, whole=True)
    assert tallied == counted(origins, whole=True)
    counts, _, different, errors = found
    assert counts.total() == 77
    assert [row.place.hand for row in different] == [32]
    phh, lines = map(str, files)
    assert [error.split(":")[0] for error in errors] == [
        f"{phh}, hand 8 (line {1 + files[0].read_text()[: files[0].read_text().index('[8]')].count(chr(10))})",
        f"{phh}, hand 24 (line {1 + files[0].read_text()[: files[0].read_text().index('[24]')].count(chr(10))})",
        *[error.split(":")[0] for error in errors[2:]],
    ]
    assert [error.startswith(f"{lines}, hand {n} ") for error, n in zip(errors[2:], (12, 30), strict=True)] == [
        True
    ] * 2


def test_a_text_that_ends_in_an_error_ends_there(tmp_path, files, cores):
    path = tmp_path / "control.phhs"
    text = files[0].read_bytes()
    half = text.index(b"\n\n", len(text) // 2)
    path.write_bytes(text[:half] + b"\n\x01" + text[half:])
    origin = Origin(str(path))
    *_, errors = collected([origin])
    assert [error for error in errors if "control characters" in error] == errors[-1:]
    assert collected([origin])[3] == collected([origin], whole=True)[3]


def test_what_cannot_be_cut_is_read_whole(tmp_path, files, monkeypatch):
    monkeypatch.setattr(pieces, "_PIECE", 4000)
    wide = tmp_path / "wide.txt"
    wide.write_bytes(files[1].read_text().encode("utf-16"))
    one = tmp_path / "one.phh"
    one.write_text(files[0].read_text().split("\n\n")[0] + "\n" + "# a long comment\n" * 1000)
    for path in (wide, one, tmp_path / "missing.txt"):
        assert cut(Origin(str(path))) == [Origin(str(path))] or len(cut(Origin(str(path)))) == 1
    pieces_of = cut(Origin(str(files[0])))
    assert [piece.start for piece in pieces_of[1:]] == [piece.end for piece in pieces_of[:-1]]
    with pytest.raises(HistoryError, match="cannot read"), Piece(str(tmp_path / "gone"), 0, 1).open():
        pass


def slowly(origin, options):
    time.sleep(1.5 if origin.start else 0)
    return summarize(origin, options)


def test_an_interrupt_keeps_the_pieces_before_it(files, monkeypatch):
    monkeypatch.setattr(pieces, "_PIECE", 2000)
    monkeypatch.setattr(pieces, "_LARGE", 1)
    monkeypatch.setattr(pieces, "cpu_count", lambda: 2)
    found: list[Part[Summary] | None] = []
    for part in parts(slowly, [Origin(str(files[0]))], OPTIONS):
        found.append(part)
        if len(found) == 1:
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert found[-1] is None
    assert found[0].found.hands > 0
    assert len(found) < len(cut(Origin(str(files[0]))))


@pytest.mark.parametrize("command", ["replay", "stats"])
def test_an_interrupted_command_shows_what_it_has(files, monkeypatch, command):
    monkeypatch.setattr(pieces, "_PIECE", 4000)

    def worked(work, found, options):
        yield work(found[0], options)
        yield None

    monkeypatch.setattr(pieces, "_worked", worked)
    done = CliRunner().invoke(cli, [command, str(files[1]), "--format", "json"])
    assert done.exit_code == 130
    hands = json.loads(done.stdout)["hands"]
    assert 0 < hands < 40
    assert f"interrupted: the first {hands} hands" in done.stderr
