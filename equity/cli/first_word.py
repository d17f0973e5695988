"""The names of the commands, and what a first word that is neither a command nor a hand was meant to be."""

from __future__ import annotations

import click

__all__ = ["COMMANDS", "DEFAULT", "check_first_word"]

DEFAULT = "calc"
# name -> module with a click command named `command`, and the line shown by --help
COMMANDS: dict[str, tuple[str, str]] = {
    "calc": ("equity.cli.commands.calc", "Equity of hands and ranges; the default: its name can be left out."),
    "range": (
        "equity.cli.commands.range",
        "Show how a range is read: combos, chart, notes; or write it for another program.",
    ),
    "eval": ("equity.cli.commands.evaluate", "Name a hand of 5 to 7 cards, or compare several."),
    "hits": ("equity.cli.commands.hits", "What a range makes on a board or on all flops: made hands, draws, filters."),
    "flops": ("equity.cli.commands.flops", "Two ranges on every flop: equity, who is ahead, by texture; or a subset."),
    "preflop": (
        "equity.cli.commands.preflop",
        "Rank and exact equity of the 169 starting hands, or the matrix of all.",
    ),
    "query": ("equity.cli.commands.query", "Answer any question about a deal, in PQL: select ... from ... where ..."),
    "nash": (
        "equity.cli.commands.tournaments.nash",
        "Push or fold: what to push and call, for chips or prize money.",
    ),
    "icm": ("equity.cli.commands.tournaments.icm", "What stacks are worth in prize money; a deal by ICM or by chips."),
    "report": (
        "equity.cli.commands.pages.report",
        "Show an answer with bars, charts, next cards; or write it as a page.",
    ),
    "simulate": ("equity.cli.commands.simulate", "Play millions of whole hands between strategies and count who wins."),
    "replay": (
        "equity.cli.commands.histories.replay",
        "Play hand histories through the rules engine and compare the results.",
    ),
    "stats": (
        "equity.cli.commands.histories.stats",
        "What hand histories say about their players: money, luck, style.",
    ),
    "convert": (
        "equity.cli.commands.histories.convert",
        "Write hand histories in another format: PHH, PokerStars text, OHH, ACPC.",
    ),
    "serve": ("equity.cli.commands.pages.serve", "Show the calculator as a page in the browser; an API for programs."),
    "rules": ("equity.cli.commands.rules", "House rules: list them, or show one house with its clauses."),
    "doctor": ("equity.cli.commands.doctor", "Show versions and the cache folder, and check known answers."),
    "warmup": ("equity.cli.commands.warmup", "Compile all kernels now instead of when first needed."),
}
# what other programs call it -> what to write here
_MEANT = {
    "help": "--help",
    "version": "--version",
    "usage": "--help",
    "odds": "AsKs vs QQ",
    "equity": "AsKs vs QQ",
    "calculate": "AsKs vs QQ",
    "evaluate": "eval",
    "combos": "range",
    "flop": "flops",
    "textures": "flops",
    "hit": "hits",
    "draws": "hits",
    "flopzilla": "hits",
    "pql": "query",
    "select": "query",
    "pushfold": "nash",
    "play": "simulate",
    "html": "report",
    "web": "serve",
    "server": "serve",
    "browser": "serve",
    "gui": "serve",
    "presets": "rules",
    "compile": "warmup",
    "selfcheck": "doctor",
}


def check_first_word(word: str) -> None:
    """Refuse a word that looks like a command and is not a hand or range, and say which command was meant.

    Raises
    ------
    click.UsageError
        With what to write instead.
    """
    if word.lower() in COMMANDS:
        raise click.UsageError(f"{word!r} is a command and comes first: equity {word.lower()} ...")
    if len(word) < 3 or not word.isalpha() or _is_range(word):
        return
    meant = _guess(word.lower())
    if meant:
        raise click.UsageError(f"{word!r} is not a command or a hand; did you mean equity {meant}?")


def _guess(word: str) -> str:
    """Return what comes after ``equity`` instead of a word; nothing where no command is near."""
    from difflib import get_close_matches

    close = get_close_matches(word, [*COMMANDS, *_MEANT], 1, 0.7)
    return _MEANT.get(close[0], close[0]) if close else ""


def _is_range(word: str) -> bool:
    from equity.errors import EquityError
    from equity.ranges import Range

    try:
        Range(word)
    except EquityError:
        return False
    return True
