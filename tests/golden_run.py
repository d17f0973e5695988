"""About thirty calls over the whole public surface, and the SHA-256 of each answer, which no redesign may change.

``python -m tests.golden_run`` names the answers that differ from the stored sums; ``--store`` keeps the new sums, and
``--dump FILE`` writes the answers themselves, to compare two versions of them. An answer may change only where an issue
or the changelog says so by name; say it in the commit too.

An answer is plain data without times, versions, and the words that explain it (`_LEFT_OUT`). Floats count to nine
digits, because the last ones of a sum depend on how a machine's NumPy adds.
"""

from __future__ import annotations

import argparse
import dataclasses
import hashlib
import json
import re
import sys
import tempfile
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

import equity
from equity import history, rules, simulate
from equity.cli import cli
from tests.helpers import DATA

STORED = DATA / "golden_run.json"
CALLS: dict[str, Callable[[], object]] = {}

# What says how an answer was found, in words or in seconds, and is free to change.
_LEFT_OUT = {"elapsed", "version", "reason", "notes", "algorithm", "threads", "hands_per_second", "question", "tally"}
_SECONDS = re.compile(r"(, [\d.,]+ s$|\([^)]*\)|in [\d.]+ s\b.*$)", re.MULTILINE)


def plain(value: Any) -> Any:  # noqa: PLR0911  # one return for each kind of value
    """Return an answer as JSON values."""
    if isinstance(value, (bool, str, int)) or value is None:
        return value
    if isinstance(value, (float, np.floating)):
        return f"{value:.8e}"
    if isinstance(value, np.ndarray):
        whole = value.dtype.kind in "biu" or value.dtype.names
        return [str(value.dtype), value.tolist() if whole else plain(value.tolist())]
    if isinstance(value, np.integer):
        return int(value)
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    if dataclasses.is_dataclass(value):
        return plain({part.name: getattr(value, part.name) for part in dataclasses.fields(value)})
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items() if key not in _LEFT_OUT}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return str(value)


