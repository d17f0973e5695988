"""What pytest must know before it looks into `equity/` for doctests; all other settings are in tests/conftest.py."""

from __future__ import annotations

from importlib.util import find_spec

# These cannot be imported without their extras; their own test files then say that they are skipped, and why.
_NEEDS = {"equity/simulate/gym.py": "gymnasium", "equity/widgets/range_grid.py": "anywidget"}
collect_ignore = [module for module, package in _NEEDS.items() if not find_spec(package)]
