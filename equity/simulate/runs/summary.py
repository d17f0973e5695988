"""Tallies -> the figures of a `SimulationResult`.

Rules of the file: every figure is defined here, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from equity.kernels.play import tally_columns as col
from equity.simulate.runs.result import PlayerResult, PositionResult, Separation, SimulationResult
from equity.simulate.runs.specification import RunSpec
from equity.simulate.runs.statistics import Spread, Totals, hands_to_separate

__all__ = ["position_names", "summarize"]

_EARLY = ("UTG", "UTG+1", "UTG+2", "UTG+3")


def position_names(seats: int) -> tuple[str, ...]:
    """Return the names of the seats from the button on.

    Examples
    --------
    >>> position_names(6), position_names(2)
    (('BTN', 'SB', 'BB', 'UTG', 'HJ', 'CO'), ('BTN', 'BB'))
    """
    if seats == 2:
        return "BTN", "BB"
    others = seats - 3
    late = ("LJ", "HJ", "CO")[4 - min(4, others) :] if others > 1 else ()
    return ("BTN", "SB", "BB", *_EARLY[: others - len(late)], *late)


def summarize(
    spec: RunSpec,
    totals: Totals,
    *,
    elapsed: float,
    threads: int | None,
    stop: str = "",
    notes: Sequence[str] = (),
) -> SimulationResult:
    """Return the result of a run, or of the part that was played; `stop` says why it ended, if not with its hands."""
    names = [strategy.name for strategy in spec.strategies]
    groups = {name: tuple(p for p, other in enumerate(names) if other == name) for name in dict.fromkeys(names)}
    return SimulationResult(
        spec=spec,
        strategies=tuple(_player(spec, totals, name, players) for name, players in groups.items()),
        seats=tuple(_player(spec, totals, name, (p,)) for p, name in enumerate(names)),
        separations=tuple(_separation(spec, totals, groups, pair) for pair in combinations(groups, 2)),
        hands=totals.deals * spec.turns,
        deals=totals.deals,
        seed=spec.seed,
        stop=stop or ("hands" if totals.deals == spec.deals else "interrupted"),
        elapsed=elapsed,
        threads=threads,
        totals=totals,
        notes=tuple(notes),
    )


def _weights(spec: RunSpec, plus: Sequence[int], minus: Sequence[int] = ()) -> list[Fraction]:
    weights = [Fraction(0)] * spec.players
    for p in plus:
        weights[p] += Fraction(1, len(plus))
    for p in minus:
        weights[p] -= Fraction(1, len(minus))
    return weights


def _scale(spec: RunSpec) -> Fraction:
    return Fraction(100, spec.rules.big_blind)


def _separation(spec: RunSpec, totals: Totals, groups: dict[str, tuple[int, ...]], pair: tuple[str, str]) -> Separation:
    weights = _weights(spec, groups[pair[0]], groups[pair[1]])
    spread = Spread(totals, spec.players, spec.turns, target=spec.target)
    difference = spread.of(weights, scale=_scale(spec))
    return Separation(*pair, difference, hands_to_separate(difference, totals.deals * spec.turns))


def _player(spec: RunSpec, totals: Totals, name: str, players: tuple[int, ...]) -> PlayerResult:
    total = [sum(totals.count(p, column) for p in players) for column in range(col.COLUMNS)]
    weights, scale = _weights(spec, players), _scale(spec)
    shape = (totals, spec.players, spec.turns)
    played = total[col.HANDS] - total[col.WALKS]
    return PlayerResult(
        name=name,
        seats=players,
        hands=total[col.HANDS],
        net=total[col.NET],
        bb100=Spread(*shape, target=spec.target).of(weights, scale=scale),
        adjusted=Spread(*shape, spec.unit, spec.target).of(weights, scale=scale) if spec.unit else None,
        vpip=_ratio(total[col.VPIP], played),
        pfr=_ratio(total[col.PFR], played),
        three_bet=_ratio(total[col.THREE_BETS], total[col.THREE_BET_CHANCES]),
        aggression=_ratio(total[col.RAISES], total[col.CALLS]),
        saw_flop=_ratio(total[col.FLOPS], total[col.HANDS]),
        wtsd=_ratio(total[col.SHOWDOWNS], total[col.FLOPS]),
        wsd=_ratio(total[col.SHOWDOWNS_WON], total[col.SHOWDOWNS]),
        rake=total[col.RAKE],
        decisions=total[col.DECISIONS],
        positions=tuple(_positions(spec, totals, players)),
    )


def _positions(spec: RunSpec, totals: Totals, players: tuple[int, ...]) -> list[PositionResult]:
    found = []
    for place, position in enumerate(position_names(spec.players)):
        row = [sum(int(totals.counts[p, place, column]) for p in players) for column in range(col.COLUMNS)]
        hands, played = row[col.HANDS], row[col.HANDS] - row[col.WALKS]
        rate = float(_scale(spec) * Fraction(row[col.NET], hands)) if hands else 0.0
        shares = _ratio(row[col.VPIP], played), _ratio(row[col.PFR], played)
        found.append(PositionResult(position, hands, row[col.NET], rate, *shares))
    return found


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
