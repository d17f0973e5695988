"""A result with the analyses that are asked for by name, as plain values: what ``--format json`` and the web API give.

Rules of the file: the one list of these names, and no NumPy before an analysis is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from equity.odds.question.question import Question
    from equity.odds.question.result import EquityResult

__all__ = ["ANALYSES", "Analysis", "analyse", "answer_dict", "check_analyses"]


class Analysis(NamedTuple):
    """One analysis of a result.

    Attributes
    ----------
    name : str
        Its key in JSON.
    found : object
        What was found: one object with `to_dict`, or a list of one per player.
    plain : object
        The same as plain values; None if the result has it already.
    """

    name: str
    found: Any
    plain: Any


class _Asked(NamedTuple):
    """A result, how to sample where that is needed, and what the analysis of prizes needs."""

    result: EquityResult
    sampling: dict[str, Any]
    stacks: Sequence[float]
    payouts: Sequence[float] | None
    others: Sequence[float]


def check_analyses(
    question: Question,
    names: Collection[str],
    *,
    stacks: Sequence[float] | None = None,
    payouts: Sequence[float] | None = None,
    others: Sequence[float] | None = None,
) -> None:
    """Refuse a question that an analysis cannot be made of, before anything is computed.

    Raises
    ------
    EquityError
        In the words of the analysis.
    """
    if "next_card" in names or "outs" in names:
        from equity.odds.analyses import next_card

        if "next_card" in names:
            next_card.check_next_card(question)
        if "outs" in names:
            next_card.check_outs(question)
    if payouts:
        from equity.odds.analyses import icm

        icm.check_places(question, stacks or (), payouts, others or ())


def analyse(
    result: EquityResult,
    names: Collection[str],
    *,
    stacks: Sequence[float] | None = None,
    payouts: Sequence[float] | None = None,
    others: Sequence[float] | None = None,
    samples: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Iterator[Analysis]:
    """Yield the analyses of a result, each made when it is asked for, in the order of `ANALYSES`.

    Parameters
    ----------
    result : EquityResult
    names : collection of str
        Names out of `ANALYSES`, and "stacks" for chips and prize money.
    stacks, payouts, others : sequence of numbers, optional
        For "stacks": the stacks of an all-in, prizes, and stacks of players not in the hand.
    samples, seed, threads
        As for `equity.calculate`.

    Examples
    --------
    >>> import equity
    >>> result = equity.calculate(["AsKs", "QhQd"], board="2s7sTh")
    >>> [(one.name, len(one.plain[0])) for one in analyse(result, ["outs"])]
    [('outs', 15)]
    """
    sampling = {"samples": samples, "seed": seed, "threads": threads}
    asked = _Asked(result, sampling, stacks or (), payouts, others or ())
    for name, find in _FINDERS.items():
        if name in names:
            yield find(asked)


def answer_dict(result: EquityResult, analyses: Iterable[Analysis] = ()) -> dict[str, Any]:
    """Return a result and its analyses as one dictionary for JSON.

    Examples
    --------
    >>> import equity
    >>> result = equity.calculate(["AsKs", "QhQd"], board="2s7sTh")
    >>> answer_dict(result, analyse(result, ["outs"]))["outs"][1]
    []
    """
    return {**result.to_dict(), **{one.name: one.plain for one in analyses if one.plain is not None}}


def _breakdown(asked: _Asked) -> Analysis:
    from equity.odds.analyses.breakdown import break_down

    found = break_down(asked.result.question, **asked.sampling)
    return Analysis("breakdown", found, found.to_dict())


def _combos(asked: _Asked) -> Analysis:
    found = _equities_of_combos(asked)
    return Analysis("combos", found, [own.to_dict() for own in found])


def _equities_of_combos(asked: _Asked) -> Sequence[Any]:
    from equity.odds.analyses.per_combo import equities_of_seats

    question = asked.result.question
    return equities_of_seats(question, range(len(question.ranges)), **asked.sampling)


def _next_card(asked: _Asked) -> Analysis:
    from equity.odds.analyses.next_card import after_next_card

    found = after_next_card(asked.result.question, **asked.sampling)
    return Analysis("next_card", found, found.to_dict())


def _outs(asked: _Asked) -> Analysis:
    from equity.odds.analyses.next_card import find_outs

    found = find_outs(asked.result.question)
    names = ("card", "wins", "makes")
    return Analysis("outs", found, [[{name: getattr(out, name) for name in names} for out in own] for own in found])


def _histogram(asked: _Asked) -> Analysis:
    from equity.odds.analyses.distribution import spread

    found = [spread(own) for own in _equities_of_combos(asked)]
    return Analysis("histogram", found, [own.to_dict() for own in found])


def _prizes(asked: _Asked) -> Analysis:
    if asked.payouts is None:
        return Analysis("tournament", None, None)  # the chips stand in the result
    from equity.odds.analyses.icm import price_places

    question = asked.result.question
    found = price_places(question, asked.stacks, asked.payouts, others=asked.others, **asked.sampling)
    return Analysis("tournament", found, found.to_dict())


_FINDERS: dict[str, Callable[[_Asked], Analysis]] = {
    "breakdown": _breakdown,
    "combos": _combos,
    "next_card": _next_card,
    "outs": _outs,
    "histogram": _histogram,
    "stacks": _prizes,
}
ANALYSES = tuple(name for name in _FINDERS if name != "stacks")
