"""The category of every value, as a table."""

from __future__ import annotations

import numpy as np

from equity.strengths import category
from equity.tables import VALUES

__all__ = ["CATEGORY_OF"]

CATEGORY_OF = np.array([0] + [category(value) for value in range(1, VALUES + 1)], np.uint8)
