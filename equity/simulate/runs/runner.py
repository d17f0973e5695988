"""Play a run to its end: chunks on threads or an executor, added up, saved, shown.

Rules of the file: it decides where and when chunks run, never what is in them. Chunks are added in order, so an
interrupted run is a shorter one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from equity.errors import OptionError
from equity.numbers import count_threads
from equity.parallel import run_chunks
from equity.simulate.runs.specification import RunSpec, make_spec

if TYPE_CHECKING:
    from equity.checkpoint import Checkpoint
    from equity.rules import Rules
    from equity.simulate.runs.chunks import Chunk
    from equity.simulate.runs.hand_writer import HandWriter, Written
    from equity.simulate.runs.result import SimulationResult
    from equity.simulate.runs.statistics import Totals

__all__ = ["run", "run_spec"]

_SAVE_EVERY = 2.0  # seconds between two checkpoints

Progress = Callable[[int, int], object]


def run(  # noqa: PLR0913  # what is played and how to run it, by name
    rules: Rules,
    strategies: Iterable[object],
    *,
    hands: int,
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
        One for each seat: names (``"tag"``), `Strategy` values, Numba functions, or Python functions called for each
        decision.
    hands : int
        Hands to play; with `duplicate` rounded up to whole rotations.
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
        Save finished chunks to this file every few seconds, and resume from it if it exists. A run that writes hands is
        resumed only with the file that holds all hands of the checkpoint.

    Returns
    -------
    SimulationResult
        After an interrupt (Ctrl-C) of the hands played so far, with `complete` False.

    Raises
    ------
    StrategyError
        For an unknown strategy, or an illegal action; the message has the hand and what was legal.
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
    spec = make_spec(
        rules,
        strategies,
        hands=hands,
        stacks=stacks,
        seed=seed,
        duplicate=duplicate,
        all_in_ev=all_in_ev,
        on_illegal=on_illegal,
    )
    return run_spec(spec, threads=threads, executor=executor, progress=progress, output=output, checkpoint=checkpoint)


def run_spec(
    spec: RunSpec,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    output: str | os.PathLike[str] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> SimulationResult:
    """Play what is specified already; see `run`."""
    from equity.simulate.runs.output import check_paths, open_output

    check_paths(output, checkpoint)
    workers = _check_workers(threads, executor, progress)
    job = _Job(spec, progress)
    if checkpoint is not None:
        job.resume(checkpoint)
    writer = open_output(output, spec, played=job.sum.totals.deals * spec.turns, written=job.sum.written)
    job.writer = writer.hands
    if executor is None:
        warm_up(spec)
    job.started = time.perf_counter()
    try:
        job.play(threads=workers, executor=executor)
    finally:
        writer.close()
    result = job.result(threads=workers)
    writer.finish(result)
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
    from equity.simulate.runs.chunks import compile_kernels, play_chunk

    compile_kernels(spec)
    play_chunk(replace(spec, deals=1), 0)


class _Sum(NamedTuple):
    """What is added up so far: one value, so that an interrupt finds all of a chunk counted, or nothing of it."""

    totals: Totals
    chunks: int = 0
    written: Written | None = None  # part of the output that holds their hands; None: not all of them are there


class _Job:
    """The run's own state: what is added up, saved and written so far."""

    def __init__(self, spec: RunSpec, progress: Progress | None) -> None:
        from equity.simulate.runs.statistics import Totals

        self.spec = spec
        self.progress = progress
        self.sum = _Sum(Totals.empty())
        self.checkpoint: Checkpoint | None = None
        self.writer: HandWriter | None = None
        self.started = time.perf_counter()
        self._saved = time.monotonic()

    def resume(self, path: str | os.PathLike[str]) -> None:
        from equity.checkpoint import Checkpoint

        self.checkpoint = Checkpoint(path, self.spec.describe())
        state = self.checkpoint.load()
        if state is not None:
            try:
                self.sum = self._restore(state)
            except (LookupError, TypeError, ValueError, OverflowError):
                raise self.checkpoint.damaged() from None

    def _restore(self, state: dict[str, Any]) -> _Sum:
        from equity.simulate.runs.hand_writer import Written
        from equity.simulate.runs.statistics import Totals

        totals, done, written = Totals.from_state(state["totals"]), state["chunks"], state["written"]
        if type(done) is not int or not 0 < done <= self.spec.chunks:
            raise ValueError("chunks that are not in the run")
        if totals.deals != sum(self.spec.span(done - 1)):
            raise ValueError("deals that are not those of the chunks")
        return _Sum(totals, done, None if written is None else Written.from_state(written))

    def play(self, *, threads: int | None, executor: Executor | None) -> None:
        from equity.simulate.runs.chunks import play_chunk

        function = partial(play_chunk, self.spec, keep=self.writer is not None)
        results = run_chunks(function, range(self.sum.chunks, self.spec.chunks), threads=threads, executor=executor)
        try:
            for chunk in results:
                self._add(chunk)
        except KeyboardInterrupt:
            if self.writer is not None and self.sum.written is not None:
                self.writer.cut(self.sum.written)
            if not self.sum.chunks:
                raise
        finally:
            results.close()  # type: ignore[attr-defined]  # a generator: its threads end here
            self._save()

    def _add(self, chunk: Chunk) -> None:
        written = None if self.writer is None or chunk.record is None else self.writer.write(chunk.record)
        self.sum = _Sum(self.sum.totals + chunk.totals, self.sum.chunks + 1, written)
        if self.progress is not None:
            self.progress(self.sum.totals.deals * self.spec.turns, self.spec.hands)
        if time.monotonic() - self._saved >= _SAVE_EVERY:
            self._save()

    def _save(self) -> None:
        self._saved = time.monotonic()
        totals, chunks, written = self.sum
        if self.checkpoint is not None and chunks:
            state: dict[str, Any] = {"chunks": chunks, "written": written, "totals": totals.to_state()}
            if self.writer is not None:
                self.writer.flush()
            self.checkpoint.save(state)

    def result(self, *, threads: int | None) -> SimulationResult:
        from equity.simulate.runs.summary import summarize

        elapsed = time.perf_counter() - self.started
        return summarize(self.spec, self.sum.totals, elapsed=elapsed, threads=threads)
