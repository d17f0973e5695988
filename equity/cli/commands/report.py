"""``equity report AsKs vs QQ -o report.html``: an answer to look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from equity.cli.arguments import read_words
from equity.cli.options import COUNT, DURATION, OPPONENTS, SEED, SHARE, use_color
from equity.cli.progress import Progress
from equity.errors import OptionError
from equity.ranges import split_players

if TYPE_CHECKING:
    from equity.odds import EquityResult
    from equity.odds.analyses.overview import Overview

__all__ = ["command"]


@click.command("report")
@click.argument("players", nargs=-1, required=True, metavar="HAND [vs HAND ...]")
@click.option("-o", "--output", metavar="FILE", help="Write one HTML file; without it the report is printed.")
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
@click.option("-q", "--quiet", is_flag=True, help="No notes.")
@click.option("--no-color", is_flag=True, help="No colours (the variable NO_COLOR does the same).")
def command(players: tuple[str, ...], output: str | None, **options: Any) -> None:
    """Write a page with inputs, equities, charts, next cards and method; one HTML file that needs no network.

    \b
    Examples:
      equity report "top 20%" vs QQ+,AK -b Ts9s2d -o report.html
      equity report AsKs vs QQ -b 2s7sTh
    """
    from equity.odds.analyses.overview import look_closer

    result = _ask(players, options)
    overview = look_closer(result, threads=options["threads"])
    if output is None:
        click.echo(_as_text(overview, color=use_color(options["no_color"])))
    else:
        from equity.report.page.document import page_html

        _write(output, page_html(overview, command=_again(overview)))
        if not options["quiet"]:
            click.echo(f"wrote {output}", err=True)
    if not result.complete:
        raise click.exceptions.Exit(130)


def _ask(words: Sequence[str], options: dict[str, Any]) -> EquityResult:
    from equity.odds import calculate

    if options["exact"] and any(options[name] for name in ("mc", "samples", "target", "seconds")):
        raise click.UsageError("--exact and sampling exclude each other", click.get_current_context())
    method = "exact" if options["exact"] else "monte-carlo" if options["mc"] else "auto"
    notes: list[str] = []
    players = [*split_players(read_words(words), notes=notes), *["random"] * (options["vs_random"] or 0)]
    names = ("board", "dead", "samples", "target", "seconds", "seed", "threads")
    with Progress(quiet=options["quiet"]) as progress:
        asked = {name: options[name] for name in names}
        result = calculate(players, method=method, progress=progress.callback, **asked)
    for note in () if options["quiet"] else (*notes, *result.notes):
        click.echo(f"note: {note}", err=True)
    return result


def _again(overview: Overview) -> str:
    """Return the command that asks the same question again."""
    import shlex

    result = overview.result
    words = ["equity", *" vs ".join(shlex.quote(text) for text in result.players).split(" ")]
    for name, cards in (("-b", result.board), ("-d", result.dead)):
        words += [name, cards] if cards else []
    if result.seed is not None:
        words += ["-n", str(int(result.total)), "--seed", str(result.seed)]
    elif result.exact:
        words.append("--exact")
    return " ".join(words)


def _write(path: str, text: str) -> None:
    from pathlib import Path

    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise OptionError(f"cannot write {path!r}: {error.strerror}") from None


def _as_text(overview: Overview, *, color: bool) -> str:
    from equity.report.bars import equity_bars, next_card_bars
    from equity.report.text import footer, question_line, shorten
    from equity.show.grid import LEGEND, range_grid

    plain = overview.result.to_dict()
    parts = [equity_bars(plain, color=color)]
    cards = overview.next_cards
    if cards is not None:
        bars = next_card_bars(cards.names, cards.equity[:, 0].tolist(), color=color)
        parts.append(f"equity of {shorten(overview.result.players[0])} by the next card\n{bars}")
    for player in dict.fromkeys(overview.result.question.ranges):
        weights = player.class_weights()
        if sum(weight > 0 for weight in weights) > 1:
            tail = f"\n{LEGEND}" if any(0 < weight < 1 for weight in weights) else ""
            parts.append(f"{shorten(str(player))}\n{range_grid(weights, color=color)}{tail}")
    parts.append("\n".join(filter(None, [question_line(plain), footer(plain)])))
    return "\n\n".join(parts)
