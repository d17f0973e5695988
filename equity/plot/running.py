"""How a figure settles while hands are played or deals are sampled, with its error band."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from equity.constants import MOST_SAMPLES
from equity.errors import OptionError
from equity.numbers import is_within, read_whole
from equity.odds.question.result import EquityResult
from equity.odds.sampling.statistics import Z95
from equity.plot.style import COLORS, LINES, Subject, as_percent, names_of, new_axes, read_subject, situation

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import ArrayLike

    from equity.odds.question.question import Cards
    from equity.simulate.runs.result import SimulationResult

__all__ = ["convergence", "win_rate"]

_POINTS = 200


def win_rate(
    results: SimulationResult | ArrayLike,
    *,
    big_blind: float | None = None,
    names: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the running win rate in big blinds per hundred hands, with its 95 % band.

    Parameters
    ----------
    results : SimulationResult or array of chips, shape (N,) or (N, P)
        A run, whose strategies are drawn; or what one or several players won in each hand. A run keeps sums alone, so
        its hands are played once more, from its seed.
    big_blind : number, optional
        Chips of a big blind; needed for an array.
    names : sequence of str, optional
        One for each line of an array.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> ax = win_rate([20, -10, -10, 15] * 50, big_blind=10, names=["Ann"])
    >>> ax.lines[1].get_ydata()[-1].round(2).item(), ax.get_legend().get_texts()[0].get_text()
    (37.5, 'Ann: +37.5 ± 19.3')
    """
    from equity.simulate.runs.result import SimulationResult

    if isinstance(results, SimulationResult):
        names, (hands, mean, half) = [player.name for player in results.strategies], _of_run(results)
    else:
        hands, mean, half = _of_hands(np.asarray(results, np.float64), big_blind)
        names = [f"player {i}" for i in range(1, mean.shape[1] + 1)] if names is None else names
        if len(names) != mean.shape[1]:
            raise OptionError(f"{mean.shape[1]} players but {len(names)} names")
    ax = new_axes(ax, size=(8, 4.4))
    ax.axhline(0, color="#555555", linewidth=1, zorder=1)
    for i, name in enumerate(names):
        label = f"{name}: {mean[-1, i] + 0.0:+.1f} ± {half[-1, i]:.1f}"
        _band(ax, hands, mean[:, i], half[:, i], i, label)
    ax.set(xlabel="hands", ylabel="bb/100", xlim=(0, hands[-1]), ylim=_limits(mean, half, zero=True))
    ax.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    ax.set_title("running win rate with its 95 % interval", fontsize="medium")
    _finish(ax, "bb/100")
    return ax


