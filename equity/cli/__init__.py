"""The ``equity`` command: parse, call, print; one file per command.

- `commands`: one file for each command.
- `arguments`: ``@file`` among the words of a command.
- `options`: types of options, and options that commands share.
- `analyses`: what `calc` shows beside the equities.
- `question_files`: ``--file``: many questions at once.
- `progress`: the bar on stderr.
- `process`: streams and Ctrl-C.

Rules of the folder: no command computes anything. The answer goes to stdout, everything else to stderr. Errors are
caught once, here. Command modules are loaded only when they are asked for.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

from equity import kernels
from equity._version import __version__
from equity.cli.process import interrupts_kept, open_streams
from equity.errors import EquityError

__all__ = ["cli"]

DEFAULT = "calc"
# name -> module with a click command named `command`, and the line shown by --help
COMMANDS: dict[str, tuple[str, str]] = {
    "calc": ("equity.cli.commands.calc", "Equity of hands and ranges; the default, so the name can be left out."),
    "range": (
        "equity.cli.commands.range",
        "Show how a range is read: combos, chart, notes; or write it for another program.",
    ),
    "eval": ("equity.cli.commands.evaluate", "Name a hand of 5 to 7 cards, or compare several."),
    "preflop": (
        "equity.cli.commands.preflop",
        "Rank and exact equity of the 169 starting hands; the matrix of all of them.",
    ),
    "report": ("equity.cli.commands.report", "Write an answer as a page to look at: bars, charts, next cards, method."),
    "simulate": ("equity.cli.commands.simulate", "Play millions of whole hands between strategies and count who wins."),
    "replay": ("equity.cli.commands.replay", "Play hand histories through the rules engine and compare the results."),
    "rules": ("equity.cli.commands.rules", "House rules: list them, or show one with its clauses."),
    "doctor": ("equity.cli.commands.doctor", "Versions, cache folder and a self-check."),
    "warmup": ("equity.cli.commands.warmup", "Compile the kernels now instead of when first needed."),
}
_OWN_OPTIONS = {"--version", "-h", "--help"}


class _Group(click.Group):
    """A group whose commands load when called, with `calc` as the one that needs no name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        for option in command.params:
            if option.name == "quiet":
                option.callback = _hush
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            args = ["--help"]
        if args[0] not in COMMANDS and args[0] not in _OWN_OPTIONS:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("equity", "HAND [vs HAND ...] [OPTIONS]")
        formatter.write_usage("equity", "COMMAND [ARGS] ...", prefix="       ")
        self.format_help_text(ctx, formatter)
        calc = self.get_command(ctx, DEFAULT)
        if calc is not None:
            calc.format_options(ctx, formatter)
        with formatter.section("Commands (equity COMMAND --help)"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:  # click would begin a new line first, also where nobody sees one
            raise click.Abort(str(stop)) from None

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> NoReturn:
        """Run, and turn every way to fail into a line on stderr and an exit code."""
        extra |= {"standalone_mode": False, "prog_name": "equity"}
        kernels.on_compile = _announce
        try:
            open_streams()
            with warnings.catch_warnings(), interrupts_kept():
                warnings.showwarning = lambda message, *_, **__: click.echo(f"note: {message}", err=True)
                code = super().main(args, *more, **extra)
            sys.stdout.flush()
        except click.exceptions.Exit as stop:
            code = stop.exit_code
        except (click.Abort, KeyboardInterrupt) as stop:
            below = "\n" if sys.stderr.isatty() else ""  # there it says ^C
            click.echo(f"{below}interrupted{f': {stop}' if str(stop) else ''}", err=True)
            code = 130
        except click.ClickException as error:
            code = _fail(_lower(error.format_message()), error)
        except EquityError as error:
            code = _fail(str(error))
        except BrokenPipeError:  # somebody closed the pipe, as `head` does
            _drop_output()
            code = 1
        except OSError as error:  # commands name the files they cannot use; what is left is stdout, on a full disk
            _drop_output()
            code = _fail(f"cannot write the answer: {error.strerror or error}")
        sys.exit(code if isinstance(code, int) else 0)


def _hush(_: click.Context, __: click.Parameter, quiet: bool) -> bool:
    """Keep the note of `_announce` to oneself, for every command that can be quiet."""
    if quiet:
        kernels.on_compile = None
    return quiet


def _announce() -> None:
    click.echo("note: compiling kernels for the first time, a few seconds (equity warmup compiles all)", err=True)


def _drop_output() -> None:
    """Send what is still to be written nowhere, so that the interpreter does not fail on it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, error: click.ClickException | None = None) -> int:
    context = getattr(error, "ctx", None)
    hint = "" if context is None else f" (see {context.command_path.replace(f' {DEFAULT}', '')} --help)"
    click.echo(f"error: {message}{hint}", err=True)
    return 2


def _lower(message: str) -> str:
    message = message.removesuffix(".")
    return message if message[1:2].isupper() else message[:1].lower() + message[1:]  # CSV keeps its capitals


@click.group(
    cls=_Group,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="equity", message="%(prog)s %(version)s")
def cli() -> None:
    """Texas hold'em equities: exact where possible, with an error bar otherwise.

    \b
    Examples:
      equity AsKs vs QQ
      equity AsKs                          one random opponent
      equity AKs,AQs vs 22+ vs random -b Ts9s2d
      equity "QQ+,AK" vs "top15%" --explain
    """
