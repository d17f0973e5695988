"""``equity flops QQ+,AK vs 22+``: two ranges on every flop."""

from __future__ import annotations

import click

from equity.cli.arguments import check_output, write_answer
from equity.cli.options import COUNT, Choice, Command, format_option, output_option, quiet_option, threads_option

__all__ = ["command"]

_TEXTURES = ("suits", "pairing", "straights", "high-card")
_SORTS = ("equity", "share", "win", "tie", "weight", "flop")
_ALSO = {"comes": "share"}  # as the column is called
_SHOWN = 10


@click.command("flops", cls=Command)
@click.argument("players", nargs=-1, required=True, metavar="RANGE vs RANGE")
@click.option("--subset", type=COUNT, metavar="N", help="Show N flops with weights that stand for all, and the error.")
@click.option("--by", "texture", type=Choice(_TEXTURES), help="Group by this texture only; by default by all four.")
@click.option("--sort", type=Choice(_SORTS, also=_ALSO), default="equity", show_default=True, help="Order of flops.")
@click.option("--reverse", is_flag=True, help="Turn the order of the flops round.")
@click.option("--limit", type=COUNT, metavar="N", help="Show N flops; by default 10 in the table, else all.")
@format_option("table", "json", "csv")
@output_option
@threads_option
@quiet_option("Print the answer only: no notes, no progress.")
def command(  # noqa: PLR0913  # click gives every option
    players: tuple[str, ...],
    *,
    subset: int | None,
    texture: str | None,
    sort: str,
    reverse: bool,
    limit: int | None,
    form: str,
    output: str,
    threads: int | None,
    quiet: bool,
) -> None:
    """Compare two ranges on every flop: equity, who is ahead, how often each flop comes with these ranges.

    Flops that differ only in the names of suits are one row, unless a range names suits. Equity, win and tie are the
    first player's; 'ahead' is who has more than half of the pot on a flop, or how often the first player has.

    \b
    Examples:
      equity flops 'top 15%' vs QQ+,AK
      equity flops AK vs 22+ --by pairing --sort share --limit 20
      equity flops 'top 20%' vs 'top 40%' --subset 25 --format csv -o flops.csv
    """
    from equity.cli.arguments import read_words
    from equity.cli.question import say_notes
    from equity.ranges import split_players
    from equity.show.progress import Progress

    notes: list[str] = []
    ranges = split_players(read_words("@-" if word == "-" else word for word in players), notes=notes)
    if len(ranges) != 2:
        raise click.UsageError(f"two ranges with vs between them, such as AK vs 22+; got {len(ranges)}")
    check_output(output)
    if subset is None and sort == "weight":
        raise click.UsageError("--sort weight needs --subset")

    from equity.range_analysis.flop_kinds import TEXTURES
    from equity.range_analysis.flop_report import flops
    from equity.report.range_analysis.flops import flops_text

    with Progress(quiet=quiet) as progress:
        report = flops(ranges[0], ranges[1], subset, threads=threads, on_progress=progress.callback)
    say_notes(dict.fromkeys([*notes, *report.notes]), quiet=quiet)
    textures = tuple(TEXTURES) if texture is None else (texture.replace("-", " "),)
    if limit is None and form == "table" and subset is None:
        limit = _SHOWN
    text = flops_text(report, form, textures=textures, sort=sort, reverse=reverse, limit=limit)
    write_answer(output, text, quiet=quiet)
