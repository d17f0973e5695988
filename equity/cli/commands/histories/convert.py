"""``equity convert``: write hand histories in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from equity.cli.commands.histories.replay import FORMATS
from equity.cli.options import Choice, Command, quiet_option
from equity.errors import HistoryError

if TYPE_CHECKING:
    from collections.abc import Callable

    from equity.history import HandRecord

__all__ = ["command"]

_TARGETS = ("phh", "pokerstars", "ohh", "acpc")


@click.command("convert", cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--to", "target", type=Choice(_TARGETS), required=True, help="Format to write.")
@click.option("--output", metavar="FILE", help="Write to FILE instead of standard output.")
@click.option("--strict/--repair", default=True, help="Refuse what does not fit, or fill in what a file leaves out.")
@click.option(
    "--input",
    "kind",
    type=Choice(FORMATS),
    metavar="FORMAT",
    help=f"Format of the files, recognised from the text by default: {', '.join(FORMATS)}.",
)
@click.option("--game", metavar="FILE", help="ACPC game definition, unless the log names a known one.")
@quiet_option("Do not say how many hands were written.")
def command(files: tuple[str, ...], **options: Any) -> int:
    """Write hand histories in another format.

    Every hand is played through the rules engine, and what is written is read again: a hand that the format cannot say
    is left out, with its reason on the standard error. The exit code is 2 if a hand was left out.

    \b
    Examples:
      equity convert hands.phhs --to pokerstars --output hands.txt
      equity convert ~/PokerStars/HandHistory --to phh --output hands.phhs
      equity convert hands.phhs --to ohh
    """
    import sys
    from pathlib import Path

    from equity.history import read
    from equity.history.acpc.games import load_game

    errors = 0

    def note(error: object) -> None:
        nonlocal errors
        errors += 1
        click.echo(f"error: {error}", err=True)

    game = load_game(Path(options["game"])) if options["game"] else None
    records = read(files, strict=options["strict"], format=options["kind"], game=game, on_error=note)
    text_of = _writer(options["target"], options["output"])
    written = 0
    try:
        with _opened(options["output"]) as out:
            for record in records:
                try:
                    text = text_of(record, written + 1)
                except HistoryError as error:
                    note(error)
                else:
                    out.write(text)
                    written += 1
    except OSError as error:
        if options["output"]:
            raise HistoryError(f"cannot write {options['output']}: {error.strerror or error}") from None
        raise
    if not options["quiet"] and (options["output"] or errors):
        click.echo(f"{written} hands written, {errors} left out", err=True)
    sys.stdout.flush()
    return 2 if errors else 0


def _opened(path: str | None) -> Any:
    import sys
    from contextlib import nullcontext
    from pathlib import Path

    return Path(path).open("w", encoding="utf-8", newline="\n") if path else nullcontext(sys.stdout)


def _writer(target: str, output: str | None) -> Callable[[HandRecord, int], str]:
    """Return what makes the text of a hand and its number."""
    from equity.history import ohh_text, phh_text, pokerstars_text

    if target == "acpc":
        return _AcpcWriter(output).text
    return {
        "phh": lambda record, number: f"{chr(10) if number > 1 else ''}[{number}]\n{phh_text(record)}",
        "pokerstars": lambda record, number: pokerstars_text(record, number=_numbered(record, number)) + "\n\n",
        "ohh": lambda record, _: ohh_text(record) + "\n\n",
    }[target]


def _numbered(record: HandRecord, number: int) -> int | None:
    """Return the number of a hand that has none of its own."""
    return None if isinstance(record.fields.get("hand"), int) else number


class _AcpcWriter:
    """ACPC logs hold one game, whose definition is written beside the log, and named in its first line."""

    def __init__(self, output: str | None) -> None:
        self.output = output
        self.game = ""

    def text(self, record: HandRecord, number: int) -> str:
        """Return the line of a hand, and before the first one the line that names the game."""
        from pathlib import Path

        from equity.history import acpc_text, game_of_record, game_text

        game = game_text(game_of_record(record))
        line = acpc_text(record, number=_numbered(record, number)) + "\n"
        if self.game and game != self.game:
            raise HistoryError(f"{record.place}: another game than that of the hands before; a log holds one")
        if self.game or self.output is None:
            self.game = game
            return line
        self.game = game
        beside = Path(self.output).with_suffix(".game")
        beside.write_text(game, encoding="utf-8")
        return f"# equity {beside.name}\n{line}"
