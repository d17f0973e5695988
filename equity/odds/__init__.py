"""The equity calculator: whose share of the pot is how large, exactly or with an honest error bar."""

from __future__ import annotations

from equity.odds.calculator import calculate
from equity.odds.question import Question
from equity.odds.result import EquityResult

__all__ = ["EquityResult", "Question", "calculate"]
