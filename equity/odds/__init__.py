"""The equity calculator: whose share of the pot is how large, exactly or with an honest error bar.

- `calculator`: `equity.calculate`: read the question, choose a method, run it, name the result.
- `plan`: which method answers a question, and what it will cost.
- `question`: who plays what on which board, and what an answer looks like.
- `exact`: the methods that count.
- `sampling`: the method that samples, its dealing and its error bars.
- `analyses`: everything that is asked beside the equities: combos, next cards, outs, finishing orders, prize money.
- `batch`: many questions at once.
- `checks`: the numbers that callers give.
"""

from __future__ import annotations

from equity.odds.calculator import calculate
from equity.odds.question.question import Question
from equity.odds.question.result import EquityResult

__all__ = ["EquityResult", "Question", "calculate"]
