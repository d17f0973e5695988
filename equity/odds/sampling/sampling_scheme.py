"""How a sampled run deals: the shape of its blocks, and how much of the control to take out.

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
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from equity.odds.exact import comparison, preflop
from equity.odds.question.method import Run
from equity.odds.question.question import Question
from equity.odds.question.tallies import shares_of
from equity.odds.sampling.dealers import Dealer
from equity.parallel import run_chunks
from equity.ranges import Range

__all__ = ["Scheme", "choose_scheme", "control_mean", "first_scheme", "gain_of_exchange", "most_tuples", "nanoseconds"]

_PILOT = 1 << 63  # number of a chunk that no run reaches
_PILOT_BLOCKS, _LEAST_PILOT = 1000, 40  # that try a shape if half of the pairs fit, at most and at least
_PILOT_PART = 120  # of the run's deals try a shape, where that is between the two
_ROOM = 250  # deals of the run for each pair of a shape that is tried
_WORTH_A_PILOT = 50_000  # deals
_WORTH_THREADS = 1_000_000  # deals: pilots of fewer are over before other threads have begun
_LEAST_BLOCKS = 64  # of a run, for an honest error
_MOST = 640  # pairs of a block
_BOARDS = {2: 8, 1: 4, 0: 1}  # of a group, by the cards to come; more of them would say too much the same
_LEAST_FITTING = 0.1  # of the pairs of a board and a tuple of hands
_WORTH_A_WORD, _BEYOND = 1.05, 1000.0  # gains that are told, and from which they are only rounding
_MOST_INFLATION = 2.0  # of the variance that as many deals had if each were dealt by itself
# Nanoseconds on one Zen 4 core: of a block, of a tuple, of a seat's hand drawn in it, of a board, of a pair looked at,
# and of a hand valued. Fitted to 92 shapes on 18 questions, most within 10 %; a board of five cards costs no more.
_BLOCK, _TUPLE, _HAND, _BOARD, _PAIR, _VALUED = 95.0, 26.0, 18.5, 28.7, 5.8, 3.0

_BUDGET = 5e9  # nanoseconds of one core for dealing ranges that hardly fit together, if no precision is asked for
_TRY = 12.0  # nanoseconds of one group's draw
_TRIES = 1 << 14
_PLENTY = 2_000_000  # tuples no question needs


@dataclass(frozen=True)
class Scheme:
    """What a block deals, and how its sums become equities.

    Attributes
    ----------
    groups, tuples, boards, cut : int
        Groups of a block; tuples of hands and boards of each; boards cut from one shuffled deck.
    control : tuple of int
        The player whose heads-up results against the others named are the control; empty for none.
    betas : tuple of float
        How much of the control to take out of each player's part.
    mean : float
        Mean of the control in pots per deal, known exactly.
    variance : float
        About the variance of the mean share times the number of deals, of the player for whom it is largest.
    gain : float
        By how much that is less than if each deal were dealt and counted by itself; 1 where no pilot tried.
    exchange_gain, control_gain : float
        By how much the exchange and the control each divide the variance of such blocks; 1 where they do not run.
    """

    groups: int
    tuples: int
    boards: int
    cut: int
    betas: tuple[float, ...]
    control: tuple[int, ...] = ()
    mean: float = 0.0
    variance: float = 0.25
    gain: float = 1.0
    exchange_gain: float = 1.0
    control_gain: float = 1.0

    @property
    def pairs(self) -> int:
        """Pairs of a tuple and a board in a block, some of which share a card."""
        return self.groups * self.tuples * self.boards

    def __str__(self) -> str:
        """Return the scheme in words, as ``--explain`` prints it.

        Examples
        --------
        >>> print(Scheme(1, 8, 10, 10, (0.0, 0.0), gain=2.2, exchange_gain=3.42))
        blocks of 10 boards x 8 deals of hands; exchange 3.4 x; a deal is worth 2.2 dealt one by one
        """
        boards, tuples = self.boards, self.tuples
        groups = f"{self.groups} x " * (self.groups > 1)
        words = [f"blocks of {groups}{boards} board{'s' * (boards > 1)} x {tuples} deal{'s' * (tuples > 1)} of hands"]
        gains = (("exchange", self.exchange_gain), ("heads-up control", self.control_gain))
        words += [f"{name} {_in_words(gain)} x" for name, gain in gains if gain >= _WORTH_A_WORD]
        return "; ".join(words + [f"a deal is worth {_in_words(self.gain)} dealt one by one"] * (self.gain != 1))


def _in_words(gain: float) -> str:
    return f"{gain:.1f}" if gain < _BEYOND else "1000s"


# Deals one chunk (number, deals) by a scheme: counts and sums as the kernel has them.
Pilot = Callable[[Scheme, tuple[int, int]], tuple[NDArray[np.int64], NDArray[np.float64]]]


def choose_scheme(
    question: Question,
    dealer: Dealer,
    *,
    deals: int,
    fixed: bool,
    pilot: Pilot,
    threads: int | None = 1,
) -> Scheme:
    """Return the scheme with the least time for a given standard error.

    Many boards for each tuple, and many tuples for each board, make a deal cheap; but deals that share a board, or
    hands, partly say the same. How much depends on the question: for a pair against overcards the board decides nearly
    everything, for wide ranges nearly nothing. A pilot of some shapes tells.

    Parameters
    ----------
    question : Question
    dealer : Dealer
    deals : int
        How many are wanted, about.
    fixed : bool
        The number of deals is the caller's: then no scheme is taken with which they are worth less than half.
    pilot : callable
        Deals one chunk by a scheme.
    threads : int, optional
        Number of threads; by default one per core.
    """
    shapes = _shapes(dealer, deals)
    if deals < _WORTH_A_PILOT:
        return shapes[0]
    mean = control_mean(question, dealer)
    if mean is not None:
        seats = dealer.held if len(dealer.held) == 2 else [*dealer.held, *dealer.free]
        shapes = [replace(shape, control=tuple(map(int, seats)), mean=mean) for shape in shapes]
    part = deals // _PILOT_PART
    tried = _try_all(dealer, shapes, pilot, part, threads if deals >= _WORTH_THREADS else 1)
    enough = [entry for entry in tried if not fixed or entry[1].gain >= 1 / _MOST_INFLATION]
    return min(enough or tried[:1], key=lambda entry: entry[0])[1]


def gain_of_exchange(dealer: Dealer, scheme: Scheme, unexchanged: Pilot, *, deals: int) -> float:
    """Return how many deals one with the exchange is worth: one more pilot of the chosen scheme, without it.

    Apart from `choose_scheme`, because nothing waits for it: it is dealt beside the run, 1 % of one on two threads.
    """
    if deals < _WORTH_A_PILOT:
        return 1.0
    plain = _try(dealer, len(_shapes(dealer, deals)), scheme, unexchanged, deals // _PILOT_PART)[1]
    return scheme.gain / plain.gain


def _shapes(dealer: Dealer, deals: int) -> list[Scheme]:
    """Return the shapes worth trying; the first is taken where there is no time for a pilot."""
    runout = 5 - len(dealer.board)
    left = len(dealer.deck) - 2 * len(dealer.open_seats)
    most, beside = (len(dealer.deck) // runout, left // runout) if runout else (1, 1)
    none = (0.0,) * dealer.players
    if not len(dealer.open_seats):  # the hands are all known: only boards are to be dealt
        wanted = [(1, 1, most, most), (1, 1, 4 * most, most)]
    elif comb(left, runout) < _LEAST_FITTING * comb(len(dealer.deck), runout):  # hardly a board would fit many hands
        wanted = [(1, 1, boards, beside) for boards in (beside, 4 * beside, max(1, beside // 2))]
    elif runout < 5:
        boards = min(_BOARDS[runout], most)
        groups = max(1, most // boards)  # that use up a deck
        wanted = [(groups, tuples, boards, most) for tuples in (3, 6, 12, 24)]
        wanted += [(2 * groups, tuples, boards // 2, most) for tuples in (4, 12)] * (runout > 0)
    elif len(dealer.settled):
        wanted = [(1, 1, beside, beside), (1, 1, 4 * beside, beside)]
        wanted += [(1, tuples, decks * most, most) for tuples, decks in ((3, 1), (6, 1), (4, 2), (6, 4))]
    else:
        wanted = [(1, t, decks * most, most) for t, decks in ((8, 1), (16, 1), (32, 1), (4, 1), (16, 2), (12, 4))]
    largest = max(1, deals // (_LEAST_BLOCKS if deals < _WORTH_A_PILOT else _ROOM))
    shapes = [Scheme(*shape, none) for shape in dict.fromkeys(wanted) if prod(shape[:3]) <= min(largest, _MOST)]
    if shapes:
        return shapes
    boards = min(wanted[0][2], beside, largest)
    return [Scheme(1, max(1, min(wanted[0][1], largest // boards)), boards, beside, none)]


def first_scheme(dealer: Dealer, deals: int) -> Scheme:
    """Return the scheme of a run that is too short for a pilot."""
    return _shapes(dealer, deals)[0]


def nanoseconds(dealer: Dealer, scheme: Scheme, fitting: float | None = None) -> float:
    """Return about how many nanoseconds one deal takes; `fitting` is the part of pairs that share no card, if known."""
    boards, runout = scheme.groups * scheme.boards, 5 - len(dealer.board)
    cards, left = len(dealer.deck), len(dealer.deck) - 2 * len(dealer.open_seats)
    alone = scheme.groups * scheme.tuples == 1  # then cards of the hands are drawn and passed over, dearly
    if fitting is None:
        fitting = 1.0 if alone else comb(left, runout) / comb(cards, runout)
    tuples = scheme.groups * scheme.tuples * (_TUPLE + _HAND * len(dealer.open_seats))
    dealt = boards * (_BOARD * ((cards / left) ** 2 if alone else 1) + _VALUED * len(dealer.settled))
    met = scheme.pairs * (_PAIR + fitting * _VALUED * len(dealer.open_seats))
    return (_BLOCK + tuples + dealt + met) / (scheme.pairs * fitting)


def _try_all(
    dealer: Dealer, shapes: list[Scheme], pilot: Pilot, part: int, threads: int | None
) -> list[tuple[float, Scheme]]:
    """Try every shape, side by side: a twentieth of a run, which else keeps two threads from 1.9 times one."""
    attempt = lambda number: _try(dealer, number, shapes[number], pilot, part)  # noqa: E731
    # who stops a run between two chunks is to have one by then
    return list(run_chunks(attempt, range(len(shapes)), threads=threads, stoppable=False))


def _try(dealer: Dealer, number: int, shape: Scheme, pilot: Pilot, part: int) -> tuple[float, Scheme]:
    """Return the cost of a scheme, time for a given variance, and the scheme with what the pilot found."""
    most, least = (blocks * shape.pairs // 2 for blocks in (_PILOT_BLOCKS, _LEAST_PILOT))
    deals = min(most, max(least, part))
    counts, sums = pilot(shape, (_PILOT + number, deals))
    blocks, square_deals = sums[4, 0], sums[4, 1]
    means = sums[0] / deals
    spread = sums[1] - 2 * means * sums[2] + means**2 * square_deals
    players = dealer.players
    betas, before = np.zeros(players), spread[:players].sum()
    if shape.control and spread[players] > 0:
        shared = sums[3] - means * sums[2, players] - means[players] * sums[2] + means * means[players] * square_deals
        betas = shared[:players] / spread[players]
        betas[-1] -= betas.sum()  # the pot stays whole
        spread[:players] += betas**2 * spread[players] - 2 * betas * shared[:players]
    variances = np.maximum(spread[:players], 0.0) / deals
    alone = _variances_alone(counts, players)
    scheme = replace(
        shape,
        betas=tuple(betas.tolist()),
        variance=max(float(variances.max()), 1e-9),
        gain=float(alone.sum() / max(variances.sum(), 1e-9)),
        control_gain=float(before / max(spread[:players].sum(), 1e-9)) if betas.any() else 1.0,
    )
    fitting = deals / (blocks * shape.pairs)
    return max(float(variances.sum()), 1e-9) * nanoseconds(dealer, shape, min(1.0, fitting)), scheme


def _variances_alone(counts: NDArray[np.int64], players: int) -> NDArray[np.float64]:
    """Return the variance of each player's share of one deal."""
    winners = np.arange(len(counts))
    sizes = np.array([max(1, int(number).bit_count()) for number in winners])
    shares = np.array([(winners >> player & 1) / sizes for player in range(players)])
    odds = counts / counts.sum()
    variances: NDArray[np.float64] = shares**2 @ odds - (shares @ odds) ** 2
    return variances


def most_tuples(dealer: Dealer) -> int | None:
    """Return how many tuples of ranges that hardly fit together are dealt unasked, or None if all is well.

    Groups are drawn until no card is used twice; how often that fails is tried out here, with the same random numbers
    each time, so that a run ends at the same deal on any machine.

    Examples
    --------
    >>> from equity.odds.sampling.dealers import make_dealer
    >>> [most_tuples(make_dealer(Question.parse(players))) for players in (["22+"] * 3, ["15%"] * 10)]
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
