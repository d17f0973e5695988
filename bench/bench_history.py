"""PHH: hands per second written, and read strictly and replayed, beside PokerKit on the same hands; whole files.

The hands are six-handed no-limit of random legal play, about fifteen actions each, made here from a fixed seed. Reading
is measured with cold caches (every action string is parsed again) and with warm ones.
"""

from __future__ import annotations

import gc
import io
import random
import string
import time
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from bench.peers.hands import random_hand
from equity.history import (
    HandRecord,
    Kind,
    phh_text,
    pokerstars_text,
    read,
    read_phh,
    record_of,
    replay_all,
    statistics,
    write_phh,
)
from equity.history.action import deal_hole
from equity.history.phh.actions import parse_action
from equity.history.phh.fields import _stakes
from equity.history.phh.plain_lines import _plain_line
from equity.history.street_chips import paid_in
from equity.rules import Rules
from equity.simulate import run as simulate

HANDS = 2_000
PEER_HANDS = 60
FILE_HANDS = 10_000


def played(seed: int) -> HandRecord:
    return record_of(random_hand(seed), fields={"hand": seed, "players": tuple(f"p{i + 1}" for i in range(6))})


@pytest.fixture(scope="module")
def records() -> list[HandRecord]:
    return [played(seed) for seed in range(HANDS)]


@pytest.fixture(scope="module")
def text(records: list[HandRecord]) -> bytes:
    stream = io.StringIO()
    write_phh(records, stream)
    return stream.getvalue().encode()


def forget() -> None:
    for cache in (parse_action, _plain_line, _stakes):
        cache.cache_clear()


@pytest.fixture(autouse=True)
def frozen(text: bytes) -> None:
    """Keep Numba's objects out of full collections, for both sides (each costs 0.1 s of noise)."""
    read_and_replay(text)
    gc.collect()
    gc.freeze()


def read_and_replay(text: bytes) -> int:
    agreed = sum(result.verdict == "agree" for result in replay_all(read_phh(io.BytesIO(text))))
    assert agreed == HANDS
    return agreed


def note(benchmark: object, hands: int) -> None:
    benchmark.extra_info |= {"unit": "hands/s", "hands": hands}  # type: ignore[attr-defined]
    if benchmark.stats:  # type: ignore[attr-defined]
        benchmark.extra_info["hands_per_s"] = hands / benchmark.stats.stats.median  # type: ignore[attr-defined]


def test_phh_write(benchmark, records) -> None:
    benchmark.pedantic(lambda: [phh_text(record) for record in records], rounds=7, warmup_rounds=1)
    note(benchmark, HANDS)


def test_phh_read_strict_and_replay_cold(benchmark, text) -> None:
    read_and_replay(text)  # compiles
    benchmark.pedantic(read_and_replay, args=(text,), setup=forget, rounds=7)
    note(benchmark, HANDS)


def test_phh_read_strict_and_replay_warm(benchmark, text) -> None:
    benchmark.pedantic(read_and_replay, args=(text,), rounds=7, warmup_rounds=1)
    note(benchmark, HANDS)


def test_replay_only(benchmark, records) -> None:
    benchmark.pedantic(lambda: list(replay_all(records)), rounds=7, warmup_rounds=1)
    note(benchmark, HANDS)


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    """Hands of six seats as a simulation, PokerStars and HandHQ write them, of players who change."""
    folder = tmp_path_factory.mktemp("hands")
    paths = {name: folder / name for name in ("simulated.phhs", "handhq.phhs", "pokerstars.txt")}
    players = ["tag", "lag", "call", "nit", "random", "maniac"]
    simulate(Rules(small_blind=5, big_blind=10), players, hands=FILE_HANDS, seed=1, output=paths["simulated.phhs"])
    rng = random.Random(1)
    names = ["".join(rng.choices(string.ascii_letters, k=12)) for _ in range(100)]
    hidden, lines = [], []
    for record in read_phh(paths["simulated.phhs"]):
        fields = {**record.fields, "players": tuple(rng.sample(names, record.n_players))}
        money = replace(record, unit=Decimal("0.01"), fields=fields, house={})
        lines.append(pokerstars_text(money))
        actions = [deal_hole(action.player) if action.kind is Kind.HOLE else action for action in record.actions]
        result = record.result or ()
        paid, player, extra = paid_in(record.stacks, record.antes, record.blinds, record.actions)
        paid[player] -= extra if player >= 0 else 0
        won = tuple(int(net or 0) + chips for net, chips in zip(result, paid, strict=True))
        hidden.append(replace(money, actions=actions, finishing_stacks=None, winnings=won))
    write_phh(hidden, paths["handhq.phhs"])
    paths["pokerstars.txt"].write_text("\n\n".join(lines))
    return paths


