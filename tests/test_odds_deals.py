"""The dealer: without replacement, every deal equally likely, ranges jointly."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import equity
from equity.cards import combo_index, parse_cards
from equity.errors import DealError, OptionError
from equity.odds.question.question import Question


def chi_square(counts, expected):
    return float(((counts - expected) ** 2 / expected).sum())


def limit(cells):
    """Return a chi-square value that a fair dealer exceeds once in about 3.5 million runs."""
    freedom = cells - 1
    return freedom + 5 * np.sqrt(2 * freedom) + 20


def indices(pairs):
    pairs = pairs.astype(np.int64)
    high, low = pairs.max(axis=-1), pairs.min(axis=-1)
    return high * (high - 1) // 2 + low


@pytest.mark.small
def test_shapes_and_no_card_twice():
    holes, boards = equity.deal(200, 4, board="AsKs2d", dead="2c3c", seed=1)
    assert holes.shape == (200, 4, 2)
    assert boards.shape == (200, 5)
    assert holes.dtype == boards.dtype == np.uint8
    assert (boards[:, :3] == parse_cards("AsKs2d")).all()
    everything = np.concatenate([holes.reshape(200, -1), boards], axis=1)
    assert (np.diff(np.sort(everything, axis=1)) > 0).all()
    assert not np.isin(everything, parse_cards("2c3c")).any()


@pytest.mark.parametrize("players", [0, 1, 23])
def test_numbers_of_players(players):
    holes, boards = equity.deal(1000, players, seed=1)
    everything = np.concatenate([holes.reshape(1000, -1), boards], axis=1)
    assert (np.diff(np.sort(everything.astype(int), axis=1)) > 0).all()
    assert everything.max() <= 51


def test_every_combo_is_equally_likely_in_every_seat():
    holes, boards = equity.deal(1_000_000, 3, seed=2)
    for seat in range(3):
        counts = np.bincount(indices(holes[:, seat]), minlength=1326)
        assert chi_square(counts, 1_000_000 / 1326) < limit(1326)
    for place in range(4):
        counts = np.bincount(indices(boards[:, place : place + 2]), minlength=1326)
        assert chi_square(counts, 1_000_000 / 1326) < limit(1326)
    first = np.bincount(52 * holes[:, 0, 0].astype(int) + holes[:, 2, 1], minlength=2704).reshape(52, 52)
    assert (np.diag(first) == 0).all()
    assert chi_square(first[~np.eye(52, dtype=bool)], 1_000_000 / 2652) < limit(2652)


def test_neighbouring_deals_are_independent():
    holes, _ = equity.deal(1_000_000, 1, seed=3)
    cards = holes[:, 0, 0].astype(int)
    counts = np.bincount(52 * cards[:-1] + cards[1:], minlength=2704)
    assert chi_square(counts, (len(cards) - 1) / 2704) < limit(2704)


def test_ranges_are_dealt_jointly():
    n = 300_000
    holes, _ = equity.deal(n, ["AsKs,QcQd", "AsAd,2c2d"], seed=4)
    counts = Counter(zip(indices(holes[:, 0]).tolist(), indices(holes[:, 1]).tolist(), strict=True))
    assert len(counts) == 3  # AsKs v AsAd cannot be
    assert chi_square(np.array(list(counts.values())), n / 3) < limit(3)


def test_weights_are_dealt():
    n = 300_000
    holes, boards = equity.deal(n, ["AA:0.25,KK", "random", "QQ:0.5,22"], board="2c7dTh", seed=5)
    aces = (holes[:, 0] >> 2 == 12).all(axis=1).mean()
    assert abs(aces - 0.2) < 5 * np.sqrt(0.16 / n)
    queens = (holes[:, 2] >> 2 == 10).all(axis=1).mean()
    assert abs(queens - 0.5) < 5 * np.sqrt(0.25 / n)  # six queens at one half against three deuces
    assert (np.diff(np.sort(np.concatenate([holes.reshape(n, 6), boards], axis=1))) > 0).all()


def test_wide_ranges_are_dealt_as_often_as_they_fit():
    players = ["22+,A2s+,K9s+", "QQ+,AK", "A2s+,AJo+"]
    n = 200_000
    holes, _ = equity.deal(n, players, seed=6)
    question = Question.parse(players)
    # the chance that player 2 holds aces, by counting the deals
    total = aces = 0
    live = [[set(divmod_cards(combo)) for combo in player] for player in question.live]
    for first in live[1]:
        count = sum(sum(not third & (first | second) for third in live[2]) for second in live[0] if not second & first)
        total += count
        aces += count * all(card >> 2 == 12 for card in first)
    found = (holes[:, 1] >> 2 == 12).all(axis=1).mean()
    assert abs(found - aces / total) < 5 * np.sqrt(found * (1 - found) / n)


def divmod_cards(combo):
    return next((high, combo - high * (high - 1) // 2) for high in range(51, 0, -1) if high * (high - 1) // 2 <= combo)


def test_evaluate_many_takes_the_deals():
    holes, boards = equity.deal(100_000, ["AsKs", "QhQd"], seed=7)
    first, second = (
        equity.evaluate_many(np.concatenate([holes[:, seat], boards], axis=1)).astype(int) for seat in range(2)
    )
    share = ((first > second) + 0.5 * (first == second)).mean()
    assert abs(share - 0.46214457) < 5 * 0.4976 / np.sqrt(100_000)


@pytest.mark.parametrize("players", [3, ["QQ+", "AK", "random"]])
def test_same_bytes_for_any_number_of_threads(players):
    runs = [equity.deal(150_000, players, seed=8, threads=threads) for threads in (1, 2, 3)]
    for holes, boards in runs[1:]:
        assert holes.tobytes() == runs[0][0].tobytes()
        assert boards.tobytes() == runs[0][1].tobytes()
    assert equity.deal(1000, players, seed=9)[0].tobytes() != runs[0][0][:1000].tobytes()


@pytest.mark.small
def test_refused():
    with pytest.raises(OptionError, match="at least 0"):
        equity.deal(-1)
    with pytest.raises(DealError, match="24 players need 53 cards"):
        equity.deal(1, 24)
    with pytest.raises(DealError, match="used twice"):
        equity.deal(1, ["AsKs", "AsQs"])
    with pytest.raises(DealError, match="a board has"):
        equity.deal(1, 2, board="As")
    with pytest.raises(OptionError, match="seed"):
        equity.deal(1, seed=-1)
    holes, boards = equity.deal(0, 2, seed=1)
    assert holes.shape == (0, 2, 2)
    assert boards.shape == (0, 5)
    assert combo_index(51, 50) == 1325


@pytest.mark.small
@pytest.mark.parametrize("n", [None, 1.5, "10", True, [1], float("nan")], ids=repr)
def test_a_number_of_deals_is_whole(n):
    with pytest.raises(OptionError, match="the number of deals must be a whole number, got"):
        equity.deal(n, 2)


@pytest.mark.small
@pytest.mark.parametrize("options", [{"seed": "x"}, {"seed": 1.5}, {"players": 2.5}, {"threads": "2"}])
def test_options_of_another_type(options):
    with pytest.raises(OptionError, match="got"):
        equity.deal(1, **options)


@pytest.mark.small
def test_numpy_numbers_are_whole():
    plain, own = equity.deal(9, 2, seed=5), equity.deal(np.int64(9), np.uint8(2), seed=np.uint64(5))
    assert plain[0].tobytes() == own[0].tobytes()
