"""``equity range``: show how a range was understood, or write it for another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from equity.cli.options import Choice, Command, color_option, format_option, use_color
from equity.errors import OptionError

if TYPE_CHECKING:
    from equity.ranges import Range

__all__ = ["command"]

_DIALECTS = ("equity", "pio", "equilab", "gto+", "ppt", "eval7")


@click.command("range", cls=Command)
@click.argument("text", nargs=-1, metavar="TEXT...")
@click.option("--to", "dialect", type=Choice(_DIALECTS), help="Print this dialect only.")
@format_option("table", "json")
@click.option(
    "--plus",
    type=Choice(["both", "kicker"]),
    default="both",
    show_default=True,
    help="What rises in T9s+: both ranks, or the kicker.",
)
@click.option(
    "--overlap",
    type=Choice(["error", "last", "max", "sum"]),
    default="error",
    show_default=True,
    help="What counts when a combo is given two weights.",
)
@click.option("--strict", is_flag=True, help="Refuse what other programs read differently.")
@color_option
@click.option("-f", "--file", "path", metavar="PATH", help="Read the range from a file; - is standard input.")
def command(
    text: tuple[str, ...],
    dialect: str | None,
    form: str,
    plus: str,
    overlap: str,
    strict: bool,
    no_color: bool,
    path: str | None,
) -> None:
    """Show what a range means: combos, chart and notes.

    \b
    Examples:
      equity range QQ+,AKs:0.5
      equity range 'top 15%'
      equity range '[50]AA,A5s-A2s[/50],KJs+' --to pio
      equity range @opening.txt
    """
    from equity.ranges import Range

    players = _players(text, path)
    whose = [f"player {number}" if len(players) > 1 else "" for number in range(1, len(players) + 1)]
    ranges = [
        Range(player, plus=plus, overlap=overlap, strict=strict, whose=owner)
        for player, owner in zip(players, whose, strict=True)
    ]
    if dialect:
        click.echo("\n".join(hands.to(dialect) for hands in ranges))
    elif form == "json":
        from equity.report.export import json_text, ranges_dict

        click.echo(json_text(ranges_dict(ranges)))
    else:
        click.echo("\n\n".join(_as_table(hands, use_color(no_color)) for hands in ranges))
    if form == "table":
        for note in dict.fromkeys(note for hands in ranges for note in hands.notes):
            click.echo(f"note: {note}", err=True)


def _players(words: tuple[str, ...], path: str | None) -> list[str]:
    """Return one text per player: words up to ``vs`` are one range, ``@file`` and ``-`` are read."""
    from equity.cli.arguments import read_text, read_words
    from equity.ranges import split_players

    if path:
        words = (*words, read_text(path))
    if not words:
        raise OptionError("write a range, such as equity range QQ+,AKs, or name a file with --file")
    texts = read_words("@-" if word == "-" else word for word in words)
    if not any(word.lower() in ("vs", "v", "versus", "--") for text in texts for word in text.split()):
        return [" ".join(texts)]
    return split_players(texts)


def _as_table(hands: Range, color: bool) -> str:
    from equity.show.columns import wrapped
    from equity.show.grid import chart_text

    size = f"{len(hands):,} combo{'s' * (len(hands) != 1)}"
    size += f", {hands.percent:.2f} % of 1,326"
    if hands.total_weight != len(hands):
        size += f"; weights add up to {hands.total_weight:g}"
    chart = chart_text(hands.class_weights(), color=color)
    return "\n".join([chart, "", _shorten(str(hands)), wrapped(size)])


def _shorten(text: str, width: int = 1000) -> str:
    if len(text) <= width:
        return text
    cut = text.rfind(",", 0, width)
    return f"{text[:cut]}, ... (whole with --to equity)"
