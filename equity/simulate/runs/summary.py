"""Tallies -> the figures of a `SimulationResult`.

Rules of the file: what a player does how often is defined in `equity.figures`; every other figure here, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from equity.figures import position_names, rates_of
from equity.kernels.play import tally_columns as col
from equity.simulate.runs.result import PlayerResult, PositionResult, Separation, SimulationResult
from equity.simulate.runs.specification import RunSpec
from equity.simulate.runs.statistics import Spread, Totals, hands_to_separate

__all__ = ["position_names", "summarize"]


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
    total = totals.counts[list(players)].sum(axis=(0, 1)).tolist()
    weights, scale = _weights(spec, players), _scale(spec)
    shape = (totals, spec.players, spec.turns)
    rates = rates_of(total)
    return PlayerResult(
        name=name,
        seats=players,
        hands=total[col.HANDS],
        net=total[col.NET],
        bb100=Spread(*shape, target=spec.target).of(weights, scale=scale),
        adjusted=Spread(*shape, spec.unit, spec.target).of(weights, scale=scale) if spec.unit else None,
        vpip=rates.vpip,
        pfr=rates.pfr,
        three_bet=rates.three_bet,
        aggression=rates.aggression,
        saw_flop=rates.saw_flop,
        wtsd=rates.wtsd,
        wsd=rates.wsd,
        rake=total[col.RAKE],
        decisions=total[col.DECISIONS],
        positions=tuple(_positions(spec, totals, players)),
    )


def _positions(spec: RunSpec, totals: Totals, players: tuple[int, ...]) -> list[PositionResult]:
    found = []
    for place, position in enumerate(position_names(spec.players)):
        row = totals.counts[list(players), place].sum(axis=0).tolist()
        hands, rates = row[col.HANDS], rates_of(row)
        rate = float(_scale(spec) * Fraction(row[col.NET], hands)) if hands else 0.0
        found.append(PositionResult(position, hands, row[col.NET], rate, rates.vpip, rates.pfr))
    return found
