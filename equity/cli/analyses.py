"""A closer look at a question: what `equity AsKs vs QQ` shows beside the equities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from equity.cli.options import NUMBERS, packed
from equity.cli.question import QuestionOptions

if TYPE_CHECKING:
    from equity.odds import EquityResult
    from equity.odds.question.question import Question

__all__ = ["Analysis", "AnalysisOptions", "analyse", "analysis_options", "check_analyses"]


class Analysis(NamedTuple):
    """One analysis: its name in JSON, plain values, rows for CSV and the table."""

    name: str
    plain: Any
    rows: list[dict[str, Any]]
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
        from equity.odds.analyses import icm, next_card

        if wanted.next_card:
            next_card.check_next_card(question)
        if wanted.outs:
            next_card.check_outs(question)
        if wanted.payouts:
            icm.check_places(question, wanted.stacks or (), wanted.payouts, wanted.others or ())

    return check


def analyse(result: EquityResult, asked: QuestionOptions, wanted: AnalysisOptions) -> list[Analysis]:
    """Return the analyses that are wanted, in the order of the help."""
    return [make(result, asked, wanted) for name, make in _ANALYSES.items() if getattr(wanted, name)]


def _sampling(asked: QuestionOptions) -> dict[str, Any]:
    return {"samples": asked.samples, "seed": asked.seed, "threads": asked.threads}


def _breakdown(result: EquityResult, asked: QuestionOptions, _: AnalysisOptions) -> Analysis:
    from equity.odds.analyses.breakdown import break_down
    from equity.report.breakdown import breakdown_rows, breakdown_table

    plain = break_down(result.question, **_sampling(asked)).to_dict()
    ranges = result.players
    return Analysis("breakdown", plain, breakdown_rows(ranges, plain), breakdown_table(ranges, plain))


def _combos(result: EquityResult, asked: QuestionOptions, _: AnalysisOptions) -> Analysis:
    from equity.odds.analyses.by_class import rows_by_class
    from equity.report.analyses import combos_rows, combos_table

    found = _equities_of_combos(result, asked)
    plain = shown = [own.to_dict() for own in found]
    if not result.board:  # suits matter little yet: 169 rows tell as much as 1,326
        shown = [{**look, "combos": rows_by_class(own)} for look, own in zip(plain, found, strict=True)]
    return Analysis("combos", plain, combos_rows(result.players, plain), combos_table(result.players, shown))


def _equities_of_combos(result: EquityResult, asked: QuestionOptions) -> Sequence[Any]:
    from equity.odds.analyses.per_combo import equities_of_seats

    return equities_of_seats(result.question, range(len(result.players)), **_sampling(asked))


def _next_card(result: EquityResult, asked: QuestionOptions, _: AnalysisOptions) -> Analysis:
    from equity.odds.analyses.next_card import after_next_card
    from equity.report.analyses import next_card_rows, next_card_table

    plain = after_next_card(result.question, **_sampling(asked)).to_dict()
    ranges = result.players
    return Analysis("next_card", plain, next_card_rows(ranges, plain), next_card_table(ranges, plain))


def _outs(result: EquityResult, _: QuestionOptions, __: AnalysisOptions) -> Analysis:
    from equity.odds.analyses.next_card import find_outs
    from equity.report.analyses import outs_rows, outs_table

    names = ("card", "wins", "makes")
    plain = [[{name: getattr(out, name) for name in names} for out in own] for own in find_outs(result.question)]
    return Analysis("outs", plain, outs_rows(result.players, plain), outs_table(result.players, plain))


def _histogram(result: EquityResult, asked: QuestionOptions, _: AnalysisOptions) -> Analysis:
    from equity.odds.analyses.distribution import spread
    from equity.report.analyses import histogram_rows, histogram_table

    plain = [spread(own).to_dict() for own in _equities_of_combos(result, asked)]
    ranges = result.players
    return Analysis("histogram", plain, histogram_rows(ranges, plain), histogram_table(ranges, plain))


def _chips(result: EquityResult, asked: QuestionOptions, wanted: AnalysisOptions) -> Analysis:
    from equity.report.analyses import chips_rows, chips_table

    prizes = None
    if wanted.payouts is not None:
        from equity.odds.analyses.icm import price_places

        others = wanted.others or ()
        found = price_places(result.question, wanted.stacks or (), wanted.payouts, others=others, **_sampling(asked))
        prizes = found.to_dict()
    players = result.to_dict()["players"]
    return Analysis("tournament", prizes, chips_rows(players, prizes), chips_table(players, prizes))


_ANALYSES: dict[str, Callable[[Any, QuestionOptions, AnalysisOptions], Analysis]] = {
    "breakdown": _breakdown,
    "combos": _combos,
    "next_card": _next_card,
    "outs": _outs,
    "histogram": _histogram,
    "stacks": _chips,
}
