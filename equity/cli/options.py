"""What commands share: how counts, shares and times are written, options of several commands, what a command is."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import wraps
from math import isinf, isnan
from typing import TYPE_CHECKING, Any, ClassVar

import click

from equity import kernels
from equity.cli.conflicts import check_conflicts
from equity.constants import MOST_CHIPS, MOST_SEED, MOST_THREADS

if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # generic in newer releases of click only

__all__ = [
    "COUNT",
    "DURATION",
    "NUMBERS",
    "OPPONENTS",
    "SEED",
    "SHARE",
    "Choice",
    "Command",
    "color_option",
    "complete_house",
    "format_option",
    "joined_option",
    "open_executor",
    "output_option",
    "packed",
    "quiet_option",
    "threads_option",
    "use_color",
    "worker_options",
]

Decorator = Callable[[Any], Any]


# what other programs call it -> what it is here, and what to write instead of an option that does not exist
_SHORT = {"--json": ("--format", "json"), "--csv": ("--format", "csv")}
_INSTEAD = {
    "-v": "write equity --version for the version, --explain for more to read",
    "--verbose": "--explain says more",
    "--version": "write equity --version",
    "-V": "write equity --version",
    "--json": "this command prints text only",
    "--csv": "this command prints no CSV",
}


class Command(click.Command):
    """A command that looks at all its options together before it begins."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; an option that is given twice must mean something by it."""
        kinds = [param.type for param in self.params if param.name == "form"]
        forms = [form for kind in kinds if isinstance(kind, Choice) for form in kind.choices]
        short = {word: form for word, form in _SHORT.items() if form[1] in forms}
        args = [part for word in args for part in short.get(word, (word,))]
        try:
            if not ctx.resilient_parsing and sum(word.startswith("-") for word in args) > 1:
                self._refuse_repeated(ctx, args)
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if error.option_name in _INSTEAD:
                message = f"no such option: {error.option_name}; {_INSTEAD[error.option_name]}"
                raise click.UsageError(message, ctx) from None
            raise

    def _refuse_repeated(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse a second value for an option that keeps one: nobody can say which of the two was meant."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        seen: set[str] = set()
        for param in order:
            if not isinstance(param, click.Option) or param.multiple or (param.is_flag and not param.secondary_opts):
                continue
            name = max(param.opts, key=len)
            if name in seen:
                raise click.UsageError(f"{name} is given twice; give it once", ctx)
            seen.add(name)

    def invoke(self, ctx: click.Context) -> Any:
        """Refuse options that do not go together, then run."""
        check_conflicts(ctx)
        return super().invoke(ctx)


class Quantity(_ParamType):
    """A number with an optional unit; `read` raises ValueError with what would be right."""

    units: ClassVar[dict[str, float]] = {"": 1}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self.read(value.strip().lower().replace("_", "").replace(",", ""))
        except (ValueError, OverflowError) as error:
            self.fail(f"{value!r}: {error}", param, ctx)

    def read(self, text: str) -> Any:
        number = text.rstrip("%abcdefghijklmnopqrstuvwxyz")
        unit = text[len(number) :]
        try:
            amount = float(number)
        except ValueError:
            raise ValueError(f"write {self.example}") from None
        if unit not in self.units:
            raise ValueError(f"write {self.example}")
        return amount * self.units[unit]

    example: ClassVar[str] = "a number"


class Choice(click.Choice):  # type: ignore[type-arg]  # generic in newer releases of click only
    """One of several words, in small letters or capitals; `also` has other words for them."""

    def __init__(self, words: Sequence[str], *, also: Mapping[str, str] | None = None) -> None:
        super().__init__(words, case_sensitive=False)
        self._also = also or {}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word in the spelling of the program."""
        word = value.strip().lower().replace("_", "-").replace(" ", "-")
        return super().convert(self._also.get(word, word if word in self.choices else value), param, ctx)


class Count(Quantity):
    """A whole number of at least `least`: 1000, 10k, 10m, 1e6, 1_000_000."""

    name = "count"
    example = "a whole number such as 50000, 10k, 2m or 1e6"
    units: ClassVar[dict[str, float]] = {"": 1, "k": 1e3, "m": 1e6, "g": 1e9, "b": 1e9}

    def __init__(self, *, least: int = 1, most: float = 1e15) -> None:
        self.least, self.most = least, most

    def read(self, text: str) -> int:
        short = len(text) < 40  # longer ones are too large anyway
        amount = int(text) if short and text.lstrip("+-").isdigit() else super().read(text)
        if isnan(amount) or (not isinf(amount) and amount != int(amount)):
            raise ValueError(f"write {self.example}")
        if amount < self.least:
            raise ValueError(f"must be at least {self.least}")
        if amount > self.most:
            raise ValueError(f"must be at most {self.most if isinstance(self.most, int) else f'{self.most:g}'}")
        return int(amount)


class Share(Quantity):
    """A part of a pot in percent: 0.05%."""

    name = "percent"
    example = "a percentage between 0 and 50, such as 0.05%"
    units: ClassVar[dict[str, float]] = {"%": 0.01}

    def read(self, text: str) -> float:
        share = float(super().read(text))
        if not 0 < share <= 0.5:
            raise ValueError(f"write {self.example}")
        return share


class Duration(Quantity):
    """A time in seconds: 2, 2s, 500ms, 3m, 1h."""

    name = "time"
    example = "a time such as 2s, 500ms, 3m or 1h"
    units: ClassVar[dict[str, float]] = {"": 1, "s": 1, "ms": 1e-3, "m": 60, "min": 60, "h": 3600}

    def read(self, text: str) -> float:
        seconds = float(super().read(text))
        if not 0 < seconds < float("inf"):
            raise ValueError(f"write {self.example}")
        return seconds


class Numbers(_ParamType):
    """Numbers with commas between them: 500,1000,2000."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            found = [float(part) for part in value.replace(";", ",").split(",") if part.strip()]
        except ValueError:
            found = []
        if not found or not all(0 <= number <= MOST_CHIPS for number in found):
            at_most = f", at most {MOST_CHIPS:,} each" if found and max(found) > MOST_CHIPS else ""
            self.fail(
                f"{value!r:.60}: write numbers with commas between them, such as 500,1000,2000{at_most}", param, ctx
            )
        return [int(number) if number == int(number) else number for number in found]


COUNT = Count()
OPPONENTS = Count(most=1000)  # the calculator says how many a deck allows; a list of millions only takes time
SEED = Count(least=0, most=MOST_SEED)
THREADS = Count(most=MOST_THREADS)
SHARE = Share()
NUMBERS = Numbers()
DURATION = Duration()


def complete_house(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Return the house rules whose names begin like this, for completion in the shell."""
    from equity.rules.presets import PRESETS

    return [name for name in PRESETS if name.startswith(incomplete.lower())]


def use_color(no_color: bool) -> bool:
    """Say whether stdout gets colours: a terminal does, unless ``--no-color`` or the variable NO_COLOR says no.

    With the variable FORCE_COLOR a file or a pipe gets them too; NO_COLOR counts for more.
    """
    if no_color or os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (os.environ.get("TERM") != "dumb" and sys.stdout.isatty())


def packed(name: str, kind: type[Any], *options: Decorator) -> Decorator:
    """Return a decorator that gives a function options, and their values as one `kind` under one name.

    Parameters
    ----------
    name : str
        The keyword under which the function gets the values.
    kind : named tuple
        Its fields are the names of the options.
    *options : decorators
        In the order of the help.
    """

    def decorate(function: Any) -> Any:
        @wraps(function)
        def with_values(*args: Any, **values: Any) -> Any:
            own = {part: values.pop(part) for part in kind._fields}
            return function(*args, **{name: kind(**own)}, **values)

        return _with_options(with_values, *options)

    return decorate


def _with_options(function: Any, *options: Decorator) -> Any:
    for option in reversed(options):
        function = option(function)
    return function


def format_option(*forms: str) -> Decorator:
    """Return the option ``--format``, the first form being the one that needs no option."""
    text = "Output format; --json is short for --format json."
    return click.option("--format", "form", type=Choice(forms), default=forms[0], help=text)


def joined_option(*names: str, between: str, **more: Any) -> Decorator:
    """Return an option whose values add up, as a list does that is written in several parts."""

    def join(_: click.Context, __: click.Parameter, values: tuple[str, ...]) -> str:
        return between.join(values)

    return click.option(*names, multiple=True, callback=join, **more)


def quiet_option(text: str) -> Decorator:
    """Return the option ``--quiet`` with its help; no command that is quiet says that it compiles."""
    return click.option("-q", "--quiet", is_flag=True, callback=_hush, help=text)


def _hush(_: click.Context, __: click.Parameter, quiet: bool) -> bool:
    if quiet:
        kernels.on_compile = None
    return quiet


output_option = click.option(
    "-o", "--output", default="-", metavar="FILE", help="Write to FILE instead of standard output."
)
color_option = click.option("--no-color", is_flag=True, help="No colours; the variable NO_COLOR does the same.")
threads_option = click.option(
    "-t", "--threads", type=THREADS, metavar="N", help="Threads, by default one per core; the numbers stay the same."
)


def worker_options(function: Any) -> Any:
    """Give a command --cluster and --checkpoint; see `open_executor`."""
    return _with_options(
        function,
        click.option("--cluster", metavar="ADDRESS", help="Run on Dask: tcp://host:port, or local."),
        click.option(
            "--checkpoint",
            type=click.Path(dir_okay=False),
            metavar="FILE",
            help="Save progress to FILE and resume from it.",
        ),
    )


def open_executor(cluster: str | None, *, threads: int | None = None) -> Any:
    """Return a context with the executor that --cluster names, or with None: threads of this process."""
    if cluster is None:
        return nullcontext()
    from equity.cluster import open_cluster

    return open_cluster(cluster, workers=threads)
