"""``equity AsKs vs QQ``: the default command."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from equity.cli.analyses import check_looks, look_options, take_looks
from equity.cli.arguments import read_words
from equity.cli.options import COUNT, DURATION, OPPONENTS, SEED, SHARE, open_executor, use_color, worker_options
from equity.cli.progress import Progress
from equity.ranges import split_players

if TYPE_CHECKING:
    from equity.odds import EquityResult

__all__ = ["choose_method", "command"]


@click.command("calc")
@click.argument("players", nargs=-1, metavar="HAND [vs HAND ...]")
@click.option("-b", "--board", default="", metavar="CARDS", help="Community cards: 3, 4 or 5, e.g. Ts9s2d.")
@click.option("-d", "--dead", default="", metavar="CARDS", help="Cards known to be out of play.")
@click.option("--vs-random", type=OPPONENTS, metavar="N", help="Add N players with random hands.")
@click.option("-e", "--exact", is_flag=True, help="Count every deal; samples, and says so, only where that takes days.")
@click.option("--mc", is_flag=True, help="Sample deals even where counting is quick.")
@click.option("-n", "--samples", type=COUNT, metavar="N", help="Deals to sample: 50000, 10m, 1e6.")
@click.option("--target", type=SHARE, metavar="P%", help="Sample until every 95 % interval is within P%, e.g. 0.05%.")
@click.option("--time", "seconds", type=DURATION, metavar="T", help="Sample for at most this long: 2s, 500ms, 1m.")
@click.option("--seed", type=SEED, metavar="N", help="Seed of the samples; the same seed gives the same numbers.")
@click.option(
    "-t", "--threads", type=COUNT, metavar="N", help="Threads, by default one per core; results stay the same."
)
@worker_options
@look_options
@click.option("--format", "form", type=click.Choice(["table", "json", "csv"]), default="table", help="Output form.")
@click.option("--explain", is_flag=True, help="Show how the ranges were read and why the method was chosen.")
@click.option(
    "--file", "source", metavar="FILE", help="Answer one question per line, or .csv, .jsonl, .parquet; - is stdin."
)
@click.option("--strict", is_flag=True, help="With --file: stop at the first row that cannot be answered.")
@click.option("-q", "--quiet", is_flag=True, help="Only the table: no notes, no last line.")
@click.option("--no-color", is_flag=True, help="No colours (the variable NO_COLOR does the same).")
def command(players: tuple[str, ...], **options: Any) -> None:
    """Equity of hands or ranges against each other.

    Players are separated by vs; arguments without any vs are one player each. A single hand plays one random opponent.

    \b
    Examples:
      equity AsKs vs QQ
      equity AKs,AQs vs 22+ vs random -b Ts9s2d -d Qc
      equity JTs --vs-random 5 --target 0.05%
    """
    if options["source"] is not None or players == ("-",):
        from equity.cli.question_files import answer_file

        if options["source"] is not None and players:
            raise click.UsageError("--file and a hand exclude each other", click.get_current_context())
        answer_file(options["source"] or "-", options)
        return
    if not players:
        raise click.UsageError("no hand given; write for example: equity AsKs vs QQ", click.get_current_context())
    check_looks(options)
    result = ask(players, options)
    _print(result, options)
    if not result.complete:
        raise click.exceptions.Exit(130)


def ask(words: Sequence[str], options: dict[str, Any]) -> EquityResult:
    """Ask the calculator what the words and options of the command say."""
    from equity.odds import calculate

    notes: list[str] = []
    players = split_players(read_words(words), notes=notes)
    _note(notes, options)
    players += ["random"] * (options["vs_random"] or 0)
    method = choose_method(options)
    if options["cluster"] is not None:
        _look_ahead(players, options)
    names = ("board", "dead", "samples", "target", "seconds", "seed", "stacks", "threads", "checkpoint")
    asked = {name: options[name] for name in names}
    try:
        with open_executor(options) as executor, Progress(quiet=options["quiet"]) as progress:
            result = calculate(players, method=method, executor=executor, progress=progress.callback, **asked)
    except KeyboardInterrupt:
        raise click.Abort(_what_now(options)) from None
    if options["explain"]:
        from equity.report.explain import explanation

        click.echo(explanation(result), err=True)
    return result


def _look_ahead(players: Sequence[str], options: dict[str, Any]) -> None:
    """Refuse what cannot be answered before anybody connects to a cluster for it."""
    from equity.odds.question.question import Question

    question = Question.parse(players, board=options["board"], dead=options["dead"])
    if options["stacks"] is not None:
        from equity.odds.analyses.side_pots import check_stacks

        check_stacks(options["stacks"], len(question.ranges))


def _what_now(options: dict[str, Any]) -> str:
    """Return what to say after an interrupt without an answer: most exact methods add up one sum, which needs all."""
    if options["checkpoint"] is not None and os.path.exists(options["checkpoint"]):
        return f"no answer yet; the same command goes on from {options['checkpoint']}"
    if any(options[name] for name in ("mc", "samples", "target", "seconds")):
        return "no answer yet"
    return "this count has no partial answer; --mc has one at any time, --checkpoint FILE goes on later"


def choose_method(options: dict[str, Any]) -> str:
    """Return the method the options ask for."""
    sampling = [f"--{name}" for name in ("samples", "target", "seconds") if options[name]]
    if options["exact"] and (options["mc"] or sampling):
        raise click.UsageError(f"--exact and {'--mc' if options['mc'] else sampling[0]} exclude each other")
    if options["exact"]:
        return "exact"
    return "monte-carlo" if options["mc"] else "auto"


def _note(notes: Iterable[str], options: dict[str, Any]) -> None:
    if not options["quiet"]:
        for note in notes:
            click.echo(f"note: {note}", err=True)


def _print(result: EquityResult, options: dict[str, Any]) -> None:
    _note(result.notes, options)
    plain = result.to_dict()
    looks = take_looks(result, options)
    if options["form"] == "json":
        from equity.report.export import json_text

        click.echo(json_text({**plain, **{look.name: look.plain for look in looks if look.plain is not None}}))
    elif options["form"] == "csv":
        from equity.report.export import csv_text, player_rows

        click.echo(csv_text(looks[0].rows if looks else player_rows(plain)))
    else:
        from equity.report.text import result_table

        click.echo(result_table(plain, color=use_color(options["no_color"]), quiet=options["quiet"]))
        for look in looks:
            click.echo("\n" + look.table)
