"""A closer look at a question: what `equity AsKs vs QQ` shows beside the equities."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from equity.cli.options import NUMBERS, packed
from equity.cli.question import QuestionOptions

if TYPE_CHECKING:
    from equity.odds import EquityResult
    from equity.odds.answers import Analysis
    from equity.odds.question.question import Question

__all__ = ["AnalysisOptions", "ShownAnalysis", "analyse", "analysis_options", "check_analyses"]

Rows: TypeAlias = "list[dict[str, Any]]"
Shown: TypeAlias = "tuple[Rows, str]"


class ShownAnalysis(NamedTuple):
    """One analysis, with rows for CSV and the table."""

    analysis: Analysis
    rows: Rows
    table: str


class AnalysisOptions(NamedTuple):
    """Which analyses are wanted, and what the one of chips and prizes needs."""

    breakdown: bool
    combos: bool
    next_card: bool
    outs: bool
    histogram: bool
    stacks: list[float] | None
    payouts: list[float] | None
    others: list[float] | None


analysis_options = packed(
    "wanted",
    AnalysisOptions,
    click.option("-p", "--breakdown", is_flag=True, help="How often each player makes and wins with each category."),
    click.option("--combos", is_flag=True, help="Equity of each combo, best first; per hand class before the flop."),
    click.option("--next-card", is_flag=True, help="Equities after each card that can come on the turn or river."),
    click.option("--outs", is_flag=True, help="The cards that bring each player from behind to the front."),
    click.option("--histogram", is_flag=True, help="How the equity of each range is spread over its combos."),
    click.option("--stacks", type=NUMBERS, metavar="CHIPS", help="Stacks of an all-in, one per player: chips won."),
    click.option("--payouts", type=NUMBERS, metavar="PRIZES", help="With --stacks: prize money, by the ICM."),
    click.option("--others", type=NUMBERS, metavar="CHIPS", help="With --payouts: stacks of players not in the hand."),
)


def check_analyses(wanted: AnalysisOptions) -> Callable[[Question], None] | None:
    """Return what refuses a question that an analysis cannot be made of; None if all can."""
    if not (wanted.next_card or wanted.outs or wanted.payouts):
        return None

    def check(question: Question) -> None:
        from equity.odds import answers

        answers.check_analyses(question, _names(wanted), **_chips_of(wanted))

    return check


def analyse(result: EquityResult, asked: QuestionOptions, wanted: AnalysisOptions) -> list[ShownAnalysis]:
    """Return the analyses that are wanted, in the order of the help."""
    from equity.odds import answers

    names = _names(wanted)
    if not names:
        return []
    sampling: dict[str, Any] = {"samples": asked.samples, "seed": asked.seed, "threads": asked.threads}
    return [
        ShownAnalysis(one, *_SHOWN[one.name](result, one))
        for one in answers.analyse(result, names, **_chips_of(wanted), **sampling)
    ]


def _names(wanted: AnalysisOptions) -> list[str]:
    return [name for name, value in wanted._asdict().items() if value and name not in ("payouts", "others")]


def _chips_of(wanted: AnalysisOptions) -> dict[str, Any]:
    return {name: getattr(wanted, name) for name in ("stacks", "payouts", "others")}


def _breakdown(result: EquityResult, one: Analysis) -> Shown:
    from equity.report.breakdown import breakdown_rows, breakdown_table

    return breakdown_rows(result.players, one.plain), breakdown_table(result.players, one.plain)


def _combos(result: EquityResult, one: Analysis) -> Shown:
    from equity.odds.analyses.by_class import rows_by_class
    from equity.report.analyses import combos_rows, combos_table

    shown = one.plain
    if not result.board:  # suits matter little yet: 169 rows tell as much as 1,326
        shown = [{**plain, "combos": rows_by_class(own)} for plain, own in zip(one.plain, one.found, strict=True)]
    return combos_rows(result.players, one.plain), combos_table(result.players, shown)


def _next_card(result: EquityResult, one: Analysis) -> Shown:
    from equity.report.analyses import next_card_rows, next_card_table

    return next_card_rows(result.players, one.plain), next_card_table(result.players, one.plain)


def _outs(result: EquityResult, one: Analysis) -> Shown:
    from equity.report.analyses import outs_rows, outs_table

    return outs_rows(result.players, one.plain), outs_table(result.players, one.plain)


def _histogram(result: EquityResult, one: Analysis) -> Shown:
    from equity.report.analyses import histogram_rows, histogram_table

    return histogram_rows(result.players, one.plain), histogram_table(result.players, one.plain)


def _chips(result: EquityResult, one: Analysis) -> Shown:
    from equity.report.analyses import chips_rows, chips_table

    players = result.to_dict()["players"]
    return chips_rows(players, one.plain), chips_table(players, one.plain)


_SHOWN: dict[str, Callable[[EquityResult, Analysis], Shown]] = {
    "breakdown": _breakdown,
    "combos": _combos,
    "next_card": _next_card,
    "outs": _outs,
    "histogram": _histogram,
    "tournament": _chips,
}
