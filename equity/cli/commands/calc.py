"""``equity AsKs vs QQ``: the default command."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from equity.cli.analyses import AnalysisOptions, analyse, analysis_options, check_analyses
from equity.cli.first_word import check_first_word
from equity.cli.options import Command, format_option, use_color, worker_options
from equity.cli.question import QuestionOptions, ask, question_options

if TYPE_CHECKING:
    from collections.abc import Callable

    from equity.odds import EquityResult, Question

__all__ = ["command"]


@click.command("calc", cls=Command)
@click.argument("players", nargs=-1, metavar="HAND [vs HAND ...]")
@question_options
@analysis_options
@format_option("table", "json", "csv")
@click.option("--explain", is_flag=True, help="Show how the ranges were read and why the method was chosen.")
@worker_options
@click.option(
    "--file", "source", metavar="FILE", help="Answer one question per line, or .csv, .jsonl, .parquet; - is stdin."
)
@click.option("--strict", is_flag=True, help="With --file: stop at the first row that cannot be answered.")
def command(  # noqa: PLR0913  # click gives every option
    players: tuple[str, ...],
    asked: QuestionOptions,
    wanted: AnalysisOptions,
    *,
    form: str,
    explain: bool,
    cluster: str | None,
    checkpoint: str | None,
    source: str | None,
    strict: bool,
) -> None:
    """Equity of hands or ranges against each other.

    Players are separated by vs; arguments without any vs are one player each. A single hand plays one random opponent.

    \b
    Examples:
      equity AsKs vs QQ
      equity AKs,AQs vs 22+ vs random -b Ts9s2d -d Qc
      equity JTs --vs-random 5 --target 0.05%
    """
    if players == ("-",):
        source = "-"
    if source is not None:
        from equity.cli.question_files import answer_file

        answer_file(source, asked, form=form, strict=strict)
        return
    if not players:
        raise click.UsageError("no hand given; write for example: equity AsKs vs QQ", click.get_current_context())
    check_first_word(players[0])
    try:
        result = ask(
            players,
            asked,
            stacks=wanted.stacks,
            checkpoint=checkpoint,
            cluster=cluster,
            check=_explained(check_analyses(wanted), asked) if explain else check_analyses(wanted),
        )
    except KeyboardInterrupt:
        raise click.Abort(_what_now(asked, checkpoint)) from None
    if explain and result.scheme is not None:  # what a pilot of the run found
        click.echo(f"sampled: {result.scheme}", err=True)
    _print(result, asked, wanted, form)
    if not result.complete:
        raise click.exceptions.Exit(130)


def _explained(check: Callable[[Question], None] | None, asked: QuestionOptions) -> Callable[[Question], None]:
    """Return a check of a question that also says, before anything is computed, how it was read and the plan."""

    def explain(question: Question) -> None:
        from equity.odds.plan import choose
        from equity.report.explain import explanation

        if check is not None:
            check(question)
        goal = {name: asked.goal.get(name) for name in ("samples", "target", "seconds")}
        plan = choose(question, method=asked.goal.get("method", "auto"), **goal)
        click.echo(explanation(question, plan), err=True)

    return explain


def _what_now(asked: QuestionOptions, checkpoint: str | None) -> str:
    """Return what to say after an interrupt without an answer: most exact methods add up one sum, which needs all."""
    if checkpoint is not None and os.path.exists(checkpoint):
        return f"no answer yet; the same command goes on from {checkpoint}"
    if asked.samples_only:
        return "no answer yet"
    return "this count has no partial answer; --mc has one at any time, --checkpoint FILE goes on later"


def _print(result: EquityResult, asked: QuestionOptions, wanted: AnalysisOptions, form: str) -> None:
    plain: dict[str, Any] = result.to_dict()
    found = analyse(result, asked, wanted)
    if form == "json":
        from equity.odds.answers import answer_dict
        from equity.report.export import json_text

        click.echo(json_text(answer_dict(result, (one.analysis for one in found))))
    elif form == "csv":
        from equity.report.export import csv_text, player_rows

        click.echo(csv_text(found[0].rows if found else player_rows(plain)))
    else:
        from equity.report.text import result_table

        click.echo(result_table(plain, color=use_color(asked.no_color), quiet=asked.quiet))
        for one in found:
            click.echo("\n" + one.table)
