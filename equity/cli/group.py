"""The first word of a command line: which command it names, and ``equity --help``.

Rules of the file: a command's module is loaded when the command is called, and by nothing else; a line that names no
command is a question for `calc`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from equity._version import __version__
from equity.cli.first_word import COMMANDS, DEFAULT, check_first_word
from equity.cli.process import finish

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["cli"]

_OWN_OPTIONS = {"--version", "-V", "-h", "--help"}


class _Group(click.Group):
    """A group whose commands load when called, with `calc` as the one that needs no name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            args = ["--help"]
        if args and args[0] not in COMMANDS and args[0] not in _OWN_OPTIONS:
            if not ctx.resilient_parsing:
                check_first_word(args[0])
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return what the first word may go on with: a command, or an option of the one that needs no name."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=text) for name, (_, text) in COMMANDS.items() if name.startswith(incomplete)]
        for command in (self, self.get_command(ctx, DEFAULT)):
            if command is not None and incomplete.startswith("-"):
                found += click.Command.shell_complete(command, click.Context(command, parent=ctx), incomplete)
        return list({item.value: item for item in found}.values())

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("equity", "HAND [vs HAND ...] [OPTIONS]")
        formatter.write_usage("equity", "COMMAND [ARGS] ...", prefix="       ")
        self.format_help_text(ctx, formatter)
        calc = self.get_command(ctx, DEFAULT)
        if calc is not None:
            calc.format_options(ctx, formatter)
        with formatter.section("Commands (equity COMMAND --help)"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])
        with formatter.section("Completion in the shell (bash, zsh or fish)"):
            formatter.write_text('eval "$(_EQUITY_COMPLETE=bash_source equity)"')

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:  # click would begin a new line first, also where nobody sees one
            raise click.Abort(str(stop)) from None

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> NoReturn:
        """Run, and end with an exit code, whatever happens."""
        extra |= {"standalone_mode": False, "prog_name": "equity"}
        extra["color"] = True  # what has colours has asked `use_color`
        finish(lambda: super(_Group, self).main(args, *more, **extra), unnamed=DEFAULT)


@click.group(
    cls=_Group,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "-V", "--version", prog_name="equity", message="%(prog)s %(version)s")
def cli() -> None:
    """Texas hold'em equities: exact where possible, with an error bar otherwise.

    \b
    Examples:
      equity AsKs vs QQ
      equity AsKs                          one random opponent
      equity AKs,AQs vs 22+ vs random -b Ts9s2d
      equity "QQ+,AK" vs "top15%" --explain
    """
