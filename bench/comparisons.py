"""What is compared with what: every piece of work beside every peer that can do it, in the order of README's tables."""

from __future__ import annotations

from bench.peers import equity, evaluator, hands
from bench.peers.comparison import Comparison

COMPARISONS: list[Comparison] = [*evaluator.COMPARISONS, *equity.COMPARISONS, *hands.COMPARISONS]
