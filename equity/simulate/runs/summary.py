"""Tallies -> the figures of a `SimulationResult`.

Rules of the file: every figure is defined here, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from equity.kernels.play import tally_columns as col
from equity.simulate.runs.result import PlayerResult, PositionResult, Separation, SimulationResult
from equity.simulate.runs.specification import Question
from equity.simulate.runs.statistics import Spread, Tally, hands_to_separate

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
    question: Question,
    tally: Tally,
    *,
    elapsed: float,
    threads: int | None,
    notes: Sequence[str] = (),
) -> SimulationResult:
    """Return the result of a run, or of the part that was played."""
    names = [strategy.name for strategy in question.strategies]
    groups = {name: tuple(p for p, other in enumerate(names) if other == name) for name in dict.fromkeys(names)}
    return SimulationResult(
        question=question,
        strategies=tuple(_player(question, tally, name, players) for name, players in groups.items()),
        seats=tuple(_player(question, tally, name, (p,)) for p, name in enumerate(names)),
        separations=tuple(_separation(question, tally, groups, pair) for pair in combinations(groups, 2)),
        hands=tally.deals * question.turns,
        deals=tally.deals,
        seed=question.seed,
        complete=tally.deals == question.deals,
        elapsed=elapsed,
        threads=threads,
        tally=tally,
        notes=tuple(notes),
    )


def _weights(question: Question, plus: Sequence[int], minus: Sequence[int] = ()) -> list[Fraction]:
    weights = [Fraction(0)] * question.players
    for p in plus:
        weights[p] += Fraction(1, len(plus))
    for p in minus:
        weights[p] -= Fraction(1, len(minus))
    return weights


def _scale(question: Question) -> Fraction:
    return Fraction(100, question.rules.big_blind)


def _separation(
    question: Question, tally: Tally, groups: dict[str, tuple[int, ...]], pair: tuple[str, str]
) -> Separation:
    weights = _weights(question, groups[pair[0]], groups[pair[1]])
    spread = Spread(tally, question.players, question.turns)
    difference = spread.of(weights, scale=_scale(question))
    return Separation(*pair, difference, hands_to_separate(difference, tally.deals * question.turns))


def _player(question: Question, tally: Tally, name: str, players: tuple[int, ...]) -> PlayerResult:
    total = [sum(tally.total(p, column) for p in players) for column in range(col.COLUMNS)]
    weights, scale = _weights(question, players), _scale(question)
    shape = (tally, question.players, question.turns)
    played = total[col.HANDS] - total[col.WALKS]
    return PlayerResult(
        name=name,
        seats=players,
        hands=total[col.HANDS],
        net=total[col.NET],
        bb100=Spread(*shape).of(weights, scale=scale),
        adjusted=Spread(*shape, question.unit).of(weights, scale=scale) if question.unit else None,
        vpip=_ratio(total[col.VPIP], played),
        pfr=_ratio(total[col.PFR], played),
        three_bet=_ratio(total[col.THREE_BETS], total[col.THREE_BET_CHANCES]),
        aggression=_ratio(total[col.RAISES], total[col.CALLS]),
        saw_flop=_ratio(total[col.FLOPS], total[col.HANDS]),
        wtsd=_ratio(total[col.SHOWDOWNS], total[col.FLOPS]),
        wsd=_ratio(total[col.SHOWDOWNS_WON], total[col.SHOWDOWNS]),
        rake=total[col.RAKE],
        decisions=total[col.DECISIONS],
        positions=tuple(_positions(question, tally, players)),
    )


def _positions(question: Question, tally: Tally, players: tuple[int, ...]) -> list[PositionResult]:
    found = []
    for place, position in enumerate(position_names(question.players)):
        row = [sum(int(tally.counts[p, place, column]) for p in players) for column in range(col.COLUMNS)]
        hands, played = row[col.HANDS], row[col.HANDS] - row[col.WALKS]
        rate = float(_scale(question) * Fraction(row[col.NET], hands)) if hands else 0.0
        shares = _ratio(row[col.VPIP], played), _ratio(row[col.PFR], played)
        found.append(PositionResult(position, hands, row[col.NET], rate, *shares))
    return found


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
