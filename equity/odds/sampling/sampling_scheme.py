"""How a sampled run deals: boards and groups of hands a shuffle, and how much of the control to take out.

Rules of the file: the choice depends on the question, the goal and the seed alone; costs are constants, not
measurements, so that one seed gives the same bytes on any machine. Pilots have random streams of their own and their
deals are not used again.

The control: what a sampled run gets wrong about a figure that is known exactly, taken out of its answer. On every deal
the kernel also counts how one player fares heads-up against others. Where the seats beside that pair may hold any two
cards, they take nothing away from it: the pair is dealt as if it sat alone, so the mean of the count is the exact
heads-up equity, from the table or a sweep. The rest of the answer moves with the count, and follows its correction. How
much of it to take out is fixed before the run by a pilot with other random numbers: nothing is biased.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from equity.constants import POT_UNITS
from equity.odds.exact import comparison, preflop
from equity.odds.question.method import Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import shares_of
from equity.odds.sampling.dealers import Dealer
from equity.odds.sampling.statistics import FINE
from equity.ranges import Range

__all__ = ["Scheme", "choose_scheme", "control_mean", "most_shuffles", "nanoseconds"]

_PILOT = 1 << 63  # number of a chunk that no run reaches
_PILOT_SHUFFLES = 1 << 9
_WORTH_A_PILOT = 20_000  # deals
_WORTH_A_CONTROL = 50_000  # deals
_MOST = 64  # deals of one shuffle
_MOST_INFLATION = 1.1  # of the variance of a given number of deals
# Nanoseconds on one Zen 4 core: a shuffle, one whose hole cards are drawn, a card, a hand valued, a showdown.
_SHUFFLE, _DRAWN, _CARD, _VALUED, _SHOWDOWN = 35.0, 30.0, 2.2, 3.0, 3.0


_BUDGET = 5e9  # nanoseconds of one core for dealing ranges that hardly fit together, if no precision is asked for
_TRY = 12.0  # nanoseconds of one group's draw
_TRIES = 1 << 14
_PLENTY = 2_000_000  # shuffles no question needs


@dataclass(frozen=True)
class Scheme:
    """What a shuffle deals, and how its counts become equities.

    Attributes
    ----------
    boards, groups : int
        Boards of a shuffle, and hands for each free seat; every board meets every group.
    betas : tuple of int
        How much of the control to take out of each kind's part, in 1/64.
    mean : float
        Mean of the control in pots, known exactly.
    variance : float
        About the variance of a deal's share, divided by what a deal is worth; of the player for whom it is largest.
    """

    boards: int
    groups: int
    betas: tuple[int, ...]
    mean: float = 0.0
    variance: float = 0.25

    @property
    def deals(self) -> int:
        """Deals of one shuffle."""
        return self.boards * self.groups


Pilot = Callable[[Scheme, tuple[int, int]], tuple[NDArray[np.int64], NDArray[np.int64]]]


def choose_scheme(question: Question, dealer: Dealer, *, deals: int, fixed: bool, pilot: Pilot) -> Scheme:
    """Return the scheme with the least time for a given standard error.

    Where only strata decide the hole cards, a shuffle deals as many boards as the deck holds: they exclude each other,
    which helps. Elsewhere the boards of one shuffle share hole cards and so say partly the same; a pilot of some
    schemes tells how much.

    Parameters
    ----------
    question : Question
    dealer : Dealer
    deals : int
        How many are wanted, about.
    fixed : bool
        The number of deals is the caller's: then no scheme is taken that makes the error noticeably larger.
    pilot : callable
        Deals one chunk by a scheme.
    """
    kinds = int(dealer.kinds.max()) + 1
    plain = Scheme(1, 1, (0,) * kinds)
    if fixed and deals < 200 * dealer.repeats:
        return plain
    if len(dealer.seats) <= 1 and not len(dealer.free):
        return Scheme(_most_boards(dealer, dealer.room), 1, plain.betas)
    if deals < _WORTH_A_PILOT:
        return plain
    mean = control_mean(question, dealer) if deals >= _WORTH_A_CONTROL else None
    tried = [_try(dealer, shape, mean, pilot) for shape in _shapes(dealer)]
    limit = _MOST_INFLATION * tried[0][2] if fixed else float("inf")
    return min((t for t in tried if t[2] <= limit), key=lambda t: t[0], default=tried[0])[1]


def _most_boards(dealer: Dealer, room: int) -> int:
    """Return how many disjoint boards a shuffle may deal from `room` cards.

    One if only the river is to come: all rivers at once leave nothing to vary but which hole cards the strata's edges
    give, and a variance from so few pairs measures nothing (coverage of 95 % intervals fell to 33 %).
    """
    runout = 5 - len(dealer.board)
    return room // runout if runout > 1 else 1


def _shapes(dealer: Dealer) -> list[tuple[int, int]]:
    """Return the (boards, groups) worth trying, one of each first."""
    runout, free, room = 5 - len(dealer.board), len(dealer.free), dealer.room
    shapes = [(1, 1)]
    most_groups = (room - runout) // (2 * free) if free else 1
    for groups in (1, 2, 4, 6, 9):
        if groups <= most_groups:
            most = min(_most_boards(dealer, room - 2 * free * groups), _MOST // groups)
            shapes += [(most, groups), ((most + 1) // 2, groups)] if groups in (1, 4) else [(most, groups)]
    return list(dict.fromkeys(shapes))


def nanoseconds(dealer: Dealer, boards: int, groups: int) -> float:
    """Return about how many nanoseconds one deal takes."""
    held, free, runout = len(dealer.held), len(dealer.free), 5 - len(dealer.board)
    shuffle = _SHUFFLE + _DRAWN * len(dealer.seats) * (len(dealer.hands) > len(dealer.seats))
    dealt = _CARD * (2 * free * groups + boards * runout) + _VALUED * boards * held
    return (shuffle + dealt) / (boards * groups) + _SHOWDOWN + _VALUED * free


def _try(dealer: Dealer, shape: tuple[int, int], mean: float | None, pilot: Pilot) -> tuple[float, Scheme, float]:
    """Return a scheme's cost, the scheme, and its variance per deal without control."""
    boards, groups = shape
    kinds = int(dealer.kinds.max()) + 1
    scheme = Scheme(boards, groups, (0,) * kinds)
    deals = _PILOT_SHUFFLES * scheme.deals
    _, moments = pilot(scheme, (_PILOT + 100 * boards + groups, deals))
    squares, products = moments[1].astype(float), moments[4].astype(float)
    betas = np.zeros(kinds, np.int64)
    if mean is not None and squares[-1] > 0:
        betas = np.rint(products[:-1] / squares[-1]).astype(np.int64)
        betas[-1] -= betas.sum()  # the pot stays whole
    left = squares[:-1] - 2 * betas * products[:-1] + betas**2 * squares[-1]
    sizes = np.bincount(dealer.kinds)
    unit = deals * float(FINE * POT_UNITS) ** 2
    variance = float((left / sizes**2).max()) / unit
    plain = float((squares[:-1] / sizes**2).max()) / unit
    chosen = Scheme(boards, groups, tuple(betas.tolist()), mean or 0.0, variance)
    worth = max(float((left / sizes).sum()) / unit, 1e-9)  # players all of one kind: nothing but time matters
    return worth * nanoseconds(dealer, boards, groups), chosen, plain


