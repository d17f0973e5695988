"""Control variates: what a sampled run gets wrong about a figure that is known exactly, taken out of its answer.

On every deal the kernel also counts how one player fares heads-up against others. Where the seats beside that pair may
hold any two cards, they take nothing away from it: the pair is dealt as if it sat alone, so the mean of the count is
the exact heads-up equity, from the table or a sweep. The rest of the answer moves with the count, and follows its
correction. How much of it to take out is fixed before the run by a pilot with other random numbers: nothing is biased.

Rules of the file: it decides by the question alone, never by what is loaded, so one seed gives the same bytes.
"""

from __future__ import annotations

from importlib import import_module

from equity.odds.question.question import Question
from equity.odds.question.tallies import shares_of
from equity.odds.sampling.dealers import Dealer
from equity.ranges import Range

__all__ = ["control_mean"]


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
    # by name, not by the planner, whose choice depends on what is loaded
    method = import_module("equity.odds.exact.sweep" if question.board else "equity.odds.exact.preflop")
    return round(pots * shares_of(method.solve(pair, threads=1), 2).equity[0], 12)