@pytest.mark.parametrize("name", ["simulated.phhs", "handhq.phhs", "pokerstars.txt"])
def test_statistics_of_files(benchmark, files, name) -> None:
    def work() -> None:
        assert statistics(read(files[name])).hands == FILE_HANDS

    benchmark.pedantic(work, rounds=5, warmup_rounds=1)
    note(benchmark, FILE_HANDS)


@pytest.mark.parametrize("name", ["simulated.phhs", "handhq.phhs", "pokerstars.txt"])
def test_replay_of_files(benchmark, files, name) -> None:
    def work() -> None:
        assert sum(result.verdict == "agree" for result in replay_all(read(files[name]))) == FILE_HANDS

    benchmark.pedantic(work, rounds=5, warmup_rounds=1)
    note(benchmark, FILE_HANDS)


SITES = Path(__file__).resolve().parents[2] / "shared" / "sites"


@pytest.mark.skipif(not SITES.is_dir(), reason="the sites' own files (shared/sites) are not here")
@pytest.mark.parametrize(
    "site", ["pokerstars", "gg", "fulltilt", "bovada", "winamax", "888", "partypoker", "wpn", "ipoker"]
)
def test_statistics_of_a_site(benchmark, tmp_path, site) -> None:
    """The files of a site as they are, one after the other until there are some thousand hands."""
    texts = [path.read_bytes() for path in sorted((SITES / site).glob("*.txt"))]
    texts = [text.decode("utf-16").encode() if text[:2] in (b"\xff\xfe", b"\xfe\xff") else text for text in texts]
    path = tmp_path / "hands.txt"
    path.write_bytes(b"\n\n\n".join(texts))
    once = sum(1 for _ in read(path, on_error=lambda _: None))
    path.write_bytes(b"\n\n\n".join(texts * -(-3000 // once)))
    hands = once * -(-3000 // once)
    benchmark.pedantic(lambda: statistics(read(path, on_error=lambda _: None)), rounds=5, warmup_rounds=1)
    note(benchmark, hands)


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def test_against_pokerkit(benchmark, records) -> None:
    """Ours and theirs in turn, the median of five ratios (CPU time per hand)."""
    pokerkit = pytest.importorskip("pokerkit")
    stream = io.StringIO()
    write_phh(records[:PEER_HANDS], stream)
    few = stream.getvalue().replace("[", "\n[", 1)
    theirs = list(pokerkit.HandHistory.load_all(io.BytesIO(few.encode())))
    many = io.StringIO()
    write_phh(records, many)
    whole = many.getvalue().encode()

    def peer_replay() -> None:
        for history in pokerkit.HandHistory.load_all(io.BytesIO(few.encode())):
            for _ in history:
                pass

    writes, reads = [], []
    read_and_replay(whole)
    for _ in range(5):
        forget()
        ours = cpu(lambda: [phh_text(record) for record in records]) / HANDS
        writes.append(cpu(lambda: [history.dumps() for history in theirs]) / PEER_HANDS / ours)
        ours = cpu(lambda: read_and_replay(whole)) / HANDS
        reads.append(cpu(peer_replay) / PEER_HANDS / ours)
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info |= {"write_times_pokerkit": sorted(writes)[2], "replay_times_pokerkit": sorted(reads)[2]}
    print(f"write {sorted(writes)[2]:.1f} x PokerKit, strict read and replay {sorted(reads)[2]:.0f} x PokerKit")
