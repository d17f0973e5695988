"""``equity --file``: many questions from text lines, CSV, JSON lines or Parquet, answered together.

A text line reads ``AsKs vs QQ | Ts9s2d | Qc``: players, then board, then dead cards. The other formats have columns
``players`` (or ``player_1``, ``player_2``, ...), ``board`` and ``dead``.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from equity.cli.arguments import decode
from equity.cli.question import QuestionOptions
from equity.errors import EquityError, OptionError
from equity.show.progress import Progress

if TYPE_CHECKING:
    from equity.odds.batch.files import FileRow
    from equity.odds.batch.results import ManyResults

__all__ = ["answer_file"]

_HINTS = {
    "text": "write one per line, such as AsKs vs QQ | Ts9s2d",
    "csv": "below the names of the columns stands one per line",
    "json": """write one per line, such as {"players": "AsKs vs QQ"}""",
    "parquet": "every row is one",
}

_NO_TEXT = "standard input is not text in UTF-8"


def answer_file(name: str, asked: QuestionOptions, *, form: str, strict: bool) -> None:
    """Answer every row of a file in order; one that cannot be answered is reported and does not stop the others.

    An interrupt ends it with the rows that are answered by then.
    """
    from equity.odds.batch.files import file_kind

    printer = _Printer(form)
    count, answered, complete = 0, 0, True
    try:
        for rows in _read(name):
            count += len(rows)
            more, complete = _answer(rows, asked, printer, strict=strict)
            answered += more
            if not complete:
                break
    except KeyboardInterrupt:
        complete = False
    if not complete:
        raise click.Abort(f"{answered} of {count} questions are answered" if count else "")
    if not count:
        place = "standard input" if name == "-" else name
        raise OptionError(f"{place} holds no question; {_HINTS[file_kind(name)]}")
    if answered < count:
        raise click.exceptions.Exit(2)


def _read(name: str) -> Iterator[list[FileRow]]:
    """Yield the rows that are answered together: all of a file, but each line as it is typed."""
    from equity.odds.batch.files import file_kind, read_parquet, read_rows

    kind = file_kind(name)
    if name == "-":
        if sys.stdin.isatty():
            for row in read_rows(_typed_lines(), kind):
                yield [row]
        else:
            yield list(read_rows(_piped_lines(), kind))
        return
    if kind == "parquet":
        yield read_parquet(name)
        return
    try:
        text = decode(Path(name).read_bytes())
    except OSError as error:
        raise OptionError(f"{name}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise OptionError(f"{name} is not text in UTF-8; Parquet files end in .parquet") from None
    except ValueError as error:  # a name that no file can have
        raise OptionError(f"{name!r}: {error}") from None
    yield list(read_rows(io.StringIO(text, newline="" if kind == "csv" else None), kind))


def _piped_lines() -> Iterator[str]:
    """Yield the lines of a pipe or file at standard input."""
    try:
        yield from io.StringIO(decode(sys.stdin.buffer.read()), newline=None)
    except UnicodeDecodeError:
        raise OptionError(_NO_TEXT) from None


def _typed_lines() -> Iterator[str]:
    """Yield the lines that somebody types; bytes that are not text are an error, as they are in a file."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")  # else they pass as lone surrogates
    try:
        yield from sys.stdin
    except UnicodeDecodeError:
        raise OptionError(_NO_TEXT) from None


def _answer(rows: list[FileRow], asked: QuestionOptions, printer: _Printer, *, strict: bool) -> tuple[int, bool]:
    """Answer and print rows; return how many are answered, and whether all were looked at before an interrupt."""
    from equity.odds.batch.many import calculate_many
    from equity.odds.batch.results import NOT_ANSWERED

    spots = [_complete(row.spot, asked) for row in rows]
    with Progress(quiet=asked.quiet) as progress:
        found = calculate_many(spots, progress=progress.callback, **asked.goal)
    complete = found.complete
    if not complete:
        kept = [i for i in range(len(rows)) if found.errors.get(i) != NOT_ANSWERED]
        rows, spots, found = [rows[i] for i in kept], [spots[i] for i in kept], found.pick(kept)
    if strict and found.errors:
        first = min(found.errors)
        printer.show(rows[:first], spots[:first], found.pick(range(first)))
        raise OptionError(f"line {rows[first].line}: {found.errors[first]}")
    for i, message in found.errors.items():
        click.echo(f"error: line {rows[i].line}: {message}", err=True)
    printer.show(rows, spots, found)
    return len(rows) - len(found.errors), complete


def _complete(spot: Any, asked: QuestionOptions) -> Any:
    """Return a row with the command's own board, dead cards and random players where it says nothing."""
    if not (asked.board or asked.dead or asked.vs_random):
        return spot
    from equity.odds.batch.reader import split_row

    try:
        players, board, dead = split_row(spot)
    except EquityError as error:  # the row's own
        return error
    return [*players, *["random"] * (asked.vs_random or 0)], board or asked.board, dead or asked.dead


class _Printer:
    """Prints answers as they come; a CSV has its header once."""

    def __init__(self, form: str) -> None:
        self._form = form
        self._begun = False

    def show(self, rows: Sequence[FileRow], spots: Sequence[Any], found: ManyResults) -> None:
        """Print the answers to rows."""
        from equity.report.batch import answer_line, answers_csv, wide_csv

        header, self._begun = not self._begun, True
        if self._form == "csv" and any(row.cells is not None for row in rows):
            click.echo(wide_csv([row.cells or {} for row in rows], found.columns()))
            return
        answers = [_plain(row.line, spot, answer) for row, spot, answer in zip(rows, spots, found, strict=True)]
        if self._form == "csv":
            good = [answer for answer in answers if "error" not in answer]
            if good:
                click.echo(answers_csv(good, header=header))
            return
        for answer in answers:
            if self._form == "json" or "error" not in answer:
                click.echo(answer_line(answer, self._form))


def _plain(line: int, spot: Any, answer: Any) -> dict[str, Any]:
    """Return an answer with its question as plain values."""
    if answer.error is not None:
        return {"line": line, "error": answer.error}
    from equity.odds.batch.reader import split_row

    players, board, dead = split_row(spot)
    plain: dict[str, Any] = answer.to_dict()
    names = [*map(str, players), *["random"] * (len(plain["players"]) - len(players))]
    plain["players"] = [{"range": name, **player} for name, player in zip(names, plain["players"], strict=True)]
    return {"line": line, "board": board, "dead": dead, **plain}
