"""Play a run to its end: chunks on threads or an executor, added up, saved, shown.

Rules of the file: it decides where and when chunks run, never what is in them. Chunks are added in order, so an
interrupted run is a shorter one.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from equity.errors import EquityError, OptionError, WorkerError
from equity.numbers import count_threads, is_within
from equity.parallel import run_chunks
from equity.simulate.runs.hand_writer import UnwrittenError
from equity.simulate.runs.output import check_paths
from equity.simulate.runs.specification import RunSpec, make_spec

if TYPE_CHECKING:
    from equity.checkpoint import Checkpoint
    from equity.rules import Rules
    from equity.simulate.runs.chunks import Chunk
    from equity.simulate.runs.hand_writer import HandWriter, Written
    from equity.simulate.runs.result import SimulationResult
    from equity.simulate.runs.statistics import Totals

__all__ = ["resumed_seed", "run", "run_spec"]

_SAVE_EVERY = 2.0  # seconds between two checkpoints
_KEPT, _KEPT_SLOW = 1024, 256  # hands played at once where each is written: a tenth of a second

Progress = Callable[[int, int], object]


def run(  # noqa: PLR0913  # what is played and how to run it, by name
    rules: Rules,
    strategies: Iterable[object],
    *,
    hands: int | None = None,
    seconds: float | None = None,
    target: float | str | None = None,
    stacks: object = "100bb",
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    duplicate: bool = False,
    all_in_ev: bool | str = True,
    on_illegal: str = "error",
    output: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> SimulationResult:
    """Play many hands at one table and count who wins.

    Stacks are reset after every hand and the button moves on. The result depends on the arguments up to `seed`, and on
    `duplicate`, `all_in_ev` and `on_illegal`; not on threads or machines.

    Parameters
    ----------
    rules : Rules
        The house.
    strategies : iterable
        One for each seat: names (``"tag"``), players of your own files (``"mybot.py:player"``), `Strategy` values,
        Numba functions, or Python functions called for each decision.
    hands : int, optional
        Hands to play, at most if `seconds` or `target` is given; with `duplicate` rounded up to whole rotations.
    seconds : float, optional
        Stop after this time. The hands are the first of those that the seed gives; how many there are is luck.
    target : float or str, optional
        Stop when the 95 % interval of every strategy's and seat's win rate reaches no further than this to either side,
        in big blinds per hundred hands: 5 or ``"5bb"``. All intervals of the result are then those of a confidence
        sequence (Waudby-Smith and others, 2024; see `equity.odds.sampling.statistics.sequence_radius`), which holds at
        all looks at once; the usual interval would be too narrow for a run that stops by it. The same seed stops at the
        same hand.
    stacks : str, int or sequence
        ``"100bb"`` or chips for all, or one for each seat. Where the house's chip is a cent, amounts as text are money:
        ``"10.00"`` there are 1000 chips.
    seed : int, optional
        By default a fresh one, which the result tells.
    threads : int, optional
        By default one per core.
    executor : concurrent.futures.Executor, optional
        Where to run instead of threads; processes and clusters need strategies that can be pickled.
    progress : callable, optional
        Called with hands done and hands in all.
    duplicate : bool, optional
        Deal each deck once for every rotation of the strategies over the seats, which takes most of the luck out.
    all_in_ev : bool or "exact", optional
        Also settle pots that were all-in before the river at their equity, which is exact from the flop on, and always
        with two players. Before the flop with more, 16 boards or so are drawn from the cards nobody was dealt: unbiased
        and nearly as good. ``"exact"`` counts all of them, half a millisecond and more for each such all-in.
    on_illegal : {"error", "fold"}, optional
        What an illegal action of a strategy leads to.
    output : path, optional
        Write every hand to ``.phhs`` or ``.acpc``, or the results to ``.parquet``, ``.csv`` or ``.json``.
    checkpoint : path, optional
        Save finished chunks to this file every few seconds, and resume from it if it exists, with its seed if none is
        given. A run that writes hands is resumed only with the file that holds all hands of the checkpoint.

    Returns
    -------
    SimulationResult
        After an interrupt (Ctrl-C) of the hands played so far, with `complete` False. If the output cannot be written
        in the end the result comes with a warning.

    Raises
    ------
    StrategyError
        For an unknown strategy, or an illegal action; the message has the hand and what was legal.
    WorkerError
        If a process of the executor died.
    EquityError
        For everything else that does not fit together.

    Examples
    --------
    >>> from equity.rules import pokerfs
    >>> from equity.simulate import run
    >>> result = run(pokerfs(), ["tag", "call", "call"], hands=3000, seed=1, duplicate=True)
    >>> result["tag"].bb100.mean > 0
    True
    """
    if hands is None and seconds is None and target is None:
        raise OptionError("a run needs an end: give hands, seconds or target")
    check_paths(output, checkpoint)
    spec = make_spec(
        rules,
        strategies,
        hands=hands,
        stacks=stacks,
        seed=resumed_seed(checkpoint) if seed is None else seed,
        duplicate=duplicate,
        all_in_ev=all_in_ev,
        on_illegal=on_illegal,
        target=target,
    )
    return run_spec(
        spec,
        seconds=seconds,
        threads=threads,
        executor=executor,
        progress=progress,
        output=output,
        checkpoint=checkpoint,
    )


def resumed_seed(checkpoint: str | os.PathLike[str] | None) -> int | None:
    """Return the seed of a checkpoint that a run without one goes on with; None if there is none."""
    if checkpoint is None:
        return None
    from equity.checkpoint import saved_question

    seed = saved_question(checkpoint).get("seed")
    return seed if type(seed) is int else None


def run_spec(
    spec: RunSpec,
    *,
    seconds: float | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    output: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    on_unwritten: Callable[[EquityError], object] | None = None,
) -> SimulationResult:
    """Play what is specified already; see `run`. `on_unwritten` is told of output that failed, instead of a warning."""
    from equity.simulate.runs.output import open_output

    check_paths(output, checkpoint)
    workers = _check_workers(threads, executor, progress)
    if seconds is not None and not is_within(seconds, 0, 1e9):
        raise OptionError(f"seconds must be above 0, got {seconds!r:.60}")
    job = _Job(spec, progress, None if seconds is None else float(seconds))
    try:
        if checkpoint is not None:
            job.open(checkpoint)
        files = open_output(output, spec, played=job.sum.totals.deals * spec.turns, written=job.sum.written)
        try:
            job.begin(files.hands)
            if executor is None:
                warm_up(spec)
            job.play(threads=workers, executor=executor)
            result = job.result(threads=workers)
            try:
                files.finish(result)
            except UnwrittenError as error:
                job.unwritten = error
        finally:
            files.close()
    finally:
        job.close()
    if job.unwritten is not None:
        if on_unwritten is None:
            warnings.warn(str(job.unwritten), stacklevel=3)
        else:
            on_unwritten(job.unwritten)
    return result


def _check_workers(threads: object, executor: object, progress: object) -> int | None:
    """Return the number of threads, None with an executor; refuse what cannot run or be told anything."""
    if executor is not None and not hasattr(executor, "submit"):
        raise OptionError(f"executor must be a concurrent.futures.Executor or like one, got {executor!r:.60}")
    if progress is not None and not callable(progress):
        raise OptionError(f"progress must be a function of hands done and hands in all, got {progress!r:.60}")
    workers = count_threads(threads)
    return None if executor is not None else workers


def warm_up(spec: RunSpec) -> None:
    """Play one deal: strategies that cannot be compiled fail here, and kernels are loaded before time is taken."""
    from equity.simulate.runs.chunks import play_chunk

    play_chunk(spec, (0, 1))


class _Sum(NamedTuple):
    """What is added up so far: one value, so that an interrupt finds all of a chunk counted, or nothing of it."""

    totals: Totals
    written: Written | None = None  # part of the output that holds their hands; None: not all of them are there


class _Job:
    """The run's own state: what is added up, saved and written so far."""

    def __init__(self, spec: RunSpec, progress: Progress | None, seconds: float | None) -> None:
        from equity.simulate.runs.statistics import Totals

        self.spec = spec
        self.progress = progress
        self.seconds = seconds
        self.sum = _Sum(Totals.empty())
        self.stop = ""
        self.checkpoint: Checkpoint | None = None
        self.writer: HandWriter | None = None
        self.unwritten: EquityError | None = None
        self.started = time.perf_counter()
        self._saved = float("-inf")  # the first chunk is saved at once
        self._made = False  # whether this run began the checkpoint
        self._next_look = 0
        self._width = float("inf")  # of the widest interval, when looked at last

    # ---------------------------------------------------------------- files

    def open(self, path: str | os.PathLike[str]) -> None:
        """Take over what an earlier run of the same question has in a checkpoint, and keep others from it."""
        from equity.checkpoint import Checkpoint

        self.checkpoint = Checkpoint(path, self.spec.describe())
        self.checkpoint.hold()
        state = self.checkpoint.load()
        if state is not None:
            try:
                self.sum = self._restore(state)
            except (LookupError, TypeError, ValueError, OverflowError):
                raise self.checkpoint.damaged() from None

    def _restore(self, state: dict[str, Any]) -> _Sum:
        from equity.simulate.runs.hand_writer import Written
        from equity.simulate.runs.statistics import Totals

        totals, written = Totals.from_state(state["totals"]), state["written"]
        if not 0 <= totals.deals <= self.spec.deals:
            raise ValueError("deals that are not in the run")
        if totals.players_dealt() != totals.deals * self.spec.turns * self.spec.players:
            raise ValueError("counts that are not those of the deals")
        return _Sum(totals, None if written is None else Written.from_state(written))

    def begin(self, writer: HandWriter | None) -> None:
        """Write hands there from now on; now, not after minutes, it turns out whether the checkpoint can be written."""
        self.writer = writer
        if self.checkpoint is not None and not self.sum.totals.deals:
            self._save()
            self._made = True
            self._saved = float("-inf")

    def close(self) -> None:
        """Let others have the checkpoint; one that was made for a run that played nothing is taken away."""
        if self.checkpoint is not None:
            if self._made and not self.sum.totals.deals:
                self.checkpoint.path.unlink(missing_ok=True)
            self.checkpoint.release()

    def _save(self) -> None:
        self._saved = time.monotonic()
        if self.checkpoint is not None:
            totals, written = self.sum
            if self.writer is not None:
                self.writer.flush()
            self.checkpoint.save({"written": written, "totals": totals.to_state()})

    # ---------------------------------------------------------------- playing

    def play(self, *, threads: int | None, executor: Executor | None) -> None:
        """Play until the run has its end, is stopped, or fails."""
        from equity.simulate.runs.chunks import play_chunk

        keep = self.writer is not None
        spans = self.spec.spans(self.sum.totals.deals, most=self._most_deals(keep=keep))
        results = run_chunks(partial(play_chunk, self.spec, keep=keep), spans, threads=threads, executor=executor)
        self.started = time.perf_counter()
        try:
            self.stop = self._ended()
            for chunk in results if not self.stop else ():
                self._add(chunk)
                self.stop = self._ended()
                if self.stop:
                    break
        except KeyboardInterrupt:
            self._end_early()
            if not self.sum.totals.deals:
                raise
        except UnwrittenError as error:
            if not self.sum.totals.deals:
                raise
            self._end_early()
            self.unwritten = error
        except WorkerError as error:
            kept = "give a checkpoint to keep what is finished"
            if self.checkpoint is not None and not self.sum.totals.deals:
                kept = f"no hand was finished, so {self.checkpoint.path} keeps none"
            elif self.checkpoint is not None:
                kept = f"{self._hands():,} hands are kept in {self.checkpoint.path}: run the same again to resume"
            raise WorkerError(f"{error}; {kept}") from None
        finally:
            results.close()  # type: ignore[attr-defined]  # a generator: its threads end here
            with nullcontext() if self.unwritten is None else suppress(UnwrittenError):
                self._save()

    def _most_deals(self, *, keep: bool) -> int | None:
        """Return how many deals to play at once where hands are written, or the clock stops the run."""
        if not keep and self.seconds is None:
            return None
        slow = any(player.asked_in_python for player in self.spec.strategies)
        return max(1, (_KEPT_SLOW if slow else _KEPT) // self.spec.turns)

    def _add(self, chunk: Chunk) -> None:
        written = None if self.writer is None or chunk.record is None else self.writer.write(chunk.record)
        self.sum = _Sum(self.sum.totals + chunk.totals, written)
        if self.progress is not None:
            self.progress(self._hands(), max(self._hands(), self._hands_in_all()))
        if time.monotonic() - self._saved >= _SAVE_EVERY:
            self._save()

    def _hands(self) -> int:
        return self.sum.totals.deals * self.spec.turns

    def _end_early(self) -> None:
        """Cut what belongs to no finished chunk off the file of hands, so that file and figures are of the same."""
        self.stop = "interrupted"
        if self.writer is not None and self.sum.written is not None:
            self.writer.cut(self.sum.written)

    # ---------------------------------------------------------------- when to stop

    def _ended(self) -> str:
        """Return why the run is at its end, empty if it is not."""
        deals = self.sum.totals.deals
        if deals == self.spec.deals:
            return "hands"
        if self.seconds is not None and time.perf_counter() - self.started >= self.seconds:
            return "time" if deals else ""
        if self.spec.target is not None and self._is_look(deals):
            self._width = self._widest()
            return "target" if self._width <= self.spec.target else ""
        return ""

    def _is_look(self, deals: int) -> bool:
        """Say whether the intervals are looked at here: at places of the question alone, a twentieth apart."""
        if deals % self.spec.chunk or not deals:
            return False
        chunks = deals // self.spec.chunk
        while self._next_look < chunks:
            self._next_look = max(self._next_look + 1, self._next_look * 21 // 20)
        return self._next_look == chunks

    def _widest(self) -> float:
        """Return half the width of the widest interval of a strategy's or seat's win rate."""
        result = self.result(threads=None)
        return max(player.bb100.half_width for player in (*result.strategies, *result.seats))

    def _hands_in_all(self) -> int:
        """Return how many hands there will be: all, or what the clock or the target will come to at this rate."""
        guesses: list[float] = [self.spec.hands]
        if self.seconds is not None:
            guesses.append(self._hands() * self.seconds / max(time.perf_counter() - self.started, 1e-9))
        if self.spec.target is not None:
            guesses.append(self._hands() * (self._width / self.spec.target) ** 2)
        return int(min(guesses))

    def result(self, *, threads: int | None) -> SimulationResult:
        """Return the figures of what is added up."""
        from equity.simulate.runs.summary import summarize

        elapsed = time.perf_counter() - self.started
        return summarize(self.spec, self.sum.totals, elapsed=elapsed, threads=threads, stop=self.stop)