def most_shuffles(dealer: Dealer) -> int | None:
    """Return how many shuffles of ranges that hardly fit together are dealt unasked, or None if all is well.

    Groups are drawn until no card is used twice; how often that fails is tried out here, with the same random numbers
    each time, so that a run ends at the same deal on any machine.

    Examples
    --------
    >>> from equity.odds.sampling.dealers import make_dealer
    >>> [most_shuffles(make_dealer(Question.parse(players))) for players in (["22+"] * 3, ["15%"] * 10)]
    [None, 255084]
    """
    starts, masks, accept, alias = dealer.table[:4]
    if len(dealer.seats) < 2 or dealer.table[7].size:
        return None
    random = np.random.default_rng(0)
    used, drawn = np.zeros(_TRIES, np.uint64), 0
    for first, end in pairwise(starts.tolist()):
        drawn += len(used)
        rows = random.integers(first, end, len(used))
        rows = np.where(random.random(len(used)) < accept[rows], rows, alias[rows])
        fits = (used & masks[rows]) == 0
        used = used[fits] | masks[rows][fits]
    most = int(_BUDGET * max(1, len(used)) / (_TRY * drawn))
    return most if most < _PLENTY else None


def control_mean(question: Question, dealer: Dealer) -> float | None:
    """Return the mean of the kernel's control, in pots per deal, or None where it is not known exactly and quickly.

    One range against two or more free seats: its wins heads-up against each of them. Two ranges and free seats: the
    first one's wins against the second. More ranges take cards from each other, and their pairs are not dealt as if
    they sat alone. Before the flop with dead cards the exact figure takes too long.

    Examples
    --------
    >>> from equity.odds.sampling.dealers import make_dealer
    >>> question = Question.parse(["AA", "random", "random"])
    >>> control_mean(question, make_dealer(question))
    1.704074266042
    """
    held, free = len(dealer.held), len(dealer.free)
    pots = {1: free, 2: 1}.get(held, 0)
    if pots == 0 or free == 0 or held + free < 3 or (question.dead and not question.board):
        return None
    ranges = [question.ranges[seat] for seat in dealer.held]
    pair = Question((*ranges, Range("random"))[:2], question.board, question.dead)
    method = comparison if question.board else preflop
    return round(pots * shares_of(method.solve(pair, Run(threads=1)), 2).equity[0], 12)
