"""``equity nash 10bb``: push or fold, solved."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import click

from equity.cli.arguments import check_output, write_text
from equity.cli.options import (
    NUMBERS,
    SHARE,
    Command,
    Quantity,
    color_option,
    format_option,
    output_option,
    packed,
    quiet_option,
    use_color,
)
from equity.errors import OptionError

if TYPE_CHECKING:
    from equity.solve.charts import PushFold

__all__ = ["command"]

_SPAN = re.compile(r"\s*([\d.]+)\s*(?:bb)?\s*(?:-|\.\.)\s*([\d.]+)\s*(?:bb)?\s*", re.IGNORECASE)
_PAGES, _PICTURES = (".html", ".htm"), (".png", ".svg", ".pdf")


class BigBlinds(Quantity):
    """An amount in big blinds: 0.5, 0.125bb."""

    name = "big blinds"
    units: ClassVar[dict[str, float]] = {"": 1, "bb": 1}
    example = "big blinds such as 0.5 or 0.125bb"


class _Posts(NamedTuple):
    """What is posted and taken, as `equity.solve.push_fold` names it."""

    small_blind: float
    ante: float
    big_blind_ante: float
    rake: float
    rake_cap: float | None


_AMOUNT = BigBlinds()
_posts = packed(
    "posts",
    _Posts,
    click.option("--small-blind", type=_AMOUNT, default=0.5, show_default=True, metavar="BB", help="In big blinds."),
    click.option("--ante", type=_AMOUNT, default=0.0, metavar="BB", help="What every player posts, in big blinds."),
    click.option("--big-blind-ante", type=_AMOUNT, default=0.0, metavar="BB", help="What the big blind alone posts."),
    click.option("--rake", type=SHARE, default=0.0, metavar="PERCENT", help="Taken from pots that are called: 5%."),
    click.option("--rake-cap", type=_AMOUNT, metavar="BB", help="The most rake of a pot, in big blinds."),
)


@click.command("nash", cls=Command)
@click.argument("stack", required=False, metavar="[STACK]")
@click.option(
    "--stacks",
    metavar="SPAN|LIST",
    help="A span, 2-20: the stacks at which each hand is played. With --payouts a list, one stack per player.",
)
@click.option("--step", type=_AMOUNT, metavar="BB", help="With a span: from one stack to the next, 0.1 by default.")
@click.option("--payouts", type=NUMBERS, metavar="PRIZES", help="With a list of --stacks: play for prize money (ICM).")
@click.option("--blinds", type=NUMBERS, metavar="N,N", help="Who of that list is small and big blind: 1,2 by default.")
@click.option("--against-call", metavar="RANGE", help="What to push against somebody who calls with RANGE.")
@click.option("--against-push", metavar="RANGE", help="What to call with against somebody who pushes RANGE.")
@_posts
@click.option("--exact", is_flag=True, help="To the last digit, not to 0.01 thousandths of a big blind.")
@click.option("--plot", metavar="FILE", help="Also draw both charts: FILE.png, .svg or .pdf (extra plot).")
@click.option("--page", metavar="FILE", help="Also write both charts as a page: FILE.html.")
@output_option
@format_option("table", "json", "csv")
@color_option
@quiet_option("No notes, no progress.")
def command(**options: Any) -> None:
    """Solve push or fold: the small blind goes all in or folds, the big blind calls or folds.

    STACK is what both have before the blinds, in big blinds. Figures in the charts are how often a mixed hand is
    played, in percent. Exploitability is what best responses of both would gain together.

    \b
    Examples:
      equity nash 10bb
      equity nash 12.5 --ante 0.125 --format json
      equity nash --stacks 2-20
      equity nash --stacks 10,8,25,40 --payouts 50,30,20
      equity nash 10 --against-call 'top 20%'
    """
    span = _read_span(options)
    for name, ends in (("output", ()), ("plot", _PICTURES), ("page", _PAGES)):
        if options[name] is not None:
            check_output(options[name], ends=ends, stdout=not ends)
    if span is None:
        text, complete = _answer(options), True
    else:
        text, complete = _spans(span, options)
    write_text(options["output"], text)
    for name in ("output", "plot", "page"):
        if options[name] not in (None, "-") and not options["quiet"]:
            click.echo(f"note: written to {options[name]}", err=True)
    if not complete:
        raise click.Abort("the deepest stacks are missing")


def _read_span(options: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the ends of a span of stacks, None for one game; a stack, a span and a list are three questions."""
    context = click.get_current_context()
    stacks, payouts = options["stacks"], options["payouts"]
    if stacks is None:
        if options["stack"] is None:
            raise click.UsageError("no stack given; write for example: equity nash 10bb", context)
        return None
    if payouts is not None:
        if "," not in stacks:
            raise click.UsageError(
                f"with --payouts, --stacks is a list with one stack per player, such as 10,8,25,40; got {stacks!r:.60}",
                context,
            )
        if options["step"] is not None:
            raise click.UsageError("--step and --payouts exclude each other", context)
        return None
    ends = _SPAN.fullmatch(stacks)
    if ends is None:
        raise click.UsageError(
            f"--stacks is a span such as 2-20, or with --payouts a list with one stack per player; got {stacks!r:.60}",
            context,
        )
    for name in ("against_call", "against_push", "plot", "page"):
        if options[name]:
            raise click.UsageError(f"--{name.replace('_', '-')} and a span of --stacks exclude each other", context)
    return ends[1], ends[2]


