"""What is asked: the options that all commands about equities share, and the asking itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from equity.cli.arguments import read_words
from equity.cli.options import (
    COUNT,
    DURATION,
    OPPONENTS,
    SEED,
    SHARE,
    color_option,
    joined_option,
    open_executor,
    packed,
    quiet_option,
    threads_option,
)
from equity.ranges import split_players
from equity.show.progress import Progress

if TYPE_CHECKING:
    from equity.odds import EquityResult
    from equity.odds.question.question import Question

__all__ = ["QuestionOptions", "ask", "question_options", "say_notes"]


class QuestionOptions(NamedTuple):
    """What the options say of a question, beside its hands; None for what is left open.

    Attributes
    ----------
    board, dead : str
        Cards, unread.
    vs_random : int or None
        Players with random hands, added to those that are named.
    exact, mc : bool
        Count, or sample, whatever is quicker.
    samples : int or None
        Deals.
    target : float or None
        Half-width of the 95 % intervals, as a fraction.
    seconds : float or None
    seed, threads : int or None
    quiet, no_color : bool
    """

    board: str
    dead: str
    vs_random: int | None
    exact: bool
    mc: bool
    samples: int | None
    target: float | None
    seconds: float | None
    seed: int | None
    threads: int | None
    quiet: bool
    no_color: bool

    @property
    def method(self) -> str:
        """The method as `equity.calculate` calls it."""
        return "exact" if self.exact else "monte-carlo" if self.mc else "auto"

    @property
    def samples_only(self) -> bool:
        """Whether the options ask for a sample."""
        return self.mc or any(goal is not None for goal in (self.samples, self.target, self.seconds))

    @property
    def goal(self) -> dict[str, Any]:
        """How to find the answer, as keywords of `equity.calculate` and `equity.calculate_many`."""
        names = ("method", "samples", "target", "seconds", "seed", "threads")
        return {name: getattr(self, name) for name in names}

    def with_words(self, words: Iterable[str], notes: list[str] | None = None) -> tuple[list[str], QuestionOptions]:
        """Return one text per player, and these options with the board and the dead cards that the words name.

        The words are a line of a question file: players, and after bars the board and the dead cards.

        Raises
        ------
        click.UsageError
            If there is a second board, or more than two bars.
        """
        texts = read_words(words)
        bars = [i for i, text in enumerate(texts) if "|" in text]
        asked = self
        if bars:
            head, _, rest = texts[bars[0]].partition("|")
            board, *dead = [part.strip() for part in " ".join([rest, *texts[bars[0] + 1 :]]).split("|")]
            texts = " ".join([*texts[: bars[0]], head]).split()
            if len(dead) > 1:
                raise click.UsageError(f"expected players | board | dead cards, got {len(dead) + 2} parts")
            if board and self.board:
                raise click.UsageError("there are two boards, one after a bar and one after --board; give it once")
            asked = self._replace(board=board or self.board, dead=" ".join([self.dead, *dead]).strip())
        return [*split_players(texts, notes=notes), *["random"] * (self.vs_random or 0)], asked


question_options = packed(
    "asked",
    QuestionOptions,
    click.option("-b", "--board", default="", metavar="CARDS", help="Community cards: 3, 4 or 5, e.g. Ts9s2d."),
    joined_option(
        "-d", "--dead", between=" ", metavar="CARDS", help="Cards that nobody can get; given twice, they add up."
    ),
    click.option("--vs-random", type=OPPONENTS, metavar="N", help="Add N players with random hands."),
    click.option("-e", "--exact", is_flag=True, help="Count every deal; sample, with a note, only if that takes days."),
    click.option("--mc", is_flag=True, help="Sample deals (Monte Carlo) even where counting is quick."),
    click.option("-n", "--samples", type=COUNT, metavar="N", help="Number of deals to sample: 50000, 10m, 1e6."),
    click.option(
        "--target", type=SHARE, metavar="P%", help="Sample until every 95 % interval is within P%, e.g. 0.05%."
    ),
    click.option("--time", "seconds", type=DURATION, metavar="T", help="Sample for at most this long: 2s, 500ms, 1m."),
    click.option("--seed", type=SEED, metavar="N", help="Seed of the sample; the same seed gives the same numbers."),
    threads_option,
    quiet_option("Print the answer only: no notes, no last line."),
    color_option,
)


def ask(
    words: Sequence[str],
    asked: QuestionOptions,
    *,
    stacks: Sequence[float] | None = None,
    checkpoint: str | None = None,
    cluster: str | None = None,
    check: Callable[[Question], None] | None = None,
) -> EquityResult:
    """Return the answer to what the words and options of a command ask.

    Parameters
    ----------
    words : sequence of str
        Hands and ranges.
    asked : QuestionOptions
    stacks, checkpoint
        As for `equity.calculate`.
    cluster : str, optional
        Where to compute instead of here.
    check : callable, optional
        Refuses a question that what follows cannot use, before anything is computed for it.
    """
    from equity.odds import calculate

    notes: list[str] = []
    players, asked = asked.with_words(words, notes)
    say_notes(notes, quiet=asked.quiet)
    if check is not None or cluster is not None:
        _look_ahead(players, asked, stacks, check)
    with open_executor(cluster, threads=asked.threads) as executor, Progress(quiet=asked.quiet) as progress:
        result = calculate(
            players,
            board=asked.board,
            dead=asked.dead,
            stacks=stacks,
            executor=executor,
            progress=progress.callback,
            checkpoint=checkpoint,
            **asked.goal,
        )
    say_notes(result.notes, quiet=asked.quiet)
    return result


def _look_ahead(
    players: Sequence[str],
    asked: QuestionOptions,
    stacks: Sequence[float] | None,
    check: Callable[[Question], None] | None,
) -> None:
    """Refuse what cannot be answered before anything is computed, or anybody connects to a cluster for it."""
    from equity.odds.question.question import Question

    question = Question.parse(players, board=asked.board, dead=asked.dead)
    if stacks is not None:
        from equity.odds.analyses.side_pots import check_stacks

        check_stacks(stacks, len(question.ranges))
    if check is not None:
        check(question)


def say_notes(notes: Iterable[str], *, quiet: bool) -> None:
    """Print notes on stderr, unless they are unwanted."""
    if not quiet:
        for note in notes:
            click.echo(f"note: {note}", err=True)
