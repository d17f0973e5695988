"""`Rules` as the record the kernels read.

Rules of the file: the only place that knows both spellings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from equity.kernels.hands import records

if TYPE_CHECKING:
    from equity.rules.rules import Rules

__all__ = ["encode"]

_STRUCTURES = {
    "no-limit": records.NO_LIMIT,
    "pot-limit": records.POT_LIMIT,
    "fixed-limit": records.FIXED_LIMIT,
}


def _or_none(value: int | None) -> int:
    return -1 if value is None else value


def encode(rules: Rules) -> Any:
    """Return an array of one `RULES` record.

    Examples
    --------
    >>> from equity.rules import Rules
    >>> encode(Rules(small_blind=1, big_blind=2))["cap"].tolist()
    [-1]
    """
    array = np.zeros(1, records.RULES)
    record = array[0]
    for name in ("small_blind", "big_blind", "ante", "small_bet", "big_bet", "chip"):
        record[name] = getattr(rules, name)
    record["straddle"][: len(rules.straddles)] = rules.straddles
    record["straddles"] = len(rules.straddles)
    record["structure"] = _STRUCTURES[rules.structure]
    record["one_ante"] = rules.ante_by == "big-blind"
    record["cap"] = _or_none(rules.cap)
    record["cap_heads_up"] = _or_none(rules.cap if rules.cap_heads_up == "same" else rules.cap_heads_up)
    record["half_bet"] = rules.reopen == "half"
    record["next_level"] = rules.raise_after_short == "next-level"
    record["cumulative"] = rules.cumulative_reopen
    record["odd_to_first"] = rules.odd_chips == "first"
    record["rake_cap"] = -1
    if rules.rake is not None:
        record["rake_millionths"] = rules.rake.millionths
        record["rake_cap"] = _or_none(rules.rake.cap)
        record["no_flop_no_drop"] = rules.rake.no_flop_no_drop
    return array
