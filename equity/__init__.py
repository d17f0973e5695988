"""Texas hold'em equities, evaluation, rules and simulation.

What a user imports:

- `evaluator`: what a hand of five to seven cards is worth.
- `features`: what hole cards and a board make, on arrays; hands and boards up to suits.
- `ranges`: ranges of starting hands, read and written.
- `odds`: equities, exactly or with an error bar, and everything asked beside them.
- `range_analysis`: what ranges hit, on a board and on every flop; how two of them fare there.
- `pql`: questions about a deal in the poker query language.
- `solve`: push or fold: equilibria, best responses.
- `rules`: house rules, whole hands, tables.
- `figures`: what a player does how often, by one definition for simulations and histories.
- `simulate`: whole hands by the million; players; arrays for learning agents.
- `history`: hand histories, read, written and replayed.
- `plot`: pictures (extra ``plot``).

What these stand on, from the ground up:

- `errors`, `constants`, `numbers`: what may go wrong; numbers that rooms far apart agree on; numbers from callers.
- `cards`, `strengths`, `made_hands`: cards, combos and classes; what a value means in words; names of hands and draws.
- `show`: columns, colours, grids: how things look.
- `parallel`, `checkpoint`, `cluster`: chunks on threads; the finished part of a long run; other machines.
- `tables`, `runouts`, `matchups`: the evaluator's arrays; the ways a board can fall; matchups told apart up to suits.
- `kernels`: all Numba code.

And on top:

- `web`, `widgets`: the calculator as a page and an API; its grid in notebooks (extras ``web``, ``notebooks``).
- `report`, `cli`: results as text and pages; the ``equity`` command.
- `selfcheck`, `warmup`: known answers on this machine; compile everything now.
- `generate`: the programs that made the shipped data.

Names are loaded when first used, so that ``import equity`` stays cheap: nothing here imports NumPy or Numba.
"""

from __future__ import annotations

from equity._lazy import attach
from equity._version import __version__ as __version__

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
    from equity.pql.dealing import deal as deal
    from equity.pql.query import query as query
    from equity.range_analysis.flop_report import flops as flops
    from equity.range_analysis.hits import hits as hits
    from equity.ranges import Range as Range

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "errors": "EquityError",
        "evaluator": "best_five category describe evaluate evaluate_many",
        "odds.analyses.breakdown": "breakdown",
        "odds.analyses.distribution": "distribution",
        "odds.analyses.finishing_orders": "expected_chips finishing_orders",
        "odds.analyses.gradient": "range_gradient",
        "odds.analyses.icm": "icm tournament_equity",
        "odds.analyses.next_card": "next_card outs",
        "odds.analyses.per_combo": "combo_equities",
        "odds.analyses.potential": "effective_hand_strength hand_potential hand_strength",
        "odds.batch.many": "calculate_many",
        "odds.calculator": "calculate",
        "odds.exact.preflop_grids": "preflop_matrix",
        "odds.question.result": "EquityResult",
        "range_analysis.flop_report": "flops",
        "range_analysis.hits": "hits",
        "pql.dealing": "deal",
        "pql.query": "query",
        "ranges": "Range",
    },
    modules="features history plot rules simulate solve widgets",
    loaded="__version__",
)
