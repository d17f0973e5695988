"""Which method answers a question, and what it will cost: the only place that decides.

Rules of the file: every method is listed here with what it can answer and how long it will take, from constants
measured by the method's own module. Modules are loaded only when their turn comes: a question for the preflop table
must not load NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from equity.errors import OptionError
from equity.odds.question.question import Question
from equity.odds.question.tallies import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from equity.odds.question.checkpoints import Keeper

__all__ = ["METHODS", "Option", "Plan", "choose", "duration", "explain", "list_costs", "list_options", "solve_exactly"]

Progress = Callable[[int, int], object]

# name of the algorithm -> module with can_solve, predict_seconds and solve, cheapest kind of work first
_EXACT = {
    "preflop table": "equity.odds.exact.preflop",
    "comparison": "equity.odds.exact.numpy_comparison",
    "sweep": "equity.odds.exact.sweep",
    "enumeration": "equity.odds.exact.enumeration",
}
_ABOUT = {
    "preflop table": "two players without board or dead cards: looked up",
    "comparison": "two players on a board: each hand against each, without compiled code",
    "sweep": "two or three players: all hands in order of strength, board by board",
    "enumeration": "anybody's hands one deal after the other, each on every board",
    "sampling": "random deals; the error shrinks with time",
}
METHODS = {
    "auto": "auto", "exact": "exact", "monte-carlo": "monte-carlo", "mc": "monte-carlo", "sample": "monte-carlo",
}  # fmt: skip
_INSTANT = 0.25  # seconds; the table is taken without asking what others would cost
_SMALL = 1e-4  # seconds below which the first method that reaches it is taken
_PATIENCE = 3.0  # seconds up to which "auto" prefers an exact answer
_BEYOND = 30 * 86_400.0  # seconds after which "exact" is refused in favour of sampling
_LONG = 60.0  # seconds from which an exact run announces itself


@dataclass(frozen=True, slots=True)
class Option:
    """One method for a question: its predicted seconds, or None if it cannot answer it."""

    algorithm: str
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Plan:
    """The choice.

    Attributes
    ----------
    method : str
        ``"exact"`` or ``"monte-carlo"``.
    algorithm : str
        The method's name among the exact ones, or ``"sampling"``.
    seconds : float or None
        Predicted time; None for sampling.
    reason : str
        Why.
    notes : tuple of str
        What the user should know, such as a request that could not be met.
    """

    method: str
    algorithm: str
    seconds: float | None
    reason: str
    notes: tuple[str, ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether an exact run takes longer than about a minute and should say so before it starts."""
        return self.seconds is not None and self.seconds > _LONG


def list_options(question: Question) -> list[Option]:
    """Return every exact method with its predicted seconds.

    Examples
    --------
    >>> [option.algorithm for option in list_options(Question.parse(["AA", "KK"])) if option.seconds is not None][0]
    'preflop table'
    """
    options = []
    for algorithm, home in _EXACT.items():
        module = import_module(home)
        seconds = module.predict_seconds(question) if module.can_solve(question) else None
        options.append(Option(algorithm, seconds))
    return options


def choose(question: Question, *, method: str = "auto", sampled: bool = False) -> Plan:
    """Choose a method.

    Parameters
    ----------
    question : Question
    method : {"auto", "exact", "monte-carlo", "mc", "sample"}
    sampled : bool, optional
        The caller named a number of samples or a time: then "auto" samples.

    Examples
    --------
    >>> plan = choose(Question.parse(["AsKs", "QQ"]))
    >>> plan.method, plan.algorithm
    ('exact', 'preflop table')
    """
    if method not in list(METHODS):  # not everything that may be given can be looked up
        raise OptionError(f"method {method!r} is unknown; use auto, exact or monte-carlo")
    wanted = METHODS[method]
    if wanted == "monte-carlo" or (wanted == "auto" and sampled):
        return Plan("monte-carlo", "sampling", None, "sampled, as you asked")
    best = _cheapest(question)
    seconds = best.seconds or 0.0
    if wanted == "exact" and seconds > _BEYOND:
        note = f"sampled, though you asked for exact: an exact count would take {duration(seconds)}"
        return Plan("monte-carlo", "sampling", None, note, (note,))
    if wanted == "exact":
        return Plan("exact", best.algorithm, seconds, f"exact, as you asked: takes {duration(seconds)}")
    if seconds <= _PATIENCE:
        return Plan("exact", best.algorithm, seconds, f"exact, because that takes {duration(seconds)}")
    return Plan("monte-carlo", "sampling", None, f"sampled, because an exact count takes {duration(seconds)}")


def _cheapest(question: Question) -> Option:
    table = import_module(_EXACT["preflop table"])
    if table.can_solve(question) and table.predict_seconds(question) <= _INSTANT:
        return Option("preflop table", table.predict_seconds(question))
    best: Option | None = None
    for algorithm, home in _EXACT.items():
        module = import_module(home)
        if module.can_solve(question):
            seconds = module.predict_seconds(question)
            if best is None or seconds < (best.seconds or 0.0):
                best = Option(algorithm, seconds)
            if seconds <= _SMALL:
                break  # to ask further what others cost would take as long
    assert best is not None  # enumeration answers everything
    return best


def solve_exactly(
    question: Question,
    algorithm: str,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    keeper: Keeper | None = None,
) -> Tally:
    """Run an exact method by its name; what has no chunks needs no executor and no `keeper`."""
    module = import_module(_EXACT[algorithm])
    if algorithm == "enumeration":
        tally: Tally = module.solve(question, threads=threads, executor=executor, progress=progress, keeper=keeper)
        return tally
    options: dict[str, Any] = {"threads": threads}
    if algorithm == "sweep":
        options |= {"executor": executor, "keeper": keeper}
    if progress is not None:
        report = progress
        options["progress"] = lambda part: report(round(1000 * part), 1000)
    result: Tally = module.solve(question, **options)
    return result


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
    return "\n".join([f"{plan.algorithm}: {plan.reason}", *list_costs(question)])


def list_costs(question: Question) -> list[str]:
    """Return a line for each method: its name, its cost, and what it does for whom.

    Examples
    --------
    >>> print(list_costs(Question.parse(["AsKs", "QhQd"]))[1])
      comparison     -                 two players on a board: each hand against each, without compiled code
    """
    rows = [
        (option.algorithm, "-" if option.seconds is None else duration(option.seconds), _ABOUT[option.algorithm])
        for option in list_options(question)
    ]
    rows.append(("sampling", "as you like", _ABOUT["sampling"]))
    widths = [max(len(row[i]) for row in rows) for i in (0, 1)]
    return [f"  {name:{widths[0]}}  {cost:{widths[1]}}  {about}" for name, cost, about in rows]
