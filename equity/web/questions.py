"""A question as JSON -> its answer: the options of `equity.calculate` by their names, and what the command prints.

Rules of the file: no HTTP. What is wrong with a question is an `EquityError` in the words of the command.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from equity.cards import read_cards
from equity.errors import EquityError, HistoryError, OptionError
from equity.numbers import check_sampling, draw_seed, read_target
from equity.odds.answers import ANALYSES, analyse, answer_dict, check_analyses
from equity.odds.calculator import calculate, read_seconds
from equity.odds.plan import Plan, choose, duration
from equity.odds.question.question import Question
from equity.ranges import split_players
from equity.report.export import csv_text, json_text, player_rows, ranges_dict

if TYPE_CHECKING:
    from equity.odds.question.result import EquityResult
    from equity.web.lanes import Job

__all__ = [
    "LONGEST",
    "MOST_RANGES",
    "Asked",
    "answer",
    "csv_answer",
    "name_field",
    "page_answer",
    "read_question",
    "read_ranges",
    "refine",
]

_CALCULATE = ("board", "dead", "method", "samples", "target", "seconds", "seed", "stacks", "threads")
_PRIZES = ("payouts", "others")
_OPTIONS = (*_CALCULATE, *ANALYSES, *_PRIZES)
LONGEST = 25_000  # characters of a range: all 1,326 combos with weights of four decimals take 16,000
MOST_RANGES = 100  # of one request to read
_QUICK = 0.2  # seconds of one core up to which a question goes into the quick lane
_PRIZES_COST = 1e-5  # seconds per prize and player not in the hand, for one outcome; at most about
_ANALYSIS_COST = 5  # what an analysis on a board takes, in times of its question's equities, at most about
_COARSE = (0.01, 0.003)  # targets on the way to the one that is asked for
_FINEST = 0.0002  # where refining ends
_EVERY = 0.1  # seconds between two reports of progress
_FIELDS = (  # where a message says that something is wrong
    (re.compile(r"player (\d+)"), "players/{}"),
    (re.compile(r"\bstacks?\b"), "stacks"),
    (re.compile(r"players (?:are|need)|\d+ players"), "players"),
    (re.compile(r"the dead cards|\bdead\b"), "dead"),
    (re.compile(r"\bboard\b"), "board"),
    (re.compile(r"\b(payouts|others|samples|target|seconds|seed|threads|method)\b"), "{}"),
)

Tell = Callable[[dict[str, Any]], object]


class Asked(NamedTuple):
    """A question that has been read and can be answered.

    Attributes
    ----------
    players : list of str or str
    options : dict
        Keywords of `equity.calculate`.
    names : tuple of str
        Analyses.
    chips : dict
        stacks, payouts and others, for the analyses.
    plan : Plan
    quick : bool
        Whether it takes a moment only.
    """

    players: list[str] | str
    options: dict[str, Any]
    names: tuple[str, ...]
    chips: dict[str, Any]
    plan: Plan
    quick: bool


def read_question(body: Mapping[str, Any], *, limit: float) -> Asked:
    """Read a question, check it as the command does, and say what it costs.

    Parameters
    ----------
    body : mapping
        ``{"players": ["AsKs", "QQ"], "board": "", ...}``.
    limit : float
        Seconds that an answer may take.

    Raises
    ------
    EquityError
        If it cannot be read or dealt, or an exact count would take too long.

    Examples
    --------
    >>> asked = read_question({"players": ["AsKs", "QQ"]}, limit=60)
    >>> asked.plan.method, asked.quick
    ('exact', True)
    """
    given = {name: value for name, value in body.items() if value is not None}
    players = _read_players(given.pop("players", None))
    for name in given:
        if name not in _OPTIONS:
            raise OptionError(f"{name!r:.60} is not an option{_meant(name)}")
    options = {name: given[name] for name in _CALCULATE if name in given}
    for name in ("board", "dead"):
        if not isinstance(options.get(name, ""), str):
            raise OptionError(f"{name} is a text such as 'Ts9s2d', got {options[name]!r:.60}")
    names = tuple(name for name in ANALYSES if _read_flag(name, given.get(name, False)))
    chips = {name: given.get(name) for name in ("stacks", *_PRIZES)}
    _check_needs(chips)
    deals, _ = check_sampling(options.get("samples"), options.get("seed"), options.get("threads"))
    within, seconds = read_target(options.get("target")), read_seconds(options.get("seconds"))
    question = Question.parse(players, board=options.get("board", ""), dead=options.get("dead", ""))
    if "stacks" in options:
        from equity.odds.analyses.side_pots import check_stacks

        check_stacks(options["stacks"], len(question.ranges))
    check_analyses(question, names, **chips)
    plan = choose(question, method=options.get("method", "auto"), samples=deals, target=within, seconds=seconds)
    if plan.method == "exact" and plan.seconds > limit:
        raise OptionError(
            f"the exact count takes {duration(plan.seconds)} on one core, and this server's limit is {limit:g} s; "
            "leave method out to sample"
        )
    cost = plan.seconds * (1 + _ANALYSIS_COST * len(names))
    if chips["payouts"] is not None:  # the outcomes of two players are 3, of three 13, of four 75
        cost += _PRIZES_COST * len(chips["payouts"]) * len(chips["others"] or ()) * 5 ** (len(question.ranges) - 1)
    cheap = not names or len(question.board) >= 3
    return Asked(players, options, names, chips, plan, plan.method == "exact" and cheap and cost <= _QUICK)


def _read_players(players: Any) -> list[str] | str:
    if players is None:
        raise OptionError('players are missing; write for example {"players": ["AsKs", "QQ"]}')
    texts = [players] if isinstance(players, str) else players
    if not isinstance(texts, list):
        raise OptionError(f"players are a list such as ['AsKs', 'QQ'] or one text with vs, got {players!r:.60}")
    for number, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise OptionError(f"player {number}: a hand or range is a text such as 'QQ+, AKs', got {text!r:.60}")
        if len(text) > LONGEST:
            raise OptionError(f"player {number}: a range has at most {LONGEST:,} characters, got {len(text):,}")
    return players if isinstance(players, str) else list(texts)


def _meant(name: str) -> str:
    near = get_close_matches(name, ("players", *_OPTIONS), 1)
    return f"; did you mean {near[0]}?" if near else f"; options are {', '.join(_OPTIONS)}"


def _read_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise OptionError(f"{name} is true or false, got {value!r:.60}")
    return value


def _check_needs(chips: Mapping[str, Any]) -> None:
    if chips["payouts"] is not None and chips["stacks"] is None:
        raise OptionError("payouts needs stacks")
    if chips["others"] is not None and chips["payouts"] is None:
        raise OptionError("others needs payouts")
    from equity.odds.analyses.side_pots import read_amounts

    for name in _PRIZES:
        if chips[name] is not None:
            read_amounts(name, chips[name])


def name_field(body: Mapping[str, Any], error: EquityError) -> str | None:
    """Return which part of a question a message is about, so that a page can show it there; None for the whole.

    Examples
    --------
    >>> name_field({}, EquityError("player 2: the range is empty")), name_field({"dead": "Xx"}, EquityError("Xx"))
    ('players/1', 'dead')
    """
    if isinstance(error, HistoryError):
        return "text"
    for pattern, field in _FIELDS:
        found = pattern.search(str(error))
        if found:
            return f"players/{int(found[1]) - 1}" if field == "players/{}" else field.format(*found.groups())
    for name in ("board", "dead"):
        try:
            read_cards(body.get(name) or "")
        except EquityError:
            return name
    return None


def read_ranges(body: Mapping[str, Any]) -> str:
    """Return what ``equity range --format json`` prints of one range or several, as text.

    Parameters
    ----------
    body : mapping
        ``{"text": "QQ+, AKs:0.5"}``, or a list of texts; ``plus``, ``overlap`` and ``strict`` as for `Range`; with
        ``to`` the ranges come in the words of another program, as ``{"texts": [...]}``.

    Raises
    ------
    EquityError
        If a range cannot be read, or there are more than 100.

    Examples
    --------
    >>> read_ranges({"text": "AKs:0.5"})[:50]
    '{"schema": 1, "ranges": [{"text": "AKs:0.5", "rang'
    """
    from equity.ranges import Range

    options = {name: value for name, value in body.items() if name not in ("text", "to")}
    for name in options:
        if name not in ("plus", "overlap", "strict"):
            raise OptionError(f"{name!r:.60} is not an option; options are text, plus, overlap, strict, to")
    texts = _read_players(body.get("text", ""))
    texts = [texts] if isinstance(texts, str) else texts
    if len(texts) > MOST_RANGES:
        raise OptionError(f"at most {MOST_RANGES} ranges at once, got {len(texts):,}")
    whose = [f"player {number}" if len(texts) > 1 else "" for number in range(1, len(texts) + 1)]
    ranges = [Range(text, whose=owner, **options) for text, owner in zip(texts, whose, strict=True)]
    if body.get("to") is not None:
        return json_text({"schema": 1, "texts": [hands.to(body["to"]) for hands in ranges]})
    return json_text(ranges_dict(ranges))


def read_hits(body: Mapping[str, Any], *, threads: int) -> str:
    """Return what ``equity hits --format json`` prints of a range, as text.

    Parameters
    ----------
    body : mapping
        ``{"players": ["top 15%", "AK"], "board": "Ts9s2d"}``: a range, another one to have equities against, a board or
        none for all flops; with ``filter`` the part of the range that makes what it says.
    threads : int

    Raises
    ------
    EquityError
        If a range, the board or the filter cannot be read.

    Examples
    --------
    >>> read_hits({"players": ["AK"], "board": "Ts9s2d"}, threads=1)[:66]
    '{"schema": 1, "range": "AKs,AKo", "board": "Ts9s2d", "against": nu'
    """
    from equity.range_analysis.hits import GROUPS, hits
    from equity.report.range_analysis.hits import filtered_text, hits_text

    for name in body:
        if name not in ("players", "board", "filter"):
            raise OptionError(f"{name!r:.60} is not an option; options are players, board, filter")
    players, board, text = _read_players(body.get("players")), body.get("board") or "", body.get("filter")
    ranges = split_players([players]) if isinstance(players, str) else players
    if not 1 <= len(ranges) <= 2:
        raise OptionError(f"one range, or two with vs between them; got {len(ranges)}")
    if not isinstance(board, str) or not isinstance(text, str | None):
        raise OptionError("board and filter are texts")
    found = hits(ranges[0], board, *ranges[1:] if text is None else (), threads=threads)
    if text is not None:
        return filtered_text(found.filter(text), text, "json")
    return hits_text(found, "json", groups=GROUPS)


def answer(asked: Asked, job: Job, *, threads: int) -> str:
    """Return the JSON that the command prints, as text.

    Examples
    --------
    >>> from equity.web.lanes import Job
    >>> answer(read_question({"players": ["AsKs", "QQ"]}, limit=60), Job(limit=60), threads=1)[:32]
    '{"schema": 1, "method": "exact",'
    """
    options = _with_threads(asked, threads)
    return json_text(_with_analyses(_calculate(asked, job, options), asked, job, options))


def csv_answer(asked: Asked, job: Job, *, threads: int) -> str:
    """Return the equities as CSV."""
    return csv_text(player_rows(_calculate(asked, job, _with_threads(asked, threads)).to_dict())) + "\n"


def page_answer(asked: Asked, job: Job, *, threads: int) -> str:
    """Return the page that ``equity report`` writes."""
    from equity.odds.analyses.overview import look_closer
    from equity.range_analysis.hits import hits_of_question
    from equity.report.explain import command_line
    from equity.report.page.document import page_html

    result = _calculate(asked, job, _with_threads(asked, threads))
    overview = look_closer(result, threads=threads)
    return page_html(overview, command=command_line(result), hits=hits_of_question(result.question))


def begin(asked: Asked, job: Job, tell: Tell) -> EquityResult | None:
    """Return the equities if they take a moment only, and tell them if the analyses take longer; None for others."""
    if asked.plan.method != "exact" or asked.plan.seconds > _QUICK:
        return None
    result = _calculate(asked, job, _with_threads(asked, 1))
    if asked.names:
        tell({"partial": result.to_dict()})
    return result


def refine(  # all but the first three are by name
    asked: Asked,
    job: Job,
    tell: Tell,
    *,
    threads: int,
    result: EquityResult | None = None,
    endless: bool = False,
) -> None:
    """Tell an answer that becomes better and better.

    Parameters
    ----------
    asked : Asked
    job : Job
    tell : callable
        Gets ``{"progress": {"done", "total"}}``, ``{"partial": result}`` for what is known so far, and
        ``{"answer": result}`` with the analyses.
    threads : int
    result : EquityResult, optional
        The equities, if `begin` has found them.
    endless : bool, optional
        Whether a sampled answer goes on to ``{"refined": result}`` until the time is up or someone stops it.
    """
    options = _with_threads(asked, threads)
    if result is None:
        if asked.plan.method != "exact":
            options.setdefault("seed", draw_seed())  # every step samples the same deals, and more of them
        for step in _first_steps(asked):
            tell({"partial": _calculate(asked, job, {**options, **step}, tell).to_dict()})
        result = _calculate(asked, job, options, tell)
        if asked.names:
            tell({"partial": result.to_dict()})
    tell({"answer": _with_analyses(result, asked, job, options)})
    if endless and result.complete and asked.plan.method != "exact" and not {"samples", "seconds"} & options.keys():
        for target in _finer(read_target(options.get("target")) or 0.001):
            if job.is_late:
                return
            better = _calculate(asked, job, {**options, "target": target}, tell)
            if better.complete:
                tell({"refined": better.to_dict()})


def _with_threads(asked: Asked, most: int) -> dict[str, Any]:
    return {**asked.options, "threads": min(asked.options.get("threads", most), most)}


def _first_steps(asked: Asked) -> list[dict[str, Any]]:
    """Return how a sampled question is answered roughly first: together a tenth of the work."""
    if asked.plan.method == "exact" or "seconds" in asked.options:
        return []
    deals, _ = check_sampling(asked.options.get("samples"), None, None)
    if deals is not None:
        return [{"samples": deals // part} for part in (100, 10) if deals // part >= 1000]
    target = read_target(asked.options.get("target")) or 0.001
    return [{"target": rough} for rough in _COARSE if rough > 2 * target]


def _finer(target: float) -> Iterator[float]:
    while target / 2 >= _FINEST:
        target /= 2
        yield target


def _calculate(asked: Asked, job: Job, options: Mapping[str, Any], tell: Tell | None = None) -> EquityResult:
    try:
        return calculate(asked.players, progress=_listener(job, tell), **options)
    except KeyboardInterrupt:  # the time is up, and this method has no partial answer
        raise EquityError(f"no answer within this server's limit of {job.limit:g} s") from None


def _with_analyses(result: EquityResult, asked: Asked, job: Job, options: Mapping[str, Any]) -> dict[str, Any]:
    sampling: dict[str, Any] = {"samples": check_sampling(options.get("samples"), None, None)[0]}
    sampling |= {"seed": options.get("seed"), "threads": options["threads"]}
    names = (*asked.names, *(("stacks",) if asked.chips["payouts"] is not None else ()))
    try:
        return answer_dict(result, analyse(result, names, **asked.chips, **sampling))
    except KeyboardInterrupt:
        raise EquityError(f"no analysis within this server's limit of {job.limit:g} s") from None


def _listener(job: Job, tell: Tell | None) -> Callable[[int, int], None]:
    last = time.monotonic()

    def hear(done: int, total: int) -> None:
        nonlocal last
        job.pause()
        now = time.monotonic()
        if tell is not None and now - last >= _EVERY:
            last = now
            tell({"progress": {"done": done, "total": total}})

    return hear
