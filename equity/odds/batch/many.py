"""`equity.calculate_many`: a whole batch of questions in one call.

Rules of the file: it sorts rows into those that cannot be answered, known hands (`equity.odds.batch.known_hands`) and
the rest, which `equity.calculate` answers one by one; equal questions are answered once. The answers do not depend on
the number of threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from equity.cards import combo_cards
from equity.constants import MAX_SEATS
from equity.errors import EquityError, OptionError
from equity.kernels import own_time
from equity.numbers import check_sampling, count_threads, read_seed, read_target
from equity.odds.batch.frames import add_columns, read_frame
from equity.odds.batch.known_hands import SpotShape, WinnerSets, find_clashes, solve_hands, to_shapes
from equity.odds.batch.ranges import Spots, find_spots, solve_spot
from equity.odds.batch.reader import Hands, Row, RowReader
from equity.odds.batch.results import NOT_ANSWERED, ManyResults, Winners
from equity.odds.plan import METHODS
from equity.odds.question.question import Question
from equity.parallel import run_chunks
from equity.show.progress import Listener, listening

__all__ = ["calculate_many"]


def calculate_many(  # noqa: PLR0913  # one call answers a batch; all but the first are by name
    questions: Iterable[Row] | Any,
    *,
    method: str = "auto",
    samples: int | str | None = None,
    target: float | str | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Listener | bool | None = None,
    strict: bool = False,
) -> Any:
    """Return the equities of many questions.

    An interrupt (Ctrl-C) ends it early: the rows that were not reached have an error that says so, and the result's
    `complete` is False.

    Parameters
    ----------
    questions : iterable of rows, or a Polars or pandas data frame
        A row is a text (``"AsKs vs QQ | Ts9s2d | Qc"``: players, board, dead cards), a mapping with ``players``,
        ``board`` and ``dead``, a tuple of these three, or a list of players. A frame has a column ``players`` (text or
        lists) or one column per player (``player_1``, ``player_2``, ...), and perhaps ``board`` and ``dead``.
    method, samples, target, seconds
        As for `equity.calculate`, for each row.
    seed : int, optional
        Where rows are sampled, each has its own seed made of this one.
    threads : int, optional
        By default one per core. Does not change the answers.
    progress : callable or True, optional
        Called with (rows done, rows) from time to time; True draws a bar on the terminal.
    strict : bool, optional
        Raise the first row's error instead of reporting it with the row.

    Returns
    -------
    ManyResults, or a frame of the same kind with columns for the answers added

    Raises
    ------
    EquityError
        If an option makes no sense, or with `strict` a row.

    Examples
    --------
    >>> import equity
    >>> found = equity.calculate_many(["AsKs vs QhQd", "AKs vs QQ | 2c7dTh", "AsKs vs AsQd"])
    >>> found.equity[:, 0].round(4).tolist(), found[2].error
    ([0.4621, 0.277, nan], 'As is used twice: player 1 and player 2')
    """
    if method not in list(METHODS):  # not everything that may be given can be looked up
        raise OptionError(f"method {method!r} is unknown; use auto, exact or monte-carlo")
    deals, seed = check_sampling(samples, seed, threads)
    within = read_target(target)
    frame = read_frame(questions)
    rows = _list_rows(questions) if frame is None else frame
    options = {"method": method, "samples": deals, "target": within, "seconds": seconds}
    with listening(progress) as hear:
        batch = _Batch(rows, hear)
        batch.read(hands=METHODS[method] != "monte-carlo" and deals is None and seconds is None)
        if strict:
            batch.raise_first()
        try:
            batch.answer_hands(threads)
            batch.answer_rest(options, read_seed(seed), threads)
        except KeyboardInterrupt:
            pass  # what has an answer by now is what there is
    results = batch.results()
    return results if frame is None else add_columns(questions, results.columns())


def _list_rows(questions: object) -> list[Row]:
    if isinstance(questions, str | bytes | Mapping) or not isinstance(questions, Iterable):
        raise OptionError(f"questions are a list of rows such as ['AsKs vs QQ'], got {questions!r:.60}")
    return list(questions)


def _parse(spot: Hands) -> Question:
    return Question.parse([combo_cards(combo) for combo in spot.combos], board=spot.board, dead=spot.dead)


class _Batch:
    """Rows on their way to answers."""

    def __init__(self, rows: Sequence[Row], progress: Listener | None) -> None:
        self._rows = rows
        self._progress = progress
        self._start = own_time()
        self._done = 0
        self._shapes: list[SpotShape] = []
        self._rest: list[tuple[int, Question]] = []
        self._figures = np.full((5, len(rows), MAX_SEATS), np.nan)
        self._players = np.zeros(len(rows), np.int64)
        self._total = np.full(len(rows), np.nan)
        self._seeds: dict[int, int] = {}
        self._errors: dict[int, EquityError] = {}
        self._distinct = 0
        self._winners: list[WinnerSets] = []
        self._by_set: dict[int, dict[tuple[int, ...], float]] = {}

    def read(self, *, hands: bool) -> None:
        """Read and check every row; `hands` says whether known hands may be counted together."""
        reader = RowReader()
        known: list[tuple[int, Hands]] = []
        for i, row in enumerate(self._rows):
            try:
                spot = reader.read(row)
                if isinstance(spot, Hands):
                    if hands:
                        known.append((i, spot))
                        continue
                    spot = _parse(spot)
            except EquityError as error:
                self._errors[i] = error
            else:
                self._rest.append((i, spot))
        for shape in to_shapes(known):
            clashes = find_clashes(shape)
            for i in np.flatnonzero(clashes).tolist():
                self._explain(shape, i)
            if not clashes.all():
                self._shapes.append(shape.pick(~clashes))
        self._advance(len(self._errors))

    def _explain(self, shape: SpotShape, i: int) -> None:
        """Let the question say what is wrong with a spot whose cards clash."""
        columns = (shape.combos[i], shape.boards[i], shape.dead[i])
        try:
            _parse(Hands(*(tuple(column.tolist()) for column in columns)))
        except EquityError as error:
            self._errors[int(shape.rows[i])] = error

    def raise_first(self) -> None:
        """Raise the error of the first row that has one."""
        if self._errors:
            row = min(self._errors)
            raise type(self._errors[row])(f"row {row + 1}: {self._errors[row]}") from None

    def _advance(self, rows: int) -> None:
        self._done += rows
        if self._progress is not None:
            self._progress(self._done, len(self._rows))

    def answer_hands(self, threads: int | None) -> None:
        """Answer the rows of known hands."""
        for shape in self._shapes:
            shares, winners = solve_hands(shape, threads=threads, progress=self._advance)
            self._distinct += len(winners.starts) - 1
            self._winners.append(winners)
            players = shape.combos.shape[1]
            for target, values in zip(self._figures, shares.figures, strict=False):
                target[shape.rows, :players] = values
            self._players[shape.rows] = np.where(shares.total > 0, players, 0)
            self._total[shape.rows] = np.where(shares.total > 0, shares.total, np.nan)
            if not shares.complete:
                raise KeyboardInterrupt  # it ended the counting there

    def answer_rest(self, options: dict[str, Any], seed: int, threads: int | None) -> None:
        """Answer everything else, equal questions once."""
        spots = find_spots(self._rest)
        self._distinct += len(spots.firsts)
        inner = 1 if len(spots.firsts) >= count_threads(threads) else threads

        def solve(first: int) -> Any:
            row, question = self._rest[first]
            own = (seed * 0x9E3779B97F4A7C15 + row) % (1 << 64)
            return solve_spot(question, options, own, inner)

        results = run_chunks(solve, spots.firsts, threads=threads if inner == 1 else 1)
        try:
            for kind, result in enumerate(results):
                if not result.complete:
                    raise KeyboardInterrupt  # it ended the question there, which has no whole answer
                self._place(spots, kind, result)
        finally:
            results.close()  # type: ignore[attr-defined]  # a generator: ends its threads

    def _place(self, spots: Spots, kind: int, result: Any) -> None:
        rows = spots.rows_of(kind)
        for i in rows:
            row = self._rest[i][0]
            order = spots.from_first(i)
            figures = (result.equity, result.win, result.tie, result.tie_equity)
            for target, values in zip(self._figures, figures, strict=False):
                target[row, : len(order)] = values[order]
            if result.seed is not None:
                self._figures[4, row, : len(order)] = result.std_error[order]
                self._seeds[row] = result.seed
            self._players[row] = len(order)
            self._by_set[row] = _reorder(result.wins_by_set, order.tolist())
            self._total[row] = result.total
        self._advance(len(rows))

    def results(self) -> ManyResults:
        """Name everything."""
        most = int(self._players.max(initial=0))
        equity, win, tie, tie_equity, std_error = (np.ascontiguousarray(values[:, :most]) for values in self._figures)
        elapsed = own_time() - self._start
        left = {row: NOT_ANSWERED for row in np.flatnonzero(self._players == 0).tolist()}
        errors = dict(sorted({**left, **{row: str(error) for row, error in self._errors.items()}}.items()))
        return ManyResults(
            equity, win, tie, tie_equity, std_error, self._players, self._total, self._seeds, errors, self._distinct,
            elapsed, Winners(tuple(self._winners), self._by_set, np.arange(len(self._rows))),
        )  # fmt: skip


def _reorder(wins_by_set: Mapping[tuple[int, ...], float], order: Sequence[int]) -> dict[tuple[int, ...], float]:
    """Return counts for the players of another question: player i of it is player ``order[i]`` of the one counted."""
    found = {
        tuple(i for i, player in enumerate(order) if player in winners): count for winners, count in wins_by_set.items()
    }
    return dict(sorted(found.items(), key=lambda item: (len(item[0]), item[0])))