def digest(answer: object) -> str:
    """Return the SHA-256 of an answer."""
    return hashlib.sha256(json.dumps(plain(answer), sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def golden(call: Callable[[], object]) -> Callable[[], object]:
    """Take a function into the golden run under its own name."""
    CALLS[call.__name__] = call
    return call


def command(*words: str) -> list[object]:
    """Return a command's exit code and standard output, without seconds."""
    done = CliRunner().invoke(cli, list(words))
    assert "Traceback" not in done.output
    text = done.stdout.replace(f"{DATA}/", "")
    if "json" in words:
        return [done.exit_code, json.loads(text)]
    return [done.exit_code, _SECONDS.sub("", text)]


def in_folder(work: Callable[[Path], object]) -> object:
    """Return what the work in an empty folder answers."""
    with tempfile.TemporaryDirectory() as folder:
        return work(Path(folder))


HOUSES = {
    "pokerfs": rules.pokerfs(),
    "limit": rules.cardroom_limit(),
    "pot": rules.poker_fantasy_pot_limit(),
}


@golden
def evaluator() -> object:
    holes, boards = equity.deal(2000, 2, seed=3)
    rows = np.concatenate([holes[:, 0], boards], axis=1)
    values = [equity.evaluate_many(rows[:, :count]) for count in (5, 6, 7)]
    hands = ["KsKhKd2c2s7h9d", "AsKsQsJsTs", "2c3d4h5s9c"]
    return values, [(equity.evaluate(x), equity.best_five(x), equity.describe(equity.evaluate(x))) for x in hands]


@golden
def dealing() -> object:
    return [
        equity.deal(5000, 6, seed=1),
        equity.deal(3000, ["QQ+,AKs:0.5", "22+", "AKs,AKo"], board="2c7dTh", dead="As", seed=2),
        equity.deal(3000, ["AK", "AK", "AK", "AK"], seed=18_446_744_073_709_551_615),
    ]


@golden
def exact_preflop() -> object:
    pairs = [("AsKs", "QQ"), ("22+", "random"), ("AKs:0.3,QQ", "A2s+:0.7,JTo")]
    return [equity.calculate(pair, method="exact") for pair in pairs]


@golden
def exact_comparison() -> object:
    return [equity.calculate(["AsKs", "QQ+,22"], board=board) for board in ("2s7sTh", "2s7sThJd", "2s7sThJdJc")]


@golden
def exact_sweep() -> object:
    return [
        equity.calculate(["22+,A2s+,KTo+", "random"], board="2s7sTh", dead="Ac"),
        equity.calculate(["AKs,AQs", "22+", "random"], board="Ts9s2d", dead="Qc"),
        equity.calculate(["AsKs", "QhQd"], dead="2c"),
    ]


@golden
def exact_enumeration() -> object:
    return [
        equity.calculate(["AsKs", "QhQd", "7c7d"], method="exact"),
        equity.calculate(["AKs", "TT", "98s:0.25", "5d4d"], board="Ts9s2d", method="exact"),
        equity.calculate(["AsKs", "QhQd", "7c7d"], stacks=[300, 500, 900]),
    ]


@golden
def sampled() -> object:
    return [
        equity.calculate(["AsKs", "QQ"], samples=50_000, seed=1),
        equity.calculate(["AKs", "22+", "random"], samples=50_000, seed=1),
        equity.calculate(["15%", "30%", "AQo", "random"], board="2c7dTh", dead="As", samples=40_000, seed=2**64 - 1),
        equity.calculate(["AK", "AK", "AK", "AK"], samples=20_000, seed=4),
        equity.calculate(["random"] * 6, samples=20_000, seed=5, threads=2),
    ]


@golden
def sampled_to_a_target() -> object:
    return equity.calculate(["QQ+,AK", "22+", "40%"], target=0.004, seed=11)


@golden
def checkpoint_of_a_question() -> object:
    def work(folder: Path) -> object:
        names = {"samples": 60_000, "seed": 9, "checkpoint": folder / "run"}
        return [equity.calculate(["AKs", "22+", "random"], **names) for _ in range(2)]

    return in_folder(work)


@golden
def batch_of_questions() -> object:
    spots = ["AsKs vs QQ", "AsKs vs QhQd | 2c7dTh", "22+ vs random | 2c7dThJs", "15% vs 20% vs AA"]
    return [row.to_dict() for row in equity.calculate_many(spots, samples=20_000, seed=6)]


@golden
def per_combo() -> object:
    return [
        equity.combo_equities(["QQ+,AKs", "22+"], board="2s7sTh"),
        equity.combo_equities(["QQ+,AKs", "22+"]),
        equity.combo_equities(["AKs,TT", "QQ+", "A5s"], board="2s7sThJd"),
    ]


@golden
def next_card_and_outs() -> object:
    return [
        equity.next_card(["AsKs", "QQ"], board="2s7sTh"),
        equity.next_card(["AsKs", "QQ"], board="2s7sThJd"),
        equity.outs(["AsKs", "QhQd"], board="2s7sTh"),
    ]


@golden
def distribution_and_gradient() -> object:
    return [
        equity.distribution(["22+,A2s+", "random"], board="2s7sTh"),
        equity.range_gradient(["QQ+,AKs", "22+"], board="2s7sTh"),
    ]


@golden
def breakdown_of_categories() -> object:
    return [
        equity.breakdown(["AsKs", "QQ"], board="2s7sTh"),
        equity.breakdown(["15%", "random", "22+"], samples=20_000, seed=3),
    ]


@golden
def finishing() -> object:
    return [
        equity.finishing_orders(["AsKs", "QhQd", "7c7d"], board="2s8dTh"),
        equity.finishing_orders(["15%", "random", "22+"], samples=20_000, seed=3),
        equity.expected_chips(["AsKs", "QhQd", "7c7d"], [300, 500, 900], board="2s8dTh"),
    ]


@golden
def tournaments() -> object:
    return [
        equity.icm([5000, 3000, 2000, 1000], [50, 30, 20]),
        equity.tournament_equity(["AsKs", "QhQd"], [300, 500], others=[700], payouts=[50, 30, 20]),
    ]


@golden
def strength_and_potential() -> object:
    return [
        equity.hand_strength("AsKs", "2s7sTh"),
        equity.hand_potential("AsKs", "2s7sTh"),
        equity.effective_hand_strength("AsKs", "2s7sTh", opponents=3),
    ]


@golden
def preflop_matrix() -> object:
    return equity.preflop_matrix()


@golden
def ranges() -> object:
    texts = [
        "QQ+, AKs:0.5", "99-66", "A5s-A2s, T9s+", "top15%", "AcT", "[50]AA[/50],KK", "22+!AA", "random", "AX, K5-K2o",
    ]  # fmt: skip
    read = [equity.Range(text) for text in texts]
    dialects = ("pio", "equilab", "gto+", "ppt", "eval7")
    written = [[name, command("range", text, "--to", name)] for text in texts[:3] for name in dialects]
    return [[str(one), one.combos, one.class_weights()] for one in read], written


@golden
def a_hand() -> object:
    answers = []
    for house in HOUSES.values():
        hand = rules.Hand(house, [1000, 1000, 300], button=0, holes=["AsKs", "QhQd", "7c7d"], board="2s7sThJs3d")
        while not hand.is_over:
            legal = hand.legal
            bold = legal.min_raise_to is not None and len(hand.log) % 3 == 0
            hand.raise_to(legal.min_raise_to) if bold else hand.check_or_call()
        answers.append([hand.payoffs, hand.pots, [str(event) for event in hand.events], hand.rake])
    return answers


@golden
def a_table() -> object:
    answers = []
    for house in HOUSES.values():
        players = {0: "tag", 1: "call", 2: "random", 4: "lag"}
        table = rules.Table(house, 6, seed=8, first_button=0)
        for seat in players:
            table.sit(seat, f"player {seat}", 60 * house.big_blind)
        session = simulate.play_session(table, players, hands=60, rebuy=40 * house.big_blind)
        answers.append([session.stacks, session.bought, session.net])
    return answers


def _run(seats: list[str], house: str = "pokerfs", **names: Any) -> object:
    return simulate.run(HOUSES[house], seats, **{"hands": 4000, "seed": 2, **names})


@golden
def simulation() -> object:
    return [_run(["tag", "lag", "call", "nit", "maniac", "random"]), _run(["equity", "push-fold"], hands=300)]


@golden
def simulation_of_other_houses() -> object:
    return [
        _run(["tag", "random", "call"], "limit"),
        _run(["tag(vpip=0.3)", "random", "call", "tag"], "pot", stacks="20bb", seed=2**64 - 1 >> 1),
        _run(["random", "random"], "limit", all_in_ev=False),
    ]


@golden
def simulation_duplicate() -> object:
    return _run(["tag", "lag", "call"], duplicate=True, hands=3000)


@golden
def simulation_all_in_exact() -> object:
    return _run(["push-fold", "push-fold", "random"], hands=500, stacks="10bb", all_in_ev="exact")


@golden
def simulation_own_players() -> object:
    def callers(situation: Any) -> Any:
        return situation.passive()

    def folder(spot: Any) -> Any:
        return "fold" if spot.to_call else "check"

    return _run([simulate.batched(callers), simulate.scalar(folder), "tag"], hands=600)


@golden
def simulation_files() -> object:
    def work(folder: Path) -> object:
        answers: list[object] = []
        for name in ("x.phhs", "x.acpc", "x.csv", "x.json"):
            _run(["tag", "random"], "limit", hands=300, output=folder / name, checkpoint=folder / f"{name}.run")
            text = (folder / name).read_text(encoding="utf-8")
            answers.append(json.loads(text) if name.endswith("json") else re.sub(r"elapsed.*|\d+\.\d+$", "", text))
        return answers

    return in_folder(work)


@golden
def hand_batch() -> object:
    batch = simulate.HandBatch(300, HOUSES["pokerfs"], "60bb", seats=6, seed=7, button="rotate", on_illegal="call")
    generator = np.random.default_rng(5)
    seen = []
    for _ in range(12):
        mask = batch.label_mask
        labels = (generator.random(mask.shape) * mask).argmax(axis=1)
        seen.append([batch.observe(), batch.strength().round(9)])
        batch.step(*batch.choose(labels, closed="nearest"))
    return [seen, batch.actor, batch.stacks, batch.payoffs, batch.boards, batch.holes, batch.columns]


@golden
def hand_batch_of_players() -> object:
    batch = simulate.HandBatch(200, HOUSES["limit"], "50bb", seats=4, seed=1)
    return simulate.play_batch(batch, ["tag", "random", "call", "lag"])


@golden
def replayed() -> object:
    records = list(history.read_hands(DATA / "example.phhs"))
    found = [history.replay(record) for record in records]
    return [[one.verdict, one.payoffs, history.phh_text(one.record)] for one in found]


@golden
def cli_text() -> object:
    lines = [
        "AsKs vs QQ", "AKs,AQs vs 22+ vs random -b Ts9s2d -d Qc", "AsKs vs QhQd -n 100k --seed 7",
        "AsKs vs 7c7d vs QhQd --stacks 300,500,900", "AKs vs QQ -b 2s7sTh --breakdown --combos",
        "AKs vs QQ -b 2s7sTh --next-card --histogram", "AsKs vs QhQd -b 2s7sTh --outs",
        "eval AhKd QsQd -b QhJs2c2d7h", "range 22+,A2s+,KTs+:0.5", "rules", "rules show cardroom-limit",
        "AsKs vs AsQd", "simulate --seats tag,call --hands 2000 --seed 1 -q",
    ]  # fmt: skip
    return [command(*line.split()) for line in lines] + [command("replay", str(DATA / "example.phhs"), "--show", "1")]


@golden
def cli_json() -> object:
    lines = [
        "AsKs vs QQ", "AKs vs 22+ vs random -n 30k --seed 3", "range AKs,QQ:0.5", "preflop",
        "simulate --seats tag,call,random --hands 3000 --seed 1 -q",
    ]  # fmt: skip
    return [command(*line.split(), "--format", "json") for line in lines]


def main() -> int:
    """Compare with the stored sums; store them, or write the answers, if asked to."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description="Compare the golden run's answers with the stored sums.")
    parser.add_argument("--store", action="store_true", help="keep the sums of this run")
    parser.add_argument("--dump", type=Path, help="write the answers there as JSON")
    given = parser.parse_args()
    stored = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    answers = {name: plain(call()) for name, call in CALLS.items()}
    found = {name: digest(answer) for name, answer in answers.items()}
    changed = [name for name in sorted({*stored, *found}) if stored.get(name) != found.get(name)]
    print("\n".join(f"differs: {name}" for name in changed) or f"all {len(found)} answers as stored")  # noqa: T201
    if given.store:
        STORED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if given.dump:
        given.dump.write_text(json.dumps(answers, indent=1), encoding="utf-8")
    return bool(changed) and not given.store


if __name__ == "__main__":
    sys.exit(main())
