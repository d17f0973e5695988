"""Sites' lines taken apart many hands at a time: the same as line by line, whatever the text looks like."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from equity.errors import HistoryError
from equity.history import pokerstars_text, read_hands, read_phh, read_pokerstars, replay_all, statistics
from equity.history.replaying.batches import BatchRecord
from equity.history.sites.lines import reader as line_reader
from equity.history.sites.lines.patterns import expanded
from equity.history.text_lines import is_worth_it
from equity.rules import Rules
from equity.simulate import run as simulate
from tests.test_history_rooms import ROOMS
from tests.test_history_sites import BOVADA_TEXT, TILT_TEXT

pytestmark = pytest.mark.skipif(not is_worth_it(), reason="bytes are only taken apart by compiled code")
SHARED = Path(__file__).resolve().parents[1].parent / "shared"

ORDINARY = """PokerStars Hand #77:  Hold'em No Limit ($0.50/$1.00 USD) - 2020/01/02 3:04:05 ET
Table 'One Two' 6-max Seat #4 is the button
Seat 1: Ann A ($100 in chips)
Seat 3: Bob ($0.75 in chips)
Seat 4: Cat ($55.20 in chips)
Seat 6: Dan ($20 in chips) is sitting out
Seat 5: Eve ($120.05 in chips)
Eve: posts small blind $0.50
Ann A: posts big blind $1
Bob: posts big blind $0.75 and is all-in
*** HOLE CARDS ***
Dealt to Ann A [As Kd]
Cat said, "hi: all"
Cat: raises $2 to $3
Eve: calls $2.50
Ann A: folds
Dan has timed out
*** FLOP *** [2c 7h 9d]
Eve: checks
Cat: bets $4
Gus joins the table at seat #2
Eve: folds
Uncalled bet ($4) returned to Cat
*** TURN *** [2c 7h 9d] [Tc]
*** RIVER *** [2c 7h 9d Tc] [3c]
*** SHOW DOWN ***
Cat: shows [8c 8d] (a pair of Eights)
Bob: mucks hand
Cat collected $4.25 from side pot
Cat collected $2.90 from main pot
Dan is sitting out
*** SUMMARY ***
Total pot $7.75 Main pot $3.00. Side pot $4.25. | Rake $0.60
Board [2c 7h 9d Tc 3c]
Seat 1: Ann A (big blind) folded before Flop
Seat 3: Bob mucked [Jh Qd]
Seat 4: Cat (button) showed [8c 8d] and won ($7.15) with a pair of Eights
Seat 5: Eve (small blind) folded on the Flop
"""
TOURNAMENT = """PokerStars Hand #78: Tournament #12, $10+$1 Hold'em No Limit - Level V (75/150) - 2020/01/02 3:04:06 ET
Table '12 3' 9-max Seat #2 is the button
Seat 2: Bob (1500 in chips)
Seat 9: Ann (20 in chips)
Bob: posts the ante 20
Ann: posts the ante 20 and is all-in
Bob: posts small blind 75
*** HOLE CARDS ***
Dealt to Bob [Qs Qd]
Uncalled bet (75) returned to Bob
*** FLOP *** [2c 7h 9d]
*** TURN *** [2c 7h 9d] [Tc]
*** RIVER *** [2c 7h 9d Tc] [3c]
*** SHOW DOWN ***
Ann: shows [8c Ad] (high card Ace)
Bob: shows [Qs Qd] (a pair of Queens)
Bob collected 40 from pot
Ann finished the tournament in 3rd place
*** SUMMARY ***
Total pot 40 | Rake 0
Board [2c 7h 9d Tc 3c]
Seat 2: Bob (button) (small blind) showed [Qs Qd] and won (40) with a pair of Queens
Seat 9: Ann (big blind) showed [8c Ad] and lost with high card Ace
"""


TEXTS = {name: text for name, (text, _, _) in ROOMS.items() if name != "ipoker"}
TEXTS |= {"bovada": BOVADA_TEXT, "pokerstars": ORDINARY, "fulltilt": TILT_TEXT}
TEXTS["888"] = TEXTS["888"].replace("Dh", "Qh")  # a queen in German: Python reads other languages
FORMATS = {name: name.split(",")[0] for name in TEXTS}
FOLDERS = {"ggpoker": "gg", "winning": "wpn"}


@pytest.fixture(scope="module")
def hands(tmp_path_factory) -> list[str]:
    found = [ORDINARY, TOURNAMENT]
    games = (
        (Rules(small_blind=5, big_blind=10), ["tag", "lag", "call"]),
        (Rules(structure="fixed-limit", small_blind=5, big_blind=10, ante=1), ["maniac", "random"]),
        (Rules(structure="pot-limit", small_blind=5, big_blind=10), ["maniac", "lag", "call", "tag", "random"]),
    )
    for number, (rules, seats) in enumerate(games):
        path = tmp_path_factory.mktemp("hands") / f"{number}.phhs"
        simulate(rules, seats, hands=12, seed=number, output=str(path), stacks=200)
        for record in read_phh(path):
            try:
                found.append(pokerstars_text(record))
            except HistoryError:  # a house rule that is not PokerStars'
                continue
    return found


@pytest.fixture
def one_by_one(monkeypatch):
    """Read a text line by line; all others are taken apart together, as large ones are."""
    monkeypatch.setattr(line_reader, "_LARGE", 1)

    def read(text: bytes, *, strict: bool = True, format: str | None = "pokerstars"):
        monkeypatch.setattr(line_reader, "_LARGE", 1 << 30)
        found = outcome(text, strict=strict, format=format)
        monkeypatch.setattr(line_reader, "_LARGE", 1)
        return found

    return read


def outcome(text: bytes, *, strict: bool = True, format: str | None = "pokerstars"):
    errors: list[str] = []
    rows = []
    stream = io.BytesIO(text)
    records = read_hands(stream, strict=strict, format=format, on_error=lambda error: errors.append(str(error)))
    try:
        for result in replay_all(records, strict=strict):
            record = result.record
            batch, at = record.batch, record.at
            skipped = batch.skipped(at) if batch else record.skipped
            row = (result.verdict, result.payoffs, str(result.error), result.repairs, result.differences)
            players = batch.players(at) if batch else record.players
            assert (record.skipped, record.players) == (skipped, players)
            rows.append((*row, str(record.place), skipped, record.format, record))
    except HistoryError as error:
        rows.append((type(error), str(error)))
    return rows, errors


def joined(hands: list[str]) -> bytes:
    return "\n\n\n".join(hands).encode()


def test_ordinary_hands_are_taken_apart_together(hands, one_by_one):
    text = joined(hands)
    records = list(read_pokerstars(io.BytesIO(text)))
    assert len(records) == len(hands) > 20
    apart = [record.place.hand for record in records if not isinstance(record, BatchRecord)]
    assert apart == [2]  # the big blind without chips after the ante
    rows, errors = outcome(text)
    assert (rows, errors) == one_by_one(text)
    assert {row[0] for row in rows} <= {"agree", "rake"}


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_give_the_same_either_way(hands, one_by_one, seed):
    rng = random.Random(seed)
    for _ in range(50):
        text = mutated(joined([ORDINARY, *rng.sample(hands, 3)]), rng)
        strict = rng.random() < 0.7
        assert outcome(text, strict=strict) == one_by_one(text, strict=strict), text.decode("latin-1")


def mutated(text: bytes, rng: random.Random) -> bytes:
    """Change a text in one to three places: bytes, words, lines."""
    words = (b" ", b": ", b"Bob", b"$", b"[", b"]", b"1", b".5", b"0", b"all-in", b"\n", b"\r\n", b"Seat 3: ", b"\xe9")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + rng.choice(words) + text[at + 1 :]
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 30) :]
        elif kind == 2:
            text = text[:at] + rng.choice(words) + text[at:]
        else:
            lines = text.split(b"\n")
            i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            if kind == 3:
                lines.insert(i, lines[j])
            elif kind == 4:
                lines[i], lines[j] = lines[j], lines[i]
            else:
                del lines[i]
            text = b"\n".join(lines)
    return text


def test_statistics_are_the_same_either_way(hands, monkeypatch):
    def counted():
        found = statistics(read_pokerstars(io.BytesIO(joined(hands))), curves=lambda _: True)
        return found.to_dict(), [(player.net, player.curve.points) for player in found.players]

    monkeypatch.setattr(line_reader, "_LARGE", 1)
    found = counted()
    monkeypatch.setattr(line_reader, "_LARGE", 1 << 30)
    assert counted() == found


def test_hands_run_together_are_read_where_they_stand(hands, one_by_one):
    parts = list(hands[2:8])
    parts[2] = parts[2][: len(parts[2]) // 2]
    text = (
        "\n".join(parts[:3]) + "PokerStars Hand #1234567:" + "\n".join(parts[3:]).split("PokerStars Hand #", 1)[1][3:]
    )
    assert outcome(text.encode()) == one_by_one(text.encode())


@pytest.mark.parametrize("name", TEXTS)
def test_the_lines_of_every_site_are_in_its_table(name, one_by_one):
    text = (TEXTS[name].strip() + "\n\n\n").encode() * 3
    records = list(read_hands(io.BytesIO(text), format=FORMATS[name]))
    assert [isinstance(record, BatchRecord) for record in records] == [True] * 3
    assert outcome(text, format=FORMATS[name]) == one_by_one(text, format=FORMATS[name])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", TEXTS)
def test_encodings_give_the_same_either_way(name, encoding, one_by_one):
    text = ((TEXTS[name].strip() + "\n\n\n") * 2).replace("Bob", "Zoë").encode(encoding)
    rows, errors = outcome(text, format=FORMATS[name])
    assert (rows, errors) == one_by_one(text, format=FORMATS[name])
    assert (len(rows), errors) == (2, [])


@pytest.mark.parametrize("name", TEXTS)
def test_damaged_hands_of_every_site_give_the_same_either_way(name, one_by_one):
    rng = random.Random(name)
    for _ in range(40):
        text = mutated((TEXTS[name].strip() + "\n\n\n").encode() * 2, rng)
        strict = rng.random() < 0.7
        found = outcome(text, strict=strict, format=FORMATS[name])
        assert found == one_by_one(text, strict=strict, format=FORMATS[name]), text.decode("latin-1")


def test_what_may_be_missing_is_tried_with_and_without():
    assert expanded("a< b>< c>") == ["a b c", "a b", "a c", "a"]


@pytest.mark.skipif(not (SHARED / "sites").is_dir(), reason="the sites' own files (shared/sites) are not here")
@pytest.mark.parametrize("site", sorted(set(FORMATS.values())))
def test_the_sites_own_files_give_the_same_either_way(site, one_by_one):
    for path in sorted((SHARED / "sites" / FOLDERS.get(site, site)).glob("*.txt"))[:20]:
        text = path.read_bytes()
        assert outcome(text, format=site) == one_by_one(text, format=site), path.name
