"""What pytest must know before it looks into `equity/` for doctests; all other settings are in tests/conftest.py."""

from __future__ import annotations

from importlib.util import find_spec

# The module cannot be imported without its extra; tests/test_simulate_gym.py then says that it is skipped, and why.
collect_ignore = [] if find_spec("gymnasium") else ["equity/simulate/gym.py"]