def _spans(span: tuple[str, str], options: Mapping[str, Any]) -> tuple[str, bool]:
    from equity.report.preflop import spans_text
    from equity.show.progress import Progress
    from equity.solve import stack_spans

    game: dict[str, Any] = options["posts"]._asdict()
    step = "0.1" if options["step"] is None else options["step"]
    with Progress(quiet=options["quiet"], unit="stacks") as progress:
        found = stack_spans(span[0], span[1], step=step, exact=options["exact"], progress=progress.callback, **game)
    return spans_text(found, options["form"]), found.complete


def _answer(options: Mapping[str, Any]) -> str:
    """Solve one game, or answer a range; draw and write what else is wanted."""
    stack = options["stack"] if options["stacks"] is None else options["stacks"].split(",")
    game: dict[str, Any] = options["posts"]._asdict() | {"payouts": options["payouts"]}
    if options["blinds"] is not None:
        game["blinds"] = _read_blinds(options["blinds"], len(stack))
    color = use_color(options["no_color"]) and options["output"] == "-"
    against = {side: options[f"against_{side}"] for side in ("push", "call") if options[f"against_{side}"] is not None}
    if against:
        from equity.report.preflop import response_text
        from equity.solve import best_response

        return response_text(best_response(stack, **against, **game), options["form"], color=color)
    from equity.report.preflop import push_fold_text
    from equity.solve import push_fold

    found = push_fold(stack, exact=options["exact"], **game)
    if options["page"] is not None:
        from equity.report.page.charts import charts_html

        write_text(options["page"], charts_html(found).rstrip("\n"))
    if options["plot"] is not None:
        _draw(found, options["plot"])
    return push_fold_text(found, options["form"], color=color)


def _read_blinds(seats: Sequence[float], players: int) -> list[int]:
    """Return who of the players is small and big blind, counted from 0."""
    if len(seats) != 2 or seats[0] == seats[1] or any(seat not in range(1, players + 1) for seat in seats):
        shown = ",".join(f"{seat:g}" for seat in seats)
        raise OptionError(f"--blinds are two of the {players} players, counted from 1, got {shown:.60}")
    return [int(seat) - 1 for seat in seats]


def _draw(found: PushFold, path: str) -> None:
    from equity.plot.style import pyplot

    plt = pyplot()
    plt.switch_backend("Agg")
    from equity.plot import push_fold_charts

    axes = push_fold_charts(found)
    try:
        axes[0].figure.savefig(path)  # type: ignore[union-attr]  # not a part of a figure
    except (OSError, ValueError) as error:
        raise OptionError(f"cannot write {path!r}: {getattr(error, 'strerror', None) or error}") from None
