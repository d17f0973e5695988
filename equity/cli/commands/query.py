"""``equity query "select ... from ... where ..."``: any question about a deal."""

from __future__ import annotations

import click

from equity.cli.arguments import read_text
from equity.cli.options import (
    COUNT,
    DURATION,
    SEED,
    SHARE,
    Command,
    format_option,
    open_executor,
    quiet_option,
    threads_option,
)

__all__ = ["command"]


@click.command("query", cls=Command)
@click.argument("text", nargs=-1, metavar="QUERY")
@click.option("-e", "--exact", is_flag=True, help="Count every deal, even where that takes up to an hour.")
@click.option("--mc", is_flag=True, help="Sample deals (Monte Carlo) even where counting is quick.")
@click.option(
    "-n", "--samples", type=COUNT, metavar="N",
    help="Number of deals that meet the condition to sample: 50000, 10m, 1e6; by default 600k.",
)  # fmt: skip
@click.option("--target", type=SHARE, metavar="P%", help="Sample until every 95 % interval is within P%, e.g. 0.05%.")
@click.option("--time", "seconds", type=DURATION, metavar="T", help="Sample for at most this long: 2s, 500ms, 1m.")
@click.option("--seed", type=SEED, metavar="N", help="Seed of the sample; the same seed gives the same numbers.")
@threads_option
@click.option("--cluster", metavar="ADDRESS", help="Run on Dask: tcp://host:port, or local.")
@click.option("--explain", is_flag=True, help="Show how the query was read and why the method was chosen.")
@click.option("--functions", is_flag=True, help="List the functions of the language.")
@format_option("table", "json", "csv")
@click.option("-f", "--file", "path", metavar="PATH", help="Read the query from a file; - is standard input.")
@quiet_option("Print the answer only: no notes, no last line.")
def command(  # noqa: PLR0913  # click gives every option
    text: tuple[str, ...],
    *,
    exact: bool,
    mc: bool,
    samples: int | None,
    target: float | None,
    seconds: float | None,
    seed: int | None,
    threads: int | None,
    cluster: str | None,
    explain: bool,
    functions: bool,
    form: str,
    path: str | None,
    quiet: bool,
) -> None:
    """Answer a query in PQL, the poker query language: averages, shares and histograms over deals.

    \b
    Examples:
      equity query "select avg(riverEquity(a)) from a='AA', b='15%'"
      equity query "select nutHi(a, flop) from a='AwKw' where rainbowBoard(flop)"
      equity query --functions
    """
    if functions:
        click.echo(_functions())
        return
    words = (*text, read_text(path)) if path else text
    if not words:
        raise click.UsageError(
            "no query given; write for example: "
            "equity query \"select avg(riverEquity(hero)) from hero='AA', villain='15%'\"",
            click.get_current_context(),
        )
    asked = " ".join(words)
    from equity.cli.question import say_notes
    from equity.pql.query import plan_query, query
    from equity.report.query import plan_text, query_text
    from equity.show.progress import Progress

    method = "exact" if exact else "monte-carlo" if mc else "auto"
    plan = plan_query(asked, deals=samples, target=target, seconds=seconds, method=method)
    if explain:
        click.echo(plan_text(plan), err=True)
    with open_executor(cluster, threads=threads) as executor, Progress(quiet=quiet) as progress:
        result = query(
            asked, deals=samples, target=target, seconds=seconds, seed=seed, method=method, threads=threads,
            executor=executor, progress=progress.callback,
        )  # fmt: skip
    click.echo(query_text(result, form, quiet=quiet))
    say_notes(result.notes, quiet=quiet)
    if not result.complete:
        raise click.exceptions.Exit(130)


def _functions() -> str:
    from equity.pql.functions import FUNCTIONS
    from equity.show.columns import table

    functions = dict.fromkeys(FUNCTIONS.values())
    return "\n".join(table([[one.signature, one.about] for one in functions], left=2))
