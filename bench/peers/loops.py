"""Whole hands in other packages: each loop deals, plays by one policy and settles, and returns the decisions it took.

Games, with every stack as at the start in each hand:

- ``call``: no-limit, blinds 5/10, 1000 chips, everybody checks or calls: 24 decisions per hand of six, 8 heads-up.
- ``random``: the same table; uniform over fold (if facing a bet), check or call, and, where a raise is legal, the
  least, the pot (kept within the legal amounts) and all-in: about 8.5 and 3.2 decisions.
- ``limit``: blinds 2/4, bets 4/8, 400 chips; uniform over fold (if facing), check or call, raise: 16.2 and 4.26.

What differs: RLCard has tables of its own (1/2 and 100 chips) and half the pot in place of the least raise, OpenSpiel
has no least raise. In limit, PokerKit allows a fifth bet before the flop, and RLCard's rounds end after as many checks
and calls as there are seats, folded ones among them. So a hand of theirs is not just as long as ours:
`python -m bench.peers.hands` prints the decisions of each.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from bench.rounds import Side

Loop = Callable[[str, int], Side]


def choose(*, facing: bool, raises: int) -> int:
    """Return -1 to fold, 0 to check or call, or the number of a raise."""
    return int(random.random() * (facing + 1 + raises)) - facing


def step_pokerkit(state: Any, kinds: int) -> None:
    """Act at random, with as many kinds of raises."""
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    choice = choose(facing=state.checking_or_calling_amount > 0, raises=0 if least is None else kinds)
    if choice < 0:
        state.fold()
    elif choice == 0:
        state.check_or_call()
    elif choice == 1:
        state.complete_bet_or_raise_to(least)
    else:
        pot = state.pot_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(most if choice == 3 else min(max(pot, least), most))


def pokerkit(game: str, seats: int) -> Side:
    import pokerkit as peer

    automatic = tuple(peer.Automation)
    limit, no_limit = peer.FixedLimitTexasHoldem.create_state, peer.NoLimitTexasHoldem.create_state
    hands = 5 if game == "call" else 100

    def play() -> int:
        decisions = 0
        for _ in range(hands):
            if game == "limit":
                state = limit(automatic, True, 0, (2, 4), 4, 8, (400,) * seats, seats)
            else:
                state = no_limit(automatic, True, 0, (5, 10), 10, (1000,) * seats, seats)
            while state.status:
                if game == "call":
                    state.check_or_call()
                else:
                    step_pokerkit(state, 1 if game == "limit" else 3)
                decisions += 1
        return decisions

    return Side(play, hands)


def pokerfast(game: str, seats: int) -> Side:
    import pokerfast as peer

    def call(hand: Any) -> None:
        if "call" in hand.get_action_space():
            hand.call()
        else:
            hand.check()

    def at_random(hand: Any) -> None:
        space = hand.get_action_space()
        owed = space.get("call", 0)
        choice = choose(facing=owed > 0, raises=3 if "min_bet" in space else 0)
        if choice < 0:
            hand.fold()
        elif choice == 0:
            call(hand)
        else:  # chips put in; kept within the legal amounts by the call itself
            hand.bet_or_raise((space["min_bet"], hand.pot_size() + 2 * owed, space["max_bet"])[choice - 1])

    act = call if game == "call" else at_random
    hands = 100 if game == "call" else 500

    def play() -> int:
        decisions = 0
        for _ in range(hands):
            hand = peer.FastHand(player_count=seats, small_blind=5, big_blind=10, min_stack=1000, max_stack=1000)
            while not hand.done:
                act(hand)
                decisions += 1
        return decisions

    return Side(play, hands)


class Agent:
    """An RLCard agent that checks or calls, or chooses among the actions of its game; it counts its decisions."""

    use_raw = False

    def __init__(self, game: str) -> None:
        self.game = game
        self.decisions = 0

    def step(self, state: Any) -> int:
        self.decisions += 1
        if self.game == "call":
            return 1
        legal, seen = list(state["legal_actions"]), state["raw_obs"]
        if seen["my_chips"] == max(seen["all_chips"]):
            legal.remove(2 if self.game == "limit" else 0)  # no folding for free
        return int(random.choice(legal))

    def eval_step(self, state: Any) -> tuple[int, dict[str, object]]:
        return self.step(state), {}


def rlcard(game: str, seats: int) -> Side:
    import rlcard as peer

    world = peer.make("limit-holdem" if game == "limit" else "no-limit-holdem", config={"game_num_players": seats})
    agent = Agent(game)
    world.set_agents([agent] * seats)
    hands = 50 if game == "call" else 200

    def play() -> int:
        agent.decisions = 0
        for _ in range(hands):
            world.run(is_training=False)
        return agent.decisions

    return Side(play, hands)


def open_spiel_game(game: str, seats: int) -> Any:
    """Load ACPC's game with blinds and order as at a table: heads-up the button, seat 2, posts the small blind."""
    import pyspiel

    small, big, stack = (2, 4, 400) if game == "limit" else (5, 10, 1000)
    table = {
        "numPlayers": seats, "numRounds": 4, "numSuits": 4, "numRanks": 13, "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "blind": f"{big} {small}" if seats == 2 else " ".join(map(str, [small, big] + [0] * (seats - 2))),
        "firstPlayer": "2 1 1 1" if seats == 2 else "3 1 1 1",
        "stack": " ".join([str(stack)] * seats),
    }  # fmt: skip
    if game == "limit":
        table |= {"betting": "limit", "raiseSize": "4 4 8 8", "maxRaises": "3 4 4 4"}
    else:
        table |= {"betting": "nolimit", "bettingAbstraction": "fcpa"}
    return pyspiel.load_game("universal_poker", table)


def open_spiel(game: str, seats: int) -> Side:
    """Play in a Python loop over its states."""
    table = open_spiel_game(game, seats)
    at_random = game != "call"
    draw = random.random

    def play() -> int:
        decisions = 0
        for _ in range(500):
            state = table.new_initial_state()
            while not state.is_terminal():
                chance = state.is_chance_node()
                decisions += not chance
                if chance or at_random:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(draw() * len(actions))])
                else:
                    state.apply_action(1)
        return decisions

    return Side(play, 500)


def open_spiel_native(game: str, seats: int) -> Side:
    """Play at random in its loop in C++, which tells no decisions."""
    import pyspiel

    table = open_spiel_game(game, seats)
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(seats)]

    def play() -> None:
        for _ in range(2000):
            pyspiel.evaluate_bots(table.new_initial_state(), bots, random.getrandbits(30))

    return Side(play, 2000)


PEERS: dict[str, Loop] = {"pokerkit": pokerkit, "pokerfast": pokerfast, "rlcard": rlcard, "open_spiel": open_spiel}


def fastest(peer: str, game: str, seats: int) -> Side:
    """Return the fastest loop a peer has for a game."""
    native = peer == "open_spiel" and game != "call"
    return (open_spiel_native if native else PEERS[peer])(game, seats)
