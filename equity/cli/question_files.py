"""``equity --file``: many questions from text lines, CSV, JSON lines or Parquet, answered together.

A text line reads ``AsKs vs QQ | Ts9s2d | Qc``: players, then board, then dead cards. The other formats have columns
``players`` (or ``player_1``, ``player_2``, ...), ``board`` and ``dead``.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

import click

from equity.cli.progress import Progress
from equity.errors import EquityError, OptionError

if TYPE_CHECKING:
    from equity.odds.batch.files import FileRow
    from equity.odds.batch.results import ManyResults

__all__ = ["answer_file"]

_LOOKS = (
    "breakdown",
    "combos",
    "next_card",
    "outs",
    "histogram",
    "stacks",
    "payouts",
    "others",
    "explain",
    "cluster",
    "checkpoint",
)


_HINTS = {
    "text": "write one per line, such as AsKs vs QQ | Ts9s2d",
    "csv": "below the names of the columns stands one per line",
    "json": """write one per line, such as {"players": "AsKs vs QQ"}""",
    "parquet": "every row is one",
}


def answer_file(name: str, options: dict[str, Any]) -> None:
    """Answer every row of a file in order; one that cannot be answered is reported and does not stop the others.

    An interrupt ends it with the rows that are answered by then.
    """
    from equity.odds.batch.files import file_kind

    for look in _LOOKS:
        if options.get(look):
            other = f"--{look.replace('_', '-')}"
            raise click.UsageError(f"--file and {other} exclude each other", click.get_current_context())
    asked, answered, complete = 0, 0, True
    try:
        for rows in _read(name):
            asked += len(rows)
            more, complete = _answer(rows, options, header=asked == len(rows))
            answered += more
            if not complete:
                break
    except KeyboardInterrupt:
        complete = False
    if not complete:
        raise click.Abort(f"{answered} of {asked} questions are answered" if asked else "")
    if not asked:
        place = "standard input" if name == "-" else name
        raise OptionError(f"{place} holds no question; {_HINTS[file_kind(name)]}")
    if answered < asked:
        raise click.exceptions.Exit(2)


def _read(name: str) -> Iterator[list[FileRow]]:
    """Yield the rows that are answered together: all of a file, but each line as it is typed."""
    from equity.odds.batch.files import file_kind, read_parquet, read_rows

    kind = file_kind(name)
    if name == "-":
        typed = read_rows(_typed_lines(), kind)
        if sys.stdin.isatty():
            for row in typed:
                yield [row]
        else:
            yield list(typed)
        return
    if kind == "parquet":
        yield read_parquet(name)
        return
    try:
        with open(name, encoding="utf-8", newline="" if kind == "csv" else None) as file:
            rows = list(read_rows(file, kind))
    except OSError as error:
        raise OptionError(f"{name}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise OptionError(f"{name} is not text in UTF-8; Parquet files end in .parquet") from None
    yield rows


def _typed_lines() -> Iterator[str]:
    """Yield the lines of standard input; bytes that are not text are an error, as they are in a file."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="strict")  # else they pass as lone surrogates
    try:
        yield from sys.stdin
    except UnicodeDecodeError:
        raise OptionError("standard input is not text in UTF-8") from None


def _answer(rows: list[FileRow], options: dict[str, Any], *, header: bool) -> tuple[int, bool]:
    """Answer and print rows; return how many are answered, and whether all were looked at before an interrupt."""
    from equity.odds.batch.many import calculate_many
    from equity.odds.batch.results import NOT_ANSWERED

    spots = [_complete(row.spot, options) for row in rows]
    with Progress(quiet=options["quiet"]) as progress:
        found = calculate_many(spots, progress=progress.callback, **_sampling(options))
    complete = found.complete
    if not complete:
        kept = [i for i in range(len(rows)) if found.errors.get(i) != NOT_ANSWERED]
        rows, spots, found = [rows[i] for i in kept], [spots[i] for i in kept], found.pick(kept)
    if options["strict"] and found.errors:
        _stop(rows[min(found.errors)].line, min(found.errors), rows, spots, found, options, header)
    for i, message in found.errors.items():
        click.echo(f"error: line {rows[i].line}: {message}", err=True)
    _print(rows, spots, found, options, header)
    return len(rows) - len(found.errors), complete


def _stop(line: int, count: int, rows: Any, spots: Any, found: ManyResults, options: Any, header: bool) -> NoReturn:
    """Print what stands before the first broken row, and end there."""
    _print(rows[:count], spots[:count], found.pick(range(count)), options, header)
    raise OptionError(f"line {line}: {found.errors[count]}")


def _sampling(options: dict[str, Any]) -> dict[str, Any]:
    from equity.cli.commands.calc import choose_method

    names = ("samples", "target", "seconds", "seed", "threads")
    return {"method": choose_method(options), **{name: options[name] for name in names}}


def _complete(spot: Any, options: dict[str, Any]) -> Any:
    """Return a row with the command's own board, dead cards and random players where it says nothing."""
    if not (options["board"] or options["dead"] or options["vs_random"]):
        return spot
    from equity.odds.batch.reader import split_row

    try:
        players, board, dead = split_row(spot)
    except EquityError as error:  # the row's own
        return error
    return (
        [*players, *["random"] * (options["vs_random"] or 0)],
        board or options["board"],
        dead or options["dead"],
    )


def _print(rows: Any, spots: Any, found: ManyResults, options: dict[str, Any], header: bool) -> None:
    from equity.report.batch import answer_line, answers_csv, wide_csv

    form = options["form"]
    if form == "csv" and rows and any(row.cells is not None for row in rows):
        click.echo(wide_csv([row.cells or {} for row in rows], found.columns()))
        return
    answers = [_plain(row.line, spot, answer) for row, spot, answer in zip(rows, spots, found, strict=True)]
    if form == "csv":
        good = [answer for answer in answers if "error" not in answer]
        if good:
            click.echo(answers_csv(good, header=header))
        return
    for answer in answers:
        if form == "json" or "error" not in answer:
            click.echo(answer_line(answer, form))


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
