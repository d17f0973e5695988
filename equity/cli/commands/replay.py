"""``equity replay``: play hand histories through the rules engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from equity.cli.options import COUNT, Choice, Command, format_option
from equity.errors import HistoryError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from equity.history import AcpcGame, HandRecord, Replayed

__all__ = ["command"]

_FORMATS = (
    "phh",
    "acpc",
    "pokerstars",
    "fulltilt",
    "bovada",
    "ggpoker",
    "winamax",
    "888",
    "partypoker",
    "winning",
    "ipoker",
)


@click.command("replay", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--show", type=COUNT, metavar="N", help="Show hand N street by street, counted over all files.")
@click.option("--strict/--repair", default=True, help="Refuse what does not fit, or fill in what a file leaves out.")
@click.option(
    "--input",
    "kind",
    type=Choice(_FORMATS),
    metavar="FORMAT",
    help=f"Format of the files, recognised from the text by default: {', '.join(_FORMATS)}.",
)
@click.option("--game", metavar="FILE", help="ACPC game definition, unless the log names a known one.")
@format_option("table", "json")
def command(
    files: tuple[str, ...], show: int | None, strict: bool, kind: str | None, game: str | None, form: str
) -> int:
    """Play hand histories through the rules engine and compare the results.

    Reads PHH (.phh, .phhs), ACPC logs, and the hand histories of nine sites; - is standard input. The exit code is 0 if
    every result is the recorded one (up to rake and split odd chips), 1 if a result differs, 2 if a hand cannot be read
    or breaks the rules.

    \b
    Examples:
      equity replay hands.phhs
      equity replay hands.phhs --show 12
      equity replay --repair *.txt --format json
      zcat hands.phhs.gz | equity replay -
    """
    from pathlib import Path

    from equity.history.acpc.games import load_game

    reading = _Reading(files, strict=strict, kind=kind, game=load_game(Path(game)) if game else None)
    if show is not None:
        return _show_one(reading, show, form)
    return _summary(reading, form)


class _Reading:
    """The hands of all files; errors are kept, so that one bad hand does not hide the others."""

    def __init__(self, files: tuple[str, ...], *, strict: bool, kind: str | None, game: AcpcGame | None) -> None:
        self.files = files
        self.strict = strict
        self.kind = kind
        self.game = game
        self.errors: list[HistoryError] = []

    def _note(self, error: HistoryError) -> None:
        self.errors.append(error)
        click.echo(f"error: {error}", err=True)

    def records(self) -> Iterator[HandRecord]:
        """Yield the hands that can be read; the others are said on stderr."""
        import sys

        from equity.history import read_hands

        for file in self.files:
            source = sys.stdin.buffer if file == "-" else file
            try:
                yield from read_hands(source, strict=self.strict, format=self.kind, game=self.game, on_error=self._note)
            except HistoryError as error:
                self._note(error)

    def replayed(self) -> Iterator[Replayed]:
        """Yield the hands played."""
        import gc

        from equity.history import replay_all

        frozen = False
        for result in replay_all(self.records(), strict=self.strict):
            if not frozen:
                gc.freeze()  # full collections need not look through Numba's half a million objects, 0.1 s each time
                frozen = True
            if result.error is not None:
                self._note(result.error)
            yield result


def _summary(reading: _Reading, form: str) -> int:
    from collections import Counter

    from equity.history.verdict import VERDICTS

    counts: Counter[str] = Counter()
    different: list[Replayed] = []
    repaired = 0
    for result in reading.replayed():
        counts[result.verdict] += 1
        repaired += result.repairs > 0
        if result.verdict == "differ" or (result.verdict == "unfinished" and result.record.result is not None):
            different.append(result)
    hands = counts.total()
    unread = len(reading.errors) - counts["refused"]
    if form == "json":
        _print_json(reading, counts, different, unread, repaired)
    else:
        from equity.report.hand import summary_text

        meanings = {**VERDICTS, "unreadable": "errors while reading, see above", "repaired": "played after a repair"}
        totals = {**counts, "hands": hands, "files": len(reading.files), "unreadable": unread, "repaired": repaired}
        click.echo(summary_text(totals, meanings, [_difference(result) for result in different]))
    return 2 if reading.errors else 1 if different else 0


def _difference(result: Replayed) -> str:
    from equity.report.hand import chips_text

    record = result.record
    if result.verdict == "unfinished":
        return f"{record.place}: the record stops before the end, but gives a result"
    off = [
        f"{name} {'+' if amount > 0 else ''}{chips_text(amount, record.unit)}"
        for name, amount in zip(record.players, result.differences, strict=True)
        if amount
    ]
    return f"{record.place}: by the engine {', '.join(off)}"


def _print_json(reading: _Reading, counts: Any, different: list[Replayed], unread: int, repaired: int) -> None:
    from equity.report.export import json_text

    rows = [
        {
            "file": result.record.place.file,
            "hand": result.record.place.hand,
            "line": result.record.place.line,
            "verdict": result.verdict,
            "unit": str(result.record.unit),
            "differences": [float(amount) if amount != int(amount) else int(amount) for amount in result.differences],
        }
        for result in different
    ]
    summary = {
        "schema": 1,
        "files": len(reading.files),
        "hands": counts.total(),
        "verdicts": dict(sorted(counts.items())),
        "unreadable": unread,
        "repaired": repaired,
        "differences": rows,
        "errors": [str(error) for error in reading.errors],
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
        from equity.report.hand import hand_dict

        click.echo(json_text(hand_dict(result.record, hand, result)))
    else:
        from equity.report.hand import hand_text

        click.echo(hand_text(result.record, hand, result))
    return 1 if result.verdict == "differ" else 0
