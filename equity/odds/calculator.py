"""`equity.calculate`: read the question, choose a method, run it, name the result.

Rules of the file: it decides nothing about methods (`equity.odds.plan` does) and loads neither NumPy nor Numba itself.

Of a call of one hand against another on a flop, the kernel is a tenth; the rest is Python, nearly half of it reading
and checking. Measured in whole calls, for a part alone takes two thirds of what it takes there: an import statement is
6 %, `np.ones` 5 %, a frozen result 5 %, a cached property (Python 3.11) 2 %, a comprehension over one combo 2 %. Tried
and left out: hands, board and dead cards in one array (nothing), one check for single hands alone (2 %), whole
questions kept (nearly half, but who asks one twice?).
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from equity.errors import OptionError
from equity.kernels import own_time
from equity.numbers import check_sampling, draw_seed, is_within, read_target
from equity.odds.plan import METHODS, Plan, choose, duration, get_method
from equity.odds.question.method import Algorithm, Run
from equity.odds.question.question import Cards, Player, Question
from equity.odds.question.result import EquityResult
from equity.odds.question.tallies import Tally
from equity.show.progress import listening

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor

    from equity.odds.question.checkpoints import RunCheckpoint

__all__ = ["calculate"]

_HINT = "interrupt it for a partial answer"
_NOBODY = nullcontext(None)
_ALONE = 4e-3  # seconds of work below which one thread does it


def calculate(  # noqa: PLR0913  # one call answers every question; all but the first are by name
    players: str | Sequence[Player],
    *,
    board: Cards = "",
    dead: Cards = "",
    method: str = "auto",
    samples: int | str | None = None,
    target: float | str | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    stacks: Sequence[float] | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | bool | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> EquityResult:
    """Return each player's equity in a hand of Texas hold'em that goes to showdown.

    Parameters
    ----------
    players : sequence of str or Range, or str
        A hand (``"AsKs"``) or range (``"QQ+, AKs:0.5"``) for each of 2 to 10 players, or one text with ``vs`` between
        them. One player alone meets a random hand.
    board : str or sequence of int, optional
        No, three, four or five cards.
    dead : str or sequence of int, optional
        Cards that nobody can get.
    method : {"auto", "exact", "monte-carlo"}, optional
        "auto" counts exactly where that is quick and samples elsewhere. An exact run of more than a minute warns with
        an estimate first; Ctrl-C ends it with a partial answer.
    samples : int or str, optional
        Sample exactly this many deals; a text has a unit: ``"10k"``, ``"2.5m"``.
    target : float or str, optional
        Sample until the 95 % interval of every player's equity reaches no further than this to either side: 0.0005, or
        ``"0.05%"``. The interval allows for the repeated looking. By default 0.001.
    seconds : float, optional
        Sample for about this long.
    seed : int, optional
        Seed of the samples, 0 to 2**64 - 1; the result names the one used. The same seed gives the same bytes for any
        number of threads (not with `seconds`, which depend on the machine).
    stacks : sequence of numbers, optional
        What each player puts in, if they are all in: the result then has `expected_chips`, side pots and all.
    threads : int, optional
        By default one per core.
    executor : concurrent.futures.Executor, optional
        Where to run instead of threads, such as Dask's ``client.get_executor()``.
    progress : callable or True, optional
        Called with (done, total) from time to time; True draws a bar on the terminal.
    checkpoint : path, optional
        Save finished chunks there every two seconds, and go on from there if the file exists; a run that was killed
        and started again gives the same bytes as one that was not, and without a seed the file's own is taken. The file
        belongs to this question with these options and this version. Not with `seconds`; answers that are looked up or
        take no chunks leave no file.

    Returns
    -------
    EquityResult

    Raises
    ------
    EquityError
        If the question cannot be read or dealt, or an option makes no sense.
    CheckpointError
        If the checkpoint belongs to something else, is damaged, or cannot be written.

    Examples
    --------
    >>> import equity
    >>> result = equity.calculate(["AsKs", "QhQd"], board="2c7dTh")
    >>> result.equity.round(6).tolist(), result.total
    ([0.247475, 0.752525], 990)
    """
    deals, seed = check_sampling(samples, seed, threads)
    within, seconds = read_target(target), read_seconds(seconds)
    if checkpoint is not None and seconds is not None:
        raise OptionError("a run for some seconds never ends at the same deal, so checkpoint needs samples or target")
    start = own_time()
    question = Question.parse(players, board=board, dead=dead)
    if stacks is not None:
        from equity.odds.analyses.side_pots import check_stacks

        check_stacks(stacks, len(question.ranges))
    plan = choose(question, method=method, samples=deals, target=within, seconds=seconds)
    saved = None
    if checkpoint is None:
        seed = _settle_seed(plan, seed)
    else:
        saved = _open(checkpoint, question, {"method": METHODS[method], "samples": deals, "target": within})
        plan, seed = _begin(saved, plan, seed)
    if plan.is_long:
        what = "the exact count" if seed is None else f"sampling {_goal_words(deals, within, seconds)}"
        warnings.warn(f"{what} takes {duration(plan.seconds)} on one core; {_HINT}", stacklevel=2)
    if seed is None and plan.seconds < _ALONE and executor is None:
        threads = 1  # starting threads would take longer than the work
    try:
        with _NOBODY if progress is None else listening(progress) as hear:
            run = Run(threads, executor, hear, saved)
            if seed is None:
                tally = get_method(plan.algorithm).solve(question, run)
            else:
                tally = _sample(question, run, seed, samples=deals, target=within, seconds=seconds)
    finally:
        if saved is not None:
            saved.flush()
    result = _name(question, plan, tally, seed, own_time() - start)
    if stacks is None:
        return result
    from equity.odds.analyses.finishing_orders import price_stacks

    return price_stacks(result, stacks, threads=threads)


def read_seconds(seconds: object) -> float | None:
    if seconds is None:
        return None
    if not is_within(seconds, 0, 1e9):
        raise OptionError(f"seconds must be above 0, got {seconds!r:.60}")
    return float(seconds)  # type: ignore[arg-type]  # a number


def _goal_words(samples: int | None, target: float | None, seconds: float | None) -> str:
    if samples is not None:
        return f"{samples:,} deals"
    return f"for {duration(seconds)}" if target is None and seconds is not None else "to this target, at most,"


def _settle_seed(plan: Plan, seed: int | None) -> int | None:
    """Return the seed of a run that samples, a fresh one if none is given."""
    if plan.method == "exact":
        return None
    return draw_seed() if seed is None else int(seed)


def _open(path: str | os.PathLike[str], question: Question, asked: dict[str, Any]) -> RunCheckpoint:
    from equity.odds.question.checkpoints import RunCheckpoint, describe_question
    from equity.odds.sampling.sampling import SAMPLING_VERSION

    return RunCheckpoint(path, {**describe_question(question), **asked, "sampling version": SAMPLING_VERSION})


def _begin(saved: RunCheckpoint, plan: Plan, given: int | None) -> tuple[Plan, int | None]:
    """Return the plan and seed of the earlier run, or keep these; what is answered at once leaves no file."""
    seed = _settle_seed(plan, given)
    keep = seed is not None or get_method(plan.algorithm).has_chunks
    start = saved.begin({"plan": plan._asdict(), "seed": seed}, keep=keep)
    if given is not None and start["seed"] is not None and start["seed"] != given:
        raise saved.of_another(f"seed {start['seed']}, here {given}")
    kept = start["plan"]
    return Plan(**{**kept, "algorithm": Algorithm(kept["algorithm"]), "notes": tuple(kept["notes"])}), start["seed"]


def _sample(question: Question, run: Run, seed: int, **goal: Any) -> Tally:
    from equity.odds.sampling.sampling import Goal, sample

    return sample(question, Goal(**goal), run, seed=seed)


def _name(question: Question, plan: Plan, tally: Tally, seed: int | None, elapsed: float) -> EquityResult:
    notes = (*question.notes, *plan.notes, *tally.notes)
    if not tally.complete:
        notes += ("interrupted: the figures stand for part of the deals only",)
    return EquityResult(question, tally, plan.method, plan.algorithm, plan.reason, seed, elapsed, notes)
