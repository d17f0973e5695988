"""Two ranges on every flop: equity of each, how often it comes with these ranges, and what flops have in common.

Rules of the file: all flops are counted in one pass over the full boards (`equity.kernels.equities.flops`), so the
flops' wins add up to those before the flop, to the last deal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.cards import cards_text
from equity.errors import DealError, OptionError
from equity.numbers import count_threads, read_whole
from equity.odds.exact.boards import suit_renamings
from equity.odds.exact.card_removal import held_combos
from equity.odds.question.hole_cards import seat_weights
from equity.odds.question.question import Player, Question
from equity.range_analysis.flop_kinds import TEXTURES, flop_kinds, sweep_full_boards, textures_of
from equity.range_analysis.subsets import MOST_FLOPS, FlopSubset, choose_subset
from equity.show.columns import percent, shorten
from equity.show.results import Shown

__all__ = ["FlopReport", "flops"]

_MOST_CHUNKS = 64
_EXACT = 2**53  # sums of whole numbers below this are exact in float64


@dataclass(frozen=True, repr=False)
class FlopReport(Shown):
    """Two ranges on every flop; flops that neither range can tell apart are one row.

    Attributes
    ----------
    players : tuple of str
        The ranges.
    boards : uint8 array, shape (F, 3)
        The flop shown for each row, highest card first; `names` has them as text. Aces come first.
    count : int64 array, shape (F,)
        How many of the 22,100 flops a row stands for.
    won, tied, total : float64 arrays, shape (F,)
        Deals that the first player wins, shares, and all: pairs of hands with their weights, times turn and river.
        They are whole numbers if the weights are.
    subset : FlopSubset or None
        The flops that stand for all of them, if some were asked for.
    notes : tuple of str
        How the ranges were read.

    Examples
    --------
    >>> import equity
    >>> report = equity.flops("QQ+,AK", "22+")
    >>> len(report), f"{report.mean_equity:.6f}", f"{equity.calculate(['QQ+,AK', '22+']).equity[0]:.6f}"
    (1755, '0.605492', '0.605492')
    """

    players: tuple[str, str]
    boards: NDArray[np.uint8] = field(repr=False)
    count: NDArray[np.int64] = field(repr=False)
    won: NDArray[np.float64] = field(repr=False)
    tied: NDArray[np.float64] = field(repr=False)
    total: NDArray[np.float64] = field(repr=False)
    subset: FlopSubset | None = None
    notes: tuple[str, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        return len(self.boards)

    @cached_property
    def names(self) -> list[str]:
        """The flops as text, "AsKsQs"."""
        return [cards_text(cards) for cards in self.boards.tolist()]

    @property
    def equity(self) -> NDArray[np.float64]:
        """The first player's equity on each flop; the second player has the rest."""
        equity: NDArray[np.float64] = (self.won + self.tied / 2) / self.total
        return equity

    @property
    def win(self) -> NDArray[np.float64]:
        """How often the first player wins alone."""
        win: NDArray[np.float64] = self.won / self.total
        return win

    @property
    def tie(self) -> NDArray[np.float64]:
        """How often both share."""
        tie: NDArray[np.float64] = self.tied / self.total
        return tie

    @property
    def share(self) -> NDArray[np.float64]:
        """How often each row's flops come when both players hold a hand of their range; adds up to 1."""
        share: NDArray[np.float64] = self.total / self.total.sum()
        return share

    @property
    def mean_equity(self) -> float:
        """The first player's equity over all flops: what `equity.calculate` says before the flop."""
        return float((2 * self.won.sum() + self.tied.sum()) / (2 * self.total.sum()))

    @property
    def ahead(self) -> float:
        """How often a flop comes on which the first player has more than half of the pot."""
        return float(self.total[self.equity > 0.5].sum() / self.total.sum())

    @cached_property
    def textures(self) -> dict[str, list[str]]:
        """What each flop looks like, in words: by "suits", "pairing", "straights" and "high card"."""
        return {name: [TEXTURES[name][i] for i in index.tolist()] for name, index in textures_of(self.boards).items()}

    def by(self, texture: str) -> list[dict[str, Any]]:
        """Return one row per kind of texture: how often it comes, equity, and how often the first player is ahead.

        Parameters
        ----------
        texture : {"suits", "pairing", "straights", "high card"}

        Raises
        ------
        OptionError
            For another texture.

        Examples
        --------
        >>> for row in flops("AK", "QQ").by("suits"):
        ...     print(row["suits"], row["flops"], round(row["equity"], 4))
        rainbow 8784 0.4293
        two-tone 12168 0.4434
        monotone 1144 0.4751
        """
        if texture not in TEXTURES:
            raise OptionError(f"a texture is one of {', '.join(TEXTURES)}, got {texture!r:.40}")
        words = self.textures[texture]
        rows = []
        for word in TEXTURES[texture]:
            own = np.array([other == word for other in words])
            total = self.total[own].sum()
            if total:
                rows.append(
                    {
                        texture: word,
                        "flops": int(self.count[own].sum()),
                        "share": float(total / self.total.sum()),
                        "equity": float((self.won[own].sum() + self.tied[own].sum() / 2) / total),
                        "ahead": float(self.total[own & (self.equity > 0.5)].sum() / total),
                    }
                )
        return rows

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per flop, for a data frame, CSV or JSON; with a subset its flops alone, with weights.

        Equity, win and tie are the first player's; "ahead" is the player who has more than half of the pot, 1 or 2, and
        0 for neither.

        Examples
        --------
        >>> row = flops("AK", "QQ").rows()[0]
        >>> row["flop"], row["equity"], row["ahead"], row["pairing"]
        ('AsAhAd', 1.0, 1, 'trips')
        """
        columns: dict[str, list[Any]] = {"flop": self.names, "flops": self.count.tolist()}
        columns |= {name: getattr(self, name).tolist() for name in ("share", "equity", "win", "tie")}
        columns["ahead"] = np.where(self.equity > 0.5, 1, np.where(self.equity < 0.5, 2, 0)).tolist()
        columns |= {name.replace(" ", "_"): words for name, words in self.textures.items()}
        chosen: list[int] = list(range(len(self)))
        if self.subset is not None:
            chosen = self.subset.rows.tolist()
        rows = [{name: column[i] for name, column in columns.items()} for i in chosen]
        if self.subset is not None:
            for row, weight in zip(rows, self.subset.weights.tolist(), strict=True):
                row["weight"] = weight
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        subset = self.subset
        return {
            "schema": 1,
            "players": list(self.players),
            "equity": [self.mean_equity, 1 - self.mean_equity],
            "ahead": self.ahead,
            "textures": {name: self.by(name) for name in TEXTURES},
            "subset": None if subset is None else {"flops": len(subset.rows), **subset.errors()},
            "flops": self.rows(),
        }

    def _line(self) -> str:
        first, second = self.players
        text = f"{len(self):,} flops: {_short(first)} {percent(self.mean_equity)} against {_short(second)}"
        return f"{text}, ahead on {percent(self.ahead)} of them"


def _short(text: str) -> str:
    return shorten(text, 24)


def flops(
    a: Player,
    b: Player,
    subset: int | None = None,
    *,
    threads: int | None = None,
    on_progress: Callable[[int, int], object] | None = None,
) -> FlopReport:
    """Return how two ranges fare on every flop, counted exactly.

    Parameters
    ----------
    a, b : str or Range
        The two players' ranges, as for `equity.calculate`.
    subset : int, optional
        Also choose so many flops, at most 500, that stand for all, with weights; see `FlopSubset`.
    threads : int, optional
        By default one per core; the numbers stay the same.
    on_progress : callable, optional
        Called with the number of finished parts and of all parts.

    Raises
    ------
    EquityError
        If a range cannot be read, the two cannot be dealt together, or `subset` is less than 1 or more than there are
        flops.

    Examples
    --------
    >>> import equity
    >>> report = equity.flops("AKs", "QQ")
    >>> worst = report.equity.argmin()
    >>> report.names[worst], round(float(report.equity[worst]), 4), round(report.mean_equity, 4)
    ('QsQhJd', 0.0005, 0.4605)
    """
    question = Question.parse([a, b])
    count_threads(threads)
    if subset is not None:
        subset = read_whole("subset", subset, least=1, most=MOST_FLOPS)
    renamings = suit_renamings(question)
    kinds = flop_kinds(renamings)
    counts = _count(question, renamings, kinds.kinds, len(kinds.boards), threads, on_progress)
    dealt = counts[:, 2] > 0
    if not dealt.any():
        raise DealError("the two ranges leave no flop")
    won, lost, total = counts[dealt].T.copy()
    boards, count = kinds.boards[dealt], kinds.count[dealt]
    players = (question.ranges[0].text, question.ranges[1].text)
    report = FlopReport(players, boards, count, won, total - won - lost, total, notes=question.notes)
    if subset is None:
        return report
    if subset > len(report):
        differ = f"the {len(report):,} flops that differ with these ranges"
        raise OptionError(f"subset must be at most {differ}, got {subset:,}")
    return replace(report, subset=choose_subset(boards, report.equity, report.share, subset))


def _count(
    question: Question,
    renamings: tuple[tuple[int, ...], ...],
    kinds: NDArray[np.int32],
    size: int,
    threads: int | None,
    on_progress: Callable[[int, int], object] | None,
) -> NDArray[np.float64]:
    """Return deals won by the first player, won by the second, and all, for each kind of flop, shape (F, 3)."""
    from equity.kernels.equities.flops import CELL, PAIRS, fill_pair_sums, sweep_flops

    seats = seat_weights(question)
    dense = seats.dense()
    _, cards, weights = held_combos(dense)
    sums = np.zeros((256 * PAIRS, CELL))
    fill_pair_sums(dense[0], dense[1], sums)

    def add(boards: NDArray[np.uint8], repeats: NDArray[np.float64], counts: NDArray[np.float64]) -> None:
        sweep_flops(boards, repeats, kinds, *cards, *weights, sums, counts)

    total = sweep_full_boards(add, renamings, (size, 3), chunks=_MOST_CHUNKS, threads=threads, on_progress=on_progress)
    whole = seats.weights[0].dtype.kind == "i" and total.sum() < _EXACT
    return np.rint(total) / seats.scale if whole else total / seats.scale
