"""``equity hits 22+,AK -b Ts9s2d``: what a range makes."""

from __future__ import annotations

import click

from equity.cli.arguments import check_output, write_answer
from equity.cli.options import (
    Choice,
    Command,
    color_option,
    format_option,
    output_option,
    quiet_option,
    threads_option,
    use_color,
)

__all__ = ["command"]

_GROUPS = ("made-hand", "draw", "both", "category", "suits", "overcards")
_USUAL = ("made_hand", "draw", "both")


@click.command("hits", cls=Command)
@click.argument("players", nargs=-1, required=True, metavar="RANGE [vs RANGE]")
@click.option("-b", "--board", default="", metavar="CARDS", help="3, 4 or 5 cards, e.g. Ts9s2d; without: all flops.")
@click.option("--filter", "text", metavar="TEXT", help="Print the part that makes this: 'top pair+, flush draw'.")
@click.option(
    "--by", "group", type=Choice(_GROUPS), help="Show this table only; by default made hands, draws, and both at once."
)
@format_option("table", "json", "csv")
@output_option
@threads_option
@quiet_option("Print the answer only: no notes, no progress.")
@color_option
def command(  # noqa: PLR0913  # click gives every option
    players: tuple[str, ...],
    *,
    board: str,
    text: str | None,
    group: str | None,
    form: str,
    output: str,
    threads: int | None,
    quiet: bool,
    no_color: bool,
) -> None:
    """Count what a range makes on a board, or on all 22,100 flops: made hands and draws.

    A second range after vs adds the equity of each row against it. A filter is a list of made hands and draws, each one
    taken ('or'); + means "or better", 'and' and 'not' say more. It prints a range, to paste or to pipe.

    \b
    Examples:
      equity hits 'top 20%' -b Ts9s2d
      equity hits 'top 20%' vs QQ+,AK -b Ts9s2d
      equity hits 22+ --by category
      equity hits 22+,AK -b Ts9s2d --filter 'set+, flush draw' | equity range -
    """
    from equity.cli.arguments import read_words
    from equity.cli.question import say_notes
    from equity.ranges import split_players
    from equity.show.progress import Progress

    notes: list[str] = []
    words = read_words("@-" if word == "-" else word for word in players)
    apart = any(word.lower() in {"vs", "v", "versus"} for word in " ".join(words).split())
    ranges = split_players(words, notes=notes) if apart else [" ".join(words)]
    if group == "both" and form == "csv":
        raise click.UsageError("--by both is a table or JSON; CSV has one row per made hand or draw")
    if len(ranges) > 2:
        raise click.UsageError(f"one range, or two with vs between them; got {len(ranges)}")
    check_output(output)

    from equity.range_analysis.hits import GROUPS, hits

    against = ranges[1] if len(ranges) == 2 and text is None else None
    with Progress(quiet=quiet) as progress:
        found = hits(ranges[0], board, against, threads=threads, on_progress=progress.callback)
    say_notes(dict.fromkeys([*notes, *found.notes]), quiet=quiet)
    if text is not None:
        from equity.report.range_analysis.hits import filtered_text

        answer = filtered_text(found.filter(text), text, form)
    else:
        from equity.report.range_analysis.hits import hits_text

        groups = (_USUAL if form == "table" else GROUPS) if group is None else (group.replace("-", "_"),)
        answer = hits_text(found, form, groups=groups, color=output == "-" and use_color(no_color))
    write_answer(output, answer, quiet=quiet)
