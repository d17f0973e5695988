"""What people point at: folders, patterns, archives, streams; and the command on them."""

from __future__ import annotations

import gzip
import zipfile

import pytest
from click.testing import CliRunner

from equity.cli import cli
from equity.errors import HistoryError
from equity.history import find_files, read
from tests.test_history_rooms import GG, OLD_PARTY, ROOMS, WINAMAX


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "gg.txt").write_text(GG, encoding="utf-8")
    (tmp_path / "a" / "notes.pdf").write_bytes(b"%PDF-1.4 not a hand")
    (tmp_path / ".hidden.txt").write_text(GG, encoding="utf-8")
    with gzip.open(tmp_path / "b.txt.gz", "wt", encoding="utf-8") as packed:
        packed.write(WINAMAX)
    with zipfile.ZipFile(tmp_path / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deep/er/party.txt", OLD_PARTY)
        archive.writestr("deep/readme.md", "not a hand")
    return tmp_path


def formats(*paths):
    return [record.format for record in read([str(path) for path in paths])]


def test_a_folder_is_all_its_hand_histories_and_archives(folder):
    assert formats(folder) == ["ggpoker", "winamax", "partypoker"]
    assert formats(folder / "a", folder / "c.zip") == ["ggpoker", "partypoker"]
    assert formats(folder / "**" / "*.txt") == ["ggpoker"]
    (record,) = read(folder / "c.zip")
    assert str(record.place) == f"{folder}/c.zip:deep/er/party.txt, hand 1 (line 1)"


@pytest.mark.parametrize(
    ("name", "words"),
    [("missing.txt", "No such file"), ("*.nothing", "no file matches"), ("a/../a/none/", "No such file")],
)
def test_what_is_not_there_is_said(folder, name, words):
    with pytest.raises(HistoryError, match=words):
        formats(folder / name)


def test_a_folder_without_hands_is_said(tmp_path):
    with pytest.raises(HistoryError, match="no hand history in the folder"):
        formats(tmp_path)


@pytest.mark.parametrize("name", ["../out.txt", "/etc/hands.txt", "a/../../b.txt", "C:/hands.txt", "..\\\\out.txt"])
def test_names_that_lead_out_of_an_archive_are_refused(tmp_path, name):
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, GG)
    with pytest.raises(HistoryError, match="leads out of the archive"):
        formats(path)


@pytest.mark.parametrize("kind", ["zip", "gz"])
def test_archives_that_unpack_to_far_more_than_a_text_are_refused(tmp_path, kind):
    bomb = (GG + "\n" * 60).encode() + b"chat: " + b"a" * 900 + b"\n"
    data = bomb + (b'x said, "' + b"a" * 1000 + b'"\n') * 40_000
    path = tmp_path / f"bomb.txt.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bomb.txt", data)
    else:
        path.write_bytes(gzip.compress(data))
    with pytest.raises(HistoryError, match=r"unpacks to more than 150 times its size|longer than 4194304"):
        formats(path)


@pytest.mark.parametrize("data", [b"PK\x03\x04broken", b"", b"hello"])
def test_archives_that_are_not_archives_are_refused(tmp_path, data):
    for name in ("x.zip", "x.txt.gz"):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(HistoryError):
            formats(tmp_path / name)


def test_a_broken_archive_costs_itself_only(folder):
    (folder / "b.txt.gz").write_bytes(b"\x1f\x8bbroken")
    errors: list[HistoryError] = []
    assert [record.format for record in read(folder, on_error=errors.append)] == ["ggpoker", "partypoker"]
    assert len(errors) == 1


def test_standard_input_is_one_of_the_files():
    assert [origin.name for origin in find_files(["-"])] == ["-"]


def run(*words, text=None):
    return CliRunner().invoke(cli, [str(word) for word in words], input=text)


def test_replay_counts_hands_files_and_lines(folder):
    import json

    done = run("replay", folder, "--format", "json")
    found = json.loads(done.stdout)
    assert (found["files"], found["hands"], found["verdicts"]) == (3, 3, {"agree": 1, "rake": 2})
    assert found["skipped_lines"]["cards"] == 2
    assert done.exit_code == 0


def test_replay_goes_on_after_a_broken_hand(folder):
    (folder / "a" / "gg.txt").write_text(GG.replace("raises $1.44 to $1.50", "raises") + GG, encoding="utf-8")
    done = run("replay", folder)
    assert done.exit_code == 2
    assert "gg.txt, hand 1 (line 14)" in done.stderr
    assert "3 hands in 3 files" in done.stdout


def money_won(record):
    return {name: net * record.unit for name, net in zip(record.players, record.result, strict=True)}


@pytest.mark.parametrize("target", ["pokerstars", "ohh", "phh"])
def test_convert_writes_what_reads_the_same(tmp_path, target):
    texts = [text for room, (text, _, _) in ROOMS.items() if room != "partypoker"]
    for k, text in enumerate(texts):
        (tmp_path / f"{k}.txt").write_text(text, encoding="utf-8")
    out = tmp_path / "out.phhs"
    done = run("convert", *(tmp_path / f"{k}.txt" for k in range(len(texts))), "--to", target, "--output", out)
    assert done.exit_code == 0, done.stderr
    assert f"{len(texts)} hands written, 0 left out" in done.stderr
    again = run("replay", out, "--format", "json")
    assert again.exit_code == 0, again.stderr
    before = [
        dict(zip(r.players, r.result, strict=True)) for k in range(len(texts)) for r in read(tmp_path / f"{k}.txt")
    ]
    after = [dict(zip(r.players, r.result, strict=True)) for r in read(out)]
    units = [r.unit for k in range(len(texts)) for r in read(tmp_path / f"{k}.txt")]
    scale = [a.unit / b for a, b in zip(read(out), units, strict=True)]
    assert [{name: net * k for name, net in row.items()} for row, k in zip(after, scale, strict=True)] == before


def test_convert_leaves_out_what_a_format_cannot_say(tmp_path):
    (tmp_path / "x.txt").write_text(GG, encoding="utf-8")
    done = run("convert", tmp_path / "x.txt", "--to", "acpc")
    assert done.exit_code in (0, 2)
    log = "# m holdem.limit.2p.reverse_blinds.game 1 0\nSTATE:0:rf:3hTs|AdQd:-10|10:a|b\n"
    done = run("convert", "-", "--to", "pokerstars", text=log)
    assert done.exit_code == 2
    assert "a stack is unknown" in done.stderr


def test_an_acpc_log_comes_with_its_game(tmp_path):
    hand = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [50, 50]\n"
    actions = "actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'p2 cbr 6', 'p1 f']\n"
    other = hand.replace("50, 50", "60, 60")
    (tmp_path / "x.phhs").write_text(f"[1]\n{hand}{actions}[2]\n{other}{actions}[3]\n{hand}{actions}")
    done = run("convert", tmp_path / "x.phhs", "--to", "acpc", "--output", tmp_path / "y.log")
    assert "hand 2 (line 8): another game than that of the hands before" in done.stderr
    assert [record.result for record in read(tmp_path / "y.log")] == [(-2, 2), (-2, 2)]
    assert "stack = 50 50" in (tmp_path / "y.game").read_text()


def test_nothing_is_unpacked_to_disk(folder, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    formats(folder / "c.zip")
    assert sorted(tmp_path.rglob("*")) == before
