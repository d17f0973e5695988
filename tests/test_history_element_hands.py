"""iPoker's XML taken apart many hands at a time: the same as one by one, whatever the text looks like."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest

from equity.errors import HistoryError
from equity.history import replay_all, statistics
from equity.history.replaying.batches import BatchRecord
from equity.history.sites import ipoker
from equity.history.sites.ipoker import read_ipoker
from equity.history.text_lines import is_worth_it

pytestmark = pytest.mark.skipif(not is_worth_it(), reason="bytes are only taken apart by compiled code")
SHARED = Path(__file__).resolve().parents[1].parent / "shared"

CASH = """<game gamecode="11">
 <general>
  <startdate>2012-01-02 03:04:05</startdate>
  <players>
   <player seat="1" name="Ann A" chips="$20.50" dealer="0" win="$0" bet="$0.60" rebuy="0" addon="0"/>
   <player bet="$0.60" win="$1.30" seat="3" name="Bob" chips="$1,000" dealer="1" /><player seat="4" name="" chips="$0"/>
   <player seat="5" name="Eve" chips="$20" dealer="0" win="$0" bet="$0.10" reg_code="-"/>
   <player seat="6" name="Gé" chips="$7" dealer="0" win="" bet=""/>
  </players>
 </general>

 <round no="0">
  <action no="2" player="Ann A" type="2" sum="$0.20" cards="[cards]"/><action no="3" player="Gé" type="8" sum="$0"/>
  <action no="1" player="Eve" type="1" sum="$0.10"/>
 </round>
 <round no="1">
  <cards type="Pocket" player="Bob">S10 HA</cards><action no="4" player="Bob" type="23" sum="$0.60" cards=""/>
  <cards type="Pocket" player="Eve">X X</cards><action no="5" player="Eve" type="0" sum="$0"/>
  <action sum="$0.40" cards="" player="Ann A" no="6" type="3"/>
 </round>
 <round no="2">
  <cards type="Flop" player="">D4 H7 C10</cards><action no="7" player="Ann A" type="4" sum="$0"/>
  <action no="8" player="Bob" type="5" sum="$0.80"/><action no="9" player="Ann A" type="0" sum="$0"/>
 </round>
