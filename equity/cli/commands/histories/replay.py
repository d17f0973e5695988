"""``equity replay``: play hand histories through the rules engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from equity.cli.options import COUNT, Choice, Command, format_option, quiet_option
from equity.errors import HistoryError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from equity.history import AcpcGame, HandRecord
    from equity.history.files.summary import Difference, Summary

__all__ = ["command"]

_SITES = ("fulltilt", "bovada", "ggpoker", "winamax", "888", "partypoker", "winning", "ipoker", "pokerstars")
FORMATS = ("phh", "acpc", "ohh", *_SITES)


@click.command("replay", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--show", type=COUNT, metavar="N", help="Show hand N street by street, counted over all files.")
@click.option("--strict/--repair", default=True, help="Refuse what does not fit, or fill in what a file leaves out.")
@click.option(
    "--input",
    "kind",
    type=Choice(FORMATS),
    metavar="FORMAT",
    help=f"Format of the files, recognised from the text by default: {', '.join(FORMATS)}.",
)
@click.option("--game", metavar="FILE", help="ACPC game definition, unless the log names a known one.")
@format_option("table", "json")
@quiet_option("Show no progress.")
def command(
    files: tuple[str, ...], show: int | None, strict: bool, kind: str | None, game: str | None, form: str, quiet: bool
) -> int:
    """Play hand histories through the rules engine and compare the results.

    Reads PHH (.phh, .phhs), Open Hand History, ACPC logs, and the hand histories of nine sites. FILE is a file, a
    folder, a pattern, a .zip or .gz archive, or - for standard input. The exit code is 0 if every result is the
    recorded one (up to rake and split odd chips), 1 if a result differs, 2 if a hand cannot be read or breaks the
    rules.

    \b
    Examples:
      equity replay hands.phhs
      equity replay hands.phhs --show 12
      equity replay ~/PokerStars/HandHistory
      equity replay --repair *.txt --format json
      zcat hands.phhs.gz | equity replay -
    """
    from pathlib import Path

    from equity.history.acpc.games import load_game

    reading = _Reading(files, strict=strict, kind=kind, game=load_game(Path(game)) if game else None)
    if show is not None:
        return _show_one(reading, show, form)
    return _summary(reading, form, quiet=quiet)


class _Reading:
    """The hands of all files; errors are kept, so that one bad hand does not hide the others."""

    def __init__(self, files: tuple[str, ...], *, strict: bool, kind: str | None, game: AcpcGame | None) -> None:
        self.files = files
        self.strict = strict
        self.kind = kind
        self.game = game
        self.errors: list[str] = []

    def note(self, error: HistoryError | str) -> None:
        """Say an error on stderr, and keep it."""
        self.errors.append(str(error))
        click.echo(f"error: {error}", err=True)

    def records(self) -> Iterator[HandRecord]:
        """Yield the hands that can be read; the others are said on stderr."""
        from equity.history import read

        yield from read(self.files, strict=self.strict, format=self.kind, game=self.game, on_error=self.note)

    def summary(self, *, quiet: bool) -> Summary:
        """Return what came out of all files, read on all cores if there is much to read."""
        from equity.history import find_files
        from equity.history.files.pieces import bytes_of, parts
        from equity.history.files.summary import Summary, summarize
        from equity.show.progress import Progress

        total = Summary()
        origins = list(find_files(self.files, on_error=self.note))
        options = {"strict": self.strict, "format": self.kind, "game": self.game}
        size = bytes_of(origins)
        with Progress(quiet=quiet) as progress:
            for part in parts(summarize, origins, options):
                if part is None:
                    total.interrupted = True
                    break
                for error in part.errors:
                    self.note(error)
                total.add(part.found)
                if total.interrupted:
                    break
                if progress.callback is not None:
                    progress.callback(part.bytes_done, size)
        total.files = len(origins)
        return total


def _summary(reading: _Reading, form: str, *, quiet: bool) -> int:
    from equity.history.replaying.verdict import VERDICTS

    total = reading.summary(quiet=quiet)
    unread = len(reading.errors) - total.counts["refused"]
    if form == "json":
        _print_json(reading, total, unread)
    else:
        from equity.report.histories.hand import summary_text

        meanings = {**VERDICTS, "unreadable": "errors while reading, see above", "repaired": "played after a repair"}
        totals = {**total.counts, "hands": total.hands, "files": total.files}
        totals |= {"unreadable": unread, "repaired": total.repaired}
        click.echo(summary_text(totals, meanings, [_difference(row) for row in total.different]))
        if total.skipped:
            kinds = ", ".join(f"{kind} {lines}" for kind, lines in sorted(total.skipped.items()))
            click.echo(f"lines that are not play: {kinds}")
    if total.interrupted:
        click.echo(f"interrupted: the first {total.hands:,} hands", err=True)
        return 130
    return 2 if reading.errors else 1 if total.different else 0


def _difference(row: Difference) -> str:
    from equity.report.histories.hand import chips_text

    if row.verdict == "unfinished":
        return f"{row.place}: the record stops before the end, but gives a result"
    off = [
        f"{name} {'+' if amount > 0 else ''}{chips_text(amount, row.unit)}"
        for name, amount in zip(row.players, row.differences, strict=True)
        if amount
    ]
    return f"{row.place}: by the engine {', '.join(off)}"


def _print_json(reading: _Reading, total: Summary, unread: int) -> None:
    from equity.report.export import json_text

    rows = [
        {
            "file": row.place.file,
            "hand": row.place.hand,
            "line": row.place.line,
            "verdict": row.verdict,
            "unit": str(row.unit),
            "differences": [float(amount) if amount != int(amount) else int(amount) for amount in row.differences],
        }
        for row in total.different
    ]
    summary = {
        "schema": 1,
        "files": total.files,
        "hands": total.hands,
        "verdicts": dict(sorted(total.counts.items())),
        "unreadable": unread,
        "repaired": total.repaired,
        "skipped_lines": dict(sorted(total.skipped.items())),
        "differences": rows,
        "errors": reading.errors,
    }
    click.echo(json_text(summary))


def _show_one(reading: _Reading, number: int, form: str) -> int:
    from itertools import islice

    from equity.history import play, replay

    record = next(islice(reading.records(), number - 1, None), None)
    if reading.errors:
        return 2
    if record is None:
        raise HistoryError(f"there is no hand {number} in {', '.join(reading.files)}")
    result = replay(record, strict=reading.strict)
    hand = play(result.record)
    if form == "json":
        from equity.report.export import json_text
        from equity.report.histories.hand import hand_dict

        click.echo(json_text(hand_dict(result.record, hand, result)))
    else:
        from equity.report.histories.hand import hand_text

        click.echo(hand_text(result.record, hand, result))
    return 1 if result.verdict == "differ" else 0
