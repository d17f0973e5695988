"""``equity report AsKs vs QQ -o report.html``: an answer to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from equity.cli.arguments import check_output, write_text
from equity.cli.options import Command, use_color
from equity.cli.question import QuestionOptions, ask, question_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from equity.odds.analyses.overview import Overview
    from equity.range_analysis.hits import Hits

__all__ = ["command"]


@click.command("report", cls=Command)
@click.argument("players", nargs=-1, required=True, metavar="HAND [vs HAND ...]")
@click.option("-o", "--output", metavar="FILE", help="Write a page to FILE.html (- is stdout); without it, print text.")
@question_options
def command(players: tuple[str, ...], output: str | None, asked: QuestionOptions) -> None:
    """Write a page with the question, equities, charts, next cards and method: one HTML file that needs no network.

    \b
    Examples:
      equity report "top 20%" vs QQ+,AK -b Ts9s2d -o report.html
      equity report AsKs vs QQ -b 2s7sTh
    """
    from equity.odds.analyses.overview import look_closer
    from equity.range_analysis.hits import hits_of_question

    if output is not None:
        check_output(output, ends=(".html", ".htm"))
    result = ask(players, asked)
    overview, made = look_closer(result, threads=asked.threads), hits_of_question(result.question)
    if output is None:
        color = use_color(asked.no_color)
        click.echo(_as_text(overview, made, color=color))
    else:
        from equity.report.explain import command_line
        from equity.report.page.document import page_html

        write_text(output, page_html(overview, command=command_line(result), hits=made).rstrip("\n"))
        if output != "-" and not asked.quiet:
            click.echo(f"wrote {output}", err=True)
    if not result.complete:
        raise click.exceptions.Exit(130)


def _as_text(overview: Overview, hits: Sequence[Hits], *, color: bool) -> str:
    from equity.report.bars import equity_bars, next_card_bars
    from equity.report.range_analysis.hits import hits_text
    from equity.report.text import footer, question_line
    from equity.show.columns import shorten, wrapped
    from equity.show.grid import chart_text

    plain = overview.result.to_dict()
    parts = [equity_bars(plain, color=color)]
    cards = overview.next_cards
    if cards is not None:
        bars = next_card_bars(cards.names, cards.equity[:, 0].tolist(), color=color)
        parts.append(wrapped(f"equity of {shorten(overview.result.players[0])} by the next card") + f"\n{bars}")
    parts += [hits_text(found, "table", groups=["made_hand", "draw"], color=color) for found in hits]
    for player in dict.fromkeys(overview.result.question.ranges):
        weights = player.class_weights()
        if sum(weight > 0 for weight in weights) > 1:
            parts.append(f"{wrapped(shorten(str(player)))}\n{chart_text(weights, color=color)}")
    parts.append("\n".join(map(wrapped, filter(None, [question_line(plain), footer(plain)]))))
    return "\n\n".join(parts)
