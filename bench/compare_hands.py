"""Whole hands, blinds 5/10, 1000 chips, everybody checks or calls: dealt, played, settled.

Compiled: our simulation, whose players are compiled, against the fastest loop each peer has. Stepped: one hand at a
time from Python, as a bot or a user interface does. Arrays: many hands at once, as a learning agent does.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from functools import partial

from bench.comparisons import Pair, comparison
from bench.rounds import Side
from equity.rules import Hand, Rules

RULES = Rules(small_blind=5, big_blind=10)
HANDS = 50_000
STEPPED = 300


def simulated(seats: int) -> Side:
    from equity.simulate import run

    return Side(lambda: run(RULES, ["call"] * seats, hands=HANDS, stacks=1000, seed=1, threads=1), HANDS)


def stepped(seats: int) -> Side:
    def play() -> None:
        for seed in range(STEPPED):
            hand = Hand(RULES, [1000] * seats, seed=seed)
            while not hand.is_over:
                hand.check_or_call()

    return Side(play, STEPPED)


def batched(seats: int) -> Side:
    from equity.simulate import Action, HandBatch

    batch = HandBatch(5_000, RULES, 1000, seats=seats, seed=1)

    def play() -> None:
        batch.next_hands()
        while not batch.over.all():
            batch.step(Action.CHECK_CALL)

    play()
    return Side(play, 5_000)


def pokerkit(seats: int) -> Side:
    import pokerkit as peer

    def play() -> None:
        for _ in range(5):
            state = peer.NoLimitTexasHoldem.create_state(
                tuple(peer.Automation), True, 0, (5, 10), 10, (1000,) * seats, seats
            )
            while state.status:
                state.check_or_call()

    return Side(play, 5)


def pokerfast(seats: int) -> Side:
    import pokerfast as peer

    def play() -> None:
        for _ in range(100):
            hand = peer.FastHand(player_count=seats, small_blind=5, big_blind=10, min_stack=1000, max_stack=1000)
            while not hand.done:
                if "call" in hand.get_action_space():
                    hand.call()
                else:
                    hand.check()

    return Side(play, 100)


class Caller:
    """An RLCard agent that checks or calls."""

    use_raw = False

    def step(self, state: object) -> int:
        return 1

    def eval_step(self, state: object) -> tuple[int, dict[str, object]]:
        return 1, {}


def rlcard(seats: int) -> Side:
    import rlcard as peer

    world = peer.make("no-limit-holdem", config={"game_num_players": seats})  # its blinds are 1/2, its stacks 100
    world.set_agents([Caller() for _ in range(seats)])

    def play() -> None:
        for _ in range(50):
            world.run(is_training=False)

    return Side(play, 50)


PEERS: dict[str, Callable[[int], Side]] = {"pokerkit": pokerkit, "pokerfast": pokerfast, "rlcard": rlcard}
OURS: dict[str, tuple[Callable[[int], Side], int, tuple[str, ...]]] = {
    "compiled players, 6 seats": (simulated, 6, ("pokerkit", "pokerfast", "rlcard")),
    "compiled players, 2 seats": (simulated, 2, ("pokerkit", "pokerfast", "rlcard")),
    "stepped from Python, 6 seats": (stepped, 6, ("pokerkit", "pokerfast", "rlcard")),
    "stepped as arrays, 6 seats": (batched, 6, ("pokerkit", "pokerfast", "rlcard")),
}


def pair(ours: Callable[[int], Side], peer: str, seats: int) -> Pair:
    return ours(seats), PEERS[peer](seats)


for _work, (_ours, _seats, _peers) in OURS.items():
    for _peer in _peers:
        comparison("hands", _work, _peer)(partial(pair, _ours, _peer, _seats))


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


@comparison("hands", "PHH read, checked and replayed", "pokerkit")
def replayed() -> Pair:
    import pokerkit as peer

    from equity.history import read_phh, record_of, replay_all, write_phh

    records = [record_of(random_hand(seed), fields={"hand": seed}) for seed in range(500)]
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
