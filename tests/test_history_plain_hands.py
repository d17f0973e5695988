"""PHH taken apart many hands at a time: the same as hand by hand, whatever the text looks like."""

from __future__ import annotations

import io
import pickle
import random
from dataclasses import replace
from decimal import Decimal

import pytest

from equity.history import Kind, phh_text, read_phh, replay_all, statistics
from equity.history.phh import reader
from equity.history.replaying.batches import BatchRecord
from equity.history.text_lines import is_worth_it
from equity.rules import Rules
from equity.simulate import run as simulate

pytestmark = pytest.mark.skipif(not is_worth_it(), reason="bytes are only taken apart by compiled code")

ODD_HANDS = """
[a-1]
variant = 'NT'
ante_trimming_status = true
antes = [0.00, 0.00, 0.00]
blinds_or_straddles = [0.50, 1.00, 0.00]
min_bet = 1.00
starting_stacks = [100.00, 80.5, 120.00]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 3.00', 'p1 f', 'p2 cc', 'd db 2c3d4h', 'p2 cc', 'p3 cc', 'd db 9s', 'p2 cc', 'p3 cc', 'd db Td', 'p2 cc', 'p3 cc', 'p2 sm AsKs', 'p3 sm ????']
time = 12:30:59
day = 1
hand = 77
seats = [4, 1, 9]
players = ['Ann', 'Bob', 'Cat']
currency_symbol = '$'
winnings = [0.00, 6.20, 0.00]

[2]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 cbr 6', 'p1 cc', 'd db 2c3d4h', 'p1 cc', 'p2 cc', 'd db 9s', 'p1 cc', 'p2 cc', 'd db Td', 'p1 cc', 'p2 cc', 'p1 sm AsKs', 'p2 sm']
finishing_stacks = [106, 94]

[3]
variant = 'FT'
antes = [1, 1, 1]
blinds_or_straddles = [2, 4, 0]
small_bet = 4
big_bet = 8
starting_stacks = [100, 100, 1]
actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'd dh p3 7c2d', 'p1 f']
_cap = 3
finishing_stacks = [97, 102, 1]

[4]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100.00, 100.00]
actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'p2 f']
players = ['a', '']
_rake = 0
finishing_stacks = [101.00, 99.00]

"""  # noqa: E501


@pytest.fixture(scope="module")
def text(tmp_path_factory) -> bytes:
    parts = [ODD_HANDS.lstrip()]
    games = (
        (Rules(small_blind=5, big_blind=10), ["tag", "lag", "call"]),
        (Rules(structure="fixed-limit", small_blind=5, big_blind=10, ante=1), ["maniac", "random"]),
    )
    for number, (rules, seats) in enumerate(games):
        path = tmp_path_factory.mktemp("hands") / f"{number}.phhs"
        simulate(rules, seats, hands=12, seed=number, output=str(path), stacks=200)
        parts.append(path.read_text() + "\n")
    return "".join(parts).encode()


@pytest.fixture
def together(monkeypatch):
    """Let small texts be taken apart as large ones are."""
    monkeypatch.setattr(reader, "_LARGE", 1)

    def apart(text: bytes, *, strict: bool = True):
        monkeypatch.setattr(reader, "_LARGE", 1 << 30)
        found = outcome(text, strict=strict)
        monkeypatch.setattr(reader, "_LARGE", 1)
        return found

    return apart


def outcome(text: bytes, *, strict: bool = True):
    errors: list[str] = []
    rows = []
    records = read_phh(io.BytesIO(text), strict=strict, on_error=lambda error: errors.append(str(error)))
    try:
        for result in replay_all(records, strict=strict):
            record = result.record
            row = (result.verdict, result.payoffs, str(result.error), result.repairs, result.differences)
            rows.append((*row, str(record.place), record.skipped, record.format, record))
    except Exception as error:
        rows.append((type(error), str(error)))
    return rows, errors


def counted(text: bytes):
    found = statistics(read_phh(io.BytesIO(text), on_error=lambda _: None), curves=lambda _: True)
    return found.to_dict(), [(player.net, player.curve.points) for player in found.players]


def test_most_hands_are_taken_apart_together(text, together):
    records = list(read_phh(io.BytesIO(text)))
    assert [record.place.hand for record in records if not isinstance(record, BatchRecord)] == []
    assert len(records) == 28
    assert [row[-1] for row in together(text)[0]] == records


@pytest.mark.parametrize("strict", [True, False])
def test_the_text_gives_the_same_either_way(text, together, strict):
    rows, errors = outcome(text, strict=strict)
    assert (rows, errors) == together(text, strict=strict)
    assert not errors
    assert {"agree", "rake"} <= {row[0] for row in rows}


def test_statistics_are_the_same_either_way(text, together, monkeypatch):
    found = counted(text)
    monkeypatch.setattr(reader, "_LARGE", 1 << 30)
    assert counted(text) == found


def mutated(text: bytes, rng: random.Random) -> bytes:
    """Change a text in one to three places: bytes, numbers, lines."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text))
        kind = rng.randrange(6)
        if kind == 0:
            text = (
                text[:at] + bytes([rng.choice(b"0123456789.,'[]=-_# pdcfbrsm?AKTs\r\t\x01\x00\xe9")]) + text[at + 1 :]
            )
        elif kind == 1:
            text = text[:at] + text[at + rng.randint(1, 40) :]
        elif kind == 2:
            text = (
                text[:at]
                + rng.choice((b"0", b".5", b".250", b"00", b"1234567890123", b"\n", b"-", b"\r\n"))
                + text[at:]
            )
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


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_give_the_same_either_way(text, together, seed):
    rng = random.Random(seed)
    hands = text.split(b"\n\n")
    for _ in range(60):
        damaged = mutated(b"\n\n".join(rng.sample(hands, 4)) + b"\n", rng)
        strict = rng.random() < 0.7
        assert outcome(damaged, strict=strict) == together(damaged, strict=strict), damaged.decode("latin-1")


def test_a_record_is_a_record_before_and_after_somebody_looks(text, together):
    def fresh():
        return next(read_phh(io.BytesIO(text)))

    slow = together(text)[0][0][-1]
    assert fresh() == slow
    assert slow == fresh()
    assert repr(fresh()) == repr(slow)
    assert phh_text(fresh()) == phh_text(slow)
    assert pickle.loads(pickle.dumps(fresh())) == slow
    assert replace(fresh(), rake=5).rake == 5
    changed = fresh()
    changed.winnings = (Decimal(0), 600, 0)
    assert changed != slow
    assert next(iter(replay_all([changed]))).verdict == "rake"
    changed.winnings = (100, 520, 0)
    assert next(iter(replay_all([changed]))).verdict == "differ"
    with pytest.raises(AttributeError):
        fresh().nothing  # noqa: B018


def test_who_wins_from_a_hand_that_nobody_sees_wins_at_the_showdown(text, together, monkeypatch):
    hand = text.split(b"\n\n")[0]
    for large in (1, 1 << 30):
        monkeypatch.setattr(reader, "_LARGE", large)
        found = statistics(read_phh(io.BytesIO(hand)))
        assert (found.player("Bob").rates.wsd, found.player("Cat").rates.wsd) == (1.0, 0.0)
        assert str(found.player("Bob").rake) == "0.30"
        assert any(action.kind is Kind.SHOW for action in next(read_phh(io.BytesIO(hand))).actions)
