"""Each combo's own equity: what a range's strong and weak parts are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import combo_name
from equity.errors import OptionError
from equity.numbers import as_int, check_sampling
from equity.odds.analyses.split_equity import Parts, can_be_dealt, sample_parts, solve_parts
from equity.odds.exact import preflop, sweep
from equity.odds.plan import PATIENCE, should_count
from equity.odds.question.question import Cards, Player, Question
from equity.ranges import Range
from equity.show.results import Shown, name_method, name_shares

__all__ = ["ComboEquities", "combo_equities", "combo_groups", "equities_of_seats", "read_player", "with_hand"]

_QUICK = 0.3  # seconds of a sweep up to which nothing else is looked at


@dataclass(frozen=True, repr=False)
class ComboEquities(Shown):
    """A player's combos, the best first.

    Attributes
    ----------
    player : int
        Whose they are, counted from 0.
    combos : int64 array, shape (K,)
        Combo numbers; `hands` has them as text. Combos that cannot be dealt are left out.
    weight : float64 array, shape (K,)
        The range's weights.
    share : float64 array, shape (K,)
        How likely each combo is, cards of the other players' ranges considered; adds up to 1.
    equity, win, tie : float64 arrays, shape (K,)
    std_error : float64 array or None
        None if counted.
    method : str
        ``"exact"`` or ``"monte-carlo"``.
    seed : int or None
    """

    player: int
    combos: NDArray[np.int64] = field(repr=False)
    weight: NDArray[np.float64] = field(repr=False)
    share: NDArray[np.float64] = field(repr=False)
    equity: NDArray[np.float64] = field(repr=False)
    win: NDArray[np.float64] = field(repr=False)
    tie: NDArray[np.float64] = field(repr=False)
    std_error: NDArray[np.float64] | None = field(default=None, repr=False)
    seed: int | None = None

    def _line(self) -> str:
        ends = dict.fromkeys((0, len(self) - 1)) if len(self) else {}
        found = name_shares([self.hands[i] for i in ends], [float(self.equity[i]) for i in ends])
        return f"{len(self)} combos of player {self.player + 1}, best and worst: {found}; {name_method(self.seed)}"

    @property
    def method(self) -> str:
        """How the figures were found."""
        return "exact" if self.std_error is None else "monte-carlo"

    @property
    def hands(self) -> list[str]:
        """The combos as text."""
        return [combo_name(combo) for combo in self.combos.tolist()]

    def __len__(self) -> int:
        return len(self.combos)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per combo, for a data frame, CSV or JSON.

        Examples
        --------
        >>> combo_equities(["AsKs", "QhQd"]).rows()[0]["hand"]
        'AsKs'
        """
        names = ("weight", "share", "equity", "win", "tie")
        columns = [self.hands, *(getattr(self, name).tolist() for name in names)]
        columns += [] if self.std_error is None else [self.std_error.tolist()]
        keys = ("hand", *names, *(() if self.std_error is None else ("std_error",)))
        return [dict(zip(keys, row, strict=True)) for row in zip(*columns, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        return {"player": self.player, "method": self.method, "seed": self.seed, "combos": self.rows()}


def combo_equities(  # the question's own options, by name
    players: str | Sequence[Player],
    *,
    player: int = 0,
    board: Cards = "",
    dead: Cards = "",
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> ComboEquities:
    """Return the equity of each combo of a player's range against the other players, the best first.

    Parameters
    ----------
    players, board, dead
        As for `equity.calculate`.
    player : int, optional
        Whose combos, counted from 0.
    samples : int, optional
        Sample this many deals; by default everything is counted where that takes seconds, and else two million deals
        are sampled.
    seed : int, optional
        Seed of the sample.
    threads : int, optional
        By default one per core.

    Returns
    -------
    ComboEquities

    Examples
    --------
    >>> import equity
    >>> found = equity.combo_equities(["AKs", "QQ"], board="2s7sTh")
    >>> list(zip(found.hands, found.equity.round(4).tolist()))
    [('AsKs', 0.5323), ('AhKh', 0.2783), ('AdKd', 0.2389), ('AcKc', 0.2389)]
    """
    samples, seed = check_sampling(samples, seed, threads)
    question = Question.parse(players, board=board, dead=dead)
    player = read_player(player, question)
    return equities_of_seats(question, [player], samples=samples, seed=seed, threads=threads)[0]


def read_player(player: object, question: Question, *, name: str = "player") -> int:
    """Return the number of one of a question's players, counted from 0.

    Raises
    ------
    OptionError

    Examples
    --------
    >>> read_player(1, Question.parse(["AA", "KK"]))
    1
    """
    number = as_int(player)
    if type(number) is not int or not 0 <= number < len(question.ranges):
        raise OptionError(f"{name} must be 0 to {len(question.ranges) - 1} (0 is the first), got {player!r:.60}")
    return number


def equities_of_seats(
    question: Question,
    seats: Sequence[int],
    *,
    samples: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> list[ComboEquities]:
    """Return `combo_equities` for several players of a question at once."""
    if samples is None:
        found = _count(question, seats, threads)
        if found is not None:
            return found
    return [_sample(question, seat, samples, seed, threads) for seat in seats]


def _count(question: Question, seats: Sequence[int], threads: int | None) -> list[ComboEquities] | None:
    """Count by the table, a sweep, or a question for each combo; None if all take too long."""
    if preflop.can_solve(question):
        columns = preflop.count_combos(question)
        return [_from_counts(question, seat, columns[seat]) for seat in seats]
    seconds = sweep.predict_seconds(question) if sweep.can_solve(question) else inf
    if seconds > _QUICK:
        solved = [_solve_each(question, seat, threads, min(seconds, PATIENCE) / len(seats)) for seat in seats]
        found = [own for own in solved if own is not None]
        if len(found) == len(seats):
            return found
    if not should_count(seconds):
        return None
    columns = sweep.count_combos(question, threads=threads)
    return [_from_counts(question, seat, columns[seat]) for seat in seats]


def _from_counts(question: Question, seat: int, counts: NDArray[np.float64]) -> ComboEquities:
    """Name counts: beaten, tied with one or more, and all."""
    kept = np.flatnonzero(counts[:, -1] > 0)
    total, won = counts[kept, -1], counts[kept, 0]
    ties = counts[kept, 1:-1]
    parts = ties / ([2.0] if ties.shape[1] == 1 else [2.0, 2.0, 3.0])
    combos, weight = _live(question, seat)
    return _order(
        seat, combos[kept], weight[kept], weight[kept] * total, (won + parts.sum(axis=1)) / total, won / total,
        ties.sum(axis=1) / total,
    )  # fmt: skip


def _live(question: Question, seat: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    live = question.live[seat]
    return np.fromiter(live, np.int64, len(live)), np.fromiter(live.values(), np.float64, len(live))


def _order(  # noqa: PLR0913, PLR0917  # one array per column
    seat: int,
    combos: NDArray[np.int64],
    weight: NDArray[np.float64],
    deals: NDArray[np.float64],
    equity: NDArray[np.float64],
    win: NDArray[np.float64],
    tie: NDArray[np.float64],
    std_error: NDArray[np.float64] | None = None,
    seed: int | None = None,
) -> ComboEquities:
    order = np.lexsort((-combos, -equity))
    share = deals / deals.sum()
    errors = None if std_error is None else std_error[order]
    return ComboEquities(
        seat, combos[order], weight[order], share[order], equity[order], win[order], tie[order], errors, seed
    )


def _solve_each(question: Question, seat: int, threads: int | None, patience: float) -> ComboEquities | None:
    """Answer the question for each combo, or return None if that takes too long."""
    combos, weight = _live(question, seat)
    parts = [with_hand(question, seat, combo) for combo in combos.tolist()]
    kept = [i for i, part in enumerate(parts) if can_be_dealt(part)]
    found = solve_parts([parts[i] for i in kept], factors=weight[kept].tolist(), threads=threads, patience=patience)
    return None if found is None else _from_parts(seat, combos[kept], weight[kept], found)


def with_hand(question: Question, seat: int, combo: int) -> Question:
    """Return the question with a player's range replaced by one hand.

    Examples
    --------
    >>> [str(player) for player in with_hand(Question.parse(["AA", "KK"]), 0, 1325).ranges]
    ['AsAh', 'KK']
    """
    ranges = list(question.ranges)
    ranges[seat] = Range.from_combos({combo: 1.0})
    return replace(question, ranges=tuple(ranges))


def _from_parts(seat: int, combos: NDArray[np.int64], weight: NDArray[np.float64], parts: Parts) -> ComboEquities:
    errors = None if parts.std_error is None else parts.std_error[:, seat]
    return _order(
        seat, combos, weight, parts.share, parts.equity[:, seat], parts.win[:, seat], parts.tie[:, seat], errors,
        parts.seed,
    )  # fmt: skip


def _sample(question: Question, seat: int, samples: int | None, seed: int | None, threads: int | None) -> ComboEquities:
    combos, weight = _live(question, seat)
    found = sample_parts(question, 1326, combo_groups(seat), samples=samples, seed=seed, threads=threads)
    dealt = found.share[combos] > 0
    kept = combos[dealt]
    return _from_parts(seat, kept, weight[dealt], found.pick(kept))


def combo_groups(seat: int) -> Any:
    """Return the function that numbers deals by a player's combo, for `sample_parts`.

    Examples
    --------
    >>> combo_groups(0)(np.array([[[51, 50]]], np.uint8), np.zeros((1, 5), np.uint8)).tolist()
    [1325]
    """

    def groups(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        cards = holes[:, seat].astype(np.int64)
        high, low = cards.max(axis=1), cards.min(axis=1)
        numbers: NDArray[np.int64] = high * (high - 1) // 2 + low
        return numbers

    return groups
