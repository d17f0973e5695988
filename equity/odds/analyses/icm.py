"""What chips are worth in prize money: the independent chip model.

Rules of the file: the Malmuth-Harville model. A player's chance of first place is their share of all chips; given who
took it, the next place goes by the shares of the chips that are left, and so on. (D. Harville, "Assigning probabilities
to the outcomes of multi-entry competitions", 1973, for horses; M. Malmuth for stacks, 1987.)

Up to 20 players it is summed over sets of players instead of orders, exactly: 2 ** n steps for n players, not n!. For
larger fields it is a race: if player i arrives after an exponential time of rate "own chips", the order of arrival has
just these chances. So a player's prize money is the integral over the time t of their own arrival, of the prize for
each number of others who came before: a sum of independent yes-or-no variables. "All but one" of them is a product of
the players before and the players after in the list, both made of positive terms only; taking one player out of the
product of all, as is usual, loses every digit from some dozens of players on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.errors import OptionError
from equity.odds.analyses.finishing_orders import count_finishes
from equity.odds.analyses.side_pots import check_stacks, chip_outcomes, read_amounts
from equity.odds.question.question import Cards, Player, Question
from equity.parallel import between_chunks
from equity.show.results import Shown, name_method

__all__ = ["TournamentEquity", "check_places", "chip_chop", "icm", "price_places", "tournament_equity"]

EXACT_PLAYERS = 20  # a second or so and 30 MB
MOST_PLAYERS = 10_000
_LEAST, _MOST = 1e-100, 1e100  # of a stack and a prize, so that sums and quotients of them are numbers
_MOST_CELLS = 20_000_000  # players times prizes: 160 MB
_BLOCK = 5_000_000  # numbers at a time, 40 MB: about 32 points in time for 1,000 players and 150 prizes


def icm(stacks: Iterable[float], payouts: Iterable[float]) -> NDArray[np.float64]:
    """Return each player's share of the prize money, in its unit, by the Malmuth-Harville model.

    Parameters
    ----------
    stacks : sequence of numbers
        Chips of 1 to 10,000 players. Players without chips share what is left for the last places.
    payouts : sequence of numbers
        Prizes from first place down; places without a prize can be left out.

    Returns
    -------
    float64 array, one entry per player; adds up to the prizes that the players can win
        Exact for up to 20 players, to 1e-12 of the prizes for more: 1,000 players and 150 prizes take 0.2 s.

    Raises
    ------
    OptionError
        For negative numbers or those beyond 1e-100 to 1e100, no chips at all, or too many players.

    Examples
    --------
    >>> import equity
    >>> equity.icm([50, 30, 20], [70, 30]).round(2).tolist()
    [45.18, 32.25, 22.57]
    """
    chips, prizes = _check(stacks, payouts)
    return _prize_money(chips, prizes)


def chip_chop(stacks: Iterable[float], payouts: Iterable[float]) -> NDArray[np.float64]:
    """Return a deal by chips: everybody gets the last prize that is left, and the rest goes by the chips.

    A big stack may get more than first place by it, which `icm` never gives.

    Parameters
    ----------
    stacks, payouts
        As for `icm`.

    Examples
    --------
    >>> chip_chop([5000, 3000, 2000], [50, 30, 20]).round(2).tolist()
    [40.0, 32.0, 28.0]
    """
    chips, prizes = _check(stacks, payouts)
    paid = np.zeros(len(chips))
    paid[: len(prizes)] = prizes[: len(chips)]
    shares: NDArray[np.float64] = paid.min() + (paid - paid.min()).sum() * chips / chips.sum()
    return shares


def _prize_money(chips: NDArray[np.float64], prizes: NDArray[np.float64]) -> NDArray[np.float64]:
    live = np.flatnonzero(chips > 0)
    result = np.zeros(len(chips))
    share = _share if len(live) <= EXACT_PLAYERS else _share_of_field
    result[live] = share(chips[live], prizes[: len(live)])
    broke = len(chips) - len(live)
    if broke:
        result[chips == 0] = prizes[len(live) : len(chips)].sum() / broke
    return result


def _check(stacks: Iterable[float], payouts: Iterable[float]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    given, paid = read_amounts("stacks", stacks), read_amounts("payouts", payouts)
    if not 1 <= len(given) <= MOST_PLAYERS:
        raise OptionError(f"icm takes 1 to {MOST_PLAYERS:,} stacks and a list of payouts, got {len(given):,} stacks")
    for name, values in (("a stack", given), ("a payout", paid)):
        bad = [value for value in values if value < 0]
        if bad:
            raise OptionError(f"{name} must be at least 0, got {float(bad[0]):g}")
        odd = [value for value in values if value and not _LEAST <= value <= _MOST]
        if odd:
            raise OptionError(f"{name} must be 0 or between {_LEAST:g} and {_MOST:g}, got {float(odd[0]):g}")
    chips, prizes = (np.array(list(map(float, values))) for values in (given, paid))
    if not chips.any():
        raise OptionError("somebody must have chips, got only stacks of 0")
    if len(given) > EXACT_PLAYERS and len(given) * min(len(given), len(paid)) > _MOST_CELLS:
        raise OptionError(
            f"{len(given):,} players allow at most {_MOST_CELLS // len(given):,} payouts, got {len(paid):,}"
        )
    return chips, prizes


def _share(chips: NDArray[np.float64], prizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the prize shares of players who all have chips.

    reached[s] is the probability that the players of the set s (a bit each) take the first places, in any order.
    """
    players = len(chips)
    sets = np.arange(1 << players)
    sizes = np.bitwise_count(sets)
    held = np.zeros(len(sets))
    for player, stack in enumerate(chips):
        held[1 << player : 2 << player] = held[: 1 << player] + stack
    reached = np.zeros(len(sets))
    reached[0] = 1.0
    result = np.zeros(players)
    for place, prize in enumerate(prizes):
        ahead = sets[sizes == place]
        rate = (
            reached[ahead] / held[-1 - ahead]
        )  # of the others, added up: a difference would lose a short stack's digits
        for player, stack in enumerate(chips):
            without = (ahead >> player & 1) == 0
            takes = rate[without] * stack
            result[player] += prize * takes.sum()
            reached[ahead[without] | 1 << player] += takes
    return result


