"""``equity stats``: what hand histories say about their players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from equity.cli.options import COUNT, Choice, Command, format_option, quiet_option
from equity.errors import HistoryError, OptionError

if TYPE_CHECKING:
    from equity.history.players.cells import Tallies
    from equity.history.players.statistics import PlayerStatistics, Statistics

__all__ = ["command"]

_SORTS = ("hands", "name", "net", "bb100", "adjusted", "vpip", "pfr", "rake")


@click.command("stats", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--hero", metavar="NAME", help="Show one player's own page: positions, stakes, numbers of players.")
@click.option("--since", metavar="DATE", help="Count only hands from this day on (2026-01-31).")
@click.option("--until", metavar="DATE", help="Count only hands up to this day, inclusive.")
@click.option("--min-hands", type=COUNT, default=1, metavar="N", help="Leave out players with fewer hands.")
@click.option("--sort", type=Choice(_SORTS), default="hands", help="Order of the players.")
@click.option("--strict/--repair", default=True, help="Refuse what does not fit, or fill in what a file leaves out.")
@click.option("--output", metavar="FILE", help="Also write one row per player to a .csv, .json or .parquet file.")
@click.option("--report", metavar="FILE", help="Also write a page with the running result and the tables.")
@format_option("table", "json", "csv")
@quiet_option("Show no progress.")
def command(files: tuple[str, ...], **options: Any) -> int:
    """Show what hand histories say about their players.

    FILE is what `equity replay` takes: files, folders, patterns, archives, or - for standard input. Every hand goes
    through the rules engine; hands that it refuses are left out, and counted. The exit code is 2 if a hand could not be
    read or was refused.

    \b
    Examples:
      equity stats ~/PokerStars/HandHistory
      equity stats hands.zip --hero Hero --report page.html
      equity stats hands.phhs --since 2026-01-01 --min-hands 100 --sort bb100
      equity stats hands.phhs --format json
    """
    days = _day(options["since"], "--since"), _day(options["until"], "--until")
    tallies, errors = _tally(files, days, options)
    found = _chosen(tallies, options)
    _write(found, options)
    if tallies.interrupted:
        click.echo(f"interrupted: the first {tallies.hands:,} hands", err=True)
        return 130
    return 2 if errors else 0


def _day(text: str | None, option: str) -> tuple[int, int, int] | None:
    import datetime as dt

    if text is None:
        return None
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        raise OptionError(f"{option} must be a day such as 2026-01-31, got {text!r:.40}") from None
    return day.year, day.month, day.day


def _tally(files: tuple[str, ...], days: Any, options: dict[str, Any]) -> tuple[Tallies, int]:
    from equity.history.files.pieces import bytes_of, parts
    from equity.history.files.sources import find_files
    from equity.history.players.cells import Tallies
    from equity.history.players.tallies import tally_file
    from equity.show.progress import Progress

    total, errors = Tallies(), 0

    def note(error: object) -> None:
        nonlocal errors
        errors += 1
        click.echo(f"error: {error}", err=True)

    origins = list(find_files(files, on_error=note))
    size = bytes_of(origins)
    curves = options["hero"] if options["hero"] and options["report"] else bool(options["report"])
    task = {"strict": options["strict"], "days": days, "curves": curves}
    with Progress(quiet=options["quiet"]) as progress:
        for part in parts(tally_file, origins, task, whole=curves is True):
            if part is None:
                total.interrupted = True
                break
            for problem in part.errors:
                note(problem)
            total.add(part.found)
            if total.interrupted:
                break
            if progress.callback is not None:
                progress.callback(part.bytes_done, size)
    return total, errors


def _chosen(tallies: Tallies, options: dict[str, Any]) -> Statistics:
    from dataclasses import replace

    from equity.history.players.statistics import from_tallies

    found = from_tallies(tallies)
    if options["hero"]:
        return replace(found, players=(found.player(options["hero"]),))
    players = [player for player in found.players if player.hands >= options["min_hands"]]
    return replace(found, players=tuple(sorted(players, key=lambda player: _rank(player, options["sort"]))))


def _rank(player: PlayerStatistics, key: str) -> tuple[Any, ...]:
    if key == "name":
        return (player.name.casefold(),)
    value = {
        "bb100": player.bb100.mean,
        "adjusted": player.adjusted.mean,
        "vpip": player.rates.vpip,
        "pfr": player.rates.pfr,
    }.get(key, getattr(player, key, None))
    return value is None, -(value or 0), player.name


def _write(found: Statistics, options: dict[str, Any]) -> None:
    from equity.report.export import csv_text, json_text
    from equity.report.histories.players import player_page, players_html, players_table

    if options["output"]:
        _save(found, options["output"])
    if options["report"]:
        _to_file(options["report"], players_html(found))
    if options["form"] == "json":
        click.echo(json_text(found.to_dict()))
    elif options["form"] == "csv":
        click.echo(csv_text(found.to_rows()) if found.players else "")
    else:
        click.echo(player_page(found.players[0]) if options["hero"] else players_table(found))


def _save(found: Statistics, path: str) -> None:
    from equity.report.export import csv_text, json_text

    if path.endswith(".parquet"):
        try:
            found.to_frame().write_parquet(path)
        except OSError as error:
            raise HistoryError(f"cannot write {path}: {error.strerror or error}") from None
    elif path.endswith(".csv"):
        _to_file(path, csv_text(found.to_rows()) + "\n" if found.players else "")
    elif path.endswith(".json"):
        _to_file(path, json_text(found.to_dict()) + "\n")
    else:
        raise OptionError(f"--output writes .csv, .json or .parquet, got {path!r:.60}")


def _to_file(path: str, text: str) -> None:
    from pathlib import Path

    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise HistoryError(f"cannot write {path}: {error.strerror or error}") from None
