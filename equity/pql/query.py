"""`equity.query`: a question in PQL -> its answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

from equity.constants import MOST_SAMPLES
from equity.errors import DealError, OptionError
from equity.numbers import count_threads, is_within, read_seed, read_target, read_whole
from equity.parallel import run_chunks
from equity.pql.counting import Count, count_part, plan_count
from equity.pql.evaluation import Sums
from equity.pql.grammar import QueryError, parse_query
from equity.pql.program import Program, compile_query
from equity.pql.result import QueryResult, make_result
from equity.pql.sampling import CHUNK, Goal, Sampled, sample
from equity.pql.situation import Situation, read_situation
from equity.show.progress import listening

__all__ = ["DEALS", "Plan", "plan_query", "query"]

DEALS = 600_000  # sampled where nobody says how many, as ProPokerTools does
_A_DEAL = 60.0  # nanoseconds to lay out one deal
_PATIENCE = 5e8  # nanoseconds that an exact answer may take where nobody asks for one
_LONGEST = 3.6e12  # and where somebody does
_METHODS = ("auto", "exact", "monte-carlo", "sample")
_SLOW = 2e10  # nanoseconds that equities against ranges may take where nobody says how many deals
_FEWEST = 10_000  # and deals at least
_ALONE = 2e7  # nanoseconds of work below which threads do not pay


@dataclass(frozen=True)
class Plan:
    """How a query is answered.

    Attributes
    ----------
    program : Program
    situation : Situation
    count : Count or None
        The way to count every deal; None to sample.
    reason : str
    goal : Goal
    """

    program: Program
    situation: Situation
    count: Count | None
    reason: str
    goal: Goal


def query(  # noqa: PLR0913  # all but one are options
    text: str,
    *,
    deals: int | None = None,
    target: float | str | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    method: str = "auto",
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | bool | None = None,
) -> QueryResult:
    """Answer a query in PQL, the poker query language, on Texas hold'em.

    A query reads ``select`` what, ``from`` whom, ``where`` on which deals. Values are averages, counts (the share of
    deals for which something holds), least and largest values, and histograms; see the user guide for the functions.

    Parameters
    ----------
    text : str
        The query.
    deals : int, optional
        How many deals that meet the condition are sampled, by default 600,000, or fewer where HvREquity takes long.
    target : float or str, optional
        Sample until every 95 % interval reaches no further than this to either side: 0.0005, or ``"0.05%"``. How many
        deals that takes is judged by the first 65,536.
    seconds : float, optional
        Sample for about this long.
    seed : int, optional
        Seed of the sample; the same seed gives the same bytes for any number of threads (not with `seconds`).
    method : {"auto", "exact", "monte-carlo"}, optional
        "auto" counts every deal where that takes about half a second, and samples elsewhere.
    threads : int, optional
        By default one per core.
    executor : concurrent.futures.Executor, optional
        Where to run instead of threads.
    progress : callable or True, optional
        Called with (done, total) from time to time; True draws a bar on the terminal.

    Returns
    -------
    QueryResult

    Raises
    ------
    EquityError
        `QueryError`, which shows the place, for what cannot be read, dealt or worked out, and for conditions that no
        deal meets, or hardly any; `OptionError` for options that make no sense.

    Examples
    --------
    >>> import equity
    >>> result = equity.query("select count(winsHi(hero)) as wins from hero='AsKs', villain='QhQd', board='2c7dTh'")
    >>> round(result.values["wins"] * 990), result.exact, result.deals
    (245, True, 990)
    """
    start = time.perf_counter()
    count_threads(threads)
    number = read_seed(seed)
    plan = plan_query(text, deals=deals, target=target, seconds=seconds, method=method)
    notes = plan.situation.notes
    if len(plan.situation.names) == 1 and (plan.program.against or len(plan.program.players) == 2):
        notes = (*notes, "one player given: they play against one random hand")
    exact = plan.count is not None
    with listening(progress) as hear:
        if exact:
            found = Sampled(_count(plan, threads, executor, hear), True, 1.0)  # an interrupt leaves no answer
            if not found.sums.accepted:
                raise QueryError("no deal meets the condition", text=text, place=plan.program.where)
        else:
            found = sample(
                plan.program, plan.situation, plan.goal, seed=number, threads=threads, executor=executor, report=hear
            )
    if not found.complete:
        notes = (*notes, "interrupted: the figures stand for part of the deals only")
    return make_result(
        text,
        plan.program.outputs,
        found.sums,
        exact=exact,
        scale=1 if plan.count is None else plan.count.scale,
        drawn_share=found.share,
        seed=None if exact else number,
        elapsed=time.perf_counter() - start,
        complete=found.complete,
        notes=notes,
    )


def plan_query(
    text: str,
    *,
    deals: object = None,
    target: object = None,
    seconds: object = None,
    method: str = "auto",
) -> Plan:
    """Return how a query is answered, without answering it; see `query`.

    Examples
    --------
    >>> plan_query("select avg(riverEquity(hero)) from hero='AsKs', villain='QhQd'").reason
    'counted, because there are 1,712,304 deals only'
    """
    goal = _read_goal(deals, target, seconds)
    if method not in _METHODS:
        raise OptionError(f"method must be auto, exact or monte-carlo, got {method!r:.40}")
    sampled = any(given is not None for given in (deals, target, seconds))
    if method == "exact" and sampled:
        raise OptionError("an exact answer takes no number of deals, target or time")
    parsed = parse_query(text)
    situation = read_situation(parsed.bindings, text)
    program = compile_query(parsed, situation)
    if program.against and not sampled:
        goal = replace(goal, deals=max(_FEWEST, min(DEALS, int(_SLOW / program.cost))))
    if method in ("monte-carlo", "sample"):
        return Plan(program, situation, None, "sampled, as was asked for", goal)
    patience = _LONGEST if method == "exact" else _PATIENCE
    most = patience / (_A_DEAL + program.cost)
    if method == "auto":
        most = max(most, DEALS)
    count = None if sampled else plan_count(program, situation, most=most)
    if count is not None:
        why = "as was asked for" if method == "exact" else f"because there are {count.deals:,} deals only"
        return Plan(program, situation, count, f"counted, {why}", goal)
    if method == "exact":
        raise QueryError("there are too many deals to count; leave exact out to sample them")
    why = "as was asked for" if sampled else f"because there are more than {int(most):,} deals"
    return Plan(program, situation, None, f"sampled, {why}", goal)


def _read_goal(deals: object, target: object, seconds: object) -> Goal:
    number = None if deals is None else read_whole("deals", deals, least=1, most=MOST_SAMPLES)
    if seconds is not None and not is_within(seconds, 0, 1e9):
        raise OptionError(f"seconds must be above 0, got {seconds!r:.60}")
    if number is not None and target is not None:
        raise OptionError("give deals or target, not both")
    if number is None and target is None and seconds is None:
        number = DEALS
    return Goal(number, read_target(target), None if seconds is None else float(seconds))  # type: ignore[arg-type]


def _count(
    plan: Plan, threads: int | None, executor: Executor | None, hear: Callable[[int, int], object] | None
) -> Sums:
    count = plan.count
    assert count is not None
    if not count.deals:
        raise DealError(f"no board fits {plan.situation.pattern!r:.60}: its cards are held, dead or do not go together")
    if count.deals * (_A_DEAL + plan.program.cost) < _ALONE and executor is None:
        threads = 1
    chunks = count.chunks(plan.program)
    results = run_chunks(partial(count_part, plan.program), chunks, threads=threads, executor=executor)
    total: Sums | None = None
    try:
        for done, sums in enumerate(results, 1):
            if total is None:
                total = sums
            else:
                total.add(sums, plan.program.outputs)
            if hear is not None:
                hear(min(done * CHUNK, count.deals), count.deals)
    finally:
        results.close()  # type: ignore[attr-defined]  # a generator: ends its threads
    assert total is not None
    return total
