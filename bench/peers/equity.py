"""Equities: exact ones to the last digit, sampled ones at the same true standard error; one thread everywhere.

Left out because their answer is wrong: eval7's exact function before the river (it returns 0 or 1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

import equity
from bench.peers.comparison import Comparison, Pair
from bench.rounds import Side

HAND = ("AsKs", "QhQd")
PAIR = ("AsKs", "QQ")
RANGES = ("QQ+,AKs,AKo", "22+,A2s+,KTs+")
ANY = ("random", "random")
WIDE = "22+,A2s+,K8s+,Q9s+,J9s+,T9s,A9o+,KTo+,QTo+,JTo"  # about 20 % of all hands
FLOP, TURN = "2s7sTh", "2s7sTh9d"
CALLS = 60  # of each sampler, for its squared error

# work -> players, board, dead cards, peers, and whether it is quick enough for CI
EXACT: dict[str, tuple[Sequence[str], str, str, Sequence[str], bool]] = {
    "AsKs v QhQd": (HAND, "", "", ("pokerfast", "poker-equity", "holdem-calc"), False),
    "AsKs v QhQd, 2c dead (no table)": (HAND, "", "2c", ("pokerfast",), True),
    "AsKs v QQ": (PAIR, "", "", ("pokerfast", "poker-equity"), True),
    "AsKs v QhQd v JTs": ((*HAND, "JTs"), "", "", ("pokerfast",), True),
    "QQ+,AK v 22+,A2s+,KTs+": (RANGES, "", "", ("pokerfast",), True),
    "AsKs v QhQd on a flop": (HAND, FLOP, "", ("pokerfast", "poker-equity", "holdem-calc"), True),
    "QQ+,AK v 22+,A2s+,KTs+ on a flop": (RANGES, FLOP, "", ("pokerfast",), True),
    "random v random on a flop": (ANY, FLOP, "", ("pokerfast",), False),
    "random v random on a turn": (ANY, TURN, "", ("pokerfast",), True),
    "three 20 % ranges on a turn": ((WIDE, WIDE, WIDE), TURN, "", ("pokerfast",), False),
}


def ours(players: Sequence[str], board: str, dead: str) -> Side:
    return Side(lambda: equity.calculate(players, board=board, dead=dead, threads=1, method="exact"))


def pokerfast(players: Sequence[str], board: str, dead: str) -> Callable[[], object]:
    from pokerfast.equity import equity as peer

    return partial(peer, list(players), board, dead)


def poker_equity(players: Sequence[str], board: str, dead: str) -> Callable[[], object]:
    from poker_equity import exact_from_text

    return partial(exact_from_text, "holdem", list(players), board, dead)


def holdem_calc(players: Sequence[str], board: str, dead: str) -> Callable[[], object]:
    from holdem_calc.holdem_calc import calculate

    assert not dead
    cards = [board[at : at + 2] for at in range(0, len(board), 2)] or None
    return partial(calculate, cards, True, 1, None, [hand[at : at + 2] for hand in players for at in (0, 2)], False)


PEERS = {"pokerfast": pokerfast, "poker-equity": poker_equity, "holdem-calc": holdem_calc}


def first_equity(peer: str, players: Sequence[str], answer: object) -> float:
    """Return the first player's equity from the peer's answer."""
    if peer == "pokerfast":
        return float(answer[0])  # type: ignore[index]
    if peer == "poker-equity":
        return float(answer["players"][0]["equity"])  # type: ignore[index]
    tie, win, _ = answer  # type: ignore[misc]
    return float(win + tie / len(players))


def exact(players: Sequence[str], board: str, dead: str, peer: str) -> Pair:
    run = PEERS[peer](players, board, dead)
    mine = ours(players, board, dead)
    theirs = Side(run)
    if not (peer == "holdem-calc" and not board):  # ten seconds per call
        given = first_equity(peer, players, run())
        truth = float(mine.run().equity[0])  # type: ignore[attr-defined]
        assert abs(given - truth) < 1e-9, (given, truth)
    return mine, theirs


def is_guarded(work: str, peer: str) -> bool:
    _, board, _, _, quick = EXACT[work]
    return quick and not (peer == "poker-equity" and not board)


# ------------------------------------------------------------------------------------------------ sampling
W20 = "55+,A3s+,K7s+,Q8s+,J8s+,T8s+,A7o+,K9o+,QTo+,JTo"
W30 = "44+,A2s+,K5s+,Q8s+,J9s+,A3o+,K8o+,QTo+"
W40 = "22+,A2s+,K2s+,Q4s+,J7s+,T7s+,97s+,A2o+,K7o+,Q9o+,JTo"
OPEN = (W20, W30, W40, "random")
# work -> players, board, peers; not six random hands: that their equities are equal is known, so ours have no error
SAMPLED: dict[str, tuple[Sequence[str], str, Sequence[str]]] = {
    "AsKs v QQ": (PAIR, "", ("pokerfast", "eval7", "poker-equity")),
    "AsKs v 40 %": (("AsKs", W40), "", ("pokerfast", "eval7")),
    "AsKs v QQ v random": ((*PAIR, "random"), "", ("pokerfast", "poker-equity")),
    "AsKs v five random hands": (("AsKs", *("random",) * 5), "", ("pokerfast",)),
    "20 % v 40 %": ((W20, W40), "", ("pokerfast",)),
    "20 % v 30 % v 40 %": ((W20, W30, W40), "", ("pokerfast",)),
    "22+,ATs+,ATo+ v 30 % v 40 % v random": (("22+,ATs+,ATo+", *OPEN[1:]), "", ("pokerfast",)),
    "AsKs v 20 % v 30 % v 40 %": (("AsKs", W20, W30, W40), "", ("pokerfast",)),
    "QQ+,AK v JJ+,AQs+ v TT+,AQ": (("QQ+,AKs,AKo", "JJ+,AQs+", "TT+,AQs+,AQo+"), "", ("pokerfast",)),
    "five times 20 % v 30 %": ((*(W20,) * 5, W30), "", ("pokerfast",)),
    "20 % v 30 % v 40 % v random on a flop": (OPEN, FLOP, ("pokerfast",)),
    "20 % v 30 % v 40 % v random on a turn": (OPEN, TURN, ("pokerfast",)),
}
DEALS, FEWER = 1_000_000, 100_000  # of a call of ours, and of peers that are slow
Sampler = Callable[[int], Sequence[float]]


def our_sampler(players: Sequence[str], board: str) -> Sampler:
    def run(seed: int) -> Sequence[float]:
        answer = equity.calculate(players, board=board, method="mc", samples=DEALS, seed=seed, threads=1)
        return answer.shares.equity

    return run


def sampler(players: Sequence[str], board: str, peer: str) -> Sampler:
    """Return a function of a seed that samples once with the peer and returns the equities it gives."""
    if peer == "pokerfast":
        from pokerfast.equity import equity as run

        return lambda seed: list(map(float, run(list(players), board, exact=False, stdev=0.0005)))
    if peer == "eval7":  # one hand against one range alone, and the hand's equity
        import eval7

        hand = [eval7.Card(players[0][:2]), eval7.Card(players[0][2:])]
        other = eval7.HandRange(players[1])
        return lambda seed: [float(eval7.py_hand_vs_range_monte_carlo(hand, other, [], FEWER))]
    from poker_equity import chunk_from_text

    hands = ["**" if text == "random" else text for text in players]

    def chunk(seed: int) -> Sequence[float]:
        answer = chunk_from_text("holdem", hands, board, "", FEWER, seed + 1, 1)
        return [float(player["equity"]) for player in answer["players"]]

    return chunk


def sampled(players: Sequence[str], board: str, peer: str) -> Pair:
    """Compare time times squared error, of all players' equities that the peer gives."""
    theirs, mine = sampler(players, board, peer), our_sampler(players, board)
    seats = len(theirs(0))
    truth = np.array(equity.calculate(players, board=board, method="mc", samples=20_000_000, seed=1).equity[:seats])

    def side(run: Sampler) -> Side:
        errors = np.array([run(seed)[:seats] for seed in range(CALLS)]) - truth
        seeds = iter(range(1_000_000, 1 << 31))
        return Side(lambda: run(next(seeds)), spread=float((errors**2).mean()))

    return side(mine), side(theirs)


COMPARISONS = [
    *(
        Comparison("equity", work, peer, partial(exact, players, board, dead, peer), is_guarded(work, peer))
        for work, (players, board, dead, peers, _) in EXACT.items()
        for peer in peers
    ),
    *(
        # beside pokerfast with three players and more: the squared error is steady enough there
        Comparison(
            "sampled", work, peer, partial(sampled, players, board, peer), peer == "pokerfast" and len(players) > 2
        )
        for work, (players, board, peers) in SAMPLED.items()
        for peer in peers
    ),
]
