"""Texts of rooms, damaged at random: an error with a place or a hand that adds up, never a crash, never a guess."""

from __future__ import annotations

import io
import random
import re

import pytest

from equity.errors import HistoryError
from equity.history import read_hands, replay_all
from tests.test_history_rooms import ROOMS
from tests.test_history_sites import BOVADA_TEXT, CASH_TEXT, TILT_TEXT

TEXTS = [text for text, _, _ in ROOMS.values()] + [BOVADA_TEXT, CASH_TEXT, TILT_TEXT]


def damaged(text: bytes, rng: random.Random) -> bytes:  # noqa: C901
    """Return a text with a few bytes, digits or lines lost, doubled or changed."""
    data = bytearray(text)
    for _ in range(rng.randint(1, 3)):
        lines = bytes(data).split(b"\n")
        digits = [match.start() for match in re.finditer(rb"\d", bytes(data))]
        at = rng.randrange(len(data) or 1)
        end = min(len(data), at + rng.randrange(1, 60))
        match rng.randrange(9):
            case 0:
                del data[at:end]
            case 1 if data:
                data[at] = rng.randrange(256)
            case 2:
                data[at:at] = data[at:end]
            case 3:
                del lines[rng.randrange(len(lines))]
                data = bytearray(b"\n".join(lines))
            case 4:
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
                data = bytearray(b"\n".join(lines))
            case 5 if digits:
                data[rng.choice(digits)] = rng.choice(b"0123456789")
            case 6:
                data = data[:at]
            case 7 if digits:
                place = rng.choice(digits)
                data[place:place] = b"9" * rng.choice([1, 5, 20])
            case 8:
                first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                data = bytearray(b"\n".join(lines))
    return bytes(data)


def check(rng: random.Random) -> None:
    text = damaged(rng.choice(TEXTS).encode(), rng)
    errors: list[HistoryError] = []
    try:
        results = list(replay_all(read_hands(io.BytesIO(text), on_error=errors.append)))
    except HistoryError as error:
        errors.append(error)
        results = []
    for error in errors:
        assert str(error).startswith("<stream>"), error
    for result in results:
        if result.is_over and result.payoffs:
            assert sum(result.payoffs) == 0
        if result.verdict in ("agree", "rake"):
            net = result.record.result
            assert net is not None
            assert -sum(value for value in net if value is not None) == (result.record.rake or 0) >= 0


def test_damaged_texts_are_errors_or_add_up():
    rng = random.Random(1)
    for _ in range(400):
        check(rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_thirty_thousand_damaged_texts(seed):
    rng = random.Random(100 + seed)
    for _ in range(3000):
        check(rng)
