"""Short stacks and prize money.

- `nash`: push or fold, solved.
- `icm`: what stacks are worth.
"""
