"""Which method answers a question, and what it will cost: the only place that decides.

Rules of the file: the choice depends on the question alone, never on what the process has loaded or answered before;
prices are seconds of one core with everything loaded, from constants measured by each method's own module. Modules are
loaded only when their turn comes: a question for the preflop table must not load NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from equity.errors import OptionError
from equity.odds.question.method import Algorithm, Method
from equity.odds.question.question import Question

__all__ = [
    "METHODS",
    "Option",
    "Plan",
    "best_method",
    "choose",
    "duration",
    "explain",
    "get_method",
    "list_costs",
    "list_options",
    "should_count",
]


@cache
def _preflop() -> Method:
    from equity.odds.exact import preflop

    return preflop


@cache
def _comparison() -> Method:
    from equity.odds.exact import comparison

    return comparison


@cache
def _sweep() -> Method:
    from equity.odds.exact import sweep

    return sweep


@cache
def _enumeration() -> Method:
    from equity.odds.exact import enumeration

    return enumeration


# in the order in which they are asked
_EXACT: dict[Algorithm, Callable[[], Method]] = {
    Algorithm.PREFLOP_TABLE: _preflop,
    Algorithm.COMPARISON: _comparison,
    Algorithm.SWEEP: _sweep,
    Algorithm.ENUMERATION: _enumeration,
}
_SAMPLING = "random deals; the error shrinks with time"
METHODS = {
    "auto": "auto", "exact": "exact", "monte-carlo": "monte-carlo", "mc": "monte-carlo", "sample": "monte-carlo",
}  # fmt: skip
PATIENCE = 5.0  # seconds of one core up to which counting is preferred to sampling
_BEYOND = 30 * 86_400.0  # seconds after which "exact" is refused in favour of sampling
_LONG = 60.0  # seconds from which a run announces itself


class Option(NamedTuple):
    """One method for a question: its predicted seconds, or None if it cannot answer it."""

    algorithm: Algorithm
    seconds: float | None


class Plan(NamedTuple):
    """The choice.

    Attributes
    ----------
    method : str
        ``"exact"`` or ``"monte-carlo"``.
    algorithm : Algorithm
    seconds : float
        Predicted time of one core; for sampling at most about this.
    reason : str
        Why.
    notes : tuple of str
        What the user should know, such as a request that could not be met.
    """

    method: str
    algorithm: Algorithm
    seconds: float
    reason: str
    notes: tuple[str, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether a run takes longer than about a minute and should say so before it starts."""
        return self.seconds > _LONG


def get_method(algorithm: Algorithm) -> Method:
    """Return an exact method by its name.

    Examples
    --------
    >>> get_method(Algorithm.PREFLOP_TABLE).about
    'two players without board or dead cards: looked up'
    """
    return _EXACT[algorithm]()


def list_options(question: Question) -> list[Option]:
    """Return every exact method with its predicted seconds.

    Examples
    --------
    >>> [option.algorithm.value for option in list_options(Question.parse(["AA", "KK"])) if option.seconds is not None]
    ['preflop table', 'enumeration']
    """
    methods = map(get_method, _EXACT)
    return [Option(way.name, way.predict_seconds(question) if way.can_solve(question) else None) for way in methods]


def should_count(seconds: float, *, samples: int | None = None, patience: float = PATIENCE) -> bool:
    """Say whether a question or an analysis is counted, or sampled: the one answer for all of them.

    Parameters
    ----------
    seconds : float
        What counting takes on one core; it depends on the question alone, and so does the answer.
    samples : int or None, optional
        Deals the caller has asked for: then nothing is counted.
    patience : float, optional
        How long counting may take.

    Examples
    --------
    >>> should_count(1.0), should_count(1.0, samples=1000), should_count(100.0)
    (True, False, False)
    """
    return samples is None and seconds <= patience


