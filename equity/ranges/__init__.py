"""Ranges of starting hands: notation -> weights -> notation."""

from __future__ import annotations

from equity.ranges.players import split_players
from equity.ranges.range import Range

__all__ = ["Range", "split_players"]