</game>"""
ALL_IN = """<game gamecode="12"><general><startdate>2012-01-02 03:05:05</startdate><players>
<player seat="2" name="Ann A" chips="$5" dealer="1" win="$9.80" bet="$5"/>
<player seat="9" name="Bob" chips="$8.20" dealer="0" win="$0" bet="$5"/></players></general>
<round no="0"><action no="1" player="Ann A" type="1" sum="$0.10"/><action no="2" player="Bob" type="2" sum="$0.20"/>
</round>
<round no="1"><cards type="Pocket" player="Ann A">CK DK</cards><cards type="Pocket" player="Bob">H9 S8</cards>
<action no="3" player="Ann A" type="7" sum="$4.90"/><action no="4" player="Bob" type="3" sum="$4.80"/></round>
<round no="2"><cards type="Flop" player="">D4 H7 C10</cards></round><round no="3"><cards type="Turn">SA</cards></round>
<round no="4"><cards type="River">S2</cards></round></game>"""
ANTES = """<game gamecode="13"><general><players>
<player seat="3" name="Cat" chips="1,500" dealer="0" win="0" bet="50"/><player seat="4" name="" chips="0" dealer="1"/>
<player seat="6" name="Dan" chips="980" dealer="0" win="210" bet="20"/>
<player seat="8" name="Fay" chips="4.000" dealer="0" win="0" bet="100"/></players></general>
<round no="0"><action no="1" player="Cat" type="15" sum="20"/><action no="2" player="Dan" type="15" sum="20"/>
<action no="3" player="Fay" type="15" sum="20"/><action no="4" player="Fay" type="1" sum="30"/>
<action no="5" player="Cat" type="2" sum="60"/></round>
<round no="1"><action no="6" player="Dan" type="7" sum="960"/><action no="7" player="Fay" type="0" sum="0"/>
<action no="8" player="Cat" type="0" sum="0"/></round></game>"""
ODD = CASH.replace("Ann A", "Ann &amp; A")


def session(kind: str, *games: str) -> str:
    head = f'<?xml version="1.0" encoding="utf-8"?>\n<session sessioncode="7">\n<general><gametype>{kind}</gametype>\n'
    return head + "</general>\n" + "".join(games) + "\n</session>\n"


ORDINARY = (
    session("Holdem NL $0.10/$0.20", CASH, ALL_IN, CASH)
    + session("Holdem NL", ANTES, "\n", ANTES)
    + session("Holdem SL €0.10/€0.20", *[CASH.replace("$", "€"), ALL_IN.replace("$", "€")])
    + session("Holdem NL RSD0.10/RSD0.20", ALL_IN.replace("$", "RSD"))
)


@pytest.fixture
def both(monkeypatch):
    """Read a text game by game and taken apart together, as large ones are; returns what both find."""

    def read(text: bytes, *, strict: bool = True):
        found = []
        for large in (1 << 30, 1):
            monkeypatch.setattr(ipoker, "_LARGE", large)
            found.append(outcome(text, strict=strict))
        return found

    return read


def outcome(text: bytes, *, strict: bool = True):
    errors: list[str] = []
    rows = []
    records = read_ipoker(io.BytesIO(text), strict=strict, on_error=lambda error: errors.append(str(error)))
    try:
        for result in replay_all(records, strict=strict):
            record = result.record
            batch, at = record.batch, record.at
            skipped = batch.skipped(at) if batch else record.skipped
            players = batch.players(at) if batch else record.players
            row = (result.verdict, result.payoffs, str(result.error), result.repairs, result.differences)
            assert (record.skipped, record.players) == (skipped, players)
            rows.append((*row, str(record.place), skipped, record.format, record))
    except HistoryError as error:
        rows.append((type(error), str(error)))
    return rows, errors


def test_ordinary_games_are_taken_apart_together(both, monkeypatch):
    text = ORDINARY.encode()
    slow, fast = both(text)
    assert slow == fast
    assert [row[0] for row in slow[0]] == ["agree", "rake", "agree", "agree", "agree", "agree", "rake", "rake"]
    assert [row[6] for row in slow[0]][:3] == [{"seating": 1}, {}, {"seating": 1}]
    monkeypatch.setattr(ipoker, "_LARGE", 1)
    assert all(isinstance(record, BatchRecord) for record in read_ipoker(io.BytesIO(text)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<game ", "<!-- a remark --><game "),
        ("<session", "<!DOCTYPE x [<!ENTITY y 'z'>]>\n<session"),
        ("<players>", "<!-- a remark --><players>"),
        ("<players>", "<![CDATA[x]]><players>"),
        ('"Bob"', "'Bob'"),
        ('name="Bob"', 'name="Bob" name="Eve"'),
        ('name="Bob"', 'name="Bob" country="XX"'),
        ('name="Bob"chips', 'name="Bob" chips'),
        ("<round ", '<chat player="Bob"/><round '),
        ("<game gamecode", "<game\u00a0gamecode"),
        ("<game gamecode", "<game\r\ngamecode"),
        ("</game>", "</game >"),
        ('gamecode="12">', 'gamecode="12"/>'),
        ("</game>", ""),
        ("Bob", "B\uffffb"),
        ("Bob", "B\tb"),
        ("Bob", "B&#98;b"),
        ("Bob", "B>b"),
        ("S10", "S1"),
        ("S10", "ST"),
        ("S10 HA", "HA HA"),
        ('type="23"', 'type="32"'),
        ('type="8"', 'type="9"'),
        ('no="3" player="Gé"', 'no="3" player="Ann A"'),
        ('type="7"', 'type="7" sum="DP"'),
        ('type="Turn"', 'type="Pocket"'),
        ('<round no="2">', '<round no="1">'),
        ('<round no="2">', '<round no="99">'),
        ("<general><gametype>", "<general>\x01<gametype>"),
        ("<general><gametype>", "<general>\x0c<gametype>"),
        ("\n", ""),
        ("\n", "\r\n"),
        ("\n", "\n\n"),
        ("<?xml", "Hand #7\n<?xml"),
        ("Holdem", "Omaha"),
        ("<startdate>", "<gametype>Holdem L $1/$2</gametype><startdate>"),
        ("0.", "9999999999"),
        ("$0.60", "$0.605"),
        ("$20", "20 USD"),
    ],
)
def test_what_is_not_ordinary_is_read_the_same_way(both, old, new):
    assert old in ORDINARY or '"Bob"chips' in old
    for count in (1, -1):
        slow, fast = both(ORDINARY.replace(old, new, count).encode())
        assert slow == fast


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings_are_told_apart_by_the_bytes(both, encoding):
    slow, fast = both(ORDINARY.encode(encoding))
    assert slow == fast
    assert {row[0] for row in slow[0]} == {"agree", "rake"}


def test_an_odd_byte_says_how_all_of_its_line_is_read(both):
    two = [CASH.replace("\n", "").replace("Ann A", name) for name in ("Zoë", "Zoé")]
    text = session("Holdem NL $0.10/$0.20", *two).encode().replace("Zoé".encode(), b"Zo\xe9")
    slow, fast = both(text * 3)
    assert slow == fast
    assert {row[-1].players[1] for row in slow[0]} == {"ZoÃ«", "Zoé"}


def test_the_last_game_may_lack_its_end(both):
    for end in ("</round>\n", "\n", ""):
        text = ORDINARY + session("Holdem NL $0.10/$0.20", CASH, ALL_IN.replace("</round></game>", end))
        slow, fast = both(text.split("\n</session>\n")[0].encode() + text.rsplit("</session>", 1)[0].encode())
        assert slow == fast


def test_errors_name_the_line_they_are_in_after_empty_lines(both):
    game = CASH.replace(' <round no="1">', "\n\r\n\n<round no=1>")
    text = session("Holdem NL $0.10/$0.20", CASH, "\n\n", game)
    line = 1 + text[: text.index("no=1")].count("\n")
    for found in both(text.encode()):
        assert len(found[0]) == 1
        assert f"hand 2 (line {line}): not XML" in found[1][0]


def test_more_than_one_part_of_a_file_is_read(both):
    long = session("Holdem NL", "<!-- x -->".join([ANTES] * 30), *[ANTES] * 300, *[ANTES.replace("\n", "")] * 300)
    text = (ORDINARY * 40 + long).encode()
    slow, fast = both(text)
    assert slow == fast
    assert len(slow[0]) == 8 * 40 + 630
    assert not slow[1]


def test_a_line_too_long_for_a_history_is_refused_either_way(both):
    text = session("Holdem NL", *[ANTES.replace("\n", "")] * 1500).encode()
    slow, fast = both(ORDINARY.encode() * 30 + text)
    assert slow[0][-1] == fast[0][-1]
    assert "longer than" in slow[0][-1][1]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_give_the_same_either_way(both, seed):
    rng = random.Random(seed)
    for _ in range(60):
        text = mutated(ORDINARY.encode(), rng)
        strict = rng.random() < 0.7
        slow, fast = both(text, strict=strict)
        assert slow == fast, text.decode("latin-1")


_WORDS = (
    *(b" ", b'"', b"'", b"/", b">", b"<", b"&", b"1", b".5", b"0", b",", b"\n", b"\r\n", b"\xe9", b"\xc3\xa9", b"$"),
    *(b"<!-- x -->", b'type="7"', b'sum="DP"', b"RSD", b"</game>", b'<game gamecode="7">', b"</round>", b"<b/>"),
    *(b"X", b"SA", b"10", b"\xc2\xa0", b'dealer="1"', b'win="5"', b'chips=""', b'no="3"', b"\0", b"\t", b"=", b"9" * 9),
)
_VALUES = [
    b"0",
    b"1",
    b"2",
    b"3",
    b"4",
    b"5",
    b"7",
    b"8",
    b"9",
    b"15",
    b"23",
    b"32",
    b"1,000",
    b"0.55",
    b"$5",
    b"",
    b"-1",
]


def mutated(text: bytes, rng: random.Random) -> bytes:
    """Change a text in one to three places: bytes, words, values of attributes, elements."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        kind = rng.randrange(8)
        if kind == 0:
            text = text[:at] + rng.choice(_WORDS) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 30) :]
        elif kind == 2:
            text = text[:at] + rng.choice(_WORDS) + text[at:]
        elif kind in (3, 4):
            values = list(re.finditer(rb'="([^"]*)"', text))
            one, other = rng.choice(values), rng.choice(values)[1]
            text = text[: one.start(1)] + (other if kind == 3 else rng.choice(_VALUES)) + text[one.end(1) :]
        else:
            elements = re.split(rb"(?<=>)(?=\s*<)", text)
            i, j = rng.randrange(len(elements)), rng.randrange(len(elements))
            if kind == 5:
                elements.insert(i, elements[j])
            elif kind == 6:
                elements[i], elements[j] = elements[j], elements[i]
            else:
                del elements[i]
            text = b"".join(elements)
    return text


def test_statistics_are_the_same_either_way(monkeypatch):
    def counted(large):
        monkeypatch.setattr(ipoker, "_LARGE", large)
        found = statistics(read_ipoker(io.BytesIO(ORDINARY.encode())), curves=lambda _: True)
        return found.to_dict(), [(player.net, player.curve.points) for player in found.players]

    assert counted(1) == counted(1 << 30)


@pytest.mark.skipif(not (SHARED / "sites").is_dir(), reason="the sites' own files (shared/sites) are not here")
def test_the_sites_own_files_give_the_same_either_way(both):
    texts = [path.read_bytes() for path in sorted((SHARED / "sites" / "ipoker").glob("*"))]
    for text in [*texts, b"\n".join(texts)]:
        slow, fast = both(text)
        assert slow == fast
