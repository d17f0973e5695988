"""The answer to a query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import floor, sqrt
from typing import Any

from equity.odds.sampling.statistics import Z95, interval
from equity.pql.evaluation import Sums
from equity.pql.program import Output
from equity.pql.types import Type, label
from equity.show.columns import percent
from equity.show.results import Shown, name_method

__all__ = ["QueryResult", "bars", "make_result"]

_MOST_NAMED = 12  # numbers of a histogram that are told apart where they are not whole; more are put in bins
_BIN = 0.05
_ROUNDING = 1e-12


@dataclass(frozen=True, repr=False)
class QueryResult(Shown):
    """What a query found.

    Attributes
    ----------
    text : str
        The query.
    values : dict
        By name: for avg and count a float, for min and max a float or, for what is not a number, its word.
    std_error : dict
        Standard errors of avg and count, 0.0 where every deal was counted.
    ci95 : dict
        95 % intervals of avg and count.
    histograms : dict
        By name: each value as text -> its share of the deals that fit.
    kinds : dict
        By name: "avg", "count", "min", "max" or "histogram".
    deals : int or float
        Deals that were looked at; where every deal was counted, their weight.
    accepted : int or float
        Those of them that meet the condition.
    exact : bool
        Whether every deal was counted.
    seed : int or None
        Seed of the sample.
    drawn_share : float
        The share of all deals from which the sample was drawn: below 1 where conditions on the flop were not rejected
        deal by deal, but such flops drawn. It is known to about 1 % of itself.
    elapsed : float
        Seconds.
    complete : bool
        False after an interrupt.
    notes : tuple of str
    """

    text: str
    values: dict[str, Any]
    std_error: dict[str, float]
    ci95: dict[str, tuple[float, float]]
    histograms: dict[str, dict[str, float]]
    kinds: dict[str, str]
    deals: int | float
    accepted: int | float
    exact: bool
    seed: int | None
    drawn_share: float = 1.0
    elapsed: float = field(default=0.0, compare=False)
    complete: bool = True
    notes: tuple[str, ...] = ()

    @property
    def accepted_share(self) -> float:
        """The share of all deals that meet the condition."""
        return self.drawn_share * self.accepted / self.deals if self.deals else 0.0

    def rows(self) -> list[dict[str, Any]]:
        """Return one dictionary per value, and one per bar of a histogram."""
        rows: list[dict[str, Any]] = []
        for name, kind in self.kinds.items():
            if kind == "histogram":
                rows += [
                    {"name": name, "kind": kind, "of": of, "value": share, **self._error_of(share)}
                    for of, share in self.histograms[name].items()
                ]
                continue
            low, high = self.ci95.get(name, (None, None))
            rows.append(
                {"name": name, "kind": kind, "of": None, "value": self.values[name],
                 "std_error": self.std_error.get(name), "ci95_low": low, "ci95_high": high}
            )  # fmt: skip
        return rows

    def _error_of(self, share: float) -> dict[str, float]:
        error = 0.0 if self.exact else sqrt(share * (1 - share) / self.accepted)
        low, high = (share, share) if self.exact else interval(share, error, int(self.accepted))
        return {"std_error": error, "ci95_low": low, "ci95_high": high}

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, for JSON."""
        return {
            "schema": 1,
            "query": self.text,
            "values": self.values,
            "std_error": self.std_error,
            "ci95": {name: list(ends) for name, ends in self.ci95.items()},
            "histograms": self.histograms,
            "deals": self.deals,
            "accepted": self.accepted,
            "accepted_share": self.accepted_share,
            "method": "exact" if self.exact else "monte-carlo",
            "seed": self.seed,
            "complete": self.complete,
            "elapsed": self.elapsed,
            "notes": list(self.notes),
        }

    def _line(self) -> str:
        parts = []
        for name, value in self.values.items():
            parts.append(f"{name} {percent(value) if self.kinds[name] == 'count' else _short(value)}")
        parts += [f"{name}: {len(bars)} values" for name, bars in self.histograms.items()]
        fits = "" if self.accepted_share == 1 else f", {percent(self.accepted_share)} of deals fit"
        return f"{', '.join(parts)}; {name_method(None if self.exact else self.seed)}{fits}"


def _short(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:.6g}"


def make_result(
    text: str, outputs: Sequence[Output], sums: Sums, *, exact: bool, scale: int = 1, **more: Any
) -> QueryResult:
    """Return the result that sums over deals make; deals of weight 1 are counted `scale` times."""
    values: dict[str, Any] = {}
    errors: dict[str, float] = {}
    intervals: dict[str, tuple[float, float]] = {}
    histograms: dict[str, dict[str, float]] = {}
    for output, part in zip(outputs, sums.parts, strict=True):
        name = output.name
        if output.aggregate == "histogram":
            histograms[name] = bars(output, part, sums.accepted)
        elif output.aggregate in ("min", "max"):
            numeric = output.kind is Type.NUMBER and part is not None
            values[name] = float(part) if numeric else "none" if part is None else label(output.kind, part)
        else:
            counted = output.aggregate == "count"
            mean = (part if counted else part[1]) / sums.accepted
            variance = mean * (1 - mean) if counted else part[2] / sums.accepted
            values[name] = mean
            errors[name] = 0.0 if exact else sqrt(max(0.0, variance) / max(1, sums.rows - 1))
            if exact:
                intervals[name] = (mean, mean)
            elif counted or output.share:
                intervals[name] = interval(mean, errors[name], sums.rows)
            else:
                intervals[name] = (mean - Z95 * errors[name], mean + Z95 * errors[name])
    return QueryResult(
        text, values, errors, intervals, histograms, {output.name: output.aggregate for output in outputs},
        _unscaled(sums.dealt, scale), _unscaled(sums.accepted, scale), exact, **more,
    )  # fmt: skip


def _unscaled(weight: Any, scale: int) -> Any:
    """Return a weight in units of deals of weight 1: whole if it is."""
    return weight if scale == 1 else weight // scale if weight % scale == 0 else weight / scale


def bars(output: Output, weights: dict[Any, Any], total: Any) -> dict[str, float]:
    """Return the share of each value as text, in order; many different numbers are put in bins."""
    ordered = sorted(weights.items())
    whole = all(value == int(value) for value in weights) if output.kind is Type.NUMBER else True
    if not whole and len(ordered) > _MOST_NAMED:
        bins: dict[int, Any] = {}
        for value, weight in ordered:
            place = floor(value / _BIN + _ROUNDING)
            bins[place] = bins.get(place, 0) + weight
        return {f"{place * _BIN:.2f} to {(place + 1) * _BIN:.2f}": weight / total for place, weight in bins.items()}
    return {label(output.kind, value): weight / total for value, weight in ordered}