def _share_of_field(chips: NDArray[np.float64], prizes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the prize shares of players who all have chips, by the race of exponential times.

    Players of one stack get one share, and with falling prizes more chips are never worth less, rounding included.
    """
    order = np.argsort(chips, kind="stable")
    sizes, group = np.unique(chips[order], return_inverse=True)
    prizes = np.trim_zeros(prizes, "b")
    rates = chips[order] / chips.sum()
    found = np.zeros(len(rates))
    if len(prizes):
        times, weights = _times(rates, len(prizes))
        step = max(1, _BLOCK // (len(rates) * len(prizes)))
        for i in range(0, len(times), step):
            _pause()
            found += _race(rates, prizes, times[i : i + step], weights[i : i + step])
    means = np.bincount(group, found, len(sizes)) / np.bincount(group)
    if (np.diff(prizes) <= 0).all():
        means = np.maximum.accumulate(means)
    result = np.empty(len(chips))
    result[order] = means[group]
    return result


def _times(rates: NDArray[np.float64], places: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return points in time and their weights: the trapezoidal rule in x, where t = exp(x - exp(-x)).

    The integrand falls off doubly exponentially on the left, and on the right once all paid places are taken, so the
    rule converges exponentially. It changes fastest where the last paid place goes, within 1 / sqrt(places) of x; steps
    of 0.6 of that leave 1e-13 (of 1.2: 1e-7).
    """
    full = places + 10 * np.sqrt(places) + 40  # arrivals after which no prize is left, but for a chance of 1e-20
    least, most = 1e-3, 40 / rates.min()
    if full < len(rates):
        for _ in range(60):
            middle = np.sqrt(least * most)
            least, most = (middle, most) if -np.expm1(-rates * middle).sum() < full else (least, middle)
    step = min(0.15, 0.6 / np.sqrt(places))
    x = np.arange(-4.2, np.log(most) + step, step)  # the first is e ** -71
    times = np.exp(x - np.exp(-x))
    return times, step * times * (1 + np.exp(-x))


def _race(
    rates: NDArray[np.float64], prizes: NDArray[np.float64], times: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return what arrivals at some points in time add to each player's prize money, shape (P,).

    ahead[i, k] is the chance that k of the players before i have arrived; behind[k] the mean prize of somebody whom k
    of the players before i have beaten, by how many of those after i have.
    """
    there, late = -np.expm1(-np.outer(rates, times)), np.exp(-np.outer(rates, times))
    mean = there.sum(axis=0).max()
    places = min(len(prizes), int(mean + 12 * np.sqrt(mean) + 30))  # beyond, a chance of 1e-20
    ahead = np.zeros((len(rates), places, len(times)))
    ahead[0, 0] = 1.0
    for i in range(len(rates) - 1):
        np.multiply(ahead[i], late[i], out=ahead[i + 1])
        ahead[i + 1, 1:] += ahead[i, :-1] * there[i]
    behind = np.repeat(prizes[:places, None], len(times), axis=1)
    density = weights * late * rates[:, None]
    found = np.zeros(len(rates))
    for i in range(len(rates) - 1, -1, -1):
        found[i] = np.einsum("kt,kt,t->", ahead[i], behind, density[i])
        after = behind * late[i]
        after[:-1] += behind[1:] * there[i]
        behind = after
    return found


@dataclass(frozen=True, repr=False)
class TournamentEquity(Shown):
    """What an all-in is worth in prize money.

    Attributes
    ----------
    prizes : float64 array, shape (P + O,)
        Expected prize money after the all-in: of its players, then of the others at the table.
    before : float64 array, shape (P + O,)
        The same by the stacks before.
    chips : float64 array, shape (P + O,)
        Expected chips after the all-in.
    seed : int or None
        Seed of the sample; None if every deal was counted.
    """

    prizes: NDArray[np.float64]
    before: NDArray[np.float64]
    chips: NDArray[np.float64]
    seed: int | None = field(default=None)

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per player, those who are not in the hand last: for a data frame, CSV or JSON."""
        columns = zip(self.prizes.tolist(), self.before.tolist(), self.chips.tolist(), strict=True)
        return [
            {"player": i, "prize": prize, "before": before, "chips": chips}
            for i, (prize, before, chips) in enumerate(columns, 1)
        ]

    def _line(self) -> str:
        pairs = zip(self.prizes.tolist(), self.before.tolist(), strict=True)
        found = ", ".join(f"{prize:,.2f} (before {before:,.2f})" for prize, before in pairs)
        return f"prizes {found}; {name_method(self.seed)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values."""
        arrays = {name: getattr(self, name).tolist() for name in ("prizes", "before", "chips")}
        return {"method": "exact" if self.seed is None else "monte-carlo", "seed": self.seed, **arrays}


def tournament_equity(  # noqa: PLR0913  # the question's own options, by name
    players: str | Sequence[Player],
    stacks: Sequence[float],
    payouts: Sequence[float],
    *,
    others: Sequence[float] = (),
    board: Cards = "",
    dead: Cards = "",
    pot: float = 0,
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> TournamentEquity:
    """Return the prize money an all-in is worth to everybody at the table, by `icm` after each finishing order.

    Parameters
    ----------
    players : sequence of str or Range, or str
        Hands or ranges of the players who are all in.
    stacks : sequence of numbers
        Their stacks. Of players who lose everything in the same hand, the one who started it with more chips takes the
        better place; equal stacks share.
    payouts : sequence of numbers
        Prizes from first place down.
    others : sequence of numbers, optional
        Stacks of the players who are not in the hand.
    board, dead, samples, seed, threads
        As for `equity.finishing_orders`.
    pot : number, optional
        Chips in the middle already.

    Returns
    -------
    TournamentEquity

    Examples
    --------
    >>> import equity
    >>> found = equity.tournament_equity(["AsAh", "KsKh"], [30, 50], [70, 30], others=[20])
    >>> found.prizes.round(2).tolist(), found.before.round(2).tolist()
    ([42.18, 31.02, 26.8], [32.25, 45.18, 22.57])
    """
    question = Question.parse(players, board=board, dead=dead)
    return price_places(question, stacks, payouts, others=others, pot=pot, samples=samples, seed=seed, threads=threads)


def check_places(
    question: Question, stacks: Sequence[float], payouts: Sequence[float], others: Sequence[float] = ()
) -> tuple[list[Fraction], list[Fraction]]:
    """Return the stacks of the hand's players and of the others, exactly, if prize money can be shared by them.

    Raises
    ------
    OptionError
        If stacks or payouts are no such numbers, or there are too many.
    """
    given, outside = check_stacks(stacks, len(question.ranges)), check_stacks(others, name="others")
    _check([float(stack) for stack in (*given, *outside)], payouts)
    return given, outside


def price_places(
    question: Question,
    stacks: Sequence[float],
    payouts: Sequence[float],
    *,
    others: Sequence[float] = (),
    pot: float = 0,
    samples: int | str | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> TournamentEquity:
    """Answer `tournament_equity` for a question."""
    given, outside = check_places(question, stacks, payouts, others)
    payouts = [float(prize) for prize in read_amounts("payouts", payouts)]
    before = icm([float(stack) for stack in (*given, *outside)], payouts)
    found = count_finishes(question, samples=samples, seed=seed, threads=threads)
    chips, parts = chip_outcomes(found.ranks, given, pot)
    ends, places = np.unique(chips, axis=0, return_inverse=True)
    counts = np.bincount(places.ravel(), found.counts, len(ends))
    bystanders = [float(stack) for stack in outside]
    prizes, mean = np.zeros(len(before)), np.zeros(len(before))
    for end, count in zip(ends / parts, counts, strict=True):
        _pause()
        after = np.array([*end, *bystanders])
        prizes += count * _prizes_after(after, [float(stack) for stack in given], payouts)
        mean += count * after
    return TournamentEquity(prizes / counts.sum(), before, mean / counts.sum(), found.seed)


def _pause() -> None:
    """Let whoever waits end the work here: fields of hundreds, or thousands of outcomes, take seconds."""
    pause = between_chunks.get()
    if pause is not None:
        pause()


def _prizes_after(
    after: NDArray[np.float64], started: Sequence[float], payouts: Sequence[float]
) -> NDArray[np.float64]:
    """Return everybody's prize money once an all-in is over; whoever is broke has taken their place."""
    result = np.zeros(len(after))
    live = np.flatnonzero(after > 0)
    prizes = np.zeros(max(len(after), len(payouts)))
    prizes[: len(payouts)] = payouts
    result[live] = _prize_money(after[live], prizes)
    place = len(live)
    broke = [player for player in range(len(started)) if after[player] == 0]
    for stack in sorted({started[player] for player in broke}, reverse=True):
        level = [player for player in broke if started[player] == stack]
        result[level] = prizes[place : place + len(level)].mean()
        place += len(level)
    return result