def choose(
    question: Question,
    *,
    method: str = "auto",
    samples: int | None = None,
    target: float | None = None,
    seconds: float | None = None,
) -> Plan:
    """Choose a method.

    Parameters
    ----------
    question : Question
    method : {"auto", "exact", "monte-carlo", "mc", "sample"}
    samples, target, seconds
        When a sampled run is to stop, as for `equity.calculate`; a number of samples or a time makes "auto" sample.

    Examples
    --------
    >>> plan = choose(Question.parse(["AsKs", "QQ"]))
    >>> plan.method, plan.algorithm
    ('exact', 'preflop table')
    """
    if method not in list(METHODS):  # not everything that may be given can be looked up
        raise OptionError(f"method {method!r} is unknown; use auto, exact or monte-carlo")
    wanted = METHODS[method]
    goal = {"samples": samples, "target": target, "seconds": seconds}
    if wanted == "monte-carlo" or (wanted == "auto" and (samples is not None or seconds is not None)):
        return _plan_sampling(question, "sampled, as you asked", goal)
    best = best_method(question)
    exact = best.predict_seconds(question)
    if wanted == "exact" and exact > _BEYOND:
        note = f"sampled, though you asked for exact: an exact count would take {duration(exact)}"
        return _plan_sampling(question, note, goal, (note,))
    if wanted == "exact":
        return Plan("exact", best.name, exact, f"exact, as you asked: takes {duration(exact)}")
    if should_count(exact):
        return Plan("exact", best.name, exact, f"exact, because that takes {duration(exact)}")
    return _plan_sampling(question, f"sampled, because an exact count takes {duration(exact)}", goal)


def _plan_sampling(question: Question, reason: str, goal: Mapping[str, Any], notes: tuple[str, ...] = ()) -> Plan:
    from equity.odds.sampling.sampling import Goal, predict_seconds

    return Plan("monte-carlo", Algorithm.SAMPLING, predict_seconds(question, Goal(**goal)), reason, notes)


def best_method(question: Question) -> Method:
    """Return the exact method that answers: one that needs no compiled code where there is one, else the cheapest.

    Examples
    --------
    >>> best_method(Question.parse(["22+", "random"], board="2s7sTh")).name.value
    'comparison'
    """
    able = []
    for load in _EXACT.values():
        method = load()
        if method.can_solve(question):
            if method.is_small(question):
                return method  # and the others are not even loaded
            able.append(method)
    return min(able, key=lambda method: method.predict_seconds(question))  # enumeration answers everything


def duration(seconds: float) -> str:
    """Return a length of time in words.

    Examples
    --------
    >>> duration(0.0003), duration(2), duration(7200), duration(1e12)
    ('less than 0.01 s', 'about 2 s', 'about 2 hours', 'about 30,000 years')
    """
    if seconds < 0.01:
        return "less than 0.01 s"
    for limit, unit, name in ((120, 1, "s"), (7200, 60, "minutes"), (172_800, 3600, "hours"), (3e8, 86_400, "days")):
        if seconds < limit:
            return f"about {seconds / unit:.1g} {name}" if seconds / unit < 10 else f"about {seconds / unit:.0f} {name}"
    years = seconds / 31_557_600
    return f"about {float(f'{years:.1g}'):,.0f} years"


def explain(question: Question, plan: Plan) -> str:
    """Return the choice and every method's predicted cost, one line each.

    Examples
    --------
    >>> question = Question.parse(["AsKs", "QhQd"])
    >>> print(explain(question, choose(question)).splitlines()[0])
    preflop table: exact, because that takes less than 0.01 s
    """
    return "\n".join([f"{plan.algorithm}: {plan.reason}", *list_costs(question, plan)])


def list_costs(question: Question, plan: Plan) -> list[str]:
    """Return a line for each method: its name, its cost on one core, and what it does for whom.

    Examples
    --------
    >>> question = Question.parse(["AsKs", "QhQd"])
    >>> print(list_costs(question, choose(question))[1])
      comparison     -                 two players on a board: their hands compared on every board
    """
    rows = [
        (
            option.algorithm,
            "-" if option.seconds is None else duration(option.seconds),
            get_method(option.algorithm).about,
        )
        for option in list_options(question)
    ]
    asked = duration(plan.seconds) if plan.algorithm is Algorithm.SAMPLING else "as you like"
    rows.append((Algorithm.SAMPLING, asked, _SAMPLING))
    widths = [max(len(row[i]) for row in rows) for i in (0, 1)]
    return [f"  {name:{widths[0]}}  {cost:{widths[1]}}  {about}" for name, cost, about in rows]
