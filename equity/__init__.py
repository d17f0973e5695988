"""Texas hold'em equities, evaluation, rules and simulation.

Names are loaded when first used, so that ``import equity`` stays cheap: nothing here imports NumPy or Numba.
"""

from __future__ import annotations

from importlib import import_module

from equity._version import __version__

TYPE_CHECKING = False  # typing's own costs a quarter of this module's time; checkers know the name

if TYPE_CHECKING:
    from equity.errors import EquityError as EquityError
    from equity.evaluator import best_five as best_five
    from equity.evaluator import category as category
    from equity.evaluator import describe as describe
    from equity.evaluator import evaluate as evaluate
    from equity.evaluator import evaluate_many as evaluate_many
    from equity.odds.analyses.breakdown import breakdown as breakdown
    from equity.odds.analyses.distribution import distribution as distribution
    from equity.odds.analyses.finishing_orders import expected_chips as expected_chips
    from equity.odds.analyses.finishing_orders import finishing_orders as finishing_orders
    from equity.odds.analyses.gradient import range_gradient as range_gradient
    from equity.odds.analyses.icm import icm as icm
    from equity.odds.analyses.icm import tournament_equity as tournament_equity
    from equity.odds.analyses.next_card import next_card as next_card
    from equity.odds.analyses.next_card import outs as outs
    from equity.odds.analyses.per_combo import combo_equities as combo_equities
    from equity.odds.analyses.potential import effective_hand_strength as effective_hand_strength
    from equity.odds.analyses.potential import hand_potential as hand_potential
    from equity.odds.analyses.potential import hand_strength as hand_strength
    from equity.odds.batch.many import calculate_many as calculate_many
    from equity.odds.calculator import calculate as calculate
    from equity.odds.exact.preflop_grids import preflop_matrix as preflop_matrix
    from equity.odds.question.result import EquityResult as EquityResult
    from equity.odds.sampling.deals import deal as deal
    from equity.ranges import Range as Range

# name -> the module that defines it; None: the name is a module itself
_HOMES: dict[str, str | None] = {
    "EquityError": "equity.errors",
    "EquityResult": "equity.odds.question.result",
    "Range": "equity.ranges",
    "best_five": "equity.evaluator",
    "breakdown": "equity.odds.analyses.breakdown",
    "calculate": "equity.odds.calculator",
    "calculate_many": "equity.odds.batch.many",
    "category": "equity.evaluator",
    "combo_equities": "equity.odds.analyses.per_combo",
    "deal": "equity.odds.sampling.deals",
    "describe": "equity.evaluator",
    "distribution": "equity.odds.analyses.distribution",
    "effective_hand_strength": "equity.odds.analyses.potential",
    "evaluate": "equity.evaluator",
    "evaluate_many": "equity.evaluator",
    "expected_chips": "equity.odds.analyses.finishing_orders",
    "finishing_orders": "equity.odds.analyses.finishing_orders",
    "hand_potential": "equity.odds.analyses.potential",
    "hand_strength": "equity.odds.analyses.potential",
    "history": None,
    "icm": "equity.odds.analyses.icm",
    "next_card": "equity.odds.analyses.next_card",
    "outs": "equity.odds.analyses.next_card",
    "plot": None,
    "preflop_matrix": "equity.odds.exact.preflop_grids",
    "range_gradient": "equity.odds.analyses.gradient",
    "tournament_equity": "equity.odds.analyses.icm",
    "rules": None,
    "simulate": None,
}

__all__ = [
    "EquityError",
    "EquityResult",
    "Range",
    "__version__",
    "best_five",
    "breakdown",
    "calculate",
    "calculate_many",
    "category",
    "combo_equities",
    "deal",
    "describe",
    "distribution",
    "effective_hand_strength",
    "evaluate",
    "evaluate_many",
    "expected_chips",
    "finishing_orders",
    "hand_potential",
    "hand_strength",
    "icm",
    "next_card",
    "outs",
    "preflop_matrix",
    "range_gradient",
    "tournament_equity",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'equity' has no attribute {name!r}")
    home = _HOMES[name]
    value = import_module(f"equity.{name}") if home is None else getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
