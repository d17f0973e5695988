"""What a calculation found, and how it shows itself.

Rules of the file: pure Python until somebody asks for an array, because the shortest command does not load NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from equity._version import __version__
from equity.cards import cards_text
from equity.errors import OptionError
from equity.odds.question.method import Algorithm
from equity.odds.question.question import Question
from equity.odds.question.tallies import Shares, Tally, shares_of
from equity.show.results import Shown, name_shares

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["EquityResult"]

SCHEMA = 1


@dataclass(frozen=True, repr=False)
class EquityResult(Shown):
    """Equities of a question, with everything needed to trust or repeat them.

    Attributes
    ----------
    question : Question
        The ranges, board and dead cards as understood.
    tally : Tally
        The counts behind all figures.
    method : str
        ``"exact"`` or ``"monte-carlo"``.
    algorithm : Algorithm
        How; each is a text too, and the same question is always answered by the same one:

        - ``"preflop table"``: two players without board or dead cards, looked up;
        - ``"comparison"``: two players on a board, their hands compared on every board that can come;
        - ``"sweep"``: two or three players, all hands in order of value, board by board;
        - ``"enumeration"``: one set of hole cards after the other, each on every board;
        - ``"sampling"``: random deals.
    reason : str
        Why this one, in a sentence.
    seed : int or None
        Seed of the samples; None if nothing was sampled.
    elapsed : float
        Seconds.
    notes : tuple of str
        What was assumed or understood.

    Examples
    --------
    >>> import equity
    >>> result = equity.calculate(["AsKs", "QhQd"])
    >>> result.wins_by_set, result.total
    ({(0,): 787966, (1,): 917606, (0, 1): 6732}, 1712304)
    >>> print(result)
    player  range     equity        win       tie
    1       AsKs   46.2145 %  46.0179 %  0.3932 %
    2       QhQd   53.7855 %  53.5890 %  0.3932 %
    exact (preflop table), 1,712,304 deals
    """

    question: Question
    tally: Tally = field(repr=False)
    method: str
    algorithm: Algorithm
    reason: str = field(repr=False)
    seed: int | None
    elapsed: float
    notes: tuple[str, ...] = field(default=(), repr=False)
    version: str = field(default=__version__, repr=False)
    stacks: tuple[float, ...] | None = field(default=None, repr=False)
    chips: tuple[float, ...] | None = field(default=None, repr=False)

    @cached_property
    def shares(self) -> Shares:
        """The figures as plain tuples."""
        return shares_of(self.tally, len(self.question.ranges))

    @property
    def equity(self) -> NDArray[np.float64]:
        """Each player's share of the pot: wins plus parts of ties, float64, shape (P,)."""
        return _array(self.shares.equity)

    @property
    def win(self) -> NDArray[np.float64]:
        """How often each player wins alone, shape (P,)."""
        return _array(self.shares.win)

    @property
    def tie(self) -> NDArray[np.float64]:
        """How often each player shares the pot, shape (P,)."""
        return _array(self.shares.tie)

    @property
    def tie_equity(self) -> NDArray[np.float64]:
        """The part of each player's equity that comes from shared pots, shape (P,)."""
        return _array(self.shares.tie_equity)

    @property
    def std_error(self) -> NDArray[np.float64]:
        """Standard error of each equity, 0 where the result is exact, shape (P,)."""
        return _array(self.tally.std_error or (0.0,) * len(self.players))

    @property
    def ci95(self) -> NDArray[np.float64]:
        """95 % interval of each equity, shape (P, 2); both ends are the equity where the result is exact."""
        return _array(self.tally.ci95 or tuple((share, share) for share in self.shares.equity))

    @property
    def expected_chips(self) -> NDArray[np.float64]:
        """What each player has after an all-in on average, shape (P,); the question must name the stacks."""
        if self.chips is None:
            raise OptionError("expected chips need the players' stacks: calculate(..., stacks=[500, 1000])")
        return _array(self.chips)

    @cached_property
    def wins_by_set(self) -> dict[tuple[int, ...], float]:
        """Deals that end with exactly these players (0-based) sharing the pot; sets that never do are left out.

        Where ranges have weights, a deal counts as its own weight, and all of them add up to `weight`.
        """
        ordered = sorted(self.tally.wins_by_set.items(), key=lambda item: (len(item[0]), item[0]))
        return {winners: count for winners, count in ordered if count}

    @property
    def total(self) -> int:
        """Number of deals, of whatever weight."""
        return int(self.tally.total) if self.tally.deals is None else self.tally.deals

    @property
    def weight(self) -> float:
        """The sum of `wins_by_set`: every deal counts as the product of its hands' weights, times the tally's scale.

        Without weights the number of deals; a whole number wherever the weights are decimal fractions.
        """
        return self.tally.total

    @property
    def scheme(self) -> str | None:
        """How the deals were sampled and what each part of that is worth, in words; None if nothing was sampled.

        Examples
        --------
        >>> import equity
        >>> print(equity.calculate(["22+", "random", "A2s+"], samples=1000, seed=1).scheme)
        blocks of 9 boards x 1 deal of hands
        """
        return self.tally.scheme or None

    @property
    def complete(self) -> bool:
        """Whether the run came to its end; an interrupted one holds what it had."""
        return self.tally.complete

    @property
    def exact(self) -> bool:
        """Whether the figures are counted over all deals."""
        return self.method == "exact" and self.complete

    @property
    def effective_samples(self) -> float | None:
        """How many independent deals would give the same standard error (the mean over players); None if exact.

        Usually more than `total`: see `equity.odds.sampling.sampling`.
        """
        if self.tally.std_error is None:
            return None
        spread = self._spread()
        sizes = [spread[i] / error**2 for i, error in enumerate(self.tally.std_error) if spread[i] > 0 and error > 0]
        return sum(sizes) / len(sizes) if sizes else float(self.total)

    def _spread(self) -> list[float]:
        """Return the variance of each player's share in one deal."""
        tally, counts = self.tally, range(len(self.question.ranges))
        means, squares = [0.0 for _ in counts], [0.0 for _ in counts]
        for winners, number in tally.wins_by_set.items():
            for player in winners:
                means[player] += number / len(winners) / tally.total
                squares[player] += number / len(winners) ** 2 / tally.total
        return [square - mean * mean for mean, square in zip(means, squares, strict=True)]

    @property
    def players(self) -> tuple[str, ...]:
        """Each player's range in canonical notation."""
        return tuple(map(str, self.question.ranges))

    @property
    def board(self) -> str:
        """The board's cards as text."""
        return cards_text(self.question.board)

    @property
    def dead(self) -> str:
        """The dead cards as text."""
        return cards_text(self.question.dead)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; fractions are 0..1, sets of winners are written ``"0+1"``.

        Examples
        --------
        >>> import equity
        >>> plain = equity.calculate(["AsKs", "AdKd"]).to_dict()
        >>> plain["schema"], plain["method"], plain["players"][0]["equity"], plain["wins_by_set"]["0+1"]
        (1, 'exact', 0.5, 1467192)
        """
        tally, shares = self.tally, self.shares
        errors, intervals = tally.std_error, tally.ci95
        rows = zip(self.players, shares.equity, shares.win, shares.tie, shares.tie_equity, strict=True)
        names = ("range", "equity", "win", "tie", "tie_equity")
        players: list[dict[str, Any]] = [dict(zip(names, row, strict=True)) for row in rows]
        for i, player in enumerate(players):
            player["std_error"] = errors[i] if errors else None
            player["ci95"] = list(intervals[i]) if intervals else None
            if self.stacks and self.chips:
                player |= {"stack": self.stacks[i], "expected_chips": self.chips[i]}
        return {
            "schema": SCHEMA,
            "method": self.method,
            "algorithm": self.algorithm.value,
            "reason": self.reason,
            "complete": self.complete,
            "total": self.total,
            "weight": self.weight,
            "scale": tally.scale,
            "effective_samples": self.effective_samples,
            "seed": self.seed,
            "std_error": list(errors) if errors else None,
            "ci95": [list(pair) for pair in intervals] if intervals else None,
            "elapsed": self.elapsed,
            "board": self.board,
            "dead": self.dead,
            "players": players,
            "wins_by_set": {"+".join(map(str, winners)): count for winners, count in self.wins_by_set.items()},
            "notes": list(self.notes),
            "version": self.version,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per player, for a data frame, CSV or JSON.

        Examples
        --------
        >>> import equity
        >>> equity.calculate(["AsKs", "AdKd"]).rows()[0]["equity"]
        0.5
        """
        found = []
        for number, player in enumerate(self.to_dict()["players"], 1):
            low, high = player.pop("ci95") or (player["equity"], player["equity"])
            error = player["std_error"] or 0.0
            found.append({"player": number, **player, "std_error": error, "low": low, "high": high})
        return found

    def _line(self) -> str:
        return f"{name_shares(self.players, self.shares.equity)}; {self._footer()}"

    def __str__(self) -> str:
        from equity.show.columns import columns

        return "\n".join([*columns(self._rows(), left=2), self._footer()])

    def _repr_html_(self) -> str:
        from equity.show.html import bar_html, table_html

        head, *rows = self._rows()
        lines = [[*row, bar_html(share)] for row, share in zip(rows, self.shares.equity, strict=True)]
        return table_html([*head, ""], lines, left=2, footer=self._footer(), safe=[len(head)])

    def _rows(self) -> list[list[str]]:
        from equity.show.columns import percent

        shares, intervals = self.shares, self.tally.ci95
        rows = [["player", "range", "equity", *(["±"] if intervals else []), "win", "tie"]]
        for i, text in enumerate(self.players):
            error = [percent((intervals[i][1] - intervals[i][0]) / 2, digits=4)] if intervals else []
            figures = [percent(row[i], digits=4) for row in (shares.equity, shares.win, shares.tie)]
            rows.append([str(i + 1), text if len(text) <= 40 else text[:39] + "…", figures[0], *error, *figures[1:]])
        return rows

    def _footer(self) -> str:
        total = f"{self.total:,}"
        parts = [f"{self.method} ({self.algorithm})", "1 deal" if total == "1" else f"{total} deals"]
        parts += [f"{name} {cards}" for name, cards in (("board", self.board), ("dead", self.dead)) if cards]
        worth = self.effective_samples
        parts[1] += f" worth {worth:,.0f}" if worth is not None else ""
        parts += [f"seed {self.seed}"] if self.seed is not None else []
        return ", ".join(parts if self.complete else [*parts, "interrupted: part of the deals only"])


def _array(values: Sequence[Any] | Mapping[Any, Any]) -> NDArray[np.float64]:
    import numpy as np

    return np.array(values, np.float64)
