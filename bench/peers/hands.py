"""Whole hands: dealt, played, settled. Games and peers' loops: `bench.peers.loops`.

Compiled: our simulation, whose players are compiled, against the fastest loop each peer has. Stepped: one hand at a
time from Python, as a bot or a user interface does. Arrays: many hands at once, as a learning agent does. Ours leaves
the all-in adjustment out, as no peer has it.

`python -m bench.peers.hands` prints the decisions per hand of ours and of every peer, which must be nearly the same.
"""

from __future__ import annotations

import io
import random
import warnings
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from bench.peers.comparison import Comparison, Pair
from bench.peers.loops import PEERS, fastest
from bench.rounds import Side
from equity.rules import Hand, Rules, cardroom_limit

if TYPE_CHECKING:
    from equity.history import HandRecord

RULES = Rules(small_blind=5, big_blind=10)
GAMES = {
    "call": (RULES, "call", 1000),
    "random": (RULES, "random", 1000),
    "limit": (cardroom_limit(4, 8), "random", 400),
}
HANDS = 400_000  # a run begins and ends with some milliseconds for the statistics of its result
STEPPED = 300


def simulated(game: str, seats: int) -> Side:
    from equity.simulate import run

    rules, player, stacks = GAMES[game]

    def play() -> int:
        result = run(rules, [player] * seats, hands=HANDS, stacks=stacks, seed=1, threads=1, all_in_ev=False)
        return sum(seat.decisions for seat in result.seats)

    return Side(play, HANDS)


def stepped(game: str, seats: int) -> Side:
    rules, _, stacks = GAMES[game]

    def play() -> None:
        for seed in range(STEPPED):
            hand = Hand(rules, [stacks] * seats, seed=seed)
            while not hand.is_over:
                hand.check_or_call()

    return Side(play, STEPPED)


def batched(game: str, seats: int) -> Side:
    from equity.simulate import Action, HandBatch

    rules, _, stacks = GAMES[game]
    batch = HandBatch(5_000, rules, stacks, seats=seats, seed=1)

    def play() -> None:
        batch.next_hands()
        while not batch.over.all():
            batch.step(Action.CHECK_CALL)

    play()
    return Side(play, 5_000)


Work = tuple[Callable[[str, int], Side], str, int, tuple[str, ...]]
ALL = ("pokerkit", "pokerfast", "rlcard", "open_spiel")
COMPILED: dict[str, Work] = {
    "compiled players, 6 seats": (simulated, "call", 6, ALL),
    "compiled players, 2 seats": (simulated, "call", 2, ALL),
    "compiled players at random, 6 seats": (simulated, "random", 6, ALL),
    "compiled players at random, 2 seats": (simulated, "random", 2, ALL),
    "compiled players at random, limit, 6 seats": (simulated, "limit", 6, ("pokerkit", "rlcard")),  # OpenSpiel crashes
    "compiled players at random, limit, 2 seats": (simulated, "limit", 2, ("pokerkit", "rlcard", "open_spiel")),
}
STEPS: dict[str, Work] = {
    "stepped from Python, 6 seats": (stepped, "call", 6, ALL),
    "stepped as arrays, 6 seats": (batched, "call", 6, ("pokerkit", "pokerfast", "rlcard")),
}


def pair(ours: Callable[[str, int], Side], peer: str, game: str, seats: int) -> Pair:
    return ours(game, seats), fastest(peer, game, seats)


def decisions(side: Side, hands: int) -> float:
    """Return the decisions per hand, in at least so many hands."""
    calls = max(1, round(hands / side.units))
    return sum(side.run() for _ in range(calls)) / (calls * side.units)  # type: ignore[misc]


def main() -> None:
    """Print the decisions per hand of ours and of every peer that is installed."""
    warnings.simplefilter("ignore")  # of the peers
    for work, (ours, game, seats, peers) in COMPILED.items():
        cells = [f"ours {decisions(ours(game, seats), HANDS):.2f}"]
        for peer in peers:
            try:
                cells.append(f"{peer} {decisions(PEERS[peer](game, seats), 5 if game == 'call' else 2000):.2f}")
            except ImportError:
                cells.append(f"{peer} not installed")
        print(f"{work:44}", "  ".join(cells), flush=True)


# ------------------------------------------------------------------------------------------------ histories
def random_hand(seed: int) -> Hand:
    rng = random.Random(seed)
    hand = Hand(Rules(small_blind=50, big_blind=100), [10_000] * 6, button=5, seed=seed)
    while not hand.is_over:
        legal = hand.legal
        draw = rng.random()
        if draw < 0.2 and legal.max_raise_to is not None:
            hand.raise_to(min(legal.max_raise_to, (legal.min_raise_to or 0) + 50 * rng.randrange(8)))
        elif draw < 0.4 and legal.call:
            hand.fold()
        else:
            hand.check_or_call()
    return hand


def random_records() -> list[HandRecord]:
    from equity.history import record_of

    return [record_of(random_hand(seed), fields={"hand": seed}) for seed in range(500)]


def short_records() -> list[HandRecord]:
    """Return hands as most are: six seats, and most of them fold."""
    from equity.simulate.runs.hand_records import first_records
    from equity.simulate.runs.specification import make_spec

    return first_records(make_spec(RULES, ["tag"] * 6, hands=1000, seed=1), 1000)


def replayed(make: Callable[[], list[HandRecord]]) -> Pair:
    import pokerkit as peer

    from equity.history import read_phh, replay_all, write_phh

    records = make()
    many, few = io.StringIO(), io.StringIO()
    write_phh(records, many)
    write_phh(records[:20], few)
    text, short = many.getvalue().encode(), few.getvalue().encode()

    def ours() -> None:
        assert sum(result.verdict == "agree" for result in replay_all(read_phh(io.BytesIO(text)))) == len(records)

    def theirs() -> None:
        for history in peer.HandHistory.load_all(io.BytesIO(short)):
            for _ in history:
                pass

    return Side(ours, len(records)), Side(theirs, 20)


COMPARISONS = [
    *(
        Comparison("hands", work, peer, partial(pair, ours, peer, game, seats))
        for work, (ours, game, seats, peers) in (COMPILED | STEPS).items()
        for peer in peers
    ),
    Comparison("hands", "PHH read, checked and replayed", "pokerkit", partial(replayed, random_records)),
    Comparison("hands", "PHH of short hands read, checked and replayed", "pokerkit", partial(replayed, short_records)),
]


if __name__ == "__main__":
    main()
