"""What several test modules share."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"


def load_json(name: str) -> Any:
    """Return a file of tests/data."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def jit_is_off() -> bool:
    """Say whether kernels run as plain Python in this run."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
