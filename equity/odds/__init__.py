"""The equity calculator: whose share of the pot is how large, exactly or with an honest error bar.

In the order of imports, each from those above it only:

- `question`: who plays what on which board, what an answer looks like, and what a method is.
- `exact`: the methods that count.
- `sampling`: the method that samples, its dealing and its error bars.
- `plan`: which method answers a question, what it will cost, and whether to count or to sample.
- `analyses`: everything that is asked beside the equities: combos, next cards, outs, finishing orders, prize money.
- `calculator`: `equity.calculate`: read the question, choose a method, run it, name the result.
- `answers`: a result with the analyses asked for by name, as plain values.
- `batch`: many questions at once.
"""

from __future__ import annotations

from equity.odds.calculator import calculate
from equity.odds.question.question import Question
from equity.odds.question.result import EquityResult

__all__ = ["EquityResult", "Question", "calculate"]


def __dir__() -> list[str]:
    return sorted(__all__)
