"""One tiny question for every group of kernels: asking them all compiles and caches what the package can need.

Rules of the file: whole hands are compiled here, and equities meanwhile in a second process, which leaves them in the
cache and tells what it has asked: that is not asked again. Where it cannot run or fails, nothing is lost but time. What
both need is compiled by both, half a second; to start the second takes 1.3 s more of processor time, of 35. (One that
is forked from the first after "one hand" needs less, 0.97 of the whole, but Windows and macOS would need both ways.)

Where the time goes, one process for everything: LLVM's passes for kernels a fifth, its code generation an eighth; its
text, reading that and tidying up functions a seventh; lowering another; type inference a tenth. The most costly kernels
alone are `play_deals`, `sample_chunks`, `scan_hands`, `read_hands`, `sweep_flops`, `settle_at_equity`, `read_games` and
`tell`, 2 % each. `plain_rows` and `checked_rows` are compiled three times (by the kinds of their arrays), no other
kernel more than once.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import nullcontext
from typing import Any

__all__ = ["TASKS", "warm_up"]


def warm_up() -> Generator[tuple[str, float], None, None]:
    """Do every task; yield its name and how many seconds it took. Close it to stop early."""
    from equity import kernels
    from equity.kernels.compile.decorators import is_cached
    from equity.kernels.play.ahead import running_beside
    from equity.kernels.play.whole_hands import play_deals

    kernels.patient = False
    warm = is_cached(play_deals)
    beside: dict[str, float] = {}
    with nullcontext() if warm else running_beside("equity.warmup") as wait:
        for name in TASKS:
            if wait is not None and name == _BESIDE[0]:
                beside = _done(wait())
            yield name, beside[name] if name in beside else _timed(name)


def _timed(name: str) -> float:
    before = time.perf_counter()
    TASKS[name]()
    return time.perf_counter() - before


def _done(told: str) -> dict[str, float]:
    """Return what the second process has done, and the seconds of each."""
    lines = (line.rpartition(": ") for line in told.splitlines())
    return {name: float(seconds) for name, _, seconds in lines if name in TASKS}


def _evaluate() -> None:
    import numpy as np

    from equity import evaluator
    from equity.kernels.cards.evaluate import count_categories

    for count in (5, 6, 7):
        rows = np.arange(count, dtype=np.uint8)[None]
        for check in (True, False):
            evaluator._fill_compiled(rows, np.zeros(1, np.uint16), check, 1)
    evaluator._fill_compiled(np.array([31], np.uint64), np.zeros(1, np.uint16), True, 1)
    count_categories(6, np.zeros(7463, np.int64))


def _exact() -> None:
    from equity.odds import calculate

    calculate(["AsKs", "QhQd", "7c6c"], board="Ts9s2d", method="exact")
    calculate(["AsKs:0.3333", "QhQd", "7c6c"], board="Ts9s2d", method="exact")


def _ranges() -> None:
    from equity.odds import Question
    from equity.odds.exact import sweep

    for players in (["AsKs", "QQ"], ["AsKs", "QQ", "JJ"]):
        sweep.solve(Question.parse(players, board="Ts9s2d8c"))


def _sample() -> None:
    from equity.odds import calculate

    for players in (["AsKs", "QQ+", "random"], ["JJ+"] * 5):  # the second ones crowd on few cards
        calculate(players, samples=1000, method="sample", seed=1)


def _breakdown() -> None:
    from equity.odds import Question
    from equity.odds.analyses.breakdown import break_down

    question = Question.parse(["AsKs", "QhQd"], board="Ts9s2d")
    break_down(question)
    break_down(question, samples=10, seed=1)


def _hand() -> None:
    from equity.rules import Hand, Post, Rules

    rules = Rules(small_blind=1, big_blind=2)
    known: dict[str, Any] = {"holes": ["AsKs", "QhQd"], "board": "2s7sThJs3d"}
    posted = {"posts": [Post(0, live=1), Post(1, live=2)], "check": True}
    for given in ({"seed": 1}, known, known | posted, {"seed": 1, "board": "2s7sTh"}):
        hand = Hand(rules, [100, 50], button=0, **given)
        hand.raise_to(hand.legal.min_raise_to or 4)
        hand.all_in()
        hand.call()
        str((hand.pots, hand.events, hand.payoffs))


def _simulate() -> None:
    from equity.kernels.play.strategy_pointers import built_in
    from equity.rules import Rules
    from equity.simulate import run

    players = ["random", "call", "tag", "push-fold", "equity(samples=1)"]  # one of every compiled function
    run(Rules(small_blind=1, big_blind=2), players, hands=10, seed=1)
    for settler in ("settle_at_equity", "settle_exactly"):  # what a run compiles at its first early all-in
        built_in(settler)


def _python_players() -> None:
    from equity.rules import Rules
    from equity.simulate import batched, run

    run(Rules(small_blind=1, big_blind=2), [batched(lambda situation: situation.give_up()), "call"], hands=2, seed=1)


def _tables() -> None:
    from equity.rules import Rules, Table
    from equity.simulate import play_session

    players = {0: "call", 1: "random", 2: "tag", 3: "push-fold", 4: "equity(samples=1)"}
    table = Table(Rules(small_blind=1, big_blind=2), len(players), seed=1, first_button=0)
    for seat, name in players.items():
        table.sit(seat, name, 100)
    play_session(table, players, hands=3)


def _agents() -> None:
    from equity.rules import Rules
    from equity.simulate import HandBatch, batched, play_batch

    rules = Rules(small_blind=1, big_blind=2)
    play_batch(HandBatch(2, rules, "100bb", seats=2, seed=1), ["call", batched(lambda situation: situation.passive())])
    batch = HandBatch(2, rules, "100bb", seats=3, seed=1)
    batch.observe()
    batch.strength()
    str((batch.legal, batch.boards, batch.own_cards()))
    batch.step(*batch.choose(batch.label_mask.argmax(axis=1)))
    batch.step(*batch.choose(1, closed="nearest"))
    batch.next_hands()
    batch.advance(["call", "random", "tag"])


def _history() -> None:
    from equity.history import game_named, parse_acpc, replay

    game = game_named("limit.2p")
    if game is not None:
        replay(parse_acpc("STATE:0:rf:AsAd|7c2d:-10|10:a|b", game))


def _hand_files() -> None:
    """Read files so large that their hands are taken apart together, and write some hands together."""
    import io
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from equity.history import pokerstars_text, read_phh, read_pokerstars, statistics
    from equity.history.sites.ipoker import read_ipoker
    from equity.rules import Rules
    from equity.simulate import run

    with TemporaryDirectory() as folder:
        for name in ("hands.acpc", "hands.phhs"):
            path = Path(folder, name)
            run(Rules(small_blind=5, big_blind=10), ["call", "call"], hands=5000, seed=1, output=path)
        statistics(read_phh(path))
        text = pokerstars_text(next(read_phh(path)))
    statistics(read_pokerstars(io.BytesIO(text.encode() * (200_000 // len(text)))))
    game = '<gametype>Holdem NL</gametype><game gamecode="1"></game>\n'  # one is enough, and it need not be a hand
    list(read_ipoker(io.BytesIO((game + (" " * 999 + "\n") * 200).encode()), on_error=lambda _: None))


def _looks() -> None:
    from equity.odds.analyses.finishing_orders import finishing_orders
    from equity.odds.analyses.per_combo import combo_equities

    players, board = ["AsKs:0.3333,AcKc", "QhQd", "7c6c"], "Ts9s2d8c"
    finishing_orders(players, board=board)
    finishing_orders([player.split(":")[0] for player in players], board=board[:6])
    finishing_orders(players[1:], board=board, samples=10, seed=1)
    combo_equities(players, board=board, samples=10, seed=1)


def _boards() -> None:
    import numpy as np

    from equity.kernels.equities.flops import sweep_looks
    from equity.range_analysis.flop_report import flops
    from equity.range_analysis.hits import hits

    flops("AKs", "QQ")
    hits("AKs", against="QQ", board="Ts9s2d")
    boards, none, looks = np.zeros((0, 5), np.uint8), np.zeros(0), np.zeros((22100, 0), np.int16)
    cards = np.zeros(0, np.uint8)
    sweep_looks(boards, none, looks, cards, cards, none, none, np.zeros((1, 2)))  # asked over all flops it takes 0.6 s


def _batch() -> None:
    from equity.odds.batch.many import calculate_many

    calculate_many(["AsKs vs QhQd | Ts9s2d8c"])


def _features() -> None:
    from equity import features

    for ask in (features.made_hand, features.draws, features.outs, features.nut_rank, features.river_strength):
        ask("AsKs", "Ts9s2d8c")
    features.texture("Ts9s2d")
    features.nuts("Ts9s2d")
    features.canonical_cards(features.canonical_index("AsKs", "Ts9s2d"), 3)


def _queries() -> None:
    from equity.pql.query import query

    hands = "from a='AsKs', b='QQ', board='2c7d*'"
    query(f"select avg(riverEquity(a)), count(flopHandCategory(a) = flopset), avg(nutHiOuts(a, flop)) {hands}", deals=9)
    query(f"select count(nutHi(a, turn)), outsToHandType(b, turn, flush), hvhEquity(a, turn) {hands}", deals=9)
    query(f"select avg(HvREquity(a, turn)) {hands}", deals=9)


TASKS: dict[str, Callable[[], None]] = {
    "one hand": _hand,
    "hand histories": _history,
    "files of hands": _hand_files,
    "simulation": _simulate,
    "tables": _tables,
    "players in Python": _python_players,
    "learning agents": _agents,
    "evaluator": _evaluate,
    "exact hands": _exact,
    "exact ranges": _ranges,
    "sampling": _sample,
    "breakdown": _breakdown,
    "closer looks": _looks,
    "hits and flops": _boards,
    "batches": _batch,
    "features": _features,
    "queries": _queries,
}
_BESIDE = list(TASKS)[list(TASKS).index("evaluator") :]

if __name__ == "__main__":
    from equity import kernels

    kernels.patient = False
    for name in sys.argv[1:] or _BESIDE:
        print(f"{name}: {_timed(name)}", flush=True)  # noqa: T201