def _of_run(result: SimulationResult) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Play the hands again in small pieces: every deal has a stream of its own, so they are the same."""
    rows = [(part.hands, [player.bb100 for player in part.strategies]) for part in _replayed(result)]
    hands = np.array([count for count, _ in rows])
    mean = np.array([[one.mean for one in row] for _, row in rows])
    return hands, mean, np.array([[one.half_width for one in row] for _, row in rows])


def _replayed(result: SimulationResult) -> Iterator[SimulationResult]:
    from equity.simulate.runs.chunks import play_chunk
    from equity.simulate.runs.statistics import Totals
    from equity.simulate.runs.summary import summarize

    whole = result.spec
    spec = replace(whole, deals=result.deals, chunk=min(whole.chunk, max(1, -(-result.deals // _POINTS))))
    totals = Totals.empty()
    for span in spec.spans():
        totals.add(play_chunk(spec, span).totals)
        yield summarize(spec, totals, elapsed=0.0, threads=1)


def _of_hands(chips: NDArray[np.float64], big_blind: float | None) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    if chips.ndim not in (1, 2) or len(chips) < 2:
        raise OptionError(f"a win rate needs the chips won in each of 2 or more hands, got shape {chips.shape}")
    if big_blind is None or not is_within(big_blind, 0, float("inf")):
        raise OptionError(f"chips won need big_blind, the chips of a big blind, got {big_blind!r:.60}")
    won = chips.reshape(len(chips), -1) * (100 / big_blind)
    ends = np.unique(np.linspace(2, len(won), min(_POINTS, len(won) - 1)).astype(np.int64))
    count = ends[:, None]
    mean = np.cumsum(won, axis=0)[ends - 1] / count
    squares = np.cumsum(won**2, axis=0)[ends - 1] - count * mean**2
    return ends, mean, Z95 * np.sqrt(np.maximum(squares, 0) / (count - 1) / count)


def convergence(  # the question's own options, by name
    players: Subject,
    *,
    board: Cards = "",
    dead: Cards = "",
    samples: int = 200_000,
    seed: int | None = None,
    exact: EquityResult | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a sampled equity with its 95 % interval for more and more deals.

    Every point is a run of its own with the same seed, about four to a factor of ten.

    Parameters
    ----------
    players : sequence of str or Range, or EquityResult
        The question, as for `equity.calculate`, or its result.
    board, dead : optional
        As for `equity.calculate`.
    samples : int, optional
        Deals of the last point, 100 or more.
    seed : int, optional
        By default that of the result, if it has one.
    exact : EquityResult, optional
        The counted answer, drawn as lines to compare.
    ax : Axes, optional
        Where to draw; by default on a new figure.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import equity
    >>> ax = convergence(["AsKs", "QhQd"], samples=10_000, seed=1, exact=equity.calculate(["AsKs", "QhQd"]))
    >>> ax.get_xlabel(), len(ax.lines[0].get_xdata())
    ('deals (logarithmic)', 9)
    """
    samples = read_whole("samples, to show how an equity settles,", samples, least=100, most=MOST_SAMPLES)
    if seed is None and isinstance(players, EquityResult):
        seed = players.seed
    question = read_subject(players, board=board, dead=dead)
    runs = list(_longer_runs(question.ranges, question.board, question.dead, samples, seed))
    deals = np.array([run.total for run in runs])
    mean = np.stack([run.equity for run in runs])
    half = np.stack([(run.ci95[:, 1] - run.ci95[:, 0]) / 2 for run in runs])
    ax = new_axes(ax, size=(8, 4.4))
    for i, name in enumerate(names_of(question)):
        _band(ax, deals, mean[:, i], half[:, i], i, f"{name}: {100 * mean[-1, i]:.2f} ± {100 * half[-1, i]:.2f} %")
    for i, share in enumerate(() if exact is None else exact.equity):
        label = None if i else "counted exactly"
        ax.axhline(share, color="#222222", linewidth=1, linestyle=(0, (1, 2)), label=label)
    ax.set_xscale("log")
    ax.set(xlabel="deals (logarithmic)", ylabel="equity", xlim=(deals[0], deals[-1]), ylim=_limits(mean, half))
    as_percent(ax.yaxis, digits=None)
    ax.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}")
    ax.set_title(f"sampled equity and its 95 % interval {situation(question)}", fontsize="medium")
    _finish(ax, f"after {deals[-1]:,.0f} deals")
    return ax


def _longer_runs(ranges: Any, board: Any, dead: Any, samples: int, seed: int | None) -> Iterator[EquityResult]:
    from equity.odds.calculator import calculate

    steps = max(2, round(4 * np.log10(samples / 100)) + 1)
    for size in np.geomspace(100, samples, steps).round().astype(int).tolist():
        run = calculate(ranges, board=board, dead=dead, samples=size, seed=seed)
        seed = run.seed  # one that was drawn serves all points
        yield run


def _band(ax: Axes, x: NDArray[Any], mean: NDArray[Any], half: NDArray[Any], place: int, label: str) -> None:
    color = COLORS[place % len(COLORS)]
    known = np.isfinite(half)
    ax.fill_between(x[known], (mean - half)[known], (mean + half)[known], color=color, alpha=0.2, linewidth=0)
    ax.plot(x, mean, color=color, linestyle=LINES[place % 4], linewidth=1.8, label=label)


def _limits(mean: NDArray[Any], half: NDArray[Any], *, zero: bool = False) -> tuple[float, float]:
    """Return limits of the axis that leave the wild start out: where the last three quarters of the points lie."""
    late = slice(len(mean) // 4, None)
    width = np.where(np.isfinite(half), half, 0)
    low, high = float((mean - width)[late].min()), float((mean + width)[late].max())
    low, high = (min(low, 0.0), max(high, 0.0)) if zero else (low, high)
    edge = 0.06 * (high - low) or 1.0
    return low - edge, high + edge


def _finish(ax: Axes, title: str) -> None:
    ax.grid(color="#dddddd", linewidth=0.8)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(title=title, frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0), alignment="left")
