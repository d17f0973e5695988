"""A program worked out over many deals at once, and what is added up of them.

Rules of the file: NumPy. Deals that do not fit the conditions are left out before anything else is worked out, so that
what is dear is asked of few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equity.pql.deals import Deals
from equity.pql.functions import FUNCTIONS
from equity.pql.grammar import QueryError
from equity.pql.program import Output, Program, Step
from equity.pql.types import Type, plain

__all__ = ["Sums", "add_up", "find_fitting"]

_MOST_VALUES = 20_000  # of a histogram
_SIGNS: dict[str, Any] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "=": np.equal,
    "<>": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


@dataclass
class Sums:
    """What some deals add up to; sums of different deals add up again.

    Attributes
    ----------
    dealt, accepted : int or float
        Weight of all deals, and of those that fit the conditions.
    rows : int
        Deals that fit, each counted once.
    parts : list
        For each output: the weight of deals that count; weight, sum, and sum of squares about the mean; the least or
        largest value; the weight of each value.
    """

    dealt: Any
    accepted: Any
    rows: int
    parts: list[Any]

    def add(self, other: Sums, outputs: Sequence[Output]) -> None:
        """Add those of other deals."""
        self.dealt += other.dealt
        self.accepted += other.accepted
        self.rows += other.rows
        self.parts = [_join(output, a, b) for output, a, b in zip(outputs, self.parts, other.parts, strict=True)]


def _join(output: Output, first: Any, second: Any) -> Any:
    if output.aggregate == "count":
        return first + second
    if output.aggregate == "avg":
        return _join_squares(first, second)
    if output.aggregate in ("min", "max"):
        known = [value for value in (first, second) if value is not None]
        return None if not known else min(known) if output.aggregate == "min" else max(known)
    joined = dict(first)
    for value, weight in second.items():
        joined[value] = joined.get(value, 0) + weight
    if len(joined) > _MOST_VALUES:
        raise QueryError(f"the histogram {output.name} has more than {_MOST_VALUES:,} different values")
    return joined


def _join_squares(first: Any, second: Any) -> tuple[Any, float, float]:
    """Return weight, sum, and sum of squares about the mean: about 0 they lose a spread small beside the mean."""
    if not first[0] or not second[0]:
        return first if first[0] else second  # type: ignore[no-any-return]
    weight, apart = first[0] + second[0], first[1] / first[0] - second[1] / second[0]
    between = apart * apart * (first[0] * (second[0] / weight))
    return weight, first[1] + second[1], first[2] + second[2] + between


class _Results:
    """Results of steps on some deals."""

    def __init__(self, program: Program, deals: Deals) -> None:
        self.program, self.deals = program, deals
        self.known: dict[int, Any] = {}

    def narrow(self, keep: NDArray[np.bool_]) -> None:
        """Leave out the deals that a mask leaves out."""
        rows = np.flatnonzero(keep)
        self.deals = self.deals.narrowed(keep)
        self.known = {step: known[rows] if np.ndim(known) else known for step, known in self.known.items()}

    def of(self, number: int) -> Any:
        """Return the result of a step: an array, or one value for all deals."""
        if number not in self.known:
            step = self.program.steps[number]
            self.known[number] = step.value if step.kind == "constant" else self._work_out(step)
        return self.known[number]

    def spread(self, number: int) -> NDArray[Any]:
        """Return the result of a step as one value for each deal."""
        return np.broadcast_to(self.of(number), len(self.deals))

    def _work_out(self, step: Step) -> Any:  # noqa: PLR0911  # one per kind of step
        given = [self.of(number) for number in step.needs]
        if step.kind == "call":
            return FUNCTIONS[plain(step.value)].answer(self.deals, *given)
        if step.kind == "compare":
            found = _SIGNS[step.value](*given)
            if self.program.steps[step.needs[0]].gives is Type.RANK:  # a rank that there is not is like no other
                found = found & (given[0] >= 0) & (given[1] >= 0)
            return found
        if step.kind == "arithmetic":
            return self._calculate(step, *given)
        if step.kind == "minus":
            return -np.asarray(given[0], np.float64)
        if step.kind == "not":
            return np.logical_not(given[0])
        if step.kind in ("and", "or"):
            joined = given[0]
            for one in given[1:]:
                joined = (joined & one) if step.kind == "and" else (joined | one)
            return joined
        return self._choose(step, given)

    def _calculate(self, step: Step, left: Any, right: Any) -> Any:
        left, right = np.asarray(left, np.float64), np.asarray(right, np.float64)
        if step.value != "/":
            with np.errstate(over="ignore", invalid="ignore"):  # found out by whoever uses the number
                return _SIGNS[step.value](left, right)
        zero = right == 0
        if np.any(zero):
            if not step.guarded:
                share = np.count_nonzero(np.broadcast_to(zero, len(self.deals))) / max(1, len(self.deals))
                raise QueryError(
                    f"division by zero in {100 * share:.3g} % of deals; case when ... end can leave them out",
                    text=self.program.text,
                    place=step.place,
                )
            right = np.where(zero, np.nan, right)
        with np.errstate(over="ignore"):
            return left / right

    def _choose(self, step: Step, given: list[Any]) -> Any:
        tests, results = given[: step.value], given[step.value :]
        chosen = np.asarray(results[-1])
        for test, result in zip(reversed(tests), reversed(results[:-1]), strict=True):
            chosen = np.where(test, result, chosen)
        return chosen


def find_fitting(program: Program, deals: Deals) -> NDArray[np.bool_]:
    """Say for every deal whether it fits all conditions of a program."""
    results = _Results(program, deals)
    fits = np.ones(len(deals), np.bool_)
    for condition in program.conditions:
        fits &= np.asarray(results.of(condition), np.bool_)
    return fits


def add_up(program: Program, deals: Deals, weights: NDArray[Any] | None = None) -> Sums:
    """Work out a program over deals and add up.

    Parameters
    ----------
    program : Program
    deals : Deals
    weights : array, optional
        How often each deal counts, once by default.
    """
    dealt: Any = len(deals) if weights is None else weights.sum().item()
    results = _Results(program, deals)
    for condition in program.conditions:
        fits = results.spread(condition)
        if not fits.all():
            results.narrow(fits)
            weights = None if weights is None else weights[fits]
    rows = len(results.deals)
    accepted: Any = rows if weights is None else weights.sum().item()
    parts = [_part(program, output, results, weights) for output in program.outputs]
    return Sums(dealt, accepted, rows, parts)


def _part(program: Program, output: Output, results: _Results, weights: NDArray[Any] | None) -> Any:
    values = results.spread(output.step)
    if values.dtype == np.float64 and not np.isfinite(values).all():
        what = "division by zero" if np.isnan(values).any() else "a number is too large"
        raise QueryError(what, text=program.text, place=program.steps[output.step].place)
    if output.aggregate == "count":
        return int(np.count_nonzero(values)) if weights is None else weights[values].sum().item()
    if output.aggregate == "avg":
        numbers = values.astype(np.float64)
        weight = len(numbers) if weights is None else weights.sum().item()
        with np.errstate(over="ignore"):
            total = float((numbers if weights is None else numbers * weights).sum())
            squares = (numbers - total / weight) ** 2 if weight else numbers
            spread = float((squares if weights is None else squares * weights).sum())
        if not isfinite(spread):
            raise QueryError("a number is too large", text=program.text, place=program.steps[output.step].place)
        return weight, total, spread
    if output.kind is Type.RANK and output.aggregate in ("min", "max"):
        values = values[values >= 0]
    if output.aggregate in ("min", "max"):
        return None if not len(values) else (values.min() if output.aggregate == "min" else values.max()).item()
    found, places = np.unique(values, return_inverse=True)
    counts = np.bincount(places, weights=None if weights is None or weights.dtype.kind == "i" else weights)
    if weights is not None and weights.dtype.kind == "i":
        counts = np.zeros(len(found), np.int64)
        np.add.at(counts, places, weights)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))
